//! Convex polyhedra with adjacency: hill climbing, and what a vertex needs to be proven best.
//!
//! # Why climbing gives what looking at all vertices gives
//!
//! The vertices whose products with a direction d are at least some value are connected by edges: from each of them a
//! path on which products do not fall leads to the largest. Floats round: a computed product of three terms is off by
//! at most 3u·Σ|dᵢvᵢ| ≤ 9u·|d|·r, for the largest component |d|, the largest coordinate r and half a rounding step u;
//! the vertices are those of an exact hull to within u·r/32 per coordinate. Call both together e.
//!
//! Let L be a connected set of vertices, b the largest computed product in it, and let every neighbor of L have a
//! computed product below b − 2e. Then every vertex outside L has one below b. For let x be outside with one of b or
//! more. The exact products of x and of the best of L are b − e or more, so a path joins them whose exact products are
//! all b − e or more. It leaves L somewhere, at a vertex whose computed product is b − 2e or more: a contradiction.
//!
//! So a climb goes up while it can, and then gathers L: all that is connected to the best within
//! [`PolyhedronParts::noise`], 24u·r, which also covers the rounding of that comparison. Fixed point does not round;
//! there L are the vertices that are equal. Mostly L is a vertex, an edge or a triangle. If it is larger than
//! [`PLATEAU`] (the end of a drum, seen straight), the call looks at all vertices. Either way it answers with the
//! vertex whose computed product is largest, of several the one of the first lane, and there of the first block; a hint
//! never changes an answer.
//!
//! # Layout
//!
//! Vertices lie in blocks of [`LANES`]: all first coordinates of a block, then all second, then all third. The
//! compiler then looks at a block at once. Those left over follow as single points.

use crate::body::feature::{Faceted, Feature};
use crate::body::support::{Hint, Support};
use crate::body::wrap;
use crate::number::error;
use crate::number::grid::Grid;
use crate::number::lanes::{LANES, Lanes};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec3, Vector, vec3};
use core::fmt::{self, Display};

/// Scalars in a block.
const BLOCK: usize = 3 * LANES;

/// Up to this many vertices looking at all of them, one at a time, is as quick as climbing.
const SCAN: usize = 40;

/// The same where the answer is mostly the last one, or next to it.
const SCAN_NEAR: usize = 48;

/// The same where it is enough to know how far the farthest lies.
const SCAN_REACH: usize = 160;

/// Bytes in a register that holds several floats: nearly all machines of 64 bits have those.
const REGISTER: usize = 16;

/// Up to this many vertices with equal products, to within rounding, are looked at one by one.
const PLATEAU: usize = 16;

/// Octants of directions.
const OCTANTS: usize = 8;
/// Parts that a cell of directions is cut into.
const PARTS: usize = 4;

/// The data of a [`Polyhedron`]. `PolyhedronBuilder` makes it, and [`Polyhedron::source`] prints it as a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolyhedronParts<'p, S> {
    /// The vertices, three numbers each. In each block of four vertices stand four first coordinates, four
    /// second, four third; those left over follow as points.
    pub vertices: &'p [S],
    /// For each vertex the end of its row in `neighbors`, which begins where the one before ends.
    pub ends: &'p [u16],
    /// For each vertex the vertices that share an edge of the triangulated surface with it, counter-clockwise seen from
    /// outside: each two that follow each other make a triangle with it.
    pub neighbors: &'p [u16],
    /// The vertex to start from in each octant of directions; bits 0, 1 and 2 of its number are set for a negative
    /// first, second and third coordinate.
    pub starts: [u16; 8],
    /// The same in smaller cells of directions, for climbs: empty, or four for each octant, or four times as many, and
    /// so on. The absolute values of the first two coordinates, over the sum of all three, are binary fractions; to the
    /// number of the octant comes a digit of each for every step, that of the first before that of the second.
    pub cells: &'p [u16],
    /// A point inside.
    pub center: Vec3<S>,
    /// The rounding of products: 12 relative steps of the largest coordinate for floats, zero for fixed point.
    pub noise: S,
}

