//! Claims about casts and times of impact of random pairs, for every scalar and both dimensions.
//!
//! The bodies are those of [`common::scene`], moved back along their way and a little aside: without that, at the time
//! [`TOGETHER`] they are as the scene has them. So about half of them meet. [`common::reference`] knows how far apart
//! they are at any time. A *step* is that of `properties`, for the larger of size and distance travelled; in fixed
//! point a step of time counts as well.

#[path = "../common/mod.rs"]
mod common;

use common::number::{Number, P, Space, add, cross, dot, length, scale, sub};
use common::reference::{Swept, signed_distance};
use common::scene::{Any, BallAndCuboid, Balls, Capsules, Cuboids, Family, Rng, Scene, Verdict, check, pose};
use fixed::types::{I16F16, I32F32};
use gjk::Vector as _;
use gjk::{
    Capsule, Cylinder, Ellipsoid, Error, Impact, Motion, NBall, NCuboid, Observer, Point, Pose, Query, Ray, Scalar,
    Status, Support, SupportExt as _, SupportFn, Vec2, Vec3, vec2, vec3,
};

/// Steps within which a contact is one.
const CLOSE: u32 = 64;
/// The time at which bodies are as the scene has them, and that at which the motion ends.
const TOGETHER: f64 = 1.0;
const END: f64 = 2.0;

claims! {
    about_half_of_the_casts_hit,
    balls_touch_at_the_time_of_a_hit_and_not_before,
    ball_and_cuboid_touch_at_the_time_of_a_hit_and_not_before,
    capsules_touch_at_the_time_of_a_hit_and_not_before,
    cuboids_touch_at_the_time_of_a_hit_and_not_before,
    bodies_touch_at_the_time_of_a_hit_and_not_before,
    bodies_are_at_the_target_at_the_time_of_a_hit,
    the_time_for_balls_is_that_of_the_closed_form,
    normal_and_points_of_a_hit_belong_to_the_bodies,
    normal_and_points_of_a_hit_belong_to_cuboids,
    cuboids_meet_on_ways_along_their_sides,
    swapped_bodies_with_the_velocity_reversed_meet_at_the_same_time,
    caps_give_lower_bounds_and_never_a_miss,
    bodies_that_stand_still_meet_at_once_or_never,
    a_ray_meets_what_a_moving_point_meets,
    a_ray_comes_as_near_as_a_moving_point,
    the_pose_of_a_alone_is_that_with_the_identity_for_b,
    a_ray_comes_into_a_simple_body_at_once,
    a_simple_body_comes_to_another_at_once,
    poses_after_a_motion_are_where_it_takes_the_bodies,
    turning_bodies_touch_at_the_time_of_impact_and_not_before,
    bodies_apart_do_not_meet_in_no_time,
    without_a_turn_the_time_of_impact_is_that_of_the_cast,
    a_common_motion_changes_nothing,
    clearance_is_what_the_distance_proves,
    scaling_by_a_power_of_two_leaves_the_time_as_it_is,
    thin_plates_stop_fast_bodies,
    a_turning_plate_stops_fast_bodies,
    fast_bodies_are_in_contact_at_the_upper_bound,
    fast_bodies_that_overlap_at_the_start_say_so,
    grazing_bodies_end_with_a_time_or_a_proof,
    a_cast_without_distances_is_that_of_the_search,
    a_cast_of_cuboids_is_that_of_the_search,
    sizes_and_ways_at_the_ends_of_the_range,
}

/// A scene set in motion.
struct Moving<V: Space, F = Any> {
    scene: Scene<V, F>,
    velocity: V,
}

/// The scene with B moved back, and its velocity.
fn moving<V: Space, F: Family>(scene: &Scene<V, F>) -> (Scene<V, F>, V) {
    let rng = &mut Rng::new(!scene.seed);
    let speed = scene.size() * rng.uniform(0.5, 3.0);
    let velocity = V::of(scale(rng.direction(V::DIMENSION), speed));
    let aside = rng.point(scene.size() * 3.0 / (V::DIMENSION + 1) as f64, V::DIMENSION);
    let start = add(sub(scene.pose_b.position().value(), scale(velocity.value(), TOGETHER)), aside);
    (scene.with_poses(scene.pose_a, pose(scene.pose_b.rotation(), start)), velocity)
}

impl<V: Space, F: Family> Moving<V, F> {
    fn new(scene: &Scene<V, F>) -> Self {
        let (scene, velocity) = moving(scene);
        Self { scene, velocity }
    }

    fn cast(&self) -> Option<Impact<V>> {
        self.cast_by(&mut Query::new().poses(self.scene.pose_a, self.scene.pose_b))
    }

    fn cast_by(&self, query: &mut Query<'_, V, gjk::Poses<V>>) -> Option<Impact<V>> {
        let (a, b) = (self.scene.a.shape(), self.scene.b.shape());
        query.shape_cast(&*a, &*b, self.velocity, V::Scalar::of(END)).expect("a velocity and a time")
    }

    fn close(&self) -> f64 {
        close(&self.scene, self.velocity.value())
    }
}

/// How far from contact a contact may be.
fn close<V: Space, F: Family>(scene: &Scene<V, F>, velocity: P) -> f64 {
    let speed = length(velocity);
    if V::Scalar::is_float() {
        V::Scalar::steps(CLOSE, scene.world_size().max(scene.size()) + END * speed)
    } else {
        f64::from(CLOSE) * V::Scalar::ABSOLUTE_STEP * speed.max(1.0)
    }
}

/// The signed distance at a time.
fn apart_at<V: Space, F: Family>(scene: &Scene<V, F>, velocity: P, time: f64) -> (f64, f64) {
    let (a, mut b) = scene.placed();
    b.core.iter_mut().for_each(|point| *point = add(*point, scale(velocity, time)));
    signed_distance(&a, &b, V::DIMENSION)
}

/// The times before the end at which a way is looked at.
fn on_the_way(end: f64) -> impl Iterator<Item = f64> {
    let parts = (0..16).map(|i| f64::from(i) / 16.0).chain([0.99, 0.999, 0.9999]);
    parts.map(move |part| part * end).filter(move |&time| time < end)
}

fn about_half_of_the_casts_hit<V: Space>() {
    const SCENES: u64 = 200;
    let hits = (0..SCENES).filter(|&seed| Moving::<V>::new(&Scene::new(seed)).cast().is_some()).count();
    let share = 100 * hits / SCENES as usize;
    assert!((30..=70).contains(&share), "{share} % hit");
}

fn touches<V: Space, F: Family>(scene: &Scene<V, F>, target: f64) -> Verdict {
    let (scene, velocity) = moving(scene);
    let (a, b) = (scene.a.shape(), scene.b.shape());
    let target = V::Scalar::of(target);
    let mut query = Query::new().poses(scene.pose_a, scene.pose_b).target_distance(target).expect("a size");
    let impact = query.shape_cast(&*a, &*b, velocity, V::Scalar::of(END)).expect("a velocity and a time");
    let (velocity, target) = (velocity.value(), target.value());
    let close = close(&scene, velocity);
    let end = impact.map_or(END, |impact| impact.time.value());
    for time in on_the_way(end) {
        let (low, high) = apart_at(&scene, velocity, time);
        ensure!(high >= target - close, "{low:e} .. {high:e} apart at {time}, {close:e} allowed: {impact:?}");
    }
    let Some(impact) = impact else { return Ok(()) };
    ensure!(impact.status == Status::Converged, "ended badly: {impact:?}");
    ensure!(impact.lower_bound <= impact.time && impact.time <= impact.upper_bound, "bounds: {impact:?}");
    let (low, high) = apart_at(&scene, velocity, impact.time.value());
    ensure!(low <= target + close, "{low:e} .. {high:e} apart at the hit, {close:e} allowed: {impact:?}");
    if impact.time.value() > 0.0 {
        ensure!(high >= target - close, "{low:e} .. {high:e} deep at the hit, {close:e} allowed: {impact:?}");
    } else if (low - target).abs() > close {
        ensure!(impact.initially_overlapping == (low < target), "{low:e} apart at the start: {impact:?}");
    }
    if impact.upper_bound < V::Scalar::MAX {
        let (low, _) = apart_at(&scene, velocity, impact.upper_bound.value());
        ensure!(low <= target + close, "{low:e} apart at the upper bound: {impact:?}");
    }
    Ok(())
}

