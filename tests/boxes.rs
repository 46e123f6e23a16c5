//! Claims about boxes, and polygons in the plane, whose overlap and depth need no search: they agree with what the
//! search finds, at any angle, and the witness points lie on the surfaces.

use crate::common::number::{Number, Space, add, length, scale, sub};
use crate::common::scene::{
    Boxes, Family, Polygons, Rng, Scene, Verdict, bounds, check, erased, normal, pose, signed, witnesses,
};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Cuboid, Form, Point, Polygon, Pose, Posed, Proximity, Query, Ray, Rotation3, Scalar, ScalarOf, Status, Support,
    SupportExt, Vec2, Vec3, Vector, vec3,
};

/// The most steps by which two computations of one value may differ.
const CLOSE: u32 = 64;

claims! {
    boxes_answer_as_the_search_does,
    polygons_answer_as_the_search_does,
}

/// A user-defined shape that passes on the form of the shape it wraps, has any margin, and does not give its center.
struct Own<T: Support> {
    shape: T,
    margin: ScalarOf<T>,
}

impl<T: Support> Own<T> {
    fn new(shape: T) -> Self {
        Self { shape, margin: ScalarOf::<T>::NIL }
    }
}

impl<T: Support> Support for Own<T> {
    type Vector = T::Vector;

    fn support(&self, dir: T::Vector) -> T::Vector {
        self.shape.support(dir)
    }

    fn margin(&self) -> ScalarOf<T> {
        self.margin
    }

    fn form(&self) -> Form<'_, T::Vector> {
        self.shape.form()
    }
}

#[test]
fn a_point_is_a_box_where_its_form_says_that_it_is() {
    let room = Cuboid::new(vec3(4.0, 4.0, 4.0)).expect("sizes");
    let [high, low] = [3.0, 2.0].map(|y| Point::new(vec3(0.0, y, 0.0)).expect("in range"));
    let raised = low.at(Pose::translation(vec3(0.0, 1.0, 0.0)).expect("in range"));
    let overlaps = [gjk::penetration(&room, &Own::new(high)), gjk::penetration(&room, &Own::new(raised))];
    for overlap in overlaps.map(|overlap| overlap.expect("it is inside")) {
        assert_eq!((overlap.depth, overlap.normal), (1.0, vec3(0.0, 1.0, 0.0)));
        assert_eq!(overlap.on_b, vec3(0.0, 3.0, 0.0));
    }
}

#[test]
fn a_box_at_a_pose_is_where_its_form_says_that_it_is() {
    let [cube, tile] = [1.0, 0.5].map(|y| Cuboid::new(vec3(1.0, y, 1.0)).expect("sizes"));
    let moved = |x, y| Pose::translation(vec3(x, y, 0.0)).expect("in range");
    let away = Own::new(tile.at(moved(3.0, 0.25)).at(moved(2.0, 0.0)));
    assert_eq!(gjk::distance(&cube, &away).distance, 3.0);
    assert!(!gjk::intersects(&cube, &away) && !gjk::intersects(&away, &cube));
    assert!(gjk::has_clearance(&cube, &away, 2.5) && !gjk::has_clearance(&cube, &away, 3.5));
    let beside = Query::new().poses(moved(5.0, 1.5), Pose::IDENTITY).penetration(&cube, &away).expect("they overlap");
    assert_eq!((beside.depth, beside.normal), (0.25, vec3(0.0, -1.0, 0.0)));
    let ray = Ray::new(vec3(0.0, 0.5, 0.0), vec3(1.0, 0.0, 0.0), 10.0).expect("a ray");
    let hit = gjk::ray_cast(&away, &ray).expect("it is ahead");
    assert_eq!((hit.time, hit.normal), (4.0, vec3(-1.0, 0.0, 0.0)));
}

/// Poses in one another that take a body out of the range.
const NESTED: usize = 40;

