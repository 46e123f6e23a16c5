//! Curved bodies against references that share nothing with the kernel: formulas where there are any, otherwise a
//! search over all directions with support functions of its own.
//!
//! A claim is a function whose name states it; `claims!` runs it for each scalar in the plane and in space, on pairs
//! drawn from seeds. In the environment, `GJK_PAIRS` sets the number of pairs that a claim is checked on, and
//! `GJK_SEED` selects a single one.

mod body;
mod certified;
mod pairs;
mod reference;

use crate::common::number::{Number, P, add, dot, length, max_abs, scale, sub};
use crate::common::scene::{Rng, Verdict, bounds, normal, overlaps, planes, same_but_scaled, signed, times, witnesses};
use body::{Room, Shape, apply, apply_back};
use fixed::types::{I16F16, I32F32};
use gjk::{Pose, Poses, Proximity, Query, Scalar, Status, Support, Vec2, Vec3};
use pairs::{Placed, Scene};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The most steps by which a bound may miss the truth, as the bound is rounded when it is returned.
const BOUND: u32 = 4;

/// The widest gap that 64 vertices may leave between the bounds of a moderate overlap, relative to the larger of size
/// and depth. Two concentric ellipsoids whose sum is nearly a ball reach 2.7 %; only such pairs exceed 2 %.
const OPEN: f64 = 0.03;

claims! {
    coaxial_pairs_are_as_formulas_say,
    tangent_pairs_touch_up_to_rounding,
    random_pairs_are_as_the_search_says,
    extreme_pairs_are_as_the_search_says,
    caps_and_small_workspaces_keep_the_bounds,
    more_room_narrows_the_bounds_of_moderate_overlaps,
}

fn coaxial_pairs_are_as_formulas_say<V: Room>() {
    check::<V>(75, pairs::coaxial::<V>, |scene| Pair::<V>::new(scene).is_right());
}

fn tangent_pairs_touch_up_to_rounding<V: Room>() {
    check::<V>(75, pairs::tangent::<V>, |scene| Pair::<V>::new(scene).is_right());
}

fn random_pairs_are_as_the_search_says<V: Room>() {
    check::<V>(50, pairs::random::<V>, |scene| Pair::<V>::new(scene).is_right());
}

/// For this pair each secant step gains a little, however many are taken; a query has to give them up for the bounds to
/// meet.
#[test]
fn secants_that_gain_little_are_given_up() {
    let scene = pairs::random::<Vec3<I32F32>>(&mut Rng::new(817));
    Pair::<Vec3<I32F32>>::new(scene).is_right().expect("the bounds meet");
}

fn extreme_pairs_are_as_the_search_says<V: Room>() {
    check::<V>(25, pairs::extreme::<V>, |scene| Pair::<V>::new(scene).is_right());
}

fn caps_and_small_workspaces_keep_the_bounds<V: Room>() {
    check::<V>(
        25,
        |rng| if rng.percent(50) { pairs::random::<V>(rng) } else { pairs::extreme::<V>(rng) },
        |scene| {
            let pair = Pair::<V>::new(scene);
            let [a, b] = pair.bodies();
            let hold = |what: &str, cap: usize, found: &Proximity<V>| {
                pair.bounds_hold(found).map_err(|error| format!("{what} {cap}: {error}"))
            };
            for vertices in [4, 5, 6, 8, 16, 32] {
                hold("room for", vertices, &V::with_room(vertices, pair.query(), a, b))?;
            }
            for rounds in [0, 1, 2, 3, 4, 6, 8, 12] {
                let cap = rounds as usize;
                hold("rounds", cap, &pair.proximity(pair.query().max_iterations(rounds)))?;
                hold("rounds of EPA", cap, &pair.proximity(pair.query().max_epa_iterations(rounds)))?;
                let both = || pair.query().max_iterations(rounds).max_epa_iterations(rounds);
                hold("rounds of both", cap, &pair.proximity(both()))?;
                hold("room for 5 and rounds of both", cap, &V::with_room(5, both(), a, b))?;
                let gap = both().distance(a, b);
                let (low, high) = (gap.lower_bound.value(), gap.distance.value());
                let (truth, few) = (pair.truth, pair.steps(BOUND));
                ensure!(low <= truth.1.max(0.0) + few && high >= truth.0 - few, "{truth:?}, {rounds} rounds: {gap:?}");
            }
            Ok(())
        },
    );
}

