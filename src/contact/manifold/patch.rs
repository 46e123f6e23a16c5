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
//! Comparisons allow for rounding steps of the largest coordinate, and for nothing else in the plane of the patch.
//! Slopes and angles, which have no unit, have fixed bounds.

use crate::body::feature::{Feature, FeatureId, Heights, MAX_CORNERS};
use crate::contact::manifold::ContactId;
use crate::number::rounding::{steps, steps_at_zoom};
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector as AreaOf, UnitOfVector as UnitOf, Vec2, Vector, between, vec2};
use core::cmp::Ordering;
use heapless::Vec as List;

/// Polygons of m and n corners have a patch of at most m + n.
const MAX_MEETINGS: usize = 2 * MAX_CORNERS;

/// Coordinates this many rounding steps apart may be the same: a corner has been turned, and the normal has.
pub const CLOSE_STEPS: u32 = 16;

/// Corners that lie 2^STEEPER times farther down than across do not face the other body. Facets that have the support
/// point of a box are never that steep.
const STEEPER: u32 = 1;

/// Edges are parallel if the sine of the angle between them, seen along the normal, is below 2^−PARALLEL.
const PARALLEL: u32 = 5;

/// Edges clearly cross if the cosine of the angle between them, seen along the normal, is at most 1 − 2^−CLEARLY.
const CLEARLY: u32 = 5;

/// The witness points of a curved body join the patch if they are deeper than it by this slope, 2^−SLOPE, on the way to
/// its nearest corner: more than a query leaves the normal uncertain. Areas that differ by this share are equal.
const SLOPE: u32 = 8;

/// A polygon is a segment if its area is this many times its length times what rounding moves a corner by.
const THIN_STEPS: u32 = 4;

/// A point across the normal.
type Flat<V> = Vec2<<V as Vector>::Scalar>;

/// The frame in which two features are seen: the normal and two directions across it.
pub struct View<V: Vector> {
    along: Heights<V>,
    across: [Heights<V>; 2],
    /// Lengths that may be zero but for rounding.
    pub resolution: V::Scalar,
}

impl<V: Vector> View<V> {
    /// The frame of a normal, in which lengths up to the given one may be zero.
    pub fn new(axis: V, resolution: V::Scalar) -> Self {
        // The coordinate axis that is farthest from the normal.
        let (mut start, mut least) = (V::first_axis(), V::Scalar::MAX);
        for (&candidate, &along) in V::AXES.as_ref().iter().zip(axis.component_abs().by_axis().as_ref()) {
            if along < least {
                (start, least) = (candidate, along);
            }
        }
        let first = V::edge_axis(start.direction(), axis);
        // Zero in the plane.
        let second = V::triangle_axis([V::ZERO, axis, first]);
        Self { along: Heights::new(axis), across: [first, second].map(Heights::new), resolution }
    }

    /// The coordinates of a point across the normal.
    pub fn flat(&self, point: V) -> Flat<V> {
        let [s, t] = &self.across;
        vec2(s.of(point), t.of(point))
    }

    /// May two points be one but for rounding?
    fn is_same(&self, p: Flat<V>, q: Flat<V>) -> bool {
        (p - q).is_within(self.resolution)
    }
}

impl<V: Vector> Feature<V> {
    /// Leaves out the corners that do not face a direction: those to which it goes down too steeply from the top one.
    pub(super) fn face(&mut self, up: &Heights<V>) {
        let mut corners = self.corners().map(|(_, corner)| (up.direction.dot(corner), corner));
        let (Some(first), 2..) = (corners.next(), self.count) else { return };
        let (_, top) = corners.fold(first, |top, next| if next.0 > top.0 { next } else { top });
        let zoom = V::Scalar::zoom_for(self.extent());
        let is_steep = self.corners().any(|(_, corner)| {
            let way = between(top, corner).zoom(zoom);
            corner != top && !is_flat(up.of(way), way)
        });
        if is_steep {
            self.drop_steep(up);
        }
    }

