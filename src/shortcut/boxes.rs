//! Pairs of boxes: whether they overlap, and how deep, without a search.
//!
//! The Minkowski difference of two boxes is a polytope whose facets are at right angles to an axis of either box or to
//! an edge of each (Gottschalk, Lin, Manocha 1996). With c the way between the centres, h and k the half extents, and
//! the axes of B in A's frame as the columns of R, the boxes are along n
//!
//! ```text
//! gap(n) = (|n·c| − Σ hᵢ |nᵢ| − Σ kⱼ |(Rᵀn)ⱼ|) / |n|
//! ```
//!
//! apart. Any positive gap proves them apart; if none is positive, the depth is the least of −gap(n).
//!
//! Entries of R are the components of a normal across two edges: there is no product that could lose its digits. If the
//! edges are nearly parallel it is short, but so are the products with it and what rounding makes of them: the gap
//! along it is rounded by steps of the size of the boxes, like any other. Fixed point has no division for most of them:
//! Rᵀ(e × b) for an axis b of B has two entries of R beside a zero, and sums of products with them are exact.
//!
//! A box is the sum of segments from −g to g, one for each edge, and so is the difference. Its point nearest to the
//! origin says where the boxes touch: the segments that do not lie in the facet take part with one end, and those that
//! do with shares that are found one after the other. What the share of one may be, the reach of those that follow
//! tells (Fourier–Motzkin elimination), and its middle leads to the middle of the contact. Of facets that are nearly
//! level with each other rounding chooses one, and the point may lie in another: segments that lean little may leave
//! their end.

mod entry_plane;

use crate::body::support::Support;
use crate::number::rounding::{ROUNDING_STEPS, step_at, steps};
use crate::number::scalar::{Area, Scalar, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement};
use crate::pair::place::Placement;
use crate::pair::result::{Penetration, Proximity, Separation, Status};
use heapless::Vec;

/// The plane along which two boxes are farthest apart, or least deep. Everything but results is in A's frame, scaled by
/// a power of two where floats would lose digits at the ends of their range.
///
/// It is made and then looked for in place: a copy of all this would have to wait for the numbers in it.
pub struct Boxes<'q, P, V: Vector> {
    placement: &'q P,
    half_a: V,
    half_b: V,
    /// The axes of B.
    axes_b: V::UnitRows,
    /// From the centre of A to that of B.
    apart: V,
    zoom: <V::Scalar as Scalar>::Zoom,
    /// Not scaled: the centres, the margins, and their sum: the distance of cores at which the bodies touch.
    center_a: V,
    center_b: V,
    margin_a: V::Scalar,
    margin_b: V::Scalar,
    touch: V::Scalar,
    /// The rounding step of a coordinate.
    step: V::Scalar,
    /// The normal of the plane as a direction, and the gap along it.
    normal: V,
    gap: V::Scalar,
}

/// Is there room for more code, if that is faster?
const IS_ROOMY: bool = cfg!(target_pointer_width = "64");

impl<'q, V: Vector, P: Placement<V>> Boxes<'q, P, V> {
    /// None if a core is no box. The types tell, and often that there are no margins: what neither needs is not linked.
    /// The plane is still to be looked for.
    #[inline]
    pub fn between<A, B>(a: &A, b: &B, placement: &'q P) -> Option<Self>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let (half_a, half_b) = (a.as_box()?.each(), b.as_box()?.each());
        let (margin_a, margin_b) = (a.margin(), b.margin());
        // A shape that says where its point is need not say that it is the centre.
        let [center_a, center_b] =
            [a.as_point().unwrap_or_else(|| a.center()), b.as_point().unwrap_or_else(|| b.center())];
        let touch = saturating_sum(margin_a, margin_b);
        let boxes = Self {
            placement,
            half_a,
            half_b,
            axes_b: V::IDENTITY,
            apart: V::ZERO,
            zoom: V::Scalar::NO_ZOOM,
            center_a,
            center_b,
            margin_a,
            margin_b,
            touch,
            step: V::Scalar::NIL,
            normal: V::first_axis(),
            gap: -V::Scalar::MAX,
        };
        if V::Scalar::IS_FLOAT {
            return Some(boxes);
        }
        // Fixed point is not scaled: sums of lengths and unit fractions lose no digit. The types mostly tell the
        // centres. Half extents within the working limit are rounded by no more than a step.
        let apart = displacement(center_a, placement.to_a(center_b));
        let size = apart.max_abs().max(touch).max(center_a.max_abs()).max(placement.extent(center_b));
        let step = step_at(size);
        Some(Self { axes_b: V::transpose(&placement.rows()), apart, step, ..boxes })
    }

