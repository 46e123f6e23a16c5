//! A ray that comes into a body at once, where the body knows how; and a ball that comes to a body, or a capsule to a
//! capsule.
//!
//! *A core that is a point* is looked at in the frame in which both stand, where it takes less to place than the ray;
//! others in their own. With m the way from the center of a ball of radius r to the start, and u that of the ray in one
//! unit of time, the line is next to the center at the time t₀ = −m·u/u·u. It passes it at the distance |m × u|/|u|: so
//! it passes by if the moment (m × u)² is more than r² u·u, which needs no division. Else it comes in √(r² u·u − (m ×
//! u)²)/u·u before t₀. A capsule is a cylinder without ends as far as its segment goes, and a ball at either end: the
//! same with the parts of m and u across the axis, and where the line comes in along the axis tells which of them it
//! meets. The distance of a line from the points of a segment has one minimum: so a line that passes by the ball at an
//! end passes by the whole, if what is next to it there does not lead along the segment.
//!
//! *A box* is missed if the ray is apart from it along an axis, or across an axis and the way: for a segment and a box
//! there is nothing else (separating axes). Else it comes in through the last of the planes that face it. In fixed
//! point a way that is turned has been rounded: what is apart has to be so by more than that, and where the ray is at
//! the time of a plane is seen from its own frame.
//!
//! *A ball that moves* comes to a body where its center, a ray, comes to the body swept by as much more. Of a box that
//! is near the box larger by the radius: the ray meets that at a face, or beside it a ball or a cylinder about a corner
//! or an edge. *Of two capsules* the difference of the segments is a parallelogram, which the ray from the start of one
//! to that of the other comes to. Of both the nearest point of the core is known at any time, and the corner, edge or
//! face that it is on: the way to the ray, and how that changes, are those for a ball or a cylinder about it. When that
//! is met the nearest point is looked at again; mostly it is still on the same one.
//!
//! *Of any other body* the plane that bears on it with the entry normal (see [`entry`](crate::body::entry)), or with that of
//! the facet which a polytope has walked to, keeps the ray outside up to the time at which it comes through it. If that
//! is later than asked for, or never, the ray passes by. Else the ray is then on the plane.
//!
//! Whatever led to the time, the ray meets the body then if it was outside before by more than rounding and the point
//! of the core nearest to it, or that of the facet, is as near as the margins. It never does if the plane at right
//! angles to the way from that point keeps it out all the time. What does not fit within rounding is for the search to
//! tell, and so are numbers whose products may leave the range.

use crate::body::ray::Ray;
use crate::body::support::{Hint, Support};
use crate::kernel::simplex::shares::Shares;
use crate::kernel::simplex::triangle_shares;
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Area, Scalar, over, product, saturating_difference, saturating_sum};
use crate::number::vector::{
    AreaOfVector, UnitOfVector, Vector, as_direction, between, foot_on_segment, is_tiny, moved, unit_length,
};
use crate::pair::place::{Placed, Stand};
use crate::pair::result::{Impact, Status};
use crate::shortcut::nearest::Segments;

/// Times at which the ray is looked at: the first is rounded by where it starts, the second by where it meets the body.
const LOOKS: u32 = 2;

/// Times at which the point of a core nearest to the ray is looked at; two or three do where it stays on a corner, an
/// edge or a face.
const MOST_FEET: u32 = 6;

/// A line is farther from a core than it can reach after this many times the size of the numbers, over the speed: both
/// ends of the way between them at the start, the size of the core and the margins take seven.
const LEFT_BEHIND: u32 = 8;

/// Why it is not known where a ray meets a body.
pub enum Missed {
    /// It passes by.
    Never,
    /// It is for a search to tell.
    Unknown,
}

/// When, and where the body faces it: a direction, and its length.
type Met<V> = Result<(<V as Vector>::Scalar, V, <V as Vector>::Scalar), Missed>;

