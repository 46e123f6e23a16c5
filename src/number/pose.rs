//! Where bodies are: rotations, rigid poses, affine model matrices, and bodies placed by them.
//!
//! Rotations are matrices with entries in [−1, 1], kept as [`Scalar::Unit`](crate::Scalar::Unit). The kernel needs no
//! trigonometry: a rotation comes from a quaternion, a matrix, or a cosine and a sine.

use crate::body::feature::{Faceted, Feature};
use crate::body::support::{Hint, ScalarOf, Support};
use crate::number::error::{self, Error};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{UnitOfVector, Vec2, Vec3, Vector, between, vec2, vec3};
use crate::pair::cso::{Placed, Placement, Stand, Still};
use core::borrow::Borrow;
use core::ops::Mul;

/// A rotation, in the plane or in space.
///
/// Deserialising keeps every bit, and refuses rows that are not orthonormal to within 2^−10 or that mirror.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "unchecked::Rotation<V::UnitRows>"))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "V::UnitRows: serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "V::UnitRows: serde::Deserialize<'de>")))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rotation<V: Vector> {
    rows: V::UnitRows,
}

/// A rotation in the plane.
pub type Rotation2<S> = Rotation<Vec2<S>>;

/// A rotation in space.
pub type Rotation3<S> = Rotation<Vec3<S>>;

impl<V: Vector> Rotation<V> {
    /// No rotation.
    pub const IDENTITY: Self = Self { rows: V::IDENTITY };

    /// The rows of its matrix.
    #[must_use]
    pub fn to_rows(self) -> V::UnitRows {
        self.rows
    }

    /// The rotation of rows that are orthonormal and do not mirror.
    pub(crate) fn from_rows(rows: V::UnitRows) -> Self {
        Self { rows }
    }

    /// The rotation back.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { rows: V::transpose(&self.rows) }
    }

    /// The rotation that first does `inner`, then `self`.
    #[must_use]
    pub fn compose(self, inner: Self) -> Self {
        Self { rows: V::product(&self.rows, &inner.rows) }
    }

    /// A point, turned.
    #[must_use]
    pub fn apply(self, point: V) -> V {
        V::ZERO.turn(&self.rows, point)
    }

    /// The rotation with these very rows, if they are orthonormal to within 2^−10 and do not mirror.
    fn checked(rows: V::UnitRows) -> Result<Self, Error> {
        check_orthonormal(rows.as_ref())?;
        if V::is_mirror(&rows) { Err(Error::Mirror) } else { Ok(Self { rows }) }
    }
}

impl<V: Vector> Default for Rotation<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<S: Scalar> Rotation2<S> {
    /// The rotation by an angle, given its cosine and sine, or any positive multiple of them. Counter-clockwise.
    ///
    /// # Errors
    /// [`Error::ZeroRotation`] if both are zero, [`Error::NotFinite`] if one is NaN or infinite.
    ///
    /// ```
    /// use gjk::{Rotation2, vec2};
    ///
    /// let turn = Rotation2::from_cos_sin(3.0, 4.0)?; // made 0.6 and 0.8
    /// assert_eq!(turn.to_matrix(), [[0.6, -0.8], [0.8, 0.6]]);
    /// assert_eq!(turn * vec2(1.0, 0.0), vec2(0.6, 0.8)); // from x towards y
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_cos_sin(cos: S::Unit, sin: S::Unit) -> Result<Self, Error> {
        let unit = vec2(cos, sin);
        if !unit.is_finite() {
            return Err(Error::NotFinite);
        }
        let Vec2 { x: cos, y: sin } = unit.try_normalize().ok_or(Error::ZeroRotation)?;
        Ok(Self { rows: [vec2(cos, -sin), vec2(sin, cos)] })
    }

    /// The rotation with the given matrix, by rows, made orthonormal to the last bit.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::NotOrthonormal`] if it is off by more than 2^−10, [`Error::Mirror`].
    ///
    /// ```
    /// use gjk::{Rotation2, vec2};
    ///
    /// let quarter = Rotation2::from_matrix([[0.0, -1.0], [1.0, 0.0]])?; // rows: what x becomes is the first column
    /// assert_eq!(quarter * vec2(1.0, 0.0), vec2(0.0, 1.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_matrix(rows: [[S::Unit; 2]; 2]) -> Result<Self, Error> {
        let [rx, ry] = Self::checked(rows.map(Vec2::from_array))?.rows;
        Self::from_cos_sin(rx.x, ry.x)
    }

    /// Its matrix, by rows.
    #[must_use]
    pub fn to_matrix(self) -> [[S::Unit; 2]; 2] {
        self.rows.map(Vec2::to_array)
    }
}

