//! The number systems a case can be solved in, and the conversion of the numbers of a file.

use fixed::types::extra::{U30, U62};
use fixed::types::{I16F16, I32F32};
use fixed::{FixedI32, FixedI64};
use gjk::{Error, Scalar};

/// A number type that the numbers of a file can be rounded to.
pub trait Convert: Copy {
    /// The nearest value.
    fn from_f64(value: f64) -> Result<Self, Error>;

    /// The nearest `f64`.
    fn to_f64(self) -> f64;
}

/// A scalar that cases can be solved in.
pub trait Number: Scalar<Unit: Convert> + Convert {}

impl<S: Scalar<Unit: Convert> + Convert> Number for S {}

impl Convert for f64 {
    fn from_f64(value: f64) -> Result<Self, Error> {
        Ok(value)
    }

    fn to_f64(self) -> f64 {
        self
    }
}

impl Convert for f32 {
    fn from_f64(value: f64) -> Result<Self, Error> {
        let near = value as f32;
        if near.is_finite() { Ok(near) } else { Err(Error::OutOfRange) }
    }

    fn to_f64(self) -> f64 {
        self.into()
    }
}

macro_rules! fixed_point {
    ($($fixed:ty),+) => {
        $(impl Convert for $fixed {
            fn from_f64(value: f64) -> Result<Self, Error> {
                Self::checked_from_num(value).ok_or(Error::OutOfRange)
            }

            fn to_f64(self) -> f64 {
                self.to_num()
            }
        })+
    };
}

// The fixed-point scalars and their unit fractions.
fixed_point!(I16F16, FixedI32<U30>, I32F32, FixedI64<U62>);

/// The components of a rotation, times the power of two that brings the largest of them nearest to one. They then fit
/// the unit fractions of fixed point and have lost no digit. Any multiple of the components is the same rotation.
pub fn unit_sized<const N: usize>(block: [f64; N]) -> [f64; N] {
    let largest = block.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    if largest == 0.0 {
        return block;
    }
    let exponent = largest.log2().round() as i32;
    // Two factors, because the inverse of the smallest number is out of range.
    let (first, second) = (exponent / 2, exponent - exponent / 2);
    block.map(|x| x * 2_f64.powi(-first) * 2_f64.powi(-second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_to_nearest() {
        assert_eq!(I16F16::from_f64(1.6 / 65536.0), Ok(I16F16::DELTA + I16F16::DELTA));
        assert_eq!(I32F32::from_f64(-2.5), Ok(I32F32::from_num(-2.5)));
        assert_eq!(f32::from_f64(0.1), Ok(0.1));
    }

    #[test]
    fn refuses_what_does_not_fit() {
        assert_eq!(I16F16::from_f64(32768.0), Err(Error::OutOfRange));
        assert_eq!(I16F16::from_f64(f64::INFINITY), Err(Error::OutOfRange));
        assert_eq!(f32::from_f64(1e39), Err(Error::OutOfRange));
    }

    #[test]
    fn brings_rotations_to_unit_size() {
        assert_eq!(unit_sized([0.6, -0.8]), [0.6, -0.8]);
        assert_eq!(unit_sized([0.0, -6.0, 0.0, 8.0]), [0.0, -0.75, 0.0, 1.0]);
        assert_eq!(unit_sized([0.0, 0.0]), [0.0, 0.0]);
        assert_eq!(unit_sized([5e-324, 0.0]), [1.0, 0.0]);
        assert_eq!(unit_sized([f64::MAX, 0.0])[0], 1.0 - f64::EPSILON / 2.0);
    }
}
