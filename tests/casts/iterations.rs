//! The number of iterations that a cast takes, and its answer if the number is capped.

use super::moving::{END, Moving, apart_at};
use crate::common::number::{Number as _, Space, add, scale, sub};
use crate::common::scene::{Rng, Scene, check, pose};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Capsule, Cylinder, Ellipsoid, NBall, NCuboid, Pose, Query, Ray, Scalar as _, Status, Support, SupportExt as _,
    Vec2, Vec3, vec3,
};

/// Without it rays and casts are searched.
const HAS_SPEED: bool = cfg!(feature = "speed");

claims! {
    caps_give_lower_bounds_and_never_a_miss,
    a_ray_comes_into_a_simple_body_at_once,
    a_simple_body_comes_to_another_at_once,
}

fn caps_give_lower_bounds_and_never_a_miss<V: Space>() {
    check(|scene: &Scene<V>| {
        let moving = Moving::new(scene);
        let (full, close) = (moving.cast(), moving.close());
        for cap in 0..4 {
            for (poses, rounds) in [(cap, 64), (4096, cap), (cap, cap)] {
                let query = Query::new().max_cast_iterations(poses).max_iterations(rounds);
                let capped = moving.cast_by(&mut query.poses(moving.scene.pose_a, moving.scene.pose_b));
                let end = capped.map_or(END, |capped| capped.lower_bound.value());
                let (low, high) = apart_at(&moving.scene, moving.velocity.value(), 0.99999 * end);
                ensure!(
                    end == 0.0 || high >= -close,
                    "{poses}, {rounds}: {low:e} apart before {end}: {capped:?} {full:?}"
                );
                let Some(capped) = capped else {
                    let passes =
                        full.is_none_or(|full| full.upper_bound == V::Scalar::MAX || !full.initially_overlapping);
                    ensure!(passes, "a miss: {full:?}");
                    continue;
                };
                ensure!(capped.iterations <= poses, "{poses} poses: {capped:?}");
                let is_open = capped.status != Status::Converged;
                ensure!(!is_open || capped.upper_bound == V::Scalar::MAX || full.is_some(), "{capped:?} {full:?}");
            }
        }
        Ok(())
    });
}

/// Rays at balls, boxes and capsules have a closed form: nine of ten hits take at most one iteration.
fn a_ray_comes_into_a_simple_body_at_once<V: Space>() {
    let rng = &mut Rng::new(3);
    let (mut hits, mut at_once) = ([0; 3], [0; 3]);
    for _ in 0..1000 {
        let size = rng.log_uniform(V::Scalar::SMALLEST, 16.0);
        let [x, y, z] = [(); 3].map(|()| rng.uniform(0.2, 1.0) * size);
        let end = V::of(scale(rng.direction(V::DIMENSION), x));
        let ball = NBall::<V>::new(V::Scalar::of(x)).expect("a size");
        let cuboid = NCuboid::new(V::of([x, y, z])).expect("sizes");
        let capsule = Capsule::new(-end, end, V::Scalar::of(y)).expect("a size");
        let there = pose(V::rotation(rng.quaternion(V::DIMENSION)), rng.point(size, V::DIMENSION));
        let start = add(there.position().value(), scale(rng.direction(V::DIMENSION), 3.0 * size));
        let way = sub(add(there.position().value(), rng.point(size, V::DIMENSION)), start);
        let ray = Ray::new(V::of(start), V::of(way), V::Scalar::of(2.0)).expect("a ray");
        let bodies: [&dyn Support<Vector = V>; 3] = [&ball, &cuboid, &capsule];
        for (kind, body) in bodies.into_iter().enumerate() {
            let Some(hit) = Query::new().poses(there, Pose::IDENTITY).ray_cast(body, &ray) else { continue };
            hits[kind] += 1;
            at_once[kind] += u32::from(hit.iterations <= 1);
        }
    }
    for (hits, at_once) in hits.into_iter().zip(at_once) {
        let are_many = !HAS_SPEED || 10 * at_once >= 9 * hits;
        assert!(hits > 300 && are_many, "{at_once} of {hits} at once");
    }
}

