//! Contact manifolds: where two bodies touch, in up to four points.

mod clip;
mod facing;
pub mod id;
pub mod manifold;
mod patch;
mod side;
