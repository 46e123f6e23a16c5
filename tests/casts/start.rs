//! Bodies that touch, overlap or are apart at the start, and stay so or slide along each other.

use super::moving::{CLOSE, Moving, Spin, Tumbling, apart_at};
use crate::common::number::{Number as _, Space};
use crate::common::scene::{Rng, Scene, check, erased};
use fixed::types::{I16F16, I32F32};
use gjk::{NCuboid, Pose, Query, Ray, Status, Vec2, Vec3, vec3};

claims! {
    bodies_that_stand_still_meet_at_once_or_never,
    bodies_apart_do_not_meet_in_no_time,
    grazing_bodies_end_with_a_time_or_a_proof,
}

fn bodies_that_stand_still_meet_at_once_or_never<V: Space>() {
    check(|scene: &Scene<V>| {
        let still = Moving { scene: scene.clone(), velocity: V::ZERO };
        let (low, high) = apart_at(scene, [0.0; 3], 0.0);
        let close = still.close();
        match still.cast() {
            Some(impact) => {
                ensure!(impact.time.value() == 0.0 && low <= close, "{low:e} apart: {impact:?}");
                ensure!(impact.initially_overlapping == (high < 0.0) || high.abs() <= close, "{high:e}: {impact:?}");
            }
            None => {
                ensure!(high >= -close, "a miss, {high:e} deep");
            }
        }
        Ok(())
    });
}

fn bodies_apart_do_not_meet_in_no_time<V: Spin>() {
    check(|scene: &Scene<V>| {
        let tumbling = Tumbling::new(scene);
        let [motion_a, motion_b] = &tumbling.motions;
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let query = || Query::new().poses(scene.pose_a, scene.pose_b);
        let (gap, nil) = (query().distance(&*a, &*b), V::Scalar::of(0.0));
        if gap.lower_bound.value() > tumbling.close() {
            let impact = query().time_of_impact(&*a, &*b, motion_a, motion_b, nil).expect("a time");
            ensure!(impact.is_none(), "{gap:?}, {impact:?}");
            let impact = query().shape_cast(&*a, &*b, motion_b.velocity(), nil).expect("a velocity and a time");
            ensure!(impact.is_none(), "{gap:?}, cast {impact:?}");
        }
        Ok(())
    });
}

fn grazing_bodies_end_with_a_time_or_a_proof<V: Space>() {
    check(|scene: &Scene<V>| {
        // A cube whose lower face slides at the height of the upper face of another, or a few steps beside it.
        let cube = NCuboid::<V>::new(V::of([1.0; 3])).expect("sizes");
        let rng = &mut Rng::new(scene.seed);
        let beside = (rng.below(9) as f64 - 4.0) * V::Scalar::steps(1, 2.0);
        let start = Pose::translation(V::of([-8.0, 2.0 + beside, 0.0])).expect("in range");
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let impact = query
            .shape_cast(erased(&cube), erased(&cube), V::of([1.0, 0.0, 0.0]), V::Scalar::of(20.0))
            .expect("a velocity");
        match impact {
            Some(impact) => {
                let off = (impact.time.value() - 6.0).abs();
                ensure!(beside <= V::Scalar::steps(CLOSE, 8.0), "beside by {beside:e}: {impact:?}");
                ensure!(off <= V::Scalar::steps(CLOSE, 8.0), "{beside:e}: off by {off:e}: {impact:?}");
            }
            None => {
                ensure!(beside >= -V::Scalar::steps(CLOSE, 8.0), "a miss, {beside:e} deep");
            }
        }
        Ok(())
    });
}

#[test]
fn bodies_that_share_a_corner_at_the_start_meet_there() {
    let triangle = |[a, b, c]: [[f64; 3]; 3]| {
        gjk::Triangle::new(Vec3::from_array(a), Vec3::from_array(b), Vec3::from_array(c)).expect("corners")
    };
    for (a, b, velocity) in [
        (
            [[1.7, 0.0, 1.0], [0.5, -0.1, 1.4], [-0.100_000_000_000_000_09, -1.0, 1.4]],
            [[1.7, 0.0, 1.0], [1.7, 1.5, 1.3], [0.5, 1.4, 1.7]],
            vec3(2.400_000_000_000_000_4, 1.9, -0.399_999_999_999_999_8),
        ),
        (
            [[-0.3, 1.1, -0.5], [-2.3, 0.0, 0.600_000_000_000_000_1], [1.4, 2.6, 0.8]],
            [[-0.3, 1.1, -0.5], [-2.1, -0.7, -0.099_999_999_999_999_98], [-4.1, -1.8, 1.0]],
            vec3(-5.4, -4.1, -1.5),
        ),
    ] {
        let impact = gjk::shape_cast(erased(&triangle(a)), erased(&triangle(b)), velocity, 10.0).expect("a velocity");
        assert!(impact.is_some_and(|impact| impact.time == 0.0), "{impact:?}");
    }
}

#[test]
fn a_rod_through_the_middle_of_a_box_starts_inside() {
    // The centre of the box lies on the rod up to rounding: the first direction of the search is nothing but rounding.
    let scene = Scene::<Vec3<f64>>::new(14_589_231_271_980_326_966);
    let impact = Moving { scene, velocity: Vec3::ZERO }.cast().expect("they overlap");
    assert!(impact.initially_overlapping && impact.status == Status::Converged, "{impact:?}");
}

#[test]
fn a_ray_from_a_face_has_a_normal_that_points_outwards() {
    let block = gjk::Cuboid::new(vec3(1.0, 2.0, 3.0)).expect("sizes");
    for (axis, size) in [1.0, 2.0, 3.0].into_iter().enumerate() {
        for side in [1.0, -1.0] {
            let (mut start, mut inwards) = ([0.25, -0.5, 0.75], [0.0; 3]);
            (start[axis], inwards[axis]) = (side * size, -side);
            let ray = Ray::new(Vec3::from_array(start), Vec3::from_array(inwards), 1.0).expect("a direction");
            let hit = gjk::ray_cast(erased(&block), &ray).expect("it starts on the block");
            assert!(hit.time == 0.0 && hit.initially_overlapping && hit.normal.dot(ray.origin()) > 0.0, "{hit:?}");
        }
    }
}
