//! Overlaps for which the depth stage of a library gave a wrong answer, and pairs that should not have reached it.

use super::body::{
    Body, Room, X, Y, Z, apply, ball, capsule, cone, cube, cuboid, cylinder, ellipsoid, hull, matrix, point, polygon,
    prism, rectangle, square, then, upright_capsule,
};
use super::scene::{in_space, in_the_plane};
use crate::common::number::{Number, P, Space, add, length, scale};
use crate::common::reference::{Swept, signed_distance};
use crate::common::scene::{Rng, overlaps, pose, signed};
use fixed::types::{I16F16, I32F32};
use gjk::{Query, Rectangle, Vec2, Vec3};

/// So many rounds of a long loop; a twentieth of them where the compiler does not optimise.
fn rounds(count: usize) -> usize {
    if cfg!(debug_assertions) { count / 20 } else { count }
}

/// DART (#3324) answered 10.2: out by the end of the cylinder rather than by its side.
#[test]
fn a_capsule_on_the_axis_of_a_long_cylinder() {
    in_space(cylinder(10.0, 1.0), upright_capsule(1.0, 0.2).at(Z)).measures(-1.2);
}

/// Jolt (#2103) answered 6 m for bodies that hardly touch.
#[test]
fn a_large_capsule_grazing_a_small_cylinder() {
    let (x, y, z) = (-0.951660156_f64, -7.63574218, -2.09155273);
    let scene = in_space(upright_capsule(2.03114343, 7.19732189), cylinder(0.3, 0.4975).at([x, y, z]));
    scene.along([x, y, 0.0]).within(4.0 * f64::EPSILON * 8.0).measures(x.hypot(y) - 0.4975 - 7.19732189);
}

/// Jolt (#419) answered half a metre deep for a capsule 1 cm away, asked with a limit of 2 cm. The sizes are ours.
#[test]
fn a_capsule_near_a_box_within_a_limit() {
    in_space(cuboid([0.5, 1.0, 2.0]), upright_capsule(1.0, 0.25).at([0.76, 0.3, 0.1])).along(X).measures(0.01);
}

/// Jolt (#1008) answered 0.397 for a cylinder standing on the edge of a triangle. The sizes are ours.
#[test]
fn a_cylinder_on_the_edge_of_a_triangle() {
    let triangle = hull(&[[0.0, -2.0, 0.0], [0.0, 2.0, 0.0], [-3.0, 0.0, 0.0]]);
    for exponent in [1, 4, 10, 20] {
        let depth = 2.0_f64.powi(-exponent);
        in_space(triangle.clone(), cylinder(0.9, 0.5).at([0.1, 0.2, 0.9 - depth])).measures(-depth.min(0.4));
    }
}

/// Jolt (#940) answered up to 16 m for a capsule that lies on a thin triangle. The sizes are ours.
#[test]
fn a_capsule_on_a_thin_triangle() {
    for width in [1.0, 1e-3, 1e-6] {
        let triangle = hull(&[[-10.0, 0.0, 0.0], [10.0, 0.0, 0.0], [0.0, width, 0.0]]);
        let lying = capsule([[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]], 0.5).at([0.0, 0.0, 0.49]);
        in_space(triangle, lying).within(f64::EPSILON).along(Z).measures(-0.01);
    }
}

/// Jolt (#671) let the axis flip for a box half a millimetre above a turning hull, asked with a limit of a millimetre.
#[test]
fn a_box_above_a_turning_hull() {
    let corners = prism(&[[0.5, 0.5], [-0.5, 0.5], [-0.5, -0.5], [0.5, -0.5]], [-0.5, 0.5]);
    for step in 0..18 {
        let (sin, cos) = (f64::from(step) * 0.1).sin_cos();
        let turning = corners.clone().turned([0.0, 0.0, sin, cos]);
        in_space(turning, cube(1.0).at([0.1, 0.0, 1.0005])).along(Z).measures(1.0005 - 1.0);
    }
}

/// FCL (#324) asserted on a face without area where a cylinder stands in a cube.
#[test]
fn a_cylinder_in_a_cube() {
    in_space(cube(1.0), cylinder(0.125, 0.25).at([0.2, 0.0, 0.0])).along(X).measures(-0.55);
}

