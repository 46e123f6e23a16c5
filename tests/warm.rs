//! Claims about warm starts: they save support calls in coherent motion, and whatever state a query begins with, its
//! answer is that of a query without one, within rounding.

use crate::common::number::{Number, P, Space, add, dot, length, scale, sub};
use crate::common::reference::{Swept, signed_distance};
use crate::common::scene::{
    Any, Family, Rng, Scene, Verdict, bounds, check, erased, normal, overlaps, pose, signed, witnesses,
};
use core::cell::Cell;
use fixed::types::{I16F16, I32F32};
use gjk::{
    Cylinder, Hint, Pose, Posed, Proximity, Query, Rotation3, ScalarOf, Support, Triangle, Vec2, Vec3, WarmStart, vec3,
};

/// The most steps by which two computations of one value may differ.
const CLOSE: u32 = 64;

/// Steps of a coherent motion.
const FRAMES: usize = 40;

claims! {
    coherent_motion_takes_half_of_the_support_calls,
    an_overlap_is_found_again_without_support_calls,
    answers_in_coherent_motion_are_those_of_cold_queries,
    states_of_other_pairs_change_no_answer,
    states_of_other_pairs_change_no_answer_to_any_question,
    garbage_changes_no_answer,
}

/// A body that counts its support calls, and may leave garbage as hints.
struct Watched<'w, V: Space> {
    shape: &'w dyn Support<Vector = V>,
    calls: &'w Cell<u32>,
    garbage: Option<&'w Cell<u64>>,
}

impl<V: Space> Support for Watched<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.shape.support(dir)
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
        self.calls.set(self.calls.get() + 1);
        let point = self.shape.support_from(dir, hint);
        if let Some(seed) = self.garbage {
            let bits = Rng::new(seed.get()).bits();
            seed.set(bits);
            *hint = Hint::new(if bits & 1 == 0 { (bits >> 32) as u32 } else { (bits >> 1) as u32 % 9 });
        }
        point
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        self.shape.vertex(hint)
    }
}

/// A motion that turns B by about a degree per step, while it swings along the line between the bodies.
fn frames<V: Space, F: Family>(scene: &Scene<V, F>) -> impl Iterator<Item = Scene<V, F>> {
    let rng = &mut Rng::new(!scene.seed);
    let along = scale(rng.direction(V::DIMENSION), scene.size() / 64.0);
    let turn = rng.point(0.01, 3);
    (0..FRAMES).map(move |frame| {
        let angle = frame as f64;
        // In the plane only the first and the last component count.
        let small = [turn[0] * angle, turn[1] * angle, turn[2] * angle, 1.0];
        let rotation = V::rotation(small).compose(scene.pose_b.rotation());
        let position = add(scene.pose_b.position().value(), scale(along, (angle / 8.0).sin()));
        scene.with_poses(scene.pose_a, pose(rotation, position))
    })
}

fn ask<V: Space, F: Family>(
    scene: &Scene<V, F>,
    warm: &mut WarmStart<V>,
    calls: &Cell<u32>,
    garbage: Option<&Cell<u64>>,
) -> Proximity<V> {
    let (a, b) = (scene.a.shape(), scene.b.shape());
    let watched = |shape| Watched { shape, calls, garbage };
    let (a, b) = (watched(&*a), watched(&*b));
    Query::new().poses(scene.pose_a, scene.pose_b).warm_start(warm).proximity(erased(&a), erased(&b))
}

fn coherent_motion_takes_half_of_the_support_calls<V: Space>() {
    let (cold, warm) = (Cell::new(0), Cell::new(0));
    let (mut apart, mut apart_calls) = (0, 0);
    for scene in (0..100).map(Scene::<V>::new) {
        let mut state = WarmStart::new();
        let mut frames = frames(&scene);
        let _ = ask(&frames.next().expect("there are many"), &mut state, &Cell::new(0), None);
        for frame in frames {
            let _ = ask(&frame, &mut WarmStart::new(), &cold, None);
            let before = warm.get();
            if !overlaps(&ask(&frame, &mut state, &warm, None)) {
                (apart, apart_calls) = (apart + 1, apart_calls + warm.get() - before);
            }
        }
    }
    let (cold, warm, pairs) = (cold.get(), warm.get(), f64::from(apart_calls) / f64::from(2 * apart));
    assert!(2 * warm <= cold, "{warm} calls instead of {cold}; {pairs:.2} pairs of them for bodies that are apart");
    assert!(pairs <= 1.5, "{pairs:.2} pairs of support points for bodies that are apart");
}

