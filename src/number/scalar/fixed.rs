//! Fixed point: `FixedI32<F>` with F ≤ 30 and `FixedI64<F>` with F ≤ 62.
//!
//! All arithmetic works on raw bits. A product of two lengths has 2F fractional bits, the quotient of an area and a
//! length has F, and so has the root of an area. So the kernel needs no shift by F, and the same code serves every
//! binary point. Products of 32-bit lengths are stored in `i64`, those of 64-bit lengths in `i128`.
//!
//! Divisions and roots take many instructions on a microcontroller, so they are not inlined.
//!
//! Range, in raw bits of 32-bit (64-bit) lengths: the coordinates of support points inside a query are at most 2^28
//! (2^60), so those of CSO points are at most 2^29, edges at most 2^30, and sums of three products of edges below 2^62,
//! which fits the area. The largest component of a direction lies in [2^28, 2^29], so products of directions with edges
//! and with each other fit as well.

use crate::number::scalar::fixed_area::FixedArea;
use crate::number::scalar::sealed::Sealed;
use crate::number::scalar::{Area, Scalar, UnitOf};
use fixed::types::extra::{IsLessOrEqual, LeEqU32, LeEqU64, True, U30, U62, Unsigned};
use fixed::{FixedI32, FixedI64};

#[cfg(test)]
mod tests;

/// The exponent of the zoom that the largest legal body needs: the support limit is four times the working limit.
const LEAST_ZOOM: i32 = -2;

/// Splits an angle in radians with `fractional_bits` into whole quarter turns and a remainder in radians with 62
/// fractional bits.
///
/// The error of the remainder is at most 2^−60 plus 2^−64 of the angle. Angles beyond ±2^62 are clamped.
fn quarter_turns(angle: i128, fractional_bits: u32) -> (u32, i64) {
    /// 2/π with 64 fractional bits.
    const QUARTERS_PER_RADIAN: i128 = 0xa2f9_836e_4e44_152a;
    /// π/2 with 62 fractional bits.
    const RADIANS_PER_QUARTER: i128 = 0x6487_ed51_10b4_611a;
    const MOST: i128 = 1 << 62;
    const BITS: u32 = u64::BITS;
    let whole = (angle >> fractional_bits).clamp(-MOST, MOST);
    let fraction = angle & ((1 << fractional_bits) - 1);
    let fraction = if fractional_bits <= BITS {
        fraction << (BITS - fractional_bits)
    } else {
        fraction >> (fractional_bits - BITS)
    };
    let part = (fraction as u128 * QUARTERS_PER_RADIAN as u128) >> BITS;
    let quarters = whole * QUARTERS_PER_RADIAN + part as i128;
    let nearest = (quarters + (1 << (BITS - 1))) >> BITS;
    let rest = quarters - (nearest << BITS);
    (nearest as u32, ((rest * RADIANS_PER_QUARTER) >> BITS) as i64)
}

