//! Pairs of polygons in the plane: how deep they overlap, without a search.
//!
//! The Minkowski difference of two polygons is a polygon whose edges are those of either (Gottschalk, Lin, Manocha 1996, in
//! the plane). Along the outward normal n of an edge through p the polygons are n·(q − p)/|n| apart, with q the corner of
//! the other that reaches farthest in. If no edge keeps them apart, the depth is the least of what is left. As n turns
//! with the edges, q goes round the other polygon once (Shamos 1978, rotating calipers): each corner is looked at a few
//! times, however many the other has.
//!
//! A corner that rounding makes q stop at gives less depth than there is, never more, so that the least of all is a lower
//! bound; the support points along its normal give the upper one. Where they do not meet, EPA answers. So it does where
//! the foot of q is beside the edge: another edge is level with this one, of the same polygon or the other, and rounding
//! chose between them. A point has one corner and no edge, a segment two, one for each side.

use crate::boxes::overlap_of_cores;
use crate::cso::Placement;
use crate::epa::Facets as _;
use crate::gjk::{ROUNDING_STEPS, steps};
use crate::result::{Penetration, Proximity, Separation, Status};
use crate::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::support::Support;
use crate::vector::{AreaOfVector, UnitOfVector, Vector, between};
use heapless::Vec;

/// Corners for which there is room; where one has more, EPA answers.
const MOST_CORNERS: usize = 32;

/// Two polygons, and the edge along whose normal they are farthest apart, or least deep. Everything but results is in A's
/// frame.
pub struct Polygons<'q, P, V: Vector> {
    placement: &'q P,
    margin_a: V::Scalar,
    /// The sum of the margins: the distance of cores at which the bodies touch.
    touch: V::Scalar,
    /// What rounding makes of a gap.
    slack: V::Scalar,
    best: Edge<V>,
    /// The gap between the support points along the normal: that of the edge within the slack.
    gap: V::Scalar,
}

/// An edge, and the corner of the other polygon that reaches farthest in.
struct Edge<V: Vector> {
    is_of_a: bool,
    from: V,
    to: V,
    corner: V,
    /// The outward normal, a direction, and the gap along it.
    normal: V,
    gap: V::Scalar,
}

impl<'q, V: Vector, P: Placement<V>> Polygons<'q, P, V> {
    /// None if a core is no polygon in the plane, if none has an edge, if numbers might leave their range, or if rounding
    /// has spoiled the search. The types tell: what neither needs is not linked.
    #[inline]
    pub fn between<A, B>(a: &A, b: &B, placement: &'q P) -> Option<Self>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let are_polygons = V::Links::BASE == 2 && a.corner(0).is_some() && b.corner(0).is_some();
        if are_polygons { Self::of(a, b, placement) } else { None }
    }

    #[inline(never)]
    fn of<A, B>(a: &A, b: &B, placement: &'q P) -> Option<Self>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let (nil, margin_a, margin_b) = (V::Scalar::NIL, a.margin(), b.margin());
        if margin_a < nil || margin_b < nil {
            return None;
        }
        let touch = saturating_sum(margin_a, margin_b);
        // Squares of the rounding steps of smaller ones may underflow.
        let is_fine = |size: V::Scalar| size.times(V::Scalar::WORKING_LIMIT) >= V::Scalar::ONE.times(V::Scalar::ONE);
        let slack = |size: V::Scalar| {
            let step = V::Scalar::blend(V::Scalar::STEP, [size.max(touch)], [V::Scalar::ROUNDING]);
            steps::<V>(2 * ROUNDING_STEPS, step)
        };
        let look = |normal: V| {
            let (on_a, on_b) = (a.support(normal), b.support(placement.direction_to_b(-normal)));
            let size = on_a.max_abs().max(placement.extent(on_b));
            let on_b = placement.to_a(on_b);
            (on_a, on_b, normal.dot(between(on_a, on_b)).per(normal.length()), size)
        };
        // Most polygons that are apart are so along the way between their centers.
        let way = between(a.center(), placement.to_a(b.center())).direction();
        if way != V::ZERO {
            let (from, corner, gap, size) = look(way);
            let edge = Edge { is_of_a: true, from, to: from, corner, normal: way, gap };
            let polygons = Self { placement, margin_a, touch, slack: slack(size), best: edge, gap };
            if polygons.are_apart() && size <= V::Scalar::WORKING_LIMIT && is_fine(size) {
                return Some(polygons);
            }
        }
        let [mut outline_a, mut outline_b] = [const { Vec::<V, MOST_CORNERS>::new() }; 2];
        let size = outline(a, |corner| (corner, corner.max_abs()), &mut outline_a)?.max(outline(
            b,
            |corner| (placement.to_a(corner), placement.extent(corner)),
            &mut outline_b,
        )?);
        if !is_fine(size.max(touch)) {
            return None;
        }
        let none = V::ZERO;
        let best = Edge { is_of_a: true, from: none, to: none, corner: none, normal: none, gap: -V::Scalar::MAX };
        let mut polygons = Self { placement, margin_a, touch, slack: slack(size), best, gap: nil };
        polygons.try_edges(true, &outline_a, &outline_b);
        if !polygons.are_apart() {
            polygons.try_edges(false, &outline_b, &outline_a);
        }
        let normal = polygons.outward();
        if normal == V::ZERO {
            return None;
        }
        (.., polygons.gap, _) = look(normal);
        saturating_difference(polygons.best.gap, polygons.gap).is_within(polygons.slack).then_some(polygons)
    }

