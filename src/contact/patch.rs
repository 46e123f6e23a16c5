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

use crate::contact::clip::{ClippedOutline, EdgeSource, MAX_MEETINGS, Vertex, clip_by_edge};
use crate::contact::id::ContactId;
use crate::contact::side::{Flat, Mix, Side, Spot, View, area, keep, share};
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector as AreaOf, Vec2, Vector};
use core::cmp::Ordering;
use heapless::Vec as List;

/// Edges count as parallel if the sine of the angle between them, seen along the normal, is at most 2^−PARALLEL.
const PARALLEL: u32 = 5;

/// Areas that differ by no more than the fraction 2^−NOTABLY count as equal.
const NOTABLY: u32 = 8;

/// A corner of the patch: its place across the normal, and the spots where it lies on A and on B.
#[derive(Clone, Copy, Debug)]
struct PatchCorner<V: Vector> {
    flat: Flat<V>,
    spots: (Spot, Spot),
}

/// The rank of a corner by its spots: corners of A's feature come before those of B's, and crossings of edges last.
fn rank(spots: (Spot, Spot)) -> u32 {
    match spots {
        (Spot::Corner(_), _) => 0,
        (_, Spot::Corner(_)) => 1,
        _ => 2,
    }
}

/// A corner of the patch that is deep enough, with its depth.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<V: Vector> {
    flat: Flat<V>,
    /// The points of the corner on the cores of A and B.
    pub mixes: (Mix<V>, Mix<V>),
    pub id: ContactId,
    pub depth: V::Scalar,
    /// Have the witness points of the query taken the place of this corner?
    pub is_witness: bool,
}

/// The intersection of two features, seen along the normal.
pub struct Patch<V: Vector> {
    /// The corners of the intersection, in order.
    corners: List<PatchCorner<V>, MAX_MEETINGS>,
    /// The corners that are deep enough.
    meetings: List<Meeting<V>, MAX_MEETINGS>,
}

impl<V: Vector> Patch<V> {
    /// A patch without corners.
    pub fn new() -> Self {
        Self { corners: List::new(), meetings: List::new() }
    }

    /// Finds the corners of the patch, for features of two or more corners each.
    pub fn find(&mut self, view: &View<V>, a: &Side<V>, b: &Side<V>) {
        match (a.corners.len(), b.corners.len()) {
            (_, 3..) => self.clip(view, a, b, |spots| spots),
            (3.., _) => self.clip(view, b, a, |(of_b, of_a)| (of_a, of_b)),
            (2, 2) => self.cross(view, a, b),
            _ => {}
        }
    }

    /// Adds a corner. Of corners that coincide, the one with the lowest rank stays.
    fn add(&mut self, view: &View<V>, flat: Flat<V>, spots: (Spot, Spot)) {
        match self.corners.iter_mut().find(|other| view.is_same(other.flat, flat)) {
            Some(other) if rank(spots) >= rank(other.spots) => {}
            Some(other) => *other = PatchCorner { flat, spots },
            None => _ = self.corners.push(PatchCorner { flat, spots }),
        }
    }

    /// Measures the depth of the cores at every corner; corners less deep than `least` are dropped.
    pub fn measure(&mut self, a: &Side<V>, b: &Side<V>, least: V::Scalar) {
        self.meetings.clear();
        for &PatchCorner { flat, spots } in &self.corners {
            let mixes = (a.at(spots.0, flat), b.at(spots.1, flat));
            let depth = a.height(&mixes.0) - b.height(&mixes.1);
            if depth >= least {
                let id = ContactId { a: a.id_of(spots.0), b: b.id_of(spots.1) };
                let _ = self.meetings.push(Meeting { flat, mixes, id, depth, is_witness: false });
            }
        }
    }

    /// Clips the outline of a side by every edge of a polygon. `in_order` puts a pair of spots, on the side and on the
    /// polygon, in the order of A and B.
    fn clip(&mut self, view: &View<V>, side: &Side<V>, by: &Side<V>, in_order: impl Fn((Spot, Spot)) -> (Spot, Spot)) {
        let (mut outline, mut clipped) = (&mut ClippedOutline::<V>::new(), &mut ClippedOutline::<V>::new());
        for (i, corner) in (0..).zip(&side.corners) {
            let spots = (Spot::Corner(i), Spot::Inside);
            let _ = outline.push(Vertex { flat: corner.flat, spots, next: EdgeSource::OfSide(i) });
        }
        for edge in 0..by.count() {
            if clip_by_edge(view, outline, by, edge, clipped) {
                (outline, clipped) = (clipped, outline);
            }
        }
        for i in 0..outline.len() {
            let at = if side.is_clockwise { outline.len() - 1 - i } else { i };
            if let Some(vertex) = outline.get(at) {
                self.add(view, vertex.flat, in_order(vertex.spots));
            }
        }
    }

