//! The number system: lengths, areas and unit fractions.
//!
//! Two sealed traits keep quantities of different degree apart. A [`Scalar`] is a length: a coordinate, a distance, a
//! radius. An [`Area`] is a product of two lengths or a sum of such. Lengths are compared with lengths and areas with
//! areas; a product that is needed as a direction again goes through [`Area::normalize`], one exact power of two for
//! the whole block, because the magnitude of a direction means nothing. Expressions of degree three are formed where
//! it was asked first whether they fit, and nowhere else.
//!
//! Components of unit vectors, entries of rotations and barycentric weights lie in [−1, 1]; they have a type of their
//! own, [`Scalar::Unit`], so that a fixed-point body of a thousand units does not lose ten bits when it turns.
//!
//! `num-traits` contributes `Zero` and `Bounded`. Its `Num`, `Signed` and `Float` stay out of the bounds: they bring
//! `Mul`, `Div` and `Rem` that return `Self`, which lets errors of degree compile.

use crate::number::grid::Grid;
use core::fmt::{self, Debug};
use core::ops::{Add, Neg, Sub};
use num_traits::{Bounded, Zero};

#[cfg(feature = "fixed")]
mod fixed;

#[cfg(feature = "fixed")]
pub use fixed::FixedArea;

pub(crate) mod sealed {
    /// Closes the number traits: the kernel's error analysis holds for the types of this crate alone.
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
    /// A number in [−1, 1]: itself for floats, 30 or 62 fractional bits for fixed point.
    type Unit: Scalar<Unit = Self::Unit>;
    /// A sum of products of lengths and unit fractions.
    #[doc(hidden)]
    type Sum: Copy + PartialOrd + Add<Output = Self::Sum> + Sub<Output = Self::Sum>;
    /// An exact power of two by which a whole query is scaled.
    #[doc(hidden)]
    type Zoom: Copy + Debug + PartialEq + Send + Sync;
    /// A coordinate on the grid of a hull builder.
    #[doc(hidden)]
    type Grid: Grid;

    /// The length zero, as a constant.
    const NIL: Self;
    /// The length one.
    const ONE: Self;
    /// Half of one; zero where there are no fractional bits.
    const HALF: Self;
    /// The largest length.
    const MAX: Self;
    /// The smallest positive length.
    #[doc(hidden)]
    const LEAST: Self;
    /// The smallest positive step for fixed point, nothing for floats.
    #[doc(hidden)]
    const STEP: Self;
    /// 2^−10: how far the entries of a product of a matrix and its transposed may be off the identity.
    #[doc(hidden)]
    const MATRIX_TOLERANCE: Self;
    /// Largest accepted magnitude of a coordinate or size: 2^60 for `f32`, 2^500 for `f64`, a twelfth of the largest
    /// value for fixed point. A comparison against it also rejects NaN and infinity.
    const LIMIT: Self;
    /// No support point of legal bodies is longer, in the frame of either body: poses and sums add to their sizes.
    #[doc(hidden)]
    const SUPPORT_LIMIT: Self;
    /// Largest magnitude of a support point inside a query, after scaling. It keeps differences of Minkowski points,
    /// their cross products and three-term dot products in range.
    #[doc(hidden)]
    const WORKING_LIMIT: Self;
    /// The relative rounding step of a direction.
    const ROUNDING: Self::Unit;
    /// The relative rounding step of a scalar product: none for fixed point.
    #[doc(hidden)]
    const PRODUCT_ROUNDING: Self::Unit;
    /// The relative tolerance used by default where a curved shape takes part.
    const CURVED_TOLERANCE: Self::Unit;
    /// The Taylor coefficients of cosine and sine in pairs: 1, 1; −1/2!, −1/3!; 1/4!, 1/5!; and so on until the next
    /// pair is below the rounding step at an eighth of a turn.
    #[doc(hidden)]
    const TAYLOR: &'static [[Self::Unit; 2]];
    /// No scaling.
    #[doc(hidden)]
    const NO_ZOOM: Self::Zoom;
    /// No products.
    #[doc(hidden)]
    const NO_SUM: Self::Sum;

