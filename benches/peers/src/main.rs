//! Times this crate and other libraries on the same pairs of bodies in one run, and checks the answers.

#[cfg(feature = "box2d")]
mod box2d;
#[cfg(feature = "box3d")]
mod box3d;
#[cfg(feature = "bullet")]
mod bullet;
#[cfg(any(feature = "fcl", feature = "ode"))]
mod faces;
#[cfg(feature = "fcl")]
mod fcl;
#[cfg(feature = "jolt")]
mod jolt;
#[cfg(feature = "libccd")]
mod libccd;
mod library;
mod measure;
#[cfg(feature = "ncollide")]
mod ncollide;
#[cfg(feature = "ode")]
mod ode;
mod ours;
mod parry;
#[cfg(feature = "physx")]
mod physx;
mod plain;
mod reference;
mod report;
mod scene;
mod vector;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use library::{Contestant, Contestants, Question};
use rand_pcg::Pcg64Mcg;
use reference::{Reference, Truth};
use report::{Measurement, QUESTIONS};
use scene::{PLANAR, Regime, SPATIAL, Shapes, Stage, Workload};
use std::fs::File;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

/// Times this crate and other libraries on the same pairs of convex bodies.
///
/// Prints times as ratios to that of parry in f32, and in brackets the share of wrong answers: those with the wrong
/// verdict or an error of more than 0.001. Bodies have a size of about 1.
#[derive(Parser)]
struct Options {
    /// Only workloads with one of these words in their names
    #[arg(short, long, value_delimiter = ',')]
    workloads: Vec<String>,
    /// Only these questions
    #[arg(short, long, value_delimiter = ',')]
    questions: Vec<Question>,
    /// Only libraries with one of these words in their names, and those that all are compared with
    #[arg(short, long, value_delimiter = ',')]
    libraries: Vec<String>,
    /// Pairs of each workload and regime
    #[arg(short, long, default_value = "2048")]
    count: NonZero<usize>,
    /// Number of timed runs of each library on each pair; the median counts
    #[arg(short, long, default_value = "7")]
    repetitions: NonZero<usize>,
    /// 256 pairs, five times
    #[arg(long, conflicts_with_all = ["count", "repetitions"])]
    quick: bool,
    /// Print a row for each regime, not only their geometric mean
    #[arg(long)]
    regimes: bool,
    /// The seed of the scenes
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Also write every measurement to this file
    #[arg(long)]
    json: Option<PathBuf>,
    /// Exit with 1 if this crate gave a wrong answer
    #[arg(long)]
    check: bool,
}

impl Options {
    fn wants_workload(&self, name: &str) -> bool {
        has_one_of(name, &self.workloads)
    }

    /// Whether a library takes part. Those that all are compared with always do.
    fn wants_library(&self, name: &str) -> bool {
        QUESTIONS.iter().any(|(question, ..)| report::base(*question) == name) || has_one_of(name, &self.libraries)
    }

    fn wants_question(&self, question: Question) -> bool {
        self.questions.is_empty() || self.questions.contains(&question)
    }
}

/// Whether a name contains one of the words. Without words, every name matches.
fn has_one_of(name: &str, words: &[String]) -> bool {
    words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
}

/// A dimension: its workloads, the libraries, and the reference for correct answers.
struct Field<const N: usize, R> {
    workloads: &'static [Workload<N>],
    contestants: fn(&Shapes<N>) -> Contestants<N>,
    reference: fn(&Shapes<N>) -> R,
}

fn spatial(shapes: &Shapes<3>) -> Contestants<3> {
    let mut all = ours::spatial(shapes);
    all.extend(parry::spatial_f32::contestants(shapes));
    all.extend(parry::spatial_f64::contestants(shapes));
    all.extend(plain::spatial(shapes));
    #[cfg(feature = "ncollide")]
    all.extend(ncollide::contestant(shapes));
    #[cfg(feature = "libccd")]
    all.extend(libccd::contestants(shapes));
    #[cfg(feature = "bullet")]
    all.push(bullet::contestant(shapes));
    #[cfg(feature = "fcl")]
    all.extend(fcl::contestants(shapes));
    #[cfg(feature = "ode")]
    all.extend(ode::contestant(shapes));
    #[cfg(feature = "box3d")]
    all.extend(box3d::contestant(shapes));
    #[cfg(feature = "jolt")]
    all.extend(jolt::contestant(shapes));
    #[cfg(feature = "physx")]
    all.extend(physx::contestant(shapes));
    all
}

fn planar(shapes: &Shapes<2>) -> Contestants<2> {
    let mut all = ours::planar(shapes);
    all.extend(parry::planar_f32::contestants(shapes));
    all.extend(parry::planar_f64::contestants(shapes));
    all.extend(plain::planar(shapes));
    #[cfg(feature = "box2d")]
    all.extend(box2d::contestant(shapes));
    all
}

