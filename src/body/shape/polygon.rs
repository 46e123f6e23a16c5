//! Convex polygons in the plane.

use crate::body::feature::{Faceted, Feature};
use crate::body::form::{Core, Form};
use crate::body::hint::Hint;
use crate::body::support::Support;
use crate::number::error::{self, Error};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec2, Vector};

/// A strictly convex polygon with borrowed vertices in counter-clockwise order. A support call climbs along the outline
/// from the last answer. For points in any order, or with collinear ones among them, use
/// [`ConvexHull`](crate::ConvexHull) or a [`PolygonBuilder`](crate::PolygonBuilder), whose polygon may also be a
/// segment or a single vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon<'p, S> {
    vertices: &'p [Vec2<S>],
    center: Vec2<S>,
}

impl<'p, S: Scalar> Polygon<'p, S> {
    /// A polygon from its outline of at least three vertices.
    ///
    /// # Errors
    /// [`Error::NoPoints`], [`Error::NotFinite`], [`Error::OutOfRange`], and [`Error::NotConvex`] if there are fewer
    /// than three vertices, the outline does not turn left at every vertex, or it goes round more than once.
    ///
    /// ```
    /// use gjk::{Error, Point, Polygon, vec2};
    ///
    /// let outline = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 1.0), vec2(0.0, 3.0)];
    /// let plot = Polygon::new(&outline)?;
    /// assert_eq!(gjk::distance(&plot, &Point::new(vec2(-2.0, 1.0))?).distance, 2.0);
    /// let clockwise = [vec2(0.0, 0.0), vec2(0.0, 3.0), vec2(4.0, 0.0)];
    /// assert_eq!(Polygon::new(&clockwise), Err(Error::NotConvex));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(vertices: &'p [Vec2<S>]) -> Result<Self, Error> {
        let polygon = Self::from_outline(vertices)?;
        if polygon.is_convex() { Ok(polygon) } else { Err(Error::NotConvex) }
    }

    /// A polygon whose outline a builder has proven strictly convex. It may be a segment or a single vertex.
    pub(crate) fn from_outline(vertices: &'p [Vec2<S>]) -> Result<Self, Error> {
        Ok(Self { vertices, center: error::center(vertices)? })
    }

    /// The vertices, counter-clockwise.
    #[must_use]
    pub fn vertices(self) -> &'p [Vec2<S>] {
        self.vertices
    }

    /// Does the outline turn left at every vertex, and change between going right and going left exactly twice?
    fn is_convex(&self) -> bool {
        let mut reversals = 0;
        for i in 0..self.vertices.len() {
            let (before, after) = (self.edge(i), self.edge(self.after(i)));
            // No coordinate is NaN, so this means "not a left turn".
            if before.direction().perp_dot(after.direction()) <= S::Area::ZERO {
                return false;
            }
            // Straight up counts as right and straight down as left, as if the outline were turned slightly clockwise.
            let goes_right = |edge: Vec2<S>| edge.x > S::NIL || (edge.x == S::NIL && edge.y > S::NIL);
            reversals += usize::from(goes_right(before) != goes_right(after));
        }
        self.vertices.len() >= 3 && reversals == 2
    }

    /// The number of the vertex that follows a vertex.
    #[inline(always)]
    fn after(&self, number: usize) -> usize {
        if number + 1 < self.vertices.len() { number + 1 } else { 0 }
    }

    /// The number of the vertex that precedes a vertex.
    #[inline(always)]
    fn before(&self, number: usize) -> usize {
        number.checked_sub(1).unwrap_or(self.vertices.len().saturating_sub(1))
    }

    /// The vertex with a number; the centre if no vertex has that number.
    fn vertex(&self, number: usize) -> Vec2<S> {
        self.vertices.get(number).copied().unwrap_or(self.center)
    }

    /// The edge from a vertex to the next one.
    fn edge(&self, from: usize) -> Vec2<S> {
        self.vertex(self.after(from)) - self.vertex(from)
    }

    /// The vertex farthest along `dir`, found by climbing from `start`: along a strictly convex outline the product
    /// with a direction rises to one maximum and falls again. The sign of the product with an edge tells rising from
    /// falling even where the products with its two vertices round to the same number.
    #[inline(always)]
    fn climb(&self, dir: Vec2<S>, start: usize) -> (usize, Vec2<S>) {
        let count = self.vertices.len();
        let mut at = if start < count { start } else { 0 };
        let mut vertex = self.vertex(at);
        let mut has_risen = false;
        for _ in 0..count {
            let after = self.after(at);
            let next = self.vertex(after);
            if dir.dot(next - vertex) <= S::Area::ZERO {
                break;
            }
            (at, vertex, has_risen) = (after, next, true);
        }
        let steps = if has_risen { 0 } else { count };
        for _ in 0..steps {
            let before = self.before(at);
            let last = self.vertex(before);
            if dir.dot(vertex - last) >= S::Area::ZERO {
                break;
            }
            (at, vertex) = (before, last);
        }
        (at, vertex)
    }
}

impl<S: Scalar> Support for Polygon<'_, S> {
    type Vector = Vec2<S>;

    fn support(&self, dir: Vec2<S>) -> Vec2<S> {
        self.support_from(dir, &mut Hint::default())
    }

    fn center(&self) -> Vec2<S> {
        self.center
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn support_from(&self, dir: Vec2<S>, hint: &mut Hint) -> Vec2<S> {
        let (found, vertex) = self.climb(dir, hint.vertex() as usize);
        *hint = Hint::new(found as u32);
        vertex
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn vertex(&self, hint: Hint) -> Option<Vec2<S>> {
        self.vertices.get(hint.vertex() as usize).copied()
    }

    fn form(&self) -> Form<'_, Vec2<S>> {
        Form::of(Core::Polygon(self.vertices))
    }
}

/// An edge has the number of the vertex where it starts.
impl<S: Scalar> Faceted for Polygon<'_, S> {
    fn feature(&self, dir: Vec2<S>) -> Feature<Vec2<S>> {
        // The support point is where the outline turns from rising to falling; the flatter of its edges faces `dir`.
        let (at, _) = self.climb(dir, 0);
        let before = self.before(at);
        let slope = |edge: Vec2<S>| {
            let (edge_dir, nil) = (edge.direction(), S::Area::ZERO);
            let rise = dir.dot(edge_dir);
            rise.max(nil - rise).per(edge_dir.length())
        };
        let from = if slope(self.edge(before)) < slope(self.edge(at)) { before } else { at };
        let to = self.after(from);
        Feature::new(from as u32).with_corner(from as u32, self.vertex(from)).with_corner(to as u32, self.vertex(to))
    }
}
