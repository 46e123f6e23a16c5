//! Tests of the weights, shares and reductions of simplices whose answers are known.

use crate::kernel::difference::CsoPoint;
use crate::kernel::simplex::nearest::ALL;
use crate::kernel::simplex::shares::Shares;
use crate::kernel::simplex::{Simplex, triangle_shares};
use crate::number::scalar::Scalar;
use crate::number::vector::{Vec2, Vector, vec2, vec3};

/// The orders of three corners.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
/// Weights of a foot inside a triangle, on an edge, at a corner, and outside.
const WEIGHTS: [[f64; 3]; 6] = [
    [0.5, 0.25, 0.25],
    [0.25, 0.625, 0.125],
    [0.0, 0.75, 0.25],
    [0.0, 0.0, 1.0],
    [-0.25, 0.5, 0.75],
    [1.25, 0.5, -0.75],
];

fn simplex<V: Vector>(points: &[V]) -> Simplex<V> {
    let mut simplex = Simplex::default();
    for &w in points {
        simplex.push(&CsoPoint { w, on_a: w });
    }
    simplex
}

fn blended(corners: [[f64; 3]; 3], weights: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|axis| corners.iter().zip(weights).map(|(corner, weight)| corner[axis] * weight).sum())
}

/// A scalar that is made from an `f64` and compared as one.
trait Number: Scalar {
    fn length(value: f64) -> Self;
    fn fraction_of(part: Self::Area, whole: Self::Area) -> f64;
}

impl Number for f64 {
    fn length(value: f64) -> Self {
        value
    }

    fn fraction_of(part: f64, whole: f64) -> f64 {
        part / whole
    }
}

impl Number for f32 {
    fn length(value: f64) -> Self {
        value as f32
    }

    fn fraction_of(part: f32, whole: f32) -> f64 {
        f64::from(part) / f64::from(whole)
    }
}

#[cfg(feature = "fixed")]
impl Number for fixed::types::I16F16 {
    fn length(value: f64) -> Self {
        Self::from_num(value)
    }

    fn fraction_of(part: Self::Area, whole: Self::Area) -> f64 {
        // A share may be larger than the whole.
        part.to_bits() as f64 / whole.to_bits() as f64
    }
}

