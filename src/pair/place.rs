//! Where two bodies are: in one frame, each at a pose in the world, or one relative to the other.
//!
//! [`Placed`] is what a query is given: [`SameFrame`], [`Poses`](crate::Poses) in the world, or [`InA`], which makes a
//! placement that is known already into a `Placed`. It gives two views of a pair:
//!
//! - its [`placement`](Placed::placement), a [`Placement`], says how B lies relative to A, which the searches use:
//!   [`SameFrame`], [`Translation`] or [`Relative`];
//! - its [`stands`](Placed::stands), each a [`Stand`], say where the bodies stand in a common frame, which the closed
//!   forms use: that of A, or for `Poses` a frame with the axes of the world and A's origin.
//!
//! There are two views because a search takes a direction to B and a point back in every iteration, so that it pays to
//! compose the rotations of both bodies first. A closed form needs only a few points, and takes fewer products in a
//! common frame. Signs of zero and rounding differ between the views, so they cannot be merged with the same bits.
//!
//! Without the attributes of inlining in this file and in `poses.rs` the touch of balls in `f64` takes 45 % more
//! instructions on a Cortex-M4F, that of capsules in `f32` 7 % more on x86-64.

use crate::number::pose::Pose;
use crate::number::rotation::Rotation;
use crate::number::scalar::Scalar as _;
use crate::number::scalar::sealed::Sealed;
use crate::number::vector::{UnitOfVector, Vector, displacement};
use core::borrow::Borrow;

/// How body B lies relative to body A. By default B is not rotated, and A's frame is the world.
pub trait Placement<V: Vector>: Copy {
    /// The origin of B's frame, in A's frame.
    fn origin(&self) -> V;

    /// Takes a direction from A's frame to B's.
    fn direction_to_b(&self, dir: V) -> V {
        dir
    }

    /// Takes a scaled point from B's frame to A's; `origin` is the origin of B's frame at the same scale.
    fn scaled_to_a(&self, origin: V, point: V) -> V;

    /// Takes an unscaled point from B's frame to A's.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_a(&self, point: V) -> V {
        self.scaled_to_a(self.origin(), point)
    }

    /// Takes an unscaled point from A's frame to B's.
    fn to_b(&self, point: V) -> V;

    /// The largest magnitude of a number from which an unscaled point of B is placed in A's frame: of the point and of
    /// the origin of B's frame.
    fn extent(&self, point: V) -> V::Scalar {
        self.origin().max_abs().max(point.max_abs())
    }

    /// This placement as a [`Relative`].
    fn relative(&self) -> impl Borrow<Relative<V>> {
        Relative::of(self)
    }

    /// The rotation of B in A's frame, as the rows of a matrix whose columns are the axes of B.
    fn rows(&self) -> V::UnitRows {
        V::IDENTITY
    }

    /// The rotation of A in the world, as the rows of a matrix.
    fn rows_to_world(&self) -> V::UnitRows {
        V::IDENTITY
    }

    /// Takes a point from A's frame to the world.
    fn to_world(&self, point: V) -> V {
        point
    }

    /// Takes a unit vector from A's frame to the world.
    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        unit
    }

    /// Takes a direction from the world to A's frame.
    fn direction_to_a(&self, dir: V) -> V {
        dir
    }
}

/// Where one body stands in a frame common to both bodies. By default the body is not rotated: then points differ
/// between the two frames, directions and displacements do not.
pub trait Stand<V: Vector> {
    /// The origin of the body's frame, in the common frame.
    fn origin(&self) -> V;

    /// Takes a point from the body's frame to the common frame.
    fn place(&self, point: V) -> V;

