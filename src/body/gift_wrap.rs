//! The facet of a convex hull that faces a direction, found without knowing its facets.
//!
//! A plane at right angles to the direction touches the hull at a support point. It is tilted until it contains the
//! flattest edge there, then about that edge to the side where it meets the next point first. After one step in the
//! plane, and two in space, it contains a facet (the steps of gift wrapping; Chand, Kapur 1970). The outline of the
//! facet is then followed from corner to corner, with the least possible turn to the left at each.
//!
//! An edge leads from a point to one *near* it. If the neighbors of points are known, these are its neighbors, else all
//! other points.

use crate::body::feature::{Feature, Heights};
use crate::number::rounding::steps_at_zoom;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector as AreaOf, Vec2, Vector, vec2};

/// How far points of one facet may lie from its plane, in rounding steps of the largest coordinate.
const FACET_STEPS: u32 = 16;

/// Of the facets (in the plane: edges) of the hull of some points that meet at the support point, the one that best
/// faces a direction. A corner is numbered by its place among the points, and the facet by the sum of the numbers of
/// its corners.
pub(crate) fn facet<V: Vector>(points: impl Iterator<Item = V> + Clone, dir: V) -> Feature<V> {
    let numbered = (0..).zip(points);
    let higher = |best: (u32, V), next: (u32, V)| if dir.dot(next.1) > dir.dot(best.1) { next } else { best };
    let Some(top) = numbered.clone().reduce(higher) else {
        return Feature::new(0);
    };
    let extent = numbered.clone().fold(V::Scalar::NIL, |extent, (_, q)| extent.max(q.max_abs()));
    facet_at(top, dir, extent, numbered.clone().count(), |_| numbered.clone())
}

/// Finds the facet as [`facet`] does, at a support point given with its number. `near(Some(number))` gives the points
/// near the one with that number, which may itself be among them; `near(None)` gives all `count` points. Coordinates
/// are at most `extent` in magnitude.
pub(crate) fn facet_at<V: Vector, N: Iterator<Item = (u32, V)> + Clone>(
    (at, p): (u32, V),
    dir: V,
    extent: V::Scalar,
    count: usize,
    near: impl Fn(Option<u32>) -> N,
) -> Feature<V> {
    let zoom = V::Scalar::zoom_for(extent);
    let rounding = steps_at_zoom(FACET_STEPS, extent, zoom);
    let start = p.zoom(zoom);
    let from_start = |q: V| q.zoom(zoom) - start;
    // If a neighbor coincides with the point to within rounding, the neighbors of that neighbor matter as well, so all
    // points are searched.
    let is_alone = !near(Some(at)).any(|(other, q)| other != at && from_start(q).is_within(rounding));
    let edges =
        near(Some(at).filter(|_| is_alone)).map(|(_, q)| from_start(q)).filter(|edge| !edge.is_within(rounding));

    let down = Heights::new(-dir);
    let slopes = edges.clone().map(|edge| Slope { edge, drop: down.of(edge), across: edge.length() });
    let Some(e) = flattest(slopes, rounding) else {
        return Feature::new(at).with_corner(at, p);
    };
    let e = e.edge.direction();
    let across = V::edge_axis(dir, e);
    let normal = if V::DIM == 2 {
        across
    } else {
        let (down, beside) = (Heights::new(-across), Heights::new(V::triangle_axis(V::ZERO, e, across)));
        let slopes =
            edges.map(|edge| Slope { edge, drop: down.of(edge).max(V::Scalar::NIL), across: beside.of(edge).abs() });
        let next = flattest(slopes, rounding);
        // If even the flattest edge leads along the line of `e`, all points lie on that line.
        let next = next.filter(|next| next.drop.max(next.across) > rounding);
        let normal = next.map_or(across, |next| V::triangle_axis(V::ZERO, e, next.edge.direction()));
        if normal.dot(dir) < AreaOf::<V>::ZERO { -normal } else { normal }
    };

    // Coordinates in the plane of the facet, seen from outside: along the edge, and to its left.
    let (below, right) = (Heights::new(normal), Heights::new(e));
    let up = Heights::new(V::triangle_axis(V::ZERO, normal, e));
    let spots = |number: Option<u32>| {
        near(number).filter_map(|(number, point)| {
            let offset = from_start(point);
            (below.of(offset) >= -rounding).then(|| FlatPoint {
                number,
                point,
                flat: vec2(right.of(offset), up.of(offset)),
            })
        })
    };
    let top = FlatPoint { number: at, point: p, flat: Vec2::ZERO };
    let first = foremost(top, count, spots);
    let round = |is_near: bool| facet_outline(first, count, rounding, move |number| spots(number.filter(|_| is_near)));
    let (mut facet, mut corners) = gathered(round(true));
    // Where more than one facet of the body is flat to within rounding, following neighbors may go round in circles.
    // Then the outline is followed among all points.
    let is_near = corners <= count;
    if !is_near {
        (facet, corners) = gathered(round(false));
    }
    if corners > Feature::<V>::MAX_CORNERS {
        // There is no room for all corners: keep every second, or every third, and so on.
        (facet, _) = gathered(round(is_near).step_by(corners.div_ceil(Feature::<V>::MAX_CORNERS).max(1)));
    }
    facet
}

