//! Claims about the pairs that always have a closed form: points and balls, segments and capsules with each other, and
//! points and balls with boxes. They are asked where such forms are at their ends: cores that coincide, lie on one
//! line, cross or are all but parallel, segments of no length, points inside boxes and on them, flat boxes, tiny and
//! huge sizes. Every answer is held against an exact one, and none may come from a search, except for whether bodies
//! touch in fixed point.

use crate::common::number::{Number, Space, dot, length, scale, sub};
use crate::common::scene::{Rng, bounds, signed};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Capsule, DepthStep, DistanceStep, Form, NBall, NCuboid, Observer, Point, Pose, Proximity, Query, Scalar, Status,
    Support, SupportExt, Vec2, Vec3,
};

#[path = "common/exact.rs"]
#[allow(dead_code, reason = "the oracle uses the rest")]
mod exact;

use exact::Truth;

claims! {
    thin_bodies_have_a_closed_form,
    touching_segments_have_a_normal_that_parts_them,
    lean_segments_have_a_closed_form,
    points_beside_boxes_have_a_closed_form,
    nothing_is_known_of_bodies_that_are_not_numbers,
}

/// The most rounding steps of the size by which the bounds, the witness points and the normal of an answer may miss the
/// truth. Whether bodies touch may be undecided within twice as many.
const STEPS: u32 = 4;

/// The most rounding steps of the size by which a distance or a depth may be off. Fixed point rounds each axis by up to
/// half a step, in space by √3/2 in all, and the length by another half.
fn most_steps<S: Number>() -> f64 {
    if S::is_float() { 2.5 } else { 1.5 }
}

/// Fails if a search runs.
struct NoSearch;

/// The observer of `intersects`: with `speed` a search may answer for segments in fixed point.
fn at_touch<V: Space>() -> Option<NoSearch> {
    (V::Scalar::is_float() || !cfg!(feature = "speed")).then_some(NoSearch)
}

impl<V: Space> Observer<V> for NoSearch {
    fn distance_step(&mut self, _: &DistanceStep<'_, V>) {
        panic!("a search for a distance");
    }

    fn depth_step(&mut self, _: &DepthStep<'_, V>) {
        panic!("a search for a depth");
    }
}

/// Powers of two by which scenes are scaled whose coordinates go up to 2^5: in floats to lengths whose squares
/// underflow and to the largest that are accepted, in fixed point to the ends of the range.
fn exponents<S: Number>() -> [i32; 4] {
    if !S::is_float() {
        let least = S::ABSOLUTE_STEP.log2() as i32;
        // The limit is a twelfth of the range.
        let most = S::LIMIT.value().log2() as i32 - 5;
        [least + 4, 0, most - 1, most]
    } else if S::RELATIVE_STEP == f64::EPSILON {
        [-900, -1, 0, 490]
    } else {
        [-100, -1, 0, 50]
    }
}

/// A pair whose exact signed distance is known: the points of its cores, all lengths multiplied by 2^exponent, and the
/// size of its numbers.
#[derive(Clone, Copy)]
struct Known<'t> {
    truth: &'t Truth,
    cores: [&'t [exact::Point]; 2],
    size: f64,
    exponent: i32,
}

impl Known<'_> {
    /// The pair with its bodies in the other order.
    fn swapped(self) -> Self {
        let [a, b] = self.cores;
        Self { cores: [b, a], ..self }
    }

    /// How far the second body lies beyond the first along a direction, before the scaling.
    fn gap_along(&self, direction: [f64; 3]) -> f64 {
        let along = |&point: &exact::Point| dot(direction, point.map(|x| x as f64));
        let [a, b] = self.cores;
        let (end_of_a, start_of_b) =
            (a.iter().map(along).fold(f64::NEG_INFINITY, f64::max), b.iter().map(along).fold(f64::INFINITY, f64::min));
        start_of_b - end_of_a - self.truth.margin as f64
    }
}

