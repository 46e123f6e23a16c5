//! `I16F16` in space.

#![no_std]
#![no_main]

use fixed::types::I16F16;
use gjk::{FixedArea, Scalar, Vec3};

nopanic::start!(Vec3<I16F16>, typed: true, |input| FixedArea::to_bits(input.length().times(input.length())));
