//! Secant steps of GJK: the rounds on curved bodies that take an axis extrapolated from the rounds before.
//!
//! They stand behind a trait, so that a search which is compiled once for all shapes links them only in programs with
//! curved bodies. `secant.rs` derives the steps.

use crate::kernel::difference::Difference;
use crate::kernel::gjk::goal::{DistanceEnd, DistanceGoal};
use crate::kernel::gjk::{AxisKind, Search};
use crate::kernel::secant::Trail;
use crate::kernel::tuning::ROUNDS_WITHOUT_SECANTS;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};

/// The calls that GJK makes between its rounds where a body is curved.
pub trait Extrapolate<V: Vector> {
    /// Forgets all rounds: a search begins.
    fn begin(&mut self);

    /// Notes a round: its support point, and the size of the points that it comes from
    /// ([`CsoPoint::size`](crate::kernel::difference::CsoPoint::size)). A round along the axis of a hidden part tells
    /// nothing about the nearest point, and is left out.
    fn note(&mut self, search: &Search<V>, goal: &DistanceGoal<V>, point: V, size: V::Scalar);

    /// Called after each round. Takes the axis of the next secant, if one is due, and returns the distance of the
    /// nearest point times the length of that axis; `None` if the next round is an ordinary one. Fails with the end of
    /// the search if the bounds have met. `was_secant` says whether the round had the axis of a secant, `last_squared`
    /// is the squared distance before it.
    fn step(
        &mut self,
        search: &mut Search<V>,
        goal: &DistanceGoal<V>,
        was_secant: bool,
        last_squared: AreaOfVector<V>,
    ) -> Result<Option<AreaOfVector<V>>, DistanceEnd>;

    /// Corrects the normal after a search whose bounds have met: [`Search::sharpen`].
    fn sharpen(&mut self, search: &mut Search<V>, cso: &mut dyn Difference<V>, goal: &DistanceGoal<V>);
}

/// The last rounds of a search, and the gap that a secant step has to reach.
#[derive(Clone, Debug)]
pub struct Secants<V: Vector> {
    trail: Trail<V>,
    /// Half of the gap between the bounds of the squared distance before the last secant step.
    half_gap: AreaOfVector<V>,
}

impl<V: Vector> Default for Secants<V> {
    fn default() -> Self {
        Self { trail: Trail::default(), half_gap: AreaOfVector::<V>::ZERO }
    }
}

impl<V: Vector> Extrapolate<V> for Secants<V> {
    fn begin(&mut self) {
        *self = Self::default();
    }

    #[inline(always)]
    fn note(&mut self, search: &Search<V>, goal: &DistanceGoal<V>, point: V, size: V::Scalar) {
        let first = if goal.near.is_some() { ROUNDS_WITHOUT_SECANTS } else { 0 };
        let is_near = search.nearest.is_outside() && search.axis_kind != AxisKind::Hidden;
        if search.iterations >= first && is_near {
            self.trail.note(search.axis, point, size, None::<fn(V) -> bool>);
        }
    }

    #[inline(always)]
    fn step(
        &mut self,
        search: &mut Search<V>,
        goal: &DistanceGoal<V>,
        was_secant: bool,
        last_squared: AreaOfVector<V>,
    ) -> Result<Option<AreaOfVector<V>>, DistanceEnd> {
        if was_secant && search.has_met(goal.gap(), goal) {
            return Err(DistanceEnd::Converged);
        }
        // The rounds of GJK halve the gap at best, so a secant has to halve it as well.
        let is_idle = if was_secant { search.gap() > self.half_gap } else { search.squared >= last_squared };
        if is_idle {
            self.trail.disappoint();
        } else if self.trail.is_due() {
            let height = search.follow(&self.trail);
            self.half_gap = search.gap().portion(V::Scalar::halved(1));
            return Ok(height);
        }
        Ok(None)
    }

    fn sharpen(&mut self, search: &mut Search<V>, cso: &mut dyn Difference<V>, goal: &DistanceGoal<V>) {
        // Not linked without `speed`, where no goal wants it: see `DistanceGoal::wants_normal`.
        if cfg!(feature = "speed") {
            search.sharpen(&mut self.trail, cso, goal);
        }
    }
}

impl<V: Vector> Search<V> {
    /// Have the bounds met within a relative tolerance? The relative difference of squares is twice that of roots.
    pub fn has_met(&self, tolerance: UnitOfVector<V>, goal: &DistanceGoal<V>) -> bool {
        let allowed = self.squared.portion(tolerance);
        self.plane.separates() && self.gap() <= allowed + allowed && !self.is_open(goal)
    }

    /// The gap between the bounds of the squared distance.
    pub fn gap(&self) -> AreaOfVector<V> {
        self.squared - self.plane.squared.max(AreaOfVector::<V>::ZERO)
    }

    /// Takes the axis of a secant step, if it has a positive product with that of the nearest point. Returns the
    /// distance of the nearest point times the length of the new axis.
    fn follow(&mut self, trail: &Trail<V>) -> Option<AreaOfVector<V>> {
        let distance = self.squared.sqrt();
        let axis = trail.target(self.axis, distance);
        (axis.dot(self.axis) > AreaOfVector::<V>::ZERO).then(|| {
            (self.axis, self.norm) = (axis, axis.dot(axis));
            distance.times(self.norm.sqrt())
        })
    }
}
