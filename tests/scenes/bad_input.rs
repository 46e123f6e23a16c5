//! NaN, endless loops and memory: queries with invalid input, or with ties that never resolve.

use crate::common::number::{Number, P, Space};
use crate::common::scene::{bounds, erased, overlaps, signed, witnesses};
use core::cell::Cell;
use fixed::types::{I16F16, I32F32};
use gjk::{
    Affine, Capsule, Cone, ConvexHull, Cylinder, Error, NBall, NCuboid, NEllipsoid, Point, Polygon, Pose, Proximity,
    Query, Rotation2, Rotation3, Rounded, Scalar, Segment, Status, SupportExt, SupportFn, Triangle, Vec2, Vec3, vec2,
    vec3,
};

/// A box as a support function of one's own.
fn corner_of<V: Space>(half: f64) -> impl Fn(V) -> V {
    move |dir: V| V::of(dir.value().map(|x| if x < 0.0 { -half } else { half }))
}

/// A box whose support function goes wrong once, at the given call.
fn spoilt_once<V: Space>(at_call: u32, bad: P) -> SupportFn<V, impl Fn(V) -> V> {
    let (calls, corner) = (Cell::new(0), corner_of(1.0));
    SupportFn::new(move |dir: V| {
        calls.set(calls.get() + 1);
        if calls.get() == at_call { V::of(bad) } else { corner(dir) }
    })
}

/// Asks about a box whose support function gives a bad point, now at its first call, now at a later one.
fn one_bad_support_point<V: Space>(bad: P) {
    let other = NCuboid::new(V::of([0.5, 0.75, 1.25])).expect("sizes");
    let other = erased(&other);
    for position in [[0.0; 3], [1.25, 0.5, 0.25], [4.0, 3.0, 2.0]] {
        let beside = Pose::translation(V::of(position)).expect("in range");
        let are_apart = position[0] > 2.0;
        let mut was_seen = false;
        for at_call in 1..=16 {
            let query = || Query::new().poses(Pose::IDENTITY, beside);
            let found = query().proximity(erased(&spoilt_once::<V>(at_call, bad)), other);
            was_seen |= found.status() == Status::BadSupport;
            let (on_a, on_b) = witnesses(&found);
            let is_finite = signed(&found).is_finite() && on_a.iter().chain(&on_b).all(|x| x.is_finite());
            assert!(is_finite, "{} at call {at_call}: {found:?}", V::Scalar::NAME);
            // Nothing wrong is proven.
            let (low, high) = bounds(&found);
            let wrong = if are_apart { overlaps(&found) && high < 0.0 } else { !overlaps(&found) || low > 0.0 };
            assert!(!wrong, "{} at call {at_call}: {found:?}", V::Scalar::NAME);
            let intersects = query().intersects(erased(&spoilt_once::<V>(at_call, bad)), other);
            assert!(intersects || are_apart, "{} at call {at_call}", V::Scalar::NAME);
            let apart = query().distance(erased(&spoilt_once::<V>(at_call, bad)), other);
            assert!(apart.distance.value().is_finite(), "{} at call {at_call}: {apart:?}", V::Scalar::NAME);
        }
        assert!(was_seen, "no status tells of the bad point");
    }
}

/// Jolt (#1383) never ended: a compiler had reordered a comparison that was written to survive NaN.
#[test]
fn a_support_function_returns_nan_once() {
    for bad in [[f64::NAN; 3], [f64::NAN, 0.5, 0.5], [0.5, f64::NAN, f64::NAN]] {
        one_bad_support_point::<Vec2<f32>>(bad);
        one_bad_support_point::<Vec2<f64>>(bad);
        one_bad_support_point::<Vec3<f32>>(bad);
        one_bad_support_point::<Vec3<f64>>(bad);
    }
}

/// As for Jolt (#1383), with infinite points.
#[test]
fn a_support_function_returns_infinity_once() {
    for bad in [[f64::INFINITY; 3], [f64::NEG_INFINITY, 1.0, 1.0], [1.0, f64::INFINITY, f64::NEG_INFINITY]] {
        one_bad_support_point::<Vec2<f32>>(bad);
        one_bad_support_point::<Vec2<f64>>(bad);
        one_bad_support_point::<Vec3<f32>>(bad);
        one_bad_support_point::<Vec3<f64>>(bad);
    }
}

