//! Counts instructions. The program runs itself once more under Callgrind, which counts while a marked function runs
//! and writes a profile each time that function returns.

use std::error::Error;
use std::ffi::OsStr;
use std::hint::black_box;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

/// The name of a row and its number of instructions.
pub type Count = (String, u64);

/// Does a named piece of work, whose instructions Callgrind counts. Prints the name, so that [`count`] can assign the
/// profiles, which come in the same order.
pub fn row(name: &str, work: &mut dyn FnMut()) {
    println!("{name}");
    counted_instructions(work);
}

/// The name of the function below, as Callgrind prints it. With a wildcard in it, only one of the two options that name
/// it takes effect.
const COUNTED: &str = "instructions::callgrind::counted_instructions";

#[inline(never)]
fn counted_instructions(work: &mut dyn FnMut()) {
    work();
    // Prevents a tail call, with which the function would return before the work begins.
    black_box(());
}

/// Runs this program under Callgrind with the given argument, and returns its rows.
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

/// Reads the number of instructions from the profile with this number.
fn total(profile: &Path, number: usize) -> Result<u64, Box<dyn Error>> {
    let mut path = profile.as_os_str().to_owned();
    path.push(OsStr::new(&format!(".{number}")));
    let text = fs::read_to_string(&path).map_err(|error| format!("no profile of row {number}: {error}"))?;
    let figure = text.lines().find_map(|line| line.strip_prefix("summary: ").or(line.strip_prefix("totals: ")));
    Ok(figure.ok_or("a profile without a total")?.trim().parse()?)
}
