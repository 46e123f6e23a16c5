//! Claims about hull builders and the polyhedra they make, for every scalar.
//!
//! The check is exact: the points are placed on the grid that the builders promise, as integers, and the height of
//! every point over every face is computed with integers of any size. Climbing is compared with a search over all
//! vertices.

#[macro_use]
mod common;
#[path = "../examples/hull/source.rs"]
mod source;

use common::number::{Number, P, Space, add, dot, length, scale, sub};
use common::scene::{Rng, times};
use fixed::types::{I2F30, I16F16, I32F32};
use gjk::{
    ConvexHull, Error, Faceted, Feature, Hint, HullFault, OutlineFault, Point, Polygon, PolygonBuilder, Polyhedron,
    PolyhedronBuilder, PolyhedronParts, Pose, Pose3, Query, Ray, Segment, Simplified, Support, SupportExt, Vec2, Vec3,
    Vector, WarmStart, vec2, vec3,
};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// A builder for the clouds of most tests.
type Builder<S> = PolyhedronBuilder<S, 400, 400>;

macro_rules! for_every_scalar {
    ($($claim:ident,)+) => {
        for_every_scalar!(f32: f32, $($claim)+);
        for_every_scalar!(f64: f64, $($claim)+);
        for_every_scalar!(i16f16: I16F16, $($claim)+);
        for_every_scalar!(i32f32: I32F32, $($claim)+);
    };
    ($module:ident: $scalar:ty, $($claim:ident)+) => {
        mod $module {
            use super::*;
            $(
                #[test]
                fn $claim() {
                    super::$claim::<$scalar>();
                }
            )+
        }
    };
}

for_every_scalar! {
    hulls_are_closed_convex_and_hold_every_point,
    flat_clouds_become_what_they_are,
    the_order_of_the_points_changes_no_vertex,
    vertices_stand_along_a_curve,
    hulls_fit_exactly_into_the_memory_they_need,
    scaling_scales_the_hull,
    bad_points_are_refused,
    climbing_finds_what_looking_at_all_finds,
    facets_are_those_of_the_hull_of_all_points,
    cells_start_near_the_answer,
    facets_have_numbers_of_their_own,
    broken_data_ends_no_query_badly,
    every_planted_fault_is_found,
    simplified_hulls_hold_every_point_with_their_error,
    outlines_are_strictly_convex_and_hold_every_point,
    outlines_make_polygons,
    queries_agree_with_hulls_of_all_points,
    planes_of_warm_queries_hold_every_point,
    rays_meet_a_polyhedron_where_they_meet_the_hull_of_its_points,
}

/// A point on the grid.
type Whole = [i128; 3];

/// The points as integers on the grid that the builders use.
fn on_grid<V: Space>(points: &[V]) -> Vec<Whole> {
    let extent = points.iter().flat_map(|point| point.value()).fold(0.0_f64, |largest, x| largest.max(x.abs()));
    let per_unit = if V::Scalar::is_float() {
        let bits = if V::Scalar::RELATIVE_STEP == f64::EPSILON { 62 } else { 30 };
        // The power of two above the extent.
        let top = if extent == 0.0 { 0 } else { extent.log2().floor() as i32 + 1 };
        2.0_f64.powi(bits - top)
    } else {
        1.0 / V::Scalar::ABSOLUTE_STEP
    };
    points.iter().map(|point| point.value().map(|x| (x * per_unit).round() as i128)).collect()
}

fn big(from: Whole, to: Whole) -> [BigInt; 3] {
    [0, 1, 2].map(|axis| BigInt::from(to[axis] - from[axis]))
}

fn big_cross(u: &[BigInt; 3], v: &[BigInt; 3]) -> [BigInt; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| &u[i] * &v[j] - &u[j] * &v[i])
}

fn big_dot(u: &[BigInt; 3], v: &[BigInt; 3]) -> BigInt {
    &u[0] * &v[0] + &u[1] * &v[1] + &u[2] * &v[2]
}

fn zero() -> BigInt {
    BigInt::from(0)
}

/// How a cloud is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Family {
    Ball,
    Sphere,
    Lattice,
    Prism,
    /// Rings of twelve points, turned: facets that are flat to within rounding.
    Barrel,
    Needle,
    Disc,
    Clusters,
    Doubled,
    /// Small integers, with many points in one plane and on one line.
    Coarse,
    Collinear,
    Coplanar,
    Tilted,
    Coincident,
}

const SOLID: [Family; 10] = [
    Family::Ball,
    Family::Sphere,
    Family::Lattice,
    Family::Prism,
    Family::Barrel,
    Family::Needle,
    Family::Disc,
    Family::Clusters,
    Family::Doubled,
    Family::Coarse,
];

const FLAT: [Family; 4] = [Family::Collinear, Family::Coplanar, Family::Tilted, Family::Coincident];

impl Family {
    /// Points of size one and up to a few hundred, rounded to the scalar by the caller.
    fn draw(self, rng: &mut Rng, count: usize) -> Vec<P> {
        let ball = |rng: &mut Rng| loop {
            let point = rng.point(1.0, 3);
            if common::number::length(point) <= 1.0 {
                return point;
            }
        };
        let whole = |rng: &mut Rng, most: usize| [0; 3].map(|_| rng.below(2 * most + 1) as f64 - most as f64);
        let center = [0; 3].map(|_| ball(rng));
        let (along, across) = (rng.point(1.0, 3), whole(rng, 3));
        // An orthonormal basis.
        let first = common::number::unit(along).unwrap_or([1.0, 0.0, 0.0]);
        let second = common::number::unit(common::number::cross(first, [0.0, 0.6, 0.8])).unwrap_or([0.0, 1.0, 0.0]);
        let rows = [first, second, common::number::cross(first, second)];
        (0..count)
            .map(|i| match self {
                Self::Ball => ball(rng),
                Self::Sphere => common::number::unit(ball(rng)).unwrap_or([1.0, 0.0, 0.0]),
                Self::Lattice => [i % 5, i / 5 % 5, i / 25 % 5].map(|x| x as f64 - 2.0),
                Self::Prism => {
                    let turn = (i / 2 % 32) as f64 / 16.0 * std::f64::consts::PI;
                    [turn.cos(), turn.sin(), if i % 2 == 0 { -0.5 } else { 0.5 }]
                }
                Self::Barrel => {
                    let (turn, bow) = ((i % 12) as f64 * std::f64::consts::PI / 6.0, (i / 12 % 6) as f64 * 0.4 - 1.0);
                    let local = [bow.cos() * turn.cos(), bow.cos() * turn.sin(), bow.sin()];
                    rows.map(|row| common::number::dot(row, local))
                }
                Self::Needle => {
                    let [x, y, z] = ball(rng);
                    [x / 512.0, y / 512.0, z]
                }
                Self::Disc => {
                    let [x, y, z] = ball(rng);
                    [x, y, z / 4096.0]
                }
                Self::Clusters => {
                    let (place, off) = (center[rng.below(3)], ball(rng));
                    [0, 1, 2].map(|axis| place[axis] + off[axis] / 1024.0)
                }
                Self::Doubled => [0, 1, 2].map(|axis| center[rng.below(3)][axis]),
                Self::Coarse => whole(rng, 3),
                Self::Collinear => {
                    let t = rng.below(65) as f64 - 32.0;
                    [0, 1, 2].map(|axis| across[axis] * t / 64.0)
                }
                Self::Coplanar => {
                    let [x, y, _] = ball(rng);
                    [x, y, 0.25]
                }
                Self::Tilted => {
                    let [x, y, _] = whole(rng, 8);
                    [x / 4.0, y / 4.0, (x - 2.0 * y) / 4.0]
                }
                Self::Coincident => [0, 1, 2].map(|axis| (along[axis] * 64.0).round() / 64.0),
            })
            .collect()
    }

