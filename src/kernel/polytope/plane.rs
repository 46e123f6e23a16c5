//! The plane of a facet.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// The plane of a facet.
#[derive(Clone, Copy, Debug)]
pub struct FacetPlane<V: Vector> {
    /// Outward; the magnitude has no meaning.
    pub normal: V,
    /// Points with a larger product see the facet: the plane plus one rounding step of the largest coordinate.
    pub threshold: AreaOfVector<V>,
}

impl<V: Vector> FacetPlane<V> {
    /// No plane yet.
    pub const NONE: Self = Self { normal: V::ZERO, threshold: AreaOfVector::<V>::ZERO };

    /// Does the point lie beyond it?
    #[inline(always)]
    pub fn is_below(&self, w: V) -> bool {
        self.normal.dot(w) > self.threshold
    }

    #[inline(always)]
    pub fn assign(&mut self, from: &Self) {
        self.normal.assign(&from.normal);
        self.threshold = from.threshold;
    }
}

/// How much of any of the sides a normal is along.
#[inline(always)]
pub fn tilt<V: Vector, const N: usize>(normal: V, sides: [V; N]) -> AreaOfVector<V> {
    sides.into_iter().fold(AreaOfVector::<V>::ZERO, |most, side| {
        let along = normal.dot(side);
        most.max(along.max(-along))
    })
}

/// The plane through a point, and its distance. The normal has the given length and may be off by `noise`.
#[inline(always)]
pub fn plane_at<V: Vector>(
    normal: V,
    through: V,
    length: V::Scalar,
    noise: AreaOfVector<V>,
) -> (FacetPlane<V>, V::Scalar) {
    let offset = normal.dot(through);
    // A facet without area is never the nearest and always in sight.
    let (threshold, distance) = if length > V::Scalar::NIL {
        (offset + noise, offset.per(length))
    } else {
        (-AreaOfVector::<V>::MAX, V::Scalar::MAX)
    };
    (FacetPlane { normal, threshold }, distance)
}
