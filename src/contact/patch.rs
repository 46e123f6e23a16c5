//! The patch that two facing features have in common, seen along the normal.
//!
//! ```text
//!        b3-----------b2          A's polygon is clipped by B's, so that of corners and edges that coincide A's
//!    a3--|x-------a2  |           stay; the other way round if B's has no area. A corner of the patch is
//!    |   |   patch |  |             a corner of A within B (a2), a corner of B within A (b0), or
//!    |   b0-------x--b1             a crossing of two edges (x).
//!    a0-----------a1              Two features without area meet where they cross or run side by side.
//! ```
//!
//! Comparisons of places on the patch have no tolerance except some rounding steps of the largest coordinate. Slopes
//! and angles, which have no unit, have fixed bounds.

use crate::contact::clip::{Corner, EdgeSource, Outline, clip_by_edge};
use crate::contact::id::ContactId;
use crate::contact::side::{Flat, Mix, Side, Spot, View, area, keep, share};
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector as AreaOf, Vec2, Vector};
use core::cmp::Ordering;

/// Edges count as parallel if the sine of the angle between them, seen along the normal, is at most 2^−PARALLEL.
const PARALLEL: u32 = 5;

/// Areas that differ by no more than the fraction 2^−NOTABLY count as equal.
const NOTABLY: u32 = 8;

/// The rank of a corner by its spots: corners of A's feature come before those of B's, and crossings of edges last.
fn rank(spots: (Spot, Spot)) -> u32 {
    match spots {
        (Spot::Corner(_), _) => 0,
        (_, Spot::Corner(_)) => 1,
        _ => 2,
    }
}

impl<V: Vector> Corner<V> {
    /// The points of the corner on the cores of A and B.
    pub fn points(&self, a: &Side<V>, b: &Side<V>) -> (Mix<V>, Mix<V>) {
        (a.at(self.spots.0, self.flat), b.at(self.spots.1, self.flat))
    }

    pub fn id(&self, a: &Side<V>, b: &Side<V>) -> ContactId {
        ContactId { a: a.id_of(self.spots.0), b: b.id_of(self.spots.1) }
    }
}

/// The intersection of two features, seen along the normal.
pub struct Patch<'p, V: Vector> {
    view: &'p View<V>,
    a: &'p Side<V>,
    b: &'p Side<V>,
    /// The corners of the intersection, in order.
    corners: Outline<V>,
}

impl<'p, V: Vector> Patch<'p, V> {
    /// A patch without corners.
    pub fn new(view: &'p View<V>, a: &'p Side<V>, b: &'p Side<V>) -> Self {
        Self { view, a, b, corners: Outline::new() }
    }

    /// Finds the corners of the patch, for features of two or more corners each.
    pub fn find(&mut self) {
        match (self.a.corners.len(), self.b.corners.len()) {
            (_, 3..) => self.clip(self.a, self.b, |spots| spots),
            (3.., _) => self.clip(self.b, self.a, |(of_b, of_a)| (of_a, of_b)),
            (2, 2) => self.cross(),
            _ => {}
        }
    }

    /// Measures the depth of the cores at every corner; corners less deep than `least` are dropped.
    pub fn measure(&mut self, least: V::Scalar) {
        let Self { view, a, b, .. } = *self;
        self.corners.retain_mut(|corner| {
            let (on_a, on_b) = corner.points(a, b);
            corner.depth = a.height(view, &on_a) - b.height(view, &on_b);
            corner.depth >= least
        });
    }

    /// Clips the outline of a side by every edge of a polygon. `in_order` puts a pair of spots, on the side and on the
    /// polygon, in the order of A and B.
    fn clip(&mut self, side: &Side<V>, by: &Side<V>, in_order: impl Fn((Spot, Spot)) -> (Spot, Spot)) {
        for (i, corner) in (0..).zip(&side.corners) {
            let spots = (Spot::Corner(i), Spot::Inside);
            let _ = self.corners.push(Corner::new(corner.flat, spots, EdgeSource::OfSide(i)));
        }
        for edge in 0..by.count() {
            clip_by_edge(self.view, &mut self.corners, by, edge);
        }
        if side.is_clockwise {
            self.corners.reverse();
        }
        self.corners.iter_mut().for_each(|corner| corner.spots = in_order(corner.spots));
        self.merge();
    }

