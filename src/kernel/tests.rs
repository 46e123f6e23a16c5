//! Tests of what the searches find of curved bodies whose answer is known: the normal, how many support points it
//! takes, and why a search for a depth ended.
//!
//! Let p be a point of A where n is normal to its surface, and q the support point of an ellipsoid B along −n. If B is
//! moved until q is at p + d·n, then d is the distance and n the normal. If d is negative, −d is the depth, as long as
//! a ball of that radius fits into the ellipsoid at every point of its surface: then it fits into A − B as well.

use crate::body::support::Support;
use crate::number::draw::Draw;
use crate::number::pose::Pose;
use crate::number::rotation::Rotation3;
use crate::number::scalar::Scalar;
use crate::number::vector::{Vec3, Vector, vec3};
use crate::pair::result::Status;
use crate::query::Query;
use crate::{Penetration, Workspace};
use core::cell::Cell;

type P = Vec3<f64>;

/// A float that converts to and from `f64`.
trait Float: Scalar<Unit = Self> + Into<f64> {
    /// The angle by which a normal of the default tolerance may be off, with what rounding may add.
    const ANGLE: f64;

    fn of(value: f64) -> Self;
}

impl Float for f32 {
    const ANGLE: f64 = 1e-4;

    fn of(value: f64) -> Self {
        value as Self
    }
}

impl Float for f64 {
    const ANGLE: f64 = 1.25e-7;

    fn of(value: f64) -> Self {
        value
    }
}

fn as_f64<S: Float>(vector: Vec3<S>) -> P {
    vec3(vector.x.into(), vector.y.into(), vector.z.into())
}

fn rounded<S: Float>(vector: P) -> Vec3<S> {
    vec3(S::of(vector.x), S::of(vector.y), S::of(vector.z))
}

impl Draw {
    fn direction(&mut self) -> P {
        vec3(self.next(), self.next(), self.next()).with_length(1.0)
    }
}

/// A body in `f64`, whatever the scalar of a query is.
#[derive(Clone, Copy, Debug)]
enum Body {
    Ellipsoid(P),
    Cylinder { half_height: f64, radius: f64 },
    Cone { half_height: f64, radius: f64 },
}

impl Body {
    fn support(self, dir: P) -> P {
        let across = vec3(dir.x, dir.y, 0.0);
        let rim = |radius| if across == P::ZERO { vec3(radius, 0.0, 0.0) } else { across.with_length(radius) };
        match self {
            Self::Ellipsoid(r) => {
                let scaled = vec3(r.x * dir.x, r.y * dir.y, r.z * dir.z).with_length(1.0);
                vec3(r.x * scaled.x, r.y * scaled.y, r.z * scaled.z)
            }
            Self::Cylinder { half_height, radius } => rim(radius) + vec3(0.0, 0.0, half_height.copysign(dir.z)),
            Self::Cone { half_height, radius } => {
                let (apex, base) = (vec3(0.0, 0.0, half_height), rim(radius) - vec3(0.0, 0.0, half_height));
                if apex.dot(dir) > base.dot(dir) { apex } else { base }
            }
        }
    }

    /// A point of the surface with its normal: of the kinds 0 to 2 a round spot or a rim, the side, an end.
    fn spot(self, kind: u32, draw: &mut Draw) -> (P, P) {
        let normal = draw.direction();
        let share = f64::midpoint(draw.next(), 1.0);
        let around = vec3(normal.x, normal.y, 0.0).with_length(1.0);
        let down = vec3(0.0, 0.0, -1.0);
        match self {
            Self::Cylinder { half_height, radius } if kind == 1 => {
                (around.with_length(radius) + vec3(0.0, 0.0, half_height * draw.next()), around)
            }
            Self::Cone { half_height, radius } if kind == 1 => {
                let side = around.with_length(2.0 * half_height) + vec3(0.0, 0.0, radius);
                (around.with_length(radius * share) + vec3(0.0, 0.0, half_height - 2.0 * half_height * share), side)
            }
            Self::Cylinder { half_height, radius } | Self::Cone { half_height, radius } if kind == 2 => {
                (around.with_length(radius * share) - vec3(0.0, 0.0, half_height), down)
            }
            _ => (self.support(normal), normal),
        }
    }
}

