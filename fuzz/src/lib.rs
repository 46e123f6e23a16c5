//! Builds numbers, bodies and poses from bytes for the fuzz targets.
//!
//! Bytes are read in order, and zeros follow when they run out: every input is valid, and a small change of the bytes
//! is a small change of the scene. Each target chooses the distribution of the numbers, a [`Manner`].

#[path = "../../tests/common/number.rs"]
#[allow(dead_code, reason = "every target uses its own part")]
pub mod number;

pub mod claims;
mod plan;
pub mod questions;

pub use plan::{Held, Plan, Shapes, least, scaled_pose};

use fixed::types::{I2F30, I2F62, I16F16, I32F32};
use gjk::{Error, Motion, Pose, Rotation, Rotation2, Rotation3, Scalar, UnitOf, Vec2, Vec3};
use number::{Number, Space};

/// The bytes left to read.
pub struct Bytes<'d>(&'d [u8]);

impl<'d> Bytes<'d> {
    pub fn new(data: &'d [u8]) -> Self {
        Self(data)
    }

    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut array = [0; N];
        let (now, later) = self.0.split_at(N.min(self.0.len()));
        array[..now.len()].copy_from_slice(now);
        self.0 = later;
        array
    }

    pub fn byte(&mut self) -> u8 {
        let [byte] = self.array();
        byte
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u8) -> u8 {
        self.byte() % end
    }
}

