//! Pairs whose closed form always gives an answer: two cores each of which is a point or a segment, and a point and a
//! box. For types of such bodies no search is linked, with the exception that `table.rs` names.
//!
//! The closed form yields the nearest points of the cores and, whatever rounding did, a direction between them. Where
//! the displacement between the points is zero, that is the direction of the facet through which a point leaves a
//! box, one at right angles to both segments, or any axis for two points. Bodies are apart if the bounds of the
//! [certificate](crate::shortcut::certificate) exceed the margins by more than rounding; everything else counts as
//! contact, as in a search.
//!
//! Nothing here needs the rotation of one body relative to the other. A point goes to the frame of the box, and only
//! the normal comes back. Points and segments meet in a frame in which both bodies stand ([`Stand`]), because that
//! takes fewer products than composing two rotations.

use crate::body::form::{Core, Form};
use crate::body::support::{Body, ScalarOf, Support, form_of};
use crate::number::rounding::of_distance;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{UnitOfVector, Vector, displacement, is_moderate, least_square};
use crate::pair::place::{Placed, Stand};
use crate::pair::result::{Proximity, Separation};
use crate::shortcut::certificate::{Certificate, Margins, direction_and_lengths, sure_part};
use crate::shortcut::segments::{ArePoints, NO_POINTS, Segments, Spans};

/// Is the feature `speed` on? Without it the only shortcuts are the closed forms that replace the search.
pub const HAS_SPEED: bool = cfg!(feature = "speed");

/// Is there a closed form that answers any question about a pair? A constant for each pair of types.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn is_closed<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(a: &A, b: &B) -> bool {
    matches!(
        (&form_of(a).core, &form_of(b).core),
        (Core::Point(_) | Core::Segment(..), Core::Point(_) | Core::Segment(..))
            | (Core::Point(_), Core::Box(_))
            | (Core::Box(_), Core::Point(_))
    )
}

/// Do the bodies touch?
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn touching<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placed: &impl Placed<V>,
) -> bool {
    if is_inlined(a, b) {
        let margins = Margins::of(a, b);
        let is_touch = if let Some(near) = AtBox::of((a, b), placed) {
            touches_by_square::<V>(near.apart, near.size, margins)
        } else if let Some(near) = Points::of((a, b), placed) {
            touches_by_square::<V>(near.apart, near.size, margins)
        } else {
            return Thin::new((a, b), placed).touches(margins);
        };
        if let Some(is_touch) = is_touch {
            return is_touch;
        }
    }
    !certificate((a, b), placed).are_known_apart()
}

/// The separation of two bodies that have a closed form. If the bounds have not met but prove a distance beyond
/// `limit`, the status is `DistanceLimit`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn distance<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    bodies: (&A, &B),
    placed: &impl Placed<V>,
    limit: V::Scalar,
) -> Separation<V> {
    // Floats use the inlined certificate also for trait objects and without `speed`: the distance of balls alone then
    // takes 400 bytes less, and a tick of `examples/firmware`, which asks for distances, 10 % fewer instructions on a
    // Cortex-M4F.
    let gap = if V::Scalar::IS_FLOAT { inlined_certificate(bodies, placed) } else { certificate(bodies, placed) };
    let gap = match crossing(bodies, placed, &gap) {
        // Segments that cross have a point in common, up to rounding.
        Some((_, toward_b, _)) => Certificate { toward_b, upper: V::Scalar::NIL, ..gap },
        None => gap,
    };
    gap.separation_in_any_case(placed, limit)
}

/// The distance or the depth of two bodies that have a closed form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn proximity<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    bodies: (&A, &B),
    placed: &impl Placed<V>,
    limit: V::Scalar,
) -> Proximity<V> {
    let gap = certificate(bodies, placed);
    let gap = match crossing(bodies, placed, &gap) {
        Some((depth, toward_b, witness)) => Certificate { toward_b, witness, upper: -depth, lower: -depth, ..gap },
        None => gap,
    };
    gap.proximity_in_any_case(placed, limit)
}

