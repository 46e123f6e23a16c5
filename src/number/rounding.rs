//! How far rounding may put a length off, given the size of the numbers that it is computed from.
//!
//! A *step* is the rounding step of a length: relative for floats, `size · ROUNDING`; the distance between neighbors
//! for fixed point, [`Scalar::STEP`]. Every tolerance of the crate is a number of steps, so that none is absolute.
//! How many steps is a matter of error analysis, derived where the constant stands, and not to be tuned.

use crate::number::scalar::{Scalar, saturating_sum};

/// How many rounding steps of the coordinates a distance may be off by, with some to spare: it comes from the height of
/// a point above a plane, a sum of three products.
pub const ROUNDING_STEPS: u32 = 4;

/// Moving bodies count as being in contact where the proven gap between them is at most this many rounding steps.
pub const SLACK_STEPS: u32 = 4;

/// `count` times a step, where `count` is a power of two. Fixed point saturates.
pub fn steps<S: Scalar>(count: u32, step: S) -> S {
    (0..count.ilog2()).fold(step, |sum, _| saturating_sum(sum, sum))
}

/// The rounding step of numbers up to `size`.
pub fn step_at<S: Scalar>(size: S) -> S {
    S::blend(S::STEP, [size], [S::ROUNDING])
}

/// The relative rounding step of a direction, of numbers up to `size`: [`step_at`] without the fixed step of the input.
pub fn relative_step_at<S: Scalar>(size: S) -> S {
    S::blend(S::NIL, [size], [S::ROUNDING])
}

/// The rounding step of a scalar product, of numbers up to `size`; zero for fixed point, whose products are exact.
pub fn product_step_at<S: Scalar>(size: S) -> S {
    S::blend(S::NIL, [size], [S::PRODUCT_ROUNDING])
}

/// `count` rounding steps of numbers up to `size`, where `count` is a power of two.
pub fn steps_at<S: Scalar>(count: u32, size: S) -> S {
    steps(count, step_at(size))
}

/// `count` rounding steps, on the scale of `zoom`, of numbers up to an unscaled `size` that were rounded before they
/// were scaled. `count` is a power of two.
pub fn steps_at_zoom<S: Scalar>(count: u32, size: S, zoom: S::Zoom) -> S {
    let step = S::STEP.zoom(zoom).max(S::STEP);
    steps(count, S::blend(step, [size.zoom(zoom)], [S::ROUNDING]))
}

/// How far rounding may put off the distance between two points of the given size, each of which is rounded itself.
pub fn of_distance<S: Scalar>(size: S) -> S {
    steps_at(2 * ROUNDING_STEPS, size)
}

/// How far rounding may put off the distance between two points of the given size, where the input was rounded to
/// `input_step` and the computation after it rounded to steps of the size times `relative`.
pub fn rounding_of_distance<S: Scalar>(input_step: S, size: S, relative: S::Unit) -> S {
    steps(ROUNDING_STEPS, S::blend(input_step, [size], [relative]))
}
