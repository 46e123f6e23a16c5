//! Numbers: scalars, vectors, rotations and poses, and bounds on their rounding. Nothing here knows bodies or queries.

pub mod error;
pub mod grid;
#[cfg(any(feature = "mint", feature = "approx", feature = "serde"))]
mod interop;
pub mod lanes;
pub mod pose;
pub mod rotation;
pub mod rounding;
pub mod scalar;
pub mod vector;
