//! Vectors in the plane and in space, generic over their component type.
//!
//! [`Vec2`] and [`Vec3`] are what users build shapes and poses from. Their products are areas: `dot` and `cross` give
//! [`Scalar::Area`](crate::Scalar::Area), which for floats is the float itself. The kernel sees them through the
//! sealed trait [`Vector`], which has no product that returns a length.

use crate::number::scalar::{Area, AreaOf, Scalar, UnitOf};
use core::fmt::{self, Debug, Display};
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A vector in the plane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Vec2<S> {
    /// First coordinate.
    pub x: S,
    /// Second coordinate.
    pub y: S,
}

/// A vector in space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Vec3<S> {
    /// First coordinate.
    pub x: S,
    /// Second coordinate.
    pub y: S,
    /// Third coordinate.
    pub z: S,
}

/// The scalar of a vector type.
pub type ScalarOfVector<V> = <V as Vector>::Scalar;

/// The product type of a vector type.
pub type AreaOfVector<V> = AreaOf<<V as Vector>::Scalar>;

/// The unit fraction of a vector type.
pub type UnitOfVector<V> = UnitOf<<V as Vector>::Scalar>;

/// What the kernel needs of a vector: [`Vec2`] or [`Vec3`] over a [`Scalar`]. Sealed.
///
/// A *direction* is a block of scalars whose magnitude has no meaning; only its products with points are compared.
pub trait Vector:
    crate::kernel::dimension::Dimension
    + Copy
    + Debug
    + Default
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The component type.
    type Scalar: Scalar;
    /// A unit vector of the same dimension.
    type UnitVector: Vector<Scalar = UnitOf<Self::Scalar>>;
    /// The rows of a matrix of plain numbers.
    type Rows: Copy + Debug + PartialEq + AsRef<[Self]> + Send + Sync;
    /// The rows of a matrix with entries in [−1, 1].
    type UnitRows: Copy + Debug + PartialEq + AsRef<[Self::UnitVector]> + Send + Sync;
    /// What turning is in this dimension.
    #[doc(hidden)]
    type Turning: crate::motion::Turning<Vector = Self>;

    /// The origin.
    const ZERO: Self;
    /// The coordinate axes, as unit-length vectors.
    const AXES: Self::Rows;
    /// The rows of the identity.
    #[doc(hidden)]
    const IDENTITY: Self::UnitRows;

    /// The scalar product, an area.
    #[must_use]
    fn dot(self, rhs: Self) -> AreaOfVector<Self>;

    /// The largest magnitude of a component.
    #[doc(hidden)]
    #[must_use]
    fn max_abs(self) -> Self::Scalar;

    /// Is every component within ±`limit`? False where a component is NaN.
    #[doc(hidden)]
    #[must_use]
    fn is_within(self, limit: Self::Scalar) -> bool;

    /// Is every component a number, and not infinite?
    #[must_use]
    fn is_finite(self) -> bool;

    /// Are the components of both vectors small enough to compute with? False where one is NaN.
    #[doc(hidden)]
    #[must_use]
    fn are_workable(self, other: Self) -> bool;

    /// Is every component at least zero? False where a component is NaN.
    #[doc(hidden)]
    #[must_use]
    fn is_nonnegative(self) -> bool;

    /// The smaller of each pair of components.
    #[doc(hidden)]
    #[must_use]
    fn component_min(self, rhs: Self) -> Self;

    /// The larger of each pair of components.
    #[doc(hidden)]
    #[must_use]
    fn component_max(self, rhs: Self) -> Self;

    /// The magnitude of every component.
    #[doc(hidden)]
    #[must_use]
    fn component_abs(self) -> Self;

    /// The components, in the order of the axes.
    #[doc(hidden)]
    #[must_use]
    fn by_axis(self) -> impl AsRef<[Self::Scalar]>;

    /// A vector of components by the number of their axis.
    #[doc(hidden)]
    #[must_use]
    fn from_axes(part: impl FnMut(usize) -> Self::Scalar) -> Self;

    /// This vector as a direction: one exact power of two for all components.
    #[doc(hidden)]
    #[must_use]
    fn direction(self) -> Self;

    /// A block of unit fractions as a direction.
    #[doc(hidden)]
    #[must_use]
    fn heading(block: Self::UnitVector) -> Self;

    /// The unit vector along this direction, given its [`length`](Vector::length).
    #[doc(hidden)]
    #[must_use]
    fn unit(self, length: Self::Scalar) -> Self::UnitVector;

    /// The magnitudes of `self` with the signs of `direction`.
    #[doc(hidden)]
    #[must_use]
    fn with_signs_of(self, direction: Self) -> Self;

    /// Which components are negative: bit i for component i.
    #[doc(hidden)]
    #[must_use]
    fn negative_bits(self) -> u32;

    /// This vector with the components changed in sign whose bits are set.
    #[doc(hidden)]
    #[must_use]
    fn with_negative_bits(self, bits: u32) -> Self;

    /// The products of the components of `self` and `rhs`, as a direction.
    #[doc(hidden)]
    #[must_use]
    fn component_products(self, rhs: Self) -> Self;

    /// The products of the components of `self` and `rhs`, over a length.
    #[doc(hidden)]
    #[must_use]
    fn component_products_per(self, rhs: Self, length: Self::Scalar) -> Self;

    /// A vector whose components all are `value`.
    #[doc(hidden)]
    #[must_use]
    fn splat(value: Self::Scalar) -> Self;

    /// `self + Σ points[i] · weights[i]`. Fixed point rounds once and saturates.
    #[must_use]
    fn blend<const N: usize>(self, points: [Self; N], weights: [UnitOfVector<Self>; N]) -> Self;

    /// `self + length · direction`. Fixed point rounds once and saturates.
    #[doc(hidden)]
    #[must_use]
    fn advance(self, length: Self::Scalar, direction: Self::UnitVector) -> Self;

    /// Every component scaled by a power of two.
    #[doc(hidden)]
    #[must_use]
    fn zoom(self, zoom: <Self::Scalar as Scalar>::Zoom) -> Self;

    /// The inverse of [`Vector::zoom`].
    #[doc(hidden)]
    #[must_use]
    fn unzoom(self, zoom: <Self::Scalar as Scalar>::Zoom) -> Self;

    /// Every component scaled by [`Scalar::zoom_in`].
    #[doc(hidden)]
    #[must_use]
    fn zoom_in(self, zoom: <Self::Scalar as Scalar>::Zoom) -> Self;

    /// The inverse of [`Vector::zoom_in`].
    #[doc(hidden)]
    #[must_use]
    fn zoom_back(self, zoom: <Self::Scalar as Scalar>::Zoom) -> Self;

    /// `self + M · point` for a matrix with entries in [−1, 1], given by its rows.
    #[doc(hidden)]
    #[must_use]
    fn turn(self, rows: &Self::UnitRows, point: Self) -> Self;

    /// `Mᵀ · point` for a matrix with entries in [−1, 1], given by its rows.
    #[doc(hidden)]
    #[must_use]
    fn turn_back(rows: &Self::UnitRows, point: Self) -> Self;

    /// The same as [`turn`](Vector::turn), where the result is known to fit.
    #[doc(hidden)]
    #[must_use]
    fn turn_fitting(self, rows: &Self::UnitRows, point: Self) -> Self;

    /// The same as [`turn_back`](Vector::turn_back), where the result is known to fit.
    #[doc(hidden)]
    #[must_use]
    fn turn_back_fitting(rows: &Self::UnitRows, point: Self) -> Self;

    /// The sum with another vector; fixed point saturates.
    #[doc(hidden)]
    #[must_use]
    fn saturating_sum(self, rhs: Self) -> Self;

    /// The difference from another vector; fixed point saturates.
    #[doc(hidden)]
    #[must_use]
    fn saturating_difference(self, rhs: Self) -> Self;

    /// The half extents along the axes of a box that is turned by a matrix with entries in [−1, 1], given by its rows.
    #[doc(hidden)]
    #[must_use]
    fn spread(rows: &Self::UnitRows, half_extents: Self) -> Self;

    /// A unit vector turned by a matrix with entries in [−1, 1], given by its rows.
    #[doc(hidden)]
    #[must_use]
    fn turn_unit(rows: &Self::UnitRows, unit: Self::UnitVector) -> Self::UnitVector;

    /// `AB` for rotations, all given by their rows.
    #[doc(hidden)]
    #[must_use]
    fn product(a: &Self::UnitRows, b: &Self::UnitRows) -> Self::UnitRows;

    /// The transposed matrix.
    #[doc(hidden)]
    #[must_use]
    fn transpose(rows: &Self::UnitRows) -> Self::UnitRows;

    /// This vector or another, chosen component by component: one chosen as a whole goes through memory.
    #[doc(hidden)]
    #[must_use]
    fn or(self, is_other: bool, other: Self) -> Self;

    /// The same vector, copied component by component.
    #[doc(hidden)]
    #[must_use]
    fn each(self) -> Self;

    /// The same matrix, copied component by component.
    #[doc(hidden)]
    #[must_use]
    fn by_components(rows: &Self::UnitRows) -> Self::UnitRows;

    /// A direction at right angles to both vectors; zero if they are parallel, and in the plane.
    #[doc(hidden)]
    #[must_use]
    fn across(self, rhs: Self) -> Self;

    /// The components of the cross product, each over one; in the plane there is one.
    #[doc(hidden)]
    #[must_use]
    fn moment(self, rhs: Self) -> Self;

    /// The cross products of the coordinate axes with this vector; in the plane none.
    #[doc(hidden)]
    #[must_use]
    fn axes_cross(self) -> impl AsRef<[Self]>;

    /// The products of this vector with the cross products of the coordinate axes and a unit vector; in the plane none.
    #[doc(hidden)]
    #[must_use]
    fn along_axes_cross(self, unit: Self::UnitVector) -> Self;

    /// The magnitudes of the entries of a matrix.
    #[doc(hidden)]
    #[must_use]
    fn magnitudes(rows: &Self::UnitRows) -> Self::UnitRows;

    /// How far apart two boxes are along the normals of the facets of one, whose half extents come first: the way
    /// between their centres and the magnitudes of the rotation of the other are given in its frame. All is known to
    /// fit.
    #[doc(hidden)]
    #[must_use]
    fn gaps_of_faces(apart: Self, half: Self, sizes: &Self::UnitRows, other: Self) -> Self;

    /// How far apart two boxes are along the cross products of the axes of both, times the lengths of those, by the
    /// axes of B and in each by those of A; in the plane none. The axes of B are given, and their magnitudes. All is
    /// known to fit.
    #[doc(hidden)]
    #[must_use]
    fn gaps_of_edges(apart: Self, halves: [Self; 2], axes_b: [&Self::UnitRows; 2]) -> impl AsRef<[Self]>;

    /// Does the matrix of an orthonormal basis mirror?
    #[doc(hidden)]
    #[must_use]
    fn is_mirror(rows: &Self::UnitRows) -> bool;

    /// The matrix with entries in [−1, 1] as one of plain numbers.
    #[doc(hidden)]
    #[must_use]
    fn plain(rows: &Self::UnitRows) -> Self::Rows;

    /// `self + M · point` for a matrix of plain numbers.
    #[doc(hidden)]
    #[must_use]
    fn map_linear(self, rows: &Self::Rows, point: Self) -> Self;

    /// `Mᵀ · direction` for a matrix of plain numbers, as a direction.
    #[doc(hidden)]
    #[must_use]
    fn map_linear_back(rows: &Self::Rows, direction: Self) -> Self;

    /// Becomes a copy of another, component by component: compilers for size turn a copy of the whole into a call.
    #[doc(hidden)]
    fn assign(&mut self, from: &Self);

    /// The vector of the given length along this direction, which is not zero.
    #[doc(hidden)]
    #[must_use]
    fn with_length(self, length: Self::Scalar) -> Self {
        let direction = self.direction();
        Self::splat(length).component_products_per(direction, direction.length())
    }

    /// The first coordinate axis.
    #[doc(hidden)]
    #[must_use]
    fn first_axis() -> Self {
        Self::AXES.as_ref().first().copied().unwrap_or(Self::ZERO)
    }

    /// The point half-way to another.
    #[must_use]
    fn midpoint(self, rhs: Self) -> Self {
        let half = UnitOfVector::<Self>::HALF;
        Self::ZERO.blend([self, rhs], [half, half])
    }

    /// The length, from its square.
    #[must_use]
    fn length(self) -> Self::Scalar {
        self.dot(self).sqrt()
    }

    /// The length, also where its square would lose digits.
    #[doc(hidden)]
    #[must_use]
    fn safe_length(self) -> Self::Scalar {
        let size = self.max_abs();
        let zoom = if is_tiny(size) { Self::Scalar::zoom_for(size) } else { Self::Scalar::NO_ZOOM };
        self.zoom(zoom).length().unzoom(zoom)
    }
}

