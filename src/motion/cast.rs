//! Ray casts, shape casts and times of impact.
//!
//! All of them look for the first time at which two moving bodies are as near as the target distance, and approach it
//! from before (conservative advancement: Mirtich 1996; van den Bergen 2004 for rays). At a time t the distance query
//! gives a plane with normal n, from A to B, and a proven gap g between the bodies along n. The plane determines for
//! how long the bodies stay apart; they move for that long, and the distance query runs again, first along n.
//!
//! - *Without rotation* (`linear.rs`) the gap along n shrinks at a constant rate c = −n·v: the bodies are apart for
//!   g/c, and forever if c is not positive. The distance is convex in t, so this is Newton's method from the left:
//!   quadratic for smooth bodies, finitely many planes for polytopes, and never beyond the contact. For bodies without
//!   margins the first plane is the one through which B enters A, found without a distance (`kernel/portal.rs`); where
//!   polytopes meet there, it is the last one too.
//! - *With rotation* (`turning.rs`) three planes are tried: one that keeps its direction, and one that rotates with
//!   each body.
//!
//! The distance of a core that is a point, such as that of a ray or a ball, needs no search if the other body has a
//! formula for its point nearest to a given one: the displacement between the two is the normal of the plane. Without
//! rotation the first plane, through which the point enters the other body, often has a closed form, too
//! (`shortcut/entry.rs`). Rays and a few other pairs are answered in closed form alone, unless rounding may decide
//! (`shortcut/ray.rs`).
//!
//! Every pose is computed from that at the start, in A's frame, with the displacement of B relative to A: no errors
//! add up, and bodies far from the origin lose no digits.
//!
//! The search ends where the proven gap is within [`SLACK_STEPS`](crate::number::rounding::SLACK_STEPS) rounding steps
//! of the target, or where the scalar has no time between this one and the next. "No contact" comes from a plane that
//! keeps the bodies apart for the rest of the interval, and from nothing else.

use crate::body::combine::Rounded;
use crate::body::ray::Ray;
use crate::body::shape::Point;
use crate::body::support::{Body, ScalarOf, Support};
use crate::kernel::observer::Observer;
use crate::motion::Motion;
use crate::motion::advance::in_world;
use crate::motion::linear::LinearPath;
use crate::motion::path::Path as _;
use crate::motion::turning::TurningPath;
use crate::motion::velocity::RelativeVelocity;
use crate::number::error::{self, Error};
use crate::number::scalar::Scalar;
use crate::number::vector::turning::AngularOf;
use crate::number::vector::{ScalarOfVector, UnitOfVector, Vector, moved};
use crate::pair::place::{Placed, Placement, Translation};
use crate::pair::result::Impact;
use crate::pair::warm::Memory;
use crate::query::Query;
use crate::shortcut::table;
use core::borrow::Borrow as _;

/// Returns where a ray first meets a body; `None` if the ray is proven to pass by the body or to end before it.
///
/// Body and ray are given in one frame, and so is the result. `time` counts multiples of the ray's direction, `on_b`
/// is the point of the ray at that time, and `normal` the outward normal of the body there. Touching counts. A ray
/// that starts inside the body or on it meets it at time zero, with `initially_overlapping` set. On any status other
/// than `Converged` no contact is known: the ray is only proven to be outside before `time`.
///
/// It needs no workspace. [`Query::ray_cast`] takes poses and options, and says what else holds.
///
/// Source: the GJK ray cast (van den Bergen 2004).
///
/// ```
/// use gjk::{Capsule, Ray, vec3};
///
/// let pillar = Capsule::upright(2.0, 0.5)?;
/// let ray = Ray::new(vec3(4.0, 0.0, 1.0), vec3(-2.0, 0.0, 0.0), 10.0)?;
/// let hit = gjk::ray_cast(&pillar, &ray).expect("it is in the way");
/// assert_eq!((hit.time, hit.on_b, hit.normal), (1.75, vec3(0.5, 0.0, 1.0), vec3(1.0, 0.0, 0.0)));
/// # Ok::<(), gjk::Error>(())
/// ```
#[must_use]
pub fn ray_cast<A: Support + ?Sized>(shape: &A, ray: &Ray<A::Vector>) -> Option<Impact<A::Vector>> {
    Query::new().ray_cast(shape, ray)
}

