//! Rigid poses and affine model matrices.

use crate::number::error::{self, Error};
use crate::number::rotation::Rotation;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vec2, Vec3, Vector};
use core::ops::Mul;
#[cfg(feature = "serde")]
use serde::de::{Deserialize, Deserializer, Error as _};

/// A rigid pose: a rotation, then a translation. It maps a point of a body's frame to a common frame such as the world:
/// world point = rotation · local point + position. The default is the identity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "V: serde::Serialize, V::UnitRows: serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "V: Deserialize<'de>, V::UnitRows: Deserialize<'de>")))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Pose<V: Vector> {
    pub(crate) rotation: Rotation<V>,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "read_point"))]
    pub(crate) position: V,
}

/// A rigid pose in the plane.
pub type Pose2<S> = Pose<Vec2<S>>;

/// A rigid pose in space.
pub type Pose3<S> = Pose<Vec3<S>>;

impl<V: Vector> Pose<V> {
    /// The pose that leaves every point where it is.
    pub const IDENTITY: Self = Self { rotation: Rotation::IDENTITY, position: V::ZERO };

    /// The pose with the given rotation and position of the body's origin.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(rotation: Rotation<V>, position: V) -> Result<Self, Error> {
        Ok(Self { rotation, position: error::point(position)? })
    }

    /// The pose without rotation that moves the body's origin to `position`.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn translation(position: V) -> Result<Self, Error> {
        Self::new(Rotation::IDENTITY, position)
    }

    /// The pose that rotates about the origin and does not translate.
    #[must_use]
    pub fn rotated(rotation: Rotation<V>) -> Self {
        Self { rotation, position: V::ZERO }
    }

    /// The rotation from the body's frame to the frame in which the pose is given.
    #[must_use]
    pub fn rotation(self) -> Rotation<V> {
        self.rotation
    }

    /// The position of the body's origin, in the frame in which the pose is given.
    #[must_use]
    pub fn position(self) -> V {
        self.position
    }

    /// Maps a point of the body's frame to the frame in which the pose is given. Fixed point rounds once and saturates.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    #[must_use]
    pub fn apply(self, point: V) -> V {
        self.position.turn(&self.rotation.rows, point)
    }

    /// Copies this pose component by component. Copying the whole struct at once goes through memory, where on x86-64 a
    /// load that spans several stores waits until they have completed (store forwarding fails).
    #[inline(always)]
    pub(crate) fn by_components(self) -> Self {
        Self { rotation: Rotation { rows: V::by_components(&self.rotation.rows) }, position: self.position.each() }
    }

    /// Maps a point of the frame in which the pose is given to the body's frame.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    pub(crate) fn apply_inverse(self, point: V) -> V {
        V::turn_back(&self.rotation.rows, point.blend([self.position], [-UnitOfVector::<V>::ONE]))
    }

    /// The inverse pose: it undoes this one.
    ///
    /// ```
    /// use gjk::{Pose, Rotation2, vec2};
    ///
    /// let pose = Pose::new(Rotation2::from_cos_sin(0.0, 1.0)?, vec2(3.0, 0.0))?;
    /// let local = vec2(1.0, 2.0);
    /// assert_eq!(pose.inverse() * (pose * local), local);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn inverse(self) -> Self {
        let rotation = self.rotation.inverse();
        Self { rotation, position: V::turn_back(&self.rotation.rows, -self.position) }
    }

    /// The pose that first applies `inner`, then `self`. If a part has the pose `inner` in the frame of a body, and the
    /// body has the pose `self`, this is the pose of the part. Equal to `self * inner`. The position is not checked: it
    /// may be beyond what [`new`](Self::new) accepts.
    ///
    /// ```
    /// use gjk::{Pose, Rotation2, vec2};
    ///
    /// // A quarter turn at x = 3, and a hand that is one ahead in its frame.
    /// let arm = Pose::new(Rotation2::from_cos_sin(0.0, 1.0)?, vec2(3.0, 0.0))?;
    /// let hand = Pose::translation(vec2(1.0, 0.0))?;
    /// assert_eq!(arm.compose(hand).position(), vec2(3.0, 1.0)); // what was ahead is up
    /// assert_eq!((hand * arm).position(), vec2(4.0, 0.0)); // the other way round
    /// let point = vec2(0.5, 0.25);
    /// assert_eq!((arm * hand) * point, arm * (hand * point));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn compose(self, inner: Self) -> Self {
        Self { rotation: self.rotation.compose(inner.rotation), position: self.apply(inner.position) }
    }
}

