//! Builders of convex hulls: from points in any order to a [`Polygon`] or a [`Polyhedron`].
//!
//! Every decision is made in exact integers (`number/grid.rs`), so each is right: fixed-point coordinates are taken as
//! they are, floats on a grid of 2^30 (`f64`: 2^62) steps up to the power of two above the largest coordinate of the
//! cloud, which moves no point by more than 2^−7 (2^−10) of the rounding step of that coordinate. The result is the
//! exact hull of the points on the grid, with the coordinates that the caller gave. `hull/cloud.rs` holds the points
//! and the lists of those still outside, `hull/outline.rs` is the builder in a plane, `hull/faces.rs` the one in space,
//! whose vertices `hull/curve.rs` puts in order.
//!
//! A cloud may be flat, collinear or a single point, and points may repeat. In space its hull is then a polygon with
//! two sides, a segment or a vertex.
//!
//! The code is written once, over slices of any length; the builders with their capacities only hold the memory.

mod cloud;
mod curve;
mod faces;
mod outline;

use crate::body::combine::Rounded;
use crate::body::shape::{Point, Polygon, Polyhedron, PolyhedronParts, cells_for};
use crate::body::support::{ScalarOf, Support};
use crate::number::error::{self, Error};
use crate::number::grid::Grid;
use crate::number::rounding::step_at;
use crate::number::scalar::Scalar;
use crate::number::vector::{ScalarOfVector, UnitOfVector, Vec2, Vec3, Vector};
use crate::query::functions;
use cloud::{Cloud, NONE};
use faces::{Choice, Extent, Face, Surface};
use outline::Outline;

/// An edge of a ring, which is an outline or the horizon.
#[derive(Clone, Copy, Debug)]
struct RingEdge {
    /// The vertex where it starts, as the number of a point.
    start: u16,
    /// The first point on the list of points beyond it; for the horizon, the face beyond it.
    outside: u16,
    /// The edge that follows.
    next: u16,
}

impl RingEdge {
    const NEW: Self = Self { start: 0, outside: 0, next: 0 };
}

/// There is no room for another vertex, while `outside` points are still outside.
#[derive(Clone, Copy, Debug)]
struct Full {
    outside: usize,
}

impl Full {
    /// Each point outside may become another vertex; no other point can.
    fn error(self, vertices: usize) -> Error {
        Error::TooManyVertices { sufficient: vertices + self.outside }
    }
}

/// A coordinate of a vector on the grid.
type GridOf<V> = <ScalarOfVector<V> as Scalar>::Grid;

/// Points have 16-bit numbers, of which one value, [`NONE`], stands for no point.
const MOST_POINTS: usize = NONE as usize;

/// The 6·VERTICES − 12 neighbors have 16-bit numbers.
const MOST_VERTICES: usize = 10_924;

/// Builds a [`Polyhedron`] from points in any order, in memory that the caller owns.
///
/// It takes up to `POINTS` points (at most 65 535) whose hull has up to `VERTICES` vertices (at most 10 924); the
/// maxima are checked at compile time. `new` is `const`, and all bits of a new builder are zero, so it may be a
/// `static` without taking flash. In `f32` it takes 14 bytes for each of `POINTS` and 130 for each of `VERTICES`.
///
/// ```
/// use gjk::{Point, PolyhedronBuilder, vec3};
///
/// // The corners of a cube, some points inside it and on its sides.
/// let mut points = Vec::new();
/// for i in 0..125 {
///     points.push(vec3((i % 5) as f32, (i / 5 % 5) as f32, (i / 25) as f32));
/// }
/// let mut builder = Box::new(PolyhedronBuilder::<f32, 125, 64>::new());
/// let cube = builder.build(&points)?;
/// assert_eq!((cube.len(), cube.faces().count()), (8, 12));
/// assert_eq!(gjk::distance(&cube, &Point::new(vec3(2.0, 2.0, 9.0))?).distance, 5.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PolyhedronBuilder<S: Scalar, const POINTS: usize, const VERTICES: usize> {
    grid: [[S::Grid; 3]; POINTS],
    next: [u16; POINTS],
    /// A closed surface has fewer than two triangles for each vertex.
    faces: [[Face<S::Grid>; 2]; VERTICES],
    ring: [RingEdge; VERTICES],
    vertices: [[S; 3]; VERTICES],
    ends: [u16; VERTICES],
    /// A vertex has fewer than six neighbors on average.
    neighbors: [[u16; 6]; VERTICES],
    /// At most one cell for each vertex.
    cells: [u16; VERTICES],
}

