//! What a shortcut proves of two bodies: a direction between their cores, and bounds of the distance along it.
//!
//! The displacement between two points of the cores bounds their distance from above. The planes at right angles to it
//! that support both cores bound it from below, however good the points are. So nothing else is taken on trust, and
//! where the bounds leave a doubt a search answers.
//!
//! Without the attributes of inlining in this file distances of balls and boxes take 4 to 10 % more instructions on
//! x86-64.

use crate::number::rounding::{ROUNDING_STEPS, of_distance};
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector, Vector, as_direction};
use crate::pair::place::{InA, Placed, Placement};
use crate::pair::result::{Penetration, Proximity, Separation, Status};

/// Bounds that a shortcut can bring nearer have met once they are within two rounding steps, the slack of eight halved
/// so often: then it is as exact as a search.
pub const HALVINGS_WHERE_EXACT: u32 = 2;

/// Are two margins nonnegative, and their sum in range? False if one is NaN.
pub fn are_margins<S: Scalar>(one: S, other: S, sum: S) -> bool {
    one >= S::NIL && other >= S::NIL && sum <= S::LIMIT
}

/// A displacement as a direction, the length of that direction, and the length of the displacement, zero if it is zero.
#[inline(always)]
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

/// The direction between two cores, with bounds of their distance. Everything except results is in the frame of
/// `placed`, in which both bodies stand.
pub struct Certificate<'q, P, V: Vector> {
    pub placed: &'q P,
    pub margin_a: V::Scalar,
    pub margin_b: V::Scalar,
    /// The sum of the margins: the distance of the cores at which the bodies touch.
    pub touch: V::Scalar,
    /// The nearest point of the core of A; of B if A has a closed form for its point nearest to B (`is_of_b`).
    pub witness: V,
    pub is_of_b: bool,
    /// The direction from A to B; any axis if rounding left no digit of it.
    pub toward_b: V::UnitVector,
    pub has_direction: bool,
    /// Is one of the cores a point?
    pub has_point: bool,
    /// Bounds of the distance of the cores.
    pub upper: V::Scalar,
    pub lower: V::Scalar,
    /// Bound on the rounding error of the bounds.
    pub slack: V::Scalar,
    /// A gap between the bounds that is small enough.
    pub allowed_gap: V::Scalar,
}

impl<'q, V: Vector, P: Placement<V>> Certificate<'q, InA<'q, P>, V> {
    /// The certificate of two pairs of points, one point of each core, in A's frame: `near`, points near each other,
    /// and `bearing`, the support points along a direction of the given length. `size` is that of the numbers behind
    /// them.
    #[inline(always)]
    pub fn across(
        placed: &'q InA<'q, P>,
        [margin_a, margin_b]: [V::Scalar; 2],
        (dir, length): (V, V::Scalar),
        [near, bearing]: [(V, V); 2],
        size: V::Scalar,
    ) -> Self {
        let along = |(on_a, on_b): (V, V)| dir.dot(on_b - on_a);
        Self::between_planes(placed, [margin_a, margin_b], (dir, length), near.0, [near, bearing].map(along), size)
    }
}

impl<'q, V: Vector, P: Placed<V>> Certificate<'q, P, V> {
    /// The certificate of planes at right angles to a direction. `witness` is a point of A; `bounds` are how far the
    /// points near each other, and the support points, are apart along the direction, times its length.
    #[inline(always)]
    pub fn between_planes(
        placed: &'q P,
        [margin_a, margin_b]: [V::Scalar; 2],
        (dir, length): (V, V::Scalar),
        witness: V,
        bounds: [AreaOfVector<V>; 2],
        size: V::Scalar,
    ) -> Self {
        let [upper, lower] = bounds.map(|bound| bound.per(length));
        let touch = saturating_sum(margin_a, margin_b);
        Self {
            placed,
            margin_a,
            margin_b,
            touch,
            witness,
            is_of_b: false,
            toward_b: dir.unit(length),
            has_direction: true,
            has_point: false,
            upper,
            // A NaN bound must stay NaN, so the order of the operands matters.
            lower: upper.min(lower),
            slack: of_distance(size.max(touch)),
            allowed_gap: V::Scalar::NIL,
        }
    }

