//! Bad input is refused where it enters, and a support function that misbehaves ends a query with a status.

use crate::common::number::{Number, Space, dot};
use crate::common::scene::{Rng, erased, times};
use core::cell::Cell;
use core::fmt::Debug;
use fixed::types::{I2F30, I16F16, I32F32};
use gjk::{
    Affine2, Affine3, AngularOf, Ball, Capsule, Circle, Cone, ConvexHull, Cuboid, Cylinder, Ellipse, Ellipsoid, Error,
    Form, Motion, NCuboid, OutlineFault, Point, Polygon, Pose, Pose2, Pose3, Proximity, Query, Rectangle, Rotation,
    Rotation2, Rotation3, Rounded, Scalar, Segment, Status, Support, SupportExt, Triangle, Vec2, Vec3, Vector, vec2,
    vec3,
};

const ERRORS: [Error; 9] = [
    Error::NoPoints,
    Error::NotFinite,
    Error::OutOfRange,
    Error::Negative,
    Error::NotConvex(OutlineFault::Clockwise),
    Error::ZeroRotation,
    Error::NotOrthonormal,
    Error::Mirror,
    Error::ZeroDirection,
];

/// Checks that a constructor refused its input for the right reason.
#[track_caller]
fn refused<T: Debug>(result: Result<T, Error>, reason: Error) {
    assert_eq!(result.expect_err("it was accepted"), reason);
}

/// Numbers that are not valid coordinates, with the error that each causes.
trait Bad: Scalar {
    fn bad() -> Vec<(Self, Error)>;
}

macro_rules! bad {
    ($($float:ty)+; $($fixed:ty)+) => {
        $(impl Bad for $float {
            fn bad() -> Vec<(Self, Error)> {
                let beyond = <$float as Scalar>::LIMIT * 1.001;
                vec![
                    (<$float>::NAN, Error::NotFinite),
                    (<$float>::INFINITY, Error::NotFinite),
                    (<$float>::NEG_INFINITY, Error::NotFinite),
                    (beyond, Error::OutOfRange),
                    (-beyond, Error::OutOfRange),
                    (<$float>::MAX, Error::OutOfRange),
                    (<$float>::MIN, Error::OutOfRange),
                ]
            }
        })+
        $(impl Bad for $fixed {
            fn bad() -> Vec<(Self, Error)> {
                let beyond = <$fixed as Scalar>::LIMIT + <$fixed>::DELTA;
                vec![
                    (beyond, Error::OutOfRange),
                    (-beyond, Error::OutOfRange),
                    (<$fixed>::MAX, Error::OutOfRange),
                    (-<$fixed>::MAX, Error::OutOfRange),
                    (<$fixed>::MIN, Error::OutOfRange),
                ]
            }
        })+
    };
}

bad!(f32 f64; I16F16 I32F32);

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
    points_beyond_the_range_are_refused,
    sizes_beyond_the_range_are_refused,
    negative_sizes_are_refused,
    the_limit_itself_and_zero_are_accepted,
    empty_point_sets_are_refused,
    polygons_that_are_not_convex_are_refused,
    zero_rotations_are_refused,
    matrices_that_do_not_rotate_are_refused,
    zero_directions_are_refused,
    support_points_beyond_the_range_are_a_status,
}

/// The points with one bad coordinate, wherever it may stand.
fn bad_points<S: Bad>() -> Vec<(Vec2<S>, Vec3<S>, Error)> {
    let (one, mut points) = (S::ONE, Vec::new());
    for (bad, reason) in S::bad() {
        points.push((vec2(bad, one), vec3(bad, one, one), reason));
        points.push((vec2(one, bad), vec3(one, bad, one), reason));
        points.push((vec2(one, bad), vec3(one, one, bad), reason));
    }
    points
}

fn points_beyond_the_range_are_refused<S: Bad>() {
    for (p2, p3, reason) in bad_points::<S>() {
        each_place_of_a_point(p2, reason);
        each_place_of_a_point(p3, reason);
        refused(Polygon::new(&[vec2(S::NIL, S::NIL), vec2(S::ONE, S::NIL), p2]), reason);
        refused(Pose2::translation(p2), reason);
        refused(Pose3::translation(p3), reason);
        refused(Affine2::new([vec2(S::ONE, S::NIL), p2], Vec2::ZERO), reason);
        refused(Affine3::new([p3, Vec3::ZERO, Vec3::ZERO], Vec3::ZERO), reason);
        refused(Affine3::new([Vec3::ZERO; 3], p3), reason);
    }
}

