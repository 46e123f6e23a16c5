//! Depths of bodies of revolution that have one axis, or nearly one, at any pose, against a search over the angle to
//! the axis that shares nothing with the crate. Their least support values form a ring or a sphere, around which no
//! polytope proves a close bound.

use crate::common::number::{Number, P, Space, add, cross, dot, scale, sub};
use crate::common::scene::{Rng, times};
use gjk::{
    Ball, Capsule, Cone, Cylinder, Ellipsoid, Penetration, Pose, Query, Rotation, Scalar, Status, Support, SupportExt,
    Vec3, vec3,
};

/// A body of revolution about the z axis.
#[derive(Clone, Debug)]
enum Body {
    Cylinder { half_height: f64, radius: f64 },
    Cone { half_height: f64, radius: f64 },
    Spheroid { half_height: f64, radius: f64 },
    Capsule { half_height: f64, radius: f64 },
    Ball(f64),
    Rounded(Box<Body>, f64),
    Aside(Box<Body>, f64),
}

type Shape<S> = Box<dyn Support<Vector = Vec3<S>>>;

impl Body {
    /// A body with numbers of few digits, which are exact in every scalar. `length` scales its height.
    fn any(rng: &mut Rng, length: f64) -> Self {
        let mut size = |most: f64| (rng.log_uniform(0.5, 2.0 * most) * 64.0).round() / 64.0;
        let (half_height, radius) = (size(length), size(1.0));
        match rng.below(8) {
            0 => Self::Cylinder { half_height, radius },
            1 => Self::Cone { half_height, radius },
            2 => Self::Spheroid { half_height, radius },
            3 => Self::Capsule { half_height, radius },
            4 => Self::Ball(radius),
            5 => Self::Rounded(Box::new(Self::Cylinder { half_height, radius }), 0.25),
            // All but a ball, or a ball.
            6 => Self::Spheroid { half_height: radius * [1.0, 1.015625][rng.below(2)], radius },
            _ => Self::Aside(Box::new(Self::any(rng, length)), 0.5),
        }
    }

    /// The support value of a unit vector, by its distance from the axis and its height.
    fn reach(&self, [r, z]: [f64; 2]) -> f64 {
        match self {
            Self::Cylinder { half_height, radius } => radius * r + half_height * z.abs(),
            Self::Cone { half_height, radius } => (half_height * z).max(radius * r - half_height * z),
            Self::Spheroid { half_height, radius } => (radius * r).hypot(half_height * z),
            Self::Capsule { half_height, radius } => half_height * z.abs() + radius,
            Self::Ball(radius) => *radius,
            Self::Rounded(body, radius) => body.reach([r, z]) + radius,
            Self::Aside(body, way) => body.reach([r, z]) + way * z,
        }
    }

    fn shape<S: Number>(&self, factor: f64) -> Shape<S>
    where
        Vec3<S>: Space<Scalar = S>,
    {
        let of = |x: f64| S::of(x * factor);
        match *self {
            Self::Cylinder { half_height, radius } => {
                Box::new(Cylinder::new(of(half_height), of(radius)).expect("sizes"))
            }
            Self::Cone { half_height, radius } => Box::new(Cone::new(of(half_height), of(radius)).expect("sizes")),
            // Its axis is turned from x.
            Self::Spheroid { half_height, radius } => {
                let turn = Vec3::<S>::rotation([0.0, -0.5_f64.sqrt(), 0.0, 0.5_f64.sqrt()]);
                let lying = Ellipsoid::new(vec3(of(half_height), of(radius), of(radius))).expect("sizes");
                Box::new(lying.at(Pose::rotated(turn)))
            }
            Self::Capsule { half_height, radius } => {
                let end = |z: f64| vec3(S::NIL, S::NIL, of(z));
                Box::new(Capsule::new(end(-half_height), end(half_height), of(radius)).expect("sizes"))
            }
            Self::Ball(radius) => Box::new(Ball::new(of(radius)).expect("a size")),
            Self::Rounded(ref body, radius) => {
                Box::new(Boxed(body.shape::<S>(factor)).rounded(of(radius)).expect("a size"))
            }
            Self::Aside(ref body, way) => {
                let pose = Pose::translation(vec3(S::NIL, S::NIL, of(way))).expect("in range");
                Box::new(Boxed(body.shape::<S>(factor)).at(pose))
            }
        }
    }
}

