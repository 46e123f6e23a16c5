//! Outlines and surfaces of bodies and of their Minkowski difference, sampled by support calls in `f64`.

use crate::case::Shape;
use crate::pair::{Posed, Request};
use crate::refusal::Refusal;
use crate::space::Space;
use gjk::{Polyhedron, PolyhedronBuilder, Support, Vec2, Vec3, Vector, vec2, vec3};
use serde_json::{Value, json};
use std::f64::consts::{PI, TAU};
use std::sync::{Mutex, PoisonError};

#[path = "../../../examples/reader/mesh_file.rs"]
mod mesh_file;

/// The error allowed in an outline, as a fraction of the body's size.
const SAGITTA: f64 = 1.0 / 4096.0;
/// The largest number of times that a piece of an outline is halved.
const HALVINGS: u32 = 12;
/// The number of directions around the axis of a body; half as many lie between its poles. A body is sampled when its
/// shape changes; a difference is sampled about the axes of both bodies whenever one of them moves, so more coarsely.
const AROUND: u32 = 48;
const AROUND_EACH: u32 = 36;

/// Makes the JSON of a figure.
trait Figure: Space + Vector<Scalar = f64> {
    /// The outline or surface of the support points, sampled about the axis of each frame.
    fn figure(support: &dyn Fn(Self) -> Self, frames: &[&dyn Fn(Self) -> Self]) -> Value;

    /// The outline or surface of the hull of points, if it can be built from the points directly.
    fn hull(points: &[Vec<f64>]) -> Option<Value>;

    fn scaled(self, factor: f64) -> Self;
}

/// The point of a body farthest along a direction, with or without its margin.
fn support<V: Figure>(body: &dyn Support<Vector = V>, dir: V, margin: f64) -> V {
    body.support(dir) + dir.scaled(margin / dir.length())
}

/// Both bodies, each in its own frame and without its affine map, which the picture applies.
pub fn bodies(request: &Request) -> Result<Value, Refusal> {
    if request.case.is_spatial { bodies_in::<Vec3<f64>>(request) } else { bodies_in::<Vec2<f64>>(request) }
}

fn bodies_in<V: Figure>(request: &Request) -> Result<Value, Refusal> {
    let figure = |Posed { unmapped: body, shape, .. }: Posed<'_, V>| {
        let exact = match shape {
            Some(Shape::Hull { points }) => V::hull(points),
            _ => None,
        };
        let figure = exact.unwrap_or_else(|| V::figure(&|dir| support(body, dir, body.margin()), &[&|dir| dir]));
        with_flatness(figure, body.is_polytope() && body.margin() == 0.0)
    };
    request.with_bodies(|a, b| json!({ "a": figure(a), "b": figure(b) }))
}

/// Stores whether all faces of a figure are flat: then the picture shows every edge.
fn with_flatness(mut figure: Value, is_flat: bool) -> Value {
    figure["flat"] = is_flat.into();
    figure
}

/// The difference of the cores, and the difference of the whole bodies if they have margins.
pub fn difference(request: &Request) -> Result<Value, Refusal> {
    if request.case.is_spatial { difference_in::<Vec3<f64>>(request) } else { difference_in::<Vec2<f64>>(request) }
}

fn difference_in<V: Figure>(request: &Request) -> Result<Value, Refusal> {
    request.with_bodies(|a: Posed<'_, V>, b: Posed<'_, V>| {
        let margin = a.body.margin() + b.body.margin();
        // The picture adds the difference of the positions, so that no digits are lost far from the origin.
        let apart = a.pose.position() - b.pose.position();
        let (turn_a, turn_b) = (a.pose.rotation(), b.pose.rotation());
        let sample = |margin: f64| {
            let w = |dir: V| {
                let on_a = turn_a.apply(a.body.support(turn_a.inverse().apply(dir)));
                let on_b = turn_b.apply(b.body.support(turn_b.inverse().apply(-dir)));
                on_a - on_b + dir.scaled(margin / dir.length())
            };
            V::figure(&w, &[&|dir| turn_a.apply(dir), &|dir| turn_b.apply(dir)])
        };
        let whole = (margin > 0.0).then(|| sample(margin));
        let core = with_flatness(sample(0.0), a.body.is_polytope() && b.body.is_polytope());
        json!({ "core": core, "whole": whole, "at": apart.components() })
    })
}

