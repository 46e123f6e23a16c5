//! Rays, casts and times of impact that came out wrong, late, or not at all.

use super::body::{
    Body, Placed, Room, X, Y, Z, apply, ball, cube, cuboid, cylinder, hull, matrix, point, polygon, rectangle, square,
    then,
};
use crate::common::number::{Number, P, dot, length, scale, sub};
use crate::common::scene::{Verdict, erased};
use fixed::types::{I16F16, I32F32};
use gjk::{Impact, Motion, Pose, Query, Ray, Scalar, Status, Vec2, Vec3, vec2, vec3};

/// A body that stands still, one that moves, and when they meet.
#[derive(Clone, Debug)]
struct Way {
    a: Body,
    b: Body,
    velocity: P,
    end: f64,
    dimension: usize,
    offset: P,
}

/// The truth: the time, and the normal unless it is not unique; none of a miss.
type Truth = Option<(f64, Option<P>)>;

fn in_space(a: Body, b: Body, velocity: P, end: f64) -> Way {
    Way { a, b, velocity, end, dimension: 3, offset: [0.0; 3] }
}

fn in_the_plane(a: Body, b: Body, [x, y]: [f64; 2], end: f64) -> Way {
    Way { dimension: 2, ..in_space(a, b, [x, y, 0.0], end) }
}

/// Turns that are nothing in particular, in the plane and in space.
const TURNS: [[f64; 4]; 2] = [[0.28, 0.0, 0.0, 0.96], [0.28, -0.46, 0.17, 0.82]];
/// A place far away.
const FAR: P = [1e5, 1e5, 1e5];
/// Rounding steps granted to the distance at the time of contact.
const CLOSE: u32 = 64;

impl Way {
    /// Demands a hit at this time, with this normal from A to B.
    fn meets_at(self, time: f64, normal: P) {
        self.check(Some((time, Some(normal))));
    }

    /// Demands a hit at this time, whatever the normal.
    fn meets(self, time: f64) {
        self.check(Some((time, None)));
    }

    fn passes(self) {
        self.check(None);
    }

    /// In every scalar that holds it: as told, swapped, turned, and far away.
    fn check(self, truth: Truth) {
        if self.dimension == 2 {
            self.check_in::<Vec2<f32>>(truth);
            self.check_in::<Vec2<f64>>(truth);
            self.check_in::<Vec2<I16F16>>(truth);
            self.check_in::<Vec2<I32F32>>(truth);
        } else {
            self.check_in::<Vec3<f32>>(truth);
            self.check_in::<Vec3<f64>>(truth);
            self.check_in::<Vec3<I16F16>>(truth);
            self.check_in::<Vec3<I32F32>>(truth);
        }
    }

    fn check_in<V: Room>(&self, truth: Truth) {
        let hold = |name: &str, way: &Self, truth: Truth| {
            if let Err(error) = way.verdict::<V>(truth) {
                panic!("{} in {}D, {name}: {error}\n  {way:?}", V::Scalar::NAME, V::DIMENSION);
            }
        };
        hold("as told", self, truth);
        let back = |normal: P| scale(normal, -1.0);
        let velocity = back(self.velocity);
        let swapped = Self { a: self.b.clone(), b: self.a.clone(), velocity, ..self.clone() };
        hold("swapped", &swapped, truth.map(|(time, normal)| (time, normal.map(back))));
        let turn = TURNS[self.dimension - 2];
        let rows = matrix(turn, self.dimension);
        let turned = |body: &Body| body.clone().turned(then(body.turn, turn)).at(apply(rows, body.position));
        let velocity = apply(rows, self.velocity);
        let leaning = Self { a: turned(&self.a), b: turned(&self.b), velocity, ..self.clone() };
        hold("turned", &leaning, truth.map(|(time, normal)| (time, normal.map(|n| apply(rows, n)))));
        if V::Scalar::is_float() {
            let offset = if self.dimension == 2 { [FAR[0], FAR[1], 0.0] } else { FAR };
            hold("far away", &Self { offset, ..self.clone() }, truth);
        }
    }

