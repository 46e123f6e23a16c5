//! Compares the throughput of a batch with that of single queries with warm starts, on one core and the same data:
//! bodies on a lattice that rotate by about a degree per frame, each paired with three neighbours.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use gjk::{Bodies, Cuboid, Polyhedron, Pose3, Query, Rotation3, Separation, Support, Vec3, WarmStart};
use instructions::scene::{cuboid, polyhedron};
use instructions::time;
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use std::hint::black_box;

/// Pairs in one timed piece of work.
const PART: usize = 256;
/// Frames, which are visited forwards and then backwards.
const FRAMES: usize = 16;
/// The number of different shapes.
const SHAPES: usize = 64;
/// The spacing of the lattice. Bodies have sizes from 0.6 to 2, so some touch.
const SPACING: f32 = 1.8;

fn main() {
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN);
    table.set_header(["bodies, `f32`", "pairs", "throughput", "quartiles"]);
    for side in [6, 28] {
        let random = &mut Pcg64Mcg::new(1);
        let mut add = |name: &str, (pairs, ratio): (usize, time::Ratio)| {
            let quartiles = format!("{:.3} to {:.3}", ratio.quartiles.0, ratio.quartiles.1);
            table.add_row([name.to_owned(), pairs.to_string(), format!("{:.3}", ratio.median), quartiles]);
        };
        let boxes: [Cuboid<f32>; SHAPES] = std::array::from_fn(|_| cuboid(random));
        add("boxes", compare(&boxes, side));
        let hulls: [Polyhedron<'_, f32>; SHAPES] = std::array::from_fn(|_| polyhedron::<f32, 32>(random));
        add("hulls of 32", compare(&hulls, side));
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    println!("{table}");
}

/// The number of pairs, and the ratio of the time of single queries to that of a batch.
fn compare<T: Support<Vector = Vec3<f32>> + Clone>(kinds: &[T], side: usize) -> (usize, time::Ratio) {
    let random = &mut Pcg64Mcg::new(2);
    let shapes: Vec<T> = kinds.iter().cycle().take(side * side * side).cloned().collect();
    let frames = frames(side, random);
    let pairs = pairs(side);
    let mut single = Walk::new(&pairs);
    let mut batch = Walk::new(&pairs);
    let mut ask_singly = || {
        single.step(|frame, pairs, states, gaps| {
            let (shapes, poses) = (black_box(&shapes), black_box(&frames[frame]));
            for ((&(a, b), state), gap) in pairs.iter().zip(states).zip(gaps) {
                let mut query = Query::new().poses(poses[a], poses[b]).warm_start(state);
                *gap = Some(query.distance(&shapes[a], &shapes[b]));
            }
        });
    };
    let mut ask_together = || {
        batch.step(|frame, pairs, states, gaps| {
            let bodies = Bodies::new(black_box(&shapes), black_box(&frames[frame]));
            let answered = Query::new().distances(bodies, pairs.iter().copied(), states, gaps);
            assert_eq!(answered, pairs.len());
        });
    };
    (pairs.len(), time::ratio(&mut ask_singly, &mut ask_together))
}

/// The poses of all bodies in each frame.
fn frames(side: usize, random: &mut Pcg64Mcg) -> Vec<Vec<Pose3<f32>>> {
    let count = side * side * side;
    let axes: Vec<[f32; 3]> = (0..count).map(|_| std::array::from_fn(|_| random.random_range(-1.0..1.0))).collect();
    let turned = |frame: usize, body: usize| {
        let angle = (body % 360 + frame) as f32 * std::f32::consts::PI / 180.0;
        let turn = Rotation3::from_axis_cos_sin(Vec3::from_array(axes[body]), angle.cos(), angle.sin());
        let place = [body % side, body / side % side, body / side / side].map(|i| i as f32 * SPACING);
        Pose3::new(turn.expect("not zero"), Vec3::from_array(place)).expect("in range")
    };
    (0..FRAMES).map(|frame| (0..count).map(|body| turned(frame, body)).collect()).collect()
}

/// Pairs each body with the next one along each axis.
fn pairs(side: usize) -> Vec<(usize, usize)> {
    let neighbours = |body: usize| {
        let steps = [(body % side, 1), (body / side % side, side), (body / side / side, side * side)];
        steps.into_iter().filter(move |(place, _)| place + 1 < side).map(move |(_, step)| (body, body + step))
    };
    (0..side * side * side).flat_map(neighbours).collect()
}

type State = WarmStart<Vec3<f32>>;
type Gap = Option<Separation<Vec3<f32>>>;

/// Steps through all pairs in parts, frame by frame, forwards and then backwards.
struct Walk<'p> {
    pairs: &'p [(usize, usize)],
    states: Vec<State>,
    gaps: Vec<Gap>,
    part: usize,
    frame: usize,
}

impl<'p> Walk<'p> {
    fn new(pairs: &'p [(usize, usize)]) -> Self {
        Self { pairs, states: vec![WarmStart::new(); pairs.len()], gaps: vec![None; pairs.len()], part: 0, frame: 0 }
    }

    fn step(&mut self, ask: impl FnOnce(usize, &[(usize, usize)], &mut [State], &mut [Gap])) {
        let range = PART * self.part..self.pairs.len().min(PART * (self.part + 1));
        let frame = if self.frame < FRAMES { self.frame } else { 2 * FRAMES - 1 - self.frame };
        ask(frame, &self.pairs[range.clone()], &mut self.states[range.clone()], &mut self.gaps[range]);
        self.part = (self.part + 1) % self.pairs.len().div_ceil(PART);
        if self.part == 0 {
            self.frame = (self.frame + 1) % (2 * FRAMES);
        }
    }
}
