//! The facet of a point set that faces a direction, found without knowing how its facets hang together.
//!
//! A plane across the direction rests on a support point. It tips until it meets the flattest edge there, then about
//! that edge to the side where it meets the next point first: in the plane after one step, in space after two, it lies
//! on a facet (the steps of gift wrapping; Chand, Kapur 1970). The points in that plane, up to rounding, are put in
//! order.
//!
//! Symbols: p the support point, e the edge, n the normal of the facet.

use super::Feature;
use crate::gjk::steps;
use crate::scalar::{Area, Scalar};
use crate::vector::{AreaOfVector as AreaOf, Vec2, Vector, vec2};

/// Rounding steps of the largest coordinate that points of one facet may be out of its plane.
const FLAT_STEPS: u32 = 16;

/// The facet of the hull of some points at its support point that faces a direction best: in the plane an edge.
///
/// Corners have their number among the points. So has the facet: the sum of those of its corners.
pub(crate) fn facet<V: Vector>(points: impl Iterator<Item = V> + Clone, dir: V) -> Feature<V> {
    let numbered = (0..).zip(points);
    let is_plane = V::AXES.as_ref().len() == 2;
    let Some((at, p)) =
        numbered.clone().reduce(|best, next| if dir.dot(next.1) > dir.dot(best.1) { next } else { best })
    else {
        return Feature::new(0);
    };
    let extent = numbered.clone().fold(V::Scalar::NIL, |extent, (_, q)| extent.max(q.max_abs()));
    let zoom = V::Scalar::zoom_for(extent);
    let step = V::Scalar::STEP.zoom(zoom).max(V::Scalar::STEP);
    let rounding = steps::<V>(FLAT_STEPS, V::Scalar::blend(step, [extent.zoom(zoom)], [V::Scalar::ROUNDING]));
    let start = p.zoom(zoom);
    let way_to = |q: V| q.zoom(zoom) - start;
    let ways = numbered.clone().map(|(_, q)| way_to(q)).filter(|way| !way.is_within(rounding));

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
    let flat = |q: V| {
        let way = way_to(q);
        (below.of(way) >= -rounding).then(|| vec2(right.of(way), up.of(way)))
    };
    outline(numbered.filter_map(|(number, q)| flat(q).map(|flat| Spot { number, point: q, flat })), rounding)
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

/// Heights along a direction; zero for none.
struct Heights<V: Vector> {
    direction: V,
    length: V::Scalar,
}

impl<V: Vector> Heights<V> {
    fn new(direction: V) -> Self {
        Self { direction, length: direction.length() }
    }

    fn of(&self, point: V) -> V::Scalar {
        if self.length == V::Scalar::NIL { self.length } else { self.direction.dot(point).per(self.length) }
    }
}

/// A point in the plane of the facet.
#[derive(Clone, Copy)]
struct Spot<V: Vector> {
    number: u32,
    point: V,
    flat: Vec2<V::Scalar>,
}

/// The corners of the hull of points in a plane, counter-clockwise, as when wrapping a gift. If there are too many,
/// every second or third of them. The first lies farthest along the first axis of the body, whatever the direction.
fn outline<V: Vector>(spots: impl Iterator<Item = Spot<V>> + Clone, rounding: V::Scalar) -> Feature<V> {
    let reach = |spot: &Spot<V>, axis: &V| axis.dot(spot.point);
    let is_before = |p: &Spot<V>, q: &Spot<V>| {
        V::AXES
            .as_ref()
            .iter()
            .find(|axis| reach(p, axis) != reach(q, axis))
            .is_some_and(|axis| reach(p, axis) > reach(q, axis))
    };
    let Some(first) = spots.clone().reduce(|best, next| if is_before(&next, &best) { next } else { best }) else {
        return Feature::new(0);
    };
    let count = walk(first, spots.clone(), rounding).count();
    let corners = walk(first, spots, rounding).step_by(count.div_ceil(Feature::<V>::MAX_CORNERS).max(1));
    corners.fold(Feature::new(0), |facet, corner| {
        let number = facet.number.wrapping_add(corner.number);
        Feature { number, ..facet.with_corner(corner.number, corner.point) }
    })
}

/// From a corner of a hull round to the last.
fn walk<V: Vector>(
    first: Spot<V>,
    spots: impl Iterator<Item = Spot<V>> + Clone,
    rounding: V::Scalar,
) -> impl Iterator<Item = Spot<V>> {
    let steps = spots.clone().count();
    let next = move |here: &Spot<V>| {
        let ways = spots.clone().map(|spot| (spot, spot.flat - here.flat));
        let far = ways.filter(|(_, way)| !way.is_within(rounding));
        let right = far.reduce(|best, next| {
            let (turn, slack) = (best.1.perp_dot(next.1), rounding.times(best.1.length().max(next.1.length())));
            let is_farther = next.1.length_squared() > best.1.length_squared();
            if turn < -slack || (turn <= slack && is_farther) { next } else { best }
        });
        right.map(|(spot, _)| spot).filter(|spot| !(spot.flat - first.flat).is_within(rounding))
    };
    core::iter::successors(Some(first), next).take(steps)
}
