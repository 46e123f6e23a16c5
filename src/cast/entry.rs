//! Where a point comes into a ball, a capsule, a box, a cylinder or a cone, in closed form: the outward normal there.
//!
//! With u the way of the point, m that from the center of a ball to its start, and r the radius, the line passes the center
//! at p = m − (m·u) u and comes in √(r² − p²) before it: the normal there is p − √(r² − p²) u. A line that passes by,
//! p² ≥ r², is kept out by the plane along p.
//!
//! A capsule is a cylinder without ends as far as its segment goes, and a ball at either end; the same line is looked at
//! along the axis, and where it comes in tells which of them it meets.
//!
//! A box is met where the line comes through the last of the planes that face it (Kay and Kajiya 1986). So is a polygon,
//! if it comes in beside that edge and not beyond its ends: a line that does passes it by, and is kept out by its own normal.
//!
//! A cylinder is met beside its axis as a capsule is, and at a cap where it is not.
//!
//! With a the depth below the apex of a cone and ρ the way from its axis, its side is where (ρ cos α)² = (a sin α)², with
//! the slant (cos α, sin α) along the height and the radius. So with points (ρ cos α, a sin α) and the product ⟨p, q⟩ of
//! their parts across less that of their parts along the axis, the line p + t w comes through it where ⟨p + t w, p + t w⟩
//! is zero: √|⟨m, m⟩| before or behind the point m = p − w ⟨p, w⟩/⟨w, w⟩ next to the apex, for ⟨w, w⟩ = ±1. The normal there
//! is (ρ cos α, a sin α) again, turned up. A line less steep than the side that passes it by is kept out by the plane along it
//! that bears on the side: the way e across is at right angles to (u, 1), for a unit vector u across, where u·w is the part
//! of w along the axis.
//!
//! All this only chooses a plane: support points tell where it bears on the body, and when the point comes through it.

use crate::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::support::Support;
use crate::vector::{
    AreaOfVector, Vec2, Vec3, Vector, along, as_direction, between, eighth_of_way, unit_length, vec2, vec3,
};

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
    if touch == V::Scalar::NIL
        && let Some(normal) = body.entry_normal(start, as_direction(way))
    {
        return Some(normal);
    }
    body.as_segment().map(|(a, b)| of_capsule([a, b], start, way, touch).direction())
}

/// Is it for a search to tell where a point comes into a body? So it is for a polygon of many corners.
#[inline]
pub fn is_searched<T: Support + ?Sized>(body: &T) -> bool {
    body.corner(MOST_CORNERS).is_some()
}