/// As for Jolt (#1383), with points that leave the range of fixed point.
#[test]
fn a_support_function_leaves_the_range_once() {
    for bad in [[1e12; 3], [-1e12, 1.0, 1.0]] {
        one_bad_support_point::<Vec2<I16F16>>(bad);
        one_bad_support_point::<Vec2<I32F32>>(bad);
        one_bad_support_point::<Vec3<I16F16>>(bad);
        one_bad_support_point::<Vec3<I32F32>>(bad);
    }
}

/// As for Jolt (#1383), with a support function that knows nothing but NaN.
#[test]
fn a_support_function_returns_nothing_but_nan() {
    let nowhere = SupportFn::new(|_: Vec3<f64>| Vec3::splat(f64::NAN));
    for found in [gjk::proximity(&nowhere, &Point::ORIGIN), gjk::proximity(&Point::ORIGIN, &nowhere)] {
        assert_eq!((found.status(), found.signed_distance()), (Status::BadSupport, 0.0));
        assert!(overlaps(&found), "nothing is proven");
    }
}

/// PhysX (#126) divided a zero vector by its length, went on with NaN and wrote past the end of its simplex.
#[test]
fn a_vertex_on_the_origin() {
    fn in_scalar<S: Number>() {
        let points: Vec<Vec3<S>> =
            [[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]]
                .map(Vec3::of)
                .into();
        for count in 1..=points.len() {
            let hull = ConvexHull::new(&points[..count]).expect("points");
            let found = gjk::proximity(&hull, &Point::ORIGIN);
            assert!(overlaps(&found) && signed(&found) == 0.0, "{} vertices: {found:?}", count);
            assert_eq!(found.status(), Status::Converged);
        }
    }
    in_scalar::<f32>();
    in_scalar::<f64>();
    in_scalar::<I16F16>();
    in_scalar::<I32F32>();
}

/// sch-core (#28) took 77,905 rounds for a ball and a box. Here the ball is mapped by the identity, which makes its
/// margin part of its core, so that the rounds of curved bodies are needed.
#[test]
fn a_curved_ball_near_a_box() {
    fn in_scalar<S: Number>(close: f64) {
        let ball = NBall::<Vec3<S>>::new(S::of(1.0)).expect("a size").transformed(Affine::IDENTITY);
        let box_ = NCuboid::new(Vec3::<S>::of([1.0, 2.0, 3.0])).expect("sizes");
        for exponent in 0..=30 {
            for gap in [2.0_f64.powi(-exponent), 0.0, -(2.0_f64.powi(-exponent))] {
                let beside = Pose::translation(Vec3::of([2.0 + gap, 0.5, 0.25])).expect("in range");
                let found = Query::new().poses(Pose::IDENTITY, beside).proximity(&box_, &ball);
                let (rounds, epa_rounds) = match found {
                    Proximity::Separated(apart) => (apart.iterations, 0),
                    Proximity::Overlapping(overlap) => (overlap.iterations, overlap.epa_iterations),
                };
                assert!(rounds <= 64 && epa_rounds <= 256, "{} at {gap:e}: {found:?}", S::NAME);
                assert!((signed(&found) - gap).abs() <= close, "{} at {gap:e}: {found:?}", S::NAME);
            }
        }
    }
    in_scalar::<f32>(1e-4);
    in_scalar::<f64>(1e-6);
    in_scalar::<I16F16>(I16F16::steps(4, 1.0));
    in_scalar::<I32F32>(I32F32::steps(64, 1.0));
}

/// sch-core (#38) walked round and round between equal vertices.
#[test]
fn a_hull_of_repeated_vertices() {
    fn in_scalar<S: Number>() {
        let corner = |i: u32| [i & 1, i >> 1 & 1, i >> 2 & 1].map(|x| 2.0 * f64::from(x) - 1.0);
        let points: Vec<Vec3<S>> = (0..256).map(|i| Vec3::of(corner(i))).collect();
        let hull = ConvexHull::new(&points).expect("points");
        for (x, truth) in [(0.0, -1.5), (1.5, -0.5), (2.0, 0.0), (3.0, 1.0)] {
            let beside = Pose::translation(Vec3::of([x, 0.25, 0.5])).expect("in range");
            let found = Query::new().poses(Pose::IDENTITY, beside).proximity(&hull, &hull);
            let close = S::steps(8, 2.0);
            let off: f64 = signed(&found) - truth;
            assert!(off.abs() <= close, "{} at {x}: {found:?}, not {truth}", S::NAME);
            assert_eq!(found.status(), Status::Converged);
        }
    }
    in_scalar::<f32>();
    in_scalar::<f64>();
    in_scalar::<I16F16>();
    in_scalar::<I32F32>();
}

