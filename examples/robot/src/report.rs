//! The findings as text: a summary, a row for each step or segment, a CSV file.
//!
//! Lengths have six significant digits. The joint values of a CSV file have all digits, so that it can be read back as
//! a trajectory.

use crate::check::gradient::Slope;
use crate::check::swept::{End, Sweep};
use crate::check::{Checker, Closest, Finding};
use crate::model::{Joint, Robot};
use crate::real::Real;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The columns of a CSV file other than the joints.
pub const COLUMNS: [&str; 15] = [
    "step",
    "link_a",
    "link_b",
    "signed_distance",
    "lower_bound",
    "upper_bound",
    "on_a_x",
    "on_a_y",
    "on_a_z",
    "on_b_x",
    "on_b_y",
    "on_b_z",
    "status",
    "pairs_in_collision",
    "queries",
];

/// A number with six significant digits.
pub fn digits(number: f64) -> String {
    const DIGITS: i32 = 6;
    let scientific = format!("{number:.*e}", DIGITS as usize - 1);
    let exponent = scientific.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    match exponent {
        _ if number == 0.0 => "0".into(),
        Some(exponent @ -4..DIGITS) => format!("{number:.*}", (DIGITS - 1 - exponent) as usize),
        _ => scientific,
    }
}

/// The unit of a joint's value.
fn unit(joint: &Joint) -> &'static str {
    if joint.turns() { "rad" } else { "m" }
}

/// Three coordinates.
fn tuple(point: [f64; 3]) -> String {
    format!("({})", point.map(digits).join(", "))
}

/// The table of the steps.
pub struct Table {
    step_width: usize,
    pair_width: usize,
}

impl Table {
    pub fn new<S: Real>(checker: &Checker<'_, S>, steps: usize) -> Self {
        let pairs = 0..checker.link_pairs().len();
        let longest = pairs.map(|pair| pair_name(checker, pair).chars().count()).max();
        Self {
            step_width: (steps - 1).to_string().len().max("step".len()),
            pair_width: longest.unwrap_or(0).max("closest pair".len()),
        }
    }

    pub fn title(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { step_width, pair_width } = self;
        let (titles, on_a) = ("closest pair", "on the first (m)");
        writeln!(
            out,
            "{:>step_width$}  {titles:pair_width$}  {:18}  {on_a:36}  on the second (m)",
            "step", "apart or deep"
        )
    }

    pub fn row<S: Real>(
        &self,
        out: &mut impl Write,
        checker: &Checker<'_, S>,
        step: usize,
        finding: &Finding,
    ) -> io::Result<()> {
        let Self { step_width, pair_width } = self;
        let closest = &finding.closest;
        let (pair, (kind, size)) = (pair_name(checker, closest.pair), kind_and_size(closest));
        let (on_a, on_b) = (tuple(closest.on_a), tuple(closest.on_b));
        let others = match finding.colliding.len() {
            0 | 1 => String::new(),
            count => format!("  and {} in collision", plural(count - 1, "more pair", "more pairs")),
        };
        writeln!(out, "{step:step_width$}  {pair:pair_width$}  {kind:5} {size:12}  {on_a:36}  {on_b}{others}")
    }

    /// The line beneath the row of a step: how the distance changes with each joint.
    pub fn slope(&self, out: &mut impl Write, robot: &Robot, slope: &Slope) -> io::Result<()> {
        let rates = robot.driven().zip(&slope.by_variable).map(|(joint, &rate)| {
            let unit = unit(joint);
            // Six decimals; adding zero turns −0 into 0.
            format!("{} {:.6} m/{unit}", joint.name, (rate * 1e6).round() / 1e6 + 0.0)
        });
        let (space, rates) = ("", rates.collect::<Vec<_>>().join(", "));
        writeln!(out, "{space:width$}  grows with {rates}", width = self.step_width)
    }
}

/// The table of the segments.
pub struct SegmentTable {
    step_width: usize,
}

impl SegmentTable {
    pub fn new(segments: usize) -> Self {
        Self { step_width: segments.to_string().len() }
    }

    pub fn title(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{:width$}  proven free", "steps", width = 2 * self.step_width + 3)
    }

    pub fn row<S: Real>(
        &self,
        out: &mut impl Write,
        checker: &Checker<'_, S>,
        segment: usize,
        sweep: &Sweep,
    ) -> io::Result<()> {
        let (width, next) = (self.step_width, segment + 1);
        let proven = match &sweep.end {
            None => "all the way".into(),
            Some(end) => end_of_proof(checker, segment, end),
        };
        writeln!(out, "{segment:width$} - {next:width$}  {proven}")
    }
}

