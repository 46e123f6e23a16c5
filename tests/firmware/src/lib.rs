//! Tests the library on microcontrollers: compares answers with closed forms, counts instructions, measures stack.
//!
//! One program per scalar runs a table of pairs with known answers, which `build.rs` makes from a seed. The program
//! prints failures and exits with their number. On boards with a large flash, bodies have static types, as in most
//! users' programs, and there is a copy of the library for each; on other boards queries take `&dyn Support`.

#![no_std]

mod meter;
mod number;
mod pairs;

use core::hint::black_box;
use core::panic::PanicInfo;
#[cfg(target_arch = "arm")]
pub use cortex_m_rt::entry;
use gjk::{
    AngularOf, Cuboid, Error, Faceted, Gradient, Impact, Manifold, Motion, Penetration, Pose, Proximity, Query, Ray,
    Scalar, Separation, Status, Vec2, Vec3, WarmStart, Workspace,
};
use meter::Meter;
use number::Number;
use pairs::{
    Balls, Body, CASES, Capsules, Case, Cuboids, Cylinders, Hulls, Motions, Polygons, Polyhedra, Shape, Space,
};
#[cfg(target_arch = "riscv32")]
pub use riscv_rt::entry;
use semihosting::{println, process};

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    println!("{info}");
    process::exit(101)
}

/// The number of vertices of a workspace.
pub const VERTICES: usize = if cfg!(little_ram) { 32 } else { 64 };

/// A workspace with the number of facets that this many vertices need.
pub type Spatial<S> = Workspace<Vec3<S>, VERTICES, { 2 * VERTICES - 4 }>;
pub type Planar<S> = Workspace<Vec2<S>, VERTICES, VERTICES>;

/// Defines the program for one scalar, with its workspaces in static variables. It calls `run`, or the function that is
/// named.
#[macro_export]
macro_rules! program {
    ($scalar:ty) => {
        $crate::program!($scalar, run);
    };
    ($scalar:ty, $run:ident) => {
        static mut SPATIAL: $crate::Spatial<$scalar> = $crate::Spatial::<$scalar>::new();
        static mut PLANAR: $crate::Planar<$scalar> = $crate::Planar::<$scalar>::new();

        #[$crate::entry]
        fn main() -> ! {
            // SAFETY: the statics are borrowed only here, once.
            let (spatial, planar) = unsafe { (&mut *(&raw mut SPATIAL), &mut *(&raw mut PLANAR)) };
            $crate::$run(spatial, planar)
        }
    };
}

/// The resource that the board lacks for a scalar, if there is one.
fn lack<S: Number>() -> Option<&'static str> {
    if cfg!(little_flash) && size_of::<S::Area>() > 8 {
        Some("flash for a program with arithmetic of 128 bits")
    } else if cfg!(little_ram) && size_of::<S>() > 4 {
        Some("RAM for the stack and the workspaces")
    } else {
        None
    }
}

/// Runs all pairs in one scalar, and exits.
pub fn run<S: Number>(spatial: &mut Spatial<S>, planar: &mut Planar<S>) -> ! {
    if let Some(lack) = lack::<S>() {
        println!("{}: left out, this board has not enough {lack}", S::NAME);
        process::exit(0)
    }
    workspaces::<S>();
    let mut bench = Bench { meter: Meter::new(), failures: 0 };
    bench.shape::<_, Cuboids, _, _>("cuboids", &REGIMES, &pairs::CUBOIDS, spatial);
    bench.shape::<_, Balls, _, _>("balls", &REGIMES, &pairs::BALLS, spatial);
    bench.shape::<_, Capsules, _, _>("capsules", &REGIMES, &pairs::CAPSULES, spatial);
    // A small flash does not hold the tables for space and plane.
    if !cfg!(little_flash) {
        bench.shape::<_, Hulls, _, _>("hulls_of_8", &REGIMES, &pairs::HULLS_8, spatial);
    }
    bench.shape::<_, Hulls, _, _>("hulls_of_32", &REGIMES, &pairs::HULLS_32, spatial);
    bench.shape::<_, Cylinders, _, _>("cylinders", &REGIMES, &pairs::CYLINDERS, spatial);
    bench.shape::<_, Cuboids, _, _>("rectangles", &REGIMES, &pairs::RECTANGLES, planar);
    bench.shape::<_, Polygons, _, _>("polygons_of_8", &REGIMES, &pairs::POLYGONS, planar);
    bench.shape::<_, Balls, _, _>("circles", &REGIMES, &pairs::CIRCLES, planar);
    println!("{}: {} failures", S::NAME, bench.failures);
    process::exit(bench.failures.min(100))
}

