//! Motion without rotation: the gap along a normal shrinks at a constant rate. The first plane comes from a search
//! along the direction of the relative velocity, see [`portal`], or from a closed form, see [`table::entry_normal`].

use crate::body::hint::Hint;
use crate::body::support::Body;
use crate::kernel::difference::{CsoPoint, Difference as _};
use crate::kernel::portal::{self, SupportingPlane};
use crate::kernel::secant::Trail;
use crate::kernel::simplex::Simplex;
use crate::motion::path::{Entry, Path, SeparatingPlane, slack};
use crate::motion::velocity::RelativeVelocity;
use crate::number::rounding::{SLACK_STEPS, steps_at};
use crate::number::scalar::{Area as _, Scalar, over, saturating_difference, saturating_sum};
use crate::number::vector::{UnitOfVector, Vector, along, as_direction, displacement, unit_along};
use crate::pair::cso::Cso;
use crate::pair::place::{Placement, Relative, Translation};
use crate::pair::record::Record as _;
use crate::pair::result::{Impact, Status};
use crate::pair::warm::{CastMemory, Memory as _};
use crate::shortcut::table;

/// A placement of two bodies that move without rotation, in A's frame.
pub trait Slide<V: Vector>: Placement<V> {
    /// This placement with another displacement from A's origin to B's.
    fn shifted(self, apart: V) -> Self;
}

impl<V: Vector> Slide<V> for Relative<V> {
    fn shifted(self, translation: V) -> Self {
        Self { translation, ..self }
    }
}

impl<V: Vector> Slide<V> for Translation<V> {
    fn shifted(self, apart: V) -> Self {
        Self(apart)
    }
}

/// The path of B at a constant velocity relative to A, without rotation.
pub struct LinearPath<'b, A: ?Sized, B: ?Sized, P, V: Vector> {
    a: &'b A,
    b: &'b B,
    /// Where B is at time zero.
    start: P,
    drift: RelativeVelocity<V>,
    /// The distance of the cores at contact: the sum of the margins and the target.
    touch: V::Scalar,
    max_time: V::Scalar,
}

/// A point of A and a point of B at one time, and how far apart they are.
#[derive(Clone, Copy)]
struct Sight<V: Vector> {
    on_a: V,
    on_b: V,
    /// An upper bound of how much farther apart they are than the target.
    reach: V::Scalar,
    /// The rounding error of `reach`.
    slack: V::Scalar,
}

/// A plane through which B may enter A, and how it was found.
struct Portal<V: Vector> {
    plane: SupportingPlane<V>,
    /// Is a core curved? Then the search for the plane converges, but does not end at a facet.
    is_curved: bool,
    /// The displacement from A's origin to B's when the plane was found.
    begin: V,
    zoom: <V::Scalar as Scalar>::Zoom,
}

impl<V: Vector> Portal<V> {
    /// How far B has moved since the plane was found, at the scale of the portal.
    fn shift(&self, pair: &impl Slide<V>) -> V {
        displacement(self.begin, pair.origin()).zoom(self.zoom)
    }
}

impl<'b, A: Body<V> + ?Sized, B: Body<V> + ?Sized, V: Vector> LinearPath<'b, A, B, Relative<V>, V> {
    /// The path of bodies with this placement at time zero, and this velocity in the frame of the query.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn of(
        bodies: (&'b A, &'b B),
        placement: &impl Placement<V>,
        velocity: V,
        target: V::Scalar,
        max_time: V::Scalar,
    ) -> Self {
        let drift = RelativeVelocity::new(placement.rows_to_world(), velocity);
        Self::new(bodies, Relative::in_frame_of_a(placement), drift, target, max_time)
    }
}

impl<'b, A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Slide<V>, V: Vector> LinearPath<'b, A, B, P, V> {
    /// A path from time zero to `max_time`.
    pub fn new(
        (a, b): (&'b A, &'b B),
        start: P,
        drift: RelativeVelocity<V>,
        target: V::Scalar,
        max_time: V::Scalar,
    ) -> Self {
        let touch = saturating_sum(saturating_sum(a.margin(), b.margin()), target);
        Self { a, b, start, drift, touch, max_time }
    }

