//! Times of contestants side by side.

use crate::library::{Contestant, Question};
use std::ops::Range;
use std::time::{Duration, Instant};

/// Well below one slice of a scheduler, so that few blocks are cut in two.
const BLOCK: Duration = Duration::from_micros(100);

/// Some scenes in a row, and how long they took in each repetition.
struct Block {
    contestant: usize,
    /// The scenes of the block before, the last one before the first.
    before: Range<usize>,
    scenes: Range<usize>,
    times: Vec<Duration>,
}

/// Nanoseconds that each contestant needs for one scene. The scenes of each are cut into blocks; in each repetition
/// everyone goes through all scenes, and the blocks alternate. Before each block the one before it runs untimed: the
/// others have thrown the code and the bodies out of the caches. The time of a block is the median of its repetitions.
pub fn nanoseconds<const N: usize>(
    contestants: &mut [&mut Box<dyn Contestant<N>>],
    question: Question,
    scenes: usize,
    repetitions: usize,
) -> Vec<f64> {
    let mut blocks = Vec::new();
    for (number, contestant) in contestants.iter_mut().enumerate() {
        let time = timed(|| contestant.run(question, 0..scenes)).max(Duration::from_nanos(1));
        let count = (time.as_secs_f64() / BLOCK.as_secs_f64()).ceil() as usize;
        let length = scenes.div_ceil(count.clamp(1, scenes));
        let range = |start: usize| start..scenes.min(start + length);
        let mut before = range((scenes - 1) / length * length);
        for start in (0..scenes).step_by(length) {
            let scenes = range(start);
            blocks.push(Block { contestant: number, before, scenes: scenes.clone(), times: Vec::new() });
            before = scenes;
        }
    }
    for repetition in 0..repetitions {
        // Who comes first changes.
        let turn = |block: &Block| (block.contestant + repetition) % contestants.len();
        blocks.sort_by_key(|block| (block.scenes.start, turn(block)));
        for block in &mut blocks {
            let contestant = &mut contestants[block.contestant];
            contestant.run(question, block.before.clone());
            block.times.push(timed(|| contestant.run(question, block.scenes.clone())));
        }
    }
    let mut sums = vec![0.0; contestants.len()];
    for block in blocks {
        sums[block.contestant] += median(block.times).as_secs_f64() * 1e9 / scenes as f64;
    }
    sums
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
