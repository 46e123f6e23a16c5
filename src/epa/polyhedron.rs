//! The polytope in space: triangles with adjacency.
//!
//! A half-edge has the number 4·face + corner, where corner is that of its start. Faces are counter-clockwise seen
//! from outside. The faces that see a new vertex are found by walking over twins from one that does, with a stack and
//! no recursion; their outline comes out as a closed chain of half-edges, and is checked before anything is changed.
//! The new faces join the outline to the vertex:
//!
//! ```text
//!          w            faces (u, v, w): edge 0 u→v, twin outside
//!         / \                             edge 1 v→w, twin edge 2 of the next new face
//!        /   \                            edge 2 w→u, twin edge 1 of the one before
//!    ---u-----v---
//! ```

use super::star::{self, Probe};
use super::{Facets, Polytope, Stop};
use crate::dimension::Dimension;
use crate::scalar::{Area, Scalar};
use crate::simplex::Shares;
use crate::vector::{Vec3, Vector};

/// A triangle.
#[derive(Clone, Copy, Debug)]
pub struct Faces {
    /// The half-edge that each edge is shared with.
    twins: [u16; 3],
    /// The vertices.
    corners: [u16; 3],
    /// Does the newest vertex see it?
    is_gone: bool,
}

/// The half-edge that starts at a corner of a face.
const fn half_edge(face: usize, corner: usize) -> u16 {
    (4 * face + corner) as u16
}

/// The face and the corner of a half-edge.
const fn split(half_edge: u16) -> (usize, usize) {
    ((half_edge >> 2) as usize, (half_edge & 3) as usize % 3)
}

const fn next(half_edge: u16) -> u16 {
    if half_edge & 3 < 2 { half_edge + 1 } else { half_edge - 2 }
}

const fn previous(half_edge: u16) -> u16 {
    if half_edge & 3 > 0 { half_edge - 1 } else { half_edge + 2 }
}

impl Faces {
    fn new(corners: [u16; 3], twins: [u16; 3]) -> Self {
        Self { twins, corners, is_gone: false }
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
        let Shares { shares, .. } = Vec3::triangle_shares(star.map(|arm| arm.eroded(at.height)), n);
        let smooth = star::combined(star.map(|arm| arm.normal), shares);
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
        polytope.find_horizon(seed, w)?;
        polytope.check_horizon()?;
        polytope.join_horizon(newest as u16, w)
    }
}

impl<S: Scalar> Polytope<'_, Vec3<S>> {
    fn face(&self, face: usize) -> Result<Faces, Stop> {
        self.links.get(face).copied().ok_or(Stop::Broken)
    }

    fn twin(&self, half_edge: u16) -> Result<u16, Stop> {
        let (face, corner) = split(half_edge);
        self.face(face)?.twins.get(corner).copied().ok_or(Stop::Broken)
    }

    fn start_of(&self, half_edge: u16) -> Result<u16, Stop> {
        let (face, corner) = split(half_edge);
        self.face(face)?.corners.get(corner).copied().ok_or(Stop::Broken)
    }

    /// Collects the faces that see w in `gone` and their outline in `horizon`.
    fn find_horizon(&mut self, seed: usize, w: Vec3<S>) -> Result<(), Stop> {
        self.gone.clear();
        self.walk.clear();
        self.horizon.clear();
        self.mark(seed)?;
        for corner in [2, 1, 0] {
            self.walk.push(half_edge(seed, corner)).map_err(|_| Stop::Full)?;
        }
        while let Some(edge) = self.walk.pop() {
            let twin = self.twin(edge)?;
            let (neighbor, _) = split(twin);
            if self.face(neighbor)?.is_gone {
                continue;
            }
            if self.is_visible(neighbor, w) {
                self.mark(neighbor)?;
                self.walk.push(previous(twin)).map_err(|_| Stop::Full)?;
                self.walk.push(next(twin)).map_err(|_| Stop::Full)?;
            } else {
                self.horizon.push(edge).map_err(|_| Stop::Full)?;
            }
        }
        Ok(())
    }

    fn mark(&mut self, face: usize) -> Result<(), Stop> {
        self.links.get_mut(face).ok_or(Stop::Broken)?.is_gone = true;
        self.gone.push(face as u16).map_err(|_| Stop::Full)
    }

    /// The outline is one closed chain, as long as Euler's formula allows, and there is room for its faces.
    fn check_horizon(&self) -> Result<(), Stop> {
        let (edges, gone) = (self.horizon.len(), self.gone.len());
        let Some(&last) = self.horizon.last() else { return Err(Stop::Broken) };
        if edges < 3 || edges > gone + 2 {
            return Err(Stop::Broken);
        }
        let mut end = self.start_of(next(last))?;
        for &edge in self.horizon.iter() {
            if self.start_of(edge)? != end {
                return Err(Stop::Broken);
            }
            end = self.start_of(next(edge))?;
        }
        let room = self.links.capacity() - self.links.len() + self.free.len() + gone;
        if edges > room { Err(Stop::Full) } else { Ok(()) }
    }

    /// Replaces the faces in sight by a fan from the outline to w.
    fn join_horizon(&mut self, newest: u16, w: Vec3<S>) -> Result<(), Stop> {
        // The outline is turned into pairs first: (start, outer twin), for the faces it names are overwritten.
        self.walk.clear();
        for i in 0..self.horizon.len() {
            let edge = self.horizon.get(i).copied().ok_or(Stop::Broken)?;
            let (start, twin) = (self.start_of(edge)?, self.twin(edge)?);
            self.walk.push(start).map_err(|_| Stop::Full)?;
            if let Some(slot) = self.horizon.get_mut(i) {
                *slot = twin;
            }
        }
        while let Some(face) = self.gone.pop() {
            if let Some(distance) = self.distances.get_mut(usize::from(face)) {
                *distance = S::MAX;
            }
            self.free.push(face).map_err(|_| Stop::Full)?;
        }
        let first_start = self.walk.first().copied().ok_or(Stop::Broken)?;
        let (mut u_point, mut first_face, mut before) = (self.point(first_start.into()), None, None);
        for i in 0..self.horizon.len() {
            let (Some(&u), Some(&outer)) = (self.walk.get(i), self.horizon.get(i)) else { return Err(Stop::Broken) };
            let v = self.walk.get(i + 1).copied().unwrap_or(first_start);
            let v_point = self.point(v.into());
            let normal = Vec3::triangle_axis([w, u_point, v_point]);
            let sides = [u_point - w, v_point - w];
            let face = self.push_facet(Faces::new([u, v, newest], [outer, 0, 0]), normal, w, sides)?;
            self.join(half_edge(face, 0), outer);
            match before {
                Some(before) => self.join(half_edge(before, 1), half_edge(face, 2)),
                None => first_face = Some(face),
            }
            (before, u_point) = (Some(face), v_point);
        }
        if let (Some(last), Some(first)) = (before, first_face) {
            self.join(half_edge(last, 1), half_edge(first, 2));
        }
        Ok(())
    }

    /// Makes two half-edges each other's twins.
    fn join(&mut self, one: u16, other: u16) {
        for (edge, twin) in [(one, other), (other, one)] {
            let (face, corner) = split(edge);
            if let Some(slot) = self.links.get_mut(face).and_then(|links| links.twins.get_mut(corner)) {
                *slot = twin;
            }
        }
    }
}
