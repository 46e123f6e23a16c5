//! The largest of many numbers, several at a time: each of a few lanes keeps the best number of its own, by selection
//! rather than by branches, which would be unpredictable. So the compiler can work on all lanes at once.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// How many numbers a block has: one for each lane.
pub const LANES: usize = 4;

/// The best number of each lane so far.
pub struct Lanes<T> {
    /// They begin with a floor: only larger numbers count.
    bests: [T; LANES],
    /// How many blocks came after the one with the best number; `u32::MAX`, which stands for −1, before the first
    /// block. A mask resets an age, which is cheaper than selecting one of two numbers.
    ages: [u32; LANES],
}

impl<T: Copy + PartialOrd> Lanes<T> {
    /// Lanes that have seen no number yet.
    pub fn new(floor: T) -> Self {
        Self { bests: [floor; LANES], ages: [u32::MAX; LANES] }
    }

    /// Takes the numbers of the next block.
    #[inline(always)]
    pub fn take(&mut self, number: impl Fn(usize) -> T) {
        for lane in 0..LANES {
            let number = number(lane);
            let is_better = number > self.bests[lane];
            self.bests[lane] = if is_better { number } else { self.bests[lane] };
            self.ages[lane] = self.ages[lane].wrapping_add(1) & u32::from(is_better).wrapping_sub(1);
        }
    }

    /// The index of the largest number among all blocks, whose number is given, and the `others` after them. Of equal
    /// numbers in the blocks the first lane with one wins, and in it the first; of the `others` only a larger one wins.
    #[inline(always)]
    pub fn place_of_best(&self, blocks: usize, others: impl Iterator<Item = (usize, T)>) -> usize {
        let mut places = [0_u32; LANES];
        for (lane, (place, &age)) in places.iter_mut().zip(&self.ages).enumerate() {
            let block = (blocks as u32).wrapping_sub(age).wrapping_sub(1);
            *place = block.wrapping_mul(LANES as u32).wrapping_add(lane as u32);
        }
        // Compared in pairs, which keeps the chain of dependent operations short.
        let larger = |one: (T, u32), other: (T, u32)| {
            let is_larger = other.0 > one.0;
            (if is_larger { other.0 } else { one.0 }, if is_larger { other.1 } else { one.1 })
        };
        let of = |lane: usize| (self.bests[lane], places[lane]);
        let (mut most, best) = larger(larger(of(0), of(1)), larger(of(2), of(3)));
        let mut best = best as usize;
        for (place, number) in others {
            let is_larger = number > most;
            (most, best) = (if is_larger { number } else { most }, if is_larger { place } else { best });
        }
        best
    }
}

/// The index of the point that lies farthest along a direction, or of one of several.
pub fn farthest<V: Vector>(points: &[V], dir: V) -> usize {
    place_of_best(points, -AreaOfVector::<V>::MAX, |&point| dir.dot(point))
}

/// The index of the smallest length, or of one of several; any index if no length is less than the largest value of the
/// scalar.
pub fn least<S: Scalar>(lengths: &[S]) -> usize {
    // Lanes take 290 bytes of flash more on a Cortex-M4F.
    if !cfg!(feature = "speed") {
        let (mut least, mut found) = (S::MAX, 0);
        for (index, &length) in lengths.iter().enumerate() {
            if length < least {
                (least, found) = (length, index);
            }
        }
        return found;
    }
    place_of_best(lengths, -S::MAX, |&length| -length)
}

/// The index of the item with the largest number, or of one of several.
#[inline(always)]
fn place_of_best<I, T: Copy + PartialOrd>(items: &[I], floor: T, number: impl Fn(&I) -> T) -> usize {
    let (blocks, others) = items.as_chunks::<LANES>();
    let mut lanes = Lanes::new(floor);
    for block in blocks {
        lanes.take(|lane| number(&block[lane]));
    }
    let begin = LANES * blocks.len();
    lanes.place_of_best(blocks.len(), others.iter().enumerate().map(|(place, other)| (begin + place, number(other))))
}
