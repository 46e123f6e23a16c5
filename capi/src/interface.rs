//! The structs and functions of the header, for every vector type from one macro.

// What the functions ask of their callers stands at the top of the header.
#![allow(clippy::missing_safety_doc)]

use crate::body::{Body, Core, Function, Revolved};
use crate::error::{gjk_error, gjk_status};
use crate::pointer::{borrow, check, points};
use crate::vector::{
    Number, Plain, gjk_q16, gjk_q30, gjk_unit2q, gjk_unit3q, gjk_vec2f, gjk_vec2q, gjk_vec3f, gjk_vec3q,
};
use core::ffi::c_void;
use fixed::types::{I2F30, I16F16};
use gjk::{
    Capsule, Cone, ConvexHull, Cylinder, NBall, NCuboid, NEllipsoid, Penetration, Point, Polygon, Pose, Poses,
    Proximity, Query, Rotation2, Rotation3, Scalar, Segment, Separation, SupportExt, Triangle, Vec2, Vec3, Workspace,
};

/// A point: of.position.
pub const GJK_POINT: i32 = 1;
/// A ball about the origin, a disc in the plane: of.radius.
pub const GJK_BALL: i32 = 2;
/// The segment between two points: of.segment.
pub const GJK_SEGMENT: i32 = 3;
/// A segment swept by a ball: of.capsule.
pub const GJK_CAPSULE: i32 = 4;
/// The triangle of three points: of.triangle.
pub const GJK_TRIANGLE: i32 = 5;
/// A box about the origin with edges along the axes, a rectangle in the plane: of.half_extents.
pub const GJK_CUBOID: i32 = 6;
/// An ellipsoid about the origin with its axes along the coordinate axes, an ellipse in the plane: of.radii.
pub const GJK_ELLIPSOID: i32 = 7;
/// The convex hull of a point set: of.hull.
pub const GJK_HULL: i32 = 8;
/// A shape of your own: of.support.
pub const GJK_SUPPORT: i32 = 9;
/// In space only: a cylinder about the origin, its axis along z: of.cylinder.
pub const GJK_CYLINDER: i32 = 10;
/// In space only: a cone about the origin, its axis along z: of.cone.
pub const GJK_CONE: i32 = 11;
/// In the plane only: a strictly convex polygon, its vertices in counter-clockwise order: of.polygon. For points in any
/// order take GJK_HULL.
pub const GJK_POLYGON: i32 = 12;

/// The alignment of a workspace, in bytes.
pub const GJK_WORKSPACE_ALIGNMENT: usize = 8;

/// A query with the poses of both bodies.
type Placed<'w, V> = Query<'w, V, Poses<V>>;

/// The code of a result.
fn code(result: Result<(), gjk_error>) -> gjk_error {
    result.err().unwrap_or(gjk_error::GJK_OK)
}

/// Does a field that zero leaves at its default hold anything else? NaN does.
fn is_set<S: Scalar>(value: S) -> bool {
    value != S::NIL
}

/// Memory of C's as a workspace of the core, emptied.
///
/// # Safety
/// For `'w` nobody else touches the `size_of::<Workspace<V, N, F>>()` bytes at `memory`, which is aligned.
unsafe fn emptied<'w, V: gjk::Vector, const N: usize, const F: usize>(
    memory: *mut c_void,
) -> &'w mut Workspace<V, N, F> {
    let memory = memory.cast::<Workspace<V, N, F>>();
    // SAFETY: the caller's promise. What was there has no destructor.
    unsafe {
        memory.write(Workspace::new());
        &mut *memory
    }
}

