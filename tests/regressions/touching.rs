//! Bodies that touch, or miss each other by a hair: the answer has the right sign, and its bounds and status hold.

use super::Result;
use crate::common::number::{Number, P, Space};
use crate::common::scene::{Rng, erased, times};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Ball, Capsule, Circle, ConvexHull, Cuboid, Ellipsoid, Point, Pose, Posed, Proximity, Query, Rotation2, Rotation3,
    Scalar, Segment, Status, Support, SupportExt, Triangle, Vec2, Vec3, WarmStart, vec2, vec3,
};

#[test]
fn a_rough_tolerance_does_not_decide_the_sign() -> Result {
    let egg = Ellipsoid::new(vec3(1.0, 2.0, 3.0))?;
    for step in 1..20 {
        let beside = Pose::translation(vec3(0.1 * f64::from(step), 3.0, 2.0))?;
        let core = Query::new()
            .poses(Pose::IDENTITY, beside)
            .tolerance(0.0)?
            .distance(erased(&egg), erased(&Point::ORIGIN))
            .distance;
        let ball = Ball::new(core - 1e-3)?;
        let gap = Query::new().poses(Pose::IDENTITY, beside).tolerance(0.5)?.distance(erased(&egg), erased(&ball));
        assert!(gap.lower_bound > 0.0, "{gap:?}");
    }
    Ok(())
}

#[test]
fn half_a_step_apart_is_apart() -> Result {
    let point = |x, y, z| vec3(I16F16::from_num(x), I16F16::from_num(y), I16F16::from_num(z));
    let one = Triangle::new(point(-137.0, -268.5, 130.5), point(199.5, 103.5, -152.0), point(200.0, -224.0, -206.5))?;
    let other = Triangle::new(point(526.0, -377.5, 284.0), point(199.5, -224.0, -151.5), point(200.0, -223.5, -206.5))?;
    assert!(!gjk::intersects(erased(&one), erased(&other)) && !gjk::intersects(erased(&other), erased(&one)));
    Ok(())
}

#[test]
fn segments_that_share_an_end_touch_there() -> Result {
    let end = vec3(-22016.0_f32, 9728.0, 15360.0);
    let one = Segment::new(vec3(-15872.0, 15360.0, 15360.0), end)?;
    let other = Segment::new(vec3(-13824.0, 17408.0, 15360.0), end)?;
    let Proximity::Overlapping(found) = gjk::proximity(erased(&one), erased(&other)) else { panic!("they touch") };
    assert!(found.on_a.distance(end) < 0.1 && found.on_b.distance(end) < 0.1, "{found:?}");
    Ok(())
}

#[test]
fn penetration_of_bodies_apart_by_a_hair_is_none() -> Result {
    let leaf = Ellipsoid::new(vec3(3.875_f32, 2.8413181, 1.3709068e-6))?;
    let beside = Pose::translation(vec3(1.25, 5.25, -3.3974648e-6))?;
    let found = Query::new().poses(Pose::IDENTITY, beside).penetration(erased(&leaf), erased(&leaf));
    assert!(found.is_none_or(|overlap| overlap.status != Status::DistanceLimit), "{found:?}");
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
    let found = gjk::proximity(erased(&ConvexHull::new(&a)?), erased(&ConvexHull::new(&b)?));
    assert!(matches!(found, Proximity::Overlapping(_)), "{found:?}");
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
    let overlap = Query::new().poses(here, there).penetration(erased(&point), erased(&capsule)).expect("they overlap");
    assert_eq!(overlap.status, Status::Converged, "{overlap:?}");
    Ok(())
}