    fn verdict<V: Room>(&self, truth: Truth) -> Verdict {
        let reach = |body: &Body| body.extent() + length(body.position);
        let size = reach(&self.a).max(reach(&self.b)).max(length(self.velocity) * truth.map_or(0.0, |(time, _)| time));
        let largest = length(self.velocity).max(self.end).max(size);
        if largest + length(self.offset) >= V::Scalar::LIMIT.value() {
            return Ok(());
        }
        let (a, b) = (Placed::<V>::new(&self.a, self.offset), Placed::<V>::new(&self.b, self.offset));
        let (velocity, end) = (V::of(self.velocity), V::Scalar::of(self.end));
        let drift = length(sub(velocity.value(), self.velocity)) * self.end;
        // The rounding of the input by the scalar, and that of the displacement.
        let steps = V::Scalar::steps(CLOSE, size) + f64::from(CLOSE) * V::Scalar::ABSOLUTE_STEP * length(self.velocity);
        let close = steps + a.error + b.error + drift;
        let mut query = Query::new().poses(a.pose, b.pose);
        let found = query.shape_cast(&*a.shape(), &*b.shape(), velocity, end).expect("a velocity and a time");
        self.holds(found, truth, close)?;
        let motion = Motion::linear(velocity).expect("in range");
        let again = query.time_of_impact(&*a.shape(), &*b.shape(), &Motion::still(), &motion, end).expect("a time");
        ensure!(again == found, "{again:?} against {found:?}");
        Ok(())
    }

    fn holds<V: Room>(&self, found: Option<Impact<V>>, truth: Truth, close: f64) -> Verdict {
        let (impact, (time, normal)) = match (found, truth) {
            (None, None) => return Ok(()),
            (Some(impact), Some(truth)) => (impact, truth),
            _ => return Err(format!("the truth is {truth:?}: {found:?}")),
        };
        ensure!(impact.status == Status::Converged, "ended badly: {impact:?}");
        let found = V::unit_value(impact.normal);
        let approach = dot(found, self.velocity).abs();
        let off = (impact.time.value() - time).abs() * approach;
        ensure!(off <= close, "{time} expected, off by {off:e}, {close:e} allowed: {impact:?}");
        ensure!(impact.lower_bound.value() * approach <= time * approach + close, "lower bound: {impact:?}");
        ensure!(impact.upper_bound.value() * approach >= time * approach - close, "upper bound: {impact:?}");
        if let Some(normal) = normal {
            let off = length(sub(found, normal));
            ensure!(off <= 1e-3 + close.sqrt(), "normal off by {off:e}: {impact:?}");
        }
        Ok(())
    }
}

/// parry (#180) found no hit for the middle of three squares whose positions differ in the sixth decimal.
#[test]
fn three_squares_fall_on_a_line() {
    for x in [15.689464, 15.689465, 15.689466] {
        let line = polygon(&[[1.0, 1.0], [124.0, 1.0]]);
        let way = in_the_plane(line, square(4.0).at([x, 54.00709, 0.0]), [0.0081385, -0.999966], 100.0);
        way.meets_at(51.00709 / 0.999966, Y);
    }
}

/// parry (#429, #414) stopped a ball 0.25, 3.6 and 139 mm above boxes of half 5, 50 and 500 m, and a cylinder too soon
/// over a wide floor. The heights are ours.
#[test]
fn a_ball_and_a_drum_fall_on_wide_floors() {
    for half in [5.0, 50.0, 500.0] {
        let ball = ball(0.5166).at([0.25 * half, half + 10.5166, 0.125 * half]);
        in_space(cuboid([half; 3]), ball, [0.0, -2.0, 0.0], 100.0).meets_at(5.0, Y);
    }
    let floor = cuboid([5000.0, 5000.0, 0.5]);
    in_space(floor, cylinder(1.0, 0.5).at([7.0, 3.0, 2.44]), [0.0, 0.0, -1.0], 10.0).meets_at(0.94, Z);
}

