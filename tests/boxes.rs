//! Claims about boxes, whose overlap and depth need no search: they agree with what the search finds, at any angle, and
//! the witness points lie on the surfaces.

mod common;

use common::number::{Number, Space, add, length, scale, sub};
use common::scene::{Boxes, Rng, Scene, Verdict, check, normal, pose, signed, witnesses};
use fixed::types::{I16F16, I32F32};
use gjk::{Cuboid, Observer, Point, Pose, Proximity, Query, Status, Support, Vec2, Vec3, vec3};

/// Steps within which two ways to the same value agree.
const CLOSE: u32 = 64;

claims! {
    boxes_answer_as_the_search_does,
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
    check(|scene: &Scene<V, Boxes>| {
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

fn holds<V: Space>(scene: &Scene<V, Boxes>, a: &dyn Support<Vector = V>, b: &dyn Support<Vector = V>) -> Verdict {
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
