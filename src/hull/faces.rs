//! Quickhull in space: Barber, Dobkin, Huhdanpaa (1996), on exact integers.
//!
//! The hull of the points inserted so far is a closed surface of triangles, counter-clockwise seen from outside. A
//! point strictly beyond it is on the list of one face that it is beyond. Inserting w removes the faces that *see* w
//! and joins their outline, the horizon, to w:
//!
//! ```text
//!          w            faces (u, v, w): edge 0 u→v, neighbor outside the horizon
//!         / \                             edge 1 v→w, neighbor the next new face
//!        /   \                            edge 2 w→u, neighbor the one before
//!    ---u-----v---
//! ```
//!
//! A face sees w if w is not below its plane and a path over neighbors that see w leads to it from a face that w is
//! strictly beyond. Heights are exact, so:
//!
//! - The faces that remain are exactly those that w is strictly below. A face with w in its plane belongs to a facet
//!   (the faces in that plane), a convex polygon, and w lies in its plane outside the polygon. So w is beyond an edge
//!   of the polygon in the plane, and then strictly beyond the plane of the face across that edge; and faces of one
//!   facet are connected. The faces that see w are those that a point a little farther out than w is strictly beyond:
//!   they form a disc, and the horizon is one closed chain of different vertices.
//! - No new face is degenerate: if w were on the line of a horizon edge, it would be in the plane of the remaining
//!   face there, and not strictly below.
//! - Every vertex stays an extreme point of the inserted points: v is extreme as long as w is below the plane of some
//!   face around it. Once w is below none of these planes, all these faces see w (they are connected, and w is in the
//!   planes of all of them only if w = v), so v is removed with them. And w itself is extreme, because it was strictly
//!   outside.
//!
//! So whatever the order is, the vertices at the end are the extreme points of the cloud, each once, and the surface is
//! its hull, exactly. In between, a vertex may be inserted that a later one covers. If that takes more room than the
//! hull itself needs, the hull is built again from extreme points of the whole cloud only.

use crate::hull::cloud::{Cloud, NONE};
use crate::hull::{Error, Grid, RingEdge, curve, first, no_room};

/// A triangle of the surface, counter-clockwise seen from outside, or a free slot for one.
#[derive(Clone, Copy, Debug)]
pub struct Face<G: Grid> {
    /// The outward normal.
    normal: [G::Wide; 3],
    /// The vertices, as numbers of points.
    corners: [u16; 3],
    /// The face across the edge that starts at each corner.
    neighbors: [u16; 3],
    /// The list of points beyond the face, the farthest first.
    outside: u16,
    /// The next marked face, or the next free slot.
    link: u16,
    /// Is the face marked, or its slot free? Then it is not on the surface.
    is_gone: bool,
}

impl<G: Grid> Face<G> {
    /// A slot that was never used.
    pub const NEW: Self =
        Self { normal: [G::NONE; 3], corners: [0; 3], neighbors: [0; 3], outside: 0, link: 0, is_gone: false };

    /// The corner of the face at which a vertex is.
    fn corner(&self, vertex: u16) -> usize {
        match self.corners {
            [a, _, _] if a == vertex => 0,
            [_, b, _] if b == vertex => 1,
            _ => 2,
        }
    }

    /// The vertices in order, beginning at a corner.
    fn turned_to(&self, corner: usize) -> [u16; 3] {
        let [a, b, c] = self.corners;
        match corner {
            0 => [a, b, c],
            1 => [b, c, a],
            _ => [c, a, b],
        }
    }

    fn neighbor(&self, corner: usize) -> u16 {
        self.neighbors.get(corner).copied().unwrap_or(0)
    }
}

/// How the next point to insert is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The farthest point on the list of one face, face by face in turn.
    Quick,
    /// The point of the whole cloud farthest along the normal of a face, which is a vertex of the hull.
    Extreme,
    /// The farthest point on any list, until the ring has no room for another vertex.
    Greedy,
}

/// The kinds of hull that a cloud may have.
pub enum Kind {
    /// The cloud is flat: seen along this axis, no two different points of it coincide.
    Flat(usize),
    /// The cloud is solid, but the ring has room for at most these vertices.
    Few([u16; 3]),
    /// The cloud is solid and has a closed surface; the flag says whether points are left outside.
    Solid(bool),
}