/// A run: its options and its results.
struct Run {
    options: Options,
    count: usize,
    repetitions: usize,
    bar: ProgressBar,
    measurements: Vec<Measurement>,
}

impl Run {
    /// The questions and regimes of one workload.
    fn cells(&self) -> impl Iterator<Item = (Question, Regime)> + use<> {
        let questions: Vec<_> = QUESTIONS.iter().filter(|(q, ..)| self.options.wants_question(*q)).collect();
        questions.into_iter().flat_map(|(question, _, regimes)| regimes.iter().map(|regime| (*question, *regime)))
    }

    fn workloads<const N: usize>(&self, all: &'static [Workload<N>]) -> impl Iterator<Item = &'static Workload<N>> {
        all.iter().filter(|workload| self.options.wants_workload(workload.name))
    }

    fn field<const N: usize, R: Reference<N>>(&mut self, field: &Field<N, R>) {
        let workloads: Vec<_> = self.workloads(field.workloads).collect();
        for workload in workloads {
            let mut random = self.random();
            let shapes = workload.bodies(&mut random);
            let reference = (field.reference)(&shapes);
            let mut contestants = (field.contestants)(&shapes);
            contestants.retain(|contestant| self.options.wants_library(contestant.name()));
            for (question, regime) in self.cells() {
                self.bar.set_message(format!("{}: {question:?}, {regime}", workload.name));
                let scenes = Stage { reference: &reference, random: random.clone() }.scenes(regime, self.count);
                let truths: Vec<_> = scenes.iter().map(|scene| reference.truth(question, scene)).collect();
                let mut able: Vec<_> = contestants.iter_mut().filter(|c| c.answers_to(question)).collect();
                able.iter_mut().for_each(|contestant| contestant.load(&shapes, &scenes));
                self.compare(workload.name, question, regime, &mut able, &truths);
                self.bar.inc(1);
            }
        }
    }

    /// Checks the answers of contestants to a question about the loaded scenes, and times them.
    fn compare<const N: usize>(
        &mut self,
        workload: &'static str,
        question: Question,
        regime: Regime,
        able: &mut [&mut Box<dyn Contestant<N>>],
        truths: &[Truth],
    ) {
        let open = truths.iter().filter(|truth| truth.is_open()).count();
        if open > 0 {
            self.bar.suspend(|| eprintln!("{workload}, {question:?}, {regime}: {open} answers cannot be judged"));
        }
        let wrong = |contestant: &mut &mut Box<dyn Contestant<N>>| {
            let answers = contestant.answers(question);
            let refuted = truths.iter().zip(answers).filter(|(truth, answer)| truth.refutes(*answer)).count();
            refuted as f64 / truths.len() as f64
        };
        let wrong: Vec<_> = able.iter_mut().map(wrong).collect();
        let times = measure::nanoseconds(able, question, truths.len(), self.repetitions);
        let base = able.iter().position(|c| c.name() == report::base(question)).expect("it always takes part");
        for ((contestant, nanoseconds), wrong) in able.iter().zip(&times).zip(wrong) {
            let (name, ratio) = (contestant.name(), nanoseconds / times[base]);
            self.measurements.push(Measurement {
                workload,
                question,
                regime,
                name,
                nanoseconds: *nanoseconds,
                ratio,
                wrong,
            });
        }
    }

    fn random(&self) -> Pcg64Mcg {
        Pcg64Mcg::new(u128::from(self.options.seed) << 64 | 0xcafe_f00d)
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let (count, repetitions) = if options.quick { (256, 5) } else { (options.count.get(), options.repetitions.get()) };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}").expect("a template");
    let mut run =
        Run { options, count, repetitions, bar: ProgressBar::new(0).with_style(style), measurements: Vec::new() };
    let workloads = run.workloads(&SPATIAL).count() + run.workloads(&PLANAR).count();
    run.bar.set_length((workloads * run.cells().count()) as u64);
    run.field(&Field { workloads: &SPATIAL, contestants: spatial, reference: reference::spatial });
    run.field(&Field { workloads: &PLANAR, contestants: planar, reference: reference::planar });
    run.bar.finish_and_clear();
    for (question, ..) in QUESTIONS {
        if let Some(table) = report::table(question, &run.measurements, run.options.regimes) {
            println!("{table}\n");
        }
    }
    if let Some(path) = &run.options.json {
        let written = File::create(path).map_err(serde_json::Error::io);
        if let Err(error) = written.and_then(|file| serde_json::to_writer_pretty(file, &run.measurements)) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    let is_wrong = |m: &&Measurement| m.name.starts_with("gjk") && m.wrong > 0.0;
    if run.options.check && run.measurements.iter().filter(is_wrong).inspect(|m| eprintln!("wrong: {m:?}")).count() > 0
    {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
