//! Solves the cases of a file, in any of four number systems, and prints distances, depths and times of contact as a table, as JSON, or
//! one case step by step.
//!
//! ```text
//! cargo run --release --example solve -- examples/cases/tour.jsonl
//! cargo run --release --example solve -- --help
//! ```
//!
//! A case is a line of JSON: `{"id", "dim": 3, "a": SHAPE, "b": SHAPE, "pose_a": POSE, "pose_b": POSE}`. Shapes in
//! space are point, segment (half_length, along z), sphere (radius), box (half), capsule, cylinder and cone (radius,
//! half_height, along z), ellipsoid (radii), hull (points) and mesh (file: an OBJ or STL file, relative to the case
//! file, whose hull is meant); in the plane point, segment and capsule (along x), circle, box, ellipse and hull. Poses
//! are `{"q": [x, y, z, w], "t": [x, y, z]}` in space, `{"cs": [cos, sin], "t": [x, y]}` or `{"angle", "t"}` in the
//! plane, or `{"m": rows}` of an affine matrix.
//!
//! A case with `"query"` asks for a time: `"ray_cast"` with `"ray": {"origin", "direction", "max_time"}` and no B,
//! `"shape_cast"` with `"velocity"` (of B), `"max_time"` and `"target_distance"`, or `"time_of_impact"` with `"motion_a"`
//! and `"motion_b"`, each `{"linear", "angular"}`, instead of the velocity. In the plane `angular` is a number.

mod answer;
mod case;
mod number;
mod options;
mod refusal;
mod report;
mod space;
mod trace;

use answer::{Answer, solve};
use case::{Case, Meshes, describe};
use options::{Options, Output, USAGE};
use refusal::Refusal;
use report::{Record, Table};
use std::collections::HashMap;
use std::io::{self, BufWriter, Read, Write};
use std::process::ExitCode;
use std::{env, fs};
use trace::Trace;

/// The exit code where some lines could not be used.
const SOME_LINES: u8 = 1;
/// The exit code where nothing could be done.
const NOTHING: u8 = 2;

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let run = match Options::read(env::args_os()) {
        Ok(Some(options)) => run(&options, &mut out),
        Ok(None) => out.write_all(USAGE.as_bytes()).map(|()| 0),
        Err(problem) => {
            complain(&format!("{problem}\n\n{}", USAGE.trim_end()));
            Ok(NOTHING)
        }
    };
    match run.and_then(|code| out.flush().map(|()| code)) {
        Ok(code) => code.into(),
        // Whoever read the output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("the output cannot be written: {error}"));
            NOTHING.into()
        }
    }
}

/// Says something on standard error; if that is closed, nobody wants to know.
fn complain(sentence: &str) {
    _ = writeln!(io::stderr(), "{sentence}");
}

fn run(options: &Options, out: &mut impl Write) -> io::Result<u8> {
    let text = match read(options) {
        Ok(text) => text,
        Err(problem) => {
            complain(&format!("{} cannot be used: {problem}.", options.file.display()));
            return Ok(NOTHING);
        }
    };
    let mut cases = Cases::new(options);
    match &options.output {
        Output::Table => cases.print_table(&text, out)?,
        Output::Json => cases.print_json(&text, out)?,
        Output::Trace(id) => {
            if !cases.print_trace(id, &text, out)? {
                complain(&format!("{} has no case {id:?}.", options.file.display()));
                return Ok(NOTHING);
            }
        }
    }
    Ok(if cases.has_problems { SOME_LINES } else { 0 })
}

/// All of the case file.
fn read(options: &Options) -> Result<String, String> {
    let mut text = String::new();
    let read = if options.file.as_os_str() == "-" {
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        fs::read_to_string(&options.file)
    };
    match read {
        Ok(text) if text.trim().is_empty() => Err("it is empty".into()),
        Ok(text) => Ok(text),
        Err(error) => Err(describe(&error)),
    }
}

/// The cases of a file, and what was wrong with them.
struct Cases<'o> {
    options: &'o Options,
    meshes: Meshes,
    /// The lines on which ids were first seen.
    first_lines: HashMap<String, usize>,
    has_problems: bool,
}

impl<'o> Cases<'o> {
    fn new(options: &'o Options) -> Self {
        let meshes = Meshes::new(options.file.parent().unwrap_or("".as_ref()));
        Self { options, meshes, first_lines: HashMap::new(), has_problems: false }
    }

