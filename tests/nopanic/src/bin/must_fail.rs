//! Tests the proof: a program with an index that may be out of range must not link.

#![no_std]
#![no_main]

use nopanic as _;

#[unsafe(no_mangle)]
extern "C" fn _start(table: &[f32; 4], i: usize) -> f32 {
    table[i]
}
