//! Casts against the reference: the bodies touch at the time of a hit and not before, and the normal and the points of
//! the hit are those of the contact.

use super::moving::{END, Moving, apart_at, close, moving, on_the_way};
use crate::common::number::{Number as _, P, Space, add, dot, length, scale, sub};
use crate::common::reference::Swept;
use crate::common::scene::{
    Any, BallAndCuboid, Balls, Capsules, Cuboids, Family, Scene, Verdict, check, erased, planes, pose,
};
use fixed::types::{I16F16, I32F32};
use gjk::{NCuboid, Pose, Query, Scalar as _, Status, Vec2, Vec3};

claims! {
    about_half_of_the_casts_hit,
    balls_touch_at_the_time_of_a_hit_and_not_before,
    ball_and_cuboid_touch_at_the_time_of_a_hit_and_not_before,
    capsules_touch_at_the_time_of_a_hit_and_not_before,
    cuboids_touch_at_the_time_of_a_hit_and_not_before,
    bodies_touch_at_the_time_of_a_hit_and_not_before,
    bodies_are_at_the_target_at_the_time_of_a_hit,
    the_time_for_balls_is_that_of_the_closed_form,
    normal_and_points_of_a_hit_belong_to_the_bodies,
    normal_and_points_of_a_hit_belong_to_cuboids,
    cuboids_meet_on_ways_along_their_sides,
}

fn about_half_of_the_casts_hit<V: Space>() {
    const SCENES: u64 = 200;
    let hits = (0..SCENES).filter(|&seed| Moving::<V>::new(&Scene::new(seed)).cast().is_some()).count();
    let share = 100 * hits / SCENES as usize;
    assert!((30..=70).contains(&share), "{share} % hit");
}

fn touches<V: Space, F: Family>(scene: &Scene<V, F>, target: f64) -> Verdict {
    let (scene, velocity) = moving(scene);
    let (a, b) = (scene.a.shape(), scene.b.shape());
    let target = V::Scalar::of(target);
    let mut query = Query::new().poses(scene.pose_a, scene.pose_b).target_distance(target).expect("a size");
    let impact = query.shape_cast(&*a, &*b, velocity, V::Scalar::of(END)).expect("a velocity and a time");
    let (velocity, target) = (velocity.value(), target.value());
    let close = close(&scene, velocity);
    let end = impact.map_or(END, |impact| impact.time.value());
    for time in on_the_way(end) {
        let (low, high) = apart_at(&scene, velocity, time);
        ensure!(high >= target - close, "{low:e} .. {high:e} apart at {time}, {close:e} allowed: {impact:?}");
    }
    let Some(impact) = impact else { return Ok(()) };
    ensure!(impact.status == Status::Converged, "ended badly: {impact:?}");
    ensure!(impact.lower_bound <= impact.time && impact.time <= impact.upper_bound, "bounds: {impact:?}");
    let (low, high) = apart_at(&scene, velocity, impact.time.value());
    ensure!(low <= target + close, "{low:e} .. {high:e} apart at the hit, {close:e} allowed: {impact:?}");
    if impact.time.value() > 0.0 {
        ensure!(high >= target - close, "{low:e} .. {high:e} deep at the hit, {close:e} allowed: {impact:?}");
    } else if (low - target).abs() > close {
        ensure!(impact.initially_overlapping == (low < target), "{low:e} apart at the start: {impact:?}");
    }
    if impact.upper_bound < V::Scalar::MAX {
        let (low, _) = apart_at(&scene, velocity, impact.upper_bound.value());
        ensure!(low <= target + close, "{low:e} apart at the upper bound: {impact:?}");
    }
    Ok(())
}

fn balls_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, Balls>| touches(scene, 0.0));
}

fn ball_and_cuboid_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, BallAndCuboid>| touches(scene, 0.0));
}

fn capsules_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, Capsules>| touches(scene, 0.0));
}

fn cuboids_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, Cuboids>| touches(scene, 0.0));
}

fn bodies_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, Any>| touches(scene, 0.0));
}

fn bodies_are_at_the_target_at_the_time_of_a_hit<V: Space>() {
    check(|scene: &Scene<V, Any>| touches(scene, 0.25));
}

fn the_time_for_balls_is_that_of_the_closed_form<V: Space>() {
    check(|scene: &Scene<V, Balls>| {
        let (scene, velocity) = moving(scene);
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
        let impact = query.shape_cast(&*a, &*b, velocity, V::Scalar::of(END)).expect("a velocity and a time");
        let (v, close) = (velocity.value(), close(&scene, velocity.value()));
        let apart = sub(scene.pose_b.position().value(), scene.pose_a.position().value());
        let reach = scene.a.radius.value() + scene.b.radius.value();
        // |apart + t·v| = reach
        let (square, half) = (dot(v, v), dot(apart, v));
        let root = half * half - square * (dot(apart, apart) - reach * reach);
        if length(apart) <= reach + close {
            return Ok(());
        }
        let expected = (root >= 0.0).then(|| (-half - root.sqrt()) / square).filter(|t| (0.0..=END).contains(t));
        // The rate at which the distance falls at the contact: it turns an error of the time into one of the distance.
        let approach = root.max(0.0).sqrt() / reach;
        match (impact, expected) {
            (Some(impact), Some(time)) => {
                let off = (impact.time.value() - time).abs() * approach;
                ensure!(off <= close + close * close / reach, "{time} expected, off by {off:e}: {impact:?}");
            }
            (None, None) => {}
            _ => {
                let nearest = (-half / square).clamp(0.0, END);
                let by = length(add(apart, scale(v, nearest))) - reach;
                ensure!(by.abs() <= close, "{expected:?} expected, passing by {by:e}: {impact:?}");
            }
        }
        Ok(())
    });
}

