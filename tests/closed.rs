//! Claims about the pairs that always have a closed form: points and balls with each other and with boxes. They are
//! asked where such forms are at their ends: cores that coincide, points inside boxes and on them, flat boxes, tiny and
//! huge sizes. Every answer is held against an exact one, and none may come from a search.

use crate::common::number::{Number, Space, length, scale, sub};
use crate::common::scene::{Rng, bounds, signed};
use fixed::types::{I16F16, I32F32};
use gjk::{
    DepthStep, DistanceStep, Form, NBall, NCuboid, Observer, Point, Pose, Proximity, Query, Scalar, Status, Support,
    SupportExt, Vec2, Vec3,
};

#[path = "common/exact.rs"]
#[allow(dead_code, reason = "the oracle uses the rest")]
mod exact;

use exact::Truth;

claims! {
    points_have_a_closed_form,
    points_beside_boxes_have_a_closed_form,
    nothing_is_known_of_bodies_that_are_not_numbers,
}

/// How many rounding steps of the size an answer may be off by, and by how many bodies are apart at least that are
/// proven to be.
const STEPS: u32 = 4;

/// Fails if a search runs.
struct NoSearch;

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

/// The queries about a pair whose exact signed distance is known, all times 2^exponent.
fn judge<V: Space, A: Support<Vector = V>, B: Support<Vector = V>>(
    name: &str,
    (a, b): (&A, &B),
    poses: Option<(Pose<V>, Pose<V>)>,
    (truth, size, exponent): (f64, f64, i32),
) {
    let unit = f64::from(exponent).exp2();
    let step = if V::Scalar::is_float() { V::Scalar::RELATIVE_STEP * size } else { V::Scalar::ABSOLUTE_STEP / unit };
    // The truth is rounded as well.
    let step = step.max(4.0 * f64::EPSILON * size);
    let close = f64::from(STEPS) * step;
    let (found, gap, is_touch) = match poses {
        None => (
            Query::new().observer(NoSearch).proximity(a, b),
            Query::new().observer(NoSearch).distance(a, b),
            Query::new().observer(NoSearch).intersects(a, b),
        ),
        Some((pose_a, pose_b)) => {
            let query = || Query::new().poses(pose_a, pose_b).observer(NoSearch);
            (query().proximity(a, b), query().distance(a, b), query().intersects(a, b))
        }
    };
    let tell = |what: &str| format!("{what}: {name}, 2^{exponent}, truth {truth:e}: {found:?} {gap:?}");
    let apart = |on_a: V, on_b: V| scale(sub(on_b.value(), on_a.value()), 1.0 / unit);
    assert!((signed(&found) / unit - truth).abs() <= close, "{}", tell("signed distance"));
    let (lower, upper) = bounds(&found);
    assert!(lower / unit <= truth + close && truth <= upper / unit + close, "{}", tell("bounds"));
    assert!((upper - lower) / unit <= 2.0 * close, "{}", tell("bounds that met"));
    let is_known = |status| status == Status::Converged || (status == Status::Undecided && truth.abs() <= 2.0 * close);
    assert!(is_known(found.status()) && is_known(gap.status), "{}", tell("status"));
    assert!((gap.distance.value() / unit - truth.max(0.0)).abs() <= close, "{}", tell("distance"));
    assert!(gap.lower_bound.value() / unit <= truth.max(0.0) + close, "{}", tell("lower bound"));
    assert!(is_touch == (truth <= 0.0) || truth.abs() <= 2.0 * close, "{}", tell("touch"));
    for (normal, on_a, on_b, distance) in [
        (gap.normal, gap.on_a, gap.on_b, gap.distance.value()),
        match found {
            Proximity::Separated(it) => (it.normal, it.on_a, it.on_b, it.distance.value()),
            Proximity::Overlapping(it) => (it.normal, it.on_a, it.on_b, -it.depth.value()),
        },
    ] {
        let normal = V::unit_value(normal);
        assert!((length(normal) - 1.0).abs() < 1e-6, "{}", tell("normal"));
        let off = sub(apart(on_a, on_b), scale(normal, distance / unit));
        assert!(length(off) <= close, "{}", tell("witness points"));
    }
}

