//! Slow motions over long times in fixed point: a velocity has few digits there, and the time multiplies what rounding
//! does to it.

use crate::common::scene::erased;
use fixed::types::{I2F30, I16F16};
use gjk::{
    Ball, Capsule, ConvexHull, Cuboid, Motion, Point, Pose, Query, Ray, Rectangle, Rotation2, Rotation3, Segment,
    Status, Support, Vec2, Vec3, vec2, vec3,
};

type F = I16F16;
type Turn = Rotation3<F>;

const ZERO: F = F::ZERO;

fn f(value: f64) -> F {
    F::from_num(value)
}

fn still() -> Vec3<F> {
    vec3(ZERO, ZERO, ZERO)
}

/// The cosine and sine of the angle of a direction, and the rotation by it.
fn turn(cos: f64, sin: f64) -> ([f64; 2], Rotation2<F>) {
    let turn = Rotation2::from_cos_sin(I2F30::from_num(cos * 0.9), I2F30::from_num(sin * 0.9)).expect("a direction");
    let [[cos, _], [sin, _]] = turn.to_matrix().map(|row| row.map(|entry: I2F30| entry.to_num::<f64>()));
    ([cos, sin], turn)
}

#[test]
fn a_long_ray_of_a_turned_frame_meets_a_thin_plate() {
    let turn = Rotation2::from_cos_sin(I2F30::lit("0.7"), I2F30::lit("0.7")).expect("a direction");
    let plate = Rectangle::new(vec2(f(2.0), f(0.003_906_25))).expect("a size");
    let eye = Pose::new(turn, vec2(ZERO, f(-39.025_360_107_421_875))).expect("a pose");
    let ray = Ray::new(vec2(ZERO, ZERO), vec2(f(0.002_826_7), f(0.002_826_7)), f(12000.0)).expect("a ray");
    let hit = Query::new().poses(Pose::IDENTITY, eye).ray_cast(erased(&plate), &ray).expect("it is in the way");
    // 185 steps along either axis.
    let exact = (39.025_360_107_421_875 - 0.003_906_25) / (185.0 * 2_f64.sqrt() / 65536.0);
    assert_eq!(hit.status, Status::Converged);
    assert!((hit.time.to_num::<f64>() - exact).abs() < 0.1, "{hit:?}, {exact}");
}

#[test]
fn no_long_ray_of_a_turned_frame_passes_through_a_thin_body() {
    let mut asked = 0;
    for number in 0..600_i32 {
        // Angles and speeds that have nothing to do with each other.
        let (angle, share) = (f64::from(number) * 2.399, f64::from(number * 61 % 600) / 600.0);
        let ([cos, sin], turn) = turn(angle.cos(), angle.sin());
        let speed = 0.001 * 100_f64.powf(share);
        let high = 5.0 + 3.0 * f64::from(number % 100);
        let local = vec2(f(sin * speed), f(cos * speed));
        let [x, y] = [local.x, local.y].map(|part| part.to_num::<f64>());
        let way = [cos * x - sin * y, sin * x + cos * y];
        let time = high / way[1];
        let aside = -way[0] * time;
        if !(way[1] > 0.0 && time < 20000.0 && aside.abs() < 1000.0) {
            continue;
        }
        asked += 1;
        let thin = f(0.004);
        let ends = [vec2(f(-2.0), ZERO), vec2(f(2.0), ZERO)];
        let plate = Rectangle::new(vec2(f(2.0), thin)).expect("a size");
        let segment = Segment::new(ends[0], ends[1]).expect("points");
        let rod = Capsule::new(ends[0], ends[1], thin).expect("a size");
        let corners = [vec2(f(2.0), thin), vec2(f(-2.0), thin), vec2(f(-2.0), -thin), vec2(f(2.0), -thin)];
        let hull = ConvexHull::new(&corners).expect("points");
        let ray = Ray::new(vec2(ZERO, ZERO), local, f(time * (1.001 + share))).expect("a ray");
        let eye = Pose::new(turn, vec2(f(aside), f(-high))).expect("a pose");
        let bodies: [&dyn Support<Vector = Vec2<F>>; 4] = [&plate, &segment, &rod, &hull];
        for (kind, body) in bodies.into_iter().enumerate() {
            let hit = Query::new().poses(Pose::IDENTITY, eye).ray_cast(body, &ray);
            let met = hit.map(|hit| hit.time.to_num::<f64>());
            let close = 0.03 / way[1];
            assert!(met.is_some_and(|met| (met - time).abs() < close), "{number}, {kind}: {met:?}, not {time}");
        }
    }
    assert!(asked > 300, "{asked}");
}

/// A pose that is turned about no axis of the frame.
fn leaning() -> Turn {
    let parts = ["0.3", "0.5", "-0.2", "0.7"].map(I2F30::lit);
    let [x, y, z, w] = parts;
    Rotation3::from_quaternion(x, y, z, w).expect("a rotation")
}

