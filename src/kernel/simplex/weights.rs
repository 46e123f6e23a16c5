//! The weights of a witness point: which point of a simplex is nearest to the origin.
//!
//! They are those of the foot of the origin on the simplex, or on a part of it if that gives a nearer point: one of a
//! sliver, or of a simplex whose foot lies outside. Witness points of a distance come from
//! [`Simplex::nearest_within`], those of a depth from [`Simplex::weights`].

use crate::kernel::difference::CsoPoint;
use crate::kernel::simplex::reduction::edge_axis;
use crate::kernel::simplex::shares::{Shares, Weights};
use crate::kernel::simplex::{Simplex, triangle_shares};
use crate::number::rounding::steps_at;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};

/// Weights may put the nearest point off by this many rounding steps of the largest coordinate.
const WEIGHT_STEPS: u32 = 16;
/// A bit for each point.
const ALL: u32 = 0b1111;

impl<V: Vector> Simplex<V> {
    /// The shares of two or three points in the foot of the origin on the line or plane through them, else zeros.
    pub fn shares(&self) -> Shares<V> {
        match self.points.as_slice() {
            [a, b] => {
                // Taken from the end p nearer to the origin: −p·(q − p) keeps its digits there.
                let ab = b.w - a.w;
                let whole = ab.dot(ab);
                let at_b = if a.w.dot(a.w) <= b.w.dot(b.w) { -a.w.dot(ab) } else { whole - b.w.dot(ab) };
                let shares = [whole - at_b, at_b, AreaOfVector::<V>::ZERO];
                Shares { shares, whole, rest: 0, normal: V::ZERO }
            }
            [a, b, c] => triangle_shares(&[a.w, b.w, c.w], None),
            _ => Shares::default(),
        }
    }

    /// Are these the corners of a facet that contains the foot of the origin?
    pub fn has_foot(&self) -> bool {
        self.points.len() == V::DIM && self.shares().least() >= UnitOfVector::<V>::NIL
    }

    /// The weights of the point nearest to the origin.
    #[inline(never)]
    pub fn weights(&self) -> Weights<V> {
        let weights = self.foot(ALL);
        if self.is_nearest(weights) { weights } else { self.best_foot(weights) }
    }

    /// The weights of the nearest point among `start` and the feet on all parts of the simplex, each clamped to that
    /// part. The nearest point of a simplex is the foot on one of its parts.
    #[cold]
    #[inline(never)]
    fn best_foot(&self, start: Weights<V>) -> Weights<V> {
        let squared = |weights| {
            let p = self.point(weights);
            p.dot(p)
        };
        let parts = 1..1 << self.points.len();
        let feet = parts.map(|kept| self.foot(kept)).map(|weights| (squared(weights), weights));
        feet.fold((squared(start), start), |best, next| if next.0 < best.0 { next } else { best }).1
    }

    /// The weights of the foot of the origin on the line, plane or space through those points that have their bit set
    /// in `kept`. They are clamped, so they always describe a point of the simplex.
    ///
    /// Solved with the modified method of Gram and Schmidt (Björck 1967). Edges lead from the point nearest to the
    /// origin to the others; the longest that is left is taken, and the rest lose what they have along it, so that no
    /// quotient exceeds one. Let u be what is left of an edge, and p the point at the weights so far, without what it
    /// has along the edges taken before. Then −p·u/(u·u) is the weight of the far end, last edge first. Of a sliver u
    /// has few digits, but an error of u in its plane is made good by the edges that follow, and one at right angles to
    /// the plane moves the foot at right angles to its distance from the origin.
    fn foot(&self, kept: u32) -> Weights<V> {
        let mut weights = [UnitOfVector::<V>::NIL; 4];
        let kept = || self.points.iter().enumerate().filter(move |(index, _)| kept >> index & 1 != 0);
        let squares = kept().map(|(index, point)| (point.w.dot(point.w), index, point.w));
        let Some((_, start, origin)) = squares.reduce(|best, next| if next.0 < best.0 { next } else { best }) else {
            return weights;
        };
        let mut edges = [V::ZERO; 4];
        for (index, point) in kept() {
            if let Some(edge) = edges.get_mut(index) {
                *edge = point.w - origin;
            }
        }
        let mut spans = [(0, V::ZERO, AreaOfVector::<V>::ZERO); 3];
        for span in spans.iter_mut().take(self.points.len().saturating_sub(1)) {
            let lengths = edges.iter().enumerate().map(|(index, edge)| (edge.dot(*edge), index, *edge));
            let longest = lengths.reduce(|best, next| if next.0 > best.0 { next } else { best });
            let Some((whole, index, longest)) = longest else { break };
            *span = (index, longest, whole);
            for edge in &mut edges {
                *edge = without(*edge, longest, whole);
            }
        }
        let (mut left, mut p) = (UnitOfVector::<V>::ONE, origin);
        for (number, &(index, span, whole)) in spans.iter().enumerate().rev() {
            let across = spans.iter().take(number).fold(p, |p, &(_, longer, whole)| without(p, longer, whole));
            let share = (-across.dot(span)).ratio(whole).max(UnitOfVector::<V>::NIL).min(left);
            if let (Some(weight), Some(point)) = (weights.get_mut(index), self.points.get(index)) {
                left = left - share;
                *weight = *weight + share;
                p = p.blend([point.w - origin], [share]);
            }
        }
        if let Some(weight) = weights.get_mut(start) {
            *weight = left;
        }
        weights
    }

