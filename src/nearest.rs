//! Pairs with a closed form: one core is a point, and the other body knows the point of its own core nearest to it.
//!
//! The way between the two points bounds the distance of the cores from above. The plane at right angles to it that bears
//! on both cores bounds it from below, whatever the closed form was worth. So nothing is taken on trust, and where the
//! bounds leave a doubt GJK answers.

use crate::cso::Placement;
use crate::gjk::{ROUNDING_STEPS, steps};
use crate::result::{Penetration, Proximity, Separation, Status};
use crate::scalar::{Area, Scalar, saturating_sum};
use crate::support::Support;
use crate::vector::{Vector, between};

/// Does a pair have a closed form? The types of shapes tell, so what others need is not linked for them.
#[inline]
pub fn has_closed_form<A, B>(a: &A, b: &B) -> bool
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    let zero = A::Vector::ZERO;
    (b.as_point().is_some() && a.nearest_to(zero).is_some()) || (a.as_point().is_some() && b.nearest_to(zero).is_some())
}

/// The nearest points of the cores of a pair that has a closed form, in A's frame.
#[inline]
pub fn nearest_points<V, A, B>(a: &A, b: &B, placement: &impl Placement<V>) -> Option<(V, V)>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    match (a.as_point(), b.as_point()) {
        (_, Some(on_b)) => {
            let on_b = placement.to_a(on_b);
            Some((a.nearest_to(on_b)?, on_b))
        }
        (Some(on_a), _) => Some((on_a, placement.to_a(b.nearest_to(placement.to_b(on_a))?))),
        (None, None) => None,
    }
}

/// The way between the cores of a pair that has a closed form. Everything but results is in A's frame.
pub struct Gap<'q, P, V: Vector> {
    placement: &'q P,
    margin_a: V::Scalar,
    margin_b: V::Scalar,
    /// The sum of the margins: the distance of cores at which the bodies touch.
    touch: V::Scalar,
    /// The nearest points of the cores.
    on_a: V,
    on_b: V,
    /// The last point of A and the first of B along the way: the planes through them bear on the cores.
    last_a: V,
    first_b: V,
    /// From `on_a` to `on_b`; any axis if no digit of it is left.
    way: V::UnitVector,
    has_way: bool,
    /// Bounds of the distance of the cores.
    upper: V::Scalar,
    lower: V::Scalar,
}

impl<'q, V: Vector, P: Placement<V>> Gap<'q, P, V> {
    /// None if the pair has no closed form.
    #[inline]
    pub fn between<A, B>(a: &A, b: &B, placement: &'q P) -> Option<Self>
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let (on_a, on_b) = nearest_points(a, b, placement)?;
        let (margin_a, margin_b) = (a.margin(), b.margin());
        let touch = saturating_sum(margin_a, margin_b);
        let apart = between(on_a, on_b);
        let dir = apart.direction();
        let has_way = dir != V::ZERO;
        let dir = if has_way { dir } else { V::first_axis().direction() };
        let length = dir.length();
        let last_a = if a.as_point().is_some() { on_a } else { a.support(dir) };
        let support_b = || placement.to_a(b.support(placement.direction_to_b(-dir)));
        let first_b = if b.as_point().is_some() { on_b } else { support_b() };
        let [upper, lower] = [apart, between(last_a, first_b)].map(|way| dir.dot(way).per(length));
        Some(Self {
            placement,
            margin_a,
            margin_b,
            touch,
            on_a,
            on_b,
            last_a,
            first_b,
            way: dir.unit(length),
            has_way,
            upper,
            lower,
        })
    }

    /// Is the way between the cores known, and with it the normal? Not where they are too near.
    #[inline]
    pub fn has_way(&self) -> bool {
        self.has_way
    }

    /// Are the margins sizes, and their sum in range? Without that nothing is known here.
    #[inline]
    pub fn has_margins(&self) -> bool {
        let nil = V::Scalar::NIL;
        self.margin_a >= nil && self.margin_b >= nil && self.touch <= V::Scalar::LIMIT
    }

    /// What rounding makes of the bounds.
    #[inline]
    fn slack(&self) -> V::Scalar {
        let points = [self.on_a, self.on_b, self.last_a, self.first_b];
        let extent = points.iter().fold(self.touch, |extent, point| extent.max(point.max_abs()));
        steps::<V>(2 * ROUNDING_STEPS, V::Scalar::blend(V::Scalar::STEP, [extent], [V::Scalar::ROUNDING]))
    }

