//! Claims about closed forms of the nearest point: it is a point of the core, no point of the core is nearer, and a
//! query that starts from it answers like one that does not.

use crate::common::number::{Number, Space, add, length, scale, sub};
use crate::common::scene::{
    Any, Family, Kind, Polygons, Rng, Scene, Verdict, bounds, check, erased, overlaps, pose, signed,
};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Ball, Capsule, Cone, Cuboid, Cylinder, Form, Point, Pose, Proximity, Query, Ray, ScalarOf, Segment, Status,
    Support, Vec2, Vec3, WarmStart, vec2, vec3,
};

/// The most steps by which two computations of one value may differ.
const CLOSE: u32 = 64;
/// The largest default tolerance of curved bodies.
const CURVED: f64 = 1e-6;

claims! {
    nearest_points_are_nearest,
    nearest_points_of_polygons_are_nearest,
    most_nearest_points_need_no_search,
    queries_with_a_point_answer_as_without_a_closed_form,
    polygons_with_a_point_answer_as_without_a_closed_form,
    segments_answer_as_without_a_closed_form,
    bodies_that_know_their_nearest_points_answer_as_by_a_search,
    polygons_that_know_their_nearest_points_answer_as_by_a_search,
    limits_and_states_leave_bounds_that_hold,
    rays_come_into_polygons_where_a_search_finds_it,
}

/// A body of which only the support function is known.
struct Plain<'b, V>(&'b dyn Support<Vector = V>);

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

    fn form(&self) -> Form<'_, V> {
        self.0.form()
    }
}

/// The nearest point is in the core, and as far from a point as the core is. Was it known without a search?
fn is_nearest<V: Space>(body: &dyn Support<Vector = V>, point: V, size: f64, tolerance: f64) -> Result<bool, String> {
    let core = &Core(body);
    let found = gjk::distance(erased(core), erased(&Point::new(point).expect("in range")));
    let nearest = found.on_a;
    let close = V::Scalar::steps(CLOSE, size) + tolerance * size;
    let of_core = |point: V| gjk::distance(erased(&Plain(core)), erased(&Point::new(point).expect("in range")));
    let (outside, apart) = (of_core(nearest).lower_bound.value(), of_core(point));
    ensure!(outside <= close, "{nearest:?} is {outside:e} outside the core, {close:e} allowed");
    let way = length(sub(point.value(), nearest.value()));
    let low = apart.lower_bound.value();
    ensure!(way <= apart.distance.value() + close, "{nearest:?} is {way:e} from {point:?}, the core {apart:?}");
    ensure!(way >= low - close, "{nearest:?} is {way:e} from {point:?}, the core {apart:?}");
    Ok(found.iterations == 0)
}

fn nearest_points_are_nearest<V: Space>() {
    are_nearest::<V, Any>();
}

fn nearest_points_of_polygons_are_nearest<V: Space>() {
    are_nearest::<V, Polygons>();
}

fn are_nearest<V: Space, F: Family>() {
    check(|scene: &Scene<V, F>| are_nearest_in(scene).map(drop));
}

/// Looks at nearest points of both bodies. How many of those that have a closed form were looked at, and how many of
/// them it told?
fn are_nearest_in<V: Space, F: Family>(scene: &Scene<V, F>) -> Result<(u32, u32), String> {
    let (mut forms, mut at_once) = (0, 0);
    let rng = &mut Rng::new(scene.seed);
    for body in [&scene.a, &scene.b] {
        let size = 2.0 * body.local().extent();
        let has_form = !matches!(body.kind, Kind::Hull | Kind::Triangle);
        for reach in [0.5, 1.0, 4.0] {
            let point = V::of(rng.point(reach * size, V::DIMENSION));
            let is_at_once = is_nearest(&*body.shape(), point, reach.max(1.0) * size, 0.0)?;
            (forms, at_once) = (forms + u32::from(has_form), at_once + u32::from(has_form && is_at_once));
        }
    }
    Ok((forms, at_once))
}

/// Are more than nine tenths of the answers known at once? Without the feature `speed` trait objects, as here, are left
/// to the search.
fn are_most(at_once: u32, all: u32) -> bool {
    cfg!(not(feature = "speed")) || at_once * 10 > all * 9
}

