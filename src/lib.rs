//! Distance, intersection and penetration of convex bodies, in 2D and 3D, over floats and fixed point.
//!
//! For two convex bodies the crate finds whether they touch, how far apart they are, how deep they overlap, and when
//! they will meet. It is for physics engines, robots and games that have to rely on the answer: every distance, depth
//! and time comes with bounds that hold up to a few rounding steps. It needs neither `std` nor an allocator and
//! contains no unsafe code, so it also runs on microcontrollers.
//!
//! ```
//! use gjk::{Ball, Cuboid, Pose, Proximity, vec3};
//!
//! let link = Cuboid::new(vec3(0.1, 0.1, 0.4))?; // half extents; errors here, not later
//! let obstacle = Ball::new(0.05)?.at(Pose::translation(vec3(0.3, 0.0, 0.2))?);
//!
//! let gap = gjk::distance(&link, &obstacle);
//! assert!(gap.lower_bound > 0.14); // certified: up to rounding they are never nearer than this
//!
//! match gjk::proximity(&link, &obstacle) {
//!     Proximity::Separated(gap) => println!("{} apart, along {:?}", gap.distance, gap.normal),
//!     Proximity::Overlapping(overlap) => println!("move it by {:?}", overlap.mtv()),
//! }
//! # Ok::<(), gjk::Error>(())
//! ```
//!
//! Where to go next: the table below leads from a question to the function that answers it. A [`Query`] asks the same
//! questions with poses and options. [`Support`] is the trait to implement for a shape of your own. The [`guide`]
//! explains all of this with examples, and the method with pictures.
//!
//! | question | call | answer |
//! |---|---|---|
//! | do two bodies touch? | [`intersects`] | `bool`; `false` is proven |
//! | how far apart, and where are they nearest? | [`distance`] | [`Separation`] |
//! | how deep, and which way out is shortest? | [`penetration`] | [`Penetration`], or `None` if proven apart |
//! | how far apart or how deep, whichever applies? | [`proximity`] | [`Proximity`] |
//! | how does the distance change as they move? | [`Proximity::gradient`] | [`Gradient`] |
//! | where do they touch, in up to four points? | [`manifold`] | [`Manifold`] |
//! | where does a ray meet a body? | [`ray_cast`] | [`Impact`], or `None` if proven to miss |
//! | when does a moving body meet one that stands still? | [`shape_cast`] | [`Impact`], or `None` if proven to miss |
//! | when do two bodies meet that move and turn? | [`time_of_impact`] | [`Impact`], or `None` if proven to miss |
//! | are they farther apart than a margin? | [`has_clearance`] | `bool`; `true` is proven |
//! | what is the hull of some points? | [`PolyhedronBuilder`], [`PolygonBuilder`] | [`Polyhedron`], [`Polygon`] |
//!
//! - A point is a body, too: with a [`Point`] as one body, [`intersects`] says whether the point is inside, and
//!   [`distance`] how far away it is. With [`Point::ORIGIN`] the other body may be a ready-made Minkowski difference.
//! - To ask about a pair again a moment later, with less work, use [`Query::warm_start`] and keep a [`WarmStart`].
//! - To ask about all pairs that a broad phase found, use [`Query::intersections`], [`Query::distances`] or
//!   [`Query::proximities`] with [`Bodies`].
//! - A [`Query`] also sets tolerances, caps on iterations, distance limits and memory, and reports its steps to an
//!   [`Observer`].
//!
//! # Guarantees
//!
//! - Bounds: `lower_bound` ≤ truth ≤ `distance`, and for depths `lower_bound` ≤ truth ≤ `upper_bound`. They may be off
//!   by four [rounding steps](guide::bounds#rounding-steps) of the larger of size and answer, by four more if the query
//!   has poses, and by four more for each pose inside a body. A [`Status`] says how the query ended. A proven overlap
//!   is never reported as separation, nor a proven separation as overlap, whatever limit was hit.
//! - The normal is a unit vector from A to B, in overlap as well; [`Penetration::mtv`] moves B until the bodies touch.
//! - A time of contact is approached from below: before it the bodies are proven apart. At it they touch to rounding or
//!   tolerance if the status is [`Converged`](Status::Converged); on any other status no contact is known. Nothing
//!   tunnels, and no cap turns a contact into a miss.
//! - There is no absolute tolerance: scaling all coordinates by a power of two scales the answer. For floats this holds
//!   bit for bit while sizes and distances stay within 2^±20 of one (`f64`: 2^±200). Farther out the last digits may
//!   differ; the bounds hold there, too.
//! - Constructors return errors, and queries on the bodies that they built cannot fail; the two casts of bodies check
//!   their velocity and time. Nothing panics, allocates or recurses, and every loop is bounded.
//!
//! # Numbers
//!
//! Scalars are `f32`, `f64`, and with the feature `fixed` every `FixedI32<F>` with F ≤ 30 and every `FixedI64<F>` with
//! F ≤ 62; one program may use several. Coordinates and sizes are limited to [`Scalar::LIMIT`]. Directions, rotations
//! and weights are [`Scalar::Unit`]s: plain floats, or fixed point with 30 (62) fractional bits. The product of a
//! fixed-point vector and a number saturates. Sums, differences, dot products and lengths of fixed-point vectors have
//! to fit, and do for vectors within the limit.
//!
//! # Shapes
//!
//! - In space: [`Point`], [`Segment`], [`Triangle`], [`Ball`], [`Capsule`], [`Cuboid`], [`Cylinder`], [`Cone`],
//!   [`Ellipsoid`], [`ConvexHull`], [`Polyhedron`].
//! - In the plane: [`Point`], [`Segment`], [`Triangle`], [`Circle`], [`Capsule`], [`Rectangle`], [`Ellipse`],
//!   [`Polygon`], [`ConvexHull`].
//! - In both: [`Posed`], [`Transformed`] and [`Rounded`] bodies, the [`MinkowskiSum`] and the [`HullOfTwo`] of two
//!   bodies, a [`SupportFn`], `&dyn Support`, and any type that implements [`Support`]; for a [`manifold`] also
//!   [`Faceted`].
//!
//! # Features
//!
//! - `fixed` (default): fixed-point scalars.
//! - `speed` (default): shortcuts in front of the search. Without it only the shortcuts remain that replace the search,
//!   the last digits of answers may differ, and where rounding or a full workspace ends a search, bounds stay apart.
//! - `std`: the hardware's square root instead of the portable one; the answers are the same bits.
//! - `mint`, `approx`, `serde`, `defmt`: conversions, approximate comparison of floats, serialisation, and logging.
//!
//! # Method
//!
//! GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999) searches the cores of the bodies. Where the cores overlap,
//! EPA goes on (van den Bergen 2001). Margins are added exactly at the end. Simple shapes have closed forms and
//! separating axes (Gottschalk, Lin, Manocha 1996). Times of contact come from conservative advancement along
//! separating planes (Mirtich 1996; van den Bergen 2004).

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
