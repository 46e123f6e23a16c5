//! Bodies made of other bodies: rounding, Minkowski sum, convex hull of two, and a body from a closure.

use crate::body::feature::{Faceted, Feature};
use crate::body::support::{Hint, ScalarOf, Support};
use crate::number::error::{self, Error};
use crate::number::scalar::{Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};
use core::marker::PhantomData;

/// The support point of a core with a ball of `radius` around it.
pub(crate) fn rounded_support<T: Support + ?Sized>(
    shape: &T,
    radius: ScalarOf<T>,
    dir: T::Vector,
    hint: &mut Hint,
) -> T::Vector {
    let core = shape.support_from(dir, hint);
    if radius == ScalarOf::<T>::NIL { core } else { sum(core, dir.with_length(radius)) }
}

/// The sum of two vectors; fixed point saturates.
fn sum<V: Vector>(a: V, b: V) -> V {
    a.blend([b], [UnitOfVector::<V>::ONE])
}

/// A body swept by a ball: its margin grows by a radius, which the kernel adds to the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<T: Support> {
    shape: T,
    radius: ScalarOf<T>,
}

impl<T: Support> Rounded<T> {
    /// Sweeps a body by a ball of the given radius, which may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Cuboid, Point, Rounded, vec3};
    ///
    /// let pillow = Rounded::new(Cuboid::new(vec3(1.0, 1.0, 1.0))?, 0.5)?;
    /// assert_eq!(gjk::distance(&pillow, &Point::new(vec3(4.0, 5.0, 0.0))?).distance, 4.5); // five from the box's edge
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(shape: T, radius: ScalarOf<T>) -> Result<Self, Error> {
        error::size(saturating_sum(shape.margin(), error::size(radius)?))?;
        Ok(Self { shape, radius })
    }
}

impl<T: Support> Support for Rounded<T> {
    type Vector = T::Vector;

    #[inline]
    fn support(&self, dir: Self::Vector) -> Self::Vector {
        self.shape.support(dir)
    }

    fn margin(&self) -> ScalarOf<Self> {
        saturating_sum(self.shape.margin(), self.radius)
    }

    fn center(&self) -> Self::Vector {
        self.shape.center()
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope()
    }

    #[inline]
    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        self.shape.support_from(dir, hint)
    }

    #[inline]
    fn support_near(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        self.shape.support_near(dir, hint)
    }

    #[inline]
    fn reach_near(&self, dir: Self::Vector, hint: Hint) -> (AreaOfVector<Self::Vector>, ScalarOf<Self>) {
        self.shape.reach_near(dir, hint)
    }

    #[inline]
    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        self.shape.vertex_from(hint)
    }

    #[inline]
    fn as_point(&self) -> Option<Self::Vector> {
        self.shape.as_point()
    }

    #[inline]
    fn as_segment(&self) -> Option<(Self::Vector, Self::Vector)> {
        self.shape.as_segment()
    }

    #[inline]
    fn nearest_to(&self, point: Self::Vector) -> Option<Self::Vector> {
        self.shape.nearest_to(point)
    }

    #[inline]
    fn entry_normal(&self, start: Self::Vector, dir: Self::Vector) -> Option<Self::Vector> {
        self.shape.entry_normal(start, dir)
    }

    #[inline]
    fn entry_facet(
        &self,
        start: Self::Vector,
        dir: Self::Vector,
        hint: &mut Hint,
    ) -> Option<(Self::Vector, [Self::Vector; 3])> {
        self.shape.entry_facet(start, dir, hint)
    }

    #[inline]
    fn as_revolved(&self) -> Option<(Self::Vector, Self::Vector)> {
        self.shape.as_revolved()
    }

    #[inline]
    fn as_box(&self) -> Option<Self::Vector> {
        self.shape.as_box()
    }

    #[inline]
    fn corner(&self, number: u32) -> Option<Self::Vector> {
        self.shape.corner(number)
    }
}

/// The feature of the body that is swept.
impl<T: Faceted> Faceted for Rounded<T> {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        self.shape.feature(dir)
    }
}

