//! Products of fixed-point lengths.

use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::ops::{Add, Neg, Sub};

/// A product of two fixed-point lengths, or a sum of such products: an integer `B` with twice the fractional bits of
/// the length. `Frac` is the number of fractional bits of the length.
///
/// `B` is `i64` for the products of 32-bit lengths and `i128` for those of 64-bit lengths.
pub struct FixedArea<B, Frac> {
    pub(super) bits: B,
    binary_point: PhantomData<Frac>,
}

impl<B, Frac> FixedArea<B, Frac> {
    /// An area from its raw bits, which have twice the fractional bits of the length.
    #[must_use]
    pub const fn from_bits(bits: B) -> Self {
        Self { bits, binary_point: PhantomData }
    }
}

impl<B: Copy, Frac> FixedArea<B, Frac> {
    /// The raw bits, which have twice the fractional bits of the length.
    #[must_use]
    pub const fn to_bits(self) -> B {
        self.bits
    }
}

impl<B: Copy, Frac> Clone for FixedArea<B, Frac> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Copy, Frac> Copy for FixedArea<B, Frac> {}

impl<B: Default, Frac> Default for FixedArea<B, Frac> {
    fn default() -> Self {
        Self::from_bits(B::default())
    }
}

impl<B: PartialEq, Frac> PartialEq for FixedArea<B, Frac> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<B: PartialOrd, Frac> PartialOrd for FixedArea<B, Frac> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.bits.partial_cmp(&other.bits)
    }
}

impl<B: fmt::Debug, Frac> fmt::Debug for FixedArea<B, Frac> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FixedArea").field(&self.bits).finish()
    }
}

/// Logs the raw bits. A derived implementation would also require `Frac: defmt::Format`.
#[cfg(feature = "defmt")]
impl<B: defmt::Format, Frac> defmt::Format for FixedArea<B, Frac> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "FixedArea({})", self.bits);
    }
}

impl<B: Add<Output = B>, Frac> Add for FixedArea<B, Frac> {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        Self::from_bits(self.bits + rhs.bits)
    }
}

impl<B: Sub<Output = B>, Frac> Sub for FixedArea<B, Frac> {
    type Output = Self;
    fn sub(self, rhs: Self) -> Self {
        Self::from_bits(self.bits - rhs.bits)
    }
}

impl<B: Neg<Output = B>, Frac> Neg for FixedArea<B, Frac> {
    type Output = Self;
    fn neg(self) -> Self {
        Self::from_bits(-self.bits)
    }
}