/// Runs moving and touching cuboids, and polyhedra, in one scalar, and exits. This is a separate program, because the
/// compiler optimizes a query differently if other code is linked.
pub fn run_motions<S: Number>(spatial: &mut Spatial<S>, _: &mut Planar<S>) -> ! {
    let mut bench = Bench { meter: Meter::new(), failures: 0 };
    bench.shape::<_, Polyhedra, _, _>("polyhedra_of_64", &[NEAR], &pairs::HULLS_64_NEAR, spatial);
    bench.motions::<S, _, _>(spatial);
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

/// The queries that are measured, in the order of their figures.
const QUERIES: [&str; 4] = ["intersects", "distance", "penetration", "proximity"];
/// The regimes of a table: in the first two the bodies are apart, in the others they overlap.
const REGIMES: [&str; 4] = ["far", NEAR, "shallow", "deep"];
const NEAR: &str = "near";
/// The queries that are measured on cuboids near each other that move, and on one that lies on the other. The gradient
/// includes the distance. The warm distance is measured after a small motion, with a copy of the state from before it.
const OF_MOTION: [&str; 6] = ["ray_cast", "shape_cast", "time_of_impact", "manifold", "gradient", "warm_distance"];
/// The permitted error of an answer in rounding steps of the largest size. It is the guarantee of the library, if
/// coordinates in the world count as sizes.
const STEPS: f64 = 4.0;
/// The permitted error of the time of a contact, as a displacement in rounding steps.
const CAST_STEPS: f64 = 8.0;
/// The permitted error of a rate in rounding steps. It is larger, because the error of the normal of a near pair is
/// that of its points divided by their distance.
const RATE_STEPS: f64 = 128.0;

/// Two bodies of one type, with their poses.
struct Pair<'b, V: Space, B: ?Sized> {
    bodies: [&'b B; 2],
    poses: [Pose<V>; 2],
}

// Each query is out of line, so that its instructions and its stack can be measured.
impl<V: Space, B: Faceted<Vector = V> + ?Sized> Pair<'_, V, B> {
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

/// The motion of a pair: a ray or B relative to A, or both bodies with rotation.
struct Course<V: Space> {
    eye: Pose<V>,
    ray: Ray<V>,
    velocity: V,
    motions: [Motion<V>; 2],
}

impl<V: Space, B: Faceted<Vector = V> + ?Sized> Pair<'_, V, B> {
    #[inline(never)]
    fn ray_cast(&self, course: &Course<V>) -> Option<Impact<V>> {
        Query::new().poses(self.poses[0], course.eye).ray_cast(self.bodies[0], &course.ray)
    }

    #[inline(never)]
    fn shape_cast<const M: usize, const N: usize>(
        &self,
        course: &Course<V>,
        memory: &mut Workspace<V, M, N>,
    ) -> Result<Option<Impact<V>>, Error> {
        let ([a, b], [at_a, at_b]) = (self.bodies, self.poses);
        Query::new().poses(at_a, at_b).workspace(memory).shape_cast(a, b, course.velocity, <V::Scalar as Scalar>::ONE)
    }

    #[inline(never)]
    fn time_of_impact<const M: usize, const N: usize>(
        &self,
        course: &Course<V>,
        memory: &mut Workspace<V, M, N>,
    ) -> Result<Option<Impact<V>>, Error> {
        let ([a, b], [at_a, at_b], [of_a, of_b]) = (self.bodies, self.poses, &course.motions);
        Query::new().poses(at_a, at_b).workspace(memory).time_of_impact(a, b, of_a, of_b, <V::Scalar as Scalar>::ONE)
    }

    #[inline(never)]
    fn manifold<const M: usize, const N: usize>(&self, memory: &mut Workspace<V, M, N>) -> Manifold<V> {
        let ([a, b], [at_a, at_b]) = (self.bodies, self.poses);
        Query::new().poses(at_a, at_b).workspace(memory).manifold(a, b)
    }

    #[inline(never)]
    fn warm_distance(&self, mut state: WarmStart<V>) -> Separation<V> {
        let ([a, b], [at_a, at_b]) = (self.bodies, self.poses);
        Query::new().poses(at_a, at_b).warm_start(&mut state).distance(a, b)
    }

    #[inline(never)]
    fn gradient(&self) -> Gradient<V> {
        let ([a, b], [at_a, at_b]) = (self.bodies, self.poses);
        Query::new().poses(at_a, at_b).distance(a, b).gradient(at_b.position())
    }
}

