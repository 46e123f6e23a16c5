//! Pairs of bodies from one seed. The programs get only multiples of 1/256, which every scalar represents exactly, so
//! that one answer is correct for all scalars.

use crate::polyhedra;
use crate::reference::{self, Body, Core, add, cross, dot, scale, sub, unit};
use std::fmt::Write;

/// The number of units in a length of 1.
const ONE: f64 = 256.0;
/// The number of pairs of each kind in each regime.
const CASES: usize = 17;
/// The number of point sets for hulls, and of those for polygons.
const SETS: usize = 4;
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Ball,
    Capsule,
    Cuboid,
    Hull,
    Cylinder,
}

/// The wanted signed distance, by regime: far and near apart, in shallow and in deep overlap. For deep overlap it is a
/// fraction of the distance along the direction at which the bodies touch.
const REGIMES: [fn(&mut Random) -> f64; 4] = [
    |random| random.between(3.0, 6.0),
    |random| random.between(0.05, 0.5),
    |random| -random.between(0.03, 0.12),
    |random| random.between(0.05, 0.5),
];
const NEAR: usize = 1;
const DEEP: usize = 3;

/// A body in units, as the programs get it, with the points, edges and faces of its core.
struct Placed {
    size: [i16; 3],
    set: usize,
    turn: [i16; 4],
    position: [i16; 3],
    points: Vec<[i16; 3]>,
    edges: Vec<[usize; 2]>,
    faces: Vec<[usize; 3]>,
}

/// The source of the tables that the library of this package includes. `left_out` is the number of pairs of each kind
/// in each regime that it omits, for boards with too little memory.
pub fn source(left_out: usize) -> String {
    let mut random = Random(SEED);
    let cases = CASES - left_out;
    let mut out = format!("pub const CASES: usize = {cases};\n");
    let sets = [("HULLS_OF_8", 8, false), ("HULLS_OF_32", 32, false), ("POLYGONS_OF_8", 8, true)]
        .map(|(name, count, planar)| named(&mut out, name, [(); SETS].map(|()| random.points(count, planar))));
    let [hulls8, hulls32, polygons] = &sets;
    let mut motions = String::new();
    for (name, kind, planar, sets) in [
        ("CUBOIDS", Kind::Cuboid, false, None),
        ("BALLS", Kind::Ball, false, None),
        ("CAPSULES", Kind::Capsule, false, None),
        ("HULLS_8", Kind::Hull, false, Some(hulls8)),
        ("HULLS_32", Kind::Hull, false, Some(hulls32)),
        ("CYLINDERS", Kind::Cylinder, false, None),
        ("RECTANGLES", Kind::Cuboid, true, None),
        ("POLYGONS", Kind::Hull, true, Some(polygons)),
        ("CIRCLES", Kind::Ball, true, None),
    ] {
        write!(out, "pub static {name}: [[Case; CASES]; {}] = [", REGIMES.len()).expect("a string takes all");
        for regime in 0..REGIMES.len() {
            let rows = [(); CASES].map(|()| Row::new(kind, planar, sets, regime, &mut random));
            if (kind, planar, regime) == (Kind::Cuboid, false, NEAR) {
                let mut random = Random(!SEED);
                motions = rows[..cases].iter().map(|row| row.motion(kind, &mut random)).collect();
            }
            write!(out, "{},", table(&rows[..cases])).expect("a string takes all");
        }
        out += "];\n";
    }
    // Motions of the cuboids that are near each other.
    writeln!(out, "pub const NUDGE: ([i16; 4], [i16; 3]) = {NUDGE:?};").expect("a string takes all");
    writeln!(out, "pub static MOTIONS: [Motions; CASES] = [{motions}];").expect("a string takes all");

    let hulls64 = named(&mut out, "HULLS_OF_64", [(); SETS].map(|()| random.spiral(64)));
    let rows = [(); CASES].map(|()| Row::new(Kind::Hull, false, Some(&hulls64), NEAR, &mut random));
    writeln!(out, "pub static HULLS_64_NEAR: [[Case; CASES]; 1] = [{}];", table(&rows[..cases]))
        .expect("a string takes all");
    out + &polyhedra::source(&hulls64.1)
}

/// Returns point sets with their name, and writes them as a constant.
fn named<'n>(out: &mut String, name: &'n str, sets: [Vec<[i16; 3]>; SETS]) -> Sets<'n> {
    let count = sets[0].len();
    writeln!(out, "static {name}: [[[i16; 3]; {count}]; {SETS}] = {sets:?};").expect("a string takes all");
    (name, sets)
}

type Sets<'n> = (&'n str, [Vec<[i16; 3]>; SETS]);