/// Calls `check` with triangles whose corner between the two shortest edges is any of the three, at some heights over
/// the origin, and with the weights of the foot.
fn triangles(check: &mut dyn FnMut([[f64; 3]; 3], [f64; 3])) {
    // The normals of both are multiples of (0, −1, 3).
    for corners in
        [[[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [2.0, 12.0, 4.0]], [[0.0, 0.0, 0.0], [32.0, 0.0, 0.0], [9.0, 3.0, 1.0]]]
    {
        for order in ORDERS {
            for weights in WEIGHTS {
                for height in [0.0, 1.0, -2.0] {
                    let corners = order.map(|corner| corners[corner]);
                    let [x, y, z] = blended(corners, weights);
                    let moved = |[cx, cy, cz]: [f64; 3]| [cx - x, cy - y - height, cz - z + 3.0 * height];
                    check(corners.map(moved), weights);
                }
            }
        }
    }
}

fn assert_shares<V: Vector>(Shares { shares, whole, .. }: Shares<V>, weights: [f64; 3])
where
    V::Scalar: Number,
{
    for (share, weight) in shares.into_iter().zip(weights) {
        let found = V::Scalar::fraction_of(share, whole);
        assert!((found - weight).abs() < 1e-6, "{found} for one of {weights:?}");
    }
}

fn triangles_in_space<S: Number>() {
    triangles(&mut |corners, weights| {
        let points = corners.map(|[x, y, z]| vec3(S::length(x), S::length(y), S::length(z)));
        let triangle = simplex(&points);
        assert_shares(triangle_shares(&points, None), weights);
        let farther = vec3(S::length(1.0), S::length(2.0), S::length(3.0));
        let normal = triangle.straightened(ALL, triangle_shares(&points, None).normal);
        for edge in [points[1] - points[0], points[2] - points[1]] {
            let (along, across) = (normal.dot(edge), normal.dot(farther));
            assert!(S::fraction_of(along, across).abs() < 1e-6, "{corners:?}: {normal:?}");
        }
    });
}

fn triangles_in_the_plane<S: Number>() {
    triangles(&mut |corners, weights| {
        let points = corners.map(|[x, y, _]| vec2(S::length(x), S::length(y)));
        // In 2D the height would move the origin along y, so it is taken out.
        let [foot_x, foot_y, _] = blended(corners, weights);
        let points = points.map(|point| point - vec2(S::length(foot_x), S::length(foot_y)));
        assert_shares(triangle_shares(&points, None), weights);
    });
}

#[test]
fn shares_are_the_weights_of_the_foot() {
    triangles_in_space::<f64>();
    triangles_in_the_plane::<f64>();
    #[cfg(feature = "fixed")]
    {
        triangles_in_space::<fixed::types::I16F16>();
        triangles_in_the_plane::<fixed::types::I16F16>();
    }
}

#[test]
fn an_edge_has_the_weights_of_the_foot_from_either_end() {
    // The foot is a quarter of the way from the near end to the far one.
    let (near, far) = (vec3(-1.0, 2.0, 1.0), vec3(3.0, 2.0, 1.0));
    for (points, weights) in [([near, far], [0.75, 0.25, 0.0]), ([far, near], [0.25, 0.75, 0.0])] {
        let [at_first, at_second, ..] = simplex(&points).weights_near(Vector::ZERO);
        assert_eq!([at_first, at_second], [weights[0], weights[1]]);
    }
}

#[test]
fn a_tetrahedron_has_the_weights_of_the_origin() {
    let corners = [[8.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 8.0], [-8.0, -8.0, -8.0]];
    let weights = [0.125, 0.25, 0.5, 0.125];
    let origin = [0, 1, 2].map(|axis| corners.iter().zip(weights).map(|(corner, weight)| corner[axis] * weight).sum());
    let [x, y, z]: [f64; 3] = origin;
    let points = corners.map(|[cx, cy, cz]| vec3(cx - x, cy - y, cz - z));
    let found = simplex(&points).weights_near(Vector::ZERO);
    for (found, weight) in found.into_iter().zip(weights) {
        assert!((found - weight).abs() < 1e-15, "{found} for one of {weights:?}");
    }
}

#[test]
fn the_farthest_point_from_a_point_and_from_a_line_is_taken() {
    let points = [vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 2.0), vec3(10.0, 0.0, 0.0), vec3(4.0, 0.0, -3.0)];
    let (mut rest, mut taken) = (simplex(&points), CsoPoint::default());
    assert!(rest.take_farthest(points[0], vec3(0.0, 0.0, 0.0), &mut taken) && taken.w == points[2]);
    assert!(rest.take_farthest(points[0], points[2], &mut taken) && taken.w == points[3]);
    assert_eq!(rest.points().len(), 2);

    let mut line = simplex(&[vec3(3.0, 3.0, 3.0), vec3(5.0, 5.0, 5.0)]);
    assert!(!line.take_farthest(vec3(0.0, 0.0, 0.0), vec3(1.0, 1.0, 1.0), &mut taken));
    let mut point = simplex(&[vec3(3.0, 3.0, 3.0)]);
    assert!(!point.take_farthest(vec3(3.0, 3.0, 3.0), vec3(0.0, 0.0, 0.0), &mut taken));
}

#[test]
fn a_point_far_back_on_a_line_is_no_end_of_the_edge_with_the_foot() {
    // The foot is between b and c. The axis of their edge is tilted, so that a seems to be ahead of it.
    let (b, c) = (vec2(0.004164703_f32, 0.0154578835), vec2(0.03778997, -0.012824699));
    let a = vec2(-0.14545566, 0.14130518);
    for (points, kept) in [([b, c], 0b10), ([c, b], 0b01)] {
        let (line, axis) = (simplex(&points), Vec2::edge_axis(b, c - b));
        let found = line.reduce(a, axis);
        assert!(found.is_outside() && found.kept == kept, "{points:?}: {found:?}");
    }
    assert!(simplex(&[b]).reduce(a, b).is_hidden());
}

