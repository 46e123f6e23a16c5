//! Bodies and poses drawn from a seed, the same in every run.
//!
//! Sizes and positions are rounded to multiples of 2^−12. Every scalar represents these exactly, and rounding errors in
//! the query that places the bodies do not change them.

use crate::number::{Number, Space};
use gjk::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Polygon, Polyhedron, PolyhedronBuilder, Pose, Proximity, Query, Support,
    Vec2, Vec3,
};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use std::f64::consts::{PI, TAU};
use std::fmt::{self, Display, Formatter};

/// The relative position of the bodies of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// 1 to 10 apart, evenly on a logarithmic scale.
    Far,
    /// 0.01 to 0.05 apart.
    Near,
    /// 0.01 to 0.05 deep.
    Shallow,
    /// The centres are within 0.3 of each other.
    Deep,
}

impl Regime {
    pub const ALL: [Self; 4] = [Self::Far, Self::Near, Self::Shallow, Self::Deep];
}

impl Display for Regime {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
        })
    }
}

/// Two bodies at their poses, with the data for a cast and for a warm start.
#[derive(Clone, Debug)]
pub struct Scene<A, B, V: Space> {
    pub a: A,
    pub b: B,
    pub pose_a: Pose<V>,
    pub pose_b: Pose<V>,
    /// The pose of B a moment before: rotated by about a degree, and displaced by a hundredth of its size.
    pub last_b: Pose<V>,
    /// The displacement of B until time one, roughly towards A.
    pub velocity: V,
}

/// The distance of the origins at which bodies are certainly apart, before B is moved to the wanted gap.
const APART: f64 = 8.0;

/// Scenes of a regime, with new random bodies in each.
pub fn scenes<A, B, V: Space>(
    regime: Regime,
    count: usize,
    make: &impl Fn(&mut Pcg64Mcg) -> (A, B),
) -> Vec<Scene<A, B, V>>
where
    A: Support<Vector = V>,
    B: Support<Vector = V>,
{
    let mut random = Pcg64Mcg::new(0x5eed);
    (0..count).map(|_| scene(regime, &mut random, make)).collect()
}

fn scene<A, B, V: Space>(
    regime: Regime,
    random: &mut Pcg64Mcg,
    make: &impl Fn(&mut Pcg64Mcg) -> (A, B),
) -> Scene<A, B, V>
where
    A: Support<Vector = V>,
    B: Support<Vector = V>,
{
    let (a, b) = make(random);
    let (turn_a, turn_b) = (quaternion(random), quaternion(random));
    let (origin, away) = (in_ball::<V>(random), direction::<V>(random));
    let pose = |turn: [f64; 4], position: [f64; 3]| {
        Pose::new(V::rotation(turn), V::of(position.map(on_grid))).expect("in range")
    };
    let pose_a = pose(turn_a, origin);
    let gap = match regime {
        Regime::Far => Some(10.0_f64.powf(random.random_range(0.0..1.0))),
        Regime::Near => Some(random.random_range(0.01..0.05)),
        Regime::Shallow => Some(-random.random_range(0.01..0.05)),
        Regime::Deep => None,
    };
    let position = match gap {
        // B moves along the line of the nearest points, so these stay the nearest ones.
        Some(gap) => {
            let start = advance(origin, APART, away).map(on_grid);
            let found = Query::new().poses(pose_a, pose(turn_b, start)).proximity(&a, &b);
            advance(start, gap - found.signed_distance().value(), unit_value::<V>(&found))
        }
        None => advance(origin, 0.3 * random.random_range(0.0..1.0), away),
    };
    let aside = in_ball::<V>(random);
    let goal = advance(origin, 1.5, aside);
    let velocity: [f64; 3] = std::array::from_fn(|i| on_grid(goal[i] - position[i]));
    let angle = random.random_range(0.8..1.2) * PI / 180.0;
    let plane = direction::<V>(random);
    let step = [plane[0], plane[1], 1.0, 0.0].map(|part| part * angle / 2.0);
    let last_turn = std::array::from_fn(|i| turn_b[i] + step[i]);
    let last_b = pose(last_turn, advance(position, 0.01, aside));
    Scene { a, b, pose_a, pose_b: pose(turn_b, position), last_b, velocity: V::of(velocity) }
}

