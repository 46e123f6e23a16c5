//! Plans of bodies: the data of a body, from which it can be built again at another scale.

use crate::number::{Number, P, Space, cross, length, scale, sub};
use crate::{Bytes, Fuzzed, Manner, pose, vector};
use gjk::{
    Affine, Capsule, Cone, ConvexHull, Cylinder, Error, Faceted, Feature, Form, Hint, HullOfTwo, MinkowskiSum, NBall,
    NCuboid, NEllipsoid, Point, Polygon, Pose, Posed, Rounded, Scalar, Segment, Support, Transformed, Triangle, Vec2,
    Vec3, Vector,
};

/// The data of a body.
#[derive(Clone, Debug)]
pub enum Plan<V: Vector> {
    Ball(V::Scalar),
    Cuboid(V),
    Capsule([V; 2], V::Scalar),
    Ellipsoid(V),
    Point(V),
    Segment([V; 2]),
    Triangle([V; 3]),
    Hull(Vec<V>),
    /// A shape that exists in this dimension only.
    Own(u8, Vec<V>, [V::Scalar; 2]),
    Rounded(Box<Self>, V::Scalar),
    Sum(Box<[Self; 2]>),
    HullOfTwo(Box<[Self; 2]>),
    Posed(Box<Self>, Pose<V>),
    Transformed(Box<Self>, Affine<V>),
}

impl<V: Fuzzed> Plan<V> {
    /// Draws a plan with at most `depth` nested combinators.
    pub fn draw<M: Manner<V::Scalar>>(bytes: &mut Bytes<'_>, depth: u8) -> Result<Self, Error> {
        let kind = bytes.below(if depth == 0 { 10 } else { 15 });
        let inner = |bytes: &mut Bytes<'_>| Self::draw::<M>(bytes, depth - 1);
        let pair = |bytes: &mut Bytes<'_>| Ok::<_, Error>(Box::new([inner(bytes)?, inner(bytes)?]));
        Ok(match kind {
            0 => Self::Ball(M::size(bytes)),
            1 => Self::Cuboid(V::draw(|| M::size(bytes))),
            2 => Self::Capsule([vector::<V, M>(bytes), vector::<V, M>(bytes)], M::size(bytes)),
            3 => Self::Ellipsoid(V::draw(|| M::size(bytes))),
            4 => Self::Point(vector::<V, M>(bytes)),
            5 => Self::Segment([(); 2].map(|()| vector::<V, M>(bytes))),
            6 => Self::Triangle([(); 3].map(|()| vector::<V, M>(bytes))),
            7 => Self::Hull(points::<V, M>(bytes, 12)),
            8 | 9 => {
                Self::Own(bytes.byte(), V::outline(|| points::<V, M>(bytes, 24)), [(); 2].map(|()| M::size(bytes)))
            }
            10 => Self::Rounded(Box::new(inner(bytes)?), M::size(bytes)),
            11 => Self::Sum(pair(bytes)?),
            12 => Self::HullOfTwo(pair(bytes)?),
            13 => Self::Posed(Box::new(inner(bytes)?), pose::<V, M>(bytes)?),
            _ => {
                let rows = V::rows_of(|| vector::<V, M>(bytes));
                Self::Transformed(Box::new(inner(bytes)?), Affine::new(rows, vector::<V, M>(bytes))?)
            }
        })
    }

