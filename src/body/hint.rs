//! The memory of a support function from one call to the next.

/// Where a shape found its last support point: a number whose meaning the shape chooses. The default is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hint(u32);

impl Hint {
    /// The hint with this number.
    #[must_use]
    pub const fn new(vertex: u32) -> Self {
        Self(vertex)
    }

    /// The vertex.
    #[must_use]
    pub const fn vertex(self) -> u32 {
        self.0
    }

    /// The hints for the two parts of a combined shape. 0xffff stands for one that was forgotten.
    #[must_use]
    pub const fn split(self) -> (Self, Self) {
        (Self(self.0 >> 16), Self(self.0 & Self::NO_ROOM.0))
    }

    /// The hint for a shape combined of two parts. A hint of 0xffff or more, as of a part that is itself combined, is
    /// forgotten.
    #[must_use]
    pub const fn join(first: Self, second: Self) -> Self {
        Self(first.fitted().0 << 16 | second.fitted().0)
    }

    /// Stands for the hint of a part that was forgotten.
    pub(crate) const NO_ROOM: Self = Self(0xffff);

    const fn fitted(self) -> Self {
        if self.0 < Self::NO_ROOM.0 { self } else { Self::NO_ROOM }
    }
}
