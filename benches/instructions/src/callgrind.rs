//! Counting instructions: the program runs itself once more under Callgrind, which counts from where a marked function
//! is entered to where it is left, and writes a profile after each time.

use std::error::Error;
use std::ffi::OsStr;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

/// A name and a figure.
pub type Count = (String, u64);

/// Does the work named. Under Callgrind its instructions are counted; the name goes to standard output, by which
/// [`count`] tells one piece of work from the next.
pub fn row(name: &str, work: &mut dyn FnMut()) {
    println!("{name}");
    counted_instructions(work);
}

/// The name of the function below, as Callgrind prints it. With a wildcard only one of two options holds.
const COUNTED: &str = "instructions::callgrind::counted_instructions";

#[inline(never)]
fn counted_instructions(work: &mut dyn FnMut()) {
    work();
    // Without this the work may be a jump, and the function be left before it.
    black_box(());
}

/// Runs this program under Callgrind, with the given argument, and returns its rows.
pub fn count(argument: &str) -> Result<Vec<Count>, Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let profile = directory.path().join("profile");
    let valgrind = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet", "--error-exitcode=1"])
        .args([format!("--toggle-collect={COUNTED}"), format!("--dump-after={COUNTED}")])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(env::current_exe()?)
        .arg(argument)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cannot run valgrind: {error}"))?;
    if !valgrind.status.success() {
        return Err(format!("valgrind: {}", valgrind.status).into());
    }
    let names = String::from_utf8(valgrind.stdout)?;
    names.lines().enumerate().map(|(i, name)| Ok((name.to_owned(), total(&profile, i + 1)?))).collect()
}

/// What a numbered profile says that was counted.
fn total(profile: &Path, number: usize) -> Result<u64, Box<dyn Error>> {
    let mut path = profile.as_os_str().to_owned();
    path.push(OsStr::new(&format!(".{number}")));
    let text = fs::read_to_string(&path).map_err(|error| format!("no profile of row {number}: {error}"))?;
    let figure = text.lines().find_map(|line| line.strip_prefix("summary: ").or(line.strip_prefix("totals: ")));
    Ok(figure.ok_or("a profile without a total")?.trim().parse()?)
}
