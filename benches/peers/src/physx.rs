//! PhysX: its queries on two geometries. It has no distance of two bodies, and no cylinders and cones.

use crate::library::{Contestant, Library, MISS, Pair, Prepared, Question};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector::Vector;
use parry3d::math::{Mat3, Rot3};
use physx_sys::{
    PxBoxGeometry, PxBoxGeometry_new, PxCapsuleGeometry, PxCapsuleGeometry_new, PxConvexFlags,
    PxConvexMesh_getNbVertices, PxConvexMeshDesc_new, PxConvexMeshGeometry, PxConvexMeshGeometry_new,
    PxConvexMeshGeometryFlags, PxCookingParams_new, PxGeomRaycastHit, PxGeomSweepHit, PxGeometry,
    PxGeometryQuery_computePenetration, PxGeometryQuery_overlap, PxGeometryQuery_raycast, PxGeometryQuery_sweep,
    PxGeometryQueryFlags, PxHitFlags, PxMeshScale_new, PxQuat, PxSphereGeometry, PxSphereGeometry_new,
    PxTolerancesScale_new, PxTransform, PxVec3, phys_PxCreateConvexMesh, phys_PxGetStandaloneInsertionCallback,
    physx_create_foundation,
};
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Once;

/// A body. The mesh that a hull borrows is never freed.
enum Body {
    Sphere(PxSphereGeometry),
    Box(PxBoxGeometry),
    Capsule(PxCapsuleGeometry),
    Hull(PxConvexMeshGeometry),
}

impl Body {
    fn geometry(&self) -> *const PxGeometry {
        match self {
            Self::Sphere(sphere) => ptr::from_ref(sphere).cast(),
            Self::Box(cuboid) => ptr::from_ref(cuboid).cast(),
            Self::Capsule(capsule) => ptr::from_ref(capsule).cast(),
            Self::Hull(hull) => ptr::from_ref(hull).cast(),
        }
    }
}

struct PhysX;

/// The largest number of corners of a hull.
const MOST_POINTS: usize = 255;

const FLAGS: PxGeometryQueryFlags = PxGeometryQueryFlags::SimdGuard;
/// The flags of a sweep. Without `PreciseSweep`, boxes stop 0.0015 early.
const SWEEP: PxHitFlags = PxHitFlags::Default.union(PxHitFlags::PreciseSweep);

fn vector([x, y, z]: Vector<3>) -> PxVec3 {
    PxVec3 { x: x as f32, y: y as f32, z: z as f32 }
}

fn hull(points: &[Vector<3>]) -> PxConvexMeshGeometry {
    let points: Vec<_> = points.iter().copied().map(vector).collect();
    // SAFETY: points, settings and scale outlive the calls. The mesh is never freed.
    unsafe {
        let mut desc = PxConvexMeshDesc_new();
        desc.points.data = points.as_ptr().cast();
        desc.points.count = points.len() as u32;
        desc.points.stride = size_of::<PxVec3>() as u32;
        desc.flags = PxConvexFlags::ComputeConvex;
        let mut params = PxCookingParams_new(&PxTolerancesScale_new(1.0, 10.0));
        // With a tolerance PhysX would leave out corners.
        params.planeTolerance = 0.0;
        let callback = phys_PxGetStandaloneInsertionCallback();
        let mesh = phys_PxCreateConvexMesh(&raw const params, &raw const desc, callback, ptr::null_mut());
        assert!(!mesh.is_null(), "a hull");
        assert_eq!(PxConvexMesh_getNbVertices(mesh) as usize, points.len(), "all points are corners");
        PxConvexMeshGeometry_new(mesh, &PxMeshScale_new(), PxConvexMeshGeometryFlags::TightBounds)
    }
}

fn body(shape: &Shape<3>) -> Body {
    // SAFETY: the arguments are numbers.
    unsafe {
        match shape {
            Shape::Ball { radius } => Body::Sphere(PxSphereGeometry_new(*radius as f32)),
            Shape::Cuboid { half_extents } => {
                let [x, y, z] = half_extents.map(|x| x as f32);
                Body::Box(PxBoxGeometry_new(x, y, z))
            }
            Shape::Capsule { half_height, radius } => {
                Body::Capsule(PxCapsuleGeometry_new(*radius as f32, *half_height as f32))
            }
            Shape::Hull { points } => Body::Hull(hull(points)),
            Shape::Cylinder { .. } | Shape::Cone { .. } => unreachable!("not among its shapes"),
        }
    }
}

