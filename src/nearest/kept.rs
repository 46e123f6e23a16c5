//! Two cores of which a state knows the vertices that carried the last answer: their nearest points, if the same vertices
//! carry this one, in floats.
//!
//! Their pairs are points of the Minkowski difference, of which the nearest to the origin is wanted: it is the foot of the
//! origin on their line or plane, if that lies between them. Two support points then tell whether anything is nearer. So most
//! answers of bodies that move little take what the proof takes. The bounds are those of any closed form: the way between two
//! points of the cores, and the plane at right angles to it that bears on both. Where they do not meet, a search begins with
//! the same vertices; so it does in fixed point, for it scales the bodies first.

use super::{Gap, of_way};
use crate::cso::{FromA, Placement};
use crate::epa::Facets as _;
use crate::polygons::is_workable;
use crate::scalar::{Area, Scalar};
use crate::simplex::Shares;
use crate::support::Support;
use crate::vector::{AreaOfVector, UnitOfVector, Vector, between};
use crate::warm::Pair;

/// The way between two cores whose bounds meet to a tolerance or to rounding, or prove the bodies farther apart than a limit,
/// from pairs of vertices by number. None if there are too few of them or too many, or if others carry the answer.
#[inline(always)]
pub fn by_pairs<'q, V, A, B, P>(
    (a, b): (&A, &B),
    placed: &'q FromA<'q, P>,
    pair: impl Fn(usize) -> Option<Pair>,
    (tolerance, limit): (UnitOfVector<V>, V::Scalar),
) -> Option<Gap<'q, FromA<'q, P>, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
{
    let is_float = V::Scalar::STEP == V::Scalar::NIL;
    let first = pair(0)?;
    if !is_float || pair(V::Links::BASE).is_some() {
        return None;
    }
    let gap = from_pairs((a, b), placed, (first, pair(1), pair(2)), tolerance)?;
    (gap.have_met() || gap.are_beyond(limit)).then_some(gap)
}

/// The same, once for all queries, whatever the bounds are.
#[inline(never)]
fn from_pairs<'q, V, A, B, P>(
    (a, b): (&A, &B),
    placed: &'q FromA<'q, P>,
    (first, second, third): (Pair, Option<Pair>, Option<Pair>),
    tolerance: UnitOfVector<V>,
) -> Option<Gap<'q, FromA<'q, P>, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
{
    let placement = placed.0;
    let point = |(at_a, at_b): Pair| {
        let on_a = a.vertex_from(at_a)?;
        Some(Point { on_a, apart: between(placement.to_a(b.vertex_from(at_b)?), on_a) })
    };
    let p = point(first)?;
    let Foot { axis, at: Point { on_a, apart } } = match (second, third) {
        (None, _) => p.foot(),
        (Some(second), None) => foot_on_edge(p, point(second)?),
        (Some(second), Some(third)) => foot_on_triangle([p, point(second)?, point(third)?]),
    };
    let (dir, length, _) = of_way(-axis);
    let (mut at_a, mut at_b) = first;
    let last_a = a.support_near(dir, &mut at_a);
    let first_b = b.support_near(placement.direction_to_b(-dir), &mut at_b);
    let extent = placement.extent(first_b);
    let size = extent.max(on_a.max_abs()).max(last_a.max_abs());
    let points = [(on_a, on_a - apart), (last_a, placement.to_a(first_b))];
    let gap = Gap::across(placed, [a.margin(), b.margin()], (dir, length), points, size);
    // The normal of a sliver may be tilted: then its foot is farther than its height.
    let most = gap.upper + gap.slack;
    let is_foot = gap.upper > gap.slack && apart.dot(apart) <= most.times(most);
    (is_workable(size) && is_foot)
        .then(|| Gap { enough: V::Scalar::blend(V::Scalar::NIL, [gap.upper], [tolerance]), ..gap })
}

/// A point of the Minkowski difference.
#[derive(Clone, Copy)]
struct Point<V> {
    on_a: V,
    /// The way to it from the point of B.
    apart: V,
}

/// The point of a part of the difference that is nearest to the origin.
struct Foot<V> {
    at: Point<V>,
    /// From the origin to it; the magnitude has no meaning.
    axis: V,
}

impl<V: Vector> Point<V> {
    #[inline(always)]
    fn foot(self) -> Foot<V> {
        Foot { at: self, axis: self.apart }
    }
}

#[inline(always)]
fn foot_on_edge<V: Vector>(p: Point<V>, q: Point<V>) -> Foot<V> {
    let zero = AreaOfVector::<V>::ZERO;
    let edge = between(p.apart, q.apart);
    let (from_p, from_q, whole) = (-p.apart.dot(edge), q.apart.dot(edge), edge.dot(edge));
    if from_p <= zero {
        return p.foot();
    }
    if from_q <= zero {
        return q.foot();
    }
    // From the end nearer to the origin: the product keeps its digits there.
    let share = if from_p <= from_q { from_p } else { (whole - from_q).max(zero) }.fraction(whole);
    let at = Point { on_a: p.on_a.blend([between(p.on_a, q.on_a)], [share]), apart: p.apart.blend([edge], [share]) };
    Foot { at, axis: V::edge_axis(p.apart, edge) }
}

/// Where the foot on the plane lies beyond edges, the nearest point is on one of them.
#[inline(always)]
fn foot_on_triangle<V: Vector>(corners: [Point<V>; 3]) -> Foot<V> {
    let zero = AreaOfVector::<V>::ZERO;
    let Shares { shares, whole, normal, .. } = V::triangle_shares(corners.map(|corner| corner.apart), None);
    let [p, q, r] = corners;
    let mut nearest: Option<Foot<V>> = None;
    for (share, one, other) in shares.into_iter().zip([q, r, p]).zip([r, p, q]).map(|((share, q), r)| (share, q, r)) {
        if share > zero {
            continue;
        }
        let foot = foot_on_edge(one, other);
        let square = |foot: &Foot<V>| foot.at.apart.dot(foot.at.apart);
        if nearest.as_ref().is_none_or(|nearest| square(&foot) < square(nearest)) {
            nearest = Some(foot);
        }
    }
    nearest.unwrap_or_else(|| {
        let weights = shares.map(|share| share.fraction(whole));
        let sum = |part: fn(Point<V>) -> V| V::ZERO.blend(corners.map(part), weights);
        let is_behind = normal.dot(p.apart) < zero;
        let at = Point { on_a: sum(|point| point.on_a), apart: sum(|point| point.apart) };
        Foot { at, axis: normal.or(is_behind, -normal) }
    })
}
