//! Points, segments, triangles and the convex hull of any points, in either dimension; also balls and capsules, which
//! are a point and a segment with a margin.

use crate::body::feature::{Faceted, Feature};
use crate::body::form::{Core, Form};
use crate::body::gift_wrap;
use crate::body::hint::Hint;
use crate::body::support::{ScalarOf, Support, with_core_of};
use crate::number::error::{self, Error};
use crate::number::lanes::farthest;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, ScalarOfVector, Vec2, Vec3, Vector};
use core::marker::PhantomData;

/// A point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<V> {
    position: V,
}

impl<V: Vector> Point<V> {
    /// The point at the origin. A query with it as the second body asks how the first body lies to the origin, for
    /// example when the first body is a ready-made Minkowski difference.
    pub const ORIGIN: Self = Self { position: V::ZERO };

    /// A point.
    ///
    /// # Errors
    /// [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Point, Rectangle, vec2};
    ///
    /// let tile = Rectangle::new(vec2(1.0, 1.0))?;
    /// assert!(gjk::intersects(&tile, &Point::new(vec2(0.5, 0.5))?));
    /// assert_eq!(gjk::distance(&tile, &Point::new(vec2(4.0, 5.0))?).distance, 5.0);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(position: V) -> Result<Self, Error> {
        Ok(Self { position: error::point(position)? })
    }

    /// The position.
    #[must_use]
    pub fn position(self) -> V {
        self.position
    }
}

impl<V: Vector> Support for Point<V> {
    type Vector = V;

    fn support(&self, _: V) -> V {
        self.position
    }

    fn center(&self) -> V {
        self.position
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn vertex(&self, _: Hint) -> Option<V> {
        Some(self.position)
    }

    fn form(&self) -> Form<'_, V> {
        Form::of(Core::Point(self.position))
    }
}

impl<V: Vector> Faceted for Point<V> {}

/// The segment between two points, which may coincide.
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
    /// assert_eq!(gjk::distance(&edge, &Point::new(vec3(1.0, 2.0, 0.0))?).on_a, vec3(1.0, 0.0, 0.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(a: V, b: V) -> Result<Self, Error> {
        Ok(Self { a: error::point(a)?, b: error::point(b)? })
    }

    /// The ends, in the order given.
    #[must_use]
    pub fn ends(self) -> (V, V) {
        (self.a, self.b)
    }
}

impl<V: Vector> Support for Segment<V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> V {
        self.a.midpoint(self.b)
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        let is_second = dir.dot(self.b - self.a) > AreaOfVector::<V>::ZERO;
        *hint = Hint::new(is_second.into());
        if is_second { self.b } else { self.a }
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        Some(if hint.number() == 0 { self.a } else { self.b })
    }

    fn form(&self) -> Form<'_, V> {
        Form::of(Core::Segment(self.a, self.b))
    }
}

/// Vertices are numbered in the order given.
impl<V: Vector> Faceted for Segment<V> {
    fn feature(&self, _: V) -> Feature<V> {
        let mut edge = Feature::new(0);
        edge.push(0, self.a);
        edge.push(1, self.b);
        edge
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
    /// assert_eq!(gjk::distance(&face, &Point::new(vec3(1.0, 1.0, 3.0))?).on_a, vec3(1.0, 1.0, 0.0));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(a: V, b: V, c: V) -> Result<Self, Error> {
        Ok(Self { points: [error::point(a)?, error::point(b)?, error::point(c)?] })
    }

    /// The corners, in the order given.
    #[must_use]
    pub fn points(self) -> [V; 3] {
        self.points
    }
}

impl<V: Vector> Support for Triangle<V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> V {
        let [a, b, c] = self.points;
        a.midpoint(b).midpoint(c)
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        let [a, b, c] = self.points;
        let farther = |p: (V, u32), q: (V, u32)| if dir.dot(q.0) > dir.dot(p.0) { q } else { p };
        let (point, number) = farther(farther((a, 0), (b, 1)), (c, 2));
        *hint = Hint::new(number);
        point
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        self.points.get(hint.number() as usize).copied()
    }
}

/// Vertices are numbered in the order given. In space the feature is the triangle itself, in the plane an edge of it.
impl<V: Vector> Faceted for Triangle<V> {
    fn feature(&self, dir: V) -> Feature<V> {
        gift_wrap::facet(self.points.into_iter(), dir)
    }
}

/// The convex hull of a borrowed, non-empty set of points in any order, in either dimension. Interior, repeated,
/// collinear and coplanar points are allowed. Every support call takes time linear in the number of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexHull<'p, V> {
    points: &'p [V],
    first: V,
    center: V,
}

