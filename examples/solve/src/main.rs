//! Solves the cases of a file, in any of four number systems, and prints distances, depths and times of contact as a
//! table, as JSON, or one case step by step, which it also draws.
//!
//! ```text
//! cargo run --release -p solve -- examples/cases/tour.jsonl
//! cargo run --release -p solve -- examples/cases/tour.jsonl --trace boxes-corner-to-corner --svg boxes.svg
//! cargo run --release -p solve -- --help
//! ```
//!
//! `examples/cases/README.md` describes the cases: shapes, poses and questions. `--help` prints it.

mod answer;
#[path = "../../reader/case.rs"]
mod case;
mod labels;
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
mod stop;
mod trace;

use answer::{Answer, solve};
use case::{Case, Meshes, describe};
use options::{FORMAT, Options, Output, USAGE};
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

/// The exit code if some lines could not be used.
const SOME_LINES: u8 = 1;
/// The exit code if the file or an option could not be used.
const NOTHING: u8 = 2;

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let run = match Options::read(env::args_os()) {
        Ok(Some(options)) => run(&options, &mut out),
        Ok(None) => write!(out, "{USAGE}\n{FORMAT}").map(|()| 0),
        Err(problem) => {
            complain(&format!("{problem}\n\n{}", USAGE.trim_end()));
            Ok(NOTHING)
        }
    };
    match run.and_then(|code| out.flush().map(|()| code)) {
        Ok(code) => code.into(),
        // The reader of the output, `head` for example, has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("the output cannot be written: {error}"));
            NOTHING.into()
        }
    }
}

/// Writes to standard error. If that is closed, nobody reads it.
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

/// The text of the case file.
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

/// The cases of a file, as far as they were read.
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

    /// Prints the steps of a case and draws them. It returns the reason if that is impossible, in words.
    fn print_trace(&mut self, id: &str, text: &str, out: &mut impl Write) -> io::Result<Result<(), String>> {
        for (number, line) in lines(text) {
            let Some(case) = self.case(number, line).filter(|case| case.id == id) else { continue };
            let mut trace = Trace::default();
            match self.solve(number, &case, Some(&mut trace)) {
                Ok(answer) => {
                    match trace.report(&case, &answer) {
                        Ok(report) => write!(out, "{report}")?,
                        Err(refusal) => return Ok(Err(format!("the steps cannot be shown: {refusal}"))),
                    }
                    return Ok(match &self.options.svg {
                        Some(file) => draw(file, picture(&case, &answer, &trace)),
                        None => Ok(()),
                    });
                }
                Err(refusal) => writeln!(out, "{id}: {refusal}")?,
            }
            return Ok(Ok(()));
        }
        let readable = if self.has_problems { " that can be read" } else { "" };
        Ok(Err(format!("{} has no case {id:?}{readable}.", self.options.file.display())))
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

    /// Solves a case. A case that is out of the range of the scalar is not a fault of the file.
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

/// The lines that are not blank, with their numbers. Some editors put a byte order mark before the first line.
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

    /// Case files, and the rounding of the numbers in them: the corners of a mesh may have four decimals.
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
            assert_eq!(cases.solve(number, &case, None).unwrap(), answer, "{} is watched", case.id);
            let picture = picture(&case, &answer, &trace).unwrap().to_string();
            let (mut names, mut panels, mut depth) = (Vec::new(), 0, 0);
            for event in svg::read(&picture).unwrap() {
                match event {
                    Event::Tag(_, Type::End, _) => depth -= 1,
                    Event::Tag(name, kind, attributes) => {
                        depth += i32::from(kind == Type::Start);
                        // The whole picture is an `svg` as well.
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
            let steps = trace.steps().len() + trace.stops.len();
            assert!(steps > 0 || matches!(answer, Answer::Motion(_)), "{} has no steps", case.id);
            assert_eq!(panels, steps.min(picture::PANELS), "{}", case.id);
        }
    }

    /// Solves lines in a file of their own: the exit code, and the table.
    fn solved(name: &str, lines: &str) -> (u8, String) {
        let file = env::temp_dir().join(format!("{}-{name}.jsonl", std::process::id()));
        fs::write(&file, lines).unwrap();
        let options = Options::read(["solve".into(), file.clone().into()]).unwrap().unwrap();
        let mut table = Vec::new();
        let code = run(&options, &mut table).unwrap();
        fs::remove_file(file).unwrap();
        (code, String::from_utf8(table).unwrap())
    }

    #[test]
    fn fields_that_would_change_the_question_are_refused() {
        let case = |more: &str| {
            let balls = r#""a":{"shape":"circle","radius":1},"b":{"shape":"circle","radius":1}"#;
            solved("fields", &format!(r#"{{"dim":2,{balls}{more}}}"#))
        };
        assert_eq!(case("").0, 0);
        let wrong = [
            r#","pose_b":{"pos":[3,0]}"#,
            r#","poseb":{"t":[3,0]}"#,
            r#","querry":"shape_cast","velocity":[1,0],"max_time":1"#,
            r#","velocity":[1,0],"max_time":1"#,
            r#","a":{"shape":"circle","radius":2}"#,
            r#","pose_b":{"angle":1,"cs":[1,0]}"#,
            r#","pose_b":{"m":[[1,0,0],[0,1,0]],"t":[3,0]}"#,
        ];
        for more in wrong {
            let (code, table) = case(more);
            assert_eq!(code, SOME_LINES, "{more}");
            let closing = table.lines().last().unwrap();
            assert!(closing == "1 case: 1 unreadable; none solved." || closing == "1 case: 1 refused; none solved.");
        }
    }

    #[test]
    fn all_digits_of_a_mesh_count() {
        let stl = env::temp_dir().join(format!("{}-digits.stl", std::process::id()));
        let facet =
            "facet normal 0 0 1\nouter loop\nvertex -1 -1 0.1\nvertex 1 -1 0.1\nvertex 0 2 0.1\nendloop\nendfacet";
        fs::write(&stl, format!("solid\n{facet}\nendsolid\n")).unwrap();
        let mesh = serde_json::json!({"shape": "mesh", "file": stl.file_name().unwrap().to_str()});
        let point = r#""b":{"shape":"point"},"pose_b":{"t":[0,0,1.1]}"#;
        let (code, table) = solved("digits", &format!(r#"{{"id":"mesh","dim":3,"a":{mesh},{point}}}"#));
        fs::remove_file(stl).unwrap();
        assert!(code == 0 && table.contains("  1 .. 1  "), "{table}");
    }

    #[test]
    fn case_files_get_the_answers_that_they_expect() {
        for (name, rounding) in FILES {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../cases/").to_string() + name;
            // The packaged crate is without the arm.
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
                // Allows for the tolerance of curved pairs and for rounding.
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
