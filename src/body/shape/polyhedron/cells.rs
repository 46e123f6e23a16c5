//! Cells of directions, each with a vertex from which a climb starts.

use crate::body::hint::Hint;
use crate::body::shape::polyhedron::Polyhedron;
use crate::body::shape::polyhedron::parts::PolyhedronParts;
use crate::number::scalar::Scalar;
use crate::number::vector::{Vec3, Vector, vec3};

/// The number of octants of directions. [`Vector::negative_bits`] numbers them.
const OCTANTS: usize = 8;
/// The number of parts into which a cell of directions is divided.
const PARTS: usize = 4;

#[inline(always)]
fn half<S: Scalar>(length: S) -> S {
    length.scaled(S::Unit::HALF)
}

/// The number of the cell of a direction if there are `cells` cells; see [`PolyhedronParts::cells`].
pub fn cell<S: Scalar>(dir: Vec3<S>, cells: usize) -> usize {
    let [x, y, z] = dir.component_abs().to_array();
    let mut step = S::blend(S::NIL, [x, y, z], [S::Unit::HALF; 3]);
    let (mut rests, mut number, mut count) = ([x, y], dir.negative_bits() as usize, OCTANTS);
    while PARTS * count <= cells {
        for rest in &mut rests {
            let is_beyond = *rest >= step;
            *rest = *rest - if is_beyond { step } else { S::NIL };
            number = 2 * number + usize::from(is_beyond);
        }
        (step, count) = (half(step), PARTS * count);
    }
    number
}

/// The direction to the middle of the cell with a number if there are `cells` cells.
fn cell_center<S: Scalar>(mut cell: usize, cells: usize) -> Vec3<S> {
    let (mut width, mut count) = (S::ONE, OCTANTS);
    while count < cells {
        (width, count) = (half(width), PARTS * count);
    }
    let mut shares = [half(width); 2];
    // The digits are read from the last pair to the first.
    while count > OCTANTS {
        for (place, share) in shares.iter_mut().enumerate() {
            *share = *share + if cell >> (1 - place) & 1 == 0 { S::NIL } else { width };
        }
        (width, cell, count) = (width + width, cell / PARTS, count / PARTS);
    }
    let [x, y] = shares;
    vec3(x, y, (S::ONE - x - y).max(S::NIL)).with_negative_bits(cell as u32).direction()
}

/// The number of cells for a number of vertices: at most one for each vertex and more than a quarter of that; zero if
/// that would be only the octants.
pub const fn cells_for(vertices: usize) -> usize {
    let mut count = OCTANTS;
    while PARTS * count <= vertices {
        count *= PARTS;
    }
    if count > OCTANTS { count } else { 0 }
}

impl<'p, S: Scalar> Polyhedron<'p, S> {
    /// Completes the data from a builder, which has set the vertices and their neighbors: adds starts, cells, centre
    /// and noise.
    pub(crate) fn from_rows(parts: PolyhedronParts<'p, S>, cells: &'p mut [u16], extent: S) -> Self {
        let mut hull = Self { parts };
        let blocks = parts.blocks();
        for (octant, start) in hull.parts.starts.iter_mut().enumerate() {
            *start = blocks.best(Vec3::ONE.with_negative_bits(octant as u32)) as u16;
        }
        // The centre is the mean of the starts of all octants, which lies deep inside.
        let [a, b, c, d, e, f, g, h] = hull.parts.starts.map(|start| hull.vertex(start.into()));
        let [ah, bg, cf, de] = [a.midpoint(h), b.midpoint(g), c.midpoint(f), d.midpoint(e)];
        hull.parts.center = ah.midpoint(bg).midpoint(cf.midpoint(de));
        hull.parts.noise = Self::noise(extent);
        hull.fill(cells);
        hull.parts.cells = cells;
        hull
    }

    /// Finds the vertex from which climbs start in each cell, by a climb from the start of the larger cell that
    /// contains it.
    fn fill(&self, cells: &mut [u16]) {
        for (slot, &start) in cells.iter_mut().zip(&self.parts.starts) {
            *slot = start;
        }
        let mut count = OCTANTS * PARTS;
        while count <= cells.len() {
            // From the last cell to the first, so that no start is overwritten before it is read.
            for cell in (0..count).rev() {
                let dir = cell_center(cell, count);
                let whole = cells.get(cell / PARTS).copied().unwrap_or(0);
                let found = self.climb(dir, Hint::new(u32::from(whole) + 1));
                if let Some(slot) = cells.get_mut(cell) {
                    *slot = found.map_or_else(|| self.parts.blocks().best(dir), |(vertex, _)| vertex) as u16;
                }
            }
            count *= PARTS;
        }
    }
}
