//! A control loop that guards a robot arm: how to embed `gjk` where time and memory are fixed.
//!
//! Every millisecond the loop queries the distances of three links from two obstacles, within a budget of instructions,
//! and sets the speed of the arm. It acts on `lower_bound`, which holds however a query ended. A tick that runs out of
//! rounds knows less: the arm may be slower than necessary, but never faster than is safe.
//!
//! Read `guard.rs` first: it is the part that a controller runs. `robot.rs` is the arm and its path. This file runs the
//! loop, measures it, and compares its bounds with queries without a cap. One routine serves every scalar; the programs
//! are in `src/bin`.

#![no_std]

mod guard;
mod meter;
mod robot;

use core::panic::PanicInfo;
use gjk::{Area, Error, Query, Vec3, Workspace};
use guard::{PAIRS, Pair, Scene, Speed, Verdict};
use meter::Meter;
use robot::{LINKS, Number, OBSTACLES, Shapes};
use semihosting::{println, process};

/// The instructions of a tick: the limit, and the parts as measured on this path, with a little added. Every run checks
/// the limit.
pub struct Budget {
    /// The most instructions that a tick may take.
    pub instructions: u32,
    /// Instructions of a tick without a round of GJK: kinematics, and the first support points of every pair.
    pub without_rounds: u32,
    /// Instructions of one round.
    pub round: u32,
}

impl Budget {
    /// The rounds that all queries of a tick may use together.
    const fn rounds(&self) -> u32 {
        self.instructions.saturating_sub(self.without_rounds) / self.round
    }

    /// Microseconds at 168 MHz, if an instruction takes a cycle: an estimate, because flash is slower.
    const fn microseconds(&self) -> u32 {
        self.instructions / 168
    }
}

/// Memory for depths, which the program keeps in a static variable. Half the default size is enough for these bodies.
pub type Memory<S> = Workspace<Vec3<S>, 32, 60>;

const TICKS: u32 = 5000;
const TICKS_A_LINE: u32 = 500;

/// The counts of a run.
#[derive(Default)]
struct Report {
    worst: u32,
    total: u64,
    rounds: u32,
    most_rounds: u32,
    cut_off: u32,
    over_budget: u32,
    too_slow: u32,
    too_fast: u32,
    too_fast_by_estimate: u32,
    wrong_bounds: u32,
}

/// Runs the loop and exits with 0 if every tick kept the budget, every bound held and the arm was never too fast. A
/// tick over the budget adds 1 to the code, a wrong bound or an arm too fast adds 2.
pub fn run<S: Number>(name: &str, budget: &Budget, memory: &mut Memory<S>) -> ! {
    println!("{name}: {} instructions a tick, {} us at 168 MHz", budget.instructions, budget.microseconds());
    println!("{name}: {} rounds of GJK for {PAIRS} pairs", budget.rounds());
    match control::<S>(budget, memory) {
        Ok(report) => {
            println!(
                "{name}: instructions a tick: worst {}, mean {}, budget {}, over it {} of {TICKS} ticks",
                report.worst,
                report.total / u64::from(TICKS),
                budget.instructions,
                report.over_budget
            );
            println!(
                "{name}: rounds a tick: worst {}, all ticks together {}; cut off by the cap: {} ticks",
                report.most_rounds, report.rounds, report.cut_off
            );
            println!(
                "{name}: slower than without a cap: {} ticks; faster: {} ticks (by the estimate it had been {}); wrong bounds: {}",
                report.too_slow, report.too_fast, report.too_fast_by_estimate, report.wrong_bounds
            );
            let is_wrong = report.wrong_bounds + report.too_fast > 0;
            process::exit(i32::from(report.over_budget > 0) + 2 * i32::from(is_wrong))
        }
        Err(error) => {
            println!("{name}: {error}");
            process::exit(4)
        }
    }
}

