//! Pairs of point sets with small integer coordinates, drawn from a seed: random and degenerate ones. A kind makes a
//! relation of the bodies likely; whether it holds, the exact reference decides.

use crate::common::scene::Rng;
use crate::exact::{Point, add, cross, dot, primitive, scale, sub};
use serde::{Deserialize, Serialize};

/// How a pair is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Any,
    Lattice,
    Coplanar,
    Collinear,
    Repeated,
    AtVertex,
    AtEdge,
    AtFace,
    EdgeOnEdge,
    OneStepOff,
    Same,
    Sliver,
    Far,
    Nested,
    Boxes,
    Prisms,
}

impl Kind {
    pub const ALL: [Self; 16] = [
        Self::Any,
        Self::Lattice,
        Self::Coplanar,
        Self::Collinear,
        Self::Repeated,
        Self::AtVertex,
        Self::AtEdge,
        Self::AtFace,
        Self::EdgeOnEdge,
        Self::OneStepOff,
        Self::Same,
        Self::Sliver,
        Self::Far,
        Self::Nested,
        Self::Boxes,
        Self::Prisms,
    ];
}

/// Far from the origin, the same for both bodies.
const FAR: Point = [100_000, -70_000, 30_000];

/// Two point sets of a kind.
pub fn draw(kind: Kind, rng: &mut Rng, dimension: usize) -> [Vec<Point>; 2] {
    let half = [3, 10, 100, 1000][rng.below(4)];
    match kind {
        Kind::Any => {
            let (a, b) = (some(rng, half, dimension), some(rng, half, dimension));
            [a, moved(&b, point(rng, half, dimension))]
        }
        Kind::Lattice => {
            let (a, b) = (some(rng, 1, dimension), some(rng, 2, dimension));
            [a, moved(&b, point(rng, 1, dimension))]
        }
        Kind::Coplanar => {
            let (u, v) = (point(rng, 3, dimension), point(rng, 3, dimension));
            let flat = |rng: &mut Rng| (0..corners(rng)).map(|_| spanned(rng, half, [u, v])).collect::<Vec<_>>();
            let a = flat(rng);
            let b = if rng.percent(50) { flat(rng) } else { some(rng, half, dimension) };
            let shift = if rng.percent(50) { spanned(rng, half / 2, [u, v]) } else { point(rng, half / 2, dimension) };
            [a, moved(&b, shift)]
        }
        Kind::Collinear => {
            let u = point(rng, 5, dimension);
            let straight =
                |rng: &mut Rng| (0..corners(rng)).map(|_| spanned(rng, half, [u, [0; 3]])).collect::<Vec<_>>();
            let a = straight(rng);
            let b = if rng.percent(50) { straight(rng) } else { some(rng, half, dimension) };
            let shift = if rng.percent(50) { spanned(rng, half, [u, [0; 3]]) } else { point(rng, half, dimension) };
            [a, moved(&b, shift)]
        }
        Kind::Repeated => {
            let repeated = |rng: &mut Rng| {
                let few = some(rng, half, dimension);
                (0..8).map(|_| few[rng.below(few.len().min(4))]).collect::<Vec<_>>()
            };
            let (a, b) = (repeated(rng), repeated(rng));
            [a, moved(&b, point(rng, half, dimension))]
        }
        Kind::AtVertex => touching(rng, half, dimension, 0),
        Kind::AtEdge => touching(rng, half, dimension, 1),
        Kind::AtFace => touching(rng, half, dimension, 2),
        Kind::EdgeOnEdge => touching(rng, half, dimension, 3),
        Kind::OneStepOff => {
            let contact = rng.below(4);
            let [a, b] = touching(rng, half, dimension, contact);
            [a, moved(&b, point(rng, 1, dimension))]
        }
        Kind::Same => {
            let a = some(rng, half, dimension);
            let (mut b, shift) = (a.clone(), if rng.percent(70) { [0; 3] } else { point(rng, 1, dimension) });
            b.reverse();
            [a, moved(&b, shift)]
        }
        Kind::Sliver => {
            let (a, b) = (
                sliver(rng, dimension),
                if rng.percent(50) { sliver(rng, dimension) } else { some(rng, 10, dimension) },
            );
            let shift = [2, 10, 1000][rng.below(3)];
            [a, moved(&b, point(rng, shift, dimension))]
        }
        Kind::Far => {
            let far = if dimension == 2 { [FAR[0], FAR[1], 0] } else { FAR };
            let (a, b) = (some(rng, half, dimension), some(rng, half, dimension));
            [moved(&a, far), moved(&b, add(far, point(rng, half / 2, dimension)))]
        }
        Kind::Nested => {
            let (a, b) = (some(rng, half, dimension), some(rng, 20 * half, dimension));
            let middle = b.iter().fold([0; 3], |sum, &p| add(sum, p)).map(|x| x / b.len() as i64);
            [moved(&a, middle), b]
        }
        Kind::Boxes => {
            let (a, b) = (cuboid(rng, half, dimension), cuboid(rng, half, dimension));
            let flush = [0, 1, 2].map(|i| {
                let (high, low) = (a[a.len() - 1][i], b[0][i]);
                [high - low, low - high, 0, rng.below(2 * half as usize) as i64][rng.below(4)]
            });
            [a, moved(&b, if dimension == 2 { [flush[0], flush[1], 0] } else { flush })]
        }
        Kind::Prisms => {
            // Sides in the same directions, which makes faces parallel and edges too.
            let (u, v, w) = (point(rng, 3, dimension), point(rng, 3, dimension), point(rng, 3, dimension));
            let prism = |rng: &mut Rng| {
                let lengths = [0; 3].map(|_| 1 + rng.below(half as usize) as i64);
                let sides = [scale(u, lengths[0]), scale(v, lengths[1]), scale(w, lengths[2])];
                let corner = |bits: usize| (0..3).filter(|i| bits >> i & 1 == 1).fold([0; 3], |p, i| add(p, sides[i]));
                (0..1 << dimension).map(corner).collect::<Vec<_>>()
            };
            let (a, b) = (prism(rng), prism(rng));
            let along = add(spanned(rng, half / 3, [u, v]), spanned(rng, half / 3, [w, [0; 3]]));
            [a, moved(&b, along)]
        }
    }
}

