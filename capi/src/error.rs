//! The error codes of calls and the statuses of answers, with their texts. The library returns these enums to C and
//! never takes one from C, because a C enum may hold any integer: the functions for the texts take an `i32`.

use core::ffi::c_char;
use gjk::{Error, HullFault, Status};

/// Why a call failed. Unless it is GJK_OK, the call has written nothing to its results.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum gjk_error {
    /// No error: the results were written; for check_shape, the shape is valid.
    GJK_OK = 0,
    /// A pointer that must not be null is null. Only a pose, a motion, the options, a warm start, the error of
    /// build_hull, the user pointer of a support function and arrays of length zero may be null.
    GJK_ERROR_NULL = 1,
    /// A pointer is not aligned as its type requires, or a workspace or the memory of a hull is not aligned to 8 bytes.
    GJK_ERROR_ALIGNMENT = 2,
    /// The kind of a shape is not one of GJK_POINT to GJK_POLYHEDRON, or does not exist in this dimension.
    GJK_ERROR_KIND = 3,
    /// The workspace, or the memory of a hull, is smaller than the smallest struct for it.
    GJK_ERROR_WORKSPACE = 4,
    /// A hull, a polygon or a polyhedron has no points.
    GJK_ERROR_NO_POINTS = 5,
    /// A number is NaN or infinite.
    GJK_ERROR_NOT_FINITE = 6,
    /// A coordinate or a size exceeds GJK_LIMITF or GJK_LIMITQ in magnitude, or an array is larger than the address
    /// space.
    GJK_ERROR_OUT_OF_RANGE = 7,
    /// A size, a margin, a tolerance, a distance limit, a target distance or a time is negative.
    GJK_ERROR_NEGATIVE = 8,
    /// The vertices of a polygon do not go once around a strictly convex outline in counter-clockwise order.
    GJK_ERROR_NOT_CONVEX = 9,
    /// All entries of a rotation are zero.
    GJK_ERROR_ZERO_ROTATION = 10,
    /// The input is invalid for a reason that has no code of its own.
    GJK_ERROR_OTHER = 11,
    /// The direction of a ray is zero.
    GJK_ERROR_ZERO_DIRECTION = 12,
    /// build_hull got more points than the memory has room for.
    GJK_ERROR_TOO_MANY_POINTS = 13,
    /// The hull that build_hull was to make has more vertices than the memory has room for.
    GJK_ERROR_TOO_MANY_VERTICES = 14,
    /// The numbers of a polyhedron do not describe a closed convex surface. Only check_shape returns this.
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
            // The errors of rotation matrices, which this interface does not accept, and those of later versions.
            _ => Self::GJK_ERROR_OTHER,
        }
    }
}

impl From<HullFault> for gjk_error {
    fn from(_: HullFault) -> Self {
        Self::GJK_ERROR_POLYHEDRON
    }
}

/// How a query ended. The bounds in its result hold on every status.
#[repr(i32)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum gjk_status {
    /// The bounds agree to the tolerance, or to rounding.
    GJK_CONVERGED = 0,
    /// The bodies touch to within rounding: neither separation nor overlap could be proven.
    GJK_UNDECIDED = 1,
    /// The bodies are proven farther apart than the limit of the options: lower_bound exceeds it. For penetration the
    /// limit is zero.
    GJK_DISTANCE_LIMIT = 2,
    /// Rounding stopped the search before the bounds agreed to the tolerance. The result is the best known.
    GJK_STALLED = 3,
    /// An iteration limit of the options stopped the search. The result is the best known.
    GJK_ITERATION_LIMIT = 4,
    /// The workspace has no room for another vertex. If a core (a shape without its margins and radii) is curved, the
    /// depth has been refined nevertheless, usually to rounding, and only the lower bound of the depth, -upper_bound,
    /// is less tight.
    GJK_BUFFER_FULL = 5,
    /// A support function returned NaN, infinity or a point out of range. The result is what was known before that.
    GJK_BAD_SUPPORT = 6,
    /// The query ended for a reason that has no status of its own.
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

/// Looks up the text for a number that C passes in place of an enum. The compiler rejects a variant without a text.
macro_rules! text {
    ($number:ident as $name:ident { $($variant:ident: $text:literal,)+ } else $unknown:literal) => {{
        $(const $variant: i32 = $name::$variant as i32;)+
        const _: fn($name) = |variant| match variant {
            $($name::$variant => (),)+
        };
        let text = match $number {
            $($variant => $text,)+
            _ => $unknown,
        };
        text.as_ptr()
    }};
}

/// Returns a description of an error code in English, without a final full stop or line break: a string constant, never
/// null. A number that is not a gjk_error gives "unknown error code".
#[unsafe(no_mangle)]
pub extern "C" fn gjk_error_text(error: i32) -> *const c_char {
    text!(error as gjk_error {
        GJK_OK: c"no error",
        GJK_ERROR_NULL: c"a pointer that must not be null is null",
        GJK_ERROR_ALIGNMENT: c"a pointer is misaligned",
        GJK_ERROR_KIND: c"the kind of a shape does not exist in this dimension",
        GJK_ERROR_WORKSPACE: c"the workspace or the memory of a hull is too small",
        GJK_ERROR_NO_POINTS: c"a hull, a polygon or a polyhedron has no points",
        GJK_ERROR_NOT_FINITE: c"a number is NaN or infinite",
        GJK_ERROR_OUT_OF_RANGE: c"a coordinate, a size or the length of an array is out of range",
        GJK_ERROR_NEGATIVE: c"a size, a margin, a tolerance, a distance or a time is negative",
        GJK_ERROR_NOT_CONVEX: c"the vertices are not those of a strictly convex polygon in counter-clockwise order",
        GJK_ERROR_ZERO_ROTATION: c"all entries of a rotation are zero",
        GJK_ERROR_OTHER: c"the input is invalid",
        GJK_ERROR_ZERO_DIRECTION: c"the direction of a ray is zero",
        GJK_ERROR_TOO_MANY_POINTS: c"there are more points than the memory of the hull has room for",
        GJK_ERROR_TOO_MANY_VERTICES: c"the hull has more vertices than its memory has room for",
        GJK_ERROR_POLYHEDRON: c"the numbers of a polyhedron do not describe a closed convex surface",
    } else c"unknown error code")
}

/// Returns a description of a status in English, without a final full stop or line break: a string constant, never
/// null. A number that is not a gjk_status gives "unknown status".
#[unsafe(no_mangle)]
pub extern "C" fn gjk_status_text(status: i32) -> *const c_char {
    text!(status as gjk_status {
        GJK_CONVERGED: c"converged",
        GJK_UNDECIDED: c"undecided: the bodies touch to within rounding",
        GJK_DISTANCE_LIMIT: c"the bodies are farther apart than the limit",
        GJK_STALLED: c"stalled: rounding stopped the search",
        GJK_ITERATION_LIMIT: c"an iteration limit was reached",
        GJK_BUFFER_FULL: c"the workspace is full",
        GJK_BAD_SUPPORT: c"a support function returned an invalid point",
        GJK_OTHER: c"ended for another reason",
    } else c"unknown status")
}
