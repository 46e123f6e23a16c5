//! The facet of a convex hull that faces a direction, found without knowing its facets.
//!
//! A plane across the direction rests on a support point. It tips until it meets the flattest edge there, then about
//! that edge to the side where it meets the next point first: in the plane after one step, in space after two, it lies
//! on a facet (the steps of gift wrapping; Chand, Kapur 1970). The walk round the facet turns as little to the left as
//! it can at every corner.
//!
//! All edges lead from a point to one that is *near*: to any other one of a set of points, to a neighbor where those
//! are known.
//!
//! Symbols: p the support point, e the edge, n the normal of the facet.

use crate::body::feature::{Feature, Heights};
use crate::number::rounding::steps_at_zoom;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector as AreaOf, Vec2, Vector, vec2};

/// Rounding steps of the largest coordinate that points of one facet may be out of its plane.
const FACET_STEPS: u32 = 16;

/// The facet of the hull of some points at its support point that faces a direction best: in the plane an edge.
///
/// Corners have their number among the points. So has the facet: the sum of those of its corners.
pub(crate) fn facet<V: Vector>(points: impl Iterator<Item = V> + Clone, dir: V) -> Feature<V> {
    let numbered = (0..).zip(points);
    let higher = |best: (u32, V), next: (u32, V)| if dir.dot(next.1) > dir.dot(best.1) { next } else { best };
    let Some(top) = numbered.clone().reduce(higher) else {
        return Feature::new(0);
    };
    let extent = numbered.clone().fold(V::Scalar::NIL, |extent, (_, q)| extent.max(q.max_abs()));
    facet_at(top, dir, extent, numbered.clone().count(), |_| numbered.clone())
}

/// The same at a support point, with its number. A function tells which of so many points, of the given size, are near
/// the one of a number, or of all of them, and may name that one too.
pub(crate) fn facet_at<V: Vector, N>(
    (at, p): (u32, V),
    dir: V,
    extent: V::Scalar,
    count: usize,
    near: impl Fn(Option<u32>) -> N,
) -> Feature<V>
where
    N: Iterator<Item = (u32, V)> + Clone,
{
    let is_plane = V::AXES.as_ref().len() == 2;
    let zoom = V::Scalar::zoom_for(extent);
    let rounding = steps_at_zoom(FACET_STEPS, extent, zoom);
    let start = p.zoom(zoom);
    let way_to = |q: V| q.zoom(zoom) - start;
    let is_same = |q: V| way_to(q).is_within(rounding);
    // Of a neighbor that is the same but for rounding the neighbors count as well, and theirs.
    let is_alone = !near(Some(at)).any(|(other, q)| other != at && is_same(q));
    let ways = near(Some(at).filter(|_| is_alone)).map(|(_, q)| way_to(q)).filter(|way| !way.is_within(rounding));

    let down = Heights::new(-dir);
    let Some(e) = flattest(ways.clone().map(|way| Slope { way, drop: down.of(way), across: way.length() }), rounding)
    else {
        return Feature::new(at).with_corner(at, p);
    };
    let e = e.way.direction();
    let across = V::edge_axis(dir, e);
    let normal = if is_plane {
        across
    } else {
        let (down, beside) = (Heights::new(-across), Heights::new(V::triangle_axis([V::ZERO, e, across])));
        let slopes =
            ways.map(|way| Slope { way, drop: down.of(way).max(V::Scalar::NIL), across: beside.of(way).abs() });
        let next = flattest(slopes, rounding);
        // If the flattest is on the line of the edge, all are.
        let next = next.filter(|next| next.drop.max(next.across) > rounding);
        let normal = next.map_or(across, |next| V::triangle_axis([V::ZERO, e, next.way.direction()]));
        if normal.dot(dir) < AreaOf::<V>::ZERO { -normal } else { normal }
    };

    // The view from outside: along the edge, and to its left.
    let (below, right) = (Heights::new(normal), Heights::new(e));
    let up = Heights::new(V::triangle_axis([V::ZERO, normal, e]));
    let spots = |number: Option<u32>| {
        near(number).filter_map(|(number, point)| {
            let way = way_to(point);
            (below.of(way) >= -rounding).then(|| FlatPoint { number, point, flat: vec2(right.of(way), up.of(way)) })
        })
    };
    let top = FlatPoint { number: at, point: p, flat: Vec2::ZERO };
    let first = foremost(top, count, spots);
    let round = |is_near: bool| facet_outline(first, count, rounding, move |number| spots(number.filter(|_| is_near)));
    let (mut facet, mut corners) = gathered(round(true));
    // Where more of the body than a facet is flat but for rounding, neighbors may lead astray.
    let is_near = corners <= count;
    if !is_near {
        (facet, corners) = gathered(round(false));
    }
    if corners > Feature::<V>::MAX_CORNERS {
        // Every second of them, or third, and so on.
        (facet, _) = gathered(round(is_near).step_by(corners.div_ceil(Feature::<V>::MAX_CORNERS).max(1)));
    }
    facet
}

