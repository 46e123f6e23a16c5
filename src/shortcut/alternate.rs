//! Two cores that both know their point nearest to another: their nearest points, by turns, in floats.
//!
//! Who goes from a point to the nearest one of the other core and back again, by turns, comes to the nearest points of
//! both (Cheney and Goldstein 1959). Where a corner is one of them, a turn is mostly allowed_gap. Between two edges or faces
//! that lean towards each other the steps shorten by the same factor, the cosine of their angle, at each change of
//! sides. Let d be the step from p to the point a turn later, and e that of the other side in between: the steps that
//! follow sum up to d·d²/(d² − e²), as a geometric series does (Aitken 1926). Where that leads out of the core, or
//! beyond what is flat of it, the turns that follow come back.
//!
//! All is in A's frame. So a way is at right angles to the edge or face of A that it begins at to the last bit. To one
//! of B it is only as far as rounding of points near each other allows. So where the turns go no further, the way is
//! worked out in B's frame instead.
//!
//! Where the surfaces bend, steps shorten by two factors, one for each way along them, which change as they go. From
//! the second turn on it is looked for where the step would be zero, if steps changed with the points as they did
//! between the last three turns (Anderson 1965).
//!
//! The turns of bodies that overlap end where the surfaces cross, but never get there. Half as far again lies beyond
//! that, mostly in both, or in one of them and next to where the other is in it: that tells soon that they touch. Of
//! bodies that are apart it lies beside the nearest points, which the turn after it comes back to.
//!
//! They begin at the nearest point of A that the last query of the pair left behind, or at that to the centre of B. Of
//! bodies farther apart than a limit they end as soon as a plane proves that.
//!
//! The bounds are those of any closed form: the way between two points of the cores, and the plane at right angles to
//! it that bears on both. Fixed point rounds too much on the way from body to body, unless the bodies are scaled first,
//! which is done for boxes (`nearest/scaled.rs`).

use crate::body::support::Support;
use crate::number::rounding::of_distance;
use crate::number::scalar::{Area, Scalar, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, is_tiny};
use crate::pair::place::{InA, Placement, Stand};
use crate::shortcut::certificate::{Certificate, are_margins, direction_and_lengths};

/// Alternation before a search takes over.
const MAX_TURNS: u32 = 6;
/// The same where surfaces bend.
const MAX_TURNS_WHERE_CURVED: u32 = 12;
/// Alternation before a search takes over where it is enough to know whether bodies touch: nearly all of cylinders end
/// sooner.
const MAX_TURNS_FOR_TOUCH: u32 = 3;
/// Corners of a polygon whose nearest point is found sooner than a search ends.
const MAX_ALTERNATING_CORNERS: u32 = 4;

/// The way between two cores whose bounds meet to a tolerance or to rounding, or prove the bodies farther apart than a
/// limit. None if they do not within a few turns, if the cores are too near each other for a way, or if a search is
/// better: for polygons of many corners, and in fixed point for all but boxes. A point of A near B may be known from
/// before.
#[inline(always)]
pub fn by_alternation<'q, V, A, B, P>(
    (a, b): (&A, &B),
    placed: &'q InA<'q, P>,
    known: Option<V>,
    (tolerance, limit): (UnitOfVector<V>, V::Scalar),
) -> Option<Certificate<'q, InA<'q, P>, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
{
    let turns = Alternation { a, b, stand: &InA(placed.0), placed, resolution: V::Scalar::NIL };
    if can_alternate(a, b) { turns.way(turns.start(known)?, tolerance, limit) } else { None }
}

/// Do two bodies touch? If it takes more than a few turns to tell, or rounding may decide, a way from A to B to search
/// along, if one is known.
#[inline(always)]
pub fn touching_by_alternation<'q, V, A, B, P>(
    (a, b): (&A, &B),
    placed: &'q InA<'q, P>,
    known: Option<V>,
) -> Result<bool, Option<V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
{
    let turns = Alternation { a, b, stand: &InA(placed.0), placed, resolution: V::Scalar::NIL };
    // What axes do not tell of two boxes, rounding decides.
    let are_boxes = a.as_box().is_some() && b.as_box().is_some();
    if !V::Scalar::IS_FLOAT || are_boxes || !can_alternate(a, b) { Err(None) } else { turns.touch(known) }
}

