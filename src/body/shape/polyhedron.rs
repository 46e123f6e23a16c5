//! Convex polyhedra that store which vertices are neighbors (`parts.rs`), and find support points by climbing along
//! edges (`climb.rs`).
//!
//! Without the inlining attributes in `climb.rs`, `parts.rs` and `ray_walk.rs` a cast of polyhedra in `f64` takes 4 %
//! more instructions on x86-64.

use crate::body::feature::{Faceted, Feature};
use crate::body::form::{Core, Form, Mesh};
use crate::body::gift_wrap;
use crate::body::hint::Hint;
use crate::body::shape::polyhedron::tuning::{REGISTER, SCAN, SCAN_REACH};
use crate::body::support::Support;
use crate::number::lanes::LANES;
use crate::number::rounding::product_step_at;
use crate::number::scalar::Scalar;
use crate::number::vector::Vec3;

mod cells;
mod check;
mod climb;
mod fault;
mod parts;
mod ray_walk;
mod tuning;

pub use cells::cells_for;
pub use fault::HullFault;
pub use parts::PolyhedronParts;

/// A convex polyhedron with borrowed vertices and the neighbors of each, from a
/// [`PolyhedronBuilder`](crate::PolyhedronBuilder) or from constants. It may be flat: a polygon with two sides, a
/// segment or a single vertex. With many vertices a support call climbs along edges; with few it compares all vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polyhedron<'p, S> {
    parts: PolyhedronParts<'p, S>,
}

impl<'p, S: Scalar> Polyhedron<'p, S> {
    /// A polyhedron from its data, unchecked. Invalid data may give wrong answers, but causes no panic and no endless
    /// loop. [`validate`](Self::validate) checks the data.
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
        polyhedron.validate().map(|()| polyhedron)
    }

    /// The value of [`PolyhedronParts::noise`] for a given largest coordinate: twelve relative rounding steps of it;
    /// zero in fixed point.
    pub(crate) fn noise(extent: S) -> S {
        S::blend(S::NIL, [product_step_at(extent); 12], [S::Unit::ONE; 12])
    }

    /// The largest magnitude of a coordinate.
    pub(crate) fn extent(&self) -> S {
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

    /// Is the number of vertices zero? Builders and [`new`](Self::new) return no such polyhedron.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.parts.ends.is_empty()
    }

    /// The vertex with a number, from 0; the centre if no vertex has that number.
    #[must_use]
    pub fn vertex(&self, number: usize) -> Vec3<S> {
        self.parts.blocks().get(number).unwrap_or(self.parts.center)
    }

    /// The vertices, in the order of their numbers.
    pub fn vertices(&self) -> impl Iterator<Item = Vec3<S>> + Clone + '_ {
        (0..self.len()).map(|number| self.vertex(number))
    }

    /// The numbers of the vertices that share an edge of the triangulated surface with a vertex, counter-clockwise seen
    /// from outside; empty if no vertex has the number.
    #[must_use]
    pub fn neighbors(&self, vertex: usize) -> &'p [u16] {
        let PolyhedronParts { ends, neighbors, .. } = self.parts;
        let begin = vertex.checked_sub(1).and_then(|before| ends.get(before)).copied().unwrap_or(0);
        let end = ends.get(vertex).copied().unwrap_or(0);
        neighbors.get(begin.into()..end.into()).unwrap_or_default()
    }

    /// The triangles of the surface as numbers of vertices, counter-clockwise seen from outside, each starting at its
    /// lowest number. A facet with more than three corners is split into several triangles. A flat polygon has
    /// triangles on both sides; a segment and a single vertex have no triangles.
    pub fn faces(&self) -> impl Iterator<Item = [u16; 3]> + '_ {
        self.corners().filter(|[a, b, c]| a < b && a < c && b != c)
    }

    /// The triangles of the surface, each three times, starting at each of its corners.
    pub(crate) fn corners(&self) -> impl Iterator<Item = [u16; 3]> + '_ {
        (0..self.len())
            .flat_map(|vertex| pairs(self.neighbors(vertex)).map(move |(one, next)| [vertex as u16, one, next]))
    }
}

/// Each neighbor in a row paired with the next one; the first follows the last.
fn pairs(row: &[u16]) -> impl Iterator<Item = (u16, u16)> + '_ {
    row.iter().copied().zip(row.iter().copied().skip(1).chain(row.first().copied()))
}

/// The number of the vertex that a hint stands for: the hint less one. For a hint of zero it is a number that no vertex
/// has.
fn number_of(hint: Hint) -> usize {
    (hint.number() as usize).wrapping_sub(1)
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
        gift_wrap::facet_at((number_of(hint) as u32, top), dir, self.extent(), self.len(), near)
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

    /// A hint is the number of the last answer plus one; zero stands for no vertex.
    fn support_from(&self, dir: Vec3<S>, hint: &mut Hint) -> Vec3<S> {
        // Fixed point and machines below 64 bits compute products one at a time, other machines as many as a register
        // holds floats.
        let at_once = if S::IS_FLOAT && usize::BITS >= u64::BITS { REGISTER / size_of::<S>() } else { 1 };
        let climbed = if self.len() > SCAN * at_once { self.climb(dir, *hint) } else { None };
        let (vertex, point) = climbed.unwrap_or_else(|| {
            let vertex = self.parts.blocks().best(dir);
            (vertex, self.vertex(vertex))
        });
        *hint = Hint::new(vertex as u32 + 1);
        point
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline)]
    fn vertex(&self, hint: Hint) -> Option<Vec3<S>> {
        // The number of a vertex fits 16 bits, so the upper bits of a hint may be ignored.
        self.parts.point((hint.number() as u16).wrapping_sub(1))
    }

    fn form(&self) -> Form<'_, Vec3<S>> {
        Form::of(Core::Mesh(self))
    }
}

impl<S: Scalar> Mesh<Vec3<S>> for Polyhedron<'_, S> {
    fn reach(&self, dir: Vec3<S>, mut hint: Hint) -> (S::Area, S) {
        let is_long = self.len() > SCAN_REACH;
        let reach = if is_long { dir.dot(self.support_from(dir, &mut hint)) } else { self.farthest_product(dir) };
        (reach, self.parts.noise)
    }

    /// `None` in fixed point, where the areas that the walk compares need not fit.
    fn entry_facet(&self, start: Vec3<S>, dir: Vec3<S>, hint: &mut Hint) -> Option<(Vec3<S>, [Vec3<S>; 3])> {
        if S::IS_FLOAT { self.ray_walk(start, dir, hint) } else { None }
    }
}
