//! What the searches see of two bodies: a convex set of differences, given by its support points.
//!
//! The set is the Minkowski difference A − B, also called the CSO (configuration space obstacle). It holds the origin
//! if and only if A and B share a point, and its distance from the origin is the distance of the bodies. `pair/cso.rs`
//! implements [`Difference`] for two placed bodies.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// A support point of the Minkowski difference A − B (the CSO).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CsoPoint<V> {
    /// The point of the CSO: the point of A minus the point of B.
    pub w: V,
    /// The point of A. The point of B is `on_a − w`.
    pub on_a: V,
}

impl<V: Vector> CsoPoint<V> {
    /// The largest magnitude of a coordinate of the two points.
    #[inline(always)]
    pub(crate) fn size(&self) -> V::Scalar {
        self.w.max_abs().max(self.on_a.max_abs())
    }

    /// A copy, made component by component: one of the whole is a call on a Cortex-M4F.
    #[inline(always)]
    pub(crate) fn each(&self) -> Self {
        Self { w: self.w.each(), on_a: self.on_a.each() }
    }

    pub(crate) fn assign(&mut self, from: &Self) {
        self.w.assign(&from.w);
        self.on_a.assign(&from.on_a);
    }
}

/// The distance that a plane proves by how far it reaches along its axis, of the given length: zero if it does not
/// separate, otherwise positive also in fixed point.
pub fn proven_distance<V: Vector>(reach: AreaOfVector<V>, length: V::Scalar) -> V::Scalar {
    if reach > AreaOfVector::<V>::ZERO { reach.per(length).max(V::Scalar::LEAST) } else { V::Scalar::NIL }
}

/// Why there is no support point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The point is out of range at this scale, but not at a smaller one.
    Scale,
    /// A coordinate is NaN, infinite or beyond the range of the scalar.
    Support,
}

/// The query has to start over at a smaller scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rescale;

/// A convex set of differences, as the searches see it.
pub trait Difference<V: Vector> {
    /// Writes the point of the set that lies farthest along `dir`. Returned in a `Result`, points would be copied
    /// through memory twice.
    fn support(&mut self, dir: V, point: &mut CsoPoint<V>) -> Result<(), Fault>;

    /// [`Difference::support`], out of line: EPA calls it from many places.
    #[inline(never)]
    fn support_call(&mut self, dir: V, point: &mut CsoPoint<V>) -> Result<(), Fault> {
        self.support(dir, point)
    }

    /// Is one of the bodies curved? Usually a constant for a pair of types: then the compiler removes what only curved
    /// bodies need.
    fn is_curved(&self) -> bool;

    /// One of the points of the set that are known already, by its number; `None` beyond the last.
    fn known(&self, number: usize) -> Option<&CsoPoint<V>>;

    /// The power of two by which everything in a query is scaled.
    fn zoom(&self) -> <V::Scalar as Scalar>::Zoom;

    /// The rounding step of the input: bodies placed in the world are rounded to it before the query scales them, and
    /// once more if the scale is smaller. Zero for floats.
    fn input_step(&self) -> V::Scalar {
        V::Scalar::STEP.zoom(self.zoom()).max(V::Scalar::STEP)
    }
}