fn each_place_of_a_point<V: Vector>(bad: V, reason: Error) {
    let good = V::ZERO;
    refused(Point::new(bad), reason);
    refused(Segment::new(bad, good), reason);
    refused(Segment::new(good, bad), reason);
    refused(Triangle::new(bad, good, good), reason);
    refused(Triangle::new(good, bad, good), reason);
    refused(Triangle::new(good, good, bad), reason);
    refused(Capsule::new(bad, good, V::Scalar::ONE), reason);
    refused(Capsule::new(good, bad, V::Scalar::ONE), reason);
    refused(ConvexHull::new(&[bad]), reason);
    refused(ConvexHull::new(&[good, good, bad]), reason);
    refused(Pose::translation(bad), reason);
}

/// Every constructor that takes a single size.
fn each_size<S: Scalar>(bad: S, reason: Error) {
    let one = S::ONE;
    refused(Ball::new(bad), reason);
    refused(Circle::new(bad), reason);
    refused(Capsule::new(Vec3::ZERO, vec3(one, one, one), bad), reason);
    refused(Capsule::new(Vec2::ZERO, vec2(one, one), bad), reason);
    refused(Capsule::upright(bad, one), reason);
    refused(Capsule::upright(one, bad), reason);
    refused(Cylinder::new(bad, one), reason);
    refused(Cylinder::new(one, bad), reason);
    refused(Cone::new(bad, one), reason);
    refused(Cone::new(one, bad), reason);
    refused(Rounded::new(Point::<Vec3<S>>::ORIGIN, bad), reason);
    refused(Point::<Vec2<S>>::ORIGIN.rounded(bad), reason);
    assert_eq!(Query::<Vec3<S>>::new().limit(bad).map(|_| ()), Err(reason));
    assert_eq!(Query::<Vec2<S>>::new().limit(bad).map(|_| ()), Err(reason));
}

/// Every constructor that takes a size for each axis.
fn each_size_of_an_axis<S: Scalar>(p2: Vec2<S>, p3: Vec3<S>, reason: Error) {
    refused(Rectangle::new(p2), reason);
    refused(Cuboid::new(p3), reason);
    refused(Ellipse::new(p2), reason);
    refused(Ellipsoid::new(p3), reason);
}

fn sizes_beyond_the_range_are_refused<S: Bad>() {
    for (bad, reason) in S::bad() {
        each_size(bad, reason);
    }
    for (p2, p3, reason) in bad_points::<S>() {
        each_size_of_an_axis(p2, p3, reason);
    }
}

fn negative_sizes_are_refused<S: Bad>() {
    let (one, bad) = (S::ONE, -S::ONE);
    each_size(bad, Error::Negative);
    each_size_of_an_axis(vec2(bad, one), vec3(bad, one, one), Error::Negative);
    each_size_of_an_axis(vec2(one, bad), vec3(one, bad, one), Error::Negative);
    each_size_of_an_axis(vec2(one, bad), vec3(one, one, bad), Error::Negative);
    refused(Query::<Vec3<S>>::new().tolerance(-S::Unit::ONE).map(|_| ()), Error::Negative);
}

fn the_limit_itself_and_zero_are_accepted<S: Bad>() {
    for size in [S::NIL, S::LIMIT] {
        assert!(Ball::new(size).is_ok() && Circle::new(size).is_ok());
        assert!(Cuboid::new(vec3(size, size, size)).is_ok() && Rectangle::new(vec2(size, size)).is_ok());
        assert!(Ellipsoid::new(vec3(size, size, size)).is_ok() && Ellipse::new(vec2(size, size)).is_ok());
        assert!(Cylinder::new(size, size).is_ok() && Cone::new(size, size).is_ok());
        assert!(Capsule::upright(size, size).is_ok());
        assert!(ConvexHull::new(&[vec3(size, -size, size)]).is_ok());
        assert!(Pose::translation(vec3(-size, size, size)).is_ok());
        assert!(Query::<Vec3<S>>::new().limit(size).is_ok());
    }
    assert!(Query::<Vec2<S>>::new().tolerance(S::Unit::NIL).is_ok());
    let singular = [vec3(S::NIL, S::NIL, S::NIL); 3];
    assert!(Affine3::new(singular, Vec3::ZERO).is_ok(), "an affine map may be singular");
}