fn control<S: Number>(budget: &Budget, memory: &mut Memory<S>) -> Result<Report, Error> {
    let meter = Meter::new();
    let mut report = Report::default();
    let corners = robot::gripper();
    let shapes = Shapes::new(&corners)?;
    let mut scene = Scene {
        links: shapes.links(),
        obstacles: shapes.obstacles(),
        link_poses: robot::forward(robot::joints(0))?,
        obstacle_poses: robot::obstacles(0)?,
    };
    let mut pairs = Pair::all();
    let mut progress = 0;
    let mut last_speed = Speed::Full;
    for tick in 0..TICKS {
        // On a real arm these come from encoders and sensors.
        let joints = robot::joints(progress);
        scene.obstacle_poses = robot::obstacles(tick)?;

        let (verdict, instructions) = meter.measure(|| guard::check(&mut scene, &mut pairs, joints, budget.rounds()));
        let verdict = verdict?;
        let speed = Speed::at(verdict.lower_bound);
        progress += speed as u32;

        report.worst = report.worst.max(instructions);
        report.total += u64::from(instructions);
        report.over_budget += u32::from(instructions > budget.instructions);
        report.rounds += verdict.rounds;
        report.most_rounds = report.most_rounds.max(verdict.rounds);
        report.cut_off += u32::from(verdict.is_cut_off);
        audit(&mut report, &scene, &pairs, &verdict);
        if tick % TICKS_A_LINE == 0 || speed != last_speed {
            last_speed = speed;
            println!(
                "{tick:4} ms  joints {joints:5?}  apart {:6.2} to {:6.2} mm  {} rounds{}  {speed:?}",
                verdict.lower_bound,
                verdict.distance,
                verdict.rounds,
                if verdict.is_cut_off { ", cut off" } else { "" },
            );
            // While a pair is not proven apart the arm stands, so there is time for a depth and the shortest way out.
            tell_way_out(&scene, &pairs, memory);
        }
    }
    Ok(report)
}

/// Prints the bounds of the depth and the minimum translation of every pair that is not proven apart.
fn tell_way_out<S: Number>(scene: &Scene<'_, S>, pairs: &[Pair<S>], memory: &mut Memory<S>) {
    for pair in pairs.iter().filter(|pair| pair.lower_bound <= S::NIL) {
        let [link, obstacle] = scene.pair(pair);
        let names = (LINKS[pair.link], OBSTACLES[pair.obstacle]);
        match Query::new().poses(link.1, obstacle.1).workspace(memory).penetration(link.0, obstacle.0) {
            Some(overlap) => println!(
                "         {} and {} overlap by {:.3} to {:.3} mm: move back by {:.3} mm",
                names.0,
                names.1,
                overlap.lower_bound,
                overlap.upper_bound,
                -overlap.mtv(),
            ),
            None => println!("         {} and {} are apart, as more rounds show", names.0, names.1),
        }
    }
}

/// Compares the bounds and the speed of a tick with queries that have no cap, no limit and no first direction.
fn audit<S: Number>(report: &mut Report, scene: &Scene<'_, S>, pairs: &[Pair<S>], verdict: &Verdict<S>) {
    // Eight rounding steps of f32 at two metres, 2^-9 mm; the steps of I16F16 are finer.
    let slack = S::ONE.times(S::ONE).per(512.into());
    let (mut lower_bound, mut distance) = (S::MAX, S::MAX);
    for pair in pairs {
        let [link, obstacle] = scene.pair(pair);
        let truth = Query::new().poses(link.1, obstacle.1).distance(link.0, obstacle.0);
        report.wrong_bounds += u32::from(pair.lower_bound > truth.distance + slack);
        lower_bound = guard::least(lower_bound, truth.lower_bound);
        distance = guard::least(distance, truth.distance);
    }
    let speed = Speed::at(verdict.lower_bound);
    let fastest = Speed::at(distance + slack);
    report.too_slow += u32::from(speed < Speed::at(lower_bound));
    report.too_fast += u32::from(speed > fastest);
    report.too_fast_by_estimate += u32::from(Speed::at(verdict.distance) > fastest);
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    println!("{info}");
    process::exit(101)
}
