//! Bodies and pairs of them, drawn from a seed. A failure prints the seed of its scene; `GJK_SEED=… cargo test` runs
//! that scene alone.

use super::number::{Number, P, Space, add, dot, length, max_abs, scale, sub};
use super::reference::Swept;
use core::fmt;
use core::marker::PhantomData;
use gjk::{
    Capsule, ConvexHull, NBall, NCuboid, Point, Pose, Posed, Proximity, Query, Rotation, Scalar, Segment, Support,
    Triangle, Vector,
};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A stream of random numbers (Vigna's splitmix64).
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    pub fn uniform(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn log_uniform(&mut self, from: f64, to: f64) -> f64 {
        self.uniform(from.ln(), to.ln()).exp().clamp(from, to)
    }

    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// A point in a cube of the given half extent about the origin; in the plane in a square.
    pub fn point(&mut self, half: f64, dimension: usize) -> P {
        let mut point = [0.0; 3];
        point[..dimension].fill_with(|| self.uniform(-half, half));
        point
    }

    /// A unit vector, in 30 of 100 cases along an axis.
    pub fn direction(&mut self, dimension: usize) -> P {
        if self.percent(30) {
            let mut axis = [0.0; 3];
            axis[self.below(dimension)] = if self.percent(50) { 1.0 } else { -1.0 };
            return axis;
        }
        loop {
            let point = self.point(1.0, dimension);
            if (0.1..=1.0).contains(&length(point)) {
                return scale(point, 1.0 / length(point));
            }
        }
    }

    /// A quaternion (x, y, z, w): the identity, a turn with a matrix of −1, 0 and 1, or any.
    pub fn quaternion(&mut self, dimension: usize) -> [f64; 4] {
        match self.below(6) {
            0 => [0.0, 0.0, 0.0, 1.0],
            1 => self.quarter_turn(dimension),
            _ => loop {
                let [x, y, z] = self.point(1.0, 3);
                let w = self.uniform(-1.0, 1.0);
                // In the plane x is the sine and w the cosine, so they must not both be near zero.
                if (0.1..=1.0).contains(&(x * x + y * y + z * z + w * w)) && x * x + w * w > 0.01 {
                    break [x, y, z, w];
                }
            },
        }
    }

    /// A quaternion whose rotation matrix holds only −1, 0 and 1, so that rotating is exact.
    pub fn quarter_turn(&mut self, dimension: usize) -> [f64; 4] {
        let half = self.below(2) as f64 - 0.5;
        let by_a_third = [half, half, half, 0.5];
        let along_x = [half, 0.0, 0.0, 0.5];
        let planar = [2.0 * half, 0.0, 0.0, 0.0];
        let turned_back = [0.0, 0.0, 0.0, -1.0];
        let turns = if dimension == 2 { [planar, turned_back] } else { [by_a_third, along_x] };
        turns[self.below(2)]
    }
}

/// The kinds of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ball,
    Cuboid,
    Capsule,
    Segment,
    Triangle,
    Point,
    Hull,
    Polygon,
}

/// A body in its own frame.
#[derive(Clone, Debug)]
pub struct Body<V: Space> {
    pub kind: Kind,
    /// The points of the core; for a box only its half extents.
    pub points: Vec<V>,
    pub radius: V::Scalar,
}

impl<V: Space> Body<V> {
    fn draw(rng: &mut Rng, kind: Kind) -> Self {
        let size = rng.log_uniform(V::Scalar::SMALLEST, 16.0);
        let dimension = V::DIMENSION;
        let mut radius = 0.0;
        let mut some = |count: usize| -> Vec<P> { (0..count).map(|_| rng.point(size, dimension)).collect() };
        let points = match kind {
            Kind::Ball => {
                radius = size;
                vec![[0.0; 3]]
            }
            Kind::Cuboid => {
                let mut half = [0.0; 3].map(|_: f64| size * rng.uniform(0.1, 1.0));
                if rng.percent(5) {
                    half[rng.below(dimension)] = 0.0;
                }
                vec![half]
            }
            Kind::Capsule => {
                let ends = some(2);
                radius = size * rng.uniform(0.05, 0.5);
                ends
            }
            Kind::Segment => some(2),
            Kind::Triangle => some(3),
            Kind::Point => some(1),
            Kind::Hull => hull(rng, size, dimension),
            Kind::Polygon => outline(rng, size),
        };
        let points: Vec<V> = points.into_iter().map(V::of).collect();
        let is_polygon = kind == Kind::Polygon && V::polygon(&points).is_some();
        let kind = if kind == Kind::Polygon && !is_polygon { Kind::Hull } else { kind };
        Self { kind, points, radius: V::Scalar::of(radius) }
    }

