//! Which shortcuts a query tries, in which order, before it searches. A shortcut answers only what its bounds prove;
//! everything else goes on to the next one and in the end to the search.

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

/// The distance. If rounding stalled a warm search, a cold one follows.
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
    // A constant for most pairs of types, so the compiler removes this block for the others. They compute the relative
    // placement only once, in the search.
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

/// Distance or depth, with the caller's workspace if there is one. Inlined, so that a query with a workspace takes no
/// stack for the default one.
///
/// `map` converts the result to the caller's type, at each place where it is found, so that the result of a shortcut
/// need not go through memory.
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
    // This shortcut gives no distance of polygons that are apart. If a distance is wanted, the search comes first, and
    // EPA continues from there.
    if limit <= V::Scalar::NIL
        && let Some(polygons) = polygons::<_, _, _, _, O>(question, false)
        && let Some(proximity) = polygons.proximity(limit)
    {
        return map(proximity);
    }
    // In fixed point the search does this: here the shortcut would take as much code again as it does in
    // [`separation`].
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
