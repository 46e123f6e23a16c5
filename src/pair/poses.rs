//! Bodies at poses in the world. `place.rs` explains the traits that are implemented here, and says what the attributes
//! of inlining gain.

use crate::number::pose::Pose;
use crate::number::rotation::Rotation;
use crate::number::scalar::Scalar as _;
use crate::number::scalar::sealed::Sealed;
use crate::number::vector::{UnitOfVector, Vector, displacement};
use crate::pair::place::{Placed, Relative, SameFrame, Stand, Translation};
use core::borrow::Borrow;

/// The placement of a [`Query`](crate::Query) whose bodies have poses in the world, set by
/// [`Query::poses`](crate::Query::poses) or [`Query::pose_of_a`](crate::Query::pose_of_a). B has a pose as A has, or is
/// given [in the world](InWorld). Answers are in the world.
#[derive(Clone, Copy, Debug)]
pub struct Poses<V: Vector, B = Pose<V>> {
    a: Pose<V>,
    b: B,
}

/// Takes the place of B's pose in [`Poses`] where B is given in the world, after
/// [`Query::pose_of_a`](crate::Query::pose_of_a).
#[derive(Clone, Copy, Debug)]
pub struct InWorld;

/// The place of body B in the world: a [`Pose`], or [in the world](InWorld) itself, which is the default of these
/// methods.
pub trait Located<V: Vector>: Copy {
    /// A copy, made component by component, because a copy of the whole goes through memory.
    fn each(&self) -> Self {
        *self
    }

    /// The origin of the body's frame, in the world.
    fn position(&self) -> V {
        V::ZERO
    }

    /// The rotation of the body's frame as seen from a frame that has the rotation `turn` in the world.
    fn rows_from(&self, turn: &V::UnitRows) -> V::UnitRows {
        V::transpose(turn)
    }

    /// Where the body stands in a frame with the axes of the world and the given origin.
    fn stand(&self, origin: V) -> impl Stand<V> {
        Translation(-origin)
    }
}

impl<V: Vector> Located<V> for Pose<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each(&self) -> Self {
        self.by_components()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(&self) -> V {
        self.position
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rows_from(&self, turn: &V::UnitRows) -> V::UnitRows {
        V::product(&V::transpose(turn), &self.rotation.rows)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stand(&self, origin: V) -> impl Stand<V> {
        let seen = self.by_components();
        Self { position: displacement(origin, seen.position), ..seen }
    }
}

impl<V: Vector> Located<V> for InWorld {}

impl<V: Vector, B: Located<V>> Poses<V, B> {
    #[cfg_attr(debug_assertions, inline(never))]
    pub(crate) fn new(a: Pose<V>, b: B) -> Self {
        Self { a: a.by_components(), b: b.each() }
    }
}

impl<V: Vector, B> Sealed for Poses<V, B> {}

/// The common frame has the axes of the world and A's origin. Positions are subtracted before anything is rounded.
impl<V: Vector, B: Located<V>> Placed<V> for Poses<V, B> {
    type Placement = Relative<V>;
    type Posed = Self;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each(&self) -> Self {
        Self::new(self.a, self.b)
    }

    #[cfg_attr(all(feature = "speed", not(debug_assertions)), inline)]
    #[cfg_attr(any(not(feature = "speed"), debug_assertions), inline(never))]
    fn placement(&self) -> impl Borrow<Relative<V>> {
        let Pose { rotation: Rotation { rows: turn }, position } = &self.a;
        let apart = displacement(*position, self.b.position());
        Relative { a: self.a, rows: self.b.rows_from(turn), translation: V::turn_back(turn, apart) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stands(&self) -> (impl Stand<V>, impl Stand<V>) {
        let Pose { rotation, position } = self.a.by_components();
        (rotation, self.b.stand(position))
    }

    fn point_to_world(&self, point: V) -> V {
        point.blend([self.a.position], [UnitOfVector::<V>::ONE])
    }
}

impl Sealed for SameFrame {}

impl<V: Vector> Placed<V> for SameFrame {
    type Placement = Self;
    type Posed = Poses<V>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn posed(&self, a: Option<Pose<V>>, b: Option<Pose<V>>) -> Option<Poses<V>> {
        Some(Poses::new(a.unwrap_or(Pose::IDENTITY), b.unwrap_or(Pose::IDENTITY)))
    }

    fn placement(&self) -> impl Borrow<Self> {
        self
    }

    fn stands(&self) -> (impl Stand<V>, impl Stand<V>) {
        (SameFrame, SameFrame)
    }
}

impl<V: Vector> Stand<V> for Pose<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn origin(&self) -> V {
        self.position
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self, point: V) -> V {
        self.apply(point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn back(&self, point: V) -> V {
        self.apply_inverse(point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn direction_back(&self, dir: V) -> V {
        V::turn_back(&self.rotation.rows, dir)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn(&self, vector: V) -> V {
        Stand::turn(&self.rotation, vector)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn_unit(&self, unit: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.rotation.rows, unit)
    }
}

/// A frame that is only rotated: its origin is that of the common frame.
impl<V: Vector> Stand<V> for Rotation<V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn origin(&self) -> V {
        V::ZERO
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self, point: V) -> V {
        self.turn(point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn back(&self, point: V) -> V {
        V::turn_back(&self.rows, point)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn(&self, vector: V) -> V {
        // `turn_back` by the transpose: unlike `turn`, it has no sum with an origin of zero.
        V::turn_back(&V::transpose(&self.rows), vector)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn turn_unit(&self, unit: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.rows, unit)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn direction_back(&self, dir: V) -> V {
        V::turn_back(&self.rows, dir)
    }
}
