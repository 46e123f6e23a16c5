//! Entry points: what a caller asks, how GJK and EPA answer it together, and how the answer leaves A's frame.
//!
//! GJK runs on cores. With d the distance of the cores and m the sum of the margins, the signed distance of the bodies
//! is d − m: cores that are apart never need EPA, however deep their margins overlap. If no plane separates the cores,
//! EPA finds their depth, and the margins are added to it.
//!
//! Some pairs need no search, unless an observer wants to see it: a point and a body that knows its nearest point, or
//! two segments ([`Gap`]); two boxes ([`Boxes`]) and two polygons of few corners ([`Polygons`]), if it is not their
//! distance that is wanted; and that of two polygons ([`nearest::by_walk`]) or of two bodies that know their nearest
//! points ([`nearest::by_turns`]) mostly needs none either.

pub mod warm;

use crate::body::feature::Faceted;
use crate::body::support::Support;
use crate::contact::manifold::{self, Manifold};
use crate::kernel::difference::{CsoPoint, Difference, Rescale};
use crate::kernel::observer::Observer;
use crate::kernel::polytope::{Polytope, Workspace};
use crate::kernel::simplex::{Feature, Nearest};
use crate::kernel::{epa, gjk};
use crate::motion::cast;
use crate::number::error::{self, Error};
use crate::number::pose::Pose;
use crate::number::rounding::{ROUNDING_STEPS, steps};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, ScalarOfVector, UnitOfVector, Vector};
use crate::pair::cso::Cso;
use crate::pair::place::{FromA, InWorld, Placed, Placement, Poses, SameFrame};
use crate::pair::record::Record;
use crate::pair::result::{Penetration, Proximity, Separation, Status};
use crate::query::warm::{Memory, WarmStart};
use crate::shortcut::boxes::Boxes;
use crate::shortcut::nearest::{self, Gap, Walked};
use crate::shortcut::polygons::Polygons;
use core::borrow::Borrow as _;
use core::iter;

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

/// A query with everything a caller may ask for beyond the defaults. One value serves many queries.
///
/// Its answers are in the frame of the query: the world if [`Query::poses`] are given, else the frame that both bodies
/// share. What sets it up fails on a number that it cannot take, and so do [`shape_cast`](Query::shape_cast) and
/// [`time_of_impact`](Query::time_of_impact), which are given a time. No other question fails.
///
/// ```
/// use gjk::{Cuboid, Pose, Query, Rotation3, vec3};
///
/// let link = Cuboid::new(vec3(0.1, 0.1, 0.4))?;
/// let far_away = Pose::new(Rotation3::from_quaternion(0.0, 0.0, 0.6, 0.8)?, vec3(1e5, 0.0, 0.0))?;
/// let beside = Pose::translation(vec3(1e5, 0.5, 0.0))?;
/// let mut query = Query::new().poses(far_away, beside).limit(0.1)?;
/// let gap = query.distance(&link, &link);
/// assert!(gap.lower_bound > 0.1);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Debug)]
pub struct Query<'w, V: Vector, P = SameFrame, O = (), M = ()> {
    pub(crate) settings: Settings<V>,
    pub(crate) placement: P,
    workspace: Option<Polytope<'w, V>>,
    observer: O,
    memory: M,
}

/// What a query is told by numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings<V: Vector> {
    tolerance: Option<UnitOfVector<V>>,
    max_iterations: u32,
    max_epa_iterations: u32,
    limit: V::Scalar,
    pub(crate) direction: Option<V>,
    pub(crate) target_distance: V::Scalar,
    pub(crate) max_cast_iterations: u32,
}

impl<V: Vector> Settings<V> {
    /// The gap between the bounds that is good enough for such bodies, relative to the distance of their cores.
    pub(crate) fn tolerance_of<A, B>(&self, a: &A, b: &B) -> UnitOfVector<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let is_curved = !(a.is_polytope() && b.is_polytope());
        self.tolerance.unwrap_or(if is_curved { V::Scalar::CURVED_TOLERANCE } else { UnitOfVector::<V>::NIL })
    }
}

/// Rounds of GJK unless a caller says otherwise.
const MAX_ITERATIONS: u32 = 64;

impl<V: Vector> Query<'_, V> {
    /// A query with the defaults.
    #[must_use]
    pub fn new() -> Self {
        let settings = Settings {
            tolerance: None,
            max_iterations: MAX_ITERATIONS,
            max_epa_iterations: u32::MAX,
            limit: V::Scalar::MAX,
            direction: None,
            target_distance: V::Scalar::NIL,
            max_cast_iterations: cast::MAX_ITERATIONS,
        };
        Self { settings, placement: SameFrame, workspace: None, observer: (), memory: () }
    }
}

