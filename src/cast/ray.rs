//! A ray that comes into a body at once, where the body knows how.
//!
//! *A core that is a point or a segment* is looked at in the frame in which both stand, where it takes less to place than the
//! ray. With m the way from the center of a ball of radius r to the start, and u that of the ray in one unit of time, the
//! line is next to the center at the time t₀ = −m·u/u·u, at p = m + t₀ u. If p is farther away than r the ray passes by.
//! Else it comes in √((r² − p²)/u·u) before; and p·u/u·u before, which is what rounding has left of p along the way. A capsule
//! is a cylinder without ends as far as its segment goes, and a ball at either end: the same with the parts of m and u across
//! the axis, and where the line comes in along the axis tells which of them it meets. The distance of a line from the points
//! of a segment has one minimum: so a line that passes by the ball at an end passes by the whole, if what is next to it there
//! does not lead along the segment.
//!
//! *A box* is missed if the ray is apart from it along an axis, or across an axis and the way: for a segment and a box there
//! is nothing else (separating axes). Else it comes in through the last of the planes that face it.
//!
//! *Of any other body* the plane that bears on it with the entry normal (see [`entry`](super::entry)), or with that of the
//! facet which a polytope has walked to, keeps the ray outside up to the time at which it comes through it. If that is later
//! than asked for, or never, the ray passes by. Else the ray is then on the plane.
//!
//! Whatever led to the time, the ray meets the body then if it was outside before by more than rounding and the point of the
//! core nearest to it, or that of the facet, is as near as the margins. What does not fit within rounding is for the search
//! to tell, and so are numbers whose products may leave the range.

use super::{Ray, SLACK_STEPS, over, product, rounding};
use crate::cso::{Placed, Stand};
use crate::epa::Facets as _;
use crate::motion::moved;
use crate::result::{Impact, Status};
use crate::scalar::{Area, Scalar, saturating_sum};
use crate::simplex::Shares;
use crate::support::{Hint, Support};
use crate::vector::{AreaOfVector, UnitOfVector, Vector, between, foot_on_segment};
use core::cell::Cell;

/// Times at which the ray is looked at: the first is rounded by where it starts, the second by where it meets the body.
const LOOKS: u32 = 2;

/// What is told of a ray.
pub enum Meeting<T> {
    /// The ray passes by.
    Never,
    /// It meets the body.
    At(T),
    /// It is for a search to tell.
    Unknown,
}

/// When, and where the body faces it.
type Met<V> = Meeting<(<V as Vector>::Scalar, <V as Vector>::UnitVector)>;

/// Where a ray meets a body, with the target distance around it, of a query without an observer. Floats only: fixed point
/// would round the way twice.
#[inline(always)]
pub fn meeting<T, V, P>(body: &T, ray: &Ray<V>, placed: &P, target: V::Scalar) -> Meeting<Impact<V>>
where
    T: Support<Vector = V> + ?Sized,
    V: Vector,
    P: Placed<V>,
{
    let nil = V::Scalar::NIL;
    let touch = saturating_sum(body.margin(), target);
    if V::Scalar::STEP != nil || body.margin() < nil {
        return Meeting::Unknown;
    }
    let (stand_a, stand_b) = placed.stands();
    let (origin, direction) = (stand_b.place(ray.origin), stand_b.turn(ray.direction));
    let line = Line { start: origin.each(), way: direction.each(), max_time: ray.max_time };
    let found = if let Some(center) = body.as_point() {
        line.meets_ball(stand_a.place_center(center), touch)
    } else if let Some((a, b)) = body.as_segment() {
        line.meets_capsule([stand_a.place(a), stand_a.place(b)], touch)
    } else if touch == nil {
        let line = line.in_frame_of(&stand_a);
        let found = if let Some(half_extents) = body.as_box() {
            line.meets_box(body.center(), half_extents)
        } else {
            line.meets_core(body)
        };
        match found {
            Meeting::At((time, normal)) => Meeting::At((time, stand_a.turn_unit(normal))),
            other => other,
        }
    } else {
        Meeting::Unknown
    };
    let (time, normal) = match found {
        Meeting::At(found) => found,
        Meeting::Never => return Meeting::Never,
        Meeting::Unknown => return Meeting::Unknown,
    };
    let point = placed.point_to_world(moved(origin, direction, time));
    Meeting::At(Impact {
        time,
        lower_bound: time,
        upper_bound: time,
        initially_overlapping: false,
        normal: placed.way_to_world(normal),
        on_a: point,
        on_b: point,
        iterations: 1,
        status: Status::Converged,
    })
}

