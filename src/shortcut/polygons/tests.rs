//! Tests of the parts that guard against rounding, against all corners.

use super::{CornerList, room_in};
use crate::body::shape::Polygon;
#[cfg(feature = "fixed")]
use crate::number::scalar::Scalar;
use crate::number::vector::{Vec2, vec2};

const CORNERS: [Vec2<f64>; 7] = [
    vec2(5.0, 0.0),
    vec2(4.0, 3.0),
    vec2(1.0, 5.0),
    vec2(-3.0, 4.0),
    vec2(-5.0, 1.0),
    vec2(-3.0, -4.0),
    vec2(3.0, -3.0),
];

#[test]
fn corners_reach_as_far_as_the_farthest() {
    for count in 3..=CORNERS.len() {
        let corners = CORNERS.get(..count).expect("so many corners");
        let polygon = Polygon::new(corners).expect("convex");
        let mut list = CornerList::new();
        assert_eq!(list.draw(&polygon, |corner| corner), Some(5.0));
        assert_eq!(list.own(), Some(corners));
        for dir in CORNERS.into_iter().chain(CORNERS.map(|corner| corner.perp())) {
            let farthest = corners.iter().map(|corner| dir.dot(*corner)).fold(-f64::MAX, f64::max);
            assert_eq!(list.reach(dir), Some(farthest));
        }
    }
}

#[test]
fn corners_that_are_no_numbers_or_out_of_range_are_not_taken() {
    let polygon = Polygon::new(&CORNERS).expect("convex");
    let drawn = |place: fn(Vec2<f64>) -> Vec2<f64>| CornerList::new().draw(&polygon, place);
    assert_eq!(drawn(|corner| corner), Some(5.0));
    for place in
        [|_| vec2(f64::NAN, 0.0), |corner: Vec2<f64>| if corner.x == 1.0 { vec2(0.0, f64::NAN) } else { corner }]
    {
        assert_eq!(drawn(place), None);
    }
    #[cfg(feature = "fixed")]
    {
        type S = fixed::types::I16F16;
        let corners = CORNERS.map(|corner| vec2(S::from_num(corner.x), S::from_num(corner.y)));
        let polygon = Polygon::new(&corners).expect("convex");
        let far = vec2(S::WORKING_LIMIT, S::ZERO);
        let drawn =
            |place: fn(Vec2<S>, Vec2<S>) -> Vec2<S>| CornerList::new().draw(&polygon, |corner| place(corner, far));
        assert_eq!(drawn(|corner, _| corner), Some(S::from_num(5)));
        assert_eq!(drawn(|corner, far| corner + far), None);
    }
}

#[test]
fn the_room_of_a_point_is_that_to_the_nearest_edge() {
    let polygon = Polygon::new(&CORNERS).expect("convex");
    let mut inside = 0;
    for (x, y) in (-11..=11).flat_map(|x| (-11..=11).map(move |y| (x, y))) {
        let point = vec2(0.5 * f64::from(x), 0.5 * f64::from(y));
        let next = CORNERS.into_iter().cycle().skip(1);
        let gaps = CORNERS.into_iter().zip(next).map(|(from, to)| {
            let normal = -(to - from).perp();
            (normal.dot(point - from) / normal.length(), normal)
        });
        let (most, normal) = gaps.reduce(|best, gap| if gap.0 > best.0 { gap } else { best }).expect("it has edges");
        match room_in(&polygon, point) {
            None => assert!(most >= -1e-12, "{point:?} is inside"),
            Some((room, size, outward)) => {
                assert!((room + most).abs() < 1e-12 && size == 5.0);
                assert!(
                    (outward.dot(normal) - normal.length()).abs() < 1e-9
                        || (room - outward_room(point, outward)).abs() < 1e-9
                );
                inside += 1;
            }
        }
    }
    assert!(inside > 100);
}

/// How far a point is from the end of the polygon along a direction.
fn outward_room(point: Vec2<f64>, outward: Vec2<f64>) -> f64 {
    let farthest = CORNERS.into_iter().map(|corner| outward.dot(corner)).fold(-f64::MAX, f64::max);
    farthest - outward.dot(point)
}
