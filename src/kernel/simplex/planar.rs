//! The simplex in the plane: the nearest part of a triangle, and shares. `spatial.rs` does the same in space.
//!
//! ```text
//!            \      edge ab     /
//!             b----------------a   region a: behind both edges
//!              \      in      /
//!               \            /
//!                c----------       edge ac on the far side
//! ```

use crate::kernel::difference::CsoPoint;
use crate::kernel::simplex::nearest::{ALL, Nearest, is_ahead, is_beyond};
use crate::kernel::simplex::shares::Shares;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec2, Vector};

/// The part of a triangle nearest to the origin. Called with two kept points.
pub fn reduce<S: Scalar>(a: Vec2<S>, kept: &[CsoPoint<Vec2<S>>], _: Vec2<S>) -> Nearest<Vec2<S>> {
    let [b, c, ..] = kept else { return Nearest::vertex(a) };
    let (ab, ac) = (b.w - a, c.w - a);
    let mut nearest = None;
    for (index, end, edge, opposite) in [(0, b.w, ab, ac), (1, c.w, ac, ab)] {
        // An edge counts if it separates the origin from the third point; the edges of a flat triangle always do.
        let normal = edge.perp().direction();
        let (origin, third) = (normal.dot(-a), normal.dot(opposite));
        if is_beyond(origin, third) {
            let candidate = match (is_ahead(a, edge), is_ahead(end, -edge)) {
                (true, true) => return Nearest::on_plane(1 << index, normal, a),
                (true, false) => Nearest::on_plane(1 << index, normal, a).hidden(),
                (false, _) => Nearest::vertex(a),
            };
            nearest = Some(candidate.nearer(nearest));
        }
    }
    nearest.unwrap_or(Nearest::containing(ALL))
}

/// The share of a point is the area of the triangle that the origin spans with the other two. With a normal, let t be
/// the tangent at right angles to it: along t the origin divides a and b in the ratio t·b : −t·a.
pub fn triangle_shares<S: Scalar>(&[a, b, c]: &[Vec2<S>; 3], normal: Option<Vec2<S>>) -> Shares<Vec2<S>> {
    if let Some(normal) = normal {
        let tangent = normal.perp();
        let (at_a, at_b) = (tangent.dot(b), -tangent.dot(a));
        return Shares { shares: [at_a, at_b, S::Area::ZERO], whole: at_a + at_b, normal };
    }
    let (ab, ac) = (b - a, c - a);
    let whole = ab.perp_dot(ac);
    let (at_b, at_c) = (ac.perp_dot(a), a.perp_dot(ab));
    let (whole, at_b, at_c) = if whole < S::Area::ZERO { (-whole, -at_b, -at_c) } else { (whole, at_b, at_c) };
    Shares { shares: [whole - at_b - at_c, at_b, at_c], whole, normal: Vec2::ZERO }
}
