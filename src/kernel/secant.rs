//! Secant steps: extrapolate from the last rounds of a search where it ends on a curved body.
//!
//! GJK takes the support point w against the axis p, its nearest point so far, and ends where w is p. On a curved body
//! its rounds halve the error of p at best. But the residual w − p is a smooth function of the unit vector n = p/|p|
//! there: with the curvature radii H of the CSO and its distance d it changes by −(H + d·I) dn along the surface. Let
//! pᵢ = d·nᵢ belong to the last rounds, and let λᵢ be the barycentric coordinates of the origin in the triangle (in 2D
//! the segment) of their residuals wᵢ − pᵢ, seen along the axis. Then the residual of Σ λᵢ·pᵢ is zero up to terms of
//! second order: the secant method in as many unknowns as the surface has dimensions. EPA finds its minimum in the same
//! way (see `epa/star.rs`), with pᵢ = U·nᵢ, where U is the support value, an upper bound of the depth.
//!
//! A surface may contain lines, as the side of a cylinder does. Near the normal of such a line the support point jumps
//! from one end to the other, while its movement across the line is smooth. The shares of a ray among points of both
//! ends still give, to first order, how far the normal has to turn across the line; along the line it is determined by
//! the right angle between normal and line. The line from one end to the other, of any rounds, is in the surface up to
//! terms of second order.
//!
//! Where a body is flat, or has an edge or a corner, the rounds of GJK do better. So a secant step is taken only after
//! rounds that move little. A step whose point is no nearer is taken back, and a step that does not halve the gap
//! between the bounds makes the next one wait. Whatever the step was worth, its support point bounds the distance.
//!
//! `gjk.rs` takes such steps with [`Trail::target`] and, at the end, with [`Trail::root`]; `portal.rs` takes them with
//! [`Trail::pierced`].

use crate::kernel::simplex::triangle_shares;
use crate::kernel::tuning::{CALM_BITS, SKEW_BITS};
use crate::number::rounding::steps;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, as_direction};

/// Two support points count as the ends of a line in the surface if they are more than this many times as far apart as
/// on a ball of the same size with the same normals; a power of two.
const LINE: u32 = 8;

/// The difference of two support points tells nothing if it is within this many rounding steps of the CSO's size: each
/// point comes from two bodies and a rotation.
const NOISE_STEPS: u32 = 8;

/// A round of a search: its axis as a unit vector, and the support point.
#[derive(Clone, Copy, Debug, Default)]
struct Round<V: Vector> {
    normal: V::UnitVector,
    point: V,
}

impl<V: Vector> Round<V> {
    /// Are the points of two rounds the ends of a line in the surface, for a CSO of the given size?
    fn faces(&self, other: &Self, size: V::Scalar) -> bool {
        let half = UnitOfVector::<V>::HALF;
        let turn = V::UnitVector::ZERO.blend([self.normal, other.normal], [half, -half]).max_abs();
        let reach = steps(2 * LINE, size.scaled(turn));
        !(self.point - other.point).is_within(reach)
    }
}

/// The last rounds of a search: one more than the surface has dimensions.
#[derive(Clone, Debug)]
pub struct Trail<V: Vector> {
    /// The newest first; in 2D the last is not used.
    rounds: [Round<V>; 3],
    /// The size of the CSO in the last round.
    size: V::Scalar,
    /// The number of rounds in a row that moved little.
    calm: usize,
    /// The number of rounds in a row that have to move little before a secant step.
    asked: usize,
}

impl<V: Vector> Default for Trail<V> {
    fn default() -> Self {
        Self { rounds: [Round::default(); 3], size: V::Scalar::NIL, calm: 0, asked: V::DIM - 1 }
    }
}

impl<V: Vector> Trail<V> {
    /// Notes a round: its axis, and the support point, in a CSO of the given size. A portal search passes `is_used`,
    /// which tells whether a point is a corner of the portal. Then a round is calm if its point is near that of any of
    /// the last three rounds. There is room for three rounds, so one of those is dropped, usually the oldest. In space
    /// the second oldest is dropped instead if the point of the oldest is in use and lies at the other end of a line in
    /// the surface, and the point of the second oldest does not lie there.
    #[inline(always)]
    pub fn note(&mut self, axis: V, point: V, size: V::Scalar, is_used: Option<impl Fn(V) -> bool>) {
        let little = size.scaled(UnitOfVector::<V>::halved(CALM_BITS));
        let round = Round { normal: axis.unit(axis.length()), point };
        let [third, second, first] = self.rounds;
        let is_near = |other: &Round<V>| (point - other.point).is_within(little) && other.normal != V::UnitVector::ZERO;
        let is_calm = is_near(&third) || is_used.is_some() && (is_near(&second) || is_near(&first));
        self.calm = if is_calm { self.calm + 1 } else { 0 };
        let is_other_end = V::DIM == 3
            && is_used.is_some_and(|is_used| is_used(first.point))
            && first.faces(&round, size)
            && !second.faces(&round, size);
        self.rounds = [round, third, if is_other_end { first } else { second }];
        self.size = size;
    }

    /// Have enough rounds moved little?
    pub fn is_due(&self) -> bool {
        self.calm >= self.asked
    }

    /// Notes that a step was of no use: the next one has to wait twice as long.
    pub fn disappoint(&mut self) {
        self.calm = 0;
        self.asked = self.asked.saturating_mul(2);
    }