    /// Tries the edges of one polygon against the corners of the other, until one keeps the bodies apart.
    #[inline(never)]
    fn try_edges(&mut self, is_of_a: bool, own: &[V], other: &[V]) {
        let zero = AreaOfVector::<V>::ZERO;
        let (Some(&last), Some((&first, others))) = (own.last(), other.split_first()) else { return };
        // The corner that reaches farthest in, and those after it.
        let (mut from, mut corner, mut rest) = (last, first, others);
        let mut is_first = true;
        for &to in own {
            // To the right, for the outline goes to the left.
            let normal = -V::edge_axis(V::ZERO, to - from);
            let falls = |from: V, to: V| normal.dot(to - from) < zero;
            if is_first {
                // It may be anywhere.
                let mut unseen = others;
                while let [next, after @ ..] = unseen {
                    if falls(corner, *next) {
                        (corner, rest) = (*next, after);
                    }
                    unseen = after;
                }
                is_first = false;
            }
            for _ in other {
                let (next, after) = rest.split_first().unwrap_or((&first, others));
                if !falls(corner, *next) {
                    break;
                }
                (corner, rest) = (*next, after);
            }
            let height = normal.dot(corner - from);
            // Of two components the length is at most √2 of the larger one: no root for what is deeper than another edge.
            let largest = normal.max_abs();
            let longest = V::Scalar::blend(largest, [largest], [UnitOfVector::<V>::HALF]);
            if height > self.best.gap.min(V::Scalar::NIL).times(longest) {
                let gap = height.per(normal.length());
                if gap > self.best.gap {
                    self.best = Edge { is_of_a, from, to, corner, normal, gap };
                    if self.are_apart() {
                        return;
                    }
                }
            }
            from = to;
        }
    }

    /// Does the edge keep the bodies apart?
    #[inline]
    fn are_apart(&self) -> bool {
        saturating_difference(self.best.gap, self.touch) > self.slack
    }

    /// The normal of the edge, from A to B, as a direction.
    #[inline]
    fn outward(&self) -> V {
        if self.best.is_of_a { self.best.normal } else { -self.best.normal }
    }

    /// The depth of cores that overlap by more than rounding, or that the bodies are farther apart than a limit.
    #[inline]
    pub fn proximity(&self, limit: V::Scalar) -> Option<Proximity<V>> {
        let overlap = || self.overlap().map(Proximity::Overlapping);
        self.beyond(limit).map(Proximity::Separated).or_else(overlap)
    }

    /// The depth of bodies whose cores overlap by more than rounding.
    fn overlap(&self) -> Option<Penetration<V>> {
        let Edge { is_of_a, from, to, corner, gap, .. } = self.best;
        let (depth, lower) = (-self.gap, (-self.gap).min(-gap));
        if lower <= self.slack {
            return None;
        }
        let edge = (to - from).direction();
        let length = edge.length();
        let [end, along] = [to, corner].map(|point| edge.dot(point - from).per(length));
        let is_over_the_edge = -self.slack <= along && along <= saturating_sum(end, self.slack);
        let (foot, way) = (from.advance(along, edge.unit(length)), self.way());
        let on_a = if is_of_a { foot } else { foot.advance(depth, way) };
        is_over_the_edge
            .then(|| overlap_of_cores(self.placement, way, on_a, [depth, lower], [self.margin_a, self.touch]))
    }

    /// The distance of bodies that are proven farther apart than a limit: that of two of their corners is an upper bound.
    fn beyond(&self, limit: V::Scalar) -> Option<Separation<V>> {
        let Edge { is_of_a, from, corner, gap, .. } = self.best;
        let lower_bound = saturating_difference(gap.min(self.gap), self.touch);
        if !self.are_apart() || lower_bound <= limit {
            return None;
        }
        let (on_a, on_b) = if is_of_a { (from, corner) } else { (corner, from) };
        let apart = on_b - on_a;
        let dir = apart.direction();
        let distance = dir.dot(apart).per(dir.length()).max(lower_bound);
        let normal = self.placement.unit_to_world(self.way());
        let [on_a, on_b] = [on_a, on_b].map(|point| self.placement.to_world(point));
        let (iterations, status) = (0, Status::DistanceLimit);
        Some(Separation { distance, lower_bound, normal, on_a, on_b, iterations, status })
    }

    /// The normal of the edge, from A to B.
    fn way(&self) -> V::UnitVector {
        let normal = self.outward();
        normal.unit(normal.length())
    }
}

/// The corners of a polygon, each put in its place with the size of the numbers that place it. The largest size; none if
/// there are too many or one is out of range.
#[inline]
fn outline<T, V>(
    shape: &T,
    place: impl Fn(V) -> (V, V::Scalar),
    outline: &mut Vec<V, MOST_CORNERS>,
) -> Option<V::Scalar>
where
    T: Support<Vector = V> + ?Sized,
    V: Vector,
{
    let mut largest = V::Scalar::NIL;
    for number in 0.. {
        let Some(corner) = shape.corner(number) else { break };
        let (corner, size) = place(corner);
        if !corner.is_within(V::Scalar::WORKING_LIMIT) {
            return None;
        }
        largest = largest.max(size);
        outline.push(corner).ok()?;
    }
    Some(largest)
}
