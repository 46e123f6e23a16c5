//! Bodies swept by a ball.

use crate::body::feature::{Faceted, Feature};
use crate::body::hint::Hint;
use crate::body::support::{ScalarOf, Support, with_core_of};
use crate::number::error::{self, Error};
use crate::number::scalar::{Scalar, saturating_sum};
use crate::number::vector::Vector;

/// The support point of a core with a ball of `radius` around it.
pub(crate) fn rounded_support<T: Support + ?Sized>(
    shape: &T,
    radius: ScalarOf<T>,
    dir: T::Vector,
    hint: &mut Hint,
) -> T::Vector {
    let core = shape.support_from(dir, hint);
    if radius == ScalarOf::<T>::NIL { core } else { core.saturating_sum(dir.with_length(radius)) }
}

/// A body swept by a ball. The radius of the ball is added to the margin, which the kernel adds to the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<T: Support> {
    shape: T,
    radius: ScalarOf<T>,
}

impl<T: Support> Rounded<T> {
    /// Sweeps a body by a ball of the given radius, which may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Cuboid, Point, Rounded, vec3};
    ///
    /// let pillow = Rounded::new(Cuboid::new(vec3(1.0, 1.0, 1.0))?, 0.5)?;
    /// assert_eq!(gjk::distance(&pillow, &Point::new(vec3(4.0, 5.0, 0.0))?).distance, 4.5); // five from the box's edge
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(shape: T, radius: ScalarOf<T>) -> Result<Self, Error> {
        error::size(saturating_sum(shape.margin(), error::size(radius)?))?;
        Ok(Self { shape, radius })
    }
}

impl<T: Support> Support for Rounded<T> {
    type Vector = T::Vector;

    with_core_of!(self, self.shape);

    fn margin(&self) -> ScalarOf<Self> {
        saturating_sum(self.shape.margin(), self.radius)
    }
}

/// The feature of the body without the ball.
impl<T: Faceted> Faceted for Rounded<T> {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        self.shape.feature(dir)
    }
}
