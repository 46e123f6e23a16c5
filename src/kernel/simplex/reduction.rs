//! Where the origin lies with respect to a simplex: the verdict on each of its parts. `planar.rs` and `spatial.rs` find
//! the part that counts; `gjk.rs` acts on the verdict.
//!
//! Without the attributes of inlining in this file the three queries of boxes in `f32`, built for size, take 6 % more
//! stack on a Cortex-M4F.

use crate::number::scalar::Area;
use crate::number::vector::{AreaOfVector, Vector};

/// A part of the simplex that contains the newest point; numbers are indices of kept points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The newest point alone.
    Vertex,
    /// The edge to a kept point.
    Edge(usize),
    /// The triangle with two kept points.
    Triangle(usize, usize),
    /// All points.
    All,
}

/// The feature nearest to the origin, which is not on it.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<V: Vector> {
    pub feature: Part,
    /// From the origin to the nearest point of the feature; the magnitude has no meaning.
    pub axis: V,
    /// axis·a, positive.
    pub height: AreaOfVector<V>,
    /// axis·axis.
    pub norm: AreaOfVector<V>,
    /// The squared distance.
    pub squared: AreaOfVector<V>,
}

impl<V: Vector> Nearest<V> {
    pub fn new(feature: Part, axis: V, height: AreaOfVector<V>) -> Self {
        let norm = axis.dot(axis);
        Self { feature, axis, height, norm, squared: height.squared_per(norm) }
    }

    /// The distance of the feature from the origin.
    pub fn distance(&self) -> V::Scalar {
        self.height.per(self.norm.sqrt())
    }
}

/// Where the origin lies.
#[derive(Clone, Copy, Debug)]
pub enum Reduction<V: Vector> {
    /// Outside the simplex, whose nearest feature is given.
    Outside(Nearest<V>),
    /// On or in a feature.
    Contains(Part),
    /// Where no feature with the newest point can be nearest: rounding misled a side test.
    Lost,
}

impl<V: Vector> Reduction<V> {
    /// The verdict for a feature in the plane through `a` with the given normal, of either sign.
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn on_plane(feature: Part, normal: V, a: V) -> Self {
        let height = normal.dot(a);
        let (axis, height) = if height < AreaOfVector::<V>::ZERO { (-normal, -height) } else { (normal, height) };
        Self::along(feature, axis, height)
    }

    /// The verdict for a feature with the given axis and height.
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn along(feature: Part, axis: V, height: AreaOfVector<V>) -> Self {
        if height > AreaOfVector::<V>::ZERO {
            Self::Outside(Nearest::new(feature, axis, height))
        } else {
            Self::Contains(feature)
        }
    }

    /// The verdict where the newest point a is the nearest point.
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn vertex(a: V) -> Self {
        let axis = a.direction();
        Self::along(Part::Vertex, axis, axis.dot(a))
    }

    /// The verdict where the nearest point is on the edge to the kept point b. It cannot be beyond b, which is no
    /// nearer than the nearest of the kept points, except by rounding: a point far off on a line of points may seem to
    /// lie ahead of the nearest one.
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn edge(index: usize, a: V, b: V) -> Self {
        let ab = b - a;
        if !is_ahead(b, -ab) {
            return Self::Lost;
        }
        let axis = edge_axis(a, ab);
        Self::along(Part::Edge(index), axis, axis.dot(a))
    }

    /// The squared distance; zero if the origin is contained, the largest area if it is lost.
    fn squared(&self) -> AreaOfVector<V> {
        match self {
            Self::Outside(nearest) => nearest.squared,
            Self::Contains(_) => AreaOfVector::<V>::ZERO,
            Self::Lost => AreaOfVector::<V>::MAX,
        }
    }

    /// The nearer of two candidates; `other` in a tie.
    pub fn nearer(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if other.squared() <= self.squared() => other,
            _ => self,
        }
    }
}

/// [`Vector::edge_axis`] as a function that the compiler may leave as a call: it is used in many places.
#[inline]
pub fn edge_axis<V: Vector>(a: V, ab: V) -> V {
    V::edge_axis(a, ab)
}

/// Does the foot of the origin on the line through a and b lie on b's side of a?
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline)]
pub fn is_ahead<V: Vector>(a: V, ab: V) -> bool {
    a.dot(ab) < AreaOfVector::<V>::ZERO
}

/// Do the heights of the origin and of a third point over a plane differ in sign? Also true if the third point is on
/// the plane, since it hides nothing then.
pub fn is_beyond<A: Area>(origin: A, third: A) -> bool {
    if third > A::ZERO {
        origin < A::ZERO
    } else if third < A::ZERO {
        origin > A::ZERO
    } else {
        true
    }
}