struct Bench {
    meter: Meter,
    failures: i32,
}

/// Measures a function under the number of a query.
type Measure<'f> = &'f mut dyn FnMut(usize, &mut dyn FnMut());

/// Runs a row of the table of a regime. Returns the fault of each answer, if it has one.
type Run<'f, const QUERIES: usize> =
    &'f mut dyn FnMut(usize, usize, Measure<'_>) -> Result<[Option<Wrong>; QUERIES], Error>;

impl Bench {
    /// Runs all pairs of one shape.
    #[inline(never)]
    fn shape<V: Space, K: Shape<V>, const M: usize, const N: usize>(
        &mut self,
        name: &str,
        regimes: &[&str],
        table: &[[Case; CASES]],
        memory: &mut Workspace<V, M, N>,
    ) {
        let run = &mut |regime: usize, row: usize, measure: Measure<'_>| {
            case_of::<V, K, M, N>(&table[regime][row], memory, measure)
        };
        self.table::<V::Scalar, _>(name, QUERIES, regimes, run);
    }

    /// Runs the queries on moving and touching cuboids.
    #[inline(never)]
    fn motions<S: Number, const M: usize, const N: usize>(&mut self, memory: &mut Workspace<Vec3<S>, M, N>) {
        let [_, near, ..] = &pairs::CUBOIDS;
        let run = &mut |_: usize, row: usize, measure: Measure<'_>| {
            motions_of::<S, M, N>(&near[row], &pairs::MOTIONS[row], memory, measure)
        };
        self.table::<S, _>("cuboids", OF_MOTION, &[NEAR], run);
    }

    /// Runs a table, checks the answers, and prints instructions and stack.
    #[inline(never)]
    fn table<S: Number, const QUERIES: usize>(
        &mut self,
        name: &str,
        queries: [&str; QUERIES],
        regimes: &[&str],
        run: Run<'_, QUERIES>,
    ) {
        let mut stacks = [Some(0); QUERIES];
        for (number, regime) in regimes.iter().enumerate() {
            let mut counts = [[0; CASES]; QUERIES];
            (0..CASES).for_each(|row| {
                let mut measure = |query: usize, f: &mut dyn FnMut()| {
                    counts[query][row] = self.meter.instructions(f);
                    stacks[query] = meter::stack_of(f).zip(stacks[query]).map(|(new, old)| new.max(old));
                };
                let wrong = run(number, row, &mut measure).expect("every row is legal");
                for (query, wrong) in queries.iter().zip(wrong) {
                    let Some(wrong) = wrong else { continue };
                    println!("FAILED {} {name} {query} {regime} {row}: {wrong:?}", S::NAME);
                    self.failures += 1;
                }
            });
            for (query, counts) in queries.iter().zip(&mut counts) {
                counts.sort_unstable();
                let (median, worst) = (counts[CASES / 2], counts[CASES - 1]);
                println!("{} {name} {query} {regime}: {median} instructions, at most {worst}", S::NAME);
            }
        }
        for (query, stack) in queries.iter().zip(stacks) {
            match stack {
                Some(bytes) => println!("{} {name} {query} stack: {bytes} bytes", S::NAME),
                None => {
                    println!("FAILED {} {name} {query} stack: more than is free", S::NAME);
                    self.failures += 1;
                }
            }
        }
    }
}

