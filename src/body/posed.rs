//! Bodies at a pose, and under an affine map.

use crate::body::feature::{Faceted, Feature};
use crate::body::rounded::rounded_support;
use crate::body::support::{Hint, ScalarOf, Support};
use crate::number::pose::{Affine, Pose};
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;

/// A body at a rigid pose. World coordinates far from the origin cost digits; the poses of a
/// [`Query`](crate::Query) cost none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<T: Support> {
    shape: T,
    pose: Pose<T::Vector>,
}

impl<T: Support> Posed<T> {
    /// Places a body.
    #[must_use]
    pub fn new(shape: T, pose: Pose<T::Vector>) -> Self {
        Self { shape, pose }
    }
}

impl<T: Support> Support for Posed<T> {
    type Vector = T::Vector;

    fn support(&self, dir: Self::Vector) -> Self::Vector {
        self.support_from(dir, &mut Hint::default())
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.shape.margin()
    }

    fn center(&self) -> Self::Vector {
        self.pose.apply(self.shape.center())
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope()
    }

    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let local = Self::Vector::turn_back(&self.pose.rotation.rows, dir);
        self.pose.apply(self.shape.support_from(local, hint))
    }

    fn support_near(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let local = Self::Vector::turn_back(&self.pose.rotation.rows, dir);
        self.pose.apply(self.shape.support_near(local, hint))
    }

    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.vertex_from(hint)?))
    }

    fn as_point(&self) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.as_point()?))
    }

    fn as_segment(&self) -> Option<(Self::Vector, Self::Vector)> {
        let (start, end) = self.shape.as_segment()?;
        Some((self.pose.apply(start), self.pose.apply(end)))
    }

    fn nearest_to(&self, point: Self::Vector) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.nearest_to(self.pose.apply_inverse(point))?))
    }

    fn entry_normal(&self, start: Self::Vector, dir: Self::Vector) -> Option<Self::Vector> {
        let (rows, start) = (&self.pose.rotation.rows, self.pose.apply_inverse(start));
        let normal = self.shape.entry_normal(start, Self::Vector::turn_back(rows, dir))?;
        Some(Self::Vector::ZERO.turn(rows, normal))
    }

    fn entry_facet(
        &self,
        start: Self::Vector,
        dir: Self::Vector,
        hint: &mut Hint,
    ) -> Option<(Self::Vector, [Self::Vector; 3])> {
        let (rows, start) = (&self.pose.rotation.rows, self.pose.apply_inverse(start));
        let (normal, corners) = self.shape.entry_facet(start, Self::Vector::turn_back(rows, dir), hint)?;
        Some((Self::Vector::ZERO.turn(rows, normal), corners.map(|corner| self.pose.apply(corner))))
    }

    fn as_revolved(&self) -> Option<(Self::Vector, Self::Vector)> {
        let (center, axis) = self.shape.as_revolved()?;
        Some((self.pose.apply(center), Self::Vector::ZERO.turn(&self.pose.rotation.rows, axis)))
    }

    fn corner(&self, number: u32) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.corner(number)?))
    }
}

/// The feature of the body, moved by the pose.
impl<T: Faceted> Faceted for Posed<T> {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        let local = Self::Vector::turn_back(&self.pose.rotation.rows, dir);
        self.shape.feature(local).map(|corner| self.pose.apply(corner))
    }
}

/// A body under an affine map. Its margin becomes part of the core: a ball becomes an ellipsoid. In fixed point the map
/// also magnifies the rounding of the body's points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transformed<T: Support> {
    shape: T,
    map: Affine<T::Vector>,
}

impl<T: Support> Transformed<T> {
    /// Maps a body.
    #[must_use]
    pub fn new(shape: T, map: Affine<T::Vector>) -> Self {
        Self { shape, map }
    }
}

impl<T: Support> Support for Transformed<T> {
    type Vector = T::Vector;

    fn support(&self, dir: Self::Vector) -> Self::Vector {
        self.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> Self::Vector {
        self.map.apply(self.shape.center())
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope() && self.shape.margin() == ScalarOf::<T>::NIL
    }

    fn support_from(&self, dir: Self::Vector, hint: &mut Hint) -> Self::Vector {
        let local = Self::Vector::map_linear_back(&self.map.rows, dir);
        // A singular map takes some directions to zero; any point is farthest along those.
        let local = if local == Self::Vector::ZERO { Self::Vector::first_axis() } else { local };
        self.map.apply(rounded_support(&self.shape, self.shape.margin(), local, hint))
    }

    /// The mapped vertex; `None` unless the body is a polytope without a margin, which the map would bend.
    fn vertex_from(&self, hint: Hint) -> Option<Self::Vector> {
        Some(self.map.apply(self.shape.vertex_from(hint).filter(|_| self.is_polytope())?))
    }
}

/// The mapped feature of the body. One point if the body has a margin, which the map bends, or the map takes `dir` to
/// zero.
impl<T: Faceted> Faceted for Transformed<T> {
    fn feature(&self, dir: Self::Vector) -> Feature<Self::Vector> {
        let local = Self::Vector::map_linear_back(&self.map.rows, dir);
        if self.shape.margin() == ScalarOf::<T>::NIL && local != Self::Vector::ZERO {
            self.shape.feature(local).map(|corner| self.map.apply(corner))
        } else {
            Feature::vertex(self.support(dir))
        }
    }
}
