//! Tests the proof: a module with an index that may be out of range must have an import.

#![no_std]

use wasm as _;

#[unsafe(no_mangle)]
extern "C" fn element(table: &[f32; 4], i: usize) -> f32 {
    table[i]
}
