//! Convex bodies: the trait `Support`, the shapes, and bodies made of other bodies.
//!
//! - `support`: the trait `Support`, through which the later floors see a body.
//! - `hint`: a number that a support function keeps from one call to the next.
//! - `form`: the kind of a shape (point, box, polygon and so on), which `Support::form` tells to shortcuts.
//! - `feature`: the trait `Faceted`: the vertex, edge or facet that faces a direction, for contact manifolds.
//! - `shape`: the shapes, one file for each or for a few similar ones.
//! - `combine`: bodies made of other bodies, the methods that build them, and a body from a closure.
//! - `ray`: the ray, whose constructor checks it.
//! - `check`: a check of the contract of `Support`, for tests of shapes that users write.
//! - `gift_wrap`: the facet of some points that faces a direction, for shapes that do not store their facets.
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
