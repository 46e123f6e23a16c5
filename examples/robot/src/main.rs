//! The program: reads the command line, checks all steps or the segments between them, and prints the findings.
//!
//! Exit codes: 0 after a run, 1 if asked to fail on collision and there is one, 2 if something cannot be used.

mod options;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use options::{Options, Scalar};
use rayon::ThreadPool;
use rayon::prelude::*;
use robot::check::gradient::Slope;
use robot::check::swept::Sweep;
use robot::check::{Checker, Finding, Hulls, Scratch};
use robot::input;
use robot::model::{LinkPair, Robot};
use robot::motion::Motion;
use robot::real::Real;
use robot::refusal::Refusal;
use robot::report::{CsvReport, SegmentTable, Summary, SweptSummary, Table};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::ops::Range;
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

/// Steps or segments that one thread checks in a row.
const ROW: usize = 64;

/// Steps or segments that are checked before their results are taken, to bound the memory.
const CHUNK: usize = 64 * ROW;

/// The result of a run.
enum Outcome {
    /// No step is in collision, or all segments are proven free.
    Free,
    /// A step is in collision, or a segment is not proven free.
    Collision,
}

/// Why a run ends early.
enum Stop {
    Refused(Refusal),
    /// The reader of the output has closed it.
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
    let found = match options.scalar {
        Scalar::F32 => run::<f32>(&options),
        Scalar::F64 => run::<f64>(&options),
    };
    match found {
        Ok(Outcome::Collision) if options.fail_on_collision => COLLISION.into(),
        Ok(_) | Err(Stop::Closed) => ExitCode::SUCCESS,
        Err(Stop::Refused(refusal)) => {
            eprintln!("error: {refusal}");
            REFUSED.into()
        }
    }
}

fn run<S: Real>(options: &Options) -> Result<Outcome, Stop> {
    let file = input::file(options.robot.as_deref().unwrap_or(Path::new(ARM)))?;
    let in_file = |refusal| Refusal::at(file.display(), refusal);
    let robot = &input::read(&file, &options.package)?;
    let motion = motion(options, robot, in_file)?;
    let hulls = Hulls::<S>::new(robot);
    let checker = Checker::new(robot, &hulls, &ignored(options, robot)?, options.brute).map_err(in_file)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
    let pool = pool.map_err(|error| Refusal::at("--threads", error))?;
    let run = Run { options, robot, motion, checker, pool };
    if options.swept { run.segments() } else { run.steps() }
}

/// A run made ready.
struct Run<'r, S: Real> {
    options: &'r Options,
    robot: &'r Robot,
    motion: Motion,
    checker: Checker<'r, S>,
    pool: ThreadPool,
}

/// The result of a step: its joint values, the closest pair, and on request the gradient of its distance.
type Step = (Vec<f64>, Finding, Option<Slope>);