impl<V: Vector> Default for Query<'_, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'w, V: Vector, P, O, M> Query<'w, V, P, O, M> {
    /// The gap between the bounds at which a query is content, relative to the distance of the cores or to the depth.
    /// Zero asks for all that rounding allows and never fails. Default: zero for polytopes and their rounded forms;
    /// where a curved core takes part 1e-6 (`f32`), 1e-8 (`f64`) and zero (fixed point). It has no part in
    /// [`Query::intersects`] and [`Query::has_clearance`].
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`].
    ///
    /// ```
    /// use gjk::{Cylinder, Pose, Query, vec3};
    ///
    /// let drum = Cylinder::new(1.0, 0.5)?;
    /// let beside = Pose::translation(vec3(3.0, 2.0, 2.5))?;
    /// let mut rough = Query::new().poses(Pose::IDENTITY, beside).tolerance(0.01)?;
    /// let gap = rough.distance(&drum, &drum);
    /// assert!(gap.distance - gap.lower_bound <= 0.01 * gap.distance);
    /// assert!(rough.tolerance(-0.01).is_err());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn tolerance(mut self, tolerance: UnitOfVector<V>) -> Result<Self, Error> {
        let nil = UnitOfVector::<V>::NIL;
        if !tolerance.is_finite() {
            return Err(Error::NotFinite);
        }
        if tolerance < nil {
            return Err(Error::Negative);
        }
        self.settings.tolerance = Some(tolerance);
        Ok(self)
    }

    /// Rounds of GJK, 64 by default. Zero leaves what the first support points prove. A query that needs more ends with
    /// [`Status::IterationLimit`] and bounds that hold, unless EPA still finds the answer. What needs no search is
    /// found without a round.
    ///
    /// ```
    /// use gjk::{Ellipsoid, Pose, Query, Status, vec3};
    ///
    /// let pebble = Ellipsoid::new(vec3(1.0, 1.0, 1.0))?;
    /// let beside = Pose::translation(vec3(4.0, 3.0, 0.0))?;
    /// let mut query = Query::new().poses(Pose::IDENTITY, beside).direction(vec3(1.0, 1.0, 0.0))?;
    /// query = query.max_iterations(0);
    /// let gap = query.distance(&pebble, &pebble);
    /// assert!(0.0 < gap.lower_bound && gap.lower_bound <= 3.0 && 3.0 <= gap.distance);
    /// assert_eq!(gap.status, Status::IterationLimit);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn max_iterations(mut self, rounds: u32) -> Self {
        self.settings.max_iterations = rounds;
        self
    }

    /// Rounds of EPA, by default as many as the workspace allows. A query that needs more ends with
    /// [`Status::IterationLimit`] and bounds that hold. Its depth is not refined then, as it is when a workspace is
    /// full; the rounds of that refinement count as well.
    ///
    /// ```
    /// use gjk::{Cone, Cylinder, Query, Status, vec3};
    ///
    /// let (drum, hat) = (Cylinder::new(5.0, 0.5)?, Cone::new(5.0, 0.6)?);
    /// let overlap = Query::new().max_epa_iterations(4).penetration(&drum, &hat).expect("they overlap");
    /// assert_eq!(overlap.status, Status::IterationLimit);
    /// assert!(0.0 < overlap.lower_bound && overlap.lower_bound < overlap.upper_bound);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn max_epa_iterations(mut self, rounds: u32) -> Self {
        self.settings.max_epa_iterations = rounds;
        self
    }

    /// A distance beyond which the caller does not care, in the unit of the input: [`Query::distance`] and
    /// [`Query::proximity`] end with [`Status::DistanceLimit`] once the bodies are proven farther apart, unless the
    /// distance itself is known by then.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Ellipsoid, Pose, Query, Status, vec3};
    ///
    /// let pebble = Ellipsoid::new(vec3(1.0, 2.0, 3.0))?;
    /// let far = Pose::translation(vec3(10.0, 3.0, 1.0))?;
    /// let gap = Query::new().poses(Pose::IDENTITY, far).limit(2.5)?.distance(&pebble, &pebble);
    /// assert_eq!(gap.status, Status::DistanceLimit);
    /// assert!(gap.lower_bound > 2.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn limit(mut self, distance: ScalarOfVector<V>) -> Result<Self, Error> {
        self.settings.limit = error::size(distance)?;
        Ok(self)
    }

    /// The first direction to try, from A to B in the frame of the query; by default the one between the centres. A
    /// good one, say the normal of the last time, saves rounds; a bad one costs some. The length has no meaning. After
    /// [`Status::IterationLimit`], `on_b - on_a` goes on where the search stopped; the normal, which belongs to the
    /// best plane, may lead through the same rounds again.
    ///
    /// # Errors
    /// [`Error::ZeroDirection`], [`Error::NotFinite`].
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, vec3};
    ///
    /// let link = Cuboid::new(vec3(1.0, 5.0, 5.0))?;
    /// let pose = Pose::translation(vec3(3.0, 4.0, 0.0))?;
    /// let before = Query::new().poses(Pose::IDENTITY, pose).distance(&link, &link);
    /// let again = Query::new().poses(Pose::IDENTITY, pose).direction(before.normal)?.distance(&link, &link);
    /// assert_eq!(again.distance, 1.0);
    /// assert!(again.iterations <= before.iterations);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn direction(mut self, direction: V) -> Result<Self, Error> {
        if !direction.is_finite() {
            return Err(Error::NotFinite);
        }
        if direction == V::ZERO {
            return Err(Error::ZeroDirection);
        }
        self.settings.direction = Some(direction.direction());
        Ok(self)
    }

    /// How near the bodies have to come for a cast or a time of impact to end, in the unit of the input; zero by
    /// default.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, vec3};
    ///
    /// let ball = Ball::new(1.0)?;
    /// let there = Pose::translation(vec3(6.0, 0.0, 0.0))?;
    /// let mut query = Query::new().poses(Pose::IDENTITY, there).target_distance(0.5)?;
    /// let impact = query.shape_cast(&ball, &ball, vec3(-1.0, 0.0, 0.0), 10.0)?.expect("they meet");
    /// assert_eq!(impact.time, 3.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn target_distance(mut self, distance: ScalarOfVector<V>) -> Result<Self, Error> {
        self.settings.target_distance = error::size(distance)?;
        Ok(self)
    }

    /// Poses that a cast or a time of impact may look at after the first; 4096 by default. One that needs more ends
    /// with [`Status::IterationLimit`] and a lower bound of the time. Each pose takes at most [`Query::max_iterations`]
    /// rounds of GJK.
    ///
    /// ```
    /// use gjk::{Cuboid, Ellipsoid, Pose, Query, Status, vec3};
    ///
    /// let (wall, egg) = (Cuboid::new(vec3(1.0, 1.0, 1.0))?, Ellipsoid::new(vec3(1.0, 1.0, 2.0))?);
    /// let there = Pose::translation(vec3(4.0, 1.5, 0.0))?;
    /// let mut query = Query::new().poses(Pose::IDENTITY, there).max_cast_iterations(1);
    /// let impact = query.shape_cast(&wall, &egg, vec3(-1.0, 0.0, 0.0), 10.0)?.expect("not proven apart");
    /// assert_eq!(impact.status, Status::IterationLimit);
    /// assert!(2.0 < impact.lower_bound && impact.lower_bound < 3.0 - f64::sqrt(0.75));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn max_cast_iterations(mut self, poses: u32) -> Self {
        self.settings.max_cast_iterations = poses;
        self
    }

    /// The poses of both bodies in the world. The query works in A's frame, so bodies far from the origin lose no
    /// digits, and answers in the world. Without poses both bodies are in one frame.
    ///
    /// Rotations are rounded, and so is the relative one: bounds then hold up to eight rounding steps, not four.
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, vec3};
    ///
    /// let ball = Ball::new(0.3_f32)?;
    /// let (here, there) = (vec3(1e6, 0.0, 0.0), vec3(1e6, 1.0, 0.0));
    /// let mut query = Query::new().poses(Pose::translation(here)?, Pose::translation(there)?);
    /// let gap = query.distance(&ball, &ball);
    /// assert!((gap.distance - 0.4).abs() < 1e-6);
    /// assert_eq!(gap.on_a.x, 1e6); // in the world
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn poses(self, a: Pose<V>, b: Pose<V>) -> Query<'w, V, Poses<V>, O, M> {
        Query {
            settings: self.settings,
            placement: Poses::new(a, b),
            workspace: self.workspace,
            observer: self.observer,
            memory: self.memory,
        }
    }

    /// Puts A at a pose in the world. B stays where it is, in the world: scenery, or a ray.
    ///
    /// The same as [`poses`](Self::poses) with the identity for B, and less to compute.
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, Ray, vec3};
    ///
    /// let door = Cuboid::new(vec3(1.0, 0.125, 2.0))?;
    /// let ray = Ray::new(vec3(0.5, 0.0, 1.0), vec3(0.0, 1.0, 0.0), 10.0)?;
    /// let hit = Query::new().pose_of_a(Pose::translation(vec3(0.0, 3.0, 2.0))?).ray_cast(&door, &ray);
    /// assert_eq!(hit.expect("it is shut").time, 2.875);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn pose_of_a(self, a: Pose<V>) -> Query<'w, V, Poses<V, InWorld>, O, M> {
        Query {
            settings: self.settings,
            placement: Poses::new(a, InWorld),
            workspace: self.workspace,
            observer: self.observer,
            memory: self.memory,
        }
    }

    /// The memory for depths, which may be a `static`; by default one of 64 vertices and 124 facets on the stack, in
    /// the plane as well.
    ///
    /// ```
    /// use gjk::{Pose, Query, Rectangle, Vec2, Workspace, vec2};
    ///
    /// let mut memory = Workspace::<Vec2<f32>, 16, 16>::new();
    /// let tile = Rectangle::new(vec2(1.0, 1.0))?;
    /// let beside = Pose::translation(vec2(1.5, 0.5))?;
    /// let mut query = Query::new().poses(Pose::IDENTITY, beside).workspace(&mut memory);
    /// let overlap = query.penetration(&tile, &tile).expect("they overlap");
    /// assert_eq!(overlap.mtv(), vec2(0.5, 0.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn workspace<'x, const VERTICES: usize, const FACETS: usize>(
        self,
        workspace: &'x mut Workspace<V, VERTICES, FACETS>,
    ) -> Query<'x, V, P, O, M> {
        Query {
            settings: self.settings,
            placement: self.placement,
            workspace: Some(workspace.polytope()),
            observer: self.observer,
            memory: self.memory,
        }
    }

    /// Who watches the steps; by default nobody. A `&mut` to an observer is one as well.
    ///
    /// ```
    /// use gjk::{Cuboid, DepthStep, DistanceStep, Observer, Query, Vector, vec3};
    ///
    /// #[derive(Default)]
    /// struct Count {
    ///     distance_steps: u32,
    ///     depth_steps: u32,
    /// }
    ///
    /// impl<V: Vector> Observer<V> for Count {
    ///     fn distance_step(&mut self, _: &DistanceStep<'_, V>) {
    ///         self.distance_steps += 1;
    ///     }
    ///     fn depth_step(&mut self, _: &DepthStep<'_, V>) {
    ///         self.depth_steps += 1;
    ///     }
    /// }
    ///
    /// let mut count = Count::default();
    /// let link = Cuboid::new(vec3(1.0, 2.0, 3.0))?;
    /// let overlap = Query::new().observer(&mut count).penetration(&link, &link).expect("they overlap");
    /// assert_eq!(overlap.depth, 2.0);
    /// assert!(count.distance_steps > overlap.iterations && count.depth_steps > overlap.epa_iterations);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn observer<W>(self, observer: W) -> Query<'w, V, P, W, M> {
        let Self { settings, placement, workspace, memory, .. } = self;
        Query { settings, placement, workspace, observer, memory }
    }

    /// Where to begin, and where to leave what the next query of the same pair begins with: see [`WarmStart`]. It
    /// changes no answer beyond rounding and tolerance; of several nearest points it may choose others. A
    /// [`Query::direction`] goes before its axis. Casts and times of impact keep a state of their own for as long as
    /// they last.
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, Vec3, WarmStart, vec3};
    ///
    /// let link = Cuboid::new(vec3(1.0, 1.0, 1.0))?;
    /// let mut warm = WarmStart::<Vec3<f32>>::new();
    /// for step in 0..10 {
    ///     let pose = Pose::translation(vec3(1.5, 0.5, 0.125 * step as f32))?;
    ///     let overlap = Query::new().poses(Pose::IDENTITY, pose).warm_start(&mut warm).penetration(&link, &link);
    ///     assert_eq!(overlap.expect("they overlap").depth, 0.5);
    /// }
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn warm_start<'s>(self, state: &'s mut WarmStart<V>) -> Query<'w, V, P, O, &'s mut WarmStart<V>> {
        let Self { settings, placement, workspace, observer, .. } = self;
        Query { settings, placement, workspace, observer, memory: state }
    }
}

