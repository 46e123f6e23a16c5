//! Tests that every target computes the same bits.
//!
//! There is one corpus of pairs of bodies, for every scalar and both dimensions. It is drawn as integers and converted
//! to scalars by exact operations, so that the input is the same on all targets. A case records every bit of every
//! answer, and prints their hash in its line. `run` builds the programs for each target and compares their output.
//!
//! The file `answers` has the hashes of a larger corpus, computed on the host: they tell whether a change of the code
//! has changed an answer.
//!
//! With the argument `--show CASE` a program prints the bits of one case instead. With `--spoil CASE` it puts a fault
//! into a case. With `--repeat COUNT` there are that many cases for each pair of kinds of bodies.

#![no_std]

mod body;
mod case;
mod draw;
mod number;
pub mod platform;
mod record;

use body::Space;
use case::{Case, Memory};
use core::fmt::{self, Write};
use gjk::{Vec2, Vec3};
use number::Number;
use record::{Hash, Record};

/// The arguments of a program. The numbers of cases continue from one dimension to the other.
#[derive(Clone, Copy, Default)]
pub struct Request {
    /// Only print the bits of this case.
    pub show: Option<u32>,
    /// Put a fault into this case.
    pub spoil: Option<u32>,
    /// The number of cases for each pair of kinds of bodies, if it is not one.
    pub repeat: Option<u32>,
}

impl Request {
    /// Parses arguments; `None` if they are invalid.
    pub fn parse<'a>(mut arguments: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut request = Self::default();
        while let Some(name) = arguments.next() {
            let number = arguments.next()?.parse().ok()?;
            match name {
                "--show" => request.show = Some(number),
                "--spoil" => request.spoil = Some(number),
                "--repeat" => request.repeat = Some(number),
                _ => return None,
            }
        }
        Some(request)
    }
}

/// Runs the corpus in one scalar.
pub fn run<S: Number>(request: Request, out: &mut dyn Write) -> fmt::Result {
    let planar = run_in::<Vec2<S>>(0, request, out)?;
    run_in::<Vec3<S>>(planar, request, out).map(|_| ())
}

/// Runs the corpus in one scalar and one dimension, and returns the number of cases. `first` is the number of the first
/// one.
fn run_in<V: Space>(first: u32, request: Request, out: &mut dyn Write) -> Result<u32, fmt::Error> {
    let (scalar, dimension) = (<V::Scalar as Number>::NAME, V::NAME);
    let count = request.repeat.unwrap_or(1) * Case::pairs::<V>();
    let mut memory = Memory::<V>::new();
    let (mut all, mut intersecting) = (Hash::EMPTY, 0);
    for number in first..first + count {
        if request.show.is_some_and(|shown| shown != number) {
            continue;
        }
        let mut case = Case::new::<V>(number - first);
        if request.spoil == Some(number) {
            case.spoil();
        }
        let mut record = Record::new(if request.show.is_some() { Some(&mut *out) } else { None });
        let result = case.run(&mut memory, &mut record);
        let Record { hash, is_finite, intersects, .. } = record;
        if request.show.is_some() {
            writeln!(out)?;
        }
        write!(out, "{scalar} {dimension} {number} {case} {:016x}", hash.0)?;
        if let Err(error) = result {
            write!(out, " REFUSED: {error}")?;
        }
        writeln!(out, "{}", if is_finite { "" } else { " NOT FINITE" })?;
        all.add(hash.0);
        intersecting += u32::from(intersects);
    }
    if request.show.is_none() {
        writeln!(out, "{scalar} {dimension} all {count} intersecting {intersecting} {:016x}", all.0)?;
    }
    Ok(count)
}

/// Defines the program for one scalar, on any target.
#[macro_export]
macro_rules! program {
    ($number:ty) => {
        #[cfg(not(any(target_os = "none", target_family = "wasm")))]
        fn main() {
            $crate::platform::main::<$number>();
        }

        #[cfg(target_os = "none")]
        #[unsafe(no_mangle)]
        extern "C" fn main() -> ! {
            $crate::platform::main::<$number>()
        }

        #[cfg(target_family = "wasm")]
        #[unsafe(no_mangle)]
        extern "C" fn run(show: i32, spoil: i32) -> *const u8 {
            $crate::platform::main::<$number>(show, spoil)
        }
    };
}