    /// The product of two lengths, exact for fixed point.
    #[must_use]
    fn times(self, rhs: Self) -> Self::Area;

    /// The product of a length and a unit fraction, before it is rounded.
    #[doc(hidden)]
    #[must_use]
    fn share(self, unit: Self::Unit) -> Self::Sum;

    /// This length and a sum of products. Fixed point rounds once and saturates.
    #[doc(hidden)]
    #[must_use]
    fn plus(self, sum: Self::Sum) -> Self;

    /// A sum of products as a length. Fixed point rounds once and saturates.
    #[doc(hidden)]
    #[must_use]
    fn of_sum(sum: Self::Sum) -> Self;

    /// The same as [`plus`](Scalar::plus), where the result is known to fit.
    #[doc(hidden)]
    #[must_use]
    fn plus_fitting(self, sum: Self::Sum) -> Self;

    /// The same as [`of_sum`](Scalar::of_sum), where the result is known to fit.
    #[doc(hidden)]
    #[must_use]
    fn of_fitting_sum(sum: Self::Sum) -> Self;

    /// A sum of products of less than two steps, in steps; nothing for floats, which have none.
    #[doc(hidden)]
    #[must_use]
    fn in_steps(sum: Self::Sum) -> Self::Unit;

    /// The sum of two lengths; fixed point saturates.
    #[doc(hidden)]
    #[must_use]
    fn saturating_sum(self, rhs: Self) -> Self;

    /// The difference of two lengths; fixed point saturates.
    #[doc(hidden)]
    #[must_use]
    fn saturating_difference(self, rhs: Self) -> Self;

    /// `start + Σ lengths[i] · units[i]`. Fixed point rounds once and saturates.
    #[inline]
    #[must_use]
    fn blend<const N: usize>(start: Self, lengths: [Self; N], units: [Self::Unit; N]) -> Self {
        start.plus(lengths.iter().zip(&units).fold(Self::NO_SUM, |sum, (length, unit)| sum + length.share(*unit)))
    }

    /// This length over a `whole` at least as long, as a unit fraction. A zero `whole` gives an unspecified value for
    /// fixed point and what division gives for floats.
    #[must_use]
    fn fraction(self, whole: Self) -> Self::Unit;

    /// One exact power of two for all, so that the block serves as a direction. A block of zeros stays as it is.
    #[doc(hidden)]
    #[must_use]
    fn normalize<const N: usize>(block: [Self; N]) -> [Self; N];

    /// A block of unit fractions as a direction.
    #[doc(hidden)]
    #[must_use]
    fn heading<const N: usize>(block: [Self::Unit; N]) -> [Self; N];

    /// An angle in radians as whole quarter turns, of which the last two bits count, and a rest in radians of at most
    /// an eighth of a turn. The rest is good to a rounding step of the angle.
    #[doc(hidden)]
    #[must_use]
    fn quarters(angle: Self::Area) -> (u32, Self::Unit);

    /// The power of two that brings `extent` to the size at which a query works best, but none so small that only
    /// illegal bodies would need it.
    #[doc(hidden)]
    #[must_use]
    fn zoom_for(extent: Self) -> Self::Zoom;

    /// A smaller power of two, or none if this one already brings every legal input into the working range.
    #[doc(hidden)]
    #[must_use]
    fn zoom_out(zoom: Self::Zoom) -> Option<Self::Zoom>;

    /// This length scaled by a power of two. Fixed point rounds and saturates.
    #[doc(hidden)]
    #[must_use]
    fn zoom(self, zoom: Self::Zoom) -> Self;

    /// The inverse of [`Scalar::zoom`].
    #[doc(hidden)]
    #[must_use]
    fn unzoom(self, zoom: Self::Zoom) -> Self;

    /// This length scaled by a power of two that is not less than one, where the result is known to fit.
    #[doc(hidden)]
    #[must_use]
    fn zoom_in(self, zoom: Self::Zoom) -> Self;

