//! The portal search: the facet of A − B through which a moving B enters, found before any distance.
//!
//! B moves along v: it meets A at the time t at which t·v lies in A − B as it is at the start, so a ray from the origin
//! enters a convex body. Seen along v, body and ray are a shadow and a point. Points of the body whose shadows surround
//! that point are a *portal*: the ray goes through it (Snethen 2008, there for directions of depth).
//!
//! 1. As long as the points make no portal, the next one is sought at right angles to v, towards the ray. If that point
//!    does not come as far as the ray, the plane through it proves that B passes A by.
//! 2. A portal spans a plane. The point of the body farthest in front of it replaces one corner, so that the portal
//!    moves towards the origin and the ray still goes through it. If no point is in front, the plane supports the body
//!    where the ray enters.
//!
//! On a curved body step 2 would go on forever. There the support point is a smooth function of the normal, and the ray
//! enters where the support point and the ray have the same shadow. Once the portal is narrow, rounds take the normal
//! for which the last rounds predict that (see `secant.rs`). If three rounds do not halve the distance between the best
//! plane and the portal, the next such round has to wait; three, because a line in the surface has two ends to find.
//!
//! Each plane through its support point bounds the time of contact from below, however good the portal was. Only such
//! planes leave this search: `motion/linear.rs` moves B to the time of the last one, and the distance there shows
//! whether that was the contact.

use crate::kernel::difference::{CsoPoint, Difference};
use crate::kernel::secant::Trail;
use crate::kernel::tuning::{MAX_PORTAL_ROUNDS, MAX_REFINEMENTS};
use crate::number::scalar::{Area, Scalar, saturating_difference, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vec2, Vec3, Vector, by_dimension};
use heapless::Vec;

#[cfg(test)]
mod tests;

/// The corners of a portal, two in 2D and three in 3D, or of a portal in the making, which has fewer.
pub type Corners<V> = Vec<CsoPoint<V>, 3>;

/// A plane that supports A − B.
pub struct SupportingPlane<V> {
    /// The outward normal, a direction.
    pub axis: V,
    /// The support point along `axis`.
    pub point: CsoPoint<V>,
    /// The corners, of a portal or on the way to one, from which the plane was found.
    pub corners: Corners<V>,
}

/// The plane of A − B through which a ray from the origin enters, or one that keeps the ray outside; `None` if the
/// search fails or the ray enters behind the origin. `last_against_ray` is the support point against the ray, which the
/// caller knows. The search ends where the distances of plane and portal along the ray differ by no more than rounding
/// or the fraction `tolerance` of that of the portal. On a curved body the rounds of the search are noted in `trail`.
pub fn supporting_plane<V: Vector, D: Difference<V>>(
    cso: &mut D,
    ray: V,
    last_against_ray: CsoPoint<V>,
    tolerance: UnitOfVector<V>,
    mut trail: Option<&mut Trail<V>>,
) -> Option<SupportingPlane<V>> {
    let zero = AreaOfVector::<V>::ZERO;
    let mut corners = Corners::new();
    let mut axis = -ray;
    let mut is_known = true;
    for _ in 0..MAX_PORTAL_ROUNDS {
        let mut point = last_against_ray;
        if !core::mem::take(&mut is_known) {
            cso.support(axis, &mut point).ok()?;
        }
        let reach = axis.dot(point.w);
        let size = point.size();
        if corners.len() == V::DIM
            && let Some(trail) = trail.as_deref_mut()
        {
            trail.note(axis, point.w, size, Some(|_| false));
        }
        let is_last = match corners.first() {
            Some(corner) if corners.len() == V::DIM => {
                let level = axis.dot(corner.w);
                if level >= zero {
                    return None;
                }
                let rounding = axis.max_abs().times(size).portion(V::Scalar::PRODUCT_ROUNDING);
                reach - level <= (rounding + rounding).max((-level).portion(tolerance))
                    || corners.iter().any(|corner| corner.w == point.w)
            }
            Some(_) => reach < zero,
            None => false,
        };
        if is_last {
            return Some(SupportingPlane { axis, point, corners });
        }
        let last = axis;
        take_in(&mut corners, point, ray);
        axis = portal_axis(&corners, ray);
        if axis == V::ZERO {
            return Some(SupportingPlane { axis: last, point, corners });
        }
    }
    None
}

