//! Searches for the cases that take the most rounds.
//!
//!     worst search DRAWS CHANGES SEED    for each query and pair draws random and degenerate cases, keeps the worst,
//!                                        and climbs from them; prints the worst cases, and some of the first drawn
//!     worst rounds FILE                  prints each case of a file with its rounds of GJK and of EPA

use gjk::{DepthStep, DistanceStep, Observer, Support, Vec3, Workspace};
use std::cell::Cell;
use std::{env, fs};
use worst::{Body, Case, Cost, HULL, Measure, NO_CAPS, Number, PAIRS, POSITION, Pair, QUERIES, Random, TURN};

/// The number of worst cases that are kept for each query and pair.
const WORST: usize = 100;
/// The number of first cases that are printed for each query and pair.
const FIRST: usize = 50;
/// The number of worst cases that climb together: a changed case replaces the least bad of them. Each of the other
/// cases climbs alone and is replaced only by its own changes, so that the cases stay different.
const ELITE: usize = 10;

/// Counts rounds and, for `all`, also the support points of both bodies.
#[derive(Clone, Copy)]
struct Watch<'c>(&'c Cell<Cost>);

impl<S: Number> Observer<Vec3<S>> for Watch<'_> {
    fn distance_step(&mut self, step: &DistanceStep<'_, Vec3<S>>) {
        let Cost { all, rounds: [rounds, _], .. } = self.0.get();
        // The first support point of a search does not count as a round, also if the search restarted.
        let rounds = if step.simplex().next().is_none() { 0 } else { rounds + 1 };
        self.0.set(Cost { all: all + 3, rounds: [rounds, 0], ..Cost::default() });
    }

    fn depth_step(&mut self, _: &DepthStep<'_, Vec3<S>>) {
        let cost = self.0.get();
        self.0.set(Cost { all: cost.all + 3, ..cost });
    }
}

struct Count;

impl Measure for Count {
    fn ask<S: Number, A, B>(&self, query: u32, pair: &Pair<'_, S, A, B>) -> Cost
    where
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        let cell = Cell::new(Cost::default());
        let watch = Watch(&cell);
        let told = match query {
            0 => {
                _ = pair.intersects(watch);
                None
            }
            1 => Some([pair.distance(watch).iterations, 0]),
            2 => {
                let overlap = pair.penetration(&mut Workspace::new(), watch);
                overlap.map(|overlap| [overlap.iterations, overlap.epa_iterations])
            }
            _ => return pair.apart(watch),
        };
        let Cost { all, rounds, .. } = cell.get();
        let [own, epa_rounds] = told.unwrap_or(rounds);
        assert_eq!(own, rounds[0], "the observer counts as the answer does");
        Cost { all: all + epa_rounds, rounds: [own, epa_rounds], ..Cost::default() }
    }
}

/// A random body of about the size `scale`. Some are slivers, some have coarse numbers, some are hardly rotated.
fn body(random: &mut Random, scale: f32) -> Body {
    let grain = if random.below(3) == 0 { 0.25 } else { random.power(-24, -24) };
    let sliver = if random.below(4) == 0 { random.below(3) } else { 3 };
    let turn = random.below(3);
    let tilt = if random.below(2) == 0 { 0.0 } else { random.power(-24, 0) };
    let mut body = Body::default();
    for (place, number) in body.iter_mut().enumerate() {
        *number = match place {
            0..TURN => {
                let size = ((random.signed() + 1.25) / grain).round().max(1.0) * grain * scale;
                if place as u32 == sliver { size * random.power(-20, 0) } else { size }
            }
            TURN..POSITION if turn == 0 => random.signed(),
            TURN..POSITION => (random.below(3) as f32 - 1.0) * (turn - 1) as f32 + tilt * random.signed(),
            HULL => random.below(1 << 16) as f32,
            _ => 0.0,
        };
    }
    if body[TURN..POSITION].iter().all(|&number| number == 0.0) {
        body[POSITION - 1] = 1.0;
    }
    body
}

/// A random or degenerate case.
fn draw(random: &mut Random, pair: u32) -> Case {
    let (least, most) = if pair + 1 == PAIRS { (-12, 8) } else { (-60, 50) };
    let scale = match random.below(8) {
        0 => random.power(least, most),
        1 | 2 => random.power(-8, 6),
        _ => 1.0,
    };
    let ratio = if random.below(8) == 0 { random.power(-20, 10) } else { 1.0 };
    let (a, mut b) = (body(random, scale), body(random, scale * ratio));
    match random.below(8) {
        0 => b = a,
        1 => b[TURN..POSITION].copy_from_slice(&a[TURN..POSITION]),
        _ => {}
    }
    let mode = random.below(4);
    let reach = match random.below(8) {
        0 => random.power(-24, 0),
        1 => random.power(0, 20),
        _ => 1.0,
    };
    for place in 0..3 {
        // On a lattice, faces, edges and corners meet if the rotations permit it.
        let lattice = [0.0, a[place] + b[place], a[place] - b[place], a[place], b[place] - a[place]];
        let free = random.signed() * 1.5 * (a[place] + b[place]);
        b[POSITION + place] = if mode == 0 { lattice[random.below(5) as usize] } else { free * reach };
    }
    let mut case = Case { pair, query: 0, budget: 0, caps: NO_CAPS, bodies: [a, b] };
    if mode == 1 {
        case.touch(random.tiny(), &Count);
    }
    case
}

/// The worst cases of a query and a pair, each with its cost.
type Worst = Vec<(u32, Case)>;

fn keep(worst: &mut Worst, all: u32, case: Case) {
    if worst.len() == WORST && worst.last().is_some_and(|&(least, _)| all <= least) {
        return;
    }
    worst.truncate(WORST - 1);
    worst.insert(worst.partition_point(|&(more, _)| more >= all), (all, case));
}

fn search([draws, changes, seed]: [u32; 3]) {
    for pair in 0..PAIRS {
        let mut random = Random::new(seed * PAIRS + pair);
        let mut worst: [Worst; QUERIES as usize] = Default::default();
        let mut first = 0;
        for _ in 0..draws {
            let mut case = draw(&mut random, pair);
            for (query, worst) in (0..QUERIES).zip(&mut worst) {
                case.query = query;
                let Ok(Cost { all, .. }) = case.ask(&Count) else { continue };
                keep(worst, all, case);
                if first < FIRST * QUERIES as usize {
                    first += 1;
                    println!("{case}");
                }
            }
        }
        for worst in &mut worst {
            for step in 0..changes {
                let from = random.below(if step % 2 == 0 { ELITE } else { WORST } as u32) as usize;
                let case = worst[from].1.changed(&mut random, &Count);
                let Ok(Cost { all, .. }) = case.ask(&Count) else { continue };
                let least = || (0..ELITE).min_by_key(|&place| worst[place].0).unwrap_or(from);
                let to = if from < ELITE { least() } else { from };
                if all >= worst[to].0 {
                    worst[to] = (all, case);
                }
            }
            worst.iter().for_each(|(_, case)| println!("{case}"));
        }
    }
}

pub fn main() {
    let arguments: Vec<_> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["search", draws, changes, seed] => {
            search([draws, changes, seed].map(|number| number.parse().expect("a number")));
        }
        ["rounds", file] => {
            for line in fs::read_to_string(file).expect("a file of cases").lines() {
                let case = Case::parse(line).expect("a case");
                let [rounds, epa_rounds] = case.ask(&Count).expect("legal bodies").rounds;
                println!("{rounds} {epa_rounds} {case}");
            }
        }
        _ => panic!("search or rounds: see the head of src/search.rs"),
    }
}
