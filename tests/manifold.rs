//! Contact manifolds: points on both surfaces, patches equal to those of an exact clipper, and stable ids and order,
//! for every scalar in the plane and in space.

use crate::common::number::{Number, P, Space, cross, dot, length, max_abs, scale, sub};
use crate::common::reference::{Swept, signed_distance};
use crate::common::scene::{Body, Kind, Rng, Scene, Verdict, check, normal, pose, signed, times};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Affine, Ball, Capsule, Circle, Cone, Contact, ContactId, ConvexHull, Cuboid, Cylinder, Ellipsoid, Faceted, Feature,
    FeatureId, Manifold, NBall, NCuboid, Point, Polygon, Pose, Query, Rectangle, Rotation2, Scalar, Segment, Support,
    SupportExt, Triangle, Vec2, Vec3, Vector, vec2, vec3,
};
use num_rational::BigRational;

claims! {
    points_lie_on_both_bodies,
    depths_are_those_of_the_points_and_the_deepest_is_that_of_the_query,
    no_gap_is_wider_than_the_limit,
    swapped_bodies_touch_in_the_same_points,
    moved_bodies_touch_in_the_same_points,
    most_ids_stay_when_bodies_move_or_change_places,
    ids_are_unique_and_go_round_from_the_least,
    capped_queries_give_points_of_the_bodies,
    scaling_by_a_power_of_two_scales_the_points,
}

/// A drawn body as a shape of the crate, with its facets.
fn faceted<V: Space>(body: &Body<V>) -> Box<dyn Faceted<Vector = V> + '_> {
    let p = |i: usize| body.points[i];
    match body.kind {
        Kind::Ball => Box::new(NBall::new(body.radius).expect("a size")),
        Kind::Cuboid => Box::new(NCuboid::new(p(0)).expect("sizes")),
        Kind::Capsule => Box::new(Capsule::new(p(0), p(1), body.radius).expect("points")),
        Kind::Segment => Box::new(Segment::new(p(0), p(1)).expect("points")),
        Kind::Triangle => Box::new(Triangle::new(p(0), p(1), p(2)).expect("points")),
        Kind::Point => Box::new(Point::new(p(0)).expect("a point")),
        Kind::Hull | Kind::Polygon => Box::new(ConvexHull::new(&body.points).expect("points")),
    }
}

/// A limit within which most pairs that are apart have points.
fn limit<V: Space>(scene: &Scene<V>) -> V::Scalar {
    V::Scalar::of(scene.size() / 4.0)
}

fn of_scene<V: Space>(scene: &Scene<V>) -> Manifold<V> {
    of_query(scene, Query::new())
}

fn of_query<V: Space>(scene: &Scene<V>, query: Query<'_, V>) -> Manifold<V> {
    let mut query = query.poses(scene.pose_a, scene.pose_b).limit(limit(scene)).expect("a size");
    query.manifold(&*faceted(&scene.a), &*faceted(&scene.b))
}

/// The rounding steps by which a point may be off: it has been rotated twice, projected and averaged. They are those of
/// the numbers that place it, which may be larger than the body itself.
const CLOSE: u32 = 64;

fn close<V: Space>(scene: &Scene<V>) -> f64 {
    V::Scalar::steps(CLOSE, scene.largest())
}

fn depth<V: Space>(contact: &Contact<V>) -> f64 {
    contact.depth.value()
}

fn points_lie_on_both_bodies<V: Space>() {
    check(|scene: &Scene<V>| on_both_bodies(scene, &of_scene(scene)));
}

/// Moved back along the normal by the margin, a point lies on the surface of the core.
fn on_both_bodies<V: Space>(scene: &Scene<V>, manifold: &Manifold<V>) -> Verdict {
    let (a, b) = scene.placed();
    let n = normal(&manifold.proximity());
    for contact in manifold.points() {
        for (body, point, outward) in [(&a, contact.on_a, n), (&b, contact.on_b, scale(n, -1.0))] {
            let on_core = sub(point.value(), scale(outward, body.radius));
            let alone = Swept { core: vec![on_core], radius: 0.0 };
            let core = Swept { core: body.core.clone(), radius: 0.0 };
            let (low, high) = signed_distance(&core, &alone, V::DIMENSION);
            ensure!(
                high >= -close(scene) && low <= close(scene),
                "{low:e} to {high:e} off the surface, {:e} allowed: {contact:?} of {manifold:?}",
                close(scene)
            );
        }
    }
    Ok(())
}

fn depths_are_those_of_the_points_and_the_deepest_is_that_of_the_query<V: Space>() {
    check(|scene: &Scene<V>| {
        let manifold = of_scene(scene);
        let (n, close) = (normal(&manifold.proximity()), close(scene));
        for contact in manifold.points() {
            let way = sub(contact.on_a.value(), contact.on_b.value());
            let along = dot(way, n);
            ensure!((along - depth(contact)).abs() <= close, "{along:e} along the normal: {contact:?} {manifold:?}");
            // Edges side by side need not be quite parallel.
            let is_edge = |id| matches!(id, FeatureId::Edge(..));
            let aside = length(sub(way, scale(n, along)));
            let may = if is_edge(contact.id.a) || is_edge(contact.id.b) { scene.size() / 8.0 } else { close };
            ensure!(aside <= may, "{aside:e} aside: {contact:?} {manifold:?}");
        }
        let deepest = manifold.points().iter().map(depth).reduce(f64::max);
        let truth = -signed(&manifold.proximity());
        if let Some(deepest) = deepest {
            ensure!((deepest - truth).abs() <= close, "{deepest:e} instead of {truth:e}: {manifold:?}");
        }
        Ok(())
    });
}

