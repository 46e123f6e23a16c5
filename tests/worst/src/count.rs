//! Counts the instructions of cases on a microcontroller under QEMU, and climbs from them: a change of a case that takes
//! no fewer instructions takes its place. Prints the instructions of each, and the case.

use core::ffi::CStr;
use core::hint::black_box;
use core::panic::PanicInfo;
use cortex_m_rt::entry;
use gjk::{Support, Vec3, Workspace};
use semihosting::experimental::env;
use semihosting::fs::File;
use semihosting::io::Read;
use semihosting::{println, process};
use worst::meter::Meter;
use worst::{Case, Number, Pair, Random, TEXT, Visitor};

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    println!("{info}");
    process::exit(101)
}

/// About what a change takes beside the query, in instructions.
const OVERHEAD: u32 = 10_000;

struct Count(Meter);

impl Visitor for Count {
    type Output = u32;

    fn visit<S: Number, A, B>(&self, query: u32, pair: &Pair<'_, S, A, B>) -> u32
    where
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        let mut memory = Workspace::new();
        match query {
            0 => self.0.instructions(&mut || _ = black_box(black_box(pair).intersects(()))),
            1 => self.0.instructions(&mut || _ = black_box(black_box(pair).distance(()))),
            _ => self.0.instructions(&mut || _ = black_box(black_box(pair).penetration(&mut memory, ()))),
        }
    }
}

struct Apart;

impl Visitor for Apart {
    type Output = [f32; 3];

    fn visit<S: Number, A, B>(&self, _: u32, pair: &Pair<'_, S, A, B>) -> [f32; 3]
    where
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        pair.apart(())
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
        let mut most = best.visit(&count).expect("legal bodies");
        let mut random = Random::new(number);
        let mut left = best.budget;
        while left > 0 {
            let case = best.changed(&mut random, |case| case.visit(&Apart).ok());
            let instructions = case.visit(&count).unwrap_or(0);
            left = left.saturating_sub(instructions + OVERHEAD);
            if instructions >= most {
                (best, most) = (case, instructions);
            }
        }
        println!("{most} {best}");
    }
    process::exit(0)
}
