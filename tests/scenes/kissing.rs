//! Bodies that touch, or nearly touch, along faces and edges.

use super::body::{X, Y, apply, capsule, cube, cuboid, cylinder, hull, matrix, prism, rectangle, then};
use super::scene::{in_space, in_the_plane};
use crate::common::number::{P, add};

/// The turn of the cubes of FCL (#493, #495).
const TILT: [f64; 4] = [0.135448, 0.105705, -0.135448, 0.975774];

/// Two cubes of one turn, B shifted along its own y axis by the edge and a hair more or less.
fn tilted_cubes_kissing(edge: f64) {
    for gap in [0.0, 1e-16, -1e-16, 2.5e-16, -2.5e-16, 1e-15, -1e-15] {
        let gap = gap * edge.max(1.0);
        let shift = apply(matrix(TILT, 3), [0.0, edge + gap, 0.0]);
        let cube = cube(edge).turned(TILT);
        // The shift is rounded in f64.
        in_space(cube.clone(), cube.at(shift)).within(4.0 * f64::EPSILON * edge).measures(gap);
    }
}

/// FCL (#493) threw "origin outside polytope" on tilted cubes face to face.
#[test]
fn tilted_cubes_of_a_centimetre_kissing() {
    tilted_cubes_kissing(0.01);
}

/// As FCL (#493), with another edge.
#[test]
fn tilted_cubes_of_a_quarter_kissing() {
    tilted_cubes_kissing(0.25);
}

/// As FCL (#493), with another edge.
#[test]
fn tilted_cubes_of_a_half_kissing() {
    tilted_cubes_kissing(0.5);
}

/// As FCL (#495), with another edge.
#[test]
fn tilted_cubes_of_ten_kissing() {
    tilted_cubes_kissing(10.0);
}

/// As FCL (#495), with another edge.
#[test]
fn tilted_cubes_of_a_thousand_kissing() {
    tilted_cubes_kissing(1000.0);
}

/// The turn above, normalised in `f64`.
const EXACT_TILT: [f64; 4] = [0.13544811187454386, 0.10570474399255832, -0.13544811187454384, 0.9757736033920521];

/// FCL (#493), with its very numbers: four rounding steps apart.
#[test]
fn tilted_cubes_a_few_steps_apart() {
    let cube = cube(0.25).turned(EXACT_TILT);
    let (below, above) = ([0.0, 0.0, 1.25], [0.07324210009322404, 0.23165380898962198, 1.30892459210325]);
    in_space(cube.clone().at(below), cube.at(above)).measures(1.009132629985474e-15);
}

/// FCL (#495), with its very numbers: deep by half a rounding step.
#[test]
fn tilted_cubes_half_a_step_deep() {
    let cube = cube(10.0).turned(EXACT_TILT);
    let (below, above) = ([0.0, 0.0, 50.0], [2.9296840037289495, 9.266152359584842, 52.356983684129986]);
    in_space(cube.clone().at(below), cube.at(above)).measures(-9.150840249597513e-16);
}

/// FCL (#495), with its very numbers: apart by half a rounding step.
#[test]
fn tilted_cubes_half_a_step_apart() {
    let cube = cube(10.0).turned(EXACT_TILT);
    let (below, above) = ([0.0, 0.0, 50.0], [2.9296840037289504, 9.266152359584844, 52.356983684129986]);
    in_space(cube.clone().at(below), cube.at(above)).measures(9.911234977928506e-16);
}

/// drake (#18704) met about ten exceptions a day in a tilted wall of cubes: each touches its neighbours at a face, an
/// edge or a corner.
#[test]
fn a_tilted_wall_of_cubes() {
    let half_turns = [0.0077_f64, 0.0061, 0.0173].map(|angle| (angle / 2.0).tan());
    let [roll, pitch, yaw] = half_turns;
    let tilt = then(then([roll, 0.0, 0.0, 1.0], [0.0, pitch, 0.0, 1.0]), [0.0, 0.0, yaw, 1.0]);
    let rows = matrix(tilt, 3);
    let brick = cube(0.3).turned(tilt);
    for place in [[1.0, 2.0, 0.0], [0.0, 4.0, 3.0]] {
        for step in [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [1.0, 1.0, 0.0], [0.0, -1.0, 1.0], [1.0, 1.0, 1.0]] {
            let here = apply(rows, place.map(|x| 0.3 * x));
            let there = apply(rows, add(place, step).map(|x| 0.3 * x));
            // The positions are rounded in f64.
            let rounding = 8.0 * f64::EPSILON;
            in_space(brick.clone().at(here), brick.clone().at(there)).within(rounding).measures(0.0);
        }
    }
}

