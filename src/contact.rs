//! Contact manifolds: where two bodies touch, in up to four points.

pub mod manifold;
