//! The number system: lengths, areas and unit fractions.
//!
//! Two sealed traits keep quantities of different degree apart. A [`Scalar`] is a length: a coordinate, a distance, a
//! radius. An [`Area`] is a product of two lengths or a sum of such. Lengths are compared with lengths and areas with
//! areas; a product that is needed as a direction again goes through [`Area::normalize`], one exact power of two for
//! the whole block, because the magnitude of a direction means nothing. Expressions of degree three are formed only
//! where it has been checked that they fit.
//!
//! Components of unit vectors, entries of rotations and barycentric weights lie in [−1, 1]; they have a type of their
//! own, [`Scalar::Unit`], so that a fixed-point body of a thousand units does not lose ten bits when it turns.
//!
//! `num-traits` contributes `Zero` and `Bounded`. Its `Num`, `Signed` and `Float` stay out of the bounds: they bring
//! `Mul`, `Div` and `Rem` that return `Self`, which lets errors of degree compile.

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
    /// Seals the number traits: the kernel's error analysis holds only for the types that implement them here.
    pub trait Sealed {}
}

/// A length: a coordinate, a distance, a radius.
///
/// Implemented for `f32`, `f64`, and with the feature `fixed` for every `FixedI32<F>` with F ≤ 30 and every
/// `FixedI64<F>` with F ≤ 62.
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
    /// Half of one; zero where there are no fractional bits.
    const HALF: Self;
    /// The largest length.
    const MAX: Self;
    /// Largest accepted magnitude of a coordinate or size: 2^60 for `f32`, 2^500 for `f64`, a twelfth of the largest
    /// value for fixed point. A comparison against it also rejects NaN and infinity.
    const LIMIT: Self;
    /// The relative rounding step of a direction.
    const ROUNDING: Self::Unit;
    /// The relative tolerance used by default where a body is curved.
    const CURVED_TOLERANCE: Self::Unit;

    /// The product of two lengths, exact for fixed point.
    #[must_use]
    fn times(self, rhs: Self) -> Self::Area;

    /// `start + Σ lengths[i] · units[i]`. Fixed point rounds once and saturates.
    #[must_use]
    fn blend<const N: usize>(start: Self, lengths: [Self; N], units: [Self::Unit; N]) -> Self {
        start.plus(lengths.iter().zip(&units).fold(Self::ZERO_SUM, |sum, (length, unit)| sum + length.share(*unit)))
    }

    /// This length over a `whole` at least as long, as a unit fraction. A zero `whole` gives an unspecified value for
    /// fixed point and what division gives for floats.
    #[must_use]
    fn fraction(self, whole: Self) -> Self::Unit;

    /// Is it neither NaN nor infinite?
    #[must_use]
    fn is_finite(self) -> bool;

    /// The magnitude; fixed point saturates.
    #[must_use]
    fn abs(self) -> Self;

    /// The smaller of two lengths; `rhs` if `self` is NaN.
    #[must_use]
    fn min(self, rhs: Self) -> Self {
        if self < rhs { self } else { rhs }
    }

    /// The larger of two lengths; `rhs` if `self` is NaN.
    #[must_use]
    fn max(self, rhs: Self) -> Self {
        if self > rhs { self } else { rhs }
    }

    hidden! {
        /// A sum of products of lengths and unit fractions.
        type Sum: Copy + PartialOrd + Add<Output = Self::Sum> + Sub<Output = Self::Sum>;
        /// An exact power of two by which a whole query is scaled.
        type Zoom: Copy + Debug + PartialEq + Send + Sync;
        /// A coordinate on the grid of a hull builder.
        type Grid: Grid;

        /// Is the scalar a float? Otherwise it is fixed point, with one step over its whole range and exact products.
        const IS_FLOAT: bool;
        /// The smallest positive length.
        const LEAST: Self;
        /// The distance between neighboring values for fixed point, zero for floats.
        const STEP: Self;
        /// No support point of legal bodies is longer than this, in the frame of either body. It is more than `LIMIT`,
        /// because poses and Minkowski sums add to the sizes of bodies.
        const SUPPORT_LIMIT: Self;
        /// Largest magnitude of a support point inside a query, after scaling. It keeps differences of CSO points,
        /// their cross products and three-term dot products in range.
        const WORKING_LIMIT: Self;
        /// The relative rounding step of a scalar product: zero for fixed point.
        const PRODUCT_ROUNDING: Self::Unit;
        /// The Taylor coefficients of cosine and sine in pairs: 1, 1; −1/2!, −1/3!; 1/4!, 1/5!; and so on until the
        /// next pair is below the rounding step at an eighth of a turn.
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

        /// [`plus`](Scalar::plus) and [`from_sum`](Scalar::from_sum) where the result is known to fit.
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

        /// Scales a block by one exact power of two, so that it serves as a direction. A block of zeros stays as it is.
        fn normalize<const N: usize>(block: [Self; N]) -> [Self; N];

        /// A block of unit fractions as a direction.
        fn heading<const N: usize>(block: [Self::Unit; N]) -> [Self; N];

        /// Splits an angle in radians into whole quarter turns, of which only the last two bits count, and a remainder
        /// in radians of at most an eighth of a turn. The remainder is good to a rounding step of the angle.
        fn quarters(angle: Self::Area) -> (u32, Self::Unit);

        /// The power of two that brings `extent` to the size at which a query works best, or, if that is smaller, the
        /// smallest power of two that a legal body needs.
        fn zoom_for(extent: Self) -> Self::Zoom;

        /// A smaller power of two, or `None` if this one already brings every legal input into the working range.
        fn zoom_out(zoom: Self::Zoom) -> Option<Self::Zoom>;

        /// This length scaled by a power of two, and the inverse. Fixed point rounds and saturates.
        fn zoom(self, zoom: Self::Zoom) -> Self;
        fn unzoom(self, zoom: Self::Zoom) -> Self;

        /// This length scaled by a power of two that is not less than one, where the result is known to fit.
        fn zoom_in(self, zoom: Self::Zoom) -> Self {
            self.zoom(zoom)
        }

        /// The inverse of [`Scalar::zoom_in`], of lengths within twice the working limit. Fixed point rounds.
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
            (0..times).fold(Self::Unit::ONE, |unit, _| Self::Unit::blend(Self::Unit::NIL, [unit], [Self::Unit::HALF]))
        }

        /// Is the magnitude at most `limit`? False for NaN.
        fn is_within(self, limit: Self) -> bool {
            -limit <= self && self <= limit
        }

        /// Are all within the working limit? False where one is NaN. Floats compare only the mean magnitude with the
        /// limit, which is one comparison: one of N numbers may then be N times as large, for which the limit leaves
        /// room.
        fn are_workable<const N: usize>(block: [Self; N]) -> bool {
            block.iter().all(|x| x.is_within(Self::WORKING_LIMIT))
        }
    }
}

