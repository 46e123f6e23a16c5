//! Conversion of integers to scalars, and of scalars to bits.

use fixed::types::{I2F30, I2F62, I16F16, I32F32};
use gjk::Scalar;

/// The integer that represents one. Lengths and coordinates are drawn as multiples of 2^−60 of a scale.
pub const ONE: i64 = 1 << ONE_BITS;
const ONE_BITS: i32 = 60;

/// A number that can be made from an integer by exact operations.
pub trait Digits: Scalar {
    /// The number `units / ONE · 2^exponent`, rounded down to the digits of the type. `units` is at most four times
    /// `ONE`.
    fn from_units(units: i64, exponent: i32) -> Self;

    /// All bits of the number.
    fn bits(self) -> u64;
}

/// A scalar of the corpus.
pub trait Number: Digits + Scalar<Unit: Digits> {
    /// The name.
    const NAME: &'static str;

    /// The scales of bodies, as exponents of two: usual, small, the smallest possible, large, the largest possible.
    const SCALES: [i32; 5];

    /// All bits of a product of two numbers.
    fn area_bits(area: Self::Area) -> i128;
}

macro_rules! float {
    ($float:ident, $integer:ident, $bits:ident, scales: $scales:expr) => {
        impl Digits for $float {
            fn from_units(units: i64, exponent: i32) -> Self {
                // The integer keeps only as many bits as the significand has, so the conversion and the product are
                // exact.
                const DROPPED: i32 = ONE_BITS + 2 - $float::MANTISSA_DIGITS as i32;
                const BIAS: i32 = $float::MAX_EXP - 1;
                const FRACTION_BITS: i32 = $float::MANTISSA_DIGITS as i32 - 1;
                let biased = exponent - ONE_BITS + DROPPED + BIAS;
                let power =
                    if biased > 0 { (biased as $bits) << FRACTION_BITS } else { 1 << (FRACTION_BITS - 1 + biased) };
                ((units >> DROPPED) as $integer as $float) * $float::from_bits(power)
            }

            fn bits(self) -> u64 {
                self.to_bits().into()
            }
        }

        impl Number for $float {
            const NAME: &'static str = stringify!($float);
            const SCALES: [i32; 5] = $scales;

            fn area_bits(area: $float) -> i128 {
                area.to_bits().into()
            }
        }
    };
}

float!(f32, i32, u32, scales: [0, -60, -126, 30, 57]);
float!(f64, i64, u64, scales: [0, -500, -1022, 250, 497]);

macro_rules! fixed_point {
    ($($fixed:ident),+) => {$(
        impl Digits for $fixed {
            fn from_units(units: i64, exponent: i32) -> Self {
                let by = Self::FRAC_NBITS as i32 + exponent - ONE_BITS;
                let bits = if by < 0 { units >> -by } else { units << by };
                Self::from_bits(bits as _)
            }

            fn bits(self) -> u64 {
                self.to_bits() as u64
            }
        }
    )+};
}

fixed_point!(I16F16, I32F32, I2F30, I2F62);

impl Number for I16F16 {
    const NAME: &'static str = "i16f16";
    const SCALES: [i32; 5] = [2, -6, -13, 6, 9];

    fn area_bits(area: Self::Area) -> i128 {
        area.to_bits().into()
    }
}

impl Number for I32F32 {
    const NAME: &'static str = "i32f32";
    const SCALES: [i32; 5] = [2, -14, -29, 14, 25];

    fn area_bits(area: Self::Area) -> i128 {
        area.to_bits()
    }
}
