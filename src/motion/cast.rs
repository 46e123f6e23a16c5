//! Ray casts, shape casts and times of impact.
//!
//! All three look for the first time at which two moving bodies are as near as asked for, and come up to it from the
//! left (conservative advancement: Mirtich 1996; van den Bergen 2004 for rays). At a time t the distance query gives a
//! plane with normal n, from A to B, and a gap g between the bodies along n that is proven. The plane tells for how
//! long the bodies stay apart; they move for that long, and the query is asked again, first along n.
//!
//! - *Without rotation* the gap along n falls at a constant rate c = −n·v: the bodies are apart for g/c, and for ever
//!   if c is not positive. The distance is convex in t, so this is Newton's method from the left: quadratic for smooth
//!   bodies, finitely many planes for polytopes, and never beyond the contact. See [`linear`]. Of bodies without
//!   margins the first plane is that through which B comes in, found without a distance; where polytopes meet there, it
//!   is the last one too. See [`portal`].
//! - *With rotation* three planes are tried, one that keeps its direction and one that turns with each body: see
//!   [`turning`].
//!
//! A body that is a point, a ray or a ball say, needs no query if the other knows the point nearest to it: the way
//! between them is the normal of the plane. Where such a body comes into a ball, a box or a capsule is known in closed
//! form: see [`entry`]; so it is for two boxes and two small polygons. For a ray there is nothing else to do then: see
//! [`ray`].
//!
//! Every pose is computed from the start, in A's frame, with the way that B goes relative to A: nothing adds up, and
//! bodies far from the origin lose nothing.
//!
//! The search ends where the proven gap is within [`SLACK_STEPS`] rounding steps of the target, or where the scalar has
//! no time between this and the next. "No contact" comes from a plane that keeps the bodies apart for the rest of the
//! interval, and from nothing else.

mod linear;
mod turning;

use crate::body::entry;
use crate::body::ray::Ray;
use crate::body::rounded::Rounded;
use crate::body::shape::Point;
use crate::body::support::{ScalarOf, Support};
use crate::kernel::observer::Observer;
use crate::motion::Motion;
use crate::number::error::{self, Error};
use crate::number::rounding::{SLACK_STEPS, steps, steps_at};
use crate::number::scalar::{Scalar, over, product, saturating_difference, saturating_sum};
use crate::number::vector::turning::{AngularOf, Turning as _};
use crate::number::vector::{ScalarOfVector, UnitOfVector, Vector, along, moved};
use crate::pair::place::{FromA, Placed, Placement};
use crate::pair::result::{Impact, Proximity, Separation, Status};
use crate::query::Query;
use crate::query::warm::{Memory, WarmStart};
use crate::shortcut::nearest::Gap;
use crate::shortcut::ray::{self, Missed};
use core::borrow::Borrow as _;
use linear::Linear;
use turning::Turning;

/// Where the distance is within this many times that, the bodies are in contact.
const CLOSE_SLACKS: u32 = 4;

/// Halvings of the relative gap between the bounds up to which a plane leads curved bodies on: it needs less rounds
/// than one to the tolerance, and hardly more poses.
const ROUGH_HALVINGS: u32 = 8;

/// Where does a ray first meet a body? None if it is proven to pass by, or to end before.
///
/// Body and ray are in one frame; points and normal are in that frame too. `normal` is the outward normal of the body,
/// `on_b` the point of the ray at `time`. A ray that starts inside the body or on it meets it at time zero, with
/// `initially_overlapping`, and the normal is that of the best plane known. Touching counts.
///
/// Bounds and statuses are those of [`shape_cast`]; margins and target distances count as in it. It needs no workspace.
/// [`Query::ray_cast`] is the same with poses and options.
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
pub fn ray_cast<A>(shape: &A, ray: &Ray<A::Vector>) -> Option<Impact<A::Vector>>
where
    A: Support + ?Sized,
{
    Query::new().ray_cast(shape, ray)
}

