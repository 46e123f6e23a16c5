//! Claims about casts and times of impact of random pairs, for every scalar and both dimensions.
//!
//! The bodies are those of [`common::scene`], moved back along their way and a little aside: without that, at the time
//! [`TOGETHER`] they are as the scene has them. So about half of them meet. [`common::reference`] knows how far apart
//! they are at any time. A *step* is that of `properties`, for the larger of size and distance travelled; in fixed
//! point a step of time counts as well.

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
