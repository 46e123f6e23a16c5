//! Where a moving point enters a ball, a capsule, a box, a polygon, a cylinder or a cone, in closed form: the outward
//! normal there. The normal only chooses a plane. The support point along it decides where the plane touches the
//! body, and so when the point crosses it.
//!
//! *Ball:* with u the unit vector along the motion, m the displacement from the center to the start, and r the radius,
//! the line passes the center at p = m − (m·u) u and enters √(r² − p²) before that. The normal there is
//! p − √(r² − p²) u. A line that passes by, p² ≥ r², is kept out by the plane with the normal p.
//!
//! *Capsule:* a cylinder without ends along its segment, with a ball at either end. Where along the axis the line
//! enters the infinite cylinder decides which of the three it meets.
//!
//! *Box:* a line enters through the last of the planes that face it (Kay and Kajiya 1986), unless it has left through
//! another plane before. *Polygon:* it enters through an edge whose ends are on either side of the line; a line that
//! has all corners on one side passes by, and is kept out by its own normal. *Cylinder:* it enters through the side,
//! as with a capsule, or else through a cap.
//!
//! A line that crosses the plane of a cap, or of the base of a cone, at a point q beyond the radius misses the disc.
//! The plane that keeps it out contains the line and supports the larger disc with q on its rim. With the unit vector u
//! from the axis to q, its normal is at right angles to the tangent there and to the direction w of the line: it is
//! |w_z| u with the part ∓(u·w) along the axis, for w_z ≷ 0.
//!
//! *Cone:* with a the depth below the apex and ρ the displacement from the axis, the side is where
//! (ρ cos α)² = (a sin α)², with the slant (cos α, sin α) along the height and the radius. So all points are scaled to
//! (ρ cos α, a sin α), and ⟨p, q⟩ is the product of their parts across the axis less that of their parts along it. The
//! line p + t w crosses the side, or that of the cone mirrored at the apex, where ⟨p + t w, p + t w⟩ is zero. With w of
//! such a length that ⟨w, w⟩ = ±1, these are the points √|⟨m, m⟩| before and behind m = p − w ⟨p, w⟩/⟨w, w⟩. If w is
//! less steep than the side, ⟨w, w⟩ = 1, both are on one cone and the line enters before m. If it is steeper, ⟨w, w⟩ =
//! −1, there is one on each cone, and the line on its way down enters the lower one behind m; up, it enters through the
//! base or not at all. The normal there is the scaled point, scaled once more and turned up. A line less steep than the
//! side that misses it is kept out by the plane that contains the line and supports the side. Its normal is (u, 1),
//! scaled in the same way, for a unit vector u across the axis for which u·w is the part of w along the axis.

use crate::body::form::Form;
use crate::body::support::{Body, form_of};
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{
    AreaOfVector, UnitOfVector, Vec2, Vec3, Vector, along, as_direction, displacement, eighth_displacement,
    unit_length, vec2, vec3,
};
use crate::pair::place::Placement;

#[cfg(test)]
mod tests;

/// The direction in which a point moves.
struct Direction<V: Vector> {
    /// A vector along the direction; its length has no meaning.
    dir: V,
    length: V::Scalar,
    unit: V::UnitVector,
}

impl<V: Vector> Direction<V> {
    /// `None` for a point that does not move. `dir` is kept unscaled.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(dir: V) -> Option<Self> {
        let length = dir.length();
        (length > V::Scalar::NIL).then(|| Self { dir, length, unit: dir.unit(length) })
    }

    /// The component of a vector along this direction, as [`along`] gives it, but computed without the unit vector.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn along(&self, vector: V) -> V::Scalar {
        self.dir.dot(vector).per(self.length)
    }
}

/// The outward normal, as a direction, where a point that moves along `direction` enters a body whose core is swept by
/// a ball of radius `touch`; for a point that passes by, the normal of a plane that keeps it out. `None` if there is no
/// closed form, or if it gives no normal, as inside a box.
fn normal<V: Vector>(form: &Form<'_, V>, start: V, direction: V::UnitVector, touch: V::Scalar) -> Option<V> {
    let motion = Direction { dir: as_direction(direction), length: unit_length::<V>(), unit: direction };
    if let Some(center) = form.as_point() {
        return Some(of_ball(displacement(center, start), &motion, touch).direction());
    }
    if touch == V::Scalar::NIL
        && let Some(normal) = form.entry_normal(start, motion.dir)
    {
        return Some(normal);
    }
    // A box swept by a ball is the box enlarged by the radius, except at edges and corners.
    if let Some((center, half_extents)) = form.as_box() {
        let reach = half_extents.blend([V::splat(touch)], [UnitOfVector::<V>::ONE]);
        return of_box(reach, displacement(center, start), motion.dir);
    }
    form.as_segment().map(|(a, b)| of_capsule([a, b], start, &motion, touch).direction())
}

