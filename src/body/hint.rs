//! What a support function remembers from one call to the next.

/// Where a shape found its last support point: a vertex number, or two halves for a shape made of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hint(u32);

impl Hint {
    /// The hint for a vertex.
    #[must_use]
    pub const fn new(vertex: u32) -> Self {
        Self(vertex)
    }

    /// The vertex.
    #[must_use]
    pub const fn vertex(self) -> u32 {
        self.0
    }

    /// The hints for the two parts of a combined shape. A part whose hint had no room in 16 bits gets the largest that
    /// has.
    #[must_use]
    pub const fn split(self) -> (Self, Self) {
        (Self(self.0 >> 16), Self(self.0 & Self::NO_ROOM.0))
    }

    /// The hint for a shape combined of two parts. It has room for 16 bits of each: a larger one, as that of a part may
    /// be which is itself combined, is forgotten.
    #[must_use]
    pub const fn join(first: Self, second: Self) -> Self {
        Self(first.fitted().0 << 16 | second.fitted().0)
    }

    /// The hint of a part that did not fit into 16 bits.
    pub(crate) const NO_ROOM: Self = Self(0xffff);

    const fn fitted(self) -> Self {
        if self.0 < Self::NO_ROOM.0 { self } else { Self::NO_ROOM }
    }
}