/// Moves the plane that supports a curved body farther along a ray, and the portal nearer to it, until they meet within
/// rounding or a round brings no progress. A ray that passes by has no portal, and the plane stays.
pub fn refine<V: Vector, D: Difference<V>>(cso: &mut D, ray: V, trail: &mut Trail<V>, best: &mut SupportingPlane<V>) {
    if best.corners.len() < V::DIM {
        return;
    }
    let zero = AreaOfVector::<V>::ZERO;
    // How far along the ray the best plane is, as a fraction of the ray, which runs against the normal.
    let mut farthest = best.axis.dot(best.point.w).ratio(best.axis.dot(ray));
    // The distance between plane and portal after the last three rounds.
    let mut left = [UnitOfVector::<V>::MAX; 3];
    for _ in 0..MAX_REFINEMENTS {
        let through = portal_axis(&best.corners, ray);
        let (Some(corner), false) = (best.corners.first(), through == V::ZERO) else { return };
        let level = through.dot(corner.w);
        let portal = level.ratio(through.dot(ray));
        let secant = if trail.is_due() { trail.pierced(ray) } else { V::ZERO };
        let is_secant = secant.dot(ray) < zero;
        let axis = if is_secant { secant } else { through };
        let mut point = CsoPoint::default();
        if cso.support(axis, &mut point).is_err() {
            return;
        }
        let size = point.size();
        let is_corner = |point| best.corners.iter().any(|corner| corner.w == point);
        trail.note(axis, point.w, size, Some(is_corner));
        let is_ahead = through.dot(point.w) > level;
        let along = axis.dot(point.w).ratio(axis.dot(ray));
        if along > farthest {
            (best.axis, best.point, farthest) = (axis, point, along);
        }
        if is_ahead && !is_corner(point.w) {
            take_in(&mut best.corners, point, ray);
        } else if !is_secant {
            return;
        }
        let rest = saturating_difference(portal, farthest);
        let rounding = best.axis.max_abs().times(size).portion(V::Scalar::PRODUCT_ROUNDING);
        let open = best.axis.dot(best.point.w) - best.axis.dot(ray).scaled(portal);
        if open <= rounding + rounding {
            return;
        }
        let [before, last, newest] = left;
        if is_secant && saturating_sum(rest, rest) > before {
            trail.disappoint();
        }
        left = [last, newest, rest];
    }
}

/// The outward normal of a portal or, with fewer corners, a direction at right angles to the ray, from their shadow
/// towards the ray. Zero if that does not exist: a portal is flat or parallel to the ray, or a shadow is on it.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn portal_axis<V: Vector>(corners: &[CsoPoint<V>], ray: V) -> V {
    match corners {
        [a] => -V::edge_axis(a.w, ray),
        // To the left of the line from a to b, where the ray is.
        [a, b] if V::DIM > 2 => ray.across(b.w - a.w),
        [a, b] => against((b.w - a.w).around()[0].direction(), ray),
        [a, b, c] => against(V::triangle_axis(a.w, b.w, c.w), ray),
        _ => V::ZERO,
    }
}

by_dimension! {
    /// Adds a point to the corners, and drops a corner that is not needed for the ray to go through the others. Corners
    /// are in order round the ray: from its right to its left in 2D, counter-clockwise seen against it in 3D.
    fn take_in['c](corners: &'c mut Corners<V>, point: CsoPoint<V>, ray: V) -> () = planar_take_in, spatial_take_in
}

/// Adds a corner, for which there is room.
fn join<V>(corners: &mut Corners<V>, point: CsoPoint<V>) {
    let _ = corners.push(point);
}

/// Adds a corner before the only one.
fn join_before<V>(corners: &mut Corners<V>, point: CsoPoint<V>) {
    join(corners, point);
    if let [first, second] = corners.as_mut_slice() {
        core::mem::swap(first, second);
    }
}

/// A normal or its opposite, whichever points against the ray; zero if the normal is at right angles to the ray.
fn against<V: Vector>(normal: V, ray: V) -> V {
    let along = normal.dot(ray);
    if along > AreaOfVector::<V>::ZERO {
        -normal
    } else if along < AreaOfVector::<V>::ZERO {
        normal
    } else {
        V::ZERO
    }
}

fn planar_take_in<S: Scalar>(corners: &mut Corners<Vec2<S>>, point: CsoPoint<Vec2<S>>, ray: Vec2<S>) {
    let is_left = |point: &CsoPoint<Vec2<S>>| ray.perp_dot(point.w) > S::Area::ZERO;
    match corners.as_mut_slice() {
        [a] if is_left(a) => join_before(corners, point),
        [_, left] if is_left(&point) => left.assign(&point),
        [right, _] => right.assign(&point),
        _ => join(corners, point),
    }
}

/// For two points p and q in order round the ray, the product (p × q)·ray is not negative. Let x = ray × w for the new
/// point w: this product is −p·x for p and w, and p·x for w and p. So the ray goes through p, q and w if p·x ≥ 0 ≥ q·x.
#[cfg_attr(target_pointer_width = "64", inline(always))]
fn spatial_take_in<S: Scalar>(corners: &mut Corners<Vec3<S>>, point: CsoPoint<Vec3<S>>, ray: Vec3<S>) {
    let x = ray.cross_factor(point.w);
    let side = |corner: &CsoPoint<Vec3<S>>| corner.w.dot(x);
    let zero = S::Area::ZERO;
    match corners.as_mut_slice() {
        [a] if side(a) > zero => join_before(corners, point),
        [a, b] => match (side(a), side(b)) {
            (at_a, _) if at_a < zero => b.assign(&point),
            (_, at_b) if at_b > zero => a.assign(&point),
            _ => join(corners, point),
        },
        [a, b, c] => {
            let (at_a, at_b, at_c) = (side(a), side(b), side(c));
            let left_out = if at_a >= zero && zero >= at_b {
                c
            } else if at_b >= zero && zero >= at_c {
                a
            } else {
                b
            };
            left_out.assign(&point);
        }
        _ => join(corners, point),
    }
}