fn empty_point_sets_are_refused<S: Bad>() {
    refused(ConvexHull::<Vec2<S>>::new(&[]), Error::NoPoints);
    refused(ConvexHull::<Vec3<S>>::new(&[]), Error::NoPoints);
    refused(Polygon::<S>::new(&[]), Error::NoPoints);
}

fn polygons_that_are_not_convex_are_refused<S: Bad>() {
    let at = |x: i32, y: i32| {
        let number =
            |count: i32| (0..count.abs()).fold(S::NIL, |sum, _| if count < 0 { sum - S::ONE } else { sum + S::ONE });
        vec2(number(x), number(y))
    };
    let square = [at(0, 0), at(2, 0), at(2, 2), at(0, 2)];
    assert!(Polygon::new(&square).is_ok());
    let (p, q, r, s) = (square[0], square[1], square[2], square[3]);
    let star: [Vec2<S>; 5] = [at(0, 3), at(-2, -3), at(3, 1), at(-3, 1), at(2, -3)];
    use OutlineFault::{Clockwise, GoesRoundAgain, Repeated, RightTurn, Straight, TooFewCorners};
    let bad: [(&str, &[Vec2<S>], OutlineFault); 14] = [
        ("one point", &[p], TooFewCorners),
        ("two points", &[p, q], TooFewCorners),
        ("clockwise", &[s, r, q, p], Clockwise),
        ("clockwise, with a vertex on an edge", &[at(1, 0), p, s, r, q], Clockwise),
        ("a repeated vertex", &[p, q, q, r, s], Repeated { corner: 2 }),
        ("the first vertex again at the end", &[p, q, r, s, p], Repeated { corner: 0 }),
        ("all the same", &[p, p, p], Repeated { corner: 0 }),
        ("a vertex on an edge", &[p, at(1, 0), q, r, s], Straight { corner: 1 }),
        ("three on a line", &[p, at(1, 1), r], Straight { corner: 0 }),
        ("out and back", &[p, q, at(4, 0), r, s], Straight { corner: 1 }),
        ("on a diagonal", &[p, q, at(1, 1), s], Straight { corner: 2 }),
        ("a dent", &[p, q, r, at(1, 1), s], RightTurn { corner: 3 }),
        ("twice round", &[p, q, r, s, p, q, r, s], GoesRoundAgain),
        ("a star", &star, GoesRoundAgain),
    ];
    for (name, vertices, fault) in bad {
        assert_eq!(Polygon::new(vertices), Err(Error::NotConvex(fault)), "{name}");
    }
}

fn zero_rotations_are_refused<S: Bad>() {
    let (nil, one) = (S::Unit::NIL, S::Unit::ONE);
    refused(Rotation3::<S>::from_quaternion(nil, nil, nil, nil), Error::ZeroRotation);
    refused(Rotation2::<S>::from_cos_sin(nil, nil), Error::ZeroRotation);
    refused(Rotation3::<S>::from_axis_cos_sin(vec3(one, nil, nil), nil, nil), Error::ZeroRotation);
    refused(Rotation3::<S>::from_axis_cos_sin(vec3(nil, nil, nil), one, nil), Error::ZeroDirection);
}

fn matrices_that_do_not_rotate_are_refused<S: Bad>() {
    let (o, i, half) = (S::Unit::NIL, S::Unit::ONE, S::Unit::HALF);
    let bad = Error::NotOrthonormal;
    refused(Rotation2::<S>::from_matrix([[o, o], [o, o]]), bad);
    refused(Rotation2::<S>::from_matrix([[i, o], [i, o]]), bad);
    refused(Rotation2::<S>::from_matrix([[i, half], [o, i]]), bad);
    refused(Rotation2::<S>::from_matrix([[half, o], [o, half]]), bad);
    refused(Rotation2::<S>::from_matrix([[i, o], [o, -i]]), Error::Mirror);
    refused(Rotation2::<S>::from_matrix([[o, i], [i, o]]), Error::Mirror);
    refused(Rotation3::<S>::from_matrix([[o; 3]; 3]), bad);
    refused(Rotation3::<S>::from_matrix([[i, o, o], [o, i, o], [o, i, o]]), bad);
    refused(Rotation3::<S>::from_matrix([[i, o, o], [half, i, o], [o, o, i]]), bad);
    refused(Rotation3::<S>::from_matrix([[i, o, o], [o, half, o], [o, o, i]]), bad);
    refused(Rotation3::<S>::from_matrix([[i, o, o], [o, i, o], [o, o, -i]]), Error::Mirror);
    refused(Rotation3::<S>::from_matrix([[-i, o, o], [o, -i, o], [o, o, -i]]), Error::Mirror);
    assert!(Rotation3::<S>::from_matrix([[o, -i, o], [i, o, o], [o, o, i]]).is_ok());
    assert!(Rotation2::<S>::from_matrix([[o, -i], [i, o]]).is_ok());
}

