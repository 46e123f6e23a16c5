//! The hint, which a support function keeps from one call to the next.

/// A number that stands for the last support point of a shape, so that the next search can start there. The shape
/// chooses its meaning, usually the number of a vertex. The default is 0.
///
/// [`Support::support_from`](crate::Support::support_from) reads and replaces it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hint(u32);

impl Hint {
    /// A hint with the given number.
    #[must_use]
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The number that the hint holds.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The hints for the first and the second part of a combined shape, from a hint that [`join`](Self::join) made. A
    /// part with the number 0xffff had a hint that did not fit.
    #[must_use]
    pub const fn split(self) -> (Self, Self) {
        (Self(self.0 >> 16), Self(self.0 & Self::NO_ROOM.0))
    }

    /// The hint for a shape combined of two parts: 16 bits for each. A hint of 0xffff or more, for example that of a
    /// part that is itself combined, does not fit and is replaced by 0xffff.
    #[must_use]
    pub const fn join(first: Self, second: Self) -> Self {
        Self(first.fitted().0 << 16 | second.fitted().0)
    }

    /// Replaces the hint of a part that does not fit 16 bits.
    pub(crate) const NO_ROOM: Self = Self(0xffff);

    const fn fitted(self) -> Self {
        if self.0 < Self::NO_ROOM.0 { self } else { Self::NO_ROOM }
    }
}
