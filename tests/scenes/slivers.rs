//! Triangles and simplices so thin or so small that rounding dominates their normals.

use super::body::{cuboid, hull, point, upright_capsule};
use super::scene::in_space;
use crate::common::number::P;
use core::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// The six orders of three vertices.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A triangle, in every order of its vertices, and a point that is nearest to one of it.
fn triangle_and_point(vertices: [P; 3], off: P, foot: P, distance: f64) {
    for order in ORDERS {
        let triangle = hull(&order.map(|i| vertices[i]));
        in_space(triangle, point(off)).witnesses(foot, off).measures(distance);
    }
}

const ORIGIN: P = [0.0; 3];

/// Jolt took the wrong edge of a triangle 200 m long and a tenth of a millimetre wide.
#[test]
fn a_long_needle_beside_the_origin() {
    let needle = [
        [99.9999847, 0.946687222, 99.9999847],
        [-100.010002, 0.977360725, -100.010002],
        [-100.000137, 0.977310658, -100.000137],
    ];
    let foot = [7.364923585632393e-05, 0.9619989170631774, 7.364923585632393e-05];
    triangle_and_point(needle, ORIGIN, foot, 0.9619989227016557);
}

/// Jolt (#2065, #2080) placed the nearest point tens of metres outside the triangle.
#[test]
fn a_long_triangle_past_the_origin() {
    let triangle = [
        [-0.228017807, -28.1085911, 0.140446782],
        [-0.252283931, 173.43692, 0.093847394],
        [-0.252283931, 172.43692, 0.093847394],
    ];
    let foot = [-0.23141896332082584, 3.115170733128143e-06, 0.1339153803207365];
    triangle_and_point(triangle, ORIGIN, foot, 0.2673725222992025);
}

/// A right triangle 200 long and 1 high, and the points that Jolt asks about in its tests.
const LATH: [P; 3] = [[100.0, 1.0, 0.0], [100.0, 1.0, 1.0], [-100.0, 1.0, 0.0]];

/// Jolt's tests ask about points around a long triangle; this one is under its inside.
#[test]
fn a_point_under_a_long_triangle() {
    triangle_and_point(LATH, [0.0, 0.0, 0.1], [0.0, 1.0, 0.1], 1.0);
}

/// Jolt's long triangle, with a point beyond its short edge.
#[test]
fn a_point_beyond_the_short_edge_of_a_long_triangle() {
    triangle_and_point(LATH, [101.0, 0.0, 0.5], [100.0, 1.0, 0.5], SQRT_2);
}

/// Jolt's long triangle, with a point beyond its long edge.
#[test]
fn a_point_beyond_the_long_edge_of_a_long_triangle() {
    triangle_and_point(LATH, [0.0, 0.0, -0.1], [0.0, 1.0, 0.0], 1.004987562112089);
}

/// Jolt's long triangle, with a point beyond its slanting edge.
#[test]
fn a_point_beyond_the_slanting_edge_of_a_long_triangle() {
    let foot = [0.002499937501562461, 1.0, 0.5000124996875078];
    triangle_and_point(LATH, [0.0, 0.0, 1.0], foot, 1.1180311937313046);
}

/// Jolt's long triangle, with points beyond two of its corners.
#[test]
fn points_beyond_the_corners_of_a_long_triangle() {
    triangle_and_point(LATH, [101.0, 0.0, -1.0], [100.0, 1.0, 0.0], 3.0_f64.sqrt());
    triangle_and_point(LATH, [-101.0, 0.0, 0.0], [-100.0, 1.0, 0.0], SQRT_2);
}

/// Jolt got a triangle wrong whose plane all but holds the origin.
#[test]
fn a_triangle_seen_from_its_own_plane() {
    let triangle = [
        [-0.132395342, -0.294095188, -0.164812326],
        [-0.126054004, -0.283950001, -0.159065604],
        [-0.154956535, -0.284792334, -0.160523415],
    ];
    triangle_and_point(triangle, ORIGIN, triangle[1], 0.3490259035776812);
}

/// Jolt (#41, #1348) computed a zero normal and godot-jolt (#485) hung on a triangle of half a square millimetre.
#[test]
fn a_tiny_triangle() {
    let triangle = [
        [0.279280782, -0.467894495, 0.105353981],
        [0.280091137, -0.467545986, 0.104968153],
        [0.277769983, -0.46932292, 0.105590254],
    ];
    triangle_and_point(triangle, ORIGIN, triangle[0], 0.5549977251830722);
}

/// parry (#76) answered zero for a triangle with two equal vertices.
#[test]
fn a_triangle_with_two_equal_vertices() {
    let (one, other) = (
        [2.2769999504089355, -7.900000095367432, 16.31800079345703],
        [-0.5699999928474426, -8.100000381469727, 16.60700035095215],
    );
    let off = [1.100000023841858, -7.900000095367432, 16.58799934387207];
    let foot = [1.0906712489615682, -7.983339078307296, 16.43842526714701];
    triangle_and_point([one, other, other], off, foot, 0.17147832675406122);
}

/// PhysX (#225) placed the contact far off the body, from a simplex with a vertex twice.
#[test]
fn a_long_segment_with_a_vertex_twice() {
    let (one, other) = ([-2569.475830, -1834.175537, -205.807709], [6690.655762, 4742.841797, 335.572540]);
    let foot = [6.490036258202856, -4.593312832777362, -55.207576784258315];
    triangle_and_point([one, one, other], ORIGIN, foot, 55.77719630639678);
}

/// Jolt sees a contact, in a test of its own, of a capsule of 150 m and a box 5 mm away.
#[test]
fn a_long_capsule_beside_a_box() {
    let a = upright_capsule(75.0, 1.5).turned([0.0, 0.0, -FRAC_1_SQRT_2, FRAC_1_SQRT_2]);
    let turn = [0.28409662639058714, 0.009787460392300735, -0.4917509067441199, 0.8230275561661906];
    let b = cuboid([1.5, 0.75, 1.25]).turned(turn).at([-11.44290136715461, -20.361664459491774, 41.493799222582055]);
    let scene = in_space(a.at([-9.685385704040527, -18.032808303833008, 116.32122802734375]), b);
    scene.along([-0.8564775826271818, -0.4859831831539019, -0.17397268793894055]).measures(0.0048792132992771286);
}