    /// The same for a feature with some steep corners, which may come down from any corner that could be the top one.
    #[inline(never)]
    fn drop_steep(&mut self, up: &Heights<V>) {
        let zoom = V::Scalar::zoom_for(self.extent());
        let resolution = steps_at_zoom(CLOSE_STEPS, self.extent(), zoom);
        let height = |corner: V| up.of(corner.zoom(zoom));
        let most = self.corners().fold(-V::Scalar::MAX, |most, (_, corner)| most.max(height(corner)));
        let whole = *self;
        let tops = whole.corners().filter(|&(_, corner)| height(corner) >= most - resolution);
        self.count = 0;
        for (number, corner) in whole.corners() {
            let drop = most - height(corner);
            if drop <= resolution || tops.clone().any(|(_, top)| is_flat(drop, between(top, corner).zoom(zoom))) {
                self.push(number, corner);
            }
        }
    }

    /// Is it a segment, and the other one too, and do they clearly cross as seen along an axis? Then they have no more
    /// than a point in common. A function turns directions of the other one's frame.
    ///
    /// Of ways u and v and the unit vector n along the axis, u′ = u − (u·n)n is what is seen of u, so that
    /// u′·v′ = u·v − (u·n)(v·n) and u′² = u² − (u·n)².
    pub(super) fn crosses(&self, other: &Self, along: &Heights<V>, turned: impl Fn(V) -> V) -> bool {
        let (Some(u), Some(v)) = (self.way(), other.way().map(turned)) else { return false };
        let (up_u, up_v) = (along.of(u), along.of(v));
        let (seen_u, seen_v) = (u.dot(u) - up_u.times(up_u), v.dot(v) - up_v.times(up_v));
        let whole = seen_u.sqrt().times(seen_v.sqrt());
        let most = whole - whole.portion(V::Scalar::halved(CLEARLY));
        let product = u.dot(v) - up_u.times(up_v);
        -most <= product && product <= most
    }

    /// The direction of a segment.
    fn way(&self) -> Option<V> {
        match self.corners.get(..self.count) {
            Some(&[(_, from), (_, to)]) => Some(between(from, to).direction()),
            _ => None,
        }
    }
}

/// A point of a feature of a core.
#[derive(Clone, Copy, Debug)]
pub struct Place<V: Vector> {
    /// In A's frame.
    pub point: V,
    /// Along the normal.
    pub height: V::Scalar,
    /// Across it.
    flat: Flat<V>,
}

/// A point of a side: a corner, and shares of the ways from it to two others. What all three have in common stays as it
/// is.
#[derive(Clone, Copy, Debug)]
struct Mix<V: Vector> {
    corners: [u8; 3],
    shares: [UnitOf<V>; 2],
}

impl<V: Vector> Mix<V> {
    /// A corner alone.
    fn of_corner(i: u8) -> Self {
        Self { corners: [i; 3], shares: [UnitOf::<V>::NIL; 2] }
    }
}

/// A corner of a feature.
#[derive(Clone, Copy, Debug)]
struct Corner<V: Vector> {
    place: Place<V>,
    number: u32,
}

/// What of a body's feature faces the other body: a point, a segment, or a convex polygon with an area.
pub struct Side<V: Vector> {
    corners: List<Corner<V>, MAX_CORNERS>,
    number: u32,
    /// Do the corners go clockwise about the normal?
    is_clockwise: bool,
}

impl<V: Vector> Side<V> {
    /// Without corners.
    pub fn new() -> Self {
        Self { corners: List::new(), number: 0, is_clockwise: false }
    }

    /// Takes a feature that is seen along the normal, its corners put into A's frame.
    pub fn take(&mut self, view: &View<V>, feature: &Feature<V>, placed: impl Fn(V) -> V) {
        self.number = feature.number();
        for (number, point) in feature.corners() {
            let point = placed(point);
            let place = Place { point, height: view.along.of(point), flat: view.flat(point) };
            let _ = self.corners.push(Corner { place, number });
        }
        self.merge(view);
        self.settle(view);
    }

    /// Takes out corners that coincide with the one before.
    fn merge(&mut self, view: &View<V>) {
        let first = self.flat(0);
        let mut before = self.flat(self.count().saturating_sub(1));
        let is_point = self.corners.iter().all(|corner| view.is_same(first, corner.place.flat));
        if is_point {
            self.corners.truncate(1);
            return;
        }
        self.corners.retain(|corner| {
            let is_new = !view.is_same(before, corner.place.flat);
            if is_new {
                before = corner.place.flat;
            }
            is_new
        });
    }

