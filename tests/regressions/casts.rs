//! Rays and casts: contacts where the bodies are, normals, and target distances.

use super::Result;
use crate::common::number::Number;
use crate::common::scene::erased;
use core::cell::Cell;
use fixed::types::{I2F30, I16F16};
use gjk::{
    Capsule, Cuboid, Cylinder, Motion, Point, Polygon, PolygonBuilder, Pose, Query, Ray, Rectangle, Rotation2,
    Rotation3, Status, SupportFn, Vec3, vec2, vec3,
};

#[test]
fn a_cast_of_curved_bodies_with_margins_knows_its_contact() -> Result {
    let (drum, pill) = (Cylinder::new(0.8, 1.0)?, Capsule::new(vec3(0.0, 0.0, -1.0), vec3(0.0, 0.0, 1.0), 0.4)?);
    let turned = Pose::new(Rotation3::from_quaternion(0.3, 0.2, 0.1, 0.9)?, vec3(1.6, 0.5, 0.6))?;
    let mut query = Query::new().poses(Pose::translation(vec3(-1.2, 0.0, 0.0))?, turned);
    let impact = query.shape_cast(erased(&drum), erased(&pill), vec3(-1.4, -0.25, -0.3), 4.0_f64)?.expect("they meet");
    assert_eq!(impact.status, Status::Converged);
    assert!(impact.upper_bound - impact.time <= 1e-7, "{impact:?}");
    Ok(())
}

#[test]
fn a_ray_that_starts_within_rounding_of_a_box_has_a_normal() -> Result {
    type F = I16F16;
    let f = F::from_num::<f64>;
    let plate = Rectangle::new(vec2(f(0.007_812_5), F::ZERO))?;
    let stand = Pose::translation(vec2(f(0.003_906_25), F::ZERO))?;
    // The ray starts two rounding steps beyond the end of the plate and heads towards it.
    let turn = Rotation2::from_cos_sin(I2F30::ONE, I2F30::from_num(-5.886e-7))?;
    let eye = Pose::new(turn, vec2(f(0.011_749_267_578_125), F::ZERO))?;
    let ray = Ray::new(vec2(F::ZERO, F::ZERO), vec2(f(-0.007_049_560_546_875), f(0.003_372_192_382_812_5)), f(5.0))?;
    let hit = Query::new().poses(stand, eye).ray_cast(erased(&plate), &ray).expect("it is there");
    let [x, y] = [hit.normal.x, hit.normal.y].map(|part| part.to_num::<f64>());
    assert!((x.hypot(y) - 1.0).abs() < 1e-8, "{hit:?}");
    Ok(())
}

#[test]
fn segments_that_are_all_but_parallel_meet_where_they_are_near() -> Result {
    let a = Capsule::new(vec3(0.0_f32, -4.0, 1.0), vec3(0.0, -3.0, -2.0), 0.125)?;
    let b = Capsule::new(vec3(2.0, 4.0, 5.0), vec3(2.0, 5.0, 1.99999), 0.125)?;
    let velocity = vec3(-1.0, 1.0, 0.0);
    assert_eq!(gjk::shape_cast(erased(&a), erased(&b), velocity, 10.0)?, None);
    assert_eq!(gjk::shape_cast(erased(&b), erased(&a), -velocity, 10.0)?, None);
    let a = Capsule::new(vec3(3.0_f64, 3.0, -2.0), vec3(6.0, 6.0, -5.0), 0.25)?;
    let b = Capsule::new(vec3(1.0, 4.0, 0.0), vec3(4.00001, 7.00001, -3.00001), 0.25)?;
    let velocity = vec3(1.0, -2.0, 1.0);
    if let Some(impact) = gjk::shape_cast(erased(&a), erased(&b), velocity, 10.0)? {
        let moved = b.at(Pose::translation(velocity * impact.time)?);
        assert!(gjk::distance(erased(&a), erased(&moved)).distance < 1e-12, "{impact:?}");
    }
    Ok(())
}

#[test]
fn normals_of_thin_capsules_bear_on_them() -> Result {
    let (from, to, radius) = (vec2(417.0_f32, -505.0), vec2(-292.0, -952.0), 0.106_389_38);
    let capsule = Capsule::new(from, to, radius)?;
    let hit =
        gjk::ray_cast(erased(&capsule), &Ray::new(vec2(-179.0, -373.0), vec2(-67.0, -554.0), 1.0)?).expect("it is hit");
    for end in [from, to] {
        let beyond = hit.normal.dot(end - hit.on_a) + radius;
        assert!(beyond < 952.0 * 8.0 * f32::EPSILON, "{beyond}: {hit:?}");
    }
    Ok(())
}

