//! The kernel against exact answers, for every scalar and both dimensions.
//!
//! Pairs of integer hulls are read from `oracle/`, which this file writes, or drawn from seeds. [`exact`] computes the
//! true answer, and [`judge`] checks answers against it. Each pair is asked about in several ways: swapped, moved,
//! scaled by powers of two, with its axes permuted and mirrored, by poses, as shapes of its own kind or as plain hulls,
//! sharp or rounded. None of these changes rounds.
//!
//! The environment variable `GJK_VIEWS` is the number of ways for each pair, and `GJK_PAIRS` the number of pairs drawn
//! from seeds.

mod common;
#[path = "common/exact.rs"]
mod exact;
#[path = "oracle/judge.rs"]
mod judge;
#[path = "oracle/pairs.rs"]
mod pairs;
#[path = "oracle/shared.rs"]
mod shared;

// The reader of case files, which examples share.
#[allow(dead_code, reason = "examples read more than this")]
#[path = "../examples/reader/case.rs"]
mod case;
#[allow(dead_code, reason = "examples read more than this")]
#[path = "../examples/reader/number.rs"]
mod number;
#[allow(dead_code, reason = "examples read more than this")]
#[path = "../examples/reader/refusal.rs"]
mod refusal;
#[allow(dead_code, reason = "examples read more than this")]
#[path = "../examples/reader/space.rs"]
mod space;

use common::number::{Number, Space};
use common::scene::{Rng, bounds, signed, times};
use exact::{Fraction, Point, Relation, Truth};
use fixed::types::{I16F16, I32F32};
use gjk::{Capsule, NBall, Proximity, Vec2, Vec3};
use judge::Pair;
use pairs::Kind;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Write;
use std::str::FromStr;
use std::sync::LazyLock;
use std::{env, fs};

/// Lines of a file, per kind.
const LINES: usize = 30;

/// Seed of the files; fresh pairs have others.
const SEED: u64 = 0;

/// A line of a file: two point sets and what is true of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Line {
    kind: Kind,
    a: Vec<Point>,
    b: Vec<Point>,
    relation: String,
    /// The squared distance or depth, a fraction in lowest terms.
    squared: String,
    /// The normal from A to B in lowest terms; null if it is not unique.
    normal: Option<Point>,
}

impl Line {
    fn new(kind: Kind, pair: &Pair) -> Self {
        let (truth, relation) = (&pair.truth, format!("{:?}", pair.truth.relation()).to_lowercase());
        let (a, b) = (pair.a.points.clone(), pair.b.points.clone());
        Self { kind, a, b, relation, squared: truth.squared.to_string(), normal: truth.normal }
    }
}

/// Pairs of all kinds in turn.
fn drawn(seed: u64, count: usize, dimension: usize) -> impl Iterator<Item = (Kind, Pair)> {
    let mut rng = Rng::new(seed);
    Kind::ALL.into_iter().cycle().take(count).map(move |kind| {
        let [a, b] = pairs::draw(kind, &mut rng, dimension);
        (kind, Pair::new(a, b, dimension))
    })
}

/// The text of a file.
fn written(dimension: usize) -> String {
    drawn(SEED, LINES * Kind::ALL.len(), dimension).fold(String::new(), |mut text, (kind, pair)| {
        let line = serde_json::to_string(&Line::new(kind, &pair)).expect("plain data");
        writeln!(text, "{line}").expect("memory");
        text
    })
}

/// A pair found by a long run, with the bits of the view in which it was found where others pass.
#[derive(Clone, Debug, Deserialize)]
struct Found {
    a: Vec<Point>,
    b: Vec<Point>,
    radii: [i64; 2],
    #[serde(default)]
    bits: u64,
}

fn path(dimension: usize) -> &'static str {
    if dimension == 2 {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/planar.jsonl")
    } else {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/spatial.jsonl")
    }
}

/// The lines of a file.
fn lines<T: DeserializeOwned>(path: &str) -> Vec<T> {
    let text = fs::read_to_string(path).expect("a file");
    text.lines().map(|line| serde_json::from_str(line).expect("a line")).collect()
}

