//! Pairs of boxes: whether they overlap, and how deep, without a search.
//!
//! The Minkowski difference of two boxes is a polytope whose facets are at right angles to an axis of either box or to
//! an edge of each (Gottschalk, Lin, Manocha 1996). With c the displacement between the centers, h and k the half
//! extents, and the axes of B in A's frame as the columns of R, the gap between the boxes along n is
//!
//! ```text
//! gap(n) = (|n·c| − Σ hᵢ |nᵢ| − Σ kⱼ |(Rᵀn)ⱼ|) / |n|
//! ```
//!
//! Any positive gap proves them apart; if none is positive, the depth is the least of −gap(n).
//!
//! The components of a normal e × b across two edges are entries of R, so no product loses its digits. The normal of
//! nearly parallel edges is short, but so are the products with it and their rounding errors: the gap along it is
//! rounded by steps of the size of the boxes, like any other. Fixed point needs no division for most of these normals:
//! Rᵀ(e × b) has two entries of R beside a zero, and sums of products with them are exact.
//!
//! A box is the Minkowski sum of segments from −g to g, one for each direction of its edges, and so is the
//! difference. Its point nearest to the origin, where the boxes touch, is a sum of shares in [−1, 1] of these
//! segments. Those that do not lie in the facet take part with one end, and the shares of those that do are found one
//! after the other. The reach of the segments that follow limits the share of one (Fourier–Motzkin elimination), and
//! the middle between these limits leads to the middle of the contact. Rounding decides between facets that are
//! nearly coplanar, so the point may lie in a facet other than the chosen one. So a segment nearly parallel to the
//! chosen facet is not held at its end either.

use crate::body::support::{Body, form_of};
use crate::number::rounding::{ROUNDING_STEPS, step_at, steps};
use crate::number::scalar::{Area, Scalar, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};
use crate::pair::place::Placement;
use crate::pair::result::{Penetration, Proximity, Separation, Status};
use crate::shortcut::certificate::Margins;
use crate::shortcut::tuning::IS_ROOMY;
use heapless::Vec;

/// Two boxes, and the plane along whose normal they are farthest apart, or least deep. Everything except results is
/// in A's frame, scaled by a power of two where floats would lose digits at the ends of their range.
///
/// Filled in place by `look` or `touches`: moving the finished struct would stall on store forwarding.
pub struct Boxes<'q, P, V: Vector> {
    placement: &'q P,
    half_a: V,
    half_b: V,
    /// The axes of B.
    axes_b: V::UnitRows,
    /// From the center of A to that of B.
    apart: V,
    zoom: <V::Scalar as Scalar>::Zoom,
    /// Not scaled.
    margins: Margins<V::Scalar>,
    /// The rounding step of a coordinate.
    step: V::Scalar,
    /// The normal of the plane, as a direction, and the gap along it.
    normal: V,
    gap: V::Scalar,
}

impl<'q, V: Vector, P: Placement<V>> Boxes<'q, P, V> {
    /// `None` if a core is not a box: a constant for each pair of types, so code that neither body needs is not
    /// linked. The plane has yet to be found, by [`look`](Self::look) or [`touches`](Self::touches).
    #[inline]
    pub fn between<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(a: &A, b: &B, placement: &'q P) -> Option<Self> {
        let (half_a, half_b) = (form_of(a).half_extents()?, form_of(b).half_extents()?);
        let (margins, axes_b, zoom) = (Margins::of(a, b), V::IDENTITY, V::Scalar::NO_ZOOM);
        let (step, normal, gap) = (V::Scalar::NIL, V::first_axis(), -V::Scalar::MAX);
        let apart = placement.origin();
        let boxes = Self { placement, half_a, half_b, axes_b, apart, zoom, margins, step, normal, gap };
        if V::Scalar::IS_FLOAT {
            return Some(boxes);
        }
        // Fixed point is not scaled: sums of lengths times unit fractions lose no digit. Half extents do not add to
        // the rounding step: within the working limit they are rounded by no more than that.
        let step = step_at(apart.max_abs().max(margins.sum));
        Some(Self { axes_b: V::transpose(&placement.rows()), step, ..boxes })
    }