/// The outward normal of A, as a direction, where B, moving along `unit_velocity`, enters A swept by a ball of radius
/// `touch`. Everything is in A's frame. `None` if neither core is a point, or if the other one has no closed form or
/// gives no normal.
pub fn entry_normal<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placement: &impl Placement<V>,
    unit_velocity: V::UnitVector,
    touch: V::Scalar,
) -> Option<V> {
    let (a, b) = (form_of(a), form_of(b));
    if let Some(point) = b.as_point() {
        return normal(&a, placement.to_a(point), unit_velocity, touch);
    }
    let back = placement.direction_to_b(-as_direction::<V>(unit_velocity)).unit(unit_length::<V>());
    let inward = normal(&b, placement.to_b(a.as_point()?), back, touch)?;
    Some(-V::turn_back(&V::transpose(&placement.rows()), inward))
}

/// The most corners of a polygon with a closed form, which tests all edges: one bit of a `u32` for each.
pub const MAX_ENTRY_CORNERS: u32 = u32::BITS;

/// The [`normal`] for a ball about the origin.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_ball<V: Vector>(start: V, motion: &Direction<V>, radius: V::Scalar) -> V {
    let ahead = motion.along(start);
    // A point that moves away is kept out by the plane that faces its start.
    if ahead >= V::Scalar::NIL { start } else { of_round(start.advance(-ahead, motion.unit), motion.unit, radius).0 }
}

/// The [`normal`] for a ball or a cylinder about the origin, given `beside`, the point where the line passes the
/// center or the axis. Also returns how far before `beside` the line enters; zero if it passes by.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_round<V: Vector>(beside: V, direction: V::UnitVector, radius: V::Scalar) -> (V, V::Scalar) {
    let (nil, zero) = (V::Scalar::NIL, AreaOfVector::<V>::ZERO);
    // If the square overflows in floats, the line counts as passing by.
    let fits = V::Scalar::IS_FLOAT || beside.is_within(radius.min(V::Scalar::LIMIT));
    let room = if fits { radius.times(radius) - beside.dot(beside) } else { zero };
    if room > zero {
        let ahead = room.sqrt();
        (beside.advance(-ahead, direction), ahead)
    } else {
        (beside, nil)
    }
}

/// The [`normal`] for a capsule about a segment.
#[cfg_attr(not(debug_assertions), inline(always))]
fn of_capsule<V: Vector>([a, b]: [V; 2], start: V, motion: &Direction<V>, radius: V::Scalar) -> V {
    match beside_axis([a, b], start, motion, radius) {
        Ok(normal) => normal,
        Err(end) => of_ball(displacement(end, start), motion, radius),
    }
}

/// The [`normal`] for the cylinder around a segment; as `Err` the end of the segment beyond which the line enters, if
/// it enters at the ball there.
#[cfg_attr(not(debug_assertions), inline(always))]
fn beside_axis<V: Vector>([a, b]: [V; 2], start: V, motion: &Direction<V>, radius: V::Scalar) -> Result<V, V> {
    let (nil, edge, from_a) = (V::Scalar::NIL, displacement(a, b), displacement(a, start));
    let axis = Direction::new(edge.direction()).ok_or(a)?;
    let (slope, level, whole) = (axis.along(motion.dir), axis.along(from_a), axis.along(edge));
    let radial = from_a.advance(-level, axis.unit);
    // Where along the axis the line enters; if it is parallel to the axis, the level of its start.
    let (normal, level) = match Direction::new(motion.dir.advance(-slope, axis.unit)) {
        Some(across) => {
            let passes = -across.along(radial);
            let (normal, ahead) = of_round(radial.advance(passes, across.unit), across.unit, radius);
            let is_beside = normal == V::ZERO || passes < nil;
            let along = saturating_difference(passes, ahead).times(slope).per(across.length);
            (normal.select(is_beside, radial), saturating_sum(level, along))
        }
        None => (radial, level),
    };
    if level < nil || level > whole { Err(a.select(level > whole, b)) } else { Ok(normal) }
}

