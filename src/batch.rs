//! Many pairs with one call: a query answers the pairs that a broad phase found, one after the other, each with a
//! warm start of its own.
//!
//! Nothing can be prepared per body: a query needs the pose of one body seen from the other. Computing these poses
//! some pairs ahead, and grouping pairs with similar states, were both slower than taking the list in order.

use crate::body::support::Support;
use crate::kernel::observer::Observer;
use crate::number::pose::Pose;
use crate::number::vector::Vector;
use crate::pair::place::SameFrame;
use crate::pair::poses::Poses;
use crate::pair::result::{Proximity, Separation};
use crate::pair::warm::WarmStart;
use crate::query::Query;

/// Borrowed bodies, each known by an index from zero: its shape, and its pose in the world. If one slice is longer
/// than the other, its surplus elements belong to no body. Shapes of several types go in as `&dyn Support`, or as an
/// `enum` that implements it.
#[derive(Debug)]
pub struct Bodies<'b, T: Support> {
    shapes: &'b [T],
    poses: &'b [Pose<T::Vector>],
}

impl<T: Support> Clone for Bodies<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Support> Copy for Bodies<'_, T> {}

impl<'b, T: Support> Bodies<'b, T> {
    /// The bodies of two slices: body i is the i-th shape at the i-th pose.
    #[must_use]
    pub const fn new(shapes: &'b [T], poses: &'b [Pose<T::Vector>]) -> Self {
        Self { shapes, poses }
    }

    fn get(&self, number: usize) -> Option<(&'b T, Pose<T::Vector>)> {
        Some((self.shapes.get(number)?, *self.poses.get(number)?))
    }
}

impl<'w, V: Vector, O: Observer<V>> Query<'w, V, SameFrame, O> {
    /// [`Query::intersects`] for many pairs of bodies: whether bodies overlap or touch. A pair is the index of A and
    /// the index of B.
    ///
    /// Pair i starts from state i and leaves there what its next query can start from; its answer goes to element i
    /// of `touching`. The call ends with the shortest of `pairs`, `states` and `touching`, or before the first pair
    /// with an index that names no body. It returns the number of answered pairs; states and answers beyond these are
    /// left as they are. Every answer is, bit for bit, that of this query with the poses and the state of the pair.
    /// Callers that add or remove pairs should move their states along; the state of another pair costs time at most.
    ///
    /// ```
    /// use gjk::{Bodies, Circle, Pose, Query, WarmStart, vec2};
    ///
    /// let shapes = [Circle::new(1.0)?; 3];
    /// let poses = [Pose::IDENTITY, Pose::translation(vec2(1.5, 0.0))?, Pose::translation(vec2(4.0, 0.0))?];
    /// let (mut states, mut touching) = ([WarmStart::new(); 2], [false; 2]);
    /// let (bodies, pairs) = (Bodies::new(&shapes, &poses), [(0, 1), (1, 2)]);
    /// let answered = Query::new().intersections(bodies, pairs, &mut states, &mut touching);
    /// assert_eq!((answered, touching), (2, [true, false]));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use = "the pairs behind the first that names no body are not answered"]
    pub fn intersections<T: Support<Vector = V>>(
        self,
        bodies: Bodies<'_, T>,
        pairs: impl IntoIterator<Item = (usize, usize)>,
        states: &mut [WarmStart<V>],
        touching: &mut [bool],
    ) -> usize {
        self.each(bodies, pairs, states, touching, |query, a, b| query.intersects(a, b))
    }