/// When do two bodies first meet, if A stands still and B moves by t · `velocity`? None if they are proven apart for
/// all t from zero to `max_time`.
///
/// Both bodies are given in one frame; velocity, points and normal are in that frame too. The velocity may be zero. The
/// bodies are apart before `time`, and touch then; touching counts. The status says:
///
/// - [`Converged`](Status::Converged): at `time` they are as near as asked for, up to rounding and tolerance. Bodies
///   that touch at the start have time zero, whatever the velocity; if they overlap, or are nearer than the target, so
///   have they, and `initially_overlapping` says so: points and normal are then those of
///   [`proximity`](crate::proximity).
/// - [`IterationLimit`](Status::IterationLimit), [`Stalled`](Status::Stalled), [`Undecided`](Status::Undecided): a cap
///   or rounding stopped the search. The bodies are apart before `time`; no contact is known, and `upper_bound` is the
///   largest value of the scalar. It is never none.
/// - [`BadSupport`](Status::BadSupport): a support function returned NaN or a point out of range; the same holds.
///
/// Where cores overlap at the start it puts a [`Workspace`](crate::Workspace) of the default size on the stack.
/// [`Query::shape_cast`] is the same with poses, options and memory of your own.
///
/// # Errors
/// [`Error::NotFinite`], [`Error::OutOfRange`] of a velocity, [`Error::Negative`] of a time.
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
pub fn shape_cast<A, B>(
    a: &A,
    b: &B,
    velocity: A::Vector,
    max_time: ScalarOf<A>,
) -> Result<Option<Impact<A::Vector>>, Error>
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    Query::new().shape_cast(a, b, velocity, max_time)
}

/// When do two bodies first meet that move and turn? None if they are proven apart from zero to `max_time`.
///
/// Both bodies are given in one frame, in which they start as they are; each turns about the origin of that frame. Both
/// motions, the points and the normal are in that frame too. [`Query::time_of_impact`] with poses is what one mostly
/// wants: there each body turns about its own origin.
///
/// All else is as in [`shape_cast`]; without rotation so is the answer. [`Motion::pose_after`] tells where the bodies
/// are at the time of it.
///
/// # Errors
/// [`Error::NotFinite`], [`Error::Negative`] of a time.
///
/// Source: conservative advancement (Mirtich 1996) with planes that turn with the bodies; derived in the module.
///
/// ```
/// use gjk::{Ball, Motion, Pose, Segment, vec2};
///
/// // A hand of a clock, one radian per time, and a ball in its way at a quarter turn.
/// let hand = Segment::new(vec2(0.0, 0.0), vec2(2.0, 0.0))?;
/// let ball = gjk::Circle::new(0.5)?.at(Pose::translation(vec2(0.0, 1.0))?);
/// let impact = gjk::time_of_impact(&hand, &ball, &Motion::new(vec2(0.0, 0.0), 1.0)?, &Motion::still(), 10.0)?;
/// let time = impact.expect("they meet").time;
/// assert!((time - f64::acos(0.5)).abs() < 1e-9); // the ball is seen under 30 degrees
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn time_of_impact<A, B>(
    a: &A,
    b: &B,
    motion_a: &Motion<A::Vector>,
    motion_b: &Motion<A::Vector>,
    max_time: ScalarOf<A>,
) -> Result<Option<Impact<A::Vector>>, Error>
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    Query::new().time_of_impact(a, b, motion_a, motion_b, max_time)
}

/// Are two bodies proven farther apart than `margin`? It ends as soon as either is known, and needs no workspace.
///
/// Both bodies are given in one frame. False says that they are not: they are as near as the margin, or no proof was
/// found, or the margin is negative or NaN, or more than [`Scalar::LIMIT`] together with the margin of `a`.
/// [`Query::has_clearance`] is the same with poses and options.
///
/// Source: GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999), with a margin more.
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
pub fn has_clearance<A, B>(a: &A, b: &B, margin: ScalarOf<A>) -> bool
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    Query::new().has_clearance(a, b, margin)
}

