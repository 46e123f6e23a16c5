//! Modules that the tests share: scalars converted to `f64`, bodies and scenes drawn from a seed, and an independent
//! reference.
//!
//! Where a test computes by itself, points are `[f64; 3]`; in the plane the third coordinate is zero.

#![allow(dead_code, reason = "every test file uses its own part")]

pub mod number;
pub mod reference;
#[macro_use]
pub mod scene;
