//! ODE in double precision: its contacts and rays. It has no distances, casts and cones.

use crate::faces::Faces;
use crate::library::{Contestant, Library, MISS, Pair, Prepared, Question};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector::{Vector, add, dot, normalize, scale, sub};
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::Once;

/// `dGeomID`.
type Geom = *mut c_void;

/// `dContactGeom`. Its vectors have four numbers.
#[repr(C)]
struct Contact {
    position: [f64; 4],
    normal: [f64; 4],
    depth: f64,
    geoms: [Geom; 2],
    sides: [c_int; 2],
}

#[link(name = "ode")]
unsafe extern "C" {
    fn dInitODE();
    fn dCheckConfiguration(token: *const c_char) -> c_int;
    fn dCreateSphere(space: *mut c_void, radius: f64) -> Geom;
    fn dCreateBox(space: *mut c_void, x: f64, y: f64, z: f64) -> Geom;
    fn dCreateCapsule(space: *mut c_void, radius: f64, length: f64) -> Geom;
    fn dCreateCylinder(space: *mut c_void, radius: f64, length: f64) -> Geom;
    fn dCreateConvex(
        space: *mut c_void,
        planes: *const [f64; 4],
        plane_count: c_uint,
        points: *const Vector<3>,
        point_count: c_uint,
        polygons: *const [c_uint; 4],
    ) -> Geom;
    fn dCreateRay(space: *mut c_void, length: f64) -> Geom;
    fn dGeomRaySetLength(ray: Geom, length: f64);
    fn dGeomRaySet(ray: Geom, x: f64, y: f64, z: f64, dir_x: f64, dir_y: f64, dir_z: f64);
    fn dGeomSetPosition(geom: Geom, x: f64, y: f64, z: f64);
    fn dGeomSetRotation(geom: Geom, rows: *const [f64; 4]);
    fn dCollide(a: Geom, b: Geom, flags: c_int, contacts: *mut Contact, skip: c_int) -> c_int;
}

/// A body, and the ray that is cast at it. Both are never freed.
struct Body {
    geom: Geom,
    ray: Geom,
}

/// A pose with a matrix whose rows have four numbers.
struct Place {
    rows: [[f64; 4]; 3],
    position: Vector<3>,
}

struct Ode;

/// A point inside the shape, to which a hull is shifted because ODE requires its origin inside. In other shapes the
/// origin is inside.
fn origin(shape: &Shape<3>) -> Vector<3> {
    let Shape::Hull { points } = shape else { return [0.0; 3] };
    scale(points.iter().copied().fold([0.0; 3], add), 1.0 / points.len() as f64)
}

fn cross([x, y, z]: Vector<3>, [u, v, w]: Vector<3>) -> Vector<3> {
    [y * w - z * v, z * u - x * w, x * v - y * u]
}

fn hull(points: &[Vector<3>], origin: Vector<3>) -> Geom {
    let Faces { corners, triangles } = Faces::of(points);
    let corners: Vec<_> = corners.into_iter().map(|corner| sub(corner, origin)).collect();
    let plane = |triangle: &[u32; 3]| {
        let [p, q, r] = triangle.map(|i| corners[i as usize]);
        let [x, y, z] = normalize(cross(sub(q, p), sub(r, p)));
        [x, y, z, dot([x, y, z], p)]
    };
    let planes: Vec<_> = triangles.iter().map(plane).collect();
    let polygons: Vec<_> = triangles.iter().map(|&[i, j, k]| [3, i, j, k]).collect();
    let (plane_count, point_count) = (planes.len() as c_uint, corners.len() as c_uint);
    let (planes, points, polygons) = (planes.leak(), corners.leak(), polygons.leak());
    // SAFETY: the data that the geom borrows is never freed.
    unsafe {
        dCreateConvex(ptr::null_mut(), planes.as_ptr(), plane_count, points.as_ptr(), point_count, polygons.as_ptr())
    }
}