/// Do products of lengths of this size lose digits? Of fixed point they do not, nor of any larger floats.
#[inline]
pub fn is_tiny<S: Scalar>(size: S) -> bool {
    S::STEP == S::NIL && size.times(S::WORKING_LIMIT) < S::ONE.times(S::ONE)
}

/// The length of a unit vector as a direction: for fixed point that of a block that keeps its digits.
pub fn unit_length<V: Vector>() -> V::Scalar {
    let [length] = V::Scalar::normalize([V::Scalar::ONE]);
    length
}

/// A unit vector as a direction.
pub fn as_direction<V: Vector>(unit: V::UnitVector) -> V {
    V::ZERO.advance(unit_length::<V>(), unit)
}

/// The unit vector along another; none along zero.
pub fn way<V: Vector>(vector: V) -> Option<V::UnitVector> {
    let direction = vector.direction();
    let length = direction.length();
    (length > V::Scalar::NIL).then(|| direction.unit(length))
}

/// The length of a vector along a unit vector.
pub fn along<V: Vector>(unit: V::UnitVector, vector: V) -> V::Scalar {
    as_direction::<V>(unit).dot(vector).per(unit_length::<V>())
}

/// The way from one point to another. It fits wherever the points do.
#[inline]
pub fn between<V: Vector>(from: V, to: V) -> V {
    to.saturating_difference(from)
}

