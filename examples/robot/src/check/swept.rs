//! A check of all that lies between two configurations: nothing slips through between samples.
//!
//! The variables move linearly from one configuration to the other, and a *share* of the way counts from 0 to 1. The
//! links move along curves meanwhile. The method is conservative advancement: at a share the proven distance of a pair,
//! over the speed at which the pair can approach at most, is a step that is proven free; at its end the pair is asked
//! again. All pairs take turns, that which is proven free for the shortest way first. So the first pair that cannot be
//! proven free any further ends the check, and all other pairs are proven free up to there.
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
//! It is the same for both nearest points, which differ along n: the shorter of the two ways |p − o| counts. That in
//! turn is at most the length of the chain from o to the far end of the body: the sum of the distances between
//! neighbouring joints, of the most that joints on the way slide out, and of the body's sphere. No turn of a joint
//! changes these. A joint that slides changes d by its own rate at most. The sum over all joints between the bodies is
//! the speed.

use super::{Body, BodyPair, Checker, SLACK, Scratch};
use crate::model::Joint;
use crate::real::Real;
use crate::refusal::Refusal;
use gjk::{Query, Separation, Vec3};

/// The shortest step, as a share of the way between two configurations. It bounds the number of queries, and how far
/// from contact a pair is given up: by the speed times this.
pub const FLOOR: f64 = 1.0 / 65_536.0;

/// More than all rounding of a speed, relative to it.
const ROUNDED_UP: f64 = 1.0 + 1e-12;

/// What was found between two configurations.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Where the proof ends; none if all the way is proven free of collision.
    pub end: Option<End>,
    /// Queries of pairs of bodies.
    pub queries: usize,
}

/// All pairs of links are proven apart before this share of the way, and one of them not beyond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    pub share: f64,
    /// An index into [`Checker::link_pairs`].
    pub pair: usize,
    /// The distance of that pair, at most; zero in contact.
    pub distance: f64,
}

/// How far a pair of bodies has come.
struct Advance {
    number: usize,
    /// The distance changes by no more for all of the way.
    speed: f64,
    /// What rounding can take from it.
    slack: f64,
    /// It is proven free up to this share.
    share: f64,
}

impl<S: Real> Checker<'_, S> {
    /// Checks the linear way from one configuration to another, both included.
    pub fn sweep(&self, from: &[f64], to: &[f64], scratch: &mut Scratch<S>) -> Result<Sweep, Refusal> {
        self.start(scratch);
        self.place(from, scratch)?;
        let (rounding, length) = self.rounding(from, to);
        let advance = |(number, pair): (usize, &BodyPair)| {
            let reach = |body: &Body<'_, S>| (body.origin * body.center).length() + body.radius;
            let slack = rounding * (length + reach(&self.bodies[pair.a]) + reach(&self.bodies[pair.b]));
            let speed = self.speed(pair, from, to);
            // Spheres so far apart that they cannot meet on the way need no more.
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
            // Not a number where the pair neither moves nor is apart.
            if step.is_nan() || step < FLOOR.min(left) {
                let link_pair = self.body_pairs[pair.number].link_pair;
                let end = End { share: pair.share, pair: link_pair, distance: gap.distance.to_f64() };
                return Ok(Sweep { end: Some(end), queries });
            }
            pair.share += step;
        }
        Ok(Sweep { end: None, queries })
    }

    /// The distance of a pair of bodies; beyond `enough` a lower bound will do.
    fn gap(&self, number: usize, enough: f64, scratch: &mut Scratch<S>) -> Result<Separation<Vec3<S>>, Refusal> {
        let Scratch { poses, warm, .. } = scratch;
        let BodyPair { a, b, .. } = self.body_pairs[number];
        let query = Query::new().poses(poses[a], poses[b]).limit(S::from_f64(enough));
        let query = query.map_err(|error| Refusal::new(error.to_string()))?;
        Ok(query.warm_start(&mut warm[number]).distance(&*self.bodies[a].shape, &*self.bodies[b].shape))
    }

    /// How fast the distance of two bodies can change at most, for the whole way as a unit of time.
    fn speed(&self, pair: &BodyPair, from: &[f64], to: &[f64]) -> f64 {
        let (a, b) = (&self.bodies[pair.a], &self.bodies[pair.b]);
        // The length of the chain from the far end of a to where it has come; turning joints, with the length up to
        // them.
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

    /// What rounding can take from the distance of a pair for each metre of its size, and the length of all chains
    /// together: that of the scalar, and that of the angles.
    fn rounding(&self, from: &[f64], to: &[f64]) -> (f64, f64) {
        let (mut length, mut angle) = (0.0, 0.0);
        for joint in &self.robot.joints {
            length += joint.origin.position().length();
            *(if joint.turns() { &mut angle } else { &mut length }) += most(joint, from, to);
        }
        (SLACK * (S::EPSILON + f64::EPSILON * angle), length)
    }
}

/// The pair that is proven free for the shortest way; none if all are proven free for all of it.
fn next(pairs: &mut [Advance]) -> Option<&mut Advance> {
    pairs.iter_mut().min_by(|a, b| a.share.total_cmp(&b.share)).filter(|pair| pair.share < 1.0)
}

/// The largest absolute value of a joint between two configurations: at one of them.
fn most(joint: &Joint, from: &[f64], to: &[f64]) -> f64 {
    joint.value(from).abs().max(joint.value(to).abs())
}