    /// The body as a shape of the crate.
    pub fn shape(&self) -> Box<dyn Support<Vector = V> + '_> {
        let p = |i: usize| self.points[i];
        match self.kind {
            Kind::Ball => Box::new(NBall::new(self.radius).expect("a size")),
            Kind::Cuboid => Box::new(NCuboid::new(p(0)).expect("sizes")),
            Kind::Capsule => Box::new(Capsule::new(p(0), p(1), self.radius).expect("points")),
            Kind::Segment => Box::new(Segment::new(p(0), p(1)).expect("points")),
            Kind::Triangle => Box::new(Triangle::new(p(0), p(1), p(2)).expect("points")),
            Kind::Point => Box::new(Point::new(p(0)).expect("a point")),
            Kind::Hull => Box::new(ConvexHull::new(&self.points).expect("points")),
            Kind::Polygon => V::polygon(&self.points).expect("a polygon"),
        }
    }

    /// The vertices of the core.
    pub fn vertices(&self) -> Vec<V> {
        if self.kind != Kind::Cuboid {
            return self.points.clone();
        }
        let [x, y, z] = self.points[0].value();
        (0..1 << V::DIMENSION)
            .map(|corner| {
                V::of([(1, x), (2, y), (4, z)].map(|(bit, half)| if corner & bit == 0 { half } else { -half }))
            })
            .collect()
    }

    /// The body at a pose. The points are those that the scalar's arithmetic gives, so that the reference sees what a
    /// query sees.
    pub fn at(&self, pose: Pose<V>) -> Swept {
        let core = self.vertices().into_iter().map(|vertex| pose.apply(vertex).value()).collect();
        Swept { core, radius: self.radius.value() }
    }

    /// The body in its own frame.
    pub fn local(&self) -> Swept {
        self.at(Pose::IDENTITY)
    }

    /// The body with all lengths times 2^exponent.
    pub fn scaled(&self, exponent: i32) -> Self {
        let factor = 2.0_f64.powi(exponent);
        let points = self.points.iter().map(|point| V::of(scale(point.value(), factor))).collect();
        Self { kind: self.kind, points, radius: V::Scalar::of(self.radius.value() * factor) }
    }
}

/// The points of a hull: random, flat, collinear, on a lattice, or with repetitions.
fn hull(rng: &mut Rng, size: f64, dimension: usize) -> Vec<P> {
    let count = 4 + rng.below(9);
    let (origin, along, across) =
        (rng.point(size / 4.0, dimension), rng.direction(dimension), rng.direction(dimension));
    let manner = rng.below(100);
    let mut points: Vec<P> = (0..count)
        .map(|_| match manner {
            0..15 if dimension == 3 => {
                let (u, v) = (rng.uniform(-size, size) / 2.0, rng.uniform(-size, size) / 2.0);
                add(origin, add(scale(along, u), scale(across, v)))
            }
            15..22 => add(origin, scale(along, rng.uniform(-size, size) / 2.0)),
            22..35 => {
                let mut lattice = [0.0; 3];
                lattice[..dimension].fill_with(|| (rng.below(3) as f64 - 1.0) * size);
                lattice
            }
            _ => rng.point(size, dimension),
        })
        .collect();
    if manner >= 85 {
        for _ in 0..count / 2 {
            points[rng.below(count)] = points[rng.below(count)];
        }
    }
    points
}

/// Points on an ellipse, counter-clockwise.
fn outline(rng: &mut Rng, size: f64) -> Vec<P> {
    let count = 3 + rng.below(22);
    let (width, height, shift) = (size, size * rng.uniform(0.2, 1.0), rng.point(size / 4.0, 2));
    (0..count)
        .map(|i| {
            let angle = (i as f64 + rng.uniform(0.0, 0.7)) / count as f64 * core::f64::consts::TAU;
            add(shift, [width * angle.cos(), height * angle.sin(), 0.0])
        })
        .collect()
}

/// The kinds of bodies that a scene is made of.
pub trait Family: Clone + 'static {
    const A: &'static [Kind];
    const B: &'static [Kind];
}

