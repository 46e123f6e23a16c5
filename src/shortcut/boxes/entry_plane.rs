//! Where a moving box enters another, without a search.
//!
//! Let the normal n of a pair of facets of the Minkowski difference be turned against the direction of motion v, so
//! that B is n·c ahead of A and comes nearer at the pace p = −n·v. With r for the reach of both boxes along n, their
//! projections on n overlap from (n·c − r)/p on until (n·c + r)/p. B enters through the plane where that begins last,
//! if it has not ended anywhere before (Kay, Kajiya 1986, for a ray and the sides of one box).
//!
//! Otherwise B passes by. With m for the normal of the plane that it leaves by first, at the pace q, the plane with the
//! normal q n − p m is along the motion: (q n − p m)·v = −qp + pq = 0. The support function of a sum is at most the sum
//! of both support functions, so the gap along it is at least q (n·c − r) − p (m·c + r'), which is positive if the last
//! overlap begins after the first one ends.
//!
//! Times are compared by products: nothing is divided. All this only chooses a plane; support points tell what it
//! proves.

use crate::number::scalar::{Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{UnitOfVector, Vector, as_direction};
use crate::pair::place::Placement;
use crate::shortcut::boxes::Boxes;

/// A plane that B comes to, at the time `ahead / pace`.
#[derive(Clone, Copy)]
struct Crossing<V: Vector> {
    /// Not normalized; against the motion.
    normal: V::UnitVector,
    /// How far ahead the plane is along the normal.
    ahead: V::Scalar,
    pace: V::Scalar,
}

impl<V: Vector> Crossing<V> {
    /// Does B come to this plane before it comes to the other?
    fn is_before(&self, other: &Self) -> bool {
        self.ahead.times(other.pace) < other.ahead.times(self.pace)
    }
}

/// The time during which B is level with A: their projections overlap, along all normals so far.
struct LevelInterval<V: Vector> {
    /// Where that begins; at the start, if B was level before.
    entry: Crossing<V>,
    /// Where that ends; never, with a zero pace, if there is no end.
    exit: Crossing<V>,
}

impl<V: Vector> LevelInterval<V> {
    fn new() -> Self {
        let (nil, one, normal) = (V::Scalar::NIL, V::Scalar::ONE, V::UnitVector::default());
        Self { entry: Crossing { normal, ahead: nil, pace: one }, exit: Crossing { normal, ahead: one, pace: nil } }
    }

    /// Takes in the planes along a normal, given the components of the displacement between the centers and of the
    /// motion of B along it, and the reach of both boxes.
    #[inline(always)]
    fn take(&mut self, normal: V::UnitVector, [apart, motion, reach]: [V::Scalar; 3]) {
        let nil = V::Scalar::NIL;
        let is_along = motion > nil || (motion == nil && apart < nil);
        let normal = if is_along { -normal } else { normal };
        let (apart, pace) = (apart.negated_if(is_along), motion.negated_if(!is_along));
        let entry = Crossing { normal, ahead: saturating_difference(apart, reach), pace };
        let exit = Crossing { normal, ahead: saturating_sum(apart, reach), pace };
        if self.entry.is_before(&entry) {
            self.entry = entry;
        }
        if exit.is_before(&self.exit) {
            self.exit = exit;
        }
    }

    /// [`take`](Self::take) for several normals.
    #[inline(always)]
    fn take_all(&mut self, normals: &[V::UnitVector], [apart, motion, reach]: [V; 3]) {
        let (apart, motion, reach) = (apart.by_axis(), motion.by_axis(), reach.by_axis());
        let parts = apart.as_ref().iter().zip(motion.as_ref()).zip(reach.as_ref());
        for (&normal, ((&apart, &motion), &reach)) in normals.iter().zip(parts) {
            self.take(normal, [apart, motion, reach]);
        }
    }

    /// Does B leave before it enters, so that it passes by?
    fn is_past(&self) -> bool {
        !self.entry.is_before(&self.exit)
    }

    /// The normal of the plane through which B enters, or of one that keeps it out; `None` if it is inside from the
    /// start.
    fn normal(&self) -> Option<V> {
        let Self { entry, exit } = *self;
        if entry.ahead <= V::Scalar::NIL {
            None
        } else if self.is_past() {
            Some(V::ZERO.advance(exit.pace, entry.normal).advance(-entry.pace, exit.normal).direction())
        } else {
            Some(V::heading(entry.normal))
        }
    }
}

impl<V: Vector, P: Placement<V>> Boxes<'_, P, V> {
    /// The outward normal of the plane of A through which B enters, as a direction, or of one that keeps it out; `None`
    /// if it is inside from the start, or where numbers may leave their range.
    #[inline(never)]
    pub fn entry_normal(&mut self, direction: V::UnitVector) -> Option<V> {
        if !self.is_ready() {
            return None;
        }
        let Self { half_a, half_b, apart, axes_b, placement, .. } = *self;
        let (rows, motion, one) = (placement.rows(), as_direction::<V>(direction), UnitOfVector::<V>::ONE);
        let mut passage = LevelInterval::new();
        passage.take_all(V::IDENTITY.as_ref(), [apart, motion, half_a.blend([V::spread(&rows, half_b)], [one])]);
        let of_b = [apart, motion].map(|vector| V::turn_back(&rows, vector));
        passage.take_all(axes_b.as_ref(), [of_b[0], of_b[1], half_b.blend([V::spread(&axes_b, half_a)], [one])]);
        if !passage.is_past() {
            let sizes = V::magnitudes(&axes_b);
            let gaps = V::gaps_of_edges(V::ZERO, [half_a, half_b], [&axes_b, &sizes]);
            for (&axis, &gaps) in axes_b.as_ref().iter().zip(gaps.as_ref()) {
                let parts = [apart.along_axes_cross(axis), motion.along_axes_cross(axis), -gaps];
                passage.take_all(axis.axes_cross().as_ref(), parts);
            }
        }
        passage.normal()
    }

    /// The nearest points of both boxes, in A's frame, where they touch in a plane of the given normal.
    #[inline(never)]
    pub fn touching_points(&mut self, normal: V) -> Option<(V, V)> {
        if !self.is_ready() {
            return None;
        }
        self.normal = normal;
        let touch = self.contact(V::ZERO);
        let on_a = touch.on_a.unzoom(self.zoom);
        let on_b = on_a.blend([touch.rest.unzoom(self.zoom)], [UnitOfVector::<V>::ONE]);
        let about = |point: V| self.center_a.blend([point], [UnitOfVector::<V>::ONE]);
        Some((about(on_a), about(on_b)))
    }
}
