//! The faces of hulls, for libraries that cannot compute them from points.

use crate::vector::Vector;
use parry3d_f64::transformation;

/// The corners of the hull of a point set, and its triangles, counter-clockwise seen from outside.
pub struct Faces {
    pub corners: Vec<Vector<3>>,
    pub triangles: Vec<[u32; 3]>,
}

impl Faces {
    pub fn of(points: &[Vector<3>]) -> Self {
        let points: Vec<_> = points.iter().map(|point| (*point).into()).collect();
        let (corners, triangles) = transformation::convex_hull(&points);
        Self { corners: corners.into_iter().map(Into::into).collect(), triangles }
    }
}
