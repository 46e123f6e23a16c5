//! Finds corners whose triangle contains the foot of the origin, once the depth of curved bodies is known: the witness
//! points come from them. `epa/foot.rs` does that for polytopes.
//!
//! The facets of curved bodies are chords of the surface, their planes are below that of the answer, and the sliver of
//! a facet that touches a ruled face has a normal with few correct digits. So no plane decides which facet is the right
//! one, but its distance from the foot: that is how far the witness points will be off.

use crate::kernel::difference::{CsoPoint, Difference};
use crate::kernel::epa::outcome::{DepthEnd, DepthGoal, Outcome};
use crate::kernel::epa::sharpen::sharpen;
use crate::kernel::polytope::{MET_STEPS, Polytope};
use crate::kernel::simplex::Simplex;
use crate::kernel::tuning::MAX_CURVED_CORNERS;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};

/// Completes the answer: sharpens the normal, and finds a facet with the foot. Without `speed` flash counts more than
/// the digits of the normal. In fixed point the bounds have met only where rounding hides what is left.
pub fn finish<V: Vector>(
    found: &mut Outcome<V>,
    cso: &mut dyn Difference<V>,
    polytope: &Polytope<'_, V>,
    goal: &DepthGoal<V>,
) {
    let is_deep = found.end == DepthEnd::Converged && found.lower > V::Scalar::NIL;
    if is_deep && V::Scalar::IS_FLOAT && cfg!(feature = "speed") {
        // After a fault the answer stays as it was.
        let _ = sharpen(found, cso, polytope, goal);
    }
    set_foot(found, cso, polytope);
}

/// Finds a facet of which a point is as near to the foot as the bounds are to each other.
///
/// The foot itself may be outside the CSO, by the gap between the bounds: the ball whose radius is the lower bound is
/// inside. Rounding puts both the foot and the nearest point off, as it does with the two bounds.
fn set_foot<V: Vector>(found: &mut Outcome<V>, cso: &mut dyn Difference<V>, polytope: &Polytope<'_, V>) {
    let gap = if found.end == DepthEnd::Converged { found.upper - found.lower } else { V::Scalar::NIL };
    let slack = gap + polytope.resolution(MET_STEPS + MET_STEPS);
    let foot = found.foot();
    let mut miss = found.facet.miss(foot);
    if miss.length() > slack {
        found.take_nearest(polytope, foot, slack, &mut miss);
        found.close_in(cso, polytope, foot, slack, &mut miss);
    }
}

impl<V: Vector> Outcome<V> {
    /// Takes the facet of the polytope that is nearest to the foot if it is nearer than the present one.
    /// tests/regressions has a pair that needs it in witnesses.rs
    /// (`witness_points_of_a_box_and_a_tilted_cylinder_are_on_both`).
    fn take_nearest(&mut self, polytope: &Polytope<'_, V>, foot: V, slack: V::Scalar, miss: &mut V) {
        let mut nearest = Simplex::default();
        nearest.assign(&self.facet);
        for (slot, &distance) in polytope.distances.iter().enumerate() {
            if distance > self.upper + slack {
                continue;
            }
            polytope.copy_corners(slot, &mut self.facet);
            let other = self.facet.miss(foot);
            if other.dot(other) < miss.dot(*miss) {
                *miss = other;
                nearest.assign(&self.facet);
            }
        }
        self.facet.assign(&nearest);
    }

    /// Exchanges corners for support points until the facet is near enough to the foot. The support point along the
    /// normal tilted by an angle lies that angle times the radius of curvature farther on: about as far as the foot if
    /// the angle is the distance of the foot in radii, where half of the extent of the CSO stands for the radius. If
    /// that leads nowhere, the face is flatter, and the next angle is wider.
    fn close_in(
        &mut self,
        cso: &mut dyn Difference<V>,
        polytope: &Polytope<'_, V>,
        foot: V,
        slack: V::Scalar,
        miss: &mut V,
    ) {
        let radius = polytope.extent.scaled(UnitOfVector::<V>::HALF);
        let (length, mut least) = (self.normal.length(), V::Scalar::NIL);
        for _ in 0..MAX_CURVED_CORNERS {
            let rest = miss.length();
            if rest <= slack {
                return;
            }
            let arc = rest.max(least);
            let angle = if arc < radius { arc.fraction(radius) } else { UnitOfVector::<V>::ONE };
            let tilted = self.normal.blend([miss.with_length(length)], [angle]);
            let mut corner = CsoPoint::blank(foot);
            if cso.support_call(tilted, &mut corner).is_err() {
                return;
            }
            if self.facet.points().len() < V::DIM {
                self.facet.push(&corner);
                *miss = self.facet.miss(foot);
                continue;
            }
            let is_nearer = (0..V::DIM).any(|place| {
                self.facet.exchange(place, &mut corner);
                let other = self.facet.miss(foot);
                let is_nearer = other.dot(other) < miss.dot(*miss);
                if is_nearer {
                    *miss = other;
                } else {
                    self.facet.exchange(place, &mut corner);
                }
                is_nearer
            });
            if !is_nearer {
                if arc >= radius {
                    return;
                }
                least = arc + arc + arc + arc;
            }
        }
    }
}
