//! Depth, normal and bounds of bodies that overlap.

use super::Result;
use crate::common::scene::{Rng, erased, times};
use fixed::types::{I2F30, I16F16};
use gjk::{
    Affine, Ball, Capsule, Circle, Cone, Cuboid, Cylinder, Ellipsoid, Point, Polygon, Pose, Query, Rotation2,
    Rotation3, Segment, Status, Support, SupportExt, SupportFn, Vec2, Vec3, WarmStart, Workspace, vec2, vec3,
};

#[test]
fn a_core_far_below_its_margin_keeps_its_depth() -> Result {
    let found = gjk::penetration(erased(&Ball::new(1e6_f32)?), erased(&Point::new(vec3(1e-38, 2e-38, 0.0))?))
        .expect("they overlap");
    assert_eq!((found.depth, found.status), (1e6, Status::Converged));
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
    let (one, other) = (gjk::proximity(erased(&a), erased(&b)), gjk::proximity(erased(&b), erased(&a)));
    assert!((one.signed_distance() - other.signed_distance()).abs() <= I16F16::from_bits(4), "{one:?} {other:?}");
    Ok(())
}

#[test]
fn crossing_segments_with_margins_separate_along_their_common_normal() -> Result {
    let a = Capsule::new(vec3(-1.0_f64, 0.0, 0.0), vec3(1.0, 0.0, 1e-16), 0.5)?;
    let b = Capsule::new(vec3(0.0_f64, -1.0, 1e-16), vec3(1e-16, 1.0, 0.0), 0.25)?;
    let found = gjk::penetration(erased(&a), erased(&b)).expect("they overlap");
    assert!((found.depth - 0.75).abs() < 1e-15 && found.normal.z.abs() > 1.0 - 1e-15, "{found:?}");
    let moved = b.at(Pose::translation(found.mtv())?);
    assert!(gjk::proximity(erased(&a), erased(&moved)).signed_distance().abs() < 1e-14);
    Ok(())
}

#[test]
fn discs_on_one_center_have_any_normal_but_one_depth() -> Result {
    let found = gjk::penetration(erased(&Circle::new(1.0_f32)?), erased(&Circle::new(2.0)?)).expect("they overlap");
    assert_eq!((found.depth, found.normal.length(), found.status), (3.0, 1.0, Status::Converged));
    Ok(())
}

#[test]
fn a_small_buffer_is_enough_for_the_bounds_of_bodies_that_are_nearly_balls() -> Result {
    for radii in [vec3(1.0, 1.0, 1.0), vec3(1.0, 0.99, 1.01), vec3(0.9, 1.0, 1.0)] {
        let body = Ellipsoid::<f64>::new(radii)?;
        let found = gjk::penetration(erased(&body), erased(&body)).expect("they overlap");
        let size = found.depth.max(1.01);
        assert!(found.upper_bound - found.lower_bound <= 0.02 * size, "{found:?}");
    }
    Ok(())
}

#[test]
fn cores_a_few_steps_apart_keep_the_plane_between_them() -> Result {
    let ball = Ball::new(6.3605375_f32)?;
    let rail = Segment::new(vec3(0.0, -14.359921, 6.693881e-10), vec3(2.0980835e-5, 0.0, 0.0))?;
    let found = gjk::penetration(erased(&ball), erased(&rail)).expect("they overlap");
    assert!((found.depth - 6.3605165).abs() < 1e-6 && found.normal.x > 0.99, "{found:?}");
    Ok(())
}

#[test]
fn a_thin_difference_is_as_deep_as_it_is() -> Result {
    let wire = Cylinder::new(3.615695_f32, 2.861023e-6)?;
    for direction in [vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, -1.0)] {
        let found = Query::new().direction(direction)?.penetration(erased(&wire), erased(&wire)).expect("they overlap");
        assert!((found.depth - 5.722046e-6).abs() < 1e-9 && found.upper_bound >= 5.722046e-6, "{found:?}");
    }
    Ok(())
}

