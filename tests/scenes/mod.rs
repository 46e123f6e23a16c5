//! Failures of other libraries: one scene for each public report, named by its contents.
//!
//! A scene tells its bodies in `f64`, with the signed distance in exact arithmetic (negative: the depth). [`scene`]
//! runs it in every scalar whose range it fits: as told, swapped, turned, far away, scaled by powers of two, from other
//! first directions and with limits, and holds each answer against the truth and against the bodies themselves.
//!
//! Where a scalar cannot hold a number of the scene, the truth is known no better than the bodies are moved by the
//! rounding of that number; [`body`] measures it. Nothing else loosens the bars that [`scene`] names.
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
