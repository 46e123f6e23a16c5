//! GJK: the distance of the origin from a CSO, with a proven lower bound.
//!
//! Gilbert, Johnson and Keerthi (1988), in the distance form of van den Bergen (1999). Each round takes the support
//! point w against the axis, which leads from the origin to the nearest point of the simplex. The plane through w
//! bounds the distance from below by axis·w/|axis|, the simplex bounds it from above by height/|axis|, where height is
//! axis·a for the newest point a. Except for rounding, both bounds only improve.
//!
//! The search ends where
//! - the plane passes the distance limit, or the simplex comes as near as is asked for (intersection queries);
//! - the bounds meet: within the gap of the goal, or axis·w and height are within two rounding steps of the product of
//!   axis and point. Not as long as the sum of the margins, the distance at which the bodies touch, is between the
//!   bounds;
//! - w is in the simplex already, and bringing the axis to right angles with the simplex (`straighten`) does not change
//!   that: for a polytope the exact answer;
//! - the simplex contains the origin;
//! - the distance rises by more than rounding, or does not fall for the fifth time in a row, and neither straightening
//!   helps nor the axis of a part that rounding hides. In single precision a real step may leave the distance as it is,
//!   so a strict decrease is not demanded;
//! - the rounds are used up, or a support point is NaN or out of range.
//!
//! On a curved body some rounds take another axis, extrapolated from the last rounds (`gjk/secant_steps.rs`).
//!
//! A proof outranks the simplex: once a plane separates by more than rounding, a simplex that seems to contain the
//! origin is an artefact of rounding, and so is one that is farther than the last. Then the last simplex is the answer.
//!
//! Where rounding ends a search whose bounds have not met, a query calls `reconsider` (`gjk/reconsider.rs`). Where it
//! ends the search of a curved body before the bounds prove the normal, a query corrects that (`gjk/sharpen.rs`).
//!
//! Read `simplex.rs` first. `gjk/goal.rs` says when to stop, `gjk/plane.rs` keeps the lower bound. Where the simplex
//! contains the origin, `epa.rs` continues.

use crate::kernel::difference::{CsoPoint, Difference, Fault, Rescale};
use crate::kernel::observer::{DistanceRound, Watch};
use crate::kernel::simplex::Simplex;
use crate::kernel::simplex::nearest::{ALL, Nearest};
use crate::kernel::tuning::{MAX_LEVEL_ROUNDS, MAX_RECALL_ROUNDS};
use crate::number::rounding::rounding_of_distance;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};
use goal::{DistanceEnd, DistanceGoal};
use plane::BestPlane;
use secant_steps::Extrapolate;

pub mod goal;
mod plane;
mod reconsider;
pub mod secant_steps;
mod sharpen;
#[cfg(test)]
mod tests;

/// The state of a search and, at its end, its result. Lengths are at the scale of the CSO.
#[derive(Debug)]
pub struct Search<V: Vector> {
    pub end: DistanceEnd,
    pub iterations: u32,
    /// The points whose hull contains the nearest point or the origin.
    pub simplex: Simplex<V>,
    /// The part of the simplex nearest to the origin, if that is outside; of height zero if the simplex contains the
    /// origin or is empty.
    pub nearest: Nearest<V>,
    /// The plane that proves a distance, or the best one tried.
    pub plane: BestPlane<V>,
    /// From the origin to the nearest point, unless it is that of a secant or of a hidden part. Support points are
    /// sought against it.
    pub axis: V,
    /// axis·axis.
    norm: AreaOfVector<V>,
    /// The least squared distance of a simplex so far.
    squared: AreaOfVector<V>,
    /// The number of steps in a row that came no nearer, see [`stay_level`](Self::stay_level).
    level_steps: u32,
    axis_kind: AxisKind,
    /// Does the simplex still consist of all the points that were known before the first round?
    pub is_carried: bool,
}