/// [How deep](Segments::crossing) segments in the plane cross, the direction in which B moves out, and a point of A;
/// `None` where they do not cross. The lower bound of segments that cross is negative, because they overlap along any
/// direction.
#[cfg_attr(not(debug_assertions), inline(always))]
fn crossing<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    bodies: (&A, &B),
    placed: &impl Placed<V>,
    gap: &Certificate<V>,
) -> Option<(V::Scalar, V::UnitVector, V)> {
    if !(V::IS_PLANAR && gap.lower < V::Scalar::NIL) {
        return None;
    }
    let (stand_a, stand_b) = placed.stands();
    let segments = Segments::of(bodies, (&stand_a, &stand_b))?;
    segments.crossing(segments.size())
}

/// The certificate of two bodies that have a closed form.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn certificate<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    bodies: (&A, &B),
    placed: &impl Placed<V>,
) -> Certificate<V> {
    if is_inlined(bodies.0, bodies.1) {
        inlined_certificate(bodies, placed)
    } else {
        shared_certificate(bodies, placed)
    }
}

/// Is the certificate inlined, which keeps its numbers in registers? In fixed point its products take more code, and
/// so do trait objects, for which every form is compiled in: there one copy serves all queries. One copy serves also
/// without `speed`: the three queries of capsules then take 7.5 kB of flash on a Cortex-M4F instead of 10.2 kB.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_inlined<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(a: &A, b: &B) -> bool {
    HAS_SPEED && ScalarOf::<A>::IS_FLOAT && form_of(a).is_typed && form_of(b).is_typed
}

/// [`certificate`], in one copy for all queries.
#[inline(never)]
fn shared_certificate<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    bodies: (&A, &B),
    placed: &impl Placed<V>,
) -> Certificate<V> {
    inlined_certificate(bodies, placed)
}

/// [`certificate`], inlined.
#[cfg_attr(not(debug_assertions), inline(always))]
fn inlined_certificate<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placed: &impl Placed<V>,
) -> Certificate<V> {
    let margins = Margins::of(a, b);
    if let Some(near) = AtBox::of((a, b), placed) {
        near.certificate(placed, margins)
    } else if let Some(near) = Points::of((a, b), placed) {
        near.certificate(margins)
    } else {
        Thin::new((a, b), placed).certificate(margins)
    }
}

/// Do bodies touch whose cores are `apart`, a displacement known to the rounding of numbers of the given size? `None`
/// if squares of moderate numbers cannot tell.
#[cfg_attr(not(debug_assertions), inline(always))]
fn touches_by_square<V: Vector>(apart: V, size: V::Scalar, margins: Margins<V::Scalar>) -> Option<bool> {
    let outer = margins.sum + sure_part(of_distance(size.max(margins.sum)));
    let square = apart.dot(apart);
    (is_moderate(square) && margins.are_legal()).then(|| square <= outer.times(outer))
}

/// [`direction_and_lengths`], which decides by the square of the displacement whether to scale it. Capsules do not
/// use it: their distance in `f32` would take 8 % more instructions on x86-64, because the displacement has to be
/// kept for the call.
#[cfg_attr(not(debug_assertions), inline(always))]
fn direction_by_square<V: Vector>(displacement: V) -> (V, V::Scalar, V::Scalar) {
    if !V::Scalar::IS_FLOAT {
        return direction_and_lengths(displacement);
    }
    let square = displacement.dot(displacement);
    if is_moderate(square) {
        let length = square.sqrt();
        return (displacement, length, length);
    }
    scaled_direction(displacement)
}

/// [`direction_by_square`] where the square would lose digits. An infinite distance becomes NaN, which proves
/// nothing.
#[cold]
#[inline(never)]
fn scaled_direction<V: Vector>(displacement: V) -> (V, V::Scalar, V::Scalar) {
    let zoom = V::Scalar::zoom_for(displacement.max_abs());
    let dir = displacement.zoom(zoom);
    let length = dir.length();
    let distance = length.unzoom(zoom);
    (dir, length, if distance.is_finite() { distance } else { distance.times(V::Scalar::NIL).over_one() })
}

/// The certificate along a known direction. Both bounds are the signed distance `signed` of the cores, negative for a
/// point inside a box. `witness` is a point of B if `is_of_b`, else of A; `size` is that of the numbers behind the
/// distance.
#[cfg_attr(not(debug_assertions), inline(always))]
fn certificate_along<V: Vector>(
    margins: Margins<V::Scalar>,
    (witness, is_of_b): (V, bool),
    toward_b: V::UnitVector,
    (signed, size): (V::Scalar, V::Scalar),
) -> Certificate<V> {
    let slack = of_distance(size.max(margins.sum).max(signed));
    let (has_direction, has_point, allowed_gap) = (true, true, V::Scalar::NIL);
    let (upper, lower) = (signed, signed);
    Certificate { margins, witness, is_of_b, toward_b, has_direction, has_point, upper, lower, slack, allowed_gap }
}

