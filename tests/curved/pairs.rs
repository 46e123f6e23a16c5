//! Pairs of curved bodies, drawn from a seed.

use super::body::{Body, Room};
use crate::common::number::{Number, P, add, dot, scale};
use crate::common::scene::Rng;

/// A body, its rotation as a quaternion (in the plane sine and cosine), and its position.
#[derive(Clone, Debug)]
pub struct Placed {
    pub body: Body,
    pub turn: [f64; 4],
    pub position: P,
}

/// Two bodies, and their signed distance if there is a formula for it.
#[derive(Clone, Debug)]
pub struct Scene {
    pub kind: &'static str,
    pub a: Placed,
    pub b: Placed,
    pub truth: Option<f64>,
}

const UPRIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];
/// A rotation by 180° about x.
const UPSIDE_DOWN: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// The nearest number of the scalar.
fn snap<V: Room>(x: f64) -> f64 {
    V::Scalar::of(x).value()
}

fn size<V: Room>(rng: &mut Rng) -> f64 {
    snap::<V>(rng.log_uniform(V::Scalar::SMALLEST, 16.0))
}

fn radii<V: Room>(rng: &mut Rng) -> P {
    let mut radii = [0.0; 3];
    radii[..V::DIMENSION].fill_with(|| size::<V>(rng));
    radii
}

/// Equal radii along all axes of the dimension.
fn round<V: Room>(radius: f64) -> P {
    let mut radii = [0.0; 3];
    radii[..V::DIMENSION].fill(radius);
    radii
}

fn cylinder<V: Room>(rng: &mut Rng) -> Body {
    Body::Cylinder { half_height: size::<V>(rng), radius: size::<V>(rng) }
}

fn cone<V: Room>(rng: &mut Rng) -> Body {
    Body::Cone { half_height: size::<V>(rng), radius: size::<V>(rng) }
}

/// A cylinder, a cone or an ellipsoid; in the plane an ellipse.
fn simple<V: Room>(rng: &mut Rng) -> Body {
    match rng.below(3) {
        0 if V::DIMENSION == 3 => cylinder::<V>(rng),
        1 if V::DIMENSION == 3 => cone::<V>(rng),
        _ => Body::Ellipsoid(radii::<V>(rng)),
    }
}

/// Any body, curved unless it is a ball.
fn any<V: Room>(rng: &mut Rng) -> Body {
    match rng.below(12) {
        0..=5 => simple::<V>(rng),
        6 => Body::Ball(size::<V>(rng)),
        7 => Body::Sphere(size::<V>(rng)),
        8 | 9 => {
            let mut rows = [[0.0; 3]; 3];
            rows[..V::DIMENSION].fill_with(|| rng.point(2.0, V::DIMENSION).map(snap::<V>));
            (0..V::DIMENSION).for_each(|i| rows[i][i] += 1.0_f64.copysign(rows[i][i]));
            Body::Stretched(rows, size::<V>(rng))
        }
        10 => Body::Rounded(Box::new(simple::<V>(rng)), size::<V>(rng)),
        _ => {
            let body = if rng.percent(50) { Body::Ball(size::<V>(rng)) } else { simple::<V>(rng) };
            Body::Hull(Box::new(body), rng.point(16.0, V::DIMENSION).map(snap::<V>), size::<V>(rng))
        }
    }
}

/// A rotation with a matrix of −1, 0 and 1, so that rotating is exact.
fn exact_turn<V: Room>(rng: &mut Rng) -> [f64; 4] {
    if rng.percent(40) { UPRIGHT } else { rng.quarter_turn(V::DIMENSION) }
}

fn turned<V: Room>(turn: [f64; 4], p: P) -> P {
    V::rows(V::rotation(turn)).map(|row| dot(row, p))
}