fn table(rows: &[Row]) -> String {
    format!("[{}]", rows.iter().map(|row| row.source.as_str()).collect::<String>())
}

/// A pair of bodies, and its source text for the programs.
struct Row {
    bodies: [Placed; 2],
    source: String,
}

impl Row {
    fn new(kind: Kind, planar: bool, sets: Option<&Sets<'_>>, regime: usize, random: &mut Random) -> Self {
        let mut bodies = [0, 1].map(|_| random.body(kind, planar, sets.map(|(_, sets)| sets)));
        let answer = place(&mut bodies, kind, planar, regime, random);
        let [a, b] = bodies.each_ref().map(|Placed { size, set, turn, position, .. }| {
            let points = sets.map_or("&[]".to_string(), |(name, _)| format!("&{name}[{set}]"));
            format!("Body {{ size: {size:?}, set: {set}, points: {points}, turn: {turn:?}, position: {position:?} }}")
        });
        Self { bodies, source: format!("Case {{ bodies: [{a}, {b}], signed_distance: {answer:?} }},") }
    }

    /// The motions of a pair, with their answers: B moves to the centre of A in a unit of time, with and without
    /// rotation of both bodies.
    fn motion(&self, kind: Kind, random: &mut Random) -> String {
        let [a, b] = &self.bodies;
        let spins = [0, 1].map(|_| [0, 1, 2].map(|_| random.units(-128, 129)));
        let way = sub(length(a.position), length(b.position));
        let signed_distance = |time: f64, spins: [[i16; 3]; 2], times: [f64; 2]| {
            let turned = |body: &Placed, number: usize| body.turned(spins[number], times[number]);
            let [first, second] =
                [a.posed(kind, turned(a, 0), [0.0; 3]), b.posed(kind, turned(b, 1), scale(way, time))];
            reference::signed_distance(&first, &second, false)
        };
        // A ray from the centre of B to the centre of A enters the box when the last of its coordinates comes within
        // the box.
        let from = rotate(conjugate(a.turn.map(f64::from)), sub(length(b.position), length(a.position)));
        let ray = 1.0 - (0..3).map(|i| length(a.size)[i] / from[i].abs()).fold(f64::MAX, f64::min);
        let contact = |spins| contact(|time| signed_distance(time, spins, [time; 2]));
        let rate = |f: &dyn Fn(f64) -> f64| (f(DIFFERENCE) - f(-DIFFERENCE)) / (2.0 * DIFFERENCE);
        let of_b = rate(&|time| signed_distance(time, spins, [0.0, time]));
        let (linear, turning) = (contact([[0; 3]; 2]), contact(spins));
        let (turn, step) = NUDGE;
        let first = a.posed(kind, a.turn.map(f64::from), [0.0; 3]);
        let second = b.posed(kind, product(turn.map(f64::from), b.turn.map(f64::from)), length(step));
        let nudged = reference::signed_distance(&first, &second, false).max(0.0);
        format!(
            "Motions {{ spins: {spins:?}, ray: {ray:?}, linear: {linear:?}, turning: {turning:?}, rate: {of_b:?}, \
             nudged: {nudged:?} }},"
        )
    }
}

/// The rotation and displacement of B before the query with a warm start.
const NUDGE: ([i16; 4], [i16; 3]) = ([1, -1, 1, 127], [4, -3, 2]);
/// The step of numerical derivatives.
const DIFFERENCE: f64 = 1e-5;

/// The first time at which a distance becomes zero, and the rate at which it falls then. A search in small steps,
/// followed by bisection in the last one.
fn contact(distance: impl Fn(f64) -> f64) -> (f64, f64) {
    const STEPS: u32 = 2048;
    let at = |step| f64::from(step) / f64::from(STEPS);
    let last = (1..=STEPS).find(|&step| distance(at(step)) <= 0.0).expect("the middles meet");
    let (mut before, mut after) = (at(last - 1), at(last));
    for _ in 0..40 {
        let middle = 0.5 * (before + after);
        if distance(middle) > 0.0 { before = middle } else { after = middle }
    }
    (after, (distance(after - DIFFERENCE) - distance(after)) / DIFFERENCE)
}