/// Checks the queries about a pair.
fn judge<V: Space, A: Support<Vector = V>, B: Support<Vector = V>>(
    name: &str,
    (a, b): (&A, &B),
    poses: Option<(Pose<V>, Pose<V>)>,
    known: Known<'_>,
) {
    let Known { truth: exact, size, exponent, .. } = known;
    let (truth, unit) = (exact.signed(), f64::from(exponent).exp2());
    let step = if V::Scalar::is_float() {
        V::Scalar::RELATIVE_STEP * size
    } else {
        // A long fixed-point number is rounded again when it becomes an `f64`.
        (V::Scalar::ABSOLUTE_STEP / unit).max(4.0 * f64::EPSILON * size)
    };
    let (near, close) = (most_steps::<V::Scalar>() * step, f64::from(STEPS) * step);
    let (found, gap, is_touch) = match poses {
        None => (
            Query::new().observer(NoSearch).proximity(a, b),
            Query::new().observer(NoSearch).distance(a, b),
            Query::new().observer(at_touch::<V>()).intersects(a, b),
        ),
        Some((pose_a, pose_b)) => {
            let query = || Query::new().poses(pose_a, pose_b).observer(NoSearch);
            (query().proximity(a, b), query().distance(a, b), query().observer(at_touch::<V>()).intersects(a, b))
        }
    };
    let tell = |what: &str| format!("{what}: {name}, 2^{exponent}, truth {truth:e}: {found:?} {gap:?}");
    let apart = |on_a: V, on_b: V| scale(sub(on_b.value(), on_a.value()), 1.0 / unit);
    let error = exact.error(signed(&found) / unit).abs() / step;
    // The depth is zero where rounding leaves it open whether bodies touch.
    let most = if found.status() == Status::Undecided { close } else { near };
    assert!(error * step <= most, "{}", tell(&format!("signed distance, {error} steps off")));
    let (lower, upper) = bounds(&found);
    assert!(lower / unit <= truth + close && truth <= upper / unit + close, "{}", tell("bounds"));
    // In the frame of a body, coordinates are up to twice as large.
    assert!((upper - lower) / unit <= 4.0 * close, "{}", tell("bounds that met"));
    let is_known = |status| status == Status::Converged || (status == Status::Undecided && truth.abs() <= 2.0 * close);
    assert!(is_known(found.status()) && is_known(gap.status), "{}", tell("status"));
    let error = if truth > 0.0 { exact.error(gap.distance.value() / unit).abs() } else { gap.distance.value() / unit };
    assert!(error <= near, "{}", tell("distance"));
    assert!(gap.lower_bound.value() / unit <= truth.max(0.0) + close, "{}", tell("lower bound"));
    assert!(is_touch == (truth <= 0.0) || truth.abs() <= 2.0 * close, "{}", tell("touch"));
    let least = if gap.distance == V::Scalar::NIL { f64::NEG_INFINITY } else { gap.lower_bound.value() };
    for (normal, on_a, on_b, distance, least) in [
        (gap.normal, gap.on_a, gap.on_b, gap.distance.value(), least),
        match found {
            Proximity::Separated(it) => (it.normal, it.on_a, it.on_b, it.distance.value(), lower),
            Proximity::Overlapping(it) => (it.normal, it.on_a, it.on_b, -it.depth.value(), lower),
        },
    ] {
        let normal = V::unit_value(normal);
        let unit_step = V::Scalar::unit_value(V::Scalar::ROUNDING).max(f64::EPSILON);
        let off = (length(normal) - 1.0).abs();
        assert!(off <= 8.0 * unit_step, "{}", tell(&format!("unit length, {off:e} off")));
        // The normal proves the lower bound.
        let along = known.gap_along(normal);
        assert!(along >= least / unit - close, "{}", tell(&format!("normal, the gap along it is {along:e}")));
        let off = sub(apart(on_a, on_b), scale(normal, distance / unit));
        assert!(length(off) <= close, "{}", tell("witness points"));
    }
}

