//! How the signed distance of two bodies changes as they move.
//!
//! Let n be the unit normal from A to B, p a witness point and d the signed distance: the distance if the bodies are
//! apart, minus the depth if they overlap. To first order the witness points move with their bodies (envelope theorem;
//! the nearest pair of points and the shallowest plane are stationary), so that for a motion of B
//!
//! ```text
//! by the translation x                     d' = n·x
//! by the rotation vector w about c         d' = n·(w × (p − c)) = w·((p − c) × n)
//! ```
//!
//! In the plane w is a number, and (p − c) × n is the factor that it is multiplied by.

use crate::number::scalar::saturating_sum;
use crate::number::vector::turning::{AngularOf, Turning};
use crate::number::vector::{ScalarOfVector, Vector};
use crate::pair::result::{Penetration, Proximity, Separation};
use core::ops::Neg;

/// The derivative of the [signed distance](Proximity::signed_distance) of two bodies as B moves. The derivative for
/// the same motion of A is its negative, `-gradient`.
///
/// The motion is in the frame of the query, the world if it has poses: a translation, and a rotation about the center
/// that the caller gave.
///
/// Where the witness points are unique this is the derivative. It is the derivative also where only the normal is
/// unique, if the motion moves all witness points alike (two flush faces, and a translation). Elsewhere the distance
/// has a kink: a face turns against one that is parallel to it, two directions out are equally short, or bodies
/// without an interior touch. There this is a mean of the derivatives at poses nearby, an element of Clarke's
/// generalized gradient.
///
/// The gradient is as exact as the normal and the witness points: to rounding for polytopes and their rounded forms.
/// Where a core is curved and the bodies are apart, [`Separation::normal`] says how exact the normal is by default;
/// where curved cores overlap, the guide to [bounds](crate::guide::bounds) does. On any status other than `Converged`
/// the gradient comes from the best normal and witness points known.
///
/// The derivative jumps where the witness points do; the guide to [motion](crate::guide::motion) shows how to smooth
/// it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[must_use]
pub struct Gradient<V: Vector> {
    /// The derivative by a translation of B, without a unit: the unit normal from A to B, in overlap as well.
    pub translation: V::UnitVector,
    /// The derivative by a rotation of B about the center, in the unit of length of the input per radian: a vector in
    /// space, to be multiplied by a rotation vector; a number in the plane, to be multiplied by an angle, positive
    /// counter-clockwise.
    pub rotation: AngularOf<V>,
}

impl<V: Vector> Gradient<V> {
    fn new(normal: V::UnitVector, point: V, center: V) -> Self {
        let arm = point.saturating_difference(center);
        Self { translation: normal, rotation: V::Turning::moment(arm, normal) }
    }

    /// How fast the signed distance changes, in the unit of length of the input per unit of time, as B moves: given
    /// the velocity `linear` of the point of B at the center, and the `angular` velocity of B in radians per unit of
    /// time. In fixed point an angular velocity is a plain number in the scalar of the bodies.
    ///
    /// ```
    /// use gjk::{Ball, Cuboid, Pose, Query, vec3};
    ///
    /// // The tip of an arm that turns about z, two away from its shoulder, and a wall across its way.
    /// let (wall, tip) = (Cuboid::new(vec3(4.0, 0.5, 4.0))?, Ball::new(0.25)?);
    /// let (wall_pose, tip_pose) = (Pose::translation(vec3(0.0, 2.0, 0.0))?, Pose::translation(vec3(2.0, 0.0, 0.0))?);
    /// let gap = Query::new().poses(wall_pose, tip_pose).proximity(&wall, &tip);
    /// let shoulder = vec3(0.0, 0.0, 0.0);
    /// assert_eq!(gap.gradient(shoulder).rate(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 0.1)), -0.2);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn rate(self, linear: V, angular: AngularOf<V>) -> ScalarOfVector<V> {
        saturating_sum(V::Turning::along(linear, self.translation), V::Turning::work(self.rotation, angular))
    }
}

/// The derivative for the same motion of A.
impl<V: Vector> Neg for Gradient<V> {
    type Output = Self;

    fn neg(self) -> Self {
        Self { translation: -self.translation, rotation: -self.rotation }
    }
}

impl<V: Vector> Separation<V> {
    /// The derivative of the distance as B moves: by a translation of B, and by a rotation of B about `center`, a
    /// point in the frame of the query. [`Gradient`] says where it is defined and how exact it is.
    pub fn gradient(&self, center: V) -> Gradient<V> {
        Gradient::new(self.normal, self.on_b, center)
    }
}

impl<V: Vector> Penetration<V> {
    /// The derivative of the signed distance, which is the negated depth, as B moves: by a translation of B, and by a
    /// rotation of B about `center`, a point in the frame of the query. [`Gradient`] says where it is defined and how
    /// exact it is.
    ///
    /// ```
    /// use gjk::{Circle, Pose, vec2};
    ///
    /// let (a, b) = (Circle::new(1.0)?, Circle::new(1.0)?.at(Pose::translation(vec2(1.5, 0.0))?));
    /// let gradient = gjk::penetration(&a, &b).expect("they overlap").gradient(vec2(0.0, 2.0));
    /// assert_eq!((gradient.translation, gradient.rotation), (vec2(1.0, 0.0), 2.0)); // away, at an arm of two
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn gradient(&self, center: V) -> Gradient<V> {
        Gradient::new(self.normal, self.on_b, center)
    }
}

impl<V: Vector> Proximity<V> {
    /// The derivative of the [signed distance](Proximity::signed_distance) as B moves: by a translation of B, and by
    /// a rotation of B about `center`, a point in the frame of the query. [`Gradient`] says where it is defined and
    /// how exact it is.
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, vec3};
    ///
    /// let (link, pose) = (Cuboid::new(vec3(1.0, 1.0, 1.0))?, Pose::translation(vec3(0.0, 0.0, 1.5))?);
    /// let of_b = Query::new().poses(Pose::IDENTITY, pose).proximity(&link, &link).gradient(pose.position());
    /// assert_eq!(of_b.translation, vec3(0.0, 0.0, 1.0));
    /// assert_eq!((-of_b).translation, vec3(0.0, 0.0, -1.0)); // as A moves
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn gradient(&self, center: V) -> Gradient<V> {
        match self {
            Self::Separated(separation) => separation.gradient(center),
            Self::Overlapping(penetration) => penetration.gradient(center),
        }
    }
}
