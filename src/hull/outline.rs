//! Quickhull in a plane: Eddy (1977), Bykat (1978).
//!
//! The outline is a ring of edges, counter-clockwise about an axis of the grid, along which the points are seen. It
//! starts as the segment between the first and the last point in lexicographic order, as two edges. Each edge u → v has
//! the list of all points strictly beyond it; the farthest of them, w, splits it into u → w and w → v.
//!
//! No point is beyond both new edges, because it would be farther out than w. And no point that is beyond one of them
//! is on the list of another edge: the whole cloud lies below the parallel of u → v through w, and also below the
//! parallels of earlier splits; the region that they leave beyond u → w lies beyond u → v. So a list always holds
//! every point beyond its edge, and w, the first of the farthest points in lexicographic order, is a vertex of the
//! hull: no vertex is ever removed.

use crate::hull::cloud::{Cloud, NONE};
use crate::hull::{Error, Grid, RingEdge, no_room};

/// A convex outline that grows by one vertex after the other.
pub struct Outline<'w, G> {
    cloud: Cloud<'w, G>,
    ring: &'w mut [RingEdge],
    /// The axis along which the cloud is seen.
    axis: usize,
    /// The number of edges so far, which is also the number of vertices.
    count: usize,
}

impl<'w, G: Grid> Outline<'w, G> {
    /// Builds the outline of the cloud as seen along an axis. Returns the number of vertices, and whether points are
    /// left beyond the outline. The vertices are then in order in the field `outside` of the slots of the ring. If
    /// the ring has too little room, points are left out if it `may_cut`; otherwise that is an error.
    pub fn of(
        cloud: Cloud<'w, G>,
        ring: &'w mut [RingEdge],
        axis: usize,
        may_cut: bool,
    ) -> Result<(usize, bool), Error> {
        let mut outline = Self { cloud, ring, axis, count: 0 };
        outline.start(may_cut)?;
        if may_cut {
            outline.grow_greedily()?;
        } else {
            outline.grow()?;
        }
        let is_cut = outline.outside() > 0;
        outline.put_in_order();
        Ok((outline.count, is_cut))
    }

    fn edge(&self, edge: u16) -> RingEdge {
        self.ring.get(usize::from(edge)).copied().unwrap_or(RingEdge::NEW)
    }

    /// The outward normal of an edge, and a point of it.
    fn line(&self, edge: RingEdge) -> ([G::Wide; 3], [G; 3]) {
        let from = self.cloud.at(edge.start);
        let along = G::difference(from, self.cloud.at(self.edge(edge.next).start));
        // The component of the area along the axis is positive to the left of the edge: the outward normal is its
        // opposite.
        (G::flipped(Cloud::<G>::along_area(along, self.axis)), from)
    }

    /// Begins with the segment between the ends of the cloud, as two edges. There is only one edge, which begins and
    /// ends at the first end, if the ends coincide, or if there is no room for the last one and points may be cut off.
    fn start(&mut self, may_cut: bool) -> Result<(), Error> {
        let (first, last) = self.cloud.ends();
        let is_point = self.cloud.at(first) == self.cloud.at(last);
        let points = if is_point { NONE } else { self.cloud.all() };
        self.push(RingEdge { start: first, outside: points, next: 0 })?;
        let is_alone = is_point || (may_cut && self.ring.len() == 1);
        if !is_alone {
            self.push(RingEdge { start: last, outside: NONE, next: 0 })?;
            let others = self.link(0, 1, points);
            self.link(1, 0, others);
        }
        Ok(())
    }

    /// Adds an edge and returns its number.
    fn push(&mut self, edge: RingEdge) -> Result<u16, Error> {
        let Some(slot) = self.ring.get_mut(self.count) else { return Err(no_room(self.ring, self.outside())) };
        *slot = edge;
        self.count += 1;
        Ok(self.count as u16 - 1)
    }

    /// Makes an edge end where another starts, and moves the points beyond it off a list. Returns the other points.
    fn link(&mut self, edge: u16, next: u16, points: u16) -> u16 {
        let moved = RingEdge { next, ..self.edge(edge) };
        let (normal, from) = self.line(moved);
        let (outside, others) = self.cloud.split(points, normal, from);
        if let Some(slot) = self.ring.get_mut(usize::from(edge)) {
            *slot = RingEdge { outside, ..moved };
        }
        others
    }

    /// Replaces an edge by two that meet at the farthest point beyond it.
    fn split(&mut self, edge: u16) -> Result<(), Error> {
        let RingEdge { outside, next, .. } = self.edge(edge);
        let points = self.cloud.after(outside);
        let newest = self.push(RingEdge { start: outside, outside: NONE, next })?;
        let others = self.link(edge, newest, points);
        self.link(newest, next, others);
        Ok(())
    }

    /// The number of points that are beyond an edge.
    fn outside(&self) -> usize {
        self.ring.iter().take(self.count).map(|edge| self.cloud.count(edge.outside)).sum()
    }

    /// Goes round the ring once, splitting each edge until no point is beyond it.
    fn grow(&mut self) -> Result<(), Error> {
        let mut edge = 0;
        for _ in 0..2 * self.ring.len() {
            if self.edge(edge).outside != NONE {
                self.split(edge)?;
                continue;
            }
            edge = self.edge(edge).next;
            if edge == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Splits the edge with the farthest point beyond it until the ring is full.
    fn grow_greedily(&mut self) -> Result<(), Error> {
        while self.count < self.ring.len() {
            let distance = |&number: &u16| {
                let edge = self.edge(number);
                let (normal, from) = self.line(edge);
                G::distance(G::height(normal, from, self.cloud.at(edge.outside)), normal)
            };
            // Of several, the first counts: the last in reverse order.
            let with_points = (0..self.count as u16).rev().filter(|&number| self.edge(number).outside != NONE);
            let Some(edge) = with_points.max_by_key(distance) else { break };
            self.split(edge)?;
        }
        Ok(())
    }

    /// Writes down the vertices in the order of the ring: `outside` of the n-th slot becomes the n-th vertex.
    fn put_in_order(&mut self) {
        let mut edge = 0;
        for number in 0..self.count {
            let RingEdge { start, next, .. } = self.edge(edge);
            if let Some(slot) = self.ring.get_mut(number) {
                slot.outside = start;
            }
            edge = next;
        }
    }
}