fn more_room_narrows_the_bounds_of_moderate_overlaps<V: Room>() {
    check::<V>(50, pairs::moderate::<V>, |scene| {
        let pair = Pair::<V>::told(scene, (0.0, 0.0));
        let mut last = f64::INFINITY;
        for vertices in [8, 16, 32, 64, 128, 256] {
            let [a, b] = pair.bodies();
            let found = V::with_room(vertices, pair.query(), a, b);
            let size = pair.size.max(signed(&found).abs());
            let (low, high) = bounds(&found);
            let gap = high - low;
            ensure!(vertices < 64 || gap <= OPEN * size, "{vertices} leave {gap:e} open: {found:?}");
            // Once the gap is within the tolerance, more room need not narrow it.
            let rounding = V::Scalar::steps(2 * BOUND, size);
            let most = last.max(V::Scalar::unit_value(V::Scalar::CURVED_TOLERANCE) * size) + rounding;
            ensure!(gap <= most, "{vertices} leave {gap:e} open, fewer {last:e}: {found:?}");
            last = gap;
        }
        Ok(())
    });
}

/// Checks a claim on pairs drawn from seeds; a panic counts as a failure.
fn check<V: Room>(count: u64, draw: impl Fn(&mut Rng) -> Scene, claim: impl Fn(Scene) -> Verdict) {
    let number = |name: &str| std::env::var(name).ok().map(|text| text.parse::<u64>().expect("a number"));
    // The plane is cheap.
    let count = times(if V::DIMENSION == 2 { 4 * count } else { count });
    let count = number("GJK_PAIRS").unwrap_or(count);
    let seeds = number("GJK_SEED").map_or(0..count, |seed| seed..seed + 1);
    for seed in seeds {
        let scene = draw(&mut Rng::new(seed));
        let verdict = catch_unwind(AssertUnwindSafe(|| claim(scene.clone())));
        if let Err(error) = verdict.unwrap_or(Err("panicked".into())) {
            panic!("GJK_SEED={seed} {} in {}D: {error}\n  {scene:?}", V::Scalar::NAME, V::DIMENSION);
        }
    }
}

/// A scene whose numbers are rounded to a scalar.
struct Pair<V: Room> {
    scene: Scene,
    shapes: (Shape<V>, Shape<V>),
    poses: (Pose<V>, Pose<V>),
    /// An interval that holds the signed distance.
    truth: (f64, f64),
    /// The size that a rounding step is relative to: that of the larger body or of the answer.
    size: f64,
}

impl<V: Room> Pair<V> {
    fn new(scene: Scene) -> Self {
        let pair = Self::told(scene, (f64::NAN, f64::NAN));
        let (low, high) = match pair.scene.truth {
            Some(truth) => (truth, truth),
            None => {
                let enough = V::Scalar::steps(1, pair.size) / 64.0;
                reference::signed_distance(|along| pair.difference(along), V::DIMENSION, enough)
            }
        };
        // The interval is widened for the rounding of the formula and for a rounded rotation, which stretches the body.
        let stretched = |placed: &Placed| stretch(V::rows(V::rotation(placed.turn))) * placed.body.extent();
        // A linear map magnifies the rounding of a point in the body's own frame.
        let mapped =
            |placed: &Placed| placed.body.norm() * if V::Scalar::is_float() { 0.0 } else { V::Scalar::ABSOLUTE_STEP };
        let moved = |placed: &Placed| stretched(placed) + mapped(placed);
        let slack = 2.0 * f64::EPSILON * low.abs() + moved(&pair.scene.a) + moved(&pair.scene.b);
        let (low, high) = (low - slack, high + slack);
        Self { truth: (low, high), size: pair.size.max(low.abs()), ..pair }
    }

    /// A scene whose truth is known already.
    fn told(scene: Scene, truth: (f64, f64)) -> Self {
        let pose = |placed: &Placed| Pose::new(V::rotation(placed.turn), V::of(placed.position)).expect("in range");
        let (shapes, poses) = ((scene.a.body.shape(), scene.b.body.shape()), (pose(&scene.a), pose(&scene.b)));
        let size = scene.a.body.extent().max(scene.b.body.extent()).max(truth.0.abs());
        Self { scene, shapes, poses, truth, size }
    }

