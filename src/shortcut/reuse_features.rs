//! Nearest points of two cores by means of the last query of the pair: if they still lie between the same vertices,
//! no search is needed. For floats.
//!
//! Pairs of these vertices are points of the Minkowski difference, whose point nearest to the origin is wanted: it is
//! the foot of the origin on the line or plane through the pairs, if that lies between them. How far both bodies
//! reach along the direction to the foot then proves that nothing is nearer; which vertices reach there is not
//! needed. So for bodies that move little most answers cost no more than their proof. Where the bounds do not meet, a
//! search begins with the same vertices; so it does in fixed point, which scales the bodies first.
//!
//! Rotating a few vertices is cheaper than composing rotations, so this works in the frame in which both bodies
//! stand. Of the warm start only the axis is written, so consecutive queries of a pair need not wait for each other.
//! The vertices of boxes come from [`pairs_of_boxes`], after alternating projections.

use crate::body::hint::Hint;
use crate::body::support::{Body, form_of};
use crate::kernel::simplex::shares::Shares;
use crate::kernel::simplex::triangle_shares;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement, is_in_range};
use crate::pair::place::{Placed, Placement, Stand};
use crate::pair::record::VertexPair;
use crate::shortcut::certificate::{Certificate, Margins, direction_and_lengths};
use crate::shortcut::formulas::reach;

/// The certificate of two cores whose bounds meet to a tolerance or to rounding, or prove the bodies farther apart
/// than a limit; and its axis in A's frame, from B to A. `pair` gives the pairs of vertices by number. `None` if there
/// are no pairs or more than the dimension, if the nearest points lie between other vertices, and in fixed point.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn by_kept_features<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placed: &impl Placed<V>,
    pair: impl Fn(usize) -> Option<VertexPair>,
    (tolerance, limit): (UnitOfVector<V>, V::Scalar),
) -> Option<(Certificate<V>, V)> {
    let first = pair(0)?;
    if !V::Scalar::IS_FLOAT || pair(V::DIM).is_some() {
        return None;
    }
    let (stand_a, stand_b) = placed.stands();
    let (first_a, first_b) = (a.vertex(first.0)?, b.vertex(first.1)?);
    let p = DifferencePoint::of(stand_a.place(first_a), stand_b.place(first_b));
    let foot = match pair(1) {
        None => p.foot(),
        Some(second) => {
            let q = DifferencePoint::of_pair((a, b), (&stand_a, &stand_b), second)?;
            match pair(2) {
                None => foot_on_edge(p, q),
                Some(third) => foot_on_triangle([p, q, DifferencePoint::of_pair((a, b), (&stand_a, &stand_b), third)?]),
            }
        }
    };
    let FeatureFoot { axis, at: DifferencePoint { on_a, apart } } = foot;
    // The axis leads from B to A, as that of a search and of the memory.
    let (axis, length, _) = direction_and_lengths(axis);
    if length <= V::Scalar::NIL {
        return None;
    }
    let (axis_a, axis_b) = (stand_a.direction_back(axis), stand_b.direction_back(axis));
    let origins = displacement(stand_b.origin(), stand_a.origin());
    let size = origins.component_abs().component_max(first_a.component_abs());
    let size = size.component_max(first_b.component_abs()).component_max(on_a.component_abs()).max_abs();
    let (reach_a, rounding_a) = reach(a, -axis_a, first.0);
    let (reach_b, rounding_b) = reach(b, axis_b, first.1);
    let bounds = [axis.dot(apart), axis.dot(origins) - reach_a - reach_b];
    let gap = Certificate::between_planes(Margins::of(a, b), (-axis, length), on_a, bounds, size);
    let gap = Certificate { allowed_gap: gap.upper.scaled(tolerance), ..gap };
    // The normal of a sliver may be tilted: then the foot is farther than its height along the normal.
    let most = gap.upper + gap.slack;
    let is_foot = gap.upper > gap.slack && apart.dot(apart) <= most.times(most);
    let have_met = gap.have_met();
    // The vertices that were not computed may have larger coordinates, and with them a larger rounding error.
    let gap = Certificate { slack: gap.slack.max(rounding_a).max(rounding_b), ..gap };
    (is_in_range(size) && is_foot && (have_met || gap.are_beyond(limit))).then_some((gap, axis_a))
}

/// The pairs of corners of two boxes between which their nearest points lie, given the point of A; `None` if these
/// are more than the dimension, and in fixed point. The first pair has the corners next to the points. Each of the
/// others has, in place of one of these corners, its neighbor along a free axis: one on which the point is not at an
/// end of the box.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn pairs_of_boxes<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
    (a, b): (&A, &B),
    placement: &impl Placement<V>,
    on_a: V,
) -> Option<impl Iterator<Item = VertexPair>> {
    let corner =
        |half: V, point: V| (point.negative_bits(), point.component_abs().saturating_difference(half).negative_bits());
    let (half_a, half_b) = (form_of(a).half_extents()?, form_of(b).half_extents()?);
    let ((at_a, free_a), (at_b, free_b)) =
        (corner(half_a, on_a), corner(half_b, form_of(b).nearest_to(placement.to_b(on_a))?));
    let pair = |at_a: u32, at_b: u32| (Hint::new(at_a), Hint::new(at_b));
    let bits = |free: u32| (0..V::DIM as u32).map(|axis| 1 << axis).filter(move |bit| free & bit != 0);
    let neighbors =
        bits(free_a).map(move |bit| pair(at_a ^ bit, at_b)).chain(bits(free_b).map(move |bit| pair(at_a, at_b ^ bit)));
    let count = free_a.count_ones() + free_b.count_ones();
    (V::Scalar::IS_FLOAT && count < V::DIM as u32).then(|| core::iter::once(pair(at_a, at_b)).chain(neighbors))
}

