//! Rotations of the plane and of space.
//!
//! A rotation is an orthonormal matrix that does not mirror, with entries stored as
//! [`Scalar::Unit`](crate::Scalar::Unit). It is built without trigonometry: from a quaternion, a matrix, or a cosine
//! and a sine.

use crate::number::error::Error;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::turning::{planar_rows, spatial_rows};
use crate::number::vector::{UnitOfVector, Vec2, Vec3, Vector, vec2, vec3};
#[cfg(feature = "serde")]
use serde::de::{Deserialize, Deserializer, Error as _};

/// A rotation about the origin, in the plane or in space. The default is the identity.
///
/// Deserialization keeps every bit. It rejects rows that are not orthonormal to within 2^−10 or that mirror.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "V::UnitRows: serde::Serialize")))]
#[cfg_attr(feature = "serde", serde(bound(deserialize = "V::UnitRows: serde::Deserialize<'de>")))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rotation<V: Vector> {
    /// The rows of the matrix: orthonormal to within 2^−10, with a positive determinant.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "read_rows::<V, _>"))]
    pub(crate) rows: V::UnitRows,
}

/// A rotation in the plane.
pub type Rotation2<S> = Rotation<Vec2<S>>;

/// A rotation in space.
pub type Rotation3<S> = Rotation<Vec3<S>>;

impl<V: Vector> Rotation<V> {
    /// The rotation that leaves every point where it is.
    pub const IDENTITY: Self = Self { rows: V::IDENTITY };

    /// The rows of the matrix: component i of a rotated point is row i times the point.
    #[must_use]
    pub fn to_rows(self) -> V::UnitRows {
        self.rows
    }

    /// The inverse rotation: it undoes this one.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { rows: V::transpose(&self.rows) }
    }

    /// The rotation that first applies `inner`, then `self`. Equal to `self * inner`. Each product adds a rounding step
    /// or two; where there are more than the links of an arm, [`orthonormalized`](Self::orthonormalized) keeps the
    /// bodies from growing.
    #[must_use]
    pub fn compose(self, inner: Self) -> Self {
        Self { rows: V::product(&self.rows, &inner.rows) }
    }

    /// This rotation, with what rounding has added to the lengths and angles of its axes taken off.
    /// [`Motion::pose_after`](crate::Motion::pose_after) does this. Source: a step of Newton's method for the nearest
    /// orthogonal matrix (Björck, Bowie 1971).
    ///
    /// ```
    /// use gjk::Rotation2;
    ///
    /// let (step, mut spun) = (Rotation2::from_cos_sin(3.0, 4.0)?, Rotation2::<f64>::IDENTITY);
    /// for _ in 0..100_000 {
    ///     spun = (step * spun).orthonormalized();
    /// }
    /// let [[cos, _], [sin, _]] = spun.to_matrix();
    /// assert!((cos * cos + sin * sin - 1.0).abs() <= 2.0 * f64::EPSILON);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn orthonormalized(self) -> Self {
        Self { rows: V::orthonormal(&self.rows) }
    }

    /// Rotates a point about the origin. Fixed point rounds once and saturates.
    #[must_use]
    pub fn apply(self, point: V) -> V {
        V::ZERO.turn(&self.rows, point)
    }

    /// Checks that rows are orthonormal and do not mirror: the scalar product of each row with itself is one, and with
    /// another row zero, to within 2^−10.
    fn checked(rows: V::UnitRows) -> Result<V::UnitRows, Error> {
        let (all, one, slack) = (rows.as_ref(), UnitOfVector::<V>::ONE, UnitOfVector::<V>::halved(10));
        if !all.iter().all(|row| row.is_finite()) {
            return Err(Error::NotFinite);
        }
        // A row with an entry beyond ±(1 + 2^−10) is too long for the tolerance, and its products need not fit in fixed
        // point.
        let is_small = all.iter().all(|row| row.is_within(one + slack));
        let is_orthonormal = || {
            all.iter().enumerate().all(|(i, row)| {
                all.iter().enumerate().skip(i).all(|(j, other)| {
                    let expected = if i == j { one } else { UnitOfVector::<V>::NIL };
                    (row.dot(*other).over_one() - expected).is_within(slack)
                })
            })
        };
        if !(is_small && is_orthonormal()) {
            return Err(Error::NotOrthonormal);
        }
        if V::is_mirror(&rows) { Err(Error::Mirror) } else { Ok(rows) }
    }
}

