//! Tests the link-time proof of panic freedom: a C program that calls a function with an index that may be out of
//! range must not link.

#![no_std]

#[path = "../src/panic.rs"]
mod panic;

/// Panics if the index is above three.
#[unsafe(no_mangle)]
pub extern "C" fn gjk_must_fail(i: usize) -> i32 {
    [2, 3, 5, 7][i]
}
