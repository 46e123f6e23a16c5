//! Jolt: the queries of its narrow phase on two shapes. Convex radii are zero, so that bodies have the size that they
//! have in other libraries.

use crate::library::{Contestant, Library, MISS, Pair, Prepared, Question};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector::Vector;
use oxijolt_sys::{
    JPH_BoxShape_Create, JPH_CapsuleShape_Create, JPH_CollideShapeResult, JPH_CollideShapeSettings,
    JPH_CollideShapeSettings_Init, JPH_CollisionDispatch_CastShapeVsShapeWorldSpace,
    JPH_CollisionDispatch_CollideShapeVsShape, JPH_ConvexHullShapeSettings_Create,
    JPH_ConvexHullShapeSettings_CreateShape, JPH_CylinderShapeSettings_Create, JPH_CylinderShapeSettings_CreateShape,
    JPH_Init, JPH_Mat4, JPH_RayCastResult, JPH_Shape, JPH_Shape_CastRay, JPH_Shape_GetCenterOfMass,
    JPH_ShapeCastResult, JPH_ShapeCastSettings, JPH_ShapeCastSettings_Init, JPH_SphereShape_Create,
    JPH_TaperedCylinderShapeSettings_Create, JPH_TaperedCylinderShapeSettings_CreateShape, JPH_Vec3, JPH_Vec4,
};
use parry3d::math::{Mat3, Vec3};
use std::ffi::c_void;
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Once;

/// A body, which is never freed, and its centre of mass, to which Jolt refers positions.
struct Body {
    shape: *const JPH_Shape,
    center: Vec3,
}

struct Place {
    rotation: Mat3,
    position: Vec3,
}

struct Jolt;

/// The largest number of corners of a hull.
const MOST_POINTS: usize = 256;
/// A distance larger than that of any two bodies.
const APART: f32 = 20.0;
const SCALE: JPH_Vec3 = JPH_Vec3 { x: 1.0, y: 1.0, z: 1.0 };

fn vector(Vec3 { x, y, z }: Vec3) -> JPH_Vec3 {
    JPH_Vec3 { x, y, z }
}

fn body(shape: &Shape<3>) -> Body {
    let point = |v: Vector<3>| vector(Jolt::vector(v));
    // SAFETY: points outlive the call, which copies them; the settings are valid.
    unsafe {
        let shape: *const JPH_Shape = match shape {
            Shape::Ball { radius } => JPH_SphereShape_Create(*radius as f32).cast(),
            Shape::Cuboid { half_extents } => JPH_BoxShape_Create(&point(*half_extents), 0.0).cast(),
            Shape::Capsule { half_height, radius } => {
                JPH_CapsuleShape_Create(*half_height as f32, *radius as f32).cast()
            }
            Shape::Cylinder { half_height, radius } => {
                let settings = JPH_CylinderShapeSettings_Create(*half_height as f32, *radius as f32, 0.0);
                JPH_CylinderShapeSettings_CreateShape(settings).cast()
            }
            Shape::Cone { half_height, radius } => {
                let (height, radius, material) = (*half_height as f32, *radius as f32, ptr::null());
                let settings = JPH_TaperedCylinderShapeSettings_Create(height, 0.0, radius, 0.0, material);
                JPH_TaperedCylinderShapeSettings_CreateShape(settings).cast()
            }
            Shape::Hull { points } => {
                let points: Vec<_> = points.iter().copied().map(point).collect();
                let settings = JPH_ConvexHullShapeSettings_Create(points.as_ptr(), points.len() as u32, 0.0);
                JPH_ConvexHullShapeSettings_CreateShape(settings).cast()
            }
        };
        assert!(!shape.is_null(), "a shape");
        let mut center = vector(Vec3::ZERO);
        JPH_Shape_GetCenterOfMass(shape, &raw mut center);
        Body { shape, center: Vec3::new(center.x, center.y, center.z) }
    }
}

/// The matrix of a pose that is given for the body's frame, for a shape with its origin at `point` in that frame.
fn put(Place { rotation, position }: &Place, point: Vec3) -> JPH_Mat4 {
    let column = |Vec3 { x, y, z }: Vec3, w: f32| JPH_Vec4 { x, y, z, w };
    let at = *rotation * point + *position;
    let turned = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|axis| column(axis, 0.0));
    JPH_Mat4 { column: [turned[0], turned[1], turned[2], column(at, 1.0)] }
}

/// Stores the depth of a contact, and returns a bound so that only deeper ones follow.
///
/// # Safety
/// `deepest` points to a number.
unsafe extern "C" fn keep_depth(deepest: *mut c_void, found: *const JPH_CollideShapeResult) -> f32 {
    // SAFETY: the caller's promise.
    unsafe {
        let depth = (*found).penetrationDepth;
        *deepest.cast::<f32>() = depth;
        -depth
    }
}

/// Stores the time of a hit, and returns a bound so that only earlier ones follow.
///
/// # Safety
/// `earliest` points to a number.
unsafe extern "C" fn keep_time(earliest: *mut c_void, found: *const JPH_ShapeCastResult) -> f32 {
    // SAFETY: the caller's promise.
    unsafe {
        let time = (*found).fraction;
        *earliest.cast::<f32>() = time;
        time
    }
}

