//! `distance` of three pairs of shapes, `f32`.

#![no_std]
#![no_main]

use footprint::ThreePairs;
use gjk::{Separation, Vec3};

#[unsafe(no_mangle)]
extern "C" fn _start(pairs: &ThreePairs<'_>, answers: &mut [Separation<Vec3<f32>>; 3]) {
    let (first, second, third) = pairs;
    *answers = [
        first.query().distance(&first.a, &first.b),
        second.query().distance(&second.a, &second.b),
        third.query().distance(&third.a, &third.b),
    ];
}