    /// Finds the plane, with its normal.
    #[inline(never)]
    pub fn look(&mut self) {
        self.try_planes(false);
    }

    /// Finds the plane. With `only_touch` the normal does not matter, and a negative gap counts as zero before the
    /// edges are tried, which can only prove the boxes apart.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn try_planes(&mut self, only_touch: bool) {
        if !self.is_ready() {
            return;
        }
        let Self { half_a, half_b, .. } = *self;
        let rows = self.placement.rows();
        self.try_faces(&rows, only_touch);
        // A point has no edges.
        if half_a != V::ZERO && half_b != V::ZERO && !self.are_apart() {
            if only_touch {
                self.gap = self.gap.max(V::Scalar::NIL);
            }
            self.try_edges(&rows);
        }
    }

    /// Brings floats to scale. Returns whether sums stay in range, as they do for legal bodies.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_ready(&mut self) -> bool {
        let Self { placement, half_a, half_b, apart, margins, .. } = *self;
        if !V::Scalar::IS_FLOAT {
            let (most, farthest) = (V::Scalar::WORKING_LIMIT, V::Scalar::SUPPORT_LIMIT);
            return half_a.is_within(most) && half_b.is_within(most) && apart.is_within(farthest);
        }
        let extent = half_a.max_abs().max(half_b.max_abs()).max(apart.max_abs()).max(margins.sum);
        let zoom = V::Scalar::zoom_for(extent);
        (self.half_a, self.half_b, self.apart, self.zoom) =
            (half_a.zoom(zoom), half_b.zoom(zoom), apart.zoom(zoom), zoom);
        self.axes_b = V::transpose(&placement.rows());
        self.step = step_at(extent.zoom(zoom));
        true
    }

    /// Tries the planes at right angles to an axis of either box. In fixed point each gap is summed exactly and
    /// rounded once.
    #[inline]
    fn try_faces(&mut self, rows: &V::UnitRows, only_touch: bool) {
        let Self { half_a, half_b, apart, axes_b, .. } = *self;
        let (gaps_a, gaps_b) = if V::Scalar::IS_FLOAT {
            let gaps = |apart: V, own: V, other: V| {
                apart.component_abs().blend([own, other], [-UnitOfVector::<V>::ONE, -UnitOfVector::<V>::ONE])
            };
            let gaps_a = gaps(apart, half_a, V::spread(rows, half_b));
            (gaps_a, gaps(V::turn_back(rows, apart), half_b, V::spread(&axes_b, half_a)))
        } else {
            let sizes = V::magnitudes(rows);
            let gaps_a = V::gaps_of_faces(apart, half_a, &sizes, half_b);
            let turned = V::turn_back_unchecked(rows, apart);
            (gaps_a, V::gaps_of_faces(turned, half_b, &V::transpose(&sizes), half_a))
        };
        if V::Scalar::IS_FLOAT && only_touch {
            let gaps = gaps_a.component_max(gaps_b);
            self.gap = gaps.by_axis().as_ref().iter().fold(self.gap, |most, &gap| most.max(gap));
            return;
        }
        self.try_axes(&V::IDENTITY, gaps_a, only_touch);
        self.try_axes(&axes_b, gaps_b, only_touch);
    }

    /// Tries the planes at right angles to the axes of one box, given the gaps along them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn try_axes(&mut self, axes: &V::UnitRows, gaps: V, only_touch: bool) {
        for (&axis, &gap) in axes.as_ref().iter().zip(gaps.by_axis().as_ref()) {
            if gap > self.gap {
                self.gap = gap;
                if !only_touch {
                    self.normal = V::heading(axis);
                }
            }
        }
    }

    /// Tries the planes parallel to an edge of each box, until one separates the bodies.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn try_edges(&mut self, rows: &V::UnitRows) {
        let Self { half_a, half_b, apart, .. } = *self;
        let (axes_b, of_both) = (V::by_components(&self.axes_b), [apart, half_a, half_b]);
        // On small targets floats try the planes one by one: that takes less code.
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
        // The gap times the length of the normal, which is at most one, rules out most planes without a root.
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

    /// May a plane parallel to an edge of each box be better than the best so far? Decided for all of them at once,
    /// without a branch, from the gaps times the lengths of the normals.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn may_be_better(&self, axes_b: &V::UnitRows, gaps: &[V]) -> bool {
        let (nil, slack) = (V::Scalar::NIL, self.slack());
        let least = self.gap.min(nil) - slack;
        let most = gaps.iter().fold(V::splat(-V::Scalar::MAX), |most, &gaps| most.component_max(gaps));
        let is_none = most.by_axis().as_ref().iter().all(|&gap| gap <= least);
        if is_none || self.gap >= nil {
            return !is_none;
        }
        // The normal at right angles to an axis e of A and an axis b of B has the length √(b² − (e·b)²). A plane is
        // better if its gap, divided by that length, is more than `least`, which is negative here. For a gap times
        // length g that is not positive this is g² < least² (b² − (e·b)²), or g² + (least e·b)² < (least b)².
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

    /// Tries the plane parallel to an edge of each box, given its normal. Returns whether it separates the bodies.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn try_edge(&mut self, rows: &V::UnitRows, sizes: [V; 3], normal: V::UnitVector) -> bool {
        // Edges that are parallel within rounding span a facet no wider than that.
        if normal.is_within(V::Scalar::ROUNDING) {
            return false;
        }
        let normal = V::heading(normal);
        let height = Self::height(rows, sizes, normal);
        // In the frame of A the normal has two components that are not zero, so its length is at most √2 times the
        // larger one, and √2 < 3/2. This rules out planes deeper than the best one without a root.
        let largest = normal.max_abs();
        let longest = V::Scalar::blend(largest, [largest], [UnitOfVector::<V>::HALF]);
        if height > self.gap.min(V::Scalar::NIL).times(longest) {
            self.improve(normal, height.per(normal.length()));
            return self.are_apart();
        }
        false
    }

    /// The gap along `normal`, a direction, times its length. `apart` and the half extents are those of the struct.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn height(rows: &V::UnitRows, [apart, half_a, half_b]: [V; 3], normal: V) -> AreaOfVector<V> {
        let (along, turned) = (apart.dot(normal), V::turn_back(rows, normal));
        let reach = half_a.dot(normal.component_abs()) + half_b.dot(turned.component_abs());
        along.max(-along) - reach
    }

    fn improve(&mut self, normal: V, gap: V::Scalar) {
        if gap > self.gap {
            (self.normal, self.gap) = (normal, gap);
        }
    }

    /// Bound on the rounding error of a gap.
    fn slack(&self) -> V::Scalar {
        steps(2 * ROUNDING_STEPS, self.step)
    }

    /// Does the plane separate the bodies by more than rounding? False, as unknown, if a margin is negative or NaN. In
    /// fixed point the displacement of the boxes is rounded to half a step along each axis, in space by √3/2 in all,
    /// and the gap to half a step. Rotations add less than half of what `step` allows for the size. So two steps bound
    /// the error.
    #[inline]
    fn are_apart(&self) -> bool {
        let rounding = if V::Scalar::IS_FLOAT { self.slack() } else { steps(2, self.step) };
        self.margins.are_sizes() && saturating_sum(self.gap, -self.margins.sum.zoom(self.zoom)) > rounding
    }

    /// Do the bodies touch? `None` if the cores are apart and the margins decide, which this plane alone cannot tell.
    /// Without margins there is always an answer, so that the code of a search is not linked.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    pub fn touches(&mut self) -> Option<bool> {
        // Read before the plane is found: until then the compiler knows values that are constants of the types.
        let is_sharp = self.margins.sum == V::Scalar::NIL;
        self.try_planes(true);
        let are_apart = self.are_apart();
        let is_known = is_sharp || are_apart || self.gap <= self.slack();
        is_known.then_some(!are_apart)
    }

    /// Do the cores overlap by more than rounding? False, as unknown, if a size is NaN or out of range.
    #[inline]
    fn overlap(&self) -> bool {
        let limit = V::Scalar::SUPPORT_LIMIT.zoom(self.zoom);
        let are_sizes = self.half_a.is_within(limit) && self.half_b.is_within(limit) && self.apart.is_within(limit);
        // In fixed point no plane was tried if sums might leave the range.
        let has_looked = V::Scalar::IS_FLOAT || self.gap > -V::Scalar::MAX;
        are_sizes && has_looked && self.margins.are_sizes() && -self.gap > self.slack()
    }

    /// The penetration of bodies whose cores overlap by more than rounding, or the separation of bodies proven farther
    /// apart than a limit.
    #[inline]
    pub fn proximity(&self, limit: V::Scalar) -> Option<Proximity<V>> {
        if self.overlap() {
            return Some(Proximity::Overlapping(self.penetration()));
        }
        self.beyond(limit).map(Proximity::Separated)
    }

    /// The separation of bodies proven farther apart than a limit. Its distance is that between the centers, an upper
    /// bound.
    pub fn beyond(&self, limit: V::Scalar) -> Option<Separation<V>> {
        if !self.are_apart() {
            return None;
        }
        let lower_bound = self.gap.unzoom(self.zoom) - self.margins.sum;
        let apart = self.apart.unzoom(self.zoom);
        (lower_bound > limit)
            .then(|| separation_of_points(self.placement, self.outward_unit(), [V::ZERO, apart], apart, lower_bound))
    }

    /// The normal of the plane, from B to A, as a direction, and the gap between the cores along it. Where the cores
    /// are apart and nearest at edges or corners, the gap is less than their distance.
    pub fn plane(&self) -> (V, V::Scalar) {
        (-self.outward(), self.gap.unzoom(self.zoom))
    }

    /// The normal of the plane, from A to B, as a direction.
    fn outward(&self) -> V {
        if self.normal.dot(self.apart) < AreaOfVector::<V>::ZERO { -self.normal } else { self.normal }
    }

    #[inline]
    fn outward_unit(&self) -> V::UnitVector {
        let normal = self.outward();
        normal.unit(normal.length())
    }

    /// The penetration of bodies where rounding may decide whether their cores touch, or where only their margins
    /// overlap. Cores whose corners or edges are nearest are farther apart than the gap along any normal tried so
    /// far: the plane at right angles to the displacement that is left between them shows by how much.
    pub fn touching_penetration(&mut self) -> Penetration<V> {
        if self.margins.sum > V::Scalar::NIL && self.gap > V::Scalar::NIL {
            let normal = self.contact(V::ZERO).rest.direction();
            let height = Self::height(&self.placement.rows(), [self.apart, self.half_a, self.half_b], normal);
            if normal != V::ZERO {
                self.improve(normal, height.per(normal.length()));
            }
        }
        self.penetration()
    }

    /// The penetration of bodies whose cores overlap or touch, or are nearer than their margins.
    #[inline(never)]
    pub fn penetration(&self) -> Penetration<V> {
        let (nil, outward_unit) = (V::Scalar::NIL, self.outward_unit());
        let core_depth = (-self.gap).max(-self.margins.sum.zoom(self.zoom));
        let core_on_a = self.contact(V::ZERO.advance(core_depth, outward_unit)).on_a.unzoom(self.zoom);
        // An overlap within rounding is not proven.
        let core_lower = if core_depth > self.slack() { core_depth } else { (-self.gap).min(nil) };
        let depths = [core_depth, core_lower].map(|depth| depth.unzoom(self.zoom));
        overlap_of_cores(self.placement, outward_unit, core_on_a, depths, self.margins)
    }

    /// The point of A that touches B once B is moved by `shift`, relative to the center of A, and the displacement
    /// that is left from there to B: zero, up to rounding, if the boxes then touch.
    #[inline(never)]
    fn contact(&self, shift: V) -> Sum<V> {
        let (normal, one) = (self.outward(), UnitOfVector::<V>::ONE);
        let mut sum = Sum { rest: self.apart.blend([shift], [one]), on_a: V::ZERO };
        // A box without extent touches at its center.
        if self.half_a == V::ZERO {
            return sum;
        }
        if self.half_b == V::ZERO {
            return Sum { rest: V::ZERO, on_a: sum.rest };
        }
        let mut open = Vec::<BoxEdge<V>, NEARLY_LEVEL>::new();
        let slack = self.slack();
        // By reference: copying the matrices into an array would pass them through memory.
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
                // A share that is short of the end by twice this lowers the point by the rounding error.
                let play = normal.max_abs().times(slack).ratio(size + size);
                let lean = (!is_level).then_some((end, one - play.min(one) - play.min(one)));
                let edge = BoxEdge { along, is_a, lean };
                // Segments that are not level come first: they leave their end no farther than the others require.
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
            // The share taken may have used up the slack along the next segment, so that slack doubles.
            (open, used) = (others, steps(2, used));
        }
        sum
    }
}