#[test]
fn a_long_bar_that_turns_slowly_meets_a_ball_in_a_turned_frame() {
    let (ball, bar) =
        (Ball::new(f(1.0)).expect("a size"), Cuboid::new(vec3(f(400.0), f(1.0), f(1.0))).expect("a size"));
    for (rate, angle) in [(2, 0.3), (2, 0.7), (5, 0.4), (5, 1.5), (20, 0.9), (20, 2.5), (655, 2.0)] {
        let spin = F::from_bits(rate);
        let motion = Motion::new(still(), vec3(ZERO, ZERO, spin)).expect("a motion");
        let rate = spin.to_num::<f64>();
        let place =
            Pose::new(leaning(), vec3(f(390.0 * f64::cos(angle)), f(390.0 * f64::sin(angle)), ZERO)).expect("a pose");
        let end = f((3.0 / rate).min(32000.0));
        // The middle of the ball is two from the axis of the bar.
        let exact = (angle - (2.0_f64 / 390.0).asin()) / rate;
        let mut query = Query::new().poses(place, Pose::IDENTITY);
        let impact = query.time_of_impact(erased(&ball), erased(&bar), &Motion::still(), &motion, end).expect("a time");
        let impact = impact.unwrap_or_else(|| panic!("none, at {rate} to {angle}"));
        // In units of length, and a step of time.
        let off = (impact.time.to_num::<f64>() - exact).abs();
        assert!(off * rate * 390.0 < 0.01, "{impact:?}, {exact}");
        let depth = |time| {
            let pose = motion.pose_after(Pose::IDENTITY, time).expect("a pose");
            Query::new()
                .poses(place, pose)
                .penetration(erased(&ball), erased(&bar))
                .map_or(ZERO, |overlap| overlap.lower_bound)
        };
        for share in [0.25, 0.5, 0.9, 0.99, 0.999, 1.0] {
            let time = f(impact.time.to_num::<f64>() * share);
            assert!(depth(time) <= f(0.001), "{} deep at {time}, {share}", depth(time));
        }
        assert!(depth(f(exact + 0.02 / (rate * 390.0) + 0.001)) > ZERO);
    }
}

#[test]
fn a_slow_turn_about_any_axis_goes_as_far_as_its_rate_says() {
    for bits in [[7, 7, 7], [1, 1, 0], [1, 0, 0], [3, -4, 1], [-655, 200, 6500], [0, 0, -65_536]] {
        let angular = bits.map(F::from_bits);
        let motion = Motion::new(still(), Vec3::from(angular)).expect("a motion");
        let [x, y, z] = angular.map(|part| part.to_num::<f64>());
        let rate = (x * x + y * y + z * z).sqrt();
        for time in [1.0, 300.0, 30_000.0, -30_000.0] {
            let pose = motion.pose_after(Pose::IDENTITY, f(time)).expect("a pose");
            let [[a, ..], [_, b, _], [.., c]] =
                pose.rotation().to_matrix().map(|row| row.map(|x: I2F30| x.to_num::<f64>()));
            let cos = (a + b + c - 1.0) / 2.0;
            let angle = rate * time;
            // A few steps of a unit fraction, and half of one for each radian.
            let close = 2_f64.powi(-30) * (16.0 + angle.abs());
            assert!((cos - angle.cos()).abs() < close, "{bits:?} for {time}: {cos}, not {}", angle.cos());
        }
    }
}

#[test]
fn bodies_that_stand_still_apart_are_proven_so_for_any_time() {
    let plate = Rectangle::new(vec2(f(0.01), f(0.01))).expect("a size");
    let width = plate.half_extents().x;
    let mut near = 0;
    for steps in 1..=20 {
        let place = Pose::translation(vec2(width + width + F::from_bits(steps), ZERO)).expect("a pose");
        let mut query = Query::new().poses(Pose::IDENTITY, place);
        let time = f(32767.0);
        match query.shape_cast(erased(&plate), erased(&plate), vec2(ZERO, ZERO), time).expect("a time") {
            None => {}
            Some(impact) => {
                let found = (impact.time, impact.upper_bound, impact.status);
                assert_eq!(found, (ZERO, ZERO, Status::Converged), "{steps}: {impact:?}");
                near = steps;
            }
        }
    }
    assert!(near <= 4, "{near} steps are no contact");
}

#[test]
fn a_slow_body_passes_by_in_a_long_time() {
    // One step per time along the plate, some steps beside it.
    let plate = Rectangle::new(vec2(f(2.0), f(0.01))).expect("a size");
    let width = plate.half_extents().y;
    for steps in 9..=40 {
        let place = Pose::translation(vec2(ZERO, width + F::from_bits(steps))).expect("a pose");
        let mut query = Query::new().poses(Pose::IDENTITY, place);
        let slow = vec2(F::DELTA, ZERO);
        let impact = query.shape_cast(erased(&plate), erased(&Point::ORIGIN), slow, f(32767.0)).expect("a time");
        assert!(impact.is_none(), "{steps}: {impact:?}");
    }
}