fn most_nearest_points_need_no_search<V: Space>() {
    let counts = |seed| are_nearest_in(&Scene::<V>::new(seed)).unwrap_or_else(|error| panic!("{seed}: {error}"));
    let (forms, at_once) = (0..300).map(counts).fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
    assert!(forms > 300 && are_most(at_once, forms), "{at_once} of {forms}");
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
        let close = V::Scalar::steps(CLOSE, scene.largest());
        for swapped in [false, true] {
            let answer = |body: &dyn Support<Vector = V>| {
                let point: &dyn Support<Vector = V> = &point;
                if swapped {
                    Query::new().poses(pose_b, pose_a).proximity(point, body)
                } else {
                    Query::new().poses(pose_a, pose_b).proximity(body, point)
                }
            };
            let (with, without) = (answer(&*shape), answer(&Plain(&*shape)));
            let (d, e) = (signed(&with), signed(&without));
            ensure!((d - e).abs() <= close, "{d:e} against {e:e}, {close:e} allowed: {with:?} {without:?}");
            let (status, other) = (with.status(), without.status());
            ensure!(status == other || d.abs() <= close, "{status:?} instead of {other:?}: {with:?}");
        }
        Ok(())
    });
}

fn bodies_that_know_their_nearest_points_answer_as_by_a_search<V: Space>() {
    answer_as_by_a_search::<V, Any>();
}

fn polygons_that_know_their_nearest_points_answer_as_by_a_search<V: Space>() {
    answer_as_by_a_search::<V, Polygons>();
}

fn answer_as_by_a_search<V: Space, F: Family>() {
    check(|scene: &Scene<V, F>| {
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let answer = |a: &dyn Support<Vector = V>| {
            let placed = Query::new().poses(scene.pose_a, scene.pose_b).proximity(a, &*b);
            [placed, Proximity::Separated(Query::new().poses(scene.pose_a, scene.pose_b).distance(a, &*b))]
        };
        let without = answer(&Plain(&*a));
        for (with, without) in answer(&*a).iter().zip(&without) {
            let (d, e) = (signed(with), signed(without));
            let close = V::Scalar::steps(CLOSE, scene.largest()) + CURVED * e.abs();
            ensure!((d - e).abs() <= close, "{d:e} against {e:e}, {close:e} allowed: {with:?} {without:?}");
            let (lower, upper) = bounds(with);
            ensure!(lower <= e + close && e <= upper + close, "{e:e} is not between the bounds: {with:?}");
            let (status, other) = (with.status(), without.status());
            let is_status = status == other || status == Status::Converged || d.abs() <= close;
            ensure!(is_status, "{status:?} instead of {other:?}: {with:?}");
        }
        let e = signed(&without[0]);
        let close = V::Scalar::steps(CLOSE, scene.largest()) + CURVED * e.abs();
        let is_touch = Query::new().poses(scene.pose_a, scene.pose_b).intersects(&*a, &*b);
        ensure!(is_touch == (e <= 0.0) || e.abs() <= close, "{is_touch}, and the signed distance is {e:e}");
        Ok(())
    });
}

/// The distance beside one by a search: with a limit, with a state that another pair left, and with one that it left
/// itself.
fn limits_and_states_leave_bounds_that_hold<V: Space>() {
    check(|scene: &Scene<V, Any>| {
        let rng = &mut Rng::new(!scene.seed);
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let distance =
            Query::new().poses(scene.pose_a, scene.pose_b).distance(erased(&Plain(&*a)), &*b).distance.value();
        let close = V::Scalar::steps(CLOSE, scene.largest()) + CURVED * distance;
        let limits = [rng.uniform(0.0, 1.0), rng.uniform(1.0, 2.0)].map(|share| V::Scalar::of(share * distance));
        let mut state = WarmStart::new();
        for before in [&Scene::new(scene.seed.wrapping_add(1)), scene] {
            let (one, other) = (before.a.shape(), before.b.shape());
            let _ = Query::new().poses(before.pose_a, before.pose_b).warm_start(&mut state).distance(&*one, &*other);
            for limit in limits {
                let mut state = state;
                let query = Query::new().poses(scene.pose_a, scene.pose_b).limit(limit).expect("a length");
                let mut query = query.warm_start(&mut state);
                let found = [query.proximity(&*a, &*b), Proximity::Separated(query.distance(&*a, &*b))];
                for found in found.iter().filter(|found| !overlaps(found)) {
                    let (lower, upper) = bounds(found);
                    let is_between = lower <= distance + close && distance <= upper + close;
                    ensure!(is_between, "{distance:e} is not between the bounds: {found:?}");
                    let is_beyond = found.status() == Status::DistanceLimit;
                    ensure!(!is_beyond || lower > limit.value(), "not beyond {limit:?}: {found:?}");
                    let is_known = found.status() != Status::Converged || upper - distance <= close;
                    ensure!(is_known, "{distance:e} is not known, {close:e} allowed: {found:?}");
                }
            }
        }
        Ok(())
    });
}

