//! Caps and thresholds of the searches that were chosen by measurement, and may be changed.
//!
//! They decide how fast an answer comes and, where a cap ends a search early, with which status; bounds hold whatever
//! they are. Measured with `benches/instructions` and the scenes of `tests`.

/// GJK: the largest number of rounds in a row that may leave the distance as it is, up to rounding.
pub const MAX_LEVEL_ROUNDS: u32 = 4;

/// GJK: the largest number of rounds on the few points that a warm start knows, before the first support point is
/// computed.
pub const MAX_RECALL_ROUNDS: u32 = 8;

/// GJK: the largest number of rounds of `gjk/reconsider.rs`.
pub const MAX_RECONSIDERED_ROUNDS: u32 = 32;

/// GJK: in a search that ends at a point near enough (`DistanceGoal::near`), the number of rounds before secants begin.
/// Usually such a search ends within them.
pub const ROUNDS_WITHOUT_SECANTS: u32 = 10;

/// GJK: the largest numbers of support points that `gjk/sharpen.rs` takes where the CSO is smooth, and of pairs of them
/// where it contains a line.
pub const MAX_SHARP_ROUNDS: u32 = 4;
pub const MAX_LINE_ROUNDS: u32 = 3;

/// GJK: in `gjk/sharpen.rs` points are the ends of a line in the surface if they are farther apart than the size of the
/// CSO times 2^−LONG_BITS. When the bounds have met, the points on a smooth body are nearer.
pub const LONG_BITS: u32 = 5;

/// Secants: a round counts as calm if its support point moves by at most the size of the CSO times 2^−CALM_BITS. Only
/// calm rounds lead to a secant step.
pub const CALM_BITS: u32 = 2;

/// Secants: a second change of the residual counts if it is off the line of the first one by more than 2^−SKEW_BITS of
/// its size.
pub const SKEW_BITS: u32 = 4;

/// EPA: the largest number of edges that are turned because rounding has left a dent. Without a limit it might turn one
/// to and fro for ever.
pub const MAX_FLIPS: u32 = 16;

/// EPA: the largest number of minima that `epa/refine.rs` refines when the workspace is full.
pub const MAX_STARTS: usize = 7;

/// EPA: the largest number of rounds by which `epa/refine.rs` raises the lower bound in a full workspace. With it one
/// in a million random overlaps of curved bodies in `f64` stays open, with 192 three; the worst case is in proportion.
pub const MAX_RAISED_ROUNDS: u32 = 320;

/// EPA: the largest number of minima that are refined meanwhile.
pub const MAX_RAISED_STARS: u32 = 2;

/// EPA: when vertices of a full workspace are given up, facets beyond the depth are spared up to 2^SPARED_BITS times
/// the gap between the bounds. Without that, pairs fill the workspace whose bounds were almost as near as they need be.
pub const SPARED_BITS: u32 = 4;

/// `epa/star.rs`: the largest number of rounds for one minimum. In most of them the radius of the star shrinks
/// sixteenfold, until it is the root of the rounding step.
pub const MAX_STAR_ROUNDS: u32 = 24;

/// EPA: the largest number of corners that `epa/foot.rs` seeks of a face of which the polytope lacks some.
pub const MAX_SOUGHT_CORNERS: usize = 4;

/// EPA: the largest number of corners that `epa/curved_foot.rs` seeks.
pub const MAX_CURVED_CORNERS: usize = 12;

/// EPA: the number of faces of a fan whose planes are computed together. One at a time takes 600 bytes of flash less.
pub const FAN_LANES: usize = if cfg!(feature = "speed") { 4 } else { 1 };

/// Portal: the largest number of rounds before refinement; most portals of polytopes take fewer than ten.
pub const MAX_PORTAL_ROUNDS: u32 = 32;

/// Portal: the largest number of rounds of refinement. Double precision uses them all where the contact lies in an edge
/// of a curved body.
pub const MAX_REFINEMENTS: u32 = 40;

/// `epa/sharpen.rs`: the largest number of stars for one normal. Nine in ten normals of random pairs take two or fewer.
pub const MAX_SHARP_STARS: usize = 3;

/// `epa/sharpen.rs`: the largest number of secant steps from one star. Usually one or two suffice.
pub const MAX_DEPTH_SECANTS: usize = 4;
