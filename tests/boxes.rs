//! Claims about boxes, and polygons in the plane, whose overlap and depth need no search: they agree with what the
//! search finds, at any angle, and the witness points lie on the surfaces.

mod common;

use common::number::{Number, Space, add, length, scale, sub};
use common::scene::{Boxes, Family, Polygons, Rng, Scene, Verdict, check, normal, pose, signed, witnesses};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Cuboid, Observer, Point, Polygon, Pose, Proximity, Query, Rectangle, Rotation3, Scalar, Status, Support, UnitOf,
    Vec2, Vec3, Vector, vec2, vec3,
};

/// Steps within which two ways to the same value agree.
const CLOSE: u32 = 64;

claims! {
    boxes_answer_as_the_search_does,
    polygons_answer_as_the_search_does,
}

/// A shape of a user's own that is one point, and says no more.
struct Spot(Vec3<f64>);

impl Support for Spot {
    type Vector = Vec3<f64>;

    fn support(&self, _: Vec3<f64>) -> Vec3<f64> {
        self.0
    }

    fn as_point(&self) -> Option<Vec3<f64>> {
        Some(self.0)
    }
}

#[test]
fn a_point_is_a_box_where_it_says_that_it_is() {
    let room = Cuboid::new(vec3(4.0, 4.0, 4.0)).expect("sizes");
    let overlap = gjk::penetration(&room, &Spot(vec3(0.0, 3.0, 0.0))).expect("it is inside");
    assert_eq!((overlap.depth, overlap.normal), (1.0, vec3(0.0, 1.0, 0.0)));
    assert_eq!(overlap.on_b, vec3(0.0, 3.0, 0.0));
}

/// A shape of a user's own that says of itself what it likes.
struct Odd<S: Scalar> {
    at: Vec3<S>,
    half: Vec3<S>,
    margin: S,
}

impl<S: Scalar> Support for Odd<S> {
    type Vector = Vec3<S>;

    fn support(&self, dir: Vec3<S>) -> Vec3<S> {
        // A sum that saturates.
        let end = self.half.map(|half| if dir.x < S::NIL { -half } else { half });
        end.blend([self.at], [UnitOf::<S>::ONE])
    }

    fn margin(&self) -> S {
        self.margin
    }

    fn center(&self) -> Vec3<S> {
        self.at
    }

    fn as_box(&self) -> Option<Vec3<S>> {
        Some(self.half)
    }
}

#[test]
fn bad_numbers_of_a_box_neither_panic_nor_prove_anything() {
    let (one, nil, max) = (I16F16::ONE, I16F16::ZERO, I16F16::MAX);
    let cube = Cuboid::new(vec3(one, one, one)).expect("sizes");
    let mut all = Vec::new();
    for at in [nil, one * 3, max, -max] {
        for half in [one, nil, -one, max] {
            all.extend([nil, one, max, -one, I16F16::MIN].map(|margin| (at, half, margin)));
        }
    }
    for (at, half, margin) in all {
        let odd = Odd { at: vec3(at, nil, at), half: vec3(half, half, half), margin };
        let (touch, depth) = (gjk::intersects(&cube, &odd), gjk::penetration(&odd, &cube));
        assert!(margin >= nil || touch, "apart, with a margin of {margin}: {at} {half}");
        assert!(margin >= nil || depth.is_some(), "apart, with a margin of {margin}: {at} {half}");
        let _ = gjk::proximity(&cube, &odd);
    }

    let lost = gjk::proximity(&Cuboid::new(vec3(1.0, 1.0, 1.0)).expect("sizes"), &Spot(vec3(f64::NAN, 0.0, 0.0)));
    assert_eq!(lost.status(), Status::BadSupport, "{lost:?}");
}

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

/// A box that does not know its nearest points.
struct Sides(Vec3<f64>);

impl Support for Sides {
    type Vector = Vec3<f64>;

    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        vec3(self.0.x.copysign(dir.x), self.0.y.copysign(dir.y), self.0.z.copysign(dir.z))
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn as_box(&self) -> Option<Vec3<f64>> {
        Some(self.0)
    }
}

#[test]
fn a_capped_search_does_not_forget_what_a_plane_proves() {
    let cube = Sides(vec3(1.0, 1.0, 1.0));
    let beside = Pose::translation(vec3(6.0, 0.0, 0.0)).expect("in range");
    let query = Query::new().poses(Pose::IDENTITY, beside).max_iterations(0);
    let found = query.direction(vec3(-1.0, 0.0, 0.0)).expect("not zero").proximity(&cube, &cube);
    let Proximity::Separated(gap) = found else { panic!("{found:?}") };
    assert_eq!((gap.lower_bound, gap.status), (4.0, Status::IterationLimit));
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

/// A square with a corner that is no number, which it does not say as a support function.
struct Lost;

impl Support for Lost {
    type Vector = Vec2<f64>;

    fn support(&self, dir: Vec2<f64>) -> Vec2<f64> {
        vec2(1.0_f64.copysign(dir.x), 1.0_f64.copysign(dir.y))
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn corner(&self, number: u32) -> Option<Vec2<f64>> {
        let corners = [vec2(f64::NAN, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0), vec2(-1.0, 1.0)];
        corners.get(number as usize).copied()
    }
}

#[test]
fn a_corner_that_is_no_number_is_not_taken_on_trust() {
    let square = Rectangle::new(vec2(1.0, 1.0)).expect("sizes");
    let beside = Pose::translation(vec2(-1.5, 0.0)).expect("in range");
    let overlap = Query::new().poses(Pose::IDENTITY, beside).penetration(&Lost, &square).expect("they overlap");
    assert_eq!((overlap.depth, overlap.normal), (0.5, vec2(-1.0, 0.0)));
}

/// Who watches sees the search.
struct Watch;

impl<V: Space> Observer<V> for Watch {}

/// The signed distance of a point of the world from a body, by the search.
fn off<V: Space>(body: &dyn Support<Vector = V>, there: Pose<V>, point: [f64; 3]) -> f64 {
    let point = Pose::translation(V::of(point)).expect("in range");
    signed(&Query::new().poses(there, point).observer(Watch).proximity(body, &Point::ORIGIN))
}

/// A turn of the second body against the first: any, a quarter turn, or one that is off it by little.
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
    let close = V::Scalar::steps(CLOSE, scene.world_size().max(scene.size()));
    let query = || Query::new().poses(scene.pose_a, scene.pose_b);
    let (with, without) = (query().proximity(a, b), query().observer(Watch).proximity(a, b));
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
