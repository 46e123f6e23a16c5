//! Compares the cost of a query with that of its support calls alone, its floor.
//!
//! A wrapper records the directions of a query. The replay then makes the same calls on the same bodies at the same
//! poses: the support point of A, the direction rotated into B's frame, the support point of B, that point mapped to
//! A's frame, and the difference, for which the next call waits. The query itself also chooses the directions and
//! proves the answer.

use clap::Parser;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use gjk::{Hint, Pose, Query, Rotation, ScalarOf, Support, Vec3};
use instructions::number::Number;
use instructions::scene::{Regime, Scene, ball, capsule, cuboid, polyhedron, scenes};
use instructions::{callgrind, time};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::error::Error;
use std::hint::black_box;

/// The number of pairs of bodies for each figure.
const PAIRS: usize = 50;

/// Compares distance and penetration with the support calls that they make: by times in alternating blocks, and by
/// instructions under Callgrind.
#[derive(Parser)]
struct Arguments {
    /// Do everything once and print the names of the rows; used under Callgrind
    #[arg(long, hide = true)]
    rows: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    if Arguments::parse().rows {
        all(&mut |name, [query, replay], _| {
            callgrind::row(&format!("{name} | query"), query);
            callgrind::row(&format!("{name} | replay"), replay);
        });
        return Ok(());
    }
    let counts = callgrind::count("--rows")?;
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN);
    table.set_header(["bodies, `f32`", "query", "support calls", "time", "quartiles", "instructions"]);
    let mut rows = counts.chunks(2);
    all(&mut |name, [query, replay], calls| {
        let [(_, own), (_, floor)] = rows.next().expect("the same rows") else { unreachable!("two for each") };
        let time = time::ratio(query, replay);
        let (bodies, question) = name.split_once(" | ").expect("two parts");
        table.add_row([
            bodies.to_owned(),
            question.to_owned(),
            format!("{:.1}", calls as f64 / PAIRS as f64),
            format!("{:.2}", time.median),
            format!("{:.2} to {:.2}", time.quartiles.0, time.quartiles.1),
            format!("{:.2}", *own as f64 / *floor as f64),
        ]);
    });
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    println!("{table}");
    Ok(())
}

/// A function that takes a name, a query of all pairs and its replay, and the number of support calls per body.
type Visit<'v> = &'v mut dyn FnMut(&str, [&mut dyn FnMut(); 2], usize);

fn all(visit: Visit<'_>) {
    bodies("boxes", visit, cuboid::<f32>);
    bodies("spheres", visit, ball::<f32>);
    bodies("capsules", visit, capsule::<f32>);
    bodies("hulls of 8", visit, polyhedron::<f32, 8>);
    bodies("hulls of 32", visit, polyhedron::<f32, 32>);
    bodies("hulls of 128", visit, polyhedron::<f32, 128>);
}

fn bodies<S: Number, T: Support<Vector = Vec3<S>>>(name: &str, visit: Visit<'_>, make: fn(&mut Pcg64Mcg) -> T) {
    for regime in Regime::ALL {
        let scenes = scenes(regime, PAIRS, &|random: &mut Pcg64Mcg| (make(random), make(random)));
        if matches!(regime, Regime::Far | Regime::Near) {
            question(&format!("{name} | distance {regime}"), visit, &scenes, Distance);
        } else {
            question(&format!("{name} | penetration {regime}"), visit, &scenes, Depth);
        }
    }
}

/// A query on bodies of any type.
trait Question {
    fn ask<A, B, S>(&self, a: &A, b: &B, poses: (Pose<Vec3<S>>, Pose<Vec3<S>>))
    where
        S: Number,
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>;
}

struct Distance;

impl Question for Distance {
    #[inline]
    fn ask<A, B, S>(&self, a: &A, b: &B, poses: (Pose<Vec3<S>>, Pose<Vec3<S>>))
    where
        S: Number,
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        _ = black_box(Query::new().poses(poses.0, poses.1).distance(a, b));
    }
}

