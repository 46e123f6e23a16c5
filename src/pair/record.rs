//! What a query notes of the support points it meets, for the query after it.

use crate::body::support::Hint;
use crate::kernel::difference::CsoPoint;
use crate::number::vector::Vector;

/// The numbers of a vertex of A and one of B.
pub type VertexPair = (Hint, Hint);

/// What a query came across, and what the one before left behind.
pub trait Record<V: Vector> {
    /// The last axis, in A's frame.
    fn axis(&self) -> Option<V>;

    /// Pairs of vertices that the last answer rested on, by number. To know that bodies are still apart the axis will
    /// do.
    fn pair(&self, number: usize, only_touch: bool) -> Option<VertexPair>;

    /// Takes a point of the CSO, and which vertices it comes from.
    fn note(&mut self, point: CsoPoint<V>, pair: VertexPair);

    /// From now on no points are answered, though they are noted.
    fn withhold(&mut self);

    /// The points so far, unless they are withheld.
    fn points(&self) -> impl Iterator<Item = &CsoPoint<V>>;

    /// Forgets the points, whose scale does not hold any more.
    fn clear(&mut self);

    /// Leaves an axis and the points that carry the answer for the next query; without points those that it began with.
    fn keep<'p>(&mut self, axis: V, is_apart: bool, points: impl Iterator<Item = &'p CsoPoint<V>>);
}

impl<V: Vector> Record<V> for () {
    #[inline]
    fn axis(&self) -> Option<V> {
        None
    }

    #[inline]
    fn pair(&self, _: usize, _: bool) -> Option<VertexPair> {
        None
    }

    #[inline]
    fn note(&mut self, _: CsoPoint<V>, _: VertexPair) {}

    #[inline]
    fn withhold(&mut self) {}

    #[inline]
    fn points(&self) -> impl Iterator<Item = &CsoPoint<V>> {
        core::iter::empty()
    }

    #[inline]
    fn clear(&mut self) {}

    #[inline]
    fn keep<'p>(&mut self, _: V, _: bool, _: impl Iterator<Item = &'p CsoPoint<V>>) {}
}
