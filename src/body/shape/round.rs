//! Balls and capsules: a point or a segment with a margin.

use crate::body::feature::{Faceted, Feature};
use crate::body::form::{Core, Form};
use crate::body::hint::Hint;
use crate::body::shape::Segment;
use crate::body::support::{ScalarOf, Support, with_core_of};
use crate::number::error::{self, Error};
use crate::number::scalar::Scalar;
use crate::number::vector::{ScalarOfVector, Vec2, Vec3, Vector};
use core::marker::PhantomData;

/// A ball about the origin, in either dimension: [`Ball`] in space, [`Circle`] in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NBall<V: Vector> {
    radius: V::Scalar,
    vector: PhantomData<V>,
}

/// A ball in space.
pub type Ball<S> = NBall<Vec3<S>>;

/// A disc in the plane.
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

/// A capsule: a segment swept by a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<V: Vector> {
    segment: Segment<V>,
    radius: V::Scalar,
}

impl<V: Vector> Capsule<V> {
    /// The capsule of the given radius about the segment from `a` to `b`.
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

    /// The ends of the segment.
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
    /// An upright capsule about the origin: its segment reaches `half_height` up and down the z axis.
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