/// FCL (#322) asserted on a face without area where a sphere of 128 facets lies in a cube.
#[test]
fn a_faceted_sphere_in_a_cube() {
    // An octahedron with every edge in four, its vertices on the unit sphere.
    let mut vertices = Vec::new();
    for i in -4..=4_i32 {
        for j in -4..=4_i32 {
            let rest = 4 - i.abs() - j.abs();
            for k in if rest == 0 { vec![0] } else { vec![rest, -rest] } {
                let p = [i, j, k].map(f64::from);
                if rest >= 0 {
                    vertices.push(scale(p, 0.25 / length(p)));
                }
            }
        }
    }
    assert_eq!(vertices.len(), 66);
    in_space(cube(1.0), hull(&vertices).at([0.2, 0.0, 0.0])).along(X).measures(-0.55);
}

/// A prism over a regular polygon of circumradius one half, with the vertices that `f64` computes.
fn regular_prism(outline: &[[f64; 2]]) -> Body {
    prism(outline, [-0.5, 0.5])
}

const PENTAGON: [[f64; 2]; 5] = [
    [0.5, 0.0],
    [0.15450850129127502, 0.4755282700061798],
    [-0.404508501291275, 0.29389262199401855],
    [-0.404508501291275, -0.29389262199401855],
    [0.15450850129127502, -0.4755282700061798],
];
const HEXAGON: [[f64; 2]; 6] = [
    [0.5, 0.0],
    [0.25, 0.4330126941204071],
    [-0.25, 0.4330126941204071],
    [-0.5, 6.123234262925839e-17],
    [-0.25, -0.4330126941204071],
    [0.25, -0.4330126941204071],
];
const OCTAGON: [[f64; 2]; 8] = [
    [0.5, 0.0],
    [0.3535533845424652, 0.3535533845424652],
    [3.0616171314629196e-17, 0.5],
    [-0.3535533845424652, 0.3535533845424652],
    [-0.5, 6.123234262925839e-17],
    [-0.3535533845424652, -0.3535533845424652],
    [-9.184850732644269e-17, -0.5],
    [0.3535533845424652, -0.3535533845424652],
];

/// bepuphysics2 (#417) answered a depth of NaN for overlapping prisms.
#[test]
fn pentagonal_prisms_in_each_other() {
    let scene = in_space(regular_prism(&PENTAGON), regular_prism(&PENTAGON).at([0.45, 0.05, 0.1]));
    scene.along(X).measures(-0.454508501291275);
}

/// As for bepuphysics2 (#417); parry answers 0.179 here.
#[test]
fn hexagonal_prisms_in_each_other() {
    let scene = in_space(regular_prism(&HEXAGON), regular_prism(&HEXAGON).at([0.3, 0.2, 0.0]));
    scene.along([0.8660253998985324, 0.5000000067305869, 0.0]).measures(-0.5062177785828553);
}

/// As for bepuphysics2 (#417), with one prism raised.
#[test]
fn hexagonal_prisms_side_by_side() {
    let scene = in_space(regular_prism(&HEXAGON), regular_prism(&HEXAGON).at([0.45, 0.05, 0.1]));
    scene.along([0.8660253998985324, 0.5000000067305869, 0.0]).measures(-0.4513139696076635);
}

/// As for bepuphysics2 (#417), with more sides.
#[test]
fn octagonal_prisms_in_each_other() {
    let scene = in_space(regular_prism(&OCTAGON), regular_prism(&OCTAGON).at([0.3, 0.2, 0.0]));
    scene.along([0.9238795246055241, 0.38268345145128857, 0.0]).measures(-0.5701789769336092);
}

/// A cylinder standing on a wide plate, a tenth of a millimetre deep.
fn cylinder_on_a_wide_plate(turn: [f64; 4], uncertainty: f64) {
    let rows = matrix(turn, 3);
    let upright = [-core::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, core::f64::consts::FRAC_1_SQRT_2];
    let plate = cuboid([100.1, 0.1, 100.1]).turned(turn).at(apply(rows, [0.0, -0.1, 0.0]));
    let cylinder = cylinder(0.3, 0.5).turned(then(upright, turn)).at(apply(rows, [3.0, 0.2999, -2.0]));
    in_space(plate, cylinder).along(apply(rows, Y)).within(uncertainty).measures(-9.999999999998899e-05);
}

