//! Gradients of the signed distance against central differences, for every shape, apart and overlapping, in both
//! dimensions; and the properties that hold in every scalar.

use crate::common::number::{Number, P, Space, add, cross, dot, length, max_abs, scale, sub};
use crate::common::scene::{Rng, Scene, check, normal, pose, signed, times, witnesses};
use fixed::types::{I16F16, I32F32};
use gjk::{
    AngularOf, Capsule, Circle, Cone, ConvexHull, Cuboid, Cylinder, Ellipse, Ellipsoid, Polygon, Pose, Proximity,
    Query, Rectangle, Rotation, Segment, Support, SupportExt, Triangle, Vec2, Vec3, vec2, vec3,
};

claims! {
    gradients_are_the_normal_and_its_moment,
    a_common_motion_changes_nothing,
}

/// A turn as a vector; in the plane along the third axis.
trait Turns: Space {
    fn turn_value(turn: AngularOf<Self>) -> P;
    fn of_turn(turn: P) -> AngularOf<Self>;
}

impl<S: Number> Turns for Vec2<S> {
    fn turn_value(turn: S) -> P {
        [0.0, 0.0, turn.value()]
    }
    fn of_turn(turn: P) -> S {
        S::of(turn[2])
    }
}

impl<S: Number> Turns for Vec3<S> {
    fn turn_value(turn: Self) -> P {
        turn.value()
    }
    fn of_turn(turn: P) -> Self {
        Self::of(turn)
    }
}

fn gradients_are_the_normal_and_its_moment<V: Turns>() {
    check(|scene: &Scene<V>| {
        let rng = &mut Rng::new(!scene.seed);
        let center = V::of(rng.point(scene.size(), V::DIMENSION));
        let found = scene.proximity_of_poses();
        let (gradient, n) = (found.gradient(center), normal(&found));
        ensure!(gradient.translation == found.normal(), "{gradient:?} {found:?}");
        // The moment about the centre of either witness point.
        let (on_a, on_b) = witnesses(&found);
        let close = V::Scalar::steps(64, scene.world_size() + scene.size());
        for point in [on_a, on_b] {
            let off = max_abs(sub(cross(sub(point, center.value()), n), V::turn_value(gradient.rotation)));
            ensure!(off <= close, "{off:e} off, {close:e} allowed: {gradient:?} {found:?}");
        }
        let (linear, angular) = (rng.point(1.0, V::DIMENSION), V::turn_value(V::of_turn(rng.point(1.0, 3))));
        let rate = gradient.rate(V::of(linear), V::of_turn(angular)).value();
        let truth = dot(n, linear) + dot(V::turn_value(gradient.rotation), angular);
        ensure!((rate - truth).abs() <= close, "{rate} instead of {truth}: {gradient:?}");
        ensure!(-(-gradient) == gradient, "{gradient:?}");
        Ok(())
    });
}

/// A motion of both bodies together leaves their distance unchanged, so the gradients of A and B about one centre
/// cancel.
fn a_common_motion_changes_nothing<V: Turns>() {
    check(|scene: &Scene<V>| {
        let center = V::of(Rng::new(!scene.seed).point(scene.size(), V::DIMENSION));
        let (one, other) = (scene.proximity(), scene.ask(|a, b| gjk::proximity(b, a)));
        let (of_b, of_a) = (one.gradient(center), other.gradient(center));
        let (on_a, on_b) = (witnesses(&one), witnesses(&other));
        let is_same =
            max_abs(sub(on_a.0, on_b.1)) <= 1e-3 * scene.size() && max_abs(add(normal(&one), normal(&other))) <= 1e-3;
        let off = max_abs(add(V::turn_value(of_b.rotation), V::turn_value(of_a.rotation)));
        // Unless a tie was broken the other way, the two are as near as witness points and normals are.
        ensure!(!is_same || off <= 1e-2 * (scene.world_size() + scene.size()), "{off:e}: {of_b:?} {of_a:?} {one:?}");
        Ok(())
    });
}

/// Two bodies, and where B is.
struct Pair<'s, V: Turns> {
    a: &'s dyn Support<Vector = V>,
    b: &'s dyn Support<Vector = V>,
    rotation: Rotation<V>,
    position: P,
}

impl<V: Turns<Scalar = f64>> Pair<'_, V> {
    /// The answer with B moved: turned by w about a centre, then translated.
    fn moved(&self, translation: P, turn: P, center: P) -> Proximity<V> {
        let by = turning::<V>(turn);
        let arm = by.apply(V::of(sub(self.position, center))).value();
        let there = pose(by.compose(self.rotation), add(add(center, arm), translation));
        let mut query = Query::new().poses(Pose::IDENTITY, there).tolerance(0.0).expect("zero");
        query.proximity(self.a, self.b)
    }

    /// The difference quotient along a motion: forwards, backwards.
    fn quotients(&self, translation: P, turn: P, center: P) -> (f64, f64) {
        let at = |step: f64| signed(&self.moved(scale(translation, step), scale(turn, step), center));
        let (back, here, forth) = (at(-STEP), at(0.0), at(STEP));
        ((forth - here) / STEP, (here - back) / STEP)
    }
}

