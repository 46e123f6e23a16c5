//! Rays, casts and times of impact of curved bodies are as exact as rounding allows, with margins and target distances
//! too: a tolerance relative to those would make times early. At the time of an answer the distance is that of a
//! search in `f64` with tolerance zero.

use crate::common::number::{Number, P, add, cross, length, scale, sub};
use crate::common::scene::{Rng, times};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Motion, Point, Pose, Proximity, Query, Ray,
    Rotation3, Rounded, Segment, Status, Support, Vec3,
};

/// At the time of an impact the bodies are at most this many rounding steps farther apart than the target distance, or
/// nearer: in floats as many as [`gjk::Impact`] promises, in fixed point half. A step is that of the sizes of the
/// bodies plus the distance travelled. Fixed point adds how far they move in two steps of time.
fn steps<S: Number>() -> f64 {
    if S::is_float() { 8.0 } else { 4.0 }
}

/// The largest multiple of that if rounding stops the last distance query early, and how often that may happen.
const STOPPED: f64 = 4.0;
const SELDOM: usize = 100;
/// How often a search may end without a contact. Bodies that graze each other while they turn need a share of the
/// iterations that has no bound.
const UNKNOWN: usize = 100;

/// A shape by its number among those below, and the lengths that it is made of.
struct Body {
    kind: usize,
    points: Vec<P>,
    radius: f64,
}

const KINDS: usize = 10;

fn vector<S: Number>(point: P) -> Vec3<S> {
    Vec3::from_array(point.map(S::of))
}

impl Body {
    fn new<S: Number>(rng: &mut Rng, kind: usize, unit: f64) -> Self {
        let round = |point: P| point.map(|part| S::of(part).value());
        let [x, y, z, radius] = [(); 4].map(|()| S::of(unit * rng.log_uniform(0.1, 2.0)).value());
        let points = match kind {
            1 | 4 => {
                let end = round(scale(rng.direction(3), x));
                vec![end, scale(end, -1.0)]
            }
            8 => (0..12).map(|_| rng.direction(3)).map(|[u, v, w]| round([u * x, v * y, w * z])).collect(),
            _ => vec![[x, y, z]],
        };
        Self { kind, points, radius }
    }

    fn size(&self) -> f64 {
        self.points.iter().map(|point| length(*point)).fold(0.0, f64::max) + self.radius
    }

    /// Calls a function with the shape, of points in the scalar S.
    fn ask<S: Number, R>(&self, ask: impl FnOnce(&dyn Support<Vector = Vec3<S>>) -> R) -> R {
        let points: Vec<Vec3<S>> = self.points.iter().map(|point| vector(*point)).collect();
        let (first, radius) = (points[0], S::of(self.radius));
        match self.kind {
            0 => ask(&Point::ORIGIN),
            1 => ask(&Segment::new(first, points[1]).expect("points")),
            2 => ask(&Cuboid::new(first).expect("sizes")),
            3 => ask(&Ball::new(radius).expect("a size")),
            4 => ask(&Capsule::new(first, points[1], radius).expect("a size")),
            5 => ask(&Cylinder::new(first.x, radius).expect("sizes")),
            6 => ask(&Cone::new(first.x, radius).expect("sizes")),
            7 => ask(&Ellipsoid::new(first).expect("sizes")),
            8 => ask(&ConvexHull::new(&points).expect("points")),
            _ => ask(&Rounded::new(Cuboid::new(first).expect("sizes"), radius).expect("a size")),
        }
    }
}

/// Two bodies in motion. All numbers are exact in the scalar of the test.
struct Course {
    bodies: [Body; 2],
    turns: [[f64; 4]; 2],
    starts: [P; 2],
    velocity: P,
    rates: [P; 2],
    end: f64,
    target: f64,
}

/// When bodies meet, and how the search ended.
type Met = Option<(f64, Status)>;

impl Course {
    fn motions<S: Number>(&self) -> [Motion<Vec3<S>>; 2] {
        [(0, [0.0; 3]), (1, self.velocity)]
            .map(|(i, linear)| Motion::new(vector(linear), vector(self.rates[i])).expect("in range"))
    }

    fn poses<S: Number>(&self) -> [Pose<Vec3<S>>; 2] {
        [0, 1].map(|i| {
            let [x, y, z, w] = self.turns[i].map(S::unit_of);
            Pose::new(Rotation3::from_quaternion(x, y, z, w).expect("a rotation"), vector(self.starts[i]))
                .expect("in range")
        })
    }

