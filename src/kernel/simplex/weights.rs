//! The weights of a witness point: which point of a simplex is nearest to the origin.
//!
//! Usually they are the weights of the foot of the origin on the simplex. The foot on a part of the simplex is taken
//! where it is nearer: on a sliver, and where the foot lies outside the simplex. Where the nearest point is known
//! already, as the foot on a plane, the weights of the point nearest to it are more exact.

use crate::kernel::difference::CsoPoint;
use crate::kernel::simplex::Simplex;
use crate::kernel::simplex::nearest::ALL;
use crate::kernel::simplex::shares::Weights;
use crate::number::rounding::steps_at;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};
use core::mem::swap;
use heapless::Vec;

/// Weights may put the nearest point off by this many rounding steps of the largest coordinate.
const WEIGHT_STEPS: u32 = 16;
/// The distances of two feet are known apart if they differ by more than this many rounding steps: each is off by one,
/// because the coordinates of a foot are rounded sums.
const HIDDEN_STEPS: u32 = 2;

/// An edge of a simplex, and what is left of it at right angles to longer ones: see [`Simplex::write_spans`].
struct Span<V> {
    /// The index of the point to which the edge leads.
    index: usize,
    edge: V,
    span: V,
}

impl<V: Vector> Simplex<V> {
    /// The weights of the [foot](Self::foot) of a point `target` on the line or plane through the points.
    ///
    /// The edges start at the point nearest to the target: so one of which the foot is at an end gets a small weight
    /// with all its digits, not one that differs from one by rounding. An error of the weight of a short span moves the
    /// foot along the long ones, which those make good, but not where that takes a weight below zero. Where a weight
    /// ended at zero the foot is found again without its point.
    pub fn weights_near(&self, target: V) -> Weights<V> {
        // Without `speed` flash counts more: this takes 64 bytes of a distance on a Cortex-M4F.
        let start = if cfg!(feature = "speed") { self.start(target) } else { 0 };
        let weights = self.foot(ALL, start, target);
        let kept = needed::<V>(&weights);
        if self.has_zeros(kept) { self.foot(kept, first(kept), target) } else { weights }
    }

    /// Are some weights zero, given the positive ones? No weight that is NaN is positive, and one of the others is.
    fn has_zeros(&self, kept: u32) -> bool {
        (1..(1 << self.points.len()) - 1).contains(&kept)
    }

    /// The vector to a point from the point of the simplex nearest to it, as far as
    /// [`weights_near`](Self::weights_near) finds that.
    pub fn miss(&self, target: V) -> V {
        target - self.point(self.weights_near(target))
    }

    /// The weights of the nearest point among the feet on all parts of the simplex, each clamped to its part: the
    /// nearest point of a simplex is the foot on one of its parts. A later part, usually one of fewer points, has to be
    /// nearer by more than [`HIDDEN_STEPS`]: beside an edge, rounding would choose among the foot on a face and that on
    /// the edge, which may be far apart across the direction to the origin. tests/scenes has distances that need all
    /// parts in kissing.rs (`a_tilted_wall_of_cubes` and others).
    #[cold]
    #[inline(never)]
    pub fn best_foot(&self) -> Weights<V> {
        let slack = steps_at(HIDDEN_STEPS, self.extent());
        let (mut best, mut least, mut part) = (Weights::<V>::default(), AreaOfVector::<V>::MAX, 0);
        for kept in (1..1 << self.points.len()).rev() {
            let weights = self.foot(kept, first(kept), V::ZERO);
            let p = self.point(weights);
            if p.dot(p) < least - p.max_abs().times(slack) {
                (best, least, part) = (weights, p.dot(p), kept);
            }
        }
        // A step from there makes good the rounding of the weights (iterative refinement).
        let refined = self.step_to_foot(part, first(part), best, self.point(best));
        let p = self.point(refined);
        if p.dot(p) < least { refined } else { best }
    }

