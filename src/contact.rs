//! Contact manifolds: where two bodies touch, in up to four points.
//!
//! The way of a manifold: `manifold` asks the query for the normal and the bodies for the features that face each
//! other, `facing` drops their corners that do not, `side` has a feature as it is seen along the normal, `clip` clips
//! one by the other, and `patch` finds the common corners and keeps up to four. `id` names them. Start with `manifold`.

mod clip;
mod facing;
pub mod id;
pub mod manifold;
mod patch;
mod side;