    /// Looks for the plane.
    #[inline(never)]
    pub fn look(&mut self) {
        self.try_planes(false);
    }

    /// The same. If it is only to know whether the bodies touch, the gap between cores that overlap counts as none.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn try_planes(&mut self, only_touch: bool) {
        if !self.is_ready() {
            return;
        }
        let Self { placement, half_a, half_b, .. } = *self;
        let rows = placement.rows();
        if V::Scalar::IS_FLOAT {
            self.try_faces(&rows, only_touch);
        } else {
            self.try_faces_by_sums(&rows, only_touch);
        }
        // A point has no edges.
        if half_a != V::ZERO && half_b != V::ZERO && !self.are_apart() {
            if only_touch {
                self.gap = self.gap.max(V::Scalar::NIL);
            }
            self.try_edges(&rows);
        }
    }

    /// Brings floats to scale. Is there room for sums? So there is over legal bodies; of others nothing is known.
    #[inline(always)]
    fn is_ready(&mut self) -> bool {
        let Self { placement, half_a, half_b, center_a, center_b, touch, .. } = *self;
        if !V::Scalar::IS_FLOAT {
            let (most, farthest) = (V::Scalar::WORKING_LIMIT, V::Scalar::SUPPORT_LIMIT);
            return half_a.is_within(most) && half_b.is_within(most) && self.apart.is_within(farthest);
        }
        let apart = placement.to_a(center_b).blend([center_a], [-UnitOfVector::<V>::ONE]);
        let extent = half_a.max_abs().max(half_b.max_abs()).max(apart.max_abs()).max(touch);
        let size = extent.max(center_a.max_abs()).max(placement.extent(center_b));
        let zoom = V::Scalar::zoom_for(extent);
        (self.half_a, self.half_b, self.apart, self.zoom) =
            (half_a.zoom(zoom), half_b.zoom(zoom), apart.zoom(zoom), zoom);
        self.axes_b = V::transpose(&placement.rows());
        self.step = step_at(size.zoom(zoom));
        true
    }

    /// Tries the planes at right angles to an axis.
    #[inline]
    fn try_faces(&mut self, rows: &V::UnitRows, only_touch: bool) {
        let Self { half_a, half_b, apart, axes_b, .. } = *self;
        let gaps = |apart: V, own: V, other: V| {
            apart.component_abs().blend([own, other], [-UnitOfVector::<V>::ONE, -UnitOfVector::<V>::ONE])
        };
        let gaps_a = gaps(apart, half_a, V::spread(rows, half_b));
        let gaps_b = gaps(V::turn_back(rows, apart), half_b, V::spread(&axes_b, half_a));
        if only_touch {
            let gaps = gaps_a.component_max(gaps_b);
            self.gap = gaps.by_axis().as_ref().iter().fold(self.gap, |most, &gap| most.max(gap));
            return;
        }
        for (&axis, &gap) in V::AXES.as_ref().iter().zip(gaps_a.by_axis().as_ref()) {
            self.improve(axis.direction(), gap);
        }
        for (&axis, &gap) in axes_b.as_ref().iter().zip(gaps_b.by_axis().as_ref()) {
            self.improve(V::heading(axis), gap);
        }
    }

    /// The same in fixed point, which sums up first and rounds once. Where it is only to know whether the bodies touch,
    /// it does not matter which plane it is.
    #[inline]
    fn try_faces_by_sums(&mut self, rows: &V::UnitRows, only_touch: bool) {
        let Self { half_a, half_b, apart, axes_b, .. } = *self;
        let sizes = V::magnitudes(rows);
        let gaps_a = V::gaps_of_faces(apart, half_a, &sizes, half_b);
        let gaps_b = V::gaps_of_faces(V::turn_back_unchecked(rows, apart), half_b, &V::transpose(&sizes), half_a);
        for (gaps, axes) in [(gaps_a, &V::IDENTITY), (gaps_b, &axes_b)] {
            for (&axis, &gap) in axes.as_ref().iter().zip(gaps.by_axis().as_ref()) {
                if gap > self.gap {
                    self.gap = gap;
                    if !only_touch {
                        self.normal = V::heading(axis);
                    }
                }
            }
        }
    }

    /// Tries the planes along an edge of either, until one keeps the bodies apart.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn try_edges(&mut self, rows: &V::UnitRows) {
        let Self { half_a, half_b, apart, .. } = *self;
        let (axes_b, of_both) = (V::by_components(&self.axes_b), [apart, half_a, half_b]);
        // Where code is dear, floats look at each for itself.
        if V::Scalar::IS_FLOAT && !IS_ROOMY {
            for &axis in axes_b.as_ref() {
                for &normal in axis.axes_cross().as_ref() {
                    if self.try_edge(rows, of_both, normal) {
                        return;
                    }
                }
            }
            return;
        }
        // Sums tell of most that they are no better: a normal is no longer than one.
        let sizes = V::magnitudes(&axes_b);
        let gaps = V::gaps_of_edges(apart, [half_a, half_b], [&axes_b, &sizes]);
        if IS_ROOMY && !self.may_be_better(&axes_b, gaps.as_ref()) {
            return;
        }
        for (&axis, gaps) in axes_b.as_ref().iter().zip(gaps.as_ref()) {
            for (&normal, &gap) in axis.axes_cross().as_ref().iter().zip(gaps.by_axis().as_ref()) {
                let may_be_better = gap > self.gap.min(V::Scalar::NIL) - self.slack();
                if may_be_better && self.try_edge(rows, of_both, normal) {
                    return;
                }
            }
        }
    }

    /// May a plane along an edge of each be better than the best? Told of all at once, without a branch, by the gaps
    /// along the normals times the lengths of those.
    #[inline(always)]
    fn may_be_better(&self, axes_b: &V::UnitRows, gaps: &[V]) -> bool {
        let (nil, slack) = (V::Scalar::NIL, self.slack());
        let least = self.gap.min(nil) - slack;
        let most = gaps.iter().fold(V::splat(-V::Scalar::MAX), |most, &gaps| most.component_max(gaps));
        let is_none = most.by_axis().as_ref().iter().all(|&gap| gap <= least);
        if is_none || self.gap >= nil {
            return !is_none;
        }
        // What is at right angles to an axis e of A and b of B has the length √(b² − (e·b)²).
        let mut may_be_better = false;
        for (&axis, &gaps) in axes_b.as_ref().iter().zip(gaps) {
            let parts = V::ZERO.advance(least, axis);
            let whole = parts.dot(parts);
            let rounding = whole.portion(V::Scalar::ROUNDING) + whole.portion(V::Scalar::ROUNDING);
            let most = whole + rounding + rounding;
            for (&gap, &part) in gaps.by_axis().as_ref().iter().zip(parts.by_axis().as_ref()) {
                let gap = gap + slack;
                may_be_better |= (gap > nil) | (gap.times(gap) + part.times(part) < most);
            }
        }
        may_be_better
    }

    /// Tries the plane along an edge of each, at right angles to both. Does it keep the bodies apart?
    #[inline(always)]
    fn try_edge(&mut self, rows: &V::UnitRows, [apart, half_a, half_b]: [V; 3], normal: V::UnitVector) -> bool {
        // The facet between edges that are parallel within rounding is as narrow.
        if normal.is_within(V::Scalar::ROUNDING) {
            return false;
        }
        let normal = V::heading(normal);
        let (along, turned) = (apart.dot(normal), V::turn_back(rows, normal));
        let reach = half_a.dot(normal.component_abs()) + half_b.dot(turned.component_abs());
        let height = along.max(-along) - reach;
        // Two components are not zero, so that the length is at most √2 of the larger one: no root for what is deeper
        // than another plane.
        let largest = normal.max_abs();
        let longest = V::Scalar::blend(largest, [largest], [UnitOfVector::<V>::HALF]);
        if height > self.gap.min(V::Scalar::NIL).times(longest) {
            self.improve(normal, height.per(normal.length()));
            return self.are_apart();
        }
        false
    }

    #[inline]
    fn improve(&mut self, normal: V, gap: V::Scalar) {
        if gap > self.gap {
            (self.normal, self.gap) = (normal, gap);
        }
    }

    /// What rounding makes of a gap.
    #[inline]
    fn slack(&self) -> V::Scalar {
        steps(2 * ROUNDING_STEPS, self.step)
    }

    /// Are the margins sizes?
    #[inline]
    fn has_margins(&self) -> bool {
        self.margin_a >= V::Scalar::NIL && self.margin_b >= V::Scalar::NIL
    }

    /// Does the plane keep the bodies apart? Nothing is known of margins that are no sizes.
    #[inline]
    fn are_apart(&self) -> bool {
        self.has_margins() && saturating_sum(self.gap, -self.touch.zoom(self.zoom)) > self.slack()
    }

    /// Do the bodies touch? None if that is a matter of margins. Of cores that no plane keeps apart by more than
    /// rounding they do; where there are no margins, no other answer is left, and what would find it is not linked.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    pub fn touches(&mut self) -> Option<bool> {
        // Asked before the plane is looked for: so far the compiler knows what the types tell.
        let is_sharp = self.touch == V::Scalar::NIL;
        self.try_planes(true);
        let are_apart = self.are_apart();
        let is_known = is_sharp || are_apart || self.gap <= self.slack();
        is_known.then_some(!are_apart)
    }

    /// Do the cores overlap by more than rounding? Nothing is known of what is no size or out of range.
    #[inline]
    fn overlap(&self) -> bool {
        let limit = V::Scalar::SUPPORT_LIMIT.zoom(self.zoom);
        let are_sizes = self.half_a.is_within(limit) && self.half_b.is_within(limit) && self.apart.is_within(limit);
        // No plane was looked for if fixed point has no room for it.
        let has_looked = V::Scalar::IS_FLOAT || self.gap > -V::Scalar::MAX;
        are_sizes && has_looked && self.has_margins() && -self.gap > self.slack()
    }

    /// The depth of cores that overlap by more than rounding, or that the bodies are farther apart than a limit.
    #[inline]
    pub fn proximity(&self, limit: V::Scalar) -> Option<Proximity<V>> {
        if self.overlap() {
            return Some(Proximity::Overlapping(self.penetration()));
        }
        self.beyond(limit).map(Proximity::Separated)
    }

    /// The distance of bodies that are proven farther apart than a limit: that of their centres is an upper bound.
    pub fn beyond(&self, limit: V::Scalar) -> Option<Separation<V>> {
        if !self.are_apart() {
            return None;
        }
        let lower_bound = self.gap.unzoom(self.zoom) - self.touch;
        let apart = self.apart.unzoom(self.zoom);
        let (on_a, on_b) = (self.center_a, self.center_a.blend([apart], [UnitOfVector::<V>::ONE]));
        let dir = apart.direction();
        let distance = dir.dot(apart).per(dir.length()).max(lower_bound);
        let normal = self.placement.unit_to_world(self.way());
        let (on_a, on_b) = (self.placement.to_world(on_a), self.placement.to_world(on_b));
        let found =
            Separation { distance, lower_bound, normal, on_a, on_b, iterations: 0, status: Status::DistanceLimit };
        (lower_bound > limit).then_some(found)
    }

    /// The normal of the plane, from B to A, as a direction, and the gap between the cores along it: less than the
    /// distance of those that are apart and nearest at edges or corners.
    pub fn plane(&self) -> (V, V::Scalar) {
        (-self.outward(), self.gap.unzoom(self.zoom))
    }

    /// The normal of the plane, from A to B, as a direction.
    #[inline]
    fn outward(&self) -> V {
        if self.normal.dot(self.apart) < AreaOfVector::<V>::ZERO { -self.normal } else { self.normal }
    }

    /// The normal of the plane, from A to B.
    #[inline]
    fn way(&self) -> V::UnitVector {
        let normal = self.outward();
        normal.unit(normal.length())
    }

    /// The depth of bodies whose cores overlap or touch.
    #[inline(never)]
    pub fn penetration(&self) -> Penetration<V> {
        let (nil, way) = (V::Scalar::NIL, self.way());
        let core_depth = (-self.gap).max(nil);
        let core_on_a = self.contact(V::ZERO.advance(core_depth, way)).on_a.unzoom(self.zoom);
        // An overlap within rounding is none for certain.
        let core_lower = if core_depth > self.slack() { core_depth } else { (-self.gap).min(nil) };
        let depths = [core_depth, core_lower].map(|depth| depth.unzoom(self.zoom));
        let on_a = self.center_a.blend([core_on_a], [UnitOfVector::<V>::ONE]);
        overlap_of_cores(self.placement, way, on_a, depths, [self.margin_a, self.touch])
    }

    /// The point of A that touches B once B is moved by `way_out`, from the centre of A, and what is left of the way to
    /// a point of B.
    #[inline(never)]
    fn contact(&self, way_out: V) -> Sum<V> {
        let (normal, one) = (self.outward(), UnitOfVector::<V>::ONE);
        // What the shares have to sum up to, and the point of A.
        let mut sum = Sum { rest: self.apart.blend([way_out], [one]), on_a: V::ZERO };
        // A point touches where it is.
        if self.half_a == V::ZERO {
            return sum;
        }
        if self.half_b == V::ZERO {
            return Sum { rest: V::ZERO, on_a: sum.rest };
        }
        let mut open = Vec::<BoxEdge<V>, NEARLY_LEVEL>::new();
        let slack = self.slack();
        // By reference: matrices that are copied into an array go through memory.
        for &(half, axes, is_a) in &[(self.half_a, &V::IDENTITY, true), (self.half_b, &self.axes_b, false)] {
            for (&half, &axis) in half.by_axis().as_ref().iter().zip(axes.as_ref()) {
                let along = V::ZERO.advance(half, axis);
                if along == V::ZERO {
                    continue;
                }
                let height = normal.dot(along);
                let (end, size) = if height < AreaOfVector::<V>::ZERO { (-one, -height) } else { (one, height) };
                let most = normal.max_abs().times(along.max_abs());
                if size > most.portion(UnitOfVector::<V>::halved(STEEP_HALVINGS)) {
                    sum.take(is_a, along, end);
                    continue;
                }
                let step = step_at(half);
                let is_level = size <= normal.max_abs().times(steps(ROUNDING_STEPS, step));
                // A share that is less than the end by this lowers the point by rounding.
                let play = normal.max_abs().times(slack).ratio(size + size);
                let lean = (!is_level).then_some((end, one - play.min(one) - play.min(one)));
                let edge = BoxEdge { along, is_a, lean };
                // Those that lean come first: they leave their end no farther than the others make them.
                if open.insert(if is_level { open.len() } else { 0 }, edge).is_err() {
                    sum.take(is_a, along, end);
                }
            }
        }
        let (mut open, mut used) = (open.as_slice(), slack);
        if let [edge, other] = open
            && let Some(shares) = edge.crossing(other, sum.rest, normal)
        {
            for (edge, share) in [(edge, shares[0]), (other, shares[1])] {
                sum.take(edge.is_a, edge.along, share);
            }
            return sum;
        }
        while let [edge, others @ ..] = open {
            let share = edge.share(others, sum.rest, normal, [slack, used]);
            sum.take(edge.is_a, edge.along, share);
            // A share may have used up what the next one is granted where it hardly counts.
            (open, used) = (others, steps(2, used));
        }
        sum
    }
}