    /// The answer in a scalar: of a ray if B is a point that does not turn, of a cast if no body turns.
    fn answer<S: Number>(&self) -> Met {
        let ([a, b], [motion_a, motion_b], [pose_a, pose_b]) = (&self.bodies, self.motions::<S>(), self.poses::<S>());
        let (velocity, end) = (motion_b.velocity(), S::of(self.end));
        let mut query = Query::new().poses(pose_a, pose_b).target_distance(S::of(self.target)).expect("a size");
        let impact = a.ask::<S, _>(|a| {
            b.ask::<S, _>(|other| {
                if self.rates != [[0.0; 3]; 2] {
                    query.time_of_impact(a, other, &motion_a, &motion_b, end).expect("a time")
                } else if b.kind == 0 && self.turns[1] == [0.0, 0.0, 0.0, 1.0] {
                    query.ray_cast(a, &Ray::new(Vec3::ZERO, velocity, end).expect("a ray"))
                } else {
                    query.shape_cast(a, other, velocity, end).expect("a velocity and a time")
                }
            })
        });
        impact.map(|impact| (impact.time.value(), impact.status))
    }

    /// An interval that holds the signed distance less the target at a time.
    fn gap(&self, time: f64) -> [f64; 2] {
        let ([a, b], motions, starts) = (&self.bodies, self.motions::<f64>(), self.poses::<f64>());
        let [pose_a, pose_b] = [0, 1].map(|i| motions[i].pose_after(starts[i], time).expect("in range"));
        let mut query = Query::new().poses(pose_a, pose_b).tolerance(0.0).expect("a tolerance");
        let bounds = a.ask(|a| {
            b.ask(|b| match query.proximity(a, b) {
                Proximity::Separated(gap) => [gap.lower_bound, gap.distance],
                Proximity::Overlapping(depth) => [-depth.upper_bound, -depth.lower_bound],
            })
        });
        bounds.map(|bound| bound - self.target)
    }

    fn speed(&self) -> f64 {
        let turning: f64 = self.bodies.iter().zip(self.rates).map(|(body, rate)| body.size() * length(rate)).sum();
        length(self.velocity) + turning
    }

    /// A course of two kinds of bodies: B comes from afar and passes A at a distance that is drawn, often so that it
    /// grazes A. Half of the courses begin anew shortly before the contact. All lengths are multiples of `unit`.
    fn new<S: Number>(rng: &mut Rng, kinds: [usize; 2], unit: f64) -> Self {
        let round = |point: P| point.map(|part| S::of(part).value());
        let bodies = kinds.map(|kind| Body::new::<S>(rng, kind, unit));
        let size = bodies[0].size() + bodies[1].size();
        let is_ray = kinds[1] == 0 && rng.percent(50);
        let turns = [rng.quaternion(3), if is_ray { [0.0, 0.0, 0.0, 1.0] } else { rng.quaternion(3) }];
        let turns = turns.map(|turn| turn.map(|part| S::of(part).value()));
        let target = if rng.percent(50) { S::of(size * rng.log_uniform(1e-3, 0.5)).value() } else { 0.0 };
        // In fixed point a speed has at least two steps, so that no velocity is zero.
        let slowest = if S::is_float() { 1e-3 } else { (2.0 * S::ABSOLUTE_STEP / unit).max(1e-3) };
        let (way, speed) = (rng.direction(3), unit * rng.log_uniform(slowest, 1e3));
        let aside = loop {
            let aside = cross(way, rng.direction(3));
            if length(aside) > 0.1 {
                break scale(aside, 1.0 / length(aside));
            }
        };
        let mut rate = || {
            if rng.percent(50) { scale(rng.direction(3), rng.log_uniform(0.01, 3.0) * speed / size) } else { [0.0; 3] }
        };
        let rates = if is_ray { [[0.0; 3]; 2] } else { [rate(), rate()] }.map(round);
        let velocity = round(scale(way, speed));
        let center = round(rng.point(2.0 * size, 3));
        let far = size * rng.log_uniform(3.0, 300.0);
        let from = |offset: f64, far: f64| round(add(center, add(scale(way, -far), scale(aside, offset))));
        let mut course = Self { bodies, turns, starts: [center; 2], velocity, rates, end: 0.0, target };
        course.end = S::of(2.0 * far / speed).value();
        let mut offset = size * rng.uniform(0.0, 0.4);
        if rng.percent(30) {
            let (mut near, mut beyond) = (0.0, size + target);
            for _ in 0..20 {
                let middle = 0.5 * (near + beyond);
                course.starts[1] = from(middle, far);
                *(if course.answer::<f64>().is_some() { &mut near } else { &mut beyond }) = middle;
            }
            offset = near;
        }
        course.starts[1] = from(offset, far);
        if rng.percent(50)
            && course.rates == [[0.0; 3]; 2]
            && let Some((time, _)) = course.answer::<f64>()
        {
            let left = size * rng.log_uniform(1e-4, 1.0);
            course.starts[1] = from(offset, far - speed * time + left);
        }
        course
    }
}

