//! Boxes.

use crate::body::feature::{Faceted, Feature};
use crate::body::form::{Core, Form};
use crate::body::hint::Hint;
use crate::body::support::Support;
use crate::number::error::{self, Error};
use crate::number::vector::{Vec2, Vec3, Vector};

/// A box about the origin with edges along the axes, in either dimension: [`Cuboid`] in space, [`Rectangle`] in the
/// plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NCuboid<V> {
    half_extents: V,
}

/// A box in space, about the origin.
pub type Cuboid<S> = NCuboid<Vec3<S>>;

/// A rectangle in the plane, about the origin, with its inside.
pub type Rectangle<S> = NCuboid<Vec2<S>>;

impl<V: Vector> NCuboid<V> {
    /// A box from its half extents, half of its size along each axis. Each may be zero.
    ///
    /// # Errors
    /// [`Error::Negative`], [`Error::NotFinite`], [`Error::OutOfRange`].
    ///
    /// ```
    /// use gjk::{Cuboid, Point, Rectangle, vec2, vec3};
    ///
    /// let (link, tile) = (Cuboid::new(vec3(1.0, 2.0, 3.0))?, Rectangle::new(vec2(1.0, 2.0))?);
    /// assert_eq!(gjk::distance(&link, &Point::new(vec3(0.0, 5.0, 0.0))?).distance, 3.0);
    /// assert_eq!(gjk::distance(&tile, &Point::new(vec2(4.0, 6.0))?).distance, 5.0);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(half_extents: V) -> Result<Self, Error> {
        Ok(Self { half_extents: error::sizes(half_extents)? })
    }

    /// The half extents: half of the size along each axis.
    #[must_use]
    pub fn half_extents(self) -> V {
        self.half_extents
    }
}

impl<V: Vector> Support for NCuboid<V> {
    type Vector = V;

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn support(&self, dir: V) -> V {
        self.half_extents.with_signs_of(dir)
    }

    fn is_polytope(&self) -> bool {
        true
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        *hint = Hint::new(dir.negative_bits());
        self.support(dir)
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn vertex(&self, hint: Hint) -> Option<V> {
        Some(self.half_extents.with_negative_bits(hint.number()))
    }

    fn form(&self) -> Form<'_, V> {
        Form::of(Core::Box(self.half_extents))
    }
}

/// A facet has the number of its axis, from 0, plus the number of axes if it is on the negative side. Bit i of the
/// number of a vertex is set if the vertex is on the negative side of axis i.
impl<V: Vector> Faceted for NCuboid<V> {
    fn feature(&self, dir: V) -> Feature<V> {
        let sizes = dir.component_abs().by_axis();
        let sizes = sizes.as_ref();
        let largest = sizes.iter().enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
        let facing = largest.map_or(0, |(axis, _)| axis);
        let sign = dir.negative_bits() >> facing & 1;
        let mut facet = Feature::new(sign * sizes.len() as u32 + facing as u32);
        // From corner to corner one other coordinate changes sign: a Gray code, which goes around the facet.
        for step in 0..1_u32 << (sizes.len() - 1) {
            let signs = step ^ (step >> 1);
            let below = signs & ((1 << facing) - 1);
            let corner = below | (signs - below) << 1 | sign << facing;
            facet.push(corner, self.half_extents.with_negative_bits(corner));
        }
        facet
    }
}
