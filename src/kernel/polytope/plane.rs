//! The plane of a facet: which points see it, how far it is from the origin, and how far its normal tilts.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

#[derive(Clone, Copy, Debug)]
pub struct FacetPlane<V: Vector> {
    /// Outward normal; the magnitude has no meaning.
    pub normal: V,
    /// Points whose product with the normal is larger see the facet: that of the plane plus one rounding step of the
    /// largest coordinate.
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

/// The largest magnitude of the products of a normal with two sides: zero if it is at right angles to both.
#[inline(always)]
pub fn tilt<V: Vector>(normal: V, sides: [V; 2]) -> AreaOfVector<V> {
    sides.into_iter().fold(AreaOfVector::<V>::ZERO, |most, side| {
        let along = normal.dot(side);
        most.max(along.max(-along))
    })
}

/// The plane through a point, and its distance from the origin. The normal has the given length, and its products with
/// points may be off by `noise`.
#[inline(always)]
pub fn plane_at<V: Vector>(
    normal: V,
    through: V,
    length: V::Scalar,
    noise: AreaOfVector<V>,
) -> (FacetPlane<V>, V::Scalar) {
    let offset = normal.dot(through);
    // A facet without area is never the nearest and is always visible.
    let (threshold, distance) = if length > V::Scalar::NIL {
        (offset + noise, offset.per(length))
    } else {
        (-AreaOfVector::<V>::MAX, V::Scalar::MAX)
    };
    (FacetPlane { normal, threshold }, distance)
}