impl<S> PolyhedronParts<'_, S> {
    /// Where a coordinate of a vertex stands.
    pub(crate) const fn slot(count: usize, vertex: usize, axis: usize) -> usize {
        let block = vertex / LANES;
        if block < count / LANES { block * BLOCK + axis * LANES + vertex % LANES } else { 3 * vertex + axis }
    }
}

/// A convex polyhedron with borrowed vertices and adjacency, made by a [`PolyhedronBuilder`](crate::PolyhedronBuilder)
/// or written down as constants. When there are many vertices, a support call climbs along the edges.
///
/// It may be flat: a polygon with two sides, a segment, a single vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polyhedron<'p, S> {
    parts: PolyhedronParts<'p, S>,
}

/// What is wrong with the data of a [`Polyhedron`]. Faces are named by their corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum HullFault {
    /// The slices do not fit each other, or are not those of a closed surface.
    Lengths,
    /// A coordinate is not finite or out of range.
    Coordinate {
        /// The vertex it belongs to.
        vertex: u16,
    },
    /// Two vertices coincide, or nearly so.
    Duplicate {
        /// The first.
        vertex: u16,
        /// The second.
        other: u16,
    },
    /// The row of a vertex names a vertex that does not exist, or is the same, or stands there twice.
    Neighbors {
        /// The vertex.
        vertex: u16,
    },
    /// The rows of the vertices of a face do not agree on it: an edge is open, or the face is wound the wrong way.
    Open {
        /// Its corners.
        face: [u16; 3],
    },
    /// A face has no area.
    Degenerate {
        /// Its corners.
        face: [u16; 3],
    },
    /// A vertex lies beyond the plane of a face.
    NotConvex {
        /// The corners of the face.
        face: [u16; 3],
        /// The vertex.
        vertex: u16,
    },
    /// A start names a vertex that does not exist.
    Start {
        /// Its octant.
        octant: u16,
    },
    /// A cell names a vertex that does not exist.
    Cell {
        /// Its number.
        cell: u16,
    },
    /// The centre is not finite or out of range.
    Center,
    /// The noise is smaller than products round.
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

impl<'p, S: Scalar> Polyhedron<'p, S> {
    /// A polyhedron from its data, unchecked: wrong data may give wrong answers, but nothing worse.
    /// [`validate`](Self::validate) checks it.
    #[must_use]
    pub const fn from_parts(parts: PolyhedronParts<'p, S>) -> Self {
        Self { parts }
    }

    /// A polyhedron from its data, checked.
    ///
    /// # Errors
    /// The first fault that [`validate`](Self::validate) finds.
    ///
    /// ```
    /// use gjk::{HullFault, Polyhedron, PolyhedronParts, vec3};
    ///
    /// let corner = PolyhedronParts {
    ///     vertices: &[0.0, 1.0, 0.0, 0.0, /**/ 0.0, 0.0, 1.0, 0.0, /**/ 0.0, 0.0, 0.0, 1.0],
    ///     ends: &[3, 6, 9, 12],
    ///     neighbors: &[1, 3, 2, /**/ 0, 2, 3, /**/ 0, 3, 1, /**/ 0, 1, 2],
    ///     starts: [0; 8],
    ///     cells: &[],
    ///     center: vec3(0.25, 0.25, 0.25),
    ///     noise: 1e-5_f32,
    /// };
    /// assert_eq!(Polyhedron::new(corner)?.faces().count(), 4);
    /// let inside_out = PolyhedronParts {
    ///     vertices: &[0.0, 1.0, 0.0, 0.0, /**/ 0.0, 0.0, 1.0, 0.0, /**/ 0.0, 0.0, 0.0, -1.0],
    ///     ..corner
    /// };
    /// assert_eq!(Polyhedron::new(inside_out), Err(HullFault::NotConvex { face: [0, 1, 3], vertex: 2 }));
    /// # Ok::<(), HullFault>(())
    /// ```
    pub fn new(parts: PolyhedronParts<'p, S>) -> Result<Self, HullFault> {
        let polyhedron = Self { parts };
        polyhedron.validate()?;
        Ok(polyhedron)
    }

