//! The questions of a [`Query`] as methods.

use crate::body::support::{Body, Support};
use crate::kernel::observer::Observer;
use crate::kernel::polytope::Polytope;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::{InA, Placed, Placement};
use crate::pair::result::{Penetration, Proximity, Separation};
use crate::pair::warm::{Memory, WarmStart};
use crate::query::Query;
use crate::query::question::{Aim, Question, Settings};
use crate::query::search::{measure_with, separation, touch};
use crate::shortcut::table;

impl<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>> Query<'_, V, P, O, M> {
    /// Returns whether two bodies intersect, as the function [`intersects`](crate::intersects).
    ///
    /// Limit, tolerance and workspace have no effect. A cap on the rounds of GJK may turn `false` into `true`, never
    /// `true` into `false`.
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
        table::touch((a, b), &placement, (&mut observer, &mut memory), |placement, observer, memory, displacement| {
            touch(question.with(placement), displacement.map(|displacement| -displacement), observer, memory)
        })
    }

    /// Returns the distance of two bodies and their nearest points, as the function [`distance`](crate::distance).
    ///
    /// A distance limit or a cap leaves an upper bound of the distance, and a lower bound that holds.
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
    /// apart, as the function [`penetration`](crate::penetration). A distance limit has no effect.
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

    /// Returns the distance of two bodies that are apart, or the depth of two that overlap, as the function
    /// [`proximity`](crate::proximity).
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
    /// start. It is known to the relative tolerance, or is known to be at most `near`.
    pub(crate) fn distance_in<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        &mut self,
        (a, b): (&A, &B),
        placement: InA<'_, impl Placement<V>>,
        mut state: &mut WarmStart<V>,
        (tolerance, near): (UnitOfVector<V>, V::Scalar),
    ) -> Separation<V> {
        let settings = Settings { direction: None, tolerance: Some(tolerance), ..self.settings };
        let question = Question { a, b, placement: &placement, settings: &settings, aim: Aim::Meet(near) };
        separation(question, &mut self.observer, &mut state)
    }

    /// Distance or depth at another placement, in the frame of that placement.
    pub(crate) fn proximity_in<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        &mut self,
        (a, b): (&A, &B),
        placement: &impl Placement<V>,
    ) -> Proximity<V> {
        let (aim, settings) = (Aim::Distance(V::Scalar::MAX), &Settings { direction: None, ..self.settings });
        let question = Question { a, b, placement: &InA(placement), settings, aim };
        let workspace = self.workspace.as_mut().map(Polytope::reborrow);
        measure_with(question, workspace, &mut self.observer, &mut (), |proximity| proximity)
    }

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

    /// A query with copies of the settings and the placement and reborrows of the rest. So no address of this one is
    /// passed on, and its numbers can stay in registers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn reborrow(&mut self) -> Query<'_, V, P, Option<&mut O>, impl Memory<V>> {
        let Self { settings, placement, workspace, observer, memory } = self;
        Query {
            settings: *settings,
            placement: placement.each(),
            workspace: workspace.as_mut().map(Polytope::reborrow),
            observer: O::ACTIVE.then_some(observer),
            memory: memory.reborrow(),
        }
    }
}
