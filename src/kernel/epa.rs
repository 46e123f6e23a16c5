//! EPA: how deep the origin lies in a CSO, by a polytope that grows inside it.
//!
//! van den Bergen (2001). The facet nearest to the origin is pushed out to its support point until it cannot move: its
//! distance bounds the depth from below, the least support value of all normals tried bounds it from above, whatever
//! the polytope did.
//!
//! Symbols: n the outward normal of a facet (a direction), h = n·w/|n| its support value, distance = n·p/|n| that of
//! its plane, resolution the rounding step of the polytope's coordinates.
//!
//! The polytope starts from any simplex that GJK leaves. Four points that are clearly no plane are a polytope. Of
//! others the most distant pair is taken, in space also the point farthest from their line, searched for where the
//! simplex has none; the first facets are the two sides of that segment or triangle, at distance zero, and the other
//! points of the simplex are inserted like any later one. An origin on a vertex, an edge or a face needs no case of its
//! own: its facet has distance zero and goes first. A flat CSO ends at once with depth zero and its own normal.
//!
//! A facet with negative distance has the origin outside, by rounding or because GJK was stopped early. It goes first
//! as well, and its support value may turn out negative: then it separates.

use crate::body::support::CsoPoint;
use crate::kernel::observer::{DepthStep, Observer};
use crate::kernel::simplex::{Shares, Simplex};
use crate::number::lanes;
use crate::number::rounding::{steps, steps_at};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector};
use crate::pair::cso::{Difference, Fault, Rescale};
use heapless::{Vec, VecView};
use star::Probe;

pub(crate) mod polygon;
pub(crate) mod polyhedron;
mod star;
#[cfg(test)]
mod tests;

/// Heights up to this many rounding steps of the largest coordinate count as flat when a first facet is sought.
const FLAT_STEPS: u32 = 8;
/// Corners of a body in the world may be this many of its own rounding steps off a common plane.
const INPUT_STEPS: u32 = 4;
/// Bounds this many rounding steps of the largest coordinate apart have met: a support value and a distance are off by
/// a step each.
const CLOSE_STEPS: u32 = 2;
/// A facet may be this many rounding steps off the nearest facet's plane and still carry its foot.
const COPLANAR_STEPS: u32 = 64;
/// Corners of a face that are sought where the polytope lacks them.
const CORNERS: usize = 4;
/// The tilt of the normal towards them is 2^−this: half the digits of a direction in `f32`.
const TILT_BITS: u32 = 12;

/// Minima that are refined when the buffer is full.
const STARTS: usize = 7;
/// Normals belong to different minima if the cosine of their angle is less than 1 − 2^−this.
const APART_BITS: u32 = 2;

/// The plane of a facet.
#[derive(Clone, Copy, Debug)]
pub struct Plane<V: Vector> {
    /// Outward; the magnitude has no meaning.
    normal: V,
    /// Points with a larger product see the facet: the plane plus one rounding step of the largest coordinate.
    threshold: AreaOfVector<V>,
}

impl<V: Vector> Plane<V> {
    /// No plane yet.
    const NONE: Self = Self { normal: V::ZERO, threshold: AreaOfVector::<V>::ZERO };

    /// Does the point lie beyond it?
    #[inline(always)]
    fn is_below(&self, w: V) -> bool {
        self.normal.dot(w) > self.threshold
    }

    #[inline(always)]
    fn assign(&mut self, from: &Self) {
        self.normal.assign(&from.normal);
        self.threshold = from.threshold;
    }
}

/// A facet: what a walk over the polytope asks of it lies together.
#[derive(Clone, Copy, Debug)]
pub struct Facet<V: Vector> {
    plane: Plane<V>,
    /// How it is linked.
    pub links: V::Links,
}

/// Memory for the depth of overlapping pairs.
///
/// The plain functions use one of the default size on the stack, in the plane as well. A caller may place one
/// elsewhere, in a `static` say, and choose its size: [`Query::workspace`](crate::Query::workspace). `VERTICES` bounds
/// the points of the polytope; in space it needs `FACETS = 2 · VERTICES − 4`, in the plane `FACETS = VERTICES`. Numbers
/// have 16 bits: with 65536 vertices or more, or 16384 facets or more, the program does not compile.
///
/// 64 vertices suffice for everything but deep pairs of hulls above about 300 vertices and curved pairs at small
/// tolerances. A full workspace ends the query with [`Status::BufferFull`](crate::Status::BufferFull) and bounds that
/// hold. The depth of curved pairs is then refined, with no more memory, and only its lower bound is left behind.
///
/// In `f32` the default takes 6.5 kB in space and 4.0 kB in the plane, in `f64` 10.6 kB and 7.5 kB.
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
    /// An empty workspace; nothing is cleared between queries.
    #[must_use]
    pub const fn new() -> Self {
        const { assert!(VERTICES < 1 << 16, "vertices are numbered by 16 bits") }
        const { assert!(FACETS < 1 << 14, "half-edges are numbered by 16 bits, four to a facet") }
        Self { vertices: empty(), facets: empty(), distances: empty(), free: empty(), horizon: empty() }
    }

    pub(crate) fn polytope(&mut self) -> Polytope<'_, V> {
        Polytope {
            vertices: self.vertices.as_mut_view(),
            facets: self.facets.as_mut_view(),
            distances: self.distances.as_mut_view(),
            free: self.free.as_mut_view(),
            horizon: self.horizon.as_mut_view(),
            extent: V::Scalar::NIL,
            has_tilted: false,
        }
    }
}