    /// Of corners that coincide, keeps the first one of the lowest rank, in the place of the first.
    fn merge(&mut self) {
        let mut count = 0;
        for i in 0..self.corners.len() {
            let Some(&corner) = self.corners.get(i) else { return };
            let kept = self.corners.get_mut(..=count).unwrap_or_default();
            let place = kept.iter().take(count).position(|other| self.view.is_same(other.flat, corner.flat));
            match kept.get_mut(place.unwrap_or(count)) {
                Some(other) if place.is_some() && rank(corner.spots) >= rank(other.spots) => {}
                Some(other) => *other = corner,
                None => {}
            }
            count += usize::from(place.is_none());
        }
        self.corners.truncate(count);
    }

    /// Finds the corners of two segments: their crossing, or the ends of the stretch where they lie side by side.
    fn cross(&mut self) {
        let Self { view, a, b, .. } = *self;
        let ([p, q], [r, s]) = ([a.flat(0), a.flat(1)], [b.flat(0), b.flat(1)]);
        let (along_a, along_b) = (q - p, s - r);
        let (length_a, length_b) = (along_a.length(), along_b.length());
        let product = along_a.perp_dot(along_b);
        let sine = length_a.times(length_b).portion(V::Scalar::halved(PARALLEL));
        if product > sine || product < -sine {
            // The areas with the sign that makes the product positive.
            let positive = |area: AreaOf<V>| if product < AreaOf::<V>::ZERO { -area } else { area };
            let whole = positive(product);
            let is_between = |part: AreaOf<V>, length: V::Scalar| {
                let slack = view.resolution.times(length);
                -slack <= part && part - whole <= slack
            };
            let (part_a, part_b) = (positive((r - p).perp_dot(along_b)), positive((r - p).perp_dot(along_a)));
            if is_between(part_a, length_b) && is_between(part_b, length_a) {
                let flat = Vec2::blend(p, [along_a], [share::<V>(part_a, whole)]);
                self.add(flat, (Spot::Edge(0), Spot::Edge(0)));
            }
            return;
        }
        // The ends of the stretch that they share, by their position along A's line; where two coincide, A's is taken.
        let aside = saturating_sum(view.resolution, length_a.min(length_b).scaled(V::Scalar::halved(PARALLEL)));
        let is_beside = |point: Flat<V>, from: Flat<V>, along: Flat<V>, length: V::Scalar| {
            let (slack, to_point) = (view.resolution.times(length), point - from);
            let (forth, off, most) = (to_point.dot(along), to_point.perp_dot(along), aside.times(length));
            -slack <= forth && forth - along.dot(along) <= slack && -most <= off && off <= most
        };
        let [mut first, mut last] = [None::<(AreaOf<V>, _, _)>; 2];
        let slack = view.resolution.times(length_a);
        let of_a = [(p, 0), (q, 1)]
            .map(|(end, i)| (is_beside(end, r, along_b, length_b), (Spot::Corner(i), Spot::Edge(0)), end));
        let of_b = [(r, 0), (s, 1)]
            .map(|(end, i)| (is_beside(end, p, along_a, length_a), (Spot::Edge(0), Spot::Corner(i)), end));
        for (is_shared, spots, end) in of_a.into_iter().chain(of_b) {
            let forth = (end - p).dot(along_a);
            if is_shared && first.is_none_or(|(least, ..)| forth < least - slack) {
                first = Some((forth, spots, end));
            }
            if is_shared && last.is_none_or(|(most, ..)| forth > most + slack) {
                last = Some((forth, spots, end));
            }
        }
        for (_, spots, end) in [first, last].into_iter().flatten() {
            self.add(end, spots);
        }
        self.merge();
    }

    fn add(&mut self, flat: Flat<V>, spots: (Spot, Spot)) {
        let _ = self.corners.push(Corner::new(flat, spots, EdgeSource::OfSide(0)));
    }

    /// The index of the corner with the least id.
    fn least(&self) -> usize {
        let least = self.corners.iter().enumerate().min_by_key(|(_, corner)| corner.id(self.a, self.b));
        least.map_or(0, |(i, _)| i)
    }

    /// The area of the patch in square units of the input; `unzoom` takes a length to that unit. Corners count from the
    /// first: the difference of two places may be out of range in that unit, where it saturates.
    pub fn area(&self, unzoom: impl Fn(V::Scalar) -> V::Scalar + Copy) -> AreaOf<V> {
        let first = self.corners.first().map_or(Vec2::ZERO, |corner| corner.flat);
        area(self.corners.iter().map(|corner| (corner.flat - first).map(unzoom)))
    }

