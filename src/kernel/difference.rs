//! What the searches see of two bodies: a convex set of differences, given by its support points.
//!
//! The set is the Minkowski difference A − B, also called the CSO (configuration space obstacle). It holds the origin
//! if and only if A and B share a point, and its point nearest to the origin is as long as the bodies are apart.

use crate::number::scalar::Scalar;
use crate::number::vector::Vector;

/// A support point of the Minkowski difference A − B (the CSO).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CsoPoint<V> {
    /// The point of the CSO: the point of A less the point of B.
    pub w: V,
    /// The point of A. The point of B is `on_a − w`.
    pub on_a: V,
}

impl<V: Vector> CsoPoint<V> {
    pub(crate) fn assign(&mut self, from: &Self) {
        self.w.assign(&from.w);
        self.on_a.assign(&from.on_a);
    }
}

/// Why no support point could be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is too long for the current scale.
    Scale,
    /// It is NaN, infinite or beyond the range of the scalar.
    Support,
}

/// A query has to start over at a smaller scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rescale;

/// What the searches ask of a set of differences.
pub trait Difference<V: Vector> {
    /// The point that lies farthest along `dir`.
    fn support(&mut self, dir: V) -> Result<CsoPoint<V>, Fault>;

    /// As [`Difference::support`], out of line: EPA asks from many places.
    #[inline(never)]
    fn support_call(&mut self, dir: V) -> Result<CsoPoint<V>, Fault> {
        self.support(dir)
    }

    /// Is a body curved? The types tell: what only curved bodies need is not linked for others.
    fn is_curved(&self) -> bool;

    /// Points that were met, as far as they are noted.
    fn known(&self) -> impl Iterator<Item = &CsoPoint<V>>;

    /// The scale of all that a query computes.
    fn zoom(&self) -> <V::Scalar as Scalar>::Zoom;

    /// The rounding step of the input: bodies placed in the world are rounded to it before the query scales them, and
    /// once more if the scale is smaller.
    fn input_step(&self) -> V::Scalar {
        V::Scalar::STEP.zoom(self.zoom()).max(V::Scalar::STEP)
    }
}