/// Where a ray meets a body, with the target distance around it, of a query without an observer. In fixed point of a
/// box without a margin alone: of others it would round the way twice.
#[inline(always)]
pub fn meeting<T, V, P>(body: &T, ray: &Ray<V>, placed: &P, target: V::Scalar) -> Result<Impact<V>, Missed>
where
    T: Support<Vector = V> + ?Sized,
    V: Vector,
    P: Placed<V>,
{
    let nil = V::Scalar::NIL;
    let touch = saturating_sum(body.margin(), target);
    if body.margin() < nil {
        return Err(Missed::Unknown);
    }
    if V::Scalar::STEP != nil {
        let half_extents = if touch == nil { body.as_box() } else { None };
        return meeting_in_steps(body.center(), half_extents.ok_or(Missed::Unknown)?, ray, placed);
    }
    let (stand_a, stand_b) = placed.stands();
    let (origin, direction) = (stand_b.place(ray.origin), stand_b.turn(ray.direction));
    let line = Line { start: origin.each(), way: direction.each(), max_time: ray.max_time };
    let (time, normal, length) = match line.meets_simple(body, &stand_a, touch) {
        Some(found) => found?,
        None if touch == nil => {
            let (time, normal, length) = line.in_frame_of(&stand_a).meets_core(body)?;
            (time, stand_a.turn(normal), length)
        }
        None => return Err(Missed::Unknown),
    };
    let point = placed.point_to_world(moved(origin, direction, time));
    let normal = placed.way_to_world(normal.unit(length));
    let on_a = if target == nil { point } else { point.advance(-target, normal) };
    Ok(contact(time, normal, on_a, point))
}

/// Where a ray meets a box in fixed point. The way is rounded when it is turned: that tells only which plane is the
/// last, and of what is more than that rounding. Where the ray is at a time is seen from its own frame.
///
/// The plane keeps the ray out for the gap over the pace; surely so for the gap over a pace that is larger by that
/// rounding, less one step of time. What that leaves of the gap is looked at once more.
#[inline(always)]
fn meeting_in_steps<V, P>(center: V, half_extents: V, ray: &Ray<V>, placed: &P) -> Result<Impact<V>, Missed>
where
    V: Vector,
    P: Placed<V>,
{
    let (nil, step) = (V::Scalar::NIL, V::Scalar::STEP);
    let (stand_a, stand_b) = placed.stands();
    let (start, way) = (stand_a.back(stand_b.place(ray.origin)), stand_a.direction_back(stand_b.turn(ray.direction)));
    let size = start.max_abs().max(half_extents.max_abs()).max(center.max_abs());
    let speed = way.max_abs();
    if !are_moderate::<V>(size, speed) {
        return Err(Missed::Unknown);
    }
    let line = Line { start, way, max_time: ray.max_time }.leaving_at(size, speed);
    let slack = steps_at(SLACK_STEPS, size);
    let Plane { gap, pace, axis, normal } = line.plane_of_box(between(center, start), half_extents, slack)?;
    // What starts within rounding of the box has no plane.
    if gap == nil {
        return Err(Missed::Unknown);
    }
    let closing = pace + lean::<V>(V::Scalar::ONE);
    let sure = |gap| (over(gap, closing) - step).max(nil);
    let mut time = sure(gap).min(line.max_time);
    let seen = stand_b.place(ray.at(time));
    let outward = between(center, stand_a.back(seen)).with_signs_of(-way);
    time = saturating_sum(time, sure(saturating_difference(part(outward, axis), part(half_extents, axis))))
        .min(line.max_time);
    let seen = stand_b.place(ray.at(time));
    let point = between(center, stand_a.back(seen));
    let nearest = point.component_min(half_extents).component_max(-half_extents);
    let late = product(speed, step);
    if time > nil && is_near(nearest, point, saturating_sum(slack, saturating_sum(late, late))) {
        let normal = placed.way_to_world(stand_a.turn_unit(normal.or(part(way, axis) > nil, -normal)));
        let point = placed.point_to_world(seen);
        return Ok(contact(time, normal, point, point));
    }
    Err(Missed::Unknown)
}

/// A contact that is known.
#[inline(always)]
fn contact<V: Vector>(time: V::Scalar, normal: V::UnitVector, on_a: V, on_b: V) -> Impact<V> {
    Impact {
        time,
        lower_bound: time,
        upper_bound: time,
        initially_overlapping: false,
        normal,
        on_a,
        on_b,
        iterations: 1,
        status: Status::Converged,
    }
}

