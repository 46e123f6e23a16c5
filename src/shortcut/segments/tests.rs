//! Tests of how far segments reach, against their ends.

use super::{NO_POINTS, Segments, Spans};
use crate::number::draw::Draw;
use crate::number::vector::{Vec3, Vector, vec3};

impl Draw {
    /// Whole numbers from −4 to 4, with which products and sums are exact.
    fn vector(&mut self) -> Vec3<f64> {
        let mut next = || (self.bits(31) % 9) as f64 - 4.0;
        vec3(next(), next(), next())
    }
}

#[test]
fn the_second_segment_lies_beyond_the_first_by_the_least_of_their_ends() {
    let draw = &mut Draw(1);
    for _ in 0..200 {
        let [dir, r, d, e] = [0; 4].map(|_| draw.vector());
        let ends = [[Vec3::ZERO, Vec3::ZERO], [d, Vec3::ZERO], [Vec3::ZERO, e], [d, e]];
        let least = ends.into_iter().map(|[on_d, on_e]| dir.dot(r + on_e - on_d)).fold(f64::MAX, f64::min);
        assert_eq!(Segments::reach(dir, r, d, e), least);
        for (s, t) in [(0.0, 0.0), (0.25, 1.0), (1.0, 0.5)] {
            let apart = r.blend([e, d], [t, -s]);
            assert_eq!(Spans { d, e, shares: (s, t), apart }.reach(dir, NO_POINTS), least);
        }
    }
}

/// For segments that are apart a plane proves all of their distance, whatever direction was known.
#[test]
fn some_plane_proves_the_distance_of_segments() {
    let (draw, mut apart_at_all) = (&mut Draw(3), 0);
    for number in 0..400 {
        let [r, d, mut e] = [0; 3].map(|_| draw.vector());
        if number % 4 == 0 {
            e = d + d;
        }
        if d == Vec3::ZERO || e == Vec3::ZERO {
            continue;
        }
        let shares = Segments::shares(r, d, e, NO_POINTS);
        let apart = r.blend([e, d], [shares.1, -shares.0]);
        let distance = apart.length();
        if distance == 0.0 {
            continue;
        }
        // A plane along the displacement proves all of it: that is the reference.
        let spans = Spans { d, e, shares, apart };
        let proven = spans.reach(apart, NO_POINTS) / distance;
        assert!((proven - distance).abs() < 1e-9, "{proven} of {distance}");
        let mut best = (-f64::MAX, Vec3::ZERO);
        spans.best_plane(&mut best, distance, 1e-9);
        let (lower, unit) = best;
        assert!(lower <= distance + 1e-9);
        // The directions that are tried suffice where the nearest points are inside both segments, or in one end and
        // inside the other.
        let is_inside = |share: f64| share > 0.0 && share < 1.0;
        if is_inside(shares.0) || is_inside(shares.1) {
            assert!((lower - distance).abs() < 1e-6 && (unit.dot(apart) - distance).abs() < 1e-6, "{lower} {distance}");
            apart_at_all += 1;
        }
    }
    assert!(apart_at_all > 100);
}