    fn print_table(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let mut table = Table::default();
        for (number, line) in lines(text) {
            match self.case(number, line) {
                Some(case) => table.push(&case.id, &self.solve(number, &case, None)),
                None => table.push_unreadable(),
            }
        }
        table.print(out)
    }

    fn print_json(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        for (number, line) in lines(text) {
            if let Some(case) = self.case(number, line)
                && let Some(record) = Record::new(&case.id, &self.solve(number, &case, None))
            {
                serde_json::to_writer(&mut *out, &record)?;
                writeln!(out)?;
            }
        }
        Ok(())
    }

    /// Is there such a case?
    fn print_trace(&mut self, id: &str, text: &str, out: &mut impl Write) -> io::Result<bool> {
        for (number, line) in lines(text) {
            let Some(case) = self.case(number, line).filter(|case| case.id == id) else { continue };
            let mut trace = Trace::default();
            match self.solve(number, &case, Some(&mut trace)) {
                Ok(answer) => write!(out, "{}", trace.report(&case, &answer))?,
                Err(refusal) => writeln!(out, "{id}: {refusal}")?,
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// Reads a line.
    fn case(&mut self, number: usize, line: &str) -> Option<Case> {
        match Case::read_with(line, number, &mut self.meshes) {
            Ok(case) => {
                if let Some(first) = self.first_lines.insert(case.id.clone(), number) {
                    self.complain(number, &format!("the id {:?} was used before, in line {first}", case.id));
                }
                Some(case)
            }
            Err(refusal) => {
                self.complain(number, &refusal);
                None
            }
        }
    }

    /// Solves a case; one that the scalar cannot hold is no fault of the file.
    fn solve(&mut self, number: usize, case: &Case, trace: Option<&mut Trace>) -> Result<Answer, Refusal> {
        let result = solve(case, self.options, trace);
        if let Err(refusal) = &result
            && refusal.error != Some(gjk::Error::OutOfRange)
        {
            self.complain(number, refusal);
        }
        result
    }

    fn complain(&mut self, line: usize, problem: &impl ToString) {
        self.has_problems = true;
        complain(&format!("{}:{line}: {}", self.options.file.display(), problem.to_string()));
    }
}

/// The lines that are not blank, and their numbers. Some editors put a mark before the first.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.trim_start_matches('\u{feff}').lines()).filter(|(_, line)| !line.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use options::Arithmetic;

    #[derive(serde::Deserialize)]
    struct Known {
        expect: Option<Expectation>,
    }

    /// A signed distance, or a time and whether there is one.
    #[derive(serde::Deserialize)]
    struct Expectation {
        signed_distance: Option<f64>,
        hit: Option<bool>,
        time: Option<f64>,
    }

    /// Case files, and how far the numbers in them are rounded: the corners of a mesh may have four decimals.
    const FILES: [(&str, f64); 2] = [("tour.jsonl", 0.0), ("arm.jsonl", 1e-8)];

    #[test]
    fn case_files_get_the_answers_that_they_expect() {
        for (name, rounding) in FILES {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cases/").to_string() + name;
            // The packaged crate has no arm.
            if name == "arm.jsonl" && !fs::exists(&file).unwrap() {
                continue;
            }
            let arguments = ["solve", file.as_str()].map(Into::into);
            let options = Options::read(arguments).unwrap().unwrap();
            assert_eq!(options.arithmetic, Arithmetic::F64);
            let text = read(&options).unwrap();
            let mut cases = Cases::new(&options);
            for (number, line) in lines(&text) {
                let case = cases.case(number, line).unwrap();
                let Some(expected) = serde_json::from_str::<Known>(line).unwrap().expect else { continue };
                let allowed = |expected: f64| rounding + 1e-8 * expected.abs() + 1e-14;
                // The tolerance of curved pairs, and rounding.
                let check = |found: Option<f64>, expected: Option<f64>| {
                    let is_right = match (found, expected) {
                        (Some(found), Some(expected)) => (found - expected).abs() <= allowed(expected),
                        (found, expected) => found == expected,
                    };
                    assert!(is_right, "{name}, {}: {found:?}, not {expected:?}", case.id);
                };
                match cases.solve(number, &case, None).unwrap() {
                    Answer::Proximity(found) => check(Some(found.signed_distance), expected.signed_distance),
                    Answer::Motion(found) => {
                        assert_eq!(Some(found.time.is_some()), expected.hit, "{name}, {}", case.id);
                        check(found.time, expected.time);
                    }
                }
            }
            assert!(!cases.has_problems);
        }
    }
}
