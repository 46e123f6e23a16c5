//! `distance` of three pairs of shapes, `f32`.

#![no_std]
#![no_main]

use footprint::Pair;
use gjk::{Capsule, ConvexHull, Cuboid, Separation, Vec3};

type V = Vec3<f32>;
type Pairs<'p> =
    (Pair<Cuboid<f32>, Capsule<V>>, Pair<Cuboid<f32>, ConvexHull<'p, V>>, Pair<Capsule<V>, ConvexHull<'p, V>>);

#[unsafe(no_mangle)]
extern "C" fn _start(pairs: &Pairs<'_>, answers: &mut [Separation<V>; 3]) {
    let (first, second, third) = pairs;
    *answers = [
        first.query().distance(&first.a, &first.b),
        second.query().distance(&second.a, &second.b),
        third.query().distance(&third.a, &third.b),
    ];
}