#[test]
fn a_short_edge_that_placing_rounds_carries_no_foot() -> Result {
    // In the capsule's frame rounding leaves no digit of the segment's short edge, or one that points elsewhere.
    let (capsule, short) =
        (Capsule::new(vec2(0.0_f32, 524288.0), vec2(0.0, -1572864.0), 1048576.0)?, [0.01_f32, -0.005]);
    let segment = Segment::new(vec2(short[0], -short[0]), vec2(short[1], short[0] / 3.0))?;
    let below = Pose::translation(vec2(0.0, -2621440.0))?;
    let found =
        Query::new().poses(Pose::IDENTITY, below).penetration(erased(&capsule), erased(&segment)).expect("they touch");
    assert!(found.lower_bound <= 0.125 && found.depth <= 2.0 && found.upper_bound >= 0.0, "{found:?}");

    let (stick, tiny) = (Capsule::new(vec2(0.0, 0.0), vec2(0.0, -2.0), 1.0)?, 2.0_f64.powi(-51));
    let segment = Segment::new(vec2(tiny, -tiny / 8.0), vec2(-tiny / 2.0, tiny / 16.0))?;
    let above = Pose::translation(vec2(0.0, 1.0))?;
    let found =
        Query::new().poses(Pose::IDENTITY, above).penetration(erased(&stick), erased(&segment)).expect("they touch");
    assert!(found.lower_bound <= 1e-15 && found.depth <= 1e-14 && found.upper_bound >= 0.0, "{found:?}");

    let tile = Triangle::new(vec2(0.0_f32, 0.0), vec2(1.0, 0.0), vec2(0.75, 1.0))?;
    for angle in 0..60 {
        let (sin, cos) = (angle as f32 / 10.0).sin_cos();
        for far in [3.7e8_f32, 7.4e9, 8.3e10] {
            let away = Pose::new(Rotation2::from_cos_sin(cos, sin)?, vec2(far, 0.0))?;
            let gap = Query::new().poses(Pose::IDENTITY, away).distance(erased(&tile), erased(&tile));
            assert!((gap.distance - far).abs() <= 1e-6 * far && gap.lower_bound <= far * 1.000001, "{gap:?}");
        }
    }
    Ok(())
}

#[test]
fn no_tolerance_makes_a_contact_of_a_plane_that_stands_at_the_margin() -> Result {
    // Seen from the centre of the ball along the direction of the first corner, the supporting plane of the hull goes
    // through the second corner, and its distance is the radius of the ball. The edge itself is farther away.
    let edge = [vec2(3.0_f64, 1.0), vec2(1.0, 2.0)];
    let (hull, reach) = (ConvexHull::new(&edge)?, 5.0 / 10.0_f64.sqrt());
    for steps in -8..=8 {
        let ball = Circle::new(reach * (1.0 + f64::from(steps) * f64::EPSILON))?;
        for tolerance in [0.0, 0.5, 1.0, 4.0] {
            let query = || Query::new().tolerance(tolerance)?.direction(vec2(3.0, 0.5));
            assert!(!query()?.intersects(erased(&hull), erased(&ball)), "{steps}, {tolerance}");
            assert!(query()?.has_clearance(erased(&hull), erased(&ball), 0.5), "{steps}, {tolerance}");
        }
    }
    Ok(())
}

#[test]
fn the_signed_distance_of_bodies_that_touch_is_a_positive_zero() -> Result {
    let (a, b) = (
        Cuboid::new(vec3(1.0, 1.0, 1.0))?,
        Cuboid::new(vec3(1.0, 1.0, 1.0))?.at(Pose::translation(vec3(2.0, 0.0, 0.0))?),
    );
    let distance: f64 = gjk::proximity(&a, &b).signed_distance();
    assert_eq!(distance.to_bits(), 0.0_f64.to_bits());
    Ok(())
}

#[test]
fn deep_hulls_whose_common_point_is_four_steps_off_have_converged() -> Result {
    let hull = |points: [[i32; 3]; 8]| points.map(|p| vec3(p[0] as f32, p[1] as f32, p[2] as f32));
    let a = [
        [1016, -952, 960],
        [-2052, -952, 944],
        [-2052, 2116, 3560],
        [3632, 2116, -2092],
        [3124, -3060, 3068],
        [-2036, -3568, 3576],
        [-2060, -2244, -2108],
        [-3340, 2532, -3396],
    ];
    let b = [
        [-3776, 2972, 2704],
        [3632, -3568, 3576],
        [-292, 356, -348],
        [-3416, -3568, 3072],
        [944, 1280, -3908],
        [-2472, -3096, 3440],
        [-3340, -3568, 3144],
        [-3340, -3568, 3144],
    ];
    let (a, b) = (hull(a), hull(b));
    let found = gjk::distance(erased(&ConvexHull::new(&a)?), erased(&ConvexHull::new(&b)?));
    assert_eq!((found.status, found.distance), (Status::Converged, 0.0), "{found:?}");
    Ok(())
}

