//! Where two bodies are: in one frame, each at a pose in the world, or one relative to the other.

use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector, displacement};
use core::borrow::Borrow;

/// How two bodies lie to each other.
pub trait Placement<V: Vector>: Copy {
    /// What of it depends on the scale of a query.
    type Zoomed: Copy;

    /// The part that depends on the scale.
    fn zoomed(&self, zoom: <V::Scalar as Scalar>::Zoom) -> Self::Zoomed;

    /// A direction of A's frame in B's.
    fn direction_to_b(&self, dir: V) -> V;

    /// A scaled point of B's frame in A's.
    fn point_to_a(&self, zoomed: &Self::Zoomed, point: V) -> V;

    /// The size of the numbers that place an unscaled point of B in A's frame.
    fn extent(&self, point: V) -> V::Scalar;

    /// The rotation of B in A's frame: its columns are the axes of B.
    fn rows(&self) -> V::UnitRows;

    /// The rotation of A in the world.
    fn rows_to_world(&self) -> V::UnitRows;

    /// Where the origin of B's frame is in A's.
    fn origin(&self) -> V;

    /// An unscaled point of B's frame in A's.
    fn to_a(&self, point: V) -> V;

    /// An unscaled point of A's frame in B's.
    fn to_b(&self, point: V) -> V;

    /// A point of A's frame in the world.
    fn to_world(&self, point: V) -> V;

    /// A unit vector of A's frame in the world.
    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector;

    /// A direction of the world in A's frame.
    fn direction_to_a(&self, dir: V) -> V;
}

/// How a body stands in a frame; it is not turned unless it says so.
pub trait Stand<V: Vector> {
    /// Where its origin is.
    fn origin(&self) -> V;

    /// Where a point of the body is.
    fn place(&self, point: V) -> V;

    /// The same, of a point that often is the origin: then there is nothing to turn.
    #[inline(always)]
    fn place_center(&self, point: V) -> V {
        self.place(point).select(point == V::ZERO, self.origin())
    }

    /// A point of the frame in that of the body.
    fn back(&self, point: V) -> V;

    /// A direction of the frame in that of the body.
    #[inline(always)]
    fn direction_back(&self, dir: V) -> V {
        dir
    }

    /// A way of the body, turned.
    #[inline(always)]
    fn turn(&self, way: V) -> V {
        way
    }

    /// A unit vector of the body, turned.
    #[inline(always)]
    fn turn_unit(&self, way: V::UnitVector) -> V::UnitVector {
        way
    }
}

/// Both bodies in A's frame, in which B stands as a placement has it.
#[derive(Clone, Copy)]
pub struct InA<'p, P>(pub &'p P);

impl<V: Vector, P: Placement<V>> Stand<V> for InA<'_, P> {
    #[inline(always)]
    fn origin(&self) -> V {
        self.0.to_a(V::ZERO)
    }

    #[inline(always)]
    fn place(&self, point: V) -> V {
        self.0.to_a(point)
    }

    #[inline(always)]
    fn back(&self, point: V) -> V {
        self.0.to_b(point)
    }

    #[inline(always)]
    fn turn(&self, way: V) -> V {
        V::ZERO.turn(&self.0.rows(), way)
    }

    #[inline(always)]
    fn turn_unit(&self, way: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.0.rows(), way)
    }

    #[inline(always)]
    fn direction_back(&self, dir: V) -> V {
        self.0.direction_to_b(dir)
    }
}

/// What a query is told of where its bodies are. A search needs to know how they lie to each other; what has a closed
/// form does not, if both stand in one frame.
pub trait Placed<V: Vector>: Copy {
    /// How they lie to each other.
    type Placement: Placement<V>;

    /// The same, copied component by component.
    fn each(&self) -> Self;

    /// The same, worked out if it is not known.
    fn placement(&self) -> impl Borrow<Self::Placement>;

    /// How A and B stand in one frame.
    fn stands(&self) -> (impl Stand<V>, impl Stand<V>);

    /// A point of that frame in the world.
    fn point_to_world(&self, point: V) -> V;

    /// A unit vector of that frame in the world.
    fn direction_to_world(&self, way: V::UnitVector) -> V::UnitVector;

    /// A way of the world in that frame.
    fn vector_from_world(&self, way: V) -> V;
}

impl<V: Vector, P: Placement<V>> Placed<V> for InA<'_, P> {
    type Placement = P;

    #[inline(always)]
    fn each(&self) -> Self {
        *self
    }

    #[inline(always)]
    fn placement(&self) -> impl Borrow<P> {
        self.0
    }

    #[inline(always)]
    fn stands(&self) -> (impl Stand<V>, impl Stand<V>) {
        (SameFrame, InA(self.0))
    }

    #[inline(always)]
    fn point_to_world(&self, point: V) -> V {
        self.0.to_world(point)
    }

    #[inline(always)]
    fn direction_to_world(&self, way: V::UnitVector) -> V::UnitVector {
        self.0.unit_to_world(way)
    }

    #[inline(always)]
    fn vector_from_world(&self, way: V) -> V {
        self.0.direction_to_a(way)
    }
}

