//! The searches: GJK, EPA and the portal of a ray. They ask a `Difference` for support points and know no shapes.

pub mod dimension;
pub mod epa;
pub mod gjk;
pub mod observer;
pub mod portal;
pub mod secant;
pub mod simplex;
