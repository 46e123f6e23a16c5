//! The motion of the joints: a trajectory from a CSV file, or random samples within the limits.

use crate::model::{Joint, Kind, Robot};
use crate::refusal::Refusal;
use crate::report;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{RngCore, SeedableRng};
use std::f64::consts::PI;
use std::path::Path;

/// One value for each variable of a robot at each step.
#[derive(Clone, Debug)]
pub enum Motion {
    Trajectory {
        rows: Vec<Vec<f64>>,
        /// Steps between one row and the next.
        between: usize,
    },
    Samples {
        count: usize,
        seed: u64,
        /// The least and the largest value of each variable.
        ranges: Vec<(f64, f64)>,
    },
}

impl Motion {
    /// Independent samples, uniform within the joint limits; a full turn for continuous joints. The count is not zero.
    pub fn samples(robot: &Robot, count: usize, seed: u64) -> Result<Self, Refusal> {
        let range = |joint: &Joint| match joint.kind.limits() {
            (lower, upper) if lower.is_finite() && upper.is_finite() => Ok((lower, upper)),
            _ if joint.kind == Kind::Continuous => Ok((-PI, PI)),
            _ => Err(Refusal::at(format!("joint {}", joint.name), "it has no finite limits to sample within")),
        };
        Ok(Self::Samples { count, seed, ranges: robot.driven().map(range).collect::<Result<_, _>>()? })
    }

    /// Reads a trajectory: a row of joint names, in any order, then a row for each step. Other columns may be `time`
    /// and the columns that the program itself writes. Values outside the limits are refused unless `ignore_limits`.
    pub fn trajectory(robot: &Robot, path: &Path, between: usize, ignore_limits: bool) -> Result<Self, Refusal> {
        let file = std::fs::File::open(path).map_err(|error| Refusal::file(path.display(), &error))?;
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).comment(Some(b'#')).from_reader(file);
        let titles = reader.headers().map_err(|error| unreadable(path, &error))?.clone();
        let columns = columns(robot, &titles).map_err(|problem| Refusal::at(path.display(), problem))?;
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| unreadable(path, &error))?;
            let line = record.position().map_or(0, csv::Position::line);
            let value = |(joint, &column): (&Joint, &usize)| {
                read_value(joint, &record[column], ignore_limits).map_err(|problem| {
                    Refusal::at(format!("{}, line {line}: joint {}", path.display(), joint.name), problem)
                })
            };
            rows.push(robot.driven().zip(&columns).map(value).collect::<Result<_, _>>()?);
        }
        if rows.is_empty() {
            return Err(Refusal::at(path.display(), "there is no row of joint values"));
        }
        Ok(Self::Trajectory { rows, between })
    }

    /// The number of steps, at least one.
    pub fn steps(&self) -> usize {
        match self {
            Self::Trajectory { rows, between } => (rows.len() - 1) * (between + 1) + 1,
            Self::Samples { count, .. } => *count,
        }
    }

    /// The number of segments from one step to the next; samples have none.
    pub fn segments(&self) -> usize {
        match self {
            Self::Trajectory { .. } => self.steps() - 1,
            Self::Samples { .. } => 0,
        }
    }

    /// The values at a step. They do not depend on earlier calls.
    pub fn values(&self, step: usize) -> Vec<f64> {
        match self {
            Self::Trajectory { rows, between } => {
                let (row, part) = (step / (between + 1), step % (between + 1));
                if part == 0 {
                    return rows[row].clone();
                }
                let share = part as f64 / (between + 1) as f64;
                rows[row].iter().zip(&rows[row + 1]).map(|(from, to)| from + (to - from) * share).collect()
            }
            Self::Samples { seed, ranges, .. } => {
                // All steps share one sequence of random numbers, in which each step has its own place.
                let mut random = Pcg64Mcg::seed_from_u64(*seed);
                random.advance(step as u128 * ranges.len() as u128);
                ranges.iter().map(|(lower, upper)| lower + (upper - lower) * unit(random.next_u64())).collect()
            }
        }
    }
}

/// A number in [0, 1), from the upper 53 of the bits, as many as an `f64` holds.
fn unit(random: u64) -> f64 {
    (random >> 11) as f64 / (1_u64 << 53) as f64
}

/// The column of each variable.
fn columns(robot: &Robot, titles: &csv::StringRecord) -> Result<Vec<usize>, String> {
    for (number, title) in titles.iter().enumerate() {
        if titles.iter().take(number).any(|other| other == title) {
            return Err(format!("there are two columns {title}"));
        }
        if robot.driven().any(|joint| joint.name == title) || title == "time" || report::COLUMNS.contains(&title) {
            continue;
        }
        return Err(match robot.joints.iter().find(|joint| joint.name == title) {
            Some(joint) if joint.drive.is_none() => format!("column {title}: the joint is fixed"),
            Some(_) => format!("column {title}: the joint mimics another one, leave it out"),
            None => {
                let names: Vec<&str> = robot.driven().map(|joint| joint.name.as_str()).collect();
                format!("column {title} is no joint of {}; its joints are {}", robot.name, names.join(", "))
            }
        });
    }
    let column = |joint: &Joint| {
        let missing = || format!("there is no column for joint {}", joint.name);
        titles.iter().position(|title| title == joint.name).ok_or_else(missing)
    };
    robot.driven().map(column).collect()
}

fn read_value(joint: &Joint, text: &str, ignore_limits: bool) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| format!("\"{text}\" is not a number"))?;
    let (lower, upper) = joint.kind.limits();
    if !value.is_finite() {
        Err(format!("{text} is not finite"))
    } else if (lower..=upper).contains(&value) || ignore_limits {
        Ok(value)
    } else {
        Err(format!("{text} is outside its limits, {lower} to {upper}"))
    }
}

/// An error of the CSV reader, with the line.
fn unreadable(path: &Path, error: &csv::Error) -> Refusal {
    let line = error.position().map_or(String::new(), |position| format!(", line {}", position.line()));
    let place = format!("{}{line}", path.display());
    match error.kind() {
        csv::ErrorKind::Io(error) => Refusal::file(place, error),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            Refusal::at(place, format!("{len} columns where the first line has {expected_len}"))
        }
        csv::ErrorKind::Utf8 { .. } => Refusal::at(place, "it is not text in UTF-8"),
        _ => Refusal::at(place, error),
    }
}