fn moved(points: &[Point], by: Point) -> Vec<Point> {
    points.iter().map(|&p| add(p, by)).collect()
}

fn integer(rng: &mut Rng, half: i64) -> i64 {
    rng.below(2 * half as usize + 1) as i64 - half
}

fn point(rng: &mut Rng, half: i64, dimension: usize) -> Point {
    let mut point = [0; 3];
    point[..dimension].fill_with(|| integer(rng, half));
    point
}

/// A number of points; numbers that give a body an interior come more often.
fn corners(rng: &mut Rng) -> usize {
    [1, 2, 3, 4, 4, 5, 6, 6, 8, 8][rng.below(10)]
}

fn some(rng: &mut Rng, half: i64, dimension: usize) -> Vec<Point> {
    (0..corners(rng)).map(|_| point(rng, half, dimension)).collect()
}

fn spanned(rng: &mut Rng, half: i64, [u, v]: [Point; 2]) -> Point {
    add(scale(u, integer(rng, half)), scale(v, integer(rng, half)))
}

fn cuboid(rng: &mut Rng, half: i64, dimension: usize) -> Vec<Point> {
    let half = [0; 3].map(|_| 1 + rng.below(half as usize) as i64);
    let side = |corner: usize, i: usize| if i >= dimension { 0 } else { half[i] * (2 * (corner as i64 >> i & 1) - 1) };
    (0..1 << dimension).map(|corner| [0, 1, 2].map(|i| side(corner, i))).collect()
}

/// Up to ten thousand long and a few wide, along an axis or askew.
fn sliver(rng: &mut Rng, dimension: usize) -> Vec<Point> {
    let (length, axis, askew) = ([100, 1000, 10_000][rng.below(3)], rng.below(dimension), point(rng, 2, dimension));
    (0..3 + rng.below(4))
        .map(|_| {
            let mut thin = point(rng, 2, dimension);
            thin[axis] = 0;
            let along = integer(rng, length);
            let mut way = scale(askew, along / 4);
            way[axis] = along;
            add(thin, way)
        })
        .collect()
}