/// Looks at a shape, at the shape at a pose, at the result at the same pose, and so on.
fn for_each_nested<V: Vector>(
    shape: &dyn Support<Vector = V>,
    pose: Pose<V>,
    depth: usize,
    look: &mut dyn FnMut(&dyn Support<Vector = V>, usize),
) {
    look(shape, depth);
    if depth < NESTED {
        for_each_nested(&Posed::new(shape, pose), pose, depth + 1, look);
    }
}

/// Boxes and points, some farther away than one pose may bring them, with margins of which some are none.
fn bad_numbers_prove_nothing<S: Number>(bad_margins: &[S])
where
    Vec3<S>: Space<Scalar = S>,
{
    let (one, nil, limit) = (S::ONE, S::NIL, S::LIMIT);
    let cube = Cuboid::new(vec3(one, one, one)).expect("sizes");
    let cube = erased(&cube);
    let margins: Vec<_> = [nil, one, limit].iter().chain(bad_margins).copied().collect();
    for at in [nil, one + one + one, limit, -limit] {
        let away = Pose::translation(vec3(at, nil, at)).expect("in range");
        let query = || Query::new().poses(Pose::IDENTITY, away);
        for half in [one, nil, limit] {
            let block = Cuboid::new(vec3(half, half, half)).expect("sizes");
            for_each_nested(&block, away, 0, &mut |shape, depth| {
                for &margin in &margins {
                    let odd = Own { shape, margin };
                    let odd = erased(&odd);
                    let (touch, overlap) = (query().intersects(cube, odd), query().penetration(cube, odd));
                    let is_size = margin >= nil && margin <= S::MAX;
                    let is_apart = !touch || overlap.is_none();
                    assert!(is_size || !is_apart, "apart, with a margin of {margin:?}: {at:?} {half:?}, {depth}");
                    let _ = query().proximity(odd, cube);
                }
            });
        }
        for_each_nested(&Point::ORIGIN, away, 0, &mut |shape, depth| {
            let found = query().proximity(cube, erased(&Own::new(shape)));
            // The point is (e, 0, e) from the middle of the cube.
            let e = at.value().abs() * (depth + 1) as f64;
            let expected = if e > 1.0 { (e - 1.0) * 2.0_f64.sqrt() } else { e - 1.0 };
            // `f64` rounds the expected value.
            let close = S::steps(CLOSE, e.max(1.0)) + 4.0 * f64::EPSILON * e;
            assert!(bounds(&found).0 <= expected + close, "{at:?}, {depth}, {expected:e} apart: {found:?}");
            let is_right = (signed(&found) - expected).abs() <= close;
            let is_bad = found.status() == Status::BadSupport && e > limit.value();
            let is_beyond = expected > S::MAX.value();
            assert!(is_right || is_bad || is_beyond, "{at:?}, {depth}, {expected:e} apart: {found:?}");
        });
    }
}

#[test]
fn bad_numbers_of_a_box_neither_panic_nor_prove_anything() {
    bad_numbers_prove_nothing(&[f32::NAN, f32::INFINITY, -1.0]);
    bad_numbers_prove_nothing(&[f64::NAN, f64::INFINITY, -1.0]);
    bad_numbers_prove_nothing(&[I16F16::MAX, -I16F16::ONE, I16F16::MIN]);
    bad_numbers_prove_nothing(&[I32F32::MAX, -I32F32::ONE, I32F32::MIN]);
}

/// Separating axes allow for the size of the point. A search allows for that of what it measures, and may be a few
/// rounding steps of the point off.
#[cfg(feature = "speed")]
#[test]
fn a_far_point_of_a_body_is_no_better_than_its_rounding() {
    let cube = Cuboid::new(vec3(1.0_f32, 1.0, 1.0)).expect("sizes");
    let far = Point::new(vec3(1e6_f32, 0.0, 0.0)).expect("in range");
    let rng = &mut Rng::new(3);
    for _ in 0..10_000 {
        let turn = Vec3::<f32>::rotation(rng.quaternion(3));
        let [x, y, z] = Vec3::<f32>::rows(turn).map(|row| 1e6 * row[0]);
        let there = pose(turn, add(rng.point(1.0, 3), [-x, -y, -z]));
        let [u, v, w] = add(there.position().value(), [x, y, z]);
        let is_inside = u.abs() < 1.0 && v.abs() < 1.0 && w.abs() < 1.0;
        let touch = Query::new().poses(there, Pose::IDENTITY).intersects(&far, &cube);
        assert!(touch || !is_inside, "{u} {v} {w} is inside");
    }
}