impl<V: Vector, const VERTICES: usize, const FACETS: usize> Default for Workspace<V, VERTICES, FACETS> {
    fn default() -> Self {
        Self::new()
    }
}

/// A list without elements. Out of line, for optimisers merge the zero lengths of neighboring lists and clear all
/// memory between them, which takes longer than many a query.
#[inline(never)]
pub(crate) const fn empty<T, const CAPACITY: usize>() -> Vec<T, CAPACITY> {
    Vec::new()
}

/// The polytope in a workspace of any size. Facets that are gone keep their slots, at an infinite distance.
#[derive(Debug)]
pub struct Polytope<'w, V: Vector> {
    vertices: &'w mut VecView<CsoPoint<V>>,
    facets: &'w mut VecView<Facet<V>>,
    distances: &'w mut VecView<V::Scalar>,
    free: &'w mut VecView<u16>,
    horizon: &'w mut VecView<u16>,
    extent: V::Scalar,
    /// Are there facets whose plane tilts by more than rounding?
    has_tilted: bool,
}

/// Why a polytope cannot grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// No room for another vertex or facet.
    Full,
    /// Rounding broke the outline of the visible facets.
    Broken,
}

/// How facets are linked, per dimension.
pub trait Facets<V>: Copy + core::fmt::Debug {
    /// Points that make a first facet.
    const BASE: usize;
    /// The numbers of the vertices of a facet.
    type Corners: AsRef<[usize]>;

    /// The vertices.
    fn corners(&self) -> Self::Corners;

    /// Normals that a star proposes for a lower support value.
    type Candidates: AsRef<[V]>;

    /// Two directions, at right angles to each other: in space round the line along `ab`, in the plane the second is
    /// along it.
    fn around(ab: V) -> [V; 2];

    /// Directions at right angles to `normal` and as long, which surround it.
    fn tangents(normal: V) -> [V; 3];

    /// What the support points of a star around a normal suggest.
    fn candidates(at: &Probe<V>, star: &[Probe<V>; 3]) -> Self::Candidates
    where
        V: Vector;

