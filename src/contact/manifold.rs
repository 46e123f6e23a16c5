//! Contact manifolds: where two bodies touch, as a few points instead of one.
//!
//! The query gives the normal n. Seen along n, the facet of A that faces B and the facet of B that faces A are convex
//! polygons, and their intersection is the patch. At every corner of the patch each body has a point, and the
//! difference of their heights is the depth there. The computation treats both bodies alike, so there is no reference
//! face that could change from one frame to the next; where a tie has to be broken, A's feature wins.
//!
//! Corners that lie steeply below the one nearest to the other body are left out before anything else (`facing.rs`). If
//! only a point of one body is left, or an edge of each and these clearly cross, the witness points of the query are
//! the contact, and nothing else is computed.
//!
//! Otherwise the rest is computed in A's frame at the scale of a query: `side.rs` has the features as they are seen
//! along n, `clip.rs` clips one by the other, `patch.rs` finds the patch and reduces it.

use crate::body::feature::{Faceted, Heights};
use crate::body::support::are_polytopes;
use crate::contact::facing::SAME_POINT_STEPS;
use crate::contact::id::ContactId;
use crate::contact::patch::Patch;
use crate::contact::side::{Side, View};
use crate::kernel::observer::Observer;
use crate::kernel::polytope::WorkspaceView;
use crate::number::error;
use crate::number::rounding::steps_at_zoom;
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, as_direction};
use crate::pair::place::{Placed, Placement};
use crate::pair::result::{Proximity, Status};
use crate::pair::warm::Memory;
use crate::query::Query;
use crate::query::question::{Aim, Question};
use crate::query::search::measure_with;
use core::borrow::Borrow as _;

/// A pair of points, one on each body, that touch or nearly do: one of the points of a [`Manifold`]. Points are in the
/// frame of the query: the world if it has poses, else the frame that both bodies share. Lengths are in the unit of the
/// input.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Contact<V: Vector> {
    /// The point of A: a point of the facet of A's core, moved out along the normal by A's margin.
    pub on_a: V,
    /// The point of B opposite to `on_a`, at the distance `depth` from it against the normal. Where edges lie side by
    /// side without being quite parallel, it is a point of B's edge, which may be a little to the side.
    pub on_b: V,
    /// The depth of the overlap at this point, along the normal. A negative depth is a gap.
    pub depth: V::Scalar,
    /// The features of both bodies that the point lies on.
    pub id: ContactId,
}

/// The points at which two bodies touch: at most four in space and two in the plane.
/// [`Query::manifold`](Query::manifold()) gives it.
///
/// In space the points are in counter-clockwise order about the normal. In both dimensions the first point is the one
/// with the least id, so ids and order stay the same as long as the same features meet. A point at a vertex moves with
/// that vertex; a crossing of two edges moves faster, the more so the smaller the angle between them. Of more corners
/// than a manifold has room for, it keeps the deepest and those that span the largest area with it; when another corner
/// becomes the deepest, the rest may change too.
///
/// ```
/// use gjk::{Cuboid, FeatureId, Pose, Query, Rotation3, vec3};
///
/// let (floor, crate_) = (Cuboid::new(vec3(9.0, 9.0, 1.0))?, Cuboid::new(vec3(0.5, 0.5, 0.5))?);
/// let at = |tilt: f64| -> Result<_, gjk::Error> {
///     let pose = Pose::new(Rotation3::from_quaternion(tilt, 0.0, 0.0, 1.0)?, vec3(2.0, 0.0, 1.49))?;
///     Ok(Query::new().poses(Pose::IDENTITY, pose).limit(0.02)?.manifold(&floor, &crate_))
/// };
/// let (before, after) = (at(0.0)?, at(1e-3)?);
/// assert_eq!(before.points().len(), 4);
/// for (old, new) in before.points().iter().zip(after.points()) {
///     assert_eq!(old.id, new.id); // a solver can reuse what it stored for this point
///     assert!(matches!(new.id.a, FeatureId::Facet(_)) && matches!(new.id.b, FeatureId::Vertex(_)));
/// }
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[must_use]
pub struct Manifold<V: Vector> {
    proximity: Proximity<V>,
    patch: AreaOfVector<V>,
    count: usize,
    contacts: [Contact<V>; MAX_POINTS],
}

/// The largest number of points of a manifold in space: four span any patch well enough to support a body that rests on
/// it.
const MAX_POINTS: usize = 4;