/// The way from one point to another; in fixed point an eighth of it: of points anywhere, products of two such fit.
#[inline]
pub fn eighth_of_way<V: Vector>(from: V, to: V) -> V {
    if V::Scalar::STEP == V::Scalar::NIL {
        return to - from;
    }
    let eighth = UnitOfVector::<V>::halved(3);
    V::ZERO.blend([to, from], [eighth, -eighth])
}

/// The foot of a point on the line from a to b, at the share (p − a)·(b − a)/(b − a)² of the way from a, or the end
/// before it.
#[inline]
pub fn foot_on_segment<V: Vector>(a: V, b: V, point: V) -> V {
    let (zero, one) = (AreaOfVector::<V>::ZERO, UnitOfVector::<V>::ONE);
    let edge = eighth_of_way(a, b);
    let (along, whole) = (eighth_of_way(a, point).dot(edge), edge.dot(edge));
    let share = along.max(zero).min(whole).fraction(whole);
    V::ZERO.blend([a, b], [one - share, share])
}

/// A point moved for a time; fixed point rounds the way to steps, and saturates.
pub fn moved<V: Vector>(point: V, velocity: V, time: V::Scalar) -> V {
    point.blend([V::splat(time).component_products_per(velocity, V::Scalar::ONE)], [UnitOfVector::<V>::ONE])
}

