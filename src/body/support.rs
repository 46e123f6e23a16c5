//! Support functions: how the kernel sees a convex body.

use crate::body::form::Form;
use crate::body::hint::Hint;
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;

/// The scalar of a body's coordinates.
pub type ScalarOf<T> = <<T as Support>::Vector as Vector>::Scalar;

/// A convex body, given by its support function.
///
/// The body is its *core*, which [`support`](Support::support) describes, swept by a ball of radius
/// [`margin`](Support::margin). Only `support` is required. All points are in the frame of the body, and all lengths in
/// the unit of its coordinates. In a test of your shape, call [`check_support`](crate::check_support), which reports a
/// promise of this trait that the shape breaks.
///
/// ```
/// use gjk::{Support, Vec3, vec3};
///
/// struct Pyramid;
///
/// impl Support for Pyramid {
///     type Vector = Vec3<f32>;
///     fn support(&self, dir: Vec3<f32>) -> Vec3<f32> {
///         let corner = vec3(1.0_f32.copysign(dir.x), 1.0_f32.copysign(dir.y), 0.0);
///         let top = vec3(0.0, 0.0, 1.0);
///         if dir.dot(top) > dir.dot(corner) { top } else { corner }
///     }
/// }
///
/// let gap = gjk::distance(&Pyramid, &gjk::Point::new(vec3(0.0, 0.0, 3.0))?);
/// assert_eq!(gap.distance, 2.0);
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait Support {
    /// The vector type of the coordinates.
    type Vector: Vector;

    /// A point of the core that lies farthest along `dir`.
    ///
    /// `dir` is not zero, and its length has no meaning: compare points by `dir.dot(point)`. If several points lie
    /// equally far, return any of them. In fixed point the raw bits of the components of `dir` are below 2^30 (2^62),
    /// so that these products always fit. In floats the largest component is between 2^−21 and 2^41 for `f32`, 2^−201
    /// and 2^301 for `f64`: scale `dir` before you raise components to powers, which would overflow.
    fn support(&self, dir: Self::Vector) -> Self::Vector;

    /// The radius of the ball that is swept along the core, from zero to [`Scalar::LIMIT`](crate::Scalar::LIMIT). The
    /// default is zero.
    fn margin(&self) -> ScalarOf<Self> {
        ScalarOf::<Self>::NIL
    }

    /// A point inside the body; the default is the origin. Only the start of a search depends on it.
    fn center(&self) -> Self::Vector {
        Self::Vector::ZERO
    }

    /// Is the core the convex hull of finitely many points, and does `support` return only those? Then a query runs
    /// until a vertex repeats instead of stopping at a tolerance. The default is `false`.
    fn is_polytope(&self) -> bool {
        false
    }

    /// The support point along `dir` as [`support`](Support::support) defines it, for shapes that search near their
    /// last answer. A query carries the hint from one call to the next, and this method may replace it. A hint may hold
    /// any value; a wrong one may cost time, but must not change how far the point lies. The default calls `support`.
    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let _ = hint;
        self.support(dir)
    }

    /// The point that [`support_from`](Support::support_from) returned when it left this hint, for shapes that number
    /// their vertices; `None`, the default, if the point is unknown. The hint may hold any value, but a returned point
    /// must always be one of the core, so that a wrong [`WarmStart`](crate::WarmStart) costs time at most.
    fn vertex(&self, hint: Hint) -> Option<Self::Vector> {
        let _ = hint;
        None
    }

    /// The kind of shape that the body is, for the shortcuts of queries. [`Form::OTHER`], the default, is always right.
    /// Any other form must describe this very body; see [`Form`] for types that wrap a shape.
    fn form(&self) -> Form<'_, Self::Vector> {
        Form::OTHER
    }
}

/// Short for `Support<Vector = V>`, for the bounds of functions over pairs.
pub(crate) trait Body<V: Vector>: Support<Vector = V> {}

impl<V: Vector, T: Support<Vector = V> + ?Sized> Body<V> for T {}

/// Are both cores polytopes? A constant for most pairs of types.
#[inline(always)]
pub(crate) fn are_polytopes<A: Support + ?Sized, B: Support + ?Sized>(a: &A, b: &B) -> bool {
    a.is_polytope() && b.is_polytope()
}

/// Is a type a trait object? A reference to one takes two words.
pub(crate) const fn is_trait_object<T: ?Sized>() -> bool {
    size_of::<&T>() != size_of::<&()>()
}

/// The form of a body. It clears `is_typed` if `T` is a trait object.
#[inline(always)]
pub(crate) fn form_of<T: Support + ?Sized>(body: &T) -> Form<'_, T::Vector> {
    let form = body.form();
    Form { is_typed: form.is_typed && !is_trait_object::<T>(), ..form }
}

/// Implements all methods of [`Support`] except `margin` for a body `$self` with the core of the body `$inner`.
macro_rules! with_core_of {
    ($self:ident, $inner:expr) => {
        fn support(&$self, dir: Self::Vector) -> Self::Vector {
            $inner.support(dir)
        }

        fn center(&$self) -> Self::Vector {
            $inner.center()
        }

        fn is_polytope(&$self) -> bool {
            $inner.is_polytope()
        }

        fn support_from(&$self, dir: Self::Vector, hint: &mut $crate::body::hint::Hint) -> Self::Vector {
            $inner.support_from(dir, hint)
        }

        fn vertex(&$self, hint: $crate::body::hint::Hint) -> Option<Self::Vector> {
            $inner.vertex(hint)
        }

        fn form(&$self) -> $crate::body::form::Form<'_, Self::Vector> {
            $crate::body::support::form_of(&$inner)
        }
    };
}
pub(crate) use with_core_of;

impl<T: Support + ?Sized> Support for &T {
    type Vector = T::Vector;

    with_core_of!(self, **self);

    fn margin(&self) -> ScalarOf<Self> {
        (**self).margin()
    }
}
