//! Needles and slivers: points almost on a line, or on a plane, where rounding tilts the computed normals.

use super::Result;
use crate::common::scene::erased;
use gjk::{
    Affine3, Ball, ConvexHull, Ellipsoid, Point, Pose, Proximity, Query, Rotation2, Rotation3, Segment, Status,
    Support, SupportExt, Triangle, Vec3, vec2, vec3,
};

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
    let found = gjk::penetration(erased(&tile), erased(&shard)).expect("they overlap");
    assert_eq!(found.status, Status::Converged, "{found:?}");
    assert!(found.upper_bound - found.lower_bound < 1e-6, "{found:?}");
    Ok(())
}

#[test]
fn almost_parallel_segments_a_hair_apart_have_tight_bounds() -> Result {
    let one = Segment::new(vec3(15.443510055541992, 12.092077255249023, -6.0), vec3(6.556296348571777, -0.625, 4.625))?;
    let other = Segment::new(
        vec3(15.4435100562408, 12.092077254856052, -5.999999998993298),
        vec3(6.556296348394977, -0.6250000004652847, 4.625000000187752),
    )?;
    let gap = gjk::distance(erased(&one), erased(&other));
    assert!(gap.distance - gap.lower_bound < 64.0 * 20.6 * f64::EPSILON, "{gap:?}");
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
    let gap = Query::new().direction(vec3(0.0, 0.0, -1.0))?.distance(erased(&needle), erased(&Point::ORIGIN));
    let has_met = gap.distance - gap.lower_bound <= 1e-8 * gap.distance + 1e-13;
    assert_eq!(gap.status == Status::Converged, has_met, "{gap:?}");
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
    let gap = gjk::distance(erased(&needle), erased(&ball));
    // The bounds of two queries about one distance may cross by eight rounding steps of the needle's size.
    let slack = 8.0 * 112.0 * f64::EPSILON;
    for direction in [vec3(1.0, 0.0, 0.0), vec3(-1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)] {
        let at_most = match Query::new().direction(direction)?.proximity(erased(&needle), erased(&ball)) {
            Proximity::Separated(gap) => gap.distance,
            Proximity::Overlapping(overlap) => -overlap.lower_bound,
        };
        assert!(gap.lower_bound <= at_most + slack, "{at_most:e} along {direction:?}\n{gap:?}");
    }
    Ok(())
}

/// Points that lie almost on a line.
fn needle<S: gjk::Scalar, const N: usize>(points: [[S; 3]; N]) -> [Vec3<S>; N] {
    points.map(Vec3::from_array)
}