/// ncollide (#214) found no hit of two squares ten apart, and (#141) none of a cube that comes nearer from 0.1.
#[test]
fn squares_and_cubes_on_one_line() {
    let tall = rectangle([1.0, 1.5]).at([10.0, 0.0, 0.0]);
    in_the_plane(square(2.0), tall, [-1.0, 0.0], 20.0).meets_at(8.0, X);
    let above = || cube(1.0).at([0.0, 1.1, 0.0]);
    in_space(cube(1.0), above(), [0.0, 0.0, 0.0], 10.0).passes();
    in_space(cube(1.0), above(), [0.0, 1.0, 0.0], 10.0).passes();
    in_space(cube(1.0), above(), [0.0, -1.0, 0.0], 10.0).meets_at(0.1, Y);
}

/// ncollide never ended for equal velocities (#369), nor at a speed of 7e-42 (#123).
#[test]
fn equal_velocities_and_hardly_any_speed_end() {
    let cube = gjk::Cuboid::new(vec3(0.5_f32, 0.5, 0.5)).expect("sizes");
    let above = Pose::translation(vec3(0.0, 1.1, 0.0)).expect("in range");
    let falling = Motion::linear(vec3(0.3, -1.7, 0.2)).expect("in range");
    let mut query = Query::new().poses(Pose::IDENTITY, above);
    assert_eq!(query.time_of_impact(erased(&cube), erased(&cube), &falling, &falling, 10.0), Ok(None));
    for max_time in [10.0, f32::MAX] {
        assert_eq!(query.shape_cast(erased(&cube), erased(&cube), vec3(0.0, 7e-42, 0.0), max_time), Ok(None));
    }
    assert_eq!(query.shape_cast(erased(&cube), erased(&cube), vec3(0.0, -7e-42, 0.0), 10.0), Ok(None));
}

/// ncollide (#4) hit the far side of a long box.
#[test]
fn a_disc_meets_the_near_side_of_a_long_box() {
    let wall = rectangle([2.5, 450.0]).at([802.5, 0.0, 0.0]);
    let disc = ball(15.0).at([784.470154, -88.887802, 0.0]);
    in_the_plane(wall, disc, [0.630261, -0.776384], 100.0).meets_at((785.0 - 784.470154) / 0.630261, scale(X, -1.0));
}

/// rapier.js (#258): the ray hit these flat boxes, the cast of a shape along it did not.
#[test]
fn a_ray_and_a_point_meet_flat_boxes() {
    let flat = |half: [f64; 2], at: [f64; 2]| rectangle(half).at([at[0], at[1], 0.0]);
    let first = (flat([244.5, 0.5], [884.5, 188.5]), [380.0, 241.0], [1004.0, 137.0], 0.5);
    let second = (flat([335.0, 0.5], [408.0, 286.5]), [894.0, 328.0], [385.0, 217.0], 41.0 / 111.0);
    for (board, [x, y], [to_x, to_y], time) in [first, second] {
        let placed = Placed::<Vec2<f64>>::new(&board, [0.0; 3]);
        let ray = Ray::new(vec2(x, y), vec2(to_x - x, to_y - y), 1.0).expect("a ray");
        let hit = Query::new().poses(placed.pose, Pose::IDENTITY).ray_cast(&*placed.shape(), &ray).expect("a hit");
        assert!((hit.time - time).abs() < 1e-12 && hit.normal == vec2(0.0, 1.0), "{hit:?}");
        in_the_plane(board, point([0.0; 3]).at([x, y, 0.0]), [to_x - x, to_y - y], 1.0).meets_at(time, Y);
    }
}

