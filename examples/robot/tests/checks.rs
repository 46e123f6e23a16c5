//! Meshes, and the closest pair: against known numbers, and with the shortcuts against without.

mod common;

use common::{Scrap, arm, robot, shared};
use gjk::{Polyhedron, Pose3, Query, Support, Vec3};
use robot::check::{Checker, Finding, Hulls, Scratch};
use robot::hull::HullData;
use robot::input;
use robot::model::{LinkPair, Robot, Shape};
use robot::motion::Motion;
use robot::real::Real;

/// The findings at all steps of a motion.
fn findings<S: Real>(robot: &Robot, ignored: &[LinkPair], motion: &Motion, brute: bool) -> Vec<Finding> {
    let hulls = Hulls::<S>::new(robot);
    let checker = Checker::new(robot, &hulls, ignored, brute).unwrap();
    let mut scratch = Scratch::default();
    (0..motion.steps()).map(|step| checker.check(&motion.values(step), &mut scratch).unwrap()).collect()
}

/// A trajectory from one random configuration to the next, with steps between.
fn wander(robot: &Robot, rows: usize, between: usize, seed: u64) -> Motion {
    let corners = Motion::samples(robot, rows, seed).unwrap();
    Motion::Trajectory { rows: (0..rows).map(|row| corners.values(row)).collect(), between }
}

/// The findings of a motion whose queries begin where the ones before ended.
fn warm_findings<S: Real>(robot: &Robot, ignored: &[LinkPair], motion: &Motion) -> Vec<Finding> {
    let hulls = Hulls::<S>::new(robot);
    let checker = Checker::new(robot, &hulls, ignored, false).unwrap();
    let mut scratch = Scratch::default();
    checker.start(&mut scratch);
    (0..motion.steps()).map(|step| checker.check(&motion.values(step), &mut scratch).unwrap()).collect()
}

/// Along a trajectory: distances to rounding, the same collisions, in a fraction of the rounds.
fn assert_warm_answers_are_cold_ones<S: Real>(robot: &Robot, ignored: &[LinkPair]) {
    let motion = wander(robot, 100, 30, 5);
    let (warm, cold) = (warm_findings::<S>(robot, ignored, &motion), findings::<S>(robot, ignored, &motion, false));
    // Chains of about 1 m.
    let rounding = 32.0 * S::EPSILON;
    for (step, (warm, cold)) in warm.iter().zip(&cold).enumerate() {
        let [width, other] = [warm, cold].map(|found| found.closest.upper - found.closest.lower);
        let off = (warm.closest.signed_distance - cold.closest.signed_distance).abs();
        assert!(off <= width + other + rounding, "{} {step}: {warm:?} {cold:?}", robot.name);
        assert_eq!(warm.colliding, cold.colliding, "{} {step}", robot.name);
    }
    let in_collision = warm.iter().filter(|found| !found.colliding.is_empty()).count();
    assert!((20..2000).contains(&in_collision), "{}: {in_collision} in collision", robot.name);
    let rounds = |found: &[Finding]| found.iter().map(|found| found.rounds).sum::<usize>();
    assert!(4 * rounds(&warm) < rounds(&cold), "{}: {} {}", robot.name, rounds(&warm), rounds(&cold));
}

#[test]
fn warm_starts_do_not_change_the_answer() {
    let (arm, ignored) = arm();
    let robots =
        [Some((arm, ignored)), shared("panda").map(|it| (it, vec![])), shared("iiwa14").map(|it| (it, vec![]))];
    for (robot, ignored) in robots.into_iter().flatten() {
        assert_warm_answers_are_cold_ones::<f64>(&robot, &ignored);
        assert_warm_answers_are_cold_ones::<f32>(&robot, &ignored);
    }
}

/// The findings at a thousand poses, in which some are in collision and some are not.
fn thousand<S: Real>(robot: &Robot, brute: bool) -> Vec<Finding> {
    let found = findings::<S>(robot, &[], &Motion::samples(robot, 1000, 7).unwrap(), brute);
    let in_collision = found.iter().filter(|found| !found.colliding.is_empty()).count();
    assert!((5..500).contains(&in_collision), "{in_collision} of 1000 in collision");
    found
}

fn assert_shortcuts_do_not_matter<S: Real>(robot: &Robot) {
    let (fast, brute) = (thousand::<S>(robot, false), thousand::<S>(robot, true));
    for (step, (fast, brute)) in fast.iter().zip(&brute).enumerate() {
        assert_eq!((&fast.closest, &fast.colliding), (&brute.closest, &brute.colliding), "{} {step}", robot.name);
    }
    let queries = |found: &[Finding]| found.iter().map(|found| found.queries).sum::<usize>();
    assert!(2 * queries(&fast) < queries(&brute), "{}: the shortcuts spare nothing", robot.name);
}

