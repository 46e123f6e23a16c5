//! Bodies made of other bodies: Minkowski sum, convex hull of two, and a body from a closure.

use crate::body::feature::Faceted;
use crate::body::hint::Hint;
use crate::body::rounded::rounded_support;
use crate::body::support::{ScalarOf, Support};
use crate::number::scalar::{Scalar, saturating_difference, saturating_sum};
use crate::number::vector::Vector;
use core::marker::PhantomData;

/// The Minkowski sum: all sums of a point of one body and a point of another. Both bodies and the sum are in one frame.
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

/// The convex hull of two bodies. For one body at two places it is everything that the body sweeps on the straight path
/// between them. Its margin is the smaller of the two margins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullOfTwo<A, B> {
    a: A,
    b: B,
}

impl<A: Support, B: Support<Vector = A::Vector>> HullOfTwo<A, B> {
    /// The hull of two bodies.
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
    /// A body from its support function, which must do what [`Support::support`] demands.
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
