//! Bodies of every kind, drawn as integers.

use crate::draw::Draw;
use crate::number::{Digits, Number, ONE};
use crate::record::{Components, Record};
use gjk::{
    Affine, AngularOf, Capsule, Cone, ConvexHull, Cylinder, Error, Faceted, NBall, NCuboid, NEllipsoid, Point, Polygon,
    PolygonBuilder, PolyhedronBuilder, Pose, Rotation, Rotation2, Rotation3, ScalarOfVector, Segment, SupportExt,
    SupportFn, Triangle, UnitOfVector, Vec2, Vec3, Vector,
};

/// A kind of body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Point,
    Ball,
    Segment,
    Capsule,
    Triangle,
    Cuboid,
    Ellipsoid,
    ConvexHull,
    Polygon,
    /// A polygon or a polyhedron that a builder made.
    Built,
    Cylinder,
    Cone,
    Rounded,
    MinkowskiSum,
    HullOfTwo,
    Posed,
    Transformed,
    SupportFn,
}

/// The data from which a body is built, the same for every scalar.
#[derive(Clone, Copy)]
pub struct Body {
    pub kind: Kind,
    /// The half extents. Along x the body extends exactly this far to either side, unless it has a pose or a map.
    pub size: [i64; 3],
    /// The scale, as an exponent of two.
    pub exponent: i32,
    /// The seed from which everything else is drawn.
    pub seed: u64,
}

/// The rotation of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// No rotation.
    None,
    /// A rotation that keeps the extent along x: by a quarter turn about x in space, by a half turn in the plane.
    Even,
    /// Any rotation.
    Any,
}

