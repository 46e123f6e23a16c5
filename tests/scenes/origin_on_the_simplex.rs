//! The origin of the Minkowski difference on a vertex, an edge or a face of the simplex: the largest family.

use super::body::{Body, X, Y, Z, ball, cube, cuboid, ellipsoid, hull, polygon, prism, square};
use super::scene::{in_space, in_the_plane};
use crate::common::number::{P, scale};

/// libccd (#25) divided a zero vector by its length and called the cubes apart, unless it began along (1, 1, 0).
#[test]
fn cubes_overlapping_along_one_axis() {
    in_space(cube(2.0), cube(2.0).at([0.0, 0.0, 1.9])).along(Z).measures(1.9 - 2.0);
}

/// libccd (#68) let its depth stage end on a vertex and followed a null pointer.
#[test]
fn cubes_about_to_touch() {
    in_space(cube(2.0), cube(2.0).at([0.0, 0.0, 2.0001])).along(Z).measures(2.0001 - 2.0);
}

/// The cubes of libccd (#68), touching exactly.
#[test]
fn cubes_touching_along_one_axis() {
    in_space(cube(2.0), cube(2.0).at([0.0, 0.0, 2.0])).measures(0.0);
}

/// The cubes of libccd (#68), ever less deep.
#[test]
fn cubes_hardly_overlapping() {
    for exponent in 1..=50 {
        let depth = 2.0_f64.powi(-exponent);
        in_space(cube(2.0), cube(2.0).at([0.0, 0.0, 2.0 - depth])).measures(-depth);
    }
}

/// mujoco_warp (#1526) and Genesis (#3223) dropped the contact: the origin lay on a face of the first tetrahedron.
#[test]
fn a_small_cube_resting_on_a_large_one() {
    in_space(cube(0.4), cube(0.2).at([0.0, 0.0, 0.3 - 2.5e-4])).along(Z).measures(-2.5e-4);
}

/// The cubes of mujoco_warp (#1526) at every depth.
#[test]
fn a_small_cube_sinking_into_a_large_one() {
    for exponent in 3..=45 {
        let depth = 2.0_f64.powi(-exponent);
        in_space(cube(0.4), cube(0.2).at([0.0, 0.0, 0.3 - depth])).measures(-depth);
    }
}

/// collision-rs (#51) saw no contact between a body and itself in the plane.
#[test]
fn a_square_on_itself() {
    in_the_plane(square(10.0), square(10.0)).measures(-10.0);
}

/// collision-rs (#52) panicked on a body and itself in space.
#[test]
fn a_cube_on_itself() {
    in_space(cube(10.0), cube(10.0)).measures(-10.0);
}

/// A curved body and itself, as in collision-rs (#52).
#[test]
fn an_ellipsoid_on_itself() {
    in_space(ellipsoid([1.0, 2.0, 3.0]), ellipsoid([1.0, 2.0, 3.0])).measures(-2.0);
}

/// A body without an inside and itself, as in collision-rs (#52).
#[test]
fn a_flat_triangle_on_itself() {
    let triangle = hull(&[[0.0, 0.0, 0.0], [3.0, 0.0, 1.0], [0.0, 2.0, 0.5]]);
    in_space(triangle.clone(), triangle).measures(0.0);
}

/// raw-physics (#6) missed equal boxes moved along one axis: it compared strictly.
#[test]
fn equal_boxes_moved_along_one_axis() {
    for axis in [X, Y, Z] {
        for step in [0.125, 0.5, 1.0, 1.5, 1.875, 2.0] {
            in_space(cube(2.0), cube(2.0).at(scale(axis, step))).measures(step - 2.0);
        }
    }
}

/// Coal (#325) answered minus infinity for cubes that share a corner: its simplex had one vertex.
#[test]
fn cubes_sharing_a_corner() {
    in_space(cube(2.0), cube(2.0).at([2.0, 2.0, 2.0])).measures(0.0);
}

