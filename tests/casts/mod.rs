//! Claims about casts and times of impact of random pairs, for every scalar and both dimensions, and single cases.
//!
//! [`moving`] sets the scenes of [`scene`](crate::common::scene) in motion; [`reference`](crate::common::reference)
//! computes the distance of the bodies at any time.

mod agreement;
mod bad_input;
mod contact;
mod exact;
mod fast;
mod iterations;
pub mod moving;
mod start;
mod turning;
