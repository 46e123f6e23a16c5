//! Builders of convex hulls: from points in any order to a [`Polygon`] or a [`Polyhedron`].
//!
//! Every decision is made in exact integers (`number/grid.rs`), so each is right. Fixed-point coordinates are taken
//! as they are, floats on a grid of 2^30 (`f64`: 2^62) steps up to the power of two above the largest coordinate of
//! the cloud, which moves no point by more than 2^−7 (2^−10) of the rounding step of that coordinate. The result is
//! the exact hull of the points on the grid, with the coordinates that the caller gave.
//!
//! A cloud may be flat, collinear or a single point, and points may repeat. In space its hull is then a polygon with
//! two sides, a segment or a vertex.
//!
//! `hull/outline.rs` builds a hull in the plane, `hull/faces.rs` one in space, whose vertices `hull/curve.rs` puts in
//! order. All of them work on slices of any length; the builders with their capacities only hold the memory.

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
use faces::{Choice, Face, Kind, Surface};
use outline::Outline;

/// An edge of a ring: a closed chain of edges, which is an outline in the plane or the horizon in space. Once a hull
/// in space is built, the same memory holds its vertices.
#[derive(Clone, Copy, Debug)]
struct RingEdge {
    /// The vertex where it starts, as the number of a point.
    start: u16,
    /// The first point on the list of points beyond the edge; for the horizon, the face beyond it; for a vertex, a
    /// face around it.
    outside: u16,
    /// The edge that follows.
    next: u16,
}

impl RingEdge {
    const NEW: Self = Self { start: 0, outside: 0, next: 0 };
}

/// The error if the ring has no room for another vertex. Each of the `outside` points beyond the hull so far may
/// become a vertex, and no other point can.
fn no_room(ring: &[RingEdge], outside: usize) -> Error {
    Error::TooManyVertices { sufficient: ring.len() + outside }
}

/// A coordinate of a vector on the grid.
type GridOf<V> = <ScalarOfVector<V> as Scalar>::Grid;

/// The most points: they have 16-bit numbers, of which one value, [`NONE`], stands for no point.
const MOST_POINTS: usize = NONE as usize;

/// The most vertices: the neighbors, at most 6·VERTICES − 12, have 16-bit numbers.
const MOST_VERTICES: usize = 10_924;

/// Builds a [`Polyhedron`], the convex hull of points in any order, in memory that the caller owns.
///
/// It takes up to `POINTS` points (at most 65 535) whose hull has up to `VERTICES` vertices (at most 10 924); the
/// maxima are checked at compile time. `new` is `const`, and all bits of a new builder are zero, so it may be a
/// `static` without taking flash. In `f32` it takes 14 bytes for each of `POINTS` and 130 for each of `VERTICES`.
///
/// ```
/// use gjk::{Point, PolyhedronBuilder, vec3};
///
/// // The corners of a cube, some points inside it and on its sides.
/// let points: Vec<_> = (0..125).map(|i| vec3((i % 5) as f32, (i / 5 % 5) as f32, (i / 25) as f32)).collect();
/// let mut builder = Box::new(PolyhedronBuilder::<f32, 125, 64>::new());
/// let cube = builder.build(&points)?;
/// assert_eq!((cube.len(), cube.faces().count()), (8, 12));
/// assert_eq!(gjk::distance(&cube, &Point::new(vec3(2.0, 2.0, 9.0))?).distance, 5.0);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PolyhedronBuilder<S: Scalar, const POINTS: usize, const VERTICES: usize> {
    /// The points, as coordinates on the grid.
    grid: [[S::Grid; 3]; POINTS],
    /// For each point, the next one on its list.
    next: [u16; POINTS],
    /// A closed surface has fewer than two triangles for each vertex.
    faces: [[Face<S::Grid>; 2]; VERTICES],
    ring: [RingEdge; VERTICES],
    vertices: [[S; 3]; VERTICES],
    /// For each vertex, where its neighbors end in `neighbors`.
    ends: [u16; VERTICES],
    /// A vertex has fewer than six neighbors on average.
    neighbors: [[u16; 6]; VERTICES],
    /// At most one cell for each vertex.
    cells: [u16; VERTICES],
}

