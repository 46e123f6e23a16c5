//! What a query records of the support points that it computes, for the next query.

use crate::body::hint::Hint;
use crate::kernel::difference::CsoPoint;
use crate::number::vector::Vector;

/// The hints of a vertex of A and of one of B, which stand for their numbers.
pub type VertexPair = (Hint, Hint);

/// The points that a query has computed, and the axis and vertices that the last query left.
pub trait Record<V: Vector> {
    /// The axis that the last query left, in A's frame.
    fn axis(&self) -> Option<V>;

    /// The pair with the given number of the pairs of vertices that the last answer rested on; `None` beyond the last.
    /// With `only_touch` bodies that were apart have none: the axis suffices to show that they still are.
    fn pair(&self, number: usize, only_touch: bool) -> Option<VertexPair>;

    /// Notes a point of the CSO and the vertices that it comes from.
    fn note(&mut self, point: CsoPoint<V>, pair: VertexPair);

    /// Makes [`points`](Self::points) return nothing from now on; points are still noted.
    fn withhold(&mut self);

    /// The points noted so far, unless they are withheld.
    fn points(&self) -> impl Iterator<Item = &CsoPoint<V>>;

    /// Forgets the points noted so far: the scale has changed.
    fn clear(&mut self);

    /// Leaves an axis and the points that carry the answer for the next query. Without points, the vertices that the
    /// last query left stay.
    fn keep<'p>(&mut self, axis: V, is_apart: bool, points: impl Iterator<Item = &'p CsoPoint<V>>);
}

impl<V: Vector> Record<V> for () {
    fn axis(&self) -> Option<V> {
        None
    }

    fn pair(&self, _: usize, _: bool) -> Option<VertexPair> {
        None
    }

    fn note(&mut self, _: CsoPoint<V>, _: VertexPair) {}

    fn withhold(&mut self) {}

    fn points(&self) -> impl Iterator<Item = &CsoPoint<V>> {
        core::iter::empty()
    }

    fn clear(&mut self) {}

    fn keep<'p>(&mut self, _: V, _: bool, _: impl Iterator<Item = &'p CsoPoint<V>>) {}
}
