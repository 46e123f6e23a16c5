//! `I2F30` in the plane.

#![no_std]
#![no_main]

use fixed::types::I2F30;
use gjk::{FixedArea, Scalar, Vec2};

nopanic::start!(Vec2<I2F30>, typed: false, |input| FixedArea::to_bits(input.length().times(input.length())));