impl<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>> Query<'_, V, P, O, M> {
    /// Do two bodies intersect? Touching counts, and so does what could not be proven apart: false is proven.
    ///
    /// As the function [`intersects`], each body at its pose if there are poses, else both in one frame. Limit,
    /// tolerance and workspace have no part in it; a cap on the rounds of GJK may turn false into true, never true into
    /// false.
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, vec3};
    ///
    /// let (link, pose) = (Cuboid::new(vec3(1.0, 1.0, 1.0))?, Pose::translation(vec3(2.5, 0.0, 0.0))?);
    /// assert!(!Query::new().poses(Pose::IDENTITY, pose).intersects(&link, &link));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn intersects<A, B>(&mut self, a: &A, b: &B) -> bool
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let Query { settings, placement, mut observer, mut memory, .. } = self.lent();
        let question = Question { a, b, placement: &placement, settings: &settings, aim: Aim::Touch };
        // Who watches sees the search.
        let known = if O::ACTIVE { None } else { nearest::touching(a, b, &placement) };
        if let Some(is_touch) = known {
            return is_touch;
        }
        let placement = placement.placement();
        let question = question.with(placement.borrow());
        if let Some(mut boxes) = boxes::<_, _, _, _, O>(question)
            && let Some(is_touch) = boxes.touches()
        {
            return is_touch;
        }
        // Where margins may decide, and in fixed point, a search takes less.
        let is_searched = has_margins(question) || V::Scalar::STEP != V::Scalar::NIL;
        if !is_searched
            && let Some(polygons) = polygons::<_, _, _, _, O>(question, true)
            && let Some(is_touch) = polygons.touches()
        {
            return is_touch;
        }
        // What the last query left leads to a plane at once, if the bodies are still apart.
        let way = if O::ACTIVE || memory.is_warm() {
            None
        } else {
            match nearest::touching_by_turns((a, b), &FromA(question.placement), memory.nearest()) {
                Ok(is_touch) => return is_touch,
                Err(way) => way,
            }
        };
        let mut record = memory.record();
        let mut approach = match way {
            Some(way) => Approach::along(question, -way, None, &mut record),
            None => Approach::new(question, None, &mut record),
        };
        approach.run(&mut observer);
        let may_touch = approach.may_touch();
        approach.remember(!may_touch);
        may_touch
    }

    /// How far apart are two bodies, and where?
    ///
    /// Statuses, bounds and source are those of the function [`distance`]. Points and normal are in the world if the
    /// query has poses, else in the frame that both bodies share; lengths are in the unit of the input. A distance
    /// limit or a cap leaves an upper bound of the distance, and a lower bound that holds.
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, vec3};
    ///
    /// let (ball, pose) = (Ball::new(1.0)?, Pose::translation(vec3(0.0, 0.0, 5.0))?);
    /// let gap = Query::new().poses(pose, Pose::IDENTITY).distance(&ball, &ball);
    /// assert_eq!((gap.distance, gap.on_a, gap.on_b), (3.0, vec3(0.0, 0.0, 4.0), vec3(0.0, 0.0, 1.0)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn distance<A, B>(&mut self, a: &A, b: &B) -> Separation<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let Query { settings, placement, mut observer, mut memory, .. } = self.lent();
        let aim = Aim::Distance(settings.limit);
        let question = Question { a, b, placement: &placement, settings: &settings, aim };
        separation(question, &mut observer, &mut memory)
    }

    /// How deep do two bodies overlap, and which way out? None if they are proven apart.
    ///
    /// Statuses, bounds and source are those of the function [`penetration`]. Points and normal are in the world if
    /// the query has poses, else in the frame that both bodies share; lengths are in the unit of the input. A distance
    /// limit has no part in it.
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, vec3};
    ///
    /// let (ball, pose) = (Ball::new(1.0)?, Pose::translation(vec3(0.0, 0.0, 1.5))?);
    /// let overlap = Query::new().poses(Pose::IDENTITY, pose).penetration(&ball, &ball).expect("they overlap");
    /// assert_eq!((overlap.depth, overlap.normal), (0.5, vec3(0.0, 0.0, 1.0)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn penetration<A, B>(&mut self, a: &A, b: &B) -> Option<Penetration<V>>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        self.measure(a, b, Aim::Distance(V::Scalar::NIL), |proximity| match proximity {
            Proximity::Separated(_) => None,
            Proximity::Overlapping(penetration) => Some(penetration.by_components()),
        })
    }

    /// Distance or depth, whichever applies.
    ///
    /// Statuses, bounds and source are those of the function [`proximity`]. Points and normal are in the world if the
    /// query has poses, else in the frame that both bodies share; lengths are in the unit of the input.
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, vec3};
    ///
    /// let (ball, pose) = (Ball::new(1.0)?, Pose::translation(vec3(0.0, 0.0, 1.5))?);
    /// let found = Query::new().poses(Pose::IDENTITY, pose).proximity(&ball, &ball);
    /// assert_eq!(found.signed_distance(), -0.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn proximity<A, B>(&mut self, a: &A, b: &B) -> Proximity<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        self.measure(a, b, Aim::Distance(self.settings.limit), |proximity| proximity)
    }

    /// The distance in another placement, in its frame, without a limit, begun with a state of the caller's. It is
    /// known to a relative tolerance, or to be at most `near`.
    pub(crate) fn distance_in<A, B>(
        &mut self,
        a: &A,
        b: &B,
        placement: &impl Placement<V>,
        mut state: &mut WarmStart<V>,
        (tolerance, near): (UnitOfVector<V>, V::Scalar),
    ) -> Separation<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let (aim, settings) =
            (Aim::Meet(near), &Settings { direction: None, tolerance: Some(tolerance), ..self.settings });
        separation(Question { a, b, placement: &FromA(placement), settings, aim }, &mut self.observer, &mut state)
    }

    /// Distance or depth in another placement, in its frame.
    pub(crate) fn proximity_in<A, B>(&mut self, a: &A, b: &B, placement: &impl Placement<V>) -> Proximity<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let (aim, settings) = (Aim::Distance(V::Scalar::MAX), &Settings { direction: None, ..self.settings });
        let question = Question { a, b, placement: &FromA(placement), settings, aim };
        measure_with(question, self.workspace.as_mut().map(Polytope::lent), &mut self.observer, &mut (), |proximity| {
            proximity
        })
    }

    /// Where do two bodies touch, and how deep at each of these points? None if they are proven farther apart than the
    /// [`limit`](Query::limit), which is zero here unless it is set.
    ///
    /// As the function [`manifold`](crate::contact::manifold). Points and normal are in the world if the query has poses, else
    /// in the frame that both bodies share; lengths are in the unit of the input.
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, vec3};
    ///
    /// let (floor, crate_) = (Cuboid::new(vec3(9.0, 9.0, 1.0))?, Cuboid::new(vec3(0.5, 0.5, 0.5))?);
    /// let falling = Pose::translation(vec3(0.0, 0.0, 1.75))?;
    /// let manifold = Query::new().poses(Pose::IDENTITY, falling).limit(0.5)?.manifold(&floor, &crate_);
    /// assert_eq!(manifold.points().len(), 4);
    /// assert!(manifold.points().iter().all(|point| point.depth == -0.25)); // a gap
    ///
    /// let manifold = Query::new().poses(Pose::IDENTITY, falling).manifold(&floor, &crate_);
    /// assert!(manifold.points().is_empty());
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn manifold<A, B>(&mut self, a: &A, b: &B) -> Manifold<V>
    where
        A: Faceted<Vector = V> + ?Sized,
        B: Faceted<Vector = V> + ?Sized,
    {
        let nil = V::Scalar::NIL;
        let limit = if self.settings.limit < V::Scalar::MAX { self.settings.limit } else { nil };
        let proximity = self.measure(a, b, Aim::Distance(limit), |proximity| proximity);
        manifold::between(a, b, self.placement.placement().borrow(), proximity, limit)
    }

    #[inline(always)]
    fn measure<A, B, T>(&mut self, a: &A, b: &B, aim: Aim<V>, told: impl Fn(Proximity<V>) -> T) -> T
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let Query { settings, placement, workspace, mut observer, mut memory } = self.lent();
        let question = Question { a, b, placement: &placement, settings: &settings, aim };
        measure_with(question, workspace, &mut observer, &mut memory, told)
    }

    /// The same question, with copies and loans of what this one holds. So nobody is told where this one is in memory,
    /// and it need not be there: what it was told stays in registers.
    #[inline(always)]
    pub(crate) fn lent(&mut self) -> Query<'_, V, P, Option<&mut O>, impl Memory<V>> {
        let Self { settings, placement, workspace, observer, memory } = self;
        Query {
            settings: *settings,
            placement: placement.each(),
            workspace: workspace.as_mut().map(Polytope::lent),
            observer: O::ACTIVE.then_some(observer),
            memory: memory.lent(),
        }
    }
}