#[test]
#[cfg_attr(not(feature = "speed"), ignore = "only with `speed` EPA goes on when the workspace is full")]
fn curved_bodies_whose_polytope_fills_the_workspace_converge() -> Result {
    type Body<'b> = &'b dyn Support<Vector = Vec3<f64>>;
    let lid: (Body, Body) = (
        &Cuboid::new(vec3(0.569524347782135, 0.5420858860015869, 0.46003684401512146))?,
        &Cone::new(0.8780856728553772, 0.5231626629829407)?,
    );
    let pebbles: (Body, Body) = (
        &Cuboid::new(vec3(0.9440450668334961, 0.4894649386405945, 0.7625163197517395))?,
        &Ellipsoid::new(vec3(0.8196472525596619, 0.7369625568389893, 0.8642250895500183))?,
    );
    let drums: (Body, Body) = (
        &Cylinder::new(0.4564683437347412, 0.710672914981842)?,
        &Cylinder::new(0.3374771475791931, 0.7526638507843018)?,
    );
    let ellipsoid = |x, y, z| Ellipsoid::new(vec3(x, y, z));
    // When the workspace is first full, only a few of its facets are not yet near enough.
    let eggs: (Body, Body) = (
        &ellipsoid(0.34629186843164955, 1.0161213918963077, 0.7432611265438105)?,
        &ellipsoid(1.0841305294595776, 1.712421731612565, 0.7568709554385253)?,
    );
    // The minimum of the support value lies in a long valley.
    let almonds: (Body, Body) = (
        &ellipsoid(0.323628632501663, 0.7382526230487314, 1.4881505718174084)?,
        &ellipsoid(1.302239655632319, 1.9538710219678899, 0.986015149840116)?,
    );
    for ((a, b), (x, y, z, w), at, depth) in [
        (
            lid,
            (0.07713661252884174, 0.7344876428384668, -0.7900899949907405, 0.10658656037467029),
            vec3(-0.5494860410690308, -0.7186960577964783, -0.39251935482025146),
            0.51711624,
        ),
        (
            pebbles,
            (-0.3414408725520961, -0.6388695486893312, 0.3223699877554298, 0.9347638307204591),
            vec3(1.0119549036026, 0.4065421223640442, -0.7796400785446167),
            0.7651071980,
        ),
        (
            drums,
            (-0.3205642623586116, 0.7839953072802024, -0.13477086472585587, -0.576241800853087),
            vec3(-0.0016324734315276146, -0.7792330384254456, -0.8198846578598022),
            0.45234173906,
        ),
        (
            eggs,
            (-0.7039665824361943, -0.4343371936087961, 0.33418228914823, -0.4517792056755035),
            vec3(-1.003780670508577, -0.3472382372142455, -0.5470153768388446),
            0.84149378914,
        ),
        (
            almonds,
            (0.8022316069167976, -0.586794629680358, -0.07172311771209522, 0.08338048829097205),
            vec3(0.3153708162855028, -0.08861650687022046, -0.8638428099748805),
            1.61654514004,
        ),
    ] {
        let pose = Pose::new(Rotation3::from_quaternion(x, y, z, w)?, at)?;
        let found = Query::new().poses(Pose::IDENTITY, pose).penetration(a, b).expect("they overlap");
        assert_eq!(found.status, Status::Converged, "{found:?}");
        let gap = found.upper_bound - found.lower_bound;
        assert!(gap <= 1e-8 * found.depth && (found.depth - depth).abs() < 1e-8, "{found:?}");
    }
    Ok(())
}

/// The least depth of two cylinders is often where the side of one, a line, leaves the other: there the support point
/// jumps from end to end of the line, and each end moves along a curve of its own. Where a curve is all but straight,
/// one normal in 7000 is not sharp.
#[test]
#[cfg_attr(not(feature = "speed"), ignore = "only with `speed` a normal is sharpened")]
fn cylinders_that_overlap_have_the_normal_of_exact_bounds() -> Result {
    let (mut normals, mut blunt) = (0, Vec::new());
    for seed in 0..times(10_000) {
        let mut rng = Rng::new(seed);
        let mut cylinder = || Cylinder::new(rng.uniform(0.2, 1.2), rng.uniform(0.2, 1.2));
        let (a, b) = (cylinder()?, cylinder()?);
        let ([x, y, z, w], [shift_x, shift_y, shift_z]) = (rng.quaternion(3), rng.point(1.0, 3));
        let pose = Pose::new(Rotation3::from_quaternion(x, y, z, w)?, vec3(shift_x, shift_y, shift_z))?;
        let query = || Query::new().poses(Pose::IDENTITY, pose);
        let Some(found) = query().penetration(&a, &b) else { continue };
        let exact = query().tolerance(0.0)?.penetration(&a, &b).expect("they overlap");
        normals += 1;
        let angle = (found.normal - exact.normal).length();
        // Depths that are nearly equal have different normals.
        if angle > 1e-7 && angle < 1e-3 && found.depth > 1e-3 {
            blunt.push((seed, angle));
        }
    }
    assert!(4000 * blunt.len() <= normals, "{} of {normals} normals are blunt: {blunt:?}", blunt.len());
    Ok(())
}

