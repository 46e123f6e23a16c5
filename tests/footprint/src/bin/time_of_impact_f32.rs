//! `time_of_impact` of boxes, `f32`.

#![no_std]
#![no_main]

use footprint::Pair;
use gjk::{Cuboid, Error, Impact, Motion, Vec3, Workspace};

type V = Vec3<f32>;

#[unsafe(no_mangle)]
extern "C" fn _start(
    pair: &Pair<Cuboid<f32>>,
    motions: &[Motion<V>; 2],
    memory: &mut Workspace<V>,
    answer: &mut Result<Option<Impact<V>>, Error>,
) {
    let [own, other] = motions;
    *answer = pair.query().workspace(memory).time_of_impact(&pair.a, &pair.b, own, other, 1.0);
}