/// Places the second body along a random direction from the first, at the signed distance that the regime wants.
/// Returns the signed distance that results after rounding.
fn place(bodies: &mut [Placed; 2], kind: Kind, planar: bool, regime: usize, random: &mut Random) -> f64 {
    let [a, b] = bodies;
    let way = random.direction(planar);
    let mut answer = |along: f64| {
        let moved = scale(way, along * ONE);
        b.position = [0, 1, 2].map(|i| a.position[i] + moved[i].round() as i16);
        let [first, second] = [&*a, b].map(|body| body.reference(kind, a));
        reference::signed_distance(&first, &second, planar)
    };
    // The signed distance from a convex body is convex, and negative at the start, so along a ray it rises through each
    // wanted value once.
    let mut place_at = |wanted: f64| {
        let (mut low, mut high) = (0.0, 16.0);
        for _ in 0..10 {
            let middle = 0.5 * (low + high);
            if answer(middle) < wanted { low = middle } else { high = middle }
        }
        high
    };
    let wanted = REGIMES[regime](random);
    let along = if regime == DEEP { wanted * place_at(0.0) } else { place_at(wanted) };
    let answer = answer(along);
    let is_apart = regime < 2;
    assert!(is_apart == (answer > 0.0) && answer.abs() > 0.01, "the regime is missed");
    answer
}

impl Placed {
    /// The body in the form of the reference, in the frame of another body.
    fn reference(&self, kind: Kind, frame: &Placed) -> Body {
        let back = conjugate(frame.turn.map(f64::from));
        let offset = sub(length(self.position), length(frame.position));
        self.body(kind, |point| rotate(back, add(rotate(self.turn.map(f64::from), point), offset)))
    }

    /// The body in the form of the reference, in the world, with a given rotation and displaced.
    fn posed(&self, kind: Kind, turn: [f64; 4], way: [f64; 3]) -> Body {
        let position = add(length(self.position), way);
        self.body(kind, |point| add(rotate(turn, point), position))
    }

    /// The rotation after a time at an angular velocity of `spin`/128.
    fn turned(&self, spin: [i16; 3], time: f64) -> [f64; 4] {
        let spin = spin.map(|x| f64::from(x) / 128.0);
        let rate = reference::length(spin);
        let (sin, cos) = (0.5 * rate * time).sin_cos();
        let [x, y, z] = if rate > 0.0 { scale(spin, sin / rate) } else { [0.0; 3] };
        product([x, y, z, cos], self.turn.map(f64::from))
    }

    fn body(&self, kind: Kind, to_frame: impl Fn([f64; 3]) -> [f64; 3]) -> Body {
        let [half_height, radius, _] = length(self.size);
        if kind == Kind::Cylinder {
            let center = to_frame([0.0; 3]);
            let axis = unit(sub(to_frame([0.0, 0.0, 1.0]), center));
            return Body { core: Core::Cylinder { center, axis, half_height, radius }, margin: 0.0 };
        }
        let points = self.points.iter().map(|&point| to_frame(length(point))).collect();
        let margin = if matches!(kind, Kind::Ball | Kind::Capsule) { radius } else { 0.0 };
        Body { core: Core::Hull { points, edges: self.edges.clone(), faces: self.faces.clone() }, margin }
    }
}

/// The edges and faces of a hull, computed exactly. Faces are all triples of points with no points on both sides of
/// their plane, edges are the sides of faces. Without volume there are no faces, and all pairs of points are edges.
fn outline(points: &[[i16; 3]]) -> (Vec<[usize; 2]>, Vec<[usize; 3]>) {
    let points: Vec<_> = points.iter().map(|point| point.map(f64::from)).collect();
    let pairs = |i: usize| (i + 1..points.len()).map(move |j| [i, j]);
    let all: Vec<[usize; 2]> = (0..points.len()).flat_map(pairs).collect();
    let mut faces = Vec::new();
    for &[i, j] in &all {
        for k in j + 1..points.len() {
            let n = cross(sub(points[j], points[i]), sub(points[k], points[i]));
            let heights = points.iter().map(|&point| dot(n, sub(point, points[i])));
            let (least, most) = heights.fold((0.0_f64, 0.0_f64), |(least, most), h| (least.min(h), most.max(h)));
            if (least < 0.0) != (most > 0.0) {
                faces.push([i, j, k]);
            }
        }
    }
    let edges = if faces.is_empty() {
        all
    } else {
        let is_side = |[i, j]: &[usize; 2]| faces.iter().any(|face| face.contains(i) && face.contains(j));
        all.into_iter().filter(is_side).collect()
    };
    (edges, faces)
}

fn length(units: [i16; 3]) -> [f64; 3] {
    units.map(|x| f64::from(x) / ONE)
}

fn conjugate([x, y, z, w]: [f64; 4]) -> [f64; 4] {
    [-x, -y, -z, w]
}

/// The product of two rotations: first the second one, then the first.
fn product([x, y, z, w]: [f64; 4], [p, q, r, s]: [f64; 4]) -> [f64; 4] {
    let (u, v) = ([x, y, z], [p, q, r]);
    let [i, j, k] = add(cross(u, v), add(scale(v, w), scale(u, s)));
    [i, j, k, w * s - dot(u, v)]
}

