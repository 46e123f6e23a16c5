//! Rays, casts and times of impact agree with each other where they ask the same question.

use super::moving::{CLOSE, END, Moving, apart_at, close, moving, on_the_way};
use crate::common::number::{Number as _, P, Space, add, length, scale, sub};
use crate::common::reference::{Swept, signed_distance};
use crate::common::scene::{Any, Cuboids, Family, Rng, Scene, Verdict, check, erased, on_grid};
use fixed::types::{I16F16, I32F32};
use gjk::{Impact, Motion, Point, Pose, Query, Ray, Scalar as _, Status, Vec2, Vec3};

claims! {
    swapped_bodies_with_the_velocity_reversed_meet_at_the_same_time,
    a_ray_meets_what_a_moving_point_meets,
    a_ray_comes_as_near_as_a_moving_point,
    the_pose_of_a_alone_is_that_with_the_identity_for_b,
    without_a_turn_the_time_of_impact_is_that_of_the_cast,
    a_common_motion_changes_nothing,
    clearance_is_what_the_distance_proves,
    scaling_by_a_power_of_two_leaves_the_time_as_it_is,
    a_cast_without_distances_is_that_of_the_search,
    a_cast_of_cuboids_is_that_of_the_search,
}

fn swapped_bodies_with_the_velocity_reversed_meet_at_the_same_time<V: Space>() {
    check(|scene: &Scene<V>| {
        let moving = Moving::new(scene);
        let (scene, close) = (&moving.scene, 2.0 * moving.close());
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let mut query = Query::new().poses(scene.pose_b, scene.pose_a);
        let swapped = query.shape_cast(&*b, &*a, -moving.velocity, V::Scalar::of(END)).expect("a velocity and a time");
        let velocity = moving.velocity.value();
        match (moving.cast(), swapped) {
            (None, None) => Ok(()),
            (Some(one), Some(other)) => {
                // Where bodies nearly slide along each other the time is ill-conditioned: the distances are compared.
                for time in [one.time.value(), other.time.value()] {
                    let (low, high) = apart_at(scene, velocity, time);
                    ensure!(time == 0.0 || (low <= close && high >= -close), "{low:e} apart: {one:?} {other:?}");
                }
                ensure!(
                    one.initially_overlapping == other.initially_overlapping || {
                        let (low, high) = apart_at(scene, velocity, 0.0);
                        low <= close && high >= -close
                    },
                    "flags differ: {one:?} {other:?}"
                );
                Ok(())
            }
            (Some(impact), None) | (None, Some(impact)) => {
                let deepest = on_the_way(END).map(|time| apart_at(scene, velocity, time).1).fold(f64::MAX, f64::min);
                ensure!(deepest >= -close, "one of them misses, {deepest:e} deep: {impact:?}");
                Ok(())
            }
        }
    });
}

fn a_ray_meets_what_a_moving_point_meets<V: Space>() {
    check(|scene: &Scene<V>| ray_meets(scene, 0.0));
}

fn a_ray_comes_as_near_as_a_moving_point<V: Space>() {
    check(|scene: &Scene<V>| ray_meets(scene, 0.25));
}

fn ray_meets<V: Space>(scene: &Scene<V>, target: f64) -> Verdict {
    let (scene, velocity) = moving(scene);
    let shape = scene.a.shape();
    let (start, end, distance) = (scene.pose_b.position(), V::Scalar::of(END), V::Scalar::of(target));
    let ray = Ray::new(start, velocity, end).expect("a ray");
    let query = |pose_b| Query::new().poses(scene.pose_a, pose_b).target_distance(distance).expect("a size");
    let hit = query(Pose::IDENTITY).ray_cast(&*shape, &ray);
    let mut query = query(Pose::translation(start).expect("in range"));
    let cast = query.shape_cast(&*shape, erased(&Point::ORIGIN), velocity, end).expect("a velocity and a time");
    let close = close(&scene, velocity.value());
    let apart_from = |point: P| {
        let point = Swept { core: vec![point], radius: 0.0 };
        signed_distance(&scene.a.at(scene.pose_a), &point, V::DIMENSION)
    };
    let apart = |time: f64| apart_from(add(start.value(), scale(velocity.value(), time)));
    for time in on_the_way(hit.map_or(END, |hit| hit.time.value())) {
        ensure!(apart(time).1 >= target - close, "nearer at {time}: {hit:?}");
    }
    if let Some(hit) = hit {
        let (low, _) = apart(hit.time.value());
        ensure!(low <= target + close, "{low:e} outside: {hit:?}");
        let on_ray = length(sub(hit.on_b.value(), ray.at(hit.time).value()));
        ensure!(on_ray <= close, "off the ray by {on_ray:e}: {hit:?}");
        let is_at_start = (apart(0.0).0 - target).abs() <= close;
        ensure!((hit.time.value() == 0.0) == hit.initially_overlapping || is_at_start, "{hit:?}");
        if !hit.initially_overlapping {
            let (outside, _) = apart_from(hit.on_a.value());
            ensure!(outside <= close, "the point of A is {outside:e} outside: {hit:?}");
        }
    }
    let grazes = || on_the_way(END).all(|time| apart(time).1 >= target - close);
    ensure!(hit.is_some() == cast.is_some() || grazes(), "{hit:?} against {cast:?}");
    Ok(())
}

