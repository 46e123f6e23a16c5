//! Conservative advancement: from one separating plane to the next, up to the contact. See `cast.rs` for the method.

use crate::body::support::Support as _;
use crate::kernel::observer::Observer;
use crate::motion::path::{Advance, Arrival, Entry, Path, SeparatingPlane, fine};
use crate::motion::tuning::{MAX_LAST_LOOKS, ROUGH_HALVINGS};
use crate::number::rounding::steps;
use crate::number::scalar::{Scalar, over, saturating_sum};
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::{InA, Placed, Placement};
use crate::pair::result::{Impact, Proximity, Separation, Status};
use crate::pair::warm::{Memory, WarmStart};
use crate::query::Query;
use crate::shortcut::table;

/// Witness points at most this many rounding errors (`slack`) and the tolerance beyond the target are in contact.
const CLOSE_SLACKS: u32 = 4;

impl<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>> Query<'_, V, P, O, M> {
    /// Follows a path to its end. Bodies in contact at the start are looked at once more, for points and normal of
    /// their distance or depth. `carried` takes a point to where it is after it has moved with A for a time.
    pub(crate) fn finish<C: Path<V>>(
        &mut self,
        path: &C,
        placement: &P::Placement,
        carried: impl FnOnce(V, V::Scalar) -> V + Copy,
    ) -> Option<Impact<V>> {
        let mut arrival = self.advance_until_contact(path, placement)?;
        let (nil, mut is_overlapping) = (V::Scalar::NIL, false);
        // `Undecided` is included because the common point of bodies deep in each other may be lost in the rounding of
        // their size.
        if arrival.time == nil && matches!(arrival.status, Status::Converged | Status::Undecided) {
            let (target, pair) = (self.settings.target_distance, path.pair(nil));
            let depth = match self.proximity_in(path.bodies(), C::placement(&pair)) {
                Proximity::Separated(gap) => {
                    (arrival.normal, arrival.on_a, arrival.on_b) = (gap.normal, gap.on_a, gap.on_b);
                    target - gap.distance
                }
                Proximity::Overlapping(overlap) => {
                    (arrival.normal, arrival.on_a, arrival.on_b) = (overlap.normal, overlap.on_a, overlap.on_b);
                    target.max(overlap.lower_bound)
                }
            };
            // No time has passed, so the steps of time do not count.
            is_overlapping = depth > fine(path.slack(&pair, nil, arrival.on_a), path.speed());
            if is_overlapping {
                arrival.status = Status::Converged;
            }
        }
        let time = arrival.time;
        Some(impact(&arrival, is_overlapping, placement, |point| carried(point, time)))
    }

    /// Advances along a path until the bodies meet; `None` if they are proven not to meet.
    pub(crate) fn advance_until_contact<C: Path<V>>(
        &mut self,
        path: &C,
        placement: &P::Placement,
    ) -> Option<Arrival<V>> {
        let (a, b) = path.bodies();
        let (nil, target) = (V::Scalar::NIL, self.settings.target_distance);
        let (tolerance, margins) = (self.settings.tolerance_of(a, b), saturating_sum(a.margin(), b.margin()));
        let (mut time, mut iterations, mut normal) = (nil, 0, None);
        let direction = self.settings.direction.map(|direction| placement.direction_to_a(direction));
        let mut warm = WarmStart::towards(direction.unwrap_or(V::ZERO));
        let rough = V::Scalar::halved(ROUGH_HALVINGS).max(tolerance);
        let mut wanted = if a.is_polytope() && b.is_polytope() { tolerance } else { rough };
        // A distance that is at most this need not be known better.
        let mut near = nil;
        let mut end = None;
        let mut has_form = true;
        // At the start the motion gives a better plane than the distance does.
        if !O::SEARCH_ONLY && self.settings.max_cast_iterations > 0 {
            match path.entry(rough, &mut warm) {
                Some(Entry::Never) => return None,
                Some(Entry::Contact(arrival)) => return Some(arrival),
                Some(Entry::Plane { time: first, normal: plane }) => {
                    (time, iterations, normal) = (first, 1, Some(plane))
                }
                None => {}
            }
        }
        loop {
            let pair = path.pair(time);
            let seen = InA(C::placement(&pair));
            let gap = if has_form { table::certificate::<_, _, _, _, O>((a, b), &seen) } else { None };
            let closed_form = match &gap {
                // At contact the normal is that of the plane that led here; without one, the closed form needs a
                // direction.
                Some(gap)
                    if gap.has_margins() && (gap.has_direction() || normal.is_some()) && gap.is_conclusive(near) =>
                {
                    Some(gap.separation())
                }
                _ => None,
            };
            let is_formed = closed_form.is_some();
            let found = match closed_form {
                Some(found) => found,
                None => self.distance_in((a, b), seen, &mut warm, (wanted, near)),
            };
            let Separation { on_a, on_b, .. } = found;
            let arrival = |time, normal, status| {
                let upper_bound = V::Scalar::MAX;
                Arrival { time, upper_bound, normal, on_a, on_b, iterations, status }
            };
            let slack = path.slack(&pair, time, found.on_a);
            let (gap, reach) = (found.lower_bound - target, found.distance - target);
            // The tolerance is relative to the distance of the cores, of which the margins are a part.
            let core_distance = saturating_sum(margins, found.distance);
            let content = V::Scalar::blend(nil, [core_distance], [tolerance]);
            let is_close = reach <= saturating_sum(steps(CLOSE_SLACKS, slack), content);
            // The bounds of a closed form may leave open whether this is the time. It may also place bodies too near
            // that a plane has kept apart, as happens in fixed point with a body of few steps. A search is more
            // accurate.
            let is_kept_apart = time > nil && saturating_sum(reach, saturating_sum(slack, slack)) < nil;
            if is_formed && (is_kept_apart || gap <= slack && !is_close) {
                has_form = false;
                continue;
            }
            near = V::Scalar::blend(target, [slack], [UnitOfVector::<V>::HALF]);
            // A plane that proves less than half of the distance makes slow progress, so a better one is sought. Where
            // there is a margin or a target, the tolerance may be relative to a sum that stays while the gap shrinks,
            // so zero may be needed in the end.
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
            let arrival = if found.status == Status::BadSupport || gap <= slack {
                let status = match found.status {
                    Status::Undecided | Status::Stalled | Status::IterationLimit if is_close => Status::Converged,
                    status => status,
                };
                // Where the new plane is lost in rounding, the one that led here is better.
                arrival(time, normal.unwrap_or(found.normal), status)
            } else {
                let end = *end.get_or_insert_with(|| path.end());
                // Apart at the end of the path: no time is left.
                if time >= end {
                    return None;
                }
                let front = SeparatingPlane { pair: &pair, normal: found.normal, gap, slack, rest: end - time };
                let Advance::By(step) = path.advance(&front) else { return None };
                let next = (time + step).min(end);
                if next > time {
                    if iterations == self.settings.max_cast_iterations {
                        return Some(arrival(next, found.normal, Status::IterationLimit));
                    }
                    (time, iterations, normal) = (next, iterations + 1, Some(found.normal));
                    continue;
                }
                // The scalar has no time between this one and the next.
                arrival(time, found.normal, if is_close { Status::Converged } else { Status::Stalled })
            };
            let upper_bound = self.meeting(path, &arrival, (reach, slack, content, end), &mut warm);
            return Some(Arrival { upper_bound, ..arrival });
        }
    }

    /// A time at which the bodies are known to be as near as the target: that of the arrival, if the witness points are
    /// within half the rounding error of it; else a later one soon after, if one is found; else that of the arrival, if
    /// the points are within the rounding error. The largest value of the scalar if there is none.
    fn meeting<C: Path<V>>(
        &mut self,
        path: &C,
        arrival: &Arrival<V>,
        (reach, slack, content, end): (V::Scalar, V::Scalar, V::Scalar, Option<V::Scalar>),
        warm: &mut WarmStart<V>,
    ) -> V::Scalar {
        let Arrival { time, .. } = *arrival;
        let fine = fine(slack, path.speed());
        if saturating_sum(reach, reach) <= fine {
            return time;
        }
        // Bodies that graze or stand still come no nearer; within rounding they are as near as the target.
        let is_met = arrival.is_contact() && reach <= slack;
        let otherwise = if is_met { time } else { V::Scalar::MAX };
        let closing = path.closing(&path.pair(time), arrival);
        if !arrival.is_contact() || closing <= V::Scalar::NIL {
            return otherwise;
        }
        let end = end.unwrap_or_else(|| path.end());
        let mut step = over(saturating_sum(saturating_sum(reach, fine), content), closing);
        let (a, b) = path.bodies();
        let (tolerance, target) = (self.settings.tolerance_of(a, b), self.settings.target_distance);
        for _ in 0..MAX_LAST_LOOKS {
            step = saturating_sum(step, step).max(V::Scalar::STEP);
            let later = saturating_sum(time, step).min(end);
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

/// The impact in the frame of the query. `carried` takes a point to where it is after it has moved with A.
pub fn impact<V: Vector>(
    arrival: &Arrival<V>,
    initially_overlapping: bool,
    placement: &impl Placement<V>,
    carried: impl Fn(V) -> V,
) -> Impact<V> {
    let place = |point: V| carried(placement.to_world(point));
    Impact {
        time: arrival.time,
        lower_bound: arrival.time,
        upper_bound: arrival.upper_bound,
        initially_overlapping,
        normal: placement.unit_to_world(arrival.normal),
        on_a: place(arrival.on_a),
        on_b: place(arrival.on_b),
        iterations: arrival.iterations,
        status: arrival.status,
    }
}