#[test]
fn segments_whose_ends_nearly_meet_are_apart() -> Result {
    // Two of one length that spread from ends which nearly meet, mirror images of each other: the nearest point of
    // their difference is on an edge whose one end is thousands to millions of times as far away as the other.
    fn check<S: Scalar>([one, other]: [[Vec3<S>; 2]; 2]) -> Result {
        let (one, other) = (Segment::new(one[0], one[1])?, Segment::new(other[0], other[1])?);
        for (a, b) in [(&one, &other), (&other, &one)] {
            let mut searched = Query::new().search_only();
            let gap = searched.distance(a, b);
            assert!(gap.lower_bound > S::default(), "{gap:?}");
            assert!(!searched.intersects(a, b) && !gjk::intersects(a, b), "{gap:?}");
        }
        Ok(())
    }
    let rows = [
        vec3(-0.824_562_531_104_377, 0.400_060_390_627_929_6, 0.400_060_390_627_929_6),
        vec3(0.400_060_390_627_929_6, -0.087_718_734_447_811_46, 0.912_281_265_552_188_6),
        vec3(0.400_060_390_627_929_6, 0.912_281_265_552_188_6, -0.087_718_734_447_811_46),
    ];
    let scene = |exponent: i32| {
        let offset = -2.0_f64.powi(exponent);
        let one = [vec3(offset, offset, offset), vec3(offset, 0.375, -5.625)];
        [one, one.map(|end| vec3(rows[0].dot(end), rows[1].dot(end), rows[2].dot(end)))]
    };
    for exponent in -42..-35 {
        check(scene(exponent))?;
    }
    for exponent in -13..-7 {
        check(scene(exponent).map(|ends| ends.map(|end| vec3(end.x as f32, end.y as f32, end.z as f32))))?;
    }
    Ok(())
}

#[test]
fn almost_parallel_capsules_eight_steps_apart_are_apart() -> Result {
    // Both numbers and poses are those of `f32`, so that the answer in `f64` is the truth of both.
    type Numbers = ([f32; 2], [f32; 4], [f32; 3]);
    type Placed<S> = (Capsule<Vec3<S>>, Pose<Vec3<S>>);
    fn capsule<S: Scalar<Unit = S> + From<f32>>(
        ([half, radius], [x, y, z, w], [right, up, back]): Numbers,
    ) -> std::result::Result<Placed<S>, gjk::Error> {
        let end = vec3(S::default(), S::default(), half.into());
        let rotation = Rotation3::from_quaternion(x.into(), y.into(), z.into(), w.into())?;
        let pose = Pose::new(rotation, vec3(right.into(), up.into(), back.into()))?;
        Ok((Capsule::new(-end, end, radius.into())?, pose))
    }
    let a = ([0.424_332_17, 0.200_849_28], [0.610_362, 0.559_826_7, -0.459_914_36, 0.320_204_82]);
    let b = ([0.815_807, 0.290_208_37], [0.610_355_8, 0.559_825_06, -0.459_918_65, 0.320_213_32]);
    let (a, b): (Numbers, Numbers) =
        ((a.0, a.1, [0.995_899_56, -0.842_469_5, -0.225_156]), (b.0, b.1, [1.012_241_1, -0.447_616_28, -0.592_917_8]));
    let ((exact_a, exact_at), (exact_b, exact_to)) = (capsule::<f64>(a)?, capsule::<f64>(b)?);
    let truth = Query::new().poses(exact_at, exact_to).proximity(&exact_a, &exact_b).signed_distance();
    let ((a, at), (b, to)) = (capsule::<f32>(a)?, capsule::<f32>(b)?);
    let found = Query::new().poses(at, to).proximity(&a, &b);
    let step = f64::from(f32::EPSILON) * (f64::from(0.815_807_f32) + f64::from(0.290_208_37_f32));
    assert!(matches!(found, Proximity::Separated(_)), "{truth:e}: {found:?}");
    assert!((f64::from(found.signed_distance()) - truth).abs() <= 2.5 * step, "{truth:e}: {found:?}");
    Ok(())
}