fn zero_directions_are_refused<S: Bad>() {
    refused(Query::new().direction(Vec2::<S>::ZERO).map(|_| ()), Error::ZeroDirection);
    refused(Query::new().direction(Vec3::<S>::ZERO).map(|_| ()), Error::ZeroDirection);
    assert!(Query::new().direction(vec3(S::NIL, S::NIL, S::ONE)).is_ok());
}

#[test]
fn numbers_that_are_not_finite_are_refused_in_rotations_and_queries() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for place in 0..4 {
            let mut numbers = [0.0, 0.0, 0.0, 1.0];
            numbers[place] = bad;
            let [x, y, z, w] = numbers;
            refused(Rotation3::<f32>::from_quaternion(x, y, z, w), Error::NotFinite);
        }
        refused(Rotation2::<f32>::from_cos_sin(bad, 0.0), Error::NotFinite);
        refused(Rotation2::<f32>::from_cos_sin(1.0, bad), Error::NotFinite);
        refused(Rotation3::<f32>::from_axis_cos_sin(vec3(0.0, bad, 1.0), 1.0, 0.0), Error::NotFinite);
        refused(Rotation3::<f32>::from_axis_cos_sin(vec3(0.0, 0.0, 1.0), bad, 0.0), Error::NotFinite);
        refused(Rotation2::<f32>::from_matrix([[1.0, 0.0], [bad, 1.0]]), Error::NotFinite);
        refused(Rotation3::<f32>::from_matrix([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, bad, 1.0]]), Error::NotFinite);
        refused(Query::new().direction(vec2(1.0, bad)).map(|_| ()), Error::NotFinite);
        refused(Query::new().direction(vec3(1.0, 0.0, bad)).map(|_| ()), Error::NotFinite);
        refused(Query::<Vec3<f32>>::new().tolerance(bad).map(|_| ()), Error::NotFinite);
    }
}

#[test]
fn matrices_off_by_more_than_the_tolerance_are_refused_and_others_repaired() {
    let turned = |error: f64| [[0.6 + error, -0.8, 0.0], [0.8, 0.6, 0.0], [0.0, 0.0, 1.0]];
    refused(Rotation3::<f64>::from_matrix(turned(2e-3)), Error::NotOrthonormal);
    let rows = Rotation3::<f64>::from_matrix(turned(2e-4)).expect("nearly a rotation").to_rows();
    for (i, row) in rows.iter().enumerate() {
        for (j, other) in rows.iter().enumerate() {
            let expected = if i == j { 1.0 } else { 0.0 };
            assert!((row.dot(*other) - expected).abs() < 1e-15, "{rows:?}");
        }
    }
    let coarse = [[I2F30::from_num(0.6), I2F30::from_num(-0.81)], [I2F30::from_num(0.81), I2F30::from_num(0.6)]];
    refused(Rotation2::<I16F16>::from_matrix(coarse), Error::NotOrthonormal);
}

#[test]
fn quaternions_need_no_unit_length_whatever_their_size() {
    for factor in [1e-30_f32, 1.0, 1e30] {
        let [rx, ry, rz] = Rotation3::<f32>::from_quaternion(0.0, 0.0, factor, factor).expect("not zero").to_rows();
        assert_eq!([rx, ry, rz], [vec3(0.0, -1.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, 1.0)]);
    }
}