fn balls_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, Balls>| touches(scene, 0.0));
}

fn ball_and_cuboid_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, BallAndCuboid>| touches(scene, 0.0));
}

fn capsules_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, Capsules>| touches(scene, 0.0));
}

fn cuboids_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, Cuboids>| touches(scene, 0.0));
}

fn bodies_touch_at_the_time_of_a_hit_and_not_before<V: Space>() {
    check(|scene: &Scene<V, Any>| touches(scene, 0.0));
}

fn bodies_are_at_the_target_at_the_time_of_a_hit<V: Space>() {
    check(|scene: &Scene<V, Any>| touches(scene, 0.25));
}

fn the_time_for_balls_is_that_of_the_closed_form<V: Space>() {
    check(|scene: &Scene<V, Balls>| {
        let (scene, velocity) = moving(scene);
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
        let impact = query.shape_cast(&*a, &*b, velocity, V::Scalar::of(END)).expect("a velocity and a time");
        let (v, close) = (velocity.value(), close(&scene, velocity.value()));
        let apart = sub(scene.pose_b.position().value(), scene.pose_a.position().value());
        let reach = scene.a.radius.value() + scene.b.radius.value();
        // |apart + t·v| = reach
        let (square, half) = (dot(v, v), dot(apart, v));
        let root = half * half - square * (dot(apart, apart) - reach * reach);
        if length(apart) <= reach + close {
            return Ok(());
        }
        let expected = (root >= 0.0).then(|| (-half - root.sqrt()) / square).filter(|t| (0.0..=END).contains(t));
        // How fast the distance falls at the contact, of which a time is worth so much.
        let approach = root.max(0.0).sqrt() / reach;
        match (impact, expected) {
            (Some(impact), Some(time)) => {
                let off = (impact.time.value() - time).abs() * approach;
                ensure!(off <= close + close * close / reach, "{time} expected, off by {off:e}: {impact:?}");
            }
            (None, None) => {}
            _ => {
                let nearest = (-half / square).clamp(0.0, END);
                let by = length(add(apart, scale(v, nearest))) - reach;
                ensure!(by.abs() <= close, "{expected:?} expected, passing by {by:e}: {impact:?}");
            }
        }
        Ok(())
    });
}

fn normal_and_points_of_a_hit_belong_to_the_bodies<V: Space>() {
    normal_and_points_belong_to_the_bodies::<V, Any>();
}

fn normal_and_points_of_a_hit_belong_to_cuboids<V: Space>() {
    normal_and_points_belong_to_the_bodies::<V, Cuboids>();
}

fn normal_and_points_belong_to_the_bodies<V: Space, F: Family>() {
    check(|scene: &Scene<V, F>| {
        let moving = Moving::new(scene);
        let Some(impact) = moving.cast() else { return Ok(()) };
        let (a, mut b) = moving.scene.placed();
        let way = scale(moving.velocity.value(), impact.time.value());
        b.core.iter_mut().for_each(|point| *point = add(*point, way));
        let (normal, close) = (V::unit_value(impact.normal), moving.close());
        let unit_step = V::Scalar::RELATIVE_STEP.max(2.0_f64.powi(-28));
        ensure!((length(normal) - 1.0).abs() <= 4.0 * unit_step, "no unit vector: {impact:?}");
        if impact.initially_overlapping {
            return Ok(());
        }
        let (on_a, on_b) = (impact.on_a.value(), impact.on_b.value());
        ensure!(length(sub(on_b, on_a)) <= 2.0 * close, "points apart: {impact:?}");
        for plane in common::scene::planes(V::DIMENSION).chain([normal]) {
            let outside = |body: &Swept, point: P| dot(plane, point) - body.reach(plane);
            ensure!(outside(&a, on_a) <= close && outside(&b, on_b) <= close, "points outside: {impact:?}");
        }
        // A plane turned a little from the best one still nearly touches both bodies.
        let gap = -b.reach(scale(normal, -1.0)) - a.reach(normal);
        let lean = (close * moving.scene.size()).sqrt() + close;
        ensure!(gap.abs() <= 4.0 * lean, "the plane is off by {gap:e}: {impact:?}");
        Ok(())
    });
}

/// Where the way is along sides, and edges are parallel.
fn cuboids_meet_on_ways_along_their_sides<V: Space>() {
    let (mut hits, mut misses) = (0, 0);
    let half = |x: f64, y: f64, z: f64| NCuboid::new(V::of([x, y, z])).expect("sizes");
    let (a, b) = (half(1.0, 1.0, 1.0), half(0.5, 0.25, 2.0));
    for quarter in 0..4 {
        for (x, y) in [(0.0, 0.0), (0.75, 0.0), (1.0, 0.0), (0.75, 0.75), (1.75, 0.0), (0.0, 1.75), (2.0, 2.0)] {
            let angle = f64::from(quarter) * core::f64::consts::FRAC_PI_2;
            let half_angle = 0.5 * angle;
            let in_plane = [angle.sin(), 0.0, 0.0, angle.cos()];
            let in_space = [0.0, 0.0, half_angle.sin(), half_angle.cos()];
            let turn = V::rotation(if V::DIMENSION == 2 { in_plane } else { in_space });
            // Down along the second axis.
            let start = pose(turn, [x, 4.0 + y, 0.0]);
            let mut query = Query::new().poses(Pose::IDENTITY, start);
            let hit = query.shape_cast(&a, &b, V::of([0.0, -2.0, 0.0]), V::Scalar::of(4.0)).expect("a velocity");
            let [wide, long] = if quarter % 2 == 0 { [0.5, 0.25] } else { [0.25, 0.5] };
            let (overhang, step) = (x - wide - 1.0, 64.0 * V::Scalar::ABSOLUTE_STEP.max(V::Scalar::RELATIVE_STEP));
            let Some(hit) = hit else {
                misses += 1;
                assert!(overhang > -step, "{quarter} {x} {y}");
                continue;
            };
            hits += 1;
            assert!(overhang < step, "{quarter} {x} {y}: {hit:?}");
            let time = (4.0 + y - long - 1.0) / 2.0;
            assert!((hit.time.value() - time).abs() <= step && hit.status == Status::Converged, "{time}: {hit:?}");
            assert!(hit.upper_bound.value() <= time + step, "{time}: {hit:?}");
            if overhang < -step {
                assert!((V::unit_value(hit.normal)[1] - 1.0).abs() <= step, "{hit:?}");
                let [across, along, _] = hit.on_a.value();
                assert!((along - 1.0).abs() <= step && across.abs() <= 1.0 + step, "{hit:?}");
            }
        }
    }
    assert!(hits > 12 && misses > 6, "{hits} hits, {misses} misses");
}

fn swapped_bodies_with_the_velocity_reversed_meet_at_the_same_time<V: Space>() {
    check(|scene: &Scene<V>| {
        let moving = Moving::new(scene);
        let (scene, close) = (&moving.scene, 2.0 * moving.close());
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let mut query = Query::new().poses(scene.pose_b, scene.pose_a);
        let swapped = query.shape_cast(&*b, &*a, -moving.velocity, V::Scalar::of(END)).expect("a velocity and a time");
        let velocity = moving.velocity.value();
        match (moving.cast(), swapped) {
            (None, None) => Ok(()),
            (Some(one), Some(other)) => {
                // Where the bodies all but slide along each other, a time is worth little.
                for time in [one.time.value(), other.time.value()] {
                    let (low, high) = apart_at(scene, velocity, time);
                    ensure!(time == 0.0 || (low <= close && high >= -close), "{low:e} apart: {one:?} {other:?}");
                }
                ensure!(
                    one.initially_overlapping == other.initially_overlapping || {
                        let (low, high) = apart_at(scene, velocity, 0.0);
                        low <= close && high >= -close
                    },
                    "flags differ: {one:?} {other:?}"
                );
                Ok(())
            }
            (Some(impact), None) | (None, Some(impact)) => {
                let deepest = on_the_way(END).map(|time| apart_at(scene, velocity, time).1).fold(f64::MAX, f64::min);
                ensure!(deepest >= -close, "one of them misses, {deepest:e} deep: {impact:?}");
                Ok(())
            }
        }
    });
}

