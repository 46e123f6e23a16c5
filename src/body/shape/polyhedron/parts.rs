//! The data of a polyhedron: vertices in blocks, and adjacency by rows.
//!
//! Vertices are stored in blocks of [`LANES`], coordinate by coordinate, so that the compiler can use vector
//! instructions.

use crate::number::lanes::{LANES, Lanes};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::Vec3;

/// The number of scalars in a block.
pub const BLOCK: usize = 3 * LANES;

/// The data of a [`Polyhedron`](crate::Polyhedron), in its frame and unit. A
/// [`PolyhedronBuilder`](crate::PolyhedronBuilder) computes it, and the program `examples/hull` prints it as a
/// constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolyhedronParts<'p, S> {
    /// The vertices, three numbers for each. A block of four vertices holds their four first coordinates, then the four
    /// second and the four third ones. Up to three vertices that fill no block follow, each as its three coordinates.
    pub vertices: &'p [S],
    /// For each vertex the end of its row in `neighbors`. The row begins at the end of the row of the previous vertex,
    /// and that of vertex 0 at 0.
    pub ends: &'p [u16],
    /// For each vertex a row with the numbers of the vertices that share an edge of the triangulated surface with it,
    /// counter-clockwise seen from outside: two consecutive ones, also the last and the first, form a triangle with it.
    pub neighbors: &'p [u16],
    /// The vertex where a climb starts in each octant of directions. Bits 0, 1 and 2 of the number of an octant are set
    /// for a negative first, second and third coordinate.
    pub starts: [u16; 8],
    /// The vertices where climbs start in smaller cells of directions: empty, or 32 (four for each octant), or 128, and
    /// so on. To find the cell of a direction, divide the absolute values of its first two coordinates by the sum of
    /// the absolute values of all three, and write both quotients as binary fractions. The number of the cell in binary
    /// is the number of the octant, followed for every subdivision by one digit of the first quotient and one of the
    /// second.
    pub cells: &'p [u16],
    /// A point inside the polyhedron.
    pub center: Vec3<S>,
    /// A bound of the rounding error of products of a vertex with a direction, over the largest component of the
    /// direction: at least 12 relative rounding steps of the largest coordinate for floats, zero for fixed point.
    pub noise: S,
}

impl<S> PolyhedronParts<'_, S> {
    /// The index in `vertices` of the coordinate along `axis` of a vertex, if there are `count` vertices.
    pub(crate) const fn slot(count: usize, vertex: usize, axis: usize) -> usize {
        let block = vertex / LANES;
        if block < count / LANES { block * BLOCK + axis * LANES + vertex % LANES } else { 3 * vertex + axis }
    }
}

impl<'p, S: Scalar> PolyhedronParts<'p, S> {
    pub(crate) fn blocks(&self) -> Blocks<'p, S> {
        let (blocks, others) = self.vertices.as_chunks();
        Blocks { blocks, others }
    }

    /// The vertex with a number. If a whole block begins where its block would, the vertex is in that block, else among
    /// the points after the last block.
    pub(crate) fn point(&self, number: u16) -> Option<Vec3<S>> {
        let number = usize::from(number);
        let lane = number % LANES;
        if let Some(block) = self.vertices.get(number / LANES * BLOCK..)?.first_chunk::<BLOCK>() {
            return Some(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane]));
        }
        self.vertices.get(3 * number..)?.first_chunk().copied().map(Vec3::from_array)
    }
}

/// The vertices: whole blocks, then the coordinates of the vertices that fill no block.
#[derive(Clone, Copy)]
pub struct Blocks<'p, S> {
    pub blocks: &'p [[S; BLOCK]],
    pub others: &'p [S],
}

impl<S: Scalar> Blocks<'_, S> {
    /// The vertex with a number.
    #[inline]
    pub(crate) fn get(&self, number: usize) -> Option<Vec3<S>> {
        let lane = number % LANES;
        if let Some(block) = self.blocks.get(number / LANES) {
            return Some(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane]));
        }
        let (points, _) = self.others.as_chunks();
        points.get(number.wrapping_sub(self.blocks.len() * LANES)).copied().map(Vec3::from_array)
    }

    /// The product of a direction with the vertex of a number; −`MAX` if no vertex has that number.
    #[inline(always)]
    pub(crate) fn along(&self, dir: Vec3<S>, number: usize) -> S::Area {
        let lane = number % LANES;
        match self.blocks.get(number / LANES) {
            Some(block) => dir.dot(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane])),
            None => self.along_other(dir, number),
        }
    }

    /// Computes [`along`](Self::along) for the few vertices after the last block. It is a function of its own, so that
    /// the compiler uses a branch and not a selection between two addresses.
    #[cold]
    #[inline(never)]
    pub(crate) fn along_other(&self, dir: Vec3<S>, number: usize) -> S::Area {
        self.get(number).map_or(-S::Area::MAX, |point| dir.dot(point))
    }

    /// The place of a vertex in the order of lanes, which [`best`](Self::best) uses to break ties: by lane, then by
    /// block; the vertices after the last block come last.
    pub(crate) fn rank(&self, number: usize) -> usize {
        let (block, lane, blocks) = (number / LANES, number % LANES, self.blocks.len());
        if block < blocks { lane * blocks + block } else { number }
    }

    /// The number of the vertex with the largest product with a direction; on a tie, the first in the order of lanes.
    #[inline]
    pub(crate) fn best(&self, dir: Vec3<S>) -> usize {
        let mut lanes = Lanes::new(-S::Area::MAX);
        for block in self.blocks {
            lanes.take(|lane| dir.dot(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane])));
        }
        let (points, _) = self.others.as_chunks();
        let begin = LANES * self.blocks.len();
        let others = points.iter().enumerate();
        let others = others.map(|(number, &point)| (begin + number, dir.dot(Vec3::from_array(point))));
        lanes.place_of_best(self.blocks.len(), others)
    }
}
