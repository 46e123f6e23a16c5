//! The last resort of GJK, where rounding has ended the search with bounds that have not met: needles and slivers that
//! nearly touch.
//!
//! The rounds of `gjk.rs` find the nearest part of a simplex by the signs of products with the normals of its faces.
//! On a sliver a normal has few correct digits, so the sign may be wrong: the search takes the wrong part, or the
//! simplex seems to contain the origin. The rounds here compare the feet of the origin on all parts instead
//! (`simplex/weights.rs`), each computed with the modified method of Gram and Schmidt, and take an axis that is brought
//! to right angles with the nearest part. One such round takes as many instructions as ten usual ones.

use crate::kernel::difference::{CsoPoint, Difference};
use crate::kernel::gjk::Search;
use crate::kernel::gjk::goal::DistanceEnd;
use crate::kernel::simplex::Simplex;
use crate::kernel::simplex::nearest::{ALL, Nearest};
use crate::kernel::tuning::{MAX_LEVEL_ROUNDS, MAX_RECONSIDERED_ROUNDS};
use crate::number::scalar::Area;
use crate::number::vector::{AreaOfVector, Vector};

impl<V: Vector> Search<V> {
    /// Searches on from the simplex. The nearest point only comes nearer, and the best plane only becomes better,
    /// except for rounding.
    #[cold]
    #[inline(never)]
    pub fn reconsider(&mut self, cso: &mut dyn Difference<V>) {
        let mut simplex = Simplex::default();
        simplex.assign(&self.simplex);
        let (mut least, mut level_rounds) = (AreaOfVector::<V>::MAX, 0);
        for _ in 0..MAX_RECONSIDERED_ROUNDS {
            let p = simplex.keep_nearest();
            let nearest = simplex.outlook(p);
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
            self.bound(&point, point.size(), false);
            if simplex.contains(point.w) {
                return;
            }
            simplex.push(&point);
        }
    }
}

impl<V: Vector> Simplex<V> {
    /// The whole simplex as the part nearest to the origin, given its nearest point p. Of p itself and of p brought to
    /// right angles with the simplex, once and twice, the axis is the one along which the lowest point of the simplex
    /// is highest: on a thin sliver the first correction may spoil p, and the second one makes that good. A loop,
    /// because three copies of its body take 180 bytes more flash on a Cortex-M4F.
    fn outlook(&self, p: V) -> Nearest<V> {
        let first = p.direction();
        let (mut axis, mut best) = (first, Nearest::along(ALL, first, -AreaOfVector::<V>::MAX));
        for number in 0..3 {
            if number > 0 {
                axis = self.straightened(axis);
            }
            let heights = self.points().iter().map(|point| axis.dot(point.w));
            let lowest = heights.fold(AreaOfVector::<V>::MAX, |lowest, height| lowest.min(height));
            let next = Nearest::along(ALL, axis, lowest);
            if number == 0 || next.squared > best.squared {
                best = next;
            }
        }
        // Rounding may hide the height of the lowest point where p is far from the origin all the same.
        if best.is_outside() || p.is_within(self.weight_slack()) {
            best
        } else {
            Nearest::along(ALL, first, first.dot(p))
        }
    }
}
