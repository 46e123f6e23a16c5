//! The numbers and vectors of the C interface.

use fixed::FixedI32;
use fixed::types::{I2F30, I16F16};
use gjk::{Scalar, Vec2, Vec3, Vector};

/// A fixed-point number with 16 fractional bits (Q16.16) for coordinates, sizes, distances, times and angular
/// velocities: 65536 is one unit of length or time, or one radian per unit of time.
pub type gjk_q16 = i32;

/// A fixed-point number with 30 fractional bits (Q2.30) for components of unit vectors, entries of rotations and
/// tolerances: 1073741824 is 1.0.
pub type gjk_q30 = i32;

/// A fixed-point number with 32 fractional bits (Q32.32) for areas: 4294967296 is one square unit of length.
pub type gjk_q32 = i64;

/// A scalar of the core with a counterpart in C.
///
/// # Safety
/// The scalar has the layout of `Raw`, and every bit pattern is a value of both.
pub unsafe trait Number: Scalar {
    /// The type in C.
    type Raw: Copy;
    /// A number that the core never accepts as a coordinate.
    const NOWHERE: Self::Raw;
    /// The scalar of the core with the bits of a number from C.
    fn from_raw(raw: Self::Raw) -> Self;
    /// The number for C with the bits of this scalar.
    fn to_raw(self) -> Self::Raw;
}

// SAFETY: `Raw` is the type itself.
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

// SAFETY: `FixedI32` is a transparent wrapper of an `i32`.
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

/// A vector struct of the C interface.
///
/// # Safety
/// The struct has the layout of `Vector`, and every bit pattern is a value of both.
pub unsafe trait Plain: Copy {
    /// The vector type of the core.
    type Vector: Vector;
    /// A point that the core never accepts.
    const NOWHERE: Self;
    /// Converts a vector of the core.
    fn new(vector: Self::Vector) -> Self;
    /// Converts to a vector of the core.
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
                #[doc = concat!(" The ", stringify!($axis), " component.")]
                pub $axis: $raw,
            )+
        }

        const _: () = {
            assert!(size_of::<$name>() == size_of::<$vector<$scalar>>());
            assert!(align_of::<$name>() == align_of::<$vector<$scalar>>());
        };

        // SAFETY: both are `repr(C)` with fields of the same size in the same order; the assertions above check size
        // and alignment. The fields are `f32`, or `i32`, of which fixed point is a transparent wrapper.
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
