//! EPA: how deep the origin lies in a CSO, by a polytope that grows inside it.
//!
//! van den Bergen (2001). The facet nearest to the origin is pushed out to its support point until it cannot move. Its
//! distance bounds the depth from below; the least support value of all normals tried bounds it from above, whatever
//! the polytope did.
//!
//! Symbols: n the outward normal of a facet (a direction), w the support point along n, h = n·w/|n| the support value,
//! p a corner of the facet, distance = n·p/|n| that of its plane, resolution some rounding steps of the largest
//! coordinate of the polytope.
//!
//! The polytope starts from any simplex that GJK leaves. With the feature `speed`, four points in space that are
//! clearly not in one plane are a polytope at once. From any other simplex, and always without `speed`, it takes one
//! point and the one farthest from it, in space also the one farthest from their line, and a support point where the
//! simplex has none. The first facets are the two sides of that segment or triangle; the other points of the simplex
//! are inserted like any later one. An origin on a vertex, an edge or a face needs no case of its own: its facet has
//! distance zero and goes first. So a CSO that is flat in space, or a segment in the plane, ends the search in the
//! first round. A CSO that is a point, or a segment in space, has no facet to start from and ends the search before,
//! with depth zero.
//!
//! A facet has a negative distance if the origin is outside it, by rounding or because GJK was stopped early. Such a
//! facet goes first as well; if its support value turns out negative, its normal separates the bodies.
//!
//! Read `polytope.rs` first. `epa/start.rs` builds the first facets, `epa/foot.rs` and, for curved bodies,
//! `epa/curved_foot.rs` find the facet of the answer, `epa/refine.rs` and `epa/star.rs` go on with curved bodies that
//! fill the workspace, `epa/sharpen.rs` improves the normal of curved bodies, and `epa/outcome.rs` has the goal and the
//! result.

use crate::kernel::difference::{CsoPoint, Difference, Fault, Rescale};
use crate::kernel::observer::{DepthRound, Watch};
use crate::kernel::polytope::{MET_STEPS, Polytope, Stop, flip};
use crate::kernel::simplex::Simplex;
use crate::kernel::tuning::MAX_FLIPS;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::Vector;
#[cfg(not(feature = "speed"))]
use core::marker::PhantomData;
use foot::COPLANAR_STEPS;
use outcome::{DepthEnd, DepthGoal, Narrow, Outcome};
use start::Stopped;

mod curved_foot;
mod foot;
pub mod outcome;
mod refine;
mod sharpen;
mod star;
mod start;
#[cfg(test)]
mod tests;

/// The parts of EPA that only curved bodies need. They are handed in, so that a search which is compiled once for all
/// shapes links them only in programs with curved bodies.
#[derive(Clone, Copy)]
pub struct Curved<'c, V: Vector> {
    refine: Refine<V>,
    finish: Finish<V>,
    /// Left out without `speed`: there the third pointer would take 1.3 kB of flash on a Cortex-M4F, because the
    /// compiler would no longer see which programs have curved bodies only.
    #[cfg(feature = "speed")]
    narrow: Narrow<'c, V>,
    #[cfg(not(feature = "speed"))]
    narrow: PhantomData<Narrow<'c, V>>,
}

/// The type of [`finish`](curved_foot::finish).
type Finish<V> = fn(&mut Outcome<V>, &mut dyn Difference<V>, &Polytope<'_, V>, &DepthGoal<V>);

/// The type of [`refine`](refine::refine).
type Refine<V> = fn(
    &mut dyn Difference<V>,
    &mut Outcome<V>,
    &mut Polytope<'_, V>,
    &DepthGoal<V>,
    (Narrow<'_, V>, bool),
) -> Result<DepthEnd, Fault>;

impl<'c, V: Vector> Curved<'c, V> {
    /// The functions of this folder, and one that may know more of the bodies than their support functions tell.
    pub fn with(narrow: Narrow<'c, V>) -> Self {
        #[cfg(not(feature = "speed"))]
        let narrow = {
            let _ = narrow;
            PhantomData
        };
        Self { refine: refine::refine, finish: curved_foot::finish, narrow }
    }

    #[cfg(feature = "speed")]
    fn narrow(&self) -> Narrow<'c, V> {
        self.narrow
    }

    #[cfg(not(feature = "speed"))]
    fn narrow(&self) -> Narrow<'c, V> {
        &|_| {}
    }
}

