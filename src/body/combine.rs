//! Bodies made of other bodies: a body at a pose, under an affine map or swept by a ball, and the sum and the hull of
//! two bodies; and a body from a closure.

use crate::body::feature::{Faceted, Feature};
use crate::body::form::Form;
use crate::body::hint::Hint;
use crate::body::support::{ScalarOf, Support, with_core_of};
use crate::number::error::{self, Error};
use crate::number::pose::{Affine, Pose};
use crate::number::scalar::{Scalar, saturating_difference, saturating_sum};
use crate::number::vector::Vector;
use core::marker::PhantomData;

/// Methods that build a body from one or two others. Every sized type that implements [`Support`] has them.
///
/// ```
/// use gjk::{Ball, Cuboid, Point, Pose, SupportExt, vec3};
///
/// let pillow = Cuboid::new(vec3(1.0, 1.0, 1.0))?.rounded(0.5)?;
/// let aloft = pillow.at(Pose::translation(vec3(0.0, 0.0, 4.0))?);
/// assert_eq!(gjk::distance(&aloft, &Point::ORIGIN).distance, 2.5);
/// assert!(gjk::intersects(&pillow.hull_with(aloft), &Point::new(vec3(1.25, 0.0, 2.0))?)); // all between the two
/// assert_eq!(gjk::distance(&aloft.plus(Ball::new(1.0)?), &Point::ORIGIN).distance, 1.5);
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait SupportExt: Support + Sized {
    /// This body at a rigid pose, which maps the frame of this body to that of the result.
    #[must_use]
    fn at(self, pose: Pose<Self::Vector>) -> Posed<Self> {
        Posed::new(self, pose)
    }

    /// This body under an affine map, which may scale, shear and mirror.
    ///
    /// ```
    /// use gjk::{Affine, Ball, Point, SupportExt, vec3};
    ///
    /// let rows = [vec3(3.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];
    /// let egg = Ball::new(1.0_f64)?.transformed(Affine::new(rows, vec3(0.0, 0.0, 0.0))?);
    /// assert!(gjk::intersects(&egg, &Point::new(vec3(2.9, 0.0, 0.0))?));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    fn transformed(self, map: Affine<Self::Vector>) -> Transformed<Self> {
        Transformed::new(self, map)
    }

    /// This body swept by a ball of the given radius, which may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    fn rounded(self, radius: ScalarOf<Self>) -> Result<Rounded<Self>, Error> {
        Rounded::new(self, radius)
    }

    /// The Minkowski sum of this body and another, both in one frame.
    #[must_use]
    fn plus<B: Support<Vector = Self::Vector>>(self, other: B) -> MinkowskiSum<Self, B> {
        MinkowskiSum::new(self, other)
    }

    /// The convex hull of this body and another, both in one frame.
    #[must_use]
    fn hull_with<B: Support<Vector = Self::Vector>>(self, other: B) -> HullOfTwo<Self, B> {
        HullOfTwo::new(self, other)
    }
}

impl<T: Support> SupportExt for T {}

/// A body at a rigid pose, which maps the frame of the body to that of this one. Far from the origin its coordinates
/// are large and lose digits; poses that are given to a [`Query`](crate::Query) avoid that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<T: Support> {
    shape: T,
    pose: Pose<T::Vector>,
}

impl<T: Support> Posed<T> {
    /// Places a body at a pose.
    #[must_use]
    pub fn new(shape: T, pose: Pose<T::Vector>) -> Self {
        Self { shape, pose }
    }
}

impl<T: Support> Support for Posed<T> {
    type Vector = T::Vector;

    fn support(&self, dir: Self::Vector) -> Self::Vector {
        self.support_from(dir, &mut Hint::default())
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.shape.margin()
    }

    fn center(&self) -> Self::Vector {
        self.pose.apply(self.shape.center())
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope()
    }

    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let local = Self::Vector::turn_back(&self.pose.rotation.rows, dir);
        self.pose.apply(self.shape.support_from(local, hint))
    }

    fn vertex(&self, hint: Hint) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.vertex(hint)?))
    }

    fn form(&self) -> Form<'_, Self::Vector> {
        self.shape.form().posed(&self.pose)
    }
}

/// The feature is that of the placed body, with its corners mapped by the pose.
impl<T: Faceted> Faceted for Posed<T> {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        let local = Self::Vector::turn_back(&self.pose.rotation.rows, dir);
        self.shape.feature(local).map(|corner| self.pose.apply(corner))
    }
}

/// The image of a body under an affine map. The margin of the body becomes part of the core, so that a ball becomes an
/// ellipsoid. In fixed point the map also magnifies the rounding of the body's points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transformed<T: Support> {
    shape: T,
    map: Affine<T::Vector>,
}

impl<T: Support> Transformed<T> {
    /// The image of a body under a map.
    #[must_use]
    pub fn new(shape: T, map: Affine<T::Vector>) -> Self {
        Self { shape, map }
    }
}

impl<T: Support> Support for Transformed<T> {
    type Vector = T::Vector;

