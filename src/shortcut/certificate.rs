//! The certificate that a shortcut returns: a direction between two cores, and bounds of their distance along it.
//!
//! The displacement between two points of the cores bounds their distance from above. The planes at right angles to
//! it that support both cores bound it from below, however good the points are. Results rest on these bounds alone,
//! and where the bounds leave a doubt a search answers.

use crate::body::support::Body;
use crate::number::rounding::{ROUNDING_STEPS, of_distance, steps};
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector, Vector, as_direction};
use crate::pair::place::Placed;
use crate::pair::result::{Penetration, Proximity, Separation, Status};

#[cfg(test)]
mod tests;

/// How often the slack, eight rounding steps, is halved to two steps. A shortcut that can tighten its bounds goes on
/// until they are that near: then its answer is as exact as that of a search.
pub const HALVINGS_WHERE_EXACT: u32 = 2;

/// How often it is halved where a surface is curved: to the four steps within which answers are promised.
pub const HALVINGS_WHERE_CURVED: u32 = 1;

/// The margins of two bodies, and their sum: the distance of the cores at which the bodies touch.
#[derive(Clone, Copy)]
pub struct Margins<S> {
    pub a: S,
    pub b: S,
    pub sum: S,
}

impl<S: Scalar> Margins<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of<V: Vector<Scalar = S>, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(a: &A, b: &B) -> Self {
        let (a, b) = (a.margin(), b.margin());
        Self { a, b, sum: saturating_sum(a, b) }
    }

    /// Is neither margin negative? False if one is NaN.
    pub fn are_sizes(&self) -> bool {
        self.a >= S::NIL && self.b >= S::NIL
    }

    /// Is neither margin negative, and is each in range? False if `b` is NaN. A NaN in `a` is not seen here (`min` and
    /// `max` return their second operand then), but it makes the sum NaN, which proves nothing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn are_allowed(&self) -> bool {
        self.a.min(self.b) >= S::NIL && self.a.max(self.b) <= S::LIMIT
    }

    /// Is neither margin negative, and is the sum in range? False if one is NaN.
    pub fn are_legal(&self) -> bool {
        self.are_sizes() && self.sum <= S::LIMIT
    }
}

/// A displacement as a direction, the length of that direction, and the length of the displacement. Both lengths are
/// zero if the displacement is.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn direction_and_lengths<V: Vector>(displacement: V) -> (V, V::Scalar, V::Scalar) {
    if V::Scalar::IS_FLOAT {
        let zoom = V::Scalar::zoom_for(displacement.max_abs());
        if zoom == V::Scalar::NO_ZOOM {
            let length = displacement.length();
            return (displacement, length, length);
        }
        let dir = displacement.zoom(zoom);
        let length = dir.length();
        return (dir, length, length.unzoom(zoom));
    }
    let dir = displacement.direction();
    let length = dir.length();
    (dir, length, dir.dot(displacement).per(length))
}

/// The gap, a part of the slack of a distance, beyond which a closed form proves bodies apart. In floats it is half
/// the slack, four steps, as a search demands. In fixed point it is two steps: points are rounded to half a step
/// along each axis, in space by √3/2 in all, and the length to half a step, which with two points is an error of less
/// than three steps. Gaps are whole steps, so one of more than two exceeds it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn sure_part<S: Scalar>(slack: S) -> S {
    slack.scaled(S::halved(if S::IS_FLOAT { 1 } else { 2 }))
}

/// The direction between two cores, with bounds of their distance, in a frame in which both bodies stand. Its methods
/// take `placed`, which takes results from there to the world.
pub struct Certificate<V: Vector> {
    pub margins: Margins<V::Scalar>,
    /// The point of the core of A nearest to B; if `is_of_b`, that of the core of B nearest to A, because B is a
    /// point for which A has the closed form.
    pub witness: V,
    pub is_of_b: bool,
    /// The direction from A to B; any axis if rounding left none of its digits.
    pub toward_b: V::UnitVector,
    /// False where the cores are too near each other to know the direction.
    pub has_direction: bool,
    /// Is one of the cores a point?
    pub has_point: bool,
    /// Bounds of the distance of the cores.
    pub upper: V::Scalar,
    pub lower: V::Scalar,
    /// Bound on the rounding error of the bounds.
    pub slack: V::Scalar,
    /// A gap between the bounds that is small enough even if it exceeds the slack.
    pub allowed_gap: V::Scalar,
}

