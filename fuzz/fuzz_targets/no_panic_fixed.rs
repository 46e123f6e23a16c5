//! The questions of `src/questions.rs` in fixed point.

#![no_main]

use fixed::types::{I16F16, I32F32};
use gjk_fuzz::questions::run;
use gjk_fuzz::{Bytes, for_any_vector};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let bytes = &mut Bytes::new(data);
    let _ = for_any_vector!(bytes, run, I16F16, I32F32);
});
