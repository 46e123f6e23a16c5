//! Bodies that are fast for their size or for the rounding steps of time; sizes and speeds at the ends of the range.

use super::moving::{CLOSE, Spin};
use crate::common::number::{Number, Space};
use crate::common::scene::{Rng, Scene, check, erased, pose};
use fixed::types::{I16F16, I32F32};
use gjk::{Capsule, Motion, NBall, NCuboid, Pose, Query, Ray, Scalar as _, Support, Vec2, Vec3, vec3};

claims! {
    thin_plates_stop_fast_bodies,
    a_turning_plate_stops_fast_bodies,
    fast_bodies_are_in_contact_at_the_upper_bound,
    fast_bodies_that_overlap_at_the_start_say_so,
    sizes_and_ways_at_the_ends_of_the_range,
}

/// A plate across x, as thin as the scalar allows.
fn plate<V: Space>() -> (NCuboid<V>, f64) {
    let thickness = (16.0 * V::Scalar::ABSOLUTE_STEP).max(1e-5);
    (NCuboid::new(V::of([thickness, 2.0, 2.0])).expect("sizes"), thickness)
}

fn thin_plates_stop_fast_bodies<V: Space>() {
    check(|scene: &Scene<V>| {
        let (plate, thickness) = plate::<V>();
        let rng = &mut Rng::new(scene.seed);
        let (radius, offset, speed) = (rng.uniform(0.01, 0.5), rng.uniform(-1.0, 1.0), rng.uniform(10.0, 1000.0));
        let ball = gjk::NBall::<V>::new(V::Scalar::of(radius)).expect("a size");
        let start = Pose::translation(V::of([-5.0, offset, 0.0])).expect("in range");
        let speed = V::Scalar::of(speed);
        let velocity = V::of([speed.value(), 0.0, 0.0]);
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let impact = query
            .shape_cast(erased(&plate), erased(&ball), velocity, V::Scalar::of(1.0))
            .expect("a velocity and a time");
        let impact = impact.ok_or("it went through")?;
        let reach = 5.0 - V::Scalar::of(thickness).value() - V::Scalar::of(radius).value();
        let off = (impact.time.value() * speed.value() - reach).abs();
        let close = V::Scalar::steps(CLOSE, 5.0) + 4.0 * V::Scalar::ABSOLUTE_STEP * speed.value();
        ensure!(off <= close, "off by {off:e}: {impact:?}");
        ensure!(V::unit_value(impact.normal) == [-1.0, 0.0, 0.0], "normal: {impact:?}");
        Ok(())
    });
}

fn a_turning_plate_stops_fast_bodies<V: Spin>() {
    check(|scene: &Scene<V>| {
        let (plate, _) = plate::<V>();
        let rng = &mut Rng::new(scene.seed);
        let (angular, _) = V::spin([0.0, 0.0, rng.uniform(-2.0, 2.0)]);
        let spinning = Motion::new(V::ZERO, angular).expect("in range");
        let (tumbling, _) = V::spin(rng.point(8.0, 3));
        let speed = rng.uniform(50.0, 500.0);
        let shot = Motion::new(V::of([speed, 0.0, 0.0]), tumbling).expect("in range");
        let pellet = NCuboid::<V>::new(V::of([0.01, 0.01, 0.01])).expect("sizes");
        let start = Pose::translation(V::of([-5.0, rng.uniform(-0.5, 0.5), 0.0])).expect("in range");
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let impact = query
            .time_of_impact(erased(&plate), erased(&pellet), &spinning, &shot, V::Scalar::of(1.0))
            .expect("a time");
        let impact = impact.ok_or("it went through")?;
        ensure!(impact.on_b.value()[0].abs() < 0.75, "not at the plate: {impact:?}");
        Ok(())
    });
}

/// In fixed point the end of the rod travels farther than a few steps of length within one step of time.
fn fast_bodies_are_in_contact_at_the_upper_bound<V: Spin>() {
    check(|scene: &Scene<V>| {
        let rng = &mut Rng::new(scene.seed);
        let rod = NCuboid::<V>::new(V::of([256.0, 8.0, 8.0])).expect("sizes");
        let post = NCuboid::<V>::new(V::of([8.0; 3])).expect("sizes");
        let (ball, still) = (gjk::NBall::<V>::new(V::Scalar::of(8.0)).expect("a size"), Motion::still());
        let bodies: [&dyn Support<Vector = V>; 2] = [&post, &ball];
        let body = bodies[usize::from(rng.percent(50))];
        let place = pose(Pose::<V>::IDENTITY.rotation(), [rng.uniform(40.0, 240.0), rng.uniform(20.0, 100.0), 0.0]);
        let (angular, _) = V::spin([0.0, 0.0, rng.uniform(1.0, 16.0)]);
        let spinning = Motion::new(V::ZERO, angular).expect("in range");
        let mut query = Query::new().poses(Pose::IDENTITY, place);
        let impact = query.time_of_impact(erased(&rod), body, &spinning, &still, V::Scalar::of(4.0)).expect("a time");
        let impact = impact.ok_or("it is in the way")?;
        let later = spinning.pose_after(Pose::IDENTITY, impact.upper_bound).expect("in range");
        let gap = Query::new().poses(later, place).distance(erased(&rod), body).distance.value();
        ensure!(gap <= V::Scalar::steps(8, 256.0), "{gap:e} apart: {impact:?}");
        Ok(())
    });
}

