//! Random integers.

use crate::number::ONE;

/// A generator of random integers: xorshift (Marsaglia 2003) with a multiplication of its output (Vigna 2016).
pub struct Draw(u64);

impl Draw {
    /// A generator with any seed.
    pub fn new(seed: u64) -> Self {
        let mut draw = Self(seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        draw.next();
        draw
    }

    /// A random integer of 64 bits.
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A random integer from zero to `count − 1`.
    pub fn below(&mut self, count: u32) -> u32 {
        (((self.next() >> 32) * u64::from(count)) >> 32) as u32
    }

    /// True with a probability of 1/`times`.
    pub fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// A random one of the choices.
    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// A random size of at most one half, with a few bits or with all.
    pub fn size(&mut self) -> i64 {
        if self.once_in(2) { (1 + i64::from(self.below(16))) * (ONE / 32) } else { 1 + (self.next() >> 5) as i64 }
    }

    /// A random coordinate from `−most` to `most`, with a few bits or with all.
    pub fn within(&mut self, most: i64) -> i64 {
        if self.once_in(2) {
            most / 8 * (i64::from(self.below(17)) - 8)
        } else {
            ((i128::from(self.next() as i64) * i128::from(most)) >> 63) as i64
        }
    }
}
