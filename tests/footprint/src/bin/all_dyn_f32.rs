//! `intersects`, `distance` and `penetration` of three pairs of shapes, `f32`: through `&dyn Support`, one copy of the
//! library for all.

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
    poses: &[[Pose<V>; 2]; 3],
    memory: &mut Workspace<V>,
    answers: &mut [Answers<V>; 3],
) {
    let bodies: [(Body<'_>, Body<'_>); 3] = black_box([(cuboid, capsule), (cuboid, hull), (capsule, hull)]);
    for ((answer, (a, b)), poses) in answers.iter_mut().zip(bodies).zip(poses) {
        *answer = footprint::all(&Pair { a, b, poses: *poses }, memory);
    }
}
