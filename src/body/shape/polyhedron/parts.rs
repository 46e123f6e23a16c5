//! The data of a polyhedron: vertices in blocks, and adjacency by rows.
//!
//! Vertices lie in blocks of [`LANES`], coordinate by coordinate, so that the compiler can compute with whole blocks.

use crate::number::lanes::{LANES, Lanes};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::Vec3;

/// Scalars in a block.
pub const BLOCK: usize = 3 * LANES;

/// The data of a [`Polyhedron`](crate::Polyhedron). [`PolyhedronBuilder`](crate::PolyhedronBuilder) makes it, and
/// `examples/hull` prints it as a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolyhedronParts<'p, S> {
    /// The vertices, three numbers each. Each block of four vertices holds four first coordinates, four second and four
    /// third ones; the vertices left over follow as points.
    pub vertices: &'p [S],
    /// For each vertex the end of its row in `neighbors`. The row begins where the row of the vertex before ends.
    pub ends: &'p [u16],
    /// For each vertex the vertices that share an edge of the triangulated surface with it, counter-clockwise seen from
    /// outside: each two consecutive ones form a triangle with it.
    pub neighbors: &'p [u16],
    /// The vertex where a climb starts in each octant of directions. Bits 0, 1 and 2 of the number of an octant are set
    /// for a negative first, second and third coordinate.
    pub starts: [u16; 8],
    /// The vertices where climbs start in smaller cells of directions: empty, or four for each octant, or four times as
    /// many, and so on. The absolute values of the first two coordinates, over the sum of all three, are written as
    /// binary fractions. The number of a cell is that of its octant, followed for every step by one digit of each, the
    /// first coordinate's before the second's.
    pub cells: &'p [u16],
    /// A point inside.
    pub center: Vec3<S>,
    /// The rounding of products: 12 relative steps of the largest coordinate for floats, zero for fixed point.
    pub noise: S,
}

impl<S> PolyhedronParts<'_, S> {
    /// The place in `vertices` of a coordinate of a vertex, where there are `count` vertices.
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

    /// A vertex by its number. From its block on there is a whole block, or it is one of the points after the last.
    pub(crate) fn point(&self, number: u16) -> Option<Vec3<S>> {
        let number = usize::from(number);
        let lane = number % LANES;
        if let Some(block) = self.vertices.get(number / LANES * BLOCK..)?.first_chunk::<BLOCK>() {
            return Some(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane]));
        }
        self.vertices.get(3 * number..)?.first_chunk().copied().map(Vec3::from_array)
    }
}

/// The vertices, in blocks.
#[derive(Clone, Copy)]
pub struct Blocks<'p, S> {
    pub blocks: &'p [[S; BLOCK]],
    pub others: &'p [S],
}

impl<S: Scalar> Blocks<'_, S> {
    /// A vertex by its number.
    #[inline]
    pub(crate) fn get(&self, number: usize) -> Option<Vec3<S>> {
        let lane = number % LANES;
        if let Some(block) = self.blocks.get(number / LANES) {
            return Some(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane]));
        }
        let (points, _) = self.others.as_chunks();
        points.get(number.wrapping_sub(self.blocks.len() * LANES)).copied().map(Vec3::from_array)
    }

    /// The product of a vertex with a direction; the least value if there is no such vertex.
    #[inline(always)]
    pub(crate) fn along(&self, dir: Vec3<S>, number: usize) -> S::Area {
        let lane = number % LANES;
        match self.blocks.get(number / LANES) {
            Some(block) => dir.dot(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane])),
            None => self.along_other(dir, number),
        }
    }

    /// [`along`](Self::along) for the few vertices after the last block: a function of its own, so that the compiler
    /// makes this a branch rather than a choice between two addresses.
    #[cold]
    #[inline(never)]
    pub(crate) fn along_other(&self, dir: Vec3<S>, number: usize) -> S::Area {
        self.get(number).map_or(-S::Area::MAX, |point| dir.dot(point))
    }

    /// The place of a vertex in the order of lanes. The vertices after the last block come last.
    pub(crate) fn rank(&self, number: usize) -> usize {
        let (block, lane, blocks) = (number / LANES, number % LANES, self.blocks.len());
        if block < blocks { lane * blocks + block } else { number }
    }

    /// The number of the vertex with the largest product; of several, the first in the order of lanes.
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
