//! Bodies at a pose, and under an affine map.

use crate::body::feature::{Faceted, Feature};
use crate::body::form::Form;
use crate::body::hint::Hint;
use crate::body::rounded::rounded_support;
use crate::body::support::{ScalarOf, Support};
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

    fn vertex(&self, hint: Hint) -> Option<Self::Vector> {
        Some(self.pose.apply(self.shape.vertex(hint)?))
    }

    fn form(&self) -> Form<'_, Self::Vector> {
        self.shape.form().posed(&self.pose)
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

    /// The mapped vertex, unless the body has a margin, which the map would bend, or is no polytope.
    fn vertex(&self, hint: Hint) -> Option<Self::Vector> {
        Some(self.map.apply(self.shape.vertex(hint).filter(|_| self.is_polytope())?))
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
