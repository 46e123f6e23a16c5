//! Records the results of a case: a hash of all bits, or the bits themselves.

use crate::body::Space;
use crate::number::{Digits, Number};
use core::fmt::Write;
use gjk::{
    Area, AreaOf, FeatureId, Gradient, Impact, Manifold, Penetration, PolyhedronParts, Proximity, Separation, Vec2,
    Vec3, Vector,
};

/// The hash FNV-1a (Fowler, Noll, Vo 1991) of integers, over their bytes from the lowest on.
#[derive(Clone, Copy)]
pub struct Hash(pub u64);

impl Hash {
    /// The hash of no data.
    pub const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Adds an integer.
    pub fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Collects all bits of a case, and optionally prints them.
pub struct Record<'o> {
    /// The hash of all bits so far.
    pub hash: Hash,
    /// Whether no number was NaN or infinite.
    pub is_finite: bool,
    /// Whether the bodies intersect.
    pub intersects: bool,
    out: Option<&'o mut dyn Write>,
}

impl<'o> Record<'o> {
    pub fn new(out: Option<&'o mut dyn Write>) -> Self {
        Self { hash: Hash::EMPTY, is_finite: true, intersects: false, out }
    }

    /// Prints the name of the next values, if bits are printed.
    pub fn label(&mut self, name: &str) {
        if let Some(out) = &mut self.out {
            // An error of the output occurs again at the end of the case, where it is handled.
            _ = write!(out, "\n  {name}:");
        }
    }

    pub fn word(&mut self, word: u64) {
        self.hash.add(word);
        if let Some(out) = &mut self.out {
            _ = write!(out, " {word:x}");
        }
    }

    pub fn number(&mut self, number: impl Digits) {
        self.is_finite &= number.is_finite();
        self.word(number.bits());
    }

    pub fn vector(&mut self, vector: impl Components) {
        vector.record(self);
    }

    pub fn separation<V>(&mut self, answer: &Separation<V>)
    where
        V: Vector<Scalar: Digits, UnitVector: Components> + Components,
    {
        self.number(answer.distance);
        self.number(answer.lower_bound);
        self.vector(answer.normal);
        self.vector(answer.on_a);
        self.vector(answer.on_b);
        self.word(answer.iterations.into());
        self.word(answer.status as u64);
    }

    pub fn penetration<V>(&mut self, answer: &Penetration<V>)
    where
        V: Vector<Scalar: Digits, UnitVector: Components> + Components,
    {
        self.number(answer.depth);
        self.number(answer.lower_bound);
        self.number(answer.upper_bound);
        self.vector(answer.normal);
        self.vector(answer.on_a);
        self.vector(answer.on_b);
        self.word(answer.iterations.into());
        self.word(answer.epa_iterations.into());
        self.word(answer.status as u64);
    }

    pub fn proximity<V>(&mut self, answer: &Proximity<V>)
    where
        V: Vector<Scalar: Digits, UnitVector: Components> + Components,
    {
        match answer {
            Proximity::Separated(separation) => self.separation(separation),
            Proximity::Overlapping(penetration) => self.penetration(penetration),
        }
    }

    pub fn gradient<V: Space>(&mut self, gradient: Gradient<V>) {
        self.vector(gradient.translation);
        V::record_angular(gradient.rotation, self);
    }

    pub fn impact<V: Space>(&mut self, answer: Option<Impact<V>>) {
        let Some(answer) = answer else { return self.word(0) };
        self.number(answer.time);
        self.number(answer.lower_bound);
        self.number(answer.upper_bound);
        self.word(answer.initially_overlapping.into());
        self.vector(answer.normal);
        self.vector(answer.on_a);
        self.vector(answer.on_b);
        self.word(answer.iterations.into());
        self.word(answer.status as u64);
    }

    pub fn manifold<V: Space>(&mut self, answer: &Manifold<V>) {
        self.proximity(&answer.proximity());
        let area = answer.patch_area();
        let bits = <V::Scalar as Number>::area_bits(area);
        self.is_finite &= area <= AreaOf::<V::Scalar>::MAX;
        [bits as u64, (bits >> 64) as u64].into_iter().for_each(|word| self.word(word));
        for point in answer.points() {
            self.vector(point.on_a);
            self.vector(point.on_b);
            self.number(point.depth);
            for feature in [point.id.a, point.id.b] {
                let words = match feature {
                    FeatureId::Vertex(number) => [0, number, 0],
                    FeatureId::Edge(one, other) => [1, one, other],
                    FeatureId::Facet(number) => [2, number, 0],
                };
                words.into_iter().for_each(|word| self.word(word.into()));
            }
        }
    }

    pub fn polyhedron<S: Digits>(&mut self, parts: &PolyhedronParts<'_, S>) {
        parts.vertices.iter().for_each(|&coordinate| self.number(coordinate));
        let numbers = parts.ends.iter().chain(parts.neighbors).chain(&parts.starts).chain(parts.cells);
        numbers.for_each(|&number| self.word(number.into()));
        self.vector(parts.center);
        self.number(parts.noise);
    }
}

/// A vector with components to record.
pub trait Components {
    fn record(self, record: &mut Record<'_>);
}

impl<S: Digits> Components for Vec2<S> {
    fn record(self, record: &mut Record<'_>) {
        self.to_array().into_iter().for_each(|component| record.number(component));
    }
}

impl<S: Digits> Components for Vec3<S> {
    fn record(self, record: &mut Record<'_>) {
        self.to_array().into_iter().for_each(|component| record.number(component));
    }
}