/// Where the axis of a search comes from. The last two are for searches that rounding would end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AxisKind {
    /// From the nearest point as the reduction found it, or from a secant. The first axis counts as such.
    Usual,
    /// From the nearest point, after [`Search::straighten`].
    Straight,
    /// From a part that rounding hides, for one round. The simplex stays as it is.
    Hidden,
}

impl<V: Vector> Search<V> {
    /// A search that starts with `axis`, which is not zero. `end` is its result until it has run.
    #[inline(always)]
    pub fn new(axis: V, end: DistanceEnd) -> Self {
        let zero = AreaOfVector::<V>::ZERO;
        let norm = axis.dot(axis);
        Self {
            end,
            iterations: 0,
            simplex: Simplex::default(),
            nearest: Nearest { kept: 0, axis, height: zero, norm, squared: zero },
            plane: BestPlane { axis, reach: zero, norm, squared: -AreaOfVector::<V>::MAX, size: V::Scalar::NIL },
            axis,
            norm,
            squared: AreaOfVector::<V>::MAX,
            level_steps: 0,
            axis_kind: AxisKind::Usual,
            is_carried: false,
        }
    }

    /// Makes this a new search along `axis`; `end` stays. Field by field, so that the points of the simplex are not
    /// moved.
    #[cold]
    pub fn start_over(&mut self, axis: V) {
        self.simplex.clear();
        let Self { iterations, nearest, plane, axis: _, norm, squared, level_steps, axis_kind, is_carried, .. } =
            Self::new(axis, DistanceEnd::Iterations);
        (self.iterations, self.nearest, self.plane, self.axis) = (iterations, nearest, plane, axis);
        (self.norm, self.squared, self.level_steps) = (norm, squared, level_steps);
        (self.axis_kind, self.is_carried) = (axis_kind, is_carried);
    }

    /// Offers the plane through a support point w as a lower bound; with `only_proof` only if it separates by more than
    /// rounding. A plane that separates by less counts as one through the origin. The rounding is that of the choice of
    /// the support point: each body compares two products, which are off by half a step each. tests/oracle/found.jsonl
    /// has bodies with a common corner that one step would prove apart. `size` is that of the point
    /// ([`CsoPoint::size`]). Returns axis·w and max|axisᵢ|·size, the product that the rounding error of axis·w is
    /// relative to.
    #[inline(always)]
    fn bound(&mut self, point: &CsoPoint<V>, size: V::Scalar, only_proof: bool) -> (AreaOfVector<V>, AreaOfVector<V>) {
        let reach = self.axis.dot(point.w);
        let product = self.axis.max_abs().times(size);
        let rounding = product.portion(V::Scalar::PRODUCT_ROUNDING);
        let is_proof = reach > rounding + rounding;
        if is_proof || !only_proof {
            let proven = if is_proof { reach } else { reach.min(AreaOfVector::<V>::ZERO) };
            self.plane.improve(self.axis, proven, self.norm, size);
        }
        (reach, product)
    }

