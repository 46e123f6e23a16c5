//! Methods that build bodies from bodies.

use crate::body::combine::{HullOfTwo, MinkowskiSum};
use crate::body::posed::{Posed, Transformed};
use crate::body::rounded::Rounded;
use crate::body::support::{ScalarOf, Support};
use crate::number::error::Error;
use crate::number::pose::{Affine, Pose};

/// Methods that build bodies from bodies. Every [`Support`] has them.
///
/// ```
/// use gjk::{Ball, Cuboid, Point, Pose, SupportExt, vec3};
///
/// let pillow = Cuboid::new(vec3(1.0, 1.0, 1.0))?.rounded(0.5)?;
/// let aloft = pillow.at(Pose::translation(vec3(0.0, 0.0, 4.0))?);
/// assert_eq!(gjk::distance(&aloft, &Point::ORIGIN).distance, 2.5);
/// assert!(gjk::intersects(&pillow.hull_with(aloft), &Point::new(vec3(1.25, 0.0, 2.0))?)); // all between the two
/// assert_eq!(gjk::distance(&aloft.plus(Ball::new(1.0)?), &Point::ORIGIN).distance, 1.5);
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait SupportExt: Support + Sized {
    /// This body at a rigid pose.
    #[must_use]
    fn at(self, pose: Pose<Self::Vector>) -> Posed<Self> {
        Posed::new(self, pose)
    }

    /// This body under an affine map, which may scale, shear and mirror.
    ///
    /// ```
    /// use gjk::{Affine, Ball, Point, SupportExt, vec3};
    ///
    /// let rows = [vec3(3.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];
    /// let egg = Ball::new(1.0_f64)?.transformed(Affine::new(rows, vec3(0.0, 0.0, 0.0))?);
    /// assert!(gjk::intersects(&egg, &Point::new(vec3(2.9, 0.0, 0.0))?));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    fn transformed(self, map: Affine<Self::Vector>) -> Transformed<Self> {
        Transformed::new(self, map)
    }

    /// This body swept by a ball.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    fn rounded(self, radius: ScalarOf<Self>) -> Result<Rounded<Self>, Error> {
        Rounded::new(self, radius)
    }

    /// The Minkowski sum of this body and another.
    #[must_use]
    fn plus<B: Support<Vector = Self::Vector>>(self, other: B) -> MinkowskiSum<Self, B> {
        MinkowskiSum::new(self, other)
    }

    /// The convex hull of this body and another.
    #[must_use]
    fn hull_with<B: Support<Vector = Self::Vector>>(self, other: B) -> HullOfTwo<Self, B> {
        HullOfTwo::new(self, other)
    }
}

impl<T: Support> SupportExt for T {}
