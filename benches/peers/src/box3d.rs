//! Box3D: its GJK on points and a radius, its manifolds by separating axes, casts and rays. It has no cylinders and
//! cones. All queries work in a frame that the caller chooses; here, as in Box3D itself, it is that of A.

use crate::library::{Contestant, Library, MISS, Pair, Prepared, Question};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector::Vector;
use boxddd_sys::ffi;
use parry3d::math::{Mat3, Pose3, Rot3, Vec3};
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr;

/// A body in the form for manifolds and rays.
enum Solid {
    Sphere(ffi::b3Sphere),
    Capsule(ffi::b3Capsule),
    Hull(*const ffi::b3HullData),
}

/// A body in the form for manifolds and rays, with the points and the radius for distances and casts.
struct Body {
    solid: Solid,
    points: Vec<ffi::b3Vec3>,
    radius: f32,
}

impl Body {
    fn proxy(&self) -> ffi::b3ShapeProxy {
        ffi::b3ShapeProxy { points: self.points.as_ptr(), count: self.points.len() as i32, radius: self.radius }
    }
}

struct Box3d;

/// The largest number of points of a shape in a cast.
const MOST_POINTS: usize = 64;
/// The capacity of the buffer for the points of a manifold.
const MANIFOLD: usize = 64;

fn vector(Vec3 { x, y, z }: Vec3) -> ffi::b3Vec3 {
    ffi::b3Vec3 { x, y, z }
}

fn point([x, y, z]: Vector<3>) -> ffi::b3Vec3 {
    ffi::b3Vec3 { x: x as f32, y: y as f32, z: z as f32 }
}

fn body(shape: &Shape<3>) -> Body {
    let hull = |points: Vec<ffi::b3Vec3>| {
        let count = points.len() as i32;
        // SAFETY: the points outlive the call. The hull is never freed.
        let hull = unsafe { ffi::b3CreateHull(points.as_ptr(), count, count) };
        assert!(!hull.is_null(), "a hull");
        Body { solid: Solid::Hull(hull), points, radius: 0.0 }
    };
    match shape {
        Shape::Ball { radius } => {
            let (center, radius) = (point([0.0; 3]), *radius as f32);
            Body { solid: Solid::Sphere(ffi::b3Sphere { center, radius }), points: vec![center], radius }
        }
        Shape::Capsule { half_height, radius } => {
            let (low, high) = (point([0.0, 0.0, -half_height]), point([0.0, 0.0, *half_height]));
            let radius = *radius as f32;
            let capsule = ffi::b3Capsule { center1: low, center2: high, radius };
            Body { solid: Solid::Capsule(capsule), points: vec![low, high], radius }
        }
        Shape::Cuboid { half_extents: [x, y, z] } => {
            let sign = |bit: usize, length: &f64| if bit == 0 { *length } else { -length };
            hull((0..8).map(|i| point([sign(i & 1, x), sign(i & 2, y), sign(i & 4, z)])).collect())
        }
        Shape::Hull { points } => hull(points.iter().copied().map(point).collect()),
        Shape::Cylinder { .. } | Shape::Cone { .. } => unreachable!("not among its shapes"),
    }
}

/// The pose of B in A's frame.
fn relative(a: &Pose3, b: &Pose3) -> ffi::b3Transform {
    let Pose3 { rotation, translation, .. } = a.inv_mul(b);
    let [x, y, z, w] = rotation.to_array();
    ffi::b3Transform { p: vector(translation), q: ffi::b3Quat { v: ffi::b3Vec3 { x, y, z }, s: w } }
}

fn time(found: ffi::b3CastOutput) -> f64 {
    let found = black_box(&found);
    if found.hit { found.fraction.into() } else { MISS }
}

