//! The first facets, from whatever simplex GJK left and from points that are known. `epa.rs` explains the start and
//! grows the polytope.

use crate::kernel::difference::{CsoPoint, Difference, Fault};
use crate::kernel::epa::star::Probe;
use crate::kernel::polytope::{self, Polytope, Stop};
use crate::kernel::simplex::Simplex;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vector};

/// Heights up to this many rounding steps of the largest coordinate count as flat when a first facet is sought.
const FLAT_STEPS: u32 = 8;

/// Why EPA stopped early.
pub enum Stopped<V: Vector> {
    Cso(Fault),
    Polytope(Stop),
    /// The CSO is a point, or in 3D a segment, so that every normal is across it: the one with the least support value,
    /// and that value.
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

impl<V: Vector> Polytope<'_, V> {
    /// Builds the polytope from a simplex of one to four points.
    pub fn start<C: Difference<V>>(&mut self, simplex: &Simplex<V>, cso: &mut C) -> Result<(), Stopped<V>> {
        self.clear();
        self.extent = simplex.extent();
        if polytope::enclose(self, simplex)? {
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
        if V::DIM > 2 {
            let ab = second.w - first.w;
            let third = match rest.take_farthest_from_line(first.w, ab) {
                Some(third) => third,
                None => self.farthest(first.w, &ab.around(), cso)?,
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
        for &point in cso.known() {
            if 2 * self.vertices.len() >= self.vertices.capacity() {
                return;
            }
            self.adopt(point);
        }
    }

    /// Takes a point of the CSO as a vertex if it is beyond a facet. A point that rounding does not let in is left out:
    /// the polytope is the same without it.
    fn adopt(&mut self, point: CsoPoint<V>) {
        let is_visible = |facet: &usize| self.is_live(*facet) && self.is_visible(*facet, point.w);
        if !self.contains(point.w)
            && let Some(seed) = (0..self.facets.len()).find(is_visible)
            && self.push_vertex(point).and_then(|()| polytope::insert(self, seed)).is_err()
        {
            self.vertices.pop();
        }
    }

    /// The support point of one of `axes` or its opposite that lies farthest beyond `from` along its own direction. If
    /// all are within rounding of `from`, fails with the direction of the least support value, and that value.
    #[inline(never)]
    fn farthest<C: Difference<V>>(&mut self, from: V, axes: &[V], cso: &mut C) -> Result<CsoPoint<V>, Stopped<V>> {
        let (mut found, mut best) = (None, V::Scalar::NIL);
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
            if height > best {
                (found, best) = (Some(point), height);
            }
            if upper < least {
                (normal, least) = (direction, upper);
            }
        }
        // A height too small to span an area counts as flat, however small the other points are.
        let is_solid = best > self.resolution(FLAT_STEPS) && best.times(best) > AreaOfVector::<V>::ZERO;
        found.filter(|_| is_solid).ok_or(Stopped::Flat(normal, least))
    }
}
