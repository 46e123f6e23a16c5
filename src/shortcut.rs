//! Closed forms and other ways to an answer that are faster than a search, for pairs of certain shapes.

pub mod alternate;
pub mod boxes;
pub mod boxes_fixed;
pub mod calipers;
pub mod certificate;
pub mod points;
pub mod polygons;
pub mod ray;
pub mod reuse_features;
pub mod revolved;
pub mod segments;