/// collision-rs (#111) never ended.
#[test]
fn a_disc_creeps_up_to_a_turned_rectangle() {
    let board = rectangle([25.0, 5.0]).turned([1.0, 0.0, 0.0, 0.0]).at([164.175, -13.968, 0.0]);
    let disc = ball(1.0).at([158.075, -5.288, 0.0]);
    in_the_plane(board, disc, [159.398 - 158.075, -6.610 + 5.288], 1.0).meets_at(0.1 / 1.323, scale(X, -1.0));
}

/// bullet3 (#4464) gave a wrong normal, (#1947) hit a wide wall before its face away from the middle, and (#2949) left
/// by the far side.
#[test]
fn rays_meet_boxes_where_they_enter() {
    let block = gjk::Cuboid::new(vec3(2.024, 2.024, 2.024)).expect("sizes");
    let up = Pose::translation(vec3(0.0, 2.024, 0.0)).expect("in range");
    let (from, to) = (vec3(5.506727, 1.292858, 1.102663), vec3(-2.007535, 1.32374, -1.894639));
    let ray = Ray::new(from, to - from, 1.0).expect("a ray");
    let hit = Query::new().poses(up, Pose::IDENTITY).ray_cast(erased(&block), &ray).expect("a hit");
    let time: f64 = (5.506727 - 2.024) / 7.514262;
    assert!((hit.time - time).abs() < 1e-12 && hit.normal == vec3(1.0, 0.0, 0.0), "{hit:?}");
    for x in [0.0, 1.0, 100.0, 400.0, 499.0] {
        let wall = gjk::Cuboid::new(vec3(500.0_f32, 500.0, 1.0)).expect("sizes");
        let there = Pose::translation(vec3(0.0, 0.0, 51.0)).expect("in range");
        let ray = Ray::new(vec3(x, -x, 0.0), vec3(0.0, 0.0, 100.0), 1.0).expect("a ray");
        let hit = Query::new().poses(there, Pose::IDENTITY).ray_cast(erased(&wall), &ray).expect("a hit");
        assert!((hit.on_b.z - 50.0).abs() < 1e-4 && hit.normal == vec3(0.0, 0.0, -1.0), "{hit:?}");
    }
}

/// PhysX (#610) stopped a cube 2.5 mm too soon.
#[test]
fn a_cube_falls_on_another() {
    in_space(cube(2.0).at([0.0, 10.0, 0.0]), cube(2.0).at([0.0, 15.0, 0.0]), [0.0, -1.0, 0.0], 10.0).meets_at(3.0, Y);
}

/// Casts that several libraries have in their tests.
#[test]
fn balls_squares_and_pyramids_at_speed() {
    let from = |x: f64, y: f64| ball(1.0).at([x, y, 0.0]);
    in_space(ball(1.0), from(-10.0, 0.0), [20.0, 0.0, 0.0], 1.0).meets_at(0.4, scale(X, -1.0));
    in_space(ball(1.0), from(-10.0, 2.1), [20.0, 0.0, 0.0], 1.0).passes();
    in_space(ball(1.0), from(-1.0, 0.0), [20.0, 0.0, 0.0], 1.0).meets(0.0);
    let line = polygon(&[[0.0, -1.0], [0.0, 1.0]]).at([2.0, 0.0, 0.0]);
    in_the_plane(square(2.0), line, [-2.0, 0.0], 1.0).meets_at(0.5, X);
    let small = || ball(0.5);
    in_space(small(), small().at([10.0, 0.0, 0.0]), [-10.0, 0.0, 0.0], 1.0).meets_at(0.9, X);
    let pyramid = || hull(&[[0.0, 1.0, 0.0], [1.0, -0.5, 0.0], [-1.0, -0.5, 0.0], [0.0, -0.5, -1.0]]);
    in_space(pyramid(), pyramid().at([1000.0, 0.0, 0.0]), [-1e5, 0.0, 0.0], 1.0).meets(0.00998);
}

