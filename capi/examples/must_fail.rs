//! The proof of the proof: a C program that reaches an index that may be out of bounds must not link.

#![no_std]

#[path = "../src/panic.rs"]
mod panic;

/// Panics for an index above three.
#[unsafe(no_mangle)]
pub extern "C" fn gjk_must_fail(i: usize) -> i32 {
    [2, 3, 5, 7][i]
}
