//! Nearest points of two cores that both have a closed form for their point nearest to a given one, by alternating
//! projections, in floats.
//!
//! Projecting a point onto B and A alternately converges to a pair of nearest points (Cheney, Goldstein 1959). One
//! *turn* is a projection onto B and one back onto A; a *step* is the displacement between consecutive points on one
//! body. Where one of the nearest points is a corner, a single turn is usually enough. Between two edges or faces
//! that are not parallel the steps shorten by the same factor, the cosine of their angle, at each change of sides.
//! Let d be the step on A of one turn, and e the step on B that follows it: d and the steps on A after it sum to
//! d·d²/(d² − e²), as a geometric series does (Aitken 1926). Where that sum leads out of the core, or beyond its flat
//! part, the turns that follow come back.
//!
//! Everything is in A's frame. So a displacement is to the last bit at right angles to the edge or face of A at which
//! it begins, but only as far as the rounding of its end points allows to an edge or face of B. Where the turns make
//! no more progress, the displacement is computed in B's frame instead.
//!
//! Where the surfaces are curved, steps shorten by two factors, one for each direction along the surface, which
//! change from turn to turn. From the second turn on the next start is predicted: the point where the step would be
//! zero if steps changed with the points as they did between the last three turns (Anderson 1965).
//!
//! The bounds of curved surfaces may meet to rounding while the direction is still off by an angle φ, because they are
//! off by only d·φ²/2 at the distance d. The step tells φ. In a turn the displacement from the start on A to its
//! nearest point on B has the direction of B's normal there, and the one back has that of A's normal where it ends.
//! On convex surfaces the two normals turn to opposite sides as the points move away from the nearest ones, so the
//! wanted direction lies between them (along each direction of curvature, if the surfaces share these). Both
//! displacements end at the same point of B and begin a step apart, so they differ by an angle of the step over d.
//!
//! For bodies that overlap the turns converge to where the surfaces cross, without reaching it. The test for contact
//! therefore starts each further turn beyond the predicted limit, half as far again: that point usually lies in both
//! bodies, or in one of them next to where the other is inside it, and a proof of contact soon follows. For bodies
//! that are apart it lies beside the nearest points, to which the next turn comes back.
//!
//! The turns begin at the nearest point of A that the last query of the pair left behind, or else at the point of A
//! nearest to the center of B. Fixed point loses too many digits where points change frames, unless the bodies are
//! scaled first, which is done for boxes ([`boxes_fixed`](crate::shortcut::boxes_fixed)).

use crate::body::support::{Body, are_polytopes, form_of};
use crate::number::rounding::of_distance;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, is_tiny};
use crate::pair::place::{InA, Placement, Stand};
use crate::shortcut::certificate::{
    Certificate, HALVINGS_WHERE_CURVED, HALVINGS_WHERE_EXACT, Margins, direction_and_lengths,
};
use crate::shortcut::tuning::{MAX_ALTERNATING_CORNERS, MAX_TURNS, MAX_TURNS_FOR_TOUCH, MAX_TURNS_WHERE_CURVED};

/// The certificate of two cores whose bounds meet to a tolerance or to rounding, or prove the bodies farther apart than
/// a limit. `None` if a few turns do not achieve that, if the cores are too near each other for a direction, or if
/// [`can_alternate`] is false. For floats. `known` is a point of A near B from an earlier query.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn by_alternation<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placement: &impl Placement<V>,
    known: Option<V>,
    (tolerance, limit): (UnitOfVector<V>, V::Scalar),
) -> Option<Certificate<V>> {
    if !can_alternate(a, b) {
        return None;
    }
    let turns = Alternation { a, b, stand: &InA(placement), resolution: V::Scalar::NIL };
    let start = known.or_else(|| turns.of_a(placement.to_a(b.center())))?;
    turns.certificate(start, tolerance, limit)
}

