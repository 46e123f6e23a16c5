//! Room for more vertices in a polytope in space, most of which lies farther from the origin than the depth.
//!
//! Near the minimum of the support value facets are small, far from it they are closed: as far from the origin as the
//! bound that is sought. Vertices that only closed facets have are given up, and with them those facets. The facets
//! left over around such a vertex stay as *walls*: they keep the polytope connected, are never the nearest, and no
//! point sees them.
//!
//! The bound that the polytope proves stays proven, if the origin is inside all facets, at a distance of more than
//! zero, before the first vertex is given up. Take the facets, in place of walls the closed ones that were given up, as
//! one closed surface: it winds around the origin once. A new vertex w replaces facets that it sees by a fan to their
//! outline. Between the two lie the tetrahedra of those facets and w, all with the same orientation, because w is above
//! the planes of the facets: so the surface winds around the origin once more for each of them that contains it, and
//! never less, whether the polytope is convex or not. A surface that winds around the origin meets every ray from
//! there, so the pyramids over its facets, with their tips in the origin, cover a ball around it. All of them are part
//! of the CSO, which is convex, and so is the ball whose radius is the least distance of all facets.
//!
//! If w would have seen facets behind a wall, the polytope is not convex there, and a facet at the wall may be farther
//! from the origin than its plane, on either side of it ([`Polytope::unfold`]). That may not be used before the surface
//! is known to wind around the origin: if the origin is outside, its distance from a facet proves nothing.

use crate::kernel::polytope::Polytope;
use crate::kernel::polytope::polyhedron::{FLAG_SLOT, REMOVED, after, before, corners, half_edge, split};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::Vec3;

/// A mark of the corners of facets that are not closed.
const OPEN: u16 = 1;
/// A mark of the corners of facets that have an edge in common with those.
const NEAR: u16 = 2;

impl<S: Scalar> Polytope<'_, Vec3<S>> {
    /// Gives up the vertices that [`mark_vertices`](Self::mark_vertices) does not mark.
    pub fn give_up_vertices(&mut self, closed: S, spares_neighbors: bool) {
        self.mark_vertices(closed, if spares_neighbors { NEAR } else { OPEN });
        // The last vertex takes the number of one that is given up. It has had its turn.
        for vertex in (0..self.vertices.len()).rev() {
            if self.horizon.get(vertex) == Some(&0) {
                self.give_up_vertex(vertex as u16);
            }
        }
    }

    /// Marks the vertices that are needed, in the list for the horizon, which only insertions use: the corners of all
    /// facets nearer than `closed`, and if `reach` is [`NEAR`], those of the facets beside them.
    fn mark_vertices(&mut self, closed: S, reach: u16) {
        self.horizon.clear();
        // Where vertices outnumber the room for marks, those without one are kept.
        let count = self.vertices.len().min(self.horizon.capacity());
        let _ = self.horizon.resize(count, 0);
        for mark in [OPEN, NEAR] {
            for (facet, &distance) in self.facets.iter().zip(self.distances.iter()) {
                let corners = corners(&facet.links);
                let is_open = |corner: &&usize| self.horizon.get(**corner).is_some_and(|marks| marks & OPEN > 0);
                let is_marked = if mark == OPEN {
                    distance < closed
                } else {
                    facet.links.corners[FLAG_SLOT] != REMOVED && corners.iter().filter(is_open).count() > 1
                };
                if !is_marked {
                    continue;
                }
                for corner in corners {
                    if let Some(marks) = self.horizon.get_mut(corner) {
                        *marks |= mark;
                    }
                }
            }
            if mark == reach {
                return;
            }
        }
    }

    /// Gives up a vertex that only closed facets have. One of its edges is contracted: the faces on both sides of it
    /// disappear, and the other faces around the vertex become walls with a corner in the other end of the edge. A
    /// vertex whose edge cannot be contracted is kept.
    fn give_up_vertex(&mut self, vertex: u16) {
        let mut live = self.facets.iter().enumerate().filter(|(_, facet)| facet.links.corners[FLAG_SLOT] != REMOVED);
        let edge = live.find_map(|(face, facet)| {
            let corner = facet.links.corners.iter().take(FLAG_SLOT).position(|&corner| corner == vertex)?;
            Some(half_edge(face, corner))
        });
        // Without an edge the vertex lies inside the polytope.
        let other = match edge.map(|edge| self.contract(edge)) {
            Some(None) => return,
            Some(Some(other)) => other,
            None => vertex,
        };
        // `swap_remove` would panic on an index out of range.
        let Some(moved) = self.vertices.pop() else { return };
        if let Some(place) = self.vertices.get_mut(usize::from(vertex)) {
            place.assign(&moved);
        }
        let last = self.vertices.len() as u16;
        for (facet, distance) in self.facets.iter_mut().zip(self.distances.iter_mut()) {
            for corner in facet.links.corners.iter_mut().take(FLAG_SLOT) {
                if *corner == vertex {
                    *corner = other;
                    facet.plane.threshold = S::Area::MAX;
                    *distance = S::MAX;
                }
                if *corner == last {
                    *corner = vertex;
                }
            }
        }
    }

    /// Removes the faces on both sides of an edge and links those beside them to each other. Returns the vertex in
    /// which the edge ends; `None` if one of the two faces is beside the other at a second edge.
    fn contract(&mut self, edge: u16) -> Option<u16> {
        let (face, corner) = split(edge);
        let links = &self.facets.get(face)?.links;
        let end = links.corners[after(corner)];
        let twin = links.twins[corner];
        let pairs = [edge, twin].map(|edge| {
            let (face, corner) = split(edge);
            let twins = self.facets.get(face).map_or([edge; 4], |facet| facet.links.twins);
            [twins[after(corner)], twins[before(corner)]]
        });
        let gone = [face, split(twin).0];
        if pairs.as_flattened().iter().any(|&outer| gone.contains(&split(outer).0)) {
            return None;
        }
        for [p, q] in pairs {
            for (outer, twin) in [(p, q), (q, p)] {
                let (face, corner) = split(outer);
                self.facets.get_mut(face)?.links.twins[corner] = twin;
            }
        }
        for face in gone {
            self.facets.get_mut(face)?.links.give_up();
            *self.distances.get_mut(face)? = S::MAX;
            self.free.push(face as u16).ok()?;
        }
        Some(end)
    }
}