macro_rules! families {
    ($($(#[$doc:meta])* $family:ident: $a:expr, $b:expr;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone)]
            pub struct $family;
            impl Family for $family {
                const A: &'static [Kind] = $a;
                const B: &'static [Kind] = $b;
            }
        )+
    };
}

use Kind::{Ball, Capsule as Caps, Cuboid, Hull, Point as Dot, Polygon, Segment as Seg, Triangle as Tri};

/// Bodies with an interior are listed more often: without that nearly all pairs would be apart.
const ALL: &[Kind] = &[Ball, Ball, Cuboid, Cuboid, Caps, Caps, Hull, Hull, Hull, Polygon, Polygon, Tri, Seg, Dot];

families! {
    /// All kinds.
    Any: ALL, ALL;
    Balls: &[Ball], &[Ball];
    BallAndCuboid: &[Ball], &[Cuboid];
    Capsules: &[Caps], &[Caps];
    Cuboids: &[Cuboid], &[Cuboid];
    /// Boxes, balls and points: the core of each is a box, perhaps of no extent.
    Boxes: &[Cuboid, Cuboid, Cuboid, Ball, Dot], &[Cuboid, Cuboid, Cuboid, Ball, Dot];
    /// Bodies whose cores are polygons in the plane, perhaps degenerate.
    Polygons: &[Polygon, Polygon, Polygon, Caps, Cuboid, Seg], &[Polygon, Polygon, Polygon, Caps, Cuboid, Seg, Ball, Dot];
}

/// Two bodies at their poses, drawn from a seed.
#[derive(Clone)]
pub struct Scene<V: Space, F = Any> {
    pub seed: u64,
    pub a: Body<V>,
    pub b: Body<V>,
    pub pose_a: Pose<V>,
    pub pose_b: Pose<V>,
    family: PhantomData<F>,
}

impl<V: Space, F: Family> Scene<V, F> {
    /// The scene of a seed. Positions are multiples of 2^−10, so that moving a scene far away is exact.
    pub fn new(seed: u64) -> Self {
        let rng = &mut Rng::new(seed);
        let kinds = (F::A[rng.below(F::A.len())], F::B[rng.below(F::B.len())]);
        let (a, b) = (Body::<V>::draw(rng, kinds.0), Body::<V>::draw(rng, kinds.1));
        let (turn_a, turn_b) = (V::rotation(rng.quaternion(V::DIMENSION)), V::rotation(rng.quaternion(V::DIMENSION)));
        let origin = if rng.percent(30) { [0.0; 3] } else { rng.point(2.0 * a.local().extent(), V::DIMENSION) };
        let pose_a = pose(turn_a, on_grid(origin));
        let (placed_a, turned_b) = (a.at(pose_a), b.at(Pose::rotated(turn_b)));
        let (middle_a, middle_b) = (middle(&placed_a), middle(&turned_b));
        let along = rng.direction(V::DIMENSION);
        let touching =
            placed_a.reach(along) - dot(along, middle_a) + turned_b.reach(scale(along, -1.0)) + dot(along, middle_b);
        let (share, exact) = match rng.below(20) {
            0 => (0.0, true),
            1 | 2 => (1.0, true),
            3 => (1.0 + rng.uniform(-1.0, 1.0) * 2.0_f64.powi(-(rng.below(40) as i32)), true),
            4..=11 => (rng.uniform(0.0, 1.0), false),
            12..=14 => (rng.uniform(0.0, 0.5), false),
            _ => (rng.uniform(1.0, 2.0), false),
        };
        let position = add(sub(middle_a, middle_b), scale(along, touching * share));
        let pose_b = pose(turn_b, if exact { position } else { on_grid(position) });
        Self { seed, a, b, pose_a, pose_b, family: PhantomData }
    }

    /// The scene with all lengths times 2^exponent.
    pub fn scaled(&self, exponent: i32) -> Self {
        let scaled = |old: Pose<V>| pose(old.rotation(), scale(old.position().value(), 2.0_f64.powi(exponent)));
        let (pose_a, pose_b) = (scaled(self.pose_a), scaled(self.pose_b));
        Self { a: self.a.scaled(exponent), b: self.b.scaled(exponent), pose_a, pose_b, ..self.clone() }
    }

    /// The scene with its bodies at other poses.
    pub fn with_poses(&self, pose_a: Pose<V>, pose_b: Pose<V>) -> Self {
        Self { pose_a, pose_b, ..self.clone() }
    }

    /// Calls a function with both bodies placed in the world.
    pub fn ask<R>(&self, ask: impl FnOnce(&dyn Support<Vector = V>, &dyn Support<Vector = V>) -> R) -> R {
        let (a, b) = (self.a.shape(), self.b.shape());
        ask(&Posed::new(&*a, self.pose_a), &Posed::new(&*b, self.pose_b))
    }

    /// The answer of `gjk::proximity` for bodies placed in the world.
    pub fn proximity(&self) -> Proximity<V> {
        self.ask(|a, b| gjk::proximity(a, b))
    }

    /// The answer of a query with poses, which works in A's frame.
    pub fn proximity_of_poses(&self) -> Proximity<V> {
        Query::new().poses(self.pose_a, self.pose_b).proximity(&*self.a.shape(), &*self.b.shape())
    }

    /// The bodies in the world.
    pub fn placed(&self) -> (Swept, Swept) {
        (self.a.at(self.pose_a), self.b.at(self.pose_b))
    }

    /// The largest coordinate in the world.
    pub fn world_size(&self) -> f64 {
        let (a, b) = self.placed();
        a.extent().max(b.extent())
    }

    /// The extent of the larger body, or the displacement between the two if that is longer.
    pub fn size(&self) -> f64 {
        let apart = max_abs(sub(self.pose_b.position().value(), self.pose_a.position().value()));
        self.a.local().extent().max(self.b.local().extent()).max(apart)
    }

    /// The largest number behind an answer, in the world or in the frames of the bodies: placing a point rounds by
    /// steps of the largest number in the sum.
    pub fn largest(&self) -> f64 {
        self.world_size().max(self.size())
    }
}

/// The body as a trait object: queries are then compiled once for each scalar and dimension rather than once for each
/// pair of types.
pub fn erased<'b, V: Vector>(body: &'b (impl Support<Vector = V> + 'b)) -> &'b dyn Support<Vector = V> {
    body
}

pub fn pose<V: Space>(rotation: Rotation<V>, position: P) -> Pose<V> {
    Pose::new(rotation, V::of(position)).expect("in range")
}

fn middle(body: &Swept) -> P {
    let sum = body.core.iter().fold([0.0; 3], |sum, &p| add(sum, p));
    scale(sum, 1.0 / body.core.len() as f64)
}

pub fn on_grid(point: P) -> P {
    point.map(|x| (x * 1024.0).round() / 1024.0)
}

impl<V: Space, F: Family> fmt::Debug for Scene<V, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, a, b, pose_a, pose_b, .. } = self;
        write!(f, "GJK_SEED={seed} {} in {}D: ", V::Scalar::NAME, V::DIMENSION)?;
        write!(f, "A {a:?} at {pose_a:?}, B {b:?} at {pose_b:?}")
    }
}