    /// The weights of the foot of a point `target` on the line, plane or space through those points that have their bit
    /// set in `kept`, found along edges from the one with the index `start`. They are clamped, so they always describe
    /// a point of the simplex.
    ///
    /// Solved with the modified method of Gram and Schmidt (Björck 1967), over the [spans](Self::write_spans) of the
    /// points, the last one first. For a span u, let p lead from the target to the point at the weights so far, without
    /// its components along the spans before u. Then −p·u/(u·u) is the weight of the point that u comes from. On a
    /// sliver u has few correct digits. Of its error δ, the part in the plane of the points is made good by the spans
    /// treated after u, and the part at right angles to the plane moves the foot by |p|·|δ|/|u|. So a foot whose place
    /// is known within rounding is a better target than the origin: from there p is in the plane.
    fn foot(&self, kept: u32, start: usize, target: V) -> Weights<V> {
        let mut corner = [UnitOfVector::<V>::NIL; 4];
        let (Some(weight), Some(point)) = (corner.get_mut(start), self.points.get(start)) else { return corner };
        *weight = UnitOfVector::<V>::ONE;
        self.step_to_foot(kept, start, corner, point.w - target)
    }

    /// The index of the point nearest to a target.
    fn start(&self, target: V) -> usize {
        let (mut start, mut least) = (0, AreaOfVector::<V>::MAX);
        for (index, point) in self.points.iter().enumerate() {
            let apart = point.w - target;
            if apart.dot(apart) < least {
                (start, least) = (index, apart.dot(apart));
            }
        }
        start
    }

    /// The foot of the origin on a part, after a second step, which makes good the rounding of the weights.
    pub fn refined_foot(&self, kept: u32) -> V {
        self.point(self.foot_in_steps(first(kept), &[kept; 2], V::ZERO))
    }

    /// The weights after a step to the foot of `target` on each of several parts in turn, from the point with the index
    /// `start`. A part without points changes nothing. Out of line, and a loop, because copies of the step take 5 kB of
    /// flash.
    #[cold]
    #[inline(never)]
    fn foot_in_steps(&self, start: usize, parts: &[u32], target: V) -> Weights<V> {
        let mut weights = [UnitOfVector::<V>::NIL; 4];
        if let Some(weight) = weights.get_mut(start) {
            *weight = UnitOfVector::<V>::ONE;
        }
        for &part in parts {
            weights = self.step_to_foot(part, start, weights, self.point(weights) - target);
        }
        weights
    }

    /// The step to [`foot`](Self::foot) from given weights of the same points, and the point p at them.
    fn step_to_foot(&self, kept: u32, start: usize, mut weights: Weights<V>, mut p: V) -> Weights<V> {
        let Some(&(mut left)) = weights.get(start) else { return weights };
        let mut spans = Vec::new();
        self.write_spans(kept, start, &mut spans);
        let mut spans = spans.as_slice();
        while let Some((&Span { index, edge, span }, longer)) = spans.split_last() {
            let across = longer.iter().fold(p, |p, longer| across(&p, &longer.span, &longer.span));
            if let Some(weight) = weights.get_mut(index) {
                let share = (-across.dot(span)).ratio(span.dot(span)).max(-*weight).min(left);
                left = left - share;
                *weight = *weight + share;
                p = p.blend([edge], [share]);
            }
            spans = longer;
        }
        if let Some(weight) = weights.get_mut(start) {
            *weight = left;
        }
        weights
    }