/// Splits a displacement into a unit vector and a length.
fn way(PxVec3 { x, y, z }: &PxVec3) -> (PxVec3, f32) {
    let length = (x * x + y * y + z * z).sqrt();
    (PxVec3 { x: x / length, y: y / length, z: z / length }, length)
}

impl Library<3> for PhysX {
    const NAME: &'static str = "PhysX";
    const QUESTIONS: &'static [Question] = &[Question::Intersect, Question::Penetration, Question::Cast, Question::Ray];
    type A = Body;
    type B = Body;
    type Pose = PxTransform;
    type Vector = PxVec3;
    type Warm = ();

    fn a(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn b(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn pose(pose: &Pose<3>, shape: &Shape<3>) -> PxTransform {
        // Capsules of PhysX lie along x.
        let rows = if let Shape::Capsule { .. } = shape { pose.rows.map(|[x, y, z]| [z, x, y]) } else { pose.rows };
        let rows = rows.map(|row| row.map(|x| x as f32));
        let [x, y, z, w] = Rot3::from_mat3(&Mat3::from_cols_array_2d(&rows).transpose()).to_array();
        PxTransform { q: PxQuat { x, y, z, w }, p: vector(pose.position) }
    }

    fn vector(v: Vector<3>) -> PxVec3 {
        vector(v)
    }

    fn intersect(pair: Pair<'_, 3, Self>) -> bool {
        let (a, b, none) = (pair.a.geometry(), pair.b.geometry(), ptr::null_mut());
        // SAFETY: bodies and poses outlive the call.
        black_box(unsafe { PxGeometryQuery_overlap(a, pair.pose_a, b, pair.pose_b, FLAGS, none) })
    }

    fn penetration(pair: Pair<'_, 3, Self>) -> f64 {
        let (a, b) = (pair.a.geometry(), pair.b.geometry());
        let (mut dir, mut depth) = (vector([0.0; 3]), 0.0);
        // SAFETY: bodies, poses and results outlive the call.
        let found = unsafe {
            let (dir, depth) = (&raw mut dir, &raw mut depth);
            PxGeometryQuery_computePenetration(dir, depth, a, pair.pose_a, b, pair.pose_b, FLAGS)
        };
        black_box(dir);
        if black_box(found) { depth.into() } else { -1.0 }
    }

    fn cast(pair: Pair<'_, 3, Self>) -> f64 {
        let (a, b) = (pair.a.geometry(), pair.b.geometry());
        let (unit, length) = way(pair.velocity);
        let mut hit = MaybeUninit::<PxGeomSweepHit>::uninit();
        // SAFETY: all arguments outlive the call, which writes the hit if there is one.
        unsafe {
            let found = PxGeometryQuery_sweep(
                &raw const unit,
                length,
                b,
                pair.pose_b,
                a,
                pair.pose_a,
                hit.as_mut_ptr(),
                SWEEP,
                0.0,
                FLAGS,
                ptr::null_mut(),
            );
            if black_box(found) { f64::from(black_box(hit.assume_init()).distance / length) } else { MISS }
        }
    }

    fn ray(pair: Pair<'_, 3, Self>) -> f64 {
        let (unit, length) = way(pair.velocity);
        let mut hit = MaybeUninit::<PxGeomRaycastHit>::uninit();
        // SAFETY: all arguments outlive the call.
        unsafe {
            let count = PxGeometryQuery_raycast(
                pair.origin,
                &raw const unit,
                pair.a.geometry(),
                pair.pose_a,
                length,
                PxHitFlags::Default,
                1,
                hit.as_mut_ptr(),
                size_of::<PxGeomRaycastHit>() as u32,
                FLAGS,
                ptr::null_mut(),
            );
            if black_box(count) > 0 { f64::from(black_box(hit.assume_init()).distance / length) } else { MISS }
        }
    }
}

/// PhysX, if it has these shapes and room for their points.
pub fn contestant(shapes: &Shapes<3>) -> Option<Box<dyn Contestant<3>>> {
    static INIT: Once = Once::new();
    // SAFETY: this is the first call of the library. The foundation is never released.
    INIT.call_once(|| unsafe { assert!(!physx_create_foundation().is_null(), "a foundation") });
    let fits = |shape: &Shape<3>| match shape {
        Shape::Ball { .. } | Shape::Capsule { .. } | Shape::Cuboid { .. } => true,
        Shape::Hull { points } => points.len() <= MOST_POINTS,
        Shape::Cylinder { .. } | Shape::Cone { .. } => false,
    };
    shapes.iter().flatten().all(fits).then(|| Prepared::<3, PhysX>::contestant(shapes))
}
