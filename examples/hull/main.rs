//! Builds the convex hull of a mesh and prints it as the source of a Rust `static`, for a program without an allocator.
//!
//! ```text
//! cargo run --release --example hull -- examples/cases/gem.obj GEM > gem.rs
//! cargo run --release --example hull -- --help
//! ```
//!
//! That program includes the file with `include!("gem.rs");` and passes `&GEM` to queries.

#[path = "../reader/mesh_file.rs"]
mod mesh_file;
mod source;

use fixed::types::{I16F16, I32F32};
use gjk::{Error, PolyhedronBuilder, Vec3};
use source::Literal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, thread};

const USAGE: &str = "\
usage: hull MESH NAME [options]

Prints the hull of an OBJ or STL file as a static of the given name.

  --scalar S    f32 (default), f64, i16f16 or i32f32
  --scale X     all lengths times X
  --at-most N   keep the N vertices that lie farthest out; a comment says how far outside the others may be
";

/// The largest numbers of points and vertices that a builder can number.
const POINTS: usize = 65_535;
const VERTICES: usize = 10_924;

struct Options {
    mesh: PathBuf,
    name: String,
    scalar: String,
    scale: f64,
    at_most: usize,
}

fn main() -> ExitCode {
    // The builder is made on the stack before it moves to the heap.
    let run = || options().and_then(|options| options.map_or(Ok(USAGE.into()), |options| source(&options)));
    let thread = thread::Builder::new().stack_size(1 << 26).spawn(run);
    let outcome = thread.map(|thread| thread.join().unwrap_or_else(|_| Err("it panicked".into())));
    match outcome.unwrap_or_else(|error| Err(error.to_string())) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Reads the command line. It returns `None` if help is asked for.
fn options() -> Result<Option<Options>, String> {
    use lexopt::prelude::{Long, Short, Value, ValueExt};
    let (mut given, mut scalar, mut scale, mut at_most) = (Vec::new(), String::from("f32"), 1.0, VERTICES);
    let mut parser = lexopt::Parser::from_iter(env::args_os());
    let mut read = || -> Result<bool, lexopt::Error> {
        while let Some(argument) = parser.next()? {
            match argument {
                Long("scalar") => scalar = parser.value()?.string()?.to_lowercase(),
                Long("scale") => scale = parser.value()?.parse()?,
                Long("at-most") => at_most = parser.value()?.parse()?,
                Short('h') | Long("help") => return Ok(false),
                Value(value) => given.push(value.string()?),
                _ => return Err(argument.unexpected()),
            }
        }
        Ok(true)
    };
    let is_run = read().map_err(|error| format!("{error}; --help says what there is"))?;
    match given.as_slice() {
        _ if !is_run => Ok(None),
        [mesh, name] => Ok(Some(Options { mesh: mesh.into(), name: name.clone(), scalar, scale, at_most })),
        _ => Err("a mesh and a name are needed; --help says more".into()),
    }
}

fn source(options: &Options) -> Result<String, String> {
    let points = read(&options.mesh).map_err(|problem| format!("{}: {problem}", options.mesh.display()))?;
    let points: Vec<_> = points.into_iter().map(|point| point.map(|x| x * options.scale)).collect();
    match options.scalar.as_str() {
        "f32" => hull(&points, options, |x| Some(x as f32)),
        "f64" => hull(&points, options, Some),
        "i16f16" => hull(&points, options, I16F16::checked_from_num),
        "i32f32" => hull(&points, options, I32F32::checked_from_num),
        other => Err(format!("there is no scalar {other}; --help says which there are")),
    }
}

fn read(mesh: &Path) -> Result<Vec<[f64; 3]>, String> {
    mesh_file::Format::of(mesh)?.points(fs::read(mesh).map_err(|error| error.to_string())?)
}

fn hull<S: Literal>(
    points: &[[f64; 3]],
    options: &Options,
    number: impl Fn(f64) -> Option<S>,
) -> Result<String, String> {
    let point = |point: &[f64; 3]| {
        let [x, y, z] = point.map(&number);
        Some(Vec3::new(x?, y?, z?))
    };
    let points: Option<Vec<Vec3<S>>> = points.iter().map(point).collect();
    let points = points.ok_or_else(|| Error::OutOfRange.to_string())?;
    let mut builder = Box::new(PolyhedronBuilder::<S, POINTS, VERTICES>::new());
    let found = builder.build_at_most(options.at_most, &points).map_err(|error| error.to_string())?;
    let loss = match found.error {
        error if error == S::NIL => String::new(),
        error => format!("; no point is farther outside than {error:?}"),
    };
    let (name, hull) = (options.mesh.file_name().unwrap_or_default().to_string_lossy(), found.hull);
    Ok(format!("// The hull of {name}: {} vertices{loss}.\n{}", hull.len(), source::of(&hull, &options.name)))
}
