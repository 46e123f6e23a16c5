//! Forward kinematics against known numbers, and which links are neighbours.

use robot::input;
use robot::model::{Body, JointInput, Kind, Link, Mimic, Robot, Shape, pose};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
use std::path::{Path, PathBuf};

const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/arm");

/// The position of a link, given the values of some joints; the others are zero.
fn position(robot: &Robot, link: &str, joints: &[(&str, f64)]) -> [f64; 3] {
    for (name, _) in joints {
        assert!(robot.driven().any(|joint| joint.name == *name), "{name}");
    }
    let value = |name: &str| joints.iter().find(|(joint, _)| *joint == name).map_or(0.0, |(_, value)| *value);
    let values: Vec<f64> = robot.driven().map(|joint| value(&joint.name)).collect();
    let mut poses = Vec::new();
    robot.forward(&values, &mut poses).unwrap();
    poses[robot.links.iter().position(|other| other.name == link).unwrap()].position().to_array()
}

fn assert_near(found: [f64; 3], expected: [f64; 3], tolerance: f64) {
    let is_near = found.iter().zip(&expected).all(|(found, expected)| (found - expected).abs() <= tolerance);
    assert!(is_near, "{found:?} is not {expected:?}");
}

#[test]
fn the_arm_stands_and_reaches() {
    let arm = input::read(Path::new(ARM), &[]).unwrap();
    let check = |link, joints: &[(&str, f64)], expected| assert_near(position(&arm, link, joints), expected, 1e-14);
    // Upright, lengths add up: 0.1 + 0.16 + 0.4 + 0.35 + 0.1 + 0.15; the forearm is 0.08 to the side.
    check("tool", &[], [0.0, 0.08, 1.26]);
    // The shoulder at 0.26 lays the upper part of 1 m on its front, and the turret turns that to the left.
    check("tool", &[("shoulder", FRAC_PI_2)], [1.0, 0.08, 0.26]);
    check("tool", &[("shoulder", FRAC_PI_2), ("turn", FRAC_PI_2)], [-0.08, 1.0, 0.26]);
    // The elbow at 0.66 and what is beyond it, 0.6 m; the wrist lets the last 0.25 m hang down.
    check("tool", &[("elbow", FRAC_PI_2)], [0.6, 0.08, 0.66]);
    check("tool", &[("elbow", FRAC_PI_2), ("bend", FRAC_PI_2)], [0.35, 0.08, 0.41]);
    // Fingers slide apart from 0.001 m on either side, 0.06 m above the hand at 1.11 m, and turn with it.
    check("left_finger", &[("grip", 0.03)], [0.0, 0.111, 1.17]);
    check("right_finger", &[("grip", 0.03)], [0.0, 0.049, 1.17]);
    check("left_finger", &[("grip", 0.03), ("roll", FRAC_PI_2)], [-0.031, 0.08, 1.17]);
}

/// Robots beside this repository; none if they are not there.
fn shared(robot: &str) -> Option<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/meshes").join(robot);
    let is_there = directory.join("chain.json").is_file();
    if !is_there {
        println!("skipped: ../shared/meshes/{robot} is not beside the repository");
    }
    is_there.then_some(directory)
}

#[test]
#[expect(clippy::approx_constant, reason = "the values are given with two decimals")]
fn known_robots_reach_known_points() {
    type Row = (&'static str, &'static str, &'static [(&'static str, f64)], [f64; 3]);
    let rows: [Row; 6] = [
        ("panda", "hand_tcp", &[], [0.088, 0.0, 0.8226]),
        (
            "panda",
            "hand_tcp",
            &[("joint2", -FRAC_PI_4), ("joint4", -3.0 * FRAC_PI_4), ("joint6", FRAC_PI_2), ("joint7", FRAC_PI_4)],
            [0.306891, 0.0, 0.486882],
        ),
        ("iiwa14", "tool0", &[], [0.0, 0.0, 1.306]),
        ("iiwa14", "tool0", &[("joint_a2", 0.5), ("joint_a4", 1.2), ("joint_a6", -0.6)], [-0.17779, 0.0, 1.068017]),
        ("gen3", "end_effector_link", &[], [0.0, -0.02486, 1.187385]),
        (
            "gen3",
            "end_effector_link",
            &[("joint_2", 0.26), ("joint_3", 3.14), ("joint_4", -2.27), ("joint_6", 0.96), ("joint_7", 1.57)],
            [0.4561, 0.001987, 0.43419],
        ),
    ];
    for (name, link, joints, expected) in rows {
        if let Some(directory) = shared(name) {
            // The numbers have six decimals.
            assert_near(position(&input::read(&directory, &[]).unwrap(), link, joints), expected, 1e-6);
        }
    }
}

