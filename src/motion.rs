//! Rigid motions: a linear and an angular velocity, and where they take a body in a given time.
//!
//! At time t a body's rotation is exp(t·ω) times that at the start, about its local origin, and its position is that at
//! the start plus t·v. Sine and cosine are computed in the scalar's own arithmetic: the angle, a product of two
//! lengths, is reduced to an eighth of a turn ([`Scalar::quarters`]), and Taylor polynomials do the rest.

mod advance;
pub mod cast;
mod linear;
mod path;
mod relative;
mod turning;
mod velocity;

use crate::number::error::{self, Error};
use crate::number::pose::Pose;
use crate::number::rotation::Rotation;
use crate::number::scalar::Scalar;
use crate::number::vector::turning::{AngularOf, Turning as _};
use crate::number::vector::{ScalarOfVector, Vector, moved};
use core::fmt::Debug;
/// How a body moves: at a linear velocity, and turning about its local origin. Both are those of the frame of the
/// query, the world if it has poses, and constant.
///
/// ```
/// use gjk::{Motion, vec2, vec3};
///
/// let falling = Motion::linear(vec3(0.0, 0.0, -9.81))?;
/// let rolling = Motion::new(vec2(1.0, 0.0), -2.0)?; // in the plane: radians per time, counter-clockwise
/// let tumbling = Motion::new(vec3(1.0, 0.0, 0.0), vec3(0.0, 3.0, 4.0))?; // in space: about this axis, at a rate of 5
/// assert_eq!((falling.angular(), rolling.angular()), (vec3(0.0, 0.0, 0.0), -2.0));
/// # assert_eq!(tumbling.velocity(), vec3(1.0, 0.0, 0.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    velocity: V,
    angular: AngularOf<V>,
}

impl<V: Vector> Motion<V> {
    /// A motion from the velocity of the body's local origin, and its angular velocity in radians per time: a number in
    /// the plane, counter-clockwise; in space a vector along the axis.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(velocity: V, angular: AngularOf<V>) -> Result<Self, Error> {
        let velocity = error::point(velocity)?;
        error::point(V::Turning::components(angular))?;
        Ok(Self { velocity, angular })
    }

    /// A motion that does not turn.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn linear(velocity: V) -> Result<Self, Error> {
        Self::new(velocity, AngularOf::<V>::default())
    }

    /// No motion.
    #[must_use]
    pub fn still() -> Self {
        Self { velocity: V::ZERO, angular: AngularOf::<V>::default() }
    }

    /// The velocity of the local origin.
    #[must_use]
    pub fn velocity(self) -> V {
        self.velocity
    }

    /// The angular velocity.
    #[must_use]
    pub fn angular(self) -> AngularOf<V> {
        self.angular
    }

    /// Where a body is after a time, or was before the start if the time is negative. A body that starts at this pose
    /// of a [`Query::time_of_impact`](crate::Query::time_of_impact) has got here by then.
    ///
    /// Floats round the angle, the product of rate and time, by a step or two of its size; so does the query. Fixed
    /// point has all digits of it, however slow and long the turn is: rotations are good to a few steps of the unit
    /// fraction, 2^−30 or 2^−60, or to the square of a step of length if that is more. The position is good to a step.
    ///
    /// ```
    /// use gjk::{Motion, Pose, Rotation3, vec3};
    ///
    /// let start = Pose::translation(vec3(0.0, 0.0, 5.0))?;
    /// let quarter_turn = core::f64::consts::FRAC_PI_2;
    /// let motion = Motion::new(vec3(1.0, 0.0, -2.0), vec3(0.0, 0.0, quarter_turn))?;
    /// let pose = motion.pose_after(start, 1.0)?;
    /// assert_eq!(pose.position(), vec3(1.0, 0.0, 3.0));
    /// let turned = pose.rotation().apply(vec3(1.0, 0.0, 0.0));
    /// assert!((turned - vec3(0.0, 1.0, 0.0)).length() < 1e-15);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`]: the time is not finite, or the position then is out of range.
    pub fn pose_after(self, start: Pose<V>, time: ScalarOfVector<V>) -> Result<Pose<V>, Error> {
        if !time.is_finite() {
            return Err(Error::NotFinite);
        }
        let (axis, rate) = V::Turning::split(self.angular);
        let turn = Rotation::from_rows(V::Turning::rows_after(axis, rate.angle(time)));
        Pose::new(turn.compose(start.rotation()), moved(start.position(), self.velocity, time))
    }
}

impl<V: Vector> Default for Motion<V> {
    fn default() -> Self {
        Self::still()
    }
}
