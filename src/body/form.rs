//! The form of a body: its geometry beyond the support function, for shortcuts.

use crate::body::hint::Hint;
use crate::number::pose::Pose;
use crate::number::vector::{AreaOfVector, ScalarOfVector, Vector};
use core::fmt::{self, Debug};

/// The kind of shape that a body is, for the shortcuts of queries: the value of
/// [`Support::form`](crate::Support::form).
///
/// [`Form::OTHER`] is right for every body and leaves all work to the search. Other forms come only from the shapes of
/// this crate. A type that wraps one of them and describes exactly the same body may return the form of the wrapped
/// shape:
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
    /// Maps the frame of the core to that of the body; `None` if the two frames are the same.
    pub(crate) pose: Option<Pose<V>>,
    /// Does the compiler know the type of the body? False behind a reference to a trait object.
    pub(crate) is_typed: bool,
    /// Was the pose composed of several? Then it is rounded to the steps of the largest one.
    pub(crate) is_nested: bool,
}

/// The core of a body: the body without its margin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a, V: Vector> {
    /// Any core: only its support function is known.
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
    /// The core of an ellipsoid about the origin, by the radii of the whole ellipsoid along the axes.
    Ellipsoid(V),
    Mesh(&'a dyn Mesh<V>),
}

/// A polytope that stores which of its vertices are neighbors.
pub(crate) trait Mesh<V: Vector> {
    /// Returns (dir·p, e) for the vertex p farthest along `dir`: rounding has put dir·p off by less than e·max|dirᵢ|.
    /// The vertex itself need not be found. `hint` stands for a vertex near p.
    fn reach(&self, dir: V, hint: Hint) -> (AreaOfVector<V>, ScalarOfVector<V>);

    /// Returns the outward normal, as a direction, and the corners of the facet through which a ray enters. If the ray
    /// misses, the normal is that of a plane with the body on one side and the ray on the other, and the corners are
    /// arbitrary. Afterwards `hint` stands for a vertex near the facet. `None` if the search fails.
    fn entry_facet(&self, start: V, dir: V, hint: &mut Hint) -> Option<(V, [V; 3])>;
}

/// Not a supertrait of `Mesh`, because then every vtable would link the code that prints a polyhedron.
impl<V: Vector> Debug for dyn Mesh<V> + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Mesh")
    }
}

impl<'a, V: Vector> Form<'a, V> {
    /// The form of any body: nothing is known beyond its support function.
    pub const OTHER: Self = Self::of(Core::Other);

    /// The form of a body whose core is given in the frame of the body.
    pub(crate) const fn of(core: Core<'a, V>) -> Self {
        Self { core, pose: None, is_typed: true, is_nested: false }
    }

    /// The form of this body placed at a pose.
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

    /// The center and the half extents of the core, if it is a point or a box with edges along the axes of the body's
    /// frame.
    #[inline(always)]
    pub(crate) fn as_box(&self) -> Option<(V, V)> {
        if let Core::Point(point) = self.core {
            return Some((self.place(point), V::ZERO));
        }
        self.half_extents().map(|half| (V::ZERO, half))
    }

    /// The half extents of the core, if it is a box with edges along the axes of the body's frame.
    #[inline(always)]
    pub(crate) fn half_extents(&self) -> Option<V> {
        if let Core::Box(half) = self.core
            && self.pose.is_none()
        {
            return Some(half);
        }
        None
    }

    /// The corner with a number, counter-clockwise from 0, if the core is a point, a segment or a convex polygon in the
    /// plane; `None` for any other core and for numbers that no corner has.
    #[inline(always)]
    pub(crate) fn corner(&self, number: u32) -> Option<V> {
        let corner = match self.core {
            Core::Point(point) if number == 0 => point,
            Core::Segment(a, b) => *[a, b].get(number as usize)?,
            // The signs of consecutive corners follow a Gray code, which leads counter-clockwise around the rectangle.
            Core::Box(half) if V::DIM == 2 && number < 4 => half.with_negative_bits(number ^ (number >> 1)),
            Core::Polygon(corners) => *corners.get(number as usize)?,
            _ => return None,
        };
        Some(self.place(corner))
    }

    /// Maps a point from the frame of the core to that of the body.
    #[inline(always)]
    pub(crate) fn place(&self, point: V) -> V {
        match &self.pose {
            None => point,
            Some(pose) => pose.apply(point),
        }
    }
}