    fn support(&self, dir: Self::Vector) -> Self::Vector {
        self.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> Self::Vector {
        self.map.apply(self.shape.center())
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope() && self.shape.margin() == ScalarOf::<T>::NIL
    }

    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let local = Self::Vector::map_linear_back(&self.map.rows, dir);
        // The transpose of a singular map takes some directions to zero; along those all points of the image lie
        // equally far.
        let local = if local == Self::Vector::ZERO { Self::Vector::first_axis() } else { local };
        self.map.apply(rounded_support(&self.shape, self.shape.margin(), local, hint))
    }

    /// The mapped vertex, if the body is a polytope without a margin. A ball around the core would be mapped to an
    /// ellipsoid.
    fn vertex(&self, hint: Hint) -> Option<Self::Vector> {
        Some(self.map.apply(self.shape.vertex(hint).filter(|_| self.is_polytope())?))
    }
}

/// The feature is that of the body, with its corners mapped. It is the support point if the body has a margin, which
/// the map distorts, or if the transposed map takes `dir` to zero.
impl<T: Faceted> Faceted for Transformed<T> {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        let local = Self::Vector::map_linear_back(&self.map.rows, dir);
        if self.shape.margin() == ScalarOf::<T>::NIL && local != Self::Vector::ZERO {
            self.shape.feature(local).map(|corner| self.map.apply(corner))
        } else {
            Feature::vertex(self.support(dir))
        }
    }
}

/// A body swept by a ball. The radius of the ball adds to the margin of the body; queries add margins to their results
/// exactly.
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

    with_core_of!(self, self.shape);

    fn margin(&self) -> ScalarOf<Self> {
        saturating_sum(self.shape.margin(), self.radius)
    }
}

/// The feature is that of the body without the ball: features lie on the core.
impl<T: Faceted> Faceted for Rounded<T> {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        self.shape.feature(dir)
    }
}

/// The Minkowski sum of two bodies: all sums of a point of one and a point of the other. Both are given in one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinkowskiSum<A, B> {
    a: A,
    b: B,
}

impl<A: Support, B: Support<Vector = A::Vector>> MinkowskiSum<A, B> {
    /// The Minkowski sum of two bodies.
    ///
    /// ```
    /// use gjk::{MinkowskiSum, Point, Rectangle, Segment, vec2};
    ///
    /// let (tile, path) = (Rectangle::new(vec2(1.0, 1.0))?, Segment::new(vec2(0.0, 0.0), vec2(3.0, 0.0))?);
    /// let swept = MinkowskiSum::new(tile, path); // from x = -1 to x = 4
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
        self.a.center().saturating_sum(self.b.center())
    }

    fn is_polytope(&self) -> bool {
        self.a.is_polytope() && self.b.is_polytope()
    }

    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let (mut of_a, mut of_b) = hint.split();
        let sum = self.a.support_from(dir, &mut of_a).saturating_sum(self.b.support_from(dir, &mut of_b));
        *hint = Hint::join(of_a, of_b);
        sum
    }

    fn vertex(&self, hint: Hint) -> Option<Self::Vector> {
        let (of_a, of_b) = hint.split();
        if of_a == Hint::NO_ROOM || of_b == Hint::NO_ROOM {
            return None;
        }
        Some(self.a.vertex(of_a)?.saturating_sum(self.b.vertex(of_b)?))
    }
}

/// The feature is the support point: facets of sums are not computed.
impl<A: Support, B: Support<Vector = A::Vector>> Faceted for MinkowskiSum<A, B> {}

/// The convex hull of two bodies, both given in one frame. The hull of one body at two positions is the volume that it
/// sweeps on the straight path between them. The margin is the smaller of the two margins; the excess of the larger one
/// is part of the core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullOfTwo<A, B> {
    a: A,
    b: B,
}

impl<A: Support, B: Support<Vector = A::Vector>> HullOfTwo<A, B> {
    /// The convex hull of two bodies.
    ///
    /// ```
    /// use gjk::{Ball, HullOfTwo, Point, Pose, vec3};
    ///
    /// let ball = Ball::new(0.5)?;
    /// let swept = HullOfTwo::new(ball, ball.at(Pose::translation(vec3(2.0, 0.0, 0.0))?)); // a capsule
    /// assert_eq!(gjk::distance(&swept, &Point::new(vec3(1.0, 3.0, 0.0))?).distance, 2.5);
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

/// The feature is the support point: facets between the two bodies are not computed.
impl<A: Support, B: Support<Vector = A::Vector>> Faceted for HullOfTwo<A, B> {}

/// A body whose support function is a closure.
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
    /// A body from its support function, which must keep the contract of [`Support::support`]. The body has no margin,
    /// and counts as curved.
    #[must_use]
    pub fn new(function: F) -> Self {
        Self { function, vector: PhantomData }
    }
}

impl<V: Vector, F: Fn(V) -> V> Support for SupportFn<V, F> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        (self.function)(dir)
    }
}

/// The feature is the support point: nothing else is known of the body.
impl<V: Vector, F: Fn(V) -> V> Faceted for SupportFn<V, F> {}

/// The support point of a core swept by a ball of `radius`.
fn rounded_support<T: Support + ?Sized>(shape: &T, radius: ScalarOf<T>, dir: T::Vector, hint: &mut Hint) -> T::Vector {
    let core = shape.support_from(dir, hint);
    if radius == ScalarOf::<T>::NIL { core } else { core.saturating_sum(dir.with_length(radius)) }
}
