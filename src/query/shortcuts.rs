//! The shortcuts of a pair, each with what it needs of a query and of its memory, and with what it leaves there for the
//! next query. With an observer they give `None`, so that it sees the search.
//!
//! Without the attributes of inlining in this file the three queries of boxes in `I16F16`, built for size, take 18 %
//! more flash on a Cortex-M4F, because EPA is linked.

use crate::body::support::Support;
use crate::kernel::observer::Observer;
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;
use crate::pair::place::{InA, Placed, Placement};
use crate::query::question::Question;
use crate::query::warm::Memory;
use crate::shortcut::boxes::Boxes;
use crate::shortcut::calipers::{self, CalipersFound};
use crate::shortcut::certificate::Certificate;
use crate::shortcut::polygons::Polygons;
use crate::shortcut::{alternate, boxes_fixed, reuse_features};
use core::iter;

/// Whether one of the bodies has a margin: then bodies whose cores are apart may overlap.
pub fn has_margins<A, B, P, V>(Question { a, b, .. }: Question<'_, A, B, P, V>) -> bool
where
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    V: Vector,
{
    a.margin() > V::Scalar::NIL || b.margin() > V::Scalar::NIL
}

/// The nearest points of two polygons, by rotating calipers. They start at the corners in the memory if that succeeds,
/// and leave those that they end at.
#[inline(always)]
pub fn by_calipers<'q, V, A, B, P, O, M>(
    Question { a, b, .. }: Question<'q, A, B, P, V>,
    placed: &'q InA<'q, P>,
    _: &O,
    memory: &mut M,
) -> Option<Certificate<'q, InA<'q, P>, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    if O::ACTIVE {
        return None;
    }
    let walk = |start| calipers::by_calipers(a, b, placed, start);
    let start = memory.pair(0);
    let warm = if start.is_some() { walk(start) } else { None };
    let CalipersFound { gap, at, to } = warm.or_else(|| walk(None))?;
    memory.keep_pairs(-gap.dir(), || Some(iter::once(at).chain(to)));
    Some(gap)
}

/// The displacement between two cores, if alternating projections find it.
#[inline(always)]
pub fn by_alternation<'q, V, A, B, P, O, M>(
    Question { a, b, settings, aim, .. }: Question<'q, A, B, P, V>,
    placed: &'q InA<'q, P>,
    _: &O,
    memory: &mut M,
) -> Option<Certificate<'q, InA<'q, P>, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    if O::ACTIVE {
        return None;
    }
    let ends = (settings.tolerance_of(a, b), aim.limit());
    let gap = if !V::Scalar::IS_FLOAT {
        boxes_fixed::by_alternation((a, b), placed, memory.nearest(), ends)?
    } else {
        alternate::by_alternation((a, b), placed, memory.nearest(), ends)?
    };
    memory.keep_nearest(gap.witness());
    memory.keep_pairs(-gap.dir(), || reuse_features::pairs_of_boxes((a, b), placed, gap.witness()));
    Some(gap)
}

/// The displacement between two cores, if the vertices that carried the last answer carry this one.
#[inline(always)]
pub fn by_kept_features<'q, V, A, B, P, O, M>(
    Question { a, b, placement, settings, aim }: Question<'q, A, B, P, V>,
    _: &O,
    memory: &mut M,
) -> Option<Certificate<'q, P, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placed<V>,
    O: Observer<V>,
    M: Memory<V>,
{
    if O::ACTIVE || memory.pair(0).is_none() {
        return None;
    }
    // These pairs are left to alternating projections. A constant for most pairs of types, so the compiler removes one
    // of the branches.
    let are_boxes = a.as_box().is_some() && b.as_box().is_some();
    if alternate::can_alternate(a, b) && !are_boxes && !calipers::suit_calipers(a, b) {
        return None;
    }
    let ends = (settings.tolerance_of(a, b), aim.limit());
    let (gap, dir) = reuse_features::by_kept_features((a, b), placement, |number| memory.pair(number), ends)?;
    memory.keep_axis(-dir);
    Some(gap)
}

/// The separating-axis test of two boxes, which has yet to be run.
#[inline]
pub fn boxes<'q, V, A, B, P, O>(question: Question<'q, A, B, P, V>) -> Option<Boxes<'q, P, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
{
    if O::ACTIVE { None } else { Boxes::between(question.a, question.b, question.placement) }
}

/// The separating-axis test of two polygons; `only_touch` if nothing but the contact matters.
#[inline]
pub fn polygons<'q, V, A, B, P, O>(question: Question<'q, A, B, P, V>, only_touch: bool) -> Option<Polygons<'q, P, V>>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    O: Observer<V>,
{
    if O::ACTIVE { None } else { Polygons::between(question.a, question.b, question.placement, only_touch) }
}
