//! The number system: lengths, areas and unit fractions.
//!
//! Two sealed traits keep quantities of different degree apart. A [`Scalar`] is a length: a coordinate, a distance, a
//! radius. An [`Area`] is a product of two lengths or a sum of such products. Lengths are compared with lengths and
//! areas with areas. To use a block of areas as a direction, [`Area::normalize`] scales the block by one exact power of
//! two, which is allowed because the magnitude of a direction has no meaning. Products of three lengths are formed only
//! where they have been shown to fit.
//!
//! Components of unit vectors, entries of rotations and barycentric weights lie in [−1, 1]; they have a type of their
//! own, [`Scalar::Unit`], with more fractional bits in fixed point, so that rotating a body of size 1000 does not lose
//! ten bits.
//!
//! `num-traits` contributes `Zero` and `Bounded`. Its `Num`, `Signed` and `Float` are not required: their `Mul`, `Div`
//! and `Rem` return `Self`, so a comparison of a length with an area would compile.

use crate::number::grid::Grid;
use core::fmt::Debug;
use core::ops::{Add, Neg, Sub};
use num_traits::{Bounded, Zero};

#[cfg(feature = "fixed")]
mod fixed;
#[cfg(feature = "fixed")]
mod fixed_area;
mod float;

#[cfg(feature = "fixed")]
pub use fixed_area::FixedArea;

pub(crate) mod sealed {
    /// Seals a trait, because the error analysis of the kernel holds only for the types of this crate.
    pub trait Sealed {}
}

