//! Support functions: how the kernel sees a convex body, and the Minkowski difference of two.

use crate::number::rounding;
use crate::number::scalar::Scalar;
use crate::number::vector::{AreaOfVector, Vector};

/// The scalar of a body's coordinates.
pub type ScalarOf<T> = <<T as Support>::Vector as Vector>::Scalar;

/// A convex body, given by its support function.
///
/// A shape of one's own is one method. The body is the *core* that [`support`](Support::support) describes, swept by
/// a ball of radius [`margin`](Support::margin); the kernel works on cores and adds margins to the result.
///
/// ```
/// use gjk::{Support, Vec3, vec3};
///
/// /// A square pyramid.
/// struct Roof;
///
/// impl Support for Roof {
///     type Vector = Vec3<f32>;
///     fn support(&self, dir: Vec3<f32>) -> Vec3<f32> {
///         let corner = vec3(1.0_f32.copysign(dir.x), 1.0_f32.copysign(dir.y), 0.0);
///         let top = vec3(0.0, 0.0, 1.0);
///         if dir.dot(top) > dir.dot(corner) { top } else { corner }
///     }
/// }
///
/// let gap = gjk::distance(&Roof, &gjk::Point::new(vec3(0.0, 0.0, 3.0))?);
/// assert_eq!(gap.distance, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait Support {
    /// The vectors of its coordinates.
    type Vector: Vector;

    /// A point of the core that lies farthest along `dir`.
    ///
    /// `dir` is not zero and its length has no meaning: compare points by `dir.dot(point)`. For fixed point `dir` is
    /// a raw block with components below 2^30 (2^62), so that such products always fit.
    fn support(&self, dir: Self::Vector) -> Self::Vector;

    /// The radius of the ball swept around the core; zero unless the shape says otherwise.
    fn margin(&self) -> ScalarOf<Self> {
        ScalarOf::<Self>::NIL
    }

    /// A point somewhere inside. It chooses where a query begins, and no more, but for a shape that is a box
    /// ([`as_box`](Support::as_box)): of that it has to be the middle, for it says where the box is.
    fn center(&self) -> Self::Vector {
        Self::Vector::ZERO
    }

    /// Is the core the convex hull of finitely many points that `support` returns? Then a query runs until a vertex
    /// repeats instead of stopping at a tolerance.
    fn is_polytope(&self) -> bool {
        false
    }

    /// As [`support`](Support::support), with a hint that a query carries from one call to the next, for shapes that
    /// search near their last answer. A hint may come from anywhere; it must cost time at most.
    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let _ = hint;
        self.support(dir)
    }

    /// The same, where the hint was the answer for a direction near this one: a good place to begin, without a look at
    /// others.
    fn support_near(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        self.support_from(dir, hint)
    }

    /// How far the core reaches along `dir`, times the length of that: the product of `dir` with the point that
    /// [`support_near`](Support::support_near) returns. Which point that is need not be known. And a length that, times
    /// the largest component of `dir`, is more than rounding may have taken from it.
    fn reach_near(&self, dir: Self::Vector, mut hint: Hint) -> (AreaOfVector<Self::Vector>, ScalarOf<Self>) {
        let point = self.support_near(dir, &mut hint);
        (dir.dot(point), rounding::of_distance(point.max_abs()))
    }

    /// The point that a hint stands for, of a shape that numbers its vertices: what
    /// [`support_from`](Support::support_from) returned when it left this hint. None, the default, if there is no such
    /// number. It has to be a point of the core whatever the hint says, which may come from anywhere; then a
    /// [`WarmStart`](crate::WarmStart) costs time at most.
    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        let _ = hint;
        None
    }

    /// The core, if it is a single point. If the other body knows the point [`nearest_to`](Support::nearest_to) it, a
    /// query needs no search.
    fn as_point(&self) -> Option<Self::Vector> {
        None
    }

    /// The ends of the core, if it is a segment. A query about two such bodies needs no search. That there is no more
    /// of it is taken on trust.
    fn as_segment(&self) -> Option<(Self::Vector, Self::Vector)> {
        None
    }

    /// The point of the core nearest to a given one, of a shape that has a closed form for it. In floats the distance
    /// of two such bodies mostly needs no search either, in fixed point that of two boxes: going from one to the other
    /// by turns ends at their nearest points. The plane through it has to bear on the core or GJK answers, so it may be
    /// off by rounding; but it has to be a point of the core.
    fn nearest_to(&self, point: Self::Vector) -> Option<Self::Vector> {
        let _ = point;
        None
    }

    /// The outward normal of the core, as a direction, where a point comes in that moves from `start` along `dir`, of a
    /// shape that has a closed form for it and for the point [`nearest_to`](Support::nearest_to) another; for one that
    /// passes by, the normal of a plane that keeps it out. A cast begins with the plane of that normal which bears on
    /// the core, so a wrong one costs time at most.
    fn entry_normal(&self, start: Self::Vector, dir: Self::Vector) -> Option<Self::Vector> {
        let _ = (start, dir);
        None
    }

    /// As [`entry_normal`](Support::entry_normal), of a polytope that has a quick way to the facet through which the
    /// point comes in, and three points of the core that it comes in between; in the plane between the first two. Those
    /// of a point that passes by do not matter. The hint is as in [`support_from`](Support::support_from), and is left
    /// near the facet. What is wrong costs time at most, but the points have to be of the core.
    fn entry_facet(
        &self,
        start: Self::Vector,
        dir: Self::Vector,
        hint: &mut Hint,
    ) -> Option<(Self::Vector, [Self::Vector; 3])> {
        let _ = (start, dir, hint);
        None
    }

    /// A point on the axis of the core, the apex if there is one, and a unit vector along the axis, if the core is a
    /// convex polygon turned about it: its surface bends in circles about the axis, and in no other way. In floats a
    /// cast foretells from that where the next plane bears on the core, so what is wrong costs time at most.
    fn as_revolved(&self) -> Option<(Self::Vector, Self::Vector)> {
        None
    }

    /// The half extents of the core, if it is a box about its [`center`](Support::center) with edges along the axes of
    /// the frame of the shape; each may be zero. Whether two such bodies overlap, and how deep, then needs no search,
    /// nor what is asked of it and a point. This is taken on trust, and so is a point
    /// [`nearest_to`](Support::nearest_to) another, if the shape knows it: that of this box.
    fn as_box(&self) -> Option<Self::Vector> {
        self.as_point().map(|_| Self::Vector::ZERO)
    }

    /// The corners of the core, counter-clockwise, if it is a convex polygon in the plane with few of them; none from
    /// some number on. A segment has two, a point one. How deep two such bodies overlap then needs no search, nor in
    /// floats how far they are apart. That there are no others, and that they are in order, is taken on trust.
    fn corner(&self, number: u32) -> Option<Self::Vector> {
        let _ = number;
        None
    }
}