impl Library<3> for Box3d {
    const NAME: &'static str = "Box3D";
    const QUESTIONS: &'static [Question] = &[
        Question::Intersect,
        Question::Distance,
        Question::Warm,
        Question::Penetration,
        Question::Manifold,
        Question::Cast,
        Question::Ray,
    ];
    type A = Body;
    type B = Body;
    type Pose = Pose3;
    type Vector = Vec3;
    type Warm = Option<ffi::b3SimplexCache>;

    fn a(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn b(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn pose(pose: &Pose<3>, _: &Shape<3>) -> Pose3 {
        let rows = pose.rows.map(|row| row.map(|x| x as f32));
        let rotation = Rot3::from_mat3(&Mat3::from_cols_array_2d(&rows).transpose());
        Pose3::from_parts(Self::vector(pose.position), rotation)
    }

    fn vector(vector: Vector<3>) -> Vec3 {
        vector.map(|x| x as f32).into()
    }

    fn intersect(pair: Pair<'_, 3, Self>) -> bool {
        Self::distance(pair) <= 0.0
    }

    fn distance(pair: Pair<'_, 3, Self>) -> f64 {
        Self::warm(pair, &mut None)
    }

    fn warm(pair: Pair<'_, 3, Self>, last: &mut Self::Warm) -> f64 {
        let input = ffi::b3DistanceInput {
            proxyA: pair.a.proxy(),
            proxyB: pair.b.proxy(),
            transform: relative(pair.pose_a, pair.pose_b),
            useRadii: true,
        };
        let nothing = ffi::b3SimplexCache { metric: 0.0, count: 0, indexA: [0; 4], indexB: [0; 4] };
        let cache = last.get_or_insert(nothing);
        // SAFETY: input and cache outlive the call; no simplexes are requested.
        black_box(&unsafe { ffi::b3ShapeDistance(&raw const input, cache, ptr::null_mut(), 0) }).distance.into()
    }

    fn penetration(pair: Pair<'_, 3, Self>) -> f64 {
        Self::manifold(pair)
    }

    fn manifold(pair: Pair<'_, 3, Self>) -> f64 {
        let mut points = [const { MaybeUninit::<ffi::b3LocalManifoldPoint>::uninit() }; MANIFOLD];
        let (a, b, room) = (pair.pose_a, pair.pose_b, MANIFOLD as i32);
        // SAFETY: shapes and buffers outlive the calls, which write the first `pointCount` entries of the buffers.
        let points = unsafe {
            let mut found = ffi::b3LocalManifold { points: points.as_mut_ptr().cast(), ..std::mem::zeroed() };
            match (&pair.a.solid, &pair.b.solid) {
                (Solid::Hull(p), Solid::Hull(q)) => {
                    let mut cache = std::mem::zeroed();
                    ffi::b3CollideHulls(&raw mut found, room, *p, *q, relative(a, b), &raw mut cache);
                }
                (Solid::Sphere(p), Solid::Hull(q)) => {
                    let mut cache = std::mem::zeroed();
                    ffi::b3CollideHullAndSphere(&raw mut found, room, *q, p, relative(b, a), &raw mut cache);
                }
                (Solid::Capsule(p), Solid::Capsule(q)) => {
                    ffi::b3CollideCapsules(&raw mut found, room, p, q, relative(a, b));
                }
                _ => unreachable!("no workload has this pair"),
            }
            let found = black_box(&found);
            std::slice::from_raw_parts(found.points, found.pointCount as usize)
        };
        points.iter().map(|point| f64::from(-point.separation)).fold(-1.0, f64::max)
    }

    fn cast(pair: Pair<'_, 3, Self>) -> f64 {
        let input = ffi::b3ShapeCastPairInput {
            proxyA: pair.a.proxy(),
            proxyB: pair.b.proxy(),
            transform: relative(pair.pose_a, pair.pose_b),
            translationB: vector(pair.pose_a.rotation.inverse() * *pair.velocity),
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the input outlives the call.
        time(unsafe { ffi::b3ShapeCast(&raw const input) })
    }

    fn ray(pair: Pair<'_, 3, Self>) -> f64 {
        let input = ffi::b3RayCastInput {
            origin: vector(pair.pose_a.inverse_transform_point(*pair.origin)),
            translation: vector(pair.pose_a.rotation.inverse() * *pair.velocity),
            maxFraction: 1.0,
        };
        // SAFETY: shape and input outlive the call.
        time(unsafe {
            match &pair.a.solid {
                Solid::Sphere(sphere) => ffi::b3RayCastSphere(sphere, &raw const input),
                Solid::Capsule(capsule) => ffi::b3RayCastCapsule(capsule, &raw const input),
                Solid::Hull(hull) => ffi::b3RayCastHull(*hull, &raw const input),
            }
        })
    }
}

/// Box3D, if it has these shapes and room for their points.
pub fn contestant(shapes: &Shapes<3>) -> Option<Box<dyn Contestant<3>>> {
    let fits = |shape: &Shape<3>| match shape {
        Shape::Ball { .. } | Shape::Capsule { .. } | Shape::Cuboid { .. } => true,
        Shape::Hull { points } => points.len() <= MOST_POINTS,
        Shape::Cylinder { .. } | Shape::Cone { .. } => false,
    };
    shapes.iter().flatten().all(fits).then(|| Prepared::<3, Box3d>::contestant(shapes))
}