impl<S: Scalar, const POINTS: usize, const VERTICES: usize> PolyhedronBuilder<S, POINTS, VERTICES> {
    /// A builder that holds no hull.
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

    /// The convex hull of `points`, which borrows the memory of the builder. Its vertices are the extreme points of
    /// the cloud, each once. The cloud may be flat, collinear or a single point.
    ///
    /// The vertices are ordered along a space-filling curve, those of a flat hull along its outline, so that queries
    /// that climb from vertex to vertex read little memory. Their indices in `points` are not kept; but each vertex
    /// has the coordinates of its point to the last bit, by which it can be found there.
    ///
    /// The time grows like n log n for usual clouds. If the memory for vertices runs out, the hull is built once more,
    /// in time proportional to points times vertices, to find out whether the hull itself is too large.
    ///
    /// # Errors
    /// [`Error::NoPoints`] if there are no points; [`Error::NotFinite`] if a coordinate is NaN or infinite;
    /// [`Error::OutOfRange`] if one is beyond [`Scalar::LIMIT`]; [`Error::TooManyPoints`] if there are more than
    /// `POINTS`; [`Error::TooManyVertices`] if the hull has more than `VERTICES`, with a number of vertices that is
    /// enough.
    pub fn build(&mut self, points: &[Vec3<S>]) -> Result<Polyhedron<'_, S>, Error> {
        self.hull(points, VERTICES, false).map(|simplified| simplified.hull)
    }

    /// A hull of some of `points`, with at most `vertices` vertices and at most `VERTICES`: the points farthest out,
    /// taken one after the other. It lies inside the hull of all points; [`Simplified::error`] bounds by how much.
    ///
    /// # Errors
    /// [`Error::NoPoints`] if there are no points; [`Error::NotFinite`] if a coordinate is NaN or infinite;
    /// [`Error::OutOfRange`] if one is beyond [`Scalar::LIMIT`]; [`Error::TooManyPoints`] if there are more than
    /// `POINTS`; [`Error::TooManyVertices`] if not even one vertex is allowed.
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
        self.hull(points, vertices.min(VERTICES), true)
    }

    /// The hull with at most `most` vertices. If that is not enough, it leaves points out if it `may_cut`, and fails
    /// otherwise.
    fn hull(&mut self, points: &[Vec3<S>], most: usize, may_cut: bool) -> Result<Simplified<Polyhedron<'_, S>>, Error> {
        let ring = first(&mut self.ring, most);
        let (cloud, extent) = put_on_grid(points, &mut self.grid, &mut self.next, ring, Vec3::to_array)?;
        let surface = Surface::new(cloud, self.faces.as_flattened_mut(), ring);
        let rows = Rows {
            points,
            vertices: self.vertices.as_flattened_mut(),
            ends: &mut self.ends,
            neighbors: self.neighbors.as_flattened_mut(),
            used: 0,
        };
        polyhedron(surface, rows, &mut self.cells, extent, may_cut)
    }
}

impl<S: Scalar, const POINTS: usize, const VERTICES: usize> Default for PolyhedronBuilder<S, POINTS, VERTICES> {
    fn default() -> Self {
        Self::new()
    }
}

/// A hull with a limited number of vertices, as `build_at_most` of [`PolyhedronBuilder`] and [`PolygonBuilder`]
/// returns it, with a bound on what was cut off.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Simplified<T: Support> {
    /// The hull of some of the points, or of all; it lies inside the hull of all.
    pub hull: T,
    /// No point is farther outside the hull than this, in the unit of the input; zero if no point was left out.
    pub error: ScalarOf<T>,
}

