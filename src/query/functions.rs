//! The questions of a [`Query`] with default settings, as free functions. The methods of the same names say what holds.

use crate::body::support::Support;
use crate::pair::result::{Penetration, Proximity, Separation};
use crate::query::Query;

/// Returns whether two bodies, given in one frame, intersect. Touching counts.
///
/// `false` is proven by a plane that separates the bodies. `true` means that no such plane was found: they overlap or
/// touch, or are apart by no more than rounding, or the search had to end before. [`Query::intersects`] says when, and
/// takes poses and options.
///
/// Source: GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999).
///
/// ```
/// use gjk::{Ball, Cuboid, Pose, vec3};
///
/// let wall = Cuboid::new(vec3(1.0, 4.0, 4.0))?;
/// let ball = Ball::new(0.5)?.at(Pose::translation(vec3(1.5, 0.0, 0.0))?);
/// assert!(gjk::intersects(&wall, &ball)); // they touch
/// # Ok::<(), gjk::Error>(())
/// ```
#[must_use]
pub fn intersects<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(a: &A, b: &B) -> bool {
    Query::new().intersects(a, b)
}

/// Returns the distance of two bodies, given in one frame, and their nearest points. The distance is zero if they
/// overlap.
///
/// The distance of the bodies lies between `lower_bound` and `distance`, up to four rounding steps of the larger of
/// size and answer, unless a support function returned NaN or a point out of range; it is proven positive if
/// `lower_bound` is positive. [`Query::distance`] says what holds on each [`Status`](crate::Status), and takes poses
/// and options.
///
/// Source: GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999).
///
/// ```
/// use gjk::{Ball, Cuboid, Pose, vec3};
///
/// let wall = Cuboid::new(vec3(1.0, 4.0, 4.0))?;
/// let ball = Ball::new(0.5)?.at(Pose::translation(vec3(3.0, 0.0, 0.0))?);
/// let gap = gjk::distance(&wall, &ball);
/// assert_eq!((gap.distance, gap.normal), (1.5, vec3(1.0, 0.0, 0.0)));
/// assert_eq!((gap.on_a.x, gap.on_b.x), (1.0, 2.5));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn distance<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(a: &A, b: &B) -> Separation<A::Vector> {
    Query::new().distance(a, b)
}

/// Returns how deep two bodies, given in one frame, overlap and in which direction B has to move to get out; `None` if
/// they are proven apart.
///
/// The depth is the length of the shortest translation that separates the bodies. It lies between `lower_bound` and
/// `upper_bound`, up to four rounding steps of the larger of size and answer. A negative `lower_bound` says that the
/// bodies may be apart by that much; a positive one proves a strict overlap.
///
/// A pair without a closed form puts a [`Workspace`](crate::Workspace) of the default size on the stack, even if the
/// bodies are apart. [`Query::penetration`] says what holds on each [`Status`](crate::Status), and takes poses, options
/// and memory of your own.
///
/// Source: GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999), EPA (van den Bergen 2001).
///
/// ```
/// use gjk::{Cuboid, Pose, vec3};
///
/// let wall = Cuboid::new(vec3(1.0, 4.0, 4.0))?;
/// let crate_ = Cuboid::new(vec3(0.5, 0.5, 0.5))?.at(Pose::translation(vec3(1.25, 0.0, 0.0))?);
/// let overlap = gjk::penetration(&wall, &crate_).expect("they overlap");
/// assert_eq!(overlap.mtv(), vec3(0.25, 0.0, 0.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[must_use]
pub fn penetration<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(
    a: &A,
    b: &B,
) -> Option<Penetration<A::Vector>> {
    Query::new().penetration(a, b)
}

/// Returns the distance of two bodies that are apart, or the depth of two that overlap. Both are given in one frame.
///
/// [`Proximity::Separated`] is proven: its `lower_bound` is positive. Everything else is [`Proximity::Overlapping`]:
/// bodies that overlap or touch, and bodies that could not be proven apart, whose `lower_bound` is below zero.
///
/// It needs memory as [`penetration`] does. [`Query::proximity`] says more of the results, and takes poses, options and
/// memory of your own.
///
/// ```
/// use gjk::{Circle, Pose, Proximity, vec2};
///
/// let (a, b) = (Circle::new(1.0)?, Circle::new(1.0)?.at(Pose::translation(vec2(0.0, 1.5))?));
/// match gjk::proximity(&a, &b) {
///     Proximity::Separated(gap) => panic!("{} apart", gap.distance),
///     Proximity::Overlapping(overlap) => assert_eq!(overlap.mtv(), vec2(0.0, 0.5)),
/// }
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn proximity<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(a: &A, b: &B) -> Proximity<A::Vector> {
    Query::new().proximity(a, b)
}
