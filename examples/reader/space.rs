//! Makes bodies and poses of the library from the numbers of a case, in the plane and in space.

use crate::case::{Angular, Motion, Pose, Shape};
use crate::number::{Convert, Number, unit_sized};
use crate::refusal::Refusal;
use gjk::{
    Affine, AngularOf, Capsule, Cone, ConvexHull, Cylinder, Error, NBall, NCuboid, NEllipsoid, Point, Rotation,
    Rotation2, Rotation3, Rounded, ScalarOfVector, Segment, Support, UnitOf, Vec2, Vec3, Vector, vec2, vec3,
};

/// A body of any shape. It may borrow the points of a hull.
pub type Body<'p, V> = Box<dyn Support<Vector = V> + 'p>;

/// The plane or space, over one of the number systems.
pub trait Space: Vector<Scalar: Number> {
    /// The name of the plane or space in messages.
    const NAME: &'static str;

    /// The vector with these components, if their number is right.
    fn from_components(components: &[ScalarOfVector<Self>]) -> Option<Self>;

    /// The matrix of the given rows.
    fn matrix(row: impl Fn(usize) -> Self) -> Self::Rows;

    /// The components of a vector.
    fn components(self) -> Vec<f64>;

    /// The components of a unit vector.
    fn unit_components(unit: Self::UnitVector) -> Vec<f64>;

    /// The point at a distance along the axis of shapes: z in space, x in the plane.
    fn on_axis(length: ScalarOfVector<Self>) -> Self;

    /// The rotation of a pose.
    fn rotation(pose: &Pose) -> Result<Rotation<Self>, Refusal>;

    /// The angular velocity of a motion.
    fn angular(angular: Option<&Angular>) -> Result<AngularOf<Self>, Refusal>;

    /// The body of a shape that only this dimension has.
    fn own_shape(shape: &Shape) -> Result<Body<'static, Self>, Refusal>;
}

/// The nearest vector.
pub fn vector<V: Space>(coordinates: &[f64]) -> Result<V, Refusal> {
    let components = coordinates.iter().map(|&c| V::Scalar::from_f64(c)).collect::<Result<Vec<_>, _>>()?;
    let refusal = || Refusal::new(format!("{} coordinates do not make a point in {}", coordinates.len(), V::NAME));
    V::from_components(&components).ok_or_else(refusal)
}

/// The nearest length, not negative.
fn size<S: Number>(value: f64) -> Result<S, Error> {
    if value < 0.0 { Err(Error::Negative) } else { S::from_f64(value) }
}

/// The nearest vector of lengths, none of them negative.
fn sizes<V: Space>(values: &[f64]) -> Result<V, Refusal> {
    if values.iter().any(|&value| value < 0.0) { Err(Error::Negative.into()) } else { vector(values) }
}

/// The points of a hull. Other shapes have no points.
pub fn points<V: Space>(shape: &Shape) -> Result<Vec<V>, Refusal> {
    match shape {
        Shape::Hull { points } => points.iter().map(|point| vector(point)).collect(),
        _ => Ok(Vec::new()),
    }
}

/// The body of a shape, given its [`points`].
pub fn body<'p, V: Space>(shape: &Shape, points: &'p [V]) -> Result<Body<'p, V>, Refusal> {
    Ok(match shape {
        Shape::Point => Box::new(Point::<V>::ORIGIN),
        Shape::Segment { half_length } => {
            let end = V::on_axis(size(*half_length)?);
            Box::new(Segment::new(-end, end)?)
        }
        Shape::Capsule { radius, half_height } => {
            let end = V::on_axis(size(*half_height)?);
            Box::new(Capsule::new(-end, end, size(*radius)?)?)
        }
        Shape::Box { half } => Box::new(NCuboid::<V>::new(sizes(half)?)?),
        Shape::Hull { .. } => Box::new(ConvexHull::new(points)?),
        Shape::Rounded { .. } => return Err(Refusal::new("a rounded shape cannot be rounded again: add the radii")),
        other => V::own_shape(other)?,
    })
}

/// A body rounded by a radius, or `None` if the radius is zero.
pub fn rounded<'b, V: Space>(
    body: &'b (dyn Support<Vector = V> + 'b),
    radius: f64,
) -> Result<Option<Rounded<&'b dyn Support<Vector = V>>>, Refusal> {
    (radius != 0.0).then(|| Ok(Rounded::new(body, size(radius)?)?)).transpose()
}

/// The rigid part of a pose. A matrix contributes its translation; [`affine`] has the rest.
pub fn pose<V: Space>(pose: &Pose) -> Result<gjk::Pose<V>, Refusal> {
    let rotation = V::rotation(pose)?;
    let position = match &pose.m {
        Some(rows) => Some(rows.iter().filter_map(|row| row.last().copied()).collect()),
        None => pose.t.clone(),
    };
    let position = position.map_or(Ok(V::ZERO), |position| vector(&position))?;
    Ok(gjk::Pose::new(rotation, position)?)
}

/// The motion of a body.
pub fn motion<V: Space>(motion: &Motion) -> Result<gjk::Motion<V>, Refusal> {
    let linear = motion.linear.as_deref().map_or(Ok(V::ZERO), vector)?;
    Ok(gjk::Motion::new(linear, V::angular(motion.angular.as_ref())?)?)
}