impl<S: Scalar> Rotation3<S> {
    /// The rotation of a quaternion x i + y j + z k + w, or any multiple of it. The real part w comes last.
    ///
    /// # Errors
    /// [`Error::ZeroRotation`] if all are zero, [`Error::NotFinite`] if one is NaN or infinite.
    ///
    /// ```
    /// use gjk::{Rotation3, vec3};
    ///
    /// let quarter = Rotation3::from_quaternion(0.0, 0.0, 1.0, 1.0)?; // about z, counter-clockwise seen from its tip
    /// assert_eq!(quarter * vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_quaternion(x: S::Unit, y: S::Unit, z: S::Unit, w: S::Unit) -> Result<Self, Error> {
        if ![x, y, z, w].iter().all(|component| component.is_finite()) {
            return Err(Error::NotFinite);
        }
        let [x, y, z, w] = S::Unit::normalize([x, y, z, w]);
        let (xx, yy, zz, ww) = (x.times(x), y.times(y), z.times(z), w.times(w));
        let square = xx + yy + zz + ww;
        if square <= ProductOf::<S>::ZERO {
            return Err(Error::ZeroRotation);
        }
        // Entries over |q|² instead of entries of q/|q|: one rounding less, and exact for quarter turns.
        let entry = |part: ProductOf<S>| part.fraction(square);
        let twice = |one: ProductOf<S>, other: ProductOf<S>| entry(one + one + other + other);
        let (xy, xz, yz) = (x.times(y), x.times(z), y.times(z));
        let (wx, wy, wz) = (w.times(x), w.times(y), w.times(z));
        Ok(Self {
            rows: [
                vec3(entry(ww + xx - yy - zz), twice(xy, -wz), twice(xz, wy)),
                vec3(twice(xy, wz), entry(ww + yy - xx - zz), twice(yz, -wx)),
                vec3(twice(xz, -wy), twice(yz, wx), entry(ww + zz - xx - yy)),
            ],
        })
    }

    /// The rotation about an axis of any length by an angle, given its cosine and sine, or any positive multiple of
    /// them. Counter-clockwise, seen from the tip of the axis.
    ///
    /// # Errors
    /// [`Error::ZeroDirection`], [`Error::ZeroRotation`], [`Error::NotFinite`].
    ///
    /// ```
    /// use gjk::{Rotation3, vec3};
    ///
    /// let quarter = Rotation3::from_axis_cos_sin(vec3(0.0, 0.0, 2.0), 0.0, 1.0)?;
    /// assert_eq!(quarter * vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0));
    ///
    /// let (sin, cos) = 0.5_f64.sin_cos();
    /// let turn = Rotation3::from_axis_cos_sin(vec3(1.0, 0.0, 0.0), cos, sin)?;
    /// assert_eq!(turn * vec3(0.0, 1.0, 0.0), vec3(0.0, cos, sin));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_axis_cos_sin(axis: Vec3<S::Unit>, cos: S::Unit, sin: S::Unit) -> Result<Self, Error> {
        if !axis.is_finite() {
            return Err(Error::NotFinite);
        }
        let unit = axis.try_normalize().ok_or(Error::ZeroDirection)?;
        let Vec2 { x: cos, y: sin } = Rotation2::<S>::from_cos_sin(cos, sin).map(|turn| {
            let [Vec2 { x: cos, .. }, Vec2 { x: sin, .. }] = turn.rows;
            vec2(cos, sin)
        })?;
        // cos·I + sin·[k]× + (1 − cos)·k kᵀ
        let scaled = |factor: S::Unit| unit.map(|c| S::Unit::blend(S::Unit::NIL, [c], [factor]));
        let across = scaled(sin);
        // 1 − cos may leave the range of a unit: its two parts are added one by one.
        let dyad = |k: S::Unit, start: Vec3<S::Unit>| {
            let row = scaled(k);
            start.blend([row, row], [S::Unit::ONE, -cos])
        };
        Ok(Self {
            rows: [
                dyad(unit.x, vec3(cos, -across.z, across.y)),
                dyad(unit.y, vec3(across.z, cos, -across.x)),
                dyad(unit.z, vec3(-across.y, across.x, cos)),
            ],
        })
    }

    /// The rotation with the given matrix, by rows, made orthonormal to the last bit.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::NotOrthonormal`] if it is off by more than 2^−10, [`Error::Mirror`].
    ///
    /// ```
    /// use gjk::{Error, Rotation3, vec3};
    ///
    /// // A quarter turn about z. Rows: what x becomes is the first column.
    /// let quarter = Rotation3::from_matrix([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])?;
    /// assert_eq!(quarter * vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0));
    ///
    /// let mirror = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]];
    /// assert_eq!(Rotation3::<f64>::from_matrix(mirror), Err(Error::Mirror));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_matrix(rows: [[S::Unit; 3]; 3]) -> Result<Self, Error> {
        let [rx, ry, _] = Self::checked(rows.map(Vec3::from_array))?.rows;
        let unit = |v: Vec3<S::Unit>| v.try_normalize().ok_or(Error::NotOrthonormal);
        let (rx, rz) = (unit(rx)?, unit(rx.cross_direction(ry))?);
        Ok(Self { rows: [rx, unit(rz.cross_direction(rx))?, rz] })
    }

    /// Its matrix, by rows.
    #[must_use]
    pub fn to_matrix(self) -> [[S::Unit; 3]; 3] {
        self.rows.map(Vec3::to_array)
    }
}