    /// Completes the data that a builder wrote: starts, cells, centre and noise.
    pub(crate) fn from_rows(parts: PolyhedronParts<'p, S>, cells: &'p mut [u16], extent: S) -> Self {
        let mut hull = Self { parts };
        let blocks = parts.blocks();
        for (octant, start) in hull.parts.starts.iter_mut().enumerate() {
            let sign = |bit: usize| if octant >> bit & 1 == 0 { S::ONE } else { -S::ONE };
            *start = blocks.best(Vec3::new(sign(0), sign(1), sign(2))) as u16;
        }
        // Starts of opposite octants together, so that the centre lies deep inside.
        let start =
            |octant: usize| hull.parts.starts.get(octant).map_or(Vec3::ZERO, |&start| hull.vertex(start.into()));
        let [a, b, c, d] = [0, 1, 2, 3].map(|octant| start(octant).midpoint(start(7 - octant)));
        hull.parts.center = a.midpoint(b).midpoint(c.midpoint(d));
        hull.parts.noise = Self::noise(extent);
        hull.fill(cells);
        hull.parts.cells = cells;
        hull
    }

    /// Finds the vertex that each cell starts from, that of a cell from that of the one it is a part of.
    fn fill(&self, cells: &mut [u16]) {
        for (slot, &start) in cells.iter_mut().zip(&self.parts.starts) {
            *slot = start;
        }
        let mut count = OCTANTS * PARTS;
        while count <= cells.len() {
            // The last first: none is overwritten before it is read.
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

    /// Is climbing quicker than looking at all vertices? The answer is the same. Fixed point takes products one at a
    /// time, and so do small machines; others take as many floats as a register holds.
    #[inline]
    fn is_climbed(&self) -> bool {
        let is_float = S::STEP == S::NIL;
        let at_once = if is_float && usize::BITS >= u64::BITS { REGISTER / size_of::<S>() } else { 1 };
        self.len() > SCAN * at_once
    }

    /// Twelve relative rounding steps of the largest coordinate.
    fn noise(extent: S) -> S {
        let step = S::blend(S::NIL, [extent], [S::PRODUCT_ROUNDING]);
        S::blend(S::NIL, [step; 12], [S::Unit::ONE; 12])
    }

    /// The largest size of a coordinate.
    fn extent(&self) -> S {
        let (blocks, others) = self.parts.vertices.as_chunks::<LANES>();
        let larger = |one: S, other: S| if one > other { one } else { other };
        let mut most = [S::NIL; LANES];
        for block in blocks {
            for lane in 0..LANES {
                most[lane] = larger(block[lane].abs(), most[lane]);
            }
        }
        most.iter().chain(others).fold(S::NIL, |most, x| larger(x.abs(), most))
    }

    /// The data.
    #[must_use]
    pub const fn parts(&self) -> &PolyhedronParts<'p, S> {
        &self.parts
    }

    /// The number of vertices.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.parts.ends.len()
    }

