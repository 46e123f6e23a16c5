//! The farthest of many points along a direction, several at a time: each of a few lanes keeps the best of its own points,
//! by selection rather than by branches, which no processor could foretell. The compiler looks at all lanes at once.

use crate::scalar::Area;
use crate::vector::{AreaOfVector, Vector};

/// Points in a block: one for each lane.
pub const LANES: usize = 4;

/// The best point of each lane so far.
pub struct Lanes<A> {
    reaches: [A; LANES],
    blocks: [u32; LANES],
}

impl<A: Area> Lanes<A> {
    /// No point yet.
    #[inline]
    pub fn new() -> Self {
        Self { reaches: [-A::MAX; LANES], blocks: [0; LANES] }
    }

    /// Takes the products of the points of a block, which come in order.
    #[inline(always)]
    pub fn take(&mut self, block: usize, product: impl Fn(usize) -> A) {
        for lane in 0..LANES {
            let along = product(lane);
            let is_better = along > self.reaches[lane];
            self.reaches[lane] = if is_better { along } else { self.reaches[lane] };
            self.blocks[lane] = if is_better { block as u32 } else { self.blocks[lane] };
        }
    }

    /// The number of the first of the points with the largest product, among all blocks and points that follow them.
    #[inline(always)]
    pub fn first_of_best(&self, others: impl Iterator<Item = (usize, A)>) -> usize {
        let mut reach = self.reaches.iter().fold(-A::MAX, |reach, &along| reach.max(along));
        let number = |lane: usize| {
            if self.reaches[lane] == reach { self.blocks[lane] as usize * LANES + lane } else { usize::MAX }
        };
        let mut best = (0..LANES).fold(usize::MAX, |best, lane| best.min(number(lane)));
        for (number, along) in others {
            best = if along > reach { number } else { best };
            reach = reach.max(along);
        }
        best
    }
}

/// The number of the first of the points that lie farthest along a direction.
#[inline]
pub fn farthest<V: Vector>(points: &[V], dir: V) -> usize {
    let (blocks, others) = points.as_chunks::<LANES>();
    let mut lanes = Lanes::<AreaOfVector<V>>::new();
    for (number, block) in blocks.iter().enumerate() {
        lanes.take(number, |lane| dir.dot(block[lane]));
    }
    let begin = LANES * blocks.len();
    lanes.first_of_best(others.iter().enumerate().map(|(number, &point)| (begin + number, dir.dot(point))))
}
