//! Numbers that are refused, and shapes that break their contract: a cast then neither panics nor reports a miss that
//! is not proven.

use crate::common::number::{Number as _, P, Space, add};
use crate::common::scene::{Rng, erased};
use fixed::types::I16F16;
use gjk::{Error, Motion, NBall, Pose, Query, Ray, Status, Support, SupportFn, Vec2, Vec3, Vector as _, vec2, vec3};

/// A cube whose support function returns the given number as every coordinate, from the given call on.
struct Failing(core::cell::Cell<u32>, f64);

impl Support for Failing {
    type Vector = Vec3<f64>;

    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        self.0.set(self.0.get().saturating_sub(1));
        let value = if self.0.get() == 0 { self.1 } else { 0.5 };
        vec3(value.copysign(dir.x), value.copysign(dir.y), value.copysign(dir.z))
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

fn bad_support_is_never_a_miss(other: &dyn Support<Vector = Vec3<f64>>) {
    for bad in [f64::NAN, f64::INFINITY, f64::MAX, 1e300] {
        for calls in 0..40_u32 {
            let failing = || Failing(calls.into(), bad);
            let start = Pose::translation(vec3(5.0, 0.9, 0.3)).expect("in range");
            let mut query = Query::new().poses(Pose::IDENTITY, start);
            let velocity = vec3(-1.0, 0.0, 0.0);
            let cast = query.shape_cast(erased(&failing()), other, velocity, 20.0).expect("a velocity");
            let away = query.shape_cast(other, erased(&failing()), velocity, 20.0).expect("a velocity");
            let spinning = Motion::new(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 1.0)).expect("in range");
            let shot = Motion::linear(velocity).expect("in range");
            let turning = query.time_of_impact(erased(&failing()), other, &spinning, &shot, 20.0).expect("a time");
            for impact in [cast, away, turning] {
                let impact = impact.expect("they meet, or it is not known");
                assert!(
                    impact.time.is_finite() && 0.0 <= impact.time && impact.time < 5.0,
                    "{bad} {calls}: {impact:?}"
                );
                assert!(impact.on_a.is_finite() && impact.normal.is_finite(), "{bad} {calls}: {impact:?}");
            }
        }
    }
}

/// A rod from the origin to (2, 0, 0). Along any direction but the x axis the support function is right; along that the
/// far end has the given x: NaN, infinity or the right one.
#[test]
fn a_turning_body_is_not_small_because_its_end_is_no_number() {
    let end = |bad: f64| {
        SupportFn::new(move |dir: Vec3<f64>| match dir.to_array() {
            [x, 0.0, 0.0] if x > 0.0 => vec3(bad, 0.0, 0.0),
            [x, ..] if x > 0.0 => vec3(2.0, 0.0, 0.0),
            _ => Vec3::ZERO,
        })
    };
    let ball = NBall::new(0.25).expect("a radius");
    let above = Pose::translation(vec3(0.0, 1.5, 0.0)).expect("in range");
    let turning = Motion::new(Vec3::ZERO, vec3(0.0, 0.0, 1.0)).expect("in range");
    let rest = Motion::linear(Vec3::ZERO).expect("in range");
    for bad in [f64::NAN, f64::INFINITY, 2.0] {
        let mut query = Query::new().poses(Pose::IDENTITY, above);
        let impact = query.time_of_impact(erased(&end(bad)), erased(&ball), &turning, &rest, 3.0).expect("a time");
        let impact = impact.expect("the rod comes to the ball, or it is not known");
        assert!(impact.time < 1.5, "{bad}: {impact:?}");
    }
}

#[test]
fn a_support_function_that_fails_is_never_a_miss() {
    bad_support_is_never_a_miss(&gjk::Ball::new(0.5).expect("a size"));
    bad_support_is_never_a_miss(&gjk::Cuboid::new(vec3(0.5, 0.5, 0.5)).expect("sizes"));
}

/// The hull of points that may be out of range: no constructor has checked them.
struct Unchecked(Vec<Vec3<I16F16>>);

impl Support for Unchecked {
    type Vector = Vec3<I16F16>;

