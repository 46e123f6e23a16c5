//! Numbers that were measured, and may be changed: they decide how fast an answer comes, and never which.

/// Up to this many vertices looking at all of them, one at a time, is as quick as climbing.
pub const SCAN: usize = 40;

/// The same where the answer is mostly the last one, or next to it.
pub const SCAN_NEAR: usize = 48;

/// The same where it is enough to know how far the farthest lies.
pub const SCAN_REACH: usize = 160;

/// Bytes in a register that holds several floats: nearly all machines of 64 bits have those.
pub const REGISTER: usize = 16;

/// Up to this many vertices with equal products, to within rounding, are looked at one by one.
pub const PLATEAU: usize = 16;