/// The rotation by a small rotation vector.
fn turning<V: Turns<Scalar = f64>>(turn: P) -> Rotation<V> {
    let angle = length(turn);
    let share = if angle == 0.0 { 0.5 } else { (angle / 2.0).sin() / angle };
    if V::DIMENSION == 2 {
        V::rotation([turn[2].sin(), 0.0, 0.0, turn[2].cos()])
    } else {
        V::rotation([turn[0] * share, turn[1] * share, turn[2] * share, (angle / 2.0).cos()])
    }
}

/// Central differences are off by a sixth of its square times the third derivative, and by rounding over it.
const STEP: f64 = 1e-5;
const NEAR: f64 = 1e-6;

/// Compares a pair at many poses; gives how many were compared, of how many, how many of those overlapped, and how many
/// with a curved core were off by more than [`NEAR`].
fn compare<V: Turns<Scalar = f64>>(
    name: &str,
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    seed: u64,
) -> [u32; 4] {
    let rng = &mut Rng::new(seed);
    let [mut compared, mut all, mut overlapping, mut rough] = [0; 4];
    for _ in 0..times(POSES) {
        let q = loop {
            let [x, y, z] = rng.point(1.0, 3);
            let w = rng.uniform(-1.0, 1.0);
            if x * x + w * w > 0.1 {
                break [x, y, z, w];
            }
        };
        let rotation = V::rotation(q);
        let position = rng.point(if V::DIMENSION == 2 { 2.5 } else { 2.0 }, V::DIMENSION);
        let pair = Pair { a, b, rotation, position };
        let center = rng.point(2.0, V::DIMENSION);
        let found = pair.moved([0.0; 3], [0.0; 3], center);
        let gradient = found.gradient(V::of(center));
        all += 1;
        let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let (shifts, turns) = if V::DIMENSION == 2 { (&axes[..2], &axes[2..]) } else { (&axes[..], &axes[..]) };
        let motions = shifts.iter().map(|x| (*x, [0.0; 3])).chain(turns.iter().map(|w| ([0.0; 3], *w)));
        let motions: Vec<_> = motions
            .map(|(x, w)| {
                let rate = dot(V::unit_value(gradient.translation), x) + dot(V::turn_value(gradient.rotation), w);
                (rate, pair.quotients(x, w, center))
            })
            .collect();
        // Witness points jump where the slopes on both sides differ by more than a curvature of the bodies explains.
        if motions.iter().any(|(_, (forth, back))| (forth - back).abs() > KINK) {
            continue;
        }
        compared += 1;
        overlapping += u32::from(matches!(found, Proximity::Overlapping(_)));
        let off = motions.iter().map(|(rate, (forth, back))| (rate - (forth + back) / 2.0).abs()).fold(0.0, f64::max);
        // The normal of a curved body is as exact as the root of the gap between the bounds; where EPA ran out of
        // memory, or cores all but touch, that is less.
        let is_exact = a.is_polytope() && b.is_polytope();
        assert!(off <= if is_exact { NEAR } else { 1e-4 }, "{name}: {off:e} off: {found:?} {position:?} {q:?}");
        rough += u32::from(off > NEAR);
    }
    [compared, all, overlapping, rough]
}

const POSES: u64 = 15;
/// Of curvatures up to a hundred, whose third derivatives the difference quotient can still bear.
const KINK: f64 = 2e-3;

fn compare_all<V: Turns<Scalar = f64>>(shapes: &[(&str, &dyn Support<Vector = V>)]) {
    let mut total = [0; 4];
    let mut seed = 0;
    for (name_a, a) in shapes {
        for (name_b, b) in shapes {
            seed += 1;
            let counts = compare(&format!("{name_a} and {name_b}"), *a, *b, seed);
            assert!(counts[0] * 2 >= counts[1], "{name_a} and {name_b}: only {counts:?} compared");
            total = [0, 1, 2, 3].map(|i| total[i] + counts[i]);
        }
    }
    let [compared, all, overlapping, rough] = total;
    println!(
        "{compared} of {all} poses compared, {overlapping} of them overlapping, {rough} off by more than {NEAR:e}"
    );
    assert!(rough * 1000 <= compared, "{rough} of {compared} off");
    assert!(total[0] * 10 >= total[1] * 9, "{total:?} compared");
    assert!((20..=80).contains(&(100 * total[2] / total[0])), "{total:?} overlap");
}

