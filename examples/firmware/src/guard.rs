//! The part that a controller runs: is the arm proven to be far enough from everything?
//!
//! Three settings of a [`Query`] keep its time within a budget: a limit, beyond which the distance does not matter; a
//! first direction from the last tick, which usually proves enough without a round; and a cap on the rounds.

use crate::robot::{self, Body, Joints, LINKS, Number, OBSTACLES};
use core::cmp::Ordering;
use gjk::{Error, Pose3, Query, Scalar, Separation, Status, Vec3};

/// Nearer than this the arm stops. It has to be more than arm and obstacles cover in a tick and while braking.
const STOP_MM: i16 = 20;
/// Nearer than this the arm is slow. Distances beyond it need no more precision.
const SLOW_MM: i16 = 100;
pub const PAIRS: usize = LINKS.len() * OBSTACLES.len();

/// The speed of the arm, in steps of its path per tick.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Speed {
    Stop = 0,
    Slow = 1,
    Full = 4,
}

impl Speed {
    /// The speed that a proven distance allows. The estimate `distance` proves nothing.
    pub fn at<S: Number>(lower_bound: S) -> Self {
        match lower_bound {
            bound if bound < STOP_MM.into() => Self::Stop,
            bound if bound < SLOW_MM.into() => Self::Slow,
            _ => Self::Full,
        }
    }
}

/// A link, an obstacle, and the findings of the last tick about them.
#[derive(Clone, Copy)]
pub struct Pair<S: Scalar> {
    pub link: usize,
    pub obstacle: usize,
    pub lower_bound: S,
    direction: Option<Vec3<S>>,
}

impl<S: Number> Pair<S> {
    pub fn all() -> [Self; PAIRS] {
        core::array::from_fn(|number| Self {
            link: number / OBSTACLES.len(),
            obstacle: number % OBSTACLES.len(),
            lower_bound: S::NIL,
            direction: None,
        })
    }

    /// Queries the distance of the two, in at most `rounds` rounds.
    fn distance(&mut self, scene: &Scene<'_, S>, rounds: u32) -> Result<Separation<Vec3<S>>, Error> {
        let [link, obstacle] = scene.pair(self);
        let query = Query::new()
            .poses(link.1, obstacle.1) // bodies stay in their own frames, so no digits are lost
            .limit(SLOW_MM.into())? // beyond it the search may end early
            .max_iterations(rounds);
        // Little has moved since the last tick, so its direction is the best first guess.
        let mut query = match self.direction {
            Some(direction) => query.direction(direction)?,
            None => query,
        };
        let gap = query.distance(link.0, obstacle.0);
        self.lower_bound = gap.lower_bound;
        // Where rounds ran out, the search goes on from the displacement between the witness points. Otherwise the
        // normal is the direction that proves the bound.
        let way = gap.on_b - gap.on_a;
        self.direction = Some(match gap.status {
            Status::IterationLimit if way != Vec3::ZERO => way,
            // A direction may have any length; 1024 leaves fixed point enough digits.
            _ => gap.normal.map(|component| S::blend(S::NIL, [1024.into()], [component])),
        });
        Ok(gap)
    }
}

/// All bodies and their poses in one tick.
pub struct Scene<'b, S: Scalar> {
    pub links: [Body<'b, S>; LINKS.len()],
    pub obstacles: [Body<'b, S>; OBSTACLES.len()],
    pub link_poses: [Pose3<S>; LINKS.len()],
    pub obstacle_poses: [Pose3<S>; OBSTACLES.len()],
}

impl<'b, S: Scalar> Scene<'b, S> {
    pub fn pair(&self, pair: &Pair<S>) -> [(Body<'b, S>, Pose3<S>); 2] {
        let Pair { link, obstacle, .. } = *pair;
        [(self.links[link], self.link_poses[link]), (self.obstacles[obstacle], self.obstacle_poses[obstacle])]
    }
}

/// The findings of a tick: the least distance of all pairs lies between `lower_bound` and `distance`.
pub struct Verdict<S> {
    pub lower_bound: S,
    pub distance: S,
    pub rounds: u32,
    /// Did a query end because the rounds were used up?
    pub is_cut_off: bool,
}

/// The whole check of a tick: the poses of the links, and the distance of every pair.
///
/// All pairs share the rounds, and the pairs that were nearest in the last tick go first. A pair for which no rounds
/// are left still gets the bound of its first support points. As the pair closes in, that bound falls, so that the pair
/// goes first in a later tick.
#[inline(never)]
pub fn check<S: Number>(
    scene: &mut Scene<'_, S>,
    pairs: &mut [Pair<S>; PAIRS],
    joints: Joints,
    rounds: u32,
) -> Result<Verdict<S>, Error> {
    scene.link_poses = robot::forward(joints)?;
    pairs.sort_unstable_by(|a, b| a.lower_bound.partial_cmp(&b.lower_bound).unwrap_or(Ordering::Equal));
    let mut verdict = Verdict { lower_bound: S::MAX, distance: S::MAX, rounds: 0, is_cut_off: false };
    for pair in pairs {
        let gap = pair.distance(scene, rounds - verdict.rounds)?;
        verdict.rounds += gap.iterations;
        verdict.is_cut_off |= gap.status == Status::IterationLimit;
        verdict.lower_bound = least(verdict.lower_bound, gap.lower_bound);
        verdict.distance = least(verdict.distance, gap.distance);
    }
    Ok(verdict)
}

pub fn least<S: Scalar>(a: S, b: S) -> S {
    if b < a { b } else { a }
}
