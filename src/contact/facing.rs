//! Which corners of a feature face the other body.

use crate::body::feature::{Feature, Heights};
use crate::number::rounding::steps_at_zoom;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vector, displacement};
/// Coordinates this many rounding steps apart may be the same: a corner has been turned, and the normal has.
pub const SAME_POINT_STEPS: u32 = 16;

/// Corners that lie 2^STEEPER times farther down than across do not face the other body. Facets that have the support
/// point of a box are never that steep.
const STEEPER: u32 = 1;

/// Edges clearly cross if the cosine of the angle between them, seen along the normal, is at most 1 − 2^−CLEARLY.
const CLEARLY: u32 = 5;

impl<V: Vector> Feature<V> {
    /// Leaves out the corners that do not face a direction: those to which it goes down too steeply from the top one.
    pub(crate) fn face(&mut self, up: &Heights<V>) {
        let mut corners = self.corners().map(|(_, corner)| (up.direction.dot(corner), corner));
        let (Some(first), 2..) = (corners.next(), self.count) else { return };
        let (_, top) = corners.fold(first, |top, next| if next.0 > top.0 { next } else { top });
        let zoom = V::Scalar::zoom_for(self.extent());
        let is_steep = self.corners().any(|(_, corner)| {
            let way = displacement(top, corner).zoom(zoom);
            corner != top && !is_flat(up.of(way), way)
        });
        if is_steep {
            self.drop_steep(up);
        }
    }

    /// The same for a feature with some steep corners, which may come down from any corner that could be the top one.
    #[inline(never)]
    fn drop_steep(&mut self, up: &Heights<V>) {
        let zoom = V::Scalar::zoom_for(self.extent());
        let resolution = steps_at_zoom(SAME_POINT_STEPS, self.extent(), zoom);
        let height = |corner: V| up.of(corner.zoom(zoom));
        let most = self.corners().fold(-V::Scalar::MAX, |most, (_, corner)| most.max(height(corner)));
        let whole = *self;
        let tops = whole.corners().filter(|&(_, corner)| height(corner) >= most - resolution);
        self.count = 0;
        for (number, corner) in whole.corners() {
            let drop = most - height(corner);
            if drop <= resolution || tops.clone().any(|(_, top)| is_flat(drop, displacement(top, corner).zoom(zoom))) {
                self.push(number, corner);
            }
        }
    }

    /// Is it a segment, and the other one too, and do they clearly cross as seen along an axis? Then they have no more
    /// than a point in common. A function turns directions of the other one's frame.
    ///
    /// Of ways u and v and the unit vector n along the axis, u′ = u − (u·n)n is what is seen of u, so that
    /// u′·v′ = u·v − (u·n)(v·n) and u′² = u² − (u·n)².
    pub(crate) fn crosses(&self, other: &Self, along: &Heights<V>, turned: impl Fn(V) -> V) -> bool {
        let (Some(u), Some(v)) = (self.way(), other.way().map(turned)) else { return false };
        let (up_u, up_v) = (along.of(u), along.of(v));
        let (seen_u, seen_v) = (u.dot(u) - up_u.times(up_u), v.dot(v) - up_v.times(up_v));
        let whole = seen_u.sqrt().times(seen_v.sqrt());
        let most = whole - whole.portion(V::Scalar::halved(CLEARLY));
        let product = u.dot(v) - up_u.times(up_v);
        -most <= product && product <= most
    }

    /// The direction of a segment.
    fn way(&self) -> Option<V> {
        match self.corners.get(..self.count) {
            Some(&[(_, from), (_, to)]) => Some(displacement(from, to).direction()),
            _ => None,
        }
    }
}

/// Does a way that goes down by `drop` go no steeper than 2^STEEPER?
///
/// Across it goes by the root of way² − drop².
pub fn is_flat<V: Vector>(drop: V::Scalar, way: V) -> bool {
    let half = V::Scalar::blend(V::Scalar::NIL, [drop], [V::Scalar::halved(STEEPER)]);
    half.times(half) + drop.times(drop) <= way.dot(way)
}