/// A vector of integers multiplied by 2^exponent.
fn vector<V: Space>(point: exact::Point, exponent: i32) -> V {
    V::of(scale(point.map(|x| x as f64), f64::from(exponent).exp2()))
}

fn draw<V: Space>(rng: &mut Rng, most: i64) -> exact::Point {
    let [x, y, z] = [(); 3].map(|()| rng.below(2 * most as usize + 1) as i64 - most);
    [x, y, if V::DIMENSION == 2 { 0 } else { z }]
}

/// How far the hulls of two point sets are apart, swept by balls whose radii have the given sum; zero for flat hulls
/// that meet.
fn truth_of(a: &[exact::Point], b: &[exact::Point], dimension: usize, (is_flat, margin): (bool, i64)) -> Truth {
    let truth = Truth::new(a, b, dimension).rounded(margin);
    if truth.cores_apart || !is_flat { truth } else { Truth { squared: exact::Fraction::from_integer(0), ..truth } }
}

/// The largest of some coordinates, and the sum of the margins or the distance.
fn size_of(points: &[exact::Point], truth: &Truth) -> f64 {
    let most = points.iter().flatten().map(|x| x.abs()).max().unwrap_or(0).max(truth.margin);
    (most as f64).max(truth.signed())
}

/// Two segments, or points, swept by balls, with all lengths multiplied by 2^exponent.
fn judge_bars<V: Space>([a, b, p, q]: [exact::Point; 4], [margin_a, margin_b]: [i64; 2], exponent: i32) {
    let (ab, pq) = (exact::sub(b, a), exact::sub(q, p));
    let is_flat = V::DIMENSION == 3 || exact::cross(ab, pq) == [0; 3];
    let truth = truth_of(&[a, b], &[p, q], V::DIMENSION, (is_flat, margin_a + margin_b));
    let known = Known { truth: &truth, cores: [&[a, b], &[p, q]], size: size_of(&[a, b, p, q], &truth), exponent };
    let name = format!("{a:?} {b:?} + {margin_a}, {p:?} {q:?} + {margin_b}");
    let scaled = |point| vector::<V>(point, exponent);
    let margin = |margin: i64| V::Scalar::of(margin as f64 * f64::from(exponent).exp2());
    let bar = |from, to, radius| Capsule::new(scaled(from), scaled(to), margin(radius)).expect("in range");
    let (one, other) = (bar(a, b, margin_a), bar(p, q, margin_b));
    judge(&name, (&one, &other), None, known);
    // The second body moved to its place by a pose, which belongs to the body or to the query.
    let moved = bar([0; 3], pq, margin_b);
    let pose = Pose::translation(scaled(p)).expect("in range");
    judge(&name, (&one, &moved.at(pose)), None, known);
    judge(&name, (&one, &moved), Some((Pose::IDENTITY, pose)), known);
    judge(&name, (&moved, &one), Some((pose, Pose::IDENTITY)), known.swapped());
    if p == q {
        let ball = NBall::<V>::new(margin(margin_b)).expect("a size");
        let point = Point::new(scaled(p)).expect("in range").rounded(margin(margin_b)).expect("a size");
        judge(&name, (&one, &point), None, known);
        judge(&name, (&ball.at(pose), &one), None, known.swapped());
        if a == b {
            let center = Pose::translation(scaled(a)).expect("in range");
            let round = NBall::<V>::new(margin(margin_a)).expect("a size");
            judge(&name, (&round.at(center), &point), None, known);
            judge(&name, (&round, &ball), Some((center, pose)), known);
        }
    }
}

