//! The check of all that lies between two configurations: against closed forms, times of impact and dense sampling.

mod common;

use common::{arm, robot, shared};
use gjk::{Cuboid, Cylinder, Motion as Velocity, Pose, Query, vec3};
use robot::check::swept::{End, FLOOR, Sweep};
use robot::check::{Checker, Hulls, Scratch};
use robot::model::{LinkPair, Robot};
use robot::motion::Motion;
use robot::real::Real;
use std::f64::consts::{FRAC_PI_2, PI};

fn sweep(robot: &Robot, from: &[f64], to: &[f64]) -> Sweep {
    let hulls = Hulls::<f64>::new(robot);
    let checker = Checker::new(robot, &hulls, &[], false).unwrap();
    let mut scratch = Scratch::default();
    // Nothing to be seen at both ends.
    for values in [from, to] {
        assert!(checker.check(values, &mut scratch).unwrap().colliding.is_empty());
    }
    checker.sweep(from, to, &mut scratch).unwrap()
}

/// The proof ends at a share, or as little before as a pair of that speed is given up.
fn assert_ends_at(sweep: &Sweep, share: f64, speed: f64, closing: f64) {
    let end = sweep.end.expect("they meet");
    let early = speed / closing * FLOOR;
    assert!((share - early..=share).contains(&end.share), "{end:?}, not {share}, at most {early} before");
    assert!(end.distance <= speed * FLOOR * 1.01, "{end:?}");
}

/// Balls of 0.1 and 0.2 m on crossing rails; a small one between them on the tree is out of the way.
const RAILS: &str = r#"<robot name="rails">
  <link name="middle"><collision>
    <origin xyz="0 50 0"/><geometry><sphere radius="0.01"/></geometry>
  </collision></link>
  <link name="small"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="large"><collision><geometry><sphere radius="0.2"/></geometry></collision></link>
  <joint name="x" type="prismatic"><parent link="middle"/><child link="small"/>
    <axis xyz="1 0 0"/><limit lower="-2" upper="2" effort="0" velocity="0"/></joint>
  <joint name="y" type="prismatic"><parent link="middle"/><child link="large"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="0" velocity="0"/></joint>
</robot>"#;

#[test]
fn balls_that_pass_through_each_other_are_found() {
    let rails = robot("swept_rails.urdf", RAILS);
    // One stands in the way of the other.
    assert_ends_at(&sweep(&rails, &[-1.0, 0.0], &[1.0, 0.0]), 0.35, 2.0, 2.0);
    // They cross, along the diagonal: 0.3 m apart at 0.3 / √8 before the middle.
    let share = 0.5 - 0.3 / 8.0_f64.sqrt();
    assert_ends_at(&sweep(&rails, &[-1.0, -1.0], &[1.0, 1.0]), share, 4.0, 8.0_f64.sqrt());
    // They pass at 0.31 m.
    assert_eq!(sweep(&rails, &[-1.0, 0.31], &[1.0, 0.31]).end, None);
    // They do not move at all.
    assert_eq!(sweep(&rails, &[0.0, 0.31], &[0.0, 0.31]), Sweep { end: None, queries: 0 });
}

#[test]
fn contact_at_the_start_is_never_proven_free() {
    let rails = robot("swept_contact.urdf", RAILS);
    let hulls = Hulls::<f64>::new(&rails);
    let checker = Checker::new(&rails, &hulls, &[], false).unwrap();
    // They overlap or touch, and move apart, along each other or not at all.
    for (from, to) in [([0.1, 0.0], [2.0, 0.0]), ([0.0, 0.3], [1.0, 0.3]), ([0.0, 0.0], [0.0, 0.0])] {
        let sweep = checker.sweep(&from, &to, &mut Scratch::default()).unwrap();
        assert_eq!(sweep.end, Some(End { share: 0.0, pair: 0, distance: 0.0 }));
    }
}

/// A bar of 1 m that turns about z, and a post of radius 0.1 m that stands 0.7 m from the axis.
const TURNSTILE: &str = r#"<robot name="turnstile">
  <link name="middle"><collision>
    <origin xyz="0 50 0"/><geometry><sphere radius="0.01"/></geometry>
  </collision></link>
  <link name="bar"><collision>
    <origin xyz="0.5 0 0"/><geometry><box size="1 0.05 0.05"/></geometry>
  </collision></link>
  <link name="post"><collision><geometry><cylinder radius="0.1" length="1"/></geometry></collision></link>
  <joint name="turn" type="continuous"><parent link="middle"/><child link="bar"/><axis xyz="0 0 1"/></joint>
  <joint name="stand" type="prismatic"><parent link="middle"/><child link="post"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="0" velocity="0"/></joint>
</robot>"#;