    /// Finds which way round a polygon goes. One that is as thin as rounding becomes a segment.
    fn settle(&mut self, view: &View<V>) {
        if self.count() < 3 {
            return;
        }
        let area = area(self.corners.iter().map(|corner| corner.place.flat));
        let thin = |span: AreaOf<V>| steps(THIN_STEPS, view.resolution).times(span.sqrt());
        self.is_clockwise = area < AreaOf::<V>::ZERO;
        // No two corners are farther apart than twice as far as the one farthest from the first.
        let first = self.flat(0);
        let away = |corner: &Corner<V>| (corner.place.flat - first).length_squared();
        let farthest = thin(self.corners.iter().map(away).fold(AreaOf::<V>::ZERO, Area::max));
        if area.max(-area) > farthest + farthest {
            return;
        }
        let (mut ends, mut span) = ((0, 0), AreaOf::<V>::ZERO);
        for (i, p) in self.corners.iter().enumerate() {
            for (j, q) in self.corners.iter().enumerate().skip(i + 1) {
                let square = (q.place.flat - p.place.flat).length_squared();
                if square > span {
                    (ends, span) = ((i, j), square);
                }
            }
        }
        let thin = thin(span);
        self.is_clockwise = area < -thin;
        if area <= thin && !self.is_clockwise {
            let mut number = 0;
            self.corners.retain(|_| {
                number += 1;
                number - 1 == ends.0 || number - 1 == ends.1
            });
        }
    }

    /// Does no more than a point of the body face the other?
    pub fn is_point(&self) -> bool {
        self.corners.len() <= 1
    }

    fn id_of(&self, spot: Spot) -> FeatureId {
        let number = |i| self.corner(i).map_or(0, |corner| corner.number);
        match spot {
            Spot::Corner(i) => FeatureId::Vertex(number(i)),
            Spot::Edge(i) => FeatureId::of_edge(number(i), number(self.after(i))),
            Spot::Inside => FeatureId::Facet(self.number),
        }
    }

    fn corner(&self, i: u8) -> Option<&Corner<V>> {
        self.corners.get(usize::from(i))
    }

    fn place(&self, i: u8) -> Place<V> {
        self.corner(i).map_or(Place { point: V::ZERO, height: V::Scalar::NIL, flat: Vec2::ZERO }, |corner| corner.place)
    }

    fn flat(&self, i: u8) -> Flat<V> {
        self.place(i).flat
    }

    fn count(&self) -> u8 {
        self.corners.len() as u8
    }

    /// The corner after another.
    fn after(&self, i: u8) -> u8 {
        if i + 1 < self.count() { i + 1 } else { 0 }
    }

    /// The point of the side on a spot, nearest to where it is seen.
    fn at(&self, spot: Spot, flat: Flat<V>) -> Mix<V> {
        match spot {
            Spot::Corner(i) => Mix::of_corner(i),
            Spot::Edge(i) => {
                let (from, to) = (self.flat(i), self.flat(self.after(i)));
                let way = to - from;
                let share = share::<V>((flat - from).dot(way), way.dot(way));
                Mix { corners: [i, self.after(i), i], shares: [share, UnitOf::<V>::NIL] }
            }
            Spot::Inside => self.inside(flat),
        }
    }

    /// The point of a polygon within that triangle of its fan that holds it best.
    fn inside(&self, flat: Flat<V>) -> Mix<V> {
        let (apex, nil) = (self.flat(0), AreaOf::<V>::ZERO);
        let signed = |from: Flat<V>, to: Flat<V>| {
            let area = (from - flat).perp_dot(to - flat);
            if self.is_clockwise { -area } else { area }
        };
        let (mut best, mut least) = (None, -AreaOf::<V>::MAX);
        for i in 1..self.count().saturating_sub(1) {
            let (p, q) = (self.flat(i), self.flat(i + 1));
            let areas = [signed(p, q), signed(q, apex), signed(apex, p)];
            let smallest = areas.into_iter().fold(AreaOf::<V>::MAX, Area::min);
            let [at_apex, at_p, at_q] = areas.map(|area| area.max(nil));
            let whole = at_apex + at_p + at_q;
            if whole > nil && smallest > least {
                (best, least) = (Some((i, [at_p, at_q], whole)), smallest);
            }
            if smallest > nil {
                break;
            }
        }
        best.map_or(Mix::of_corner(0), |(i, areas, whole)| Mix {
            corners: [0, i, i + 1],
            shares: areas.map(|area| share::<V>(area, whole)),
        })
    }