/// A closed surface of triangles that grows by one point after the other.
pub struct Surface<'w, G: Grid> {
    pub cloud: Cloud<'w, G>,
    faces: &'w mut [Face<G>],
    pub ring: &'w mut [RingEdge],
    /// Slots that were ever used.
    used: usize,
    /// The first of the slots that are free again.
    free: u16,
    /// The number of faces of the surface.
    count: usize,
    /// The face at which `next` stopped.
    cursor: usize,
}

impl<'w, G: Grid> Surface<'w, G> {
    pub fn new(cloud: Cloud<'w, G>, faces: &'w mut [Face<G>], ring: &'w mut [RingEdge]) -> Self {
        Self { cloud, faces, ring, used: 0, free: NONE, count: 0, cursor: 0 }
    }

    /// Builds the hull.
    pub fn build(&mut self, choice: Choice) -> Result<Kind, Error> {
        (self.used, self.free, self.count, self.cursor) = (0, NONE, 0, 0);
        let [a, b, c, d] = match self.corners() {
            Ok(corners) => corners,
            Err(flat) => return Ok(flat),
        };
        if self.ring.len() < 4 {
            let few = Kind::Few([a, b, c]);
            return if choice == Choice::Greedy { Ok(few) } else { Err(no_room(self.ring, self.cloud.grid.len())) };
        }
        self.start([a, b, c, d]);
        for _ in 0..self.cloud.grid.len() {
            let Some(seed) = self.next(choice) else { break };
            if choice == Choice::Greedy && vertices(self.count) >= self.ring.len() {
                return Ok(Kind::Solid(true));
            }
            self.insert(seed, choice)?;
        }
        Ok(Kind::Solid(false))
    }

    fn face(&self, face: u16) -> Face<G> {
        self.faces.get(usize::from(face)).copied().unwrap_or(Face::NEW)
    }

    fn change(&mut self, face: u16, change: impl FnOnce(&mut Face<G>)) {
        if let Some(face) = self.faces.get_mut(usize::from(face)) {
            change(face);
        }
    }

    /// How far a point is above the plane of a face, times the length of its normal.
    fn height(&self, face: &Face<G>, point: [G; 3]) -> G::Height {
        let [a, _, _] = face.corners;
        G::height(face.normal, self.cloud.at(a), point)
    }

    /// Four extreme points that span a tetrahedron, the first three counter-clockwise seen from the last; or the axis
    /// along which a flat cloud is seen.
    fn corners(&self) -> Result<[u16; 4], Kind> {
        let (a, b) = self.cloud.ends();
        let Some(c) = self.cloud.off_line(a, b) else {
            // An axis that is not along the line of the points, if they have one.
            let along = G::difference(self.cloud.at(a), self.cloud.at(b));
            let axis = along.into_iter().position(|part| part == G::NONE);
            return Err(Kind::Flat(axis.unwrap_or(2)));
        };
        let normal = G::normal(self.cloud.at(a), self.cloud.at(b), self.cloud.at(c));
        let (above, below) = (self.cloud.extreme(normal), self.cloud.extreme(G::flipped(normal)));
        let from = self.cloud.at(a);
        let up = G::height(normal, from, self.cloud.at(above));
        let down = G::height(G::flipped(normal), from, self.cloud.at(below));
        if up.max(down) == G::FLUSH {
            Err(Kind::Flat(Cloud::<G>::largest(normal).0))
        } else if up >= down {
            Ok([a, b, c, above])
        } else {
            Ok([a, c, b, below])
        }
    }

    /// Makes the first tetrahedron; a, b and c are counter-clockwise seen from its apex d.
    fn start(&mut self, [a, b, c, d]: [u16; 4]) {
        let mut points = self.cloud.all();
        // Faces 1, 2 and 3 stand on the edges b→a, c→b and a→c of face 0.
        for (corners, neighbors) in
            [([b, a, c], [1, 3, 2]), ([a, b, d], [0, 2, 3]), ([b, c, d], [0, 3, 1]), ([c, a, d], [0, 1, 2])]
        {
            (_, points) = self.push(corners, neighbors, points);
        }
    }

