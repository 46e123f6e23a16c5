//! Compares the times of two pieces of work.

use std::time::{Duration, Instant};

/// The length of a block: well below a time slice of the scheduler, so that few blocks are interrupted.
const BLOCK: Duration = Duration::from_micros(200);
/// The number of pairs of blocks.
const REPETITIONS: usize = 101;

/// The ratio of the times of two pieces of work: the median and the quartiles over pairs of alternating blocks.
pub struct Ratio {
    pub median: f64,
    pub quartiles: (f64, f64),
}

/// The ratio of the times of two pieces of work, neither of which takes longer than a block.
pub fn ratio(one: &mut dyn FnMut(), other: &mut dyn FnMut()) -> Ratio {
    let (count_one, count_other) = (fit(one), fit(other));
    let mut ratios: Vec<f64> = (0..REPETITIONS)
        .map(|i| {
            // The order alternates, so that neither piece always runs second.
            if i % 2 == 0 {
                let time = seconds(one, count_one);
                time / seconds(other, count_other)
            } else {
                let time = seconds(other, count_other);
                seconds(one, count_one) / time
            }
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    let at = |quarter: usize| ratios[quarter * (REPETITIONS - 1) / 4];
    Ratio { median: at(2), quartiles: (at(1), at(3)) }
}

/// The number of times that the work fits into a block.
fn fit(work: &mut dyn FnMut()) -> u32 {
    // The first run is slower, so it is not measured.
    seconds(work, 1);
    let count = BLOCK.as_secs_f64() / seconds(work, 1).max(1e-9);
    count.max(1.0) as u32
}

/// The mean time of one run in seconds.
fn seconds(work: &mut dyn FnMut(), count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        work();
    }
    start.elapsed().as_secs_f64() / f64::from(count)
}
