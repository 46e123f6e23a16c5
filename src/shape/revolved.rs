//! Cylinders and cones about the z axis.

use crate::error::{self, Error};
use crate::scalar::Scalar;
use crate::support::Support;
use crate::vector::{Vec2, Vec3, Vector};

/// The point of a disc about the origin that lies farthest along `dir`; the centre if `dir` is zero.
#[inline]
fn rim<S: Scalar>(radius: S, dir: Vec2<S>) -> Vec2<S> {
    if dir == Vec2::ZERO { dir } else { dir.with_length(radius) }
}

/// A cylinder about the origin with its axis along z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<S> {
    half_height: S,
    radius: S,
}

impl<S: Scalar> Cylinder<S> {
    /// A cylinder from z = −`half_height` to `half_height`. Both sizes may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Cylinder, Point, vec3};
    ///
    /// let drum = Cylinder::new(2.0_f64, 1.0)?;
    /// let above = gjk::distance(&drum, &Point::new(vec3(0.5, 0.0, 5.0))?);
    /// assert!((above.distance - 3.0).abs() < 1e-7);
    /// let beside = gjk::distance(&drum, &Point::new(vec3(3.0, 4.0, 0.0))?);
    /// assert!((beside.distance - 4.0).abs() < 1e-7);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(half_height: S, radius: S) -> Result<Self, Error> {
        Ok(Self { half_height: error::size(half_height)?, radius: error::size(radius)? })
    }

    /// Half of the height.
    #[must_use]
    pub fn half_height(self) -> S {
        self.half_height
    }

    /// The radius.
    #[must_use]
    pub fn radius(self) -> S {
        self.radius
    }
}

impl<S: Scalar> Support for Cylinder<S> {
    type Vector = Vec3<S>;

    #[inline]
    fn support(&self, dir: Vec3<S>) -> Vec3<S> {
        let cap = if dir.z < S::NIL { -self.half_height } else { self.half_height };
        rim(self.radius, dir.truncate()).extend(cap)
    }
}

/// A cone about the origin with its axis along z.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone<S> {
    half_height: S,
    radius: S,
}

impl<S: Scalar> Cone<S> {
    /// A cone with its base disc at z = −`half_height` and its apex at z = `half_height`. Both sizes may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Cone, Point, vec3};
    ///
    /// let hat = Cone::new(2.0_f64, 1.0)?;
    /// let above = gjk::distance(&hat, &Point::new(vec3(0.0, 0.0, 5.0))?);
    /// assert!((above.distance - 3.0).abs() < 1e-7); // from the apex
    /// let below = gjk::distance(&hat, &Point::new(vec3(0.9, 0.0, -5.0))?);
    /// assert!((below.distance - 3.0).abs() < 1e-7); // from the base
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(half_height: S, radius: S) -> Result<Self, Error> {
        Ok(Self { half_height: error::size(half_height)?, radius: error::size(radius)? })
    }

    /// Half of the height.
    #[must_use]
    pub fn half_height(self) -> S {
        self.half_height
    }

    /// The radius of the base.
    #[must_use]
    pub fn radius(self) -> S {
        self.radius
    }
}

impl<S: Scalar> Support for Cone<S> {
    type Vector = Vec3<S>;

    #[inline]
    fn support(&self, dir: Vec3<S>) -> Vec3<S> {
        let apex = Vec3::new(S::NIL, S::NIL, self.half_height);
        let base = rim(self.radius, dir.truncate()).extend(-self.half_height);
        if dir.dot(apex) > dir.dot(base) { apex } else { base }
    }
}