fn caps_give_lower_bounds_and_never_a_miss<V: Space>() {
    check(|scene: &Scene<V>| {
        let moving = Moving::new(scene);
        let (full, close) = (moving.cast(), moving.close());
        for cap in 0..4 {
            for (poses, rounds) in [(cap, 64), (4096, cap), (cap, cap)] {
                let query = Query::new().max_cast_iterations(poses).max_iterations(rounds);
                let capped = moving.cast_by(&mut query.poses(moving.scene.pose_a, moving.scene.pose_b));
                let end = capped.map_or(END, |capped| capped.lower_bound.value());
                let (low, high) = apart_at(&moving.scene, moving.velocity.value(), 0.99999 * end);
                ensure!(
                    end == 0.0 || high >= -close,
                    "{poses}, {rounds}: {low:e} apart before {end}: {capped:?} {full:?}"
                );
                let Some(capped) = capped else {
                    let passes =
                        full.is_none_or(|full| full.upper_bound == V::Scalar::MAX || !full.initially_overlapping);
                    ensure!(passes, "a miss: {full:?}");
                    continue;
                };
                ensure!(capped.iterations <= poses, "{poses} poses: {capped:?}");
                let is_open = capped.status != Status::Converged;
                ensure!(!is_open || capped.upper_bound == V::Scalar::MAX || full.is_some(), "{capped:?} {full:?}");
            }
        }
        Ok(())
    });
}

fn bodies_that_stand_still_meet_at_once_or_never<V: Space>() {
    check(|scene: &Scene<V>| {
        let still = Moving { scene: scene.clone(), velocity: V::ZERO };
        let (low, high) = apart_at(scene, [0.0; 3], 0.0);
        let close = still.close();
        match still.cast() {
            Some(impact) => {
                ensure!(impact.time.value() == 0.0 && low <= close, "{low:e} apart: {impact:?}");
                ensure!(impact.initially_overlapping == (high < 0.0) || high.abs() <= close, "{high:e}: {impact:?}");
            }
            None => {
                ensure!(high >= -close, "a miss, {high:e} deep");
            }
        }
        Ok(())
    });
}

fn a_ray_meets_what_a_moving_point_meets<V: Space>() {
    check(|scene: &Scene<V>| ray_meets(scene, 0.0));
}

fn a_ray_comes_as_near_as_a_moving_point<V: Space>() {
    check(|scene: &Scene<V>| ray_meets(scene, 0.25));
}

fn ray_meets<V: Space>(scene: &Scene<V>, target: f64) -> Verdict {
    let (scene, velocity) = moving(scene);
    let shape = scene.a.shape();
    let (start, end, distance) = (scene.pose_b.position(), V::Scalar::of(END), V::Scalar::of(target));
    let ray = Ray::new(start, velocity, end).expect("a ray");
    let query = |pose_b| Query::new().poses(scene.pose_a, pose_b).target_distance(distance).expect("a size");
    let hit = query(Pose::IDENTITY).ray_cast(&*shape, &ray);
    let mut query = query(Pose::translation(start).expect("in range"));
    let cast = query.shape_cast(&*shape, &Point::ORIGIN, velocity, end).expect("a velocity and a time");
    let close = close(&scene, velocity.value());
    let apart_from = |point: P| {
        let point = Swept { core: vec![point], radius: 0.0 };
        signed_distance(&scene.a.at(scene.pose_a), &point, V::DIMENSION)
    };
    let apart = |time: f64| apart_from(add(start.value(), scale(velocity.value(), time)));
    for time in on_the_way(hit.map_or(END, |hit| hit.time.value())) {
        ensure!(apart(time).1 >= target - close, "nearer at {time}: {hit:?}");
    }
    if let Some(hit) = hit {
        let (low, _) = apart(hit.time.value());
        ensure!(low <= target + close, "{low:e} outside: {hit:?}");
        let on_ray = length(sub(hit.on_b.value(), ray.at(hit.time).value()));
        ensure!(on_ray <= close, "off the ray by {on_ray:e}: {hit:?}");
        let is_at_start = (apart(0.0).0 - target).abs() <= close;
        ensure!((hit.time.value() == 0.0) == hit.initially_overlapping || is_at_start, "{hit:?}");
        if !hit.initially_overlapping {
            let (outside, _) = apart_from(hit.on_a.value());
            ensure!(outside <= close, "the point of A is {outside:e} outside: {hit:?}");
        }
    }
    let grazes = || on_the_way(END).all(|time| apart(time).1 >= target - close);
    ensure!(hit.is_some() == cast.is_some() || grazes(), "{hit:?} against {cast:?}");
    Ok(())
}

fn the_pose_of_a_alone_is_that_with_the_identity_for_b<V: Space>() {
    check(|scene: &Scene<V>| {
        let (scene, velocity) = moving(scene);
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let (both, one) = (Query::new().poses(scene.pose_a, Pose::IDENTITY), Query::new().pose_of_a(scene.pose_a));
        let ray = Ray::new(scene.pose_b.position(), velocity, V::Scalar::of(END)).expect("a ray");
        macro_rules! answers {
            ($query:expr) => {{
                let mut query = $query;
                let proximity = query.proximity(&*a, &*b);
                let penetration = query.penetration(&*a, &*b);
                let cast = query.shape_cast(&*a, &*b, velocity, V::Scalar::of(END));
                let touch = query.intersects(&*a, &*b);
                (touch, query.distance(&*a, &*b), penetration, proximity, cast, query.ray_cast(&*a, &ray))
            }};
        }
        let (both, one) = (answers!(both), answers!(one));
        ensure!(both == one, "{both:?} against {one:?}");
        Ok(())
    });
}

/// A rotation vector as a matrix, by rows.
fn turned([x, y, z]: P, p: P) -> P {
    let angle = length([x, y, z]);
    if angle == 0.0 {
        return p;
    }
    let k = scale([x, y, z], 1.0 / angle);
    let (sin, cos) = angle.sin_cos();
    add(add(scale(p, cos), scale(cross(k, p), sin)), scale(k, dot(k, p) * (1.0 - cos)))
}

/// Bodies that move and turn.
struct Tumbling<V: Space> {
    scene: Scene<V>,
    motions: [Motion<V>; 2],
    linear: [P; 2],
    angular: [P; 2],
}

/// An angular velocity from a vector; in the plane from its last component.
trait Spin: Space {
    fn spin(rates: P) -> (gjk::AngularOf<Self>, P);
}

impl<S: Number> Spin for Vec2<S> {
    fn spin([_, _, rate]: P) -> (S, P) {
        (S::of(rate), [0.0, 0.0, S::of(rate).value()])
    }
}

impl<S: Number> Spin for Vec3<S> {
    fn spin(rates: P) -> (Self, P) {
        let rates = <Self as Space>::of(rates);
        (rates, rates.value())
    }
}

impl<V: Spin> Tumbling<V> {
    fn new(scene: &Scene<V>) -> Self {
        let (scene, velocity) = moving(scene);
        let rng = &mut Rng::new(scene.seed ^ 0x5eed);
        let common = V::of(rng.point(scene.size() / 2.0, V::DIMENSION));
        let mut body = |linear: V| {
            let rates = scale(rng.direction(3), if rng.percent(20) { 0.0 } else { rng.uniform(0.1, 8.0) });
            let (angular, rates) = V::spin(rates);
            (Motion::new(linear, angular).expect("in range"), linear.value(), rates)
        };
        let (a, b) = (body(common), body(common + velocity));
        Self { scene, motions: [a.0, b.0], linear: [a.1, b.1], angular: [a.2, b.2] }
    }

