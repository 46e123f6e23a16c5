//! Nearest points of two polygons in the plane, by a walk along their Minkowski difference, in floats.
//!
//! The difference of two convex outlines is one as well: its edges are those of both, in the order of their
//! directions (Guibas, Ramshaw, Stolfi 1983). At a corner of it, which is a pair of corners of the bodies, two edges
//! begin, one of each body; the next edge of the difference is the one that turns less. An edge *sees* the origin if
//! its outward side faces it: then its normal separates the bodies. Along the edges that see the origin the distance
//! falls to the nearest point and rises again. So the walk goes on to the first edge that sees the origin, and from
//! there as long as the origin is *ahead*, which means in the direction of the edge from its start. Usually the first
//! edge is near the corner that lies farthest along the displacement between the centers.
//!
//! Everything is in A's frame, except the normal of an edge of B, which is computed from the corners in B's own frame
//! and then turned: where the bodies are near each other, rounding has spoiled the direction between corners placed
//! in A's frame. Fixed point loses too many digits where points change frames; there a search scales the bodies
//! first.

use crate::body::hint::Hint;
use crate::body::support::{Body, Support, form_of};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector, displacement, is_in_range};
use crate::pair::place::Placement;
use crate::pair::record::VertexPair;
use crate::shortcut::certificate::{Certificate, Margins, direction_and_lengths};
use crate::shortcut::tuning::MAX_CALIPER_CORNERS;

#[cfg(test)]
mod tests;

/// Are both cores polygons of few corners, in floats? Usually a constant for a pair of types.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn suit_calipers<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(a: &A, b: &B) -> bool {
    // A point has no second corner.
    let is_polygon = |one: Option<V>, other: Option<V>| one.is_some() && other.is_none();
    let are_polygons = V::IS_PLANAR
        && is_polygon(form_of(a).corner(1), form_of(a).corner(MAX_CALIPER_CORNERS))
        && is_polygon(form_of(b).corner(1), form_of(b).corner(MAX_CALIPER_CORNERS));
    // Alternating projections are as fast for two boxes.
    let are_boxes = form_of(a).as_box().is_some() && form_of(b).as_box().is_some();
    V::Scalar::IS_FLOAT && are_polygons && !are_boxes
}

/// The certificate of two polygons whose bounds meet to rounding. With it comes the pair of corners of the nearest
/// points; if the nearest points are on an edge of the difference, the pairs at which that edge begins and ends.
/// `None` if the walk finds no separating edge or corner in time, or if the cores are too near each other for a
/// direction. The walk begins at `start`, a pair of corners from an earlier query, if it is given. Not inlined: one
/// copy serves all queries.
#[inline(never)]
pub fn by_calipers<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>>(
    (a, b): (&A, &B),
    placement: &P,
    start: Option<VertexPair>,
) -> Option<(Certificate<V>, VertexPair, Option<VertexPair>)> {
    let zero = AreaOfVector::<V>::ZERO;
    let ((number_a, number_b), center_dir) = match start {
        Some((on_a, on_b)) => ((on_a.number(), on_b.number()), None),
        None => {
            let center_dir = displacement(a.center(), placement.to_a(b.center())).direction();
            ((number(a, center_dir), number(b, placement.direction_to_b(-center_dir))), Some(center_dir))
        }
    };
    let first = (CornerAt::of(a, number_a)?, CornerAt::of(b, number_b)?);
    let (mut at_a, mut at_b) = first;
    let (mut on_a, mut on_b) = (at_a.point, placement.to_a(at_b.point));
    // Does an edge seen so far, or a plane through the corners, separate the bodies? Corners from an earlier query are
    // assumed to be the nearest, as they were.
    let mut is_apart = center_dir.is_none_or(|center_dir| center_dir.dot(displacement(on_a, on_b)) > zero);
    // The walk goes first in the direction in which the origin is ahead, then in the other.
    let (mut is_forward, mut has_turned) = (true, false);
    for round in 0..MAX_CALIPER_CORNERS {
        let apart = displacement(on_a, on_b);
        let (next_a, next_b) = (at_a.next(a, is_forward)?, at_b.next(b, is_forward)?);
        let placed_b = placement.to_a(next_b.point);
        let (along_a, along_b) = (displacement(on_a, next_a.point), displacement(placed_b, on_b));
        let [left, _] = along_a.around();
        let turn = left.dot(along_b);
        let is_of_a = if is_forward { turn > zero } else { turn < zero };
        let along = along_b.select(is_of_a, along_a);
        let ahead = apart.dot(along);
        if round == 0 && ahead <= zero {
            is_forward = false;
            continue;
        }
        let outward = |along: V| {
            let [left, _] = along.around();
            left.select(is_forward, -left)
        };
        let sees = outward(along).dot(apart) > zero;
        is_apart |= sees;
        // An edge that faces back along the displacement between the centers does not separate the bodies.
        if center_dir.is_some_and(|center_dir| !is_apart && outward(along).dot(center_dir) < zero) {
            if has_turned {
                return None;
            }
            (is_forward, has_turned, (at_a, at_b)) = (!is_forward, true, first);
            (on_a, on_b) = (at_a.point, placement.to_a(at_b.point));
            continue;
        }
        let whole = along.dot(along);
        if is_apart && (ahead <= zero || sees && ahead < whole) {
            let is_beside = ahead > zero;
            let normal = if !is_beside {
                apart
            } else if is_of_a {
                outward(along)
            } else {
                // Rounding of the placed corners may have spoiled the direction of a short edge, and with it the test
                // that the foot is on the edge.
                let edge = V::ZERO.turn(&placement.rows(), displacement(next_b.point, at_b.point));
                let (ahead, whole) = (edge.dot(apart), edge.dot(edge));
                if ahead < zero || ahead > whole {
                    return None;
                }
                outward(edge)
            };
            let on_a = if is_beside && is_of_a { on_a.blend([along], [ahead.fraction(whole)]) } else { on_a };
            let pair = |a: CornerAt<V>, b: CornerAt<V>| (Hint::new(a.number), Hint::new(b.number));
            let (here, there) = (pair(at_a, at_b), if is_of_a { pair(next_a, at_b) } else { pair(at_a, next_b) });
            let gap = proven((a, b), placement, [on_a, on_b], normal, here)?;
            // The first pair is where the edge begins, so that a walk that starts there comes to the edge at once.
            let (at, to) = match (is_beside, is_forward) {
                (false, _) => (here, None),
                (true, true) => (here, Some(there)),
                (true, false) => (there, Some(here)),
            };
            return Some((gap, at, to));
        }
        if is_of_a {
            (at_a, on_a) = (next_a, next_a.point);
        } else {
            (at_b, on_b) = (next_b, placed_b);
        }
    }
    None
}