/// What is asked of whom.
struct Question<'q, A: ?Sized, B: ?Sized, P, V: Vector> {
    a: &'q A,
    b: &'q B,
    placement: &'q P,
    settings: &'q Settings<V>,
    aim: Aim<V>,
}

impl<A: ?Sized, B: ?Sized, P, V: Vector> Clone for Question<'_, A, B, P, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A: ?Sized, B: ?Sized, P, V: Vector> Copy for Question<'_, A, B, P, V> {}

impl<'q, A: ?Sized, B: ?Sized, P: Placed<V>, V: Vector> Question<'q, A, B, P, V> {
    /// The same question, once it is worked out how the bodies lie to each other.
    #[inline(always)]
    fn with(self, placement: &'q P::Placement) -> Question<'q, A, B, P::Placement, V> {
        let Self { a, b, settings, aim, .. } = self;
        Question { a, b, placement, settings, aim }
    }
}

/// Has one of the bodies a margin? Cores that are apart may then overlap as bodies.
#[inline(always)]
fn has_margins<A, B, P, V>(Question { a, b, .. }: Question<'_, A, B, P, V>) -> bool
where
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    V: Vector,
{
    a.margin() > V::Scalar::NIL || b.margin() > V::Scalar::NIL
}

/// The way between the nearest points of two polygons, if a walk finds it; what it needs to begin with and leaves for
/// the next is in a memory.
#[inline(always)]
fn by_walk<'q, V, A, B, P, O, M>(
    Question { a, b, .. }: Question<'q, A, B, P, V>,
    placed: &'q FromA<'q, P>,
    _: &O,
    memory: &mut M,
) -> Option<Gap<'q, FromA<'q, P>, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    if O::ACTIVE {
        return None;
    }
    let walk = |start| nearest::by_walk(a, b, placed, start);
    let start = memory.pair(0);
    let warm = if start.is_some() { walk(start) } else { None };
    let Walked { gap, at, to } = warm.or_else(|| walk(None))?;
    memory.keep_pairs(-gap.dir(), || Some(iter::once(at).chain(to)));
    Some(gap)
}

/// The way between two cores, if it is found by turns. Who watches sees the search.
#[inline(always)]
fn by_turns<'q, V, A, B, P, O, M>(
    Question { a, b, settings, aim, .. }: Question<'q, A, B, P, V>,
    placed: &'q FromA<'q, P>,
    _: &O,
    memory: &mut M,
) -> Option<Gap<'q, FromA<'q, P>, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    if O::ACTIVE {
        return None;
    }
    let ends = (settings.tolerance_of(a, b), aim.limit());
    let gap = nearest::by_turns((a, b), placed, memory.nearest(), ends)?;
    memory.keep_nearest(gap.anchor());
    memory.keep_pairs(-gap.dir(), || nearest::pairs_of_boxes((a, b), placed, gap.anchor()));
    Some(gap)
}

/// The way between two cores, if the vertices that carried the last answer carry this one. Who watches sees the search.
#[inline(always)]
fn by_pairs<'q, V, A, B, P, O, M>(
    Question { a, b, placement, settings, aim }: Question<'q, A, B, P, V>,
    _: &O,
    memory: &mut M,
) -> Option<Gap<'q, P, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placed<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    if O::ACTIVE || memory.pair(0).is_none() {
        return None;
    }
    // Others are found by turns: the types tell.
    let are_boxes = a.as_box().is_some() && b.as_box().is_some();
    if nearest::take_turns(a, b) && !are_boxes && !nearest::are_walked(a, b) {
        return None;
    }
    let ends = (settings.tolerance_of(a, b), aim.limit());
    let (gap, dir) = nearest::by_pairs((a, b), placement, |number| memory.pair(number), ends)?;
    memory.keep_axis(-dir);
    Some(gap)
}