    /// The bodies at a time.
    fn at(&self, time: f64) -> [Swept; 2] {
        let Scene { a, b, pose_a, pose_b, .. } = &self.scene;
        [(a, pose_a, 0), (b, pose_b, 1)].map(|(body, start, i)| {
            let turned_at_start = body.at(Pose::rotated(start.rotation()));
            let position = add(start.position().value(), scale(self.linear[i], time));
            let place = |p: &P| add(position, turned(scale(self.angular[i], time), *p));
            Swept { core: turned_at_start.core.iter().map(place).collect(), radius: turned_at_start.radius }
        })
    }

    fn apart_at(&self, time: f64) -> (f64, f64) {
        let [a, b] = self.at(time);
        signed_distance(&a, &b, V::DIMENSION)
    }

    fn close(&self) -> f64 {
        let Scene { a, b, .. } = &self.scene;
        let turning = [a, b].into_iter().zip(&self.angular).map(|(body, w)| length(*w) * body.local().extent());
        let speed: f64 = self.linear.iter().map(|v| length(*v)).sum::<f64>() + turning.sum::<f64>();
        let size = self.scene.world_size() + END * speed;
        // Fixed point rounds rates to a step: so much more for every unit of size and of time.
        if V::Scalar::is_float() { V::Scalar::steps(CLOSE, size) } else { V::Scalar::steps(CLOSE, 0.0) * size.max(1.0) }
    }
}

fn poses_after_a_motion_are_where_it_takes_the_bodies<V: Spin>() {
    check(|scene: &Scene<V>| {
        let tumbling = Tumbling::new(scene);
        let Tumbling { scene, motions, .. } = &tumbling;
        for time in [0.0, 0.75, END, -END] {
            let starts = [(&scene.a, scene.pose_a), (&scene.b, scene.pose_b)];
            for (((body, start), motion), expected) in starts.into_iter().zip(motions).zip(tumbling.at(time)) {
                let found = body.at(motion.pose_after(start, V::Scalar::of(time)).expect("in range"));
                let errors = found.core.iter().zip(&expected.core).map(|(found, exact)| length(sub(*found, *exact)));
                let worst = errors.fold(0.0, f64::max);
                ensure!(worst <= tumbling.close(), "off by {worst:e} at {time}");
            }
        }
        Ok(())
    });
}

fn bodies_apart_do_not_meet_in_no_time<V: Spin>() {
    check(|scene: &Scene<V>| {
        let tumbling = Tumbling::new(scene);
        let [motion_a, motion_b] = &tumbling.motions;
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let query = || Query::new().poses(scene.pose_a, scene.pose_b);
        let (gap, nil) = (query().distance(&*a, &*b), V::Scalar::of(0.0));
        if gap.lower_bound.value() > tumbling.close() {
            let impact = query().time_of_impact(&*a, &*b, motion_a, motion_b, nil).expect("a time");
            ensure!(impact.is_none(), "{gap:?}, {impact:?}");
            let impact = query().shape_cast(&*a, &*b, motion_b.velocity(), nil).expect("a velocity and a time");
            ensure!(impact.is_none(), "{gap:?}, cast {impact:?}");
        }
        Ok(())
    });
}

fn turning_bodies_touch_at_the_time_of_impact_and_not_before<V: Spin>() {
    check(|scene: &Scene<V>| {
        let tumbling = Tumbling::new(scene);
        let Tumbling { scene, motions: [motion_a, motion_b], .. } = &tumbling;
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
        let impact = query.time_of_impact(&*a, &*b, motion_a, motion_b, V::Scalar::of(END)).expect("a time");
        let close = tumbling.close();
        for time in on_the_way(impact.map_or(END, |impact| impact.time.value())) {
            let (low, high) = tumbling.apart_at(time);
            ensure!(high >= -close, "{low:e} .. {high:e} apart at {time}, {close:e} allowed: {impact:?}");
        }
        let Some(impact) = impact else { return Ok(()) };
        ensure!(impact.status == Status::Converged, "ended badly: {impact:?}");
        let (low, high) = tumbling.apart_at(impact.time.value());
        ensure!(low <= close, "{low:e} .. {high:e} apart at the impact, {close:e} allowed: {impact:?}");
        ensure!(impact.time.value() == 0.0 || high >= -close, "{high:e} deep at the impact: {impact:?}");
        if impact.time.value() > 0.0 {
            let apart = length(sub(impact.on_b.value(), impact.on_a.value()));
            ensure!(apart <= 2.0 * close, "points {apart:e} apart: {impact:?}");
            for (body, point) in tumbling.at(impact.time.value()).iter().zip([impact.on_a, impact.on_b]) {
                for plane in common::scene::planes(V::DIMENSION) {
                    let outside = dot(plane, point.value()) - body.reach(plane);
                    ensure!(outside <= 2.0 * close, "outside by {outside:e}: {impact:?}");
                }
            }
        }
        Ok(())
    });
}

fn without_a_turn_the_time_of_impact_is_that_of_the_cast<V: Space>() {
    check(|scene: &Scene<V>| {
        let moving = Moving::new(scene);
        let Moving { scene, velocity } = &moving;
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let motion = Motion::linear(*velocity).expect("in range");
        let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
        let impact = query.time_of_impact(&*a, &*b, &Motion::still(), &motion, V::Scalar::of(END)).expect("a time");
        ensure!(impact == moving.cast(), "{impact:?} against {:?}", moving.cast());
        Ok(())
    });
}

fn a_common_motion_changes_nothing<V: Space>() {
    check(|scene: &Scene<V>| {
        let Moving { scene, velocity } = Moving::new(scene);
        let common = V::of(common::scene::on_grid(Rng::new(scene.seed).point(4.0, V::DIMENSION)));
        let velocity = V::of(common::scene::on_grid(velocity.value()));
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let ask = |own: V, other: V| {
            let (own, other) = (Motion::linear(own).expect("in range"), Motion::linear(other).expect("in range"));
            let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
            query.time_of_impact(&*a, &*b, &own, &other, V::Scalar::of(END)).expect("a time")
        };
        let (one, other) = (ask(V::ZERO, velocity), ask(common, common + velocity));
        let facts = |impact: Option<Impact<V>>| impact.map(|impact| (impact.time, impact.upper_bound, impact.normal));
        ensure!(facts(one) == facts(other), "{one:?} {other:?}");
        if let (Some(one), Some(other)) = (one, other) {
            let carried = scale(common.value(), one.time.value());
            let off = length(sub(sub(other.on_a.value(), one.on_a.value()), carried));
            let size = scene.world_size() + length(carried);
            ensure!(off <= V::Scalar::steps(CLOSE, size), "not carried along: {one:?} {other:?}");
        }
        Ok(())
    });
}

fn clearance_is_what_the_distance_proves<V: Space>() {
    check(|scene: &Scene<V>| {
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let mut query = Query::new().poses(scene.pose_a, scene.pose_b);
        let gap = query.distance(&*a, &*b);
        let close = V::Scalar::steps(CLOSE, scene.size());
        for margin in [0.0, 0.01, 0.5, 2.0, 8.0] {
            let margin = V::Scalar::of(margin);
            let is_clear = query.has_clearance(&*a, &*b, margin);
            let at_margin = (gap.distance.value() - margin.value()).abs() <= close;
            ensure!(is_clear == (gap.lower_bound > margin) || at_margin, "{margin:?}, {is_clear}: {gap:?}");
        }
        ensure!(!query.has_clearance(&*a, &*b, -V::Scalar::ONE), "a negative margin");
        Ok(())
    });
}

