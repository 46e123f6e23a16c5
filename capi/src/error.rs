//! What a call returns, and how a query ended. C gets these values and gives none.

use gjk::{Error, Status};

/// What every function returns that can fail. Unless it is GJK_OK, nothing was written to the result.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum gjk_error {
    /// All went well: the result was written, the shape is good.
    GJK_OK = 0,
    /// A pointer that must not be null is null: a shape, a result, a workspace, the points of a hull or a support
    /// function.
    GJK_ERROR_NULL = 1,
    /// A pointer is not aligned as its type demands; a workspace, to 8 bytes.
    GJK_ERROR_ALIGNMENT = 2,
    /// The kind of a shape is none of the GJK_... kinds, or none of this dimension.
    GJK_ERROR_KIND = 3,
    /// The workspace is smaller than the smallest one.
    GJK_ERROR_WORKSPACE = 4,
    /// A point set is empty.
    GJK_ERROR_NO_POINTS = 5,
    /// A number is NaN or infinite.
    GJK_ERROR_NOT_FINITE = 6,
    /// A coordinate or a size is beyond GJK_LIMITF or GJK_LIMITQ, or a point set is larger than the address space.
    GJK_ERROR_OUT_OF_RANGE = 7,
    /// A size, a margin, a tolerance or a limit is negative.
    GJK_ERROR_NEGATIVE = 8,
    /// The vertices of a polygon do not go once round a strictly convex outline, counter-clockwise.
    GJK_ERROR_NOT_CONVEX = 9,
    /// All numbers of a rotation are zero.
    GJK_ERROR_ZERO_ROTATION = 10,
    /// The input is refused for a reason that has no code yet.
    GJK_ERROR_OTHER = 11,
}

impl From<Error> for gjk_error {
    fn from(error: Error) -> Self {
        match error {
            Error::NoPoints => Self::GJK_ERROR_NO_POINTS,
            Error::NotFinite => Self::GJK_ERROR_NOT_FINITE,
            Error::OutOfRange => Self::GJK_ERROR_OUT_OF_RANGE,
            Error::Negative => Self::GJK_ERROR_NEGATIVE,
            Error::NotConvex => Self::GJK_ERROR_NOT_CONVEX,
            Error::ZeroRotation => Self::GJK_ERROR_ZERO_ROTATION,
            // Matrices are not taken, and a zero direction means the default.
            _ => Self::GJK_ERROR_OTHER,
        }
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