    /// The two sides of the first facet, from the first [`Facets::BASE`] vertices.
    fn start(polytope: &mut Polytope<'_, V>) -> Result<(), Stop>
    where
        V: Vector;

    /// The facets of a simplex that encloses a volume well beyond rounding: its points need not be inserted one by one.
    /// Answers whether it does; if not, nothing is left behind.
    fn enclose(polytope: &mut Polytope<'_, V>, simplex: &Simplex<V>) -> Result<bool, Stop>
    where
        V: Vector;

    /// The hull of the polytope and its last vertex, which sees the facet `seed`.
    fn insert(polytope: &mut Polytope<'_, V>, seed: usize) -> Result<(), Stop>
    where
        V: Vector;
}

impl<'w, V: Vector> Polytope<'w, V> {
    /// The same memory, on loan.
    pub fn lent(&mut self) -> Polytope<'_, V> {
        Polytope {
            vertices: self.vertices,
            facets: self.facets,
            distances: self.distances,
            free: self.free,
            horizon: self.horizon,
            extent: self.extent,
            has_tilted: self.has_tilted,
        }
    }

    /// The vertices.
    pub fn vertices(&self) -> &[CsoPoint<V>] {
        self.vertices
    }

    /// The facets, by slot.
    pub fn facets(&self) -> &[Facet<V>] {
        self.facets
    }

    /// The distances of the facets, by slot.
    pub fn distances(&self) -> &[V::Scalar] {
        self.distances
    }

    fn clear(&mut self) {
        self.vertices.clear();
        self.facets.clear();
        self.distances.clear();
        self.free.clear();
        self.extent = V::Scalar::NIL;
        self.has_tilted = false;
    }

    /// A number of rounding steps of the largest coordinate.
    fn resolution(&self, steps: u32) -> V::Scalar {
        steps_at(steps, self.extent)
    }

    fn point(&self, vertex: usize) -> V {
        self.vertices.get(vertex).map_or(V::ZERO, |point| point.w)
    }

    /// Is this point of the CSO a vertex already?
    fn contains(&self, w: V) -> bool {
        // Several at a time: the loop takes as long as the comparisons.
        let (blocks, others) = self.vertices.as_chunks::<4>();
        let is_here = |vertex: &CsoPoint<V>| vertex.w == w;
        blocks.iter().any(|block| block.iter().any(is_here)) || others.iter().any(is_here)
    }

    fn push_vertex(&mut self, point: CsoPoint<V>) -> Result<(), Stop> {
        self.extent = self.extent.max(point.w.max_abs());
        self.vertices.push(point).map_err(|_| Stop::Full)
    }

    /// Puts a facet into a free slot, or at the end. `through` is a point of its plane, `sides` are edges of it.
    #[inline(always)]
    fn push_facet<const N: usize>(
        &mut self,
        links: V::Links,
        normal: V,
        through: V,
        sides: [V; N],
    ) -> Result<(), Stop> {
        let (plane, distance) = self.plane(links, normal, through, sides, self.resolution(1));
        let slot = self.free.pop().map_or(self.facets.len(), usize::from);
        if let (Some(facet), Some(old)) = (self.facets.get_mut(slot), self.distances.get_mut(slot)) {
            (facet.links, *old) = (links, distance);
            facet.plane.assign(&plane);
            return Ok(());
        }
        self.add_slot(Facet { plane, links }, distance)
    }

    /// Puts a facet into a slot of its own.
    #[inline(always)]
    fn add_slot(&mut self, facet: Facet<V>, distance: V::Scalar) -> Result<(), Stop> {
        self.facets.push(facet).map_err(|_| Stop::Full)?;
        self.distances.push(distance).map_err(|_| Stop::Full)
    }

    /// The plane of a facet, and its distance. `through` is a point of it, `sides` are edges of it, `step` is the
    /// rounding step of the largest coordinate.
    #[inline(always)]
    fn plane<const N: usize>(
        &mut self,
        links: V::Links,
        normal: V,
        through: V,
        sides: [V; N],
        step: V::Scalar,
    ) -> (Plane<V>, V::Scalar) {
        let length = normal.length();
        let noise = length.times(step);
        if tilt(normal, sides) > noise {
            // A copy, or the sides go through memory whatever the tilt.
            return self.straightened_plane(links, normal, through, &sides.map(V::each));
        }
        plane_at(normal, through, length, noise)
    }

    /// The same of a sliver, whose normal tilts by more than rounding until it is straightened.
    #[cold]
    #[inline(never)]
    fn straightened_plane(&mut self, links: V::Links, normal: V, through: V, sides: &[V]) -> (Plane<V>, V::Scalar) {
        let corners = self.simplex(&links);
        let normal = corners.straightened(corners.straightened(normal));
        let length = normal.length();
        let noise = length.times(self.resolution(1));
        self.has_tilted |= sides.iter().any(|&side| tilt(normal, [side]) > noise);
        plane_at(normal, through, length, noise)
    }

    /// Does the point lie beyond the facet?
    #[inline]
    fn is_visible(&self, facet: usize, w: V) -> bool {
        self.facets.get(facet).is_some_and(|facet| facet.plane.is_below(w))
    }

    /// The facet nearest to the origin.
    #[inline(always)]
    fn nearest(&self) -> Option<(usize, V, V::Scalar)> {
        let facet = lanes::least(self.distances);
        let (found, &distance) = (self.facets.get(facet)?, self.distances.get(facet)?);
        (distance < V::Scalar::MAX).then_some((facet, found.plane.normal, distance))
    }

    /// The corners of a facet, as a simplex.
    fn corners(&self, facet: usize) -> Simplex<V> {
        self.facets.get(facet).map_or(Simplex::default(), |facet| self.simplex(&facet.links))
    }

    fn simplex(&self, links: &V::Links) -> Simplex<V> {
        let mut simplex = Simplex::default();
        for &vertex in links.corners().as_ref() {
            if let Some(&point) = self.vertices.get(vertex) {
                simplex.push(point);
            }
        }
        simplex
    }

    /// The normal of the nearest facet that leaves room for a smaller depth, away from normals that were tried.
    fn open_normal(&self, upper: V::Scalar, tried: &[V]) -> Option<V> {
        let is_new = |normal: V| {
            tried.iter().all(|other| {
                let whole = normal.length().times(other.length());
                normal.dot(*other) < whole - whole.portion(UnitOfVector::<V>::halved(APART_BITS))
            })
        };
        let (mut least, mut found) = (upper - self.resolution(CLOSE_STEPS), None);
        for (facet, &distance) in self.facets.iter().zip(self.distances.iter()) {
            if distance < least && is_new(facet.plane.normal) {
                (least, found) = (distance, Some(facet.plane.normal));
            }
        }
        found
    }

    /// Is there a facet in this slot?
    fn is_live(&self, slot: usize) -> bool {
        self.distances.get(slot).is_some_and(|&distance| distance < V::Scalar::MAX)
    }

    /// Do the points lie in the plane at the distance `upper` along a normal, within a slack?
    fn is_coplanar(&self, points: &Simplex<V>, normal: V, upper: V::Scalar, slack: V::Scalar) -> bool {
        let length = normal.length();
        let (plane, slack) = (length.times(upper), length.times(slack));
        let (least, most) = points.range(normal);
        plane - least <= slack && most - plane <= slack
    }

    /// How far off the plane of the answer a facet may be and still carry its foot. `step` is the rounding step of the
    /// input.
    fn coplanar_slack(&self, step: V::Scalar) -> V::Scalar {
        self.resolution(COPLANAR_STEPS) + steps(INPUT_STEPS, step)
    }

    /// The facet in the plane of the answer that the foot of the origin lies in, if it is another than the one found.
    /// Boxes and other bodies with parallel faces have coplanar facets, and the one that was nearest need not be the
    /// one with the foot. Where no facet of the plane has it, the nearest to that and a negative share. `step` is the
    /// rounding step of the input.
    fn under_foot(&self, found: &Outcome<V>, upper: V::Scalar, step: V::Scalar) -> Foothold<V> {
        let slack = self.coplanar_slack(step);
        let is_coplanar = |candidate: &Simplex<V>| self.is_coplanar(candidate, found.normal, upper, slack);
        let is_facet = found.facet.points().len() == V::Links::BASE && is_coplanar(&found.facet);
        let shares = is_facet.then(|| found.facet.shares());
        let share = shares.as_ref().map_or(-UnitOfVector::<V>::ONE, Shares::least);
        let mut best = Foothold { facet: found.facet.clone(), normal: found.normal, shares, share };
        // Most facets are elsewhere, and any corner tells.
        let length = found.normal.length();
        let (plane, room) = (length.times(upper), length.times(slack));
        let is_near = |facet: &Facet<V>| {
            let corner = facet.links.corners().as_ref().first().map_or(V::ZERO, |&corner| self.point(corner));
            let along = found.normal.dot(corner);
            plane - along <= room && along - plane <= room
        };
        for (candidate, &distance) in self.facets.iter().zip(self.distances.iter()) {
            if best.has_foot() {
                break;
            }
            if distance < V::Scalar::MAX && is_near(candidate) {
                let facet = self.simplex(&candidate.links);
                let shares = is_coplanar(&facet).then(|| facet.shares());
                let share = shares.as_ref().map_or(best.share, Shares::least);
                if share > best.share {
                    best = Foothold { facet, normal: candidate.plane.normal, shares, share };
                }
            }
        }
        best
    }

    /// The facets that are as near as the answer within rounding and have the foot of the origin on their own planes:
    /// their slots, corners and normals.
    fn tied(&self, upper: V::Scalar) -> impl Iterator<Item = (usize, Simplex<V>, V)> {
        let most = upper + self.resolution(CLOSE_STEPS);
        let near =
            self.facets.iter().zip(self.distances.iter()).enumerate().filter(move |(_, (_, near))| **near <= most);
        let facets = near.map(|(slot, (facet, _))| (slot, self.simplex(&facet.links), facet.plane.normal));
        facets.filter(|(_, facet, _)| facet.least_share() >= UnitOfVector::<V>::NIL)
    }

    /// A distance from the origin that no facet falls short of, at most `lower`.
    fn certified(&self, lower: V::Scalar) -> V::Scalar {
        if !self.has_tilted {
            return lower;
        }
        let live = (0..self.facets.len()).filter(|&slot| self.is_live(slot));
        live.filter_map(|slot| self.certified_distance(slot)).fold(lower, V::Scalar::min)
    }

    /// A distance from the origin that a facet does not fall short of, where it is not that of its plane, which tilts
    /// by more than rounding. No point of a facet is lower along any direction than its lowest corner. Two directions
    /// are tried: the normal, and the one to the nearest point.
    #[cold]
    #[inline(never)]
    fn certified_distance(&self, facet: usize) -> Option<V::Scalar> {
        let Facet { plane, links } = self.facets.get(facet)?;
        let corners = self.simplex(links);
        let (least, most) = corners.range(plane.normal);
        // A tilt within the rounding step of the threshold is what the bounds allow for anyway.
        (most - least > plane.threshold - most).then(|| {
            let nearest = corners.nearest_point();
            let (least_to_nearest, _) = corners.range(nearest);
            least_to_nearest.per(nearest.length()).max(least.per(plane.normal.length()))
        })
    }

    /// Gives a tilted facet the distance that it has for certain, if that is larger than the one of its plane beyond
    /// rounding.
    fn raise(&mut self, facet: usize) -> bool {
        let least = self.resolution(CLOSE_STEPS);
        match (self.certified_distance(facet), self.distances.get_mut(facet)) {
            (Some(certified), Some(distance)) if certified > *distance + least => {
                *distance = certified;
                true
            }
            _ => false,
        }
    }

    /// Builds the polytope from a simplex of one to four points.
    fn start<C: Difference<V>>(&mut self, simplex: &Simplex<V>, cso: &mut C) -> Result<(), Stopped<V>> {
        self.clear();
        self.extent = simplex.extent();
        if V::Links::enclose(self, simplex)? {
            self.recall(cso);
            return Ok(());
        }
        let mut rest = simplex.clone();
        let (first, second) = rest.take_longest_edge();
        let second = match second {
            Some(second) => second,
            None => self.farthest(first.w, V::AXES.as_ref(), cso)?,
        };
        self.push_vertex(first)?;
        self.push_vertex(second)?;
        if V::Links::BASE > 2 {
            let ab = second.w - first.w;
            let third = match rest.take_farthest_from_line(first.w, ab) {
                Some(third) => third,
                None => self.farthest(first.w, &V::Links::around(ab), cso)?,
            };
            self.push_vertex(third)?;
        }
        V::Links::start(self)?;
        for &point in rest.points() {
            self.adopt(point);
        }
        self.recall(cso);
        Ok(())
    }

    /// Takes points that are known as vertices, as long as they leave half of the room.
    fn recall<C: Difference<V>>(&mut self, cso: &C) {
        for &point in cso.known() {
            if 2 * self.vertices.len() >= self.vertices.capacity() {
                return;
            }
            self.adopt(point);
        }
    }

    /// Takes a point of the CSO as a vertex if it is beyond a facet. One that rounding does not let in is left out: the
    /// polytope is the same without it.
    fn adopt(&mut self, point: CsoPoint<V>) {
        let is_visible = |facet: &usize| self.is_live(*facet) && self.is_visible(*facet, point.w);
        if !self.contains(point.w)
            && let Some(seed) = (0..self.facets.len()).find(is_visible)
            && self.push_vertex(point).and_then(|()| V::Links::insert(self, seed)).is_err()
        {
            self.vertices.pop();
        }
    }

    /// The support point of a direction or its opposite that lies farthest beyond `from` along its own. If all are
    /// within rounding, the direction with the least support value, and that value.
    #[inline(never)]
    fn farthest<C: Difference<V>>(&mut self, from: V, axes: &[V], cso: &mut C) -> Result<CsoPoint<V>, Stopped<V>> {
        let (mut found, mut best) = (None, V::Scalar::NIL);
        let (mut normal, mut least) = (V::first_axis(), V::Scalar::MAX);
        for (&axis, is_opposite) in axes.iter().flat_map(|axis| [(axis, false), (axis, true)]) {
            let direction = if is_opposite { -axis } else { axis }.direction();
            if direction.length() == V::Scalar::NIL {
                // The smallest numbers have no product that could tell a direction across them.
                continue;
            }
            let Probe { point, height: upper, .. } = Probe::new(cso, direction)?;
            self.extent = self.extent.max(point.w.max_abs());
            let height = direction.dot(point.w - from).per(direction.length());
            if height > best {
                (found, best) = (Some(point), height);
            }
            if upper < least {
                (normal, least) = (direction, upper);
            }
        }
        // What is too small to span an area is flat, however small the rest is.
        let is_solid = best > self.resolution(FLAT_STEPS) && best.times(best) > AreaOfVector::<V>::ZERO;
        found.filter(|_| is_solid).ok_or(Stopped::Flat(normal, least))
    }
}

/// How much of any of the sides a normal is along.
#[inline(always)]
fn tilt<V: Vector, const N: usize>(normal: V, sides: [V; N]) -> AreaOfVector<V> {
    sides.into_iter().fold(AreaOfVector::<V>::ZERO, |most, side| {
        let along = normal.dot(side);
        most.max(along.max(-along))
    })
}

/// The plane through a point, and its distance. The normal has the given length and may be off by `noise`.
#[inline(always)]
fn plane_at<V: Vector>(normal: V, through: V, length: V::Scalar, noise: AreaOfVector<V>) -> (Plane<V>, V::Scalar) {
    let offset = normal.dot(through);
    // A facet without area is never the nearest and always in sight.
    let (threshold, distance) = if length > V::Scalar::NIL {
        (offset + noise, offset.per(length))
    } else {
        (-AreaOfVector::<V>::MAX, V::Scalar::MAX)
    };
    (Plane { normal, threshold }, distance)
}

/// A facet where the foot of the origin may lie.
struct Foothold<V: Vector> {
    facet: Simplex<V>,
    /// The normal of its own plane.
    normal: V,
    /// The shares of its corners in the foot, and the least of them as a fraction; less than none if it is no facet.
    shares: Option<Shares<V>>,
    share: UnitOfVector<V>,
}

impl<V: Vector> Foothold<V> {
    fn has_foot(&self) -> bool {
        self.share >= UnitOfVector::<V>::NIL
    }
}

/// What a facet that is as near as the answer has to offer.
enum Tie<V> {
    /// It is the answer now.
    Taken,
    /// Its slot, and a support point beyond it that is no vertex yet.
    Open(usize, CsoPoint<V>),
    /// Nothing.
    None,
}

/// Why a start failed.
enum Stopped<V: Vector> {
    Cso(Fault),
    Polytope(Stop),
    /// The CSO is a point, or in space a segment: no normal but those across it, of which this one has the least
    /// support value.
    Flat(V, V::Scalar),
}

impl<V: Vector> From<Fault> for Stopped<V> {
    fn from(fault: Fault) -> Self {
        Self::Cso(fault)
    }
}

impl<V: Vector> From<Stop> for Stopped<V> {
    fn from(stop: Stop) -> Self {
        Self::Polytope(stop)
    }
}

/// When to stop, all lengths scaled as the CSO is.
#[derive(Clone, Copy, Debug)]
pub struct Goal<V: Vector> {
    /// The gap between the bounds, relative to the whole depth, that is good enough.
    pub tolerance: UnitOfVector<V>,
    /// Rounds.
    pub max_iterations: u32,
    /// The sum of the margins, part of the whole depth.
    pub margin: V::Scalar,
    /// Is a body curved, so that refinement helps where facets run out?
    pub is_curved: bool,
}

impl<V: Vector> Goal<V> {
    /// Are the bounds close enough to each other, relative to the whole depth?
    fn is_met(&self, lower: V::Scalar, upper: V::Scalar, resolution: V::Scalar) -> bool {
        let whole = (upper + self.margin).max(V::Scalar::NIL);
        let gap = upper - lower;
        gap <= resolution || gap <= V::Scalar::blend(V::Scalar::NIL, [whole], [self.tolerance])
    }
}

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The nearest facet is a facet of the CSO, or within the tolerance of it.
    Converged,
    /// No room for another vertex.
    Full,
    /// Rounding broke the polytope.
    Stalled,
    /// The rounds are used up.
    Iterations,
    /// A support point was not a number in range.
    Support,
}

/// What is known at the end, scaled as the CSO is. Depths may be negative: then the origin is outside.
#[derive(Clone, Debug)]
pub struct Outcome<V: Vector> {
    /// How it ended.
    pub end: End,
    /// The support value along `normal`, none if no normal was tried.
    pub upper: Option<V::Scalar>,
    /// The distance of the nearest facet, none if there is no facet.
    pub lower: Option<V::Scalar>,
    /// The outward normal with the least support value, as a direction.
    pub normal: V,
    /// Points of the CSO in the plane of this normal, or the one that is farthest along it.
    pub facet: Simplex<V>,
    /// The shares of these points in the foot of the origin, if the search ended with them.
    pub shares: Option<Shares<V>>,
    /// The largest coordinate of the polytope.
    pub extent: V::Scalar,
    /// Rounds taken.
    pub iterations: u32,
}

impl<V: Vector> Outcome<V> {
    /// Takes a normal as the answer so far if its support value is the least. Its support point stands for its facet
    /// until one is known to be in that plane.
    fn improve(&mut self, upper: V::Scalar, normal: V, point: CsoPoint<V>) {
        if self.upper.is_none_or(|best| upper < best) {
            self.upper = Some(upper);
            self.normal = normal;
            self.facet = Simplex::from_points(&[point]);
        }
    }

