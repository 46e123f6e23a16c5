//! Bodies with a pose of their own, seen in the frames of their cores. A query about balls, capsules or boxes [at
//! poses](crate::Posed) becomes one about their cores, with the poses of the bodies as the poses of the query. So it
//! takes the path, and the time, of a query that is given the poses.

use crate::body::form::{Core, Form};
use crate::body::hint::Hint;
use crate::body::support::{Body, ScalarOf, Support, form_of};
use crate::kernel::observer::Observer;
use crate::number::scalar::Area;
use crate::number::vector::{AreaOfVector, Vector};
use crate::pair::place::Placed;

/// A body without the pose of its form. It asks the body for its form at each call, so that the compiler knows the
/// form.
pub struct Unposed<'b, T: ?Sized>(pub &'b T);

/// The placement of the cores of two bodies, if at least one body has a pose, both cores are points, segments or
/// boxes, and shortcuts are to be tried. `None` where poses would have to be composed: the rounding of a position far
/// away would not show in the sizes of the cores, by which a shortcut measures its slack. `None` also for trait
/// objects, whose poses show at run time only: a second copy of the shortcuts for them would take 36 kB of flash on a
/// Cortex-M4F.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn placed_cores<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>>(
    (a, b): (&A, &B),
    placed: &P,
) -> Option<P::Posed> {
    if O::SEARCH_ONLY {
        return None;
    }
    let (a, b) = (form_of(a), form_of(b));
    if !a.is_typed || !b.is_typed || a.is_nested || b.is_nested {
        return None;
    }
    let is_simple = |core: &Core<'_, V>| matches!(core, Core::Point(_) | Core::Segment(..) | Core::Box(_));
    if (a.pose.is_none() && b.pose.is_none()) || !is_simple(&a.core) || !is_simple(&b.core) {
        return None;
    }
    placed.posed(a.pose, b.pose)
}

impl<T: Support + ?Sized> Support for Unposed<'_, T> {
    type Vector = T::Vector;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn support(&self, dir: T::Vector) -> T::Vector {
        match form_of(self.0).core {
            Core::Point(point) => point,
            Core::Segment(a, b) => {
                let is_second = dir.dot(b - a) > AreaOfVector::<T::Vector>::ZERO;
                if is_second { b } else { a }
            }
            Core::Box(half) => half.with_signs_of(dir),
            _ => self.0.support(dir),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn margin(&self) -> ScalarOf<T> {
        self.0.margin()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn center(&self) -> T::Vector {
        match form_of(self.0).core {
            Core::Point(point) => point,
            Core::Segment(a, b) => a.midpoint(b),
            _ => T::Vector::ZERO,
        }
    }

    fn is_polytope(&self) -> bool {
        self.0.is_polytope()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn vertex(&self, hint: Hint) -> Option<T::Vector> {
        match form_of(self.0).core {
            Core::Point(point) => Some(point),
            Core::Segment(a, b) => Some(if hint.number() == 0 { a } else { b }),
            Core::Box(half) => Some(half.with_negative_bits(hint.number())),
            _ => None,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn form(&self) -> Form<'_, T::Vector> {
        Form::of(form_of(self.0).core)
    }
}

/// A trait object with its form, which is asked for once: asked for at each call, it would be written to memory anew.
/// Without this type a tick of `examples/firmware`, which asks for distances, takes 12 % more instructions on a
/// Cortex-M4F. It also takes more if depths use this type too, because they then share a copy of the alternating
/// projections with the distances.
pub struct Known<'b, T: Support + ?Sized> {
    body: &'b T,
    form: Form<'b, T::Vector>,
}

impl<'b, T: Support + ?Sized> Known<'b, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(body: &'b T) -> Self {
        Self { body, form: form_of(body) }
    }
}

impl<T: Support + ?Sized> Support for Known<'_, T> {
    type Vector = T::Vector;

    fn support(&self, dir: T::Vector) -> T::Vector {
        self.body.support(dir)
    }

    fn margin(&self) -> ScalarOf<T> {
        self.body.margin()
    }

    fn center(&self) -> T::Vector {
        self.body.center()
    }

    fn is_polytope(&self) -> bool {
        self.body.is_polytope()
    }

    fn support_from(&self, dir: T::Vector, hint: &mut Hint) -> T::Vector {
        self.body.support_from(dir, hint)
    }

    fn vertex(&self, hint: Hint) -> Option<T::Vector> {
        self.body.vertex(hint)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn form(&self) -> Form<'_, T::Vector> {
        Form { is_typed: false, ..self.form }
    }
}