/// rapier (#305) answered a wrong normal for a cylinder on a plate of 200 m.
#[test]
fn a_cylinder_standing_on_a_wide_plate() {
    cylinder_on_a_wide_plate([0.0, 0.0, 0.0, 1.0], 0.0);
}

/// As for rapier (#305), with the plate turned by 0.2 rad.
#[test]
fn a_cylinder_standing_on_a_turned_plate() {
    let (sin, cos) = 0.1_f64.sin_cos();
    // The turned poses are rounded in f64.
    cylinder_on_a_wide_plate([0.0, 0.0, sin, cos], 4.0 * f64::EPSILON * 150.0);
}

/// Coal (#779) got flat cylinders side by side wrong. The places are ours.
#[test]
fn flat_cylinders_side_by_side() {
    let cylinder = cylinder(0.06, 0.3);
    for (x, truth) in [(-0.7, 0.1), (-0.6, 0.0), (-0.5, -0.1)] {
        let scene = in_space(cylinder.clone(), cylinder.clone().at([x, 0.0, 0.0]));
        // From 0.3, which no binary scalar holds.
        scene.within(f64::EPSILON).along([-1.0, 0.0, 0.0]).measures(truth);
    }
}

/// The cylinders of Coal (#779) deep in each other: the way out is up or down.
#[test]
fn flat_cylinders_in_each_other() {
    in_space(cylinder(0.06, 0.3), cylinder(0.06, 0.3).at([0.2, 0.0, 0.0])).measures(-0.12);
}

/// reactphysics3d (#2, #3) answered depths of 1.0 to 2.5 for light contacts of cones and cylinders. The sizes are ours.
#[test]
fn a_cone_pricking_a_box() {
    in_space(cone(1.0, 1.0), cuboid([2.0, 2.0, 0.5]).at([0.3, 0.2, 1.49])).along(Z).measures(-0.01);
}

/// As for reactphysics3d (#2, #3), with a cylinder lying on a box.
#[test]
fn a_cylinder_lying_on_a_box() {
    let lying = cylinder(1.0, 0.5).turned([0.5, 0.0, 0.0, 0.5]).at([0.3, 0.2, 0.99]);
    in_space(cuboid([2.0, 2.0, 0.5]), lying).along(Z).measures(-0.01);
}

/// As for reactphysics3d (#2, #3), with a cone and a cylinder side by side: it is shorter out along the slope.
#[test]
fn a_cylinder_at_the_side_of_a_cone() {
    let scene = in_space(cone(1.0, 1.0), cylinder(1.0, 0.5).at([1.49, 0.0, 0.0]));
    scene.along([2.0, 0.0, 1.0]).measures(-0.01 * 2.0 / 5.0_f64.sqrt());
}

/// HC (#69) never ended on a disc inside a square, of any radius.
#[test]
fn a_disc_inside_a_square() {
    for exponent in 1..=40 {
        let radius = 2.0_f64.powi(-exponent);
        in_the_plane(square(2.0), ball(radius).at([0.25, 0.125, 0.0])).along(X).measures(-0.75 - radius);
    }
}

/// parry (#205) never ended on a capsule over a triangle. The capsule's size is ours.
#[test]
fn a_capsule_over_a_triangle() {
    let capsule = capsule([[0.0, -5.0, 0.0], [0.0, 5.0, 0.0]], 10.0).at([380.0, 350.0, 0.0]);
    let triangle = polygon(&[[60.0, 510.0], [440.0, 330.0], [1070.0, 510.0]]);
    in_the_plane(capsule, triangle).along([180.0, 380.0, 0.0]).measures(-6.908265287995788);
}

/// ncollide (#181) asserted after 174,668 steps of a square that turns over a long wall; this is the 50,000th.
#[test]
fn a_square_over_a_wall() {
    let square = square(20.0).turned([-0.9705280195418053, 0.0, 0.0, 0.24098830528525864]).at([5.0, 0.0, 0.0]);
    let wall = rectangle([300.0, 1.5]).turned([0.9974949866040544, 0.0, 0.0, 0.0707372016677029]).at([5.0, 0.0, 0.0]);
    in_the_plane(square, wall).measures(-14.100870580959292);
}