    /// Nothing is known yet but a simplex.
    pub fn unknown(simplex: &Simplex<V>) -> Self {
        let (end, normal, facet) = (End::Converged, V::first_axis(), simplex.clone());
        Self { end, upper: None, lower: None, normal, facet, shares: None, extent: V::Scalar::NIL, iterations: 0 }
    }

    /// Nothing lies across: the depth is that of a flat set, zero but for rounding.
    fn take_flat(&mut self, normal: V, upper: V::Scalar) {
        (self.upper, self.lower, self.normal) = (Some(upper), Some(upper.min(V::Scalar::NIL)), normal);
    }

    /// Are the bounds as near to each other as they can get? Then one facet gives the foot and the normal of the
    /// answer: the one whose own bounds have met. `step` is the rounding step of the input.
    #[inline(always)]
    fn is_settled(
        &mut self,
        polytope: &Polytope<'_, V>,
        goal: &Goal<V>,
        (facet, normal, distance): (usize, V, V::Scalar),
        upper: V::Scalar,
        step: V::Scalar,
    ) -> bool {
        let resolution = polytope.resolution(CLOSE_STEPS);
        if goal.is_met(distance, upper, resolution) {
            (self.upper, self.normal, self.facet) = (Some(upper), normal, polytope.corners(facet));
            return true;
        }
        // A sliver of a polytope may be nearest and tilted: its own bounds do not meet, but those of its neighbor have.
        let is_other = |best: &Self| {
            best.upper.is_some_and(|least| {
                let has_met = !goal.is_curved && least - distance <= resolution;
                has_met && polytope.under_foot(best, least, step).has_foot()
            })
        };
        // A negative support value: the origin is outside, beyond a supporting plane.
        upper < V::Scalar::NIL || is_other(self)
    }

