//! The plane of a facet, by which `polytope.rs` decides which points see the facet.

use crate::number::scalar::Area;
use crate::number::vector::{AreaOfVector, Vector};

/// The plane of a facet: its normal, and how far along it a point has to be to see the facet.
#[derive(Clone, Copy, Debug)]
pub struct FacetPlane<V: Vector> {
    /// Outward normal; the magnitude has no meaning.
    pub normal: V,
    /// The product of the normal with the points of the plane, plus one rounding step of the largest coordinate: points
    /// with a larger product see the facet.
    pub threshold: AreaOfVector<V>,
}

impl<V: Vector> FacetPlane<V> {
    /// No plane yet, with any normal: see [`CsoPoint::blank`](crate::kernel::difference::CsoPoint::blank).
    pub fn blank() -> Self {
        Self { normal: V::first_axis(), threshold: AreaOfVector::<V>::MAX }
    }

    /// Does the point lie beyond the plane, so that it sees the facet?
    pub fn is_below(&self, w: V) -> bool {
        self.normal.dot(w) > self.threshold
    }

    pub fn assign(&mut self, from: &Self) {
        self.normal.assign(&from.normal);
        self.threshold = from.threshold;
    }
}
