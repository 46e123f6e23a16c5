//! Helpers of the tests: scalars and vectors seen as `f64`, bodies and scenes drawn from a seed, and an independent
//! reference.
//!
//! Points are `[f64; 3]` wherever a test computes by itself; in the plane the third coordinate is zero.

#![allow(dead_code, reason = "every test file uses its own part")]

pub mod number;
pub mod reference;
#[macro_use]
pub mod scene;