    /// Do the bodies touch? None if rounding may decide.
    #[inline]
    pub fn touches(&self) -> Option<bool> {
        let slack = self.slack();
        if !self.has_margins() {
            None
        } else if self.lower - self.touch > slack {
            Some(false)
        } else if self.touch - self.upper > slack {
            Some(true)
        } else {
            None
        }
    }

    /// Is the distance known of bodies that touch, or do not? It is if the bounds have met; zero is zero, but where the
    /// nearest points are one a search has the better normal.
    #[inline]
    pub fn knows_distance(&self, is_touch: bool) -> bool {
        if is_touch { self.has_way } else { self.have_met() && self.tells(V::Scalar::NIL) }
    }

    /// That distance.
    #[inline]
    pub fn distance(&self, is_touch: bool) -> Separation<V> {
        if is_touch { self.common_point() } else { self.separation() }
    }

    /// Is distance or depth known of bodies that touch, or do not? It is if the bounds have met and no EPA is needed.
    #[inline]
    pub fn knows_proximity(&self, is_touch: bool) -> bool {
        self.have_met() && if is_touch { self.lower > self.slack() } else { self.tells(V::Scalar::NIL) }
    }

    /// Distance or depth.
    #[inline]
    pub fn proximity(&self, is_touch: bool) -> Proximity<V> {
        if is_touch { Proximity::Overlapping(self.penetration()) } else { Proximity::Separated(self.separation()) }
    }

    #[inline]
    fn have_met(&self) -> bool {
        self.upper - self.lower <= self.slack()
    }

    /// A point inside both margins, on the way between the cores.
    #[inline]
    fn common_point(&self) -> Separation<V> {
        let nil = V::Scalar::NIL;
        let point = self.placement.to_world(self.on_a.advance(self.upper.min(self.margin_a), self.way));
        let normal = self.placement.unit_to_world(self.way);
        let (iterations, status) = (0, Status::Converged);
        Separation { distance: nil, lower_bound: nil, normal, on_a: point, on_b: point, iterations, status }
    }

    /// The distance of the bodies, zero if they overlap, and a lower bound of it: zero unless at least half of it is proven.
    #[inline]
    fn bounds(&self) -> (V::Scalar, V::Scalar) {
        let nil = V::Scalar::NIL;
        let (distance, lower_bound) = ((self.upper - self.touch).max(nil), self.lower - self.touch);
        let is_apart = lower_bound > nil && lower_bound >= distance - lower_bound;
        let lower_bound = if is_apart { lower_bound } else { nil };
        (distance.max(lower_bound), lower_bound)
    }

    /// Is at least half of the distance proven, or is it not farther than is near enough?
    #[inline]
    pub fn tells(&self, near: V::Scalar) -> bool {
        let (distance, lower_bound) = self.bounds();
        lower_bound > V::Scalar::NIL || distance <= near
    }

    /// The distance of the bodies.
    #[inline]
    pub fn separation(&self) -> Separation<V> {
        let (distance, lower_bound) = self.bounds();
        let (on_a, on_b, normal) = self.witnesses(distance);
        let (iterations, status) = (0, Status::Converged);
        Separation { distance, lower_bound, normal, on_a, on_b, iterations, status }
    }

    /// The depth of bodies whose cores are apart.
    #[inline]
    fn penetration(&self) -> Penetration<V> {
        let depth = self.touch - self.upper;
        let (on_a, on_b, normal) = self.witnesses(-depth);
        let (lower_bound, upper_bound) = (depth, (self.touch - self.lower).max(depth));
        let (iterations, epa_iterations, status) = (0, 0, Status::Converged);
        Penetration { depth, lower_bound, upper_bound, normal, on_a, on_b, iterations, epa_iterations, status }
    }

    /// The witness points, `signed` apart, and the normal.
    #[inline]
    fn witnesses(&self, signed: V::Scalar) -> (V, V, V::UnitVector) {
        let on_a = self.placement.to_world(self.on_a.advance(self.margin_a, self.way));
        let normal = self.placement.unit_to_world(self.way);
        (on_a, on_a.advance(signed, normal), normal)
    }
}