#[test]
fn shortcuts_do_not_change_the_answer() {
    let (arm, _) = arm();
    for robot in [Some(arm), shared("panda"), shared("iiwa14")].into_iter().flatten() {
        assert_shortcuts_do_not_matter::<f64>(&robot);
        assert_shortcuts_do_not_matter::<f32>(&robot);
    }
}

/// A ball in the middle of four others, which turn about it: four pairs that are equally close, up to rounding.
const RING: &str = r#"<robot name="ring">
  <link name="root"><collision><origin xyz="0 0 9"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="hub"><collision><geometry><sphere radius="0.3"/></geometry></collision></link>
  <joint name="hub" type="prismatic"><parent link="root"/><child link="hub"/>
    <limit lower="0" upper="0" effort="0" velocity="0"/></joint>
"#;

#[test]
fn pairs_that_only_rounding_tells_apart_are_all_looked_at() {
    let satellite = |number: i32| {
        format!(
            "<link name=\"s{number}\"><collision><origin xyz=\"1 0 0\"/><geometry><sphere radius=\"0.05\"/></geometry>\
             </collision></link>\
             <joint name=\"j{number}\" type=\"revolute\"><parent link=\"root\"/><child link=\"s{number}\"/>\
             <origin rpy=\"0 0 {}\"/><axis xyz=\"0 0 1\"/>\
             <limit lower=\"-0.2\" upper=\"0.2\" effort=\"0\" velocity=\"0\"/></joint>",
            f64::from(number) * 1.57
        )
    };
    let text = format!("{RING}{}</robot>", (0..4).map(satellite).collect::<String>());
    let robot = robot("ring.urdf", &text);
    let motion = Motion::samples(&robot, 300, 1).unwrap();
    let closest = |brute| -> Vec<_> {
        findings::<f32>(&robot, &[], &motion, brute).into_iter().map(|found| found.closest).collect()
    };
    let found = closest(false);
    assert_eq!(found, closest(true));
    let mut pairs: Vec<usize> = found.iter().map(|closest| closest.pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    assert!(pairs.len() > 1, "rounding makes one or another of the four the closest");
}

#[test]
fn samples_fill_the_limits_and_do_not_repeat() {
    let (arm, _) = arm();
    let motion = Motion::samples(&arm, 1000, 0).unwrap();
    let mut shares = Vec::new();
    for step in 0..motion.steps() {
        for (joint, value) in arm.driven().zip(motion.values(step)) {
            let (lower, upper) = match joint.kind.limits() {
                (lower, upper) if lower.is_finite() => (lower, upper),
                _ => (-std::f64::consts::PI, std::f64::consts::PI),
            };
            assert!((lower..=upper).contains(&value), "{}: {value}", joint.name);
            shares.push((value - lower) / (upper - lower));
        }
    }
    shares.sort_by(f64::total_cmp);
    // The largest gap between 6000 uniform numbers is about ln(6000) / 6000.
    let gaps = shares.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(gaps.clone().fold(0.0, f64::max) < 0.005 && shares[0] < 0.005 && shares[shares.len() - 1] > 0.995);
    // Numbers that occur twice would differ by rounding alone.
    assert!(gaps.clone().filter(|&gap| gap < 1e-12).count() == 0);
}

#[test]
fn scalars_agree() {
    let (arm, _) = arm();
    for (single, double) in thousand::<f32>(&arm, false).iter().zip(thousand::<f64>(&arm, false)) {
        // Poses of about 1 m are rounded to 6e-8 m, the tolerance of curved pairs is 1e-6.
        let off = (single.closest.signed_distance - double.closest.signed_distance).abs();
        assert!(off < 4e-6, "{single:?} {double:?}");
    }
}

#[test]
fn bounds_and_witness_points_fit_the_distance() {
    let (arm, _) = arm();
    for found in thousand::<f64>(&arm, false) {
        let closest = found.closest;
        let between = |i: usize| closest.on_b[i] - closest.on_a[i];
        let length = between(0).hypot(between(1)).hypot(between(2));
        assert!((length - closest.signed_distance.abs()).abs() < 1e-9, "{closest:?}");
        assert!(closest.lower <= closest.signed_distance && closest.signed_distance <= closest.upper, "{closest:?}");
        // The tolerance of curved pairs.
        assert!(closest.upper - closest.lower <= 1e-8 * length + 1e-12, "{closest:?}");
        assert_eq!(closest.is_apart, found.colliding.is_empty());
    }
}

#[test]
fn panda_collides_where_it_is_known_to() {
    let Some(panda) = shared("panda") else { return };
    let hulls = Hulls::<f64>::new(&panda);
    let checker = Checker::new(&panda, &hulls, &[], false).unwrap();
    let mut scratch = Scratch::default();
    let mut colliding = |values: &[f64]| {
        let found = checker.check(values, &mut scratch).unwrap();
        found.colliding.iter().map(|&pair| checker.names(pair)).map(|(a, b)| format!("{a} {b}")).collect::<Vec<_>>()
    };
    assert_eq!(colliding(&[0.0; 8]), ["link5 link7", "link5 hand", "leftfinger rightfinger"]);
    let quarter = std::f64::consts::FRAC_PI_4;
    assert!(colliding(&[0.0, -quarter, 0.0, -3.0 * quarter, 0.0, 2.0 * quarter, quarter, 0.02]).is_empty());
}

/// Two balls of 0.1 and 0.2 m on rails from a frame, and a small one between them on the tree but out of the way.
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
fn balls_are_as_far_apart_as_they_are() {
    let robot = robot("rails.urdf", RAILS);
    let hulls = Hulls::<f64>::new(&robot);
    let checker = Checker::new(&robot, &hulls, &[], false).unwrap();
    assert_eq!(checker.link_pairs().len(), 1);
    let mut scratch = Scratch::default();
    for (x, y, expected) in [(0.3, 0.4, 0.2), (-0.6, 0.8, 0.7), (0.12, 0.16, -0.1), (0.0, -0.3, 0.0)] {
        let found = checker.check(&[x, y], &mut scratch).unwrap();
        assert!((found.closest.signed_distance - expected).abs() < 1e-15, "{x} {y}: {:?}", found.closest);
        assert_eq!(found.colliding.is_empty(), expected > 0.0, "{x} {y}");
    }
}

#[test]
fn pairs_that_the_arm_leaves_out_never_collide() {
    let (arm, left_out) = arm();
    assert!(!left_out.is_empty());
    let motion = Motion::samples(&arm, 10_000, 3).unwrap();
    let hulls = Hulls::<f64>::new(&arm);
    let checker = Checker::new(&arm, &hulls, &[], false).unwrap();
    let mut scratch = Scratch::default();
    for step in 0..motion.steps() {
        for pair in checker.check(&motion.values(step), &mut scratch).unwrap().colliding {
            assert!(!left_out.contains(&checker.link_pairs()[pair]), "{:?} at step {step}", checker.names(pair));
        }
    }
}

#[test]
fn all_formats_of_a_mesh_hold_the_same_points() {
    let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, -0.5]];
    let faces = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    let point = |[x, y, z]: [f64; 3]| format!("{x} {y} {z}\n");
    let obj: String = corners.iter().map(|&corner| format!("v {}", point(corner))).collect::<String>()
        + "mtllib none.mtl\n"
        + &faces.map(|[a, b, c]| format!("f {}//1 {} {}\n", a + 1, b + 1, c + 1)).concat().replace("//1", "");
    let ascii = |first: &str| {
        let facet = |face: &[usize; 3]| {
            let vertices = face.map(|corner| format!("vertex {}", point(corners[corner]))).concat();
            format!("facet normal 0 0 0\nouter loop\n{vertices}endloop\nendfacet\n")
        };
        format!("{first}\n{}endsolid\n", faces.iter().map(facet).collect::<String>())
    };
    let binary = |header: &[u8]| {
        let mut bytes = header.to_vec();
        bytes.resize(80, b' ');
        bytes.extend((faces.len() as u32).to_le_bytes());
        for face in faces {
            bytes.extend([0; 12]);
            bytes.extend(face.iter().flat_map(|&corner| corners[corner]).flat_map(|x| (x as f32).to_le_bytes()));
            bytes.extend([0; 2]);
        }
        bytes
    };
    let files = [
        Scrap::new("mesh.obj", obj),
        Scrap::new("named.stl", ascii("solid wedge")),
        Scrap::new("unnamed.STL", ascii("solid")),
        Scrap::new("binary.stl", binary(b"made by hand")),
        Scrap::new("solid_binary.stl", binary(b"solid but binary\n")),
    ];
    let mut expected = corners.to_vec();
    expected.sort_by(|a, b| a.partial_cmp(b).unwrap());
    for file in files {
        let mut points = input::read_mesh(&file.0).unwrap();
        points.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(points, expected, "{}", file.0.display());
    }
}