impl<S: Scalar, const POINTS: usize, const VERTICES: usize> PolyhedronBuilder<S, POINTS, VERTICES> {
    /// Empty memory.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(POINTS <= MOST_POINTS, "points are numbered by 16 bits") }
        const { assert!(VERTICES <= MOST_VERTICES, "neighbors are numbered by 16 bits, six to a vertex") }
        Self {
            grid: [[S::Grid::ZERO; 3]; POINTS],
            next: [0; POINTS],
            faces: [[Face::NEW; 2]; VERTICES],
            ring: [RingEdge::NEW; VERTICES],
            vertices: [[S::NIL; 3]; VERTICES],
            ends: [0; VERTICES],
            neighbors: [[0; 6]; VERTICES],
            cells: [0; VERTICES],
        }
    }

    fn memory(&mut self) -> SpatialMemory<'_, S> {
        SpatialMemory {
            grid: &mut self.grid,
            next: &mut self.next,
            faces: self.faces.as_flattened_mut(),
            ring: &mut self.ring,
            vertices: self.vertices.as_flattened_mut(),
            ends: &mut self.ends,
            neighbors: self.neighbors.as_flattened_mut(),
            cells: &mut self.cells,
        }
    }

    /// The convex hull of `points`. Its vertices are the extreme points of the cloud, each once.
    ///
    /// They are ordered along a space-filling curve, those of a flat hull along its outline, so that queries that climb
    /// from vertex to vertex read little memory. Their places in `points` are not kept; but each vertex has the
    /// coordinates of its point to the last bit, by which it can be found there.
    ///
    /// The time grows like n log n for usual clouds. If the memory for vertices runs out, the hull is built once more,
    /// in time proportional to points times vertices, to find out whether the hull itself is too large.
    ///
    /// # Errors
    /// [`Error::NoPoints`], [`Error::NotFinite`], [`Error::OutOfRange`], [`Error::TooManyPoints`],
    /// [`Error::TooManyVertices`].
    pub fn build(&mut self, points: &[Vec3<S>]) -> Result<Polyhedron<'_, S>, Error> {
        self.memory().build(points, None).map(|simplified| simplified.hull)
    }

    /// A hull with at most `vertices` vertices (and at most `VERTICES`): the points farthest out, taken one after the
    /// other. It lies inside the hull of the points; [`Simplified::error`] bounds by how much.
    ///
    /// # Errors
    /// [`Error::NoPoints`], [`Error::NotFinite`], [`Error::OutOfRange`], [`Error::TooManyPoints`], and
    /// [`Error::TooManyVertices`] if not even one vertex is allowed.
    ///
    /// ```
    /// use gjk::{PolyhedronBuilder, Support, vec3};
    ///
    /// let ball: Vec<_> = (0..500)
    ///     .map(|i| {
    ///         let (turn, z) = (i as f64 * 2.4, (i as f64 + 0.5) / 250.0 - 1.0);
    ///         let r = (1.0 - z * z).sqrt();
    ///         vec3(r * turn.cos(), r * turn.sin(), z)
    ///     })
    ///     .collect();
    /// let mut builder = Box::new(PolyhedronBuilder::<f64, 500, 32>::new());
    /// let simplified = builder.build_at_most(32, &ball)?;
    /// assert_eq!(simplified.hull.len(), 32);
    /// assert!(simplified.error < 0.2);
    /// // With the error as its margin, the hull holds all points.
    /// let around = simplified.outer()?;
    /// assert_eq!(around.margin(), simplified.error);
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn build_at_most(
        &mut self,
        vertices: usize,
        points: &[Vec3<S>],
    ) -> Result<Simplified<Polyhedron<'_, S>>, Error> {
        self.memory().build(points, Some(vertices.min(VERTICES)))
    }
}

impl<S: Scalar, const POINTS: usize, const VERTICES: usize> Default for PolyhedronBuilder<S, POINTS, VERTICES> {
    fn default() -> Self {
        Self::new()
    }
}

