//! The polytope in space: triangles with adjacency.
//!
//! A half-edge has the number 4·face + corner, where corner is that of its start. Faces are counter-clockwise seen
//! from outside. The faces that see a new vertex are found by walking over twins from one that does, with a stack and
//! no recursion; their outline comes out as a closed chain of half-edges of the faces around it. If it does not, all
//! stays as it was. The new faces join the outline to the vertex:
//!
//! ```text
//!          w            faces (u, v, w): edge 0 u→v, twin outside
//!         / \                             edge 1 v→w, twin edge 2 of the next new face
//!        /   \                            edge 2 w→u, twin edge 1 of the one before
//!    ---u-----v---
//! ```

use super::star::Probe;
use super::{Facets, Polytope, Stop};
use crate::dimension::Dimension;
use crate::scalar::{Area, Scalar};
use crate::secant;
use crate::vector::{Vec3, Vector};

/// A triangle.
#[derive(Clone, Copy, Debug)]
pub struct Faces {
    /// The half-edge that each edge is shared with.
    twins: [u16; 3],
    /// The vertices; the first has the mark [`GONE`] if the newest vertex sees the triangle.
    corners: [u16; 3],
}

/// There are fewer vertices than faces, of which there are less than 2^14.
const GONE: u16 = 1 << 15;

/// One of three by its number.
fn pick(three: &[u16; 3], number: usize) -> u16 {
    *three.get(number).unwrap_or(&three[2])
}

/// The half-edge that starts at a corner of a face.
const fn half_edge(face: usize, corner: usize) -> u16 {
    (4 * face + corner) as u16
}

/// The face and the corner of a half-edge.
const fn split(half_edge: u16) -> (usize, usize) {
    ((half_edge >> 2) as usize, (half_edge & 3) as usize)
}

/// The corner after another.
const fn after(corner: usize) -> usize {
    if corner < 2 { corner + 1 } else { 0 }
}

impl Faces {
    fn new(corners: [u16; 3], twins: [u16; 3]) -> Self {
        Self { twins, corners }
    }

    const fn is_gone(&self) -> bool {
        self.corners[0] & GONE != 0
    }
}

impl<S: Scalar> Facets<Vec3<S>> for Faces {
    const BASE: usize = 3;
    type Corners = [usize; 3];

    fn corners(&self) -> [usize; 3] {
        self.corners.map(usize::from)
    }

    type Candidates = [Vec3<S>; 6];

    /// Two directions at right angles to ab and to each other. The first comes from the axis that ab is least along.
    fn around(ab: Vec3<S>) -> [Vec3<S>; 2] {
        let (x, y, z) = (ab.x.abs(), ab.y.abs(), ab.z.abs());
        let [ex, ey, ez] = Vec3::<S>::AXES;
        let axis = if x <= y && x <= z {
            ex
        } else if y <= z {
            ey
        } else {
            ez
        };
        let p = ab.cross_direction(axis);
        let q = ab.cross_direction(p);
        [p, q]
    }

    /// Three tangents at about 120 degrees: t and −t/2 ± 7/8·s, for s at right angles to t.
    fn tangents(normal: Vec3<S>) -> [Vec3<S>; 3] {
        let length = normal.length();
        let [t, s] = Self::around(normal).map(|tangent| tangent.with_length(length));
        let (half, one) = (S::Unit::HALF, S::Unit::ONE);
        let eighth = S::Unit::halved(3);
        let side = |s: Vec3<S>| Vec3::ZERO.blend([t, s, s], [-half, one, -eighth]);
        [t, side(s), side(-s)]
    }

    /// Smooth, flat, ruled along each edge, and corner.
    fn candidates(at: &Probe<Vec3<S>>, star: &[Probe<Vec3<S>>; 3]) -> [Vec3<S>; 6] {
        let n = at.normal;
        let outward = |v: Vec3<S>| if v.dot(n) < S::Area::ZERO { -v } else { v };
        let shares = Vec3::triangle_shares(star.map(|arm| arm.eroded(at.height)), Some(n)).shares;
        let smooth = secant::combined(star.map(|arm| arm.normal), shares);
        let [u, v, w] = star.map(|arm| arm.point.w);
        let flat = outward((v - u).cross_direction(w - u));
        let mut candidates = [smooth, flat, v - u, w - v, u - w, at.descent()];
        for ruled in candidates.iter_mut().skip(2).take(3) {
            let edge = *ruled;
            *ruled = outward(edge.cross_direction(smooth.cross_direction(edge)));
        }
        candidates
    }

