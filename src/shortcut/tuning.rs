//! Caps and thresholds of the shortcuts that were chosen by measurement, and may be changed.
//!
//! They decide when a shortcut gives up and a search takes over, and so how fast an answer comes. Measured with
//! `benches/instructions`.

use crate::number::lanes::LANES;

/// Trades code size for speed on 64-bit targets.
pub const IS_ROOMY: bool = cfg!(target_pointer_width = "64");

/// Alternating projections: the most turns, each a projection onto B and one back onto A, before a search takes over.
pub const MAX_TURNS: u32 = 6;

/// Alternating projections: the most turns where a surface is curved.
pub const MAX_TURNS_WHERE_CURVED: u32 = 12;

/// Alternating projections: the most turns if only contact is asked for. Nearly all pairs of cylinders need fewer.
pub const MAX_TURNS_FOR_TOUCH: u32 = 3;

/// Alternating projections: the most corners of a polygon. With more of them, finding its nearest point takes longer
/// than a search.
pub const MAX_ALTERNATING_CORNERS: u32 = 4;

/// Calipers: the most corners of a polygon, and of the difference that the walk visits before a search takes over.
pub const MAX_CALIPER_CORNERS: u32 = 64;

/// Depth of polygons: the most corners of either. EPA answers where one has more.
pub const MAX_LISTED_CORNERS: usize = 32;

/// Depth of polygons, in floats: if one of the two has at most this many corners, every edge is tested against every
/// corner, because finding out which may matter does not pay. In fixed point the number is `LANES`.
pub const FEW_CORNERS: u32 = 2 * LANES as u32;

/// Coaxial bodies: the most steps of a walk from one end of the axis to the other.
pub const MAX_WALK_STEPS: u32 = 256;

/// Coaxial bodies: the most walks. Only bodies that are nearly balls need more than one, or a depth whose upper bound
/// missed a minimum.
pub const MAX_WALKS: u32 = 16;

/// Coaxial bodies: after a walk that does not end, the next one leaves a gap between the bounds that is this many times
/// doubled.
pub const COARSER_BITS: u32 = 2;

/// Rays: the most times tested for the entry through one plane. The first is computed from the start of the ray,
/// the next from the point that the ray has reached by then, where lengths round less.
pub const MAX_LOOKS: u32 = 2;

/// Rays: the most times at which the point of a core nearest to the ray is computed. Two or three suffice where it
/// stays on one corner, edge or face.
pub const MAX_FEET: u32 = 6;
