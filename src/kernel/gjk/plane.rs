//! The lower bound of GJK: the best of the planes through its support points. `gjk.rs` offers it one in each round.

use crate::kernel::difference::proven_distance;
use crate::kernel::gjk::goal::DistanceGoal;
use crate::number::rounding::{rounding_of_distance, steps};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// The reach of a plane and the square of its distance are good to this many rounding steps of axis and support point:
/// a step for each of three products, one for the point, and as much again for norm and square.
const PRODUCT_STEPS: u32 = 8;

/// The plane that separates best of all that a search has tried or, if none separates, that comes nearest to it. Its
/// distance from the origin is reach/√norm.
#[derive(Clone, Debug)]
pub struct BestPlane<V: Vector> {
    /// From the origin to the plane; its support point was sought in the opposite direction.
    pub axis: V,
    /// axis·w for the support point w. Not positive if no plane separates.
    pub reach: AreaOfVector<V>,
    /// axis·axis.
    pub norm: AreaOfVector<V>,
    /// The square of the distance, with the sign of `reach`.
    pub squared: AreaOfVector<V>,
    /// The size of the support point ([`CsoPoint::size`](crate::kernel::difference::CsoPoint::size)).
    pub size: V::Scalar,
}

impl<V: Vector> BestPlane<V> {
    /// Takes another plane unless it is worse by more than rounding: of equal planes the axis of the newer one belongs
    /// to the simplex. As long as no plane separates, the newer one has to be better by more than rounding.
    #[inline(always)]
    pub fn improve(&mut self, axis: V, reach: AreaOfVector<V>, norm: AreaOfVector<V>, size: V::Scalar) {
        let squared = signed_square(reach, norm);
        let rounding = self.squared.portion(V::Scalar::ROUNDING);
        if squared >= self.squared - rounding - rounding {
            *self = Self { axis, reach, norm, squared, size };
        }
    }

    /// Takes the plane with the given axis through a support point, unless it proves less by more than the products may
    /// be off by rounding: [`improve`](Self::improve) compares more closely than they are accurate.
    pub fn renew(&mut self, axis: V, point: V, size: V::Scalar) {
        let (reach, norm) = (axis.dot(point), axis.dot(axis));
        let rounding = axis.max_abs().times(steps(PRODUCT_STEPS, size)).portion(V::Scalar::ROUNDING);
        if reach > AreaOfVector::<V>::ZERO && (reach + rounding).squared_per(norm) >= self.squared {
            *self = Self { axis, reach, norm, squared: reach.squared_per(norm), size };
        }
    }

    pub fn separates(&self) -> bool {
        self.reach > AreaOfVector::<V>::ZERO
    }

    /// The distance from the origin, zero if the plane does not separate; otherwise positive also in fixed point.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn distance(&self) -> V::Scalar {
        if self.separates() { self.distance_by(self.norm.sqrt()) } else { V::Scalar::NIL }
    }

    /// [`BestPlane::distance`] where the length of the axis is known.
    pub fn distance_by(&self, length: V::Scalar) -> V::Scalar {
        proven_distance::<V>(self.reach, length)
    }

    /// Does the plane prove more than the limit of the goal, by so much that no contact within rounding contradicts it?
    ///
    /// The square of the distance decides whether the bodies are apart, and [`distance`](Self::distance) has to say the
    /// same. Both come from the same reach and norm and differ by at most two rounding steps of the distance, which is
    /// at most √3 times the size: less than `slack`. The square has to be beyond that of touch + 2·slack, so the
    /// distance is beyond touch as well. A limit other than zero is compared with the distance in the units of the
    /// caller. tests/regressions has a pair that needs this slack in touching.rs
    /// (`penetration_of_bodies_apart_by_a_hair_is_none`).
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

/// The square of the distance of a plane from the origin, negative if the plane does not separate.
pub fn signed_square<A: Area>(reach: A, norm: A) -> A {
    let squared = reach.squared_per(norm);
    if reach < A::ZERO { -squared } else { squared }
}
