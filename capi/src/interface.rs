//! The structs and functions of the header. One macro makes those of every vector type.

// The comment at the top of the header, in cbindgen.toml, states the requirements on pointers for all functions at
// once.
#![allow(clippy::missing_safety_doc)]

use crate::body::{Body, Checked, Core, Function, Solid};
use crate::error::{gjk_error, gjk_status};
use crate::pointer::{Sealed, borrow, check, points, seal, slice, state};
use crate::vector::{
    Number, Plain, gjk_q16, gjk_q30, gjk_q32, gjk_unit2q, gjk_unit3q, gjk_vec2f, gjk_vec2q, gjk_vec3f, gjk_vec3q,
};
use core::convert::identity;
use core::ffi::c_void;
use fixed::types::{I2F30, I16F16};
use gjk::{
    Capsule, Cone, Contact, ConvexHull, Cylinder, FeatureId, FixedArea, Impact, Manifold, Motion, NBall, NCuboid,
    NEllipsoid, Penetration, Point, Polygon, PolygonBuilder, Polyhedron, PolyhedronBuilder, PolyhedronParts, Pose,
    Poses, Proximity, Query, Ray, Rotation2, Rotation3, Scalar, Segment, Separation, SupportExt, Triangle, Vec2, Vec3,
    WarmStart, Workspace,
};

/// A kind of shape: a point, of.position.
pub const GJK_POINT: i32 = 1;
/// A kind of shape: a ball about the origin, in the plane a disc, with the radius of.radius.
pub const GJK_BALL: i32 = 2;
/// A kind of shape: the segment between two points, of.segment.
pub const GJK_SEGMENT: i32 = 3;
/// A kind of shape: a segment swept by a ball, of.capsule.
pub const GJK_CAPSULE: i32 = 4;
/// A kind of shape: the triangle of three points, of.triangle.
pub const GJK_TRIANGLE: i32 = 5;
/// A kind of shape: a box about the origin with edges along the axes, in the plane a rectangle; of.half_extents.
pub const GJK_CUBOID: i32 = 6;
/// A kind of shape: an ellipsoid about the origin with its axes along the coordinate axes, in the plane an ellipse;
/// of.radii.
pub const GJK_ELLIPSOID: i32 = 7;
/// A kind of shape: the convex hull of points in any order, of.hull.
pub const GJK_HULL: i32 = 8;
/// A kind of shape: a convex body given by its support function, of.support.
pub const GJK_SUPPORT: i32 = 9;
/// A kind of shape, only in space: a cylinder about the origin with its axis along z, of.cylinder.
pub const GJK_CYLINDER: i32 = 10;
/// A kind of shape, only in space: a cone about the origin with its axis along z and its tip at the positive end,
/// of.cone.
pub const GJK_CONE: i32 = 11;
/// A kind of shape, only in the plane: a strictly convex polygon with its vertices in counter-clockwise order,
/// of.polygon. Points in any order are a GJK_HULL.
pub const GJK_POLYGON: i32 = 12;

/// A kind of shape, only in space: a convex polyhedron with vertices and edges as build_hull makes it, of.polyhedron.
pub const GJK_POLYHEDRON: i32 = 13;

/// A kind of feature: a vertex.
pub const GJK_VERTEX: i32 = 0;
/// A kind of feature: an edge.
pub const GJK_EDGE: i32 = 1;
/// A kind of feature: a facet.
pub const GJK_FACET: i32 = 2;

/// The alignment of a workspace and of the memory of a hull, in bytes.
pub const GJK_WORKSPACE_ALIGNMENT: usize = 8;

/// A query with the poses of both bodies and a warm start: the caller's, or else a new one for this call. One type
/// serves both cases, so that the core is compiled only once.
type Placed<'w, 's, V> = Query<'w, V, Poses<V>, (), &'s mut WarmStart<V>>;

/// The feature on which a contact point lies, of the shape without its margin and radius. The numbers of vertices and
/// facets belong to the shape, so equal numbers mean the same feature in every call. Where the feature is not known, it
/// is vertex 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gjk_feature_id {
    /// GJK_VERTEX, GJK_EDGE or GJK_FACET.
    pub kind: i32,
    /// The number of the vertex or of the facet; for an edge, the smaller number of its two vertices.
    pub number: u32,
    /// For an edge, the number of its other vertex, else zero.
    pub other: u32,
}

impl From<FeatureId> for gjk_feature_id {
    fn from(id: FeatureId) -> Self {
        let (kind, number, other) = match id {
            FeatureId::Vertex(vertex) => (GJK_VERTEX, vertex, 0),
            FeatureId::Edge(one, other) => (GJK_EDGE, one, other),
            FeatureId::Facet(facet) => (GJK_FACET, facet, 0),
        };
        Self { kind, number, other }
    }
}

/// The error code that C gets for a result.
fn code(result: Result<(), gjk_error>) -> gjk_error {
    result.err().unwrap_or(gjk_error::GJK_OK)
}

/// Whether an option differs from zero, which stands for its default. NaN does, and is then refused as not finite.
fn is_set<S: Scalar>(value: S) -> bool {
    value != S::NIL
}

/// An area as C has it: its bits.
fn area_to_raw(area: FixedArea<i64, <I16F16 as fixed::traits::Fixed>::Frac>) -> gjk_q32 {
    area.to_bits()
}

/// Checks that memory from C is neither null nor misaligned for a workspace.
fn aligned(memory: *mut c_void) -> Result<(), gjk_error> {
    if check(memory.cast::<u8>())?.addr().get().is_multiple_of(GJK_WORKSPACE_ALIGNMENT) {
        Ok(())
    } else {
        Err(gjk_error::GJK_ERROR_ALIGNMENT)
    }
}

/// Makes an empty workspace of the core in memory from C.
///
/// # Safety
/// For `'w` nobody else touches the `size_of::<Workspace<V, N, F>>()` bytes at `memory`, which is aligned.
unsafe fn emptied<'w, V: gjk::Vector, const N: usize, const F: usize>(
    memory: *mut c_void,
) -> &'w mut Workspace<V, N, F> {
    let memory = memory.cast::<Workspace<V, N, F>>();
    // SAFETY: the caller's promise. The old content, which is overwritten, has no destructor.
    unsafe {
        memory.write(Workspace::new());
        &mut *memory
    }
}

