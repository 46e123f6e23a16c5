//! Bodies made of other bodies: rounding, Minkowski sum, convex hull of two, and a body from a closure.

use crate::error::{self, Error};
use crate::scalar::{Scalar, saturating_sum};
use crate::support::{Hint, ScalarOf, Support};
use crate::vector::{UnitOfVector, Vector};
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

/// A body swept by a ball: its margin grows by a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<T: Support> {
    shape: T,
    radius: ScalarOf<T>,
}

impl<T: Support> Rounded<T> {
    /// Sweeps a body by a ball.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    pub fn new(shape: T, radius: ScalarOf<T>) -> Result<Self, Error> {
        error::size(saturating_sum(shape.margin(), error::size(radius)?))?;
        Ok(Self { shape, radius })
    }
}

impl<T: Support> Support for Rounded<T> {
    type Vector = T::Vector;

    #[inline(always)]
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

    #[inline(always)]
    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        self.shape.support_from(dir, hint)
    }
}

/// All sums of a point of one body and a point of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinkowskiSum<A, B> {
    a: A,
    b: B,
}

impl<A: Support, B: Support<Vector = A::Vector>> MinkowskiSum<A, B> {
    /// The sum of two bodies.
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
}

/// The convex hull of two bodies: of a body at two poses, all that it sweeps on a straight way.
///
/// The hull of two bodies with margins has the smaller one; what the other has more goes into its support point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullOfTwo<A, B> {
    a: A,
    b: B,
}

impl<A: Support, B: Support<Vector = A::Vector>> HullOfTwo<A, B> {
    /// The hull of two bodies.
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
        let a = rounded_support(&self.a, self.a.margin() - common, dir, &mut of_a);
        let b = rounded_support(&self.b, self.b.margin() - common, dir, &mut of_b);
        *hint = Hint::join(of_a, of_b);
        if dir.dot(b) > dir.dot(a) { b } else { a }
    }
}

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

    #[inline(always)]
    fn support(&self, dir: V) -> V {
        (self.function)(dir)
    }
}

/// Short ways to build bodies from bodies.
pub trait SupportExt: Support + Sized {
    /// This body at a rigid pose.
    #[must_use]
    fn at(self, pose: crate::Pose<Self::Vector>) -> crate::Posed<Self> {
        crate::Posed::new(self, pose)
    }

    /// This body under an affine map.
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
