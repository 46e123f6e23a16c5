//! Pairs with a closed form: one core is a point, and the other body knows the point of its own core nearest to it; or
//! both cores are segments.
//!
//! The way between the two nearest points bounds the distance of the cores from above. The plane at right angles to it that
//! bears on both cores bounds it from below, whatever the closed form was worth. So nothing is taken on trust but that a
//! segment has no more than its ends, and where the bounds leave a doubt GJK answers.
//!
//! Nothing here asks for the rotation of one body seen from the other: points and ways go from each body to a frame that
//! both stand in ([`Stand`]), which takes fewer products than one rotation by another.

use crate::cso::{FromA, InA, Placed, Placement, Stand, Still};
use crate::gjk::{ROUNDING_STEPS, steps};
use crate::result::{Penetration, Proximity, Separation, Status};
use crate::scalar::{Area, Scalar, saturating_sum};
use crate::support::Support;
use crate::vector::{AreaOfVector, UnitOfVector, Vector, between, foot_on_segment};

/// Does a pair with a point have a closed form? The types of shapes tell, so what others need is not linked for them.
#[inline]
pub fn has_closed_form<A, B>(a: &A, b: &B) -> bool
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    let zero = A::Vector::ZERO;
    (b.as_point().is_some() && a.nearest_to(zero).is_some()) || (a.as_point().is_some() && b.nearest_to(zero).is_some())
}

/// A core, in the frame that it stands in.
struct Core<'c, T: ?Sized, B, V> {
    body: &'c T,
    stand: &'c B,
    /// Where it is, if it is a point.
    point: Option<V>,
    /// Its ends, if it is a segment.
    ends: Option<(V, V)>,
}

impl<'c, T, B, V> Core<'c, T, B, V>
where
    T: Support<Vector = V> + ?Sized,
    B: Stand<V>,
    V: Vector,
{
    #[inline(always)]
    fn new(body: &'c T, stand: &'c B) -> Self {
        let point = body.as_point().map(|point| stand.place_center(point));
        let ends = body.as_segment().map(|(start, end)| (stand.place(start), stand.place(end)));
        Self { body, stand, point, ends }
    }

    /// Its point nearest to another point; none if there is no closed form.
    #[inline(always)]
    fn nearest_to(&self, point: V) -> Option<V> {
        match (self.point, self.ends) {
            (Some(own), _) => Some(own),
            (None, Some((start, end))) => Some(foot_on_segment(start, end, point)),
            (None, None) => Some(self.stand.place(self.body.nearest_to(self.stand.back(point))?)),
        }
    }

    /// The way to that point, worked out in the frame of the body.
    fn way_to(&self, from: V) -> Option<V> {
        let from = self.stand.back(from);
        Some(self.stand.direction(between(from, self.body.nearest_to(from)?)))
    }

    /// Its last point along a direction.
    #[inline]
    fn support(&self, dir: V) -> V {
        match (self.point, self.ends) {
            (Some(own), _) => own,
            (None, Some((start, end))) => start.or(dir.dot(between(start, end)) > AreaOfVector::<V>::ZERO, end),
            (None, None) => self.stand.place(self.body.support(self.stand.direction_back(dir))),
        }
    }

    /// The nearest points of two cores; none if there is no closed form. In fixed point a search knows more of two segments,
    /// for it scales them before it places them.
    #[inline(always)]
    fn nearest_points<U, C>(&self, other: &Core<'_, U, C, V>) -> Option<(V, V)>
    where
        U: Support<Vector = V> + ?Sized,
        C: Stand<V>,
    {
        let is_float = V::Scalar::STEP == V::Scalar::NIL;
        match (self.point, other.point, self.ends, other.ends) {
            (_, Some(point), ..) => Some((self.nearest_to(point)?, point)),
            (Some(point), ..) => Some((point, other.nearest_to(point)?)),
            (None, None, Some(one), Some(other)) if is_float => Some(of_segments(one, other)),
            _ => None,
        }
    }
}

/// The nearest points of two segments, in floats.
///
/// Let d and e be the ways along them and r the way from the start of the second to that of the first. Points at the shares
/// s and t are r + s·d − t·e apart. On the line of the second, the nearest to a point of the first is at t = (e·r + s·d·e)/e².
/// With k = d·e/e² the way between both lines is shortest for s = (k·e·r − d·r)/(d² − k·d·e). That share is clamped to the
/// first segment, t follows from it and is clamped, and s follows from that: a third round would change nothing (Ericson
/// 2005). Of lines that are parallel within rounding any point will do to begin with.
#[inline(always)]
fn of_segments<V: Vector>((a, b): (V, V), (p, q): (V, V)) -> (V, V) {
    let (d, e, r) = (between(a, b), between(p, q), between(p, a));
    let zoom = V::Scalar::zoom_for(d.max_abs().max(e.max_abs()).max(r.max_abs()));
    let (s, t) =
        if zoom == V::Scalar::NO_ZOOM { shares(d, e, r) } else { scaled_shares(d.each(), e.each(), r.each(), zoom) };
    let whole = UnitOfVector::<V>::ONE;
    (V::ZERO.blend([a, b], [whole - s, s]), V::ZERO.blend([p, q], [whole - t, t]))
}

/// The shares, of ways whose products are neither too large nor too small.
#[inline(always)]
fn shares<V: Vector>(d: V, e: V, r: V) -> (UnitOfVector<V>, UnitOfVector<V>) {
    let zero = AreaOfVector::<V>::ZERO;
    let share = |part: AreaOfVector<V>, whole: AreaOfVector<V>| part.max(zero).min(whole).fraction(whole);
    let (dd, ee, de, dr, er) = (d.dot(d), e.dot(e), d.dot(e), d.dot(r), e.dot(r));
    let k = de.ratio(ee);
    let s = share(er.scaled(k) - dr, dd - de.scaled(k));
    let t = share(er + de.scaled(s), ee);
    (share(de.scaled(t) - dr, dd), t)
}

/// The shares, of ways of any size. Apart, so that the ways stay in registers where they fit.
#[inline(never)]
fn scaled_shares<V: Vector>(d: V, e: V, r: V, zoom: <V::Scalar as Scalar>::Zoom) -> (UnitOfVector<V>, UnitOfVector<V>) {
    shares(d.zoom(zoom), e.zoom(zoom), r.zoom(zoom))
}

/// The nearest points of the cores of a pair that has a closed form, in A's frame.
#[inline(always)]
pub fn nearest_in_a<V, A, B>(a: &A, b: &B, placement: &impl Placement<V>) -> Option<(V, V)>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    Core::new(a, &Still).nearest_points(&Core::new(b, &InA(placement)))
}