fn no_gap_is_wider_than_the_limit<V: Space>() {
    check(|scene: &Scene<V>| {
        let manifold = of_scene(scene);
        let (limit, gap) = (limit(scene).value(), signed(&manifold.proximity()));
        for contact in manifold.points() {
            ensure!(-depth(contact) <= limit + close(scene), "{contact:?} beyond {limit}: {manifold:?}");
        }
        ensure!(
            manifold.points().is_empty() == (gap > limit) || (gap - limit).abs() <= close(scene),
            "{gap} and {limit}: {manifold:?}"
        );
        Ok(())
    });
}

/// A contact: points on A and B, depth, id.
type Seen = (P, P, f64, ContactId);

/// Is every point of one manifold one of the other, by id? Where two facets face the other body equally, or more than
/// four points were to choose from, the ids may differ, but not the depth of the deepest.
fn alike<V: Space>(one: &[Contact<V>], other: &[Seen], close: f64) -> Verdict {
    let deepest = |depths: &mut dyn Iterator<Item = f64>| depths.reduce(f64::max);
    let pair = (deepest(&mut one.iter().map(depth)), deepest(&mut other.iter().map(|(_, _, depth, _)| *depth)));
    let is_equal = pair.0.zip(pair.1).is_none_or(|(d, e)| (d - e).abs() <= close);
    ensure!(is_equal, "{pair:?} deep: {one:?} {other:?}");
    let has = |id: ContactId| other.iter().find(|(.., other)| *other == id);
    if one.len() != other.len() || one.iter().any(|contact| has(contact.id).is_none()) {
        return Ok(());
    }
    for contact in one {
        let Some((on_a, on_b, d, _)) = has(contact.id) else { continue };
        let off = max_abs(sub(contact.on_a.value(), *on_a)).max(max_abs(sub(contact.on_b.value(), *on_b)));
        let off = off.max((depth(contact) - d).abs());
        ensure!(off <= close, "{off:e} off, {close:e} allowed: {contact:?} {other:?}");
    }
    Ok(())
}

/// The area of a quadrilateral.
fn span([a, b, c, d]: [P; 4]) -> f64 {
    length(cross(sub(c, a), sub(d, b))) / 2.0
}

/// The points of B against A, seen from A.
fn swapped<V: Space>(scene: &Scene<V>) -> (P, Vec<Seen>) {
    let mut query = Query::new().poses(scene.pose_b, scene.pose_a).limit(limit(scene)).expect("a size");
    let other = query.manifold(&*faceted(&scene.b), &*faceted(&scene.a));
    let seen = |c: &Contact<V>| (c.on_b.value(), c.on_a.value(), depth(c), ContactId { a: c.id.b, b: c.id.a });
    (scale(normal(&other.proximity()), -1.0), other.points().iter().map(seen).collect())
}

/// The points of both bodies after a motion, taken back.
fn moved<V: Space>(scene: &Scene<V>) -> (P, Vec<Seen>) {
    let turn = V::rotation(Rng::new(!scene.seed).quarter_turn(V::DIMENSION));
    let motion = pose(turn, [16.0, -8.0, if V::DIMENSION == 3 { 4.0 } else { 0.0 }]);
    let there = scene.with_poses(motion.compose(scene.pose_a), motion.compose(scene.pose_b));
    let (other, back) = (of_scene(&there), motion.inverse());
    let normal = V::rows(back.rotation()).map(|row| dot(row, normal(&other.proximity())));
    let seen = |c: &Contact<V>| (back.apply(c.on_a).value(), back.apply(c.on_b).value(), depth(c), c.id);
    (normal, other.points().iter().map(seen).collect())
}

fn swapped_bodies_touch_in_the_same_points<V: Space>() {
    check(|scene: &Scene<V>| same_points(scene, swapped(scene)));
}

fn moved_bodies_touch_in_the_same_points<V: Space>() {
    check(|scene: &Scene<V>| same_points(scene, moved(scene)));
}

fn same_points<V: Space>(scene: &Scene<V>, (n, other): (P, Vec<Seen>)) -> Verdict {
    let one = of_scene(scene);
    let off = max_abs(sub(normal(&one.proximity()), n));
    if off > 1e-3 {
        return Ok(()); // another way out that is as short
    }
    let close = 64.0 * V::Scalar::steps(CLOSE, scene.world_size() + 32.0) + 64.0 * off * scene.size();
    alike(one.points(), &other, close).map_err(|error| format!("{error}: {one:?}"))
}

fn most_ids_stay_when_bodies_move_or_change_places<V: Space>() {
    const SCENES: u64 = 300;
    let (mut same, mut all) = (0, 0);
    for scene in (0..SCENES).map(Scene::<V>::new) {
        let mut ids: Vec<ContactId> = of_scene(&scene).points().iter().map(|contact| contact.id).collect();
        ids.sort_unstable();
        for (_, other) in [swapped(&scene), moved(&scene)] {
            let mut others: Vec<ContactId> = other.iter().map(|(.., id)| *id).collect();
            others.sort_unstable();
            all += u32::from(!ids.is_empty());
            same += u32::from(!ids.is_empty() && ids == others);
        }
    }
    println!("{} in {}D: {same} of {all} keep all ids", V::Scalar::NAME, V::DIMENSION);
    assert!(all > 300 && same * 100 > all * 95, "{same} of {all} keep their ids");
}