/// The methods of [`Vector`] that go component by component.
macro_rules! componentwise {
    ($vector:ident { $first:ident $($c:ident)+ }) => {
        const ZERO: Self = Self::splat(S::NIL);

        #[inline]
        fn dot(self, rhs: Self) -> S::Area {
            self.$first.times(rhs.$first) $(+ self.$c.times(rhs.$c))+
        }

        #[inline]
        fn max_abs(self) -> S {
            self.$first.abs()$(.max(self.$c.abs()))+
        }

        #[inline]
        fn is_within(self, limit: S) -> bool {
            self.$first.is_within(limit) $(& self.$c.is_within(limit))+
        }

        #[inline]
        fn assign(&mut self, from: &Self) {
            self.$first = from.$first;
            $(self.$c = from.$c;)+
        }

        #[inline]
        fn are_workable(self, other: Self) -> bool {
            S::are_workable([self.$first, $(self.$c,)+ other.$first, $(other.$c),+])
        }

        fn is_finite(self) -> bool {
            self.$first.is_finite() $(&& self.$c.is_finite())+
        }

        fn is_nonnegative(self) -> bool {
            self.$first >= S::NIL $(&& self.$c >= S::NIL)+
        }

        fn component_min(self, rhs: Self) -> Self {
            self.min(rhs)
        }

        fn component_max(self, rhs: Self) -> Self {
            self.max(rhs)
        }

        #[inline]
        fn component_abs(self) -> Self {
            self.abs()
        }

        #[inline]
        fn by_axis(self) -> impl AsRef<[S]> {
            self.to_array()
        }

        #[inline(always)]
        fn from_axes(part: impl FnMut(usize) -> S) -> Self {
            Self::from_array(core::array::from_fn(part))
        }

        #[inline]
        fn direction(self) -> Self {
            Self::from_array(S::normalize(self.to_array()))
        }

        #[inline]
        fn heading(block: Self::UnitVector) -> Self {
            Self::from_array(S::heading(block.to_array()))
        }

        #[inline]
        fn unit(self, length: S) -> Self::UnitVector {
            self.map(|component| component.fraction(length))
        }

        #[inline]
        fn with_signs_of(self, direction: Self) -> Self {
            $vector {
                $first: self.$first.negated_if(direction.$first < S::NIL),
                $($c: self.$c.negated_if(direction.$c < S::NIL)),+
            }
        }

        #[inline]
        fn negative_bits(self) -> u32 {
            self.to_array().iter().rev().fold(0, |bits, &component| bits << 1 | u32::from(component < S::NIL))
        }

        #[inline]
        fn with_negative_bits(self, bits: u32) -> Self {
            let mut bits = bits;
            self.map(|component| {
                let is_negative = bits & 1 != 0;
                bits >>= 1;
                component.negated_if(is_negative)
            })
        }

        #[inline]
        fn component_products(self, rhs: Self) -> Self {
            Self::from_array(S::Area::normalize([self.$first.times(rhs.$first), $(self.$c.times(rhs.$c)),+]))
        }

        #[inline]
        fn component_products_per(self, rhs: Self, length: S) -> Self {
            $vector {
                $first: self.$first.times(rhs.$first).per(length),
                $($c: self.$c.times(rhs.$c).per(length)),+
            }
        }

        fn splat(value: S) -> Self {
            $vector { $first: value, $($c: value),+ }
        }

        #[inline]
        fn blend<const N: usize>(self, points: [Self; N], weights: [S::Unit; N]) -> Self {
            let mut sum = $vector { $first: S::NO_SUM, $($c: S::NO_SUM),+ };
            for (point, &weight) in points.iter().zip(&weights) {
                sum.$first = sum.$first + point.$first.share(weight);
                $(sum.$c = sum.$c + point.$c.share(weight);)+
            }
            $vector { $first: self.$first.plus(sum.$first), $($c: self.$c.plus(sum.$c)),+ }
        }

        #[inline]
        fn advance(self, length: S, direction: Self::UnitVector) -> Self {
            $vector {
                $first: self.$first.plus(length.share(direction.$first)),
                $($c: self.$c.plus(length.share(direction.$c))),+
            }
        }

        #[inline]
        fn zoom(self, zoom: S::Zoom) -> Self {
            self.map(|component| component.zoom(zoom))
        }

        #[inline]
        fn unzoom(self, zoom: S::Zoom) -> Self {
            self.map(|component| component.unzoom(zoom))
        }

        #[inline]
        fn zoom_in(self, zoom: S::Zoom) -> Self {
            self.map(|component| component.zoom_in(zoom))
        }

        #[inline]
        fn zoom_back(self, zoom: S::Zoom) -> Self {
            self.map(|component| component.zoom_back(zoom))
        }

        // This and the like are in place on machines of 64 bits, whose registers hold several floats: a call returns a
        // vector through memory, where on x86-64 a load that spans several stores waits until they are through.
        #[cfg_attr(target_pointer_width = "64", inline(always))]
        #[cfg_attr(not(target_pointer_width = "64"), inline)]
        fn turn(self, [$first, $($c),+]: &Self::UnitRows, point: Self) -> Self {
            $vector { $first: self.$first.plus(point.shares($first)), $($c: self.$c.plus(point.shares($c))),+ }
        }

        #[cfg_attr(target_pointer_width = "64", inline(always))]
        #[cfg_attr(not(target_pointer_width = "64"), inline)]
        fn turn_back([$first, $($c),+]: &Self::UnitRows, point: Self) -> Self {
            let scaled = |row: &Self::UnitVector, length: S| row.map(|entry| length.share(entry));
            (scaled($first, point.$first) $(+ scaled($c, point.$c))+).map(S::of_sum)
        }

        #[cfg_attr(target_pointer_width = "64", inline(always))]
        #[cfg_attr(not(target_pointer_width = "64"), inline)]
        fn turn_fitting(self, [$first, $($c),+]: &Self::UnitRows, point: Self) -> Self {
            $vector {
                $first: self.$first.plus_fitting(point.shares($first)),
                $($c: self.$c.plus_fitting(point.shares($c))),+
            }
        }

        #[cfg_attr(target_pointer_width = "64", inline(always))]
        #[cfg_attr(not(target_pointer_width = "64"), inline)]
        fn turn_back_fitting([$first, $($c),+]: &Self::UnitRows, point: Self) -> Self {
            let scaled = |row: &Self::UnitVector, length: S| row.map(|entry| length.share(entry));
            (scaled($first, point.$first) $(+ scaled($c, point.$c))+).map(S::of_fitting_sum)
        }

        #[inline]
        fn saturating_sum(self, rhs: Self) -> Self {
            $vector { $first: self.$first.saturating_sum(rhs.$first), $($c: self.$c.saturating_sum(rhs.$c)),+ }
        }

        #[inline]
        fn saturating_difference(self, rhs: Self) -> Self {
            $vector {
                $first: self.$first.saturating_difference(rhs.$first),
                $($c: self.$c.saturating_difference(rhs.$c)),+
            }
        }

        #[inline]
        fn spread([$first, $($c),+]: &Self::UnitRows, half_extents: Self) -> Self {
            $vector {
                $first: S::of_sum(half_extents.shares(&$first.abs())),
                $($c: S::of_sum(half_extents.shares(&$c.abs()))),+
            }
        }

        #[inline]
        fn magnitudes(rows: &Self::UnitRows) -> Self::UnitRows {
            rows.map(Self::UnitVector::abs)
        }

        #[inline]
        fn gaps_of_faces(apart: Self, half: Self, [$first, $($c),+]: &Self::UnitRows, other: Self) -> Self {
            let reach = |row: &Self::UnitVector| S::of_fitting_sum(other.shares(row));
            apart.abs() - half - $vector { $first: reach($first), $($c: reach($c)),+ }
        }

        #[cfg_attr(target_pointer_width = "64", inline(always))]
        #[cfg_attr(not(target_pointer_width = "64"), inline)]
        fn turn_unit([$first, $($c),+]: &Self::UnitRows, unit: Self::UnitVector) -> Self::UnitVector {
            $vector { $first: S::Unit::of_sum(unit.shares($first)), $($c: S::Unit::of_sum(unit.shares($c))),+ }
        }

        #[inline]
        fn product([$first, $($c),+]: &Self::UnitRows, b: &Self::UnitRows) -> Self::UnitRows {
            // Row i of AB is that of A times B.
            [Self::UnitVector::turn_back_fitting(b, *$first), $(Self::UnitVector::turn_back_fitting(b, *$c)),+]
        }

        #[inline]
        fn transpose(rows: &Self::UnitRows) -> Self::UnitRows {
            Self::UnitVector::columns(rows)
        }

        #[inline(always)]
        fn or(self, is_other: bool, other: Self) -> Self {
            $vector {
                $first: if is_other { other.$first } else { self.$first },
                $($c: if is_other { other.$c } else { self.$c }),+
            }
        }

        #[inline(always)]
        fn each(self) -> Self {
            let mut copy = Self::ZERO;
            copy.assign(&self);
            copy
        }

        #[inline(always)]
        fn by_components(rows: &Self::UnitRows) -> Self::UnitRows {
            // Each entry for itself, or the compiler sees a copy of the whole.
            Self::transpose(&Self::transpose(rows))
        }

        fn plain(rows: &Self::UnitRows) -> Self::Rows {
            rows.map(|row| row.map(|entry| S::blend(S::NIL, [S::ONE], [entry])))
        }

        #[inline]
        fn map_linear(self, [$first, $($c),+]: &Self::Rows, point: Self) -> Self {
            $vector {
                $first: (self.$first.times(S::ONE) + $first.dot(point)).over_one(),
                $($c: (self.$c.times(S::ONE) + $c.dot(point)).over_one()),+
            }
        }

        #[inline]
        fn map_linear_back(rows: &Self::Rows, direction: Self) -> Self {
            Self::from_array(S::Area::normalize(Self::columns(rows).map(|column| column.dot(direction))))
        }
    };
}

