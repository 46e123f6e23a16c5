//! The polytope in space: triangles with adjacency.
//!
//! A half-edge has the number 4·face + corner, where corner is that of its start; its twin is the half-edge of the
//! neighbor along the same edge. Faces are counter-clockwise seen from outside. The faces that a new vertex sees are
//! found by walking over twins from one of them, with a stack and no recursion. Their outline, the horizon, comes out
//! as a closed chain of half-edges of the faces around it; if the chain does not close, the polytope is left as it was.
//! The new faces join the outline to the vertex:
//!
//! ```text
//!          w            faces (u, v, w): edge 0 u→v, twin outside
//!         / \                             edge 1 v→w, twin edge 2 of the next new face
//!        /   \                            edge 2 w→u, twin edge 1 of the one before
//!    ---u-----v---
//! ```
//!
//! The planes of the new faces are computed in `sheaf.rs`.

use crate::kernel::difference::CsoPoint;
use crate::kernel::polytope::plane::FacetPlane;
use crate::kernel::polytope::sheaf::Sheaf;
use crate::kernel::polytope::{Facet, Polytope, Stop, plane_at, tilt};
use crate::kernel::simplex::Simplex;
use crate::kernel::simplex::nearest::ALL;
use crate::kernel::tuning::{FAN_LANES, SPARED_BITS};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec3, Vector};
use heapless::VecView;

mod room;
#[cfg(test)]
mod tests;

/// A triangle. Its arrays have four elements, so that `corner & 3` needs no bounds check; the last one has another use.
#[derive(Clone, Copy, Debug)]
pub struct Faces {
    /// The twin of the half-edge at each corner. The last element is an entry of the stack of a walk over the faces:
    /// the stack is spread over all faces, and an entry has nothing to do with the face that holds it.
    twins: [u16; 4],
    /// The vertices. The last element is a flag: does the newest vertex see the triangle?
    corners: [u16; 4],
}

/// The index in `twins` of the entry of the stack.
const STACK_SLOT: usize = 3;
/// The index in `corners` of the flag.
const FLAG_SLOT: usize = 3;
/// The flag of triangles that the newest vertex sees, and of free slots.
const REMOVED: u16 = 1;
/// A number that no vertex and no half-edge has.
const NOWHERE: u16 = u16::MAX;
/// A point more than this many rounding steps of the largest coordinate off a side of a simplex is clearly off it.
const CLEAR_STEPS: u32 = 64;

/// Are the planes of several faces computed at a time? Lanes are for floats only.
const fn has_lanes<S: Scalar>() -> bool {
    S::IS_FLOAT && FAN_LANES > 1
}

/// The half-edge that starts at a corner of a face.
const fn half_edge(face: usize, corner: usize) -> u16 {
    (4 * face + corner) as u16
}

/// The face and the corner of a half-edge.
const fn split(half_edge: u16) -> (usize, usize) {
    ((half_edge >> 2) as usize, (half_edge & 3) as usize)
}

/// The half-edge of the same face that starts where another one ends.
const fn next(edge: u16) -> u16 {
    let (face, corner) = split(edge);
    half_edge(face, after(corner))
}

/// The corner after `corner`, counter-clockwise.
const fn after(corner: usize) -> usize {
    if corner < 2 { corner + 1 } else { 0 }
}

/// The corner before `corner`.
const fn before(corner: usize) -> usize {
    match corner {
        0 => 2,
        1 => 0,
        _ => 1,
    }
}

impl Faces {
    const NONE: Self = Self::new([0; 3], [0; 3]);

    const fn new([a, b, c]: [u16; 3], [ab, bc, ca]: [u16; 3]) -> Self {
        Self { twins: [ab, bc, ca, 0], corners: [a, b, c, 0] }
    }

    /// Marks a triangle as removed and returns its twins.
    fn give_up(&mut self) -> [u16; 4] {
        self.corners[FLAG_SLOT] = REMOVED;
        self.twins
    }
}

/// The vertex numbers of a face.
pub fn corners(&Faces { corners: [a, b, c, _], .. }: &Faces) -> [usize; 3] {
    [a.into(), b.into(), c.into()]
}

pub fn start<S: Scalar>(polytope: &mut Polytope<'_, Vec3<S>>) -> Result<(), Stop> {
    // A plane goes through the last corner. Here that is the first vertex: it may be the origin, with which products do
    // not round.
    let front = Faces::new([1, 2, 0], [half_edge(1, 0), half_edge(1, 2), half_edge(1, 1)]);
    let back = Faces::new([2, 1, 0], [half_edge(0, 0), half_edge(0, 2), half_edge(0, 1)]);
    for (slot, links) in [front, back].into_iter().enumerate() {
        let plane = FacetPlane::blank();
        polytope.add_slot(Facet { plane, links }, S::MAX)?;
        polytope.lay_plane(slot);
    }
    Ok(())
}

