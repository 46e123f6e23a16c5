//! `distance` of boxes, `I16F16`.

#![no_std]
#![no_main]

use fixed::types::I16F16;
use footprint::Pair;
use gjk::{Cuboid, Separation, Vec3};

#[unsafe(no_mangle)]
extern "C" fn _start(pair: &Pair<Cuboid<I16F16>>, answer: &mut Separation<Vec3<I16F16>>) {
    *answer = pair.query().distance(&pair.a, &pair.b);
}
