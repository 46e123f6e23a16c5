//! Names of contact points.

use crate::body::feature::FeatureId;

/// Identifies a contact point from one frame to the next: equal ids mean the same features of the same bodies.
/// [`Manifold`](crate::Manifold) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ContactId {
    /// The feature of A.
    pub a: FeatureId,
    /// The feature of B.
    pub b: FeatureId,
}

impl ContactId {
    /// The id of a contact whose features are not known.
    pub(crate) const UNKNOWN: Self = Self { a: FeatureId::Vertex(0), b: FeatureId::Vertex(0) };
}