#[test]
fn boxes_at_the_ends_of_the_range_are_boxes() {
    // At an angle of some rounding steps, so that the planes across their edges have short normals.
    let turn = Rotation3::from_quaternion(-1.08e-7_f32, 4.6e-12, -2.04e-7, 1.0).expect("not zero");
    for exponent in [-140, -135, -130, -126, -123, -110, -60, 0, 50] {
        let size = 2.0_f64.powi(exponent) as f32;
        let cube = Cuboid::new(vec3(size, size, size)).expect("sizes");
        for (apart, is_touch) in [(1.875, true), (2.125, false)] {
            let beside = Pose::new(turn, vec3(apart * size, 0.0, 0.125 * size)).expect("in range");
            let mut query = Query::new().poses(Pose::IDENTITY, beside);
            assert_eq!(query.intersects(&cube, &cube), is_touch, "2^{exponent}");
            assert_eq!(query.penetration(&cube, &cube).is_some(), is_touch, "2^{exponent}");
        }
    }
}

#[test]
fn a_capped_search_does_not_forget_what_a_plane_proves() {
    let number = I16F16::from_num::<f64>;
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0).map(number)).expect("sizes");
    let beside = Pose::translation(vec3(6.0, 0.0, 0.0).map(number)).expect("in range");
    let query = Query::new().poses(Pose::IDENTITY, beside).max_iterations(0);
    let found = query.direction(vec3(-1.0, 0.0, 0.0).map(number)).expect("not zero").proximity(&cube, &cube);
    let Proximity::Separated(gap) = found else { panic!("{found:?}") };
    assert_eq!((gap.lower_bound, gap.status), (number(4.0), Status::IterationLimit));
    assert!(gap.distance >= 4.0);
}

/// The points of a tip that reaches one deep into a block, by its side at y = 0, of which a corner is the middle.
fn tip_in_a_block<S: Number>(size: f64, dent: f64, tip: f64) {
    let vec = |x: f64, y: f64| Vec2::<S>::of([x * size, y * size, 0.0]);
    let mut block = [vec(10.0, -dent), vec(0.0, 0.0), vec(-10.0, -dent), vec(-10.0, -10.0), vec(10.0, -10.0)];
    for _ in 0..block.len() {
        block.rotate_left(1);
        let spike = [vec(tip, -1.0), vec(tip + 1.0, 5.0), vec(tip - 1.0, 5.0)];
        let (block, spike) = (Polygon::new(&block).expect("convex"), Polygon::new(&spike).expect("convex"));
        let close = 1e-3 * size;
        for (overlap, up) in [(gjk::penetration(&block, &spike), 1.0), (gjk::penetration(&spike, &block), -1.0)] {
            let overlap = overlap.expect("they overlap");
            let (on_a, on_b) = (overlap.on_a.value(), overlap.on_b.value());
            let (side, end) = if up > 0.0 { (on_a, on_b) } else { (on_b, on_a) };
            assert!(
                (overlap.depth.value() - size).abs() <= close && overlap.status == Status::Converged,
                "{overlap:?}"
            );
            assert!(length(sub(side, [tip * size, 0.0, 0.0])) <= close, "{tip}: {overlap:?}");
            assert!(length(sub(end, [tip * size, -size, 0.0])) <= close, "{tip}: {overlap:?}");
        }
    }
}