/// In floats, casts of balls at balls, boxes and capsules, of boxes at boxes, and of capsules at capsules in space have
/// a closed form too: 97 of 100 hits take at most one iteration.
fn a_simple_body_comes_to_another_at_once<V: Space>() {
    if !V::Scalar::is_float() {
        return;
    }
    let rng = &mut Rng::new(4);
    let (mut hits, mut at_once) = ([0; 7], [0; 7]);
    for _ in 0..1000 {
        let size = rng.log_uniform(V::Scalar::SMALLEST, 16.0);
        let mut sizes = || [(); 3].map(|()| rng.uniform(0.2, 1.0) * size);
        let ([x, y, z], [radius, wide, long]) = (sizes(), sizes());
        let [end, other_end] = [y, long].map(|length| V::of(scale(rng.direction(V::DIMENSION), length)));
        let [ball, small] = [x, radius].map(|radius| NBall::<V>::new(V::Scalar::of(radius)).expect("a size"));
        let [cuboid, parcel] = [[x, y, z], [radius, wide, long]].map(|half| NCuboid::new(V::of(half)).expect("sizes"));
        let capsule = Capsule::new(-end, end, V::Scalar::of(z)).expect("a size");
        let rod = Capsule::new(-other_end, other_end, V::Scalar::of(wide)).expect("a size");
        let mut turn = || V::rotation(rng.quaternion(V::DIMENSION));
        let (turn_a, turn_b) = (turn(), turn());
        let there = pose(turn_a, rng.point(size, V::DIMENSION));
        let start = add(there.position().value(), scale(rng.direction(V::DIMENSION), 6.0 * size));
        let way = V::of(sub(add(there.position().value(), rng.point(size, V::DIMENSION)), start));
        let bodies: [[&dyn Support<Vector = V>; 2]; 7] = [
            [&ball, &small],
            [&cuboid, &small],
            [&small, &cuboid],
            [&capsule, &small],
            [&small, &capsule],
            [&capsule, &rod],
            [&cuboid, &parcel],
        ];
        for (kind, [a, b]) in bodies.into_iter().enumerate() {
            let mut query = Query::new().poses(there, pose(turn_b, start));
            let Some(hit) = query.shape_cast(a, b, way, V::Scalar::of(2.0)).expect("a velocity") else { continue };
            hits[kind] += 1;
            at_once[kind] += u32::from(hit.iterations <= 1);
        }
    }
    for (kind, (hits, at_once)) in hits.into_iter().zip(at_once).enumerate() {
        let is_left = !HAS_SPEED || kind == 5 && V::DIMENSION == 2;
        assert!(hits > 300 && (is_left || 100 * at_once >= 97 * hits), "{kind}: {at_once} of {hits} at once");
    }
}

/// A distance query is accurate relative to the distance of the cores. With a margin or a target distance the gap that
/// is left is smaller, and its relative error larger; the cast must converge in few iterations all the same.
#[test]
fn margins_and_targets_do_not_make_a_cast_crawl() {
    let rng = &mut Rng::new(2);
    let mut hits = 0;
    for _ in 0..4000 {
        let mut size = || rng.uniform(0.2, 1.0);
        let (drum, other) =
            (Cylinder::new(size(), size()).expect("sizes"), Cylinder::new(size(), size()).expect("sizes"));
        let [egg, pebble] = [(); 2].map(|()| Ellipsoid::new(vec3(size(), size(), size())).expect("sizes"));
        let (soft, round) = (drum.rounded(0.1).expect("a size"), other.rounded(0.1).expect("a size"));
        let start = rng.direction(3);
        let place = |rng: &mut Rng, at| pose(Vec3::<f64>::rotation(rng.quaternion(3)), at);
        let (here, there) = (place(rng, [0.0; 3]), place(rng, scale(start, 3.5)));
        let way = <Vec3<f64> as Space>::of(add(scale(start, -4.0), rng.point(1.5, 3)));
        let bodies: [[&dyn Support<Vector = Vec3<f64>>; 2]; 3] = [[&drum, &other], [&soft, &round], [&egg, &pebble]];
        for ([a, b], target) in bodies.into_iter().zip([0.01, 0.0, 0.0]) {
            let mut query = Query::new().poses(here, there).target_distance(target).expect("a size");
            let Some(hit) = query.shape_cast(a, b, way, 1.0).expect("a velocity and a time") else { continue };
            hits += 1;
            assert!(hit.iterations <= 64 && hit.status == Status::Converged, "{hit:?}");
        }
    }
    assert!(hits > 4000, "{hits} hits");
}