    /// Is there no vertex? No builder makes such a polyhedron.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.parts.ends.is_empty()
    }

    /// A vertex by its number; the centre, if there is none of that number.
    #[must_use]
    pub fn vertex(&self, number: usize) -> Vec3<S> {
        self.parts.blocks().get(number).unwrap_or(self.parts.center)
    }

    /// The vertices.
    pub fn vertices(&self) -> impl Iterator<Item = Vec3<S>> + Clone + '_ {
        (0..self.len()).map(|number| self.vertex(number))
    }

    /// The vertices that share an edge of the triangulated surface with a vertex, counter-clockwise seen from outside.
    #[inline]
    #[must_use]
    pub fn neighbors(&self, vertex: usize) -> &'p [u16] {
        self.parts.row(vertex)
    }

    /// The triangles of the surface, counter-clockwise seen from outside, each from its lowest vertex on. Facets with
    /// more corners come as several; flat polyhedra have faces on both sides, and segments none.
    pub fn faces(&self) -> impl Iterator<Item = [u16; 3]> + '_ {
        self.corners().filter(|[a, b, c]| a < b && a < c && b != c)
    }

    /// Every triangle, from each of its corners on.
    fn corners(&self) -> impl Iterator<Item = [u16; 3]> + '_ {
        (0..self.len()).flat_map(|vertex| {
            let row = self.neighbors(vertex);
            let following = row.iter().skip(1).chain(row);
            row.iter().zip(following).map(move |(&one, &next)| [vertex as u16, one, next])
        })
    }

    /// Checks the data: that the surface is closed, wound counter-clockwise and convex, that no vertex repeats, and
    /// that the rows agree with each other. Decides exactly, on the grid of the builders. Takes a time that grows with
    /// the square of the number of vertices.
    ///
    /// # Errors
    /// The first fault.
    pub fn validate(&self) -> Result<(), HullFault> {
        let parts = &self.parts;
        let count = parts.check_lengths()?;
        let mut extent = S::NIL;
        for (number, vertex) in self.vertices().enumerate() {
            error::point(vertex).map_err(|_| HullFault::Coordinate { vertex: number as u16 })?;
            extent = extent.max(vertex.max_abs());
        }
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

    /// The rows name vertices, each once, and agree on every face.
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
            let row = self.neighbors(b.into());
            let mut following = row.iter().skip(1).chain(row);
            if !row.iter().any(|&other| following.next() == Some(&a) && other == c) {
                return Err(HullFault::Open { face: [a, b, c] });
            }
        }
        Ok(())
    }

    /// No vertex lies beyond a face, and none repeats.
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

    /// The first of the vertices with the largest product, unless there are too many like it. It is sought from where
    /// the cell of the direction starts, or from the last answer if that lies farther out.
    #[inline(never)]
    fn climb(&self, dir: Vec3<S>, hint: Hint) -> Option<(usize, Vec3<S>)> {
        let (cells, blocks) = (self.parts.cells, self.parts.blocks());
        let start = cells.get(cell(dir, cells.len())).map_or_else(|| self.start(dir), |&start| start.into());
        let last = number_of(hint);
        let is_ahead = |last: Vec3<S>| Some(dir.dot(last) > dir.dot(blocks.get(start)?));
        self.climb_from(dir, if blocks.get(last).and_then(is_ahead) == Some(true) { last } else { start })
    }

    /// The same from a vertex.
    #[inline(always)]
    fn climb_from(&self, dir: Vec3<S>, mut vertex: usize) -> Option<(usize, Vec3<S>)> {
        let blocks = self.parts.blocks();
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

    /// The same from the last answer.
    #[inline(never)]
    fn climb_on(&self, dir: Vec3<S>, hint: Hint) -> Option<(usize, Vec3<S>)> {
        self.climb_from(dir, number_of(hint))
    }

    /// The same from a vertex with neighbors that are as good, to within rounding.
    #[inline(never)]
    fn plateau(&self, dir: Vec3<S>, start: usize, noise: S::Area) -> Option<(usize, Vec3<S>)> {
        let blocks = self.parts.blocks();
        let mut listed = heapless::Vec::<u16, PLATEAU>::new();
        let (mut best, mut reach) = (start as u16, dir.dot(blocks.get(start)?));
        listed.push(best).ok()?;
        let mut done = 0;
        // Each time that the list starts anew the best product has risen.
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

    /// The facet that the ray from `start` along `dir` meets first, and its normal; or the normal of a plane that keeps
    /// the ray out.
    ///
    /// Seen along the ray the body is its shadow, and the facets that face the ray cover it once. The walk goes across
    /// them, on the line from a vertex v to the ray. With m at right angles to the ray and to the way from v to it, (p
    /// − v)·m is the area of v, p and the ray, positive if they are counter-clockwise. So the line leaves v through the
    /// facet of two neighbors that follow each other, one positive and the next negative, if that faces the ray. If the
    /// ray is beyond the edge between them, so is the line, and goes on through the facet there. Where that does not
    /// face the ray, the shadow ends, and the ray passes by.
    ///
    /// Rounding may lead it astray: then it ends without an answer, or with a wrong one.
    #[inline(never)]
    fn walk(&self, start: Vec3<S>, dir: Vec3<S>, hint: &mut Hint) -> Option<(Vec3<S>, [Vec3<S>; 3])> {
        let (zero, blocks) = (S::Area::ZERO, self.parts.blocks());
        let (near, from) = self.facing(start, dir);
        let corner = |number: u16| {
            let point = blocks.get(number.into())?;
            Some(Corner { number, point, across: dir.cross_factor(near - point) })
        };
        let from = corner(from)?;
        let row = self.neighbors(from.number.into());
        let side = |number: u16| blocks.get(number.into()).map_or(zero, |point| from.area(point));
        let mut last = *row.last()?;
        let (mut before, mut facet) = (side(last), (last, last, zero));
        for &number in row {
            let after = side(number);
            if before >= zero && after < zero {
                facet = (last, number, before - after);
            }
            (last, before) = (number, after);
        }
        let (right, left, sides) = facet;
        let (mut behind, mut right, mut left) = (from.point, corner(right)?, corner(left)?);
        let mut inner = right.area(left.point);
        *hint = Hint::new(u32::from(from.number) + 1);
        if sides + inner <= zero {
            return Some((self.edge_towards(&from, dir)?, [from.point; 3]));
        }
        // It crosses each facet once, and there are less than two for each vertex.
        for _ in 0..2 * self.len() {
            *hint = Hint::new(u32::from(right.number) + 1);
            if inner >= zero {
                return Some(with_normal([behind, right.point, left.point], start, dir));
            }
            // The last corner of the next facet comes before the left one in the row of the right one.
            let row = self.neighbors(right.number.into());
            let (mut next, mut last) = (left.number, *row.last()?);
            for &number in row {
                next = if number == left.number { last } else { next };
                last = number;
            }
            let next = corner(next)?;
            let (of_right, of_left) = (right.area(next.point), next.area(left.point));
            if of_right + of_left <= inner {
                return Some((dir.cross_direction(left.point - right.point), [right.point; 3]));
            }
            (behind, inner) = if from.area(next.point) >= zero {
                (core::mem::replace(&mut right, next).point, of_left)
            } else {
                (core::mem::replace(&mut left, next).point, of_right)
            };
        }
        None
    }

    /// A vertex on the side that faces a ray, near where it may come in.
    ///
    /// The vertex that lies farthest along a direction against the ray is one, as all that are farthest along the
    /// diagonal of an octant if that goes against the ray. So the first is that of the octant of the way back; where
    /// the ray is level with it is about where the body begins, and the octant that this is in, seen from the center,
    /// is the second.
    #[inline]
    fn facing(&self, start: Vec3<S>, dir: Vec3<S>) -> (Vec3<S>, u16) {
        let first = self.start(-dir);
        let way = self.vertex(first) - start;
        let level = start.blend([dir], [dir.dot(way).ratio(dir.dot(dir))]);
        let outward = level - self.parts.center;
        let is_against = Vec3::ONE.with_signs_of(outward).dot(dir) < S::Area::ZERO;
        (level, (if is_against { self.start(outward) } else { first }) as u16)
    }

    /// The normal of a plane along a ray that has the ray on one side and the body on the other, with a corner of its
    /// shadow on it: along the edge there that goes most towards the ray, unless all go away from it.
    #[inline(never)]
    fn edge_towards(&self, corner: &Corner<S>, dir: Vec3<S>) -> Option<Vec3<S>> {
        let zero = S::Area::ZERO;
        let towards = corner.across.cross_direction(dir);
        let (mut normal, mut best) = (towards, S::Unit::NIL);
        for &other in self.neighbors(corner.number.into()) {
            let edge = self.parts.blocks().get(other.into())? - corner.point;
            let (ahead, beside) = (edge.dot(towards), edge.dot(corner.across));
            let lean = ahead.fraction(ahead.max(-ahead) + beside.max(-beside));
            if lean > best {
                let outward = edge.cross_direction(dir);
                (normal, best) = ((-outward).or(beside > zero, outward), lean);
            }
        }
        Some(normal)
    }

    /// Takes what a climb found; if it found nothing, looks at all.
    #[inline(always)]
    fn found(&self, dir: Vec3<S>, hint: &mut Hint, climbed: Option<(usize, Vec3<S>)>) -> Vec3<S> {
        let (vertex, point) = climbed.unwrap_or_else(|| {
            let vertex = self.parts.blocks().best(dir);
            (vertex, self.vertex(vertex))
        });
        *hint = Hint::new(vertex as u32 + 1);
        point
    }

    /// The largest of the products.
    #[inline(always)]
    fn reach(&self, dir: Vec3<S>) -> S::Area {
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

    /// The vertex to start from in a direction.
    #[inline]
    fn start(&self, dir: Vec3<S>) -> usize {
        self.parts.starts.get(octant(dir)).copied().unwrap_or(0).into()
    }

    /// The data as Rust source: a `static` of the given name, the same to the last bit. It names its types by `gjk::`,
    /// and fixed-point ones by `fixed::`.
    ///
    /// ```
    /// use gjk::{PolyhedronBuilder, vec3};
    ///
    /// let mut builder = PolyhedronBuilder::<f32, 3, 3>::new();
    /// let hull = builder.build(&[vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.5, 0.0)])?;
    /// let source = hull.source("BLADE").to_string();
    /// assert!(source.starts_with("pub static BLADE: gjk::Polyhedron<'static, f32> = gjk::Polyhedron::from_parts("));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn source<'s>(&'s self, name: &'s str) -> impl Display + 's {
        Source { parts: &self.parts, name }
    }
}

impl<'p, S: Scalar> PolyhedronParts<'p, S> {
    #[inline]
    fn blocks(&self) -> Blocks<'p, S> {
        let (blocks, others) = self.vertices.as_chunks();
        Blocks { blocks, others }
    }

    /// A vertex by its number. What is left from the block of one on is a block, or the points after the last one.
    #[inline]
    fn point(&self, number: u16) -> Option<Vec3<S>> {
        let number = usize::from(number);
        let lane = number % LANES;
        if let Some(block) = self.vertices.get(number / LANES * BLOCK..)?.first_chunk::<BLOCK>() {
            return Some(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane]));
        }
        self.vertices.get(3 * number..)?.first_chunk().copied().map(Vec3::from_array)
    }

    /// The row of a vertex; empty, if there is none.
    #[inline]
    fn row(&self, vertex: usize) -> &'p [u16] {
        let begin = vertex.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(vertex).copied().unwrap_or(0);
        self.neighbors.get(begin.into()..end.into()).unwrap_or_default()
    }

    /// The slices have the lengths that a closed surface needs; gives the number of vertices.
    fn check_lengths(&self) -> Result<usize, HullFault> {
        let count = self.ends.len();
        let mut cells = OCTANTS;
        while cells < self.cells.len() {
            cells *= PARTS;
        }
        if !self.cells.is_empty() && (self.cells.len() != cells || cells == OCTANTS) {
            return Err(HullFault::Lengths);
        }
        let neighbors = match count {
            0 => return Err(HullFault::Lengths),
            1 => 0,
            2 => 2,
            _ => 6 * count - 12,
        };
        let is_ascending = self.ends.iter().zip(self.ends.iter().skip(1)).all(|(end, next)| end <= next);
        let is_ascending = is_ascending && self.ends.last().copied().map(usize::from) == Some(neighbors);
        let fits = self.neighbors.len() == neighbors && self.vertices.len() == 3 * count;
        if is_ascending && fits { Ok(count) } else { Err(HullFault::Lengths) }
    }
}

