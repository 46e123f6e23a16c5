//! Where a ray meets a core, from the closed forms of the core.

use crate::body::hint::Hint;
use crate::body::support::{Body, Support, form_of};
use crate::kernel::simplex::shares::Shares;
use crate::kernel::simplex::triangle_shares;
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Area, Scalar, over, product};
use crate::number::vector::{AreaOfVector, Vector, displacement, foot_on_segment, is_tiny, moved};
use crate::pair::place::Stand;
use crate::shortcut::ray::flight::is_near;
use crate::shortcut::ray::line::{Met, Missed, RayLine};
use crate::shortcut::tuning::MAX_LOOKS;

impl<V: Vector> RayLine<V> {
    /// Meets a ball, a capsule or a box; `None` if the core is something else.
    #[inline(always)]
    pub fn meets_simple<T: Body<V> + ?Sized>(
        &self,
        body: &T,
        stand: &impl Stand<V>,
        touch: V::Scalar,
    ) -> Option<Met<V>> {
        if let Some(center) = form_of(body).as_point() {
            Some(self.meets_ball(stand.place_center(center), touch))
        } else {
            let line = self.in_frame_of(stand);
            let met = match form_of(body).as_segment() {
                Some(ends) => line.meets_capsule(ends, touch),
                None => line.meets_box(form_of(body).as_box()?, touch),
            };
            match met {
                Ok((time, normal, length)) => Some(Ok((time, stand.turn(normal), length))),
                missed => Some(missed),
            }
        }
    }

    /// Meets a core that has a closed form for the plane through which the ray enters, or a quick way to the facet.
    #[inline(always)]
    pub fn meets_core<T: Support<Vector = V> + ?Sized>(&self, body: &T) -> Met<V> {
        let (dir, mut hint) = (self.velocity.direction(), Hint::default());
        if let Some((normal, corners)) = form_of(body).entry_facet(self.start, dir, &mut hint) {
            let last = body.support_from(normal, &mut hint);
            self.meeting(normal, last, |point| among(corners, normal, point))
        } else if let Some(normal) = form_of(body).entry_normal(self.start, dir) {
            // Without a closed form for the nearest point the body is not met.
            let nearest = |point| form_of(body).nearest_to(point).unwrap_or(V::splat(V::Scalar::MAX));
            self.meeting(normal, body.support(normal), nearest)
        } else {
            Err(Missed::Unknown)
        }
    }

    /// Meets a core through the plane with the outward normal `dir`, given the support point `last` along it and the
    /// point of the core `nearest` to another.
    ///
    /// The gap g along the normal falls at a rate c. The ray is kept out for the time g/c.
    #[inline(always)]
    pub fn meeting(&self, dir: V, last: V, nearest: impl Fn(V) -> V) -> Met<V> {
        let Self { start, velocity, max_time } = *self;
        let nil = V::Scalar::NIL;
        let speed = velocity.max_abs();
        // Nearest points are found by products, which lose the digits of tiny numbers.
        if is_tiny(last.max_abs().max(start.max_abs())) {
            return Err(Missed::Unknown);
        }
        // Bound on the rounding error of a length; floats have no steps of time.
        let slack = |size| steps_at(SLACK_STEPS, size);
        let step = slack(speed);
        let length = dir.length();
        // The gap, and the rate at which it falls, times the length of `dir`: so the time does not wait for the root.
        let height_at = |point| dir.dot(displacement(last, point)).over_one();
        let (height, fall) = (height_at(start), -dir.dot(velocity).over_one());
        let [gap, closing] = [height, fall].map(|part| over(part, length));
        let most = closing + step;
        let firm = gap - slack(last.max_abs().max(displacement(last, start).max_abs()));
        // False where the gap is NaN.
        if firm > nil && (most <= nil || product(most, max_time) < firm) {
            return Err(Missed::Never);
        }
        if !(firm > nil && closing > step) {
            return Err(Missed::Unknown);
        }
        let mut time = over(height, fall);
        for _ in 0..MAX_LOOKS {
            time = time.min(max_time);
            let point = moved(start, velocity, time);
            if time > nil && is_near(nearest(point), point, slack(point.max_abs().max(product(speed, time)))) {
                return Ok((time, dir, length));
            }
            // The rounding error of a gap grows with its size, so the same plane is evaluated once more at the time it
            // leads to.
            time = time + over(height_at(point), fall);
        }
        Err(Missed::Unknown)
    }
}

/// The point of a triangle above which `point` lies, seen along a normal; beside the triangle, a point of one of its
/// edges. In the plane, the nearest point of the edge between the first two corners.
#[inline(always)]
fn among<V: Vector>(corners: [V; 3], normal: V, point: V) -> V {
    if V::DIM == 2 {
        let [from, to, _] = corners;
        return foot_on_segment(from, to, point);
    }
    let zero = AreaOfVector::<V>::ZERO;
    let Shares { shares, .. } = triangle_shares(&corners.map(|corner| displacement(point, corner)), Some(normal));
    let [a, b, c] = shares.map(|share| share.max(zero));
    V::ZERO.blend(corners, [a, b, c].map(|share| share.fraction(a + b + c)))
}