/// Do two bodies touch? `None` if a few turns cannot tell, or rounding may decide.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn touching_by_alternation<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placement: &impl Placement<V>,
    known: Option<V>,
) -> Option<bool> {
    let turns = Alternation { a, b, stand: &InA(placement), resolution: V::Scalar::NIL };
    // Boxes whose touch the separating axes left undecided go to the search.
    let are_boxes = form_of(a).as_box().is_some() && form_of(b).as_box().is_some();
    if !V::Scalar::IS_FLOAT || are_boxes || !can_alternate(a, b) { None } else { turns.touch(known) }
}

/// Do both cores have a closed form for their nearest points that is faster than a search? Usually a constant for a
/// pair of types. Not for polygons of more corners than [`MAX_ALTERNATING_CORNERS`].
///
/// Inlined on WASM only, where the small module of `tests/wasm` shrinks by 59 bytes. On a Cortex-M4F a distance in
/// `f32`, optimized for size, would take 18 % more stack.
#[cfg_attr(target_family = "wasm", inline)]
pub fn can_alternate<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(a: &A, b: &B) -> bool {
    form_of(a).corner(MAX_ALTERNATING_CORNERS).is_none()
        && form_of(b).corner(MAX_ALTERNATING_CORNERS).is_none()
        && form_of(a).has_nearest()
        && form_of(b).has_nearest()
}

/// Two bodies to project onto alternately, and where B stands in A's frame. The methods `of_a` and `of_b` are the
/// projections.
pub struct Alternation<'t, A: ?Sized, B: ?Sized, T, V: Vector> {
    pub a: &'t A,
    pub b: &'t B,
    pub stand: &'t T,
    /// The part of the allowed gap between the bounds that does not depend on the distance: zero for floats, in
    /// scaled fixed point a part of the step of the input.
    pub resolution: V::Scalar,
}

