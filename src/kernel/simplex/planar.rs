//! The simplex in the plane.
//!
//! ```text
//!            \      edge ab     /
//!             b----------------a   region a: behind both edges
//!              \      in      /
//!               \            /
//!                c----------       edge ac on the far side
//! ```

use crate::body::support::CsoPoint;
use crate::kernel::dimension::Dimension;
use crate::kernel::simplex::{Feature, Reduction, Shares, is_ahead};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec2, Vector};

impl<S: Scalar> Dimension for Vec2<S> {
    type Links = crate::kernel::epa::polygon::Edges;

    #[inline]
    fn edge_axis(a: Self, ab: Self) -> Self {
        let normal = ab.perp().direction();
        if normal.dot(a) < S::Area::ZERO { -normal } else { normal }
    }

    fn reduce(a: Self, kept: &[CsoPoint<Self>], _: Self) -> Reduction<Self> {
        let [b, c, ..] = kept else { return Reduction::vertex(a) };
        let (ab, ac) = (b.w - a, c.w - a);
        let mut nearest = None;
        for (index, end, edge, opposite) in [(0, b.w, ab, ac), (1, c.w, ac, ab)] {
            // The edge separates the origin from the third point; a flat triangle separates it always.
            let normal = edge.perp().direction();
            let (origin, third) = (normal.dot(-a), normal.dot(opposite));
            if is_beyond(origin, third) {
                let candidate = match (is_ahead(a, edge), is_ahead(end, -edge)) {
                    (true, true) => return Reduction::on_plane(Feature::Edge(index), normal, a),
                    (true, false) => Reduction::Lost,
                    (false, _) => Reduction::vertex(a),
                };
                nearest = Some(candidate.nearer(nearest));
            }
        }
        nearest.unwrap_or(Reduction::Contains(Feature::All))
    }

    fn triangle_axis(_: [Self; 3]) -> Self {
        Self::ZERO
    }

    /// The share of a point is the area of the triangle that the origin spans with the other two. Along the tangent t
    /// of a normal the origin divides a and b by t·b : −t·a.
    fn triangle_shares([a, b, c]: [Self; 3], normal: Option<Self>) -> Shares<Self> {
        if let Some(normal) = normal {
            let tangent = normal.perp();
            let (at_a, at_b) = (tangent.dot(b), -tangent.dot(a));
            return Shares { shares: [at_a, at_b, S::Area::ZERO], whole: at_a + at_b, rest: 0, normal };
        }
        let (ab, ac) = (b - a, c - a);
        let whole = ab.perp_dot(ac);
        let (at_b, at_c) = (ac.perp_dot(a), a.perp_dot(ab));
        let (whole, at_b, at_c) = if whole < S::Area::ZERO { (-whole, -at_b, -at_c) } else { (whole, at_b, at_c) };
        Shares { shares: [whole - at_b - at_c, at_b, at_c], whole, rest: 0, normal: Self::ZERO }
    }
}

/// Do two heights over a plane differ in sign? A `third` on the plane hides nothing.
#[inline]
pub(super) fn is_beyond<A: Area>(origin: A, third: A) -> bool {
    if third > A::ZERO {
        origin < A::ZERO
    } else if third < A::ZERO {
        origin > A::ZERO
    } else {
        true
    }
}