/// Reads a number as its bits.
pub trait Raw: Scalar {
    fn raw(bytes: &mut Bytes<'_>) -> Self;
}

macro_rules! raw {
    ($($scalar:ty: $convert:expr;)+) => {$(
        impl Raw for $scalar {
            fn raw(bytes: &mut Bytes<'_>) -> Self {
                $convert(bytes.array())
            }
        }
    )+};
}

raw! {
    f32: f32::from_le_bytes;
    f64: f64::from_le_bytes;
    I16F16: I16F16::from_le_bytes;
    I32F32: I32F32::from_le_bytes;
    I2F30: I2F30::from_le_bytes;
    I2F62: I2F62::from_le_bytes;
}

/// A distribution of numbers.
pub trait Manner<S: Number> {
    /// A coordinate.
    fn coordinate(bytes: &mut Bytes<'_>) -> S;

    /// A size; shapes refuse negative ones.
    fn size(bytes: &mut Bytes<'_>) -> S;

    /// An entry of a rotation, or a component of a quaternion.
    fn unit(bytes: &mut Bytes<'_>) -> UnitOf<S>;
}

/// Arbitrary bits, and often the ends of the ranges.
pub struct Wild;

impl Wild {
    /// A number, and whether it may be one that constructors refuse. Only one in sixteen may: a scene has ten numbers
    /// and more, and one that is refused ends it before the query.
    fn draw<S: Number + Raw>(bytes: &mut Bytes<'_>) -> (S, bool) {
        let kind = bytes.byte();
        let number = match kind % 16 {
            0 => S::NIL,
            1 => S::LIMIT,
            2 => -S::LIMIT,
            3 => S::ONE,
            4 => S::MAX,
            5..=8 => <Tame as Manner<S>>::coordinate(bytes),
            _ => S::raw(bytes),
        };
        let is_legal = |x: S| -S::LIMIT <= x && x <= S::LIMIT;
        if kind < 16 {
            return (number, true);
        }
        // A sixteenth of any fixed-point number is legal; of floats beyond the limit few are.
        let less = if is_legal(number) { number } else { S::of(number.value() / 16.0) };
        (if is_legal(less) { less } else { S::ONE }, false)
    }
}

impl<S: Number + Raw<Unit: Raw>> Manner<S> for Wild {
    fn coordinate(bytes: &mut Bytes<'_>) -> S {
        Self::draw(bytes).0
    }

    fn size(bytes: &mut Bytes<'_>) -> S {
        let (number, is_any) = Self::draw(bytes);
        if is_any { number } else { Scalar::abs(number) }
    }

    fn unit(bytes: &mut Bytes<'_>) -> S::Unit {
        if bytes.byte() < 128 { <Tame as Manner<S>>::unit(bytes) } else { Raw::raw(bytes) }
    }
}

/// Lengths of about 2^−4 to 2^4, half of them on a lattice, and one in eight down to tiny ones.
pub struct Tame;

impl<S: Number> Manner<S> for Tame {
    fn coordinate(bytes: &mut Bytes<'_>) -> S {
        let kind = bytes.byte();
        S::of(match kind {
            0..=127 => f64::from((kind << 1) as i8) / 16.0,
            128..=223 => f64::from(i32::from_le_bytes(bytes.array()) >> 7) / f64::from(1 << 20),
            _ => f64::from(bytes.byte() as i8) / 2.0_f64.powi(i32::from(kind) - 216),
        })
    }

    fn size(bytes: &mut Bytes<'_>) -> S {
        Scalar::abs(<Self as Manner<S>>::coordinate(bytes))
    }

    fn unit(bytes: &mut Bytes<'_>) -> S::Unit {
        let kind = bytes.byte();
        S::unit_of(match kind {
            0..=127 => [0.0, 1.0, -1.0][usize::from(kind % 3)],
            128..=223 => f64::from(i32::from_le_bytes(bytes.array()) >> 8) / f64::from(1 << 23),
            _ => f64::from(bytes.byte() as i8) / 2.0_f64.powi(i32::from(kind) - 216),
        })
    }
}

/// A vector type that the targets run on.
pub trait Fuzzed: Space + Shapes {
    /// A rotation by one of its constructors.
    fn draw_rotation<M: Manner<Self::Scalar>>(bytes: &mut Bytes<'_>) -> Result<Rotation<Self>, Error>;

    /// A motion with a velocity and an angular velocity.
    fn draw_motion<M: Manner<Self::Scalar>>(bytes: &mut Bytes<'_>) -> Result<Motion<Self>, Error>;

    /// Makes a vector from coordinates, in order.
    fn draw(coordinate: impl FnMut() -> Self::Scalar) -> Self;

    /// The direction of a unit vector, with all of its digits.
    fn direction_of(unit: Self::UnitVector) -> Self {
        // Raw components stay below 2^30: 2^29 with 16 fractional bits.
        const FIXED_LENGTH: f64 = 8192.0;
        let value = Self::unit_value(unit);
        Self::of(if Self::Scalar::is_float() { value } else { number::scale(value, FIXED_LENGTH) })
    }
}

impl<S: Number> Fuzzed for Vec2<S> {
    fn draw_rotation<M: Manner<S>>(bytes: &mut Bytes<'_>) -> Result<Rotation<Self>, Error> {
        let mut unit = || M::unit(bytes);
        if unit() > S::Unit::NIL {
            Rotation2::from_matrix([[unit(), unit()], [unit(), unit()]])
        } else {
            Rotation2::from_cos_sin(unit(), unit())
        }
    }

    fn draw_motion<M: Manner<S>>(bytes: &mut Bytes<'_>) -> Result<Motion<Self>, Error> {
        Motion::new(vector::<Self, M>(bytes), M::coordinate(bytes))
    }

    fn draw(mut coordinate: impl FnMut() -> S) -> Self {
        Vec2::new(coordinate(), coordinate())
    }
}

impl<S: Number> Fuzzed for Vec3<S> {
    fn draw_rotation<M: Manner<S>>(bytes: &mut Bytes<'_>) -> Result<Rotation<Self>, Error> {
        let kind = bytes.below(4);
        let mut unit = || M::unit(bytes);
        match kind {
            0 => {
                let mut row = || [unit(), unit(), unit()];
                Rotation3::from_matrix([row(), row(), row()])
            }
            1 => Rotation3::from_axis_cos_sin(Vec3::new(unit(), unit(), unit()), unit(), unit()),
            _ => Rotation3::from_quaternion(unit(), unit(), unit(), unit()),
        }
    }

    fn draw_motion<M: Manner<S>>(bytes: &mut Bytes<'_>) -> Result<Motion<Self>, Error> {
        Motion::new(vector::<Self, M>(bytes), vector::<Self, M>(bytes))
    }

    fn draw(mut coordinate: impl FnMut() -> S) -> Self {
        Vec3::new(coordinate(), coordinate(), coordinate())
    }
}

/// Draws a vector.
pub fn vector<V: Fuzzed, M: Manner<V::Scalar>>(bytes: &mut Bytes<'_>) -> V {
    V::draw(|| M::coordinate(bytes))
}

/// Draws a pose; half of all poses have no rotation, and those that draw one which is refused.
pub fn pose<V: Fuzzed, M: Manner<V::Scalar>>(bytes: &mut Bytes<'_>) -> Result<Pose<V>, Error> {
    let is_turned = bytes.below(2) != 0;
    let rotation = is_turned.then(|| V::draw_rotation::<M>(bytes).ok()).flatten();
    Pose::new(rotation.unwrap_or(Rotation::IDENTITY), vector::<V, M>(bytes))
}

/// Calls a function for a scalar of the given ones and a dimension, which a byte chooses.
#[macro_export]
macro_rules! for_any_vector {
    ($bytes:ident, $function:ident, $($scalar:ty),+) => {{
        use ::gjk::{Vec2, Vec3};
        let choices: &[fn(&mut $crate::Bytes<'_>) -> _] = &[$($function::<Vec2<$scalar>>, $function::<Vec3<$scalar>>),+];
        choices[usize::from($bytes.below(choices.len() as u8))]($bytes)
    }};
}
