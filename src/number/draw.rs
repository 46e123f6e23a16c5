//! Numbers for tests.

/// Draws numbers by a linear congruential generator (Knuth, MMIX).
pub struct Draw(pub u64);

impl Draw {
    /// The highest bits of the next state: the lowest ones repeat soon.
    pub fn bits(&mut self, count: u32) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> (u64::BITS - count)
    }

    /// A number from −1 to 1.
    pub fn next(&mut self) -> f64 {
        self.bits(f64::MANTISSA_DIGITS) as f64 / (1_u64 << (f64::MANTISSA_DIGITS - 1)) as f64 - 1.0
    }
}