/// A boxed shape as a body.
struct Boxed<S>(Shape<S>);

impl<S: Scalar> Support for Boxed<S> {
    type Vector = Vec3<S>;

    fn support(&self, dir: Vec3<S>) -> Vec3<S> {
        self.0.support(dir)
    }

    fn margin(&self) -> S {
        self.0.margin()
    }

    fn form(&self) -> gjk::Form<'_, Vec3<S>> {
        self.0.form()
    }
}

/// Two bodies, each with the unit vector of its axis and the place of its origin, in the world.
struct Pair {
    bodies: [Body; 2],
    axes: [P; 2],
    places: [P; 2],
}

impl Pair {
    /// The support value of the difference along a unit vector.
    fn reach(&self, n: P) -> f64 {
        let [a, b] = [(0, 1.0), (1, -1.0)].map(|(i, sign)| {
            let (axis, z) = (self.axes[i], sign * dot(n, self.axes[i]));
            let across = cross(n, axis);
            self.bodies[i].reach([dot(across, across).sqrt(), z])
        });
        a + b + dot(n, sub(self.places[0], self.places[1]))
    }

    /// The least support value in a plane that contains the axis of A and the unit vector `across`.
    fn depth(&self, across: P) -> f64 {
        const ARCS: u32 = 1024;
        let turn = core::f64::consts::TAU;
        let at = |angle: f64| self.reach(add(scale(self.axes[0], angle.cos()), scale(across, angle.sin())));
        let arc = |number: u32| turn * f64::from(number) / f64::from(ARCS);
        let best = (0..ARCS).min_by(|&i, &j| at(arc(i)).total_cmp(&at(arc(j)))).expect("arcs");
        // Between its neighbours the value has one minimum, which a search by thirds finds.
        let (mut low, mut high) = (arc(best) - arc(1), arc(best) + arc(1));
        for _ in 0..100 {
            let third = (high - low) / 3.0;
            if at(low + third) < at(high - third) { high -= third } else { low += third }
        }
        at(low)
    }
}

/// Two directions at right angles to a unit vector, and to each other.
fn around(axis: P) -> [P; 2] {
    let i = (0..3).min_by(|&i, &j| axis[i].abs().total_cmp(&axis[j].abs())).expect("axes");
    let mut other = [0.0; 3];
    other[i] = 1.0;
    let p = sub(other, scale(axis, axis[i]));
    let p = scale(p, 1.0 / dot(p, p).sqrt());
    [p, cross(axis, p)]
}

fn product([x, y, z, w]: [f64; 4], [a, b, c, d]: [f64; 4]) -> [f64; 4] {
    [
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    ]
}

/// The third column of a rotation.
fn axis<S: Number>(rotation: Rotation<Vec3<S>>) -> P
where
    Vec3<S>: Space<Scalar = S>,
{
    Vec3::<S>::rows(rotation).map(|row| row[2])
}