#[test]
#[ignore = "writes the files"]
fn write_the_files() {
    for dimension in [2, 3] {
        fs::write(path(dimension), written(dimension)).expect("a file");
    }
}

#[test]
fn the_files_are_as_written() {
    for dimension in [2, 3] {
        let text = fs::read_to_string(path(dimension)).expect("a file");
        assert!(text == written(dimension), "{} is not what write_the_files writes", path(dimension));
    }
}

/// A number from the environment.
fn setting<T: FromStr>(name: &str, default: T) -> T {
    env::var(name).map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} is no number")))
}

/// The pairs of the file and fresh ones.
fn all_pairs(dimension: usize) -> Vec<Pair> {
    let on_file = lines(path(dimension)).into_iter().map(|Line { a, b, .. }| Pair::new(a, b, dimension));
    on_file.chain(drawn(SEED + 1, setting("GJK_PAIRS", times(280) as usize), dimension).map(|(_, pair)| pair)).collect()
}

/// The pairs found by long runs, and the bits of their views.
fn found_pairs(dimension: usize) -> Vec<(Pair, u64)> {
    let all: Vec<Found> = lines(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle/found.jsonl"));
    let is_planar = |found: &Found| found.a.iter().chain(&found.b).all(|point| point[2] == 0);
    let here = all.into_iter().filter(|found| is_planar(found) == (dimension == 2));
    let pair = |a, b, radii: [i64; 2]| Pair::new(a, b, dimension).rounded(radii[0], radii[1]);
    here.map(|Found { a, b, radii, bits }| (pair(a, b, radii), bits)).collect()
}

static PLANAR: LazyLock<Vec<Pair>> = LazyLock::new(|| all_pairs(2));
static SPATIAL: LazyLock<Vec<Pair>> = LazyLock::new(|| all_pairs(3));

/// Verdicts, and what they say together.
#[derive(Default)]
struct Tally {
    held: usize,
    worst: f64,
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, verdict: Result<f64, String>) {
        match verdict {
            Ok(error) => {
                self.held += 1;
                self.worst = self.worst.max(error);
            }
            Err(failure) => self.failures.push(failure),
        }
    }

    fn close<V: Space>(self) {
        let Self { held, worst, failures } = self;
        println!("{} in {}D: {held} held, worst error {worst:.3} steps", V::Scalar::NAME, V::DIMENSION);
        let shown = failures.iter().take(setting("GJK_SHOWN", 4)).fold(String::new(), |text, one| text + "\n" + one);
        assert!(failures.is_empty(), "{} of {} fail:{shown}", failures.len(), held + failures.len());
    }
}

fn pairs_are_answered<V: Space>() {
    let pairs = if V::DIMENSION == 2 { &PLANAR } else { &SPATIAL };
    let (mut tally, mut rng) = (Tally::default(), Rng::new(1));
    for (pair, bits) in found_pairs(V::DIMENSION) {
        // The lowest bit exchanges the bodies.
        tally.add(judge::judge::<V>(&pair, bits));
        tally.add(judge::judge::<V>(&pair, bits ^ 1));
    }
    for pair in pairs.iter() {
        tally.add(judge::judge::<V>(pair, 0));
        for _ in 1..setting("GJK_VIEWS", 3) {
            tally.add(judge::judge::<V>(pair, rng.bits()));
        }
        let (a, b) = radii(pair, &mut rng);
        tally.add(judge::judge::<V>(&pair.rounded(a, b), rng.bits()));
    }
    tally.close::<V>();
}

/// Radii for both bodies: small, or such that bodies a whole distance apart touch.
fn radii(pair: &Pair, rng: &mut Rng) -> (i64, i64) {
    let distance = exact::root(&pair.truth.squared).round() as i64;
    let is_whole = pair.truth.squared == Fraction::from_integer(i128::from(distance).pow(2));
    if pair.truth.cores_apart && is_whole && rng.percent(70) {
        let a = rng.below(distance as usize + 1) as i64;
        return (a, distance - a);
    }
    (rng.below(8) as i64, rng.below(100) as i64)
}

