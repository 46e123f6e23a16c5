//! Which corners of a feature face the other body: the first step of a manifold.

use crate::body::feature::{Feature, Heights};
use crate::number::rounding::steps_at_zoom;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vector, displacement};

/// Coordinates up to this many rounding steps apart count as equal, because both the corner and the normal have been
/// rotated.
pub const SAME_POINT_STEPS: u32 = 16;

/// A corner that lies more than 2^STEEPER times as far below the top corner as to the side of it does not face the
/// other body. The facet of a box at its support point is never that steep.
const STEEPER: u32 = 1;

/// Edges clearly cross if the cosine of the angle between them, seen along the normal, is at most 1 − 2^−CLEARLY in
/// magnitude.
const CLEARLY: u32 = 5;

impl<V: Vector> Feature<V> {
    /// Removes the corners that do not face a direction: those too steeply below the top corner (see `STEEPER`).
    pub(crate) fn face(&mut self, up: &Heights<V>) {
        let mut corners = self.corners().map(|(_, corner)| (up.direction.dot(corner), corner));
        let (Some(first), 2..) = (corners.next(), self.count) else { return };
        let (_, top) = corners.fold(first, |top, next| if next.0 > top.0 { next } else { top });
        let zoom = V::Scalar::zoom_for(self.extent());
        let is_steep = self.corners().any(|(_, corner)| {
            let from_top = displacement(top, corner).zoom(zoom);
            corner != top && !is_flat(up.of(from_top), from_top)
        });
        if is_steep {
            self.drop_steep(up);
        }
    }

    /// [`face`](Self::face) for a feature with a steep corner. Several corners may be the top one up to rounding; a
    /// corner stays if it is not too steeply below any one of them.
    #[inline(never)]
    fn drop_steep(&mut self, up: &Heights<V>) {
        let zoom = V::Scalar::zoom_for(self.extent());
        let resolution = steps_at_zoom(SAME_POINT_STEPS, self.extent(), zoom);
        let height = |corner: V| up.of(corner.zoom(zoom));
        let most = self.corners().fold(-V::Scalar::MAX, |most, (_, corner)| most.max(height(corner)));
        let is_facing = |corner: V| {
            let drop = most - height(corner);
            let tops = || self.corners().filter(|&(_, corner)| height(corner) >= most - resolution);
            drop <= resolution || tops().any(|(_, top)| is_flat(drop, displacement(top, corner).zoom(zoom)))
        };
        // All corners are tried before the first is dropped: a copy of the feature would take stack.
        let facing = (0..).zip(self.corners()).fold(0, |set, (i, (_, corner))| set | u32::from(is_facing(corner)) << i);
        let whole = self.count;
        self.count = 0;
        for i in (0..whole).filter(|i| facing >> i & 1 != 0) {
            if let Some(&(number, corner)) = self.corners.get(i) {
                self.push(number, corner);
            }
        }
    }

    /// Are this feature and another both segments that clearly cross, as seen along an axis? Then they have at most one
    /// point in common. `turned` takes a direction from the other feature's frame to this one's.
    ///
    /// For directions u and v of the segments and the unit vector n along the axis, u′ = u − (u·n)n is the projection
    /// of u that is seen, so that u′·v′ = u·v − (u·n)(v·n) and u′² = u² − (u·n)².
    pub(crate) fn crosses(&self, other: &Self, along: &Heights<V>, turned: impl Fn(V) -> V) -> bool {
        let (Some(u), Some(v)) = (self.segment_direction(), other.segment_direction().map(turned)) else {
            return false;
        };
        let (up_u, up_v) = (along.of(u), along.of(v));
        let (seen_u, seen_v) = (u.dot(u) - up_u.times(up_u), v.dot(v) - up_v.times(up_v));
        let whole = seen_u.sqrt().times(seen_v.sqrt());
        let most = whole - whole.portion(V::Scalar::halved(CLEARLY));
        let product = u.dot(v) - up_u.times(up_v);
        -most <= product && product <= most
    }

    /// The direction of a segment; `None` for any other feature.
    fn segment_direction(&self) -> Option<V> {
        match self.corners.get(..self.count) {
            Some(&[(_, from), (_, to)]) => Some(displacement(from, to).direction()),
            _ => None,
        }
    }
}

/// Does the displacement `from_top`, which goes down by `drop`, have a slope of at most 2^STEEPER?
///
/// Its length across is √(from_top² − drop²).
fn is_flat<V: Vector>(drop: V::Scalar, from_top: V) -> bool {
    let half = drop.scaled(V::Scalar::halved(STEEPER));
    half.times(half) + drop.times(drop) <= from_top.dot(from_top)
}