/// A hull with a limited number of vertices, and the error of that.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Simplified<T: Support> {
    /// A hull of some of the points, inside the hull of all.
    pub hull: T,
    /// No point is farther outside the hull than this; zero if no point was left out.
    pub error: ScalarOf<T>,
}

impl<T: Support> Simplified<T> {
    /// The hull with the error as its margin: it contains every point.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if the error is beyond [`Scalar::LIMIT`].
    pub fn outer(self) -> Result<Rounded<T>, Error> {
        Rounded::new(self.hull, self.error)
    }
}

/// The memory of a [`PolyhedronBuilder`] of any size.
struct SpatialMemory<'w, S: Scalar> {
    grid: &'w mut [[S::Grid; 3]],
    next: &'w mut [u16],
    faces: &'w mut [Face<S::Grid>],
    ring: &'w mut [RingEdge],
    vertices: &'w mut [S],
    ends: &'w mut [u16],
    neighbors: &'w mut [u16],
    cells: &'w mut [u16],
}

/// Puts points on the grid, which spans the largest coordinate, and returns that coordinate.
fn put_on_grid<V: Vector>(
    points: &[V],
    grid: &mut [[GridOf<V>; 3]],
    coordinates: impl Fn(V) -> [V::Scalar; 3],
) -> Result<V::Scalar, Error> {
    if points.is_empty() {
        return Err(Error::NoPoints);
    }
    let mut extent = V::Scalar::NIL;
    for &point in points {
        extent = extent.max(error::point(point)?.max_abs());
    }
    if points.len() > grid.len() {
        return Err(Error::TooManyPoints { needed: points.len() });
    }
    for (slot, &point) in grid.iter_mut().zip(points) {
        *slot = coordinates(point).map(|coordinate| coordinate.to_grid(extent));
    }
    Ok(extent)
}

/// The part of a slice that is in use.
fn first<T>(slice: &mut [T], count: usize) -> &mut [T] {
    slice.get_mut(..count).unwrap_or_default()
}

impl<'w, S: Scalar> SpatialMemory<'w, S> {
    fn build(self, points: &[Vec3<S>], most: Option<usize>) -> Result<Simplified<Polyhedron<'w, S>>, Error> {
        let extent = put_on_grid(points, self.grid, Vec3::to_array)?;
        let (grid, next) = (&*first(self.grid, points.len()), first(self.next, points.len()));
        let room = self.ring.len();
        let full = |full: Full| full.error(room);
        if room == 0 || most == Some(0) {
            return Err(Full { outside: points.len() }.error(0));
        }
        let mut surface = Surface::new(Cloud { grid, next: &mut *next }, self.faces, &mut *self.ring);
        let extent_of = match most {
            Some(most) => surface.build(Choice::Greedy(most)),
            None => surface.build(Choice::Quick).or_else(|_| surface.build(Choice::Extreme)),
        };
        let mut rows = Rows { vertices: self.vertices, ends: self.ends, neighbors: self.neighbors, used: 0 };
        let is_cut = match extent_of.map_err(full)? {
            Extent::Solid(is_cut) => {
                let count = surface.number();
                for (number, &vertex) in surface.ring().iter().take(count).enumerate() {
                    rows.put_vertex(count, number, points.get(usize::from(vertex.start)));
                    surface.each_neighbor(vertex, |neighbor| rows.put_neighbor(neighbor));
                    rows.end(number);
                }
                rows.finish(count);
                is_cut
            }
            Extent::Few(corners) => {
                let corners = corners.iter().take(most.unwrap_or(0));
                rows.put_flat(corners.len(), corners.map(|&corner| points.get(usize::from(corner))));
                true
            }
            Extent::Flat(axis) => {
                let cloud = Cloud { grid, next };
                let (count, is_cut) = Outline::of(cloud, self.ring, axis, most).map_err(full)?;
                let corners = self.ring.iter().take(count);
                rows.put_flat(count, corners.map(|edge| points.get(usize::from(edge.outside))));
                is_cut
            }
        };
        let cells = first(self.cells, cells_for(rows.ends.len()));
        let hull = Polyhedron::from_rows(rows.parts(), cells, extent);
        let error = if is_cut { farthest(&hull, points, extent)? } else { S::NIL };
        Ok(Simplified { hull, error })
    }
}

