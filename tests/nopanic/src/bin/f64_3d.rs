//! `f64` in space.

#![no_std]
#![no_main]

use gjk::Vec3;

nopanic::start!(Vec3<f64>, typed: false, |input| input.length() * input.vector());