    /// Runs on points that are known, those of a warm start, before the first support point is computed. No plane has
    /// been tried yet that could contradict a flat hull which seems to contain the origin by rounding. So the search
    /// ends with a contact here only if the nearest point of the simplex is the origin within rounding. Cubes that
    /// overlap deeply, and still do a moment later, then take 0.1 support calls in the mean instead of 2.
    pub fn recall<'p>(&mut self, known: impl Iterator<Item = &'p CsoPoint<V>> + Clone, input_step: V::Scalar)
    where
        V: 'p,
    {
        if self.carries_on(known.clone()) {
            return;
        }
        let first = self.axis;
        // A round that comes no nearer is rare, so few points make few rounds.
        for _ in 0..MAX_RECALL_ROUNDS {
            let products = known.clone().map(|point| (self.axis.dot(point.w), point));
            let lowest = products.reduce(|best, next| if next.0 < best.0 { next } else { best });
            let Some((_, point)) = lowest else { return };
            let size = point.size();
            if !self.is_ahead(point, size) || self.simplex.contains(point.w) {
                return;
            }
            let Err(found) = self.descend(point) else { continue };
            match self.stay_level(found, point, size, input_step) {
                None if self.axis_kind != AxisKind::Hidden => {}
                Some(DistanceEnd::Contact) if self.simplex.is_at_origin() => {
                    self.end = DistanceEnd::Contact;
                    return;
                }
                // Rounding ended the search, so its simplex is of no use: it starts over from the first axis.
                _ => {
                    self.start_over(first);
                    return;
                }
            }
        }
    }

    /// Takes the known points as the simplex, if all of them are needed for the part nearest to the origin. Returns
    /// whether they are.
    #[inline(never)]
    fn carries_on<'p>(&mut self, mut known: impl Iterator<Item = &'p CsoPoint<V>>) -> bool
    where
        V: 'p,
    {
        let Some(mut newest) = known.next() else { return false };
        let mut kept = Simplex::default();
        for point in known {
            // More points than dimensions cannot all be needed.
            if kept.points().len() + 1 == V::DIM {
                return false;
            }
            kept.push(newest);
            newest = point;
        }
        let Some(found) = kept.carried_with(newest.w) else { return false };
        self.squared = found.squared;
        self.simplex = kept;
        self.go_to(found, newest);
        self.is_carried = true;
        true
    }

    /// Is a point nearer to the origin than the plane through the nearest point at right angles to its axis, by more
    /// than rounding? The reduction of the simplex relies on that. A support point against that axis passes unless the
    /// bounds have met.
    #[inline(always)]
    fn is_ahead(&self, point: &CsoPoint<V>, size: V::Scalar) -> bool {
        let nearest = &self.nearest;
        !nearest.is_outside() || {
            let rounding = nearest.axis.max_abs().times(size).portion(V::Scalar::ROUNDING);
            nearest.height - nearest.axis.dot(point.w) > rounding + rounding
        }
    }

    /// Have the bounds met? `height` is the distance of the nearest point times the length of the axis; `reach` and
    /// `product` are what [`bound`](Self::bound) returned.
    #[inline(always)]
    fn has_converged(
        &self,
        height: AreaOfVector<V>,
        (reach, product): (AreaOfVector<V>, AreaOfVector<V>),
        goal: &DistanceGoal<V>,
    ) -> bool {
        let gap = height - reach;
        let rounding = product.portion(V::Scalar::ROUNDING);
        let is_met = reach > AreaOfVector::<V>::ZERO && gap <= height.portion(goal.gap());
        let is_close = is_met || gap <= rounding + rounding;
        is_close && !self.is_open(goal)
    }

    /// Does the distance of the cores at which the bodies touch lie between the bounds, so that these do not tell
    /// whether they touch? Then the search goes on. tests/regressions has a pair that needs it in touching.rs
    /// (`a_rough_tolerance_does_not_decide_the_sign`).
    fn is_open(&self, goal: &DistanceGoal<V>) -> bool {
        let touch_squared = goal.scaled.touch.times(goal.scaled.touch);
        self.plane.squared < touch_squared && touch_squared < self.squared
    }

    /// Adds a point if that brings the nearest point of the simplex nearer. Otherwise leaves the simplex as it is and
    /// returns what the reduction found.
    #[inline(always)]
    fn descend(&mut self, point: &CsoPoint<V>) -> Result<(), Nearest<V>> {
        let found = self.simplex.reduce(point.w, self.axis);
        let is_nearer = found.is_outside() && found.squared < self.squared;
        if !is_nearer {
            return Err(found);
        }
        (self.squared, self.level_steps) = (found.squared, 0);
        self.go_to(found, point);
        Ok(())
    }

    /// Goes to the part that a reduction with `point` has found: its points become the simplex, and its axis the axis.
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn go_to(&mut self, found: Nearest<V>, point: &CsoPoint<V>) {
        self.simplex.keep(found.kept, point);
        (self.axis, self.norm, self.axis_kind) = (found.axis, found.norm, AxisKind::Usual);
        (self.nearest, self.is_carried) = (found, false);
    }

    /// Goes to a feature that is as near as the last one up to rounding; up to [`MAX_LEVEL_ROUNDS`] such steps in a
    /// row are allowed. Otherwise straightens the axis, takes that of a hidden part, or returns the end of the search:
    /// the simplex contains the origin, or rounding lets the search go no further. tests/scenes/kissing.rs has faces
    /// that no search without such steps finds (`almost_parallel_faces_ever_nearer`).
    #[cold]
    #[inline(never)]
    fn stay_level(
        &mut self,
        found: Nearest<V>,
        point: &CsoPoint<V>,
        size: V::Scalar,
        input_step: V::Scalar,
    ) -> Option<DistanceEnd> {
        let size = size.max(self.simplex.extent());
        let slack = rounding_of_distance(input_step, size, V::Scalar::ROUNDING);
        let is_first = !self.nearest.is_outside();
        if found.contains_origin() && (is_first || self.plane.distance() <= slack) {
            self.simplex.keep(found.kept, point);
            (self.nearest, self.is_carried) = (found, false);
            // A plane that separates by no more than the rounding of products proves nothing against the contact. In
            // fixed point products are exact, so there every separating plane stays, and outranks the contact.
            // tests/regressions has such a contact in touching.rs
            // (`bodies_that_share_a_corner_far_away_are_not_apart`).
            if self.plane.distance() <= rounding_of_distance(V::Scalar::NIL, size, V::Scalar::PRODUCT_ROUNDING) {
                self.plane.reach = AreaOfVector::<V>::ZERO;
            }
            return Some(DistanceEnd::Contact);
        }
        // Where straightening has not shown on which part the nearest point lies, the last axis tried is that of the
        // hidden part: it may be a face, whose axis is known to more digits. tests/regressions has such faces in
        // touching.rs (`mirrored_faces_near_each_other_are_apart`).
        if found.is_outside() && found.is_hidden() && self.axis_kind == AxisKind::Straight {
            (self.axis, self.norm, self.axis_kind) = (found.axis, found.norm, AxisKind::Hidden);
            return None;
        }
        let is_known = found.is_outside() && !found.is_hidden();
        let is_level = is_known && (is_first || found.distance() <= self.nearest.distance() + slack);
        if !is_level || self.level_steps == MAX_LEVEL_ROUNDS {
            return self.straighten();
        }
        self.level_steps += 1;
        self.go_to(found, point);
        None
    }

    /// Brings the axis to right angles with the simplex, once for each simplex before rounding ends the search: a
    /// sliver may have a tilted axis, whose support point is the wrong one. Returns the end of the search if that was
    /// done already or is not possible. tests/regressions has a scene for edges in touching.rs
    /// (`segments_whose_ends_nearly_meet_are_apart`) and one for triangles in slivers.rs
    /// (`almost_parallel_segments_a_hair_apart_have_tight_bounds`).
    #[cold]
    #[inline(never)]
    fn straighten(&mut self) -> Option<DistanceEnd> {
        if let Some(newest) = self.simplex.points().last()
            && self.nearest.is_outside()
            && self.axis_kind == AxisKind::Usual
        {
            let straight = match self.simplex.points() {
                // Computed from the nearer end: from the farther one the axis would have an error of a rounding step of
                // that end's distance.
                [a, b] => {
                    let (near, far) = if a.w.dot(a.w) <= b.w.dot(b.w) { (a, b) } else { (b, a) };
                    Nearest::edge(1, near.w, far.w)
                }
                _ => {
                    let axis = self.simplex.straightened(ALL, self.axis);
                    Nearest::along(ALL, axis, axis.dot(newest.w))
                }
            };
            if straight.is_outside() {
                (self.nearest, self.axis, self.norm) = (straight, straight.axis, straight.norm);
                self.axis_kind = AxisKind::Straight;
                return None;
            }
        }
        Some(DistanceEnd::Stalled)
    }

    /// Are the bodies known to be near enough (`DistanceGoal::near`)? Where the cores have to touch for that, no
    /// positive distance is near enough, not even one too small for fixed point to show.
    #[inline(always)]
    fn touches(&self, goal: &DistanceGoal<V>) -> bool {
        goal.scaled.near > V::Scalar::NIL
            && self.squared <= goal.scaled.near.times(goal.scaled.near)
            && self.nearest.is_outside()
            && self.nearest.distance() <= goal.scaled.near
    }

    /// Runs GJK until an [end](DistanceEnd), which it stores in `end`. The first support point sets the scale.
    /// `secants` are used where a body is curved, unless only a touch is asked for. Fails if the CSO must be scaled
    /// again.
    pub fn run<C: Difference<V>, E: Extrapolate<V> + ?Sized, W: Watch<V> + ?Sized>(
        &mut self,
        cso: &mut C,
        goal: &mut DistanceGoal<V>,
        secants: Option<&mut E>,
        watch: &mut W,
    ) -> Result<(), Rescale> {
        let mut secants = if cso.is_curved() && !goal.only_touch { secants } else { None };
        if let Some(secants) = &mut secants {
            secants.begin();
        }
        // If the axis is that of a secant: the distance of the nearest point times the length of the axis.
        let mut secant = None;
        self.end = loop {
            let mut point = CsoPoint::blank(self.axis);
            match cso.support(-self.axis, &mut point) {
                Ok(()) => {}
                Err(Fault::Scale) => return Err(Rescale),
                Err(Fault::Support) => break DistanceEnd::Support,
            }
            if self.iterations == 0 {
                goal.scale(cso.zoom());
            }
            let size = point.size();
            let products = self.bound(&point, size, goal.only_touch);
            watch.distance_round(&DistanceRound {
                zoom: cso.zoom(),
                points: self.simplex.points(),
                newest: &point,
                axis: &self.axis,
                nearest: &self.nearest,
                plane: (self.plane.reach, self.plane.norm),
            });
            let input_step = cso.input_step();
            let is_beyond = self.plane.is_beyond(goal, cso.zoom(), input_step);
            if is_beyond && goal.only_touch {
                // The plane alone proves it: no simplex is needed.
                break DistanceEnd::Limit;
            }
            let height = secant.unwrap_or(self.nearest.height);
            let is_hidden = self.axis_kind == AxisKind::Hidden;
            let has_converged =
                height > AreaOfVector::<V>::ZERO && !is_hidden && self.has_converged(height, products, goal);
            if let Some(secants) = &mut secants
                && (!has_converged || goal.wants_normal)
            {
                secants.note(self, goal, point.w, size);
            }
            if has_converged {
                break DistanceEnd::Converged;
            }
            let last_squared = self.squared;
            let is_other = secant.is_some() || is_hidden;
            let is_useless = self.simplex.contains(point.w) || is_other && !self.is_ahead(&point, size);
            let step = if is_useless { Err(None) } else { self.descend(&point).map_err(Some) };
            let end = match step {
                Ok(()) => None,
                Err(_) if is_other => {
                    // Back to the axis of the nearest point. No axis is tried after that of a hidden part.
                    (self.axis, self.norm) = (self.nearest.axis, self.nearest.norm);
                    is_hidden.then_some(DistanceEnd::Stalled)
                }
                Err(None) => self.straighten(),
                Err(Some(found)) => {
                    // A copy, so that in the other rounds the point need not be in memory.
                    let newest = point.each();
                    self.stay_level(found, &newest, size, input_step)
                }
            };
            if let Some(end) = end {
                break end;
            }
            if is_beyond {
                break DistanceEnd::Limit;
            }
            if self.touches(goal) {
                break DistanceEnd::Touching;
            }
            if let Some(secants) = &mut secants {
                match secants.step(self, goal, secant.is_some(), last_squared) {
                    Ok(height) => secant = height,
                    Err(end) => break end,
                }
            }
            if self.iterations == goal.max_iterations {
                break DistanceEnd::Iterations;
            }
            self.iterations += 1;
        };
        Ok(())
    }
}
