//! Turns the end of a search into an answer in the frame of the query: adds the margins, undoes the scale and derives
//! the status.

use crate::body::support::Body;
use crate::kernel::difference::CsoPoint;
use crate::kernel::epa::outcome::{DepthEnd, Outcome};
use crate::kernel::gjk::goal::{DistanceEnd, Scaled};
use crate::number::rounding::{RESOLUTION_STEPS, product_step_at, steps};
use crate::number::scalar::Scalar;
use crate::number::vector::Vector;
use crate::pair::place::Placement;
use crate::pair::record::Record;
use crate::pair::result::{Penetration, Separation, Status};
use crate::query::approach::Approach;

impl<V: Vector, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Placement<V>, R: Record<V> + ?Sized>
    Approach<'_, A, B, P, R, V>
{
    /// The distance of the bodies; zero and a common point if they are known to overlap.
    pub fn separation(&self) -> Separation<V> {
        let (toward_b, normal) = self.directions();
        let near = self.nearest(toward_b);
        let core_distance = self.core_distance(near);
        let Scaled { margin_a, touch, .. } = self.goal.scaled;
        let (mut core_on_a, mut signed, mut lower_bound) = (near.on_a, core_distance - touch, V::Scalar::NIL);
        let status = if self.is_apart() {
            // A proven separation has to stay positive when the result is rounded to the scalar's own step.
            lower_bound = self.unzoom(self.lower - touch).max(V::Scalar::LEAST);
            self.status(core_distance)
        } else if signed > V::Scalar::NIL {
            self.undecided_status(core_distance)
        } else {
            // A common point: on the segment from the core of A to that of B, inside both margins.
            core_on_a = core_on_a.advance(core_distance.min(margin_a) - margin_a, toward_b);
            signed = V::Scalar::NIL;
            if self.search.end == DistanceEnd::Support { Status::BadSupport } else { Status::Converged }
        };
        let (on_a, on_b) = self.witnesses(core_on_a, toward_b, signed);
        Separation {
            distance: self.unzoom(signed).max(lower_bound),
            lower_bound,
            normal: self.placement.unit_to_world(normal),
            on_a,
            on_b,
            iterations: self.search.iterations,
            status,
        }
    }

    /// The depth of bodies whose cores are apart, so that only the margins overlap, or about which nothing is known.
    pub fn margin_penetration(&self) -> Penetration<V> {
        let (search, touch, nil) = (&self.search, self.goal.scaled.touch, V::Scalar::NIL);
        let (toward_b, normal) = self.directions();
        let near = self.nearest(toward_b);
        let is_known = search.nearest.is_outside() || search.end == DistanceEnd::Contact;
        let core_distance = self.core_distance(near);
        let lower = touch - core_distance;
        let depth = if is_known { lower.max(nil) } else { nil };
        let status = self.status(core_distance);
        let (core, along) = if normal != toward_b && status == Status::Converged {
            (self.core_along(near, normal, depth), normal)
        } else {
            (near.on_a, toward_b)
        };
        let status = if lower < nil { self.undecided_status(core_distance) } else { status };
        let mut found = self.penetration((core, along), normal, (depth, lower), status);
        if !is_known {
            found.lower_bound = -V::Scalar::MAX;
        }
        let is_separated = self.lower > nil;
        found.upper_bound =
            if is_separated { self.unzoom(touch - self.lower).max(found.depth) } else { V::Scalar::MAX };
        found
    }

    /// The answer with a given depth and lower bound of the depth, both at the scale of the CSO. Its witness point on A
    /// is the point `core_on_a` of A's core, moved out by the margin along the direction `along`.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn penetration(
        &self,
        (core_on_a, along): (V, V::UnitVector),
        normal: V::UnitVector,
        (depth, lower): (V::Scalar, V::Scalar),
        status: Status,
    ) -> Penetration<V> {
        let (on_a, on_b) = self.witnesses(core_on_a, along, -depth);
        let (normal, depth, lower_bound) =
            (self.placement.unit_to_world(normal), self.unzoom(depth), self.lower_bound(lower));
        let iterations = self.search.iterations;
        Penetration {
            depth,
            lower_bound,
            upper_bound: depth,
            normal,
            on_a,
            on_b,
            iterations,
            epa_iterations: 0,
            status,
        }
    }

    /// The point of A's core for witness points along a normal that leans from the direction between the cores. Large
    /// margins let the bounds meet before the best plane is at right angles to that direction. Let d be the distance of
    /// the cores, v the unit vector between them, n the normal, l ≤ d·v·n the distance that the plane proves, and
    /// m ≥ d/2 the larger margin. Start at the core of the other body, and go out by the smaller margin along n: that
    /// is one witness point. The other one lies back by the depth, at (d − m)·n from that core. Its own core is at d·v,
    /// so the square of its distance from there is
    ///
    /// ```text
    /// |(d − m)·n − d·v|² = m² + 2·d·(1 − v·n)·(d − m) ≤ (m + d − l)².
    /// ```
    ///
    /// So the other witness point is off its body by no more than the bounds are apart. tests/regressions has a scene
    /// in witnesses.rs (`a_sliver_with_a_large_margin_has_its_points_along_the_normal`).
    #[cold]
    #[inline(never)]
    fn core_along(&self, near: CsoPoint<V>, normal: V::UnitVector, depth: V::Scalar) -> V {
        let margin_a = self.goal.scaled.margin_a;
        let margin_b = self.goal.scaled.touch - margin_a;
        if margin_a <= margin_b {
            return near.on_a;
        }
        let on_b = (near.on_a - near.w).advance(-margin_b, normal);
        on_b.advance(depth - margin_a, normal)
    }

    /// The depth of bodies whose cores overlap.
    pub fn core_penetration(&self, found: &Outcome<V>) -> Penetration<V> {
        let (search, touch, nil) = (&self.search, self.goal.scaled.touch, V::Scalar::NIL);
        let core_depth = if found.is_known() { found.upper.max(nil) } else { nil };
        let rounding = product_step_at(found.extent);
        // The lower bound of the depth of the cores. A polytope that contains the origin by more than rounding proves
        // one. Otherwise it is minus the distance of the nearest point of GJK's simplex: zero if the simplex contains
        // the origin, which proves contact, unless a plane shows that only rounding let it contain the origin.
        let core_lower = if found.lower > rounding { found.lower } else { found.upper.min(-self.upper_bound()) };
        let (depth, lower) = (core_depth + touch, core_lower.min(core_depth) + touch);
        let whole = depth.scaled(self.goal.tolerance);
        // A point of the CSO near the origin is accurate to one step of the points that it comes from.
        let size = found.extent.max(search.plane.size);
        let has_met = found.is_known()
            && core_depth - core_lower <= steps(RESOLUTION_STEPS, self.step_at(size.max(touch))).max(whole);
        let status = match found.end {
            DepthEnd::Full => Status::BufferFull,
            DepthEnd::Iterations => Status::IterationLimit,
            DepthEnd::Support => Status::BadSupport,
            _ if !has_met && search.end == DistanceEnd::Iterations => Status::IterationLimit,
            _ if lower < nil => Status::Undecided,
            _ if !has_met => Status::Stalled,
            DepthEnd::Stalled | DepthEnd::Converged => Status::Converged,
        };
        let normal = found.normal.unit(found.normal.length());
        // The nearest facet of a curved body may have a normal that differs from that of the answer: see
        // `a_capsule_on_the_axis_of_a_long_cylinder` in tests/scenes/depth_stage.rs.
        let foot = if found.is_known() { found.foot() } else { V::ZERO };
        let weights = found.weights.unwrap_or_else(|| found.facet.weights_near(foot));
        let mut core = found.facet.at(weights);
        // Where the cores only touch, the simplex of GJK may have the common point if the facet does not have it.
        let step = self.step_at(found.extent);
        if core_depth <= step && !(core.w - foot).is_within(step) {
            let common = search.simplex.at(search.simplex.weights_near(V::ZERO));
            if common.w.dot(common.w) < core.w.dot(core.w) {
                core = common;
            }
        }
        let mut answer = self.penetration((core.on_a, normal), normal, (depth, lower), status);
        if !found.is_known() {
            answer.upper_bound = V::Scalar::MAX;
        }
        answer.epa_iterations = found.iterations;
        answer
    }
}
