//! Conservative advancement: from one separating plane to the next, up to the contact. See `cast.rs` for the method.

use crate::body::support::Support as _;
use crate::kernel::observer::Observer;
use crate::motion::path::{Entry, Path, SeparatingPlane, fine};
use crate::motion::tuning::{MAX_LAST_LOOKS, ROUGH_HALVINGS};
use crate::number::rounding::steps;
use crate::number::scalar::{Scalar, over, saturating_sum};
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::{InA, Placed, Placement};
use crate::pair::result::{Impact, Proximity, Separation, Status};
use crate::pair::warm::{Memory, WarmStart};
use crate::query::Query;
use crate::shortcut::table;

/// Where the search cannot go on, witness points count as being in contact if their distance exceeds the target by at
/// most this many times the rounding error `slack`, plus the tolerance.
const CLOSE_SLACKS: u32 = 4;

impl<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>> Query<'_, V, P, O, M> {
    /// Follows a path to its end. For bodies in contact at the start, points and normal are then those of their
    /// distance or depth. The result is in the frame of the query; `carried` takes a point to where it is after it
    /// has moved with A for a time.
    pub(crate) fn finish<C: Path<V>>(
        &mut self,
        path: &C,
        placement: &P::Placement,
        carried: impl FnOnce(V, V::Scalar) -> V + Copy,
    ) -> Option<Impact<V>> {
        let mut found = self.advance_until_contact(path, placement)?;
        let nil = V::Scalar::NIL;
        // `Undecided` is included because the common point of bodies deep in each other may be lost in the rounding of
        // their size.
        if found.time == nil && matches!(found.status, Status::Converged | Status::Undecided) {
            let (target, pair) = (self.settings.target_distance, path.pair(nil));
            let depth = match self.proximity_in(path.bodies(), C::placement(&pair)) {
                Proximity::Separated(gap) => {
                    (found.normal, found.on_a, found.on_b) = (gap.normal, gap.on_a, gap.on_b);
                    target - gap.distance
                }
                Proximity::Overlapping(overlap) => {
                    (found.normal, found.on_a, found.on_b) = (overlap.normal, overlap.on_a, overlap.on_b);
                    target.max(overlap.lower_bound)
                }
            };
            // No time has passed, so the steps of time do not count.
            found.initially_overlapping = depth > fine(path.slack(&pair, nil, found.on_a), path.speed());
            if found.initially_overlapping {
                found.status = Status::Converged;
            }
        }
        Some(in_world(&found, placement, |point| carried(point, found.time)))
    }

    /// Advances along a path until the bodies meet. The result is in the frame of the path; `None` if the bodies are
    /// proven not to meet.
    pub(crate) fn advance_until_contact<C: Path<V>>(
        &mut self,
        path: &C,
        placement: &P::Placement,
    ) -> Option<Impact<V>> {
        let (a, b) = path.bodies();
        let (nil, target) = (V::Scalar::NIL, self.settings.target_distance);
        let margins = saturating_sum(a.margin(), b.margin());
        // The tolerance is relative to the distance of the cores. Where there are margins or a target, that does not
        // shrink with the gap: a tolerance of 1e-8 makes the time early by 1e-8 of them. So by default planes are
        // sought until rounding ends the search, and `doubt` counts only where it ends with bounds farther apart.
        let (tolerance, doubt) = (self.cast_tolerance(), self.settings.tolerance_of(a, b));
        let (mut time, mut iterations, mut normal) = (nil, 0, None);
        let direction = self.settings.direction.map(|direction| placement.direction_to_a(direction));
        let mut warm = WarmStart::towards(direction.unwrap_or(V::ZERO));
        let rough = V::Scalar::halved(ROUGH_HALVINGS).max(tolerance);
        let mut wanted = if a.is_polytope() && b.is_polytope() { tolerance } else { rough };
        // A distance that is at most this need not be known better.
        let mut near = nil;
        // The end of the path, computed when it is first needed.
        let mut end = None;
        // Cleared when a closed form leaves a doubt.
        let mut has_form = true;
        // At the start the motion gives a better plane than the distance does.
        if !O::SEARCH_ONLY && self.settings.max_cast_iterations > 0 {
            match path.entry(rough, &mut warm) {
                Some(Entry::Never) => return None,
                Some(Entry::Contact(found)) => return Some(found),
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
                // At contact the normal is that of the plane that led here, or else that of the closed form.
                Some(gap)
                    if gap.margins.are_legal()
                        && (gap.has_direction || normal.is_some())
                        && gap.is_conclusive(near) =>
                {
                    Some(gap.separation(&seen))
                }
                _ => None,
            };
            let is_formed = closed_form.is_some();
            let found = match closed_form {
                Some(found) => found,
                None => self.distance_in((a, b), seen, &mut warm, (wanted, near)),
            };
            let Separation { on_a, on_b, .. } = found;
            let impact = |time, normal, status| {
                let (lower_bound, upper_bound, initially_overlapping) = (time, V::Scalar::MAX, false);
                Impact { time, lower_bound, upper_bound, initially_overlapping, normal, on_a, on_b, iterations, status }
            };
            let slack = path.slack(&pair, time, found.on_a);
            let (gap, reach) = (found.lower_bound - target, found.distance - target);
            let core_distance = saturating_sum(margins, found.distance);
            let content = V::Scalar::blend(nil, [core_distance], [doubt]);
            let is_close = reach <= saturating_sum(steps(CLOSE_SLACKS, slack), content);
            // The bounds of a closed form may leave open whether this is the time of contact, where they differ by more
            // than a search would leave: twice the rounding error, of which steps of time count once. In fixed point it
            // may also place bodies that are only a few steps large nearer than a plane has proven them to be. A search
            // is more accurate.
            let is_kept_apart = time > nil && saturating_sum(reach, saturating_sum(slack, slack)) < nil;
            let is_open = gap <= slack && reach > saturating_sum(slack, fine(slack, path.speed()));
            if is_formed && (is_kept_apart || is_open) {
                has_form = false;
                continue;
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
                impact(time, normal.unwrap_or(found.normal), status)
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
                        return Some(impact(next, found.normal, Status::IterationLimit));
                    }
                    (time, iterations, normal) = (next, iterations + 1, Some(found.normal));
                    continue;
                }
                // The scalar has no time between this one and the next.
                impact(time, found.normal, if is_close { Status::Converged } else { Status::Stalled })
            };
            let upper_bound = self.meeting(path, &impact, (reach, slack, content, end), &mut warm);
            return Some(Impact { upper_bound, ..impact });
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
    fn meeting<C: Path<V>>(
        &mut self,
        path: &C,
        impact: &Impact<V>,
        (reach, slack, content, end): (V::Scalar, V::Scalar, V::Scalar, Option<V::Scalar>),
        warm: &mut WarmStart<V>,
    ) -> V::Scalar {
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

/// Takes an impact from the frame of the path to that of the query. `carried` takes a point to where it is after it
/// has moved with A.
pub fn in_world<V: Vector>(found: &Impact<V>, placement: &impl Placement<V>, carried: impl Fn(V) -> V) -> Impact<V> {
    let [on_a, on_b] = [found.on_a, found.on_b].map(|point| carried(placement.to_world(point)));
    Impact { normal: placement.unit_to_world(found.normal), on_a, on_b, ..*found }
}
