//! Vectors in the plane and in space, generic over the scalar.
//!
//! Users build shapes and poses from [`Vec2`] and [`Vec3`]. Products of their components are areas: `dot` and `cross`
//! return [`Scalar::Area`](crate::Scalar::Area), which for floats is the float itself. The kernel uses them through the
//! sealed trait [`Vector`].

use crate::number::scalar::sealed::Sealed;
use crate::number::scalar::{Area, AreaOf, Scalar, UnitOf};
use core::fmt::Debug;
use core::ops::{Add, Neg, Sub};

mod components;
#[macro_use]
mod componentwise;
mod planar;
mod spatial;
pub mod turning;

use turning::Turning;

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

/// The scalar of a vector type.
pub type ScalarOfVector<V> = <V as Vector>::Scalar;

/// The type of scalar products of a vector type.
pub type AreaOfVector<V> = AreaOf<<V as Vector>::Scalar>;

/// The type of numbers in [−1, 1] of a vector type.
pub type UnitOfVector<V> = UnitOf<<V as Vector>::Scalar>;

/// A vector in the plane or in space: [`Vec2`] or [`Vec3`] over a [`Scalar`]. Functions that serve both dimensions are
/// generic over this trait, which is sealed.
///
/// A *direction* is a vector whose length has no meaning; only its products with points are compared with each other.
pub trait Vector:
    Sealed
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

    /// The origin.
    const ZERO: Self;
    /// The coordinate axes, as vectors of length one.
    const AXES: Self::Rows;

    /// The scalar product, an area.
    #[must_use]
    fn dot(self, rhs: Self) -> AreaOfVector<Self>;

    /// Are all components finite? False if one is NaN or infinite.
    #[must_use]
    fn is_finite(self) -> bool;

    /// `self + Σ points[i] · weights[i]`. Fixed point rounds once and saturates.
    #[must_use]
    fn blend<const N: usize>(self, points: [Self; N], weights: [UnitOfVector<Self>; N]) -> Self;

    /// The point half-way between this one and `rhs`.
    #[must_use]
    fn midpoint(self, rhs: Self) -> Self {
        let half = UnitOfVector::<Self>::HALF;
        Self::ZERO.blend([self, rhs], [half, half])
    }

    /// The length: the square root of the scalar product with itself. Fixed point rounds to the nearest and saturates.
    #[must_use]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn length(self) -> Self::Scalar {
        self.dot(self).sqrt()
    }

    hidden! {
        /// The rotations of this dimension.
        type Turning: Turning<Self>;
        /// Chooses a type by dimension: `P` in the plane, `T` in space.
        type Choice<P: Copy + Debug, T: Copy + Debug>: Copy + Debug;

        /// The number of dimensions, which is also the number of corners of a facet.
        const DIM: usize;
        /// Are there two dimensions? A condition that is this constant, unlike a comparison of `DIM`, keeps the
        /// compiler from generating code for the other dimension: a tenth of the code of a program before it is
        /// optimized.
        const IS_PLANAR: bool = Self::DIM == 2;
        /// The rows of the identity matrix.
        const IDENTITY: Self::UnitRows;

        /// Does work that differs between the plane and space; see [`by_dimension!`].
        fn by_dimension<W: ByDimension>(input: W::Input<Self>) -> W::Output<Self>;

        /// The largest magnitude of a component.
        fn max_abs(self) -> Self::Scalar;

        /// Is every component within ±`limit`? False where a component is NaN.
        fn is_within(self, limit: Self::Scalar) -> bool;

        /// Are the components of both vectors small enough to compute with? See [`Scalar::are_workable`].
        fn are_workable(self, other: Self) -> bool;

        /// Is every component at least zero? False where a component is NaN.
        fn is_nonnegative(self) -> bool;

        /// The smaller and the larger of each pair of components, and the magnitude of each component.
        fn component_min(self, rhs: Self) -> Self;
        fn component_max(self, rhs: Self) -> Self;
        fn component_abs(self) -> Self;

        /// The components, in the order of the axes.
        fn by_axis(self) -> impl AsRef<[Self::Scalar]>;

        /// The vector whose component along axis i is `part(i)`.
        fn from_axes(part: impl FnMut(usize) -> Self::Scalar) -> Self;

        /// The vector whose components all are `value`.
        fn splat(value: Self::Scalar) -> Self;

        /// The first coordinate axis.
        fn first_axis() -> Self {
            Self::AXES.as_ref().first().copied().unwrap_or(Self::ZERO)
        }

        /// This vector as a direction: all components scaled by one power of two. See [`Scalar::normalize`].
        fn direction(self) -> Self;

        /// A vector of unit fractions as a direction.
        fn heading(block: Self::UnitVector) -> Self;

        /// The unit vector along this direction, given the [`length`](Vector::length) of the direction.
        fn unit(self, length: Self::Scalar) -> Self::UnitVector;

        /// The vector of the given length along this direction, which must not be zero.
        fn with_length(self, length: Self::Scalar) -> Self {
            let direction = self.direction();
            Self::splat(length).component_products_per(direction, direction.length())
        }

        /// The length. Unlike [`length`](Vector::length) it keeps its digits if the square of a small float would
        /// underflow.
        fn safe_length(self) -> Self::Scalar {
            let size = self.max_abs();
            let zoom = if is_tiny(size) { Self::Scalar::zoom_for(size) } else { Self::Scalar::NO_ZOOM };
            self.zoom(zoom).length().unzoom(zoom)
        }

        /// The magnitudes of `self` with the signs of `direction`.
        fn with_signs_of(self, direction: Self) -> Self;

        /// Which components are negative: bit i for component i.
        fn negative_bits(self) -> u32;

        /// This vector with the sign of component i changed where bit i is set.
        fn with_negative_bits(self, bits: u32) -> Self;

        /// The products of the components of `self` and `rhs`: normalized to a direction, or each divided by `length`.
        fn component_products(self, rhs: Self) -> Self;
        fn component_products_per(self, rhs: Self, length: Self::Scalar) -> Self;

        /// The sum and the difference; fixed point saturates.
        fn saturating_sum(self, rhs: Self) -> Self;
        fn saturating_difference(self, rhs: Self) -> Self;

        /// [`blend`](Vector::blend) for any number of points, each with its weight.
        fn blend_all(self, terms: impl Iterator<Item = (Self, UnitOfVector<Self>)>) -> Self;

        /// `self + length · direction`. Fixed point rounds once and saturates.
        fn advance(self, length: Self::Scalar, direction: Self::UnitVector) -> Self;

        /// Apply the methods of [`Scalar`] with these names to every component.
        fn zoom(self, zoom: <Self::Scalar as Scalar>::Zoom) -> Self;
        fn unzoom(self, zoom: <Self::Scalar as Scalar>::Zoom) -> Self;
        fn zoom_in(self, zoom: <Self::Scalar as Scalar>::Zoom) -> Self;
        fn zoom_back(self, zoom: <Self::Scalar as Scalar>::Zoom) -> Self;

        /// `self + M · point` and `Mᵀ · point` for a matrix with entries in [−1, 1], given by its rows as all matrices
        /// are. Fixed point rounds once; the first two methods saturate, the unchecked ones require that the result
        /// fits.
        fn turn(self, rows: &Self::UnitRows, point: Self) -> Self;
        fn turn_back(rows: &Self::UnitRows, point: Self) -> Self;
        fn turn_unchecked(self, rows: &Self::UnitRows, point: Self) -> Self;
        fn turn_back_unchecked(rows: &Self::UnitRows, point: Self) -> Self;

        /// A unit vector rotated by a matrix.
        fn turn_unit(rows: &Self::UnitRows, unit: Self::UnitVector) -> Self::UnitVector;

        /// The half extents of the bounding box, along the coordinate axes, of a box that is rotated by a matrix.
        fn spread(rows: &Self::UnitRows, half_extents: Self) -> Self;

        /// `AB` for rotations.
        fn product(a: &Self::UnitRows, b: &Self::UnitRows) -> Self::UnitRows;

        /// A matrix R that rounding has kept from being a rotation, made one: R + (I − RRᵀ)R/2, a step of Newton's
        /// method for the nearest orthogonal matrix (Björck, Bowie 1971). It leaves 3/4·ε² of an error ε, and rounding.
        fn orthonormal(rows: &Self::UnitRows) -> Self::UnitRows;

        /// The transpose of a matrix, and the magnitudes of its entries.
        fn transpose(rows: &Self::UnitRows) -> Self::UnitRows;
        fn magnitudes(rows: &Self::UnitRows) -> Self::UnitRows;

        /// Is the determinant of a matrix with orthonormal rows negative?
        fn is_mirror(rows: &Self::UnitRows) -> bool;

        /// A matrix of unit fractions as a matrix of scalars. Fixed point rounds the entries to steps.
        fn plain(rows: &Self::UnitRows) -> Self::Rows;

        /// `self + M · point` for a matrix of scalars. Fixed point rounds once and saturates.
        fn map_linear(self, rows: &Self::Rows, point: Self) -> Self;

        /// `Mᵀ · direction` for a matrix of scalars, normalized as a direction.
        fn map_linear_back(rows: &Self::Rows, direction: Self) -> Self;

        /// `other` if `is_other`, else this vector, selected component by component, which needs no branch.
        fn select(self, is_other: bool, other: Self) -> Self;

        /// Copies a vector or a matrix component by component; a copy of the whole would go through memory, or become a
        /// call. Without these copies a depth of ball and box takes 15 % more instructions on x86-64.
        fn each(self) -> Self;
        fn by_components(rows: &Self::UnitRows) -> Self::UnitRows;

        /// Copies `from` into this vector component by component. With a plain assignment distances take 5 to 10 % more
        /// stack on a Cortex-M4F.
        fn assign(&mut self, from: &Self);

        /// A direction at right angles to both vectors; zero if they are parallel, and in the plane always zero.
        fn across(self, rhs: Self) -> Self;

        /// The components of the cross product as lengths ([`Area::over_one`]). In the plane the cross product is a
        /// number, which is the first component.
        fn moment(self, rhs: Self) -> Self;

        /// The cross products of the coordinate axes with this vector; empty in the plane.
        fn axes_cross(self) -> impl AsRef<[Self]>;

        /// Two directions at right angles to each other. In space both are at right angles to this one. In the plane
        /// the first is, and the second is this vector.
        fn around(self) -> [Self; 2];

        /// Vectors at right angles to this one and about as long, which surround it: three in space; in the plane two
        /// and zero.
        fn tangents(self) -> [Self; 3];

        /// The direction from the origin to the line through `a` along `ab`, at right angles to the line. If the line
        /// passes through the origin: zero in space, a normal of the line in the plane.
        fn edge_axis(a: Self, ab: Self) -> Self;

        /// A normal of the plane through three points in space, as a direction; zero if they lie on a line. In the
        /// plane always zero.
        fn triangle_axis(a: Self, b: Self, c: Self) -> Self;

        /// The gaps between two boxes along the facet normals of the box with the half extents `half`. In the frame of
        /// that box, `apart` is the displacement between the centres, and `sizes` holds the magnitudes of the entries
        /// of the rotation of the other box, whose half extents are `other`. The caller ensures that all numbers fit.
        fn gaps_of_faces(apart: Self, half: Self, sizes: &Self::UnitRows, other: Self) -> Self;

        /// The gaps between two boxes along the cross products of the axes of A and B, times the lengths of these
        /// products: a vector for each axis of B, with a component for each axis of A; empty in the plane. In the frame
        /// of A, `apart` is the displacement between the centres, and `axes_b` holds the axes of B and the magnitudes
        /// of their components. The caller ensures that all numbers fit.
        fn gaps_of_edges(apart: Self, halves: [Self; 2], axes_b: [&Self::UnitRows; 2]) -> impl AsRef<[Self]>;
    }
}