/// Where a proof ends, in steps and as a part of the segment, rounded down: no more is proven.
fn end_of_proof<S: Real>(checker: &Checker<'_, S>, segment: usize, end: &End) -> String {
    let kind = if end.distance > 0.0 { format!("{} m apart", digits(end.distance)) } else { "in contact".into() };
    let share = (end.share * 1e4).floor() / 1e4;
    let (step, percent) = (segment as f64 + share, 100.0 * share);
    let (next, pair) = (segment + 1, pair_name(checker, end.pair));
    format!("up to step {step:.4}, {percent:.2} % of the way to step {next}: there {pair} are {kind}")
}

fn pair_name<S: Real>(checker: &Checker<'_, S>, pair: usize) -> String {
    let (a, b) = checker.names(pair);
    format!("{a} - {b}")
}

/// Whether the pair is apart or deep, and the distance or the depth.
fn kind_and_size(closest: &Closest) -> (&'static str, String) {
    let kind = if closest.is_apart { "apart" } else { "deep" };
    (kind, format!("{} m", digits(closest.signed_distance.abs())))
}

/// The CSV file of a run, with a row for each step.
pub struct CsvReport<W: Write>(csv::Writer<W>);

impl<W: Write> CsvReport<W> {
    pub fn new(out: W, robot: &Robot) -> csv::Result<Self> {
        let mut writer = csv::Writer::from_writer(out);
        let joints = robot.driven().map(|joint| joint.name.as_str());
        writer.write_record(COLUMNS[..1].iter().copied().chain(joints).chain(COLUMNS[1..].iter().copied()))?;
        Ok(Self(writer))
    }

    pub fn row<S: Real>(
        &mut self,
        checker: &Checker<'_, S>,
        step: usize,
        values: &[f64],
        finding: &Finding,
    ) -> csv::Result<()> {
        let closest = &finding.closest;
        let (link_a, link_b) = checker.names(closest.pair);
        let lengths = [closest.signed_distance, closest.lower, closest.upper];
        let mut record = vec![step.to_string()];
        record.extend(values.iter().map(f64::to_string));
        record.extend([link_a, link_b].map(String::from));
        record.extend(lengths.into_iter().chain(closest.on_a).chain(closest.on_b).map(digits));
        record.extend([format!("{:?}", closest.status), finding.colliding.len().to_string()]);
        record.push(finding.queries.to_string());
        self.0.write_record(record)
    }

    pub fn finish(mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The summary of a swept run.
#[derive(Clone, Debug, Default)]
pub struct SweptSummary {
    segments: usize,
    open: usize,
    queries: usize,
    /// The first segment that is not proven free, and where its proof ends.
    first: Option<(usize, End)>,
}

impl SweptSummary {
    pub fn add(&mut self, segment: usize, sweep: &Sweep) {
        self.segments += 1;
        self.open += usize::from(sweep.end.is_some());
        self.queries += sweep.queries;
        self.first = self.first.or(sweep.end.map(|end| (segment, end)));
    }

    pub fn segments(&self) -> usize {
        self.segments
    }

    /// The number of segments that are not proven free.
    pub fn open(&self) -> usize {
        self.open
    }

    pub fn queries(&self) -> usize {
        self.queries
    }

    pub fn text<S: Real>(&self, checker: &Checker<'_, S>) -> String {
        let segments = |count| plural(count, "segment", "segments");
        let mut text = String::new();
        let mut line = |title: &str, rest: String| _ = writeln!(text, "{title:16}{rest}");
        line("swept", format!("{} of {}", segments(self.segments), checked_pairs(checker)));
        let each = self.queries as f64 / self.segments as f64;
        line("queries", format!("{}: {each:.1} a segment", self.queries));
        line("not proven free", segments(self.open));
        if let Some((segment, end)) = &self.first {
            line("  the first", format!("free {}", end_of_proof(checker, *segment, end)));
        }
        text
    }
}

/// The summary of a run.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    steps: usize,
    in_collision: usize,
    queries: usize,
    rounds: usize,
    /// The step with the closest pair, its joint values, and that pair.
    closest: Option<(usize, Vec<f64>, Closest)>,
    /// For each pair of links the number of steps at which it was in collision.
    by_pair: Vec<usize>,
}

/// The most pairs in collision that the summary lists.
const LISTED: usize = 10;

impl Summary {
    pub fn new(link_pairs: usize) -> Self {
        Self { by_pair: vec![0; link_pairs], ..Self::default() }
    }

