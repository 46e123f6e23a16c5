//! Calls the functions of numbers, vectors, rotations, poses and maps.

use crate::{Input, Space, calls};
use gjk::{
    Affine, Area, AreaOf, Error, Hint, Motion, Pose, Ray, Rotation2, Rotation3, Scalar, UnitOf, Vec2, Vec3, Vector,
};

/// Calls the functions of scalars and products, and those that every vector has.
pub fn numbers<V: Space>(input: &Input<'_, V>) {
    let length = || input.length();
    let unit = || input.unit();
    let area = || input.length().times(input.length());
    calls! { "Scalar" =>
        length().times(length());
        V::Scalar::blend(length(), [length(), length()], [unit(), unit()]);
        length().fraction(length());
        length().is_finite();
        length().abs();
        length().min(length());
        length().max(length());
        length() - length();
        -length();
        (V::Scalar::ONE, V::Scalar::LIMIT, V::Scalar::ROUNDING, V::Scalar::CURVED_TOLERANCE);
    }
    calls! { "Unit" =>
        unit().times(unit());
        UnitOf::<V::Scalar>::blend(unit(), [unit(), unit()], [unit(), unit()]);
        unit().fraction(unit());
        unit().abs();
    }
    calls! { "Area" =>
        area().per(length());
        area().over_one();
        area().fraction(area());
        area().sqrt();
        area().min(area());
        area().max(area());
        area() + area();
        area() - area();
        -area();
        (AreaOf::<V::Scalar>::ZERO, AreaOf::<V::Scalar>::MAX);
    }
    let vector = || input.vector();
    calls! { "Vector" =>
        Vector::dot(vector(), vector());
        vector().is_finite();
        vector().blend([vector(), vector(), vector()], [unit(), unit(), unit()]);
        vector().midpoint(vector());
        Vector::length(vector());
        vector() + vector();
        vector() - vector();
        -vector();
        vector() == vector();
    }
    let motion = || Motion::new(input.vector(), V::angular(input));
    calls! { "Motion" =>
        motion();
        Motion::linear(input.vector());
        Motion::<V>::still();
        Motion::<V>::default();
        motion() == motion();
        motion().map(|motion| (motion.velocity(), motion.angular()));
        motion().map(|motion| motion.pose_after(Pose::default(), input.length()));
    }
    let ray = || Ray::new(input.vector(), input.vector(), input.length());
    calls! { "Ray" =>
        ray();
        ray() == ray();
        ray().map(|ray| ray.at(input.length()));
        ray().map(|ray| (ray.origin(), ray.direction(), ray.max_time()));
    }
    let hint = || Hint::new(input.number());
    calls! { "Hint" =>
        hint().number();
        hint().split();
        Hint::join(hint(), hint());
    }
}

/// Calls the functions of rotations, poses and maps that exist in both dimensions.
pub fn poses<V: Space>(input: &Input<'_, V>) -> Result<(), Error> {
    let pose = || Pose::new(V::rotation(input)?, input.vector());
    let map = || Affine::<V>::new(input.rows(), input.vector());
    calls! { "Pose" =>
        pose();
        Pose::translation(input.vector());
        Pose::<V>::default();
    }
    calls! { "Affine" =>
        map();
        Affine::<V>::default();
    }
    let (pose, map) = (pose()?, map()?);
    calls! { "Pose" =>
        pose.rotation();
        pose.position();
        pose.apply(input.vector());
        pose.inverse();
        pose.compose(pose);
        pose * input.vector();
        pose * pose;
    }
    calls! { "Affine" =>
        map.rows();
        map.translation();
        map.apply(input.vector());
        map * input.vector();
        Affine::from_pose(pose);
        Affine::from(pose);
    }
    Ok(())
}

/// Calls the functions of a rotation from any constructor.
macro_rules! rotations {
    ($input:ident, $($from:literal: $rotation:expr;)+) => {$({
        let rotation = || $rotation;
        calls! { $from => rotation(); }
        let rotation = rotation()?;
        calls! { $from =>
            rotation.to_rows();
            rotation.to_matrix();
            rotation.inverse();
            rotation.compose(rotation);
            rotation.orthonormalized();
            rotation.apply($input.vector());
            rotation * $input.vector();
            rotation * rotation;
            Pose::rotated(rotation);
            Pose::new(rotation, $input.vector()).map(|pose| pose.inverse());
            Pose::new(rotation, $input.vector()).map(|pose| pose.compose(pose));
            Pose::new(rotation, $input.vector()).map(|pose| pose.apply($input.vector()));
            Affine::from_pose(Pose::rotated(rotation));
        }
    })+};
}

/// Calls the methods that both vector types have.
macro_rules! vectors {
    ($input:ident, $vector:ident, $v:ident, $length:ident) => {
        calls! { stringify!($vector) =>
            $vector::from_array($v().to_array());
            $vector::from(<[S; _]>::from($v()));
            $v().map(|component| component.abs());
            $vector::splat($length());
            $v().dot($v());
            $v().length();
            $v().length_squared();
            $v().distance($v());
            $v().distance_squared($v());
            $v().try_normalize();
            $v().normalize_or_zero();
            $v().abs();
            $v().min($v());
            $v().max($v());
            $v().lerp($v(), $input.unit());
            $v() * $length();
            $v() / $length();
            $input.points().iter().sum::<$vector<S>>();
            $input.points().iter().copied().sum::<$vector<S>>();
            {
                let mut sum = $v();
                sum += $v();
                sum -= $v();
                sum *= $length();
                sum /= $length();
                sum
            };
        }
    };
}

/// Calls the functions of vectors and rotations in the plane.
pub fn planar<S: Scalar>(input: &Input<'_, Vec2<S>>) -> Result<(), Error> {
    let (vector, length) = (|| input.vector(), || input.length());
    vectors!(input, Vec2, vector, length);
    calls! { "Vec2" =>
        Vec2::new(length(), length());
        Vec2::from((length(), length()));
        vector().perp();
        vector().perp_dot(vector());
        vector().extend(length());
    }
    rotations! { input,
        "from_cos_sin": Rotation2::<S>::from_cos_sin(input.unit(), input.unit());
        "from_matrix": Rotation2::<S>::from_matrix([[input.unit(), input.unit()], [input.unit(), input.unit()]]);
    }
    Ok(())
}

/// Calls the functions of vectors and rotations in space.
pub fn spatial<S: Scalar>(input: &Input<'_, Vec3<S>>) -> Result<(), Error> {
    let (vector, length) = (|| input.vector(), || input.length());
    vectors!(input, Vec3, vector, length);
    calls! { "Vec3" =>
        Vec3::new(length(), length(), length());
        Vec3::from((length(), length(), length()));
        vector().cross(vector());
        vector().truncate();
    }
    let row = || [input.unit(), input.unit(), input.unit()];
    rotations! { input,
        "from_quaternion": Rotation3::<S>::from_quaternion(input.unit(), input.unit(), input.unit(), input.unit());
        "from_axis_cos_sin": Rotation3::<S>::from_axis_cos_sin(Vec3::from_array(row()), input.unit(), input.unit());
        "from_matrix": Rotation3::<S>::from_matrix([row(), row(), row()]);
    }
    Ok(())
}
