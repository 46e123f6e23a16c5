//! The polytope of EPA: vertices, facets with their planes and distances, and the memory for them.
//!
//! A vertex *sees* a facet, and the facet is *visible* from it, if the vertex lies beyond the plane of the facet by
//! more than rounding. A new vertex replaces the facets that it sees, which are connected; their outline is the
//! *horizon*.
//!
//! Facets are linked differently in the plane (`polygon.rs`) and in space (`polyhedron.rs`); everything else is written
//! once. Read the links of one dimension next; `epa.rs` grows the polytope.

use crate::kernel::difference::CsoPoint;
use crate::kernel::simplex::Simplex;
use crate::number::lanes;
use crate::number::rounding::steps_at;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, by_dimension};
use heapless::{Vec, VecView};
use plane::FacetPlane;
use polygon::Edges;
use polyhedron::Faces;

pub mod plane;
mod polygon;
mod polyhedron;
mod sheaf;
#[cfg(test)]
mod tests;

/// How a facet is linked to its vertices and neighbors.
pub type Links<V> = <V as Vector>::Choice<Edges, Faces>;

/// Bounds at most this many rounding steps of the largest coordinate apart have met: a support value and a distance are
/// off by a step each.
pub const MET_STEPS: u32 = 2;
/// Normals belong to different minima if the cosine of their angle is less than 1 − 2^−APART_BITS.
const APART_BITS: u32 = 2;

/// A facet: its plane and its links, stored together because a walk over the polytope reads both. Its distance from the
/// origin is in a list of its own, `Polytope::distances`, in which the least is sought.
#[derive(Clone, Copy, Debug)]
pub struct Facet<V: Vector> {
    pub plane: FacetPlane<V>,
    pub links: Links<V>,
}

/// Memory for the search for the depth of overlapping pairs (EPA).
///
/// The free functions put a workspace of the default size on the stack, in 2D as well. With
/// [`Query::workspace`](crate::Query::workspace) a caller may place one elsewhere, in a `static` say, and choose its
/// size. `VERTICES` bounds the points of the polytope; in 3D that needs `FACETS = 2 · VERTICES − 4`, in 2D as many
/// facets as vertices. Vertices and facets have 16-bit numbers: a program with 65536 vertices or more, or with 16384
/// facets or more, does not compile. It does not compile either with less room than the first polytope takes, which is
/// four vertices and four facets in 3D, three and three in 2D:
///
/// ```compile_fail,E0080
/// let memory = gjk::Workspace::<gjk::Vec3<f32>, 4, 3>::new();
/// ```
///
/// 64 vertices suffice for everything except deep pairs of hulls above about 300 vertices, bodies of revolution that
/// are nearly coaxial, and curved pairs at small tolerances. A full workspace ends the query with
/// [`Status::BufferFull`](crate::Status::BufferFull) and bounds that hold. The depth of a curved pair is then refined
/// without more memory, but its lower bound stays behind.
///
/// The default size takes 6.5 kB in 3D and 4.0 kB in 2D for `f32`, 10.6 kB and 7.5 kB for `f64`.
///
/// ```
/// use gjk::{Cuboid, Query, Vec3, Workspace, vec3};
///
/// let mut memory = Workspace::<Vec3<f32>, 16, 28>::new();
/// let (a, b) = (Cuboid::new(vec3(1.0, 1.0, 1.0))?, Cuboid::new(vec3(0.5, 0.5, 2.0))?);
/// let overlap = Query::new().workspace(&mut memory).penetration(&a, &b).expect("they overlap");
/// assert_eq!(overlap.depth, 1.5);
/// # Ok::<(), gjk::Error>(())
/// ```
#[derive(Debug)]
pub struct Workspace<V: Vector, const VERTICES: usize = 64, const FACETS: usize = 124> {
    vertices: Vec<CsoPoint<V>, VERTICES>,
    facets: Vec<Facet<V>, FACETS>,
    distances: Vec<V::Scalar, FACETS>,
    free: Vec<u16, FACETS>,
    horizon: Vec<u16, FACETS>,
}

