//! Tests of the normals themselves. A cast checks what it is given, so that a wrong normal only makes it slower.

use super::MAX_ENTRY_CORNERS;
use crate::body::shape::{Ball, Capsule, Cone, Cuboid, Cylinder, Point, Polygon, Rectangle};
use crate::body::support::{Body, form_of};
use crate::number::draw::Draw;
use crate::number::vector::{Vec2, Vec3, Vector, vec2, vec3};
use crate::pair::place::{Relative, SameFrame};
use crate::{Pose, Pose3, Ray, Rotation3};

/// Sizes are at most 8, and rounding of `f64` at this size leaves far more digits than these.
const CLOSE: f64 = 1e-9;

/// The largest coordinate of a drawn start or direction. They have enough digits that no line meets a corner or starts
/// in the plane of a face.
const MOST: f64 = 9.0;

impl Draw {
    fn planar(&mut self) -> Vec2<f64> {
        vec2(MOST * self.next(), MOST * self.next())
    }

    fn spatial(&mut self) -> Vec3<f64> {
        vec3(MOST * self.next(), MOST * self.next(), MOST * self.next())
    }
}

/// Counts what lines do that start outside a body.
#[derive(Default)]
struct Tally {
    enter: u32,
    pass: u32,
    /// Lines that pass by and for which there is no normal, or one of a plane that does not keep them out.
    astray: u32,
}

impl Tally {
    /// Checks the normal of the plane through which a line enters a body, or which keeps it out. Either way the start
    /// is beyond the plane that supports the body along the normal. A line that comes down to that plane is in the
    /// body there.
    fn judge<V: Vector<Scalar = f64>>(&mut self, body: &impl Body<V>, start: V, dir: V, normal: Option<V>) {
        if crate::distance(body, &Point::new(start).expect("in range")).distance <= CLOSE {
            return;
        }
        match normal.and_then(|normal| enters(body, start, dir, normal)) {
            Some(true) => self.enter += 1,
            Some(false) => self.pass += 1,
            None => {
                let ray = Ray::new(start, dir, 1000.0).expect("in range");
                assert_eq!(crate::ray_cast(body, &ray), None, "{normal:?}");
                self.astray += 1;
            }
        }
    }

    fn close(self, most_astray: u32) {
        let Self { enter, pass, astray } = self;
        assert!(enter > 100 && pass > 100 && astray <= most_astray, "{enter} enter, {pass} pass, {astray} astray");
    }
}

/// Does a line come down to the plane that supports a body along a normal? `None` if it starts below the plane, or is
/// not in the body when it comes down.
fn enters<V: Vector<Scalar = f64>>(body: &impl Body<V>, start: V, dir: V, normal: V) -> Option<bool> {
    let height = normal.dot(start) - normal.dot(body.support(normal)) - body.margin() * normal.length();
    let down = -normal.dot(dir);
    let slope = down / (normal.length() * dir.length());
    if height <= 0.0 || slope <= CLOSE {
        return (height > 0.0).then_some(false);
    }
    let way = dir.unit(dir.length());
    let entry = Point::new(start.advance(dir.length() * height / down, way)).ok()?;
    (crate::distance(body, &entry).distance <= CLOSE / slope).then_some(true)
}

/// Checks the normals that the form of a body gives, on a line through the given number of drawn points.
fn by_the_form<V: Vector<Scalar = f64>>(body: &impl Body<V>, most_astray: u32, mut draw: impl FnMut() -> V) {
    let mut tally = Tally::default();
    for _ in 0..2000 {
        let (start, dir) = (draw(), draw());
        if dir != V::ZERO {
            tally.judge(body, start, dir, form_of(body).entry_normal(start, dir));
        }
    }
    tally.close(most_astray);
}

#[test]
fn lines_enter_boxes_through_the_plane_that_is_given() {
    let draw = &mut Draw(1);
    by_the_form(&Cuboid::new(vec3(3.0, 2.0, 4.0)).expect("sizes"), 0, || draw.spatial());
    by_the_form(&Rectangle::new(vec2(3.0, 5.0)).expect("sizes"), 0, || draw.planar());
}

#[test]
fn lines_enter_polygons_through_the_plane_that_is_given() {
    let draw = &mut Draw(2);
    let corners = [vec2(-5.0, -1.0), vec2(-1.0, -4.0), vec2(4.0, -3.0), vec2(5.0, 2.0), vec2(0.0, 4.0)];
    for count in 3..=corners.len() {
        let corners = corners.get(..count).expect("so many corners");
        by_the_form(&Polygon::new(corners).expect("convex"), 0, || draw.planar());
    }
}

