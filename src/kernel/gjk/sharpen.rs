//! Corrects the normal of curved bodies where rounding hides from GJK how far it is off.
//!
//! An axis that is off by an angle φ proves a distance that is too small by only d·φ²/2. Where that is less than the
//! rounding of the bounds, they do not tell a good normal from a bad one any more. But the support point w does: the
//! residual w − d·n is off by about (R + d)·φ with the curvature radius R. So GJK searches until the bounds prove the
//! normal or until rounding ends it. In the second case the normal becomes the root of the residual, by the secant
//! method of `secant.rs`. Which unknowns it has depends on the feature of the CSO that is nearest, as its far ends
//! tell: the newest support point, and the points of the simplex that are not near any other end.
//!
//! - One end, where the CSO is smooth. All rounds with points near the newest one count.
//! - Two ends in space, where the surface contains a line. The normal is at right angles to it, and the only unknown is
//!   the turn about it. Both ends move with the normal, one maybe more than the other, so an evaluation takes the
//!   support points at both: one of them with a normal that is tilted towards that end, by much less than the normal
//!   may be off. The residual is that of the foot of the origin on the line through both.
//! - As many ends as dimensions, where the surface is flat. The normal is at right angles to all edges.
//!
//! The plane of the last axis replaces the best one, unless it proves less by more than rounding: a wrong guess costs
//! nothing but time. The nearest point stays that of GJK.

use crate::kernel::difference::{CsoPoint, Difference};
use crate::kernel::gjk::Search;
use crate::kernel::gjk::goal::{DistanceEnd, DistanceGoal};
use crate::kernel::secant::{Trail, less};
use crate::kernel::simplex::Simplex;
use crate::kernel::simplex::nearest::ALL;
use crate::kernel::tuning::{LONG_BITS, MAX_LINE_ROUNDS, MAX_SHARP_ROUNDS};
use crate::number::rounding::steps;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, as_direction, unit_length};

/// The bounds of the squared distance are good to this many rounding steps of the size times the distance.
const GAP_STEPS: u32 = 16;

/// To reach the other end of a line, the normal is tilted by the angle that is good enough times 2^−LINE_TILT_BITS. A
/// line of 2^−[`LONG_BITS`] of the size shows that in single precision, too.
const LINE_TILT_BITS: u32 = 4;

/// The lengths and the angle that the corrections of one search share.
struct Scale<V: Vector> {
    distance: V::Scalar,
    /// Points farther apart are different ends.
    long: V::Scalar,
    /// The angle by which the normal may be off.
    angle: UnitOfVector<V>,
}

impl<V: Vector> Scale<V> {
    /// Is an axis so near a normal that the correction does not count? Half of the angle is left for what the
    /// prediction is off by.
    fn is_near(&self, normal: V::UnitVector, axis: V) -> bool {
        let half = UnitOfVector::<V>::HALF;
        let half_turn = V::UnitVector::ZERO.blend([unit(axis), normal], [half, -half]).max_abs();
        steps(4, half_turn) <= self.angle
    }

    fn are_far(&self, a: V, b: V) -> bool {
        !(a - b).is_within(self.long)
    }
}

impl<V: Vector> Search<V> {
    /// Corrects the normal after a search whose bounds have met. `trail` has its last rounds.
    #[inline(never)]
    pub fn sharpen(&mut self, trail: &mut Trail<V>, cso: &mut dyn Difference<V>, goal: &DistanceGoal<V>) {
        let has_ended = matches!(self.end, DistanceEnd::Converged | DistanceEnd::Stalled);
        let distance = self.squared.sqrt();
        let noise = distance.times(steps(GAP_STEPS, self.plane.size)).portion(V::Scalar::ROUNDING);
        let has_met = self.plane.separates() && self.gap() <= self.squared.portion(goal.tolerance) + noise;
        if !has_ended || !self.nearest.is_outside() || !has_met {
            return;
        }
        if self.has_met(goal.tolerance, goal) {
            self.end = DistanceEnd::Converged;
        }
        let allowed = self.squared.portion(V::Scalar::CURVED_GAP);
        if self.gap().max(AreaOfVector::<V>::ZERO) + noise.portion(UnitOfVector::<V>::halved(2)) <= allowed + allowed {
            return;
        }
        let (normal, newest, size) = trail.newest();
        let long = size.scaled(UnitOfVector::<V>::halved(LONG_BITS));
        let scale = Scale { distance, long, angle: V::Scalar::CURVED_ANGLE };
        let mut ends = Simplex::default();
        ends.push(&CsoPoint { w: newest, on_a: V::ZERO });
        for point in self.simplex.points().iter().rev() {
            if ends.points().len() < V::DIM && ends.points().iter().all(|end| scale.are_far(end.w, point.w)) {
                ends.push(point);
            }
        }
        match ends.points() {
            [_] => self.sharpen_smooth(trail, cso, &scale),
            [a, b] if V::DIM > 2 => self.sharpen_line(trail, cso, &scale, (a.w, b.w)),
            _ => {
                let axis = ends.straightened(ALL, as_direction(normal)).direction();
                if scale.is_near(normal, axis) {
                    self.plane.renew(as_direction(normal), newest, size);
                } else if let Some(point) = self.evaluate(cso, axis) {
                    self.plane.renew(axis, point, size);
                }
            }
        }
    }