/// An upper bound on the distance of any point from a body, both within the extent.
fn farthest<V: Vector>(hull: &impl Support<Vector = V>, points: &[V], extent: V::Scalar) -> Result<V::Scalar, Error> {
    let mut error = V::Scalar::NIL;
    for &point in points {
        error = error.max(functions::distance(hull, &Point::new(point)?).distance);
    }
    // A distance is right up to four rounding steps of the larger of the size of the bodies and the distance, and the
    // difference of two points within the extent is at most four times as long as the extent: 16 steps. One more is
    // for the sum.
    let step = step_at(extent);
    Ok(V::Scalar::blend(error, [step; 17], [UnitOfVector::<V>::ONE; 17]))
}

/// The memory of a polyhedron, filled row by row.
struct Rows<'w, S> {
    vertices: &'w mut [S],
    ends: &'w mut [u16],
    neighbors: &'w mut [u16],
    used: usize,
}

impl<'w, S: Scalar> Rows<'w, S> {
    fn put_vertex(&mut self, count: usize, number: usize, point: Option<&Vec3<S>>) {
        let point = point.copied().unwrap_or(Vec3::ZERO);
        for (axis, coordinate) in point.to_array().into_iter().enumerate() {
            if let Some(slot) = self.vertices.get_mut(PolyhedronParts::<S>::slot(count, number, axis)) {
                *slot = coordinate;
            }
        }
    }

    fn put_neighbor(&mut self, neighbor: u16) {
        if let Some(slot) = self.neighbors.get_mut(self.used) {
            *slot = neighbor;
            self.used += 1;
        }
    }

    /// Ends the row of a vertex.
    fn end(&mut self, number: usize) {
        if let Some(slot) = self.ends.get_mut(number) {
            *slot = self.used as u16;
        }
    }

    /// Writes a vertex, a segment, or a polygon with two sides, given by its outline. The front of a polygon is a fan
    /// of triangles around vertex 0, the back one around vertex 1, so that they have no diagonal in common.
    fn put_flat<'v>(&mut self, count: usize, outline: impl Iterator<Item = Option<&'v Vec3<S>>>)
    where
        S: 'v,
    {
        for (number, point) in outline.enumerate() {
            self.put_vertex(count, number, point);
            let (vertex, last) = (number as u16, count as u16 - 1);
            match (number, count) {
                (_, 1) => {}
                (_, 2) => self.put_neighbor(1 - vertex),
                (0, _) => (1..=last).for_each(|other| self.put_neighbor(other)),
                (1, _) => [2, 0].into_iter().chain((3..=last).rev()).for_each(|other| self.put_neighbor(other)),
                _ => {
                    let next = if vertex < last { vertex + 1 } else { 0 };
                    // At the ends of the fans two of the four neighbors coincide.
                    let (front, back) = ((next != 0).then_some(next), (vertex != 2).then_some(vertex - 1));
                    [front, Some(0), back, Some(1)].into_iter().flatten().for_each(|other| self.put_neighbor(other));
                }
            }
            self.end(number);
        }
        self.finish(count);
    }

    /// Cuts the slices down to the part in use.
    fn finish(&mut self, count: usize) {
        self.vertices = first(core::mem::take(&mut self.vertices), 3 * count);
        self.ends = first(core::mem::take(&mut self.ends), count);
        self.neighbors = first(core::mem::take(&mut self.neighbors), self.used);
    }

    fn parts(self) -> PolyhedronParts<'w, S> {
        PolyhedronParts {
            vertices: self.vertices,
            ends: self.ends,
            neighbors: self.neighbors,
            starts: [0; 8],
            cells: &[],
            center: Vec3::ZERO,
            noise: S::NIL,
        }
    }
}