    /// A cloud of a scalar, scaled by a factor that the scalar allows.
    fn cloud<V: Space>(self, seed: u64, count: usize) -> Vec<V> {
        let mut rng = Rng::new(seed);
        let factor = if V::Scalar::is_float() { rng.log_uniform(1e-6, 1e6) } else { rng.log_uniform(1.0, 500.0) };
        // Flat clouds stay flat under powers of two only.
        let factor = 2.0_f64.powf(factor.log2().round());
        let offset = if rng.percent(30) { [0; 3].map(|_| rng.below(5) as f64 - 2.0) } else { [0.0; 3] };
        let points = self.draw(&mut rng, count);
        points.into_iter().map(|point| V::of([0, 1, 2].map(|axis| (point[axis] + offset[axis]) * factor))).collect()
    }
}

fn bits<S: Number>(point: Vec3<S>) -> [u64; 3] {
    point.value().map(|x| (x + 0.0).to_bits())
}

/// Checks that a hull of a cloud meets its definition: a closed surface of triangles wound counter-clockwise, with
/// every point of the cloud on the inner side of each, and with extreme points of the cloud as its only vertices.
fn assert_is_hull<S: Number>(points: &[Vec3<S>], hull: &Polyhedron<'_, S>, name: &str) {
    let (cloud, vertices) = (on_grid(points), hull.vertices().collect::<Vec<_>>());
    assert_eq!(hull.validate(), Ok(()), "{name}");
    let inputs: BTreeSet<_> = points.iter().map(|&point| bits(point)).collect();
    assert!(vertices.iter().all(|&vertex| inputs.contains(&bits(vertex))), "{name}: a vertex is no point");
    // The largest coordinate is one of a vertex, so the grid is the same.
    let corners = on_grid(&vertices);
    let faces: Vec<_> = hull.faces().map(|face| face.map(usize::from)).collect();
    let normals: Vec<_> =
        faces.iter().map(|&[a, b, c]| big_cross(&big(corners[a], corners[b]), &big(corners[a], corners[c]))).collect();
    let mut is_flat = true;
    for (face, normal) in faces.iter().zip(&normals) {
        assert!(normal.iter().any(|x| *x != zero()), "{name}: face {face:?} has no area");
        for point in &cloud {
            let height = big_dot(normal, &big(corners[face[0]], *point));
            assert!(height <= zero(), "{name}: a point is outside face {face:?}");
            is_flat &= height == zero();
        }
    }
    let edges: BTreeSet<_> = faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
    assert!(edges.iter().all(|&[a, b]| edges.contains(&[b, a])), "{name}: an edge is open");
    match vertices.len() {
        1 => assert!(corners.iter().chain(&cloud).all(|point| *point == corners[0]), "{name}"),
        2 => {
            let along = big(corners[0], corners[1]);
            for point in &cloud {
                let (one, other) = (big(corners[0], *point), big(corners[1], *point));
                assert!(big_cross(&along, &one).iter().all(|x| *x == zero()), "{name}: a point is off the line");
                assert!(big_dot(&along, &one) >= zero() && big_dot(&along, &other) <= zero(), "{name}");
            }
            assert!(faces.is_empty() && hull.neighbors(0) == [1] && hull.neighbors(1) == [0], "{name}");
        }
        count => {
            assert_eq!(edges.len(), 3 * faces.len(), "{name}: an edge is there twice");
            assert_eq!(faces.len(), 2 * count - 4, "{name}: Euler's formula fails");
        }
    }
    if vertices.len() > 2 && is_flat {
        return assert_flat_is_extreme(&corners, &normals[0], name);
    }
    for vertex in (0..vertices.len()).filter(|_| vertices.len() > 2) {
        // The normals of the faces at an extreme point span the space.
        let at: Vec<_> = (0..faces.len()).filter(|&face| faces[face].contains(&vertex)).map(|f| &normals[f]).collect();
        let spans = at.iter().any(|n| {
            let across = big_cross(at[0], n);
            at.iter().any(|m| big_dot(&across, m) != zero())
        });
        assert!(spans, "{name}: vertex {vertex} is not extreme");
    }
    for vertex in (0..hull.len()).filter(|_| hull.len() > 2) {
        let row = hull.neighbors(vertex);
        let expected: BTreeSet<_> = edges.iter().filter(|edge| edge[0] == vertex).map(|edge| edge[1] as u16).collect();
        assert_eq!(row.iter().copied().collect::<BTreeSet<_>>(), expected, "{name}: neighbors of {vertex}");
    }
}

/// Vertices of a polygon in space, in order: every corner is strict.
fn assert_flat_is_extreme(corners: &[Whole], normal: &[BigInt; 3], name: &str) {
    let count = corners.len();
    let turns: Vec<_> = (0..count)
        .map(|i| {
            let (a, b, c) = (corners[i], corners[(i + 1) % count], corners[(i + 2) % count]);
            big_dot(normal, &big_cross(&big(a, b), &big(b, c))).sign()
        })
        .collect();
    assert!(turns.iter().all(|turn| *turn == turns[0]), "{name}: not strictly convex: {turns:?}");
    assert!(turns[0] != num_bigint::Sign::NoSign, "{name}");
}

fn hulls_are_closed_convex_and_hold_every_point<S: Number>() {
    let mut builder = Box::new(Builder::<S>::new());
    for (family, seed) in SOLID.into_iter().flat_map(|family| (0..6).map(move |seed| (family, seed))) {
        let count = [4, 5, 9, 30, 80, 125][seed as usize % 6];
        let cloud = family.cloud::<Vec3<S>>(seed, count);
        let hull = builder.build(&cloud).expect("there is room");
        assert_is_hull(&cloud, &hull, &format!("{family:?} {seed}"));
    }
}

fn flat_clouds_become_what_they_are<S: Number>() {
    let mut builder = Box::new(Builder::<S>::new());
    for (family, seed) in FLAT.into_iter().flat_map(|family| (0..8).map(move |seed| (family, seed))) {
        let count = [1, 2, 3, 4, 5, 9, 30, 100][seed as usize % 8];
        let cloud = family.cloud::<Vec3<S>>(seed, count);
        let hull = builder.build(&cloud).expect("there is room");
        assert_is_hull(&cloud, &hull, &format!("{family:?} {seed}"));
        let most = match family {
            Family::Coincident => 1,
            Family::Collinear => 2,
            _ => count,
        };
        assert!(hull.len() <= most, "{family:?} {seed}: {} vertices", hull.len());
        let everywhere = hull.support(vec3(S::ONE, S::ONE, S::NIL));
        assert!(cloud.contains(&everywhere) && hull.center().is_finite());
    }
}