/// The triangular outline of drake (#21673).
const TRIANGLE: [[f64; 2]; 3] = [[-0.5, -0.866025], [-0.5, 0.866025], [1.0, 0.0]];

/// A prism lying along x.
fn lying(outline: &[[f64; 2]]) -> Vec<P> {
    outline.iter().flat_map(|&[y, z]| [[0.5, y, z], [-0.5, y, z]]).collect()
}

/// FCL (drake #21673) threw on two prisms, deep in each other.
#[test]
fn a_hexagonal_prism_on_a_triangular_one() {
    let hexagon = [[0.5, -0.866025], [-0.5, -0.866025], [1.0, 0.0], [-0.5, 0.866025], [0.5, 0.866025], [-1.0, 0.0]];
    let turn = [0.12207527310007629, 0.6964895040846585, 0.12207527270881244, -0.6964895018523376];
    let a = hull(&lying(&hexagon)).turned(turn).at([4.286483694131304, 7.386957687225368, 0.0]);
    let b = prism(&[[4.149402, 8.493709], [5.188451, 7.476263], [3.931647, 7.374503]], [-0.5, 0.5]);
    let normal = [-0.08070317811913971, 0.9967381787819058, -1.329732487103482e-09];
    in_space(a, b).along(normal).measures(-0.8936538640120293);
}

/// FCL (drake #21673) threw on a box and a prism whose faces are parallel to within 5e-9.
#[test]
fn a_turned_box_on_a_triangular_prism() {
    let outline = [[-0.92388, 0.382683], [0.92388, -0.382683], [0.92388, 0.382683], [-0.92388, -0.382683]];
    let turn = [-0.20830865107403443, 0.675727391401494, -0.20830865040638374, -0.675727389235718];
    let a = hull(&lying(&outline)).turned(turn).at([15.712812998638135, 10.219809745800642, 0.0]);
    let b = prism(&[[15.417082, 9.698621], [16.236605, 9.233231], [16.22432, 8.915849]], [-0.5, 0.5]);
    in_space(a, b).along([-0.49381041439351947, -0.8695695916006381, 0.0]).measures(-0.15135518703586115);
}

/// FCL (drake #21673) threw on two equal prisms that overlap by a hair.
#[test]
fn triangular_prisms_overlapping_a_little() {
    let turn = [-0.06228488221720729, 0.7043582859949475, -0.062284882017577814, -0.7043582837374065];
    let outline = [[-0.5, -0.866025], [-0.5, 0.866025], [1.0, 0.0]];
    let a = hull(&lying(&outline)).turned(turn).at([9.427754495942917, 4.354973098260487, 0.0]);
    let b = prism(&[[7.502455, 3.992667], [7.91275, 2.73346], [8.674382, 3.710847]], [-0.5, 0.5]);
    in_space(a, b).measures(-0.0027680318526992686);
}

/// The triangular prisms of drake (#21673) on top of each other, congruent except for a rotation by about 1e-9.
#[test]
fn near_congruent_prisms_touching() {
    let prism = prism(&TRIANGLE, [-0.5, 0.5]);
    for turn in [0.0, 1e-15, 1e-9, 1e-3] {
        let above = prism.clone().turned([0.0, 0.0, turn, 1.0]).at([0.0, 0.0, 1.0]);
        in_space(prism.clone(), above).measures(0.0);
    }
}

/// The triangular prisms of drake (#21673) in the same place, congruent except for a rotation by about 1e-9.
#[test]
fn near_congruent_prisms_in_one_place() {
    let prism = prism(&TRIANGLE, [-0.5, 0.5]);
    for turn in [0.0, 1e-15, 1e-9, 1e-6] {
        in_space(prism.clone(), prism.clone().turned([0.0, 0.0, turn, 1.0])).measures(-1.0);
    }
}

/// The hull of two prisms of drake (#21673), with a third one beside it.
#[test]
fn a_prism_in_the_hull_of_two() {
    let wide: Vec<[f64; 2]> = TRIANGLE.iter().flat_map(|&[x, y]| [[x, y], [x + 1.5, y]]).collect();
    in_space(prism(&wide, [-0.5, 0.5]), prism(&TRIANGLE, [-0.5, 0.5]).at([-0.75, 0.0, 0.0])).measures(-0.75);
}

