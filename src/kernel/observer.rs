//! Watching a query step by step, for pictures and bug reports. `gjk.rs` and `epa.rs` show a step in each round.

use crate::kernel::difference::{CsoPoint, proven_distance};
use crate::kernel::polytope::{Polytope, corners};
use crate::kernel::simplex::nearest::Nearest;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};
use heapless::Vec;

/// Sees every step of a query. The unit type `()` watches nothing and costs nothing.
///
/// Everything that a step shows is given in A's frame and in the units of the input. If a query has to start over at
/// another scale, its steps begin again. A watched query gives the same answer as one that is not watched. Where a
/// shortcut answers there are no steps: [`shortcut`](Observer::shortcut) tells which one, and
/// [`Query::search_only`](crate::Query::search_only) leaves the answer to the search.
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
    /// Is there anything to call? False only for `()`, also behind a reference or in an `Option`.
    const ACTIVE: bool = true;

    /// Does the query take no shortcut? True only for [`SearchOnly`], also behind a reference or in an `Option`.
    #[doc(hidden)]
    const SEARCH_ONLY: bool = false;

    /// Called where a shortcut answers, or a part of the way of a cast, instead of a search.
    fn shortcut(&mut self, shortcut: Shortcut) {
        let _ = shortcut;
    }

    /// Called in each round of GJK, after its support point was found.
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

/// An observer as the searches see it. They pass on what they have; the numbers that a step shows are computed only if
/// somebody looks.
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
    /// The lower bound: how far the best plane reaches along its axis, and the squared length of that.
    pub plane: (AreaOfVector<V>, AreaOfVector<V>),
}

/// A round of EPA, at the scale of the search.
pub struct DepthRound<'s, V: Vector> {
    pub zoom: <V::Scalar as Scalar>::Zoom,
    pub polytope: &'s Polytope<'s, V>,
    pub nearest: usize,
    pub newest: &'s CsoPoint<V>,
    pub normal: V,
    pub lower: V::Scalar,
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

/// `None` calls nothing.
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

/// The observer of a query that takes no shortcut: see [`Query::search_only`](crate::Query::search_only).
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

/// What answered instead of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shortcut {
    /// A closed form of the nearest points: one of the cores is a point, or both are segments.
    Points,
    /// The vertices that carried the last answer, from a warm start.
    KeptVertices,
    /// The separating axes of two boxes.
    SeparatingAxes,
    /// A walk round the difference of two polygons.
    Calipers,
    /// The edges of two polygons.
    PolygonEdges,
    /// Alternating projections of two cores onto each other.
    Alternation,
    /// A closed form of where a ray, or a moving ball or capsule, meets a body.
    Ray,
}

/// A round of GJK.
#[derive(Clone, Copy, Debug)]
pub struct DistanceStep<'s, V: Vector> {
    zoom: <V::Scalar as Scalar>::Zoom,
    points: &'s [CsoPoint<V>],
    /// The support point found in this round.
    pub newest: CsoPoint<V>,
    /// From the origin to the nearest point of the simplex or, on a curved body, to where the last rounds predict it;
    /// the magnitude has no meaning. The support point was sought in the opposite direction.
    pub axis: V,
    /// A proven lower bound of the distance of the cores; zero if no plane separates them yet.
    pub lower_bound: V::Scalar,
    /// The distance of the nearest point of the simplex; `None` before there is a simplex.
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

/// A round of EPA.
#[derive(Clone, Copy, Debug)]
pub struct DepthStep<'s, V: Vector> {
    zoom: <V::Scalar as Scalar>::Zoom,
    polytope: &'s Polytope<'s, V>,
    /// The number of the facet nearest to the origin.
    pub nearest: usize,
    /// The support point along the normal of the facet `nearest`.
    pub newest: CsoPoint<V>,
    /// The outward normal of the facet `nearest`; the magnitude has no meaning.
    pub normal: V,
    /// The distance of the facet `nearest` from the origin: a lower bound of the cores' depth.
    pub lower_bound: V::Scalar,
    /// The least support value of all normals tried: an upper bound of the cores' depth.
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

    /// The vertices of the polytope before this round.
    pub fn vertices(&self) -> impl Iterator<Item = CsoPoint<V>> {
        self.polytope.vertices.iter().map(|point| point.unzoom(self.zoom))
    }

    /// The facets of the polytope before this round: their number, the numbers of their vertices (two in the plane,
    /// three in space, counter-clockwise seen from outside) and their distance from the origin.
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
