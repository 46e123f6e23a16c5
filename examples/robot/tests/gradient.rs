//! How the distance changes with the joints: against known numbers and central differences.

mod common;

use common::{arm, robot, shared};
use robot::check::{Checker, Hulls, Scratch};
use robot::model::{LinkPair, Robot};
use robot::motion::Motion;

/// A ball of 0.1 m on a rail along x, and one at the end of a crank of 0.5 m about z that stands 1 m up the y axis and
/// that another rail mimics, twice as fast. A small ball between them on the tree is out of the way.
const CRANK: &str = r#"<robot name="crank">
  <link name="middle"><collision>
    <origin xyz="0 50 0"/><geometry><sphere radius="0.01"/></geometry>
  </collision></link>
  <link name="slider"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="rail"/>
  <link name="crank"><collision>
    <origin xyz="0.5 0 0"/><geometry><sphere radius="0.1"/></geometry>
  </collision></link>
  <joint name="x" type="prismatic"><parent link="middle"/><child link="slider"/>
    <axis xyz="3 0 0"/><limit lower="-2" upper="2" effort="0" velocity="0"/></joint>
  <joint name="lift" type="prismatic"><parent link="middle"/><child link="rail"/>
    <axis xyz="0 0 1"/><limit lower="-9" upper="9" effort="0" velocity="0"/><mimic joint="turn" multiplier="2"/></joint>
  <joint name="turn" type="revolute"><parent link="rail"/><child link="crank"/>
    <origin xyz="0 1 0"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="0" velocity="0"/></joint>
</robot>"#;

#[test]
fn a_crank_and_a_slider_move_as_they_do() {
    let robot = robot("crank.urdf", CRANK);
    let hulls = Hulls::<f64>::new(&robot);
    let checker = Checker::new(&robot, &hulls, &[], false).unwrap();
    let mut scratch = Scratch::default();
    for (x, turn) in [(0.0_f64, 0.0_f64), (-1.0, 0.3), (1.5, -0.4), (0.4, -1.2)] {
        let (sin, cos) = turn.sin_cos();
        let between = [0.5 * cos - x, 1.0 + 0.5 * sin, 2.0 * turn];
        let length = between.iter().map(|b| b * b).sum::<f64>().sqrt();
        let by_x = -between[0] / length;
        let by_turn = (-0.5 * sin * between[0] + 0.5 * cos * between[1] + 2.0 * between[2]) / length;
        let slope = checker.slope(0, &[x, turn], &mut scratch).unwrap();
        assert!((slope.signed_distance - (length - 0.2)).abs() < 1e-14, "{slope:?}");
        for (found, expected) in slope.by_variable.iter().zip([by_x, by_turn]) {
            assert!((found - expected).abs() < 1e-14, "{x} {turn}: {slope:?}, not {by_x} and {by_turn}");
        }
    }
}

/// All pairs at random configurations, against their distances a little before and after by each joint.
fn assert_slopes_are_differences(robot: &Robot, ignored: &[LinkPair]) {
    // Rounding takes 1e-16 m over this, curvature the square of it.
    const STEP: f64 = 1e-5;
    let motion = Motion::samples(robot, 50, 9).unwrap();
    let hulls = Hulls::<f64>::new(robot);
    let checker = Checker::new(robot, &hulls, ignored, false).unwrap();
    let mut scratch = Scratch::default();
    let (mut compared, mut overlapping, mut moving) = (0, 0, 0);
    for (step, bodies) in (0..motion.steps()).flat_map(|step| (0..checker.body_pairs()).map(move |pair| (step, pair))) {
        let values = motion.values(step);
        let slope = checker.slope(bodies, &values, &mut scratch).unwrap();
        for variable in 0..values.len() {
            let mut at = |shift: f64| {
                let mut values = values.clone();
                values[variable] += shift;
                checker.slope(bodies, &values, &mut scratch).unwrap().signed_distance
            };
            let (found, difference) = (slope.by_variable[variable], (at(STEP) - at(-STEP)) / (2.0 * STEP));
            let name = &robot.name;
            assert!((found - difference).abs() < 1e-6, "{name} {step} {bodies} {variable}: {found}, not {difference}");
            compared += 1;
            overlapping += usize::from(slope.signed_distance < 0.0);
            moving += usize::from(found.abs() > 0.01);
        }
    }
    assert!(overlapping > 20 && 5 * moving > compared, "{}: {overlapping} {moving} of {compared}", robot.name);
}

#[test]
fn slopes_are_central_differences() {
    let (arm, ignored) = arm();
    assert_slopes_are_differences(&arm, &ignored);
    for robot in ["panda", "iiwa14"].into_iter().filter_map(shared) {
        assert_slopes_are_differences(&robot, &[]);
    }
}
