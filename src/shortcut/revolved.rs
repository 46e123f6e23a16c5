//! Where a ray enters the Minkowski difference of two bodies that are curved in circles about an axis or not at all,
//! such as cylinders, cones and polytopes: Newton's method, which ends what [`portal`](crate::kernel::portal) has
//! begun.
//!
//! As the axis n turns, a support point w of such a difference moves on two circles, one of each body: with ρ the
//! vector to it from the center of its circle and q the tangent there, |q| = |ρ|, the point moves by α q for a small
//! angle α. The circle of B is reflected, so that w is the sum of both ρ and of c, the sum of both centers, and n·ρ is
//! not negative for either.
//!
//! Corners of a portal that have the same c are on one smooth piece of the surface. Those that do not are ends of a
//! line in the surface, or corners of a facet: the line is the difference of both c. So there are three cases.
//!
//! - *No line.* The ray goes through w + α q + β t, for the two tangents q and t, where that is the origin, seen along
//!   the ray. There the tangents are q − α ρ and t − β σ, with ρ and σ the radii of both circles, and n is at right
//!   angles to both.
//! - *A line* l. The axis is at right angles to it, and turns about it: n = m + τ d, where m is the part of the present
//!   axis that is at right angles to l, and d is at right angles to both. For a change x of the axis w moves by Σ q
//!   (q·x)/(n·ρ), the second derivative of the support function. Along e, which is at right angles to the line and to
//!   the ray, w has to get to the ray: e·w + Σ (e·q)(q·(m − n + τ d))/(n·ρ) = 0. Once it does, a last plane is tilted a
//!   little towards the other end of the line, and the ray goes through between both ends.
//! - *Two lines.* They span a facet, and its normal is the axis.
//!
//! Where a step brings nothing, as on the end of a cylinder, the next one is that of the portal. Floats only; fixed
//! point uses secants.

use crate::body::support::Support;
use crate::kernel::difference::{CsoPoint, Difference};
use crate::kernel::portal::{Corners, SupportingPlane, portal_axis, take_in};
use crate::number::rounding::{relative_step_at, steps};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, Vec2, Vec3, Vector, by_dimension};
use crate::pair::place::Placement;
use crate::shortcut::tuning::{MAX_LEVEL_NEWTON_ROUNDS, MAX_NEWTON_ROUNDS};

/// A line in the surface is longer than this many rounding steps of the size.
const LINE_STEPS: u32 = 16;

/// A point that is at most this many rounding steps beside the ray is on it.
const ON_RAY_STEPS: u32 = 2;

/// How two bodies are curved: a point on the axis of each, and a unit vector along it, or zero for a polytope.
pub struct Axes<V> {
    axes: [(V, V); 2],
}

impl<V: Vector> Axes<V> {
    /// `None` if a body is curved in another way, and for two with an apex each: where both are supported at their apex
    /// nothing moves on a circle, and secants take two thirds of the time.
    #[inline(always)]
    pub fn of<A, B>(a: &A, b: &B, placement: &impl Placement<V>) -> Option<Self>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        if !V::Scalar::IS_FLOAT || V::DIM < 3 {
            return None;
        }
        let none = (V::ZERO, V::ZERO);
        let of_a = if a.is_polytope() { none } else { a.as_revolved()? };
        let (center, axis) = if b.is_polytope() { none } else { b.as_revolved()? };
        if is_pointed(a, of_a) && is_pointed(b, (center, axis)) {
            return None;
        }
        Some(Self { axes: [of_a, (placement.to_a(center), V::ZERO.turn(&placement.rows(), axis))] })
    }

    /// The axes on the scale of `zoom`.
    fn zoomed(self, zoom: <V::Scalar as Scalar>::Zoom) -> Self {
        Self { axes: self.axes.map(|(center, axis)| (center.zoom(zoom), axis)) }
    }
}

/// Is the known point of an axis an apex, at either end of the body?
fn is_pointed<V, T>(body: &T, (point, axis): (V, V)) -> bool
where
    V: Vector,
    T: Support<Vector = V> + ?Sized,
{
    axis != V::ZERO && (body.support(axis) == point || body.support(-axis) == point)
}