#[test]
fn planar_capsules_whose_cores_share_an_end_are_apart_when_moved_by_their_depth() -> Result {
    fn check<S: Scalar<Unit = S> + core::ops::Mul<Output = S> + Into<f64>>(
        a: &impl Support<Vector = Vec2<S>>,
        b: &impl Support<Vector = Vec2<S>>,
    ) -> Result {
        let Proximity::Overlapping(found) = gjk::proximity(a, b) else { panic!("their cores share an end") };
        let away = found.normal.map(|part| part * found.upper_bound);
        let left: f64 = gjk::proximity(a, &b.at(Pose::translation(away)?)).signed_distance().into();
        assert!(left > -1e-5, "{left:e} remains: {found:?}");
        Ok(())
    }
    let arm = Capsule::new(vec2(-11.04313850402832, 0.0008077621459960938), vec2(0.0, 0.0), 0.25)?;
    let (half, tiny) = (-0.7071067811865475, -1.8189894035458565e-12);
    let bent = arm.at(Pose::new(Rotation2::from_cos_sin(half, half)?, vec2(tiny, tiny))?);
    check(&bent, &arm)?;
    check(&arm, &bent)?;
    let lever = Capsule::new(vec2(-1.8189894e-12_f32, -6.002665e-11), vec2(4.0, 0.25), 0.25)?;
    let rod = Segment::new(vec2(7.875, 0.0), vec2(0.0, 0.0))?;
    check(&lever, &rod)?;
    check(&rod, &lever)
}

#[test]
fn a_normal_of_few_steps_is_a_unit_vector() -> Result {
    let steps = I16F16::from_bits;
    let ball = Ball::new(steps(6))?;
    let end = vec3(I16F16::from_num(7.875), I16F16::from_num(2.625), steps(0));
    let needle = Capsule::new(end, vec3(steps(-1), steps(0), steps(0)), steps(0))?;
    for found in [gjk::proximity(&ball, &needle), gjk::proximity(&needle, &ball)] {
        let [x, y, z] = found.normal().to_array().map(f64::from);
        assert!((x.hypot(y).hypot(z) - 1.0).abs() < 1e-8, "{found:?}");
    }
    Ok(())
}

/// Without the feature `speed` no search continues where rounding has ended it, and such a gap stays open.
#[cfg(feature = "speed")]
#[test]
fn a_point_a_hair_beside_the_side_of_a_cone_is_apart() -> Result {
    // Across the side of this cone, of radius and half height one, lies (2·cos φ, 2·sin φ, 1)/√5.
    let beside = |turn: f64, along: f64, gap: f64| {
        let across = 2.0 * gap / 5.0_f64.sqrt();
        let (sin, cos) = turn.sin_cos();
        [(along + across) * cos, (along + across) * sin, 1.0 - 2.0 * along + across / 2.0]
    };
    for step in 0..200 {
        let (turn, along) = (0.031 * f64::from(step), 0.05 + 0.0045 * f64::from(step));
        let [x, y, z] = beside(turn, along, 1e-12);
        let point = Point::new(vec3(x, y, z))?;
        let gap = gjk::distance(erased(&gjk::Cone::new(1.0, 1.0)?), erased(&point));
        assert!(gap.lower_bound > 0.9e-12, "double precision, {turn} {along}: {gap:?}");
        let [x, y, z] = beside(turn, along, 4e-6).map(|coordinate| coordinate as f32);
        let point = Point::new(vec3(x, y, z))?;
        let gap = gjk::distance(erased(&gjk::Cone::new(1.0_f32, 1.0)?), erased(&point));
        assert!(gap.lower_bound > 3e-6, "single precision, {turn} {along}: {gap:?}");
    }
    Ok(())
}

/// Facing faces of a body and its image by a half turn. In their difference the points that belong together lie on one
/// line, which passes the origin at the distance of the faces: rounding hides on which side of it the nearest point is.
fn mirrored_faces_are_apart<S: Number>(gap: f64) -> Result {
    let mut rng = Rng::new(5);
    for _ in 0..times(1000) {
        let mut corners: Vec<P> = (0..3 + rng.below(3)).map(|_| rng.point(6.0, 3)).collect();
        corners.iter_mut().for_each(|corner| corner[0] = 0.0);
        corners.push([4.0, rng.uniform(-6.0, 6.0), rng.uniform(-6.0, 6.0)]);
        let (sin, cos) = rng.uniform(0.0, 6.0).sin_cos();
        // About a line across the first axis, half of the gap below the faces.
        let turned = |[x, y, z]: P| {
            let along = y * cos + z * sin;
            [-gap - x, 2.0 * along * cos - y, 2.0 * along * sin - z]
        };
        let hull = |points: Vec<P>| points.into_iter().map(Vec3::<S>::of).collect::<Vec<_>>();
        let (own, other) = (hull(corners.clone()), hull(corners.into_iter().map(turned).collect()));
        let (a, b) = (ConvexHull::new(&own)?, ConvexHull::new(&other)?);
        assert!(!gjk::intersects(&a, &b), "{own:?} {other:?}");
        let found = gjk::distance(&a, &b);
        assert!(found.lower_bound.value() > 0.5 * gap, "{found:?} of {own:?} {other:?}");
    }
    Ok(())
}

