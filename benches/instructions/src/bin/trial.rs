//! Measures the gain of each shortcut: the instructions of a query, and of the same query without shortcuts.

use clap::Parser;
use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};
use fixed::types::I16F16;
use gjk::{
    Faceted, Memory, NBall, NCuboid, Observer, Placed, Polygon, Polyhedron, Query, Ray, Rectangle, Segment, Shortcut,
    Vector, WarmStart,
};
use indexmap::IndexMap;
use instructions::callgrind;
use instructions::number::{Number, Space};
use instructions::scene::{Regime, Scene, ball, capsule, cone, cuboid, cylinder, polygon, polyhedron, scenes, size};
use rand_pcg::Pcg64Mcg;
use std::error::Error;
use std::hint::black_box;

/// The number of pairs of bodies for each figure, which is their mean.
const PAIRS: usize = 50;

/// Counts the instructions of queries under Callgrind, with and without shortcuts, for pairs that represent the entries
/// of the table in `src/shortcut/table.rs`. Prints the shortcuts that answered, each with its share in per cent, the
/// mean number of instructions with shortcuts, that of the search alone, and the ratio of the latter to the former.
/// Omits queries that no shortcut answered.
#[derive(Parser)]
struct Arguments {
    /// Run every query once and print the names of the rows; used under Callgrind
    #[arg(long, hide = true)]
    rows: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    if Arguments::parse().rows {
        of_scalar::<f32>();
        of_scalar::<I16F16>();
        return Ok(());
    }
    let mut figures: IndexMap<String, Vec<(String, u64)>> = IndexMap::new();
    for (name, count) in callgrind::count("--rows")? {
        let (row, way) = name.rsplit_once(" | ").ok_or("a row without a way")?;
        figures.entry(row.into()).or_default().push((way.into(), count / PAIRS as u64));
    }
    let mut table = Table::new();
    table.load_preset(ASCII_MARKDOWN);
    table.set_header(["", "query", "bodies", "answered by", "with", "search", "times"]);
    for (row, ways) in &figures {
        let [(shortcuts, with), (_, search)] = &ways[..] else { return Err("not two ways".into()) };
        let times = format!("{:.2}", *search as f64 / *with as f64);
        table.add_row(row.split(" | ").chain([shortcuts.as_str(), &with.to_string(), &search.to_string(), &times]));
    }
    table.column_iter_mut().skip(4).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    println!("{table}");
    Ok(())
}