/// The number of the vertex that a hint tells: one less, and none for zero.
#[inline]
fn number_of(hint: Hint) -> usize {
    (hint.vertex() as usize).wrapping_sub(1)
}

/// The octant of a direction.
#[inline]
fn octant<S: Scalar>(dir: Vec3<S>) -> usize {
    let bit = |coordinate: S, bit: u32| usize::from(coordinate < S::NIL) << bit;
    let [x, y, z] = dir.to_array();
    bit(x, 0) | bit(y, 1) | bit(z, 2)
}

/// The cell of a direction, of as many; see [`PolyhedronParts::cells`].
#[inline]
fn cell<S: Scalar>(dir: Vec3<S>, cells: usize) -> usize {
    let half = |length| S::blend(S::NIL, [length], [S::Unit::HALF]);
    let [x, y, z] = dir.component_abs().to_array();
    let mut step = S::blend(S::NIL, [x, y, z], [S::Unit::HALF; 3]);
    let (mut rests, mut number, mut count) = ([x, y], octant(dir), OCTANTS);
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

/// The direction to the middle of a cell, of as many.
fn cell_center<S: Scalar>(mut cell: usize, cells: usize) -> Vec3<S> {
    let half = |length| S::blend(S::NIL, [length], [S::Unit::HALF]);
    let (mut width, mut count) = (S::ONE, OCTANTS);
    while count < cells {
        (width, count) = (half(width), PARTS * count);
    }
    let mut shares = [half(width); 2];
    // The last digits first.
    while count > OCTANTS {
        for (place, share) in shares.iter_mut().enumerate() {
            *share = *share + if cell >> (1 - place) & 1 == 0 { S::NIL } else { width };
        }
        (width, cell, count) = (width + width, cell / PARTS, count / PARTS);
    }
    let [x, y] = shares;
    let sign = |bit: usize| if cell >> bit & 1 == 0 { S::ONE } else { -S::ONE };
    let signs = Vec3::new(sign(0), sign(1), sign(2));
    vec3(x, y, (S::ONE - x - y).max(S::NIL)).with_signs_of(signs).direction()
}

/// The number of cells for so many vertices: about one for each, none if that is no more than octants.
pub(crate) const fn cells_for(vertices: usize) -> usize {
    let mut count = OCTANTS;
    while PARTS * count <= vertices {
        count *= PARTS;
    }
    if count > OCTANTS { count } else { 0 }
}

/// A vertex, seen along a ray.
struct Corner<S> {
    number: u16,
    point: Vec3<S>,
    /// At right angles to the ray and to the way from the vertex to it.
    across: Vec3<S>,
}

impl<S: Scalar> Corner<S> {
    /// Twice the area of the triangle of the vertex, another point and the ray; positive if they are counter-clockwise.
    #[inline]
    fn area(&self, other: Vec3<S>) -> S::Area {
        (other - self.point).dot(self.across)
    }
}

/// A facet with its normal. If a ray begins behind it, the normal of the plane that faces what leaves the body behind.
#[inline]
fn with_normal<S: Scalar>(corners: [Vec3<S>; 3], start: Vec3<S>, dir: Vec3<S>) -> (Vec3<S>, [Vec3<S>; 3]) {
    let [corner, ..] = corners;
    let normal = Vec3::triangle_axis(corners);
    let is_ahead = normal.dot(start - corner) > S::Area::ZERO;
    (dir.or(is_ahead, normal), corners)
}

/// The vertices, in blocks.
#[derive(Clone, Copy)]
struct Blocks<'p, S> {
    blocks: &'p [[S; BLOCK]],
    others: &'p [S],
}