impl<T: Support> Simplified<T> {
    /// A hull of `points`, whose coordinates are at most `extent`. If it `is_cut`, points were left out, and the
    /// error is the largest distance of a point from the hull.
    fn new(hull: T, points: &[T::Vector], extent: ScalarOf<T>, is_cut: bool) -> Result<Self, Error> {
        let mut error = ScalarOf::<T>::NIL;
        if is_cut {
            for &point in points {
                error = error.max(functions::distance(&hull, &Point::new(point)?).distance);
            }
            // A distance is right up to four rounding steps of the larger of the size of the bodies and the distance,
            // and the difference of two points within the extent is at most four times as long as the extent: 16
            // steps. One more step is for the sum.
            let step = step_at(extent);
            error = ScalarOf::<T>::blend(error, [step; 17], [UnitOfVector::<T::Vector>::ONE; 17]);
        }
        Ok(Self { hull, error })
    }

    /// The hull with the error as its margin: it contains every point.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if the error is beyond [`Scalar::LIMIT`].
    pub fn outer(self) -> Result<Rounded<T>, Error> {
        Rounded::new(self.hull, self.error)
    }
}

/// Checks points and puts them on the grid, which spans the largest coordinate. Returns the cloud on the grid, and
/// that coordinate. Also checks that `ring` has room for a vertex.
fn put_on_grid<'w, V: Vector>(
    points: &[V],
    grid: &'w mut [[GridOf<V>; 3]],
    next: &'w mut [u16],
    ring: &[RingEdge],
    coordinates: impl Fn(V) -> [V::Scalar; 3],
) -> Result<(Cloud<'w, GridOf<V>>, V::Scalar), Error> {
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
    if ring.is_empty() {
        return Err(no_room(ring, points.len()));
    }
    for (slot, &point) in grid.iter_mut().zip(points) {
        *slot = coordinates(point).map(|coordinate| coordinate.to_grid(extent));
    }
    Ok((Cloud { grid: first(grid, points.len()), next: first(next, points.len()) }, extent))
}

/// The first `count` elements of a slice: the part that is in use. Empty if there are fewer.
fn first<T>(slice: &mut [T], count: usize) -> &mut [T] {
    slice.get_mut(..count).unwrap_or_default()
}

/// Builds the hull of a cloud in space. If it `may_cut`, the hull leaves points out where the ring has no room.
fn polyhedron<'w, S: Scalar>(
    mut surface: Surface<'_, S::Grid>,
    mut rows: Rows<'w, '_, S>,
    cells: &'w mut [u16],
    extent: S,
    may_cut: bool,
) -> Result<Simplified<Polyhedron<'w, S>>, Error> {
    let kind = if may_cut {
        surface.build(Choice::Greedy)?
    } else {
        surface.build(Choice::Quick).or_else(|_| surface.build(Choice::Extreme))?
    };
    let points = rows.points;
    let (count, is_cut) = match kind {
        Kind::Solid(is_cut) => {
            let count = surface.number();
            for (number, &vertex) in surface.ring.iter().take(count).enumerate() {
                rows.put_vertex(count, number, vertex.start);
                surface.each_neighbor(vertex, |neighbor| rows.put_neighbor(neighbor));
                rows.end(number);
            }
            (count, is_cut)
        }
        Kind::Few(corners) => (rows.put_flat(corners.into_iter().take(surface.ring.len())), true),
        Kind::Flat(axis) => {
            let (count, is_cut) = Outline::of(surface.cloud, surface.ring, axis, may_cut)?;
            (rows.put_flat(surface.ring.iter().take(count).map(|edge| edge.outside)), is_cut)
        }
    };
    let cells = first(cells, cells_for(count));
    Simplified::new(Polyhedron::from_rows(rows.parts(count), cells, extent), points, extent, is_cut)
}

/// The memory of a polyhedron, filled row by row: a row holds the neighbors of a vertex, counter-clockwise seen from
/// outside.
struct Rows<'w, 'p, S> {
    points: &'p [Vec3<S>],
    vertices: &'w mut [S],
    ends: &'w mut [u16],
    neighbors: &'w mut [u16],
    /// How many of `neighbors` are in use.
    used: usize,
}

