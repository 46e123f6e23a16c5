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

mod core;
mod flight;
mod line;
pub mod met;
mod round;
mod slab;

use crate::body::ray::Ray;
use crate::body::support::Support;
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Scalar, over, product, saturating_difference, saturating_sum};
use crate::number::vector::{Vector, displacement, moved};
use crate::pair::place::{Placed, Stand};
use crate::pair::result::{Impact, Status};
use crate::shortcut::ray::flight::{are_moderate, is_near, lean, part};
use crate::shortcut::ray::line::RayLine;
use crate::shortcut::ray::met::Missed;
use crate::shortcut::ray::slab::BoxPlane;
use crate::shortcut::segments::Segments;

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
    if !V::Scalar::IS_FLOAT {
        let half_extents = if touch == nil { body.as_box() } else { None };
        return meeting_in_steps(body.center(), half_extents.ok_or(Missed::Unknown)?, ray, placed);
    }
    let (stand_a, stand_b) = placed.stands();
    let (origin, direction) = (stand_b.place(ray.origin), stand_b.turn(ray.direction));
    let line = RayLine { start: origin.each(), way: direction.each(), max_time: ray.max_time };
    let (time, normal, length) = match line.meets_simple(body, &stand_a, touch) {
        Some(found) => found?,
        None if touch == nil => {
            let (time, normal, length) = line.in_frame_of(&stand_a).meets_core(body)?;
            (time, stand_a.turn(normal), length)
        }
        None => return Err(Missed::Unknown),
    };
    let point = placed.point_to_world(moved(origin, direction, time));
    let normal = placed.direction_to_world(normal.unit(length));
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
    let line = RayLine { start, way, max_time: ray.max_time }.leaving_at(size, speed);
    let slack = steps_at(SLACK_STEPS, size);
    let BoxPlane { gap, pace, axis, normal } = line.plane_of_box(displacement(center, start), half_extents, slack)?;
    // What starts within rounding of the box has no plane.
    if gap == nil {
        return Err(Missed::Unknown);
    }
    let closing = pace + lean::<V>(V::Scalar::ONE);
    let sure = |gap| (over(gap, closing) - step).max(nil);
    let mut time = sure(gap).min(line.max_time);
    let seen = stand_b.place(ray.at(time));
    let outward = displacement(center, stand_a.back(seen)).with_signs_of(-way);
    time = saturating_sum(time, sure(saturating_difference(part(outward, axis), part(half_extents, axis))))
        .min(line.max_time);
    let seen = stand_b.place(ray.at(time));
    let point = displacement(center, stand_a.back(seen));
    let nearest = point.component_min(half_extents).component_max(-half_extents);
    let late = product(speed, step);
    if time > nil && is_near(nearest, point, saturating_sum(slack, saturating_sum(late, late))) {
        let normal = placed.direction_to_world(stand_a.turn_unit(normal.select(part(way, axis) > nil, -normal)));
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
    if !V::Scalar::IS_FLOAT || !are_sizes {
        return Err(Missed::Unknown);
    }
    let touch = saturating_sum(saturating_sum(margin_a, margin_b), target);
    let (stand_a, stand_b) = placed.stands();
    let way = placed.vector_from_world(velocity).each();
    let line = |start: V, way| RayLine { start: start.each(), way, max_time };
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
    Ok(contact(time, placed.direction_to_world(normal), placed.point_to_world(on_a), on_b))
}