/// The struct for the sizes of a shape of revolution, once per scalar.
macro_rules! revolved {
    ($($(#[$doc:meta])+ $name:ident: $raw:ty;)+) => {$(
        $(#[$doc])+
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            /// Half of the height: the shape extends from z = -half_height to z = half_height.
            pub half_height: $raw,
            /// The radius of the cylinder, or of the base of the cone, which is at z = -half_height.
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

/// The struct of a polyhedron, once per scalar.
macro_rules! polyhedra {
    ($($(#[$doc:meta])+ $name:ident: $raw:ty = $Scalar:ty, $vector:ident;)+) => {$(
        $(#[$doc])+
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            /// The vertices: 3 * vertex_count numbers. Each block of four vertices holds four x, four y and four z
            /// coordinates; up to three remaining vertices follow as x, y, z.
            pub vertices: *const $raw,
            /// For each vertex the end of its row in `neighbors`, exclusive. A row begins where the row of the vertex
            /// before ends, the first one at 0.
            pub ends: *const u16,
            /// The rows: for each vertex, the vertices that share an edge of the triangulated surface with it,
            /// counter-clockwise seen from outside. Each two consecutive ones form a triangle with it.
            pub neighbors: *const u16,
            /// For each of cell_count cells of directions, the vertex where the climb along edges to a support point
            /// starts. The cells divide the octants of `starts`. May be null if there are no cells.
            pub cells: *const u16,
            /// The number of vertices.
            pub vertex_count: u32,
            /// The number of entries of `neighbors`.
            pub neighbor_count: u32,
            /// The number of entries of `cells`: 0, 32, 128, or any further power of four times 32.
            pub cell_count: u32,
            /// For each octant of directions, the vertex where a climb starts. Bits 0, 1 and 2 of the index of an
            /// octant are set if x, y and z are negative.
            pub starts: [u16; 8],
            /// A point inside.
            pub center: $vector,
            /// A bound of the rounding error in products: 12 relative steps of the largest coordinate in float, zero in
            /// fixed point.
            pub noise: $raw,
        }

        impl $name {
            fn new(hull: &Polyhedron<'_, $Scalar>) -> Self {
                let PolyhedronParts { vertices, ends, neighbors, starts, cells, center, noise } = *hull.parts();
                Self {
                    vertices: vertices.as_ptr().cast(),
                    ends: ends.as_ptr(),
                    neighbors: neighbors.as_ptr(),
                    cells: cells.as_ptr(),
                    vertex_count: ends.len() as u32,
                    neighbor_count: neighbors.len() as u32,
                    cell_count: cells.len() as u32,
                    starts,
                    center: $vector::new(center),
                    noise: noise.to_raw(),
                }
            }

            /// The polyhedron as the core has it. Its numbers are not checked here.
            ///
            /// # Safety
            /// As the header demands: the arrays have these lengths, and nothing changes them for `'c`.
            unsafe fn get<'c>(&self) -> Result<Polyhedron<'c, $Scalar>, gjk_error> {
                let (count, neighbor_count) = (self.vertex_count as usize, self.neighbor_count as usize);
                if count == 0 {
                    return Err(gjk_error::GJK_ERROR_NO_POINTS);
                }
                let coordinates = count.checked_mul(3).ok_or(gjk_error::GJK_ERROR_OUT_OF_RANGE)?;
                // SAFETY: the caller's promise. Scalars have the layout of their raw numbers, as `Number` demands.
                let (vertices, ends, neighbors, cells) = unsafe {
                    (
                        slice(self.vertices, coordinates)?,
                        slice(self.ends, count)?,
                        slice(self.neighbors, neighbor_count)?,
                        slice(self.cells, self.cell_count as usize)?,
                    )
                };
                let (starts, center, noise) = (self.starts, self.center.get(), <$Scalar>::from_raw(self.noise));
                Ok(Polyhedron::from_parts(PolyhedronParts { vertices, ends, neighbors, starts, cells, center, noise }))
            }
        }
    )+};
}

polyhedra! {
    /// A convex polyhedron with vertices and edges, as gjk_build_hull3f makes it. It may be const. The arrays that it
    /// points to must not change during a call that gets the shape. Only gjk_check_shape3f checks their numbers.
    gjk_polyhedron3f: f32 = f32, gjk_vec3f;
    /// A convex polyhedron in fixed point with vertices and edges, as gjk_build_hull3q makes it. It may be const. The
    /// arrays that it points to must not change during a call that gets the shape. Only gjk_check_shape3q checks their
    /// numbers.
    gjk_polyhedron3q: gjk_q16 = I16F16, gjk_vec3q;
}

/// The structs and functions of one vector type.
macro_rules! interface {
    (
        vector: $vector:ident { $($axis:ident),+ } = $Vector:ty, scalar: $raw:ident = $Scalar:ty,
        unit vector: $unit_vector:ident, unit: $unit:ident = $Unit:ty,
        rotation: $(#[$rotation_doc:meta])+ $rotation:ident { $($(#[$entry_doc:meta])+ $entry:ident),+ } = $turn:path,
        pose: $pose:ident, angular: $angular:ty [$angular_from_raw:expr, $angular_to_raw:expr],
        area: $area:ty [$area_to_raw:expr],
        segment: $segment:ident, capsule: $capsule:ident, triangle: $triangle:ident,
        points: $points:ident, support: $support:ident as $function:ident,
        own: <$life:lifetime> $Own:ty {
            $($(#[$own_doc:meta])+ $own_kind:ident: $own_field:ident, $own:ident: $own_type:ty => $own_shape:expr;)+
        }
        geometry: $geometry:ident, shape: $shape:ident, options: $options:ident, result: $result:ident,
        warm start: $warm_start:ident: $warm_words:literal;
        workspaces: { $($workspace:ident: $vertices:literal, $facets:literal, $words:literal;)+ }
        functions: $check_shape:ident, $workspace_size:ident, $intersects:ident, $distance:ident, $penetration:ident,
            $proximity:ident
        casts: $ray:ident, $motion:ident, $impact:ident; $ray_cast:ident, $shape_cast:ident, $time_of_impact:ident,
            $has_clearance:ident
        contacts: $contact:ident, $contacts:ident[$most:literal], $derivative:ident; $manifold:ident, $gradient:ident
        hulls: $hull:ident [$hull_new:expr] = $Builder:ident, $build_hull:ident, $hull_memory_size:ident {
            $($hull_memory:ident: $hull_points:literal, $hull_vertices:literal, $hull_words:literal;)+
        }
    ) => {
        $(#[$rotation_doc])+
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $rotation {
            $($(#[$entry_doc])+ pub $entry: $unit,)+
        }

        /// Maps the frame of a body to the world: world point = rotation * local point + position.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $pose {
            /// The orientation of the body in the world.
            pub rotation: $rotation,
            /// The origin of the body's frame, in the world.
            pub position: $vector,
        }

        /// The segment between two points, which may coincide.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $segment {
            /// The first end.
            pub a: $vector,
            /// The second end.
            pub b: $vector,
        }

        /// A segment swept by a ball.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $capsule {
            /// The first end of the segment.
            pub a: $vector,
            /// The second end.
            pub b: $vector,
            /// The radius of the ball.
            pub radius: $raw,
        }

        /// The triangle of three points, in any order; they may be collinear or coincide.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $triangle {
            /// The first corner.
            pub a: $vector,
            /// The second corner.
            pub b: $vector,
            /// The third corner.
            pub c: $vector,
        }

        /// An array of points in memory of the caller. They must not change during a call that gets the shape.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $points {
            /// The first of the points. Not null.
            pub points: *const $vector,
            /// The number of points, at least one.
            pub count: usize,
        }

        impl $points {
            /// The points as the core has them.
            ///
            /// # Safety
            /// As the header demands: there are `count` points, and nothing changes them for `'c`.
            unsafe fn get<'c>(&self) -> Result<&'c [$Vector], gjk_error> {
                // SAFETY: the caller's promise.
                unsafe { points(self.points, self.count) }
            }
        }

        /// A support function of the caller: writes to *point the point of the body that lies farthest along
        /// *direction, any one of them if there are several. Both are in the frame of the body. The direction is not
        /// zero; its length has no meaning. The point farthest along it has the largest dot product with it; in fixed
        /// point the products of raw numbers need 64 bits, in which their sum fits as well. The function must return
        /// normally: neither longjmp nor an exception may leave it. If the point is NaN, infinite or out of range, or
        /// not written at all, the query ends with GJK_BAD_SUPPORT.
        pub type $function =
            Option<unsafe extern "C" fn(user: *const c_void, direction: *const $vector, point: *mut $vector)>;

        /// A convex body given by its support function.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $support {
            /// The support function. Not null.
            pub function: $function,
            /// Passed to the function at every call. May be null.
            pub user: *const c_void,
            /// A point inside the body, in its frame. Only the first direction of a search depends on it.
            pub center: $vector,
            /// Nonzero if the body is the hull of finitely many points and the function returns only these points. A
            /// query then runs until a point repeats, while for other bodies it stops at the tolerance.
            pub is_polytope: i32,
        }

        /// The sizes of a shape, in its frame. The kind of the shape says which member holds them. Sizes may be zero.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub union $geometry {
            /// For GJK_POINT: its position.
            pub position: $vector,
            /// For GJK_BALL: its radius.
            pub radius: $raw,
            /// For GJK_SEGMENT.
            pub segment: $segment,
            /// For GJK_CAPSULE.
            pub capsule: $capsule,
            /// For GJK_TRIANGLE.
            pub triangle: $triangle,
            /// For GJK_CUBOID: half of the lengths of its edges.
            pub half_extents: $vector,
            /// For GJK_ELLIPSOID: its radii along the coordinate axes.
            pub radii: $vector,
            /// For GJK_HULL: its points. Some may lie inside, repeat or be collinear.
            pub hull: $points,
            /// For GJK_SUPPORT.
            pub support: $support,
            $($(#[$own_doc])+ pub $own_field: $own_type,)+
        }

        /// A shape in its own frame. It may be const. Every call that gets it checks it.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $shape {
            /// The kind of the shape: GJK_POINT, GJK_BALL and so on. Zero is not a kind.
            pub kind: i32,
            /// The radius of a ball that is swept over the shape, which grows by it on all sides; a cuboid gets round
            /// edges. Zero leaves the shape as it is.
            pub margin: $raw,
            /// The sizes, in the member for this kind.
            pub of: $geometry,
        }

        impl $shape {
            /// The shape without its margin, as the core has it.
            ///
            /// # Safety
            /// As the header demands: the member for `kind` holds a value, its points do not change for `$life`, and
            /// its function may be called with its user pointer for `$life`.
            unsafe fn core<$life>(&self) -> Result<Core<$life, $vector, $Own>, gjk_error> {
                let of = &self.of;
                // SAFETY: the member for `kind` holds a value, and every bit pattern is a value of it.
                Ok(unsafe {
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
                })
            }

            /// The shape as the core has it.
            ///
            /// # Safety
            /// As for `core`.
            unsafe fn body<$life>(&self) -> Result<Body<$life, $vector, $Own>, gjk_error> {
                // SAFETY: the caller's promise.
                let core = unsafe { self.core()? };
                Ok(core.rounded(<$Scalar>::from_raw(self.margin))?)
            }

            /// Both bodies, and the query with their poses and the options.
            ///
            /// # Safety
            /// As the header demands of the pointers of a query.
            #[inline(never)]
            #[allow(clippy::type_complexity)]
            unsafe fn pair<$life, 's>(
                a: *const Self,
                pose_a: *const $pose,
                b: *const Self,
                pose_b: *const $pose,
                options: *const $options,
                fresh: &'s mut WarmStart<$Vector>,
            ) -> Result<
                (Body<$life, $vector, $Own>, Body<$life, $vector, $Own>, Placed<'static, 's, $Vector>),
                gjk_error,
            > {
                // SAFETY: the caller's promise.
                unsafe {
                    let (a, b) = (borrow(a)?.body()?, borrow(b)?.body()?);
                    let query = Query::new().poses($pose::get(pose_a)?, $pose::get(pose_b)?);
                    Ok((a, b, $options::apply(options, query, fresh)?))
                }
            }

            /// Both bodies, and the query with their poses, the options and the workspace.
            ///
            /// # Safety
            /// As the header demands of the pointers of a query.
            #[allow(clippy::too_many_arguments, clippy::type_complexity)]
            unsafe fn pair_in<$life, 'w, 's>(
                a: *const Self,
                pose_a: *const $pose,
                b: *const Self,
                pose_b: *const $pose,
                options: *const $options,
                fresh: &'s mut WarmStart<$Vector>,
                workspace: *mut c_void,
                workspace_size: usize,
            ) -> Result<
                (Body<$life, $vector, $Own>, Body<$life, $vector, $Own>, Placed<'w, 's, $Vector>),
                gjk_error,
            > {
                // SAFETY: the caller's promise.
                unsafe {
                    let (a, b, query) = Self::pair(a, pose_a, b, pose_b, options, fresh)?;
                    Ok((a, b, $options::place(query, workspace, workspace_size)?))
                }
            }

            /// Writes the distance or the depth to the result. With `is_depth_only` the search ends as soon as the
            /// bodies are proven apart.
            ///
            /// # Safety
            /// As the header demands of the pointers of a query.
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
                    let fresh = &mut WarmStart::new();
                    let (a, b, query) =
                        Self::pair_in(a, pose_a, b, pose_b, options, fresh, workspace, workspace_size)?;
                    let mut query = if is_depth_only { query.limit(<$Scalar>::NIL)? } else { query };
                    result.write(query.proximity(&a, &b).into());
                }
                Ok(())
            }
        }

        impl $pose {
            /// The pose as the core has it; the identity for null.
            ///
            /// # Safety
            /// The pointer is null, misaligned or valid.
            unsafe fn get(pose: *const Self) -> Result<Pose<$Vector>, gjk_error> {
                if pose.is_null() {
                    return Ok(Pose::IDENTITY);
                }
                // SAFETY: the caller's promise.
                let Self { rotation, position } = *unsafe { borrow(pose)? };
                Ok(Pose::new($turn($(<$Unit>::from_raw(rotation.$entry)),+)?, position.get())?)
            }
        }

        /// The options of a query. A field that is zero stands for its default, so start from a zeroed struct. A null
        /// pointer to the options stands for all defaults. A negative tolerance, limit or target_distance is
        /// GJK_ERROR_NEGATIVE, a number that is not finite GJK_ERROR_NOT_FINITE.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $options {
            /// The gap between the bounds at which a search may stop, relative to the depth or to the distance of the
            /// cores (the shapes without margins and radii). Default: the best that rounding allows; in float 1e-6 if a
            /// core is curved (ellipsoid, cylinder, cone, GJK_SUPPORT that is not a polytope). The smallest positive
            /// number (FLT_MIN) asks for the best that rounding allows there, too. No effect on intersects and
            /// has_clearance.
            pub tolerance: $unit,
            /// The distance beyond which no exact result is needed: distance, proximity and gradient end with
            /// GJK_DISTANCE_LIMIT once the bodies are proven farther apart, unless the distance is known by then.
            /// Default: no limit. The smallest positive number asks only whether the bodies are apart. For manifold,
            /// the largest gap at a contact point; by default the points touch. No effect on other functions.
            pub limit: $raw,
            /// The first direction of the search, from A to B in the world, such as the normal of the last result. Its
            /// length has no meaning. A good one saves iterations. Default: the direction between the centres.
            pub direction: $unit_vector,
            /// The largest number of iterations of GJK, in a cast for each pose. Default: 64.
            pub max_iterations: u32,
            /// The largest number of iterations of EPA, including those that refine the depth of curved pairs. Default:
            /// as many as the workspace has room for.
            pub max_epa_iterations: u32,
            /// The distance of the bodies at which ray_cast, shape_cast and time_of_impact report contact. Default:
            /// zero, they touch. No effect on other functions.
            pub target_distance: $raw,
            /// The largest number of poses that ray_cast, shape_cast and time_of_impact examine after the first.
            /// Default: 4096.
            pub max_cast_iterations: u32,
            /// The warm start of this pair of bodies: the query starts from it and stores its own end in it. May be
            /// null, which is the default: the query starts without one. No effect on ray_cast, shape_cast and
            /// time_of_impact.
            pub warm_start: *mut $warm_start,
        }

        /// The state that a query of a pair of bodies leaves to the next query of the same pair. Keep one for each
        /// pair, and zero it before its first use.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $warm_start {
            /// Data of the library. Copy or zero only all of it.
            pub words: [u64; $warm_words],
        }

        const _: () = {
            assert!(size_of::<Sealed<$Vector>>() <= size_of::<$warm_start>());
            assert!(align_of::<Sealed<$Vector>>() <= align_of::<$warm_start>());
        };

        impl $options {
            /// The query with these options, for null with the defaults. Its warm start is that of the options, or else
            /// `fresh`.
            ///
            /// # Safety
            /// The pointer is null, misaligned or valid. So is the pointer to a warm start in the options, which holds
            /// what the header demands.
            unsafe fn apply<'s>(
                options: *const Self,
                query: Query<'static, $Vector, Poses<$Vector>>,
                fresh: &'s mut WarmStart<$Vector>,
            ) -> Result<Placed<'static, 's, $Vector>, gjk_error> {
                if options.is_null() {
                    return Ok(query.warm_start(fresh));
                }
                // SAFETY: the caller's promise.
                let options = unsafe { borrow(options)? };
                let (tolerance, limit) = (<$Unit>::from_raw(options.tolerance), <$Scalar>::from_raw(options.limit));
                // In fixed point the bits of a unit vector serve as those of a direction, whose length has no meaning.
                let direction = $vector { $($axis: options.direction.$axis),+ }.get();
                let query = if is_set(tolerance) { query.tolerance(tolerance)? } else { query };
                let query = if is_set(limit) { query.limit(limit)? } else { query };
                let query = if direction != <$Vector as gjk::Vector>::ZERO { query.direction(direction)? } else { query };
                let query = match options.max_iterations {
                    0 => query,
                    rounds => query.max_iterations(rounds),
                };
                let query = match options.max_epa_iterations {
                    0 => query,
                    rounds => query.max_epa_iterations(rounds),
                };
                let target_distance = <$Scalar>::from_raw(options.target_distance);
                let query = if is_set(target_distance) { query.target_distance(target_distance)? } else { query };
                let query = match options.max_cast_iterations {
                    0 => query,
                    poses => query.max_cast_iterations(poses),
                };
                let kept = options.warm_start;
                // SAFETY: the caller's promise, and the assertions on size and alignment below the struct.
                let kept = if kept.is_null() { fresh } else { unsafe { state(kept.cast(), const { seal(stringify!($warm_start)) })? } };
                Ok(query.warm_start(kept))
            }

            /// The query with the largest workspace that fits into the memory.
            ///
            /// # Safety
            /// If `memory` is neither null nor misaligned, it points to `bytes` bytes that nothing else accesses for
            /// `'w`.
            unsafe fn place<'w, 's>(
                query: Placed<'_, 's, $Vector>,
                memory: *mut c_void,
                bytes: usize,
            ) -> Result<Placed<'w, 's, $Vector>, gjk_error> {
                aligned(memory)?;
                $(
                    if bytes >= size_of::<$workspace>() {
                        // SAFETY: the caller's promise, the checks above, and the assertions on the sizes of the
                        // structs.
                        return Ok(query.workspace(unsafe { emptied::<$Vector, $vertices, $facets>(memory) }));
                    }
                )+
                Err(gjk_error::GJK_ERROR_WORKSPACE)
            }
        }

        /// The distance or the depth of two bodies. Points and normal are in the world, lengths in the unit of the
        /// input.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $result {
            /// The distance, or minus the depth of bodies that overlap. The depth is the length of the shortest
            /// translation that separates them. It is the best value known, lies between the bounds up to a few
            /// rounding steps, and is also the signed distance between on_a and on_b. The function distance returns
            /// zero for bodies that overlap.
            pub distance: $raw,
            /// If positive, no two points of the bodies are nearer than this, which proves the bodies apart. If
            /// negative, a translation of B along the normal by -lower_bound separates the bodies for certain, up to
            /// rounding. Minus the largest number if no such length is known.
            pub lower_bound: $raw,
            /// The bodies are no farther apart than this. If negative, it proves that they overlap, and no translation
            /// shorter than -upper_bound separates them. The largest number if nothing is known.
            pub upper_bound: $raw,
            /// Unit vector from A to B; for bodies that overlap, the direction in which to move B out of A.
            pub normal: $unit_vector,
            /// The point of A nearest to B; for bodies that overlap, the point of A deepest inside B.
            pub on_a: $vector,
            /// The point of B nearest to A. For bodies that overlap, the point of B deepest inside A, if the status is
            /// GJK_CONVERGED; on_a - on_b is then the shortest translation of B that separates them.
            pub on_b: $vector,
            /// How the query ended.
            pub status: gjk_status,
            /// The number of iterations of GJK.
            pub iterations: u32,
            /// The number of iterations of EPA and of the refinement of curved pairs.
            pub epa_iterations: u32,
            /// Whether the bodies are proven apart. If not, upper_bound < 0 proves that they overlap; otherwise they
            /// touch to within rounding, or nothing is proven.
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
                // A subtraction, because negation of 0 gives −0.
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

        impl From<Proximity<$Vector>> for $result {
            fn from(found: Proximity<$Vector>) -> Self {
                match found {
                    Proximity::Separated(separation) => separation.into(),
                    Proximity::Overlapping(penetration) => penetration.into(),
                }
            }
        }

        /// A ray in the world: the points origin + t * direction for t from zero to max_time. A ray that starts far
        /// from the world's origin, near the body, loses no digits.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $ray {
            /// The point where the ray starts.
            pub origin: $vector,
            /// The displacement in one unit of time, not zero. It need not be of unit length: times are multiples of
            /// it.
            pub direction: $vector,
            /// The time at which the ray ends, not negative.
            pub max_time: $raw,
        }

        /// The motion of a body in the world, with constant velocities. It starts at the pose of the body.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $motion {
            /// The velocity of the origin of the body's frame, length per unit of time.
            pub velocity: $vector,
            /// The angular velocity about the origin of the body's frame, in radians per unit of time: in space a
            /// vector along the axis (right-hand rule), in the plane a number, positive if counter-clockwise.
            pub angular: $angular,
        }

        impl $motion {
            /// The motion as the core has it; a body at rest for null.
            ///
            /// # Safety
            /// The pointer is null, misaligned or valid.
            unsafe fn get(motion: *const Self) -> Result<Motion<$Vector>, gjk_error> {
                if motion.is_null() {
                    return Ok(Motion::still());
                }
                // SAFETY: the caller's promise.
                let Self { velocity, angular } = *unsafe { borrow(motion)? };
                Ok(Motion::new(velocity.get(), $angular_from_raw(angular))?)
            }
        }

        /// The first contact of a ray and a body, or of two moving bodies. Points and normal are in the world, times in
        /// the unit of time of the velocities. If the status is not GJK_CONVERGED, the search was stopped: the bodies
        /// are proven apart before `time`, and no contact is known.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $impact {
            /// The time of first contact, approached from below, so that moving for this time is safe. Zero if there is
            /// contact at the start.
            pub time: $raw,
            /// Before this time the bodies are proven farther apart than target_distance. Equal to `time`.
            pub lower_bound: $raw,
            /// At this time the bodies are as near as target_distance, up to rounding and tolerance: `time` or a few
            /// rounding steps later. The largest number if no contact is known.
            pub upper_bound: $raw,
            /// Unit vector from A to B at the contact; for a ray, the outward normal of the body.
            pub normal: $unit_vector,
            /// The point of A where contact is made, with A at the pose that it has at `time`.
            pub on_a: $vector,
            /// The point of B that meets on_a, with B at the pose that it has at `time`; for a ray, the point that it
            /// has reached.
            pub on_b: $vector,
            /// How the search ended. Neither an iteration limit nor rounding turns a contact into a miss.
            pub status: gjk_status,
            /// The number of poses that the search examined after the first.
            pub iterations: u32,
            /// Whether the bodies are proven to stay apart until max_time. All other members are zero then.
            pub is_clear: bool,
            /// Whether the bodies overlap at the start, or are nearer than target_distance then; false if they only
            /// touch. For a ray: whether it starts inside the body or on its surface.
            pub initially_overlapping: bool,
        }

        impl From<Option<Impact<$Vector>>> for $impact {
            fn from(found: Option<Impact<$Vector>>) -> Self {
                let (nil, zero) = (<$Scalar>::NIL, <$Vector as gjk::Vector>::ZERO);
                let (zero, unit) = ($vector::new(zero), $unit_vector::new(Default::default()));
                let Some(found) = found else {
                    return Self {
                        time: nil.to_raw(),
                        lower_bound: nil.to_raw(),
                        upper_bound: nil.to_raw(),
                        normal: unit,
                        on_a: zero,
                        on_b: zero,
                        status: gjk_status::GJK_CONVERGED,
                        iterations: 0,
                        is_clear: true,
                        initially_overlapping: false,
                    };
                };
                Self {
                    time: found.time.to_raw(),
                    lower_bound: found.lower_bound.to_raw(),
                    upper_bound: found.upper_bound.to_raw(),
                    normal: $unit_vector::new(found.normal),
                    on_a: $vector::new(found.on_a),
                    on_b: $vector::new(found.on_b),
                    status: found.status.into(),
                    iterations: found.iterations,
                    is_clear: false,
                    initially_overlapping: found.initially_overlapping,
                }
            }
        }

        /// A pair of points, one on each body, that touch or nearly touch. Points are in the world.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $contact {
            /// The point of A.
            pub on_a: $vector,
            /// The point of B opposite to on_a: the distance depth away, against the normal.
            pub on_b: $vector,
            /// The depth of the overlap at this point, along the normal of the manifold. Negative if there is a gap.
            pub depth: $raw,
            /// The feature of A that the point lies on.
            pub feature_a: gjk_feature_id,
            /// The feature of B that the point lies on.
            pub feature_b: gjk_feature_id,
        }

        impl From<Contact<$Vector>> for $contact {
            fn from(point: Contact<$Vector>) -> Self {
                Self {
                    on_a: $vector::new(point.on_a),
                    on_b: $vector::new(point.on_b),
                    depth: point.depth.to_raw(),
                    feature_a: point.id.a.into(),
                    feature_b: point.id.b.into(),
                }
            }
        }

        /// The contact manifold of two bodies. In space the points are in counter-clockwise order about the normal.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $contacts {
            /// The distance or the depth, with bounds, normal and status, as proximity returns it; the limit is zero by
            /// default.
            pub proximity: $result,
            /// The area of the overlap of the facing facets, seen along the normal, in square units of length. Zero if
            /// they meet in a line or a point, and always in the plane.
            pub patch_area: $area,
            /// The number of points. Zero if the bodies are proven farther apart than the limit of the options.
            pub count: u32,
            /// The points; entries from index count on are zero.
            pub points: [$contact; $most],
        }

        impl From<Manifold<$Vector>> for $contacts {
            fn from(found: Manifold<$Vector>) -> Self {
                let zero = $vector::new(<$Vector as gjk::Vector>::ZERO);
                let none = gjk_feature_id { kind: GJK_VERTEX, number: 0, other: 0 };
                let nil = <$Scalar>::NIL.to_raw();
                let empty = $contact { on_a: zero, on_b: zero, depth: nil, feature_a: none, feature_b: none };
                let mut points = [empty; $most];
                for (slot, &point) in points.iter_mut().zip(found.points()) {
                    *slot = point.into();
                }
                Self {
                    proximity: found.proximity().into(),
                    patch_area: $area_to_raw(found.patch_area()),
                    count: found.points().len().min($most) as u32,
                    points,
                }
            }
        }

        /// The derivative of the signed distance (the distance, or minus the depth) as B moves, in the world. For the
        /// same motion of A it is the negative.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $derivative {
            /// By a translation of B, a length per length: the unit normal from A to B.
            pub translation: $unit_vector,
            /// By a rotation of B about the given centre, a length per radian. In space its dot product with a rotation
            /// vector is the change; in the plane a number, for counter-clockwise angles.
            pub rotation: $angular,
        }

        $(
            #[doc = concat!(
                " Memory in which build_hull makes a hull of up to ", stringify!($hull_points), " points with up to ",
                stringify!($hull_vertices), " vertices."
            )]
            #[repr(C)]
            #[derive(Clone, Copy)]
            pub struct $hull_memory {
                /// Data of the library. Need not be initialised.
                pub words: [u64; $hull_words],
            }

            const _: () = {
                assert!(size_of::<$Builder<$Scalar, $hull_points, $hull_vertices>>() <= size_of::<$hull_memory>());
                assert!(align_of::<$Builder<$Scalar, $hull_points, $hull_vertices>>() <= GJK_WORKSPACE_ALIGNMENT);
            };
        )+

        /// Returns the size in bytes of the smallest struct of memory in which build_hull can make a hull of `points`
        /// points with `vertices` vertices, or zero if no struct is large enough.
        #[unsafe(no_mangle)]
        pub extern "C" fn $hull_memory_size(points: u32, vertices: u32) -> usize {
            let mut bytes = 0;
            $(
                if points <= $hull_points && vertices <= $hull_vertices {
                    bytes = size_of::<$hull_memory>();
                }
            )+
            bytes
        }

        /// Builds the convex hull of `count` points in any order, and writes it to *hull, in the frame of the points.
        /// The hull lies in `memory`, which must not change as long as the hull is used. It has to be aligned to 8
        /// bytes and as large as the smallest struct of memory; the library uses the largest struct that fits into
        /// memory_size bytes. Each call zeroes that struct, so a larger one takes longer.
        ///
        /// If max_vertices is zero, the hull is exact. Otherwise it has at most max_vertices vertices, chosen among the
        /// points farthest out; it lies inside the exact hull, and no point is farther outside it than *error, a
        /// length. A shape of the hull with *error as margin contains all points. `error` may be null; for an exact
        /// hull *error is zero.
        ///
        /// Errors: GJK_ERROR_NULL, GJK_ERROR_ALIGNMENT, GJK_ERROR_NO_POINTS, GJK_ERROR_NOT_FINITE and
        /// GJK_ERROR_OUT_OF_RANGE; GJK_ERROR_WORKSPACE if the memory is smaller than the smallest struct;
        /// GJK_ERROR_TOO_MANY_POINTS and GJK_ERROR_TOO_MANY_VERTICES if the struct has too little room. On an error
        /// *hull and *error are not written; a hull that lay in the memory may be lost.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $build_hull(
            points: *const $vector,
            count: usize,
            max_vertices: u32,
            memory: *mut c_void,
            memory_size: usize,
            hull: *mut $hull,
            error: *mut $raw,
        ) -> gjk_error {
            let answer = || {
                let result = check(hull)?;
                let error = if error.is_null() { None } else { Some(check(error)?) };
                // SAFETY: the requirements of this function.
                let points = unsafe { $points { points, count }.get()? };
                aligned(memory)?;
                $(
                    if memory_size >= size_of::<$hull_memory>() {
                        let memory = memory.cast::<$Builder<$Scalar, $hull_points, $hull_vertices>>();
                        // SAFETY: the requirements of this function, the checks above, and the assertions on the sizes
                        // of the structs. All bits of a new builder are zero.
                        let builder = unsafe {
                            memory.write_bytes(0, 1);
                            &mut *memory
                        };
                        let (built, outside) = match max_vertices {
                            0 => (builder.build(points)?, <$Scalar>::NIL),
                            most => {
                                let simplified = builder.build_at_most(most as usize, points)?;
                                (simplified.hull, simplified.error)
                            }
                        };
                        // SAFETY: the requirements of this function, and the checks above.
                        unsafe {
                            result.write($hull_new(&built));
                            if let Some(error) = error {
                                error.write(outside.to_raw());
                            }
                        }
                        return Ok(());
                    }
                )+
                Err(gjk_error::GJK_ERROR_WORKSPACE)
            };
            code(answer())
        }

        $(
            #[doc = concat!(" A workspace with room for a polytope of ", stringify!($vertices), " vertices.")]
            #[repr(C)]
            #[derive(Clone, Copy)]
            pub struct $workspace {
                /// Data of the library. Need not be initialised, and means nothing between calls.
                pub words: [u64; $words],
            }

            const _: () = {
                assert!(size_of::<Workspace<$Vector, $vertices, $facets>>() <= size_of::<$workspace>());
                assert!(align_of::<Workspace<$Vector, $vertices, $facets>>() <= GJK_WORKSPACE_ALIGNMENT);
            };
        )+

        /// Returns the size in bytes of the smallest workspace struct with room for `vertices` vertices, or zero if no
        /// struct is large enough.
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

        /// Checks a shape as every query does, and returns the error that a query would return, or GJK_OK. Also checks
        /// all numbers of a polyhedron, which queries do not: GJK_ERROR_POLYHEDRON if they do not describe a closed
        /// convex surface. That takes time proportional to the square of the number of vertices. Errors: those of
        /// shapes, see ERRORS at the top.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $check_shape(shape: *const $shape) -> gjk_error {
            // SAFETY: the requirements of this function.
            code(unsafe { borrow(shape).and_then(|shape| shape.body().and_then(|body| shape.core()?.check().map(|()| _ = body))) })
        }

        /// Decides whether two bodies intersect, and writes this to *result. Touching counts. False is proven; true
        /// means that the bodies intersect, or that no proof of separation was found. Errors: see ERRORS at the top.
        /// *result is written only if GJK_OK is returned.
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
                // SAFETY: the requirements of this function.
                unsafe {
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) = $shape::pair(a, pose_a, b, pose_b, options, fresh)?;
                    result.write(query.intersects(&a, &b));
                }
                Ok(())
            };
            code(answer())
        }

        /// Computes the distance of two bodies and their nearest points, and writes them to *result. For bodies that
        /// overlap, distance and both bounds are zero, both points are one common point, and the normal is the best
        /// separating direction known. Points and normal are in the world, lengths in the unit of the input. Errors:
        /// see ERRORS at the top. *result is written only if GJK_OK is returned.
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
                // SAFETY: the requirements of this function.
                unsafe {
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) = $shape::pair(a, pose_a, b, pose_b, options, fresh)?;
                    result.write(query.distance(&a, &b).into());
                }
                Ok(())
            };
            code(answer())
        }

        /// Computes how deep two bodies overlap, and writes depth, direction and points to *result. For bodies that are
        /// apart, the search ends as soon as that is proven: is_separated is true, lower_bound is positive, and
        /// distance is an upper bound; the status is GJK_DISTANCE_LIMIT unless the distance is known by then. Points
        /// and normal are in the world, lengths in the unit of the input. Errors: see ERRORS at the top. *result is
        /// written only if GJK_OK is returned.
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
            // SAFETY: the requirements of this function.
            code(unsafe { $shape::measure(a, pose_a, b, pose_b, options, workspace, workspace_size, true, result) })
        }

        /// Computes the distance of two bodies that are apart, or the depth of two that overlap, with points and
        /// normal, and writes them to *result, in the world and in the unit of the input. Errors: see ERRORS at the
        /// top. *result is written only if GJK_OK is returned.
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
            // SAFETY: the requirements of this function.
            code(unsafe { $shape::measure(a, pose_a, b, pose_b, options, workspace, workspace_size, false, result) })
        }

        /// Finds where a ray first meets a body, and writes time, point and normal to *result; the body is A there, the
        /// ray B. Touching counts. Ray and result are in the world. Errors: see ERRORS at the top; for the ray also
        /// GJK_ERROR_ZERO_DIRECTION, GJK_ERROR_NEGATIVE (max_time), GJK_ERROR_NOT_FINITE and GJK_ERROR_OUT_OF_RANGE.
        /// *result is written only if GJK_OK is returned.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $ray_cast(
            shape: *const $shape,
            pose: *const $pose,
            ray: *const $ray,
            options: *const $options,
            result: *mut $impact,
        ) -> gjk_error {
            let answer = || {
                let result = check(result)?;
                // SAFETY: the requirements of this function.
                unsafe {
                    let body = borrow(shape)?.body()?;
                    let $ray { origin, direction, max_time } = *borrow(ray)?;
                    let start = <$Vector as gjk::Vector>::ZERO;
                    let ray = Ray::new(start, direction.get(), <$Scalar>::from_raw(max_time))?;
                    // The pose of the ray is its origin, so that it loses no digits.
                    let query = Query::new().poses($pose::get(pose)?, Pose::translation(origin.get())?);
                    let fresh = &mut WarmStart::new();
                    result.write($options::apply(options, query, fresh)?.ray_cast(&body, &ray).into());
                }
                Ok(())
            };
            code(answer())
        }

        /// Finds when two bodies first meet if A stands still and B moves by t * *velocity, for t from zero to
        /// max_time, and writes time and contact to *result. Touching counts. The poses are those at time zero.
        /// Velocity and result are in the world; the velocity may be zero, its pointer not null. Errors: see ERRORS at
        /// the top; also GJK_ERROR_NOT_FINITE and GJK_ERROR_OUT_OF_RANGE for the velocity, GJK_ERROR_NOT_FINITE and
        /// GJK_ERROR_NEGATIVE for max_time. *result is written only if GJK_OK is returned.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $shape_cast(
            a: *const $shape,
            pose_a: *const $pose,
            b: *const $shape,
            pose_b: *const $pose,
            velocity: *const $vector,
            max_time: $raw,
            options: *const $options,
            workspace: *mut c_void,
            workspace_size: usize,
            result: *mut $impact,
        ) -> gjk_error {
            let answer = || {
                let result = check(result)?;
                // SAFETY: the requirements of this function.
                unsafe {
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) =
                        $shape::pair_in(a, pose_a, b, pose_b, options, fresh, workspace, workspace_size)?;
                    let velocity = borrow(velocity)?.get();
                    result.write(query.shape_cast(&a, &b, velocity, <$Scalar>::from_raw(max_time))?.into());
                }
                Ok(())
            };
            code(answer())
        }

        /// Finds when two bodies that move and rotate first meet, from time zero to max_time, and writes time and
        /// contact to *result. Touching counts. The poses are those at time zero. Motions and result are in the world;
        /// a null motion means that the body stands still. Errors: see ERRORS at the top; also GJK_ERROR_NOT_FINITE and
        /// GJK_ERROR_OUT_OF_RANGE for a motion, GJK_ERROR_NOT_FINITE and GJK_ERROR_NEGATIVE for max_time. *result is
        /// written only if GJK_OK is returned.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $time_of_impact(
            a: *const $shape,
            pose_a: *const $pose,
            motion_a: *const $motion,
            b: *const $shape,
            pose_b: *const $pose,
            motion_b: *const $motion,
            max_time: $raw,
            options: *const $options,
            workspace: *mut c_void,
            workspace_size: usize,
            result: *mut $impact,
        ) -> gjk_error {
            let answer = || {
                let result = check(result)?;
                // SAFETY: the requirements of this function.
                unsafe {
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) =
                        $shape::pair_in(a, pose_a, b, pose_b, options, fresh, workspace, workspace_size)?;
                    let (motion_a, motion_b) = ($motion::get(motion_a)?, $motion::get(motion_b)?);
                    let max_time = <$Scalar>::from_raw(max_time);
                    result.write(query.time_of_impact(&a, &b, &motion_a, &motion_b, max_time)?.into());
                }
                Ok(())
            };
            code(answer())
        }

        /// Decides whether two bodies are proven farther apart than a margin, a length, and writes this to *result.
        /// False means that they are not, or that no proof was found. The search ends as soon as this is decided.
        /// Errors: see ERRORS at the top; also GJK_ERROR_NOT_FINITE, GJK_ERROR_NEGATIVE and GJK_ERROR_OUT_OF_RANGE for
        /// the margin, the last also for its sum with the margin of A. *result is written only if GJK_OK is returned.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $has_clearance(
            a: *const $shape,
            pose_a: *const $pose,
            b: *const $shape,
            pose_b: *const $pose,
            margin: $raw,
            options: *const $options,
            result: *mut bool,
        ) -> gjk_error {
            let answer = || {
                let result = check(result)?;
                // SAFETY: the requirements of this function.
                unsafe {
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) = $shape::pair(a, pose_a, b, pose_b, options, fresh)?;
                    // The core returns false for an invalid margin; here it is an error.
                    let swept = a.rounded(<$Scalar>::from_raw(margin))?;
                    result.write(!query.intersects(&swept, &b));
                }
                Ok(())
            };
            code(answer())
        }

        /// Finds the points at which two bodies touch, with the depth at each, and writes them to *result. Without a
        /// limit in the options, bodies that are proven apart have no points. Points and normal are in the world,
        /// lengths in the unit of the input. Errors: see ERRORS at the top. *result is written only if GJK_OK is
        /// returned.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $manifold(
            a: *const $shape,
            pose_a: *const $pose,
            b: *const $shape,
            pose_b: *const $pose,
            options: *const $options,
            workspace: *mut c_void,
            workspace_size: usize,
            result: *mut $contacts,
        ) -> gjk_error {
            let answer = || {
                let result = check(result)?;
                // SAFETY: the requirements of this function.
                unsafe {
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) =
                        $shape::pair_in(a, pose_a, b, pose_b, options, fresh, workspace, workspace_size)?;
                    result.write(query.manifold(&a, &b).into());
                }
                Ok(())
            };
            code(answer())
        }

        /// Computes distance or depth as proximity does, and how it changes if B translates, or rotates about *center,
        /// a point in the world that must not be null. Writes the first to *result and the derivative to *derivative,
        /// both in the world, and only if GJK_OK is returned. Errors: see ERRORS at the top; also GJK_ERROR_NOT_FINITE
        /// and GJK_ERROR_OUT_OF_RANGE for the center.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $gradient(
            a: *const $shape,
            pose_a: *const $pose,
            b: *const $shape,
            pose_b: *const $pose,
            center: *const $vector,
            options: *const $options,
            workspace: *mut c_void,
            workspace_size: usize,
            result: *mut $result,
            derivative: *mut $derivative,
        ) -> gjk_error {
            let answer = || {
                let (result, derivative) = (check(result)?, check(derivative)?);
                // SAFETY: the requirements of this function.
                unsafe {
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) =
                        $shape::pair_in(a, pose_a, b, pose_b, options, fresh, workspace, workspace_size)?;
                    let center = Point::new(borrow(center)?.get())?.position();
                    let found = query.proximity(&a, &b);
                    let gradient = found.gradient(center);
                    result.write(found.into());
                    derivative.write($derivative {
                        translation: $unit_vector::new(gradient.translation),
                        rotation: $angular_to_raw(gradient.rotation),
                    });
                }
                Ok(())
            };
            code(answer())
        }
    };
}

