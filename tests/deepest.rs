//! The points of manifolds of curved bodies: the deepest of them is as deep as the lower bound of the depth says, and
//! bodies that rest on a floor keep their points and ids while they tremble.

use crate::common::number::{Number, P, Space, add, length, scale};
use crate::common::scene::{Rng, times};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Ball, Capsule, Cone, Contact, Cuboid, Cylinder, Ellipsoid, Faceted, Manifold, Pose, Proximity, Query, Rounded,
    Status, UnitOf, Vec3, vec3,
};

/// The rounding steps by which the deepest point may be off: of two points with the resolution of a patch, 16 steps
/// each, and as much again for the scale of a patch and for poses.
const STEPS: u32 = 64;

/// The kinds of bodies of [`body`]; the first ones are curved.
const KINDS: usize = 8;
const CURVED: usize = 4;

type Shape<S> = Box<dyn Faceted<Vector = Vec3<S>>>;

fn body<S: Number + 'static>(kind: usize, [x, y, z]: P) -> Shape<S>
where
    UnitOf<S>: 'static,
{
    let size = vec3(S::of(x), S::of(y), S::of(z));
    let axis = vec3(S::NIL, S::NIL, size.x);
    match kind {
        0 => Box::new(Cylinder::new(size.x, size.y).expect("sizes")),
        1 => Box::new(Cone::new(size.x, size.y).expect("sizes")),
        2 => Box::new(Ellipsoid::new(size).expect("sizes")),
        3 => Box::new(Rounded::new(Cylinder::new(size.x, size.y).expect("sizes"), size.z).expect("a size")),
        4 => Box::new(Cuboid::new(size).expect("sizes")),
        5 => Box::new(Capsule::new(axis, -axis, size.y).expect("sizes")),
        6 => Box::new(Ball::new(size.x).expect("a size")),
        _ => Box::new(Rounded::new(Cuboid::new(size).expect("sizes"), size.x).expect("a size")),
    }
}

/// The deepest point of a manifold.
fn deepest<S: Number>(manifold: &Manifold<Vec3<S>>) -> f64 {
    manifold.points().iter().map(|contact| contact.depth.value()).fold(f64::NEG_INFINITY, f64::max)
}

/// By how much the deepest point of the manifold of a random pair falls short of the lower bound of the depth, and the
/// length that rounding permits; `None` for pairs that are apart, and where the query did not converge.
fn shortfall<S: Number + 'static>(rng: &mut Rng, kinds: [usize; 2], unit: f64) -> Option<(f64, f64)>
where
    UnitOf<S>: 'static,
{
    let sizes = kinds.map(|_| [(); 3].map(|()| S::of(unit * rng.log_uniform(0.5, 2.0)).value()));
    let [a, b] = [0, 1].map(|i| body::<S>(kinds[i], sizes[i]));
    let turns = [rng.quaternion(3), rng.quaternion(3)];
    let (way, size) = (rng.direction(3), sizes.iter().map(|size| length(*size)).sum::<f64>());
    let pose = |i: usize, at: P| Pose::new(Vec3::<S>::rotation(turns[i]), Space::of(at)).expect("a pose");
    let apart = scale(way, 8.0 * size);
    let gap = Query::new().poses(pose(0, [0.0; 3]), pose(1, apart)).distance(&*a, &*b);
    let (n, depth) = (Vec3::<S>::unit_value(gap.normal), unit * rng.log_uniform(1e-4, 0.5));
    let near = add(apart, scale(n, -gap.distance.value() - depth));
    let manifold = Query::new().poses(pose(0, [0.0; 3]), pose(1, near)).manifold(&*a, &*b);
    let Proximity::Overlapping(found) = manifold.proximity() else { return None };
    if found.status != Status::Converged {
        return None;
    }
    let deepest = deepest(&manifold);
    let steps = S::steps(STEPS, size + length(near));
    Some((found.lower_bound.value() - deepest, steps))
}

