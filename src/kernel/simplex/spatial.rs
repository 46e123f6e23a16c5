//! The simplex in space: the nearest part of a triangle or a tetrahedron, and shares. `planar.rs` is the shorter
//! version.
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
//! The foot p of the origin on the plane of a b c has the weights n·(p_i × p_j)/(n·n), where p_i and p_j are the other
//! two points (p drops out because it is parallel to n). Written with edges instead of far points, the share of c is
//! n·(a × ab), that of a is n·(b × bc), that of b is n·(c × ca), and only their signs are needed to find the region.
//! The share of a cannot be negative, since the origin is on a's side of bc; where rounding makes it negative, as on a
//! large flat face, the triangle counts as one that does not contain the foot.
//!
//! Without the attributes of inlining in this file a distance of cylinders in `f64` takes 10 % more instructions on
//! x86-64.

use crate::kernel::difference::CsoPoint;
use crate::kernel::simplex::nearest::{ALL, Nearest, is_beyond, nearest_edge};
use crate::kernel::simplex::shares::Shares;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec3, Vector, vec3};

/// The part of a triangle or a tetrahedron nearest to the origin. Called with two or three kept points.
#[inline(always)]
pub fn reduce<S: Scalar>(a: Vec3<S>, kept: &[CsoPoint<Vec3<S>>], axis: Vec3<S>) -> Nearest<Vec3<S>> {
    match kept {
        [b, c] => nearest_part(a, kept, [(0b1, &b.w), (0b10, &c.w), (0b10, &c.w)], 1),
        [b, c, d, ..] => tetrahedron(a, kept, [&b.w, &c.w, &d.w], axis),
        _ => Nearest::vertex(a),
    }
}

/// Shares from the corner p between the two shortest edges, where the angle is widest and cancellation least. All three
/// cross products are scaled by one power of two, which keeps their ratios. The first of them is along the normal.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline)]
pub fn triangle_shares<S: Scalar>(&[a, b, c]: &[Vec3<S>; 3], normal: Option<Vec3<S>>) -> Shares<Vec3<S>> {
    let (ab2, bc2, ca2) = ((b - a).dot(b - a), (c - b).dot(c - b), (a - c).dot(a - c));
    let (corner, [p, q, r]) = if bc2 >= ab2 && bc2 >= ca2 {
        (0, [a, b, c])
    } else if ca2 >= ab2 {
        (1, [b, c, a])
    } else {
        (2, [c, a, b])
    };
    let (whole, at_q, at_r) = ((q - p).cross(r - p), (r - p).cross(p), p.cross(q - p));
    let n = normal.unwrap_or_else(|| Vec3::from_array(S::Area::normalize(whole.to_array())));
    let block = [whole.x, whole.y, whole.z, at_q.x, at_q.y, at_q.z, at_r.x, at_r.y, at_r.z];
    let [x, y, z, qx, qy, qz, rx, ry, rz] = S::Area::factors(block);
    let (whole, at_q, at_r) = (n.dot(vec3(x, y, z)), n.dot(vec3(qx, qy, qz)), n.dot(vec3(rx, ry, rz)));
    let at_p = whole - at_q - at_r;
    let shares = match corner {
        0 => [at_p, at_q, at_r],
        1 => [at_r, at_p, at_q],
        _ => [at_q, at_r, at_p],
    };
    Shares { shares, whole, normal: n }
}

/// The share of the third corner of a triangle with the corners p and q and the normal n: n·(p × (q − p)). Only its
/// sign counts.
#[cfg_attr(feature = "speed", inline(always))]
#[cfg_attr(not(feature = "speed"), inline(never))]
fn share_beside<S: Scalar>(n: Vec3<S>, p: Vec3<S>, q: Vec3<S>) -> S::Area {
    n.dot(p.cross_factor(q - p))
}