/// The way between the cores of a pair that has a closed form. Everything but results is in the frame that both bodies
/// stand in.
pub struct Gap<'q, P, V: Vector> {
    placed: &'q P,
    margin_a: V::Scalar,
    margin_b: V::Scalar,
    /// The sum of the margins: the distance of cores at which the bodies touch.
    touch: V::Scalar,
    /// The nearest points of the cores.
    on_a: V,
    on_b: V,
    /// The last point of A and the first of B along the way: the planes through them bear on the cores.
    last_a: V,
    first_b: V,
    /// From `on_a` to `on_b`; any axis if no digit of it is left.
    way: V::UnitVector,
    has_way: bool,
    /// Is one of the cores a point?
    has_point: bool,
    /// Bounds of the distance of the cores.
    upper: V::Scalar,
    lower: V::Scalar,
    /// The gap between them that is good enough, relative to the distance.
    tolerance: UnitOfVector<V>,
}

impl<'q, V: Vector, P: Placement<V>> Gap<'q, FromA<'q, P>, V> {
    /// The way between two cores that both know the point nearest to another, found by turns. None if the bounds do not meet
    /// within a few turns, or if there is no way.
    ///
    /// Who goes from a point to the nearest one of the other core and back again, by turns, comes to the nearest points of both
    /// (Cheney and Goldstein 1959). Where a corner is one of them, a turn is mostly enough. Between two edges or faces that
    /// lean towards each other the steps shorten by the same factor, the cosine of their angle, at each change of sides. Let d
    /// be the step from p to the point a turn later, and e that of the other side in between: the steps that follow sum up to
    /// d·d²/(d² − e²), as a geometric series does (Aitken 1926). Where that leads out of the core, or beyond what is flat of
    /// it, the turns that follow come back.
    ///
    /// The way is at right angles to the edge or face of A that it begins at, to the last bit, as it is worked out in A's frame.
    /// To one of B it is only as far as rounding of points near each other allows. So where the turns go no further, the same
    /// is worked out in B's frame.
    #[inline(never)]
    pub fn by_turns<A, B>(a: &A, b: &B, placed: &'q FromA<'q, P>, tolerance: UnitOfVector<V>) -> Option<Self>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        if V::Scalar::STEP != V::Scalar::NIL {
            return None;
        }
        let stand = InA(placed.0);
        let (core_a, core_b) = (Core::new(a, &Still), Core::new(b, &stand));
        let mut start = core_a.nearest_to(stand.place_center(b.center()))?;
        for _ in 0..TURNS {
            let on_b = core_b.nearest_to(start)?;
            let on_a = core_a.nearest_to(on_b)?;
            let gap = Self::bearing(&core_a, &core_b, (on_a, on_b), between(on_a, on_b), (placed, tolerance));
            if gap.have_met() {
                return Some(gap);
            }
            let (slack, step) = (gap.slack(), between(start, on_a));
            if gap.upper <= slack {
                return None;
            }
            if step.is_within(slack) {
                let way = core_b.way_to(start)?;
                let gap = Self::bearing(&core_a, &core_b, (on_a, on_b), way, (placed, tolerance));
                return gap.have_met().then_some(gap);
            }
            let ahead = extrapolated(start, step, between(on_b, core_b.nearest_to(on_a)?));
            start = core_a.nearest_to(core_b.nearest_to(core_a.nearest_to(ahead)?)?)?;
        }
        None
    }
}