fn ids_are_unique_and_go_round_from_the_least<V: Space>() {
    check(|scene: &Scene<V>| {
        let manifold = of_scene(scene);
        let points = manifold.points();
        let most = if V::DIMENSION == 2 { 2 } else { 4 };
        ensure!(points.len() <= most, "{manifold:?}");
        for (i, contact) in points.iter().enumerate() {
            ensure!(points[0].id <= contact.id, "not from the least: {manifold:?}");
            ensure!(points[..i].iter().all(|other| other.id != contact.id), "twice the same id: {manifold:?}");
        }
        if points.len() >= 3 {
            let n = normal(&manifold.proximity());
            let at = |i: usize| points[i % points.len()].on_a.value();
            let twice: f64 =
                (1..points.len() - 1).map(|i| dot(n, cross(sub(at(i), at(0)), sub(at(i + 1), at(0))))).sum();
            ensure!(twice >= -close(scene) * scene.size(), "clockwise, {twice:e}: {manifold:?}");
        }
        Ok(())
    });
}

fn scaling_by_a_power_of_two_scales_the_points<V: Space>() {
    check(|scene: &Scene<V>| {
        // The steps of fixed point do not scale, so the points of bodies twice as large agree within a few steps only.
        let span = V::Scalar::SCALINGS;
        let exponent = if span == 0 { 1 } else { Rng::new(!scene.seed).below(2 * span as usize + 1) as i32 - span };
        let there = scene.scaled(exponent);
        let (one, other) = (of_scene(scene), of_scene(&there));
        let factor = 2.0_f64.powi(exponent);
        if span != 0 {
            let facts = |manifold: &Manifold<V>, factor: f64| -> Vec<_> {
                let points = manifold.points().iter();
                points
                    .map(|c| (scale(c.on_a.value(), factor), scale(c.on_b.value(), factor), depth(c) * factor, c.id))
                    .collect()
            };
            ensure!(facts(&one, factor) == facts(&other, 1.0), "2^{exponent}: {one:?} {other:?}");
            return Ok(());
        }
        let scaled: Vec<_> = other
            .points()
            .iter()
            .map(|c| (scale(c.on_a.value(), 0.5), scale(c.on_b.value(), 0.5), depth(c) / 2.0, c.id))
            .collect();
        let off = max_abs(sub(normal(&one.proximity()), normal(&other.proximity())));
        if off > 1e-3 {
            return Ok(()); // another way out that is as short
        }
        alike(one.points(), &scaled, 64.0 * close(scene)).map_err(|e| format!("{e} {one:?} {other:?}"))
    });
}

fn capped_queries_give_points_of_the_bodies<V: Space>() {
    check(|scene: &Scene<V>| {
        for rounds in 0..3 {
            let query = Query::new().max_iterations(rounds).max_epa_iterations(rounds);
            let manifold = of_query(scene, query);
            for contact in manifold.points() {
                let finite = contact.on_a.is_finite() && contact.on_b.is_finite() && contact.depth.is_finite();
                ensure!(finite, "not a number: {manifold:?}");
            }
        }
        Ok(())
    });
}

/// Two boxes at their poses.
struct Boxes {
    half: [P; 2],
    poses: [Pose<Vec3<f64>>; 2],
}

impl Boxes {
    /// Two boxes at random, or one lying on the other, that overlap a little or are a little apart.
    fn new(seed: u64) -> Self {
        let rng = &mut Rng::new(seed);
        let half = [(); 2].map(|()| [(); 3].map(|()| rng.uniform(0.2, 2.0)));
        let quaternion = |rng: &mut Rng| Vec3::rotation(rng.quaternion(3));
        let placed = pose(quaternion(rng), rng.point(4.0, 3));
        let relative = if rng.percent(50) {
            let along = rng.direction(3);
            let turned = pose::<Vec3<f64>>(quaternion(rng), [0.0; 3]);
            let reach = |half: P, pose: Pose<Vec3<f64>>| {
                let local = pose.rotation().inverse().apply(Vec3::of(along)).value();
                (0..3).map(|i| half[i] * local[i].abs()).sum::<f64>()
            };
            let touching = reach(half[0], Pose::IDENTITY) + reach(half[1], turned);
            pose(turned.rotation(), scale(along, touching * rng.uniform(0.6, 1.02)))
        } else {
            Self::lying(rng, &half)
        };
        Self { half, poses: [placed, placed * relative] }
    }

    /// B on the top of A, turned about it and tilted a little.
    fn lying(rng: &mut Rng, half: &[P; 2]) -> Pose<Vec3<f64>> {
        let tilt = rng.point(1e-3, 2);
        let yaw = rng.uniform(-3.0, 3.0);
        let turn = Vec3::<f64>::rotation([tilt[0], tilt[1], yaw, 1.0]);
        let aside = [rng.uniform(-1.0, 1.0) * half[0][0], rng.uniform(-1.0, 1.0) * half[0][1]];
        let up = half[0][2] + half[1][2] - 0.01;
        pose(turn, [aside[0], aside[1], up])
    }

    fn shapes(&self) -> [Cuboid<f64>; 2] {
        self.half.map(|half| Cuboid::new(Vec3::of(half)).expect("sizes"))
    }