/// Returns when two bodies first meet if A stands still and B moves by t · `velocity`; `None` if they are proven apart
/// for all t from zero to `max_time`.
///
/// Bodies and velocity are given in one frame, and so is the result; times are in the unit of time of the velocity.
/// On the [`Status`](crate::Status) `Converged` the bodies are apart before `time` and touch at it. Bodies that touch
/// or overlap at the start meet at time zero. On any other status no contact is known: the bodies are only proven
/// apart before `time`.
///
/// Where cores overlap at the start it puts a [`Workspace`](crate::Workspace) of the default size on the stack.
/// [`Query::shape_cast`] takes poses, options and memory of your own, and says what else holds.
///
/// # Errors
/// [`Error::NotFinite`] if a component of the velocity or the time is NaN or infinite; [`Error::OutOfRange`] if a
/// component of the velocity is beyond [`Scalar::LIMIT`]; [`Error::Negative`] if the time is negative.
///
/// Source: conservative advancement along separating planes (Mirtich 1996; van den Bergen 2004).
///
/// ```
/// use gjk::{Ball, Cuboid, Pose, vec3};
///
/// let wall = Cuboid::new(vec3(0.001, 4.0, 4.0))?;
/// let bullet = Ball::new(0.01)?.at(Pose::translation(vec3(-10.0, 0.0, 0.0))?);
/// let impact = gjk::shape_cast(&wall, &bullet, vec3(900.0, 0.0, 0.0), 1.0)?.expect("it does not tunnel");
/// assert!((900.0 * impact.time - 9.989_f64).abs() < 1e-14);
/// assert_eq!(impact.normal, vec3(-1.0, 0.0, 0.0));
/// assert!(gjk::shape_cast(&wall, &bullet, vec3(-900.0, 0.0, 0.0), 1.0)?.is_none());
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn shape_cast<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(
    a: &A,
    b: &B,
    velocity: A::Vector,
    max_time: ScalarOf<A>,
) -> Result<Option<Impact<A::Vector>>, Error> {
    Query::new().shape_cast(a, b, velocity, max_time)
}

/// Returns when two bodies that move and rotate first meet; `None` if they are proven apart for all times from zero
/// to `max_time`.
///
/// Bodies and motions are given in one frame, and so is the result. Each body starts as it is given, and rotates
/// about the origin of that frame. To rotate each body about its own origin, give it a pose in
/// [`Query::time_of_impact`].
///
/// On the [`Status`](crate::Status) `Converged` the bodies are apart before `time` and touch at it. Bodies that touch
/// or overlap at the start meet at time zero. On any other status no contact is known: the bodies are only proven
/// apart before `time`. [`Motion::pose_after`] gives the poses at the time of impact.
///
/// Where cores overlap at the start it puts a [`Workspace`](crate::Workspace) of the default size on the stack.
/// [`Query::time_of_impact`] takes poses, options and memory of your own, and says what else holds.
///
/// # Errors
/// [`Error::NotFinite`] if the time is NaN or infinite, [`Error::Negative`] if it is negative.
///
/// Source: conservative advancement (Mirtich 1996) with planes that rotate with the bodies, derived in
/// `motion/turning.rs`.
///
/// ```
/// use gjk::{Circle, Motion, Pose, Segment, vec2};
///
/// // A hand of a clock, one radian per time, and a disk in its way at a quarter turn.
/// let hand = Segment::new(vec2(0.0, 0.0), vec2(2.0, 0.0))?;
/// let disk = Circle::new(0.5)?.at(Pose::translation(vec2(0.0, 1.0))?);
/// let impact = gjk::time_of_impact(&hand, &disk, &Motion::new(vec2(0.0, 0.0), 1.0)?, &Motion::still(), 10.0)?;
/// let time = impact.expect("they meet").time;
/// assert!((time - f64::acos(0.5)).abs() < 1e-9); // the disk reaches 30 degrees to either side
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn time_of_impact<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(
    a: &A,
    b: &B,
    motion_a: &Motion<A::Vector>,
    motion_b: &Motion<A::Vector>,
    max_time: ScalarOf<A>,
) -> Result<Option<Impact<A::Vector>>, Error> {
    Query::new().time_of_impact(a, b, motion_a, motion_b, max_time)
}

