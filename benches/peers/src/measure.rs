//! Measures the times of contestants in alternating blocks.

use crate::library::{Contestant, Question};
use std::ops::Range;
use std::time::{Duration, Instant};

/// The length of a block: well below a time slice of the scheduler, so that few blocks are interrupted.
const BLOCK: Duration = Duration::from_micros(100);

/// Consecutive scenes, and their time in each repetition.
struct Block {
    contestant: usize,
    /// The scenes of the block before; for the first block, those of the last.
    before: Range<usize>,
    scenes: Range<usize>,
    times: Vec<Duration>,
}

/// The time of each contestant per scene, in nanoseconds. The scenes are divided into blocks. In each repetition every
/// contestant answers all scenes, and the blocks of all contestants alternate. Before each block, the previous one of
/// the same contestant runs untimed, because the others have evicted code and bodies from the caches. The time of a
/// block is the median of its repetitions.
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
        // Each repetition begins with another contestant.
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
