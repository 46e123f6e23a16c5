//! Large and small bodies, near and far from the origin: absolute thresholds, and coordinates so large that a gap loses
//! its digits.

use super::body::{X, Y, Z, ball, cone, cube, cuboid, cylinder, ellipsoid, point, prism, rectangle};
use super::scene::{in_space, in_the_plane};
use crate::common::number::add;

/// Coal, MuJoCo and FCL answer differently once the unit changes: their thresholds are in metres. Every scene runs at
/// 2^k times its size, k from −20 to 20, and must answer 2^k times the same, bit for bit; here are curved bodies.
#[test]
fn curved_bodies_apart_at_every_scale() {
    in_space(cylinder(1.0, 0.5), cone(1.0, 0.5).at([0.25, 0.125, 3.0])).along(Z).measures(1.0);
    in_space(ellipsoid([1.0, 2.0, 3.0]), ball(0.5).at([4.0, 0.0, 0.0])).along(X).measures(2.5);
}

/// Curved bodies that overlap, scaled by powers of two.
#[test]
fn curved_bodies_overlapping_at_every_scale() {
    in_space(cylinder(1.0, 0.5), cylinder(1.0, 0.5).at([0.25, 0.125, 1.75])).along(Z).measures(-0.25);
    in_space(ellipsoid([1.0, 2.0, 3.0]), ball(0.5).at([1.0, 0.0, 0.0])).along(X).measures(-0.5);
}

/// mujoco_warp (#1430) let a cube sink deeper into a plate the wider the plate, then missed the contact.
#[test]
fn a_cube_on_ever_wider_plates() {
    for half in [1.0, 10.0, 25.0, 50.0, 100.0] {
        for depth in [1e-3, 7.5e-4] {
            for (x, y) in [(0.0, 0.0), (0.5, -0.25)] {
                let cube = cube(0.2).at([x * half, y * half, 0.35 - depth]);
                in_space(cuboid([half, half, 0.25]), cube).along(Z).measures(-depth);
            }
        }
    }
}

/// A cube 0.0816 deep in another, both moved. The sizes are ours.
fn cubes_moved_by(offset: [f64; 3]) {
    let above = [0.1, 0.2, 1.0 - 0.0816];
    let scene = in_space(cube(1.0).at(offset), cube(1.0).at(add(above, offset)));
    // The positions are rounded in f64.
    scene.along(Z).within(2.0 * f64::EPSILON * 64.0).measures(-0.0816);
}

/// mujoco_warp (#1546, #1613) answered 1.2e-8 apart once two overlapping bodies both moved by one.
#[test]
fn overlapping_cubes_moved_aside() {
    cubes_moved_by([0.0; 3]);
    cubes_moved_by(Y);
}

/// ncollide (#157) lost a contact once both bodies moved up by sixty.
#[test]
fn overlapping_cubes_moved_up() {
    cubes_moved_by([0.0, 0.0, 60.0]);
}

/// bullet3 (#2579) missed a ball of a centimetre on cubes of half a centimetre, and found it at ten times the size.
#[test]
fn a_small_ball_on_smaller_cubes() {
    for (z, truth) in [(0.3925, -0.00362063474944414), (0.3975, -0.004455428240161388), (0.4025, -0.004156516364359356)]
    {
        let ball = ball(0.01).at([0.019576, -1.03115, 0.398155]);
        in_space(ball, cube(0.005).at([0.0275, -1.0275, z])).measures(truth);
    }
}

/// openGJK (#52) answered 0.0033 apart, and parry 0, for tall prisms a hundred kilometres from the origin.
#[test]
fn tall_prisms_far_from_the_origin() {
    let a = [
        [90945.078125, 54122.5390625],
        [91077.4609375, 53745.08203125],
        [91454.921875, 53877.4609375],
        [91322.5390625, 54254.91796875],
    ];
    let b = [
        [90919.640625, 54037.3828125],
        [91162.6171875, 53719.63671875],
        [91480.359375, 53962.6171875],
        [91237.3828125, 54280.36328125],
    ];
    in_space(prism(&a, [0.0, 300.0]), prism(&b, [0.0, 300.0])).measures(-300.0);
}

/// Box2D (#917) called a point in line with a thin plank overlapping.
#[test]
fn a_point_off_the_end_of_ever_thinner_planks() {
    for thickness in [0.0016, 8e-4, 4e-4, 2e-4, 1e-4, 5e-5, 1e-5, 1e-6] {
        let (end, off) = ([0.5, 0.0, 0.0], [0.505, 0.0, 0.0]);
        let scene = in_the_plane(rectangle([0.5, thickness]), point([0.0; 3]).at(off));
        scene.along(X).witnesses(end, off).measures(0.505 - 0.5);
    }
}

/// Coal (#604) was wildly off at a tolerance of 1e-6 on boxes turned by under a degree, 3.6 µm apart. The turn is ours.
#[test]
fn slightly_turned_boxes_a_few_micrometres_apart() {
    let lower = cuboid([0.1815, 0.1385, 0.1815]);
    let upper = cuboid([0.1815, 0.1815, 0.1385]).turned([0.005, 0.0, 0.0025, 1.0]);
    in_space(lower, upper.at([0.02, 0.3222846849660948, 0.0])).along(Y).measures(3.5999999999868653e-06);
}

/// bullet3 (#1703) answered a positive distance for a box in a floor, from margins that nobody asked for.
#[test]
fn a_box_sinking_into_a_floor() {
    for depth in [0.0, 1e-6, 1e-3, 0.25] {
        let box_ = cuboid([0.5, 0.5, 0.5]).at([12.0, 1.5 - depth, -30.0]);
        in_space(cuboid([128.0, 1.0, 128.0]), box_).along(Y).measures(1.5 - depth - 1.5);
    }
}