impl<S: Real> Run<'_, S> {
    /// Checks all steps.
    fn steps(&self) -> Result<Outcome, Stop> {
        let Self { options, robot, motion, checker, .. } = self;
        let mut rows = Vec::new();
        let table = options.has_rows().then(|| Table::new(checker, motion.steps()));
        let mut csv = options.csv.as_deref().map(|path| csv_file(path, robot)).transpose()?;
        if let Some(table) = &table {
            table.title(&mut rows)?;
        }
        let mut summary = Summary::new(checker.link_pairs().len());
        let seconds = self.in_rows("step", motion.steps(), Self::row_of_steps, |step, (values, finding, slope)| {
            summary.add(step, &values, &finding);
            if let Some(table) = &table {
                table.row(&mut rows, checker, step, &finding)?;
                slope.iter().try_for_each(|slope| table.slope(&mut rows, robot, slope))?;
            }
            if let Some((path, csv)) = &mut csv {
                csv.row(checker, step, &values, &finding).map_err(|error| Refusal::at(path.display(), error))?;
            }
            Ok(())
        })?;
        if let Some((path, csv)) = csv {
            csv.finish().map_err(|error| Refusal::file(path.display(), &error))?;
        }
        print(&summary.text(robot, checker), &rows)?;
        print_time(seconds, "steps", summary.steps(), summary.queries());
        Ok(if summary.in_collision() > 0 { Outcome::Collision } else { Outcome::Free })
    }

    /// Checks steps that follow each other. In a trajectory the queries of each step except the first one of the row
    /// start from the results of the step before. Rows are the same for any number of threads, and so are the answers.
    fn row_of_steps(&self, scratch: &mut Scratch<S>, steps: Range<usize>) -> Result<Vec<Step>, Refusal> {
        let Self { options, motion, checker, .. } = self;
        if motion.segments() > 0 && !options.cold {
            checker.start(scratch);
        }
        let check = |step| {
            let values = motion.values(step);
            let of_step = |refusal| Refusal::at(format!("step {step}"), refusal);
            let finding = checker.check(&values, scratch).map_err(of_step)?;
            let slope = options.gradient.then(|| checker.slope(finding.closest.bodies, &values, scratch));
            Ok((values, finding, slope.transpose().map_err(of_step)?))
        };
        steps.map(check).collect()
    }

    /// Checks the segments between the steps.
    fn segments(&self) -> Result<Outcome, Stop> {
        let Self { options, motion, checker, .. } = self;
        if motion.segments() == 0 {
            return Err(Refusal::new("--swept: there is no trajectory of two rows or more").into());
        }
        let mut rows = Vec::new();
        let table = options.has_rows().then(|| SegmentTable::new(motion.segments()));
        if let Some(table) = &table {
            table.title(&mut rows)?;
        }
        let mut summary = SweptSummary::default();
        let seconds = self.in_rows("segment", motion.segments(), Self::row_of_segments, |segment, sweep| {
            summary.add(segment, &sweep);
            table.iter().try_for_each(|table| table.row(&mut rows, checker, segment, &sweep))?;
            Ok(())
        })?;
        print(&summary.text(checker), &rows)?;
        print_time(seconds, "segments", summary.segments(), summary.queries());
        Ok(if summary.open() > 0 { Outcome::Collision } else { Outcome::Free })
    }

    fn row_of_segments(&self, scratch: &mut Scratch<S>, segments: Range<usize>) -> Result<Vec<Sweep>, Refusal> {
        let sweep = |segment| {
            let (from, to) = (self.motion.values(segment), self.motion.values(segment + 1));
            let of_segment = |refusal| Refusal::at(format!("between steps {segment} and {}", segment + 1), refusal);
            self.checker.sweep(&from, &to, scratch).map_err(of_segment)
        };
        segments.map(sweep).collect()
    }

    /// Checks steps or segments, row by row on all threads, and hands over the results in their order. Returns the
    /// seconds that it took.
    fn in_rows<T: Send>(
        &self,
        what: &str,
        count: usize,
        row: impl Fn(&Self, &mut Scratch<S>, Range<usize>) -> Result<Vec<T>, Refusal> + Sync,
        mut take: impl FnMut(usize, T) -> Result<(), Stop>,
    ) -> Result<f64, Stop> {
        let bar = progress_bar(what, count);
        let began = Instant::now();
        for chunk in (0..count).step_by(CHUNK) {
            let end = count.min(chunk + CHUNK);
            let rows: Vec<Range<usize>> = (chunk..end).step_by(ROW).map(|start| start..end.min(start + ROW)).collect();
            let rows = rows.into_par_iter().map_init(Scratch::default, |scratch, range| row(self, scratch, range));
            let found: Vec<Vec<T>> = self.pool.install(|| rows.collect::<Result<_, Refusal>>())?;
            (chunk..).zip(found.into_iter().flatten()).try_for_each(|(number, found)| take(number, found))?;
            bar.inc((end - chunk) as u64);
        }
        bar.finish_and_clear();
        Ok(began.elapsed().as_secs_f64())
    }
}

/// Prints the summary, and below it the rows, if there are any.
fn print(summary: &str, rows: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(summary.as_bytes())?;
    if !rows.is_empty() {
        out.write_all(b"\n")?;
        out.write_all(rows)?;
    }
    out.flush()
}

/// Time differs from run to run, so it does not go to standard output.
fn print_time(seconds: f64, what: &str, count: usize, queries: usize) {
    let rate = |count: usize| count as f64 / seconds;
    let (count, queries) = (rate(count), rate(queries));
    eprintln!("{:16}{seconds:.3} s: {count:.0} {what} a second, {queries:.0} queries a second", "time");
}

fn motion(options: &Options, robot: &Robot, in_file: impl Fn(Refusal) -> Refusal) -> Result<Motion, Refusal> {
    let shipped = (options.robot.is_none() && options.samples.is_none()).then_some(Path::new(TRAJECTORY));
    match options.trajectory.as_deref().or(shipped) {
        Some(path) => Motion::trajectory(robot, path, options.between, options.ignore_limits),
        None => Motion::samples(robot, options.samples.map_or(SAMPLES, NonZero::get), options.seed).map_err(in_file),
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

/// A bar on standard error, if that is a terminal.
fn progress_bar(what: &str, count: usize) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {{pos}} of {{len}} {what}s, {{eta}} left"));
    ProgressBar::new(count as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
