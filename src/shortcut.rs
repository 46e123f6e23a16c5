//! Closed forms and other methods that answer faster than a search, for certain pairs of bodies.
//!
//! | module | pairs | questions | method |
//! |---|---|---|---|
//! | [`certificate`] | any: what a shortcut proves of two cores | touch, distance, depth | bounds along a direction |
//! | [`closed`] | two points or segments; point and box | touch, distance, depth | closed forms that always answer |
//! | [`points`] | point and other form with nearest points | touch, distance, depth | closed forms |
//! | [`segments`] | two segments | for [`closed`] and [`ray`] | clamped nearest points (Ericson 2005) |
//! | [`reuse_features`] | any with a warm start of vertices, floats | distance | foot of the origin on the feature |
//! | [`boxes`] | two boxes | touch, depth | separating axes (Gottschalk, Lin, Manocha 1996) |
//! | [`calipers`] | two polygons, floats | distance | edges of the difference (Guibas, Ramshaw, Stolfi 1983) |
//! | [`polygons`] | two polygons | depth | normals of edges, rotating calipers (Shamos 1978) |
//! | [`alternate`] | forms with nearest points, floats | touch, distance | projections (Cheney, Goldstein 1959) |
//! | [`coaxial`] | bodies of revolution with one axis, floats | depth, after the search | half-plane of the axis |
//! | [`boxes_fixed`] | two boxes, fixed point | distance | alternating projections of scaled boxes |
//! | [`ray`] | ray and body; moving ball or capsule, floats | ray, cast | moments and separating axes |
//!
//! Pairs are named by their cores: a ball is a point with a margin, a capsule a segment with one.
//!
//! The file [`table`] is the only one of this folder that others use. It says which pairs have which shortcuts, and
//! the order in which they are tried. [`formulas`] and [`entry`] have the formulas of single forms; [`unposed`] looks
//! at bodies with poses of their own in the frames of their cores.
//!
//! Builds with debug assertions leave out forced inlining, here and in the floors that follow: unoptimized, the
//! distance of one pair of shapes would be 300 kB of code, and compiling a program that queries many pairs would take
//! gigabytes of memory.
//!
//! Without the inlining attributes of a file, these queries take more instructions on x86-64:
//!
//! | file | |
//! |---|---|
//! | `certificate.rs`, `closed.rs`, `points.rs` | distances of balls and boxes, 4 to 10 % |
//! | `segments.rs`, `alternate.rs` | the touch of capsules in `f32`, 7 % |
//! | `reuse_features.rs` | a warm distance of polyhedra in `f32`, 14 % |
//! | `boxes.rs` | the touch of boxes in `f64`, 16 % |
//! | `polygons.rs` | the touch of polygons in `I16F16`, 9 to 12 % |
//! | `formulas.rs` | distances of boxes, 26 %; 36 % on a Cortex-M4F |
//! | `entry.rs` | a ray at a ball or a box, 8 %, at a cone, 7 % |
//! | `ray.rs`, `ray/core.rs`, `ray/line.rs` | a ray at a box in `f32`, 35 %, at a ball, 5 % |

pub mod alternate;
pub mod boxes;
pub mod boxes_fixed;
pub mod calipers;
pub mod certificate;
pub mod closed;
pub mod coaxial;
pub mod entry;
pub mod formulas;
pub mod points;
pub mod polygons;
pub mod ray;
pub mod reuse_features;
pub mod segments;
pub mod table;
pub mod tuning;
pub mod unposed;

#[cfg(all(test, feature = "speed"))]
mod tests;
