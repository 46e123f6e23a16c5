//! Rigid poses and affine model matrices.

use crate::number::error::{self, Error};
use crate::number::rotation::Rotation;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vec2, Vec3, Vector};
use core::ops::Mul;
#[cfg(feature = "serde")]
use serde::de::{Deserialize, Deserializer, Error as _};

/// A rigid pose: a rotation, then a translation. World point = rotation · local point + translation.
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

    /// A pose from its rotation and the position of the body's origin.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(rotation: Rotation<V>, position: V) -> Result<Self, Error> {
        Ok(Self { rotation, position: error::point(position)? })
    }

    /// A pose that only translates.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn translation(position: V) -> Result<Self, Error> {
        Self::new(Rotation::IDENTITY, position)
    }

    /// A pose that only rotates.
    #[must_use]
    pub fn rotated(rotation: Rotation<V>) -> Self {
        Self { rotation, position: V::ZERO }
    }

    /// The rotation.
    #[must_use]
    pub fn rotation(self) -> Rotation<V> {
        self.rotation
    }

    /// The position of the body's origin.
    #[must_use]
    pub fn position(self) -> V {
        self.position
    }

    /// Maps a point of the body's frame to the frame in which the pose is given.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    #[must_use]
    pub fn apply(self, point: V) -> V {
        self.position.turn(&self.rotation.rows, point)
    }

    /// This pose, copied component by component. A copy of the whole goes through memory, where on x86-64 a load that
    /// spans several stores waits until they have completed (no store forwarding).
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

    /// The pose that first applies `inner`, then `self`: the pose of a body that is given by `inner` in the frame of
    /// another body, whose pose is `self`. Equal to `self * inner`.
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

/// An affine model matrix: rotation, scale, shear and mirror in one, then a translation.
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

    /// A map from the rows of its linear part and its translation. It may be singular, and it may mirror.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(rows: V::Rows, translation: V) -> Result<Self, Error> {
        Ok(Self { rows: error::points(rows)?, translation: error::point(translation)? })
    }

    /// A pose as an affine map. Fixed point rounds the entries of the rotation to steps of a coordinate.
    #[must_use]
    pub fn from_pose(pose: Pose<V>) -> Self {
        Self { rows: V::plain(&pose.rotation.rows), translation: pose.position }
    }

    /// The rows of the linear part.
    #[must_use]
    pub fn rows(self) -> V::Rows {
        self.rows
    }

    /// The translation: where the origin goes.
    #[must_use]
    pub fn translation(self) -> V {
        self.translation
    }

    /// Maps a point of the body's frame to the frame in which the map is given.
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

/// `map * point` applies a map; `outer * inner` composes two rotations or two poses. Affine maps are not composed.
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

/// Reads a position or a translation, and checks it.
#[cfg(feature = "serde")]
fn read_point<'de, V: Vector + Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<V, D::Error> {
    error::point(V::deserialize(from)?).map_err(D::Error::custom)
}

/// Reads the rows of an affine map, and checks them.
#[cfg(feature = "serde")]
fn read_rows<'de, V: Vector<Rows: Deserialize<'de>>, D: Deserializer<'de>>(from: D) -> Result<V::Rows, D::Error> {
    error::points(V::Rows::deserialize(from)?).map_err(D::Error::custom)
}
