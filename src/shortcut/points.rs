//! Pairs of a point and a core with a formula for its nearest point that is neither a point, a segment nor a box: a
//! polygon of few corners, a cylinder or a cone. Where this closed form leaves a doubt a search answers;
//! [`closed`](crate::shortcut::closed) has the pairs that need no search.
//!
//! The bounds are those of a [certificate](crate::shortcut::certificate), so a result does not depend on the
//! exactness of the formula. A point inside a polygon of few corners is as deep as the nearest edge is far.
//!
//! A point goes to the frame of the other body, and only the normal comes back: nothing here needs the rotation of
//! one body relative to the other.

use crate::body::form::Form;
use crate::body::support::{Body, Support, form_of};
use crate::number::rounding::of_distance;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector, displacement, is_tiny};
use crate::pair::place::{InA, Placed, Placement, Stand};
use crate::pair::result::{Penetration, Proximity};
use crate::shortcut::certificate::{Certificate, Margins, direction_and_lengths};
use crate::shortcut::polygons;

/// Is one core a point, and has the other a formula for its nearest point? A constant for each pair of types.
pub fn has_closed_form<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(a: &A, b: &B) -> bool {
    let (a, b) = (form_of(a), form_of(b));
    (b.as_point().is_some() && a.has_nearest()) || (a.as_point().is_some() && b.has_nearest())
}

/// The nearest points of the cores of a pair with a closed form, in A's frame. `None` for other pairs and for numbers
/// so tiny that squares lose their digits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn nearest_points<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placement: &impl Placement<V>,
) -> Option<(V, V)> {
    let stand = InA(placement);
    // Formulas use squares, which lose the digits of tiny numbers; as in `Candidate::new`, a search takes these.
    let looked_for = |on_a: V, on_b: V| (!is_tiny(on_a.max_abs().max(on_b.max_abs()))).then_some((on_a, on_b));
    match (form_of(a).as_point(), form_of(b).as_point()) {
        (None, Some(point)) => {
            let point = stand.place_center(point);
            looked_for(form_of(a).nearest_to(point)?, point)
        }
        (Some(one), Some(other)) => Some((one, stand.place_center(other))),
        (Some(point), None) => looked_for(point, stand.place(form_of(b).nearest_to(stand.back(point))?)),
        (None, None) => None,
    }
}

/// A point and another core, with the nearest point of the latter, in the frame of the body with that core.
struct Candidate<'t, A: ?Sized, B: ?Sized, P, V: Vector> {
    a: &'t A,
    b: &'t B,
    placed: &'t P,
    /// Is B the point?
    is_point_b: bool,
    /// The point: `point` in that frame, `witness` in the frame in which both bodies stand.
    point: V,
    witness: V,
    /// From the nearest point of A to that of B.
    apart: V,
    /// The size of the numbers that `apart` comes from, and of the margins.
    size: V::Scalar,
    margins: Margins<V::Scalar>,
}

