//! The velocity of one body relative to another, and how fast it closes a gap.

use crate::motion::path::Advance;
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Scalar, over, product, saturating_sum};
use crate::number::vector::{UnitOfVector, Vector, along, moved};
/// The velocity of B's origin relative to A's.
#[derive(Clone, Copy, Debug)]
pub struct RelativeVelocity<V: Vector> {
    /// The rotation of A at the start in the frame of the velocity.
    pub frame: V::UnitRows,
    pub given: V,
    /// In A's frame.
    pub velocity: V,
}

impl<V: Vector> RelativeVelocity<V> {
    pub fn new(frame: V::UnitRows, given: V) -> Self {
        Self { frame, given, velocity: V::turn_back(&frame, given) }
    }

    /// A point of A's frame after a time. The way is turned, not the velocity: fixed point rounds it once.
    pub fn after(&self, point: V, time: V::Scalar) -> V {
        point.blend([V::turn_back(&self.frame, moved(V::ZERO, self.given, time))], [UnitOfVector::<V>::ONE])
    }

    /// At least the speed.
    pub fn speed(&self) -> V::Scalar {
        let speed = self.velocity.safe_length();
        saturating_sum(speed, steps_at(SLACK_STEPS, speed))
    }

    /// What rounding makes of the velocity along a unit vector. None stays none.
    pub fn rounding(&self) -> V::Scalar {
        let nil = V::Scalar::NIL;
        if !V::Scalar::IS_FLOAT && self.given == V::ZERO { nil } else { steps_at(SLACK_STEPS, self.velocity.max_abs()) }
    }

    /// How fast a gap along a normal falls.
    pub fn pace(&self, normal: V::UnitVector) -> Pace<V> {
        let (closing, step) = (-along(normal, self.velocity), self.rounding());
        Pace { normal, most: saturating_sum(closing, step), comes_through: closing > step }
    }

    /// By how much a gap falls in a time, at most. In fixed point a long time makes much of what a velocity is rounded
    /// by: the way is known better, unless it leaves the range.
    pub fn loss(&self, pace: &Pace<V>, time: V::Scalar) -> V::Scalar {
        let loss = product(pace.most, time);
        if V::Scalar::IS_FLOAT {
            return loss;
        }
        let way = self.after(V::ZERO, time);
        if !way.is_within(V::Scalar::LIMIT) {
            return loss;
        }
        loss.min(saturating_sum(-along(pace.normal, way), steps_at(SLACK_STEPS, way.max_abs())))
    }

    /// How long a gap lasts.
    pub fn fall(&self, pace: &Pace<V>, gap: V::Scalar, slack: V::Scalar, rest: V::Scalar) -> Advance<V::Scalar> {
        let (nil, step, loss) = (V::Scalar::NIL, V::Scalar::STEP, self.loss(pace, rest));
        if pace.most <= nil || loss < gap - slack {
            Advance::Clear
        } else if step > nil && loss <= gap {
            Advance::By(rest)
        } else {
            Advance::By((over(gap, pace.most) - step).max(nil).min(rest))
        }
    }
}

/// How fast the gap along a plane falls.
#[derive(Clone, Copy, Debug)]
pub struct Pace<V: Vector> {
    pub normal: V::UnitVector,
    /// At most, rounding included.
    pub most: V::Scalar,
    /// Does B come through the plane by more than rounding?
    pub comes_through: bool,
}
