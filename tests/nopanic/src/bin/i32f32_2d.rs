//! `I32F32` in the plane.

#![no_std]
#![no_main]

use fixed::types::I32F32;
use gjk::{FixedArea, Scalar, Vec2};

nopanic::start!(Vec2<I32F32>, typed: true, |input| FixedArea::to_bits(input.length().times(input.length())));
