//! Searches that are cut short by few iterations, a small workspace or a distance limit. Their answers still hold, and
//! the status says that the search was cut short.

use super::Result;
use crate::common::number::Number;
use crate::common::scene::erased;
use fixed::types::I16F16;
use gjk::{
    Ball, Capsule, Circle, Cone, ConvexHull, Cuboid, Ellipsoid, HullOfTwo, Pose, Pose3, Proximity, Query, Rectangle,
    Rotation3, Segment, Status, Support, SupportExt, Triangle, Vec3, WarmStart, Workspace, vec2, vec3,
};

/// The gap between two bodies along a unit normal, margins included.
fn gap_along<A, B>(a: &A, b: &B, normal: Vec3<f64>) -> f64
where
    A: Support<Vector = Vec3<f64>>,
    B: Support<Vector = Vec3<f64>>,
{
    normal.dot(b.support(-normal)) - b.margin() - normal.dot(a.support(normal)) - a.margin()
}

#[test]
fn a_plane_that_only_epa_finds_gives_the_normal() -> Result {
    let body = Cuboid::new(vec3(1.0, 2.0, 3.0))?;
    let other = body.at(Pose::translation(vec3(5.0, 0.0, 0.0))?);
    for rounds in 0..4 {
        let mut query = Query::new().max_iterations(rounds).direction(vec3(0.0, 1.0, 0.0))?;
        if let Proximity::Separated(found) = query.proximity(erased(&body), erased(&other)) {
            assert!(found.lower_bound <= gap_along(&body, &other, found.normal) + 1e-15, "{found:?}");
        }
    }
    Ok(())
}

