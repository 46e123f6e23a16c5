//! Tests of when a plane proves that bodies are farther apart than a limit.

use super::goal::{DistanceGoal, Scaled};
use super::plane::BestPlane;
use crate::number::draw::Draw;
use crate::number::scalar::Area;
use crate::number::vector::{Vec3, vec3};

#[test]
fn a_plane_beyond_a_limit_proves_more_than_the_limit() {
    let (draw, mut beyond, mut open) = (&mut Draw(1), 0, 0);
    for _ in 0..400 {
        let mut drawn = || vec3(draw.next() as f32, draw.next() as f32, draw.next() as f32);
        let (axis, w) = (drawn(), drawn());
        let axis = if axis.dot(w) < 0.0 { -axis } else { axis };
        let (reach, norm) = (axis.dot(w), axis.dot(axis));
        let plane = BestPlane::<Vec3<f32>> { axis, reach, norm, squared: reach.squared_per(norm), size: 1.0 };
        let distance = plane.distance();
        let margin = 0.125;
        // The bodies are apart by less than the limit, by just as much, and by more.
        for limit in [distance, distance - 2.0 * margin, 0.75 * distance - 2.0 * margin] {
            if limit <= 0.0 {
                continue;
            }
            let mut goal = DistanceGoal {
                tolerance: 0.0,
                wants_normal: false,
                max_iterations: 9,
                margins: (margin, margin),
                limit,
                only_touch: false,
                near: None,
                scaled: Scaled::unknown(),
            };
            goal.scale(1.0);
            let is_beyond = plane.is_beyond(&goal, 1.0, 0.0);
            assert_eq!(is_beyond, distance - 2.0 * margin > limit, "{distance} and {limit}");
            (beyond, open) = (beyond + u32::from(is_beyond), open + u32::from(!is_beyond));
        }
    }
    assert!(beyond > 50 && open > 50, "{beyond} {open}");
}