impl gjk_points2f {
    fn new(polygon: &Polygon<'_, f32>) -> Self {
        Self { points: polygon.vertices().as_ptr().cast(), count: polygon.vertices().len() }
    }
}

impl gjk_points2q {
    fn new(polygon: &Polygon<'_, I16F16>) -> Self {
        Self { points: polygon.vertices().as_ptr().cast(), count: polygon.vertices().len() }
    }
}

interface! {
    vector: gjk_vec3f { x, y, z } = Vec3<f32>, scalar: f32 = f32,
    unit vector: gjk_vec3f, unit: f32 = f32,
    rotation:
        /// A rotation as a quaternion x i + y j + z k + w. Any nonzero multiple is the same rotation. The identity is
        /// 0, 0, 0, 1.
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
    pose: gjk_pose3f, angular: gjk_vec3f [gjk_vec3f::get, gjk_vec3f::new], area: f32 [identity],
    segment: gjk_segment3f, capsule: gjk_capsule3f, triangle: gjk_triangle3f,
    points: gjk_points3f, support: gjk_support3f as gjk_support_function3f,
    own: <'c> Solid<'c, f32> {
        /// For GJK_CYLINDER.
        GJK_CYLINDER: cylinder, of: gjk_revolvedf =>
            Solid::Cylinder(Cylinder::new(<f32>::from_raw(of.half_height), <f32>::from_raw(of.radius))?);
        /// For GJK_CONE.
        GJK_CONE: cone, of: gjk_revolvedf =>
            Solid::Cone(Cone::new(<f32>::from_raw(of.half_height), <f32>::from_raw(of.radius))?);
        /// For GJK_POLYHEDRON.
        GJK_POLYHEDRON: polyhedron, of: gjk_polyhedron3f => Solid::Polyhedron(of.get()?);
    }
    geometry: gjk_geometry3f, shape: gjk_shape3f, options: gjk_options3f, result: gjk_result3f,
    warm start: gjk_warm_start3f: 17;
    workspaces: {
        gjk_workspace3f_64: 64, 124, 817;
        gjk_workspace3f_32: 32, 60, 401;
        gjk_workspace3f_16: 16, 28, 193;
    }
    functions: gjk_check_shape3f, gjk_workspace_size3f, gjk_intersects3f, gjk_distance3f,
        gjk_penetration3f, gjk_proximity3f
    casts: gjk_ray3f, gjk_motion3f, gjk_impact3f; gjk_ray_cast3f, gjk_shape_cast3f, gjk_time_of_impact3f,
        gjk_has_clearance3f
    contacts: gjk_contact3f, gjk_contacts3f[4], gjk_derivative3f; gjk_manifold3f, gjk_gradient3f
    hulls: gjk_polyhedron3f [gjk_polyhedron3f::new] = PolyhedronBuilder, gjk_build_hull3f, gjk_hull_memory_size3f {
        gjk_hull_memory3f_4096: 4096, 512, 15488;
        gjk_hull_memory3f_512: 512, 128, 2976;
        gjk_hull_memory3f_64: 64, 64, 1152;
    }
}