fn times_are_exact<S: Number>(unit: f64, courses: u64) {
    let rng = &mut Rng::new(5);
    let (mut hits, mut stopped, mut unknown, mut scenes) = (0, 0, 0, 0);
    for kind_a in 0..KINDS {
        // Points and segments meet only where there is a target.
        for kind_b in 0..KINDS {
            if kind_a.max(kind_b) < 2 {
                continue;
            }
            for _ in 0..times(courses) {
                let course = Course::new::<S>(rng, [kind_a, kind_b], unit);
                let [a, b] = course.starts;
                let size = course.bodies[0].size() + course.bodies[1].size() + course.target + length(sub(a, b));
                let step = |time: f64| S::ABSOLUTE_STEP + S::RELATIVE_STEP * (size + time * course.speed());
                let in_two_steps_of_time = 2.0 * S::ABSOLUTE_STEP * course.speed();
                scenes += 1;
                let Some((time, status)) = course.answer::<S>() else {
                    for part in 0..=8 {
                        let time = course.end * f64::from(part) / 8.0;
                        let [_, high] = course.gap(time);
                        assert!(
                            high >= -steps::<S>() * step(time),
                            "{kind_a} {kind_b}: a miss, {high:e} deep at {time}"
                        );
                    }
                    continue;
                };
                let ([low, high], allowed) = (course.gap(time), steps::<S>() * step(time));
                assert!(time == 0.0 || high >= -allowed, "{kind_a} {kind_b}: late, {high:e} deep, {allowed:e} allowed");
                if status == Status::Converged {
                    hits += 1;
                    let low = low - in_two_steps_of_time;
                    stopped += usize::from(low > allowed);
                    let allowed = STOPPED * allowed;
                    assert!(low <= allowed, "{kind_a} {kind_b}: early, {low:e} apart, {allowed:e} allowed, at {time}");
                } else {
                    unknown += 1;
                }
            }
        }
    }
    assert!(SELDOM * stopped <= hits, "{stopped} of {hits} hits are early");
    assert!(3 * hits > scenes && UNKNOWN * unknown <= scenes, "{hits} hits, {unknown} unknown of {scenes}");
}

#[test]
fn times_of_curved_bodies_are_exact_in_f32() {
    times_are_exact::<f32>(1.0, 16);
}

#[test]
fn times_of_curved_bodies_are_exact_in_f64() {
    times_are_exact::<f64>(1.0, 16);
}

#[test]
fn times_of_tiny_and_huge_bodies_are_exact() {
    times_are_exact::<f32>(1e-12, 2);
    times_are_exact::<f32>(1e12, 2);
    times_are_exact::<f64>(1e-20, 2);
    times_are_exact::<f64>(1e20, 2);
}

#[test]
fn times_of_small_bodies_are_exact_in_fixed_point() {
    // Bodies of 50 to 1000 steps, most of them.
    times_are_exact::<I16F16>(500.0 * I16F16::ABSOLUTE_STEP, 8);
    times_are_exact::<I32F32>(500.0 * I32F32::ABSOLUTE_STEP, 8);
}

#[test]
fn casts_of_small_cones_seldom_end_early_in_fixed_point() {
    // The closed form of a point and a cone may know a distance of tiny bodies less well than a search does.
    let (rng, unit) = (&mut Rng::new(7), 500.0 * I16F16::ABSOLUTE_STEP);
    let (mut hits, mut early) = (0, 0);
    for _ in 0..times(400) {
        for kinds in [[0, 6], [6, 0], [3, 6], [6, 3]] {
            let course = Course::new::<I16F16>(rng, kinds, unit);
            let Some((time, Status::Converged)) = course.answer::<I16F16>() else { continue };
            let [low, _] = course.gap(time);
            hits += 1;
            early += usize::from(low > I16F16::ABSOLUTE_STEP * (steps::<I16F16>() + 2.0 * course.speed()));
        }
    }
    assert!(hits > 400 && SELDOM * early <= hits, "{early} of {hits} hits are early");
}