    /// Takes a facet that stands as the answer, unless another normal has a smaller support value.
    fn take_if_least(&mut self, polytope: &Polytope<'_, V>, facet: usize, normal: V, upper: V::Scalar) {
        if self.upper.is_none_or(|best| upper <= best) {
            (self.upper, self.normal, self.facet) = (Some(upper), normal, polytope.corners(facet));
        }
    }

    /// Where facets at an obtuse angle are equally near within rounding, one without the foot may have won. Takes one
    /// with it whose own support value is as small. Or answers another that has not been pushed out yet, and its
    /// support point.
    #[cold]
    #[inline(never)]
    fn take_tied<C: Difference<V>>(&mut self, polytope: &Polytope<'_, V>, upper: V::Scalar, cso: &mut C) -> Tie<V> {
        let mut open = Tie::None;
        for (slot, facet, normal) in polytope.tied(upper) {
            // A fault here is none of the answer's.
            let Ok(probe) = Probe::new(cso, normal) else { return Tie::None };
            if self.take_as_good(polytope, &facet, &probe, upper, cso.input_step()) {
                return Tie::Taken;
            }
            if matches!(open, Tie::None) && !polytope.contains(probe.point.w) {
                open = Tie::Open(slot, probe.point);
            }
        }
        open
    }

