//! The last resort of GJK, where rounding has ended the search with bounds that have not met: needles and slivers that
//! nearly touch.
//!
//! The rounds of `gjk.rs` find the nearest part of a simplex by the signs of products with the normals of its faces.
//! On a sliver a normal has few correct digits, so the sign may be wrong: the search takes the wrong part, or the
//! simplex seems to contain the origin. The rounds here compare the feet of the origin on all parts instead
//! (`simplex/outlook.rs`), each computed with the modified method of Gram and Schmidt, and take an axis that is brought
//! to right angles with the chosen part. One such round takes as many instructions as 10 to 25 usual ones.

use crate::kernel::difference::{CsoPoint, Difference};
use crate::kernel::gjk::Search;
use crate::kernel::gjk::goal::DistanceEnd;
use crate::kernel::gjk::plane::signed_square;
use crate::kernel::simplex::Simplex;
use crate::kernel::tuning::{MAX_LEVEL_ROUNDS, MAX_RECONSIDERED_ROUNDS};
use crate::number::scalar::Area;
use crate::number::vector::{AreaOfVector, Vector};

impl<V: Vector> Search<V> {
    /// Searches on from the simplex, as long as the nearest point comes nearer or the plane tried gets farther away.
    /// The best point and the best plane stay.
    #[cold]
    #[inline(never)]
    pub fn reconsider(&mut self, cso: &mut dyn Difference<V>) {
        let mut simplex = Simplex::default();
        simplex.assign(&self.simplex);
        let (mut least, mut highest, mut level_rounds) = (AreaOfVector::<V>::MAX, -AreaOfVector::<V>::MAX, 0);
        for _ in 0..MAX_RECONSIDERED_ROUNDS {
            let (p, nearest) = simplex.outlook(level_rounds > 0);
            simplex.retain(nearest.kept);
            level_rounds += 1;
            if p.dot(p) < least {
                (least, level_rounds) = (p.dot(p), 0);
                self.simplex.assign(&simplex);
                (self.nearest, self.is_carried) = (nearest, false);
                self.end = if nearest.is_outside() { DistanceEnd::Stalled } else { DistanceEnd::Contact };
            }
            let mut point = CsoPoint::default();
            let is_last = !nearest.is_outside() || level_rounds > MAX_LEVEL_ROUNDS;
            if is_last || cso.support_call(-nearest.axis, &mut point).is_err() {
                return;
            }
            (self.axis, self.norm) = (nearest.axis, nearest.norm);
            let (reach, _) = self.bound(&point, point.size(), false);
            let squared = signed_square(reach, self.norm);
            if squared > highest {
                (highest, level_rounds) = (squared, 0);
            }
            if simplex.contains(point.w) {
                return;
            }
            simplex.push(&point);
        }
    }
}