    /// Puts the witness points in place of the corner nearest to them, if they are deeper than every corner by more
    /// than rounding and `gap`: so the deepest corner is at most that much less deep than the witness points.
    ///
    /// With the gap between the bounds of the depth as `gap`, the deepest corner is as deep as the lower bound says,
    /// and yet bodies that rest on each other keep all of their corners where only the normal is off. Let it be off by
    /// an angle φ, and let flat parts of both bodies have a point in common around which one part contains a disc of
    /// radius r. In every direction across the normal the CSO then has points at a distance of r from the foot of the
    /// depth, so the depth along the normal exceeds the least one by r·sin φ, which is within the gap. The rim of a
    /// disc of radius r′ is deeper between two of n corners than they are by at most r′·(1 − cos(π/n))·sin φ, a
    /// thirteenth of r′·sin φ for the eight corners of a round facet. That is less, unless the patch is narrow.
    pub fn admit(&mut self, flat: Flat<V>, depth: V::Scalar, gap: V::Scalar) {
        let away = |corner: &Corner<V>| corner.flat.saturating_difference(flat).length_squared();
        let nearer = |p: &&mut Corner<V>, q: &&mut Corner<V>| away(p).partial_cmp(&away(q)).unwrap_or(Ordering::Equal);
        if saturating_difference(depth, self.deepest()) > saturating_sum(self.view.resolution, gap)
            && let Some(nearest) = self.corners.iter_mut().min_by(nearer)
        {
            (nearest.flat, nearest.depth, nearest.is_witness) = (flat, depth, true);
        }
    }

    /// Keeps at most `most` corners: the deepest, and those that span the largest length or area with it. Returns them
    /// in order, from the one with the least id on.
    pub fn spread(&mut self, most: usize) -> impl Iterator<Item = &Corner<V>> {
        if self.corners.len() > most {
            let (deepest, resolution) = (self.deepest(), self.view.resolution);
            let is_deepest = |corner: &Corner<V>| saturating_difference(deepest, corner.depth) <= resolution;
            let least = self.least();
            let mut round = (0..self.corners.len()).map(|i| self.after(least, i));
            let first = round.find(|&i| self.corners.get(i).is_some_and(is_deepest)).unwrap_or(least);
            let kept = if most == 2 { self.farthest(first) } else { self.largest(first) };
            keep(&mut self.corners, &kept);
        }
        let least = self.least();
        self.corners.iter().skip(least).chain(self.corners.iter().take(least))
    }

    fn deepest(&self) -> V::Scalar {
        self.corners.iter().fold(-V::Scalar::MAX, |deepest, corner| deepest.max(corner.depth))
    }

    /// The index of the corner `steps` after another, cyclically.
    fn after(&self, first: usize, steps: usize) -> usize {
        let (number, count) = (first + steps, self.corners.len());
        if number < count { number } else { number - count }
    }

    /// The indices of the first corner and of the corner farthest from it, which is repeated.
    fn farthest(&self, first: usize) -> [usize; 4] {
        let start = self.flat(first);
        let (mut last, mut span) = (first, AreaOf::<V>::ZERO);
        for (i, corner) in self.corners.iter().enumerate() {
            let square = (corner.flat - start).length_squared();
            if square > span {
                (last, span) = (i, square);
            }
        }
        [first, last, last, last]
    }

    /// The indices of the first corner and of the three that span the largest area with it: each corner that may be
    /// opposite is tried with the best corner on either side. An area counts as larger only if it is so by more than
    /// the fraction 2^−NOTABLY; otherwise rounding noise would choose among nearly equal ones.
    fn largest(&self, first: usize) -> [usize; 4] {
        let count = self.corners.len();
        let nil = AreaOf::<V>::ZERO;
        let start = self.flat(first);
        let from_first = |i| self.flat(self.after(first, i)) - start;
        let notably = |area: AreaOf<V>| area + area.portion(V::Scalar::halved(NOTABLY));
        let (mut best, mut kept) = (nil, [0, 1, 2, 3]);
        for opposite in 2..count.saturating_sub(1) {
            let across = from_first(opposite);
            let (mut before, mut after) = ((nil, 1), (nil, opposite + 1));
            for i in 1..count {
                let side = if i < opposite { &mut before } else { &mut after };
                let area = from_first(i).perp_dot(across);
                let area = area.max(-area);
                if i != opposite && area > notably(side.0) {
                    *side = (area, i);
                }
            }
            if before.0 + after.0 > notably(best) {
                (best, kept) = (before.0 + after.0, [0, before.1, opposite, after.1]);
            }
        }
        kept.map(|i| self.after(first, i))
    }

    /// The place of a corner across the normal.
    fn flat(&self, i: usize) -> Flat<V> {
        self.corners.get(i).map_or(Vec2::ZERO, |corner| corner.flat)
    }
}