interface! {
    vector: gjk_vec3q { x, y, z } = Vec3<I16F16>, scalar: gjk_q16 = I16F16,
    unit vector: gjk_unit3q, unit: gjk_q30 = I2F30,
    rotation:
        /// A rotation as a quaternion x i + y j + z k + w. Any nonzero multiple is the same rotation. The identity is
        /// 0, 0, 0, 1073741824.
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
    pose: gjk_pose3q, angular: gjk_vec3q [gjk_vec3q::get, gjk_vec3q::new], area: gjk_q32 [area_to_raw],
    segment: gjk_segment3q, capsule: gjk_capsule3q, triangle: gjk_triangle3q,
    points: gjk_points3q, support: gjk_support3q as gjk_support_function3q,
    own: <'c> Solid<'c, I16F16> {
        /// For GJK_CYLINDER.
        GJK_CYLINDER: cylinder, of: gjk_revolvedq =>
            Solid::Cylinder(Cylinder::new(<I16F16>::from_raw(of.half_height), <I16F16>::from_raw(of.radius))?);
        /// For GJK_CONE.
        GJK_CONE: cone, of: gjk_revolvedq =>
            Solid::Cone(Cone::new(<I16F16>::from_raw(of.half_height), <I16F16>::from_raw(of.radius))?);
        /// For GJK_POLYHEDRON.
        GJK_POLYHEDRON: polyhedron, of: gjk_polyhedron3q => Solid::Polyhedron(of.get()?);
    }
    geometry: gjk_geometry3q, shape: gjk_shape3q, options: gjk_options3q, result: gjk_result3q,
    warm start: gjk_warm_start3q: 17;
    workspaces: {
        gjk_workspace3q_64: 64, 124, 941;
        gjk_workspace3q_32: 32, 60, 461;
        gjk_workspace3q_16: 16, 28, 221;
    }
    functions: gjk_check_shape3q, gjk_workspace_size3q, gjk_intersects3q, gjk_distance3q,
        gjk_penetration3q, gjk_proximity3q
    casts: gjk_ray3q, gjk_motion3q, gjk_impact3q; gjk_ray_cast3q, gjk_shape_cast3q, gjk_time_of_impact3q,
        gjk_has_clearance3q
    contacts: gjk_contact3q, gjk_contacts3q[4], gjk_derivative3q; gjk_manifold3q, gjk_gradient3q
    hulls: gjk_polyhedron3q [gjk_polyhedron3q::new] = PolyhedronBuilder, gjk_build_hull3q, gjk_hull_memory_size3q {
        gjk_hull_memory3q_4096: 4096, 512, 15488;
        gjk_hull_memory3q_512: 512, 128, 2976;
        gjk_hull_memory3q_64: 64, 64, 1152;
    }
}

