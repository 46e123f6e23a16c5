//! A support function that fails once: one of its points is NaN, the first, the second, or a later one of a query. The
//! status of the answer says so, or the answer holds without that point. The warm start that such a query leaves
//! changes no later answer.

use crate::casts::moving::Spin;
use crate::common::number::{Number, Space, add, scale};
use crate::common::scene::{Any, Rng, Scene, Verdict, bounds, check, signed};
use core::cell::Cell;
use gjk::{Hint, Impact, Motion, Proximity, Query, Ray, ScalarOf, Status, Support, Vec2, Vec3, WarmStart};

/// The most steps by which two computations of one value may differ.
const CLOSE: u32 = 64;
/// The largest default tolerance of curved bodies.
const CURVED: f64 = 1e-6;

/// Support points of a query of which each is NaN once.
const CALLS: u32 = 24;

/// A body with one support point that is NaN: the one after `left` others.
struct FailsOnce<'s, V> {
    shape: &'s dyn Support<Vector = V>,
    left: Cell<u32>,
    nan: V,
}

impl<V: Space> Support for FailsOnce<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.support_from(dir, &mut Hint::default())
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.shape.margin()
    }

    fn center(&self) -> V {
        self.shape.center()
    }

    fn is_polytope(&self) -> bool {
        self.shape.is_polytope()
    }

    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        let left = self.left.get();
        self.left.set(left.wrapping_sub(1));
        if left == 0 { self.nan } else { self.shape.support_from(dir, hint) }
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        self.shape.vertex(hint)
    }
}

/// The answers about two bodies.
struct Told<V: Space> {
    distance: Proximity<V>,
    proximity: Proximity<V>,
    penetration: Option<Proximity<V>>,
    ray: Option<Impact<V>>,
    cast: Option<Impact<V>>,
    impact: Option<Impact<V>>,
    turning: Option<Impact<V>>,
}

/// Runs all queries; `fail` is called before each.
fn tell<V: Spin>(
    scene: &Scene<V, Any>,
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    state: &mut WarmStart<V>,
    fail: impl Fn(),
) -> Told<V> {
    let rng = &mut Rng::new(!scene.seed);
    let towards = scale(scene.pose_b.position().value(), -1.0);
    let velocity = V::of(add(towards, rng.point(scene.size() / 4.0, V::DIMENSION)));
    let time = V::Scalar::of(2.0);
    let ray = Ray::new(V::ZERO, velocity, time).expect("in range");
    let motion = Motion::linear(velocity).expect("in range");
    let mut query = Query::new().poses(scene.pose_a, scene.pose_b).warm_start(state);
    fail();
    let distance = Proximity::Separated(query.distance(a, b));
    fail();
    let proximity = query.proximity(a, b);
    fail();
    let penetration = query.penetration(a, b).map(Proximity::Overlapping);
    fail();
    let ray = query.ray_cast(a, &ray);
    fail();
    let cast = query.shape_cast(a, b, velocity, time).expect("in range");
    fail();
    let impact = query.time_of_impact(a, b, &Motion::still(), &motion, time).expect("in range");
    // The bodies turn by up to two radians in all.
    let [spin_a, spin_b] = [(); 2].map(|()| V::spin(rng.point(0.5, 3)).0);
    let [motion_a, motion_b] = [(V::ZERO, spin_a), (velocity, spin_b)]
        .map(|(linear, angular)| Motion::new(linear, angular).expect("in range"));
    fail();
    let turning = query.time_of_impact(a, b, &motion_a, &motion_b, time).expect("in range");
    Told { distance, proximity, penetration, ray, cast, impact, turning }
}

/// Is the status of an answer a bad support point, or do its bounds leave room for the truth?
fn is_status_or_truth<V: Space>(told: &Told<V>, honest: &Told<V>, close: f64) -> Verdict {
    let (truth, overlaps) = (signed(&honest.proximity), honest.penetration.is_some());
    for (name, told, honest) in
        [("distance", &told.distance, &honest.distance), ("proximity", &told.proximity, &honest.proximity)]
    {
        let ((low, high), (least, most)) = (bounds(told), bounds(honest));
        ensure!(low <= most + close, "{name}: the lower bound is too large: {told:?} {honest:?}");
        if told.status() == Status::BadSupport {
            continue;
        }
        ensure!(least <= high + close, "{name}: the upper bound is too small: {told:?} {honest:?}");
        ensure!(high - low <= most - least + close, "{name} hides the failure: {told:?} {honest:?}");
    }
    let is_decided = truth.abs() > close;
    match &told.penetration {
        Some(depth) if depth.status() != Status::BadSupport => {
            ensure!(overlaps || !is_decided, "penetration: {depth:?} where bodies are {truth:e} apart");
        }
        Some(_) => {}
        None => {
            ensure!(!overlaps || !is_decided, "penetration: none where {truth:e} is the distance");
        }
    }
    for (name, told, honest) in [
        ("ray", &told.ray, &honest.ray),
        ("cast", &told.cast, &honest.cast),
        ("impact", &told.impact, &honest.impact),
        ("turning", &told.turning, &honest.turning),
    ] {
        match (told, honest) {
            (Some(told), _) if told.status == Status::BadSupport => {
                let latest = honest.as_ref().map_or(f64::MAX, |honest| honest.upper_bound.value());
                ensure!(told.lower_bound.value() <= latest + close, "{name}: too late: {told:?} {honest:?}");
            }
            (Some(told), Some(honest)) => {
                let apart = (told.time.value() - honest.time.value()).abs();
                ensure!(apart <= close, "{name}: another time: {told:?} {honest:?}");
            }
            (None, None) => {}
            _ => {
                ensure!(false, "{name}: a hit against none: {told:?} {honest:?}");
            }
        }
    }
    Ok(())
}

fn one_nan_is_said_or_changes_no_answer<V: Spin>() {
    check(|scene: &Scene<V, Any>| {
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let a = FailsOnce { shape: &*a, left: Cell::new(u32::MAX), nan: V::of([f64::NAN; 3]) };
        let size = scene.largest();
        let honest = tell(scene, &a, &*b, &mut WarmStart::new(), || a.left.set(u32::MAX));
        let margins = a.margin().value() + b.margin().value();
        let close = V::Scalar::steps(CLOSE, size) + CURVED * (signed(&honest.proximity).abs() + margins);
        let mut state = WarmStart::new();
        for call in 0..CALLS {
            let told = tell(scene, &a, &*b, &mut state, || a.left.set(call));
            is_status_or_truth(&told, &honest, close).map_err(|error| format!("call {call}: {error}"))?;
            let after = tell(scene, &a, &*b, &mut state.clone(), || a.left.set(u32::MAX));
            is_status_or_truth(&after, &honest, close).map_err(|error| format!("after call {call}: {error}"))?;
        }
        Ok(())
    });
}

claims!(f32_in_the_plane: Vec2<f32>, one_nan_is_said_or_changes_no_answer);
claims!(f32_in_space: Vec3<f32>, one_nan_is_said_or_changes_no_answer);
claims!(f64_in_the_plane: Vec2<f64>, one_nan_is_said_or_changes_no_answer);
claims!(f64_in_space: Vec3<f64>, one_nan_is_said_or_changes_no_answer);
