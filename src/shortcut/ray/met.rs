//! What is known of a ray and a body.

use crate::number::vector::Vector;
/// Why it is not known where a ray meets a body.
pub enum Missed {
    /// It passes by.
    Never,
    /// It is for a search to tell.
    Unknown,
}

/// When, and where the body faces it: a direction, and its length.
pub type Met<V> = Result<(<V as Vector>::Scalar, V, <V as Vector>::Scalar), Missed>;