/// Sizes of a shape of revolution.
macro_rules! revolved {
    ($($(#[$doc:meta])+ $name:ident: $raw:ty;)+) => {$(
        $(#[$doc])+
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            /// Half of the height: it goes from z = -half_height to half_height.
            pub half_height: $raw,
            /// The radius; that of its base for a cone, whose base is at z = -half_height.
            pub radius: $raw,
        }
    )+};
}

revolved! {
    /// The sizes of a cylinder or a cone.
    gjk_revolvedf: f32;
    /// The sizes of a cylinder or a cone, in fixed point.
    gjk_revolvedq: gjk_q16;
}

/// The structs and functions of one vector type.
macro_rules! interface {
    (
        vector: $vector:ident { $($axis:ident),+ } = $Vector:ty, scalar: $raw:ident = $Scalar:ty,
        unit vector: $unit_vector:ident, unit: $unit:ident = $Unit:ty,
        rotation: $(#[$rotation_doc:meta])+ $rotation:ident { $($(#[$entry_doc:meta])+ $entry:ident),+ } = $turn:path,
        pose: $pose:ident,
        segment: $segment:ident, capsule: $capsule:ident, triangle: $triangle:ident,
        points: $points:ident, support: $support:ident as $function:ident,
        own: <$life:lifetime> $Own:ty {
            $($(#[$own_doc:meta])+ $own_kind:ident: $own_field:ident, $own:ident: $own_type:ty => $own_shape:expr;)+
        }
        geometry: $geometry:ident, shape: $shape:ident, options: $options:ident, result: $result:ident,
        workspaces: { $($workspace:ident: $vertices:literal, $facets:literal, $words:literal;)+ }
        functions: $check_shape:ident, $workspace_size:ident, $intersects:ident, $distance:ident, $penetration:ident,
            $proximity:ident
    ) => {
        $(#[$rotation_doc])+
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $rotation {
            $($(#[$entry_doc])+ pub $entry: $unit,)+
        }

        /// Where a body is: first the rotation, then the translation. World point = rotation * local point + position.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $pose {
            /// How the body is turned.
            pub rotation: $rotation,
            /// Where its origin is.
            pub position: $vector,
        }

        /// The segment between two points, which may coincide.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $segment {
            /// One end.
            pub a: $vector,
            /// The other end.
            pub b: $vector,
        }

        /// A segment swept by a ball.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $capsule {
            /// One end of the segment.
            pub a: $vector,
            /// The other end.
            pub b: $vector,
            /// The radius of the ball.
            pub radius: $raw,
        }

        /// The triangle of three points, in any order; they may be collinear or coincide.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $triangle {
            /// One corner.
            pub a: $vector,
            /// The next.
            pub b: $vector,
            /// The last.
            pub c: $vector,
        }

        /// Borrowed points. They have to stay as they are during every call that gets the shape.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $points {
            /// The first point.
            pub points: *const $vector,
            /// How many there are.
            pub count: usize,
        }

        impl $points {
            /// The points.
            ///
            /// # Safety
            /// As the header asks: `count` points that nothing changes for `'c`.
            unsafe fn get<'c>(&self) -> Result<&'c [$Vector], gjk_error> {
                // SAFETY: the caller's promise.
                unsafe { points(self.points, self.count) }
            }
        }

        /// Writes to *point a point of the body that lies farthest along *direction; any one if there are several.
        /// Both are in the frame of the body. The direction is not zero, and its length has no meaning: compare points
        /// by the products of their coordinates and its components. In fixed point those need 64 bits, and fit in
        /// them. It must return; longjmp and exceptions must not leave it.
        pub type $function =
            Option<unsafe extern "C" fn(user: *const c_void, direction: *const $vector, point: *mut $vector)>;

        /// A shape of your own, given by its support function.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $support {
            /// The support function.
            pub function: $function,
            /// Handed to it at every call; may be null.
            pub user: *const c_void,
            /// A point somewhere inside. It only chooses the first direction of a query.
            pub center: $vector,
            /// Not zero if the body is the hull of finitely many points, which are all that the function returns. A
            /// query then runs until a point repeats instead of stopping at a tolerance.
            pub is_polytope: i32,
        }

        /// The sizes of a shape: the member that its kind names. Sizes may be zero.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub union $geometry {
            /// GJK_POINT: where it is.
            pub position: $vector,
            /// GJK_BALL: its radius.
            pub radius: $raw,
            /// GJK_SEGMENT.
            pub segment: $segment,
            /// GJK_CAPSULE.
            pub capsule: $capsule,
            /// GJK_TRIANGLE.
            pub triangle: $triangle,
            /// GJK_CUBOID: half of the lengths of its edges.
            pub half_extents: $vector,
            /// GJK_ELLIPSOID: its radii along the coordinate axes.
            pub radii: $vector,
            /// GJK_HULL: interior, repeated and collinear points are allowed.
            pub hull: $points,
            /// GJK_SUPPORT.
            pub support: $support,
            $($(#[$own_doc])+ pub $own_field: $own_type,)+
        }

        /// A shape in its own frame. It may be const. All of it is checked by every call that gets it.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $shape {
            /// What it is: GJK_POINT, GJK_BALL and so on. Zero is no kind.
            pub kind: i32,
            /// The radius of a ball that is swept around the shape: a cuboid gets round edges and grows by it on all
            /// sides. Zero leaves the shape as it is.
            pub margin: $raw,
            /// Its sizes.
            pub of: $geometry,
        }

        impl $shape {
            /// The shape as the core has it.
            ///
            /// # Safety
            /// As the header asks: the member that `kind` names holds a value, its points stay as they are for
            /// `$life`, its function may be called for `$life` with its user pointer.
            unsafe fn body<$life>(&self) -> Result<Body<$life, $vector, $Own>, gjk_error> {
                let of = &self.of;
                // SAFETY: `kind` tells the member; every bit pattern is a value of it.
                let core = unsafe {
                    match self.kind {
                        GJK_POINT => Core::Point(Point::new(of.position.get())?),
                        GJK_BALL => Core::Ball(NBall::new(<$Scalar>::from_raw(of.radius))?),
                        GJK_SEGMENT => Core::Segment(Segment::new(of.segment.a.get(), of.segment.b.get())?),
                        GJK_CAPSULE => {
                            let $capsule { a, b, radius } = of.capsule;
                            Core::Capsule(Capsule::new(a.get(), b.get(), <$Scalar>::from_raw(radius))?)
                        }
                        GJK_TRIANGLE => {
                            let $triangle { a, b, c } = of.triangle;
                            Core::Triangle(Triangle::new(a.get(), b.get(), c.get())?)
                        }
                        GJK_CUBOID => Core::Cuboid(NCuboid::new(of.half_extents.get())?),
                        GJK_ELLIPSOID => Core::Ellipsoid(NEllipsoid::new(of.radii.get())?),
                        GJK_HULL => Core::Hull(ConvexHull::new(of.hull.get()?)?),
                        GJK_SUPPORT => {
                            let $support { function, user, center, is_polytope } = of.support;
                            let function = function.ok_or(gjk_error::GJK_ERROR_NULL)?;
                            let center = Point::new(center.get())?.position();
                            Core::Function(Function { function, user, center, is_polytope: is_polytope != 0 })
                        }
                        $($own_kind => {
                            let $own = of.$own_field;
                            Core::Own($own_shape)
                        })+
                        _ => return Err(gjk_error::GJK_ERROR_KIND),
                    }
                };
                Ok(core.rounded(<$Scalar>::from_raw(self.margin))?)
            }

            /// Both bodies and the query that is asked about them.
            ///
            /// # Safety
            /// As the header asks of the pointers of a query.
            #[inline(never)]
            #[allow(clippy::type_complexity)]
            unsafe fn pair<$life>(
                a: *const Self,
                pose_a: *const $pose,
                b: *const Self,
                pose_b: *const $pose,
                options: *const $options,
            ) -> Result<(Body<$life, $vector, $Own>, Body<$life, $vector, $Own>, Placed<'static, $Vector>), gjk_error> {
                // SAFETY: the caller's promise.
                unsafe {
                    let (a, b) = (borrow(a)?.body()?, borrow(b)?.body()?);
                    let query = Query::new().poses($pose::get(pose_a)?, $pose::get(pose_b)?);
                    Ok((a, b, $options::apply(options, query)?))
                }
            }

            /// Distance or depth; if only the depth is asked for, without a distance.
            ///
            /// # Safety
            /// As the header asks of the pointers of a query.
            #[allow(clippy::too_many_arguments)]
            unsafe fn measure(
                a: *const Self,
                pose_a: *const $pose,
                b: *const Self,
                pose_b: *const $pose,
                options: *const $options,
                workspace: *mut c_void,
                workspace_size: usize,
                is_depth_only: bool,
                result: *mut $result,
            ) -> Result<(), gjk_error> {
                let result = check(result)?;
                // SAFETY: the caller's promise.
                unsafe {
                    let (a, b, query) = Self::pair(a, pose_a, b, pose_b, options)?;
                    let query = if is_depth_only { query.limit(<$Scalar>::NIL)? } else { query };
                    let mut query = $options::place(query, workspace, workspace_size)?;
                    result.write(match query.proximity(&a, &b) {
                        Proximity::Separated(separation) => separation.into(),
                        Proximity::Overlapping(penetration) => penetration.into(),
                    });
                }
                Ok(())
            }
        }

        impl $pose {
            /// The pose as the core has it; the identity for null.
            ///
            /// # Safety
            /// The pointer is null, misaligned or good.
            unsafe fn get(pose: *const Self) -> Result<Pose<$Vector>, gjk_error> {
                if pose.is_null() {
                    return Ok(Pose::IDENTITY);
                }
                // SAFETY: the caller's promise.
                let Self { rotation, position } = *unsafe { borrow(pose)? };
                Ok(Pose::new($turn($(<$Unit>::from_raw(rotation.$entry)),+)?, position.get())?)
            }
        }

        /// What may be asked for beyond the defaults. A field that is zero stays at its default, so start from a zeroed
        /// struct; a null pointer in its place means all defaults.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $options {
            /// The gap between the bounds at which a query is content, relative to the depth or to the distance of the
            /// cores (the shapes without margins and radii). Default: all that rounding allows; where a curved core
            /// takes part (ellipsoid, cylinder, cone, GJK_SUPPORT) 1e-6 in float. For all that rounding allows there as
            /// well, give the least positive number (FLT_MIN).
            pub tolerance: $unit,
            /// A distance beyond which the answer does not matter: the query ends with GJK_DISTANCE_LIMIT once the
            /// bodies are proven farther apart. Default: none. For no more than whether they are apart, give the least
            /// positive number. No part in intersects and penetration.
            pub limit: $raw,
            /// The first direction to try, from A to B in the world: the normal of the last answer, say. Its length has
            /// no meaning. Default: the one between the centres.
            pub direction: $unit_vector,
            /// The most rounds of GJK. Default: 64.
            pub max_iterations: u32,
            /// The most rounds of EPA, those of the refinement of curved pairs included. Default: as many as the
            /// workspace has room for.
            pub max_epa_iterations: u32,
        }

        impl $options {
            /// The query with these options; as it is for null.
            ///
            /// # Safety
            /// The pointer is null, misaligned or good.
            unsafe fn apply(options: *const Self, query: Placed<'static, $Vector>) -> Result<Placed<'static, $Vector>, gjk_error> {
                if options.is_null() {
                    return Ok(query);
                }
                // SAFETY: the caller's promise.
                let options = unsafe { borrow(options)? };
                let (tolerance, limit) = (<$Unit>::from_raw(options.tolerance), <$Scalar>::from_raw(options.limit));
                // The bits of a unit vector as those of a direction, whose length has no meaning.
                let direction = $vector { $($axis: options.direction.$axis),+ }.get();
                let query = if is_set(tolerance) { query.tolerance(tolerance)? } else { query };
                let query = if is_set(limit) { query.limit(limit)? } else { query };
                let query = if direction != <$Vector as gjk::Vector>::ZERO { query.direction(direction)? } else { query };
                let query = match options.max_iterations {
                    0 => query,
                    rounds => query.max_iterations(rounds),
                };
                Ok(match options.max_epa_iterations {
                    0 => query,
                    rounds => query.max_epa_iterations(rounds),
                })
            }

            /// The query with the largest workspace that the memory has room for.
            ///
            /// # Safety
            /// If it is neither null nor misaligned, there are `bytes` bytes at `memory`, which nobody else touches for
            /// `'w`.
            unsafe fn place<'w>(
                query: Placed<'_, $Vector>,
                memory: *mut c_void,
                bytes: usize,
            ) -> Result<Placed<'w, $Vector>, gjk_error> {
                if !check(memory.cast::<u8>())?.addr().get().is_multiple_of(GJK_WORKSPACE_ALIGNMENT) {
                    return Err(gjk_error::GJK_ERROR_ALIGNMENT);
                }
                $(
                    if bytes >= size_of::<$workspace>() {
                        // SAFETY: the caller's promise, with what was checked, here and where the sizes are defined.
                        return Ok(query.workspace(unsafe { emptied::<$Vector, $vertices, $facets>(memory) }));
                    }
                )+
                Err(gjk_error::GJK_ERROR_WORKSPACE)
            }
        }

        /// An answer. Points and normal are in the world, lengths in the unit of the input.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $result {
            /// The distance, or minus the depth: the length of the shortest translation that separates the bodies. It
            /// lies between the bounds, up to a few rounding steps. The distance function answers zero for bodies that
            /// overlap.
            pub distance: $raw,
            /// No two points of the bodies are nearer than this, if it is positive; it then proves them apart. If it is
            /// negative, a translation of B by this length along the normal separates the bodies for certain, up to
            /// rounding; minus the largest number if none is known.
            pub lower_bound: $raw,
            /// The bodies are no farther apart than this. If it is negative, no shorter translation separates them: it
            /// proves that they overlap. The largest number if nothing is known.
            pub upper_bound: $raw,
            /// Unit vector from A to B; for bodies that overlap the direction in which B has to move.
            pub normal: $unit_vector,
            /// The point of A nearest to B, or deepest inside it.
            pub on_a: $vector,
            /// The point of B nearest to A, or deepest inside it. For bodies that overlap on_a - on_b is the shortest
            /// translation of B that separates them.
            pub on_b: $vector,
            /// How the query ended.
            pub status: gjk_status,
            /// Rounds of GJK.
            pub iterations: u32,
            /// Rounds of EPA and of the refinement of curved pairs.
            pub epa_iterations: u32,
            /// Are the bodies proven apart? Else they overlap or touch, or nothing was proven, which the bounds tell.
            pub is_separated: bool,
        }

        impl From<Separation<$Vector>> for $result {
            fn from(found: Separation<$Vector>) -> Self {
                Self {
                    distance: found.distance.to_raw(),
                    lower_bound: found.lower_bound.to_raw(),
                    upper_bound: found.distance.to_raw(),
                    normal: $unit_vector::new(found.normal),
                    on_a: $vector::new(found.on_a),
                    on_b: $vector::new(found.on_b),
                    status: found.status.into(),
                    iterations: found.iterations,
                    epa_iterations: 0,
                    is_separated: found.lower_bound > <$Scalar>::NIL,
                }
            }
        }

        impl From<Penetration<$Vector>> for $result {
            fn from(found: Penetration<$Vector>) -> Self {
                // Not by negation, which makes −0 of 0.
                let minus = |length: $Scalar| (<$Scalar>::NIL - length).to_raw();
                Self {
                    distance: minus(found.depth),
                    lower_bound: minus(found.upper_bound),
                    upper_bound: minus(found.lower_bound),
                    normal: $unit_vector::new(found.normal),
                    on_a: $vector::new(found.on_a),
                    on_b: $vector::new(found.on_b),
                    status: found.status.into(),
                    iterations: found.iterations,
                    epa_iterations: found.epa_iterations,
                    is_separated: false,
                }
            }
        }

        $(
            #[doc = concat!(" Memory for a polytope of ", stringify!($vertices), " vertices.")]
            #[repr(C)]
            #[derive(Clone, Copy)]
            pub struct $workspace {
                /// What is in it means nothing between calls.
                pub words: [u64; $words],
            }

            const _: () = {
                assert!(size_of::<Workspace<$Vector, $vertices, $facets>>() <= size_of::<$workspace>());
                assert!(align_of::<Workspace<$Vector, $vertices, $facets>>() <= GJK_WORKSPACE_ALIGNMENT);
            };
        )+

        /// The bytes of the smallest workspace with room for so many vertices; zero if there is none.
        #[unsafe(no_mangle)]
        pub extern "C" fn $workspace_size(vertices: u32) -> usize {
            let mut bytes = 0;
            $(
                if vertices <= $vertices {
                    bytes = size_of::<$workspace>();
                }
            )+
            bytes
        }

        /// Says what every query would say of this shape.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $check_shape(shape: *const $shape) -> gjk_error {
            // SAFETY: what this function asks of its caller.
            code(unsafe { borrow(shape) }.and_then(|shape| unsafe { shape.body() }.map(|_| ())))
        }

        /// Do two bodies intersect? Touching counts, and so does what could not be proven apart: false is proven.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $intersects(
            a: *const $shape,
            pose_a: *const $pose,
            b: *const $shape,
            pose_b: *const $pose,
            options: *const $options,
            result: *mut bool,
        ) -> gjk_error {
            let answer = || {
                let result = check(result)?;
                // SAFETY: what this function asks of its caller.
                unsafe {
                    let (a, b, mut query) = $shape::pair(a, pose_a, b, pose_b, options)?;
                    result.write(query.intersects(&a, &b));
                }
                Ok(())
            };
            code(answer())
        }

        /// How far apart are two bodies, and where? Bodies that overlap have distance zero, both bounds zero, one
        /// common point, and as normal the best axis known.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $distance(
            a: *const $shape,
            pose_a: *const $pose,
            b: *const $shape,
            pose_b: *const $pose,
            options: *const $options,
            result: *mut $result,
        ) -> gjk_error {
            let answer = || {
                let result = check(result)?;
                // SAFETY: what this function asks of its caller.
                unsafe {
                    let (a, b, mut query) = $shape::pair(a, pose_a, b, pose_b, options)?;
                    result.write(query.distance(&a, &b).into());
                }
                Ok(())
            };
            code(answer())
        }

        /// How deep do two bodies overlap, and which way out? For bodies apart it ends as soon as that is proven,
        /// mostly with GJK_DISTANCE_LIMIT.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $penetration(
            a: *const $shape,
            pose_a: *const $pose,
            b: *const $shape,
            pose_b: *const $pose,
            options: *const $options,
            workspace: *mut c_void,
            workspace_size: usize,
            result: *mut $result,
        ) -> gjk_error {
            // SAFETY: what this function asks of its caller.
            code(unsafe { $shape::measure(a, pose_a, b, pose_b, options, workspace, workspace_size, true, result) })
        }

        /// Distance or depth, whichever applies.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $proximity(
            a: *const $shape,
            pose_a: *const $pose,
            b: *const $shape,
            pose_b: *const $pose,
            options: *const $options,
            workspace: *mut c_void,
            workspace_size: usize,
            result: *mut $result,
        ) -> gjk_error {
            // SAFETY: what this function asks of its caller.
            code(unsafe { $shape::measure(a, pose_a, b, pose_b, options, workspace, workspace_size, false, result) })
        }
    };
}

