//! Distance, intersection and penetration of convex bodies, in 2D and 3D, over floats and fixed point.
//!
//! ```
//! use gjk::{Ball, Cuboid, Pose, Proximity, vec3};
//!
//! let link = Cuboid::new(vec3(0.1, 0.1, 0.4))?; // errors here, not later
//! let obstacle = Ball::new(0.05)?.at(Pose::translation(vec3(0.3, 0.0, 0.2))?);
//!
//! let gap = gjk::distance(&link, &obstacle);
//! assert!(gap.lower_bound > 0.14); // certified: they are never nearer than this
//!
//! match gjk::proximity(&link, &obstacle) {
//!     Proximity::Separated(gap) => println!("{} apart, along {:?}", gap.distance, gap.normal),
//!     Proximity::Overlapping(overlap) => println!("move it by {:?}", overlap.mtv()),
//! }
//! # Ok::<(), gjk::Error>(())
//! ```
//!
//! | what you want to know | call | answer |
//! |---|---|---|
//! | do they touch? | [`intersects`] | `false` is proven |
//! | how far apart, and where? | [`distance`] | [`Separation`] |
//! | how deep, and which way out? | [`penetration`] | [`Penetration`], or `None` if proven apart |
//! | whichever applies | [`proximity`] | [`Proximity`] |
//! | how does the distance change as they move? | [`Proximity::gradient`] | [`Gradient`] |
//! | where do they touch, in up to four points? | [`manifold`] | [`Manifold`] |
//! | is a point inside, how far is it? | any, with a [`Point`] as one body | |
//! | where does a ray meet a body? | [`ray_cast`] | [`Impact`], or `None` if proven to miss |
//! | when does a moving body meet one that stands still? | [`shape_cast`] | the same |
//! | when do bodies meet that move and turn? | [`time_of_impact`] | the same |
//! | are they farther apart than a margin? | [`has_clearance`] | `true` is proven |
//! | a ready-made difference of two bodies against the origin | any, with [`Point::ORIGIN`] as the second body | |
//! | the convex hull of points in any order | [`PolyhedronBuilder`], [`PolygonBuilder`] | [`Polyhedron`], [`Polygon`] |
//! | the same pair a moment later | [`Query::warm_start`] with a [`WarmStart`] | the same, sooner |
//! | the same of all pairs that a broad phase found | [`Query::distances`] and its kin, with [`Bodies`] | the same |
//! | poses, tolerance, caps, limits, memory, steps | the same on a [`Query`] | |
//!
//! The [`guide`] explains each of these, with examples, and the method with pictures.
//!
//! # Guarantees
//!
//! - Every distance and depth carries bounds: `lower_bound ≤ truth ≤` `distance` or `upper_bound`, up to four rounding
//!   steps of the larger of size and answer, eight where the query has poses, and a [`Status`] that says how it ended.
//!   A proven overlap is never reported as separation, a proven separation never as overlap, whatever limit was hit.
//! - The normal is a unit vector from A to B, in overlap as well; [`Penetration::mtv`] moves B until the bodies touch.
//! - A time of contact comes up from the left: before it the bodies are proven apart, at it they touch to rounding or
//!   tolerance. Nothing tunnels, and no cap turns a contact into a miss.
//! - There is no absolute tolerance: scaling all coordinates by a power of two scales the answer, for floats bit for
//!   bit while sizes and distances stay within 2^±20 of one (`f64`: 2^±200). Farther out last digits may differ; the
//!   bounds hold there, too.
//! - Constructors return errors; queries on what they built cannot fail. Neither panics, allocates or recurses, and
//!   every loop is bounded.
//!
//! # Numbers
//!
//! `f32`, `f64`, and with the feature `fixed` every `FixedI32<F>` with F ≤ 30 and `FixedI64<F>` with F ≤ 62, side by
//! side in one program. Coordinates and sizes are limited to [`Scalar::LIMIT`]. Directions, rotations and weights are
//! [`Scalar::Unit`]s: plain floats, or 30 (62) fractional bits. A fixed-point vector times a number saturates; sums,
//! differences, dot products and lengths have to fit, and do for vectors within the limit.
//!
//! # Shapes
//!
//! In space [`Point`], [`Segment`], [`Triangle`], [`Ball`], [`Capsule`], [`Cuboid`], [`Cylinder`], [`Cone`],
//! [`Ellipsoid`], [`ConvexHull`], [`Polyhedron`]; in the plane [`Point`], [`Segment`], [`Triangle`], [`Circle`],
//! [`Capsule`], [`Rectangle`], [`Ellipse`], [`Polygon`], [`ConvexHull`]. In both [`Posed`] and [`Transformed`] bodies,
//! [`Rounded`] ones, the [`MinkowskiSum`] and the [`HullOfTwo`] of bodies, a [`SupportFn`], `&dyn Support`, and any
//! type that implements [`Support`], and [`Faceted`] for a [`manifold`] of more than one point.
//!
//! # Features
//!
//! `fixed` (default): fixed-point scalars. `speed` (default): shortcuts in front of the search; without it only those
//! remain that replace it, and the last digits of answers may differ. `std`: the hardware's square root instead of the
//! portable one, with the same bits. `mint`, `approx`, `serde`, `defmt`: conversions, approximate comparison (of
//! floats), serialisation and logging.
//!
//! # Method
//!
//! GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999) on the cores of the bodies, EPA (van den Bergen 2001)
//! where the cores overlap, margins added exactly at the end. Closed forms and separating axes (Gottschalk, Lin,
//! Manocha 1996) for simple shapes. Times of contact by conservative advancement along separating planes (Mirtich 1996;
//! van den Bergen 2004).