/// A point of the Minkowski difference.
#[derive(Clone, Copy)]
struct DifferencePoint<V> {
    on_a: V,
    /// From the point of B to that of A.
    apart: V,
}

/// The point of a feature of the difference, a vertex, an edge or a triangle, that is nearest to the origin.
struct FeatureFoot<V> {
    at: DifferencePoint<V>,
    /// The direction from the origin to that point; its length has no meaning.
    axis: V,
}

impl<V: Vector> DifferencePoint<V> {
    fn of(on_a: V, on_b: V) -> Self {
        Self { on_a, apart: displacement(on_b, on_a) }
    }

    /// The point of a pair of vertices. Inlined on 64-bit targets: a call would pass the points through memory in
    /// pieces, which stalls on store forwarding.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn of_pair<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        (a, b): (&A, &B),
        (stand_a, stand_b): (&impl Stand<V>, &impl Stand<V>),
        (at_a, at_b): VertexPair,
    ) -> Option<Self> {
        Some(Self::of(stand_a.place(a.vertex(at_a)?), stand_b.place(b.vertex(at_b)?)))
    }

    /// This point as a feature by itself.
    fn foot(self) -> FeatureFoot<V> {
        FeatureFoot { at: self, axis: self.apart }
    }
}

/// The point of an edge nearest to the origin.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline)]
fn foot_on_edge<V: Vector>(p: DifferencePoint<V>, q: DifferencePoint<V>) -> FeatureFoot<V> {
    let zero = AreaOfVector::<V>::ZERO;
    let edge = displacement(p.apart, q.apart);
    let (from_p, from_q, whole) = (-p.apart.dot(edge), q.apart.dot(edge), edge.dot(edge));
    if from_p <= zero {
        return p.foot();
    }
    if from_q <= zero {
        return q.foot();
    }
    // From the end nearer to the origin, where the product keeps its digits.
    let share = if from_p <= from_q { from_p } else { (whole - from_q).max(zero) }.fraction(whole);
    let at = DifferencePoint {
        on_a: p.on_a.blend([displacement(p.on_a, q.on_a)], [share]),
        apart: p.apart.blend([edge], [share]),
    };
    FeatureFoot { at, axis: V::edge_axis(p.apart, edge) }
}

/// The point of a triangle nearest to the origin. Where the foot on its plane lies beyond edges of the triangle, the
/// nearest point is on one of these.
#[cfg_attr(not(debug_assertions), inline(always))]
fn foot_on_triangle<V: Vector>(corners: [DifferencePoint<V>; 3]) -> FeatureFoot<V> {
    let zero = AreaOfVector::<V>::ZERO;
    let [p, q, r] = corners;
    let Shares { shares, whole, normal, .. } = triangle_shares(&[p.apart, q.apart, r.apart], None);
    let [at_p, at_q, at_r] = shares;
    if !(at_p > zero && at_q > zero && at_r > zero) {
        let nearest = (p.foot(), AreaOfVector::<V>::MAX);
        let nearest = nearer_of_edge(at_p, (q, r), nearest);
        let nearest = nearer_of_edge(at_q, (r, p), nearest);
        return nearer_of_edge(at_r, (p, q), nearest).0;
    }
    let weights = shares.map(|share| share.fraction(whole));
    let is_behind = normal.dot(p.apart) < zero;
    let on_a = V::ZERO.blend([p.on_a, q.on_a, r.on_a], weights);
    let apart = V::ZERO.blend([p.apart, q.apart, r.apart], weights);
    FeatureFoot { at: DifferencePoint { on_a, apart }, axis: normal.select(is_behind, -normal) }
}

/// The nearest point so far and the square of its distance; or those of an edge, if it is nearer. The edge counts
/// only if `share`, that of the corner opposite to it, is not positive.
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline)]
fn nearer_of_edge<V: Vector>(
    share: AreaOfVector<V>,
    (one, other): (DifferencePoint<V>, DifferencePoint<V>),
    nearest: (FeatureFoot<V>, AreaOfVector<V>),
) -> (FeatureFoot<V>, AreaOfVector<V>) {
    if share > AreaOfVector::<V>::ZERO {
        return nearest;
    }
    let foot = foot_on_edge(one, other);
    let square = foot.at.apart.dot(foot.at.apart);
    if square < nearest.1 { (foot, square) } else { nearest }
}
