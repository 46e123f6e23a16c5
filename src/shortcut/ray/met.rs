//! How a ray meets a body, or why that is not known.

use crate::number::vector::Vector;

/// Why there is no known impact of a ray on a body.
pub enum Missed {
    /// The ray is proven to miss.
    Never,
    /// Nothing is known; a search has to tell.
    Unknown,
}

/// The time of the impact, and the outward normal as a direction, with its length.
pub type Met<V> = Result<(<V as Vector>::Scalar, V, <V as Vector>::Scalar), Missed>;
