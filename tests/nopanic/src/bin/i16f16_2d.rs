//! `I16F16` in the plane.

#![no_std]
#![no_main]

use fixed::types::I16F16;
use gjk::{FixedArea, Scalar, Vec2};

nopanic::start!(Vec2<I16F16>, typed: true, |input| FixedArea::to_bits(input.length().times(input.length())));