    /// The penetration of segments that cross by more than rounding.
    #[inline(always)]
    pub fn of_crossing(self, (depth, toward_b, witness): (V::Scalar, V::UnitVector, V)) -> Option<Penetration<V>> {
        let is_known = self.has_margins() && depth > self.slack;
        is_known.then(|| Self { toward_b, witness, upper: -depth, lower: -depth, ..self }.penetration())
    }

    /// Is the direction between the cores known, and with it the normal? Not where the cores are too near each other.
    pub fn has_direction(&self) -> bool {
        self.has_direction
    }

    /// `toward_b`, as a direction.
    pub fn dir(&self) -> V {
        as_direction(self.toward_b)
    }

    /// Are the margins nonnegative, and their sum in range? Otherwise nothing is known here.
    pub fn has_margins(&self) -> bool {
        are_margins(self.margin_a, self.margin_b, self.touch)
    }

    /// Do the bodies touch? `None` if rounding may decide, or margins are out of range.
    #[inline(always)]
    pub fn touches(&self) -> Option<bool> {
        if !self.has_margins() {
            None
        } else if self.are_apart() {
            Some(false)
        } else {
            self.overlap().then_some(true)
        }
    }

    /// Are the bodies apart by more than rounding?
    pub fn are_apart(&self) -> bool {
        saturating_difference(self.lower, self.touch) > self.slack
    }

    /// Do the bodies overlap by more than rounding?
    pub fn overlap(&self) -> bool {
        saturating_difference(self.touch, self.upper) > self.slack
    }

    /// Are the bodies proven farther apart than a limit?
    pub fn are_beyond(&self, limit: V::Scalar) -> bool {
        self.are_apart() && saturating_difference(self.lower, self.touch) > limit
    }

    /// The field `witness`.
    pub fn witness(&self) -> V {
        self.witness
    }

    /// The separation, if the bounds have met or prove the bodies farther apart than a limit. The distance of bodies
    /// that overlap is zero whatever the bounds; but where the nearest points of the cores coincide a search has the
    /// better normal.
    #[inline(always)]
    pub fn known_separation(&self, limit: V::Scalar) -> Option<Separation<V>> {
        if !self.has_margins() {
            None
        } else if self.are_apart() {
            self.proven_separation(limit)
        } else {
            (self.overlap() && self.has_direction).then(|| self.common_point())
        }
    }

    /// Separation or penetration, if the bounds have met and no EPA is needed, or the bodies are proven farther apart
    /// than a limit.
    #[inline(always)]
    pub fn known_proximity(&self, limit: V::Scalar) -> Option<Proximity<V>> {
        if !self.has_margins() {
            None
        } else if self.are_apart() {
            self.proven_separation(limit).map(Proximity::Separated)
        } else {
            // Rounding may have left few digits of the direction between cores that all but touch. If the bounds agree
            // along it within a step, it is as good as any.
            let have_met = if self.lower > self.slack {
                self.have_met()
            } else {
                self.lower > V::Scalar::NIL && self.have_met_within((2 * ROUNDING_STEPS).ilog2())
            };
            (self.overlap() && have_met).then(|| Proximity::Overlapping(self.penetration()))
        }
    }

    pub fn have_met(&self) -> bool {
        saturating_difference(self.upper, self.lower) <= self.slack.max(self.allowed_gap)
    }

    /// Have the bounds met to what is allowed, or to the slack, halved so many times?
    pub fn have_met_within(&self, halvings: u32) -> bool {
        let slack = V::Scalar::blend(V::Scalar::NIL, [self.slack], [V::Scalar::halved(halvings)]);
        saturating_difference(self.upper, self.lower) <= slack.max(self.allowed_gap)
    }

