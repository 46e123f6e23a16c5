//! What a query records of the support points that it computes, for the next query.

use crate::body::hint::Hint;
use crate::kernel::difference::CsoPoint;
use crate::number::vector::Vector;

/// The hints of a vertex of A and of one of B, which stand for their numbers.
pub type VertexPair = (Hint, Hint);

/// The points that a query has computed, and the axis and vertices that the last query left. By default there are none.
pub trait Record<V: Vector> {
    /// The axis that the last query left, in A's frame.
    fn axis(&self) -> Option<V> {
        None
    }

    /// The pair with the given number of the pairs of vertices that the last answer rested on; `None` beyond the last.
    /// With `only_touch` bodies that were apart have none: the axis suffices to show that they still are.
    fn pair(&self, _number: usize, _only_touch: bool) -> Option<VertexPair> {
        None
    }

    /// Notes a point of the CSO and the vertices that it comes from.
    fn note(&mut self, _point: CsoPoint<V>, _pair: VertexPair) {}

    /// Makes [`points`](Self::points) return nothing from now on; points are still noted.
    fn withhold(&mut self) {}

    /// The points noted so far, unless they are withheld.
    fn points(&self) -> impl Iterator<Item = &CsoPoint<V>> {
        core::iter::empty()
    }

    /// Forgets the points noted so far: the scale has changed.
    fn clear(&mut self) {}

    /// Leaves an axis and the points that carry the answer for the next query. Without points, the vertices that the
    /// last query left stay.
    fn keep<'p>(&mut self, _axis: V, _is_apart: bool, _points: impl Iterator<Item = &'p CsoPoint<V>>) {}
}

impl<V: Vector> Record<V> for () {}