/// Two segments: apart, near, with an end or a whole in common, parallel, on one line, of no length, one much longer.
fn segments_answer_as_without_a_closed_form<V: Space>() {
    check(|scene: &Scene<V, Any>| {
        let rng = &mut Rng::new(scene.seed);
        let size = rng.log_uniform(V::Scalar::SMALLEST, 8.0);
        let [a, mut b, mut p, mut q] = [(); 4].map(|()| rng.point(size, V::DIMENSION));
        match rng.below(8) {
            0 => b = a,
            1 => q = p,
            2 => q = add(p, sub(b, a)),
            3 => (p, q) = (add(a, scale(sub(b, a), rng.uniform(0.0, 2.0))), add(a, scale(sub(b, a), -0.5))),
            4 => p = a,
            5 => p = add(a, scale(sub(b, a), rng.uniform(0.0, 1.0))),
            6 => (p, q) = (add(p, scale(sub(p, q), 0.45)), add(p, scale(sub(q, p), 0.01))),
            _ => {}
        }
        let radius = V::Scalar::of(if rng.percent(50) { 0.0 } else { size * rng.uniform(0.0, 0.5) });
        let one = Capsule::new(V::of(a), V::of(b), radius).expect("in range");
        let other = Segment::new(V::of(p), V::of(q)).expect("in range");
        let (pose_a, pose_b) = (scene.pose_a, pose(scene.pose_b.rotation(), scene.pose_a.position().value()));
        let close = V::Scalar::steps(CLOSE, length(pose_a.position().value()) + 8.0 * size);
        let (one, other): (&dyn Support<Vector = V>, &dyn Support<Vector = V>) = (&one, &other);
        for (one, other) in [(one, other), (other, one)] {
            let answer = |one: &dyn Support<Vector = V>| {
                let placed = Query::new().poses(pose_a, pose_b).proximity(one, other);
                let gap = Query::new().poses(pose_a, pose_b).distance(one, other);
                [placed, Query::new().proximity(one, other), Proximity::Separated(gap)]
            };
            for (with, without) in answer(one).iter().zip(&answer(&Plain(one))) {
                let (d, e) = (signed(with), signed(without));
                ensure!((d - e).abs() <= close, "{d:e} against {e:e}, {close:e} allowed: {with:?} {without:?}");
                let (lower, upper) = bounds(with);
                ensure!(lower <= e + close && e <= upper + close, "{e:e} is not between the bounds: {with:?}");
                let (status, other) = (with.status(), without.status());
                ensure!(status == other || d.abs() <= close, "{status:?} instead of {other:?}: {with:?}");
            }
        }
        Ok(())
    });
}

/// A cylinder and a cone, some of them flat or thin, and points about them: beside, above and below, inside, on the
/// axis, in the plane of the base.
fn about_revolved_bodies<S: Number>(
    rounds: usize,
    mut judge: impl FnMut(&dyn Support<Vector = Vec3<S>>, Vec3<S>, f64, &mut Rng) -> Verdict,
) where
    Vec3<S>: Space<Scalar = S>,
{
    let rng = &mut Rng::new(1);
    for _ in 0..rounds {
        let size = rng.log_uniform(S::SMALLEST, 16.0);
        let mut extent = || if rng.percent(5) { 0.0 } else { size * rng.uniform(0.1, 1.0) };
        let (half_height, radius) = (S::of(extent()), S::of(extent()));
        let drum = Cylinder::new(half_height, radius).expect("sizes");
        let hat = Cone::new(half_height, radius).expect("sizes");
        let mut point = rng.point(2.0 * size, 3);
        if rng.percent(10) {
            (point[0], point[1]) = (0.0, 0.0);
        } else if rng.percent(10) {
            point[2] = -half_height.value();
        }
        let point = <Vec3<S> as Space>::of(point);
        judge(&drum, point, size, rng).unwrap_or_else(|error| panic!("{drum:?}: {error}"));
        judge(&hat, point, size, rng).unwrap_or_else(|error| panic!("{hat:?}: {error}"));
    }
}