impl<V: Space, F: Family> Arbitrary for Scene<V, F> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self::new(u64::arbitrary(g))
    }
}

/// The result of a claim about one scene; the error is a message.
pub type Verdict = Result<(), String>;

/// The number of scenes that a claim is checked on, unless `GJK_TIMES` or `QUICKCHECK_TESTS` say otherwise.
const SCENES: u64 = 75;
/// Size and seed of quickcheck's generator; only the seeds of scenes are drawn from it.
const GEN_SIZE: usize = 100;
const GEN_SEED: u64 = 1;

/// A claim about scenes.
pub struct Claim<V: Space, F>(fn(&Scene<V, F>) -> Verdict);

impl<V: Space, F: Family> Claim<V, F> {
    /// Checks the claim on one scene; a panic counts as a failure.
    fn try_on(&self, scene: &Scene<V, F>) -> Verdict {
        let verdict = catch_unwind(AssertUnwindSafe(|| (self.0)(scene))).unwrap_or(Err("panicked".into()));
        verdict.map_err(|error| format!("{error}\n  {scene:?}"))
    }
}

impl<V: Space, F: Family> Testable for Claim<V, F> {
    fn result(&self, g: &mut Gen) -> TestResult {
        match self.try_on(&Scene::arbitrary(g)) {
            Ok(()) => TestResult::passed(),
            Err(error) => TestResult::error(error),
        }
    }
}

/// A number of scenes or seeds, multiplied by the environment variable `GJK_TIMES`. A larger number only adds to the
/// ones drawn before.
pub fn times(count: u64) -> u64 {
    count * std::env::var("GJK_TIMES").map_or(1, |times| times.parse::<u64>().expect("GJK_TIMES is a number"))
}

/// Checks a claim on drawn scenes. In the environment, `GJK_SEED` selects a single scene instead, and
/// `QUICKCHECK_TESTS` asks for that many new ones.
pub fn check<V: Space, F: Family>(claim: fn(&Scene<V, F>) -> Verdict) {
    let claim = Claim(claim);
    match std::env::var("GJK_SEED") {
        Ok(seed) => {
            let scene = Scene::new(seed.parse().expect("GJK_SEED is a number"));
            if let Err(error) = claim.try_on(&scene) {
                panic!("{error}");
            }
        }
        Err(_) if std::env::var_os("QUICKCHECK_TESTS").is_some() => QuickCheck::new().quickcheck(claim),
        // Every run draws equal scenes, so that a difference between two runs comes from a change of the code.
        Err(_) => {
            let generator = Gen::from_size_and_seed(GEN_SIZE, GEN_SEED);
            QuickCheck::new().rng(generator).tests(times(SCENES)).quickcheck(claim);
        }
    }
}