/// The vertices on the grid.
fn vertex_set<S: Number>(hull: &Polyhedron<'_, S>) -> BTreeSet<Whole> {
    on_grid(&hull.vertices().collect::<Vec<_>>()).into_iter().collect()
}

fn the_order_of_the_points_changes_no_vertex<S: Number>() {
    let mut builder = Box::new(Builder::<S>::new());
    for (family, seed) in SOLID.into_iter().chain(FLAT).flat_map(|family| (0..4).map(move |seed| (family, seed))) {
        let mut cloud = family.cloud::<Vec3<S>>(seed, 120);
        let first = vertex_set(&builder.build(&cloud).expect("there is room"));
        let mut rng = Rng::new(seed);
        for _ in 0..4 {
            for i in (1..cloud.len()).rev() {
                cloud.swap(i, rng.below(i + 1));
            }
            let again = vertex_set(&builder.build(&cloud).expect("there is room"));
            assert_eq!(first, again, "{family:?} {seed}");
        }
    }
}

/// The bits of the coordinates in turn, from the highest on: where a point stands on the curve of Morton.
fn on_curve(point: Whole) -> Vec<bool> {
    let above_zero = point.map(|coordinate| (coordinate + (1 << 64)) as u128);
    (0..=64).rev().flat_map(|bit| above_zero.map(|coordinate| coordinate >> bit & 1 == 1)).collect()
}

fn vertices_stand_along_a_curve<S: Number>() {
    let mut builder = Box::new(Builder::<S>::new());
    for (family, seed) in SOLID.into_iter().flat_map(|family| (0..6).map(move |seed| (family, seed))) {
        let cloud = family.cloud::<Vec3<S>>(seed, [30, 50, 80, 125, 200, 400][seed as usize % 6]);
        let hull = builder.build(&cloud).expect("there is room");
        let vertices = on_grid(&hull.vertices().collect::<Vec<_>>());
        assert!(vertices.is_sorted_by_key(|&vertex| on_curve(vertex)), "{family:?} {seed}");
        // Each vertex equals one of the points given.
        assert!(hull.vertices().all(|vertex| cloud.contains(&vertex)), "{family:?} {seed}");
    }
}

/// Builds in memory for a number of points and vertices.
fn build_in<S: Number, const POINTS: usize, const VERTICES: usize>(cloud: &[Vec3<S>]) -> Result<usize, Error> {
    PolyhedronBuilder::<S, POINTS, VERTICES>::new().build(cloud).map(|hull| hull.len())
}

fn hulls_fit_exactly_into_the_memory_they_need<S: Number>() {
    let at = |x: f64, y: f64, z: f64| Vec3::<S>::of([x, y, z]);
    let (o, x, y, z) = (at(0.0, 0.0, 0.0), at(1.0, 0.0, 0.0), at(0.0, 1.0, 0.0), at(0.0, 0.0, 1.0));
    assert_eq!(build_in::<S, 0, 0>(&[o]), Err(Error::TooManyPoints { needed: 1 }));
    assert_eq!(build_in::<S, 1, 0>(&[o]), Err(Error::TooManyVertices { sufficient: 1 }));
    assert_eq!(build_in::<S, 1, 1>(&[o]), Ok(1));
    assert_eq!(build_in::<S, 2, 1>(&[o, o]), Ok(1));
    assert_eq!(build_in::<S, 1, 1>(&[o, o]), Err(Error::TooManyPoints { needed: 2 }));
    assert_eq!(build_in::<S, 2, 2>(&[o, x]), Ok(2));
    assert!(matches!(build_in::<S, 2, 1>(&[o, x]), Err(Error::TooManyVertices { sufficient: 2.. })));
    assert_eq!(build_in::<S, 3, 3>(&[o, x, y]), Ok(3));
    assert!(matches!(build_in::<S, 3, 2>(&[o, x, y]), Err(Error::TooManyVertices { sufficient: 3.. })));
    assert_eq!(build_in::<S, 4, 4>(&[o, x, y, z]), Ok(4));
    assert!(matches!(build_in::<S, 4, 3>(&[o, x, y, z]), Err(Error::TooManyVertices { sufficient: 4.. })));
    let mut all = Box::new(Builder::<S>::new());
    // Vertices that later ones cover take up no room, whatever the order.
    let mut rng = Rng::new(1);
    let mut lattice = Family::Lattice.cloud::<Vec3<S>>(1, 125);
    for _ in 0..50 {
        for i in (1..lattice.len()).rev() {
            lattice.swap(i, rng.below(i + 1));
        }
        assert_eq!(build_in::<S, 125, 8>(&lattice), Ok(8));
        let Err(Error::TooManyVertices { sufficient }) = build_in::<S, 125, 7>(&lattice) else {
            panic!("a cube has eight vertices")
        };
        assert!((8..=125).contains(&sufficient), "{sufficient}");
    }
    // Twelve corners and many points inside: some of those come in early and take the room of a corner.
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut cloud = Family::Sphere.draw(&mut rng, 12);
        cloud.extend(Family::Sphere.draw(&mut rng, 300).into_iter().map(|point| common::number::scale(point, 0.3)));
        let cloud: Vec<_> = cloud.into_iter().map(|point| Vec3::<S>::of(common::number::scale(point, 64.0))).collect();
        if all.build(&cloud).expect("there is room").len() == 12 {
            assert_eq!(build_in::<S, 400, 12>(&cloud), Ok(12), "{seed}");
        }
    }
    let ball = Family::Ball.cloud::<Vec3<S>>(2, 400);
    let needed = all.build(&ball).expect("there is room").len();
    let mut few = Box::new(PolyhedronBuilder::<S, 400, 40>::new());
    assert!(needed > 40);
    let Err(Error::TooManyVertices { sufficient }) = few.build(&ball) else { panic!("{needed} vertices fit") };
    assert!((needed..=400).contains(&sufficient), "{sufficient} for {needed}");
}

#[test]
fn the_largest_clouds_have_hulls() {
    let sphere = |count: usize| Family::Sphere.cloud::<Vec3<f32>>(3, count);
    let big = std::thread::Builder::new().stack_size(1 << 26).spawn(move || {
        let mut builder = Box::new(PolyhedronBuilder::<f32, 65_535, 10_924>::new());
        let mut cloud = Family::Ball.cloud::<Vec3<f32>>(3, 65_535);
        let hull = builder.build(&cloud).expect("there is room");
        let count = hull.len();
        assert!(count > 500 && hull.faces().count() == 2 * count - 4, "{count}");
        cloud.push(Vec3::ZERO);
        assert_eq!(builder.build(&cloud), Err(Error::TooManyPoints { needed: 65_536 }));
        let cloud = sphere(10_000);
        let hull = builder.build(&cloud).expect("there is room");
        assert!(hull.len() > 9_000, "{}", hull.len());
    });
    big.expect("a thread").join().expect("the claims");
}