    fn support(&self, dir: Vec3<I16F16>) -> Vec3<I16F16> {
        let points = self.0.iter().copied();
        points.reduce(|best, next| if dir.dot(next) > dir.dot(best) { next } else { best }).expect("there are points")
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

#[test]
fn points_out_of_range_are_bad_support() {
    // The points are nearly as far apart as the largest number of the scalar; only half of that can be doubled.
    let hull = |points: &[P]| Unchecked(points.iter().map(|&point| Vec3::of(point)).collect());
    let near = hull(&[[-189.92934, 293.85628, 227.13026], [-192.72687, 294.10895, 225.63452]]);
    let far = hull(&[
        [-7769.43533, -9902.09206, 5013.24434],
        [13514.39658, -12637.8836, 4702.52077],
        [10020.81201, -12188.8235, 4753.5232],
        [-14424.36327, -9046.67686, 5110.40038],
    ]);
    let pose = |position| Pose::translation(Vec3::<I16F16>::of(position)).expect("in range");
    let poses = (pose([1091.213, 1247.42969, -2692.35378]), pose([-2264.97717, 1589.29361, 1534.15671]));
    let velocity = Vec3::of([1647.29005, 1484.36232, -1357.60966]);
    let impact = Query::new().poses(poses.0, poses.1).shape_cast(erased(&near), erased(&far), velocity, I16F16::MAX);
    let impact = impact.expect("a velocity").expect("nothing is proven");
    assert!(impact.time == 0 && impact.status == Status::BadSupport, "{impact:?}");
}

#[test]
fn no_sum_overflows_where_points_are_out_of_range() {
    // With the seeds that are listed sums once overflowed.
    for seed in (0..100).chain([561, 951, 1324, 1732, 1778]) {
        let rng = &mut Rng::new(seed);
        // Points may have any coordinates that the scalar holds, positions only those that `Pose` accepts.
        let mut hull = || {
            let (size, spread) = (rng.log_uniform(1.0, 16_000.0), rng.log_uniform(1.0, 16_000.0));
            let at = rng.point(size, 3);
            Unchecked((0..=rng.below(5)).map(|_| Vec3::of(add(at, rng.point(spread, 3)))).collect())
        };
        let (a, b) = (hull(), hull());
        let [at_a, at_b, velocity] = [0; 3].map(|_| Vec3::<I16F16>::of(rng.point(2_700.0, 3)));
        let velocity = velocity * I16F16::of(rng.log_uniform(1e-4, 1.0));
        let poses = [at_a, at_b].map(|position| Pose::translation(position).expect("in range"));
        let mut query = Query::new().poses(poses[0], poses[1]);
        let turning = Motion::new(velocity, vec3(I16F16::ONE, I16F16::ONE, I16F16::ZERO)).expect("in range");
        for end in [I16F16::ONE, I16F16::MAX] {
            let impacts = [
                query.shape_cast(erased(&a), erased(&b), velocity, end).expect("a velocity"),
                query.time_of_impact(erased(&a), erased(&b), &turning, &Motion::still(), end).expect("a time"),
                query.ray_cast(erased(&a), &Ray::new(at_b, velocity, end).expect("a direction")),
            ];
            for impact in impacts.into_iter().flatten() {
                assert!((I16F16::ZERO..=end).contains(&impact.time), "{seed}: {impact:?}");
            }
        }
    }
}

/// A cube with any margin, valid or not.
struct Shrunk(f64);

impl Support for Shrunk {
    type Vector = Vec3<f64>;

    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        vec3(0.5_f64.copysign(dir.x), 0.5_f64.copysign(dir.y), 0.5_f64.copysign(dir.z))
    }

    fn margin(&self) -> f64 {
        self.0
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

#[test]
fn a_bad_margin_is_neither_a_miss_nor_a_contact() {
    for margin in [f64::NAN, -0.125, -1.0, f64::NEG_INFINITY, f64::MIN, f64::INFINITY] {
        for aside in [0.25, 1.5] {
            let start = Pose::translation(vec3(5.0, aside, 0.0)).expect("in range");
            let (mut query, towards) = (Query::new().poses(Pose::IDENTITY, start), vec3(-1.0, 0.0, 0.0));
            for other in [Shrunk(0.0), Shrunk(1.0)] {
                let impact =
                    query.shape_cast(erased(&Shrunk(margin)), erased(&other), towards, 10.0).expect("a velocity");
                assert!(impact.is_some_and(|impact| impact.status == Status::BadSupport), "{margin}: {impact:?}");
            }
        }
    }
}

#[test]
fn bad_numbers_are_errors() {
    let disc = gjk::Circle::new(1.0_f32).expect("a size");
    let cast = |velocity, time| gjk::shape_cast(erased(&disc), erased(&disc), velocity, time).map(|_| ());
    assert_eq!(cast(vec2(f32::NAN, 0.0), 1.0), Err(Error::NotFinite));
    assert_eq!(cast(vec2(1e30, 0.0), 1.0), Err(Error::OutOfRange));
    assert_eq!(cast(vec2(1.0, 0.0), -1.0), Err(Error::Negative));
    assert_eq!(cast(vec2(1.0, 0.0), f32::INFINITY), Err(Error::NotFinite));
    assert_eq!(cast(vec2(1.0, 0.0), f32::MAX), Ok(()));
    assert_eq!(Motion::new(vec2(0.0_f32, 0.0), f32::NAN), Err(Error::NotFinite));
    assert_eq!(Motion::new(vec3(0.0_f32, 0.0, 0.0), vec3(0.0, 1e30, 0.0)), Err(Error::OutOfRange));
    let running = Motion::linear(vec2(1e9_f32, 0.0)).expect("in range");
    assert_eq!(running.pose_after(Pose::default(), f32::NAN), Err(Error::NotFinite));
    assert!(running.pose_after(Pose::default(), 1e20).is_err());
    assert_eq!(Ray::new(vec2(0.0_f32, 0.0), vec2(0.0, 0.0), 1.0), Err(Error::ZeroDirection));
    assert_eq!(Ray::new(vec2(0.0_f32, 0.0), vec2(1.0, f32::NAN), 1.0), Err(Error::NotFinite));
    assert!(Query::<Vec2<f32>>::new().target_distance(-1.0).is_err());
    assert!(!gjk::has_clearance(
        erased(&disc),
        erased(&disc.at(Pose::translation(vec2(9.0, 0.0)).expect("in range"))),
        f32::NAN
    ));
}