/// All steps of ncollide (#181).
#[test]
fn a_square_turning_over_a_wall() {
    fn in_scalar<S: Number>() {
        let (square, wall) =
            (Rectangle::<S>::new(Vec2::of([10.0, 10.0, 0.0])), Rectangle::<S>::new(Vec2::of([300.0, 1.5, 0.0])));
        let (square, wall) = (square.expect("a size"), wall.expect("a size"));
        let (sin, cos) = 1.5_f64.sin_cos();
        let beneath = pose(<Vec2<S> as Space>::rotation([sin, 0.0, 0.0, cos]), [5.0, 0.0, 0.0]);
        // Rotations and positions are rounded once, the wall's over its length.
        let close = S::steps(8, 300.0) + S::steps(2, 1.0);
        let steps = rounds(200_000);
        for step in (0..200_000).step_by(200_000 / steps) {
            let (angle, x) = (f64::from(step) * 0.005, f64::from(step) * 1e-4);
            let here = pose(<Vec2<S> as Space>::rotation([angle.sin(), 0.0, 0.0, angle.cos()]), [x, 0.0, 0.0]);
            let found = Query::new().poses(here, beneath).proximity(&square, &wall);
            // The wall is so long that its side decides.
            let reach = 10.0 * ((angle - 1.5).cos().abs() + (angle - 1.5).sin().abs());
            let truth = (x - 5.0).abs() * sin - reach - 1.5;
            assert!((signed(&found) - truth).abs() <= close, "{} at {step}: {found:?}, not {truth}", S::NAME);
            assert!(overlaps(&found) == (truth < 0.0) || truth.abs() <= close, "{} at {step}: {found:?}", S::NAME);
        }
    }
    in_scalar::<f32>();
    in_scalar::<f64>();
    in_scalar::<I16F16>();
    in_scalar::<I32F32>();
}

/// Points drawn from a cube; in the plane from a square.
fn some(rng: &mut Rng, count: usize, half: f64, dimension: usize) -> Vec<P> {
    (0..count).map(|_| rng.point(half, dimension)).collect()
}

/// The signed distance of two hulls by brute force; its own rounding is granted on top of the kernel's.
fn measures_by_brute_force<V: Room>([a, b]: [&[P]; 2]) -> f64 {
    // The query sees the points as rounded to the scalar, so the reference does, too.
    let seen = |points: &[P]| Swept { core: points.iter().map(|&p| V::of(p).value()).collect(), radius: 0.0 };
    let (a, b) = (seen(a), seen(b));
    let (low, high) = signed_distance(&a, &b, V::DIMENSION);
    let truth = low.midpoint(high);
    let scene = if V::DIMENSION == 2 { in_the_plane } else { in_space }(hull(&a.core), hull(&b.core));
    scene.within((high - low) / 2.0 + 32.0 * f64::EPSILON).measures_in::<V>(truth);
    truth
}

/// gjk.c (#5) now and then called a triangle and its copy disjoint, both shaken by 1e-5.
#[test]
fn a_shaken_triangle_on_itself() {
    const TRIANGLE: [P; 3] = [[4.0, 11.0, 0.0], [5.0, 5.0, 0.0], [9.0, 9.0, 0.0]];
    fn in_scalar<S: Number>() {
        let rng = &mut Rng::new(5);
        for _ in 0..rounds(20_000) {
            let mut shaken = || TRIANGLE.map(|p| add(p, rng.point(1e-5, 2)));
            let (a, b) = (shaken(), shaken());
            let truth = measures_by_brute_force::<Vec2<S>>([&a, &b]);
            // Two corners may move by 1e-5 along both axes, and are rounded.
            assert!((truth + 4.603171644550004).abs() <= 3e-5 + 4.0 * S::steps(1, 11.0), "{truth}");
        }
    }
    in_scalar::<f32>();
    in_scalar::<f64>();
    in_scalar::<I16F16>();
    in_scalar::<I32F32>();
}

