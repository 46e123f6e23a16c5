//! What a query answers.

use crate::vector::Vector;

/// How a query ended. Bounds hold whatever the status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Status {
    /// The bounds met within the tolerance, or within rounding.
    Converged,
    /// Contact within rounding: neither separation nor overlap could be proven.
    Undecided,
    /// The bodies are proven farther apart than the distance limit.
    DistanceLimit,
    /// Rounding stopped the search before the tolerance was met.
    Stalled,
    /// The iteration cap was reached.
    IterationLimit,
    /// The workspace has no room for another vertex.
    BufferFull,
    /// A support function returned NaN, infinity or a point beyond the range of the scalar.
    BadSupport,
}

/// Two bodies apart, or the best that is known of them.
///
/// Points and normal are in the frame of the query: the world if it has poses, else the frame both bodies share.
/// Lengths are in the unit of the input.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[must_use]
pub struct Separation<V: Vector> {
    /// The distance of the witness points, an upper bound of the distance of the bodies. Zero if they overlap.
    pub distance: V::Scalar,
    /// No two points of the bodies are nearer than this; positive if the bodies are proven apart.
    pub lower_bound: V::Scalar,
    /// Unit vector from A to B.
    pub normal: V::UnitVector,
    /// The point of A nearest to B.
    pub on_a: V,
    /// The point of B nearest to A.
    pub on_b: V,
    /// Rounds of GJK.
    pub iterations: u32,
    /// How the query ended.
    pub status: Status,
}

/// Two bodies that overlap or touch, or that could not be proven apart.
///
/// Points and normal are in the frame of the query: the world if it has poses, else the frame both bodies share.
/// Lengths are in the unit of the input.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[must_use]
pub struct Penetration<V: Vector> {
    /// The length of the shortest translation that separates the bodies, as far as it is known; at least zero.
    pub depth: V::Scalar,
    /// No shorter translation separates the bodies. Positive if the overlap is proven strict; negative if the bodies
    /// may be apart by that much; the smallest value of the scalar if nothing is known.
    pub lower_bound: V::Scalar,
    /// A translation of this length along `normal` separates the bodies for certain; the largest value of the scalar
    /// if none is known.
    pub upper_bound: V::Scalar,
    /// Unit vector from A to B: the direction in which B has to move.
    pub normal: V::UnitVector,
    /// The point of A deepest inside B.
    pub on_a: V,
    /// The point of B deepest inside A: `on_a` less `depth` times `normal`.
    pub on_b: V,
    /// Rounds of GJK.
    pub iterations: u32,
    /// Rounds of EPA.
    pub epa_iterations: u32,
    /// How the query ended.
    pub status: Status,
}

impl<V: Vector> Penetration<V> {
    /// The minimum translation vector: moving B by it leaves the bodies touching.
    #[must_use]
    pub fn mtv(&self) -> V {
        V::ZERO.advance(self.depth, self.normal)
    }
}

/// Two bodies apart or overlapping.
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub enum Proximity<V: Vector> {
    /// Proven apart.
    Separated(Separation<V>),
    /// Overlapping, touching, or not proven apart.
    Overlapping(Penetration<V>),
}

impl<V: Vector> Proximity<V> {
    /// Unit vector from A to B.
    #[must_use]
    pub fn normal(&self) -> V::UnitVector {
        match self {
            Self::Separated(separation) => separation.normal,
            Self::Overlapping(penetration) => penetration.normal,
        }
    }

    /// The distance if apart, else minus the depth.
    #[must_use]
    pub fn signed_distance(&self) -> V::Scalar {
        match self {
            Self::Separated(separation) => separation.distance,
            Self::Overlapping(penetration) => -penetration.depth,
        }
    }

    /// How the query ended.
    #[must_use]
    pub fn status(&self) -> Status {
        match self {
            Self::Separated(separation) => separation.status,
            Self::Overlapping(penetration) => penetration.status,
        }
    }
}