/// The linear part of a pose that is a matrix.
pub fn affine<V: Space>(pose: &Pose) -> Result<Option<Affine<V>>, Refusal> {
    let Some(matrix) = &pose.m else { return Ok(None) };
    if pose.q.is_some() || pose.angle.is_some() || pose.cs.is_some() || pose.t.is_some() {
        return Err(Refusal::new("beside a matrix m there is no q, t, angle or cs"));
    }
    let dimension = V::AXES.as_ref().len();
    if matrix.len() != dimension || matrix.iter().any(|row| row.len() != dimension + 1) {
        return Err(Refusal::new(format!(
            "a matrix m in {} has {dimension} rows of {} numbers",
            V::NAME,
            dimension + 1
        )));
    }
    let rows = matrix.iter().map(|row| vector(&row[..dimension])).collect::<Result<Vec<V>, _>>()?;
    Ok(Some(Affine::new(V::matrix(|row| rows[row]), V::ZERO)?))
}

/// The components of a rotation as unit fractions. Any multiple of them is the same rotation.
fn units<S: Number, const N: usize>(block: [f64; N]) -> Result<[UnitOf<S>; N], Error> {
    let mut units = [UnitOf::<S>::default(); N];
    for (unit, component) in units.iter_mut().zip(unit_sized(block)) {
        *unit = Convert::from_f64(component)?;
    }
    Ok(units)
}

impl<S: Number> Space for Vec2<S> {
    const NAME: &'static str = "the plane";

    fn from_components(components: &[S]) -> Option<Self> {
        components.try_into().ok().map(Self::from_array)
    }

    fn matrix(row: impl Fn(usize) -> Self) -> Self::Rows {
        std::array::from_fn(row)
    }

    fn components(self) -> Vec<f64> {
        self.to_array().map(Convert::to_f64).into()
    }

    fn unit_components(unit: Self::UnitVector) -> Vec<f64> {
        unit.to_array().map(Convert::to_f64).into()
    }

    fn on_axis(length: S) -> Self {
        vec2(length, S::NIL)
    }

    fn rotation(pose: &Pose) -> Result<Rotation2<S>, Refusal> {
        if pose.q.is_some() {
            return Err(Refusal::new("a quaternion q turns bodies in space, not in the plane"));
        }
        let [cos, sin] = units::<S, 2>(pose.cos_sin()?)?;
        Ok(Rotation2::from_cos_sin(cos, sin)?)
    }

    fn angular(angular: Option<&Angular>) -> Result<S, Refusal> {
        match angular {
            None => Ok(S::default()),
            Some(Angular::Planar(rate)) => Ok(S::from_f64(*rate)?),
            Some(Angular::Spatial(_)) => Err(Refusal::new("an angular velocity in the plane is a number")),
        }
    }

    fn own_shape(shape: &Shape) -> Result<Body<'static, Self>, Refusal> {
        Ok(match shape {
            Shape::Circle { radius } => Box::new(NBall::<Self>::new(size(*radius)?)?),
            Shape::Ellipse { radii } => Box::new(NEllipsoid::<Self>::new(sizes(radii)?)?),
            other => return Err(Refusal::new(format!("there is no {} in the plane", other.name()))),
        })
    }
}

impl<S: Number> Space for Vec3<S> {
    const NAME: &'static str = "space";

    fn from_components(components: &[S]) -> Option<Self> {
        components.try_into().ok().map(Self::from_array)
    }

    fn matrix(row: impl Fn(usize) -> Self) -> Self::Rows {
        std::array::from_fn(row)
    }

    fn components(self) -> Vec<f64> {
        self.to_array().map(Convert::to_f64).into()
    }

    fn unit_components(unit: Self::UnitVector) -> Vec<f64> {
        unit.to_array().map(Convert::to_f64).into()
    }

    fn on_axis(length: S) -> Self {
        vec3(S::NIL, S::NIL, length)
    }

    fn rotation(pose: &Pose) -> Result<Rotation3<S>, Refusal> {
        if pose.angle.is_some() || pose.cs.is_some() {
            return Err(Refusal::new("angle and cs turn bodies in the plane, not in space"));
        }
        let [x, y, z, w] = units::<S, 4>(pose.q.unwrap_or([0.0, 0.0, 0.0, 1.0]))?;
        Ok(Rotation3::from_quaternion(x, y, z, w)?)
    }

    fn angular(angular: Option<&Angular>) -> Result<Self, Refusal> {
        match angular {
            None => Ok(Self::ZERO),
            Some(Angular::Spatial(rates)) => vector(rates),
            Some(Angular::Planar(_)) => Err(Refusal::new("an angular velocity in space is three numbers")),
        }
    }

    fn own_shape(shape: &Shape) -> Result<Body<'static, Self>, Refusal> {
        Ok(match shape {
            Shape::Sphere { radius } => Box::new(NBall::<Self>::new(size(*radius)?)?),
            Shape::Cylinder { radius, half_height } => Box::new(Cylinder::new(size(*half_height)?, size(*radius)?)?),
            Shape::Cone { radius, half_height } => Box::new(Cone::new(size(*half_height)?, size(*radius)?)?),
            Shape::Ellipsoid { radii } => Box::new(NEllipsoid::<Self>::new(sizes(radii)?)?),
            other => return Err(Refusal::new(format!("there is no {} in space", other.name()))),
        })
    }
}
