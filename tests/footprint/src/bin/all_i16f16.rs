//! `intersects`, `distance` and `penetration` of boxes, `I16F16`.

#![no_std]
#![no_main]

use fixed::types::I16F16;
use footprint::{Answers, Pair};
use gjk::{Cuboid, Vec3, Workspace};

#[unsafe(no_mangle)]
extern "C" fn _start(
    pair: &Pair<Cuboid<I16F16>>,
    memory: &mut Workspace<Vec3<I16F16>>,
    answers: &mut Answers<Vec3<I16F16>>,
) {
    *answers = footprint::all(pair, memory);
}