interface! {
    vector: gjk_vec3f { x, y, z } = Vec3<f32>, scalar: f32 = f32,
    unit vector: gjk_vec3f, unit: f32 = f32,
    rotation:
        /// A rotation as a quaternion x i + y j + z k + w, or any multiple of it. The identity is 0, 0, 0, 1.
        gjk_rotation3f {
            /// The x component of the axis, times the sine of half of the angle.
            x,
            /// The y component of the axis, times the sine of half of the angle.
            y,
            /// The z component of the axis, times the sine of half of the angle.
            z,
            /// The cosine of half of the angle.
            w
        } = Rotation3::<f32>::from_quaternion,
    pose: gjk_pose3f,
    segment: gjk_segment3f, capsule: gjk_capsule3f, triangle: gjk_triangle3f,
    points: gjk_points3f, support: gjk_support3f as gjk_support_function3f,
    own: <'c> Revolved<f32> {
        /// GJK_CYLINDER.
        GJK_CYLINDER: cylinder, of: gjk_revolvedf =>
            Revolved::Cylinder(Cylinder::new(<f32>::from_raw(of.half_height), <f32>::from_raw(of.radius))?);
        /// GJK_CONE.
        GJK_CONE: cone, of: gjk_revolvedf =>
            Revolved::Cone(Cone::new(<f32>::from_raw(of.half_height), <f32>::from_raw(of.radius))?);
    }
    geometry: gjk_geometry3f, shape: gjk_shape3f, options: gjk_options3f, result: gjk_result3f,
    workspaces: {
        gjk_workspace3f_64: 64, 124, 788;
        gjk_workspace3f_32: 32, 60, 388;
        gjk_workspace3f_16: 16, 28, 188;
    }
    functions: gjk_check_shape3f, gjk_workspace_size3f, gjk_intersects3f, gjk_distance3f,
        gjk_penetration3f, gjk_proximity3f
}