impl<V: Vector> Manifold<V> {
    /// A manifold with the answer of a query and no point.
    fn new(proximity: Proximity<V>) -> Self {
        let nowhere = Contact { on_a: V::ZERO, on_b: V::ZERO, depth: V::Scalar::NIL, id: ContactId::UNKNOWN };
        Self { proximity, patch: AreaOfVector::<V>::ZERO, count: 0, contacts: [nowhere; MAX_POINTS] }
    }

    /// Adds the witness points of the answer as the first contact.
    fn admit_witness(&mut self) {
        let (on_a, on_b) = match &self.proximity {
            Proximity::Separated(separation) => (separation.on_a, separation.on_b),
            Proximity::Overlapping(penetration) => (penetration.on_a, penetration.on_b),
        };
        let [witness, ..] = &mut self.contacts;
        (witness.on_a, witness.on_b, witness.depth) = (on_a, on_b, -self.proximity.signed_distance());
        self.count = 1;
    }

    /// The contact points, in order. Empty if the bodies are proven farther apart than the [`limit`](Query::limit), or
    /// apart at all if the query has none; otherwise there is at least one.
    #[must_use]
    pub fn points(&self) -> &[Contact<V>] {
        self.contacts.get(..self.count).unwrap_or(&[])
    }

    /// The distance or depth of the bodies, which the points belong to, with its bounds, its status and its normal.
    pub fn proximity(&self) -> Proximity<V> {
        self.proximity
    }

    /// Unit vector from A to B, in the frame of the query: the world if it has poses, else the frame that both bodies
    /// share.
    #[must_use]
    pub fn normal(&self) -> V::UnitVector {
        self.proximity.normal()
    }

    /// The area that the facing facets have in common, seen along the normal, in square units of the input. It is zero
    /// if they meet only in a line or a point, and always in the plane. Fixed point saturates.
    #[must_use]
    pub fn patch_area(&self) -> AreaOfVector<V> {
        self.patch
    }
}

/// Returns where two bodies, given in one frame, touch, and how deep at each of these points. The manifold has no
/// points if they are proven apart.
///
/// The points are at most four in space and two in the plane. They lie on the facets, edges or vertices that face each
/// other, and the deepest of these is among them. On valid bodies this cannot fail.
/// [`Query::manifold`](Query::manifold()) says more of the points, and takes poses and options; with a limit, bodies
/// that are apart have points, too.
///
/// Source: clipping of polygons (Sutherland, Hodgman 1974).
///
/// ```
/// use gjk::{Cuboid, Pose, vec3};
///
/// let floor = Cuboid::new(vec3(9.0, 9.0, 1.0))?;
/// let crate_ = Cuboid::new(vec3(0.5, 0.5, 0.5))?.at(Pose::translation(vec3(2.0, 0.0, 1.25))?);
/// let manifold = gjk::manifold(&floor, &crate_);
/// assert_eq!((manifold.points().len(), manifold.patch_area()), (4, 1.0));
/// assert!(manifold.points().iter().all(|point| point.depth == 0.25 && point.on_a.z == 1.0));
/// # Ok::<(), gjk::Error>(())
/// ```
pub fn manifold<A, B>(a: &A, b: &B) -> Manifold<A::Vector>
where
    A: Faceted + ?Sized,
    B: Faceted<Vector = A::Vector> + ?Sized,
{
    Query::new().manifold(a, b)
}

