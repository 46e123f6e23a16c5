//! From the numbers of a case to shapes and poses of the library, in the plane and in space.

use crate::case::{Pose, Shape};
use crate::number::Number;
use gjk::{
    Affine, Capsule, Cone, ConvexHull, Cylinder, Error, NBall, NCuboid, NEllipsoid, Point, Rotation, Rotation2,
    Rotation3, ScalarOfVector, Segment, Support, UnitOfVector, Vec2, Vec3, Vector, vec2, vec3,
};
use std::fmt;

/// Why a case cannot be solved.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// It makes no sense.
    Case(String),
    /// The library refuses a value.
    Library(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Case(problem) => f.write_str(problem),
            Self::Library(error) => error.fmt(f),
        }
    }
}

fn refuse<T>(problem: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Case(problem.into()))
}

/// Any body.
pub type Body<'p, V> = Box<dyn Support<Vector = V> + 'p>;

/// The plane or space, over one of the number systems.
pub trait Space: Vector<Scalar: Number> {
    /// How messages call it.
    const NAME: &'static str;
    /// Its number of coordinates.
    const DIMENSION: usize;

    /// A vector from as many components.
    fn from_components(components: &[ScalarOfVector<Self>]) -> Option<Self>;

    /// The components of a vector.
    fn components(self) -> Vec<f64>;

    /// The components of a unit vector.
    fn unit_components(unit: Self::UnitVector) -> Vec<f64>;

    /// The rotation of a pose.
    fn rotation(pose: &Pose) -> Result<Rotation<Self>, Refusal>;

    /// The rows of a matrix.
    fn rows(rows: &[Self]) -> Option<Self::Rows>;

    /// The point at a distance along the axis that shapes have: z in space, x in the plane.
    fn on_axis(length: ScalarOfVector<Self>) -> Self;

    /// The shapes that only this dimension has.
    fn special(shape: &Shape) -> Result<Body<'static, Self>, Refusal>;
}

/// The nearest vector.
pub fn vector<V: Space>(coordinates: &[f64]) -> Result<V, Refusal> {
    let components = coordinates.iter().map(|&c| V::Scalar::from_f64(c)).collect::<Result<Vec<_>, _>>()?;
    let found = components.len();
    V::from_components(&components)
        .map_or_else(|| refuse(format!("{} coordinates are needed {}, not {found}", V::DIMENSION, V::NAME)), Ok)
}

/// The points that a shape is the hull of; none for other shapes.
pub fn points<V: Space>(shape: &Shape) -> Result<Vec<V>, Refusal> {
    match shape {
        Shape::Hull { points } => points.iter().map(|point| vector(point)).collect(),
        _ => Ok(Vec::new()),
    }
}

/// The linear part of a pose that is a matrix.
pub fn affine<V: Space>(pose: &Pose) -> Result<Option<Affine<V>>, Refusal> {
    let Some(matrix) = &pose.m else { return Ok(None) };
    let rows = matrix.iter().map(|row| vector(row.split_last().map_or(&[], |(_, linear)| linear)));
    let Some(rows) = V::rows(&rows.collect::<Result<Vec<V>, _>>()?) else {
        return refuse(format!("a matrix has {} rows {}", V::DIMENSION, V::NAME));
    };
    Ok(Some(Affine::new(rows, V::ZERO)?))
}

/// The body of a shape, whose [`points`] are at hand.
pub fn body<'p, V: Space>(shape: &Shape, points: &'p [V]) -> Result<Body<'p, V>, Refusal> {
    Ok(match shape {
        Shape::Point => Box::new(Point::<V>::ORIGIN),
        Shape::Segment { half_length } => {
            let end = V::on_axis(size(*half_length)?);
            Box::new(Segment::new(-end, end)?)
        }
        Shape::Box { half } => Box::new(NCuboid::<V>::new(vector(half)?)?),
        Shape::Capsule { radius, half_height } => {
            let end = V::on_axis(size(*half_height)?);
            Box::new(Capsule::new(-end, end, size(*radius)?)?)
        }
        Shape::Hull { .. } => Box::new(ConvexHull::new(points)?),
        other => V::special(other)?,
    })
}

