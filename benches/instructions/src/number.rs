//! Scalars and vectors that can be made from `f64`.

use fixed::types::I16F16;
use gjk::{Rotation, Rotation2, Rotation3, Scalar, UnitOf, Vec2, Vec3, Vector, vec2, vec3};

/// A scalar for which figures are measured.
pub trait Number: Scalar {
    /// Its name in tables.
    const NAME: &'static str;
    /// The nearest value of the scalar.
    fn of(value: f64) -> Self;
    /// The value of the scalar.
    fn value(self) -> f64;
    /// The nearest value of the unit fraction.
    fn unit_of(value: f64) -> UnitOf<Self>;
    /// The value of a unit fraction.
    fn unit_value(unit: UnitOf<Self>) -> f64;
}

macro_rules! number {
    ($scalar:ty, $name:literal, $of:expr, $value:expr, $unit_of:expr, $unit_value:expr) => {
        impl Number for $scalar {
            const NAME: &'static str = $name;

            fn of(value: f64) -> Self {
                $of(value)
            }
            fn value(self) -> f64 {
                $value(self)
            }
            fn unit_of(value: f64) -> UnitOf<Self> {
                $unit_of(value)
            }
            fn unit_value(unit: UnitOf<Self>) -> f64 {
                $unit_value(unit)
            }
        }
    };
}

number!(f32, "f32", |value| value as f32, f64::from, |value| value as f32, f64::from);
number!(f64, "f64", f64::from, f64::from, f64::from, f64::from);
number!(I16F16, "I16F16", I16F16::from_num, I16F16::to_num, UnitOf::<I16F16>::from_num, UnitOf::<I16F16>::to_num);

/// A vector type for which figures are measured. In the plane the third number is ignored, or zero in results.
pub trait Space: Vector<Scalar: Number> {
    /// The dimension: 2 or 3.
    const DIMENSION: usize;
    /// The nearest vector.
    fn of(point: [f64; 3]) -> Self;
    /// The value of a unit vector.
    fn unit_value(unit: Self::UnitVector) -> [f64; 3];
    /// A rotation from a quaternion; in the plane from its last two numbers, as sine and cosine.
    fn rotation(quaternion: [f64; 4]) -> Rotation<Self>;
}

impl<S: Number> Space for Vec2<S> {
    const DIMENSION: usize = 2;

    fn of([x, y, _]: [f64; 3]) -> Self {
        vec2(S::of(x), S::of(y))
    }

    fn unit_value(unit: Vec2<UnitOf<S>>) -> [f64; 3] {
        [S::unit_value(unit.x), S::unit_value(unit.y), 0.0]
    }

    fn rotation([_, _, sin, cos]: [f64; 4]) -> Rotation<Self> {
        Rotation2::from_cos_sin(S::unit_of(cos), S::unit_of(sin)).expect("not zero")
    }
}

impl<S: Number> Space for Vec3<S> {
    const DIMENSION: usize = 3;

    fn of([x, y, z]: [f64; 3]) -> Self {
        vec3(S::of(x), S::of(y), S::of(z))
    }

    fn unit_value(unit: Vec3<UnitOf<S>>) -> [f64; 3] {
        [S::unit_value(unit.x), S::unit_value(unit.y), S::unit_value(unit.z)]
    }

    fn rotation(quaternion: [f64; 4]) -> Rotation<Self> {
        let [x, y, z, w] = quaternion.map(S::unit_of);
        Rotation3::from_quaternion(x, y, z, w).expect("not zero")
    }
}
