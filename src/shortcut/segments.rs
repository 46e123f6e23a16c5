//! Pairs of segments, each of which may be a point: their nearest points, a lower bound of their distance, and how deep
//! they cross.

use crate::body::support::{Body, form_of};
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement};
use crate::pair::place::Stand;
use crate::shortcut::certificate::HALVINGS_WHERE_EXACT;

#[cfg(test)]
mod tests;

/// Two segments in one frame: from `a` along `d`, and from `p` along `e`.
#[derive(Clone, Copy)]
pub struct Segments<V> {
    pub a: V,
    pub d: V,
    pub p: V,
    pub e: V,
}

/// For each segment of a pair, whether it is a point. Constants for known types, so that the compiler removes the
/// code that points do not need.
pub type ArePoints = (bool, bool);

/// Two segments of which neither is a point.
pub const NO_POINTS: ArePoints = (false, false);

impl<V: Vector> Segments<V> {
    /// `None` if a core is not a segment.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        (a, b): (&A, &B),
        (stand_a, stand_b): (&impl Stand<V>, &impl Stand<V>),
    ) -> Option<Self> {
        let (a, b) = (form_of(a).as_segment()?, form_of(b).as_segment()?);
        let ((a, d), (p, e)) = (Self::placed(stand_a, a), Self::placed(stand_b, b));
        Some(Self { a, d, p, e })
    }

    /// The start of a segment and the displacement to its end, in the common frame. In fixed point both ends are
    /// rounded there, so that neither is off by more than a point is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn placed(stand: &impl Stand<V>, (from, to): (V, V)) -> (V, V) {
        let start = stand.place(from);
        let along =
            if V::Scalar::IS_FLOAT { stand.turn(displacement(from, to)) } else { displacement(start, stand.place(to)) };
        (start, along)
    }

    /// The largest magnitude of the coordinates.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn size(&self) -> V::Scalar {
        let (one, other) = (self.a.max_abs().max(self.d.max_abs()), self.p.max_abs().max(self.e.max_abs()));
        one.max(other)
    }

    /// The shares of `d` and `e` at which the nearest points lie, of segments whose starts are r apart.
    ///
    /// Points at the shares s and t are r + t·e − s·d apart. The parts at right angles to d show how the lines
    /// approach: with r′ = r − (d·r/d²)·d and e′ = e − (d·e/d²)·d, the second line is nearest to the first at
    /// t = −r′·e′/e′². That share is clamped to the second segment, s follows from it and is clamped, and t follows
    /// from that: another round would change nothing (Ericson 2005). The usual quotient, whose denominator is
    /// 1 − (d·e)²/(d²·e²), loses twice as many digits where the lines are nearly parallel. For lines that are
    /// parallel within rounding, and on a segment whose square has no digits, any first point will do; NaN is clamped
    /// to the start.
    ///
    /// In fixed point d is the longer of the two, so that d·e/d² is a unit fraction, and shares count from the
    /// middles of the segments: then d·r/d² is a unit fraction as well, unless the first segment is nearest at an end
    /// whatever t is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn shares(r: V, d: V, e: V, (is_point_a, is_point_b): ArePoints) -> (UnitOfVector<V>, UnitOfVector<V>) {
        let (is_float, nil, half) = (V::Scalar::IS_FLOAT, UnitOfVector::<V>::NIL, UnitOfVector::<V>::HALF);
        let (first, last) = if is_float { (nil, UnitOfVector::<V>::ONE) } else { (-half, half) };
        let r = if is_float { r } else { r.blend([e, d], [half, -half]) };
        let clamp = |share: UnitOfVector<V>| share.max(first).min(last);
        let quotient = |part: AreaOfVector<V>, whole: AreaOfVector<V>| {
            if is_float { part.over_one().fraction(whole.over_one()) } else { part.ratio(whole) }
        };
        let (dd, ee) = (d.dot(d), e.dot(e));
        if is_point_a {
            return (nil, clamp(quotient(-r.dot(e), ee)) - first);
        }
        if is_point_b {
            return (clamp(quotient(r.dot(d), dd)) - first, nil);
        }
        let is_swapped = !is_float && dd < ee;
        let (r, d, e) = (r.select(is_swapped, -r), d.select(is_swapped, e), e.select(is_swapped, d));
        let (dd, ee) = if is_swapped { (ee, dd) } else { (dd, ee) };
        let (de, re) = (d.dot(e), r.dot(e));
        let (k, g) = (quotient(de, dd), quotient(r.dot(d), dd));
        let (apart, across) = (r.blend([d], [-g]), e.blend([d], [-k]));
        // The products r′·e′ and r′·e are equal. Each vector is off by a step, so the shorter factor is the better one.
        let other = if is_float || apart.dot(apart) <= ee { across } else { e };
        let t = clamp(-quotient(apart.dot(other), across.dot(across)));
        let s = clamp(UnitOfVector::<V>::blend(g, [t], [k]));
        let t = clamp(quotient(de.scaled(s) - re, ee));
        if is_swapped { (t - first, s - first) } else { (s - first, t - first) }
    }

    /// [`shares`](Self::shares) in floats and in fewer instructions, with digits lost where the segments are nearly
    /// parallel: for callers that have another method if these points prove nothing.
    ///
    /// On the line of the second segment, the nearest to a point of the first at the share s is at t = s·k − f, with
    /// f = e·r/e² and k = d·e/e², and on that of the first at s = g + t·l, with g = d·r/d² and l = d·e/d². Where both
    /// hold, the lines are nearest: s = (g − f·l)/(1 − k·l).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn rough_shares(r: V, d: V, e: V) -> (UnitOfVector<V>, UnitOfVector<V>) {
        let (nil, one) = (UnitOfVector::<V>::NIL, UnitOfVector::<V>::ONE);
        let clamp = |share: UnitOfVector<V>| share.max(nil).min(one);
        let product = |one: UnitOfVector<V>, other: UnitOfVector<V>| UnitOfVector::<V>::from_sum(one.share(other));
        let quotient = |part: AreaOfVector<V>, whole: AreaOfVector<V>| part.over_one().fraction(whole.over_one());
        let (dd, ee, de, dr, er) = (d.dot(d), e.dot(e), d.dot(e), d.dot(r), e.dot(r));
        let (f, k, g, l) = (quotient(er, ee), quotient(de, ee), quotient(dr, dd), quotient(de, dd));
        let s = clamp((g - product(f, l)).fraction(one - product(k, l)));
        let t = clamp(product(k, s) - f);
        (clamp(product(l, t) + g), t)
    }

    /// The points at the given shares.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self, (s, t): (UnitOfVector<V>, UnitOfVector<V>)) -> (V, V) {
        (self.a.blend([self.d], [s]), self.p.blend([self.e], [t]))
    }

    /// How far the second segment lies beyond the first along a direction, times the length of the direction; `r` leads
    /// from the start of the first to that of the second.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reach(dir: V, r: V, d: V, e: V) -> AreaOfVector<V> {
        let zero = AreaOfVector::<V>::ZERO;
        dir.dot(r) + (dir.dot(e).min(zero) - dir.dot(d).max(zero))
    }

    /// For segments in the plane that cross: the depth, the direction from the first to the second along which the
    /// second moves out, and the point of the first that then touches the second. `None` where they do not cross.
    ///
    /// Their Minkowski difference has the edges d and e. Each segment has an end nearer to the line of the other than
    /// its other end is, and the smaller of these two distances is the depth. The foot of that end is on the other
    /// segment: otherwise the end of that segment beside it would be nearer still.
    #[inline]
    pub fn crossing(&self, size: V::Scalar) -> Option<(V::Scalar, V::UnitVector, V)> {
        let zoom = V::Scalar::zoom_for(size);
        let Self { a, d, p, e } = *self;
        let [r, long, other] = [displacement(a, p), d, e].map(|vector| vector.zoom(zoom));
        // Directions keep all digits of short segments, too, so that their lengths and unit vectors have them.
        let ([across_a, _], [across_b, _]) = (d.direction().around(), e.direction().around());
        let (start_b, start_a) = (across_a.dot(r), -across_b.dot(r));
        let (end_b, end_a) = (start_b + across_a.dot(other), start_a + across_b.dot(long));
        let zero = AreaOfVector::<V>::ZERO;
        // The height of the nearer end, and whether the other end is below the line. That tells to which side the
        // nearer end moves out: where segments just touch, its own height is rounding.
        let nearer = |one: AreaOfVector<V>, other: AreaOfVector<V>| {
            let is_other = other.max(-other) < one.max(-one);
            let (near, far) = if is_other { (other, one) } else { (one, other) };
            (is_other, near.max(-near), far < zero, (one < zero) != (other < zero))
        };
        let ((is_end_b, height_b, is_below_a, is_across_a), (is_end_a, height_a, is_below_b, is_across_b)) =
            (nearer(start_b, end_b), nearer(start_a, end_a));
        let (length_a, length_b) = (across_a.length(), across_b.length());
        let (depth_b, depth_a) = (height_b.per(length_a), height_a.per(length_b));
        let is_of_b = depth_b < depth_a;
        // Either the end of B goes back to the line of A, or the line of B out to the end of A.
        let depth = if is_of_b { depth_b } else { depth_a };
        let is_turned = if is_of_b { is_below_a } else { !is_below_b };
        let direction = across_b.select(is_of_b, across_a).unit(if is_of_b { length_a } else { length_b });
        let (depth, direction) = (depth.unzoom(zoom), direction.select(is_turned, -direction));
        let foot_of_b = p.select(is_end_b, p.saturating_sum(e)).advance(depth, direction);
        let on_a = a.select(is_end_a, a.saturating_sum(d)).select(is_of_b, foot_of_b);
        (is_across_a && is_across_b).then_some((depth, direction, on_a))
    }
}