fn scaling_scales_the_hull<S: Number>() {
    let mut builder = Box::new(Builder::<S>::new());
    let mut other = Box::new(Builder::<S>::new());
    for family in SOLID.into_iter().chain(FLAT) {
        let cloud = family.cloud::<Vec3<S>>(7, 60);
        let hull = builder.build(&cloud).expect("there is room");
        for exponent in [-1, 1, S::SCALINGS, -S::SCALINGS] {
            let factor = 2.0_f64.powi(exponent);
            let scaled: Vec<_> = cloud.iter().map(|point| Vec3::<S>::of(point.value().map(|x| x * factor))).collect();
            let is_exact = cloud.iter().zip(&scaled).all(|(a, b)| a.value().map(|x| x * factor) == b.value());
            if is_exact {
                let scaled = other.build(&scaled).expect("there is room");
                assert_eq!(scaled.parts().neighbors, hull.parts().neighbors, "{family:?}");
                assert_eq!(scaled.parts().ends, hull.parts().ends, "{family:?}");
            }
        }
    }
}

fn bad_points_are_refused<S: Number>() {
    let mut builder = PolyhedronBuilder::<S, 4, 4>::new();
    let mut plane = PolygonBuilder::<S, 4, 4>::new();
    assert_eq!(builder.build(&[]).map(|_| ()), Err(Error::NoPoints));
    assert_eq!(plane.build(&[]).map(|_| ()), Err(Error::NoPoints));
    let beyond = S::of(S::LIMIT.value() * 1.01);
    for bad in [beyond, -beyond, S::MAX] {
        assert_eq!(builder.build(&[Vec3::ONE, vec3(S::ONE, bad, S::NIL)]).map(|_| ()), Err(Error::OutOfRange));
        assert_eq!(plane.build(&[Vec2::ONE, vec2(S::ONE, bad)]).map(|_| ()), Err(Error::OutOfRange));
    }
    if S::is_float() {
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(S::of) {
            assert_eq!(builder.build(&[Vec3::ONE, vec3(S::ONE, S::ONE, bad)]).map(|_| ()), Err(Error::NotFinite));
            assert_eq!(plane.build(&[Vec2::ONE, vec2(bad, S::ONE)]).map(|_| ()), Err(Error::NotFinite));
        }
    }
    let limit = S::LIMIT;
    let corners = [vec3(limit, -limit, limit), vec3(-limit, -limit, -limit), Vec3::ZERO, vec3(-limit, limit, limit)];
    assert_eq!(builder.build(&corners).map(|hull| hull.len()), Ok(4));
    assert_eq!(builder.build_at_most(0, &corners).map(|_| ()), Err(Error::TooManyVertices { sufficient: 4 }));
}

#[test]
fn the_smallest_numbers_have_hulls() {
    let mut builder = PolyhedronBuilder::<f32, 8, 8>::new();
    let mut cloud = Vec::new();
    for i in 0..8_u32 {
        cloud.push(vec3(i & 1, i >> 1 & 1, i >> 2).map(|bit| f32::from_bits(3 * bit)));
    }
    let hull = builder.build(&cloud).expect("subnormal numbers are finite");
    assert_eq!((hull.len(), hull.validate()), (8, Ok(())));
}

/// On the grid of a cloud the smallest numbers are zero: a flat cloud stays flat, and keeps extreme points only.
#[test]
fn the_smallest_numbers_beside_large_ones_count_as_zero() {
    let mut builder = Box::new(Builder::<f64>::new());
    for seed in 0..64 {
        let rng = &mut Rng::new(seed);
        let tiny = |rng: &mut Rng| if rng.percent(50) { f64::from_bits(1) } else { -f64::from_bits(1) };
        let cloud: Vec<_> = (0..12)
            .map(|_| {
                let [x, y] = [0; 2].map(|_| match rng.below(5) {
                    2 => tiny(rng),
                    whole => whole as f64 - 2.0,
                });
                vec3(x, y, tiny(rng))
            })
            .collect();
        let hull = builder.build(&cloud).expect("there is room");
        assert_is_hull(&cloud, &hull, &format!("{seed}"));
    }
}

/// The vertex with the largest product: of several the one of the first of four lanes, and there of the first block.
/// Vertices after the last block come last.
fn looked_up<S: Number>(vertices: &[Vec3<S>], dir: Vec3<S>) -> Vec3<S> {
    let (blocks, others) = vertices.split_at(vertices.len() - vertices.len() % 4);
    let lanes = (0..4).flat_map(|lane| blocks.iter().skip(lane).step_by(4));
    let better = |best, next| if dir.dot(next) > dir.dot(best) { next } else { best };
    lanes.chain(others).copied().reduce(better).expect("there is a vertex")
}

/// Directions at a hull: any, along axes, across faces and edges and near to that.
fn directions<S: Number>(rng: &mut Rng, hull: &Polyhedron<'_, S>) -> Vec3<S> {
    let vertex = |rng: &mut Rng| rng.below(hull.len());
    let to_scalar = |v: P| {
        let largest = common::number::max_abs(v);
        // A direction of fixed point has components below 2^30 raw bits.
        let size = if S::is_float() { 1.0 } else { S::LIMIT.value() };
        Vec3::<S>::of(common::number::scale(v, size / largest))
    };
    loop {
        let a = vertex(rng);
        let row = hull.neighbors(a);
        let (b, c) = (row[rng.below(row.len())], row[rng.below(row.len())]);
        let [a, b, c] = [a, b.into(), c.into()].map(|number| hull.vertex(number).value());
        let normal = common::number::cross(common::number::sub(b, a), common::number::sub(c, a));
        let direction = match rng.below(6) {
            0 | 1 => rng.direction(3),
            2 => rng.point(1.0, 3),
            3 => normal,
            4 => common::number::cross(common::number::sub(b, a), rng.point(1.0, 3)),
            _ => {
                let near = common::number::scale(
                    rng.point(1.0, 3),
                    common::number::length(normal) * rng.log_uniform(1e-9, 1e-2),
                );
                common::number::add(normal, near)
            }
        };
        if common::number::max_abs(direction) > 0.0 {
            return to_scalar(direction);
        }
    }
}

fn climbing_finds_what_looking_at_all_finds<S: Number>() {
    let rounds = if cfg!(debug_assertions) { 2_000 } else { 100_000 };
    let mut builder = Box::new(Builder::<S>::new());
    let mut climbed = 0;
    for (family, seed) in SOLID.into_iter().chain(FLAT).flat_map(|family| (0..2).map(move |seed| (family, seed))) {
        let cloud = family.cloud::<Vec3<S>>(seed, 400);
        let hull = builder.build(&cloud).expect("there is room");
        if hull.len() < 3 {
            continue;
        }
        let vertices: Vec<_> = hull.vertices().collect();
        let mut rng = Rng::new(seed + 100);
        let mut last = Hint::default();
        for round in 0..rounds {
            let dir = directions(&mut rng, &hull);
            let expected = looked_up(&vertices, dir);
            let mut wild = Hint::new(rng.below(2 * hull.len()) as u32);
            let found = [
                hull.support(dir),
                hull.support_from(dir, &mut last),
                hull.support_from(dir, &mut wild),
                hull.support_from(dir, &mut Hint::new(rng.bits() as u32)),
            ];
            for point in found {
                assert!(
                    point == expected,
                    "{family:?} {seed}, round {round}: {point:?} for {expected:?} along {dir:?}"
                );
            }
            climbed += usize::from(hull.len() > 160 && last != Hint::default());
        }
    }
    assert!(climbed > rounds, "hardly any of them had to be climbed");
}

