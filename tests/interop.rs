//! Operators and conversions of vectors, rotations, poses and affine maps, and other crates' view of them.

mod common;

use common::number::{Number, Space};
use fixed::types::{I16F16, I32F32};
use gjk::{Affine, Affine2, Affine3, Pose, Rotation, Rotation2, Vec2, Vec3, vec2, vec3};

/// A rotation about an axis askew, by an angle with nothing round about it.
fn askew<V: Space>() -> Rotation<V> {
    V::rotation([0.3, -0.2, 0.7, 0.6])
}

/// A pose far from any other.
fn pose<V: Space>() -> Pose<V> {
    Pose::new(askew(), V::of([0.1, -12.3, 7.7])).expect("within the limit")
}

macro_rules! for_every_vector {
    ($module:ident: $($claim:ident),+) => {
        $(
            #[test]
            fn $claim() {
                $module::$claim::<Vec2<f32>>();
                $module::$claim::<Vec3<f32>>();
                $module::$claim::<Vec2<f64>>();
                $module::$claim::<Vec3<f64>>();
                $module::$claim::<Vec2<I16F16>>();
                $module::$claim::<Vec3<I16F16>>();
                $module::$claim::<Vec2<I32F32>>();
                $module::$claim::<Vec3<I32F32>>();
            }
        )+
    };
}

for_every_vector!(claims: products_apply_and_compose, an_affine_map_from_a_pose_does_the_same);

mod claims {
    use super::*;

    pub fn products_apply_and_compose<V: Space>() {
        let (turn, pose, point) = (askew::<V>(), pose::<V>(), V::of([3.0, 2.0, 1.0]));
        assert_eq!(turn * point, turn.apply(point));
        assert_eq!(pose * point, pose.apply(point));
        assert_eq!(turn * turn, turn.compose(turn));
        assert_eq!(pose * pose, pose.compose(pose));
        assert_eq!(Affine::IDENTITY * point, point);
    }

    pub fn an_affine_map_from_a_pose_does_the_same<V: Space>() {
        let (map, point) = (Affine::from(pose::<V>()), V::of([3.0, 2.0, 1.0]));
        assert_eq!(Affine::from_pose(Pose::<V>::IDENTITY), Affine::IDENTITY);
        assert_eq!(map.translation(), pose::<V>().position());
        let [exact, mapped] = [pose::<V>() * point, map * point].map(V::value);
        for (exact, mapped) in exact.into_iter().zip(mapped) {
            assert!((exact - mapped).abs() <= V::Scalar::steps(4, 16.0), "{exact} {mapped}");
        }
    }
}