/// The points of a simplex that contained the origin usually still do a moment later: then no support call is needed. A
/// search that does not look at them first makes at least two calls.
fn an_overlap_is_found_again_without_support_calls<V: Space>() {
    let (mut overlaps, calls) = (0, Cell::new(0));
    for scene in (0..200).map(Scene::<V>::new) {
        let (a, b) = (scene.a.shape(), scene.b.shape());
        if !a.is_polytope() || !b.is_polytope() {
            continue;
        }
        let (mut state, unused) = (WarmStart::new(), Cell::new(0));
        let mut was_overlap = false;
        for frame in frames(&scene) {
            let counted = if was_overlap { &calls } else { &unused };
            let watched = |shape| Watched { shape, calls: counted, garbage: None };
            let (a, b, before) = (watched(&*a), watched(&*b), counted.get());
            let mut query = Query::new().poses(frame.pose_a, frame.pose_b).search_only().warm_start(&mut state);
            let is_overlap = query.intersects(erased(&a), erased(&b));
            match (was_overlap, is_overlap) {
                (true, true) => overlaps += 1,
                (true, false) => counted.set(before),
                _ => {}
            }
            was_overlap = is_overlap;
        }
    }
    let mean = f64::from(calls.get()) / f64::from(overlaps);
    assert!(mean <= 1.25, "{mean:.2} calls for each of {overlaps} overlaps");
}

/// The error allowed for rounding: the query works in A's frame, and the answer is in the world.
fn close<V: Space>(scene: &Scene<V>) -> f64 {
    V::Scalar::steps(CLOSE, scene.largest())
}

/// The answer is that of a cold query, within rounding, and its witness points are on the bodies.
fn is_as_cold<V: Space>(scene: &Scene<V>, answer: &Proximity<V>) -> Verdict {
    let cold = scene.proximity_of_poses();
    let close = close(scene);
    let (d, e) = (signed(answer), signed(&cold));
    ensure!((d - e).abs() <= close, "{d:e} against {e:e}, {close:e} allowed: {answer:?} {cold:?}");
    let at_contact = d.abs() <= close && e.abs() <= close;
    ensure!(overlaps(answer) == overlaps(&cold) || at_contact, "classes differ: {answer:?} {cold:?}");
    let ((low, high), (cold_low, cold_high)) = (bounds(answer), bounds(&cold));
    ensure!(low <= e + close && e - close <= high, "the bounds do not hold: {answer:?} {cold:?}");
    let widened = (high - low) - (cold_high - cold_low);
    ensure!(widened <= close, "the bounds are {widened:e} wider: {answer:?} {cold:?}");
    on_the_bodies(scene, answer, close)
}

fn on_the_bodies<V: Space>(scene: &Scene<V, Any>, answer: &Proximity<V>, close: f64) -> Verdict {
    let (on_a, on_b) = witnesses(answer);
    let apart = length(sub(on_b, on_a));
    ensure!((apart - signed(answer).abs()).abs() <= close, "the witness points are {apart:e} apart: {answer:?}");
    let n: P = normal(answer);
    let (a, b) = scene.placed();
    for (body, point, outward) in [(&a, on_a, n), (&b, on_b, scale(n, -1.0))] {
        let point_alone = Swept { core: vec![point], radius: 0.0 };
        let (outside, _) = signed_distance(body, &point_alone, V::DIMENSION);
        ensure!(outside <= close, "a witness point is {outside:e} outside, {close:e} allowed: {answer:?}");
        let inside = body.reach(outward) - dot(outward, point);
        ensure!(inside <= close, "a witness point is {inside:e} inside, {close:e} allowed: {answer:?}");
    }
    Ok(())
}

fn answers_in_coherent_motion_are_those_of_cold_queries<V: Space>() {
    check(|scene: &Scene<V>| {
        let mut state = WarmStart::new();
        for frame in frames(scene).step_by(4) {
            is_as_cold(&frame, &ask(&frame, &mut state, &Cell::new(0), None))?;
            let (a, b) = (frame.a.shape(), frame.b.shape());
            let mut query = Query::new().poses(frame.pose_a, frame.pose_b).warm_start(&mut state);
            let (distance, intersects) = (query.distance(&*a, &*b), query.intersects(&*a, &*b));
            let cold = frame.proximity_of_poses();
            let close = close(&frame);
            let (d, e) = (distance.distance.value(), signed(&cold));
            ensure!((d - e.max(0.0)).abs() <= close, "distance says {distance:?}: {cold:?}");
            ensure!(intersects == overlaps(&cold) || e.abs() <= close, "intersects says {intersects}: {cold:?}");
        }
        Ok(())
    });
}

fn states_of_other_pairs_change_no_answer<V: Space>() {
    check(|scene: &Scene<V>| {
        let mut state = WarmStart::new();
        for seed in 1..4 {
            let other = Scene::<V>::new(scene.seed.wrapping_add(seed));
            let _ = ask(&other, &mut state, &Cell::new(0), None);
            is_as_cold(scene, &ask(scene, &mut state.clone(), &Cell::new(0), None))?;
        }
        Ok(())
    });
}