    /// Takes a facet whose own normal was tried, if that has as small a support value. `step` is the rounding step of
    /// the input.
    fn take_as_good(
        &mut self,
        polytope: &Polytope<'_, V>,
        facet: &Simplex<V>,
        tried: &Probe<V>,
        upper: V::Scalar,
        step: V::Scalar,
    ) -> bool {
        let Probe { normal, height, .. } = *tried;
        // A facet of a curved body may have the least support value and still lie below it.
        let is_as_good = height <= upper + polytope.resolution(CLOSE_STEPS)
            && polytope.is_coplanar(facet, normal, height, polytope.coplanar_slack(step));
        if is_as_good {
            (self.facet, self.normal, self.upper) = (facet.clone(), normal, Some(height));
        }
        is_as_good
    }

    /// Settles which point of the plane of the answer is the foot of the origin, and on which facet it lies.
    fn set_foot<C: Difference<V>>(
        &mut self,
        polytope: &mut Polytope<'_, V>,
        goal: &Goal<V>,
        upper: V::Scalar,
        cso: &mut C,
    ) {
        // The smaller a facet, the more its plane may lean within the slack: then the foot is along its own normal, or
        // not in this plane at all.
        let flush = polytope.resolution(CLOSE_STEPS);
        // Mostly the facet that was found has the foot.
        if self.facet.points().len() == V::Links::BASE && polytope.is_coplanar(&self.facet, self.normal, upper, flush) {
            let shares = self.facet.shares();
            if shares.least() >= UnitOfVector::<V>::NIL {
                self.shares = Some(shares);
                return;
            }
        }
        let step = cso.input_step();
        let foothold = polytope.under_foot(self, upper, step);
        self.facet = foothold.facet.clone();
        if foothold.has_foot() {
            if polytope.is_coplanar(&foothold.facet, self.normal, upper, flush) {
                self.shares = foothold.shares;
                return;
            }
            let Ok(probe) = Probe::new(cso, foothold.normal) else { return };
            if self.take_as_good(polytope, &foothold.facet, &probe, upper, step) {
                return;
            }
        }
        loop {
            match self.take_tied(polytope, upper, cso) {
                Tie::Taken => return,
                // The facet with the foot may be one of those that grow from there.
                Tie::Open(slot, point) if !goal.is_curved && self.iterations < goal.max_iterations => {
                    self.iterations += 1;
                    if polytope.push_vertex(point).and_then(|()| V::Links::insert(polytope, slot)).is_err() {
                        break;
                    }
                }
                _ => break,
            }
        }
        if upper > V::Scalar::NIL {
            self.reach_foot(polytope, upper, cso);
        }
    }