/// Returns whether two bodies, given in one frame, are proven farther apart than `margin`, a length in the unit of
/// the input. `false` means that they are as near as the margin, or that no proof was found, or that the margin is
/// not valid.
///
/// It ends as soon as the answer is known, and needs no workspace. [`Query::has_clearance`] takes poses and options,
/// and says which margins are valid.
///
/// Source: GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999), with `margin` added to the margins.
///
/// ```
/// use gjk::{Ball, Cuboid, Pose, vec3};
///
/// let wall = Cuboid::new(vec3(1.0, 4.0, 4.0))?;
/// let ball = Ball::new(0.5)?.at(Pose::translation(vec3(3.0, 0.0, 0.0))?);
/// assert!(gjk::has_clearance(&wall, &ball, 1.25) && !gjk::has_clearance(&wall, &ball, 1.5));
/// # Ok::<(), gjk::Error>(())
/// ```
#[must_use]
pub fn has_clearance<A: Support + ?Sized, B: Support<Vector = A::Vector> + ?Sized>(
    a: &A,
    b: &B,
    margin: ScalarOf<A>,
) -> bool {
    Query::new().has_clearance(a, b, margin)
}

impl<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>> Query<'_, V, P, O, M> {
    /// Returns where a ray first meets a body; `None` if the ray is proven to pass by the body or to end before it.
    ///
    /// The body is A, and the ray takes the place of B: it is given in the frame of pose B, or in the world if [only
    /// A has a pose](Query::pose_of_a), or in the frame of the body if the query has no poses. A ray far from the
    /// origin loses no digits if its origin is made the position of pose B.
    ///
    /// The result is in the frame of the query. `time` counts multiples of the ray's direction and is at most the
    /// ray's `max_time`. `on_b` is the point of the ray at that time, `on_a` the point of the body nearest to it, and
    /// `normal` the outward normal of the body there. Touching counts. Margins belong to the body; with a [target
    /// distance](Query::target_distance) the ray meets the body enlarged by it. A ray that starts inside that body or
    /// on it meets it at time zero, with `initially_overlapping` set, and `normal` is that of the best plane known.
    /// The [`Status`](crate::Status) says:
    ///
    /// - `Converged`: the ray is outside before `time`, and at `time` it meets the body, up to rounding and
    ///   tolerance.
    /// - `IterationLimit`, `Stalled`, `Undecided`, `BadSupport`: a cap, rounding or a bad support point stopped the
    ///   search. The ray is outside before `time`; no contact is known, and `upper_bound` is the largest value of the
    ///   scalar.
    ///
    /// It needs no workspace. The function [`ray_cast`] does this without poses and options.
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, Ray, vec3};
    ///
    /// let (ball, ray) = (Ball::new(1.0_f32)?, Ray::new(vec3(0.0, 0.0, 0.125), vec3(0.0, 0.0, -1.0), 100.0)?);
    /// let (there, eye) = (Pose::translation(vec3(1e6, 0.0, 0.0))?, Pose::translation(vec3(1e6, 0.0, 4.0))?);
    /// let hit = Query::new().poses(there, eye).ray_cast(&ball, &ray).expect("it is below");
    /// assert!((hit.time - 3.125).abs() < 1e-5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn ray_cast<A: Support<Vector = V> + ?Sized>(&mut self, shape: &A, ray: &Ray<V>) -> Option<Impact<V>> {
        let target = self.settings.target_distance;
        if self.settings.max_cast_iterations > 0
            && let Some(found) = table::ray(shape, &ray.by_components(), &self.placement, target, &mut self.observer)
        {
            return found;
        }
        // The search gets copies of what it needs and returns its result through a copy, so that poses, the ray and
        // the closed form stay in registers: reads in other widths than the writes would stall on store forwarding.
        Some(self.split().0.ray_search(shape, ray.by_components())?.by_components())
    }

    /// The ray cast by conservative advancement.
    #[inline(never)]
    fn ray_search<A: Body<V> + ?Sized>(&mut self, shape: &A, ray: Ray<V>) -> Option<Impact<V>> {
        let placement = *self.placement.placement().borrow();
        let drift = RelativeVelocity::new(V::transpose(&placement.rows()), ray.direction);
        let start = Translation(placement.to_a(ray.origin));
        let bodies = (shape, &Point::ORIGIN);
        let path = LinearPath::new(bodies, start, drift, self.settings.target_distance, ray.max_time);
        let mut found = self.advance_until_contact(&path, &placement)?;
        if found.is_contact() {
            found.initially_overlapping = found.time == V::Scalar::NIL;
            Translation(found.on_b) = path.pair(found.time);
            if self.settings.target_distance == V::Scalar::NIL {
                found.on_a = found.on_b;
            }
        }
        Some(in_world(&found, &placement, |point| point))
    }

    /// Returns when two bodies first meet if A stands still and B moves by t · `velocity`; `None` if they are proven
    /// apart for all t from zero to `max_time`.
    ///
    /// The velocity is in the frame of the query, the world if it has poses, and may be zero. Times are in the unit
    /// of time of the velocity. The result is in the frame of the query, too. Bodies meet where they are as near as
    /// the [target distance](Query::target_distance), zero by default; touching counts. The [`Status`](crate::Status)
    /// says:
    ///
    /// - `Converged`: before `time` the bodies are farther apart than the target distance, and at `time` they are as
    ///   near as that, up to rounding and tolerance. Bodies that touch at the start have time zero, whatever the
    ///   velocity. So have bodies that overlap at the start or are nearer than the target distance then, and
    ///   `initially_overlapping` is set for them: their points and normal are those of [`Query::proximity`].
    /// - `IterationLimit`, `Stalled`, `Undecided`, `BadSupport`: a cap, rounding or a bad support point stopped the
    ///   search. The bodies are apart before `time`; no contact is known, and `upper_bound` is the largest value of
    ///   the scalar. The result is never `None` then.
    ///
    /// A [workspace](Query::workspace) is used only where cores overlap at the start. The function [`shape_cast`]
    /// does this without poses and options.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if a component of the velocity or the time is NaN or infinite; [`Error::OutOfRange`] if a
    /// component of the velocity is beyond [`Scalar::LIMIT`]; [`Error::Negative`] if the time is negative.
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, vec3};
    ///
    /// let (crate_, above) = (Cuboid::new(vec3(1.0, 1.0, 1.0))?, Pose::translation(vec3(0.5, 0.0, 10.0))?);
    /// let mut query = Query::new().poses(Pose::IDENTITY, above);
    /// let impact = query.shape_cast(&crate_, &crate_, vec3(0.0, 0.0, -2.0), 5.0)?.expect("it falls on the other");
    /// assert_eq!((impact.time, impact.normal, impact.on_a.z), (4.0, vec3(0.0, 0.0, 1.0), 1.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn shape_cast<A: Support<Vector = V> + ?Sized, B: Support<Vector = V> + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        velocity: V,
        max_time: ScalarOfVector<V>,
    ) -> Result<Option<Impact<V>>, Error> {
        let course = (error::point(velocity)?, error::nonnegative(max_time)?);
        Ok(self.cast((a, b), course, |point, _| point))
    }

    /// Returns when two bodies that move and rotate first meet; `None` if they are proven apart for all times from
    /// zero to `max_time`.
    ///
    /// The poses are those at time zero; each body rotates about its own origin. Without poses both rotate about the
    /// origin of the frame that they share. Motions and the result are in the frame of the query, the world if it has
    /// poses. Times are in the unit of time of the motions, and [`Motion::pose_after`] gives the poses at the time of
    /// impact.
    ///
    /// Target distance, statuses and workspace are as in [`Query::shape_cast`]; for bodies that do not rotate so is
    /// the answer. The function [`time_of_impact`] does this without poses and options.
    ///
    /// # Errors
    /// [`Error::NotFinite`] if the time is NaN or infinite, [`Error::Negative`] if it is negative.
    ///
    /// ```
    /// use gjk::{Cuboid, Motion, Pose, Query, vec3};
    ///
    /// let (rotor, post) = (Cuboid::new(vec3(2.0, 0.1, 0.1))?, Cuboid::new(vec3(0.1, 0.1, 3.0))?);
    /// let spinning = Motion::new(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 10.0))?;
    /// let mut query = Query::new().poses(Pose::IDENTITY, Pose::translation(vec3(0.0, -1.5, 0.0))?);
    /// let impact = query.time_of_impact(&rotor, &post, &spinning, &Motion::still(), 1.0)?.expect("it is in the way");
    /// assert!(0.0 < impact.time && impact.time < 0.15);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn time_of_impact<A: Support<Vector = V> + ?Sized, B: Support<Vector = V> + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        motion_a: &Motion<V>,
        motion_b: &Motion<V>,
        max_time: ScalarOfVector<V>,
    ) -> Result<Option<Impact<V>>, Error> {
        let max_time = error::nonnegative(max_time)?;
        let (own, other) = (motion_a.velocity(), motion_b.velocity());
        let velocity = other.blend([own], [-UnitOfVector::<V>::ONE]);
        let carried = |point, time| moved(point, own, time);
        let still = AngularOf::<V>::default();
        if motion_a.angular() == still && motion_b.angular() == still {
            return Ok(self.cast((a, b), (velocity, max_time), carried));
        }
        let (mut query, workspace) = self.split();
        let found = query.turning_search((a, b), [motion_a, motion_b], (velocity, max_time), carried);
        Ok(found.map(|found| query.finish((a, b), found, workspace)))
    }

    /// Returns whether two bodies are proven farther apart than `margin`, a length in the unit of the input. It ends
    /// as soon as the answer is known, and needs no workspace.
    ///
    /// `false` means one of these: the bodies are as near as the margin, no proof was found, or the margin is not
    /// valid. Beyond the margin rounding hides the same gaps as from [`intersects`](Query::intersects). A margin is not
    /// valid if it is negative or NaN, or if its sum with the margin of `a` is more than [`Scalar::LIMIT`]. The
    /// [limit](Query::limit) and the [tolerance](Query::tolerance) of the query have no effect. The function
    /// [`has_clearance`] does this without poses and options.
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, vec3};
    ///
    /// let (ball, pose) = (Ball::new(1.0)?, Pose::translation(vec3(0.0, 0.0, 5.0))?);
    /// assert!(Query::new().poses(pose, Pose::IDENTITY).has_clearance(&ball, &ball, 2.5));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn has_clearance<A: Support<Vector = V> + ?Sized, B: Support<Vector = V> + ?Sized>(
        &mut self,
        a: &A,
        b: &B,
        margin: ScalarOfVector<V>,
    ) -> bool {
        Rounded::new(a, margin).is_ok_and(|swept| !self.intersects(&swept, b))
    }

    /// A cast without rotation, in closed form or by a search. `course` is the velocity, in the frame of the query,
    /// and the last time. `carried` takes a point to where it is after it has moved with A for a time.
    fn cast<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        &mut self,
        bodies: (&A, &B),
        course: (V, V::Scalar),
        carried: impl FnOnce(V, V::Scalar) -> V + Copy,
    ) -> Option<Impact<V>> {
        let (target, observer) = (self.settings.target_distance, &mut self.observer);
        if self.settings.max_cast_iterations > 0
            && let Some(found) = table::cast(bodies, course, &self.placement, target, observer)
        {
            let impact = found?;
            let [on_a, on_b] = [impact.on_a, impact.on_b].map(|point| carried(point, impact.time));
            return Some(Impact { on_a, on_b, ..impact });
        }
        let (mut query, workspace) = self.split();
        let found = query.cast_search(bodies, course, carried)?;
        Some(query.finish(bodies, found, workspace))
    }

    /// The cast without rotation by conservative advancement.
    #[inline(never)]
    fn cast_search<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        &mut self,
        bodies: (&A, &B),
        (velocity, max_time): (V, V::Scalar),
        carried: impl FnOnce(V, V::Scalar) -> V + Copy,
    ) -> Option<Impact<V>> {
        let placement = *self.placement.placement().borrow();
        let path = LinearPath::of(bodies, &placement, velocity, self.settings.target_distance, max_time);
        let found = self.advance_until_contact(&path, &placement)?;
        Some(in_world(&found, &placement, |point| carried(point, found.time)))
    }

    /// The time of impact with rotation by conservative advancement.
    #[inline(never)]
    fn turning_search<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        &mut self,
        bodies: (&A, &B),
        motions: [&Motion<V>; 2],
        (velocity, max_time): (V, V::Scalar),
        carried: impl FnOnce(V, V::Scalar) -> V + Copy,
    ) -> Option<Impact<V>> {
        let placement = *self.placement.placement().borrow();
        let path = TurningPath::new(bodies, &placement, motions, velocity, self.settings.target_distance, max_time);
        let found = self.advance_until_contact(&path, &placement)?;
        Some(in_world(&found, &placement, |point| carried(point, found.time)))
    }
}