/// Corners of a polygon up to which all edges are looked at.
pub const MOST_CORNERS: u32 = 16;

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
#[inline]
pub fn of_box<V: Vector>(half_extents: V, start: V, dir: V) -> Option<V> {
    let nil = V::Scalar::NIL;
    let mut best = None;
    let (starts, halves, ways) = (start.by_axis(), half_extents.by_axis(), dir.by_axis());
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

/// Of a polygon with the given corners, counter-clockwise; none if the start is inside.
///
/// All is on the scale of [`eighth_of_way`], also the way to an edge.
pub fn of_polygon<S: Scalar>(corners: &[Vec2<S>], start: Vec2<S>, dir: Vec2<S>) -> Option<Vec2<S>> {
    let (nil, zero, unit) = (S::NIL, S::Area::ZERO, unit_length::<Vec2<S>>());
    let (mut from, mut last, mut entry) = (*corners.last()?, -S::MAX, None);
    for &to in corners {
        let (edge, beside) = (eighth_of_way(from, to), eighth_of_way(from, start));
        // To the right, for the outline goes to the left.
        let (outward, gap) = (-edge.perp(), beside.perp_dot(edge));
        if gap > zero {
            let pace = -outward.dot(dir);
            if pace <= zero {
                return Some(outward.direction());
            }
            let way = gap.per(pace.per(unit).max(S::LEAST));
            if way > last {
                (last, entry) = (way, Some((edge, beside, outward)));
            }
        }
        from = to;
    }
    let (edge, beside, outward) = entry?;
    let along = edge.dot(beside) + last.times(edge.dot(dir).per(unit));
    let normal = if zero <= along && along <= edge.dot(edge) {
        outward
    } else if dir.perp_dot(beside) > zero {
        dir.perp()
    } else {
        -dir.perp()
    };
    (normal != vec2(nil, nil)).then(|| normal.direction())
}

/// Of a cylinder about the z axis.
pub fn of_cylinder<S: Scalar>(half_height: S, radius: S, start: Vec3<S>, dir: Vec3<S>) -> Vec3<S> {
    let (radial, across) = (start.truncate(), dir.truncate());
    let side = |normal: Vec2<S>| normal.extend(S::NIL).direction();
    let cap = |level| vec3(S::NIL, S::NIL, level).direction();
    let speed = across.length();
    if speed == S::NIL {
        return if radial.length() > radius { side(radial) } else { cap(start.z) };
    }
    let across = across.unit(speed);
    let passes = -along(across, radial);
    let (normal, ahead) = of_round(radial.advance(passes, across), across, radius);
    if ahead == S::NIL {
        return side(normal);
    }
    if saturating_sum(passes, ahead) < S::NIL {
        return side(radial);
    }
    let first = saturating_difference(passes, ahead);
    if first < S::NIL {
        return cap(start.z);
    }
    let level = saturating_sum(start.z, first.times(dir.z).per(speed));
    if level.is_within(half_height) { side(normal) } else { cap(level) }
}

/// Of a cone about the z axis with its apex up; none where the line passes its rim.
pub fn of_cone<S: Scalar>(half_height: S, radius: S, start: Vec3<S>, dir: Vec3<S>) -> Option<Vec3<S>> {
    let (nil, height) = (S::NIL, saturating_sum(half_height, half_height));
    let slant = vec2(height, radius).direction();
    let length = slant.length();
    if length == nil {
        return None;
    }
    let above = saturating_sum(start.z, half_height);
    if above < nil && dir.z > nil {
        let foot = start.truncate() + Vec2::splat(-above).component_products_per(dir.truncate(), dir.z);
        if foot.is_within(radius) && foot.length() <= radius {
            return Some(-Vec3::Z.direction());
        }
    }
    let Vec2 { x: cos, y: sin } = slant.unit(length);
    let share = |length, unit| S::blend(nil, [length], [unit]);
    let lean = |vector: Vec3<S>| vec3(share(vector.x, cos), share(vector.y, cos), share(vector.z, sin));
    let product = |p: Vec3<S>, q: Vec3<S>| p.truncate().dot(q.truncate()) - p.z.times(q.z);
    // Both count down from the apex.
    let from = lean(start.truncate().extend(saturating_difference(half_height, start.z)));
    let way = lean(dir.truncate().extend(-dir.z));
    let square = product(way, way);
    let is_steep = square < S::Area::ZERO;
    let speed = square.max(-square).sqrt();
    if speed == nil {
        return None;
    }
    let going = |from: Vec3<S>, far: S| from + Vec3::splat(far).component_products_per(way, speed);
    let passes = product(from, way).per(speed).negated_if(!is_steep);
    let middle = going(from, passes);
    let room = product(middle, middle);
    let ahead = room.max(-room).sqrt().negated_if(!is_steep);
    let point = going(middle, ahead);
    let is_met = is_steep == (room > S::Area::ZERO) && point.z >= nil;
    let normal = if is_met {
        if point.z > share(height, sin) {
            return None;
        }
        lean(point)
    } else if is_steep {
        return None;
    } else {
        let across = way.truncate();
        let length = across.length();
        let across = across.unit(length);
        let side = way.truncate().perp_dot(middle.truncate()) < S::Area::ZERO;
        let normal = Vec2::ZERO.advance(way.z, across).advance(speed.negated_if(side), across.perp());
        lean(normal.extend(length))
    };
    Some(normal.direction())
}
