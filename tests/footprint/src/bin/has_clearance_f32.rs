//! `has_clearance` of a capsule and a box, `f32`.

#![no_std]
#![no_main]

use footprint::Pair;
use gjk::{Capsule, Cuboid, Vec3};

#[unsafe(no_mangle)]
extern "C" fn _start(pair: &Pair<Capsule<Vec3<f32>>, Cuboid<f32>>, margin: f32) -> bool {
    pair.query().has_clearance(&pair.a, &pair.b, margin)
}