/// Climbing from neighbor to neighbor, a polyhedron finds the facet that a search over all points finds. It may be
/// another one if several face a direction equally or if the body is as thin as rounding; but no facet ever has a
/// corner twice.
fn facets_are_those_of_the_hull_of_all_points<S: Number>() {
    let mut builder = Box::new(Builder::<S>::new());
    for (family, seed) in SOLID.into_iter().chain(FLAT).flat_map(|family| (0..4).map(move |seed| (family, seed))) {
        let hull = builder.build(&family.cloud::<Vec3<S>>(seed, 100)).expect("there is room");
        if hull.len() < 2 {
            continue;
        }
        let vertices: Vec<_> = hull.vertices().collect();
        let all = ConvexHull::new(&vertices).expect("points");
        let mut rng = Rng::new(seed + 100);
        let (mut alike, mut others) = (0, 0);
        while alike + others < times(50) {
            let dir = directions(&mut rng, &hull);
            let corners =
                |feature: Feature<Vec3<S>>| feature.corners().map(|(number, _)| number).collect::<BTreeSet<_>>();
            let (own, other) = (hull.feature(dir), all.feature(dir));
            let (found, expected) = (corners(own), corners(other));
            assert_eq!(found.len(), own.corners().count(), "{family:?} {seed}: {own:?} along {dir:?}");
            *if found == expected { &mut alike } else { &mut others } += 1;
        }
        let is_thin = matches!(family, Family::Needle | Family::Disc | Family::Clusters);
        assert!(is_thin || 10 * others < alike, "{family:?} {seed}: {others} of {} are others", alike + others);
    }
}

/// By their numbers contacts are recognised, so no two facets of a body may have the same.
fn facets_have_numbers_of_their_own<S: Number>() {
    let one = S::of(1.0);
    let octahedron = Vec3::<S>::AXES.as_ref().iter().flat_map(|&axis| [axis, -axis]).collect::<Vec<_>>();
    let cube = (0..8).map(|i| vec3(i & 1, i >> 1 & 1, i >> 2).map(|bit| if bit == 0 { -one } else { one }));
    let cube = cube.collect::<Vec<_>>();
    let mut builder = Box::new(PolyhedronBuilder::<S, 8, 8>::new());
    for (points, normals) in [(&octahedron, &cube), (&cube, &octahedron)] {
        let hull = builder.build(points).expect("there is room");
        let all = ConvexHull::new(points).expect("points");
        for body in [&hull as &dyn Faceted<Vector = Vec3<S>>, &all] {
            let numbers = normals.iter().map(|&normal| body.feature(normal).number()).collect::<BTreeSet<_>>();
            assert_eq!(numbers.len(), normals.len(), "{points:?}");
        }
    }
}

/// The vertex that a cell starts from is nearly as far out as any, along all of its directions.
fn cells_start_near_the_answer<S: Number>() {
    let mut builder = Box::new(PolyhedronBuilder::<S, 600, 600>::new());
    for count in [31, 32, 130, 600] {
        let hull = builder.build(&Family::Sphere.cloud::<Vec3<S>>(1, count)).expect("there is room");
        let (starts, cells) = (hull.parts().cells, hull.parts().cells.len());
        // As many as there are vertices at most.
        assert!(cells <= hull.len() && hull.len() < 4 * cells.max(8), "{cells} for {}", hull.len());
        if starts.is_empty() {
            continue;
        }
        let points: Vec<_> = hull.vertices().map(|vertex| vertex.value()).collect();
        let size = points.iter().map(|&point| common::number::length(point)).fold(0.0, f64::max);
        let steps = (cells / 8).ilog2() / 2;
        let mut rng = Rng::new(3);
        for _ in 0..2000 {
            let dir = rng.direction(3);
            let sum: f64 = dir.iter().map(|part| part.abs()).sum();
            let dir = dir.map(|part| part / sum);
            let digits = dir.map(|part| (part.abs() * f64::from(1 << steps)) as usize);
            let octant = (0..3).filter(|&axis| dir[axis] < 0.0).map(|axis| 1 << axis).sum::<usize>();
            let cell = (0..steps)
                .rev()
                .fold(octant, |cell, step| 4 * cell + 2 * (digits[0] >> step & 1) + (digits[1] >> step & 1));
            let along = |point: [f64; 3]| common::number::dot(dir, point);
            let most = points.iter().map(|&point| along(point)).fold(f64::MIN, f64::max);
            // The middle of the cell is half a step away along two axes, and a step along the third.
            let aside = 1.5_f64.sqrt() / f64::from(1 << steps);
            assert!(most - along(points[usize::from(starts[cell])]) <= 1.01 * aside * 2.0 * size, "{dir:?}");
        }
    }
}

/// Invalid data: numbers of vertices that do not exist, rows out of order, too few coordinates.
fn broken_data_ends_no_query_badly<S: Number>() {
    let mut builder = Box::new(Builder::<S>::new());
    let cloud = Family::Sphere.cloud::<Vec3<S>>(5, 100);
    let hull = builder.build(&cloud).expect("there is room");
    let good = *hull.parts();
    let mut rng = Rng::new(9);
    for _ in 0..200 {
        let mut ends = good.ends.to_vec();
        let mut neighbors = good.neighbors.to_vec();
        let mut vertices = good.vertices.to_vec();
        for _ in 0..rng.below(20) {
            let (i, j) = (rng.below(neighbors.len()), rng.below(ends.len()));
            neighbors[i] = rng.below(150) as u16;
            ends[j] = rng.bits() as u16;
            let k = rng.below(vertices.len());
            vertices[k] = if rng.percent(50) { S::MAX } else { S::NIL };
        }
        vertices.truncate(rng.below(vertices.len() + 1));
        ends.truncate(rng.below(ends.len() + 1));
        let starts = [0; 8].map(|_| rng.bits() as u16);
        let cells = vec![rng.bits() as u16; rng.below(40)];
        let parts =
            PolyhedronParts { vertices: &vertices, ends: &ends, neighbors: &neighbors, starts, cells: &cells, ..good };
        let broken = Polyhedron::from_parts(parts);
        assert!(broken.validate().is_err());
        let _ = gjk::proximity(&broken, &hull);
        let _ = (broken.faces().count(), broken.vertices().count(), broken.center());
        for _ in 0..20 {
            let _ = broken.support_from(directions(&mut rng, &hull), &mut Hint::new(rng.below(200) as u32));
            let start = Vec3::of(common::number::scale(rng.direction(3), 4.0));
            let _ = gjk::ray_cast(&broken, &Ray::new(start, -start, S::ONE).expect("a ray"));
        }
    }
    let empty = PolyhedronParts { vertices: &[], ends: &[], neighbors: &[], ..good };
    assert_eq!(Polyhedron::new(empty), Err(HullFault::Lengths));
    let _ = gjk::proximity(&Polyhedron::from_parts(empty), &hull);
}

