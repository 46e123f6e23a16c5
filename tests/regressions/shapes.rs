//! Calls that queries make to a shape, and the status of an answer about a shape that breaks its contract.

use super::Result;
use crate::common::scene::erased;
use fixed::types::{I16F16, I32F32};
use gjk::{
    Affine2, Affine3, Cone, ConvexHull, Cylinder, Form, Hint, Point, Polygon, Pose, Proximity, Query, Rectangle,
    Status, Support, SupportExt, SupportFn, Transformed, Vec3, WarmStart, vec2, vec3,
};

#[test]
fn maps_that_leave_the_range_are_a_status() -> Result {
    let limit = <I16F16 as gjk::Scalar>::LIMIT;
    let corner = Vec3::splat(limit);
    let (up, down) = (Affine3::new([corner; 3], corner)?, Affine3::new([-corner; 3], -corner)?);
    let (a, b) = (Transformed::new(Point::new(corner)?, up), Transformed::new(Point::new(corner)?, down));
    assert_eq!(gjk::proximity(erased(&a), erased(&b)).status(), Status::BadSupport);
    assert_eq!(gjk::proximity(erased(&a.hull_with(b)), erased(&a.plus(a))).status(), Status::BadSupport);
    Ok(())
}

#[test]
fn the_smallest_number_of_a_scalar_is_a_status() {
    let worst = SupportFn::new(|_: Vec3<I16F16>| Vec3::splat(I16F16::MIN));
    assert_eq!(gjk::proximity(erased(&worst), erased(&Point::ORIGIN)).status(), Status::BadSupport);
    assert_eq!(gjk::proximity(erased(&Point::ORIGIN), erased(&worst)).status(), Status::BadSupport);
}

/// The origin, with any margin.
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
        let found = gjk::proximity(erased(&Halo(margin)), erased(&Point::new(vec3(3.0, 0.0, 0.0))?));
        assert_eq!(found.status(), Status::BadSupport);
        assert!(found.signed_distance().is_finite(), "{found:?}");
    }
    Ok(())
}

#[test]
fn a_support_function_without_a_center_in_range_gives_no_nan() -> Result {
    let limit = <f32 as gjk::Scalar>::LIMIT;
    let corner = Vec3::splat(limit);
    let map = Affine3::new([corner; 3], corner)?;
    let far = Point::new(corner)?.transformed(map).transformed(map);
    let found = gjk::distance(erased(&far), erased(&Point::new(corner)?));
    assert_eq!(found.status, Status::BadSupport);
    assert!(found.normal.length().is_finite() && found.on_a.length().is_finite(), "{found:?}");
    Ok(())
}

/// Passes all calls on to a shape, and panics if a support point is asked for along the zero vector.
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

    fn form(&self) -> Form<'_, Vec3<f64>> {
        self.0.form()
    }

    fn vertex(&self, hint: Hint) -> Option<Vec3<f64>> {
        self.0.vertex(hint)
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
    assert!(gjk::intersects(erased(&drum), erased(&hat)) && gjk::intersects(erased(&drum), erased(&drum)));
    assert_eq!(gjk::distance(erased(&drum), erased(&hat)).distance, 0.0);
    assert!(gjk::penetration(erased(&drum), erased(&drum)).is_some());
    // At height 2 the two vertices between which the previous distance was found coincide: the vector between them is
    // zero.
    let corners = [vec3(0.0, 0.0, 1.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(-1.0, -1.0, 0.0)];
    let one = ConvexHull::new(&corners)?;
    let turned = corners.map(|corner| -corner);
    let (one, other) = (Strict(one), Strict(ConvexHull::new(&turned)?));
    let mut warm = WarmStart::new();
    for height in [2.5, 2.0, 2.25, 2.0] {
        let above = Pose::translation(vec3(0.0, 0.0, height))?;
        let found =
            Query::new().poses(Pose::IDENTITY, above).warm_start(&mut warm).distance(erased(&one), erased(&other));
        assert_eq!(found.distance, height - 2.0);
    }
    Ok(())
}

#[test]
fn the_area_of_a_patch_whose_corners_are_far_apart_does_not_overflow() -> Result {
    let point = |x: f64, y: f64| vec2(I32F32::from_num(x), I32F32::from_num(y));
    let strip = Rectangle::new(point(0.043627739, 93689237.58437729))?;
    let rows = [point(-93690773.58431372, -11.168627739), point(-94030443.41568628, -11.168627739)];
    let one = strip.transformed(Affine2::new(rows, point(-11.168627739, 11.1686296463))?);
    let rod = Rectangle::new(point(11.2499990463, 0.0))?;
    let rows = [point(-93689237.58439317, -5855577.349019608), point(-93690309.5843134, -11.168627739)];
    let other = rod.transformed(Affine2::new(rows, point(1.9960784311, 0.0))?);
    assert!(gjk::manifold(&one, &other).points().len() > 1);
    Ok(())
}

#[test]
fn a_climb_that_starts_where_an_outline_hardly_turns_finds_the_top() -> Result {
    let outline = [
        vec2(-14.933333_f32, -14.952077),
        vec2(-8.031373, -14.933333),
        vec2(4.625, -3.75),
        vec2(17.281372, 7.4333334),
        vec2(-1.8189894e-12, 4.625),
        vec2(-14.933333, -7.724762e-5),
    ];
    let plot = Polygon::new(&outline)?;
    for (number, &from) in outline.iter().enumerate() {
        let edge = outline[(number + 1) % outline.len()] - from;
        let inward = vec2(-edge.y, edge.x);
        for dir in [inward, -inward] {
            let top = outline.iter().map(|&corner| dir.dot(corner)).fold(f32::MIN, f32::max);
            let step = f32::EPSILON * 17.3 * dir.length();
            for start in 0..outline.len() {
                let found = plot.support_from(dir, &mut Hint::new(start as u32));
                assert!(dir.dot(found) >= top - 8.0 * step, "from {start} along {dir:?}: {found:?}");
            }
        }
    }
    // The outline contains the box. The warm start is that of the bodies in the other order.
    let square = Rectangle::new(vec2(1.125_f32, 1.125))?;
    let mut state = WarmStart::new();
    let _ = Query::new().warm_start(&mut state).proximity(&plot, &square);
    assert!(Query::new().warm_start(&mut state).intersects(&square, &plot));
    let found = Query::new().warm_start(&mut state).proximity(&square, &plot);
    assert!(matches!(found, Proximity::Overlapping(_)), "{found:?}");
    Ok(())
}
