//! The convex hull of a borrowed point set.

use crate::body::feature::{Faceted, Feature};
use crate::body::gift_wrap;
use crate::body::hint::Hint;
use crate::body::support::Support;
use crate::number::error::{self, Error};
use crate::number::lanes::farthest;
use crate::number::vector::Vector;

/// The convex hull of a borrowed, non-empty set of points, in either dimension. Interior, repeated, collinear and
/// coplanar points are allowed. Every support call looks at all of the points.
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
        self.points.get(hint.vertex() as usize).copied()
    }
}

/// Vertices are numbered as in the point set. A facet has every corner that lies in its plane to within rounding.
impl<V: Vector> Faceted for ConvexHull<'_, V> {
    fn feature(&self, dir: V) -> Feature<V> {
        gift_wrap::facet(self.points.iter().copied(), dir)
    }
}