    /// The axis for which the rounds predict that the residual, seen along a normal, is zero; the zero vector if there
    /// is no such axis.
    #[inline(never)]
    pub fn target(&self, normal: V, distance: V::Scalar) -> V {
        let axes = self.rounds.map(|round| V::ZERO.advance(distance, round.normal));
        let [u, v, w] = self.rounds.map(|round| round.point);
        let [p, q, r] = axes;
        combined(axes, triangle_shares(&[u - p, v - q, w - r], Some(normal)).shares)
    }

    /// The axis of the newest round as a unit vector, its support point, and the size of the CSO.
    pub fn newest(&self) -> (V::UnitVector, V, V::Scalar) {
        let [Round { normal, point }, ..] = self.rounds;
        (normal, point, self.size)
    }

    /// The axis for which the newest round, and those of the others whose points are `near` its own, predict that the
    /// residual is zero; the zero vector if no point is near enough, or none has moved. With a `line`, everything is
    /// seen along it.
    ///
    /// [`target`](Self::target) does that where steps are large compared with rounding. Here they need not be: rounds
    /// that differ by too little are left out, and where all turns have one direction, what is left of the residual
    /// turns the axis as on a body without curvature across that direction, a corner or a rim.
    #[inline(never)]
    pub fn root(&self, distance: V::Scalar, near: V::Scalar, line: V) -> V {
        let flat = |vector: V| if line == V::ZERO { vector } else { less(vector, line) };
        let noise = steps(NOISE_STEPS, self.size).scaled(V::Scalar::ROUNDING);
        let place = |round: Round<V>| V::ZERO.advance(distance, round.normal);
        let [newest, others @ ..] = self.rounds;
        let mut axis = place(newest);
        let mut residual = flat(newest.point - axis);
        // The unknowns of the secant: one for each direction in which the axis may turn.
        let mut left = if line == V::ZERO { V::DIM - 1 } else { V::DIM - 2 };
        let mut first = (V::ZERO, V::ZERO);
        for other in others {
            let is_known = other.normal != V::UnitVector::ZERO && (newest.point - other.point).is_within(near);
            if !is_known || left == 0 {
                continue;
            }
            // How far the axis has turned since that round, and by how much the residual has changed. Of a second round
            // only what is at right angles to the first change counts.
            let mut turn = place(newest) - place(other);
            let mut change = flat(newest.point - other.point - turn);
            let mut least = noise;
            if first.0 != V::ZERO {
                let whole = change.max_abs().scaled(UnitOfVector::<V>::halved(SKEW_BITS));
                least = least.max(whole);
                let share = change.dot(first.0).ratio(first.0.dot(first.0));
                (change, turn) = (change.blend([first.0], [-share]), turn.blend([first.1], [-share]));
            }
            if change.is_within(least) {
                continue;
            }
            // As in `combined`, a share is clamped to eight.
            let eighth = residual.dot(change).portion(UnitOfVector::<V>::halved(3)).ratio(change.dot(change));
            let eight_times = |vector: V| (0..3).fold(vector, |sum, _| sum + sum);
            axis = axis.blend([eight_times(turn)], [-eighth]);
            residual = residual.blend([eight_times(change)], [-eighth]);
            first = (change, turn);
            left -= 1;
        }
        if first.0 == V::ZERO { V::ZERO } else { (axis + residual).direction() }
    }

    /// The axis for which the rounds predict that the support point lies on a ray from the origin: seen along the ray,
    /// that point is the origin. If the rounds are at the ends of a line in the surface, the ray should meet that line,
    /// which is at right angles to the axis.
    #[inline(never)]
    pub fn pierced(&self, ray: V) -> V {
        let axes = self.rounds.map(|round| as_direction(round.normal));
        let axis = combined(axes, triangle_shares(&self.rounds.map(|round| round.point), Some(ray)).shares);
        let [a, b, c] = self.rounds;
        // In 2D a line has one end on either side of the ray.
        if V::DIM < 3 {
            return axis;
        }
        let line = match [a.faces(&b, self.size), b.faces(&c, self.size), c.faces(&a, self.size)] {
            [true, _, false] => b.point - a.point,
            [false, true, _] => c.point - b.point,
            [_, false, true] => a.point - c.point,
            _ => return axis,
        };
        less(axis, line.direction()).direction()
    }
}

/// A vector less its component along a line.
pub fn less<V: Vector>(vector: V, line: V) -> V {
    vector.blend([line], [-vector.dot(line).ratio(line.dot(line))])
}

/// The sum of three directions (two in 2D), weighted by shares that are clamped to eight times their sum, as a
/// direction. Zero if the sum of the shares is zero.
pub fn combined<V: Vector>(directions: [V; 3], shares: [AreaOfVector<V>; 3]) -> V {
    let [a, b, c] = shares;
    let whole = a + b + c;
    let sign = |area: AreaOfVector<V>| if whole < AreaOfVector::<V>::ZERO { -area } else { area };
    let whole = sign(whole);
    if whole == AreaOfVector::<V>::ZERO {
        return V::ZERO;
    }
    // An eighth of a clamped share is at most the whole, and fits a unit fraction.
    let eighths =
        [a, b, c].map(|share| sign(share).portion(UnitOfVector::<V>::halved(3)).max(-whole).min(whole).fraction(whole));
    V::ZERO.blend(directions, eighths).direction()
}