    fn height(&self, mix: &Mix<V>) -> V::Scalar {
        let height = |i| self.corner(i).map_or(V::Scalar::NIL, |corner| corner.place.height);
        let [start, one, other] = mix.corners;
        if start == one {
            return height(start);
        }
        let [start, one, other] = [start, one, other].map(height);
        V::Scalar::blend(start, [one - start, other - start], mix.shares)
    }

    fn point(&self, mix: &Mix<V>) -> V {
        let [start, one, other] = mix.corners.map(|i| self.place(i).point);
        start.blend([one - start, other - start], mix.shares)
    }
}

/// Does a way that goes down by `drop` go no steeper than 2^STEEPER?
///
/// Across it goes by the root of way² − drop².
fn is_flat<V: Vector>(drop: V::Scalar, way: V) -> bool {
    let half = V::Scalar::blend(V::Scalar::NIL, [drop], [V::Scalar::halved(STEEPER)]);
    half.times(half) + drop.times(drop) <= way.dot(way)
}

/// A part of a whole, between none and all of it.
fn share<V: Vector>(part: AreaOf<V>, whole: AreaOf<V>) -> UnitOf<V> {
    if part <= AreaOf::<V>::ZERO {
        UnitOf::<V>::NIL
    } else if part >= whole {
        UnitOf::<V>::ONE
    } else {
        part.fraction(whole)
    }
}

/// The area of a polygon, negative if it goes clockwise.
fn area<S: Scalar>(corners: impl Iterator<Item = Vec2<S>> + Clone) -> S::Area {
    let first = corners.clone().next().unwrap_or(Vec2::ZERO);
    let half = |x: S| S::blend(S::NIL, [x], [S::halved(1)]);
    let ways = corners.map(|corner| corner - first);
    ways.clone().zip(ways.skip(1)).fold(S::Area::ZERO, |sum, (p, q)| sum + vec2(half(p.x), half(p.y)).perp_dot(q))
}

/// Where on a side: its corner, the edge from a corner to the next, or anywhere.
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    Corner(u8),
    Edge(u8),
    Inside,
}

/// Where a corner of the patch is, on A and on B.
#[derive(Clone, Copy, Debug)]
struct Crossing<V: Vector> {
    flat: Flat<V>,
    spots: (Spot, Spot),
}

impl<V: Vector> Crossing<V> {
    /// Of those that coincide, corners of A's feature come before those of B's, and crossings of edges last.
    fn rank(&self) -> u32 {
        match self.spots {
            (Spot::Corner(_), _) => 0,
            (_, Spot::Corner(_)) => 1,
            _ => 2,
        }
    }
}

/// A corner of the patch with its depth.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<V: Vector> {
    flat: Flat<V>,
    mixes: (Mix<V>, Mix<V>),
    pub id: ContactId,
    pub depth: V::Scalar,
    /// Did the witness points take its place?
    pub is_witness: bool,
}

impl<V: Vector> Meeting<V> {
    /// At a corner, if it is deep enough there.
    fn new(a: &Side<V>, b: &Side<V>, corner: &Crossing<V>, least: V::Scalar) -> Option<Self> {
        let (flat, spots) = (corner.flat, corner.spots);
        let mixes = (a.at(spots.0, flat), b.at(spots.1, flat));
        let depth = a.height(&mixes.0) - b.height(&mixes.1);
        let id = ContactId { a: a.id_of(spots.0), b: b.id_of(spots.1) };
        (depth >= least).then_some(Self { flat, mixes, id, depth, is_witness: false })
    }

    /// The points of the cores.
    pub fn points(&self, a: &Side<V>, b: &Side<V>) -> (V, V) {
        (a.point(&self.mixes.0), b.point(&self.mixes.1))
    }
}

