//! The interface between the search for a contact and the motion of two bodies.

use crate::body::support::Body;
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Scalar, product, saturating_difference, saturating_sum};
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::Placement;
use crate::pair::result::Impact;
use crate::pair::warm::CastMemory;

/// Two bodies and how they move relative to each other. Everything is in the *frame of the path*: A's frame at the
/// start, moved along with A's origin.
pub trait Path<V: Vector> {
    type A: Body<V> + ?Sized;
    type B: Body<V> + ?Sized;

    /// The position and rotation of the bodies relative to each other at one time.
    type Pair;

    fn bodies(&self) -> (&Self::A, &Self::B);

    /// Where the bodies are at a time.
    fn pair(&self, time: V::Scalar) -> Self::Pair;

    /// The placement of a pair. The frame of the path takes the place of the world in it.
    fn placement(pair: &Self::Pair) -> &impl Placement<V>;

    /// The time up to which the bodies have to be followed: there is no contact between it and the time asked for.
    fn end(&self) -> V::Scalar;

    /// About the largest speed of a point of one body relative to the other, up to a factor of √3: it only enters
    /// rounding errors.
    fn speed(&self) -> V::Scalar;

    /// Is the speed known? It is not if a support point that it comes from was NaN or out of range: then no plane tells
    /// for how long the bodies stay apart.
    fn has_speed(&self) -> bool {
        true
    }

    /// The rounding error of distances at a time, near a point of A at which contact is expected.
    fn slack(&self, pair: &Self::Pair, time: V::Scalar, point: V) -> V::Scalar;

    /// How fast the witness points of an impact approach each other along its normal.
    fn closing(&self, pair: &Self::Pair, found: &Impact<V>) -> V::Scalar;

    /// How far the bodies can be followed from the start without a distance query: up to a plane through which B may
    /// enter A, up to the contact, or to the end. `None` if nothing is known. A search may leave its support points in
    /// `warm`.
    fn entry(&self, _tolerance: UnitOfVector<V>, _warm: &mut CastMemory<V>) -> Option<Entry<V>> {
        None
    }

    /// For how long from now a plane keeps the bodies apart; `None` if for all the time left.
    fn advance(&self, front: &SeparatingPlane<'_, Self::Pair, V>) -> Option<V::Scalar>;
}

/// A plane that proves two bodies apart at one time.
pub struct SeparatingPlane<'f, P, V: Vector> {
    /// Where the bodies are at that time.
    pub pair: &'f P,
    /// From A to B, in the frame of the path.
    pub normal: V::UnitVector,
    /// The proven gap along the normal, less the target distance.
    pub gap: V::Scalar,
    /// The rounding error of the gap.
    pub slack: V::Scalar,
    /// The time left until the end of the path.
    pub rest: V::Scalar,
}

/// The result of [`Path::entry`]: how far two bodies can be followed before the first distance query.
pub enum Entry<V: Vector> {
    /// They stay apart.
    Never,
    /// A plane, with the normal from A to B, keeps them apart up to a time.
    Plane { time: V::Scalar, normal: V::UnitVector },
    /// They stay apart up to this contact, in the frame of the path, as a plane through it proves.
    Contact(Impact<V>),
}

/// The rounding error of the distance between two bodies near a point of A, after they moved at `speed` for `time`.
/// `touch` is the distance of their cores at contact, and `apart` the displacement from A's origin to B's. Fixed
/// point adds how far the bodies move in two steps of time.
pub fn slack<V: Vector>(apart: V, time: V::Scalar, point: V, speed: V::Scalar, touch: V::Scalar) -> V::Scalar {
    let rounding = slack_at_start(apart, point, touch.max(product(speed, time)));
    saturating_sum(rounding, travel_in_two_steps(speed))
}

/// [`slack`] before any time has passed, without the steps of time.
///
/// In fixed point it is half as many steps as in floats; more would make the contact of bodies of a few steps early.
/// Placing B's point rounds each coordinate to half a step, which is √3/2 along a unit vector; products are exact, and
/// a height and a distance are rounded to half a step each: less than two steps in all.
pub fn slack_at_start<V: Vector>(apart: V, point: V, touch: V::Scalar) -> V::Scalar {
    let about_b = point.blend([apart], [-UnitOfVector::<V>::ONE]);
    let count = if V::Scalar::IS_FLOAT { SLACK_STEPS } else { SLACK_STEPS / 2 };
    steps_at(count, point.max_abs().max(about_b.max_abs()).max(touch))
}

/// The part of [`slack`] that is not due to steps of time. In one such step fast bodies may move farther than lengths
/// are rounded by: then they may be within `slack` of the target at one time, and within this part only at a later one.
pub fn fine<S: Scalar>(slack: S, speed: S) -> S {
    if S::IS_FLOAT { slack } else { saturating_difference(slack, travel_in_two_steps(speed)) }
}

/// How far bodies move in two steps of time; zero for floats.
fn travel_in_two_steps<S: Scalar>(speed: S) -> S {
    let travel = product(speed, S::STEP);
    saturating_sum(travel, travel)
}
