//! Distance and depth: by a shortcut, or else by a search with GJK, and EPA where no plane separates the cores.
//!
//! With the feature `speed` a search knows the types of the bodies, and is compiled for each pair of them. Without it,
//! and in builds with debug assertions, there is one copy for all: the functions whose names begin with `any`. For
//! builds with debug assertions this crate has compiled copies of them for floats (`search/copies.rs`); all other code
//! is compiled in the crate that asks. In a program built for size, compiled copies would keep its optimizer from
//! making the code small: three queries of boxes (touch, distance, depth) would take 5 kB more flash on a Cortex-M4F.
//!
//! Without the attributes of inlining in this file these three queries in `f32`, built for size, take 6 % more stack on
//! a Cortex-M4F.

use crate::body::support::Body;
use crate::kernel::difference::Rescale;
use crate::kernel::epa::Curved;
use crate::kernel::epa::outcome::DepthBounds;
use crate::kernel::gjk::goal::DistanceEnd;
use crate::kernel::gjk::secant_steps::{Extrapolate, Secants};
use crate::kernel::observer::{Observer, Watch};
use crate::kernel::polytope::{Polytope, Workspace, WorkspaceView};
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;
use crate::pair::place::{Placed, Placement};
use crate::pair::record::Record;
use crate::pair::result::{Penetration, Proximity, Separation, Status};
use crate::pair::warm::Memory;
use crate::query::approach::Approach;
use crate::query::erased::AnyQuestion;
use crate::query::question::{Aim, Question};
use crate::shortcut::table::{self, TouchingBoxes};
use core::borrow::Borrow as _;

#[cfg(debug_assertions)]
mod copies;

/// Is there one search for all shapes, instead of one for each pair of types?
const IS_ERASED: bool = cfg!(any(debug_assertions, not(feature = "speed")));

/// The tools of a search beside its question: the record of its support points, the secant steps if a body is curved,
/// and the observer.
pub struct Tools<'t, R: ?Sized, E: ?Sized, W: ?Sized> {
    record: &'t mut R,
    secants: Option<&'t mut E>,
    watch: &'t mut W,
}

/// The tools of the search for all shapes.
type AnyTools<'t, V, R, W> = Tools<'t, R, dyn Extrapolate<V> + 't, W>;