/// Where a body that moves at a velocity of the world meets another, with the target distance between them: a ball that
/// meets a ball, a capsule or a box, or a capsule that meets a capsule. Floats only.
#[inline(always)]
pub fn encounter<A, B, V, P>(
    a: &A,
    b: &B,
    velocity: V,
    max_time: V::Scalar,
    placed: &P,
    target: V::Scalar,
) -> Result<Impact<V>, Missed>
where
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    V: Vector,
    P: Placed<V>,
{
    let (nil, margin_a, margin_b) = (V::Scalar::NIL, a.margin(), b.margin());
    let are_sizes = margin_a >= nil && margin_b >= nil;
    if V::Scalar::STEP != nil || !are_sizes {
        return Err(Missed::Unknown);
    }
    let touch = saturating_sum(saturating_sum(margin_a, margin_b), target);
    let (stand_a, stand_b) = placed.stands();
    let way = placed.way_of_world(velocity).each();
    let line = |start: V, way| Line { start: start.each(), way, max_time };
    // With the point of A's surface.
    let (time, normal, on_a) = match (a.as_point(), b.as_point()) {
        (_, Some(center)) => {
            let line = line(stand_b.place_center(center), way);
            let reach = saturating_sum(margin_b, target);
            let (time, normal, length) = line.meets_simple(a, &stand_a, touch).ok_or(Missed::Unknown)??;
            let normal = normal.unit(length);
            (time, normal, moved(line.start, way, time).advance(-reach, normal))
        }
        (Some(center), None) => {
            let line = line(stand_a.place_center(center), -way);
            let (time, inward, length) = line.meets_simple(b, &stand_b, touch).ok_or(Missed::Unknown)??;
            let inward = inward.unit(length);
            (time, -inward, line.start.advance(-margin_a, inward))
        }
        // In the plane segments that cross have no way between them that tells how to go back.
        (None, None) if V::DIM > 2 => {
            let segments = Segments::of(a, b, &stand_a, &stand_b).ok_or(Missed::Unknown)?;
            let (time, normal, on_core) = line(segments.p, way).meets_segment(&segments, touch)?;
            (time, normal, on_core.advance(margin_a, normal))
        }
        (None, None) => return Err(Missed::Unknown),
    };
    let on_b = placed.point_to_world(on_a.advance(target, normal));
    Ok(contact(time, placed.way_to_world(normal), placed.point_to_world(on_a), on_b))
}

/// A ray in the frame of a core.
struct Line<V: Vector> {
    start: V,
    way: V,
    max_time: V::Scalar,
}

/// The point of a core nearest to a line at a time.
struct Foot<V: Vector> {
    /// The way from it to the line.
    apart: V,
    /// How fast that changes, as long as the point is on the same corner, edge or face.
    pace: V,
    /// The distance of the whole core along that way, times its length.
    reach: AreaOfVector<V>,
    /// The way as it was found, before what rounding had put along a face or an edge was left out.
    found: V,
    /// What is asked of the point.
    note: V,
}

/// A line about the origin of a ball or a cylinder.
struct Flight<V: Vector> {
    from: V,
    way: V,
    /// The squares of the way, and of the moment, which is the way times the distance that it passes the origin at.
    square: AreaOfVector<V>,
    moment: AreaOfVector<V>,
    per_square: UnitOfVector<V>,
}

impl<V: Vector> Flight<V> {
    #[inline(always)]
    fn new(from: V, way: V) -> Self {
        let (square, moment) = (way.dot(way), from.moment(way));
        Self { from, way, square, moment: moment.dot(moment), per_square: inverse::<V>(square) }
    }

    /// Where it is at a time.
    #[inline(always)]
    fn at(&self, time: V::Scalar) -> V {
        moved(self.from, self.way, time)
    }

    /// How it goes by a radius. The way may lean by what rounding has left of one that goes as far as `lean` in time
    /// one.
    #[inline(always)]
    fn passage(&self, lean: V::Scalar, size: V::Scalar, radius: V::Scalar) -> Passage<V> {
        let Self { from, way, .. } = *self;
        let (square, moment) = (self.square.over_one(), self.moment);
        let next = -from.dot(way).scaled(self.per_square).over_one();
        let outside = radius + slack_of::<V>(size.max(product(lean, next.abs())));
        if moment > outside.times(outside).over_one().times(square) {
            return Passage::By(next);
        }
        let room = radius.times(radius).over_one().times(square) - moment;
        if room > AreaOfVector::<V>::ZERO {
            Passage::In(next - scaled::<V>(room.sqrt(), self.per_square))
        } else {
            Passage::Along
        }
    }
}