impl Scene {
    /// Both bodies with one rotation and the displacement `way` between them, at an origin for which the positions are
    /// exact.
    fn together<V: Room>(rng: &mut Rng, kind: &'static str, [a, b]: [Body; 2], way: P, truth: f64) -> Self {
        let turn = exact_turn::<V>(rng);
        let (origin, way) = (rng.point(16.0, V::DIMENSION).map(f64::round), turned::<V>(turn, way));
        let rounds = (0..3).any(|i| snap::<V>(origin[i] + way[i]) - origin[i] != way[i]);
        let origin = if rounds || rng.percent(50) { [0.0; 3] } else { origin };
        let a = Placed { body: a, turn, position: origin };
        let b = Placed { body: b, turn, position: add(origin, way) };
        Self { kind, a, b, truth: Some(truth) }
    }

    /// The scene with the bodies swapped.
    pub fn swapped(self) -> Self {
        Self { a: self.b, b: self.a, ..self }
    }

    /// The scene with all lengths multiplied by a factor.
    pub fn scaled(&self, factor: f64) -> Self {
        let scaled = |placed: &Placed| Placed {
            body: placed.body.scaled(factor),
            position: scale(placed.position, factor),
            ..*placed
        };
        let (a, b) = (scaled(&self.a), scaled(&self.b));
        Self { kind: self.kind, a, b, truth: self.truth.map(|truth| truth * factor) }
    }
}

/// Bodies on one axis or about one center, whose signed distance has a formula.
pub fn coaxial<V: Room>(rng: &mut Rng) -> Scene {
    if V::DIMENSION == 2 || rng.percent(30) {
        return concentric_ellipsoids::<V>(rng);
    }
    match rng.below(5) {
        0 => {
            // As a function of x² + y² of a unit normal the support value is concave, so its least value is at an end.
            let (half_height, radius, ball) = (size::<V>(rng), size::<V>(rng), size::<V>(rng));
            let bodies = [Body::Cylinder { half_height, radius }, Body::Sphere(ball)];
            Scene::together::<V>(rng, "cylinder and sphere", bodies, [0.0; 3], -(half_height.min(radius) + ball))
        }
        1 => {
            let (half_height, radius, [across, along, _]) = (size::<V>(rng), size::<V>(rng), radii::<V>(rng));
            let bodies = [Body::Cylinder { half_height, radius }, Body::Ellipsoid([across, across, along])];
            let depth = (radius + across).min(half_height + along);
            Scene::together::<V>(rng, "cylinder and spheroid", bodies, [0.0; 3], -depth)
        }
        _ => profiles::<V>(rng),
    }
}

/// The squares of a unit normal's components lie in a simplex, over which both support values are concave, so the least
/// sum is at a corner: along an axis.
fn concentric_ellipsoids<V: Room>(rng: &mut Rng) -> Scene {
    let (one, other, ball) = (radii::<V>(rng), radii::<V>(rng), size::<V>(rng));
    let least = |sums: P| sums[..V::DIMENSION].iter().copied().fold(f64::INFINITY, f64::min);
    let [both, with_ball] = [add(one, other), add(one, round::<V>(ball))].map(least);
    let stretched = || {
        let half = other.map(|x| x / 2.0);
        Body::Stretched([[half[0], 0.0, 0.0], [0.0, half[1], 0.0], [0.0, 0.0, half[2]]], 2.0)
    };
    let a = Body::Ellipsoid(one);
    let (kind, bodies, depth) = match rng.below(6) {
        0 => ("concentric ellipsoid and ball", [a, Body::Ball(ball)], with_ball),
        1 => ("concentric ellipsoid and sphere", [a, Body::Sphere(ball)], with_ball),
        2 if other.map(|x| snap::<V>(x / 2.0) * 2.0) == other => {
            ("concentric ellipsoid and stretched ball", [a, stretched()], both)
        }
        3 => {
            let rounded = Body::Rounded(Box::new(Body::Ellipsoid(other)), ball);
            ("concentric ellipsoids, one rounded", [a, rounded], both + ball)
        }
        _ => ("concentric ellipsoids", [a, Body::Ellipsoid(other)], both),
    };
    let scene = Scene::together::<V>(rng, kind, bodies, [0.0; 3], -depth);
    if rng.percent(50) { scene.swapped() } else { scene }
}