/// A product of two unit fractions.
type ProductOf<S> = <<S as Scalar>::Unit as Scalar>::Area;

/// Do the rows have length one and right angles between them, to within 2^−10?
fn check_orthonormal<U: Vector>(rows: &[U]) -> Result<(), Error>
where
    U::Scalar: Scalar<Unit = U::Scalar>,
{
    let (one, slack) = (U::Scalar::ONE, U::Scalar::MATRIX_TOLERANCE);
    // Entries beyond 2 are far off, and their products need not fit.
    let is_finite = rows.iter().all(|row| row.is_finite());
    let is_small = rows.iter().all(|row| row.is_within(one + slack));
    let is_orthonormal = || {
        rows.iter().enumerate().all(|(i, row)| {
            rows.iter().enumerate().skip(i).all(|(j, other)| {
                let expected = if i == j { one } else { U::Scalar::NIL };
                (row.dot(*other).over_one() - expected).is_within(slack)
            })
        })
    };
    match (is_finite, is_small && is_orthonormal()) {
        (false, _) => Err(Error::NotFinite),
        (true, false) => Err(Error::NotOrthonormal),
        (true, true) => Ok(()),
    }
}

/// A rigid pose: a rotation, then a translation. World point = rotation · local point + translation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "unchecked::Pose<Rotation<V>, V>"))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "V: serde::Serialize, V::UnitRows: serde::Serialize")))]
#[cfg_attr(
    feature = "serde",
    serde(bound(deserialize = "V: serde::Deserialize<'de>, V::UnitRows: serde::Deserialize<'de>"))
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Pose<V: Vector> {
    rotation: Rotation<V>,
    position: V,
}

/// A rigid pose in the plane.
pub type Pose2<S> = Pose<Vec2<S>>;

/// A rigid pose in space.
pub type Pose3<S> = Pose<Vec3<S>>;

impl<V: Vector> Pose<V> {
    /// Where the body was modelled.
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

    /// A local point, in the frame of the pose.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    #[must_use]
    pub fn apply(self, point: V) -> V {
        self.position.turn(&self.rotation.rows, point)
    }

    /// The same, copied component by component. A copy of the whole goes through memory, where on x86-64 a load that
    /// spans several stores waits until they are through.
    #[inline(always)]
    fn by_components(self) -> Self {
        Self { rotation: Rotation { rows: V::by_components(&self.rotation.rows) }, position: self.position.each() }
    }

    /// A point of the frame of the pose, in the local one.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn apply_inverse(self, point: V) -> V {
        V::turn_back(&self.rotation.rows, point.blend([self.position], [-UnitOfVector::<V>::ONE]))
    }

    /// The pose back.
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

    /// The pose that first does `inner`, then `self`: that of a body whose pose is given in the frame of another. The
    /// same as `self * inner`.
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

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// An affine model matrix: rotation, scale, shear and mirror in one, then a translation.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "unchecked::Affine<V::Rows, V>"))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "V: serde::Serialize, V::Rows: serde::Serialize")))]
#[cfg_attr(
    feature = "serde",
    serde(bound(deserialize = "V: serde::Deserialize<'de>, V::Rows: serde::Deserialize<'de>"))
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Affine<V: Vector> {
    rows: V::Rows,
    translation: V,
}

