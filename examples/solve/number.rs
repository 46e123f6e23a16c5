//! The four number systems a case can be solved in, and how numbers of a file get in and out.

use fixed::types::{I16F16, I32F32};
use gjk::{Error, Scalar};

/// A scalar that numbers of a file can be rounded to.
pub trait Number: Scalar {
    /// The nearest length.
    fn from_f64(value: f64) -> Result<Self, Error>;

    /// The nearest `f64`.
    fn to_f64(self) -> f64;

    /// The nearest unit fraction.
    fn unit_from_f64(value: f64) -> Result<Self::Unit, Error>;

    /// The nearest `f64`.
    fn unit_to_f64(unit: Self::Unit) -> f64;

    /// A power of two by which a block of rotation components fits the unit fractions; the block may be any multiple of
    /// a rotation.
    fn fit(_block: &[f64]) -> f64 {
        1.0
    }
}

impl Number for f64 {
    fn from_f64(value: f64) -> Result<Self, Error> {
        Ok(value)
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn unit_from_f64(value: f64) -> Result<Self, Error> {
        Self::from_f64(value)
    }

    fn unit_to_f64(unit: Self) -> f64 {
        unit.to_f64()
    }
}

impl Number for f32 {
    fn from_f64(value: f64) -> Result<Self, Error> {
        let near = value as f32;
        if near.is_finite() { Ok(near) } else { Err(Error::OutOfRange) }
    }

    fn to_f64(self) -> f64 {
        self.into()
    }

    fn unit_from_f64(value: f64) -> Result<Self, Error> {
        Self::from_f64(value)
    }

    fn unit_to_f64(unit: Self) -> f64 {
        unit.to_f64()
    }
}

macro_rules! fixed_point {
    ($($fixed:ident)+) => {
        $(impl Number for $fixed {
            fn from_f64(value: f64) -> Result<Self, Error> {
                Self::checked_from_num(value).ok_or(Error::OutOfRange)
            }

            fn to_f64(self) -> f64 {
                self.to_num()
            }

            fn unit_from_f64(value: f64) -> Result<Self::Unit, Error> {
                Self::Unit::checked_from_num(value).ok_or(Error::OutOfRange)
            }

            fn unit_to_f64(unit: Self::Unit) -> f64 {
                unit.to_num()
            }

            fn fit(block: &[f64]) -> f64 {
                power_of_two_over(block.iter().fold(0.0, |most, x| x.abs().max(most)))
            }
        })+
    };
}

fixed_point!(I16F16 I32F32);

/// A power of two that brings a number into the range from a half to two, or near it for the smallest numbers; one for
/// numbers already there.
fn power_of_two_over(most: f64) -> f64 {
    let exponent = if most > 0.0 { most.log2().floor().clamp(-1000.0, 1000.0) } else { 0.0 };
    if (-1.0..=0.0).contains(&exponent) { 1.0 } else { (-exponent).exp2() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_to_nearest() {
        let step = I16F16::DELTA;
        assert_eq!(I16F16::from_f64(1.6 / 65536.0), Ok(step + step));
        assert_eq!(I32F32::from_f64(-2.5), Ok(I32F32::from_num(-2.5)));
        assert_eq!(f32::from_f64(0.1), Ok(0.1));
    }

    #[test]
    fn refuses_what_does_not_fit() {
        assert_eq!(I16F16::from_f64(32768.0), Err(Error::OutOfRange));
        assert_eq!(f32::from_f64(1e39), Err(Error::OutOfRange));
    }

    #[test]
    fn brings_quaternions_into_range() {
        assert_eq!(I16F16::fit(&[0.0, -0.6, 0.8, 0.0]), 1.0);
        assert_eq!(I16F16::fit(&[0.0, -6.0, 0.0, 1.0]), 0.25);
        assert_eq!(I16F16::fit(&[0.0, 0.0]), 1.0);
        assert_eq!(f64::fit(&[8.0]), 1.0);
    }
}
