//! Bounds of the rounding error of a length, given the size of the numbers from which it is computed.
//!
//! A *step* is the rounding step of a length: `size · ROUNDING` for floats; the distance between neighboring values,
//! [`Scalar::STEP`], plus `size · ROUNDING` for fixed point. Every tolerance of the crate is a number of steps, so no
//! tolerance is absolute. The number of steps comes from error analysis and is derived where the constant is defined;
//! where no derivation stands, it was chosen to hold for all scenes of the tests. It must not be tuned for speed.

use crate::number::scalar::{Scalar, saturating_sum};

/// The number of rounding steps of the coordinates by which a distance may be off. It allows for the height of a point
/// above a plane, a sum of three products, with a reserve.
pub const ROUNDING_STEPS: u32 = 4;

/// Bounds no farther apart than this many rounding steps have met.
pub const RESOLUTION_STEPS: u32 = 16;

/// Moving bodies count as being in contact where the proven gap between them is at most this many rounding steps; in
/// fixed point half as many, see [`slack_at_start`](crate::motion::path::slack_at_start).
pub const SLACK_STEPS: u32 = 4;

/// `count` times a step. `count` must be a power of two. Fixed point saturates.
pub fn steps<S: Scalar>(count: u32, step: S) -> S {
    (0..count.ilog2()).fold(step, |sum, _| saturating_sum(sum, sum))
}

/// The rounding step of numbers up to `size` in magnitude.
pub fn step_at<S: Scalar>(size: S) -> S {
    S::blend(S::STEP, [size], [S::ROUNDING])
}

/// The relative rounding step of a direction, of numbers up to `size`: [`step_at`] without the fixed step of the input.
pub fn relative_step_at<S: Scalar>(size: S) -> S {
    size.scaled(S::ROUNDING)
}

/// The rounding step of a scalar product, of numbers up to `size`; zero for fixed point, whose products are exact.
pub fn product_step_at<S: Scalar>(size: S) -> S {
    size.scaled(S::PRODUCT_ROUNDING)
}

/// `count` rounding steps of numbers up to `size`. `count` must be a power of two.
pub fn steps_at<S: Scalar>(count: u32, size: S) -> S {
    steps(count, step_at(size))
}

/// `count` rounding steps, scaled by `zoom`, of numbers that were rounded at a magnitude up to `size` and then scaled.
/// `count` must be a power of two.
pub fn steps_at_zoom<S: Scalar>(count: u32, size: S, zoom: S::Zoom) -> S {
    let step = S::STEP.zoom(zoom).max(S::STEP);
    steps(count, S::blend(step, [size.zoom(zoom)], [S::ROUNDING]))
}

/// The rounding error of the distance between two points with coordinates up to `size`, each of which is rounded
/// itself.
pub fn of_distance<S: Scalar>(size: S) -> S {
    steps_at(2 * ROUNDING_STEPS, size)
}

/// The rounding error of the distance between two points with coordinates up to `size`, if the input was rounded to
/// `input_step` and the computation rounds to steps of `size · relative`.
pub fn rounding_of_distance<S: Scalar>(input_step: S, size: S, relative: S::Unit) -> S {
    steps(ROUNDING_STEPS, S::blend(input_step, [size], [relative]))
}
