//! A ray in the frame of a core: how it approaches the core from one nearest point to the next, how it passes a ball
//! or a cylinder, and the rounding errors of lengths.

use crate::number::scalar::{Area, Scalar, over, product, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement, moved};
use crate::pair::place::Stand;
use crate::shortcut::tuning::MAX_FEET;

/// After a displacement of this many times the size of the numbers a line is out of reach of a core. Along the largest
/// component of the velocity both begin within two sizes of the origin: a middle within one, and ends within one of the
/// middle. So they are at most four apart at the start, and at least four apart afterwards; margins are at most one.
const LEFT_BEHIND: u32 = 8;

/// Why there is no known impact of a ray on a body.
pub enum Missed {
    /// The ray is proven to miss.
    Never,
    /// Nothing is proven; a search has to tell.
    Unknown,
}

/// The time of an impact, and the outward normal as a direction, with the length of that direction.
pub type Met<V> = Result<(<V as Vector>::Scalar, V, <V as Vector>::Scalar), Missed>;

/// A ray in the frame of a core: `start + t · velocity` for t from zero to `max_time`.
pub struct RayLine<V: Vector> {
    pub start: V,
    pub velocity: V,
    pub max_time: V::Scalar,
}

/// The point of a core nearest to a line at one time.
pub struct NearestToLine<V: Vector> {
    /// From that point to the line.
    pub apart: V,
    /// How fast `apart` changes, as long as the point is on the same corner, edge or face.
    pub pace: V,
    /// How far the line is from the whole core along `apart`, times the length of `apart`.
    pub reach: AreaOfVector<V>,
    /// The displacement as it was found, before the rounding error along a face or an edge was removed.
    pub found: V,
    /// A vector that [`RayLine::approach`] returns with the result, such as the point itself.
    pub note: V,
}

impl<V: Vector> RayLine<V> {
    /// This ray in the frame of a body, given where the body is in the frame of the ray.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn in_frame_of(&self, stand: &impl Stand<V>) -> Self {
        Self { start: stand.back(self.start).each(), velocity: stand.direction_back(self.velocity).each(), ..*self }
    }

    /// This ray, ended where it is out of reach of a core, if all numbers of both are at most `size`: see
    /// [`LEFT_BEHIND`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn leaving_at(&self, size: V::Scalar, speed: V::Scalar) -> Self {
        let far = (0..LEFT_BEHIND.ilog2()).fold(size, |far, _| saturating_sum(far, far));
        Self { max_time: self.max_time.min(over(far, speed)), ..*self }
    }

    /// Where the ray meets a core whose nearest point, `foot`, is known at any time. Goes from one nearest point to
    /// the next, beginning at the time `first`. Returns the time, the normal and the note of the last point.
    #[cfg_attr(not(debug_assertions), inline(always))]
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

    /// The time within the duration of the ray that is nearest to a given one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn within(&self, time: V::Scalar) -> V::Scalar {
        time.max(V::Scalar::NIL).min(self.max_time)
    }

    /// Does the ray meet a core at a given time, at which the displacement `apart` from the core to the ray is known?
    /// If it does not, `apart` may show that the ray never meets the core, because the distance has one minimum along
    /// the line. So may the plane at right angles to `apart`, if `reach` is given: the distance of the whole core
    /// along `apart`, times the length of `apart`.
    #[cfg_attr(not(debug_assertions), inline(always))]
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
            // The gap along the normal at the start, times the length of the normal, compared with the slack times
            // the radius, which is about that length.
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

/// A line relative to the center of a ball, or to the axis of a cylinder in a plane across it.
pub struct Flight<V: Vector> {
    pub from: V,
    pub velocity: V,
    /// The squares of `velocity` and of the moment, which is the length of `velocity` times the distance at which the
    /// line passes the origin.
    pub square: AreaOfVector<V>,
    pub moment: AreaOfVector<V>,
    /// One over `square`.
    pub per_square: UnitOfVector<V>,
}

impl<V: Vector> Flight<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(from: V, velocity: V) -> Self {
        let (square, moment) = (velocity.dot(velocity), from.moment(velocity));
        Self { from, velocity, square, moment: moment.dot(moment), per_square: inverse::<V>(square) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self, time: V::Scalar) -> V {
        moved(self.from, self.velocity, time)
    }