#[test]
fn a_facet_that_is_folded_back_does_not_end_a_depth() -> Result {
    let pose = |[x, y, z, w]: [f32; 4], at: Vec3<f32>| Pose::new(Rotation3::from_quaternion(x, y, z, w)?, at);
    let at = pose([0.62, 0.41, -0.47, 0.4], vec3(-1.26, -0.98, 0.33))?;
    let to = pose([0.74, 0.29, -0.35, -0.74], vec3(-1.43, 0.38, 1.5))?;
    let one = Query::new().poses(at, to).penetration(&Ball::new(0.68_f32)?, &Cone::new(1.29, 1.82)?);
    let at = pose([-0.86, -0.17, -0.3, 0.72], vec3(-0.42, 0.58, -1.2))?;
    let to = pose([-0.59, -0.12, -0.46, -0.54], vec3(0.56, 0.31, -1.21))?;
    let other = Query::new().poses(at, to).penetration(&Capsule::upright(1.44_f32, 1.99)?, &Cone::new(1.09, 1.89)?);
    for found in [one, other] {
        let found = found.expect("they overlap");
        assert_eq!(found.status, Status::Converged, "{found:?}");
        assert!(found.upper_bound - found.lower_bound <= 1e-6 * found.depth, "{found:?}");
    }
    Ok(())
}

#[test]
fn a_search_that_is_cut_off_where_its_bounds_have_met_has_converged() -> Result {
    let pose = |[x, y, z, w]: [f64; 4], at| Pose::new(Rotation3::from_quaternion(x, y, z, w)?, at);
    let (a, b) = (Ellipsoid::new(vec3(0.28, 1.36, 1.27))?, Ellipsoid::new(vec3(1.22, 1.51, 0.71))?);
    let at = pose([0.54, 0.55, -0.02, 0.5], vec3(-0.33, -1.19, -0.58))?;
    let to = pose([0.79, -0.08, -0.11, 0.8], vec3(0.32, -0.17, 1.29))?;
    let found = Query::new().poses(at, to).penetration(&a, &b).expect("they overlap");
    assert_eq!(found.status, Status::Converged, "{found:?}");
    assert!(found.upper_bound - found.lower_bound <= 1e-9, "{found:?}");
    Ok(())
}

#[test]
fn facets_given_up_do_not_prove_more_than_the_upper_bound() -> Result {
    let plate = Cuboid::new(vec3(7.875_f32, 5.1021576e-5, 13.301961))?;
    let row = vec3(-13.301961_f32, -13.301961, -13.301961);
    let needle = Capsule::upright(13.301961, 8.6426735e-7)?;
    let needle = needle.transformed(Affine::new([row; 3], vec3(-4.625, -1.25, 5.875))?);
    let mut state = WarmStart::new();
    let query = Query::new().poses(Pose::IDENTITY, Pose::IDENTITY);
    let first = query.warm_start(&mut state).penetration(&plate, &needle).expect("they overlap");
    let mut workspace = Workspace::<Vec3<f32>, 4, 4>::new();
    let query = Query::new().tolerance(0.0)?.direction(vec3(0.0, -1.0, 0.0))?.workspace(&mut workspace);
    let second = query.warm_start(&mut state).penetration(&plate, &needle).expect("they overlap");
    assert!((first.depth - second.depth).abs() < 1e-4, "{first:?} {second:?}");
    Ok(())
}

#[test]
fn an_edge_as_short_as_its_rounding_does_not_bound_the_depth_of_a_point() -> Result {
    let corners =
        [vec2(-6.9618225e-5_f32, 1.4551915e-11), vec2(0.0, -1.8189894e-12), vec2(0.625, 0.0), vec2(0.0, 4.875)];
    let polygon = Polygon::new(&corners)?.at(Pose::new(Rotation2::from_cos_sin(-1.0, -1.0)?, vec2(0.0, 0.076171875))?);
    let (polygon, disc) = (polygon.at(Pose::translation(vec2(0.07390976, 0.125))?), Circle::new(3.33786e-6_f32)?);
    let formula = Query::new().penetration(&disc, &polygon).expect("they overlap");
    let searched = Query::new().search_only().penetration(&disc, &polygon).expect("they overlap");
    assert!((formula.depth - searched.depth).abs() < 1e-6, "{formula:?} {searched:?}");
    Ok(())
}

/// The first facets are the two sides of a triangle of 200 × 0.01. Their planes are off where the origin is, 4 beside
/// it, and both seem to have it inside.
#[test]
fn needles_far_apart_are_not_proven_to_overlap_when_cut_off() -> Result {
    let vector = |x: f64, y: f64, z: f64| vec3(x, y, z).map(I16F16::from_num);
    let (long, short) = (7.15294, 0.00038);
    let rows = [vector(0.875, -long, -long), vector(-long, -long, -long), vector(-long, -7.15323, -long)];
    let cylinder = Cylinder::new(I16F16::from_num(long), I16F16::from_num(short))?;
    let needle = cylinder.transformed(Affine::new(rows, vector(0.0, 0.0, 7.25))?);
    let pose = Pose::translation(vector(4.75, 0.0, 0.0))?;
    let mut query = Query::new().poses(Pose::IDENTITY, pose).max_iterations(0);
    let found = query.penetration(erased(&needle), erased(&needle)).expect("no proof that they are apart");
    assert!(found.lower_bound < 0, "{found:?}");
    Ok(())
}