/// A ray in the frame of a core.
struct Line<V: Vector> {
    start: V,
    way: V,
    max_time: V::Scalar,
}

/// How a line goes by a ball or a cylinder about the origin.
enum Passage<V: Vector> {
    /// Outside, next to the origin here.
    By(V),
    /// It comes in.
    In(V::Scalar),
    /// Too near to the surface to tell.
    Along,
}

/// A length times a number.
#[inline(always)]
fn scaled<V: Vector>(length: V::Scalar, number: UnitOfVector<V>) -> V::Scalar {
    V::Scalar::of_sum(length.share(number))
}

/// What rounding makes of a length.
#[inline(always)]
fn slack_of<V: Vector>(size: V::Scalar) -> V::Scalar {
    let twice = V::Scalar::ROUNDING + V::Scalar::ROUNDING;
    scaled::<V>(size, twice + twice)
}

/// The component of each axis is that of the next one.
#[inline(always)]
fn next_axis<V: Vector>(vector: V) -> V {
    let parts = vector.by_axis();
    let parts = parts.as_ref();
    V::from_axes(|axis| parts.get(axis + 1).or(parts.first()).copied().unwrap_or(V::Scalar::NIL))
}

/// Is one point near enough to another? The sum of the parts is not less than the length; squares of what is about nothing
/// may be lost.
#[inline(always)]
fn is_near<V: Vector>(nearest: V, point: V, slack: V::Scalar) -> bool {
    let apart = between(nearest, point).component_abs();
    let reach = apart.by_axis().as_ref().iter().fold(V::Scalar::NIL, |sum, &part| sum + part);
    reach + reach <= slack
}

/// One over a square.
#[inline(always)]
fn inverse<V: Vector>(square: AreaOfVector<V>) -> UnitOfVector<V> {
    V::Scalar::ONE.fraction(square.over_one())
}

/// Are products of two lengths, or of what they are rounded by, and quotients of them within the range?
#[inline(always)]
fn are_moderate<V: Vector>(size: V::Scalar, speed: V::Scalar) -> bool {
    let most = V::Scalar::WORKING_LIMIT;
    let least = over(V::Scalar::ONE, most);
    size.min(speed) >= least && size.max(speed) <= most
}

impl<V: Vector> Line<V> {
    /// The same in the frame of a body that stands in its frame.
    #[inline(always)]
    fn in_frame_of(&self, stand: &impl Stand<V>) -> Self {
        Self { start: stand.back(self.start).each(), way: stand.direction_back(self.way).each(), ..*self }
    }

    /// Meets a ball.
    #[inline(always)]
    fn meets_ball(&self, center: V, touch: V::Scalar) -> Met<V> {
        let from = between(center, self.start);
        let size = self.start.max_abs().max(center.max_abs()).max(touch);
        if !are_moderate::<V>(size, self.way.max_abs()) {
            return Meeting::Unknown;
        }
        let per_square = inverse::<V>(self.way.dot(self.way));
        match self.passage(from, self.way, per_square, size, touch) {
            Passage::By(_) => Meeting::Never,
            Passage::In(time) => {
                let time = self.within(time);
                self.met_at(time, moved(from, self.way, time), size, touch)
            }
            Passage::Along => Meeting::Unknown,
        }
    }