    fn manifold(&self, limit: f64) -> Manifold<Vec3<f64>> {
        let [a, b] = self.shapes();
        Query::new().poses(self.poses[0], self.poses[1]).limit(limit).expect("a size").manifold(&a, &b)
    }

    /// B turned by a little about a point of its surface.
    fn turned(&self, by: f64, rng: &mut Rng) -> Self {
        let axis = scale(rng.direction(3), by / 2.0);
        let turn = Pose::rotated(Vec3::<f64>::rotation([axis[0], axis[1], axis[2], 1.0]));
        Self { half: self.half, poses: [self.poses[0], self.poses[1] * turn] }
    }

    fn size(&self) -> f64 {
        self.half.iter().map(|half| length(*half)).sum::<f64>() + max_abs(self.poses[0].position().value())
    }
}

fn seeds() -> u64 {
    times(2500)
}

/// The allowance for coordinates that pass through two rotations, a normal and a projection.
const STEPS: f64 = 64.0 * f64::EPSILON;

/// The distance of a point from a box; negative inside.
fn outside(half: P, pose: Pose<Vec3<f64>>, point: P) -> f64 {
    let local = pose.inverse().apply(Vec3::of(point)).value();
    (0..3).map(|i| local[i].abs() - half[i]).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn points_of_boxes_lie_on_both_surfaces_and_across_from_each_other() {
    let (mut with, mut four) = (0, 0);
    for seed in 0..seeds() {
        let boxes = Boxes::new(seed);
        let manifold = boxes.manifold(0.05);
        let normal = manifold.normal().value();
        let close = STEPS * boxes.size();
        with += u32::from(!manifold.points().is_empty());
        four += u32::from(manifold.points().len() == 4);
        for contact in manifold.points() {
            let (on_a, on_b) = (contact.on_a.value(), contact.on_b.value());
            for (body, point) in [(0, on_a), (1, on_b)] {
                let off = outside(boxes.half[body], boxes.poses[body], point);
                assert!(off.abs() <= close, "seed {seed}: {off:e} off body {body}, {close:e} allowed: {manifold:?}");
            }
            let off = max_abs(sub(sub(on_a, on_b), scale(normal, contact.depth)));
            assert!(off <= close, "seed {seed}: {off:e} off the normal: {contact:?}");
            assert!(contact.depth >= -0.05 - close, "seed {seed}: {contact:?}");
        }
        let deepest = manifold.points().iter().map(|contact| contact.depth).fold(f64::NEG_INFINITY, f64::max);
        let truth = -manifold.proximity().signed_distance();
        assert!(manifold.points().is_empty() || (deepest - truth).abs() <= close, "seed {seed}: {deepest} {truth}");
    }
    println!("{with} of {} touch, {four} in four points", seeds());
    assert!(u64::from(with) > seeds() * 6 / 10 && u64::from(four) > seeds() / 4, "{with} {four}");
}

/// A point projected onto the plane across the normal.
type Flat = [f64; 2];

/// The corners of the face of a box that faces a direction, in order; `None` if two faces do equally.
fn facing(half: P, pose: Pose<Vec3<f64>>, dir: P) -> Option<[P; 4]> {
    let local = pose.rotation().inverse().apply(Vec3::of(dir)).value();
    let mut axes = [0, 1, 2];
    axes.sort_by(|&i, &j| local[j].abs().total_cmp(&local[i].abs()));
    let [k, i, j] = axes;
    if local[k].abs() - local[i].abs() < 1e-9 {
        return None;
    }
    Some([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(|[s, t]| {
        let mut corner = [0.0; 3];
        corner[k] = half[k].copysign(local[k]);
        (corner[i], corner[j]) = (s * half[i], t * half[j]);
        pose.apply(Vec3::of(corner)).value()
    }))
}

/// The area that two convex polygons have in common, exactly, for corners on a grid of 2^−GRID: half the sum of
/// (v − u)·(p × d) over the edges p + t·d of each, of which the part from u to v lies within the other.
fn common_area(polygons: [[Flat; 4]; 2]) -> f64 {
    let grid = polygons.map(|polygon| {
        let corners = polygon.map(|corner| corner.map(|x| (x * 2.0_f64.powi(GRID)).round() as i128));
        let turn = |a: [i128; 2], b: [i128; 2]| a[0] * b[1] - a[1] * b[0];
        let twice: i128 = (0..4).map(|i| turn(corners[i], corners[(i + 1) % 4])).sum();
        let mut corners = corners;
        if twice < 0 {
            corners.reverse();
        }
        corners
    });
    let turn = |a: [i128; 2], b: [i128; 2]| a[0] * b[1] - a[1] * b[0];
    let minus = |a: [i128; 2], b: [i128; 2]| [a[0] - b[0], a[1] - b[1]];
    let ratio = |n: i128, d: i128| BigRational::new(n.into(), d.into());
    let mut twice = ratio(0, 1);
    for (own, other) in [(0, 1), (1, 0)] {
        for i in 0..4 {
            let (p, q) = (grid[own][i], grid[own][(i + 1) % 4]);
            let d = minus(q, p);
            let (mut u, mut v) = (ratio(0, 1), ratio(1, 1));
            for j in 0..4 {
                let (r, s) = (grid[other][j], grid[other][(j + 1) % 4]);
                let e = minus(s, r);
                // Inside where start + t·slope is at least zero; an edge that both have counts once.
                let (start, slope) = (turn(e, minus(p, r)), turn(e, d));
                if slope == 0 {
                    if start < 0 || (start == 0 && own == 1) {
                        v = ratio(0, 1);
                        u = ratio(0, 1);
                        break;
                    }
                    continue;
                }
                let at = ratio(-start, slope);
                if slope > 0 {
                    u = u.max(at);
                } else {
                    v = v.min(at);
                }
            }
            if v > u {
                twice += (v - u) * ratio(turn(p, d), 1);
            }
        }
    }
    let units = twice / ratio(2, 1);
    // To f64 by way of an integer of the square grid.
    let whole: i128 = units.round().to_integer().try_into().expect("within the grid");
    whole as f64 * 2.0_f64.powi(-2 * GRID)
}

const GRID: i32 = 46;

#[test]
fn patches_of_boxes_have_the_area_that_an_exact_clipper_finds() {
    let (mut compared, mut largest) = (0, 0.0_f64);
    for seed in 0..seeds() {
        let boxes = Boxes::new(seed);
        let manifold = boxes.manifold(0.05);
        if manifold.points().is_empty() {
            continue;
        }
        let n = manifold.normal().value();
        let faces = [facing(boxes.half[0], boxes.poses[0], n), facing(boxes.half[1], boxes.poses[1], scale(n, -1.0))];
        let [Some(of_a), Some(of_b)] = faces else { continue };
        // Two directions across the normal, by way of the coordinate axis farthest from it.
        let k = (0..3).min_by(|&i, &j| n[i].abs().total_cmp(&n[j].abs())).expect("three");
        let mut axis = [0.0; 3];
        axis[k] = 1.0;
        let across = cross(n, axis);
        let s = scale(across, 1.0 / length(across));
        let t = cross(n, s);
        let origin = boxes.poses[0].position().value();
        let polygons = [of_a, of_b].map(|face| face.map(|p| [dot(s, sub(p, origin)), dot(t, sub(p, origin))]));
        let truth = common_area(polygons);
        let off = (manifold.patch_area() - truth).abs();
        let size = boxes.size();
        assert!(off <= STEPS * size * size, "seed {seed}: {off:e} off {truth}: {manifold:?}");
        compared += 1;
        largest = largest.max(off / (size * size));
    }
    println!("{compared} patches compared, largest difference {largest:e} of the squared size");
    assert!(compared > seeds() / 2, "{compared}");
}

#[test]
fn order_and_ids_stay_over_a_small_turn() {
    let (mut same, mut all, mut moved) = (0, 0, 0.0_f64);
    for seed in 0..seeds() {
        let boxes = Boxes::new(seed);
        let there = boxes.turned(1e-3, &mut Rng::new(!seed));
        let (one, other) = (boxes.manifold(0.2), there.manifold(0.2));
        let turned = max_abs(sub(one.normal().value(), other.normal().value()));
        if one.points().is_empty() || turned > 2e-3 {
            continue;
        }
        all += 1;
        let ids = |manifold: &Manifold<Vec3<f64>>| manifold.points().iter().map(|p| p.id).collect::<Vec<_>>();
        let (before, after) = (ids(&one), ids(&other));
        same += u32::from(before == after);
        let both = |own: &[gjk::ContactId], other: &[gjk::ContactId]| -> Vec<_> {
            own.iter().copied().filter(|id| other.contains(id)).collect()
        };
        let (mut kept, kept_after) = (both(&before, &after), both(&after, &before));
        if let Some(first) = kept_after.first() {
            let start = kept.iter().position(|id| id == first).expect("kept");
            kept.rotate_left(start);
        }
        assert_eq!(kept, kept_after, "seed {seed}: {before:?} {after:?}");
        if before == after {
            for (p, q) in one.points().iter().zip(other.points()) {
                moved = moved.max(max_abs(sub(p.on_a.value(), q.on_a.value())));
            }
        }
    }
    println!("{same} of {all} manifolds keep all ids; points move by at most {moved:e}");
    assert!(all > seeds() as u32 / 2 && same * 100 > all * 90, "{same} of {all}");
}

/// The number of contact points of two bodies in space, with B at a position and a rotation given as a quaternion, and
/// the manifold.
fn points<S: Number>(
    a: &dyn Faceted<Vector = Vec3<S>>,
    b: &dyn Faceted<Vector = Vec3<S>>,
    position: P,
    turn: [f64; 4],
) -> (usize, Manifold<Vec3<S>>) {
    let there = pose(Vec3::rotation(turn), position);
    let manifold = Query::new().poses(Pose::IDENTITY, there).manifold(a, b);
    (manifold.points().len(), manifold)
}

const UPRIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];
/// A quarter turn about x, which maps z to −y.
const LYING: [f64; 4] = [1.0, 0.0, 0.0, 1.0];

fn round_shapes_touch_a_face_in_as_many_points_as_their_cores<S: Number>() {
    let x = S::of;
    let floor = Cuboid::new(vec3(x(8.0), x(8.0), x(1.0))).expect("sizes");
    let capsule = Capsule::upright(x(1.0), x(0.5)).expect("sizes");
    let cylinder = Cylinder::new(x(1.0), x(0.5)).expect("sizes");
    let cone = Cone::new(x(1.0), x(0.5)).expect("sizes");
    let ball = Ball::new(x(0.5)).expect("a size");
    let egg = Ellipsoid::new(vec3(x(0.5), x(1.0), x(0.75))).expect("sizes");
    let depth = 0.0625;
    let on = |height: f64| [0.25, 0.5, 1.0 + height - depth];
    assert_eq!(points(&floor, &capsule, on(1.5), UPRIGHT).0, 1);
    assert_eq!(points(&floor, &capsule, on(0.5), LYING).0, 2);
    assert_eq!(points(&floor, &cylinder, on(1.0), UPRIGHT).0, 4);
    assert_eq!(points(&floor, &cylinder, on(0.5), LYING).0, 2);
    assert_eq!(points(&floor, &cone, on(1.0), UPRIGHT).0, 4);
    assert_eq!(points(&floor, &ball, on(0.5), UPRIGHT).0, 1);
    assert_eq!(points(&floor, &egg, on(0.75), UPRIGHT).0, 1);
    // On its side a cone touches along the line from its rim to its apex.
    let tilt = (2.0_f64 / 0.5).atan();
    let half = (tilt + core::f64::consts::PI) / 2.0;
    let aslant = [half.sin(), 0.0, 0.0, half.cos()];
    let height = 2.0 * 0.5 / (2.0_f64 * 2.0 + 0.5 * 0.5).sqrt() / 2.0;
    let (count, manifold) = points(&floor, &cone, on(height), aslant);
    assert_eq!(count, 2, "{manifold:?}");
    // Lying on each other side by side, and across.
    assert_eq!(points(&capsule, &capsule, [0.0, 0.9375, 0.5], UPRIGHT).0, 2);
    assert_eq!(points(&capsule, &capsule, [0.9375, 0.0, 0.5], LYING).0, 1);
    let (_, flush) = points(&floor, &cylinder, on(1.0), UPRIGHT);
    for contact in flush.points() {
        assert!((contact.depth.value() - depth).abs() <= S::steps(64, 8.0), "{flush:?}");
    }
}

fn boxes_that_lie_flush_touch_in_four_corners<S: Number>() {
    let x = S::of;
    let cube = Cuboid::new(vec3(x(1.0), x(1.0), x(1.0))).expect("sizes");
    for depth in [0.25, 0.0] {
        let (count, manifold) = points(&cube, &cube, [0.0, 0.0, 2.0 - depth], UPRIGHT);
        assert_eq!(count, 4, "{manifold:?}");
        for contact in manifold.points() {
            assert_eq!(contact.depth.value(), depth, "{manifold:?}");
            // Where two corners coincide, it is A's.
            assert!(
                matches!((contact.id.a, contact.id.b), (FeatureId::Vertex(_), FeatureId::Facet(_))),
                "{manifold:?}"
            );
        }
        // Turned by 45° about z, they share an octagon, of which four corners are kept.
        let eighth = (core::f64::consts::FRAC_PI_8).tan();
        let (count, manifold) = points(&cube, &cube, [0.0, 0.0, 2.0 - depth], [0.0, 0.0, eighth, 1.0]);
        assert_eq!(count, 4, "{manifold:?}");
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| manifold.points()[i].on_a.value());
        // Four corners of a regular octagon of width two span 1/√2 of it.
        let octagon = 8.0 * (2.0_f64.sqrt() - 1.0);
        assert!((span([a, b, c, d]) - octagon * 0.5_f64.sqrt()).abs() < 1e-2, "{manifold:?}");
    }
    // Corner on corner, edge on edge, and edge across edge.
    for (position, turn, most) in [([2.0, 2.0, 2.0], UPRIGHT, 1), ([2.0, 0.5, 2.0], UPRIGHT, 2)] {
        let (count, manifold) = points(&cube, &cube, position, turn);
        assert!((1..=most).contains(&count), "{manifold:?}");
        for contact in manifold.points() {
            let (on_a, on_b) = (contact.on_a.value(), contact.on_b.value());
            assert!(max_abs(sub(on_a, on_b)) <= S::steps(64, 4.0) && on_a[0] == 1.0 && on_a[2] == 1.0, "{manifold:?}");
        }
    }
}