#[test]
fn a_bar_meets_a_post_when_the_time_of_impact_says() {
    let turnstile = robot("turnstile.urdf", TURNSTILE);
    // The side of the bar is 0.025 m before its middle.
    let share = (FRAC_PI_2 - (0.125_f64 / 0.7).asin()) / PI;
    let found = sweep(&turnstile, &[0.0, 0.7], &[PI, 0.7]);
    // No point of the bar is faster than its far end, and the point of contact moves at 0.7 m a radian or so.
    assert_ends_at(&found, share, 1.01 * PI, 0.65 * PI);

    // Where one joint moves the library knows the time itself: a body turns about its local origin.
    let bar = Cuboid::new(vec3(0.5, 0.025, 0.025)).unwrap().at(Pose::translation(vec3(0.5, 0.0, 0.0)).unwrap());
    let post = Cylinder::new(0.5, 0.1).unwrap();
    let turning = Velocity::new(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, PI)).unwrap();
    let mut query = Query::new().poses(Pose::IDENTITY, Pose::translation(vec3(0.0, 0.7, 0.0)).unwrap());
    let impact = query.time_of_impact(&bar, &post, &turning, &Velocity::still(), 1.0).unwrap().unwrap();
    assert!((impact.time - share).abs() < 1e-9, "{impact:?}");

    // Round and round, with the post farther out than the bar is long.
    assert_eq!(sweep(&turnstile, &[0.0, 1.11], &[40.0 * PI, 1.11]).end, None);
}

#[derive(Debug, Default)]
struct Tally {
    free: usize,
    /// Both ends are free, and there is contact between.
    hidden: usize,
    /// No sample is in contact, but the way is not proven free.
    unproven: usize,
}

/// Ways between random configurations, with all samples on them. No sample may contradict the proof.
fn assert_samples_agree<S: Real>(robot: &Robot, ignored: &[LinkPair], reach: f64) -> Tally {
    const SAMPLES: usize = 200;
    let hulls = Hulls::<S>::new(robot);
    let checker = Checker::new(robot, &hulls, ignored, false).unwrap();
    let (mut scratch, mut tally) = (Scratch::default(), Tally::default());
    let corners = Motion::samples(robot, 200, 21).unwrap();
    for way in 0..corners.steps() / 2 {
        let (from, towards) = (corners.values(2 * way), corners.values(2 * way + 1));
        let to: Vec<f64> = from.iter().zip(&towards).map(|(from, to)| from + (to - from) * reach).collect();
        let sweep = checker.sweep(&from, &to, &mut scratch).unwrap();
        let rows = Motion::Trajectory { rows: vec![from, to], between: SAMPLES - 1 };
        checker.start(&mut scratch);
        let contacts: Vec<usize> = (0..rows.steps())
            .filter(|&step| !checker.check(&rows.values(step), &mut scratch).unwrap().colliding.is_empty())
            .collect();
        let proven = sweep.end.map_or(f64::INFINITY, |end| end.share);
        let first = contacts.first().map_or(f64::INFINITY, |&step| step as f64 / SAMPLES as f64);
        assert!(proven <= first, "{} {way}: proven to {proven}, in contact at {first}", robot.name);
        if let Some(end) = sweep.end {
            // A few metres a radian, for a few radians, and what f32 rounds.
            assert!(end.distance < 50.0 * FLOOR + 1e3 * S::EPSILON, "{} {way}: {end:?}", robot.name);
        }
        tally.free += usize::from(sweep.end.is_none());
        tally.unproven += usize::from(sweep.end.is_some() && contacts.is_empty());
        tally.hidden += usize::from(!contacts.is_empty() && first > 0.0 && contacts.last() != Some(&SAMPLES));
    }
    tally
}

fn assert_ways_are_proven_or_not<S: Real>(turnstile: &str) {
    let (arm, ignored) = arm();
    let plain = |robot| (robot, Vec::new());
    let others = [shared("panda"), shared("gen3"), Some(robot(turnstile, TURNSTILE))];
    let mut hidden = 0;
    for (robot, ignored) in others.into_iter().flatten().map(plain).chain([(arm, ignored)]) {
        for reach in [0.1, 1.0] {
            let tally = assert_samples_agree::<S>(&robot, &ignored, reach);
            hidden += tally.hidden;
            assert!((20..100).contains(&tally.free) && tally.unproven == 0, "{} {reach}: {tally:?}", robot.name);
        }
    }
    assert!(hidden >= 20, "only {hidden} contacts between free ends");
}

#[test]
fn dense_samples_agree_with_the_proof() {
    assert_ways_are_proven_or_not::<f64>("turnstile64.urdf");
    assert_ways_are_proven_or_not::<f32>("turnstile32.urdf");
}