/// A body that counts its support points. It has no form, so that no shortcut answers.
struct Counted<'c, S> {
    body: Body,
    calls: &'c Cell<u32>,
    scalar: core::marker::PhantomData<S>,
}

impl<S: Float> Support for Counted<'_, S> {
    type Vector = Vec3<S>;

    fn support(&self, dir: Vec3<S>) -> Vec3<S> {
        self.calls.set(self.calls.get() + 1);
        rounded(self.body.support(as_f64(dir)))
    }
}

/// A ball of half a unit fits into it everywhere: its least radius of curvature is 1²/2.
const ELLIPSOID: Body = Body::Ellipsoid(Vec3 { x: 1.0, y: 1.5, z: 2.0 });
const BODIES: [Body; 4] = [
    Body::Ellipsoid(Vec3 { x: 2.0, y: 1.0, z: 1.25 }),
    Body::Cylinder { half_height: 1.0, radius: 1.5 },
    Body::Cylinder { half_height: 2.0, radius: 0.5 },
    Body::Cone { half_height: 1.0, radius: 1.25 },
];

/// Calls `ask` with each body and the ellipsoid at drawn poses, and the other way round: with both bodies, the pose of
/// the second in the frame of the first, the normal from the first to the second, and the kind of spot. They are
/// `distance` apart.
fn for_each_pair<S: Float>(
    rounds: u32,
    distance: f64,
    calls: &Cell<u32>,
    mut ask: impl FnMut(&Counted<'_, S>, &Counted<'_, S>, Pose<Vec3<S>>, P, u32),
) {
    let draw = &mut Draw(3);
    let counted = |body| Counted { body, calls, scalar: core::marker::PhantomData };
    for body in BODIES {
        for round in 0..rounds {
            let kind = round % 3;
            let (point, normal) = body.spot(kind, draw);
            let normal = normal.with_length(1.0);
            let [x, y, z, w] = [0; 4].map(|_| S::of(draw.next()));
            let rotation = Rotation3::from_quaternion(x, y, z, w).expect("not zero");
            let rows: [P; 3] = rotation.to_rows().map(as_f64);
            let turned = |v: P| vec3(rows[0].dot(v), rows[1].dot(v), rows[2].dot(v));
            let turned_back = |v: P| rows[0].with_length(v.x) + rows[1].with_length(v.y) + rows[2].with_length(v.z);
            let other = turned(ELLIPSOID.support(turned_back(-normal)));
            let position = point + normal.with_length(distance) - other;
            if round % 2 == 0 {
                let pose = Pose::new(rotation, rounded(position)).expect("in range");
                ask(&counted(body), &counted(ELLIPSOID), pose, normal, kind);
            } else {
                let pose = Pose::new(rotation.inverse(), rounded(-turned_back(position))).expect("in range");
                ask(&counted(ELLIPSOID), &counted(body), pose, -turned_back(normal), kind);
            }
        }
    }
}

fn angle(a: P, b: P) -> f64 {
    (a - b).length()
}

/// Returns how many support points a distance takes in the mean.
fn distances_have_their_normals<S: Float>() -> f64 {
    let (calls, mut count) = (Cell::new(0), 0);
    for distance in [0.03125, 0.5, 4.0] {
        for_each_pair::<S>(48, distance, &calls, |a, b, pose, normal, kind| {
            let gap = Query::new().poses(Pose::IDENTITY, pose).distance(a, b);
            let (found, off) = (gap.distance.into(), angle(as_f64(gap.normal), normal));
            let close = 16.0 * S::ROUNDING.into() + 1e-9;
            assert!((found - distance).abs() <= close * 8.0, "{found} instead of {distance}");
            assert!(off <= S::ANGLE, "{off:e} at {distance}, {kind} of {:?} and {:?}", a.body, b.body);
            count += 1;
        });
    }
    f64::from(calls.get()) / f64::from(count)
}

