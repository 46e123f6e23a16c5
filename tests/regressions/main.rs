//! Faults that were found and mended, one test each, named by the claim that did not hold.

use fixed::types::{I2F30, I16F16, I32F32};
use gjk::{
    Affine3, Ball, Capsule, Circle, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Error, Hint, HullOfTwo, Motion,
    Point, Polygon, PolygonBuilder, Pose, Pose3, Proximity, Query, Ray, Rectangle, Rotation2, Rotation3, Segment,
    Status, Support, SupportExt, SupportFn, Transformed, Triangle, Vec2, Vec3, WarmStart, Workspace, vec2, vec3,
};

type Result = core::result::Result<(), Error>;

/// The gap between two bodies along a unit normal, margins included.
fn gap_along<A, B>(a: &A, b: &B, normal: Vec3<f64>) -> f64
where
    A: Support<Vector = Vec3<f64>>,
    B: Support<Vector = Vec3<f64>>,
{
    normal.dot(b.support(-normal)) - b.margin() - normal.dot(a.support(normal)) - a.margin()
}

#[test]
fn a_plane_that_only_epa_finds_gives_the_normal() -> Result {
    let body = Cuboid::new(vec3(1.0, 2.0, 3.0))?;
    let other = body.at(Pose::translation(vec3(5.0, 0.0, 0.0))?);
    for rounds in 0..4 {
        let mut query = Query::new().max_iterations(rounds).direction(vec3(0.0, 1.0, 0.0))?;
        if let Proximity::Separated(found) = query.proximity(&body, &other) {
            assert!(found.lower_bound <= gap_along(&body, &other, found.normal) + 1e-15, "{found:?}");
        }
    }
    Ok(())
}

