//! `manifold` of boxes, `f32`.

#![no_std]
#![no_main]

use footprint::Pair;
use gjk::{Cuboid, Manifold, Vec3, Workspace};

type V = Vec3<f32>;

#[unsafe(no_mangle)]
extern "C" fn _start(pair: &Pair<Cuboid<f32>>, memory: &mut Workspace<V>, answer: &mut Manifold<V>) {
    *answer = pair.query().workspace(memory).manifold(&pair.a, &pair.b);
}