/// The overlap of bodies, one of them with a margin and both with the sum of them, whose cores touch at a point of A
/// once B is moved along a normal by their depth. That and its lower bound are given; all is in A's frame.
pub fn overlap_of_cores<V: Vector>(
    placement: &impl Placement<V>,
    way: V::UnitVector,
    core_on_a: V,
    depths: [V::Scalar; 2],
    [margin_a, touch]: [V::Scalar; 2],
) -> Penetration<V> {
    let [depth, lower_bound] = depths.map(|depth| saturating_sum(touch, depth));
    let on_a = core_on_a.advance(margin_a, way);
    let on_b = on_a.advance(-depth, way);
    let normal = placement.unit_to_world(way);
    let [on_a, on_b] = [on_a, on_b].map(|point| placement.to_world(point));
    let status = if lower_bound < V::Scalar::NIL { Status::Undecided } else { Status::Converged };
    let (iterations, epa_iterations, upper_bound) = (0, 0, depth);
    Penetration { depth, lower_bound, upper_bound, normal, on_a, on_b, iterations, epa_iterations, status }
}

/// Segments of two boxes that can be nearly level with a plane: two of each.
const NEARLY_LEVEL: usize = 4;

/// What leans from a plane by more than a sine of 2^−this (a third of that if both go along a diagonal) is steep. The
/// foot of the origin may lie beside a facet by what rounding makes of heights over the sine of its neighbor.
const STEEP_HALVINGS: u32 = 3;