#[test]
fn lines_enter_revolved_bodies_through_the_plane_that_is_given() {
    let draw = &mut Draw(3);
    by_the_form(&Cylinder::new(3.0, 4.0).expect("sizes"), 220, || draw.spatial());
    by_the_form(&Cone::new(4.0, 5.0).expect("sizes"), 220, || draw.spatial());
}

/// The capsule and the ball are asked about with either body in motion, and in a frame that is turned and moved.
#[test]
fn points_enter_balls_and_capsules_through_the_plane_that_is_given() {
    let draw = &mut Draw(4);
    let (ball, capsule) =
        (Ball::new(5.0).expect("a size"), Capsule::new(vec3(-2.0, 1.0, 3.0), vec3(1.0, 2.0, -3.0), 3.0));
    let capsule = capsule.expect("sizes");
    let turn = Rotation3::from_quaternion(0.2, -0.4, 0.1, 0.6).expect("a rotation");
    let position = vec3(4.0, -3.0, 2.0);
    let there: Pose3<f64> = Pose::new(turn, position).expect("in range");
    let placement = Relative { a: Pose::IDENTITY, rows: turn.rows, translation: position };
    let (mut of_ball, mut of_capsule, mut of_mover) = (Tally::default(), Tally::default(), Tally::default());
    for _ in 0..2000 {
        let (start, dir) = (draw.spatial(), draw.spatial());
        if dir == Vec3::ZERO {
            continue;
        }
        let (point, unit) = (Point::new(start).expect("in range"), dir.unit(dir.length()));
        of_ball.judge(&ball, start, dir, super::entry_normal((&ball, &point), &SameFrame, unit, 5.0));
        of_capsule.judge(&capsule, start, dir, super::entry_normal((&capsule, &point), &SameFrame, unit, 3.0));
        // The capsule stands at the pose and moves towards a point of the frame: for the capsule, the point moves.
        let (away, moved) = (Vec3::ZERO.turn(&turn.rows, -dir), Point::new(there.apply(start)).expect("in range"));
        let normal = super::entry_normal((&moved, &capsule), &placement, away.unit(away.length()), 3.0);
        of_mover.judge(&capsule, start, dir, normal.map(|normal| -Vec3::turn_back(&turn.rows, normal)));
    }
    of_ball.close(0);
    of_capsule.close(40);
    of_mover.close(40);
}

/// The side of a cylinder keeps out what moves away from it, whatever way a line has come; and it is where a point on
/// the side goes in.
#[test]
fn the_side_of_a_cylinder_keeps_out_what_moves_away_from_the_axis() {
    let (draw, cylinder) = (&mut Draw(5), Cylinder::new(3.0, 4.0).expect("sizes"));
    let mut count = 0;
    for _ in 0..2000 {
        let (start, dir) = (draw.spatial(), draw.spatial());
        let (radial, across) = (start.truncate(), dir.truncate());
        if radial.length() > 4.0 && radial.dot(across) > 0.0 {
            let normal = super::of_cylinder(3.0, 4.0, start, dir);
            assert_eq!(enters(&cylinder, start, dir, normal), Some(false), "{start:?} {dir:?}: {normal:?}");
            assert!(normal.z == 0.0);
            count += 1;
        }
    }
    assert!(count > 200, "{count}");
    let normal = super::of_cylinder(3.0, 4.0, vec3(-4.0, 0.0, 1.0), vec3(2.0, 0.0, 0.5));
    assert!(normal.x < 0.0 && normal.y == 0.0 && normal.z == 0.0, "{normal:?}");
}

/// Corners on a parabola, from left to right; the last edge leads back over all of them.
#[test]
fn polygons_of_as_many_corners_as_there_are_bits_are_tested_edge_by_edge() {
    let corners: [Vec2<f64>; 33] = core::array::from_fn(|number| vec2(number as f64, (number * number) as f64));
    for count in 3..=corners.len() {
        let corners = corners.get(..count).expect("so many corners");
        let has_bits = count <= MAX_ENTRY_CORNERS as usize;
        for (number, x) in (0..count - 1).map(|number| (number, number as f64 + 0.5)) {
            let up = super::of_polygon(corners, vec2(x, -9.0), vec2(0.0, 1.0));
            let down = super::of_polygon(corners, vec2(x, 2000.0), vec2(0.0, -1.0));
            assert_eq!(up.map(|(_, edge)| edge), has_bits.then_some(number));
            assert_eq!(down.map(|(_, edge)| edge), has_bits.then_some(count - 1));
        }
    }
}