impl<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>> Query<'_, V, P, O, M> {
    /// Returns where two bodies touch, and how deep at each of these points. The manifold has no points if the bodies
    /// are proven farther apart than the [`limit`](Query::limit), which is zero here unless it is set.
    ///
    /// Points and normal are in the world if the query has poses, else in the frame that both bodies share. Lengths are
    /// in the unit of the input.
    ///
    /// The manifold contains the answer of [`proximity`](Query::proximity) and has its normal. Every point lies on a
    /// facet, edge or vertex of each body that faces the other, moved out along the normal by the margin of that body.
    /// The deepest of these is always among the points, and of the others those that span the largest area. A disc has
    /// eight corners on its rim. Where the witness points of the contained answer are deeper than all corners, they
    /// take the place of the nearest corner, which keeps its id. So the deepest point is always as deep as the lower
    /// bound of the depth says, up to rounding. Bodies that touch in one point, or whose facing features do not lie
    /// opposite to each other, have the witness points of the query as their only contact. So does every pair for
    /// which nothing better was found; the status of the answer shows it, [`Status::BadSupport`] for example.
    ///
    /// With a limit, bodies that are apart by no more than the limit have points as well, with negative depths, and so
    /// do places where touching bodies are apart by no more than that. Without a limit only points that touch, up to
    /// rounding, count.
    ///
    /// On valid bodies this cannot fail. It uses a workspace as [`penetration`](Query::penetration) does.
    ///
    /// Source: clipping of polygons (Sutherland, Hodgman 1974).
    ///
    /// ```
    /// use gjk::{Cuboid, Pose, Query, vec3};
    ///
    /// let (floor, crate_) = (Cuboid::new(vec3(9.0, 9.0, 1.0))?, Cuboid::new(vec3(0.5, 0.5, 0.5))?);
    /// let falling = Pose::translation(vec3(0.0, 0.0, 1.75))?;
    /// let manifold = Query::new().poses(Pose::IDENTITY, falling).limit(0.5)?.manifold(&floor, &crate_);
    /// assert_eq!(manifold.points().len(), 4);
    /// assert!(manifold.points().iter().all(|point| point.depth == -0.25)); // a gap
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn manifold<A, B>(&mut self, a: &A, b: &B) -> Manifold<V>
    where
        A: Faceted<Vector = V> + ?Sized,
        B: Faceted<Vector = V> + ?Sized,
    {
        let nil = V::Scalar::NIL;
        let limit = if self.settings.limit < V::Scalar::MAX { self.settings.limit } else { nil };
        // The parts are lent, not copied, because copies stay on the stack while the manifold is filled.
        let Self { settings, placement, workspace, observer, memory } = self;
        let question = Question { a, b, placement, settings, aim: Aim::Distance(limit) };
        let workspace = workspace.as_mut().map(WorkspaceView::reborrow);
        let mut manifold = measure_with(question, workspace, observer, memory, Manifold::<V>::new);
        let is_near = match &manifold.proximity {
            Proximity::Separated(separation) => separation.lower_bound <= limit,
            Proximity::Overlapping(_) => true,
        };
        if is_near {
            manifold.admit_witness();
            if manifold.proximity.status() != Status::BadSupport {
                fill(&mut manifold, a, b, placement.placement().borrow(), limit);
            }
        }
        manifold
    }
}

/// Puts the contact points into a manifold that has the witness points only. Out of line, so that this takes no stack
/// while the query runs.
#[inline(never)]
fn fill<V, A, B, P>(manifold: &mut Manifold<V>, a: &A, b: &B, placement: &P, limit: V::Scalar)
where
    V: Vector,
    A: Faceted<Vector = V> + ?Sized,
    B: Faceted<Vector = V> + ?Sized,
    P: Placement<V>,
{
    // A unit vector up to the rounding of the pose.
    let axis = placement.direction_to_a(as_direction::<V>(manifold.normal()));
    let norm = axis.dot(axis);
    let is_usable = norm > AreaOfVector::<V>::ZERO && norm <= AreaOfVector::<V>::MAX;
    let (Ok(margin_a), Ok(margin_b), true) = (error::size(a.margin()), error::size(b.margin()), is_usable) else {
        return;
    };
    let mut seen = Seen { view: View::along(axis), zoom: V::Scalar::NO_ZOOM, a: Side::new(), b: Side::new() };
    let [witness, ..] = &mut manifold.contacts;
    if !look(&mut seen, (a, b), placement, margin_a.max(margin_b), &mut witness.id) {
        return;
    }
    // The depth of polytopes is exact, except where a cap or rounding ended the search.
    let gap = match &manifold.proximity {
        _ if are_polytopes(a, b) => V::Scalar::NIL,
        Proximity::Separated(found) => saturating_difference(found.distance, found.lower_bound),
        Proximity::Overlapping(found) => saturating_difference(found.depth, found.lower_bound),
    };
    meet(manifold, &seen, (margin_a.zoom(seen.zoom), margin_b.zoom(seen.zoom)), placement, (limit, gap));
}

/// Two facing features as they are seen along the normal, at the scale of a query.
struct Seen<V: Vector> {
    view: View<V>,
    zoom: <V::Scalar as Scalar>::Zoom,
    a: Side<V>,
    b: Side<V>,
}

