//! Watching a query step by step, for pictures and bug reports. `gjk.rs` and `epa.rs` show a step in each round.

use crate::kernel::difference::{CsoPoint, proven_distance};
use crate::kernel::polytope::{Polytope, corners};
use crate::kernel::simplex::nearest::Nearest;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};
use heapless::Vec;

/// Sees every round of the searches of a query, GJK and EPA, for pictures and bug reports.
/// [`Query::observer`](crate::Query::observer) sets one. The unit type `()` watches nothing and costs nothing.
///
/// Everything that a step shows is in A's frame and in the unit of the input, and about the cores of the bodies,
/// without their margins. If a query has to start over at another scale, its steps begin again. A watched query gives
/// the same answer as one that is not watched. Where a shortcut answers there are no steps:
/// [`shortcut`](Observer::shortcut) tells which one, and [`Query::search_only`](crate::Query::search_only) leaves the
/// answer to the search.
///
/// ```
/// use gjk::{Cuboid, DistanceStep, Observer, Pose, Query, Vec3, vec3};
///
/// struct Print;
///
/// impl Observer<Vec3<f64>> for Print {
///     fn distance_step(&mut self, step: &DistanceStep<'_, Vec3<f64>>) {
///         println!("{} points, at least {} apart", step.simplex().count(), step.lower_bound);
///     }
/// }
///
/// let (link, die) = (Cuboid::new(vec3(1.0, 2.0, 3.0))?, Cuboid::new(vec3(0.5, 0.5, 0.5))?);
/// let pose = Pose::translation(vec3(4.0, 4.0, 4.0))?;
/// let gap = Query::new().poses(Pose::IDENTITY, pose).observer(Print).search_only().distance(&link, &die);
/// assert!(gap.distance > 2.9);
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait Observer<V: Vector> {
    /// Does the observer watch anything? If not, no step is computed. False only for `()`, also behind a reference or
    /// in an `Option`.
    const ACTIVE: bool = true;

    /// Does the query take no shortcut? True only for [`SearchOnly`], also behind a reference or in an `Option`.
    #[doc(hidden)]
    const SEARCH_ONLY: bool = false;

    /// Called where a shortcut answers instead of a search, or moves a cast along a part of its path. A cast may call
    /// it several times.
    fn shortcut(&mut self, shortcut: Shortcut) {
        let _ = shortcut;
    }

    /// Called in each round of GJK that computes a support point, after that. The rounds on the points that a warm
    /// start knows are not shown; if these points show contact, GJK has no step.
    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        let _ = step;
    }

    /// Called in each round of EPA, after the support point of the nearest facet was found.
    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        let _ = step;
    }
}

impl<V: Vector> Observer<V> for () {
    const ACTIVE: bool = false;
}

/// An observer as the searches see it. A search passes on references to its state; the numbers that a step shows are
/// computed only for an observer that watches.
pub trait Watch<V: Vector> {
    fn distance_round(&mut self, round: &DistanceRound<'_, V>);

    fn depth_round(&mut self, round: &DepthRound<'_, V>);
}

impl<V: Vector, O: Observer<V>> Watch<V> for O {
    #[inline(always)]
    fn distance_round(&mut self, round: &DistanceRound<'_, V>) {
        if O::ACTIVE {
            self.distance_step(&DistanceStep::new(round));
        }
    }

    #[inline(always)]
    fn depth_round(&mut self, round: &DepthRound<'_, V>) {
        if O::ACTIVE {
            self.depth_step(&DepthStep::new(round));
        }
    }
}

/// A round of GJK, at the scale of the search.
pub struct DistanceRound<'s, V: Vector> {
    pub zoom: <V::Scalar as Scalar>::Zoom,
    /// The simplex before this round.
    pub points: &'s [CsoPoint<V>],
    pub newest: &'s CsoPoint<V>,
    pub axis: &'s V,
    pub nearest: &'s Nearest<V>,
    /// The best plane so far: axis·w for its support point w, and axis·axis.
    pub plane: (AreaOfVector<V>, AreaOfVector<V>),
}

/// A round of EPA, at the scale of the search.
pub struct DepthRound<'s, V: Vector> {
    pub zoom: <V::Scalar as Scalar>::Zoom,
    pub polytope: &'s Polytope<'s, V>,
    /// The slot of the nearest facet.
    pub nearest: usize,
    /// The support point along `normal`.
    pub newest: &'s CsoPoint<V>,
    /// The normal of the nearest facet, a direction.
    pub normal: V,
    /// The distance of the nearest facet.
    pub lower: V::Scalar,
    /// The least support value of all normals tried.
    pub upper: V::Scalar,
}