/// The quadrilateral and the triangle of openGJK (#3).
const QUADRILATERAL: [[f64; 2]; 4] =
    [[0.795121, -0.727851], [-0.178424, -0.989183], [-0.412644, -0.770664], [0.566564, 0.548772]];
const BESIDE: [[f64; 2]; 3] = [[-0.211223, -0.511346], [-0.347973, 0.45872], [0.277308, 0.969689]];

/// openGJK (#3) answered 0.509 for bodies that overlap.
#[test]
fn a_quadrilateral_on_a_triangle() {
    let scene = in_the_plane(polygon(&QUADRILATERAL), polygon(&BESIDE));
    scene.along([-0.8030189184933181, 0.595953535556105, 0.0]).measures(-0.00720339464850457);
}

/// The bodies of openGJK (#3), one of them turned by half a turn.
#[test]
fn a_quadrilateral_on_a_triangle_upside_down() {
    let turned = polygon(&BESIDE).turned([1.2246467991473532e-16, 0.0, 0.0, -1.0]);
    let scene = in_the_plane(polygon(&QUADRILATERAL), turned);
    scene.along([-0.8030189184933181, 0.595953535556105, 0.0]).measures(-0.4248857110321185);
}

/// openGJK (#13) called two of ten thousand overlapping pairs of cubes disjoint.
#[test]
fn overlapping_cubes_by_the_thousand() {
    fn in_scalar<S: Number>() {
        let rng = &mut Rng::new(13);
        for _ in 0..rounds(10_000) {
            let mut corners = |middle: P| -> Vec<P> {
                let rows = matrix(rng.quaternion(3), 3);
                let corner = |i: u32| [i & 1, i >> 1 & 1, i >> 2].map(|x| f64::from(x) - 0.5);
                (0..8).map(|i| add(middle, apply(rows, corner(i)))).collect()
            };
            // The middle of the second is inside the first, which holds a ball of radius one half.
            let (a, b) = (corners([0.0; 3]), corners([0.1, -0.2, 0.3]));
            assert!(measures_by_brute_force::<Vec3<S>>([&a, &b]) < 0.0);
        }
    }
    in_scalar::<f32>();
    in_scalar::<f64>();
    in_scalar::<I32F32>();
}

/// The vertices of a truncated octahedron: its square faces lie at ±0.414213562373 on the axes.
fn truncated_octahedron() -> Body {
    let (a, b) = (0.414213562373, 0.171572875254);
    let signs = (0..8_u32).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|x| 2.0 * f64::from(x) - 1.0));
    let vertices =
        signs.flat_map(|[x, y, z]| [[a, b, a], [a, a, b], [b, a, a]].map(|p: P| [x * p[0], y * p[1], z * p[2]]));
    hull(&vertices.collect::<Vec<P>>())
}

/// openGJK (#54) got the distance of a point from a truncated octahedron wrong.
#[test]
fn a_point_off_a_vertex_of_a_truncated_octahedron() {
    let (corner, off) = ([0.414213562373, 0.414213562373, 0.171572875254], [1.0, 0.5, 0.25]);
    let scene = in_space(truncated_octahedron(), point([0.0; 3]).at(off));
    scene
        .along([0.9808771553999277, 0.14364613365296977, 0.1313232435675394])
        .witnesses(corner, off)
        .measures(0.5972067291017299);
}

/// The octahedron of openGJK (#54) with a point in the middle of a face.
#[test]
fn a_point_on_a_face_of_a_truncated_octahedron() {
    let on = scale(X, 0.414213562373);
    in_space(truncated_octahedron(), point([0.0; 3]).at(on)).along(X).witnesses(on, on).measures(0.0);
}

/// The octahedron of openGJK (#54) with a point above a face.
#[test]
fn a_point_above_a_face_of_a_truncated_octahedron() {
    let scene = in_space(truncated_octahedron(), point([0.0; 3]).at([0.5; 3]));
    scene.along([1.0; 3]).witnesses([1.0 / 3.0; 3], [0.5; 3]).measures(0.28867513459481287);
}