impl<'p, V: Vector> ConvexHull<'p, V> {
    /// The hull of a point set.
    ///
    /// # Errors
    /// [`Error::NoPoints`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{ConvexHull, Error, Point, Vec3, vec3};
    ///
    /// let roof = [vec3(1.0, 1.0, 0.0), vec3(-1.0, 1.0, 0.0), vec3(0.0, -1.0, 0.0), vec3(0.0, 0.0, 2.0)];
    /// let hull = ConvexHull::new(&roof)?;
    /// assert_eq!(gjk::distance(&hull, &Point::new(vec3(0.0, 0.0, 5.0))?).distance, 3.0);
    /// assert_eq!(ConvexHull::<Vec3<f64>>::new(&[]), Err(Error::NoPoints));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(points: &'p [V]) -> Result<Self, Error> {
        let &first = points.first().ok_or(Error::NoPoints)?;
        Ok(Self { points, first, center: error::center(points)? })
    }
}

impl<V: Vector> Support for ConvexHull<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> V {
        self.center
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        let number = farthest(self.points, dir);
        *hint = Hint::new(number as u32);
        self.points.get(number).copied().unwrap_or(self.first)
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        self.points.get(hint.number() as usize).copied()
    }
}

/// Vertices are numbered as in the point set. The corners of a facet are those of the hull that lie in its plane to
/// within rounding.
impl<V: Vector> Faceted for ConvexHull<'_, V> {
    fn feature(&self, dir: V) -> Feature<V> {
        gift_wrap::facet(self.points.iter().copied(), dir)
    }
}

/// A ball about the origin, with its inside, in either dimension: [`Ball`] in space, [`Circle`] in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NBall<V: Vector> {
    radius: V::Scalar,
    vector: PhantomData<V>,
}

/// A ball in space, about the origin.
pub type Ball<S> = NBall<Vec3<S>>;

/// A disc in the plane, about the origin.
pub type Circle<S> = NBall<Vec2<S>>;

impl<V: Vector> NBall<V> {
    /// A ball of the given radius, which may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Ball, Circle, Point, vec2, vec3};
    ///
    /// assert_eq!(gjk::distance(&Ball::new(1.0)?, &Point::new(vec3(0.0, 3.0, 4.0))?).distance, 4.0);
    /// assert!(gjk::intersects(&Circle::new(1.0)?, &Point::new(vec2(0.6, 0.6))?));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(radius: ScalarOfVector<V>) -> Result<Self, Error> {
        Ok(Self { radius: error::size(radius)?, vector: PhantomData })
    }

    /// The radius.
    #[must_use]
    pub fn radius(self) -> ScalarOfVector<V> {
        self.radius
    }
}

impl<V: Vector> Support for NBall<V> {
    type Vector = V;

    fn support(&self, _: V) -> V {
        V::ZERO
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.radius
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn vertex(&self, _: Hint) -> Option<V> {
        Some(V::ZERO)
    }

    fn form(&self) -> Form<'_, V> {
        Form::of(Core::Point(V::ZERO))
    }
}

/// The feature is the centre.
impl<V: Vector> Faceted for NBall<V> {}

/// A capsule: the points within a radius of a segment, in either dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// The capsule of the given radius about the segment from `a` to `b`. The ends may coincide, and the radius may be
    /// zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Capsule, Point, vec3};
    ///
    /// let rail = Capsule::new(vec3(-2.0, 0.0, 0.0), vec3(2.0, 0.0, 0.0), 0.5)?;
    /// assert_eq!(gjk::distance(&rail, &Point::new(vec3(5.0, 4.0, 0.0))?).distance, 4.5);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(a: V, b: V, radius: ScalarOfVector<V>) -> Result<Self, Error> {
        Ok(Self { segment: Segment::new(a, b)?, radius: error::size(radius)? })
    }

    /// The ends of the segment, in the order given.
    #[must_use]
    pub fn ends(self) -> (V, V) {
        self.segment.ends()
    }

    /// The radius.
    #[must_use]
    pub fn radius(self) -> ScalarOfVector<V> {
        self.radius
    }
}

impl<S: Scalar> Capsule<Vec3<S>> {
    /// An upright capsule about the origin. Its segment reaches from −`half_height` to `half_height` on the z axis;
    /// with its two caps the capsule is 2 · (`half_height` + `radius`) high.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Capsule, vec3};
    ///
    /// assert_eq!(Capsule::upright(0.5, 0.25)?.ends(), (vec3(0.0, 0.0, -0.5), vec3(0.0, 0.0, 0.5)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn upright(half_height: S, radius: S) -> Result<Self, Error> {
        let end = Vec3::new(S::NIL, S::NIL, error::size(half_height)?);
        Self::new(-end, end, radius)
    }
}

impl<V: Vector> Support for Capsule<V> {
    type Vector = V;

    with_core_of!(self, self.segment);

    fn margin(&self) -> ScalarOf<Self> {
        self.radius
    }
}

/// The feature is the segment.
impl<V: Vector> Faceted for Capsule<V> {
    fn feature(&self, dir: V) -> Feature<V> {
        self.segment.feature(dir)
    }
}
