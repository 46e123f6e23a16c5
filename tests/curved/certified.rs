//! Curved bodies, with each other and with boxes, hulls and capsules, at default settings, against certified answers.
//!
//! Such an answer comes from a query in `f64` without a tolerance and with room for 256 vertices. It counts where its
//! bounds meet, and the search over all directions, which shares nothing with the kernel, has to confirm it.

use super::body::Room;
use super::{BOUND, Pair, pairs, reference};
use crate::common::number::{Number, P, add, dot, length, max_abs, scale, sub};
use crate::common::scene::{Rng, Verdict, bounds, normal, overlaps, planes, signed, times, witnesses};
use gjk::{Proximity, Scalar, Status, Vec2, Vec3};

/// The widest gap between the bounds of a certified answer, relative to the size.
const CERTIFIED: f64 = 1e-12;

/// Times the default tolerance: how far a distance or a depth may be off, and how far a witness point may be outside
/// its body or off the plane that the normal stands for, relative to the larger of size and answer.
const OFF: f64 = 4.0;

/// Radians by which any normal may be off. The tolerance lets a search stop where the normal is off by an angle: the
/// gap along it is shorter by the distance times half of the square of that angle. Four times that angle is allowed.
fn blunt_bar<V: Room>() -> f64 {
    4.0 * (2.0 * tolerance::<V>()).sqrt()
}

/// Radians by which a normal is off at most where `speed` sharpens it. Rotations are rounded, by a step each: that
/// moves points by steps of the size, and turns the normal by so many steps times the size over the distance or depth.
fn sharp_bar<V: Room, E: Room>(truth: &Truth<E>) -> f64 {
    let angle = if V::Scalar::steps(1, 1.0) > f64::EPSILON { 1e-4 } else { 1e-7 };
    angle + V::Scalar::steps(BOUND, truth.pair.size) / truth.low.abs()
}

/// One of this many normals may miss the [`sharp_bar`]: rounding may hide from the search how far it is off, and the
/// certified answer has a normal that is off as well.
const SELDOM: u64 = 100;

/// Where a direction this many radians from the normal of a depth is no worse than the answer may be, the normal is not
/// unique. An answer that is farther off stands for another side, which has to be as good.
const TILT: f64 = 1e-2;

/// The pairs checked, and the largest errors of those.
#[derive(Default)]
struct Tally {
    certified: u64,
    distance: f64,
    point: f64,
    angle: f64,
    normals: u64,
    /// Normals that are off by more than the [`sharp_bar`].
    blunt: u64,
}

/// A pair, an interval that holds its signed distance, and the answer that the interval comes from.
struct Truth<V: Room> {
    pair: Pair<V>,
    low: f64,
    high: f64,
    found: Proximity<V>,
}

/// The certified answer of a scene, `None` if the bounds do not meet.
fn certified<V: Room>(scene: pairs::Scene) -> Result<Option<Truth<V>>, String> {
    let pair = Pair::<V>::told(scene, (0.0, 0.0));
    let [a, b] = pair.bodies();
    let query = pair.query().tolerance(V::Scalar::unit_of(0.0)).expect("no tolerance");
    let found = V::with_room(256, query, a, b);
    let (low, high) = bounds(&found);
    let size = pair.size.max(signed(&found).abs());
    // The search over directions ends at an interval of a tenth of the bar.
    let enough = OFF / 10.0 * tolerance::<V>() * size;
    let (least, most) = reference::signed_distance(|along| pair.difference(along), V::DIMENSION, enough);
    let rounding = CERTIFIED * size;
    ensure!(low <= most + rounding && least <= high + rounding, "{found:?} against {least:e} to {most:e}");
    Ok((high - low <= rounding).then_some(Truth { pair: Pair { size, ..pair }, low, high, found }))
}

fn tolerance<V: Room>() -> f64 {
    V::Scalar::unit_value(V::Scalar::CURVED_TOLERANCE)
}

fn unit(n: P) -> P {
    scale(n, 1.0 / length(n))
}

/// Is every direction that is tilted from the normal by [`TILT`] worse by more than the answer may be off?
fn is_alone<V: Room>(truth: &Truth<V>, off: f64) -> bool {
    let n = unit(normal(&truth.found));
    let reach = |n: P| dot(n, truth.pair.difference(n));
    let tilted = |tangent: P| unit(add(n, scale(unit(sub(tangent, scale(n, dot(n, tangent)))), TILT)));
    let mut tangents = planes(V::DIMENSION).filter(|tangent| dot(n, *tangent).abs() < 0.9);
    // A distance has one normal only.
    !overlaps(&truth.found) || tangents.all(|tangent| reach(tilted(tangent)) > reach(n) + off)
}

/// How far the witness points are outside their bodies, or off the planes along the normal that support them.
fn outside<V: Room>(pair: &Pair<V>, found: &Proximity<V>) -> f64 {
    let ((on_a, on_b), n) = (witnesses(found), unit(normal(found)));
    let (a, b) = (sub(on_a, pair.poses.0.position().value()), sub(on_b, pair.poses.1.position().value()));
    let beyond_a = |along: P| dot(along, sub(a, pair.on_a(along)));
    let beyond_b = |along: P| dot(along, sub(b, pair.on_b(along)));
    let off_planes = beyond_a(n).abs().max(beyond_b(scale(n, -1.0)).abs());
    planes(V::DIMENSION).map(|along| beyond_a(along).max(beyond_b(along))).fold(off_planes, f64::max)
}