impl Figure for Vec2<f64> {
    /// A closed outline, counter-clockwise. Between two support points it inserts the support point along the normal of
    /// their chord, unless that lies within the allowed error of the chord.
    fn figure(support: &dyn Fn(Self) -> Self, _: &[&dyn Fn(Self) -> Self]) -> Value {
        let axes = [vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, -1.0)];
        let starts = axes.map(support);
        let size = (starts[0] - starts[2]).length().max((starts[1] - starts[3]).length());
        let mut outline: Vec<Self> = Vec::new();
        for (i, &start) in starts.iter().enumerate() {
            // A stack of the pieces left to refine; the first piece of the outline is on top.
            let mut pieces = vec![(start, starts[(i + 1) % 4], HALVINGS)];
            while let Some((from, to, halvings)) = pieces.pop() {
                let chord = to - from;
                let normal = vec2(chord.y, -chord.x);
                let length = normal.length();
                let between = if length > 0.0 { support(normal) } else { from };
                if halvings > 0 && normal.dot(between - from) > SAGITTA * size * length {
                    pieces.extend([(between, to, halvings - 1), (from, between, halvings - 1)]);
                } else if outline.last() != Some(&from) {
                    outline.push(from);
                }
            }
        }
        json!({ "outline": outline.iter().map(|point| point.to_array()).collect::<Vec<_>>() })
    }

    fn hull(_: &[Vec<f64>]) -> Option<Value> {
        None
    }

    fn scaled(self, factor: f64) -> Self {
        self * factor
    }
}

impl Figure for Vec3<f64> {
    /// The vertices and triangles of the hull of the support points along parallels and meridians of each frame.
    fn figure(support: &dyn Fn(Self) -> Self, frames: &[&dyn Fn(Self) -> Self]) -> Value {
        let around = if frames.len() == 1 { AROUND } else { AROUND_EACH };
        let sampled = frames.iter().flat_map(|frame| globe(around).map(|dir| support(frame(dir))));
        surface(&sampled.map(single).collect::<Vec<_>>())
    }

    fn hull(points: &[Vec<f64>]) -> Option<Value> {
        Some(surface(&points.iter().filter_map(|point| Self::from_components(point)).map(single).collect::<Vec<_>>()))
    }

    fn scaled(self, factor: f64) -> Self {
        self * factor
    }
}

/// The point rounded to single precision, the precision of WebGL.
fn single(point: Vec3<f64>) -> Vec3<f32> {
    let [x, y, z] = point.to_array().map(|x| x as f32);
    vec3(x, y, z)
}

/// The vertices and triangles of the hull of points; a single vertex if the builder refuses the points.
fn surface(points: &[Vec3<f32>]) -> Value {
    static BUILDER: Mutex<PolyhedronBuilder<f32, POINTS, VERTICES>> = Mutex::new(PolyhedronBuilder::new());
    let mut builder = BUILDER.lock().unwrap_or_else(PoisonError::into_inner);
    let figure = |hull: Polyhedron<'_, f32>| {
        json!({
            "vertices": hull.vertices().map(Vec3::to_array).collect::<Vec<_>>(),
            "faces": hull.faces().collect::<Vec<_>>(),
        })
    };
    builder.build(points).map_or_else(|_| json!({ "vertices": [[0, 0, 0]], "faces": [] }), figure)
}

/// Directions along parallels and meridians. Except for the poles they avoid the axes.
fn globe(around: u32) -> impl Iterator<Item = Vec3<f64>> {
    let along = around / 2;
    let ring = move |latitude: u32| {
        let (height, radius) = (PI * (f64::from(latitude) / f64::from(along) - 0.5)).sin_cos();
        (0..around).map(move |i| {
            let (y, x) = (TAU * (f64::from(i) + 0.5) / f64::from(around)).sin_cos();
            vec3(radius * x, radius * y, height)
        })
    };
    (1..along).flat_map(ring).chain([vec3(0.0, 0.0, 1.0), vec3(0.0, 0.0, -1.0)])
}

/// The largest capacities of a builder, whose indices have 16 bits.
const POINTS: usize = 65_535;
const VERTICES: usize = 10_924;

/// The vertices of the hull of points.
fn vertices(points: &[Vec3<f64>]) -> Result<Vec<Vec3<f64>>, gjk::Error> {
    static BUILDER: Mutex<PolyhedronBuilder<f64, POINTS, VERTICES>> = Mutex::new(PolyhedronBuilder::new());
    let mut builder = BUILDER.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(builder.build(points)?.vertices().collect())
}

/// The vertices of the hull of a mesh file, given its name, a line break and its contents.
pub fn mesh(question: &[u8]) -> Result<Value, Refusal> {
    let end = question.iter().position(|&byte| byte == b'\n').ok_or_else(|| Refusal::new("a file has a name"))?;
    let (name, bytes) = (String::from_utf8_lossy(&question[..end]), question[end + 1..].to_vec());
    let points = mesh_file::Format::of(name.as_ref().as_ref()).and_then(|format| format.points(bytes));
    let points = points.map_err(Refusal::new)?;
    let mut points: Vec<_> = points.into_iter().map(Vec3::from_array).collect();
    // A vertex of the hull of all points is a vertex of the hull of any part that holds it.
    while points.len() > POINTS {
        points = points.chunks(POINTS).map(vertices).collect::<Result<Vec<_>, _>>()?.concat();
    }
    let points: Vec<_> = vertices(&points)?.into_iter().map(Vec3::to_array).collect();
    Ok(json!({ "points": points }))
}