#[test]
fn matrices_are_rows_as_arrays() {
    let (flat, spatial) = (askew::<Vec2<f64>>(), askew::<Vec3<f64>>());
    assert_eq!(flat.to_matrix(), flat.to_rows().map(|row| [row.x, row.y]));
    assert_eq!(spatial.to_matrix(), spatial.to_rows().map(|row| [row.x, row.y, row.z]));
    assert_eq!(Rotation2::<f32>::IDENTITY.to_matrix(), [[1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(Affine3::<f64>::IDENTITY.rows(), [Vec3::X, Vec3::Y, Vec3::Z]);
    assert_eq!(Affine2::<f64>::default().rows(), [Vec2::X, Vec2::Y]);
}

#[test]
fn vectors_are_printed_summed_and_normalised() {
    assert_eq!(format!("{} {:.2}", vec2(1, -2), vec3(1.0, 0.125, -3.0)), "[1, -2] [1.00, 0.12, -3.00]");
    let vectors = [vec3(1.0, 2.0, 3.0), Vec3::<f64>::ONE, Vec3::ZERO];
    assert_eq!(vectors.iter().sum::<Vec3<f64>>(), vec3(2.0, 3.0, 4.0));
    assert_eq!(vectors.into_iter().sum::<Vec3<f64>>(), vec3(2.0, 3.0, 4.0));
    assert_eq!([Vec2::<I16F16>::X, Vec2::Y].iter().sum::<Vec2<I16F16>>(), Vec2::ONE);
    assert_eq!(vec2(0.0, -4.0).normalize_or_zero(), -Vec2::<f64>::Y);
    assert_eq!(Vec3::<f32>::ZERO.normalize_or_zero(), Vec3::ZERO);
    assert_eq!(vec3(f32::NAN, 1.0, 0.0).normalize_or_zero(), Vec3::ZERO);
}

#[cfg(feature = "serde")]
mod serialisation {
    use super::*;
    use gjk::{Error, Scalar};
    use serde::{Serialize, de::DeserializeOwned};
    use serde_json::{Value, json};

    /// Types that serde can write and read.
    pub trait Both: Serialize + DeserializeOwned {}
    impl<T: Serialize + DeserializeOwned> Both for T {}

    /// Checks that a value is the same bit for bit after it was written and read. `Debug` tells −0 from 0.
    #[track_caller]
    fn survives<T: Both + core::fmt::Debug>(value: T) {
        let text = serde_json::to_string(&value).expect("written");
        let back: T = serde_json::from_str(&text).expect("read");
        assert_eq!(format!("{back:?}"), format!("{value:?}"), "{text}");
    }

    #[track_caller]
    fn refused<T: Both>(value: Value, reason: Error) {
        let error = serde_json::from_value::<T>(value).err().expect("it was accepted");
        assert_eq!(error.to_string(), reason.to_string());
    }

    pub fn what_is_legal_survives<V: Space<Rows: Both, UnitRows: Both> + Both>() {
        for pose in [Pose::IDENTITY, pose::<V>(), pose::<V>().inverse(), pose::<V>() * pose::<V>()] {
            survives(pose.rotation());
            survives(pose);
            survives(Affine::from(pose));
        }
        // A product of many turns is no longer orthonormal to the last bit; every bit is kept all the same.
        survives((0..100).fold(askew::<V>(), |turn, _| turn * askew()));
    }

    pub fn what_is_illegal_is_refused<V: Space<Rows: Both, UnitRows: Both, UnitVector: Serialize> + Both>() {
        let far = json!(V::splat(V::Scalar::MAX));
        refused::<Pose<V>>(json!({ "rotation": Rotation::<V>::IDENTITY, "position": far }), Error::OutOfRange);
        refused::<Affine<V>>(json!({ "rows": V::AXES, "translation": far }), Error::OutOfRange);
        refused::<Affine<V>>(json!({ "rows": vec![&far; V::DIMENSION], "translation": V::ZERO }), Error::OutOfRange);

        let squeezed = json!({ "rows": vec![V::UnitVector::default(); V::DIMENSION] });
        refused::<Rotation<V>>(squeezed.clone(), Error::NotOrthonormal);
        refused::<Pose<V>>(json!({ "rotation": squeezed, "position": V::ZERO }), Error::NotOrthonormal);

        let mut mirror = json!(askew::<V>());
        let rows = mirror["rows"].as_array_mut().expect("a list of rows");
        rows.swap(0, 1);
        refused::<Rotation<V>>(mirror.clone(), Error::Mirror);
        refused::<Pose<V>>(json!({ "rotation": mirror, "position": V::ZERO }), Error::Mirror);
    }
}

#[cfg(feature = "serde")]
for_every_vector!(serialisation: what_is_legal_survives, what_is_illegal_is_refused);

#[cfg(feature = "mint")]
#[test]
fn mint_vectors_and_points_convert() {
    let (flat, spatial) = (vec2(1.0, 2.0), vec3(1, 2, 3));
    let (vector, point): (mint::Vector2<f64>, mint::Point2<f64>) = (flat.into(), flat.into());
    assert_eq!((Vec2::from(vector), Vec2::from(point)), (flat, flat));
    let (vector, point): (mint::Vector3<i32>, mint::Point3<i32>) = (spatial.into(), spatial.into());
    assert_eq!((vector.z, point.z), (3, 3));
    assert_eq!((Vec3::from(vector), Vec3::from(point)), (spatial, spatial));
}

#[cfg(feature = "approx")]
#[test]
fn comparison_looks_at_every_part() {
    use approx::{assert_abs_diff_eq, assert_abs_diff_ne, assert_relative_eq, assert_ulps_eq};

    let exact = pose::<Vec3<f64>>();
    let near = exact * Pose::translation(vec3(1e-9, 0.0, 0.0)).expect("within the limit");
    let turned = Pose::new(exact.rotation() * askew(), exact.position()).expect("within the limit");
    assert_relative_eq!(vec2(1.0, 2.0), vec2(1.0, 2.0 + 1e-9), epsilon = 1e-8);
    assert_ulps_eq!(exact.rotation(), exact.inverse().inverse().rotation());
    assert_abs_diff_eq!(exact, near, epsilon = 1e-8);
    assert_abs_diff_ne!(exact, near, epsilon = 1e-10);
    assert_abs_diff_ne!(exact, turned, epsilon = 1e-3);
    assert_relative_eq!(Affine::from(exact), Affine::from(near), epsilon = 1e-8);
    assert_abs_diff_ne!(Affine::from(exact), Affine::from(near), epsilon = 1e-10);
    assert_abs_diff_ne!(Affine::from(exact), Affine::from(turned), epsilon = 1e-3);
}
