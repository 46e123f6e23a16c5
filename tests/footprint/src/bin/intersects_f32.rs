//! `intersects` of boxes, `f32`.

#![no_std]
#![no_main]

use footprint::Pair;
use gjk::Cuboid;

#[unsafe(no_mangle)]
extern "C" fn _start(pair: &Pair<Cuboid<f32>>) -> bool {
    pair.query().intersects(&pair.a, &pair.b)
}