/// Rounded bodies whose cores are a few steps from contact, where a closed form must not take a few steps for none.
fn cores_near_contact_are_answered<V: Space>() {
    let (mut tally, mut rng) = (Tally::default(), Rng::new(3));
    // In floats a step is that of the radii; in fixed point it is the unit of the integers.
    let most = if V::Scalar::is_float() { (1.0 / V::Scalar::RELATIVE_STEP) as i64 } else { 2000 };
    for _ in 0..setting("GJK_PAIRS", times(1500)) {
        let [a, b] = pairs::near(&mut rng, V::DIMENSION);
        let radii = [0; 2].map(|_| most - rng.below(most as usize / 4) as i64);
        let [of_a, of_b] = [[radii[0], radii[1]], [0, radii[1]], [radii[0], 0]][rng.below(3)];
        tally.add(judge::judge_near::<V>(&Pair::new(a, b, V::DIMENSION).rounded(of_a, of_b), rng.bits()));
    }
    tally.close::<V>();
}

/// Hulls swept until they touch, almost touch or overlap by a little: the rounding of planes must neither prove a
/// contact apart nor hide more than a small gap.
fn rounded_hulls_near_contact_are_answered<V: Space>() {
    let (mut tally, mut rng) = (Tally::default(), Rng::new(5));
    for _ in 0..setting("GJK_PAIRS", times(2000)) {
        let [a, b] = pairs::coarse(&mut rng, V::DIMENSION);
        // So large that a few integers are the rounding of single precision.
        let pair = Pair::new(a, b, V::DIMENSION).scaled(1024);
        let touch = exact::root(&pair.truth.squared).round() as i64 + rng.below(9) as i64 - 4;
        if pair.truth.cores_apart && touch > 0 {
            let own = rng.below(touch as usize + 1) as i64;
            tally.add(judge::judge::<V>(&pair.rounded(own, touch - own), rng.bits()));
        }
    }
    tally.close::<V>();
}

/// The claim about cores near contact fails if cores a few steps apart count as touching.
fn a_dead_zone_is_noticed<V: Space>() {
    let most = if V::Scalar::is_float() { (1.0 / V::Scalar::RELATIVE_STEP) as i64 } else { 2000 };
    let pair = |x: i64| Pair::new(vec![[0; 3]], vec![[x, 0, 0]], V::DIMENSION).rounded(most, 0);
    for x in (-pairs::NEAR..=pairs::NEAR).filter(|x| x.abs() > 2) {
        assert_eq!(judge::judge_near::<V>(&pair(x), 0).err(), None);
        let touching = Pair { truth: pair(0).truth, ..pair(x) };
        assert!(judge::judge_near::<V>(&touching, 0).is_err(), "{x} as 0");
    }
}

