//! Bodies given in `f64`, and these bodies rounded to a scalar.

use crate::common::number::{Number, P, Space, add, dot, length, max_abs, scale, sub};
use gjk::{
    Capsule, Cone, ConvexHull, Cylinder, NBall, NCuboid, NEllipsoid, Point, Pose, Rounded, Segment, Support, Triangle,
    Vec2, Vec3, Vector,
};

/// The directions x, y and z.
pub const X: P = [1.0, 0.0, 0.0];
pub const Y: P = [0.0, 1.0, 0.0];
pub const Z: P = [0.0, 0.0, 1.0];
/// No turn, as a quaternion.
pub const UPRIGHT: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The hull of `points`.
    Hull,
    /// `points` holds the half extents, the radii, or (radius, 0, half height).
    Cuboid,
    Ellipsoid,
    Cylinder,
    Cone,
}

/// A core, given by a few points or sizes and swept by a ball, turned and then placed.
#[derive(Clone, Debug)]
pub struct Body {
    kind: Kind,
    points: Vec<P>,
    radius: f64,
    /// A quaternion, normalised where it is used. In the plane (sine, 0, 0, cosine).
    pub turn: [f64; 4],
    pub position: P,
}

fn body(kind: Kind, points: &[P], radius: f64) -> Body {
    Body { kind, points: points.to_vec(), radius, turn: UPRIGHT, position: [0.0; 3] }
}

/// The hull of points; up to three of them are a point, a segment, a triangle.
pub fn hull(points: &[P]) -> Body {
    body(Kind::Hull, points, 0.0)
}

/// The hull of points in the plane.
pub fn polygon(points: &[[f64; 2]]) -> Body {
    hull(&points.iter().map(|&[x, y]| [x, y, 0.0]).collect::<Vec<P>>())
}

pub fn point(at: P) -> Body {
    hull(&[at])
}

/// A box of the given half extents.
pub fn cuboid(half_extents: P) -> Body {
    body(Kind::Cuboid, &[half_extents], 0.0)
}

pub fn cube(edge: f64) -> Body {
    cuboid([edge / 2.0; 3])
}

/// A box in the plane, of the given half extents.
pub fn rectangle([x, y]: [f64; 2]) -> Body {
    cuboid([x, y, 0.0])
}

pub fn square(edge: f64) -> Body {
    rectangle([edge / 2.0; 2])
}

/// A ball; in the plane a disc.
pub fn ball(radius: f64) -> Body {
    body(Kind::Hull, &[[0.0; 3]], radius)
}

pub fn capsule(ends: [P; 2], radius: f64) -> Body {
    body(Kind::Hull, &ends, radius)
}

/// A capsule with its segment from z = −`half_height` to `half_height`.
pub fn upright_capsule(half_height: f64, radius: f64) -> Body {
    capsule([[0.0, 0.0, -half_height], [0.0, 0.0, half_height]], radius)
}

pub fn cylinder(half_height: f64, radius: f64) -> Body {
    body(Kind::Cylinder, &[[radius, 0.0, half_height]], 0.0)
}

pub fn cone(half_height: f64, radius: f64) -> Body {
    body(Kind::Cone, &[[radius, 0.0, half_height]], 0.0)
}

pub fn ellipsoid(radii: P) -> Body {
    body(Kind::Ellipsoid, &[radii], 0.0)
}

/// The hull of the points (x, y) at two heights.
pub fn prism(outline: &[[f64; 2]], heights: [f64; 2]) -> Body {
    hull(&heights.iter().flat_map(|&z| outline.iter().map(move |&[x, y]| [x, y, z])).collect::<Vec<P>>())
}

/// The first turn followed by another.
pub fn then([x, y, z, w]: [f64; 4], [a, b, c, d]: [f64; 4]) -> [f64; 4] {
    [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ]
}

/// The matrix of a turn, by rows.
pub fn matrix(turn: [f64; 4], dimension: usize) -> [P; 3] {
    let square: f64 = turn.iter().map(|t| t * t).sum();
    let [x, y, z, w] = turn;
    if dimension == 2 {
        let (sin, cos) = (x / square.sqrt(), w / square.sqrt());
        return [[cos, -sin, 0.0], [sin, cos, 0.0], Z];
    }
    let [xx, yy, zz] = [x * x, y * y, z * z].map(|p| 2.0 * p / square);
    let [xy, yz, zx] = [x * y, y * z, z * x].map(|p| 2.0 * p / square);
    let [wx, wy, wz] = [w * x, w * y, w * z].map(|p| 2.0 * p / square);
    [[1.0 - yy - zz, xy - wz, zx + wy], [xy + wz, 1.0 - zz - xx, yz - wx], [zx - wy, yz + wx, 1.0 - xx - yy]]
}

pub fn apply(rows: [P; 3], p: P) -> P {
    rows.map(|row| dot(row, p))
}

fn apply_back(rows: [P; 3], p: P) -> P {
    (0..3).fold([0.0; 3], |sum, i| add(sum, scale(rows[i], p[i])))
}

impl Body {
    /// The body with its origin elsewhere.
    pub fn at(self, position: P) -> Self {
        Self { position, ..self }
    }

    /// The body turned where it is.
    pub fn turned(self, turn: [f64; 4]) -> Self {
        Self { turn, ..self }
    }

    /// Swept by a ball.
    pub fn rounded(self, radius: f64) -> Self {
        Self { radius, ..self }
    }

    /// Is the core the hull of points?
    pub fn is_polytope(&self) -> bool {
        matches!(self.kind, Kind::Hull | Kind::Cuboid)
    }

    /// The largest distance of a point of it from its own origin.
    pub fn extent(&self) -> f64 {
        let core = match self.kind {
            Kind::Ellipsoid => max_abs(self.points[0]),
            _ => self.points.iter().map(|&p| length(p)).fold(0.0, f64::max),
        };
        core + self.radius
    }

