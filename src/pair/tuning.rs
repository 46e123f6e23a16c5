//! Capacities of warm starts, which were chosen by measurement (`benches/instructions`) and may be changed.

/// The number of pairs of vertices that a state has room for: enough for most polytopes that EPA ends with.
pub const MAX_KEPT_PAIRS: usize = 12;

/// The number of points that a query has room to note.
pub const MAX_NOTED_POINTS: usize = 16;