    pub fn add(&mut self, step: usize, values: &[f64], finding: &Finding) {
        self.steps += 1;
        self.in_collision += usize::from(!finding.colliding.is_empty());
        self.queries += finding.queries;
        self.rounds += finding.rounds;
        finding.colliding.iter().for_each(|&pair| self.by_pair[pair] += 1);
        let best = self.closest.as_ref().map_or(f64::INFINITY, |(_, _, best)| best.signed_distance);
        if finding.closest.signed_distance < best {
            self.closest = Some((step, values.to_vec(), finding.closest.clone()));
        }
    }

    pub fn steps(&self) -> usize {
        self.steps
    }

    pub fn in_collision(&self) -> usize {
        self.in_collision
    }

    pub fn queries(&self) -> usize {
        self.queries
    }

    /// The summary as text. It leaves out the time, so that equal runs print equal text.
    pub fn text<S: Real>(&self, robot: &Robot, checker: &Checker<'_, S>) -> String {
        let mut text = String::new();
        let mut line = |title: &str, rest: String| _ = writeln!(text, "{title:16}{rest}");
        line("checked", format!("{} of {}", steps(self.steps), checked_pairs(checker)));
        let all = (self.steps * checker.body_pairs()) as f64;
        let (each, spared) = (self.queries as f64 / self.steps as f64, 100.0 * (1.0 - self.queries as f64 / all));
        line(
            "queries",
            format!("{}: {each:.1} a step; {spared:.1} % of the pairs of bodies needed none", self.queries),
        );
        let each = self.rounds as f64 / self.queries as f64;
        line("  rounds", format!("{}: {each:.1} iterations of GJK and EPA a query", self.rounds));
        line("in collision", steps(self.in_collision));
        if let Some((step, values, closest)) = &self.closest {
            let (kind, size) = kind_and_size(closest);
            line("closest", format!("{}, {kind} {size}, at step {step}", pair_name(checker, closest.pair)));
            line("  on the first", format!("{} m", tuple(closest.on_a)));
            line("  on the second", format!("{} m", tuple(closest.on_b)));
            line("  proven", format!("signed distance {} to {} m", digits(closest.lower), digits(closest.upper)));
            let joint = |(joint, &value): (&Joint, &f64)| format!("{} {} {}", joint.name, digits(value), unit(joint));
            let joints = robot.driven().zip(values).map(joint);
            line("  joints", joints.collect::<Vec<_>>().join(", "));
        }
        self.list_pairs(checker, line);
        text
    }

    /// Lists the pairs in collision, the most frequent first, and the options that ignore those always in collision.
    fn list_pairs<S: Real>(&self, checker: &Checker<'_, S>, mut line: impl FnMut(&str, String)) {
        let mut colliding: Vec<usize> = (0..self.by_pair.len()).filter(|&pair| self.by_pair[pair] > 0).collect();
        colliding.sort_by_key(|&pair| std::cmp::Reverse(self.by_pair[pair]));
        for (row, &pair) in colliding.iter().take(LISTED).enumerate() {
            let title = if row == 0 { "  pairs" } else { "" };
            line(title, format!("{} for {}", pair_name(checker, pair), steps(self.by_pair[pair])));
        }
        if let Some(more @ 1..) = colliding.len().checked_sub(LISTED) {
            line("", format!("and {}", plural(more, "more pair", "more pairs")));
        }
        let always: Vec<String> = (colliding.iter().filter(|&&pair| self.by_pair[pair] == self.steps))
            .map(|&pair| checker.names(pair))
            .map(|(a, b)| format!("--ignore {a} {b}"))
            .collect();
        if !always.is_empty() {
            line("hint", format!("in collision at every step; to leave out: {}", always.join(" ")));
        }
    }
}

/// The number of pairs that are checked, and of pairs that are not.
fn checked_pairs<S: Real>(checker: &Checker<'_, S>) -> String {
    let pairs = plural(checker.link_pairs().len(), "pair of links", "pairs of links");
    format!("{pairs}, not counting {} of neighbours and {} ignored", checker.neighbours(), checker.ignored())
}

fn steps(count: usize) -> String {
    plural(count, "step", "steps")
}

fn plural(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