    /// The contact at a time, if the points that `look` gives for that time are within rounding of the target. If
    /// they are not within half of that, `look` is also asked for the time at which B has moved on by the distance
    /// that is left: if the points are near enough there, that time is the upper bound.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn contact(
        &self,
        time: V::Scalar,
        normal: V::UnitVector,
        look: impl Fn(V::Scalar) -> Option<Sight<V>>,
    ) -> Option<Impact<V>> {
        let sight = look(time)?;
        let Sight { on_a, on_b, reach, slack } = sight;
        if reach > slack {
            return None;
        }
        let is_near = |Sight { reach, slack, .. }: Sight<V>| saturating_sum(reach, reach) <= slack;
        let mut upper_bound = time;
        if !is_near(sight) {
            let later = saturating_sum(time, over(reach, -along(normal, self.drift.velocity))).min(self.max_time);
            upper_bound = if look(later).is_some_and(is_near) { later } else { time };
        }
        let (lower_bound, initially_overlapping, iterations, status) = (time, false, 1, Status::Converged);
        Some(Impact { time, lower_bound, upper_bound, initially_overlapping, normal, on_a, on_b, iterations, status })
    }

    /// The nearest points of both bodies at a time, among those that the corners of a portal span; `None` if one of
    /// these is out of range then, as that of a support function that lies may be.
    fn at_portal(&self, time: V::Scalar, portal: &Portal<V>) -> Option<Sight<V>> {
        let pair = self.pair(time);
        let shift = portal.shift(&pair);
        let moved = |&CsoPoint { w, on_a }: &CsoPoint<V>| {
            let w = displacement(shift, w);
            w.are_workable(on_a).then_some(CsoPoint { w, on_a })
        };
        let at = |point: V| self.slack(&pair, time, point.unzoom(portal.zoom));
        let near = at(portal.plane.point.on_a);
        // On a smooth surface the support point of the best plane converges to the contact.
        let last = moved(&portal.plane.point)?;
        let (found, slack) = if portal.is_curved && last.w.length() <= near.zoom(portal.zoom) {
            (last, near)
        } else {
            let mut simplex = Simplex::default();
            for corner in &portal.plane.corners {
                simplex.push(&moved(corner)?);
            }
            let found = simplex.nearest_within(near.zoom(portal.zoom), V::ZERO);
            (found, at(found.on_a))
        };
        let CsoPoint { w, on_a } = found;
        let [on_a, on_b] = [on_a, on_a - w].map(|point| point.unzoom(portal.zoom));
        Some(Sight { on_a, on_b, reach: w.length().unzoom(portal.zoom), slack })
    }

    /// The plane through which B enters A, or a contact there, if the pair has a closed form for it.
    fn closed_form(&self) -> Option<Entry<V>> {
        let Self { a, b, ref start, drift, touch, max_time } = *self;
        let (nil, unit_velocity) = (V::Scalar::NIL, unit_along(drift.velocity)?);
        let dir = table::entry_normal((a, b), start, unit_velocity, touch)?;
        let length = dir.length();
        if length == nil || a.margin() < nil || b.margin() < nil {
            return None;
        }
        let normal = dir.unit(length);
        let (last_a, first_b) = (a.support(dir), b.support(start.direction_to_b(-dir)));
        let gap = |pair: &P| saturating_difference(along(normal, displacement(last_a, pair.to_a(first_b))), touch);
        let pace = drift.pace(normal);
        let fall = |pair: &P, time, gap| {
            let (slack, rest) = (self.slack(pair, time, last_a), max_time - time);
            (gap > slack || time > nil).then(|| drift.fall(&pace, gap, slack, rest))
        };
        // Bodies in contact at the start are left to the distance query.
        let Some(time) = fall(start, nil, gap(start))? else { return Some(Entry::Never) };
        // A plane parallel to the velocity, within rounding, may prove a miss but gives no time of contact.
        if !pace.comes_through {
            return None;
        }
        // The rounding error of a gap grows with its size, so the plane is evaluated once more where it leads to.
        let near = self.pair(time);
        let Some(step) = fall(&near, time, gap(&near).max(nil))? else { return Some(Entry::Never) };
        let time = (time + step).min(max_time);
        let contact = self.contact(time, normal, |time| self.at_points(time, normal));
        Some(contact.map_or(Entry::Plane { time, normal }, Entry::Contact))
    }

    /// The nearest points of both bodies at a time, if there is a closed form for them. `normal` stands in for the
    /// direction between points that coincide.
    fn at_points(&self, time: V::Scalar, normal: V::UnitVector) -> Option<Sight<V>> {
        let (a, b, pair) = (self.a, self.b, self.pair(time));
        let (on_a, on_b) = table::nearest_points((a, b), &pair)?;
        let apart = displacement(on_a, on_b);
        let dir = apart.direction();
        let length = dir.length();
        let (distance, unit) =
            if dir == V::ZERO { (V::Scalar::NIL, normal) } else { (dir.dot(apart).per(length), dir.unit(length)) };
        let on_a = on_a.advance(a.margin(), unit);
        let margins = saturating_sum(a.margin(), b.margin());
        let on_b = on_a.advance(saturating_difference(distance, margins).max(V::Scalar::NIL), unit);
        let reach = saturating_difference(distance, self.touch);
        Some(Sight { on_a, on_b, reach, slack: self.slack(&pair, time, on_a) })
    }

    /// The plane through which B enters A, or a contact there, by a search along the direction of the relative
    /// velocity.
    #[inline(never)]
    fn portal(&self, tolerance: UnitOfVector<V>, warm: &mut CastMemory<V>) -> Option<Entry<V>> {
        let (a, b, nil) = (self.a, self.b, V::Scalar::NIL);
        // Bodies with margins meet before their cores do, and elsewhere. Invalid margins are left to the distance
        // query.
        if self.touch > nil || a.margin() != nil || b.margin() != nil {
            return None;
        }
        let unit_velocity = unit_along(self.drift.velocity)?;
        let ray = as_direction::<V>(unit_velocity);
        let apart = |pair: &P, time, normal, gap, slack| {
            self.advance(&SeparatingPlane { pair, normal, gap, slack, rest: self.max_time - time })
        };
        // While the bodies are far apart, a plane at right angles to the velocity is enough. The search starts from
        // the time at which it ends, so that numbers have the size of the bodies, not that of the displacement.
        let mut hints = (Hint::default(), Hint::default());
        let hind = a.support_from(-ray, &mut hints.0);
        let front_of_b = b.support_from(self.start.direction_to_b(ray), &mut hints.1);
        let front = self.start.to_a(front_of_b);
        let gap = along(unit_velocity, hind.blend([front], [-UnitOfVector::<V>::ONE]));
        let (slack, mut begin) = (self.slack(&self.start, nil, hind), nil);
        if gap > slack && hind.are_workable(front) {
            let Some(time) = apart(&self.start, nil, -unit_velocity, gap, slack) else { return Some(Entry::Never) };
            begin = time;
        }
        let (pair, mut memory) = (self.pair(begin), warm);
        let mut record = memory.record();
        let mut cso = Cso::new(a, b, &pair, None, nil, &mut record);
        cso.hints = hints;
        let is_curved = cso.is_curved();
        let mut last_against_ray = CsoPoint::default();
        cso.meet(&hind, &front_of_b, &mut last_against_ray).ok()?;
        let mut found;
        if !is_curved {
            found = portal::supporting_plane(&mut cso, ray, last_against_ray, UnitOfVector::<V>::NIL, None)?;
        } else {
            let mut trail = Trail::default();
            found = portal::supporting_plane(&mut cso, ray, last_against_ray, tolerance, Some(&mut trail))?;
            portal::refine(&mut cso, ray, &mut trail, &mut found);
        }
        let portal = Portal { plane: found, is_curved, begin: pair.origin(), zoom: cso.zoom() };
        let Portal { plane: SupportingPlane { axis, point, corners }, zoom, .. } = &portal;
        let (axis, zoom, length) = (*axis, *zoom, axis.length());
        let gap = (-axis.dot(point.w)).per(length).unzoom(zoom);
        // A gap within rounding at the start is a contact there.
        let slack = self.slack(&pair, begin, point.on_a.unzoom(zoom));
        if gap <= nil || (gap <= slack && begin == nil) {
            return None;
        }
        let normal = axis.unit(length);
        let Some(step) = apart(&pair, begin, normal, gap, slack) else {
            return (gap > slack).then_some(Entry::Never);
        };
        // A plane parallel to the velocity, within rounding, may prove a miss but gives no time of contact. The
        // distance query that follows begins with it.
        if !self.drift.pace(normal).comes_through {
            cso.record.keep(-axis, true, &[corners]);
            return None;
        }
        let time = (begin + step).min(self.max_time);
        let contact = |time| self.contact(time, normal, |time| self.at_portal(time, &portal));
        if !is_curved && let Some(contact) = contact(time) {
            return Some(Entry::Contact(contact));
        }
        // The rounding error of a gap grows with the displacement that is left, so the plane is evaluated once more
        // where it leads to.
        let near = self.pair(time);
        let gap = axis.dot(displacement(point.w, portal.shift(&near))).per(length).unzoom(zoom).max(nil);
        let slack = self.slack(&near, time, point.on_a.unzoom(zoom));
        let Some(step) = apart(&near, time, normal, gap, slack) else { return Some(Entry::Never) };
        let time = (time + step).min(self.max_time);
        if let Some(contact) = contact(time) {
            return Some(Entry::Contact(contact));
        }
        cso.record.keep(-axis, true, &[corners]);
        Some(Entry::Plane { time, normal })
    }
}