/// What is known of two boxes without a search. Who watches sees the search.
#[inline]
fn boxes<'q, V, A, B, P, O>(question: Question<'q, A, B, P, V>) -> Option<Boxes<'q, P, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
{
    if O::ACTIVE { None } else { Boxes::between(question.a, question.b, question.placement) }
}

/// What is known of two polygons without a search. Who watches sees the search.
#[inline]
fn polygons<'q, V, A, B, P, O>(question: Question<'q, A, B, P, V>, only_touch: bool) -> Option<Polygons<'q, P, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
{
    if O::ACTIVE { None } else { Polygons::between(question.a, question.b, question.placement, only_touch) }
}

/// The distance. Where rounding stopped a search that began warm, another begins cold.
#[inline(always)]
fn separation<V, A, B, P, O, M>(question: Question<'_, A, B, P, V>, observer: &mut O, memory: &mut M) -> Separation<V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placed<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    let Question { a, b, placement, .. } = question;
    let gap = if O::ACTIVE { None } else { Gap::between(a, b, placement) };
    let limit = question.aim.limit();
    if let Some(gap) = gap
        && let Some(separation) = gap.known_separation(limit)
    {
        return separation;
    }
    if let Some(gap) = by_pairs(question, observer, memory)
        && let Some(separation) = gap.known_separation(limit)
    {
        return separation;
    }
    // The types tell, so how others lie to each other is worked out once.
    let is_fixed = V::Scalar::STEP > V::Scalar::NIL;
    if is_fixed || nearest::are_walked(a, b) || nearest::take_turns(a, b) {
        let placement = placement.placement();
        let question = question.with(placement.borrow());
        let placed = FromA(question.placement);
        if let Some(gap) = by_walk(question, &placed, observer, memory)
            && let Some(separation) = gap.known_separation(limit)
        {
            return separation;
        }
        if let Some(gap) = by_turns(question, &placed, observer, memory)
            && let Some(separation) = gap.known_separation(limit)
        {
            return separation;
        }
    }
    searched(question, observer, memory)
}

/// The same by a search. It works out anew how the bodies lie to each other: what a faster way had worked out of that
/// need not be kept in memory then.
#[inline]
fn searched<V, A, B, P, O, M>(question: Question<'_, A, B, P, V>, observer: &mut O, memory: &mut M) -> Separation<V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placed<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    let placement = question.placement.placement();
    let question = question.with(placement.borrow());
    if memory.is_warm() {
        let separation = search(question, observer, memory);
        if separation.status != Status::Stalled {
            return separation;
        }
        memory.forget();
    }
    search(question, observer, memory)
}

/// The distance, by a search.
#[inline]
fn search<V, A, B, P, O, M>(question: Question<'_, A, B, P, V>, observer: &mut O, memory: &mut M) -> Separation<V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    let mut record = memory.record();
    let mut approach = Approach::new(question, None, &mut record);
    approach.run(observer);
    approach.settle();
    approach.remember(approach.is_apart());
    approach.separation()
}

/// Distance or depth, with the caller's workspace if there is one. Inlined, so that where there is one no default has a
/// place on the stack.
///
/// `told` takes what is found to the caller's type, in every place where it is found: what is known without a search
/// need not go through memory for that.
#[inline(always)]
fn measure_with<V, A, B, P, O, M, T>(
    question: Question<'_, A, B, P, V>,
    workspace: Option<Polytope<'_, V>>,
    observer: &mut O,
    memory: &mut M,
    told: impl Fn(Proximity<V>) -> T,
) -> T
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placed<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    let Question { a, b, placement, .. } = question;
    if let Some(proximity) = if O::ACTIVE { None } else { nearest::proximity(a, b, placement) } {
        return told(proximity);
    }
    let limit = question.aim.limit();
    let is_float = V::Scalar::STEP == V::Scalar::NIL;
    if is_float
        && limit > V::Scalar::NIL
        && let Some(gap) = by_pairs(question, observer, memory)
        && let Some(proximity) = gap.known_proximity(limit)
    {
        return told(proximity);
    }
    let placement = question.placement.placement();
    let question = question.with(placement.borrow());
    if let Some(mut boxes) = boxes::<_, _, _, _, O>(question) {
        boxes.look();
        if let Some(proximity) = boxes.proximity(limit) {
            return told(proximity);
        }
    }
    let placed = FromA(question.placement);
    if (limit > V::Scalar::NIL || has_margins(question))
        && let Some(gap) = by_walk(question, &placed, observer, memory)
        && let Some(proximity) = gap.known_proximity(limit)
    {
        return told(proximity);
    }
    // Of polygons that are apart it tells no distance. If that is wanted, a search comes first, and EPA goes on from
    // there.
    if limit <= V::Scalar::NIL
        && let Some(polygons) = polygons::<_, _, _, _, O>(question, false)
        && let Some(proximity) = polygons.proximity(limit)
    {
        return told(proximity);
    }
    // In fixed point this is left to a search: it would take as much code again as it does for a distance.
    if is_float
        && limit > V::Scalar::NIL
        && let Some(gap) = by_turns(question, &placed, observer, memory)
        && let Some(proximity) = gap.known_proximity(limit)
    {
        return told(proximity);
    }
    told(match workspace {
        Some(mut polytope) => measure(question, &mut polytope, observer, memory),
        None => measure_on_the_stack(question, observer, memory),
    })
}

/// As [`measure`], with a workspace of the default size. Apart, so that callers who bring their own do not pay for it
/// in stack.
#[inline(never)]
fn measure_on_the_stack<V, A, B, P, O, M>(
    question: Question<'_, A, B, P, V>,
    observer: &mut O,
    memory: &mut M,
) -> Proximity<V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    measure(question, &mut Workspace::<V>::new().polytope(), observer, memory)
}

/// Distance or depth, whichever applies. Where rounding stopped a search that came back to points it knew, another
/// begins cold and does not. Such points are of the last query, and for EPA of GJK as well: with an empty state too.
#[inline(never)]
fn measure<V, A, B, P, O, M>(
    question: Question<'_, A, B, P, V>,
    polytope: &mut Polytope<'_, V>,
    observer: &mut O,
    memory: &mut M,
) -> Proximity<V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    let (mut zoom, mut recalls) = (None, M::RECALLS);
    loop {
        let mut record = memory.record();
        if !recalls {
            record.withhold();
        }
        let mut approach = Approach::new(question, zoom, &mut record);
        approach.run(observer);
        approach.settle();
        let found = if approach.is_apart() {
            approach.remember(true);
            Ok(Proximity::Separated(approach.separation()))
        } else if approach.lower > approach.resolution || approach.search.end == gjk::End::Support {
            approach.remember(false);
            Ok(Proximity::Overlapping(approach.margin_penetration()))
        } else if let Some(mut boxes) = boxes::<_, _, _, _, O>(question) {
            approach.remember(false);
            boxes.look();
            let iterations = approach.search.iterations;
            // A search that was cut off may not know what a plane proves.
            Ok(match boxes.beyond(V::Scalar::NIL) {
                Some(gap) => Proximity::Separated(Separation { iterations, status: Status::IterationLimit, ..gap }),
                None if approach.is_kept_apart(boxes.plane()) => Proximity::Overlapping(approach.margin_penetration()),
                None => Proximity::Overlapping(Penetration { iterations, ..boxes.penetration() }),
            })
        } else {
            // The axis between cores that all but touch is mostly rounding; EPA has a better one.
            approach.expand(question.settings, polytope, observer)
        };
        if found.is_err() {
            approach.cso.zoom_out();
            zoom = Some(approach.cso.zoom());
        }
        drop(approach);
        drop(record);
        match found {
            Ok(proximity) if !recalls || proximity.status() != Status::Stalled => return proximity,
            Ok(_) => {
                memory.forget();
                recalls = false;
            }
            Err(Rescale) => {}
        }
    }
}