/// A plate turned by a quarter and a hair in a block on one centre, after drake (#21673).
#[test]
fn a_plate_through_a_block() {
    // The sine of 90° + t is the cosine of t.
    let (sin, cos) = 7.96e-4_f64.sin_cos();
    let half_angle = (core::f64::consts::FRAC_PI_4 + 3.98e-4).sin_cos();
    let plate = cuboid([0.025, 0.275, 0.15]).turned([0.0, 0.0, half_angle.0, half_angle.1]);
    in_space(plate, cuboid([0.125, 0.1, 0.075])).measures(-(0.025 + 0.1 * cos + 0.125 * sin));
}

/// FCL (#293) met three collinear vertices, and its witness was NaN.
#[test]
fn a_box_beside_the_edge_of_a_slab() {
    let slab = cuboid([1.375, 3.0, 0.025]).at([1.625, 0.0, 0.5]);
    let turn = [0.340674, 0.155066, 0.638138, 0.672811];
    let box_ = cuboid([0.212, 0.075, 0.0843]).turned(turn).at([0.192074, -0.27787, 0.273546]);
    let witnesses =
        ([0.25, -0.09888139373388893, 0.475], [0.2189825086388074, -0.09888139373388893, 0.4313892798371546]);
    let scene = in_space(slab, box_).along([-0.5795910940566179, 0.0, -0.8149074571325585]);
    scene.witnesses(witnesses.0, witnesses.1).measures(0.053516162824549275);
}

/// FCL (#319) threw from its depth stage on a plate and a cylinder 25 mm apart. The place is ours.
#[test]
fn a_cylinder_beside_a_plate() {
    let plate = cuboid([0.025, 0.195, 0.735]);
    in_space(plate, cylinder(0.09, 0.18).at([0.23, 0.05, 0.3])).along(X).measures(0.025);
}

/// The bodies of FCL (#319), the cylinder with its flat side to the plate.
#[test]
fn a_cylinder_facing_a_plate() {
    let (plate, lying) = (cuboid([0.025, 0.195, 0.735]), [0.0, 0.5, 0.0, 0.5]);
    in_space(plate, cylinder(0.09, 0.18).turned(lying).at([0.14, -0.1, 0.3])).along(X).measures(0.025);
}

/// FCL (#388, #390) met a new vertex in the plane of a face on plates 2e-8 apart. The sizes are ours.
#[test]
fn thin_plates_a_hair_apart() {
    let (lower, upper) = (cuboid([0.15, 0.3, 0.008]), cuboid([0.1, 0.2, 0.0025]));
    let gap = 2e-8;
    in_space(lower, upper.at([0.03, -0.05, 0.0105 + gap])).measures(gap);
}

/// FCL (#415, #428) took an edge for the nearest feature where one plate cuts into another. The sizes are ours.
#[test]
fn a_plate_standing_in_a_plate() {
    let (lower, upper) = (cuboid([0.3, 0.3, 0.0125]), cuboid([0.1, 0.0025, 0.15]));
    in_space(lower, upper.at([0.05, 0.02, 0.1625 - 0.02])).measures(-0.02);
}

/// FCL (#445, drake #21234) built a face without area between a plate and a cylinder 3e-11 apart.
#[test]
fn a_cylinder_all_but_touching_a_plate() {
    let turn = [0.6818910619554416, 0.18714854962109667, -0.3918458517847894, 0.5886058345268529];
    let a = cylinder(0.085, 0.041).turned(turn).at([0.2023803334682546, 0.02784568359401101, 0.31142339392466933]);
    in_space(a, cuboid([0.15, 0.3, 0.008]).at([0.4, 0.0, 0.26885])).measures(3.310854170975026e-11);
}

/// FCL fails in one of six frames in its own tests on a turned box whose edge is pushed into a face of a cube.
#[test]
fn an_edge_pushed_into_a_face() {
    for depth in [0.0, 0.05, 0.1, 0.2] {
        for shift in [0.0, 0.07, -0.07] {
            // Cosine 0.6, sine 0.8.
            let box_ = cuboid([0.3, 0.4, 0.5]).turned([0.0, 0.0, 0.5, 1.0]);
            let scene = in_space(cube(1.0), box_.at([-1.0 + depth, shift, 0.0]));
            // From the halves 0.3 and 0.4 of the box, which no binary scalar holds.
            scene.along([-1.0, 0.0, 0.0]).within(f64::EPSILON).measures(-depth);
        }
    }
}

/// An edge of a box pushed into a face of a cube, in one of the frames of FCL's tests, given the position of the box
/// and the signed distance.
fn an_edge_pushed_into_a_face_of_a_frame(frame: P, position: P, truth: f64) {
    let cube = cube(1.0).turned([0.0, 0.0, 0.15643446504023087, 0.9876883405951378]).at(frame);
    let box_ = cuboid([0.3, 0.4, 0.5]).turned([0.0, 0.0, 0.581626893172447, 0.8134556884911232]).at(position);
    in_space(cube, box_).along([-0.9510565162951535, -0.3090169943749474, 0.0]).measures(truth);
}

