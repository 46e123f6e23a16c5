//! Tests of when a star of normals suits a line in the surface.

use super::{Outcome, Probe, Star};
use crate::kernel::difference::{CsoPoint, Given};
use crate::number::vector::{Vec3, Vector, vec3};

/// The narrow side of the rectangle is along x, and a quarter as long as the wide one. Seen across a line at the angle
/// φ to x, it is tan φ/4 times as long as the wide one: beyond 45° that is more than a quarter.
#[test]
fn a_line_has_to_be_along_the_narrow_side_of_the_star() {
    let normal = vec3(0.0, 0.0, 1.0);
    let support = |dir: Vec3<f64>, point: &mut CsoPoint<Vec3<f64>>| {
        let w = dir.with_length(2.0);
        *point = CsoPoint { w, on_a: w };
        Ok(())
    };
    let mut ball = Given { is_curved: true, support };
    for (x, y) in [(4.0, 0.0), (4.0, 1.0), (4.0, -3.5), (4.0, 4.5), (4.0, -6.0), (1.0, 4.0)] {
        // Every normal is good enough here, so the star alone decides.
        let mut star = Star { arms: [Probe::default(); 4], normal, depth: 1.0, most: 4.0, size: 2.0 };
        star.aim(&mut ball, 0.125, vec3(1.0, 0.0, 0.0)).expect("it has support points");
        let mut found = Outcome::unknown();
        let is_ruled = star.ruled(&mut ball, &mut found, vec3(x, y, 0.0)).expect("it has support points");
        assert_eq!((is_ruled, found.is_known()), (x > f64::abs(y), x > f64::abs(y)), "{x} {y}");
    }
}
