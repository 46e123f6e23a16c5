//! Outlines and edges of bodies in a parallel projection, found by asking their support functions.

use crate::answer::Placed;
use crate::space::Space;
use gjk::{PolyhedronBuilder, Vec3, vec3};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// A point or a direction in the world. The plane lies at z = 0.
pub type World = Vec3<f64>;

/// A point on paper before it is scaled: to the right, and up.
pub type Flat = (f64, f64);

/// The number of directions that a curved outline is sampled along.
const DIRECTIONS: usize = 180;

/// The slope of the rings of a curved body against its equator: enough to tell the two rims of a cylinder apart.
const LEAN: f64 = 1e-3;

/// The slope of the line of sight towards the normal: the normal keeps 94 % of its length on paper, and a face across
/// it is visible.
const TILT: f64 = 0.35;

/// The slope of directions out of a face over its edges.
const NUDGE: f64 = 1e-4;

/// The largest number of rounds in the search for the vertices of a polytope, and of vertices of one that is drawn with
/// its edges.
const ROUNDS: usize = 12;
const VERTICES: usize = 512;

/// A parallel projection.
#[derive(Clone, Copy, Debug)]
pub struct View {
    right: World,
    up: World,
    towards: World,
}

impl View {
    /// The plane from above.
    const PLANE: Self = Self { right: vec3(1.0, 0.0, 0.0), up: vec3(0.0, 1.0, 0.0), towards: vec3(0.0, 0.0, 1.0) };

    /// The view of a dimension that shows a direction: from a corner of space, turned such that the direction lies
    /// nearly in the paper, with z pointing up where it can.
    pub fn showing(dimension: usize, normal: World) -> Self {
        if dimension == 2 {
            return Self::PLANE;
        }
        // One of two corners is far from any direction.
        let corners = [vec3(0.55, -0.75, 0.4), vec3(-0.75, -0.3, 0.6)];
        let slant = |corner: &World| normal.dot(*corner).abs() / corner.length();
        let corner = if slant(&corners[0]) < 0.8 { corners[0] } else { corners[1] };
        let slope = normal.dot(corner);
        let towards = unit(unit(corner - normal * slope) + normal * TILT.copysign(slope));
        let above = if towards.z.abs() < 0.95 { vec3(0.0, 0.0, 1.0) } else { vec3(0.0, 1.0, 0.0) };
        let up = unit(above - towards * towards.dot(above));
        Self { right: up.cross(towards), up, towards }
    }

    /// Whether this is the view of the plane.
    pub fn is_flat(&self) -> bool {
        self.towards == Self::PLANE.towards
    }

    /// The place of a point on paper.
    pub fn flat(&self, point: World) -> Flat {
        (point.dot(self.right), point.dot(self.up))
    }

    /// The directions in the paper, around the circle.
    fn around(&self) -> impl Iterator<Item = World> + '_ {
        (0..DIRECTIONS).map(|step| {
            let (sin, cos) = (TAU * step as f64 / DIRECTIONS as f64).sin_cos();
            self.right * cos + self.up * sin
        })
    }
}

fn unit(direction: World) -> World {
    direction / direction.length()
}

/// A vector of either dimension in the world.
pub fn world(components: &[f64]) -> World {
    let at = |axis: usize| components.get(axis).copied().unwrap_or_default();
    vec3(at(0), at(1), at(2))
}

/// The farthest point of a body's core, in the world.
fn core<V: Space<Scalar = f64>>((body, pose): &Placed<'_, V>, direction: World) -> World {
    let local = world(&pose.rotation().inverse().apply(vector(direction)).components());
    // For a body in the plane this drops the component across it, along which all its points are equally far.
    let local: V = vector(local);
    world(&pose.apply(body.support(local)).components())
}

fn vector<V: Space<Scalar = f64>>(point: World) -> V {
    let dimension = V::ZERO.components().len();
    V::from_components(&point.to_array()[..dimension]).expect("as many components as the vector has")
}

/// The farthest point of a body, in the world. The direction has length 1.
fn farthest<V: Space<Scalar = f64>>(body: &Placed<'_, V>, direction: World) -> World {
    core(body, direction) + direction * body.0.margin()
}

/// The outline of a body.
pub fn outline<V: Space<Scalar = f64>>(body: &Placed<'_, V>, view: &View) -> Vec<Flat> {
    view.around().map(|direction| view.flat(farthest(body, direction))).collect()
}