    /// How far it reaches along a unit vector, in its own frame.
    fn local_reach(&self, along: P) -> f64 {
        let [x, y, z] = along;
        let sizes = self.points[0];
        let core = match self.kind {
            Kind::Hull => self.points.iter().map(|&p| dot(along, p)).fold(f64::NEG_INFINITY, f64::max),
            Kind::Cuboid => dot(along.map(f64::abs), sizes),
            Kind::Ellipsoid => length([x * sizes[0], y * sizes[1], z * sizes[2]]),
            Kind::Cylinder => sizes[0] * x.hypot(y) + sizes[2] * z.abs(),
            Kind::Cone => (sizes[2] * z).max(sizes[0] * x.hypot(y) - sizes[2] * z),
        };
        core + self.radius
    }

    /// The body with a function applied to every length.
    fn map(&self, function: impl Fn(f64) -> f64) -> Self {
        let points = self.points.iter().map(|p| p.map(&function)).collect();
        let (radius, position) = (function(self.radius), self.position.map(&function));
        Self { kind: self.kind, points, radius, turn: self.turn, position }
    }
}

/// The vectors that scenes are made of.
pub trait Room: Space {
    /// A cylinder or cone, which only space has.
    fn revolved(is_cone: bool, sizes: P) -> Box<dyn Support<Vector = Self>>;
}

impl<S: Number> Room for Vec2<S> {
    fn revolved(_: bool, _: P) -> Box<dyn Support<Vector = Self>> {
        unreachable!("the plane has no bodies of revolution")
    }
}

impl<S: Number> Room for Vec3<S> {
    fn revolved(is_cone: bool, [radius, _, half_height]: P) -> Box<dyn Support<Vector = Self>> {
        let (radius, half_height) = (S::of(radius), S::of(half_height));
        if is_cone {
            Box::new(Cone::new(half_height, radius).expect("sizes"))
        } else {
            Box::new(Cylinder::new(half_height, radius).expect("sizes"))
        }
    }
}

/// A body as a scalar holds it.
#[derive(Clone, Debug)]
pub struct Placed<V: Vector> {
    /// All its numbers rounded to the scalar.
    pub body: Body,
    points: Vec<V>,
    pub pose: Pose<V>,
    /// Its rotation as the scalar holds it.
    rows: [P; 3],
    /// No point of the body is farther than this from where it was told to be.
    pub error: f64,
}

impl<V: Room> Placed<V> {
    /// The body with its position moved by an offset before it is rounded.
    pub fn new(told: &Body, offset: P) -> Self {
        let round = |x: f64| V::Scalar::of(x).value();
        let body = Body { position: add(told.position, offset), ..told.clone() }.map(round);
        let rotation = V::rotation(told.turn);
        let rows = V::rows(rotation);
        let moved = told.points.iter().zip(&body.points).map(|(&p, &q)| length(sub(p, q))).fold(0.0, f64::max);
        let swept = (told.radius - body.radius).abs();
        let shifted = length(sub(sub(body.position, offset), told.position));
        let exact = matrix(told.turn, V::DIMENSION);
        let turned = (0..3).map(|i| length(sub(rows[i], exact[i]))).fold(0.0, f64::hypot);
        let error = moved + swept + shifted + turned * told.extent();
        Self::of_rounded(body, rows, Pose::rotated(rotation), error)
    }

    fn of_rounded(body: Body, rows: [P; 3], turned: Pose<V>, error: f64) -> Self {
        let points = body.points.iter().map(|&p| V::of(p)).collect();
        let pose = Pose::new(turned.rotation(), V::of(body.position)).expect("in range");
        Self { body, points, pose, rows, error }
    }

    /// With all lengths times a power of two.
    pub fn scaled(&self, factor: f64) -> Self {
        Self::of_rounded(self.body.map(|x| x * factor), self.rows, self.pose, self.error * factor)
    }

    /// The library's shape.
    pub fn shape(&self) -> Box<dyn Support<Vector = V> + '_> {
        let radius = V::Scalar::of(self.body.radius);
        let is_swept = self.body.radius > 0.0;
        match (self.body.kind, &*self.points) {
            (Kind::Hull, [_]) if is_swept => Box::new(NBall::<V>::new(radius).expect("a size")),
            (Kind::Hull, &[p]) => Box::new(Point::new(p).expect("a point")),
            (Kind::Hull, &[p, q]) if is_swept => Box::new(Capsule::new(p, q, radius).expect("points")),
            (Kind::Hull, &[p, q]) => Box::new(Segment::new(p, q).expect("points")),
            (Kind::Hull, &[p, q, r]) => Box::new(Triangle::new(p, q, r).expect("points")),
            (Kind::Hull, points) => Box::new(ConvexHull::new(points).expect("points")),
            (Kind::Cuboid, sizes) if is_swept => {
                Box::new(Rounded::new(NCuboid::new(sizes[0]).expect("sizes"), radius).expect("a size"))
            }
            (Kind::Cuboid, sizes) => Box::new(NCuboid::new(sizes[0]).expect("sizes")),
            (Kind::Ellipsoid, sizes) => Box::new(NEllipsoid::new(sizes[0]).expect("sizes")),
            (Kind::Cylinder | Kind::Cone, _) => V::revolved(self.body.kind == Kind::Cone, self.body.points[0]),
        }
    }

    /// How far it reaches along a vector, from a point given in the world. Computed in `f64` from the numbers that the
    /// library sees.
    pub fn reach(&self, along: P, from: P) -> f64 {
        self.body.local_reach(apply_back(self.rows, along)) + dot(along, sub(self.body.position, from))
    }
}