/// Forgets the type of a record in builds with debug assertions. There this is not inlined, so its table of methods is
/// one that `copies.rs` has. Without debug assertions the search knows the type, so that queries without a warm start
/// link nothing of one, which saves 600 bytes of flash for a distance on a Cortex-M4F. A program that asks with and
/// without a warm start has two copies of the search.
#[cfg(debug_assertions)]
#[inline(never)]
fn any_record<'t, V: Vector, R: Record<V> + 't>(record: &'t mut R) -> &'t mut (dyn Record<V> + 't) {
    record
}

#[cfg(not(debug_assertions))]
#[inline(always)]
fn any_record<V: Vector, R: Record<V>>(record: &mut R) -> &mut R {
    record
}

/// Forgets the type of an observer, as [`any_record`] does with a record.
#[cfg(debug_assertions)]
fn any_watch<'t, V: Vector, W: Watch<V> + 't>(watch: &'t mut W) -> &'t mut (dyn Watch<V> + 't) {
    watch
}

#[cfg(not(debug_assertions))]
#[inline(always)]
fn any_watch<V: Vector, W: Watch<V>>(watch: &mut W) -> &mut W {
    watch
}

/// Forgets the type of the secant steps. In builds with debug assertions this is not inlined, as [`any_record`].
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
fn any_secants<V: Vector>(secants: &mut Secants<V>) -> &mut dyn Extrapolate<V> {
    secants
}

/// May two bodies touch?
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn touch<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, O: Observer<V>, M: Memory<V>>(
    question: Question<'_, A, B, P, V>,
    watch: &mut O,
    memory: &mut M,
) -> bool {
    let record = &mut memory.record();
    // A search that only asks for a touch takes no secant steps.
    if IS_ERASED {
        question.erased::<O, _>(|question| {
            any_touch(question, Tools { record: any_record(record), secants: None, watch: any_watch(watch) })
        })
    } else {
        search_touch(question, Tools { record, secants: None::<&mut Secants<V>>, watch })
    }
}

/// [`search_touch`] for all shapes.
#[inline(never)]
fn any_touch<V: Vector, P: Placement<V>, R: Record<V> + ?Sized, W: Watch<V> + ?Sized>(
    question: AnyQuestion<'_, V, P>,
    tools: AnyTools<'_, V, R, W>,
) -> bool {
    search_touch(question, tools)
}

/// May two bodies touch? One search, without shortcuts.
#[cfg_attr(not(debug_assertions), inline(always))]
fn search_touch<V: Vector, A, B, P, R, E, W>(
    question: Question<'_, A, B, P, V>,
    Tools { record, mut secants, watch }: Tools<'_, R, E, W>,
) -> bool
where
    A: Body<V> + ?Sized,
    B: Body<V> + ?Sized,
    P: Placement<V>,
    R: Record<V> + ?Sized,
    E: Extrapolate<V> + ?Sized,
    W: Watch<V> + ?Sized,
{
    let mut zoom = None;
    loop {
        let mut approach = Approach::new(question, zoom, &mut *record);
        if approach.run(secants.as_deref_mut(), watch).is_err() {
            zoom = Some(approach.cso.zoom_out());
            continue;
        }
        let may_touch = approach.may_touch();
        approach.remember(!may_touch);
        return may_touch;
    }
}

/// The distance of two bodies, by a shortcut or a search.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn separation<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>, M: Memory<V>>(
    question: Question<'_, A, B, P, V>,
    observer: &mut O,
    memory: &mut M,
) -> Separation<V> {
    let Question { a, b, placement, aim, .. } = question;
    // A cast asks for a distance where the closed form has left it open.
    let has_tried = matches!(aim, Aim::Meet(_));
    table::distance((a, b), placement, (question.ends(), has_tried), (observer, memory), |observer, memory| {
        searched(question, observer, memory)
    })
}

/// The distance of two bodies, by a search. The relative placement is computed again, so that the one computed for the
/// shortcuts need not be kept in memory.
#[inline]
fn searched<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>, M: Memory<V>>(
    question: Question<'_, A, B, P, V>,
    watch: &mut O,
    memory: &mut M,
) -> Separation<V> {
    let (record, is_curved) = (&mut memory.record(), question.is_curved());
    let placement = question.placement.placement();
    let question = question.with(placement.borrow());
    if IS_ERASED {
        // Two calls: in a single one the compiler would not see that polytopes need no secant steps, and would link
        // them.
        let (record, watch) = (any_record(record), any_watch(watch));
        question.erased::<O, _>(|question| {
            if is_curved {
                any_distance(question, Tools { record, secants: Some(any_secants(&mut Secants::default())), watch })
            } else {
                any_distance(question, Tools { record, secants: None, watch })
            }
        })
    } else {
        let mut secants = is_curved.then(Secants::default);
        search_distance(question, Tools { record, secants: secants.as_mut(), watch })
    }
}

/// [`search_distance`] for all shapes.
#[inline(never)]
fn any_distance<V: Vector, P: Placement<V>, R: Record<V> + ?Sized, W: Watch<V> + ?Sized>(
    question: AnyQuestion<'_, V, P>,
    tools: AnyTools<'_, V, R, W>,
) -> Separation<V> {
    search_distance(question, tools)
}

/// The distance of two bodies by a search from the warm start; if rounding stalled that, by another one without it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn search_distance<V: Vector, A, B, P, R, E, W>(
    question: Question<'_, A, B, P, V>,
    tools: Tools<'_, R, E, W>,
) -> Separation<V>
where
    A: Body<V> + ?Sized,
    B: Body<V> + ?Sized,
    P: Placement<V>,
    R: Record<V> + ?Sized,
    E: Extrapolate<V> + ?Sized,
    W: Watch<V> + ?Sized,
{
    let Tools { record, mut secants, watch } = tools;
    if record.is_warm() {
        let separation = search(question, Tools { record, secants: secants.as_deref_mut(), watch });
        if separation.status != Status::Stalled {
            return separation;
        }
        record.clear();
        record.forget();
    }
    search(question, Tools { record, secants, watch })
}

