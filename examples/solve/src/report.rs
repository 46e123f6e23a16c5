//! Answers as text: the JSON objects, the table, and numbers for people.

use crate::answer::{Answer, Measured, Met};
use crate::case::{Case, Question};
use crate::refusal::Refusal;
use gjk::{Error, Status};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Display};
use std::io::{self, Write};

/// A solved or refused case, as a line of JSON.
#[derive(Debug, Serialize)]
pub struct Record<'r> {
    id: &'r str,
    status: String,
    #[serde(flatten)]
    facts: Facts<'r>,
}

/// The facts about a case.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Facts<'r> {
    Proximity(ProximityFacts<'r>),
    Motion(MotionFacts<'r>),
}

/// The time of a contact, if there is one.
#[derive(Debug, Serialize)]
struct MotionFacts<'r> {
    hit: bool,
    time: Option<f64>,
    initially_overlapping: bool,
    normal: Option<&'r [f64]>,
    point_a: Option<&'r [f64]>,
    point_b: Option<&'r [f64]>,
    lower: Option<f64>,
    upper: Option<f64>,
    iterations: Option<u32>,
    end: String,
}

/// A distance or depth. All fields are empty for a refused case.
#[derive(Debug, Default, Serialize)]
struct ProximityFacts<'r> {
    signed_distance: Option<f64>,
    normal: Option<&'r [f64]>,
    point_a: Option<&'r [f64]>,
    point_b: Option<&'r [f64]>,
    lower: Option<f64>,
    upper: Option<f64>,
    iterations: Option<u32>,
    epa_iterations: Option<u32>,
    end: Option<String>,
}

impl<'r> Record<'r> {
    /// The record of a case, or `None` for one that this program refused: the library has no word for that.
    pub fn new(id: &'r str, result: &'r Result<Answer, Refusal>) -> Option<Self> {
        let facts = match result {
            Ok(Answer::Proximity(measured)) => Facts::Proximity(ProximityFacts::new(measured)),
            Ok(Answer::Motion(met)) => Facts::Motion(MotionFacts::new(met)),
            Err(_) => Facts::Proximity(ProximityFacts::default()),
        };
        Some(Self { id, status: status(result)?, facts })
    }
}

impl<'r> ProximityFacts<'r> {
    fn new(measured: &'r Measured) -> Self {
        Self {
            signed_distance: Some(measured.signed_distance),
            normal: Some(&measured.normal),
            point_a: Some(&measured.point_a),
            point_b: Some(&measured.point_b),
            lower: measured.lower,
            upper: measured.upper,
            iterations: Some(measured.iterations),
            epa_iterations: Some(measured.epa_iterations),
            end: Some(snake_case(measured.end)),
        }
    }
}

impl<'r> MotionFacts<'r> {
    fn new(met: &'r Met) -> Self {
        let vector = |vector: &'r Vec<f64>| met.time.is_some().then_some(vector.as_slice());
        Self {
            hit: met.time.is_some(),
            time: met.time,
            initially_overlapping: met.initially_overlapping,
            normal: vector(&met.normal),
            point_a: vector(&met.point_a),
            point_b: vector(&met.point_b),
            lower: met.lower,
            upper: met.upper,
            iterations: met.iterations,
            end: snake_case(met.end),
        }
    }
}

fn status(result: &Result<Answer, Refusal>) -> Option<String> {
    match result {
        Ok(answer) if answer.end() == Status::BadSupport => Some(snake_case(answer.end())),
        Ok(_) => Some("ok".into()),
        Err(refusal) => refusal.error.map(snake_case),
    }
}

/// The name of a variant without fields, in snake case.
fn snake_case(variant: impl Debug) -> String {
    words(variant, '_')
}

/// The name of a variant without fields, as words.
pub fn words(variant: impl Debug, between: char) -> String {
    let mut text = String::new();
    for letter in format!("{variant:?}").chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push(between);
        }
        text.extend(letter.to_lowercase());
    }
    text
}

/// The table of the cases, and the number of cases of each kind.
#[derive(Debug, Default)]
pub struct Table {
    rows: Vec<[String; COLUMNS]>,
    kinds: [usize; KINDS.len()],
    ends: BTreeMap<String, usize>,
}

/// The kinds of results.
const KINDS: [&str; 7] = ["separated", "overlapping", "hit", "miss", "out of range", "refused", "unreadable"];

const COLUMNS: usize = 7;
const TITLES: [&str; COLUMNS] =
    ["case", "result", "distance, depth or time", "bounds", "normal from A to B", "rounds or poses", "status"];

impl Table {
    /// Adds a row.
    pub fn push(&mut self, id: &str, result: &Result<Answer, Refusal>) {
        let kind = match result {
            Ok(Answer::Proximity(measured)) if measured.is_separated => 0,
            Ok(Answer::Proximity(_)) => 1,
            Ok(Answer::Motion(met)) if met.time.is_some() => 2,
            Ok(Answer::Motion(_)) => 3,
            Err(refusal) if refusal.error == Some(Error::OutOfRange) => 4,
            Err(_) => 5,
        };
        self.kinds[kind] += 1;
        let (id, kind, none) = (id.to_string(), KINDS[kind].to_string(), String::new);
        self.rows.push(match result {
            Ok(answer) => {
                let end = words(answer.end(), ' ');
                *self.ends.entry(end.clone()).or_default() += 1;
                let [size, bounds, normal, rounds] = match answer {
                    Answer::Proximity(measured) => cells(measured),
                    Answer::Motion(met) => motion_cells(met),
                };
                [id, kind, size, bounds, normal, rounds, end]
            }
            Err(refusal) => {
                let error = refusal.error.map(|error| words(error, ' ')).unwrap_or_default();
                [id, kind, none(), none(), none(), none(), error]
            }
        });
    }

