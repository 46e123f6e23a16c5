//! Failures of other libraries: one scene for each public report, named by its contents.
//!
//! A scene describes its bodies in `f64` and states their signed distance from exact arithmetic (a negative one is the
//! depth). [`scene`] runs it in every scalar whose range it fits: as described, swapped, turned, far away, scaled by
//! powers of two, from other first directions and with limits. Each answer is checked against the stated distance and
//! against the bodies themselves.
//!
//! Where a scalar has to round a number of the scene, the bodies move, and the stated distance is off by as much at
//! most; [`body`] measures how far they move. No other allowance is added to the tolerances that [`scene`] names.
//!
//! Sizes are those of the reports; where a report gives none, the scene says that they are ours.

mod bad_input;
mod body;
mod depth_stage;
mod kissing;
mod motion;
mod origin_on_the_simplex;
mod scale_and_offset;
mod scene;
mod slivers;
