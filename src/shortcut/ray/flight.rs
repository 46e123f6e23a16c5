//! How a line passes a ball or a cylinder, and the rounding errors of lengths.

use crate::number::scalar::{Area, Scalar, over, product, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement, moved};

/// A line, relative to the center of a ball or a cylinder.
pub struct Flight<V: Vector> {
    pub from: V,
    pub velocity: V,
    /// The squares of `velocity`, and of the moment: the length of `velocity` times the distance at which the line
    /// passes the origin.
    pub square: AreaOfVector<V>,
    pub moment: AreaOfVector<V>,
    pub per_square: UnitOfVector<V>,
}

impl<V: Vector> Flight<V> {
    #[inline(always)]
    pub fn new(from: V, velocity: V) -> Self {
        let (square, moment) = (velocity.dot(velocity), from.moment(velocity));
        Self { from, velocity, square, moment: moment.dot(moment), per_square: inverse::<V>(square) }
    }

    /// The point of the line at a time.
    #[inline(always)]
    pub fn at(&self, time: V::Scalar) -> V {
        moved(self.from, self.velocity, time)
    }

    /// How the line passes a ball or cylinder of the given radius. `velocity` may be tilted by the rounding of another
    /// one, of the size `lean`, from which it was computed.
    #[inline(always)]
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
    /// It is too near to the surface to tell.
    Along,
}

/// A component, by the number of its axis.
pub fn part<V: Vector>(vector: V, axis: usize) -> V::Scalar {
    vector.by_axis().as_ref().get(axis).copied().unwrap_or(V::Scalar::NIL)
}

/// How far off a displacement is after a time, if two rotations in fixed point have rounded the velocity.
#[inline(always)]
pub fn lean<V: Vector>(time: V::Scalar) -> V::Scalar {
    let step = V::Scalar::STEP;
    saturating_sum(product(saturating_sum(step, step), time), step)
}

/// A length times a number.
pub fn scaled<V: Vector>(length: V::Scalar, number: UnitOfVector<V>) -> V::Scalar {
    V::Scalar::from_sum(length.share(number))
}

/// Bound on the rounding error of a length of the given size.
#[inline(always)]
pub fn slack_of<V: Vector>(size: V::Scalar) -> V::Scalar {
    let twice = V::Scalar::ROUNDING + V::Scalar::ROUNDING;
    scaled::<V>(size, twice + twice)
}

/// A vector whose components are those of the next axis.
pub fn next_axis<V: Vector>(vector: V) -> V {
    let parts = vector.by_axis();
    let parts = parts.as_ref();
    V::from_axes(|axis| parts.get(axis + 1).or(parts.first()).copied().unwrap_or(V::Scalar::NIL))
}

/// Is one point near enough to another? Measured by the sum of the components, which is not less than the length;
/// squares of tiny components may be lost.
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

/// Are the squares of such products within the range too?
pub fn are_squares_moderate<V: Vector>(size: V::Scalar, speed: V::Scalar) -> bool {
    let moment = product(size, speed);
    let rounded = scaled::<V>(moment, V::Scalar::ROUNDING);
    let are_squares = rounded.times(rounded) > AreaOfVector::<V>::ZERO && moment <= V::Scalar::LIMIT;
    are_moderate::<V>(size, speed) && are_squares
}