fn flat_bodies_touch_in_their_corners<S: Number>() {
    let x = S::of;
    let plate = Cuboid::new(vec3(x(1.0), x(2.0), x(0.0))).expect("sizes");
    let sheet = Triangle::new(vec3(x(0.0), x(0.0), x(0.0)), vec3(x(1.0), x(0.0), x(0.0)), vec3(x(0.0), x(1.0), x(0.0)));
    let sheet = sheet.expect("points");
    let stick = Segment::new(vec3(x(-4.0), x(0.5), x(0.0)), vec3(x(4.0), x(0.5), x(0.0))).expect("points");
    assert_eq!(points(&plate, &plate, [0.0; 3], UPRIGHT).0, 4);
    assert_eq!(points(&plate, &sheet, [0.0; 3], UPRIGHT).0, 3);
    assert_eq!(points(&plate, &stick, [0.0; 3], UPRIGHT).0, 2);
    let dot = Point::new(vec3(x(0.5), x(0.5), x(0.0))).expect("a point");
    assert_eq!(points(&plate, &dot, [0.0; 3], UPRIGHT).0, 1);
    assert_eq!(points(&dot, &dot, [0.0; 3], UPRIGHT).0, 1);
}

fn all_ways_to_make_a_box_touch_alike<S: Number>() {
    let x = S::of;
    let half = [1.0, 0.5, 0.75];
    let cuboid = Cuboid::new(Vec3::<S>::of(half)).expect("sizes");
    let corner = |i: usize| Vec3::of([0, 1, 2].map(|axis| if i >> axis & 1 == 0 { half[axis] } else { -half[axis] }));
    // A hull with points inside, on faces and on edges, and some repeated.
    let mut corners: Vec<Vec3<S>> = (0..8).map(corner).collect();
    corners.extend([[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.5, 0.75], half].map(Vec3::of));
    let hull = ConvexHull::new(&corners).expect("points");
    let rows = [1.0, 0.5, 0.75].map(x);
    let rows = [vec3(rows[0], x(0.0), x(0.0)), vec3(x(0.0), rows[1], x(0.0)), vec3(x(0.0), x(0.0), rows[2])];
    let unit = Cuboid::new(vec3(x(1.0), x(1.0), x(1.0))).expect("sizes");
    let mapped = unit.transformed(Affine::new(rows, vec3(x(0.0), x(0.0), x(0.0))).expect("in range"));
    let floor = Cuboid::new(vec3(x(8.0), x(8.0), x(1.0))).expect("sizes");
    let turn = [0.0, 0.0, 0.25, 1.0];
    let (count, truth) = points(&floor, &cuboid, [0.5, 0.25, 1.6875], turn);
    assert_eq!(count, 4);
    for other in [&hull as &dyn Faceted<Vector = Vec3<S>>, &mapped] {
        let (count, manifold) = points(&floor, other, [0.5, 0.25, 1.6875], turn);
        assert_eq!(count, 4, "{manifold:?}");
        for contact in truth.points() {
            let is_like =
                |own: &Contact<Vec3<S>>| max_abs(sub(own.on_b.value(), contact.on_b.value())) <= S::steps(64, 8.0);
            assert!(manifold.points().iter().any(is_like), "{truth:?} {manifold:?}");
        }
    }
    // A margin moves the points outwards.
    let pillow = cuboid.rounded(x(0.25)).expect("a size");
    let (count, manifold) = points(&floor, &pillow, [0.5, 0.25, 1.9375], turn);
    assert_eq!(count, 4);
    assert!(manifold.points().iter().all(|c| (c.on_b.value()[2] - 0.9375).abs() <= S::steps(64, 8.0)), "{manifold:?}");
    // A body known only by its support function touches in one point.
    let erased: &dyn Support<Vector = Vec3<S>> = &cuboid;
    assert_eq!(gjk::manifold(&floor, erased).points().len(), 1);
}

