//! The faults of a polyhedron's data.

use core::fmt::{self, Display};

/// A fault in the data of a [`Polyhedron`](crate::Polyhedron), found by
/// [`Polyhedron::validate`](crate::Polyhedron::validate). Faces are given by the numbers of their corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
#[allow(missing_docs)] // Each variant says what its fields name.
pub enum HullFault {
    /// The lengths of the slices do not agree with each other, or are not those of a closed triangulated surface.
    Lengths,
    /// A coordinate of a vertex is NaN, infinite or out of range.
    Coordinate { vertex: u16 },
    /// Two vertices coincide on the grid of the hull builders.
    Duplicate { vertex: u16, other: u16 },
    /// The row of a vertex names a vertex that does not exist, the vertex itself, or one vertex twice.
    Neighbors { vertex: u16 },
    /// The rows of neighbors of a face's corners disagree about the face: an edge is open, or the face is clockwise.
    Open { face: [u16; 3] },
    /// The corners of a face lie on one line.
    Degenerate { face: [u16; 3] },
    /// A vertex lies beyond the plane of a face.
    NotConvex { face: [u16; 3], vertex: u16 },
    /// The start of an octant is not the number of a vertex.
    Start { octant: u16 },
    /// The start of a cell is not the number of a vertex.
    Cell { cell: u16 },
    /// A coordinate of the centre is NaN, infinite or out of range.
    Center,
    /// The noise is NaN or smaller than the rounding of products that
    /// [`PolyhedronParts::noise`](crate::PolyhedronParts::noise) has to cover.
    Noise,
}

impl Display for HullFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lengths => f.write_str("the numbers of vertices, rows and neighbors do not fit each other"),
            Self::Coordinate { vertex } => write!(f, "vertex {vertex} is not finite or out of range"),
            Self::Duplicate { vertex, other } => write!(f, "vertices {vertex} and {other} coincide"),
            Self::Neighbors { vertex } => write!(f, "vertex {vertex} has a neighbor that cannot be one"),
            Self::Open { face: [a, b, c] } => write!(f, "face {a}, {b}, {c} is open or wound the wrong way"),
            Self::Degenerate { face: [a, b, c] } => write!(f, "face {a}, {b}, {c} has no area"),
            Self::NotConvex { face: [a, b, c], vertex } => write!(f, "vertex {vertex} lies beyond face {a}, {b}, {c}"),
            Self::Start { octant } => write!(f, "the start of octant {octant} is no vertex"),
            Self::Cell { cell } => write!(f, "the start of cell {cell} is no vertex"),
            Self::Center => f.write_str("the centre is not finite or out of range"),
            Self::Noise => f.write_str("the noise is smaller than products round"),
        }
    }
}

impl core::error::Error for HullFault {}
