//! Moving and touching cuboids, and polyhedra, in `f32`.

#![no_std]
#![no_main]

firmware::program!(f32, run_motions);