    /// The point of A − B farthest along a direction.
    fn difference(&self, along: P) -> P {
        let away = sub(self.poses.0.position().value(), self.poses.1.position().value());
        let (a, b) = (self.on_a(along), self.on_b(scale(along, -1.0)));
        add(away, sub(a, b))
    }

    /// The point of A farthest along a direction, from A's origin.
    fn on_a(&self, along: P) -> P {
        let rows = V::rows(self.poses.0.rotation());
        apply(rows, self.scene.a.body.support(apply_back(rows, along)))
    }

    fn on_b(&self, along: P) -> P {
        let rows = V::rows(self.poses.1.rotation());
        apply(rows, self.scene.b.body.support(apply_back(rows, along)))
    }

    fn steps(&self, count: u32) -> f64 {
        V::Scalar::steps(count, self.size)
    }

    fn query(&self) -> Query<'static, V, Poses<V>> {
        Query::new().poses(self.poses.0, self.poses.1)
    }

    fn proximity(&self, mut query: Query<'_, V, Poses<V>>) -> Proximity<V> {
        let [a, b] = self.bodies();
        query.proximity(a, b)
    }

    fn bodies(&self) -> [&dyn Support<Vector = V>; 2] {
        [&self.shapes.0, &self.shapes.1]
    }

    /// The most by which an answer may be off, at the default tolerance and at a tolerance of zero.
    fn close(&self) -> [f64; 2] {
        match V::Scalar::NAME {
            "f32" => [1e-4 * self.size, self.steps(64)],
            "f64" => [1e-6 * self.size, 1e-11 * self.size],
            "I16F16" => [self.steps(4); 2],
            _ => [self.steps(64); 2],
        }
    }

    /// Checks all claims about the pair.
    fn is_right(&self) -> Verdict {
        let [close, closest] = self.close();
        let found = self.proximity(self.query());
        self.holds(&found, close)?;
        self.entry_points_agree(&found, close)?;
        let exact = self.query().tolerance(V::Scalar::unit_of(0.0)).expect("no tolerance");
        self.holds(&self.proximity(exact), closest).map_err(|error| format!("no tolerance: {error}"))?;
        let swapped = Self::told(self.scene.clone().swapped(), self.truth);
        swapped.holds(&swapped.proximity(swapped.query()), close).map_err(|error| format!("swapped: {error}"))?;
        self.scales(&found)
    }

    fn bounds_hold(&self, found: &Proximity<V>) -> Verdict {
        let ((low, high), truth, few) = (bounds(found), self.truth, self.steps(BOUND));
        ensure!(low <= truth.1 + few, "lower bound {low:e} above {truth:?}, {few:e} allowed: {found:?}");
        ensure!(high >= truth.0 - few, "upper bound {high:e} below {truth:?}, {few:e} allowed: {found:?}");
        Ok(())
    }

    /// Checks one answer against the truth and the bodies.
    fn holds(&self, found: &Proximity<V>, close: f64) -> Verdict {
        let (truth, value) = (self.truth, signed(found));
        let off = (truth.0 - value).max(value - truth.1).max(0.0);
        // Without `speed` a full workspace may leave a depth at a minimum beside the least one: its bounds hold.
        let (low, high) = bounds(found);
        let is_open = !cfg!(feature = "speed") && found.status() == Status::BufferFull;
        let close = if is_open { close.max(high - low) } else { close };
        ensure!(off <= close, "{value:e} is off {truth:?} by {off:e}, {close:e} allowed: {found:?}");
        self.bounds_hold(found)?;
        ensure!(overlaps(found) || truth.1 >= -close, "they overlap, {truth:?}: {found:?}");
        ensure!(!overlaps(found) || truth.0 <= close, "they are apart, {truth:?}: {found:?}");
        self.witnesses_fit(found, close)
    }

    fn witnesses_fit(&self, found: &Proximity<V>, close: f64) -> Verdict {
        let ((on_a, on_b), n) = (witnesses(found), normal(found));
        let place = V::Scalar::steps(BOUND, max_abs(on_a).max(max_abs(on_b)));
        let apart = length(sub(on_b, on_a));
        let off = (apart - signed(found).abs()).abs();
        ensure!(off <= self.steps(8) + place, "witnesses {apart:e} apart: {found:?}");
        let turned = (length(n) - 1.0).abs();
        ensure!(turned <= 4.0 * V::Scalar::RELATIVE_STEP.max(2.0_f64.powi(-28)), "no unit vector: {found:?}");
        let along = dot(n, self.difference(n));
        ensure!(-along >= signed(found) - 2.0 * close - place, "the normal separates by {:e}: {found:?}", -along);
        // Along the normal the error of a witness point is that of the bounds; across it, the square root of that.
        let (low, high) = bounds(found);
        let open = close + (high - low).min(self.size);
        let (known, across) = (2.0 * open + place, (open * self.size).sqrt() + place);
        let from_a = sub(on_a, self.poses.0.position().value());
        let from_b = sub(on_b, self.poses.1.position().value());
        for (name, from, on, sign) in
            [("on_a", from_a, Self::on_a as fn(&Self, P) -> P, 1.0), ("on_b", from_b, Self::on_b, -1.0)]
        {
            let outward = scale(n, sign);
            let below = dot(outward, sub(on(self, outward), from));
            ensure!(below.abs() <= known, "{name} is {below:e} below the surface, {known:e} allowed: {found:?}");
            for plane in planes(V::DIMENSION) {
                let outside = dot(plane, sub(from, on(self, plane)));
                ensure!(outside <= across, "{name} is outside by {outside:e}, {across:e} allowed: {found:?}");
            }
        }
        Ok(())
    }

    fn entry_points_agree(&self, found: &Proximity<V>, close: f64) -> Verdict {
        let [a, b] = self.bodies();
        let mut query = self.query();
        let (intersects, distance, penetration) =
            (query.intersects(a, b), query.distance(a, b), query.penetration(a, b));
        let (value, at_contact) = (signed(found), signed(found).abs() <= 2.0 * close);
        ensure!(intersects == overlaps(found) || at_contact, "intersects says {intersects}: {found:?}");
        ensure!(penetration.is_some() == overlaps(found) || at_contact, "{penetration:?} against {found:?}");
        let d = distance.distance.value();
        ensure!((d - value.max(0.0)).abs() <= 2.0 * close, "{distance:?} against {found:?}");
        let depth = penetration.map_or(0.0, |p| p.depth.value());
        ensure!((depth + value.min(0.0)).abs() <= 2.0 * close, "{penetration:?} against {found:?}");
        let apart = length(sub(distance.on_b.value(), distance.on_a.value()));
        let place = V::Scalar::steps(BOUND, max_abs(distance.on_a.value()).max(max_abs(distance.on_b.value())));
        ensure!((apart - d).abs() <= self.steps(8) + place, "witnesses {apart:e} apart: {distance:?}");
        // Without a proof that the bodies are apart, the normal has no meaning to check.
        if distance.lower_bound > V::Scalar::NIL && !overlaps(found) {
            self.holds(&Proximity::Separated(distance), close)?;
        }
        penetration.map_or(Ok(()), |p| self.holds(&Proximity::Overlapping(p), close))
    }

    /// Checks that in floats, bodies 2^k times as large have an answer 2^k times as large, bit for bit.
    fn scales(&self, found: &Proximity<V>) -> Verdict {
        for exponent in [-70, -20, -7, 1, 18, 38] {
            if V::Scalar::is_float() {
                let factor = 2.0_f64.powi(exponent);
                let there = Self::told(self.scene.scaled(factor), self.truth);
                let there = there.proximity(there.query());
                same_but_scaled(found, &there, exponent)?;
            }
        }
        Ok(())
    }
}

/// The largest amount by which a rounded rotation matrix differs from an orthogonal one, as a relative change of
/// lengths.
fn stretch(rows: [P; 3]) -> f64 {
    let off = |i: usize, j: usize| (dot(rows[i], rows[j]) - f64::from(u8::from(i == j))).abs();
    (0..9).map(|i| off(i / 3, i % 3)).fold(0.0, f64::max)
}
