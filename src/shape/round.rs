//! Balls and capsules: a point or a segment with a margin. The kernel sees the core only and adds the margin exactly.

use crate::error::{self, Error};
use crate::scalar::Scalar;
use crate::shape::Segment;
use crate::support::{ScalarOf, Support};
use crate::vector::{ScalarOfVector, Vec2, Vec3, Vector};
use core::marker::PhantomData;

/// A ball about the origin, in either dimension: [`Ball`] in space, [`Circle`] in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NBall<V: Vector> {
    radius: V::Scalar,
    vector: PhantomData<V>,
}

/// A ball in space.
pub type Ball<S> = NBall<Vec3<S>>;

/// A disc in the plane.
pub type Circle<S> = NBall<Vec2<S>>;

impl<V: Vector> NBall<V> {
    /// A ball of the given radius, which may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(radius: ScalarOfVector<V>) -> Result<Self, Error> {
        Ok(Self { radius: error::size(radius)?, vector: PhantomData })
    }
}

impl<V: Vector> Support for NBall<V> {
    type Vector = V;

    #[inline(always)]
    fn support(&self, _: V) -> V {
        V::ZERO
    }

    #[inline(always)]
    fn margin(&self) -> ScalarOf<Self> {
        self.radius
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

/// A capsule: a segment swept by a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// The capsule of the given radius about the segment from `a` to `b`.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(a: V, b: V, radius: ScalarOfVector<V>) -> Result<Self, Error> {
        Ok(Self { segment: Segment::new(a, b)?, radius: error::size(radius)? })
    }
}

impl<S: Scalar> Capsule<Vec3<S>> {
    /// An upright capsule about the origin: its segment goes `half_height` up and down the z axis.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn upright(half_height: S, radius: S) -> Result<Self, Error> {
        let end = Vec3::new(S::NIL, S::NIL, error::size(half_height)?);
        Self::new(-end, end, radius)
    }
}

impl<V: Vector> Support for Capsule<V> {
    type Vector = V;

    #[inline(always)]
    fn support(&self, dir: V) -> V {
        self.segment.support(dir)
    }

    #[inline(always)]
    fn margin(&self) -> ScalarOf<Self> {
        self.radius
    }

    fn center(&self) -> V {
        self.segment.center()
    }

    fn is_polytope(&self) -> bool {
        true
    }
}