/// Adds a side of a tetrahedron, and a fan from its edges to the last point.
pub fn enclose<S: Scalar>(polytope: &mut Polytope<'_, Vec3<S>>, simplex: &Simplex<Vec3<S>>) -> Result<bool, Stop> {
    let &[a, b, c, d] = simplex.points() else { return Ok(false) };
    let (normal, sides) = (Vec3::triangle_axis(a.w, b.w, c.w), [b.w - a.w, c.w - a.w]);
    let (length, height) = (normal.length(), normal.dot(d.w - a.w));
    let noise = length.times(polytope.resolution(1));
    let is_clear = height.max(-height) > length.times(polytope.resolution(CLEAR_STEPS));
    if !is_clear || tilt(normal, sides) > noise {
        return Ok(false);
    }
    let (second, third, outward) = if height < S::Area::ZERO { (b, c, normal) } else { (c, b, -normal) };
    for point in [a, second, third, d] {
        polytope.push_vertex(&point)?;
    }
    // Joining the fan to the outline sets the twins.
    let (plane, distance) = plane_at(outward, a.w, length, noise);
    polytope.add_slot(Facet { plane, links: Faces::new([0, 1, 2], [NOWHERE; 3]) }, distance)?;
    polytope.horizon.clear();
    for corner in [0, 2, 1] {
        polytope.horizon.push(half_edge(0, corner)).map_err(|_| Stop::Full)?;
    }
    polytope.join_horizon(0, 3, d.w)?;
    Ok(true)
}

/// Replaces the faces that the newest vertex sees by a fan from their outline to it. On an error the faces stay as they
/// were.
pub fn insert<S: Scalar>(polytope: &mut Polytope<'_, Vec3<S>>, seed: usize) -> Result<(), Stop> {
    let newest = polytope.vertices.len().saturating_sub(1);
    let w = polytope.point(newest);
    let kept = polytope.free.len();
    let found = find_horizon(polytope.facets, polytope.free, polytope.horizon, seed, w)
        .and_then(|()| polytope.check_horizon(kept));
    if found.is_err() {
        polytope.take_back(kept);
        return found;
    }
    polytope.join_horizon(kept, newest as u16, w)
}

/// Turns an edge u→v of a face (u, v, r), if the third corner s of the neighbor (v, u, s) there sees the face: the two
/// become (u, s, r) and (v, r, s). Returns false if none does, or if u or v has at most one other face: then that would
/// fold the surface.
#[cold]
#[inline(never)]
pub fn flip<S: Scalar>(polytope: &mut Polytope<'_, Vec3<S>>, face: usize) -> bool {
    (0..3).any(|corner| polytope.flip_at(half_edge(face, corner)).is_some())
}

/// Gives up vertices that only facets at least `closed` from the origin have. As long as that makes room, it spares the
/// facets beyond, by up to 2^SPARED_BITS times the gap from `lower`, and those that have an edge in common with nearer
/// ones: the next vertices may see them, and beside what was given up facets cut into the ball that is proven.
pub fn make_room<S: Scalar>(polytope: &mut Polytope<'_, Vec3<S>>, lower: S, closed: S) {
    let far = (0..SPARED_BITS).fold(closed - lower, |gap, _| gap + gap) + closed;
    for (closed, spares_neighbors) in [(far, true), (closed, true), (closed, false)] {
        polytope.give_up_vertices(closed, spares_neighbors);
        if !polytope.is_full() {
            return;
        }
    }
}