/// The facet with as many of the corners as there is room for, and the count of all corners. Its number holds those of
/// its first two corners. Two facets with an edge in common go along it in opposite directions, so no other facet has
/// the same number, as long as the numbers of corners fit 16 bits.
fn gathered<V: Vector>(corners: impl Iterator<Item = FlatPoint<V>>) -> (Feature<V>, usize) {
    let (mut facet, mut count) = (Feature::new(0), 0);
    for corner in corners {
        if count < 2 {
            facet.number = facet.number.rotate_left(16) ^ corner.number;
        }
        facet.push(corner.number, corner.point);
        count += 1;
    }
    (facet, count)
}

/// A displacement from the support point, with the distances by which it leads down and across.
#[derive(Clone, Copy)]
struct Slope<V: Vector> {
    edge: V,
    drop: V::Scalar,
    across: V::Scalar,
}

/// The flattest of some slopes; among those that are equal to within rounding the longest, because its slope is the
/// most accurate.
fn flattest<V: Vector>(slopes: impl Iterator<Item = Slope<V>>, rounding: V::Scalar) -> Option<Slope<V>> {
    slopes.reduce(|best, next| {
        let (steeper, flatter) = (next.drop.times(best.across), best.drop.times(next.across));
        let slack = rounding.times(best.across + next.across);
        let is_longer = next.across > best.across;
        if steeper - flatter < -slack || (steeper - flatter <= slack && is_longer) { next } else { best }
    })
}

/// A point of the facet, with its two coordinates in the plane of the facet.
#[derive(Clone, Copy)]
struct FlatPoint<V: Vector> {
    number: u32,
    point: V,
    flat: Vec2<V::Scalar>,
}

/// The point of a facet whose coordinates are last in lexicographic order. It is a corner, and does not depend on the
/// direction for which the facet was sought.
fn foremost<V: Vector, S: Iterator<Item = FlatPoint<V>>>(
    start: FlatPoint<V>,
    count: usize,
    near: impl Fn(Option<u32>) -> S,
) -> FlatPoint<V> {
    let is_before = |p: V, q: V| p.by_axis().as_ref().iter().gt(q.by_axis().as_ref());
    let mut first = start;
    for _ in 0..count {
        let farther =
            |best: FlatPoint<V>, next: FlatPoint<V>| if is_before(next.point, best.point) { next } else { best };
        let best = near(Some(first.number)).fold(first, farther);
        if best.number == first.number {
            break;
        }
        first = best;
    }
    first
}

/// The corners of a facet from `first` on, counter-clockwise; at most `count + 1`, which bounds the loop if rounding
/// keeps the outline from closing.
fn facet_outline<V: Vector, S: Iterator<Item = FlatPoint<V>>>(
    first: FlatPoint<V>,
    count: usize,
    rounding: V::Scalar,
    near: impl Fn(Option<u32>) -> S,
) -> impl Iterator<Item = FlatPoint<V>> {
    // The next corner among some points, and whether another point coincides with this corner to within rounding.
    let rightmost = move |last: FlatPoint<V>, here: FlatPoint<V>, spots: S| {
        let (mut best, mut is_crowded) = (None, false);
        for spot in spots {
            let edge = spot.flat - here.flat;
            if edge.is_within(rounding) {
                is_crowded |= spot.number != here.number;
                continue;
            }
            let length = edge.length();
            // Among points on one line with the corner, those ahead are better than those behind, and then the farthest
            // is best.
            let is_better = |&(_, best, longest): &(FlatPoint<V>, Vec2<V::Scalar>, V::Scalar)| {
                let (turn, slack) = (best.perp_dot(edge), rounding.times(longest.max(length)));
                let ahead = |edge: Vec2<V::Scalar>| edge.dot(here.flat - last.flat);
                let is_opposite = best.dot(edge) < AreaOf::<V>::ZERO;
                let is_farther = if is_opposite { ahead(edge) > ahead(best) } else { length > longest };
                turn < -slack || (turn <= slack && is_farther)
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((spot, edge, length));
            }
        }
        (best.map(|(spot, ..)| spot), is_crowded)
    };
    // Where the body is flat to within rounding, it may have edges that are not edges of the hull. So if no neighbor
    // comes next, if the next corner is the last one again, or if another point coincides with this corner, the next
    // corner is sought among all points.
    let next = move |&(last, here): &(FlatPoint<V>, FlatPoint<V>)| {
        let next = match rightmost(last, here, near(Some(here.number))) {
            (Some(next), false) if next.number != last.number => next,
            _ => rightmost(last, here, near(None)).0?,
        };
        (!(next.flat - first.flat).is_within(rounding)).then_some((here, next))
    };
    core::iter::successors(Some((first, first)), next).take(count + 1).map(|(_, corner)| corner)
}
