//! Bodies: the trait `Support`, the shapes, and bodies made of other bodies.
//!
//! - `support`: the trait `Support`, through which everything above sees a body.
//! - `hint`: what a support function remembers from one call to the next.
//! - `form`: what a body says of its geometry beyond its support function, for shortcuts: `Support::form`.
//! - `feature`: the trait `Faceted`: the vertex, edge or facet that faces a direction, for contact manifolds.
//! - `shape`: the shapes, one file each or a file for a few that are alike.
//! - `combine`: bodies made of other bodies, the methods that build them, and a body from a closure.
//! - `ray`: the ray, checked where it is made.
//! - `check`: whether a body keeps the contract of `Support`, for tests of shapes that users write.
//! - `gift_wrap`: the facet that faces a direction, for shapes that do not know theirs: `Faceted::feature`.
//!
//! A new shape, say a torus (its convex hull: a disc swept by a ball), goes into a file `shape/torus.rs` with a line in
//! `shape.rs` and one in `lib.rs`; it has to implement `Support` (`support`, here also `margin`, and every other method
//! only where it knows more) and `Faceted` (an empty block, unless it has edges or facets).

pub mod check;
pub mod combine;
pub mod feature;
pub mod form;
pub mod gift_wrap;
pub mod hint;
pub mod ray;
pub mod shape;
pub mod support;
