//! Solves the cases of a file, in any of four number systems, and prints distances, depths and times of contact as a
//! table, as JSON, or one case step by step, which it also draws.
//!
//! ```text
//! cargo run --release -p solve -- examples/cases/tour.jsonl
//! cargo run --release -p solve -- examples/cases/tour.jsonl --trace boxes-corner-to-corner --svg boxes.svg
//! cargo run --release -p solve -- --help
//! ```
//!
//! A case is a line of JSON: `{"id", "dim": 3, "a": SHAPE, "b": SHAPE, "pose_a": POSE, "pose_b": POSE}`. Shapes in
//! space are point, segment (half_length, along z), sphere (radius), box (half), capsule, cylinder and cone (radius,
//! half_height, along z), ellipsoid (radii), hull (points) and mesh (file: an OBJ or STL file, relative to the case
//! file, whose hull is meant); in the plane point, segment and capsule (along x), circle, box, ellipse and hull; in
//! both `{"shape": "rounded", "radius", "of": SHAPE}`, any other swept by a ball. Poses are `{"q": [x, y, z, w], "t":
//! [x, y, z]}` in space, `{"cs": [cos, sin], "t": [x, y]}` or `{"angle", "t"}` in the plane, or `{"m": rows}` of an
//! affine matrix.
//!
//! A case with `"query"` asks for a time: `"ray_cast"` with `"ray": {"origin", "direction", "max_time"}` and no B,
//! `"shape_cast"` with `"velocity"` (of B), `"max_time"` and `"target_distance"`, or `"time_of_impact"` with
//! `"motion_a"` and `"motion_b"`, each `{"linear", "angular"}`, instead of the velocity. In the plane `angular` is a
//! number.

mod answer;
#[path = "../../reader/case.rs"]
mod case;
#[path = "../../reader/number.rs"]
mod number;
mod options;
mod outline;
mod picture;
#[path = "../../reader/refusal.rs"]
mod refusal;
mod report;
#[path = "../../reader/space.rs"]
mod space;
mod trace;

use answer::{Answer, solve};
use case::{Case, Meshes, describe};
use options::{Options, Output, USAGE};
use picture::picture;
use refusal::Refusal;
use report::{Record, Table};
use std::collections::HashMap;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};
use svg::node::element::SVG;
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
            if let Err(problem) = cases.print_trace(id, &text, out)? {
                complain(&problem);
                return Ok(NOTHING);
            }
        }
    }
    Ok(if cases.has_problems { SOME_LINES } else { 0 })
}

/// Writes a picture to a file.
fn draw(file: &Path, picture: Result<SVG, Refusal>) -> Result<(), String> {
    let picture = picture.map_err(|refusal| format!("no picture can be drawn: {refusal}"))?;
    svg::save(file, &picture).map_err(|error| {
        let problem = match error.kind() {
            io::ErrorKind::NotFound => "there is no such directory".into(),
            _ => describe(&error),
        };
        format!("{} cannot be written: {problem}.", file.display())
    })
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

    /// Prints the steps of a case and draws them. It returns what keeps it from that, in words.
    fn print_trace(&mut self, id: &str, text: &str, out: &mut impl Write) -> io::Result<Result<(), String>> {
        for (number, line) in lines(text) {
            let Some(case) = self.case(number, line).filter(|case| case.id == id) else { continue };
            let mut trace = Trace::default();
            match self.solve(number, &case, Some(&mut trace)) {
                Ok(answer) => {
                    write!(out, "{}", trace.report(&case, &answer))?;
                    return Ok(match &self.options.svg {
                        Some(file) => draw(file, picture(&case, &answer, trace.steps())),
                        None => Ok(()),
                    });
                }
                Err(refusal) => writeln!(out, "{id}: {refusal}")?,
            }
            return Ok(Ok(()));
        }
        Ok(Err(format!("{} has no case {id:?}.", self.options.file.display())))
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
    use svg::node::element::tag::Type;
    use svg::parser::Event;

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
    fn says_why_a_picture_is_not_written() {
        let nowhere = Path::new(env!("CARGO_MANIFEST_DIR")).join("no such directory/picture.svg");
        let problem = draw(&nowhere, Ok(SVG::new())).unwrap_err();
        assert!(problem.ends_with(" cannot be written: there is no such directory."), "{problem}");
    }

    #[test]
    fn every_case_of_the_tour_is_drawn() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../cases/tour.jsonl");
        let arguments = ["solve", file, "--trace", "every", "--svg", "none"].map(Into::into);
        let options = Options::read(arguments).unwrap().unwrap();
        let text = read(&options).unwrap();
        let mut cases = Cases::new(&options);
        for (number, line) in lines(&text) {
            let case = cases.case(number, line).unwrap();
            let mut trace = Trace::default();
            let answer = cases.solve(number, &case, Some(&mut trace)).unwrap();
            let picture = picture(&case, &answer, trace.steps()).unwrap().to_string();
            let (mut names, mut panels, mut depth) = (Vec::new(), 0, 0);
            for event in svg::read(&picture).unwrap() {
                match event {
                    Event::Tag(_, Type::End, _) => depth -= 1,
                    Event::Tag(name, kind, attributes) => {
                        depth += i32::from(kind == Type::Start);
                        // The whole picture is one as well.
                        panels += usize::from(name == "svg" && depth > 1);
                        let bad = attributes.values().find(|value| value.contains("NaN") || value.contains("inf"));
                        assert!(bad.is_none(), "{}: {name} has {bad:?}", case.id);
                    }
                    Event::Text(content) => names.push(content.to_string()),
                    Event::Error(error) => panic!("{}: {error}", case.id),
                    _ => {}
                }
            }
            assert_eq!(depth, 0);
            assert!(["A", "B"].iter().all(|body| names.iter().any(|name| name == body)), "{}", case.id);
            let steps = if matches!(answer, Answer::Proximity(_)) { trace.steps().len() } else { 0 };
            assert_eq!(panels, steps.min(picture::PANELS), "{}", case.id);
        }
    }

    #[test]
    fn case_files_get_the_answers_that_they_expect() {
        for (name, rounding) in FILES {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../cases/").to_string() + name;
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
