//! The lower bound of GJK: the best of the planes that its support points gave.

use crate::kernel::gjk::goal::DistanceGoal;
use crate::number::rounding::rounding_of_distance;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// The plane that separates best of those seen, or comes nearest to it, at the distance reach/√norm; reach is not
/// positive if none separates.
#[derive(Clone, Debug)]
pub struct BestPlane<V: Vector> {
    /// From the origin to the plane, against which its support point was sought.
    pub axis: V,
    pub reach: AreaOfVector<V>,
    pub norm: AreaOfVector<V>,
    /// The square of the distance, with its sign.
    pub squared: AreaOfVector<V>,
    /// The size of the points that it goes through.
    pub size: V::Scalar,
}

impl<V: Vector> BestPlane<V> {
    /// Takes the newer of two planes unless it is worse by more than rounding: its axis belongs to the simplex. As long
    /// as none separates, the newer one has to be better by that.
    #[inline(always)]
    pub fn improve(&mut self, axis: V, reach: AreaOfVector<V>, norm: AreaOfVector<V>, size: V::Scalar) {
        let squared = reach.squared_per(norm);
        let squared = if reach < AreaOfVector::<V>::ZERO { -squared } else { squared };
        let rounding = self.squared.portion(V::Scalar::ROUNDING);
        if squared >= self.squared - rounding - rounding {
            *self = Self { axis, reach, norm, squared, size };
        }
    }

    pub fn separates(&self) -> bool {
        self.reach > AreaOfVector::<V>::ZERO
    }

    /// What separates stays positive when fixed point rounds. If nothing does no root is taken.
    pub fn distance(&self) -> V::Scalar {
        if self.separates() { self.distance_by(self.norm.sqrt()) } else { V::Scalar::NIL }
    }

    /// The same, where the length of the axis is known.
    #[inline]
    pub fn distance_by(&self, length: V::Scalar) -> V::Scalar {
        if self.separates() { self.reach.per(length).max(V::Scalar::LEAST) } else { V::Scalar::NIL }
    }

    /// Is it farther than a goal, beyond what contact could overrule? Squares decide whether the bodies are apart:
    /// square and distance come from the same reach and norm and agree to two rounding steps of the distance, which is
    /// at most √3 times the size. That is less than the rounding of a distance, and twice that is asked for, so that
    /// the distance shows it too. Of any other limit the length as the caller sees it has the last word.
    pub fn is_beyond(&self, goal: &DistanceGoal<V>, zoom: <V::Scalar as Scalar>::Zoom, input_step: V::Scalar) -> bool {
        if self.squared <= goal.scaled.enough_squared || !self.separates() {
            return false;
        }
        let slack = rounding_of_distance(input_step, self.size, V::Scalar::ROUNDING);
        let apart = goal.scaled.touch + slack + slack;
        self.squared > apart.times(apart)
            && (goal.limit == V::Scalar::NIL || (self.distance() - goal.scaled.touch).unzoom(zoom) > goal.limit)
    }
}
