//! Code that the programs of this package share: bodies and scenes drawn from a seed, and counting of instructions.

pub mod callgrind;
pub mod number;
pub mod scene;
pub mod time;
