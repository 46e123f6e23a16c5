//! The part that a controller runs: is the arm far enough from everything, by what is proven?
//!
//! Three settings of a [`Query`] keep its time within a budget: a limit, beyond which nobody cares; a first direction
//! from the last tick, which mostly proves enough at once; a cap on the rounds for what is left.

use crate::robot::{self, Body, Joints, LINKS, Number, OBSTACLES};
use core::cmp::Ordering;
use gjk::{Error, Pose3, Query, Scalar, Separation, Status, Vec3};

/// Nearer than this the arm stops. It has to be more than arm and obstacles cover in a tick and while braking.
const STOP_MM: i16 = 20;
/// Nearer than this it is slow. What is farther away need not be known better.
const SLOW_MM: i16 = 100;
pub const PAIRS: usize = LINKS.len() * OBSTACLES.len();

/// How fast the arm moves on, in steps of its path a tick.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub enum Speed {
    Stop = 0,
    Slow = 1,
    Full = 4,
}

impl Speed {
    /// The decision: by what is proven, never by the estimate `distance`.
    pub fn at<S: Number>(lower_bound: S) -> Self {
        match lower_bound {
            bound if bound < STOP_MM.into() => Self::Stop,
            bound if bound < SLOW_MM.into() => Self::Slow,
            _ => Self::Full,
        }
    }
}

/// A link, an obstacle, and what the last tick knew of them.
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

    /// Asks how near the two are, in so many rounds at most.
    fn distance(&mut self, scene: &Scene<'_, S>, rounds: u32) -> Result<Separation<Vec3<S>>, Error> {
        let [link, obstacle] = scene.pair(self);
        let query = Query::new()
            .poses(link.1, obstacle.1) // rather than moved bodies: no digits are lost
            .limit(SLOW_MM.into())? // farther apart is good enough, and mostly proven at once
            .max_iterations(rounds);
        // Since the last tick little has moved: what it found is the best first guess, and mostly proves enough.
        let mut query = match self.direction {
            Some(direction) => query.direction(direction)?,
            None => query,
        };
        let gap = query.distance(link.0, obstacle.0);
        self.lower_bound = gap.lower_bound;
        // Where rounds ran out, the way between the witness points leads on; else the normal is what proves the bound.
        let way = gap.on_b - gap.on_a;
        self.direction = Some(match gap.status {
            Status::IterationLimit if way != Vec3::ZERO => way,
            // A direction has any length; this one leaves fixed point enough digits.
            _ => gap.normal.map(|component| S::blend(S::NIL, [1024.into()], [component])),
        });
        Ok(gap)
    }
}

/// Where everything is in one tick.
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

/// What a tick found: the least distance of all pairs lies between `lower_bound` and `distance`.
pub struct Verdict<S> {
    pub lower_bound: S,
    pub distance: S,
    pub rounds: u32,
    /// Did a query end because the rounds were used up?
    pub is_cut_off: bool,
}

/// The whole check of a tick: where the links are, and how near every pair is.
///
/// The rounds are one pool for all pairs, and those that were nearest go first. A pair that finds the pool empty still
/// gets the bound of its first support points. As it closes in that bound falls, and puts it in front in a later tick.
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