impl<S: Scalar> Blocks<'_, S> {
    /// A vertex by its number.
    #[inline]
    fn get(&self, number: usize) -> Option<Vec3<S>> {
        let lane = number % LANES;
        if let Some(block) = self.blocks.get(number / LANES) {
            return Some(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane]));
        }
        let (points, _) = self.others.as_chunks();
        points.get(number.wrapping_sub(self.blocks.len() * LANES)).copied().map(Vec3::from_array)
    }

    /// The product of a vertex with a direction; the least, if there is none of that number.
    #[inline(always)]
    fn along(&self, dir: Vec3<S>, number: usize) -> S::Area {
        let lane = number % LANES;
        match self.blocks.get(number / LANES) {
            Some(block) => dir.dot(Vec3::new(block[lane], block[LANES + lane], block[2 * LANES + lane])),
            None => self.along_other(dir, number),
        }
    }

    /// The same of one of the few after the last block. Apart, or the compiler chooses between places in memory.
    #[cold]
    #[inline(never)]
    fn along_other(&self, dir: Vec3<S>, number: usize) -> S::Area {
        self.get(number).map_or(-S::Area::MAX, |point| dir.dot(point))
    }

    /// Where a vertex stands in the order of lanes. Those after the last block come last.
    fn rank(&self, number: usize) -> usize {
        let (block, lane, blocks) = (number / LANES, number % LANES, self.blocks.len());
        if block < blocks { lane * blocks + block } else { number }
    }

    /// The number of the vertex with the largest product, of several the first in the order of lanes.
    #[inline]
    fn best(&self, dir: Vec3<S>) -> usize {
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

impl<S: Scalar> Faceted for Polyhedron<'_, S> {
    fn feature(&self, dir: Vec3<S>) -> Feature<Vec3<S>> {
        let mut hint = Hint::default();
        let top = self.support_from(dir, &mut hint);
        let near = |vertex: Option<u32>| {
            let row = vertex.map(|vertex| self.neighbors(vertex as usize));
            (0..row.map_or(self.len(), <[u16]>::len)).map(move |place| {
                let number = row.map_or(place, |row| row.get(place).copied().unwrap_or(0).into());
                (number as u32, self.vertex(number))
            })
        };
        wrap::facet_at((number_of(hint) as u32, top), dir, self.extent(), self.len(), near)
    }
}