#[test]
fn distances_of_curved_bodies_have_their_normals() {
    let means = [distances_have_their_normals::<f32>(), distances_have_their_normals::<f64>()];
    assert!(means[0] < 27.0 && means[1] < 38.0, "{means:?}");
}

/// Returns how many support points a depth takes in the mean, and the share of the normals that are exact.
fn depths_have_their_normals<S: Float>() -> [f64; 2] {
    let (calls, mut count, mut exact) = (Cell::new(0), 0, 0);
    for depth in [0.0625, 0.25, 0.375] {
        for_each_pair::<S>(24, -depth, &calls, |a, b, pose, normal, kind| {
            let overlap = Query::new().poses(Pose::IDENTITY, pose).penetration(a, b).expect("they overlap");
            let (found, off) = (overlap.depth.into(), angle(as_f64(overlap.normal), normal));
            let close = 2.0 * S::CURVED_TOLERANCE.into() + 64.0 * S::ROUNDING.into();
            assert!((found - depth).abs() <= close, "{found} instead of {depth}");
            // Off by an angle φ, the support value is too large by about φ²/2 times the radius of curvature.
            assert!(off <= 4.0 * close.sqrt(), "{off:e} at {depth}, {kind} of {:?} and {:?}", a.body, b.body);
            (count, exact) = (count + 1, exact + u32::from(off <= S::ANGLE));
        });
    }
    [f64::from(calls.get()) / f64::from(count), f64::from(exact) / f64::from(count)]
}

#[test]
fn depths_of_curved_bodies_have_their_normals() {
    let [f32, f64] = [depths_have_their_normals::<f32>(), depths_have_their_normals::<f64>()];
    assert!(f32[0] < 62.0 && f64[0] < 85.0 && f32[1] == 1.0 && f64[1] == 1.0, "{f32:?} {f64:?}");
}

/// The status tells why the search ended, and the bounds hold.
fn check_end(overlap: &Penetration<Vec3<f64>>, depth: f64, rounds: u32) {
    let [lower, upper] = [overlap.lower_bound, overlap.upper_bound];
    assert!(lower <= depth + 1e-12 && depth <= upper + 1e-12 && lower <= upper, "{overlap:?} {depth}");
    assert!(overlap.epa_iterations <= rounds && overlap.depth == upper, "{overlap:?}");
    let has_met = upper - lower <= f64::CURVED_TOLERANCE * upper + 1e-14;
    match overlap.status {
        Status::Converged => assert!(has_met, "{overlap:?}"),
        Status::IterationLimit => assert_eq!(overlap.epa_iterations, rounds, "{overlap:?}"),
        Status::BufferFull => assert!(!has_met, "{overlap:?}"),
        _ => panic!("{overlap:?}"),
    }
}

#[test]
fn searches_for_a_depth_say_why_they_ended() {
    let (calls, depth) = (Cell::new(0), 0.25);
    let mut small = Workspace::<Vec3<f64>, 6, 8>::new();
    let mut counts = [0; 3];
    for_each_pair::<f64>(9, -depth, &calls, |a, b, pose, _, _| {
        let mut last = f64::MAX;
        for rounds in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89] {
            let query = || Query::new().poses(Pose::IDENTITY, pose).max_epa_iterations(rounds);
            let large = query().penetration(a, b).expect("they overlap");
            assert!(large.upper_bound <= last * (1.0 + f64::CURVED_TOLERANCE), "more rounds made it worse");
            last = large.upper_bound;
            let small = query().workspace(&mut small).penetration(a, b).expect("they overlap");
            for overlap in [large, small] {
                check_end(&overlap, depth, rounds);
                counts[match overlap.status {
                    Status::Converged => 0,
                    Status::IterationLimit => 1,
                    _ => 2,
                }] += 1;
            }
        }
    });
    assert!(counts.iter().all(|&count| count > 4), "{counts:?}");
}
