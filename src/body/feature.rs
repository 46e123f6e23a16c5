//! Features: the vertices, edges and facets of a body, from which contact manifolds are built.

use crate::body::support::Support;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vector, as_direction, unit_along, unit_length};

/// The part of a body's core that faces a direction: a vertex, an edge, or in space a facet.
///
/// Corners are given in the frame of the body and in order around the feature, clockwise or counter-clockwise. Each
/// corner has a number among the vertices of the body, and the feature one among its facets. These numbers must not
/// change while the body lives, because contacts are recognised by them.
///
/// ```
/// use gjk::{Cuboid, Faceted, vec3};
///
/// let link = Cuboid::new(vec3(1.0, 2.0, 3.0))?;
/// let top = link.feature(vec3(0.1, 0.0, 1.0));
/// assert_eq!(top.corners().count(), 4);
/// assert!(top.corners().all(|(_, corner)| corner.z == 3.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Feature<V> {
    pub(crate) number: u32,
    pub(crate) count: usize,
    pub(crate) corners: [(u32, V); MAX_CORNERS],
}

pub(crate) const MAX_CORNERS: usize = 16;

impl<V: Vector> Feature<V> {
    /// The number of corners that a feature has room for. A facet with more corners is given by some of them.
    pub const MAX_CORNERS: usize = MAX_CORNERS;

    /// A feature without corners. `number` is its number among the facets of the body.
    #[must_use]
    pub fn new(number: u32) -> Self {
        Self { number, count: 0, corners: [(0, V::ZERO); MAX_CORNERS] }
    }

    /// Adds a corner, whose number is the one among the vertices of the body. The corner is dropped if the feature
    /// already has [`MAX_CORNERS`](Self::MAX_CORNERS).
    ///
    /// ```
    /// use gjk::{Feature, vec3};
    ///
    /// let edge = Feature::new(0).with_corner(4, vec3(0.0, 0.0, 1.0)).with_corner(7, vec3(0.0, 0.0, 2.0));
    /// assert_eq!(edge.corners().last(), Some((7, vec3(0.0, 0.0, 2.0))));
    /// ```
    #[must_use]
    pub fn with_corner(mut self, number: u32, corner: V) -> Self {
        self.push(number, corner);
        self
    }

    /// Adds a corner, if there is room.
    pub(crate) fn push(&mut self, number: u32, corner: V) {
        if let Some(slot) = self.corners.get_mut(self.count) {
            *slot = (number, corner);
            self.count += 1;
        }
    }

    /// The feature of a body without facets: its support point, as vertex 0.
    ///
    /// ```
    /// use gjk::{Feature, vec2};
    ///
    /// assert_eq!(Feature::vertex(vec2(1.0, 2.0)).corners().next(), Some((0, vec2(1.0, 2.0))));
    /// ```
    #[must_use]
    pub fn vertex(corner: V) -> Self {
        Self::new(0).with_corner(0, corner)
    }

    /// The number of the feature among the facets of the body.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The corners with their numbers, in order around the feature.
    pub fn corners(&self) -> impl Iterator<Item = (u32, V)> + Clone + '_ {
        self.corners.iter().take(self.count).copied()
    }

    /// The feature with every corner mapped by `place`, for example by a pose.
    #[must_use]
    pub fn map(mut self, mut place: impl FnMut(V) -> V) -> Self {
        for (_, corner) in self.corners.iter_mut().take(self.count) {
            *corner = place(*corner);
        }
        self
    }

    /// The largest magnitude of a coordinate.
    pub(crate) fn extent(&self) -> V::Scalar {
        self.corners().fold(V::Scalar::NIL, |extent, (_, corner)| extent.max(corner.max_abs()))
    }

    /// The id of a contact point on this feature that lies on no smaller feature.
    pub(crate) fn id(&self) -> FeatureId {
        match self.corners.get(..self.count) {
            Some(&[(from, _), (to, _)]) => FeatureId::of_edge(from, to),
            Some(&[_, _, ..]) => FeatureId::Facet(self.number),
            Some(&[(corner, _)]) => FeatureId::Vertex(corner),
            _ => FeatureId::Vertex(0),
        }
    }
}

/// A body that knows which of its facets faces a direction, for [`manifold`](crate::manifold()). For a body without
/// flat parts an empty implementation suffices: its feature is the support point, and its manifolds have one point. A
/// `dyn Support` has such an implementation.
///
/// ```
/// use gjk::{Ball, Cuboid, Faceted, Feature, Pose, Posed, Support, Vec3, vec3};
///
/// /// A flat square of side two.
/// struct Tile;
///
/// impl Support for Tile {
///     type Vector = Vec3<f64>;
///     fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
///         vec3(1.0_f64.copysign(dir.x), 1.0_f64.copysign(dir.y), 0.0)
///     }
///     fn is_polytope(&self) -> bool {
///         true
///     }
/// }
///
/// impl Faceted for Tile {
///     fn feature(&self, _: Vec3<f64>) -> Feature<Vec3<f64>> {
///         let half = Feature::new(0).with_corner(0, vec3(1.0, 1.0, 0.0)).with_corner(1, vec3(-1.0, 1.0, 0.0));
///         half.with_corner(2, vec3(-1.0, -1.0, 0.0)).with_corner(3, vec3(1.0, -1.0, 0.0))
///     }
/// }
///
/// let floor = Cuboid::new(vec3(5.0, 5.0, 1.0))?;
/// let tile = Posed::new(Tile, Pose::translation(vec3(0.0, 0.0, 1.0))?);
/// assert_eq!(gjk::manifold(&floor, &tile).points().len(), 4);
/// # Ok::<(), gjk::Error>(())
/// ```
pub trait Faceted: Support {
    /// The feature of the core that faces `dir`: of the facets that meet at the support point, the one whose outward
    /// normal is nearest to `dir`; an edge or a vertex if there is no facet.
    ///
    /// `dir` is in the frame of the body, is not zero, and has no meaningful length, as in [`Support::support`]. There
    /// is no tolerance: the nearest facet is a valid answer even if its normal deviates far from `dir`. If two facets
    /// face `dir` equally, either may be returned. The default returns the support point, as [`Feature::vertex`].
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        Feature::vertex(self.support(dir))
    }
}

impl<T: Faceted + ?Sized> Faceted for &T {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        (**self).feature(dir)
    }
}

impl<V: Vector> Faceted for dyn Support<Vector = V> + '_ {}

/// The vertex, edge or facet of a body's core on which a contact point lies. The numbers are those in the body's
/// [`Feature`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FeatureId {
    /// The point lies on the vertex with this number.
    Vertex(u32),
    /// The point lies on the edge between two vertices, the smaller number first.
    Edge(u32, u32),
    /// The point lies within the facet with this number.
    Facet(u32),
}

impl FeatureId {
    pub(crate) fn of_edge(from: u32, to: u32) -> Self {
        Self::Edge(from.min(to), from.max(to))
    }
}

/// Heights of points along a direction. All are zero if the direction is zero.
pub struct Heights<V: Vector> {
    /// A direction with the length [`unit_length`], or zero.
    pub direction: V,
}

impl<V: Vector> Heights<V> {
    /// Measures heights along a direction of any length.
    pub fn new(direction: V) -> Self {
        Self { direction: unit_along(direction).map_or(V::ZERO, as_direction::<V>) }
    }

    /// The height of a point.
    pub fn of(&self, point: V) -> V::Scalar {
        self.direction.dot(point).per(unit_length::<V>())
    }
}