fn nearest_points_of_revolved_bodies<S: Number>(tolerance: f64)
where
    Vec3<S>: Space<Scalar = S>,
{
    let (mut all, mut at_once) = (0, 0);
    about_revolved_bodies::<S>(2000, |body, point, size, rng| {
        let is_at_once = is_nearest(body, point, 4.0 * size, tolerance)?;
        (all, at_once) = (all + 1, at_once + u32::from(is_at_once));
        let there = Pose::new(Vec3::<S>::rotation(rng.quaternion(3)), point).expect("in range");
        let with = Query::new().poses(Pose::IDENTITY, there).proximity(body, erased(&Point::ORIGIN));
        let without = Query::new().poses(Pose::IDENTITY, there).proximity(erased(&Plain(body)), erased(&Point::ORIGIN));
        let (d, e, close) = (signed(&with), signed(&without), S::steps(CLOSE, 4.0 * size) + tolerance * 4.0 * size);
        ensure!((d - e).abs() <= close, "{d:e} against {e:e}: {point:?} {with:?} {without:?}");
        Ok(())
    });
    assert!(are_most(at_once, all), "{at_once} of {all}");
}

#[test]
fn the_nearest_point_of_a_revolved_body_is_nearest() {
    nearest_points_of_revolved_bodies::<f32>(1e-6);
    nearest_points_of_revolved_bodies::<f64>(1e-8);
    nearest_points_of_revolved_bodies::<I16F16>(0.0);
    nearest_points_of_revolved_bodies::<I32F32>(0.0);
}

/// A ray comes into a body where a search finds it. None if it passes by, else whether that was known at once.
fn comes_in<V: Space>(
    body: &dyn Support<Vector = V>,
    ray: &Ray<V>,
    size: f64,
    tolerance: f64,
) -> Result<Option<bool>, String> {
    let (with, without) = (gjk::ray_cast(body, ray), gjk::ray_cast(erased(&Plain(body)), ray));
    let direction = ray.direction().value();
    // Fixed point has a step of time as well, which times the speed is a way. A ray that all but passes by may do so:
    // then a body a bit larger is met, and one a bit smaller is not.
    let of_time = V::Scalar::steps(2, 0.0) * length(direction);
    let close = V::Scalar::steps(CLOSE, 4.0 * size) + tolerance * size + of_time;
    match (&with, &without) {
        (Some(with), Some(without)) if !with.initially_overlapping && !without.initially_overlapping => {
            // At a corner it may come in through either edge, and along one of them it goes long without going in.
            let steep = |normal| V::unit_value(normal).iter().zip(direction).map(|(n, v)| -n * v).sum::<f64>();
            let steep = steep(with.normal).min(steep(without.normal)).min(length(direction));
            let apart = (with.time.value() - without.time.value()).abs() * steep;
            ensure!(apart <= close, "{apart:e} apart, {close:e} allowed: {ray:?} {with:?} {without:?}");
            Ok(Some(with.iterations <= 1))
        }
        (Some(only), None) | (None, Some(only)) => {
            let at = Point::new(ray.at(only.time)).expect("in range");
            let gap = gjk::distance(erased(&Plain(body)), erased(&at));
            ensure!(gap.distance.value() <= close, "{ray:?} {with:?} {without:?}");
            Ok(None)
        }
        _ => Ok(None),
    }
}

/// Rays at revolved bodies.
fn rays_at_revolved_bodies<S: Number>(tolerance: f64)
where
    Vec3<S>: Space<Scalar = S>,
{
    let (mut hits, mut at_once) = (0, 0);
    about_revolved_bodies::<S>(1000, |body, start, size, rng| {
        let mut aim = rng.point(size, 3);
        if rng.percent(10) {
            (aim[0], aim[1]) = (start.value()[0], start.value()[1]);
        }
        let way = <Vec3<S> as Space>::of(sub(aim, start.value()));
        let Ok(ray) = Ray::new(start, way, S::of(4.0)) else { return Ok(()) };
        if let Some(is_at_once) = comes_in(body, &ray, size, tolerance)? {
            (hits, at_once) = (hits + 1, at_once + u32::from(is_at_once));
        }
        Ok(())
    });
    assert!(hits > 500 && are_most(at_once, hits), "{at_once} of {hits}");
}

#[test]
fn rays_come_into_revolved_bodies_where_a_search_finds_it() {
    rays_at_revolved_bodies::<f32>(1e-5);
    rays_at_revolved_bodies::<f64>(1e-7);
    rays_at_revolved_bodies::<I16F16>(0.0);
    rays_at_revolved_bodies::<I32F32>(0.0);
}