/// The penetration of bodies, from that of their cores. The cores touch at `core_on_a`, a point of A, once B is moved
/// along the normal `outward_unit` by their depth. `depths` are that depth and its lower bound. All is in A's frame,
/// except the result.
pub fn overlap_of_cores<V: Vector>(
    placement: &impl Placement<V>,
    outward_unit: V::UnitVector,
    core_on_a: V,
    depths: [V::Scalar; 2],
    margins: Margins<V::Scalar>,
) -> Penetration<V> {
    let [depth, lower_bound] = depths.map(|depth| saturating_sum(margins.sum, depth));
    // Margins that are tiny beside the bodies lose digits at the scale of the cores, so they may exceed their sum.
    let depth = depth.max(V::Scalar::NIL);
    let on_a = core_on_a.advance(margins.a, outward_unit);
    let on_b = on_a.advance(-depth, outward_unit);
    let normal = placement.unit_to_world(outward_unit);
    let [on_a, on_b] = [on_a, on_b].map(|point| placement.to_world(point));
    let status = if lower_bound < V::Scalar::NIL { Status::Undecided } else { Status::Converged };
    let (iterations, epa_iterations, upper_bound) = (0, 0, depth);
    Penetration { depth, lower_bound, upper_bound, normal, on_a, on_b, iterations, epa_iterations, status }
}