interface! {
    vector: gjk_vec2f { x, y } = Vec2<f32>, scalar: f32 = f32,
    unit vector: gjk_vec2f, unit: f32 = f32,
    rotation:
        /// A counter-clockwise rotation as the cosine and the sine of its angle. Any positive multiple of both is the
        /// same rotation. The identity is 1, 0.
        gjk_rotation2f {
            /// The cosine of the angle.
            cos,
            /// The sine of the angle.
            sin
        } = Rotation2::<f32>::from_cos_sin,
    pose: gjk_pose2f, angular: f32 [f32::from_raw, f32::to_raw], area: f32 [identity],
    segment: gjk_segment2f, capsule: gjk_capsule2f, triangle: gjk_triangle2f,
    points: gjk_points2f, support: gjk_support2f as gjk_support_function2f,
    own: <'c> Polygon<'c, f32> {
        /// For GJK_POLYGON.
        GJK_POLYGON: polygon, of: gjk_points2f => Polygon::new(of.get()?)?;
    }
    geometry: gjk_geometry2f, shape: gjk_shape2f, options: gjk_options2f, result: gjk_result2f,
    warm start: gjk_warm_start2f: 16;
    workspaces: {
        gjk_workspace2f_64: 64, 64, 325;
        gjk_workspace2f_32: 32, 32, 165;
        gjk_workspace2f_16: 16, 16, 85;
    }
    functions: gjk_check_shape2f, gjk_workspace_size2f, gjk_intersects2f, gjk_distance2f,
        gjk_penetration2f, gjk_proximity2f
    casts: gjk_ray2f, gjk_motion2f, gjk_impact2f; gjk_ray_cast2f, gjk_shape_cast2f, gjk_time_of_impact2f,
        gjk_has_clearance2f
    contacts: gjk_contact2f, gjk_contacts2f[2], gjk_derivative2f; gjk_manifold2f, gjk_gradient2f
    hulls: gjk_points2f [gjk_points2f::new] = PolygonBuilder, gjk_build_hull2f, gjk_hull_memory_size2f {
        gjk_hull_memory2f_4096: 4096, 512, 8064;
        gjk_hull_memory2f_512: 512, 128, 1120;
        gjk_hull_memory2f_64: 64, 64, 224;
    }
}

