//! The shapes. A shape is centred on its own origin or given by points, in its own frame; `at` places it at a pose.

use crate::body::combine::Posed;
use crate::number::pose::Pose;
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;

mod cuboid;
mod ellipsoid;
mod polygon;
mod polyhedron;
mod revolved;
mod simple;

pub use cuboid::{Cuboid, NCuboid, Rectangle};
pub use ellipsoid::{Ellipse, Ellipsoid, NEllipsoid};
pub use polygon::Polygon;
pub(crate) use polyhedron::cells_for;
pub use polyhedron::{HullFault, Polyhedron, PolyhedronParts};
pub(crate) use revolved::rim;
pub use revolved::{Cone, Cylinder};
pub use simple::{Ball, Capsule, Circle, ConvexHull, NBall, Point, Segment, Triangle};

macro_rules! placeable {
    ($([$($generics:tt)*] $shape:ty;)+) => {
        $(impl<$($generics)*> $shape {
            /// This shape at a rigid pose, which maps the frame of the shape to that of the result.
            #[must_use]
            pub fn at(self, pose: Pose<<Self as crate::body::support::Support>::Vector>) -> Posed<Self> {
                Posed::new(self, pose)
            }
        })+
    };
}

placeable! {
    [V: Vector] NBall<V>;
    [V: Vector] Capsule<V>;
    [V: Vector] NCuboid<V>;
    [V: Vector] NEllipsoid<V>;
    [V: Vector] Point<V>;
    [V: Vector] Segment<V>;
    [V: Vector] Triangle<V>;
    ['p, V: Vector] ConvexHull<'p, V>;
    ['p, S: Scalar] Polygon<'p, S>;
    ['p, S: Scalar] Polyhedron<'p, S>;
    [S: Scalar] Cylinder<S>;
    [S: Scalar] Cone<S>;
}