/// The largest number of rounding steps by which a row of a rotation from a quaternion, or about an axis, is off
/// unit length.
fn most_steps_off_unit_length<S: Scalar<Unit = S> + Into<f64>>(from_f64: fn(f64) -> S, epsilon: f64) -> f64 {
    // Integers have room for exact squares. Only the last digits of entries below 2^−7 are lost.
    const ONE: i128 = 1 << 60;
    let mut rng = Rng::new(0);
    let off = |row: [S; 3]| {
        let square = row.iter().map(|&entry| (entry.into() * ONE as f64) as i128).map(|x| x * x).sum::<i128>();
        ((square - ONE * ONE) as f64 / (2 * ONE * ONE) as f64).abs() / epsilon
    };
    (0..times(1000)).fold(0.0, |most: f64, _| {
        let [x, y, z, w] = rng.quaternion(3).map(from_f64);
        let of_quaternion = Rotation3::<S>::from_quaternion(x, y, z, w).expect("not zero").to_matrix();
        // Without an axis or an angle there is no rotation.
        let about_axis =
            Rotation3::<S>::from_axis_cos_sin(vec3(x, y, z), w, x).into_iter().flat_map(Rotation3::to_matrix);
        of_quaternion.into_iter().chain(about_axis).fold(most, |most, row| most.max(off(row)))
    })
}

/// The square of a length is computed to one and a half steps, which is three quarters of a step of the length, and
/// rounding the entries adds half of one.
#[test]
fn rows_of_rotations_are_of_unit_length() {
    let narrow = most_steps_off_unit_length(|x| x as f32, f32::EPSILON.into());
    let wide = most_steps_off_unit_length(|x: f64| x, f64::EPSILON);
    assert!(narrow.max(wide) <= 1.25, "{narrow} steps in f32, {wide} in f64");
}

/// How far the products of the rows of rotations are off those of a unit matrix, after many steps of a motion and in a
/// product of many rotations that is kept orthonormal.
fn most_off_orthonormal<V: Space>(angular: AngularOf<V>) -> f64 {
    let (motion, tick) = (Motion::new(V::ZERO, angular).expect("in range"), V::Scalar::of(0.0625));
    let step = motion.pose_after(Pose::IDENTITY, tick).expect("in range").rotation();
    let (mut pose, mut product, mut most) = (Pose::IDENTITY, Rotation::IDENTITY, 0.0);
    for _ in 0..times(10_000) {
        pose = motion.pose_after(pose, tick).expect("in range");
        product = (product * step).orthonormalized();
        for rotation in [pose.rotation(), product] {
            let rows = V::rows(rotation);
            for (i, j) in (0..V::DIMENSION).flat_map(|i| (i..V::DIMENSION).map(move |j| (i, j))) {
                let expected = if i == j { 1.0 } else { 0.0 };
                most = f64::max(most, (dot(rows[i], rows[j]) - expected).abs());
            }
        }
    }
    most
}

/// Rounding errors of rotations do not add up. Bodies would grow by them.
#[test]
fn rotations_stay_rigid_however_many_are_composed() {
    // In steps of a unit fraction, for `I32F32` in those of `f64`, which cannot show its finer ones.
    fn in_both<S: Number>(step: f64) -> f64 {
        let rates = [0.7, -1.1, 0.3].map(S::of);
        most_off_orthonormal::<Vec2<S>>(rates[0]).max(most_off_orthonormal::<Vec3<S>>(Vec3::from(rates))) / step
    }
    let (narrow, wide) = (in_both::<f32>(f32::EPSILON.into()), in_both::<f64>(f64::EPSILON));
    let most = [narrow, wide, in_both::<I16F16>(2_f64.powi(-30)), in_both::<I32F32>(f64::EPSILON)];
    assert!(most.iter().all(|&steps| steps <= 4.0), "{most:?} steps");
}

#[test]
fn messages_are_sentences_without_a_full_stop() {
    for error in ERRORS {
        let text = error.to_string();
        let words = text.split_whitespace().count();
        assert!(words >= 3 && !text.ends_with(['.', '!', ' ']), "{text}");
        assert!(text.starts_with(char::is_lowercase) && !text.contains("  ") && !text.contains('\n'), "{text}");
        let _: &dyn core::error::Error = &error;
    }
    let texts: std::collections::BTreeSet<String> = ERRORS.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), ERRORS.len(), "every error has a text of its own");
}