/// What is predicted of the plane that supports the body where a ray enters.
pub enum Prediction<V> {
    /// Nothing.
    Unknown,
    /// It should have this outward normal.
    Normal(V),
    /// It is the best plane so far, and the ray goes through its point.
    Here,
    /// It is the best plane so far, and the ray goes through between its point and the support point of this normal.
    Line(V),
}

by_dimension! {
    /// What is predicted of the plane of two bodies that are curved about an axis each; nothing in the plane.
    fn prediction['b](best: &'b SupportingPlane<V>, ray: V, axes: &'b Axes<V>) -> Prediction<V> = planar_prediction, spatial_prediction
}

fn planar_prediction<S: Scalar>(_: &SupportingPlane<Vec2<S>>, _: Vec2<S>, _: &Axes<Vec2<S>>) -> Prediction<Vec2<S>> {
    Prediction::Unknown
}

by_dimension! {
    /// Is a ray between two points, seen along it? The points lie on a line across it.
    fn is_between[](p: V, q: V, ray: V) -> bool = planar_is_between, spatial_is_between
}

fn planar_is_between<S: Scalar>(_: Vec2<S>, _: Vec2<S>, _: Vec2<S>) -> bool {
    false
}

fn spatial_is_between<S: Scalar>(p: Vec3<S>, q: Vec3<S>, ray: Vec3<S>) -> bool {
    ray.cross_factor(p).dot(ray.cross_factor(q)) <= S::Area::ZERO
}

/// Moves a plane that supports a body farther along a ray, until the ray goes through a point on it, or between two, or
/// until the plane meets the portal within rounding. A ray that misses has no portal, and nothing to refine.
pub fn refine<V, D>(cso: &mut D, ray: V, axes: Axes<V>, best: &mut SupportingPlane<V>)
where
    V: Vector,
    D: Difference<V>,
{
    if best.corners.len() < V::DIM {
        return;
    }
    let axes = axes.zoomed(cso.zoom());
    // How far along the ray the best plane is, as a multiple of the ray. The ray is against the normal.
    let mut farthest = best.axis.dot(best.point.w).ratio(best.axis.dot(ray));
    let (mut level_rounds, mut is_in_vain) = (0, false);
    for _ in 0..MAX_NEWTON_ROUNDS {
        let through = portal_axis(&best.corners, ray);
        let (Some(corner), false) = (best.corners.first(), through == V::ZERO) else { return };
        let level = through.dot(corner.w);
        let predicted = match is_in_vain {
            true => Prediction::Unknown,
            false => prediction(best, ray, &axes),
        };
        let (axis, is_predicted) = match predicted {
            Prediction::Here => return,
            Prediction::Line(normal) => {
                let Ok(point) = cso.support(normal) else { return };
                let last = best.point;
                for end in [last, point] {
                    if !is_corner(&best.corners, end.w) {
                        take_in(&mut best.corners, end, ray);
                    }
                }
                if is_between(last.w, point.w, ray) {
                    return;
                }
                is_in_vain = true;
                continue;
            }
            Prediction::Normal(normal) if normal.dot(ray) < AreaOfVector::<V>::ZERO => (normal, true),
            _ => (through, false),
        };
        let Ok(point) = cso.support(axis) else { return };
        let is_known = is_corner(&best.corners, point.w);
        if !is_known && through.dot(point.w) > level {
            take_in(&mut best.corners, point, ray);
        } else if !is_predicted {
            return;
        }
        let pace = axis.dot(ray);
        let along = axis.dot(point.w).ratio(pace);
        let rounding = |axis: V| {
            let size = point.w.max_abs().max(point.on_a.max_abs());
            let rounding = axis.max_abs().times(size).portion(V::Scalar::PRODUCT_ROUNDING);
            rounding + rounding
        };
        let is_farther = along > farthest;
        level_rounds = if is_farther { 0 } else { level_rounds + 1 };
        let is_level = level_rounds <= MAX_LEVEL_NEWTON_ROUNDS && farthest - along <= rounding(axis).ratio(-pace);
        if is_farther || is_predicted && is_level {
            (best.axis, best.point, farthest) = (axis, point, along.max(farthest));
            is_in_vain = false;
        } else {
            is_in_vain |= is_predicted;
        }
        // How far the best plane is from the portal, along the ray.
        let portal = level.ratio(through.dot(ray));
        if best.axis.dot(best.point.w) - best.axis.dot(ray).scaled(portal) <= rounding(best.axis) {
            return;
        }
    }
}

fn is_corner<V: Vector>(corners: &Corners<V>, point: V) -> bool {
    corners.iter().any(|corner| corner.w == point)
}

/// The cross product of floats.
fn cross<S: Scalar>(p: Vec3<S>, q: Vec3<S>) -> Vec3<S> {
    p.cross(q).map(S::Area::over_one)
}

/// The quotient of floats of any size.
fn quotient<S: Scalar>(part: S::Area, whole: S::Area) -> S::Unit {
    part.over_one().fraction(whole.over_one())
}

/// The circle on which a support point moves.
#[derive(Clone, Copy)]
struct Circle<S> {
    /// From the center of the circle to the point.
    radius: Vec3<S>,
    tangent: Vec3<S>,
}

impl<S: Scalar> Circle<S> {
    /// The circle of a point about an axis, given the point relative to a center on the axis.
    fn new(axis: Vec3<S>, from_center: Vec3<S>) -> Self {
        let tangent = cross(axis, from_center);
        Self { radius: cross(tangent, axis), tangent }
    }

    /// Are both circles of about the same size?
    fn is_like(&self, other: &Self) -> bool {
        let (own, others) = (self.radius.dot(self.radius), other.radius.dot(other.radius));
        own + own > others && others + others > own
    }
}

/// The circles of A and B on which a point moves.
fn circles<S: Scalar>(point: &CsoPoint<Vec3<S>>, axes: &Axes<Vec3<S>>) -> [Circle<S>; 2] {
    let [(center_a, axis_a), (center_b, axis_b)] = axes.axes;
    let on_b = point.on_a - point.w;
    [Circle::new(axis_a, point.on_a - center_a), Circle::new(axis_b, center_b - on_b)]
}

/// Predicts, from the corners of a portal and the best plane, the plane through which a ray enters.
#[inline(never)]
fn spatial_prediction<S: Scalar>(
    best: &SupportingPlane<Vec3<S>>,
    ray: Vec3<S>,
    axes: &Axes<Vec3<S>>,
) -> Prediction<Vec3<S>> {
    let [a, b, c] = best.corners.as_slice() else { return Prediction::Unknown };
    let at_corners = [a, b, c].map(|corner| circles(corner, axes));
    let [at_a, at_b, at_c] = &at_corners;
    let (axis, point) = (best.axis, best.point);
    let size = point.w.max_abs().max(point.on_a.max_abs());
    let step = relative_step_at(size);
    let (noise, close) = (steps(LINE_STEPS, step), steps(ON_RAY_STEPS, step));
    // From one center to the other, or on a cone from the apex to the rim.
    let line = |to: &CsoPoint<Vec3<S>>, at_end: &[Circle<S>; 2]| {
        let pairs = at_a.iter().zip(at_end).filter(|(circle, other)| circle.is_like(other));
        pairs.fold(to.w - a.w, |offset, (circle, other)| offset - (other.radius - circle.radius))
    };
    let (to_b, to_c) = (line(b, at_b), line(c, at_c));
    match (to_b.is_within(noise), to_c.is_within(noise)) {
        (true, true) => on_piece(point.w, circles(&point, axes), ray, close),
        (true, false) => across(to_c, best, ray, (&circles(&point, axes), &at_corners), close),
        (false, _) if to_c.is_within(noise) || (to_c - to_b).is_within(noise) => {
            across(to_b, best, ray, (&circles(&point, axes), &at_corners), close)
        }
        _ => {
            let limit = axis.max_abs().times(noise);
            let is_level = |offset: Vec3<S>| axis.dot(offset).max(-axis.dot(offset)) <= limit;
            // The best plane already has the normal of the facet.
            if is_level(to_b) && is_level(to_c) {
                return Prediction::Unknown;
            }
            Prediction::Normal(against(to_b.cross_direction(to_c), ray))
        }
    }
}

/// A normal, reversed if it points along the ray.
fn against<S: Scalar>(normal: Vec3<S>, ray: Vec3<S>) -> Vec3<S> {
    if normal.dot(ray) > S::Area::ZERO { -normal } else { normal }
}

/// The prediction on a smooth piece of the surface. The product of ray × t with the other tangent t and with the ray is
/// zero: α follows from the products that are left.
fn on_piece<S: Scalar>(w: Vec3<S>, circles: [Circle<S>; 2], ray: Vec3<S>, close: S) -> Prediction<Vec3<S>> {
    let [Circle { radius, tangent }, Circle { radius: other_radius, tangent: other }] = circles;
    if cross(ray, w).is_within(ray.max_abs().times(close).over_one()) {
        return Prediction::Here;
    }
    let (across, across_other) = (cross(ray, tangent), cross(ray, other));
    let turn = quotient::<S>(-across_other.dot(w), across_other.dot(tangent));
    let other_turn = quotient::<S>(-across.dot(w), across.dot(other));
    // More than a radian predicts nothing, and neither does NaN.
    if !(turn.is_within(S::Unit::ONE) && other_turn.is_within(S::Unit::ONE)) {
        return Prediction::Unknown;
    }
    let (tangent, other) = (tangent.blend([radius], [-turn]), other.blend([other_radius], [-other_turn]));
    Prediction::Normal(against(tangent.cross_direction(other), ray))
}

/// The prediction at right angles to a line in the surface.
fn across<S: Scalar>(
    line: Vec3<S>,
    best: &SupportingPlane<Vec3<S>>,
    ray: Vec3<S>,
    (here, at_corners): (&[Circle<S>; 2], &[[Circle<S>; 2]; 3]),
    close: S,
) -> Prediction<Vec3<S>> {
    let (zero, axis, line) = (S::Area::ZERO, best.axis, line.direction());
    let mut flat = axis.blend([line], [-axis.dot(line).ratio(line.dot(line))]);
    let (aside, turned) = (ray.cross_direction(line), flat.cross_direction(line));
    let mut off = aside.dot(best.point.w);
    let is_last = off.max(-off) <= aside.max_abs().times(close);
    if is_last {
        // The tilt moves the plane by a term of second order, below rounding.
        let is_beyond = ray.cross_direction(aside).dot(best.point.w) < zero;
        let tilt = flat.max_abs().fraction(line.max_abs()).negated_if(is_beyond);
        let little = S::ROUNDING.times(S::Unit::ONE).sqrt();
        flat = flat.blend([line], [S::Unit::from_sum(tilt.share(little))]);
    }
    let lean = flat - axis;
    let mut per_turn = zero;
    for (number, circle) in here.iter().enumerate() {
        // The apex of a cone has the curvature of its rim.
        let ends = at_corners.iter().filter_map(|circles| circles.get(number));
        let Circle { radius, tangent } = *ends.fold(circle, |circle, end| {
            let is_wider = end.radius.dot(end.radius) > circle.radius.dot(circle.radius);
            if is_wider && !end.is_like(circle) { end } else { circle }
        });
        let height = axis.dot(radius);
        if height > zero {
            let moved = |change: Vec3<S>| aside.dot(tangent).scaled(quotient::<S>(tangent.dot(change), height));
            off = off + moved(lean);
            per_turn = per_turn + moved(turned);
        }
    }
    if per_turn == zero {
        return Prediction::Unknown;
    }
    let normal = against(flat.blend([turned], [-quotient::<S>(off, per_turn)]).direction(), ray);
    if is_last { Prediction::Line(normal) } else { Prediction::Normal(normal) }
}