/// The separation of bodies proven to be `lower_bound` apart, with the distance of two points as the upper bound. All
/// is in A's frame, except the result.
pub fn separation_of_points<V: Vector>(
    placement: &impl Placement<V>,
    outward_unit: V::UnitVector,
    points: [V; 2],
    apart: V,
    lower_bound: V::Scalar,
) -> Separation<V> {
    let dir = apart.direction();
    let distance = dir.dot(apart).per(dir.length()).max(lower_bound);
    let normal = placement.unit_to_world(outward_unit);
    let [on_a, on_b] = points.map(|point| placement.to_world(point));
    Separation { distance, lower_bound, normal, on_a, on_b, iterations: 0, status: Status::DistanceLimit }
}

/// The most segments of two boxes that can be nearly parallel to a plane: two of each.
const NEARLY_LEVEL: usize = 4;

/// A segment is steep if the sine of its angle to a plane is more than 2^−this. Lengths are compared by their largest
/// components, so a third of that suffices if both the segment and the normal lie along a diagonal. The foot of the
/// origin may lie beside a facet by the rounding error of heights divided by the sine of the angle to the neighboring
/// facet.
const STEEP_HALVINGS: u32 = 3;

/// Half an edge of a box, from its middle: a segment of the difference that is nearly parallel to the plane.
#[derive(Clone, Copy, Debug)]
struct BoxEdge<V: Vector> {
    along: V,
    is_a: bool,
    /// The sign of the end that lies farther out along the normal, and the least share that is as far out within
    /// rounding. `None` for a level segment, one parallel to the plane within rounding.
    lean: Option<(UnitOfVector<V>, UnitOfVector<V>)>,
}

/// The state of a sum of shares of segments, which has to reach a given point.
struct Sum<V> {
    /// The vector to which the remaining shares have to sum.
    rest: V,
    /// The sum of the shares of A's segments taken so far: a point of A, relative to its center.
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
    /// The shares of two segments that sum to a point of their plane. They are unique, if both segments are level and
    /// not nearly parallel to each other; `None` otherwise.
    #[cfg_attr(not(debug_assertions), inline(always))]
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

    /// The share of this segment in `point`, a sum of shares of it and of `others`, all nearly parallel to the plane:
    /// within the limits that the others leave, the one nearest to the end of this segment, or if it is level the
    /// middle. Heights are exact to the slack `own` along this segment and to `slack` along others, so that segments
    /// parallel within rounding do not constrain each other.
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
