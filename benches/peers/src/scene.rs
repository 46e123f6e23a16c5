//! The bodies, their poses and velocities, as plain numbers that every library converts to its own types.

use crate::reference::{Reference, Touch};
use crate::vector::{Rows, Vector, add, dot, normalize, scale, sub};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;
use std::f64::consts::{PI, TAU};
use std::fmt::{self, Display, Formatter};

/// A convex body. Capsules, cylinders and cones lie along the last axis; the apex of a cone is on its positive side.
/// `f32` represents all sizes and points exactly, so that every library gets the same body.
#[derive(Clone, Debug)]
pub enum Shape<const N: usize> {
    Ball { radius: f64 },
    Cuboid { half_extents: Vector<N> },
    Capsule { half_height: f64, radius: f64 },
    Cylinder { half_height: f64, radius: f64 },
    Cone { half_height: f64, radius: f64 },
    Hull { points: Vec<Vector<N>> },
}

/// The bodies on either side of a workload.
pub type Shapes<const N: usize> = [Vec<Shape<N>>; 2];

/// A rotation, given by the rows of its matrix, followed by a translation.
#[derive(Clone, Copy, Debug)]
pub struct Pose<const N: usize> {
    pub rows: Rows<N>,
    pub position: Vector<N>,
}

/// Two bodies, by their indices in the lists of a workload, with the data for a cast or a ray.
#[derive(Clone, Debug)]
pub struct Scene<const N: usize> {
    pub a: usize,
    pub b: usize,
    pub pose_a: Pose<N>,
    pub pose_b: Pose<N>,
    /// Whether it is unrelated to the scene before it.
    pub is_new: bool,
    /// The displacement until time one: of B in a cast, or of a ray to A.
    pub velocity: Vector<N>,
    /// The origin of a ray.
    pub origin: Vector<N>,
}

/// The relative position and motion of the bodies of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Regime {
    /// 1 to 10 apart, evenly on a logarithmic scale.
    Far,
    /// 0.01 to 0.05 apart.
    Near,
    /// 0.01 to 0.05 deep.
    Shallow,
    /// The centre of B lies within 0.3 of that of A.
    Deep,
    /// Sequences of frames. From frame to frame each body rotates by about a degree, while the gap oscillates.
    Coherent,
    /// B moves, and half of the pairs meet.
    Cast,
    /// Rays towards A, of which half meet it.
    Ray,
}

impl Display for Regime {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
            Self::Coherent => "coherent",
            Self::Cast => "cast",
            Self::Ray => "ray",
        })
    }
}

/// The number of frames of a coherent sequence.
const FRAMES: usize = 100;
/// The number of bodies on each side of a workload.
const BODIES: usize = 16;

/// The kinds of bodies that are paired.
pub struct Workload<const N: usize> {
    pub name: &'static str,
    a: fn(&mut Pcg64Mcg) -> Shape<N>,
    b: fn(&mut Pcg64Mcg) -> Shape<N>,
}

/// All workloads in space.
pub const SPATIAL: [Workload<3>; 11] = [
    Workload { name: "box/box", a: cuboid, b: cuboid },
    Workload { name: "sphere/box", a: ball, b: cuboid },
    Workload { name: "capsule/capsule", a: capsule, b: capsule },
    Workload { name: "cylinder/cylinder", a: cylinder, b: cylinder },
    Workload { name: "cone/box", a: cone, b: cuboid },
    Workload { name: "hull 8", a: hull::<8>, b: hull::<8> },
    Workload { name: "hull 32", a: hull::<32>, b: hull::<32> },
    Workload { name: "hull 128", a: hull::<128>, b: hull::<128> },
    Workload { name: "hull 512", a: hull::<512>, b: hull::<512> },
    Workload { name: "hull 2000", a: hull::<2000>, b: hull::<2000> },
    Workload { name: "link", a: link, b: link },
];

/// All workloads in the plane.
pub const PLANAR: [Workload<2>; 5] = [
    Workload { name: "polygon 4", a: polygon::<4>, b: polygon::<4> },
    Workload { name: "polygon 8", a: polygon::<8>, b: polygon::<8> },
    Workload { name: "polygon 32", a: polygon::<32>, b: polygon::<32> },
    Workload { name: "circle/polygon 8", a: ball, b: polygon::<8> },
    Workload { name: "capsule/capsule 2D", a: capsule, b: capsule },
];

impl<const N: usize> Workload<N> {
    /// The bodies, the same number on either side.
    pub fn bodies(&self, random: &mut Pcg64Mcg) -> Shapes<N> {
        [self.a, self.b].map(|make| (0..BODIES).map(|_| make(random)).collect())
    }
}

/// A number rounded to `f32`.
fn single(number: f64) -> f64 {
    f64::from(number as f32)
}

/// A random half extent or radius.
fn size(random: &mut Pcg64Mcg) -> f64 {
    single(random.random_range(0.3..1.0))
}

