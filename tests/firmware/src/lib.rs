//! The library on microcontrollers: answers held against closed forms, instructions counted, stack measured.
//!
//! One program per scalar runs a table of pairs, which `build.rs` makes from a seed, with their answers. It prints what
//! failed and exits with the number of failures. Where the flash is large the bodies keep their types, as in most
//! users' programs, and the library is there once for each; elsewhere they are asked through `&dyn Support`.

#![no_std]

mod meter;
mod number;
mod pairs;

use core::hint::black_box;
use core::panic::PanicInfo;
#[cfg(target_arch = "arm")]
pub use cortex_m_rt::entry;
use gjk::{Error, Penetration, Pose, Proximity, Query, Separation, Support, Vec2, Vec3, Workspace};
use meter::Meter;
use number::Number;
use pairs::{Balls, Body, CASES, Capsules, Case, Cuboids, Cylinders, Hulls, Polygons, Shape, Space};
#[cfg(target_arch = "riscv32")]
pub use riscv_rt::entry;
use semihosting::{println, process};

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    println!("{info}");
    process::exit(101)
}

/// Vertices of a workspace.
pub const VERTICES: usize = if cfg!(ram_16k) { 32 } else { 64 };

/// Workspaces with the facets that this many vertices need.
pub type Spatial<S> = Workspace<Vec3<S>, VERTICES, { 2 * VERTICES - 4 }>;
pub type Planar<S> = Workspace<Vec2<S>, VERTICES, VERTICES>;

/// The program for one scalar, with its workspaces in static variables.
#[macro_export]
macro_rules! program {
    ($scalar:ty) => {
        static mut SPATIAL: $crate::Spatial<$scalar> = $crate::Spatial::<$scalar>::new();
        static mut PLANAR: $crate::Planar<$scalar> = $crate::Planar::<$scalar>::new();

        #[$crate::entry]
        fn main() -> ! {
            // SAFETY: borrowed once, here.
            let (spatial, planar) = unsafe { (&mut *(&raw mut SPATIAL), &mut *(&raw mut PLANAR)) };
            $crate::run(spatial, planar)
        }
    };
}

/// What the board has too little of for a scalar.
fn lack<S: Number>() -> Option<&'static str> {
    if cfg!(flash_256k) && size_of::<S::Area>() > 8 {
        Some("flash for a program with arithmetic of 128 bits")
    } else if cfg!(ram_16k) && size_of::<S>() > 4 {
        Some("RAM for the stack and the workspaces")
    } else {
        None
    }
}

/// Runs all pairs of one scalar and exits.
pub fn run<S: Number>(spatial: &mut Spatial<S>, planar: &mut Planar<S>) -> ! {
    if let Some(lack) = lack::<S>() {
        println!("{}: left out, this board has not enough {lack}", S::NAME);
        process::exit(0)
    }
    workspaces::<S>();
    let mut bench = Bench { meter: Meter::new(), failures: 0 };
    bench.shape::<_, Cuboids, _, _>("cuboids", &pairs::CUBOIDS, spatial);
    bench.shape::<_, Balls, _, _>("balls", &pairs::BALLS, spatial);
    bench.shape::<_, Capsules, _, _>("capsules", &pairs::CAPSULES, spatial);
    bench.shape::<_, Hulls, _, _>("hulls_of_8", &pairs::HULLS_8, spatial);
    bench.shape::<_, Hulls, _, _>("hulls_of_32", &pairs::HULLS_32, spatial);
    bench.shape::<_, Cylinders, _, _>("cylinders", &pairs::CYLINDERS, spatial);
    bench.shape::<_, Cuboids, _, _>("rectangles", &pairs::RECTANGLES, planar);
    bench.shape::<_, Polygons, _, _>("polygons_of_8", &pairs::POLYGONS, planar);
    bench.shape::<_, Balls, _, _>("circles", &pairs::CIRCLES, planar);
    println!("{}: {} failures", S::NAME, bench.failures);
    process::exit(bench.failures.min(100))
}

/// Prints the sizes of workspaces.
fn workspaces<S: Number>() {
    for (about, size) in [
        ("3D, 64 vertices", size_of::<Workspace<Vec3<S>, 64, 124>>()),
        ("3D, 32 vertices", size_of::<Workspace<Vec3<S>, 32, 60>>()),
        ("2D, 64 vertices", size_of::<Workspace<Vec2<S>, 64, 64>>()),
        ("2D, 32 vertices", size_of::<Workspace<Vec2<S>, 32, 32>>()),
    ] {
        println!("{} workspace {about}: {size} bytes", S::NAME);
    }
}

/// The queries that are measured, by the order of their figures.
const QUERIES: [&str; 4] = ["intersects", "distance", "penetration", "proximity"];
/// How the bodies of a table's rows lie: the first two apart, the others overlapping.
const REGIMES: [&str; 4] = ["far", "near", "shallow", "deep"];
/// An answer may be this many rounding steps off: the library's promise, where coordinates in the world count as sizes.
const STEPS: f64 = 4.0;

/// Two bodies of one type at their poses.
struct Pair<'b, V: Space, B: ?Sized> {
    bodies: [&'b B; 2],
    poses: [Pose<V>; 2],
}