    /// The separation of bodies that overlap: zero, at a point inside both margins, between the cores.
    #[inline(always)]
    pub fn common_point(&self) -> Separation<V> {
        let nil = V::Scalar::NIL;
        let (margin, toward_other) = self.toward_other();
        let point = self.placed.point_to_world(self.witness.advance(self.upper.min(margin), toward_other));
        let normal = self.placed.direction_to_world(self.toward_b);
        let (iterations, status) = (0, Status::Converged);
        Separation { distance: nil, lower_bound: nil, normal, on_a: point, on_b: point, iterations, status }
    }

    /// The distance of the bodies, zero if they overlap, and a lower bound of it, zero unless at least half of the
    /// distance is proven.
    #[inline(always)]
    pub fn bounds(&self) -> (V::Scalar, V::Scalar) {
        let nil = V::Scalar::NIL;
        let [distance, lower_bound] = [self.upper, self.lower].map(|bound| saturating_difference(bound, self.touch));
        let distance = distance.max(nil);
        let is_apart = lower_bound > nil && lower_bound >= distance - lower_bound;
        let lower_bound = if is_apart { lower_bound } else { nil };
        (distance.max(lower_bound), lower_bound)
    }

    /// Is at least half of the distance proven, or is the distance at most `near`? For two segments that are nearly
    /// parallel the closed form may know too little, so without a point the bounds have to have met as well.
    pub fn is_conclusive(&self, near: V::Scalar) -> bool {
        let (distance, lower_bound) = self.bounds();
        (lower_bound > V::Scalar::NIL || distance <= near) && (self.has_point || self.have_met())
    }

    /// The separation of the bodies, zero if they overlap.
    pub fn separation(&self) -> Separation<V> {
        self.separation_within(self.bounds())
    }

    /// The separation of bodies that are apart by more than rounding, if the bounds have met or prove it beyond a
    /// limit.
    #[inline(always)]
    pub fn proven_separation(&self, limit: V::Scalar) -> Option<Separation<V>> {
        let lower_bound = saturating_difference(self.lower, self.touch);
        // Beyond the limit the turns of `alternate` end before the bounds are as near as they come.
        let status = if lower_bound > limit && !self.have_met_within(HALVINGS_WHERE_EXACT) {
            Status::DistanceLimit
        } else if self.have_met() {
            Status::Converged
        } else {
            return None;
        };
        let bounds = (saturating_difference(self.upper, self.touch).max(lower_bound), lower_bound);
        Some(Separation { status, ..self.separation_within(bounds) })
    }

    #[inline(always)]
    pub fn separation_within(&self, (distance, lower_bound): (V::Scalar, V::Scalar)) -> Separation<V> {
        let (on_a, on_b, normal) = self.witnesses(distance);
        let (iterations, status) = (0, Status::Converged);
        Separation { distance, lower_bound, normal, on_a, on_b, iterations, status }
    }

    /// The penetration of bodies whose cores are apart, or of which one core is a point inside the other: the bounds
    /// are then minus its depth.
    #[inline(always)]
    pub fn penetration(&self) -> Penetration<V> {
        let depth = saturating_difference(self.touch, self.upper);
        let (on_a, on_b, normal) = self.witnesses(-depth);
        let (lower_bound, upper_bound) = (depth, saturating_difference(self.touch, self.lower).max(depth));
        let (iterations, epa_iterations, status) = (0, 0, Status::Converged);
        Penetration { depth, lower_bound, upper_bound, normal, on_a, on_b, iterations, epa_iterations, status }
    }

    /// The witness points, apart by the signed distance `signed`, and the normal, in the world.
    #[inline(always)]
    pub fn witnesses(&self, signed: V::Scalar) -> (V, V, V::UnitVector) {
        let (margin, toward_other) = self.toward_other();
        let witness = self.placed.point_to_world(self.witness.advance(margin, toward_other));
        let normal = self.placed.direction_to_world(self.toward_b);
        if self.is_of_b {
            (witness.advance(-signed, normal), witness, normal)
        } else {
            (witness, witness.advance(signed, normal), normal)
        }
    }

    /// The margin of the body that the witness belongs to, and the direction from there to the other body.
    pub fn toward_other(&self) -> (V::Scalar, V::UnitVector) {
        if self.is_of_b { (self.margin_b, -self.toward_b) } else { (self.margin_a, self.toward_b) }
    }
}