fn scaling_by_a_power_of_two_leaves_the_time_as_it_is<V: Space>() {
    if !V::Scalar::is_float() {
        return;
    }
    check(|scene: &Scene<V>| {
        let here = Moving::new(scene);
        let span = V::Scalar::SCALINGS;
        let exponent = Rng::new(scene.seed).below(2 * span as usize + 1) as i32 - span;
        let velocity = V::of(scale(here.velocity.value(), 2.0_f64.powi(exponent)));
        let there = Moving { scene: here.scene.scaled(exponent), velocity };
        let facts = |impact: &Impact<V>| {
            let flags = (impact.initially_overlapping, impact.iterations, impact.status);
            (impact.time, impact.lower_bound, impact.upper_bound, impact.normal, flags)
        };
        let (one, other) = (here.cast(), there.cast());
        ensure!(one.as_ref().map(facts) == other.as_ref().map(facts), "2^{exponent}: {one:?} {other:?}");
        Ok(())
    });
}

/// A plate across x, as thin as the scalar allows.
fn plate<V: Space>() -> (NCuboid<V>, f64) {
    let thickness = (16.0 * V::Scalar::ABSOLUTE_STEP).max(1e-5);
    (NCuboid::new(V::of([thickness, 2.0, 2.0])).expect("sizes"), thickness)
}

fn thin_plates_stop_fast_bodies<V: Space>() {
    check(|scene: &Scene<V>| {
        let (plate, thickness) = plate::<V>();
        let rng = &mut Rng::new(scene.seed);
        let (radius, offset, speed) = (rng.uniform(0.01, 0.5), rng.uniform(-1.0, 1.0), rng.uniform(10.0, 1000.0));
        let ball = gjk::NBall::<V>::new(V::Scalar::of(radius)).expect("a size");
        let start = Pose::translation(V::of([-5.0, offset, 0.0])).expect("in range");
        let speed = V::Scalar::of(speed);
        let velocity = V::of([speed.value(), 0.0, 0.0]);
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let impact = query.shape_cast(&plate, &ball, velocity, V::Scalar::of(1.0)).expect("a velocity and a time");
        let impact = impact.ok_or("it went through")?;
        let reach = 5.0 - V::Scalar::of(thickness).value() - V::Scalar::of(radius).value();
        let off = (impact.time.value() * speed.value() - reach).abs();
        let close = V::Scalar::steps(CLOSE, 5.0) + 4.0 * V::Scalar::ABSOLUTE_STEP * speed.value();
        ensure!(off <= close, "off by {off:e}: {impact:?}");
        ensure!(V::unit_value(impact.normal) == [-1.0, 0.0, 0.0], "normal: {impact:?}");
        Ok(())
    });
}

fn a_turning_plate_stops_fast_bodies<V: Spin>() {
    check(|scene: &Scene<V>| {
        let (plate, _) = plate::<V>();
        let rng = &mut Rng::new(scene.seed);
        let (angular, _) = V::spin([0.0, 0.0, rng.uniform(-2.0, 2.0)]);
        let spinning = Motion::new(V::ZERO, angular).expect("in range");
        let (tumbling, _) = V::spin(rng.point(8.0, 3));
        let speed = rng.uniform(50.0, 500.0);
        let shot = Motion::new(V::of([speed, 0.0, 0.0]), tumbling).expect("in range");
        let pellet = NCuboid::<V>::new(V::of([0.01, 0.01, 0.01])).expect("sizes");
        let start = Pose::translation(V::of([-5.0, rng.uniform(-0.5, 0.5), 0.0])).expect("in range");
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let impact = query.time_of_impact(&plate, &pellet, &spinning, &shot, V::Scalar::of(1.0)).expect("a time");
        let impact = impact.ok_or("it went through")?;
        ensure!(impact.on_b.value()[0].abs() < 0.75, "not at the plate: {impact:?}");
        Ok(())
    });
}

/// In a step of time of fixed point the end of the rod comes farther than a few steps of length.
fn fast_bodies_are_in_contact_at_the_upper_bound<V: Spin>() {
    check(|scene: &Scene<V>| {
        let rng = &mut Rng::new(scene.seed);
        let rod = NCuboid::<V>::new(V::of([256.0, 8.0, 8.0])).expect("sizes");
        let post = NCuboid::<V>::new(V::of([8.0; 3])).expect("sizes");
        let (ball, still) = (gjk::NBall::<V>::new(V::Scalar::of(8.0)).expect("a size"), Motion::still());
        let bodies: [&dyn Support<Vector = V>; 2] = [&post, &ball];
        let body = bodies[usize::from(rng.percent(50))];
        let place = pose(Pose::<V>::IDENTITY.rotation(), [rng.uniform(40.0, 240.0), rng.uniform(20.0, 100.0), 0.0]);
        let (angular, _) = V::spin([0.0, 0.0, rng.uniform(1.0, 16.0)]);
        let spinning = Motion::new(V::ZERO, angular).expect("in range");
        let mut query = Query::new().poses(Pose::IDENTITY, place);
        let impact = query.time_of_impact(&rod, body, &spinning, &still, V::Scalar::of(4.0)).expect("a time");
        let impact = impact.ok_or("it is in the way")?;
        let later = spinning.pose_after(Pose::IDENTITY, impact.upper_bound).expect("in range");
        let gap = Query::new().poses(later, place).distance(&rod, body).distance.value();
        ensure!(gap <= V::Scalar::steps(8, 256.0), "{gap:e} apart: {impact:?}");
        Ok(())
    });
}

/// How far bodies come in a step of time is of no matter before they move.
fn fast_bodies_that_overlap_at_the_start_say_so<V: Spin>() {
    check(|scene: &Scene<V>| {
        let rng = &mut Rng::new(scene.seed);
        let cube = NCuboid::<V>::new(V::of([8.0; 3])).expect("sizes");
        let depth = (16 + rng.below(48)) as f64 * V::Scalar::steps(1, 16.0);
        let start = Pose::translation(V::of([16.0 - depth, 1.0, 0.0])).expect("in range");
        let velocity = V::of([-rng.uniform(64.0, 512.0), 0.0, 0.0]);
        let still = Motion::still();
        let (angular, _) = V::spin([0.0, 0.0, rng.uniform(1.0, 16.0)]);
        let moving = Motion::new(velocity, angular).expect("in range");
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let turned = query.time_of_impact(&cube, &cube, &still, &moving, V::Scalar::of(1.0)).expect("a time");
        let cast = query.shape_cast(&cube, &cube, velocity, V::Scalar::of(1.0)).expect("a velocity");
        for impact in [turned, cast] {
            let impact = impact.ok_or("they overlap")?;
            ensure!(impact.initially_overlapping && impact.time == V::Scalar::NIL, "{depth:e} deep: {impact:?}");
        }
        Ok(())
    });
}

fn grazing_bodies_end_with_a_time_or_a_proof<V: Space>() {
    check(|scene: &Scene<V>| {
        // A cube whose lower face slides at the height of the upper face of another, or a few steps beside it.
        let cube = NCuboid::<V>::new(V::of([1.0; 3])).expect("sizes");
        let rng = &mut Rng::new(scene.seed);
        let beside = (rng.below(9) as f64 - 4.0) * V::Scalar::steps(1, 2.0);
        let start = Pose::translation(V::of([-8.0, 2.0 + beside, 0.0])).expect("in range");
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let impact = query.shape_cast(&cube, &cube, V::of([1.0, 0.0, 0.0]), V::Scalar::of(20.0)).expect("a velocity");
        match impact {
            Some(impact) => {
                let off = (impact.time.value() - 6.0).abs();
                ensure!(beside <= V::Scalar::steps(CLOSE, 8.0), "beside by {beside:e}: {impact:?}");
                ensure!(off <= V::Scalar::steps(CLOSE, 8.0), "{beside:e}: off by {off:e}: {impact:?}");
            }
            None => {
                ensure!(beside >= -V::Scalar::steps(CLOSE, 8.0), "a miss, {beside:e} deep");
            }
        }
        Ok(())
    });
}

