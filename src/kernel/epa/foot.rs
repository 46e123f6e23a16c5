//! Finds the facet that contains the foot of the origin, once the depth is known: the witness points come from its
//! corners.
//!
//! Bodies with parallel faces have coplanar facets, and facets at an obtuse angle may be equally near within rounding:
//! the nearest need not be the one with the foot. `Outcome::set_foot` tries the facet that was found, then others as
//! near, in its plane or not, whose normals may be better as well, and at last seeks new corners.
//! `epa/curved_foot.rs` does that for curved bodies.

use crate::kernel::difference::{CsoPoint, Difference};
use crate::kernel::epa::outcome::{DepthGoal, Outcome};
use crate::kernel::epa::star::Probe;
use crate::kernel::polytope::{MET_STEPS, Polytope};
use crate::kernel::simplex::Simplex;
use crate::kernel::tuning::MAX_SOUGHT_CORNERS;
use crate::number::rounding::steps;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};

/// Corners of a face of a body in the world may be this many rounding steps of the input off a common plane.
const INPUT_STEPS: u32 = 4;
/// A facet may be this many rounding steps off the nearest facet's plane and still contain the foot of the answer.
pub const COPLANAR_STEPS: u32 = 64;
/// The facet that was found is taken at once if its nearest point is at most this many rounding steps off the foot:
/// foot and point are sums of up to four rounded terms each.
const MISS_STEPS: u32 = 8;

/// How far off the plane of the answer a facet may be by rounding and still contain the foot.
fn coplanar_slack<V: Vector>(polytope: &Polytope<'_, V>) -> V::Scalar {
    polytope.resolution(COPLANAR_STEPS) + steps(INPUT_STEPS, polytope.input_step)
}

/// The normal is tilted by 2^−CORNER_TILT_BITS towards the foot where missing corners are sought: half the digits of a
/// direction in `f32`.
const CORNER_TILT_BITS: u32 = 12;

impl<V: Vector> Outcome<V> {
    /// The foot of the origin on the plane of the answer.
    pub fn foot(&self) -> V {
        V::ZERO.advance(self.upper, self.normal.unit(self.normal.length()))
    }

    /// Takes a facet that contains the foot of the origin on its plane, if that is the foot of the answer within
    /// rounding, or if the support value along its normal is as small as the answer. Facets as near are pushed out
    /// meanwhile, and those that grow from them are tried, too. Without such a facet, takes the one whose foot is
    /// nearest to that of the answer. Returns whether there is one.
    #[cold]
    #[inline(never)]
    fn take_tied<C: Difference<V>>(
        &mut self,
        polytope: &mut Polytope<'_, V>,
        goal: &DepthGoal<V>,
        cso: &mut C,
    ) -> bool {
        let (flush, slack) = (polytope.resolution(MET_STEPS), coplanar_slack(polytope));
        let (mut slot, mut nearest) = (0, slack);
        let (mut probe, mut corners) = (Probe::blank(self.normal), Simplex::default());
        while let Some(&distance) = polytope.distances.get(slot) {
            let facet = slot;
            slot += 1;
            if distance > self.upper + slack {
                continue;
            }
            let normal = polytope.normal(facet);
            let foot = V::ZERO.advance(distance, normal.unit(normal.length()));
            polytope.copy_corners(facet, &mut corners);
            let weights = corners.weights_near(foot);
            if !(corners.point(weights) - foot).is_within(flush) {
                continue;
            }
            let away = (foot - self.foot()).max_abs();
            if away <= nearest {
                nearest = away;
                self.facet.assign(&corners);
                self.weights = Some(weights);
                if away <= flush {
                    return true;
                }
            }
            // A fault ends the search for the foot; the bounds stand.
            if probe.aim(cso, normal).is_err() {
                break;
            }
            let Probe { height, ref point, .. } = probe;
            let most = self.upper + polytope.resolution(1);
            if height <= most && height <= distance + slack {
                (self.normal, self.upper) = (normal, height);
                self.facet.assign(&corners);
                self.weights = Some(weights);
                return true;
            }
            let is_tied = distance <= most && self.iterations < goal.max_iterations;
            if is_tied && !polytope.contains(point.w) && polytope.grow(point, facet).is_ok() {
                self.iterations += 1;
                slot = 0;
            }
        }
        nearest < slack
    }

    /// Finds the facet in the plane of the answer on which the foot of the origin lies. Without `speed` no corners are
    /// sought that the polytope lacks: no pair of the tests needs them, and they take 800 bytes of flash on a
    /// Cortex-M4F.
    pub fn set_foot<C: Difference<V>>(&mut self, polytope: &mut Polytope<'_, V>, goal: &DepthGoal<V>, cso: &mut C) {
        // Usually the facet that was found contains the foot. Its normal is that of the answer.
        let foot = self.foot();
        let weights = self.facet.weights_near(foot);
        let miss = self.facet.point(weights) - foot;
        if miss.is_within(polytope.resolution(MISS_STEPS)) {
            self.weights = Some(weights);
            return;
        }
        let seeks_corners = cfg!(feature = "speed") && self.upper > V::Scalar::NIL;
        if !self.take_tied(polytope, goal, cso) && seeks_corners {
            self.weights = None;
            self.reach_foot(polytope, cso);
        }
    }

    /// Seeks corners of the face with the foot that the polytope lacks. All corners of the face have the same support
    /// value, and along its normal the support function returns one that is known. Along the normal tilted a little
    /// towards the foot it returns others.
    #[cold]
    #[inline(never)]
    fn reach_foot<C: Difference<V>>(&mut self, polytope: &Polytope<'_, V>, cso: &mut C) {
        let normal = self.normal.direction();
        let length = normal.length();
        let foot = V::ZERO.advance(self.upper, normal.unit(length));
        let mut towards = foot - self.facet.nearest_point();
        for _ in 0..MAX_SOUGHT_CORNERS {
            if towards == V::ZERO {
                return;
            }
            let tilted = normal.blend([towards.with_length(length)], [UnitOfVector::<V>::halved(CORNER_TILT_BITS)]);
            let mut corner = CsoPoint::blank(tilted);
            if cso.support_call(tilted, &mut corner).is_err() {
                return;
            }
            let nearer = (0..V::DIM).find_map(|place| {
                self.facet.exchange(place, &mut corner);
                let rest = foot - self.facet.nearest_point();
                let is_nearer = rest.dot(rest) < towards.dot(towards)
                    && polytope.is_coplanar(&self.facet, normal, self.upper, coplanar_slack(polytope));
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
