//! Boxes.

use crate::error::{self, Error};
use crate::support::Support;
use crate::vector::{Vec2, Vec3, Vector};

/// A box about the origin with edges along the axes, in either dimension: [`Cuboid`] in space, [`Rectangle`] in the
/// plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NCuboid<V> {
    half_extents: V,
}

/// A box in space.
pub type Cuboid<S> = NCuboid<Vec3<S>>;

/// A rectangle in the plane.
pub type Rectangle<S> = NCuboid<Vec2<S>>;

impl<V: Vector> NCuboid<V> {
    /// A box from its half extents, each of which may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(half_extents: V) -> Result<Self, Error> {
        Ok(Self { half_extents: error::sizes(half_extents)? })
    }
}

impl<V: Vector> Support for NCuboid<V> {
    type Vector = V;

    #[inline(always)]
    fn support(&self, dir: V) -> V {
        self.half_extents.with_signs_of(dir)
    }

    fn is_polytope(&self) -> bool {
        true
    }
}
