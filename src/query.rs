//! Entry points: the builder [`Query`], its questions, and the path from a question to its answer.
//!
//! `Query::distance` takes this path:
//!
//! 1. `functions.rs`: the free function [`distance`](crate::distance) calls the method of a default [`Query`].
//! 2. `ask.rs`: the method packs the bodies, their placement, the settings and what is wanted of them into a `Question`
//!    (`question.rs`) and hands it to `search.rs`.
//! 3. `search.rs`: `separation` asks the table of shortcuts (`shortcut/table.rs`). If no shortcut answers, `searched`
//!    computes the relative placement and runs the search: from the warm start if there is one, and once more without
//!    it if rounding stalled that search. Without the feature `speed`, and in builds with debug assertions, the bodies
//!    are made `Erased` (`erased.rs`) before, so that one search serves all shapes.
//! 4. `approach.rs`: `Approach` is one such search. `new` chooses the first axis and sets up the Minkowski difference
//!    (`pair/cso.rs`); `run` runs GJK (`kernel/gjk.rs`) on it, again at a smaller scale if a point leaves the working
//!    range; `sharpen` corrects the normal of curved bodies; `settle`
//!    computes the bounds from the end of the search.
//! 5. `answer.rs`: `Approach::separation` adds the margins, undoes the scale and moves the result to the frame of the
//!    query.
//!
//! Depths take this path through `measure_with` and `search_depth`. If no plane separates the cores, `Approach::expand`
//! runs EPA (`kernel/epa.rs`). `Query::intersects` needs no more of the search than `Approach::may_touch`.
//!
//! The searches run on cores. With d the distance of the cores and m the sum of the margins, the signed distance of the
//! bodies is d − m: cores that are apart never need EPA, however deep their margins overlap. If no plane separates the
//! cores, EPA finds their depth, and the margins are added to it.

mod answer;
mod approach;
mod ask;
mod erased;
pub mod functions;
pub mod question;
pub mod search;

use crate::kernel::observer::SearchOnly;
use crate::kernel::polytope::{Workspace, WorkspaceView};
use crate::number::error::{self, Error};
use crate::number::pose::Pose;
use crate::number::scalar::Scalar;
use crate::number::vector::{ScalarOfVector, UnitOfVector, Vector};
use crate::pair::place::SameFrame;
use crate::pair::poses::{InWorld, Poses};
use crate::pair::warm::WarmStart;
use crate::query::question::Settings;

/// A query with all the options that a caller may set, and the methods that answer it. One value serves many queries.
///
/// Answers are in the frame of the query: the world if [`poses`](Query::poses) or [`pose_of_a`](Query::pose_of_a) was
/// called, else the frame that both bodies share. Lengths are in the unit of the input. A method that sets a tolerance,
/// a length or a direction returns an error if that is not valid, and so do [`shape_cast`](Query::shape_cast) and
/// [`time_of_impact`](Query::time_of_impact), which take a time. No other method that asks a question fails.
///
/// The builder methods set the type parameters: `V` is the type of vectors, `P` says where the bodies are
/// ([`Placed`](crate::Placed)), `O` is the [`Observer`](crate::Observer), and `M` the [`Memory`](crate::Memory) of a
/// warm start. `'w` is the lifetime of a [workspace](Query::workspace).
///
/// ```
/// use gjk::{Cuboid, Pose, Query, Rotation3, vec3};
///
/// let link = Cuboid::new(vec3(0.1_f32, 0.1, 0.4))?;
/// let far_away = Pose::new(Rotation3::from_quaternion(0.0, 0.0, 0.6, 0.8)?, vec3(1e6, 0.0, 0.0))?;
/// let beside = Pose::translation(vec3(1e6, 1.0, 0.0))?;
/// let gap = Query::new().poses(far_away, beside).distance(&link, &link);
/// assert!((gap.distance - 0.776).abs() < 1e-6); // in the world, coordinates have steps of 0.06 there
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Debug)]
pub struct Query<'w, V: Vector, P = SameFrame, O = (), M = ()> {
    pub(crate) settings: Settings<V>,
    pub(crate) placement: P,
    pub(crate) workspace: Option<WorkspaceView<'w, V>>,
    pub(crate) observer: O,
    pub(crate) memory: M,
}