fn of_scalar<S: Number>() {
    let outline = polygon::<S, 8>;
    pair("ball/ball", |r| (ball::<S>(r), ball::<S>(r)));
    pair("ball/capsule", |r| (ball::<S>(r), capsule::<S>(r)));
    pair("ball/box", |r| (ball::<S>(r), cuboid::<S>(r)));
    pair("ball/cylinder", |r| (ball::<S>(r), cylinder::<S>(r)));
    pair("ball/cone", |r| (ball::<S>(r), cone::<S>(r)));
    pair("capsule/capsule", |r| (capsule::<S>(r), capsule::<S>(r)));
    pair("capsule/box", |r| (capsule::<S>(r), cuboid::<S>(r)));
    pair("capsule/cylinder", |r| (capsule::<S>(r), cylinder::<S>(r)));
    pair("box/box", |r| (cuboid::<S>(r), cuboid::<S>(r)));
    pair("box/cylinder", |r| (cuboid::<S>(r), cylinder::<S>(r)));
    pair("box/cone", |r| (cuboid::<S>(r), cone::<S>(r)));
    pair("cylinder/cylinder", |r| (cylinder::<S>(r), cylinder::<S>(r)));
    pair("mesh of 32/mesh", |r| -> (Polyhedron<'_, S>, Polyhedron<'_, S>) {
        (polyhedron::<S, 32>(r), polyhedron::<S, 32>(r))
    });
    pair("circle/circle", |r| (circle::<S>(r), circle::<S>(r)));
    pair("circle/rectangle", |r| (circle::<S>(r), rectangle::<S>(r)));
    pair("circle/polygon of 8", |r| -> (_, Polygon<'_, S>) { (circle::<S>(r), outline(r)) });
    pair("segment/rectangle", |r| (segment::<S>(r), rectangle::<S>(r)));
    pair("segment/polygon of 8", |r| -> (_, Polygon<'_, S>) { (segment::<S>(r), outline(r)) });
    pair("rectangle/polygon of 8", |r| -> (_, Polygon<'_, S>) { (rectangle::<S>(r), outline(r)) });
    pair("polygon of 8/polygon of 8", |r| -> (Polygon<'_, S>, Polygon<'_, S>) { (outline(r), outline(r)) });
    let small = polygon::<S, 4>;
    pair("polygon of 4/polygon of 4", |r| -> (Polygon<'_, S>, Polygon<'_, S>) { (small(r), small(r)) });
}

fn circle<S: Number>(random: &mut Pcg64Mcg) -> NBall<gjk::Vec2<S>> {
    NBall::new(size(random)).expect("a size")
}

fn rectangle<S: Number>(random: &mut Pcg64Mcg) -> Rectangle<S> {
    NCuboid::new(gjk::vec2(size(random), size(random))).expect("sizes")
}

fn segment<S: Number>(random: &mut Pcg64Mcg) -> Segment<gjk::Vec2<S>> {
    let end = gjk::vec2(S::NIL, size(random));
    Segment::new(-end, end).expect("in range")
}

/// Counts how often each shortcut answered.
#[derive(Default)]
struct Answers(IndexMap<String, usize>);

impl Answers {
    /// The shortcuts that answered, each with its share in per cent; `None` if no shortcut answered.
    fn shares(&self) -> Option<String> {
        let shares: Vec<_> = self.0.iter().map(|(name, &count)| format!("{name} {}", count * 100 / PAIRS)).collect();
        (!shares.is_empty()).then(|| shares.join(", "))
    }
}

impl<V: Vector> Observer<V> for Answers {
    fn shortcut(&mut self, shortcut: Shortcut) {
        *self.0.entry(format!("{shortcut:?}")).or_default() += 1;
    }
}

/// A question that can be put to a query with any placement, observer and memory.
trait Ask<A, B, V: Space> {
    fn ask<O: Observer<V>, M: Memory<V>>(query: Query<'_, V, impl Placed<V>, O, M>, scene: &Scene<A, B, V>);
}

macro_rules! questions {
    ($($name:ident = |$query:ident, $scene:ident| $ask:expr),* $(,)?) => { $(
        struct $name;

        impl<V: Space, A: Faceted<Vector = V>, B: Faceted<Vector = V>> Ask<A, B, V> for $name {
            fn ask<O: Observer<V>, M: Memory<V>>(
                mut $query: Query<'_, V, impl Placed<V>, O, M>,
                $scene: &Scene<A, B, V>,
            ) {
                let _ = black_box($ask);
            }
        }
    )* };
}

questions! {
    Touch = |query, scene| query.intersects(&scene.a, &scene.b),
    Distance = |query, scene| query.distance(&scene.a, &scene.b),
    Depth = |query, scene| query.penetration(&scene.a, &scene.b),
    Cast = |query, scene| query.shape_cast(&scene.a, &scene.b, scene.velocity, V::Scalar::of(1.0)),
    RayCast = |query, scene| query.ray_cast(
        &scene.a,
        &Ray::new(scene.pose_b.position(), scene.velocity, V::Scalar::of(1.0)).expect("legal"),
    ),
}

/// Measures all questions on a pair of shapes, each in the regimes to which it applies.
fn pair<V: Space, A, B>(shapes: &str, make: impl Fn(&mut Pcg64Mcg) -> (A, B))
where
    A: Faceted<Vector = V>,
    B: Faceted<Vector = V>,
{
    for regime in Regime::ALL {
        let scenes = scenes(regime, PAIRS, &make);
        let title = |query: &str| format!("{} | {query} {regime} | {shapes}", V::Scalar::NAME);
        both_ways::<Touch, _, _, _>(&title("intersects"), &scenes);
        match regime {
            Regime::Far | Regime::Near => {
                both_ways::<Distance, _, _, _>(&title("distance"), &scenes);
                both_ways_warm::<Distance, _, _, _>(&title("warm distance"), &scenes);
                both_ways_warm::<Touch, _, _, _>(&title("warm intersects"), &scenes);
                both_ways::<Cast, _, _, _>(&title("shape_cast"), &scenes);
                both_ways::<RayCast, _, _, _>(&title("ray_cast"), &scenes);
            }
            Regime::Shallow | Regime::Deep => both_ways::<Depth, _, _, _>(&title("penetration"), &scenes),
        }
    }
}

fn both_ways<Q: Ask<A, B, V>, A, B, V: Space>(title: &str, scenes: &[Scene<A, B, V>]) {
    let query = |scene: &Scene<A, B, V>| Query::new().poses(scene.pose_a, scene.pose_b);
    let mut answers = Answers::default();
    scenes.iter().for_each(|scene| Q::ask(query(scene).observer(&mut answers), scene));
    let Some(shares) = answers.shares() else { return };
    callgrind::row(&format!("{title} | {shares}"), &mut || {
        scenes.iter().for_each(|scene| Q::ask(query(black_box(scene)), scene))
    });
    callgrind::row(&format!("{title} | search"), &mut || {
        scenes.iter().for_each(|scene| Q::ask(query(black_box(scene)).search_only(), scene));
    });
}

/// Measures a question with a warm start from a distance query a moment before. In both rows that query used shortcuts.
fn both_ways_warm<Q: Ask<A, B, V>, A, B, V: Space>(title: &str, scenes: &[Scene<A, B, V>])
where
    A: Faceted<Vector = V>,
    B: Faceted<Vector = V>,
{
    let state = |scene: &Scene<A, B, V>| {
        let mut state = WarmStart::new();
        let _ = Query::new().poses(scene.pose_a, scene.last_b).warm_start(&mut state).distance(&scene.a, &scene.b);
        state
    };
    let states: Vec<_> = scenes.iter().map(state).collect();
    let query = |scene: &Scene<A, B, V>| Query::new().poses(scene.pose_a, scene.pose_b);
    let mut answers = Answers::default();
    for (scene, mut state) in scenes.iter().zip(states.iter().copied()) {
        Q::ask(query(scene).observer(&mut answers).warm_start(&mut state), scene);
    }
    let Some(shares) = answers.shares() else { return };
    callgrind::row(&format!("{title} | {shares}"), &mut || {
        for (scene, mut state) in scenes.iter().zip(states.iter().copied()) {
            Q::ask(query(black_box(scene)).warm_start(&mut state), scene);
        }
    });
    callgrind::row(&format!("{title} | search"), &mut || {
        for (scene, mut state) in scenes.iter().zip(states.iter().copied()) {
            Q::ask(query(black_box(scene)).search_only().warm_start(&mut state), scene);
        }
    });
}