/// Cylinders and cones on one axis, either way up. The support value of the difference depends only on the component z
/// of a normal along the axis and the length r of the rest: it is that of a polygon in the plane of r and z, the sum of
/// both profiles. It is least along the normal of an edge of that sum, which is an edge of one of the profiles.
fn profiles<V: Room>(rng: &mut Rng) -> Scene {
    let bodies = [0; 2].map(|_| if rng.percent(50) { cylinder::<V>(rng) } else { cone::<V>(rng) });
    let bodies = if rng.percent(10) { [bodies[0].clone(), bodies[0].clone()] } else { bodies };
    let height = |body: &Body| body.support([0.0, 0.0, 1.0])[2];
    let touching = height(&bodies[0]) + height(&bodies[1]);
    let way = if rng.percent(40) { 0.0 } else { snap::<V>(touching * rng.uniform(-1.5, 1.5)) };
    let is_upside_down = rng.percent(50);
    let up = if is_upside_down { -1.0 } else { 1.0 };
    let reach = |body: &Body, [r, z]: [f64; 2]| match *body {
        Body::Cylinder { half_height, radius } => radius * r + half_height * z.abs(),
        Body::Cone { half_height, radius } => (half_height * z).max(radius * r - half_height * z),
        _ => unreachable!("a profile"),
    };
    let slant = |body: &Body| match *body {
        Body::Cone { half_height, radius } => [2.0 * half_height, radius],
        _ => [1.0, 0.0],
    };
    let ([r, z], other) = (slant(&bodies[1]), slant(&bodies[0]));
    // The mirrored second body: its normals are those of the body itself, mirrored.
    let normals = [other, [r, -z * up], [0.0, 1.0], [0.0, -1.0]];
    let depths = normals.iter().filter(|n| n[0].hypot(n[1]) > 0.0).map(|&[r, z]| {
        let sum = reach(&bodies[0], [r, z]) + reach(&bodies[1], [r, -z * up]) - z * way;
        sum / r.hypot(z)
    });
    let depth = depths.fold(f64::INFINITY, f64::min);
    let mut scene = Scene::together::<V>(rng, "coaxial profiles", bodies, [0.0, 0.0, way], -depth);
    if is_upside_down {
        scene.b.turn = after(scene.a.turn, UPSIDE_DOWN);
    }
    scene
}

/// The product of two rotations, of which the second is applied first.
fn after([x, y, z, w]: [f64; 4], [a, b, c, d]: [f64; 4]) -> [f64; 4] {
    [
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    ]
}

/// Bodies that touch exactly, in a point, along a line or in a face. All numbers are multiples of a quarter.
pub fn tangent<V: Room>(rng: &mut Rng) -> Scene {
    let quarters = |rng: &mut Rng| (1 + rng.below(40)) as f64 / 4.0;
    let draw = |rng: &mut Rng| {
        let (one, other) = (quarters(rng), quarters(rng));
        match rng.below(6) {
            0 if V::DIMENSION == 3 => Body::Cylinder { half_height: one, radius: other },
            1 if V::DIMENSION == 3 => Body::Cone { half_height: one, radius: other },
            2 => Body::Ball(one),
            3 => Body::Sphere(one),
            4 => Body::Rounded(Box::new(Body::Ellipsoid(round::<V>(one))), other),
            _ => {
                let mut radii = round::<V>(one);
                radii[rng.below(V::DIMENSION)] = other;
                Body::Ellipsoid(radii)
            }
        }
    };
    let (a, b) = (draw(rng), draw(rng));
    // A cone is met from above or below.
    let has_cone = [&a, &b].iter().any(|body| matches!(body, Body::Cone { .. }));
    let axis = if has_cone { 2 } else { rng.below(V::DIMENSION) };
    let mut way = [0.0; 3];
    way[axis] = if rng.percent(50) { 1.0 } else { -1.0 };
    let reach = a.support(way)[axis] - b.support(scale(way, -1.0))[axis];
    way[axis] = reach;
    // A cylinder is met all over its caps and all along its side.
    if let Body::Cylinder { half_height, radius } = a {
        let (other, room) = if axis == 2 { (0, radius) } else { (2, half_height) };
        way[other] = (rng.uniform(-room, room) * 4.0).trunc() / 4.0;
    }
    Scene::together::<V>(rng, "tangent", [a, b], way, 0.0)
}

