//! Bodies in motion, bodies that break their contract, scenes and single cases that went wrong once. They are one
//! program, so that queries that several files use are compiled only once.

#[macro_use]
mod common;

mod casts;
mod lies;
mod long_times;
mod one_nan;
mod regressions;
mod scenes;
