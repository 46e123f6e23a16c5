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
    ///
    /// ```
    /// use gjk::{Cuboid, Point, Rectangle, vec2, vec3};
    ///
    /// let link = Cuboid::new(vec3(1.0, 2.0, 3.0))?;
    /// assert_eq!(gjk::distance(&link, &Point::new(vec3(0.0, 5.0, 0.0))?).distance, 3.0);
    /// let tile = Rectangle::new(vec2(1.0, 2.0))?;
    /// assert_eq!(gjk::distance(&tile, &Point::new(vec2(4.0, 6.0))?).distance, 5.0);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(half_extents: V) -> Result<Self, Error> {
        Ok(Self { half_extents: error::sizes(half_extents)? })
    }

    /// Half of the lengths of its edges.
    #[must_use]
    pub fn half_extents(self) -> V {
        self.half_extents
    }
}

impl<V: Vector> Support for NCuboid<V> {
    type Vector = V;

    #[inline]
    fn support(&self, dir: V) -> V {
        self.half_extents.with_signs_of(dir)
    }

    fn is_polytope(&self) -> bool {
        true
    }
}