fn every_planted_fault_is_found<S: Number>() {
    let mut builder = Box::new(Builder::<S>::new());
    let cube = Family::Lattice.cloud::<Vec3<S>>(0, 125);
    let hull = builder.build(&cube).expect("there is room");
    let good = *hull.parts();
    assert_eq!(Polyhedron::new(good), Ok(hull));
    let faults = |parts: PolyhedronParts<'_, S>| Polyhedron::new(parts).map(|_| ()).expect_err("a fault is planted");

    // Rows that end too early, one row less, one number less.
    let ends: Vec<_> = good.ends.iter().map(|end| end - 1).collect();
    assert_eq!(faults(PolyhedronParts { ends: &ends, ..good }), HullFault::Lengths);
    assert_eq!(faults(PolyhedronParts { ends: &good.ends[..7], ..good }), HullFault::Lengths);
    assert_eq!(faults(PolyhedronParts { vertices: &good.vertices[..23], ..good }), HullFault::Lengths);
    assert_eq!(faults(PolyhedronParts { neighbors: &good.neighbors[..35], ..good }), HullFault::Lengths);

    // Reversing every row turns every face inside out.
    let mut rows: Vec<u16> = Vec::new();
    for vertex in 0..8 {
        rows.extend(
            good.neighbors[..]
                .get(usize::from(if vertex == 0 { 0 } else { good.ends[vertex - 1] })..good.ends[vertex].into())
                .expect("a row")
                .iter()
                .rev(),
        );
    }
    assert!(matches!(faults(PolyhedronParts { neighbors: &rows, ..good }), HullFault::NotConvex { .. }));
    // Each entry of a row in turn: itself, its neighbor's, beyond all.
    for place in 0..good.neighbors.len() {
        let vertex = good.ends.iter().position(|&end| usize::from(end) > place).expect("a row") as u16;
        for wrong in [vertex, 8, u16::MAX] {
            let mut rows = good.neighbors.to_vec();
            rows[place] = wrong;
            assert_eq!(faults(PolyhedronParts { neighbors: &rows, ..good }), HullFault::Neighbors { vertex });
        }
        for other in 0..8 {
            let mut rows = good.neighbors.to_vec();
            rows[place] = other;
            if rows != good.neighbors && other != vertex {
                let fault = faults(PolyhedronParts { neighbors: &rows, ..good });
                assert!(matches!(fault, HullFault::Neighbors { .. } | HullFault::Open { .. }), "{fault:?}");
            }
        }
    }
    // Each coordinate in turn: pushed in, out of range, and a vertex on another.
    for place in 0..good.vertices.len() {
        let vertex = (place / 12 * 4 + place % 4) as u16;
        let mut vertices = good.vertices.to_vec();
        vertices[place] = S::MAX;
        assert_eq!(faults(PolyhedronParts { vertices: &vertices, ..good }), HullFault::Coordinate { vertex });
        vertices[place] = S::of(good.vertices[place].value() - 0.25 * good.vertices[0].value());
        if vertices[place] != good.vertices[place] {
            assert!(Polyhedron::new(PolyhedronParts { vertices: &vertices, ..good }).is_err());
        }
    }
    let starts = [0, 0, 0, 8, 0, 0, 0, 0];
    assert_eq!(faults(PolyhedronParts { starts, ..good }), HullFault::Start { octant: 3 });
    for count in [1, 8, 31, 33, 64] {
        assert_eq!(faults(PolyhedronParts { cells: &vec![0; count], ..good }), HullFault::Lengths);
    }
    let mut cells = vec![7; 128];
    assert!(Polyhedron::new(PolyhedronParts { cells: &cells, ..good }).is_ok());
    cells[100] = 8;
    assert_eq!(faults(PolyhedronParts { cells: &cells, ..good }), HullFault::Cell { cell: 100 });
    assert_eq!(faults(PolyhedronParts { center: Vec3::splat(S::MAX), ..good }), HullFault::Center);
    assert_eq!(faults(PolyhedronParts { noise: -S::ONE, ..good }), HullFault::Noise);

    // A segment of no length.
    let segment = PolyhedronParts {
        vertices: &[S::ONE; 6],
        ends: &[1, 2],
        neighbors: &[1, 0],
        starts: [0; 8],
        cells: &[],
        ..good
    };
    assert_eq!(faults(segment), HullFault::Duplicate { vertex: 0, other: 1 });
    let line = [0, 0, 0, 1, 1, 1, 2, 2, 2].map(|x| S::of(f64::from(x)));
    let triangle = PolyhedronParts {
        vertices: &line,
        ends: &[2, 4, 6],
        neighbors: &[1, 2, 2, 0, 0, 1],
        starts: [0; 8],
        cells: &[],
        ..good
    };
    assert_eq!(faults(triangle), HullFault::Degenerate { face: [0, 1, 2] });
}

fn simplified_hulls_hold_every_point_with_their_error<S: Number>() {
    let mut builder = Box::new(Builder::<S>::new());
    for (family, most) in
        SOLID.into_iter().chain(FLAT).flat_map(|f| [1, 2, 3, 4, 7, 20, 400].map(move |most| (f, most)))
    {
        let cloud = family.cloud::<Vec3<S>>(11, 100);
        let all = vertex_set(&builder.build(&cloud).expect("there is room"));
        let simplified = builder.build_at_most(most, &cloud).expect("there is room");
        let (hull, error) = (simplified.hull, simplified.error);
        assert_eq!(hull.validate(), Ok(()), "{family:?} {most}");
        assert!(hull.len() <= most && hull.vertices().all(|vertex| cloud.contains(&vertex)), "{family:?} {most}");
        if hull.len() == all.len() {
            assert!(error == S::NIL, "{family:?} {most}: nothing is left out, but the error is {error:?}");
        } else {
            assert!(error > S::NIL, "{family:?} {most}");
        }
        let around = simplified.outer().expect("in range");
        for &point in &cloud {
            let gap = gjk::distance(&hull, &Point::new(point).expect("in range"));
            assert!(gap.lower_bound <= error, "{family:?} {most}: {gap:?} but {error:?}");
            assert!(gjk::intersects(&around, &Point::new(point).expect("in range")), "{family:?} {most}");
        }
    }
}

fn outlines_are_strictly_convex_and_hold_every_point<S: Number>() {
    let mut builder = PolygonBuilder::<S, 400, 400>::new();
    for (family, seed) in SOLID.into_iter().chain(FLAT).flat_map(|family| (0..8).map(move |seed| (family, seed))) {
        let name = format!("{family:?} {seed}");
        let count = [1, 2, 3, 4, 5, 9, 30, 400][seed as usize % 8];
        let cloud = family.cloud::<Vec2<S>>(seed, count);
        let outline = builder.build(&cloud).expect("there is room").vertices().to_vec();
        assert!(outline.iter().all(|vertex| cloud.contains(vertex)), "{name}: a vertex is no point");
        let (corners, points) = (on_grid(&outline), on_grid(&cloud));
        let side = |a: Whole, b: Whole, p: Whole| big_cross(&big(a, b), &big(a, p))[2].clone();
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % corners.len()];
            assert!(points.iter().all(|&point| side(a, b, point) >= zero()), "{name}: a point is outside edge {i}");
            if corners.len() > 2 {
                assert!(
                    side(a, b, corners[(i + 2) % corners.len()]) > zero(),
                    "{name}: vertex {} is not strict",
                    i + 1
                );
            }
        }
        let lowest = points.iter().min().expect("there are points");
        assert_eq!(corners.iter().position(|corner| corner == lowest), Some(0), "{name}: the first vertex");
        if corners.len() == 2 {
            assert_eq!(Some(corners[1]), points.iter().max().copied(), "{name}");
        }
        if corners.len() == 1 {
            assert!(points.iter().all(|point| *point == corners[0]), "{name}");
        }
        for most in [1, 2, 3, 8, 400] {
            let Simplified { hull, error, .. } = builder.build_at_most(most, &cloud).expect("there is room");
            let few = hull.vertices();
            assert!(few.len() <= most && few.iter().all(|vertex| outline.contains(vertex)), "{name}, {most}");
            assert_eq!(few.len() == outline.len(), error == S::NIL, "{name}, {most}");
            for &point in &cloud {
                let gap = gjk::distance(&hull, &Point::new(point).expect("in range"));
                assert!(gap.lower_bound <= error, "{name}, {most}: {gap:?} but {error:?}");
            }
        }
    }
}