    /// Finds the corners of two segments: their crossing, or the ends of the stretch where they lie side by side.
    fn cross(&mut self, view: &View<V>, a: &Side<V>, b: &Side<V>) {
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
                self.add(view, flat, (Spot::Edge(0), Spot::Edge(0)));
            }
            return;
        }
        // The ends of the stretch that they share, by their position along A's line; where two coincide, A's is taken.
        let aside = saturating_sum(
            view.resolution,
            V::Scalar::blend(V::Scalar::NIL, [length_a.min(length_b)], [V::Scalar::halved(PARALLEL)]),
        );
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
            self.add(view, end, spots);
        }
    }

    /// The index of the corner with the least id.
    fn least(&self) -> usize {
        let least = self.meetings.iter().enumerate().min_by_key(|(_, meeting)| meeting.id);
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
    pub fn admit(&mut self, view: &View<V>, flat: Flat<V>, depth: V::Scalar, gap: V::Scalar) {
        let deepest = self.meetings.iter().fold(-V::Scalar::MAX, |deepest, meeting| deepest.max(meeting.depth));
        let away = |meeting: &Meeting<V>| meeting.flat.saturating_difference(flat).length_squared();
        let nearer =
            |p: &&mut Meeting<V>, q: &&mut Meeting<V>| away(p).partial_cmp(&away(q)).unwrap_or(Ordering::Equal);
        if saturating_difference(depth, deepest) > saturating_sum(view.resolution, gap)
            && let Some(nearest) = self.meetings.iter_mut().min_by(nearer)
        {
            (nearest.flat, nearest.depth, nearest.is_witness) = (flat, depth, true);
        }
    }

    /// Keeps at most `most` corners: the deepest, and those that span the largest length or area with it. Returns them
    /// in order, from the one with the least id on.
    pub fn spread(&mut self, view: &View<V>, most: usize) -> impl Iterator<Item = &Meeting<V>> {
        if self.meetings.len() > most {
            let deepest = self.meetings.iter().fold(-V::Scalar::MAX, |deepest, meeting| deepest.max(meeting.depth));
            let is_deepest = |meeting: &Meeting<V>| saturating_difference(deepest, meeting.depth) <= view.resolution;
            let least = self.least();
            let mut round = (0..self.meetings.len()).map(|i| self.after(least, i));
            let first = round.find(|&i| self.meetings.get(i).is_some_and(is_deepest)).unwrap_or(least);
            let kept = if most == 2 { self.farthest(first) } else { self.largest(first) };
            keep(&mut self.meetings, &kept);
        }
        let least = self.least();
        self.meetings.iter().skip(least).chain(self.meetings.iter().take(least))
    }

    /// The index of the corner `steps` after another, cyclically.
    fn after(&self, first: usize, steps: usize) -> usize {
        let (number, count) = (first + steps, self.meetings.len());
        if number < count { number } else { number - count }
    }

    /// The indices of the first corner and of the corner farthest from it, which is repeated.
    fn farthest(&self, first: usize) -> [usize; 4] {
        let start = self.flat(first);
        let (mut last, mut span) = (first, AreaOf::<V>::ZERO);
        for (i, meeting) in self.meetings.iter().enumerate() {
            let square = (meeting.flat - start).length_squared();
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
        let count = self.meetings.len();
        let nil = AreaOf::<V>::ZERO;
        let start = self.flat(first);
        let mut from_first: List<Flat<V>, MAX_MEETINGS> = List::new();
        for i in 0..count {
            let _ = from_first.push(self.flat(self.after(first, i)) - start);
        }
        let notably = |area: AreaOf<V>| area + area.portion(V::Scalar::halved(NOTABLY));
        let (mut best, mut kept) = (nil, [0, 1, 2, 3]);
        for (opposite, &across) in from_first.iter().enumerate().take(count.saturating_sub(1)).skip(2) {
            let (mut before, mut after) = ((nil, 1), (nil, opposite + 1));
            for (i, offset) in from_first.iter().enumerate().skip(1) {
                let side = if i < opposite { &mut before } else { &mut after };
                let area = offset.perp_dot(across);
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
        self.meetings.get(i).map_or(Vec2::ZERO, |meeting| meeting.flat)
    }
}
