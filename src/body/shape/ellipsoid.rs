//! Ellipsoids and ellipses.
//!
//! An ellipsoid rolls a ball of radius ρ inside it as long as ρ is at most its least radius of curvature, least²/most
//! for the radii (Blaschke's rolling theorem), so it is a smaller convex body swept by that ball: a core and a margin.
//! The margin costs a support call one square root. It keeps the pairs that EPA finds hardest from it, those of bodies
//! that are nearly balls: their cores are an eighth in size, and so is what facets cannot tell about them.

use crate::body::feature::Faceted;
use crate::body::support::{ScalarOf, Support};
use crate::number::error::{self, Error};
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vec2, Vec3, Vector};

/// An ellipsoid about the origin with its axes along the coordinate axes, in either dimension: [`Ellipsoid`] in space,
/// [`Ellipse`] in the plane. What its radii have of a ball is its margin, so its core is a smaller body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NEllipsoid<V: Vector> {
    radii: V,
    margin: V::Scalar,
}

/// An ellipsoid in space.
pub type Ellipsoid<S> = NEllipsoid<Vec3<S>>;

/// An ellipse in the plane.
pub type Ellipse<S> = NEllipsoid<Vec2<S>>;

impl<V: Vector> NEllipsoid<V> {
    /// An ellipsoid from its radii, each of which may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Ellipse, Ellipsoid, Point, vec2, vec3};
    ///
    /// let egg = Ellipsoid::new(vec3(1.0_f64, 1.0, 2.0))?;
    /// let gap = gjk::distance(&egg, &Point::new(vec3(0.0, 0.0, 5.0))?);
    /// assert!((gap.distance - 3.0).abs() < 1e-7);
    /// let pond = Ellipse::new(vec2(3.0, 1.0))?;
    /// assert!(gjk::intersects(&pond, &Point::new(vec2(2.9, 0.0))?));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(radii: V) -> Result<Self, Error> {
        let radii = error::sizes(radii)?;
        let most = radii.max_abs();
        let least = most - (V::splat(most) - radii).max_abs();
        let nil = V::Scalar::NIL;
        let margin = if least > nil {
            // Not all of it: the core keeps a size that its own rounding is small against.
            let rolling = V::Scalar::blend(nil, [least], [least.fraction(most)]);
            V::Scalar::blend(rolling, [rolling], [-UnitOfVector::<V>::halved(3)])
        } else {
            nil
        };
        Ok(Self { radii, margin })
    }

    /// The radii along the coordinate axes.
    #[must_use]
    pub fn radii(self) -> V {
        self.radii
    }
}

impl<V: Vector> Support for NEllipsoid<V> {
    type Vector = V;

    /// With R the diagonal matrix of the radii, the body is R times the unit ball: its support point is R·e/|e| for
    /// the direction e = R·dir that the ball is asked for. The core is less by the margin along dir.
    #[inline]
    fn support(&self, dir: V) -> V {
        let e = self.radii.component_products(dir);
        if e == V::ZERO {
            return V::ZERO;
        }
        let point = self.radii.component_products_per(e, e.length());
        if self.margin == ScalarOf::<Self>::NIL { point } else { point - dir.with_length(self.margin) }
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.margin
    }
}

/// It has no flat part.
impl<V: Vector> Faceted for NEllipsoid<V> {}
