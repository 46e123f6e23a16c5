//! FCL in double precision with both of its solvers, called through `fcl.cpp`. It has no rays.

use crate::faces::Faces;
use crate::library::{Contestant, Library, MISS, Pair, Prepared, Question};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector::Vector;
use std::ffi::{c_int, c_void};
use std::hint::black_box;

/// A pointer to a body, which is never freed.
type Body = *const c_void;

/// `fcl::Transform3d`: the columns of a matrix, four numbers each.
#[repr(C, align(32))]
struct Transform([[f64; 4]; 4]);

unsafe extern "C" {
    fn fcl_sphere(radius: f64) -> Body;
    fn fcl_box(x: f64, y: f64, z: f64) -> Body;
    fn fcl_capsule(radius: f64, height: f64) -> Body;
    fn fcl_cylinder(radius: f64, height: f64) -> Body;
    fn fcl_cone(radius: f64, height: f64) -> Body;
    fn fcl_hull(
        points: *const Vector<3>,
        count: c_int,
        faces: *const [c_int; 4],
        face_count: c_int,
        length: c_int,
    ) -> Body;
    fn fcl_distance(a: Body, b: Body, pose_a: *const Transform, pose_b: *const Transform, indep: bool) -> f64;
    fn fcl_touch(a: Body, b: Body, pose_a: *const Transform, pose_b: *const Transform, indep: bool) -> f64;
    fn fcl_depth(a: Body, b: Body, pose_a: *const Transform, pose_b: *const Transform, indep: bool) -> f64;
    fn fcl_cast(
        a: Body,
        b: Body,
        pose_a: *const Transform,
        pose_b: *const Transform,
        way: *const Vector<3>,
        indep: bool,
    ) -> f64;
}

/// FCL with its default solver, libccd, or with a GJK and EPA of its own (`INDEP`).
struct Fcl<const INDEP: bool>;

fn hull(points: &[Vector<3>]) -> Body {
    let Faces { corners, triangles } = Faces::of(points);
    let faces: Vec<_> = triangles.iter().map(|[i, j, k]| [3, *i as c_int, *j as c_int, *k as c_int]).collect();
    let (count, face_count) = (corners.len() as c_int, faces.len() as c_int);
    // SAFETY: the call copies corners and faces.
    unsafe { fcl_hull(corners.as_ptr(), count, faces.as_ptr(), face_count, 4 * face_count) }
}

fn body(shape: &Shape<3>) -> Body {
    // SAFETY: the arguments are numbers.
    unsafe {
        match shape {
            Shape::Ball { radius } => fcl_sphere(*radius),
            Shape::Cuboid { half_extents: [x, y, z] } => fcl_box(2.0 * x, 2.0 * y, 2.0 * z),
            Shape::Capsule { half_height, radius } => fcl_capsule(*radius, 2.0 * half_height),
            Shape::Cylinder { half_height, radius } => fcl_cylinder(*radius, 2.0 * half_height),
            Shape::Cone { half_height, radius } => fcl_cone(*radius, 2.0 * half_height),
            Shape::Hull { points } => hull(points),
        }
    }
}

impl<const INDEP: bool> Library<3> for Fcl<INDEP> {
    const NAME: &'static str = if INDEP { "FCL indep" } else { "FCL" };
    const QUESTIONS: &'static [Question] =
        &[Question::Intersect, Question::Distance, Question::Penetration, Question::Cast];
    type A = Body;
    type B = Body;
    type Pose = Transform;
    type Vector = Vector<3>;
    type Warm = ();

    fn a(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn b(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn pose(pose: &Pose<3>, _: &Shape<3>) -> Transform {
        let [x, y, z] = pose.rows;
        let column = |i: usize| [x[i], y[i], z[i], 0.0];
        let [p, q, r] = pose.position;
        Transform([column(0), column(1), column(2), [p, q, r, 1.0]])
    }

    fn vector(vector: Vector<3>) -> Vector<3> {
        vector
    }

    fn intersect(pair: Pair<'_, 3, Self>) -> bool {
        // SAFETY: bodies are never freed, and poses outlive the call.
        black_box(unsafe { fcl_touch(*pair.a, *pair.b, pair.pose_a, pair.pose_b, INDEP) }) > 0.0
    }

    fn distance(pair: Pair<'_, 3, Self>) -> f64 {
        // SAFETY: bodies are never freed, and poses outlive the call.
        let found = black_box(unsafe { fcl_distance(*pair.a, *pair.b, pair.pose_a, pair.pose_b, INDEP) });
        if found < 0.0 { 0.0 } else { found }
    }

    fn penetration(pair: Pair<'_, 3, Self>) -> f64 {
        // SAFETY: bodies are never freed, and poses outlive the call.
        black_box(unsafe { fcl_depth(*pair.a, *pair.b, pair.pose_a, pair.pose_b, INDEP) })
    }

    fn cast(pair: Pair<'_, 3, Self>) -> f64 {
        // SAFETY: bodies are never freed, and poses and displacement outlive the call.
        let found = black_box(unsafe { fcl_cast(*pair.a, *pair.b, pair.pose_a, pair.pose_b, pair.velocity, INDEP) });
        if found > 1.0 { MISS } else { found }
    }
}

/// FCL with both solvers; it has all shapes.
pub fn contestants(shapes: &Shapes<3>) -> [Box<dyn Contestant<3>>; 2] {
    [Prepared::<3, Fcl<false>>::contestant(shapes), Prepared::<3, Fcl<true>>::contestant(shapes)]
}
