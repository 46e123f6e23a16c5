//! The options of the command line.

use lexopt::Arg::{Long, Short, Value};
use lexopt::ValueExt;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

/// The options: the first part of `--help`.
pub const USAGE: &str = "\
Solves the cases of a file: distance, depth or time of contact of two convex bodies, a case a line.

usage: cargo run --release -p solve -- [options] FILE.jsonl

  FILE.jsonl           the cases; - is standard input
  --scalar S           f32, f64, i16f16 or i32f32 [f64]
  --tolerance T        relative gap between the bounds, 0 to 1; 0 is as close as rounding allows [the library's]
  --max-iterations N   rounds of GJK, and of EPA [the library's]
  --capacity N         vertices EPA has room for: 8, 16, 32, 64, 128 or 256 [256]
  --json               one JSON object a case instead of the table
  --trace ID           the steps of one case instead of the table
  --svg FILE           with --trace: draws that case and its steps into a file as well
  --help               this text

The exit code is 1 if a line could not be used, and 2 if the file or an option could not.
examples/cases/README.md describes the cases; --help prints it.
";

/// The format of the cases: the rest of `--help`.
pub const FORMAT: &str = include_str!("../../cases/README.md");

/// The number systems.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Arithmetic {
    F32,
    F64,
    I16F16,
    I32F32,
}

/// The kind of output.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    Table,
    Json,
    Trace(String),
}

/// The options of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    pub file: PathBuf,
    pub arithmetic: Arithmetic,
    pub tolerance: Option<f64>,
    pub max_iterations: Option<u32>,
    pub capacity: usize,
    pub output: Output,
    /// The file for a picture of the traced case.
    pub svg: Option<PathBuf>,
}

impl Options {
    /// Reads the arguments after the name of the program. It returns `None` if they ask for help.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Option<Self>, lexopt::Error> {
        let mut parser = lexopt::Parser::from_iter(arguments);
        let (mut file, mut arithmetic, mut capacity) = (None, Arithmetic::F64, 256);
        let (mut tolerance, mut max_iterations, mut output, mut svg) = (None, None, Output::Table, None);
        while let Some(argument) = parser.next()? {
            match argument {
                Long("help") | Short('h') => return Ok(None),
                Long("scalar") => arithmetic = value(&mut parser, "--scalar", "f32, f64, i16f16 or i32f32", scalar)?,
                Long("tolerance") => {
                    tolerance = Some(value(&mut parser, "--tolerance", "a number from 0 to 1", fraction)?);
                }
                Long("max-iterations") => {
                    max_iterations = Some(value(&mut parser, "--max-iterations", "a whole number", number)?);
                }
                Long("capacity") => {
                    capacity = value(&mut parser, "--capacity", "8, 16, 32, 64, 128 or 256", room)?;
                }
                Long("json") if output == Output::Table => output = Output::Json,
                Long("trace") if output == Output::Table => output = Output::Trace(parser.value()?.string()?),
                Long("json" | "trace") => return Err("give --json or --trace, and only once".into()),
                Long("svg") if svg.is_none() => svg = Some(parser.value()?.into()),
                Long("svg") => return Err("give --svg only once".into()),
                Value(path) if file.is_none() => file = Some(path.into()),
                Value(_) => return Err("give one file, not several".into()),
                other => return Err(other.unexpected()),
            }
        }
        let file = file.ok_or("name a file of cases, or - for standard input")?;
        if svg.is_some() && !matches!(output, Output::Trace(_)) {
            return Err("--svg draws one case: name it with --trace ID".into());
        }
        Ok(Some(Self { file, arithmetic, tolerance, max_iterations, capacity, output, svg }))
    }
}

/// The value of an option.
fn value<T>(
    parser: &mut lexopt::Parser,
    option: &str,
    wanted: &str,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, lexopt::Error> {
    let text = parser.value()?;
    let found = text.to_str().and_then(read);
    found.ok_or_else(|| format!("{option} takes {wanted}, not {text:?}").into())
}

fn scalar(text: &str) -> Option<Arithmetic> {
    match text.to_ascii_lowercase().as_str() {
        "f32" => Some(Arithmetic::F32),
        "f64" => Some(Arithmetic::F64),
        "i16f16" => Some(Arithmetic::I16F16),
        "i32f32" => Some(Arithmetic::I32F32),
        _ => None,
    }
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

fn fraction(text: &str) -> Option<f64> {
    number(text).filter(|fraction| (0.0..=1.0).contains(fraction))
}

fn room(text: &str) -> Option<usize> {
    number(text).filter(|vertices| [8, 16, 32, 64, 128, 256].contains(vertices))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<Options>, String> {
        Options::read(["solve"].into_iter().chain(line.split_whitespace()).map(OsString::from))
            .map_err(|error| error.to_string())
    }

    #[test]
    fn reads_options_in_any_order() {
        let options = read("--scalar I16F16 - --tolerance=0 --json --capacity 64").unwrap().unwrap();
        assert_eq!((options.file.to_str(), options.arithmetic), (Some("-"), Arithmetic::I16F16));
        assert_eq!((options.tolerance, options.max_iterations), (Some(0.0), None));
        assert_eq!((options.capacity, options.output), (64, Output::Json));
        let options = read("--svg a.svg cases --trace ball").unwrap().unwrap();
        assert_eq!((options.output, options.svg), (Output::Trace("ball".into()), Some("a.svg".into())));
        assert_eq!(read("--help"), Ok(None));
    }

    #[test]
    fn says_what_an_option_takes() {
        assert_eq!(read("x --capacity 9").unwrap_err(), "--capacity takes 8, 16, 32, 64, 128 or 256, not \"9\"");
        assert_eq!(read("x --tolerance -1").unwrap_err(), "--tolerance takes a number from 0 to 1, not \"-1\"");
        assert_eq!(read("").unwrap_err(), "name a file of cases, or - for standard input");
        assert_eq!(read("x y").unwrap_err(), "give one file, not several");
        assert_eq!(read("x --svg y").unwrap_err(), "--svg draws one case: name it with --trace ID");
        assert_eq!(read("x --svg y --trace a --svg z").unwrap_err(), "give --svg only once");
        assert!(read("x --json --trace a").is_err() && read("x --what").is_err());
    }
}