/// A closed form tells where a ray comes into a ball, a box or a capsule, and mostly no other pose is looked at.
fn a_ray_comes_into_a_simple_body_at_once<V: Space>() {
    let rng = &mut Rng::new(3);
    let (mut hits, mut at_once) = ([0; 3], [0; 3]);
    for _ in 0..1000 {
        let size = rng.log_uniform(V::Scalar::SMALLEST, 16.0);
        let [x, y, z] = [(); 3].map(|()| rng.uniform(0.2, 1.0) * size);
        let end = V::of(scale(rng.direction(V::DIMENSION), x));
        let ball = NBall::<V>::new(V::Scalar::of(x)).expect("a size");
        let cuboid = NCuboid::new(V::of([x, y, z])).expect("sizes");
        let capsule = Capsule::new(-end, end, V::Scalar::of(y)).expect("a size");
        let there = pose(V::rotation(rng.quaternion(V::DIMENSION)), rng.point(size, V::DIMENSION));
        let start = add(there.position().value(), scale(rng.direction(V::DIMENSION), 3.0 * size));
        let way = sub(add(there.position().value(), rng.point(size, V::DIMENSION)), start);
        let ray = Ray::new(V::of(start), V::of(way), V::Scalar::of(2.0)).expect("a ray");
        let bodies: [&dyn Support<Vector = V>; 3] = [&ball, &cuboid, &capsule];
        for (kind, body) in bodies.into_iter().enumerate() {
            let Some(hit) = Query::new().poses(there, Pose::IDENTITY).ray_cast(body, &ray) else { continue };
            hits[kind] += 1;
            at_once[kind] += u32::from(hit.iterations <= 1);
        }
    }
    for (hits, at_once) in hits.into_iter().zip(at_once) {
        assert!(hits > 300 && 10 * at_once >= 9 * hits, "{at_once} of {hits} at once");
    }
}

/// So it does where a ball comes to such a body, and a capsule to a capsule in space, in floats.
fn a_simple_body_comes_to_another_at_once<V: Space>() {
    if !V::Scalar::is_float() {
        return;
    }
    let rng = &mut Rng::new(4);
    let (mut hits, mut at_once) = ([0; 7], [0; 7]);
    for _ in 0..1000 {
        let size = rng.log_uniform(V::Scalar::SMALLEST, 16.0);
        let mut sizes = || [(); 3].map(|()| rng.uniform(0.2, 1.0) * size);
        let ([x, y, z], [radius, wide, long]) = (sizes(), sizes());
        let [end, other_end] = [y, long].map(|length| V::of(scale(rng.direction(V::DIMENSION), length)));
        let [ball, small] = [x, radius].map(|radius| NBall::<V>::new(V::Scalar::of(radius)).expect("a size"));
        let [cuboid, parcel] = [[x, y, z], [radius, wide, long]].map(|half| NCuboid::new(V::of(half)).expect("sizes"));
        let capsule = Capsule::new(-end, end, V::Scalar::of(z)).expect("a size");
        let rod = Capsule::new(-other_end, other_end, V::Scalar::of(wide)).expect("a size");
        let mut turn = || V::rotation(rng.quaternion(V::DIMENSION));
        let (turn_a, turn_b) = (turn(), turn());
        let there = pose(turn_a, rng.point(size, V::DIMENSION));
        let start = add(there.position().value(), scale(rng.direction(V::DIMENSION), 6.0 * size));
        let way = V::of(sub(add(there.position().value(), rng.point(size, V::DIMENSION)), start));
        let bodies: [[&dyn Support<Vector = V>; 2]; 7] = [
            [&ball, &small],
            [&cuboid, &small],
            [&small, &cuboid],
            [&capsule, &small],
            [&small, &capsule],
            [&capsule, &rod],
            [&cuboid, &parcel],
        ];
        for (kind, [a, b]) in bodies.into_iter().enumerate() {
            let mut query = Query::new().poses(there, pose(turn_b, start));
            let Some(hit) = query.shape_cast(a, b, way, V::Scalar::of(2.0)).expect("a velocity") else { continue };
            hits[kind] += 1;
            at_once[kind] += u32::from(hit.iterations <= 1);
        }
    }
    for (kind, (hits, at_once)) in hits.into_iter().zip(at_once).enumerate() {
        let is_left = kind == 5 && V::DIMENSION == 2;
        assert!(hits > 300 && (is_left || 100 * at_once >= 97 * hits), "{kind}: {at_once} of {hits} at once");
    }
}

/// A distance is known to a part of what it is between cores. With a margin or a target that is not the gap that is
/// left.
#[test]
fn margins_and_targets_do_not_make_a_cast_crawl() {
    let rng = &mut Rng::new(2);
    let mut hits = 0;
    for _ in 0..4000 {
        let mut size = || rng.uniform(0.2, 1.0);
        let (drum, other) =
            (Cylinder::new(size(), size()).expect("sizes"), Cylinder::new(size(), size()).expect("sizes"));
        let [egg, pebble] = [(); 2].map(|()| Ellipsoid::new(vec3(size(), size(), size())).expect("sizes"));
        let (soft, round) = (drum.rounded(0.1).expect("a size"), other.rounded(0.1).expect("a size"));
        let start = rng.direction(3);
        let place = |rng: &mut Rng, at| pose(Vec3::<f64>::rotation(rng.quaternion(3)), at);
        let (here, there) = (place(rng, [0.0; 3]), place(rng, scale(start, 3.5)));
        let way = <Vec3<f64> as Space>::of(add(scale(start, -4.0), rng.point(1.5, 3)));
        let bodies: [[&dyn Support<Vector = Vec3<f64>>; 2]; 3] = [[&drum, &other], [&soft, &round], [&egg, &pebble]];
        for ([a, b], target) in bodies.into_iter().zip([0.01, 0.0, 0.0]) {
            let mut query = Query::new().poses(here, there).target_distance(target).expect("a size");
            let Some(hit) = query.shape_cast(a, b, way, 1.0).expect("a velocity and a time") else { continue };
            hits += 1;
            assert!(hit.iterations <= 64 && hit.status == Status::Converged, "{hit:?}");
        }
    }
    assert!(hits > 4000, "{hits} hits");
}

/// Who watches sees the search: distances only, without a look along the way first.
struct Watch;

impl<V: Space> Observer<V> for Watch {}

fn a_cast_without_distances_is_that_of_the_search<V: Space>() {
    casts_are_those_of_the_search::<V, Any>();
}

fn a_cast_of_cuboids_is_that_of_the_search<V: Space>() {
    casts_are_those_of_the_search::<V, Cuboids>();
}

fn casts_are_those_of_the_search<V: Space, F: Family>() {
    check(|scene: &Scene<V, F>| {
        let Moving { scene, velocity } = &Moving::new(scene);
        let close = 2.0 * close(scene, velocity.value());
        let (a, b) = (scene.a.shape(), scene.b.shape());
        let (end, query) = (V::Scalar::of(END), || Query::new().poses(scene.pose_a, scene.pose_b));
        let plain = query().shape_cast(&*a, &*b, *velocity, end).expect("a velocity and a time");
        let search = query().observer(Watch).shape_cast(&*a, &*b, *velocity, end).expect("a velocity and a time");
        for impact in plain.iter().chain(&search).filter(|impact| impact.time > V::Scalar::NIL) {
            let (low, high) = apart_at(scene, velocity.value(), impact.time.value());
            ensure!(low <= close && high >= -close, "{low:e} apart: {plain:?} {search:?}");
            ensure!(impact.status == Status::Converged, "ended badly: {plain:?} {search:?}");
        }
        if plain.is_some() != search.is_some() {
            let deepest =
                on_the_way(END).map(|time| apart_at(scene, velocity.value(), time).1).fold(f64::MAX, f64::min);
            ensure!(deepest >= -close, "one of them misses, {deepest:e} deep: {plain:?} {search:?}");
        }
        Ok(())
    });
}