impl<S: Scalar> Support for Polyhedron<'_, S> {
    type Vector = Vec3<S>;

    fn support(&self, dir: Vec3<S>) -> Vec3<S> {
        self.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> Vec3<S> {
        self.parts.center
    }

    fn is_polytope(&self) -> bool {
        true
    }

    /// A hint is the number of the last answer and one more; zero is none.
    #[inline]
    fn support_from(&self, dir: Vec3<S>, hint: &mut Hint) -> Vec3<S> {
        self.found(dir, hint, if self.is_climbed() { self.climb(dir, *hint) } else { None })
    }

    #[inline]
    fn support_near(&self, dir: Vec3<S>, hint: &mut Hint) -> Vec3<S> {
        if self.len() <= SCAN_NEAR {
            return self.support_from(dir, hint);
        }
        self.found(dir, hint, self.climb_on(dir, *hint))
    }

    /// Floats only: in fixed point areas of points anywhere need not fit.
    #[inline]
    fn entry_facet(&self, start: Vec3<S>, dir: Vec3<S>, hint: &mut Hint) -> Option<(Vec3<S>, [Vec3<S>; 3])> {
        if S::STEP == S::NIL { self.walk(start, dir, hint) } else { None }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn vertex_from(&self, hint: Hint) -> Option<Vec3<S>> {
        // There are no more vertices than such numbers, so of what comes from anywhere the last bits will do.
        self.parts.point((hint.vertex() as u16).wrapping_sub(1))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn reach_near(&self, dir: Vec3<S>, mut hint: Hint) -> (S::Area, S) {
        let reach = if self.len() > SCAN_REACH { dir.dot(self.support_near(dir, &mut hint)) } else { self.reach(dir) };
        (reach, self.parts.noise)
    }
}

/// Prints the data of a polyhedron as Rust source.
struct Source<'s, S> {
    parts: &'s PolyhedronParts<'s, S>,
    name: &'s str,
}

/// A number as Rust source.
struct Literal<S>(Option<S>);

impl<S: Scalar> Display for Literal<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        S::write_source(self.0, f)
    }
}