fn thin_bodies_have_a_closed_form<V: Space>() {
    let rng = &mut Rng::new(1);
    for exponent in exponents::<V::Scalar>() {
        for _ in 0..500 {
            let [a, mut b, mut p, mut q] = [(); 4].map(|()| draw::<V>(rng, 4));
            let (ab, times) = (exact::sub(b, a), rng.below(4) as i64 - 1);
            match rng.below(8) {
                0 => b = a,
                1 => p = a,
                2 => p = exact::add(a, exact::scale(ab, times)),
                _ => {}
            }
            match rng.below(8) {
                0 => q = p,
                1 => q = exact::add(p, ab),
                2 => q = exact::sub(p, exact::scale(ab, times)),
                _ => {}
            }
            let margins = [(); 2].map(|()| rng.below(3) as i64);
            judge_bars::<V>([a, b, p, q], margins, exponent);
        }
    }
}

/// Segments that share an end, or of which an end of one lies on the other.
fn touching_segments_have_a_normal_that_parts_them<V: Space>() {
    let rng = &mut Rng::new(4);
    for exponent in exponents::<V::Scalar>() {
        for _ in 0..500 {
            let (a, step, pq) = (draw::<V>(rng, 4), draw::<V>(rng, 3), draw::<V>(rng, 12));
            let parts = 1 + rng.below(8);
            let b = exact::add(a, exact::scale(step, parts as i64));
            let on_ab = exact::add(a, exact::scale(step, rng.below(parts + 1) as i64));
            let (p, q) = (on_ab, exact::add(on_ab, pq));
            let (p, q) = if rng.below(2) == 0 { (p, q) } else { (q, p) };
            let [one, other] = if rng.below(2) == 0 { [[a, b], [p, q]] } else { [[p, q], [a, b]] };
            let margins = [(); 2].map(|()| rng.below(2) as i64 * rng.below(3) as i64);
            // Coordinates go up to 2^6 here, and exponents are for those up to 2^5.
            judge_bars::<V>([one[0], one[1], other[0], other[1]], margins, exponent - 1);
        }
    }
}

/// Segments whose directions differ by little, many of which cross or nearly touch, and long segments beside short
/// ones.
fn lean_segments_have_a_closed_form<V: Space>() {
    let rng = &mut Rng::new(3);
    for exponent in exponents::<V::Scalar>() {
        // The coordinates go up to 2^13 here. In fixed point they are whole steps.
        let least = if V::Scalar::is_float() { i32::MIN } else { V::Scalar::ABSOLUTE_STEP.log2() as i32 };
        let exponent = (exponent - 8).max(least);
        for _ in 0..500 {
            let (a, ab) = (draw::<V>(rng, 1 << 10), draw::<V>(rng, 1 << 11));
            let (lean, gap) = ([0, 1, 2, 8, 64][rng.below(5)], [0, 1, 4, 512][rng.below(4)]);
            let tilt = draw::<V>(rng, lean);
            let pq = match rng.below(3) {
                0 => exact::add(ab, tilt),
                1 => exact::sub(tilt, ab),
                _ => tilt,
            };
            // Near a point of the first segment, an end in some.
            let from = exact::add(a, ab.map(|x| x * rng.below(3) as i64 / 2));
            let beside = exact::add(from, draw::<V>(rng, gap));
            let p = exact::sub(beside, pq.map(|x| x * rng.below(3) as i64 / 2));
            let margins = [(); 2].map(|()| rng.below(3) as i64);
            judge_bars::<V>([a, exact::add(a, ab), p, exact::add(p, pq)], margins, exponent);
        }
    }
}

