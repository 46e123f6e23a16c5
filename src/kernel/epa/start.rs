//! The first facets, from whatever simplex GJK left and from points that are known. `epa.rs` explains the start.

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
    /// The search ends like this.
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

impl From<Stop> for Stopped {
    fn from(stop: Stop) -> Self {
        Self::At(if stop == Stop::Full { DepthEnd::Full } else { DepthEnd::Stalled })
    }
}

impl<V: Vector> Polytope<'_, V> {
    /// Builds the polytope from a simplex of one to four points. If the CSO is flat, that is the answer in `best`.
    pub fn start<C: Difference<V>>(
        &mut self,
        simplex: &Simplex<V>,
        cso: &mut C,
        best: &mut Outcome<V>,
    ) -> Result<(), Stopped> {
        self.clear();
        (self.extent, self.input_step) = (simplex.extent(), cso.input_step());
        if polytope::enclose(self, simplex)? {
            self.recall(cso);
            return Ok(());
        }
        let mut rest = simplex.clone();
        let (first, second) = rest.take_longest_edge();
        let second = match second {
            Some(second) => second,
            None => self.farthest(first.w, V::AXES.as_ref(), cso, best)?,
        };
        self.push_vertex(first)?;
        self.push_vertex(second)?;
        if V::DIM > 2 {
            let ab = second.w - first.w;
            let third = match rest.take_farthest_from_line(first.w, ab) {
                Some(third) => third,
                None => self.farthest(first.w, &ab.around(), cso, best)?,
            };
            self.push_vertex(third)?;
        }
        polytope::start(self)?;
        for &point in rest.points() {
            self.adopt(point);
        }
        self.recall(cso);
        Ok(())
    }

    /// Takes known points as vertices, until half of the room is used.
    fn recall<C: Difference<V>>(&mut self, cso: &C) {
        let mut number = 0;
        while let Some(&point) = cso.known(number)
            && 2 * self.vertices.len() < self.vertices.capacity()
        {
            self.adopt(point);
            number += 1;
        }
    }

    /// Takes a point of the CSO as a vertex if it is beyond a facet, unless rounding does not let it in.
    fn adopt(&mut self, point: CsoPoint<V>) {
        let is_visible = |facet: &usize| self.is_live(*facet) && self.is_visible(*facet, point.w);
        if !self.contains(point.w)
            && let Some(seed) = (0..self.facets.len()).find(is_visible)
            && self.extend(point, seed).is_err()
        {
            self.vertices.pop();
        }
    }

    /// The support point of one of `axes` or its opposite that lies farthest beyond `from` along its own direction. If
    /// all are within rounding of `from`, the CSO is a point or a segment with `axes` across it: its depth is zero.
    #[inline(never)]
    fn farthest<C: Difference<V>>(
        &mut self,
        from: V,
        axes: &[V],
        cso: &mut C,
        best: &mut Outcome<V>,
    ) -> Result<CsoPoint<V>, Stopped> {
        let (mut found, mut most) = (None, V::Scalar::NIL);
        let (mut normal, mut least) = (V::first_axis(), V::Scalar::MAX);
        for (&axis, is_opposite) in axes.iter().flat_map(|axis| [(axis, false), (axis, true)]) {
            let direction = if is_opposite { -axis } else { axis }.direction();
            if direction.length() == V::Scalar::NIL {
                // Products of the smallest numbers vanish, and with them the directions across such an edge.
                continue;
            }
            let Probe { point, height: upper, .. } = Probe::new(cso, direction)?;
            self.extent = self.extent.max(point.w.max_abs());
            let height = direction.dot(point.w - from).per(direction.length());
            if height > most {
                (found, most) = (Some(point), height);
            }
            if upper < least {
                (normal, least) = (direction, upper);
            }
        }
        // A height too small to span an area counts as flat, however small the other points are.
        let is_solid = most > self.resolution(FLAT_STEPS) && most.times(most) > AreaOfVector::<V>::ZERO;
        found.filter(|_| is_solid).ok_or_else(|| {
            (best.normal, best.upper, best.lower) = (normal, Some(least), Some(least.min(V::Scalar::NIL)));
            Stopped::At(DepthEnd::Converged)
        })
    }
}