/// An edge of a box, from its middle.
#[derive(Clone, Copy, Debug)]
struct BoxEdge<V: Vector> {
    along: V,
    is_a: bool,
    /// The end that lies farther out, and how much of it is as far out within rounding; none of a segment that is
    /// level.
    lean: Option<(UnitOfVector<V>, UnitOfVector<V>)>,
}

/// The sum of shares of segments so far.
struct Sum<V> {
    /// What is left of the point.
    rest: V,
    on_a: V,
}

impl<V: Vector> Sum<V> {
    fn take(&mut self, is_a: bool, along: V, share: UnitOfVector<V>) {
        self.rest = self.rest.blend([along], [-share]);
        if is_a {
            self.on_a = self.on_a.blend([along], [share]);
        }
    }
}

impl<V: Vector> BoxEdge<V> {
    /// The shares of two segments in a point of their plane, if both are level and not nearly parallel: there are no
    /// others.
    #[inline(always)]
    fn crossing(&self, other: &Self, point: V, normal: V) -> Option<[UnitOfVector<V>; 2]> {
        if self.lean.is_some() || other.lean.is_some() {
            return None;
        }
        let share = |edge: &Self, dir: V| {
            let (along, middle) = (dir.dot(edge.along), dir.dot(point));
            let (along, middle) = if along < AreaOfVector::<V>::ZERO { (-along, -middle) } else { (along, middle) };
            let most = dir.max_abs().times(edge.along.max_abs());
            let is_steep = along > most.portion(UnitOfVector::<V>::halved(STEEP_HALVINGS));
            is_steep.then(|| middle.ratio(along).max(-UnitOfVector::<V>::ONE).min(UnitOfVector::<V>::ONE))
        };
        Some([share(self, normal.across(other.along))?, share(other, normal.across(self.along))?])
    }