/// As for sch-core (#38), with a support function that answers a tie now this way, now that.
#[test]
fn a_support_function_of_two_minds() {
    let calls = Cell::new(0_u32);
    let box_ = SupportFn::new(|dir: Vec3<f64>| {
        calls.set(calls.get() + 1);
        let tie = if calls.get().is_multiple_of(2) { 1.0 } else { -1.0 };
        let pick = |x: f64| if x == 0.0 { tie } else { 1.0_f64.copysign(x) };
        vec3(pick(dir.x), pick(dir.y), pick(dir.z))
    });
    let cube = NCuboid::new(vec3(1.0, 1.0, 1.0)).expect("sizes");
    for (x, truth) in [(0.0, -2.0), (1.0, -1.0), (2.0, 0.0), (3.0, 1.0)] {
        let beside = Pose::translation(vec3(x, 0.0, 0.0)).expect("in range");
        let found = Query::new().poses(Pose::IDENTITY, beside).proximity(&box_, &cube);
        assert!((found.signed_distance() - truth).abs() < 1e-12, "at {x}: {found:?}");
    }
}

/// Every constructor that takes a length gets the bad one, in each place where it could stand.
fn constructors_refuse<S: Number>(bad: S, error: Error) {
    let (one, zero) = (S::of(1.0), S::of(0.0));
    let expected = Some(error);
    for i in 0..3 {
        let v = |bad_at: usize| if i == bad_at { bad } else { one };
        let (flat, solid) = (vec2(v(0), v(1)), vec3(v(0), v(1), v(2)));
        let (flat_fine, solid_fine) = (Vec2::splat(one), Vec3::splat(one));
        if i < 2 {
            assert_eq!(NCuboid::new(flat).err(), expected);
            assert_eq!(NEllipsoid::new(flat).err(), expected);
            assert_eq!(Cylinder::new(v(0), v(1)).err(), expected);
            assert_eq!(Cone::new(v(0), v(1)).err(), expected);
            assert_eq!(Capsule::upright(v(0), v(1)).err(), expected);
        }
        assert_eq!(NCuboid::new(solid).err(), expected);
        assert_eq!(NEllipsoid::new(solid).err(), expected);
        if error == Error::Negative {
            continue;
        }
        // Points may have negative coordinates.
        assert_eq!(Point::new(solid).err(), expected);
        assert_eq!(Segment::new(solid_fine, solid).err(), expected);
        assert_eq!(Triangle::new(solid_fine, solid, solid_fine).err(), expected);
        assert_eq!(Capsule::new(solid, solid_fine, one).err(), expected);
        assert_eq!(ConvexHull::new(&[solid_fine, solid]).err(), expected);
        assert_eq!(Pose::translation(solid).err(), expected);
        assert_eq!(Affine::new([solid_fine, solid, solid_fine], solid_fine).err(), expected);
        assert_eq!(Affine::new([solid_fine; 3], solid).err(), expected);
        if i < 2 {
            assert_eq!(Point::new(flat).err(), expected);
            assert_eq!(Segment::new(flat, flat_fine).err(), expected);
            assert_eq!(Triangle::new(flat_fine, flat_fine, flat).err(), expected);
            assert_eq!(ConvexHull::new(&[flat]).err(), expected);
            assert_eq!(Polygon::new(&[flat, vec2(one, zero), vec2(zero, one)]).err(), expected);
            assert_eq!(Pose::translation(flat).err(), expected);
        }
    }
    assert_eq!(NBall::<Vec2<S>>::new(bad).err(), expected);
    assert_eq!(NBall::<Vec3<S>>::new(bad).err(), expected);
    assert_eq!(Capsule::new(Vec3::splat(one), Vec3::splat(zero), bad).err(), expected);
    let cube = NCuboid::new(Vec3::splat(one)).expect("sizes");
    assert_eq!(Rounded::new(cube, bad).err(), expected);
    assert_eq!(Query::<Vec3<S>>::new().limit(bad).err(), expected);
}

/// Nearly every library takes NaN in silence or asserts; Jolt (#1383) never ended on it. Here it is an error value.
#[test]
fn every_constructor_refuses_nan() {
    constructors_refuse(f32::NAN, Error::NotFinite);
    constructors_refuse(f64::NAN, Error::NotFinite);
}

/// Constructors refuse infinite coordinates and sizes.
#[test]
fn every_constructor_refuses_infinity() {
    constructors_refuse(f32::INFINITY, Error::NotFinite);
    constructors_refuse(f64::INFINITY, Error::NotFinite);
    constructors_refuse(f32::NEG_INFINITY, Error::NotFinite);
    constructors_refuse(f64::NEG_INFINITY, Error::NotFinite);
}

