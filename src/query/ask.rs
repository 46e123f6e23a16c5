//! The questions of a [`Query`] as methods: each packs a `Question` and hands it to the shortcuts and `search.rs`.

use crate::body::support::{Body, Support};
use crate::kernel::observer::Observer;
use crate::kernel::polytope::WorkspaceView;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::{InA, Placed, Placement};
use crate::pair::result::{Penetration, Proximity, Separation};
use crate::pair::warm::{CastMemory, Memory};
use crate::query::Query;
use crate::query::question::{Aim, Question};
use crate::query::search::{measure_with, separation, touch};
use crate::shortcut::table;

impl<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>> Query<'_, V, P, O, M> {
    /// Returns whether two bodies intersect. Touching counts.
    ///
    /// - `false`: a plane that separates the bodies was found, which proves the answer.
    /// - `true`: they overlap or touch, or they are apart by no more than rounding, or the search ended before it found
    ///   such a plane: after [`max_iterations`](Query::max_iterations) rounds, or because a support function returned
    ///   NaN or a point out of range.
    ///
    /// Rounding hides gaps of a few [rounding steps](crate::guide::bounds#rounding-steps) of the size L of the bodies.
    /// It hides larger ones where the direction between the nearest points is known to few digits. Let u be half a
    /// relative rounding step, 2^−24 in `f32` and 2^−53 in `f64`; at a gap g that direction is off by u·L/g.
    ///
    /// | beside | hidden gaps are up to | `f32` | `f64` |
    /// |---|---|---|---|
    /// | a bent surface of straight lines, such as the side of a cone | u^(2/3)·L | 1.5e-5·L | 2.3e-11·L |
    /// | a needle or plate more than a thousand times longer than thick | u^(1/2)·L | 2.5e-4·L | 1e-8·L |
    ///
    /// With the feature `speed`, [`distance`](Self::distance) and [`proximity`](Self::proximity) search on there, and
    /// prove most of these gaps; without it `proximity` alone does.
    ///
    /// A strict overlap is proven by `penetration(..).is_some_and(|overlap| overlap.lower_bound > 0.0)`.
    ///
    /// A lower cap on the rounds may turn `false` into `true`, never `true` into `false`. [`limit`](Query::limit) and
    /// [`tolerance`](Query::tolerance) have no effect, and no workspace is needed.
    ///
    /// Source: GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999).
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
        let Query { settings, placement, mut observer, mut memory, .. } = self.reborrow();
        let question = Question { a, b, placement: &placement, settings: &settings, aim: Aim::Touch };
        table::touch((a, b), &placement, (&mut observer, &mut memory), |placement, observer, memory| {
            touch(question.with(placement), observer, memory)
        })
    }

    /// Returns the distance of two bodies and their nearest points. The distance is zero if they overlap.
    ///
    /// The distance of the bodies lies between `lower_bound` and `distance`, up to four rounding steps of the larger of
    /// size and answer (four more if the query has poses, and for each pose inside a body), on every status except
    /// `BadSupport`. It is proven positive if `lower_bound` is positive. By [`Status`](crate::Status):
    ///
    /// - `Converged`: the bodies are apart, and the bounds met; or they overlap or touch: distance and bound are zero,
    ///   the witness points are one common point, and the normal is the best axis known.
    /// - `Undecided`: the distance is no larger than [rounding](Self::intersects); the bound is zero.
    /// - `Stalled`: the bodies are apart, and rounding stopped the search before the bounds met.
    /// - `IterationLimit`: the rounds of [`max_iterations`](Query::max_iterations) are used up; a bound of zero says
    ///   that no plane found so far separates the bodies.
    /// - `DistanceLimit`: the bodies are proven farther apart than the [`limit`](Query::limit); the distance is an
    ///   upper bound.
    /// - `BufferFull` does not occur.
    /// - `BadSupport`: distance and bound follow from the points before the bad one, and are zero if there were none.
    ///
    /// No workspace is needed.
    ///
    /// Source: GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999).
    ///
    /// ```
    /// use gjk::{Ball, Pose, Query, vec3};
    ///
    /// let (ball, pose) = (Ball::new(1.0)?, Pose::translation(vec3(0.0, 0.0, 5.0))?);
    /// let gap = Query::new().poses(pose, Pose::IDENTITY).distance(&ball, &ball);
    /// assert_eq!((gap.distance, gap.on_a, gap.on_b), (3.0, vec3(0.0, 0.0, 4.0), vec3(0.0, 0.0, 1.0)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[cfg_attr(debug_assertions, inline(never))]
    pub fn distance<A, B>(&mut self, a: &A, b: &B) -> Separation<V>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let Query { settings, placement, mut observer, mut memory, .. } = self.reborrow();
        let aim = Aim::Distance(settings.limit);
        let question = Question { a, b, placement: &placement, settings: &settings, aim };
        separation(question, &mut observer, &mut memory)
    }

    /// Returns how deep two bodies overlap and in which direction B has to move to get out; `None` if they are proven
    /// apart.
    ///
    /// The depth is the length of the shortest translation that separates the bodies. It lies between `lower_bound` and
    /// `upper_bound`, up to four rounding steps of the larger of size and answer (four more if the query has poses, and
    /// for each pose inside a body). A negative `lower_bound` says that the bodies may be apart by that much; a
    /// positive one proves a strict overlap.
    /// Bodies that touch have depth zero. So have flat bodies that cross in one plane; their normal is that of the
    /// plane. By [`Status`](crate::Status):
    ///
    /// - `Converged`: the bodies overlap or touch, and the bounds met.
    /// - `Undecided`: neither overlap nor separation is proven; `lower_bound` is negative.
    /// - `Stalled`, `IterationLimit`: the depth is the best known, and the bounds say how near it came.
    /// - `BufferFull`: where a core is curved, `depth` has been refined, usually to rounding, and only `lower_bound` is
    ///   left behind, as with cylinders that are nearly coaxial; otherwise both bounds may be wide.
    /// - `DistanceLimit` does not occur: bodies proven apart give `None`, and the [`limit`](Query::limit) has no
    ///   effect.
    /// - `BadSupport`: the result is what was known before the bad point, which may be nothing.
    ///
    /// On every status except `Converged`, [`on_b`](Penetration::on_b) need not be a point of B. Where a core is curved
    /// it may lie beside B on `Converged` as well.
    ///
    /// A pair without a closed form uses a [`Workspace`](crate::Workspace), even if the bodies are apart: one of the
    /// default size on the stack, or the one of [`Query::workspace`].
    ///
    /// Source: GJK (Gilbert, Johnson, Keerthi 1988; van den Bergen 1999), EPA (van den Bergen 2001).
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
    #[cfg_attr(debug_assertions, inline(never))]
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

    /// Returns the distance of two bodies that are apart, or the depth of two that overlap.
    ///
    /// [`Proximity::Separated`] is proven: its `lower_bound` is positive. Its fields and statuses are those of
    /// [`distance`](Query::distance). Everything else is [`Proximity::Overlapping`], as in
    /// [`penetration`](Query::penetration): bodies that overlap or touch, and bodies that could not be proven apart,
    /// whose `lower_bound` is below zero.
    ///
    /// It uses a workspace as [`penetration`](Query::penetration) does, and has the same sources.
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

    /// The distance at another placement, in the frame of that placement, without a distance limit, from a given warm
    /// start. The search ends when the distance is known to the relative tolerance, or to be at most `near`. The first
    /// direction of the query is forgotten: it belongs to another placement.
    pub(crate) fn distance_in<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        &mut self,
        (a, b): (&A, &B),
        placement: InA<'_, impl Placement<V>>,
        mut state: &mut CastMemory<V>,
        (tolerance, near): (UnitOfVector<V>, V::Scalar),
    ) -> Separation<V> {
        let settings = &mut self.settings;
        settings.direction = None;
        let default = settings.tolerance.replace(tolerance);
        let question = Question { a, b, placement: &placement, settings, aim: Aim::Meet(near) };
        let found = separation(question, &mut self.observer, &mut state);
        self.settings.tolerance = default;
        found
    }

    /// Distance or depth at another placement, in the frame of that placement. Inlined as [`measure_with`] is. The
    /// first direction of the query is forgotten.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn proximity_in<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        &mut self,
        (a, b): (&A, &B),
        placement: &impl Placement<V>,
        workspace: Option<WorkspaceView<'_, V>>,
    ) -> Proximity<V> {
        self.settings.direction = None;
        let (aim, settings) = (Aim::Distance(V::Scalar::MAX), &self.settings);
        let question = Question { a, b, placement: &InA(placement), settings, aim };
        measure_with(question, workspace, &mut self.observer, &mut (), |proximity| proximity)
    }

    /// Distance or depth with the options of this query, converted by `map`: see [`measure_with`].
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn measure<A: Body<V> + ?Sized, B: Body<V> + ?Sized, T>(
        &mut self,
        a: &A,
        b: &B,
        aim: Aim<V>,
        map: impl Fn(Proximity<V>) -> T,
    ) -> T {
        let Query { settings, placement, workspace, mut observer, mut memory } = self.reborrow();
        let question = Question { a, b, placement: &placement, settings: &settings, aim };
        measure_with(question, workspace, &mut observer, &mut memory, map)
    }

    /// A query with copies of the settings and the placement, and with the rest reborrowed. Because no address of this
    /// query is passed on, its numbers can stay in registers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn reborrow(&mut self) -> Query<'_, V, P, Option<&mut O>, impl Memory<V>> {
        let Self { settings, placement, workspace, observer, memory } = self;
        Query {
            settings: *settings,
            placement: placement.each(),
            workspace: workspace.as_mut().map(WorkspaceView::reborrow),
            observer: O::ACTIVE.then_some(observer),
            memory: memory.reborrow(),
        }
    }
}