/// MuJoCo runs out of rounds on ellipsoids that all but touch, in a test of its own.
#[test]
fn ellipsoids_all_but_touching() {
    let ellipsoid = ellipsoid([0.05, 0.07, 0.15]);
    let turn_a = [0.5883534407289173, -0.07209066638001761, 0.028402638337431757, 0.8048828826225604];
    let turn_b = [0.5166830870384156, -0.4780731844619427, 0.07026912474435526, 0.706786295831019];
    let a = ellipsoid.clone().turned(turn_a).at([0.44826351361072503, -0.1044142331517169, 0.2121646627845365]);
    let b = ellipsoid.turned(turn_b).at([0.396941371876243, 0.009615426467416881, 0.29832742817753183]);
    let normal = [-0.5325452019752177, 0.4576922474284806, 0.7119785210924843];
    in_space(a, b).along(normal).measures(-1.1532097451830384e-08);
}

/// dolfinx (#3653) ran out of fifteen rounds on a point and seven points. The points are ours.
#[test]
fn a_point_off_the_missing_corner_of_a_cube() {
    let corners: Vec<P> = (0..7_u32).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(f64::from)).collect();
    for reach in [1.0, 0.75, 0.6875] {
        let gap = (3.0 * reach - 2.0) / 3.0_f64.sqrt();
        let foot = [2.0 / 3.0; 3];
        in_space(hull(&corners), point([reach; 3])).along([1.0; 3]).witnesses(foot, [reach; 3]).measures(gap);
    }
}

/// MuJoCo (#3383) answered exactly zero for 103 of 3,000 pairs of hulls, all of them apart.
#[test]
fn random_hulls_by_the_thousand() {
    fn in_scalar<V: Room>() {
        let rng = &mut Rng::new(3383);
        let (count, mut overlapping) = (rounds(6_000), 0);
        for _ in 0..count {
            let (a, mut b) = (some(rng, 10, 1.0, V::DIMENSION), some(rng, 10, 1.0, V::DIMENSION));
            let middle = rng.point(1.5, V::DIMENSION);
            b.iter_mut().for_each(|p| *p = add(*p, middle));
            overlapping += usize::from(measures_by_brute_force::<V>([&a, &b]) < 0.0);
        }
        assert!((30..=70).contains(&(100 * overlapping / count)), "{overlapping} of {count} overlap");
    }
    in_scalar::<Vec3<f32>>();
    in_scalar::<Vec3<f64>>();
    in_scalar::<Vec3<I16F16>>();
    in_scalar::<Vec3<I32F32>>();
}

/// FCL (#508) answered 3.16228 for cubes three apart on y or z; x was right.
#[test]
fn cubes_apart_along_one_axis() {
    for axis in [X, Y, Z] {
        for y in [2.0, 3.0, 4.0, 10.0, 100.0] {
            in_space(cube(1.0), cube(1.0).at(scale(axis, y))).along(axis).measures(y - 1.0);
        }
    }
}

/// FCL (#275) answered 25 for balls 10 apart.
#[test]
fn balls_apart() {
    let scene = in_space(ball(20.0), ball(10.0).at([0.0, 40.0, 0.0]));
    scene.along(Y).witnesses([0.0, 20.0, 0.0], [0.0, 30.0, 0.0]).measures(10.0);
}

/// FCL (#127) placed the witness of a ball below a box wrongly.
#[test]
fn a_ball_below_a_box() {
    let scene = in_space(cuboid([5.0, 1.0, 5.0]).at([0.0, 5.0, 3.0]), ball(1.0));
    scene.along([0.0, -1.0, 0.0]).witnesses([0.0, 4.0, 0.0], Y).measures(3.0);
}

/// mujoco_warp (#1188, #1649) and mujoco (#1857, #2688) took margins into account that nobody asked for.
#[test]
fn boxes_without_margins() {
    in_space(cuboid([0.5, 0.4, 0.3]), cuboid([0.2, 0.3, 0.4]).at([0.75, 0.1, 0.0])).along(X).measures(0.05);
}

/// The boxes of `boxes_without_margins`, now with margins.
#[test]
fn boxes_with_margins() {
    let scene =
        in_space(cuboid([0.5, 0.4, 0.3]).rounded(0.1), cuboid([0.2, 0.3, 0.4]).rounded(0.1).at([0.75, 0.1, 0.0]));
    scene.along(X).measures(-0.15);
}