    /// Counts a line that holds no case.
    pub fn push_unreadable(&mut self) {
        self.kinds[6] += 1;
    }

    /// Prints the rows, aligned, and a closing line.
    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let titles = TITLES.map(String::from);
        let lines = || [&titles].into_iter().chain(&self.rows);
        let width = |column: usize| lines().map(|row| row[column].chars().count()).max().unwrap_or_default();
        let widths: [usize; COLUMNS] = std::array::from_fn(width);
        for row in lines() {
            let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
            writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
        }
        let cases: usize = self.kinds.iter().sum();
        let kinds = KINDS.into_iter().zip(self.kinds).filter(|(_, count)| *count > 0);
        let ends = self.ends.iter().map(|(end, count)| (end.as_str(), *count));
        writeln!(out, "{}: {}; {}.", counted(cases, "case"), listed(kinds), listed(ends))
    }
}

fn listed<'t>(counts: impl Iterator<Item = (&'t str, usize)>) -> String {
    let parts: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    if parts.is_empty() { "none solved".into() } else { parts.join(", ") }
}

/// The size, bounds, normal and rounds of a distance or depth.
fn cells(measured: &Measured) -> [String; 4] {
    let rounds = match (measured.iterations, measured.epa_iterations) {
        (0, 0) => "no search".into(),
        (gjk, 0) => format!("{gjk} GJK"),
        (gjk, epa) => format!("{gjk} GJK + {epa} EPA"),
    };
    let size = Digits(measured.signed_distance.abs(), 8).to_string();
    [size, bounds(measured), tuple(&measured.normal, 5), rounds]
}

/// The time, bounds, normal and poses of a cast.
fn motion_cells(met: &Met) -> [String; 4] {
    let Some(time) = met.time else { return Default::default() };
    let rounds = met.iterations.map_or(String::new(), |poses| counted(poses, "pose"));
    [Digits(time, 8).to_string(), between(met.lower, met.upper), tuple(&met.normal, 5), rounds]
}

/// The bounds of the distance or the depth.
pub fn bounds(measured: &Measured) -> String {
    if measured.is_separated {
        between(measured.lower, measured.upper)
    } else {
        between(measured.upper.map(|upper| -upper), measured.lower.map(|lower| -lower))
    }
}

/// A number of things: one round, two rounds.
pub fn counted<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    if number == N::from(1) { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

/// The name of a case, its bodies and its question.
pub fn title(case: &Case) -> String {
    let (a, b) = (case.a.name(), case.b.name());
    let bodies = match case.question {
        Question::Proximity => format!("A {a}, B {b}"),
        Question::RayCast { .. } => format!("ray cast at A {a}"),
        Question::ShapeCast { .. } => format!("shape cast of B {b} at A {a}"),
        Question::TimeOfImpact { .. } => format!("time of impact of A {a} and B {b}"),
    };
    format!("{}: {bodies}", case.id)
}

/// Two bounds.
pub fn between(from: Option<f64>, to: Option<f64>) -> String {
    let bound = |bound: Option<f64>| bound.map_or("?".into(), |bound| Digits(bound, 8).to_string());
    format!("{} .. {}", bound(from), bound(to))
}

/// The components of a vector in brackets.
pub fn tuple(vector: &[f64], digits: usize) -> String {
    let parts: Vec<String> = vector.iter().map(|&x| Digits(x, digits).to_string()).collect();
    format!("({})", parts.join(", "))
}

/// A number, and how many significant digits of it are written, without trailing zeros.
#[derive(Clone, Copy, Debug)]
pub struct Digits(pub f64, pub usize);

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value, digits) = *self;
        let scientific = format!("{value:.*e}", digits - 1);
        let exponent: Option<i32> = scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok());
        match exponent {
            _ if value == 0.0 => f.pad("0"),
            Some(exponent) if !(-4..digits as i32).contains(&exponent) => {
                let (mantissa, _) = scientific.split_once('e').unwrap_or((&scientific, ""));
                f.pad(&format!("{}e{exponent}", trimmed(mantissa)))
            }
            Some(exponent) => f.pad(trimmed(&format!("{value:.*}", (digits as i32 - 1 - exponent) as usize))),
            None => f.pad(&scientific),
        }
    }
}

/// A decimal number without trailing zeros.
fn trimmed(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_numbers_for_people() {
        let text = |value, digits| Digits(value, digits).to_string();
        assert_eq!(text(-0.0, 5), "0");
        assert_eq!(text(0.1, 8), "0.1");
        assert_eq!(text(-2.0 / 3.0, 5), "-0.66667");
        assert_eq!(text(99.9999, 5), "100");
        assert_eq!(text(123_456.0, 5), "1.2346e5");
        assert_eq!(text(1e-9, 5), "1e-9");
        assert_eq!(text(f64::NAN, 5), "NaN");
        assert_eq!(tuple(&[0.6, -0.0, 1.0], 3), "(0.6, 0, 1)");
    }

    #[test]
    fn names_variants() {
        assert_eq!(snake_case(Error::OutOfRange), "out_of_range");
        assert_eq!(words(Status::IterationLimit, ' '), "iteration limit");
    }
}