/// What two features have in common.
pub struct Patch<V: Vector> {
    /// Its corners, in order.
    corners: List<Crossing<V>, MAX_MEETINGS>,
    /// Those of them that are deep enough.
    meetings: List<Meeting<V>, MAX_MEETINGS>,
}

impl<V: Vector> Patch<V> {
    /// Without any.
    pub fn new() -> Self {
        Self { corners: List::new(), meetings: List::new() }
    }

    /// Finds the corners.
    pub fn find(&mut self, view: &View<V>, a: &Side<V>, b: &Side<V>) {
        match (a.corners.len(), b.corners.len()) {
            (_, 3..) => self.clip(view, a, b, |spots| spots),
            (3.., _) => self.clip(view, b, a, |(of_b, of_a)| (of_a, of_b)),
            (2, 2) => self.cross(view, a, b),
            _ => {}
        }
        self.merge(view);
    }

    /// Measures the corners; those that are less deep than `least` are dropped.
    pub fn measure(&mut self, a: &Side<V>, b: &Side<V>, least: V::Scalar) {
        self.meetings.clear();
        for meeting in self.corners.iter().filter_map(|corner| Meeting::new(a, b, corner, least)) {
            let _ = self.meetings.push(meeting);
        }
    }

    /// Clips the outline of a side by every edge of a polygon. A function puts spots on the side and on the polygon in
    /// the order of A and B.
    fn clip(&mut self, view: &View<V>, side: &Side<V>, by: &Side<V>, in_order: impl Fn((Spot, Spot)) -> (Spot, Spot)) {
        let (mut outline, mut clipped) = (&mut Outline::<V>::new(), &mut Outline::<V>::new());
        for (i, corner) in (0..).zip(&side.corners) {
            let spots = (Spot::Corner(i), Spot::Inside);
            let _ = outline.push(Vertex { flat: corner.place.flat, spots, next: Line::OfSide(i) });
        }
        for edge in 0..by.count() {
            if clip_by_edge(view, outline, by, edge, clipped) {
                (outline, clipped) = (clipped, outline);
            }
        }
        for i in 0..outline.len() {
            let at = if side.is_clockwise { outline.len() - 1 - i } else { i };
            if let Some(vertex) = outline.get(at) {
                let _ = self.corners.push(Crossing { flat: vertex.flat, spots: in_order(vertex.spots) });
            }
        }
    }

