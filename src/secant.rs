//! Secant steps: where the search on a curved body ends, seen from its last rounds.
//!
//! GJK asks for the support point w of the axis p, its nearest point so far, and ends where w is p. On a curved body
//! its rounds halve the error of p at best. But the residual w − p is a smooth function of p there: with the curvature
//! radii H of the CSO and its distance d it changes by −(H + d·I) dp along the surface. So with the weights λ of the
//! origin among the last residuals, seen along the axis, the residual of Σ λᵢ·pᵢ is zero up to terms of second order:
//! the secant method in as many unknowns as the surface has dimensions. EPA finds its minimum in the same way; there
//! the pᵢ are outside, and their length is the depth.
//!
//! Where a body is flat, or has an edge or a corner, the rounds of GJK do better. So a secant step has to be asked for by
//! rounds that turn little, one whose point is no nearer is taken back, and one that does not halve the gap between the
//! bounds makes the next one wait. Its support point bounds the distance as any other does, and lies in the CSO: whatever
//! the step was worth, the bounds hold.

use crate::epa::Facets as _;
use crate::scalar::{Area, Scalar};
use crate::vector::{AreaOfVector, UnitOfVector, Vector, as_direction};

/// The support point may move by the size over two to the power of this in a round that a secant is drawn through.
const CALM: u32 = 2;

/// The last rounds of a search: as many as the surface has dimensions, and one.
#[derive(Clone, Debug)]
pub struct Trail<V> {
    /// Axes and their support points, in any order; the newest takes the place of the oldest.
    rounds: [(V, V); 3],
    /// The place of the oldest.
    next: usize,
    /// The last support point.
    last: V,
    /// Rounds in a row that moved little.
    calm: usize,
    /// How many of them there have to be.
    asked: usize,
}

impl<V: Vector> Default for Trail<V> {
    fn default() -> Self {
        let zero = V::ZERO;
        Self { rounds: [(zero, zero); 3], next: 0, last: zero, calm: 0, asked: V::Links::BASE - 1 }
    }
}

impl<V: Vector> Trail<V> {
    /// Notes a round: its axis, and the support point, in a CSO of the given size.
    #[inline(always)]
    pub fn note(&mut self, axis: V, point: V, size: V::Scalar) {
        let little = V::Scalar::blend(V::Scalar::NIL, [size], [UnitOfVector::<V>::halved(CALM)]);
        self.calm = if (point - self.last).is_within(little) { self.calm + 1 } else { 0 };
        self.last = point;
        if let Some(round) = self.rounds.get_mut(self.next) {
            *round = (axis, point);
        }
        self.next = if self.next + 1 < V::Links::BASE { self.next + 1 } else { 0 };
    }

    /// Have enough rounds moved little?
    #[inline(always)]
    pub fn is_due(&self) -> bool {
        self.calm >= self.asked
    }

    /// A step has brought nothing: the next one has to wait twice as long.
    pub fn disappoint(&mut self) {
        self.calm = 0;
        self.asked = self.asked.saturating_mul(2);
    }

    /// The axis at which the residual should be zero, seen along a normal, where the distance is known; the zero vector if
    /// there is none.
    #[inline(never)]
    pub fn target(&self, normal: V, distance: V::Scalar) -> V {
        let axes = self.rounds.map(|(axis, _)| V::ZERO.advance(distance, axis.unit(axis.length())));
        let [(_, u), (_, v), (_, w)] = self.rounds;
        let [p, q, r] = axes;
        combined(axes, V::triangle_shares([u - p, v - q, w - r], Some(normal)).shares)
    }

    /// The axis whose support point should lie on a ray from the origin: seen along the ray it is the origin then.
    #[inline(never)]
    pub fn pierced(&self, ray: V) -> V {
        let axes = self.rounds.map(|(axis, _)| as_direction(axis.unit(axis.length())));
        combined(axes, V::triangle_shares(self.rounds.map(|(_, point)| point), Some(ray)).shares)
    }
}

/// The combination of three directions, two in the plane, by the shares of the origin among points that belong to them,
/// at most eight in size each; zero if there are none.
pub fn combined<V: Vector>(directions: [V; 3], shares: [AreaOfVector<V>; 3]) -> V {
    let [a, b, c] = shares;
    let whole = a + b + c;
    let sign = |area: AreaOfVector<V>| if whole < AreaOfVector::<V>::ZERO { -area } else { area };
    let whole = sign(whole);
    if whole == AreaOfVector::<V>::ZERO {
        return V::ZERO;
    }
    // Eighths of the shares keep within a unit.
    let eighths =
        [a, b, c].map(|share| sign(share).portion(UnitOfVector::<V>::halved(3)).max(-whole).min(whole).fraction(whole));
    V::ZERO.blend(directions, eighths).direction()
}