/// A fault of an answer.
#[derive(Debug)]
enum Wrong {
    /// The answer is apart instead of overlapping, or overlapping instead of apart.
    Class,
    /// The error of a number in rounding steps.
    Steps(#[allow(dead_code, reason = "it is printed")] i64),
}

/// Makes the bodies of a row, and measures and checks the queries on them.
#[inline(never)]
fn case_of<V: Space, K: Shape<V>, const M: usize, const N: usize>(
    case: &Case,
    memory: &mut Workspace<V, M, N>,
    measure: Measure<'_>,
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
    let bodies: [&dyn Faceted<Vector = V>; 2] = [&a, &b];
    let pair = Pair { bodies, poses: [first.pose()?, second.pose()?] };
    Ok(checked(black_box(&pair), case, memory, measure))
}

/// Measures the queries on the bodies of a row, and checks their answers. With `B` as a trait object all shapes share
/// one copy of this function.
#[inline(never)]
fn checked<V: Space, B: Faceted<Vector = V> + ?Sized, const M: usize, const N: usize>(
    pair: &Pair<'_, V, B>,
    case: &Case,
    memory: &mut Workspace<V, M, N>,
    measure: Measure<'_>,
) -> [Option<Wrong>; QUERIES.len()] {
    measure(0, &mut || _ = black_box(black_box(pair).intersects()));
    measure(1, &mut || _ = black_box(black_box(pair).distance()));
    measure(2, &mut || _ = black_box(black_box(pair).penetration(memory)));
    measure(3, &mut || _ = black_box(black_box(pair).proximity(memory)));

    let truth = case.signed_distance;
    let [first, second] = &case.bodies;
    let step = V::Scalar::step(first.extent().max(second.extent()));
    let slack = STEPS * step + V::Scalar::tolerance() * truth.abs();
    let off = |found: V::Scalar, truth: f64| (found.to_f64() - truth).abs();
    let verdict = |is_class: bool, error: f64| match error <= slack {
        _ if !is_class => Some(Wrong::Class),
        true => None,
        false => Some(Wrong::Steps((error / step) as i64)),
    };
    // A depth that has filled the workspace may be too large by as much as its bounds are apart.
    let doubt = |overlap: &Penetration<V>| match overlap.status {
        Status::BufferFull => overlap.upper_bound.to_f64() - overlap.lower_bound.to_f64(),
        _ => 0.0,
    };
    let is_apart = truth > 0.0;
    let gap = pair.distance();
    let overlap = pair.penetration(memory);
    let either = pair.proximity(memory);
    let distance = truth.max(0.0);
    [
        verdict(pair.intersects() != is_apart, 0.0),
        verdict(true, off(gap.distance, distance).max(off(gap.lower_bound, distance))),
        verdict(
            overlap.is_some() != is_apart,
            overlap.map_or(0.0, |overlap| {
                let lower = overlap.lower_bound.to_f64() + truth;
                let upper = off(overlap.depth, -truth).max(off(overlap.upper_bound, -truth));
                (upper - doubt(&overlap)).max(lower)
            }),
        ),
        verdict(matches!(either, Proximity::Separated(_)) == is_apart, {
            let doubt = if let Proximity::Overlapping(overlap) = &either { doubt(overlap) } else { 0.0 };
            off(either.signed_distance(), truth) - doubt
        }),
    ]
}

/// Measures the queries on the moving cuboids of a row, and on the second cuboid lying on the first, and checks their
/// answers.
#[inline(never)]
fn motions_of<S: Number, const M: usize, const N: usize>(
    case: &Case,
    truth: &Motions,
    memory: &mut Workspace<Vec3<S>, M, N>,
    measure: Measure<'_>,
) -> Result<[Option<Wrong>; OF_MOTION.len()], Error> {
    let [first, second] = &case.bodies;
    let [a, b]: [Cuboid<S>; 2] = [Cuboids::make(first, &[])?, Cuboids::make(second, &[])?];
    #[cfg(typed)]
    let bodies = [&a, &b];
    #[cfg(not(typed))]
    let bodies: [&dyn Faceted<Vector = Vec3<S>>; 2] = [&a, &b];
    let poses: [Pose<Vec3<S>>; 2] = [first.pose()?, second.pose()?];
    let velocity = poses[0].position() - poses[1].position();
    let spins: [AngularOf<Vec3<S>>; 2] = truth.spins();
    let course = Course {
        eye: Pose::translation(poses[1].position())?,
        ray: Ray::new(Vec3::ZERO, velocity, S::ONE)?,
        velocity,
        motions: [Motion::new(Vec3::ZERO, spins[0])?, Motion::new(velocity, spins[1])?],
    };
    // B lies on A, with a depth of 1/16.
    let depth = S::length(16);
    let on_top = Pose::translation(Vec3::new(S::NIL, S::NIL, a.half_extents().z + b.half_extents().z - depth))?;
    let lying = Pair { bodies, poses: [poses[0], poses[0] * on_top] };
    let pair = Pair { bodies, poses };
    let (turn, step) = pairs::NUDGE;
    let rotation = Vec3::rotation(turn)? * poses[1].rotation();
    let nudged = Pair { bodies, poses: [poses[0], Pose::new(rotation, poses[1].position() + Vec3::vector(step))?] };
    let mut state = WarmStart::new();
    _ = Query::new().poses(poses[0], poses[1]).warm_start(&mut state).distance(bodies[0], bodies[1]);
    let (pair, lying, nudged, course) = black_box((&pair, &lying, &nudged, &course));

    measure(0, &mut || _ = black_box(black_box(pair).ray_cast(course)));
    measure(1, &mut || _ = black_box(black_box(pair).shape_cast(course, memory).is_ok()));
    measure(2, &mut || _ = black_box(black_box(pair).time_of_impact(course, memory).is_ok()));
    measure(3, &mut || _ = black_box(black_box(lying).manifold(memory)));
    measure(4, &mut || _ = black_box(black_box(pair).gradient()));
    measure(5, &mut || _ = black_box(black_box(nudged).warm_distance(black_box(state))));

    let step = S::step(first.extent() + second.extent());
    let verdict = |error: f64, steps: f64| (error > steps * step).then_some(Wrong::Steps((error / step) as i64));
    let off = |found: S, truth: f64| (found.to_f64() - truth).abs();
    // The error of the time, converted to one of the distance by the rate.
    let contact = |impact: Option<Impact<_>>, (time, rate): (f64, f64)| match impact {
        Some(impact) => verdict(rate * off(impact.time, time), CAST_STEPS),
        None => Some(Wrong::Class),
    };
    let manifold = lying.manifold(memory);
    let deepest = manifold.points().iter().map(|point| off(point.depth, depth.to_f64())).fold(0.0, f64::max);
    Ok([
        contact(pair.ray_cast(course), (truth.ray, velocity.length().to_f64())),
        contact(pair.shape_cast(course, memory)?, truth.linear),
        contact(pair.time_of_impact(course, memory)?, truth.turning),
        if manifold.points().len() == 4 { verdict(deepest, STEPS) } else { Some(Wrong::Class) },
        verdict(off(pair.gradient().rate(velocity, spins[1]), truth.rate), RATE_STEPS),
        verdict(off(nudged.warm_distance(state).distance, truth.nudged), STEPS),
    ])
}
