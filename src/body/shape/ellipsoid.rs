//! Ellipsoids and ellipses.
//!
//! A ball of radius ρ rolls freely inside an ellipsoid as long as ρ is at most the least radius of curvature,
//! least²/most for the radii (Blaschke's rolling theorem). The ellipsoid is then a smaller convex body swept by that
//! ball: a core and a margin. The margin costs a support call one square root. It helps EPA with its hardest pairs,
//! those of bodies that are nearly balls: their cores have an eighth of their size, and so has the error of
//! approximating them by facets.

use crate::body::feature::Faceted;
use crate::body::form::{Core, Form};
use crate::body::support::{ScalarOf, Support};
use crate::number::error::{self, Error};
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vec2, Vec3, Vector};

/// An ellipsoid about the origin with its axes along the coordinate axes, in either dimension: [`Ellipsoid`] in space,
/// [`Ellipse`] in the plane. Its [`margin`](Support::margin) is seven eighths of its least radius of curvature, zero if
/// a radius is zero, and the whole radius if all are equal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NEllipsoid<V: Vector> {
    radii: V,
    margin: V::Scalar,
}

/// An ellipsoid in space, about the origin.
pub type Ellipsoid<S> = NEllipsoid<Vec3<S>>;

/// An ellipse in the plane, about the origin, with its inside.
pub type Ellipse<S> = NEllipsoid<Vec2<S>>;

impl<V: Vector> NEllipsoid<V> {
    /// An ellipsoid from its radii along the coordinate axes, each of which may be zero.
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
    /// assert!(gjk::intersects(&Ellipse::new(vec2(3.0, 1.0))?, &Point::new(vec2(2.9, 0.0))?));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(radii: V) -> Result<Self, Error> {
        let radii = error::sizes(radii)?;
        let most = radii.max_abs();
        let least = most - (V::splat(most) - radii).max_abs();
        let nil = V::Scalar::NIL;
        let margin = if least == most {
            most
        } else if least > nil {
            // Seven eighths of the least radius of curvature keep the core large compared with its rounding.
            let rolling = least.scaled(least.fraction(most));
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

    /// With R the diagonal matrix of the radii, the body is R times the unit ball. The direction in the frame of that
    /// ball is e = R·dir, so the support point of the body is R·e/|e|; that of the core is nearer by the margin along
    /// `dir`.
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

    fn form(&self) -> Form<'_, V> {
        Form::of(Core::Ellipsoid(self.radii))
    }
}

/// The feature is the support point: an ellipsoid has no flat part.
impl<V: Vector> Faceted for NEllipsoid<V> {}