#[test]
fn a_target_that_is_reached_is_as_near_as_asked_for() -> Result {
    type F = I16F16;
    let m = F::from_num::<f64>;
    let corners = [(-89.75, -407.75), (337.25, -270.5), (186.0, -10.75), (-52.75, -10.75)];
    let corners = corners.map(|(x, y)| vec2(m(x), m(y)));
    let body = Polygon::new(&corners)?;
    let ray = Ray::new(vec2(m(-241.0), m(-148.0)), vec2(m(0.61398), m(-0.12787)), m(10000.0))?;
    let target = m(0.30365);
    let hit = Query::new().target_distance(target)?.ray_cast(erased(&body), &ray).expect("it is hit");
    let gap = gjk::distance(erased(&body), erased(&Point::new(ray.at(hit.time))?));
    assert!(hit.status != Status::Converged || gap.distance - target <= m(0.001), "{gap:?} {hit:?}");

    let corners = [(-881.0, 766.0), (-785.0, -581.0), (-194.0, -307.0), (133.0, 402.0)].map(|(x, y)| vec2(x, y));
    let body = Polygon::new(&corners)?;
    let (from, way) = (vec2(-871.042_012_653_856_3, 766.0), vec2(0.831_513_438_103_510_1, -2.891_701_154_919_141));
    let (ray, target) = (Ray::new(from, way, 2.0)?, 0.141_642_262_176_424_56);
    let hit = Query::new().target_distance(target)?.ray_cast(erased(&body), &ray).expect("it is hit");
    let gap = gjk::distance(erased(&body), erased(&Point::new(ray.at(hit.time))?));
    assert!(gap.distance - target <= 881.0 * 32.0 * f64::EPSILON, "{gap:?} {hit:?}");
    Ok(())
}

#[test]
fn a_body_of_few_steps_is_not_met_before_it_is_near() -> Result {
    type F = I16F16;
    let m = F::from_num::<f64>;
    let ends = [vec2(m(-0.00081), m(0.13303)), vec2(m(0.00487), m(0.13297))];
    let mut builder = PolygonBuilder::<F, 2, 2>::new();
    let (body, target) = (builder.build(&ends)?, m(0.12918));
    let ray = Ray::new(vec2(m(-0.00195), m(-0.0002)), vec2(m(0.00017), m(0.00323)), m(10.0))?;
    let hit = Query::new().target_distance(target)?.ray_cast(erased(&body), &ray).expect("it is near");
    assert!((hit.on_a - hit.on_b).length() >= target - m(0.0005), "{hit:?}");
    Ok(())
}

#[test]
fn a_cast_of_a_support_function_that_lies_stays_in_range() -> Result {
    type F = I16F16;
    let v = |[x, y, z]: [f64; 3]| vec3(F::from_num(x), F::from_num(y), F::from_num(z));
    let lies = [
        [0.0, 0.0, 1328.02905],
        [0.0, 0.0, 0.00305],
        [0.0, 0.0, 0.0],
        [0.0, 122.0, 32767.99998],
        [2730.66666, -2730.66666, 0.0],
        [0.0, -2730.66666, 170.0],
        [619.375, 0.0, 0.0],
        [0.0, 0.0, -2730.66666],
        [0.0, 76.49191, 0.0],
        [-3.125, -3.125, -3.125],
        [-3.125, -3.125, 0.0],
        [107.0, 0.0, 1.0],
        [0.0, 0.00038, 0.0],
        [0.0, 0.0, 0.0],
    ];
    let cuboid = Cuboid::new(v([0.9961, 1232.93652, 0.0]))?;
    // Portals whose corners lie outside the range once B has moved: the test is that no difference overflows.
    for first in 0..lies.len() {
        let count = Cell::new(first);
        let liar = SupportFn::new(|_| {
            count.set(count.get() + 1);
            v(lies[count.get() % lies.len()])
        });
        let (velocity, time) = (v([0.0, -2730.66666, 0.0]), F::from_num(2730.66666));
        let _ = Query::new().shape_cast(&liar, &cuboid, velocity, time)?;
        let _ = Query::new().shape_cast(&cuboid, &liar, velocity, time)?;
    }
    Ok(())
}

/// A fan beside a wall, whose blades end short of it: the ball that they cannot leave proves it, for any time.
fn a_fan_never_meets_a_wall_beyond_its_reach<S: Number>(times: [f64; 2]) -> Result {
    let x = S::of;
    let blade = Cuboid::new(vec3(x(1.0), x(0.0625), x(0.0625)))?;
    let wall = Cuboid::new(vec3(x(0.125), x(3.0), x(3.0)))?;
    let (spin, still) = (Motion::new(Vec3::ZERO, vec3(x(0.5), x(0.0), x(3.0)))?, Motion::still());
    for away in [1.25, 4.0] {
        for time in times {
            // The ends of the blade are less than 1.005 from its middle.
            let (here, there) = (Pose::IDENTITY, Pose::translation(vec3(x(away), x(0.0), x(0.25)))?);
            let mut query = Query::new().poses(here, there).max_cast_iterations(1);
            assert!(query.time_of_impact(erased(&blade), erased(&wall), &spin, &still, x(time))?.is_none());
            let mut query = Query::new().poses(there, here).max_cast_iterations(1);
            assert!(query.time_of_impact(erased(&wall), erased(&blade), &still, &spin, x(time))?.is_none());
        }
    }
    Ok(())
}

#[test]
fn fans_never_meet_walls_beyond_their_reach() -> Result {
    a_fan_never_meets_a_wall_beyond_its_reach::<f32>([1.0, 1000.0])?;
    a_fan_never_meets_a_wall_beyond_its_reach::<f64>([1.0, 1e9])?;
    a_fan_never_meets_a_wall_beyond_its_reach::<I16F16>([1.0, 30_000.0])
}
