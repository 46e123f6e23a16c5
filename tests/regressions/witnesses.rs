//! Witness points lie on their bodies, and on_a − on_b is the displacement that separates bodies that overlap.

use super::Result;
use crate::common::number::{Number, Space, length, sub};
use crate::common::reference::on_segment;
use crate::common::scene::erased;
use fixed::types::{I16F16, I32F32};
use gjk::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Point, Pose, Proximity, Query, Rotation3, Segment,
    Status, Support, SupportExt, Vec3, WarmStart, vec3,
};

#[test]
fn witness_points_of_concentric_curved_bodies_are_on_their_surfaces() -> Result {
    for (small, large) in [(0.3, 1.0), (0.5, 2.0), (0.9, 1.0)] {
        let a = Ellipsoid::new(vec3(small, 2.0 * small, 3.0 * small))?;
        let b = Ellipsoid::new(vec3(large, 2.0 * large, 3.0 * large))?;
        let found = gjk::penetration(erased(&a), erased(&b)).expect("they overlap");
        let level = |p: Vec3<f64>, r: f64| (vec3(p.x, p.y / 2.0, p.z / 3.0).length() - r).abs();
        assert!(level(found.on_a, small) < 1e-6 && level(found.on_b, large) < 1e-6, "{found:?}");
        assert!((found.depth - small - large).abs() < 1e-12, "{found:?}");
    }
    let (a, b) = (Cylinder::new(1.0_f64, 0.3)?, Cylinder::new(2.0, 0.5)?);
    let found = gjk::penetration(erased(&a), erased(&b)).expect("they overlap");
    assert!((found.depth - 0.8).abs() < 1e-12, "{found:?}");
    assert!((found.on_a.truncate().length() - 0.3).abs() < 1e-6, "{found:?}");
    Ok(())
}

#[test]
fn witness_points_of_a_box_and_a_tilted_cylinder_are_on_both() -> Result {
    // Facets of EPA that tie: chords of one ruled side of the difference, of which one holds the foot of the origin.
    let (a, b) = (Cuboid::new(vec3(1.0_f64, 0.5, 0.75))?, Cylinder::new(0.75, 0.5)?);
    let turn = (-0.9421744605670468, -0.8453613912811699, 0.10593288937576006, -0.13984910793109795);
    let turn = Rotation3::from_quaternion(turn.0, turn.1, turn.2, turn.3)?;
    let pose = Pose::new(turn, vec3(-0.39251771504985977, 0.44501097173779236, 0.8580788587509527))?;
    let found = Query::new().poses(Pose::IDENTITY, pose).penetration(erased(&a), erased(&b)).expect("they overlap");
    assert_eq!(found.status, Status::Converged);
    let on_b = pose.inverse().apply(found.on_b);
    let outside = (on_b.truncate().length() - 0.5).max(on_b.z.abs() - 0.75);
    assert!(outside.abs() < 4e-8, "{outside}: {found:?}");
    Ok(())
}

#[test]
fn witness_points_of_a_needle_are_on_the_bodies() -> Result {
    let point = |x, y, z| vec3(I32F32::from_bits(x), I32F32::from_bits(y), I32F32::from_bits(z));
    // Points almost on a line that goes through the centre of the ball, up to rounding.
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
    let Proximity::Overlapping(found) =
        Query::new().poses(aside, Pose::translation(center)?).proximity(erased(&needle), erased(&ball))
    else {
        panic!("they overlap");
    };
    assert!(found.on_b.distance(center) <= ball.radius() + I32F32::DELTA + I32F32::DELTA, "{found:?}");
    Ok(())
}