/// The depth of two bodies that overlap, or minus their gap if it is less than `apart`.
fn depth(pair: &Pair<'_, 3, Jolt>, apart: f32) -> Option<f32> {
    let (pose_a, pose_b) = (put(pair.pose_a, pair.a.center), put(pair.pose_b, pair.b.center));
    let mut depth = 0.0_f32;
    // SAFETY: bodies are never freed, and everything else outlives the calls.
    let found = unsafe {
        let mut settings = MaybeUninit::<JPH_CollideShapeSettings>::uninit();
        JPH_CollideShapeSettings_Init(settings.as_mut_ptr());
        let mut settings = settings.assume_init();
        settings.maxSeparationDistance = apart;
        JPH_CollisionDispatch_CollideShapeVsShape(
            pair.a.shape,
            pair.b.shape,
            &SCALE,
            &SCALE,
            &raw const pose_a,
            &raw const pose_b,
            &raw const settings,
            Some(keep_depth),
            (&raw mut depth).cast(),
            ptr::null(),
        )
    };
    black_box(found).then_some(depth)
}

impl Library<3> for Jolt {
    const NAME: &'static str = "Jolt";
    const QUESTIONS: &'static [Question] =
        &[Question::Intersect, Question::Distance, Question::Penetration, Question::Cast, Question::Ray];
    type A = Body;
    type B = Body;
    type Pose = Place;
    type Vector = Vec3;
    type Warm = ();

    fn a(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn b(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn pose(pose: &Pose<3>, shape: &Shape<3>) -> Place {
        // In Jolt capsules, cylinders and cones lie along y.
        let is_round = matches!(shape, Shape::Capsule { .. } | Shape::Cylinder { .. } | Shape::Cone { .. });
        let rows = if is_round { pose.rows.map(|[x, y, z]| [x, z, -y]) } else { pose.rows };
        let rows = rows.map(|row| row.map(|x| x as f32));
        Place { rotation: Mat3::from_cols_array_2d(&rows).transpose(), position: Self::vector(pose.position) }
    }

    fn vector(vector: Vector<3>) -> Vec3 {
        vector.map(|x| x as f32).into()
    }

    fn intersect(pair: Pair<'_, 3, Self>) -> bool {
        depth(&pair, 0.0).is_some()
    }

    fn distance(pair: Pair<'_, 3, Self>) -> f64 {
        depth(&pair, APART).map_or(MISS, |depth| f64::from(-depth).max(0.0))
    }

    fn penetration(pair: Pair<'_, 3, Self>) -> f64 {
        depth(&pair, 0.0).map_or(-1.0, f64::from)
    }

    fn cast(pair: Pair<'_, 3, Self>) -> f64 {
        // Jolt takes the position of the cast shape for that of its origin, not of its centre of mass.
        let (pose_a, pose_b) = (put(pair.pose_a, pair.a.center), put(pair.pose_b, Vec3::ZERO));
        let way = vector(*pair.velocity);
        let mut time = 0.0_f32;
        // SAFETY: bodies are never freed, and everything else outlives the calls.
        let found = unsafe {
            let mut settings = MaybeUninit::<JPH_ShapeCastSettings>::uninit();
            JPH_ShapeCastSettings_Init(settings.as_mut_ptr());
            JPH_CollisionDispatch_CastShapeVsShapeWorldSpace(
                &raw const way,
                pair.b.shape,
                pair.a.shape,
                &SCALE,
                &SCALE,
                &raw const pose_b,
                &raw const pose_a,
                settings.as_ptr(),
                Some(keep_time),
                (&raw mut time).cast(),
                ptr::null(),
            )
        };
        if black_box(found) { time.into() } else { MISS }
    }

    fn ray(pair: Pair<'_, 3, Self>) -> f64 {
        // A shape has no pose in this call, so the ray is mapped to the frame of the shape.
        let back = pair.pose_a.rotation.transpose();
        let origin = vector(back * (*pair.origin - pair.pose_a.position) - pair.a.center);
        let way = vector(back * *pair.velocity);
        let mut hit = MaybeUninit::<JPH_RayCastResult>::uninit();
        // SAFETY: bodies are never freed, and the arguments outlive the call, which may write the hit.
        unsafe {
            let found = JPH_Shape_CastRay(pair.a.shape, &raw const origin, &raw const way, hit.as_mut_ptr());
            if black_box(found) { black_box(hit.assume_init()).fraction.into() } else { MISS }
        }
    }
}

/// Jolt, if it has room for the points of these shapes.
pub fn contestant(shapes: &Shapes<3>) -> Option<Box<dyn Contestant<3>>> {
    static INIT: Once = Once::new();
    // SAFETY: this is the first call of the library.
    INIT.call_once(|| unsafe { assert!(JPH_Init(), "initialised") });
    let fits = |shape: &Shape<3>| !matches!(shape, Shape::Hull { points } if points.len() > MOST_POINTS);
    shapes.iter().flatten().all(fits).then(|| Prepared::<3, Jolt>::contestant(shapes))
}