fn deepest_points_are_as_deep_as_proven<S: Number + 'static>(unit: f64)
where
    UnitOf<S>: 'static,
{
    let rng = &mut Rng::new(9);
    let mut overlaps = 0;
    for kind_a in 0..CURVED {
        for kind_b in 0..KINDS {
            for _ in 0..times(24) {
                let kinds = if rng.percent(50) { [kind_a, kind_b] } else { [kind_b, kind_a] };
                let Some((short, allowed)) = shortfall::<S>(rng, kinds, unit) else { continue };
                overlaps += 1;
                assert!(short <= allowed, "{kinds:?}: {short:e} less deep than proven, {allowed:e} allowed");
            }
        }
    }
    assert!(overlaps > 200, "{overlaps} overlaps");
}

#[test]
fn deepest_points_are_as_deep_as_proven_in_f32() {
    deepest_points_are_as_deep_as_proven::<f32>(1.0);
}

#[test]
fn deepest_points_are_as_deep_as_proven_in_f64() {
    deepest_points_are_as_deep_as_proven::<f64>(1.0);
}

#[test]
fn deepest_points_are_as_deep_as_proven_in_fixed_point() {
    deepest_points_are_as_deep_as_proven::<I16F16>(1.0);
    deepest_points_are_as_deep_as_proven::<I32F32>(1.0);
    // Bodies of 250 to 1000 steps.
    deepest_points_are_as_deep_as_proven::<I16F16>(500.0 * I16F16::ABSOLUTE_STEP);
}

/// The points of bodies that lie on a floor, a thousandth of `unit` deep: a cylinder and a cone upright, a cylinder and
/// a capsule on their sides, a box, a rounded cylinder. They are turned and shifted at random by about `tilt`.
fn resting<S: Number + 'static>(rng: &mut Rng, case: usize, unit: f64, tilt: f64) -> Vec<Contact<Vec3<S>>>
where
    UnitOf<S>: 'static,
{
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let (upright, lying) = ([0.0, 0.0, 0.0, 1.0], [half, 0.0, 0.0, half]);
    // The height of the origin of the body above the floor.
    let (kind, turn, height) = match case {
        0 => (0, upright, 1.0),
        1 => (0, lying, 0.5),
        2 => (1, upright, 1.0),
        3 => (5, lying, 0.5),
        4 => (4, upright, 1.0),
        _ => (3, upright, 1.25),
    };
    let sizes = if kind == 4 { [0.5, 0.5, 1.0] } else { [1.0, 0.5, 0.25] };
    let (floor, shape) = (body::<S>(4, scale([8.0, 8.0, 1.0], unit)), body::<S>(kind, scale(sizes, unit)));
    let mut tremble = || rng.uniform(-tilt, tilt);
    let turn = turn.map(|part| part + tremble());
    let place = [0.25 + tremble(), 0.125 + tremble(), 0.999 + height + tremble()];
    let pose = Pose::new(Vec3::<S>::rotation(turn), Space::of(scale(place, unit))).expect("a pose");
    let mut query = Query::new().poses(Pose::IDENTITY, pose).limit(S::of(0.01 * unit)).expect("a limit");
    query.manifold(&*floor, &*shape).points().to_vec()
}

fn resting_bodies_keep_their_points<S: Number + 'static>(unit: f64, tilt: f64)
where
    UnitOf<S>: 'static,
{
    let rng = &mut Rng::new(3);
    for case in 0..6 {
        let ids = |points: Vec<Contact<Vec3<S>>>| points.iter().map(|contact| contact.id).collect::<Vec<_>>();
        let first = ids(resting::<S>(rng, case, unit, 0.0));
        assert_eq!(first.len(), if matches!(case, 1 | 3) { 2 } else { 4 }, "case {case}");
        for _ in 0..times(16) {
            let now = ids(resting::<S>(rng, case, unit, tilt));
            assert_eq!(now, first, "case {case}");
        }
    }
}

#[test]
fn resting_bodies_keep_their_points_while_rounding_tilts_them() {
    resting_bodies_keep_their_points::<f32>(1.0, 2e-7);
    resting_bodies_keep_their_points::<f64>(1.0, 4e-16);
    resting_bodies_keep_their_points::<I16F16>(1.0, 4e-9);
    resting_bodies_keep_their_points::<I16F16>(500.0 * I16F16::ABSOLUTE_STEP, 4e-9);
}
