//! The program: reads the command line, checks all steps, prints what it found.
//!
//! Exit codes: 0 after a run, 1 if asked to fail on collision and there is one, 2 if something cannot be used.

mod options;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use options::{Options, Scalar};
use rayon::prelude::*;
use robot::check::{Checker, Finding, Hulls, Scratch};
use robot::input;
use robot::model::{LinkPair, Robot};
use robot::motion::Motion;
use robot::real::Real;
use robot::refusal::Refusal;
use robot::report::{CsvReport, Summary, Table};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

const COLLISION: u8 = 1;
const REFUSED: u8 = 2;

/// The robot that comes with the program, the pairs of its links that need no check, and its trajectory.
const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/arm/arm.urdf");
const ARM_PAIRS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/arm/arm.srdf");
const TRAJECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/arm/pick.csv");

/// Random configurations where nothing else is asked for.
const SAMPLES: usize = 1000;

/// Steps that are checked before they are printed.
const CHUNK: usize = 1024;

/// Why a run ends early.
enum Stop {
    Refused(Refusal),
    /// Nobody reads the output any more.
    Closed,
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Refused(Refusal::file("the output", &error)),
        }
    }
}

fn main() -> ExitCode {
    let options = Options::parse();
    let summary = match options.scalar {
        Scalar::F32 => run::<f32>(&options),
        Scalar::F64 => run::<f64>(&options),
    };
    match summary {
        Ok(summary) if options.fail_on_collision && summary.in_collision() > 0 => COLLISION.into(),
        Ok(_) | Err(Stop::Closed) => ExitCode::SUCCESS,
        Err(Stop::Refused(refusal)) => {
            eprintln!("error: {refusal}");
            REFUSED.into()
        }
    }
}

fn run<S: Real>(options: &Options) -> Result<Summary, Stop> {
    let robot = input::read(options.robot.as_deref().unwrap_or(Path::new(ARM)), &options.package)?;
    let motion = motion(options, &robot)?;
    let hulls = Hulls::<S>::new(&robot);
    let checker = Checker::new(&robot, &hulls, &ignored(options, &robot)?, options.brute)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|error| Refusal::at("--threads", error))?;

    let mut out = BufWriter::new(io::stdout().lock());
    let table = (!options.summary).then(|| Table::new(&checker, motion.steps()));
    let mut csv = options.csv.as_deref().map(|path| csv_file(path, &robot)).transpose()?;
    if let Some(table) = &table {
        table.title(&mut out)?;
    }
    let bar = progress_bar(&motion, table.is_some());
    let mut summary = Summary::new(checker.link_pairs().len());
    let began = Instant::now();
    let steps: Vec<usize> = (0..motion.steps()).collect();
    for chunk in steps.chunks(CHUNK) {
        let check = |scratch: &mut Scratch<S>, &step: &usize| {
            let values = motion.values(step);
            let finding =
                checker.check(&values, scratch).map_err(|refusal| Refusal::at(format!("step {step}"), refusal))?;
            Ok((step, values, finding))
        };
        let found: Result<Vec<(usize, Vec<f64>, Finding)>, Refusal> =
            pool.install(|| chunk.par_iter().map_init(Scratch::default, check).collect());
        for (step, values, finding) in found? {
            summary.add(step, &values, &finding);
            if let Some(table) = &table {
                table.row(&mut out, &checker, step, &finding)?;
            }
            if let Some((path, csv)) = &mut csv {
                csv.row(&checker, step, &values, &finding).map_err(|error| Refusal::at(path.display(), error))?;
            }
        }
        bar.inc(chunk.len() as u64);
    }
    let seconds = began.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if let Some((path, csv)) = csv {
        csv.finish().map_err(|error| Refusal::file(path.display(), &error))?;
    }
    if table.is_some() {
        writeln!(out)?;
    }
    write!(out, "{}", summary.text(&robot, &checker))?;
    out.flush()?;
    // The only line that differs from run to run goes elsewhere.
    let rate = |count: usize| count as f64 / seconds;
    let (steps, queries) = (rate(summary.steps()), rate(summary.queries()));
    eprintln!("{:16}{seconds:.3} s: {steps:.0} steps a second, {queries:.0} queries a second", "time");
    Ok(summary)
}

fn motion(options: &Options, robot: &Robot) -> Result<Motion, Refusal> {
    let shipped = (options.robot.is_none() && options.samples.is_none()).then_some(Path::new(TRAJECTORY));
    match options.trajectory.as_deref().or(shipped) {
        Some(path) => Motion::trajectory(robot, path, options.between, options.ignore_limits),
        None => Motion::samples(robot, options.samples.unwrap_or(SAMPLES), options.seed),
    }
}

/// The pairs of links to be left out.
fn ignored(options: &Options, robot: &Robot) -> Result<Vec<LinkPair>, Refusal> {
    let shipped = options.robot.is_none().then_some(Path::new(ARM_PAIRS));
    let file = options.srdf.as_deref().or(shipped);
    let mut pairs = file.map_or(Ok(Vec::new()), |file| input::read_srdf(file, robot))?;
    for [a, b] in options.ignore.as_chunks().0 {
        pairs.push(robot.link_pair(a, b).map_err(|problem| Refusal::at(format!("--ignore {a} {b}"), problem))?);
    }
    Ok(pairs)
}

fn csv_file<'p>(path: &'p Path, robot: &Robot) -> Result<(&'p Path, CsvReport<BufWriter<File>>), Refusal> {
    let file = File::create(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Refusal::at(path.display(), "there is no such folder to write to"),
        _ => Refusal::file(path.display(), &error),
    })?;
    let csv = CsvReport::new(BufWriter::new(file), robot).map_err(|error| Refusal::at(path.display(), error))?;
    Ok((path, csv))
}

/// A bar on standard error, unless that is no terminal or the table goes to the same one.
fn progress_bar(motion: &Motion, has_table: bool) -> ProgressBar {
    if has_table && io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} steps, {eta} left");
    ProgressBar::new(motion.steps() as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