interface! {
    vector: gjk_vec3q { x, y, z } = Vec3<I16F16>, scalar: gjk_q16 = I16F16,
    unit vector: gjk_unit3q, unit: gjk_q30 = I2F30,
    rotation:
        /// A rotation as a quaternion x i + y j + z k + w, or any multiple of it. The identity is 0, 0, 0, 1073741824.
        gjk_rotation3q {
            /// The x component of the axis, times the sine of half of the angle.
            x,
            /// The y component of the axis, times the sine of half of the angle.
            y,
            /// The z component of the axis, times the sine of half of the angle.
            z,
            /// The cosine of half of the angle.
            w
        } = Rotation3::<I16F16>::from_quaternion,
    pose: gjk_pose3q,
    segment: gjk_segment3q, capsule: gjk_capsule3q, triangle: gjk_triangle3q,
    points: gjk_points3q, support: gjk_support3q as gjk_support_function3q,
    own: <'c> Revolved<I16F16> {
        /// GJK_CYLINDER.
        GJK_CYLINDER: cylinder, of: gjk_revolvedq =>
            Revolved::Cylinder(Cylinder::new(<I16F16>::from_raw(of.half_height), <I16F16>::from_raw(of.radius))?);
        /// GJK_CONE.
        GJK_CONE: cone, of: gjk_revolvedq =>
            Revolved::Cone(Cone::new(<I16F16>::from_raw(of.half_height), <I16F16>::from_raw(of.radius))?);
    }
    geometry: gjk_geometry3q, shape: gjk_shape3q, options: gjk_options3q, result: gjk_result3q,
    workspaces: {
        gjk_workspace3q_64: 64, 124, 912;
        gjk_workspace3q_32: 32, 60, 448;
        gjk_workspace3q_16: 16, 28, 216;
    }
    functions: gjk_check_shape3q, gjk_workspace_size3q, gjk_intersects3q, gjk_distance3q,
        gjk_penetration3q, gjk_proximity3q
}

