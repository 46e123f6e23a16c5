//! The plane of a facet.

use crate::number::scalar::Area;
use crate::number::vector::{AreaOfVector, Vector};

#[derive(Clone, Copy, Debug)]
pub struct FacetPlane<V: Vector> {
    /// Outward normal; the magnitude has no meaning.
    pub normal: V,
    /// The product of the plane with its normal, plus one rounding step of the largest coordinate: points with a larger
    /// product see the facet.
    pub threshold: AreaOfVector<V>,
}

impl<V: Vector> FacetPlane<V> {
    /// No plane yet.
    pub const NONE: Self = Self { normal: V::ZERO, threshold: AreaOfVector::<V>::ZERO };

    /// Does the point lie beyond the plane?
    pub fn is_below(&self, w: V) -> bool {
        self.normal.dot(w) > self.threshold
    }

    pub fn assign(&mut self, from: &Self) {
        self.normal.assign(&from.normal);
        self.threshold = from.threshold;
    }
}
