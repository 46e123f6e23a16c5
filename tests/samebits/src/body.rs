//! Bodies of every kind, drawn as integers.

use crate::draw::Draw;
use crate::number::{Digits, Number, ONE};
use crate::record::Components;
use gjk::{
    Affine, Capsule, Cone, ConvexHull, Cylinder, Error, NBall, NCuboid, NEllipsoid, Point, Polygon, Pose, Rotation,
    Rotation2, Rotation3, ScalarOfVector, Segment, Support, SupportExt, SupportFn, Triangle, UnitOfVector, Vec2, Vec3,
    Vector,
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

/// Takes a body that lives as long as the call.
pub type Use<'f, V> = &'f mut dyn FnMut(&dyn Support<Vector = V>) -> Result<(), Error>;

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

    /// Builds a body of a kind that only one dimension has.
    fn build(body: &Body, draw: &mut Draw, then: Use<'_, Self>) -> Result<(), Error>;
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

    /// A polygon: one of eight corners, or an arc of a parabola of 21, which is more than are looked at one by one.
    fn build(body: &Body, draw: &mut Draw, then: Use<'_, Self>) -> Result<(), Error> {
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
            Err(Error::NotConvex) => then(&ConvexHull::new(corners)?),
            polygon => then(&polygon?),
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

    /// A cylinder or a cone.
    fn build(body: &Body, _: &mut Draw, then: Use<'_, Self>) -> Result<(), Error> {
        let [radius, _, half_height] = body.size.map(|size| S::from_units(size, body.exponent));
        match body.kind {
            Kind::Cone => then(&Cone::new(half_height, radius)?),
            _ => then(&Cylinder::new(half_height, radius)?),
        }
    }
}

impl Body {
    /// Builds the body and hands it over.
    pub fn build<V: Space>(&self, then: Use<'_, V>) -> Result<(), Error> {
        let mut draw = Draw::new(self.seed);
        let length = |units: i64| ScalarOfVector::<V>::from_units(units, self.exponent);
        let vector = |units: [i64; 3]| V::from_units(units, self.exponent);
        let [x, y, z] = self.size;
        let half = self.size.map(|size| size / 2);
        let mut at = |x: i64| vector([x, draw.within(y), draw.within(z)]);
        match self.kind {
            Kind::Point => then(&Point::new(V::ZERO)?),
            Kind::Ball => then(&NBall::new(length(x))?),
            Kind::Segment => then(&Segment::new(at(-x), at(x))?),
            Kind::Capsule => then(&Capsule::new(at(-half[0]), at(half[0]), length(half[0]))?),
            Kind::Triangle => then(&Triangle::new(at(-x), at(x), at(x / 4))?),
            Kind::Cuboid => then(&NCuboid::new(vector(self.size))?),
            Kind::Ellipsoid => then(&NEllipsoid::new(vector(self.size))?),
            Kind::ConvexHull => {
                let mut points = [-x, x, x, 0, 0, -x / 2, x / 4, -x].map(&mut at);
                // One of them twice.
                points[7] = points[draw.below(7) as usize];
                then(&ConvexHull::new(&points)?)
            }
            Kind::Rounded => then(&NCuboid::new(vector(half))?.rounded(length(half[0]))?),
            Kind::MinkowskiSum => then(&NEllipsoid::new(vector(half))?.plus(Segment::new(at(-half[0]), at(half[0]))?)),
            Kind::HullOfTwo => {
                let (left, right) = (Pose::translation(at(-half[0]))?, Pose::translation(at(half[0]))?);
                then(&NBall::new(length(half[0]))?.at(left).hull_with(NCuboid::new(vector(half))?.at(right)))
            }
            Kind::Posed => {
                let position = at(half[0]);
                let pose = Pose::new(V::rotation(Turn::Any, &mut draw)?, position)?;
                then(&NCuboid::new(vector(self.size))?.at(pose))
            }
            Kind::Transformed => {
                let (capsule, translation) = (Capsule::new(at(-x), at(x), length(half[0]))?, at(0));
                // Scales, shears and mirrors; its determinant may be zero.
                let mut entry = || i64::from(draw.below(9)) * (ONE / 4) - ONE;
                let rows = [(); 3].map(|()| V::from_units([(); 3].map(|()| entry()), 0));
                let map = Affine::new(V::rows(rows), translation)?;
                match draw.below(3) {
                    0 => then(&NBall::new(length(x))?.transformed(map)),
                    1 => then(&NCuboid::new(vector(self.size))?.transformed(map)),
                    _ => then(&capsule.transformed(map)),
                }
            }
            // The corners of a cross: one to each side on every axis.
            Kind::SupportFn => {
                let corners = [vector([x, 0, 0]), vector([0, y, 0]), vector([0, 0, z])];
                then(&SupportFn::new(|dir: V| {
                    let both = corners.into_iter().flat_map(|corner| [corner, -corner]);
                    both.fold(-corners[0], |best, next| if dir.dot(next) > dir.dot(best) { next } else { best })
                }))
            }
            Kind::Polygon | Kind::Cylinder | Kind::Cone => V::build(self, &mut draw, then),
        }
    }
}
