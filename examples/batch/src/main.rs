//! A crowd of tumbling boxes and capsules: in each frame the pairs that a grid found go to [`Query::proximities`], in
//! parts that rayon spreads over the cores.

use clap::Parser;
use gjk::{Bodies, Capsule, Cuboid, Pose3, Proximity, Query, Rotation3, Support, Vec3, WarmStart, vec3};
use indicatif::{ProgressBar, ProgressStyle};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::collections::HashMap;
use std::error::Error;
use std::time::{Duration, Instant};

/// Tells how many bodies of a tumbling crowd touch, and which overlap most.
#[derive(Parser)]
struct Arguments {
    /// Bodies in the crowd
    #[arg(long, default_value_t = 20_000)]
    bodies: usize,
    /// Frames of the motion
    #[arg(long, default_value_t = 100)]
    frames: u32,
    /// Threads; 0 takes as many as there are cores
    #[arg(short = 'j', long, default_value_t = 0)]
    threads: usize,
}

/// Pairs of one part: enough work for a thread to fetch, little enough to share fairly.
const PART: usize = 256;
/// Bodies reach this far from their middle, at most.
const REACH: f32 = 1.0;
/// Pairs are looked at from this distance on.
const LIMIT: f32 = 0.5;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    rayon::ThreadPoolBuilder::new().num_threads(arguments.threads).build_global()?;
    let random = &mut Pcg64Mcg::new(1);
    let (link, pill) = (Cuboid::new(vec3(0.8, 0.4, 0.3))?, Capsule::upright(0.7, 0.3)?);
    let kinds: [&(dyn Support<Vector = Vec3<f32>> + Sync); 2] = [&link, &pill];
    let shapes: Vec<_> = (0..arguments.bodies).map(|i| kinds[i % kinds.len()]).collect();
    // Two units of length to a body, so that some touch.
    let half = (arguments.bodies as f32).cbrt();
    let middles: Vec<_> = (0..arguments.bodies).map(|_| in_cube(random, half)).collect();
    let axes: Vec<_> = (0..arguments.bodies).map(|_| in_cube(random, 1.0)).collect();

    let pairs = near_pairs(&middles);
    let mut states = vec![WarmStart::new(); pairs.len()];
    let mut found = vec![None; pairs.len()];
    let mut time = Duration::ZERO;
    let bar = ProgressBar::new(arguments.frames.into());
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos} of {len} frames, {eta} left")?);
    for frame in 0..arguments.frames {
        let angle = f64::from(frame).to_radians() as f32;
        let poses: Result<Vec<_>, _> = middles
            .iter()
            .zip(&axes)
            .map(|(&middle, &axis)| Pose3::new(Rotation3::from_axis_cos_sin(axis, angle.cos(), angle.sin())?, middle))
            .collect();
        let poses = poses?;
        let start = Instant::now();
        let answered: usize = pairs
            .par_chunks(PART)
            .zip(states.par_chunks_mut(PART))
            .zip(found.par_chunks_mut(PART))
            .map(|((pairs, states), found)| {
                let query = Query::new().limit(LIMIT).expect("a length");
                query.proximities(Bodies::new(&shapes, &poses), pairs.iter().copied(), states, found)
            })
            .sum();
        time += start.elapsed();
        assert_eq!(answered, pairs.len());
        bar.inc(1);
    }
    bar.finish_and_clear();
    report(&pairs, &found);
    let asked = pairs.len() as f64 * f64::from(arguments.frames);
    eprintln!(
        "{:.2} million pairs a second on {} threads",
        asked / time.as_secs_f64() / 1e6,
        rayon::current_num_threads()
    );
    Ok(())
}

fn in_cube(random: &mut Pcg64Mcg, half: f32) -> Vec3<f32> {
    vec3(random.random_range(-half..half), random.random_range(-half..half), random.random_range(-half..half))
}

/// The broad phase: a grid whose cells are as wide as two bodies that may meet.
fn near_pairs(middles: &[Vec3<f32>]) -> Vec<(usize, usize)> {
    let width = 2.0 * REACH + LIMIT;
    let cell = |point: &Vec3<f32>| [point.x, point.y, point.z].map(|x| (x / width).floor() as i32);
    let mut cells: HashMap<[i32; 3], Vec<usize>> = HashMap::new();
    let mut pairs = Vec::new();
    for (b, middle) in middles.iter().enumerate() {
        let [x, y, z] = cell(middle);
        let around = (0..27).map(|i| [x + i % 3 - 1, y + i / 3 % 3 - 1, z + i / 9 - 1]);
        let candidates = around.filter_map(|cell| cells.get(&cell)).flatten();
        let is_near = |&a: &usize| {
            let apart = *middle - middles[a];
            apart.dot(apart) < width * width
        };
        pairs.extend(candidates.copied().filter(is_near).map(|a| (a, b)));
        cells.entry([x, y, z]).or_default().push(b);
    }
    pairs
}

fn report(pairs: &[(usize, usize)], found: &[Option<Proximity<Vec3<f32>>>]) {
    let answers = || pairs.iter().zip(found).filter_map(|(pair, found)| Some((pair, found.as_ref()?)));
    let touching = answers().filter(|(_, found)| matches!(found, Proximity::Overlapping(_))).count();
    println!("{} pairs, of which {touching} touch at the end", pairs.len());
    let signed = |(_, found): &(&(usize, usize), &Proximity<Vec3<f32>>)| found.signed_distance();
    if let Some(((a, b), deepest)) = answers().min_by(|one, other| signed(one).total_cmp(&signed(other))) {
        println!("deepest are {a} and {b}, by {}", -deepest.signed_distance());
    }
}