/// Rotates a point by the quaternion x, y, z, w, which may have any length.
fn rotate([x, y, z, w]: [f64; 4], point: [f64; 3]) -> [f64; 3] {
    let (v, whole) = ([x, y, z], x * x + y * y + z * z + w * w);
    let twice = scale(cross(v, point), 2.0 / whole);
    add(point, add(scale(twice, w), cross(v, twice)))
}

/// A xorshift generator of integers (Marsaglia 2003).
struct Random(u64);

impl Random {
    /// A random integer, at least `from` and less than `to`.
    fn units(&mut self, from: i16, to: i16) -> i16 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        from + ((self.0 >> 32) % u64::from(from.abs_diff(to))) as i16
    }

    fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * f64::from(self.units(0, 1024)) / 1024.0
    }

    /// A random unit vector.
    fn direction(&mut self, planar: bool) -> [f64; 3] {
        loop {
            let way = [0, 1, 2].map(|i| if planar && i == 2 { 0 } else { self.units(-255, 256) });
            let way = way.map(f64::from);
            if (64.0 * 64.0..=256.0 * 256.0).contains(&dot(way, way)) {
                return unit(way);
            }
        }
    }

    /// Random points on an ellipsoid. In the plane they form a strictly convex polygon in counter-clockwise order.
    fn points(&mut self, count: usize, planar: bool) -> Vec<[i16; 3]> {
        loop {
            let radii = [0, 1, 2].map(|_| f64::from(self.units(128, 320)));
            let mut on_sphere: Vec<_> = (0..count).map(|_| self.direction(planar)).collect();
            if planar {
                on_sphere.sort_by(|a, b| a[1].atan2(a[0]).total_cmp(&b[1].atan2(b[0])));
            }
            let points: Vec<[i16; 3]> =
                on_sphere.iter().map(|point| [0, 1, 2].map(|i| (radii[i] * point[i]).round() as i16)).collect();
            let corner = |i: usize| points[i % count].map(f64::from);
            let is_left = |i| cross(sub(corner(i + 1), corner(i)), sub(corner(i + 2), corner(i + 1)))[2] > 0.0;
            if !planar || (0..count).all(is_left) {
                return points;
            }
        }
    }

    /// Points spread evenly on an ellipsoid, so that all are vertices of their hull.
    fn spiral(&mut self, count: usize) -> Vec<[i16; 3]> {
        let radii = [0, 1, 2].map(|_| f64::from(self.units(192, 320)));
        let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
        let point = |i: usize| {
            let (z, angle) = ((2.0 * i as f64 + 1.0) / count as f64 - 1.0, golden * i as f64);
            let r = (1.0 - z * z).sqrt();
            let on_sphere = [r * angle.cos(), r * angle.sin(), z];
            [0, 1, 2].map(|i| (radii[i] * on_sphere[i]).round() as i16)
        };
        (0..count).map(point).collect()
    }

    /// A body with random size, rotation and position.
    fn body(&mut self, kind: Kind, planar: bool, sets: Option<&[Vec<[i16; 3]>; SETS]>) -> Placed {
        let size = match kind {
            Kind::Cuboid => [0, 1, 2].map(|i| if planar && i == 2 { 0 } else { self.units(64, 320) }),
            _ => [self.units(64, 256), self.units(64, 192), 0],
        };
        let set = usize::from(self.units(0, SETS as i16).unsigned_abs());
        let [x, y, z] = size;
        let points = match kind {
            Kind::Ball => vec![[0, 0, 0]],
            Kind::Capsule => vec![[0, 0, -x], [0, 0, x]],
            Kind::Cuboid => {
                let sides = if planar { vec![0] } else { vec![-z, z] };
                sides.into_iter().flat_map(|z| [[-x, -y, z], [x, -y, z], [-x, y, z], [x, y, z]]).collect()
            }
            Kind::Hull => sets.map_or(Vec::new(), |sets| sets[set].clone()),
            Kind::Cylinder => Vec::new(),
        };
        let (edges, faces) = outline(&points);
        let turn = loop {
            let turn = [0, 1, 2, 3].map(|i| if planar && i < 2 { 0 } else { self.units(-127, 128) });
            if turn.iter().any(|&x| x.abs() > 32) {
                break turn;
            }
        };
        let position = [0, 1, 2].map(|i| if planar && i == 2 { 0 } else { self.units(-512, 513) });
        Placed { size, set, turn, position, points, edges, faces }
    }
}