/// Runs EPA from a simplex and fills in `found`, which is [`Outcome::unknown`] before, except that its facet may be
/// set. Fails if the CSO must be scaled again.
pub fn run<V: Vector, C: Difference<V>, W: Watch<V> + ?Sized>(
    cso: &mut C,
    simplex: &Simplex<V>,
    (goal, curved): (&DepthGoal<V>, Option<Curved<'_, V>>),
    polytope: &mut Polytope<'_, V>,
    watch: &mut W,
    found: &mut Outcome<V>,
) -> Result<(), Rescale> {
    found.end = match expand(cso, simplex, (goal, curved), polytope, watch, found) {
        Ok(end) | Err(Stopped::At(end)) => end,
        Err(Stopped::Rescale) => return Err(Rescale),
    };
    found.lower = polytope.certified(found.lower);
    if found.end == DepthEnd::Converged && !goal.is_met(found.lower, found.upper, polytope.resolution(COPLANAR_STEPS)) {
        found.end = DepthEnd::Stalled;
    }
    if V::Scalar::IS_FLOAT
        && cfg!(feature = "speed")
        && found.end == DepthEnd::Stalled
        && let Some(curved) = curved
        && (curved.refine)(cso, found, polytope, goal, (curved.narrow(), false)) == Ok(DepthEnd::Converged)
    {
        found.end = DepthEnd::Converged;
    }
    if found.is_known() {
        match curved {
            Some(curved) => (curved.finish)(found, cso, polytope, goal),
            None => found.set_foot(polytope, goal, cso),
        }
    }
    found.extent = polytope.extent;
    Ok(())
}

/// Grows the polytope until the nearest facet cannot move, or the search has to end. A full workspace leaves the rest
/// to `refine.rs`.
fn expand<V: Vector, C: Difference<V>, W: Watch<V> + ?Sized>(
    cso: &mut C,
    simplex: &Simplex<V>,
    (goal, curved): (&DepthGoal<V>, Option<Curved<'_, V>>),
    polytope: &mut Polytope<'_, V>,
    watch: &mut W,
    best: &mut Outcome<V>,
) -> Result<DepthEnd, Stopped> {
    polytope.start(simplex, cso, best)?;
    let mut flips = 0;
    loop {
        let Some((facet, normal, distance)) = polytope.nearest() else { return Ok(DepthEnd::Stalled) };
        if polytope.set_aside_folded((facet, distance), best.lower) {
            continue;
        }
        best.lower = best.lower.max(distance);
        let mut point = CsoPoint::blank(normal);
        cso.support_call(normal, &mut point)?;
        let upper = normal.dot(point.w).per(normal.length());
        best.improve(upper, normal, &point);
        watch.depth_round(&DepthRound {
            zoom: cso.zoom(),
            polytope,
            nearest: facet,
            newest: &point,
            normal,
            lower: distance,
            upper: best.upper,
        });
        let resolution = polytope.resolution(MET_STEPS);
        if goal.is_met(distance, upper, resolution) {
            best.take(polytope, facet, upper);
            return Ok(DepthEnd::Converged);
        }
        // A negative support value: the origin is outside, beyond a supporting plane.
        if upper < V::Scalar::NIL {
            return Ok(DepthEnd::Converged);
        }
        if best.iterations == goal.max_iterations {
            return Ok(DepthEnd::Iterations);
        }
        best.iterations += 1;
        // A support point that is a vertex already cannot move the polytope.
        let is_known = polytope.contains(point.w);
        if is_known {
            // Rounding may have left a dent: a corner of a neighbor beyond the plane of the facet. Their edge is
            // turned, and the nearest facet is sought again. tests/oracle/found.jsonl has pairs whose depth is 16 and
            // 44 steps off without this. Otherwise the facet is final.
            if flips < MAX_FLIPS && flip(polytope, facet) {
                flips += 1;
                continue;
            }
            if upper <= best.upper {
                best.take(polytope, facet, upper);
            }
            return Ok(DepthEnd::Converged);
        }
        match polytope.extend(&point, facet) {
            Err(Stop::Full) => break,
            grown => grown?,
        }
    }
    match curved {
        Some(curved) => Ok((curved.refine)(cso, best, polytope, goal, (curved.narrow(), true))?),
        None => Ok(DepthEnd::Full),
    }
}
