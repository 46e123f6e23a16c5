//! `f32` and `f64` as scalars.

use crate::number::scalar::{Area, Scalar, sealed};

#[cfg(any(test, not(any(feature = "std", feature = "speed"))))]
mod root;

// Implements the traits for a float. `limit`, `working` and `comfort` are exponents of two. `limit` leaves room for the
// squares of sums of several coordinates. `working` leaves room for products of two differences of support points,
// which are normalized before they are multiplied further. If the components of a direction lie within 2^±`comfort`, a
// product of four neither overflows nor underflows, with digits to spare.
//
// `quarter` is a quarter turn, π/2, as a sum of three parts. The first two have so many zero low bits that their
// products with a moderate number of quarters are exact (Cody, Waite 1980).
macro_rules! float {
    ($float:ident, $bits:ident, $grid:ident, $powers:ident, $portable_root:ident, limit: $limit:literal,
     working: $working:literal, comfort: $comfort:literal, tolerance: $tolerance:literal, angle: $angle:literal, taylor: $taylor:literal,
     quarter: $quarter:expr) => {
        mod $powers {
            //! Exact powers of two.

            const MANTISSA_BITS: u32 = $float::MANTISSA_DIGITS - 1;
            const BIAS: $bits = ($float::MAX_EXP - 1) as $bits;

            /// The zoom that the largest legal body needs: the working limit divided by the support limit.
            pub(super) const LEAST_ZOOM: $float = 1.0 / of_two($limit + 3 - $working);

            /// 2^exponent.
            pub(super) const fn of_two(exponent: $bits) -> $float {
                $float::from_bits((exponent + BIAS) << MANTISSA_BITS)
            }

            /// The power of two that brings a positive number to [1, 2), or as near to it as exponents allow; one for
            /// zero, negative numbers, infinity and NaN.
            #[inline]
            pub(super) fn inverse(number: $float) -> $float {
                if !(number > 0.0 && number <= $float::MAX) {
                    return 1.0;
                }
                // A number with the biased exponent e is near 2^(e − BIAS). Its zoom is 2^(BIAS − e), with the biased
                // exponent 2·BIAS − e. Both 2^−(BIAS − 1) and 2^(BIAS − 1) are normal numbers: a power of two within
                // them has an exact inverse, which is normal as well.
                let exponent = (number.to_bits() >> MANTISSA_BITS).max(1).min(2 * BIAS - 1);
                $float::from_bits((2 * BIAS - exponent) << MANTISSA_BITS)
            }
        }

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
            const IS_FLOAT: bool = true;
            const LEAST: $float = $float::from_bits(1);
            const LIMIT: $float = $powers::of_two($limit);
            const SUPPORT_LIMIT: $float = $powers::of_two($limit + 3);
            const WORKING_LIMIT: $float = $powers::of_two($working);
            const ROUNDING: $float = $float::EPSILON;
            const PRODUCT_ROUNDING: $float = $float::EPSILON;
            const CURVED_TOLERANCE: $float = $tolerance;
            const CURVED_ANGLE: $float = $angle;
            const CURVED_GAP: $float = $angle * $angle / 2.0;
            const TAYLOR: &'static [[$float; 2]] = {
                const TABLE: [[$float; 2]; $taylor] = {
                    let mut table = [[1.0; 2]; $taylor];
                    // The factorials are exact in this float.
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
            // −0 is the neutral element of float addition, so the compiler removes the addition; +0 is not (−0 + 0 =
            // +0).
            const ZERO_SUM: $float = -0.0;

            fn times(self, rhs: $float) -> $float {
                self * rhs
            }

            fn share(self, unit: $float) -> $float {
                self * unit
            }

            fn plus(self, sum: $float) -> $float {
                self + sum
            }

            fn from_sum(sum: $float) -> $float {
                sum
            }

            fn in_steps(_: $float) -> $float {
                0.0
            }

            fn fraction(self, whole: $float) -> $float {
                self / whole
            }

            #[cfg_attr(all(feature = "speed", target_pointer_width = "64"), inline(always))]
            #[cfg_attr(all(feature = "speed", not(target_pointer_width = "64")), inline)]
            #[cfg_attr(not(feature = "speed"), inline(never))]
            fn normalize<const N: usize>(mut block: [$float; N]) -> [$float; N] {
                // Within 2^±comfort products of four components neither overflow nor lose digits, and without the
                // scaling no bit of any later quotient changes.
                const COMFORT: $float = $powers::of_two($comfort);
                let largest = block.iter().fold(0.0, |largest, x| Scalar::max(x.abs(), largest));
                if (1.0 / COMFORT..=COMFORT).contains(&largest) {
                    return block;
                }
                let zoom = rarely($powers::inverse, largest);
                // A new array takes 12 % fewer instructions for a warm distance of boxes in `f32` on x86-64. Scaling in
                // place takes 24 bytes less stack for a distance of capsules, built for size, on a Cortex-M4F.
                if cfg!(feature = "speed") {
                    block.map(|x| x * zoom)
                } else {
                    block.iter_mut().for_each(|x| *x *= zoom);
                    block
                }
            }

            fn heading<const N: usize>(block: [$float; N]) -> [$float; N] {
                block
            }

            fn quarters(angle: $float) -> (u32, $float) {
                // Adding and subtracting this number rounds to a whole number.
                const WHOLE: $float = 1.5 / $float::EPSILON;
                let [first, second, third]: [$float; 3] = $quarter;
                let quarters = angle * core::$float::consts::FRAC_2_PI + WHOLE - WHOLE;
                let rest = angle - quarters * first - quarters * second - quarters * third;
                // For an angle with a rounding step of a turn or more the remainder has no meaning, so it is clamped.
                (quarters as i64 as u32, Scalar::min(Scalar::max(rest, -1.0), 1.0))
            }

            #[inline]
            fn zoom_for(extent: $float) -> $float {
                // Within these bounds products of two lengths, and of their rounding steps, are far from overflow and
                // underflow.
                const COMFORT: $float = $powers::of_two($comfort / 2);
                if (1.0 / COMFORT..=COMFORT).contains(&extent) {
                    return Self::NO_ZOOM;
                }
                Scalar::max($powers::inverse(extent), $powers::LEAST_ZOOM)
            }

            fn zoom_out(zoom: $float) -> Option<$float> {
                const STEP: $float = $powers::of_two($working / 2);
                (zoom > $powers::LEAST_ZOOM).then(|| Scalar::max(zoom / STEP, $powers::LEAST_ZOOM))
            }

            fn zoom(self, zoom: $float) -> $float {
                self * zoom
            }

            fn unzoom(self, zoom: $float) -> $float {
                self * (1.0 / zoom)
            }

            fn to_grid(self, extent: $float) -> $grid {
                const FRACTION: u32 = $float::MANTISSA_DIGITS - 1;
                const ROOM: u32 = $grid::BITS - 2 - $float::MANTISSA_DIGITS;
                // Subnormal numbers have the exponent of the smallest normal numbers; normal numbers have a hidden bit.
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

            fn is_finite(self) -> bool {
                $float::is_finite(self)
            }

            fn abs(self) -> $float {
                $float::abs(self)
            }

            /// Flips the sign bit: a branch would be unpredictable.
            fn negated_if(self, is_negative: bool) -> $float {
                let sign: $float = if is_negative { -0.0 } else { 0.0 };
                $float::from_bits(self.to_bits() ^ sign.to_bits())
            }

            fn is_within(self, limit: $float) -> bool {
                self.abs() <= limit
            }

            fn are_workable<const N: usize>(block: [$float; N]) -> bool {
                let sum = block.iter().fold(0.0, |sum, x| sum + x.abs());
                sum <= N as $float * Self::WORKING_LIMIT
            }
        }

        impl Area for $float {
            type Scalar = $float;

            const ZERO: $float = 0.0;
            const MAX: $float = $float::MAX;

            fn per(self, length: $float) -> $float {
                self / length
            }

            fn over_one(self) -> $float {
                self
            }

            fn fraction(self, whole: $float) -> $float {
                if whole == 0.0 { 0.0 } else { self / whole }
            }

            fn ratio(self, whole: $float) -> $float {
                Area::fraction(self, whole)
            }

            fn portion(self, unit: $float) -> $float {
                self * unit
            }

            fn squared_per(self, rhs: $float) -> $float {
                self * (self / rhs)
            }

            #[cfg_attr(any(feature = "speed", feature = "std"), inline)]
            #[cfg_attr(not(any(feature = "speed", feature = "std")), inline(never))]
            fn sqrt(self) -> $float {
                let square = if self > 0.0 { self } else { 0.0 };
                #[cfg(feature = "std")]
                let root = $float::sqrt(square);
                #[cfg(all(not(feature = "std"), feature = "speed"))]
                let root = libm::$portable_root(square);
                #[cfg(not(any(feature = "std", feature = "speed")))]
                let root = root::$portable_root(square);
                root
            }

            #[cfg_attr(target_pointer_width = "64", inline(always))]
            #[cfg_attr(not(target_pointer_width = "64"), inline)]
            fn normalize<const N: usize>(block: [$float; N]) -> [$float; N] {
                Scalar::normalize(block)
            }

            fn factors<const N: usize>(block: [$float; N]) -> [$float; N] {
                block
            }
        }
    };
}

float!(f32, u32, i32, powers_of_f32, sqrtf, limit: 60, working: 40, comfort: 20, tolerance: 1e-6, angle: 7.5e-5, taylor: 6,
    quarter: [1.570_312_5, 4.837_513e-4, 7.549_79e-8]);
float!(f64, u64, i64, powers_of_f64, sqrt, limit: 500, working: 300, comfort: 200, tolerance: 1e-8, angle: 1e-7, taylor: 9,
    quarter: [1.570_796_325_802_803, 9.920_935_791_635_221e-10, 5.170_182_981_794_105e-19]);

/// Keeps rare work out of loops. It takes a single number, so that the block from which the number comes can stay in
/// registers. It is generic, so that it is compiled together with its callers and the compiler sees that it has no side
/// effects.
#[cold]
#[inline(never)]
fn rarely<T>(work: impl Fn(T) -> T, number: T) -> T {
    work(number)
}
