//! `intersects`, `distance` and `penetration` of capsules, `f32`.

#![no_std]
#![no_main]

use footprint::{Answers, Pair};
use gjk::{Capsule, Vec3, Workspace};

type V = Vec3<f32>;

#[unsafe(no_mangle)]
extern "C" fn _start(pair: &Pair<Capsule<V>>, memory: &mut Workspace<V>, answers: &mut Answers<V>) {
    *answers = footprint::all(pair, memory);
}