/// Builds a [`Polygon`] from points in any order, in memory that the caller owns.
///
/// It takes up to `POINTS` points (at most 65 535) whose hull has up to `VERTICES` vertices.
///
/// ```
/// use gjk::{PolygonBuilder, vec2};
///
/// let points = [vec2(0.0, 0.0), vec2(2.0, 1.0), vec2(4.0, 0.0), vec2(1.0, 0.0), vec2(4.0, 2.0), vec2(0.0, 2.0)];
/// let mut builder = PolygonBuilder::<f32, 6, 6>::new();
/// let plate = builder.build(&points)?;
/// assert_eq!(plate.vertices(), [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 2.0), vec2(0.0, 2.0)]);
/// assert_eq!(gjk::distance(&plate, &gjk::Point::new(vec2(5.0, 1.0))?).distance, 1.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PolygonBuilder<S: Scalar, const POINTS: usize, const VERTICES: usize> {
    grid: [[S::Grid; 3]; POINTS],
    next: [u16; POINTS],
    ring: [RingEdge; VERTICES],
    vertices: [Vec2<S>; VERTICES],
}

impl<S: Scalar, const POINTS: usize, const VERTICES: usize> PolygonBuilder<S, POINTS, VERTICES> {
    /// Empty memory.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(POINTS <= MOST_POINTS && VERTICES <= MOST_POINTS, "points are numbered by 16 bits") }
        Self {
            grid: [[S::Grid::ZERO; 3]; POINTS],
            next: [0; POINTS],
            ring: [RingEdge::NEW; VERTICES],
            vertices: [Vec2::ZERO; VERTICES],
        }
    }

    /// The convex hull of `points`. Its vertices are in counter-clockwise order, beginning with the first in
    /// lexicographic order. There is only one if all points coincide, and only two if all lie on a line.
    ///
    /// # Errors
    /// [`Error::NoPoints`], [`Error::NotFinite`], [`Error::OutOfRange`], [`Error::TooManyPoints`],
    /// [`Error::TooManyVertices`].
    pub fn build(&mut self, points: &[Vec2<S>]) -> Result<Polygon<'_, S>, Error> {
        self.outline(points, None).map(|simplified| simplified.hull)
    }

    /// A hull with at most `vertices` vertices (and at most `VERTICES`): the points farthest out, taken one after the
    /// other. It lies inside the hull of the points; [`Simplified::error`] bounds by how much.
    ///
    /// # Errors
    /// As for [`build`](Self::build), but [`Error::TooManyVertices`] only if not even one vertex is allowed.
    pub fn build_at_most(&mut self, vertices: usize, points: &[Vec2<S>]) -> Result<Simplified<Polygon<'_, S>>, Error> {
        self.outline(points, Some(vertices.min(VERTICES)))
    }

    fn outline(&mut self, points: &[Vec2<S>], most: Option<usize>) -> Result<Simplified<Polygon<'_, S>>, Error> {
        let plane = PlanarMemory { grid: &mut self.grid, next: &mut self.next, ring: &mut self.ring };
        plane.outline(points, most, &mut self.vertices)
    }
}

impl<S: Scalar, const POINTS: usize, const VERTICES: usize> Default for PolygonBuilder<S, POINTS, VERTICES> {
    fn default() -> Self {
        Self::new()
    }
}

/// The memory of a [`PolygonBuilder`] of any size.
struct PlanarMemory<'w, S: Scalar> {
    grid: &'w mut [[S::Grid; 3]],
    next: &'w mut [u16],
    ring: &'w mut [RingEdge],
}

impl<S: Scalar> PlanarMemory<'_, S> {
    fn outline<'v>(
        self,
        points: &[Vec2<S>],
        most: Option<usize>,
        vertices: &'v mut [Vec2<S>],
    ) -> Result<Simplified<Polygon<'v, S>>, Error> {
        let extent = put_on_grid(points, self.grid, |Vec2 { x, y }| [x, y, S::NIL])?;
        let room = self.ring.len();
        if room == 0 || most == Some(0) {
            return Err(Full { outside: points.len() }.error(0));
        }
        // The plane is seen along the third axis.
        let cloud = Cloud { grid: first(self.grid, points.len()), next: first(self.next, points.len()) };
        let (count, is_cut) = Outline::of(cloud, self.ring, 2, most).map_err(|full| full.error(room))?;
        for (slot, edge) in vertices.iter_mut().zip(self.ring.iter()).take(count) {
            *slot = points.get(usize::from(edge.outside)).copied().unwrap_or(Vec2::ZERO);
        }
        let hull = Polygon::from_outline(vertices.get(..count).unwrap_or_default())?;
        let error = if is_cut { farthest(&hull, points, extent)? } else { S::NIL };
        Ok(Simplified { hull, error })
    }
}
