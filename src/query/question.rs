//! What is asked, of which bodies.

use crate::body::support::Support;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::Placed;
/// What is asked of whom.
pub struct Question<'q, A: ?Sized, B: ?Sized, P, V: Vector> {
    pub a: &'q A,
    pub b: &'q B,
    pub placement: &'q P,
    pub settings: &'q Settings<V>,
    pub aim: Aim<V>,
}

impl<A: ?Sized, B: ?Sized, P, V: Vector> Clone for Question<'_, A, B, P, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: ?Sized, B: ?Sized, P, V: Vector> Copy for Question<'_, A, B, P, V> {}

impl<'q, A: ?Sized, B: ?Sized, P: Placed<V>, V: Vector> Question<'q, A, B, P, V> {
    /// The same question, once it is worked out how the bodies lie to each other.
    #[inline(always)]
    pub fn with(self, placement: &'q P::Placement) -> Question<'q, A, B, P::Placement, V> {
        let Self { a, b, settings, aim, .. } = self;
        Question { a, b, placement, settings, aim }
    }
}

/// What a query wants to know of two bodies that are apart.
#[derive(Clone, Copy, Debug)]
pub enum Aim<V: Vector> {
    /// Whether they touch.
    Touch,
    /// Their distance, unless it is beyond a limit.
    Distance(V::Scalar),
    /// Their distance, unless it is at most this.
    Meet(V::Scalar),
}

impl<V: Vector> Aim<V> {
    /// The distance beyond which none is wanted.
    pub fn limit(self) -> V::Scalar {
        match self {
            Self::Touch => V::Scalar::NIL,
            Self::Distance(limit) => limit,
            Self::Meet(_) => V::Scalar::MAX,
        }
    }
}

/// What a query is map by numbers.
#[derive(Clone, Copy, Debug)]
pub struct Settings<V: Vector> {
    pub tolerance: Option<UnitOfVector<V>>,
    pub max_iterations: u32,
    pub max_epa_iterations: u32,
    pub limit: V::Scalar,
    pub direction: Option<V>,
    pub target_distance: V::Scalar,
    pub max_cast_iterations: u32,
}

impl<V: Vector> Settings<V> {
    /// The gap between the bounds that is good enough for such bodies, relative to the distance of their cores.
    pub fn tolerance_of<A, B>(&self, a: &A, b: &B) -> UnitOfVector<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let is_curved = !(a.is_polytope() && b.is_polytope());
        self.tolerance.unwrap_or(if is_curved { V::Scalar::CURVED_TOLERANCE } else { UnitOfVector::<V>::NIL })
    }
}