/// An affine model matrix in the plane.
pub type Affine2<S> = Affine<Vec2<S>>;

/// An affine model matrix in space.
pub type Affine3<S> = Affine<Vec3<S>>;

impl<V: Vector> Affine<V> {
    /// The map that leaves every point where it is.
    pub const IDENTITY: Self = Self { rows: V::AXES, translation: V::ZERO };

    /// A map from the rows of its linear part, and its translation. It may be singular and it may mirror.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(rows: V::Rows, translation: V) -> Result<Self, Error> {
        for row in rows.as_ref() {
            error::point(*row)?;
        }
        Ok(Self { rows, translation: error::point(translation)? })
    }

    /// The map that does what a pose does. Fixed point rounds the entries of the rotation to steps of a coordinate.
    #[must_use]
    pub fn from_pose(pose: Pose<V>) -> Self {
        Self { rows: V::plain(&pose.rotation.rows), translation: pose.position }
    }

    /// The rows of the linear part.
    #[must_use]
    pub fn rows(self) -> V::Rows {
        self.rows
    }

    /// Where the origin goes.
    #[must_use]
    pub fn translation(self) -> V {
        self.translation
    }

    /// A local point, in the frame of the map.
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

/// `map * point` applies a map; `outer * inner` composes two rotations or two poses, but no affine maps.
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

#[cfg(feature = "serde")]
mod unchecked {
    //! What is read before it is checked.

    use crate::number::error::Error;
    use crate::number::vector::Vector;

    #[derive(serde::Deserialize)]
    pub(super) struct Rotation<R> {
        rows: R,
    }

    #[derive(serde::Deserialize)]
    pub(super) struct Pose<R, V> {
        rotation: R,
        position: V,
    }

    #[derive(serde::Deserialize)]
    pub(super) struct Affine<R, V> {
        rows: R,
        translation: V,
    }

    impl<V: Vector> TryFrom<Rotation<V::UnitRows>> for super::Rotation<V> {
        type Error = Error;
        fn try_from(read: Rotation<V::UnitRows>) -> Result<Self, Error> {
            Self::checked(read.rows)
        }
    }

    impl<V: Vector> TryFrom<Pose<super::Rotation<V>, V>> for super::Pose<V> {
        type Error = Error;
        fn try_from(read: Pose<super::Rotation<V>, V>) -> Result<Self, Error> {
            Self::new(read.rotation, read.position)
        }
    }

    impl<V: Vector> TryFrom<Affine<V::Rows, V>> for super::Affine<V> {
        type Error = Error;
        fn try_from(read: Affine<V::Rows, V>) -> Result<Self, Error> {
            Self::new(read.rows, read.translation)
        }
    }
}

/// A body at a rigid pose. World coordinates far from the origin cost digits; the poses of a
/// [`Query`](crate::Query) cost none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<T: Support> {
    shape: T,
    pose: Pose<T::Vector>,
}

impl<T: Support> Posed<T> {
    /// Places a body.
    #[must_use]
    pub fn new(shape: T, pose: Pose<T::Vector>) -> Self {
        Self { shape, pose }
    }
}

impl<T: Support> Support for Posed<T> {
    type Vector = T::Vector;

    #[inline]
    fn support(&self, dir: Self::Vector) -> Self::Vector {
        self.support_from(dir, &mut Hint::default())
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.shape.margin()
    }

    fn center(&self) -> Self::Vector {
        self.pose.apply(self.shape.center())
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope()
    }

