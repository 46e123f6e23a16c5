//! Caps and thresholds of the searches that were chosen by measurement, and may be changed.
//!
//! They decide how fast an answer comes and, where a cap ends a search early, with which status; bounds hold whatever
//! they are. Measured with `benches/instructions` and the scenes of `tests`.

/// GJK: the most rounds in a row that may leave the distance as it is, up to rounding.
pub const MAX_LEVEL_ROUNDS: u32 = 4;

/// GJK: the most rounds on the few points that a warm start knows, before the first support point is asked for.
pub const MAX_RECALL_ROUNDS: u32 = 8;

/// GJK: the first rounds without secants where a point near enough ends the search, as it mostly does within them.
pub const ROUNDS_WITHOUT_SECANTS: u32 = 10;

/// Secants: in rounds that one is drawn through the support point moves by at most the size over two to the power of
/// this.
pub const CALM_BITS: u32 = 2;

/// EPA: the most minima that the star refines when the buffer is full.
pub const MAX_STARTS: usize = 7;

/// Star: the most rounds. The radius shrinks sixteenfold in most of them, to the root of the rounding step.
pub const MAX_STAR_ROUNDS: u32 = 24;

/// EPA: the most corners of a face that are sought where the polytope lacks them.
pub const MAX_SOUGHT_CORNERS: usize = 4;

/// EPA: faces of a fan whose planes are computed together. One at a time takes 600 bytes of flash less.
pub const FAN_LANES: usize = if cfg!(feature = "speed") { 4 } else { 1 };

/// Portal: the most support points; most portals of polytopes take fewer than ten.
pub const MAX_PORTAL_ROUNDS: u32 = 32;

/// Portal: the most rounds of refinement. Double precision takes them where the contact lies in an edge of a curved
/// body.
pub const MAX_REFINEMENTS: u32 = 40;
