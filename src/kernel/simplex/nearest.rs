//! The part of a simplex nearest to the origin. `planar.rs` and `spatial.rs` find it; `gjk.rs` acts on it.
//!
//! Without the attributes of inlining in this file the three queries of boxes (touch, distance, depth) in `f32`, built
//! for size, take 6 % more stack on a Cortex-M4F.

use crate::kernel::difference::CsoPoint;
use crate::number::scalar::Area;
use crate::number::vector::{AreaOfVector, Vector};

/// The set of all kept points, as bits.
pub const ALL: u32 = u32::MAX;

/// The part of a simplex nearest to the origin: a vertex, an edge, a face or all of it. It is spanned by the newest
/// point a and those kept points that `kept` has.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<V: Vector> {
    /// The kept points that span the part together with a: bit i for the point at index i.
    pub kept: u32,
    /// From the origin to the nearest point; the magnitude has no meaning.
    pub axis: V,
    /// axis·a: positive if the origin is outside, zero if this part contains it, and negative if no part with a can be
    /// nearest, because rounding misled a test.
    pub height: AreaOfVector<V>,
    /// axis·axis.
    pub norm: AreaOfVector<V>,
    /// The squared distance; the largest area if the part is [`hidden`](Self::hidden).
    pub squared: AreaOfVector<V>,
}

impl<V: Vector> Nearest<V> {
    /// A part with the given axis and height. Without a positive height it contains the origin.
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn along(kept: u32, axis: V, height: AreaOfVector<V>) -> Self {
        let (zero, norm) = (AreaOfVector::<V>::ZERO, axis.dot(axis));
        if height > zero {
            Self { kept, axis, height, norm, squared: height.squared_per(norm) }
        } else {
            Self { kept, axis, height: zero, norm, squared: zero }
        }
    }

    /// A part that contains the origin.
    pub fn containing(kept: u32) -> Self {
        Self::along(kept, V::ZERO, AreaOfVector::<V>::ZERO)
    }

    /// This part, where a test puts the nearest point outside of it, beyond the points that were kept before. In exact
    /// arithmetic it is not there, so rounding hides which of the two parts it lies on. The part does not count as
    /// nearer then, but its axis may be the better one.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn hidden(mut self) -> Self {
        self.squared = AreaOfVector::<V>::MAX;
        if !self.is_outside() {
            self.height = -self.squared;
        }
        self
    }

    /// A part in the plane through `a` with the given normal, of either sign.
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn on_plane(kept: u32, normal: V, a: V) -> Self {
        let height = normal.dot(a);
        let (axis, height) = if height < AreaOfVector::<V>::ZERO { (-normal, -height) } else { (normal, height) };
        Self::along(kept, axis, height)
    }

    /// The part that consists of the newest point a.
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn vertex(a: V) -> Self {
        let axis = a.direction();
        Self::along(0, axis, axis.dot(a))
    }

    /// The edge from a to the kept point b, whose bit `kept` has. In exact arithmetic the nearest point does not lie
    /// beyond b, which is no nearer to the origin than the nearest of the kept points. With rounding it may seem to,
    /// where a lies far off on a line with the kept points: then the part is [`hidden`](Self::hidden).
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn edge(kept: u32, a: V, b: V) -> Self {
        let ab = b - a;
        let axis = V::edge_axis(a, ab);
        let edge = Self::along(kept, axis, axis.dot(a));
        if is_ahead(b, -ab) { edge } else { edge.hidden() }
    }

    /// Is the origin outside the simplex, and this its nearest part?
    pub fn is_outside(&self) -> bool {
        self.height > AreaOfVector::<V>::ZERO
    }

    /// Is it not known whether the nearest point lies on this part?
    pub fn is_hidden(&self) -> bool {
        self.squared == AreaOfVector::<V>::MAX
    }

    /// Does this part contain the origin?
    pub fn contains_origin(&self) -> bool {
        self.height == AreaOfVector::<V>::ZERO
    }

    /// The distance from the origin, if that [is outside](Self::is_outside).
    pub fn distance(&self) -> V::Scalar {
        self.height.per(self.norm.sqrt())
    }

    /// The nearer of two candidates; `other` in a tie.
    pub fn nearer(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if other.squared <= self.squared => other,
            _ => self,
        }
    }
}

/// The nearest of the edges from the newest point a to those kept points that have their bit set in `beyond` and
/// towards which the foot of the origin lies; a itself if there is no such edge.
#[cfg_attr(feature = "speed", inline(always))]
#[cfg_attr(not(feature = "speed"), inline(never))]
pub fn nearest_edge<V: Vector>(a: V, kept: &[CsoPoint<V>], beyond: u32) -> Nearest<V> {
    let mut nearest = None;
    for (index, &CsoPoint { w: end, .. }) in kept.iter().enumerate() {
        if beyond >> index & 1 != 0 && is_ahead(a, end - a) {
            nearest = Some(Nearest::edge(1 << index, a, end).nearer(nearest));
        }
    }
    nearest.unwrap_or_else(|| Nearest::vertex(a))
}

/// Does the foot of the origin on the line through a and b lie on b's side of a?
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline)]
pub fn is_ahead<V: Vector>(a: V, ab: V) -> bool {
    a.dot(ab) < AreaOfVector::<V>::ZERO
}

/// Does a plane lie between the origin and a third point, given their heights over it? Also true if the third point is
/// on the plane: then it is on neither side, and the plane counts.
pub fn is_beyond<A: Area>(origin: A, third: A) -> bool {
    if third > A::ZERO {
        origin < A::ZERO
    } else if third < A::ZERO {
        origin > A::ZERO
    } else {
        true
    }
}