/// The outline of the Minkowski difference of two cores.
pub fn difference<V: Space<Scalar = f64>>([a, b]: &[Placed<'_, V>; 2], view: &View) -> Vec<Flat> {
    view.around().map(|direction| view.flat(core(a, direction) - core(b, -direction))).collect()
}

/// Lines that show the form of a body in space: its edges, or the rims of a curved or rounded one.
#[derive(Clone, Debug, Default)]
pub struct Relief {
    pub seen: Vec<Vec<Flat>>,
    pub hidden: Vec<Vec<Flat>>,
}

/// The lines inside the outline of a body. In the plane there are no lines.
pub fn relief<V: Space<Scalar = f64>>(body: &Placed<'_, V>, view: &View) -> Relief {
    if V::ZERO.components().len() == 2 {
        return Relief::default();
    }
    if body.0.is_polytope() && body.0.margin() == 0.0 { edges(body, view) } else { rims(body, view) }
}

/// The edges of a polytope. Its vertices are found by asking for support points: first in fixed directions, then along
/// the normals of the hull of the vertices known so far, until no new one turns up.
fn edges<V: Space<Scalar = f64>>(body: &Placed<'_, V>, view: &View) -> Relief {
    let mut builder = Box::new(PolyhedronBuilder::<f64, { 2 * VERTICES }, VERTICES>::new());
    let mut points: Vec<World> = Vec::new();
    // Along the axes and into all corners, a little askew, so that ties between vertices are rare.
    let signs = [-1.0, 0.1, 1.0];
    let pairs = signs.map(|x| signs.map(|y| (x, y)));
    let pairs = pairs.as_flattened().iter();
    let mut directions: Vec<World> = pairs.flat_map(|&(x, y)| signs.map(|z| vec3(x, y, z))).collect();
    for _ in 0..ROUNDS {
        let known = points.len();
        for direction in directions.drain(..) {
            let point = core(body, direction);
            if !points.contains(&point) {
                points.push(point);
            }
        }
        let Ok(hull) = builder.build(&points) else { return Relief::default() };
        let corners: Vec<World> = hull.vertices().collect();
        let faces: Vec<[World; 3]> = hull.faces().map(|face| face.map(|corner| corners[usize::from(corner)])).collect();
        if points.len() == known || points.len() + faces.len() > 2 * VERTICES {
            return lines(hull.faces(), &corners, view);
        }
        directions = faces.iter().flat_map(beyond).filter(|direction| direction.length().is_finite()).collect();
    }
    Relief::default()
}

/// Directions out of a face: the normal, and one that leans over each edge to find vertices in the plane of the face.
fn beyond([a, b, c]: &[World; 3]) -> [World; 4] {
    let normal = unit((*b - *a).cross(*c - *a));
    let over = |start: World, end: World| normal + unit(end - start).cross(normal) * NUDGE;
    [normal, over(*a, *b), over(*b, *c), over(*c, *a)]
}

/// The edges between faces that are not in one plane. An edge is hidden if both of its faces look away.
fn lines(faces: impl Iterator<Item = [u16; 3]>, corners: &[World], view: &View) -> Relief {
    let mut normals: BTreeMap<(u16, u16), Vec<World>> = BTreeMap::new();
    for face in faces {
        let [a, b, c] = face.map(|corner| corners[usize::from(corner)]);
        let normal = unit((b - a).cross(c - a));
        for side in [(face[0], face[1]), (face[1], face[2]), (face[2], face[0])] {
            normals.entry((side.0.min(side.1), side.0.max(side.1))).or_default().push(normal);
        }
    }
    let mut relief = Relief::default();
    for ((start, end), normals) in normals {
        let line = vec![view.flat(corners[usize::from(start)]), view.flat(corners[usize::from(end)])];
        // Rounding may tilt the parts of one face against each other.
        let is_flat = matches!(normals[..], [first, second] if first.dot(second) > 1.0 - 1e-9);
        if is_flat {
            continue;
        }
        let is_seen = normals.iter().any(|normal| normal.dot(view.towards) > 0.0);
        if is_seen { &mut relief.seen } else { &mut relief.hidden }.push(line);
    }
    relief
}

/// Two rings around the z axis of a body, on either side of its equator. The parts on the far side are hidden.
fn rims<V: Space<Scalar = f64>>(body: &Placed<'_, V>, view: &View) -> Relief {
    let mut relief = Relief::default();
    for lean in [LEAN, -LEAN] {
        let ring = (0..=DIRECTIONS).map(|step| {
            let (sin, cos) = (TAU * step as f64 / DIRECTIONS as f64).sin_cos();
            let direction = unit(world(&body.1.rotation().apply(vector(vec3(cos, sin, lean))).components()));
            (direction.dot(view.towards) > 0.0, view.flat(farthest(body, direction)))
        });
        let ring: Vec<(bool, Flat)> = ring.collect();
        for run in ring.chunk_by(|(first, _), (second, _)| first == second) {
            let line: Vec<Flat> = run.iter().map(|(_, point)| *point).collect();
            if run[0].0 { &mut relief.seen } else { &mut relief.hidden }.push(line);
        }
    }
    relief
}