impl<V: Vector, const VERTICES: usize, const FACETS: usize> Workspace<V, VERTICES, FACETS> {
    /// An empty workspace. Its memory is not cleared, either here or between queries.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(VERTICES > V::DIM && FACETS > V::DIM, "there is no room for a tetrahedron or a triangle") }
        const { assert!(VERTICES < 1 << 16, "vertices are numbered by 16 bits") }
        const { assert!(FACETS < 1 << 14, "half-edges are numbered by 16 bits, four to a facet") }
        Self { vertices: empty(), facets: empty(), distances: empty(), free: empty(), horizon: empty() }
    }

    pub(crate) fn view(&mut self) -> WorkspaceView<'_, V> {
        WorkspaceView {
            vertices: self.vertices.as_mut_view(),
            facets: self.facets.as_mut_view(),
            distances: self.distances.as_mut_view(),
            free: self.free.as_mut_view(),
            horizon: self.horizon.as_mut_view(),
        }
    }

    pub(crate) fn polytope(&mut self) -> Polytope<'_, V> {
        self.view().polytope()
    }
}

impl<V: Vector, const VERTICES: usize, const FACETS: usize> Default for Workspace<V, VERTICES, FACETS> {
    fn default() -> Self {
        Self::new()
    }
}

/// An empty list. Out of line, because optimizers otherwise merge the zero lengths of neighboring lists and clear the
/// memory between them, which takes longer than many a query.
#[inline(never)]
pub const fn empty<T, const CAPACITY: usize>() -> Vec<T, CAPACITY> {
    Vec::new()
}

/// A workspace of any size. Queries hold this and not a [`Polytope`]: its flag would lie before the poses, which then
/// go through `memcpy`. That takes 700 bytes for three queries of boxes on a Cortex-M4F without `speed`.
#[derive(Debug)]
pub struct WorkspaceView<'w, V: Vector> {
    vertices: &'w mut VecView<CsoPoint<V>>,
    facets: &'w mut VecView<Facet<V>>,
    distances: &'w mut VecView<V::Scalar>,
    free: &'w mut VecView<u16>,
    horizon: &'w mut VecView<u16>,
}

impl<'w, V: Vector> WorkspaceView<'w, V> {
    pub fn reborrow(&mut self) -> WorkspaceView<'_, V> {
        let Self { vertices, facets, distances, free, horizon } = self;
        WorkspaceView { vertices, facets, distances, free, horizon }
    }

    /// The polytope in this workspace, which is not [cleared](Polytope::clear).
    pub fn polytope(self) -> Polytope<'w, V> {
        let (Self { vertices, facets, distances, free, horizon }, nil) = (self, V::Scalar::NIL);
        Polytope { vertices, facets, distances, free, horizon, extent: nil, input_step: nil, has_tilted: false }
    }
}

/// The polytope in a workspace of any size. A facet is known by its slot, the index in `facets` and `distances`. A
/// removed facet keeps its slot, at the largest distance of the scalar, until a new one takes it.
#[derive(Debug)]
pub struct Polytope<'w, V: Vector> {
    pub vertices: &'w mut VecView<CsoPoint<V>>,
    pub facets: &'w mut VecView<Facet<V>>,
    /// The distance of every facet's plane from the origin: negative if the origin is outside.
    pub distances: &'w mut VecView<V::Scalar>,
    /// The slots of removed facets.
    pub free: &'w mut VecView<u16>,
    /// In space, the half-edges around the facets that the newest vertex sees; unused in the plane.
    pub horizon: &'w mut VecView<u16>,
    /// The largest magnitude of a coordinate of the points met so far.
    pub extent: V::Scalar,
    /// The rounding step of the input.
    pub input_step: V::Scalar,
    /// Has there been a facet whose plane tilts against its corners by more than rounding?
    pub has_tilted: bool,
}

/// Why a polytope cannot grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// No room for another vertex or facet.
    Full,
    /// Rounding broke the outline of the facets that the new vertex sees.
    Broken,
}

by_dimension! {
    /// The vertex numbers of a facet. In 2D the last one repeats another.
    pub fn corners['l](links: &'l Links<V>) -> [usize; 3] = polygon::corners, polyhedron::corners
}