    /// Both sides of a triangle.
    fn start(polytope: &mut Polytope<'_, Vec3<S>>) -> Result<(), Stop> {
        let (a, b, c) = (polytope.point(0), polytope.point(1), polytope.point(2));
        let front = Self::new([0, 1, 2], [half_edge(1, 2), half_edge(1, 1), half_edge(1, 0)]);
        let normal = polytope.simplex(&front).normal();
        let back = Self::new([0, 2, 1], [half_edge(0, 2), half_edge(0, 1), half_edge(0, 0)]);
        let sides = [b - a, c - a];
        polytope.push_facet(front, normal, a, sides)?;
        polytope.push_facet(back, -normal, a, sides)?;
        Ok(())
    }

    fn insert(polytope: &mut Polytope<'_, Vec3<S>>, seed: usize) -> Result<(), Stop> {
        let newest = polytope.vertices.len().saturating_sub(1);
        let w = polytope.point(newest);
        let kept = polytope.free.len();
        let found = polytope.find_horizon(seed, w).and_then(|()| polytope.check_horizon(kept));
        if found.is_err() {
            polytope.take_back(kept);
            return found;
        }
        polytope.join_horizon(newest as u16, w, kept)
    }
}

impl<S: Scalar> Polytope<'_, Vec3<S>> {
    /// Collects the half-edges round the faces that see w in `horizon`, as those of the faces that stay, and the slots
    /// of the former in `free`. The chain has to close.
    fn find_horizon(&mut self, seed: usize, w: Vec3<S>) -> Result<(), Stop> {
        self.walk.clear();
        self.horizon.clear();
        let [mut twin, second, third] = self.give_up(seed)?;
        for twin in [third, second] {
            self.walk.push(twin).map_err(|_| Stop::Full)?;
        }
        // The start of the chain and its end so far.
        let mut chain = None;
        loop {
            let (face, corner) = split(twin);
            let Some(links) = self.links.get(face) else { return Err(Stop::Broken) };
            if !links.is_gone() {
                if self.is_visible(face, w) {
                    let twins = self.give_up(face)?;
                    self.walk.push(pick(&twins, after(after(corner)))).map_err(|_| Stop::Full)?;
                    twin = pick(&twins, after(corner));
                    continue;
                }
                let (from, to) = (pick(&links.corners, after(corner)), pick(&links.corners, corner));
                chain = match chain {
                    None => Some((from, to)),
                    Some((start, end)) if end == from => Some((start, to)),
                    Some(_) => return Err(Stop::Broken),
                };
                self.horizon.push(twin).map_err(|_| Stop::Full)?;
            }
            let Some(next) = self.walk.pop() else { break };
            twin = next;
        }
        if chain.is_some_and(|(start, end)| start == end) { Ok(()) } else { Err(Stop::Broken) }
    }

    /// Marks a face as gone and answers its twins.
    fn give_up(&mut self, face: usize) -> Result<[u16; 3], Stop> {
        let Some(links) = self.links.get_mut(face) else { return Err(Stop::Broken) };
        links.corners[0] |= GONE;
        let twins = links.twins;
        self.free.push(face as u16).map_err(|_| Stop::Full)?;
        Ok(twins)
    }

    /// The faces that were given up stay after all.
    fn take_back(&mut self, kept: usize) {
        while self.free.len() > kept {
            let face = self.free.pop().unwrap_or_default();
            if let Some(links) = self.links.get_mut(usize::from(face)) {
                links.corners[0] &= !GONE;
            }
        }
    }

    /// The outline is as long as Euler's formula allows, and there is room for its faces.
    fn check_horizon(&self, kept: usize) -> Result<(), Stop> {
        let (edges, gone) = (self.horizon.len(), self.free.len() - kept);
        if edges < 3 || edges > gone + 2 {
            return Err(Stop::Broken);
        }
        let room = self.links.capacity() - self.links.len() + self.free.len();
        if edges > room { Err(Stop::Full) } else { Ok(()) }
    }

    /// Replaces the faces that were given up by a fan from the outline to w.
    fn join_horizon(&mut self, newest: u16, w: Vec3<S>, kept: usize) -> Result<(), Stop> {
        let (edges, free, fresh) = (self.horizon.len(), self.free.len(), self.links.len());
        // The slots that vertices leave behind which were swallowed.
        for &face in self.free.iter().take(free.saturating_sub(edges)).skip(kept) {
            if let Some(distance) = self.distances.get_mut(usize::from(face)) {
                *distance = S::MAX;
            }
        }
        // The slot of each face of the fan: free ones from the last on, then new ones.
        let slot = |polytope: &Self, number: usize| {
            polytope
                .free
                .get(free.wrapping_sub(number + 1))
                .map_or((fresh + number).wrapping_sub(free), |&slot| slot.into())
        };
        let step = self.resolution(1);
        // An edge begins where the one before ends.
        let Some(&last) = self.horizon.last() else { return Err(Stop::Broken) };
        let mut from = Spoke::new(self, self.start_of(last)?, w);
        let (mut before, mut face) = (slot(self, edges - 1), slot(self, 0));
        for number in 0..edges {
            let Some(&outer) = self.horizon.get(number) else { return Err(Stop::Broken) };
            let next = slot(self, if number + 1 < edges { number + 1 } else { 0 });
            let to = Spoke::new(self, self.start_of(outer)?, w);
            let links = Faces::new([from.vertex, to.vertex, newest], [outer, half_edge(next, 2), half_edge(before, 1)]);
            let (plane, distance) = self.plane(links, from.normal_with(&to), w, [from.side, to.side], step);
            self.put_facet(face, links, plane, distance)?;
            self.set_twin(outer, half_edge(face, 0));
            (from, before, face) = (to, face, next);
        }
        self.free.truncate(free.saturating_sub(edges));
        Ok(())
    }

    /// The vertex that a half-edge starts at.
    fn start_of(&self, half_edge: u16) -> Result<u16, Stop> {
        let (face, corner) = split(half_edge);
        self.links.get(face).map(|links| pick(&links.corners, corner)).ok_or(Stop::Broken)
    }

    /// Gives a half-edge another twin.
    fn set_twin(&mut self, half_edge: u16, twin: u16) {
        let (face, corner) = split(half_edge);
        if let Some(slot) = self.links.get_mut(face).and_then(|links| links.twins.get_mut(corner)) {
            *slot = twin;
        }
    }
}

/// An edge of a fan round the newest vertex.
#[derive(Clone, Copy)]
struct Spoke<S: Scalar> {
    /// The vertex that it goes to.
    vertex: u16,
    /// Where that is.
    point: Vec3<S>,
    /// The way there.
    side: Vec3<S>,
    /// The square of its length.
    square: S::Area,
}

impl<S: Scalar> Spoke<S> {
    #[inline(always)]
    fn new(polytope: &Polytope<'_, Vec3<S>>, vertex: u16, hub: Vec3<S>) -> Self {
        let point = polytope.point(vertex.into());
        let side = point - hub;
        Self { vertex, point, side, square: side.dot(side) }
    }

    /// A normal of the triangle with the next spoke: the cross product of its two shortest sides, as of
    /// [`Dimension::triangle_axis`]. The sides are chosen without branches, for they come in no order.
    #[inline(always)]
    fn normal_with(&self, next: &Self) -> Vec3<S> {
        let rim = next.point - self.point;
        let square = rim.dot(rim);
        let first = next.side.or(square.max(next.square) >= self.square, self.side);
        let second = rim.or(square >= self.square.max(next.square), next.side);
        first.cross_direction(second)
    }
}
