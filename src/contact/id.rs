//! The names of contact points.

use crate::body::feature::FeatureId;

/// Identifies a contact point of a [`Manifold`](crate::Manifold) from one frame of a simulation to the next: equal ids
/// mean the same features of the same bodies. [`Manifold`](crate::Manifold) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ContactId {
    /// The vertex, edge or facet of A that the point lies on.
    pub a: FeatureId,
    /// The vertex, edge or facet of B that the point lies on.
    pub b: FeatureId,
}

impl ContactId {
    /// The id of a contact whose features are not known.
    pub(crate) const UNKNOWN: Self = Self { a: FeatureId::Vertex(0), b: FeatureId::Vertex(0) };
}