    #[inline]
    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let local = Self::Vector::turn_back(&self.pose.rotation.rows, dir);
        self.pose.apply(self.shape.support_from(local, hint))
    }

    #[inline]
    fn support_near(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let local = Self::Vector::turn_back(&self.pose.rotation.rows, dir);
        self.pose.apply(self.shape.support_near(local, hint))
    }

    #[inline]
    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.vertex_from(hint)?))
    }

    #[inline]
    fn as_point(&self) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.as_point()?))
    }

    #[inline]
    fn as_segment(&self) -> Option<(Self::Vector, Self::Vector)> {
        let (start, end) = self.shape.as_segment()?;
        Some((self.pose.apply(start), self.pose.apply(end)))
    }

    #[inline]
    fn nearest_to(&self, point: Self::Vector) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.nearest_to(self.pose.apply_inverse(point))?))
    }

    #[inline]
    fn entry_normal(&self, start: Self::Vector, dir: Self::Vector) -> Option<Self::Vector> {
        let (rows, start) = (&self.pose.rotation.rows, self.pose.apply_inverse(start));
        let normal = self.shape.entry_normal(start, Self::Vector::turn_back(rows, dir))?;
        Some(Self::Vector::ZERO.turn(rows, normal))
    }

    #[inline]
    fn entry_facet(
        &self,
        start: Self::Vector,
        dir: Self::Vector,
        hint: &mut Hint,
    ) -> Option<(Self::Vector, [Self::Vector; 3])> {
        let (rows, start) = (&self.pose.rotation.rows, self.pose.apply_inverse(start));
        let (normal, corners) = self.shape.entry_facet(start, Self::Vector::turn_back(rows, dir), hint)?;
        Some((Self::Vector::ZERO.turn(rows, normal), corners.map(|corner| self.pose.apply(corner))))
    }

    #[inline]
    fn as_revolved(&self) -> Option<(Self::Vector, Self::Vector)> {
        let (center, axis) = self.shape.as_revolved()?;
        Some((self.pose.apply(center), Self::Vector::ZERO.turn(&self.pose.rotation.rows, axis)))
    }

    #[inline]
    fn corner(&self, number: u32) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.corner(number)?))
    }
}

/// The feature of the body, placed.
impl<T: Faceted> Faceted for Posed<T> {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        let local = Self::Vector::turn_back(&self.pose.rotation.rows, dir);
        self.shape.feature(local).map(|corner| self.pose.apply(corner))
    }
}

/// A body under an affine map. Its margin is part of the core: a ball becomes an ellipsoid. The map multiplies what
/// fixed point rounds a point of the body by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transformed<T: Support> {
    shape: T,
    map: Affine<T::Vector>,
}

impl<T: Support> Transformed<T> {
    /// Maps a body.
    #[must_use]
    pub fn new(shape: T, map: Affine<T::Vector>) -> Self {
        Self { shape, map }
    }
}

impl<T: Support> Support for Transformed<T> {
    type Vector = T::Vector;

    fn support(&self, dir: Self::Vector) -> Self::Vector {
        self.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> Self::Vector {
        self.map.apply(self.shape.center())
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope() && self.shape.margin() == ScalarOf::<T>::NIL
    }

    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let local = Self::Vector::map_linear_back(&self.map.rows, dir);
        // A singular map takes some directions to zero; any point is farthest along those.
        let local = if local == Self::Vector::ZERO { Self::Vector::first_axis() } else { local };
        self.map.apply(crate::body::combine::rounded_support(&self.shape, self.shape.margin(), local, hint))
    }

    /// The vertex, mapped; none if the body has a margin, which the map bends.
    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        Some(self.map.apply(self.shape.vertex_from(hint).filter(|_| self.is_polytope())?))
    }
}

/// The feature of the body, mapped; one point if it has a margin, which the map bends.
impl<T: Faceted> Faceted for Transformed<T> {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        let local = Self::Vector::map_linear_back(&self.map.rows, dir);
        if self.shape.margin() == ScalarOf::<T>::NIL && local != Self::Vector::ZERO {
            self.shape.feature(local).map(|corner| self.map.apply(corner))
        } else {
            Feature::vertex(self.support(dir))
        }
    }
}

/// Both bodies are given in one frame, the world.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameFrame;

impl<V: Vector> Placement<V> for SameFrame {
    type Zoomed = ();

    #[inline(always)]
    fn zoomed(&self, _: <V::Scalar as Scalar>::Zoom) {}

    #[inline(always)]
    fn direction_to_b(&self, dir: V) -> V {
        dir
    }

    #[inline(always)]
    fn point_to_a(&self, (): &(), point: V) -> V {
        point
    }

    #[inline(always)]
    fn extent(&self, point: V) -> V::Scalar {
        point.max_abs()
    }

