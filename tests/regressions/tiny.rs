//! Bodies and motions so small that squares of their lengths underflow, or of a few steps of fixed point.

use super::Result;
use crate::common::scene::erased;
use fixed::types::I16F16;
use gjk::{
    Ball, Capsule, Circle, Cone, ConvexHull, Cuboid, Cylinder, HullOfTwo, Motion, Point, Pose, Query, Ray, Status,
    SupportExt, vec2, vec3,
};

#[test]
fn tiny_bodies_that_touch_at_the_origin_have_a_supporting_normal() -> Result {
    let s = 1e-25_f32;
    let pyramid = |z: f32| [vec3(0.0, 0.0, 0.0), vec3(s, s, z), vec3(s, -s, z), vec3(-s, -s, z), vec3(-s, s, z)];
    let (below, above) = (pyramid(-s), pyramid(s));
    let found =
        gjk::penetration(erased(&ConvexHull::new(&below)?), erased(&ConvexHull::new(&above)?)).expect("they touch");
    assert_eq!((found.depth, found.upper_bound), (0.0, 0.0), "{found:?}");
    Ok(())
}

#[test]
fn a_core_of_the_smallest_numbers_is_asked_for_no_zero_direction() -> Result {
    let speck = HullOfTwo::new(Ball::new(2.2867037e-38_f32)?, Ball::new(0.0)?);
    let found = gjk::penetration(erased(&Ball::new(1e10)?), erased(&speck)).expect("they overlap");
    assert_eq!((found.depth, found.status), (1e10, Status::Converged), "{found:?}");
    Ok(())
}

#[test]
fn a_manifold_of_the_tiniest_boxes_does_not_overflow() -> Result {
    for steps in [1, 2, 3, 5, 8] {
        let half = I16F16::from_bits(steps);
        let grain = Cuboid::new(vec3(half, half, half))?;
        let above = Pose::translation(vec3(I16F16::ZERO, I16F16::ZERO, I16F16::from_bits(2 * steps - 1)))?;
        let manifold = Query::new().poses(Pose::IDENTITY, above).manifold(&grain, &grain);
        assert!(!manifold.points().is_empty(), "{steps} steps: {manifold:?}");
    }
    Ok(())
}

#[test]
fn the_rounding_of_large_margins_does_not_overflow_in_the_units_of_a_speck() -> Result {
    let steps = |bits| I16F16::from_bits(bits);
    let speck = Capsule::new(vec2(I16F16::ZERO, I16F16::ZERO), vec2(steps(-1), I16F16::ZERO), I16F16::lit("2048"))?;
    let ball = Circle::new(I16F16::lit("2730"))?;
    assert!(gjk::intersects(erased(&speck), erased(&ball)));
    let found = gjk::penetration(erased(&speck), erased(&ball)).expect("they overlap");
    assert!(found.upper_bound >= I16F16::lit("4778"), "{found:?}");
    Ok(())
}

/// A size whose square underflows to zero in `f32`.
const TINY: f32 = 1e-25;

#[test]
fn points_beside_a_tiny_cylinder_or_cone_are_not_above_it() -> Result {
    let (drum, hat) = (Cylinder::new(TINY, TINY)?, Cone::new(TINY, TINY)?);
    let found = gjk::distance(erased(&drum), erased(&Point::new(vec3(0.9 * TINY, 0.9 * TINY, 3.0 * TINY))?));
    assert!((found.distance / TINY - 2.018_518).abs() < 1e-5, "{found:?}");
    let found = gjk::distance(erased(&hat), erased(&Point::new(vec3(5.0 * TINY, 0.0, -4.0 * TINY))?));
    assert!((found.distance / TINY - 5.0).abs() < 1e-5, "{found:?}");
    let found = gjk::distance(erased(&hat), erased(&Point::new(vec3(0.9 * TINY, 0.0, 0.5 * TINY))?));
    assert!((found.distance / TINY - 0.581_378).abs() < 1e-5, "{found:?}");
    let ray = Ray::new(vec3(0.9 * TINY, 0.9 * TINY, 3.0 * TINY), vec3(0.0, 0.0, -TINY), 10.0)?;
    assert_eq!(gjk::ray_cast(erased(&drum), &ray), None);
    Ok(())
}

#[test]
fn tiny_bodies_that_turn_meet() -> Result {
    let rotor = Cuboid::new(vec3(2.0 * TINY, 0.1 * TINY, 0.1 * TINY))?;
    let post = Cuboid::new(vec3(0.1 * TINY, 0.1 * TINY, 3.0 * TINY))?;
    let spin = Motion::new(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 10.0))?;
    let beside = Pose::translation(vec3(0.0, -1.5 * TINY, 0.0))?;
    let mut query = Query::new().poses(Pose::IDENTITY, beside);
    let impact = query.time_of_impact(erased(&rotor), erased(&post), &spin, &Motion::still(), 1.0)?.expect("it is hit");
    assert!(0.0 < impact.time && impact.time < 0.15, "{impact:?}");
    Ok(())
}

#[test]
fn slow_turns_are_as_fast_as_they_are() -> Result {
    let turn = Motion::new(vec3(0.0, 0.0, 0.0), vec3(TINY, TINY, TINY))?;
    let turned = turn.pose_after(Pose::IDENTITY, 1.0 / TINY)?.rotation();
    // The rotation is by an angle of √3 about the diagonal. The trace of a rotation is 1 + 2·cos(angle).
    let [x, y, z] = turned.to_rows();
    let cosine = (x.x + y.y + z.z - 1.0) / 2.0;
    assert!((cosine - f32::cos(3.0_f32.sqrt())).abs() < 1e-5, "{cosine}");
    Ok(())
}

#[test]
fn a_depth_beside_a_body_that_is_enormous_is_not_negative() -> Result {
    let wall = Cuboid::new(vec3(0.0, 3.273390607896142e150, 0.75))?;
    let dust = Cuboid::new(vec3(1.8010711257572996e-255, 1.0077968250038427e-306, 0.0))?;
    let dust = dust.rounded(1.1590126394889874e-253)?;
    let (of_wall, of_dust) = (vec3(1.98e-37, -0.877, 0.0), vec3(-11.1686, -0.12468, 3.2e-319));
    let mut query = Query::new().poses(Pose::translation(of_wall)?, Pose::translation(of_dust)?);
    let found = query.penetration(erased(&wall), erased(&dust));
    assert!(found.is_none_or(|found| found.depth >= 0.0), "{found:?}");
    Ok(())
}