impl<V: Vector, O: Observer<V>> Observer<V> for &mut O {
    const ACTIVE: bool = O::ACTIVE;
    const SEARCH_ONLY: bool = O::SEARCH_ONLY;

    fn shortcut(&mut self, shortcut: Shortcut) {
        (**self).shortcut(shortcut);
    }

    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        (**self).distance_step(step);
    }

    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        (**self).depth_step(step);
    }
}

/// `None` watches nothing.
impl<V: Vector, O: Observer<V>> Observer<V> for Option<O> {
    const ACTIVE: bool = O::ACTIVE;
    const SEARCH_ONLY: bool = O::SEARCH_ONLY;

    fn shortcut(&mut self, shortcut: Shortcut) {
        if let Some(observer) = self {
            observer.shortcut(shortcut);
        }
    }

    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        if let Some(observer) = self {
            observer.distance_step(step);
        }
    }

    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        if let Some(observer) = self {
            observer.depth_step(step);
        }
    }
}

/// The observer of a query that takes no shortcut, made by [`Query::search_only`](crate::Query::search_only). It passes
/// every step on to the observer that the query had before.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchOnly<O>(pub(crate) O);

impl<V: Vector, O: Observer<V>> Observer<V> for SearchOnly<O> {
    const ACTIVE: bool = O::ACTIVE;
    const SEARCH_ONLY: bool = true;

    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        self.0.distance_step(step);
    }

    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        self.0.depth_step(step);
    }
}

/// The shortcut that answered a query, or moved a cast along a part of its path, instead of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shortcut {
    /// A closed form of the nearest points: one of the cores is a point, or both are segments.
    Points,
    /// A warm start: the vertices that carried the last answer carry this one, too.
    KeptVertices,
    /// The separating axes of two boxes.
    SeparatingAxes,
    /// Rotating calipers: a walk round the outline of the Minkowski difference of two polygons.
    Calipers,
    /// The edges of two polygons, each tried as a separating axis.
    PolygonEdges,
    /// Alternating projections of two cores onto each other.
    Alternation,
    /// A closed form of where a ray, or a moving ball or capsule, meets a body.
    Ray,
    /// A closed form of where a moving point enters a body, which gave a cast its first plane.
    Entry,
}

/// A round of GJK, as an [`Observer`] sees it. Points and axis are in A's frame, lengths in the unit of the input; all
/// are those of the cores, without margins.
#[derive(Clone, Copy, Debug)]
pub struct DistanceStep<'s, V: Vector> {
    zoom: <V::Scalar as Scalar>::Zoom,
    points: &'s [CsoPoint<V>],
    /// The support point found in this round, against `axis`.
    pub newest: CsoPoint<V>,
    /// The direction from the origin to the nearest point of the simplex or, on a curved body, to where the last rounds
    /// predict it. Before rounding ends a search, one round may take the direction to a part with a point that the
    /// simplex does not have. The magnitude has no meaning.
    pub axis: V,
    /// A proven lower bound of the distance of the cores, from the best plane up to this round; zero if no plane
    /// separates them yet.
    pub lower_bound: V::Scalar,
    /// The distance of the nearest point of the simplex before this round, an upper bound of the distance of the cores;
    /// `None` before there is a simplex.
    pub upper_bound: Option<V::Scalar>,
}

