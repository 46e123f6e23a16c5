//! Counts the instructions of every query on x86-64, and compares them with the committed figures.

use clap::Parser;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use fixed::types::I16F16;
use gjk::{Faceted, Polygon, Polyhedron, Poses, Query, Ray, Support, WarmStart};
use indexmap::IndexMap;
use instructions::callgrind;
use instructions::number::{Number, Space};
use instructions::scene::{Regime, Scene, ball, capsule, cone, cuboid, cylinder, polygon, polyhedron, scenes};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, thread};

/// The number of pairs of bodies for each figure, which is their mean.
const PAIRS: usize = 50;
/// The relative growth of a figure that the check permits.
const GROWTH: f64 = 0.03;
const COMPILER: &str = env!("COMPILER");

/// Counts the instructions of every query under Callgrind and compares them with the committed figures. Fails if a
/// figure grew by more than 3 %. With a compiler other than that of the figures it prints the differences and passes.
#[derive(Parser)]
struct Arguments {
    /// Write the measured figures to figures.json and FIGURES.md
    #[arg(long)]
    write: bool,
    /// Run every query once and print the names of the figures; used under Callgrind
    #[arg(long, hide = true)]
    rows: bool,
}

/// Instructions by scalar, query and pair of shapes, in the order of the tables.
#[derive(Deserialize, Serialize)]
struct Figures {
    compiler: String,
    figures: IndexMap<String, u64>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments = Arguments::parse();
    if arguments.rows {
        // The stack of a thread begins at a page, that of `main` below the environment and the path of the program.
        // Copies of another alignment take other numbers of instructions.
        thread::spawn(rows).join().expect("no query panics");
        return Ok(ExitCode::SUCCESS);
    }
    let rows = callgrind::count("--rows")?;
    let figures = rows.into_iter().map(|(name, count)| (name, count / PAIRS as u64)).collect();
    let measured = Figures { compiler: COMPILER.into(), figures };
    let (json, markdown) = (beside("figures.json"), beside("FIGURES.md"));
    if arguments.write {
        fs::write(json, serde_json::to_string_pretty(&measured)? + "\n")?;
        fs::write(markdown, render(&measured))?;
        println!("{}", render(&measured));
        return Ok(ExitCode::SUCCESS);
    }
    let committed: Figures = serde_json::from_str(&fs::read_to_string(json)?)?;
    if fs::read_to_string(markdown)? != render(&committed) {
        return Err("the tables of FIGURES.md are not those of figures.json".into());
    }
    Ok(check(&committed, &measured))
}

/// The path of a file in this package.
fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Prints the differences. Fails if a figure grew too much or is missing on one side, unless the compilers differ.
fn check(committed: &Figures, measured: &Figures) -> ExitCode {
    let (before, now) = (&committed.figures, &measured.figures);
    let mut faults = 0;
    let names = distinct(before.keys().chain(now.keys()));
    for &name in &names {
        match (before.get(name), now.get(name)) {
            (Some(old), Some(new)) if old == new => {}
            (Some(&old), Some(&new)) => {
                let growth = new as f64 / old as f64 - 1.0;
                println!("{name}: {old} → {new} ({:+.1} %)", 100.0 * growth);
                faults += usize::from(growth > GROWTH);
            }
            (old, _) => {
                println!("{name}: {}", if old.is_some() { "not measured any more" } else { "not committed" });
                faults += 1;
            }
        }
    }
    if committed.compiler != measured.compiler {
        println!("The figures are those of {}, not of {COMPILER}: differences are no fault.", committed.compiler);
        return ExitCode::SUCCESS;
    }
    if faults > 0 {
        eprintln!(
            "error: {faults} of {} figures grew by more than {:.0} %, appeared or went away",
            names.len(),
            100.0 * GROWTH
        );
        return ExitCode::FAILURE;
    }
    println!("{} figures, none grew by more than {:.0} %", names.len(), 100.0 * GROWTH);
    ExitCode::SUCCESS
}