/// Turns before a search takes over.
const TURNS: u32 = 6;

/// Where the steps lead that follow a step from `start`, if each is shorter than the last by the same factor, and the one
/// between two of them is `other`.
#[inline(always)]
fn extrapolated<V: Vector>(start: V, step: V, other: V) -> V {
    let zoom = V::Scalar::zoom_for(step.max_abs());
    let (d, e) = (step.zoom(zoom), other.zoom(zoom));
    let whole = d.dot(d);
    start.blend([step], [whole.ratio(whole - e.dot(e))])
}

impl<'q, V: Vector, P: Placed<V>> Gap<'q, P, V> {
    /// None if the pair has no closed form.
    #[inline(always)]
    pub fn between<A, B>(a: &A, b: &B, placed: &'q P) -> Option<Self>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        if V::Scalar::STEP == V::Scalar::NIL {
            return Self::inlined(a, b, placed);
        }
        // Without a point there is none in fixed point.
        let has_point = a.as_point().is_some() || b.as_point().is_some();
        if has_point { Self::shared(a, b, placed) } else { None }
    }

    /// The same, once for all queries: products of fixed point take more code.
    #[inline(never)]
    fn shared<A, B>(a: &A, b: &B, placed: &'q P) -> Option<Self>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        Self::inlined(a, b, placed)
    }

    /// The same, where it is asked for: floats stay in registers.
    #[inline(always)]
    fn inlined<A, B>(a: &A, b: &B, placed: &'q P) -> Option<Self>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let (stand_a, stand_b) = placed.stands();
        let (core_a, core_b) = (Core::new(a, &stand_a), Core::new(b, &stand_b));
        let nearest = core_a.nearest_points(&core_b)?;
        let way = between(nearest.0, nearest.1);
        Some(Self::bearing(&core_a, &core_b, nearest, way, (placed, UnitOfVector::<V>::NIL)))
    }

    /// The way between a point of each core, in the frame that they stand in, and the planes at right angles to it; bounds as
    /// near as a tolerance have met.
    #[inline(always)]
    fn bearing<A, B, C, D>(
        core_a: &Core<'_, A, C, V>,
        core_b: &Core<'_, B, D, V>,
        (on_a, on_b): (V, V),
        way: V,
        (placed, tolerance): (&'q P, UnitOfVector<V>),
    ) -> Self
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
        C: Stand<V>,
        D: Stand<V>,
    {
        let (margin_a, margin_b) = (core_a.body.margin(), core_b.body.margin());
        let touch = saturating_sum(margin_a, margin_b);
        let dir = way.direction();
        let has_way = dir != V::ZERO;
        let dir = dir.or(!has_way, V::first_axis().direction());
        let length = dir.length();
        let (last_a, first_b) = (core_a.support(dir), core_b.support(-dir));
        let [upper, lower] = [between(on_a, on_b), between(last_a, first_b)].map(|way| dir.dot(way).per(length));
        Self {
            placed,
            margin_a,
            margin_b,
            touch,
            on_a,
            on_b,
            last_a,
            first_b,
            way: dir.unit(length),
            has_way,
            has_point: core_a.point.is_some() || core_b.point.is_some(),
            upper,
            lower,
            tolerance,
        }
    }

    /// Is the way between the cores known, and with it the normal? Not where they are too near.
    #[inline(always)]
    pub fn has_way(&self) -> bool {
        self.has_way
    }

    /// Are the margins sizes, and their sum in range? Without that nothing is known here.
    #[inline(always)]
    pub fn has_margins(&self) -> bool {
        let nil = V::Scalar::NIL;
        self.margin_a >= nil && self.margin_b >= nil && self.touch <= V::Scalar::LIMIT
    }

    /// What rounding makes of the bounds.
    #[inline(always)]
    fn slack(&self) -> V::Scalar {
        let points = [self.on_a, self.on_b, self.last_a, self.first_b];
        let extent = points.iter().fold(self.touch, |extent, point| extent.max(point.max_abs()));
        steps::<V>(2 * ROUNDING_STEPS, V::Scalar::blend(V::Scalar::STEP, [extent], [V::Scalar::ROUNDING]))
    }

    /// Do the bodies touch? None if rounding may decide.
    #[inline(always)]
    pub fn touches(&self) -> Option<bool> {
        let slack = self.slack();
        if !self.has_margins() {
            None
        } else if self.lower - self.touch > slack {
            Some(false)
        } else if self.touch - self.upper > slack {
            Some(true)
        } else {
            None
        }
    }

    /// Is the distance known of bodies that touch, or do not? It is if the bounds have met; zero is zero, but where the
    /// nearest points are one a search has the better normal.
    #[inline(always)]
    pub fn knows_distance(&self, is_touch: bool) -> bool {
        if is_touch { self.has_way } else { self.have_met() && self.tells(V::Scalar::NIL) }
    }

    /// That distance.
    #[inline(always)]
    pub fn distance(&self, is_touch: bool) -> Separation<V> {
        if is_touch { self.common_point() } else { self.separation() }
    }

    /// Is distance or depth known of bodies that touch, or do not? It is if the bounds have met and no EPA is needed.
    #[inline(always)]
    pub fn knows_proximity(&self, is_touch: bool) -> bool {
        self.have_met() && if is_touch { self.lower > self.slack() } else { self.tells(V::Scalar::NIL) }
    }

    /// Distance or depth.
    #[inline(always)]
    pub fn proximity(&self, is_touch: bool) -> Proximity<V> {
        if is_touch { Proximity::Overlapping(self.penetration()) } else { Proximity::Separated(self.separation()) }
    }

    #[inline(always)]
    fn have_met(&self) -> bool {
        let enough = V::Scalar::blend(V::Scalar::NIL, [self.upper], [self.tolerance]);
        self.upper - self.lower <= self.slack().max(enough)
    }

    /// A point inside both margins, on the way between the cores.
    #[inline(always)]
    fn common_point(&self) -> Separation<V> {
        let nil = V::Scalar::NIL;
        let point = self.placed.point_to_world(self.on_a.advance(self.upper.min(self.margin_a), self.way));
        let normal = self.placed.way_to_world(self.way);
        let (iterations, status) = (0, Status::Converged);
        Separation { distance: nil, lower_bound: nil, normal, on_a: point, on_b: point, iterations, status }
    }

    /// The distance of the bodies, zero if they overlap, and a lower bound of it: zero unless at least half of it is proven.
    #[inline(always)]
    fn bounds(&self) -> (V::Scalar, V::Scalar) {
        let nil = V::Scalar::NIL;
        let (distance, lower_bound) = ((self.upper - self.touch).max(nil), self.lower - self.touch);
        let is_apart = lower_bound > nil && lower_bound >= distance - lower_bound;
        let lower_bound = if is_apart { lower_bound } else { nil };
        (distance.max(lower_bound), lower_bound)
    }

    /// Is at least half of the distance proven, or is it not farther than is near enough? Of two segments that are all but
    /// parallel the closed form may know too little, so the bounds have to have met as well.
    #[inline(always)]
    pub fn tells(&self, near: V::Scalar) -> bool {
        let (distance, lower_bound) = self.bounds();
        (lower_bound > V::Scalar::NIL || distance <= near) && (self.has_point || self.have_met())
    }

    /// The distance of the bodies.
    #[inline(always)]
    pub fn separation(&self) -> Separation<V> {
        let (distance, lower_bound) = self.bounds();
        let (on_a, on_b, normal) = self.witnesses(distance);
        let (iterations, status) = (0, Status::Converged);
        Separation { distance, lower_bound, normal, on_a, on_b, iterations, status }
    }

    /// The depth of bodies whose cores are apart.
    #[inline(always)]
    fn penetration(&self) -> Penetration<V> {
        let depth = self.touch - self.upper;
        let (on_a, on_b, normal) = self.witnesses(-depth);
        let (lower_bound, upper_bound) = (depth, (self.touch - self.lower).max(depth));
        let (iterations, epa_iterations, status) = (0, 0, Status::Converged);
        Penetration { depth, lower_bound, upper_bound, normal, on_a, on_b, iterations, epa_iterations, status }
    }

    /// The witness points, `signed` apart, and the normal.
    #[inline(always)]
    fn witnesses(&self, signed: V::Scalar) -> (V, V, V::UnitVector) {
        let on_a = self.placed.point_to_world(self.on_a.advance(self.margin_a, self.way));
        let normal = self.placed.way_to_world(self.way);
        (on_a, on_a.advance(signed, normal), normal)
    }
}
