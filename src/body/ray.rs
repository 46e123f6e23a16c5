//! Rays.

use crate::number::error::{self, Error};
use crate::number::vector::{ScalarOfVector, Vector, moved};

/// A ray: the points `origin + t · direction` for t from zero to `max_time`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    pub(crate) origin: V,
    pub(crate) direction: V,
    pub(crate) max_time: V::Scalar,
}

impl<V: Vector> Ray<V> {
    /// A ray. The direction need not be of unit length: a time counts multiples of it.
    ///
    /// # Errors
    /// [`Error::ZeroDirection`]; [`Error::Negative`] for the time; [`Error::NotFinite`]; [`Error::OutOfRange`] for the
    /// origin or the direction.
    ///
    /// ```
    /// use gjk::{Error, Ray, vec2};
    ///
    /// let ray = Ray::new(vec2(1.0, 2.0), vec2(3.0, 4.0), 10.0)?;
    /// assert_eq!(ray.at(2.0), vec2(7.0, 10.0));
    /// assert_eq!(Ray::new(vec2(1.0, 2.0), vec2(0.0, 0.0), 10.0), Err(Error::ZeroDirection));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(origin: V, direction: V, max_time: ScalarOfVector<V>) -> Result<Self, Error> {
        if direction == V::ZERO {
            return Err(Error::ZeroDirection);
        }
        error::point(origin)?;
        error::point(direction)?;
        let max_time = error::time(max_time)?;
        // Copied by component: reading a struct that was just moved through a `Result` would stall on store forwarding.
        Ok(Self { origin, direction, max_time }.by_components())
    }

    /// A copy made component by component, which avoids a stall on store forwarding.
    #[inline(always)]
    pub(crate) fn by_components(&self) -> Self {
        Self { origin: self.origin.each(), direction: self.direction.each(), max_time: self.max_time }
    }

    /// The point where the ray starts.
    #[must_use]
    pub fn origin(self) -> V {
        self.origin
    }

    /// The displacement in one unit of time.
    #[must_use]
    pub fn direction(self) -> V {
        self.direction
    }

    /// The time at which the ray ends.
    #[must_use]
    pub fn max_time(self) -> ScalarOfVector<V> {
        self.max_time
    }

    /// The point of the ray at a time.
    #[must_use]
    pub fn at(self, time: ScalarOfVector<V>) -> V {
        moved(self.origin, self.direction, time)
    }
}