/// The [`normal`] for a box about the origin; `None` if the start is inside or on it.
///
/// A line that leaves through one plane before it enters through the last passes by the edge common to both planes,
/// and is kept out by the plane through that edge and parallel to the line. With signs such that the line goes down
/// along each axis, let p_in be its pace along the axis of the plane that it enters last, and p_out that along the
/// axis of the plane that it left: the normal has the part p_out along the former axis and −p_in along the latter.
/// Planes that the line reaches at the same time all take part.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn of_box<V: Vector>(half_extents: V, start: V, dir: V) -> Option<V> {
    let (nil, one, unit) = (V::Scalar::NIL, V::Scalar::ONE, unit_length::<V>());
    let (back, paces) = (-dir, dir.component_abs());
    let seen = start.with_signs_of(back);
    // How far along the line the planes are. The least pace stands in for a pace of zero.
    let per_pace = |heights: V| {
        let (heights, paces) = (heights.by_axis(), paces.by_axis());
        let mut both = heights.as_ref().iter().zip(paces.as_ref());
        V::from_axes(|_| both.next().map_or(nil, |(&height, &pace)| height.times(unit).per(pace.max(V::Scalar::LEAST))))
    };
    let distances_in = per_pace(displacement(half_extents, seen));
    let distances_out = per_pace(displacement(-half_extents, seen));
    let last_in = distances_in.by_axis().as_ref().iter().fold(nil, |last, &distance| distance.max(last));
    let first_out = distances_out.by_axis().as_ref().iter().fold(V::Scalar::MAX, |first, &part| part.min(first));
    // The parts of a vector along those axes for which `distances` equals `distance`.
    let only = |vector: V, distances: V, distance: V::Scalar| {
        let (parts, distances) = (vector.by_axis(), distances.by_axis());
        let mut parts = parts.as_ref().iter().zip(distances.as_ref());
        V::from_axes(|_| parts.next().map_or(nil, |(&part, &of)| if of == distance { part } else { nil }))
    };
    let sum = |vector: V| vector.by_axis().as_ref().iter().fold(nil, |sum, &part| sum + part);
    let normal = if last_in > first_out {
        let (paces_in, paces_out) = (only(paces, distances_in, last_in), only(paces, distances_out, first_out));
        let pace_in = if last_in > nil { sum(paces_in) } else { one };
        only(V::splat(sum(paces_out)), distances_in, last_in) - only(V::splat(pace_in), distances_out, first_out)
    } else if last_in > nil {
        only(V::splat(one), distances_in, last_in)
    } else {
        return None;
    };
    Some(normal.with_signs_of(back).direction())
}

/// The [`normal`] for a polygon with the given corners, counter-clockwise, and the number of the first corner of the
/// edge through which the line enters; `None` if the start is inside, or if there are too many corners.
///
/// The line enters through the edge that leads from its left to its right, and leaves through the one that leads back.
/// All displacements are on the scale of [`eighth_displacement`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn of_polygon<V: Vector>(corners: &[V], start: V, dir: V) -> Option<(V, usize)> {
    let ([left_of_line, _], zero) = (dir.around(), AreaOfVector::<V>::ZERO);
    if corners.len() > MAX_ENTRY_CORNERS as usize {
        return None;
    }
    // One bit for each corner: is it to the right of the line (`right`), and is the one before it (`was_right`)?
    let (mut right, mut bit) = (0, 1_u32);
    for &corner in corners {
        let is_right = left_of_line.dot(eighth_displacement(start, corner)) < zero;
        right |= bit & u32::from(is_right).wrapping_neg();
        bit <<= 1;
    }
    let all = bit.wrapping_sub(1);
    let was_right = right << 1 | u32::from(right > all >> 1);
    let (entries, exits) = (right & !was_right, all & was_right & !right);
    // Given corners as bits: the outward normal of the edge that ends at the first of them, and the number of the
    // corner where that edge starts, if the start of the line is outside the edge. Outward is to the right, since the
    // outline is counter-clockwise.
    let outward = |ends: u32| {
        let to = ends.trailing_zeros() as usize;
        let from = to.checked_sub(1).unwrap_or(corners.len().saturating_sub(1));
        let first = *corners.get(from)?;
        let edge = eighth_displacement(first, *corners.get(to)?);
        let ([left, _], [left_of_start, _]) = (edge.around(), eighth_displacement(first, start).around());
        (left_of_start.dot(edge) > zero).then(|| (-left, from))
    };
    let (normal, from) = if entries != 0 {
        // A point that has left already is kept out by the edge through which it left.
        outward(entries).or_else(|| outward(exits))?
    } else {
        // The line passes by.
        (if right == 0 { -left_of_line } else { left_of_line }, 0)
    };
    (normal != V::ZERO).then(|| (normal.direction(), from))
}

