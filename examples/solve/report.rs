//! Answers on paper: the JSON objects, the table, and how numbers are written for people.

use crate::answer::Answer;
use crate::refusal::Refusal;
use gjk::{Error, Status};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::io::{self, Write};

/// A solved or refused case, as a line of JSON.
#[derive(Debug, Serialize)]
pub struct Record<'r> {
    id: &'r str,
    status: String,
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
    /// The record of a case; none of one that the library has no word for.
    pub fn new(id: &'r str, result: &'r Result<Answer, Refusal>) -> Option<Self> {
        let answer = result.as_ref().ok();
        Some(Self {
            id,
            status: status(result)?,
            signed_distance: answer.map(|answer| answer.signed_distance),
            normal: answer.map(|answer| answer.normal.as_slice()),
            point_a: answer.map(|answer| answer.point_a.as_slice()),
            point_b: answer.map(|answer| answer.point_b.as_slice()),
            lower: answer.and_then(|answer| answer.lower),
            upper: answer.and_then(|answer| answer.upper),
            iterations: answer.map(|answer| answer.iterations),
            epa_iterations: answer.map(|answer| answer.epa_iterations),
            end: answer.map(|answer| snake_case(answer.end)),
        })
    }
}

fn status(result: &Result<Answer, Refusal>) -> Option<String> {
    match result {
        Ok(answer) if answer.end == Status::BadSupport => Some(snake_case(answer.end)),
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

/// The cases for people, and how many there are of each kind.
#[derive(Debug, Default)]
pub struct Table {
    rows: Vec<[String; COLUMNS]>,
    kinds: [usize; KINDS.len()],
    ends: BTreeMap<String, usize>,
}

/// What becomes of a line.
const KINDS: [&str; 5] = ["separated", "overlapping", "out of range", "refused", "unreadable"];

const COLUMNS: usize = 7;
const TITLES: [&str; COLUMNS] = ["case", "bodies", "distance or depth", "bounds", "normal", "GJK + EPA", "status"];

impl Table {
    /// Adds a row.
    pub fn push(&mut self, id: &str, result: &Result<Answer, Refusal>) {
        let kind = match result {
            Ok(answer) if answer.is_separated => 0,
            Ok(_) => 1,
            Err(refusal) if refusal.error == Some(Error::OutOfRange) => 2,
            Err(_) => 3,
        };
        self.kinds[kind] += 1;
        let (id, kind, none) = (id.to_string(), KINDS[kind].to_string(), String::new);
        self.rows.push(match result {
            Ok(answer) => {
                let end = words(answer.end, ' ');
                *self.ends.entry(end.clone()).or_default() += 1;
                let rounds = format!("{} + {}", answer.iterations, answer.epa_iterations);
                let distance = Digits(answer.signed_distance.abs(), 8).to_string();
                [id, kind, distance, bounds(answer), tuple(&answer.normal, 5), rounds, end]
            }
            Err(refusal) => {
                let error = refusal.error.map(|error| words(error, ' ')).unwrap_or_default();
                [id, kind, none(), none(), none(), none(), error]
            }
        });
    }

    /// Counts a line that holds no case.
    pub fn push_unreadable(&mut self) {
        self.kinds[4] += 1;
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
        writeln!(out, "{cases} cases: {}; {}.", listed(kinds), listed(ends))
    }
}

fn listed<'t>(counts: impl Iterator<Item = (&'t str, usize)>) -> String {
    let parts: Vec<String> = counts.map(|(name, count)| format!("{count} {name}")).collect();
    if parts.is_empty() { "none solved".into() } else { parts.join(", ") }
}

/// The bounds of the distance or the depth.
pub fn bounds(answer: &Answer) -> String {
    let bound = |bound: Option<f64>| bound.map_or("?".into(), |bound| Digits(bound, 8).to_string());
    let (from, to) = if answer.is_separated {
        (answer.lower, answer.upper)
    } else {
        (answer.upper.map(|upper| -upper), answer.lower.map(|lower| -lower))
    };
    format!("{} .. {}", bound(from), bound(to))
}

/// The components of a vector in brackets.
pub fn tuple(vector: &[f64], digits: usize) -> String {
    let parts: Vec<String> = vector.iter().map(|&x| Digits(x, digits).to_string()).collect();
    format!("({})", parts.join(", "))
}

/// A number with so many significant digits, without trailing zeros.
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
