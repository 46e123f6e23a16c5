//! Bodies in motion, bodies that break their contract, scenes and single cases that failed once. All of it is one test
//! program, so that code shared by several files is compiled once.

#[macro_use]
mod common;

mod casts;
mod lies;
mod long_times;
mod one_nan;
mod regressions;
mod scenes;
