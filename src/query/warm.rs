//! Warm starts: what a query leaves behind for the next one of the same pair.
//!
//! Bodies that move a little between two queries mostly have the same nearest features. A state keeps the last axis, in
//! A's frame, and the vertices that carried the answer; where both know their nearest points that of A, and of boxes
//! both. Of vertices it does not keep the coordinates but the numbers that the shapes have for them
//! ([`Support::vertex_from`](crate::Support::vertex_from)). Whatever numbers a state holds, the points that they lead
//! to are points of the bodies as they are now, so nothing rests on trust in it. They carry the next answer if how far
//! the bodies reach proves that (`nearest/kept.rs`); else GJK runs on them before it asks for the first support point,
//! and EPA starts with them as vertices. Curved bodies do not number their points; of them the axis is left.

use crate::body::support::Hint;
use crate::kernel::difference::CsoPoint;
use crate::kernel::polytope::empty;
use crate::number::vector::Vector;
use crate::pair::record::{Record, VertexPair};
use heapless::Vec;

/// Pairs of vertices that are kept: those of most polytopes that EPA ends with.
const PAIRS: usize = 12;

/// Points that a query notes.
const CALLS: usize = 16;

/// What a query leaves behind for the next one of the same pair of bodies; a caller keeps one per pair.
///
/// It helps while the bodies move little from one query to the next, by any motion: both may move in the world as they
/// like. A state that is stale, or comes from another pair, costs time at most. It takes 124 bytes in `f32`, of which a
/// query of bodies that are apart reads a part.
///
/// How it works: the state has the axis of the last answer and the numbers of the vertices that carried it, and the
/// nearest point of A, if that was found by turns. Shapes without numbered vertices
/// ([`Support::vertex_from`](crate::Support::vertex_from)) profit from the axis alone.
///
/// ```
/// use gjk::{ConvexHull, Pose, Query, Rotation3, Vec3, WarmStart, vec3};
///
/// let near = [vec3(0.2, 0.3, 1.0), vec3(-0.2, 0.3, 1.0), vec3(0.0, -0.3, 1.0)];
/// let corners = [near, near.map(|corner| -corner)].concat();
/// let link = ConvexHull::new(&corners)?;
/// let mut warm = WarmStart::<Vec3<f64>>::new();
/// let mut iterations = (0, 0);
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
    /// Against which support points were sought, in A's frame; zero in a new state.
    axis: V,
    /// The point of A's core nearest to B, if that was found by turns.
    nearest: V,
    pairs: [VertexPair; PAIRS],
    len: u8,
    /// Were the bodies apart?
    is_apart: bool,
    has_nearest: bool,
}

impl<V: Vector> WarmStart<V> {
    /// A state that knows nothing: the first query with it answers as one without, to rounding and tolerance.
    #[must_use]
    pub const fn new() -> Self {
        let (pairs, zero) = ([(Hint::new(0), Hint::new(0)); PAIRS], V::ZERO);
        Self { axis: zero, nearest: zero, pairs, len: 0, is_apart: false, has_nearest: false }
    }

    /// A state that knows a direction of A's frame from A to B, or zero.
    pub(crate) fn towards(direction: V) -> Self {
        Self { axis: -direction, ..Self::new() }
    }
}

impl<V: Vector> Default for WarmStart<V> {
    fn default() -> Self {
        Self::new()
    }
}

/// Where a query remembers; `()` remembers nothing and costs nothing.
pub trait Memory<V: Vector> {
    /// What one query notes.
    type Record<'q>: Record<V>
    where
        Self: 'q;

    /// Does a query that notes points come back to them? It does with every state, an empty one as well.
    const RECALLS: bool;

    /// The same memory, on loan: what a borrow of it points to is not where it is kept.
    fn reborrow(&mut self) -> impl Memory<V>;

    /// The record of a new query.
    fn record(&mut self) -> Self::Record<'_>;

    /// The point of A's core that was nearest to B, if that was found by turns.
    fn nearest(&self) -> Option<V>;

    /// Keeps it for the next query.
    fn keep_nearest(&mut self, on_a: V);