#[test]
fn needles_are_no_nearer_than_any_two_of_their_points() -> Result {
    // The triangle nearest to the origin is a sliver whose computed normal is tilted: its height along that normal is
    // 45 rounding steps less than the distance. `truth` was computed with twice the digits.
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
    for gap in [gjk::distance(erased(&one), erased(&other)), gjk::distance(erased(&other), erased(&one))] {
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
    let found = gjk::penetration(erased(&ConvexHull::new(&a)?), erased(&ConvexHull::new(&b)?.rounded(margin)?))
        .expect("they overlap");
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
    let gap = gjk::distance(erased(&at), erased(&ConvexHull::new(&points)?));
    assert!(gap.distance >= 5.56e-5 - 4.0 * 7.4 * f32::EPSILON, "{gap:?}");

    // The lower bound of the depth must hold without iterations of EPA as well.
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
    if let Some(found) = query.penetration(erased(&at), erased(&ConvexHull::new(&points)?)) {
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
    check(gjk::penetration(erased(&at), erased(&ConvexHull::new(&points)?)), 2.9);

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
    check(gjk::penetration(erased(&a), erased(&b)), 0.09);
    Ok(())
}

/// The distance less the gap that is allowed between its bounds was rounded to the lower bound itself, so no plane
/// better than that of the nearest points was sought.
#[test]
fn a_point_beside_a_segment_has_bounds_that_meet() -> Result {
    let point = Point::new(vec2(-0.04008497202353017, -0.06809498862909398))?;
    let segment =
        Segment::new(vec2(-8.525406631405133, 1.6684974118589793), vec2(-4.692669419599044, 8.11479240903667))?;
    let quarter = Pose::new(Rotation2::from_cos_sin(0.0, -1.0)?, vec2(0.0, 0.0))?;
    let pose = Pose::translation(vec2(5.4560546875, -5.095703125))?;
    let gap = Query::new().poses(quarter, pose).distance(&point, &segment);
    assert_eq!(gap.status, Status::Converged, "{gap:?}");
    Ok(())
}

/// Needles that the signs of normals of slivers misled: a simplex beside the origin seemed to contain it, or the search
/// ended at the wrong part of a sliver. The truths were computed with fractions.
#[test]
#[cfg_attr(not(feature = "speed"), ignore = "only with `speed` a search that rounding ended is reconsidered")]
fn needles_that_cross_or_nearly_touch_have_bounds_that_meet() -> Result {
    let check = |a: &[[f32; 3]], b: &[[f32; 3]], truth: f64| -> Result {
        let [a, b] = [a, b].map(|points| points.iter().map(|&point| Vec3::from_array(point)).collect::<Vec<_>>());
        let size = a.iter().chain(&b).flat_map(|point| point.to_array()).fold(0.0_f32, |size, x| size.max(x.abs()));
        let step = f64::from(size * f32::EPSILON);
        let (a, b) = (ConvexHull::new(&a)?, ConvexHull::new(&b)?);
        let gap = gjk::distance(erased(&a), erased(&b));
        let (low, high) = match gjk::proximity(erased(&a), erased(&b)) {
            Proximity::Separated(gap) => (gap.lower_bound, gap.distance),
            Proximity::Overlapping(overlap) => (-overlap.upper_bound, -overlap.lower_bound),
        };
        for (low, high) in [(low, high), (gap.lower_bound, gap.distance)] {
            let (low, high) = (f64::from(low), f64::from(high));
            assert!(high - low <= 32.0 * step, "{low:e} to {high:e}, a step is {step:e}");
            assert!(low <= truth + 4.0 * step && high >= truth - 4.0 * step, "{low:e} to {high:e}, truth {truth:e}");
        }
        Ok(())
    };
    check(
        &[[0.01535283, 0.044320557, -0.006468315], [-0.5274787, -1.5215917, 0.22307067]],
        &[[0.28942603, 0.83491594, -0.122398905], [-0.2894372, -0.8349097, 0.12241494]],
        2.7226608838033014e-8,
    )?;
    check(
        &[[-6.874303, 7.6965656, 4.3466005], [-8.255953, 4.309955, 2.6684449]],
        &[[-6.532959, 8.53233, 4.760761], [-9.550676, 1.1371367, 1.0962183]],
        1.448453001040287e-6,
    )?;
    check(
        &[
            [1.0834566, -1.568877, -1.2135421],
            [0.33854634, -0.49041888, -0.37971428],
            [0.90441465, -1.3095121, -1.012697],
        ],
        &[[1.0702527, -1.5496463, -1.1986526], [-1.07025, 1.549648, 1.1986526]],
        3.7619945268133746e-5,
    )?;
    check(
        &[
            [0.3081989, 0.45587924, 0.20452513],
            [-0.30794355, -0.45591566, -0.20482808],
            [0.2814252, 0.41628325, 0.1867658],
        ],
        &[[-0.1644512, -0.24356326, -0.10948756], [-0.9555285, -1.4140842, -0.6349141]],
        3.3410390516687517e-9,
    )
}

/// The bound was that of the common normal of both segments, but the normal that of the displacement between their
/// nearest points, which rounding had tilted: planes at right angles to it were nearer together, or cut both segments.
#[test]
fn the_normal_of_segments_that_nearly_meet_has_the_gap_of_the_bound() -> Result {
    let t = 1.8189894035458565e-12;
    let turn = Rotation3::from_matrix([[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])?;
    let (low, high) = (vec3(-t, -t, -t), vec3(-t, -t, -9.094947017729282e-12));
    let scenes = [
        ((vec3(0.0, 0.0, 2.0), vec3(0.0, 0.00084686279296875, -2.875)), Pose::IDENTITY),
        ((low, vec3(-6.548361852765083e-11, -1.5, -0.10703754425048828)), Pose::IDENTITY),
        ((vec3(-3.625, 0.0, -12.4375), vec3(2e-6, 0.0, 0.0)), Pose::new(turn, Vec3::ZERO)?),
    ];
    let others = [
        ((vec3(-t, -t, 2.128217602148652e-10), vec3(-7.0, 0.0, 0.0)), Pose::IDENTITY),
        ((vec3(-3.5, 1.0, -1.25), low), Pose::new(turn, low)?),
        ((high, low), Pose::IDENTITY),
    ];
    for ((a, pose_a), (b, pose_b)) in scenes.into_iter().zip(others) {
        let (a, b) = (Segment::new(a.0, a.1)?, Segment::new(b.0, b.1)?);
        let found = Query::new().poses(pose_a, pose_b).distance(&a, &b);
        let (a, b) = (a.at(pose_a), b.at(pose_b));
        let gap = (b.support(-found.normal) - a.support(found.normal)).dot(found.normal);
        assert!(gap >= found.lower_bound - 8.0 * f64::EPSILON * 13.0, "a gap of {gap:e}: {found:?}");
        assert_eq!(found.status, Status::Converged, "{found:?}");
    }
    Ok(())
}

#[test]
fn a_needle_has_converged_only_where_its_bounds_have_met() -> Result {
    let thin = 2.1827872842550278e-11;
    let corner = vec3(-thin, -thin, -thin);
    let rows = [
        [-0.13807118745769842, 0.16078730326498614, 0.9772838841927122],
        [0.9772838841927122, -0.13807118745769842, 0.16078730326498614],
        [0.16078730326498614, 0.9772838841927122, -0.13807118745769842],
    ];
    let seed = Ellipsoid::new(vec3(1.382431946694851e-10, thin, thin))?;
    let needle = Ellipsoid::new(vec3(4.25, thin, thin))?.at(Pose::translation(corner)?);
    let turn = Rotation3::from_matrix([
        [0.9999675797770406, 0.008048371936288665, 0.0002512051413068126],
        [0.0002512051413068126, -0.06236207604370086, 0.9980535598691568],
        [0.008048371936288665, -0.9980211396461974, -0.06236207604370086],
    ])?;
    let seed = seed.at(Pose::new(Rotation3::from_matrix(rows)?, corner)?);
    let gap = Query::new().poses(Pose::IDENTITY, Pose::new(turn, Vec3::ZERO)?).distance(erased(&seed), erased(&needle));
    let has_met = gap.distance - gap.lower_bound <= 64.0 * 4.25 * f64::EPSILON;
    assert_eq!(gap.status == Status::Converged, has_met, "{gap:?}");
    Ok(())
}
