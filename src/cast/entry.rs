//! Where a point comes into a ball, a box or a capsule, in closed form: the outward normal there.
//!
//! With u the way of the point, m that from the center of a ball to its start, and r the radius, the line passes the center
//! at p = m − (m·u) u and comes in √(r² − p²) before it: the normal there is p − √(r² − p²) u. A line that passes by,
//! p² ≥ r², is kept out by the plane along p.
//!
//! A capsule is a cylinder without ends as far as its segment goes, and a ball at either end; the same line is looked at
//! along the axis, and where it comes in tells which of them it meets.
//!
//! A box is met where the line comes through the last of the planes that face it (Kay and Kajiya 1986).
//!
//! All this only chooses a plane: support points tell where it bears on the body, and when the point comes through it.

use crate::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::support::Support;
use crate::vector::{AreaOfVector, Vector, along, as_direction, between};

/// The normal of a body as a direction, where a point comes in that moves along `way`, or one that keeps it out; each
/// core is swept by a ball of radius `touch`. None if there is no closed form. The types of shapes tell.
#[inline]
pub fn normal<T, V>(body: &T, start: V, way: V::UnitVector, touch: V::Scalar) -> Option<V>
where
    T: Support<Vector = V> + ?Sized,
    V: Vector,
{
    if let Some(center) = body.as_point() {
        return Some(of_ball(between(center, start), way, touch).direction());
    }
    if let Some(half_extents) = body.as_box() {
        let is_sharp = touch == V::Scalar::NIL;
        return if is_sharp { of_box(half_extents, between(body.center(), start), way) } else { None };
    }
    match (body.corner(0), body.corner(1), body.corner(2)) {
        (Some(a), Some(b), None) => Some(of_capsule([a, b], start, way, touch).direction()),
        _ => None,
    }
}

/// Is it for a search to tell where a point comes into a body? So it is for a polygon that is no box.
#[inline]
pub fn is_searched<T: Support + ?Sized>(body: &T) -> bool {
    body.as_box().is_none() && body.corner(2).is_some()
}

/// Of a ball about the origin.
fn of_ball<V: Vector>(start: V, way: V::UnitVector, radius: V::Scalar) -> V {
    let ahead = along(way, start);
    // What moves away is kept out by the plane that faces its start.
    if ahead >= V::Scalar::NIL { start } else { of_round(start.advance(-ahead, way), way, radius).0 }
}

/// Of a ball or a cylinder about the origin, and how far before it passes the axis a line comes in, given where it passes:
/// zero if it passes by.
fn of_round<V: Vector>(beside: V, way: V::UnitVector, radius: V::Scalar) -> (V, V::Scalar) {
    let room =
        if beside.is_within(radius) { radius.times(radius) - beside.dot(beside) } else { AreaOfVector::<V>::ZERO };
    let ahead = room.max(AreaOfVector::<V>::ZERO).sqrt();
    (beside.advance(-ahead, way), ahead)
}

fn of_capsule<V: Vector>([a, b]: [V; 2], start: V, way: V::UnitVector, radius: V::Scalar) -> V {
    let nil = V::Scalar::NIL;
    let edge = between(a, b).direction();
    let length = edge.length();
    if length == nil {
        return of_ball(between(a, start), way, radius);
    }
    let axis = edge.unit(length);
    let way_dir = as_direction::<V>(way);
    let slope = along(axis, way_dir);
    let across = way_dir.advance(-slope, axis);
    let speed = across.length();
    let (from_a, whole) = (between(a, start), along(axis, between(a, b)));
    let level = along(axis, from_a);
    let radial = from_a.advance(-level, axis);
    // Where on the axis the line comes in; one that does not go across it comes in at the end that it goes away from.
    let (normal, level) = if speed > nil {
        let across = across.unit(speed);
        let passes = -along(across, radial);
        let (normal, ahead) = of_round(radial.advance(passes, across), across, radius);
        let is_beside = normal == V::ZERO || passes < nil;
        let along = saturating_difference(passes, ahead).times(slope).per(speed);
        (if is_beside { radial } else { normal }, saturating_sum(level, along))
    } else {
        (radial, level)
    };
    if level < nil {
        of_ball(from_a, way, radius)
    } else if level > whole {
        of_ball(between(b, start), way, radius)
    } else {
        normal
    }
}

/// Of a box about the origin.
fn of_box<V: Vector>(half_extents: V, start: V, way: V::UnitVector) -> Option<V> {
    let nil = V::Scalar::NIL;
    let mut best = None;
    let (starts, halves, ways) = (start.by_axis(), half_extents.by_axis(), as_direction::<V>(way).by_axis());
    let sizes = starts.as_ref().iter().zip(halves.as_ref()).zip(ways.as_ref());
    for (((&at, &half), &speed), &axis) in sizes.zip(V::AXES.as_ref()) {
        // The plane that the line comes in through; of two that it is level with, that on the side of the point.
        let is_positive = speed < nil || (speed == nil && at > nil);
        let (at, speed) = if is_positive { (at, -speed) } else { (-at, speed) };
        let height = saturating_difference(at, half);
        let is_later = |(other, pace, _): &(V::Scalar, V::Scalar, V)| height.times(*pace) > other.times(speed);
        if best.as_ref().is_none_or(is_later) {
            best = Some((height, speed, if is_positive { axis } else { -axis }));
        }
    }
    best.map(|(_, _, normal)| normal.direction())
}
