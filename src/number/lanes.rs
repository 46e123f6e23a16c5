//! The largest of many numbers, several at a time: each of a few lanes keeps the best of its own, by selection rather
//! than by branches, which no processor could foretell. The compiler looks at all lanes at once.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// Numbers in a block: one for each lane.
pub const LANES: usize = 4;

/// The best number of each lane so far.
pub struct Lanes<T> {
    /// They begin with a floor: what is no larger does not count.
    bests: [T; LANES],
    /// How many blocks came after the one that holds it; less than none before the first. The processor clears a lane
    /// by a mask, which takes less than a choice between two numbers.
    ages: [u32; LANES],
}

impl<T: Copy + PartialOrd> Lanes<T> {
    /// No number yet.
    #[inline]
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

    /// The place of the largest number among all blocks, of which the number is given, and those that follow them. Of
    /// equal ones it is the first of its lane, and of the first such lane.
    #[inline(always)]
    pub fn place_of_best(&self, blocks: usize, others: impl Iterator<Item = (usize, T)>) -> usize {
        let mut places = [0_u32; LANES];
        for (lane, (place, &age)) in places.iter_mut().zip(&self.ages).enumerate() {
            let block = (blocks as u32).wrapping_sub(age).wrapping_sub(1);
            *place = block.wrapping_mul(LANES as u32).wrapping_add(lane as u32);
        }
        // In pairs: what one has to wait for is short.
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

/// The number of the point that lies farthest along a direction, or of one of several.
#[inline]
pub fn farthest<V: Vector>(points: &[V], dir: V) -> usize {
    place_of_best(points, -AreaOfVector::<V>::MAX, |&point| dir.dot(point))
}

/// The number of the smallest length, or of one of several; any if none is less than the largest of the scalar.
#[inline]
pub fn least<S: Scalar>(lengths: &[S]) -> usize {
    place_of_best(lengths, -S::MAX, |&length| -length)
}

/// The number of the item with the largest number, or of one of several.
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
