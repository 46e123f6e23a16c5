//! Caps and thresholds of the shortcuts that were chosen by measurement, and may be changed.
//!
//! They decide when a shortcut gives up and a search takes over, and so how fast an answer comes. Measured with
//! `benches/instructions`.

use crate::number::lanes::LANES;

/// Trades code size for speed on 64-bit targets.
pub const IS_ROOMY: bool = cfg!(target_pointer_width = "64");

/// Alternating projections: the most turns before a search takes over.
pub const MAX_TURNS: u32 = 6;

/// Alternating projections: the most turns where a surface is curved.
pub const MAX_TURNS_WHERE_CURVED: u32 = 12;

/// Alternating projections: the most turns for contact alone: nearly all pairs of cylinders are decided sooner.
pub const MAX_TURNS_FOR_TOUCH: u32 = 3;

/// Alternating projections: the most corners of a polygon whose nearest point is found faster than a search ends.
pub const MAX_ALTERNATING_CORNERS: u32 = 4;

/// Calipers: the most corners of a polygon, and of the difference that the walk visits before a search takes over.
pub const MAX_CALIPER_CORNERS: u32 = 64;

/// Depth of polygons: the most corners; where one has more, EPA answers.
pub const MAX_LISTED_CORNERS: usize = 32;

/// Depth of polygons: up to this many corners, testing which edges matter does not pay.
pub const FEW_CORNERS: u32 = 2 * LANES as u32;

/// Rays: times at which the ray is looked at, rounded first by where it starts, then by where it meets the body.
pub const MAX_LOOKS: u32 = 2;

/// Rays: the most times at which the point of a core nearest to the ray is looked at; two or three do where it stays on
/// a corner, an edge or a face.
pub const MAX_FEET: u32 = 6;
