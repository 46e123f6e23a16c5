//! Point, segment and triangle: the hulls of one, two and three points, in either dimension.

use crate::Area;
use crate::error::{self, Error};
use crate::manifold::{Faceted, Feature, wrap};
use crate::support::Support;
use crate::vector::{AreaOfVector, Vector};

/// A point. [`Point::ORIGIN`] makes every query one about a single body, or about a ready-made difference of two.
///
/// ```
/// use gjk::{Cuboid, Point, vec3};
///
/// let body = Cuboid::new(vec3(1.0, 1.0, 1.0))?;
/// assert!(gjk::intersects(&body, &Point::new(vec3(0.5, 0.5, 0.5))?));
/// assert!(!gjk::intersects(&body, &Point::new(vec3(0.5, 1.5, 0.5))?));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V> {
    position: V,
}

impl<V: Vector> Point<V> {
    /// The origin. As the second body it asks about the first alone: a ready-made Minkowski difference, say.
    pub const ORIGIN: Self = Self { position: V::ZERO };

    /// A point.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Point, vec2};
    ///
    /// let (here, there) = (Point::new(vec2(1.0, 1.0))?, Point::new(vec2(4.0, 5.0))?);
    /// assert_eq!(gjk::distance(&here, &there).distance, 5.0);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(position: V) -> Result<Self, Error> {
        Ok(Self { position: error::point(position)? })
    }

    /// Where it is.
    #[must_use]
    pub fn position(self) -> V {
        self.position
    }
}

impl<V: Vector> Support for Point<V> {
    type Vector = V;

    #[inline]
    fn support(&self, _: V) -> V {
        self.position
    }

    fn center(&self) -> V {
        self.position
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

impl<V: Vector> Faceted for Point<V> {}

/// The segment between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<V> {
    a: V,
    b: V,
}

impl<V: Vector> Segment<V> {
    /// The segment from `a` to `b`, which may coincide.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Point, Segment, vec3};
    ///
    /// let edge = Segment::new(vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0))?;
    /// let gap = gjk::distance(&edge, &Point::new(vec3(1.0, 2.0, 0.0))?);
    /// assert_eq!((gap.distance, gap.on_a), (2.0, vec3(1.0, 0.0, 0.0)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(a: V, b: V) -> Result<Self, Error> {
        Ok(Self { a: error::point(a)?, b: error::point(b)? })
    }

    /// Its ends, in the order given.
    #[must_use]
    pub fn ends(self) -> (V, V) {
        (self.a, self.b)
    }
}

impl<V: Vector> Support for Segment<V> {
    type Vector = V;

    #[inline]
    fn support(&self, dir: V) -> V {
        if dir.dot(self.b - self.a) > AreaOfVector::<V>::ZERO { self.b } else { self.a }
    }

    fn center(&self) -> V {
        self.a.midpoint(self.b)
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

/// Vertices have their number in the order given.
impl<V: Vector> Faceted for Segment<V> {
    fn feature(&self, _: V) -> Feature<V> {
        Feature::new(0).with_corner(0, self.a).with_corner(1, self.b)
    }
}

/// The triangle of three points, which may be collinear or coincide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<V> {
    points: [V; 3],
}

impl<V: Vector> Triangle<V> {
    /// The triangle of three points, in any order.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Point, Triangle, vec3};
    ///
    /// let face = Triangle::new(vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.0), vec3(0.0, 4.0, 0.0))?;
    /// let gap = gjk::distance(&face, &Point::new(vec3(1.0, 1.0, 3.0))?);
    /// assert_eq!((gap.distance, gap.on_a), (3.0, vec3(1.0, 1.0, 0.0)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(a: V, b: V, c: V) -> Result<Self, Error> {
        Ok(Self { points: [error::point(a)?, error::point(b)?, error::point(c)?] })
    }

    /// Its corners, in the order given.
    #[must_use]
    pub fn points(self) -> [V; 3] {
        self.points
    }
}

impl<V: Vector> Support for Triangle<V> {
    type Vector = V;

    #[inline]
    fn support(&self, dir: V) -> V {
        let [a, b, c] = self.points;
        let farther = |p: V, q: V| if dir.dot(q) > dir.dot(p) { q } else { p };
        farther(farther(a, b), c)
    }

    fn center(&self) -> V {
        let [a, b, c] = self.points;
        a.midpoint(b).midpoint(c)
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

/// Vertices have their number in the order given. In space the facet is the triangle itself, in the plane an edge.
impl<V: Vector> Faceted for Triangle<V> {
    fn feature(&self, dir: V) -> Feature<V> {
        wrap::facet(self.points.into_iter(), dir)
    }
}