impl<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>> Query<'_, V, P, O, M> {
    /// Where does a ray first meet a body? None if it is proven to pass by, or to end before.
    ///
    /// As the function [`ray_cast`]. The ray is in the frame of pose B; in the world if [only A has a
    /// pose](Query::pose_of_a). A ray far from the origin loses no digits if its origin is made the position of pose B.
    /// Points and normal are in the world.
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, Ray, vec3};
    ///
    /// let crate_ = Cuboid::new(vec3(1.0_f32, 1.0, 1.0))?;
    /// let (there, eye) = (Pose::translation(vec3(1e6, 0.0, 0.0))?, Pose::translation(vec3(1e6, 0.0, 4.0))?);
    /// let ray = Ray::new(vec3(0.0, 0.0, 0.125), vec3(0.0, 0.0, -1.0), 100.0)?;
    /// let hit = Query::new().poses(there, eye).ray_cast(&crate_, &ray).expect("it is below");
    /// assert!((hit.time - 3.125).abs() < 1e-5); // in the world, coordinates have steps of 0.06 there
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn ray_cast<A>(&mut self, shape: &A, ray: &Ray<V>) -> Option<Impact<V>>
    where
        A: Support<Vector = V> + ?Sized,
    {
        if !O::ACTIVE && self.settings.max_cast_iterations > 0 && !entry::is_searched(shape) {
            match ray::meeting(shape, &ray.by_components(), &self.placement, self.settings.target_distance) {
                Err(Missed::Never) => return None,
                Ok(impact) => return Some(impact),
                Err(Missed::Unknown) => {}
            }
        }
        // Poses, the ray and what the closed form tells stay in registers, as all that is in line, and the search has
        // copies of what it is told, and a place of its own for what it finds. In memory they are read in other widths
        // than they are written: each has to wait then.
        Some(self.lent().ray_search(shape, ray.by_components())?.by_components())
    }

    /// The same by advancing along planes.
    #[inline(never)]
    fn ray_search<A>(&mut self, shape: &A, ray: Ray<V>) -> Option<Impact<V>>
    where
        A: Support<Vector = V> + ?Sized,
    {
        let placement = *self.placement.placement().borrow();
        let drift = Drift::new(V::transpose(&placement.rows()), ray.direction);
        let start = Apart(placement.to_a(ray.origin));
        let course = Linear::new(shape, &Point::ORIGIN, start, drift, self.settings.target_distance, ray.max_time);
        let mut arrival = self.follow(shape, &Point::ORIGIN, &course, &placement)?;
        let is_initial = arrival.time == V::Scalar::NIL && arrival.is_contact();
        if arrival.is_contact() {
            Apart(arrival.on_b) = course.pair(arrival.time);
            if self.settings.target_distance == V::Scalar::NIL {
                arrival.on_a = arrival.on_b;
            }
        }
        Some(impact(&arrival, is_initial, &placement, |point| point))
    }

    /// When do two bodies first meet, if A stands still and B moves by t · `velocity`? None if they are proven apart
    /// for all t from zero to `max_time`.
    ///
    /// As the function [`shape_cast`], each body at its pose if there are poses; velocity, points and normal are in the
    /// world then.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`] of a velocity, [`Error::Negative`] of a time.
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, vec3};
    ///
    /// let crate_ = Cuboid::new(vec3(1.0, 1.0, 1.0))?;
    /// let above = Pose::translation(vec3(0.5, 0.0, 10.0))?;
    /// let mut query = Query::new().poses(Pose::IDENTITY, above);
    /// let impact = query.shape_cast(&crate_, &crate_, vec3(0.0, 0.0, -2.0), 5.0)?.expect("it falls on the other");
    /// assert_eq!((impact.time, impact.normal, impact.on_a.z), (4.0, vec3(0.0, 0.0, 1.0), 1.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn shape_cast<A, B>(
        &mut self,
        a: &A,
        b: &B,
        velocity: V,
        max_time: ScalarOfVector<V>,
    ) -> Result<Option<Impact<V>>, Error>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let (velocity, max_time) = (error::point(velocity)?, error::time(max_time)?);
        Ok(self.cast(a, b, velocity, max_time, |point, _| point))
    }

    /// When do two bodies first meet that move and turn? None if they are proven apart from zero to `max_time`.
    ///
    /// As the function [`time_of_impact`]. The poses are those at the start; each body turns about its own origin, and
    /// motions, points and normal are in the world.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::Negative`] of a time.
    ///
    /// ```
    /// use gjk::{Cuboid, Motion, Pose, Query, vec3};
    ///
    /// let rotor = Cuboid::new(vec3(2.0, 0.1, 0.1))?;
    /// let post = Cuboid::new(vec3(0.1, 0.1, 3.0))?;
    /// let spinning = Motion::new(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 10.0))?;
    /// let mut query = Query::new().poses(Pose::IDENTITY, Pose::translation(vec3(0.0, -1.5, 0.0))?);
    /// let impact = query.time_of_impact(&rotor, &post, &spinning, &Motion::still(), 1.0)?.expect("it is in the way");
    /// assert!(0.0 < impact.time && impact.time < 0.15);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn time_of_impact<A, B>(
        &mut self,
        a: &A,
        b: &B,
        motion_a: &Motion<V>,
        motion_b: &Motion<V>,
        max_time: ScalarOfVector<V>,
    ) -> Result<Option<Impact<V>>, Error>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let max_time = error::time(max_time)?;
        let (own, other) = (motion_a.velocity(), motion_b.velocity());
        let velocity = other.blend([own], [-UnitOfVector::<V>::ONE]);
        let carried = |point, time| moved(point, own, time);
        let still = AngularOf::<V>::default();
        if motion_a.angular() == still && motion_b.angular() == still {
            return Ok(self.cast(a, b, velocity, max_time, carried));
        }
        let placement = *self.placement.placement().borrow();
        let rows = placement.rows_to_world();
        let turn = |motion: &Motion<V>| {
            let (axis, rate) = V::Turning::split(motion.angular());
            (V::Turning::in_frame(axis, |axis| V::turn_unit(&V::transpose(&rows), axis)), rate)
        };
        let spins = [turn(motion_a), turn(motion_b)];
        let (start, drift) = (Pair::new(&placement), Drift::new(rows, velocity));
        let course = Turning::new(a, b, start, drift, spins, self.settings.target_distance, max_time);
        Ok(self.lent().arrive(a, b, &course, &placement, carried))
    }

    /// Are two bodies proven farther apart than `margin`?
    ///
    /// As the function [`has_clearance`], each body at its pose if there are poses. A distance limit has no part in it.
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, vec3};
    ///
    /// let (ball, pose) = (Ball::new(1.0)?, Pose::translation(vec3(0.0, 0.0, 5.0))?);
    /// assert!(Query::new().poses(pose, Pose::IDENTITY).has_clearance(&ball, &ball, 2.5));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn has_clearance<A, B>(&mut self, a: &A, b: &B, margin: ScalarOfVector<V>) -> bool
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        Rounded::new(a, margin).is_ok_and(|swept| !self.intersects(&swept, b))
    }

    /// A cast without rotation, of a velocity in the frame of the query.
    fn cast<A, B>(
        &mut self,
        a: &A,
        b: &B,
        velocity: V,
        max_time: V::Scalar,
        carried: impl FnOnce(V, V::Scalar) -> V + Copy,
    ) -> Option<Impact<V>>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        if !O::ACTIVE && self.settings.max_cast_iterations > 0 {
            match ray::encounter(a, b, velocity, max_time, &self.placement, self.settings.target_distance) {
                Err(Missed::Never) => return None,
                Ok(impact) => {
                    let place = |point| carried(point, impact.time);
                    return Some(Impact { on_a: place(impact.on_a), on_b: place(impact.on_b), ..impact });
                }
                Err(Missed::Unknown) => {}
            }
        }
        self.lent().cast_search(a, b, velocity, max_time, carried)
    }

    /// The same by advancing along planes.
    #[inline(never)]
    fn cast_search<A, B>(
        &mut self,
        a: &A,
        b: &B,
        velocity: V,
        max_time: V::Scalar,
        carried: impl FnOnce(V, V::Scalar) -> V + Copy,
    ) -> Option<Impact<V>>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let placement = *self.placement.placement().borrow();
        let (start, drift) = (Pair::new(&placement), Drift::new(placement.rows_to_world(), velocity));
        let course = Linear::new(a, b, start, drift, self.settings.target_distance, max_time);
        self.arrive(a, b, &course, &placement, carried)
    }

    /// Follows a course to its end, and looks at bodies in contact at the start more closely. `carried` takes a point
    /// to where A carries it in a time.
    fn arrive<A, B, C>(
        &mut self,
        a: &A,
        b: &B,
        course: &C,
        placement: &P::Placement,
        carried: impl FnOnce(V, V::Scalar) -> V + Copy,
    ) -> Option<Impact<V>>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
        C: Course<V>,
    {
        let mut arrival = self.follow(a, b, course, placement)?;
        let (nil, mut is_overlapping) = (V::Scalar::NIL, false);
        // A point that bodies deep in each other share may be lost in the rounding of their size.
        if arrival.time == nil && matches!(arrival.status, Status::Converged | Status::Undecided) {
            let target = self.settings.target_distance;
            let pair = course.pair(nil);
            let depth = match self.proximity_in(a, b, &pair) {
                Proximity::Separated(gap) => {
                    (arrival.normal, arrival.on_a, arrival.on_b) = (gap.normal, gap.on_a, gap.on_b);
                    target - gap.distance
                }
                Proximity::Overlapping(overlap) => {
                    (arrival.normal, arrival.on_a, arrival.on_b) = (overlap.normal, overlap.on_a, overlap.on_b);
                    target.max(overlap.lower_bound)
                }
            };
            // No time has passed.
            is_overlapping = depth > fine(course.slack(&pair, nil, arrival.on_a), course.speed());
            if is_overlapping {
                arrival.status = Status::Converged;
            }
        }
        let time = arrival.time;
        Some(impact(&arrival, is_overlapping, placement, |point| carried(point, time)))
    }

    /// Advances along a course until the bodies meet; none if they are proven not to.
    fn follow<A, B, C>(&mut self, a: &A, b: &B, course: &C, placement: &P::Placement) -> Option<Arrival<V>>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
        C: Course<V>,
    {
        let (nil, target) = (V::Scalar::NIL, self.settings.target_distance);
        let (tolerance, margins) = (self.settings.tolerance_of(a, b), saturating_sum(a.margin(), b.margin()));
        let (mut time, mut iterations, mut normal) = (nil, 0, None);
        let direction = self.settings.direction.map(|direction| placement.direction_to_a(direction));
        let mut warm = WarmStart::towards(direction.unwrap_or(V::ZERO));
        let rough = V::Scalar::halved(ROUGH_HALVINGS).max(tolerance);
        let mut wanted = if a.is_polytope() && b.is_polytope() { tolerance } else { rough };
        // A distance that need not be known better.
        let mut near = nil;
        let mut end = None;
        let mut has_form = !O::ACTIVE;
        // The motion tells more at first than a distance.
        if !O::ACTIVE && self.settings.max_cast_iterations > 0 {
            match course.entry(a, b, rough, &mut warm) {
                Some(Entry::Never) => return None,
                Some(Entry::Contact(arrival)) => return Some(arrival),
                Some(Entry::Plane { time: first, normal: plane }) => {
                    (time, iterations, normal) = (first, 1, Some(plane))
                }
                None => {}
            }
        }
        loop {
            let pair = course.pair(time);
            let seen = FromA(&pair);
            let gap = if has_form { Gap::between(a, b, &seen) } else { None };
            let closed_form = match &gap {
                // The normal is that of the plane that led here, if one did.
                Some(gap) if gap.has_margins() && (gap.has_way() || normal.is_some()) && gap.tells(near) => {
                    Some(gap.separation())
                }
                _ => None,
            };
            let is_formed = closed_form.is_some();
            let found = match closed_form {
                Some(found) => found,
                None => self.distance_in(a, b, &pair, &mut warm, (wanted, near)),
            };
            let Separation { on_a, on_b, .. } = found;
            let arrival = |time, normal, status| {
                let upper_bound = V::Scalar::MAX;
                Arrival { time, upper_bound, normal, on_a, on_b, iterations, status }
            };
            let slack = course.slack(&pair, time, found.on_a);
            let (gap, reach) = (found.lower_bound - target, found.distance - target);
            // The distance of curved cores, of which the margins are a part, is known to the tolerance.
            let core_distance = saturating_sum(margins, found.distance);
            let content = V::Scalar::blend(nil, [core_distance], [tolerance]);
            let is_close = reach <= saturating_sum(steps(CLOSE_SLACKS, slack), content);
            // Its bounds may leave open whether this is the time, or it may find what a plane has kept apart too near,
            // as may be in fixed point with a body of few steps: a search knows more.
            let is_kept_apart = time > nil && saturating_sum(reach, saturating_sum(slack, slack)) < nil;
            if is_formed && (is_kept_apart || gap <= slack && !is_close) {
                has_form = false;
                continue;
            }
            near = V::Scalar::blend(target, [slack], [UnitOfVector::<V>::HALF]);
            // A plane that leaves most of the way open leads nowhere soon. With a margin or a target it may be known to
            // a part of their sum, which stays while the gap goes.
            let better = if wanted > tolerance {
                Some(tolerance)
            } else {
                (gap > slack && wanted > UnitOfVector::<V>::NIL).then_some(UnitOfVector::<V>::NIL)
            };
            let is_loose = gap <= slack || saturating_sum(gap, gap) < reach;
            if let Some(better) = better
                && is_loose
                && reach > slack
            {
                wanted = better;
                continue;
            }
            let arrival = if found.status == Status::BadSupport || gap <= slack {
                let status = match found.status {
                    Status::Undecided | Status::Stalled | Status::IterationLimit if is_close => Status::Converged,
                    status => status,
                };
                // Where the plane is lost in rounding, the one that led here is the better one.
                arrival(time, normal.unwrap_or(found.normal), status)
            } else {
                let end = *end.get_or_insert_with(|| course.end(a, b));
                // Apart to the end, of which no time is left.
                if time >= end {
                    return None;
                }
                let front = Front { a, b, pair: &pair, normal: found.normal, gap, slack, rest: end - time };
                let Advance::By(step) = course.advance(&front) else { return None };
                let next = (time + step).min(end);
                if next > time {
                    if iterations == self.settings.max_cast_iterations {
                        return Some(arrival(next, found.normal, Status::IterationLimit));
                    }
                    (time, iterations, normal) = (next, iterations + 1, Some(found.normal));
                    continue;
                }
                // The scalar has no time between this and the next.
                arrival(time, found.normal, if is_close { Status::Converged } else { Status::Stalled })
            };
            let upper_bound = self.meeting(a, b, course, &arrival, (reach, slack, content, end), &mut warm);
            return Some(Arrival { upper_bound, ..arrival });
        }
    }

    /// A time at which the bodies are known to be as near as asked for: that of the arrival if their witness points are
    /// so by half of what rounding allows; else one soon after, if there is one; else that of the arrival, if they are
    /// within it.
    fn meeting<A, B, C>(
        &mut self,
        a: &A,
        b: &B,
        course: &C,
        arrival: &Arrival<V>,
        (reach, slack, content, end): (V::Scalar, V::Scalar, V::Scalar, Option<V::Scalar>),
        warm: &mut WarmStart<V>,
    ) -> V::Scalar
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
        C: Course<V>,
    {
        let Arrival { time, .. } = *arrival;
        let fine = fine(slack, course.speed());
        if saturating_sum(reach, reach) <= fine {
            return time;
        }
        // Bodies that graze or stand still come no nearer: within rounding they are as near as asked for all the same.
        let is_met = arrival.is_contact() && reach <= slack;
        let otherwise = if is_met { time } else { V::Scalar::MAX };
        let closing = course.closing(&course.pair(time), arrival);
        if !arrival.is_contact() || closing <= V::Scalar::NIL {
            return otherwise;
        }
        let end = end.unwrap_or_else(|| course.end(a, b));
        let mut step = over(saturating_sum(saturating_sum(reach, fine), content), closing);
        for _ in 0..LAST_LOOKS {
            step = saturating_sum(step, step).max(V::Scalar::STEP);
            let later = saturating_sum(time, step).min(end);
            let found = self.distance_in(
                a,
                b,
                &course.pair(later),
                warm,
                (self.settings.tolerance_of(a, b), self.settings.target_distance),
            );
            let reach = found.distance - self.settings.target_distance;
            if saturating_sum(reach, reach) <= fine && found.status != Status::BadSupport {
                return later;
            }
        }
        otherwise
    }
}