/// Collects the outline of the faces that w sees in `horizon`, as half-edges of the faces that stay, and the slots of
/// the faces that w sees in `free`. Fails if the chain does not close.
#[inline(never)]
fn find_horizon<S: Scalar>(
    facets: &mut [Facet<Vec3<S>>],
    free: &mut VecView<u16>,
    horizon: &mut VecView<u16>,
    seed: usize,
    w: Vec3<S>,
) -> Result<(), Stop> {
    horizon.clear();
    let [mut twin, second, third, _] = facets.get_mut(seed).ok_or(Stop::Broken)?.links.give_up();
    free.push(seed as u16).map_err(|_| Stop::Full)?;
    // A removed face puts at most one half-edge on the stack, the first face two: if a face stays, there is room for
    // all of them.
    let mut waiting = 0;
    for twin in [third, second] {
        facets.get_mut(waiting).ok_or(Stop::Broken)?.links.twins[STACK_SLOT] = twin;
        waiting += 1;
    }
    // The vertex where the chain begins, and the one where it ends so far.
    let (mut start, mut end) = (NOWHERE, NOWHERE);
    loop {
        let (face, corner) = split(twin);
        let facet = facets.get_mut(face).ok_or(Stop::Broken)?;
        if facet.links.corners[FLAG_SLOT] != REMOVED {
            if facet.plane.is_below(w) {
                let twins = facet.links.give_up();
                free.push(face as u16).map_err(|_| Stop::Full)?;
                facets.get_mut(waiting).ok_or(Stop::Broken)?.links.twins[STACK_SLOT] = twins[before(corner)];
                waiting += 1;
                twin = twins[after(corner)];
                continue;
            }
            let from = facet.links.corners[after(corner)];
            if end != from {
                if end != NOWHERE {
                    return Err(Stop::Broken);
                }
                start = from;
            }
            end = facet.links.corners[corner];
            horizon.push(twin).map_err(|_| Stop::Full)?;
        }
        let Some(last) = waiting.checked_sub(1) else { break };
        twin = facets.get(last).ok_or(Stop::Broken)?.links.twins[STACK_SLOT];
        waiting = last;
    }
    if start == end { Ok(()) } else { Err(Stop::Broken) }
}

/// Links faces of the fan from the outline to the newest vertex: those from index `number` on, as many as a sheaf has
/// room for. `slots` has a slot for every face of the fan. Where planes are computed in lanes, the points on the
/// outline go into the sheaf. Returns the number of faces linked; `None` if an index is out of range, which broken
/// links may cause.
#[inline(always)]
fn link<S: Scalar>(
    facets: &mut [Facet<Vec3<S>>],
    vertices: &[CsoPoint<Vec3<S>>],
    horizon: &[u16],
    slots: &[u16],
    number: usize,
    newest: u16,
    sheaf: &mut Sheaf<S>,
) -> Option<usize> {
    // An edge begins where the one before it ends.
    let last = number.checked_sub(1).unwrap_or(horizon.len().checked_sub(1)?);
    let end_of = |facets: &[Facet<Vec3<S>>], outer: u16| {
        let (face, corner) = split(outer);
        Some(facets.get(face)?.links.corners[corner])
    };
    let mut from = end_of(facets, *horizon.get(last)?)?;
    let outline = horizon.get(number..)?.iter().take(FAN_LANES);
    if has_lanes::<S>() {
        // The points of the sheaf first: they are stored one by one and loaded together, which store forwarding cannot
        // serve, so such a load waits until all the stores are done.
        sheaf.set_end(0, vertices.get(usize::from(from))?.w);
        for (count, &outer) in outline.clone().enumerate() {
            sheaf.set_end(count + 1, vertices.get(usize::from(end_of(facets, outer)?))?.w);
        }
    }
    let (mut before, mut slot) = (*slots.get(last)?, *slots.get(number)?);
    let mut count = 0;
    for &outer in outline {
        count += 1;
        let next = *slots.get(if number + count < horizon.len() { number + count } else { 0 })?;
        let (face, corner) = split(outer);
        let neighbor = &mut facets.get_mut(face)?.links;
        neighbor.twins[corner] = half_edge(slot.into(), 0);
        let to = neighbor.corners[corner];
        let twins = [outer, half_edge(next.into(), 2), half_edge(before.into(), 1)];
        facets.get_mut(usize::from(slot))?.links = Faces::new([from, to, newest], twins);
        (from, before, slot) = (to, slot, next);
    }
    Some(count)
}