/// The nearest length, not negative.
fn size<S: Number>(value: f64) -> Result<S, Error> {
    if value < 0.0 { Err(Error::Negative) } else { S::from_f64(value) }
}

/// The translation of a pose.
pub fn translation<V: Space>(pose: &Pose) -> Result<V, Refusal> {
    let column: Option<Vec<f64>> = match &pose.m {
        Some(rows) => rows.iter().map(|row| row.last().copied()).collect(),
        None => pose.t.clone(),
    };
    column.map_or(Ok(V::ZERO), |column| vector(&column))
}

/// Rotation components, as they are or at a size that fits.
fn units<V: Space, const N: usize>(block: [f64; N]) -> Result<[UnitOfVector<V>; N], Error> {
    let fit = V::Scalar::fit(&block);
    let mut units = [UnitOfVector::<V>::default(); N];
    for (unit, component) in units.iter_mut().zip(block) {
        *unit = V::Scalar::unit_from_f64(component * fit)?;
    }
    Ok(units)
}

impl<S: Number> Space for Vec2<S> {
    const NAME: &'static str = "in the plane";
    const DIMENSION: usize = 2;

    fn from_components(components: &[S]) -> Option<Self> {
        components.try_into().ok().map(Self::from_array)
    }

    fn components(self) -> Vec<f64> {
        self.to_array().map(Number::to_f64).to_vec()
    }

    fn unit_components(unit: Self::UnitVector) -> Vec<f64> {
        unit.to_array().map(S::unit_to_f64).to_vec()
    }

    fn rotation(pose: &Pose) -> Result<Rotation2<S>, Refusal> {
        let angle = pose.angle.unwrap_or(0.0);
        let [cos, sin] = units::<Self, 2>(pose.cs.unwrap_or([angle.cos(), angle.sin()]))?;
        Ok(Rotation2::from_cos_sin(cos, sin)?)
    }

    fn rows(rows: &[Self]) -> Option<Self::Rows> {
        rows.try_into().ok()
    }

    fn on_axis(length: S) -> Self {
        vec2(length, S::NIL)
    }

    fn special(shape: &Shape) -> Result<Body<'static, Self>, Refusal> {
        Ok(match shape {
            Shape::Circle { radius } => Box::new(NBall::<Self>::new(size(*radius)?)?),
            Shape::Ellipse { radii } => Box::new(NEllipsoid::<Self>::new(vector(radii)?)?),
            _ => return refuse("the shape does not exist in the plane"),
        })
    }
}

impl<S: Number> Space for Vec3<S> {
    const NAME: &'static str = "in space";
    const DIMENSION: usize = 3;

    fn from_components(components: &[S]) -> Option<Self> {
        components.try_into().ok().map(Self::from_array)
    }

    fn components(self) -> Vec<f64> {
        self.to_array().map(Number::to_f64).to_vec()
    }

    fn unit_components(unit: Self::UnitVector) -> Vec<f64> {
        unit.to_array().map(S::unit_to_f64).to_vec()
    }

    fn rotation(pose: &Pose) -> Result<Rotation3<S>, Refusal> {
        let [x, y, z, w] = units::<Self, 4>(pose.q.unwrap_or([0.0, 0.0, 0.0, 1.0]))?;
        Ok(Rotation3::from_quaternion(x, y, z, w)?)
    }

    fn rows(rows: &[Self]) -> Option<Self::Rows> {
        rows.try_into().ok()
    }

    fn on_axis(length: S) -> Self {
        vec3(S::NIL, S::NIL, length)
    }

    fn special(shape: &Shape) -> Result<Body<'static, Self>, Refusal> {
        Ok(match shape {
            Shape::Sphere { radius } => Box::new(NBall::<Self>::new(size(*radius)?)?),
            Shape::Cylinder { radius, half_height } => Box::new(Cylinder::new(size(*half_height)?, size(*radius)?)?),
            Shape::Cone { radius, half_height } => Box::new(Cone::new(size(*half_height)?, size(*radius)?)?),
            Shape::Ellipsoid { radii } => Box::new(NEllipsoid::<Self>::new(vector(radii)?)?),
            _ => return refuse("the shape does not exist in space"),
        })
    }
}