by_dimension! {
    /// Adds the first two facets, the two sides of a segment in the plane or of a triangle in space, whose corners are
    /// the first vertices.
    pub fn start['p, 'w: 'p](polytope: &'p mut Polytope<'w, V>) -> Result<(), Stop> = polygon::start, polyhedron::start
}

by_dimension! {
    /// Adds the facets of a simplex that encloses a volume well beyond rounding, so that its points need not be
    /// inserted one by one. Returns whether it does; if not, the polytope is left as it was.
    pub fn enclose['p, 'w: 'p](polytope: &'p mut Polytope<'w, V>, simplex: &'p Simplex<V>) -> Result<bool, Stop>
        = polygon::enclose, polyhedron::enclose
}

by_dimension! {
    /// Extends the polytope to the hull of itself and its last vertex, which sees the facet `seed`.
    pub fn insert['p, 'w: 'p](polytope: &'p mut Polytope<'w, V>, seed: usize) -> Result<(), Stop>
        = polygon::insert, polyhedron::insert
}

by_dimension! {
    /// Turns an edge of a facet that is a dent: a corner of its neighbor there lies beyond the plane of the facet.
    /// Returns whether an edge was turned; in the plane, `false`.
    pub fn flip['p, 'w: 'p](polytope: &'p mut Polytope<'w, V>, facet: usize) -> bool
        = polygon::flip, polyhedron::flip
}

by_dimension! {
    /// Gives up vertices that only facets at least `closed` from the origin have, so that there is room for others. The
    /// nearest facet is at `lower`. In the plane it does nothing.
    pub fn make_room['p, 'w: 'p](polytope: &'p mut Polytope<'w, V>, lower: V::Scalar, closed: V::Scalar) -> ()
        = polygon::make_room, polyhedron::make_room
}

/// How far a normal is from being at right angles to two sides: the largest magnitude of its products with them.
#[inline(always)]
pub fn tilt<V: Vector>(normal: V, sides: [V; 2]) -> AreaOfVector<V> {
    sides.into_iter().fold(AreaOfVector::<V>::ZERO, |most, side| {
        let along = normal.dot(side);
        most.max(along.max(-along))
    })
}

/// The plane through a point with a normal of the given length, and its distance from the origin. Products of the
/// normal with points are off by `noise`.
#[inline(always)]
pub fn plane_at<V: Vector>(
    normal: V,
    through: V,
    length: V::Scalar,
    noise: AreaOfVector<V>,
) -> (FacetPlane<V>, V::Scalar) {
    let offset = normal.dot(through);
    // A facet without area is never the nearest, and every point sees it.
    let (threshold, distance) = if length > V::Scalar::NIL {
        (offset + noise, offset.per(length))
    } else {
        (-AreaOfVector::<V>::MAX, V::Scalar::MAX)
    };
    (FacetPlane { normal, threshold }, distance)
}

/// A lower bound of the distance of a facet from the origin: how far its lowest corner lies along the direction to its
/// nearest point.
fn least_distance<V: Vector>(corners: &Simplex<V>) -> V::Scalar {
    let nearest = corners.nearest_point();
    let (least, _) = corners.range(nearest);
    least.per(nearest.length())
}

impl<V: Vector> Polytope<'_, V> {
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.facets.clear();
        self.distances.clear();
        self.free.clear();
        self.extent = V::Scalar::NIL;
        self.has_tilted = false;
    }

    /// The given number of rounding steps of the largest coordinate.
    pub fn resolution(&self, steps: u32) -> V::Scalar {
        steps_at(steps, self.extent)
    }

    pub fn point(&self, vertex: usize) -> V {
        self.vertices.get(vertex).map_or(V::ZERO, |point| point.w)
    }

    /// Is this point of the CSO a vertex already?
    pub fn contains(&self, w: V) -> bool {
        // Four at a time: in a loop over single vertices the loop itself takes as long as the comparisons.
        let (blocks, others) = self.vertices.as_chunks::<4>();
        let is_here = |vertex: &CsoPoint<V>| vertex.w == w;
        blocks.iter().any(|block| block.iter().any(is_here)) || others.iter().any(is_here)
    }

    pub fn push_vertex(&mut self, point: &CsoPoint<V>) -> Result<(), Stop> {
        self.extent = self.extent.max(point.w.max_abs());
        self.vertices.push(point.each()).map_err(|_| Stop::Full)
    }

    /// Puts a facet into a new slot.
    pub fn add_slot(&mut self, facet: Facet<V>, distance: V::Scalar) -> Result<(), Stop> {
        self.facets.push(facet).map_err(|_| Stop::Full)?;
        self.distances.push(distance).map_err(|_| Stop::Full)
    }

    /// Extends the polytope to the hull of itself and a point that sees the facet `seed`.
    #[cfg_attr(feature = "speed", inline(always))]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn extend(&mut self, point: &CsoPoint<V>, seed: usize) -> Result<(), Stop> {
        self.push_vertex(point)?;
        insert(self, seed)
    }

    /// [`Polytope::extend`], out of line. Drops the point if rounding or a lack of room does not let it in.
    #[inline(never)]
    pub fn grow(&mut self, point: &CsoPoint<V>, seed: usize) -> Result<(), Stop> {
        let count = self.vertices.len();
        let grown = self.extend(point, seed);
        if grown.is_err() {
            self.vertices.truncate(count);
        }
        grown
    }

    /// May another vertex lack room? An insertion takes up to two more facets.
    pub fn is_full(&self) -> bool {
        self.vertices.is_full() || self.facets.capacity() - self.facets.len() + self.free.len() < 2
    }

    /// Sets the plane of a facet and its distance from the origin.
    #[inline(always)]
    pub fn set_plane(&mut self, slot: usize, plane: &FacetPlane<V>, distance: V::Scalar) {
        if let (Some(facet), Some(old)) = (self.facets.get_mut(slot), self.distances.get_mut(slot)) {
            facet.plane.assign(plane);
            *old = distance;
        }
    }

    /// Makes the nearest facet a wall, which is never the nearest again, if rounding has folded it back: if the origin
    /// is beyond it by more than rounding, although it is proven to lie `lower` deep inside. Returns whether it is.
    /// The other facets prove the bound without it: the surface winds around the origin, so every ray from there meets
    /// a facet that faces outward (derived in `polyhedron/room.rs`).
    pub fn set_aside_folded(&mut self, (facet, distance): (usize, V::Scalar), lower: V::Scalar) -> bool {
        let is_folded = lower.min(-distance) > self.resolution(MET_STEPS);
        if is_folded {
            self.make_wall(facet);
        }
        is_folded
    }

    /// Makes a facet a wall: it is never the nearest, and no point sees it.
    pub fn make_wall(&mut self, slot: usize) {
        if let (Some(facet), Some(distance)) = (self.facets.get_mut(slot), self.distances.get_mut(slot)) {
            facet.plane.threshold = AreaOfVector::<V>::MAX;
            *distance = V::Scalar::MAX;
        }
    }

    /// Does the point lie beyond the plane of the facet?
    pub fn is_visible(&self, facet: usize, w: V) -> bool {
        self.facets.get(facet).is_some_and(|facet| facet.plane.is_below(w))
    }

    /// The facet nearest to the origin: its slot, its normal and its distance.
    #[inline(always)]
    pub fn nearest(&self) -> Option<(usize, V, V::Scalar)> {
        let facet = lanes::least(self.distances);
        let (found, &distance) = (self.facets.get(facet)?, self.distances.get(facet)?);
        (distance < V::Scalar::MAX).then_some((facet, found.plane.normal, distance))
    }

    pub fn normal(&self, facet: usize) -> V {
        self.facets.get(facet).map_or(V::ZERO, |facet| facet.plane.normal)
    }

    /// The corners of a facet, as a simplex.
    pub fn corners(&self, facet: usize) -> Simplex<V> {
        let mut simplex = Simplex::default();
        self.copy_corners(facet, &mut simplex);
        simplex
    }

    /// Makes a simplex of the corners of a facet.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn copy_corners(&self, facet: usize, simplex: &mut Simplex<V>) {
        simplex.clear();
        let links = self.facets.get(facet).map(|facet| &facet.links);
        for vertex in links.into_iter().flat_map(|links| corners::<V>(links)).take(V::DIM) {
            if let Some(point) = self.vertices.get(vertex) {
                simplex.push(point);
            }
        }
    }

    /// The normal of the nearest facet that leaves room for a depth less than `upper` and whose normal is not close to
    /// one of those `tried`.
    pub fn open_normal(&self, upper: V::Scalar, tried: &[V]) -> Option<V> {
        let is_new = |normal: V| {
            tried.iter().all(|other| {
                let whole = normal.length().times(other.length());
                normal.dot(*other) < whole - whole.portion(UnitOfVector::<V>::halved(APART_BITS))
            })
        };
        let (mut least, mut found) = (upper - self.resolution(MET_STEPS), None);
        for (facet, &distance) in self.facets.iter().zip(self.distances.iter()) {
            if distance < least && is_new(facet.plane.normal) {
                (least, found) = (distance, Some(facet.plane.normal));
            }
        }
        found
    }

    /// Of the facets nearer to the origin than `closed`, the one whose normal is farthest from a given one.
    pub fn outermost(&self, closed: V::Scalar, center: V) -> Option<usize> {
        let (mut least, mut found) = (V::Scalar::MAX, None);
        for (slot, (facet, &distance)) in self.facets.iter().zip(self.distances.iter()).enumerate() {
            if distance < closed {
                let normal = facet.plane.normal;
                let along = normal.dot(center).per(normal.length());
                if along < least {
                    (least, found) = (along, Some(slot));
                }
            }
        }
        found
    }

    /// Is there a facet with an area in this slot? One without area has the largest distance, as a free slot has.
    pub fn is_live(&self, slot: usize) -> bool {
        self.distances.get(slot).is_some_and(|&distance| distance < V::Scalar::MAX)
    }

    /// Do the points lie in the plane at the distance `upper` along a normal, within `slack`?
    pub fn is_coplanar(&self, points: &Simplex<V>, normal: V, upper: V::Scalar, slack: V::Scalar) -> bool {
        let length = normal.length();
        let (plane, slack) = (length.times(upper), length.times(slack));
        let (least, most) = points.range(normal);
        plane - least <= slack && most - plane <= slack
    }

    /// A lower bound of the distance of every facet: `lower`, or less where the corners of a tilted facet prove less.
    pub fn certified(&self, lower: V::Scalar) -> V::Scalar {
        if !self.has_tilted {
            return lower;
        }
        let live = (0..self.facets.len()).filter(|&slot| self.is_live(slot));
        live.filter_map(|slot| self.certified_distance(slot)).fold(lower, V::Scalar::min)
    }

    /// A lower bound of the distance of a facet whose plane is tilted, from its corners; `None` if the plane is not
    /// tilted, so that its distance holds. No point of a facet is lower along any direction than its lowest corner. Two
    /// directions are tried: the normal, and the one to the nearest point.
    #[cold]
    #[inline(never)]
    pub fn certified_distance(&self, facet: usize) -> Option<V::Scalar> {
        let plane = &self.facets.get(facet)?.plane;
        let corners = self.corners(facet);
        let (least, most) = corners.range(plane.normal);
        // The threshold is above the highest corner by a rounding step. The bounds allow for a tilt of that.
        let is_tilted = most - least > plane.threshold - most;
        is_tilted.then(|| least_distance(&corners).max(least.per(plane.normal.length())))
    }

    /// Lowers the distances of tilted facets to what their corners prove.
    pub fn settle(&mut self) {
        for slot in 0..self.facets.len() {
            if self.is_live(slot)
                && let Some(certified) = self.certified_distance(slot)
                && let Some(distance) = self.distances.get_mut(slot)
            {
                *distance = distance.min(certified);
            }
        }
    }

    /// Raises the distance of a tilted facet to what its corners prove. Returns whether it grows beyond rounding.
    pub fn raise(&mut self, facet: usize) -> bool {
        let certified = self.certified_distance(facet);
        certified.is_some_and(|certified| self.raise_to(facet, certified))
    }

    /// Raises the distance of a facet that lies farther from the origin than its plane, beside what [`make_room`] left.
    /// The origin has to be inside. Returns whether the distance grows beyond rounding.
    pub fn unfold(&mut self, facet: usize) -> bool {
        let corners = self.corners(facet);
        self.raise_to(facet, least_distance(&corners))
    }

    fn raise_to(&mut self, facet: usize, certified: V::Scalar) -> bool {
        let least = self.resolution(MET_STEPS);
        match self.distances.get_mut(facet) {
            Some(distance) if certified > *distance + least => {
                *distance = certified;
                true
            }
            _ => false,
        }
    }
}