impl<V: Vector> Certificate<V> {
    /// The certificate along a direction of the given length. `witness` is a point of A. `bounds`, from above and
    /// from below, are how far two points of the cores and the two support points are apart along the direction,
    /// times its length. `size` is the largest of the numbers behind them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn between_planes(
        margins: Margins<V::Scalar>,
        (dir, length): (V, V::Scalar),
        witness: V,
        bounds: [AreaOfVector<V>; 2],
        size: V::Scalar,
    ) -> Self {
        let [upper, lower] = bounds.map(|bound| bound.per(length));
        // `min` returns its second operand if one is NaN, so a lower bound that is NaN stays NaN.
        let (toward_b, lower, slack) = (dir.unit(length), upper.min(lower), of_distance(size.max(margins.sum)));
        let (is_of_b, has_direction, has_point, allowed_gap) = (false, true, false, V::Scalar::NIL);
        Self { margins, witness, is_of_b, toward_b, has_direction, has_point, upper, lower, slack, allowed_gap }
    }

    /// `toward_b`, as a direction.
    pub fn dir(&self) -> V {
        as_direction(self.toward_b)
    }

    /// A lower bound of the distance of the bodies; negative if they may overlap.
    fn lower_bound(&self) -> V::Scalar {
        saturating_difference(self.lower, self.margins.sum)
    }

    /// Do the bodies touch? `None` if rounding may decide, or margins are out of range.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn touches(&self) -> Option<bool> {
        if !self.margins.are_legal() {
            None
        } else if self.are_apart() {
            Some(false)
        } else {
            self.overlap().then_some(true)
        }
    }

    /// Are the bodies apart by more than rounding?
    pub fn are_apart(&self) -> bool {
        self.lower_bound() > self.slack
    }

    /// Do the bodies overlap by more than rounding?
    fn overlap(&self) -> bool {
        saturating_difference(self.margins.sum, self.upper) > self.slack
    }

    /// Are the bodies proven farther apart than a limit?
    pub fn are_beyond(&self, limit: V::Scalar) -> bool {
        self.are_apart() && self.lower_bound() > limit
    }

    /// Are the bodies apart by more than the [part of the slack](sure_part) that a closed form demands?
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn are_known_apart(&self) -> bool {
        self.margins.are_allowed() && self.lower_bound() > sure_part(self.slack)
    }

    /// Do bounds that have met tell whether the bodies touch? They may be as far apart as the slack. So they do not
    /// where the distance of the nearest points is that close to the sum of the margins: there only tighter planes
    /// tell.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn is_clear(&self) -> bool {
        let signed = saturating_difference(self.upper, self.margins.sum);
        signed.max(-signed) > steps(2, self.slack)
    }

    /// The separation by a closed form that no search backs: it answers whatever its bounds are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn separation_in_any_case(&self, placed: &impl Placed<V>, limit: V::Scalar) -> Separation<V> {
        let (nil, is_apart) = (V::Scalar::NIL, self.are_known_apart());
        let (signed, proven) = (saturating_difference(self.upper, self.margins.sum), self.lower_bound());
        let is_contact = !is_apart && signed <= nil;
        if !self.margins.are_allowed() || !(is_apart || is_contact || signed > nil) {
            let (point, normal) = (placed.point_to_world(V::ZERO), V::UnitVector::first_axis());
            let (iterations, status) = (0, Status::BadSupport);
            return Separation {
                distance: nil,
                lower_bound: nil,
                normal,
                on_a: point,
                on_b: point,
                iterations,
                status,
            };
        }
        let status = if is_apart {
            self.status(proven, limit)
        } else if is_contact {
            Status::Converged
        } else {
            Status::Undecided
        };
        let (distance, lower_bound) = if is_apart { (signed.max(proven), proven) } else { (signed.max(nil), nil) };
        // Where the bodies overlap or touch, the witness is a common point: between the cores, inside both margins.
        let (margin, toward_other) = self.toward_other();
        let margin = if is_contact { self.upper.max(nil).min(margin) } else { margin };
        let witness = placed.point_to_world(self.witness.advance(margin, toward_other));
        let normal = placed.direction_to_world(self.toward_b);
        let (on_a, on_b) = self.beside(witness, distance, normal);
        Separation { distance, lower_bound, normal, on_a, on_b, iterations: 0, status }
    }

    /// The separation or the penetration by a closed form that no search backs: it answers whatever its bounds are.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn proximity_in_any_case(&self, placed: &impl Placed<V>, limit: V::Scalar) -> Proximity<V> {
        let (nil, most) = (V::Scalar::NIL, V::Scalar::MAX);
        if self.are_known_apart() {
            return Proximity::Separated(self.separation_in_any_case(placed, limit));
        }
        let lower_bound = saturating_difference(self.margins.sum, self.upper);
        let is_undecided = lower_bound < nil;
        let (iterations, epa_iterations) = (0, 0);
        if !self.margins.are_allowed() || !(is_undecided || lower_bound >= nil) {
            let (point, normal) = (placed.point_to_world(V::ZERO), V::UnitVector::first_axis());
            let (lower_bound, upper_bound, on_a, on_b, status) = (-most, most, point, point, Status::BadSupport);
            let depth = nil;
            let nothing =
                Penetration { depth, lower_bound, upper_bound, normal, on_a, on_b, iterations, epa_iterations, status };
            return Proximity::Overlapping(nothing);
        }
        let status = if is_undecided { Status::Undecided } else { self.status(nil, most) };
        let depth = lower_bound.max(nil);
        let (on_a, on_b, normal) = self.witnesses(placed, -depth);
        let upper_bound = saturating_difference(self.margins.sum, self.lower).max(depth);
        Proximity::Overlapping(Penetration {
            depth,
            lower_bound,
            upper_bound,
            normal,
            on_a,
            on_b,
            iterations,
            epa_iterations,
            status,
        })
    }

    /// The status of a closed form that proves the bodies at least `proven` apart.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn status(&self, proven: V::Scalar, limit: V::Scalar) -> Status {
        if self.have_met() {
            Status::Converged
        } else if proven > limit {
            Status::DistanceLimit
        } else {
            Status::Stalled
        }
    }

    /// The separation, if the bounds have met or prove the bodies farther apart than a limit. For bodies that overlap
    /// the distance is zero whatever the bounds are; but where the nearest points of the cores coincide, it is left
    /// to a search, which finds a better normal.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn known_separation(&self, placed: &impl Placed<V>, limit: V::Scalar) -> Option<Separation<V>> {
        if !self.margins.are_legal() {
            None
        } else if self.are_apart() {
            self.proven_separation(placed, limit)
        } else {
            (self.overlap() && self.has_direction).then(|| self.common_point(placed))
        }
    }

    /// Separation or penetration, if the bounds have met and no EPA is needed, or the bodies are proven farther apart
    /// than a limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn known_proximity(&self, placed: &impl Placed<V>, limit: V::Scalar) -> Option<Proximity<V>> {
        if !self.margins.are_legal() {
            None
        } else if self.are_apart() {
            self.proven_separation(placed, limit).map(Proximity::Separated)
        } else {
            // Between cores that nearly touch rounding may have left few digits of the direction. If the bounds agree
            // along it within a step, it is as good as any.
            let have_met = if self.lower > self.slack {
                self.have_met()
            } else {
                self.lower > V::Scalar::NIL && self.have_met_within((2 * ROUNDING_STEPS).ilog2())
            };
            (self.overlap() && have_met).then(|| Proximity::Overlapping(self.penetration(placed)))
        }
    }

    /// Have the bounds met to the slack, or to what is allowed?
    pub fn have_met(&self) -> bool {
        saturating_difference(self.upper, self.lower) <= self.slack.max(self.allowed_gap)
    }

    /// Have the bounds met to what is allowed, or to the slack halved `halvings` times?
    pub fn have_met_within(&self, halvings: u32) -> bool {
        saturating_difference(self.upper, self.lower) <= self.slack_after(halvings).max(self.allowed_gap)
    }

    /// The slack, halved `halvings` times.
    pub fn slack_after(&self, halvings: u32) -> V::Scalar {
        self.slack.scaled(V::Scalar::halved(halvings))
    }

    /// The separation of bodies that overlap: zero, at a point inside both margins, between the cores.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn common_point(&self, placed: &impl Placed<V>) -> Separation<V> {
        let nil = V::Scalar::NIL;
        let (margin, toward_other) = self.toward_other();
        let point = placed.point_to_world(self.witness.advance(self.upper.min(margin), toward_other));
        let normal = placed.direction_to_world(self.toward_b);
        let (iterations, status) = (0, Status::Converged);
        Separation { distance: nil, lower_bound: nil, normal, on_a: point, on_b: point, iterations, status }
    }

    /// The distance of the bodies, zero if they overlap, and a lower bound of it, zero unless at least half of the
    /// distance is proven.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bounds(&self) -> (V::Scalar, V::Scalar) {
        let nil = V::Scalar::NIL;
        let (distance, lower_bound) = (saturating_difference(self.upper, self.margins.sum), self.lower_bound());
        let distance = distance.max(nil);
        let is_apart = lower_bound > nil && lower_bound >= distance - lower_bound;
        let lower_bound = if is_apart { lower_bound } else { nil };
        (distance.max(lower_bound), lower_bound)
    }

    /// Is at least half of the distance proven, or is the distance at most `near`? If no core is a point, the bounds
    /// have to have met as well, because the closed form for segments that are nearly parallel may be too inexact.
    pub fn is_conclusive(&self, near: V::Scalar) -> bool {
        let (distance, lower_bound) = self.bounds();
        (lower_bound > V::Scalar::NIL || distance <= near) && (self.has_point || self.have_met())
    }

    /// The separation of the bodies, zero if they overlap.
    pub fn separation(&self, placed: &impl Placed<V>) -> Separation<V> {
        self.separation_within(placed, self.bounds(), Status::Converged)
    }

    /// The separation of bodies that are apart by more than rounding, if the bounds have met or prove it beyond a
    /// limit.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn proven_separation(&self, placed: &impl Placed<V>, limit: V::Scalar) -> Option<Separation<V>> {
        let lower_bound = self.lower_bound();
        // Beyond the limit alternating projections end before their bounds are as tight as they can become.
        let status = if lower_bound > limit && !self.have_met_within(HALVINGS_WHERE_EXACT) {
            Status::DistanceLimit
        } else if self.have_met() {
            Status::Converged
        } else {
            return None;
        };
        let distance = saturating_difference(self.upper, self.margins.sum).max(lower_bound);
        Some(self.separation_within(placed, (distance, lower_bound), status))
    }

    /// The separation with the given distance, lower bound and status.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn separation_within(
        &self,
        placed: &impl Placed<V>,
        (distance, lower_bound): (V::Scalar, V::Scalar),
        status: Status,
    ) -> Separation<V> {
        let (on_a, on_b, normal) = self.witnesses(placed, distance);
        Separation { distance, lower_bound, normal, on_a, on_b, iterations: 0, status }
    }

    /// The penetration of bodies whose margins overlap while their cores are apart, or of which one core is a point
    /// inside the other. In the latter case the bounds of the certificate are minus the depth of the point.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn penetration(&self, placed: &impl Placed<V>) -> Penetration<V> {
        let depth = saturating_difference(self.margins.sum, self.upper);
        let (on_a, on_b, normal) = self.witnesses(placed, -depth);
        let (lower_bound, upper_bound) = (depth, saturating_difference(self.margins.sum, self.lower).max(depth));
        let (iterations, epa_iterations, status) = (0, 0, Status::Converged);
        Penetration { depth, lower_bound, upper_bound, normal, on_a, on_b, iterations, epa_iterations, status }
    }

    /// The witness points, apart by the signed distance `signed`, and the normal, in the world.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn witnesses(&self, placed: &impl Placed<V>, signed: V::Scalar) -> (V, V, V::UnitVector) {
        let (margin, toward_other) = self.toward_other();
        let witness = placed.point_to_world(self.witness.advance(margin, toward_other));
        let normal = placed.direction_to_world(self.toward_b);
        let (on_a, on_b) = self.beside(witness, signed, normal);
        (on_a, on_b, normal)
    }

    /// The points of A and B, apart by the signed distance `signed`, of which one is given.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn beside(&self, witness: V, signed: V::Scalar, normal: V::UnitVector) -> (V, V) {
        if self.is_of_b {
            (witness.advance(-signed, normal), witness)
        } else {
            (witness, witness.advance(signed, normal))
        }
    }

    /// The margin of the body that the witness belongs to, and the direction from there to the other body.
    fn toward_other(&self) -> (V::Scalar, V::UnitVector) {
        if self.is_of_b { (self.margins.b, -self.toward_b) } else { (self.margins.a, self.toward_b) }
    }
}