/// Do both cores know their nearest points, sooner than a search does? The types tell, mostly.
#[inline(always)]
pub fn can_alternate<V, A, B>(a: &A, b: &B) -> bool
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    a.corner(MAX_ALTERNATING_CORNERS).is_none()
        && b.corner(MAX_ALTERNATING_CORNERS).is_none()
        && a.nearest_to(V::ZERO).is_some()
        && b.nearest_to(V::ZERO).is_some()
}

/// Two bodies that take turns, and how B stands in A's frame.
pub struct Alternation<'t, 'q, A: ?Sized, B: ?Sized, T, P, V: Vector> {
    pub a: &'t A,
    pub b: &'t B,
    pub stand: &'t T,
    pub placed: &'q InA<'q, P>,
    /// A gap between the bounds that is good enough for any distance.
    pub resolution: V::Scalar,
}

impl<'q, V, A, B, T, P> Alternation<'_, 'q, A, B, T, P, V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    T: Stand<V>,
    P: Placement<V>,
{
    /// A point of A to begin at.
    #[inline(always)]
    pub fn start(&self, known: Option<V>) -> Option<V> {
        match known {
            Some(start) => Some(start),
            None => self.of_a(self.stand.place(self.b.center())),
        }
    }

    /// The nearest point of A.
    #[inline(always)]
    fn of_a(&self, point: V) -> Option<V> {
        self.a.nearest_to(point)
    }

    /// The nearest point of B.
    #[inline(always)]
    fn of_b(&self, point: V) -> Option<V> {
        Some(self.stand.place(self.b.nearest_to(self.stand.back(point))?))
    }

    /// The way from a point to B, worked out in B's frame.
    #[inline(always)]
    fn way_seen_from_b(&self, from: V) -> Option<V> {
        let from = self.stand.back(from);
        Some(self.stand.turn(self.b.nearest_to(from)? - from))
    }

    /// What two points of the cores tell, and the planes at right angles to a way that bear on the cores. The way may
    /// begin at the point of A that is nearest to where it ends.
    #[inline(always)]
    fn gap(
        &self,
        (on_a, on_b): (V, V),
        way: V,
        is_from_nearest: bool,
        tolerance: UnitOfVector<V>,
    ) -> Certificate<'q, InA<'q, P>, V> {
        let Self { a, b, stand, placed, resolution } = *self;
        let (dir, length, _) = direction_and_lengths(way);
        // A box ends there: what is left of the way is at right angles to all edges but those that end.
        let last_a = if is_from_nearest && a.as_box().is_some() { on_a } else { a.support(dir) };
        let first_b = stand.place(b.support(stand.direction_back(-dir)));
        // Fixed point is scaled so that it is rounded by steps, whatever the size.
        let size = if !V::Scalar::IS_FLOAT {
            V::Scalar::NIL
        } else {
            [on_b, last_a, first_b].iter().fold(on_a.max_abs(), |size, point| size.max(point.max_abs()))
        };
        let gap = Certificate::across(
            placed,
            [a.margin(), b.margin()],
            (dir, length),
            [(on_a, on_b), (last_a, first_b)],
            size,
        );
        Certificate { allowed_gap: V::Scalar::blend(resolution, [gap.upper], [tolerance]), ..gap }
    }

    /// The way, from a point of A. Once for all queries: too long to be there twice, unless a caller is the only one.
    #[inline]
    pub fn way(
        &self,
        mut start: V,
        tolerance: UnitOfVector<V>,
        limit: V::Scalar,
    ) -> Option<Certificate<'q, InA<'q, P>, V>> {
        let mut is_settled = false;
        let bends = V::Scalar::IS_FLOAT && !(self.a.is_polytope() && self.b.is_polytope());
        let most_turns = if bends { MAX_TURNS_WHERE_CURVED } else { MAX_TURNS };
        let mut series = Series { turns: [(V::ZERO, V::ZERO); 2] };
        // What the last two turns left open between the bounds.
        let mut open = [V::Scalar::MAX; 2];
        for turn in 1..=most_turns {
            let on_b = self.of_b(start)?;
            let on_a = self.of_a(on_b)?;
            let way = on_b - on_a;
            // What overlaps comes to a common point; and nearest points are looked for by squares.
            let size = on_a.max_abs();
            if way.is_within(of_distance(size)) || is_tiny(size.max(on_b.max_abs())) {
                return None;
            }
            let way = if is_settled { self.way_seen_from_b(start).filter(|way| *way != V::ZERO)? } else { way };
            let gap = self.gap((on_a, on_b), way, !is_settled, tolerance);
            if gap.upper <= gap.slack {
                return None;
            }
            if gap.have_met() || gap.are_beyond(limit) {
                return Some(gap);
            }
            // Between edges or faces it is less each time, but for rounding.
            let ([before, last], left) = (open, gap.upper - gap.lower);
            if is_settled || turn == most_turns || (!bends && left > before) {
                return None;
            }
            open = [last, left];
            let step = on_a - start;
            is_settled = step.is_within(gap.slack);
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
    fn touch(&self, known: Option<V>) -> Result<bool, Option<V>> {
        let stand = self.stand;
        let center = stand.place(self.b.center());
        let gap =
            |on_a, on_b, is_from_nearest| self.gap((on_a, on_b), on_b - on_a, is_from_nearest, UnitOfVector::<V>::NIL);
        // Of bodies that are far apart the way between their centres mostly tells.
        let center_of_a = self.a.center();
        let are_centered = center_of_a == center;
        if known.is_none() && !are_centered && gap(center_of_a, center, false).touches() == Some(false) {
            return Ok(false);
        }
        let mut start = match known {
            Some(start) => start,
            None => self.of_a(center).ok_or(None)?,
        };
        let mut way = None;
        // What was a point of A once need not be one now.
        let mut is_of_a = known.is_none();
        for _ in 0..MAX_TURNS_FOR_TOUCH {
            let seen = stand.back(start);
            let nearest = self.b.nearest_to(seen).ok_or(None)?;
            let on_b = stand.place(nearest);
            let on_a = self.of_a(on_b).ok_or(None)?;
            if is_tiny(on_a.max_abs().max(on_b.max_abs())) {
                return Err(None);
            }
            if on_a == on_b {
                let (one, other) = (self.a.margin(), self.b.margin());
                return if are_margins(one, other, saturating_sum(one, other)) { Ok(true) } else { Err(None) };
            }
            let gap = gap(on_a, on_b, true);
            if is_of_a && nearest == seen && gap.has_margins() {
                return Ok(true);
            }
            if let Some(is_touch) = gap.touches() {
                return Ok(is_touch);
            }
            let further = extrapolated(start, on_a - start, self.of_b(on_a).ok_or(None)? - on_b);
            let half = UnitOfVector::<V>::HALF;
            start = self.of_a(further.blend([further, start], [half, -half])).ok_or(None)?;
            (way, is_of_a) = (Some(on_b - on_a), true);
        }
        Err(way)
    }
}

/// The last two turns, the newest first: where they ended, and their steps, which are zero if there was none.
struct Series<V> {
    turns: [(V, V); 2],
}

impl<V: Vector> Series<V> {
    /// Takes one turn more. Where it would end without a step, if steps change with the ends as they did between this
    /// turn and those before; none if it is the first.
    ///
    /// For changes u and v of the steps, and e and f of the ends, the step s is s·u/u·u of the former. Of v, what is at
    /// right angles to u is v − m u for m = v·u/u·u, and belongs to f − m e: the step is s·(v − m u)/|v − m u|² of
    /// that.
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

/// Where the steps lead that follow a step from `start`, if each is shorter than the last by the same factor, and the
/// one between two of them is `other`.
#[inline(always)]
fn extrapolated<V: Vector>(start: V, step: V, other: V) -> V {
    let zoom = V::Scalar::zoom_for(step.max_abs());
    let (d, e) = (step.zoom(zoom), other.zoom(zoom));
    let whole: AreaOfVector<V> = d.dot(d);
    let rest = whole - e.dot(e);
    if V::Scalar::IS_FLOAT {
        return start.blend([step], [whole.ratio(rest)]);
    }
    // Fractions of fixed point end at one, and bodies within the working range.
    let [whole, rest] = AreaOfVector::<V>::normalize([whole, rest.max(AreaOfVector::<V>::ZERO)]);
    let far = V::splat(V::Scalar::WORKING_LIMIT);
    let further = start.saturating_sum(step.component_products_per(V::splat(whole), rest));
    further.component_min(far).component_max(-far)
}
