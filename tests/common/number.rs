//! Scalars and vectors as tests see them: values that convert to `f64` without loss, and their rounding steps.

use fixed::types::{I2F30, I2F62, I16F16, I32F32};
use gjk::{Polygon, Rotation, Rotation2, Rotation3, Scalar, Support, UnitOf, Vec2, Vec3, Vector, vec2, vec3};

/// A point in `f64`.
pub type P = [f64; 3];

/// A scalar that converts to and from `f64`. Conversion to `f64` is exact for the values that occur in tests.
pub trait Number: Scalar {
    /// Its name in failure messages.
    const NAME: &'static str;
    /// Relative rounding step; zero for fixed point.
    const RELATIVE_STEP: f64;
    /// Absolute rounding step; zero for floats.
    const ABSOLUTE_STEP: f64;
    /// The smallest extent of a drawn body; the largest is 16.
    const SMALLEST: f64;
    /// Scenes keep their meaning when scaled by 2^k for |k| up to this; zero for fixed point.
    const SCALINGS: i32;

    /// The nearest number.
    fn of(value: f64) -> Self;
    /// Its value.
    fn value(self) -> f64;
    /// The nearest unit fraction.
    fn unit_of(value: f64) -> UnitOf<Self>;
    /// The value of a unit fraction.
    fn unit_value(unit: UnitOf<Self>) -> f64;

    /// The length of `count` rounding steps of a number of the given size.
    fn steps(count: u32, size: f64) -> f64 {
        f64::from(count) * (Self::RELATIVE_STEP * size).max(Self::ABSOLUTE_STEP)
    }

    /// Steps granted to a bound against a reference in `f64`, which in `f64` has rounding errors of its own.
    fn reference_steps() -> u32 {
        if Self::RELATIVE_STEP == f64::EPSILON { 64 } else { 4 }
    }

    /// Is it a floating-point scalar?
    fn is_float() -> bool {
        Self::ABSOLUTE_STEP == 0.0
    }
}

macro_rules! number {
    ($scalar:ty, $unit:ty, $name:literal, $relative:expr, $absolute:expr, $smallest:expr, $scalings:literal,
     $of:expr, $value:expr, $unit_of:expr, $unit_value:expr) => {
        impl Number for $scalar {
            const NAME: &'static str = $name;
            const RELATIVE_STEP: f64 = $relative;
            const ABSOLUTE_STEP: f64 = $absolute;
            const SMALLEST: f64 = $smallest;
            const SCALINGS: i32 = $scalings;

            fn of(value: f64) -> Self {
                $of(value)
            }
            fn value(self) -> f64 {
                $value(self)
            }
            fn unit_of(value: f64) -> $unit {
                $unit_of(value)
            }
            fn unit_value(unit: $unit) -> f64 {
                $unit_value(unit)
            }
        }
    };
}

/// 2^−16 and 2^−32.
const STEP_16: f64 = 1.0 / (1_u64 << 16) as f64;
const STEP_32: f64 = 1.0 / (1_u64 << 32) as f64;
/// `f32::EPSILON` in `f64`.
const STEP_23: f64 = 1.0 / (1_u64 << 23) as f64;

number!(f32, f32, "f32", STEP_23, 0.0, 1.0 / 16.0, 20, |x| x as f32, f64::from, |x| x as f32, f64::from);
number!(f64, f64, "f64", f64::EPSILON, 0.0, 1.0 / 16.0, 200, |x| x, |x| x, |x| x, |x| x);
number!(
    I16F16,
    I2F30,
    "I16F16",
    0.0,
    STEP_16,
    0.25,
    0,
    I16F16::saturating_from_num::<f64>,
    f64::from,
    I2F30::saturating_from_num::<f64>,
    f64::from
);
number!(
    I32F32,
    I2F62,
    "I32F32",
    0.0,
    STEP_32,
    0.25,
    0,
    I32F32::saturating_from_num::<f64>,
    |x: I32F32| x.to_num::<f64>(),
    I2F62::saturating_from_num::<f64>,
    |x: I2F62| x.to_num::<f64>()
);

/// A vector that converts to and from `f64`.
pub trait Space: Vector<Scalar: Number> {
    /// Two or three.
    const DIMENSION: usize;

    /// The nearest vector; the third coordinate is dropped in the plane.
    fn of(point: P) -> Self;
    /// Its value.
    fn value(self) -> P;
    /// The value of a unit vector.
    fn unit_value(unit: Self::UnitVector) -> P;
    /// A rotation from a quaternion; in the plane from its last component and first, as cosine and sine.
    fn rotation(quaternion: [f64; 4]) -> Rotation<Self>;
    /// The rows of a rotation.
    fn rows(rotation: Rotation<Self>) -> [P; 3];
    /// A polygon with these vertices; `None` in space, or if they are not strictly convex.
    fn polygon(points: &[Self]) -> Option<Box<dyn Support<Vector = Self> + '_>>;
}

impl<S: Number> Space for Vec2<S> {
    const DIMENSION: usize = 2;

    fn of([x, y, _]: P) -> Self {
        vec2(S::of(x), S::of(y))
    }

    fn value(self) -> P {
        [self.x.value(), self.y.value(), 0.0]
    }

    fn unit_value(unit: Vec2<UnitOf<S>>) -> P {
        [S::unit_value(unit.x), S::unit_value(unit.y), 0.0]
    }

    fn rotation([sin, _, _, cos]: [f64; 4]) -> Rotation<Self> {
        Rotation2::from_cos_sin(S::unit_of(cos), S::unit_of(sin)).expect("not zero")
    }

    fn rows(rotation: Rotation<Self>) -> [P; 3] {
        let [x, y] = rotation.to_rows();
        [Self::unit_value(x), Self::unit_value(y), [0.0, 0.0, 1.0]]
    }

    fn polygon(points: &[Self]) -> Option<Box<dyn Support<Vector = Self> + '_>> {
        Polygon::new(points).ok().map(|polygon| Box::new(polygon) as _)
    }
}

impl<S: Number> Space for Vec3<S> {
    const DIMENSION: usize = 3;

    fn of([x, y, z]: P) -> Self {
        vec3(S::of(x), S::of(y), S::of(z))
    }

    fn value(self) -> P {
        [self.x.value(), self.y.value(), self.z.value()]
    }

    fn unit_value(unit: Vec3<UnitOf<S>>) -> P {
        [S::unit_value(unit.x), S::unit_value(unit.y), S::unit_value(unit.z)]
    }

    fn rotation(quaternion: [f64; 4]) -> Rotation<Self> {
        let [x, y, z, w] = quaternion.map(S::unit_of);
        Rotation3::from_quaternion(x, y, z, w).expect("not zero")
    }

    fn rows(rotation: Rotation<Self>) -> [P; 3] {
        rotation.to_rows().map(Self::unit_value)
    }

    fn polygon(_: &[Self]) -> Option<Box<dyn Support<Vector = Self> + '_>> {
        None
    }
}

pub fn add(a: P, b: P) -> P {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub(a: P, b: P) -> P {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn scale(a: P, factor: f64) -> P {
    [a[0] * factor, a[1] * factor, a[2] * factor]
}

pub fn dot(a: P, b: P) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross(a: P, b: P) -> P {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

pub fn length(a: P) -> f64 {
    dot(a, a).sqrt()
}

/// The unit vector along a direction, unless that is zero.
pub fn unit(a: P) -> Option<P> {
    let length = length(a);
    (length > 0.0).then(|| scale(a, 1.0 / length))
}

pub fn max_abs(a: P) -> f64 {
    a[0].abs().max(a[1].abs()).max(a[2].abs())
}