/// The nearest part of a tetrahedron with the newest point a. With `speed` the likeliest face is tested first; without
/// it that would take 230 bytes of flash on a Cortex-M4F.
#[cfg_attr(feature = "speed", inline(never))]
fn tetrahedron<S: Scalar>(
    a: Vec3<S>,
    kept: &[CsoPoint<Vec3<S>>],
    ends: [&Vec3<S>; 3],
    axis: Vec3<S>,
) -> Nearest<Vec3<S>> {
    let [b, c, d] = ends;
    let (b, c, d) = ((0b1, b), (0b10, c), (0b100, d));
    let first = if cfg!(feature = "speed") { likeliest_face(a, ends, axis) } else { 0 };
    let order = match first {
        0 => [b, c, d],
        1 => [c, d, b],
        _ => [d, b, c],
    };
    nearest_part(a, kept, order, 3)
}

/// The nearest part of a triangle or a tetrahedron with the newest point a, given the kept points, each with its bit.
/// Tests `count` faces: that of a and the first two of these points, and so on.
///
/// If the origin is beyond a face of a tetrahedron and its foot lies in that face, the face is the answer: the foot is
/// the point nearest to the origin of a half-space that contains the tetrahedron. Otherwise each face that the origin
/// is beyond marks those of its edges with a that the foot on its plane lies beyond. The answer is the nearest of the
/// marked edges, or a itself (see [`nearest_edge`]). A triangle is a single face, and the origin counts as beyond it. A
/// face with the foot beyond its edge without a is [hidden](Nearest::hidden).
#[cfg_attr(feature = "speed", inline(always))]
#[cfg_attr(not(feature = "speed"), inline(never))]
fn nearest_part<S: Scalar>(
    a: Vec3<S>,
    kept: &[CsoPoint<Vec3<S>>],
    [mut p, mut q, mut r]: [(u32, &Vec3<S>); 3],
    count: usize,
) -> Nearest<Vec3<S>> {
    let (mut beyond, mut otherwise) = (0, Nearest::containing(ALL));
    for _ in 0..count {
        let n = Vec3::triangle_axis(a, *p.1, *q.1);
        if count == 1 || is_beyond(n.dot(-a), n.dot(*r.1 - a)) {
            // A triangle without area has no inside: the foot is beyond both edges.
            let is_flat = n.dot(n) == S::Area::ZERO;
            let is_beyond_ap = is_flat || share_beside(n, a, *p.1) < S::Area::ZERO;
            let is_beyond_aq = is_flat || share_beside(n, a, *q.1) > S::Area::ZERO;
            if is_beyond_ap || is_beyond_aq {
                beyond |= if is_beyond_ap { p.0 } else { 0 } | if is_beyond_aq { q.0 } else { 0 };
            } else {
                let face = Nearest::on_plane(p.0 | q.0, n, a);
                if share_beside(n, *p.1, *q.1) >= S::Area::ZERO {
                    return face;
                }
                otherwise = face.hidden();
            }
        }
        (p, q, r) = (q, r, p);
    }
    if beyond != 0 { nearest_edge(a, kept, beyond) } else { otherwise }
}

/// The face with the newest point a through which the axis, from the origin to the nearest point of b c d, enters the
/// tetrahedron: 0 for a b c, 1 for a c d, 2 for a d b.
///
/// Seen along the axis the origin lies in b c d, and in one of the triangles that a forms with the edges of b c d: in
/// the one with p q if the line from a through the origin has p on one side and q on the other. Which side is which
/// depends on the orientation of b c d. A wrong face, which rounding may choose, only costs a test.
#[inline(always)]
fn likeliest_face<S: Scalar>(a: Vec3<S>, [b, c, d]: [&Vec3<S>; 3], axis: Vec3<S>) -> usize {
    let leftward = axis.cross_factor(a);
    let turn = axis.cross_factor(*b).dot(*c) > S::Area::ZERO;
    match [b, c, d].map(|p| (leftward.dot(*p) > S::Area::ZERO) == turn) {
        [true, false, _] => 0,
        [_, true, false] => 1,
        _ => 2,
    }
}