/// Both bodies are given in one frame, the world.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameFrame;

impl<V: Vector> Placement<V> for SameFrame {
    type Zoomed = ();

    #[inline(always)]
    fn zoomed(&self, _: <V::Scalar as Scalar>::Zoom) {}

    #[inline(always)]
    fn direction_to_b(&self, dir: V) -> V {
        dir
    }

    #[inline(always)]
    fn point_to_a(&self, (): &(), point: V) -> V {
        point
    }

    #[inline(always)]
    fn extent(&self, point: V) -> V::Scalar {
        point.max_abs()
    }

    #[inline(always)]
    fn rows(&self) -> V::UnitRows {
        V::IDENTITY
    }

    #[inline(always)]
    fn rows_to_world(&self) -> V::UnitRows {
        V::IDENTITY
    }

    #[inline(always)]
    fn origin(&self) -> V {
        V::ZERO
    }

    #[inline(always)]
    fn to_a(&self, point: V) -> V {
        point
    }

    #[inline(always)]
    fn to_b(&self, point: V) -> V {
        point
    }

    #[inline(always)]
    fn to_world(&self, point: V) -> V {
        point
    }

    #[inline(always)]
    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        unit
    }

    #[inline(always)]
    fn direction_to_a(&self, dir: V) -> V {
        dir
    }
}

impl<V: Vector> Stand<V> for SameFrame {
    #[inline(always)]
    fn origin(&self) -> V {
        V::ZERO
    }

    #[inline(always)]
    fn place(&self, point: V) -> V {
        point
    }

    #[inline(always)]
    fn back(&self, point: V) -> V {
        point
    }
}

impl<V: Vector> Placed<V> for SameFrame {
    type Placement = Self;

    #[inline(always)]
    fn each(&self) -> Self {
        Self
    }

    #[inline(always)]
    fn placement(&self) -> impl Borrow<Self> {
        self
    }

    #[inline(always)]
    fn stands(&self) -> (impl Stand<V>, impl Stand<V>) {
        (SameFrame, SameFrame)
    }

    #[inline(always)]
    fn point_to_world(&self, point: V) -> V {
        point
    }

    #[inline(always)]
    fn direction_to_world(&self, way: V::UnitVector) -> V::UnitVector {
        way
    }

    #[inline(always)]
    fn vector_from_world(&self, way: V) -> V {
        way
    }
}

/// A body that is not turned: where its origin is.
#[derive(Clone, Copy, Debug)]
pub struct Translation<V>(pub V);

impl<V: Vector> Stand<V> for Translation<V> {
    #[inline(always)]
    fn origin(&self) -> V {
        self.0
    }

    #[inline(always)]
    fn place(&self, point: V) -> V {
        point.blend([self.0], [UnitOfVector::<V>::ONE])
    }

    #[inline(always)]
    fn back(&self, point: V) -> V {
        displacement(self.0, point)
    }
}

/// B's origin is there, seen from A's, and neither is turned.
impl<V: Vector> Placement<V> for Translation<V> {
    type Zoomed = V;

    #[inline]
    fn zoomed(&self, zoom: <V::Scalar as Scalar>::Zoom) -> V {
        self.0.zoom(zoom)
    }

    #[inline]
    fn direction_to_b(&self, dir: V) -> V {
        dir
    }

    #[inline]
    fn point_to_a(&self, apart: &V, point: V) -> V {
        point + *apart
    }

    #[inline]
    fn extent(&self, point: V) -> V::Scalar {
        self.0.max_abs().max(point.max_abs())
    }

    #[inline]
    fn rows(&self) -> V::UnitRows {
        V::IDENTITY
    }

    #[inline]
    fn rows_to_world(&self) -> V::UnitRows {
        V::IDENTITY
    }

    #[inline]
    fn origin(&self) -> V {
        self.0
    }

    #[inline]
    fn to_a(&self, point: V) -> V {
        point.blend([self.0], [UnitOfVector::<V>::ONE])
    }

    #[inline]
    fn to_b(&self, point: V) -> V {
        point.blend([self.0], [-UnitOfVector::<V>::ONE])
    }

    #[inline]
    fn to_world(&self, point: V) -> V {
        point
    }

    #[inline]
    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        unit
    }

    #[inline]
    fn direction_to_a(&self, dir: V) -> V {
        dir
    }
}
