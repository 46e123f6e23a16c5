//! The ray.

use crate::number::error::{self, Error};
use crate::number::vector::{ScalarOfVector, Vector, moved};

/// A ray: the points `origin + t · direction` for times t from zero to `max_time`, in the frame of the query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray<V: Vector> {
    pub(crate) origin: V,
    pub(crate) direction: V,
    pub(crate) max_time: V::Scalar,
}

impl<V: Vector> Ray<V> {
    /// A ray from its origin, its direction and the time at which it ends. The direction need not be a unit vector:
    /// times count multiples of it.
    ///
    /// # Errors
    /// [`Error::ZeroDirection`]; [`Error::OutOfRange`] for the origin or the direction; [`Error::Negative`] for the
    /// time; [`Error::NotFinite`] for any of them.
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
        let max_time = error::nonnegative(max_time)?;
        // Copied by component, because reading a struct that was just moved through a `Result` stalls on store
        // forwarding.
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

    /// The point `origin + time · direction`. Fixed point rounds the displacement to steps, and saturates.
    #[must_use]
    pub fn at(self, time: ScalarOfVector<V>) -> V {
        moved(self.origin, self.direction, time)
    }
}