/// Two bodies on two sides of a plane that holds points of both: a vertex of B lies on a vertex (0), inside an edge (1)
/// or inside a face (2) of A, or the middles of two edges on each other (3), as far as the bodies have such.
fn touching(rng: &mut Rng, half: i64, dimension: usize, contact: usize) -> [Vec<Point>; 2] {
    // Multiples of six have whole middles of edges and faces.
    let six = |points: Vec<Point>| points.into_iter().map(|p| scale(p, 6)).collect::<Vec<_>>();
    let (a, b) = (six(some(rng, half, dimension)), six(some(rng, half, dimension)));
    let [p, q, r] = [0; 3].map(|_| a[rng.below(a.len())]);
    let [s, t] = [0; 2].map(|_| b[rng.below(b.len())]);
    let upright = [0, 0, 1];
    let normal = match contact {
        _ if dimension == 2 && contact > 0 => cross(sub(q, p), upright),
        2 => cross(sub(q, p), sub(r, p)),
        3 => cross(sub(q, p), sub(t, s)),
        1 => cross(sub(q, p), point(rng, half, dimension)),
        _ => point(rng, half, dimension),
    };
    let normal = primitive(normal);
    let extreme = |points: &[Point], along: Point| {
        let most = points.iter().map(|&p| dot(along, p)).max().unwrap_or(0);
        points.iter().copied().filter(|&p| dot(along, p) == most).collect::<Vec<_>>()
    };
    // The middle of as many of the outermost points as the contact asks for.
    let middle = |points: Vec<Point>, count: usize| {
        let count = count.min(points.len());
        points[..count].iter().fold([0; 3], |sum, &p| add(sum, p)).map(|x| x / count as i64)
    };
    let (counts_a, counts_b) = ([1, 2, 3, 2][contact], [1, 1, 1, 2][contact]);
    let (on_a, on_b) = (middle(extreme(&a, normal), counts_a), middle(extreme(&b, scale(normal, -1)), counts_b));
    let b = moved(&b, sub(on_a, on_b));
    [a, b]
}

/// Two hulls with corners on a coarse grid, half of whose coordinates are off it.
pub fn coarse(rng: &mut Rng, dimension: usize) -> [Vec<Point>; 2] {
    let coordinate = |rng: &mut Rng| {
        let fine = if rng.percent(50) { rng.below(100) as i64 } else { 0 };
        integer(rng, 8) * 100 + fine
    };
    [0; 2].map(|_| {
        let corner = |rng: &mut Rng| {
            let mut corner = [0; 3];
            corner[..dimension].fill_with(|| coordinate(rng));
            corner
        };
        (0..2 + rng.below(7)).map(|_| corner(rng)).collect()
    })
}

/// How far cores of [`near`] may be from contact, in steps.
pub const NEAR: i64 = 40;

/// Two cores that touch, are a few integers apart or overlap by a few: points, segments, boxes and hulls, which are
/// the cores of all closed forms.
pub fn near(rng: &mut Rng, dimension: usize) -> [Vec<Point>; 2] {
    let core = |rng: &mut Rng| {
        let half = [3, 50, 1000][rng.below(3)];
        match rng.below(7) {
            0..2 => vec![[0; 3]],
            2..4 => vec![point(rng, half, dimension), point(rng, half, dimension)],
            4..6 => cuboid(rng, half, dimension),
            _ => some(rng, half, dimension),
        }
    };
    let (a, b) = (core(rng), core(rng));
    let axis = |rng: &mut Rng| {
        let mut axis = [0; 3];
        axis[rng.below(dimension)] = if rng.percent(50) { 1 } else { -1 };
        axis
    };
    let along = if rng.percent(50) { axis(rng) } else { point(rng, 3, dimension) };
    let extreme = |points: &[Point], along: Point| {
        let most = points.iter().map(|&p| dot(along, p)).max().unwrap_or(0);
        let all = points.iter().copied().filter(|&p| dot(along, p) == most).collect::<Vec<_>>();
        all.iter().fold([0; 3], |sum, &p| add(sum, p)).map(|x| x / all.len() as i64)
    };
    let contact = sub(extreme(&a, along), extreme(&b, scale(along, -1)));
    let by = if rng.percent(60) { scale(axis(rng), integer(rng, NEAR)) } else { point(rng, NEAR / 2, dimension) };
    let b = moved(&b, add(contact, by));
    [a, b]
}
