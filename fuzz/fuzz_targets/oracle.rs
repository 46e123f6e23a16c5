//! Two small integer hulls from bytes, sharp or rounded, for one scalar in the plane or in space: sign, error, bounds,
//! witness points and normals against exact arithmetic, as in `tests/oracle.rs`.

#![no_main]

#[path = "../../tests/common/exact.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod exact;
#[path = "../../tests/oracle/judge.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod judge;
#[path = "../../tests/common/number.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod number;
#[path = "../../tests/common/reference.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod reference;

/// The path under which `judge` imports these modules.
mod common {
    pub(crate) use crate::{number, reference};
}

use exact::Point;
use fixed::types::{I16F16, I32F32};
use gjk::{Vec2, Vec3};
use judge::{Pair, judge};
use libfuzzer_sys::fuzz_target;

/// The spacing of coarse coordinates, which extend to about a thousand.
const COARSE: i64 = 109;

fuzz_target!(|data: &[u8]| {
    let mut data = data.iter().copied();
    // Zeros follow when the bytes run out.
    let mut byte = || data.next().unwrap_or(0);
    let mode = byte();
    let dimension = if mode & 1 == 0 { 3 } else { 2 };
    let bits = u64::from_le_bytes([0; 8].map(|_| byte()));
    let radii = if mode & 2 == 0 { [0; 2] } else { [0; 2].map(|_| i64::from(byte() % 16)) };
    let mut hull = || -> Vec<Point> {
        let coordinate = |byte: &mut dyn FnMut() -> u8| {
            let fine = i64::from(byte() % 17) - 8;
            // Half of the coarse coordinates are multiples of the spacing.
            if mode & 4 == 0 { fine } else { fine * COARSE + i64::from(byte().saturating_sub(128)) }
        };
        let count = 2 + byte() % 7;
        let mut point = || {
            let mut point = [0; 3];
            point[..dimension].fill_with(|| coordinate(&mut byte));
            point
        };
        (0..count).map(|_| point()).collect()
    };
    let pair = Pair::new(hull(), hull(), dimension).rounded(radii[0], radii[1]);
    let ask = match (dimension, mode >> 3 & 3) {
        (2, 0) => judge::<Vec2<f32>>,
        (2, 1) => judge::<Vec2<f64>>,
        (2, 2) => judge::<Vec2<I16F16>>,
        (2, _) => judge::<Vec2<I32F32>>,
        (_, 0) => judge::<Vec3<f32>>,
        (_, 1) => judge::<Vec3<f64>>,
        (_, 2) => judge::<Vec3<I16F16>>,
        _ => judge::<Vec3<I32F32>>,
    };
    if let Err(failure) = ask(&pair, bits) {
        panic!("{failure}");
    }
});