/// Operators and methods that go component by component.
macro_rules! components {
    ($vector:ident { $($c:ident)+ }, $n:literal, ($($field:ty),+)) => {
        impl<S> $vector<S> {
            /// A vector from its components.
            #[must_use]
            pub const fn new($($c: S),+) -> Self {
                Self { $($c),+ }
            }

            /// A vector from an array of its components.
            #[must_use]
            pub fn from_array(array: [S; $n]) -> Self {
                let [$($c),+] = array;
                Self { $($c),+ }
            }

            /// The components as an array.
            #[must_use]
            pub fn to_array(self) -> [S; $n] {
                [$(self.$c),+]
            }

            /// A function applied to every component.
            #[must_use]
            pub fn map<T>(self, mut f: impl FnMut(S) -> T) -> $vector<T> {
                $vector { $($c: f(self.$c)),+ }
            }
        }

        impl<S: Scalar> $vector<S> {
            /// The scalar product with a row of a rotation, before it is rounded.
            #[inline]
            fn shares(self, row: &$vector<S::Unit>) -> S::Sum {
                S::NO_SUM $(+ self.$c.share(row.$c))+
            }

            /// The origin.
            pub const ZERO: Self = Self::splat(S::NIL);
            /// One in every component.
            pub const ONE: Self = Self::splat(S::ONE);

            /// A vector whose components are all the same.
            #[must_use]
            pub const fn splat(value: S) -> Self {
                Self { $($c: value),+ }
            }

            /// The scalar product, an area.
            #[inline]
            #[must_use]
            pub fn dot(self, rhs: Self) -> S::Area {
                Vector::dot(self, rhs)
            }

            /// The length.
            #[must_use]
            pub fn length(self) -> S {
                Vector::length(self)
            }

            /// The square of the length, an area.
            #[must_use]
            pub fn length_squared(self) -> S::Area {
                self.dot(self)
            }

            /// The distance to another point.
            #[must_use]
            pub fn distance(self, rhs: Self) -> S {
                (self - rhs).length()
            }

            /// The square of the distance to another point, an area.
            #[must_use]
            pub fn distance_squared(self, rhs: Self) -> S::Area {
                (self - rhs).length_squared()
            }

            /// The unit vector along this one, or none for a vector without a direction (zero, infinite or NaN).
            #[must_use]
            pub fn try_normalize(self) -> Option<$vector<S::Unit>> {
                let direction = self.direction();
                let length = direction.length();
                (length > S::zero() && self.is_within(S::MAX)).then(|| direction.unit(length))
            }

            /// The unit vector along this one, or zero for a vector without a direction (zero, infinite or NaN).
            #[must_use]
            pub fn normalize_or_zero(self) -> $vector<S::Unit> {
                self.try_normalize().unwrap_or_default()
            }

            /// The components without their signs.
            #[must_use]
            pub fn abs(self) -> Self {
                self.map(S::abs)
            }

            /// The smaller of each pair of components.
            #[must_use]
            pub fn min(self, rhs: Self) -> Self {
                Self { $($c: self.$c.min(rhs.$c)),+ }
            }

            /// The larger of each pair of components.
            #[must_use]
            pub fn max(self, rhs: Self) -> Self {
                Self { $($c: self.$c.max(rhs.$c)),+ }
            }

            /// The point `t` of the way to `rhs`, for `t` in [0, 1].
            #[must_use]
            pub fn lerp(self, rhs: Self, t: S::Unit) -> Self {
                Vector::blend(Self::default(), [self, rhs], [S::Unit::ONE - t, t])
            }
        }

        /// As an array: `[1, 2]`. Width and precision apply to each component.
        impl<S: Display> Display for $vector<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                for (separator, component) in ["[", ", ", ", "].iter().zip([$(&self.$c),+]) {
                    f.write_str(separator)?;
                    component.fmt(f)?;
                }
                f.write_str("]")
            }
        }

        impl<S: Scalar> Sum for $vector<S> {
            fn sum<I: Iterator<Item = Self>>(vectors: I) -> Self {
                vectors.fold(Self::ZERO, Add::add)
            }
        }

        impl<'v, S: Scalar> Sum<&'v Self> for $vector<S> {
            fn sum<I: Iterator<Item = &'v Self>>(vectors: I) -> Self {
                vectors.copied().sum()
            }
        }

        impl<S: Add> Add for $vector<S> {
            type Output = $vector<S::Output>;
            #[inline]
            fn add(self, rhs: Self) -> Self::Output {
                $vector { $($c: self.$c + rhs.$c),+ }
            }
        }

        impl<S: Sub> Sub for $vector<S> {
            type Output = $vector<S::Output>;
            #[inline]
            fn sub(self, rhs: Self) -> Self::Output {
                $vector { $($c: self.$c - rhs.$c),+ }
            }
        }

        impl<S: Neg> Neg for $vector<S> {
            type Output = $vector<S::Output>;
            #[inline]
            fn neg(self) -> Self::Output {
                $vector { $($c: -self.$c),+ }
            }
        }

        impl<S: Scalar> Mul<S> for $vector<S> {
            type Output = Self;
            /// Every component times a plain number.
            #[inline]
            fn mul(self, factor: S) -> Self {
                self.map(|component| component.times(factor).over_one())
            }
        }

        impl<S: Scalar> Div<S> for $vector<S> {
            type Output = Self;
            /// Every component over a plain number. Fixed point gives zero for a division by zero.
            #[inline]
            fn div(self, divisor: S) -> Self {
                self.map(|component| component.times(S::ONE).per(divisor))
            }
        }

        impl<S: Add<Output = S> + Copy> AddAssign for $vector<S> {
            fn add_assign(&mut self, rhs: Self) {
                *self = *self + rhs;
            }
        }

        impl<S: Sub<Output = S> + Copy> SubAssign for $vector<S> {
            fn sub_assign(&mut self, rhs: Self) {
                *self = *self - rhs;
            }
        }

        impl<S: Scalar> MulAssign<S> for $vector<S> {
            fn mul_assign(&mut self, factor: S) {
                *self = *self * factor;
            }
        }

        impl<S: Scalar> DivAssign<S> for $vector<S> {
            fn div_assign(&mut self, divisor: S) {
                *self = *self / divisor;
            }
        }

        impl Mul<$vector<f32>> for f32 {
            type Output = $vector<f32>;
            fn mul(self, rhs: $vector<f32>) -> $vector<f32> {
                rhs * self
            }
        }

        impl Mul<$vector<f64>> for f64 {
            type Output = $vector<f64>;
            fn mul(self, rhs: $vector<f64>) -> $vector<f64> {
                rhs * self
            }
        }

        impl<S> From<[S; $n]> for $vector<S> {
            fn from(array: [S; $n]) -> Self {
                Self::from_array(array)
            }
        }

        impl<S> From<$vector<S>> for [S; $n] {
            fn from(vector: $vector<S>) -> Self {
                vector.to_array()
            }
        }

        impl<S> From<($($field),+)> for $vector<S> {
            fn from(($($c),+): ($($field),+)) -> Self {
                Self { $($c),+ }
            }
        }
    };
}