impl<T: Support + ?Sized> Support for &T {
    type Vector = T::Vector;

    #[inline]
    fn support(&self, dir: Self::Vector) -> Self::Vector {
        (**self).support(dir)
    }

    #[inline]
    fn margin(&self) -> ScalarOf<Self> {
        (**self).margin()
    }

    #[inline]
    fn center(&self) -> Self::Vector {
        (**self).center()
    }

    #[inline]
    fn is_polytope(&self) -> bool {
        (**self).is_polytope()
    }

    #[inline]
    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        (**self).support_from(dir, hint)
    }

    #[inline]
    fn support_near(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        (**self).support_near(dir, hint)
    }

    #[inline]
    fn reach_near(&self, dir: Self::Vector, hint: Hint) -> (AreaOfVector<Self::Vector>, ScalarOf<Self>) {
        (**self).reach_near(dir, hint)
    }

    #[inline]
    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        (**self).vertex_from(hint)
    }

    #[inline]
    fn as_point(&self) -> Option<Self::Vector> {
        (**self).as_point()
    }

    #[inline]
    fn as_segment(&self) -> Option<(Self::Vector, Self::Vector)> {
        (**self).as_segment()
    }

    #[inline]
    fn nearest_to(&self, point: Self::Vector) -> Option<Self::Vector> {
        (**self).nearest_to(point)
    }

    #[inline]
    fn entry_normal(&self, start: Self::Vector, dir: Self::Vector) -> Option<Self::Vector> {
        (**self).entry_normal(start, dir)
    }

    #[inline]
    fn entry_facet(
        &self,
        start: Self::Vector,
        dir: Self::Vector,
        hint: &mut Hint,
    ) -> Option<(Self::Vector, [Self::Vector; 3])> {
        (**self).entry_facet(start, dir, hint)
    }

    #[inline]
    fn as_revolved(&self) -> Option<(Self::Vector, Self::Vector)> {
        (**self).as_revolved()
    }

    #[inline]
    fn as_box(&self) -> Option<Self::Vector> {
        (**self).as_box()
    }

    #[inline]
    fn corner(&self, number: u32) -> Option<Self::Vector> {
        (**self).corner(number)
    }
}

/// Where a shape found its last support point: a vertex number, or two halves for a shape made of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hint(u32);

impl Hint {
    /// The hint for a vertex.
    #[must_use]
    pub const fn new(vertex: u32) -> Self {
        Self(vertex)
    }

    /// The vertex.
    #[must_use]
    pub const fn vertex(self) -> u32 {
        self.0
    }

    /// The hints for the two parts of a combined shape, of 16 bits each.
    #[must_use]
    pub const fn split(self) -> (Self, Self) {
        (Self(self.0 >> 16), Self(self.0 & 0xffff))
    }

    /// The hint for a shape combined of two parts, of which the lower 16 bits each are kept.
    #[must_use]
    pub const fn join(first: Self, second: Self) -> Self {
        Self(first.0 << 16 | (second.0 & 0xffff))
    }
}
