//! Counts the instructions of cases on a microcontroller under QEMU, and searches worse cases by hill climbing: a
//! changed case that takes no fewer instructions replaces the case. Prints each resulting case with its instructions.

#[path = "../../firmware/src/meter.rs"]
#[expect(dead_code, reason = "the stack is not measured here")]
mod meter;

use core::ffi::CStr;
use core::hint::black_box;
use core::panic::PanicInfo;
use cortex_m_rt::entry;
use gjk::{Support, Vec3, Workspace};
use meter::Meter;
use semihosting::experimental::env;
use semihosting::fs::File;
use semihosting::io::Read;
use semihosting::{println, process};
use worst::{Case, Cost, Measure, Number, Pair, Random, TEXT};

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    println!("{info}");
    process::exit(101)
}

/// The approximate instructions of a change, without the query.
const OVERHEAD: u32 = 10_000;

struct Count(Meter);

impl Measure for Count {
    fn ask<S: Number, A, B>(&self, query: u32, pair: &Pair<'_, S, A, B>) -> Cost
    where
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        let mut memory = Workspace::new();
        let all = match query {
            0 => self.0.instructions(&mut || _ = black_box(black_box(pair).intersects(()))),
            1 => self.0.instructions(&mut || _ = black_box(black_box(pair).distance(()))),
            2 => self.0.instructions(&mut || _ = black_box(black_box(pair).penetration(&mut memory, ()))),
            _ => return pair.apart(()),
        };
        Cost { all, ..Cost::default() }
    }
}

#[entry]
fn main() -> ! {
    // The file is the first argument after the name of the program.
    let arguments = env::args::<1024>().expect("there is a command line");
    let name = (&arguments).nth(1).expect("a file is named").expect("its name is text");
    let mut path = [0; 1024];
    path[..name.len()].copy_from_slice(name.as_bytes());
    let path = CStr::from_bytes_until_nul(&path).expect("it ends");
    let (mut file, count) = (File::open(path).expect("the file is there"), Count(Meter::new()));
    let mut line = [0; TEXT];
    for number in 0.. {
        if file.read_exact(&mut line).is_err() {
            break;
        }
        let mut best = str::from_utf8(&line).ok().and_then(Case::parse).expect("a case");
        let mut most = best.ask(&count).expect("legal bodies").all;
        let (mut left, mut random) = (best.budget, Random::new(number));
        while left > 0 {
            let case = best.changed(&mut random, &count);
            let instructions = case.ask(&count).map_or(0, |cost| cost.all);
            left = left.saturating_sub(instructions + OVERHEAD);
            if instructions >= most {
                (best, most) = (case, instructions);
            }
        }
        println!("{most} {best}");
    }
    process::exit(0)
}