interface! {
    vector: gjk_vec2f { x, y } = Vec2<f32>, scalar: f32 = f32,
    unit vector: gjk_vec2f, unit: f32 = f32,
    rotation:
        /// A rotation as the cosine and the sine of its angle, or any positive multiple of them; counter-clockwise. The
        /// identity is 1, 0.
        gjk_rotation2f {
            /// The cosine.
            cos,
            /// The sine.
            sin
        } = Rotation2::<f32>::from_cos_sin,
    pose: gjk_pose2f,
    segment: gjk_segment2f, capsule: gjk_capsule2f, triangle: gjk_triangle2f,
    points: gjk_points2f, support: gjk_support2f as gjk_support_function2f,
    own: <'c> Polygon<'c, f32> {
        /// GJK_POLYGON.
        GJK_POLYGON: polygon, of: gjk_points2f => Polygon::new(of.get()?)?;
    }
    geometry: gjk_geometry2f, shape: gjk_shape2f, options: gjk_options2f, result: gjk_result2f,
    workspaces: {
        gjk_workspace2f_64: 64, 64, 343;
        gjk_workspace2f_32: 32, 32, 175;
        gjk_workspace2f_16: 16, 16, 91;
    }
    functions: gjk_check_shape2f, gjk_workspace_size2f, gjk_intersects2f, gjk_distance2f,
        gjk_penetration2f, gjk_proximity2f
}

