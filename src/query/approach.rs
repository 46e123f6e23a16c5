//! One search: GJK and, where no plane separates the cores, EPA. `search.rs` runs it, `answer.rs` turns its end into
//! results.

use crate::body::support::Body;
use crate::kernel::difference::{CsoPoint, Difference, Rescale};
use crate::kernel::epa::outcome::{DepthGoal, Outcome};
use crate::kernel::gjk::goal::{DistanceEnd, DistanceGoal, Scaled};
use crate::kernel::gjk::secant_steps::Extrapolate;
use crate::kernel::observer::Watch;
use crate::kernel::polytope::Polytope;
use crate::kernel::{epa, gjk};
use crate::number::error;
use crate::number::rounding::{RESOLUTION_STEPS, ROUNDING_STEPS, product_step_at, steps};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement};
use crate::pair::cso::Cso;
use crate::pair::place::Placement;
use crate::pair::record::Record;
use crate::pair::result::{Proximity, Status};
use crate::query::question::{Aim, Question, Settings};

/// An interpolated point may be off by this many rounding steps of the size of the points it lies between: its weights
/// and its coordinates are rounded. The promise to callers is four steps of the size of the bodies. Points of the CSO
/// are up to twice as large as those of the bodies, so two steps of theirs are at most these four.
const FOOT_STEPS: u32 = 2;

/// A search of two bodies. Everything except results is in A's frame, at the scale of the CSO.
pub struct Approach<'q, A: ?Sized, B: ?Sized, P: Placement<V>, R: ?Sized, V: Vector> {
    pub cso: Cso<'q, A, B, P, R, V>,
    pub placement: &'q P,
    pub goal: DistanceGoal<V>,
    pub search: gjk::Search<V>,
    /// A proven distance of the cores; zero if no plane separates them.
    pub lower: V::Scalar,
    /// The distance of the nearest point, as its height along its axis; zero if the simplex contains the origin.
    pub upper: V::Scalar,
    /// The length of the axis of the nearest point: one square root serves the bounds and the direction.
    pub length: V::Scalar,
    /// The most that rounding may put the distance of the nearest point off `upper`.
    pub rounding: V::Scalar,
}