fn the_pose_of_a_alone_is_that_with_the_identity_for_b<V: Space>() {
    check(|scene: &Scene<V>| {
        let (scene, velocity) = moving(scene);
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let (both, one) = (Query::new().poses(scene.pose_a, Pose::IDENTITY), Query::new().pose_of_a(scene.pose_a));
        let ray = Ray::new(scene.pose_b.position(), velocity, V::Scalar::of(END)).expect("a ray");
        macro_rules! answers {
            ($query:expr) => {{
                let mut query = $query;
                let proximity = query.proximity(&*a, &*b);
                let penetration = query.penetration(&*a, &*b);
                let cast = query.shape_cast(&*a, &*b, velocity, V::Scalar::of(END));
                let touch = query.intersects(&*a, &*b);
                (touch, query.distance(&*a, &*b), penetration, proximity, cast, query.ray_cast(&*a, &ray))
            }};
        }
        let (both, one) = (answers!(both), answers!(one));
        ensure!(both == one, "{both:?} against {one:?}");
        Ok(())
    });
}

fn without_a_turn_the_time_of_impact_is_that_of_the_cast<V: Space>() {
    check(|scene: &Scene<V>| {
        let moving = Moving::new(scene);
        let Moving { scene, velocity } = &moving;
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let motion = Motion::linear(*velocity).expect("in range");
        let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
        let impact = query.time_of_impact(&*a, &*b, &Motion::still(), &motion, V::Scalar::of(END)).expect("a time");
        ensure!(impact == moving.cast(), "{impact:?} against {:?}", moving.cast());
        Ok(())
    });
}

fn a_common_motion_changes_nothing<V: Space>() {
    check(|scene: &Scene<V>| {
        let Moving { scene, velocity } = Moving::new(scene);
        let common = V::of(on_grid(Rng::new(scene.seed).point(4.0, V::DIMENSION)));
        let velocity = V::of(on_grid(velocity.value()));
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let ask = |own: V, other: V| {
            let (own, other) = (Motion::linear(own).expect("in range"), Motion::linear(other).expect("in range"));
            let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
            query.time_of_impact(&*a, &*b, &own, &other, V::Scalar::of(END)).expect("a time")
        };
        let (one, other) = (ask(V::ZERO, velocity), ask(common, common + velocity));
        let facts = |impact: Option<Impact<V>>| impact.map(|impact| (impact.time, impact.upper_bound, impact.normal));
        ensure!(facts(one) == facts(other), "{one:?} {other:?}");
        if let (Some(one), Some(other)) = (one, other) {
            let carried = scale(common.value(), one.time.value());
            let off = length(sub(sub(other.on_a.value(), one.on_a.value()), carried));
            let size = scene.world_size() + length(carried);
            ensure!(off <= V::Scalar::steps(CLOSE, size), "not carried along: {one:?} {other:?}");
        }
        Ok(())
    });
}

fn clearance_is_what_the_distance_proves<V: Space>() {
    check(|scene: &Scene<V>| {
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
        let gap = query.distance(&*a, &*b);
        let close = V::Scalar::steps(CLOSE, scene.size());
        for margin in [0.0, 0.01, 0.5, 2.0, 8.0] {
            let margin = V::Scalar::of(margin);
            let is_clear = query.has_clearance(&*a, &*b, margin);
            let at_margin = (gap.distance.value() - margin.value()).abs() <= close;
            ensure!(is_clear == (gap.lower_bound > margin) || at_margin, "{margin:?}, {is_clear}: {gap:?}");
        }
        ensure!(!query.has_clearance(&*a, &*b, -V::Scalar::ONE), "a negative margin");
        Ok(())
    });
}

fn scaling_by_a_power_of_two_leaves_the_time_as_it_is<V: Space>() {
    if !V::Scalar::is_float() {
        return;
    }
    check(|scene: &Scene<V>| {
        let here = Moving::new(scene);
        let span = V::Scalar::SCALINGS;
        let exponent = Rng::new(scene.seed).below(2 * span as usize + 1) as i32 - span;
        let velocity = V::of(scale(here.velocity.value(), 2.0_f64.powi(exponent)));
        let there = Moving { scene: here.scene.scaled(exponent), velocity };
        let facts = |impact: &Impact<V>| {
            let flags = (impact.initially_overlapping, impact.iterations, impact.status);
            (impact.time, impact.lower_bound, impact.upper_bound, impact.normal, flags)
        };
        let (one, other) = (here.cast(), there.cast());
        ensure!(one.as_ref().map(facts) == other.as_ref().map(facts), "2^{exponent}: {one:?} {other:?}");
        Ok(())
    });
}

fn a_cast_without_distances_is_that_of_the_search<V: Space>() {
    casts_are_those_of_the_search::<V, Any>();
}

fn a_cast_of_cuboids_is_that_of_the_search<V: Space>() {
    casts_are_those_of_the_search::<V, Cuboids>();
}

fn casts_are_those_of_the_search<V: Space, F: Family>() {
    check(|scene: &Scene<V, F>| {
        let Moving { scene, velocity } = &Moving::new(scene);
        let close = 2.0 * close(scene, velocity.value());
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let (end, query) = (V::Scalar::of(END), || Query::new().poses(scene.pose_a, scene.pose_b));
        let plain = query().shape_cast(&*a, &*b, *velocity, end).expect("a velocity and a time");
        let search = query().search_only().shape_cast(&*a, &*b, *velocity, end).expect("a velocity and a time");
        for impact in plain.iter().chain(&search).filter(|impact| impact.time > V::Scalar::NIL) {
            let (low, high) = apart_at(scene, velocity.value(), impact.time.value());
            ensure!(low <= close && high >= -close, "{low:e} apart: {plain:?} {search:?}");
            ensure!(impact.status == Status::Converged, "ended badly: {plain:?} {search:?}");
        }
        if plain.is_some() != search.is_some() {
            let deepest =
                on_the_way(END).map(|time| apart_at(scene, velocity.value(), time).1).fold(f64::MAX, f64::min);
            ensure!(deepest >= -close, "one of them misses, {deepest:e} deep: {plain:?} {search:?}");
        }
        Ok(())
    });
}