#[test]
fn a_corner_in_the_middle_of_a_side_leaves_the_points_where_they_are() {
    for tip in [-5.0, -0.5, 0.0, 0.5, 5.0] {
        tip_in_a_block::<f64>(1.0, 1e-17, tip);
        tip_in_a_block::<f32>(1.0, 1e-7, tip);
        tip_in_a_block::<I16F16>(8.0, 2.0_f64.powi(-19), tip);
    }
}

#[test]
fn polygons_at_the_ends_of_the_range_are_polygons() {
    for exponent in [-115, -100, -80, -60, -41, -39, -20, 0, 20, 35, 39, 50] {
        for tip in [-3.0, 0.25, 3.0] {
            tip_in_a_block::<f32>(2.0_f64.powi(exponent), 1e-7, tip);
        }
    }
}

/// The signed distance of a point in the world from a body, by the search.
fn off<V: Space>(body: &dyn Support<Vector = V>, there: Pose<V>, point: [f64; 3]) -> f64 {
    let point = Pose::translation(V::of(point)).expect("in range");
    signed(&Query::new().poses(there, point).search_only().proximity(body, erased(&Point::ORIGIN)))
}

/// A rotation of the second body relative to the first: any, a quarter turn, or nearly a quarter turn.
fn turn<V: Space>(rng: &mut Rng) -> [f64; 4] {
    if rng.percent(30) {
        return rng.quaternion(V::DIMENSION);
    }
    let quarter = rng.quarter_turn(V::DIMENSION);
    if rng.percent(30) {
        return quarter;
    }
    let (other, little) = (rng.quaternion(V::DIMENSION), 2.0_f64.powi(-1 - rng.below(40) as i32));
    let sum: [f64; 4] = std::array::from_fn(|i| quarter[i] + little * other[i]);
    let whole = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
    sum.map(|x| x / whole)
}

fn boxes_answer_as_the_search_does<V: Space>() {
    answer_as_the_search_does::<V, Boxes>();
}

fn polygons_answer_as_the_search_does<V: Space>() {
    answer_as_the_search_does::<V, Polygons>();
}

fn answer_as_the_search_does<V: Space, F: Family>() {
    check(|scene: &Scene<V, F>| {
        let rng = &mut Rng::new(!scene.seed);
        let pose_a =
            if rng.percent(50) { scene.pose_a } else { Pose::translation(scene.pose_a.position()).expect("in range") };
        let apart = scale(rng.direction(V::DIMENSION), scene.size() * rng.uniform(0.0, 1.0));
        let position =
            if rng.percent(50) { scene.pose_b.position().value() } else { add(pose_a.position().value(), apart) };
        let pose_b = pose(V::rotation(turn::<V>(rng)), position);
        let scene = scene.with_poses(pose_a, pose_b);
        let (a, b) = (scene.a.shape(), scene.b.shape());
        holds(&scene, &*a, &*b)
    });
}

fn holds<V: Space, F: Family>(
    scene: &Scene<V, F>,
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
) -> Verdict {
    let close = V::Scalar::steps(CLOSE, scene.largest());
    let query = || Query::new().poses(scene.pose_a, scene.pose_b);
    let (with, without) = (query().proximity(a, b), query().search_only().proximity(a, b));
    let (d, e) = (signed(&with), signed(&without));
    ensure!((d - e).abs() <= close, "{d:e} against {e:e}, {close:e} allowed: {with:?} {without:?}");
    ensure!(query().intersects(a, b) == (e <= 0.0) || e.abs() <= close, "intersects, at {e:e}");
    let is_none = query().penetration(a, b).is_none();
    ensure!(is_none == (e > 0.0) || e.abs() <= close, "penetration is none: {is_none}, at {e:e}");
    let limit = V::Scalar::of(e.max(0.0) / 2.0);
    match query().limit(limit).expect("a size").proximity(a, b) {
        Proximity::Separated(gap) => {
            let (lower, upper) = (gap.lower_bound.value(), gap.distance.value());
            ensure!(lower <= e + close && e <= upper + close, "{e:e} is not in the bounds of {gap:?}");
            ensure!(lower > limit.value() || gap.status == Status::Converged, "beyond {limit:?}: {gap:?}");
        }
        Proximity::Overlapping(overlap) => {
            ensure!(e <= close, "{e:e} apart: {overlap:?}");
        }
    }
    let Proximity::Overlapping(overlap) = with else { return Ok(()) };
    ensure!(matches!(overlap.status, Status::Converged | Status::Undecided), "{overlap:?}");
    let (on_a, on_b) = witnesses(&with);
    let way = sub(sub(on_a, on_b), scale(normal(&with), -d));
    ensure!(length(way) <= close, "the way between the points is off by {way:?}: {overlap:?}");
    for (body, there, point) in [(a, scene.pose_a, on_a), (b, scene.pose_b, on_b)] {
        let off = off(body, there, point);
        ensure!(off.abs() <= close, "{point:?} is {off:e} off the surface, {close:e} allowed: {overlap:?}");
    }
    Ok(())
}

