//! A ray in the frame of a core, and how it comes to the core, from one nearest point to the next.

use crate::number::scalar::{Area, Scalar, over, product, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};
use crate::pair::place::Stand;
use crate::shortcut::ray::flight::{Flight, Passage, scaled, slack_of};
use crate::shortcut::tuning::MAX_FEET;

/// After this many times the size of the numbers, divided by the speed, a line is farther from a core than the core can
/// reach: both ends of the displacement between them at the start, the size of the core and the margins take seven.
const LEFT_BEHIND: u32 = 8;

/// Why there is no known impact of a ray on a body.
pub enum Missed {
    /// The ray is proven to miss.
    Never,
    /// Nothing is known; a search has to tell.
    Unknown,
}

/// The time of the impact, and the outward normal as a direction, with its length.
pub type Met<V> = Result<(<V as Vector>::Scalar, V, <V as Vector>::Scalar), Missed>;

/// A ray in the frame of a core.
pub struct RayLine<V: Vector> {
    pub start: V,
    pub velocity: V,
    pub max_time: V::Scalar,
}

/// The point of a core nearest to a line at a time.
pub struct NearestToLine<V: Vector> {
    /// From that point to the line.
    pub apart: V,
    /// How fast `apart` changes, as long as the point is on the same corner, edge or face.
    pub pace: V,
    /// The distance of the whole core along `apart`, times the length of `apart`.
    pub reach: AreaOfVector<V>,
    /// The displacement as it was found, before the rounding error along a face or an edge was removed.
    pub found: V,
    /// What the caller wants to know of the point.
    pub note: V,
}

impl<V: Vector> RayLine<V> {
    /// This ray in the frame of a body, given where the body is in the frame of the ray.
    #[inline(always)]
    pub fn in_frame_of(&self, stand: &impl Stand<V>) -> Self {
        Self { start: stand.back(self.start).each(), velocity: stand.direction_back(self.velocity).each(), ..*self }
    }

    /// This ray until it has left the neighborhood of its start, as far as numbers of the given size reach.
    #[inline(always)]
    pub fn leaving_at(&self, size: V::Scalar, speed: V::Scalar) -> Self {
        let far = (0..LEFT_BEHIND.ilog2()).fold(size, |far, _| saturating_sum(far, far));
        Self { max_time: self.max_time.min(over(far, speed)), ..*self }
    }

    /// Comes to a core whose nearest point is known at any time, beginning at the time `first`. Returns the time, the
    /// normal and the note.
    #[inline(always)]
    pub fn approach(
        &self,
        first: V::Scalar,
        (size, touch): (V::Scalar, V::Scalar),
        foot: impl Fn(V::Scalar) -> NearestToLine<V>,
    ) -> Result<(V::Scalar, V::UnitVector, V), Missed> {
        let (mut time, speed, outside) = (self.within(first), self.velocity.max_abs(), touch + slack_of::<V>(size));
        for _ in 0..MAX_FEET {
            let NearestToLine { apart, pace, reach, found, note } = foot(time);
            match self.met_at((time, apart), Some(reach), (size, touch)) {
                // For segments that are nearly parallel more than rounding may have been removed.
                Ok(_) if found.dot(found) > outside.times(outside) => return Err(Missed::Unknown),
                Ok((time, normal, length)) => return Ok((time, normal.unit(length), note)),
                Err(Missed::Never) => return Err(Missed::Never),
                Err(Missed::Unknown) => {}
            }
            let step = match Flight::new(apart, pace).passage(speed, size, touch) {
                Passage::By(step) | Passage::In(step) => step,
                Passage::Along => return Err(Missed::Unknown),
            };
            time = self.within(time + step);
        }
        Err(Missed::Unknown)
    }

    /// The time within the ray that is nearest to another.
    #[inline(always)]
    pub fn within(&self, time: V::Scalar) -> V::Scalar {
        time.max(V::Scalar::NIL).min(self.max_time)
    }

    /// Does the ray meet a core at a time when the displacement `apart` from the core is known? If not, that may show
    /// that it never does, because the distance has one minimum along the line. So may the plane at right angles to
    /// `apart`, if `reach` is given: the distance of the core along `apart`, times the length of `apart`.
    #[inline(always)]
    pub fn met_at(
        &self,
        (time, apart): (V::Scalar, V),
        reach: Option<AreaOfVector<V>>,
        (size, touch): (V::Scalar, V::Scalar),
    ) -> Met<V> {
        let (nil, zero) = (V::Scalar::NIL, AreaOfVector::<V>::ZERO);
        let (square, closing) = (apart.dot(apart), -apart.dot(self.velocity));
        let slack = slack_of::<V>(size);
        let half = scaled::<V>(slack, UnitOfVector::<V>::HALF);
        let (outside, near, inside) = (touch + slack, touch + half, touch - half);
        if square <= near.times(near) {
            let is_on = inside > slack && square >= inside.times(inside);
            // The distance is `reach` divided by a length that is at most `near`.
            let bears = reach.is_none_or(|reach| reach >= (touch - slack).times(near));
            // The gap along the normal at the start, times the length of the normal, which is about the radius.
            let is_outside_before = closing.over_one().times(time) > slack.times(touch);
            return if is_on && bears && is_outside_before {
                Ok((time, apart, square.sqrt()))
            } else {
                Err(Missed::Unknown)
            };
        }
        // The time for which the ray comes nearer, and by how much along `apart`, times the length of `apart`.
        let rest = if closing >= zero { self.max_time - time } else { time };
        let fall = closing.max(-closing).over_one().times(rest);
        let left = match reach {
            Some(reach) => reach - fall,
            None if rest == nil => square,
            None => return Err(Missed::Unknown),
        };
        let least = outside.times(outside);
        if square > least && left > least {
            let step = slack_of::<V>(product(self.velocity.max_abs(), rest));
            if left > (outside + step).times(square.sqrt()) {
                return Err(Missed::Never);
            }
        }
        Err(Missed::Unknown)
    }
}