/// A point and a box.
struct AtBox<'t, V: Vector> {
    form: Form<'t, V>,
    half: V,
    /// Is the box A?
    is_a: bool,
    /// The point: `point` in the common frame, `seen` in the frame of the box.
    point: V,
    seen: V,
    /// From the nearest point of the box to the point, in the frame of the box. The planes at right angles to it
    /// support the box, whatever rounding did: along each axis on which it is not zero, the box ends at the nearest
    /// point.
    apart: V,
    /// The size of the numbers that `apart` comes from.
    size: V::Scalar,
}

impl<'t, V: Vector> AtBox<'t, V> {
    /// `None` if no body is a box.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of<A: Body<V> + ?Sized, B: Body<V> + ?Sized>((a, b): (&'t A, &'t B), placed: &impl Placed<V>) -> Option<Self> {
        let ((form_a, form_b), (stand_a, stand_b)) = ((form_of(a), form_of(b)), placed.stands());
        match (&form_a.core, &form_b.core) {
            (Core::Box(half), _) => Some(Self::new((form_a, *half, &stand_a), (form_b, &stand_b), true)),
            (_, Core::Box(half)) => Some(Self::new((form_b, *half, &stand_b), (form_a, &stand_a), false)),
            _ => None,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(
        (form, half, stand): (Form<'t, V>, V, &impl Stand<V>),
        (other, other_stand): (Form<'t, V>, &impl Stand<V>),
        is_a: bool,
    ) -> Self {
        let local = other.as_point().unwrap_or(V::ZERO);
        let point = other_stand.place_center(local);
        let (seen, size) = (stand.back(point), local.max_abs().max(half.max_abs()));
        let (seen, size) = match &form.pose {
            None => (seen, size),
            Some(pose) => (pose.apply_inverse(seen), size.max(seen.max_abs())),
        };
        let apart = displacement(seen.component_min(half).component_max(-half), seen);
        Self { form, half, is_a, point, seen, apart, size }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn certificate(&self, placed: &impl Placed<V>, margins: Margins<V::Scalar>) -> Certificate<V> {
        let (outward, signed) = if self.apart == V::ZERO {
            let (room, outward) = room_in_box(self.half, self.seen);
            (outward, -room)
        } else {
            let (dir, length, distance) = direction_by_square(self.apart);
            (dir.unit(length), distance)
        };
        let outward = match &self.form.pose {
            None => outward,
            Some(pose) => V::turn_unit(&pose.rotation.rows, outward),
        };
        let (stand_a, stand_b) = placed.stands();
        let toward_b = if self.is_a { stand_a.turn_unit(outward) } else { -stand_b.turn_unit(outward) };
        certificate_along(margins, (self.point, self.is_a), toward_b, (signed, self.size))
    }
}

/// How far a point, given relative to the center of a box that holds it, is from the nearest facet, and the outward
/// normal of that facet.
#[cfg_attr(not(debug_assertions), inline(always))]
fn room_in_box<V: Vector>(half: V, point: V) -> (V::Scalar, V::UnitVector) {
    let rooms = half.blend([point.component_abs()], [-UnitOfVector::<V>::ONE]);
    let mut best = (V::Scalar::MAX, V::UnitVector::ZERO);
    for ((&room, &at), &axis) in rooms.by_axis().as_ref().iter().zip(point.by_axis().as_ref()).zip(V::IDENTITY.as_ref())
    {
        let is_less = room < best.0;
        let outward = axis.select(at < V::Scalar::NIL, -axis);
        best = (if is_less { room } else { best.0 }, best.1.select(is_less, outward));
    }
    best
}

/// Two points.
struct Points<V: Vector> {
    on_a: V,
    apart: V,
    /// The size of the numbers that the displacement comes from, beside its own.
    size: V::Scalar,
}

impl<V: Vector> Points<V> {
    /// `None` if one of the cores is not a point.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of<A: Body<V> + ?Sized, B: Body<V> + ?Sized>((a, b): (&A, &B), placed: &impl Placed<V>) -> Option<Self> {
        let (stand_a, stand_b) = placed.stands();
        let (one, other) = (form_of(a).as_point()?, form_of(b).as_point()?);
        let on_a = stand_a.place_center(one);
        let apart = displacement(on_a, stand_b.place_center(other));
        // The center of a ball is the origin of its frame: known to the compiler, which then removes the rest.
        let size_of = |point: V| if point == V::ZERO { V::Scalar::NIL } else { point.max_abs() };
        Some(Self { on_a, apart, size: size_of(one).max(size_of(other)) })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn certificate(&self, margins: Margins<V::Scalar>) -> Certificate<V> {
        let (dir, length, distance) = direction_by_square(self.apart);
        let (dir, length) = if length > V::Scalar::NIL { (dir, length) } else { (V::first_axis(), V::Scalar::ONE) };
        certificate_along(margins, (self.on_a, false), dir.unit(length), (distance, self.size))
    }
}

/// Two segments, one of which may be a point, in the common frame: that of A from `a` to a + d, that of B from a + r
/// to a + r + e.
#[derive(Clone, Copy)]
struct Thin<V: Vector> {
    points: ArePoints,
    a: V,
    d: V,
    r: V,
    e: V,
    /// The size of a core that is a point: placing it rounds by steps of that. The size of a segment shows in its
    /// length and in its point nearest to the other.
    size: V::Scalar,
}

impl<V: Vector> Thin<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new<A: Body<V> + ?Sized, B: Body<V> + ?Sized>((a, b): (&A, &B), placed: &impl Placed<V>) -> Self {
        let ((form_a, form_b), (stand_a, stand_b)) = ((form_of(a), form_of(b)), placed.stands());
        let ((a, d, size_of_a), (p, e, size_of_b)) = (Self::ends(&form_a, &stand_a), Self::ends(&form_b, &stand_b));
        let points = (form_a.as_point().is_some(), form_b.as_point().is_some());
        Self { points, a, d, r: displacement(a, p), e, size: size_of_a.max(size_of_b) }
    }

    /// The start of a core and the displacement to its end, in the common frame; and the size of the core if it is a
    /// point, else zero.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn ends(form: &Form<'_, V>, stand: &impl Stand<V>) -> (V, V, V::Scalar) {
        if let Some(ends) = form.as_segment() {
            let (start, along) = Segments::placed(stand, ends);
            return (start, along, V::Scalar::NIL);
        }
        let local = form.as_point().unwrap_or(V::ZERO);
        (stand.place_center(local), V::ZERO, if local == V::ZERO { V::Scalar::NIL } else { local.max_abs() })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn longest(&self) -> V::Scalar {
        self.d.max_abs().max(self.e.max_abs())
    }

    /// The scale at which squares keep their digits.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn zoom(&self) -> <V::Scalar as Scalar>::Zoom {
        V::Scalar::zoom_for(self.longest().max(self.r.max_abs()))
    }

    /// The nearest point of A, the displacement from there to the nearest point of B at the given scale, and the size
    /// of the numbers behind that displacement, beside its own.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nearest(&self, zoom: <V::Scalar as Scalar>::Zoom, is_rough: bool) -> (V, Spans<V>, V::Scalar) {
        let (r, d, e) = (self.r.zoom(zoom), self.d.zoom(zoom), self.e.zoom(zoom));
        let (s, t) = if is_rough && self.points == NO_POINTS {
            Segments::rough_shares(r, d, e)
        } else {
            Segments::shares(r, d, e, self.points)
        };
        let (on_a, apart) = match self.points {
            (true, _) => (self.a, r.blend([e], [t])),
            (_, true) => (self.a.blend([self.d], [s]), r.blend([d], [-s])),
            _ => (self.a.blend([self.d], [s]), r.blend([e, d], [t, -s])),
        };
        let half = self.longest().scaled(UnitOfVector::<V>::HALF);
        (on_a, Spans { d, e, shares: (s, t), apart }, self.size.max(on_a.max_abs()).max(half))
    }

    /// Do the bodies touch?
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn touches(&self, margins: Margins<V::Scalar>) -> bool {
        let is_touch = self.touches_by_square(margins);
        is_touch.unwrap_or_else(|| !self.each().scaled_certificate(self.zoom(), margins).are_known_apart())
    }

    /// Do the bodies touch? `None` if squares of moderate numbers cannot tell.
    ///
    /// Let D be the length of `apart`, and h how far B lies beyond A along `apart`, times D. The distance of the cores
    /// is at least w = h/D. Computing w takes a root, but its square has a bound without one: w² ≥ 2·h − D², since w² −
    /// 2·w·D + D² = (D − w)² is not negative.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn touches_by_square(&self, margins: Margins<V::Scalar>) -> Option<bool> {
        let (_, spans, size) = self.nearest(V::Scalar::NO_ZOOM, true);
        let (square, sure) = (spans.apart.dot(spans.apart), sure_part(of_distance(size.max(margins.sum))));
        if !(is_moderate(square) && margins.are_legal()) {
            return None;
        }
        let (inner, outer) = (margins.sum - sure, margins.sum + sure);
        if inner > V::Scalar::NIL && square < inner.times(inner) {
            return Some(true);
        }
        let reach = spans.reach(spans.apart, self.points);
        (reach + reach - square > outer.times(outer)).then_some(false)
    }