impl<S: Scalar> Polytope<'_, Vec3<S>> {
    /// Restores the faces that were removed: those in `free` from the index `kept` on.
    fn take_back(&mut self, kept: usize) {
        while self.free.len() > kept {
            let face = self.free.pop().unwrap_or_default();
            if let Some(facet) = self.facets.get_mut(usize::from(face)) {
                facet.links.corners[FLAG_SLOT] = 0;
            }
        }
    }

    /// Checks that the outline has a length that Euler's formula allows, and that there is room for its faces. `kept`
    /// is the number of slots that were free before.
    fn check_horizon(&self, kept: usize) -> Result<(), Stop> {
        let (edges, gone) = (self.horizon.len(), self.free.len() - kept);
        if edges < 3 || edges > gone + 2 {
            return Err(Stop::Broken);
        }
        let room = self.facets.capacity() - self.facets.len() + self.free.len();
        if edges > room { Err(Stop::Full) } else { Ok(()) }
    }

    /// Replaces the removed faces, in the free slots from the index `kept` on, by a fan from the outline to w. Where
    /// vertices disappear inside the new hull, fewer faces are added than were removed: the slots left over get the
    /// largest distance, as all free slots have.
    fn join_horizon(&mut self, kept: usize, newest: u16, w: Vec3<S>) -> Result<(), Stop> {
        let (edges, old) = (self.horizon.len(), self.free.len());
        let left = old.saturating_sub(edges);
        for &face in self.free.iter().take(left).skip(kept) {
            if let Some(distance) = self.distances.get_mut(usize::from(face)) {
                *distance = S::MAX;
            }
        }
        while self.free.len() < edges {
            self.free.push(self.facets.len() as u16).map_err(|_| Stop::Full)?;
            self.add_slot(Facet { plane: FacetPlane::blank(), links: Faces::NONE }, S::MAX)?;
        }
        // The last slot that was freed is taken first, and the first new one after all of them.
        if let Some(freed) = self.free.get_mut(left..old) {
            freed.reverse();
        }
        let mut sheaf = Sheaf::default();
        let mut number = 0;
        while number < edges {
            let slots = self.free.get(left..).unwrap_or_default();
            let linked = link(self.facets, self.vertices, self.horizon, slots, number, newest, &mut sheaf);
            let count = linked.ok_or(Stop::Broken)?;
            let planes = has_lanes::<S>().then(|| sheaf.planes(w, self.resolution(1)));
            for lane in 0..count {
                let Some(&slot) = self.free.get(left + number + lane) else { break };
                match planes.as_ref().and_then(|planes| planes.of(lane)) {
                    Some((plane, distance)) => self.set_plane(slot.into(), &plane, distance),
                    None => self.lay_plane(slot.into()),
                }
            }
            number += count;
        }
        self.free.truncate(left);
        Ok(())
    }

    /// The twin of a half-edge and the vertex where it starts.
    #[inline(never)]
    fn twin_and_start(&mut self, edge: u16) -> Option<(&mut u16, &mut u16)> {
        let (face, corner) = split(edge);
        let Faces { twins, corners } = &mut self.facets.get_mut(face)?.links;
        Some((&mut twins[corner], &mut corners[corner]))
    }

    /// [`flip`] at one edge; `None` if it is not turned.
    fn flip_at(&mut self, edge: u16) -> Option<()> {
        let twin = *self.twin_and_start(edge)?.0;
        let (vr, us) = (*self.twin_and_start(next(edge))?.0, *self.twin_and_start(next(twin))?.0);
        let ((&mut ru, &mut r), last) = (self.twin_and_start(next(next(edge)))?, next(next(twin)));
        let (&mut sv, &mut s) = self.twin_and_start(last)?;
        let is_fold = r == s || split(us).0 == split(ru).0 || split(vr).0 == split(sv).0;
        if is_fold || !self.is_visible(split(edge).0, self.point(s.into())) {
            return None;
        }
        // Each of the two gets the corner across the edge in place of the end of its half-edge.
        for (edge, twin, apex, outside) in [(edge, twin, s, us), (twin, edge, r, vr)] {
            *self.twin_and_start(edge)?.0 = outside;
            *self.twin_and_start(outside)?.0 = edge;
            let (inside, end) = self.twin_and_start(next(edge))?;
            (*inside, *end) = (next(twin), apex);
            self.lay_plane(split(edge).0);
        }
        Some(())
    }

    /// Gives a face the plane through its corners.
    #[inline(never)]
    fn lay_plane(&mut self, face: usize) {
        let Some(facet) = self.facets.get(face) else { return };
        let [p, q, w] = corners(&facet.links).map(|corner| self.point(corner));
        let (mut normal, sides) = (Vec3::triangle_axis(w, p, q), [p - w, q - w]);
        // A loop, because a copy of its body takes 150 bytes of flash on a Cortex-M4F.
        for is_straight in [false, true] {
            let length = normal.length();
            let noise = length.times(self.resolution(1));
            let is_tilted = tilt(normal, sides) > noise;
            if is_straight || !is_tilted {
                self.has_tilted |= is_tilted;
                let (plane, distance) = plane_at(normal, w, length, noise);
                self.set_plane(face, &plane, distance);
                return;
            }
            normal = self.straightened(face, normal);
        }
    }

    /// The normal of a sliver, straightened against the two sides at the last corner, by which its tilt is measured,
    /// because the plane goes through that corner.
    #[cold]
    #[inline(never)]
    fn straightened(&self, face: usize, normal: Vec3<S>) -> Vec3<S> {
        let mut corners = self.corners(face);
        corners.swap_ends();
        corners.straightened(ALL, normal)
    }
}