#[test]
fn mirrored_faces_near_each_other_are_apart() -> Result {
    mirrored_faces_are_apart::<f32>(1e-4)?;
    mirrored_faces_are_apart::<f64>(1e-12)?;
    mirrored_faces_are_apart::<I16F16>(1e-3)?;
    mirrored_faces_are_apart::<I32F32>(1e-7)
}

#[test]
fn bodies_whose_margins_touch_are_not_apart() -> Result {
    // The first points of both segments differ by n, which is no longer than the margin. Along n rounding chooses the
    // other points.
    let a = [
        [
            vec3(1.0256185550082149, 1.0247641746473, 1.0168114527433496),
            vec3(1.0013080527257527, 1.032829832940023, 1.0075623240892961),
        ],
        [
            vec3(1.041137621212547, 1.0270084168321543, 1.047570149970997),
            vec3(1.0406545162601613, 1.0332068325116335, 1.050639999872042),
        ],
    ];
    let b = [
        [
            vec3(1.0083218243805725, 1.008852266578837, 1.0483984494285954),
            vec3(1.0097464744496667, 1.0400236217721002, 1.064881103093848),
        ],
        [
            vec3(1.025505803877361, 1.0095874797649655, 1.0802852351824508),
            vec3(2.0249063938538545, 2.0505019314103383, 2.1121074787574945),
        ],
    ];
    for ((a, b), margin) in a.iter().zip(&b).zip([0.03937136101759963, 0.04022585688201368]) {
        let (n, a, b) = (a[0] - b[0], ConvexHull::new(a)?.rounded(margin)?, ConvexHull::new(b)?);
        for rounds in [0, 64] {
            let query = || Query::new().max_iterations(rounds);
            for (direction, bodies) in [(-n, (erased(&a), erased(&b))), (n, (erased(&b), erased(&a)))] {
                assert!(query().direction(direction)?.intersects(bodies.0, bodies.1));
                let found = query().direction(direction)?.proximity(bodies.0, bodies.1);
                assert!(matches!(found, Proximity::Overlapping(_)), "{found:?}");
            }
        }
    }
    Ok(())
}

/// A point in the middle of a round disc: its support points are almost on one plane, so a simplex of them may seem to
/// contain the point far from where it is. A warm start from the exchanged pair brings the axis of the disc.
fn a_point_in_a_disc_is_touched<S: Number>(size: f64) -> Result
where
    Vec3<S>: Space<Scalar = S>,
{
    let (mut rng, dot) = (Rng::new(21), Point::ORIGIN);
    for number in 0..2_000 {
        let radius = size * rng.uniform(0.01, 1.0);
        let half = [radius, radius * rng.uniform(1.0, 1.0001), 0.0];
        let turn = Vec3::<S>::rotation(rng.quaternion(3));
        let disc = Posed::new(Ellipsoid::new(Vec3::of(half))?, Pose::new(turn, Vec3::ZERO)?);
        let mut state = WarmStart::new();
        let swapped = Query::new().warm_start(&mut state).proximity(&dot, &disc);
        let warm = Query::new().warm_start(&mut state).proximity(&disc, &dot);
        for found in [swapped, warm, gjk::proximity(&disc, &dot)] {
            let (low, high) = match found {
                Proximity::Separated(apart) => (apart.lower_bound, apart.distance),
                Proximity::Overlapping(deep) => (-deep.upper_bound, -deep.lower_bound),
            };
            let step = S::STEP.value() + radius * S::RELATIVE_STEP;
            // Twice the sixteen steps within which the bounds of a search have met.
            let has_met = high.value() - low.value() <= 32.0 * step;
            assert!(has_met || found.status() != Status::Converged, "scene {number}: {found:?}");
        }
    }
    Ok(())
}

#[test]
fn points_in_discs_are_touched() -> Result {
    a_point_in_a_disc_is_touched::<I16F16>(50.0)?;
    a_point_in_a_disc_is_touched::<I32F32>(50.0)
}