/// What a query wants to know of two bodies that are apart.
#[derive(Clone, Copy, Debug)]
enum Aim<V: Vector> {
    /// Whether they touch.
    Touch,
    /// Their distance, unless it is beyond a limit.
    Distance(V::Scalar),
    /// Their distance, unless it is at most this.
    Meet(V::Scalar),
}

impl<V: Vector> Aim<V> {
    /// The distance beyond which none is wanted.
    fn limit(self) -> V::Scalar {
        match self {
            Self::Touch => V::Scalar::NIL,
            Self::Distance(limit) => limit,
            Self::Meet(_) => V::Scalar::MAX,
        }
    }
}

/// Two bodies on their way through GJK. Everything but results is in A's frame, scaled as the CSO is.
struct Approach<'q, A: ?Sized, B: ?Sized, P: Placement<V>, R, V: Vector> {
    cso: Cso<'q, A, B, P, R, V>,
    placement: &'q P,
    /// Are the margins legal lengths?
    has_margins: bool,
    goal: gjk::Goal<V>,
    search: gjk::Search<V>,
    /// A proven distance of the cores, zero if no plane separates them, and the distance of the nearest point.
    lower: V::Scalar,
    upper: V::Scalar,
    /// The length of the axis of the nearest point: one root serves the bounds and the way.
    length: V::Scalar,
    /// What the nearest point may be farther than its height by rounding.
    rounding: V::Scalar,
    /// A few rounding steps of the coordinates that they came from.
    resolution: V::Scalar,
}

impl<'q, V, A, B, P, R> Approach<'q, A, B, P, R, V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    R: Record<V>,
{
    /// Before the search. Inlined as far as it asks the placement, whose numbers have just been made.
    #[inline(always)]
    fn new(question: Question<'q, A, B, P, V>, zoom: Option<<V::Scalar as Scalar>::Zoom>, record: &'q mut R) -> Self {
        let Question { a, b, placement, .. } = question;
        // From B to A. Half of the way between centres always fits.
        let half = UnitOfVector::<V>::HALF;
        let between_centers = V::ZERO.blend([a.center(), placement.to_a(b.center())], [half, -half]);
        Self::along(question, between_centers, zoom, record)
    }

    /// Before the search along a first axis, if no better one is known.
    fn along(
        Question { a, b, placement, settings, aim }: Question<'q, A, B, P, V>,
        axis: V,
        zoom: Option<<V::Scalar as Scalar>::Zoom>,
        record: &'q mut R,
    ) -> Self {
        let nil = V::Scalar::NIL;
        // The axis leads from the origin to the CSO.
        let axis = match (settings.direction, record.axis()) {
            (Some(direction), _) => -placement.direction_to_a(direction),
            (None, Some(axis)) if axis != V::ZERO => axis,
            _ => axis,
        };
        let axis = axis.direction();
        let norm = axis.dot(axis);
        let is_usable = norm > AreaOfVector::<V>::ZERO && norm <= AreaOfVector::<V>::MAX;
        let axis = if is_usable { axis } else { V::first_axis().direction() };
        let margins = error::size(a.margin()).and_then(|own| Ok((own, error::size(b.margin())?))).ok();
        let (own, other) = margins.unwrap_or((nil, nil));
        let cso = Cso::new(a, b, placement, zoom, own.max(other), record);
        let (only_touch, near) = match aim {
            Aim::Touch => (true, Some(nil)),
            Aim::Distance(_) => (false, None),
            Aim::Meet(near) => (false, Some(near)),
        };
        // Rounding alone decides whether bodies touch: a plane within it of the margins ends no search.
        let tolerance = if only_touch { UnitOfVector::<V>::NIL } else { settings.tolerance_of(a, b) };
        let goal = gjk::Goal {
            tolerance,
            max_iterations: settings.max_iterations,
            margins: (own, other),
            limit: aim.limit(),
            only_touch,
            near,
            scaled: gjk::Scaled::default(),
        };
        let search = gjk::Search::new(axis);
        Self {
            cso,
            placement,
            has_margins: margins.is_some(),
            goal,
            search,
            lower: nil,
            upper: nil,
            length: nil,
            rounding: nil,
            resolution: nil,
        }
    }

    /// Runs GJK, at smaller scales if need be.
    #[inline]
    fn run<O: Observer<V>>(&mut self, observer: &mut O) {
        if !self.has_margins {
            self.search.end = gjk::End::Support;
            return;
        }
        loop {
            self.cso.recall(self.goal.only_touch);
            self.search.recall(&self.cso);
            if self.search.end == gjk::End::Contact {
                self.goal.scale(self.cso.zoom());
                return;
            }
            match self.search.run(&mut self.cso, &mut self.goal, observer) {
                Ok(()) => return,
                Err(Rescale) => {
                    self.cso.zoom_out();
                    self.search = gjk::Search::new(self.search.plane.axis);
                }
            }
        }
    }

    /// Leaves for the next query what this one found by GJK.
    fn remember(&mut self, is_apart: bool) {
        let axis = if self.lower > V::Scalar::NIL { self.search.plane.axis } else { self.search.axis };
        // A simplex that is what the last query left needs no search for the numbers of its points.
        let news = if self.search.is_carried { &[] } else { self.search.simplex.points() };
        self.cso.record.keep(axis, is_apart, news.iter());
    }

    /// Takes the bounds from the search.
    fn settle(&mut self) {
        self.settle_upper();
        let plane = &self.search.plane;
        self.lower = match &self.search.nearest {
            Some(nearest) if nearest.norm == plane.norm => plane.distance_by(self.length),
            _ => plane.distance(),
        };
    }

    /// Takes the distance of the nearest point, and what it is rounded by.
    fn settle_upper(&mut self) {
        let nil = V::Scalar::NIL;
        (self.length, self.upper) = self.search.nearest.as_ref().map_or((nil, nil), |nearest| {
            let length = nearest.norm.sqrt();
            (length, nearest.height.per(length))
        });
        let size = self.search.simplex.extent().max(self.search.plane.size);
        self.rounding = steps(FOOT_STEPS, self.step_at(size));
        self.resolution = steps(CLOSE_STEPS / FOOT_STEPS, self.rounding);
    }

    /// Takes a plane that another has found, from B to A, and the gap of the cores along it, if that keeps them apart
    /// by more than rounding.
    fn is_kept_apart(&mut self, (axis, gap): (V, V::Scalar)) -> bool {
        let gap = gap.zoom(self.cso.zoom());
        let is_apart = gap > self.resolution;
        if is_apart {
            (self.lower, self.search.plane.axis) = (gap, axis);
        }
        is_apart
    }

    /// Are the bodies not proven apart, whose touch was all to know? A search that found them apart needs no root to
    /// tell.
    fn may_touch(&mut self) -> bool {
        self.search.end != gjk::End::Limit && {
            self.lower = self.search.plane.distance();
            !self.is_apart()
        }
    }

    /// Does a plane keep the bodies apart? That cores are apart is proven with all rounding; that they are farther
    /// apart than their margins reach must show beyond the rounding of the distance.
    fn is_apart(&self) -> bool {
        let (size, margin, nil) = (self.search.plane.size, self.goal.scaled.touch, V::Scalar::NIL);
        let step = if margin > nil { V::Scalar::blend(nil, [size], [V::Scalar::PRODUCT_ROUNDING]) } else { nil };
        self.lower - margin > steps(ROUNDING_STEPS, step)
    }