/// The text of FIGURES.md: a table for each scalar, with a line for each query and a column for each pair of shapes.
fn render(Figures { compiler, figures }: &Figures) -> String {
    let mut text = format!(
        "# Instructions on x86-64\n\nCompiled by {compiler}, with fat LTO and one codegen unit, for the base instruction \
         set.\nEach figure is the mean over {PAIRS} pairs of bodies at poses. `cargo run --profile bench -- --write` \
         writes this file.\n"
    );
    let parts = |name: &str| -> [String; 3] {
        let mut parts = name.split(" | ").map(str::to_owned);
        std::array::from_fn(|_| parts.next().unwrap_or_default())
    };
    let rows: Vec<_> = figures.iter().map(|(name, figure)| (parts(name), figure)).collect();
    for scalar in distinct(rows.iter().map(|([scalar, ..], _)| scalar)) {
        let own: Vec<_> = rows.iter().filter(|([own, ..], _)| own == scalar).collect();
        let shapes = distinct(own.iter().map(|([_, _, shapes], _)| shapes));
        let mut table = Table::new();
        table.load_preset(ASCII_MARKDOWN);
        table.set_header([&format!("`{scalar}`")].into_iter().chain(shapes.iter().copied()));
        for query in distinct(own.iter().map(|([_, query, _], _)| query)) {
            let cell = |shapes: &&String| {
                let found = own.iter().find(|([_, q, s], _)| q == query && s == *shapes);
                found.map_or(String::new(), |(_, figure)| figure.to_string())
            };
            table.add_row([query.clone()].into_iter().chain(shapes.iter().map(cell)));
        }
        table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
        text += &format!("\n{table}\n");
    }
    text
}

/// The distinct names, in the order of their first occurrence.
fn distinct<'n>(all: impl Iterator<Item = &'n String>) -> Vec<&'n String> {
    let mut names = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Runs the queries of all figures.
fn rows() {
    of_floats::<f32>();
    of_floats::<f64>();
    boxes_and_polygons::<I16F16>();
}

fn of_floats<S: Number>() {
    boxes_and_polygons::<S>();
    pair("sphere/box", |r| (ball::<S>(r), cuboid::<S>(r)));
    pair("capsule/capsule", |r| (capsule::<S>(r), capsule::<S>(r)));
    pair("cylinder/cylinder", |r| (cylinder::<S>(r), cylinder::<S>(r)));
    pair("cone/box", |r| (cone::<S>(r), cuboid::<S>(r)));
    let hull = polyhedron::<S, 32>;
    pair("polyhedron 32", |r| -> (Polyhedron<'_, S>, Polyhedron<'_, S>) { (hull(r), hull(r)) });
}

fn boxes_and_polygons<S: Number>() {
    pair("box/box", |r| (cuboid::<S>(r), cuboid::<S>(r)));
    let outline = polygon::<S, 8>;
    pair("polygon 8", |r| -> (Polygon<'_, S>, Polygon<'_, S>) { (outline(r), outline(r)) });
}

/// Runs all queries on a pair of shapes, each in the regimes to which it applies.
fn pair<V: Space, A, B>(shapes: &str, make: impl Fn(&mut Pcg64Mcg) -> (A, B))
where
    A: Faceted<Vector = V>,
    B: Faceted<Vector = V>,
{
    for regime in Regime::ALL {
        let scenes = scenes(regime, PAIRS, &make);
        let row = |query: &str, ask: &mut dyn FnMut(&Scene<A, B, V>)| {
            let name = format!("{} | {query} {regime} | {shapes}", V::Scalar::NAME);
            callgrind::row(&name, &mut || scenes.iter().for_each(|scene| ask(black_box(scene))));
        };
        row("intersects", &mut |s| _ = black_box(query(s).intersects(&s.a, &s.b)));
        match regime {
            Regime::Far | Regime::Near => {
                row("distance", &mut |s| _ = black_box(query(s).distance(&s.a, &s.b)));
                let mut states: Vec<_> = scenes.iter().map(state).collect();
                let mut next = states.iter_mut();
                row("warm distance", &mut |s| {
                    let state = next.next().expect("one for each scene");
                    _ = black_box(query(s).warm_start(state).distance(&s.a, &s.b));
                });
                row("shape_cast", &mut |s| {
                    _ = black_box(query(s).shape_cast(&s.a, &s.b, s.velocity, V::Scalar::of(1.0)).expect("legal"));
                });
                row("ray_cast", &mut |s| {
                    let ray = Ray::new(s.pose_b.position(), s.velocity, V::Scalar::of(1.0)).expect("legal");
                    _ = black_box(query(s).ray_cast(&s.a, &ray));
                });
            }
            Regime::Shallow | Regime::Deep => {
                row("penetration", &mut |s| _ = black_box(query(s).penetration(&s.a, &s.b)));
                row("manifold", &mut |s| _ = black_box(query(s).manifold(&s.a, &s.b)));
            }
        }
    }
}

fn query<A, B, V: Space>(scene: &Scene<A, B, V>) -> Query<'static, V, Poses<V>> {
    Query::new().poses(scene.pose_a, scene.pose_b)
}

/// The warm start that a query a moment before has left.
fn state<A, B, V: Space>(scene: &Scene<A, B, V>) -> WarmStart<V>
where
    A: Support<Vector = V>,
    B: Support<Vector = V>,
{
    let mut state = WarmStart::new();
    let _ = Query::new().poses(scene.pose_a, scene.last_b).warm_start(&mut state).distance(&scene.a, &scene.b);
    state
}
