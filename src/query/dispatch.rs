//! Which shortcuts a query tries, in which order, before it searches.

use crate::body::support::Support;
use crate::kernel::observer::Observer;
use crate::kernel::polytope::Polytope;
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;
use crate::pair::place::{InA, Placed};
use crate::pair::result::{Proximity, Separation};
use crate::query::question::Question;
use crate::query::search::{measure, measure_on_the_stack, searched};
use crate::query::shortcuts::{boxes, by_alternation, by_calipers, by_kept_features, has_margins, polygons};
use crate::query::warm::Memory;
use crate::shortcut::certificate::Certificate;
use crate::shortcut::{alternate, calipers, points};
use core::borrow::Borrow as _;
/// The distance. Where rounding stopped a search that began warm, another begins cold.
#[inline(always)]
pub fn separation<V, A, B, P, O, M>(
    question: Question<'_, A, B, P, V>,
    observer: &mut O,
    memory: &mut M,
) -> Separation<V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placed<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    let Question { a, b, placement, .. } = question;
    let gap = if O::ACTIVE { None } else { Certificate::between(a, b, placement) };
    let limit = question.aim.limit();
    if let Some(gap) = gap
        && let Some(separation) = gap.known_separation(limit)
    {
        return separation;
    }
    if let Some(gap) = by_kept_features(question, observer, memory)
        && let Some(separation) = gap.known_separation(limit)
    {
        return separation;
    }
    // The types tell, so how others lie to each other is worked out once.
    if !V::Scalar::IS_FLOAT || calipers::suit_calipers(a, b) || alternate::can_alternate(a, b) {
        let placement = placement.placement();
        let question = question.with(placement.borrow());
        let placed = InA(question.placement);
        if let Some(gap) = by_calipers(question, &placed, observer, memory)
            && let Some(separation) = gap.known_separation(limit)
        {
            return separation;
        }
        if let Some(gap) = by_alternation(question, &placed, observer, memory)
            && let Some(separation) = gap.known_separation(limit)
        {
            return separation;
        }
    }
    searched(question, observer, memory)
}

/// Distance or depth, with the caller's workspace if there is one. Inlined, so that where there is one no default has a
/// place on the stack.
///
/// `map` takes what is found to the caller's type, in every place where it is found: what is known without a search
/// need not go through memory for that.
#[inline(always)]
pub fn measure_with<V, A, B, P, O, M, T>(
    question: Question<'_, A, B, P, V>,
    workspace: Option<Polytope<'_, V>>,
    observer: &mut O,
    memory: &mut M,
    map: impl Fn(Proximity<V>) -> T,
) -> T
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placed<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    let Question { a, b, placement, .. } = question;
    if let Some(proximity) = if O::ACTIVE { None } else { points::proximity(a, b, placement) } {
        return map(proximity);
    }
    let limit = question.aim.limit();
    if V::Scalar::IS_FLOAT
        && limit > V::Scalar::NIL
        && let Some(gap) = by_kept_features(question, observer, memory)
        && let Some(proximity) = gap.known_proximity(limit)
    {
        return map(proximity);
    }
    let placement = question.placement.placement();
    let question = question.with(placement.borrow());
    if let Some(mut boxes) = boxes::<_, _, _, _, O>(question) {
        boxes.look();
        if let Some(proximity) = boxes.proximity(limit) {
            return map(proximity);
        }
    }
    let placed = InA(question.placement);
    if (limit > V::Scalar::NIL || has_margins(question))
        && let Some(gap) = by_calipers(question, &placed, observer, memory)
        && let Some(proximity) = gap.known_proximity(limit)
    {
        return map(proximity);
    }
    // Of polygons that are apart it tells no distance. If that is wanted, a search comes first, and EPA goes on from
    // there.
    if limit <= V::Scalar::NIL
        && let Some(polygons) = polygons::<_, _, _, _, O>(question, false)
        && let Some(proximity) = polygons.proximity(limit)
    {
        return map(proximity);
    }
    // In fixed point this is left to a search: it would take as much code again as it does for a distance.
    if V::Scalar::IS_FLOAT
        && limit > V::Scalar::NIL
        && let Some(gap) = by_alternation(question, &placed, observer, memory)
        && let Some(proximity) = gap.known_proximity(limit)
    {
        return map(proximity);
    }
    map(match workspace {
        Some(mut polytope) => measure(question, &mut polytope, observer, memory),
        None => measure_on_the_stack(question, observer, memory),
    })
}