    /// The support point against an axis, whose plane is a lower bound as any other. `None` if the axis points away
    /// from the nearest point.
    fn evaluate(&mut self, cso: &mut dyn Difference<V>, axis: V) -> Option<V> {
        let mut point = CsoPoint::default();
        let is_usable = axis.dot(self.nearest.axis) > AreaOfVector::<V>::ZERO;
        if !is_usable || cso.support_call(-axis, &mut point).is_err() {
            return None;
        }
        (self.axis, self.norm) = (axis, axis.dot(axis));
        self.bound(&point, point.size(), false);
        Some(point.w)
    }

    /// The root of the residual where the CSO is smooth. A support point far from the last one is the other end of a
    /// line.
    fn sharpen_smooth(&mut self, trail: &mut Trail<V>, cso: &mut dyn Difference<V>, scale: &Scale<V>) {
        let (mut normal, mut newest, size) = trail.newest();
        for _ in 0..MAX_SHARP_ROUNDS {
            let root = trail.root(scale.distance, scale.long, V::ZERO);
            let axis = if root == V::ZERO { newest.direction() } else { root };
            if scale.is_near(normal, axis) {
                break;
            }
            let Some(point) = self.evaluate(cso, axis) else { break };
            trail.note(axis, point, size, None::<fn(V) -> bool>);
            if V::DIM > 2 && scale.are_far(point, newest) {
                return self.sharpen_line(trail, cso, scale, (point, newest));
            }
            (normal, newest, _) = trail.newest();
        }
        self.plane.renew(as_direction(normal), newest, size);
    }

    /// The root of the residual about a line, given the newest support point `a` and a point `b` of the other end.
    fn sharpen_line(
        &mut self,
        trail: &Trail<V>,
        cso: &mut dyn Difference<V>,
        scale: &Scale<V>,
        (mut a, mut b): (V, V),
    ) {
        let (mut normal, _, size) = trail.newest();
        let tilt = unit_length::<V>().scaled(scale.angle);
        let tilt = tilt.scaled(UnitOfVector::<V>::halved(LINE_TILT_BITS));
        let mut feet = Trail::default();
        for round in 0..MAX_LINE_ROUNDS {
            let Some(point) = self.evaluate(cso, as_direction::<V>(normal).advance(tilt, unit(a - b))) else { break };
            if scale.are_far(point, a) {
                b = point;
            }
            let (line, toward_foot) = ((b - a).direction(), V::edge_axis(a, b - a));
            let is_ahead = toward_foot.dot(self.nearest.axis) > AreaOfVector::<V>::ZERO;
            if !is_ahead {
                break;
            }
            feet.note(as_direction(normal), less(a, b - a), size, None::<fn(V) -> bool>);
            // The first time, the other rounds at the newest end tell how far it moves. Without any, the curvature
            // radius is assumed to be the size.
            let (root, target) = if round == 0 {
                (trail.root(scale.distance, scale.long, line), toward_foot)
            } else {
                let root = feet.root(scale.distance, size, line);
                (root, root)
            };
            let axis = if root == V::ZERO {
                let share = scale.distance.fraction(scale.distance + size.max(scale.distance));
                let [from, to] = [as_direction::<V>(normal), as_direction(unit(toward_foot))];
                from.blend([to, from], [share, -share])
            } else {
                root
            };
            let axis = less(axis.direction(), line).direction();
            let target = if target == V::ZERO { axis } else { target };
            if scale.is_near(normal, target) {
                break;
            }
            let Some(point) = self.evaluate(cso, axis) else { break };
            if scale.are_far(point, a) {
                b = a;
            }
            (normal, a) = (unit(axis), point);
        }
        self.plane.renew(as_direction(normal), a, size);
    }
}

fn unit<V: Vector>(direction: V) -> V::UnitVector {
    let direction = direction.direction();
    direction.unit(direction.length())
}