    /// [`Query::distance`] for many pairs of bodies, each given by the index of A and the index of B. Separations are
    /// in the world.
    ///
    /// Pair i starts from state i, and its answer goes to element i of `gaps`. Returns the number of answered pairs:
    /// the call ends with the shortest of `pairs`, `states` and `gaps`, or before the first pair with an index that
    /// names no body. [`Query::intersections`] says more of pairs and states.
    ///
    /// ```
    /// use gjk::{Bodies, Cuboid, Pose, Query, WarmStart, vec3};
    ///
    /// let shapes = [Cuboid::new(vec3(0.5, 0.5, 0.5))?; 3];
    /// let at = |x| Pose::translation(vec3(x, 0.0, 0.0));
    /// let poses = [at(0.0)?, at(2.0)?, at(9.0)?];
    /// let (mut states, mut gaps) = ([WarmStart::new(); 2], [None; 2]);
    /// let answered = Query::new().distances(Bodies::new(&shapes, &poses), [(0, 1), (1, 2)], &mut states, &mut gaps);
    /// assert_eq!(answered, 2);
    /// assert_eq!(gaps.map(|gap| gap.map(|gap| gap.distance)), [Some(1.0), Some(6.0)]);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use = "the pairs behind the first that names no body are not answered"]
    pub fn distances<T: Support<Vector = V>>(
        self,
        bodies: Bodies<'_, T>,
        pairs: impl IntoIterator<Item = (usize, usize)>,
        states: &mut [WarmStart<V>],
        gaps: &mut [Option<Separation<V>>],
    ) -> usize {
        self.each(bodies, pairs, states, gaps, |query, a, b| Some(query.distance(a, b)))
    }

    /// [`Query::proximity`] for many pairs of bodies, each given by the index of A and the index of B: their
    /// distance, or their depth if they overlap, in the world.
    ///
    /// Pair i starts from state i, and its answer goes to element i of `found`. Returns the number of answered pairs:
    /// the call ends with the shortest of `pairs`, `states` and `found`, or before the first pair with an index that
    /// names no body. [`Query::intersections`] says more of pairs and states.
    ///
    /// ```
    /// use gjk::{Ball, Bodies, Cuboid, Pose, Query, Support, Vec3, WarmStart, vec3};
    ///
    /// let (wall, ball) = (Cuboid::new(vec3(1.0, 4.0, 4.0))?, Ball::new(0.5)?);
    /// let shapes: [&dyn Support<Vector = Vec3<f64>>; 3] = [&wall, &ball, &ball];
    /// let at = |x| Pose::translation(vec3(x, 0.0, 0.0));
    /// let poses = [at(0.0)?, at(1.25)?, at(3.0)?];
    /// let (mut states, mut found) = ([WarmStart::new(); 2], [None; 2]);
    /// let bodies = Bodies::new(&shapes, &poses);
    /// let answered = Query::new().proximities(bodies, [(0, 1), (1, 2)], &mut states, &mut found);
    /// assert_eq!(answered, 2);
    /// assert_eq!(found.map(|pair| pair.map(|pair| pair.signed_distance())), [Some(-0.25), Some(0.75)]);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use = "the pairs behind the first that names no body are not answered"]
    pub fn proximities<T: Support<Vector = V>>(
        self,
        bodies: Bodies<'_, T>,
        pairs: impl IntoIterator<Item = (usize, usize)>,
        states: &mut [WarmStart<V>],
        found: &mut [Option<Proximity<V>>],
    ) -> usize {
        self.each(bodies, pairs, states, found, |query, a, b| Some(query.proximity(a, b)))
    }

    /// Asks a question about each pair, and returns the number of answered pairs.
    fn each<T: Support<Vector = V>, R>(
        self,
        bodies: Bodies<'_, T>,
        pairs: impl IntoIterator<Item = (usize, usize)>,
        states: &mut [WarmStart<V>],
        answers: &mut [R],
        ask: impl Fn(&mut Query<'w, V, Poses<V>, O, &mut WarmStart<V>>, &T, &T) -> R,
    ) -> usize {
        let mut unused = WarmStart::new();
        let mut query = self.poses(Pose::IDENTITY, Pose::IDENTITY).warm_start(&mut unused);
        let mut answered = 0;
        // The pairs come last, so that one is taken from the iterator only if there is room for its answer.
        for ((state, answer), (a, b)) in states.iter_mut().zip(answers).zip(pairs) {
            let (Some((a, pose_a)), Some((b, pose_b))) = (bodies.get(a), bodies.get(b)) else { break };
            query = query.poses(pose_a, pose_b).warm_start(state);
            *answer = ask(&mut query, a, b);
            answered += 1;
        }
        answered
    }
}