#[test]
fn a_sliver_with_the_origin_on_an_edge_has_the_weights_of_that_edge() {
    let corners = [vec3(31.75_f32, -31.75, -31.75), vec3(-436.0, 431.5, 431.5), vec3(-431.5, 431.5, 431.5)];
    for order in ORDERS {
        let p = simplex(&order.map(|corner| corners[corner])).nearest_point();
        // A rounding step of the largest coordinate is 2.6e-5.
        assert!(p.is_within(1e-4), "{order:?}: {p:?}");
    }
}

/// Triangles with two corners near each other, whose foot is on a long edge. How far it is from there along the edge is
/// rounded by steps of the corners, however thin the triangle is.
fn slivers<S: Number>(epsilon: f64) {
    for (length, height) in [(431.5, 272.5), (863.0, 545.0), (101.0, 999.0)] {
        for thickness in 1..=16 {
            let point = |x: f64, y: f64, z: f64| vec3(S::length(x), S::length(y), S::length(z));
            let (near, far) = (point(0.0, height, 0.0), point(-length, 0.0, 0.0));
            let corners = [near, far, point(-length, 0.0, f64::from(thickness) / 8.0)];
            for order in ORDERS {
                let (sliver, edge) = (simplex(&order.map(|corner| corners[corner])), far - near);
                let foot = sliver.nearest_within(S::LIMIT, point(0.0, 0.0, 0.0)).w;
                let off = S::fraction_of(foot.dot(edge), edge.dot(edge)).abs();
                assert!(off < 4.0 * epsilon, "{:?}: {foot:?} is off by {off}", order.map(|corner| corners[corner]));
            }
        }
    }
}

#[test]
fn the_foot_on_the_long_edge_of_a_sliver_is_exact_to_rounding() {
    slivers::<f32>(f32::EPSILON.into());
    slivers::<f64>(f64::EPSILON);
    #[cfg(feature = "fixed")]
    slivers::<fixed::types::I16F16>(f32::EPSILON.into());
}

#[test]
fn the_outlook_of_a_simplex_around_the_origin_is_a_contact_of_all_its_points() {
    let corners = [vec3(1.0, 1.0, 1.0), vec3(1.0, -1.0, -1.0), vec3(-1.0, 1.0, -1.0), vec3(-1.0, -1.0, 1.0_f64)];
    let (p, plane) = simplex(&corners).outlook(true);
    assert!(p.is_within(f64::EPSILON) && plane.contains_origin() && plane.kept == 0b1111, "{p:?}, {plane:?}");
}

#[test]
fn the_outlook_beside_a_long_edge_is_the_triangle_at_it() {
    // The plane of the edge z = height has the third corner on the side of the origin. The foot on the triangle is off
    // the edge by twice the height times 1e-6, less than a rounding step of the corners.
    let height = 1e-12_f64;
    let corners = [vec3(-1.0, 0.0, height), vec3(1.0, 0.0, height), vec3(1.0, 1e-6, -height)];
    for order in ORDERS {
        let (p, plane) = simplex(&order.map(|corner| corners[corner])).outlook(true);
        assert!(p.is_within(1.01 * height), "{order:?}: {p:?}");
        let distance = plane.distance();
        assert!(plane.kept == 0b111 && (distance - height).abs() < 1e-3 * height, "{order:?}: {plane:?}");
    }
}

#[test]
fn a_straightened_normal_of_which_little_is_left_has_a_length() {
    let edge = simplex(&[vec3(0.0_f32, 0.0, 0.0), vec3(0.0, 0.0, 1.0)]);
    let straight = edge.straightened(ALL, vec3(1e-30, 0.0, 1.0));
    assert!(straight.length() > 0.0 && straight.z == 0.0, "{straight:?}");
}
