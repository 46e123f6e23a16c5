//! The planes of several new faces at once, by components, so that the compiler can use vector instructions. Planes
//! that need more care are left to `polyhedron.rs` (`lay_plane`).

use crate::kernel::polytope::plane::FacetPlane;
use crate::kernel::tuning::FAN_LANES;
use crate::number::rounding::{relative_step_at, steps};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec3, Vector};

/// A normal whose length is at least this many rounding steps of one, and at most the inverse of that, serves as a
/// direction without being scaled.
const COMFORT_STEPS: u32 = 16;

/// Successive faces of a fan, up to [`FAN_LANES`] of them, by the components of their points on the outline.
#[derive(Default)]
pub struct Sheaf<S> {
    /// The points on the outline: face i lies between point i and point i + 1.
    ends: [[S; FAN_LANES + 1]; 3],
}

/// The planes of a sheaf, by components. In the default value no plane can be used.
#[derive(Default)]
pub struct Planes<S: Scalar> {
    normals: [[S; FAN_LANES]; 3],
    thresholds: [S::Area; FAN_LANES],
    distances: [S; FAN_LANES],
    /// Positive if the plane can be used as it is.
    merits: [S::Area; FAN_LANES],
}

impl<S: Scalar> Sheaf<S> {
    /// Sets a point on the outline, by its index.
    pub fn set_end(&mut self, number: usize, end: Vec3<S>) {
        for (ends, component) in self.ends.iter_mut().zip(end.to_array()) {
            if let Some(slot) = ends.get_mut(number) {
                *slot = component;
            }
        }
    }

    /// The planes of the faces around the vertex `hub`, with normals as in [`Vector::triangle_axis`], except that they
    /// are not scaled to directions. A plane whose normal would have to be scaled, or tilts by more than the rounding
    /// step `step`, cannot be used.
    #[inline(always)]
    pub fn planes(&self, hub: Vec3<S>, step: S) -> Planes<S> {
        let least = steps(COMFORT_STEPS, relative_step_at(S::ONE));
        let (zero, one) = (S::Area::ZERO, S::ONE.times(S::ONE));
        let mut planes = Planes::default();
        let [ends_x, ends_y, ends_z] = &self.ends;
        for lane in 0..FAN_LANES {
            let end = |number: usize| Vec3::new(ends_x[number], ends_y[number], ends_z[number]);
            let (p, q) = (end(lane), end(lane + 1));
            let (a, b, rim) = (p - hub, q - hub, q - p);
            let (a2, b2, rim2) = (a.dot(a), b.dot(b), rim.dot(rim));
            let first = b.select(rim2.max(b2) >= a2, a);
            let second = rim.select(rim2 >= a2.max(b2), b);
            let [x, y, z] = S::Area::factors(first.cross(second).to_array());
            let normal = Vec3::new(x, y, z);
            let length = normal.length();
            let (noise, offset) = (length.times(step), normal.dot(hub));
            let (at_p, at_q) = (normal.dot(a), normal.dot(b));
            let tilt = at_p.max(-at_p).max(at_q.max(-at_q));
            let merit = if tilt <= noise { one } else { zero };
            let merit = if length >= least { merit } else { zero };
            planes.merits[lane] = if length.times(least) <= one { merit } else { zero };
            (planes.normals[0][lane], planes.normals[1][lane], planes.normals[2][lane]) = (x, y, z);
            planes.thresholds[lane] = offset + noise;
            planes.distances[lane] = offset.per(length);
        }
        planes
    }
}

impl<S: Scalar> Planes<S> {
    /// The plane of a face and its distance from the origin; `None` if the plane cannot be used as it is.
    #[inline(always)]
    pub fn of(&self, lane: usize) -> Option<(FacetPlane<Vec3<S>>, S)> {
        let [x, y, z] = &self.normals;
        let normal = Vec3::new(*x.get(lane)?, *y.get(lane)?, *z.get(lane)?);
        let plane = FacetPlane { normal, threshold: *self.thresholds.get(lane)? };
        (*self.merits.get(lane)? > S::Area::ZERO).then_some((plane, *self.distances.get(lane)?))
    }
}
