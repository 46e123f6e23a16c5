//! The velocity of one body relative to another, and how fast it closes a gap.

use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Scalar, over, product, saturating_sum};
use crate::number::vector::{UnitOfVector, Vector, along, moved};

/// The velocity of B's origin relative to A's.
#[derive(Clone, Copy, Debug)]
pub struct RelativeVelocity<V: Vector> {
    /// The rotation of A at the start, in the frame of `given`.
    pub frame: V::UnitRows,
    /// The velocity in the frame in which the caller gave it.
    pub given: V,
    /// The velocity in A's frame at the start.
    pub velocity: V,
}

impl<V: Vector> RelativeVelocity<V> {
    pub fn new(frame: V::UnitRows, given: V) -> Self {
        Self { frame, given, velocity: V::turn_back(&frame, given) }
    }

    /// A point in A's frame after it has moved for a time. The displacement is rotated, not the velocity, so that
    /// fixed point rounds it once.
    pub fn after(&self, point: V, time: V::Scalar) -> V {
        point.blend([V::turn_back(&self.frame, moved(V::ZERO, self.given, time))], [UnitOfVector::<V>::ONE])
    }

    /// An upper bound of the speed.
    pub fn speed(&self) -> V::Scalar {
        let speed = self.velocity.safe_length();
        saturating_sum(speed, steps_at(SLACK_STEPS, speed))
    }

    /// The rounding error of the velocity along a unit vector: zero if the velocity is zero.
    pub fn rounding(&self) -> V::Scalar {
        let nil = V::Scalar::NIL;
        if !V::Scalar::IS_FLOAT && self.given == V::ZERO { nil } else { steps_at(SLACK_STEPS, self.velocity.max_abs()) }
    }

    /// How fast a gap along a normal from A to B shrinks.
    pub fn pace(&self, normal: V::UnitVector) -> Pace<V> {
        let (closing, step) = (-along(normal, self.velocity), self.rounding());
        Pace { normal, most: saturating_sum(closing, step), comes_through: closing > step }
    }

    /// An upper bound of how much a gap shrinks in a time. In fixed point a long time multiplies the rounding error
    /// of the velocity. The displacement has a smaller error, and is used unless it leaves the range.
    pub fn loss(&self, pace: &Pace<V>, time: V::Scalar) -> V::Scalar {
        let loss = product(pace.most, time);
        if V::Scalar::IS_FLOAT {
            return loss;
        }
        let displacement = self.after(V::ZERO, time);
        if !displacement.is_within(V::Scalar::LIMIT) {
            return loss;
        }
        loss.min(saturating_sum(-along(pace.normal, displacement), steps_at(SLACK_STEPS, displacement.max_abs())))
    }

    /// For how long a gap stays open at this pace, of the time `rest` that is left; `None` if for all of it. `slack`
    /// is the rounding error of the gap.
    pub fn fall(&self, pace: &Pace<V>, gap: V::Scalar, slack: V::Scalar, rest: V::Scalar) -> Option<V::Scalar> {
        let (nil, step, loss) = (V::Scalar::NIL, V::Scalar::STEP, self.loss(pace, rest));
        if pace.most <= nil || loss < gap - slack {
            None
        } else if !V::Scalar::IS_FLOAT && loss <= gap {
            Some(rest)
        } else {
            Some((over(gap, pace.most) - step).max(nil).min(rest))
        }
    }
}

/// How fast the gap along a normal shrinks.
#[derive(Clone, Copy, Debug)]
pub struct Pace<V: Vector> {
    pub normal: V::UnitVector,
    /// An upper bound of the rate, rounding included.
    pub most: V::Scalar,
    /// Whether B approaches the plane by more than rounding.
    pub comes_through: bool,
}
