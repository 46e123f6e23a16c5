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

    /// The hints for the two parts of a combined shape, of 16 bits each.
    #[must_use]
    pub const fn split(self) -> (Self, Self) {
        (Self(self.0 >> 16), Self(self.0 & 0xffff))
    }

    /// The hint for a shape combined of two parts, of which the lower 16 bits each are kept.
    #[must_use]
    pub const fn join(first: Self, second: Self) -> Self {
        Self(first.0 << 16 | (second.0 & 0xffff))
    }
}