    /// Writes the spans of those points that have their bit set in `kept`: vectors at right angles to each other that
    /// span the same line, plane or space, the longest first.
    ///
    /// Edges lead from the point with the index `start` to the others. The longest edge becomes a span, and the other
    /// edges lose their components along it, until no edge is left: so no quotient exceeds one.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn write_spans(&self, kept: u32, start: usize, spans: &mut Vec<Span<V>, 3>) {
        let Some(origin) = self.points.get(start) else { return };
        for (index, end) in self.points.iter().enumerate() {
            if index != start && kept >> index & 1 != 0 {
                let edge = end.w - origin.w;
                let _ = spans.push(Span { index, edge, span: edge });
            }
        }
        let mut rest = spans.as_mut_slice();
        while let Some((longest, others)) = rest.split_first_mut() {
            for other in &mut *others {
                if other.span.dot(other.span) > longest.span.dot(longest.span) {
                    swap(longest, other);
                }
            }
            for other in &mut *others {
                other.span = across(&other.span, &longest.span, &longest.span);
            }
            rest = others;
        }
    }

    /// Does the simplex contain the origin, within rounding?
    pub fn is_at_origin(&self) -> bool {
        self.nearest_point().is_within(self.weight_slack())
    }

    /// How far rounding may put the point at given weights off the nearest one.
    pub fn weight_slack(&self) -> V::Scalar {
        steps_at(WEIGHT_STEPS, self.extent())
    }

    /// A normal of the points that have their bit set in `kept`, corrected to be at right angles with them: on a sliver
    /// the cross product loses digits, but products with the edges do not. For every edge e and its span u in turn, n
    /// loses u·(n·e)/(u·e).
    pub fn straightened(&self, kept: u32, normal: V) -> V {
        let mut spans = Vec::new();
        self.write_spans(kept, first(kept), &mut spans);
        let across = |normal, span: &Span<V>| across(&normal, &span.edge, &span.span.direction());
        // A normal almost along an edge loses nearly all of its length, so it is scaled again.
        spans.iter().fold(normal.direction(), across).direction()
    }

    /// The point of the simplex nearest to the origin, which is known to be within `distance`, and near `target`. If
    /// the foot of the target is farther than that, the feet of the origin on all parts are compared.
    ///
    /// With `speed`, steps along the edges to the points of weight zero follow. Of two edges in nearly opposite
    /// directions, the one treated last would get a negative weight while the other one has none, and so is left at
    /// zero.
    #[inline]
    pub fn nearest_within(&self, distance: V::Scalar, target: V) -> CsoPoint<V> {
        let mut weights = self.weights_near(target);
        let kept = needed::<V>(&weights);
        if cfg!(feature = "speed") && self.has_zeros(kept) {
            let start = first(kept);
            let edge = |index: usize| if kept >> index & 1 == 0 { 1 << start | 1 << index } else { 0 };
            weights = self.foot_in_steps(start, &[kept, edge(0), edge(1), edge(2), edge(3)], target);
        }
        let near = self.at(weights);
        if near.w.dot(near.w) <= distance.times(distance) { near } else { self.at(self.best_foot()) }
    }

    /// The point of the simplex nearest to the origin.
    pub fn nearest_point(&self) -> V {
        self.point(self.weights_near(V::ZERO))
    }

    /// The point of the CSO at the given weights.
    pub fn point(&self, weights: Weights<V>) -> V {
        self.sum(|point| point.w, &weights)
    }

    /// The points of the CSO and of A at the given weights.
    pub fn at(&self, weights: Weights<V>) -> CsoPoint<V> {
        CsoPoint { w: self.sum(|point| point.w, &weights), on_a: self.sum(|point| point.on_a, &weights) }
    }

    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn sum(&self, part: fn(&CsoPoint<V>) -> V, weights: &Weights<V>) -> V {
        V::ZERO.blend_all(self.points.iter().map(part).zip(weights.iter().copied()))
    }
}

/// The set of the points with a positive weight, as bits.
pub fn needed<V: Vector>(weights: &Weights<V>) -> u32 {
    let bit = |(index, weight): (usize, &UnitOfVector<V>)| u32::from(*weight > UnitOfVector::<V>::NIL) << index;
    weights.iter().enumerate().map(bit).sum()
}

/// The index of the first of some points, given as bits.
fn first(kept: u32) -> usize {
    kept.trailing_zeros() as usize
}

/// A vector brought to right angles with `other` by a step along `span`.
#[cfg_attr(not(feature = "speed"), inline(never))]
fn across<V: Vector>(vector: &V, other: &V, span: &V) -> V {
    vector.blend([*span], [-vector.dot(*other).ratio(span.dot(*other))])
}