/// How a line goes by a ball or a cylinder about the origin.
enum Passage<V: Vector> {
    /// Outside, next to the origin at this time.
    By(V::Scalar),
    /// It comes in.
    In(V::Scalar),
    /// Too near to the surface to tell.
    Along,
}

/// A plane of a box that a line comes through.
struct Plane<V: Vector> {
    gap: V::Scalar,
    /// How fast that falls.
    pace: V::Scalar,
    axis: usize,
    /// Along the axis.
    normal: V::UnitVector,
}

/// A component, by the number of the axis.
#[inline(always)]
fn part<V: Vector>(vector: V, axis: usize) -> V::Scalar {
    vector.by_axis().as_ref().get(axis).copied().unwrap_or(V::Scalar::NIL)
}

/// How far off a way is after a time that two rotations in fixed point have rounded.
#[inline(always)]
fn lean<V: Vector>(time: V::Scalar) -> V::Scalar {
    let step = V::Scalar::STEP;
    saturating_sum(product(saturating_sum(step, step), time), step)
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

/// Is one point near enough to another? The sum of the parts is not less than the length; squares of what is about
/// nothing may be lost.
#[inline(always)]
fn is_near<V: Vector>(nearest: V, point: V, slack: V::Scalar) -> bool {
    let apart = between(nearest, point).component_abs();
    let reach = apart.by_axis().as_ref().iter().fold(V::Scalar::NIL, |sum, &part| saturating_sum(sum, part));
    saturating_sum(reach, reach) <= slack
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

/// The same of squares of such products.
#[inline(always)]
fn are_squares_moderate<V: Vector>(size: V::Scalar, speed: V::Scalar) -> bool {
    let moment = product(size, speed);
    let rounded = scaled::<V>(moment, V::Scalar::ROUNDING);
    let are_squares = rounded.times(rounded) > AreaOfVector::<V>::ZERO && moment <= V::Scalar::LIMIT;
    are_moderate::<V>(size, speed) && are_squares
}

impl<V: Vector> Line<V> {
    /// The same in the frame of a body that stands in its frame.
    #[inline(always)]
    fn in_frame_of(&self, stand: &impl Stand<V>) -> Self {
        Self { start: stand.back(self.start).each(), way: stand.direction_back(self.way).each(), ..*self }
    }

    /// Meets a ball, a capsule or a box; none if the core is something else.
    #[inline(always)]
    fn meets_simple<T>(&self, body: &T, stand: &impl Stand<V>, touch: V::Scalar) -> Option<Met<V>>
    where
        T: Support<Vector = V> + ?Sized,
    {
        if let Some(center) = body.as_point() {
            Some(self.meets_ball(stand.place_center(center), touch))
        } else {
            let line = self.in_frame_of(stand);
            let met = match body.as_segment() {
                Some(ends) => line.meets_capsule(ends, touch),
                None => line.meets_box(body.center(), body.as_box()?, touch),
            };
            match met {
                Ok((time, normal, length)) => Some(Ok((time, stand.turn(normal), length))),
                missed => Some(missed),
            }
        }
    }

    /// Meets a ball.
    #[inline(always)]
    fn meets_ball(&self, center: V, touch: V::Scalar) -> Met<V> {
        let (nil, from) = (V::Scalar::NIL, between(center, self.start));
        let size = self.start.max_abs().max(center.max_abs()).max(touch);
        if !are_squares_moderate::<V>(size, self.way.max_abs()) {
            return Err(Missed::Unknown);
        }
        let flight = Flight::new(from, self.way);
        match flight.passage(nil, size, touch) {
            Passage::By(_) => Err(Missed::Never),
            Passage::In(time) => {
                let time = self.within(time);
                self.met_at(time, flight.at(time), None, size, touch)
            }
            Passage::Along => Err(Missed::Unknown),
        }
    }

    /// Meets a capsule.
    #[inline(always)]
    fn meets_capsule(&self, (a, b): (V, V), touch: V::Scalar) -> Met<V> {
        let (nil, one, zero) = (V::Scalar::NIL, V::Scalar::ONE, AreaOfVector::<V>::ZERO);
        let (way, edge, from) = (self.way, between(a, b), between(a, self.start));
        let (speed, reach) = (way.max_abs(), edge.max_abs());
        let size = from.max_abs().max(a.max_abs()).max(reach).max(touch);
        if !are_squares_moderate::<V>(size, speed) {
            return Err(Missed::Unknown);
        }
        // Along the axis as multiples of the edge; one that is lost in rounding has no length.
        let per_edge = if reach > slack_of::<V>(size) { inverse::<V>(edge.dot(edge)) } else { UnitOfVector::<V>::NIL };
        let of_edge = |vector: V| edge.dot(vector).scaled(per_edge).over_one();
        let (slope, level) = (of_edge(way), of_edge(from));
        let (across, radial) = (moved(way, edge, -slope), moved(from, edge, -level));
        // A line along the axis comes in where it starts, or not at all.
        let (beside, level_speed) = (Flight::new(radial, across), slack_of::<V>(speed + speed));
        let is_level = beside.square <= level_speed.times(level_speed);
        let beside = if is_level {
            Flight { square: one.times(one), moment: radial.dot(radial), per_square: UnitOfVector::<V>::NIL, ..beside }
        } else {
            beside
        };
        let time = match beside.passage(speed, size, touch) {
            Passage::By(_) => return Err(Missed::Never),
            Passage::Along => return Err(Missed::Unknown),
            Passage::In(time) => time,
        };
        let where_in = level + product(slope, time);
        let (is_below, is_above) = (where_in < nil, where_in > one);
        let (flight, comes_in) = if is_below || is_above {
            let (end, inward) = (a.or(is_above, b), edge.or(is_above, -edge));
            let flight = Flight::new(between(end, self.start), way);
            match flight.passage(nil, size, touch) {
                Passage::By(next) if flight.at(next).dot(inward) <= zero => return Err(Missed::Never),
                Passage::By(_) | Passage::Along => return Err(Missed::Unknown),
                Passage::In(time) => (flight, time),
            }
        } else {
            (beside, time)
        };
        let time = self.within(comes_in);
        // What is nearest on the segment then is mostly what it was thought to be, for all that matters.
        let level = level + product(slope, time);
        let nearest = level.max(nil).min(one);
        let thought = if is_below {
            nil
        } else if is_above {
            one
        } else {
            level
        };
        let is_thought = time == comes_in && product(reach, (nearest - thought).abs()) <= slack_of::<V>(size);
        let apart = if is_thought { flight.at(time) } else { moved(moved(from, way, time), edge, -nearest) };
        // What rounding has put along a side is small beside the edge, but need not be so beside a thin capsule.
        let apart = if is_below || is_above || !is_thought { apart } else { moved(apart, edge, -of_edge(apart)) };
        self.met_at(time, apart, None, size, touch)
    }

    /// Meets a segment, with that which starts where the line does: when, the normal, and the point of the first.
    #[inline(always)]
    fn meets_segment(&self, segments: &Segments<V>, touch: V::Scalar) -> Result<(V::Scalar, V::UnitVector, V), Missed> {
        let half = UnitOfVector::<V>::HALF;
        let Segments { a, d, p, e } = *segments;
        let (size, speed) = (segments.size().max(touch), self.way.max_abs());
        if !are_squares_moderate::<V>(size, speed) {
            return Err(Missed::Unknown);
        }
        let r = between(a, p);
        // The middles are next to each other first.
        let middles = r.blend([d, e], [-half, half]);
        let first = -middles.dot(self.way).scaled(inverse::<V>(self.way.dot(self.way))).over_one();
        let is_inside = |share: UnitOfVector<V>| share > UnitOfVector::<V>::NIL && share < UnitOfVector::<V>::ONE;
        let part = |vector: V, edge: V| edge.dot(vector).ratio(edge.dot(edge));
        let across = |vector: V, edge: V| vector.blend([edge], [-part(vector, edge)]);
        self.leaving_at(size, speed).approach(first, size, touch, |time| {
            let then = Segments { p: moved(p, self.way, time), ..*segments };
            let (s, t) = then.nearest_shares(size);
            let (on_a, on_b) = then.at((s, t));
            // The way is at right angles to the segments that it does not leave at an end. Rounding of the shares leans
            // it, and the other ends of thin ones are far away.
            let seen = |vector: V| match (is_inside(s), is_inside(t)) {
                (false, false) => vector,
                (true, false) => across(vector, d),
                (false, true) => across(vector, e),
                (true, true) => {
                    let normal = d.across(e);
                    V::ZERO.blend([normal], [part(vector, normal)])
                }
            };
            let found = between(on_a, on_b);
            let (apart, pace) = (seen(found), seen(self.way));
            let reach = Segments::reach(apart, between(a, then.p), d, e);
            Foot { apart, pace, reach, found, note: on_a }
        })
    }

    /// The same, no longer than until it has left what is about where it starts, as far as numbers of that size reach.
    #[inline(always)]
    fn leaving_at(&self, size: V::Scalar, speed: V::Scalar) -> Self {
        let far = (0..LEFT_BEHIND.ilog2()).fold(size, |far, _| saturating_sum(far, far));
        Self { max_time: self.max_time.min(over(far, speed)), ..*self }
    }

    /// Comes to a core of which the nearest point is known at any time. It is looked for about a given one.
    #[inline(always)]
    fn approach(
        &self,
        first: V::Scalar,
        size: V::Scalar,
        touch: V::Scalar,
        foot: impl Fn(V::Scalar) -> Foot<V>,
    ) -> Result<(V::Scalar, V::UnitVector, V), Missed> {
        let (mut time, speed, outside) = (self.within(first), self.way.max_abs(), touch + slack_of::<V>(size));
        for _ in 0..MOST_FEET {
            let Foot { apart, pace, reach, found, note } = foot(time);
            match self.met_at(time, apart, Some(reach), size, touch) {
                // Of segments that are all but parallel more than rounding may have been left out.
                Ok(_) if found.dot(found) > outside.times(outside) => return Err(Missed::Unknown),
                Ok((time, normal, length)) => return Ok((time, normal.unit(length), note)),
                Err(Missed::Never) => return Err(Missed::Never),
                Err(Missed::Unknown) => {}
            }
            let step = match Flight::new(apart, pace).passage(speed, size, touch) {
                Passage::By(step) | Passage::In(step) => step,
                Passage::Along => return Err(Missed::Unknown),
            };
            time = self.within(time + step);
        }
        Err(Missed::Unknown)
    }

    /// The time nearest to another that is asked for.
    #[inline(always)]
    fn within(&self, time: V::Scalar) -> V::Scalar {
        time.max(V::Scalar::NIL).min(self.max_time)
    }

    /// Does it meet a core at a time, of which the way to it then is known? If not, that time may show that it never
    /// does: the distance has one minimum along the line. So may the plane at right angles to the way, if the distance
    /// of the core along the way is known, times the length of that.
    #[inline(always)]
    fn met_at(
        &self,
        time: V::Scalar,
        apart: V,
        reach: Option<AreaOfVector<V>>,
        size: V::Scalar,
        touch: V::Scalar,
    ) -> Met<V> {
        let (nil, zero) = (V::Scalar::NIL, AreaOfVector::<V>::ZERO);
        let (square, closing) = (apart.dot(apart), -apart.dot(self.way));
        let slack = slack_of::<V>(size);
        let half = scaled::<V>(slack, UnitOfVector::<V>::HALF);
        let (outside, near, inside) = (touch + slack, touch + half, touch - half);
        if square <= near.times(near) {
            let is_on = inside > slack && square >= inside.times(inside);
            // The distance is the reach over a length that is at most `near`.
            let bears = reach.is_none_or(|reach| reach >= (touch - slack).times(near));
            // The gap along the normal at the start, times the length of the normal, which is about the radius.
            let is_outside_before = closing.over_one().times(time) > slack.times(touch);
            return if is_on && bears && is_outside_before {
                Ok((time, apart, square.sqrt()))
            } else {
                Err(Missed::Unknown)
            };
        }
        // The time for which it comes nearer, and by how much along the way.
        let rest = if closing >= zero { self.max_time - time } else { time };
        let fall = closing.max(-closing).over_one().times(rest);
        let left = match reach {
            Some(reach) => reach - fall,
            None if rest == nil => square,
            None => return Err(Missed::Unknown),
        };
        let least = outside.times(outside);
        if square > least && left > least {
            let step = slack_of::<V>(product(self.way.max_abs(), rest));
            if left > (outside + step).times(square.sqrt()) {
                return Err(Missed::Never);
            }
        }
        Err(Missed::Unknown)
    }

    /// Meets a box.
    #[inline(always)]
    fn meets_box(&self, center: V, half_extents: V, touch: V::Scalar) -> Met<V> {
        let nil = V::Scalar::NIL;
        let from = between(center, self.start);
        let (size, speed) = (self.start.max_abs().max(half_extents.max_abs()), self.way.max_abs());
        let size = size.max(center.max_abs()).max(touch);
        if !are_moderate::<V>(size, speed) || (touch > nil && !are_squares_moderate::<V>(size, speed)) {
            return Err(Missed::Unknown);
        }
        let slack = slack_of::<V>(size);
        let plane = self.plane_of_box(from, half_extents + V::splat(touch), slack)?;
        let time = over(plane.gap, plane.pace);
        if touch > nil {
            let found = self.leaving_at(size, speed).approach(time, size, touch, |time| {
                let point = moved(from, self.way, time);
                let apart = point - point.component_min(half_extents).component_max(-half_extents);
                let (parts, paces) = (apart.by_axis(), self.way.by_axis());
                let mut axes = parts.as_ref().iter().zip(paces.as_ref());
                let pace =
                    V::from_axes(|_| axes.next().map_or(nil, |(&part, &pace)| if part == nil { nil } else { pace }));
                Foot { apart, pace, reach: apart.dot(apart), found: apart, note: apart }
            });
            let (time, normal, _) = found?;
            return Ok((time, as_direction(normal), unit_length::<V>()));
        }
        let time = time.min(self.max_time);
        let point = moved(from, self.way, time);
        let nearest = point.component_min(half_extents).component_max(-half_extents);
        if time > nil && is_near(nearest, point, slack) {
            let normal = as_direction::<V>(plane.normal).with_signs_of(-self.way);
            return Ok((time, normal, unit_length::<V>()));
        }
        Err(Missed::Unknown)
    }

    /// The last plane that keeps it out of a box about the origin. It never meets the box if they are apart along an
    /// axis, or across an axis and the way.
    #[inline(always)]
    fn plane_of_box(&self, from: V, wide: V, slack: V::Scalar) -> Result<Plane<V>, Missed> {
        let nil = V::Scalar::NIL;
        // With signs so that the line goes down along each axis.
        let back = -self.way;
        let (heights, paces) = (from.with_signs_of(back), self.way.component_abs());
        let outside = wide + V::splat(slack);
        let last = moved(heights, paces, -self.max_time);
        // Below it from the start, above it to the end, or beside it across an axis and the way.
        let (inner, outer) = (-(heights + outside), between(outside, last));
        let [next_heights, next_paces, next_outside] = [heights, paces, outside].map(next_axis);
        let is_apart = if V::Scalar::STEP == nil {
            let products = |one: V, other: V| one.component_products_per(other, V::Scalar::ONE);
            let arms = products(heights, next_paces) - products(next_heights, paces);
            let reach = products(outside, next_paces) + products(next_outside, paces);
            let apart = outer.component_max(inner).component_max(arms.component_abs() - reach);
            apart.by_axis().as_ref().iter().any(|&part| part > nil)
        } else {
            // The same, where products are exact, and the way is rounded.
            let sizes = heights.component_abs() + outside;
            let is_beside = |axis| {
                let [height, pace, wide, size] = [heights, paces, outside, sizes].map(|vector| part(vector, axis));
                let [next_height, next_pace, next_wide, next_size] =
                    [next_heights, next_paces, next_outside, next_axis(sizes)].map(|vector| part(vector, axis));
                let arm = height.times(next_pace) - next_height.times(pace);
                let reach = wide.times(next_pace) + next_wide.times(pace);
                arm.max(-arm) > reach + (size + next_size).times(lean::<V>(V::Scalar::ONE))
            };
            let along = outer.component_max(inner);
            let is_along = along.by_axis().as_ref().iter().any(|&part| part > lean::<V>(self.max_time));
            is_along || (0..V::IDENTITY.as_ref().len()).any(is_beside)
        };
        if is_apart {
            return Err(Missed::Never);
        }
        // The planes keep it out up to the last of the times at which it comes through them; one that it starts behind,
        // or on, never did.
        let mut plane: Plane<V> = Plane { gap: nil, pace: V::Scalar::ONE, axis: 0, normal: V::UnitVector::ZERO };
        for (axis, &normal) in V::IDENTITY.as_ref().iter().enumerate() {
            let [gap, pace] = [heights - wide, paces].map(|vector| part(vector, axis));
            if gap > slack && gap.times(plane.pace) > plane.gap.times(pace) {
                plane = Plane { gap, pace, axis, normal };
            }
        }
        Ok(plane)
    }

    /// Meets a core that has a closed form for the plane through which it comes in, or a quick way to the facet.
    #[inline(always)]
    fn meets_core<T: Support<Vector = V> + ?Sized>(&self, body: &T) -> Met<V> {
        let (dir, mut hint) = (self.way.direction(), Hint::default());
        if let Some((normal, corners)) = body.entry_facet(self.start, dir, &mut hint) {
            let last = body.support_near(normal, &mut hint);
            self.meeting(normal, last, |point| among(corners, normal, point))
        } else if let Some(normal) = body.entry_normal(self.start, dir) {
            // A body without a closed form for it is not met.
            let nearest = |point| body.nearest_to(point).unwrap_or(V::splat(V::Scalar::MAX));
            self.meeting(normal, body.support(normal), nearest)
        } else {
            Err(Missed::Unknown)
        }
    }

    /// When, and through which plane, it meets the core of which the last point along a direction `dir` and the nearest
    /// to another are known, if it comes in along that.
    ///
    /// The gap g along the normal falls at a rate c. The ray is kept out for the time g/c.
    #[inline(always)]
    fn meeting(&self, dir: V, last: V, nearest: impl Fn(V) -> V) -> Met<V> {
        let Self { start, way, max_time } = *self;
        let nil = V::Scalar::NIL;
        let speed = way.max_abs();
        // Nearest points are looked for by products.
        if is_tiny(last.max_abs().max(start.max_abs())) {
            return Err(Missed::Unknown);
        }
        // What rounding makes of a length; floats have no steps of time.
        let slack = |size| steps_at(SLACK_STEPS, size);
        let step = slack(speed);
        let length = dir.length();
        // The gap, and the rate at which it falls, times the length: the time does not wait for it.
        let height_at = |point| dir.dot(between(last, point)).over_one();
        let (height, fall) = (height_at(start), -dir.dot(way).over_one());
        let [gap, closing] = [height, fall].map(|part| over(part, length));
        let most = closing + step;
        let firm = gap - slack(last.max_abs().max(between(last, start).max_abs()));
        // What is no number is no gap.
        if firm > nil && (most <= nil || product(most, max_time) < firm) {
            return Err(Missed::Never);
        }
        if !(firm > nil && closing > step) {
            return Err(Missed::Unknown);
        }
        let mut time = over(height, fall);
        for _ in 0..LOOKS {
            time = time.min(max_time);
            let point = moved(start, way, time);
            if time > nil && is_near(nearest(point), point, slack(point.max_abs().max(product(speed, time)))) {
                return Ok((time, dir, length));
            }
            // What a gap is rounded by goes with its size: the same plane is asked once more where it leads to.
            time = time + over(height_at(point), fall);
        }
        Err(Missed::Unknown)
    }
}

/// The point of a triangle that another is above, seen along a normal; where there is none, one of its edges. In the
/// plane that of the edge of the first two.
#[inline(always)]
fn among<V: Vector>(corners: [V; 3], normal: V, point: V) -> V {
    if V::DIM == 2 {
        let [from, to, _] = corners;
        return foot_on_segment(from, to, point);
    }
    let zero = AreaOfVector::<V>::ZERO;
    let Shares { shares, .. } = triangle_shares(corners.map(|corner| between(point, corner)), Some(normal));
    let [a, b, c] = shares.map(|share| share.max(zero));
    V::ZERO.blend(corners, [a, b, c].map(|share| share.fraction(a + b + c)))
}