fn body(shape: &Shape<3>) -> Body {
    let space = ptr::null_mut();
    // SAFETY: ODE permits geoms without a space.
    unsafe {
        let geom = match shape {
            Shape::Ball { radius } => dCreateSphere(space, *radius),
            Shape::Cuboid { half_extents: [x, y, z] } => dCreateBox(space, 2.0 * x, 2.0 * y, 2.0 * z),
            Shape::Capsule { half_height, radius } => dCreateCapsule(space, *radius, 2.0 * half_height),
            Shape::Cylinder { half_height, radius } => dCreateCylinder(space, *radius, 2.0 * half_height),
            Shape::Hull { points } => hull(points, origin(shape)),
            Shape::Cone { .. } => unreachable!("not among its shapes"),
        };
        Body { geom, ray: dCreateRay(space, 1.0) }
    }
}

/// # Safety
/// The geom has not been destroyed.
unsafe fn put(geom: Geom, Place { rows, position: [x, y, z] }: &Place) {
    // SAFETY: the caller's promise. The call copies the rows.
    unsafe {
        dGeomSetPosition(geom, *x, *y, *z);
        dGeomSetRotation(geom, rows.as_ptr());
    }
}

/// The depth of the contact that ODE returns first, which is the deepest of several.
///
/// # Safety
/// The geoms have not been destroyed.
unsafe fn depth(a: Geom, b: Geom) -> Option<f64> {
    let mut contact = MaybeUninit::<Contact>::uninit();
    // SAFETY: the caller's promise. There is room for one contact, which the call writes if there is contact.
    unsafe {
        let count = dCollide(a, b, 1, contact.as_mut_ptr(), size_of::<Contact>() as c_int);
        (black_box(count) > 0).then(|| black_box(contact.assume_init()).depth)
    }
}

impl Library<3> for Ode {
    const NAME: &'static str = "ODE";
    const QUESTIONS: &'static [Question] = &[Question::Intersect, Question::Penetration, Question::Ray];
    type A = Body;
    type B = Body;
    type Pose = Place;
    type Vector = Vector<3>;
    type Warm = ();

    fn a(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn b(shape: &Shape<3>) -> Body {
        body(shape)
    }

    fn pose(pose: &Pose<3>, shape: &Shape<3>) -> Place {
        let turned = pose.rows.map(|row| dot(row, origin(shape)));
        Place { rows: pose.rows.map(|[x, y, z]| [x, y, z, 0.0]), position: add(pose.position, turned) }
    }

    fn vector(vector: Vector<3>) -> Vector<3> {
        vector
    }

    fn intersect(pair: Pair<'_, 3, Self>) -> bool {
        Self::penetration(pair) >= 0.0
    }

    fn penetration(pair: Pair<'_, 3, Self>) -> f64 {
        // SAFETY: geoms are never destroyed.
        let found = unsafe {
            put(pair.a.geom, pair.pose_a);
            put(pair.b.geom, pair.pose_b);
            depth(pair.a.geom, pair.b.geom)
        };
        found.unwrap_or(-1.0)
    }

    /// ODE returns the distance to the plane of a face instead of the distance along the ray if the body is a hull.
    fn ray(pair: Pair<'_, 3, Self>) -> f64 {
        let ([x, y, z], [u, v, w]) = (*pair.origin, *pair.velocity);
        let length = dot(*pair.velocity, *pair.velocity).sqrt();
        // SAFETY: geoms are never destroyed.
        let found = unsafe {
            put(pair.a.geom, pair.pose_a);
            dGeomRaySet(pair.a.ray, x, y, z, u, v, w);
            dGeomRaySetLength(pair.a.ray, length);
            depth(pair.a.ray, pair.a.geom)
        };
        found.map_or(MISS, |way| way / length)
    }
}

/// ODE, if it has these shapes.
pub fn contestant(shapes: &Shapes<3>) -> Option<Box<dyn Contestant<3>>> {
    static INIT: Once = Once::new();
    // SAFETY: this is the first call of the library.
    INIT.call_once(|| unsafe {
        dInitODE();
        assert_ne!(dCheckConfiguration(c"ODE_double_precision".as_ptr()), 0, "double precision");
    });
    let fits = |shape: &Shape<3>| !matches!(shape, Shape::Cone { .. });
    shapes.iter().flatten().all(fits).then(|| Prepared::<3, Ode>::contestant(shapes))
}
