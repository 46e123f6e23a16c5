//! The record that a search keeps of its support points, and its access to what the last query left. `warm.rs` has the
//! implementation of queries with a warm start; `()` keeps nothing.

use crate::body::hint::Hint;
use crate::kernel::difference::CsoPoint;
use crate::kernel::gjk::Search;
use crate::number::vector::Vector;

/// A vertex of A and one of B, each by the [`Hint`] that stands for its number.
pub type VertexPair = (Hint, Hint);

/// The points that a query has computed, and what the last query left: an axis and vertices. By default there is
/// neither, and nothing is kept.
///
/// Searches ask through these methods only, which a trait object can have, so that a search which is compiled once for
/// all shapes links what a warm start needs only in programs that have one.
pub trait Record<V: Vector> {
    /// May a search start from known points? Then it may have to start again without them.
    fn recalls(&self) -> bool {
        false
    }

    /// Has the last query left anything to start from?
    fn is_warm(&self) -> bool {
        false
    }

    /// The axis that the last query left, in A's frame.
    fn axis(&self) -> Option<V> {
        None
    }

    /// One of the pairs of vertices that carried the last answer, by its index; `None` after the last. With
    /// `only_touch` there are none for bodies that were apart: the axis suffices to show that they still are.
    fn pair(&self, _number: usize, _only_touch: bool) -> Option<VertexPair> {
        None
    }

    /// Notes a point of the CSO and the vertices that it comes from.
    fn note(&mut self, _point: &CsoPoint<V>, _pair: VertexPair) {}

    /// One of the points noted so far, by its index; `None` after the last, and for all once [`forget`](Self::forget)
    /// was called.
    fn known(&self, _number: usize) -> Option<&CsoPoint<V>> {
        None
    }

    /// Lets a search run on the points noted so far, before its first support point.
    fn recall(&self, _search: &mut Search<V>, _input_step: V::Scalar) {}

    /// Forgets the points noted so far: the scale has changed, or another search begins.
    fn clear(&mut self) {}

    /// Forgets what the last query left. From now on points are still noted, but [`known`](Self::known) shows none.
    fn forget(&mut self) {}

    /// Leaves an axis and the pairs of vertices of the points that carry the answer for the next query, the most
    /// important points first. Without points, the vertices that the last query left stay.
    fn keep(&mut self, _axis: V, _is_apart: bool, _points: &[&[CsoPoint<V>]]) {}
}

impl<V: Vector> Record<V> for () {}