/// Numbers separated by commas, eight to a line.
fn write_list<T: Display>(f: &mut fmt::Formatter<'_>, name: &str, numbers: impl Iterator<Item = T>) -> fmt::Result {
    write!(f, "    {name}: &[")?;
    let mut end = "],\n";
    for (place, number) in numbers.enumerate() {
        f.write_str(if place % LANES == 0 { "\n        " } else { " " })?;
        write!(f, "{number},")?;
        end = "\n    ],\n";
    }
    f.write_str(end)
}

impl<S: Scalar> Display for Source<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PolyhedronParts { vertices, ends, neighbors, starts, cells, center, noise } = *self.parts;
        let (name, scalar) = (self.name, Literal::<S>(None));
        let head = "gjk::Polyhedron::from_parts(gjk::PolyhedronParts";
        writeln!(f, "pub static {name}: gjk::Polyhedron<'static, {scalar}> = {head} {{")?;
        write_list(f, "vertices", vertices.iter().map(|&number| Literal(Some(number))))?;
        write_list(f, "ends", ends.iter())?;
        write_list(f, "neighbors", neighbors.iter())?;
        writeln!(f, "    starts: {starts:?},")?;
        write_list(f, "cells", cells.iter())?;
        let [x, y, z] = center.to_array().map(|coordinate| Literal(Some(coordinate)));
        writeln!(f, "    center: gjk::vec3({x}, {y}, {z}),")?;
        writeln!(f, "    noise: {},", Literal(Some(noise)))?;
        writeln!(f, "}});")
    }
}
