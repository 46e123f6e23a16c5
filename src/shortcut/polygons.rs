//! Pairs of polygons in the plane: how deep they overlap, without a search.
//!
//! The Minkowski difference of two polygons is a polygon whose edges are those of both (Gottschalk, Lin, Manocha 1996,
//! in the plane). Along the outward normal n of an edge through p the polygons are n·(q − p)/|n| apart, with q the
//! corner of the other that reaches farthest in. If no edge separates them, the depth is the least depth along any
//! edge.
//!
//! Edges are tested in blocks, all of a block at once and without branches, against every corner of a small polygon.
//! As n turns with the edges, q goes round the other polygon once (rotating calipers, Shamos 1978): for a larger
//! polygon a block takes only the corners from where q is to where it will be. A block does not matter if a point in
//! the middle of the other polygon lies behind each of its edges deeper than the least depth so far.
//!
//! If rounding stops q at a wrong corner, that corner gives less depth than there is, never more, so the least of all
//! depths is a lower bound; the corners along its normal give the upper one. Where the two do not meet, EPA answers.
//! It also answers where the foot of q is beside the edge: then another edge, of the same polygon or the other, is as
//! good within rounding, and rounding chose between them. A point has one corner and no edge, a segment two edges,
//! one for each side.

use crate::body::support::{Body, form_of};
use crate::kernel::polytope::empty;
use crate::number::lanes::LANES;
use crate::number::rounding::{ROUNDING_STEPS, relative_step_at, step_at, steps};
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement, is_in_range};
use crate::pair::place::Placement;
use crate::pair::result::{Penetration, Proximity, Separation};
use crate::shortcut::boxes::{overlap_of_cores, separation_of_points};
use crate::shortcut::certificate::Margins;
use crate::shortcut::tuning::{FEW_CORNERS, MAX_LISTED_CORNERS};
use heapless::Vec;

#[cfg(test)]
mod tests;

/// Room for the most corners, for those that fill up the last block, and for one after it.
const ROOM: usize = MAX_LISTED_CORNERS + LANES;

/// Two polygons, and the edge along whose normal they are farthest apart, or least deep. If the displacement between
/// the centers proves them apart already, it stands in for the normal, from A to B, with a corner of each as `from`
/// and `corner`. Everything except results is in A's frame.
pub struct Polygons<'q, P, V: Vector> {
    placement: &'q P,
    margins: Margins<V::Scalar>,
    /// Bound on the rounding error of a gap.
    slack: V::Scalar,
    /// Is the edge one of A? It leads from `from` to `to`.
    is_of_a: bool,
    from: V,
    to: V,
    /// The corner of the other polygon that reaches farthest in.
    corner: V,
    /// The outward normal, as a direction, and its length.
    normal: V,
    length: V::Scalar,
    /// The gap along the normal from the edge to the corner.
    edge_gap: V::Scalar,
    /// The gap between the support points along the normal: equal to that of the edge to within `slack`.
    gap: V::Scalar,
}

impl<'q, V: Vector, P: Placement<V>> Polygons<'q, P, V> {
    /// `None` if a core is not a polygon in the plane, if neither has an edge, if numbers might leave their range, or
    /// if rounding has spoiled the edge. Whether the cores are polygons is a constant for each pair of types.
    #[inline]
    pub fn between<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(a: &A, b: &B, placement: &'q P) -> Option<Self> {
        let are_polygons = V::IS_PLANAR && form_of(a).corner(0).is_some() && form_of(b).corner(0).is_some();
        if are_polygons { Self::of(a, b, placement) } else { None }
    }