impl<'w, S: Scalar> Rows<'w, '_, S> {
    /// Writes a point as the vertex `number`, one of `count`.
    fn put_vertex(&mut self, count: usize, number: usize, point: u16) {
        let point = self.points.get(usize::from(point)).copied().unwrap_or(Vec3::ZERO);
        for (axis, coordinate) in point.to_array().into_iter().enumerate() {
            if let Some(slot) = self.vertices.get_mut(PolyhedronParts::<S>::slot(count, number, axis)) {
                *slot = coordinate;
            }
        }
    }

    /// Adds a neighbor to the row of the current vertex.
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
    /// Returns the number of vertices.
    fn put_flat(&mut self, outline: impl ExactSizeIterator<Item = u16>) -> usize {
        let count = outline.len();
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
        count
    }

    /// The parts of a polyhedron with `count` vertices. `Polyhedron::from_rows` computes those that are empty or zero
    /// here.
    fn parts(self, count: usize) -> PolyhedronParts<'w, S> {
        PolyhedronParts {
            vertices: first(self.vertices, 3 * count),
            ends: first(self.ends, count),
            neighbors: first(self.neighbors, self.used),
            starts: [0; 8],
            cells: &[],
            center: Vec3::ZERO,
            noise: S::NIL,
        }
    }
}

/// Builds a [`Polygon`], the convex hull of points in any order, in memory that the caller owns.
///
/// It takes up to `POINTS` points whose hull has up to `VERTICES` vertices. Both are at most 65 535, which is checked
/// at compile time. `new` is `const`.
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
    /// A builder that holds no hull.
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

    /// The convex hull of `points`, which borrows the memory of the builder. Its vertices are in counter-clockwise
    /// order, beginning with the first in lexicographic order. There is only one if all points coincide, and there
    /// are only two if all points lie on a line.
    ///
    /// # Errors
    /// [`Error::NoPoints`] if there are no points; [`Error::NotFinite`] if a coordinate is NaN or infinite;
    /// [`Error::OutOfRange`] if one is beyond [`Scalar::LIMIT`]; [`Error::TooManyPoints`] if there are more than
    /// `POINTS`; [`Error::TooManyVertices`] if the hull has more than `VERTICES`, with a number of vertices that is
    /// enough.
    pub fn build(&mut self, points: &[Vec2<S>]) -> Result<Polygon<'_, S>, Error> {
        self.hull(points, VERTICES, false).map(|simplified| simplified.hull)
    }

    /// A hull of some of `points`, with at most `vertices` vertices and at most `VERTICES`: the points farthest out,
    /// taken one after the other. It lies inside the hull of all points; [`Simplified::error`] bounds by how much.
    ///
    /// # Errors
    /// [`Error::NoPoints`] if there are no points; [`Error::NotFinite`] if a coordinate is NaN or infinite;
    /// [`Error::OutOfRange`] if one is beyond [`Scalar::LIMIT`]; [`Error::TooManyPoints`] if there are more than
    /// `POINTS`; [`Error::TooManyVertices`] if not even one vertex is allowed.
    pub fn build_at_most(&mut self, vertices: usize, points: &[Vec2<S>]) -> Result<Simplified<Polygon<'_, S>>, Error> {
        self.hull(points, vertices.min(VERTICES), true)
    }

    fn hull(&mut self, points: &[Vec2<S>], most: usize, may_cut: bool) -> Result<Simplified<Polygon<'_, S>>, Error> {
        let ring = first(&mut self.ring, most);
        let flat = |Vec2 { x, y }| [x, y, S::NIL];
        let (cloud, extent) = put_on_grid(points, &mut self.grid, &mut self.next, ring, flat)?;
        // The plane is seen along the third axis.
        let (count, is_cut) = Outline::of(cloud, ring, 2, may_cut)?;
        for (slot, edge) in self.vertices.iter_mut().zip(&*ring).take(count) {
            *slot = points.get(usize::from(edge.outside)).copied().unwrap_or(Vec2::ZERO);
        }
        let hull = Polygon::from_outline(first(&mut self.vertices, count))?;
        Simplified::new(hull, points, extent, is_cut)
    }
}

impl<S: Scalar, const POINTS: usize, const VERTICES: usize> Default for PolygonBuilder<S, POINTS, VERTICES> {
    fn default() -> Self {
        Self::new()
    }
}