#[test]
fn witness_points_of_capped_queries_are_on_the_bodies() -> Result {
    let body = Cuboid::new(vec3(1.0, 2.0, 3.0))?;
    let away = Pose::new(Rotation3::from_quaternion(0.1, 0.2, 0.3, 0.9)?, vec3(6.0, 3.0, 1.0))?;
    for rounds in 0..4 {
        for limit in [0.0, 1.0, 100.0] {
            let found = Query::new()
                .poses(Pose::IDENTITY, away)
                .max_iterations(rounds)
                .limit(limit)?
                .distance(erased(&body), erased(&body));
            let on_b = away.inverse().apply(found.on_b);
            for (point, half) in [(found.on_a, vec3(1.0, 2.0, 3.0)), (on_b, vec3(1.0, 2.0, 3.0))] {
                let outside = (point.abs() - half).max(Vec3::default());
                assert!(outside.length() < 1e-14, "{rounds} rounds, limit {limit}: {found:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn a_passed_distance_limit_is_exceeded() -> Result {
    let body = Cuboid::new(vec3(0.3, 0.4, 0.5))?.rounded(0.1)?;
    for step in 0..200 {
        let limit = 0.01 * f64::from(step);
        let away = Pose3::translation(vec3(0.7 + limit, 0.3, 0.2))?;
        let found = Query::new().poses(Pose::IDENTITY, away).limit(limit)?.distance(erased(&body), erased(&body));
        assert!(found.status != Status::DistanceLimit || found.lower_bound > limit, "{limit}: {found:?}");
    }
    Ok(())
}

#[test]
fn a_flat_difference_that_a_capped_search_did_not_reach_is_no_contact() -> Result {
    let center = [vec3(0.0_f64, 0.0, 0.0)];
    let ball = ConvexHull::new(&center)?.rounded(8.0)?;
    let away = Pose::translation(vec3(-8.0, -8.0, -8.0))?;
    let mut query = Query::new().poses(Pose::IDENTITY, away).max_iterations(0).direction(vec3(1.0, 0.0, 0.0))?;
    let found = query.penetration(erased(&ball), erased(&ball)).expect("they overlap");
    let moved = vec3(-8.0, -8.0, -8.0) + found.normal * found.upper_bound;
    assert!(moved.length() >= 16.0, "still overlapping by {}: {found:?}", 16.0 - moved.length());
    assert_eq!(found.status, Status::IterationLimit);
    Ok(())
}

#[test]
fn a_capped_epa_that_did_not_meet_its_bounds_says_so() -> Result {
    let (disc, tile) = (Circle::new(5.0_f64)?, Rectangle::new(vec2(3.0, 5.0))?);
    let away = Pose::translation(vec2(3.0, -3.0))?;
    let found = Query::new().poses(Pose::IDENTITY, away).max_iterations(1).penetration(erased(&disc), erased(&tile));
    let found = found.expect("they overlap");
    let has_met = found.upper_bound - found.lower_bound < 1e-12;
    assert_eq!(found.status == Status::Converged, has_met, "{found:?}");
    Ok(())
}

#[test]
fn the_witness_of_a_capped_search_stays_on_a_point() -> Result {
    let point = |x, y, z| vec3(I16F16::from_num(x), I16F16::from_num(y), I16F16::from_num(z));
    let shard = Triangle::new(
        point(-5.875, 7.25, -13.04697),
        point(1.25, 6.125, -12.92427),
        vec3(I16F16::from_bits(14), I16F16::ZERO, I16F16::ZERO),
    )?;
    let dot = Ball::new(I16F16::ZERO)?;
    for rounds in 0..4 {
        let found = Query::new().max_iterations(rounds).proximity(erased(&shard), erased(&dot));
        let on_b = match &found {
            Proximity::Separated(gap) => gap.on_b,
            Proximity::Overlapping(overlap) => overlap.on_b,
        };
        assert!(on_b.abs().to_array().iter().all(|&x| x <= I16F16::from_bits(4)), "{rounds} rounds: {found:?}");
    }
    Ok(())
}

#[test]
fn a_facet_of_a_full_workspace_is_not_the_nearest_point() -> Result {
    let long = Capsule::new(
        vec3(7.0_f32, -0.40462494, -2.0),
        vec3(-1.8189894e-12, -1.8189894e-12, 1.200533e-10),
        1.8189894e-12,
    )?;
    let thick = Capsule::new(vec3(-2.125, 2.0, -4.07399), vec3(0.0, 7.0, -5.0), 0.125)?;
    let body = HullOfTwo::new(long, thick).at(Pose::IDENTITY);
    let centre = vec3(-9.536743e-7, -1.8189894e-12, -1.8189894e-12);
    let ball = Ball::new(6.10997)?.at(Pose::translation(centre)?);
    let mut memory = Workspace::<_, 4, 4>::new();
    let found = Query::new().workspace(&mut memory).penetration(erased(&body), erased(&ball)).expect("they overlap");
    assert!(found.upper_bound - found.lower_bound < 1e-5, "{found:?}");
    Ok(())
}

#[test]
fn a_capped_search_of_boxes_takes_no_plane_for_their_distance() -> Result {
    // The nearest corners of the cores are 0.1·√3 apart; along the normal of a face the gap is only 0.1.
    let body = Cuboid::new(vec3(1.0, 1.0, 1.0))?.rounded(0.125)?;
    let away = Pose::translation(vec3(2.1, 2.1, 2.1))?;
    let depth = 0.25 - 0.1 * f64::sqrt(3.0);
    for rounds in 0..4 {
        let mut query = Query::new().poses(Pose::IDENTITY, away).direction(vec3(-1.0, 0.3, 0.2))?;
        query = query.max_iterations(rounds);
        let found = query.penetration(erased(&body), erased(&body)).expect("they overlap");
        assert!(found.lower_bound <= depth + 1e-15 && depth <= found.upper_bound + 1e-15, "{found:?}");
        assert!(found.status == Status::IterationLimit || (found.depth - depth).abs() < 1e-15, "{found:?}");
    }
    let (one, other) = (body.at(away), body.at(Pose::translation(vec3(4.2, 4.2, 4.2))?));
    let found = Query::new().max_iterations(0).penetration(erased(&one), erased(&other)).expect("they overlap");
    assert!(found.lower_bound <= depth + 1e-14 && depth <= found.upper_bound + 1e-14, "{found:?}");
    Ok(())
}

#[test]
fn a_capped_search_of_a_box_and_a_ball_does_not_pass_for_converged() -> Result {
    let turn = Rotation3::from_axis_cos_sin(vec3(0.0_f32, 0.0, 1.0), -1.0, 0.0)?;
    let (body, ball) = (Cuboid::new(vec3(0.95083636_f32, 3.0, 1.0))?, Ball::new(0.25)?);
    let (here, there) = (Pose::new(turn, vec3(0.0, 0.0, 0.0))?, Pose::new(turn, vec3(1.2008352, 0.0, 0.0))?);
    for rounds in 0..4 {
        let mut query = Query::new().poses(here, there).direction(vec3(-0.50545, -0.86286, 0.0))?;
        query = query.max_iterations(rounds);
        let found = query.penetration(erased(&body), erased(&ball)).expect("they overlap");
        let is_met = found.upper_bound - found.lower_bound < 1e-6;
        assert!(is_met || found.status == Status::IterationLimit, "{found:?}");
        assert!(found.lower_bound < 2e-6 && found.upper_bound > 0.0, "{found:?}");
    }
    Ok(())
}

#[test]
fn the_witness_points_of_a_capped_depth_are_what_is_said_of_them() -> Result {
    let (rail, body) = (
        Segment::new(vec3(0.0_f32, 0.0, -12288.0), vec3(0.0, 0.0, 12288.0))?,
        Cuboid::new(vec3(0.5577583_f32, 1.0, 1.0))?,
    );
    let mut memory = Workspace::<Vec3<f32>, 4, 4>::new();
    let mut query = Query::new().max_epa_iterations(0);
    let capped = query.penetration(erased(&rail), erased(&body)).expect("they overlap");
    let full = Query::new().workspace(&mut memory).penetration(erased(&rail), erased(&body)).expect("they overlap");
    for found in [capped, full] {
        assert!(found.on_a.truncate() == vec2(0.0, 0.0) && found.on_a.z.abs() <= 12288.0, "a point of A: {found:?}");
        // A rounding step of a coordinate of 12288 is about a thousandth.
        assert!((found.on_a - found.on_b - found.mtv()).length() < 1e-3, "{found:?}");
        assert!(found.lower_bound <= 0.5577583 && 0.5577583 <= found.upper_bound, "{found:?}");
    }
    Ok(())
}

/// Checks that with few rounds of GJK, from several starts, and little room the lower bound is at most `depth`.
fn little_room_keeps_the_bounds<S: Number>(
    a: &dyn Support<Vector = Vec3<S>>,
    b: &dyn Support<Vector = Vec3<S>>,
    to: Pose3<S>,
    depth: f64,
) {
    for start in [None, Some([a, a]), Some([b, b])] {
        let mut known = WarmStart::new();
        if let Some([one, other]) = start {
            let _ = Query::new().poses(Pose::IDENTITY, to).warm_start(&mut known).proximity(one, other);
        }
        for rounds in 0..3 {
            let (mut four, mut five) = (Workspace::<_, 4, 4>::new(), Workspace::<_, 5, 6>::new());
            for query in [Query::new().workspace(&mut four), Query::new().workspace(&mut five)] {
                let mut state = known;
                let mut query = query.poses(Pose::IDENTITY, to).max_iterations(rounds).warm_start(&mut state);
                let found = query.penetration(a, b);
                let is_proven = found.is_none_or(|found| found.lower_bound.value() <= depth);
                assert!(is_proven, "{rounds} rounds: {found:?} against {depth}");
            }
        }
    }
}

#[test]
fn an_origin_outside_of_a_full_polytope_proves_no_bound() -> Result {
    let stadium = Capsule::new(vec3(-5.125, 0.0, 0.0), vec3(0.0, 1.125, 0.0), 5.25)?;
    let half_turn = Rotation3::from_quaternion(1.0, 0.0, 0.0, 0.0)?;
    little_room_keeps_the_bounds(&stadium, &Cone::new(4.0, 3.5)?, Pose::rotated(half_turn), 5.8465674118);
    let cone = Cone::new(6.125_f32, 6.125)?;
    let third_turn = Rotation3::from_quaternion(0.5, 0.5, 0.5, 0.5)?;
    let away = Pose::new(third_turn, vec3(-6.125, -6.125, -6.125))?;
    little_room_keeps_the_bounds(&cone, &cone, away, 0.646635);
    let plate = Ellipsoid::new(vec3(7.0_f32, 6.120117, 0.000746727))?;
    let away = Pose::translation(vec3(6.0813723, 0.12482929, 0.0))?;
    little_room_keeps_the_bounds(&plate, &Ball::new(1.8189894e-12)?, away, 0.00037035);
    Ok(())
}