fn ball<const N: usize>(random: &mut Pcg64Mcg) -> Shape<N> {
    Shape::Ball { radius: size(random) }
}

fn cuboid<const N: usize>(random: &mut Pcg64Mcg) -> Shape<N> {
    Shape::Cuboid { half_extents: std::array::from_fn(|_| size(random)) }
}

fn capsule<const N: usize>(random: &mut Pcg64Mcg) -> Shape<N> {
    Shape::Capsule { half_height: size(random), radius: single(random.random_range(0.2..0.6)) }
}

fn cylinder(random: &mut Pcg64Mcg) -> Shape<3> {
    Shape::Cylinder { half_height: size(random), radius: size(random) }
}

fn cone(random: &mut Pcg64Mcg) -> Shape<3> {
    Shape::Cone { half_height: size(random), radius: size(random) }
}

/// A hull of random points on an ellipsoid.
fn hull<const POINTS: usize>(random: &mut Pcg64Mcg) -> Shape<3> {
    let radii: Vector<3> = std::array::from_fn(|_| size(random));
    let point = |random: &mut Pcg64Mcg| {
        let way: Vector<3> = direction(random);
        std::array::from_fn(|i| single(radii[i] * way[i]))
    };
    Shape::Hull { points: (0..POINTS).map(|_| point(random)).collect() }
}

/// A slender hull with twenty points on each of two half spheres at its ends.
fn link(random: &mut Pcg64Mcg) -> Shape<3> {
    let (half_height, radius) = (random.random_range(0.6..1.0), random.random_range(0.1..0.25));
    let point = |i: usize| {
        let [x, y, z]: Vector<3> = direction(random);
        let end = if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        [x * radius, y * radius, end * (half_height + z.abs() * radius)].map(single)
    };
    Shape::Hull { points: (0..40).map(point).collect() }
}

/// A polygon with random corners on an ellipse, counter-clockwise.
fn polygon<const POINTS: usize>(random: &mut Pcg64Mcg) -> Shape<2> {
    let radii: Vector<2> = std::array::from_fn(|_| size(random));
    let point = |i: usize| {
        let angle = (i as f64 + random.random_range(0.0..0.8)) * TAU / POINTS as f64;
        [single(radii[0] * angle.cos()), single(radii[1] * angle.sin())]
    };
    Shape::Hull { points: (0..POINTS).map(point).collect() }
}

/// A random point in the unit ball.
fn in_ball<const N: usize>(random: &mut Pcg64Mcg) -> Vector<N> {
    loop {
        let point = std::array::from_fn(|_| random.random_range(-1.0..1.0));
        if dot(point, point) <= 1.0 {
            return point;
        }
    }
}

/// A random unit vector.
fn direction<const N: usize>(random: &mut Pcg64Mcg) -> Vector<N> {
    normalize(in_ball(random))
}

/// The rows of a random rotation.
fn rotation<const N: usize>(random: &mut Pcg64Mcg) -> Rows<N> {
    let mut rows: Rows<N> = [[0.0; N]; N];
    for i in 0..N {
        let mut row = direction(random);
        for earlier in &rows[..i] {
            row = sub(row, scale(*earlier, dot(row, *earlier)));
        }
        rows[i] = normalize(row);
    }
    if determinant(&rows) < 0.0 {
        rows[0] = scale(rows[0], -1.0);
    }
    rows
}

fn determinant<const N: usize>(rows: &Rows<N>) -> f64 {
    match rows.as_slice() {
        [a, b] => a[0] * b[1] - a[1] * b[0],
        [a, b, c] => {
            a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])
        }
        _ => 1.0,
    }
}

/// Rotates every row by an angle in the plane of two rows of another rotation.
fn turned<const N: usize>(rows: Rows<N>, plane: &Rows<N>, angle: f64) -> Rows<N> {
    let (sin, cos) = angle.sin_cos();
    rows.map(|row| {
        let (x, y) = (dot(row, plane[0]), dot(row, plane[1]));
        let (dx, dy) = (x * cos - y * sin - x, x * sin + y * cos - y);
        add(row, add(scale(plane[0], dx), scale(plane[1], dy)))
    })
}

/// An upper bound of the diameter of a scene.
const APART: f64 = 8.0;

/// The generator of the scenes of a regime.
pub struct Stage<'r, const N: usize, R> {
    pub reference: &'r R,
    pub random: Pcg64Mcg,
}

