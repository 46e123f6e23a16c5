//! How two bodies move relative to each other, and how long a plane keeps them apart.

use crate::body::support::Support;
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Scalar, product, saturating_difference, saturating_sum};
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::Placement;
use crate::pair::result::Status;
use crate::query::warm::WarmStart;
/// How two bodies move relative to each other.
pub trait Path<V: Vector> {
    /// What places them at a time.
    type MovedPair: Placement<V>;

    /// Where they are at a time.
    fn pair(&self, time: V::Scalar) -> Self::MovedPair;

    /// The time up to which they are followed. No contact comes later before the time asked for.
    fn end<A, B>(&self, a: &A, b: &B) -> V::Scalar
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized;

    /// No point of the bodies is faster than about this, seen from the other.
    fn speed(&self) -> V::Scalar;

    /// What rounding makes of distances at a time, given a point of the contact on A.
    fn slack(&self, pair: &Self::MovedPair, time: V::Scalar, point: V) -> V::Scalar;

    /// How fast two points come nearer to each other along a normal, of which they are at a time.
    fn closing(&self, pair: &Self::MovedPair, arrival: &Arrival<V>) -> V::Scalar;

    /// Where B may come in, if it can be told without a distance. What led to it is left in `warm`, too.
    fn entry<A, B>(&self, _a: &A, _b: &B, _tolerance: UnitOfVector<V>, _warm: &mut WarmStart<V>) -> Option<Entry<V>>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        None
    }

    /// How long a plane keeps them apart.
    fn advance<A, B>(&self, front: &SeparatingPlane<'_, A, B, Self::MovedPair, V>) -> Advance<V::Scalar>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized;
}

/// Two bodies apart, and the plane that proves it.
pub struct SeparatingPlane<'f, A: ?Sized, B: ?Sized, P, V: Vector> {
    pub a: &'f A,
    pub b: &'f B,
    pub pair: &'f P,
    /// From A to B, in the frame of the path.
    pub normal: V::UnitVector,
    /// The gap along the normal, less the target.
    pub gap: V::Scalar,
    pub slack: V::Scalar,
    /// The time left.
    pub rest: V::Scalar,
}

/// What is known of two bodies before any distance.
pub enum Entry<V: Vector> {
    /// They stay apart.
    Never,
    /// A plane, with the normal from A to B, keeps them apart up to a time.
    Plane { time: V::Scalar, normal: V::UnitVector },
    /// So does a plane that goes through the contact.
    Contact(Arrival<V>),
}

/// How long a plane keeps two bodies apart.
pub enum Advance<S> {
    /// For all the time left.
    Clear,
    /// For this long.
    By(S),
}

/// Where a search ended, seen from A at its start.
pub struct Arrival<V: Vector> {
    pub time: V::Scalar,
    pub upper_bound: V::Scalar,
    pub normal: V::UnitVector,
    pub on_a: V,
    pub on_b: V,
    pub iterations: u32,
    pub status: Status,
}

impl<V: Vector> Arrival<V> {
    /// Are the bodies as near as asked for?
    pub fn is_contact(&self) -> bool {
        self.status == Status::Converged
    }
}

/// The rounding of a distance between two bodies near a point of A, which have come at `speed` and whose cores are at
/// least `touch` apart; B's origin is `apart` from A's. Fixed point has a step of time as well.
pub fn slack<V: Vector>(apart: V, time: V::Scalar, point: V, speed: V::Scalar, touch: V::Scalar) -> V::Scalar {
    let about_b = point.blend([apart], [-UnitOfVector::<V>::ONE]);
    let size = point.max_abs().max(about_b.max_abs()).max(touch).max(product(speed, time));
    saturating_sum(steps_at(SLACK_STEPS, size), travel_in_two_steps(speed))
}

/// The same without the step of time, in which fast bodies come farther than length is rounded by: after it they are
/// nearer.
#[inline]
pub fn fine<S: Scalar>(slack: S, speed: S) -> S {
    if S::IS_FLOAT { slack } else { saturating_difference(slack, travel_in_two_steps(speed)) }
}

/// How far bodies come in two steps of time.
pub fn travel_in_two_steps<S: Scalar>(speed: S) -> S {
    let way = product(speed, S::STEP);
    saturating_sum(way, way)
}