/// Runs claims, functions of a vector type, for each scalar in the plane and in space.
#[macro_export]
macro_rules! claims {
    ($($claim:ident,)+) => {
        $crate::claims!(f32_in_the_plane: Vec2<f32>, $($claim)+);
        $crate::claims!(f32_in_space: Vec3<f32>, $($claim)+);
        $crate::claims!(f64_in_the_plane: Vec2<f64>, $($claim)+);
        $crate::claims!(f64_in_space: Vec3<f64>, $($claim)+);
        $crate::claims!(i16f16_in_the_plane: Vec2<I16F16>, $($claim)+);
        $crate::claims!(i16f16_in_space: Vec3<I16F16>, $($claim)+);
        $crate::claims!(i32f32_in_the_plane: Vec2<I32F32>, $($claim)+);
        $crate::claims!(i32f32_in_space: Vec3<I32F32>, $($claim)+);
    };
    ($module:ident: $vector:ty, $($claim:ident)+) => {
        mod $module {
            use super::*;
            $(
                #[test]
                fn $claim() {
                    super::$claim::<$vector>();
                }
            )+
        }
    };
}

/// Returns from a claim with an error message unless a condition holds.
#[macro_export]
macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        let holds: bool = $holds;
        if !holds {
            return Err(format!($($message)+));
        }
    };
}

/// The bounds of the signed distance that an answer states.
pub fn bounds<V: Space>(answer: &Proximity<V>) -> (f64, f64) {
    match answer {
        Proximity::Separated(s) => (s.lower_bound.value(), s.distance.value()),
        Proximity::Overlapping(p) => (-p.upper_bound.value(), -p.lower_bound.value()),
    }
}

/// The signed distance of an answer.
pub fn signed<V: Space>(answer: &Proximity<V>) -> f64 {
    answer.signed_distance().value()
}

/// The normal of an answer.
pub fn normal<V: Space>(answer: &Proximity<V>) -> P {
    V::unit_value(answer.normal())
}

/// The witness points of an answer.
pub fn witnesses<V: Space>(answer: &Proximity<V>) -> (P, P) {
    match answer {
        Proximity::Separated(s) => (s.on_a.value(), s.on_b.value()),
        Proximity::Overlapping(p) => (p.on_a.value(), p.on_b.value()),
    }
}

/// Does the answer say that the bodies overlap?
pub fn overlaps<V: Space>(answer: &Proximity<V>) -> bool {
    matches!(answer, Proximity::Overlapping(_))
}

/// Checks that two answers are equal bit for bit, except that every length of `other` is 2^exponent times that of
/// `one`.
pub fn same_but_scaled<V: Space>(one: &Proximity<V>, other: &Proximity<V>, exponent: i32) -> Verdict {
    let facts = |answer: &Proximity<V>, factor: f64| {
        // A length below the normal range has fewer digits, so the scaled one is rounded like the scalar.
        let scaled = |x: f64| V::Scalar::of(x * factor).value();
        // The largest number of a scalar stands for "not known".
        let length = |x: V::Scalar| if x.is_within(V::Scalar::LIMIT) { scaled(x.value()) } else { x.value() };
        let (on_a, on_b) = witnesses(answer);
        let (lengths, rounds) = match answer {
            Proximity::Separated(s) => ([s.distance, s.lower_bound, s.lower_bound], (s.iterations, 0)),
            Proximity::Overlapping(p) => ([p.depth, p.lower_bound, p.upper_bound], (p.iterations, p.epa_iterations)),
        };
        let points = [on_a.map(scaled), on_b.map(scaled)];
        (lengths.map(length), points, answer.normal(), answer.status(), rounds, overlaps(answer))
    };
    let (here, there) = (facts(one, 2.0_f64.powi(exponent)), facts(other, 1.0));
    crate::ensure!(here == there, "2^{exponent}: {one:?} {other:?}");
    Ok(())
}

/// Unit vectors towards the faces, edges and corners of a cube; in the plane of a square.
pub fn planes(dimension: usize) -> impl Iterator<Item = P> {
    (0..27_u32).filter_map(move |i| {
        let p = [i % 3, i / 3 % 3, i / 9].map(|x| f64::from(x) - 1.0);
        let is_one = i != 13 && (dimension == 3 || p[2] == 0.0);
        is_one.then(|| scale(p, 1.0 / length(p)))
    })
}