/// The answer in the frame of the query.
fn impact<V: Vector>(
    arrival: &Arrival<V>,
    initially_overlapping: bool,
    placement: &impl Placement<V>,
    carried: impl Fn(V) -> V,
) -> Impact<V> {
    let place = |point: V| carried(placement.to_world(point));
    Impact {
        time: arrival.time,
        lower_bound: arrival.time,
        upper_bound: arrival.upper_bound,
        initially_overlapping,
        normal: placement.unit_to_world(arrival.normal),
        on_a: place(arrival.on_a),
        on_b: place(arrival.on_b),
        iterations: arrival.iterations,
        status: arrival.status,
    }
}

/// Times at which a contact is looked for after the search has ended.
const LAST_LOOKS: u32 = 4;

/// Where a search ended, seen from A at its start.
struct Arrival<V: Vector> {
    time: V::Scalar,
    upper_bound: V::Scalar,
    normal: V::UnitVector,
    on_a: V,
    on_b: V,
    iterations: u32,
    status: Status,
}

impl<V: Vector> Arrival<V> {
    /// Are the bodies as near as asked for?
    fn is_contact(&self) -> bool {
        self.status == Status::Converged
    }
}

/// How two bodies move relative to each other.
trait Course<V: Vector> {
    /// What places them at a time.
    type Pair: Placement<V>;