/// An edge of a box pushed into a face of a cube, in the first frame of FCL's tests.
#[test]
fn an_edge_pushed_into_a_face_of_a_turned_cube() {
    let position = [-0.8559508646656382, -0.27811529493745274, 0.5];
    an_edge_pushed_into_a_face_of_a_frame([0.0, 0.0, 0.5], position, -0.10000000000000002);
}

/// An edge of a box pushed into a face of a cube, in the third frame of FCL's tests.
#[test]
fn an_edge_pushed_into_a_face_of_a_turned_and_moved_cube() {
    for (x, y, truth) in [
        (-0.786852564103133, 0.01699035669206264, -0.09999999999999996),
        (-0.7405000149468909, -0.1256681207522104, -0.09999999999999995),
    ] {
        an_edge_pushed_into_a_face_of_a_frame([0.1, 0.2, 0.8], [x, y, 0.8], truth);
    }
}

/// An edge of a box in contact with a face of a cube to within rounding, in the third frame of FCL's tests.
#[test]
fn an_edge_kissing_a_face_of_a_turned_and_moved_cube() {
    for (x, y, truth) in [
        (-0.8510565162951536, -0.10901699437494744, -1.524305344910055e-17),
        (-0.8819582157326483, -0.013911342745432098, 1.4545097662313877e-17),
    ] {
        an_edge_pushed_into_a_face_of_a_frame([0.1, 0.2, 0.8], [x, y, 0.8], truth);
    }
}

/// Two boxes side by side, one of them turned about z by `2 atan(half)`: its edge faces the other.
fn tilted_boxes(half: f64, gap: f64) {
    let square = half * half;
    let (sin, cos) = (2.0 * half / (1.0 + square), (1.0 - square) / (1.0 + square));
    let tilted = cube(2.0).turned([0.0, 0.0, half, 1.0]).at([1.0 + cos + sin + gap, 0.0, 0.0]);
    // The position is rounded in f64.
    in_space(cuboid([1.0, 2.0, 2.0]), tilted).along(X).within(4.0 * f64::EPSILON).measures(gap);
}

/// Flexible-GJK-and-EPA (#8) never ended on parallel faces a small gap apart.
#[test]
fn parallel_faces_ever_nearer() {
    for exponent in 0..=15 {
        tilted_boxes(0.0, 10.0_f64.powi(-exponent));
    }
}

/// As Flexible-GJK-and-EPA (#8), with faces that are not quite parallel.
#[test]
fn almost_parallel_faces_ever_nearer() {
    for tilt in [1e-15, 1e-12, 1e-9, 1e-6, 1e-3] {
        for exponent in 0..=15 {
            tilted_boxes(tilt / 2.0, 10.0_f64.powi(-exponent));
        }
    }
}

/// parry (#378) let the witness point jump by two metres along the face that a capsule stands on.
#[test]
fn a_capsule_standing_on_a_box() {
    let box_ = rectangle([4.0, 0.5]).at([4.0, 1.5, 0.0]);
    let capsule = capsule([[0.0, -0.25, 0.0], [0.0, 0.25, 0.0]], 0.5);
    for (y, deep) in [(2.75, 0.0), (2.74, 0.01)] {
        let scene = in_the_plane(box_.clone(), capsule.clone().at([6.04, y, 0.0])).along(Y);
        scene.witnesses([6.04, 2.0, 0.0], [6.04, 2.0 - deep, 0.0]).measures(-deep);
    }
}

/// parry (#246, #253) panicked on an empty heap: a corner of one triangle on an edge of another.
#[test]
fn a_corner_on_an_edge_of_a_triangle() {
    let a = hull(&[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]]);
    let b = hull(&[[1.0, 0.0, 0.0], [1.0, -2.0, 1.0], [2.0, -2.0, -1.0]]);
    in_space(a, b).witnesses(X, X).measures(0.0);
}

/// Coal (#49, #53) failed on triangles close to each other; here one hovers over the other, a corner above its inside.
#[test]
fn a_corner_above_a_triangle() {
    let a = hull(&[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]]);
    for exponent in 1..=40 {
        let gap = 2.0_f64.powi(-exponent);
        let b = hull(&[[1.0, gap, 1.0], [1.0, 2.0, 1.5], [2.0, 2.0, -1.0]]);
        in_space(a.clone(), b).along(Y).witnesses([1.0, 0.0, 1.0], [1.0, gap, 1.0]).measures(gap);
    }
}