    /// Meets a capsule.
    #[inline(always)]
    fn meets_capsule(&self, [a, b]: [V; 2], touch: V::Scalar) -> Met<V> {
        let (nil, one, zero) = (V::Scalar::NIL, V::Scalar::ONE, AreaOfVector::<V>::ZERO);
        let (way, edge, from) = (self.way, between(a, b), between(a, self.start));
        let (speed, reach) = (way.max_abs(), edge.max_abs());
        let size = from.max_abs().max(a.max_abs()).max(reach).max(touch);
        if !are_moderate::<V>(size, speed) {
            return Meeting::Unknown;
        }
        // Along the axis as multiples of the edge; one that is lost in rounding has no length.
        let per_edge = if reach > slack_of::<V>(size) { inverse::<V>(edge.dot(edge)) } else { UnitOfVector::<V>::NIL };
        let of_edge = |vector: V| edge.dot(vector).scaled(per_edge).over_one();
        let (slope, level) = (of_edge(way), of_edge(from));
        let (across, radial) = (moved(way, edge, -slope), moved(from, edge, -level));
        // A line along the axis comes in where it starts, or not at all.
        let (square, level_speed) = (across.dot(across), slack_of::<V>(speed + speed));
        let is_level = square <= level_speed.times(level_speed);
        let per_across = if is_level { UnitOfVector::<V>::NIL } else { inverse::<V>(square) };
        let time = match self.passage(radial, across, per_across, size, touch) {
            Passage::By(_) => return Meeting::Never,
            Passage::Along => return Meeting::Unknown,
            Passage::In(time) => time,
        };
        let level_at = |time| level + product(slope, time);
        let where_in = level_at(time);
        let time = if where_in >= nil && where_in <= one {
            time
        } else {
            let is_second = where_in > one;
            let (end, inward) = (a.or(is_second, b), edge.or(is_second, -edge));
            let per_way = inverse::<V>(way.dot(way));
            match self.passage(between(end, self.start), way, per_way, size, touch) {
                Passage::By(beside) if beside.dot(inward) <= zero => return Meeting::Never,
                Passage::By(_) | Passage::Along => return Meeting::Unknown,
                Passage::In(time) => time,
            }
        };
        let time = self.within(time);
        let apart = moved(moved(from, way, time), edge, -level_at(time).max(nil).min(one));
        self.met_at(time, apart, size, touch)
    }

    /// How the line that starts `from` there goes by a ball or a cylinder about the origin.
    #[inline(always)]
    fn passage(&self, from: V, way: V, per_square: UnitOfVector<V>, size: V::Scalar, touch: V::Scalar) -> Passage<V> {
        let zero = AreaOfVector::<V>::ZERO;
        let share = |product: AreaOfVector<V>| product.scaled(per_square).over_one();
        let next = -share(from.dot(way));
        let beside = moved(from, way, next);
        let square = beside.dot(beside);
        // The way across may lean by what the whole way is rounded by.
        let far = product(self.way.max_abs(), next.abs());
        let outside = touch + slack_of::<V>(size.max(far));
        if square > outside.times(outside) {
            return Passage::By(beside);
        }
        let room = touch.times(touch) - square;
        if room > zero {
            Passage::In(next - share(beside.dot(way)) - room.scaled(per_square).sqrt())
        } else {
            Passage::Along
        }
    }

    /// The time nearest to another that is asked for.
    #[inline(always)]
    fn within(&self, time: V::Scalar) -> V::Scalar {
        time.max(V::Scalar::NIL).min(self.max_time)
    }

