//! The depth of curved bodies whose polytope fills the workspace: first the upper bound, then the lower one.
//!
//! The stars of `star.rs` find the minima of the support value that the polytope is near, exactly and without memory.
//! With the depth known, the facets that are farther away need not be kept: their vertices make room for others near
//! the minimum (`polytope/polyhedron/room.rs`), and EPA goes on until the bounds meet. That is not so where the minima
//! form a ring or a sphere, because all of the polytope is near it: a ring of N vertices leaves a gap of 1 − cos(π/N).
//! If the bodies are known to be bodies of revolution with one axis, the lower bound comes from half-planes that end at
//! the axis ([`Narrow`]).

use crate::kernel::difference::{Difference, Fault};
use crate::kernel::epa::outcome::{DepthBounds, DepthEnd, DepthGoal, Narrow, Outcome};
use crate::kernel::epa::star::{self, Probe};
use crate::kernel::polytope::{MET_STEPS, Polytope, make_room};
use crate::kernel::tuning::{MAX_RAISED_ROUNDS, MAX_RAISED_STARS, MAX_STARTS};
use crate::number::rounding::{RESOLUTION_STEPS, steps_at};
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};
use heapless::Vec;

/// Lowers the upper bound to the local minimum of the support value near the best normal, and then to others that the
/// polytope leaves open ([`Polytope::open_normal`]); then raises the lower bound. If the polytope is not full but
/// stalled, only the bounds of [`Narrow`] are taken.
#[cfg_attr(debug_assertions, inline(never))]
pub fn refine<V: Vector>(
    cso: &mut dyn Difference<V>,
    best: &mut Outcome<V>,
    polytope: &mut Polytope<'_, V>,
    goal: &DepthGoal<V>,
    (narrow, is_full): (Narrow<'_, V>, bool),
) -> Result<DepthEnd, Fault> {
    // The first and the last normal of every refinement except the last one.
    let mut tried = Vec::<V, { 2 * (MAX_STARTS - 1) }>::new();
    let mut from = is_full.then_some(best.normal);
    while let Some(start) = from {
        let mut end = start;
        star::refine(cso, best, &mut end, goal.max_iterations)?;
        from = match tried.push(start).and_then(|()| tried.push(end)) {
            Ok(()) => polytope.open_normal(best.upper, &tried),
            Err(_) => None,
        };
    }
    // In fixed point the bounds would meet where rounding leaves the witness points off by more than they promise.
    // Without `speed` flash counts: the rest takes 1.7 kB on a Cortex-M4F, and 300 bytes of stack.
    if V::Scalar::IS_FLOAT && cfg!(feature = "speed") {
        return match narrowed(cso, best, polytope, goal, narrow)? {
            Some(end) => Ok(end),
            None if is_full => raise(cso, best, polytope, goal),
            None => Ok(DepthEnd::Stalled),
        };
    }
    let is_met = goal.is_met(best.lower, best.upper, polytope.resolution(MET_STEPS));
    Ok(if is_met { DepthEnd::Converged } else { DepthEnd::Full })
}

/// Takes the bounds of [`Narrow`]; `None` if it does not raise the lower bound.
fn narrowed<V: Vector>(
    cso: &mut dyn Difference<V>,
    best: &mut Outcome<V>,
    polytope: &mut Polytope<'_, V>,
    goal: &DepthGoal<V>,
    narrow: Narrow<'_, V>,
) -> Result<Option<DepthEnd>, Fault> {
    let zoom = cso.zoom();
    let bounds = |best: &Outcome<V>| {
        let Outcome { lower, upper, .. } = *best;
        let allowed = goal.allowed_gap(upper, polytope.resolution(MET_STEPS));
        let mut known = DepthBounds { zoom, lower, upper, allowed, better: None };
        narrow(&mut known);
        known
    };
    let mut known = bounds(best);
    if let Some(mut normal) = known.better {
        star::refine(cso, best, &mut normal, goal.max_iterations)?;
        known = bounds(best);
    }
    if known.lower <= best.lower {
        return Ok(None);
    }
    best.lower = known.lower;
    // The bound does not come from the facets, so that a tilted facet proves nothing against it.
    polytope.has_tilted = false;
    let resolution = steps_at(RESOLUTION_STEPS, polytope.extent.max(goal.margin));
    let is_met = goal.is_met(best.lower, best.upper, resolution);
    Ok(Some(if is_met { DepthEnd::Converged } else { DepthEnd::Full }))
}

/// Raises the lower bound until it meets the upper one or nothing more can be given up. A lower minimum that turns up
/// meanwhile is refined.
///
/// Not the nearest facet is pushed out first, but the one whose normal is farthest from that of the answer, of those
/// that leave the bounds too far apart. So the outer facets are finished, and can be given up, while the inner ones are
/// still coarse. The other way round a long valley of the support value stays open from end to end, and needs more
/// vertices than there are: so did 12 of 2.24 million random overlaps of curved bodies in `f64`, and three do this way.
fn raise<V: Vector>(
    cso: &mut dyn Difference<V>,
    best: &mut Outcome<V>,
    polytope: &mut Polytope<'_, V>,
    goal: &DepthGoal<V>,
) -> Result<DepthEnd, Fault> {
    let (mut rounds, mut stars) = (0, 0);
    let (mut has_walls, mut probe) = (false, Probe::blank(best.normal));
    // From here on the distances prove that the origin is inside, or that it may not be.
    polytope.settle();
    while let Some((nearest, _, distance)) = polytope.nearest() {
        if polytope.set_aside_folded((nearest, distance), best.lower) {
            continue;
        }
        // Once the origin is inside, the distances of facets do not fall, except beside what was given up.
        if has_walls && distance < best.lower && polytope.unfold(nearest) {
            continue;
        }
        let resolution = polytope.resolution(MET_STEPS);
        let allowed = goal.allowed_gap(best.upper, resolution);
        // Facets at this distance are near enough to the upper bound. An eighth of the gap is left to rounding.
        let closed = best.upper - (allowed - allowed.scaled(UnitOfVector::<V>::halved(3)));
        // The facets given up are as far as that, because it never rises, but may be nearer than all that are left.
        best.lower = best.lower.max(distance.min(closed));
        let Some(facet) = polytope.outermost(closed, best.normal) else { return Ok(DepthEnd::Converged) };
        if best.iterations >= goal.max_iterations {
            return Ok(DepthEnd::Iterations);
        }
        // Facets prove a bound together if the origin is inside all of them. A search with few rounds of GJK may leave
        // it outside; then nothing may be given up.
        if distance <= V::Scalar::NIL || rounds == MAX_RAISED_ROUNDS {
            return Ok(DepthEnd::Full);
        }
        if polytope.is_full() {
            polytope.settle();
            make_room(polytope, best.lower, closed);
            if polytope.is_full() {
                return Ok(DepthEnd::Full);
            }
            has_walls = true;
            continue;
        }
        rounds += 1;
        best.iterations += 1;
        let mut normal = polytope.normal(facet);
        probe.aim(cso, normal)?;
        if probe.height < closed && stars < MAX_RAISED_STARS {
            stars += 1;
            star::refine(cso, best, &mut normal, goal.max_iterations)?;
        } else {
            best.improve(probe.height, normal, &probe.point);
        }
        // As in `expand`, a support point that is a vertex already leaves only rounding between the bounds.
        if polytope.contains(probe.point.w) {
            if polytope.raise(facet) {
                continue;
            }
            return Ok(DepthEnd::Converged);
        }
        if polytope.grow(&probe.point, facet).is_err() {
            break;
        }
    }
    Ok(DepthEnd::Stalled)
}