macro_rules! fixed_point {
    ($fixed:ident<$legal:ident, $most:ident>, $bits:ident, $unsigned:ident, $wide:ident, $unsigned_wide:ident,
     root: $root:path, taylor: $taylor:literal) => {
        impl<Frac> Sealed for $fixed<Frac> {}
        impl<Frac> Sealed for FixedArea<$wide, Frac> {}

        impl<Frac> Scalar for $fixed<Frac>
        where
            Frac: $legal + IsLessOrEqual<$most, Output = True> + Send + Sync + 'static,
        {
            type Area = FixedArea<$wide, Frac>;
            type Unit = $fixed<$most>;
            type Sum = $wide;
            type Zoom = i32;
            type Grid = $bits;

            const NIL: Self = Self::ZERO;
            const ONE: Self = Self::from_bits(1 << Frac::U32);
            const HALF: Self = Self::from_bits((1 << Frac::U32) >> 1);
            const MAX: Self = Self::MAX;
            const STEP: Self = Self::DELTA;
            const IS_FLOAT: bool = false;
            const LEAST: Self = Self::DELTA;
            const LIMIT: Self = Self::from_bits($bits::MAX / 12);
            const SUPPORT_LIMIT: Self = Self::from_bits(1 << ($bits::BITS - 2));
            const WORKING_LIMIT: Self = Self::from_bits(1 << ($bits::BITS - 4));
            // The largest component of a direction is at least 2^(BITS − 4) raw, so half a step of rounding is at most
            // 2^−(BITS − 3) of it, which is two raw bits of a unit fraction.
            const ROUNDING: Self::Unit = $fixed::from_bits(2);
            const PRODUCT_ROUNDING: Self::Unit = $fixed::ZERO;
            const CURVED_TOLERANCE: Self::Unit = $fixed::ZERO;
            const CURVED_ANGLE: Self::Unit = $fixed::ZERO;
            const CURVED_GAP: Self::Unit = $fixed::ZERO;
            const TAYLOR: &'static [[Self::Unit; 2]] = {
                const TABLE: [[$fixed<$most>; 2]; $taylor] = {
                    let mut table = [[$fixed::from_bits(0); 2]; $taylor];
                    let (mut pair, mut inverse) = (0, 1 << $most::U32);
                    while pair < $taylor {
                        let even = 2 * pair as $bits;
                        if pair > 0 {
                            inverse /= even * (1 - even);
                        }
                        table[pair] = [$fixed::from_bits(inverse), $fixed::from_bits(inverse / (even + 1))];
                        pair += 1;
                    }
                    table
                };
                &TABLE
            };
            const NO_ZOOM: i32 = 0;
            const ZERO_SUM: $wide = 0;

            fn times(self, rhs: Self) -> Self::Area {
                FixedArea::from_bits($wide::from(self.to_bits()) * $wide::from(rhs.to_bits()))
            }

            fn share(self, unit: Self::Unit) -> $wide {
                $wide::from(self.to_bits()) * $wide::from(unit.to_bits())
            }

            fn plus(self, sum: $wide) -> Self {
                Self::from_sum(($wide::from(self.to_bits()) << $most::U32) + sum)
            }

            fn from_sum(sum: $wide) -> Self {
                Self::from_bits(sum.over_unit().narrow())
            }

            fn plus_unchecked(self, sum: $wide) -> Self {
                Self::from_sum_unchecked(($wide::from(self.to_bits()) << $most::U32) + sum)
            }

            fn from_sum_unchecked(sum: $wide) -> Self {
                Self::from_bits(sum.over_unit() as $bits)
            }

            fn in_steps(sum: $wide) -> Self::Unit {
                // The raw value of a step is 1, so a step times a unit fraction has the raw value of the fraction.
                $fixed::from_bits(sum.narrow())
            }

            fn saturating_sum(self, rhs: Self) -> Self {
                Self::from_bits(self.to_bits().saturating_add(rhs.to_bits()).max(-$bits::MAX))
            }

            fn saturating_difference(self, rhs: Self) -> Self {
                Self::from_bits(self.to_bits().saturating_sub(rhs.to_bits()).max(-$bits::MAX))
            }

            #[inline(never)]
            fn fraction(self, whole: Self) -> Self::Unit {
                let part = $wide::from(self.to_bits()) << $most::U32;
                $fixed::from_bits(part.round_divide(whole.to_bits()))
            }

            fn normalize<const N: usize>(block: [Self; N]) -> [Self; N] {
                Self::Area::normalize(block.map(|x| FixedArea::from_bits($wide::from(x.to_bits()))))
            }

            fn heading<const N: usize>(block: [Self::Unit; N]) -> [Self; N] {
                Self::normalize(block.map(|x| Self::from_bits(x.to_bits())))
            }

            fn quarters(angle: Self::Area) -> (u32, Self::Unit) {
                let (quarters, rest) = quarter_turns(angle.bits.into(), 2 * Frac::U32);
                (quarters, $fixed::from_bits((rest >> (U62::U32 - $most::U32)) as $bits))
            }

            fn zoom_for(extent: Self) -> i32 {
                // This leaves a factor of two to four below the working limit, because bodies are larger than their
                // first support point shows.
                const TARGET: i32 = $bits::BITS as i32 - 6;
                match extent.to_bits().unsigned_abs() {
                    0 => Self::NO_ZOOM,
                    bits => (TARGET - ($bits::BITS - 1 - bits.leading_zeros()) as i32).max(LEAST_ZOOM),
                }
            }

            fn zoom_out(zoom: i32) -> Option<i32> {
                const STEP: i32 = 4;
                // Below the scale of the input digits are lost, so that scale is tried before a smaller one.
                let least = if zoom > Self::NO_ZOOM { Self::NO_ZOOM } else { LEAST_ZOOM };
                (zoom > LEAST_ZOOM).then(|| (zoom - STEP).max(least))
            }

            fn zoom(self, zoom: i32) -> Self {
                let (bits, by) = (self.to_bits(), zoom.unsigned_abs());
                Self::from_bits(if zoom < 0 {
                    let halves = bits >> (by - 1).min($bits::BITS - 1);
                    (halves >> 1) + (halves & 1)
                } else if by < bits.unsigned_abs().leading_zeros() {
                    bits << by
                } else if bits < 0 {
                    -$bits::MAX
                } else {
                    $bits::MAX
                })
            }

            fn unzoom(self, zoom: i32) -> Self {
                self.zoom(-zoom)
            }

            fn zoom_in(self, zoom: i32) -> Self {
                Self::from_bits(self.to_bits() << zoom)
            }

            fn zoom_back(self, zoom: i32) -> Self {
                Self::from_bits((self.to_bits() + ((1 << zoom) >> 1)) >> zoom)
            }

            fn to_grid(self, _: Self) -> $bits {
                self.to_bits()
            }

            fn is_finite(self) -> bool {
                true
            }

            fn abs(self) -> Self {
                self.saturating_abs()
            }
        }

        impl<Frac> Area for FixedArea<$wide, Frac>
        where
            Frac: $legal + IsLessOrEqual<$most, Output = True> + Send + Sync + 'static,
        {
            type Scalar = $fixed<Frac>;

            const ZERO: Self = Self::from_bits(0);
            const MAX: Self = Self::from_bits($wide::MAX);

            #[inline(never)]
            fn per(self, length: Self::Scalar) -> Self::Scalar {
                $fixed::from_bits(self.bits.round_divide(length.to_bits()))
            }

            fn over_one(self) -> Self::Scalar {
                // Rounds to the nearest, ties towards +∞, as `normalize` does.
                $fixed::from_bits(match Frac::U32 {
                    0 => self.bits.narrow(),
                    shift => {
                        let halves = self.bits >> (shift - 1);
                        ((halves >> 1) + (halves & 1)).narrow()
                    }
                })
            }

            #[inline(never)]
            fn fraction(self, whole: Self) -> UnitOf<Self::Scalar> {
                // Both areas are shifted to at most BITS − 1 bits, so that the dividend, shifted by the bits of a unit
                // fraction, fits the wide type.
                let union = self.bits.unsigned_abs() | whole.bits.unsigned_abs();
                let shift = ($bits::BITS + 1).saturating_sub(union.leading_zeros());
                let part = (self.bits >> shift) << $most::U32;
                $fixed::from_bits(part.round_divide((whole.bits >> shift) as $bits))
            }

            fn portion(self, unit: UnitOf<Self::Scalar>) -> Self {
                Self::from_bits((self.bits >> $most::U32) * $wide::from(unit.to_bits()))
            }

            fn scaled(self, unit: UnitOf<Self::Scalar>) -> Self {
                // The low bits are never negative, because the shift of the high bits rounds down.
                let (unit, low) = ($wide::from(unit.to_bits()), self.bits & ((1 << $most::U32) - 1));
                Self::from_bits((self.bits >> $most::U32) * unit + ((low * unit) >> $most::U32))
            }

            #[inline(never)]
            fn squared_per(self, rhs: Self) -> Self {
                // Both are scaled to BITS − 1 bits, so that the square of the numerator fits the wide type and is less
                // than 2^BITS times the denominator. The quotient is scaled back.
                let (num, den) = (self.bits.unsigned_abs(), rhs.bits.unsigned_abs());
                if num == 0 {
                    return Self::ZERO;
                }
                if den == 0 {
                    return Self::MAX;
                }
                let (num_left, den_left) = (num.leading_zeros(), den.leading_zeros());
                let num = (num << num_left) >> ($bits::BITS + 1);
                let den = (den << den_left) >> ($bits::BITS + 1);
                let quotient = $unsigned_wide::from((num * num).divide(den as $unsigned));
                let back = ($bits::BITS + 1) as i32 - 2 * num_left as i32 + den_left as i32;
                let by = back.unsigned_abs();
                Self::from_bits(if by >= $wide::BITS {
                    0
                } else if back < 0 {
                    (quotient >> by) as $wide
                } else if quotient.leading_zeros() > by {
                    (quotient << by) as $wide
                } else {
                    $wide::MAX
                })
            }

            #[inline(never)]
            fn sqrt(self) -> Self::Scalar {
                let square = self.bits.max(0) as $unsigned_wide;
                let floor = $root(square);
                let rounded = if square - floor * floor > floor { floor + 1 } else { floor };
                $fixed::from_bits((rounded as $wide).narrow())
            }

            #[inline]
            fn normalize<const N: usize>(block: [Self; N]) -> [Self::Scalar; N] {
                const TARGET: u32 = $bits::BITS - 3;
                // The highest bit of the union of all magnitudes is that of the largest component.
                let union = block.iter().fold(0, |union, x| union | x.bits.unsigned_abs());
                let used = $wide::BITS - union.leading_zeros();
                let mut direction = [$fixed::ZERO; N];
                // A block of zeros needs no special case: any shift leaves it as it is.
                let slots = direction.iter_mut().zip(&block);
                if used <= TARGET {
                    slots.for_each(|(slot, x)| *slot = $fixed::from_bits((x.bits << (TARGET - used)) as $bits));
                } else {
                    let by = used - TARGET - 1;
                    slots.for_each(|(slot, x)| {
                        let halves = (x.bits >> by) as $bits;
                        *slot = $fixed::from_bits((halves >> 1) + (halves & 1));
                    });
                }
                direction
            }
        }

        impl Wide for $wide {
            type Narrow = $bits;

            fn over_unit(self) -> Self {
                // Adding half a unit cannot overflow: a sum of four products leaves more room than that.
                (self + (1 << ($most::U32 - 1))) >> $most::U32
            }

            #[inline]
            fn round_divide(self, rhs: $bits) -> $bits {
                let divisor = rhs.unsigned_abs();
                if divisor == 0 {
                    return 0;
                }
                let quotient = self.unsigned_abs().saturating_add((divisor / 2).into()).divide(divisor);
                let bounded = quotient.min($bits::MAX as $unsigned) as $bits;
                if (self < 0) == (rhs < 0) { bounded } else { -bounded }
            }

            #[inline]
            fn narrow(self) -> $bits {
                self.max(-$wide::from($bits::MAX)).min($wide::from($bits::MAX)) as $bits
            }
        }

        impl Dividend<$unsigned> for $unsigned_wide {
            fn divide(self, divisor: $unsigned) -> $unsigned {
                if (self >> $unsigned::BITS) as $unsigned >= divisor {
                    $unsigned::MAX
                } else if $unsigned_wide::BITS <= usize::BITS {
                    (self / $unsigned_wide::from(divisor)) as $unsigned
                } else {
                    self.divide_by_digits(divisor)
                }
            }

            #[inline(never)]
            fn divide_by_digits(self, divisor: $unsigned) -> $unsigned {
                const HALF: u32 = $unsigned::BITS / 2;
                const DIGIT: $unsigned = (1 << HALF) - 1;
                // Each digit of the quotient is estimated with the first digit of the divisor, which is normalized to
                // at least half of its range. So the estimate is too large by at most two.
                let left = divisor.leading_zeros();
                let (divisor, dividend) = (divisor << left, self << left);
                let (first, second) = (divisor >> HALF, divisor & DIGIT);
                let mut rest = (dividend >> $unsigned::BITS) as $unsigned;
                let mut quotient = 0;
                for next in [(dividend >> HALF) as $unsigned & DIGIT, dividend as $unsigned & DIGIT] {
                    let mut digit = rest.checked_div(first).unwrap_or(0);
                    let mut left_over = rest.wrapping_sub(digit.wrapping_mul(first));
                    while left_over <= DIGIT
                        && (digit > DIGIT || digit.wrapping_mul(second) > (left_over << HALF | next))
                    {
                        digit -= 1;
                        left_over += first;
                    }
                    rest = (rest << HALF | next).wrapping_sub(digit.wrapping_mul(divisor));
                    quotient = quotient << HALF | digit;
                }
                quotient
            }
        }
    };
}