    /// Builds the body.
    pub fn build(&self) -> Result<Held<'_, V>, Error> {
        Ok(Held(match self {
            Self::Ball(radius) => Box::new(NBall::new(*radius)?),
            Self::Cuboid(half_extents) => Box::new(NCuboid::new(*half_extents)?),
            Self::Capsule([a, b], radius) => Box::new(Capsule::new(*a, *b, *radius)?),
            Self::Ellipsoid(radii) => Box::new(NEllipsoid::new(*radii)?),
            Self::Point(position) => Box::new(Point::new(*position)?),
            Self::Segment([a, b]) => Box::new(Segment::new(*a, *b)?),
            Self::Triangle([a, b, c]) => Box::new(Triangle::new(*a, *b, *c)?),
            Self::Hull(points) => Box::new(ConvexHull::new(points)?),
            Self::Own(kind, points, sizes) => V::own(*kind, points, *sizes)?,
            Self::Rounded(inner, radius) => Box::new(Rounded::new(inner.build()?, *radius)?),
            Self::Sum(pair) => Box::new(MinkowskiSum::new(pair[0].build()?, pair[1].build()?)),
            Self::HullOfTwo(pair) => Box::new(HullOfTwo::new(pair[0].build()?, pair[1].build()?)),
            Self::Posed(inner, pose) => Box::new(Posed::new(inner.build()?, *pose)),
            Self::Transformed(inner, map) => Box::new(Transformed::new(inner.build()?, *map)),
        }))
    }

    /// The plan with all lengths multiplied by 2^exponent.
    pub fn scaled(&self, exponent: i32) -> Self {
        let factor = 2.0_f64.powi(exponent);
        let size = |size: V::Scalar| V::Scalar::of(size.value() * factor);
        let point = |point: V| V::of(scale(point.value(), factor));
        let pair = |pair: &[Self; 2]| Box::new([pair[0].scaled(exponent), pair[1].scaled(exponent)]);
        match self {
            Self::Ball(radius) => Self::Ball(size(*radius)),
            Self::Cuboid(half_extents) => Self::Cuboid(point(*half_extents)),
            Self::Capsule(ends, radius) => Self::Capsule(ends.map(point), size(*radius)),
            Self::Ellipsoid(radii) => Self::Ellipsoid(point(*radii)),
            Self::Point(position) => Self::Point(point(*position)),
            Self::Segment(ends) => Self::Segment(ends.map(point)),
            Self::Triangle(points) => Self::Triangle(points.map(point)),
            Self::Hull(points) => Self::Hull(points.iter().copied().map(point).collect()),
            Self::Own(kind, points, sizes) => {
                Self::Own(*kind, points.iter().copied().map(point).collect(), sizes.map(size))
            }
            Self::Rounded(inner, radius) => Self::Rounded(Box::new(inner.scaled(exponent)), size(*radius)),
            Self::Sum(both) => Self::Sum(pair(both)),
            Self::HullOfTwo(both) => Self::HullOfTwo(pair(both)),
            Self::Posed(inner, pose) => Self::Posed(Box::new(inner.scaled(exponent)), scaled_pose(*pose, exponent)),
            Self::Transformed(inner, map) => {
                let map = Affine::new(map.rows(), point(map.translation())).expect("in range");
                Self::Transformed(Box::new(inner.scaled(exponent)), map)
            }
        }
    }

    /// An upper bound, before rounding, on the coordinates of the body and on the intermediate values that they are
    /// computed from.
    pub fn reach(&self) -> f64 {
        let far = |points: &[V]| points.iter().map(|point| length(point.value())).fold(0.0, f64::max);
        match self {
            Self::Ball(radius) => radius.value(),
            Self::Cuboid(point) | Self::Ellipsoid(point) | Self::Point(point) => length(point.value()),
            Self::Capsule(ends, radius) => far(ends) + radius.value(),
            Self::Segment(points) => far(points),
            Self::Triangle(points) => far(points),
            Self::Hull(points) => far(points),
            Self::Own(_, points, [h, r]) => far(points).max(h.value() + r.value()),
            Self::Rounded(inner, radius) => inner.reach() + radius.value(),
            Self::Sum(pair) => pair[0].reach() + pair[1].reach(),
            Self::HullOfTwo(pair) => pair[0].reach().max(pair[1].reach()),
            Self::Posed(inner, pose) => inner.reach() + length(pose.position().value()),
            Self::Transformed(inner, map) => inner.reach() * norm(*map).max(1.0) + length(map.translation().value()),
        }
    }

    /// The smallest size, coordinate or entry of a rotation that is not zero, times the entry of a map if that makes it
    /// smaller; infinite without one.
    pub fn least(&self) -> f64 {
        let size = |size: V::Scalar| if size > V::Scalar::NIL { size.value() } else { f64::INFINITY };
        let near = |points: &[V]| points.iter().map(|point| smallest(point.value())).fold(f64::INFINITY, f64::min);
        match self {
            Self::Ball(radius) => size(*radius),
            Self::Cuboid(point) | Self::Ellipsoid(point) | Self::Point(point) => smallest(point.value()),
            Self::Capsule(ends, radius) => near(ends).min(size(*radius)),
            Self::Segment(points) => near(points),
            Self::Triangle(points) => near(points),
            Self::Hull(points) => near(points),
            Self::Own(_, points, [h, r]) => near(points).min(size(*h)).min(size(*r)),
            Self::Rounded(inner, radius) => inner.least().min(size(*radius)),
            Self::Sum(pair) | Self::HullOfTwo(pair) => pair[0].least().min(pair[1].least()),
            Self::Posed(inner, pose) => inner.least().min(least(*pose)),
            Self::Transformed(inner, map) => {
                let entries = map.rows().as_ref().iter().map(|row| smallest(row.value())).fold(1.0, f64::min);
                (inner.least() * entries).min(smallest(map.translation().value()))
            }
        }
    }

    /// An upper bound on the rounding error of a point, in steps: a map stretches the error of the body that it maps.
    pub fn gain(&self) -> f64 {
        match self {
            Self::Rounded(inner, _) | Self::Posed(inner, _) => inner.gain(),
            Self::Sum(pair) | Self::HullOfTwo(pair) => pair[0].gain().max(pair[1].gain()),
            Self::Transformed(inner, map) => inner.gain() * norm(*map).max(1.0),
            _ => 1.0,
        }
    }

    /// The largest number of rotations that a point of the body goes through.
    pub fn rotations(&self) -> u32 {
        match self {
            Self::Rounded(inner, _) | Self::Transformed(inner, _) => inner.rotations(),
            Self::Sum(pair) | Self::HullOfTwo(pair) => pair[0].rotations().max(pair[1].rotations()),
            Self::Posed(inner, _) => inner.rotations() + 1,
            _ => 0,
        }
    }

    /// Whether the plan has no combinator.
    pub fn is_shape(&self) -> bool {
        use Plan::{HullOfTwo, Posed, Rounded, Sum, Transformed};
        !matches!(self, Rounded(..) | Sum(..) | HullOfTwo(..) | Posed(..) | Transformed(..))
    }
}

