//! Finds the facet that the foot of the origin lies in, once the depth is known.
//!
//! Bodies with parallel faces have coplanar facets, and facets at an obtuse angle may be equally near within rounding:
//! the nearest need not be the one with the foot. `Outcome::set_foot` tries the facet that was found, then others of
//! its plane, then others as near, and last new corners.

use crate::kernel::difference::{CsoPoint, Difference};
use crate::kernel::epa::outcome::{DepthGoal, Outcome};
use crate::kernel::epa::star::Probe;
use crate::kernel::polytope::{self, Facet, MET_STEPS, Polytope};
use crate::kernel::simplex::Simplex;
use crate::kernel::simplex::shares::Shares;
use crate::kernel::tuning::MAX_SOUGHT_CORNERS;
use crate::number::rounding::steps;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};

/// Corners of a face of a body in the world may be this many rounding steps of the input off a common plane.
const INPUT_STEPS: u32 = 4;
/// A facet may be this many rounding steps off the nearest facet's plane and still contain the foot of the answer.
pub const COPLANAR_STEPS: u32 = 64;
/// The tilt of the normal towards such corners is 2^−this: half the digits of a direction in `f32`.
const TILT_BITS: u32 = 12;

/// A facet where the foot of the origin may lie.
pub struct Foothold<V: Vector> {
    pub facet: Simplex<V>,
    /// The normal of its own plane.
    pub normal: V,
    /// The shares of its corners in the foot, and the least as a fraction; `None` and −1 if it is not in the plane.
    shares: Option<Shares<V>>,
    share: UnitOfVector<V>,
}

impl<V: Vector> Foothold<V> {
    pub fn has_foot(&self) -> bool {
        self.share >= UnitOfVector::<V>::NIL
    }
}

/// What the facets that are as near as the answer have to offer.
enum Tie<V> {
    /// One of them is the answer now.
    Taken,
    /// The slot of one, and a support point beyond it that is no vertex yet.
    Open(usize, CsoPoint<V>),
    None,
}

impl<V: Vector> Polytope<'_, V> {
    /// How far off the plane of the answer a facet may be and still contain the foot.
    fn coplanar_slack(&self) -> V::Scalar {
        self.resolution(COPLANAR_STEPS) + steps(INPUT_STEPS, self.input_step)
    }

    /// The facet in the plane of the answer that contains the foot of the origin: the one found, if it does. If none
    /// does, the one whose least share is largest.
    pub fn under_foot(&self, found: &Outcome<V>, upper: V::Scalar) -> Foothold<V> {
        let slack = self.coplanar_slack();
        let is_coplanar = |candidate: &Simplex<V>| self.is_coplanar(candidate, found.normal, upper, slack);
        let is_facet = found.facet.points().len() == V::DIM && is_coplanar(&found.facet);
        let shares = is_facet.then(|| found.facet.shares());
        let share = shares.as_ref().map_or(-UnitOfVector::<V>::ONE, Shares::least);
        let mut best = Foothold { facet: found.facet.clone(), normal: found.normal, shares, share };
        // Most facets are elsewhere, and any one corner shows it.
        let length = found.normal.length();
        let (plane, room) = (length.times(upper), length.times(slack));
        let is_near = |facet: &Facet<V>| {
            let corner = polytope::corners::<V>(&facet.links).first().map_or(V::ZERO, |&corner| self.point(corner));
            let along = found.normal.dot(corner);
            plane - along <= room && along - plane <= room
        };
        for (candidate, &distance) in self.facets.iter().zip(self.distances.iter()) {
            if best.has_foot() {
                break;
            }
            if distance < V::Scalar::MAX && is_near(candidate) {
                let facet = self.simplex(&candidate.links);
                let shares = is_coplanar(&facet).then(|| facet.shares());
                let share = shares.as_ref().map_or(best.share, Shares::least);
                if share > best.share {
                    best = Foothold { facet, normal: candidate.plane.normal, shares, share };
                }
            }
        }
        best
    }
}