/// The [`normal`] for a cylinder about the z axis.
#[cfg_attr(not(debug_assertions), inline(always))]
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
    let is_beside = first >= S::NIL;
    let level = if is_beside { saturating_sum(start.z, first.times(dir.z).per(speed)) } else { start.z };
    if is_beside && level.is_within(half_height) {
        return side(normal);
    }
    let rim = half_height.negated_if(level < S::NIL);
    beside_rim(rim, radius, start, dir).unwrap_or_else(|| cap(level))
}

/// Where a line crosses the plane z = `level`; `None` if it is parallel to the plane, or if the crossing is out of
/// range.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn crossing<S: Scalar>(level: S, start: Vec3<S>, dir: Vec3<S>) -> Option<Vec2<S>> {
    let nil = S::NIL;
    if dir.z == nil {
        return None;
    }
    let height = saturating_difference(level, start.z).negated_if(dir.z < nil);
    let offset = Vec2::splat(height).component_products_per(dir.truncate(), dir.z.abs());
    let crossing = start.truncate().saturating_sum(offset);
    (S::IS_FLOAT || crossing.is_within(S::WORKING_LIMIT)).then_some(crossing)
}

/// The [`normal`] for a line that misses a disc about the z axis; `None` if the line goes through the disc, or if
/// [`crossing`] is `None`.
#[cfg_attr(target_pointer_width = "64", inline)]
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn beside_rim<S: Scalar>(level: S, radius: S, start: Vec3<S>, dir: Vec3<S>) -> Option<Vec3<S>> {
    let crossing = crossing(level, start, dir)?;
    let length = crossing.length();
    (length > radius).then(|| {
        let outward = crossing.unit(length);
        let slope = along(outward, dir.truncate()).negated_if(dir.z > S::NIL);
        Vec2::ZERO.advance(dir.z.abs(), outward).extend(slope).direction()
    })
}

/// The [`normal`] for a cone about the z axis with its apex up.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn of_cone<S: Scalar>(half_height: S, radius: S, start: Vec3<S>, dir: Vec3<S>) -> Option<Vec3<S>> {
    let (nil, height) = (S::NIL, saturating_sum(half_height, half_height));
    let slant = vec2(height, radius).direction();
    let length = slant.length();
    if length == nil {
        return None;
    }
    let above = saturating_sum(start.z, half_height);
    if above < nil
        && dir.z > nil
        && let Some(foot) = crossing(-half_height, start, dir)
        && foot.length() <= radius
    {
        return Some(-Vec3::<S>::Z.direction());
    }
    let Vec2 { x: cos, y: sin } = slant.unit(length);
    let lean = |vector: Vec3<S>| vec3(vector.x.scaled(cos), vector.y.scaled(cos), vector.z.scaled(sin));
    let product = |p: Vec3<S>, q: Vec3<S>| p.truncate().dot(q.truncate()) - p.z.times(q.z);
    // The third coordinates of both vectors count down from the apex.
    let from = lean(start.truncate().extend(saturating_difference(half_height, start.z)));
    let lean_dir = lean(dir.truncate().extend(-dir.z));
    let square = product(lean_dir, lean_dir);
    let is_steep = square < S::Area::ZERO;
    let speed = square.max(-square).sqrt();
    if speed == nil {
        return None;
    }
    // A point at a distance along the line. Where the line is almost parallel to the side distances are large, and
    // fixed point cannot square them.
    let going = |from: Vec3<S>, far: S| {
        let point = from.saturating_sum(Vec3::splat(far).component_products_per(lean_dir, speed));
        (S::IS_FLOAT || point.is_within(S::WORKING_LIMIT)).then_some(point)
    };
    let passes = product(from, lean_dir).per(speed).negated_if(!is_steep);
    let middle = going(from, passes)?;
    let room = product(middle, middle);
    let ahead = room.max(-room).sqrt().negated_if(!is_steep);
    let point = going(middle, ahead)?;
    let is_met = is_steep == (room > S::Area::ZERO) && point.z >= nil;
    let normal = if is_met {
        if point.z > height.scaled(sin) {
            return beside_rim(-half_height, radius, start, dir);
        }
        // The parts across the axis and along it are made equal, so that rounding does not tilt the normal away from
        // that of the side.
        let across = point.truncate();
        lean(across.extend(across.length()))
    } else if is_steep {
        return beside_rim(-half_height, radius, start, dir);
    } else {
        let across = lean_dir.truncate();
        let length = across.length();
        let across = across.unit(length);
        let side = lean_dir.truncate().perp_dot(middle.truncate()) < S::Area::ZERO;
        let normal = Vec2::ZERO.advance(lean_dir.z, across).advance(speed.negated_if(side), across.perp());
        lean(normal.extend(length))
    };
    Some(normal.direction())
}
