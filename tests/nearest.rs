//! Claims about closed forms of the nearest point: it is a point of the core, none is nearer, and a query that begins
//! there answers as one that does not know it.

mod common;

use common::number::{Number, Space, add, length, scale, sub};
use common::scene::{Any, Family, Polygons, Rng, Scene, Verdict, check, pose, signed};
use fixed::types::{I16F16, I32F32};
use gjk::{Ball, Cuboid, Cylinder, Point, Pose, Query, ScalarOf, Support, Vec2, Vec3, vec2, vec3};

/// Steps within which two ways to the same value agree.
const CLOSE: u32 = 64;

claims! {
    nearest_points_are_nearest,
    nearest_points_of_polygons_are_nearest,
    queries_with_a_point_answer_as_without_a_closed_form,
    polygons_with_a_point_answer_as_without_a_closed_form,
}

/// A body of which only the support function is known, and one point that it takes for the nearest to any other.
struct Plain<'b, V>(&'b dyn Support<Vector = V>, Option<V>);

impl<V: Space> Support for Plain<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.0.support(dir)
    }

    fn margin(&self) -> ScalarOf<Self> {
        self.0.margin()
    }

    fn center(&self) -> V {
        self.0.center()
    }

    fn is_polytope(&self) -> bool {
        self.0.is_polytope()
    }

    fn nearest_to(&self, _: V) -> Option<V> {
        self.1
    }
}

/// The core alone.
struct Core<'b, V>(&'b dyn Support<Vector = V>);

impl<V: Space> Support for Core<'_, V> {
    type Vector = V;

    fn support(&self, dir: V) -> V {
        self.0.support(dir)
    }

    fn is_polytope(&self) -> bool {
        self.0.is_polytope()
    }
}

/// The nearest point is in the core, and as far from a point as the core is.
fn is_nearest<V: Space>(body: &dyn Support<Vector = V>, point: V, size: f64, tolerance: f64) -> Verdict {
    let Some(nearest) = body.nearest_to(point) else { return Ok(()) };
    let close = V::Scalar::steps(CLOSE, size) + tolerance * size;
    let of_core = |point: V| gjk::distance(&Core(body), &Point::new(point).expect("in range"));
    let (outside, apart) = (of_core(nearest).lower_bound.value(), of_core(point));
    ensure!(outside <= close, "{nearest:?} is {outside:e} outside the core, {close:e} allowed");
    let way = length(sub(point.value(), nearest.value()));
    let low = apart.lower_bound.value();
    ensure!(way <= apart.distance.value() + close, "{nearest:?} is {way:e} from {point:?}, the core {apart:?}");
    ensure!(way >= low - close, "{nearest:?} is {way:e} from {point:?}, the core {apart:?}");
    Ok(())
}

fn nearest_points_are_nearest<V: Space>() {
    are_nearest::<V, Any>();
}

fn nearest_points_of_polygons_are_nearest<V: Space>() {
    are_nearest::<V, Polygons>();
}

fn are_nearest<V: Space, F: Family>() {
    check(|scene: &Scene<V, F>| {
        let rng = &mut Rng::new(scene.seed);
        for body in [&scene.a, &scene.b] {
            let size = 2.0 * body.local().extent();
            for reach in [0.5, 1.0, 4.0] {
                let point = V::of(rng.point(reach * size, V::DIMENSION));
                is_nearest(&*body.shape(), point, reach.max(1.0) * size, 0.0)?;
            }
        }
        Ok(())
    });
}

fn queries_with_a_point_answer_as_without_a_closed_form<V: Space>() {
    answer_as_without_a_closed_form::<V, Any>();
}

fn polygons_with_a_point_answer_as_without_a_closed_form<V: Space>() {
    answer_as_without_a_closed_form::<V, Polygons>();
}

fn answer_as_without_a_closed_form<V: Space, F: Family>() {
    check(|scene: &Scene<V, F>| {
        let rng = &mut Rng::new(!scene.seed);
        let point = Point::new(V::of(rng.point(scene.b.local().extent(), V::DIMENSION))).expect("in range");
        let position = add(scene.pose_b.position().value(), scale(rng.direction(V::DIMENSION), scene.size() / 8.0));
        let (pose_a, pose_b) = (scene.pose_a, pose(scene.pose_b.rotation(), position));
        let shape = scene.a.shape();
        let close = V::Scalar::steps(CLOSE, scene.world_size().max(scene.size()));
        for swapped in [false, true] {
            let answer = |body: &dyn Support<Vector = V>| {
                let point: &dyn Support<Vector = V> = &point;
                if swapped {
                    Query::new().poses(pose_b, pose_a).proximity(point, body)
                } else {
                    Query::new().poses(pose_a, pose_b).proximity(body, point)
                }
            };
            let without = answer(&Plain(&*shape, None));
            let wrong = shape.support(V::of([1.0, 0.0, 0.0]));
            for with in [answer(&*shape), answer(&Plain(&*shape, Some(wrong)))] {
                let (d, e) = (signed(&with), signed(&without));
                ensure!((d - e).abs() <= close, "{d:e} against {e:e}, {close:e} allowed: {with:?} {without:?}");
                let (status, other) = (with.status(), without.status());
                ensure!(status == other || d.abs() <= close, "{status:?} instead of {other:?}: {with:?}");
            }
        }
        Ok(())
    });
}

