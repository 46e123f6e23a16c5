//! Times of the main queries on pairs of boxes, near each other and overlapping, per scalar.
//!
//! Compare only figures of the same run, as ratios.

use divan::{Bencher, black_box};
use fixed::types::I16F16;
use gjk::{Cuboid, Pose3, Query, Rotation3, Scalar, vec3};

fn main() {
    divan::main();
}

/// A scalar that can be made from an `f64`.
trait Number: Scalar {
    fn from_f64(value: f64) -> Self;
    fn unit(value: f64) -> Self::Unit;
}

impl Number for f32 {
    fn from_f64(value: f64) -> f32 {
        value as f32
    }
    fn unit(value: f64) -> f32 {
        value as f32
    }
}

impl Number for f64 {
    fn from_f64(value: f64) -> f64 {
        value
    }
    fn unit(value: f64) -> f64 {
        value
    }
}

impl Number for I16F16 {
    fn from_f64(value: f64) -> I16F16 {
        I16F16::from_num(value)
    }
    fn unit(value: f64) -> <I16F16 as Scalar>::Unit {
        <I16F16 as Scalar>::Unit::from_num(value)
    }
}

/// Two boxes and the pose of the second, which is rotated and displaced by `along` on each axis.
fn boxes<S: Number>(along: f64) -> (Cuboid<S>, Cuboid<S>, Pose3<S>) {
    let size = |x: f64, y: f64, z: f64| vec3(S::from_f64(x), S::from_f64(y), S::from_f64(z));
    let a = Cuboid::new(size(0.5, 0.7, 0.9)).expect("legal");
    let b = Cuboid::new(size(0.8, 0.3, 0.6)).expect("legal");
    let turn = Rotation3::<S>::from_quaternion(S::unit(0.1), S::unit(0.5), S::unit(-0.3), S::unit(0.8)).expect("legal");
    (a, b, Pose3::new(turn, size(along, along, along)).expect("legal"))
}

#[divan::bench(types = [f32, f64, I16F16])]
fn distance_of_boxes_near<S: Number>(bencher: Bencher) {
    let (a, b, pose) = boxes::<S>(1.1);
    bencher.bench(|| Query::new().poses(Pose3::IDENTITY, black_box(pose)).distance(black_box(&a), black_box(&b)));
}

#[divan::bench(types = [f32, f64, I16F16])]
fn intersection_of_boxes_far<S: Number>(bencher: Bencher) {
    let (a, b, pose) = boxes::<S>(4.0);
    bencher.bench(|| Query::new().poses(Pose3::IDENTITY, black_box(pose)).intersects(black_box(&a), black_box(&b)));
}

#[divan::bench(types = [f32, f64, I16F16])]
fn penetration_of_boxes_shallow<S: Number>(bencher: Bencher) {
    let (a, b, pose) = boxes::<S>(0.7);
    bencher.bench(|| Query::new().poses(Pose3::IDENTITY, black_box(pose)).penetration(black_box(&a), black_box(&b)));
}