components!(Vec2 { x y }, 2, (S, S));
components!(Vec3 { x y z }, 3, (S, S, S));

impl<S: Copy> Vec2<S> {
    /// The columns of the matrix with the given rows.
    #[inline]
    fn columns([a, b]: &[Self; 2]) -> [Self; 2] {
        [vec2(a.x, b.x), vec2(a.y, b.y)]
    }
}

impl<S: Copy> Vec3<S> {
    /// The columns of the matrix with the given rows.
    #[inline]
    fn columns([a, b, c]: &[Self; 3]) -> [Self; 3] {
        [vec3(a.x, b.x, c.x), vec3(a.y, b.y, c.y), vec3(a.z, b.z, c.z)]
    }
}

/// Short for [`Vec2::new`].
#[must_use]
pub const fn vec2<S>(x: S, y: S) -> Vec2<S> {
    Vec2 { x, y }
}

/// Short for [`Vec3::new`].
#[must_use]
pub const fn vec3<S>(x: S, y: S, z: S) -> Vec3<S> {
    Vec3 { x, y, z }
}

impl<S: Scalar> Vec2<S> {
    /// The first coordinate axis.
    pub const X: Self = vec2(S::ONE, S::NIL);
    /// The second coordinate axis.
    pub const Y: Self = vec2(S::NIL, S::ONE);

