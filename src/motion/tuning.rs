//! Caps and thresholds of casts that were chosen by measurement, and may be changed.
//!
//! They decide how fast an answer comes; bounds hold whatever they are. Measured with `benches/instructions`.

/// Planes that only lead curved bodies on are sought to a relative gap between the bounds of two to the minus this:
/// that takes fewer rounds than the tolerance does, and hardly more poses.
pub const ROUGH_HALVINGS: u32 = 8;

/// Later times at which a contact is looked for after the search has ended.
pub const MAX_LAST_LOOKS: u32 = 4;

/// Pairs of support points tried for one step.
pub const MAX_TRIALS: u32 = 6;
