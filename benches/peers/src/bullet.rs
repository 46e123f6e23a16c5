//! Bullet, called through `bullet.cpp`: its GJK with EPA, and the sweeps and rays of its world on one object.

use crate::library::{Contestant, Library, MISS, Pair, Prepared, Question};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector;
use std::ffi::{c_int, c_void};
use std::hint::black_box;

/// `btScalar`.
#[cfg(not(feature = "bullet-f64"))]
type Real = f32;
#[cfg(feature = "bullet-f64")]
type Real = f64;

/// A pointer to a body, which is never freed.
type Body = *mut c_void;

/// `btVector3`.
#[repr(C, align(16))]
struct Vector([Real; 4]);

/// `btTransform`: the rows of a matrix and a translation.
#[repr(C, align(16))]
struct Transform([Vector; 4]);

unsafe extern "C" {
    fn bullet_sphere(radius: Real) -> Body;
    fn bullet_box(x: Real, y: Real, z: Real) -> Body;
    fn bullet_capsule(radius: Real, height: Real) -> Body;
    fn bullet_cylinder(radius: Real, half_height: Real) -> Body;
    fn bullet_cone(radius: Real, height: Real) -> Body;
    fn bullet_hull(points: *const [Real; 3], count: c_int) -> Body;
    fn bullet_distance(a: Body, b: Body, pose_a: *const Transform, pose_b: *const Transform) -> f64;
    fn bullet_contact(a: Body, b: Body, pose_a: *const Transform, pose_b: *const Transform) -> f64;
    fn bullet_sweep(a: Body, b: Body, pose_a: *const Transform, pose_b: *const Transform, way: *const Vector) -> f64;
    fn bullet_ray(a: Body, pose_a: *const Transform, origin: *const Vector, way: *const Vector) -> f64;
}

struct Bullet;

fn body(shape: &Shape<3>) -> Body {
    let real = |x: &f64| *x as Real;
    // SAFETY: the calls copy the points.
    unsafe {
        match shape {
            Shape::Ball { radius } => bullet_sphere(real(radius)),
            Shape::Cuboid { half_extents: [x, y, z] } => bullet_box(real(x), real(y), real(z)),
            Shape::Capsule { half_height, radius } => bullet_capsule(real(radius), 2.0 * real(half_height)),
            Shape::Cylinder { half_height, radius } => bullet_cylinder(real(radius), real(half_height)),
            Shape::Cone { half_height, radius } => bullet_cone(real(radius), 2.0 * real(half_height)),
            Shape::Hull { points } => {
                let points: Vec<_> = points.iter().map(|point| point.map(|x| x as Real)).collect();
                bullet_hull(points.as_ptr(), points.len() as c_int)
            }
        }
    }
}

/// The time of a hit from the fraction of the displacement before it; a fraction of one is a miss.
fn time(fraction: f64) -> f64 {
    if black_box(fraction) < 1.0 { fraction } else { MISS }
}

impl Library<3> for Bullet {
    const NAME: &'static str = if cfg!(feature = "bullet-f64") { "Bullet f64" } else { "Bullet" };
    const QUESTIONS: &'static [Question] =
        &[Question::Intersect, Question::Distance, Question::Penetration, Question::Cast, Question::Ray];
    type A = Body;
    type B = Body;
    type Pose = Transform;
    type Vector = Vector;
    type Warm = ();

    fn a(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn b(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn pose(pose: &Pose<3>, _: &Shape<3>) -> Transform {
        let [x, y, z] = pose.rows;
        Transform([x, y, z, pose.position].map(Self::vector))
    }

    fn vector([x, y, z]: vector::Vector<3>) -> Vector {
        Vector([x as Real, y as Real, z as Real, 0.0])
    }

    fn intersect(pair: Pair<'_, 3, Self>) -> bool {
        // SAFETY: bodies are never freed, and poses outlive the call.
        black_box(unsafe { bullet_contact(*pair.a, *pair.b, pair.pose_a, pair.pose_b) }) <= 0.0
    }

    fn distance(pair: Pair<'_, 3, Self>) -> f64 {
        // SAFETY: bodies are never freed, and poses and vectors outlive the call.
        black_box(unsafe { bullet_distance(*pair.a, *pair.b, pair.pose_a, pair.pose_b) }).max(0.0)
    }

    fn penetration(pair: Pair<'_, 3, Self>) -> f64 {
        // SAFETY: bodies are never freed, and poses and vectors outlive the call.
        let found = black_box(unsafe { bullet_contact(*pair.a, *pair.b, pair.pose_a, pair.pose_b) });
        if found <= 0.0 { -found } else { -1.0 }
    }

    fn cast(pair: Pair<'_, 3, Self>) -> f64 {
        // SAFETY: bodies are never freed, and poses and displacement outlive the call.
        time(unsafe { bullet_sweep(*pair.a, *pair.b, pair.pose_a, pair.pose_b, pair.velocity) })
    }

    fn ray(pair: Pair<'_, 3, Self>) -> f64 {
        // SAFETY: bodies are never freed, and poses and vectors outlive the call.
        time(unsafe { bullet_ray(*pair.a, pair.pose_a, pair.origin, pair.velocity) })
    }
}

/// Bullet, which has all shapes.
pub fn contestant(shapes: &Shapes<3>) -> Box<dyn Contestant<3>> {
    Prepared::<3, Bullet>::contestant(shapes)
}
