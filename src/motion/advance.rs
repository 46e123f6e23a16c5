//! Conservative advancement: from one separating plane to the next, up to the contact. See `cast.rs` for the method.

use crate::body::support::{Body, Support as _, are_polytopes};
use crate::kernel::observer::{Observer, Shortcut};
use crate::kernel::polytope::WorkspaceView;
use crate::motion::path::{Entry, Path, SeparatingPlane, fine, slack_at_start};
use crate::motion::tuning::{MAX_LAST_LOOKS, ROUGH_HALVINGS};
use crate::number::rounding::steps;
use crate::number::scalar::{Scalar, over, saturating_sum};
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::{InA, Placed, Placement, Relative};
use crate::pair::result::{Impact, Proximity, Separation, Status};
use crate::pair::warm::{CastMemory, Memory};
use crate::query::Query;
use crate::shortcut::table;
use core::borrow::Borrow as _;

/// Where the search cannot go on, witness points count as being in contact if their distance exceeds the target by at
/// most this many times the rounding error `slack`, plus the tolerance.
const CLOSE_SLACKS: u32 = 4;

/// The end of an advance along a path: an impact, in the frame of the path, whose upper bound is not yet known unless
/// it `is_final`.
struct Arrival<V: Vector> {
    impact: Impact<V>,
    is_final: bool,
    /// How much farther apart the witness points are than the target.
    reach: V::Scalar,
    /// The rounding error of `reach`.
    slack: V::Scalar,
    /// The error of the witness points that the tolerance allows.
    content: V::Scalar,
    /// The end of the path, if it has been computed.
    end: Option<V::Scalar>,
}

impl<V: Vector> Arrival<V> {
    /// An impact with both bounds.
    fn last(impact: Impact<V>) -> Self {
        let nil = V::Scalar::NIL;
        Self { impact, is_final: true, reach: nil, slack: nil, content: nil, end: None }
    }
}

/// A query for the search for a contact, with neither a workspace nor a warm start.
type ContactQuery<'q, V, P, O> = Query<'q, V, P, Option<&'q mut O>, ()>;