    #[inline(never)]
    fn of<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(a: &A, b: &B, placement: &'q P) -> Option<Self> {
        let (nil, none, margins) = (V::Scalar::NIL, V::ZERO, Margins::of(a, b));
        if margins.a < nil || margins.b < nil {
            return None;
        }
        let touch = margins.sum;
        let slack = |size: V::Scalar| steps(2 * ROUNDING_STEPS, step_at(size.max(touch)));
        // Most polygons that are apart are apart along the displacement between their centers, which one corner of
        // each proves.
        let center_dir = displacement(a.center(), placement.to_a(b.center())).direction();
        let length = center_dir.length();
        let mut least = -V::Scalar::MAX;
        if center_dir != none {
            let (on_a, on_b) = (a.support(center_dir), b.support(placement.direction_to_b(-center_dir)));
            let size = on_a.max_abs().max(placement.extent(on_b));
            let on_b = placement.to_a(on_b);
            least = center_dir.dot(displacement(on_a, on_b)).per(length);
            let (is_of_a, from, to, corner, normal, slack) = (true, on_a, on_a, on_b, center_dir, slack(size));
            let (edge_gap, gap) = (least, least);
            let polygons = Self { placement, margins, slack, is_of_a, from, to, corner, normal, length, edge_gap, gap };
            if polygons.are_apart() && is_in_range(size) {
                return Some(polygons);
            }
        }
        let (mut outline_a, mut outline_b) = (CornerList::new(), CornerList::new());
        let size = outline_a.draw(a, |corner| corner)?.max(outline_b.draw(b, |corner| placement.to_a(corner))?);
        let size = size.max(placement.extent(none));
        // Two points have no edge.
        if !is_in_range(size.max(touch)) || outline_a.count.max(outline_b.count) == 1 {
            return None;
        }
        let (slack, step) = (slack(size), relative_step_at(size));
        let are_apart = |gap: V::Scalar| saturating_difference(gap, touch) > slack;
        // If the polygons overlap, the best edge has at least the gap of any other direction, so an edge has to reach
        // that of the displacement. If the cores are apart and nearest at two corners, perhaps none does: then `None`.
        let least = saturating_difference(least, slack);
        let of_a = outline_a.farthest_apart(outline_b.own()?, least, step);
        let gap = of_a.map_or(least, |(_, gap)| gap);
        let of_b = if are_apart(gap) { None } else { outline_b.farthest_apart(outline_a.own()?, gap, step) };
        let is_of_a = of_b.is_none();
        let searched = of_b.map_or(gap, |(_, gap)| gap);
        let number = of_b.or(of_a)?.0;
        let (own, other) = if is_of_a { (&outline_a, &outline_b) } else { (&outline_b, &outline_a) };
        let (from, to) = own.edge(number)?;
        let normal = outward_of(from, to).direction();
        let others = other.own()?;
        let (last, corner) = (own.reach(normal)?, *others.get(farthest(others, -normal))?);
        let length = normal.length();
        let edge_gap = normal.dot(displacement(from, corner)).per(length);
        let gap = edge_gap.min((normal.dot(corner) - last).per(length));
        // Rounding may have spoiled the edge, or the search for the corner.
        let are_close = |one: V::Scalar, other: V::Scalar| saturating_difference(one, other).is_within(slack);
        let polygons = Self { placement, margins, slack, is_of_a, from, to, corner, normal, length, edge_gap, gap };
        (are_close(edge_gap, gap) && are_close(searched, gap)).then_some(polygons)
    }

    /// Does the edge separate the bodies by more than rounding?
    fn are_apart(&self) -> bool {
        saturating_difference(self.edge_gap, self.margins.sum) > self.slack
    }

    /// The normal of the edge, from A to B.
    fn outward_unit(&self) -> V::UnitVector {
        let normal = if self.is_of_a { self.normal } else { -self.normal };
        normal.unit(self.length)
    }

    /// The separation of bodies proven farther apart than `limit`, or the penetration of bodies whose cores overlap
    /// by more than rounding; `None` otherwise.
    #[inline]
    pub fn proximity(&self, limit: V::Scalar) -> Option<Proximity<V>> {
        let overlap = || self.overlap().map(Proximity::Overlapping);
        self.beyond(limit).map(Proximity::Separated).or_else(overlap)
    }

    /// The penetration, if the cores overlap by more than rounding and the corner is over the edge.
    fn overlap(&self) -> Option<Penetration<V>> {
        let Self { is_of_a, from, to, corner, normal, length, edge_gap, gap, .. } = *self;
        let (depth, lower) = (-gap, (-gap).min(-edge_gap));
        if lower <= self.slack {
            return None;
        }
        // The direction of the edge is to the left of its normal, and as long.
        let [edge, _] = normal.around();
        let [end, along] = [to, corner].map(|point| edge.dot(point - from).per(length));
        let is_over_the_edge = -self.slack <= along && along <= saturating_sum(end, self.slack);
        let (foot, outward_unit) = (from.advance(along, edge.unit(length)), self.outward_unit());
        let on_a = if is_of_a { foot } else { foot.advance(depth, outward_unit) };
        is_over_the_edge.then(|| overlap_of_cores(self.placement, outward_unit, on_a, [depth, lower], self.margins))
    }

    /// The separation of bodies proven farther apart than `limit`, with the distance between two corners as an upper
    /// bound.
    fn beyond(&self, limit: V::Scalar) -> Option<Separation<V>> {
        let Self { is_of_a, from, corner, edge_gap, gap, .. } = *self;
        let lower_bound = saturating_difference(edge_gap.min(gap), self.margins.sum);
        if !self.are_apart() || lower_bound <= limit {
            return None;
        }
        let (on_a, on_b) = if is_of_a { (from, corner) } else { (corner, from) };
        let outward_unit = self.outward_unit();
        Some(separation_of_points(self.placement, outward_unit, [on_a, on_b], on_b - on_a, lower_bound))
    }
}