/// Takes the features that face each other as sides, the scale, and their names as the id of the witness points.
/// Returns false if the witness points are the contact. Out of line, so that the features take no stack while their
/// patch is computed. `margin` is the larger one.
#[inline(never)]
fn look<V, A, B, P>(
    Seen { view, zoom, a: side_a, b: side_b }: &mut Seen<V>,
    (a, b): (&A, &B),
    placement: &P,
    margin: V::Scalar,
    id: &mut ContactId,
) -> bool
where
    V: Vector,
    A: Faceted<Vector = V> + ?Sized,
    B: Faceted<Vector = V> + ?Sized,
    P: Placement<V>,
{
    let (axis, axis_b) = (view.axis, placement.direction_to_b(-view.axis));
    let (mut feature_a, mut feature_b) = (a.feature(axis), b.feature(axis_b));
    let largest = V::Scalar::SUPPORT_LIMIT;
    if !feature_a.corners().chain(feature_b.corners()).all(|(_, corner)| corner.is_within(largest)) {
        return false;
    }
    let axes = (Heights { direction: axis }, Heights { direction: axis_b });
    feature_a.face(&axes.0);
    feature_b.face(&axes.1);
    *id = ContactId { a: feature_a.id(), b: feature_b.id() };
    let is_point = feature_a.count <= 1 || feature_b.count <= 1;
    if is_point || feature_b.crosses(&feature_a, &axes.1, |dir| placement.direction_to_b(dir)) {
        return false;
    }
    let extent = feature_a.extent().max(margin);
    let extent = feature_b.corners().fold(extent, |extent, (_, corner)| extent.max(placement.extent(corner)));
    *zoom = V::Scalar::zoom_for(extent);
    *view = View::new(axis, steps_at_zoom(SAME_POINT_STEPS, extent, *zoom));
    side_a.take(view, &feature_a, |corner| corner.zoom(*zoom));
    let origin_b = placement.origin().zoom(*zoom);
    side_b.take(view, &feature_b, |corner| placement.scaled_to_a(origin_b, corner.zoom(*zoom)));
    !side_a.is_point() && !side_b.is_point()
}

/// Puts the points in which two features meet into a manifold that has the witness points only. Points may be apart by
/// `limit`, in the unit of the input; `gap` is the part of the depth of the witness points that is in doubt.
#[inline(never)]
fn meet<V: Vector, P: Placement<V>>(
    manifold: &mut Manifold<V>,
    Seen { view, zoom, a, b }: &Seen<V>,
    (margin_a, margin_b): (V::Scalar, V::Scalar),
    placement: &P,
    (limit, gap): (V::Scalar, V::Scalar),
) {
    let (zoom, margin) = (*zoom, saturating_sum(margin_a, margin_b));
    let mut patch = Patch::new(view, a, b);
    patch.find();
    manifold.patch = patch.area(|length| length.unzoom(zoom));

    // Depths here are those of the cores, without margins.
    patch.measure(-saturating_sum(saturating_sum(limit.zoom(zoom), view.resolution), margin));
    // The witness point of A in A's frame, at the scale of the patch.
    let [witness, ..] = manifold.contacts;
    let origin = placement.to_world(V::ZERO);
    let seen = placement.direction_to_a(witness.on_a.blend([origin], [-UnitOfVector::<V>::ONE])).zoom(zoom);
    patch.admit(view.flat(seen), saturating_sum(witness.depth.zoom(zoom), -margin), gap.zoom(zoom));

    let axis = view.axis;
    let normal = axis.unit(axis.length());
    let place = |core: V, margin: V::Scalar| placement.to_world(core.advance(margin, normal).unzoom(zoom));
    let mut count = 0;
    for (contact, corner) in manifold.contacts.iter_mut().zip(patch.spread(1 << (V::DIM - 1))) {
        count += 1;
        contact.id = corner.id(a, b);
        (contact.on_a, contact.on_b, contact.depth) = if corner.is_witness {
            (witness.on_a, witness.on_b, witness.depth)
        } else {
            let (on_a, on_b) = corner.points(a, b);
            let depth = saturating_sum(corner.depth, margin).unzoom(zoom);
            (place(a.point(&on_a), margin_a), place(b.point(&on_b), -margin_b), depth)
        };
    }
    manifold.count = count.max(1);
}