impl<'s, V: Vector> DistanceStep<'s, V> {
    fn new(round: &DistanceRound<'s, V>) -> Self {
        let &DistanceRound { zoom, points, newest, axis: &axis, nearest, plane: (reach, norm) } = round;
        let lower = proven_distance::<V>(reach, norm.sqrt());
        let upper_bound = nearest.is_outside().then(|| nearest.distance().unzoom(zoom));
        Self { zoom, points, newest: newest.unzoom(zoom), axis, lower_bound: lower.unzoom(zoom), upper_bound }
    }

    /// The points of the simplex before this round, newest first.
    pub fn simplex(&self) -> impl Iterator<Item = CsoPoint<V>> {
        self.points.iter().rev().map(|point| point.unzoom(self.zoom))
    }
}

/// A round of EPA, as an [`Observer`] sees it: the polytope inside A − B, and its facet nearest to the origin, which
/// this round tries to push out. Points and normal are in A's frame, lengths in the unit of the input; all are those of
/// the cores, without margins.
#[derive(Clone, Copy, Debug)]
pub struct DepthStep<'s, V: Vector> {
    zoom: <V::Scalar as Scalar>::Zoom,
    polytope: &'s Polytope<'s, V>,
    /// The number of the facet nearest to the origin, as in [`facets`](Self::facets).
    pub nearest: usize,
    /// The support point along the normal of the facet `nearest`.
    pub newest: CsoPoint<V>,
    /// The outward normal of the facet `nearest`; the magnitude has no meaning.
    pub normal: V,
    /// The distance of the facet `nearest` from the origin: a lower bound of the depth of the cores, up to rounding.
    /// Negative if the origin lies outside that facet.
    pub lower_bound: V::Scalar,
    /// The least support value of all normals tried up to this round: an upper bound of the depth of the cores.
    /// Negative if a plane separates them.
    pub upper_bound: V::Scalar,
}

impl<'s, V: Vector> DepthStep<'s, V> {
    fn new(round: &DepthRound<'s, V>) -> Self {
        let &DepthRound { zoom, polytope, nearest, newest, normal, lower, upper } = round;
        Self {
            zoom,
            polytope,
            nearest,
            newest: newest.unzoom(zoom),
            normal,
            lower_bound: lower.unzoom(zoom),
            upper_bound: upper.unzoom(zoom),
        }
    }

    /// The vertices of the polytope before this round. The position of a vertex is its number in
    /// [`facets`](Self::facets).
    pub fn vertices(&self) -> impl Iterator<Item = CsoPoint<V>> {
        self.polytope.vertices.iter().map(|point| point.unzoom(self.zoom))
    }

    /// The facets of the polytope before this round: the number of each, the numbers of its vertices (two in the plane,
    /// three in space, counter-clockwise seen from outside) and its distance from the origin.
    pub fn facets(&self) -> impl Iterator<Item = (usize, impl AsRef<[usize]>, V::Scalar)> {
        let all = self.polytope.facets.iter().zip(self.polytope.distances.iter()).enumerate();
        let live = all.filter(|(_, (_, distance))| **distance < V::Scalar::MAX);
        live.map(|(number, (facet, distance))| {
            let corners = corners::<V>(&facet.links);
            let corners = Vec::<usize, 3>::from_slice(corners.get(..V::DIM).unwrap_or(&corners)).unwrap_or_default();
            (number, corners, distance.unzoom(self.zoom))
        })
    }
}

impl<V: Vector> CsoPoint<V> {
    fn unzoom(self, zoom: <V::Scalar as Scalar>::Zoom) -> Self {
        Self { w: self.w.unzoom(zoom), on_a: self.on_a.unzoom(zoom) }
    }
}