fn what_does_not_face_the_other_body_does_not_count<S: Number>() {
    let x = S::of;
    let v = |p: f64, q: f64, r: f64| vec3(x(p), x(q), x(r));
    // The side faces have a slope of eight to one, so that of each only the tip faces a body above it.
    let spike = [v(0.25, 0.25, 0.0), v(-0.25, 0.25, 0.0), v(-0.25, -0.25, 0.0), v(0.25, -0.25, 0.0), v(0.0, 0.0, 2.0)];
    let spike = ConvexHull::new(&spike).expect("points");
    let ball = Ball::new(x(0.5)).expect("a size");
    let (count, manifold) = points(&spike, &ball, [0.0, 0.0, 2.4375], UPRIGHT);
    assert_eq!(count, 1);
    assert_eq!(manifold.points()[0].id.a, FeatureId::Vertex(4), "{manifold:?}");
    let floor = Cuboid::new(v(8.0, 8.0, 1.0)).expect("sizes");
    let (count, manifold) = points(&floor, &ball, [0.0, 0.0, 1.4375], UPRIGHT);
    assert_eq!(count, 1);
    assert!(matches!(manifold.points()[0].id.a, FeatureId::Facet(_)), "{manifold:?}");
    // An upright pin touches the floor with one end, a lying one with two.
    let pin = Capsule::new(v(0.0, 0.0, -1.0), v(0.0, 0.0, 1.0), x(0.25)).expect("points");
    let (count, manifold) = points(&floor, &pin, [0.0, 0.0, 2.1875], UPRIGHT);
    assert_eq!((count, manifold.points()[0].id.b), (1, FeatureId::Vertex(0)), "{manifold:?}");
    let lying = Capsule::new(v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0), x(0.25)).expect("points");
    assert_eq!(points(&floor, &lying, [0.0, 0.0, 1.1875], UPRIGHT).0, 2);
    // Two pins that lie on each other have two points as well, unless they cross.
    assert_eq!(points(&lying, &lying, [0.5, 0.0, 0.4375], UPRIGHT).0, 2);
    let across = Capsule::new(v(-1.0, -1.0, 0.0), v(1.0, 1.0, 0.0), x(0.25)).expect("points");
    let (count, manifold) = points(&lying, &across, [0.0, 0.0, 0.4375], UPRIGHT);
    let id = ContactId { a: FeatureId::Edge(0, 1), b: FeatureId::Edge(0, 1) };
    assert_eq!((count, manifold.points()[0].id), (1, id), "{manifold:?}");
    assert!(max_abs(sub(manifold.points()[0].on_a.value(), [0.0, 0.0, 0.25])) <= S::steps(16, 1.0), "{manifold:?}");
}

