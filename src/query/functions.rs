//! The questions with defaults, as functions.

use crate::body::support::Support;
use crate::pair::result::{Penetration, Proximity, Separation};
use crate::query::Query;
/// Do two bodies intersect? Touching counts, and false is proven.
///
/// Both bodies are given in one frame and in one unit; which ones does not matter.
///
/// - False: a plane that separates the bodies was found.
/// - True: they overlap or touch, or they are apart by no more than rounding, or the search ended before it found such
///   a plane: after 64 rounds, or because a support function returned NaN or a point out of range.
///
/// A strict overlap is proven by `penetration(..).is_some_and(|overlap| overlap.lower_bound > 0.0)`.
///
/// On valid bodies this cannot fail. It needs no workspace. [`Query::intersects`] is the same with poses and options.
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
pub fn intersects<A, B>(a: &A, b: &B) -> bool
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    Query::new().intersects(a, b)
}

/// How far apart are two bodies, and where? Zero if they overlap.
///
/// Both bodies are given in one frame; points and normal are in that frame too. Distance and bound are in the unit of
/// the input.
///
/// The distance of the bodies lies between `lower_bound` and `distance`, up to four rounding steps of the larger of
/// size and answer, eight where a [`Query`] has poses, on every status but the last one below. It is proven positive if
/// `lower_bound` is. The status says:
///
/// - [`Converged`](Status::Converged): apart, and the bounds met within tolerance or rounding; or overlapping or
///   touching: distance and bound are zero, the witness points are one common point, the normal is the best axis known.
/// - [`Undecided`](Status::Undecided): contact within rounding: the distance is that small, the bound is zero.
/// - [`Stalled`](Status::Stalled): apart; rounding stopped the search before the tolerance was met.
/// - [`IterationLimit`](Status::IterationLimit): the search ended after 64 rounds, or those of
///   [`Query::max_iterations`]; a bound of zero says that no plane separates the bodies so far.
/// - [`DistanceLimit`](Status::DistanceLimit): only with [`Query::limit`]: `lower_bound` is beyond it, the distance is
///   an upper bound.
/// - [`BufferFull`](Status::BufferFull): does not occur.
/// - [`BadSupport`](Status::BadSupport): a support function returned NaN or a point out of range: both numbers follow
///   from the points before it, and are zero if there were none.
///
/// On valid bodies this cannot fail. It needs no workspace. [`Query::distance`] is the same with poses and options.
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
pub fn distance<A, B>(a: &A, b: &B) -> Separation<A::Vector>
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    Query::new().distance(a, b)
}

/// How deep do two bodies overlap, and which way out? None if they are proven apart.
///
/// Both bodies are given in one frame; points and normal are in that frame too. Depth and bounds are in the unit of the
/// input.
///
/// The depth is the length of the shortest translation that separates the bodies. It lies between `lower_bound` and
/// `upper_bound`, up to four rounding steps of the larger of size and answer. A negative `lower_bound` says that the
/// bodies may be apart by that much; a positive one proves a strict overlap. Bodies that touch have depth zero. So have
/// flat bodies that cross in one plane; their normal is the plane's. The status says:
///
/// - [`Converged`](Status::Converged): overlapping or touching, and the bounds met within tolerance or rounding.
/// - [`Undecided`](Status::Undecided): contact within rounding: `lower_bound` is negative.
/// - [`Stalled`](Status::Stalled): rounding stopped the search before the tolerance was met; the bounds say how near it
///   came.
/// - [`IterationLimit`](Status::IterationLimit): GJK or EPA used up its rounds: the best known, with bounds that hold.
/// - [`BufferFull`](Status::BufferFull): the workspace is full. Where a core is curved, `depth` has then been refined,
///   mostly to rounding, and only `lower_bound` is left behind; otherwise both bounds may be wide.
/// - [`DistanceLimit`](Status::DistanceLimit): does not occur: what is apart is none.
/// - [`BadSupport`](Status::BadSupport): a support function returned NaN or a point out of range: what was known before
///   it, which may be nothing.
///
/// On all of them but the first [`on_b`](Penetration::on_b) need not be a point of B.
///
/// On valid bodies this cannot fail. What has no closed form takes a [`Workspace`] of the default size on the stack,
/// also of bodies that are apart. [`Query::penetration`] is the same with poses, options and memory of your own.
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
pub fn penetration<A, B>(a: &A, b: &B) -> Option<Penetration<A::Vector>>
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    Query::new().penetration(a, b)
}

/// Distance or depth, whichever applies.
///
/// Both bodies are given in one frame; points and normal are in that frame too. Lengths are in the unit of the input.
///
/// [`Proximity::Separated`] is proven: its `lower_bound` is positive. Its fields and statuses are those of
/// [`distance`]. All else is [`Proximity::Overlapping`], with fields and statuses as in [`penetration`]: bodies that
/// overlap or touch, and those that could not be proven apart, which a `lower_bound` below zero tells. The bounds hold
/// as they do there.
///
/// On valid bodies this cannot fail. What has no closed form takes a [`Workspace`] of the default size on the stack,
/// also of bodies that are apart. [`Query::proximity`] is the same with poses, options and memory of your own.
///
/// Source: GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999), EPA (van den Bergen 2001).
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
pub fn proximity<A, B>(a: &A, b: &B) -> Proximity<A::Vector>
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    Query::new().proximity(a, b)
}