    /// Does it meet a core at a time, of which the way to it then is known? If not, that time may show that it never does: the
    /// distance has one minimum along the line.
    #[inline(always)]
    fn met_at(&self, time: V::Scalar, apart: V, size: V::Scalar, touch: V::Scalar) -> Met<V> {
        let (nil, zero) = (V::Scalar::NIL, AreaOfVector::<V>::ZERO);
        let (square, closing) = (apart.dot(apart), -apart.dot(self.way));
        let slack = slack_of::<V>(size);
        let half = scaled::<V>(slack, UnitOfVector::<V>::HALF);
        let (outside, near, inside) = (touch + slack, touch + half, touch - half);
        if square <= near.times(near) {
            let is_on = inside > slack && square >= inside.times(inside);
            // The gap along the normal at the start, times the length of the normal, which is about the radius.
            let is_outside_before = closing.over_one().times(time) > slack.times(touch);
            return if is_on && is_outside_before {
                Meeting::At((time, apart.unit(square.sqrt())))
            } else {
                Meeting::Unknown
            };
        }
        let is_first = (time == self.max_time && closing >= zero) || (time == nil && closing <= zero);
        if square > outside.times(outside) && is_first { Meeting::Never } else { Meeting::Unknown }
    }

    /// Meets a box.
    #[inline(always)]
    fn meets_box(&self, center: V, half_extents: V) -> Met<V> {
        let (nil, one) = (V::Scalar::NIL, V::Scalar::ONE);
        let from = between(center, self.start);
        let (size, speed) = (self.start.max_abs().max(half_extents.max_abs()), self.way.max_abs());
        let size = size.max(center.max_abs());
        if !are_moderate::<V>(size, speed) {
            return Meeting::Unknown;
        }
        let slack = slack_of::<V>(size);
        // With signs so that the line goes down along each axis.
        let back = -self.way;
        let (heights, paces) = (from.with_signs_of(back), self.way.component_abs());
        let outside = half_extents + V::splat(slack);
        // Below it from the start, above it to the end, or beside it across an axis and the way.
        let end = moved(heights, paces, -self.max_time);
        let [next_heights, next_paces, next_outside] = [heights, paces, outside].map(next_axis);
        let products = |one: V, other: V| one.component_products_per(other, V::Scalar::ONE);
        let arms = products(heights, next_paces) - products(next_heights, paces);
        let reach = products(outside, next_paces) + products(next_outside, paces);
        let apart = (end - outside).component_max(-(heights + outside)).component_max(arms.component_abs() - reach);
        if apart.by_axis().as_ref().iter().any(|&part| part > nil) {
            return Meeting::Never;
        }
        let gaps = (heights - half_extents).by_axis();
        let paces = paces.by_axis();
        let mut ways = gaps.as_ref().iter().zip(paces.as_ref());
        // The time up to which the planes keep it out; none where it starts behind them, or on them.
        let times =
            V::from_axes(|_| ways.next().map_or(nil, |(&gap, &pace)| if gap > slack { over(gap, pace) } else { nil }));
        let time = times.max_abs();
        // Along one axis, even where the planes of several are met at once.
        let (times, mut is_found) = (times.by_axis(), false);
        let mut rest = times.as_ref().iter();
        let normal = V::from_axes(|_| {
            let is_last = !is_found & rest.next().is_some_and(|&of| of == time);
            is_found |= is_last;
            if is_last { one } else { nil }
        });
        let time = time.min(self.max_time);
        let point = moved(from, self.way, time);
        let nearest = point.component_min(half_extents).component_max(-half_extents);
        if time > nil && is_near(nearest, point, slack) {
            return Meeting::At((time, normal.with_signs_of(back).unit(one)));
        }
        Meeting::Unknown
    }