/// A function that takes a body, which lives as long as the call, and the record.
pub type Use<'f, V> = &'f mut dyn FnMut(&dyn Faceted<Vector = V>, &mut Record<'_>) -> Result<(), Error>;

/// The number of points of a point set. With 45 vertices, a polyhedron climbs in several steps instead of scanning all
/// vertices, in some of the scalars.
const CLOUD: usize = 45;

/// The number of vertices of a simplified hull.
const FEW: usize = 6;

/// The plane or space.
pub trait Space: Vector<Scalar: Number, UnitVector: Components> + Components {
    /// The name.
    const NAME: &'static str;

    /// The kinds of bodies in this dimension.
    const KINDS: &'static [Kind];

    /// The vector `units / ONE · 2^exponent`, in the plane from the first two components.
    fn from_units(units: [i64; 3], exponent: i32) -> Self;

    /// The rows of a matrix, in the plane the first two.
    fn rows(rows: [Self; 3]) -> Self::Rows;

    /// A rotation from small integers.
    fn rotation(turn: Turn, draw: &mut Draw) -> Result<Rotation<Self>, Error>;

    /// An angular velocity with the components of a vector; in the plane its first component.
    fn angular(velocity: Self) -> AngularOf<Self>;

    /// Records an angular velocity, or a derivative by an angle.
    fn record_angular(angular: AngularOf<Self>, record: &mut Record<'_>);

    /// Builds a body of a kind that exists only in one dimension, or that differs between dimensions.
    fn build(body: &Body, draw: &mut Draw, record: &mut Record<'_>, then: Use<'_, Self>) -> Result<(), Error>;
}

/// The unit fraction `count`/16.
fn sixteenths<V: Space>(count: i64) -> UnitOfVector<V> {
    Digits::from_units(count * (ONE / 16), 0)
}

impl<S: Number> Space for Vec2<S> {
    const NAME: &'static str = "2D";

    const KINDS: &'static [Kind] = &[
        Kind::Point,
        Kind::Ball,
        Kind::Segment,
        Kind::Capsule,
        Kind::Triangle,
        Kind::Cuboid,
        Kind::Ellipsoid,
        Kind::ConvexHull,
        Kind::Polygon,
        Kind::Built,
        Kind::Rounded,
        Kind::MinkowskiSum,
        Kind::HullOfTwo,
        Kind::Posed,
        Kind::Transformed,
        Kind::SupportFn,
    ];

    fn from_units([x, y, _]: [i64; 3], exponent: i32) -> Self {
        Self { x: S::from_units(x, exponent), y: S::from_units(y, exponent) }
    }

    fn rows([x, y, _]: [Self; 3]) -> Self::Rows {
        [x, y]
    }

    fn rotation(turn: Turn, draw: &mut Draw) -> Result<Rotation<Self>, Error> {
        let (cos, sin) = match turn {
            Turn::None => (1, 0),
            Turn::Even => (-1, 0),
            Turn::Any => (1 + draw.below(8).cast_signed(), draw.below(17).cast_signed() - 8),
        };
        Rotation2::from_cos_sin(sixteenths::<Self>(cos.into()), sixteenths::<Self>(sin.into()))
    }

    fn angular(velocity: Self) -> S {
        velocity.x
    }

    fn record_angular(angular: S, record: &mut Record<'_>) {
        record.number(angular);
    }

    /// Builds a polygon with eight corners, one on a parabola with 21, which are too many for a scan, or one that a
    /// builder makes.
    fn build(body: &Body, draw: &mut Draw, record: &mut Record<'_>, then: Use<'_, Self>) -> Result<(), Error> {
        if body.kind == Kind::Built {
            let (points, mut builder) = (body.cloud(draw), PolygonBuilder::<S, CLOUD, CLOUD>::new());
            let few = builder.build_at_most(FEW, &points)?;
            record.number(few.error);
            few.hull.vertices().iter().for_each(|&vertex| record.vector(vertex));
            if draw.once_in(4) {
                return then(&few.outer()?, record);
            }
            let built = builder.build(&points)?;
            built.vertices().iter().for_each(|&vertex| record.vector(vertex));
            return then(&built, record);
        }
        let [x, y, _] = body.size;
        let mut corners = [Self::ZERO; 21];
        let count = if draw.once_in(2) {
            for (k, corner) in (-10..).zip(&mut corners) {
                *corner = Self::from_units([x / 10 * k, y / 50 * (k * k) - y, 0], body.exponent);
            }
            21
        } else {
            let octagon = [(8, 0), (6, 5), (0, 8), (-5, 6), (-8, 0), (-6, -5), (0, -8), (5, -6)];
            for ((i, j), corner) in octagon.into_iter().zip(&mut corners) {
                *corner = Self::from_units([x / 8 * i, y / 8 * j, 0], body.exponent);
            }
            8
        };
        let corners = &corners[..count];
        match Polygon::new(corners) {
            // The corners are collinear, or the scale has too few digits.
            Err(Error::NotConvex(_)) => then(&ConvexHull::new(corners)?, record),
            polygon => then(&polygon?, record),
        }
    }
}

impl<S: Number> Space for Vec3<S> {
    const NAME: &'static str = "3D";

    const KINDS: &'static [Kind] = &[
        Kind::Point,
        Kind::Ball,
        Kind::Segment,
        Kind::Capsule,
        Kind::Triangle,
        Kind::Cuboid,
        Kind::Ellipsoid,
        Kind::ConvexHull,
        Kind::Built,
        Kind::Cylinder,
        Kind::Cone,
        Kind::Rounded,
        Kind::MinkowskiSum,
        Kind::HullOfTwo,
        Kind::Posed,
        Kind::Transformed,
        Kind::SupportFn,
    ];

    fn from_units([x, y, z]: [i64; 3], exponent: i32) -> Self {
        Self { x: S::from_units(x, exponent), y: S::from_units(y, exponent), z: S::from_units(z, exponent) }
    }

    fn rows(rows: [Self; 3]) -> Self::Rows {
        rows
    }

    fn rotation(turn: Turn, draw: &mut Draw) -> Result<Rotation<Self>, Error> {
        let mut small = || i64::from(draw.below(17)) - 8;
        let [x, y, z, w] = match turn {
            Turn::None => [0, 0, 0, 1],
            Turn::Even => [1, 0, 0, 1],
            Turn::Any => [small(), small(), small(), 9 + small()],
        }
        .map(sixteenths::<Self>);
        Rotation3::from_quaternion(x, y, z, w)
    }

    fn angular(velocity: Self) -> Self {
        velocity
    }

    fn record_angular(angular: Self, record: &mut Record<'_>) {
        record.vector(angular);
    }

    /// Builds a cylinder, a cone, or a polyhedron that a builder makes.
    fn build(body: &Body, draw: &mut Draw, record: &mut Record<'_>, then: Use<'_, Self>) -> Result<(), Error> {
        let [radius, _, half_height] = body.size.map(|size| S::from_units(size, body.exponent));
        match body.kind {
            Kind::Built => {
                let (points, mut builder) = (body.cloud(draw), PolyhedronBuilder::<S, CLOUD, CLOUD>::new());
                let few = builder.build_at_most(FEW, &points)?;
                record.number(few.error);
                record.polyhedron(few.hull.parts());
                if draw.once_in(4) {
                    return then(&few.outer()?, record);
                }
                let built = builder.build(&points)?;
                record.polyhedron(built.parts());
                then(&built, record)
            }
            Kind::Cone => then(&Cone::new(half_height, radius)?, record),
            _ => then(&Cylinder::new(half_height, radius)?, record),
        }
    }
}