/// A cube whose support function goes wrong at one call, or from one call on. It may pass on the form of the cube.
struct Broken<V: Vector> {
    cube: NCuboid<V>,
    has_form: bool,
    calls: Cell<u32>,
    first: u32,
    forever: bool,
    bad: V::Scalar,
}

/// No query asks this often.
const MANY_CALLS: u32 = 10_000;

impl<V: Vector> Support for Broken<V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        let call = self.calls.get();
        self.calls.set(call + 1);
        assert!(call < MANY_CALLS, "the query does not end");
        let is_bad = call == self.first || (self.forever && call > self.first);
        if is_bad { V::splat(self.bad) } else { self.cube.support(dir) }
    }

    fn is_polytope(&self) -> bool {
        true
    }

    fn form(&self) -> Form<'_, V> {
        if self.has_form { self.cube.form() } else { Form::OTHER }
    }
}

/// Asks everything about a broken body and a good one; a body that broke must be reported. Where its form tells enough
/// the answer may also be that of a cube which does not break.
fn broken_support_is_a_status<V: Vector>(bad: V::Scalar, position: V, has_form: bool) {
    let cube = NCuboid::new(V::splat(V::Scalar::ONE)).expect("sizes");
    let good = cube.at(Pose::translation(position).expect("near"));
    let good = erased(&good);
    let (distance, signed) =
        (gjk::distance(erased(&cube), good).distance, gjk::proximity(erased(&cube), good).signed_distance());
    for first in 0..8 {
        for forever in [true, false] {
            let broken = || Broken::<V> { cube, has_form, calls: Cell::new(0), first, forever, bad };
            let context = || format!("{bad:?} from call {first}, forever: {forever}, at {position:?}");
            // The first support point only chooses the scale, so a body that fails only there may go unnoticed.
            let reported = |body: &Broken<V>, status: Status, is_right: bool| {
                let asked = body.calls.get() > first && (forever || first > 0);
                let is_known = has_form && is_right;
                assert!(!asked || is_known || status == Status::BadSupport, "{status:?}: {}", context());
            };
            let body = broken();
            let gap = gjk::distance(erased(&body), good);
            reported(&body, gap.status, gap.distance == distance);
            let body = broken();
            let gap = gjk::distance(good, erased(&body));
            reported(&body, gap.status, gap.distance == distance);
            let body = broken();
            let answer = gjk::proximity(erased(&body), good);
            reported(&body, answer.status(), answer.signed_distance() == signed);
            if let Proximity::Overlapping(p) = answer {
                assert!(p.depth >= V::Scalar::NIL && p.lower_bound <= p.upper_bound, "{p:?}: {}", context());
            }
            let body = broken();
            let answer = gjk::proximity(good, erased(&body));
            reported(&body, answer.status(), answer.signed_distance() == signed);
            let body = broken();
            if let Some(p) = gjk::penetration(erased(&body), good) {
                reported(&body, p.status, -p.depth == signed);
            }
            let body = broken();
            let (posed, away) = (Pose::IDENTITY, Pose::translation(position).expect("near"));
            let answer = Query::new().poses(posed, away).proximity(erased(&body), erased(&cube));
            reported(&body, answer.status(), answer.signed_distance() == signed);
            let body = broken();
            let intersects = gjk::intersects(erased(&body), good);
            let is_known = has_form && distance > V::Scalar::NIL;
            assert!(intersects || is_known || !forever || first > 0, "nothing proves them apart: {}", context());
        }
    }
}

/// Apart, overlapping and concentric.
fn in_both_dimensions<S: Scalar>(bad: S) {
    let (nil, one) = (S::NIL, S::ONE);
    for along in [nil, one, one + one + one] {
        for has_form in [false, true] {
            broken_support_is_a_status(bad, vec2(along, nil), has_form);
            broken_support_is_a_status(bad, vec2(along, one), has_form);
            broken_support_is_a_status(bad, vec3(along, nil, nil), has_form);
            broken_support_is_a_status(bad, vec3(along, one, along), has_form);
        }
    }
}

fn support_points_beyond_the_range_are_a_status<S: Bad>() {
    for bad in [S::MAX, -S::MAX] {
        in_both_dimensions(bad);
    }
}

#[test]
fn support_points_that_are_not_finite_are_a_status() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        in_both_dimensions(bad);
    }
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        in_both_dimensions(bad);
    }
}
