//! `distance` of convex hulls that scan all their points, `f32`.

#![no_std]
#![no_main]

use footprint::Pair;
use gjk::{ConvexHull, Separation, Vec3};

#[unsafe(no_mangle)]
extern "C" fn _start(pair: &Pair<ConvexHull<'_, Vec3<f32>>>, answer: &mut Separation<Vec3<f32>>) {
    *answer = pair.query().distance(&pair.a, &pair.b);
}