    /// The vector turned by a quarter to the left.
    #[inline]
    #[must_use]
    pub fn perp(self) -> Self {
        vec2(-self.y, self.x)
    }

    /// The signed area of the parallelogram that two vectors span: positive if `rhs` lies to the left of `self`.
    #[inline]
    #[must_use]
    pub fn perp_dot(self, rhs: Self) -> S::Area {
        self.x.times(rhs.y) - self.y.times(rhs.x)
    }

    /// The vector in space with the given third coordinate.
    #[must_use]
    pub fn extend(self, z: S) -> Vec3<S> {
        vec3(self.x, self.y, z)
    }
}

impl<S: Scalar> Vec3<S> {
    /// The first coordinate axis.
    pub const X: Self = vec3(S::ONE, S::NIL, S::NIL);
    /// The second coordinate axis.
    pub const Y: Self = vec3(S::NIL, S::ONE, S::NIL);
    /// The third coordinate axis.
    pub const Z: Self = vec3(S::NIL, S::NIL, S::ONE);

    /// The cross product: a vector of areas.
    #[inline]
    #[must_use]
    pub fn cross(self, rhs: Self) -> Vec3<S::Area> {
        vec3(
            self.y.times(rhs.z) - self.z.times(rhs.y),
            self.z.times(rhs.x) - self.x.times(rhs.z),
            self.x.times(rhs.y) - self.y.times(rhs.x),
        )
    }

    /// The direction of the cross product, scaled by an exact power of two.
    #[inline]
    #[must_use]
    pub(crate) fn cross_direction(self, rhs: Self) -> Self {
        Self::from_array(S::Area::normalize(self.cross(rhs).to_array()))
    }

    /// The cross product as a factor of one product more, of which only the sign counts.
    #[inline]
    #[must_use]
    pub(crate) fn cross_factor(self, rhs: Self) -> Self {
        Self::from_array(S::Area::factors(self.cross(rhs).to_array()))
    }