/// The magnitude of the smallest coordinate that is not zero; infinite without one.
fn smallest(point: P) -> f64 {
    point.map(f64::abs).into_iter().filter(|&x| x > 0.0).fold(f64::INFINITY, f64::min)
}

/// The magnitude of the smallest number of a pose that is not zero.
pub fn least<V: Fuzzed>(pose: Pose<V>) -> f64 {
    V::rows(pose.rotation()).map(smallest).into_iter().fold(smallest(pose.position().value()), f64::min)
}

/// An upper bound on the factor by which a map lengthens a vector.
fn norm<V: Fuzzed>(map: Affine<V>) -> f64 {
    map.rows().as_ref().iter().map(|row| length(row.value())).fold(0.0, f64::hypot)
}

/// The pose with its position multiplied by 2^exponent.
pub fn scaled_pose<V: Fuzzed>(pose: Pose<V>, exponent: i32) -> Pose<V> {
    let position = V::of(scale(pose.position().value(), 2.0_f64.powi(exponent)));
    Pose::new(pose.rotation(), position).expect("in range")
}

/// Draws up to `most` points; some repeat others, lie halfway between two, or on the line through two.
fn points<V: Fuzzed, M: Manner<V::Scalar>>(bytes: &mut Bytes<'_>, most: u8) -> Vec<V> {
    let mut points = vec![vector::<V, M>(bytes)];
    for _ in 0..bytes.below(most) {
        let earlier = |byte: u8| points[usize::from(byte) % points.len()];
        let next = match bytes.below(8) {
            0 => earlier(bytes.byte()),
            1 => earlier(bytes.byte()).midpoint(earlier(bytes.byte())),
            2 => V::of(sub(scale(earlier(bytes.byte()).value(), 2.0), earlier(bytes.byte()).value())),
            _ => vector::<V, M>(bytes),
        };
        points.push(next);
    }
    points
}