/// Box2D asserted on a point that falls past the end of a plank, and took no support point where a cast
/// began within its tolerance of touch (#625).
#[test]
fn a_point_and_a_thin_plank() {
    let plank = || rectangle([0.5, 0.0002]);
    in_the_plane(plank(), point([0.0; 3]).at([0.506, 0.0035, 0.0]), [-0.01, -0.5], 0.25).passes();
    in_the_plane(plank(), point([0.0; 3]).at([0.25, 0.00265, 0.0]), [0.0, -0.5], 1.0).meets_at(0.0049, Y);
}

/// Box2D (#917) had a zero normal at a distance of 6e-8 from a face along which a body slides.
#[test]
fn sliding_along_a_flush_face_has_a_normal() {
    for gap in [0.0, 6e-8, -6e-8] {
        let tile = gjk::Rectangle::new(vec2(1.0_f32, 1.0)).expect("sizes");
        let beside = Pose::translation(vec2(0.5, 2.0 + gap)).expect("in range");
        let impact =
            Query::new().poses(Pose::IDENTITY, beside).shape_cast(erased(&tile), erased(&tile), vec2(1.0, 0.0), 4.0);
        if let Some(impact) = impact.expect("a velocity") {
            assert!((impact.normal.length() - 1.0).abs() < 1e-6 && impact.normal.y > 0.999, "{impact:?}");
        }
    }
}

/// parry (#106): time zero was "converged" for balls and "penetrating" for others. Here touch is time zero and no
/// overlap, and overlap is said to be one, whatever the bodies.
#[test]
fn one_convention_for_contact_at_the_start() {
    let start = |a: Body, b: Body| {
        let (a, b) = (Placed::<Vec3<f64>>::new(&a, [0.0; 3]), Placed::<Vec3<f64>>::new(&b, [0.0; 3]));
        let mut query = Query::new().poses(a.pose, b.pose);
        let towards = query.shape_cast(&*a.shape(), &*b.shape(), vec3(-1.0, 0.0, 0.0), 1.0);
        let away = query.shape_cast(&*a.shape(), &*b.shape(), vec3(1.0, 0.0, 0.0), 1.0);
        [towards, away].map(|impact| impact.expect("a velocity").expect("contact"))
    };
    for body in [ball(1.0), cube(2.0), cylinder(1.0, 1.0)] {
        for impact in start(body.clone(), body.clone().at([2.0, 0.0, 0.0])) {
            assert_eq!((impact.time, impact.initially_overlapping, impact.status), (0.0, false, Status::Converged));
        }
        for impact in start(body.clone(), body.clone().at([1.5, 0.0, 0.0])) {
            assert_eq!((impact.time, impact.initially_overlapping, impact.status), (0.0, true, Status::Converged));
            assert!((impact.on_a.x - impact.on_b.x - 0.5).abs() < 1e-6, "{impact:?}");
        }
    }
}

/// parry (#317) lost a plain hit of a nonlinear cast; bevy_rapier (#184) panicked at speed.
#[test]
fn a_spinning_cube_meets_another_at_any_speed() {
    let cube = gjk::Cuboid::new(vec3(0.5, 0.5, 0.5)).expect("sizes");
    let start = Pose::translation(vec3(-10.0, 0.0, 0.0)).expect("in range");
    let mut query = Query::new().poses(Pose::IDENTITY, start);
    for speed in [0.1_f64, 1.0, 100.0, 1e4, 1e8] {
        for rate in [0.0, 0.5, 30.0] {
            let shot = Motion::new(vec3(speed, 0.0, 0.0), vec3(0.0, rate, rate)).expect("in range");
            let impact =
                query.time_of_impact(erased(&cube), erased(&cube), &Motion::still(), &shot, 200.0).expect("a time");
            let impact = impact.expect("it is in the way");
            assert_eq!(impact.status, Status::Converged, "{speed}, {rate}: {impact:?}");
            // Between corner and face.
            let way = impact.time * speed;
            assert!((10.0 - 0.5 - 0.75_f64.sqrt() - 1e-9..=9.0 + 1e-9).contains(&way), "{speed}, {rate}: {impact:?}");
        }
    }
}