impl<'q, V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, R: Record<V> + ?Sized>
    Approach<'q, A, B, P, R, V>
{
    /// Prepares a search along the line between the centers. Inlined, because then the numbers of the placement, which
    /// have just been computed, need not be stored for this.
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn new(
        question: Question<'q, A, B, P, V>,
        zoom: Option<<V::Scalar as Scalar>::Zoom>,
        record: &'q mut R,
    ) -> Self {
        let Question { a, b, placement, .. } = question;
        // From B to A.
        let axis = displacement(placement.to_a(b.center()), a.center());
        Self::along(question, axis, zoom, record)
    }

    /// Prepares a search along `start`, an axis which leads from B to A, unless the settings or the last query have a
    /// better one.
    pub fn along(
        question: Question<'q, A, B, P, V>,
        start: V,
        zoom: Option<<V::Scalar as Scalar>::Zoom>,
        record: &'q mut R,
    ) -> Self {
        let Question { a, b, placement, settings, aim } = question;
        let nil = V::Scalar::NIL;
        // The axis leads from the origin to the CSO.
        let axis = match (settings.direction, record.axis()) {
            (Some(direction), _) => -placement.direction_to_a(direction),
            (None, Some(last)) if last != V::ZERO => last,
            _ => start,
        };
        let axis = axis.direction();
        let norm = axis.dot(axis);
        let is_usable = norm > AreaOfVector::<V>::ZERO && norm <= AreaOfVector::<V>::MAX;
        let axis = if is_usable { axis } else { V::first_axis().direction() };
        let (own, other) = (a.margin(), b.margin());
        let are_sizes = error::is_size(own) && error::is_size(other);
        let (own, other) = if are_sizes { (own, other) } else { (nil, nil) };
        let (only_touch, near) = match aim {
            Aim::Touch => (true, Some(nil)),
            Aim::Distance(_) => (false, None),
            Aim::Meet(near) => (false, Some(near)),
        };
        // Only rounding may leave open whether bodies touch, so a touch query has tolerance zero: a plane within some
        // tolerance of the margins must not end it.
        let tolerance = if only_touch { UnitOfVector::<V>::NIL } else { settings.tolerance_of(a, b) };
        // A caller who sets a tolerance gets normals that are as good as that.
        let wants_normal = question.wants_normal();
        // Filled in place, because a copy of the search would go through memory.
        Self {
            cso: Cso::new(a, b, placement, zoom, own.max(other), record),
            placement,
            goal: DistanceGoal {
                tolerance,
                wants_normal,
                max_iterations: settings.max_iterations,
                margins: (own, other),
                limit: aim.limit(),
                only_touch,
                near,
                scaled: Scaled::unknown(),
            },
            search: gjk::Search::new(axis, if are_sizes { DistanceEnd::Iterations } else { DistanceEnd::Support }),
            lower: nil,
            upper: nil,
            length: nil,
            rounding: nil,
        }
    }

    /// Runs GJK. Without valid margins nothing is searched. Fails if a support point leaves the working range: then
    /// the search has to start over at a smaller scale.
    #[inline]
    pub fn run<E: Extrapolate<V> + ?Sized, W: Watch<V> + ?Sized>(
        &mut self,
        secants: Option<&mut E>,
        watch: &mut W,
    ) -> Result<(), Rescale> {
        if self.search.end == DistanceEnd::Support {
            return Ok(());
        }
        self.cso.recall(self.goal.only_touch);
        self.cso.record.recall(&mut self.search, self.cso.input_step());
        if self.search.end == DistanceEnd::Contact {
            self.goal.scale(self.cso.zoom());
            return Ok(());
        }
        self.search.run(&mut self.cso, &mut self.goal, secants, watch)
    }

    /// Corrects the normal of curved bodies whose bounds have met. `secants` are those of the search.
    pub fn sharpen<E: Extrapolate<V> + ?Sized>(&mut self, secants: Option<&mut E>) {
        if cfg!(feature = "speed")
            && self.goal.wants_normal
            && self.cso.is_curved()
            && let Some(secants) = secants
        {
            secants.sharpen(&mut self.search, &mut self.cso, &self.goal);
        }
    }

    /// Keeps the axis and the simplex of GJK for the next query.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn remember(&mut self, is_apart: bool) {
        let axis = if self.lower > V::Scalar::NIL { self.search.plane.axis } else { self.search.axis };
        // The pairs of a simplex carried over from the last query are in the memory already.
        let news = if self.search.is_carried { &[] } else { self.search.simplex.points() };
        self.cso.record.keep(axis, is_apart, &[news]);
    }

    /// Computes the bounds of the distance of the cores from the end of the search.
    pub fn settle(&mut self) {
        self.settle_upper();
        let gjk::Search { nearest, plane, .. } = &self.search;
        // Usually the axes are as long as each other, and no second root is needed. Without `speed` flash counts more:
        // it takes 96 bytes of a distance on a Cortex-M4F.
        let has_length = cfg!(feature = "speed") && nearest.is_outside() && nearest.norm == plane.norm;
        self.lower = if has_length { plane.distance_by(self.length) } else { plane.distance() };
    }

    /// Searches on with more care if the bounds of the distance of the cores are apart by more than rounding. Returns
    /// whether they were.
    #[cold]
    #[inline(never)]
    pub fn reconsider(&mut self) -> bool {
        let is_open = self.upper_bound() - self.lower > self.resolution();
        if is_open {
            let (lower, axis) = (self.lower, self.search.plane.axis);
            self.search.reconsider(&mut self.cso);
            self.settle();
            // The plane of EPA stays if it proves more.
            if lower > self.lower {
                (self.lower, self.search.plane.axis) = (lower, axis);
            }
        }
        is_open
    }

    /// The upper bound of the distance of the cores. With `speed` out of line, where copies would cost flash.
    #[cfg_attr(feature = "speed", cold, inline(never))]
    pub fn upper_bound(&self) -> V::Scalar {
        self.core_distance(self.nearest(self.directions().0))
    }

    /// Computes the distance of the nearest point and the rounding errors from the end of the search.
    pub fn settle_upper(&mut self) {
        let nearest = &self.search.nearest;
        (self.length, self.upper) = (V::Scalar::NIL, V::Scalar::NIL);
        if nearest.is_outside() {
            self.length = nearest.norm.sqrt();
            self.upper = nearest.height.per(self.length);
        }
        let size = self.search.simplex.extent().max(self.search.plane.size);
        self.rounding = steps(FOOT_STEPS, self.step_at(size));
    }

    /// [`RESOLUTION_STEPS`] rounding steps of the coordinates that the bounds come from.
    pub fn resolution(&self) -> V::Scalar {
        steps(RESOLUTION_STEPS / FOOT_STEPS, self.rounding)
    }

    /// Takes a plane found elsewhere, given by its axis from B to A and the gap between the cores in the unit of the
    /// input, if the gap is larger than rounding. Returns whether it is.
    pub fn is_kept_apart(&mut self, (axis, gap): (V, V::Scalar)) -> bool {
        let gap = gap.zoom(self.cso.zoom());
        let is_apart = gap > self.resolution();
        if is_apart {
            (self.lower, self.search.plane.axis) = (gap, axis);
        }
        is_apart
    }

    /// Are the bodies of a touch query not proven apart? A search that ended with the proof needs no square root for
    /// this.
    pub fn may_touch(&mut self) -> bool {
        self.search.end != DistanceEnd::Limit && {
            self.lower = self.search.plane.distance();
            !self.is_apart()
        }
    }

    /// Does a plane separate the bodies? A positive `lower` proves the cores apart, with the rounding that GJK allows
    /// for. Where there are margins, its excess over them has to be larger than the rounding of the distance as well:
    /// four steps of the points of the CSO, which are up to twice as large as the bodies. Half as much would prove
    /// bodies apart that touch: tests/regressions has such in touching.rs (`bodies_whose_margins_touch_are_not_apart`).
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn is_apart(&self) -> bool {
        let (size, margin, nil) = (self.search.plane.size, self.goal.scaled.touch, V::Scalar::NIL);
        let step = if margin > nil { product_step_at(size) } else { nil };
        self.lower - margin > steps(ROUNDING_STEPS, step)
    }

    /// A length of the search in the unit of the input.
    pub fn unzoom(&self, length: V::Scalar) -> V::Scalar {
        length.unzoom(self.cso.zoom())
    }

    /// A lower bound of the depth in the unit of the input. A negative one stays negative when fixed point rounds.
    pub fn lower_bound(&self, lower: V::Scalar) -> V::Scalar {
        let bound = self.unzoom(lower);
        if lower < V::Scalar::NIL { bound.min(-V::Scalar::LEAST) } else { bound }
    }

    /// The witness points in the frame of the query: the core point of A moved out by its margin, and the point that
    /// lies `signed` farther along the normal.
    pub fn witnesses(&self, core_on_a: V, normal: V::UnitVector, signed: V::Scalar) -> (V, V) {
        let on_a = core_on_a.advance(self.goal.scaled.margin_a, normal);
        let on_b = on_a.advance(signed, normal);
        let place = |point: V| self.placement.to_world(point.unzoom(self.cso.zoom()));
        (place(on_a), place(on_b))
    }

    /// The point of the CSO nearest to the origin, as far as the search knows, with its point of A: the foot, on the
    /// simplex, of the point at the distance `upper` against the direction `toward_b`. Where rounding tilts the
    /// direction, that keeps the point of B, which lies at this distance along it from the point of A, on its body as
    /// well.
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn nearest(&self, toward_b: V::UnitVector) -> CsoPoint<V> {
        self.search.simplex.nearest_within(self.upper + self.rounding, V::ZERO.advance(-self.upper, toward_b))
    }

    /// Two unit vectors from A to B, in A's frame: the direction from core to core, and the normal.
    ///
    /// The direction is that of the nearest point, except in two cases, in which it is that of the best plane: if that
    /// plane proves the nearest point too near, which happens only to a simplex tilted by rounding; or if there are
    /// margins and the cores are so near each other that the axis of the nearest point has few digits that are not
    /// rounding noise.
    ///
    /// The normal is that of the best plane if a plane separates the cores, or if they are within rounding of touching;
    /// otherwise it is the direction.
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn directions(&self) -> (V::UnitVector, V::UnitVector) {
        let (search, nil, resolution) = (&self.search, V::Scalar::NIL, self.resolution());
        let best = search.plane.axis;
        let (is_apart, is_near) = (self.lower > nil, self.upper <= resolution);
        let is_rounding = self.goal.scaled.touch > nil && is_apart && is_near;
        let is_own = search.nearest.is_outside() && self.lower - self.upper <= resolution && !is_rounding;
        let (axis, length) = if is_own { (search.nearest.axis, self.length) } else { (best, best.length()) };
        let toward_b = against::<V>(axis, length);
        let is_known = is_apart || is_near;
        // Usually the axes are the same, and no root is needed.
        let normal = if is_known && best != axis { against::<V>(best, best.length()) } else { toward_b };
        (toward_b, normal)
    }

    /// An upper bound of the distance of the cores. The length of `near`, a point of the CSO near the origin, is one,
    /// but `upper`, the height along the axis, has more digits. The two disagree where the axis of a sliver is tilted,
    /// and where rounding places the origin inside a sliver that it lies beside: there the length counts.
    pub fn core_distance(&self, near: CsoPoint<V>) -> V::Scalar {
        let most = self.upper + self.rounding;
        let upper = if near.w.dot(near.w) <= most.times(most) { self.upper } else { near.w.length() };
        upper.max(self.lower)
    }

    /// The status of cores proven apart, given the [upper bound](Self::core_distance) of their distance. The bounds
    /// tell whether a search has converged, whatever ended it: a stalled search may have bounds that met all the same,
    /// and those of a sliver may have met only by its tilted axis, not by its points. A search that a cap ended has
    /// converged if only rounding is left between its bounds: it goes on beyond the tolerance, for the normal.
    pub fn status(&self, upper: V::Scalar) -> Status {
        match self.search.end {
            DistanceEnd::Limit => Status::DistanceLimit,
            DistanceEnd::Support => Status::BadSupport,
            DistanceEnd::Touching => Status::Converged,
            _ if self.have_met(upper) => Status::Converged,
            DistanceEnd::Iterations => Status::IterationLimit,
            DistanceEnd::Stalled | DistanceEnd::Converged | DistanceEnd::Contact => Status::Stalled,
        }
    }

    /// Have the bounds of the distance of the cores met, within rounding or, unless a cap ended the search, within the
    /// tolerance or the rounding of the margins?
    fn have_met(&self, upper: V::Scalar) -> bool {
        let gap = upper - self.lower;
        gap <= self.resolution()
            || self.search.end != DistanceEnd::Iterations && {
                let of_margins = steps(RESOLUTION_STEPS, self.step_at(self.goal.scaled.touch));
                gap <= upper.scaled(self.goal.tolerance).max(of_margins)
            }
    }

    /// The [`status`](Self::status) where the distance is not known to be positive: `Undecided` instead of `Converged`
    /// and `Stalled`.
    pub fn undecided_status(&self, upper: V::Scalar) -> Status {
        match self.status(upper) {
            Status::Converged | Status::Stalled => Status::Undecided,
            status => status,
        }
    }

    /// The rounding step of lengths up to `extent`, at the scale of the search, where the input was rounded too.
    pub fn step_at(&self, extent: V::Scalar) -> V::Scalar {
        V::Scalar::blend(self.cso.input_step(), [extent], [V::Scalar::ROUNDING])
    }

    /// Runs EPA where GJK found no plane that separates the cores. Fails if the CSO has to be scaled anew.
    #[inline(never)]
    pub fn expand<W: Watch<V> + ?Sized>(
        &mut self,
        settings: &Settings<V>,
        polytope: &mut Polytope<'_, V>,
        curved: Option<epa::Curved<'_, V>>,
        watch: &mut W,
    ) -> Result<Proximity<V>, Rescale> {
        let (tolerance, max_iterations) = (self.goal.tolerance, settings.max_epa_iterations);
        let goal = DepthGoal { tolerance, max_iterations, margin: self.goal.scaled.touch };
        let mut found = Outcome::unknown();
        found.facet.assign(&self.search.simplex);
        epa::run(&mut self.cso, &self.search.simplex, (&goal, curved), polytope, watch, &mut found)?;
        let carriers = [self.search.simplex.points(), found.facet.points(), polytope.vertices.as_slice()];
        self.cso.record.keep(-found.normal, false, &carriers);
        // A simplex that contains the origin proves contact, whatever the rounding of the polytope.
        let is_inside = !self.search.nearest.is_outside();
        let is_apart = !is_inside && {
            // The choice of a support point is accurate to two steps of the points that it comes from, as in GJK.
            let size = self.search.simplex.extent().max(self.search.plane.size);
            let step = product_step_at(size);
            let lower = -found.upper;
            if lower > step + step && lower >= self.lower {
                // A plane separates the cores after all.
                (self.lower, self.search.plane.axis) = (lower, -found.normal);
                self.search.plane.size = self.search.plane.size.max(found.extent);
                self.settle_upper();
            }
            if self.is_apart() {
                return Ok(Proximity::Separated(self.separation()));
            }
            if self.search.end == DistanceEnd::Iterations {
                // A cap may have left the origin far from the simplex. The plane of a slender facet is right near its
                // corners, but not there, where all planes may seem to have the origin inside: so EPA proves no depth.
                found.lower = V::Scalar::NIL;
            }
            self.lower > V::Scalar::NIL
        };
        let depth = if is_apart { self.margin_penetration() } else { self.core_penetration(&found) };
        Ok(Proximity::Overlapping(depth))
    }
}

/// The unit vector opposite to an axis of the given length.
#[cfg_attr(not(feature = "speed"), inline(never))]
fn against<V: Vector>(axis: V, length: V::Scalar) -> V::UnitVector {
    -axis.unit(length)
}