#[test]
fn of_two_facets_equally_deep_the_one_with_the_foot_answers() -> Result {
    let cube = Cuboid::<f64>::new(vec3(1.0, 1.0, 1.0))?;
    for half_angle in [1.5e-5, 1.5e-9] {
        let turned = Pose::new(Rotation3::from_quaternion(0.0, 0.0, half_angle, 1.0)?, vec3(1.85, 0.0, 0.1))?;
        let found =
            Query::new().poses(Pose::IDENTITY, turned).penetration(erased(&cube), erased(&cube)).expect("they overlap");
        let on_b = turned.inverse().apply(found.on_b).abs();
        assert!(on_b.max(vec3(1.0, 1.0, 1.0)).distance(vec3(1.0, 1.0, 1.0)) < 1e-15, "{found:?}");
    }
    let cube = Cuboid::<f32>::new(vec3(1.0, 1.0, 1.0))?;
    for half_angle in [1.5e-5, 4.3129712e-5] {
        let turned = Pose::new(Rotation3::from_quaternion(0.0, 0.0, half_angle, 1.0)?, vec3(1.85, 0.0, 0.1))?;
        let found =
            Query::new().poses(Pose::IDENTITY, turned).penetration(erased(&cube), erased(&cube)).expect("they overlap");
        let on_b = turned.inverse().apply(found.on_b).abs();
        assert!(on_b.max(vec3(1.0, 1.0, 1.0)).distance(vec3(1.0, 1.0, 1.0)) < 1e-6, "{found:?}");
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
    let found = gjk::penetration(erased(&ConvexHull::new(&a)?), erased(&b)).expect("they overlap");
    let off = gjk::distance(erased(&b), erased(&Point::new(found.on_b)?)).distance;
    assert!(off <= I16F16::from_bits(32), "{off} off B: {found:?}");
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
    let found = gjk::penetration(erased(&ball), erased(&segment)).expect("they overlap");
    assert!((found.on_a - found.on_b).distance(found.mtv()) < 1e-12, "{found:?}");
    Ok(())
}

/// Points whose coordinates are given in eighths.
fn in_eighths(points: &[[i32; 3]]) -> Vec<Vec3<I16F16>> {
    points.iter().map(|point| Vec3::from_array(point.map(|x| I16F16::from_bits(x << 13)))).collect()
}

#[test]
fn the_witness_point_of_a_tie_lies_on_the_body() -> Result {
    let a = in_eighths(&[
        [715, -6042, 7271],
        [453, -5889, 7053],
        [452, -5780, 7315],
        [497, -4472, 7318],
        [453, -5780, 8841],
        [453, -4363, 7489],
    ]);
    let b = in_eighths(&[
        [453, -5780, 8841],
        [453, -5780, 7315],
        [453, -5780, 8078],
        [-964, -4581, 7315],
        [453, -5783, 7315],
    ]);
    let found = gjk::penetration(erased(&ConvexHull::new(&a)?), erased(&ConvexHull::new(&b)?)).expect("they overlap");
    // The depths of two faces differ by half a rounding step, and the same corner of B is the deepest for both.
    assert!(found.on_b.distance(b[1]) <= 8 * I16F16::DELTA, "{found:?}");
    Ok(())
}

#[test]
fn a_small_facet_that_leans_from_the_answer_has_not_its_foot() -> Result {
    let a = in_eighths(&[
        [4579, -10008, -10008],
        [4580, -10005, -9995],
        [4580, -10007, -10008],
        [4579, -10005, -10007],
        [4578, -10007, -10008],
        [4580, -10003, -10002],
        [4580, -9996, -10008],
        [4580, -10008, -9992],
    ]);
    let b = in_eighths(&[
        [4580, -9992, -10007],
        [4579, -10008, -10001],
        [4580, -10008, -10008],
        [4580, -10007, -10008],
        [4567, -10007, -10008],
    ]);
    let found = gjk::penetration(erased(&ConvexHull::new(&a)?), erased(&ConvexHull::new(&b)?)).expect("they overlap");
    // The least z of a point of B is −1251.
    assert!(found.on_b.z >= I16F16::from_num(-1251.001), "{found:?}");
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
    let overlap = query.penetration(erased(&a), erased(&b)).expect("they overlap");
    let off = overlap.on_b - to;
    assert!(off.x.abs() < 0.8616 && off.y.abs() < 0.5526 && off.z.abs() < 1.1124, "{overlap:?}");
    Ok(())
}

#[test]
fn a_sliver_with_a_large_margin_has_its_points_along_the_normal() -> Result {
    // The bounds agree within rounding of the margin long before the supporting plane at a vertex is perpendicular to
    // the direction of that vertex.
    let corners = [vec3(6.4e-6_f32, -6.4e-6, 96.0), vec3(9.6e-6, 6.4e-6, -96.0), vec3(3.2e-6, 6.4e-6, 0.0)];
    let large = ConvexHull::new(&corners)?.rounded(12.950172)?;
    for ball in [Ball::new(0.0)?, Ball::new(0.25)?, Ball::new(64.0)?] {
        let touch = 12.950172 + ball.radius();
        let found = Query::new().penetration(erased(&large), erased(&ball)).expect("they overlap");
        let swapped = Query::new().penetration(erased(&ball), erased(&large)).expect("they overlap");
        for found in [found, swapped] {
            let step = f32::EPSILON * touch;
            assert!((found.on_a - found.on_b - found.mtv()).length() <= 4.0 * step, "{found:?}");
            assert!(found.upper_bound - found.lower_bound <= 16.0 * step, "{found:?}");
        }
        // The ball is centred at the origin, and the sliver passes the origin at a distance of less than 1e-5.
        assert!((found.on_b.length() - ball.radius()).abs() <= 16.0 * f32::EPSILON * touch, "{found:?}");
        assert!(sliver_reach(&corners, found.on_a) <= 12.950172 * (1.0 + 8.0 * f32::EPSILON), "{found:?}");
    }
    Ok(())
}

/// How far a point is from the sliver, across z: the least distance from a corner. All corners lie close to the z axis.
fn sliver_reach(corners: &[Vec3<f32>; 3], point: Vec3<f32>) -> f32 {
    corners.iter().fold(f32::MAX, |least, corner| least.min((point - *corner).truncate().length()))
}

#[test]
fn points_of_segments_that_all_but_meet_are_on_them() -> Result {
    let off = |segment: [Vec3<f32>; 2], point| {
        let [from, to] = segment;
        gjk::distance(erased(&Segment::new(from, to).unwrap()), erased(&Point::new(point).unwrap())).distance
    };
    let one = [vec3(-1.4847839, 1.8740078, 1.4417633), vec3(-3.4879448, 1.1798776, 1.9020346)];
    let other = [vec3(-3.1642957, 4.420796, 1.4471515), vec3(-1.4808156, 1.8649518, 1.4334999)];
    let found = gjk::distance(erased(&Segment::new(one[0], one[1])?), erased(&Segment::new(other[0], other[1])?));
    assert!(off(one, found.on_a) < 4.5 * 16.0 * f32::EPSILON, "{found:?}");
    assert!(off(other, found.on_b) < 4.5 * 16.0 * f32::EPSILON, "{found:?}");
    let long = [vec3(-33047806.0, 62943916.0, -3571.3071), vec3(33047806.0, -62943916.0, -3571.3071)];
    let short = [vec3(-65536.0, 16384.0, 32768.0), vec3(16384.0, -49152.0, 32768.0)];
    let thick = Capsule::new(long[0], long[1], 7007589.5)?;
    let found = gjk::distance(erased(&thick), erased(&Segment::new(short[0], short[1])?));
    assert!(off(short, found.on_b) < 6.3e7 * 16.0 * f32::EPSILON, "{found:?}");
    Ok(())
}

/// How far the witness points of a depth in `f32` are off the bodies and off the planes that support these, in `f64`.
fn error(
    [a, b]: [&dyn Support<Vector = Vec3<f64>>; 2],
    pose: Pose<Vec3<f64>>,
    found: &gjk::Penetration<Vec3<f32>>,
) -> f64 {
    let exact = |v: Vec3<f32>| vec3(f64::from(v.x), f64::from(v.y), f64::from(v.z));
    let (on_a, on_b, normal) = (exact(found.on_a), exact(found.on_b), exact(found.normal));
    let b = b.at(pose);
    let off = |body: &dyn Support<Vector = Vec3<f64>>, point: Vec3<f64>, normal: Vec3<f64>| {
        let outside = gjk::distance(body, erased(&Point::new(point).expect("in range"))).distance;
        outside.max((normal.dot(body.support(normal) - point)).abs())
    };
    off(a, on_a, normal).max(off(erased(&b), on_b, -normal))
}

#[test]
fn the_points_of_a_short_edge_and_a_segment_far_away_are_on_both() -> Result {
    let corners = in_eighths(&[[4036, -9652, 4411], [4036, -9652, 4403], [5009, -10625, 5384]]);
    let ends = in_eighths(&[[3919, -10625, 4403], [3164, -9644, 4411]]);
    let (hull, segment) = (ConvexHull::new(&corners)?, Segment::new(ends[0], ends[1])?);
    let found = gjk::distance(erased(&hull), erased(&segment));
    let on_b = found.on_b.value();
    let off = sub(on_b, on_segment(on_b, ends[0].value(), ends[1].value()));
    assert!(length(off) < 4.0 * I16F16::DELTA.value(), "{off:?}: {found:?}");
    Ok(())
}

#[test]
fn a_corner_on_a_long_edge_is_the_common_point_of_both() -> Result {
    let of = |[x, y, z]: [i32; 3]| vec3(I16F16::from_num(x), I16F16::from_num(y), I16F16::from_num(z));
    let long = [[32, -52, -1040], [32, -52, 110], [32, -52, -770], [32, 12, 320]].map(of);
    let flat = [[-134, -52, 102], [32, -52, 102], [-1660, -1744, 170]].map(of);
    let found = gjk::penetration(erased(&ConvexHull::new(&long)?), erased(&ConvexHull::new(&flat)?));
    let found = found.expect("they touch");
    let off = sub(found.on_b.value(), flat[1].value());
    assert!(length(off) <= 4.0 * I16F16::DELTA.value(), "{off:?}: {found:?}");
    Ok(())
}

/// The nearest points are a corner and a point near the end of a long edge, by 1e-6 of its length. Without the feature
/// `speed` they are off by that.
#[cfg(feature = "speed")]
#[test]
fn a_point_near_the_end_of_a_long_edge_is_on_it() -> Result {
    let of = |[x, y, z]: [i32; 3]| vec3(I16F16::from_num(x), I16F16::from_num(y), I16F16::from_num(z));
    let edge = [[1626, 1618, 1686], [1626, 1616, -712]].map(of);
    let face = [[1626, 1616, 1686], [1628, 1616, 1686], [1626, -782, 1686], [-772, -782, 1686]].map(of);
    let found = gjk::distance(erased(&ConvexHull::new(&edge)?), erased(&ConvexHull::new(&face)?));
    assert!(found.on_b.z - face[0].z <= I16F16::from_bits(4), "{found:?}");
    Ok(())
}

#[test]
fn margins_of_cores_that_touch_have_their_points_at_the_contact() -> Result {
    let of = |[x, y, z]: [f32; 3]| vec3(x, y, z) * 0.03125;
    let wedge =
        [[-4598.0, 9936.0, 8292.0], [-5578.0, 9936.0, 8293.0], [-4472.0, 10063.0, 8419.0], [-4599.0, 9936.0, 8292.0]];
    let wedge = wedge.map(of);
    let edge = [[-4599.0, 9936.0, 8292.0], [-5671.0, 8864.0, 7220.0]].map(of);
    let (a, b) = (ConvexHull::new(&wedge)?.rounded(0.46875)?, ConvexHull::new(&edge)?.rounded(0.03125)?);
    let found = gjk::penetration(erased(&a), erased(&b)).expect("they overlap");
    let off = length(sub(found.on_b.value(), edge[0].value()));
    assert!((off - 0.03125).abs() < 1e-3, "{off}: {found:?}");
    Ok(())
}

#[test]
fn witness_points_beside_slivers_are_on_both_bodies() -> Result {
    // The facet that contains the foot by its own normal is a sliver with few correct digits, or lies below the plane
    // of the answer.
    type Pair<'b, S> = [&'b dyn Support<Vector = Vec3<S>>; 2];
    let (base, tip) = ((0.43000427, 0.79905456), (0.3552783, 0.7436196));
    let cones: Pair<f32> = [&Cone::new(base.0, base.1)?, &Cone::new(tip.0, tip.1)?];
    let exact_cones: Pair<f64> =
        [&Cone::new(0.4300042688846588, 0.7990545630455017)?, &Cone::new(0.3552783131599426, 0.7436196208000183)?];
    let (low, high) = ((0.5501346, 0.70260686), (0.696207, 0.61469823));
    let drums: Pair<f32> = [&Cylinder::new(low.0, low.1)?, &Cylinder::new(high.0, high.1)?];
    let exact_drums: Pair<f64> = [
        &Cylinder::new(0.5501345992088318, 0.7026068568229675)?,
        &Cylinder::new(0.6962069869041443, 0.6146982312202454)?,
    ];
    for (bodies, exact, q, at) in [
        (
            cones,
            exact_cones,
            [0.11394218355417252, 0.34618112444877625, -0.31088024377822876, 0.7125450968742371],
            [-0.4042259156703949, -0.38385605812072754, 0.593373715877533],
        ),
        (
            drums,
            exact_drums,
            [0.22814968, -0.3101563, 0.17440717, 0.35467963],
            [0.311155766248703, -0.9966464042663574, 0.5614846348762512],
        ),
    ] {
        let q: [f32; 4] = q.map(|x: f64| x as f32);
        let [x, y, z]: [f32; 3] = at.map(|x: f64| x as f32);
        let pose = Pose::new(Rotation3::from_quaternion(q[0], q[1], q[2], q[3])?, vec3(x, y, z))?;
        let [x, y, z] = [x, y, z].map(f64::from);
        let [i, j, k, l] = q.map(f64::from);
        let exact_pose = Pose::new(Rotation3::from_quaternion(i, j, k, l)?, vec3(x, y, z))?;
        let found = Query::new().poses(Pose::IDENTITY, pose).penetration(bodies[0], bodies[1]).expect("they overlap");
        // Without `speed` a full workspace ends the search, and the point of B is not promised.
        if cfg!(feature = "speed") || found.status != Status::BufferFull {
            assert_eq!(found.status, Status::Converged, "{found:?}");
            let off = error(exact, exact_pose, &found);
            assert!(off < 4e-6, "{off:e}: {found:?}");
        }
    }
    Ok(())
}

#[test]
fn a_needle_that_touches_the_rim_of_a_disk_has_the_depth_of_its_margin() -> Result {
    // From the simplex of the exchanged bodies, rounding ends the search on one that seems to contain the origin, while
    // a plane proves the cores apart.
    let needle = Capsule::<Vec3<f32>>::upright(2.908_706_7e-5, 0.5)?;
    let disk = Cone::new(4.291_534_4e-6, 2.125)?.at(Pose::translation(vec3(2.125, -4.291_534_4e-6, -4.291_534_4e-6))?);
    let (a, b) = (erased(&needle), erased(&disk));
    for (c, d) in [(b, a), (a, a), (b, b), (a, b)] {
        let mut state = WarmStart::new();
        let _ = Query::new().warm_start(&mut state).proximity(c, d);
        let found = Query::new().warm_start(&mut state).penetration(a, b).expect("they overlap");
        assert!(found.status != Status::Converged || found.lower_bound >= 0.499_999, "{found:?}");
        assert!(found.depth >= 0.499_999, "{found:?}");
    }
    Ok(())
}