    /// A pair of vertices that the last answer rested on, by number.
    fn pair(&self, number: usize) -> Option<VertexPair>;

    /// Keeps the axis of bodies that are apart, and the pairs that were known.
    fn keep_axis(&mut self, axis: V);

    /// Keeps the axis of bodies that are apart, and the pairs of vertices between which the nearest points are, if
    /// there are any.
    fn keep_pairs<I: Iterator<Item = VertexPair>>(&mut self, axis: V, pairs: impl FnOnce() -> Option<I>);

    /// Is there anything for a search to begin with?
    fn is_warm(&self) -> bool;

    /// Forgets all.
    fn forget(&mut self);
}

impl<V: Vector> Memory<V> for () {
    type Record<'q> = ();

    const RECALLS: bool = false;

    #[inline(always)]
    fn reborrow(&mut self) -> impl Memory<V> {}

    #[inline]
    fn record(&mut self) {}

    #[inline]
    fn nearest(&self) -> Option<V> {
        None
    }

    #[inline]
    fn keep_nearest(&mut self, _: V) {}

    #[inline]
    fn pair(&self, _: usize) -> Option<VertexPair> {
        None
    }

    #[inline]
    fn keep_axis(&mut self, _: V) {}

    #[inline]
    fn keep_pairs<I: Iterator<Item = VertexPair>>(&mut self, _: V, _: impl FnOnce() -> Option<I>) {}

    #[inline]
    fn is_warm(&self) -> bool {
        false
    }

    #[inline]
    fn forget(&mut self) {}
}

/// The points that a query came across; if there are many, the last ones.
#[derive(Debug)]
pub struct Calls<'q, V: Vector> {
    state: &'q mut WarmStart<V>,
    points: Vec<(CsoPoint<V>, VertexPair), CALLS>,
    /// The oldest, if there is no room for more.
    oldest: usize,
    is_withheld: bool,
}

impl<V: Vector> Memory<V> for &mut WarmStart<V> {
    type Record<'q>
        = Calls<'q, V>
    where
        Self: 'q;

    const RECALLS: bool = true;

    #[inline(always)]
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
        self.axis != V::ZERO || self.len > 0
    }

    fn forget(&mut self) {
        **self = WarmStart::new();
    }
}

impl<V: Vector> Record<V> for Calls<'_, V> {
    fn axis(&self) -> Option<V> {
        Some(self.state.axis)
    }

    fn pair(&self, number: usize, only_touch: bool) -> Option<VertexPair> {
        let len = if only_touch && self.state.is_apart { 0 } else { self.state.len.into() };
        self.state.pairs.get(..len)?.get(number).copied()
    }

    fn note(&mut self, point: CsoPoint<V>, pair: VertexPair) {
        if self.points.push((point, pair)).is_err() {
            if let Some(slot) = self.points.get_mut(self.oldest) {
                *slot = (point, pair);
            }
            self.oldest = (self.oldest + 1) % CALLS;
        }
    }

    fn withhold(&mut self) {
        self.is_withheld = true;
    }

    fn points(&self) -> impl Iterator<Item = &CsoPoint<V>> {
        let len = if self.is_withheld { 0 } else { self.points.len() };
        self.points.iter().take(len).map(|(point, _)| point)
    }

    fn clear(&mut self) {
        self.points.clear();
    }

    fn keep<'p>(&mut self, axis: V, is_apart: bool, points: impl Iterator<Item = &'p CsoPoint<V>>) {
        let state = &mut *self.state;
        (state.axis, state.is_apart) = (axis, is_apart);
        let mut len = 0;
        for point in points {
            let known = self.points.iter().find(|(known, _)| known.w == point.w);
            let Some(&(_, pair)) = known.filter(|(_, pair)| !state.pairs.iter().take(len).any(|kept| kept == pair))
            else {
                continue;
            };
            let Some(slot) = state.pairs.get_mut(len) else { break };
            *slot = pair;
            len += 1;
        }
        // A search that needed no other simplex has nothing better than what it was given.
        if len > 0 {
            state.len = len as u8;
        }
    }
}
