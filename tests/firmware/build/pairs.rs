//! Pairs of bodies from one seed. All that a program gets is whole numbers of 1/256, which every scalar holds exactly,
//! so that one answer serves all of them.

use crate::reference::{self, Body, Core, add, cross, dot, scale, sub, unit};
use std::fmt::Write;

/// The units in one length of 1.
const ONE: f64 = 256.0;
/// Pairs of each kind in each regime.
const CASES: usize = 17;
/// Sets of points to make hulls and polygons of.
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

/// How the second body is placed: far and near apart, shallow and deep inside.
const REGIMES: [fn(&mut Random) -> f64; 4] = [
    |random| random.between(3.0, 6.0),
    |random| random.between(0.05, 0.5),
    |random| -random.between(0.03, 0.12),
    |random| random.between(0.05, 0.5),
];
const DEEP: usize = 3;

/// A body in units, as the programs get it, and the points, edges and faces of its core.
struct Placed {
    size: [i16; 3],
    set: usize,
    turn: [i16; 4],
    position: [i16; 3],
    points: Vec<[i16; 3]>,
    edges: Vec<[usize; 2]>,
    faces: Vec<[usize; 3]>,
}

/// The source of the table that the library of this package includes.
pub fn source() -> String {
    let mut random = Random(SEED);
    let mut out = format!("pub const CASES: usize = {CASES};\n");
    let sets = [("HULLS_OF_8", 8, false), ("HULLS_OF_32", 32, false), ("POLYGONS_OF_8", 8, true)].map(
        |(name, count, planar)| {
            let sets: Vec<_> = (0..SETS).map(|_| random.points(count, planar)).collect();
            writeln!(out, "static {name}: [[[i16; 3]; {count}]; {SETS}] = {sets:?};").expect("a string takes all");
            (name, sets)
        },
    );
    let [hulls8, hulls32, polygons] = &sets;
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
        writeln!(out, "pub static {name}: [[Case; {CASES}]; {}] = [", REGIMES.len()).expect("a string takes all");
        for regime in 0..REGIMES.len() {
            out += "[";
            for _ in 0..CASES {
                let mut bodies = [0, 1].map(|_| random.body(kind, planar, sets.map(|(_, sets)| sets)));
                let answer = place(&mut bodies, kind, planar, regime, &mut random);
                let bodies = bodies.map(|Placed { size, set, turn, position, .. }| {
                    let points = sets.map_or("&[]".to_string(), |(name, _)| format!("&{name}[{set}]"));
                    format!("Body {{ size: {size:?}, points: {points}, turn: {turn:?}, position: {position:?} }}")
                });
                write!(out, "Case {{ bodies: [{}, {}], signed_distance: {answer:?} }},", bodies[0], bodies[1])
                    .expect("a string takes all");
            }
            out += "],\n";
        }
        out += "];\n";
    }
    out
}

/// Moves the second body from the place of the first, along some direction, to where the regime wants it. Returns the
/// signed distance there.
fn place(bodies: &mut [Placed; 2], kind: Kind, planar: bool, regime: usize, random: &mut Random) -> f64 {
    let [a, b] = bodies;
    let way = random.direction(planar);
    let mut answer = |along: f64| {
        let moved = scale(way, along * ONE);
        b.position = [0, 1, 2].map(|i| a.position[i] + moved[i].round() as i16);
        let [first, second] = [&*a, b].map(|body| body.reference(kind, a));
        reference::signed_distance(&first, &second, planar)
    };
    // The signed distance from a convex body is a convex function, so along a ray it passes each value once.
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
    /// The body as the reference wants it, in the frame of another.
    fn reference(&self, kind: Kind, frame: &Placed) -> Body {
        let back = conjugate(frame.turn);
        let offset = sub(length(self.position), length(frame.position));
        let to_frame = |point| rotate(back, add(rotate(self.turn, point), offset));
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

/// Faces, by all triples that have no points on both sides of their plane, and edges, by the sides of the faces. What
/// has no volume has no faces, and all its pairs are edges. Exact.
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

fn conjugate([x, y, z, w]: [i16; 4]) -> [i16; 4] {
    [-x, -y, -z, w]
}

/// By the quaternion x, y, z, w, whatever its length.
fn rotate(turn: [i16; 4], point: [f64; 3]) -> [f64; 3] {
    let [x, y, z, w] = turn.map(f64::from);
    let (v, whole) = ([x, y, z], x * x + y * y + z * z + w * w);
    let twice = scale(cross(v, point), 2.0 / whole);
    add(point, add(scale(twice, w), cross(v, twice)))
}

/// Whole numbers from a xorshift generator (Marsaglia 2003).
struct Random(u64);

impl Random {
    /// At least `from` and less than `to`.
    fn units(&mut self, from: i16, to: i16) -> i16 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        from + ((self.0 >> 32) % u64::from(from.abs_diff(to))) as i16
    }

    fn between(&mut self, from: f64, to: f64) -> f64 {
        from + (to - from) * f64::from(self.units(0, 1024)) / 1024.0
    }

    /// A unit vector.
    fn direction(&mut self, planar: bool) -> [f64; 3] {
        loop {
            let way = [0, 1, 2].map(|i| if planar && i == 2 { 0 } else { self.units(-255, 256) });
            let way = way.map(f64::from);
            if (64.0 * 64.0..=256.0 * 256.0).contains(&dot(way, way)) {
                return unit(way);
            }
        }
    }

    /// Points on an ellipsoid. In the plane they are a strictly convex polygon, counter-clockwise.
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

    /// A body of some size, turned and placed at random.
    fn body(&mut self, kind: Kind, planar: bool, sets: Option<&Vec<Vec<[i16; 3]>>>) -> Placed {
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
