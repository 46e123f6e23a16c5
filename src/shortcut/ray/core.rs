//! Where a ray meets a core, by the closed form of the core. In these functions `touch` is the margin around the
//! core, the target distance included.

use crate::body::hint::Hint;
use crate::body::support::{Body, Support, form_of};
use crate::kernel::simplex::shares::Shares;
use crate::kernel::simplex::triangle_shares;
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Area, Scalar, over, product};
use crate::number::vector::{
    AreaOfVector, UnitOfVector, Vector, as_direction, displacement, foot_on_segment, is_tiny, moved, unit_length,
};
use crate::pair::place::Stand;
use crate::shortcut::ray::line::{
    Flight, Met, Missed, NearestToLine, Passage, RayLine, are_moderate, are_squares_moderate, inverse, is_near, lean,
    next_axis, part, slack_of,
};
use crate::shortcut::segments::Segments;
use crate::shortcut::tuning::MAX_LOOKS;

/// The plane of a facet of a box, and how a line passes through it.
pub struct BoxPlane<V: Vector> {
    /// How far the start of the line is in front of the plane.
    pub gap: V::Scalar,
    /// How fast the gap falls.
    pub pace: V::Scalar,
    /// The number of the axis at right angles to the plane.
    pub axis: usize,
    /// The unit vector along that axis, in its positive direction: the sign of the outward normal is not applied.
    pub normal: V::UnitVector,
}

