//! The searches: GJK, EPA and the portal of a ray. They ask a `Difference` for support points and know no shapes.

pub mod difference;
pub mod epa;
pub mod gjk;
pub mod observer;
pub mod polytope;
pub mod portal;
pub mod secant;
pub mod simplex;
