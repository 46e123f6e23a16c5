//! Libccd in double precision: GJK with EPA, and MPR, on support functions, which are written here as its manual
//! describes. It has no distances, casts and rays.

use crate::library::{Contestant, Library, Pair, Prepared, Question};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector::{Rows, Vector, add, dot, normalize, scale};
use std::ffi::{c_int, c_ulong, c_void};
use std::hint::black_box;
use std::marker::PhantomData;

type Direction = unsafe extern "C" fn(*const c_void, *const c_void, *mut Vector<3>);
type Support = unsafe extern "C" fn(*const c_void, *const Vector<3>, *mut Vector<3>);
type Center = unsafe extern "C" fn(*const c_void, *mut Vector<3>);

/// `ccd_t`.
#[repr(C)]
struct Settings {
    first_dir: Direction,
    support1: Support,
    support2: Support,
    center1: Center,
    center2: Center,
    max_iterations: c_ulong,
    epa_tolerance: f64,
    mpr_tolerance: f64,
    dist_tolerance: f64,
}

type Intersect = unsafe extern "C" fn(*const c_void, *const c_void, *const Settings) -> c_int;
type Penetration = unsafe extern "C" fn(
    *const c_void,
    *const c_void,
    *const Settings,
    *mut f64,
    *mut Vector<3>,
    *mut Vector<3>,
) -> c_int;

#[link(name = "ccd")]
unsafe extern "C" {
    fn ccdFirstDirDefault(a: *const c_void, b: *const c_void, dir: *mut Vector<3>);
    fn ccdGJKIntersect(a: *const c_void, b: *const c_void, ccd: *const Settings) -> c_int;
    fn ccdMPRIntersect(a: *const c_void, b: *const c_void, ccd: *const Settings) -> c_int;
    fn ccdGJKPenetration(
        a: *const c_void,
        b: *const c_void,
        ccd: *const Settings,
        depth: *mut f64,
        dir: *mut Vector<3>,
        pos: *mut Vector<3>,
    ) -> c_int;
    fn ccdMPRPenetration(
        a: *const c_void,
        b: *const c_void,
        ccd: *const Settings,
        depth: *mut f64,
        dir: *mut Vector<3>,
        pos: *mut Vector<3>,
    ) -> c_int;
}

/// A body at a pose: the argument of the support functions.
struct Placed<'p> {
    shape: &'p Shape<3>,
    pose: &'p Pose<3>,
}

fn turn(rows: &Rows<3>, point: Vector<3>) -> Vector<3> {
    rows.map(|row| dot(row, point))
}

fn turn_back(rows: &Rows<3>, [x, y, z]: Vector<3>) -> Vector<3> {
    add(scale(rows[0], x), add(scale(rows[1], y), scale(rows[2], z)))
}

/// The point of a shape that lies farthest along a direction.
fn farthest(shape: &Shape<3>, dir: Vector<3>) -> Vector<3> {
    let [x, y, z] = dir;
    // The point on the rim of a disc perpendicular to the z axis.
    let rim = |radius: f64, height: f64| {
        let length = x.hypot(y);
        let factor = if length > 0.0 { radius / length } else { 0.0 };
        [x * factor, y * factor, height]
    };
    match shape {
        Shape::Ball { radius } => scale(normalize(dir), *radius),
        Shape::Cuboid { half_extents } => std::array::from_fn(|i| half_extents[i].copysign(dir[i])),
        Shape::Capsule { half_height, radius } => {
            add([0.0, 0.0, half_height.copysign(z)], scale(normalize(dir), *radius))
        }
        Shape::Cylinder { half_height, radius } => rim(*radius, half_height.copysign(z)),
        Shape::Cone { half_height, radius } => {
            let (apex, base) = ([0.0, 0.0, *half_height], rim(*radius, -half_height));
            if dot(apex, dir) > dot(base, dir) { apex } else { base }
        }
        Shape::Hull { points } => {
            let farther = |best: Vector<3>, point: &Vector<3>| {
                if dot(*point, dir) > dot(best, dir) { *point } else { best }
            };
            points.iter().fold(points[0], farther)
        }
    }
}