impl<const N: usize, R: Reference<N>> Stage<'_, N, R> {
    pub fn scenes(&mut self, regime: Regime, count: usize) -> Vec<Scene<N>> {
        match regime {
            Regime::Far => self.repeat(count, |stage, _| {
                let gap = stage.random.random_range(0.0..1.0_f64);
                stage.at_gap(10.0_f64.powf(gap))
            }),
            Regime::Near => self.repeat(count, |stage, _| {
                let gap = stage.random.random_range(0.01..0.05);
                stage.at_gap(gap)
            }),
            Regime::Shallow => self.repeat(count, |stage, _| {
                let depth = stage.random.random_range(0.01..0.05);
                stage.at_gap(-depth)
            }),
            Regime::Deep => self.repeat(count, |stage, _| {
                let mut scene = stage.random_scene();
                scene.pose_b.position = add(scene.pose_a.position, scale(in_ball(&mut stage.random), 0.3));
                scene
            }),
            Regime::Coherent => self.coherent(count),
            Regime::Cast => self.repeat(count, |stage, i| stage.cast(i.is_multiple_of(2))),
            Regime::Ray => self.repeat(count, |stage, i| stage.ray(i.is_multiple_of(2))),
        }
    }

    fn repeat(&mut self, count: usize, scene: impl Fn(&mut Self, usize) -> Scene<N>) -> Vec<Scene<N>> {
        (0..count).map(|i| scene(self, i)).collect()
    }

    /// Two bodies at random poses that are certainly apart.
    fn random_scene(&mut self) -> Scene<N> {
        let (a, b) = (self.random.random_range(0..BODIES), self.random.random_range(0..BODIES));
        let random = &mut self.random;
        let pose_a = Pose { rows: rotation(random), position: in_ball(random) };
        let away = scale(direction(random), APART);
        let pose_b = Pose { rows: rotation(random), position: add(pose_a.position, away) };
        Scene { a, b, pose_a, pose_b, is_new: true, velocity: [0.0; N], origin: [0.0; N] }
    }

    /// Moves B along the line of the nearest points, which stay the nearest ones, so that the bodies have the wanted
    /// gap. A negative gap is minus an upper bound of the depth.
    fn set_gap(&self, scene: &mut Scene<N>, gap: f64) {
        let (distance, normal) = self.reference.gap(scene);
        scene.pose_b.position = add(scene.pose_b.position, scale(normal, gap - distance));
    }

    fn at_gap(&mut self, gap: f64) -> Scene<N> {
        let mut scene = self.random_scene();
        self.set_gap(&mut scene, gap);
        scene
    }

    fn coherent(&mut self, count: usize) -> Vec<Scene<N>> {
        let mut scenes = Vec::with_capacity(count);
        while scenes.len() < count {
            let mut scene = self.random_scene();
            let (plane_a, plane_b) = (rotation(&mut self.random), rotation(&mut self.random));
            let start = scene.pose_b.position;
            let phase = self.random.random_range(0.0..TAU);
            for frame in 0..FRAMES.min(count - scenes.len()) {
                let degree = |random: &mut Pcg64Mcg| random.random_range(0.8..1.2) * PI / 180.0;
                scene.is_new = frame == 0;
                scene.pose_a.rows = turned(scene.pose_a.rows, &plane_a, degree(&mut self.random));
                scene.pose_b.rows = turned(scene.pose_b.rows, &plane_b, degree(&mut self.random));
                // In every frame B starts at the same place, where the bodies are certainly apart.
                scene.pose_b.position = start;
                let swing = (phase + frame as f64 * TAU / FRAMES as f64).sin();
                self.set_gap(&mut scene, 0.155 + 0.145 * swing);
                scenes.push(scene.clone());
            }
        }
        scenes
    }

    /// A random velocity at `from`, roughly towards `to`, with a speed of 3 to 6.
    fn aim(&mut self, from: Vector<N>, to: Vector<N>) -> Vector<N> {
        let aside = scale(in_ball(&mut self.random), 2.0);
        let speed = self.random.random_range(3.0..6.0);
        scale(normalize(sub(add(to, aside), from)), speed)
    }

    fn cast(&mut self, meets: bool) -> Scene<N> {
        loop {
            let gap = self.random.random_range(0.5..2.0);
            let mut scene = self.at_gap(gap);
            scene.velocity = self.aim(scene.pose_b.position, scene.pose_a.position);
            if is_clear(self.reference.cast(&scene), &scene.velocity, meets) {
                return scene;
            }
        }
    }

    fn ray(&mut self, meets: bool) -> Scene<N> {
        loop {
            let mut scene = self.random_scene();
            scene.origin = scene.pose_b.position;
            let (distance, normal) = self.reference.point_gap(&scene);
            let gap = self.random.random_range(0.5..2.0);
            scene.origin = add(scene.origin, scale(normal, gap - distance));
            scene.velocity = self.aim(scene.origin, scene.pose_a.position);
            if is_clear(self.reference.ray(&scene), &scene.velocity, meets) {
                return scene;
            }
        }
    }
}

/// Whether the outcome is the wanted one, and does not depend on rounding: a contact must not be too grazing.
fn is_clear<const N: usize>(touch: Touch, velocity: &Vector<N>, meets: bool) -> bool {
    match touch {
        Touch::Hit { closing, .. } => meets && closing > 0.1 * dot(*velocity, *velocity).sqrt(),
        Touch::Near => false,
        Touch::Miss => !meets,
    }
}
