//! Ellipsoids and ellipses.

use crate::error::{self, Error};
use crate::support::Support;
use crate::vector::{Vec2, Vec3, Vector};

/// An ellipsoid about the origin with its axes along the coordinate axes, in either dimension: [`Ellipsoid`] in space,
/// [`Ellipse`] in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NEllipsoid<V> {
    radii: V,
}

/// An ellipsoid in space.
pub type Ellipsoid<S> = NEllipsoid<Vec3<S>>;

/// An ellipse in the plane.
pub type Ellipse<S> = NEllipsoid<Vec2<S>>;

impl<V: Vector> NEllipsoid<V> {
    /// An ellipsoid from its radii, each of which may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Ellipse, Ellipsoid, Point, vec2, vec3};
    ///
    /// let egg = Ellipsoid::new(vec3(1.0_f64, 1.0, 2.0))?;
    /// let gap = gjk::distance(&egg, &Point::new(vec3(0.0, 0.0, 5.0))?);
    /// assert!((gap.distance - 3.0).abs() < 1e-7);
    /// let pond = Ellipse::new(vec2(3.0, 1.0))?;
    /// assert!(gjk::intersects(&pond, &Point::new(vec2(2.9, 0.0))?));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(radii: V) -> Result<Self, Error> {
        Ok(Self { radii: error::sizes(radii)? })
    }

    /// The radii along the coordinate axes.
    #[must_use]
    pub fn radii(self) -> V {
        self.radii
    }
}

impl<V: Vector> Support for NEllipsoid<V> {
    type Vector = V;

    /// With R the diagonal matrix of the radii, the body is R times the unit ball: its support point is R·e/|e| for
    /// the direction e = R·dir that the ball is asked for.
    #[inline]
    fn support(&self, dir: V) -> V {
        let e = self.radii.component_products(dir);
        if e == V::ZERO { V::ZERO } else { self.radii.component_products_per(e, e.length()) }
    }
}