    /// The polytope may lack corners of the face that the foot lies in: all of them have the same support value, and
    /// the support function answers one that is known. The normal tilted a little towards the foot brings the others.
    #[cold]
    #[inline(never)]
    fn reach_foot<C: Difference<V>>(&mut self, polytope: &Polytope<'_, V>, upper: V::Scalar, cso: &mut C) {
        let normal = self.normal.direction();
        let length = normal.length();
        let foot = V::ZERO.advance(upper, normal.unit(length));
        let way = |facet: &Simplex<V>| foot - facet.nearest_point();
        for _ in 0..CORNERS {
            let towards = way(&self.facet);
            if towards == V::ZERO {
                return;
            }
            let tilted = normal.blend([towards.with_length(length)], [UnitOfVector::<V>::halved(TILT_BITS)]);
            let Ok(corner) = cso.support_call(tilted) else { return };
            let is_nearer = |facet: &Simplex<V>| {
                let rest = way(facet);
                let slack = polytope.coplanar_slack(cso.input_step());
                rest.dot(rest) < towards.dot(towards) && polytope.is_coplanar(facet, normal, upper, slack)
            };
            if !self.facet.exchange(corner, is_nearer) {
                return;
            }
        }
    }
}

/// Runs EPA from a simplex, of which nothing is known yet. Fails if the CSO must be scaled anew.
pub fn run<V: Vector, C: Difference<V>, O: Observer<V>>(
    cso: &mut C,
    simplex: &Simplex<V>,
    goal: &Goal<V>,
    polytope: &mut Polytope<'_, V>,
    observer: &mut O,
    found: &mut Outcome<V>,
) -> Result<(), Rescale> {
    found.end = match expand(cso, simplex, goal, polytope, observer, found) {
        Ok(end) => end,
        Err(Stopped::Flat(normal, upper)) => {
            found.take_flat(normal, upper);
            End::Converged
        }
        Err(Stopped::Cso(Fault::Scale)) => return Err(Rescale),
        Err(Stopped::Cso(Fault::Support)) => End::Support,
        Err(Stopped::Polytope(Stop::Full)) => End::Full,
        Err(Stopped::Polytope(Stop::Broken)) => End::Stalled,
    };
    found.lower = found.lower.map(|lower| polytope.certified(lower));
    if let (End::Converged, Some(lower), Some(upper)) = (found.end, found.lower, found.upper)
        && !goal.is_met(lower, upper, polytope.resolution(COPLANAR_STEPS))
    {
        found.end = End::Stalled;
    }
    if let Some(upper) = found.upper {
        found.set_foot(polytope, goal, upper, cso);
    }
    found.extent = polytope.extent;
    Ok(())
}

/// Grows the polytope until the nearest facet stands.
fn expand<V: Vector, C: Difference<V>, O: Observer<V>>(
    cso: &mut C,
    simplex: &Simplex<V>,
    goal: &Goal<V>,
    polytope: &mut Polytope<'_, V>,
    observer: &mut O,
    best: &mut Outcome<V>,
) -> Result<End, Stopped<V>> {
    polytope.start(simplex, cso)?;
    loop {
        let Some((facet, normal, distance)) = polytope.nearest() else { return Ok(End::Stalled) };
        best.lower = Some(best.lower.map_or(distance, |lower| lower.max(distance)));
        let point = cso.support_call(normal)?;
        let upper = normal.dot(point.w).per(normal.length());
        best.improve(upper, normal, point);
        if O::ACTIVE {
            let bounds = (distance, best.upper.unwrap_or(upper));
            observer.depth_step(&DepthStep::new(cso.zoom(), polytope, facet, point, normal, bounds));
        }
        if best.is_settled(polytope, goal, (facet, normal, distance), upper, cso.input_step()) {
            return Ok(End::Converged);
        }
        if best.iterations == goal.max_iterations {
            return Ok(End::Iterations);
        }
        best.iterations += 1;
        // A vertex that is met again cannot move the polytope: the facet stands, at its own distance.
        if polytope.contains(point.w) {
            if polytope.raise(facet) {
                continue;
            }
            best.take_if_least(polytope, facet, normal, upper);
            return Ok(End::Converged);
        }
        match polytope.push_vertex(point).and_then(|()| V::Links::insert(polytope, facet)) {
            Err(Stop::Full) => break,
            grown => grown?,
        }
    }
    if goal.is_curved {
        refine(cso, best, polytope, goal.max_iterations)?;
    }
    let bounds = best.lower.zip(best.upper);
    let is_close = bounds.is_some_and(|(lower, upper)| goal.is_met(lower, upper, polytope.resolution(CLOSE_STEPS)));
    Ok(if is_close { End::Converged } else { End::Full })
}

/// Follows the minimum that the best normal is near to, and then others that the polytope leaves open.
fn refine<V: Vector, C: Difference<V>>(
    cso: &mut C,
    best: &mut Outcome<V>,
    polytope: &Polytope<'_, V>,
    max_iterations: u32,
) -> Result<(), Fault> {
    // Of all but the last.
    let mut tried = Vec::<V, { 2 * (STARTS - 1) }>::new();
    let mut from = Some(best.normal);
    while let Some(start) = from {
        let end = star::refine(cso, best, start, max_iterations)?;
        from = match tried.push(start).and_then(|()| tried.push(end)) {
            Ok(()) => best.upper.and_then(|upper| polytope.open_normal(upper, &tried)),
            Err(_) => None,
        };
    }
    Ok(())
}
