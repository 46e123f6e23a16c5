//! Warm starts: the state that a query leaves for the next one of the same pair.
//!
//! Bodies that move little between two queries usually have the same nearest features. A state keeps the last axis, in
//! A's frame, and the vertices that carried the answer. Where alternating projections found the answer, it keeps the
//! nearest point of A instead of vertices; for boxes, both. It stores the numbers of vertices, for which the shapes
//! give the points ([`Support::vertex`](crate::Support::vertex)): whatever numbers a state holds, these are points of
//! the bodies as they are now, so no answer depends on the state being right. Support values along the direction that
//! these vertices give may prove that they carry the next answer, too: then it needs no search
//! (`shortcut/reuse_features.rs`). Otherwise GJK starts from them, and EPA takes them as vertices. The points of curved
//! bodies have no numbers, so for them only the axis remains.
//!
//! Without the attributes of inlining in this file a warm distance of boxes takes 4 to 6 % more instructions on x86-64.

use crate::body::hint::Hint;
use crate::kernel::difference::CsoPoint;
use crate::kernel::gjk::Search;
use crate::kernel::polytope::empty;
use crate::number::scalar::sealed::Sealed;
use crate::number::vector::Vector;
use crate::pair::record::{Record, VertexPair};
use crate::pair::tuning::{MAX_KEPT_PAIRS, MAX_NOTED_POINTS};
use heapless::Vec;

/// The state that a query leaves for the next one of the same pair of bodies, given to it by
/// [`Query::warm_start`](crate::Query::warm_start). A caller keeps one per pair.
///
/// It helps while the bodies move little relative to each other from one query to the next, by translation or rotation;
/// together they may move in the world as they like. A state that is stale or comes from another pair costs time at
/// most. For `Vec3<f32>` it takes 124 bytes, of which a query of bodies that are apart reads a part.
///
/// It holds the axis of the last answer, the numbers of the vertices that carried it, and the nearest point of A if
/// alternating projections found it. Shapes without numbered vertices ([`Support::vertex`](crate::Support::vertex))
/// profit from the axis and that point only.
///
/// ```
/// use gjk::{ConvexHull, Pose, Query, Rotation3, Vec3, WarmStart, vec3};
///
/// let near = [vec3(0.2, 0.3, 1.0), vec3(-0.2, 0.3, 1.0), vec3(0.0, -0.3, 1.0)];
/// let corners = [near, near.map(|corner| -corner)].concat();
/// let link = ConvexHull::new(&corners)?;
/// let (mut warm, mut iterations) = (WarmStart::<Vec3<f64>>::new(), (0, 0));
/// for step in 0..100 {
///     let turn = Rotation3::from_axis_cos_sin(vec3(1.0, 2.0, 2.0), 50.0, f64::from(step))?;
///     let pose = Pose::new(turn, vec3(1.5, 0.8, 0.1))?;
///     let cold = Query::new().poses(Pose::IDENTITY, pose).distance(&link, &link);
///     let gap = Query::new().poses(Pose::IDENTITY, pose).warm_start(&mut warm).distance(&link, &link);
///     assert!((gap.distance - cold.distance).abs() < 1e-15);
///     iterations = (iterations.0 + cold.iterations, iterations.1 + gap.iterations);
/// }
/// assert!(10 * iterations.1 < iterations.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarmStart<V: Vector> {
    /// The last axis, against which support points were sought, in A's frame; zero in a new state.
    axis: V,
    /// The point of A's core nearest to B, if `has_nearest`.
    nearest: V,
    /// The pairs of vertices that carried the last answer, of which the first `len` count.
    pairs: [VertexPair; MAX_KEPT_PAIRS],
    len: u8,
    /// Were the bodies apart?
    is_apart: bool,
    has_nearest: bool,
}

impl<V: Vector> WarmStart<V> {
    /// An empty state. The first query with it gives the answer of a query without one, to rounding and tolerance.
    #[must_use]
    pub const fn new() -> Self {
        let (pairs, zero) = ([(Hint::new(0), Hint::new(0)); MAX_KEPT_PAIRS], V::ZERO);
        Self { axis: zero, nearest: zero, pairs, len: 0, is_apart: false, has_nearest: false }
    }

    /// A state that has only an axis: `direction`, in A's frame, leads from A to B. Empty if that is zero.
    #[cfg(feature = "speed")]
    pub(crate) fn towards(direction: V) -> Self {
        Self { axis: -direction, ..Self::new() }
    }

