//! Scalars that can be made from integers and compared with answers in `f64`.

use crate::pairs;
use fixed::types::{I16F16, I32F32};
use gjk::{Polyhedron, Scalar};

pub trait Number: Scalar {
    const NAME: &str;

    /// The length `units`/256.
    fn length(units: i16) -> Self;

    /// The unit fraction `numerator`/2^15, in [−1, 1].
    fn unit(numerator: i16) -> Self::Unit;

    fn to_f64(self) -> f64;

    /// The rounding step of coordinates up to `size`.
    fn step(size: f64) -> f64;

    /// The permitted relative error for curved bodies.
    fn tolerance() -> f64;

    /// The static hulls of 64 points.
    fn polyhedra() -> &'static [&'static Polyhedron<'static, Self>];
}

macro_rules! float {
    ($float:ident, $polyhedra:ident) => {
        impl Number for $float {
            const NAME: &str = stringify!($float);

            fn length(units: i16) -> $float {
                $float::from(units) / 256.0
            }

            fn unit(numerator: i16) -> $float {
                $float::from(numerator) / 32768.0
            }

            fn to_f64(self) -> f64 {
                self.into()
            }

            fn step(size: f64) -> f64 {
                f64::from($float::EPSILON) * size
            }

            fn tolerance() -> f64 {
                $float::CURVED_TOLERANCE.into()
            }

            fn polyhedra() -> &'static [&'static Polyhedron<'static, $float>] {
                &pairs::$polyhedra
            }
        }
    };
}

macro_rules! fixed {
    ($fixed:ident, $bits:ident, $name:literal, $polyhedra:ident) => {
        impl Number for $fixed {
            const NAME: &str = $name;

            fn length(units: i16) -> $fixed {
                $fixed::from_bits($bits::from(units) << ($fixed::FRAC_NBITS - 8))
            }

            fn unit(numerator: i16) -> <$fixed as Scalar>::Unit {
                <$fixed as Scalar>::Unit::from_bits(
                    $bits::from(numerator) << (<$fixed as Scalar>::Unit::FRAC_NBITS - 15),
                )
            }

            fn to_f64(self) -> f64 {
                self.to_bits() as f64 / (1_u64 << $fixed::FRAC_NBITS) as f64
            }

            fn step(_: f64) -> f64 {
                $fixed::DELTA.to_f64()
            }

            fn tolerance() -> f64 {
                0.0
            }

            fn polyhedra() -> &'static [&'static Polyhedron<'static, $fixed>] {
                &pairs::$polyhedra
            }
        }
    };
}

float!(f32, POLYHEDRA_F32);
float!(f64, POLYHEDRA_F64);
fixed!(I16F16, i32, "i16f16", POLYHEDRA_I16F16);
fixed!(I32F32, i64, "i32f32", POLYHEDRA_I32F32);
