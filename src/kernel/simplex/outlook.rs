//! The plane to try next where rounding hides which part of a simplex is nearest to the origin: for
//! `gjk/reconsider.rs`.

use crate::kernel::simplex::Simplex;
use crate::kernel::simplex::nearest::Nearest;
use crate::kernel::simplex::weights::needed;
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;

impl<V: Vector> Simplex<V> {
    /// The point p of the simplex nearest to the origin, and the part whose plane is to be tried next.
    ///
    /// That is the part on which p lies, as long as its planes bring the search on. But rounding hides on which of
    /// several parts p lies: beside a thin body, or a surface of straight lines such as the side of a cone, the axis
    /// of an edge and that of a triangle at this edge differ by far more than their feet do. So if the last round
    /// brought nothing (`is_level`), all parts whose feet are as near as p up to rounding are compared. Only a plane
    /// that has the whole simplex behind it can lead to a proof. Of these the one with the most points is taken,
    /// because a plane through three points turns with each new support point and that of an edge does not; of those
    /// with as many points the one whose plane is farthest from the origin. tests/regressions has a scene in
    /// touching.rs (`a_point_a_hair_beside_the_side_of_a_cone_is_apart`).
    pub fn outlook(&self, is_level: bool) -> (V, Nearest<V>) {
        let weights = self.best_foot();
        let p = self.point(weights);
        let slack = self.weight_slack();
        if !is_level {
            let plane = self.plane_of(needed::<V>(&weights), p);
            if plane.is_outside() {
                return (p, plane);
            }
        }
        let parts = 1..1u32 << self.points().len();
        let mut best = Nearest::<V>::containing(0);
        for count in (1..=V::DIM as u32).rev() {
            for part in parts.clone().filter(|part| part.count_ones() == count) {
                let foot = self.refined_foot(part);
                let is_near = foot.dot(foot) - foot.max_abs().times(slack) <= p.dot(p);
                let plane = if is_near { self.plane_of(part, foot) } else { best };
                if plane.squared > best.squared {
                    best = plane;
                }
            }
            if best.is_outside() {
                return (p, best);
            }
        }
        // Either the simplex contains the origin, or rounding hides the height of its lowest point.
        let (kept, axis) = (needed::<V>(&weights), p.direction());
        let is_contact = p.is_within(slack);
        (p, if is_contact { Nearest::containing(kept) } else { Nearest::along(kept, axis, axis.dot(p)) })
    }

    /// The plane of a part of the simplex through the lowest point of the whole, given the foot on the part, which is
    /// brought to right angles with the part twice: on a thin sliver the first correction may spoil it, and the second
    /// one makes that good. Out of line, because a second copy takes 1 kB of flash.
    #[cold]
    #[inline(never)]
    fn plane_of(&self, part: u32, foot: V) -> Nearest<V> {
        let axis = (0..2).fold(foot, |axis, _| self.straightened(part, axis));
        Nearest::along(part, axis, self.range(axis).0)
    }
}