    #[inline(always)]
    fn rows(&self) -> V::UnitRows {
        V::IDENTITY
    }

    #[inline(always)]
    fn rows_to_world(&self) -> V::UnitRows {
        V::IDENTITY
    }

    #[inline(always)]
    fn origin(&self) -> V {
        V::ZERO
    }

    #[inline(always)]
    fn to_a(&self, point: V) -> V {
        point
    }

    #[inline(always)]
    fn to_b(&self, point: V) -> V {
        point
    }

    #[inline(always)]
    fn to_world(&self, point: V) -> V {
        point
    }

    #[inline(always)]
    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        unit
    }

    #[inline(always)]
    fn direction_to_a(&self, dir: V) -> V {
        dir
    }
}

impl<V: Vector> Placed<V> for SameFrame {
    type Placement = Self;

    #[inline(always)]
    fn each(&self) -> Self {
        Self
    }

    #[inline(always)]
    fn placement(&self) -> impl Borrow<Self> {
        self
    }

    #[inline(always)]
    fn stands(&self) -> (impl Stand<V>, impl Stand<V>) {
        (Still, Still)
    }

    #[inline(always)]
    fn point_to_world(&self, point: V) -> V {
        point
    }

    #[inline(always)]
    fn way_to_world(&self, way: V::UnitVector) -> V::UnitVector {
        way
    }

    #[inline(always)]
    fn way_of_world(&self, way: V) -> V {
        way
    }
}

/// A has a pose in the world; so has B, or it is given [in the world](InWorld).
#[derive(Clone, Copy, Debug)]
pub struct Poses<V: Vector, B = Pose<V>> {
    a: Pose<V>,
    b: B,
}

/// B is given in the world.
#[derive(Clone, Copy, Debug)]
pub struct InWorld;

/// Where a body is in the world.
pub trait Located<V: Vector>: Copy {
    /// The same, copied component by component.
    fn each(&self) -> Self;

    /// The origin of its frame.
    fn position(&self) -> V;

    /// The rotation of its frame, seen from a frame that is turned itself.
    fn rows_from(&self, turn: &V::UnitRows) -> V::UnitRows;

    /// The same, seen from a frame with the axes of the world and another origin.
    fn stand(&self, origin: V) -> impl Stand<V>;
}

impl<V: Vector> Located<V> for Pose<V> {
    #[inline(always)]
    fn each(&self) -> Self {
        self.by_components()
    }

    #[inline(always)]
    fn position(&self) -> V {
        self.position
    }

    #[inline(always)]
    fn rows_from(&self, turn: &V::UnitRows) -> V::UnitRows {
        V::product(&V::transpose(turn), &self.rotation.rows)
    }

    #[inline(always)]
    fn stand(&self, origin: V) -> impl Stand<V> {
        let seen = self.by_components();
        Self { position: between(origin, seen.position), ..seen }
    }
}

impl<V: Vector> Located<V> for InWorld {
    #[inline(always)]
    fn each(&self) -> Self {
        Self
    }

    #[inline(always)]
    fn position(&self) -> V {
        V::ZERO
    }

    #[inline(always)]
    fn rows_from(&self, turn: &V::UnitRows) -> V::UnitRows {
        V::transpose(turn)
    }

    #[inline(always)]
    fn stand(&self, origin: V) -> impl Stand<V> {
        Shifted(-origin)
    }
}

impl<V: Vector, B: Located<V>> Poses<V, B> {
    #[inline(always)]
    pub(crate) fn new(a: Pose<V>, b: B) -> Self {
        Self { a: a.by_components(), b: b.each() }
    }
}

/// Both stand in a frame with the axes of the world and A's origin. Positions are subtracted before anything is
/// rounded.
impl<V: Vector, B: Located<V>> Placed<V> for Poses<V, B> {
    type Placement = Relative<V>;

    #[inline(always)]
    fn each(&self) -> Self {
        Self::new(self.a, self.b)
    }

    #[inline]
    fn placement(&self) -> impl Borrow<Relative<V>> {
        let Pose { rotation: Rotation { rows: turn }, position } = &self.a;
        let apart = between(*position, self.b.position());
        Relative { a: self.a, rows: self.b.rows_from(turn), translation: V::turn_back(turn, apart) }
    }

    #[inline(always)]
    fn stands(&self) -> (impl Stand<V>, impl Stand<V>) {
        let Pose { rotation, position } = self.a.by_components();
        (rotation, self.b.stand(position))
    }

