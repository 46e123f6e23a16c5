//! Measured numbers, which may be tuned: they decide how fast an answer comes, and never which.

/// Up to this many vertices, looking at all of them, one at a time, is as quick as climbing.
pub const SCAN: usize = 40;

/// [`SCAN`] where it is enough to know how far the farthest vertex lies.
pub const SCAN_REACH: usize = 160;

/// Bytes in a register that holds several floats. Nearly all 64-bit machines have such registers.
pub const REGISTER: usize = 16;

/// Up to this many vertices whose products are equal to within rounding are looked at one by one.
pub const PLATEAU: usize = 16;