impl<V: Vector> Outcome<V> {
    /// Takes a facet as near as the answer within rounding that contains the foot and whose own support value is as
    /// small. Otherwise returns one that contains the foot and has not been pushed out yet, with its support point.
    #[cold]
    #[inline(never)]
    fn take_tied<C: Difference<V>>(&mut self, polytope: &Polytope<'_, V>, upper: V::Scalar, cso: &mut C) -> Tie<V> {
        let most = upper + polytope.resolution(MET_STEPS);
        let facets = polytope.facets.iter().zip(polytope.distances.iter()).enumerate();
        let mut open = Tie::None;
        for (slot, (Facet { plane, links }, _)) in facets.filter(|(_, (_, near))| **near <= most) {
            let facet = polytope.simplex(links);
            if !facet.has_foot() {
                continue;
            }
            // A fault here does not affect the answer.
            let Ok(probe) = Probe::new(cso, plane.normal) else { return Tie::None };
            if self.take_as_good(polytope, &facet, &probe, upper) {
                return Tie::Taken;
            }
            if matches!(open, Tie::None) && !polytope.contains(probe.point.w) {
                open = Tie::Open(slot, probe.point);
            }
        }
        open
    }

    /// Takes a facet as the answer if the support value of its own normal, which was tried, is as small.
    fn take_as_good(
        &mut self,
        polytope: &Polytope<'_, V>,
        facet: &Simplex<V>,
        tried: &Probe<V>,
        upper: V::Scalar,
    ) -> bool {
        let Probe { normal, height, .. } = *tried;
        // A facet inside a curved body may have a normal with the least support value and still lie below that plane.
        let is_as_good = height <= upper + polytope.resolution(MET_STEPS)
            && polytope.is_coplanar(facet, normal, height, polytope.coplanar_slack());
        if is_as_good {
            self.take(facet.clone(), normal, height);
        }
        is_as_good
    }

    /// Finds the facet in the plane of the answer on which the foot of the origin lies.
    pub fn set_foot<C: Difference<V>>(
        &mut self,
        polytope: &mut Polytope<'_, V>,
        goal: &DepthGoal<V>,
        upper: V::Scalar,
        cso: &mut C,
    ) {
        // A small facet may lean within the tolerance for coplanar facets. If it leans by more than rounding, it has
        // the foot along its own normal, or not in this plane at all.
        let flush = polytope.resolution(MET_STEPS);
        // Usually the facet that was found contains the foot.
        if self.facet.points().len() == V::DIM && polytope.is_coplanar(&self.facet, self.normal, upper, flush) {
            let shares = self.facet.shares();
            if shares.least() >= UnitOfVector::<V>::NIL {
                self.shares = Some(shares);
                return;
            }
        }
        let foothold = polytope.under_foot(self, upper);
        self.facet = foothold.facet.clone();
        if foothold.has_foot() {
            if polytope.is_coplanar(&foothold.facet, self.normal, upper, flush) {
                self.shares = foothold.shares;
                return;
            }
            let Ok(probe) = Probe::new(cso, foothold.normal) else { return };
            if self.take_as_good(polytope, &foothold.facet, &probe, upper) {
                return;
            }
        }
        loop {
            match self.take_tied(polytope, upper, cso) {
                Tie::Taken => return,
                // The facet with the foot may be one of those that grow from this one.
                Tie::Open(slot, point) if !goal.is_curved && self.iterations < goal.max_iterations => {
                    self.iterations += 1;
                    if polytope.extend(&point, slot).is_err() {
                        break;
                    }
                }
                _ => break,
            }
        }
        if upper > V::Scalar::NIL {
            self.reach_foot(polytope, upper, cso);
        }
    }

    /// Seeks corners that the polytope lacks of the face that the foot lies in: all have the same support value, and
    /// the support function returns one that is known. The normal tilted a little towards the foot brings the others.
    #[cold]
    #[inline(never)]
    fn reach_foot<C: Difference<V>>(&mut self, polytope: &Polytope<'_, V>, upper: V::Scalar, cso: &mut C) {
        let normal = self.normal.direction();
        let length = normal.length();
        let foot = V::ZERO.advance(upper, normal.unit(length));
        let to_foot = |facet: &Simplex<V>| foot - facet.nearest_point();
        for _ in 0..MAX_SOUGHT_CORNERS {
            let towards = to_foot(&self.facet);
            if towards == V::ZERO {
                return;
            }
            let tilted = normal.blend([towards.with_length(length)], [UnitOfVector::<V>::halved(TILT_BITS)]);
            let mut corner = CsoPoint::default();
            if cso.support_call(tilted, &mut corner).is_err() {
                return;
            }
            let is_nearer = |facet: &Simplex<V>| {
                let rest = to_foot(facet);
                rest.dot(rest) < towards.dot(towards)
                    && polytope.is_coplanar(facet, normal, upper, polytope.coplanar_slack())
            };
            let Some(facet) = self.facet.exchanged(corner, is_nearer) else { return };
            self.facet = facet;
        }
    }
}