/// # Safety
/// `body` points to a [`Placed`], the other pointers point to vectors.
unsafe extern "C" fn support(body: *const c_void, dir: *const Vector<3>, point: *mut Vector<3>) {
    // SAFETY: the caller's promise.
    unsafe {
        let Placed { shape, pose } = &*body.cast::<Placed>();
        *point = add(turn(&pose.rows, farthest(shape, turn_back(&pose.rows, *dir))), pose.position);
    }
}

/// # Safety
/// `body` points to a [`Placed`], the other pointer to a vector.
unsafe extern "C" fn center(body: *const c_void, point: *mut Vector<3>) {
    // SAFETY: the caller's promise.
    unsafe { *point = (*body.cast::<Placed>()).pose.position }
}

/// The default settings, with an iteration limit, without which libccd may loop for ever.
const SETTINGS: Settings = Settings {
    first_dir: ccdFirstDirDefault,
    support1: support,
    support2: support,
    center1: center,
    center2: center,
    max_iterations: 500,
    epa_tolerance: 1e-4,
    mpr_tolerance: 1e-4,
    dist_tolerance: 1e-6,
};

/// One of the two methods of libccd.
trait Method {
    const NAME: &'static str;
    const INTERSECT: Intersect;
    const PENETRATION: Penetration;
}

struct Gjk;
impl Method for Gjk {
    const NAME: &'static str = "libccd";
    const INTERSECT: Intersect = ccdGJKIntersect;
    const PENETRATION: Penetration = ccdGJKPenetration;
}

struct Mpr;
impl Method for Mpr {
    const NAME: &'static str = "libccd MPR";
    const INTERSECT: Intersect = ccdMPRIntersect;
    const PENETRATION: Penetration = ccdMPRPenetration;
}

/// Libccd with one of its methods.
struct Libccd<M>(PhantomData<M>);

impl<M: Method> Library<3> for Libccd<M> {
    const NAME: &'static str = M::NAME;
    const QUESTIONS: &'static [Question] = &[Question::Intersect, Question::Penetration];
    type A = Shape<3>;
    type B = Shape<3>;
    type Pose = Pose<3>;
    type Vector = ();
    type Warm = ();

    fn a(shape: &Shape<3>) -> Shape<3> {
        shape.clone()
    }

    fn b(shape: &Shape<3>) -> Shape<3> {
        shape.clone()
    }

    fn pose(pose: &Pose<3>, _: &Shape<3>) -> Pose<3> {
        *pose
    }

    fn vector(_: Vector<3>) {}

    fn intersect(pair: Pair<'_, 3, Self>) -> bool {
        let a = Placed { shape: pair.a, pose: pair.pose_a };
        let b = Placed { shape: pair.b, pose: pair.pose_b };
        // SAFETY: bodies and settings outlive the call, and the bodies have the type that the support functions expect.
        black_box(unsafe { M::INTERSECT((&raw const a).cast(), (&raw const b).cast(), &SETTINGS) }) != 0
    }

    fn penetration(pair: Pair<'_, 3, Self>) -> f64 {
        let a = Placed { shape: pair.a, pose: pair.pose_a };
        let b = Placed { shape: pair.b, pose: pair.pose_b };
        let (mut depth, mut dir, mut pos) = (0.0, [0.0; 3], [0.0; 3]);
        // SAFETY: bodies, settings and results outlive the call, and the bodies have the type that the support
        // functions expect.
        let failed = unsafe {
            let (a, b) = ((&raw const a).cast(), (&raw const b).cast());
            M::PENETRATION(a, b, &SETTINGS, &raw mut depth, &raw mut dir, &raw mut pos)
        };
        black_box((dir, pos));
        if black_box(failed) == 0 { depth } else { -1.0 }
    }
}

/// Libccd with both methods.
pub fn contestants(shapes: &Shapes<3>) -> [Box<dyn Contestant<3>>; 2] {
    [Prepared::<3, Libccd<Gjk>>::contestant(shapes), Prepared::<3, Libccd<Mpr>>::contestant(shapes)]
}
