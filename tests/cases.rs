//! Bodies in motion, bodies that break their contract, scenes and single cases that went wrong once. One program: what
//! several files ask is compiled once.

#[macro_use]
mod common;

mod casts;
mod lies;
mod long_times;
mod one_nan;
mod regressions;
mod scenes;
