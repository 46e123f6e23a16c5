//! The weights of a witness point: which point of a simplex is nearest to the origin.
//!
//! They come from the shares of `shares.rs` and are checked and corrected here, because those of a sliver are quotients
//! of rounding noise. Witness points of a distance come from [`Simplex::nearest_within`], those of a depth from
//! [`Simplex::weights_by`] or, if the shares are not known, from [`Simplex::weights`].

use crate::kernel::difference::CsoPoint;
use crate::kernel::simplex::reduction::edge_axis;
use crate::kernel::simplex::shares::{Shares, Weights, partition};
use crate::kernel::simplex::{Simplex, triangle_shares};
use crate::kernel::tuning::MAX_POLISH_ROUNDS;
use crate::number::rounding::steps_at;
use crate::number::scalar::{Area, Scalar, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};

/// Weights may put the nearest point off by this many rounding steps of the largest coordinate.
const WEIGHT_STEPS: u32 = 16;

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

    /// The weights of the point nearest to the origin. Four points for which polishing is not enough are nearly flat:
    /// their weights come from straightened normals or, if the origin lies on three of the points, from these.
    #[inline(never)]
    pub fn weights(&self) -> Weights<V> {
        let mut best = self.polished(self.weights_of_foot(false));
        if self.points.len() == 4 && !self.is_nearest(best) {
            best = self.polished(self.weights_of_foot(true));
            for omitted in 0..4 {
                let mut face = self.clone();
                face.take(omitted);
                let mut weights = face.polished(face.weights_of_foot(false));
                // `take` moved the last point to the place of the omitted one.
                if let Some([place, .., last]) = weights.get_mut(omitted..) {
                    core::mem::swap(place, last);
                }
                let (p, q) = (self.point(weights), self.point(best));
                if p.dot(p) < q.dot(q) {
                    best = weights;
                }
            }
        }
        best
    }

    /// The weights of the point of a facet nearest to the origin, from the shares of its corners.
    pub fn weights_by(&self, shares: &Shares<V>) -> Weights<V> {
        self.polished(shares.weights())
    }

    /// Weights improved by [`Simplex::shifted`] until they give the nearest point, for a few rounds at most. An edge
    /// never is a sliver, and keeps its weights.
    fn polished(&self, mut weights: Weights<V>) -> Weights<V> {
        for _ in 0..MAX_POLISH_ROUNDS {
            if self.points.len() < 3 || self.is_nearest(weights) {
                break;
            }
            weights = self.shifted(weights);
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

    /// Weights that give a point nearer to the origin: along every edge e in turn, weight moves from one end to the
    /// other so that p comes nearest, t = −p·e/(e·e). A needle needs only its longest edge.
    fn shifted(&self, mut weights: Weights<V>) -> Weights<V> {
        let nil = UnitOfVector::<V>::NIL;
        for (i, one) in self.points.iter().enumerate() {
            for (j, other) in self.points.iter().enumerate().skip(i + 1) {
                let edge = other.w - one.w;
                let (along, whole) = (-self.point(weights).dot(edge), edge.dot(edge));
                let moved = along.max(-whole).min(whole).fraction(whole);
                let mut ends = weights.iter_mut().skip(i);
                if let (Some(at_one), Some(at_other)) = (ends.next(), ends.nth(j - i - 1)) {
                    let moved = moved.min(*at_one).max(-*at_other);
                    (*at_one, *at_other) = ((*at_one - moved).max(nil), (*at_other + moved).max(nil));
                }
            }
        }
        weights
    }

    /// The weights of the foot of the origin on the line, plane or space through the points, clamped to the simplex.
    /// With `is_careful` normals are straightened.
    fn weights_of_foot(&self, is_careful: bool) -> Weights<V> {
        let Some(&newest) = self.points.get(3) else { return self.shares().weights() };
        let (none, all) = (UnitOfVector::<V>::NIL, UnitOfVector::<V>::ONE);
        self.mended([none, none, none, all], newest.w, is_careful)
    }

    /// Weights of four points that give the origin, from weights that give w; the weights of fewer points are returned
    /// as they are. On the path from w to the origin the weight of a point grows by the rise over the opposite face, as
    /// a fraction of the point's height over that face.
    fn mended(&self, weights: Weights<V>, w: V, is_careful: bool) -> Weights<V> {
        let Some(&newest) = self.points.get(3) else { return weights };
        let [mut a, mut b, mut c, _] = weights;
        for (number, (weight, point)) in [&mut a, &mut b, &mut c].into_iter().zip(&self.points).enumerate() {
            let mut face = self.clone();
            face.take(number);
            let mut normal = face.normal();
            if is_careful {
                normal = face.straightened(face.straightened(normal));
            }
            let (rise, whole) = (normal.dot(-w), normal.dot(point.w - newest.w));
            let is_behind = whole < AreaOfVector::<V>::ZERO;
            let gain = if is_behind { (-rise).ratio(-whole) } else { rise.ratio(whole) };
            *weight = saturating_sum(*weight, gain);
        }
        let ([a, b, c], d) = partition::<V, 3>([a, b, c]);
        [a, b, c, d]
    }

    /// A normal of the plane of the first three points; zero if there are fewer, if they are on a line, and in 2D.
    #[inline(never)]
    pub fn normal(&self) -> V {
        match self.points.as_slice() {
            [a, b, c, ..] => triangle_shares(&[a.w, b.w, c.w], None).normal,
            _ => V::ZERO,
        }
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
        let is_within = |near: &CsoPoint<V>| near.w.dot(near.w) <= distance.times(distance);
        let near = self.at(self.weights_of_foot(false));
        // `weights` is called here and not in the function that uses them, so that their stack frames do not add up.
        if is_within(&near) { near } else { self.pulled_within(self.weights(), is_within) }
    }

    /// Weights whose point is too far away are corrected by what it misses, or shifted if that brings it no nearer.
    #[cold]
    #[inline(never)]
    fn pulled_within(&self, mut weights: Weights<V>, is_within: impl Fn(&CsoPoint<V>) -> bool) -> CsoPoint<V> {
        for _ in 0..MAX_POLISH_ROUNDS {
            let point = self.at(weights);
            if is_within(&point) {
                break;
            }
            let mended = self.mended(weights, point.w, true);
            let w = self.point(mended);
            weights = if w.dot(w) < point.w.dot(point.w) { mended } else { self.shifted(weights) };
        }
        self.at(weights)
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