/// Points that only rounding moves off a line.
fn near_a_line<S: Number>(rng: &mut Rng, count: usize) -> Vec<Vec2<S>> {
    let (start, [x, y, _]) = (rng.point(8.0, 2), rng.point(8.0, 2));
    let on_line = |along: f64| vec2(S::of(start[0] + along * x), S::of(start[1] + along * y));
    (0..count).map(|_| on_line(rng.uniform(-1.0, 1.0))).collect()
}

fn outlines_make_polygons<S: Number>() {
    let mut builder = PolygonBuilder::<S, 300, 300>::new();
    let mut polygons = 0;
    let mut check = |cloud: &[Vec2<S>]| {
        let built = builder.build(cloud).expect("there is room");
        let expected = match built.vertices().len() {
            1 | 2 => Err(Error::NotConvex(OutlineFault::TooFewCorners)),
            _ => Ok(built),
        };
        polygons += usize::from(expected.is_ok());
        assert_eq!(Polygon::new(built.vertices()), expected);
    };
    // In `f64` the last turn is lost when the product of its edges is rounded.
    let outline = [
        (-5.952110964171484, -0.7480752942332325),
        (5.916275853509346, -4.228267720344762),
        (8.31483976082672, -0.3807196367883092),
        (3.9941738969349405, -0.491971233546733),
    ];
    check(&outline.map(|(x, y)| vec2(S::of(x), S::of(y))));
    let mut rng = Rng::new(11);
    for count in (0..2000).map(|i| 3 + i % 30) {
        check(&near_a_line(&mut rng, count));
    }
    for (family, seed) in SOLID.into_iter().chain(FLAT).flat_map(|family| (0..8).map(move |seed| (family, seed))) {
        check(&family.cloud::<Vec2<S>>(seed, 300));
    }
    assert!(polygons > 1000, "only {polygons} polygons");
}

/// A unit square with a corner cut off so close to the origin that a hull builder does not see the cut.
#[test]
fn polygons_may_have_corners_below_the_grid() {
    let outline = [vec2(1e-30, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0), vec2(0.0, 1e-30)];
    assert_eq!(Polygon::<f64>::new(&outline).map(Polygon::vertices), Ok(&outline[..]));
    let outline = outline.map(|Vec2 { x, y }| vec2(x as f32, y as f32));
    assert_eq!(Polygon::<f32>::new(&outline).map(Polygon::vertices), Ok(&outline[..]));
}

fn queries_agree_with_hulls_of_all_points<S: Number>() {
    let (mut one, mut two) = (Box::new(Builder::<S>::new()), Box::new(Builder::<S>::new()));
    for seed in 0..30 {
        let size = if S::is_float() { 1.0 } else { 16.0 };
        let mut rng = Rng::new(seed);
        let cloud = |rng: &mut Rng, off: f64| {
            let points = SOLID[rng.below(2)].draw(rng, 300);
            points
                .into_iter()
                .map(|[x, y, z]| Vec3::<S>::of([(x + off) * size, y * size, z * size]))
                .collect::<Vec<_>>()
        };
        let off = rng.uniform(1.7, 3.0);
        let (a, b) = (cloud(&mut rng, 0.0), cloud(&mut rng, off));
        let built = gjk::proximity(&one.build(&a).expect("room"), &two.build(&b).expect("room"));
        let plain = gjk::proximity(&ConvexHull::new(&a).expect("points"), &ConvexHull::new(&b).expect("points"));
        let (d, e) = (built.signed_distance().value(), plain.signed_distance().value());
        assert!((d - e).abs() <= S::steps(64, 4.0 * size), "{seed}: {d} for {e}");
        // A hint travels through a sum of bodies in sixteen bits.
        let hull = one.build(&a).expect("room");
        let sum = hull.plus(hull);
        let mut hint = Hint::default();
        for _ in 0..50 {
            let dir = directions(&mut rng, &hull);
            assert_eq!(sum.support_from(dir, &mut hint), hull.support(dir) + hull.support(dir));
        }
    }
}

/// Two polyhedra that rotate and swing beside each other, queried with the warm start of the last query: the plane of
/// each answer has all vertices of one body on one side and all of the other on the other side, as far apart as the
/// answer says.
fn planes_of_warm_queries_hold_every_point<S: Number>() {
    let (mut one, mut two) = (Box::new(Builder::<S>::new()), Box::new(Builder::<S>::new()));
    let (mut asked, mut at_once) = (0, 0);
    for (family, count) in SOLID.into_iter().flat_map(|family| [12, 60, 400].map(|count| (family, count))) {
        let mut rng = Rng::new(count as u64);
        let [a, b] = [(); 2].map(|()| -> Vec<_> {
            family.draw(&mut rng, count).into_iter().map(|point| Vec3::<S>::of(scale(point, 16.0))).collect()
        });
        let (a, b) = (one.build(&a).expect("there is room"), two.build(&b).expect("there is room"));
        let [size_a, size_b] =
            [a, b].map(|hull| hull.vertices().map(|vertex| length(vertex.value())).fold(0.0, f64::max));
        let size = size_a + size_b;
        let (along, turn) = (rng.direction(3), rng.point(0.005, 3));
        let mut state = WarmStart::new();
        for frame in 0..60 {
            let angle = f64::from(frame);
            let rotation = Vec3::<S>::rotation([turn[0] * angle, turn[1] * angle, turn[2] * angle, 1.0]);
            let away = scale(along, size * (1.2 + 0.1 * (angle / 8.0).sin()));
            let there = Pose::new(rotation, Vec3::<S>::of(away)).expect("in range");
            let gap = Query::new().poses(Pose::IDENTITY, there).warm_start(&mut state).distance(&a, &b);
            let normal = Vec3::<S>::unit_value(gap.normal);
            let heights = |hull: &Polyhedron<'_, S>, pose: Pose3<S>| {
                let heights = hull.vertices().map(|vertex| dot(normal, (pose * vertex).value()));
                heights.fold((f64::MAX, f64::MIN), |(low, high), height| (low.min(height), high.max(height)))
            };
            // The normal points from A to B.
            let (of_a, of_b) = (heights(&a, Pose::IDENTITY), heights(&b, there));
            let (apart, close) = (of_b.0 - of_a.1, S::steps(64, 2.0 * size));
            let lower = gap.lower_bound.value();
            assert!((lower - apart).abs() <= close, "{family:?} {count}, {frame}: {apart:e} apart by {gap:?}");
            assert!(gap.distance.value() - lower <= close, "{family:?} {count}, {frame}: {gap:?}");
            (asked, at_once) = (asked + 1, at_once + u32::from(gap.iterations == 0));
        }
    }
    assert!(!S::is_float() || at_once * 2 > asked, "{at_once} of {asked}");
}