/// All sums of a point of one body and a point of another. Both are given in one frame, and so is the sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinkowskiSum<A, B> {
    a: A,
    b: B,
}

impl<A: Support, B: Support<Vector = A::Vector>> MinkowskiSum<A, B> {
    /// The sum of two bodies.
    ///
    /// ```
    /// use gjk::{MinkowskiSum, Point, Rectangle, Segment, vec2};
    ///
    /// let tile = Rectangle::new(vec2(1.0, 1.0))?;
    /// let way = Segment::new(vec2(0.0, 0.0), vec2(3.0, 0.0))?;
    /// let swept = MinkowskiSum::new(tile, way); // from x = -1 to x = 4
    /// assert_eq!(gjk::distance(&swept, &Point::new(vec2(6.0, 0.5))?).distance, 2.0);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn new(a: A, b: B) -> Self {
        Self { a, b }
    }
}

impl<A: Support, B: Support<Vector = A::Vector>> Support for MinkowskiSum<A, B> {
    type Vector = A::Vector;

    fn support(&self, dir: Self::Vector) -> Self::Vector {
        self.support_from(dir, &mut Hint::default())
    }

    fn margin(&self) -> ScalarOf<Self> {
        saturating_sum(self.a.margin(), self.b.margin())
    }

    fn center(&self) -> Self::Vector {
        sum(self.a.center(), self.b.center())
    }

    fn is_polytope(&self) -> bool {
        self.a.is_polytope() && self.b.is_polytope()
    }

    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let (mut of_a, mut of_b) = hint.split();
        let sum = sum(self.a.support_from(dir, &mut of_a), self.b.support_from(dir, &mut of_b));
        *hint = Hint::join(of_a, of_b);
        sum
    }

    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        let (of_a, of_b) = hint.split();
        Some(sum(self.a.vertex_from(of_a)?, self.b.vertex_from(of_b)?))
    }
}

/// One point: facets of sums are not made.
impl<A: Support, B: Support<Vector = A::Vector>> Faceted for MinkowskiSum<A, B> {}

/// The convex hull of two bodies: of a body at two poses, all that it sweeps on a straight way.
///
/// The hull of two bodies with margins has the smaller one; what the other has more goes into its support point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullOfTwo<A, B> {
    a: A,
    b: B,
}

impl<A: Support, B: Support<Vector = A::Vector>> HullOfTwo<A, B> {
    /// The hull of two bodies. That of a ball at two poses is a capsule.
    ///
    /// ```
    /// use gjk::{Ball, Capsule, HullOfTwo, Point, Pose, vec3};
    ///
    /// let ball = Ball::new(0.5)?;
    /// let (start, end) = (vec3(-2.0, 0.0, 0.0), vec3(2.0, 0.0, 0.0));
    /// let swept = HullOfTwo::new(ball.at(Pose::translation(start)?), ball.at(Pose::translation(end)?));
    /// let point = Point::new(vec3(1.0, 3.0, 0.0))?;
    /// assert_eq!(gjk::distance(&swept, &point).distance, 2.5);
    /// assert_eq!(gjk::distance(&Capsule::new(start, end, 0.5)?, &point).distance, 2.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn new(a: A, b: B) -> Self {
        Self { a, b }
    }
}

impl<A: Support, B: Support<Vector = A::Vector>> Support for HullOfTwo<A, B> {
    type Vector = A::Vector;

    fn support(&self, dir: Self::Vector) -> Self::Vector {
        self.support_from(dir, &mut Hint::default())
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.a.margin().min(self.b.margin())
    }

    fn center(&self) -> Self::Vector {
        self.a.center().midpoint(self.b.center())
    }

    fn is_polytope(&self) -> bool {
        self.a.is_polytope() && self.b.is_polytope() && self.a.margin() == self.b.margin()
    }

    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let (mut of_a, mut of_b) = hint.split();
        let common = self.margin();
        let more = |margin| saturating_difference(margin, common);
        let a = rounded_support(&self.a, more(self.a.margin()), dir, &mut of_a);
        let b = rounded_support(&self.b, more(self.b.margin()), dir, &mut of_b);
        *hint = Hint::join(of_a, of_b);
        if dir.dot(b) > dir.dot(a) { b } else { a }
    }
}

