//! Bodies that turn while they move: poses and times of impact.

use super::moving::{END, Spin, Tumbling, on_the_way};
use crate::common::number::{Number as _, dot, length, sub};
use crate::common::scene::{Scene, check, planes};
use fixed::types::{I16F16, I32F32};
use gjk::{Query, Status, Vec2, Vec3};

claims! {
    poses_after_a_motion_are_where_it_takes_the_bodies,
    turning_bodies_touch_at_the_time_of_impact_and_not_before,
}

fn poses_after_a_motion_are_where_it_takes_the_bodies<V: Spin>() {
    check(|scene: &Scene<V>| {
        let tumbling = Tumbling::new(scene);
        let Tumbling { scene, motions, .. } = &tumbling;
        for time in [0.0, 0.75, END, -END] {
            let starts = [(&scene.a, scene.pose_a), (&scene.b, scene.pose_b)];
            for (((body, start), motion), expected) in starts.into_iter().zip(motions).zip(tumbling.at(time)) {
                let found = body.at(motion.pose_after(start, V::Scalar::of(time)).expect("in range"));
                let errors = found.core.iter().zip(&expected.core).map(|(found, exact)| length(sub(*found, *exact)));
                let worst = errors.fold(0.0, f64::max);
                ensure!(worst <= tumbling.close(), "off by {worst:e} at {time}");
            }
        }
        Ok(())
    });
}

fn turning_bodies_touch_at_the_time_of_impact_and_not_before<V: Spin>() {
    check(|scene: &Scene<V>| {
        let tumbling = Tumbling::new(scene);
        let Tumbling { scene, motions: [motion_a, motion_b], .. } = &tumbling;
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
        let impact = query.time_of_impact(&*a, &*b, motion_a, motion_b, V::Scalar::of(END)).expect("a time");
        let close = tumbling.close();
        for time in on_the_way(impact.map_or(END, |impact| impact.time.value())) {
            let (low, high) = tumbling.apart_at(time);
            ensure!(high >= -close, "{low:e} .. {high:e} apart at {time}, {close:e} allowed: {impact:?}");
        }
        let Some(impact) = impact else { return Ok(()) };
        ensure!(impact.status == Status::Converged, "ended badly: {impact:?}");
        let (low, high) = tumbling.apart_at(impact.time.value());
        ensure!(low <= close, "{low:e} .. {high:e} apart at the impact, {close:e} allowed: {impact:?}");
        ensure!(impact.time.value() == 0.0 || high >= -close, "{high:e} deep at the impact: {impact:?}");
        if impact.time.value() > 0.0 {
            let apart = length(sub(impact.on_b.value(), impact.on_a.value()));
            ensure!(apart <= 2.0 * close, "points {apart:e} apart: {impact:?}");
            for (body, point) in tumbling.at(impact.time.value()).iter().zip([impact.on_a, impact.on_b]) {
                for plane in planes(V::DIMENSION) {
                    let outside = dot(plane, point.value()) - body.reach(plane);
                    ensure!(outside <= 2.0 * close, "outside by {outside:e}: {impact:?}");
                }
            }
        }
        Ok(())
    });
}