/// How far a point inside a polygon is from the nearest edge, the size of the numbers behind that, and the outward
/// normal of that edge. `None` if the point is outside, if numbers might be out of range, or if rounding has tilted the
/// edge, which shows in corners that lie beyond it.
#[inline(never)]
pub fn room_in<T: Body<V> + ?Sized, V: Vector>(body: &T, point: V) -> Option<(V::Scalar, V::Scalar, V::UnitVector)> {
    let mut outline = CornerList::new();
    let size = outline.draw(body, |corner| corner)?.max(point.max_abs());
    let (number, gap) = outline.farthest_apart(&[point], -V::Scalar::MAX, relative_step_at(size))?;
    let (from, to) = outline.edge(number)?;
    let outward = outward_of(from, to).direction();
    let (length, slack) = (outward.length(), steps(2 * ROUNDING_STEPS, step_at(size)));
    let is_tilted = (outline.reach(outward)? - outward.dot(from)).per(length) > slack;
    (is_in_range(size) && gap < V::Scalar::NIL && !is_tilted).then(|| (-gap, size, outward.unit(length)))
}

/// The outward normal of an edge: to the right, because outlines are counter-clockwise. In fixed point it is scaled to
/// a direction, because its length would have as few digits as the edge.
#[cfg_attr(not(debug_assertions), inline(always))]
fn outward_of<V: Vector>(from: V, to: V) -> V {
    let [left, _] = (to - from).around();
    if V::Scalar::IS_FLOAT { -left } else { -left.direction() }
}

/// The number of the corner that lies farthest along a direction, of several the first. Not inlined, because it is
/// called for few corners, or seldom.
#[inline(never)]
fn farthest<V: Vector>(corners: &[V], dir: V) -> usize {
    let mut best = (0, -AreaOfVector::<V>::MAX);
    for (number, &corner) in corners.iter().enumerate() {
        let height = dir.dot(corner);
        best = (if height > best.1 { number } else { best.0 }, height.max(best.1));
    }
    best.0
}

/// The lane of the largest of some numbers, of several the first, and its value.
fn first_of_most<S: Scalar>([a, b, c, d]: [S; LANES]) -> (usize, S) {
    let most = a.max(b).max(c.max(d));
    let (at_b, at_c, at_d) = (a < most, a.max(b) < most, a.max(b).max(c) < most);
    (usize::from(at_b) + usize::from(at_c) + usize::from(at_d), most)
}

/// The corners of a polygon, followed by the first ones again: as many as fill the last block, and one that closes
/// the outline.
struct CornerList<V> {
    corners: Vec<V, ROOM>,
    /// How many corners there are, each counted once.
    count: usize,
}