/// The distance of two bodies, by one search. Written as a loop in `search_distance` it takes 60 % more stack for a
/// warm distance of boxes on a Cortex-M4F.
#[inline]
fn search<V: Vector, A, B, P, R, E, W>(question: Question<'_, A, B, P, V>, tools: Tools<'_, R, E, W>) -> Separation<V>
where
    A: Body<V> + ?Sized,
    B: Body<V> + ?Sized,
    P: Placement<V>,
    R: Record<V> + ?Sized,
    E: Extrapolate<V> + ?Sized,
    W: Watch<V> + ?Sized,
{
    let Tools { record, mut secants, watch } = tools;
    let mut zoom = None;
    loop {
        let mut approach = Approach::new(question, zoom, &mut *record);
        if approach.run(secants.as_deref_mut(), watch).is_err() {
            zoom = Some(approach.cso.zoom_out());
            continue;
        }
        approach.sharpen(secants);
        approach.settle();
        approach.remember(approach.is_apart());
        let mut is_last = false;
        loop {
            let found = approach.separation();
            if is_last || !may_reconsider(found.status) || !approach.reconsider() {
                return found;
            }
            is_last = true;
        }
    }
}

/// Is a search with this status searched on with more care, if its bounds are apart? Only with `speed`, because that
/// takes 1.9 kB of flash on a Cortex-M4F.
fn may_reconsider(status: Status) -> bool {
    cfg!(feature = "speed") && matches!(status, Status::Stalled | Status::Undecided)
}

/// Distance or depth, by a shortcut or a search with the caller's workspace if there is one. Inlined, so that a query
/// with a workspace takes no stack for the default one. `map` converts the result to the caller's type at each place
/// where a result is found, so that the result of a shortcut need not go through memory.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn measure_with<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placed<V>, O: Observer<V>, T>(
    question: Question<'_, A, B, P, V>,
    workspace: Option<WorkspaceView<'_, V>>,
    observer: &mut O,
    memory: &mut impl Memory<V>,
    map: impl Fn(Proximity<V>) -> T,
) -> T {
    let Question { a, b, placement, .. } = question;
    let ends = question.ends();
    table::proximity((a, b), placement, ends, (observer, memory), &map, |placement, observer, memory| {
        let question = question.with(placement);
        let narrow = |known: &mut DepthBounds<V>| table::narrow_depth::<_, _, _, _, O>((a, b), placement, known);
        let curved = Curved::with(&narrow);
        let (record, is_curved) = (&mut memory.record(), question.is_curved());
        map(if IS_ERASED {
            question.erased::<O, _>(|question| {
                let ask = |curved, tools| match workspace {
                    Some(workspace) => any_measure(question, &mut workspace.polytope(), curved, tools),
                    None => any_measure_on_the_stack(question, curved, tools),
                };
                let (record, watch) = (any_record(record), any_watch(observer));
                if is_curved {
                    let secants = &mut Secants::default();
                    ask(Some(curved), Tools { record, secants: Some(any_secants(secants)), watch })
                } else {
                    ask(None, Tools { record, secants: None, watch })
                }
            })
        } else {
            let mut secants = is_curved.then(Secants::default);
            let curved = is_curved.then_some(curved);
            let tools = Tools { record, secants: secants.as_mut(), watch: observer };
            match workspace {
                Some(workspace) => measure(question, &mut workspace.polytope(), curved, tools),
                None => measure_on_the_stack(question, curved, tools),
            }
        })
    })
}

/// [`any_measure`] with a workspace of the default size.
#[inline(never)]
fn any_measure_on_the_stack<V: Vector, P: Placement<V>, R: Record<V> + ?Sized, W: Watch<V> + ?Sized>(
    question: AnyQuestion<'_, V, P>,
    curved: Option<Curved<'_, V>>,
    tools: AnyTools<'_, V, R, W>,
) -> Proximity<V> {
    any_measure(question, &mut Workspace::<V>::new().polytope(), curved, tools)
}

/// [`search_depth`] for all shapes.
#[inline(never)]
fn any_measure<V: Vector, P: Placement<V>, R: Record<V> + ?Sized, W: Watch<V> + ?Sized>(
    question: AnyQuestion<'_, V, P>,
    polytope: &mut Polytope<'_, V>,
    curved: Option<Curved<'_, V>>,
    tools: AnyTools<'_, V, R, W>,
) -> Proximity<V> {
    search_depth(question, polytope, curved, tools, || {
        table::touching_boxes::<_, _, _, _, ()>((question.a, question.b), question.placement)
    })
}