#[test]
fn roll_pitch_and_yaw_turn_about_fixed_axes() {
    // Roll takes y to z, pitch then z to x, yaw then x to y.
    let pose = pose([1.0, 2.0, 3.0], [FRAC_PI_2, FRAC_PI_2, FRAC_PI_2]).unwrap();
    assert_near(pose.apply(gjk::vec3(0.0, 1.0, 0.0)).to_array(), [1.0, 3.0, 3.0], 1e-15);
}

/// A robot of links, with or without a body, and joints that name parent and child.
fn robot(links: &[(&str, bool)], joints: &[(&str, &str, Kind)]) -> Robot {
    let ball = || Body { origin: gjk::Pose::IDENTITY, shape: Shape::Ball { radius: 0.1 } };
    let link = |(name, has_body): &(&str, bool)| Link {
        name: name.to_string(),
        bodies: has_body.then(ball).into_iter().collect(),
    };
    let joint = |(parent, child, kind): &(&str, &str, Kind)| JointInput {
        name: format!("to {child}"),
        kind: *kind,
        parent: parent.to_string(),
        child: child.to_string(),
        origin: gjk::Pose::IDENTITY,
        axis: [0.0, 0.0, 1.0],
        mimic: None,
    };
    let (links, joints) = (links.iter().map(link).collect(), joints.iter().map(joint).collect());
    Robot::new("robot".into(), links, joints).unwrap()
}

fn neighbours(robot: &Robot) -> Vec<String> {
    let links = 0..robot.links.len();
    let pairs = links.clone().flat_map(|a| links.clone().skip(a + 1).map(move |b| (a, b)));
    let name = |(a, b): (usize, usize)| format!("{} {}", robot.links[a].name, robot.links[b].name);
    pairs.filter(|&(a, b)| robot.are_neighbours(a, b)).map(name).collect()
}

#[test]
fn links_are_neighbours_if_no_body_is_between_or_nothing_moves() {
    let (fixed, moving) = (Kind::Fixed, Kind::Continuous);
    let solid = |names: &'static [&str]| names.iter().map(|name| (*name, true)).collect::<Vec<_>>();
    // A chain: only those that are joined.
    let chain = robot(&solid(&["a", "b", "c"]), &[("a", "b", moving), ("b", "c", moving)]);
    assert_eq!(neighbours(&chain), ["a b", "b c"]);
    // Nothing moves between all three.
    let block = robot(&solid(&["a", "b", "c"]), &[("a", "b", fixed), ("b", "c", fixed)]);
    assert_eq!(neighbours(&block), ["a b", "a c", "b c"]);
    // A tool on a flange meets what carries the flange.
    let tool = robot(&solid(&["a", "b", "c"]), &[("a", "b", moving), ("b", "c", fixed)]);
    assert_eq!(neighbours(&tool), ["a b", "b c"]);
    // A bare frame between two bodies hides neither.
    let frame = robot(&[("a", true), ("b", false), ("c", true)], &[("a", "b", moving), ("b", "c", moving)]);
    assert_eq!(neighbours(&frame), ["a b", "a c", "b c"]);
    // Two branches of one body do not hide behind each other, two of a bare frame are joined by it.
    let branches =
        |has_body| robot(&[("a", has_body), ("b", true), ("c", true)], &[("a", "b", moving), ("a", "c", moving)]);
    assert_eq!(neighbours(&branches(true)), ["a b", "a c"]);
    assert_eq!(neighbours(&branches(false)), ["a b", "a c", "b c"]);
}

#[test]
fn a_joint_follows_the_one_it_mimics() {
    let slide = |name: &str, child: &str, mimic: Option<(&str, f64, f64)>| JointInput {
        name: name.into(),
        kind: Kind::Prismatic(-1.0, 1.0),
        parent: "root".into(),
        child: child.into(),
        origin: gjk::Pose::IDENTITY,
        // Of any length: it is a direction.
        axis: [0.0, 0.0, 2.0],
        mimic: mimic.map(|(joint, multiplier, offset)| Mimic { joint: joint.into(), multiplier, offset }),
    };
    let links = ["root", "a", "b", "c"].map(|name| Link { name: name.into(), bodies: Vec::new() });
    // c follows b, which follows a, which comes last.
    let joints = vec![
        slide("to c", "c", Some(("to b", -3.0, 0.5))),
        slide("to b", "b", Some(("to a", 2.0, 0.25))),
        slide("to a", "a", None),
    ];
    let robot = Robot::new("robot".into(), links.into(), joints).unwrap();
    assert_eq!(robot.driven().len(), 1);
    let heights = ["a", "b", "c"].map(|link| position(&robot, link, &[("to a", 0.125)])[2]);
    assert_eq!(heights, [0.125, 2.0 * 0.125 + 0.25, -3.0 * 0.5 + 0.5]);
}

#[test]
fn continuous_joints_go_all_the_way_round() {
    let arm = input::read(Path::new(ARM), &[]).unwrap();
    let at = |roll| position(&arm, "left_finger", &[("roll", roll), ("grip", 0.02)]);
    assert_near(at(0.3), at(0.3 + 4.0 * PI), 1e-14);
}