impl<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, T: Stand<V>> Alternation<'_, A, B, T, V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_a(&self, point: V) -> Option<V> {
        form_of(self.a).nearest_to(point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_b(&self, point: V) -> Option<V> {
        Some(self.stand.place(form_of(self.b).nearest_to(self.stand.back(point))?))
    }

    /// The displacement from a point to its nearest point of B, computed in B's frame.
    fn displacement_seen_from_b(&self, from: V) -> Option<V> {
        let from = self.stand.back(from);
        Some(self.stand.turn(form_of(self.b).nearest_to(from)? - from))
    }

    /// The certificate along `displacement`: two points of the cores bound the distance from above, and the planes at
    /// right angles to it that support the cores bound it from below. `is_from_nearest` says that `displacement`
    /// begins at the point of A nearest to its end.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gap(
        &self,
        (on_a, on_b): (V, V),
        displacement: V,
        is_from_nearest: bool,
        tolerance: UnitOfVector<V>,
    ) -> Certificate<V> {
        let Self { a, b, stand, resolution } = *self;
        let (dir, length, _) = direction_and_lengths(displacement);
        // The point of a box nearest to the end of the displacement is also its support point along it: on each axis
        // on which the displacement is not zero, the box ends there.
        let last_a = if is_from_nearest && form_of(a).as_box().is_some() { on_a } else { a.support(dir) };
        let first_b = stand.place(b.support(stand.direction_back(-dir)));
        // Scaled fixed point rounds by single steps, whatever the size.
        let size = if !V::Scalar::IS_FLOAT {
            V::Scalar::NIL
        } else {
            [on_b, last_a, first_b].iter().fold(on_a.max_abs(), |size, point| size.max(point.max_abs()))
        };
        let bounds = [(on_a, on_b), (last_a, first_b)].map(|(on_a, on_b)| dir.dot(on_b - on_a));
        let gap = Certificate::between_planes(Margins::of(a, b), (dir, length), on_a, bounds, size);
        Certificate { allowed_gap: V::Scalar::blend(resolution, [gap.upper], [tolerance]), ..gap }
    }

    /// The certificate that alternating projections from a point of A find; `None` if they do not conclude.
    pub fn certificate(&self, mut start: V, tolerance: UnitOfVector<V>, limit: V::Scalar) -> Option<Certificate<V>> {
        let mut is_settled = false;
        let bends = V::Scalar::IS_FLOAT && !are_polytopes(self.a, self.b);
        let most_turns = if bends { MAX_TURNS_WHERE_CURVED } else { MAX_TURNS };
        let mut series = Series { turns: [(V::ZERO, V::ZERO); 2] };
        // The gaps between the bounds after the last two turns, the older one first.
        let mut open = [V::Scalar::MAX; 2];
        for turn in 1..=most_turns {
            let on_b = self.of_b(start)?;
            let on_a = self.of_a(on_b)?;
            let displacement = on_b - on_a;
            // The points of overlapping bodies converge to a common one, which leaves no direction. Nearest points
            // are found by squares, which lose the digits of tiny numbers.
            let size = on_a.max_abs();
            if displacement.is_within(of_distance(size)) || is_tiny(size.max(on_b.max_abs())) {
                return None;
            }
            let displacement = if is_settled {
                self.displacement_seen_from_b(start).filter(|vector| *vector != V::ZERO)?
            } else {
                displacement
            };
            let gap = self.gap((on_a, on_b), displacement, !is_settled, tolerance);
            if gap.upper <= gap.slack {
                return None;
            }
            let step = on_a - start;
            let agree = |step| are_within(step, gap.upper, tolerance);
            if gap.have_met_within(if bends { HALVINGS_WHERE_CURVED } else { HALVINGS_WHERE_EXACT })
                && (is_settled || !bends || agree(step) || agree(self.of_b(on_a)? - on_b))
                || gap.are_beyond(limit)
            {
                return Some(gap);
            }
            // Between edges or faces the gap shrinks with each turn, so one larger than two turns before is rounding.
            let ([before, last], left) = (open, gap.upper - gap.lower);
            if is_settled || turn == most_turns || (!bends && left > before) {
                return None;
            }
            open = [last, left];
            is_settled = step.is_within(gap.slack_after(if bends { HALVINGS_WHERE_EXACT } else { 0 }));
            if !is_settled {
                let predicted = if bends { series.take(on_a, step) } else { None };
                let further = match predicted {
                    Some(further) => further,
                    None => self.of_a(extrapolated(start, step, self.of_b(on_a)? - on_b))?,
                };
                start = self.of_a(self.of_b(further)?)?;
            }
        }
        None
    }

    /// Do the bodies touch? They do if a point of one core is its own nearest point of the other.
    #[inline(never)]
    fn touch(&self, known: Option<V>) -> Option<bool> {
        let stand = self.stand;
        let center = stand.place(self.b.center());
        let gap =
            |on_a, on_b, is_from_nearest| self.gap((on_a, on_b), on_b - on_a, is_from_nearest, UnitOfVector::<V>::NIL);
        // Bodies far apart are usually proven apart along the displacement between their centers.
        let center_of_a = self.a.center();
        let are_centered = center_of_a == center;
        if known.is_none() && !are_centered && gap(center_of_a, center, false).touches() == Some(false) {
            return Some(false);
        }
        let mut start = known.or_else(|| self.of_a(center))?;
        // A point that was on A in an earlier query need not be on it now.
        let mut is_of_a = known.is_none();
        for _ in 0..MAX_TURNS_FOR_TOUCH {
            let seen = stand.back(start);
            let nearest = form_of(self.b).nearest_to(seen)?;
            let on_b = stand.place(nearest);
            let on_a = self.of_a(on_b)?;
            if is_tiny(on_a.max_abs().max(on_b.max_abs())) {
                return None;
            }
            if on_a == on_b {
                return if Margins::of(self.a, self.b).are_legal() { Some(true) } else { None };
            }
            let gap = gap(on_a, on_b, true);
            if is_of_a && nearest == seen && gap.margins.are_legal() {
                return Some(true);
            }
            if let Some(is_touch) = gap.touches() {
                return Some(is_touch);
            }
            let further = extrapolated(start, on_a - start, self.of_b(on_a)? - on_b);
            let half = UnitOfVector::<V>::HALF;
            start = self.of_a(further.blend([further, start], [half, -half]))?;
            is_of_a = true;
        }
        None
    }
}

