//! `I32F32` in space.

#![no_std]
#![no_main]

use fixed::types::I32F32;
use gjk::{FixedArea, Scalar, Vec3};

nopanic::start!(Vec3<I32F32>, typed: false, |input| FixedArea::to_bits(input.length().times(input.length())));
