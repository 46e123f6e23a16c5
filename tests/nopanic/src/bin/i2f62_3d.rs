//! `I2F62` in space.

#![no_std]
#![no_main]

use fixed::types::I2F62;
use gjk::{FixedArea, Scalar, Vec3};

nopanic::start!(Vec3<I2F62>, typed: false, |input| FixedArea::to_bits(input.length().times(input.length())));