fn unit_value<V: Space>(found: &Proximity<V>) -> [f64; 3] {
    V::unit_value(found.normal())
}

fn on_grid(number: f64) -> f64 {
    (number * 4096.0).round() / 4096.0
}

fn advance(point: [f64; 3], length: f64, direction: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|i| point[i] + length * direction[i])
}

/// A random point in the unit ball, in the plane in the unit disc.
fn in_ball<V: Space>(random: &mut Pcg64Mcg) -> [f64; 3] {
    loop {
        let point = std::array::from_fn(|i| if i < V::DIMENSION { random.random_range(-1.0..1.0) } else { 0.0 });
        if point.iter().map(|x| x * x).sum::<f64>() <= 1.0 {
            return point;
        }
    }
}

/// A random unit vector.
fn direction<V: Space>(random: &mut Pcg64Mcg) -> [f64; 3] {
    let point = in_ball::<V>(random);
    let length = point.iter().map(|x| x * x).sum::<f64>().sqrt();
    point.map(|x| x / length)
}

/// A random unit quaternion.
fn quaternion(random: &mut Pcg64Mcg) -> [f64; 4] {
    let (share, one, other) =
        (random.random_range(0.0..1.0_f64), random.random_range(0.0..TAU), random.random_range(0.0..TAU));
    let (a, b) = (share.sqrt(), (1.0 - share).sqrt());
    [a * one.sin(), a * one.cos(), b * other.sin(), b * other.cos()]
}

/// A random half extent or radius.
pub fn size<S: Number>(random: &mut Pcg64Mcg) -> S {
    S::of(on_grid(random.random_range(0.3..1.0)))
}

pub fn ball<S: Number>(random: &mut Pcg64Mcg) -> Ball<S> {
    Ball::new(size(random)).expect("a size")
}

pub fn cuboid<S: Number>(random: &mut Pcg64Mcg) -> Cuboid<S> {
    Cuboid::new(Vec3::from_array(std::array::from_fn(|_| size(random)))).expect("sizes")
}

pub fn capsule<S: Number>(random: &mut Pcg64Mcg) -> Capsule<Vec3<S>> {
    Capsule::upright(size(random), S::of(on_grid(random.random_range(0.2..0.6)))).expect("sizes")
}

pub fn cylinder<S: Number>(random: &mut Pcg64Mcg) -> Cylinder<S> {
    Cylinder::new(size(random), size(random)).expect("sizes")
}

pub fn cone<S: Number>(random: &mut Pcg64Mcg) -> Cone<S> {
    Cone::new(size(random), size(random)).expect("sizes")
}

/// The hull of random points on an ellipsoid. Its memory is leaked.
pub fn polyhedron<S: Number, const VERTICES: usize>(random: &mut Pcg64Mcg) -> Polyhedron<'static, S> {
    let radii: [f64; 3] = std::array::from_fn(|_| random.random_range(0.3..1.0));
    let cloud: Vec<Vec3<S>> = (0..VERTICES)
        .map(|_| {
            let way = direction::<Vec3<S>>(random);
            Space::of(std::array::from_fn(|i| on_grid(radii[i] * way[i])))
        })
        .collect();
    let builder = Box::leak(Box::new(PolyhedronBuilder::<S, 128, 128>::new()));
    builder.build(&cloud).expect("there is room")
}

/// The hull of random points on an ellipse. Its memory is leaked.
pub fn polygon<S: Number, const VERTICES: usize>(random: &mut Pcg64Mcg) -> Polygon<'static, S> {
    let radii: [f64; 2] = std::array::from_fn(|_| random.random_range(0.3..1.0));
    let outline: Vec<Vec2<S>> = (0..VERTICES)
        .map(|i| {
            let angle = (i as f64 + random.random_range(0.0..0.8)) * TAU / VERTICES as f64;
            Space::of([on_grid(radii[0] * angle.cos()), on_grid(radii[1] * angle.sin()), 0.0])
        })
        .collect();
    Polygon::new(outline.leak()).expect("strictly convex")
}