#[test]
fn meshes_are_scaled_mirrored_and_placed() {
    let mesh =
        Scrap::new("wedge.obj", "v 0 0 0\nv 100 0 0\nv 0 100 0\nv 0 0 100\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n");
    let link = |name: &str, scale: &str| {
        format!(
            "<link name=\"{name}\"><collision><origin xyz=\"0 0 1\"/><geometry>\
             <mesh filename=\"wedge.obj\" scale=\"{scale}\"/></geometry></collision></link>"
        )
    };
    let robot = Scrap::new(
        "wedges.urdf",
        format!(
            "<robot name=\"wedges\">{}{}<link name=\"between\"><collision><geometry><sphere radius=\"0.1\"/></geometry>\
             </collision></link>\
             <joint name=\"i\" type=\"continuous\"><parent link=\"between\"/><child link=\"a\"/></joint>\
             <joint name=\"j\" type=\"prismatic\"><parent link=\"between\"/><child link=\"b\"/>\
             <limit lower=\"-9\" upper=\"9\" effort=\"0\" velocity=\"0\"/></joint></robot>",
            link("a", "0.01 0.01 0.01"),
            link("b", "-0.02 0.01 0.01"),
        ),
    );
    let robot = input::read(&robot.0, &[]).unwrap();
    drop(mesh);
    let hulls = Hulls::<f64>::new(&robot);
    let checker = Checker::new(&robot, &hulls, &[], false).unwrap();
    // a reaches from 0 to 1 along x, b from its place to 2 below it.
    for (x, expected) in [(-1.0, 1.0), (4.0, 1.0), (0.5, -0.5)] {
        let found = checker.check(&[0.0, x], &mut Scratch::default()).unwrap();
        assert!((found.closest.signed_distance - expected).abs() < 1e-12, "{x}: {:?}", found.closest);
    }
}

