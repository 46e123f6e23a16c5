//! The convex hull of a borrowed point set.

use crate::error::{self, Error};
use crate::manifold::{Faceted, Feature, wrap};
use crate::support::{Hint, Support};
use crate::vector::Vector;

/// The convex hull of a borrowed, non-empty set of points, in either dimension. Interior, repeated, collinear and
/// coplanar points are allowed; every support call looks at all of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexHull<'p, V> {
    first: V,
    others: &'p [V],
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
        let (&first, others) = points.split_first().ok_or(Error::NoPoints)?;
        Ok(Self { first, others, center: error::center(points)? })
    }
}

impl<V: Vector> Support for ConvexHull<'_, V> {
    type Vector = V;

    #[inline]
    fn support(&self, dir: V) -> V {
        self.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> V {
        self.center
    }

    fn is_polytope(&self) -> bool {
        true
    }

    #[inline]
    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        let (mut best, mut reach, mut number) = (self.first, dir.dot(self.first), 0);
        for (point, at) in self.others.iter().zip(1..) {
            let along = dir.dot(*point);
            if along > reach {
                (best, reach, number) = (*point, along, at);
            }
        }
        *hint = Hint::new(number);
        best
    }

    #[inline]
    fn vertex_from(&self, hint: Hint) -> Option<V> {
        match hint.vertex().checked_sub(1) {
            None => Some(self.first),
            Some(other) => self.others.get(other as usize).copied(),
        }
    }
}

/// Vertices have their number in the point set. A facet has all corners that rounding leaves in its plane.
impl<V: Vector> Faceted for ConvexHull<'_, V> {
    fn feature(&self, dir: V) -> Feature<V> {
        wrap::facet(core::iter::once(self.first).chain(self.others.iter().copied()), dir)
    }
}
