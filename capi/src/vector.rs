//! Numbers and vectors as C has them.

use fixed::FixedI32;
use fixed::types::{I2F30, I16F16};
use gjk::{Scalar, Vec2, Vec3, Vector};

/// A fixed-point number with 16 fractional bits (Q16.16): a coordinate, a size, a distance. 65536 is one unit of
/// length.
pub type gjk_q16 = i32;

/// A fixed-point number with 30 fractional bits (Q2.30): a component of a unit vector, an entry of a rotation, a
/// tolerance. 1073741824 is one.
pub type gjk_q30 = i32;

/// An area in fixed point, with 32 fractional bits (Q32.32). 4294967296 is one unit of length squared.
pub type gjk_q32 = i64;

/// A scalar of the core, and what C has for it.
///
/// # Safety
/// It has the layout of `Raw`, and every bit pattern is a value of both.
pub unsafe trait Number: Scalar {
    /// What C has.
    type Raw: Copy;
    /// No coordinate: the core refuses it wherever it comes from.
    const NOWHERE: Self::Raw;
    /// The core's number with the bits of that of C.
    fn from_raw(raw: Self::Raw) -> Self;
    /// The number for C.
    fn to_raw(self) -> Self::Raw;
}

// SAFETY: they are the same.
unsafe impl Number for f32 {
    type Raw = f32;
    const NOWHERE: f32 = f32::NAN;

    fn from_raw(raw: f32) -> f32 {
        raw
    }

    fn to_raw(self) -> f32 {
        self
    }
}

// SAFETY: fixed point wraps its bits transparently.
unsafe impl<Frac> Number for FixedI32<Frac>
where
    Self: Scalar,
{
    type Raw = i32;
    const NOWHERE: i32 = i32::MAX;

    fn from_raw(raw: i32) -> Self {
        Self::from_bits(raw)
    }

    fn to_raw(self) -> i32 {
        self.to_bits()
    }
}

/// A vector as C has it.
///
/// # Safety
/// It has the layout of `Vector`, and every bit pattern is a value of both.
pub unsafe trait Plain: Copy {
    /// The vector as the core has it.
    type Vector: Vector;
    /// A point out of range.
    const NOWHERE: Self;
    /// From that of the core.
    fn new(vector: Self::Vector) -> Self;
    /// That of the core.
    fn get(self) -> Self::Vector;
}

/// C structs with the layout of the core's vectors.
macro_rules! vectors {
    ($($(#[$doc:meta])+ $name:ident { $($axis:ident),+: $raw:ty } = $vector:ident<$scalar:ty>;)+) => {$(
        $(#[$doc])+
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            $(
                #[doc = concat!(" Along the ", stringify!($axis), " axis.")]
                pub $axis: $raw,
            )+
        }

        const _: () = {
            assert!(size_of::<$name>() == size_of::<$vector<$scalar>>());
            assert!(align_of::<$name>() == align_of::<$vector<$scalar>>());
        };

        // SAFETY: both are `repr(C)` with the same fields in the same order, as the lines above and below hold, of
        // `f32` or of `i32`, which fixed point wraps transparently.
        unsafe impl Plain for $name {
            type Vector = $vector<$scalar>;
            const NOWHERE: Self = Self { $($axis: <$scalar>::NOWHERE),+ };

            fn new(vector: Self::Vector) -> Self {
                Self { $($axis: vector.$axis.to_raw()),+ }
            }

            fn get(self) -> Self::Vector {
                $vector { $($axis: <$scalar>::from_raw(self.$axis)),+ }
            }
        }
    )+};
}

vectors! {
    /// A point or a direction in space.
    gjk_vec3f { x, y, z: f32 } = Vec3<f32>;
    /// A point or a direction in the plane.
    gjk_vec2f { x, y: f32 } = Vec2<f32>;
    /// A point or a direction in space, in fixed point.
    gjk_vec3q { x, y, z: gjk_q16 } = Vec3<I16F16>;
    /// A point or a direction in the plane, in fixed point.
    gjk_vec2q { x, y: gjk_q16 } = Vec2<I16F16>;
    /// A unit vector in space, in fixed point.
    gjk_unit3q { x, y, z: gjk_q30 } = Vec3<I2F30>;
    /// A unit vector in the plane, in fixed point.
    gjk_unit2q { x, y: gjk_q30 } = Vec2<I2F30>;
}