/// A cube whose support function fails after a few calls, with the given number.
struct Failing(core::cell::Cell<u32>, f64);

impl Support for Failing {
    type Vector = Vec3<f64>;

    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        self.0.set(self.0.get().saturating_sub(1));
        let value = if self.0.get() == 0 { self.1 } else { 0.5 };
        vec3(value.copysign(dir.x), value.copysign(dir.y), value.copysign(dir.z))
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

fn bad_support_is_never_a_miss(other: &dyn Support<Vector = Vec3<f64>>) {
    for bad in [f64::NAN, f64::INFINITY, f64::MAX, 1e300] {
        for calls in 0..40_u32 {
            let failing = || Failing(calls.into(), bad);
            let start = Pose::translation(vec3(5.0, 0.9, 0.3)).expect("in range");
            let mut query = Query::new().poses(Pose::IDENTITY, start);
            let velocity = vec3(-1.0, 0.0, 0.0);
            let cast = query.shape_cast(&failing(), other, velocity, 20.0).expect("a velocity");
            let away = query.shape_cast(other, &failing(), velocity, 20.0).expect("a velocity");
            let spinning = Motion::new(vec3(0.0, 0.0, 0.0), vec3(0.0, 0.0, 1.0)).expect("in range");
            let shot = Motion::linear(velocity).expect("in range");
            let turning = query.time_of_impact(&failing(), other, &spinning, &shot, 20.0).expect("a time");
            for impact in [cast, away, turning] {
                let impact = impact.expect("they meet, or it is not known");
                assert!(
                    impact.time.is_finite() && 0.0 <= impact.time && impact.time < 5.0,
                    "{bad} {calls}: {impact:?}"
                );
                assert!(impact.on_a.is_finite() && impact.normal.is_finite(), "{bad} {calls}: {impact:?}");
            }
        }
    }
}

/// A rod from the origin to (2, 0, 0) whose far end is no number if it is looked for straight along the rod.
#[test]
fn a_turning_body_is_not_small_because_its_end_is_no_number() {
    let end = |bad: f64| {
        SupportFn::new(move |dir: Vec3<f64>| match dir.to_array() {
            [x, 0.0, 0.0] if x > 0.0 => vec3(bad, 0.0, 0.0),
            [x, ..] if x > 0.0 => vec3(2.0, 0.0, 0.0),
            _ => Vec3::ZERO,
        })
    };
    let ball = NBall::new(0.25).expect("a radius");
    let above = Pose::translation(vec3(0.0, 1.5, 0.0)).expect("in range");
    let turning = Motion::new(Vec3::ZERO, vec3(0.0, 0.0, 1.0)).expect("in range");
    let rest = Motion::linear(Vec3::ZERO).expect("in range");
    for bad in [f64::NAN, f64::INFINITY, 2.0] {
        let mut query = Query::new().poses(Pose::IDENTITY, above);
        let impact = query.time_of_impact(&end(bad), &ball, &turning, &rest, 3.0).expect("a time");
        let impact = impact.expect("the rod comes to the ball, or it is not known");
        assert!(impact.time < 1.5, "{bad}: {impact:?}");
    }
}

#[test]
fn a_support_function_that_fails_is_never_a_miss() {
    bad_support_is_never_a_miss(&gjk::Ball::new(0.5).expect("a size"));
    bad_support_is_never_a_miss(&gjk::Cuboid::new(vec3(0.5, 0.5, 0.5)).expect("sizes"));
}

/// The hull of points that nobody has checked.
struct Unchecked(Vec<Vec3<I16F16>>);

impl Support for Unchecked {
    type Vector = Vec3<I16F16>;