/// The certificate along `normal` of two points of the cores, if the planes at right angles to it through these
/// points support both cores within rounding. The support functions start at the given corners.
#[cfg_attr(not(debug_assertions), inline(always))]
fn proven<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placement: &impl Placement<V>,
    [on_a, on_b]: [V; 2],
    normal: V,
    (mut at_a, mut at_b): VertexPair,
) -> Option<Certificate<V>> {
    let (dir, length, _) = direction_and_lengths(normal);
    let last_a = a.support_from(dir, &mut at_a);
    let first_b = b.support_from(placement.direction_to_b(-dir), &mut at_b);
    let extent = placement.extent(first_b);
    let first_b = placement.to_a(first_b);
    let size = extent.max(on_a.max_abs()).max(last_a.max_abs());
    let bounds = [(on_a, on_b), (last_a, first_b)].map(|(on_a, on_b)| dir.dot(on_b - on_a));
    let gap = Certificate::between_planes(Margins::of(a, b), (dir, length), on_a, bounds, size);
    (is_in_range(size) && gap.upper > gap.slack && gap.have_met()).then_some(gap)
}

/// A corner of a polygon, in the frame of the polygon.
#[derive(Clone, Copy)]
struct CornerAt<V> {
    number: u32,
    point: V,
}

impl<V: Vector> CornerAt<V> {
    fn of<T: Support<Vector = V> + ?Sized>(body: &T, number: u32) -> Option<Self> {
        Some(Self { number, point: form_of(body).corner(number)? })
    }

    /// The corner after this one, or the one before it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next<T: Support<Vector = V> + ?Sized>(self, body: &T, is_forward: bool) -> Option<Self> {
        if is_forward {
            Self::of(body, self.number + 1).or_else(|| Self::of(body, 0))
        } else if let Some(before) = self.number.checked_sub(1) {
            Self::of(body, before)
        } else {
            let mut last = 0;
            while last < MAX_CALIPER_CORNERS && form_of(body).corner(last + 1).is_some() {
                last += 1;
            }
            Self::of(body, last)
        }
    }
}

/// The number of the corner that lies farthest along a direction: usually the hint that a support function leaves.
#[cfg_attr(not(debug_assertions), inline(always))]
fn number<T: Support + ?Sized>(body: &T, dir: T::Vector) -> u32 {
    let mut hint = Hint::default();
    let point = body.support_from(dir, &mut hint);
    if form_of(body).corner(hint.number()) == Some(point) {
        return hint.number();
    }
    let mut best = (0, -AreaOfVector::<T::Vector>::MAX);
    for number in 0..MAX_CALIPER_CORNERS {
        let Some(corner) = form_of(body).corner(number) else { break };
        let height = dir.dot(corner);
        best = if height > best.1 { (number, height) } else { best };
    }
    best.0
}