/// Two bodies of any kind: apart, nearly touching, or overlapping.
pub fn random<V: Room>(rng: &mut Rng) -> Scene {
    let (a, b) = (any::<V>(rng), any::<V>(rng));
    thrown::<V>(rng, "random", a, b)
}

/// Two bodies of moderate proportions that overlap.
pub fn moderate<V: Room>(rng: &mut Rng) -> Scene {
    let unit = rng.log_uniform(1.0, 4.0);
    let mut draw = || {
        let [x, y, z] = [0; 3].map(|_| snap::<V>(unit * rng.log_uniform(0.5, 2.0)));
        match rng.below(3) {
            0 if V::DIMENSION == 3 => Body::Cylinder { half_height: x, radius: y },
            1 if V::DIMENSION == 3 => Body::Cone { half_height: x, radius: y },
            _ => Body::Ellipsoid(if V::DIMENSION == 3 { [x, y, z] } else { [x, y, 0.0] }),
        }
    };
    let (a, b) = (draw(), draw());
    match rng.below(4) {
        0 => Scene { truth: None, ..Scene::together::<V>(rng, "moderate", [a, b], [0.0; 3], 0.0) },
        _ => thrown::<V>(rng, "moderate", a, b),
    }
}

/// A pair of bodies with extreme proportions, or of two equal bodies.
pub fn extreme<V: Room>(rng: &mut Rng) -> Scene {
    // With steps of 2^−16 smaller bodies would not keep their shape.
    let ratio = if V::Scalar::steps(1, 1.0) > 1e-5 && !V::Scalar::is_float() { 1e-3 } else { 1e-4 };
    let long = if V::Scalar::is_float() { size::<V>(rng) } else { snap::<V>(rng.log_uniform(250.0, 1000.0)) };
    let short = snap::<V>(long * ratio);
    let in_space = V::DIMENSION == 3;
    match rng.below(6) {
        0 => {
            let body = any::<V>(rng);
            let turn = rng.quaternion(V::DIMENSION);
            let a = Placed { body, turn, position: [0.0; 3] };
            Scene { kind: "a body and itself", b: a.clone(), a, truth: None }
        }
        1 => {
            let body = any::<V>(rng);
            thrown::<V>(rng, "a body and its like", body.clone(), body)
        }
        2 => {
            let mut big = round::<V>(long);
            big[rng.below(V::DIMENSION)] /= 2.0;
            let small = if in_space && rng.percent(50) {
                Body::Cone { half_height: short, radius: short }
            } else {
                Body::Ellipsoid(round::<V>(short))
            };
            let big = match rng.below(3) {
                0 if in_space => Body::Cylinder { half_height: long, radius: long },
                _ => Body::Ellipsoid(big.map(snap::<V>)),
            };
            let scene = thrown::<V>(rng, "big and small", big, small);
            if rng.percent(50) { scene.swapped() } else { scene }
        }
        3 => {
            let slender = match rng.below(3) {
                0 if in_space => Body::Cylinder { half_height: long, radius: short },
                1 if in_space => Body::Cone { half_height: long, radius: short },
                _ => {
                    let mut radii = round::<V>(short);
                    radii[rng.below(V::DIMENSION)] = long;
                    Body::Ellipsoid(radii)
                }
            };
            let other = if rng.percent(30) { slender.clone() } else { simple::<V>(rng) };
            thrown::<V>(rng, "slender", slender, other)
        }
        4 => {
            let flat = match rng.below(4) {
                0 if in_space => Body::Cylinder { half_height: 0.0, radius: size::<V>(rng) },
                1 if in_space => Body::Cylinder { half_height: size::<V>(rng), radius: 0.0 },
                2 if in_space => Body::Cone { half_height: 0.0, radius: size::<V>(rng) },
                _ => {
                    let mut radii = radii::<V>(rng);
                    radii[rng.below(V::DIMENSION)] = 0.0;
                    Body::Ellipsoid(radii)
                }
            };
            let other = if rng.percent(30) { flat.clone() } else { simple::<V>(rng) };
            thrown::<V>(rng, "flat", flat, other)
        }
        _ => {
            let mut near = || {
                let (radius, off) = (size::<V>(rng), 2.0_f64.powi(-3 - rng.below(20) as i32));
                let mut radii = round::<V>(radius);
                radii[..V::DIMENSION].iter_mut().for_each(|x| *x = snap::<V>(*x * rng.uniform(1.0 - off, 1.0 + off)));
                Body::Ellipsoid(radii)
            };
            let (a, b) = (near(), near());
            thrown::<V>(rng, "near-spheres", a, b)
        }
    }
}