/// The bodies themselves, with all closed forms that they have. Where they are placed in one frame, the state of the
/// swapped bodies has a point of B for one of A.
fn states_of_other_pairs_change_no_answer_to_any_question<V: Space>() {
    check(|scene: &Scene<V>| {
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let (a, b) = (Posed::new(&*a, scene.pose_a), Posed::new(&*b, scene.pose_b));
        let (a, b) = (erased(&a), erased(&b));
        let (proximity, close) = (gjk::proximity(a, b), close(scene));
        let (distance, signed) = (gjk::distance(a, b).distance.value(), signed(&proximity));
        let (touch, margin) = (gjk::intersects(a, b), V::Scalar::of(scene.size() / 8.0));
        let clear = gjk::has_clearance(a, b, margin);
        let other = Scene::<V>::new(scene.seed.wrapping_add(1));
        let (one, two) = (other.a.shape(), other.b.shape());
        let (mut swapped, mut foreign) = (WarmStart::new(), WarmStart::new());
        let _ = Query::new().warm_start(&mut swapped).distance(b, a);
        let _ = Query::new().poses(other.pose_a, other.pose_b).warm_start(&mut foreign).distance(&*one, &*two);
        for state in [swapped, foreign] {
            let touches = Query::new().warm_start(&mut state.clone()).intersects(a, b);
            ensure!(touches == touch || signed.abs() <= close, "{signed:e} apart, intersects says {touches}");
            let is_clear = Query::new().warm_start(&mut state.clone()).has_clearance(a, b, margin);
            let beyond = signed - margin.value();
            ensure!(is_clear == clear || beyond.abs() <= close, "{beyond:e} beyond the margin, clear: {is_clear}");
            let found = Query::new().warm_start(&mut state.clone()).distance(a, b);
            ensure!((found.distance.value() - distance).abs() <= close, "{distance:e} apart: {found:?}");
            ensure!(found.lower_bound.value() <= distance + close, "{distance:e} apart: {found:?}");
            is_as_cold(scene, &Query::new().warm_start(&mut state.clone()).proximity(a, b))?;
        }
        Ok(())
    });
}

fn garbage_changes_no_answer<V: Space>() {
    check(|scene: &Scene<V>| {
        let (mut state, garbage) = (WarmStart::new(), Cell::new(scene.seed));
        for _ in 0..3 {
            is_as_cold(scene, &ask(scene, &mut state, &Cell::new(0), Some(&garbage)))?;
        }
        // Far beyond the range of the scene, and in another place.
        let other = Scene::<V>::new(scene.seed.wrapping_add(1));
        let _ = ask(&other, &mut state, &Cell::new(0), Some(&garbage));
        let away = pose(scene.pose_b.rotation(), add(scene.pose_b.position().value(), [256.0, -256.0, 0.0]));
        let _ = ask(&scene.with_poses(Pose::IDENTITY, away), &mut state, &Cell::new(0), Some(&garbage));
        is_as_cold(scene, &ask(scene, &mut state, &Cell::new(0), Some(&garbage)))
    });
}

#[test]
fn an_empty_state_makes_no_answer_worse() -> Result<(), gjk::Error> {
    // With the points of GJK as vertices rounding breaks the polytope of such pairs; without them it does not.
    let tile = Triangle::new(
        vec3(0.6487046475954454_f64, 0.0, 0.0),
        vec3(0.0, 0.6421501679328333, 0.0),
        vec3(0.0, 0.0, 0.7190432623883061),
    )?;
    let drum = Cylinder::new(0.3664329428539236, 0.7929441002614852)?;
    let turn =
        Rotation3::from_quaternion(-0.16316778970693702, -0.8798683939691603, 0.5272584711767456, -0.7234445004957684)?;
    let here = Pose::new(turn, vec3(0.2703342501798616, -0.6821914928628356, -0.6451475538041201))?;
    let turn =
        Rotation3::from_quaternion(-0.08486023153801026, 0.2493661189312122, 0.36199967237678, 0.2852508835508891)?;
    let there = Pose::new(turn, vec3(0.5312845879232297, -0.6470131087774705, 0.0018065914861945974))?;
    let cold = Query::new().poses(here, there).penetration(&tile, &drum).expect("they overlap");
    let mut state = WarmStart::new();
    let first = Query::new().poses(here, there).warm_start(&mut state).penetration(&tile, &drum).expect("they overlap");
    assert_eq!(cold.status, first.status);
    assert!((cold.depth - first.depth).abs() < 1e-9, "{cold:?} {first:?}");
    Ok(())
}