impl<V: Vector> Default for Rotation<V> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<S: Scalar> Rotation2<S> {
    /// The counter-clockwise rotation by an angle, given the cosine and sine of the angle or any positive multiple of
    /// both.
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
        Ok(Self { rows: planar_rows(unit.try_normalize().ok_or(Error::ZeroRotation)?) })
    }

    /// The rotation with the given matrix, by rows, made orthonormal to rounding.
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
        let [rx, ry] = Self::checked(rows.map(Vec2::from_array))?;
        Self::from_cos_sin(rx.x, ry.x)
    }

    /// The matrix, by rows.
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
    // Out of line: inlined into a large function (that draws the scenes of `benches/instructions`, with fat LTO for
    // x86-64), LLVM takes another product for y·z, and the matrix is no rotation.
    #[inline(never)]
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
        // Dividing the entries by |q|², instead of q by |q| first, saves one rounding and is exact for quarter turns.
        let entry = |part: ProductOf<S>| part.fraction(square);
        let twice = |one: ProductOf<S>, other: ProductOf<S>| entry(one + one + other + other);
        let (xy, xz, yz) = (x.times(y), x.times(z), y.times(z));
        let (wx, wy, wz) = (w.times(x), w.times(y), w.times(z));
        let rows = [
            vec3(entry(ww + xx - yy - zz), twice(xy, -wz), twice(xz, wy)),
            vec3(twice(xy, wz), entry(ww + yy - xx - zz), twice(yz, -wx)),
            vec3(twice(xz, -wy), twice(yz, wx), entry(ww + zz - xx - yy)),
        ];
        Ok(Self { rows: rows.map(nearer_to_unit) })
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
    /// let (sin, cos) = 0.5_f64.sin_cos();
    /// let turn = Rotation3::from_axis_cos_sin(vec3(2.0, 0.0, 0.0), cos, sin)?;
    /// assert_eq!(turn * vec3(0.0, 1.0, 0.0), vec3(0.0, cos, sin));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_axis_cos_sin(axis: Vec3<S::Unit>, cos: S::Unit, sin: S::Unit) -> Result<Self, Error> {
        if !axis.is_finite() {
            return Err(Error::NotFinite);
        }
        let unit = axis.try_normalize().ok_or(Error::ZeroDirection)?;
        let [Vec2 { x: cos, .. }, Vec2 { x: sin, .. }] = Rotation2::<S>::from_cos_sin(cos, sin)?.rows;
        Ok(Self { rows: spatial_rows(unit, vec2(cos, sin)).map(nearer_to_unit) })
    }

    /// The rotation with the given matrix, by rows, made orthonormal to rounding. The first column is what the x
    /// axis becomes.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::NotOrthonormal`] if it is off by more than 2^−10, [`Error::Mirror`].
    ///
    /// ```
    /// use gjk::{Error, Rotation3, vec3};
    ///
    /// let quarter = Rotation3::from_matrix([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])?; // about z
    /// assert_eq!(quarter * vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0));
    /// let mirror = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]];
    /// assert_eq!(Rotation3::<f64>::from_matrix(mirror), Err(Error::Mirror));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn from_matrix(rows: [[S::Unit; 3]; 3]) -> Result<Self, Error> {
        let [rx, ry, _] = Self::checked(rows.map(Vec3::from_array))?;
        let unit = |v: Vec3<S::Unit>| v.try_normalize().ok_or(Error::NotOrthonormal);
        let (rx, rz) = (unit(rx)?, unit(rx.cross_direction(ry))?);
        Ok(Self { rows: [rx, unit(rz.cross_direction(rx))?, rz] })
    }

    /// The matrix, by rows.
    #[must_use]
    pub fn to_matrix(self) -> [[S::Unit; 3]; 3] {
        self.rows.map(Vec3::to_array)
    }
}

/// A row of a matrix that is of unit length within rounding, made nearer to that.
///
/// The rounding of |q|² scales all entries of a rotation alike, by up to a step and a half, and all lengths with them.
/// About an axis, that of the axis, the cosine and the sine leaves some lengths off by up to five steps.
/// With n the length of a row, (3 − n²)/2 is 1/n up to 3/2·(n − 1)², and an error of n² counts only half in n. Fixed
/// point sums exactly and rounds each entry once, so it has nothing to correct.
fn nearer_to_unit<U: Scalar<Unit = U>>(row: Vec3<U>) -> Vec3<U> {
    if !U::IS_FLOAT {
        return row;
    }
    let missing = U::ONE - row.dot(row).over_one();
    row.blend([row], [missing.times(U::HALF).over_one()])
}

/// A product of two unit fractions.
type ProductOf<S> = <<S as Scalar>::Unit as Scalar>::Area;

/// Reads the rows of a rotation, and checks them.
#[cfg(feature = "serde")]
fn read_rows<'de, V: Vector<UnitRows: Deserialize<'de>>, D: Deserializer<'de>>(
    from: D,
) -> Result<V::UnitRows, D::Error> {
    Rotation::<V>::checked(V::UnitRows::deserialize(from)?).map_err(D::Error::custom)
}