/// A product of two lengths, or a sum of such.
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

    /// Area over length. Fixed point rounds and saturates; a division by zero gives zero.
    #[must_use]
    fn per(self, length: Self::Scalar) -> Self::Scalar;

    /// Area over one: takes the product of a length and a plain number back to a length. Fixed point rounds and
    /// saturates.
    #[must_use]
    fn over_one(self) -> Self::Scalar;

    /// This area as a fraction of a `whole` at least as large. A division by zero gives zero.
    #[must_use]
    fn fraction(self, whole: Self) -> UnitOf<Self::Scalar>;

    /// The side of a square of this area; zero for a negative area.
    #[must_use]
    fn sqrt(self) -> Self::Scalar;

    /// The smaller of two areas.
    #[must_use]
    fn min(self, rhs: Self) -> Self {
        if self < rhs { self } else { rhs }
    }

    /// The larger of two areas.
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

        /// The given fraction of this area, good to the last bit in fixed point, too.
        fn scaled(self, unit: UnitOf<Self::Scalar>) -> Self {
            self.portion(unit)
        }

        /// `self² / rhs` for a positive `rhs`: the squared height of a plane, from normal·point and normal·normal.
        /// Fixed point keeps about as many significant bits as its length has.
        fn squared_per(self, rhs: Self) -> Self;

        /// Scales a block of products by one exact power of two, so that it serves as a direction (fixed point rounds
        /// to the bits a direction has). A block of zeros stays as it is.
        fn normalize<const N: usize>(block: [Self; N]) -> [Self::Scalar; N];

        /// A block of products as factors of one more product, of which only signs or ratios count: fixed point makes
        /// it a direction; floats leave it as it is, because their range has room for the product.
        #[inline]
        fn factors<const N: usize>(block: [Self; N]) -> [Self::Scalar; N] {
            Self::normalize(block)
        }
    }
}

/// The type of unit fractions that belongs to a scalar.
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

/// A quotient of lengths as a plain number; fixed point saturates.
pub(crate) fn over<S: Scalar>(length: S, divisor: S) -> S {
    length.times(S::ONE).per(divisor)
}

/// The product of a length and a plain number; fixed point saturates.
pub(crate) fn product<S: Scalar>(length: S, factor: S) -> S {
    length.times(factor).over_one()
}
