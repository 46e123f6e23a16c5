//! Scenes that failed in other libraries: one for each public report, named by its bodies and how they lie.
//!
//! A scene gives its bodies in `f64`, with the signed distance in exact arithmetic (the depth is negative). [`scene`]
//! runs it in every scalar whose range it fits: as given, swapped, rotated, far away, scaled by powers of two, from
//! other first directions and with limits. It compares each answer with the true distance and with the bodies
//! themselves.
//!
//! If a scalar cannot represent a number of the scene, rounding that number moves the bodies, and the true distance is
//! known only to within that displacement, which [`body`] measures. Nothing else adds to the tolerances in [`scene`].
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
