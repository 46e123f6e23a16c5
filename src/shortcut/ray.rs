//! Where a ray meets a body, in closed form; and where a moving ball meets a ball, a capsule or a box, or a moving
//! capsule a capsule.
//!
//! *A core that is a point* is handled in the frame in which both bodies stand, because placing a point takes less
//! than placing the ray; other cores are handled in their own frame. With m the displacement from the center of a
//! ball of radius r to the start, and u the displacement of the ray in one unit of time, the line is nearest to the
//! center at the time t₀ = −(m·u)/u², at the distance |m × u|/|u|. So it misses if the square of the moment m × u is
//! more than r² u², which needs no division. Otherwise it enters √(r² u² − (m × u)²)/u² before t₀. A capsule is a
//! cylinder without ends as far as its segment goes, and a ball at either end: the formulas are those above with the
//! parts of m and u across the axis, and where the line enters along the axis tells which of the three it meets. The
//! distance of a line from the points of a segment has one minimum. So a line that misses the ball at an end misses
//! the whole capsule, if the displacement from that end to the line does not lead along the segment.
//!
//! *A box* is missed if an axis separates it from the ray, or a direction at right angles to an axis and to the ray:
//! a segment and a box have no other separating axes. Otherwise the ray enters through the last of the planes that
//! face it.
//!
//! *A moving ball* meets a body where its center, a ray, meets the body enlarged by the radius of the ball. A box
//! enlarged so lies within the box whose half extents are larger by the radius, and has its faces in common with it.
//! The ray meets such a face or, beyond the edges of the face, a ball about a corner or a cylinder about an edge of the
//! smaller box. *For two capsules* the Minkowski difference of
//! the segments is a parallelogram, and the ray begins at the displacement between their starts. In both cases the
//! nearest point of the core is known at any time, and so is the corner, edge or face that it is on. The displacement
//! from there to the ray, and its rate of change, are those for a ball or a cylinder about that feature. When the ray
//! meets that ball or cylinder, the nearest point is computed again; usually it is still on the same feature.
//!
//! *For any other body* the plane with the entry normal that supports it (see [`entry`](crate::shortcut::entry)), or
//! the plane of the facet that a mesh finds by a walk, keeps the ray outside until the ray passes through it. If that
//! is later than the end of the ray, or never, the ray misses.
//!
//! However the time was found, the ray meets the body then if it was outside before by more than rounding, and if the
//! point of the core, or of the facet, that is nearest to it is as near as the margins. It never meets the body if
//! the plane at right angles to the displacement from that point keeps it out all the time. Cases that rounding may
//! decide are left to a search, and so are numbers whose products may leave the range.

mod core;
pub mod line;
#[cfg(test)]
mod tests;

use crate::body::ray::Ray;
use crate::body::support::{Body, form_of};
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Scalar, over, product, saturating_difference, saturating_sum};
use crate::number::vector::{Vector, displacement, moved};
use crate::pair::place::{Placed, Stand};
use crate::pair::result::{Impact, Status};
use crate::shortcut::certificate::Margins;
use crate::shortcut::ray::core::BoxPlane;
use crate::shortcut::ray::line::{Missed, RayLine, are_moderate, is_near, lean, part};
use crate::shortcut::segments::Segments;