fn flat_sides_touch_in_two_points_in_the_plane<S: Number>() {
    let x = S::of;
    let v = |p: f64, q: f64| vec2(x(p), x(q));
    let floor = Rectangle::new(v(8.0, 1.0)).expect("sizes");
    let outline = [v(-1.0, -0.5), v(1.0, -0.5), v(1.5, 0.5), v(0.0, 1.0)];
    let polygon = Polygon::new(&outline).expect("a polygon");
    let hull = ConvexHull::new(&outline).expect("points");
    let wedge = Triangle::new(v(0.0, -0.5), v(1.0, 1.0), v(-1.0, 1.0)).expect("points");
    let count = |b: &dyn Faceted<Vector = Vec2<S>>, at: [f64; 3]| {
        let there = pose(Rotation2::IDENTITY, at);
        let manifold = Query::new().poses(Pose::IDENTITY, there).manifold(&floor, b);
        manifold.points().len()
    };
    assert_eq!(count(&floor, [3.0, 1.875, 0.0]), 2);
    assert_eq!(count(&polygon, [3.0, 1.375, 0.0]), 2);
    assert_eq!(count(&hull, [3.0, 1.375, 0.0]), 2);
    assert_eq!(count(&wedge, [3.0, 1.375, 0.0]), 1);
    assert_eq!(count(&Circle::new(x(0.5)).expect("a size"), [3.0, 1.375, 0.0]), 1);
    assert_eq!(count(&Capsule::new(v(-1.0, 0.0), v(1.0, 0.0), x(0.5)).expect("points"), [3.0, 1.375, 0.0]), 2);
    // Every edge of an outline is the one that faces its normal, however many there are.
    let many: Vec<Vec2<S>> = (0..24)
        .map(|i| f64::from(i) / 24.0 * core::f64::consts::TAU)
        .map(|angle| v(4.0 * angle.cos(), 3.0 * angle.sin()))
        .collect();
    let (polygon, hull) = (Polygon::new(&many).expect("a polygon"), ConvexHull::new(&many).expect("points"));
    for i in 0..24 {
        let (from, to) = (many[i], many[(i + 1) % 24]);
        let numbers = |feature: gjk::Feature<Vec2<S>>| {
            let mut numbers: Vec<u32> = feature.corners().map(|(number, _)| number).collect();
            numbers.sort_unstable();
            numbers
        };
        let outward = -(to - from).perp();
        let mut expected = vec![i as u32, (i as u32 + 1) % 24];
        expected.sort_unstable();
        assert_eq!(numbers(polygon.feature(outward)), expected);
        assert_eq!(numbers(hull.feature(outward)), expected);
    }
}