interface! {
    vector: gjk_vec2q { x, y } = Vec2<I16F16>, scalar: gjk_q16 = I16F16,
    unit vector: gjk_unit2q, unit: gjk_q30 = I2F30,
    rotation:
        /// A counter-clockwise rotation as the cosine and the sine of its angle. Any positive multiple of both is the
        /// same rotation. The identity is 1073741824, 0.
        gjk_rotation2q {
            /// The cosine of the angle.
            cos,
            /// The sine of the angle.
            sin
        } = Rotation2::<I16F16>::from_cos_sin,
    pose: gjk_pose2q, angular: gjk_q16 [I16F16::from_raw, I16F16::to_raw], area: gjk_q32 [area_to_raw],
    segment: gjk_segment2q, capsule: gjk_capsule2q, triangle: gjk_triangle2q,
    points: gjk_points2q, support: gjk_support2q as gjk_support_function2q,
    own: <'c> Polygon<'c, I16F16> {
        /// For GJK_POLYGON.
        GJK_POLYGON: polygon, of: gjk_points2q => Polygon::new(of.get()?)?;
    }
    geometry: gjk_geometry2q, shape: gjk_shape2q, options: gjk_options2q, result: gjk_result2q,
    warm start: gjk_warm_start2q: 16;
    workspaces: {
        gjk_workspace2q_64: 64, 64, 389;
        gjk_workspace2q_32: 32, 32, 197;
        gjk_workspace2q_16: 16, 16, 101;
    }
    functions: gjk_check_shape2q, gjk_workspace_size2q, gjk_intersects2q, gjk_distance2q,
        gjk_penetration2q, gjk_proximity2q
    casts: gjk_ray2q, gjk_motion2q, gjk_impact2q; gjk_ray_cast2q, gjk_shape_cast2q, gjk_time_of_impact2q,
        gjk_has_clearance2q
    contacts: gjk_contact2q, gjk_contacts2q[2], gjk_derivative2q; gjk_manifold2q, gjk_gradient2q
    hulls: gjk_points2q [gjk_points2q::new] = PolygonBuilder, gjk_build_hull2q, gjk_hull_memory_size2q {
        gjk_hull_memory2q_4096: 4096, 512, 8064;
        gjk_hull_memory2q_512: 512, 128, 1120;
        gjk_hull_memory2q_64: 64, 64, 224;
    }
}
