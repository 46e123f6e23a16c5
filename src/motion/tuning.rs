//! Caps and thresholds of casts that were chosen by measurement, and may be changed.
//!
//! They only decide how fast an answer comes; bounds hold whatever the values are. Measured with
//! `benches/instructions`.

/// For curved bodies, a plane that is not the last is sought until its bounds are within two to the minus this of
/// each other, relatively. That takes fewer rounds than the tolerance does, and hardly more poses.
pub const ROUGH_HALVINGS: u32 = 8;

/// The most later times tested for contact, after the search has ended, to find an upper bound of the time.
pub const MAX_LAST_LOOKS: u32 = 4;

/// The most pairs of support points tried to find out for how long a plane that rotates keeps the bodies apart.
pub const MAX_TRIALS: u32 = 6;
