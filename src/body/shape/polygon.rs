//! Convex polygons in the plane.

use crate::body::feature::{Faceted, Feature};
use crate::body::form::{Core, Form};
use crate::body::hint::Hint;
use crate::body::support::Support;
use crate::number::error::{self, Error, OutlineFault};
use crate::number::grid::Grid;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec2, Vector};
use core::cmp::Ordering;

/// Rounding may hide a turn by an angle whose sine is this many rounding steps: a power of two.
const HIDDEN_TURN_STEPS: u32 = 16;

/// A strictly convex polygon with borrowed vertices in counter-clockwise order. A support call climbs along the outline
/// from the last answer. For points in any order, or with collinear ones among them, use
/// [`ConvexHull`](crate::ConvexHull) or a [`PolygonBuilder`](crate::PolygonBuilder), whose polygon may also be a
/// segment or a single vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polygon<'p, S> {
    vertices: &'p [Vec2<S>],
    center: Vec2<S>,
    /// Are there edges that rounding hardly tells from parts of one edge?
    is_almost_straight: bool,
}

impl<'p, S: Scalar> Polygon<'p, S> {
    /// A polygon of at least three vertices. Every outline that [`PolygonBuilder::build`](crate::PolygonBuilder::build)
    /// makes is accepted, if it has that many.
    ///
    /// # Errors
    /// [`Error::NoPoints`], [`Error::NotFinite`], [`Error::OutOfRange`], and [`Error::NotConvex`] if there are fewer
    /// than three vertices, the outline does not turn left at every vertex, or it goes round more than once.
    ///
    /// ```
    /// use gjk::{Error, OutlineFault, Point, Polygon, vec2};
    ///
    /// let outline = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 1.0), vec2(0.0, 3.0)];
    /// let plot = Polygon::new(&outline)?;
    /// assert_eq!(gjk::distance(&plot, &Point::new(vec2(-2.0, 1.0))?).distance, 2.0);
    /// let clockwise = [vec2(0.0, 0.0), vec2(0.0, 3.0), vec2(4.0, 0.0)];
    /// assert_eq!(Polygon::new(&clockwise), Err(Error::NotConvex(OutlineFault::Clockwise)));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    pub fn new(vertices: &'p [Vec2<S>]) -> Result<Self, Error> {
        let polygon = Self::from_outline(vertices)?;
        polygon.fault().map_or(Ok(polygon), |fault| Err(Error::NotConvex(fault)))
    }

    /// A polygon whose outline a builder has proven strictly convex. It may be a segment or a single vertex.
    pub(crate) fn from_outline(vertices: &'p [Vec2<S>]) -> Result<Self, Error> {
        let polygon = Self { vertices, center: error::center(vertices)?, is_almost_straight: false };
        Ok(Self { is_almost_straight: polygon.may_hide_a_turn(), ..polygon })
    }

    /// The vertices, counter-clockwise.
    #[must_use]
    pub fn vertices(self) -> &'p [Vec2<S>] {
        self.vertices
    }

    /// Why this is no convex outline. It is one if it turns left at every vertex, and its edges change between going
    /// right and going left exactly twice.
    fn fault(&self) -> Option<OutlineFault> {
        let count = self.vertices.len();
        if count < 3 {
            return Some(OutlineFault::TooFewCorners);
        }
        let extent = self.vertices.iter().fold(S::NIL, |extent, vertex| extent.max(vertex.max_abs()));
        let turns = || (0..count).map(|corner| self.turn(corner, extent));
        if let Some((corner, turn)) = turns().enumerate().find(|(_, turn)| turn.is_le()) {
            let is_repeated = |corner: &usize| self.vertex(*corner) == self.vertex(self.before(*corner));
            return Some(match (0..count).find(is_repeated) {
                Some(corner) => OutlineFault::Repeated { corner },
                None if turns().all(Ordering::is_le) && turns().any(Ordering::is_lt) => OutlineFault::Clockwise,
                None if turn.is_eq() => OutlineFault::Straight { corner },
                None => OutlineFault::RightTurn { corner },
            });
        }
        // Straight up counts as right, straight down as left, as if the outline were turned a little.
        let goes_right = |edge: Vec2<S>| edge.x > S::NIL || (edge.x == S::NIL && edge.y > S::NIL);
        let is_reversal =
            |corner: &usize| goes_right(self.edge(self.before(*corner))) != goes_right(self.edge(*corner));
        ((0..count).filter(is_reversal).count() != 2).then_some(OutlineFault::GoesRoundAgain)
    }

    /// The turn of the outline at a corner: `Greater` is left, `Less` is right. The extent is the largest coordinate of
    /// the outline.
    ///
    /// On the grid of a hull builder the sign of the area is exact, and positive at each corner of the outlines that
    /// [`PolygonBuilder::build`](crate::PolygonBuilder::build) makes. Floats close to zero are finer than that grid, so
    /// a left turn counts, too, where only the rounded product of the edges shows it.
    fn turn(&self, corner: usize, extent: S) -> Ordering {
        let [from, at, to] = [self.before(corner), corner, self.after(corner)].map(|number| self.vertex(number));
        let on_grid = |Vec2 { x, y }: Vec2<S>| [x.to_grid(extent), y.to_grid(extent), S::Grid::ZERO];
        let [_, _, area] = S::Grid::normal(on_grid(from), on_grid(at), on_grid(to));
        let is_left = (at - from).direction().perp_dot((to - at).direction()) > S::Area::ZERO;
        if is_left { Ordering::Greater } else { area.cmp(&S::Grid::NONE) }
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

    /// A vertex by its number; the centre if there is no such vertex.
    fn vertex(&self, number: usize) -> Vec2<S> {
        self.vertices.get(number).copied().unwrap_or(self.center)
    }

    /// The edge from a vertex to the next one.
    fn edge(&self, from: usize) -> Vec2<S> {
        self.vertex(self.after(from)) - self.vertex(from)
    }

    /// Are there neighboring edges whose turn rounding may hide? Where a direction points inward at right angles to
    /// both, their common vertex is the lowest one, and rounding may show neither as rising: a climb from there would
    /// end at once. Let the turn be τ. One of the two edges rises by at least sin(τ/2) of its length, and the product
    /// of the direction with that edge is off by up to two rounding steps of the product of their lengths. So a turn by
    /// more than four steps shows. [`HIDDEN_TURN_STEPS`] allow for the error of the area, too, and for edges longer
    /// than their largest component.
    fn may_hide_a_turn(&self) -> bool {
        (0..self.vertices.len()).any(|corner| {
            let [into, out] = [self.before(corner), corner].map(|number| self.edge(number).direction());
            let step = into.max_abs().times(out.max_abs()).portion(S::PRODUCT_ROUNDING);
            into.perp_dot(out) <= (0..HIDDEN_TURN_STEPS.ilog2()).fold(step, |sum, _| sum + sum)
        })
    }

    /// The vertex farthest along `dir`, found by climbing from `start`: along a strictly convex outline the product
    /// with a direction rises to one maximum and falls again. The sign of the product with an edge tells rising from
    /// falling even where the products with its two vertices round to the same number. If the outline
    /// [may hide a turn](Self::may_hide_a_turn), the climb starts at the vertex with the largest product.
    #[inline(always)]
    fn climb(&self, dir: Vec2<S>, start: usize) -> (usize, Vec2<S>) {
        let start = if self.is_almost_straight { self.farthest(dir) } else { start };
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

    /// The vertex with the largest product with a direction, of all.
    #[cold]
    #[inline(never)]
    fn farthest(&self, dir: Vec2<S>) -> usize {
        let products = self.vertices.iter().map(|&vertex| dir.dot(vertex)).enumerate();
        products.reduce(|best, next| if next.1 > best.1 { next } else { best }).map_or(0, |(number, _)| number)
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
        let (found, vertex) = self.climb(dir, hint.number() as usize);
        *hint = Hint::new(found as u32);
        vertex
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn vertex(&self, hint: Hint) -> Option<Vec2<S>> {
        self.vertices.get(hint.number() as usize).copied()
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