    /// The vector in the plane without the third coordinate.
    #[must_use]
    pub fn truncate(self) -> Vec2<S> {
        vec2(self.x, self.y)
    }
}

impl<S: Scalar> Vector for Vec2<S> {
    type Scalar = S;
    type UnitVector = Vec2<S::Unit>;
    type Rows = [Self; 2];
    type UnitRows = [Vec2<S::Unit>; 2];
    type Turning = crate::motion::Planar<S>;

    const AXES: [Self; 2] = [Self::X, Self::Y];
    const IDENTITY: Self::UnitRows = Self::UnitVector::AXES;

    componentwise!(Vec2 { x y });

    fn across(self, _: Self) -> Self {
        Self::ZERO
    }

    #[inline(always)]
    fn moment(self, rhs: Self) -> Self {
        vec2(self.perp_dot(rhs).over_one(), S::NIL)
    }

    fn axes_cross(self) -> impl AsRef<[Self]> {
        []
    }

    fn along_axes_cross(self, _: Self::UnitVector) -> Self {
        Self::ZERO
    }

    fn gaps_of_edges(_: Self, _: [Self; 2], _: [&Self::UnitRows; 2]) -> impl AsRef<[Self]> {
        []
    }

    fn is_mirror([rx, ry]: &Self::UnitRows) -> bool {
        rx.perp_dot(*ry) < Area::ZERO
    }
}

impl<S: Scalar> Vector for Vec3<S> {
    type Scalar = S;
    type UnitVector = Vec3<S::Unit>;
    type Rows = [Self; 3];
    type UnitRows = [Vec3<S::Unit>; 3];
    type Turning = crate::motion::Spatial<S>;

    const AXES: [Self; 3] = [Self::X, Self::Y, Self::Z];
    const IDENTITY: Self::UnitRows = Self::UnitVector::AXES;

    componentwise!(Vec3 { x y z });

    fn across(self, rhs: Self) -> Self {
        self.cross_direction(rhs)
    }

    #[inline(always)]
    fn moment(self, rhs: Self) -> Self {
        let [x, y, z] = self.cross(rhs).to_array();
        vec3(x.over_one(), y.over_one(), z.over_one())
    }

    #[inline]
    fn axes_cross(self) -> impl AsRef<[Self]> {
        let (Self { x, y, z }, nil) = (self, S::NIL);
        [vec3(nil, -z, y), vec3(z, nil, -x), vec3(-y, x, nil)]
    }

    /// (e × u)·v = e·(u × v).
    #[inline]
    fn along_axes_cross(self, unit: Self::UnitVector) -> Self {
        let (Self { x, y, z }, u) = (self, unit);
        vec3(
            S::of_sum(z.share(u.y) - y.share(u.z)),
            S::of_sum(x.share(u.z) - z.share(u.x)),
            S::of_sum(y.share(u.x) - x.share(u.y)),
        )
    }

    /// With n = e × b for an axis e of A and b of B, n·c = e·(b × c), and so on: of another axis b′ of B, n·b′ is e
    /// along b × b′. In fixed point that is the third axis, for all that its lengths can show.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn gaps_of_edges(apart: Self, [half_a, half_b]: [Self; 2], axes_b: [&Self::UnitRows; 2]) -> impl AsRef<[Self]> {
        let [&[p, q, r], &[a, b, c]] = axes_b;
        let [qr, rp, pq] = if S::STEP == S::NIL {
            [q.moment(r), r.moment(p), p.moment(q)].map(Vec3::component_abs)
        } else {
            [a, b, c]
        };
        let size = |sum: S::Sum| if sum < S::NO_SUM { S::NO_SUM - sum } else { sum };
        // One component; the axes of A that follow its own are first and second.
        let gap = |along: [S; 2], half: [S; 2], axis: [S::Unit; 2], abs: [S::Unit; 2], of_b: S::Sum| {
            let ([c1, c2], [h1, h2], [b1, b2], [a1, a2]) = (along, half, axis, abs);
            S::of_fitting_sum(size(c2.share(b1) - c1.share(b2)) - h2.share(a1) - h1.share(a2) - of_b)
        };
        let gaps = |axis: Vec3<S::Unit>, abs: Vec3<S::Unit>, others: [(S, Vec3<S::Unit>); 2]| {
            let [(one, across), (two, other)] = others;
            let (t, h) = (apart, half_a);
            vec3(
                gap([t.y, t.z], [h.y, h.z], [axis.y, axis.z], [abs.y, abs.z], one.share(across.x) + two.share(other.x)),
                gap([t.z, t.x], [h.z, h.x], [axis.z, axis.x], [abs.z, abs.x], one.share(across.y) + two.share(other.y)),
                gap([t.x, t.y], [h.x, h.y], [axis.x, axis.y], [abs.x, abs.y], one.share(across.z) + two.share(other.z)),
            )
        };
        let Self { x, y, z } = half_b;
        [gaps(p, a, [(y, pq), (z, rp)]), gaps(q, b, [(z, qr), (x, pq)]), gaps(r, c, [(x, rp), (y, qr)])]
    }

    fn is_mirror([rx, ry, rz]: &Self::UnitRows) -> bool {
        rx.cross_direction(*ry).dot(*rz) < Area::ZERO
    }
}
