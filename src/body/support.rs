//! Support functions: how the kernel sees a convex body.

use crate::number::rounding;
use crate::number::scalar::Scalar;
use crate::number::vector::{AreaOfVector, Vector};

/// The scalar of a body's coordinates.
pub type ScalarOf<T> = <<T as Support>::Vector as Vector>::Scalar;

/// A convex body, given by its support function.
///
/// A user's shape needs one method. The body is the *core* that [`support`](Support::support) describes, swept by a
/// ball of radius [`margin`](Support::margin); the kernel works on cores and adds margins to the result.
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
    /// The vector type of the coordinates.
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

    /// A point inside the body. Only the start of a search depends on it, except for a shape that is a box
    /// ([`as_box`](Support::as_box)): there it must be the middle of the box, because it says where the box is.
    fn center(&self) -> Self::Vector {
        Self::Vector::ZERO
    }

    /// Is the core the convex hull of finitely many points that `support` returns? Then a query runs until a vertex
    /// repeats instead of stopping at a tolerance.
    fn is_polytope(&self) -> bool {
        false
    }

    /// The point of [`support`](Support::support), with a hint that a query carries from one call to the next, for
    /// shapes that search near their last answer. A hint may hold any value; a wrong one must cost time at most.
    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let _ = hint;
        self.support(dir)
    }

    /// The point of [`support_from`](Support::support_from), where the hint was the answer for a direction near this
    /// one: a good vertex to start from without a look at others.
    fn support_near(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        self.support_from(dir, hint)
    }

    /// How far the core reaches along `dir`: (dir·p, e) for the point p that [`support_near`](Support::support_near)
    /// returns, which need not be determined. Rounding has taken less than e·max|dirᵢ| from dir·p, so the core reaches
    /// at most to dir·p + e·max|dirᵢ|.
    fn reach_near(&self, dir: Self::Vector, mut hint: Hint) -> (AreaOfVector<Self::Vector>, ScalarOf<Self>) {
        let point = self.support_near(dir, &mut hint);
        (dir.dot(point), rounding::of_distance(point.max_abs()))
    }

    /// The point that a hint stands for, if the shape numbers its vertices: the one that
    /// [`support_from`](Support::support_from) returned when it left this hint. `None`, the default, if there is no
    /// such number. The hint may hold any value, and the result must be a point of the core whatever it is; then a
    /// [`WarmStart`](crate::WarmStart) costs time at most.
    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        let _ = hint;
        None
    }

    /// The core, if it is a single point. If the other body knows its point [`nearest_to`](Support::nearest_to) this
    /// one, a query needs no search.
    fn as_point(&self) -> Option<Self::Vector> {
        None
    }

    /// The ends of the core, if it is a segment. A query about two such bodies needs no search. That the core holds
    /// nothing else is taken on trust.
    fn as_segment(&self) -> Option<(Self::Vector, Self::Vector)> {
        None
    }

    /// The point of the core nearest to `point`, if the shape has a closed form for it. The distance of two such bodies
    /// in floats, and of two boxes in fixed point, then usually needs no search either: alternating projections end at
    /// their nearest points. The result may be off by rounding: if the plane through it does not support the core, GJK
    /// answers instead. But it must be a point of the core.
    fn nearest_to(&self, point: Self::Vector) -> Option<Self::Vector> {
        let _ = point;
        None
    }

    /// The outward normal of the core, as a direction, where a point that moves from `start` along `dir` enters it, if
    /// the shape has a closed form for that and for [`nearest_to`](Support::nearest_to). For a point that passes by,
    /// the normal of a plane that keeps it out. A cast begins with the supporting plane of that normal, so a wrong
    /// normal costs time at most.
    fn entry_normal(&self, start: Self::Vector, dir: Self::Vector) -> Option<Self::Vector> {
        let _ = (start, dir);
        None
    }

    /// The result of [`entry_normal`](Support::entry_normal) for a polytope with a quick way to find the facet through
    /// which the point enters, and three points of the core between which it enters; in the plane, between the first
    /// two. For a point that passes by, the three points do not matter. The hint is as in
    /// [`support_from`](Support::support_from), and is left near the facet. Wrong values cost time at most, but the
    /// points must be of the core.
    fn entry_facet(
        &self,
        start: Self::Vector,
        dir: Self::Vector,
        hint: &mut Hint,
    ) -> Option<(Self::Vector, [Self::Vector; 3])> {
        let _ = (start, dir, hint);
        None
    }

    /// A point on the axis of the core (the apex, if there is one) and a unit vector along the axis, if the core is a
    /// convex polygon turned about it: its surface bends in circles about the axis, and in no other direction. In
    /// floats a cast predicts from this where the next plane supports the core, so wrong values cost time at most.
    fn as_revolved(&self) -> Option<(Self::Vector, Self::Vector)> {
        None
    }

    /// The half extents of the core, each of which may be zero, if it is a box about its [`center`](Support::center)
    /// with edges along the axes of the shape's frame. Whether two such bodies overlap, and how deeply, then needs no
    /// search, nor does a query about such a body and a point. The extents are taken on trust. So is
    /// [`nearest_to`](Support::nearest_to), if the shape has it: it must give the points of this box.
    fn as_box(&self) -> Option<Self::Vector> {
        self.as_point().map(|_| Self::Vector::ZERO)
    }

    /// The corner of this number, if the core is a convex polygon in the plane: counter-clockwise from 0, and `None`
    /// from the number of corners on. A segment has two corners, a point one. If two such bodies have few corners, how
    /// deeply they overlap needs no search, nor in floats how far they are apart. That there are no other corners, and
    /// that they are in order, is taken on trust.
    fn corner(&self, number: u32) -> Option<Self::Vector> {
        let _ = number;
        None
    }
}

impl<T: Support + ?Sized> Support for &T {
    type Vector = T::Vector;

    fn support(&self, dir: Self::Vector) -> Self::Vector {
        (**self).support(dir)
    }

    fn margin(&self) -> ScalarOf<Self> {
        (**self).margin()
    }

    fn center(&self) -> Self::Vector {
        (**self).center()
    }

    fn is_polytope(&self) -> bool {
        (**self).is_polytope()
    }

    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        (**self).support_from(dir, hint)
    }

    fn support_near(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        (**self).support_near(dir, hint)
    }

    fn reach_near(&self, dir: Self::Vector, hint: Hint) -> (AreaOfVector<Self::Vector>, ScalarOf<Self>) {
        (**self).reach_near(dir, hint)
    }

    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        (**self).vertex_from(hint)
    }

    fn as_point(&self) -> Option<Self::Vector> {
        (**self).as_point()
    }

    fn as_segment(&self) -> Option<(Self::Vector, Self::Vector)> {
        (**self).as_segment()
    }

    fn nearest_to(&self, point: Self::Vector) -> Option<Self::Vector> {
        (**self).nearest_to(point)
    }

    fn entry_normal(&self, start: Self::Vector, dir: Self::Vector) -> Option<Self::Vector> {
        (**self).entry_normal(start, dir)
    }

    fn entry_facet(
        &self,
        start: Self::Vector,
        dir: Self::Vector,
        hint: &mut Hint,
    ) -> Option<(Self::Vector, [Self::Vector; 3])> {
        (**self).entry_facet(start, dir, hint)
    }

    fn as_revolved(&self) -> Option<(Self::Vector, Self::Vector)> {
        (**self).as_revolved()
    }

    fn as_box(&self) -> Option<Self::Vector> {
        (**self).as_box()
    }

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