/// A facet of some corners, as many as it has room for, and how many there are. Its number is the sum of theirs.
fn gathered<V: Vector>(corners: impl Iterator<Item = FlatPoint<V>>) -> (Feature<V>, usize) {
    let (mut facet, mut count) = (Feature::new(0), 0);
    for corner in corners {
        facet.number = facet.number.wrapping_add(corner.number);
        facet.push(corner.number, corner.point);
        count += 1;
    }
    (facet, count)
}

/// A way from the support point: how far it goes down, and how far across.
#[derive(Clone, Copy)]
struct Slope<V: Vector> {
    way: V,
    drop: V::Scalar,
    across: V::Scalar,
}

/// The flattest of some slopes. Of those that are equal but for rounding, the longest, which tells the slope best.
fn flattest<V: Vector>(slopes: impl Iterator<Item = Slope<V>>, rounding: V::Scalar) -> Option<Slope<V>> {
    slopes.reduce(|best, next| {
        let (steeper, flatter) = (next.drop.times(best.across), best.drop.times(next.across));
        let slack = rounding.times(best.across + next.across);
        let is_longer = next.across > best.across;
        if steeper - flatter < -slack || (steeper - flatter <= slack && is_longer) { next } else { best }
    })
}

/// A point in the plane of the facet.
#[derive(Clone, Copy)]
struct FlatPoint<V: Vector> {
    number: u32,
    point: V,
    flat: Vec2<V::Scalar>,
}

/// The spot of a facet that lies farthest along the first axis of the body, of several farthest along the second, and
/// so on: a corner, whatever the direction in which the facet was sought.
fn foremost<V: Vector, S>(start: FlatPoint<V>, count: usize, near: impl Fn(Option<u32>) -> S) -> FlatPoint<V>
where
    S: Iterator<Item = FlatPoint<V>>,
{
    let reach = |spot: &FlatPoint<V>, axis: &V| axis.dot(spot.point);
    let is_before = |p: &FlatPoint<V>, q: &FlatPoint<V>| {
        let axes = V::AXES;
        let differing = axes.as_ref().iter().find(|axis| reach(p, axis) != reach(q, axis));
        differing.is_some_and(|axis| reach(p, axis) > reach(q, axis))
    };
    let mut first = start;
    for _ in 0..count {
        let best = near(Some(first.number)).fold(first, |best, next| if is_before(&next, &best) { next } else { best });
        if best.number == first.number {
            break;
        }
        first = best;
    }
    first
}

/// From a corner of a facet round to the last, counter-clockwise. It ends after one more than there are points.
fn facet_outline<V: Vector, S>(
    first: FlatPoint<V>,
    count: usize,
    rounding: V::Scalar,
    near: impl Fn(Option<u32>) -> S,
) -> impl Iterator<Item = FlatPoint<V>>
where
    S: Iterator<Item = FlatPoint<V>>,
{
    // The next corner among some spots, and whether one of them is the same but for rounding.
    let rightmost = move |last: FlatPoint<V>, here: FlatPoint<V>, spots: S| {
        let (mut best, mut is_crowded) = (None, false);
        for spot in spots {
            let way = spot.flat - here.flat;
            if way.is_within(rounding) {
                is_crowded |= spot.number != here.number;
                continue;
            }
            let length = way.length();
            // On a line with the corner it goes on, not back, and to the farthest.
            let is_better = |&(_, best, longest): &(FlatPoint<V>, Vec2<V::Scalar>, V::Scalar)| {
                let (turn, slack) = (best.perp_dot(way), rounding.times(longest.max(length)));
                let ahead = |way: Vec2<V::Scalar>| way.dot(here.flat - last.flat);
                let is_opposite = best.dot(way) < AreaOf::<V>::ZERO;
                let is_farther = if is_opposite { ahead(way) > ahead(best) } else { length > longest };
                turn < -slack || (turn <= slack && is_farther)
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some((spot, way, length));
            }
        }
        (best.map(|(spot, ..)| spot), is_crowded)
    };
    // A corner, and the one before. What is flat but for rounding may have an edge that is none of the hull: a way that
    // leads nowhere or back is sought among all. So is one from a corner with another in the same place.
    let next = move |&(last, here): &(FlatPoint<V>, FlatPoint<V>)| {
        let next = match rightmost(last, here, near(Some(here.number))) {
            (Some(next), false) if next.number != last.number => next,
            _ => rightmost(last, here, near(None)).0?,
        };
        (!(next.flat - first.flat).is_within(rounding)).then_some((here, next))
    };
    core::iter::successors(Some((first, first)), next).take(count + 1).map(|(_, corner)| corner)
}
