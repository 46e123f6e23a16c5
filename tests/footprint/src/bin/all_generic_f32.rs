//! `intersects`, `distance` and `penetration` of three pairs of shapes, `f32`: one copy of the library for each.

#![no_std]
#![no_main]

use footprint::{Answers, ThreePairs};
use gjk::{Vec3, Workspace};

type V = Vec3<f32>;

#[unsafe(no_mangle)]
extern "C" fn _start(pairs: &ThreePairs<'_>, memory: &mut Workspace<V>, answers: &mut [Answers<V>; 3]) {
    let (first, second, third) = pairs;
    *answers = [footprint::all(first, memory), footprint::all(second, memory), footprint::all(third, memory)];
}
