//! `I32F0` in the plane.

#![no_std]
#![no_main]

use fixed::types::I32F0;
use gjk::{FixedArea, Scalar, Vec2};

nopanic::start!(Vec2<I32F0>, typed: false, |input| FixedArea::to_bits(input.length().times(input.length())));
