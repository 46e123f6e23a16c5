//! Closed forms and other methods that answer faster than a search, for certain pairs of bodies.
//!
//! | module | pairs | questions | method |
//! |---|---|---|---|
//! | [`certificate`] | what a shortcut found of two cores | touch, distance, depth | bounds along a direction |
//! | [`points`] | point and core with `nearest_to`; segments | touch, distance, depth | closed forms |
//! | [`segments`] | two segments, floats | for [`points`] and [`ray`] | clamped nearest points (Ericson 2005) |
//! | [`reuse_features`] | any with a warm start of vertices, floats | distance | foot of the origin on the feature |
//! | [`boxes`] | two boxes | touch, depth | separating axes (Gottschalk, Lin, Manocha 1996) |
//! | [`boxes`]`::entry_plane` | two boxes | cast | last plane that B comes to (Kay, Kajiya 1986) |
//! | [`calipers`] | two polygons, floats | distance | walk along the difference (Guibas, Ramshaw, Stolfi 1983) |
//! | [`polygons`] | two polygons | touch (floats), depth | normals of edges, rotating calipers (Shamos 1978) |
//! | [`polygons::entry_edge`] | two small polygons, floats | cast | last edge that B comes to (Cyrus, Beck 1978) |
//! | [`alternate`] | cores with `nearest_to`, floats | touch, distance | projections (Cheney, Goldstein 1959) |
//! | [`boxes_fixed`] | two boxes, fixed point | distance | alternating projections of scaled boxes |
//! | [`ray`] | ray and body; moving ball or capsule, floats | ray, cast | moments and separating axes |
//! | [`revolved`] | cylinder or cone with such or a polytope, floats | cast | Newton's method from the portal |
//!
//! A distance here is that of the cores, so the same modules give the depth of bodies whose margins alone overlap.
//! The order in which a query tries them, first to last, before it searches:
//!
//! - touch: `points`, `boxes`, `polygons`, `alternate`;
//! - distance: `points`, `reuse_features`, `calipers`, `alternate` or `boxes_fixed`;
//! - distance or depth: `points`, `reuse_features`, `boxes`, `calipers`, `alternate`;
//! - depth alone: `points`, `boxes`, `calipers` (of bodies with margins), `polygons`;
//! - ray, cast without rotation: `ray`; then for the first plane the closed forms of [`entry`](crate::body::entry),
//!   `boxes::entry_plane` and `polygons::entry_edge`, or else the portal, with `revolved`;
//! - time of impact: the distance, at every time at which it is needed.
//!
//! A query with an observer tries none of them.

pub mod alternate;
pub mod boxes;
pub mod boxes_fixed;
pub mod calipers;
pub mod certificate;
pub mod points;
pub mod polygons;
pub mod ray;
pub mod reuse_features;
pub mod revolved;
pub mod segments;
pub mod tuning;