    /// The share of this segment in a point of the sum of segments nearly level with a plane, of what the others leave
    /// to it: the nearest to its end, or the middle. All are good to a slack along this segment, and to another along
    /// others, so that those parallel within rounding tell nothing of each other.
    fn share(&self, others: &[Self], point: V, normal: V, [own, slack]: [V::Scalar; 2]) -> UnitOfVector<V> {
        let (zero, nil) = (AreaOfVector::<V>::ZERO, UnitOfVector::<V>::NIL);
        let (one, half) = (UnitOfVector::<V>::ONE, UnitOfVector::<V>::HALF);
        let (mut least, mut most) = (-one, one);
        let mut narrow = |dir: V, slack: V::Scalar| {
            let size = |other: &Self| dir.dot(other.along).max(-dir.dot(other.along));
            let reach = others.iter().map(size).fold(dir.max_abs().times(slack), |sum, size| sum + size);
            let (middle, along) = (dir.dot(point), dir.dot(self.along));
            let (middle, along) = if along < zero { (-middle, -along) } else { (middle, along) };
            if along > zero {
                least = least.max((middle - reach).ratio(along)).min(one);
                most = most.min((middle + reach).ratio(along)).max(-one);
            }
        };
        narrow(self.along.direction(), own);
        for other in others {
            narrow(other.along.direction(), slack);
            narrow(normal.across(other.along), slack);
        }
        match self.lean {
            Some((end, bound)) if end > nil => most.max(bound),
            Some((_, bound)) => least.min(-bound),
            None => UnitOfVector::<V>::blend(nil, [least, most], [half, half]),
        }
    }
}
