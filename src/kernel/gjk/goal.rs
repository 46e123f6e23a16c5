//! When GJK stops, and how it ended. The search is in `gjk.rs`.

use crate::number::scalar::{Area, Scalar, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};

/// When a search stops. Lengths are in the unit of the input.
#[derive(Clone, Copy, Debug)]
pub struct DistanceGoal<V: Vector> {
    /// The gap between the bounds that is good enough, relative to the distance of the cores.
    pub tolerance: UnitOfVector<V>,
    /// Is a normal wanted that is better than the tolerance makes it? Only with `speed`: it takes 6 kB of flash on a
    /// Cortex-M4F where a body is curved, and 200 bytes where none is.
    pub wants_normal: bool,
    pub max_iterations: u32,
    /// The margins of A and B.
    pub margins: (V::Scalar, V::Scalar),
    /// A proven distance of the bodies beyond this ends the search.
    pub limit: V::Scalar,
    /// Is it enough to know whether the bodies touch?
    pub only_touch: bool,
    /// If set, a distance of the bodies up to this ends the search.
    pub near: Option<V::Scalar>,
    /// The lengths above at the scale of the CSO, as soon as that is known.
    pub scaled: Scaled<V>,
}

/// The lengths of a goal, at the scale of the CSO.
#[derive(Clone, Copy, Debug)]
pub struct Scaled<V: Vector> {
    /// The margin of A.
    pub margin_a: V::Scalar,
    /// The sum of the margins: the distance of cores at which the bodies touch.
    pub touch: V::Scalar,
    /// The distance of the cores that is near enough; zero if the goal sets none.
    pub near: V::Scalar,
    /// The square of the distance of the cores beyond which the bodies are farther apart than the limit.
    pub enough_squared: AreaOfVector<V>,
}

impl<V: Vector> Scaled<V> {
    /// Before the scale is known: no margin, no distance that is near enough, and no limit.
    pub fn unknown() -> Self {
        let nil = V::Scalar::NIL;
        Self { margin_a: nil, touch: nil, near: nil, enough_squared: AreaOfVector::<V>::MAX }
    }
}

impl<V: Vector> DistanceGoal<V> {
    /// The gap at which the search ends: the tolerance, or less where the normal is wanted. Let φ be the angle by which
    /// an axis is off the direction of the nearest point, and d the distance of that. No plane with that axis proves
    /// more than d·cos φ, so a gap of d·φ²/2 shows that the axis is off by no more than φ.
    pub fn gap(&self) -> UnitOfVector<V> {
        let is_sharp = cfg!(feature = "speed") && self.wants_normal;
        if is_sharp { self.tolerance.min(V::Scalar::CURVED_GAP) } else { self.tolerance }
    }

    /// Computes the scaled lengths for a CSO at the scale `zoom`.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn scale(&mut self, zoom: <V::Scalar as Scalar>::Zoom) {
        let (own, other) = self.margins;
        let touch = saturating_sum(own, other).zoom(zoom);
        let enough = saturating_sum(self.limit.zoom(zoom), touch);
        let near = self.near.map_or(V::Scalar::NIL, |near| saturating_sum(near.zoom(zoom), touch));
        self.scaled = Scaled { margin_a: own.zoom(zoom), touch, near, enough_squared: enough.times(enough) };
    }
}

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceEnd {
    /// The bounds met within the tolerance, or within rounding.
    Converged,
    /// The lower bound passed the limit.
    Limit,
    /// The simplex contains the origin.
    Contact,
    /// The nearest point of the simplex is near enough (`DistanceGoal::near`).
    Touching,
    /// Rounding lets the search go no further, or a vertex was met again.
    Stalled,
    /// The rounds are used up.
    Iterations,
    /// A support point was NaN or out of range.
    Support,
}