    fn unzoom(&self, length: V::Scalar) -> V::Scalar {
        length.unzoom(self.cso.zoom())
    }

    /// A lower bound of the depth in the units of the input; what may be apart stays so when fixed point rounds.
    fn lower_bound(&self, lower: V::Scalar) -> V::Scalar {
        let bound = self.unzoom(lower);
        if lower < V::Scalar::NIL { bound.min(-V::Scalar::LEAST) } else { bound }
    }

    /// The witness points in the frame of the query: the core point of A moved out by its margin, and the point of B
    /// that lies `signed` farther along the normal.
    fn witnesses(&self, core_on_a: V, normal: V::UnitVector, signed: V::Scalar) -> (V, V) {
        let on_a = core_on_a.advance(self.goal.scaled.margin_a, normal);
        let on_b = on_a.advance(signed, normal);
        let place = |point: V| self.placement.to_world(point.unzoom(self.cso.zoom()));
        (place(on_a), place(on_b))
    }

    /// The point of the CSO that is nearest to the origin.
    #[inline(always)]
    fn nearest(&self) -> CsoPoint<V> {
        self.search.simplex.nearest_within(self.upper + self.rounding)
    }

    /// The way from the core of A to that of B, and the axis that it is against: that of the nearest point. Unless a
    /// plane proves it too near, which only a simplex tilted by rounding can be, or the margins reach far along an axis
    /// that is mostly rounding: the plane that proves the cores apart has a better one. The way is worked out before
    /// the bounds are there to tell, for mostly they agree.
    #[inline(always)]
    fn way(&self) -> (V, V::UnitVector) {
        let (search, nil) = (&self.search, V::Scalar::NIL);
        let best = search.plane.axis;
        let (axis, length) =
            search.nearest.as_ref().map_or_else(|| (best, best.length()), |nearest| (nearest.axis, self.length));
        let way = against::<V>(axis, length);
        let is_rounding = self.goal.scaled.touch > nil && self.lower > nil && self.upper <= self.resolution;
        if self.lower - self.upper <= self.resolution && !is_rounding {
            (axis, way)
        } else {
            (best, against::<V>(best, best.length()))
        }
    }

    /// An upper bound of the distance of the cores, of which a near point is known: any point of the CSO is one. Its
    /// height along the axis has more digits, and mostly agrees. But the axis of a sliver may lean, however the search
    /// ended, and rounding may see the origin inside a sliver that it is beside.
    fn core_distance(&self, near: CsoPoint<V>) -> V::Scalar {
        let most = self.upper + self.rounding;
        let upper = if near.w.dot(near.w) <= most.times(most) { self.upper } else { near.w.length() };
        upper.max(self.lower)
    }

    /// From A to B, in the frame of the query: against the axis of the plane that separates the cores, or that comes
    /// nearest to it where they all but touch; else on the way, which is against the given axis.
    fn normal(&self, axis: V, way: V::UnitVector) -> V::UnitVector {
        self.placement.unit_to_world(self.normal_to_a(axis, way))
    }

    /// The same in A's frame.
    #[inline(always)]
    fn normal_to_a(&self, axis: V, way: V::UnitVector) -> V::UnitVector {
        let best = self.search.plane.axis;
        let is_known = self.lower > V::Scalar::NIL || self.upper <= self.resolution;
        // Mostly it is the same axis.
        if is_known && best != axis { against::<V>(best, best.length()) } else { way }
    }

    /// How the search ended, for cores proven apart and the upper bound of their distance; rounding is no fault where
    /// the bounds nearly met. Those of a sliver that tilts met for the search, but not with its points.
    fn status(&self, upper: V::Scalar) -> Status {
        let is_tilted = upper - self.upper > self.rounding;
        match self.search.end {
            gjk::End::Limit => Status::DistanceLimit,
            gjk::End::Stalled if upper - self.lower > self.resolution => Status::Stalled,
            gjk::End::Converged if is_tilted && upper - self.lower > self.resolution => Status::Stalled,
            gjk::End::Iterations => Status::IterationLimit,
            gjk::End::Support => Status::BadSupport,
            gjk::End::Converged | gjk::End::Contact | gjk::End::Touching | gjk::End::Stalled => Status::Converged,
        }
    }

    /// The same, where the distance is not known to be positive.
    fn undecided_status(&self, upper: V::Scalar) -> Status {
        match self.status(upper) {
            Status::Converged | Status::Stalled => Status::Undecided,
            status => status,
        }
    }

    /// A few rounding steps of coordinates of the given size.
    fn resolution_at(&self, extent: V::Scalar) -> V::Scalar {
        steps(CLOSE_STEPS, self.step_at(extent))
    }

    fn step_at(&self, extent: V::Scalar) -> V::Scalar {
        V::Scalar::blend(self.cso.input_step(), [extent], [V::Scalar::ROUNDING])
    }

    /// The distance; zero and a common point if the bodies are known to overlap.
    fn separation(&self) -> Separation<V> {
        let search = &self.search;
        let (near, (axis, way)) = (self.nearest(), self.way());
        let core_on_a = near.on_a;
        let normal = self.normal(axis, way);
        let core_distance = self.core_distance(near);
        let signed = core_distance - self.goal.scaled.touch;
        let nil = V::Scalar::NIL;
        let iterations = search.iterations;
        if !self.is_apart() && signed <= nil {
            // A common point: on the way from the core of A to that of B, inside both margins.
            let step = core_distance.min(self.goal.scaled.margin_a) - self.goal.scaled.margin_a;
            let (on_a, on_b) = self.witnesses(core_on_a.advance(step, way), way, nil);
            let status = if search.end == gjk::End::Support { Status::BadSupport } else { Status::Converged };
            return Separation { distance: nil, lower_bound: nil, normal, on_a, on_b, iterations, status };
        }
        let (on_a, on_b) = self.witnesses(core_on_a, way, signed);
        let (distance, lower_bound, status) = if self.is_apart() {
            // What is proven stays so when the result is rounded to the scalar's own step.
            let lower_bound = self.unzoom(self.lower - self.goal.scaled.touch).max(V::Scalar::LEAST);
            (self.unzoom(signed).max(lower_bound), lower_bound, self.status(core_distance))
        } else {
            (self.unzoom(signed), nil, self.undecided_status(core_distance))
        };
        Separation { distance, lower_bound, normal, on_a, on_b, iterations, status }
    }

    /// The depth of bodies whose cores are apart, or of which nothing is known.
    fn margin_penetration(&self) -> Penetration<V> {
        let search = &self.search;
        let (near, (axis, way)) = (self.nearest(), self.way());
        let normal = self.normal_to_a(axis, way);
        let is_known = search.nearest.is_some() || search.end == gjk::End::Contact;
        let core_distance = self.core_distance(near);
        let lower = self.goal.scaled.touch - core_distance;
        let depth = if is_known { lower.max(V::Scalar::NIL) } else { V::Scalar::NIL };
        let (on_a, on_b) = if normal != way && self.status(core_distance) == Status::Converged {
            self.witnesses_along(near, normal, depth)
        } else {
            self.witnesses(near.on_a, way, -depth)
        };
        let normal = self.placement.unit_to_world(normal);
        let depth = self.unzoom(depth);
        let lower_bound = if is_known { self.lower_bound(lower) } else { -V::Scalar::MAX };
        let is_separated = self.lower > V::Scalar::NIL;
        let upper_bound =
            if is_separated { self.unzoom(self.goal.scaled.touch - self.lower).max(depth) } else { V::Scalar::MAX };
        let status =
            if lower < V::Scalar::NIL { self.undecided_status(core_distance) } else { self.status(core_distance) };
        let (iterations, epa_iterations) = (search.iterations, 0);
        Penetration { depth, lower_bound, upper_bound, normal, on_a, on_b, iterations, epa_iterations, status }
    }

