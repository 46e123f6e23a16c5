//! The largest of many numbers, several at a time: each of a few lanes keeps the best of its own, by selection rather than
//! by branches, which no processor could foretell. The compiler looks at all lanes at once.

use crate::scalar::{Area, Scalar};
use crate::vector::{AreaOfVector, Vector};

/// Numbers in a block: one for each lane.
pub const LANES: usize = 4;

/// The best number of each lane so far.
pub struct Lanes<T> {
    /// No number is less, or it does not count.
    floor: T,
    bests: [T; LANES],
    blocks: [u32; LANES],
}

impl<T: Copy + PartialOrd> Lanes<T> {
    /// No number yet.
    #[inline]
    pub fn new(floor: T) -> Self {
        Self { floor, bests: [floor; LANES], blocks: [0; LANES] }
    }

    /// Takes the numbers of a block, which come in order.
    #[inline(always)]
    pub fn take(&mut self, block: usize, number: impl Fn(usize) -> T) {
        for lane in 0..LANES {
            let number = number(lane);
            let is_better = number > self.bests[lane];
            self.bests[lane] = if is_better { number } else { self.bests[lane] };
            self.blocks[lane] = if is_better { block as u32 } else { self.blocks[lane] };
        }
    }

    /// The place of the first of the largest numbers, among all blocks and those that follow them.
    #[inline(always)]
    pub fn first_of_best(&self, others: impl Iterator<Item = (usize, T)>) -> usize {
        let larger = |one: T, other: T| if one > other { one } else { other };
        // In pairs: what one has to wait for is short.
        let of_pairs = |[a, b, c, d]: [T; LANES]| larger(larger(a, b), larger(c, d));
        let mut most = larger(of_pairs(self.bests), self.floor);
        let place = |lane: usize| {
            if self.bests[lane] >= most { self.blocks[lane] as usize * LANES + lane } else { usize::MAX }
        };
        let mut best = place(0).min(place(1)).min(place(2).min(place(3)));
        for (place, number) in others {
            best = if number > most { place } else { best };
            most = larger(most, number);
        }
        best
    }
}

/// The number of the first of the points that lie farthest along a direction.
#[inline]
pub fn farthest<V: Vector>(points: &[V], dir: V) -> usize {
    first_of_best(points, -AreaOfVector::<V>::MAX, |&point| dir.dot(point))
}

/// The number of the first of the smallest lengths; any if none is less than the largest of the scalar.
#[inline]
pub fn least<S: Scalar>(lengths: &[S]) -> usize {
    first_of_best(lengths, -S::MAX, |&length| -length)
}

/// The number of the first of the items with the largest number.
#[inline(always)]
fn first_of_best<I, T: Copy + PartialOrd>(items: &[I], floor: T, number: impl Fn(&I) -> T) -> usize {
    let (blocks, others) = items.as_chunks::<LANES>();
    let mut lanes = Lanes::new(floor);
    for (place, block) in blocks.iter().enumerate() {
        lanes.take(place, |lane| number(&block[lane]));
    }
    let begin = LANES * blocks.len();
    lanes.first_of_best(others.iter().enumerate().map(|(place, other)| (begin + place, number(other))))
}