#[test]
fn a_pose_of_a_body_costs_no_digits_in_a_query_far_away() -> Result<(), gjk::Error> {
    // Links at places of their own in frames that are far from the origin, whose distance there is exact. In the world
    // coordinates have steps of a sixteenth.
    let (far, beside) = (Pose::translation(vec3(1e6_f32, 0.0, 0.0))?, Pose::translation(vec3(1_000_001.0, 0.0, 0.0))?);
    let link = Cuboid::new(vec3(0.125_f32, 0.25, 0.5))?;
    for (own, other) in [(0.28125_f32, 0.21875_f32), (0.015_625, 0.25), (0.0, 0.09375), (-0.03125, 0.0)] {
        let place = |x: f32| Pose::translation(vec3(x, 0.0, 0.0));
        let (a, b) = (link.at(place(own)?), link.at(place(other)?));
        let expected = 1.0 + other - own - 0.25;
        let query = || Query::new().poses(far, beside);
        let gap = query().distance(&a, &b);
        assert_eq!((gap.distance, gap.lower_bound), (expected, expected), "{own} {other}");
        assert_eq!(query().proximity(&a, &b).signed_distance(), expected, "{own} {other}");
        // One body with a pose of its own, the other without, and both at poses in poses.
        let gap = query().distance(&a, &link);
        assert_eq!(gap.distance, 0.75 - own);
        let (outer, inner) = (Pose::translation(vec3(0.0, 1e6_f32, 0.0))?, place(own)?);
        let gap = gjk::distance(&link.at(inner).at(outer), &link.at(place(2.0 + other)?).at(outer));
        assert!(
            gap.lower_bound <= 2.0 + other - own - 0.25 && 2.0 + other - own - 0.25 <= gap.distance + 0.125,
            "{gap:?}"
        );
        let ray = Ray::new(vec3(0.0_f32, 0.0, 0.0), vec3(-1.0, 0.0, 0.0), 10.0)?;
        let hit = query().ray_cast(&a, &ray).expect("it is in the way");
        assert_eq!(hit.time, 1.0 - own - 0.125);
        let impact = query().shape_cast(&a, &b, vec3(-1.0, 0.0, 0.0), 10.0)?.expect("it is in the way");
        assert_eq!(impact.time, expected);
    }
    Ok(())
}

#[test]
fn small_boxes_of_fixed_point_a_few_steps_apart_do_not_intersect() {
    let half = |steps: i32| I16F16::from_bits(steps);
    let cube = Cuboid::new(vec3(half(100), half(60), half(90))).expect("sizes");
    for gap in 3..=9 {
        let beside = cube.at(Pose::translation(vec3(half(200 + gap), half(7), half(-5))).expect("in range"));
        assert!(!gjk::intersects(&cube, &beside), "{gap} steps apart");
    }
    for overlap in 0..=9 {
        let inside = cube.at(Pose::translation(vec3(half(200 - overlap), half(7), half(-5))).expect("in range"));
        assert!(gjk::intersects(&cube, &inside), "{overlap} steps deep");
    }
}
