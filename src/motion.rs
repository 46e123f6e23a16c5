//! Rigid motions, and casts: the first time at which two moving bodies meet.
//!
//! At time t a body's rotation is exp(t·ω) times that at the start, about its local origin, and its position is that
//! at the start plus t·v. Sine and cosine are computed in the scalar's own arithmetic (`number/vector/turning.rs`):
//! the angle, the product of rate and time, is reduced to an eighth of a turn ([`Scalar::quarters`]), and Taylor
//! polynomials do the rest.
//!
//! A cast takes this path:
//!
//! 1. `cast.rs` has the functions and the methods of [`Query`](crate::Query): `ray_cast`, `shape_cast`,
//!    `time_of_impact`. Rays and, without rotation, moving balls that meet a ball, a capsule or a box, and in space two
//!    capsules, may be answered at once in closed form (`shortcut/ray.rs`). Otherwise the bodies, their placement at
//!    the start and the relative velocity (`velocity.rs`) make a `Path`.
//! 2. `advance.rs`: `Query::advance_until_contact` asks the path for a first plane, then goes from plane to plane
//!    (`advance`): the distance at the current pose (`query/`) gives one, and the path tells for how long it keeps the
//!    bodies apart. In the end `meeting` looks for an upper bound of the time, and `in_world` moves the result to the
//!    frame of the query. Except for rays, `Query::finish` then looks for the depth of bodies in contact at the start.
//!    These parts run one after the other, not one within the other, so that a small stack suffices.
//! 3. `path.rs` has the trait `Path`, the interface between a search and a motion. `linear.rs` is the path without
//!    rotation, and `turning.rs` the one with rotation.

mod advance;
pub mod cast;
mod linear;
mod path;
mod tuning;
mod turning;
mod velocity;

use crate::number::error::{self, Error};
use crate::number::pose::Pose;
use crate::number::rotation::Rotation;
use crate::number::scalar::Scalar;
use crate::number::vector::turning::{AngularOf, Turning as _};
use crate::number::vector::{ScalarOfVector, Vector, moved};
use core::fmt::Debug;

/// The motion of a body: the velocity of its local origin, in the unit of length of the input per unit of time, and
/// its angular velocity about that origin, in radians per unit of time. Both are constant, and given in the frame of
/// the query, which is the world if the query has poses.
///
/// ```
/// use gjk::{Motion, vec2, vec3};
///
/// let falling = Motion::linear(vec3(0.0, 0.0, -9.81))?;
/// let rolling = Motion::new(vec2(1.0, 0.0), -2.0)?; // in the plane: radians per time, counter-clockwise
/// let tumbling = Motion::new(vec3(1.0, 0.0, 0.0), vec3(0.0, 3.0, 4.0))?; // in space: about this axis, at a rate of 5
/// assert_eq!((rolling.angular(), tumbling.velocity()), (-2.0, vec3(1.0, 0.0, 0.0)));
/// assert_eq!(falling.angular(), vec3(0.0, 0.0, 0.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    velocity: V,
    angular: AngularOf<V>,
}

impl<V: Vector> Motion<V> {
    /// A motion from the velocity of the body's local origin, and its angular velocity in radians per unit of time:
    /// in the plane a number, positive counter-clockwise; in space a vector along the axis, whose length is the rate.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if a component is NaN or infinite, [`Error::OutOfRange`] if one is beyond
    /// [`Scalar::LIMIT`].
    pub fn new(velocity: V, angular: AngularOf<V>) -> Result<Self, Error> {
        let velocity = error::point(velocity)?;
        error::point(V::Turning::components(angular))?;
        Ok(Self { velocity, angular })
    }

    /// A motion without rotation, from the velocity of the body.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if a component is NaN or infinite, [`Error::OutOfRange`] if one is beyond
    /// [`Scalar::LIMIT`].
    pub fn linear(velocity: V) -> Result<Self, Error> {
        Self::new(velocity, AngularOf::<V>::default())
    }

    /// The motion of a body at rest: both velocities are zero. This is also the default.
    #[must_use]
    pub fn still() -> Self {
        Self { velocity: V::ZERO, angular: AngularOf::<V>::default() }
    }

    /// The velocity of the local origin, per unit of time.
    #[must_use]
    pub fn velocity(self) -> V {
        self.velocity
    }

    /// The angular velocity in radians per unit of time: in the plane positive counter-clockwise, in space along the
    /// axis.
    #[must_use]
    pub fn angular(self) -> AngularOf<V> {
        self.angular
    }

    /// The pose after `time` of a body that has the pose `start` at time zero; `time` may be negative.
    /// [`Query::time_of_impact`](crate::Query::time_of_impact) sees the body at the same poses.
    ///
    /// In floats the angle, the product of rate and time, is rounded by a step or two of its size, as in the query. In
    /// fixed point it keeps all digits, however slow and long the rotation is: rotations are accurate to a few steps
    /// of the unit fraction, 2^−30 or 2^−60, or to the square of a step of length if that is more. The position is
    /// accurate to a step. A body may be moved step by step, each time from the pose that the last step gave: it stays
    /// rigid, and errors of angle and position add up.
    ///
    /// ```
    /// use gjk::{Motion, Pose, vec3};
    ///
    /// let motion = Motion::new(vec3(1.0, 0.0, -2.0), vec3(0.0, 0.0, core::f64::consts::FRAC_PI_2))?;
    /// let pose = motion.pose_after(Pose::translation(vec3(0.0, 0.0, 5.0))?, 1.0)?;
    /// assert_eq!(pose.position(), vec3(1.0, 0.0, 3.0));
    /// assert!((pose.rotation().apply(vec3(1.0, 0.0, 0.0)) - vec3(0.0, 1.0, 0.0)).length() < 1e-15);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFinite`] if the time is NaN or infinite, or the position at that time is; [`Error::OutOfRange`] if
    /// that position is beyond [`Scalar::LIMIT`].
    pub fn pose_after(self, start: Pose<V>, time: ScalarOfVector<V>) -> Result<Pose<V>, Error> {
        if !time.is_finite() {
            return Err(Error::NotFinite);
        }
        let (axis, rate) = V::Turning::split(self.angular);
        let turn = Rotation { rows: V::Turning::rows_after(axis, rate.angle(time)) };
        let rotation = turn.compose(start.rotation()).orthonormalized();
        Pose::new(rotation, moved(start.position(), self.velocity, time))
    }
}

impl<V: Vector> Default for Motion<V> {
    fn default() -> Self {
        Self::still()
    }
}
