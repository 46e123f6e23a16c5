//! What truly differs between the plane and space: the reduction of a simplex, the facets of a polytope and what a ray
//! goes through.
//!
//! The trait seals [`Vector`]. `simplex/planar.rs` and `epa/polygon.rs` implement it for [`Vec2`](crate::Vec2),
//! `simplex/spatial.rs` and `epa/polyhedron.rs` for [`Vec3`](crate::Vec3), and `cast/portal.rs` for both.

use crate::body::support::CsoPoint;
use crate::kernel::epa::Facets;
use crate::kernel::portal::Pierced;
use crate::kernel::simplex::{Reduction, Shares};
use crate::number::vector::Vector;

/// The dimension-specific parts of the kernel.
pub trait Dimension: Pierced {
    /// How the facets of a polytope are linked.
    type Links: Facets<Self>;

    /// The direction from the origin to the line through `a` along `ab`, at right angles to it; zero if the line
    /// passes through the origin.
    fn edge_axis(a: Self, ab: Self) -> Self
    where
        Self: Vector;

    /// The part of the simplex {newest, kept…} nearest to the origin. Called with two kept points or more. The axis,
    /// from the origin to the nearest of the kept ones, tells where to look first and no more.
    fn reduce(newest: Self, kept: &[CsoPoint<Self>], axis: Self) -> Reduction<Self>
    where
        Self: Vector;

    /// A normal of the plane of three points; zero if they are on a line, and in the plane.
    fn triangle_axis(points: [Self; 3]) -> Self
    where
        Self: Vector;

    /// The shares of three points in the foot of the origin on their plane. Or in the origin, all seen along a normal:
    /// in the plane that takes only the first two.
    fn triangle_shares(points: [Self; 3], normal: Option<Self>) -> Shares<Self>
    where
        Self: Vector;
}
