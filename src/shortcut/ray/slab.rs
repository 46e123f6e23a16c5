//! Where a ray meets a box.

use crate::number::scalar::{Area, Scalar, over};
use crate::number::vector::{Vector, as_direction, displacement, moved, unit_length};
use crate::shortcut::ray::flight::{are_moderate, are_squares_moderate, is_near, lean, next_axis, part, slack_of};
use crate::shortcut::ray::line::{Met, Missed, NearestToLine, RayLine};

/// A plane of a box that a line passes through.
pub struct BoxPlane<V: Vector> {
    pub gap: V::Scalar,
    /// How fast the gap falls.
    pub pace: V::Scalar,
    pub axis: usize,
    /// Along the axis.
    pub normal: V::UnitVector,
}

impl<V: Vector> RayLine<V> {
    /// Meets a box.
    #[inline(always)]
    pub fn meets_box(&self, (center, half_extents): (V, V), touch: V::Scalar) -> Met<V> {
        let nil = V::Scalar::NIL;
        let from = displacement(center, self.start);
        let (size, speed) = (self.start.max_abs().max(half_extents.max_abs()), self.velocity.max_abs());
        let size = size.max(center.max_abs()).max(touch);
        if !are_moderate::<V>(size, speed) || (touch > nil && !are_squares_moderate::<V>(size, speed)) {
            return Err(Missed::Unknown);
        }
        let slack = slack_of::<V>(size);
        let plane = self.plane_of_box(from, half_extents + V::splat(touch), slack)?;
        let time = over(plane.gap, plane.pace);
        if touch > nil {
            let found = self.leaving_at(size, speed).approach(time, (size, touch), |time| {
                let point = moved(from, self.velocity, time);
                let apart = point - point.component_min(half_extents).component_max(-half_extents);
                let (parts, paces) = (apart.by_axis(), self.velocity.by_axis());
                let mut axes = parts.as_ref().iter().zip(paces.as_ref());
                let pace =
                    V::from_axes(|_| axes.next().map_or(nil, |(&part, &pace)| if part == nil { nil } else { pace }));
                NearestToLine { apart, pace, reach: apart.dot(apart), found: apart, note: apart }
            });
            let (time, normal, _) = found?;
            return Ok((time, as_direction(normal), unit_length::<V>()));
        }
        let time = time.min(self.max_time);
        let point = moved(from, self.velocity, time);
        let nearest = point.component_min(half_extents).component_max(-half_extents);
        if time > nil && is_near(nearest, point, slack) {
            let normal = as_direction::<V>(plane.normal).with_signs_of(-self.velocity);
            return Ok((time, normal, unit_length::<V>()));
        }
        Err(Missed::Unknown)
    }

    /// The last plane that keeps the ray out of a box about the origin, given the start of the ray relative to that,
    /// and the half extents. The ray never meets the box if they are apart along an axis, or across an axis and the
    /// direction.
    #[inline(always)]
    pub fn plane_of_box(&self, from: V, wide: V, slack: V::Scalar) -> Result<BoxPlane<V>, Missed> {
        let nil = V::Scalar::NIL;
        // With signs such that the line goes down along each axis.
        let back = -self.velocity;
        let (heights, paces) = (from.with_signs_of(back), self.velocity.component_abs());
        let outside = wide + V::splat(slack);
        let last = moved(heights, paces, -self.max_time);
        // Below the box from the start, above it to the end, or beside it across an axis and the direction.
        let (inner, outer) = (-(heights + outside), displacement(outside, last));
        let [next_heights, next_paces, next_outside] = [heights, paces, outside].map(next_axis);
        let is_apart = if V::Scalar::IS_FLOAT {
            let products = |one: V, other: V| one.component_products_per(other, V::Scalar::ONE);
            let arms = products(heights, next_paces) - products(next_heights, paces);
            let reach = products(outside, next_paces) + products(next_outside, paces);
            let apart = outer.component_max(inner).component_max(arms.component_abs() - reach);
            apart.by_axis().as_ref().iter().any(|&part| part > nil)
        } else {
            // The same tests in fixed point, where products are exact and the direction is rounded.
            let sizes = heights.component_abs() + outside;
            let is_beside = |axis| {
                let [height, pace, wide, size] = [heights, paces, outside, sizes].map(|vector| part(vector, axis));
                let [next_height, next_pace, next_wide, next_size] =
                    [next_heights, next_paces, next_outside, next_axis(sizes)].map(|vector| part(vector, axis));
                let arm = height.times(next_pace) - next_height.times(pace);
                let reach = wide.times(next_pace) + next_wide.times(pace);
                arm.max(-arm) > reach + (size + next_size).times(lean::<V>(V::Scalar::ONE))
            };
            let along = outer.component_max(inner);
            let is_along = along.by_axis().as_ref().iter().any(|&part| part > lean::<V>(self.max_time));
            is_along || (0..V::DIM).any(is_beside)
        };
        if is_apart {
            return Err(Missed::Never);
        }
        // The planes keep the ray out until the last of the times at which it passes through them; a plane that it
        // starts on, or behind, never did.
        let mut plane: BoxPlane<V> = BoxPlane { gap: nil, pace: V::Scalar::ONE, axis: 0, normal: V::UnitVector::ZERO };
        for (axis, &normal) in V::IDENTITY.as_ref().iter().enumerate() {
            let [gap, pace] = [heights - wide, paces].map(|vector| part(vector, axis));
            if gap > slack && gap.times(plane.pace) > plane.gap.times(pace) {
                plane = BoxPlane { gap, pace, axis, normal };
            }
        }
        Ok(plane)
    }
}
