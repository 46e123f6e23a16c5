//! `intersects`, `distance` and `penetration` of six pairs of shapes, `f32`: one copy of the library for each.

#![no_std]
#![no_main]

use footprint::{Answers, SamePairs, ThreePairs, all};
use gjk::{Vec3, Workspace};

type V = Vec3<f32>;
type SixPairs<'p> = (ThreePairs<'p>, SamePairs<'p>);

#[unsafe(no_mangle)]
extern "C" fn _start(pairs: &SixPairs<'_>, memory: &mut Workspace<V>, answers: &mut [Answers<V>; 6]) {
    let ((a, b, c), (d, e, f)) = pairs;
    *answers = [all(a, memory), all(b, memory), all(c, memory), all(d, memory), all(e, memory), all(f, memory)];
}
