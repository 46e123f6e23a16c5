//! Comparing times.

use std::time::{Duration, Instant};

/// Well below one slice of a scheduler, so that few blocks are cut in two.
const BLOCK: Duration = Duration::from_micros(200);
/// Pairs of blocks.
const REPETITIONS: usize = 101;

/// How much longer one piece of work takes than another: the median and the quartiles of the ratios of blocks that
/// alternate.
pub struct Ratio {
    pub median: f64,
    pub quartiles: (f64, f64),
}

/// Compares two pieces of work, of which neither takes longer than a block.
pub fn ratio(one: &mut dyn FnMut(), other: &mut dyn FnMut()) -> Ratio {
    let (count_one, count_other) = (fit(one), fit(other));
    let mut ratios: Vec<f64> = (0..REPETITIONS)
        .map(|i| {
            // Who comes first changes.
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

/// How often the work fits into a block.
fn fit(work: &mut dyn FnMut()) -> u32 {
    // The first time is slower.
    seconds(work, 1);
    let count = BLOCK.as_secs_f64() / seconds(work, 1).max(1e-9);
    count.max(1.0) as u32
}

/// Seconds that the work takes once.
fn seconds(work: &mut dyn FnMut(), count: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..count {
        work();
    }
    start.elapsed().as_secs_f64() / f64::from(count)
}