    /// Adds a face and moves the points beyond it off a list. Returns the face and the other points.
    fn push(&mut self, corners: [u16; 3], neighbors: [u16; 3], points: u16) -> (u16, u16) {
        let slot = if self.free == NONE { self.used as u16 } else { self.free };
        if self.free == NONE {
            self.used += 1;
        } else {
            self.free = self.face(slot).link;
        }
        let [a, b, c] = corners.map(|corner| self.cloud.at(corner));
        let normal = G::normal(a, b, c);
        let (outside, others) = self.cloud.split(points, normal, a);
        self.change(slot, |face| *face = Face { normal, corners, neighbors, outside, link: NONE, is_gone: false });
        self.count += 1;
        (slot, others)
    }

    /// The next face that has points beyond it: for `Greedy` the face with the farthest point, otherwise the next one
    /// in turn.
    fn next(&mut self, choice: Choice) -> Option<u16> {
        if choice == Choice::Greedy {
            return self.farthest();
        }
        for _ in 0..self.used {
            self.cursor = if self.cursor + 1 < self.used { self.cursor + 1 } else { 0 };
            if self.faces.get(self.cursor).is_some_and(|face| face.outside != NONE) {
                return Some(self.cursor as u16);
            }
        }
        None
    }

    /// The face with the farthest point beyond it.
    fn farthest(&self) -> Option<u16> {
        let distance =
            |&(_, face): &(usize, &Face<G>)| G::distance(self.height(face, self.cloud.at(face.outside)), face.normal);
        // Of several, the first counts: the last in reverse order.
        let faces = self.faces.iter().enumerate().take(self.used).rev();
        let farthest = faces.filter(|(_, face)| face.outside != NONE).max_by_key(distance);
        farthest.map(|(number, _)| number as u16)
    }

    /// Inserts the farthest point beyond a face: of its list or, for `Extreme`, of the whole cloud.
    fn insert(&mut self, seed: u16, choice: Choice) -> Result<(), Error> {
        let face = self.face(seed);
        let newest = if choice == Choice::Extreme {
            self.cloud.extreme(face.normal)
        } else {
            let rest = self.cloud.after(face.outside);
            self.change(seed, |face| face.outside = rest);
            face.outside
        };
        let (gone, start) = self.mark(seed, self.cloud.at(newest));
        let edges = self.trace(start, gone);
        if vertices(self.count - gone + edges) > self.ring.len() {
            let outside = self.faces.iter().take(self.used).map(|face| self.cloud.count(face.outside)).sum();
            return Err(no_room(self.ring, outside));
        }
        let points = self.release(seed, gone);
        self.join(newest, edges, points);
        Ok(())
    }

    /// Marks the faces that see a point and chains them, beginning with the seed. Returns how many there are, and an
    /// edge of their outline: a marked face, and the corner of it where the edge starts.
    fn mark(&mut self, seed: u16, point: [G; 3]) -> (usize, (u16, usize)) {
        let (mut last, mut number, mut count, mut edge) = (seed, seed, 0, None);
        self.change(seed, |face| (face.is_gone, face.link) = (true, NONE));
        while number != NONE && count < self.used {
            count += 1;
            for (corner, neighbor) in self.face(number).neighbors.into_iter().enumerate() {
                let other = self.face(neighbor);
                if other.is_gone {
                    continue;
                }
                if self.height(&other, point) >= G::FLUSH {
                    self.change(neighbor, |face| (face.is_gone, face.link) = (true, NONE));
                    self.change(last, |face| face.link = neighbor);
                    last = neighbor;
                } else {
                    edge = edge.or(Some((number, corner)));
                }
            }
            number = self.face(number).link;
        }
        (count, edge.unwrap_or((seed, 0)))
    }