/// A length: a coordinate, a distance, a radius.
///
/// The trait is sealed. It is implemented for `f32`, `f64`, and with the feature `fixed` for every `FixedI32<F>` with F
/// ≤ 30 and every `FixedI64<F>` with F ≤ 62. The unit of length is yours; angles are in radians.
pub trait Scalar:
    sealed::Sealed
    + Copy
    + PartialOrd
    + Debug
    + Default
    + Zero
    + Bounded
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// A product of two lengths.
    type Area: Area<Scalar = Self>;
    /// A number in [−1, 1]: the scalar itself for floats, a type with 30 or 62 fractional bits for fixed point.
    type Unit: Scalar<Unit = Self::Unit>;

    /// The length zero, as a constant.
    const NIL: Self;
    /// The length one.
    const ONE: Self;
    /// Half of one; zero in fixed point without fractional bits.
    const HALF: Self;
    /// The largest length.
    const MAX: Self;
    /// The largest magnitude of a coordinate or size that constructors accept: 2^60 for `f32`, 2^500 for `f64`, a
    /// twelfth of the largest value for fixed point.
    const LIMIT: Self;
    /// The relative rounding step of a direction: the machine epsilon for floats, two raw bits of
    /// [`Unit`](Scalar::Unit) for fixed point.
    const ROUNDING: Self::Unit;
    /// The relative tolerance of queries by default, if a body is curved: 1e-6 for `f32`, 1e-8 for `f64`, zero for
    /// fixed point.
    const CURVED_TOLERANCE: Self::Unit;

    /// The product of two lengths. It is exact in fixed point.
    #[must_use]
    fn times(self, rhs: Self) -> Self::Area;

    /// `start + Σ lengths[i] · units[i]`. Fixed point rounds once and saturates.
    #[must_use]
    fn blend<const N: usize>(start: Self, lengths: [Self; N], units: [Self::Unit; N]) -> Self {
        start.plus(lengths.iter().zip(&units).fold(Self::ZERO_SUM, |sum, (length, unit)| sum + length.share(*unit)))
    }

    /// This length over a `whole` that is at least as long, as a unit fraction. For a `whole` of zero floats divide as
    /// usual, and the result is unspecified in fixed point.
    #[must_use]
    fn fraction(self, whole: Self) -> Self::Unit;

    /// Is the value neither NaN nor infinite? Always true in fixed point.
    #[must_use]
    fn is_finite(self) -> bool;

    /// The magnitude; fixed point saturates.
    #[must_use]
    fn abs(self) -> Self;

    /// The smaller of two lengths; `rhs` if one of them is NaN.
    #[must_use]
    fn min(self, rhs: Self) -> Self {
        if self < rhs { self } else { rhs }
    }

    /// The larger of two lengths; `rhs` if one of them is NaN.
    #[must_use]
    fn max(self, rhs: Self) -> Self {
        if self > rhs { self } else { rhs }
    }

    hidden! {
        /// The angle in radians by which the bounds of a curved distance let the normal be off by default: 1e-7 for
        /// `f64`, and 7.5e-5 for `f32`, where rounding may add a third of that. Zero for fixed point, which searches
        /// until rounding ends it anyway.
        const CURVED_ANGLE: Self::Unit;
        /// Half of the square of [`CURVED_ANGLE`](Scalar::CURVED_ANGLE): the relative gap of bounds that prove it.
        const CURVED_GAP: Self::Unit;
        /// A sum of products of lengths and unit fractions.
        type Sum: Copy + PartialOrd + Add<Output = Self::Sum> + Sub<Output = Self::Sum>;
        /// An exact power of two by which a whole query is scaled.
        type Zoom: Copy + Debug + PartialEq + Send + Sync;
        /// A coordinate on the grid of a hull builder.
        type Grid: Grid;

        /// Is the scalar a float? Otherwise it is fixed point, with one step over its whole range and exact products.
        const IS_FLOAT: bool;
        /// The given fraction of this length.
        #[inline(always)]
        fn scaled(self, unit: Self::Unit) -> Self {
            Self::blend(Self::NIL, [self], [unit])
        }

        /// The smallest positive length.
        const LEAST: Self;
        /// The distance between neighboring values for fixed point, zero for floats.
        const STEP: Self;
        /// The largest magnitude of a coordinate of a support point of legal bodies, in the frame of either body. It is
        /// above `LIMIT`, because poses and Minkowski sums add to the sizes of bodies.
        const SUPPORT_LIMIT: Self;
        /// The largest magnitude of a coordinate of a support point inside a query, after scaling. It keeps differences
        /// of CSO points, their cross products and three-term dot products in range.
        const WORKING_LIMIT: Self;
        /// The relative rounding step of a scalar product: zero for fixed point.
        const PRODUCT_ROUNDING: Self::Unit;
        /// The Taylor coefficients of cosine and sine in pairs: 1, 1; −1/2!, −1/3!; 1/4!, 1/5!; and so on. The table
        /// ends where the next term, at an eighth of a turn, is below the rounding step.
        const TAYLOR: &'static [[Self::Unit; 2]];
        /// The zoom that scales by one.
        const NO_ZOOM: Self::Zoom;
        /// The sum of no products.
        const ZERO_SUM: Self::Sum;

        /// The product of a length and a unit fraction, as a term of a sum. Fixed point does not round it.
        fn share(self, unit: Self::Unit) -> Self::Sum;

        /// This length plus a sum of products. Fixed point rounds once and saturates.
        fn plus(self, sum: Self::Sum) -> Self;

        /// A sum of products as a length. Fixed point rounds once and saturates.
        fn from_sum(sum: Self::Sum) -> Self;

        /// Variants of [`plus`](Scalar::plus) and [`from_sum`](Scalar::from_sum) for results that are known to fit.
        fn plus_unchecked(self, sum: Self::Sum) -> Self {
            self.plus(sum)
        }
        fn from_sum_unchecked(sum: Self::Sum) -> Self {
            Self::from_sum(sum)
        }

        /// A sum of products below two steps in magnitude as a number of steps; zero for floats, which have no steps.
        fn in_steps(sum: Self::Sum) -> Self::Unit;

        /// The sum and the difference of two lengths; fixed point saturates.
        fn saturating_sum(self, rhs: Self) -> Self {
            self + rhs
        }
        fn saturating_difference(self, rhs: Self) -> Self {
            self - rhs
        }

        /// Scales a block by one power of two, so that it can be used as a direction. A block of zeros stays as it is.
        fn normalize<const N: usize>(block: [Self; N]) -> [Self; N];

        /// A block of unit fractions as a direction.
        fn heading<const N: usize>(block: [Self::Unit; N]) -> [Self; N];

        /// Splits an angle in radians into whole quarter turns, of which only the last two bits count, and a remainder
        /// in radians of at most an eighth of a turn. The error of the remainder is at most a rounding step of the
        /// angle.
        fn quarters(angle: Self::Area) -> (u32, Self::Unit);

        /// The power of two that brings `extent` to the size at which a query works best, but at least the one that
        /// brings the largest legal support point into the working range.
        fn zoom_for(extent: Self) -> Self::Zoom;

        /// A smaller power of two than `zoom`, or `None` if `zoom` already brings every legal input into the working
        /// range.
        fn zoom_out(zoom: Self::Zoom) -> Option<Self::Zoom>;

        /// This length scaled by a power of two, and the inverse operation. Fixed point rounds and saturates.
        fn zoom(self, zoom: Self::Zoom) -> Self;
        fn unzoom(self, zoom: Self::Zoom) -> Self;

        /// This length scaled by a power of two that is not less than one, where the result is known to fit.
        fn zoom_in(self, zoom: Self::Zoom) -> Self {
            self.zoom(zoom)
        }

        /// The inverse of [`Scalar::zoom_in`], for lengths within twice the working limit. Fixed point rounds.
        fn zoom_back(self, zoom: Self::Zoom) -> Self {
            self.unzoom(zoom)
        }

        /// This length on a grid that spans `extent`, which is at least as large: the raw bits for fixed point; for
        /// floats the nearest of the 2^30 (2^62) steps from zero to the power of two above `extent`.
        fn to_grid(self, extent: Self) -> Self::Grid;

        /// The negative of this length if `is_negative`, else the length itself.
        fn negated_if(self, is_negative: bool) -> Self {
            if is_negative { -self } else { self }
        }

        /// One, halved the given number of times.
        fn halved(times: u32) -> Self::Unit {
            (0..times).fold(Self::Unit::ONE, |unit, _| unit.scaled(Self::Unit::HALF))
        }

        /// Is the magnitude at most `limit`? False for NaN.
        fn is_within(self, limit: Self) -> bool {
            -limit <= self && self <= limit
        }

        /// Are all magnitudes within the working limit? False if one is NaN. Floats need only one comparison, because
        /// they compare the mean magnitude with the limit. One of N numbers may then be N times as large, for which the
        /// limit leaves room.
        fn are_workable<const N: usize>(block: [Self; N]) -> bool {
            block.iter().all(|x| x.is_within(Self::WORKING_LIMIT))
        }
    }
}