    /// Is there an axis to start from? Vertices are kept with one only.
    fn has_start(&self) -> bool {
        self.axis != V::ZERO
    }
}

impl<V: Vector> Default for WarmStart<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// The place where a query keeps what the next one can start from: `()`, which keeps nothing and costs nothing, or a
/// `&mut` [`WarmStart`]. It is the bound of the last parameter of a [`Query`](crate::Query), for functions over any
/// query as at [`Placed`](crate::Placed); only types of this crate implement it.
// By default nothing is kept.
pub trait Memory<V: Vector>: Sealed {
    /// Does a query leave anything here? Where this is false, no code that starts from it is generated.
    #[doc(hidden)]
    const KEEPS: bool = true;

    /// The record that one query keeps of its points.
    #[doc(hidden)]
    type Record<'q>: Record<V>
    where
        Self: 'q;

    /// Reborrows the memory for one query.
    #[doc(hidden)]
    fn reborrow(&mut self) -> impl Memory<V>;

    /// The record of a new query.
    #[doc(hidden)]
    fn record(&mut self) -> Self::Record<'_>;

    /// The point of A's core that was nearest to B, if alternating projections found it.
    #[doc(hidden)]
    fn nearest(&self) -> Option<V> {
        None
    }

    /// Keeps the point of A's core that is nearest to B.
    #[doc(hidden)]
    fn keep_nearest(&mut self, _on_a: V) {}

    /// One of the pairs of vertices that carried the last answer, by its index.
    #[doc(hidden)]
    fn pair(&self, _number: usize) -> Option<VertexPair> {
        None
    }

    /// Keeps the axis of bodies that are apart. The pairs stay as they are.
    #[doc(hidden)]
    fn keep_axis(&mut self, _axis: V) {}

    /// Keeps the axis of bodies that are apart, and the pairs of vertices between which the nearest points lie; keeps
    /// neither if there are no such pairs.
    #[doc(hidden)]
    fn keep_pairs<I: Iterator<Item = VertexPair>>(&mut self, _axis: V, _pairs: impl FnOnce() -> Option<I>) {}

    /// Whether a search has anything to start from.
    #[doc(hidden)]
    fn is_warm(&self) -> bool {
        false
    }
}

impl Sealed for () {}

impl<V: Vector> Memory<V> for () {
    const KEEPS: bool = false;

    type Record<'q> = ();

    fn reborrow(&mut self) -> impl Memory<V> {}

    fn record(&mut self) {}
}

/// The memory of a cast from one pose to the next. Without `speed` that is the axis alone, because the record of a
/// warm start takes 0.5 kB on the stack in `f32`, and more than that in code.
#[cfg(feature = "speed")]
pub type CastMemory<V> = WarmStart<V>;
#[cfg(not(feature = "speed"))]
pub type CastMemory<V> = LastAxis<V>;

/// The last axis of a search, in A's frame, which leads from B to A; zero before the first search.
#[cfg(not(feature = "speed"))]
#[derive(Clone, Copy, Debug)]
pub struct LastAxis<V>(V);

#[cfg(not(feature = "speed"))]
impl<V: Vector> LastAxis<V> {
    /// The axis of a direction in A's frame that leads from A to B.
    pub fn towards(direction: V) -> Self {
        Self(-direction)
    }
}

#[cfg(not(feature = "speed"))]
impl<V> Sealed for &mut LastAxis<V> {}

#[cfg(not(feature = "speed"))]
impl<V: Vector> Memory<V> for &mut LastAxis<V> {
    type Record<'q>
        = &'q mut LastAxis<V>
    where
        Self: 'q;

    fn reborrow(&mut self) -> impl Memory<V> {
        &mut **self
    }

    fn record(&mut self) -> &mut LastAxis<V> {
        self
    }

    fn keep_axis(&mut self, axis: V) {
        self.0 = axis;
    }

    fn is_warm(&self) -> bool {
        self.0 != V::ZERO
    }
}

#[cfg(not(feature = "speed"))]
impl<V: Vector> Record<V> for &mut LastAxis<V> {
    fn is_warm(&self) -> bool {
        self.0 != V::ZERO
    }

    fn axis(&self) -> Option<V> {
        Some(self.0)
    }

    fn forget(&mut self) {
        self.0 = V::ZERO;
    }

    fn keep(&mut self, axis: V, _is_apart: bool, _points: &[&[CsoPoint<V>]]) {
        self.0 = axis;
    }
}