/// Ways that all but run along the side of a cone meet the planes of the closed form far away.
#[test]
fn flat_and_long_rays_at_a_cone_leave_no_range() {
    let number = I16F16::from_num::<f64>;
    let hat = Cone::new(number(1.0), number(1.0)).expect("sizes");
    for (start, rise) in [([5.0, 0.0, -3.0], 2e-5), ([0.1, 0.0, -30.0], 5e-4), ([5.0, 0.0, -300.0], 5e-3)] {
        let (start, way) = (vec3(start[0], start[1], start[2]).map(number), vec3(1.0, 0.0, rise).map(number));
        let ray = Ray::new(start, way, number(30000.0)).expect("a ray");
        let (with, without) = (gjk::ray_cast(&hat, &ray), gjk::ray_cast(&Plain(&hat), &ray));
        assert_eq!(with.is_some(), without.is_some(), "{ray:?}: {with:?} {without:?}");
    }
}

/// Rays at polygons, from outside and inside, along edges, through corners.
fn rays_come_into_polygons_where_a_search_finds_it<V: Space>() {
    check(|scene: &Scene<V, Polygons>| {
        let rng = &mut Rng::new(scene.seed);
        let (body, size) = (scene.a.local(), scene.a.local().extent());
        let corners = scene.a.vertices();
        for _ in 0..4 {
            let corner =
                |rng: &mut Rng| corners.get(rng.below(corners.len().max(1))).map_or([0.0; 3], |&it| it.value());
            let start = if rng.percent(20) {
                add(corner(rng), scale(sub(corner(rng), corner(rng)), rng.uniform(-2.0, 2.0)))
            } else {
                rng.point(3.0 * size, V::DIMENSION)
            };
            let aim = if rng.percent(20) { corner(rng) } else { rng.point(size, V::DIMENSION) };
            let start = V::of(start);
            let Ok(ray) = Ray::new(start, V::of(sub(aim, start.value())), V::Scalar::of(4.0)) else { continue };
            comes_in(&*scene.a.shape(), &ray, 4.0 * body.extent(), 0.0)?;
        }
        Ok(())
    });
}

/// If the nearest points coincide, the displacement between them has no direction: the normal of the nearest facet is
/// better than that of any axis.
#[test]
fn a_centre_in_a_box_has_the_normal_of_the_nearest_facet() {
    let (crate_, ball) = (Cuboid::new(vec3(1.0, 1.0, 1.0)).expect("sizes"), Ball::new(0.5).expect("a size"));
    let inside = Pose::translation(vec3(0.1, -0.9, 0.2)).expect("in range");
    let found = Query::new().poses(Pose::IDENTITY, inside).distance(&crate_, &ball);
    assert_eq!(found.normal, vec3(0.0, -1.0, 0.0));
    assert_eq!((found.on_a, found.on_b), (inside.position(), inside.position()));

    let (square, disc) = (gjk::Rectangle::new(vec2(1.0, 1.0)).expect("sizes"), gjk::Circle::new(0.5).expect("a size"));
    let inside = Pose::translation(vec2(0.1, -0.9)).expect("in range");
    let found = Query::new().poses(inside, Pose::IDENTITY).distance(&disc, &square);
    assert_eq!(found.normal, vec2(0.0, 1.0));
}

#[test]
fn a_margin_that_is_no_size_is_a_bad_support() {
    /// A point whose margin may be anything.
    struct Odd {
        core: Point<Vec3<f64>>,
        margin: f64,
    }

    impl Support for Odd {
        type Vector = Vec3<f64>;

        fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
            self.core.support(dir)
        }

        fn margin(&self) -> f64 {
            self.margin
        }

        fn form(&self) -> Form<'_, Vec3<f64>> {
            self.core.form()
        }
    }

    let point = Point::new(vec3(3.0, 0.0, 4.0)).expect("in range");
    let odd = |margin| Odd { core: Point::ORIGIN, margin };
    assert_eq!(gjk::distance(&odd(1.0), &point).distance, 4.0);
    for margin in [-1.0, f64::NAN, f64::INFINITY, 1e200] {
        for gap in [gjk::distance(&odd(margin), &point), gjk::distance(&point, &odd(margin))] {
            assert_eq!(gap.status, gjk::Status::BadSupport, "{margin}: {gap:?}");
        }
    }
}
