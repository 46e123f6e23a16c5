//! What a case computed: a hash of all its bits, or the bits themselves.

use crate::number::Digits;
use core::fmt::Write;
use gjk::{Penetration, Proximity, Separation, Vec2, Vec3, Vector};

/// A hash of integers: FNV-1a (Fowler, Noll, Vo 1991), by bytes, the lowest first.
#[derive(Clone, Copy)]
pub struct Hash(pub u64);

impl Hash {
    /// Of nothing.
    pub const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    /// Takes in an integer.
    pub fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Takes in all bits of a case, and writes them out if it shall.
pub struct Record<'o> {
    /// Of all bits so far.
    pub hash: Hash,
    /// Were all numbers neither NaN nor infinite?
    pub is_finite: bool,
    /// Do the bodies intersect?
    pub intersects: bool,
    out: Option<&'o mut dyn Write>,
}

impl<'o> Record<'o> {
    pub fn new(out: Option<&'o mut dyn Write>) -> Self {
        Self { hash: Hash::EMPTY, is_finite: true, intersects: false, out }
    }

    /// Says what comes next, where bits are written out.
    pub fn label(&mut self, name: &str) {
        if let Some(out) = &mut self.out {
            // Output that fails here fails at the end of the case as well.
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