#[test]
fn witness_points_of_capped_queries_are_on_the_bodies() -> Result {
    let body = Cuboid::new(vec3(1.0, 2.0, 3.0))?;
    let away = Pose::new(Rotation3::from_quaternion(0.1, 0.2, 0.3, 0.9)?, vec3(6.0, 3.0, 1.0))?;
    for rounds in 0..4 {
        for limit in [0.0, 1.0, 100.0] {
            let found =
                Query::new().poses(Pose::IDENTITY, away).max_iterations(rounds).limit(limit)?.distance(&body, &body);
            let on_b = away.inverse().apply(found.on_b);
            for (point, half) in [(found.on_a, vec3(1.0, 2.0, 3.0)), (on_b, vec3(1.0, 2.0, 3.0))] {
                let outside = (point.abs() - half).max(Vec3::default());
                assert!(outside.length() < 1e-14, "{rounds} rounds, limit {limit}: {found:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn witness_points_of_concentric_curved_bodies_are_on_their_surfaces() -> Result {
    for (small, large) in [(0.3, 1.0), (0.5, 2.0), (0.9, 1.0)] {
        let a = Ellipsoid::new(vec3(small, 2.0 * small, 3.0 * small))?;
        let b = Ellipsoid::new(vec3(large, 2.0 * large, 3.0 * large))?;
        let found = gjk::penetration(&a, &b).expect("they overlap");
        let level = |p: Vec3<f64>, r: f64| (vec3(p.x, p.y / 2.0, p.z / 3.0).length() - r).abs();
        assert!(level(found.on_a, small) < 1e-6 && level(found.on_b, large) < 1e-6, "{found:?}");
        assert!((found.depth - small - large).abs() < 1e-12, "{found:?}");
    }
    let (a, b) = (Cylinder::new(1.0_f64, 0.3)?, Cylinder::new(2.0, 0.5)?);
    let found = gjk::penetration(&a, &b).expect("they overlap");
    assert!((found.depth - 0.8).abs() < 1e-12, "{found:?}");
    assert!((found.on_a.truncate().length() - 0.3).abs() < 1e-6, "{found:?}");
    Ok(())
}

#[test]
fn a_half_turn_fits_fixed_point() -> Result {
    let axis = vec3(I2F30::ZERO, I2F30::ZERO, I2F30::ONE);
    let turn = Rotation3::<I16F16>::from_axis_cos_sin(axis, -I2F30::ONE, I2F30::ZERO)?;
    let [x, y, z] = turn.to_rows();
    assert_eq!((x.x, y.y, z.z), (-I2F30::ONE, -I2F30::ONE, I2F30::ONE));
    Ok(())
}

#[test]
fn matrices_far_off_are_refused_without_overflow() {
    for entry in [I2F30::MAX, I2F30::MIN, I2F30::from_num(1.9)] {
        assert_eq!(Rotation3::<I16F16>::from_matrix([[entry; 3]; 3]), Err(Error::NotOrthonormal));
    }
}

#[test]
fn margins_beyond_the_limit_are_refused() -> Result {
    let limit = <I16F16 as gjk::Scalar>::LIMIT;
    let rounded = Ball::new(limit)?.rounded(limit);
    assert_eq!(rounded.err(), Some(Error::OutOfRange));
    Ok(())
}

#[test]
fn maps_that_leave_the_range_are_a_status() -> Result {
    let limit = <I16F16 as gjk::Scalar>::LIMIT;
    let corner = Vec3::splat(limit);
    let (up, down) = (Affine3::new([corner; 3], corner)?, Affine3::new([-corner; 3], -corner)?);
    let (a, b) = (Transformed::new(Point::new(corner)?, up), Transformed::new(Point::new(corner)?, down));
    assert_eq!(gjk::proximity(&a, &b).status(), Status::BadSupport);
    assert_eq!(gjk::proximity(&a.hull_with(b), &a.plus(a)).status(), Status::BadSupport);
    Ok(())
}

#[test]
fn the_smallest_number_of_a_scalar_is_a_status() {
    let worst = SupportFn::new(|_: Vec3<I16F16>| Vec3::splat(I16F16::MIN));
    assert_eq!(gjk::proximity(&worst, &Point::ORIGIN).status(), Status::BadSupport);
    assert_eq!(gjk::proximity(&Point::ORIGIN, &worst).status(), Status::BadSupport);
}

struct Halo(f64);

impl Support for Halo {
    type Vector = Vec3<f64>;

    fn support(&self, _: Vec3<f64>) -> Vec3<f64> {
        Vec3::default()
    }

    fn margin(&self) -> f64 {
        self.0
    }
}

#[test]
fn illegal_margins_are_a_status() -> Result {
    for margin in [f64::NAN, f64::INFINITY, -1.0] {
        let found = gjk::proximity(&Halo(margin), &Point::new(vec3(3.0, 0.0, 0.0))?);
        assert_eq!(found.status(), Status::BadSupport);
        assert!(found.signed_distance().is_finite(), "{found:?}");
    }
    Ok(())
}

#[test]
fn a_core_far_below_its_margin_keeps_its_depth() -> Result {
    let found = gjk::penetration(&Ball::new(1e6_f32)?, &Point::new(vec3(1e-38, 2e-38, 0.0))?).expect("they overlap");
    assert_eq!((found.depth, found.status), (1e6, Status::Converged));
    Ok(())
}

#[test]
fn tiny_bodies_that_touch_at_the_origin_have_a_supporting_normal() -> Result {
    let s = 1e-25_f32;
    let pyramid = |z: f32| [vec3(0.0, 0.0, 0.0), vec3(s, s, z), vec3(s, -s, z), vec3(-s, -s, z), vec3(-s, s, z)];
    let (below, above) = (pyramid(-s), pyramid(s));
    let found = gjk::penetration(&ConvexHull::new(&below)?, &ConvexHull::new(&above)?).expect("they touch");
    assert_eq!((found.depth, found.upper_bound), (0.0, 0.0), "{found:?}");
    Ok(())
}

#[test]
fn polygons_have_no_smallest_size() -> Result {
    for size in [1e-25_f32, 1.0, 1e15] {
        Polygon::new(&[vec2(0.0, 0.0), vec2(size, 0.0), vec2(0.0, size)])?;
    }
    Ok(())
}

#[test]
fn a_passed_distance_limit_is_exceeded() -> Result {
    let body = Cuboid::new(vec3(0.3, 0.4, 0.5))?.rounded(0.1)?;
    for step in 0..200 {
        let limit = 0.01 * f64::from(step);
        let away = Pose3::translation(vec3(0.7 + limit, 0.3, 0.2))?;
        let found = Query::new().poses(Pose::IDENTITY, away).limit(limit)?.distance(&body, &body);
        assert!(found.status != Status::DistanceLimit || found.lower_bound > limit, "{limit}: {found:?}");
    }
    Ok(())
}

#[test]
fn concentric_bodies_start_from_a_direction_of_full_precision() -> Result {
    let wide = |half: i32, center: i32| {
        SupportFn::new(move |dir: Vec2<I16F16>| {
            let pick = |d: I16F16, c: i32, h: i32| I16F16::from_bits(if d < 0 { c - h } else { c + h });
            vec2(pick(dir.x, center, half), pick(dir.y, 0, half))
        })
    };
    let turn = gjk::Rotation2::<I16F16>::from_cos_sin(I2F30::ONE, I2F30::from_bits(-8092))?;
    let (a, b) = (wide(80_000_000, -80_000_010), wide(80_000_000, 79_999_600).at(Pose::rotated(turn)));
    let (one, other) = (gjk::proximity(&a, &b), gjk::proximity(&b, &a));
    assert!((one.signed_distance() - other.signed_distance()).abs() <= I16F16::from_bits(4), "{one:?} {other:?}");
    Ok(())
}

#[test]
fn a_support_function_without_a_center_in_range_gives_no_nan() -> Result {
    let limit = <f32 as gjk::Scalar>::LIMIT;
    let corner = Vec3::splat(limit);
    let map = Affine3::new([corner; 3], corner)?;
    let far = Point::new(corner)?.transformed(map).transformed(map);
    let found = gjk::distance(&far, &Point::new(corner)?);
    assert_eq!(found.status, Status::BadSupport);
    assert!(found.normal.length().is_finite() && found.on_a.length().is_finite(), "{found:?}");
    Ok(())
}

#[test]
fn crossing_segments_with_margins_separate_along_their_common_normal() -> Result {
    let a = gjk::Capsule::new(vec3(-1.0_f64, 0.0, 0.0), vec3(1.0, 0.0, 1e-16), 0.5)?;
    let b = gjk::Capsule::new(vec3(0.0_f64, -1.0, 1e-16), vec3(1e-16, 1.0, 0.0), 0.25)?;
    let found = gjk::penetration(&a, &b).expect("they overlap");
    assert!((found.depth - 0.75).abs() < 1e-15 && found.normal.z.abs() > 1.0 - 1e-15, "{found:?}");
    let moved = b.at(Pose::translation(found.mtv())?);
    assert!(gjk::proximity(&a, &moved).signed_distance().abs() < 1e-14);
    Ok(())
}

#[test]
fn discs_on_one_center_have_any_normal_but_one_depth() -> Result {
    let found = gjk::penetration(&Circle::new(1.0_f32)?, &Circle::new(2.0)?).expect("they overlap");
    assert_eq!((found.depth, found.normal.length(), found.status), (3.0, 1.0, Status::Converged));
    Ok(())
}

#[test]
fn a_small_buffer_is_enough_for_the_bounds_of_bodies_that_are_nearly_balls() -> Result {
    for radii in [vec3(1.0, 1.0, 1.0), vec3(1.0, 0.99, 1.01), vec3(0.9, 1.0, 1.0)] {
        let body = Ellipsoid::<f64>::new(radii)?;
        let found = gjk::penetration(&body, &body).expect("they overlap");
        let size = found.depth.max(1.01);
        assert!(found.upper_bound - found.lower_bound <= 0.02 * size, "{found:?}");
    }
    Ok(())
}

#[test]
fn witness_points_of_a_needle_are_on_the_bodies() -> Result {
    let point = |x, y, z| vec3(I32F32::from_bits(x), I32F32::from_bits(y), I32F32::from_bits(z));
    // Almost on a line, which passes the centre of the ball.
    let needle = [
        point(-11441245632, -1283976888, -10219617147),
        point(-5419869846, 8926205284, 4161087080),
        point(-5849818542, 8197160184, 3134251146),
        point(-7217243574, 5878477681, -131536546),
    ];
    let needle = ConvexHull::new(&needle)?;
    let aside = Pose::translation(point(12993953792, -889192448, -11047796736))?;
    let ball = Ball::new(I32F32::from_num(0.7058464375))?;
    let center = point(5511909394, 4540274117, -11811750603);
    let Proximity::Overlapping(found) = Query::new().poses(aside, Pose::translation(center)?).proximity(&needle, &ball)
    else {
        panic!("they overlap");
    };
    assert!(found.on_b.distance(center) <= ball.radius() + I32F32::DELTA + I32F32::DELTA, "{found:?}");
    Ok(())
}

#[test]
fn slivers_of_the_polytope_leave_the_lower_bound_tight() -> Result {
    let flat = [
        (0.20898047, -0.013899764),
        (0.12838212, 0.050799984),
        (-0.05044866, 0.08440614),
        (-0.22595552, 0.056530286),
        (-0.31498307, -0.003989914),
        (-0.3159739, -0.079800904),
        (-0.19925545, -0.15062085),
        (-0.07758973, -0.16929993),
        (0.03070611, -0.16308488),
        (0.20590837, -0.07697354),
    ];
    let flat = flat.map(|(x, y)| vec3(x, y, 0.0_f32));
    let turn = Rotation3::from_quaternion(-0.056757223, 0.23172008, -0.270757, 0.23067565)?;
    let triangle = Triangle::new(
        vec3(0.035209306, -0.16522849, -0.046645828),
        vec3(0.17255273, -0.0009798169, 0.019440567),
        vec3(-0.07496205, -0.20385705, -0.04092809),
    )?;
    let other_turn = Rotation3::from_quaternion(-0.4573317, 0.48091796, 0.3426508, 0.64843976)?;
    let tile = ConvexHull::new(&flat)?.at(Pose::new(turn, vec3(0.0, 0.0, 0.0))?);
    let shard = triangle.at(Pose::new(other_turn, vec3(-0.14453125, 0.10253906, 0.055664063))?);
    let found = gjk::penetration(&tile, &shard).expect("they overlap");
    assert_eq!(found.status, Status::Converged, "{found:?}");
    assert!(found.upper_bound - found.lower_bound < 1e-6, "{found:?}");
    Ok(())
}

#[test]
fn of_two_facets_equally_deep_the_one_with_the_foot_answers() -> Result {
    let cube = Cuboid::<f64>::new(vec3(1.0, 1.0, 1.0))?;
    for half_angle in [1.5e-5, 1.5e-9] {
        let turned = Pose::new(Rotation3::from_quaternion(0.0, 0.0, half_angle, 1.0)?, vec3(1.85, 0.0, 0.1))?;
        let found = Query::new().poses(Pose::IDENTITY, turned).penetration(&cube, &cube).expect("they overlap");
        let on_b = turned.inverse().apply(found.on_b).abs();
        assert!(on_b.max(vec3(1.0, 1.0, 1.0)).distance(vec3(1.0, 1.0, 1.0)) < 1e-15, "{found:?}");
    }
    let cube = Cuboid::<f32>::new(vec3(1.0, 1.0, 1.0))?;
    for half_angle in [1.5e-5, 4.3129712e-5] {
        let turned = Pose::new(Rotation3::from_quaternion(0.0, 0.0, half_angle, 1.0)?, vec3(1.85, 0.0, 0.1))?;
        let found = Query::new().poses(Pose::IDENTITY, turned).penetration(&cube, &cube).expect("they overlap");
        let on_b = turned.inverse().apply(found.on_b).abs();
        assert!(on_b.max(vec3(1.0, 1.0, 1.0)).distance(vec3(1.0, 1.0, 1.0)) < 1e-6, "{found:?}");
    }
    Ok(())
}

#[test]
fn a_flat_difference_that_a_capped_search_did_not_reach_is_no_contact() -> Result {
    let center = [vec3(0.0_f64, 0.0, 0.0)];
    let ball = ConvexHull::new(&center)?.rounded(8.0)?;
    let away = Pose::translation(vec3(-8.0, -8.0, -8.0))?;
    let mut query = Query::new().poses(Pose::IDENTITY, away).max_iterations(0).direction(vec3(1.0, 0.0, 0.0))?;
    let found = query.penetration(&ball, &ball).expect("they overlap");
    let moved = vec3(-8.0, -8.0, -8.0) + found.normal * found.upper_bound;
    assert!(moved.length() >= 16.0, "still overlapping by {}: {found:?}", 16.0 - moved.length());
    assert_eq!(found.status, Status::IterationLimit);
    Ok(())
}

#[test]
fn cores_a_few_steps_apart_keep_the_plane_between_them() -> Result {
    let ball = Ball::new(6.3605375_f32)?;
    let rail = Segment::new(vec3(0.0, -14.359921, 6.693881e-10), vec3(2.0980835e-5, 0.0, 0.0))?;
    let found = gjk::penetration(&ball, &rail).expect("they overlap");
    assert!((found.depth - 6.3605165).abs() < 1e-6 && found.normal.x > 0.99, "{found:?}");
    Ok(())
}

#[test]
fn a_capped_epa_that_did_not_meet_its_bounds_says_so() -> Result {
    let (disc, tile) = (Circle::new(5.0_f64)?, Rectangle::new(vec2(3.0, 5.0))?);
    let away = Pose::translation(vec2(3.0, -3.0))?;
    let found = Query::new().poses(Pose::IDENTITY, away).max_iterations(1).penetration(&disc, &tile);
    let found = found.expect("they overlap");
    let has_met = found.upper_bound - found.lower_bound < 1e-12;
    assert_eq!(found.status == Status::Converged, has_met, "{found:?}");
    Ok(())
}

#[test]
fn almost_parallel_segments_a_hair_apart_have_tight_bounds() -> Result {
    let one = Segment::new(vec3(15.443510055541992, 12.092077255249023, -6.0), vec3(6.556296348571777, -0.625, 4.625))?;
    let other = Segment::new(
        vec3(15.4435100562408, 12.092077254856052, -5.999999998993298),
        vec3(6.556296348394977, -0.6250000004652847, 4.625000000187752),
    )?;
    let gap = gjk::distance(&one, &other);
    assert!(gap.distance - gap.lower_bound < 64.0 * 20.6 * f64::EPSILON, "{gap:?}");
    Ok(())
}

#[test]
fn a_thin_difference_is_as_deep_as_it_is() -> Result {
    let wire = Cylinder::new(3.615695_f32, 2.861023e-6)?;
    for direction in [vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, -1.0)] {
        let found = Query::new().direction(direction)?.penetration(&wire, &wire).expect("they overlap");
        assert!((found.depth - 5.722046e-6).abs() < 1e-9 && found.upper_bound >= 5.722046e-6, "{found:?}");
    }
    Ok(())
}

#[test]
fn the_witness_of_a_capped_search_stays_on_a_point() -> Result {
    let point = |x, y, z| vec3(I16F16::from_num(x), I16F16::from_num(y), I16F16::from_num(z));
    let shard = Triangle::new(
        point(-5.875, 7.25, -13.04697),
        point(1.25, 6.125, -12.92427),
        vec3(I16F16::from_bits(14), I16F16::ZERO, I16F16::ZERO),
    )?;
    let dot = Ball::new(I16F16::ZERO)?;
    for rounds in 0..4 {
        let found = Query::new().max_iterations(rounds).proximity(&shard, &dot);
        let on_b = match &found {
            Proximity::Separated(gap) => gap.on_b,
            Proximity::Overlapping(overlap) => overlap.on_b,
        };
        assert!(on_b.abs().to_array().iter().all(|&x| x <= I16F16::from_bits(4)), "{rounds} rounds: {found:?}");
    }
    Ok(())
}

#[test]
fn the_facet_with_the_foot_is_found_among_those_that_tie() -> Result {
    let point = |[x, y, z]: [i32; 3]| vec3(I16F16::from_bits(x), I16F16::from_bits(y), I16F16::from_bits(z));
    let hull = |points: [[i32; 3]; 6]| points.map(|p| point([-p[2] - 157, p[1] - 5170, p[0] + 7925].map(|x| x << 13)));
    let a = hull([
        [-654, -872, -872],
        [-872, -719, -610],
        [-610, -610, -609],
        [-610, 698, -654],
        [916, -610, -610],
        [-654, 371, -610],
    ]);
    let b = hull([
        [-610, -610, -610],
        [-610, -610, -610],
        [153, -610, -610],
        [-610, -610, -610],
        [-610, -610, 371],
        [763, -872, -610],
    ]);
    let b = ConvexHull::new(&b)?;
    let found = gjk::penetration(&ConvexHull::new(&a)?, &b).expect("they overlap");
    let off = gjk::distance(&b, &Point::new(found.on_b)?).distance;
    assert!(off <= I16F16::from_bits(32), "{off} off B: {found:?}");
    Ok(())
}

#[test]
fn a_rough_tolerance_does_not_decide_the_sign() -> Result {
    let egg = Ellipsoid::new(vec3(1.0, 2.0, 3.0))?;
    for step in 1..20 {
        let beside = Pose::translation(vec3(0.1 * f64::from(step), 3.0, 2.0))?;
        let core = Query::new().poses(Pose::IDENTITY, beside).tolerance(0.0)?.distance(&egg, &Point::ORIGIN).distance;
        let ball = Ball::new(core - 1e-3)?;
        let gap = Query::new().poses(Pose::IDENTITY, beside).tolerance(0.5)?.distance(&egg, &ball);
        assert!(gap.lower_bound > 0.0, "{gap:?}");
    }
    Ok(())
}

#[test]
fn half_a_step_apart_is_apart() -> Result {
    let point = |x, y, z| vec3(I16F16::from_num(x), I16F16::from_num(y), I16F16::from_num(z));
    let one = Triangle::new(point(-137.0, -268.5, 130.5), point(199.5, 103.5, -152.0), point(200.0, -224.0, -206.5))?;
    let other = Triangle::new(point(526.0, -377.5, 284.0), point(199.5, -224.0, -151.5), point(200.0, -223.5, -206.5))?;
    assert!(!gjk::intersects(&one, &other) && !gjk::intersects(&other, &one));
    Ok(())
}

#[test]
fn segments_that_share_an_end_touch_there() -> Result {
    let end = vec3(-22016.0_f32, 9728.0, 15360.0);
    let one = Segment::new(vec3(-15872.0, 15360.0, 15360.0), end)?;
    let other = Segment::new(vec3(-13824.0, 17408.0, 15360.0), end)?;
    let Proximity::Overlapping(found) = gjk::proximity(&one, &other) else { panic!("they touch") };
    assert!(found.on_a.distance(end) < 0.1 && found.on_b.distance(end) < 0.1, "{found:?}");
    Ok(())
}

#[test]
fn penetration_of_bodies_apart_by_a_hair_is_none() -> Result {
    let leaf = Ellipsoid::new(vec3(3.875_f32, 2.8413181, 1.3709068e-6))?;
    let beside = Pose::translation(vec3(1.25, 5.25, -3.3974648e-6))?;
    let found = Query::new().poses(Pose::IDENTITY, beside).penetration(&leaf, &leaf);
    assert!(found.is_none_or(|overlap| overlap.status != Status::DistanceLimit), "{found:?}");
    Ok(())
}

#[test]
fn a_ball_centred_on_a_segment_has_its_points_along_the_normal() -> Result {
    let ball = Ball::new(5.82737475870465_f64)?.at(Pose::translation(vec3(8.3212890625, 11.267578125, 10.3984375))?);
    let turn = Rotation3::from_matrix([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])?;
    let segment = Segment::new(
        vec3(0.06059718499889695, 0.014100494250993481, -0.08195550849287603),
        vec3(0.07803253093194025, 0.01231689361327204, 0.05927575589125193),
    )?;
    let segment = segment.at(Pose::new(turn, vec3(8.308080368567866, 11.278918001300813, 10.329122642034582))?);
    let found = gjk::penetration(&ball, &segment).expect("they overlap");
    assert!((found.on_a - found.on_b).distance(found.mtv()) < 1e-12, "{found:?}");
    Ok(())
}

#[test]
fn a_core_of_the_smallest_numbers_is_asked_for_no_zero_direction() -> Result {
    let speck = HullOfTwo::new(Ball::new(2.2867037e-38_f32)?, Ball::new(0.0)?);
    let found = gjk::penetration(&Ball::new(1e10)?, &speck).expect("they overlap");
    assert_eq!((found.depth, found.status), (1e10, Status::Converged), "{found:?}");
    Ok(())
}

#[test]
fn a_facet_of_a_full_workspace_is_not_the_nearest_point() -> Result {
    let long = Capsule::new(
        vec3(7.0_f32, -0.40462494, -2.0),
        vec3(-1.8189894e-12, -1.8189894e-12, 1.200533e-10),
        1.8189894e-12,
    )?;
    let thick = Capsule::new(vec3(-2.125, 2.0, -4.07399), vec3(0.0, 7.0, -5.0), 0.125)?;
    let body = HullOfTwo::new(long, thick).at(Pose::IDENTITY);
    let centre = vec3(-9.536743e-7, -1.8189894e-12, -1.8189894e-12);
    let ball = Ball::new(6.10997)?.at(Pose::translation(centre)?);
    let mut memory = Workspace::<_, 4, 4>::new();
    let found = Query::new().workspace(&mut memory).penetration(&body, &ball).expect("they overlap");
    assert!(found.upper_bound - found.lower_bound < 1e-5, "{found:?}");
    Ok(())
}

#[test]
fn the_witness_point_of_a_tie_lies_on_the_body() -> Result {
    // In eighths.
    let points = |points: &[[i32; 3]]| -> Vec<_> {
        points.iter().map(|point| Vec3::from_array(point.map(|x| I16F16::from_bits(x << 13)))).collect()
    };
    let a = points(&[
        [715, -6042, 7271],
        [453, -5889, 7053],
        [452, -5780, 7315],
        [497, -4472, 7318],
        [453, -5780, 8841],
        [453, -4363, 7489],
    ]);
    let b =
        points(&[[453, -5780, 8841], [453, -5780, 7315], [453, -5780, 8078], [-964, -4581, 7315], [453, -5783, 7315]]);
    let found = gjk::penetration(&ConvexHull::new(&a)?, &ConvexHull::new(&b)?).expect("they overlap");
    // The depth is half a step more than that of another face, and a corner of B is deepest for both.
    assert!(found.on_b.distance(b[1]) <= 8 * I16F16::DELTA, "{found:?}");
    Ok(())
}

#[test]
fn bodies_that_share_a_corner_far_away_are_not_apart() -> Result {
    // Whole numbers that are exact in `f32`, as their differences are.
    let points = |points: &[[i16; 3]]| -> Vec<_> {
        points.iter().map(|point| Vec3::from_array(point.map(f32::from)) * 524_288.0).collect()
    };
    let a = points(&[
        [-4068, -4182, 8126],
        [-5376, -4185, 8062],
        [-4068, -5709, 8127],
        [-4351, -4291, 8127],
        [-4177, -5555, 8127],
        [-4140, -4182, 8171],
    ]);
    let b = points(&[
        [-4068, -4182, 8126],
        [-4068, -4182, 8171],
        [-4068, -4246, 8127],
        [-4068, -5708, 8127],
        [-4024, -4182, 8389],
        [-3806, -3920, 8389],
    ]);
    assert_eq!(a[0], b[0]);
    let found = gjk::proximity(&ConvexHull::new(&a)?, &ConvexHull::new(&b)?);
    assert!(matches!(found, Proximity::Overlapping(_)), "{found:?}");
    Ok(())
}

#[test]
fn a_sliver_that_stalls_the_search_does_not_pass_for_converged() -> Result {
    let needle = Ellipsoid::new(vec3(6.631016731262207e-7, 2.1464074961841106e-10, 2.303696632385254))?;
    let rows = [
        vec3(9.059906005859375e-5, 3.0850060284137726e-9, -6.694720268249512),
        vec3(4.291534423828125e-6, 3.281169891357422, 3.25),
        vec3(-1.875, -4.5, -4.118675231933594),
    ];
    let needle = needle.transformed(Affine3::new(rows, vec3(-9.313225746154785e-8, 1.673470251262188e-10, 0.0))?);
    let gap = Query::new().direction(vec3(0.0, 0.0, -1.0))?.distance(&needle, &Point::ORIGIN);
    let has_met = gap.distance - gap.lower_bound <= 1e-8 * gap.distance + 1e-13;
    assert_eq!(gap.status == Status::Converged, has_met, "{gap:?}");
    Ok(())
}

#[test]
fn a_small_facet_that_leans_from_the_answer_has_not_its_foot() -> Result {
    // In eighths.
    let points = |points: &[[i32; 3]]| -> Vec<_> {
        points.iter().map(|point| Vec3::from_array(point.map(|x| I16F16::from_bits(x << 13)))).collect()
    };
    let a = points(&[
        [4579, -10008, -10008],
        [4580, -10005, -9995],
        [4580, -10007, -10008],
        [4579, -10005, -10007],
        [4578, -10007, -10008],
        [4580, -10003, -10002],
        [4580, -9996, -10008],
        [4580, -10008, -9992],
    ]);
    let b = points(&[
        [4580, -9992, -10007],
        [4579, -10008, -10001],
        [4580, -10008, -10008],
        [4580, -10007, -10008],
        [4567, -10007, -10008],
    ]);
    let found = gjk::penetration(&ConvexHull::new(&a)?, &ConvexHull::new(&b)?).expect("they overlap");
    // No point of B is lower.
    assert!(found.on_b.z >= I16F16::from_num(-1251.001), "{found:?}");
    Ok(())
}

#[test]
fn a_cast_of_curved_bodies_with_margins_knows_its_contact() -> Result {
    let (drum, pill) = (Cylinder::new(0.8, 1.0)?, Capsule::new(vec3(0.0, 0.0, -1.0), vec3(0.0, 0.0, 1.0), 0.4)?);
    let turned = Pose::new(Rotation3::from_quaternion(0.3, 0.2, 0.1, 0.9)?, vec3(1.6, 0.5, 0.6))?;
    let mut query = Query::new().poses(Pose::translation(vec3(-1.2, 0.0, 0.0))?, turned);
    let impact = query.shape_cast(&drum, &pill, vec3(-1.4, -0.25, -0.3), 4.0_f64)?.expect("they meet");
    assert_eq!(impact.status, Status::Converged);
    assert!(impact.upper_bound - impact.time <= 1e-7, "{impact:?}");
    Ok(())
}

#[test]
fn a_manifold_of_the_tiniest_boxes_does_not_overflow() -> Result {
    for steps in [1, 2, 3, 5, 8] {
        let half = I16F16::from_bits(steps);
        let grain = Cuboid::new(vec3(half, half, half))?;
        let above = Pose::translation(vec3(I16F16::ZERO, I16F16::ZERO, I16F16::from_bits(2 * steps - 1)))?;
        let manifold = Query::new().poses(Pose::IDENTITY, above).manifold(&grain, &grain);
        assert!(!manifold.points().is_empty(), "{steps} steps: {manifold:?}");
    }
    Ok(())
}

#[test]
fn a_needle_beside_a_point_is_as_far_from_it_for_every_first_direction() -> Result {
    let rows = [
        vec3(4.5299530029296875e-5, 3.0850060284137726e-9, -6.694721221923828),
        vec3(4.291534423828125e-6, 3.281169891357422, 3.25),
        vec3(-1.875, -4.5, -4.118675231933594),
    ];
    let map = Affine3::new(rows, vec3(-9.313225746154785e-8, 1.673470251262188e-10, 0.0))?;
    let needle =
        Ellipsoid::new(vec3(6.631016731262207e-7, 2.1464074961841106e-10, 13.634263038635254))?.transformed(map);
    let ball = Ball::new(0.0)?;
    let gap = gjk::distance(&needle, &ball);
    // Two bounds for one truth may cross by eight steps of the needle's reach.
    let slack = 8.0 * 112.0 * f64::EPSILON;
    for direction in [vec3(1.0, 0.0, 0.0), vec3(-1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)] {
        let at_most = match Query::new().direction(direction)?.proximity(&needle, &ball) {
            Proximity::Separated(gap) => gap.distance,
            Proximity::Overlapping(overlap) => -overlap.lower_bound,
        };
        assert!(gap.lower_bound <= at_most + slack, "{at_most:e} along {direction:?}\n{gap:?}");
    }
    Ok(())
}

#[test]
fn a_point_within_rounding_of_the_core_of_a_capsule_has_converged() -> Result {
    let here = Pose::new(
        Rotation2::from_matrix([
            [-0.9461770157813091, -0.3236495864467875],
            [0.3236495864467875, -0.9461770157813091],
        ])?,
        vec2(-4.294921875, 2.126953125),
    )?;
    let there = Pose::new(
        Rotation2::from_matrix([
            [-0.9530323262889867, -0.3028685936973366],
            [0.3028685936973366, -0.9530323262889867],
        ])?,
        vec2(-0.6636830218249816, 3.668669851753719),
    )?;
    let point = Point::new(vec2(-2.928044395343169, -2.721636141082773))?;
    let ends = [vec2(-0.058999121468910246, -0.10650883081256657), vec2(0.07270786213108113, -0.06913369839929319)];
    let capsule = Capsule::new(ends[0], ends[1], 0.05857840677906341)?;
    let overlap = Query::new().poses(here, there).penetration(&point, &capsule).expect("they overlap");
    assert_eq!(overlap.status, Status::Converged, "{overlap:?}");
    Ok(())
}

#[test]
fn boxes_level_but_for_a_few_rounding_steps_touch_in_both() -> Result {
    let tilt = 9.536743e-7_f32;
    let level = Rotation3::from_matrix([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])?;
    let tilted = Rotation3::from_matrix([[tilt, 1.0, -tilt], [-tilt, tilt, 1.0], [1.0, -tilt, tilt]])?;
    let (at, to) = (vec3(5.680664_f32, 9.34668, 2.7910156), vec3(4.390625_f32, 11.224609, 5.1601563));
    let a = Cuboid::new(vec3(2.6639829_f32, 3.6246386, 3.6099145))?;
    let b = Cuboid::new(vec3(1.1122949_f32, 0.86154425, 0.552542))?;
    let mut query = Query::new().poses(Pose::new(level, at)?, Pose::new(tilted, to)?);
    let overlap = query.penetration(&a, &b).expect("they overlap");
    let off = overlap.on_b - to;
    assert!(off.x.abs() < 0.8616 && off.y.abs() < 0.5526 && off.z.abs() < 1.1124, "{overlap:?}");
    Ok(())
}

#[test]
fn a_capped_search_of_boxes_takes_no_plane_for_their_distance() -> Result {
    // Corner to corner the cores are 0.1·√3 apart, and along the normal of a face 0.1.
    let body = Cuboid::new(vec3(1.0, 1.0, 1.0))?.rounded(0.125)?;
    let away = Pose::translation(vec3(2.1, 2.1, 2.1))?;
    let depth = 0.25 - 0.1 * f64::sqrt(3.0);
    for rounds in 0..4 {
        let mut query = Query::new().poses(Pose::IDENTITY, away).direction(vec3(-1.0, 0.3, 0.2))?;
        query = query.max_iterations(rounds);
        let found = query.penetration(&body, &body).expect("they overlap");
        assert!(found.lower_bound <= depth + 1e-15 && depth <= found.upper_bound + 1e-15, "{found:?}");
        assert!(found.status == Status::IterationLimit || (found.depth - depth).abs() < 1e-15, "{found:?}");
    }
    let (one, other) = (body.at(away), body.at(Pose::translation(vec3(4.2, 4.2, 4.2))?));
    let found = Query::new().max_iterations(0).penetration(&one, &other).expect("they overlap");
    assert!(found.lower_bound <= depth + 1e-14 && depth <= found.upper_bound + 1e-14, "{found:?}");
    Ok(())
}

#[test]
fn a_capped_search_of_a_box_and_a_ball_does_not_pass_for_converged() -> Result {
    let turn = Rotation3::from_axis_cos_sin(vec3(0.0_f32, 0.0, 1.0), -1.0, 0.0)?;
    let (body, ball) = (Cuboid::new(vec3(0.95083636_f32, 3.0, 1.0))?, Ball::new(0.25)?);
    let (here, there) = (Pose::new(turn, vec3(0.0, 0.0, 0.0))?, Pose::new(turn, vec3(1.2008352, 0.0, 0.0))?);
    for rounds in 0..4 {
        let mut query = Query::new().poses(here, there).direction(vec3(-0.50545, -0.86286, 0.0))?;
        query = query.max_iterations(rounds);
        let found = query.penetration(&body, &ball).expect("they overlap");
        let is_met = found.upper_bound - found.lower_bound < 1e-6;
        assert!(is_met || found.status == Status::IterationLimit, "{found:?}");
        assert!(found.lower_bound < 2e-6 && found.upper_bound > 0.0, "{found:?}");
    }
    Ok(())
}

#[test]
fn the_witness_points_of_a_capped_depth_are_what_is_said_of_them() -> Result {
    let (rail, body) = (
        Segment::new(vec3(0.0_f32, 0.0, -12288.0), vec3(0.0, 0.0, 12288.0))?,
        Cuboid::new(vec3(0.5577583_f32, 1.0, 1.0))?,
    );
    let mut memory = Workspace::<Vec3<f32>, 4, 4>::new();
    let mut query = Query::new().max_epa_iterations(0);
    let capped = query.penetration(&rail, &body).expect("they overlap");
    let full = Query::new().workspace(&mut memory).penetration(&rail, &body).expect("they overlap");
    for found in [capped, full] {
        assert!(found.on_a.truncate() == vec2(0.0, 0.0) && found.on_a.z.abs() <= 12288.0, "a point of A: {found:?}");
        // A rounding step of the coordinates is a thousandth.
        assert!((found.on_a - found.on_b - found.mtv()).length() < 1e-3, "{found:?}");
        assert!(found.lower_bound <= 0.5577583 && 0.5577583 <= found.upper_bound, "{found:?}");
    }
    Ok(())
}

#[test]
fn a_short_edge_that_placing_rounds_carries_no_foot() -> Result {
    // Of the segment's edge the frame of the capsule keeps no digit, or one that leads elsewhere.
    let (capsule, short) =
        (Capsule::new(vec2(0.0_f32, 524288.0), vec2(0.0, -1572864.0), 1048576.0)?, [0.01_f32, -0.005]);
    let segment = Segment::new(vec2(short[0], -short[0]), vec2(short[1], short[0] / 3.0))?;
    let below = Pose::translation(vec2(0.0, -2621440.0))?;
    let found = Query::new().poses(Pose::IDENTITY, below).penetration(&capsule, &segment).expect("they touch");
    assert!(found.lower_bound <= 0.125 && found.depth <= 2.0 && found.upper_bound >= 0.0, "{found:?}");

    let (stick, tiny) = (Capsule::new(vec2(0.0, 0.0), vec2(0.0, -2.0), 1.0)?, 2.0_f64.powi(-51));
    let segment = Segment::new(vec2(tiny, -tiny / 8.0), vec2(-tiny / 2.0, tiny / 16.0))?;
    let above = Pose::translation(vec2(0.0, 1.0))?;
    let found = Query::new().poses(Pose::IDENTITY, above).penetration(&stick, &segment).expect("they touch");
    assert!(found.lower_bound <= 1e-15 && found.depth <= 1e-14 && found.upper_bound >= 0.0, "{found:?}");

    let tile = Triangle::new(vec2(0.0_f32, 0.0), vec2(1.0, 0.0), vec2(0.75, 1.0))?;
    for angle in 0..60 {
        let (sin, cos) = (angle as f32 / 10.0).sin_cos();
        for far in [3.7e8_f32, 7.4e9, 8.3e10] {
            let away = Pose::new(Rotation2::from_cos_sin(cos, sin)?, vec2(far, 0.0))?;
            let gap = Query::new().poses(Pose::IDENTITY, away).distance(&tile, &tile);
            assert!((gap.distance - far).abs() <= 1e-6 * far && gap.lower_bound <= far * 1.000001, "{gap:?}");
        }
    }
    Ok(())
}

#[test]
fn a_sliver_with_a_large_margin_has_its_points_along_the_normal() -> Result {
    // The bounds meet within rounding of the margin, long before the plane of a vertex stands on the way to it.
    let corners = [vec3(6.4e-6_f32, -6.4e-6, 96.0), vec3(9.6e-6, 6.4e-6, -96.0), vec3(3.2e-6, 6.4e-6, 0.0)];
    let large = ConvexHull::new(&corners)?.rounded(12.950172)?;
    for ball in [Ball::new(0.0)?, Ball::new(0.25)?, Ball::new(64.0)?] {
        let touch = 12.950172 + ball.radius();
        let found = Query::new().penetration(&large, &ball).expect("they overlap");
        let swapped = Query::new().penetration(&ball, &large).expect("they overlap");
        for found in [found, swapped] {
            let step = f32::EPSILON * touch;
            assert!((found.on_a - found.on_b - found.mtv()).length() <= 4.0 * step, "{found:?}");
            assert!(found.upper_bound - found.lower_bound <= 16.0 * step, "{found:?}");
        }
        // The ball is about the origin, and the sliver all but goes through it.
        assert!((found.on_b.length() - ball.radius()).abs() <= 16.0 * f32::EPSILON * touch, "{found:?}");
        assert!(sliver_reach(&corners, found.on_a) <= 12.950172 * (1.0 + 8.0 * f32::EPSILON), "{found:?}");
    }
    Ok(())
}

/// How far a point is from the line of the sliver, which all corners are near to.
fn sliver_reach(corners: &[Vec3<f32>; 3], point: Vec3<f32>) -> f32 {
    corners.iter().fold(f32::MAX, |least, corner| least.min((point - *corner).truncate().length()))
}

#[test]
fn no_tolerance_makes_a_contact_of_a_plane_that_stands_at_the_margin() -> Result {
    // From the first corner the plane through the second is as far as the ball reaches, the edge between them is
    // farther.
    let edge = [vec2(3.0_f64, 1.0), vec2(1.0, 2.0)];
    let (hull, reach) = (ConvexHull::new(&edge)?, 5.0 / 10.0_f64.sqrt());
    for steps in -8..=8 {
        let ball = Circle::new(reach * (1.0 + f64::from(steps) * f64::EPSILON))?;
        for tolerance in [0.0, 0.5, 1.0, 4.0] {
            let query = || Query::new().tolerance(tolerance)?.direction(vec2(3.0, 0.5));
            assert!(!query()?.intersects(&hull, &ball), "{steps}, {tolerance}");
            assert!(query()?.has_clearance(&hull, &ball, 0.5), "{steps}, {tolerance}");
        }
    }
    Ok(())
}

#[test]
fn a_ray_that_starts_within_rounding_of_a_box_has_a_normal() -> Result {
    type F = I16F16;
    let f = F::from_num::<f64>;
    let plate = Rectangle::new(vec2(f(0.007_812_5), F::ZERO))?;
    let stand = Pose::translation(vec2(f(0.003_906_25), F::ZERO))?;
    // Two steps beside the end of the plate, on its way to it.
    let turn = Rotation2::from_cos_sin(I2F30::ONE, I2F30::from_num(-5.886e-7))?;
    let eye = Pose::new(turn, vec2(f(0.011_749_267_578_125), F::ZERO))?;
    let ray = Ray::new(vec2(F::ZERO, F::ZERO), vec2(f(-0.007_049_560_546_875), f(0.003_372_192_382_812_5)), f(5.0))?;
    let hit = Query::new().poses(stand, eye).ray_cast(&plate, &ray).expect("it is there");
    let [x, y] = [hit.normal.x, hit.normal.y].map(|part| part.to_num::<f64>());
    assert!((x.hypot(y) - 1.0).abs() < 1e-8, "{hit:?}");
    Ok(())
}

/// A size of which the square is lost in `f32`.
const TINY: f32 = 1e-25;

#[test]
fn points_beside_a_tiny_cylinder_or_cone_are_not_above_it() -> Result {
    let (drum, hat) = (Cylinder::new(TINY, TINY)?, Cone::new(TINY, TINY)?);
    let found = gjk::distance(&drum, &Point::new(vec3(0.9 * TINY, 0.9 * TINY, 3.0 * TINY))?);
    assert!((found.distance / TINY - 2.018_518).abs() < 1e-5, "{found:?}");
    let found = gjk::distance(&hat, &Point::new(vec3(5.0 * TINY, 0.0, -4.0 * TINY))?);
    assert!((found.distance / TINY - 5.0).abs() < 1e-5, "{found:?}");
    let found = gjk::distance(&hat, &Point::new(vec3(0.9 * TINY, 0.0, 0.5 * TINY))?);
    assert!((found.distance / TINY - 0.581_378).abs() < 1e-5, "{found:?}");
    let ray = Ray::new(vec3(0.9 * TINY, 0.9 * TINY, 3.0 * TINY), vec3(0.0, 0.0, -TINY), 10.0)?;
    assert_eq!(gjk::ray_cast(&drum, &ray), None);
    Ok(())
}

#[test]
fn tiny_bodies_that_turn_meet() -> Result {
    let rotor = Cuboid::new(vec3(2.0 * TINY, 0.1 * TINY, 0.1 * TINY))?;
    let post = Cuboid::new(vec3(0.1 * TINY, 0.1 * TINY, 3.0 * TINY))?;
    let spin = Motion::new(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 10.0))?;
    let beside = Pose::translation(vec3(0.0, -1.5 * TINY, 0.0))?;
    let mut query = Query::new().poses(Pose::IDENTITY, beside);
    let impact = query.time_of_impact(&rotor, &post, &spin, &Motion::still(), 1.0)?.expect("it is hit");
    assert!(0.0 < impact.time && impact.time < 0.15, "{impact:?}");
    Ok(())
}

#[test]
fn slow_turns_are_as_fast_as_they_are() -> Result {
    let turn = Motion::new(vec3(0.0, 0.0, 0.0), vec3(TINY, TINY, TINY))?;
    let turned = turn.pose_after(Pose::IDENTITY, 1.0 / TINY)?.rotation();
    // The cosine of a turn by √3 about the diagonal, from the trace.
    let [x, y, z] = turned.to_rows();
    let cosine = (x.x + y.y + z.z - 1.0) / 2.0;
    assert!((cosine - f32::cos(3.0_f32.sqrt())).abs() < 1e-5, "{cosine}");
    Ok(())
}

/// A shape that insists on what it may expect.
struct Strict<T>(T);

impl<T: Support<Vector = Vec3<f64>>> Support for Strict<T> {
    type Vector = Vec3<f64>;

    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        assert_ne!(dir, Vec3::ZERO);
        self.0.support(dir)
    }

    fn is_polytope(&self) -> bool {
        self.0.is_polytope()
    }

    fn nearest_to(&self, point: Vec3<f64>) -> Option<Vec3<f64>> {
        self.0.nearest_to(point)
    }

    fn vertex_from(&self, hint: Hint) -> Option<Vec3<f64>> {
        self.0.vertex_from(hint)
    }

    fn support_from(&self, dir: Vec3<f64>, hint: &mut Hint) -> Vec3<f64> {
        assert_ne!(dir, Vec3::ZERO);
        self.0.support_from(dir, hint)
    }
}

#[test]
fn support_points_are_asked_along_a_way() -> Result {
    let drum = Strict(Cylinder::new(1.0, 0.5)?);
    let hat = Strict(Cone::new(1.0, 1.0)?);
    assert!(gjk::intersects(&drum, &hat) && gjk::intersects(&drum, &drum));
    assert_eq!(gjk::distance(&drum, &hat).distance, 0.0);
    assert!(gjk::penetration(&drum, &drum).is_some());
    // The vertices that carried the last distance meet in a point.
    let corners = [vec3(0.0, 0.0, 1.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(-1.0, -1.0, 0.0)];
    let one = ConvexHull::new(&corners)?;
    let turned = corners.map(|corner| -corner);
    let (one, other) = (Strict(one), Strict(ConvexHull::new(&turned)?));
    let mut warm = WarmStart::new();
    for height in [2.5, 2.0, 2.25, 2.0] {
        let above = Pose::translation(vec3(0.0, 0.0, height))?;
        let found = Query::new().poses(Pose::IDENTITY, above).warm_start(&mut warm).distance(&one, &other);
        assert_eq!(found.distance, height - 2.0);
    }
    Ok(())
}

#[test]
fn segments_that_are_all_but_parallel_meet_where_they_are_near() -> Result {
    let a = Capsule::new(vec3(0.0_f32, -4.0, 1.0), vec3(0.0, -3.0, -2.0), 0.125)?;
    let b = Capsule::new(vec3(2.0, 4.0, 5.0), vec3(2.0, 5.0, 1.99999), 0.125)?;
    let velocity = vec3(-1.0, 1.0, 0.0);
    assert_eq!(gjk::shape_cast(&a, &b, velocity, 10.0)?, None);
    assert_eq!(gjk::shape_cast(&b, &a, -velocity, 10.0)?, None);
    let a = Capsule::new(vec3(3.0_f64, 3.0, -2.0), vec3(6.0, 6.0, -5.0), 0.25)?;
    let b = Capsule::new(vec3(1.0, 4.0, 0.0), vec3(4.00001, 7.00001, -3.00001), 0.25)?;
    let velocity = vec3(1.0, -2.0, 1.0);
    if let Some(impact) = gjk::shape_cast(&a, &b, velocity, 10.0)? {
        let moved = b.at(Pose::translation(velocity * impact.time)?);
        assert!(gjk::distance(&a, &moved).distance < 1e-12, "{impact:?}");
    }
    Ok(())
}

#[test]
fn points_of_segments_that_all_but_meet_are_on_them() -> Result {
    let off = |segment: [Vec3<f32>; 2], point| {
        let [from, to] = segment;
        gjk::distance(&Segment::new(from, to).unwrap(), &Point::new(point).unwrap()).distance
    };
    let one = [vec3(-1.4847839, 1.8740078, 1.4417633), vec3(-3.4879448, 1.1798776, 1.9020346)];
    let other = [vec3(-3.1642957, 4.420796, 1.4471515), vec3(-1.4808156, 1.8649518, 1.4334999)];
    let found = gjk::distance(&Segment::new(one[0], one[1])?, &Segment::new(other[0], other[1])?);
    assert!(off(one, found.on_a) < 4.5 * 16.0 * f32::EPSILON, "{found:?}");
    assert!(off(other, found.on_b) < 4.5 * 16.0 * f32::EPSILON, "{found:?}");
    let long = [vec3(-33047806.0, 62943916.0, -3571.3071), vec3(33047806.0, -62943916.0, -3571.3071)];
    let short = [vec3(-65536.0, 16384.0, 32768.0), vec3(16384.0, -49152.0, 32768.0)];
    let thick = Capsule::new(long[0], long[1], 7007589.5)?;
    let found = gjk::distance(&thick, &Segment::new(short[0], short[1])?);
    assert!(off(short, found.on_b) < 6.3e7 * 16.0 * f32::EPSILON, "{found:?}");
    Ok(())
}

#[test]
fn normals_of_thin_capsules_bear_on_them() -> Result {
    let (from, to, radius) = (vec2(417.0_f32, -505.0), vec2(-292.0, -952.0), 0.106_389_38);
    let capsule = Capsule::new(from, to, radius)?;
    let hit = gjk::ray_cast(&capsule, &Ray::new(vec2(-179.0, -373.0), vec2(-67.0, -554.0), 1.0)?).expect("it is hit");
    for end in [from, to] {
        let beyond = hit.normal.dot(end - hit.on_a) + radius;
        assert!(beyond < 952.0 * 8.0 * f32::EPSILON, "{beyond}: {hit:?}");
    }
    Ok(())
}

#[test]
fn a_target_that_is_reached_is_as_near_as_asked_for() -> Result {
    type F = I16F16;
    let m = F::from_num::<f64>;
    let corners = [(-89.75, -407.75), (337.25, -270.5), (186.0, -10.75), (-52.75, -10.75)];
    let corners = corners.map(|(x, y)| vec2(m(x), m(y)));
    let body = Polygon::new(&corners)?;
    let ray = Ray::new(vec2(m(-241.0), m(-148.0)), vec2(m(0.61398), m(-0.12787)), m(10000.0))?;
    let target = m(0.30365);
    let hit = Query::new().target_distance(target)?.ray_cast(&body, &ray).expect("it is hit");
    let gap = gjk::distance(&body, &Point::new(ray.at(hit.time))?);
    assert!(hit.status != Status::Converged || gap.distance - target <= m(0.001), "{gap:?} {hit:?}");

    let corners = [(-881.0, 766.0), (-785.0, -581.0), (-194.0, -307.0), (133.0, 402.0)].map(|(x, y)| vec2(x, y));
    let body = Polygon::new(&corners)?;
    let (from, way) = (vec2(-871.042_012_653_856_3, 766.0), vec2(0.831_513_438_103_510_1, -2.891_701_154_919_141));
    let (ray, target) = (Ray::new(from, way, 2.0)?, 0.141_642_262_176_424_56);
    let hit = Query::new().target_distance(target)?.ray_cast(&body, &ray).expect("it is hit");
    let gap = gjk::distance(&body, &Point::new(ray.at(hit.time))?);
    assert!(gap.distance - target <= 881.0 * 32.0 * f64::EPSILON, "{gap:?} {hit:?}");
    Ok(())
}

#[test]
fn a_body_of_few_steps_is_not_met_before_it_is_near() -> Result {
    type F = I16F16;
    let m = F::from_num::<f64>;
    let ends = [vec2(m(-0.00081), m(0.13303)), vec2(m(0.00487), m(0.13297))];
    let mut builder = PolygonBuilder::<F, 2, 2>::new();
    let (body, target) = (builder.build(&ends)?, m(0.12918));
    let ray = Ray::new(vec2(m(-0.00195), m(-0.0002)), vec2(m(0.00017), m(0.00323)), m(10.0))?;
    let hit = Query::new().target_distance(target)?.ray_cast(&body, &ray).expect("it is near");
    assert!((hit.on_a - hit.on_b).length() >= target - m(0.0005), "{hit:?}");
    Ok(())
}

/// Points that all but lie on a line.
fn needle<S: gjk::Scalar, const N: usize>(points: [[S; 3]; N]) -> [Vec3<S>; N] {
    points.map(Vec3::from_array)
}

#[test]
fn needles_are_no_nearer_than_any_two_of_their_points() -> Result {
    // The normal of the sliver next to the origin leans; its height is 45 rounding steps less than the distance, which
    // was worked out with twice the digits.
    let a = needle([
        [1.934023537679498, -1.7492242211533529, -1.3327807745031024],
        [-3.6254483158343507, 2.1459984623677735, -2.4641814952175616],
        [1.9340157836031935, -1.749225394491616, -1.332781378196574],
        [-3.6254360460006936, 2.1460015296919948, -2.4641900855530667],
    ]);
    let b = needle([
        [-3.4175014000761514, 2.212355696244011, -2.6986185454276193],
        [-3.3670315094111634, 2.2284608067005656, -2.755520558031571],
        [-3.869246716686633, 2.0682008868916117, -2.1893241098566234],
        [-3.3521706107274682, 2.2332030275556973, -2.7722747241296837],
    ]);
    let truth = 2.4030997037304625e-10;
    let (one, other) = (ConvexHull::new(&a)?, ConvexHull::new(&b)?);
    for gap in [gjk::distance(&one, &other), gjk::distance(&other, &one)] {
        let slack = 4.0 * 3.9 * f64::EPSILON;
        assert!(gap.distance >= truth - slack && gap.lower_bound <= truth + slack, "{gap:?}");
    }
    Ok(())
}

#[test]
fn needles_with_margins_are_no_deeper_than_they_are() -> Result {
    let a = needle([
        [-0.17335728_f32, 0.19617508, -0.08820571],
        [-0.126649, 0.2439952, 0.014647671],
        [-0.080099024, 0.29193887, 0.117483705],
        [0.05986634, 0.4356117, 0.42590484],
    ]);
    let b = needle([
        [-0.27470225_f32, 0.0919815, -0.31177744],
        [-0.22799397, 0.13980162, -0.20892406],
        [-0.18144399, 0.18774527, -0.10608803],
        [-0.04147862, 0.3314181, 0.20233312],
    ]);
    let margin = 0.02569842_f32;
    let truth = f64::from(margin) - 4.2012242524361195e-6;
    let found = gjk::penetration(&ConvexHull::new(&a)?, &ConvexHull::new(&b)?.rounded(margin)?).expect("they overlap");
    let slack = 4.0 * 0.44 * f64::from(f32::EPSILON);
    assert!(
        f64::from(found.lower_bound) <= truth + slack && f64::from(found.upper_bound) >= truth - slack,
        "{found:?}"
    );
    Ok(())
}

#[test]
fn rounding_puts_no_point_into_a_needle_that_it_is_beside() -> Result {
    let at = Point::new(vec3(2.3215249_f32, 3.1953332, -2.9667335))?;
    let points = needle([
        [2.3214066_f32, 3.1953547, -2.9667306],
        [7.4132977, -0.07249713, 2.8337028],
        [0.92099595, 4.094012, -4.5627546],
        [4.589511, 1.7397779, -0.38275385],
        [6.5801597, 0.46220532, 1.884737],
    ]);
    let gap = gjk::distance(&at, &ConvexHull::new(&points)?);
    assert!(gap.distance >= 5.56e-5 - 4.0 * 7.4 * f32::EPSILON, "{gap:?}");

    // A search that was cut off knows no better.
    let at = Point::new(vec3(-5.476134_f32, 4.527797, 0.5596143))?;
    let points = needle([
        [-4.8917494_f32, 2.3222592, -4.21492],
        [-5.1621675, 3.3428564, -2.0063164],
        [-5.8211203, 5.829736, 3.3788872],
        [-5.1720123, 3.3802385, -1.924441],
        [-5.737968, 5.5157337, 2.6988423],
        [-4.75218, 1.795724, -5.355219],
    ]);
    let mut query = Query::new().max_epa_iterations(0);
    if let Some(found) = query.penetration(&at, &ConvexHull::new(&points)?) {
        assert!(found.lower_bound <= -8.43e-6 + 4.0 * 5.8 * f32::EPSILON, "{found:?}");
    }
    Ok(())
}

#[test]
fn a_point_of_the_simplex_that_rounding_lets_into_no_polytope_is_left_out() -> Result {
    let check = |found: Option<gjk::Penetration<Vec3<f32>>>, size: f32| {
        let found = found.expect("they overlap");
        assert!(found.upper_bound - found.lower_bound <= 16.0 * size * f32::EPSILON, "{found:?}");
        assert_eq!(found.status, Status::Converged, "{found:?}");
    };
    let at = Point::new(vec3(-0.0120702665_f32, 0.013475812, 0.0062600835))?;
    let points = needle([
        [-2.5483413_f32, 2.8451133, 1.3216755],
        [2.0278406, -2.2639637, -1.0517067],
        [-2.548338, 2.8450873, 1.3216395],
        [2.0278254, -2.2639756, -1.0517052],
        [-2.5483599, 2.8451118, 1.3216347],
        [2.02785, -2.2639897, -1.0516869],
    ]);
    check(gjk::penetration(&at, &ConvexHull::new(&points)?), 2.9);

    let a = needle([
        [-0.086483814_f32, -0.011451631, 0.019267894],
        [-0.012754646, -0.04951621, -0.07889622],
        [-0.086483836, -0.011455601, 0.01926938],
        [-0.0127538955, -0.049517274, -0.078898944],
    ]);
    let b = needle([
        [-0.012827489_f32, -0.04948258, -0.078797765],
        [-0.08655666, -0.011418005, 0.019366343],
        [-0.012827468, -0.049478613, -0.078799255],
        [-0.08655741, -0.011416937, 0.019369068],
    ]);
    let (a, b) = (ConvexHull::new(&a)?.rounded(4.8218436e-7)?, ConvexHull::new(&b)?.rounded(1.04943226e-7)?);
    check(gjk::penetration(&a, &b), 0.09);
    Ok(())
}
