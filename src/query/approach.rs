//! GJK and, where it ends inside, EPA: the one path from two bodies to bounds.

use crate::body::support::Support;
use crate::kernel::difference::{CsoPoint, Difference, Rescale};
use crate::kernel::observer::Observer;
use crate::kernel::polytope::Polytope;
use crate::kernel::simplex::reduction::{Nearest, Part};
use crate::kernel::{epa, gjk};
use crate::number::error;
use crate::number::rounding::{ROUNDING_STEPS, steps};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};
use crate::pair::cso::Cso;
use crate::pair::place::Placement;
use crate::pair::record::Record;
use crate::pair::result::{Proximity, Status};
use crate::query::question::{Aim, Question, Settings};
/// Bounds this many rounding steps apart have met.
const RESOLUTION_STEPS: u32 = 16;
/// A point between others may be this many rounding steps of their size off: its weights are rounded, and its
/// coordinates. The size of differences is up to twice that of the bodies, for which four steps are promised.
const FOOT_STEPS: u32 = 2;

/// Two bodies on their way through GJK. Everything but results is in A's frame, scaled as the CSO is.
pub struct Approach<'q, A: ?Sized, B: ?Sized, P: Placement<V>, R, V: Vector> {
    pub cso: Cso<'q, A, B, P, R, V>,
    pub placement: &'q P,
    /// Are the margins legal lengths?
    pub has_margins: bool,
    pub goal: gjk::goal::DistanceGoal<V>,
    pub search: gjk::Search<V>,
    /// A proven distance of the cores, zero if no plane separates them, and the distance of the nearest point.
    pub lower: V::Scalar,
    pub upper: V::Scalar,
    /// The length of the axis of the nearest point: one root serves the bounds and the way.
    pub length: V::Scalar,
    /// What the nearest point may be farther than its height by rounding.
    pub rounding: V::Scalar,
    /// A few rounding steps of the coordinates that they came from.
    pub resolution: V::Scalar,
}