/// The cubes of Coal (#325) with an edge in common.
#[test]
fn cubes_sharing_an_edge() {
    in_space(cube(2.0), cube(2.0).at([2.0, 2.0, 0.0])).measures(0.0);
}

/// The cubes of Coal (#325) with a face in common.
#[test]
fn cubes_sharing_a_face() {
    in_space(cube(2.0), cube(2.0).at([2.0, 0.0, 0.0])).along(X).measures(0.0);
}

/// FCL (#545) pushed a cube on the diagonal of another towards the corner, √3 times too far.
#[test]
fn a_cube_on_the_diagonal_of_another() {
    for half in [0.05, 0.1, 0.25, 0.5] {
        in_space(cube(1.0), cuboid([half; 3]).at([0.4, 0.4, 0.4])).measures(-(0.1 + half));
    }
}

/// OpenRAL (#215) published 32 mm for 1.5 mm: GJK ended with two vertices, and a depth stage that wanted four never
/// ran. The sizes are ours.
#[test]
fn axis_aligned_box_hulls() {
    let corners = |[x, y, z]: P| prism(&[[x, y], [-x, y], [-x, -y], [x, -y]], [-z, z]);
    let z = 0.03 + 0.05 - 0.0015;
    in_space(corners([0.05, 0.04, 0.03]), corners([0.06, 0.032, 0.05]).at([0.0, 0.0, z])).along(Z).measures(-0.0015);
}

/// ifc-lite (#2536) expected the thickness of the wall; the least translation pulls the duct out along its length.
#[test]
fn a_duct_through_a_wall() {
    in_space(cuboid([2.5, 0.1, 1.5]), cuboid([0.2, 1.0, 0.2])).measures(-1.1);
}

/// collision-gjk-epa (#4) pushed a box by 69.8 that only touched the floor.
#[test]
fn a_box_standing_on_a_floor() {
    let floor = rectangle_between([-476.5029366400479, -477.21], [462.22, -447.21]);
    let box_ = rectangle_between([-52.50368, -447.21], [7.49632, -407.41001]);
    in_the_plane(floor, box_).along(Y).measures(0.0);
}

fn rectangle_between([left, low]: [f64; 2], [right, high]: [f64; 2]) -> Body {
    polygon(&[[left, low], [right, low], [right, high], [left, high]])
}

/// The diamond |x| + |y| ≤ 10.
const DIAMOND: [[f64; 2]; 4] = [[10.0, 0.0], [0.0, 10.0], [-10.0, 0.0], [0.0, -10.0]];

/// cute_headers (#256) missed the overlap of two diamonds in single precision.
#[test]
fn diamonds_overlapping_at_their_tips() {
    in_the_plane(polygon(&DIAMOND), polygon(&DIAMOND).at([19.0, 0.0, 0.0])).measures(-core::f64::consts::FRAC_1_SQRT_2);
}

/// The diamonds of cute_headers (#256), tip to tip.
#[test]
fn diamonds_touching_at_their_tips() {
    in_the_plane(polygon(&DIAMOND), polygon(&DIAMOND).at([20.0, 0.0, 0.0])).measures(0.0);
}

/// The diamonds of cute_headers (#256), apart.
#[test]
fn diamonds_with_their_tips_apart() {
    let tips = ([10.0, 0.0, 0.0], [10.5, 0.0, 0.0]);
    let scene = in_the_plane(polygon(&DIAMOND), polygon(&DIAMOND).at([20.5, 0.0, 0.0]));
    scene.along(X).witnesses(tips.0, tips.1).measures(0.5);
}

/// parry (#34) gave no contact for a disc on the corner of a square.
#[test]
fn a_disc_on_the_corner_of_a_square() {
    in_the_plane(square(2.0), ball(0.75).at([1.0, 1.0, 0.0])).measures(-0.75);
}

/// Box2D (#883) missed the overlap of two squares on one centre.
#[test]
fn squares_on_one_centre() {
    in_the_plane(square(1.0), square(0.8)).measures(-0.9);
}