    /// How the line passes a ball or a cylinder of the given radius. If `velocity` was computed from another one,
    /// `lean` is the size of that one, whose rounding may have tilted it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn passage(&self, lean: V::Scalar, size: V::Scalar, radius: V::Scalar) -> Passage<V> {
        let Self { from, velocity, .. } = *self;
        let (square, moment) = (self.square.over_one(), self.moment);
        let next = -from.dot(velocity).scaled(self.per_square).over_one();
        let outside = radius + slack_of::<V>(size.max(product(lean, next.abs())));
        if moment > outside.times(outside).over_one().times(square) {
            return Passage::By(next);
        }
        let room = radius.times(radius).over_one().times(square) - moment;
        if room > AreaOfVector::<V>::ZERO {
            Passage::In(next - scaled::<V>(room.sqrt(), self.per_square))
        } else {
            Passage::Along
        }
    }
}

/// How a line passes a ball or a cylinder about the origin.
pub enum Passage<V: Vector> {
    /// It stays outside, and is nearest to the origin at this time.
    By(V::Scalar),
    /// It enters at this time.
    In(V::Scalar),
    /// It passes so near to the surface that rounding decides.
    Along,
}

/// A component, by the number of its axis.
pub fn part<V: Vector>(vector: V, axis: usize) -> V::Scalar {
    vector.by_axis().as_ref().get(axis).copied().unwrap_or(V::Scalar::NIL)
}

/// By how much a displacement may be off after a time in fixed point, if two rotations have rounded the velocity.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn lean<V: Vector>(time: V::Scalar) -> V::Scalar {
    let step = V::Scalar::STEP;
    saturating_sum(product(saturating_sum(step, step), time), step)
}

/// A length times a number.
pub fn scaled<V: Vector>(length: V::Scalar, number: UnitOfVector<V>) -> V::Scalar {
    V::Scalar::from_sum(length.share(number))
}

/// Bound on the rounding error of a length of the given size.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn slack_of<V: Vector>(size: V::Scalar) -> V::Scalar {
    let twice = V::Scalar::ROUNDING + V::Scalar::ROUNDING;
    scaled::<V>(size, twice + twice)
}

/// The components of a vector, each moved from the next axis to this one.
pub fn next_axis<V: Vector>(vector: V) -> V {
    let parts = vector.by_axis();
    let parts = parts.as_ref();
    V::from_axes(|axis| parts.get(axis + 1).or(parts.first()).copied().unwrap_or(V::Scalar::NIL))
}

/// Is one point so near to another that they are at most half the slack apart? Measured by the sum of the components,
/// which is at least the length, because squares of tiny components may be lost.
pub fn is_near<V: Vector>(nearest: V, point: V, slack: V::Scalar) -> bool {
    let apart = displacement(nearest, point).component_abs();
    let reach = apart.by_axis().as_ref().iter().fold(V::Scalar::NIL, |sum, &part| saturating_sum(sum, part));
    saturating_sum(reach, reach) <= slack
}

/// One over a square.
pub fn inverse<V: Vector>(square: AreaOfVector<V>) -> UnitOfVector<V> {
    V::Scalar::ONE.fraction(square.over_one())
}

/// Are products of two lengths, or of their rounding errors, and quotients of them within the range?
pub fn are_moderate<V: Vector>(size: V::Scalar, speed: V::Scalar) -> bool {
    let most = V::Scalar::WORKING_LIMIT;
    let least = over(V::Scalar::ONE, most);
    size.min(speed) >= least && size.max(speed) <= most
}

/// Are the products of [`are_moderate`] and their squares within the range?
pub fn are_squares_moderate<V: Vector>(size: V::Scalar, speed: V::Scalar) -> bool {
    let moment = product(size, speed);
    let rounded = scaled::<V>(moment, V::Scalar::ROUNDING);
    let are_squares = rounded.times(rounded) > AreaOfVector::<V>::ZERO && moment <= V::Scalar::LIMIT;
    are_moderate::<V>(size, speed) && are_squares
}