    /// The witness points along a normal that leans from the way between the cores. Large margins let the bounds meet
    /// before the best plane stands on the way. With d the distance of the cores, v the way, n the normal, l ≤ d·v·n
    /// the distance that the plane proves, and m ≥ d/2 the larger margin, start from the other body's core, the smaller
    /// margin out along n: the point the depth farther back is (d − m)·n from that core, and from its own, that is d·v
    /// from there,
    ///
    /// ```text
    /// |(d − m)·n − d·v|² = m² + 2·d·(1 − v·n)·(d − m) ≤ (m + d − l)².
    /// ```
    ///
    /// So it is off its body by no more than the bounds are apart.
    #[cold]
    #[inline(never)]
    fn witnesses_along(&self, near: CsoPoint<V>, normal: V::UnitVector, depth: V::Scalar) -> (V, V) {
        let margin_a = self.goal.scaled.margin_a;
        let margin_b = self.goal.scaled.touch - margin_a;
        if margin_a <= margin_b {
            return self.witnesses(near.on_a, normal, -depth);
        }
        let on_b = (near.on_a - near.w).advance(-margin_b, normal);
        self.witnesses(on_b.advance(depth - margin_a, normal), normal, -depth)
    }

    /// Runs EPA where no plane separates the cores. It may still find one. Fails if the CSO must be scaled anew.
    #[inline(never)]
    fn expand<O: Observer<V>>(
        &mut self,
        settings: &Settings<V>,
        polytope: &mut Polytope<'_, V>,
        observer: &mut O,
    ) -> Result<Proximity<V>, Rescale> {
        let (tolerance, max_iterations) = (self.goal.tolerance, settings.max_epa_iterations);
        let goal = epa::outcome::Goal {
            tolerance,
            max_iterations,
            margin: self.goal.scaled.touch,
            is_curved: self.cso.is_curved(),
        };
        let mut found = epa::outcome::Outcome::unknown(&self.search.simplex);
        epa::run(&mut self.cso, &self.search.simplex, &goal, polytope, observer, &mut found)?;
        let carriers = self.search.simplex.points().iter().chain(found.facet.points());
        self.cso.record.keep(-found.normal, false, carriers.chain(polytope.vertices()));
        if self.search.nearest.is_none() {
            return Ok(Proximity::Overlapping(self.core_penetration(&found)));
        }
        // A point of the CSO is good to a step of the points that it comes from, as in GJK.
        let size = self.search.simplex.extent().max(self.search.plane.size);
        let rounding = V::Scalar::blend(V::Scalar::NIL, [size], [V::Scalar::PRODUCT_ROUNDING]);
        let lower = found.upper.map_or(V::Scalar::NIL, |upper| -upper);
        if lower > rounding && lower >= self.lower {
            // A plane separates the cores after all. Where they all but touch, its facet may have the nearest point, if
            // it lies in that plane: a polytope that was cut off has facets far from it.
            let axis = -found.normal;
            let height = found.facet.points().first().map_or(AreaOfVector::<V>::ZERO, |point| axis.dot(point.w));
            let nearest = Nearest::new(Feature::All, axis, height);
            let is_in_plane = nearest.distance() - lower <= self.resolution;
            if self.upper <= self.resolution && is_in_plane && found.facet.has_foot() {
                self.search.nearest = Some(nearest);
                self.search.simplex = found.facet.clone();
            }
            (self.lower, self.search.plane.axis) = (lower, axis);
            self.search.plane.size = self.search.plane.size.max(found.extent);
            self.settle_upper();
        }
        Ok(if self.is_apart() {
            Proximity::Separated(self.separation())
        } else if self.lower > V::Scalar::NIL {
            Proximity::Overlapping(self.margin_penetration())
        } else {
            Proximity::Overlapping(self.core_penetration(&found))
        })
    }

    /// The depth of bodies whose cores overlap.
    fn core_penetration(&self, found: &epa::outcome::Outcome<V>) -> Penetration<V> {
        let search = &self.search;
        let core_depth = found.upper.unwrap_or(V::Scalar::NIL).max(V::Scalar::NIL);
        let rounding = V::Scalar::blend(V::Scalar::NIL, [found.extent], [V::Scalar::PRODUCT_ROUNDING]);
        // A simplex that contains the origin proves contact. Without one, a polytope that does not hold the origin
        // proves nothing, and the nearest point of the simplex does. So it does where a plane tells that only rounding
        // let the simplex contain the origin.
        let core_lower = match (found.lower, found.upper, &search.nearest) {
            (Some(lower), ..) if lower > rounding => lower,
            (_, Some(upper), None) if upper < V::Scalar::NIL => upper.min(-search.simplex.nearest_point().length()),
            _ => -self.core_distance(self.nearest()),
        };
        let (depth, lower) = (core_depth + self.goal.scaled.touch, core_lower.min(core_depth) + self.goal.scaled.touch);
        let whole = V::Scalar::blend(V::Scalar::NIL, [depth], [self.goal.tolerance]);
        // A point of the CSO near the origin is good to a step of the points that it comes from.
        let size = found.extent.max(search.plane.size);
        let has_met = found.upper.is_some()
            && core_depth - core_lower <= self.resolution_at(size.max(self.goal.scaled.touch)).max(whole);
        let status = match found.end {
            epa::outcome::End::Full => Status::BufferFull,
            epa::outcome::End::Iterations => Status::IterationLimit,
            epa::outcome::End::Support => Status::BadSupport,
            _ if !has_met && search.end == gjk::End::Iterations => Status::IterationLimit,
            _ if lower < V::Scalar::NIL => Status::Undecided,
            _ if !has_met => Status::Stalled,
            epa::outcome::End::Stalled | epa::outcome::End::Converged => Status::Converged,
        };
        let normal = found.normal.unit(found.normal.length());
        // Where cores no more than touch, the simplex of GJK has the common point if no facet has it.
        let step = self.step_at(found.extent);
        let is_touch = core_depth <= step && self.upper <= step;
        let (simplex, shares) = if is_touch && !found.facet.has_foot() {
            (&search.simplex, None)
        } else {
            (&found.facet, found.shares.as_ref())
        };
        let weights = shares.map_or_else(|| simplex.weights(), |shares| simplex.weights_by(shares));
        let (on_a, on_b) = self.witnesses(simplex.at(weights).on_a, normal, -depth);
        let normal = self.placement.unit_to_world(normal);
        let (depth, lower_bound) = (self.unzoom(depth), self.lower_bound(lower));
        let upper_bound = if found.upper.is_some() { depth } else { V::Scalar::MAX };
        let (iterations, epa_iterations) = (search.iterations, found.iterations);
        Penetration { depth, lower_bound, upper_bound, normal, on_a, on_b, iterations, epa_iterations, status }
    }
}

/// The unit vector against an axis of the given length.
#[inline(always)]
fn against<V: Vector>(axis: V, length: V::Scalar) -> V::UnitVector {
    -axis.unit(length)
}

/// Bounds this many rounding steps apart have met.
const CLOSE_STEPS: u32 = 16;
/// A point between others may be this many rounding steps of their size off: its weights are rounded, and its
/// coordinates. The size of differences is up to twice that of the bodies, for which four steps are promised.
const FOOT_STEPS: u32 = 2;