    fn support(&self, dir: Vec3<I16F16>) -> Vec3<I16F16> {
        let points = self.0.iter().copied();
        points.reduce(|best, next| if dir.dot(next) > dir.dot(best) { next } else { best }).expect("there are points")
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

#[test]
fn points_out_of_range_are_bad_support() {
    // As far apart as the scalar reaches, and half of that is what doubling leaves room for.
    let hull = |points: &[P]| Unchecked(points.iter().map(|&point| Vec3::of(point)).collect());
    let near = hull(&[[-189.92934, 293.85628, 227.13026], [-192.72687, 294.10895, 225.63452]]);
    let far = hull(&[
        [-7769.43533, -9902.09206, 5013.24434],
        [13514.39658, -12637.8836, 4702.52077],
        [10020.81201, -12188.8235, 4753.5232],
        [-14424.36327, -9046.67686, 5110.40038],
    ]);
    let pose = |position| Pose::translation(Vec3::<I16F16>::of(position)).expect("in range");
    let poses = (pose([1091.213, 1247.42969, -2692.35378]), pose([-2264.97717, 1589.29361, 1534.15671]));
    let velocity = Vec3::of([1647.29005, 1484.36232, -1357.60966]);
    let impact = Query::new().poses(poses.0, poses.1).shape_cast(&near, &far, velocity, I16F16::MAX);
    let impact = impact.expect("a velocity").expect("nothing is proven");
    assert!(impact.time == 0 && impact.status == Status::BadSupport, "{impact:?}");
}

#[test]
fn no_sum_overflows_where_points_are_out_of_range() {
    // At the last of them sums overflowed once.
    for seed in (0..100).chain([561, 951, 1324, 1732, 1778]) {
        let rng = &mut Rng::new(seed);
        // Points may be anywhere that the scalar holds, positions only where it is valid.
        let mut hull = || {
            let (size, spread) = (rng.log_uniform(1.0, 16_000.0), rng.log_uniform(1.0, 16_000.0));
            let at = rng.point(size, 3);
            Unchecked((0..=rng.below(5)).map(|_| Vec3::of(add(at, rng.point(spread, 3)))).collect())
        };
        let (a, b) = (hull(), hull());
        let [at_a, at_b, velocity] = [0; 3].map(|_| Vec3::<I16F16>::of(rng.point(2_700.0, 3)));
        let velocity = velocity * I16F16::of(rng.log_uniform(1e-4, 1.0));
        let poses = [at_a, at_b].map(|position| Pose::translation(position).expect("in range"));
        let mut query = Query::new().poses(poses[0], poses[1]);
        let turning = Motion::new(velocity, vec3(I16F16::ONE, I16F16::ONE, I16F16::ZERO)).expect("in range");
        for end in [I16F16::ONE, I16F16::MAX] {
            let impacts = [
                query.shape_cast(&a, &b, velocity, end).expect("a velocity"),
                query.time_of_impact(&a, &b, &turning, &Motion::still(), end).expect("a time"),
                query.ray_cast(&a, &Ray::new(at_b, velocity, end).expect("a direction")),
            ];
            for impact in impacts.into_iter().flatten() {
                assert!((I16F16::ZERO..=end).contains(&impact.time), "{seed}: {impact:?}");
            }
        }
    }
}

/// A cube with a margin that is none.
struct Shrunk(f64);

impl Support for Shrunk {
    type Vector = Vec3<f64>;

    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        vec3(0.5_f64.copysign(dir.x), 0.5_f64.copysign(dir.y), 0.5_f64.copysign(dir.z))
    }

    fn margin(&self) -> f64 {
        self.0
    }

    fn is_polytope(&self) -> bool {
        true
    }
}

#[test]
fn a_bad_margin_is_neither_a_miss_nor_a_contact() {
    for margin in [f64::NAN, -0.125, -1.0, f64::NEG_INFINITY, f64::MIN, f64::INFINITY] {
        for aside in [0.25, 1.5] {
            let start = Pose::translation(vec3(5.0, aside, 0.0)).expect("in range");
            let (mut query, towards) = (Query::new().poses(Pose::IDENTITY, start), vec3(-1.0, 0.0, 0.0));
            for other in [Shrunk(0.0), Shrunk(1.0)] {
                let impact = query.shape_cast(&Shrunk(margin), &other, towards, 10.0).expect("a velocity");
                assert!(impact.is_some_and(|impact| impact.status == Status::BadSupport), "{margin}: {impact:?}");
            }
        }
    }
}

#[test]
fn bodies_that_share_a_corner_at_the_start_meet_there() {
    let triangle = |[a, b, c]: [[f64; 3]; 3]| {
        gjk::Triangle::new(Vec3::from_array(a), Vec3::from_array(b), Vec3::from_array(c)).expect("corners")
    };
    for (a, b, velocity) in [
        (
            [[1.7, 0.0, 1.0], [0.5, -0.1, 1.4], [-0.100_000_000_000_000_09, -1.0, 1.4]],
            [[1.7, 0.0, 1.0], [1.7, 1.5, 1.3], [0.5, 1.4, 1.7]],
            vec3(2.400_000_000_000_000_4, 1.9, -0.399_999_999_999_999_8),
        ),
        (
            [[-0.3, 1.1, -0.5], [-2.3, 0.0, 0.600_000_000_000_000_1], [1.4, 2.6, 0.8]],
            [[-0.3, 1.1, -0.5], [-2.1, -0.7, -0.099_999_999_999_999_98], [-4.1, -1.8, 1.0]],
            vec3(-5.4, -4.1, -1.5),
        ),
    ] {
        let impact = gjk::shape_cast(&triangle(a), &triangle(b), velocity, 10.0).expect("a velocity");
        assert!(impact.is_some_and(|impact| impact.time == 0.0), "{impact:?}");
    }
}

#[test]
fn a_rod_through_the_middle_of_a_box_starts_inside() {
    // The centre of the box lies on the rod up to rounding, the first axis is all rounding.
    let scene = Scene::<Vec3<f64>>::new(14_589_231_271_980_326_966);
    let impact = Moving { scene, velocity: Vec3::ZERO }.cast().expect("they overlap");
    assert!(impact.initially_overlapping && impact.status == Status::Converged, "{impact:?}");
}

#[test]
fn a_ray_from_a_face_has_a_normal_that_points_outwards() {
    let block = gjk::Cuboid::new(vec3(1.0, 2.0, 3.0)).expect("sizes");
    for (axis, size) in [1.0, 2.0, 3.0].into_iter().enumerate() {
        for side in [1.0, -1.0] {
            let (mut start, mut inwards) = ([0.25, -0.5, 0.75], [0.0; 3]);
            (start[axis], inwards[axis]) = (side * size, -side);
            let ray = Ray::new(Vec3::from_array(start), Vec3::from_array(inwards), 1.0).expect("a direction");
            let hit = gjk::ray_cast(&block, &ray).expect("it starts on the block");
            assert!(hit.time == 0.0 && hit.initially_overlapping && hit.normal.dot(ray.origin()) > 0.0, "{hit:?}");
        }
    }
}

#[test]
fn bad_numbers_are_errors() {
    let disc = gjk::Circle::new(1.0_f32).expect("a size");
    let cast = |velocity, time| gjk::shape_cast(&disc, &disc, velocity, time).map(|_| ());
    assert_eq!(cast(vec2(f32::NAN, 0.0), 1.0), Err(Error::NotFinite));
    assert_eq!(cast(vec2(1e30, 0.0), 1.0), Err(Error::OutOfRange));
    assert_eq!(cast(vec2(1.0, 0.0), -1.0), Err(Error::Negative));
    assert_eq!(cast(vec2(1.0, 0.0), f32::INFINITY), Err(Error::NotFinite));
    assert_eq!(cast(vec2(1.0, 0.0), f32::MAX), Ok(()));
    assert_eq!(Motion::new(vec2(0.0_f32, 0.0), f32::NAN), Err(Error::NotFinite));
    assert_eq!(Motion::new(vec3(0.0_f32, 0.0, 0.0), vec3(0.0, 1e30, 0.0)), Err(Error::OutOfRange));
    let running = Motion::linear(vec2(1e9_f32, 0.0)).expect("in range");
    assert_eq!(running.pose_after(Pose::default(), f32::NAN), Err(Error::NotFinite));
    assert!(running.pose_after(Pose::default(), 1e20).is_err());
    assert_eq!(Ray::new(vec2(0.0_f32, 0.0), vec2(0.0, 0.0), 1.0), Err(Error::ZeroDirection));
    assert_eq!(Ray::new(vec2(0.0_f32, 0.0), vec2(1.0, f32::NAN), 1.0), Err(Error::NotFinite));
    assert!(Query::<Vec2<f32>>::new().target_distance(-1.0).is_err());
    assert!(!gjk::has_clearance(&disc, &disc.at(Pose::translation(vec2(9.0, 0.0)).expect("in range")), f32::NAN));
}

/// Numbers from the smallest to the largest, with any sign, and zero.
fn any_number<S: Number>(rng: &mut Rng) -> f64 {
    let limit = S::LIMIT.value();
    let halvings = if S::is_float() { 3.2 * limit.log2() } else { 64.0 };
    let size = if rng.percent(20) { 0.0 } else { limit * f64::exp2(-rng.uniform(0.0, halvings)) };
    if rng.percent(50) { size } else { -size }
}

/// Rays, casts and distances of balls, boxes and capsules of any size, anywhere and at any speed: they end, and what
/// they say of time is in order.
fn sizes_and_ways_at_the_ends_of_the_range<V: Space>() {
    let rng = &mut Rng::new(7);
    let mut seen = 0;
    for _ in 0..500 {
        let mut number = || any_number::<V::Scalar>(rng);
        let [half, start, end, position, velocity] = [(); 5].map(|()| V::of([(); 3].map(|()| number())));
        let [radius, margin] = [(); 2].map(|()| V::Scalar::of(number()));
        let (Ok(ball), Ok(cuboid), Ok(capsule), Ok(there)) = (
            NBall::<V>::new(radius.abs()),
            NCuboid::new(half.component_abs()),
            Capsule::new(start, end, margin.abs()),
            Pose::translation(position),
        ) else {
            continue;
        };
        let bodies: [&dyn Support<Vector = V>; 3] = [&ball, &cuboid, &capsule];
        for a in bodies {
            for b in bodies {
                let mut query = Query::new().poses(Pose::IDENTITY, there).max_cast_iterations(64);
                let gap = query.distance(a, b);
                assert!(gap.lower_bound <= gap.distance, "{gap:?}");
                let _ = query.penetration(a, b);
                let Ok(impact) = query.shape_cast(a, b, velocity, V::Scalar::MAX) else { continue };
                seen += u32::from(impact.is_some());
                assert!(impact.is_none_or(|impact| impact.time <= impact.upper_bound), "{impact:?}");
            }
            let Ok(ray) = Ray::new(position, velocity, V::Scalar::MAX) else { continue };
            let hit = Query::new().max_cast_iterations(64).ray_cast(a, &ray);
            assert!(hit.is_none_or(|hit| hit.time <= hit.upper_bound), "{hit:?}");
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn extreme_speeds_end() {
    let ball = gjk::Ball::new(1.0_f32).expect("a size");
    let start = Pose::translation(vec3(4.0, 0.0, 0.0)).expect("in range");
    for exponent in (-149..=60).step_by(7) {
        let speed = (2.0_f64.powi(exponent)) as f32;
        let mut query = Query::new().poses(Pose::IDENTITY, start);
        let impact = query.shape_cast(&ball, &ball, vec3(-speed, 0.0, 0.0), f32::MAX).expect("a velocity");
        let expected = 2.0 / f64::from(speed);
        match impact {
            Some(impact) => assert!((f64::from(impact.time) / expected - 1.0).abs() < 1e-5, "{impact:?}"),
            None => assert!(expected > f64::from(f32::MAX), "speed {speed:e}: a miss"),
        }
        assert_eq!(query.shape_cast(&ball, &ball, vec3(speed, 0.0, 0.0), f32::MAX), Ok(None));
    }
}