impl<V: Vector> Query<'_, V> {
    /// A query with the defaults: both bodies in one frame, memory on the stack, no limit, no observer and no warm
    /// start.
    #[must_use]
    pub fn new() -> Self {
        let settings = Settings {
            tolerance: None,
            max_iterations: 64,
            max_epa_iterations: u32::MAX,
            limit: V::Scalar::MAX,
            direction: None,
            target_distance: V::Scalar::NIL,
            // Casts of smooth and flat bodies take some ten poses, long near misses with rotation some hundred.
            max_cast_iterations: 4096,
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
    /// Sets the gap between the bounds at which a search may stop, relative to the distance of the cores or to the
    /// depth. Zero asks for the best that rounding allows, and is always reached. Default: zero for polytopes and their
    /// rounded forms; 1e-6 (`f32`), 1e-8 (`f64`) or zero (fixed point) where a core is curved. The default of casts
    /// and times of impact is always zero; with a larger tolerance their times are early, because the bodies may then
    /// be farther apart by that part of their margins and the [target distance](Query::target_distance).
    /// [`Query::intersects`] and [`Query::has_clearance`] ignore it.
    ///
    /// By default, or with a tolerance of zero, floats with the feature `speed` also improve the normal of curved
    /// bodies: see [bounds](crate::guide::bounds#tolerance).
    ///
    /// # Errors
    /// [`Error::Negative`] for a negative tolerance, [`Error::NotFinite`] for NaN or infinity.
    ///
    /// ```
    /// use gjk::{Cylinder, Pose, Query, vec3};
    ///
    /// let drum = Cylinder::new(1.0, 0.5)?;
    /// let beside = Pose::translation(vec3(3.0, 2.0, 2.5))?;
    /// let gap = Query::new().poses(Pose::IDENTITY, beside).tolerance(0.01)?.distance(&drum, &drum);
    /// assert!(gap.distance - gap.lower_bound <= 0.01 * gap.distance);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn tolerance(mut self, tolerance: UnitOfVector<V>) -> Result<Self, Error> {
        self.settings.tolerance = Some(error::nonnegative(tolerance)?);
        Ok(self)
    }

    /// Sets the largest number of rounds of GJK after the first, 64 by default. With zero the answer is what the first
    /// support points prove. A query that needs more rounds ends with
    /// [`Status::IterationLimit`](crate::Status::IterationLimit) and bounds that hold. EPA then still bounds a depth
    /// from above, but proves none: the lower bound is negative, unless margins overlap. Answers that need no search
    /// take no round.
    ///
    /// ```
    /// use gjk::{Ellipsoid, Pose, Query, Status, vec3};
    ///
    /// let pebble = Ellipsoid::new(vec3(1.0, 1.0, 1.0))?;
    /// let mut query = Query::new().poses(Pose::IDENTITY, Pose::translation(vec3(4.0, 3.0, 0.0))?);
    /// query = query.direction(vec3(1.0, 1.0, 0.0))?.max_iterations(0);
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

    /// Sets the largest number of rounds of EPA after the first. By default polytopes take no more than the workspace
    /// has room for vertices, and curved bodies up to a few times as many. A query that needs more ends with
    /// [`Status::IterationLimit`](crate::Status::IterationLimit) and bounds that hold. Its depth is not refined then,
    /// unlike that of a query whose workspace is full. The rounds of that refinement count as well.
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

    /// Sets a distance, in the unit of the input, beyond which the caller needs no exact answer: [`Query::distance`]
    /// and [`Query::proximity`] end with [`Status::DistanceLimit`](crate::Status::DistanceLimit) once the bodies are
    /// proven farther apart, unless the distance itself is known by then. [`Query::manifold`](Query::manifold()) has
    /// points for bodies that are no farther apart. The default is no limit, for a manifold zero.
    ///
    /// # Errors
    /// [`Error::Negative`] for a negative distance, [`Error::NotFinite`] for NaN or infinity, [`Error::OutOfRange`]
    /// beyond [`Scalar::LIMIT`].
    ///
    /// ```
    /// use gjk::{Ellipsoid, Pose, Query, Status, vec3};
    ///
    /// let (pebble, far) = (Ellipsoid::new(vec3(1.0, 2.0, 3.0))?, Pose::translation(vec3(10.0, 3.0, 1.0))?);
    /// let gap = Query::new().poses(Pose::IDENTITY, far).limit(2.5)?.distance(&pebble, &pebble);
    /// assert_eq!(gap.status, Status::DistanceLimit);
    /// assert!(gap.lower_bound > 2.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn limit(mut self, distance: ScalarOfVector<V>) -> Result<Self, Error> {
        self.settings.limit = error::size(distance)?;
        Ok(self)
    }

    /// Sets the first direction to search along, from A to B in the frame of the query; its length has no meaning. The
    /// default is the direction between the centers. A good direction, such as the normal of the last answer, saves
    /// rounds; a bad one costs some. After [`Status::IterationLimit`](crate::Status::IterationLimit), `on_b - on_a`
    /// continues where the search stopped; the normal, which is that of the best plane, may lead through the same
    /// rounds again.
    ///
    /// # Errors
    /// [`Error::ZeroDirection`] for zero, [`Error::NotFinite`] if a component is NaN or infinite.
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, vec3};
    ///
    /// let (link, pose) = (Cuboid::new(vec3(1.0, 5.0, 5.0))?, Pose::translation(vec3(3.0, 4.0, 0.0))?);
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

    /// Sets the distance of the bodies at which a cast or a time of impact ends, in the unit of the input; zero by
    /// default.
    ///
    /// # Errors
    /// [`Error::Negative`] for a negative distance, [`Error::NotFinite`] for NaN or infinity, [`Error::OutOfRange`]
    /// beyond [`Scalar::LIMIT`].
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, vec3};
    ///
    /// let (ball, there) = (Ball::new(1.0)?, Pose::translation(vec3(6.0, 0.0, 0.0))?);
    /// let mut query = Query::new().poses(Pose::IDENTITY, there).target_distance(0.5)?;
    /// let impact = query.shape_cast(&ball, &ball, vec3(-1.0, 0.0, 0.0), 10.0)?.expect("they meet");
    /// assert_eq!(impact.time, 3.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn target_distance(mut self, distance: ScalarOfVector<V>) -> Result<Self, Error> {
        self.settings.target_distance = error::size(distance)?;
        Ok(self)
    }

    /// Sets the largest number of poses that a cast or a time of impact looks at after the first, 4096 by default. A
    /// cast that needs more ends with [`Status::IterationLimit`](crate::Status::IterationLimit) and a lower bound of
    /// the time. Each pose takes at most [`Query::max_iterations`] rounds of GJK.
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

    /// Sets the poses of both bodies in the world. The query computes in A's frame, so bodies far from the origin lose
    /// no digits, and answers in the world. Without poses both bodies are in one frame.
    ///
    /// Rotations are rounded, and so is the relative rotation: bounds then hold up to eight rounding steps instead of
    /// four.
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
    #[must_use]
    pub fn poses(self, a: Pose<V>, b: Pose<V>) -> Query<'w, V, Poses<V>, O, M> {
        self.placed(Poses::new(a, b))
    }

    /// Sets the pose of A in the world. B is given in the world, as scenery or a ray may be. Equivalent to
    /// [`poses`](Self::poses) with the identity for B, with less to compute.
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
    #[must_use]
    pub fn pose_of_a(self, a: Pose<V>) -> Query<'w, V, Poses<V, InWorld>, O, M> {
        self.placed(Poses::new(a, InWorld))
    }

    fn placed<Q>(self, placement: Q) -> Query<'w, V, Q, O, M> {
        let Self { settings, workspace, observer, memory, .. } = self;
        Query { settings, placement, workspace, observer, memory }
    }

    /// Sets the memory for the search for depths, which may be a `static`. The default, on the stack, has 64 vertices
    /// and 124 facets, in the plane as well as in space. [`Workspace`] says how much a pair needs.
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
        let Self { settings, placement, observer, memory, .. } = self;
        Query { settings, placement, workspace: Some(workspace.view()), observer, memory }
    }

    /// Sets an observer, which sees every step of the searches, or which shortcut answers instead. The default, `()`,
    /// sees nothing and costs nothing. A `&mut` to an observer is an observer, too.
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
    /// let mut query = Query::new().observer(&mut count).search_only();
    /// let overlap = query.penetration(&link, &link).expect("they overlap");
    /// assert_eq!(overlap.depth, 2.0);
    /// assert!(count.distance_steps > overlap.iterations && count.depth_steps > overlap.epa_iterations);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn observer<W>(self, observer: W) -> Query<'w, V, P, W, M> {
        let Self { settings, placement, workspace, memory, .. } = self;
        Query { settings, placement, workspace, observer, memory }
    }

    /// Leaves every answer to the search: no shortcut is taken, and none is linked for this query. Answers differ by
    /// rounding and tolerance only. Set an [`observer`](Query::observer) before: setting one afterwards brings the
    /// shortcuts back.
    ///
    /// ```
    /// use gjk::{Ball, Query, Point, vec3};
    ///
    /// let (ball, point) = (Ball::new(1.0_f64)?, Point::new(vec3(1.0, 2.0, 2.0))?);
    /// let searched = Query::new().search_only().distance(&ball, &point);
    /// assert!((searched.distance - Query::new().distance(&ball, &point).distance).abs() < 1e-15);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn search_only(self) -> Query<'w, V, P, SearchOnly<O>, M> {
        let Self { settings, placement, workspace, observer, memory } = self;
        Query { settings, placement, workspace, observer: SearchOnly(observer), memory }
    }

    /// Starts from what the last query of the same pair left in `state`, and leaves there what the next one can start
    /// from: see [`WarmStart`]. That changes no answer beyond rounding and tolerance, except that of several nearest
    /// points others may be chosen. [`Query::direction`] takes precedence over the axis in the state. Casts and times
    /// of impact use a state of their own while they run.
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