    /// Collects the outline of the marked faces in the ring, counter-clockwise. Returns the number of its edges.
    fn trace(&mut self, start: (u16, usize), gone: usize) -> usize {
        let ((mut number, mut corner), mut count) = (start, 0);
        // Each round passes another corner of a marked face, until the first one comes again.
        for _ in 0..3 * gone {
            let face = self.face(number);
            let neighbor = face.neighbor(corner);
            let other = self.face(neighbor);
            let [u, v, _] = face.turned_to(corner);
            if other.is_gone {
                // In the neighbor this edge is v → u: the outline goes on with its next edge, which starts at u.
                (number, corner) = (neighbor, (other.corner(v) + 1) % 3);
            } else {
                if let Some(slot) = self.ring.get_mut(count) {
                    *slot = RingEdge { start: u, outside: neighbor, next: 0 };
                }
                count += 1;
                corner = (corner + 1) % 3;
            }
            if (number, corner) == start {
                break;
            }
        }
        count
    }

    /// Frees the slots of the marked faces. Returns the points beyond them, as one list.
    fn release(&mut self, seed: u16, gone: usize) -> u16 {
        let (mut points, mut number) = (NONE, seed);
        for _ in 0..gone {
            let (face, free) = (self.face(number), self.free);
            points = self.cloud.joined(face.outside, points);
            self.change(number, |face| (face.outside, face.link) = (NONE, free));
            (self.free, number) = (number, face.link);
        }
        self.count = self.count.saturating_sub(gone);
        points
    }

    /// Closes the surface by a fan from the horizon to the newest vertex.
    fn join(&mut self, newest: u16, edges: usize, mut points: u16) {
        let edge = |ring: &[RingEdge], number: usize| ring.get(number).copied().unwrap_or(RingEdge::NEW);
        let (mut first, mut before) = (NONE, NONE);
        for number in 0..edges {
            let RingEdge { start: u, outside, .. } = edge(self.ring, number);
            let v = edge(self.ring, if number + 1 < edges { number + 1 } else { 0 }).start;
            let face;
            (face, points) = self.push([u, v, newest], [outside, NONE, before], points);
            self.change(outside, |outside| {
                let corner = outside.corner(v);
                outside.neighbors[corner] = face;
            });
            self.change(before, |before| before.neighbors[1] = face);
            first = if first == NONE { face } else { first };
            before = face;
        }
        self.change(first, |face| face.neighbors[2] = before);
        self.change(before, |face| face.neighbors[1] = first);
    }

    /// Numbers the vertices along a space-filling curve: slot n of the ring becomes the n-th vertex, as a point
    /// (`start`) and a face around it (`outside`), and `next` of that point becomes n. Returns how many vertices there
    /// are.
    pub fn number(&mut self) -> usize {
        self.cloud.next.fill(NONE);
        for number in 0..self.used {
            let face = self.face(number as u16);
            for vertex in face.corners.into_iter().filter(|_| !face.is_gone) {
                self.cloud.push(vertex, number as u16);
            }
        }
        let mut count = 0;
        for point in 0..self.cloud.grid.len() as u16 {
            let outside = self.cloud.after(point);
            if let Some(slot) = self.ring.get_mut(count).filter(|_| outside != NONE) {
                *slot = RingEdge { start: point, outside, next: 0 };
                count += 1;
            }
        }
        let vertices = first(self.ring, count);
        curve::sort(vertices, |one, other| G::comes_before(self.cloud.at(one.start), self.cloud.at(other.start)));
        for (number, vertex) in vertices.iter().enumerate() {
            self.cloud.push(vertex.start, number as u16);
        }
        count
    }

    /// Visits the neighbors of a numbered vertex, counter-clockwise seen from outside.
    pub fn each_neighbor(&self, vertex: RingEdge, mut visit: impl FnMut(u16)) {
        let mut number = vertex.outside;
        for _ in 0..self.count {
            let face = self.face(number);
            let corner = face.corner(vertex.start);
            let [_, neighbor, _] = face.turned_to(corner);
            visit(self.cloud.after(neighbor));
            // The next face shares the edge that ends at the vertex.
            number = face.neighbor((corner + 2) % 3);
            if number == vertex.outside {
                break;
            }
        }
    }
}

/// The number of vertices of a closed surface, by Euler's formula.
fn vertices(faces: usize) -> usize {
    faces / 2 + 2
}