    /// The inverse of [`Scalar::zoom_in`], of lengths within twice the working limit. Fixed point rounds.
    #[doc(hidden)]
    #[must_use]
    fn zoom_back(self, zoom: Self::Zoom) -> Self;

    /// This length on a grid that spans `extent`, which is at least as large: raw bits of fixed point, and the nearest
    /// of 2^30 (2^62) steps up to the power of two above a float `extent`.
    #[doc(hidden)]
    #[must_use]
    fn to_grid(self, extent: Self) -> Self::Grid;

    /// Writes this length as a constant expression of Rust, or the name of its type.
    #[doc(hidden)]
    fn write_source(value: Option<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Is it a number, and not infinite?
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

    /// The same or its negative.
    #[doc(hidden)]
    #[must_use]
    fn negated_if(self, is_negative: bool) -> Self {
        if is_negative { -self } else { self }
    }

    /// One, halved a number of times.
    #[doc(hidden)]
    #[must_use]
    fn halved(times: u32) -> Self::Unit {
        (0..times).fold(Self::Unit::ONE, |unit, _| Self::Unit::blend(Self::Unit::NIL, [unit], [Self::Unit::HALF]))
    }

    /// Is the magnitude at most `limit`? False for NaN.
    #[doc(hidden)]
    #[must_use]
    fn is_within(self, limit: Self) -> bool {
        -limit <= self && self <= limit
    }

    /// Are all within the working limit? False where one is NaN. Floats look at the mean magnitude, one comparison: of
    /// N numbers one may be N times as large, for which the limit leaves room.
    #[doc(hidden)]
    #[must_use]
    fn are_workable<const N: usize>(block: [Self; N]) -> bool {
        block.iter().all(|x| x.is_within(Self::WORKING_LIMIT))
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

    /// No area.
    const ZERO: Self;
    /// The largest area.
    const MAX: Self;

    /// Area over length. Fixed point rounds and saturates; over zero it gives zero.
    #[must_use]
    fn per(self, length: Self::Scalar) -> Self::Scalar;

    /// Area as a multiple of one square unit: the product of a length and a plain number, taken back to a length.
    /// Fixed point rounds and saturates.
    #[must_use]
    fn over_one(self) -> Self::Scalar;

    /// This area as a fraction of a `whole` at least as large. Over zero it gives zero.
    #[must_use]
    fn fraction(self, whole: Self) -> UnitOf<Self::Scalar>;

    /// The quotient of two areas; for fixed point, whose fractions end there, ±1 if it is larger.
    #[doc(hidden)]
    #[must_use]
    fn ratio(self, whole: Self) -> UnitOf<Self::Scalar> {
        self.max(-whole).min(whole).fraction(whole)
    }

    /// The given fraction of this area. Fixed point forgets as many bits as a unit has: enough for what is allowed.
    #[doc(hidden)]
    #[must_use]
    fn portion(self, unit: UnitOf<Self::Scalar>) -> Self;

    /// The same, good to the last bit in fixed point, too.
    #[doc(hidden)]
    #[must_use]
    fn scaled(self, unit: UnitOf<Self::Scalar>) -> Self;

    /// `self² / rhs` for a positive `rhs`: the squared height of a plane, from normal·point and normal·normal. Fixed
    /// point keeps about as many significant bits as its length has.
    #[doc(hidden)]
    #[must_use]
    fn squared_per(self, rhs: Self) -> Self;

    /// The side of a square of this area; zero for a negative area.
    #[must_use]
    fn sqrt(self) -> Self::Scalar;

    /// One exact power of two for all, which turns a block of products into a direction (fixed point rounds to the
    /// bits a direction has). A block of zeros stays as it is.
    #[doc(hidden)]
    #[must_use]
    fn normalize<const N: usize>(block: [Self; N]) -> [Self::Scalar; N];

    /// A block of products as factors of one product more, of which only signs or ratios count: fixed point takes them
    /// to a direction; the range of floats has room for them.
    #[doc(hidden)]
    #[must_use]
    fn factors<const N: usize>(block: [Self; N]) -> [Self::Scalar; N];

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

// The exponents: `limit` leaves room to square sums of several coordinates; `working` does so for products of two
// differences of support points, each taken to a direction before the next product; within ± `comfort` a product of
// four components of a direction neither overflows nor underflows, with digits to spare.
//
// A quarter turn in three parts: the first two leave so many low bits free that products with a moderate number of
// quarters are exact.
macro_rules! float {
    ($float:ident, $bits:ident, $grid:ident, $portable_root:ident, limit: $limit:literal, working: $working:literal,
     comfort: $comfort:literal, tolerance: $tolerance:literal, taylor: $taylor:literal, quarter: $quarter:expr) => {
        impl sealed::Sealed for $float {}

        impl Scalar for $float {
            type Area = $float;
            type Unit = $float;
            type Sum = $float;
            type Zoom = $float;
            type Grid = $grid;

            const NIL: $float = 0.0;
            const ONE: $float = 1.0;
            const HALF: $float = 0.5;
            const MAX: $float = $float::MAX;
            const STEP: $float = 0.0;
            const LEAST: $float = $float::from_bits(1);
            const MATRIX_TOLERANCE: $float = 1.0 / 1024.0;
            const LIMIT: $float = power_of_two::$float($limit);
            const SUPPORT_LIMIT: $float = power_of_two::$float($limit + 3);
            const WORKING_LIMIT: $float = power_of_two::$float($working);
            const ROUNDING: $float = $float::EPSILON;
            const PRODUCT_ROUNDING: $float = $float::EPSILON;
            const CURVED_TOLERANCE: $float = $tolerance;
            const TAYLOR: &'static [[$float; 2]] = {
                const TABLE: [[$float; 2]; $taylor] = {
                    let mut table = [[1.0; 2]; $taylor];
                    // The factorials are exact.
                    let (mut pair, mut factorial) = (1, 1.0);
                    while pair < $taylor {
                        let even = 2.0 * pair as $float;
                        factorial *= even * (1.0 - even);
                        table[pair] = [1.0 / factorial, 1.0 / (factorial * (even + 1.0))];
                        pair += 1;
                    }
                    table
                };
                &TABLE
            };
            const NO_ZOOM: $float = 1.0;
            // −0 is the neutral element of float addition: the compiler removes it.
            const NO_SUM: $float = -0.0;

            #[inline]
            fn times(self, rhs: $float) -> $float {
                self * rhs
            }

            #[inline]
            fn share(self, unit: $float) -> $float {
                self * unit
            }

            #[inline]
            fn plus(self, sum: $float) -> $float {
                self + sum
            }

            #[inline]
            fn of_sum(sum: $float) -> $float {
                sum
            }

            #[inline]
            fn plus_fitting(self, sum: $float) -> $float {
                self + sum
            }

            #[inline]
            fn of_fitting_sum(sum: $float) -> $float {
                sum
            }

            #[inline]
            fn in_steps(_: $float) -> $float {
                0.0
            }

            #[inline]
            fn saturating_sum(self, rhs: $float) -> $float {
                self + rhs
            }

            #[inline]
            fn saturating_difference(self, rhs: $float) -> $float {
                self - rhs
            }

            #[inline]
            fn fraction(self, whole: $float) -> $float {
                self / whole
            }

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            #[cfg_attr(not(target_pointer_width = "64"), inline)]
            fn normalize<const N: usize>(block: [$float; N]) -> [$float; N] {
                // Inside the comfortable range products of degree four neither overflow nor lose digits, and leaving
                // the block alone changes no bit of any quotient that is taken later.
                const COMFORT: $float = power_of_two::$float($comfort);
                let largest = block.iter().fold(0.0, |largest, x| Scalar::max(x.abs(), largest));
                if (1.0 / COMFORT..=COMFORT).contains(&largest) {
                    block
                } else {
                    let zoom = power_of_two::inverse(largest);
                    block.map(|x| x * zoom)
                }
            }

            #[inline]
            fn heading<const N: usize>(block: [$float; N]) -> [$float; N] {
                block
            }

            fn quarters(angle: $float) -> (u32, $float) {
                // A sum with it is rounded to a whole number.
                const WHOLE: $float = 1.5 / $float::EPSILON;
                let [first, second, third]: [$float; 3] = $quarter;
                let quarters = angle * core::$float::consts::FRAC_2_PI + WHOLE - WHOLE;
                let rest = angle - quarters * first - quarters * second - quarters * third;
                // Of an angle whose rounding step is a turn nothing is left.
                (quarters as i64 as u32, Scalar::min(Scalar::max(rest, -1.0), 1.0))
            }

            #[inline]
            fn zoom_for(extent: $float) -> $float {
                // Products of two such lengths and of their rounding steps are far from the ends of the range.
                const COMFORT: $float = power_of_two::$float($comfort / 2);
                if (1.0 / COMFORT..=COMFORT).contains(&extent) {
                    return Self::NO_ZOOM;
                }
                Scalar::max(extent.inverse_power(), Self::LEAST_ZOOM)
            }

            #[inline]
            fn zoom_out(zoom: $float) -> Option<$float> {
                const STEP: $float = power_of_two::$float($working / 2);
                (zoom > Self::LEAST_ZOOM).then(|| Scalar::max(zoom / STEP, Self::LEAST_ZOOM))
            }

            #[inline]
            fn zoom(self, zoom: $float) -> $float {
                self * zoom
            }

            #[inline]
            fn unzoom(self, zoom: $float) -> $float {
                self * (1.0 / zoom)
            }

            #[inline]
            fn zoom_in(self, zoom: $float) -> $float {
                self.zoom(zoom)
            }

            #[inline]
            fn zoom_back(self, zoom: $float) -> $float {
                self.unzoom(zoom)
            }

            fn to_grid(self, extent: $float) -> $grid {
                const FRACTION: u32 = $float::MANTISSA_DIGITS - 1;
                const ROOM: u32 = $grid::BITS - 2 - $float::MANTISSA_DIGITS;
                // The exponents of subnormal numbers and of the smallest normal ones are the same; the latter have one
                // bit more than they show.
                let exponent = |bits: $bits| (bits >> FRACTION).max(1);
                let (bits, extent) = (self.abs().to_bits(), extent.abs().to_bits());
                let hidden = if bits >> FRACTION == 0 { 0 } else { 1 << FRACTION };
                let steps = (bits & ((1 << FRACTION) - 1) | hidden) << ROOM;
                let shift = exponent(extent).saturating_sub(exponent(bits)).min($grid::BITS as $bits);
                let magnitude = match shift as u32 {
                    0 => steps,
                    shift => (steps >> (shift - 1)).div_ceil(2),
                } as $grid;
                if self < 0.0 { -magnitude } else { magnitude }
            }

            fn write_source(value: Option<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match value {
                    // The shortest decimals that read back as the same bits.
                    Some(value) => write!(f, "{value:?}"),
                    None => f.write_str(stringify!($float)),
                }
            }

            #[inline]
            fn is_finite(self) -> bool {
                $float::is_finite(self)
            }

            #[inline]
            fn abs(self) -> $float {
                $float::abs(self)
            }

            /// By the sign bit: a branch could not be foretold.
            #[inline]
            fn negated_if(self, is_negative: bool) -> $float {
                let sign: $float = if is_negative { -0.0 } else { 0.0 };
                $float::from_bits(self.to_bits() ^ sign.to_bits())
            }

            #[inline]
            fn is_within(self, limit: $float) -> bool {
                self.abs() <= limit
            }

            #[inline]
            fn are_workable<const N: usize>(block: [$float; N]) -> bool {
                let sum = block.iter().fold(0.0, |sum, x| sum + x.abs());
                sum <= N as $float * Self::WORKING_LIMIT
            }
        }

        impl PowerOfTwo for $float {
            const LEAST_ZOOM: $float = $float::WORKING_LIMIT / $float::SUPPORT_LIMIT;

            #[inline]
            fn inverse_power(self) -> $float {
                // Both 2^−BIAS and 2^(BIAS−1) are normal numbers: a power of two within them has an exact inverse.
                const EXPONENT: u32 = $float::MANTISSA_DIGITS - 1;
                const BIAS: $bits = ($float::MAX_EXP - 1) as $bits;
                if !(self > 0.0 && self <= $float::MAX) {
                    return 1.0;
                }
                // The biased exponent e of a number near 2^(e − BIAS) asks for 2^(BIAS − e), biased 2·BIAS − e.
                let exponent = (self.to_bits() >> EXPONENT).max(1).min(2 * BIAS - 1);
                $float::from_bits((2 * BIAS - exponent) << EXPONENT)
            }
        }

        impl Area for $float {
            type Scalar = $float;

            const ZERO: $float = 0.0;
            const MAX: $float = $float::MAX;

            #[inline]
            fn per(self, length: $float) -> $float {
                self / length
            }

            #[inline]
            fn over_one(self) -> $float {
                self
            }

            #[inline]
            fn fraction(self, whole: $float) -> $float {
                if whole == 0.0 { 0.0 } else { self / whole }
            }

            #[inline]
            fn ratio(self, whole: $float) -> $float {
                Area::fraction(self, whole)
            }

            #[inline]
            fn portion(self, unit: $float) -> $float {
                self * unit
            }

            #[inline]
            fn scaled(self, unit: $float) -> $float {
                self * unit
            }

            #[inline]
            fn squared_per(self, rhs: $float) -> $float {
                self * (self / rhs)
            }

            #[inline]
            fn sqrt(self) -> $float {
                let square = if self > 0.0 { self } else { 0.0 };
                #[cfg(feature = "std")]
                let root = $float::sqrt(square);
                #[cfg(not(feature = "std"))]
                let root = libm::$portable_root(square);
                root
            }

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            #[cfg_attr(not(target_pointer_width = "64"), inline)]
            fn normalize<const N: usize>(block: [$float; N]) -> [$float; N] {
                Scalar::normalize(block)
            }

            #[inline]
            fn factors<const N: usize>(block: [$float; N]) -> [$float; N] {
                block
            }
        }
    };
}

float!(f32, u32, i32, sqrtf, limit: 60, working: 40, comfort: 20, tolerance: 1e-6, taylor: 6,
    quarter: [1.570_312_5, 4.837_513e-4, 7.549_79e-8]);
float!(f64, u64, i64, sqrt, limit: 500, working: 300, comfort: 200, tolerance: 1e-8, taylor: 9,
    quarter: [1.570_796_325_802_803, 9.920_935_791_635_221e-10, 5.170_182_981_794_105e-19]);

/// Exact powers of two of a float.
trait PowerOfTwo {
    /// The smallest zoom that any legal body needs.
    const LEAST_ZOOM: Self;

    /// The power of two that brings a positive number to [1, 2), or as near as exponents reach; one for any other.
    fn inverse_power(self) -> Self;
}

mod power_of_two {
    //! Exact powers of two and the cold path of block scaling.

    /// 2^exponent.
    pub(super) const fn f32(exponent: u32) -> f32 {
        f32::from_bits((exponent + 127) << 23)
    }

    /// 2^exponent.
    pub(super) const fn f64(exponent: u64) -> f64 {
        f64::from_bits((exponent + 1023) << 52)
    }

    /// What brings the largest number of a block to [1, 2). Blocks outside the comfortable range are rare: their path
    /// stays out of the loops, and the block itself in registers.
    #[cold]
    #[inline(never)]
    pub(super) fn inverse<T: super::PowerOfTwo>(largest: T) -> T {
        largest.inverse_power()
    }
}
