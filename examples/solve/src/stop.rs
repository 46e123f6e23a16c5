//! The path of a cast: where the bodies are, and how far apart, at the times until which it is proven free.

use crate::answer::{Measured, Placed, Unwatched, proximity, with_bodies};
use crate::case::{Angular, Case, Question};
use crate::refusal::Refusal;
use crate::report::{Digits, counted, tuple};
use crate::space::{self, Space};
use crate::trace::DIGITS;
use gjk::{Motion, Query, Vec2, Vec3};
use std::fmt;

/// The bodies of a cast at the time until which they are proven apart.
#[derive(Clone, Debug)]
pub struct Stop {
    /// How many poses after the first prove that.
    pub poses: usize,
    pub time: f64,
    pub measured: Measured,
    positions: [Vec<f64>; 2],
    /// The angular velocities of the bodies.
    turns: [Option<Angular>; 2],
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { poses, time, measured, .. } = self;
        writeln!(
            f,
            "after {}: proven apart until time {}, when the distance is {}, normal {}",
            counted(*poses, "pose"),
            Digits(*time, DIGITS),
            Digits(measured.signed_distance, DIGITS),
            tuple(&measured.normal, DIGITS),
        )?;
        let body = |body: usize| {
            let (rate, axis) = match &self.turns[body] {
                Some(Angular::Planar(rate)) => (*rate, String::new()),
                Some(Angular::Spatial(rates)) => {
                    let rate = rates.iter().fold(0.0, |rate: f64, x| rate.hypot(*x));
                    (rate, format!(" about {}", tuple(rates, DIGITS)))
                }
                None => (0.0, String::new()),
            };
            let turned =
                if rate == 0.0 { String::new() } else { format!(" turned by {}{axis}", Digits(rate * time, DIGITS)) };
            tuple(&self.positions[body], DIGITS) + &turned
        };
        writeln!(f, "     A at {}, B at {}", body(0), body(1))
    }
}

/// The stops of a cast, from their times.
pub fn stops(case: &Case, times: &[f64]) -> Result<Vec<Stop>, Refusal> {
    if case.is_spatial { stops_in::<Vec3<f64>>(case, times) } else { stops_in::<Vec2<f64>>(case, times) }
}

fn stops_in<V: Space<Scalar = f64>>(case: &Case, times: &[f64]) -> Result<Vec<Stop>, Refusal> {
    let turns = match &case.question {
        Question::TimeOfImpact { motion_a, motion_b, .. } => [motion_a, motion_b].map(|motion| motion.angular.clone()),
        _ => [None, None],
    };
    with_bodies::<V, _>(case, |bodies| {
        let stop = |(poses, &time): (usize, &f64)| {
            let [(a, pose_a), (b, pose_b)] = later(case, &bodies, time)?;
            let query: Unwatched<V> = Query::new().observer(None).poses(pose_a, pose_b);
            let measured = proximity(query, (a, b), 64);
            let positions = [pose_a, pose_b].map(|pose| pose.position().components());
            Ok(Stop { poses, time, measured, positions, turns: turns.clone() })
        };
        times.iter().enumerate().map(stop).collect()
    })?
}

/// The bodies of a cast at a time.
pub fn later<'b, V: Space<Scalar = f64>>(
    case: &Case,
    [a, b]: &[Placed<'b, V>; 2],
    time: f64,
) -> Result<[Placed<'b, V>; 2], Refusal> {
    let (motion_a, motion_b) = match &case.question {
        Question::Proximity => (Motion::still(), Motion::still()),
        Question::RayCast { direction: velocity, .. } | Question::ShapeCast { velocity, .. } => {
            (Motion::still(), Motion::linear(space::vector(velocity)?)?)
        }
        Question::TimeOfImpact { motion_a, motion_b, .. } => (space::motion(motion_a)?, space::motion(motion_b)?),
    };
    Ok([(a.0, motion_a.pose_after(a.1, time)?), (b.0, motion_b.pose_after(b.1, time)?)])
}
