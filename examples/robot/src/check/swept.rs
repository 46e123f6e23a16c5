//! A check of the whole segment between two configurations: without samples, there is nothing between them to miss.
//!
//! The variables move linearly from one configuration to the other, while the *share* of the segment goes from 0 to 1;
//! the links move along curves. The method is conservative advancement: the proven distance of a pair, over the highest
//! speed at which the pair can approach, is a step that is proven free; at its end the pair is queried again. The next
//! pair is always one with the smallest proven share. So the first pair that cannot be proven free any further ends the
//! check, and all other pairs are proven free up to there.
//!
//! # The speed
//!
//! Let d be the distance of two bodies, n the unit vector between their nearest points, and p one of these. A joint
//! between them that turns at the rate w about an axis u through a point o changes d at the rate
//!
//! ```text
//! w n·(u × (p − o))    at most |w| |p − o|
//! ```
//!
//! The rate is the same for both nearest points, which differ along n, so the smaller of the two |p − o| counts. Each
//! is at most the length of the chain from o to the far end of its body: the sum of the distances between neighbouring
//! joints, of the farthest that joints between them slide out, and of the size of the body's sphere. No turn of a joint
//! changes these. A joint that slides changes d at most by its own rate. The sum over all joints between the bodies is
//! the speed.

use super::{Body, BodyPair, Checker, SLACK, Scratch};
use crate::model::Joint;
use crate::real::Real;
use crate::refusal::Refusal;
use gjk::{Query, Separation, Vec3};

/// The shortest step, as a share of the segment. It bounds the number of queries, and the distance at which a pair is
/// given up: the speed times this.
pub const FLOOR: f64 = 1.0 / 65_536.0;

/// A factor of more than all rounding of a speed.
const ROUNDED_UP: f64 = 1.0 + 1e-12;

/// The result of a check of a segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The end of the proof; `None` if the whole segment is proven free of collision.
    pub end: Option<End>,
    /// The number of queries, each about a pair of bodies.
    pub queries: usize,
}

/// The end of a proof: all pairs of links are proven apart before this share of the segment, one of them not beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    pub share: f64,
    /// An index into [`Checker::link_pairs`].
    pub pair: usize,
    /// The distance of that pair, at most; zero in contact.
    pub distance: f64,
}

/// The progress of a pair of bodies.
struct Advance {
    number: usize,
    /// The most that the distance can change over the whole segment.
    speed: f64,
    /// The most that rounding can take from the distance.
    slack: f64,
    /// The pair is proven free up to this share.
    share: f64,
}

impl<S: Real> Checker<'_, S> {
    /// Checks the segment from one configuration to another, both included.
    pub fn sweep(&self, from: &[f64], to: &[f64], scratch: &mut Scratch<S>) -> Result<Sweep, Refusal> {
        self.start(scratch);
        self.place(from, scratch)?;
        let (rounding, length) = self.rounding(from, to);
        let advance = |(number, pair): (usize, &BodyPair)| {
            let reach = |body: &Body<'_, S>| (body.origin * body.center).length() + body.radius;
            let slack = rounding * (length + reach(&self.bodies[pair.a]) + reach(&self.bodies[pair.b]));
            let speed = self.speed(pair, from, to);
            // A pair whose spheres are too far apart to meet within the segment needs no query.
            let can_meet = self.sphere_gap(pair, &scratch.centers) <= speed + slack;
            can_meet.then_some(Advance { number, speed, slack, share: 0.0 })
        };
        let mut pairs: Vec<Advance> = self.body_pairs.iter().enumerate().filter_map(advance).collect();
        let (mut placed, mut queries) = (0.0, 0);
        while let Some(pair) = next(&mut pairs) {
            if pair.share != placed {
                placed = pair.share;
                let values: Vec<f64> = from.iter().zip(to).map(|(from, to)| from + (to - from) * placed).collect();
                self.place(&values, scratch)?;
            }
            let left = 1.0 - pair.share;
            let gap = self.gap(pair.number, pair.speed * left + pair.slack, scratch)?;
            queries += 1;
            let step = (gap.lower_bound.to_f64() - pair.slack) / pair.speed;
            // NaN where the pair neither moves nor is apart.
            if step.is_nan() || step < FLOOR.min(left) {
                let link_pair = self.body_pairs[pair.number].link_pair;
                let end = End { share: pair.share, pair: link_pair, distance: gap.distance.to_f64() };
                return Ok(Sweep { end: Some(end), queries });
            }
            pair.share += step;
        }
        Ok(Sweep { end: None, queries })
    }

    /// The distance of a pair of bodies, or a lower bound of it that is at least `enough`.
    fn gap(&self, number: usize, enough: f64, scratch: &mut Scratch<S>) -> Result<Separation<Vec3<S>>, Refusal> {
        let Scratch { poses, warm, .. } = scratch;
        let BodyPair { a, b, .. } = self.body_pairs[number];
        let query = Query::new().poses(poses[a], poses[b]).limit(S::from_f64(enough));
        let query = query.map_err(|error| Refusal::new(error.to_string()))?;
        Ok(query.warm_start(&mut warm[number]).distance(&*self.bodies[a].shape, &*self.bodies[b].shape))
    }

    /// The highest rate at which the distance of two bodies can change, with the whole segment as the unit of time.
    fn speed(&self, pair: &BodyPair, from: &[f64], to: &[f64]) -> f64 {
        let (a, b) = (&self.bodies[pair.a], &self.bodies[pair.b]);
        // The length of the chain from the far end of a to the current joint, and its end in the frame of the current
        // link. For each joint that turns, `turns` keeps the rate and the length up to it.
        let (mut length, mut point) = (a.radius, a.origin * a.center);
        let (mut speed, mut turns) = (0.0, Vec::new());
        for crossing in &self.ways[pair.link_pair] {
            let joint = &self.robot.joints[crossing.joint];
            // In the frame of a link its own joint is at the origin, one that it carries at that joint's.
            let place_in = |link| if link == joint.child { Vec3::splat(0.0) } else { joint.origin.position() };
            length += point.distance(place_in(crossing.from));
            point = place_in(crossing.to);
            let rate = (joint.value(to) - joint.value(from)).abs();
            if joint.turns() {
                turns.push((rate, length));
            } else {
                speed += rate;
                length += most(joint, from, to);
            }
        }
        length += point.distance(b.origin * b.center) + b.radius;
        speed += turns.iter().map(|(rate, before)| rate * before.min(length - before)).sum::<f64>();
        speed * ROUNDED_UP
    }

    /// The most that rounding can take from the distance of a pair for each metre of its size, by the scalar and by the
    /// angles, and the length of all chains together.
    fn rounding(&self, from: &[f64], to: &[f64]) -> (f64, f64) {
        let (mut length, mut angle) = (0.0, 0.0);
        for joint in &self.robot.joints {
            length += joint.origin.position().length();
            *(if joint.turns() { &mut angle } else { &mut length }) += most(joint, from, to);
        }
        (SLACK * (S::EPSILON + f64::EPSILON * angle), length)
    }
}

/// The pair with the smallest proven share; `None` if all are proven free over the whole segment.
fn next(pairs: &mut [Advance]) -> Option<&mut Advance> {
    pairs.iter_mut().min_by(|a, b| a.share.total_cmp(&b.share)).filter(|pair| pair.share < 1.0)
}

/// The largest absolute value of a joint between two configurations, which it has at one of them.
fn most(joint: &Joint, from: &[f64], to: &[f64]) -> f64 {
    joint.value(from).abs().max(joint.value(to).abs())
}
