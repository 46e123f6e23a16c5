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
use super::{Facets, Plane, Polytope, Stop};
use crate::dimension::Dimension;
use crate::gjk::steps;
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
        self.make_slots(edges, kept)?;
        // The slot of each face of the fan: free ones from the last on, then new ones.
        let slot = |polytope: &Self, number: usize| {
            let free_slot = polytope.free.get(free.wrapping_sub(number + 1));
            free_slot.map_or((fresh + number).wrapping_sub(free), |&slot| slot.into())
        };
        // An edge begins where the one before ends.
        let Some(&last) = self.horizon.last() else { return Err(Stop::Broken) };
        let mut from = self.start_of(last)?;
        let (mut before, mut face) = (slot(self, edges - 1), slot(self, 0));
        let mut sheaf = Sheaf::new(self.point(from.into()));
        for number in 1..=edges {
            let Some(&outer) = self.horizon.get(number - 1) else { return Err(Stop::Broken) };
            let next = slot(self, if number < edges { number } else { 0 });
            let to = self.start_of(outer)?;
            let twins = [outer, half_edge(next, 2), half_edge(before, 1)];
            if let Some(links) = self.links.get_mut(face) {
                *links = Faces::new([from, to, newest], twins);
            }
            self.set_twin(outer, half_edge(face, 0));
            sheaf.push(face, self.point(to.into()));
            if sheaf.count == LANES || number == edges {
                self.put_planes(&mut sheaf, w);
            }
            (from, before, face) = (to, face, next);
        }
        self.free.truncate(free.saturating_sub(edges));
        Ok(())
    }

    /// Makes the new slots that a fan needs beside the free ones. Those of faces that were given up may be more, where
    /// the fan swallows vertices.
    #[inline(always)]
    fn make_slots(&mut self, edges: usize, kept: usize) -> Result<(), Stop> {
        let free = self.free.len();
        for &face in self.free.iter().take(free.saturating_sub(edges)).skip(kept) {
            if let Some(distance) = self.distances.get_mut(usize::from(face)) {
                *distance = S::MAX;
            }
        }
        let plane = Plane { normal: Vec3::ZERO, threshold: S::Area::ZERO };
        for _ in free..edges {
            self.put_facet(self.links.len(), Faces::new([0; 3], [0; 3]), plane, S::MAX)?;
        }
        Ok(())
    }

    /// Gives faces of a fan round w their planes. The sheaf goes on from the last spoke.
    #[inline(always)]
    fn put_planes(&mut self, sheaf: &mut Sheaf<S>, w: Vec3<S>) {
        let step = self.resolution(1);
        // One face is no sheaf, and fixed point has no lanes.
        let are_together = sheaf.count > 1 && S::STEP == S::NIL;
        if are_together {
            sheaf.set_normals(w);
            sheaf.set_planes(w, step);
        }
        for lane in 0..sheaf.count {
            let Some(&face) = sheaf.faces.get(lane) else { break };
            let found = if are_together { sheaf.plane(lane) } else { None };
            let (plane, distance) =
                found.unwrap_or_else(|| self.plane_between(face, sheaf.end(lane), sheaf.end(lane + 1), w, step));
            if let (Some(a), Some(b)) = (self.planes.get_mut(face), self.distances.get_mut(face)) {
                a.normal.assign(&plane.normal);
                (a.threshold, *b) = (plane.threshold, distance);
            }
        }
        sheaf.restart();
    }

    /// The plane of a face of a fan round w, and its distance.
    #[inline(never)]
    fn plane_between(&mut self, face: usize, p: Vec3<S>, q: Vec3<S>, w: Vec3<S>, step: S) -> (Plane<Vec3<S>>, S) {
        let links = self.links.get(face).copied().unwrap_or(Faces::new([0; 3], [0; 3]));
        self.plane(links, Vec3::triangle_axis([w, p, q]), w, [p - w, q - w], step)
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

/// Faces of a fan whose planes are worked out together.
const LANES: usize = 4;
/// Normals from this many rounding steps of one on, and up to the inverse of that, are directions as they are.
const COMFORT_STEPS: u32 = 16;

/// Some faces of a fan, by components: the compiler looks at all lanes at once.
struct Sheaf<S: Scalar> {
    /// How many there are.
    count: usize,
    /// Their slots.
    faces: [usize; LANES],
    /// The points on the outline that they lie between.
    ends: [[S; LANES + 1]; 3],
    normals: [[S; LANES]; 3],
    thresholds: [S::Area; LANES],
    distances: [S; LANES],
    /// Is the plane as good as it gets? Positive if so.
    merits: [S::Area; LANES],
}

impl<S: Scalar> Sheaf<S> {
    /// No faces yet; the first begins at a point.
    #[inline(always)]
    fn new(first: Vec3<S>) -> Self {
        let (nil, zero) = (S::NIL, S::Area::ZERO);
        let [x, y, z] = first.to_array().map(|component| [component; LANES + 1]);
        Self {
            count: 0,
            faces: [0; LANES],
            ends: [x, y, z],
            normals: [[nil; LANES]; 3],
            thresholds: [zero; LANES],
            distances: [nil; LANES],
            merits: [zero; LANES],
        }
    }

    /// Takes the next face, which ends at a point.
    #[inline(always)]
    fn push(&mut self, face: usize, end: Vec3<S>) {
        if let Some(slot) = self.faces.get_mut(self.count) {
            *slot = face;
        }
        self.count += 1;
        for (ends, component) in self.ends.iter_mut().zip(end.to_array()) {
            if let Some(slot) = ends.get_mut(self.count) {
                *slot = component;
            }
        }
    }

    /// The next face begins where the last one ends.
    #[inline(always)]
    fn restart(&mut self) {
        self.count = 0;
        for ends in &mut self.ends {
            ends[0] = ends[LANES];
        }
    }

    #[inline(always)]
    fn end(&self, number: usize) -> Vec3<S> {
        Vec3::from_array(self.ends.each_ref().map(|ends| ends.get(number).copied().unwrap_or_default()))
    }

    /// The plane of a face and its distance, unless that takes more care.
    #[inline(always)]
    fn plane(&self, lane: usize) -> Option<(Plane<Vec3<S>>, S)> {
        let [x, y, z] = &self.normals;
        let normal = Vec3::new(*x.get(lane)?, *y.get(lane)?, *z.get(lane)?);
        let plane = Plane { normal, threshold: *self.thresholds.get(lane)? };
        (*self.merits.get(lane)? > S::Area::ZERO).then_some((plane, *self.distances.get(lane)?))
    }

    /// The cross products of the two shortest sides, as of [`Dimension::triangle_axis`], but not yet directions.
    #[inline(never)]
    fn set_normals(&mut self, hub: Vec3<S>) {
        let [ends_x, ends_y, ends_z] = &self.ends;
        for lane in 0..LANES {
            let end = |number: usize| Vec3::new(ends_x[number], ends_y[number], ends_z[number]);
            let (p, q) = (end(lane), end(lane + 1));
            let (a, b, rim) = (p - hub, q - hub, q - p);
            let (a2, b2, rim2) = (a.dot(a), b.dot(b), rim.dot(rim));
            let first = b.or(rim2.max(b2) >= a2, a);
            let second = rim.or(rim2 >= a2.max(b2), b);
            let [x, y, z] = S::Area::factors(first.cross(second).to_array());
            (self.normals[0][lane], self.normals[1][lane], self.normals[2][lane]) = (x, y, z);
        }
    }

    /// What follows from the normals. Those that are no directions yet have no merit, nor have those that tilt by more
    /// than rounding.
    #[inline(never)]
    fn set_planes(&mut self, hub: Vec3<S>, step: S) {
        let least = steps::<Vec3<S>>(COMFORT_STEPS, S::blend(S::NIL, [S::ONE], [S::ROUNDING]));
        let (zero, one) = (S::Area::ZERO, S::ONE.times(S::ONE));
        let [ends_x, ends_y, ends_z] = &self.ends;
        for lane in 0..LANES {
            let side = |number: usize| Vec3::new(ends_x[number], ends_y[number], ends_z[number]) - hub;
            let normal = Vec3::new(self.normals[0][lane], self.normals[1][lane], self.normals[2][lane]);
            let length = normal.length();
            let (noise, offset) = (length.times(step), normal.dot(hub));
            let (at_p, at_q) = (normal.dot(side(lane)), normal.dot(side(lane + 1)));
            let tilt = at_p.max(-at_p).max(at_q.max(-at_q));
            let merit = if tilt <= noise { one } else { zero };
            let merit = if length >= least { merit } else { zero };
            self.merits[lane] = if length.times(least) <= one { merit } else { zero };
            self.thresholds[lane] = offset + noise;
            self.distances[lane] = offset.per(length);
        }
    }
}
