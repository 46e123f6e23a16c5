//! Where two moving bodies are at a time.

use crate::number::scalar::Scalar as _;
use crate::number::vector::{UnitOfVector, Vector};
use crate::pair::place::{Placement, Translation};

/// The placement of two moving bodies at a time. The query works in A's frame; points and normals come out in the frame
/// of the path: A's frame at the start, moved with A's origin but not rotated.
#[derive(Clone, Copy, Debug)]
pub struct MovedPair<V: Vector> {
    /// The rotation of A since the start.
    pub turn_a: V::UnitRows,
    /// The rotation of B in the frame of the path, and in `apart` the displacement from A's origin to B's.
    pub turn_b: V::UnitRows,
    pub apart: V,
    /// The rotation of B in A's frame, and in `translation` the displacement between the origins.
    pub rows: V::UnitRows,
    pub translation: V,
}

impl<V: Vector> MovedPair<V> {
    /// The pair at the start, from another placement of B in A's frame.
    pub fn new(placement: &impl Placement<V>) -> Self {
        let (rows, apart) = (placement.rows(), placement.to_a(V::ZERO));
        Self { turn_a: V::IDENTITY, turn_b: rows, apart, rows, translation: apart }
    }
}

impl<V: Vector> Placement<V> for MovedPair<V> {
    fn origin(&self) -> V {
        self.translation
    }

    fn direction_to_b(&self, dir: V) -> V {
        V::turn_back(&self.rows, dir)
    }

    fn scaled_to_a(&self, origin: V, point: V) -> V {
        origin.turn(&self.rows, point)
    }

    fn rows(&self) -> V::UnitRows {
        self.rows
    }

    fn rows_to_world(&self) -> V::UnitRows {
        self.turn_a
    }

    fn to_b(&self, point: V) -> V {
        V::turn_back(&self.rows, point.blend([self.translation], [-UnitOfVector::<V>::ONE]))
    }

    fn to_world(&self, point: V) -> V {
        V::ZERO.turn(&self.turn_a, point)
    }

    fn unit_to_world(&self, unit: V::UnitVector) -> V::UnitVector {
        V::turn_unit(&self.turn_a, unit)
    }

    fn direction_to_a(&self, dir: V) -> V {
        V::turn_back(&self.turn_a, dir)
    }
}

/// A placement of two bodies that move without rotation.
pub trait Slide<V: Vector>: Placement<V> {
    /// The displacement from A's origin to B's.
    fn apart(&self) -> V;

    /// This placement with another displacement.
    fn shifted(self, apart: V) -> Self;
}

impl<V: Vector> Slide<V> for MovedPair<V> {
    fn apart(&self) -> V {
        self.apart
    }

    fn shifted(self, apart: V) -> Self {
        Self { apart, translation: apart, ..self }
    }
}

impl<V: Vector> Slide<V> for Translation<V> {
    fn apart(&self) -> V {
        self.0
    }

    fn shifted(self, apart: V) -> Self {
        Self(apart)
    }
}