/// Two segments without their positions: `d` and `e`, the shares of them at which two points lie, and the
/// displacement `apart` between these points.
#[derive(Clone, Copy)]
pub struct Spans<V: Vector> {
    pub d: V,
    pub e: V,
    pub shares: (UnitOfVector<V>, UnitOfVector<V>),
    pub apart: V,
}

impl<V: Vector> Spans<V> {
    /// How far the second segment lies beyond the first along a direction, times the length of the direction. For the
    /// nearest points rounding leaves more digits of this than of [`reach`](Segments::reach).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn reach(&self, dir: V, (is_point_a, is_point_b): ArePoints) -> AreaOfVector<V> {
        let zero = AreaOfVector::<V>::ZERO;
        // By how much a segment reaches beyond its point at a share, along the direction.
        let beyond = |along: AreaOfVector<V>, share| along.scaled(share) - along.min(zero);
        let mut reach = dir.dot(self.apart);
        if !is_point_a {
            reach = reach - beyond(-dir.dot(self.d), self.shares.0);
        }
        if !is_point_b {
            reach = reach - beyond(dir.dot(self.e), self.shares.1);
        }
        reach
    }

    /// The best lower bound of the distance, at least that of `best`, among the directions that matter, and its
    /// direction. Where the nearest points are so near that the displacement between them is largely rounding, the
    /// planes at right angles to it may support the segments at ends far away. A direction at right angles to one
    /// segment, or to both, keeps all its digits. Where segments are nearly parallel, their common normal is once
    /// more made to be at right angles to the longer one, and then it is at right angles to the shorter one as well.
    /// For segments on one line the axes of the frame stand in. Only directions that lead from one point to the other
    /// count, within `slack`: the common normal of segments that are nearest at an end may lead past it. The search
    /// ends with a bound that is below `distance` by a [part of the slack](HALVINGS_WHERE_EXACT).
    #[cold]
    #[inline(never)]
    pub fn best_plane(&self, best: &mut (V::Scalar, V::UnitVector), distance: V::Scalar, slack: V::Scalar) {
        let Self { d, e, apart, .. } = self;
        let allowed = slack.scaled(V::Scalar::halved(HALVINGS_WHERE_EXACT));
        let longer = || if d.max_abs() < e.max_abs() { e } else { d };
        for number in 0..4 + V::DIM {
            let (along, edge) = match number {
                0 => (d.across(*e), &V::ZERO),
                1 => (d.across(*e), longer()),
                2 => (*apart, d),
                3 => (*apart, e),
                _ => (V::AXES.as_ref().get(number - 4).copied().unwrap_or(V::ZERO), longer()),
            };
            let dir = if *edge == V::ZERO { along.direction() } else { V::edge_axis(along, *edge) };
            let magnitude = |area: AreaOfVector<V>| area.max(-area);
            let reach = self.reach(dir, NO_POINTS);
            // How far B lies beyond A along the opposite direction.
            let back = -reach - (magnitude(dir.dot(*d)) + magnitude(dir.dot(*e)));
            let (reach, dir) = if back > reach { (back, -dir) } else { (reach, dir) };
            let length = dir.length();
            let lower = reach.per(length);
            if length > V::Scalar::NIL && lower > best.0 {
                let unit = dir.unit(length);
                if apart.advance(-distance, unit).is_within(saturating_sum(slack, slack)) {
                    *best = (lower, unit);
                }
            }
            // The difference itself: `distance - allowed` would be rounded to the digits of `distance`.
            if saturating_difference(distance, best.0) <= allowed {
                break;
            }
        }
    }
}