impl<'q, V, A, B, P, R> Approach<'q, A, B, P, R, V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    P: Placement<V>,
    R: Record<V>,
{
    /// Before the search. Inlined as far as it asks the placement, whose numbers have just been made.
    #[inline(always)]
    pub fn new(
        question: Question<'q, A, B, P, V>,
        zoom: Option<<V::Scalar as Scalar>::Zoom>,
        record: &'q mut R,
    ) -> Self {
        let Question { a, b, placement, .. } = question;
        // From B to A. Half of the way between centres always fits.
        let half = UnitOfVector::<V>::HALF;
        let between_centers = V::ZERO.blend([a.center(), placement.to_a(b.center())], [half, -half]);
        Self::along(question, between_centers, zoom, record)
    }

    /// Before the search along a first axis, if no better one is known.
    pub fn along(
        Question { a, b, placement, settings, aim }: Question<'q, A, B, P, V>,
        axis: V,
        zoom: Option<<V::Scalar as Scalar>::Zoom>,
        record: &'q mut R,
    ) -> Self {
        let nil = V::Scalar::NIL;
        // The axis leads from the origin to the CSO.
        let axis = match (settings.direction, record.axis()) {
            (Some(direction), _) => -placement.direction_to_a(direction),
            (None, Some(axis)) if axis != V::ZERO => axis,
            _ => axis,
        };
        let axis = axis.direction();
        let norm = axis.dot(axis);
        let is_usable = norm > AreaOfVector::<V>::ZERO && norm <= AreaOfVector::<V>::MAX;
        let axis = if is_usable { axis } else { V::first_axis().direction() };
        let margins = error::size(a.margin()).and_then(|own| Ok((own, error::size(b.margin())?))).ok();
        let (own, other) = margins.unwrap_or((nil, nil));
        let cso = Cso::new(a, b, placement, zoom, own.max(other), record);
        let (only_touch, near) = match aim {
            Aim::Touch => (true, Some(nil)),
            Aim::Distance(_) => (false, None),
            Aim::Meet(near) => (false, Some(near)),
        };
        // Rounding alone decides whether bodies touch: a plane within it of the margins ends no search.
        let tolerance = if only_touch { UnitOfVector::<V>::NIL } else { settings.tolerance_of(a, b) };
        let goal = gjk::goal::DistanceGoal {
            tolerance,
            max_iterations: settings.max_iterations,
            margins: (own, other),
            limit: aim.limit(),
            only_touch,
            near,
            scaled: gjk::goal::Scaled::default(),
        };
        let search = gjk::Search::new(axis);
        Self {
            cso,
            placement,
            has_margins: margins.is_some(),
            goal,
            search,
            lower: nil,
            upper: nil,
            length: nil,
            rounding: nil,
            resolution: nil,
        }
    }

    /// Runs GJK, at smaller scales if need be.
    #[inline]
    pub fn run<O: Observer<V>>(&mut self, observer: &mut O) {
        if !self.has_margins {
            self.search.end = gjk::goal::DistanceEnd::Support;
            return;
        }
        loop {
            self.cso.recall(self.goal.only_touch);
            self.search.recall(&self.cso);
            if self.search.end == gjk::goal::DistanceEnd::Contact {
                self.goal.scale(self.cso.zoom());
                return;
            }
            match self.search.run(&mut self.cso, &mut self.goal, observer) {
                Ok(()) => return,
                Err(Rescale) => {
                    self.cso.zoom_out();
                    self.search = gjk::Search::new(self.search.plane.axis);
                }
            }
        }
    }

    /// Leaves for the next query what this one found by GJK.
    pub fn remember(&mut self, is_apart: bool) {
        let axis = if self.lower > V::Scalar::NIL { self.search.plane.axis } else { self.search.axis };
        // A simplex that is what the last query left needs no search for the numbers of its points.
        let news = if self.search.is_carried { &[] } else { self.search.simplex.points() };
        self.cso.record.keep(axis, is_apart, news.iter());
    }

    /// Takes the bounds from the search.
    pub fn settle(&mut self) {
        self.settle_upper();
        let plane = &self.search.plane;
        self.lower = match &self.search.nearest {
            Some(nearest) if nearest.norm == plane.norm => plane.distance_by(self.length),
            _ => plane.distance(),
        };
    }

    /// Takes the distance of the nearest point, and what it is rounded by.
    pub fn settle_upper(&mut self) {
        let nil = V::Scalar::NIL;
        (self.length, self.upper) = self.search.nearest.as_ref().map_or((nil, nil), |nearest| {
            let length = nearest.norm.sqrt();
            (length, nearest.height.per(length))
        });
        let size = self.search.simplex.extent().max(self.search.plane.size);
        self.rounding = steps(FOOT_STEPS, self.step_at(size));
        self.resolution = steps(RESOLUTION_STEPS / FOOT_STEPS, self.rounding);
    }

    /// Takes a plane that another has found, from B to A, and the gap of the cores along it, if that keeps them apart
    /// by more than rounding.
    pub fn is_kept_apart(&mut self, (axis, gap): (V, V::Scalar)) -> bool {
        let gap = gap.zoom(self.cso.zoom());
        let is_apart = gap > self.resolution;
        if is_apart {
            (self.lower, self.search.plane.axis) = (gap, axis);
        }
        is_apart
    }

    /// Are the bodies not proven apart, whose touch was all to know? A search that found them apart needs no root to
    /// tell.
    pub fn may_touch(&mut self) -> bool {
        self.search.end != gjk::goal::DistanceEnd::Limit && {
            self.lower = self.search.plane.distance();
            !self.is_apart()
        }
    }

    /// Does a plane keep the bodies apart? That cores are apart is proven with all rounding; that they are farther
    /// apart than their margins reach must show beyond the rounding of the distance.
    pub fn is_apart(&self) -> bool {
        let (size, margin, nil) = (self.search.plane.size, self.goal.scaled.touch, V::Scalar::NIL);
        let step = if margin > nil { V::Scalar::blend(nil, [size], [V::Scalar::PRODUCT_ROUNDING]) } else { nil };
        self.lower - margin > steps(ROUNDING_STEPS, step)
    }

    pub fn unzoom(&self, length: V::Scalar) -> V::Scalar {
        length.unzoom(self.cso.zoom())
    }

    /// A lower bound of the depth in the units of the input; what may be apart stays so when fixed point rounds.
    pub fn lower_bound(&self, lower: V::Scalar) -> V::Scalar {
        let bound = self.unzoom(lower);
        if lower < V::Scalar::NIL { bound.min(-V::Scalar::LEAST) } else { bound }
    }

    /// The witness points in the frame of the query: the core point of A moved out by its margin, and the point of B
    /// that lies `signed` farther along the normal.
    pub fn witnesses(&self, core_on_a: V, normal: V::UnitVector, signed: V::Scalar) -> (V, V) {
        let on_a = core_on_a.advance(self.goal.scaled.margin_a, normal);
        let on_b = on_a.advance(signed, normal);
        let place = |point: V| self.placement.to_world(point.unzoom(self.cso.zoom()));
        (place(on_a), place(on_b))
    }

    /// The point of the CSO that is nearest to the origin.
    #[inline(always)]
    pub fn nearest(&self) -> CsoPoint<V> {
        self.search.simplex.nearest_within(self.upper + self.rounding)
    }

    /// The way from the core of A to that of B, and the axis that it is against: that of the nearest point. Unless a
    /// plane proves it too near, which only a simplex tilted by rounding can be, or the margins reach far along an axis
    /// that is mostly rounding: the plane that proves the cores apart has a better one. The way is worked out before
    /// the bounds are there to tell, for mostly they agree.
    #[inline(always)]
    pub fn way(&self) -> (V, V::UnitVector) {
        let (search, nil) = (&self.search, V::Scalar::NIL);
        let best = search.plane.axis;
        let (axis, length) =
            search.nearest.as_ref().map_or_else(|| (best, best.length()), |nearest| (nearest.axis, self.length));
        let way = against::<V>(axis, length);
        let is_rounding = self.goal.scaled.touch > nil && self.lower > nil && self.upper <= self.resolution;
        if self.lower - self.upper <= self.resolution && !is_rounding {
            (axis, way)
        } else {
            (best, against::<V>(best, best.length()))
        }
    }

    /// An upper bound of the distance of the cores, of which a near point is known: any point of the CSO is one. Its
    /// height along the axis has more digits, and mostly agrees. But the axis of a sliver may lean, however the search
    /// ended, and rounding may see the origin inside a sliver that it is beside.
    pub fn core_distance(&self, near: CsoPoint<V>) -> V::Scalar {
        let most = self.upper + self.rounding;
        let upper = if near.w.dot(near.w) <= most.times(most) { self.upper } else { near.w.length() };
        upper.max(self.lower)
    }

    /// From A to B, in the frame of the query: against the axis of the plane that separates the cores, or that comes
    /// nearest to it where they all but touch; else on the way, which is against the given axis.
    pub fn normal(&self, axis: V, way: V::UnitVector) -> V::UnitVector {
        self.placement.unit_to_world(self.normal_to_a(axis, way))
    }

    /// The same in A's frame.
    #[inline(always)]
    pub fn normal_to_a(&self, axis: V, way: V::UnitVector) -> V::UnitVector {
        let best = self.search.plane.axis;
        let is_known = self.lower > V::Scalar::NIL || self.upper <= self.resolution;
        // Mostly it is the same axis.
        if is_known && best != axis { against::<V>(best, best.length()) } else { way }
    }

    /// How the search ended, for cores proven apart and the upper bound of their distance; rounding is no fault where
    /// the bounds nearly met. Those of a sliver that tilts met for the search, but not with its points.
    pub fn status(&self, upper: V::Scalar) -> Status {
        let is_tilted = upper - self.upper > self.rounding;
        match self.search.end {
            gjk::goal::DistanceEnd::Limit => Status::DistanceLimit,
            gjk::goal::DistanceEnd::Stalled if upper - self.lower > self.resolution => Status::Stalled,
            gjk::goal::DistanceEnd::Converged if is_tilted && upper - self.lower > self.resolution => Status::Stalled,
            gjk::goal::DistanceEnd::Iterations => Status::IterationLimit,
            gjk::goal::DistanceEnd::Support => Status::BadSupport,
            gjk::goal::DistanceEnd::Converged
            | gjk::goal::DistanceEnd::Contact
            | gjk::goal::DistanceEnd::Touching
            | gjk::goal::DistanceEnd::Stalled => Status::Converged,
        }
    }

    /// The same, where the distance is not known to be positive.
    pub fn undecided_status(&self, upper: V::Scalar) -> Status {
        match self.status(upper) {
            Status::Converged | Status::Stalled => Status::Undecided,
            status => status,
        }
    }

    /// A few rounding steps of coordinates of the given size.
    pub fn resolution_at(&self, extent: V::Scalar) -> V::Scalar {
        steps(RESOLUTION_STEPS, self.step_at(extent))
    }

    pub fn step_at(&self, extent: V::Scalar) -> V::Scalar {
        V::Scalar::blend(self.cso.input_step(), [extent], [V::Scalar::ROUNDING])
    }

    /// Runs EPA where no plane separates the cores. It may still find one. Fails if the CSO must be scaled anew.
    #[inline(never)]
    pub fn expand<O: Observer<V>>(
        &mut self,
        settings: &Settings<V>,
        polytope: &mut Polytope<'_, V>,
        observer: &mut O,
    ) -> Result<Proximity<V>, Rescale> {
        let (tolerance, max_iterations) = (self.goal.tolerance, settings.max_epa_iterations);
        let goal = epa::outcome::DepthGoal {
            tolerance,
            max_iterations,
            margin: self.goal.scaled.touch,
            is_curved: self.cso.is_curved(),
        };
        let mut found = epa::outcome::Outcome::unknown(&self.search.simplex);
        epa::run(&mut self.cso, &self.search.simplex, &goal, polytope, observer, &mut found)?;
        let carriers = self.search.simplex.points().iter().chain(found.facet.points());
        self.cso.record.keep(-found.normal, false, carriers.chain(polytope.vertices()));
        if self.search.nearest.is_none() {
            return Ok(Proximity::Overlapping(self.core_penetration(&found)));
        }
        // A point of the CSO is good to a step of the points that it comes from, as in GJK.
        let size = self.search.simplex.extent().max(self.search.plane.size);
        let rounding = V::Scalar::blend(V::Scalar::NIL, [size], [V::Scalar::PRODUCT_ROUNDING]);
        let lower = found.upper.map_or(V::Scalar::NIL, |upper| -upper);
        if lower > rounding && lower >= self.lower {
            // A plane separates the cores after all. Where they all but touch, its facet may have the nearest point, if
            // it lies in that plane: a polytope that was cut off has facets far from it.
            let axis = -found.normal;
            let height = found.facet.points().first().map_or(AreaOfVector::<V>::ZERO, |point| axis.dot(point.w));
            let nearest = Nearest::new(Part::All, axis, height);
            let is_in_plane = nearest.distance() - lower <= self.resolution;
            if self.upper <= self.resolution && is_in_plane && found.facet.has_foot() {
                self.search.nearest = Some(nearest);
                self.search.simplex = found.facet.clone();
            }
            (self.lower, self.search.plane.axis) = (lower, axis);
            self.search.plane.size = self.search.plane.size.max(found.extent);
            self.settle_upper();
        }
        Ok(if self.is_apart() {
            Proximity::Separated(self.separation())
        } else if self.lower > V::Scalar::NIL {
            Proximity::Overlapping(self.margin_penetration())
        } else {
            Proximity::Overlapping(self.core_penetration(&found))
        })
    }
}

/// The unit vector against an axis of the given length.
#[inline(always)]
pub fn against<V: Vector>(axis: V, length: V::Scalar) -> V::UnitVector {
    -axis.unit(length)
}