/// Rays at vertices, edges, facets and anywhere, from outside and from inside. The hull of all points is searched along
/// the ray, and the facet of the polyhedron is found by climbing.
fn rays_meet_a_polyhedron_where_they_meet_the_hull_of_its_points<S: Number>() {
    let rounds = if cfg!(debug_assertions) { 200 } else { 4_000 };
    let mut builder = Box::new(Builder::<S>::new());
    let (mut hits, mut misses) = (0, 0);
    for (family, seed) in SOLID.into_iter().chain(FLAT).flat_map(|family| (0..3).map(move |seed| (family, seed))) {
        let cloud = family.cloud::<Vec3<S>>(seed, [12, 60, 400][seed as usize]);
        let hull = builder.build(&cloud).expect("there is room");
        let vertices: Vec<_> = hull.vertices().collect();
        let plain = ConvexHull::new(&vertices).expect("points");
        let mut rng = Rng::new(seed + 200);
        let center = hull.center().value();
        let size = vertices.iter().map(|vertex| length(sub(vertex.value(), center))).fold(0.0, f64::max);
        if size == 0.0 {
            continue;
        }
        let extent = vertices.iter().map(|vertex| common::number::max_abs(vertex.value())).fold(0.0, f64::max);
        for round in 0..rounds {
            let corner = rng.below(hull.len());
            let row = hull.neighbors(corner);
            let end = |rng: &mut Rng| row.get(rng.below(row.len().max(1))).map_or(corner, |&other| other.into());
            let corners = [corner, end(&mut rng), end(&mut rng)].map(|number| hull.vertex(number).value());
            let weights = match rng.below(4) {
                0 => [1.0, 0.0, 0.0],
                1 => [0.5, 0.5, 0.0],
                _ => [0.5, 0.25, 0.25],
            };
            let on_hull = (0..3).fold([0.0; 3], |sum, i| add(sum, scale(corners[i], weights[i])));
            let goal = match rng.below(4) {
                0 | 1 => on_hull,
                2 => add(on_hull, scale(rng.point(1.0, 3), size * rng.log_uniform(1e-6, 0.5))),
                _ => add(center, scale(rng.point(1.0, 3), 0.7 * size)),
            };
            let far = if rng.percent(10) { 0.2 } else { rng.uniform(1.5, 4.0) };
            let start = Vec3::<S>::of(add(center, scale(rng.direction(3), far * size)));
            let way = Vec3::<S>::of(sub(goal, start.value()));
            let Ok(ray) = Ray::new(start, way, S::of(rng.uniform(0.5, 2.0))) else { continue };
            let (walked, sought) = (gjk::ray_cast(&hull, &ray), gjk::ray_cast(&plain, &ray));
            // Times in fixed point have rounding steps, too.
            let close = S::steps(64, extent + (far + 1.0) * size) + 4.0 * length(way.value()) * S::ABSOLUTE_STEP;
            let told = || format!("{family:?} {seed}, round {round}: {ray:?}: {walked:?} for {sought:?}");
            for hit in walked.iter().filter(|hit| hit.time > S::NIL) {
                let (point, normal) = (hit.on_b.value(), Vec3::<S>::unit_value(hit.normal));
                assert!(
                    gjk::distance(&plain, &Point::new(hit.on_b).expect("in range")).distance.value() <= close,
                    "{}",
                    told()
                );
                let highest =
                    vertices.iter().map(|vertex| dot(normal, sub(vertex.value(), point))).fold(-1.0, f64::max);
                assert!(highest <= close, "{highest:e} beyond: {}", told());
            }
            match (walked, sought) {
                (Some(one), Some(other)) => {
                    hits += 1;
                    let closing =
                        [one, other].map(|hit| -dot(Vec3::<S>::unit_value(hit.normal), way.value())).into_iter();
                    let closing = closing.fold(f64::MAX, f64::min);
                    let off = (one.time.value() - other.time.value()).abs();
                    assert!(off * closing <= close, "{}", told());
                }
                (None, None) => misses += 1,
                _ => {
                    let track = Segment::new(start, ray.at(ray.max_time())).expect("in range");
                    assert!(gjk::proximity(&plain, &track).signed_distance().value() >= -close, "{}", told());
                }
            }
        }
    }
    assert!(hits > 20 * rounds && misses > 2 * rounds, "{hits} hits, {misses} misses");
}

/// The source of a hull, compiled: see `source_is_the_same_to_the_last_bit`.
mod constants {
    include!("hull/constants.rs");
}

/// Hulls whose source is kept beside this file. Run with `GJK_WRITE=1` to write it again.
#[test]
fn source_is_the_same_to_the_last_bit() {
    let mut text = String::from("// Written by `source_is_the_same_to_the_last_bit` in `tests/hull.rs`.\n\n");
    macro_rules! compare {
        ($($scalar:ty, $name:ident;)+) => {$({
            let mut builder = PolyhedronBuilder::<$scalar, 12, 12>::new();
            let cloud = Family::Ball.cloud::<Vec3<$scalar>>(5, 12);
            let hull = builder.build(&cloud).expect("there is room");
            text += &source::of(&hull, stringify!($name));
            if std::env::var_os("GJK_WRITE").is_none() {
                assert_eq!(hull, constants::$name);
                assert_eq!(constants::$name.validate(), Ok(()));
            }
        })+};
    }
    compare! { f32, HULL_F32; f64, HULL_F64; I16F16, HULL_I16F16; I32F32, HULL_I32F32; }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/hull/constants.rs");
    match std::env::var_os("GJK_WRITE") {
        Some(_) => std::fs::write(path, text).expect("written"),
        None => assert_eq!(std::fs::read_to_string(path).expect("readable"), text),
    }
}

#[test]
fn messages_tell_the_number_needed() {
    assert!(Error::TooManyPoints { needed: 77 }.to_string().contains("77"));
    assert!(Error::TooManyVertices { sufficient: 99 }.to_string().contains("99"));
    assert!(HullFault::NotConvex { face: [1, 2, 3], vertex: 44 }.to_string().contains("44"));
    assert!(Error::NotConvex(OutlineFault::RightTurn { corner: 55 }).to_string().contains("55"));
    let _: &dyn core::error::Error = &HullFault::Lengths;
}

#[test]
fn other_binary_points_have_hulls() {
    let mut builder = PolyhedronBuilder::<I2F30, 8, 8>::new();
    let cloud: Vec<_> =
        (0..8).map(|i| vec3(i & 1, i >> 1 & 1, i >> 2).map(|bit| I2F30::from_bits(bit << 27))).collect();
    let hull = builder.build(&cloud).expect("there is room");
    assert_eq!((hull.len(), hull.validate()), (8, Ok(())));
}

#[test]
fn builders_are_as_large_as_their_documentation_says() {
    assert_eq!(size_of::<PolyhedronBuilder<f32, 1000, 100>>(), 14 * 1000 + 130 * 100);
    assert_eq!(size_of::<PolyhedronBuilder<I16F16, 1000, 100>>(), 14 * 1000 + 130 * 100);
}