/// A product of two lengths, or a sum of such products. The trait is sealed; for floats the area is the float itself.
pub trait Area:
    sealed::Sealed
    + Copy
    + PartialOrd
    + Debug
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The length whose products these are.
    type Scalar: Scalar<Area = Self>;

    /// The area zero.
    const ZERO: Self;
    /// The largest area.
    const MAX: Self;

    /// The area divided by a length. Fixed point rounds, saturates, and gives zero for a division by zero; floats
    /// divide as usual.
    #[must_use]
    fn per(self, length: Self::Scalar) -> Self::Scalar;

    /// The area divided by the length one. It turns the product of a length and a plain number into a length. Fixed
    /// point rounds and saturates.
    #[must_use]
    fn over_one(self) -> Self::Scalar;

    /// This area as a fraction of a `whole` at least as large. A division by zero gives zero.
    #[must_use]
    fn fraction(self, whole: Self) -> UnitOf<Self::Scalar>;

    /// The side of a square of this area; zero if the area is negative or NaN.
    #[must_use]
    fn sqrt(self) -> Self::Scalar;

    /// The smaller of two areas; `rhs` if one of them is NaN.
    #[must_use]
    fn min(self, rhs: Self) -> Self {
        if self < rhs { self } else { rhs }
    }

    /// The larger of two areas; `rhs` if one of them is NaN.
    #[must_use]
    fn max(self, rhs: Self) -> Self {
        if self > rhs { self } else { rhs }
    }

    hidden! {
        /// The quotient of two areas. Fixed point clamps it to ±1, where the range of unit fractions ends.
        fn ratio(self, whole: Self) -> UnitOf<Self::Scalar> {
            self.max(-whole).min(whole).fraction(whole)
        }

        /// The given fraction of this area. Fixed point drops as many low bits of the area as a unit fraction has,
        /// which is exact enough for tolerances.
        fn portion(self, unit: UnitOf<Self::Scalar>) -> Self;

        /// The given fraction of this area; unlike [`portion`](Area::portion), it is accurate to the last bit in fixed
        /// point.
        fn scaled(self, unit: UnitOf<Self::Scalar>) -> Self {
            self.portion(unit)
        }

        /// `self² / rhs` for a positive `rhs`: the squared height of a plane, from normal·point and normal·normal.
        /// Fixed point keeps about as many significant bits as its length has.
        fn squared_per(self, rhs: Self) -> Self;

        /// Scales a block of products by one power of two, so that it can be used as a direction. Fixed point rounds to
        /// the bits that a direction has. A block of zeros stays as it is.
        fn normalize<const N: usize>(block: [Self; N]) -> [Self::Scalar; N];

        /// A block of products, prepared as factors of a further product of which only signs or ratios count. Fixed
        /// point normalizes the block; floats leave it as it is, because their range has room for the product.
        #[inline]
        fn factors<const N: usize>(block: [Self; N]) -> [Self::Scalar; N] {
            Self::normalize(block)
        }
    }
}

/// The type of numbers in [−1, 1] that belongs to a scalar.
pub type UnitOf<S> = <S as Scalar>::Unit;

/// The type of products that belongs to a scalar.
pub type AreaOf<S> = <S as Scalar>::Area;

/// The sum of two lengths; fixed point saturates.
pub(crate) fn saturating_sum<S: Scalar>(a: S, b: S) -> S {
    a.saturating_sum(b)
}

/// The difference of two lengths; fixed point saturates.
pub(crate) fn saturating_difference<S: Scalar>(a: S, b: S) -> S {
    a.saturating_difference(b)
}

/// The quotient of two lengths as a plain number; fixed point saturates.
pub(crate) fn over<S: Scalar>(length: S, divisor: S) -> S {
    length.times(S::ONE).per(divisor)
}

/// The product of a length and a plain number; fixed point saturates.
pub(crate) fn product<S: Scalar>(length: S, factor: S) -> S {
    length.times(factor).over_one()
}