impl<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>> Query<'_, V, P, O, M> {
    /// A query with copies as of [`reborrow`](Self::reborrow) for the search for a contact, and the workspace, which
    /// only [`finish`](Self::finish) uses.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn split(&mut self) -> (ContactQuery<'_, V, P, O>, Option<WorkspaceView<'_, V>>) {
        let Query { settings, placement, workspace, observer, .. } = self.reborrow();
        (Query { settings, placement, workspace: None, observer, memory: () }, workspace)
    }

    /// Completes the result of a search: for bodies in contact at the start, points and normal become those of their
    /// distance or depth.
    ///
    /// The search has ended before this begins, so the two do not add up on the stack. It is inlined, so that a query
    /// with a workspace links no default one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn finish<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        &mut self,
        bodies: (&A, &B),
        mut found: Impact<V>,
        workspace: Option<WorkspaceView<'_, V>>,
    ) -> Impact<V> {
        // `Undecided` is included because the common point of bodies deep in each other may be lost in the rounding of
        // their size.
        if found.time == V::Scalar::NIL && matches!(found.status, Status::Converged | Status::Undecided) {
            match workspace {
                Some(mut workspace) => {
                    out_of_line(|| self.look_at_start(bodies, Some(workspace.reborrow()), &mut found));
                }
                None => out_of_line(|| self.look_at_start(bodies, None, &mut found)),
            }
        }
        found
    }

    /// Gives an impact at time zero the normal and the points of the distance or depth that the bodies have then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn look_at_start<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        &mut self,
        (a, b): (&A, &B),
        workspace: Option<WorkspaceView<'_, V>>,
        found: &mut Impact<V>,
    ) {
        let placement = *self.placement.placement().borrow();
        let (start, target) = (Relative::in_frame_of_a(&placement), self.settings.target_distance);
        let (depth, normal, on_a, on_b) = match self.proximity_in((a, b), &start, workspace) {
            Proximity::Separated(gap) => (target - gap.distance, gap.normal, gap.on_a, gap.on_b),
            Proximity::Overlapping(overlap) => {
                (target.max(overlap.lower_bound), overlap.normal, overlap.on_a, overlap.on_b)
            }
        };
        let touch = saturating_sum(saturating_sum(a.margin(), b.margin()), target);
        found.initially_overlapping = depth > slack_at_start(start.translation, on_a, touch);
        if found.initially_overlapping {
            found.status = Status::Converged;
        }
        found.normal = placement.unit_to_world(normal);
        (found.on_a, found.on_b) = (placement.to_world(on_a), placement.to_world(on_b));
    }

    /// Advances along a path until the bodies meet. The result is in the frame of the path; `None` if the bodies are
    /// proven not to meet.
    pub(crate) fn advance_until_contact<C: Path<V>>(
        &mut self,
        path: &C,
        placement: &P::Placement,
    ) -> Option<Impact<V>> {
        let direction = self.settings.direction.map(|direction| placement.direction_to_a(direction));
        let mut warm = CastMemory::towards(direction.unwrap_or(V::ZERO));
        let mut arrival = self.advance(path, &mut warm)?;
        if !arrival.is_final {
            arrival.impact.upper_bound = self.meeting(path, &arrival, &mut warm);
        }
        Some(arrival.impact)
    }

    /// Goes from plane to plane. Without `speed` out of line, so that it takes no stack during the last looks.
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn advance<C: Path<V>>(&mut self, path: &C, warm: &mut CastMemory<V>) -> Option<Arrival<V>> {
        let (a, b) = path.bodies();
        let (nil, target) = (V::Scalar::NIL, self.settings.target_distance);
        let margins = saturating_sum(a.margin(), b.margin());
        // The tolerance is relative to the distance of the cores. Where there are margins or a target, that does not
        // shrink with the gap: a tolerance of 1e-8 makes the time early by 1e-8 of them. So by default planes are
        // sought until rounding ends the search, and `doubt` counts only where it ends with bounds farther apart.
        let (tolerance, doubt) = (self.cast_tolerance(), self.settings.tolerance_of(a, b));
        let (mut time, mut iterations, mut normal) = (nil, 0, None);
        let rough = V::Scalar::halved(ROUGH_HALVINGS).max(tolerance);
        let mut wanted = if are_polytopes(a, b) { tolerance } else { rough };
        // A distance that is at most this need not be known better.
        let mut near = nil;
        // The end of the path, computed when it is first needed.
        let mut end = None;
        // Cleared when a closed form leaves a doubt.
        let mut has_form = true;
        // At the start the motion gives a better plane than the distance does.
        if !O::SEARCH_ONLY && self.settings.max_cast_iterations > 0 {
            let entry = path.entry(rough, warm);
            if entry.is_some() && table::has_entry(a, b) {
                self.observer.shortcut(Shortcut::Entry);
            }
            match entry {
                Some(Entry::Never) => return None,
                Some(Entry::Contact(found)) => return Some(Arrival::last(found)),
                Some(Entry::Plane { time: first, normal: plane }) => {
                    (time, iterations, normal) = (first, 1, Some(plane))
                }
                None => {}
            }
        }
        loop {
            let pair = path.pair(time);
            let seen = InA(C::placement(&pair));
            let certificate = if has_form { table::certificate::<_, _, _, _, O>((a, b), &seen) } else { None };
            let closed_form = match &certificate {
                // At contact the normal is that of the plane that led here, or else that of the closed form.
                Some(certificate)
                    if certificate.margins.are_legal()
                        && (certificate.has_direction || normal.is_some())
                        && certificate.is_conclusive(near) =>
                {
                    Some(certificate.separation(&seen))
                }
                _ => None,
            };
            let is_formed = closed_form.is_some();
            let found = match closed_form {
                Some(found) => found,
                None => self.distance_in((a, b), seen, warm, (wanted, near)),
            };
            let Separation { on_a, on_b, .. } = found;
            let impact_at = |time, normal, status| {
                let (lower_bound, upper_bound, initially_overlapping) = (time, V::Scalar::MAX, false);
                Impact { time, lower_bound, upper_bound, initially_overlapping, normal, on_a, on_b, iterations, status }
            };
            let slack = path.slack(&pair, time, found.on_a);
            let (gap, reach) = (found.lower_bound - target, found.distance - target);
            let core_distance = saturating_sum(margins, found.distance);
            let content = core_distance.scaled(doubt);
            let is_close = reach <= saturating_sum(steps(CLOSE_SLACKS, slack), content);
            // The bounds of a closed form may leave open whether this is the time of contact, where they differ by more
            // than a search would leave: twice the rounding error in floats, once in fixed point. In fixed point it may
            // also place bodies that are only a few steps large nearer than a plane has proven them to be. A search is
            // more accurate.
            let is_kept_apart = time > nil && saturating_sum(reach, saturating_sum(slack, slack)) < nil;
            let most = if V::Scalar::IS_FLOAT { slack + slack } else { slack };
            let is_open = gap <= slack && reach > most;
            if is_formed && (is_kept_apart || is_open) {
                has_form = false;
                continue;
            }
            if is_formed {
                self.observer.shortcut(Shortcut::Points);
            }
            near = V::Scalar::blend(target, [slack], [UnitOfVector::<V>::HALF]);
            // A plane that proves less than half of the distance makes slow progress, so a better one is sought. With
            // a tolerance that the caller has set, zero may be needed in the end.
            let better = if wanted > tolerance {
                Some(tolerance)
            } else {
                (gap > slack && wanted > UnitOfVector::<V>::NIL).then_some(UnitOfVector::<V>::NIL)
            };
            let is_loose = gap <= slack || saturating_sum(gap, gap) < reach;
            if let Some(better) = better
                && is_loose
                && reach > slack
            {
                wanted = better;
                continue;
            }
            let status = if path.has_speed() { found.status } else { Status::BadSupport };
            let impact = if status == Status::BadSupport || gap <= slack {
                let status = match status {
                    Status::Undecided | Status::Stalled | Status::IterationLimit if is_close => Status::Converged,
                    status => status,
                };
                // Where the new plane is lost in rounding, the one that led here is better.
                impact_at(time, normal.unwrap_or(found.normal), status)
            } else {
                let end = *end.get_or_insert_with(|| path.end());
                // Apart at the end of the path: no time is left.
                if time >= end {
                    return None;
                }
                let front = SeparatingPlane { pair: &pair, normal: found.normal, gap, slack, rest: end - time };
                let next = (time + path.advance(&front)?).min(end);
                if next > time {
                    if iterations == self.settings.max_cast_iterations {
                        return Some(Arrival::last(impact_at(next, found.normal, Status::IterationLimit)));
                    }
                    (time, iterations, normal) = (next, iterations + 1, Some(found.normal));
                    continue;
                }
                // The scalar has no time between this one and the next.
                impact_at(time, found.normal, if is_close { Status::Converged } else { Status::Stalled })
            };
            return Some(Arrival { impact, is_final: false, reach, slack, content, end });
        }
    }

    /// The tolerance of the distances of a cast: what the caller has set, or else zero.
    fn cast_tolerance(&self) -> UnitOfVector<V> {
        self.settings.tolerance.unwrap_or(UnitOfVector::<V>::NIL)
    }

    /// A time at which the bodies are known to be as near as the target, for the impact's upper bound. It is that of
    /// the impact, if the witness points are within half the rounding error of the target; else a later one soon
    /// after, if one is found; else that of the impact again, if the points are within the rounding error; else the
    /// largest value of the scalar.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn meeting<C: Path<V>>(&mut self, path: &C, arrival: &Arrival<V>, warm: &mut CastMemory<V>) -> V::Scalar {
        let &Arrival { ref impact, reach, slack, content, end, .. } = arrival;
        let (time, fine) = (impact.time, fine(slack, path.speed()));
        if saturating_sum(reach, reach) <= fine {
            return time;
        }
        // Bodies that graze or stand still come no nearer; within rounding they count as being as near as the target.
        let is_met = impact.is_contact() && reach <= slack;
        let otherwise = if is_met { time } else { V::Scalar::MAX };
        let closing = path.closing(&path.pair(time), impact);
        if !impact.is_contact() || closing <= V::Scalar::NIL {
            return otherwise;
        }
        let end = end.unwrap_or_else(|| path.end());
        let mut step = over(saturating_sum(saturating_sum(reach, fine), content), closing);
        let (a, b) = path.bodies();
        let (tolerance, target) = (self.cast_tolerance(), self.settings.target_distance);
        for _ in 0..MAX_LAST_LOOKS {
            step = saturating_sum(step, step).max(V::Scalar::STEP);
            // Support points that contradict each other may lead beyond the end.
            let later = saturating_sum(time, step).min(end).max(time);
            let pair = path.pair(later);
            let found = self.distance_in((a, b), InA(C::placement(&pair)), warm, (tolerance, target));
            let reach = found.distance - target;
            if saturating_sum(reach, reach) <= fine && found.status != Status::BadSupport {
                return later;
            }
        }
        otherwise
    }
}

/// Runs `work` in a frame of its own on the stack.
#[inline(never)]
fn out_of_line<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Takes an impact from the frame of the path to that of the query. `carried` takes a point to where it is after it
/// has moved with A.
pub fn in_world<V: Vector>(found: &Impact<V>, placement: &impl Placement<V>, carried: impl Fn(V) -> V) -> Impact<V> {
    let [on_a, on_b] = [found.on_a, found.on_b].map(|point| carried(placement.to_world(point)));
    Impact { normal: placement.unit_to_world(found.normal), on_a, on_b, ..*found }
}
