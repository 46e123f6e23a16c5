//! The largest of many products, several at a time: each of a few lanes keeps the best of its own, by selection rather than
//! by branches, which no processor could foretell. The compiler looks at all lanes at once.

use crate::scalar::{Area, Scalar};
use crate::vector::Vector;

/// Products in a block: one for each lane.
pub const LANES: usize = 4;

/// The best product of each lane so far.
pub struct Lanes<A> {
    bests: [A; LANES],
    blocks: [u32; LANES],
}

impl<A: Area> Lanes<A> {
    /// No product yet.
    #[inline]
    pub fn new() -> Self {
        Self { bests: [-A::MAX; LANES], blocks: [0; LANES] }
    }

    /// Takes the products of a block, which come in order.
    #[inline(always)]
    pub fn take(&mut self, block: usize, product: impl Fn(usize) -> A) {
        for lane in 0..LANES {
            let product = product(lane);
            let is_better = product > self.bests[lane];
            self.bests[lane] = if is_better { product } else { self.bests[lane] };
            self.blocks[lane] = if is_better { block as u32 } else { self.blocks[lane] };
        }
    }

    /// The place of the first of the largest products, among all blocks and those that follow them.
    #[inline(always)]
    pub fn first_of_best(&self, others: impl Iterator<Item = (usize, A)>) -> usize {
        let mut most = self.bests.iter().fold(-A::MAX, |most, &product| most.max(product));
        let place = |lane: usize| {
            if self.bests[lane] == most { self.blocks[lane] as usize * LANES + lane } else { usize::MAX }
        };
        let mut best = (0..LANES).fold(usize::MAX, |best, lane| best.min(place(lane)));
        for (place, product) in others {
            best = if product > most { place } else { best };
            most = most.max(product);
        }
        best
    }
}

/// The number of the first of the points that lie farthest along a direction.
#[inline]
pub fn farthest<V: Vector>(points: &[V], dir: V) -> usize {
    first_of_best(points, |&point| dir.dot(point))
}

/// The number of the first of the smallest lengths; any if none is less than the largest of the scalar.
#[inline]
pub fn least<S: Scalar>(lengths: &[S]) -> usize {
    first_of_best(lengths, |&length| -length.times(S::ONE))
}

/// The number of the first of the items with the largest product.
#[inline(always)]
fn first_of_best<T, A: Area>(items: &[T], product: impl Fn(&T) -> A) -> usize {
    let (blocks, others) = items.as_chunks::<LANES>();
    let mut lanes = Lanes::new();
    for (number, block) in blocks.iter().enumerate() {
        lanes.take(number, |lane| product(&block[lane]));
    }
    let begin = LANES * blocks.len();
    lanes.first_of_best(others.iter().enumerate().map(|(number, other)| (begin + number, product(other))))
}
