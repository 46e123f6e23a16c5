//! The form of a body: the geometry behind its support function, for shortcuts.

use crate::body::hint::Hint;
use crate::number::pose::Pose;
use crate::number::vector::{AreaOfVector, ScalarOfVector, Vector};
use core::fmt::{self, Debug};

/// The shape that a body is, for the shortcuts of queries: the value of [`Support::form`](crate::Support::form).
///
/// Only the shapes of this crate can say more than [`Form::OTHER`], which is always right and leaves everything to the
/// search. A type that wraps one of them, and describes the same body, may pass the form of the wrapped shape on:
///
/// ```
/// use gjk::{Cuboid, Form, Support, Vec3, vec3};
///
/// struct Link(Cuboid<f32>);
///
/// impl Support for Link {
///     type Vector = Vec3<f32>;
///     fn support(&self, dir: Vec3<f32>) -> Vec3<f32> {
///         self.0.support(dir)
///     }
///     fn is_polytope(&self) -> bool {
///         true
///     }
///     fn form(&self) -> Form<'_, Vec3<f32>> {
///         self.0.form()
///     }
/// }
///
/// let link = Link(Cuboid::new(vec3(1.0, 2.0, 3.0))?);
/// assert!(gjk::intersects(&link, &link.0));
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Form<'a, V: Vector> {
    pub(crate) core: Core<'a, V>,
    /// Where the core stands in the frame of the body; `None` where the frames are the same.
    pub(crate) pose: Option<Pose<V>>,
    /// Does the compiler know the type of the body? False behind a reference to a trait object.
    pub(crate) is_typed: bool,
    /// Is the pose composed of several, and so rounded by steps of the largest?
    pub(crate) is_nested: bool,
}

/// The core of a body: the body without its margin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a, V: Vector> {
    /// Anything.
    Other,
    Point(V),
    Segment(V, V),
    /// A box about the origin, by its half extents, each of which may be zero.
    Box(V),
    /// A convex polygon in the plane, by its corners, counter-clockwise.
    Polygon(&'a [V]),
    /// A cylinder about the z axis, in space.
    Cylinder {
        half_height: V::Scalar,
        radius: V::Scalar,
    },
    /// A cone about the z axis, its apex at the upper end, in space.
    Cone {
        half_height: V::Scalar,
        radius: V::Scalar,
    },
    Mesh(&'a dyn Mesh<V>),
}

/// A polytope that knows which of its vertices are neighbors.
pub(crate) trait Mesh<V: Vector> {
    /// How far the polytope reaches along `dir`: (dir·p, e) for the farthest point p, which need not be determined.
    /// Rounding has taken less than e·max|dirᵢ| from dir·p. `hint` is that of a vertex near p.
    fn reach(&self, dir: V, hint: Hint) -> (AreaOfVector<V>, ScalarOfVector<V>);

    /// The outward normal, as a direction, and the corners of the facet through which a ray enters. If it passes by, a
    /// plane that keeps it out has this normal, and the corners are any. The hint is left near the facet.
    fn entry_facet(&self, start: V, dir: V, hint: &mut Hint) -> Option<(V, [V; 3])>;
}

/// Not a method of the trait: then the tables of methods would link how a polyhedron is printed.
impl<V: Vector> Debug for dyn Mesh<V> + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mesh")
    }
}

impl<'a, V: Vector> Form<'a, V> {
    /// Any body: nothing is known beyond its support function.
    pub const OTHER: Self = Self::of(Core::Other);

    /// The form of a core that stands in the frame of its body.
    pub(crate) const fn of(core: Core<'a, V>) -> Self {
        Self { core, pose: None, is_typed: true, is_nested: false }
    }

    /// The form of the same body at a pose.
    #[inline]
    pub(crate) fn posed(self, pose: &Pose<V>) -> Self {
        match self.pose {
            None => Self { pose: Some(*pose), ..self },
            Some(inner) => Self { pose: Some(pose.compose(inner)), is_nested: true, ..self },
        }
    }

    /// The core, if it is a single point.
    #[inline(always)]
    pub(crate) fn as_point(&self) -> Option<V> {
        if let Core::Point(point) = self.core { Some(self.place(point)) } else { None }
    }

    /// The ends of the core, if it is a segment.
    #[inline(always)]
    pub(crate) fn as_segment(&self) -> Option<(V, V)> {
        if let Core::Segment(a, b) = self.core { Some((self.place(a), self.place(b))) } else { None }
    }

    /// The center and the half extents of the core, if it is a box with edges along the axes of the body's frame. A
    /// point is one.
    #[inline(always)]
    pub(crate) fn as_box(&self) -> Option<(V, V)> {
        match self.core {
            Core::Box(half) if self.pose.is_none() => Some((V::ZERO, half)),
            Core::Point(point) => Some((self.place(point), V::ZERO)),
            _ => None,
        }
    }

    /// The corner of this number, if the core is a convex polygon in the plane: counter-clockwise from 0, and `None`
    /// from the number of corners on. A segment has two corners, a point one.
    #[inline(always)]
    pub(crate) fn corner(&self, number: u32) -> Option<V> {
        let corner = match self.core {
            Core::Point(point) if number == 0 => point,
            Core::Segment(a, b) => *[a, b].get(number as usize)?,
            // The signs of consecutive corners follow a Gray code, which is counter-clockwise.
            Core::Box(half) if V::DIM == 2 && number < 4 => half.with_negative_bits(number ^ (number >> 1)),
            Core::Polygon(corners) => *corners.get(number as usize)?,
            _ => return None,
        };
        Some(self.place(corner))
    }

    /// Takes a point from the frame of the core to that of the body.
    #[inline(always)]
    pub(crate) fn place(&self, point: V) -> V {
        match &self.pose {
            None => point,
            Some(pose) => pose.apply(point),
        }
    }
}
