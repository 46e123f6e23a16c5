//! The index of the largest of many numbers, found several at a time.
//!
//! Block by block, each of [`LANES`] lanes keeps the largest number that it has seen. Lanes select instead of
//! branching, so that the compiler can use vector instructions and no branch is mispredicted.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// The number of lanes, and so of the numbers in a block.
pub const LANES: usize = 4;

/// The largest number of each lane so far, and where it was.
pub struct Lanes<T> {
    /// The largest number of each lane. It starts at a floor, which only larger numbers replace.
    bests: [T; LANES],
    /// The number of blocks taken since the one with the largest number of the lane. It starts at `u32::MAX`, which is
    /// −1, so that it is 0 after the first block. An age is reset by a mask, which is cheaper than a selection.
    ages: [u32; LANES],
}

impl<T: Copy + PartialOrd> Lanes<T> {
    /// Lanes that have seen no block yet and ignore numbers up to `floor`.
    pub fn new(floor: T) -> Self {
        Self { bests: [floor; LANES], ages: [u32::MAX; LANES] }
    }

    /// Takes the next block: `number(lane)` is its number in that lane.
    #[inline(always)]
    pub fn take(&mut self, number: impl Fn(usize) -> T) {
        for lane in 0..LANES {
            let number = number(lane);
            let is_better = number > self.bests[lane];
            self.bests[lane] = if is_better { number } else { self.bests[lane] };
            self.ages[lane] = self.ages[lane].wrapping_add(1) & u32::from(is_better).wrapping_sub(1);
        }
    }

    /// The index of the largest number among all blocks, of which there are `blocks`, and the `others` that follow them
    /// with their indices. On a tie among the blocks the lowest lane wins, and within a lane the earliest block. One of
    /// the `others` wins only if it is larger.
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

/// The index of a point that lies farthest along a direction; ties are broken by [`Lanes::place_of_best`].
pub fn farthest<V: Vector>(points: &[V], dir: V) -> usize {
    place_of_best(points, -AreaOfVector::<V>::MAX, |&point| dir.dot(point))
}

/// The index of a smallest length; any index if no length is below the largest value of the scalar.
pub fn least<S: Scalar>(lengths: &[S]) -> usize {
    // Without `speed` size matters more: lanes take 290 bytes of flash more on a Cortex-M4F than this loop.
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

/// The index of an item with the largest number; ties are broken by [`Lanes::place_of_best`].
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