/// A hull whose support points are found by looking at all vertices. Of several that are farthest, the one in the first
/// of four lanes counts, as for a `Polyhedron`.
struct Scanned<S: Real> {
    vertices: Vec<Vec3<S>>,
    center: Vec3<S>,
}

impl<S: Real> Support for Scanned<S> {
    type Vector = Vec3<S>;

    fn support(&self, dir: Vec3<S>) -> Vec3<S> {
        let (blocks, others) = self.vertices.split_at(self.vertices.len() - self.vertices.len() % 4);
        let lanes = (0..4).flat_map(|lane| blocks.iter().skip(lane).step_by(4));
        let better = |best, next| if dir.dot(next) > dir.dot(best) { next } else { best };
        lanes.chain(others).copied().reduce(better).unwrap()
    }

    fn center(&self) -> Vec3<S> {
        self.center
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

/// Answers for pairs of hulls at random configurations, bit for bit as by looking at all vertices.
fn climbing_gives_what_scanning_gives<S: Real>(robot: &Robot) {
    let bodies: Vec<_> =
        robot.links.iter().enumerate().flat_map(|(link, each)| each.bodies.iter().map(move |b| (link, b))).collect();
    let hulls: Vec<_> = bodies
        .iter()
        .filter_map(|&(link, body)| match &body.shape {
            Shape::Hull { points } => Some((link, body.origin, HullData::<S>::new(points))),
            _ => None,
        })
        .collect();
    let motion = Motion::samples(robot, 1000, 11).unwrap();
    let (mut poses, mut large) = (Vec::new(), 0);
    for step in 0..motion.steps() {
        robot.forward(&motion.values(step), &mut poses).unwrap();
        // One pair of hulls for each configuration, all in turn.
        let (one, other) = (step % hulls.len(), (step / hulls.len() + step + 1) % hulls.len());
        let at = |(link, origin, _): &(usize, Pose3<f64>, HullData<S>)| S::pose(poses[*link] * *origin).unwrap();
        let (here, there) = (at(&hulls[one]), at(&hulls[other]));
        let (a, b) = (hulls[one].2.hull().unwrap(), hulls[other].2.hull().unwrap());
        large += usize::from(a.len() > 64);
        let scan = |hull: Polyhedron<'_, S>| Scanned { vertices: hull.vertices().collect(), center: hull.center() };
        let climbed = Query::new().poses(here, there).proximity(&a, &b);
        assert_eq!(climbed, Query::new().poses(here, there).proximity(&scan(a), &scan(b)), "{} {step}", robot.name);
    }
    assert!(large > 100, "hulls so small are scanned anyway");
}

#[test]
fn hulls_climb_to_what_all_vertices_give() {
    for robot in ["panda", "iiwa14", "gen3"].into_iter().filter_map(shared) {
        climbing_gives_what_scanning_gives::<f64>(&robot);
        climbing_gives_what_scanning_gives::<f32>(&robot);
    }
}