/// Constructors refuse negative radii and extents, which most libraries only assert against.
#[test]
fn every_constructor_refuses_negative_sizes() {
    constructors_refuse(-1.0_f32, Error::Negative);
    constructors_refuse(-f64::MIN_POSITIVE, Error::Negative);
    constructors_refuse(-I16F16::DELTA, Error::Negative);
    constructors_refuse(-I32F32::ONE, Error::Negative);
}

/// Constructors refuse numbers whose products would overflow.
#[test]
fn every_constructor_refuses_what_is_out_of_range() {
    constructors_refuse(2.0 * <f32 as Scalar>::LIMIT, Error::OutOfRange);
    constructors_refuse(f64::MAX, Error::OutOfRange);
    constructors_refuse(<I16F16 as Scalar>::LIMIT + I16F16::DELTA, Error::OutOfRange);
    constructors_refuse(I16F16::MAX, Error::OutOfRange);
    constructors_refuse(I32F32::MAX, Error::OutOfRange);
}

/// parry panics on some point sets, others read past their end; an empty one is an error value here.
#[test]
fn empty_point_sets_are_refused() {
    assert_eq!(ConvexHull::<Vec2<f32>>::new(&[]).err(), Some(Error::NoPoints));
    assert_eq!(ConvexHull::<Vec3<I16F16>>::new(&[]).err(), Some(Error::NoPoints));
    assert_eq!(Polygon::<f64>::new(&[]).err(), Some(Error::NoPoints));
}

/// libccd (#25) took a zero direction for a proof of separation; nobody can pass one here.
#[test]
fn zero_directions_and_rotations_are_refused() {
    fn in_scalar<S: Number>() {
        let (zero, one) = (S::unit_of(0.0), S::unit_of(1.0));
        let refused = Query::new().direction(Vec3::<S>::of([0.0; 3])).err();
        assert_eq!(refused, Some(Error::ZeroDirection));
        assert_eq!(Query::new().direction(Vec2::<S>::of([0.0; 3])).err(), Some(Error::ZeroDirection));
        assert_eq!(Rotation3::<S>::from_quaternion(zero, zero, zero, zero).err(), Some(Error::ZeroRotation));
        assert_eq!(Rotation2::<S>::from_cos_sin(zero, zero).err(), Some(Error::ZeroRotation));
        let none = Rotation3::<S>::from_axis_cos_sin(Vec3::splat(zero), one, zero).err();
        assert_eq!(none, Some(Error::ZeroDirection));
        let still = Rotation3::<S>::from_axis_cos_sin(vec3(one, zero, zero), zero, zero).err();
        assert_eq!(still, Some(Error::ZeroRotation));
        assert_eq!(Rotation3::<S>::from_matrix([[zero; 3]; 3]).err(), Some(Error::NotOrthonormal));
        assert_eq!(Query::<Vec3<S>>::new().tolerance(S::unit_of(-0.5)).err(), Some(Error::Negative));
    }
    in_scalar::<f32>();
    in_scalar::<f64>();
    in_scalar::<I16F16>();
    in_scalar::<I32F32>();
}

/// Constructors of rotations and setters of queries refuse NaN and infinity.
#[test]
fn rotations_and_queries_refuse_nan() {
    for bad in [f64::NAN, f64::INFINITY] {
        let expected = Some(Error::NotFinite);
        assert_eq!(Rotation3::<f64>::from_quaternion(0.0, bad, 0.0, 1.0).err(), expected);
        assert_eq!(Rotation2::<f64>::from_cos_sin(1.0, bad).err(), expected);
        assert_eq!(Rotation3::<f64>::from_axis_cos_sin(vec3(0.0, 0.0, bad), 1.0, 0.0).err(), expected);
        assert_eq!(Rotation3::<f64>::from_axis_cos_sin(vec3(0.0, 0.0, 1.0), 1.0, bad).err(), expected);
        let rows = [[1.0, 0.0, 0.0], [0.0, bad, 0.0], [0.0, 0.0, 1.0]];
        assert_eq!(Rotation3::<f64>::from_matrix(rows).err(), expected);
        assert_eq!(Query::<Vec3<f64>>::new().tolerance(bad).err(), expected);
        assert_eq!(Query::new().direction(vec3(1.0, bad, 0.0)).err(), expected);
        assert_eq!(Query::new().direction(vec2(bad, 1.0)).err(), expected);
    }
}
