//! The proof of the proof: an index that may be out of bounds must leave an import.

#![no_std]

use wasm as _;

#[unsafe(no_mangle)]
extern "C" fn element(table: &[f32; 4], i: usize) -> f32 {
    table[i]
}
