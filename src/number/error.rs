//! The errors of constructors, and the checks that find them.

use crate::number::scalar::Scalar;
use crate::number::vector::{Vec2, Vector};
use core::fmt;

/// The reason why a constructor or a builder rejected its arguments.
///
/// Shapes, poses, rays, motions and options of queries are checked where they are made. A query on values that passed
/// these checks cannot fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum Error {
    /// A point set holds no point.
    NoPoints,
    /// A number is NaN or infinite.
    NotFinite,
    /// The magnitude of a coordinate, size or velocity is above [`Scalar::LIMIT`](crate::Scalar::LIMIT).
    OutOfRange,
    /// A size, radius, tolerance, distance or time is negative.
    Negative,
    /// The vertices of a polygon do not go once round a strictly convex outline, counter-clockwise.
    NotConvex(OutlineFault),
    /// A quaternion, or a pair of cosine and sine, is zero.
    ZeroRotation,
    /// A matrix given as a rotation is not orthonormal to within 2^−10.
    NotOrthonormal,
    /// A matrix given as a rotation is orthonormal, but its determinant is −1: it mirrors.
    Mirror,
    /// A direction or an axis is zero.
    ZeroDirection,
    /// A hull builder was given more points than its memory holds.
    TooManyPoints {
        /// The number of points given, all of which the memory has to hold.
        needed: usize,
    },
    /// The hull has more vertices than the memory of a hull builder holds.
    TooManyVertices {
        /// A builder with memory for this many vertices suffices; the hull may have fewer.
        sufficient: usize,
    },
}

/// Why vertices are not the outline of a [`Polygon`](crate::Polygon). Corners are numbered from zero, as the vertices
/// are.
///
/// [`PolygonBuilder`](crate::PolygonBuilder) takes the same points and makes the outline of their convex hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum OutlineFault {
    /// There are fewer than three corners.
    TooFewCorners,
    /// A corner coincides with the one before it.
    Repeated {
        /// The second of the two. It is corner 0 if the first corner is given again at the end.
        corner: usize,
    },
    /// The edges at a corner are parallel: it lies on the line through its neighbors.
    Straight {
        /// The corner.
        corner: usize,
    },
    /// No corner turns left: the outline goes clockwise.
    Clockwise,
    /// The outline turns right at a corner and left at another one.
    RightTurn {
        /// The first corner at which it turns right.
        corner: usize,
    },
    /// Every corner turns left, and the outline goes round several times.
    GoesRoundAgain,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPoints => "the point set is empty",
            Self::NotFinite => "a number is NaN or infinite",
            Self::OutOfRange => "a coordinate, size or velocity is beyond the scalar's limit",
            Self::Negative => "a size, radius, tolerance, distance or time is negative",
            Self::NotConvex(fault) => return fault.fmt(f),
            Self::ZeroRotation => "a rotation cannot be made from zeros",
            Self::NotOrthonormal => "the matrix is not a rotation: its rows are not orthonormal to within 2^-10",
            Self::Mirror => "the matrix is not a rotation: it mirrors",
            Self::ZeroDirection => "the direction is zero",
            Self::TooManyPoints { needed } => {
                return write!(f, "the hull builder has too little memory for {needed} points");
            }
            Self::TooManyVertices { sufficient } => {
                return write!(f, "the hull has more vertices than its builder has memory for; {sufficient} suffice");
            }
        })
    }
}

impl core::error::Error for Error {}

impl fmt::Display for OutlineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewCorners => f.write_str("a polygon has at least three corners"),
            Self::Repeated { corner } => write!(f, "corner {corner} coincides with the one before it: leave it out"),
            Self::Straight { corner } => {
                write!(f, "corner {corner} lies on the line through its neighbors: leave it out")
            }
            Self::Clockwise => f.write_str("the outline goes clockwise: reverse the order of its corners"),
            Self::RightTurn { corner } => write!(f, "the outline turns right at corner {corner}, so it is not convex"),
            Self::GoesRoundAgain => f.write_str("the outline goes round more than once: give each corner once"),
        }?;
        f.write_str(" (PolygonBuilder makes a convex outline of points in any order)")
    }
}

impl core::error::Error for OutlineFault {}

/// Checks that a size is finite, within the limit and not negative.
pub(crate) fn size<S: Scalar>(value: S) -> Result<S, Error> {
    sizes(Vec2::splat(value)).map(|both| both.x)
}

/// Is the value allowed as a radius or a half extent: finite, within the limit and not negative?
pub(crate) fn is_size<S: Scalar>(value: S) -> bool {
    value.is_within(S::LIMIT) && value >= S::NIL
}

/// Checks that all components of a vector of half extents or radii are finite, within the limit and not negative.
pub(crate) fn sizes<V: Vector>(value: V) -> Result<V, Error> {
    if point(value)?.is_nonnegative() { Ok(value) } else { Err(Error::Negative) }
}

/// Checks that the coordinates of a point are finite and within the limit.
pub(crate) fn point<V: Vector>(value: V) -> Result<V, Error> {
    if value.is_within(V::Scalar::LIMIT) {
        Ok(value)
    } else if value.is_finite() {
        Err(Error::OutOfRange)
    } else {
        Err(Error::NotFinite)
    }
}

/// Checks that the coordinates of points are finite and within the limit.
pub(crate) fn points<V: Vector, P: AsRef<[V]>>(values: P) -> Result<P, Error> {
    for value in values.as_ref() {
        point(*value)?;
    }
    Ok(values)
}

/// The centre of the bounding box of the points. Checks that there is a point, and that all are finite and within the
/// limit.
pub(crate) fn center<V: Vector>(points: &[V]) -> Result<V, Error> {
    let first = *points.first().ok_or(Error::NoPoints)?;
    let (mut least, mut most) = (first, first);
    for &next in points {
        least = least.component_min(point(next)?);
        most = most.component_max(next);
    }
    Ok(least.midpoint(most))
}

/// Checks that a number, for example a time or a tolerance, is finite and not negative.
pub(crate) fn nonnegative<S: Scalar>(value: S) -> Result<S, Error> {
    if !value.is_finite() {
        Err(Error::NotFinite)
    } else if value < S::NIL {
        Err(Error::Negative)
    } else {
        Ok(value)
    }
}
