//! How far rounding may put a length off, given the size of the numbers that it comes from.
//!
//! A *step* is the rounding step of a length: relative for floats, `size · ROUNDING`; the distance between neighbors
//! for fixed point, [`Scalar::STEP`]. Every tolerance of the crate is a number of steps, so that none is absolute.
//! How many is error analysis, derived where the constant stands, and not to be tuned.

use crate::number::scalar::{Scalar, saturating_sum};

/// Rounding steps of the coordinates that a distance may be off by, with a margin: its height is a sum of three
/// products.
pub const ROUNDING_STEPS: u32 = 4;

/// Bodies that move are in contact where the proven gap between them is at most this many rounding steps.
pub const SLACK_STEPS: u32 = 4;

/// `count` times a step, where `count` is a power of two. Fixed point saturates.
pub fn steps<S: Scalar>(count: u32, step: S) -> S {
    (0..count.ilog2()).fold(step, |sum, _| saturating_sum(sum, sum))
}

/// The rounding step of numbers up to `size`.
pub fn step_at<S: Scalar>(size: S) -> S {
    S::blend(S::STEP, [size], [S::ROUNDING])
}

/// `count` rounding steps of numbers up to `size`, where `count` is a power of two.
pub fn steps_at<S: Scalar>(count: u32, size: S) -> S {
    steps(count, step_at(size))
}

/// As [`steps_at`], on the scale of `zoom`, of numbers that were rounded before they were scaled.
pub fn steps_at_zoom<S: Scalar>(count: u32, size: S, zoom: S::Zoom) -> S {
    let step = S::STEP.zoom(zoom).max(S::STEP);
    steps(count, S::blend(step, [size.zoom(zoom)], [S::ROUNDING]))
}

/// What rounding makes of the distance of two points of the given size, each of which is rounded itself.
#[inline(always)]
pub fn of_distance<S: Scalar>(size: S) -> S {
    steps_at(2 * ROUNDING_STEPS, size)
}

/// What rounding makes of the distance of two points of the given size, where the input was rounded to `input_step` and
/// the rest of the way took roundings of the `relative` step.
pub fn rounding_of_distance<S: Scalar>(input_step: S, size: S, relative: S::Unit) -> S {
    steps(ROUNDING_STEPS, S::blend(input_step, [size], [relative]))
}