/// A pair whose axes differ by `tilt` radians, and by `shift` at the origin of B, and the answer about it.
fn drawn<S: Number>(rng: &mut Rng, [tilt, shift]: [f64; 2]) -> Option<(Pair, Penetration<Vec3<S>>, f64)>
where
    Vec3<S>: Space<Scalar = S>,
{
    let length = [1.0, 1.0, 16.0][rng.below(3)];
    let bodies = [(); 2].map(|()| Body::any(rng, length));
    let bodies = if rng.percent(10) { [bodies[0].clone(), bodies[0].clone()] } else { bodies };
    let (turn, origin) = if rng.percent(30) {
        ([0.0, 0.0, 0.0, 1.0], [0.0; 3])
    } else {
        let turn = rng.quaternion(3);
        (turn.map(|x| x / turn.iter().map(|x| x * x).sum::<f64>().sqrt()), rng.point(4.0, 3))
    };
    let spin = rng.uniform(-3.0, 3.0);
    let half = tilt / 2.0;
    let mut relative = product([0.0, 0.0, spin.sin(), spin.cos()], [half.sin(), 0.0, 0.0, half.cos()]);
    if rng.percent(50) {
        relative = product(relative, [1.0, 0.0, 0.0, 0.0]);
    }
    let relative = if tilt == 0.0 && rng.percent(30) { [0.0, 0.0, 0.0, 1.0] } else { relative };
    let way = if rng.percent(40) { 0.0 } else { rng.uniform(-1.5, 1.5) * length };
    let turns = [turn, product(turn, relative)].map(Vec3::<S>::rotation);
    let (along, [across, _]) = (axis(turns[0]), around(axis(turns[0])));
    let there = add(origin, add(scale(along, way), scale(across, shift)));
    // A pair as large as a hand, a molecule or a star.
    let factor = (f64::from(S::SCALINGS) * [0.0, 0.0, -1.0, 1.0][rng.below(4)]).exp2();
    let pose = |turn, place: P| Pose::new(turn, Vec3::<S>::of(scale(place, factor))).expect("in range");
    let poses = [pose(turns[0], origin), pose(turns[1], there)];
    let [a, b] = [0, 1].map(|i: usize| bodies[i].shape::<S>(factor));
    let found = Query::new().poses(poses[0], poses[1]).penetration(&*a, &*b)?;
    let places = poses.map(|pose| scale(pose.position().value(), 1.0 / factor));
    Some((Pair { bodies, axes: turns.map(axis), places }, found, factor))
}

/// The steps by which a bound may miss the truth at the size of the bodies and their coordinates in the world.
fn rounding<S: Number>(pair: &Pair) -> f64 {
    let sizes = pair.bodies.iter().flat_map(|body| [[0.0, 1.0], [0.0, -1.0], [1.0, 0.0]].map(|n| body.reach(n)));
    let size = sizes.chain(pair.places.iter().flatten().copied()).fold(0.0, |most: f64, x| most.max(x.abs()));
    S::steps(8, size)
}

fn depths_converge<S: Number>()
where
    Vec3<S>: Space<Scalar = S>,
{
    let mut count = 0;
    for seed in 0..times(150) {
        let Some((pair, found, factor)) = drawn::<S>(&mut Rng::new(seed), [0.0; 2]) else { continue };
        let truth = pair.depth(around(pair.axes[0])[0]);
        let (low, high) = (found.lower_bound.value() / factor, found.upper_bound.value() / factor);
        let few = rounding::<S>(&pair);
        let context = || format!("seed {seed}, {:?}, depth {truth}, scaled by {factor:e}: {found:?}", pair.bodies);
        assert!(low <= truth + few && truth <= high + few, "the bounds miss the depth: {}", context());
        if cfg!(feature = "speed") && truth > few {
            assert!(found.status == Status::Converged, "{}", context());
            let allowed = S::unit_value(S::CURVED_TOLERANCE) * high;
            assert!(high - low <= allowed.max(2.0 * few), "{low} to {high}: {}", context());
            count += 1;
        }
    }
    assert!(!cfg!(feature = "speed") || count > times(100), "{count} overlaps");
}

#[test]
fn depths_of_coaxial_bodies_converge_in_f32() {
    depths_converge::<f32>();
}

#[test]
fn depths_of_coaxial_bodies_converge_in_f64() {
    depths_converge::<f64>();
}

/// The bounds hold for bodies whose axes are tilted or shifted by less than anything that the bounds show.
#[test]
fn bounds_of_nearly_coaxial_bodies_hold() {
    for seed in 0..times(150) {
        let rng = &mut Rng::new(seed);
        let mut off = || if rng.percent(30) { 0.0 } else { rng.log_uniform(1e-9, 1e-2) };
        let off = [off(), off()];
        let Some((pair, found, factor)) = drawn::<f64>(rng, off) else { continue };
        let [p, q] = around(pair.axes[0]);
        let depths = (0..16).map(|number| {
            let angle = core::f64::consts::PI * f64::from(number) / 16.0;
            pair.depth(add(scale(p, angle.cos()), scale(q, angle.sin())))
        });
        // Depths in planes through the axis are at least the depth.
        let depth = depths.fold(f64::INFINITY, f64::min);
        let low = found.lower_bound / factor;
        assert!(low <= depth + rounding::<f64>(&pair), "seed {seed}, {:?}, {off:?}, {depth}: {found:?}", pair.bodies);
    }
}
