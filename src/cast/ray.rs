//! A ray that comes into a body at once, where the body knows how: one plane tells all.
//!
//! The plane that bears on the core with the entry normal (see [`entry`]), or with that of the facet which a polytope has
//! walked to, keeps the ray outside up to the time at which it comes through it. If that is later than asked for, or never,
//! the ray passes by. Else the ray is then on the plane, and it meets the body there if the point of the core nearest to it,
//! or that of the facet, is as near as the margins. Nothing more is taken on trust than in a cast: what does not fit within
//! rounding is for the search to tell.
//!
//! Nothing asks for the rotation of one body seen from the other. A core that is a point or a segment is looked at in the
//! frame in which both stand, where it takes less to place than the ray; for any other the ray is taken to its own frame.

use super::{Ray, SLACK_STEPS, entry, over, product, rounding};
use crate::cso::{Placed, Stand};
use crate::epa::Facets as _;
use crate::motion::moved;
use crate::result::{Impact, Status};
use crate::scalar::{Area, Scalar, saturating_sum};
use crate::simplex::Shares;
use crate::support::{Hint, Support};
use crate::vector::{AreaOfVector, Vector, between, foot_on_segment};
use core::cell::Cell;

/// Times at which the ray is looked at: the first is rounded by where it starts, the second by where it meets the body.
const LOOKS: u32 = 2;

/// Planes asked for the time at which the ray meets a round body.
const PLANES: u32 = 2;

/// What one plane tells.
pub enum Meeting<T> {
    /// The ray passes by.
    Never,
    /// It meets the body.
    At(T),
    /// It is for a search to tell.
    Unknown,
}

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
    let line = Line { start: origin.each(), way: direction.each(), touch, max_time: ray.max_time };
    let found = if let Some(center) = body.as_point() {
        let center = stand_a.place_center(center);
        line.meeting(line.normal_of_ball(center), |_| center, |_| center)
    } else if let Some((a, b)) = body.as_segment() {
        let (a, b) = (stand_a.place(a), stand_a.place(b));
        let last = |dir: V| a.or(dir.dot(between(a, b)) > AreaOfVector::<V>::ZERO, b);
        line.meeting(line.normal_of_capsule([a, b]), last, |point| foot_on_segment(a, b, point))
    } else if touch == nil {
        let (start, way) = (stand_a.back(origin).each(), stand_a.direction_back(direction).each());
        let line = Line { start, way, ..line };
        let (dir, mut hint) = (line.way.direction(), Hint::default());
        let found = if let Some(normal) = body.entry_normal(start, dir) {
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
            line.meeting(normal, last, nearest)
        } else if let Some((normal, corners)) = body.entry_facet(start, dir, &mut hint) {
            line.meeting(normal, |dir| body.support_from(dir, &mut hint), |point| among(corners, normal, point))
        } else {
            Meeting::Unknown
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

/// A ray in the frame of a core, which is swept by a ball of radius `touch`.
struct Line<V: Vector> {
    start: V,
    way: V,
    touch: V::Scalar,
    max_time: V::Scalar,
}

impl<V: Vector> Line<V> {
    /// The entry normal of a ball.
    #[inline(always)]
    fn normal_of_ball(&self, center: V) -> V {
        entry::Way::new(self.way)
            .map_or(V::ZERO, |way| entry::of_ball(between(center, self.start), &way, self.touch))
            .direction()
    }

    /// That of a capsule.
    #[inline(always)]
    fn normal_of_capsule(&self, ends: [V; 2]) -> V {
        entry::Way::new(self.way)
            .map_or(V::ZERO, |way| entry::of_capsule(ends, self.start, &way, self.touch))
            .direction()
    }

    /// When, and through which plane, it meets the core of which the last point along a direction and the nearest to another
    /// are known, if it comes in along `dir`.
    ///
    /// The gap g along the normal falls at a rate c. The ray is kept out for the time g/c. A normal that was worked out
    /// where the ray starts may lean by what that rounds. So where the ray is not near enough to a round body then, the way
    /// from the nearest point of its core is the next normal.
    #[inline(always)]
    fn meeting(
        &self,
        dir: V,
        mut last: impl FnMut(V) -> V,
        nearest: impl Fn(V) -> V,
    ) -> Meeting<(V::Scalar, V::UnitVector)> {
        let Self { start, way, touch, max_time } = *self;
        let nil = V::Scalar::NIL;
        let mut dir = dir;
        let speed = way.max_abs();
        // What rounding makes of a length; floats have no steps of time.
        let slack = |size| rounding::<V>(SLACK_STEPS, size);
        let step = slack(speed);
        for _ in 0..PLANES {
            let (length, last) = (dir.length(), last(dir));
            let gap_at = |point| dir.dot(between(last, point)).per(length) - touch;
            let (gap, closing) = (gap_at(start), -dir.dot(way).per(length));
            let most = closing + step;
            let firm = gap - slack(last.max_abs().max(between(last, start).max_abs()).max(touch));
            // What is no number is no gap.
            if firm > nil && (most <= nil || product(most, max_time) < firm) {
                return Meeting::Never;
            }
            if !(firm > nil && closing > step) {
                break;
            }
            let mut time = over(gap, closing);
            let mut apart = V::ZERO;
            for _ in 0..LOOKS {
                time = time.min(max_time);
                let point = moved(start, way, time);
                apart = between(nearest(point), point);
                let reach = self.distance(apart) - touch;
                if time > nil && reach + reach <= slack(point.max_abs().max(touch).max(product(speed, time))) {
                    return Meeting::At((time, dir.unit(length)));
                }
                // What a gap is rounded by goes with its size: the same plane is asked once more where it leads to.
                time = time + over(gap_at(point), closing);
            }
            if touch == nil {
                break;
            }
            dir = apart.direction();
        }
        Meeting::Unknown
    }

    /// The length of the way from the core. Where there is no margin, the sum of its parts, which is not less: squares of what
    /// is about nothing may be lost.
    #[inline(always)]
    fn distance(&self, apart: V) -> V::Scalar {
        let nil = V::Scalar::NIL;
        if self.touch > nil {
            entry::Way::new(apart).map_or(nil, |way| way.along(apart))
        } else {
            apart.component_abs().by_axis().as_ref().iter().fold(nil, |sum, &part| sum + part)
        }
    }
}

/// The point of a triangle that another is above, seen along a normal; where there is none, one of its edges.
fn among<V: Vector>(corners: [V; 3], normal: V, point: V) -> V {
    let zero = AreaOfVector::<V>::ZERO;
    let Shares { shares, .. } = V::triangle_shares(corners.map(|corner| between(point, corner)), Some(normal));
    let [a, b, c] = shares.map(|share| share.max(zero));
    V::ZERO.blend(corners, [a, b, c].map(|share| share.fraction(a + b + c)))
}