    /// Where they are at a time.
    fn pair(&self, time: V::Scalar) -> Self::Pair;

    /// The time up to which they are followed. No contact comes later before the time asked for.
    fn end<A, B>(&self, a: &A, b: &B) -> V::Scalar
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized;

    /// No point of the bodies is faster than about this, seen from the other.
    fn speed(&self) -> V::Scalar;

    /// What rounding makes of distances at a time, given a point of the contact on A.
    fn slack(&self, pair: &Self::Pair, time: V::Scalar, point: V) -> V::Scalar;

    /// How fast two points come nearer to each other along a normal, of which they are at a time.
    fn closing(&self, pair: &Self::Pair, arrival: &Arrival<V>) -> V::Scalar;

    /// Where B may come in, if it can be told without a distance. What led to it is left in `warm`, too.
    fn entry<A, B>(&self, _a: &A, _b: &B, _tolerance: UnitOfVector<V>, _warm: &mut WarmStart<V>) -> Option<Entry<V>>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        None
    }

    /// How long a plane keeps them apart.
    fn advance<A, B>(&self, front: &Front<'_, A, B, Self::Pair, V>) -> Advance<V::Scalar>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized;
}

/// Two bodies apart, and the plane that proves it.
struct Front<'f, A: ?Sized, B: ?Sized, P, V: Vector> {
    a: &'f A,
    b: &'f B,
    pair: &'f P,
    /// From A to B, in the frame of the course.
    normal: V::UnitVector,
    /// The gap along the normal, less the target.
    gap: V::Scalar,
    slack: V::Scalar,
    /// The time left.
    rest: V::Scalar,
}

