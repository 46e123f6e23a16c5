//! The first facets: from whatever simplex GJK left, and from points that a warm start knows. `epa.rs` explains the
//! start.

use crate::kernel::difference::{CsoPoint, Difference, Fault};
use crate::kernel::epa::outcome::{DepthEnd, Outcome};
use crate::kernel::epa::star::Probe;
use crate::kernel::polytope::{self, Polytope, Stop};
use crate::kernel::simplex::Simplex;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// Heights up to this many rounding steps of the largest coordinate count as flat when a first facet is sought.
const FLAT_STEPS: u32 = 8;

/// Why the polytope cannot be built or cannot grow.
pub enum Stopped {
    /// The CSO must be scaled again.
    Rescale,
    /// The search ends, for this reason.
    At(DepthEnd),
}

impl From<Fault> for Stopped {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Scale => Self::Rescale,
            Fault::Support => Self::At(DepthEnd::Support),
        }
    }
}

/// Every workspace has room for the first facets, and where a larger polytope has none, `refine.rs` goes on. So what
/// ends a search here is rounding.
impl From<Stop> for Stopped {
    fn from(_: Stop) -> Self {
        Self::At(DepthEnd::Stalled)
    }
}

impl<V: Vector> Polytope<'_, V> {
    /// Builds the polytope from a simplex of one to four points and from known points. If the CSO is a point or, in
    /// space, a segment, EPA ends here: `best` then has depth zero and a normal of the CSO.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn start<C: Difference<V>>(
        &mut self,
        simplex: &Simplex<V>,
        cso: &mut C,
        best: &mut Outcome<V>,
    ) -> Result<(), Stopped> {
        self.clear();
        (self.extent, self.input_step) = (simplex.extent(), cso.input_step());
        // Faster than point by point, and takes 860 bytes of flash.
        if cfg!(feature = "speed") && polytope::enclose(self, simplex)? {
            self.recall(cso);
            return Ok(());
        }
        let mut rest = Simplex::default();
        rest.assign(simplex);
        if let Some(first) = rest.points().first() {
            self.push_vertex(first)?;
        }
        rest.remove(0);
        for last in 0..V::DIM - 1 {
            let from = self.point(0);
            let edge = self.point(last) - from;
            let mut point = CsoPoint::blank(from);
            if !rest.take_farthest(from, edge, &mut point) {
                self.seek_farthest(edge, cso, best, &mut point)?;
            }
            self.push_vertex(&point)?;
        }
        polytope::start(self)?;
        for point in rest.points() {
            self.adopt(point);
        }
        self.recall(cso);
        Ok(())
    }

    /// Takes known points as vertices, until half of the room for vertices is used.
    fn recall<C: Difference<V>>(&mut self, cso: &C) {
        let mut number = 0;
        while let Some(point) = cso.known(number)
            && 2 * self.vertices.len() < self.vertices.capacity()
        {
            self.adopt(point);
            number += 1;
        }
    }

    /// Takes a point of the CSO as a vertex if it is beyond a facet. A point that rounding does not let in is dropped.
    pub fn adopt(&mut self, point: &CsoPoint<V>) {
        let is_visible = |facet: &usize| self.is_live(*facet) && self.is_visible(*facet, point.w);
        if !self.contains(point.w)
            && let Some(seed) = (0..self.facets.len()).find(is_visible)
        {
            // Without the point the polytope is as good as before.
            let _ = self.grow(point, seed);
        }
    }

    /// Finds a support point far from the first vertex: of those along and against the coordinate axes or, if `edge` is
    /// not zero, two directions at right angles to it, the one that lies farthest beyond that vertex along its own
    /// direction. If all are within rounding of that vertex, the CSO is a point or a segment: its depth is zero, and
    /// EPA ends.
    #[inline(never)]
    fn seek_farthest<C: Difference<V>>(
        &mut self,
        edge: V,
        cso: &mut C,
        best: &mut Outcome<V>,
        found: &mut CsoPoint<V>,
    ) -> Result<(), Stopped> {
        let from = self.point(0);
        let (mut most, mut least) = (V::Scalar::NIL, V::Scalar::MAX);
        let (along, first) = if edge == V::ZERO { (V::first_axis(), 0) } else { (edge, 2) };
        let [p, q] = along.around();
        let (mut axis, mut probe) = (along, Probe::blank(along));
        for number in first..6 {
            axis = match number {
                0 => along,
                2 => p,
                4 => q,
                _ => -axis,
            };
            let direction = axis.direction();
            if direction.length() == V::Scalar::NIL {
                // Products of the smallest numbers round to zero, and with them the directions across such an edge.
                continue;
            }
            probe.aim(cso, direction)?;
            let Probe { point, height: upper, .. } = &probe;
            self.extent = self.extent.max(point.w.max_abs());
            let height = direction.dot(point.w - from).per(direction.length());
            if height > most {
                most = height;
                found.assign(point);
            }
            if *upper < least {
                (best.normal, least) = (direction, *upper);
            }
        }
        // A height too small to span an area counts as flat, however small the other points are.
        if most > self.resolution(FLAT_STEPS) && most.times(most) > AreaOfVector::<V>::ZERO {
            return Ok(());
        }
        (best.upper, best.lower) = (least, least.min(V::Scalar::NIL));
        Err(Stopped::At(DepthEnd::Converged))
    }
}