impl<V: Vector> CornerList<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new() -> Self {
        Self { corners: empty(), count: 0 }
    }

    /// Takes the corners of a shape, each mapped by `place`. Returns the largest magnitude of their coordinates before
    /// that; `None` if there are too many corners or one is NaN or out of range.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn draw<T: Body<V> + ?Sized>(&mut self, shape: &T, place: impl Fn(V) -> V) -> Option<V::Scalar> {
        let (mut largest, mut sum, mut are_in_range) = (V::ZERO, V::ZERO, true);
        for number in 0..ROOM as u32 {
            let Some(corner) = form_of(shape).corner(number) else { break };
            largest = largest.component_max(corner.component_abs());
            let corner = place(corner);
            // NaN shows in the sum. Fixed point saturates, so each corner is checked.
            if V::Scalar::IS_FLOAT {
                sum = sum + corner;
            } else {
                are_in_range &= corner.is_within(V::Scalar::WORKING_LIMIT);
            }
            self.corners.push(corner).ok()?;
        }
        self.count = self.corners.len();
        // One corner more closes the outline.
        for number in 0..=self.count.next_multiple_of(LANES) - self.count {
            let corner = *self.corners.get(number)?;
            self.corners.push(corner).ok()?;
        }
        let is_known = are_in_range && sum.is_within(V::Scalar::MAX) && self.count <= MAX_LISTED_CORNERS;
        is_known.then_some(largest.max_abs())
    }

    /// The corners, each once.
    fn own(&self) -> Option<&[V]> {
        self.corners.get(..self.count)
    }

    /// The ends of an edge, by the number of its first corner.
    fn edge(&self, number: usize) -> Option<(V, V)> {
        Some((*self.corners.get(number)?, *self.corners.get(number + 1)?))
    }

    /// How far the corners reach along a direction, times its length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach(&self, dir: V) -> Option<AreaOfVector<V>> {
        let ([first, others @ ..], _) = self.corners.as_chunks::<LANES>() else { return None };
        let mut heights = first.map(|corner| dir.dot(corner));
        for block in others {
            for lane in 0..LANES {
                heights[lane] = dir.dot(block[lane]).max(heights[lane]);
            }
        }
        let [a, b, c, d] = heights;
        Some(a.max(b).max(c.max(d)))
    }

    /// The edge along whose normal the polygon with the given corners is farthest apart from this one: its number,
    /// and the gap along the normal. `None` if no gap is more than `least`. Edges no longer than `step` do not count.
    #[inline(never)]
    fn farthest_apart(&self, corners: &[V], least: V::Scalar, step: V::Scalar) -> Option<(usize, V::Scalar)> {
        let (_, others) = self.corners.split_first()?;
        let ((froms, _), (tos, _)) = (self.corners.as_chunks::<LANES>(), others.as_chunks::<LANES>());
        let (mut best, mut found) = (least, None);
        // Fixed point takes the edges of a block one by one, so skipping blocks pays for fewer corners.
        let few = if V::Scalar::IS_FLOAT { FEW_CORNERS as usize } else { LANES };
        let is_long = self.count.min(corners.len()) > few;
        // The number of the other polygon's corner that reaches farthest in.
        let mut deepest = None;
        let shortest = step.times(step);
        for (block, (from, to)) in froms.iter().zip(tos).enumerate() {
            let mut normals = [V::ZERO; LANES];
            for lane in 0..LANES {
                normals[lane] = outward_of(from[lane], to[lane]);
            }
            // An edge is no better than `best` if any point of the other polygon lies as deep behind it. With two
            // components, the length of a normal is at most √2 times the larger one.
            let may_be_better = |heights: [AreaOfVector<V>; LANES], best: V::Scalar| {
                let mut may_be_better = false;
                for lane in 0..LANES {
                    let largest = normals[lane].max_abs();
                    let longest = V::Scalar::blend(largest, [largest], [UnitOfVector::<V>::HALF]);
                    may_be_better |= heights[lane] > best.min(V::Scalar::NIL).times(longest);
                }
                may_be_better
            };
            let height = |lane: usize, corner: V| normals[lane].dot(corner - from[lane]);
            let lower = |mut heights: [AreaOfVector<V>; LANES], corner: V| {
                for (lane, lowest) in heights.iter_mut().enumerate() {
                    *lowest = height(lane, corner).min(*lowest);
                }
                heights
            };
            let mut heights = [AreaOfVector::<V>::MAX; LANES];
            if is_long {
                // A point in the middle of the other polygon.
                let (first, opposite) = (corners.first()?, corners.get(corners.len() / 2)?);
                heights = lower(heights, first.midpoint(*opposite));
                if !may_be_better(heights, best) {
                    deepest = None;
                    continue;
                }
                let [first_normal, .., last_normal] = normals;
                let begin = deepest.unwrap_or_else(|| farthest(corners, -first_normal));
                let mut at = begin;
                let mut corner = *corners.get(at)?;
                heights = lower(heights, corner);
                // The normals of a block of a polygon of few corners may turn by more than half a turn, after which the
                // corner that reaches farthest in along the last one lies ahead uphill: then the walk stops at each.
                let only_last = [last_normal];
                let stops = if V::Scalar::IS_FLOAT { &only_last[..] } else { &normals[..] };
                for stop in stops {
                    for _ in corners {
                        let after = if at + 1 < corners.len() { at + 1 } else { 0 };
                        let next = *corners.get(after)?;
                        if stop.dot(next - corner) >= AreaOfVector::<V>::ZERO {
                            break;
                        }
                        (at, corner) = (after, next);
                        heights = lower(heights, corner);
                    }
                }
                deepest = Some(at);
            } else {
                for &corner in corners {
                    heights = lower(heights, corner);
                }
            }
            if !V::Scalar::IS_FLOAT && !may_be_better(heights, best) {
                continue;
            }
            let mut gaps = [-V::Scalar::MAX; LANES];
            for lane in 0..LANES {
                let square = normals[lane].dot(normals[lane]);
                let gap = heights[lane].per(square.sqrt());
                gaps[lane] = if square > shortest { gap } else { -V::Scalar::MAX };
            }
            let (lane, most) = first_of_most(gaps);
            if most > best {
                (best, found) = (most, Some(LANES * block + lane));
            }
        }
        Some((found?, best))
    }
}
