//! What a call returns, and how a query ended. C gets these values and gives none.

use gjk::{Error, HullFault, Status};

/// What every function returns that can fail. Unless it is GJK_OK, nothing was written to the result.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum gjk_error {
    /// All went well: the result was written, the shape is good.
    GJK_OK = 0,
    /// A pointer that must not be null is null: a shape, a ray, a velocity, a result, a workspace, the points of a hull
    /// or a support function.
    GJK_ERROR_NULL = 1,
    /// A pointer is not aligned as its type demands; a workspace or the memory of a hull, to 8 bytes.
    GJK_ERROR_ALIGNMENT = 2,
    /// The kind of a shape is none of the GJK_... kinds, or none of this dimension.
    GJK_ERROR_KIND = 3,
    /// The workspace, or the memory of a hull, is smaller than the smallest one.
    GJK_ERROR_WORKSPACE = 4,
    /// A point set is empty.
    GJK_ERROR_NO_POINTS = 5,
    /// A number is NaN or infinite.
    GJK_ERROR_NOT_FINITE = 6,
    /// A coordinate or a size is beyond GJK_LIMITF or GJK_LIMITQ, or a point set is larger than the address space.
    GJK_ERROR_OUT_OF_RANGE = 7,
    /// A size, a margin, a tolerance, a limit or a time is negative.
    GJK_ERROR_NEGATIVE = 8,
    /// The vertices of a polygon do not go once round a strictly convex outline, counter-clockwise.
    GJK_ERROR_NOT_CONVEX = 9,
    /// All numbers of a rotation are zero.
    GJK_ERROR_ZERO_ROTATION = 10,
    /// The input is refused for a reason that has no code yet.
    GJK_ERROR_OTHER = 11,
    /// The direction of a ray is zero.
    GJK_ERROR_ZERO_DIRECTION = 12,
    /// There are more points than the memory of a hull holds.
    GJK_ERROR_TOO_MANY_POINTS = 13,
    /// The hull has more vertices than its memory holds.
    GJK_ERROR_TOO_MANY_VERTICES = 14,
    /// The numbers of a polyhedron are not those of a closed convex surface. Only check_shape looks at them.
    GJK_ERROR_POLYHEDRON = 15,
}

impl From<Error> for gjk_error {
    fn from(error: Error) -> Self {
        match error {
            Error::NoPoints => Self::GJK_ERROR_NO_POINTS,
            Error::NotFinite => Self::GJK_ERROR_NOT_FINITE,
            Error::OutOfRange => Self::GJK_ERROR_OUT_OF_RANGE,
            Error::Negative => Self::GJK_ERROR_NEGATIVE,
            Error::NotConvex(_) => Self::GJK_ERROR_NOT_CONVEX,
            Error::ZeroRotation => Self::GJK_ERROR_ZERO_ROTATION,
            Error::ZeroDirection => Self::GJK_ERROR_ZERO_DIRECTION,
            Error::TooManyPoints { .. } => Self::GJK_ERROR_TOO_MANY_POINTS,
            Error::TooManyVertices { .. } => Self::GJK_ERROR_TOO_MANY_VERTICES,
            // Matrices are not taken.
            _ => Self::GJK_ERROR_OTHER,
        }
    }
}

impl From<HullFault> for gjk_error {
    fn from(_: HullFault) -> Self {
        Self::GJK_ERROR_POLYHEDRON
    }
}

/// How a query ended. The bounds of the answer hold whatever the status.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum gjk_status {
    /// The bounds met within the tolerance, or within rounding.
    GJK_CONVERGED = 0,
    /// Contact within rounding: neither separation nor overlap could be proven.
    GJK_UNDECIDED = 1,
    /// The bodies are proven farther apart than the limit: lower_bound is beyond it.
    GJK_DISTANCE_LIMIT = 2,
    /// Rounding stopped the search before the tolerance was met. The answer is the best known.
    GJK_STALLED = 3,
    /// The rounds were used up. The answer is the best known.
    GJK_ITERATION_LIMIT = 4,
    /// The workspace has no room for another vertex. For curved bodies the depth has then been refined, mostly to
    /// rounding, and only the bound on how deep they are at least is left behind.
    GJK_BUFFER_FULL = 5,
    /// A support function returned NaN, infinity or a point out of range. What was known before it is the answer.
    GJK_BAD_SUPPORT = 6,
    /// It ended for a reason that has no name yet.
    GJK_OTHER = 7,
}

impl From<Status> for gjk_status {
    fn from(status: Status) -> Self {
        match status {
            Status::Converged => Self::GJK_CONVERGED,
            Status::Undecided => Self::GJK_UNDECIDED,
            Status::DistanceLimit => Self::GJK_DISTANCE_LIMIT,
            Status::Stalled => Self::GJK_STALLED,
            Status::IterationLimit => Self::GJK_ITERATION_LIMIT,
            Status::BufferFull => Self::GJK_BUFFER_FULL,
            Status::BadSupport => Self::GJK_BAD_SUPPORT,
            _ => Self::GJK_OTHER,
        }
    }
}