#![no_std]
// docs.rs shows which feature an item needs; only its nightly compiler sets `docsrs`.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "std")]
extern crate std;

mod batch;
mod body;
mod contact;
mod gradient;
#[cfg(any(doc, doctest))]
pub mod guide;
mod hull;
mod kernel;
mod motion;
mod number;
mod pair;
mod query;
mod shortcut;

pub use batch::Bodies;
pub use body::check::{SupportFault, check_support};
pub use body::combine::{HullOfTwo, MinkowskiSum, Posed, Rounded, SupportExt, SupportFn, Transformed};
pub use body::feature::{Faceted, Feature, FeatureId};
pub use body::form::Form;
pub use body::hint::Hint;
pub use body::ray::Ray;
pub use body::shape::{
    Ball, Capsule, Circle, Cone, ConvexHull, Cuboid, Cylinder, Ellipse, Ellipsoid, HullFault, NBall, NCuboid,
    NEllipsoid, Point, Polygon, Polyhedron, PolyhedronParts, Rectangle, Segment, Triangle,
};
pub use body::support::{ScalarOf, Support};
pub use contact::id::ContactId;
pub use contact::manifold::{Contact, Manifold, manifold};
pub use gradient::Gradient;
pub use hull::{PolygonBuilder, PolyhedronBuilder, Simplified};
pub use kernel::difference::CsoPoint;
pub use kernel::observer::{DepthStep, DistanceStep, Observer, SearchOnly, Shortcut};
pub use kernel::polytope::Workspace;
pub use motion::Motion;
pub use motion::cast::{has_clearance, ray_cast, shape_cast, time_of_impact};
pub use number::error::{Error, OutlineFault};
pub use number::pose::{Affine, Affine2, Affine3, Pose, Pose2, Pose3};
pub use number::rotation::{Rotation, Rotation2, Rotation3};
#[cfg(feature = "fixed")]
pub use number::scalar::FixedArea;
pub use number::scalar::{Area, AreaOf, Scalar, UnitOf};
pub use number::vector::turning::AngularOf;
pub use number::vector::{AreaOfVector, ScalarOfVector, UnitOfVector, Vec2, Vec3, Vector, vec2, vec3};
pub use pair::place::{Placed, SameFrame};
pub use pair::poses::{InWorld, Poses};
pub use pair::result::{Impact, Penetration, Proximity, Separation, Status};
pub use pair::warm::{Memory, WarmStart};
pub use query::Query;
pub use query::functions::{distance, intersects, penetration, proximity};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