/// What is known of two bodies before any distance.
enum Entry<V: Vector> {
    /// They stay apart.
    Never,
    /// A plane, with the normal from A to B, keeps them apart up to a time.
    Plane { time: V::Scalar, normal: V::UnitVector },
    /// So does a plane that goes through the contact.
    Contact(Arrival<V>),
}

/// How long a plane keeps two bodies apart.
enum Advance<S> {
    /// For all the time left.
    Clear,
    /// For this long.
    By(S),
}

/// Two bodies at a time. The query works in A's frame; points and normals come out in the frame of the course: that of
/// A at the start, moved with A's origin.
#[derive(Clone, Copy, Debug)]
struct Pair<V: Vector> {
    /// The rotation of A since the start.
    turn_a: V::UnitRows,
    /// The rotation of B in the frame of the course, and the way from A's origin to B's.
    turn_b: V::UnitRows,
    apart: V,
    /// The same in A's frame.
    rows: V::UnitRows,
    translation: V,
}

impl<V: Vector> Pair<V> {
    /// B in A's frame, as another placement has it.
    fn new(placement: &impl Placement<V>) -> Self {
        let (rows, apart) = (placement.rows(), placement.to_a(V::ZERO));
        Self { turn_a: V::IDENTITY, turn_b: rows, apart, rows, translation: apart }
    }
}

