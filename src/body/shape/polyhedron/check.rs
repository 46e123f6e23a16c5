//! The checks of a polyhedron's data.

use crate::body::shape::polyhedron::cells::cells_for;
use crate::body::shape::polyhedron::fault::HullFault;
use crate::body::shape::polyhedron::parts::PolyhedronParts;
use crate::body::shape::polyhedron::{Polyhedron, pairs};
use crate::number::error;
use crate::number::grid::Grid;
use crate::number::scalar::Scalar;

impl<'p, S: Scalar> Polyhedron<'p, S> {
    /// Checks that the surface is closed, counter-clockwise and convex, that no vertex repeats, and that the rows of
    /// neighbors agree with each other. The checks are exact on the grid of the hull builders. They take a time that
    /// grows with the square of the number of vertices.
    ///
    /// # Errors
    /// The first fault found.
    pub fn validate(&self) -> Result<(), HullFault> {
        self.check_lengths()?;
        let (parts, count) = (&self.parts, self.len());
        for (number, vertex) in self.vertices().enumerate() {
            error::point(vertex).map_err(|_| HullFault::Coordinate { vertex: number as u16 })?;
        }
        let extent = self.extent();
        error::point(parts.center).map_err(|_| HullFault::Center)?;
        let covers_rounding = parts.noise >= Self::noise(extent);
        if !covers_rounding {
            return Err(HullFault::Noise);
        }
        if let Some(octant) = parts.starts.iter().position(|&start| usize::from(start) >= count) {
            return Err(HullFault::Start { octant: octant as u16 });
        }
        if let Some(cell) = parts.cells.iter().position(|&start| usize::from(start) >= count) {
            return Err(HullFault::Cell { cell: cell as u16 });
        }
        self.check_rows()?;
        self.check_planes(|number| self.vertex(number).to_array().map(|coordinate| coordinate.to_grid(extent)))
    }

    /// Checks that each row holds numbers of other vertices, each once, and that the rows agree about every face.
    fn check_rows(&self) -> Result<(), HullFault> {
        for vertex in 0..self.len() {
            let row = self.neighbors(vertex);
            for (place, &neighbor) in row.iter().enumerate() {
                let is_twice = row.iter().skip(place + 1).any(|&other| other == neighbor);
                let neighbor = usize::from(neighbor);
                if is_twice || neighbor == vertex || neighbor >= self.len() {
                    return Err(HullFault::Neighbors { vertex: vertex as u16 });
                }
            }
        }
        // A segment has no face.
        for [a, b, c] in self.corners().filter(|_| self.len() > 2) {
            // Seen from b, the face begins with c and ends with a.
            if !pairs(self.neighbors(b.into())).any(|pair| pair == (c, a)) {
                return Err(HullFault::Open { face: [a, b, c] });
            }
        }
        Ok(())
    }

    /// Checks that no vertex lies beyond a face, and that no two vertices coincide.
    fn check_planes(&self, at: impl Fn(usize) -> [S::Grid; 3]) -> Result<(), HullFault> {
        for face in self.faces() {
            let [a, b, c] = face.map(|corner| at(corner.into()));
            let normal = S::Grid::normal(a, b, c);
            if normal == [S::Grid::NONE; 3] {
                return Err(HullFault::Degenerate { face });
            }
            let is_beyond = |vertex: &usize| S::Grid::height(normal, a, at(*vertex)) > S::Grid::FLUSH;
            if let Some(vertex) = (0..self.len()).find(is_beyond) {
                return Err(HullFault::NotConvex { face, vertex: vertex as u16 });
            }
        }
        for vertex in 0..self.len() {
            if let Some(other) = (0..vertex).find(|&other| at(other) == at(vertex)) {
                return Err(HullFault::Duplicate { vertex: other as u16, other: vertex as u16 });
            }
        }
        Ok(())
    }

    /// Checks that the slices have the lengths that a closed surface needs.
    fn check_lengths(&self) -> Result<(), HullFault> {
        let PolyhedronParts { vertices, ends, neighbors, cells, .. } = self.parts;
        let needed = match ends.len() {
            0 => return Err(HullFault::Lengths),
            1 => 0,
            2 => 2,
            count => 6 * count - 12,
        };
        let do_ends_fit = ends.iter().is_sorted() && ends.last().copied().map(usize::from) == Some(needed);
        let do_slices_fit = neighbors.len() == needed && vertices.len() == 3 * ends.len();
        let fits = do_ends_fit && do_slices_fit && cells.len() == cells_for(cells.len());
        if fits { Ok(()) } else { Err(HullFault::Lengths) }
    }
}