    /// A copy, made component by component: a copy of the whole goes through memory.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each(&self) -> Self {
        let Self { points, a, d, r, e, size } = *self;
        Self { points, a: a.each(), d: d.each(), r: r.each(), e: e.each(), size }
    }

    /// The certificate of the nearest points.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn certificate(&self, margins: Margins<V::Scalar>) -> Certificate<V> {
        let zoom = self.zoom();
        if !HAS_SPEED || !V::Scalar::IS_FLOAT {
            self.certificate_at(zoom, margins)
        } else if zoom == V::Scalar::NO_ZOOM {
            self.certificate_at(V::Scalar::NO_ZOOM, margins)
        } else {
            self.each().scaled_certificate(zoom, margins)
        }
    }

    /// [`certificate_at`](Self::certificate_at), out of line, so that numbers stay in registers where nothing is
    /// scaled.
    #[cold]
    #[inline(never)]
    fn scaled_certificate(&self, zoom: <V::Scalar as Scalar>::Zoom, margins: Margins<V::Scalar>) -> Certificate<V> {
        self.certificate_at(zoom, margins)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn certificate_at(&self, zoom: <V::Scalar as Scalar>::Zoom, margins: Margins<V::Scalar>) -> Certificate<V> {
        let (on_a, spans, size) = self.nearest(zoom, false);
        let square = spans.apart.dot(spans.apart);
        let (dir, length, distance) = if V::Scalar::IS_FLOAT {
            let length = square.sqrt();
            (spans.apart, length, length)
        } else {
            direction_and_lengths(spans.apart)
        };
        // The displacement between scaled segments is nothing but rounding if its square has no digits.
        let has_direction = square > least_square::<V::Scalar>();
        let (upper, toward_b) = (distance.unzoom(zoom), dir.unit(length));
        let lower = spans.reach(dir, self.points).per(length);
        let gap = certificate_along(margins, (on_a, false), toward_b, (upper, size));
        let has_point = self.points != NO_POINTS;
        let gap = Certificate { has_point, lower: upper.min(lower.unzoom(zoom)), ..gap };
        // One branch: with two a depth of capsules in `f64` takes 4 % more instructions on x86-64.
        if has_direction && gap.have_met() & gap.is_clear() {
            return gap;
        }
        let mut known = if has_direction { (lower, toward_b) } else { (-V::Scalar::MAX, V::UnitVector::ZERO) };
        let Spans { d, e, shares, apart } = spans;
        let spans = Spans { d: d.each(), e: e.each(), shares, apart: apart.each() };
        spans.best_plane(&mut known, distance, gap.slack.zoom(zoom));
        let (lower, toward_b) = known;
        // `sqrt` of a scalar gives zero for NaN, unlike that of `std`. So the upper bound is made NaN where the square
        // is NaN or infinite: that proves nothing.
        let upper =
            if square.over_one().is_finite() { upper } else { square.over_one().times(V::Scalar::NIL).over_one() };
        Certificate { upper, lower: upper.min(lower.unzoom(zoom)), toward_b, ..gap }
    }
}