fixed_point!(FixedI32<LeEqU32, U30>, i32, u32, i64, u64, root: root, taylor: 6);
fixed_point!(FixedI64<LeEqU64, U62>, i64, u64, i128, u128, root: u128::isqrt, taylor: 10);

/// Square roots, rounded to 8 bits, of the 16-bit numbers whose first byte is 64 to 255.
const ROOTS: [u8; 192] = {
    let mut roots = [0; 192];
    let (mut entry, mut root) = (0, 128_u32);
    while entry < 192 {
        // The middle of the range of numbers with this first byte.
        let square = (entry as u32 + 64) * 256 + 128;
        while root < 255 && root * root + root < square {
            root += 1;
        }
        roots[entry] = root as u8;
        entry += 1;
    }
    roots
};

/// The square root, rounded down, by Heron's method: if u holds the leading bits of the root of n, the mean of u and
/// n/u is correct to twice as many bits; u + n/u is twice that mean. If the first or the second bit of n is set, the
/// error at each width is less than one.
///
/// Source: Dickinson 2020, for Python's `math.isqrt`.
fn root(square: u64) -> u64 {
    let shift = square.leading_zeros().min(u64::BITS - 1) & !1;
    let n = square << shift;
    let first = u32::from(ROOTS.get((n >> 56).wrapping_sub(64) as usize).copied().unwrap_or(u8::MAX));
    // The first step gives 16 bits of the root, the second 32.
    let root = (first << 7) + ((n >> 41) as u32).checked_div(first).unwrap_or(0);
    let root = (u64::from(root) << 15) + u64::from((n >> 17).divide(root));
    let is_above = root.wrapping_mul(root).wrapping_sub(1) >= n;
    (root - u64::from(is_above)) >> (shift / 2)
}

/// Division of an integer by one of half its width, which must not be zero, with a quotient of half the width. A full
/// division takes hundreds of instructions on processors that have no instruction for it.
///
/// Source: Knuth, The Art of Computer Programming, volume 2, 4.3.1, algorithm D, for two digits.
trait Dividend<Half> {
    /// The quotient, rounded down; the largest number if the quotient does not fit.
    fn divide(self, divisor: Half) -> Half;

    /// The quotient, rounded down, which must fit.
    fn divide_by_digits(self, divisor: Half) -> Half;
}

/// The integer operations from which the number traits are built.
trait Wide: Sized {
    /// The integer type of half the width, whose products have this type.
    type Narrow;

    /// Converts a sum of at most four products of lengths and unit fractions to a length, rounded to the nearest, ties
    /// towards +∞.
    fn over_unit(self) -> Self;

    /// `self / divisor`, rounded to the nearest, ties away from zero; zero if the divisor is zero. Saturates at ±`MAX`.
    fn round_divide(self, divisor: Self::Narrow) -> Self::Narrow;

    /// The nearest value in ±`MAX` of the narrow type, whose negative is representable as well.
    fn narrow(self) -> Self::Narrow;
}