impl<V: Vector> Placement<V> for Pair<V> {
    type Zoomed = V;

    #[inline]
    fn zoomed(&self, zoom: <V::Scalar as Scalar>::Zoom) -> V {
        self.translation.zoom(zoom)
    }

    #[inline]
    fn direction_to_b(&self, dir: V) -> V {
        V::turn_back(&self.rows, dir)
    }

    #[inline]
    fn point_to_a(&self, translation: &V, point: V) -> V {
        translation.turn(&self.rows, point)
    }

    #[inline]
    fn extent(&self, point: V) -> V::Scalar {
        self.translation.max_abs().max(point.max_abs())
    }

    #[inline]
    fn rows(&self) -> V::UnitRows {
        self.rows
    }

    #[inline]
    fn rows_to_world(&self) -> V::UnitRows {
        self.turn_a
    }

    #[inline]
    fn origin(&self) -> V {
        self.translation
    }

    #[inline]
    fn to_a(&self, point: V) -> V {
        self.translation.turn(&self.rows, point)
    }

    #[inline]
    fn to_b(&self, point: V) -> V {
        V::turn_back(&self.rows, point.blend([self.translation], [-UnitOfVector::<V>::ONE]))
    }

    #[inline]
    fn to_world(&self, point: V) -> V {
        V::ZERO.turn(&self.turn_a, point)
    }

    #[inline]
    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.turn_a, unit)
    }

    #[inline]
    fn direction_to_a(&self, dir: V) -> V {
        V::turn_back(&self.turn_a, dir)
    }
}

/// The way from A's origin to B's, where neither is turned.
#[derive(Clone, Copy, Debug)]
struct Apart<V>(V);

impl<V: Vector> Placement<V> for Apart<V> {
    type Zoomed = V;

    #[inline]
    fn zoomed(&self, zoom: <V::Scalar as Scalar>::Zoom) -> V {
        self.0.zoom(zoom)
    }

    #[inline]
    fn direction_to_b(&self, dir: V) -> V {
        dir
    }

    #[inline]
    fn point_to_a(&self, apart: &V, point: V) -> V {
        point + *apart
    }

    #[inline]
    fn extent(&self, point: V) -> V::Scalar {
        self.0.max_abs().max(point.max_abs())
    }

    #[inline]
    fn rows(&self) -> V::UnitRows {
        V::IDENTITY
    }

    #[inline]
    fn rows_to_world(&self) -> V::UnitRows {
        V::IDENTITY
    }

    #[inline]
    fn origin(&self) -> V {
        self.0
    }

    #[inline]
    fn to_a(&self, point: V) -> V {
        point.blend([self.0], [UnitOfVector::<V>::ONE])
    }

    #[inline]
    fn to_b(&self, point: V) -> V {
        point.blend([self.0], [-UnitOfVector::<V>::ONE])
    }

    #[inline]
    fn to_world(&self, point: V) -> V {
        point
    }

    #[inline]
    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        unit
    }

    #[inline]
    fn direction_to_a(&self, dir: V) -> V {
        dir
    }
}

/// Two bodies that keep their turn.
trait Shifted<V: Vector>: Placement<V> {
    /// The way from A's origin to B's.
    fn apart(&self) -> V;

    /// The same bodies, another way apart.
    fn shifted(self, apart: V) -> Self;
}

