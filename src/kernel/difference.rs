//! Two bodies as the searches see them: a convex set of differences, given by its support points.
//!
//! The set is the Minkowski difference A − B, also called the CSO (configuration space obstacle). It holds the origin
//! if and only if A and B share a point, and its distance from the origin is the distance of the bodies. `pair/cso.rs`
//! implements [`Difference`] for two placed bodies.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// A point of the Minkowski difference A − B, also called the CSO (configuration space obstacle), and the point of A
/// that it comes from.
///
/// The steps that an [`Observer`](crate::Observer) sees have such points, in A's frame and in the unit of the input.
/// The points are those of the cores, without margins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CsoPoint<V> {
    /// The point of the CSO: the point of A's core minus the point of B's core.
    pub w: V,
    /// The point of A's core. The point of B's core is `on_a − w`.
    pub on_a: V,
}

impl<V: Vector> CsoPoint<V> {
    /// The largest magnitude of a coordinate of `w` and `on_a`: rounding errors of the point are relative to it.
    #[inline(always)]
    pub(crate) fn size(&self) -> V::Scalar {
        self.w.max_abs().max(self.on_a.max_abs())
    }

    /// A point to be written over. Without `speed` not zeros, for which a function of 170 bytes is linked on a
    /// Cortex-M4F.
    #[inline(always)]
    pub(crate) fn blank(w: V) -> Self {
        if cfg!(feature = "speed") { Self::default() } else { Self { w, on_a: w } }
    }

    /// A copy. With `speed` it is made component by component, because there copying the whole compiles to a function
    /// call on a Cortex-M4F.
    #[inline(always)]
    pub(crate) fn each(&self) -> Self {
        if cfg!(feature = "speed") { Self { w: self.w.each(), on_a: self.on_a.each() } } else { *self }
    }

    pub(crate) fn assign(&mut self, from: &Self) {
        if cfg!(feature = "speed") {
            self.w.assign(&from.w);
            self.on_a.assign(&from.on_a);
        } else {
            *self = *from;
        }
    }
}

/// The distance from the origin that a plane proves, given `reach` = axis·w for its support point w, and the length of
/// its axis. Zero if the plane does not separate; otherwise positive, also where fixed point rounds.
pub fn proven_distance<V: Vector>(reach: AreaOfVector<V>, length: V::Scalar) -> V::Scalar {
    if reach > AreaOfVector::<V>::ZERO { reach.per(length).max(V::Scalar::LEAST) } else { V::Scalar::NIL }
}

/// Why there is no support point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The point is out of range at this scale, but not at a smaller one.
    Scale,
    /// A coordinate is NaN or infinite, or the point is out of range at every scale.
    Support,
}

/// The error of a search that met [`Fault::Scale`]: the query has to start over at a smaller scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rescale;

/// A convex set of differences, as the searches see it.
pub trait Difference<V: Vector> {
    /// Writes a point of the set that lies farthest along the direction `dir` to `point`. A parameter, because a point
    /// returned in a `Result` is copied through memory twice.
    fn support(&mut self, dir: V, point: &mut CsoPoint<V>) -> Result<(), Fault>;

    /// [`Difference::support`], out of line: EPA calls it from many places.
    #[inline(never)]
    fn support_call(&mut self, dir: V, point: &mut CsoPoint<V>) -> Result<(), Fault> {
        self.support(dir, point)
    }

    /// Is one of the cores curved, that is, not a polytope? Usually a constant for a pair of types: then the compiler
    /// removes the code that only curved bodies need.
    fn is_curved(&self) -> bool;

    /// A point of the set that the query has computed before, by its index; `None` after the last. Only queries with a
    /// warm start keep such points.
    fn known(&self, number: usize) -> Option<&CsoPoint<V>>;

    /// The power of two by which the query scales all lengths.
    fn zoom(&self) -> <V::Scalar as Scalar>::Zoom;

    /// The rounding step of the input, at the scale of the query; zero for floats. Bodies placed in the world are
    /// rounded before the query scales them, and once more after that: the larger of the two steps counts.
    fn input_step(&self) -> V::Scalar {
        V::Scalar::STEP.zoom(self.zoom()).max(V::Scalar::STEP)
    }
}

/// A difference whose support points a function writes, for tests: at no other scale, with nothing known before.
#[cfg(test)]
pub struct Given<F> {
    pub is_curved: bool,
    pub support: F,
}

#[cfg(test)]
impl<V: Vector, F: FnMut(V, &mut CsoPoint<V>) -> Result<(), Fault>> Difference<V> for Given<F> {
    fn support(&mut self, dir: V, point: &mut CsoPoint<V>) -> Result<(), Fault> {
        (self.support)(dir, point)
    }

    fn is_curved(&self) -> bool {
        self.is_curved
    }

    fn known(&self, _: usize) -> Option<&CsoPoint<V>> {
        None
    }

    fn zoom(&self) -> <V::Scalar as Scalar>::Zoom {
        V::Scalar::NO_ZOOM
    }
}

/// The hull of points as a difference, for tests.
#[cfg(test)]
pub fn hull_of<V: Vector>(points: &[CsoPoint<V>]) -> Given<impl FnMut(V, &mut CsoPoint<V>) -> Result<(), Fault>> {
    let support = |dir: V, point: &mut CsoPoint<V>| {
        let farthest = points.iter().copied().reduce(|best, p| if dir.dot(p.w) > dir.dot(best.w) { p } else { best });
        *point = farthest.ok_or(Fault::Support)?;
        Ok(())
    };
    Given { is_curved: false, support }
}