/// A vector with whole coordinates, up to 2^exponent times.
fn vector<V: Space>(point: exact::Point, exponent: i32) -> V {
    V::of(scale(point.map(|x| x as f64), f64::from(exponent).exp2()))
}

fn draw<V: Space>(rng: &mut Rng, most: i64) -> exact::Point {
    let [x, y, z] = [(); 3].map(|()| rng.below(2 * most as usize + 1) as i64 - most);
    [x, y, if V::DIMENSION == 2 { 0 } else { z }]
}

/// How far the hulls of two point sets are apart; negative if they overlap; zero for flat ones that meet.
fn core_distance(a: &[exact::Point], b: &[exact::Point], dimension: usize, is_flat: bool) -> f64 {
    let truth = Truth::new(a, b, dimension);
    if truth.cores_apart || !is_flat { truth.signed() } else { 0.0 }
}

fn points_have_a_closed_form<V: Space>() {
    let rng = &mut Rng::new(1);
    for exponent in exponents::<V::Scalar>() {
        for _ in 0..500 {
            let (a, mut p) = (draw::<V>(rng, 4), draw::<V>(rng, 4));
            if rng.below(8) == 0 {
                p = a;
            }
            let core = core_distance(&[a], &[p], V::DIMENSION, true);
            let [margin_a, margin_b] = [(); 2].map(|()| rng.below(3) as i64);
            let known = (core - (margin_a + margin_b) as f64, 32.0, exponent);
            let name = format!("{a:?} + {margin_a}, {p:?} + {margin_b}");
            let scaled = |point| vector::<V>(point, exponent);
            let margin = |margin: i64| V::Scalar::of(margin as f64 * f64::from(exponent).exp2());
            let pose = |point| Pose::translation(scaled(point)).expect("in range");
            let ball = |radius| NBall::<V>::new(margin(radius)).expect("a size");
            let point = |at, radius| Point::new(scaled(at)).expect("in range").rounded(margin(radius)).expect("a size");
            judge(&name, (&point(a, margin_a), &point(p, margin_b)), None, known);
            judge(&name, (&ball(margin_a).at(pose(a)), &point(p, margin_b)), None, known);
            judge(&name, (&ball(margin_a), &ball(margin_b)), Some((pose(a), pose(p))), known);
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
            let core = core_distance(&corners, &[point], V::DIMENSION, is_flat);
            let [margin_a, margin_b] = [(); 2].map(|()| rng.below(3) as i64);
            let known = (core - (margin_a + margin_b) as f64, 32.0, exponent);
            let name = format!("{half:?} at {center:?} + {margin_a}, {point:?} + {margin_b}");
            let scaled = |point| vector::<V>(point, exponent);
            let margin = |margin: i64| V::Scalar::of(margin as f64 * f64::from(exponent).exp2());
            let crate_ = NCuboid::new(scaled(half)).expect("sizes").rounded(margin(margin_a)).expect("a size");
            let [at_box, at_point] = [center, point].map(|it| Pose::translation(scaled(it)).expect("in range"));
            let (ball, spot) =
                (NBall::<V>::new(margin(margin_b)).expect("a size"), Point::new(scaled(point)).expect("in range"));
            let spot = spot.rounded(margin(margin_b)).expect("a size");
            judge(&name, (&crate_.at(at_box), &ball.at(at_point)), None, known);
            judge(&name, (&ball, &crate_), Some((at_point, at_box)), known);
            judge(&name, (&spot, &crate_), Some((Pose::IDENTITY, at_box)), known);
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
    assert!(Query::new().observer(NoSearch).intersects(a, b));
}