impl<V: Vector> Shifted<V> for Pair<V> {
    fn apart(&self) -> V {
        self.apart
    }

    fn shifted(self, apart: V) -> Self {
        Self { apart, translation: apart, ..self }
    }
}

impl<V: Vector> Shifted<V> for Apart<V> {
    fn apart(&self) -> V {
        self.0
    }

    fn shifted(self, apart: V) -> Self {
        Self(apart)
    }
}

/// The velocity of B's origin relative to A's.
#[derive(Clone, Copy, Debug)]
struct Drift<V: Vector> {
    /// The rotation of A at the start in the frame of the velocity.
    frame: V::UnitRows,
    given: V,
    /// In A's frame.
    velocity: V,
}

impl<V: Vector> Drift<V> {
    fn new(frame: V::UnitRows, given: V) -> Self {
        Self { frame, given, velocity: V::turn_back(&frame, given) }
    }

    /// A point of A's frame after a time. The way is turned, not the velocity: fixed point rounds it once.
    fn after(&self, point: V, time: V::Scalar) -> V {
        point.blend([V::turn_back(&self.frame, moved(V::ZERO, self.given, time))], [UnitOfVector::<V>::ONE])
    }

    /// At least the speed.
    fn speed(&self) -> V::Scalar {
        let speed = self.velocity.safe_length();
        saturating_sum(speed, steps_at(SLACK_STEPS, speed))
    }

    /// What rounding makes of the velocity along a unit vector. None stays none.
    fn rounding(&self) -> V::Scalar {
        let nil = V::Scalar::NIL;
        if V::Scalar::STEP > nil && self.given == V::ZERO {
            nil
        } else {
            steps_at(SLACK_STEPS, self.velocity.max_abs())
        }
    }

    /// How fast a gap along a normal falls.
    fn pace(&self, normal: V::UnitVector) -> Pace<V> {
        let (closing, step) = (-along(normal, self.velocity), self.rounding());
        Pace { normal, most: saturating_sum(closing, step), comes_through: closing > step }
    }

    /// By how much a gap falls in a time, at most. In fixed point a long time makes much of what a velocity is rounded
    /// by: the way is known better, unless it leaves the range.
    fn loss(&self, pace: &Pace<V>, time: V::Scalar) -> V::Scalar {
        let loss = product(pace.most, time);
        if V::Scalar::STEP == V::Scalar::NIL {
            return loss;
        }
        let way = self.after(V::ZERO, time);
        if !way.is_within(V::Scalar::LIMIT) {
            return loss;
        }
        loss.min(saturating_sum(-along(pace.normal, way), steps_at(SLACK_STEPS, way.max_abs())))
    }

    /// How long a gap lasts.
    fn fall(&self, pace: &Pace<V>, gap: V::Scalar, slack: V::Scalar, rest: V::Scalar) -> Advance<V::Scalar> {
        let (nil, step, loss) = (V::Scalar::NIL, V::Scalar::STEP, self.loss(pace, rest));
        if pace.most <= nil || loss < gap - slack {
            Advance::Clear
        } else if step > nil && loss <= gap {
            Advance::By(rest)
        } else {
            Advance::By((over(gap, pace.most) - step).max(nil).min(rest))
        }
    }
}

/// How fast the gap along a plane falls.
#[derive(Clone, Copy, Debug)]
struct Pace<V: Vector> {
    normal: V::UnitVector,
    /// At most, rounding included.
    most: V::Scalar,
    /// Does B come through the plane by more than rounding?
    comes_through: bool,
}

/// The rounding of a distance between two bodies near a point of A, which have come at `speed` and whose cores are at
/// least `touch` apart; B's origin is `apart` from A's. Fixed point has a step of time as well.
fn slack<V: Vector>(apart: V, time: V::Scalar, point: V, speed: V::Scalar, touch: V::Scalar) -> V::Scalar {
    let about_b = point.blend([apart], [-UnitOfVector::<V>::ONE]);
    let size = point.max_abs().max(about_b.max_abs()).max(touch).max(product(speed, time));
    saturating_sum(steps_at(SLACK_STEPS, size), way_of_step(speed))
}

/// The same without the step of time, in which fast bodies come farther than length is rounded by: after it they are
/// nearer.
#[inline]
fn fine<S: Scalar>(slack: S, speed: S) -> S {
    if S::STEP == S::NIL { slack } else { saturating_difference(slack, way_of_step(speed)) }
}

/// How far bodies come in two steps of time.
fn way_of_step<S: Scalar>(speed: S) -> S {
    let way = product(speed, S::STEP);
    saturating_sum(way, way)
}