impl<V: Vector> RayLine<V> {
    /// Where the ray meets a ball, a capsule or a box; `None` if the core has another form. `stand` places the core
    /// in the frame of the ray.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meets_simple<T: Body<V> + ?Sized>(
        &self,
        body: &T,
        stand: &impl Stand<V>,
        touch: V::Scalar,
    ) -> Option<Met<V>> {
        if let Some(center) = form_of(body).as_point() {
            return Some(self.meets_ball(stand.place_center(center), touch));
        }
        let line = self.in_frame_of(stand);
        let met = match form_of(body).as_segment() {
            Some(ends) => line.meets_capsule(ends, touch),
            None => line.meets_box(form_of(body).as_box()?, touch),
        };
        Some(met.map(|(time, normal, length)| (time, stand.turn(normal), length)))
    }

    /// Where the ray meets a core without a margin, if the core has a closed form for the plane through which the ray
    /// enters, or finds the facet quickly.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meets_core<T: Support<Vector = V> + ?Sized>(&self, body: &T) -> Met<V> {
        let (dir, mut hint) = (self.velocity.direction(), Hint::default());
        if let Some((normal, corners)) = form_of(body).entry_facet(self.start, dir, &mut hint) {
            let last = body.support_from(normal, &mut hint);
            self.meeting(normal, last, |point| among(corners, normal, point))
        } else if let Some(normal) = form_of(body).entry_normal(self.start, dir) {
            // Without a formula for the nearest point, a point far away stands in, so that the ray never counts as
            // meeting the core.
            let nearest = |point| form_of(body).nearest_to(point).unwrap_or(V::splat(V::Scalar::MAX));
            self.meeting(normal, body.support(normal), nearest)
        } else {
            Err(Missed::Unknown)
        }
    }

    /// Where the ray meets a core through the plane with the outward normal `dir`, given the support point `last`
    /// along it. `nearest` gives the point of the core nearest to another.
    ///
    /// The gap g along the normal falls at a rate c, so the plane keeps the ray out for the time g/c.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meeting(&self, dir: V, last: V, nearest: impl Fn(V) -> V) -> Met<V> {
        let Self { start, velocity, max_time } = *self;
        let nil = V::Scalar::NIL;
        let speed = velocity.max_abs();
        // Nearest points are found by products, which lose the digits of tiny numbers.
        if is_tiny(last.max_abs().max(start.max_abs())) {
            return Err(Missed::Unknown);
        }
        // A bound on the rounding error of a length. Floats have no steps of time.
        let slack = |size| steps_at(SLACK_STEPS, size);
        let step = slack(speed);
        let length = dir.length();
        // The gap and the rate at which it falls, times the length of `dir`, so that the time does not wait for the
        // root.
        let height_at = |point| dir.dot(displacement(last, point)).over_one();
        let (height, fall) = (height_at(start), -dir.dot(velocity).over_one());
        let [gap, closing] = [height, fall].map(|part| over(part, length));
        let most = closing + step;
        let firm = gap - slack(last.max_abs().max(displacement(last, start).max_abs()));
        // False where the gap is NaN.
        if firm > nil && (most <= nil || product(most, max_time) < firm) {
            return Err(Missed::Never);
        }
        if !(firm > nil && closing > step) {
            return Err(Missed::Unknown);
        }
        let mut time = over(height, fall);
        for _ in 0..MAX_LOOKS {
            time = time.min(max_time);
            let point = moved(start, velocity, time);
            if time > nil && is_near(nearest(point), point, slack(point.max_abs().max(product(speed, time)))) {
                return Ok((time, dir, length));
            }
            // The rounding error of a gap grows with its size, so the same plane is evaluated once more at the time it
            // leads to.
            time = time + over(height_at(point), fall);
        }
        Err(Missed::Unknown)
    }

    /// Where the ray meets a ball of radius `touch`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meets_ball(&self, center: V, touch: V::Scalar) -> Met<V> {
        let (nil, from) = (V::Scalar::NIL, displacement(center, self.start));
        let size = self.start.max_abs().max(center.max_abs()).max(touch);
        if !are_squares_moderate::<V>(size, self.velocity.max_abs()) {
            return Err(Missed::Unknown);
        }
        let flight = Flight::new(from, self.velocity);
        match flight.passage(nil, size, touch) {
            Passage::By(_) => Err(Missed::Never),
            Passage::In(time) => {
                let time = self.within(time);
                self.met_at((time, flight.at(time)), None, (size, touch))
            }
            Passage::Along => Err(Missed::Unknown),
        }
    }

    /// Where the ray meets a capsule of radius `touch` about a segment.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meets_capsule(&self, (a, b): (V, V), touch: V::Scalar) -> Met<V> {
        let (nil, one, zero) = (V::Scalar::NIL, V::Scalar::ONE, AreaOfVector::<V>::ZERO);
        let (velocity, edge, from) = (self.velocity, displacement(a, b), displacement(a, self.start));
        let (speed, reach) = (velocity.max_abs(), edge.max_abs());
        let size = from.max_abs().max(a.max_abs()).max(reach).max(touch);
        if !are_squares_moderate::<V>(size, speed) {
            return Err(Missed::Unknown);
        }
        // Positions along the axis are multiples of the edge. An edge that is lost in rounding has no length.
        let per_edge = if reach > slack_of::<V>(size) { inverse::<V>(edge.dot(edge)) } else { UnitOfVector::<V>::NIL };
        let of_edge = |vector: V| edge.dot(vector).scaled(per_edge).over_one();
        let (slope, level) = (of_edge(velocity), of_edge(from));
        let (across, radial) = (moved(velocity, edge, -slope), moved(from, edge, -level));
        // A line parallel to the axis is in the infinite cylinder from its start, or never.
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
            let (end, inward) = (a.select(is_above, b), edge.select(is_above, -edge));
            let flight = Flight::new(displacement(end, self.start), velocity);
            match flight.passage(nil, size, touch) {
                Passage::By(next) if flight.at(next).dot(inward) <= zero => return Err(Missed::Never),
                Passage::By(_) | Passage::Along => return Err(Missed::Unknown),
                Passage::In(time) => (flight, time),
            }
        } else {
            (beside, time)
        };
        let time = self.within(comes_in);
        // The nearest point of the segment at that time is usually the one that was assumed, within rounding.
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
        let apart = if is_thought { flight.at(time) } else { moved(moved(from, velocity, time), edge, -nearest) };
        // The part along the axis is rounding, which is small beside the edge but may be large beside the radius of a
        // thin capsule: it is removed.
        let apart = if is_below || is_above || !is_thought { apart } else { moved(apart, edge, -of_edge(apart)) };
        self.met_at((time, apart), None, (size, touch))
    }

    /// Where a moving segment, whose start follows this line, meets a segment at rest: the time, the normal, and the
    /// point of the segment at rest.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meets_segment(
        &self,
        segments: &Segments<V>,
        touch: V::Scalar,
    ) -> Result<(V::Scalar, V::UnitVector, V), Missed> {
        let half = UnitOfVector::<V>::HALF;
        let Segments { a, d, p, e } = *segments;
        let (size, speed) = (segments.size().max(touch), self.velocity.max_abs());
        if !are_squares_moderate::<V>(size, speed) {
            return Err(Missed::Unknown);
        }
        let r = displacement(a, p);
        // The approach begins at the time when the middles are nearest to each other.
        let middles = r.blend([d, e], [-half, half]);
        let first = -middles.dot(self.velocity).scaled(inverse::<V>(self.velocity.dot(self.velocity))).over_one();
        let is_inside = |share: UnitOfVector<V>| share > UnitOfVector::<V>::NIL && share < UnitOfVector::<V>::ONE;
        let part = |vector: V, edge: V| edge.dot(vector).ratio(edge.dot(edge));
        let across = |vector: V, edge: V| vector.blend([edge], [-part(vector, edge)]);
        self.leaving_at(size, speed).approach(first, (size, touch), |time| {
            let then = Segments { p: moved(p, self.velocity, time), ..*segments };
            let (s, t) = Segments::rough_shares(displacement(a, then.p), d, e);
            let (on_a, on_b) = then.at((s, t));
            // The displacement is at right angles to a segment, unless it leaves the segment at an end. Rounding of
            // the shares tilts it, which counts at the far ends of thin segments: so the part along the segment is
            // removed.
            let seen = |vector: V| match (is_inside(s), is_inside(t)) {
                (false, false) => vector,
                (true, false) => across(vector, d),
                (false, true) => across(vector, e),
                (true, true) => {
                    let normal = d.across(e);
                    V::ZERO.blend([normal], [part(vector, normal)])
                }
            };
            let found = displacement(on_a, on_b);
            let (apart, pace) = (seen(found), seen(self.velocity));
            let reach = Segments::reach(apart, displacement(a, then.p), d, e);
            NearestToLine { apart, pace, reach, found, note: on_a }
        })
    }

    /// Where the ray meets a box enlarged by a ball of radius `touch`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn meets_box(&self, (center, half_extents): (V, V), touch: V::Scalar) -> Met<V> {
        let nil = V::Scalar::NIL;
        let from = displacement(center, self.start);
        let (size, speed) = (self.start.max_abs().max(half_extents.max_abs()), self.velocity.max_abs());
        let size = size.max(center.max_abs()).max(touch);
        if !are_moderate::<V>(size, speed) || (touch > nil && !are_squares_moderate::<V>(size, speed)) {
            return Err(Missed::Unknown);
        }
        let slack = slack_of::<V>(size);
        let plane = self.plane_of_box(from, half_extents + V::splat(touch), slack)?;
        let time = over(plane.gap, plane.pace);
        if touch > nil {
            let found = self.leaving_at(size, speed).approach(time, (size, touch), |time| {
                let point = moved(from, self.velocity, time);
                let apart = point - point.component_min(half_extents).component_max(-half_extents);
                let (parts, paces) = (apart.by_axis(), self.velocity.by_axis());
                let mut axes = parts.as_ref().iter().zip(paces.as_ref());
                let pace =
                    V::from_axes(|_| axes.next().map_or(nil, |(&part, &pace)| if part == nil { nil } else { pace }));
                NearestToLine { apart, pace, reach: apart.dot(apart), found: apart, note: apart }
            });
            let (time, normal, _) = found?;
            return Ok((time, as_direction(normal), unit_length::<V>()));
        }
        let time = time.min(self.max_time);
        let point = moved(from, self.velocity, time);
        let nearest = point.component_min(half_extents).component_max(-half_extents);
        if time > nil && is_near(nearest, point, slack) {
            let normal = as_direction::<V>(plane.normal).with_signs_of(-self.velocity);
            return Ok((time, normal, unit_length::<V>()));
        }
        Err(Missed::Unknown)
    }

    /// The last plane that keeps the ray out of a box about the origin, given the start of the ray in that frame, and
    /// the half extents. Its gap is zero if the ray starts at most rounding in front of every plane. The ray never
    /// meets the box if an axis separates them, or a direction at right angles to an axis and to the ray.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn plane_of_box(&self, from: V, wide: V, slack: V::Scalar) -> Result<BoxPlane<V>, Missed> {
        let nil = V::Scalar::NIL;
        // With signs such that the line goes down along each axis.
        let back = -self.velocity;
        let (heights, paces) = (from.with_signs_of(back), self.velocity.component_abs());
        let outside = wide + V::splat(slack);
        let last = moved(heights, paces, -self.max_time);
        // The ray goes down along each axis. So it misses if on some axis it starts below the box, or ends above it; or
        // if a direction at right angles to an axis and to the ray separates the two.
        let (inner, outer) = (-(heights + outside), displacement(outside, last));
        let [next_heights, next_paces, next_outside] = [heights, paces, outside].map(next_axis);
        let is_apart = if V::Scalar::IS_FLOAT {
            let products = |one: V, other: V| one.component_products_per(other, V::Scalar::ONE);
            let arms = products(heights, next_paces) - products(next_heights, paces);
            let reach = products(outside, next_paces) + products(next_outside, paces);
            let apart = outer.component_max(inner).component_max(arms.component_abs() - reach);
            apart.by_axis().as_ref().iter().any(|&part| part > nil)
        } else {
            // The direction is rounded in fixed point: exact products tell whether the line passes beside the box by
            // more than that.
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
            is_along || (0..V::DIM).any(is_beside)
        };
        if is_apart {
            return Err(Missed::Never);
        }
        // The planes keep the ray out until the last of the times at which it passes through them. A plane that it
        // starts on, or behind, does not keep it out.
        let mut plane: BoxPlane<V> = BoxPlane { gap: nil, pace: V::Scalar::ONE, axis: 0, normal: V::UnitVector::ZERO };
        for (axis, &normal) in V::IDENTITY.as_ref().iter().enumerate() {
            let [gap, pace] = [heights - wide, paces].map(|vector| part(vector, axis));
            if gap > slack && gap.times(plane.pace) > plane.gap.times(pace) {
                plane = BoxPlane { gap, pace, axis, normal };
            }
        }
        Ok(plane)
    }
}

/// The point of a triangle that `point` lies above, along a normal. If `point` is beside the triangle, a point of one
/// of its edges. In the plane, the nearest point of the edge between the first two corners.
#[cfg_attr(not(debug_assertions), inline(always))]
fn among<V: Vector>(corners: [V; 3], normal: V, point: V) -> V {
    if V::IS_PLANAR {
        let [from, to, _] = corners;
        return foot_on_segment(from, to, point);
    }
    let zero = AreaOfVector::<V>::ZERO;
    let Shares { shares, .. } = triangle_shares(&corners.map(|corner| displacement(point, corner)), Some(normal));
    let [a, b, c] = shares.map(|share| share.max(zero));
    V::ZERO.blend(corners, [a, b, c].map(|share| share.fraction(a + b + c)))
}
