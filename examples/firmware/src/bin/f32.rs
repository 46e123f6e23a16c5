//! The control loop in `f32`.

#![no_std]
#![no_main]

use cortex_m_rt::entry;
use firmware::{Budget, Memory};

const BUDGET: Budget = Budget { instructions: 15_500, without_rounds: 11_700, round: 1_200 };

#[entry]
fn main() -> ! {
    // `entry` turns this into a local variable of type `&mut Memory`.
    static mut MEMORY: Memory<f32> = Memory::new();
    firmware::run("f32", &BUDGET, MEMORY)
}
