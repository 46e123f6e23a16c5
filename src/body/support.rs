//! Support functions: how the kernel sees a convex body.

use crate::body::form::Form;
use crate::body::hint::Hint;
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;

/// The scalar of a body's coordinates.
pub type ScalarOf<T> = <<T as Support>::Vector as Vector>::Scalar;

/// A convex body, given by its support function.
///
/// A user's shape needs one method. The body is the *core* that [`support`](Support::support) describes, swept by a
/// ball of radius [`margin`](Support::margin). In a test of your shape, call [`check_support`](crate::check_support):
/// it names a promise of this trait that the shape breaks.
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
    /// `dir` is not zero and its length has no meaning: compare points by `dir.dot(point)`. For fixed point `dir` is
    /// a raw block with components below 2^30 (2^62), so that such products always fit.
    fn support(&self, dir: Self::Vector) -> Self::Vector;

    /// The radius of the ball swept around the core; zero unless the shape says otherwise.
    fn margin(&self) -> ScalarOf<Self> {
        ScalarOf::<Self>::NIL
    }

    /// A point inside the body. Only the start of a search depends on it.
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

    /// The point that a hint stands for, if the shape numbers its vertices: the one that
    /// [`support_from`](Support::support_from) returned when it left this hint, else `None`, the default. The hint may
    /// hold any value, and the result must be a point of the core whatever it is; then a wrong
    /// [`WarmStart`](crate::WarmStart) costs time at most.
    fn vertex(&self, hint: Hint) -> Option<Self::Vector> {
        let _ = hint;
        None
    }

    /// The shape that the body is, for the shortcuts of queries. [`Form::OTHER`], the default, is always right. Another
    /// form has to be that of this very body: [`Form`] tells who may pass one on.
    fn form(&self) -> Form<'_, Self::Vector> {
        Form::OTHER
    }
}

/// A body of a vector type: the bound of functions over pairs, in one word.
pub(crate) trait Body<V: Vector>: Support<Vector = V> {}

impl<V: Vector, T: Support<Vector = V> + ?Sized> Body<V> for T {}

/// The form of a body, which knows whether the body is a trait object: a reference to one has two words.
#[inline(always)]
pub(crate) fn form_of<T: Support + ?Sized>(body: &T) -> Form<'_, T::Vector> {
    let form = body.form();
    Form { is_typed: form.is_typed && size_of::<&T>() == size_of::<&()>(), ..form }
}

/// All methods of [`Support`] but `margin`, for a body `$self` that has the core of the body `$inner`.
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