    /// Two segments, which cross or lie side by side.
    fn cross(&mut self, view: &View<V>, a: &Side<V>, b: &Side<V>) {
        let ([p, q], [r, s]) = ([a.flat(0), a.flat(1)], [b.flat(0), b.flat(1)]);
        let (along_a, along_b) = (q - p, s - r);
        let (length_a, length_b) = (along_a.length(), along_b.length());
        let product = along_a.perp_dot(along_b);
        let sine = length_a.times(length_b).portion(V::Scalar::halved(PARALLEL));
        let mut offer = |spots, flat| _ = self.corners.push(Crossing { flat, spots });
        if product > sine || product < -sine {
            let is_between = |part: AreaOf<V>, slack: V::Scalar| {
                let slack = view.resolution.times(slack);
                let (part, whole) = if product < AreaOf::<V>::ZERO { (-part, -product) } else { (part, product) };
                -slack <= part && part - whole <= slack
            };
            let (part_a, part_b) = ((r - p).perp_dot(along_b), (r - p).perp_dot(along_a));
            if is_between(part_a, length_b) && is_between(part_b, length_a) {
                let share = if product < AreaOf::<V>::ZERO {
                    share::<V>(-part_a, -product)
                } else {
                    share::<V>(part_a, product)
                };
                offer((Spot::Edge(0), Spot::Edge(0)), Vec2::blend(p, [along_a], [share]));
            }
            return;
        }
        // The ends of the stretch that they share, on A's line; A's ends before B's where they coincide.
        let aside = saturating_sum(
            view.resolution,
            V::Scalar::blend(V::Scalar::NIL, [length_a.min(length_b)], [V::Scalar::halved(PARALLEL)]),
        );
        let is_beside = |point: Flat<V>, from: Flat<V>, along: Flat<V>, length: V::Scalar| {
            let (slack, way) = (view.resolution.times(length), point - from);
            let (forth, off, most) = (way.dot(along), way.perp_dot(along), aside.times(length));
            -slack <= forth && forth - along.dot(along) <= slack && -most <= off && off <= most
        };
        let [mut first, mut last]: [Option<End<V>>; 2] = [None; 2];
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
            offer(spots, end);
        }
    }

    /// Makes one of corners that coincide.
    fn merge(&mut self, view: &View<V>) {
        let mut count = 0;
        for number in 0..self.corners.len() {
            let Some((merged, rest)) = self.corners.split_at_mut_checked(count) else { break };
            let Some(&corner) = rest.get(number - count) else { break };
            match merged.iter_mut().find(|other| view.is_same(other.flat, corner.flat)) {
                Some(other) if corner.rank() < other.rank() => *other = corner,
                Some(_) => {}
                None => {
                    if let Some(slot) = rest.first_mut() {
                        *slot = corner;
                    }
                    count += 1;
                }
            }
        }
        self.corners.truncate(count);
    }

    /// The number of the corner with the least id.
    fn least(&self) -> usize {
        let least = self.meetings.iter().enumerate().min_by_key(|(_, meeting)| meeting.id);
        least.map_or(0, |(i, _)| i)
    }

    /// The area in the units of the input.
    pub fn area(&self, unzoom: impl Fn(V::Scalar) -> V::Scalar + Copy) -> AreaOf<V> {
        area(self.corners.iter().map(|corner| corner.flat.map(unzoom)))
    }

    /// The witness points take the place of the corner nearest to them if they are clearly deeper than all.
    pub fn admit(&mut self, view: &View<V>, flat: Flat<V>, depth: V::Scalar, is_curved: bool) {
        let deepest = self.meetings.iter().fold(-V::Scalar::MAX, |deepest, meeting| deepest.max(meeting.depth));
        let away = |meeting: &Meeting<V>| (meeting.flat - flat).length_squared();
        let nearer =
            |p: &&mut Meeting<V>, q: &&mut Meeting<V>| away(p).partial_cmp(&away(q)).unwrap_or(Ordering::Equal);
        if let Some(nearest) = self.meetings.iter_mut().min_by(nearer) {
            let slope = if is_curved { V::Scalar::halved(SLOPE) } else { UnitOf::<V>::NIL };
            let slack = V::Scalar::blend(view.resolution, [away(nearest).sqrt()], [slope]);
            if saturating_difference(depth, deepest) > slack {
                (nearest.flat, nearest.depth, nearest.is_witness) = (flat, depth, true);
            }
        }
    }

    /// The deepest corner and, of the others, those that span the most together with it: `most` in all, from the one
    /// with the least id.
    pub fn spread(&mut self, view: &View<V>, most: usize) -> impl Iterator<Item = &Meeting<V>> {
        if self.meetings.len() > most {
            let deepest = self.meetings.iter().fold(-V::Scalar::MAX, |deepest, meeting| deepest.max(meeting.depth));
            let is_deepest = |meeting: &Meeting<V>| saturating_difference(deepest, meeting.depth) <= view.resolution;
            let least = self.least();
            let mut round = (0..self.meetings.len()).map(|i| self.after(least, i));
            let first = round.find(|&i| self.meetings.get(i).is_some_and(is_deepest)).unwrap_or(least);
            let kept = if most == 2 { self.farthest(first) } else { self.largest(first) };
            let mut number = 0;
            self.meetings.retain(|_| {
                number += 1;
                kept.contains(&(number - 1))
            });
        }
        let least = self.least();
        self.meetings.iter().skip(least).chain(self.meetings.iter().take(least))
    }

    /// The number of the corner so many after another.
    fn after(&self, first: usize, steps: usize) -> usize {
        let (number, count) = (first + steps, self.meetings.len());
        if number < count { number } else { number - count }
    }

    /// The first corner and the one farthest from it.
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

    /// The first corner and the three that span the largest area with it: for each that may be opposite, the best on
    /// either side. Nearly equal areas do not count as larger, or noise would choose among them.
    fn largest(&self, first: usize) -> [usize; 4] {
        let count = self.meetings.len();
        let nil = AreaOf::<V>::ZERO;
        let start = self.flat(first);
        let mut ways: List<Flat<V>, MAX_MEETINGS> = List::new();
        for i in 0..count {
            let _ = ways.push(self.flat(self.after(first, i)) - start);
        }
        let notably = |area: AreaOf<V>| area + area.portion(V::Scalar::halved(SLOPE));
        let (mut best, mut kept) = (nil, [0, 1, 2, 3]);
        for (opposite, &across) in ways.iter().enumerate().take(count.saturating_sub(1)).skip(2) {
            let (mut before, mut after) = ((nil, 1), (nil, opposite + 1));
            for (i, way) in ways.iter().enumerate().skip(1) {
                let side = if i < opposite { &mut before } else { &mut after };
                let area = way.perp_dot(across);
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

    fn flat(&self, i: usize) -> Flat<V> {
        self.meetings.get(i).map_or(Vec2::ZERO, |meeting| meeting.flat)
    }
}

/// An end of the stretch that two segments share: how far along A's it lies, its spots, and itself.
type End<V> = (AreaOf<V>, (Spot, Spot), Flat<V>);

/// What an edge of an outline lies on.
#[derive(Clone, Copy, Debug)]
enum Line {
    /// The edge of the side that is clipped.
    OfSide(u8),
    /// The edge of the polygon that clips.
    OfPolygon(u8),
}

/// A corner of an outline, and what the edge after it lies on.
#[derive(Clone, Copy, Debug)]
struct Vertex<V: Vector> {
    flat: Flat<V>,
    spots: (Spot, Spot),
    next: Line,
}

type Outline<V> = List<Vertex<V>, MAX_MEETINGS>;

/// Makes an outline the part of another one on the inner side of an edge of a polygon. If that is all of it, nothing is
/// made, and the answer is false. What is outside by rounding stays.
#[inline(never)]
fn clip_by_edge<V: Vector>(
    view: &View<V>,
    outline: &Outline<V>,
    by: &Side<V>,
    edge: u8,
    clipped: &mut Outline<V>,
) -> bool {
    let (from, to) = (by.flat(edge), by.flat(by.after(edge)));
    let way = to - from;
    let slack = view.resolution.times(way.length());
    let inward = |vertex: &Vertex<V>| {
        let area = way.perp_dot(vertex.flat - from);
        if by.is_clockwise { -area } else { area }
    };
    let Some(first) = outline.first().filter(|_| outline.iter().any(|vertex| inward(vertex) < -slack)) else {
        return false;
    };
    clipped.clear();
    let at_first = inward(first);
    let (mut vertex, mut here) = (first, at_first);
    for i in 1..=outline.len() {
        let (next, there) = outline.get(i).map_or((first, at_first), |next| (next, inward(next)));
        let (is_inside, is_next) = (here >= -slack, there >= -slack);
        if is_inside {
            let _ = clipped.push(*vertex);
        }
        if is_inside != is_next {
            let (inner, outer) = if is_inside { ((vertex, here), there) } else { ((next, there), here) };
            let inner_height = inner.1.max(AreaOf::<V>::ZERO);
            let share = share::<V>(inner_height, inner_height - outer);
            let target = if is_inside { next.flat } else { vertex.flat };
            let flat = Vec2::blend(inner.0.flat, [target - inner.0.flat], [share]);
            let crossing = match vertex.next {
                Line::OfSide(i) => Vertex { flat, spots: (Spot::Edge(i), Spot::Edge(edge)), next: vertex.next },
                Line::OfPolygon(other) => corner_between(by, other, edge).map_or(
                    // Of no meaning: another edge cuts it off.
                    Vertex { flat, spots: (Spot::Inside, Spot::Edge(edge)), next: vertex.next },
                    |i| Vertex { flat: by.flat(i), spots: (Spot::Inside, Spot::Corner(i)), next: vertex.next },
                ),
            };
            let next = if is_inside { Line::OfPolygon(edge) } else { vertex.next };
            let _ = clipped.push(Vertex { next, ..crossing });
        }
        (vertex, here) = (next, there);
    }
    true
}

/// The corner in which two edges of a polygon meet.
fn corner_between<V: Vector>(polygon: &Side<V>, one: u8, other: u8) -> Option<u8> {
    if polygon.after(one) == other {
        Some(other)
    } else if polygon.after(other) == one {
        Some(one)
    } else {
        None
    }
}