    /// Meets a core that has a closed form for the plane through which it comes in, or a quick way to the facet.
    #[inline(always)]
    fn meets_core<T: Support<Vector = V> + ?Sized>(&self, body: &T) -> Met<V> {
        let (dir, mut hint) = (self.way.direction(), Hint::default());
        if let Some(normal) = body.entry_normal(self.start, dir) {
            // The point that the plane bears on, and its number.
            let bearing = Cell::new((V::ZERO, 0));
            let last = |dir| {
                let mut hint = Hint::default();
                let last = body.support_from(dir, &mut hint);
                bearing.set((last, hint.vertex()));
                last
            };
            // A body without a closed form for it is not met.
            let nearest = |point| {
                let (last, number) = bearing.get();
                let beside = if V::Links::BASE == 2 { beside_corner(body, number, last, point) } else { None };
                beside.or_else(|| body.nearest_to(point)).unwrap_or(V::splat(V::Scalar::MAX))
            };
            self.meeting(normal, last, nearest)
        } else if let Some((normal, corners)) = body.entry_facet(self.start, dir, &mut hint) {
            self.meeting(normal, |dir| body.support_near(dir, &mut hint), |point| among(corners, normal, point))
        } else {
            Meeting::Unknown
        }
    }

    /// When, and through which plane, it meets the core of which the last point along a direction and the nearest to another
    /// are known, if it comes in along `dir`.
    ///
    /// The gap g along the normal falls at a rate c. The ray is kept out for the time g/c.
    #[inline(always)]
    fn meeting(&self, dir: V, last: impl FnOnce(V) -> V, nearest: impl Fn(V) -> V) -> Met<V> {
        let Self { start, way, max_time } = *self;
        let nil = V::Scalar::NIL;
        let speed = way.max_abs();
        // What rounding makes of a length; floats have no steps of time.
        let slack = |size| rounding::<V>(SLACK_STEPS, size);
        let step = slack(speed);
        let (length, last) = (dir.length(), last(dir));
        let gap_at = |point| dir.dot(between(last, point)).per(length);
        let (gap, closing) = (gap_at(start), -dir.dot(way).per(length));
        let most = closing + step;
        let firm = gap - slack(last.max_abs().max(between(last, start).max_abs()));
        // What is no number is no gap.
        if firm > nil && (most <= nil || product(most, max_time) < firm) {
            return Meeting::Never;
        }
        if !(firm > nil && closing > step) {
            return Meeting::Unknown;
        }
        let mut time = over(gap, closing);
        for _ in 0..LOOKS {
            time = time.min(max_time);
            let point = moved(start, way, time);
            if time > nil && is_near(nearest(point), point, slack(point.max_abs().max(product(speed, time)))) {
                return Meeting::At((time, dir.unit(length)));
            }
            // What a gap is rounded by goes with its size: the same plane is asked once more where it leads to.
            time = time + over(gap_at(point), closing);
        }
        Meeting::Unknown
    }
}

/// The point nearest to another on the edges of a polygon that meet in a corner: of a plane that bears on the corner, it is on
/// one of them that the polygon is met. None if the core is no polygon, if the corner has another number, or is the first.
#[inline(always)]
fn beside_corner<T, V>(body: &T, number: u32, corner: V, point: V) -> Option<V>
where
    T: Support<Vector = V> + ?Sized,
    V: Vector,
{
    let before = body.corner(number.checked_sub(1)?)?;
    if body.corner(number) != Some(corner) {
        return None;
    }
    let after = body.corner(number + 1).or_else(|| body.corner(0))?;
    let on_edge = |end: V| {
        let foot = foot_on_segment(corner, end, point);
        let apart = between(foot, point);
        (foot, apart.dot(apart))
    };
    let ((foot, square), (other, other_square)) = (on_edge(after), on_edge(before));
    Some(foot.or(other_square < square, other))
}

/// The point of a triangle that another is above, seen along a normal; where there is none, one of its edges.
fn among<V: Vector>(corners: [V; 3], normal: V, point: V) -> V {
    let zero = AreaOfVector::<V>::ZERO;
    let Shares { shares, .. } = V::triangle_shares(corners.map(|corner| between(point, corner)), Some(normal));
    let [a, b, c] = shares.map(|share| share.max(zero));
    V::ZERO.blend(corners, [a, b, c].map(|share| share.fraction(a + b + c)))
}