    /// [`place`](Self::place) for a point that often is the origin of the body's frame: then the result is
    /// [`origin`](Self::origin), without a rotation.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place_center(&self, point: V) -> V {
        self.place(point).select(point == V::ZERO, self.origin())
    }

    /// Takes a point from the common frame to the body's frame.
    fn back(&self, point: V) -> V;

    /// Takes a direction from the common frame to the body's frame.
    fn direction_back(&self, dir: V) -> V {
        dir
    }

    /// Takes a displacement from the body's frame to the common frame.
    fn turn(&self, vector: V) -> V {
        vector
    }

    /// Takes a unit vector from the body's frame to the common frame.
    fn turn_unit(&self, unit: V::UnitVector) -> V::UnitVector {
        unit
    }
}

/// A placement of B in A's frame that has been computed already. As a [`Stand`] it is that of B; as a [`Placed`] its
/// common frame is that of A.
#[derive(Clone, Copy)]
pub struct InA<'p, P>(pub &'p P);

impl<V: Vector, P: Placement<V>> Stand<V> for InA<'_, P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn origin(&self) -> V {
        self.0.to_a(V::ZERO)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self, point: V) -> V {
        self.0.to_a(point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn back(&self, point: V) -> V {
        self.0.to_b(point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn(&self, vector: V) -> V {
        V::ZERO.turn(&self.0.rows(), vector)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn_unit(&self, unit: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.0.rows(), unit)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn direction_back(&self, dir: V) -> V {
        self.0.direction_to_b(dir)
    }
}

/// Where the two bodies of a query are: [`SameFrame`] or [`Poses`](crate::Poses). It is the bound of the third
/// parameter of a [`Query`](crate::Query), for functions over any query; only types of this crate implement it.
///
/// ```
/// use gjk::{Ball, Memory, Observer, Placed, Query, Support, Vector};
///
/// fn are_apart<V: Vector, P: Placed<V>, O: Observer<V>, M: Memory<V>>(
///     query: &mut Query<'_, V, P, O, M>,
///     bodies: [&dyn Support<Vector = V>; 2],
/// ) -> bool {
///     !query.intersects(bodies[0], bodies[1])
/// }
///
/// let ball = Ball::new(1.0)?;
/// assert!(!are_apart(&mut Query::new(), [&ball, &ball]));
/// # Ok::<(), gjk::Error>(())
/// ```
// By default the common frame is the world.
pub trait Placed<V: Vector>: Sealed + Copy {
    /// How B lies relative to A.
    #[doc(hidden)]
    type Placement: Placement<V>;

    /// The type of what [`posed`](Self::posed) gives.
    #[doc(hidden)]
    type Posed: Placed<V>;

    /// For two bodies that are posed ones or not, with the given poses: where the bodies inside the poses are, as if
    /// the query had these poses. `None` if the query has poses of its own: the composed position would be rounded by
    /// the steps of the world, where bodies may be far from the origin.
    #[doc(hidden)]
    fn posed(&self, _a: Option<Pose<V>>, _b: Option<Pose<V>>) -> Option<Self::Posed> {
        None
    }

    /// A copy, made component by component, because a copy of the whole goes through memory.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each(&self) -> Self {
        *self
    }

    /// How B lies relative to A; [`Poses`](crate::Poses) computes it on each call.
    #[doc(hidden)]
    fn placement(&self) -> impl Borrow<Self::Placement>;

    /// Where A and B stand in the common frame.
    #[doc(hidden)]
    fn stands(&self) -> (impl Stand<V>, impl Stand<V>);

    /// Takes a point from the common frame to the world.
    #[doc(hidden)]
    fn point_to_world(&self, point: V) -> V {
        point
    }

    /// Takes a unit vector from the common frame to the world.
    #[doc(hidden)]
    fn direction_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        unit
    }

    /// Takes a displacement from the world to the common frame.
    #[doc(hidden)]
    fn vector_from_world(&self, vector: V) -> V {
        vector
    }
}

impl<P> Sealed for InA<'_, P> {}

impl<V: Vector, P: Placement<V>> Placed<V> for InA<'_, P> {
    type Placement = P;
    type Posed = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn placement(&self) -> impl Borrow<P> {
        self.0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stands(&self) -> (impl Stand<V>, impl Stand<V>) {
        (SameFrame, InA(self.0))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn point_to_world(&self, point: V) -> V {
        self.0.to_world(point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn direction_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        self.0.unit_to_world(unit)
    }

    fn vector_from_world(&self, vector: V) -> V {
        self.0.direction_to_a(vector)
    }
}

/// The placement of a [`Query`](crate::Query) without poses: both bodies are given in one frame, and so are the
/// answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameFrame;

impl<V: Vector> Placement<V> for SameFrame {
    fn origin(&self) -> V {
        V::ZERO
    }

    fn scaled_to_a(&self, _: V, point: V) -> V {
        point
    }

    fn to_b(&self, point: V) -> V {
        point
    }

    fn extent(&self, point: V) -> V::Scalar {
        point.max_abs()
    }
}

impl<V: Vector> Stand<V> for SameFrame {
    fn origin(&self) -> V {
        V::ZERO
    }

    fn place(&self, point: V) -> V {
        point
    }

    fn back(&self, point: V) -> V {
        point
    }
}

/// The frame of a body that is not rotated, by the position of its origin in another frame.
#[derive(Clone, Copy, Debug)]
pub struct Translation<V>(pub V);

impl<V: Vector> Stand<V> for Translation<V> {
    fn origin(&self) -> V {
        self.0
    }

    fn place(&self, point: V) -> V {
        point.blend([self.0], [UnitOfVector::<V>::ONE])
    }

    fn back(&self, point: V) -> V {
        displacement(self.0, point)
    }
}

/// The translation is the position of B's origin in A's frame; neither body is rotated.
impl<V: Vector> Placement<V> for Translation<V> {
    fn origin(&self) -> V {
        self.0
    }

    fn scaled_to_a(&self, origin: V, point: V) -> V {
        point + origin
    }

    fn to_a(&self, point: V) -> V {
        self.place(point)
    }

    fn to_b(&self, point: V) -> V {
        point.blend([self.0], [-UnitOfVector::<V>::ONE])
    }
}

/// The pose of B in A's frame, and the pose of A in the world.
#[derive(Clone, Copy, Debug)]
pub struct Relative<V: Vector> {
    /// The pose of A in the world.
    pub a: Pose<V>,
    /// The rotation of B in A's frame.
    pub rows: V::UnitRows,
    /// The origin of B's frame, in A's frame.
    pub translation: V,
}

impl<V: Vector> Relative<V> {
    /// Any placement as one of this type.
    pub fn of(placement: &impl Placement<V>) -> Self {
        let rotation = Rotation { rows: placement.rows_to_world() };
        let a = Pose { rotation, position: placement.to_world(V::ZERO) };
        Self { a, rows: placement.rows(), translation: placement.origin() }
    }

    /// Any placement as one of this type, with A's frame taken for the world.
    pub fn in_frame_of_a(placement: &impl Placement<V>) -> Self {
        Self { a: Pose::IDENTITY, rows: placement.rows(), translation: placement.to_a(V::ZERO) }
    }
}

impl<V: Vector> Placement<V> for Relative<V> {
    fn origin(&self) -> V {
        self.translation
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn direction_to_b(&self, dir: V) -> V {
        V::turn_back(&self.rows, dir)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn scaled_to_a(&self, origin: V, point: V) -> V {
        origin.turn(&self.rows, point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_b(&self, point: V) -> V {
        V::turn_back(&self.rows, point.blend([self.translation], [-UnitOfVector::<V>::ONE]))
    }

    fn relative(&self) -> impl Borrow<Self> {
        self
    }

    fn rows(&self) -> V::UnitRows {
        self.rows
    }

    fn rows_to_world(&self) -> V::UnitRows {
        self.a.rotation.rows
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_world(&self, point: V) -> V {
        self.a.position.turn(&self.a.rotation.rows, point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.a.rotation.rows, unit)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn direction_to_a(&self, dir: V) -> V {
        V::turn_back(&self.a.rotation.rows, dir)
    }
}