/// An affine model matrix: a linear map, which may rotate, scale, shear and mirror, then a translation. The default is
/// the identity.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "V: serde::Serialize, V::Rows: serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "V: Deserialize<'de>, V::Rows: Deserialize<'de>")))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Affine<V: Vector> {
    #[cfg_attr(feature = "serde", serde(deserialize_with = "read_rows::<V, _>"))]
    pub(crate) rows: V::Rows,
    #[cfg_attr(feature = "serde", serde(deserialize_with = "read_point"))]
    pub(crate) translation: V,
}

/// An affine model matrix in the plane.
pub type Affine2<S> = Affine<Vec2<S>>;

/// An affine model matrix in space.
pub type Affine3<S> = Affine<Vec3<S>>;

impl<V: Vector> Affine<V> {
    /// The map that leaves every point where it is.
    pub const IDENTITY: Self = Self { rows: V::AXES, translation: V::ZERO };

    /// An affine map from the rows of its linear part and its translation. The linear part may be singular, and it may
    /// mirror. Its entries are limited as coordinates are.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(rows: V::Rows, translation: V) -> Result<Self, Error> {
        Ok(Self { rows: error::points(rows)?, translation: error::point(translation)? })
    }

    /// A pose as an affine map. Fixed point rounds the entries of the rotation to the step of a coordinate,
    /// [`Scalar::Unit`](crate::Scalar::Unit)s to [`Scalar`]s.
    #[must_use]
    pub fn from_pose(pose: Pose<V>) -> Self {
        Self { rows: V::plain(&pose.rotation.rows), translation: pose.position }
    }

    /// The rows of the matrix of the linear part.
    #[must_use]
    pub fn rows(self) -> V::Rows {
        self.rows
    }

    /// The translation: the image of the origin.
    #[must_use]
    pub fn translation(self) -> V {
        self.translation
    }

    /// The image of a point: the linear part applied to it, plus the translation. Fixed point rounds once and
    /// saturates.
    #[must_use]
    pub fn apply(self, point: V) -> V {
        self.translation.map_linear(&self.rows, point)
    }
}

impl<V: Vector> Default for Affine<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<V: Vector> From<Pose<V>> for Affine<V> {
    fn from(pose: Pose<V>) -> Self {
        Self::from_pose(pose)
    }
}

/// Implements `map * point`, which applies a map, and `outer * inner`, which composes two rotations or two poses.
/// Affine maps have no composition.
macro_rules! products {
    ($($map:ident.$method:ident($operand:ty)),+) => {
        $(
            impl<V: Vector> Mul<$operand> for $map<V> {
                type Output = $operand;
                fn mul(self, rhs: $operand) -> $operand {
                    self.$method(rhs)
                }
            }
        )+
    };
}

products!(Rotation.apply(V), Pose.apply(V), Affine.apply(V));
products!(Rotation.compose(Rotation<V>), Pose.compose(Pose<V>));

/// Deserializes a position or a translation, and checks it as the constructors do.
#[cfg(feature = "serde")]
fn read_point<'de, V: Vector + Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<V, D::Error> {
    error::point(V::deserialize(from)?).map_err(D::Error::custom)
}

/// Deserializes the rows of an affine map, and checks them as the constructor does.
#[cfg(feature = "serde")]
fn read_rows<'de, V: Vector<Rows: Deserialize<'de>>, D: Deserializer<'de>>(from: D) -> Result<V::Rows, D::Error> {
    error::points(V::Rows::deserialize(from)?).map_err(D::Error::custom)
}