/// Two rotated bodies. B is placed at a fraction of the displacement along some direction at which they touch.
fn thrown<V: Room>(rng: &mut Rng, kind: &'static str, a: Body, b: Body) -> Scene {
    let turns = [0; 2].map(|_| rng.quaternion(V::DIMENSION));
    let rows = turns.map(|turn| V::rows(V::rotation(turn)));
    let along = rng.direction(V::DIMENSION);
    let reach = |body: &Body, rows: [P; 3], along: P| {
        let local = super::body::apply_back(rows, along);
        dot(local, body.support(local))
    };
    let touching = reach(&a, rows[0], along) + reach(&b, rows[1], scale(along, -1.0));
    let share = match rng.below(10) {
        0 => 1.0,
        1 | 2 => 1.0 + rng.uniform(-1.0, 1.0) * 2.0_f64.powi(-(rng.below(30) as i32)),
        3..=5 => rng.uniform(1.0, 2.0),
        6 | 7 => rng.uniform(0.0, 0.3),
        _ => rng.uniform(0.3, 1.0),
    };
    let origin = if rng.percent(50) { [0.0; 3] } else { rng.point(16.0, V::DIMENSION).map(f64::round) };
    let position = add(origin, scale(along, touching * share)).map(snap::<V>);
    let a = Placed { body: a, turn: turns[0], position: origin };
    let b = Placed { body: b, turn: turns[1], position };
    Scene { kind, a, b, truth: None }
}

/// A curved body of moderate proportions with another, or with a box, a hull of points or a capsule.
pub fn mixed<V: Room>(rng: &mut Rng) -> Scene {
    let unit = rng.log_uniform(1.0, 4.0);
    let mut draw = |kinds: usize| {
        let [x, y, z] = [0; 3].map(|_| snap::<V>(unit * rng.log_uniform(0.5, 2.0)));
        let flat = |z: f64| if V::DIMENSION == 3 { z } else { 0.0 };
        match rng.below(kinds) {
            0 if V::DIMENSION == 3 => Body::Cylinder { half_height: x, radius: y },
            1 if V::DIMENSION == 3 => Body::Cone { half_height: x, radius: y },
            0..=2 => Body::Ellipsoid([x, y, flat(z)]),
            3 => Body::Cuboid([x, y, flat(z)]),
            4 => Body::Capsule(x, y),
            _ => Body::Points(
                (0..4 + rng.below(9)).map(|_| rng.point(2.0 * unit, V::DIMENSION).map(snap::<V>)).collect(),
            ),
        }
    };
    let (a, b) = (draw(3), draw(6));
    let scene = thrown::<V>(rng, "mixed", a, b);
    if rng.percent(50) { scene.swapped() } else { scene }
}