// Each query out of line, so that its instructions and its stack are its own.
impl<V: Space, B: Support<Vector = V> + ?Sized> Pair<'_, V, B> {
    #[inline(never)]
    fn intersects(&self) -> bool {
        let ([a, b], [at_a, at_b]) = (self.bodies, self.poses);
        Query::new().poses(at_a, at_b).intersects(a, b)
    }

    #[inline(never)]
    fn distance(&self) -> Separation<V> {
        let ([a, b], [at_a, at_b]) = (self.bodies, self.poses);
        Query::new().poses(at_a, at_b).distance(a, b)
    }

    #[inline(never)]
    fn penetration<const M: usize, const N: usize>(&self, memory: &mut Workspace<V, M, N>) -> Option<Penetration<V>> {
        let ([a, b], [at_a, at_b]) = (self.bodies, self.poses);
        Query::new().poses(at_a, at_b).workspace(memory).penetration(a, b)
    }

    #[inline(never)]
    fn proximity<const M: usize, const N: usize>(&self, memory: &mut Workspace<V, M, N>) -> Proximity<V> {
        let ([a, b], [at_a, at_b]) = (self.bodies, self.poses);
        Query::new().poses(at_a, at_b).workspace(memory).proximity(a, b)
    }
}

struct Bench {
    meter: Meter,
    failures: i32,
}

impl Bench {
    /// All pairs of one shape: checks the answers, prints instructions and stack.
    #[inline(never)]
    fn shape<V: Space, K: Shape<V>, const M: usize, const N: usize>(
        &mut self,
        name: &str,
        table: &[[Case; CASES]; REGIMES.len()],
        memory: &mut Workspace<V, M, N>,
    ) {
        let mut stacks = [Some(0); QUERIES.len()];
        for (regime, cases) in REGIMES.iter().zip(table) {
            let mut counts = [[0; CASES]; QUERIES.len()];
            for (row, case) in cases.iter().enumerate() {
                let mut measure = |query: usize, f: &mut dyn FnMut()| {
                    counts[query][row] = self.meter.instructions(f);
                    stacks[query] = meter::stack_of(f).zip(stacks[query]).map(|(new, old)| new.max(old));
                };
                let wrong = case_of::<V, K, M, N>(case, memory, &mut measure).expect("every row is legal");
                for (query, wrong) in QUERIES.iter().zip(wrong) {
                    let Some(wrong) = wrong else { continue };
                    println!("FAILED {} {name} {query} {regime} {row}: {wrong:?}", V::Scalar::NAME);
                    self.failures += 1;
                }
            }
            for (query, counts) in QUERIES.iter().zip(&mut counts) {
                counts.sort_unstable();
                let (median, worst) = (counts[CASES / 2], counts[CASES - 1]);
                println!("{} {name} {query} {regime}: {median} instructions, at most {worst}", V::Scalar::NAME);
            }
        }
        for (query, stack) in QUERIES.iter().zip(stacks) {
            match stack {
                Some(bytes) => println!("{} {name} {query} stack: {bytes} bytes", V::Scalar::NAME),
                None => {
                    println!("FAILED {} {name} {query} stack: more than is free", V::Scalar::NAME);
                    self.failures += 1;
                }
            }
        }
    }
}

/// What is wrong with an answer.
#[derive(Debug)]
enum Wrong {
    /// Apart instead of overlapping, or the other way round.
    Class,
    /// A number is off by this many rounding steps.
    Steps(#[allow(dead_code, reason = "it is printed")] i64),
}

/// Makes the bodies of a row, measures the queries on them and checks their answers.
#[inline(never)]
fn case_of<V: Space, K: Shape<V>, const M: usize, const N: usize>(
    case: &Case,
    memory: &mut Workspace<V, M, N>,
    measure: &mut dyn FnMut(usize, &mut dyn FnMut()),
) -> Result<[Option<Wrong>; QUERIES.len()], Error> {
    let [first, second] = &case.bodies;
    let points = |body: &Body| {
        let mut points = [V::ZERO; 32];
        points.iter_mut().zip(body.points).for_each(|(point, &units)| *point = V::vector(units));
        points
    };
    let (first_points, second_points) = (points(first), points(second));
    let a = K::make(first, first_points.get(..first.points.len()).unwrap_or(&[]))?;
    let b = K::make(second, second_points.get(..second.points.len()).unwrap_or(&[]))?;
    #[cfg(typed)]
    let bodies = [&a, &b];
    #[cfg(not(typed))]
    let bodies: [&dyn Support<Vector = V>; 2] = [&a, &b];
    let pair = Pair { bodies, poses: [first.pose()?, second.pose()?] };
    let pair = black_box(&pair);

    measure(0, &mut || _ = black_box(black_box(pair).intersects()));
    measure(1, &mut || _ = black_box(black_box(pair).distance()));
    measure(2, &mut || _ = black_box(black_box(pair).penetration(memory)));
    measure(3, &mut || _ = black_box(black_box(pair).proximity(memory)));

    let truth = case.signed_distance;
    let step = V::Scalar::step(first.extent().max(second.extent()));
    let slack = STEPS * step + V::Scalar::tolerance() * truth.abs();
    let off = |found: V::Scalar, truth: f64| (found.to_f64() - truth).abs();
    let verdict = |is_class: bool, error: f64| match error <= slack {
        _ if !is_class => Some(Wrong::Class),
        true => None,
        false => Some(Wrong::Steps((error / step) as i64)),
    };
    let is_apart = truth > 0.0;
    let gap = pair.distance();
    let overlap = pair.penetration(memory);
    let either = pair.proximity(memory);
    let distance = truth.max(0.0);
    Ok([
        verdict(pair.intersects() != is_apart, 0.0),
        verdict(true, off(gap.distance, distance).max(off(gap.lower_bound, distance))),
        verdict(
            overlap.is_some() != is_apart,
            overlap.map_or(0.0, |overlap| {
                let lower = overlap.lower_bound.to_f64() + truth;
                off(overlap.depth, -truth).max(off(overlap.upper_bound, -truth)).max(lower)
            }),
        ),
        verdict(matches!(either, Proximity::Separated(_)) == is_apart, off(either.signed_distance(), truth)),
    ])
}