struct Depth;

impl Question for Depth {
    #[inline]
    fn ask<A, B, S>(&self, a: &A, b: &B, poses: (Pose<Vec3<S>>, Pose<Vec3<S>>))
    where
        S: Number,
        A: Support<Vector = Vec3<S>>,
        B: Support<Vector = Vec3<S>>,
    {
        _ = black_box(Query::new().poses(poses.0, poses.1).penetration(a, b));
    }
}

fn question<S: Number, T: Support<Vector = Vec3<S>>>(
    name: &str,
    visit: Visit<'_>,
    scenes: &[Scene<T, T, Vec3<S>>],
    question: impl Question,
) {
    let replays: Vec<_> = scenes.iter().map(|scene| Replay::new(scene, &question)).collect();
    let calls = replays.iter().map(|replay| replay.directions.len()).sum();
    let mut query = || {
        for scene in scenes {
            let Scene { a, b, pose_a, pose_b, .. } = black_box(scene);
            question.ask(a, b, (*pose_a, *pose_b));
        }
    };
    let mut replay = || replays.iter().for_each(|replay| black_box(replay).run());
    visit(name, [&mut query, &mut replay], calls);
}

/// A body that records the directions of its support calls.
struct Watched<'w, T: Support> {
    body: &'w T,
    directions: RefCell<Vec<T::Vector>>,
}

impl<T: Support> Support for Watched<'_, T> {
    type Vector = T::Vector;

    fn support(&self, dir: T::Vector) -> T::Vector {
        self.support_from(dir, &mut Hint::default())
    }

    fn margin(&self) -> ScalarOf<T> {
        self.body.margin()
    }

    fn center(&self) -> T::Vector {
        self.body.center()
    }

    fn is_polytope(&self) -> bool {
        self.body.is_polytope()
    }

    fn support_from(&self, dir: T::Vector, hint: &mut Hint) -> T::Vector {
        self.directions.borrow_mut().push(dir);
        self.body.support_from(dir, hint)
    }

    fn vertex(&self, hint: Hint) -> Option<T::Vector> {
        self.body.vertex(hint)
    }
}

/// The recorded support calls of one query.
struct Replay<'s, T: Support> {
    a: &'s T,
    b: &'s T,
    /// Rotates directions from A's frame to B's.
    to_b: Rotation<T::Vector>,
    /// The pose of B in A's frame.
    to_a: Pose<T::Vector>,
    /// The directions, in A's frame.
    directions: Vec<T::Vector>,
}

impl<'s, S: Number, T: Support<Vector = Vec3<S>>> Replay<'s, T> {
    fn new(scene: &'s Scene<T, T, Vec3<S>>, question: &impl Question) -> Self {
        let Scene { a, b, pose_a, pose_b, .. } = scene;
        let watched = Watched { body: a, directions: RefCell::default() };
        question.ask(&watched, b, (*pose_a, *pose_b));
        let to_a = pose_a.inverse().compose(*pose_b);
        Self { a, b, to_b: to_a.rotation().inverse(), to_a, directions: watched.directions.into_inner() }
    }

    #[inline]
    fn run(&self) {
        let (mut hint_a, mut hint_b) = (Hint::default(), Hint::default());
        let mut number = 0;
        // No coordinate is less than this, but the compiler does not know that. So the index of the next direction
        // depends on the difference, and the next call waits for it, as in the query.
        let never = black_box(-S::MAX);
        while let Some(&direction) = self.directions.get(number) {
            let on_a = self.a.support_from(direction, &mut hint_a);
            let on_b = self.b.support_from(self.to_b.apply(-direction), &mut hint_b);
            let difference = on_a - self.to_a.apply(on_b);
            let is_odd = (difference.x < never) | (difference.y < never) | (difference.z < never);
            number += 1 + usize::from(is_odd);
        }
        black_box(number);
    }
}
