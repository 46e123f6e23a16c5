//! A line that goes by a ball or a cylinder, and what rounding makes of lengths on the way.

use crate::number::scalar::{Area, Scalar, over, product, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement, moved};
/// A line about the origin of a ball or a cylinder.
pub struct Flight<V: Vector> {
    pub from: V,
    pub way: V,
    /// The squares of the way, and of the moment, which is the way times the distance that it passes the origin at.
    pub square: AreaOfVector<V>,
    pub moment: AreaOfVector<V>,
    pub per_square: UnitOfVector<V>,
}

impl<V: Vector> Flight<V> {
    #[inline(always)]
    pub fn new(from: V, way: V) -> Self {
        let (square, moment) = (way.dot(way), from.moment(way));
        Self { from, way, square, moment: moment.dot(moment), per_square: inverse::<V>(square) }
    }

    /// Where it is at a time.
    #[inline(always)]
    pub fn at(&self, time: V::Scalar) -> V {
        moved(self.from, self.way, time)
    }

    /// How it goes by a radius. The way may lean by what rounding has left of one that goes as far as `lean` in time
    /// one.
    #[inline(always)]
    pub fn passage(&self, lean: V::Scalar, size: V::Scalar, radius: V::Scalar) -> Passage<V> {
        let Self { from, way, .. } = *self;
        let (square, moment) = (self.square.over_one(), self.moment);
        let next = -from.dot(way).scaled(self.per_square).over_one();
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

/// How a line goes by a ball or a cylinder about the origin.
pub enum Passage<V: Vector> {
    /// Outside, next to the origin at this time.
    By(V::Scalar),
    /// It comes in.
    In(V::Scalar),
    /// Too near to the surface to tell.
    Along,
}

/// A component, by the number of the axis.
#[inline(always)]
pub fn part<V: Vector>(vector: V, axis: usize) -> V::Scalar {
    vector.by_axis().as_ref().get(axis).copied().unwrap_or(V::Scalar::NIL)
}

/// How far off a way is after a time that two rotations in fixed point have rounded.
#[inline(always)]
pub fn lean<V: Vector>(time: V::Scalar) -> V::Scalar {
    let step = V::Scalar::STEP;
    saturating_sum(product(saturating_sum(step, step), time), step)
}

/// A length times a number.
#[inline(always)]
pub fn scaled<V: Vector>(length: V::Scalar, number: UnitOfVector<V>) -> V::Scalar {
    V::Scalar::from_sum(length.share(number))
}

/// What rounding makes of a length.
#[inline(always)]
pub fn slack_of<V: Vector>(size: V::Scalar) -> V::Scalar {
    let twice = V::Scalar::ROUNDING + V::Scalar::ROUNDING;
    scaled::<V>(size, twice + twice)
}

/// The component of each axis is that of the next one.
#[inline(always)]
pub fn next_axis<V: Vector>(vector: V) -> V {
    let parts = vector.by_axis();
    let parts = parts.as_ref();
    V::from_axes(|axis| parts.get(axis + 1).or(parts.first()).copied().unwrap_or(V::Scalar::NIL))
}

/// Is one point near enough to another? The sum of the parts is not less than the length; squares of what is about
/// nothing may be lost.
#[inline(always)]
pub fn is_near<V: Vector>(nearest: V, point: V, slack: V::Scalar) -> bool {
    let apart = displacement(nearest, point).component_abs();
    let reach = apart.by_axis().as_ref().iter().fold(V::Scalar::NIL, |sum, &part| saturating_sum(sum, part));
    saturating_sum(reach, reach) <= slack
}

/// One over a square.
#[inline(always)]
pub fn inverse<V: Vector>(square: AreaOfVector<V>) -> UnitOfVector<V> {
    V::Scalar::ONE.fraction(square.over_one())
}

/// Are products of two lengths, or of what they are rounded by, and quotients of them within the range?
#[inline(always)]
pub fn are_moderate<V: Vector>(size: V::Scalar, speed: V::Scalar) -> bool {
    let most = V::Scalar::WORKING_LIMIT;
    let least = over(V::Scalar::ONE, most);
    size.min(speed) >= least && size.max(speed) <= most
}

/// The same of squares of such products.
#[inline(always)]
pub fn are_squares_moderate<V: Vector>(size: V::Scalar, speed: V::Scalar) -> bool {
    let moment = product(size, speed);
    let rounded = scaled::<V>(moment, V::Scalar::ROUNDING);
    let are_squares = rounded.times(rounded) > AreaOfVector::<V>::ZERO && moment <= V::Scalar::LIMIT;
    are_moderate::<V>(size, speed) && are_squares
}