/// The record of one query with a warm start: the points that it met; the last ones if there are more than
/// [`MAX_NOTED_POINTS`].
#[derive(Debug)]
pub struct Calls<'q, V: Vector> {
    state: &'q mut WarmStart<V>,
    points: Vec<(CsoPoint<V>, VertexPair), MAX_NOTED_POINTS>,
    /// The index of the oldest point once there is no room for more.
    oldest: usize,
    /// Are the points hidden, because a start from them has failed?
    is_withheld: bool,
}

impl<V: Vector> Sealed for &mut WarmStart<V> {}

impl<V: Vector> Memory<V> for &mut WarmStart<V> {
    type Record<'q>
        = Calls<'q, V>
    where
        Self: 'q;

    fn reborrow(&mut self) -> impl Memory<V> {
        &mut **self
    }

    #[inline]
    fn record(&mut self) -> Calls<'_, V> {
        Calls { state: self, points: empty(), oldest: 0, is_withheld: false }
    }

    #[inline]
    fn nearest(&self) -> Option<V> {
        self.has_nearest.then_some(self.nearest)
    }

    #[inline]
    fn keep_nearest(&mut self, on_a: V) {
        (self.nearest, self.has_nearest) = (on_a, true);
    }

    #[inline]
    fn pair(&self, number: usize) -> Option<VertexPair> {
        self.pairs.get(..self.len.into())?.get(number).copied()
    }

    #[inline]
    fn keep_axis(&mut self, axis: V) {
        (self.axis, self.is_apart) = (axis, true);
    }

    #[inline]
    fn keep_pairs<I: Iterator<Item = VertexPair>>(&mut self, axis: V, pairs: impl FnOnce() -> Option<I>) {
        let Some(pairs) = pairs() else { return };
        self.keep_axis(axis);
        self.len = 0;
        for (slot, pair) in self.pairs.iter_mut().zip(pairs) {
            *slot = pair;
            self.len += 1;
        }
    }

    fn is_warm(&self) -> bool {
        self.has_start()
    }
}

impl<V: Vector> Calls<'_, V> {
    fn points(&self) -> impl Iterator<Item = &CsoPoint<V>> + Clone {
        let len = if self.is_withheld { 0 } else { self.points.len() };
        self.points.iter().take(len).map(|(point, _)| point)
    }
}

impl<V: Vector> Record<V> for Calls<'_, V> {
    fn recalls(&self) -> bool {
        true
    }

    fn is_warm(&self) -> bool {
        self.state.has_start()
    }

    fn axis(&self) -> Option<V> {
        Some(self.state.axis)
    }

    fn pair(&self, number: usize, only_touch: bool) -> Option<VertexPair> {
        let len = if only_touch && self.state.is_apart { 0 } else { self.state.len.into() };
        self.state.pairs.get(..len)?.get(number).copied()
    }

    fn note(&mut self, point: &CsoPoint<V>, pair: VertexPair) {
        if self.points.push((*point, pair)).is_err() {
            if let Some(slot) = self.points.get_mut(self.oldest) {
                *slot = (*point, pair);
            }
            self.oldest = (self.oldest + 1) % MAX_NOTED_POINTS;
        }
    }

    fn known(&self, number: usize) -> Option<&CsoPoint<V>> {
        self.points().nth(number)
    }

    fn recall(&self, search: &mut Search<V>, input_step: V::Scalar) {
        search.recall(self.points(), input_step);
    }

    fn clear(&mut self) {
        self.points.clear();
        self.oldest = 0;
    }

    fn forget(&mut self) {
        *self.state = WarmStart::new();
        self.is_withheld = true;
    }

    fn keep(&mut self, axis: V, is_apart: bool, points: &[&[CsoPoint<V>]]) {
        let state = &mut *self.state;
        (state.axis, state.is_apart) = (axis, is_apart);
        let mut len = 0;
        for point in points.iter().copied().flatten() {
            let known = self.points.iter().find(|(known, _)| known.w == point.w);
            let Some(&(_, pair)) = known.filter(|(_, pair)| !state.pairs.iter().take(len).any(|kept| kept == pair))
            else {
                continue;
            };
            let Some(slot) = state.pairs.get_mut(len) else { break };
            *slot = pair;
            len += 1;
        }
        // Without a new point the search has nothing better than the pairs that it started from: they stay.
        if len > 0 {
            state.len = len as u8;
        }
    }
}
