//! Where a ray meets balls, capsules and segments.

use crate::number::scalar::{Area, Scalar, product};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement, moved};
use crate::shortcut::ray::flight::{Flight, Passage, are_squares_moderate, inverse, slack_of};
use crate::shortcut::ray::line::{Met, Missed, NearestToLine, RayLine};
use crate::shortcut::segments::Segments;

impl<V: Vector> RayLine<V> {
    /// Meets a ball.
    #[inline(always)]
    pub fn meets_ball(&self, center: V, touch: V::Scalar) -> Met<V> {
        let (nil, from) = (V::Scalar::NIL, displacement(center, self.start));
        let size = self.start.max_abs().max(center.max_abs()).max(touch);
        if !are_squares_moderate::<V>(size, self.velocity.max_abs()) {
            return Err(Missed::Unknown);
        }
        let flight = Flight::new(from, self.velocity);
        match flight.passage(nil, size, touch) {
            Passage::By(_) => Err(Missed::Never),
            Passage::In(time) => {
                let time = self.within(time);
                self.met_at((time, flight.at(time)), None, (size, touch))
            }
            Passage::Along => Err(Missed::Unknown),
        }
    }

    /// Meets a capsule.
    #[inline(always)]
    pub fn meets_capsule(&self, (a, b): (V, V), touch: V::Scalar) -> Met<V> {
        let (nil, one, zero) = (V::Scalar::NIL, V::Scalar::ONE, AreaOfVector::<V>::ZERO);
        let (velocity, edge, from) = (self.velocity, displacement(a, b), displacement(a, self.start));
        let (speed, reach) = (velocity.max_abs(), edge.max_abs());
        let size = from.max_abs().max(a.max_abs()).max(reach).max(touch);
        if !are_squares_moderate::<V>(size, speed) {
            return Err(Missed::Unknown);
        }
        // Positions along the axis as multiples of the edge; an edge that is lost in rounding has no length.
        let per_edge = if reach > slack_of::<V>(size) { inverse::<V>(edge.dot(edge)) } else { UnitOfVector::<V>::NIL };
        let of_edge = |vector: V| edge.dot(vector).scaled(per_edge).over_one();
        let (slope, level) = (of_edge(velocity), of_edge(from));
        let (across, radial) = (moved(velocity, edge, -slope), moved(from, edge, -level));
        // A line along the axis enters the cylinder where it starts, or not at all.
        let (beside, level_speed) = (Flight::new(radial, across), slack_of::<V>(speed + speed));
        let is_level = beside.square <= level_speed.times(level_speed);
        let beside = if is_level {
            Flight { square: one.times(one), moment: radial.dot(radial), per_square: UnitOfVector::<V>::NIL, ..beside }
        } else {
            beside
        };
        let time = match beside.passage(speed, size, touch) {
            Passage::By(_) => return Err(Missed::Never),
            Passage::Along => return Err(Missed::Unknown),
            Passage::In(time) => time,
        };
        let where_in = level + product(slope, time);
        let (is_below, is_above) = (where_in < nil, where_in > one);
        let (flight, comes_in) = if is_below || is_above {
            let (end, inward) = (a.select(is_above, b), edge.select(is_above, -edge));
            let flight = Flight::new(displacement(end, self.start), velocity);
            match flight.passage(nil, size, touch) {
                Passage::By(next) if flight.at(next).dot(inward) <= zero => return Err(Missed::Never),
                Passage::By(_) | Passage::Along => return Err(Missed::Unknown),
                Passage::In(time) => (flight, time),
            }
        } else {
            (beside, time)
        };
        let time = self.within(comes_in);
        // The nearest point of the segment at that time is usually the assumed one, as far as it matters.
        let level = level + product(slope, time);
        let nearest = level.max(nil).min(one);
        let thought = if is_below {
            nil
        } else if is_above {
            one
        } else {
            level
        };
        let is_thought = time == comes_in && product(reach, (nearest - thought).abs()) <= slack_of::<V>(size);
        let apart = if is_thought { flight.at(time) } else { moved(moved(from, velocity, time), edge, -nearest) };
        // The rounding error along the side is small beside the edge, but need not be so beside a thin capsule.
        let apart = if is_below || is_above || !is_thought { apart } else { moved(apart, edge, -of_edge(apart)) };
        self.met_at((time, apart), None, (size, touch))
    }

    /// Meets a segment with the moving one, which starts where the line does: the time, the normal, and the point of
    /// the segment at rest.
    #[inline(always)]
    pub fn meets_segment(
        &self,
        segments: &Segments<V>,
        touch: V::Scalar,
    ) -> Result<(V::Scalar, V::UnitVector, V), Missed> {
        let half = UnitOfVector::<V>::HALF;
        let Segments { a, d, p, e } = *segments;
        let (size, speed) = (segments.size().max(touch), self.velocity.max_abs());
        if !are_squares_moderate::<V>(size, speed) {
            return Err(Missed::Unknown);
        }
        let r = displacement(a, p);
        // Begins at the time when the middles are nearest to each other.
        let middles = r.blend([d, e], [-half, half]);
        let first = -middles.dot(self.velocity).scaled(inverse::<V>(self.velocity.dot(self.velocity))).over_one();
        let is_inside = |share: UnitOfVector<V>| share > UnitOfVector::<V>::NIL && share < UnitOfVector::<V>::ONE;
        let part = |vector: V, edge: V| edge.dot(vector).ratio(edge.dot(edge));
        let across = |vector: V, edge: V| vector.blend([edge], [-part(vector, edge)]);
        self.leaving_at(size, speed).approach(first, (size, touch), |time| {
            let then = Segments { p: moved(p, self.velocity, time), ..*segments };
            let (s, t) = then.nearest_shares(size);
            let (on_a, on_b) = then.at((s, t));
            // The displacement is at right angles to a segment, unless it leaves it at an end. Rounding of the shares
            // tilts it, and the other ends of thin segments are far away.
            let seen = |vector: V| match (is_inside(s), is_inside(t)) {
                (false, false) => vector,
                (true, false) => across(vector, d),
                (false, true) => across(vector, e),
                (true, true) => {
                    let normal = d.across(e);
                    V::ZERO.blend([normal], [part(vector, normal)])
                }
            };
            let found = displacement(on_a, on_b);
            let (apart, pace) = (seen(found), seen(self.velocity));
            let reach = Segments::reach(apart, displacement(a, then.p), d, e);
            NearestToLine { apart, pace, reach, found, note: on_a }
        })
    }
}
