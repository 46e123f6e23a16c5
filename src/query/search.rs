//! Distance and depth: by a shortcut, or else by a search with GJK, and EPA where no plane separates the cores.
//!
//! Without the attributes of inlining in this file the three queries of boxes in `f32`, built for size, take 6 % more
//! stack on a Cortex-M4F.

use crate::body::support::Body;
use crate::kernel::difference::{Difference, Rescale};
use crate::kernel::gjk::goal::DistanceEnd;
use crate::kernel::observer::Observer;
use crate::kernel::polytope::{Polytope, Workspace};
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;
use crate::pair::place::{Placed, Placement};
use crate::pair::record::Record;
use crate::pair::result::{Penetration, Proximity, Separation, Status};
use crate::pair::warm::Memory;
use crate::query::approach::Approach;
use crate::query::question::Question;
use crate::shortcut::table;
use core::borrow::Borrow as _;

/// The distance.
#[inline(always)]
pub fn separation<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>, M: Memory<V>>(
    question: Question<'_, A, B, P, V>,
    observer: &mut O,
    memory: &mut M,
) -> Separation<V> {
    let Question { a, b, placement, .. } = question;
    table::distance((a, b), placement, question.ends(), (observer, memory), |observer, memory| {
        searched(question, observer, memory)
    })
}

/// The distance, by a search; if rounding stalled a warm one, by a cold one. It computes the relative placement again,
/// so that the one computed for the shortcuts need not be kept in memory.
#[inline]
fn searched<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>, M: Memory<V>>(
    question: Question<'_, A, B, P, V>,
    observer: &mut O,
    memory: &mut M,
) -> Separation<V> {
    let placement = question.placement.placement();
    let question = question.with(placement.borrow());
    if memory.is_warm() {
        let separation = search(question, observer, memory);
        if separation.status != Status::Stalled {
            return separation;
        }
        memory.forget();
    }
    search(question, observer, memory)
}

/// The distance, by one search. Written as a loop in `searched` it takes 60 % more stack for a warm distance of boxes
/// on a Cortex-M4F.
#[inline]
fn search<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, O: Observer<V>, M: Memory<V>>(
    question: Question<'_, A, B, P, V>,
    observer: &mut O,
    memory: &mut M,
) -> Separation<V> {
    let mut record = memory.record();
    let mut approach = Approach::new(question, None, &mut record);
    approach.run(observer);
    approach.settle();
    approach.remember(approach.is_apart());
    approach.separation()
}

/// Distance or depth, with the caller's workspace if there is one. Inlined, so that a query with a workspace takes no
/// stack for the default one. `map` converts the result to the caller's type at each place where it is found, so that
/// that of a shortcut need not go through memory.
#[inline(always)]
pub fn measure_with<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, T>(
    question: Question<'_, A, B, P, V>,
    workspace: Option<Polytope<'_, V>>,
    observer: &mut impl Observer<V>,
    memory: &mut impl Memory<V>,
    map: impl Fn(Proximity<V>) -> T,
) -> T {
    let Question { a, b, placement, .. } = question;
    let ends = question.ends();
    table::proximity((a, b), placement, ends, (observer, memory), &map, |placement, observer, memory| {
        let question = question.with(placement);
        map(match workspace {
            Some(mut polytope) => measure(question, &mut polytope, observer, memory),
            None => measure_on_the_stack(question, observer, memory),
        })
    })
}

/// [`measure`] with a workspace of the default size. Out of line, so that callers with a workspace of their own take no
/// stack for it.
#[inline(never)]
fn measure_on_the_stack<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>>(
    question: Question<'_, A, B, P, V>,
    observer: &mut impl Observer<V>,
    memory: &mut impl Memory<V>,
) -> Proximity<V> {
    measure(question, &mut Workspace::<V>::new().polytope(), observer, memory)
}

/// Distance or depth, whichever applies. If rounding stalled a search that could start from known points, another one
/// runs without them. Known points are those of the last query and, for EPA, also those that GJK met, so this applies
/// to an empty state, too.
#[inline(never)]
fn measure<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, O: Observer<V>, M: Memory<V>>(
    question: Question<'_, A, B, P, V>,
    polytope: &mut Polytope<'_, V>,
    observer: &mut O,
    memory: &mut M,
) -> Proximity<V> {
    let (mut zoom, mut recalls) = (None, M::RECALLS);
    loop {
        let mut record = memory.record();
        if !recalls {
            record.withhold();
        }
        let mut approach = Approach::new(question, zoom, &mut record);
        approach.run(observer);
        approach.settle();
        let found = if approach.is_apart() {
            approach.remember(true);
            Ok(Proximity::Separated(approach.separation()))
        } else if approach.lower > approach.resolution || approach.search.end == DistanceEnd::Support {
            approach.remember(false);
            Ok(Proximity::Overlapping(approach.margin_penetration()))
        } else if let Some(mut boxes) =
            table::touching_boxes::<_, _, _, _, O>((question.a, question.b), question.placement)
        {
            approach.remember(false);
            boxes.look();
            let iterations = approach.search.iterations;
            // A search that hit a cap may have missed what a separating plane proves.
            Ok(match boxes.beyond(V::Scalar::NIL) {
                Some(gap) => Proximity::Separated(Separation { iterations, status: Status::IterationLimit, ..gap }),
                None if approach.is_kept_apart(boxes.plane()) => Proximity::Overlapping(approach.margin_penetration()),
                None => Proximity::Overlapping(Penetration { iterations, ..boxes.touching_penetration() }),
            })
        } else {
            // The axis between cores that nearly touch has few correct digits; EPA finds a better one.
            approach.expand(question.settings, polytope, observer)
        };
        if found.is_err() {
            approach.cso.zoom_out();
            zoom = Some(approach.cso.zoom());
        }
        drop(approach);
        drop(record);
        match found {
            Ok(proximity) if !recalls || proximity.status() != Status::Stalled => return proximity,
            Ok(_) => {
                memory.forget();
                recalls = false;
            }
            Err(Rescale) => {}
        }
    }
}
