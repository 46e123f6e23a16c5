//! `f64` in the plane.

#![no_std]
#![no_main]

use gjk::Vec2;

nopanic::start!(Vec2<f64>, typed: true, |input| input.length() * input.vector());
