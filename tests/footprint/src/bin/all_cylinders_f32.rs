//! `intersects`, `distance` and `penetration` of cylinders, `f32`.

#![no_std]
#![no_main]

use footprint::{Answers, Pair};
use gjk::{Cylinder, Vec3, Workspace};

#[unsafe(no_mangle)]
extern "C" fn _start(pair: &Pair<Cylinder<f32>>, memory: &mut Workspace<Vec3<f32>>, answers: &mut Answers<Vec3<f32>>) {
    *answers = footprint::all(pair, memory);
}
