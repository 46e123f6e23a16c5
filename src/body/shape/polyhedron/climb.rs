//! The support point of a polyhedron by climbing along its edges.
//!
//! # Why climbing finds the same vertex as comparing all
//!
//! The vertices whose products with a direction d are at least some value are connected by edges: from each of them a
//! path on which products do not fall leads to the largest. Floats round: a computed product of three terms is off by
//! at most 3u·Σ|dᵢvᵢ| ≤ 9u·|d|·r, for the largest component |d|, the largest coordinate r and half a rounding step u;
//! the vertices are those of an exact hull to within u·r/32 per coordinate. Call the sum of both errors e.
//!
//! Let L be a connected set of vertices, b the largest computed product in it, and let every neighbor of L have a
//! computed product below b − 2e. Then every vertex outside L has a computed product below b. For suppose that a vertex
//! x outside has b or more. The exact products of x and of the best vertex of L are b − e or more, so a path joins them
//! on which all exact products are b − e or more. It leaves L at some vertex, whose computed product is b − 2e or more:
//! a contradiction.
//!
//! So a climb goes up while it can, and then gathers L: all that is connected to the best vertex within
//! [`PolyhedronParts::noise`], 24u·r, which also covers the rounding of that comparison. Fixed point does not round;
//! there L holds the vertices with equal products. Usually L is a vertex, an edge or a triangle. If it has more than
//! [`PLATEAU`] vertices (the end of a drum, seen along its axis), all vertices are compared. Either way the answer is
//! the vertex with the largest computed product; on a tie, the one in the lowest lane, and within a lane in the first
//! block. So a hint never changes an answer.

use crate::body::hint::Hint;
use crate::body::shape::polyhedron::cells::cell;
use crate::body::shape::polyhedron::parts::Blocks;
use crate::body::shape::polyhedron::tuning::PLATEAU;
use crate::body::shape::polyhedron::{Polyhedron, number_of};
use crate::number::lanes::LANES;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec3, Vector};

impl<'p, S: Scalar> Polyhedron<'p, S> {
    /// The vertex with the largest product with `dir`, and its point; on a tie, the first in the order of lanes. `None`
    /// if too many are equal to within rounding. The climb starts at the vertex of the direction's cell or at the last
    /// answer, whichever lies farther.
    #[inline(never)]
    pub(crate) fn climb(&self, dir: Vec3<S>, hint: Hint) -> Option<(usize, Vec3<S>)> {
        let (cells, blocks) = (self.parts.cells, self.parts.blocks());
        let start = cells.get(cell(dir, cells.len())).map_or_else(|| self.start(dir), |&start| start.into());
        let last = number_of(hint);
        let is_ahead = |last: Vec3<S>| Some(dir.dot(last) > dir.dot(blocks.get(start)?));
        let mut vertex = if blocks.get(last).and_then(is_ahead) == Some(true) { last } else { start };
        let noise = dir.max_abs().times(self.parts.noise);
        let mut reach = dir.dot(blocks.get(vertex)?);
        // Products rise from step to step, so no vertex comes up twice.
        for _ in 0..self.len() {
            let (mut best, mut largest) = (0, -S::Area::MAX);
            for &other in self.neighbors(vertex) {
                let along = blocks.along(dir, other.into());
                best = if along > largest { other } else { best };
                largest = largest.max(along);
            }
            if largest > reach {
                (vertex, reach) = (best.into(), largest);
            } else if reach > largest + noise {
                return Some((vertex, blocks.get(vertex)?));
            } else {
                return self.plateau(dir, vertex, noise);
            }
        }
        None
    }

    /// Continues [`climb`](Self::climb) from a vertex that has neighbors with an equal product, to within rounding.
    #[inline(never)]
    pub(crate) fn plateau(&self, dir: Vec3<S>, start: usize, noise: S::Area) -> Option<(usize, Vec3<S>)> {
        let blocks = self.parts.blocks();
        let mut listed = heapless::Vec::<u16, PLATEAU>::new();
        let (mut best, mut reach) = (start as u16, dir.dot(blocks.get(start)?));
        listed.push(best).ok()?;
        let mut done = 0;
        // The best product grows each time that the list is cleared, so that happens at most once for each vertex.
        for _ in 0..PLATEAU * self.len() {
            let Some(&vertex) = listed.get(done) else { return Some((best.into(), blocks.get(best.into())?)) };
            done += 1;
            for &other in self.neighbors(vertex.into()) {
                let along = blocks.along(dir, other.into());
                if along > reach {
                    (best, reach, done) = (other, along, 0);
                    listed.clear();
                    listed.push(other).ok()?;
                    break;
                }
                if along + noise >= reach && !listed.contains(&other) {
                    listed.push(other).ok()?;
                    if along == reach && blocks.rank(other.into()) < blocks.rank(best.into()) {
                        best = other;
                    }
                }
            }
        }
        None
    }

    /// The largest product of a vertex with a direction.
    #[inline(always)]
    pub(crate) fn farthest_product(&self, dir: Vec3<S>) -> S::Area {
        let Blocks { blocks, others } = self.parts.blocks();
        let larger = |one: S::Area, other: S::Area| if one > other { one } else { other };
        let mut most = [-S::Area::MAX; LANES];
        for block in blocks {
            for lane in 0..LANES {
                let along = dir.dot(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane]));
                most[lane] = larger(along, most[lane]);
            }
        }
        let (points, _) = others.as_chunks();
        let [a, b, c, d] = most;
        let along = points.iter().map(|&point| dir.dot(Vec3::from_array(point)));
        along.fold(larger(larger(a, b), larger(c, d)), |most, along| larger(along, most))
    }

    /// The vertex from which a climb along a direction starts, chosen by the octant of the direction.
    #[inline]
    pub(crate) fn start(&self, dir: Vec3<S>) -> usize {
        self.parts.starts.get(dir.negative_bits() as usize).copied().unwrap_or(0).into()
    }
}
