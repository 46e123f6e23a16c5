//! `intersects` and `distance` of boxes, `f32`.

#![no_std]
#![no_main]

use footprint::Pair;
use gjk::{Cuboid, Separation, Vec3};

#[unsafe(no_mangle)]
extern "C" fn _start(pair: &Pair<Cuboid<f32>>, answers: &mut (bool, Separation<Vec3<f32>>)) {
    let mut query = pair.query();
    *answers = (query.intersects(&pair.a, &pair.b), query.distance(&pair.a, &pair.b));
}
