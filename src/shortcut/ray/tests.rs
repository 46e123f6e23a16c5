//! Tests of what is proven of a ray at one time.

use super::line::{Met, Missed, RayLine};
use crate::number::draw::Draw;
use crate::number::vector::{Vec3, Vector, vec3};

#[test]
fn a_ray_meets_a_ball_where_it_is_on_it() {
    // A ray along x towards a ball of radius 1 about the origin. How far the core is along `apart` is known, or not.
    let met = |time, beside, is_known: bool| -> Met<Vec3<f64>> {
        let ray = RayLine { start: vec3(-3.0, beside, 0.0), velocity: vec3(1.0, 0.0, 0.0), max_time: 9.0 };
        let apart = ray.start + vec3(time, 0.0, 0.0);
        ray.met_at((time, apart), is_known.then(|| apart.dot(apart)), (4.0, 1.0))
    };
    for is_known in [false, true] {
        assert!(matches!(met(2.0, 0.0, is_known), Ok((2.0, normal, 1.0)) if normal == vec3(-1.0, 0.0, 0.0)));
        // It was on the ball before, or comes to it later.
        assert!(matches!(met(2.5, 0.0, is_known), Err(Missed::Unknown)));
        assert!(matches!(met(1.0, 0.0, is_known), Err(Missed::Unknown)));
    }
    assert!(matches!(met(3.0, 1.5, true), Err(Missed::Never)));
}

/// A ray that ends on a plane, or just beyond it, in numbers that are large beside the gap: rounding hides on which
/// side of the plane it ends, so it is not proven to miss.
#[test]
fn a_ray_that_reaches_a_plane_far_aside_is_not_proven_to_miss() {
    let (draw, mut counts) = (&mut Draw(1), [0; 2]);
    let as_f64 = |v: Vec3<f32>| vec3(f64::from(v.x), f64::from(v.y), f64::from(v.z));
    for _ in 0..400 {
        let mut drawn = || vec3(draw.next() as f32, draw.next() as f32, draw.next() as f32);
        let (dir, last, aside) = (drawn(), drawn(), drawn());
        let aside = dir.cross(aside);
        if dir.length() < 0.25 || aside.length() < 0.0625 {
            continue;
        }
        let start = last + aside.with_length(65536.0) + dir.with_length(64.0);
        let velocity = -dir.with_length(1.0);
        let height = as_f64(dir).dot(as_f64(start) - as_f64(last));
        let fall = -as_f64(dir).dot(as_f64(velocity));
        let end = ((height / fall) as f32).next_up();
        let nowhere = |_| Vec3::splat(f32::MAX);
        for (share, reaches) in [(1.0, true), (0.75, false)] {
            let found = RayLine { start, velocity, max_time: share * end }.meeting(dir, last, nowhere);
            assert!(!reaches || matches!(found, Err(Missed::Unknown)), "{start:?} to {dir:?}");
            counts[usize::from(reaches)] += u32::from(matches!(found, Err(Missed::Never)));
        }
    }
    assert!(counts[0] > 200 && counts[1] == 0, "{counts:?}");
}