/// A ball and a capsule on one axis, whose sizes take all digits there are, touch, or are a few units from it.
fn contact_of_many_digits_is_contact<V: Space>() {
    let mut rng = Rng::new(2);
    let is_wide = V::Scalar::steps(1, 1.0) < f64::from(f32::EPSILON) / 256.0;
    let (digits, unit) =
        (if is_wide { 50 } else { 21 }, if V::Scalar::is_float() { 1.0 } else { V::Scalar::ABSOLUTE_STEP });
    let failures = (0..2000).filter_map(|_| {
        let [r, s, beyond] = [0; 3].map(|_| (rng.bits() >> (64 - digits)) as f64 * unit);
        let (axis, sign) = (rng.below(V::DIMENSION), if rng.percent(50) { 1.0 } else { -1.0 });
        let at = |x: f64| V::of([0, 1, 2].map(|i| if i == axis { sign * x } else { 0.0 }));
        let off = if rng.percent(50) { 0.0 } else { (rng.below(33) as f64 - 16.0) * unit };
        let ball = NBall::<V>::new(V::Scalar::of(r)).expect("a size");
        let capsule = Capsule::new(at(r + s + off), at(r + s + off + beyond), V::Scalar::of(s)).expect("points");
        let (answer, says_apart) = (gjk::proximity(&ball, &capsule), !gjk::intersects(&ball, &capsule));
        let (is_separated, few) = (matches!(answer, Proximity::Separated(_)), V::Scalar::steps(4, r + s + beyond));
        let is_right = if off > few { says_apart && is_separated } else { off > 0.0 || !says_apart && !is_separated };
        let (low, high) = bounds(&answer);
        let is_near = (signed(&answer) - off).abs() <= few && low <= off + few && off - few <= high;
        (!is_right || !is_near).then(|| {
            format!("radii {r} and {s}, {beyond} long, {off} apart, intersects says {}: {answer:?}", !says_apart)
        })
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{} of 2000 fail, first {}", failures.len(), failures[0]);
}

fn wrong_truths_are_noticed<V: Space>() {
    let hull = |x: i64| vec![[x, 0, 0], [x + 4, 1, 0], [x + 1, 5, 0], [x + 2, 2, (V::DIMENSION as i64 - 2) * 5]];
    let pair = |x: i64| Pair::new(hull(0), hull(x), V::DIMENSION);
    for x in [-9_i64, -4, -1, 1, 2, 4, 5, 9] {
        assert_eq!(judge::judge::<V>(&pair(x), 0).err(), None);
        for other in (-5..6_i64).filter(|other| other.abs() != x.abs()) {
            let truth = pair(other).truth;
            assert!(judge::judge::<V>(&Pair { truth, ..pair(x) }, 0).is_err(), "{x} as {other}");
        }
        let (mut turned, turn) = (pair(x), |[x, y, z]: Point| [20 * x + y, 20 * y - x + z, 20 * z - y]);
        turned.truth.normal = turned.truth.normal.map(turn);
        assert!(!turned.truth.cores_apart || judge::judge::<V>(&turned, 0).is_err(), "the normal of {x}");
    }
}

fn shared_cases_are_answered<V>()
where
    V: space::Space + Space<Scalar: Number + number::Convert>,
{
    let mut tally = Tally::default();
    let cases = shared::read(V::DIMENSION);
    cases.iter().filter_map(|case| shared::judge::<V>(case).transpose()).for_each(|verdict| tally.add(verdict));
    tally.close::<V>();
}

macro_rules! scalars {
    ($($module:ident: $scalar:ty,)+) => {
        $(mod $module {
            use super::*;

            #[test]
            fn pairs_in_the_plane_are_answered() {
                pairs_are_answered::<Vec2<$scalar>>();
            }
            #[test]
            fn pairs_in_space_are_answered() {
                pairs_are_answered::<Vec3<$scalar>>();
            }
            #[test]
            fn cores_near_contact_in_the_plane_are_answered() {
                cores_near_contact_are_answered::<Vec2<$scalar>>();
            }
            #[test]
            fn cores_near_contact_in_space_are_answered() {
                cores_near_contact_are_answered::<Vec3<$scalar>>();
            }
            #[test]
            fn rounded_hulls_near_contact_in_the_plane_are_answered() {
                rounded_hulls_near_contact_are_answered::<Vec2<$scalar>>();
            }
            #[test]
            fn rounded_hulls_near_contact_in_space_are_answered() {
                rounded_hulls_near_contact_are_answered::<Vec3<$scalar>>();
            }
            #[test]
            fn a_dead_zone_in_the_plane_is_noticed() {
                a_dead_zone_is_noticed::<Vec2<$scalar>>();
            }
            #[test]
            fn a_dead_zone_in_space_is_noticed() {
                a_dead_zone_is_noticed::<Vec3<$scalar>>();
            }
            #[test]
            fn contact_of_many_digits_in_the_plane_is_contact() {
                contact_of_many_digits_is_contact::<Vec2<$scalar>>();
            }
            #[test]
            fn contact_of_many_digits_in_space_is_contact() {
                contact_of_many_digits_is_contact::<Vec3<$scalar>>();
            }
            #[test]
            fn wrong_truths_in_the_plane_are_noticed() {
                wrong_truths_are_noticed::<Vec2<$scalar>>();
            }
            #[test]
            fn wrong_truths_in_space_are_noticed() {
                wrong_truths_are_noticed::<Vec3<$scalar>>();
            }
            #[test]
            #[ignore = "needs the cases beside the checkout"]
            fn shared_cases_in_the_plane_are_answered() {
                shared_cases_are_answered::<Vec2<$scalar>>();
            }
            #[test]
            #[ignore = "needs the cases beside the checkout"]
            fn shared_cases_in_space_are_answered() {
                shared_cases_are_answered::<Vec3<$scalar>>();
            }
        })+
    };
}

scalars! {
    f32: f32,
    f64: f64,
    i16f16: I16F16,
    i32f32: I32F32,
}

/// The corners of a box from its least corner and its sizes.
fn cuboid(at: Point, sizes: Point) -> Vec<Point> {
    let corner = |bits: i64| [0, 1, 2].map(|i| at[i] + sizes[i] * (bits >> i & 1));
    (0..8).map(corner).collect()
}

/// Relation, squared distance or depth, and normal.
fn found(a: &[Point], b: &[Point], dimension: usize) -> (Relation, Fraction, Option<Point>) {
    let truth = Truth::new(a, b, dimension);
    (truth.relation(), truth.squared, truth.normal)
}

fn whole(value: i128) -> Fraction {
    Fraction::from_integer(value)
}

#[test]
fn the_exact_reference_knows_boxes() {
    use Relation::{Apart, Overlapping, Touching};
    let unit = cuboid([0; 3], [6, 6, 6]);
    let at = |x, y, z| cuboid([x, y, z], [6, 6, 6]);
    assert_eq!(found(&unit, &at(9, 1, 2), 3), (Apart, whole(9), Some([1, 0, 0])));
    assert_eq!(found(&unit, &at(9, 10, 0), 3), (Apart, whole(25), Some([3, 4, 0])));
    assert_eq!(found(&unit, &at(-7, -8, -8), 3), (Apart, whole(9), Some([-1, -2, -2])));
    assert_eq!(found(&unit, &at(6, 1, 1), 3), (Touching, whole(0), Some([1, 0, 0])));
    assert_eq!(found(&unit, &at(6, 6, 1), 3), (Touching, whole(0), None));
    assert_eq!(found(&unit, &at(5, 1, 2), 3), (Overlapping, whole(1), Some([1, 0, 0])));
    assert_eq!(found(&unit, &at(0, 0, 0), 3), (Overlapping, whole(36), None));
    assert_eq!(found(&unit, &cuboid([1, 2, 2], [1, 1, 1]), 3), (Overlapping, whole(4), Some([-1, 0, 0])));
}

#[test]
fn the_exact_reference_knows_features() {
    use Relation::{Apart, Overlapping, Touching};
    let face = [[0, 0, 0], [3, 0, 0], [0, 3, 0]];
    assert_eq!(found(&face, &[[1, 1, 5]], 3), (Apart, whole(25), Some([0, 0, 1])));
    assert_eq!(found(&face, &[[1, 1, 0]], 3), (Touching, whole(0), None));
    assert_eq!(found(&face, &[[3, 3, 0]], 3), (Apart, Fraction::new(9, 2), Some([1, 1, 0])));
    let (along, across) = ([[-1, 0, 0], [1, 0, 0]], [[0, -1, 2], [0, 1, 2]]);
    assert_eq!(found(&along, &across, 3), (Apart, whole(4), Some([0, 0, 1])));
    assert_eq!(found(&along, &[[0, 0, 0], [0, 0, 0]], 3), (Touching, whole(0), None));
    let tetrahedron = [[0, 0, 0], [4, 0, 0], [0, 4, 0], [0, 0, 4]];
    assert_eq!(found(&tetrahedron, &[[1, 1, 1]], 3), (Overlapping, Fraction::new(1, 3), Some([1, 1, 1])));
    assert_eq!(found(&tetrahedron, &[[2, 2, 2]], 3), (Apart, Fraction::new(4, 3), Some([1, 1, 1])));
    // A needle through a plate: the least translation is sideways.
    let (needle, plate) = ([[0, 0, -9], [0, 0, 9]], cuboid([-1, -5, -1], [9, 10, 2]));
    assert_eq!(found(&needle, &plate, 3), (Overlapping, whole(1), Some([1, 0, 0])));
}

#[test]
fn the_exact_reference_knows_the_plane() {
    use Relation::{Apart, Overlapping, Touching};
    let square = |x: i64, y: i64| [[x, y, 0], [x + 4, y, 0], [x + 4, y + 4, 0], [x, y + 4, 0]];
    assert_eq!(found(&square(0, 0), &square(7, 8), 2), (Apart, whole(25), Some([3, 4, 0])));
    assert_eq!(found(&square(0, 0), &square(3, 1), 2), (Overlapping, whole(1), Some([1, 0, 0])));
    assert_eq!(found(&square(0, 0), &square(4, 1), 2), (Touching, whole(0), Some([1, 0, 0])));
    assert_eq!(found(&square(0, 0), &square(4, 4), 2), (Touching, whole(0), None));
    let crossing = ([[-2, 0, 0], [2, 0, 0]], [[1, -3, 0], [1, 3, 0]]);
    assert_eq!(found(&crossing.0, &crossing.1, 2), (Overlapping, whole(1), Some([1, 0, 0])));
    assert_eq!(found(&crossing.0, &crossing.0, 2), (Touching, whole(0), None));
}

#[test]
fn the_exact_reference_knows_balls() {
    let balls = |distance: i64, margin| Truth::new(&[[0; 3]], &[[distance, 0, 0]], 3).rounded(margin);
    assert_eq!(balls(5, 3).relation(), Relation::Apart);
    assert_eq!(balls(5, 5).relation(), Relation::Touching);
    assert_eq!(balls(5, 6).relation(), Relation::Overlapping);
    assert_eq!((balls(5, 3).signed(), balls(5, 6).signed(), balls(0, 7).signed()), (2.0, -1.0, -7.0));
    let nested = Truth::new(&cuboid([0; 3], [6, 6, 6]), &[[1, 2, 3]], 3).rounded(2);
    assert_eq!((nested.relation(), nested.signed()), (Relation::Overlapping, -3.0));
}

#[test]
fn the_exact_reference_reaches_its_limit() {
    // Debug builds notice overflow. The corners of opposite tetrahedra, and an edge far from the rest.
    let far = exact::LIMIT;
    let upper = [[far, far, far], [-far, -far, far], [-far, far, -far], [far, -far, -far]];
    let lower = upper.map(|p| exact::scale(p, -1));
    // Their difference is the first, twice as large.
    let square = i128::from(far).pow(2);
    assert_eq!(found(&upper, &lower, 3), (Relation::Overlapping, Fraction::new(4 * square, 3), None));
    let edges = [[[far, far, -far], [far, far, far]], [[-far, -far, far], [-far, 1 - far, -far]]];
    let (relation, squared, _) = found(&edges[0], &edges[1], 3);
    assert!(relation == Relation::Apart && squared <= whole(8 * square));
    assert_eq!(found(&[[far; 3]], &[[-far; 3]], 3), (Relation::Apart, whole(12 * square), Some([-1; 3])));
}

#[test]
fn errors_are_exact() {
    let truth = Truth::new(&[[0; 3]], &[[1, 1, 0]], 3);
    // √2 less its nearest number, by its square: (x² − 2) / 2√2.
    let near = 2.0_f64.sqrt();
    let residue = near.mul_add(near, -2.0) / (2.0 * near);
    assert!((truth.error(near) / residue - 1.0).abs() < 1e-15);
    assert!((truth.clone().rounded(1).error(near - 1.0) / residue - 1.0).abs() < 1e-15);
    assert_eq!(truth.error(0.0), -near);
    assert_eq!(truth.error(-1.0), -1.0 - near);
    let deep = Truth::new(&[[0, 0, 0], [4, 0, 0], [0, 4, 0]], &[[1, 1, 0]], 2);
    assert_eq!((deep.error(-1.0), deep.error(-1.0 - f64::EPSILON), deep.error(2.0)), (0.0, -f64::EPSILON, 3.0));
    assert_eq!(Truth::new(&[[0; 3]], &[[0; 3]], 3).error(5e-324), 5e-324);
}
