//! Times of building hulls, and of the distance between nearby hulls with a growing number of vertices, by three ways
//! to find support points: scanning all points one by one, scanning them in blocks, and climbing along edges.
//!
//! Compare only figures of the same run, as ratios.

use divan::{Bencher, black_box};
use fixed::types::I16F16;
use gjk::{ConvexHull, Hint, Polyhedron, PolyhedronBuilder, Pose3, Query, Rotation3, Scalar, Support, Vec3, vec3};

fn main() {
    divan::main();
}

/// A scalar that can be made from an `f64`.
trait Number: Scalar {
    fn from_f64(value: f64) -> Self;
    fn unit(value: f64) -> Self::Unit;
}

impl Number for f32 {
    fn from_f64(value: f64) -> f32 {
        value as f32
    }
    fn unit(value: f64) -> f32 {
        value as f32
    }
}

impl Number for f64 {
    fn from_f64(value: f64) -> f64 {
        value
    }
    fn unit(value: f64) -> f64 {
        value
    }
}

impl Number for I16F16 {
    fn from_f64(value: f64) -> I16F16 {
        I16F16::from_num(value)
    }
    fn unit(value: f64) -> <I16F16 as Scalar>::Unit {
        <I16F16 as Scalar>::Unit::from_num(value)
    }
}

/// A generator of numbers in [−1, 1) that yields the same ones in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn in_ball(&mut self) -> [f64; 3] {
        loop {
            let point = [self.next(), self.next(), self.next()];
            if point.iter().map(|x| x * x).sum::<f64>() <= 1.0 {
                return point;
            }
        }
    }

    fn on_sphere(&mut self) -> [f64; 3] {
        let point = self.in_ball();
        let length = point.iter().map(|x| x * x).sum::<f64>().sqrt();
        point.map(|x| x / length)
    }
}

fn points<S: Number>(seed: u64, count: usize, draw: fn(&mut Random) -> [f64; 3]) -> Vec<Vec3<S>> {
    let mut random = Random(seed);
    (0..count).map(|_| Vec3::from_array(draw(&mut random).map(|x| S::from_f64(10.0 * x)))).collect()
}

type Builder<S> = PolyhedronBuilder<S, 10_000, 10_000>;

/// A builder with room for the largest point set. It is made on a thread with a stack that is large enough.
fn builder<S: Number>() -> Box<Builder<S>> {
    let thread = std::thread::Builder::new().stack_size(1 << 26);
    thread.spawn(|| Box::new(Builder::new())).expect("a thread").join().expect("a builder")
}

#[divan::bench(types = [f32, f64, I16F16], args = [100, 1_000, 10_000])]
fn build_from_points_in_a_ball<S: Number>(bencher: Bencher, count: usize) {
    let (cloud, mut builder) = (points::<S>(1, count, Random::in_ball), builder());
    bencher.bench_local(|| builder.build(black_box(&cloud)).expect("room").len());
}

#[divan::bench(types = [f32, f64, I16F16], args = [100, 1_000, 10_000])]
fn build_from_points_on_a_sphere<S: Number>(bencher: Bencher, count: usize) {
    let (cloud, mut builder) = (points::<S>(1, count, Random::on_sphere), builder());
    bencher.bench_local(|| builder.build(black_box(&cloud)).expect("room").len());
}

const SIZES: [usize; 6] = [8, 32, 64, 128, 512, 2000];

/// A polyhedron that starts every search of a support point anew, without a hint.
struct Cold<'h, S>(Polyhedron<'h, S>);

impl<S: Scalar> Support for Cold<'_, S> {
    type Vector = Vec3<S>;

    fn support(&self, dir: Vec3<S>) -> Vec3<S> {
        self.0.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> Vec3<S> {
        self.0.center()
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

/// Measures the distance of a body to a copy of itself, at poses where the two are near each other.
fn distances<S: Number>(bencher: Bencher, body: &impl Support<Vector = Vec3<S>>) {
    let mut random = Random(5);
    let poses: Vec<_> = (0..16)
        .map(|_| {
            let [x, y, z] = random.in_ball().map(S::unit);
            let turn = Rotation3::<S>::from_quaternion(x, y, z, S::unit(0.5)).expect("not zero");
            let way = random.on_sphere().map(|x| S::from_f64(21.0 * x));
            Pose3::new(turn, Vec3::from_array(way)).expect("in range")
        })
        .collect();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % poses.len();
        Query::new().poses(Pose3::IDENTITY, black_box(poses[next])).distance(black_box(body), black_box(body))
    });
}

#[divan::bench(types = [f32, f64, I16F16], args = SIZES)]
fn distance_point_by_point<S: Number>(bencher: Bencher, count: usize) {
    distances(bencher, &ConvexHull::new(&points::<S>(1, count, Random::on_sphere)).expect("points"));
}

#[divan::bench(types = [f32, f64, I16F16], args = SIZES)]
fn distance_cold<S: Number>(bencher: Bencher, count: usize) {
    let mut builder = builder::<S>();
    distances(bencher, &Cold(builder.build(&points(1, count, Random::on_sphere)).expect("room")));
}

#[divan::bench(types = [f32, f64, I16F16], args = SIZES)]
fn distance_with_hints<S: Number>(bencher: Bencher, count: usize) {
    let mut builder = builder::<S>();
    distances(bencher, &builder.build(&points::<S>(1, count, Random::on_sphere)).expect("room"));
}

/// Measures support calls in unrelated directions.
fn supports<S: Number>(bencher: Bencher, body: &impl Support<Vector = Vec3<S>>) {
    let mut random = Random(5);
    let dirs: Vec<_> = (0..64).map(|_| vec3(random.next(), random.next(), random.next()).map(S::from_f64)).collect();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % dirs.len();
        black_box(body).support(black_box(dirs[next]))
    });
}

#[divan::bench(types = [f32, f64, I16F16], args = SIZES)]
fn support_cold<S: Number>(bencher: Bencher, count: usize) {
    let mut builder = builder::<S>();
    supports(bencher, &builder.build(&points::<S>(1, count, Random::on_sphere)).expect("room"));
}
