//! Searches for the cases that take the most rounds.
//!
//!     worst search DRAWS CHANGES SEED    for each query and pair draws random and degenerate cases, keeps the worst,
//!                                        and climbs from them; prints the worst, and some as they come
//!     worst rounds FILE                  prints the rounds of GJK and of EPA of the cases in a file, and the cases

use gjk::{DepthStep, DistanceStep, Observer, Support, Vec3, Workspace};
use std::cell::Cell;
use std::{env, fs};
use worst::{Body, Case, HULL, Number, PAIRS, POSITION, Pair, QUERIES, Random, TURN, Visitor};

/// How many of the worst cases of each query and pair are kept, and of the first ones.
const WORST: usize = 100;
const FIRST: usize = 50;
/// Of the worst cases those that climb together: a better one takes the place of the least of them. Each of the others
/// climbs alone, so that they stay different.
const ELITE: usize = 10;

/// Rounds of a query.
#[derive(Clone, Copy, Default)]
struct Rounds {
    /// Of GJK and of EPA, as an answer tells them: those since the search last began anew.
    own: [u32; 2],
    /// Rounds of all searches, and support points of either body.
    all: u32,
}

#[derive(Clone, Copy)]
struct Watch<'c>(&'c Cell<Rounds>);

impl<S: Number> Observer<Vec3<S>> for Watch<'_> {
    fn distance_step(&mut self, step: &DistanceStep<'_, Vec3<S>>) {
        let Rounds { own: [own, _], all } = self.0.get();
        // The first support point is none of the rounds.
        let own = if step.simplex().next().is_none() { 0 } else { own + 1 };
        self.0.set(Rounds { own: [own, 0], all: all + 3 });
    }

    fn depth_step(&mut self, _: &DepthStep<'_, Vec3<S>>) {
        let rounds = self.0.get();
        self.0.set(Rounds { all: rounds.all + 3, ..rounds });
    }
}

struct Count;

impl Visitor for Count {
    type Output = Rounds;

    fn visit<S: Number, A, B>(&self, query: u32, pair: &Pair<'_, S, A, B>) -> Rounds
    where
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        let cell = Cell::new(Rounds::default());
        let watch = Watch(&cell);
        match query {
            0 => _ = pair.intersects(watch),
            1 => {
                let gap = pair.distance(watch);
                assert_eq!(gap.iterations, cell.get().own[0], "the observer counts as the answer does");
            }
            _ => {
                if let Some(overlap) = pair.penetration(&mut Workspace::new(), watch) {
                    let rounds = cell.get();
                    assert_eq!(overlap.iterations, rounds.own[0], "the observer counts as the answer does");
                    let own = [overlap.iterations, overlap.epa_iterations];
                    cell.set(Rounds { own, all: rounds.all + overlap.epa_iterations });
                }
            }
        }
        cell.get()
    }
}

struct Apart;

impl Visitor for Apart {
    type Output = [f32; 3];

    fn visit<S: Number, A, B>(&self, _: u32, pair: &Pair<'_, S, A, B>) -> [f32; 3]
    where
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        pair.apart(Watch(&Cell::default()))
    }
}

fn apart(case: &Case) -> Option<[f32; 3]> {
    case.visit(&Apart).ok()
}

/// A body about as large as `scale`; some are slivers, some have coarse numbers, some are hardly turned.
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
        // On a lattice: faces, edges and corners meet where the turns allow it.
        let lattice = [0.0, a[place] + b[place], a[place] - b[place], a[place], b[place] - a[place]];
        let free = random.signed() * 1.5 * (a[place] + b[place]);
        b[POSITION + place] = if mode == 0 { lattice[random.below(5) as usize] } else { free * reach };
    }
    let mut case = Case { pair, query: 0, budget: 0, caps: [64, u32::MAX], bodies: [a, b] };
    if mode == 1 {
        let excess = if random.below(2) == 0 { 0.0 } else { random.power(-24, -1) * random.signed() };
        let steps = apart(&case).unwrap_or_default();
        for (number, step) in case.bodies[1][POSITION..HULL].iter_mut().zip(steps) {
            *number += step * (1.0 + excess);
        }
    }
    case
}

/// The worst cases of a query and a pair, with what they take.
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
                let Ok(rounds) = case.visit(&Count) else { continue };
                keep(worst, rounds.all, case);
                if first < FIRST * QUERIES as usize {
                    first += 1;
                    println!("{case}");
                }
            }
        }
        for worst in &mut worst {
            for step in 0..changes {
                let from = random.below(if step % 2 == 0 { ELITE } else { WORST } as u32) as usize;
                let case = worst[from].1.changed(&mut random, apart);
                let Ok(rounds) = case.visit(&Count) else { continue };
                let least = || (0..ELITE).min_by_key(|&place| worst[place].0).unwrap_or(from);
                let to = if from < ELITE { least() } else { from };
                if rounds.all >= worst[to].0 {
                    worst[to] = (rounds.all, case);
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
                let Rounds { own: [rounds, epa_rounds], .. } = case.visit(&Count).expect("legal bodies");
                println!("{rounds} {epa_rounds} {case}");
            }
        }
        _ => panic!("search or rounds: see the head of src/search.rs"),
    }
}