/// At the start bodies have not moved: how far they travel within a step of time must not hide that they overlap.
fn fast_bodies_that_overlap_at_the_start_say_so<V: Spin>() {
    check(|scene: &Scene<V>| {
        let rng = &mut Rng::new(scene.seed);
        let cube = NCuboid::<V>::new(V::of([8.0; 3])).expect("sizes");
        let cube = erased(&cube);
        let depth = (16 + rng.below(48)) as f64 * V::Scalar::steps(1, 16.0);
        let start = Pose::translation(V::of([16.0 - depth, 1.0, 0.0])).expect("in range");
        let velocity = V::of([-rng.uniform(64.0, 512.0), 0.0, 0.0]);
        let still = Motion::still();
        let (angular, _) = V::spin([0.0, 0.0, rng.uniform(1.0, 16.0)]);
        let moving = Motion::new(velocity, angular).expect("in range");
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let turned = query.time_of_impact(cube, cube, &still, &moving, V::Scalar::of(1.0)).expect("a time");
        let cast = query.shape_cast(cube, cube, velocity, V::Scalar::of(1.0)).expect("a velocity");
        for impact in [turned, cast] {
            let impact = impact.ok_or("they overlap")?;
            ensure!(impact.initially_overlapping && impact.time == V::Scalar::NIL, "{depth:e} deep: {impact:?}");
        }
        Ok(())
    });
}

/// Numbers from the smallest to the largest, with any sign, and zero.
fn any_number<S: Number>(rng: &mut Rng) -> f64 {
    let limit = S::LIMIT.value();
    let halvings = if S::is_float() { 3.2 * limit.log2() } else { 64.0 };
    let size = if rng.percent(20) { 0.0 } else { limit * f64::exp2(-rng.uniform(0.0, halvings)) };
    if rng.percent(50) { size } else { -size }
}

/// Rays, casts and distances of balls, boxes and capsules of any size, anywhere and at any speed end, and their lower
/// bounds are not above their upper bounds.
fn sizes_and_ways_at_the_ends_of_the_range<V: Space>() {
    let rng = &mut Rng::new(7);
    let mut seen = 0;
    for _ in 0..500 {
        let mut number = || any_number::<V::Scalar>(rng);
        let [half, start, end, position, velocity] = [(); 5].map(|()| V::of([(); 3].map(|()| number())));
        let [radius, margin] = [(); 2].map(|()| V::Scalar::of(number()));
        let (Ok(ball), Ok(cuboid), Ok(capsule), Ok(there)) = (
            NBall::<V>::new(radius.abs()),
            NCuboid::new(half.component_abs()),
            Capsule::new(start, end, margin.abs()),
            Pose::translation(position),
        ) else {
            continue;
        };
        let bodies: [&dyn Support<Vector = V>; 3] = [&ball, &cuboid, &capsule];
        for a in bodies {
            for b in bodies {
                let mut query = Query::new().poses(Pose::IDENTITY, there).max_cast_iterations(64);
                let gap = query.distance(a, b);
                assert!(gap.lower_bound <= gap.distance, "{gap:?}");
                let _ = query.penetration(a, b);
                let Ok(impact) = query.shape_cast(a, b, velocity, V::Scalar::MAX) else { continue };
                seen += u32::from(impact.is_some());
                assert!(impact.is_none_or(|impact| impact.time <= impact.upper_bound), "{impact:?}");
            }
            let Ok(ray) = Ray::new(position, velocity, V::Scalar::MAX) else { continue };
            let hit = Query::new().max_cast_iterations(64).ray_cast(a, &ray);
            assert!(hit.is_none_or(|hit| hit.time <= hit.upper_bound), "{hit:?}");
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn extreme_speeds_end() {
    let ball = gjk::Ball::new(1.0_f32).expect("a size");
    let start = Pose::translation(vec3(4.0, 0.0, 0.0)).expect("in range");
    for exponent in (-149..=60).step_by(7) {
        let speed = (2.0_f64.powi(exponent)) as f32;
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let impact = query.shape_cast(&ball, &ball, vec3(-speed, 0.0, 0.0), f32::MAX).expect("a velocity");
        let expected = 2.0 / f64::from(speed);
        match impact {
            Some(impact) => assert!((f64::from(impact.time) / expected - 1.0).abs() < 1e-5, "{impact:?}"),
            None => assert!(expected > f64::from(f32::MAX), "speed {speed:e}: a miss"),
        }
        assert_eq!(query.shape_cast(&ball, &ball, vec3(speed, 0.0, 0.0), f32::MAX), Ok(None));
    }
}