impl<A: Body<V> + ?Sized, B: Body<V> + ?Sized, P: Slide<V>, V: Vector> Path<V> for LinearPath<'_, A, B, P, V> {
    type A = A;
    type B = B;
    type Pair = P;

    fn bodies(&self) -> (&A, &B) {
        (self.a, self.b)
    }

    fn pair(&self, time: V::Scalar) -> P {
        self.start.shifted(self.drift.after(self.start.origin(), time))
    }

    fn placement(pair: &P) -> &impl Placement<V> {
        pair
    }

    /// A time, at most `max_time`, at which B has left A behind: its rear end is then farther along the velocity than
    /// the front end of A, by the margins and the target. Later times need no test, and no number leaves its range.
    fn end(&self) -> V::Scalar {
        let Self { a, b, start, drift, touch, max_time } = *self;
        let Some(unit_velocity) = unit_along(drift.velocity) else { return max_time };
        let dir = as_direction::<V>(unit_velocity);
        let (front, hind) = (a.support(dir), start.to_a(b.support(start.direction_to_b(-dir))));
        let reach = along(unit_velocity, front.blend([hind], [-UnitOfVector::<V>::ONE]));
        let reach = saturating_sum(reach, touch);
        let size = front.max_abs().max(hind.max_abs()).max(reach);
        let reach = saturating_sum(reach, steps_at(SLACK_STEPS, size));
        let (nil, speed, step) = (V::Scalar::NIL, along(unit_velocity, drift.velocity), V::Scalar::STEP);
        let end = if V::Scalar::IS_FLOAT {
            over(reach, speed)
        } else {
            // In fixed point a velocity has few digits, and its rounding error counts for the whole time.
            let least = saturating_difference(speed, drift.rounding());
            if least > nil { saturating_sum(over(reach, least), step) } else { max_time }
        };
        // Bad support points may make this NaN, which fails the comparison.
        if end < max_time { end.max(nil) } else { max_time }
    }

    fn speed(&self) -> V::Scalar {
        self.drift.velocity.max_abs()
    }

    fn slack(&self, pair: &P, time: V::Scalar, point: V) -> V::Scalar {
        slack(pair.origin(), time, point, self.speed(), self.touch)
    }

    fn closing(&self, _: &P, found: &Impact<V>) -> V::Scalar {
        -along(found.normal, self.drift.velocity)
    }

    fn entry(&self, tolerance: UnitOfVector<V>, warm: &mut CastMemory<V>) -> Option<Entry<V>> {
        if table::has_entry(self.a, self.b) { self.closed_form() } else { self.portal(tolerance, warm) }
    }

    fn advance(&self, front: &SeparatingPlane<'_, P, V>) -> Option<V::Scalar> {
        self.drift.fall(&self.drift.pace(front.normal), front.gap, front.slack, front.rest)
    }
}