interface! {
    vector: gjk_vec2q { x, y } = Vec2<I16F16>, scalar: gjk_q16 = I16F16,
    unit vector: gjk_unit2q, unit: gjk_q30 = I2F30,
    rotation:
        /// A rotation as the cosine and the sine of its angle, or any positive multiple of them; counter-clockwise. The
        /// identity is 1073741824, 0.
        gjk_rotation2q {
            /// The cosine.
            cos,
            /// The sine.
            sin
        } = Rotation2::<I16F16>::from_cos_sin,
    pose: gjk_pose2q,
    segment: gjk_segment2q, capsule: gjk_capsule2q, triangle: gjk_triangle2q,
    points: gjk_points2q, support: gjk_support2q as gjk_support_function2q,
    own: <'c> Polygon<'c, I16F16> {
        /// GJK_POLYGON.
        GJK_POLYGON: polygon, of: gjk_points2q => Polygon::new(of.get()?)?;
    }
    geometry: gjk_geometry2q, shape: gjk_shape2q, options: gjk_options2q, result: gjk_result2q,
    workspaces: {
        gjk_workspace2q_64: 64, 64, 375;
        gjk_workspace2q_32: 32, 32, 191;
        gjk_workspace2q_16: 16, 16, 99;
    }
    functions: gjk_check_shape2q, gjk_workspace_size2q, gjk_intersects2q, gjk_distance2q,
        gjk_penetration2q, gjk_proximity2q
}