macro_rules! scenes {
    ($($scene:ident,)+) => {$(
        #[test]
        fn $scene() {
            super::$scene::<f32>();
            super::$scene::<f64>();
            super::$scene::<I16F16>();
            super::$scene::<I32F32>();
        }
    )+};
}

mod scenes {
    use super::{I16F16, I32F32};

    scenes! {
        round_shapes_touch_a_face_in_as_many_points_as_their_cores,
        boxes_that_lie_flush_touch_in_four_corners,
        flat_bodies_touch_in_their_corners,
        all_ways_to_make_a_box_touch_alike,
        what_does_not_face_the_other_body_does_not_count,
        flat_sides_touch_in_two_points_in_the_plane,
    }
}

/// A body whose support points and corners are NaN.
struct Broken;

impl Support for Broken {
    type Vector = Vec3<f64>;
    fn support(&self, _: Vec3<f64>) -> Vec3<f64> {
        vec3(f64::NAN, 0.0, 0.0)
    }
}

/// A body with one corner that is NaN.
struct Cracked;

impl Support for Cracked {
    type Vector = Vec3<f64>;
    fn support(&self, _: Vec3<f64>) -> Vec3<f64> {
        vec3(0.0, 0.0, 0.0)
    }
}

impl Faceted for Broken {}

impl Faceted for Cracked {
    fn feature(&self, dir: Vec3<f64>) -> Feature<Vec3<f64>> {
        Feature::vertex(dir).with_corner(1, vec3(f64::NAN, 0.0, 0.0)).with_corner(2, vec3(1.0, 0.0, f64::INFINITY))
    }
}

#[test]
fn bodies_that_keep_no_promise_have_points_that_are_numbers() {
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).expect("sizes");
    for body in [&Broken as &dyn Faceted<Vector = Vec3<f64>>, &Cracked] {
        let manifold = gjk::manifold(&cube, body);
        for contact in manifold.points() {
            assert!(contact.on_a.is_finite() && contact.on_b.is_finite() && contact.depth.is_finite(), "{manifold:?}");
        }
        assert_eq!(manifold.points().len(), 1, "{manifold:?}");
    }
}

/// A body that breaks the contract: its feature is far from its support point.
struct Torn {
    support: Vec2<I16F16>,
    feature: [Vec2<I16F16>; 2],
}

impl Support for Torn {
    type Vector = Vec2<I16F16>;

    fn support(&self, _: Vec2<I16F16>) -> Vec2<I16F16> {
        self.support
    }

    fn margin(&self) -> I16F16 {
        I16F16::ONE
    }
}

impl Faceted for Torn {
    fn feature(&self, _: Vec2<I16F16>) -> Feature<Vec2<I16F16>> {
        let [from, to] = self.feature;
        Feature::new(0).with_corner(0, from).with_corner(1, to)
    }
}

#[test]
fn a_feature_far_from_the_contact_does_not_panic() {
    let at = |x: f64, y: f64| vec2(I16F16::from_num(x), I16F16::from_num(y));
    let a = Torn { support: at(1000.0, 0.0), feature: [at(1.0, 0.0), at(-1.0, 0.0)] };
    let b = Torn { support: at(1000.0, 1.5), feature: [at(-1.0, 0.0), at(1.0, 0.0)] };
    assert!(gjk::manifold(&a, &b).points().len() <= 2);
}
