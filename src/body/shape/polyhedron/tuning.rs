//! Measured numbers that may be tuned: they affect how fast an answer comes, and never the answer.

/// The number of vertices up to which computing the products of all, one at a time, is as fast as climbing.
pub const SCAN: usize = 40;

/// The number of vertices up to which computing all products is as fast as climbing if only the largest product is
/// needed, and not the vertex.
pub const SCAN_REACH: usize = 160;

/// The size in bytes of a register that holds several floats, as on nearly all 64-bit machines.
pub const REGISTER: usize = 16;

/// The largest number of vertices with products equal to within rounding that a climb compares; if there are more, the
/// search computes the products of all vertices.
pub const PLATEAU: usize = 16;