impl Tally {
    /// Checks the answers in a scalar about the scene behind a certified answer.
    fn check<V: Room, E: Room>(&mut self, scene: pairs::Scene) -> Verdict {
        let Some(truth) = certified::<E>(scene.clone())? else { return Ok(()) };
        self.certified += 1;
        let pair = Pair::<V>::told(scene, (0.0, 0.0));
        let (size, tolerance) = (truth.pair.size, tolerance::<V>());
        let [a, b] = pair.bodies();
        // Rotations are rounded too, by a step each.
        let few = V::Scalar::steps(2 * BOUND, size);
        let hold = |what: &str, found: &Proximity<V>| {
            let (low, high) = bounds(found);
            ensure!(low <= truth.high + few && truth.low <= high + few, "{what}: bounds miss {}: {found:?}", truth.low);
            Ok(())
        };
        for rounds in 1..=8 {
            let query = || pair.query().max_iterations(rounds).max_epa_iterations(rounds);
            hold("few rounds", &pair.proximity(query()))?;
            hold("few rounds of GJK", &pair.proximity(pair.query().max_iterations(rounds)))?;
        }
        for vertices in [4, 5, 6, 8, 12, 16, 24] {
            hold("little room", &V::with_room(vertices, pair.query(), a, b))?;
            // Few rounds of GJK may leave the origin outside of the first polytope.
            for rounds in 0..=4 {
                let query = pair.query().max_iterations(rounds);
                hold("few rounds of GJK and little room", &V::with_room(vertices, query, a, b))?;
            }
        }
        let found = pair.proximity(pair.query());
        hold("default settings", &found)?;
        // A depth whose polytope filled the workspace is only as good as its bounds.
        if found.status() == Status::BufferFull {
            return Ok(());
        }
        let off = (truth.low - signed(&found)).max(signed(&found) - truth.high).max(0.0) / size;
        self.distance = self.distance.max(off);
        ensure!(off <= OFF * tolerance, "off by {off:e}, is {}: {found:?}", truth.low);
        if found.status() != Status::Converged {
            return Ok(());
        }
        // The coordinates of the points are rounded where the bodies are.
        let (on_a, on_b) = witnesses(&found);
        let place = V::Scalar::steps(BOUND, max_abs(on_a).max(max_abs(on_b)));
        let off = (outside(&pair, &found) - place).max(0.0) / size;
        self.point = self.point.max(off);
        ensure!(off <= OFF * tolerance, "a witness point is off by {off:e}: {found:?}");
        let n = unit(normal(&found));
        let along = -dot(n, truth.pair.difference(n));
        ensure!(along >= truth.low - OFF * tolerance * size, "the normal separates by {along:e}: {found:?}");
        // Near contact the normal is that of a displacement of few digits.
        let is_distinct = truth.low.abs() > 1e-3 * size && is_alone(&truth, OFF * tolerance * size);
        let angle = length(sub(n, unit(normal(&truth.found))));
        // The opposite side may be as good.
        let is_elsewhere = overlaps(&found) && angle > TILT;
        if is_distinct && overlaps(&found) == overlaps(&truth.found) && !is_elsewhere {
            self.angle = self.angle.max(angle);
            self.normals += 1;
            self.blunt += u64::from(angle > sharp_bar::<V, E>(&truth));
            ensure!(angle <= blunt_bar::<V>(), "the normal is off by {angle:e}: {found:?}");
        }
        Ok(())
    }
}

fn pairs_are_as_certified<V: Room, E: Room>(count: u64) {
    let (mut tally, mut failures) = (Tally::default(), Vec::new());
    let only = std::env::var("GJK_SEED").ok().map(|text| text.parse::<u64>().expect("a number"));
    let seeds = only.map_or(0..times(count), |seed| seed..seed + 1);
    for seed in seeds.clone() {
        let scene = pairs::mixed::<V>(&mut Rng::new(seed));
        if let Err(error) = tally.check::<V, E>(scene.clone()) {
            failures.push(format!("GJK_SEED={seed}: {error}\n  {scene:?}"));
        }
    }
    let Tally { certified, distance, point, angle, normals, blunt } = tally;
    println!(
        "{} in {}D: {certified} pairs, distance {distance:.1e}, points {point:.1e}, {normals} normals \
         {angle:.1e}, {blunt} not sharp",
        V::Scalar::NAME,
        V::DIMENSION
    );
    assert!(failures.is_empty(), "{} of {certified} fail, first {}", failures.len(), failures[0]);
    let is_sharp = !cfg!(feature = "speed") || SELDOM * blunt <= normals;
    assert!(only.is_some() || is_sharp, "{blunt} of {normals} normals are not sharp");
    assert!(only.is_some() || certified > times(count) / 2, "{certified} answers are certified");
}

#[test]
fn f32_in_the_plane() {
    pairs_are_as_certified::<Vec2<f32>, Vec2<f64>>(200);
}

#[test]
fn f32_in_space() {
    pairs_are_as_certified::<Vec3<f32>, Vec3<f64>>(200);
}

#[test]
fn f64_in_the_plane() {
    pairs_are_as_certified::<Vec2<f64>, Vec2<f64>>(200);
}

#[test]
fn f64_in_space() {
    pairs_are_as_certified::<Vec3<f64>, Vec3<f64>>(200);
}