/// Do the two directions of a turn differ by no more than half of the angle that bounds prove which have met to a
/// tolerance? Bounds that are d·φ²/2 apart prove φ, so the squared half is half of the tolerance. The other half is for
/// surfaces that are curved along different directions.
fn are_within<V: Vector>(step: V, distance: V::Scalar, tolerance: UnitOfVector<V>) -> bool {
    let square: AreaOfVector<V> = distance.times(distance).portion(tolerance);
    step.dot(step) + step.dot(step) <= square
}

/// The end points of the last two turns and their steps, the newest first; a step is zero where there was no turn.
struct Series<V> {
    turns: [(V, V); 2],
}

impl<V: Vector> Series<V> {
    /// Adds a turn. Returns the point where the step would be zero if steps changed with the end points as they did
    /// between this turn and those before; `None` if this is the first turn.
    ///
    /// Let u and v be the changes of the steps, newest first, and e and f those of the end points. Of the step s the
    /// part along u is (s·u)/(u·u) times u, so it vanishes if the end point moves by −(s·u)/(u·u) times e. The part of
    /// v at right angles to u is q = v − m u with m = (v·u)/(u·u), and belongs to the change f − m e of the end point.
    /// Of s the part along q is (s·q)/(q·q) times q: it vanishes if the end point moves by −(s·q)/(q·q) times f − m e.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn take(&mut self, end: V, step: V) -> Option<V> {
        let [(last_end, last_step), (first_end, first_step)] = self.turns;
        self.turns = [(end, step), (last_end, last_step)];
        if last_step == V::ZERO {
            return None;
        }
        let zoom = V::Scalar::zoom_for(step.max_abs());
        let [step, last_step, first_step] = [step, last_step, first_step].map(|step| step.zoom(zoom));
        let (change, of_end) = (step - last_step, end - last_end);
        let square: AreaOfVector<V> = change.dot(change);
        if square == AreaOfVector::<V>::ZERO {
            return Some(end);
        }
        let predicted = end.blend([of_end], [-step.dot(change).ratio(square)]);
        if first_step == V::ZERO {
            return Some(predicted);
        }
        let (other, of_other) = (last_step - first_step, last_end - first_end);
        let share = -other.dot(change).ratio(square);
        let (other, whole) = (other.blend([change], [share]), other.dot(other));
        let square = other.dot(other);
        if square <= whole.portion(V::Scalar::ROUNDING) {
            return Some(predicted);
        }
        Some(predicted.blend([of_other.blend([of_end], [share])], [-step.dot(other).ratio(square)]))
    }
}

/// Where the steps from `start` lead in the limit, if `step` is the first, each is shorter than the last by the same
/// factor, and `other` is the step on the other body between two of them.
#[cfg_attr(not(debug_assertions), inline(always))]
fn extrapolated<V: Vector>(start: V, step: V, other: V) -> V {
    let zoom = V::Scalar::zoom_for(step.max_abs());
    let (d, e) = (step.zoom(zoom), other.zoom(zoom));
    let whole: AreaOfVector<V> = d.dot(d);
    let rest = whole - e.dot(e);
    if V::Scalar::IS_FLOAT {
        return start.blend([step], [whole.ratio(rest)]);
    }
    // Fractions in fixed point are at most one, so areas are divided; the result is kept within the working range.
    let [whole, rest] = AreaOfVector::<V>::normalize([whole, rest.max(AreaOfVector::<V>::ZERO)]);
    let far = V::splat(V::Scalar::WORKING_LIMIT);
    let further = start.saturating_sum(step.component_products_per(V::splat(whole), rest));
    further.component_min(far).component_max(-far)
}