/// A body of any type, with all that the type says about itself.
pub struct Held<'p, V>(Box<dyn Faceted<Vector = V> + 'p>);

impl<V: Vector> Support for Held<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.0.support(dir)
    }

    fn margin(&self) -> V::Scalar {
        self.0.margin()
    }

    fn center(&self) -> V {
        self.0.center()
    }

    fn is_polytope(&self) -> bool {
        self.0.is_polytope()
    }

    fn support_from(&self, dir: V, hint: &mut Hint) -> V {
        self.0.support_from(dir, hint)
    }

    fn vertex(&self, hint: Hint) -> Option<V> {
        self.0.vertex(hint)
    }

    fn form(&self) -> Form<'_, V> {
        self.0.form()
    }
}

impl<V: Vector> Faceted for Held<'_, V> {
    fn feature(&self, dir: V) -> Feature<V> {
        self.0.feature(dir)
    }
}

/// Shapes and matrices that differ between the dimensions.
pub trait Shapes: Space {
    /// A shape that exists in this dimension only.
    fn own<'p>(
        kind: u8,
        points: &'p [Self],
        sizes: [Self::Scalar; 2],
    ) -> Result<Box<dyn Faceted<Vector = Self> + 'p>, Error>;

    /// The vertices of the hull as a polygon in the plane; nothing in space, where no point is drawn.
    fn outline(points: impl FnOnce() -> Vec<Self>) -> Vec<Self>;

    /// The rows of a matrix.
    fn rows_of(row: impl FnMut() -> Self) -> Self::Rows;
}

/// The points at which a path along the given ones turns left, without the last point.
fn chain<'p, S: Number>(points: impl Iterator<Item = &'p Vec2<S>>) -> Vec<Vec2<S>> {
    let mut chain: Vec<Vec2<S>> = Vec::new();
    for &point in points {
        while let [.., p, q] = chain[..]
            && cross(sub(q.value(), p.value()), sub(point.value(), q.value()))[2] <= 0.0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain.pop();
    chain
}

impl<S: Number> Shapes for Vec2<S> {
    fn own<'p>(_: u8, points: &'p [Self], _: [S; 2]) -> Result<Box<dyn Faceted<Vector = Self> + 'p>, Error> {
        Ok(Box::new(Polygon::new(points)?))
    }

    /// The corners of the hull, counter-clockwise: the lower chain, then the upper one (Andrew 1979).
    fn outline(points: impl FnOnce() -> Vec<Self>) -> Vec<Self> {
        let mut sorted = points();
        sorted.retain(|point| point.is_finite());
        sorted.sort_by(|p, q| p.value().partial_cmp(&q.value()).expect("finite"));
        let mut outline = chain(sorted.iter());
        outline.extend(chain(sorted.iter().rev()));
        outline
    }

    fn rows_of(mut row: impl FnMut() -> Self) -> [Self; 2] {
        [row(), row()]
    }
}

impl<S: Number> Shapes for Vec3<S> {
    fn own<'p>(kind: u8, _: &'p [Self], [h, r]: [S; 2]) -> Result<Box<dyn Faceted<Vector = Self> + 'p>, Error> {
        Ok(match kind % 3 {
            0 => Box::new(Cylinder::new(h, r)?),
            1 => Box::new(Cone::new(h, r)?),
            _ => Box::new(Capsule::upright(h, r)?),
        })
    }

    fn outline(_: impl FnOnce() -> Vec<Self>) -> Vec<Self> {
        Vec::new()
    }

    fn rows_of(mut row: impl FnMut() -> Self) -> [Self; 3] {
        [row(), row(), row()]
    }
}