fn normal_and_points_of_a_hit_belong_to_the_bodies<V: Space>() {
    normal_and_points_belong_to_the_bodies::<V, Any>();
}

fn normal_and_points_of_a_hit_belong_to_cuboids<V: Space>() {
    normal_and_points_belong_to_the_bodies::<V, Cuboids>();
}

fn normal_and_points_belong_to_the_bodies<V: Space, F: Family>() {
    check(|scene: &Scene<V, F>| {
        let moving = Moving::new(scene);
        let Some(impact) = moving.cast() else { return Ok(()) };
        let (a, mut b) = moving.scene.placed();
        let way = scale(moving.velocity.value(), impact.time.value());
        b.core.iter_mut().for_each(|point| *point = add(*point, way));
        let (normal, close) = (V::unit_value(impact.normal), moving.close());
        let unit_step = V::Scalar::RELATIVE_STEP.max(2.0_f64.powi(-28));
        ensure!((length(normal) - 1.0).abs() <= 4.0 * unit_step, "no unit vector: {impact:?}");
        if impact.initially_overlapping {
            return Ok(());
        }
        let (on_a, on_b) = (impact.on_a.value(), impact.on_b.value());
        ensure!(length(sub(on_b, on_a)) <= 2.0 * close, "points apart: {impact:?}");
        for plane in planes(V::DIMENSION).chain([normal]) {
            let outside = |body: &Swept, point: P| dot(plane, point) - body.reach(plane);
            ensure!(outside(&a, on_a) <= close && outside(&b, on_b) <= close, "points outside: {impact:?}");
        }
        // A plane tilted a little from the best one still nearly touches both bodies.
        let gap = -b.reach(scale(normal, -1.0)) - a.reach(normal);
        let lean = (close * moving.scene.size()).sqrt() + close;
        ensure!(gap.abs() <= 4.0 * lean, "the plane is off by {gap:e}: {impact:?}");
        Ok(())
    });
}

/// The velocity is parallel to faces of both cuboids, and edges of one are parallel to edges of the other.
fn cuboids_meet_on_ways_along_their_sides<V: Space>() {
    let (mut hits, mut misses) = (0, 0);
    let half = |x: f64, y: f64, z: f64| NCuboid::new(V::of([x, y, z])).expect("sizes");
    let (a, b) = (half(1.0, 1.0, 1.0), half(0.5, 0.25, 2.0));
    for quarter in 0..4 {
        for (x, y) in [(0.0, 0.0), (0.75, 0.0), (1.0, 0.0), (0.75, 0.75), (1.75, 0.0), (0.0, 1.75), (2.0, 2.0)] {
            let angle = f64::from(quarter) * core::f64::consts::FRAC_PI_2;
            let half_angle = 0.5 * angle;
            let in_plane = [angle.sin(), 0.0, 0.0, angle.cos()];
            let in_space = [0.0, 0.0, half_angle.sin(), half_angle.cos()];
            let turn = V::rotation(if V::DIMENSION == 2 { in_plane } else { in_space });
            // Down along the second axis.
            let start = pose(turn, [x, 4.0 + y, 0.0]);
            let mut query = Query::new().poses(Pose::IDENTITY, start);
            let hit = query
                .shape_cast(erased(&a), erased(&b), V::of([0.0, -2.0, 0.0]), V::Scalar::of(4.0))
                .expect("a velocity");
            let [wide, long] = if quarter % 2 == 0 { [0.5, 0.25] } else { [0.25, 0.5] };
            let (overhang, step) = (x - wide - 1.0, 64.0 * V::Scalar::ABSOLUTE_STEP.max(V::Scalar::RELATIVE_STEP));
            let Some(hit) = hit else {
                misses += 1;
                assert!(overhang > -step, "{quarter} {x} {y}");
                continue;
            };
            hits += 1;
            assert!(overhang < step, "{quarter} {x} {y}: {hit:?}");
            let time = (4.0 + y - long - 1.0) / 2.0;
            assert!((hit.time.value() - time).abs() <= step && hit.status == Status::Converged, "{time}: {hit:?}");
            assert!(hit.upper_bound.value() <= time + step, "{time}: {hit:?}");
            if overhang < -step {
                assert!((V::unit_value(hit.normal)[1] - 1.0).abs() <= step, "{hit:?}");
                let [across, along, _] = hit.on_a.value();
                assert!((along - 1.0).abs() <= step && across.abs() <= 1.0 + step, "{hit:?}");
            }
        }
    }
    assert!(hits > 12 && misses > 6, "{hits} hits, {misses} misses");
}