impl Body {
    /// Points for a builder: random points, one of them twice, or a dish, whose points are all vertices in space.
    fn cloud<V: Space>(&self, draw: &mut Draw) -> [V; CLOUD] {
        let [x, y, z] = self.size;
        let vector = |units: [i64; 3]| V::from_units(units, self.exponent);
        let is_dish = draw.once_in(2);
        let mut points = [V::ZERO; CLOUD];
        for (point, k) in points.iter_mut().zip(0..) {
            let (i, j) = (k % 9 - 4, k / 9 - 2);
            *point = if is_dish {
                vector([x / 4 * i, y / 2 * j, z / 10 * (i * i + j * j) - z])
            } else {
                vector([[-x, x, draw.within(x)][k.min(2) as usize], draw.within(y), draw.within(z)])
            };
        }
        points[7] = points[draw.below(7) as usize];
        points
    }

    /// Builds the body and passes it on.
    pub fn build<V: Space>(&self, record: &mut Record<'_>, then: Use<'_, V>) -> Result<(), Error> {
        let mut draw = Draw::new(self.seed);
        let length = |units: i64| ScalarOfVector::<V>::from_units(units, self.exponent);
        let vector = |units: [i64; 3]| V::from_units(units, self.exponent);
        let [x, y, z] = self.size;
        let half = self.size.map(|size| size / 2);
        let mut at = |x: i64| vector([x, draw.within(y), draw.within(z)]);
        match self.kind {
            Kind::Point => then(&Point::new(V::ZERO)?, record),
            Kind::Ball => then(&NBall::new(length(x))?, record),
            Kind::Segment => then(&Segment::new(at(-x), at(x))?, record),
            Kind::Capsule => then(&Capsule::new(at(-half[0]), at(half[0]), length(half[0]))?, record),
            Kind::Triangle => then(&Triangle::new(at(-x), at(x), at(x / 4))?, record),
            Kind::Cuboid => then(&NCuboid::new(vector(self.size))?, record),
            Kind::Ellipsoid => then(&NEllipsoid::new(vector(self.size))?, record),
            Kind::ConvexHull => {
                let mut points = [-x, x, x, 0, 0, -x / 2, x / 4, -x].map(&mut at);
                // One of the points occurs twice.
                points[7] = points[draw.below(7) as usize];
                then(&ConvexHull::new(&points)?, record)
            }
            Kind::Rounded => then(&NCuboid::new(vector(half))?.rounded(length(half[0]))?, record),
            Kind::MinkowskiSum => {
                then(&NEllipsoid::new(vector(half))?.plus(Segment::new(at(-half[0]), at(half[0]))?), record)
            }
            Kind::HullOfTwo => {
                let (left, right) = (Pose::translation(at(-half[0]))?, Pose::translation(at(half[0]))?);
                then(&NBall::new(length(half[0]))?.at(left).hull_with(NCuboid::new(vector(half))?.at(right)), record)
            }
            Kind::Posed => {
                let position = at(half[0]);
                let pose = Pose::new(V::rotation(Turn::Any, &mut draw)?, position)?;
                then(&NCuboid::new(vector(self.size))?.at(pose), record)
            }
            Kind::Transformed => {
                let (capsule, translation) = (Capsule::new(at(-x), at(x), length(half[0]))?, at(0));
                // The map scales, shears and mirrors, and its determinant may be zero.
                let mut entry = || i64::from(draw.below(9)) * (ONE / 4) - ONE;
                let rows = [(); 3].map(|()| V::from_units([(); 3].map(|()| entry()), 0));
                let map = Affine::new(V::rows(rows), translation)?;
                match draw.below(3) {
                    0 => then(&NBall::new(length(x))?.transformed(map), record),
                    1 => then(&NCuboid::new(vector(self.size))?.transformed(map), record),
                    _ => then(&capsule.transformed(map), record),
                }
            }
            // The hull of a cross: a corner at either side of every axis.
            Kind::SupportFn => {
                let corners = [vector([x, 0, 0]), vector([0, y, 0]), vector([0, 0, z])];
                then(
                    &SupportFn::new(|dir: V| {
                        let both = corners.into_iter().flat_map(|corner| [corner, -corner]);
                        both.fold(-corners[0], |best, next| if dir.dot(next) > dir.dot(best) { next } else { best })
                    }),
                    record,
                )
            }
            Kind::Polygon | Kind::Built | Kind::Cylinder | Kind::Cone => V::build(self, &mut draw, record, then),
        }
    }
}
