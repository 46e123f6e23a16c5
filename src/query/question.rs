//! The question of a query: two bodies, where they are, and what is asked about them.

use crate::body::support::{Body, are_polytopes};
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::Placed;

/// A question about two bodies: the bodies, where they are, the settings of the query, and what it asks.
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
    /// This question with the relative placement of the bodies, which the caller has computed.
    pub fn with(self, placement: &'q P::Placement) -> Question<'q, A, B, P::Placement, V> {
        let Self { a, b, settings, aim, .. } = self;
        Question { a, b, placement, settings, aim }
    }
}

impl<A: Body<V> + ?Sized, B: Body<V> + ?Sized, P, V: Vector> Question<'_, A, B, P, V> {
    /// Is one of the cores curved, that is, not a polytope? A constant for most pairs of types.
    pub fn is_curved(&self) -> bool {
        !are_polytopes(self.a, self.b)
    }

    /// Is the normal [wanted](Settings::wants_normal)? Only a question about the distance itself wants it.
    pub fn wants_normal(&self) -> bool {
        self.settings.wants_normal() && matches!(self.aim, Aim::Distance(_))
    }

    /// The relative tolerance and the limit at which the bounds of the distance are good enough.
    pub fn ends(&self) -> (UnitOfVector<V>, V::Scalar) {
        let tolerance = self.settings.tolerance_of(self.a, self.b);
        (if self.wants_normal() { tolerance.min(V::Scalar::CURVED_GAP) } else { tolerance }, self.aim.limit())
    }
}

/// The question about the distance of two bodies that a search has to decide.
#[derive(Clone, Copy, Debug)]
pub enum Aim<V: Vector> {
    /// Whether the bodies touch.
    Touch,
    /// The distance of the bodies, or the proof that it is beyond this limit.
    Distance(V::Scalar),
    /// The distance of the bodies, or that it is at most this.
    Meet(V::Scalar),
}

impl<V: Vector> Aim<V> {
    /// The limit of the distance: a lower bound beyond it answers the question.
    pub fn limit(self) -> V::Scalar {
        match self {
            Self::Touch => V::Scalar::NIL,
            Self::Distance(limit) => limit,
            Self::Meet(_) => V::Scalar::MAX,
        }
    }
}

/// The settings of a [`Query`](crate::Query); the builder methods of the same names describe them.
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
    /// The gap between the bounds that is good enough for a pair of bodies, relative to the distance of their cores:
    /// what the caller has set, or the default for such cores.
    pub fn tolerance_of<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(&self, a: &A, b: &B) -> UnitOfVector<V> {
        let default = if are_polytopes(a, b) { UnitOfVector::<V>::NIL } else { V::Scalar::CURVED_TOLERANCE };
        self.tolerance.unwrap_or(default)
    }

    /// Is the normal wanted with more digits than bounds that meet give it? Only with `speed`. A caller who sets a
    /// tolerance gets a normal as good as that, and the best one if rounding keeps the bounds from proving it. In fixed
    /// point, rounding ends a search.
    pub fn wants_normal(&self) -> bool {
        let is_sharp = self.tolerance.is_none_or(|tolerance| tolerance <= V::Scalar::CURVED_GAP);
        cfg!(feature = "speed") && V::Scalar::IS_FLOAT && is_sharp
    }
}
