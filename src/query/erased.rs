//! Bodies and placements as the one search for all shapes sees them: without their types.
//!
//! A search that knows the types of its bodies is compiled once for each pair of types, which is fast. Without the
//! feature `speed`, and in builds with debug assertions, there is one copy for each vector type instead. It asks the
//! bodies through two functions, and knows everything else by value: see [`Erased`]. On a Cortex-M4F, built for size in
//! `f32`, the three queries (touch, distance, depth) of three pairs of shapes take 30 kB in this way, and 66 kB with a
//! search for each pair.
//!
//! Where `speed` is off, attributes keep some functions from being inlined. Without those in `kernel/simplex`, on
//! `direction` and on `max_abs` the distance of boxes takes 2.7 kB more; without the others the three queries of boxes
//! take 3.4 kB more.

#[cfg(feature = "speed")]
use crate::body::form::Form;
use crate::body::hint::Hint;
#[cfg(feature = "speed")]
use crate::body::support::form_of;
use crate::body::support::{Body, ScalarOf, Support};
use crate::kernel::observer::Observer;
use crate::number::vector::Vector;
use crate::pair::place::Placement;
#[cfg(not(feature = "speed"))]
use crate::pair::place::Relative;
use crate::query::question::Question;
#[cfg(not(feature = "speed"))]
use core::borrow::Borrow as _;

/// The support function of a body, and its vertices by their hints.
trait SupportMap<V: Vector> {
    fn support_from(&self, dir: V, hint: &mut Hint) -> V;

    fn vertex(&self, hint: Hint) -> Option<V>;
}

impl<V: Vector, T: Body<V> + ?Sized> SupportMap<V> for &T {
    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        (**self).support_from(dir, hint)
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        (**self).vertex(hint)
    }
}

/// A body whose type is forgotten. Its margin, center and kind are read once, when it is made.
pub struct Erased<'b, V: Vector> {
    map: &'b dyn SupportMap<V>,
    margin: V::Scalar,
    center: V,
    is_polytope: bool,
    /// With `speed` the depth of boxes has a shortcut, which needs their form.
    #[cfg(feature = "speed")]
    form: Form<'b, V>,
}

impl<'b, V: Vector> Erased<'b, V> {
    /// Forgets the type of a body. A search learns that the body is a box only with `has_form`. In builds with debug
    /// assertions this is not inlined: then its table of methods is one that `search/copies.rs` has.
    #[cfg_attr(debug_assertions, inline(never))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[cfg_attr(not(feature = "speed"), expect(unused_variables, reason = "only `speed` has the form"))]
    pub fn new<T: Body<V> + ?Sized>(body: &'b &T, has_form: bool) -> Self {
        Self {
            map: body,
            margin: body.margin(),
            center: body.center(),
            is_polytope: body.is_polytope(),
            #[cfg(feature = "speed")]
            form: if has_form { form_of(*body) } else { Form::OTHER },
        }
    }
}

impl<V: Vector> Support for Erased<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.map.support_from(dir, &mut Hint::default())
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.margin
    }

    fn center(&self) -> V {
        self.center
    }

    fn is_polytope(&self) -> bool {
        self.is_polytope
    }

    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        self.map.support_from(dir, hint)
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        self.map.vertex(hint)
    }

    #[cfg(feature = "speed")]
    fn form(&self) -> Form<'_, V> {
        self.form
    }
}

/// A question about any two bodies.
pub type AnyQuestion<'q, V, P> = Question<'q, Erased<'q, V>, Erased<'q, V>, P, V>;

impl<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>> Question<'_, A, B, P, V> {
    /// Asks this question about bodies whose types are forgotten.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of_erased<O: Observer<V>, T>(self, ask: impl FnOnce(AnyQuestion<'_, V, P>) -> T) -> T {
        let Self { a, b, placement, settings, aim } = self;
        let (a, b) = (&Erased::new(&a, !O::SEARCH_ONLY), &Erased::new(&b, !O::SEARCH_ONLY));
        ask(Question { a, b, placement, settings, aim })
    }

    /// Asks this question in the form that the search for all shapes takes. With `speed` the placement keeps its type,
    /// so that answers have the same bits as those of a search that knows all types.
    #[cfg(feature = "speed")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn erased<O: Observer<V>, T>(self, ask: impl FnOnce(AnyQuestion<'_, V, P>) -> T) -> T {
        self.of_erased::<O, _>(ask)
    }

    #[cfg(not(feature = "speed"))]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn erased<O: Observer<V>, T>(self, ask: impl FnOnce(AnyQuestion<'_, V, Relative<V>>) -> T) -> T {
        let Self { a, b, placement, settings, aim } = self;
        let placement = placement.relative();
        Question { a, b, placement: placement.borrow(), settings, aim }.of_erased::<O, _>(ask)
    }
}
