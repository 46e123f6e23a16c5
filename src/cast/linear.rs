//! Motion without rotation: the gap along a plane falls at a constant rate.

use super::{Advance, Arrival, Course, Drift, Front, Pair, along, as_direction, over, rounding, slack, way};
use crate::cso::Placement;
use crate::scalar::{Scalar, saturating_sum};
use crate::support::Support;
use crate::vector::{UnitOfVector, Vector};

/// B moves, A stands still.
pub struct Linear<V: Vector> {
    start: Pair<V>,
    drift: Drift<V>,
    /// The sum of the margins and the target.
    touch: V::Scalar,
    end: V::Scalar,
}

impl<V: Vector> Linear<V> {
    /// A course for `max_time`, or until B has left A behind: there its hind end is farther along the velocity than the
    /// front end of A, by the target. What comes later needs no look, and no number leaves its range.
    pub fn new<A, B>(a: &A, b: &B, start: Pair<V>, drift: Drift<V>, target: V::Scalar, max_time: V::Scalar) -> Self
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let touch = saturating_sum(saturating_sum(a.margin(), b.margin()), target);
        let Some(way) = way(drift.velocity) else { return Self { start, drift, touch, end: max_time } };
        let dir = as_direction::<V>(way);
        let (front, hind) = (a.support(dir), start.to_a(b.support(start.direction_to_b(-dir))));
        let reach = along(way, front.blend([hind], [-UnitOfVector::<V>::ONE]));
        let reach = saturating_sum(reach, touch);
        let size = front.max_abs().max(hind.max_abs()).max(reach);
        let reach = saturating_sum(reach, rounding::<V>(super::SLACK_STEPS, size));
        let end = over(reach, along(way, drift.velocity));
        // Bad support points may give no number.
        Self { start, drift, touch, end: if end < max_time { end.max(V::Scalar::NIL) } else { max_time } }
    }
}

impl<V: Vector> Course<V> for Linear<V> {
    fn pair(&self, time: V::Scalar) -> Pair<V> {
        let apart = self.drift.after(self.start.apart, time);
        Pair { apart, translation: apart, ..self.start }
    }

    fn end(&self) -> V::Scalar {
        self.end
    }

    fn slack(&self, pair: &Pair<V>, time: V::Scalar, point: V) -> V::Scalar {
        slack(pair, time, point, self.drift.velocity.max_abs(), self.touch)
    }

    fn closing(&self, _: &Pair<V>, arrival: &Arrival<V>) -> V::Scalar {
        -along(arrival.normal, self.drift.velocity)
    }

    fn advance<A, B>(&self, front: &Front<'_, A, B, V>) -> Advance<V::Scalar>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        self.drift.fall(front.normal, front.gap, front.slack, front.rest)
    }
}
