//! The control loop in `I16F16`.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use firmware::{Budget, Memory};
use fixed::types::I16F16;

const BUDGET: Budget = Budget { instructions: 57_000, without_rounds: 48_300, round: 2_900 };

#[entry]
fn main() -> ! {
    // `entry` turns this into a local variable of type `&mut Memory`.
    static mut MEMORY: Memory<I16F16> = Memory::new();
    firmware::run("i16f16", &BUDGET, MEMORY)
}
