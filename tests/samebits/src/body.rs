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
    /// A polygon or a polyhedron made by a builder.
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

/// A body: what is needed to build it, alike for every scalar.
#[derive(Clone, Copy)]
pub struct Body {
    pub kind: Kind,
    /// Half of its extents. To either side along x it reaches just so far, unless it is at a pose or under a map.
    pub size: [i64; 3],
    /// The scale, a power of two.
    pub exponent: i32,
    /// What draws everything else.
    pub seed: u64,
}

/// How a body is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Not at all.
    None,
    /// Such that it reaches as far along x: by a quarter about x in space, by a half in the plane.
    Even,
    /// Anyhow.
    Any,
}

/// Takes a body that lives as long as the call, and what to record in.
pub type Use<'f, V> = &'f mut dyn FnMut(&dyn Faceted<Vector = V>, &mut Record<'_>) -> Result<(), Error>;

/// Points of a cloud: of its 45 vertices climbing takes more than one step, and looking at all is not the rule.
const CLOUD: usize = 45;

/// Vertices of a hull that has fewer than its points ask for.
const FEW: usize = 6;

/// The plane or space.
pub trait Space: Vector<Scalar: Number, UnitVector: Components> + Components {
    /// Its name.
    const NAME: &'static str;

    /// The kinds of bodies in it.
    const KINDS: &'static [Kind];

    /// A vector of `units / ONE · 2^exponent`; the plane takes the first two.
    fn from_units(units: [i64; 3], exponent: i32) -> Self;

    /// The rows of a matrix; the plane takes the first two.
    fn rows(rows: [Self; 3]) -> Self::Rows;

    /// A rotation from small integers.
    fn rotation(turn: Turn, draw: &mut Draw) -> Result<Rotation<Self>, Error>;

    /// An angular velocity from a linear one; in the plane its first component.
    fn angular(velocity: Self) -> AngularOf<Self>;

    /// Records an angular velocity, or what is measured per angle.
    fn record_angular(angular: AngularOf<Self>, record: &mut Record<'_>);

    /// Builds a body of a kind that only one dimension has, or in its own way.
    fn build(body: &Body, draw: &mut Draw, record: &mut Record<'_>, then: Use<'_, Self>) -> Result<(), Error>;
}

/// A sixteenth of a whole as a unit fraction, so many times.
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

    /// A polygon: one of eight corners, or an arc of a parabola of 21, which is more than are looked at one by one; or
    /// one that a builder makes.
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
            // Flat, or at a scale that has too few digits.
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

    /// A cylinder, a cone, or a polyhedron that a builder makes.
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
    /// Points for a builder: some anywhere, one of them twice, or a dish all of whose points are vertices in space.
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

    /// Builds the body and hands it over.
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
                // One of them twice.
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
                // Scales, shears and mirrors; its determinant may be zero.
                let mut entry = || i64::from(draw.below(9)) * (ONE / 4) - ONE;
                let rows = [(); 3].map(|()| V::from_units([(); 3].map(|()| entry()), 0));
                let map = Affine::new(V::rows(rows), translation)?;
                match draw.below(3) {
                    0 => then(&NBall::new(length(x))?.transformed(map), record),
                    1 => then(&NCuboid::new(vector(self.size))?.transformed(map), record),
                    _ => then(&capsule.transformed(map), record),
                }
            }
            // The corners of a cross: one to each side on every axis.
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
