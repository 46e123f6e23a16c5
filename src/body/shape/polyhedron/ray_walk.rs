//! The facet through which a ray enters a polyhedron, found by walking over its surface.

use crate::body::hint::Hint;
use crate::body::shape::polyhedron::Polyhedron;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec3, Vector};

impl<'p, S: Scalar> Polyhedron<'p, S> {
    /// Returns the outward normal and the corners of the facet that the ray from `start` along `dir` meets first; or,
    /// if the ray misses, the normal of a plane with the body on one side and the ray on the other.
    ///
    /// Seen along the ray, the body is its shadow, which the facets that face the ray cover once. The walk crosses
    /// these facets on the line from a vertex v to the ray. With m at right angles to the ray and to the displacement
    /// from v to it, (p − v)·m is twice the area of the triangle of v, p and the ray, positive if they are
    /// counter-clockwise. So the line leaves v through the facet of two consecutive neighbors of v, the first with a
    /// positive area and the second with a negative one, if that facet faces the ray. If the ray is beyond the edge
    /// between the two, the line goes on across it into the next facet. Where that facet does not face the ray, the
    /// shadow ends, and the ray passes by.
    ///
    /// Rounding may mislead the walk; then it returns `None` or a wrong facet, so callers have to check the answer.
    #[inline(never)]
    pub(crate) fn ray_walk(&self, start: Vec3<S>, dir: Vec3<S>, hint: &mut Hint) -> Option<(Vec3<S>, [Vec3<S>; 3])> {
        let (zero, blocks) = (S::Area::ZERO, self.parts.blocks());
        let (near, from) = self.facing(start, dir);
        let corner = |number: u16| {
            let point = blocks.get(number.into())?;
            Some(SeenVertex { number, point, across: dir.cross_factor(near - point) })
        };
        let from = corner(from)?;
        let row = self.neighbors(from.number.into());
        let side = |number: u16| blocks.get(number.into()).map_or(zero, |point| from.area(point));
        let mut last = *row.last()?;
        let (mut before, mut facet) = (side(last), (last, last, zero));
        for &number in row {
            let after = side(number);
            if before >= zero && after < zero {
                facet = (last, number, before - after);
            }
            (last, before) = (number, after);
        }
        let (right, left, sides) = facet;
        let (mut behind, mut right, mut left) = (from.point, corner(right)?, corner(left)?);
        let mut inner = right.area(left.point);
        *hint = Hint::new(u32::from(from.number) + 1);
        if sides + inner <= zero {
            return Some((self.edge_towards(&from, dir)?, [from.point; 3]));
        }
        // The line crosses each facet once, and there are fewer than two facets for each vertex.
        for _ in 0..2 * self.len() {
            *hint = Hint::new(u32::from(right.number) + 1);
            if inner >= zero {
                let corners = [behind, right.point, left.point];
                let normal = Vec3::triangle_axis(behind, right.point, left.point);
                // If the ray starts behind the facet, it moves away from the body, and a plane at right angles to the
                // ray keeps it out.
                let is_ahead = normal.dot(start - behind) > zero;
                return Some((dir.select(is_ahead, normal), corners));
            }
            // The third corner of the next facet precedes the left corner in the row of the right corner.
            let row = self.neighbors(right.number.into());
            let (mut next, mut last) = (left.number, *row.last()?);
            for &number in row {
                next = if number == left.number { last } else { next };
                last = number;
            }
            let next = corner(next)?;
            let (of_right, of_left) = (right.area(next.point), next.area(left.point));
            if of_right + of_left <= inner {
                return Some((dir.cross_direction(left.point - right.point), [right.point; 3]));
            }
            (behind, inner) = if from.area(next.point) >= zero {
                (core::mem::replace(&mut right, next).point, of_left)
            } else {
                (core::mem::replace(&mut left, next).point, of_right)
            };
        }
        None
    }

    /// Returns the point of a ray that is level with the front of the body, and a vertex on the side that faces the
    /// ray, near the place where the ray may enter.
    ///
    /// A vertex that lies farthest along a direction against the ray is on that side. So the start of an octant is, if
    /// the diagonal of the octant points against the ray. The first candidate is the start of the octant of `-dir`; the
    /// ray is level with the front of the body about where it is level with this vertex. The octant in which that point
    /// of the ray lies, seen from the center, gives the second candidate, which is returned if the diagonal of its
    /// octant points against the ray.
    #[inline]
    fn facing(&self, start: Vec3<S>, dir: Vec3<S>) -> (Vec3<S>, u16) {
        let first = self.start(-dir);
        let to_first = self.vertex(first) - start;
        let level = start.blend([dir], [dir.dot(to_first).ratio(dir.dot(dir))]);
        let outward = level - self.parts.center;
        let is_against = Vec3::ONE.with_signs_of(outward).dot(dir) < S::Area::ZERO;
        (level, (if is_against { self.start(outward) } else { first }) as u16)
    }

    /// The normal of a plane that is parallel to a ray and has the ray on one side, the body on the other, and
    /// `corner`, a corner of the body's shadow, on it. The plane contains the edge at the corner that leads most
    /// towards the ray. If all edges lead away from the ray, the normal points from the corner to the ray.
    #[inline(never)]
    fn edge_towards(&self, corner: &SeenVertex<S>, dir: Vec3<S>) -> Option<Vec3<S>> {
        let zero = S::Area::ZERO;
        let towards = corner.across.cross_direction(dir);
        let (mut normal, mut best) = (towards, S::Unit::NIL);
        for &other in self.neighbors(corner.number.into()) {
            let edge = self.parts.blocks().get(other.into())? - corner.point;
            let (ahead, beside) = (edge.dot(towards), edge.dot(corner.across));
            let lean = ahead.fraction(ahead.max(-ahead) + beside.max(-beside));
            if lean > best {
                let outward = edge.cross_direction(dir);
                (normal, best) = ((-outward).select(beside > zero, outward), lean);
            }
        }
        Some(normal)
    }
}

/// A vertex, with what is needed to measure areas seen along a ray.
struct SeenVertex<S> {
    number: u16,
    point: Vec3<S>,
    /// A direction at right angles to the ray and to the displacement from the vertex to the ray.
    across: Vec3<S>,
}

impl<S: Scalar> SeenVertex<S> {
    /// Twice the area, seen along the ray and up to a positive factor, of the triangle of this vertex, another point
    /// and the ray; positive if they are counter-clockwise.
    fn area(&self, other: Vec3<S>) -> S::Area {
        (other - self.point).dot(self.across)
    }
}