    #[inline(always)]
    fn point_to_world(&self, point: V) -> V {
        point.blend([self.a.position], [UnitOfVector::<V>::ONE])
    }

    #[inline(always)]
    fn way_to_world(&self, way: V::UnitVector) -> V::UnitVector {
        way
    }

    #[inline(always)]
    fn way_of_world(&self, way: V) -> V {
        way
    }
}

/// A body that is not turned stands where its origin is.
struct Shifted<V>(V);

impl<V: Vector> Stand<V> for Shifted<V> {
    #[inline(always)]
    fn origin(&self) -> V {
        self.0
    }

    #[inline(always)]
    fn place(&self, point: V) -> V {
        point.blend([self.0], [UnitOfVector::<V>::ONE])
    }

    #[inline(always)]
    fn back(&self, point: V) -> V {
        between(self.0, point)
    }
}

impl<V: Vector> Stand<V> for Pose<V> {
    #[inline(always)]
    fn origin(&self) -> V {
        self.position
    }

    #[inline(always)]
    fn place(&self, point: V) -> V {
        self.apply(point)
    }

    #[inline(always)]
    fn back(&self, point: V) -> V {
        self.apply_inverse(point)
    }

    #[inline(always)]
    fn direction_back(&self, dir: V) -> V {
        V::turn_back(&self.rotation.rows, dir)
    }

    #[inline(always)]
    fn turn(&self, way: V) -> V {
        Stand::turn(&self.rotation, way)
    }

    #[inline(always)]
    fn turn_unit(&self, way: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.rotation.rows, way)
    }
}

/// A body that only turns stands at the origin.
impl<V: Vector> Stand<V> for Rotation<V> {
    #[inline(always)]
    fn origin(&self) -> V {
        V::ZERO
    }

    #[inline(always)]
    fn place(&self, point: V) -> V {
        self.turn(point)
    }

    #[inline(always)]
    fn back(&self, point: V) -> V {
        V::turn_back(&self.rows, point)
    }

    #[inline(always)]
    fn turn(&self, way: V) -> V {
        // There is no sum with zero in this one.
        V::turn_back(&V::transpose(&self.rows), way)
    }

    #[inline(always)]
    fn turn_unit(&self, way: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.rows, way)
    }

    #[inline(always)]
    fn direction_back(&self, dir: V) -> V {
        V::turn_back(&self.rows, dir)
    }
}

/// The pose of B in A's frame, and that of A in the world.
#[derive(Clone, Copy, Debug)]
pub struct Relative<V: Vector> {
    a: Pose<V>,
    rows: V::UnitRows,
    translation: V,
}

impl<V: Vector> Placement<V> for Relative<V> {
    type Zoomed = V;

    #[inline(always)]
    fn zoomed(&self, zoom: <V::Scalar as Scalar>::Zoom) -> V {
        self.translation.zoom(zoom)
    }

    #[inline(always)]
    fn direction_to_b(&self, dir: V) -> V {
        V::turn_back(&self.rows, dir)
    }

    #[inline(always)]
    fn point_to_a(&self, translation: &V, point: V) -> V {
        translation.turn(&self.rows, point)
    }

    #[inline(always)]
    fn extent(&self, point: V) -> V::Scalar {
        self.translation.max_abs().max(point.max_abs())
    }

    #[inline(always)]
    fn rows(&self) -> V::UnitRows {
        self.rows
    }

    #[inline(always)]
    fn rows_to_world(&self) -> V::UnitRows {
        self.a.rotation.rows
    }

    #[inline(always)]
    fn origin(&self) -> V {
        self.translation
    }

    #[inline(always)]
    fn to_a(&self, point: V) -> V {
        self.translation.turn(&self.rows, point)
    }

    #[inline(always)]
    fn to_b(&self, point: V) -> V {
        V::turn_back(&self.rows, point.blend([self.translation], [-UnitOfVector::<V>::ONE]))
    }

    #[inline(always)]
    fn to_world(&self, point: V) -> V {
        self.a.apply(point)
    }

    #[inline(always)]
    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.a.rotation.rows, unit)
    }

    #[inline(always)]
    fn direction_to_a(&self, dir: V) -> V {
        V::turn_back(&self.a.rotation.rows, dir)
    }
}