/// [`measure`] with a workspace of the default size. Out of line, so that callers with a workspace of their own take no
/// stack for it.
#[inline(never)]
fn measure_on_the_stack<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, R, O: Observer<V>>(
    question: Question<'_, A, B, P, V>,
    curved: Option<Curved<'_, V>>,
    tools: Tools<'_, R, Secants<V>, O>,
) -> Proximity<V>
where
    R: Record<V>,
{
    measure(question, &mut Workspace::<V>::new().polytope(), curved, tools)
}

/// [`search_depth`] for bodies of known types.
#[inline(never)]
fn measure<'q, V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, R: Record<V>, O: Observer<V>>(
    question: Question<'q, A, B, P, V>,
    polytope: &mut Polytope<'_, V>,
    curved: Option<Curved<'_, V>>,
    tools: Tools<'q, R, Secants<V>, O>,
) -> Proximity<V> {
    let boxes = || table::touching_boxes::<_, _, _, _, O>((question.a, question.b), question.placement);
    search_depth(question, polytope, curved, tools, boxes)
}

/// Distance or depth, whichever applies, by searches.
///
/// If rounding stalled a search that could start from known points, another search runs without them. Known points are
/// those of the last query and, for EPA, also those that GJK met, so this applies to an empty state, too. If both
/// bodies are boxes, `boxes` gives their separating axes, which take the place of EPA; the compiler knows whether it
/// does.
#[cfg_attr(not(debug_assertions), inline(always))]
fn search_depth<'b, V: Vector, A, B, P, R, E, W>(
    question: Question<'_, A, B, P, V>,
    polytope: &mut Polytope<'_, V>,
    curved: Option<Curved<'_, V>>,
    Tools { record, mut secants, watch }: Tools<'_, R, E, W>,
    boxes: impl Fn() -> Option<TouchingBoxes<'b, P, V>>,
) -> Proximity<V>
where
    A: Body<V> + ?Sized,
    B: Body<V> + ?Sized,
    P: Placement<V> + 'b,
    R: Record<V> + ?Sized,
    E: Extrapolate<V> + ?Sized,
    W: Watch<V> + ?Sized,
{
    let (mut zoom, mut recalls) = (None, record.recalls());
    loop {
        record.clear();
        let mut approach = Approach::new(question, zoom, &mut *record);
        if approach.run(secants.as_deref_mut(), watch).is_err() {
            zoom = Some(approach.cso.zoom_out());
            continue;
        }
        approach.sharpen(secants.as_deref_mut());
        approach.settle();
        let mut is_last = false;
        let found = loop {
            let found = if approach.is_apart() {
                approach.remember(true);
                Ok(Proximity::Separated(approach.separation()))
            } else if approach.lower > approach.resolution() || approach.search.end == DistanceEnd::Support {
                approach.remember(false);
                Ok(Proximity::Overlapping(approach.margin_penetration()))
            } else if let Some(mut boxes) = boxes() {
                approach.remember(false);
                boxes.look();
                let iterations = approach.search.iterations;
                // A search that hit a cap may have missed what a separating plane proves.
                Ok(match boxes.beyond(V::Scalar::NIL) {
                    Some(gap) => Proximity::Separated(Separation { iterations, status: Status::IterationLimit, ..gap }),
                    None if approach.is_kept_apart(boxes.plane()) => {
                        Proximity::Overlapping(approach.margin_penetration())
                    }
                    None => Proximity::Overlapping(Penetration { iterations, ..boxes.touching_penetration() }),
                })
            } else {
                // The axis between cores that nearly touch has few correct digits; EPA finds a better one.
                approach.expand(question.settings, polytope, curved, watch)
            };
            match found {
                Ok(proximity) if !is_last && may_reconsider(proximity.status()) && approach.reconsider() => {
                    is_last = true
                }
                found => break found,
            }
        };
        if found.is_err() {
            zoom = Some(approach.cso.zoom_out());
        }
        match found {
            Ok(proximity) if !recalls || proximity.status() != Status::Stalled => return proximity,
            Ok(_) => {
                record.forget();
                recalls = false;
            }
            Err(Rescale) => {}
        }
    }
}