impl<'t, V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>> Candidate<'t, A, B, P, V> {
    /// `None` if the pair has no closed form, or if its numbers are tiny.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new((a, b): (&'t A, &'t B), placed: &'t P) -> Option<Self> {
        let (stand_a, stand_b) = placed.stands();
        let point_a = form_of(a).as_point().map(|point| stand_a.place_center(point));
        let point_b = form_of(b).as_point().map(|point| stand_b.place_center(point));
        let margins = Margins::of(a, b);
        let (is_point_b, witness, point, nearest) = match (point_a, point_b) {
            (None, Some(witness)) => {
                let point = stand_a.back(witness);
                (true, witness, point, form_of(a).nearest_to(point)?)
            }
            (Some(witness), None) => {
                let point = stand_b.back(witness);
                (false, witness, point, form_of(b).nearest_to(point)?)
            }
            _ => return None,
        };
        let apart = if is_point_b { displacement(nearest, point) } else { displacement(point, nearest) };
        let size = nearest.max_abs().max(point.max_abs()).max(margins.sum);
        // Nearest points are found by squares, which lose the digits of tiny numbers.
        (!is_tiny(size)).then_some(Self { a, b, placed, is_point_b, point, witness, apart, size, margins })
    }

    /// How far B lies beyond A along a direction, which is not zero, times the length of the direction; and the size of
    /// the numbers behind it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reach(&self, dir: V) -> (AreaOfVector<V>, V::Scalar) {
        if self.is_point_b {
            let last = self.a.support(dir);
            (dir.dot(displacement(last, self.point)), last.max_abs())
        } else {
            let first = self.b.support(-dir);
            (dir.dot(displacement(self.point, first)), first.max_abs())
        }
    }

    /// Takes a unit vector from the frame of this struct to the frame in which both bodies stand.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn(&self, direction: V::UnitVector) -> V::UnitVector {
        let (stand_a, stand_b) = self.placed.stands();
        if self.is_point_b { stand_a.turn_unit(direction) } else { stand_b.turn_unit(direction) }
    }

    /// Do the bodies touch? `None` if rounding may decide. Called for numbers neither too large nor too small for
    /// squares, which decide it without a root.
    ///
    /// Let D be the length of `apart`, and h how far B lies beyond A along `apart`, times D. The distance of the cores
    /// is at least w = h/D. Computing w takes a root, but its square has a bound without one: w² ≥ 2·h − D², since w² −
    /// 2·w·D + D² = (D − w)² is not negative.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn touches(&self) -> Option<bool> {
        let (nil, zero) = (V::Scalar::NIL, AreaOfVector::<V>::ZERO);
        if !self.margins.are_legal() {
            return None;
        }
        let size = self.size;
        let square = self.apart.dot(self.apart);
        let inner = self.margins.sum - of_distance(size);
        if inner > nil && square < inner.times(inner) {
            return Some(true);
        }
        if square <= zero {
            return None;
        }
        let (reach, size_of_reach) = self.reach(self.apart);
        // A NaN reach must stay NaN, so the order of the operands matters.
        let reach = square.min(reach);
        let outer = self.margins.sum + of_distance(size.max(size_of_reach));
        (reach + reach - square > outer.times(outer)).then_some(false)
    }

    /// The penetration, if one core is a point inside the other, a polygon, deeper than rounding.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside(&self) -> Option<Penetration<V>> {
        if !V::IS_PLANAR {
            return None;
        }
        // A constant for each pair of types, so the compiler removes the rest for other bodies.
        let is_polygon = |form: Form<'_, V>| form.corner(0).is_some();
        let (room, size, outward) = if self.is_point_b && is_polygon(form_of(self.a)) {
            polygons::room_in(self.a, self.point)?
        } else if !self.is_point_b && is_polygon(form_of(self.b)) {
            polygons::room_in(self.b, self.point)?
        } else {
            return None;
        };
        // B moves out of A along the outward normal, or A out of B.
        let toward_b = self.turn(if self.is_point_b { outward } else { -outward });
        let gap = self.certificate_along(toward_b, [-room, -room]);
        let is_known = gap.margins.are_legal() && room > gap.slack.max(of_distance(size));
        is_known.then(|| gap.penetration(self.placed))
    }

    /// The certificate of the nearest points.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn certificate(&self) -> Certificate<V> {
        let (dir, length, upper) = direction_and_lengths(self.apart);
        if length <= V::Scalar::NIL {
            // The upper bound is zero here, or NaN if a number is.
            let upper = self.apart.dot(self.apart).over_one();
            return self.certificate_along(V::IDENTITY.as_ref().first().copied().unwrap_or_default(), [upper, upper]);
        }
        let (reach, size_of_reach) = self.reach(dir);
        let gap = self.certificate_along(self.turn(dir.unit(length)), [upper, upper.min(reach.per(length))]);
        Certificate { has_direction: true, slack: gap.slack.max(of_distance(size_of_reach)), ..gap }
    }

    /// The certificate along a given direction, with given bounds; `has_direction` is left false.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn certificate_along(&self, toward_b: V::UnitVector, [upper, lower]: [V::Scalar; 2]) -> Certificate<V> {
        let Self { margins, witness, .. } = *self;
        let (is_of_b, has_point) = (self.is_point_b, true);
        let (slack, has_direction, allowed_gap) = (of_distance(self.size), false, V::Scalar::NIL);
        Certificate { margins, witness, is_of_b, toward_b, has_direction, has_point, upper, lower, slack, allowed_gap }
    }
}

/// The certificate of a pair that has a closed form, otherwise `None`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn certificate<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placed: &impl Placed<V>,
) -> Option<Certificate<V>> {
    if V::Scalar::IS_FLOAT {
        return Candidate::new((a, b), placed).map(|near| near.certificate());
    }
    let has_point = form_of(a).as_point().is_some() || form_of(b).as_point().is_some();
    if has_point { shared_certificate((a, b), placed) } else { None }
}

/// [`certificate`] in fixed point, in one copy for all queries, because its products take more code. In floats it is
/// inlined, which keeps its numbers in registers.
#[inline(never)]
fn shared_certificate<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    bodies: (&A, &B),
    placed: &impl Placed<V>,
) -> Option<Certificate<V>> {
    Candidate::new(bodies, placed).map(|near| near.certificate())
}

/// Do the bodies of a pair that has a closed form touch? `None` if the pair has none, or rounding may decide.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn touching<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placed: &impl Placed<V>,
) -> Option<bool> {
    if V::Scalar::IS_FLOAT {
        let near = Candidate::new((a, b), placed)?;
        let is_scaled = V::Scalar::zoom_for(near.size) != V::Scalar::NO_ZOOM;
        return if is_scaled { near.certificate().touches() } else { near.touches() };
    }
    certificate((a, b), placed)?.touches()
}

/// The separation or the penetration of a pair that has a closed form; `None` if the pair has none, or rounding may
/// decide.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn proximity<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placed: &impl Placed<V>,
) -> Option<Proximity<V>> {
    if !V::Scalar::IS_FLOAT {
        return certificate((a, b), placed)?.known_proximity(placed, V::Scalar::MAX);
    }
    let near = Candidate::new((a, b), placed)?;
    let gap = near.certificate();
    if gap.has_direction
        && let Some(proximity) = gap.known_proximity(placed, V::Scalar::MAX)
    {
        return Some(proximity);
    }
    // `upper <= 0` is false for NaN; then nothing is known.
    if gap.upper <= V::Scalar::NIL { near.inside().map(Proximity::Overlapping) } else { None }
}