/// Work that differs between the plane and space. Because `Vector` is sealed, one function for each dimension covers
/// all vectors, and a module can define such work without adding a method to `Vector`.
pub trait ByDimension {
    /// The argument of the work.
    type Input<V: Vector>;
    /// The result of the work.
    type Output<V: Vector>;

    /// The work in the plane.
    fn planar<S: Scalar>(input: Self::Input<Vec2<S>>) -> Self::Output<Vec2<S>>;

    /// The work in space.
    fn spatial<S: Scalar>(input: Self::Input<Vec3<S>>) -> Self::Output<Vec3<S>>;
}

/// Defines a function that is generic over [`Vector`] by one function for [`Vec2`] and one for [`Vec3`]. Lifetimes are
/// given in brackets; the type parameter is called `V`.
///
/// Without the inlining attributes here and on `Vector::by_dimension` a distance in `f32` takes 3.9 % more stack on a
/// Cortex-M4F.
macro_rules! by_dimension {
    ($(#[$meta:meta])* $vis:vis fn $name:ident[$($life:lifetime $(: $outlived:lifetime)?),*]($($arg:ident: $type:ty),+)
     -> $output:ty = $planar:path, $spatial:path) => {
        $(#[$meta])*
        #[inline(always)]
        $vis fn $name<$($life $(: $outlived)?,)* V: $crate::number::vector::Vector>($($arg: $type),+) -> $output {
            use $crate::number::scalar::Scalar;
            use $crate::number::vector::{ByDimension, Vec2, Vec3, Vector};

            struct Work<$($life $(: $outlived)?),*>(core::marker::PhantomData<($(&$life (),)*)>);
            impl<$($life $(: $outlived)?),*> ByDimension for Work<$($life),*> {
                type Input<V: Vector> = ($($type,)+);
                type Output<V: Vector> = $output;

                #[inline(always)]
                fn planar<S: Scalar>(($($arg,)+): Self::Input<Vec2<S>>) -> Self::Output<Vec2<S>> {
                    $planar($($arg),+)
                }

                #[inline(always)]
                fn spatial<S: Scalar>(($($arg,)+): Self::Input<Vec3<S>>) -> Self::Output<Vec3<S>> {
                    $spatial($($arg),+)
                }
            }
            V::by_dimension::<Work<$($life),*>>(($($arg,)+))
        }
    };
}
pub(crate) use by_dimension;

/// Is a length so small that products of such lengths may lose digits by underflow? Always false in fixed point, where
/// products are exact.
pub fn is_tiny<S: Scalar>(size: S) -> bool {
    S::IS_FLOAT && size.times(S::WORKING_LIMIT) < S::ONE.times(S::ONE)
}

/// Is a size neither too large nor too small to compute with? Squares of the rounding steps of smaller numbers may
/// underflow.
pub fn is_in_range<S: Scalar>(size: S) -> bool {
    size <= S::WORKING_LIMIT && size.times(S::WORKING_LIMIT) >= S::ONE.times(S::ONE)
}

/// The square of the smallest length whose square keeps its digits; zero in fixed point, where squares are exact.
pub fn least_square<S: Scalar>() -> S::Area {
    if !S::IS_FLOAT {
        return S::Area::ZERO;
    }
    let least = S::ONE.times(S::ONE).per(S::WORKING_LIMIT);
    least.times(least)
}

/// Is the square of a float in the range where squares neither lose digits nor come near overflow? False for NaN.
pub fn is_moderate<A: Area>(square: A) -> bool {
    let limit = A::Scalar::WORKING_LIMIT;
    square > least_square::<A::Scalar>() && square < limit.times(limit)
}

/// The length of a unit vector that is converted to a direction: one for floats; 2^28 (2^60) steps for fixed point, so
/// that the direction keeps the digits of the unit vector.
pub fn unit_length<V: Vector>() -> V::Scalar {
    let [length] = V::Scalar::normalize([V::Scalar::ONE]);
    length
}

/// A unit vector as a direction.
pub fn as_direction<V: Vector>(unit: V::UnitVector) -> V {
    V::ZERO.advance(unit_length::<V>(), unit)
}

/// The unit vector along another vector; `None` for a zero vector.
pub fn unit_along<V: Vector>(vector: V) -> Option<V::UnitVector> {
    let direction = vector.direction();
    let length = direction.length();
    (length > V::Scalar::NIL).then(|| direction.unit(length))
}

/// The component of a vector along a unit vector.
pub fn along<V: Vector>(unit: V::UnitVector, vector: V) -> V::Scalar {
    as_direction::<V>(unit).dot(vector).per(unit_length::<V>())
}

/// The displacement from one point to another. Fixed point saturates, so any two points are allowed.
pub fn displacement<V: Vector>(from: V, to: V) -> V {
    to.saturating_difference(from)
}

/// The displacement from one point to another; in fixed point an eighth of it, so that products of two such
/// displacements fit for any points.
pub fn eighth_displacement<V: Vector>(from: V, to: V) -> V {
    if V::Scalar::IS_FLOAT {
        return to - from;
    }
    let eighth = UnitOfVector::<V>::halved(3);
    V::ZERO.blend([to, from], [eighth, -eighth])
}

/// The point of the segment from a to b that is nearest to a point p: the foot of the perpendicular, a + s·(b − a) for
/// s = (p − a)·(b − a)/(b − a)², or the end beyond which the foot lies.
pub fn foot_on_segment<V: Vector>(a: V, b: V, point: V) -> V {
    let (zero, one) = (AreaOfVector::<V>::ZERO, UnitOfVector::<V>::ONE);
    let edge = eighth_displacement(a, b);
    let (along, whole) = (eighth_displacement(a, point).dot(edge), edge.dot(edge));
    let share = along.max(zero).min(whole).fraction(whole);
    V::ZERO.blend([a, b], [one - share, share])
}

/// `point + time · velocity`. Fixed point rounds the displacement to steps and saturates.
pub fn moved<V: Vector>(point: V, velocity: V, time: V::Scalar) -> V {
    point.blend([V::splat(time).component_products_per(velocity, V::Scalar::ONE)], [UnitOfVector::<V>::ONE])
}

impl<S: Scalar> Sealed for Vec2<S> {}
impl<S: Scalar> Sealed for Vec3<S> {}
