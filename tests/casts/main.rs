//! Claims about casts and times of impact of random pairs, for every scalar and both dimensions, and single cases.
//!
//! [`moving`] sets the scenes of [`common::scene`] in motion; [`common::reference`] computes the distance of the
//! bodies at any time.

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod bad_input;
mod contact;
mod fast;
mod iterations;
mod moving;
mod start;
mod turning;
