//! `intersects`, `distance` and `penetration` of all pairs of three shapes, `f32`: through `&dyn Support`, one copy of
//! the library for all.

#![no_std]
#![no_main]

use core::hint::black_box;
use footprint::{Answers, Pair};
use gjk::{Capsule, ConvexHull, Cuboid, Pose, Support, Vec3, Workspace};

type V = Vec3<f32>;
type Body<'p> = &'p dyn Support<Vector = V>;
type Shapes<'p> = (Cuboid<f32>, Capsule<V>, ConvexHull<'p, V>);

#[unsafe(no_mangle)]
extern "C" fn _start(
    (cuboid, capsule, hull): &Shapes<'_>,
    poses: &[Pose<V>; 3],
    memory: &mut Workspace<V>,
    answers: &mut [Answers<V>; 9],
) {
    let bodies: [Body<'_>; 3] = black_box([cuboid, capsule, hull]);
    let pairs = bodies.iter().zip(poses).flat_map(|a| bodies.iter().zip(poses).map(move |b| (a, b)));
    for (answer, ((a, own), (b, other))) in answers.iter_mut().zip(pairs) {
        *answer = footprint::all(&Pair { a: *a, b: *b, poses: [*own, *other] }, memory);
    }
}