/// Points about a cylinder: beside it, above and below, in it, on its axis.
fn about_a_cylinder<S: Number>(tolerance: f64)
where
    Vec3<S>: Space<Scalar = S>,
{
    let rng = &mut Rng::new(1);
    for _ in 0..2000 {
        let size = rng.log_uniform(S::SMALLEST, 16.0);
        let drum = Cylinder::new(S::of(size * rng.uniform(0.1, 1.0)), S::of(size * rng.uniform(0.1, 1.0)));
        let drum = drum.expect("sizes");
        let mut point = rng.point(2.0 * size, 3);
        if rng.percent(10) {
            (point[0], point[1]) = (0.0, 0.0);
        }
        let point = <Vec3<S> as Space>::of(point);
        is_nearest(&drum, point, 4.0 * size, tolerance).unwrap_or_else(|error| panic!("{drum:?}: {error}"));
        let there = Pose::new(Vec3::<S>::rotation(rng.quaternion(3)), point).expect("in range");
        let with = Query::new().poses(Pose::IDENTITY, there).proximity(&drum, &Point::ORIGIN);
        let without = Query::new().poses(Pose::IDENTITY, there).proximity(&Plain(&drum, None), &Point::ORIGIN);
        let (d, e, close) = (signed(&with), signed(&without), S::steps(CLOSE, 4.0 * size) + tolerance * 4.0 * size);
        assert!((d - e).abs() <= close, "{d:e} against {e:e}: {drum:?} {point:?} {with:?} {without:?}");
    }
}

#[test]
fn the_nearest_point_of_a_cylinder_is_nearest() {
    about_a_cylinder::<f32>(1e-6);
    about_a_cylinder::<f64>(1e-8);
    about_a_cylinder::<I16F16>(0.0);
    about_a_cylinder::<I32F32>(0.0);
}

/// Where the nearest points are one, no way between them has a normal to tell: the search has a better one than any axis.
#[test]
fn a_centre_in_the_other_core_has_the_normal_of_a_search() {
    let (crate_, ball) = (Cuboid::new(vec3(1.0, 1.0, 1.0)).expect("sizes"), Ball::new(0.5).expect("a size"));
    let inside = Pose::translation(vec3(0.1, -0.9, 0.2)).expect("in range");
    let with = Query::new().poses(Pose::IDENTITY, inside).distance(&crate_, &ball);
    let without = Query::new().poses(Pose::IDENTITY, inside).distance(&Plain(&crate_, None), &ball);
    assert_eq!(with.normal, without.normal);
    assert!(with.normal.y < -0.9, "{with:?}");

    let (square, disc) = (gjk::Rectangle::new(vec2(1.0, 1.0)).expect("sizes"), gjk::Circle::new(0.5).expect("a size"));
    let inside = Pose::translation(vec2(0.1, -0.9)).expect("in range");
    let with = Query::new().poses(inside, Pose::IDENTITY).distance(&disc, &square);
    let without = Query::new().poses(inside, Pose::IDENTITY).distance(&disc, &Plain(&square, None));
    assert_eq!(with.normal, without.normal);
    assert!(with.normal.y > 0.9, "{with:?}");
}

#[test]
fn a_margin_that_is_no_size_is_a_bad_support() {
    /// A ball whose margin may be anything.
    struct Odd(f64);

    impl Support for Odd {
        type Vector = Vec3<f64>;

        fn support(&self, _: Vec3<f64>) -> Vec3<f64> {
            Vec3::ZERO
        }

        fn margin(&self) -> f64 {
            self.0
        }

        fn as_point(&self) -> Option<Vec3<f64>> {
            Some(Vec3::ZERO)
        }

        fn nearest_to(&self, _: Vec3<f64>) -> Option<Vec3<f64>> {
            Some(Vec3::ZERO)
        }
    }

    let point = Point::new(vec3(3.0, 0.0, 4.0)).expect("in range");
    assert_eq!(gjk::distance(&Odd(1.0), &point).distance, 4.0);
    for margin in [-1.0, f64::NAN, f64::INFINITY, 1e200] {
        for gap in [gjk::distance(&Odd(margin), &point), gjk::distance(&point, &Odd(margin))] {
            assert_eq!(gap.status, gjk::Status::BadSupport, "{margin}: {gap:?}");
        }
    }
}