/// The impact of a ray on a body, enlarged by the target distance. In fixed point only a box without a margin or
/// target distance is answered: for other bodies this would round the direction twice.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn meeting<T: Body<V> + ?Sized, V: Vector, P: Placed<V>>(
    body: &T,
    ray: &Ray<V>,
    placed: &P,
    target: V::Scalar,
) -> Result<Impact<V>, Missed> {
    let nil = V::Scalar::NIL;
    let touch = saturating_sum(body.margin(), target);
    if body.margin() < nil {
        return Err(Missed::Unknown);
    }
    if !V::Scalar::IS_FLOAT {
        let found = if touch == nil { form_of(body).as_box() } else { None };
        return meeting_in_steps(found.ok_or(Missed::Unknown)?, ray, placed);
    }
    let (stand_a, stand_b) = placed.stands();
    let (origin, direction) = (stand_b.place(ray.origin), stand_b.turn(ray.direction));
    let line = RayLine { start: origin.each(), velocity: direction.each(), max_time: ray.max_time };
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

/// The impact of a ray on a box in fixed point. Turning the direction rounds it, so the turned direction only decides
/// which plane is the last, and what is apart by more than that rounding. Points of the ray are computed in its own
/// frame.
///
/// The plane keeps the ray out for the gap divided by the pace. Rounding of the pace is allowed for: a time that is
/// certain is the gap divided by a pace larger by that rounding, less one step of time. The gap that is then left is
/// evaluated once more.
#[cfg_attr(not(debug_assertions), inline(always))]
fn meeting_in_steps<V: Vector, P: Placed<V>>(
    (center, half_extents): (V, V),
    ray: &Ray<V>,
    placed: &P,
) -> Result<Impact<V>, Missed> {
    let (nil, step) = (V::Scalar::NIL, V::Scalar::STEP);
    let (stand_a, stand_b) = placed.stands();
    let (start, velocity) =
        (stand_a.back(stand_b.place(ray.origin)), stand_a.direction_back(stand_b.turn(ray.direction)));
    let size = start.max_abs().max(half_extents.max_abs()).max(center.max_abs());
    let speed = velocity.max_abs();
    if !are_moderate::<V>(size, speed) {
        return Err(Missed::Unknown);
    }
    let line = RayLine { start, velocity, max_time: ray.max_time }.leaving_at(size, speed);
    let slack = steps_at(SLACK_STEPS, size);
    let BoxPlane { gap, pace, axis, normal } = line.plane_of_box(displacement(center, start), half_extents, slack)?;
    // A ray that starts within rounding of the box has no plane to enter through.
    if gap == nil {
        return Err(Missed::Unknown);
    }
    let closing = pace + lean::<V>(V::Scalar::ONE);
    let sure = |gap| (over(gap, closing) - step).max(nil);
    let mut time = sure(gap).min(line.max_time);
    let seen = stand_b.place(ray.at(time));
    let outward = displacement(center, stand_a.back(seen)).with_signs_of(-velocity);
    time = saturating_sum(time, sure(saturating_difference(part(outward, axis), part(half_extents, axis))))
        .min(line.max_time);
    let seen = stand_b.place(ray.at(time));
    let point = displacement(center, stand_a.back(seen));
    let nearest = point.component_min(half_extents).component_max(-half_extents);
    let late = product(speed, step);
    if time > nil && is_near(nearest, point, saturating_sum(slack, saturating_sum(late, late))) {
        let normal = placed.direction_to_world(stand_a.turn_unit(normal.select(part(velocity, axis) > nil, -normal)));
        let point = placed.point_to_world(seen);
        return Ok(contact(time, normal, point, point));
    }
    Err(Missed::Unknown)
}

/// An impact at a time that is proven from below and above.
#[cfg_attr(not(debug_assertions), inline(always))]
fn contact<V: Vector>(time: V::Scalar, normal: V::UnitVector, on_a: V, on_b: V) -> Impact<V> {
    let (lower_bound, upper_bound, initially_overlapping) = (time, time, false);
    let (iterations, status) = (1, Status::Converged);
    Impact { time, lower_bound, upper_bound, initially_overlapping, normal, on_a, on_b, iterations, status }
}

/// Where B, moving with `velocity` until `max_time`, comes as near to A as the target distance: a ball that meets a
/// ball, a capsule or a box or the reverse, or a capsule that meets a capsule in space. The velocity is in the world.
/// Floats only.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn encounter<A: Body<V> + ?Sized, B: Body<V> + ?Sized, V: Vector, P: Placed<V>>(
    (a, b): (&A, &B),
    (velocity, max_time): (V, V::Scalar),
    placed: &P,
    target: V::Scalar,
) -> Result<Impact<V>, Missed> {
    let margins = Margins::of(a, b);
    if !V::Scalar::IS_FLOAT || !margins.are_sizes() {
        return Err(Missed::Unknown);
    }
    let touch = saturating_sum(margins.sum, target);
    let (stand_a, stand_b) = placed.stands();
    let velocity = placed.vector_from_world(velocity).each();
    let line = |start: V, velocity| RayLine { start: start.each(), velocity, max_time };
    // The time, the normal from A to B, and the point of A's surface.
    let (time, normal, on_a) = match (form_of(a).as_point(), form_of(b).as_point()) {
        (_, Some(center)) => {
            let line = line(stand_b.place_center(center), velocity);
            let reach = saturating_sum(margins.b, target);
            let (time, normal, length) = line.meets_simple(a, &stand_a, touch).ok_or(Missed::Unknown)??;
            let normal = normal.unit(length);
            (time, normal, moved(line.start, velocity, time).advance(-reach, normal))
        }
        (Some(center), None) => {
            let line = line(stand_a.place_center(center), -velocity);
            let (time, inward, length) = line.meets_simple(b, &stand_b, touch).ok_or(Missed::Unknown)??;
            let inward = inward.unit(length);
            (time, -inward, line.start.advance(-margins.a, inward))
        }
        // In the plane, the displacement between segments that cross does not tell the direction in which they
        // separate.
        (None, None) if !V::IS_PLANAR => {
            let segments = Segments::of((a, b), (&stand_a, &stand_b)).ok_or(Missed::Unknown)?;
            let (time, normal, on_core) = line(segments.p, velocity).meets_segment(&segments, touch)?;
            (time, normal, on_core.advance(margins.a, normal))
        }
        (None, None) => return Err(Missed::Unknown),
    };
    let on_b = placed.point_to_world(on_a.advance(target, normal));
    Ok(contact(time, placed.direction_to_world(normal), placed.point_to_world(on_a), on_b))
}