    /// Does the simplex contain the origin, within rounding?
    pub fn is_at_origin(&self) -> bool {
        self.nearest_point().is_within(self.weight_slack())
    }

    /// How far the point at given weights may be off the nearest one.
    fn weight_slack(&self) -> V::Scalar {
        steps_at(WEIGHT_STEPS, self.extent())
    }

    /// Do the weights give the nearest point, within rounding? A point p is nearest if and only if no point of the
    /// simplex is lower along p than p itself; four points contain the origin, and p is there.
    fn is_nearest(&self, weights: Weights<V>) -> bool {
        let p = self.point(weights);
        let slack = self.weight_slack();
        let lowest = p.dot(p) - self.extent().times(slack);
        let is_lowest = self.points.len() < 4 && self.points.iter().all(|point| p.dot(point.w) >= lowest);
        is_lowest || p.is_within(slack)
    }

    /// The axis of the simplex, which leads from the origin to its nearest point, with the digits that rounding took.
    /// The axis of an edge is computed again, from the end nearer to the origin: the far end leaves an error of a
    /// rounding step of *its* length, of which only the part along the edge would be straightened.
    pub fn sharpened(&self, axis: V) -> V {
        match self.points.as_slice() {
            [a, b] => {
                let nearer = if a.w.dot(a.w) <= b.w.dot(b.w) { a.w } else { b.w };
                self.straightened(edge_axis(nearer, b.w - a.w))
            }
            _ => self.straightened(axis),
        }
    }

    /// A normal of the simplex brought closer to right angles with its edges: on a sliver the cross product loses
    /// digits, but products with the edges do not. For every edge e in turn, n loses its component along e, n·e/(e·e).
    pub fn straightened(&self, normal: V) -> V {
        let mut normal = normal.direction();
        for (i, one) in self.points.iter().enumerate() {
            for other in self.points.iter().skip(i + 1) {
                let edge = (other.w - one.w).direction();
                let (along, whole) = (normal.dot(edge), edge.dot(edge));
                normal = normal.blend([edge], [-along.ratio(whole)]);
            }
        }
        normal
    }

    /// The point of the simplex nearest to the origin, known to be within `distance`: usually the foot of the origin.
    #[inline]
    pub fn nearest_within(&self, distance: V::Scalar) -> CsoPoint<V> {
        let weights = self.foot(ALL);
        let near = self.at(weights);
        if near.w.dot(near.w) <= distance.times(distance) { near } else { self.at(self.best_foot(weights)) }
    }

    /// The point of the simplex nearest to the origin.
    pub fn nearest_point(&self) -> V {
        self.point(self.weights())
    }

    /// The point of the CSO at the given weights.
    fn point(&self, weights: Weights<V>) -> V {
        self.at(weights).w
    }

    /// The points of the CSO and of A at the given weights. The first point stands for missing ones, with the weight
    /// zero, so that the same code serves any number of points.
    pub fn at(&self, weights: Weights<V>) -> CsoPoint<V> {
        let ([at_a, at_b, at_c, at_d], none) = (weights, UnitOfVector::<V>::NIL);
        let (points, weights) = match self.points.as_slice() {
            [a] => return *a,
            [a, b] => ([a, b, a, a], [at_a, at_b, none, none]),
            [a, b, c] => ([a, b, c, a], [at_a, at_b, at_c, none]),
            [a, b, c, d] => ([a, b, c, d], [at_a, at_b, at_c, at_d]),
            _ => return CsoPoint::default(),
        };
        let sum = |part: fn(&CsoPoint<V>) -> V| V::ZERO.blend(points.map(part), weights);
        CsoPoint { w: sum(|point| point.w), on_a: sum(|point| point.on_a) }
    }
}

/// The part of a vector at right angles to another one, whose square is given.
fn without<V: Vector>(vector: V, other: V, square: AreaOfVector<V>) -> V {
    vector.blend([other], [-vector.dot(other).ratio(square)])
}