fn points_beside_boxes_have_a_closed_form<V: Space>() {
    let rng = &mut Rng::new(2);
    for exponent in exponents::<V::Scalar>() {
        for _ in 0..500 {
            let (half, center, point) = (draw::<V>(rng, 3).map(i64::abs), draw::<V>(rng, 4), draw::<V>(rng, 5));
            let is_flat = half.iter().take(V::DIMENSION).any(|&x| x == 0);
            let signs = (0..1 << V::DIMENSION).map(|corner| [0, 1, 2].map(|i| 1 - 2 * (corner >> i & 1)));
            let corners: Vec<_> =
                signs.map(|[x, y, z]| exact::add(center, [x * half[0], y * half[1], z * half[2]])).collect();
            let [margin_a, margin_b] = [(); 2].map(|()| rng.below(3) as i64);
            let truth = truth_of(&corners, &[point], V::DIMENSION, (is_flat, margin_a + margin_b));
            let known = Known { truth: &truth, cores: [&corners, &[point]], size: 32.0, exponent };
            let name = format!("{half:?} at {center:?} + {margin_a}, {point:?} + {margin_b}");
            let scaled = |point| vector::<V>(point, exponent);
            let margin = |margin: i64| V::Scalar::of(margin as f64 * f64::from(exponent).exp2());
            let crate_ = NCuboid::new(scaled(half)).expect("sizes").rounded(margin(margin_a)).expect("a size");
            let [at_box, at_point] = [center, point].map(|it| Pose::translation(scaled(it)).expect("in range"));
            let (ball, spot) =
                (NBall::<V>::new(margin(margin_b)).expect("a size"), Point::new(scaled(point)).expect("in range"));
            let spot = spot.rounded(margin(margin_b)).expect("a size");
            judge(&name, (&crate_.at(at_box), &ball.at(at_point)), None, known);
            judge(&name, (&ball, &crate_), Some((at_point, at_box)), known.swapped());
            judge(&name, (&spot, &crate_), Some((Pose::IDENTITY, at_box)), known.swapped());
            // Poses of the bodies and of the query.
            judge(&name, (&crate_.at(at_box), &spot), Some((Pose::IDENTITY, Pose::IDENTITY)), known);
        }
    }
}

/// A body with any margin.
struct Odd<T: Support> {
    core: T,
    margin: <T::Vector as gjk::Vector>::Scalar,
}

impl<T: Support> Support for Odd<T> {
    type Vector = T::Vector;

    fn support(&self, dir: T::Vector) -> T::Vector {
        self.core.support(dir)
    }

    fn margin(&self) -> <T::Vector as gjk::Vector>::Scalar {
        self.margin
    }

    fn form(&self) -> Form<'_, T::Vector> {
        self.core.form()
    }
}

fn nothing_is_known_of_bodies_that_are_not_numbers<V: Space>() {
    let unit = |x| vector::<V>([x, 0, 0], 0);
    let number = V::Scalar::of;
    let odd = if V::Scalar::is_float() { vec![-1.0, f64::NAN, f64::INFINITY] } else { vec![-1.0, 1e9] };
    for margin in odd.into_iter().map(number) {
        let (crate_, ball) = (NCuboid::new(unit(1)).expect("sizes"), NBall::<V>::new(number(1.0)).expect("a size"));
        let center = || Point::new(unit(3)).expect("in range");
        is_unknown((&Odd { core: center(), margin }, &ball));
        is_unknown((&Odd { core: crate_, margin }, &ball));
        let bar = Capsule::new(unit(-1), unit(1), number(0.5)).expect("in range");
        is_unknown((&Odd { core: bar, margin }, &bar));
        is_unknown((&ball, &Odd { core: bar, margin }));
    }
}

fn is_unknown<V: Space, A: Support<Vector = V>, B: Support<Vector = V>>((a, b): (&A, &B)) {
    let gap = Query::new().observer(NoSearch).distance(a, b);
    let nil = (0.0, 0.0, Status::BadSupport);
    assert_eq!((gap.distance.value(), gap.lower_bound.value(), gap.status), nil, "{gap:?}");
    let overlap = Query::new().observer(NoSearch).penetration(a, b).expect("not proven apart");
    let most = V::Scalar::MAX;
    let known = (overlap.depth.value(), overlap.lower_bound, overlap.upper_bound, overlap.status);
    assert_eq!(known, (0.0, -most, most, Status::BadSupport), "{overlap:?}");
    assert!(Query::new().observer(at_touch::<V>()).intersects(a, b));
}
