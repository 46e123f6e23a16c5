//! `intersects`, `distance` and `penetration` of boxes, `f64`.

#![no_std]
#![no_main]

use footprint::{Answers, Pair};
use gjk::{Cuboid, Vec3, Workspace};

#[unsafe(no_mangle)]
extern "C" fn _start(pair: &Pair<Cuboid<f64>>, memory: &mut Workspace<Vec3<f64>>, answers: &mut Answers<Vec3<f64>>) {
    *answers = footprint::all(pair, memory);
}
