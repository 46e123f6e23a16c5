//! Moving and touching cuboids, and polyhedra, in `I16F16`.

#![no_std]
#![no_main]

firmware::program!(fixed::types::I16F16, run_motions);