#[test]
fn gradients_are_central_differences_in_space() {
    let rng = &mut Rng::new(7);
    let points: Vec<_> = (0..12).map(|_| Vec3::<f64>::of(rng.point(1.2, 3))).collect();
    let capsule = Capsule::new(vec3(-0.5, 0.1, 0.0), vec3(0.6, 0.0, 0.3), 0.7).expect("points");
    let triangle = Triangle::new(vec3(-1.0, -1.0, 0.0), vec3(1.5, 0.0, 0.2), vec3(0.0, 1.0, -0.3)).expect("points");
    let segment = Segment::new(vec3(-1.0, 0.0, 0.4), vec3(1.0, 0.2, 0.0)).expect("points");
    let cuboid = Cuboid::new(vec3(0.8, 1.0, 1.3)).expect("sizes");
    compare_all::<Vec3<f64>>(&[
        ("cuboid", &cuboid),
        ("ball", &gjk::Ball::new(1.1).expect("a size")),
        ("capsule", &capsule),
        ("cylinder", &Cylinder::new(0.9, 0.8).expect("sizes")),
        ("cone", &Cone::new(1.0, 1.0).expect("sizes")),
        ("ellipsoid", &Ellipsoid::new(vec3(0.7, 1.0, 1.4)).expect("sizes")),
        ("hull", &ConvexHull::new(&points).expect("points")),
        ("rounded triangle", &triangle.rounded(0.5).expect("a size")),
        ("rounded segment", &segment.rounded(0.8).expect("a size")),
    ]);
}

#[test]
fn gradients_are_central_differences_in_the_plane() {
    let outline = [vec2(-1.0, -0.8), vec2(1.0, -1.0), vec2(1.4, 0.3), vec2(0.2, 1.1), vec2(-1.2, 0.5)];
    let triangle = Triangle::new(vec2(-1.0, -1.0), vec2(1.5, 0.0), vec2(0.0, 1.0)).expect("points");
    compare_all::<Vec2<f64>>(&[
        ("rectangle", &Rectangle::new(vec2(1.0, 1.4)).expect("sizes")),
        ("circle", &Circle::new(1.1).expect("a size")),
        ("capsule", &Capsule::new(vec2(-0.8, 0.0), vec2(0.8, 0.3), 0.6).expect("points")),
        ("ellipse", &Ellipse::new(vec2(0.8, 1.3)).expect("sizes")),
        ("polygon", &Polygon::new(&outline).expect("a polygon")),
        ("triangle", &triangle),
    ]);
}

/// Where witness points jump one way, the gradient lies between the slopes on both sides.
#[test]
fn gradients_at_kinks_are_subgradients() {
    let cube = Cuboid::new(vec3(1.0, 1.0, 1.0)).expect("sizes");
    let tile = Rectangle::new(vec2(1.0, 1.0)).expect("sizes");
    let rotation = Rotation::IDENTITY;
    // Faces flush, apart and overlapping.
    for position in [[0.3, 0.2, 2.5], [0.3, 0.2, 1.9]] {
        between_slopes(&Pair::<Vec3<f64>> { a: &cube, b: &cube, rotation, position }, true);
    }
    // Depths equal along three axes; a turn would have both kinds of kinks.
    between_slopes(&Pair::<Vec3<f64>> { a: &cube, b: &cube, rotation, position: [1.5; 3] }, false);
    let rotation = Rotation::IDENTITY;
    for position in [[0.3, 2.5, 0.0], [0.3, 1.9, 0.0]] {
        between_slopes(&Pair::<Vec2<f64>> { a: &tile, b: &tile, rotation, position }, true);
    }
    between_slopes(&Pair::<Vec2<f64>> { a: &tile, b: &tile, rotation, position: [1.5, 1.5, 0.0] }, false);
}

fn between_slopes<V: Turns<Scalar = f64>>(pair: &Pair<'_, V>, turns: bool) {
    let center = [0.1, 0.2, 0.3];
    let center = if V::DIMENSION == 2 { [0.1, 0.2, 0.0] } else { center };
    let gradient = pair.moved([0.0; 3], [0.0; 3], center).gradient(V::of(center));
    let mut kinks = 0;
    for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
        let is_planar = V::DIMENSION == 2;
        let along = (dot(V::unit_value(gradient.translation), axis), pair.quotients(axis, [0.0; 3], center));
        let about = (dot(V::turn_value(gradient.rotation), axis), pair.quotients([0.0; 3], axis, center));
        let motions = [(along, !(is_planar && axis[2] != 0.0)), (about, turns && (!is_planar || axis[2] != 0.0))];
        for ((rate, (forth, back)), _) in motions.into_iter().filter(|(_, is_one)| *is_one) {
            // Quotients are off by their step times a curvature of about one.
            let slack = 4.0 * STEP;
            let is_between = forth.min(back) - slack <= rate && rate <= forth.max(back) + slack;
            assert!(is_between, "{rate} outside {back} to {forth} along {axis:?} at {:?}", pair.position);
            kinks += u32::from((forth - back).abs() > 0.1);
        }
    }
    assert!(kinks > 0, "no kink at {:?}", pair.position);
}