/// One point: facets between the two bodies are not made.
impl<A: Support, B: Support<Vector = A::Vector>> Faceted for HullOfTwo<A, B> {}

/// A body from a closure that is its support function.
///
/// ```
/// use gjk::{SupportFn, Vec2, vec2};
///
/// let diamond = SupportFn::new(|dir: Vec2<f64>| {
///     if dir.x.abs() > dir.y.abs() { vec2(dir.x.signum(), 0.0) } else { vec2(0.0, dir.y.signum()) }
/// });
/// let gap = gjk::distance(&diamond, &gjk::Point::new(vec2(2.0, 0.0))?);
/// assert_eq!(gap.distance, 1.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SupportFn<V, F> {
    function: F,
    vector: PhantomData<V>,
}

impl<V: Vector, F: Fn(V) -> V> SupportFn<V, F> {
    /// A body from its support function, which must be as [`Support::support`] demands.
    #[must_use]
    pub fn new(function: F) -> Self {
        Self { function, vector: PhantomData }
    }
}

impl<V: Vector, F: Fn(V) -> V> Support for SupportFn<V, F> {
    type Vector = V;

    #[inline]
    fn support(&self, dir: V) -> V {
        (self.function)(dir)
    }
}

/// One point: only the support function is known.
impl<V: Vector, F: Fn(V) -> V> Faceted for SupportFn<V, F> {}

/// Short ways to build bodies from bodies. Every [`Support`] has them.
///
/// ```
/// use gjk::{Ball, Cuboid, Point, Pose, SupportExt, vec3};
///
/// let pillow = Cuboid::new(vec3(1.0, 1.0, 1.0))?.rounded(0.5)?;
/// let aloft = pillow.at(Pose::translation(vec3(0.0, 0.0, 4.0))?);
/// assert_eq!(gjk::distance(&aloft, &Point::ORIGIN).distance, 2.5);
///
/// let lifted = pillow.hull_with(aloft); // all between the two
/// assert!(gjk::intersects(&lifted, &Point::new(vec3(1.25, 0.0, 2.0))?));
///
/// let grown = pillow.plus(Ball::new(1.0)?);
/// assert_eq!(gjk::distance(&grown, &Point::new(vec3(5.0, 0.0, 0.0))?).distance, 2.5);
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait SupportExt: Support + Sized {
    /// This body at a rigid pose.
    #[must_use]
    fn at(self, pose: crate::Pose<Self::Vector>) -> crate::Posed<Self> {
        crate::Posed::new(self, pose)
    }

    /// This body under an affine map, which may scale, shear and mirror.
    ///
    /// ```
    /// use gjk::{Affine, Ball, Point, SupportExt, vec3};
    ///
    /// let rows = [vec3(3.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];
    /// let egg = Ball::new(1.0_f64)?.transformed(Affine::new(rows, vec3(0.0, 0.0, 0.0))?);
    /// let gap = gjk::distance(&egg, &Point::new(vec3(5.0, 0.0, 0.0))?);
    /// assert!((gap.distance - 2.0).abs() < 1e-7);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    fn transformed(self, map: crate::Affine<Self::Vector>) -> crate::Transformed<Self> {
        crate::Transformed::new(self, map)
    }

    /// This body swept by a ball.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    fn rounded(self, radius: ScalarOf<Self>) -> Result<Rounded<Self>, Error> {
        Rounded::new(self, radius)
    }

    /// The Minkowski sum of this body and another.
    #[must_use]
    fn plus<B: Support<Vector = Self::Vector>>(self, other: B) -> MinkowskiSum<Self, B> {
        MinkowskiSum::new(self, other)
    }

    /// The convex hull of this body and another.
    #[must_use]
    fn hull_with<B: Support<Vector = Self::Vector>>(self, other: B) -> HullOfTwo<Self, B> {
        HullOfTwo::new(self, other)
    }
}

impl<T: Support> SupportExt for T {}
