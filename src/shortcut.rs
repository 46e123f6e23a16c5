//! Closed forms and other ways to an answer that are faster than a search, for pairs of certain shapes.

pub mod boxes;
pub mod nearest;
pub mod polygons;
pub mod ray;
pub mod revolved;
