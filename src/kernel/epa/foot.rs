//! Finds the facet that contains the foot of the origin, once the depth is known: the witness points come from its
//! corners.
//!
//! Bodies with parallel faces have coplanar facets, and facets at an obtuse angle may be equally near within rounding:
//! the nearest need not be the one with the foot. `Outcome::set_foot` tries the facet that was found, then others as
//! near, in its plane or not, and at last seeks new corners.

use crate::kernel::difference::{CsoPoint, Difference};
use crate::kernel::epa::outcome::{DepthEnd, DepthGoal, Outcome};
use crate::kernel::epa::star::Probe;
use crate::kernel::polytope::{MET_STEPS, Polytope};
use crate::kernel::tuning::MAX_SOUGHT_CORNERS;
use crate::number::rounding::steps;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};

/// Corners of a face of a body in the world may be this many rounding steps of the input off a common plane.
const INPUT_STEPS: u32 = 4;
/// A facet may be this many rounding steps off the nearest facet's plane and still contain the foot of the answer.
pub const COPLANAR_STEPS: u32 = 64;
/// The normal is tilted by 2^−TILT_BITS towards the foot where missing corners are sought: half the digits of a
/// direction in `f32`.
const TILT_BITS: u32 = 12;

impl<V: Vector> Outcome<V> {
    /// How far off the plane of the answer a facet may be and still contain the foot: by rounding, and of a curved body
    /// by as much as the bounds are apart if they have met, because its facets are chords of the surface.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn coplanar_slack(&self, polytope: &Polytope<'_, V>, goal: &DepthGoal<V>) -> V::Scalar {
        let slack = polytope.resolution(COPLANAR_STEPS) + steps(INPUT_STEPS, polytope.input_step);
        let has_chords = goal.is_curved && self.end == DepthEnd::Converged;
        if has_chords { slack + (self.upper - self.lower) } else { slack }
    }

    /// Takes a facet that contains the foot, is as near as the answer within rounding, and lies in the plane of the
    /// answer or has a normal whose support value is as small. Where no body is curved, facets as near are pushed out
    /// meanwhile, and those that grow from them are tried, too. Without such a facet, takes one that contains the foot
    /// and is almost in the plane of the answer. Returns whether it took one.
    #[cold]
    #[inline(never)]
    fn take_tied<C: Difference<V>>(
        &mut self,
        polytope: &mut Polytope<'_, V>,
        goal: &DepthGoal<V>,
        cso: &mut C,
    ) -> bool {
        let (flush, slack) = (polytope.resolution(MET_STEPS), self.coplanar_slack(polytope, goal));
        let most = self.upper + flush;
        let (mut slot, mut probe, mut has_foot) = (0, Probe::default(), false);
        while let Some(&distance) = polytope.distances.get(slot) {
            let facet = slot;
            slot += 1;
            if distance > self.upper + slack {
                continue;
            }
            let corners = polytope.corners(facet);
            if !corners.has_foot() {
                continue;
            }
            let is_flush = polytope.is_coplanar(&corners, self.normal, self.upper, flush);
            if !has_foot && polytope.is_coplanar(&corners, self.normal, self.upper, slack) {
                polytope.copy_corners(facet, &mut self.facet);
                has_foot = true;
            }
            // A fault ends the search for the foot; the bounds stand.
            if probe.aim(cso, polytope.normal(facet)).is_err() {
                break;
            }
            let Probe { normal, height, ref point } = probe;
            // A facet inside a curved body may have a normal with the least support value and still lie below that
            // plane.
            let is_as_good = height <= most && polytope.is_coplanar(&corners, normal, height, slack);
            if is_as_good {
                (self.normal, self.upper) = (normal, height);
            }
            if is_flush || is_as_good {
                polytope.copy_corners(facet, &mut self.facet);
                return true;
            }
            let is_tied = distance <= most && !goal.is_curved && self.iterations < goal.max_iterations;
            if is_tied && !polytope.contains(point.w) {
                self.iterations += 1;
                if polytope.extend(point, facet).is_err() {
                    break;
                }
                slot = 0;
            }
        }
        has_foot
    }

    /// Finds the facet in the plane of the answer on which the foot of the origin lies.
    pub fn set_foot<C: Difference<V>>(&mut self, polytope: &mut Polytope<'_, V>, goal: &DepthGoal<V>, cso: &mut C) {
        // Usually the facet that was found contains the foot. Its normal is the one of the answer.
        let has_foot = self.facet.has_foot();
        if has_foot && polytope.is_coplanar(&self.facet, self.normal, self.upper, self.coplanar_slack(polytope, goal)) {
            return;
        }
        // On a curved body the facet may contain the foot and yet lie below the plane of the answer: then a normal
        // tilted towards the foot leads to no other corners of the face.
        let is_below = has_foot && goal.is_curved;
        if !self.take_tied(polytope, goal, cso) && !is_below && self.upper > V::Scalar::NIL {
            self.reach_foot(polytope, goal, cso);
        }
    }

    /// Seeks corners of the face with the foot that the polytope lacks. All corners of the face have the same support
    /// value, and along its normal the support function returns one that is known. Along the normal tilted a little
    /// towards the foot it returns others.
    #[cold]
    #[inline(never)]
    fn reach_foot<C: Difference<V>>(&mut self, polytope: &Polytope<'_, V>, goal: &DepthGoal<V>, cso: &mut C) {
        let normal = self.normal.direction();
        let length = normal.length();
        let foot = V::ZERO.advance(self.upper, normal.unit(length));
        let mut towards = foot - self.facet.nearest_point();
        for _ in 0..MAX_SOUGHT_CORNERS {
            if towards == V::ZERO {
                return;
            }
            let tilted = normal.blend([towards.with_length(length)], [UnitOfVector::<V>::halved(TILT_BITS)]);
            let mut corner = CsoPoint::default();
            if cso.support_call(tilted, &mut corner).is_err() {
                return;
            }
            let nearer = (0..V::DIM).find_map(|place| {
                self.facet.exchange(place, &mut corner);
                let rest = foot - self.facet.nearest_point();
                let is_nearer = rest.dot(rest) < towards.dot(towards)
                    && polytope.is_coplanar(&self.facet, normal, self.upper, self.coplanar_slack(polytope, goal));
                if !is_nearer {
                    self.facet.exchange(place, &mut corner);
                }
                is_nearer.then_some(rest)
            });
            let Some(rest) = nearer else { return };
            towards = rest;
        }
    }
}
