//! The simplex in space.
//!
//! ```text
//!  triangle, seen along n          region        kept
//!            b                     1  edge ab    a b
//!        1  / \                    2  edge ac    a c
//!          / 4 \                   3  vertex a   a
//!         a-----c                  4  face       a b c
//!      3     2
//! ```
//!
//! The foot p of the origin on the plane of a b c has the weights n·(p_i × p_j)/(n·n) (p drops out because it is
//! parallel to n). With edges instead of far points: the weight of c is n·(a × ab), that of b is n·(ac × a), each over
//! n·n, and only their signs are needed to find the region. The weight n·(b × bc) of a cannot be negative, since the
//! origin is on a's side of bc; where rounding makes it so, as on a large flat face, the triangle does not have the foot.

use super::{Feature, Reduction, Shares, is_ahead, planar::is_beyond};
use crate::dimension::Dimension;
use crate::scalar::{Area, Scalar};
use crate::support::CsoPoint;
use crate::vector::{Vec3, vec3};

impl<S: Scalar> Dimension for Vec3<S> {
    type Links = crate::epa::polyhedron::Faces;

    /// ab × (a × ab): the part of a at right angles to ab, times |ab|².
    #[inline(always)]
    fn edge_axis(a: Self, ab: Self) -> Self {
        ab.cross_direction(a.cross_direction(ab))
    }

    #[inline(always)]
    fn reduce(a: Self, kept: &[CsoPoint<Self>]) -> Reduction<Self> {
        match kept {
            [b, c] => Triangle::new(a, b.w, c.w).reduce(0, 1),
            [b, c, d] => tetrahedron(a, b.w, c.w, d.w),
            _ => Reduction::vertex(a),
        }
    }

    fn triangle_axis([a, b, c]: [Self; 3]) -> Option<Self> {
        let n = Triangle::new(a, b, c).n;
        (n != Self::ZERO).then_some(n)
    }

    /// Shares from the corner p between the two shortest edges, where the angle is widest and cancellation least. One
    /// power of two for all three cross products, so that their ratios stay.
    fn triangle_shares([a, b, c]: [Self; 3]) -> Shares<Self> {
        let (ab, ac, bc) = (b - a, c - a, c - b);
        let (ab2, ac2, bc2) = (ab.dot(ab), ac.dot(ac), bc.dot(bc));
        let corner = |p: Self, pq: Self, pr: Self| {
            let (n, at_r, at_q) = (pq.cross(pr), p.cross(pq), pr.cross(p));
            let block = [n.x, n.y, n.z, at_r.x, at_r.y, at_r.z, at_q.x, at_q.y, at_q.z];
            let [nx, ny, nz, rx, ry, rz, qx, qy, qz] = S::Area::normalize(block);
            let n = vec3(nx, ny, nz);
            let (at_r, at_q, whole) = (n.dot(vec3(rx, ry, rz)), n.dot(vec3(qx, qy, qz)), n.dot(n));
            ([whole - at_q - at_r, at_q, at_r], whole)
        };
        let (shares, whole) = if bc2 >= ab2 && bc2 >= ac2 {
            corner(a, ab, ac)
        } else if ac2 >= ab2 {
            let ([at_b, at_c, at_a], whole) = corner(b, bc, -ab);
            ([at_a, at_b, at_c], whole)
        } else {
            let ([at_c, at_a, at_b], whole) = corner(c, -ac, -bc);
            ([at_a, at_b, at_c], whole)
        };
        Shares { shares, whole }
    }
}

/// The normal of a triangle. The two shortest edges give the most exact one: ab × ac = ab × bc = ac × bc.
#[inline(always)]
pub fn triangle_normal<S: Scalar>(ab: Vec3<S>, ac: Vec3<S>, bc: Vec3<S>) -> Vec3<S> {
    let (ab2, ac2, bc2) = (ab.dot(ab), ac.dot(ac), bc.dot(bc));
    let (first, second) = if bc2 >= ab2 && bc2 >= ac2 {
        (ab, ac)
    } else if ac2 >= ab2 {
        (ab, bc)
    } else {
        (ac, bc)
    };
    first.cross_direction(second)
}

/// A triangle with the newest point a.
struct Triangle<S> {
    a: Vec3<S>,
    b: Vec3<S>,
    ab: Vec3<S>,
    ac: Vec3<S>,
    bc: Vec3<S>,
    n: Vec3<S>,
}

impl<S: Scalar> Triangle<S> {
    #[inline(always)]
    fn new(a: Vec3<S>, b: Vec3<S>, c: Vec3<S>) -> Self {
        let (ab, ac, bc) = (b - a, c - a, c - b);
        Self { a, b, ab, ac, bc, n: triangle_normal(ab, ac, bc) }
    }

    /// The nearest feature; `b` and `c` are the places of the kept points.
    #[inline(always)]
    fn reduce(&self, b: usize, c: usize) -> Reduction<Vec3<S>> {
        let Self { a, b: at_b, ab, ac, bc, n } = *self;
        let beyond_ab = n.dot(a.cross_direction(ab)) < S::Area::ZERO;
        let beyond_ac = n.dot(a.cross_direction(ac)) > S::Area::ZERO;
        let flat = n == Vec3::ZERO;
        if beyond_ab && is_ahead(a, ab) {
            return Reduction::edge(b, a, ab);
        }
        if beyond_ac && is_ahead(a, ac) {
            return Reduction::edge(c, a, ac);
        }
        if flat {
            return collinear(a, (b, ab), (c, ac));
        }
        if beyond_ab || beyond_ac {
            return Reduction::vertex(a);
        }
        if n.dot(at_b.cross_direction(bc)) < S::Area::ZERO {
            return Reduction::Lost;
        }
        Reduction::on_plane(Feature::Triangle(b, c), n, a)
    }
}

/// Three points on a line: the nearer of the two edges.
#[cold]
fn collinear<S: Scalar>(a: Vec3<S>, (b, ab): (usize, Vec3<S>), (c, ac): (usize, Vec3<S>)) -> Reduction<Vec3<S>> {
    let to_b = is_ahead(a, ab).then(|| Reduction::edge(b, a, ab));
    let to_c = is_ahead(a, ac).then(|| Reduction::edge(c, a, ac));
    match to_b {
        Some(nearest) => nearest.nearer(to_c),
        None => to_c.unwrap_or(Reduction::vertex(a)),
    }
}

/// The faces of the newest point in turn. A foot inside a face that has the origin beyond it ends the search: it is
/// the projection on a supporting half-space.
#[inline(never)]
fn tetrahedron<S: Scalar>(a: Vec3<S>, b: Vec3<S>, c: Vec3<S>, d: Vec3<S>) -> Reduction<Vec3<S>> {
    let mut nearest = None;
    for (p, q, opposite, i, j) in [(b, c, d, 0, 1), (c, d, b, 1, 2), (d, b, c, 2, 0)] {
        let face = Triangle::new(a, p, q);
        if !is_beyond(face.n.dot(-a), face.n.dot(opposite - a)) {
            continue;
        }
        let candidate = face.reduce(i, j);
        if let Reduction::Outside(found) = candidate
            && matches!(found.feature, Feature::Triangle(..))
        {
            return candidate;
        }
        nearest = Some(candidate.nearer(nearest));
    }
    nearest.unwrap_or(Reduction::Contains(Feature::All))
}
