//! The structs and functions of the header, for every vector type from one macro.

// What the functions ask of their callers stands at the top of the header.
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

/// In space only: a convex polyhedron, its vertices with the edges between them: of.polyhedron.
pub const GJK_POLYHEDRON: i32 = 13;

/// A contact point lies on a vertex.
pub const GJK_VERTEX: i32 = 0;
/// A contact point lies on an edge.
pub const GJK_EDGE: i32 = 1;
/// A contact point lies within a facet.
pub const GJK_FACET: i32 = 2;

/// The alignment of a workspace and of the memory of a hull, in bytes.
pub const GJK_WORKSPACE_ALIGNMENT: usize = 8;

/// A query with the poses of both bodies, and with a state: C's, or one that lasts for a call. One type for both, so
/// that the core is compiled once.
type Placed<'w, 's, V> = Query<'w, V, Poses<V>, (), &'s mut WarmStart<V>>;

/// Where on the core of a body a contact point lies, by the numbers of its vertices and facets. They stay with the
/// body: equal numbers name the same feature in the next frame.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct gjk_feature_id {
    /// GJK_VERTEX, GJK_EDGE or GJK_FACET.
    pub kind: i32,
    /// The vertex, the lesser vertex of the edge, or the facet.
    pub number: u32,
    /// The other vertex of the edge, else zero.
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

/// The code of a result.
fn code(result: Result<(), gjk_error>) -> gjk_error {
    result.err().unwrap_or(gjk_error::GJK_OK)
}

/// Does a field that zero leaves at its default hold anything else? NaN does.
fn is_set<S: Scalar>(value: S) -> bool {
    value != S::NIL
}

/// The bits of an area.
fn area_to_raw(area: FixedArea<i64, <I16F16 as fixed::traits::Fixed>::Frac>) -> gjk_q32 {
    area.to_bits()
}

/// Memory of C's that is aligned as everything here is.
fn aligned(memory: *mut c_void) -> Result<(), gjk_error> {
    if check(memory.cast::<u8>())?.addr().get().is_multiple_of(GJK_WORKSPACE_ALIGNMENT) {
        Ok(())
    } else {
        Err(gjk_error::GJK_ERROR_ALIGNMENT)
    }
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

/// Polyhedra with what stands for a scalar and a vector.
macro_rules! polyhedra {
    ($($(#[$doc:meta])+ $name:ident: $raw:ty = $Scalar:ty, $vector:ident;)+) => {$(
        $(#[$doc])+
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $name {
            /// The vertices, three numbers each. In each block of four vertices stand four first coordinates, four
            /// second, four third; those left over follow as points.
            pub vertices: *const $raw,
            /// For each vertex the end of its row in `neighbors`, which begins where the one before ends.
            pub ends: *const u16,
            /// For each vertex those that share an edge with it, counter-clockwise seen from outside.
            pub neighbors: *const u16,
            /// The vertex to start from in each of smaller cells of directions, for climbs.
            pub cells: *const u16,
            /// How many vertices there are.
            pub vertex_count: u32,
            /// How many numbers there are in `neighbors`.
            pub neighbor_count: u32,
            /// How many there are in `cells`: none, 32, or four times as many, and so on.
            pub cell_count: u32,
            /// The vertex to start from in each octant of directions; bits 0, 1 and 2 of its number are set for a
            /// negative first, second and third coordinate.
            pub starts: [u16; 8],
            /// A point inside.
            pub center: $vector,
            /// The rounding of products: 12 relative steps of the largest coordinate for floats, else zero.
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

            /// The polyhedron as the core has it. What its numbers are is not looked at.
            ///
            /// # Safety
            /// As the header asks: arrays of these lengths that nothing changes for `'c`.
            unsafe fn get<'c>(&self) -> Result<Polyhedron<'c, $Scalar>, gjk_error> {
                let (count, neighbor_count) = (self.vertex_count as usize, self.neighbor_count as usize);
                if count == 0 {
                    return Err(gjk_error::GJK_ERROR_NO_POINTS);
                }
                let coordinates = count.checked_mul(3).ok_or(gjk_error::GJK_ERROR_OUT_OF_RANGE)?;
                // SAFETY: the caller's promise. Scalars have the layout of what C has, as `Number` demands.
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
    /// A convex polyhedron: its vertices, and the edges between them. gjk_build_hull3f makes it. It may be const. What
    /// it points to has to stay as it is during every call that gets the shape.
    gjk_polyhedron3f: f32 = f32, gjk_vec3f;
    /// A convex polyhedron in fixed point: its vertices, and the edges between them. gjk_build_hull3q makes it. It may
    /// be const. What it points to has to stay as it is during every call that gets the shape.
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
            /// The shape without its margin, as the core has it.
            ///
            /// # Safety
            /// As the header asks: the member that `kind` names holds a value, its points stay as they are for
            /// `$life`, its function may be called for `$life` with its user pointer.
            unsafe fn core<$life>(&self) -> Result<Core<$life, $vector, $Own>, gjk_error> {
                let of = &self.of;
                // SAFETY: `kind` tells the member; every bit pattern is a value of it.
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
            /// As for its core.
            unsafe fn body<$life>(&self) -> Result<Body<$life, $vector, $Own>, gjk_error> {
                // SAFETY: the caller's promise.
                let core = unsafe { self.core()? };
                Ok(core.rounded(<$Scalar>::from_raw(self.margin))?)
            }

            /// Both bodies and the query that is asked about them.
            ///
            /// # Safety
            /// As the header asks of the pointers of a query.
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

            /// The same, with the workspace.
            ///
            /// # Safety
            /// As the header asks of the pointers of a query.
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
            /// positive number. No part in intersects and penetration. The points of a manifold may be as far apart as
            /// this; by default they touch.
            pub limit: $raw,
            /// The first direction to try, from A to B in the world: the normal of the last answer, say. Its length has
            /// no meaning. Default: the one between the centres.
            pub direction: $unit_vector,
            /// The most rounds of GJK. Default: 64.
            pub max_iterations: u32,
            /// The most rounds of EPA, those of the refinement of curved pairs included. Default: as many as the
            /// workspace has room for.
            pub max_epa_iterations: u32,
            /// How near the bodies have to come for a cast or a time of impact to end. Default: until they touch.
            pub target_distance: $raw,
            /// The most poses that a cast or a time of impact looks at after the first. Default: 4096.
            pub max_cast_iterations: u32,
            /// What the last query of the same pair left behind, to begin with, and to be left behind for the next one.
            /// Default: none. No part in casts and times of impact.
            pub warm_start: *mut $warm_start,
        }

        /// What a query leaves behind for the next one of the same pair of bodies. Keep one for each pair, zeroed at
        /// first.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $warm_start {
            /// The library's own. Only all of them together may be copied, or set to zero.
            pub words: [u64; $warm_words],
        }

        const _: () = {
            assert!(size_of::<Sealed<$Vector>>() <= size_of::<$warm_start>());
            assert!(align_of::<Sealed<$Vector>>() <= align_of::<$warm_start>());
        };

        impl $options {
            /// The query with these options; as it is for null. It begins with the state given unless they have one.
            ///
            /// # Safety
            /// The pointer is null, misaligned or good. So is the one to a state, as the header asks.
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
                // The bits of a unit vector as those of a direction, whose length has no meaning.
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
                // SAFETY: the caller's promise, with what was checked where the struct is defined.
                let kept = if kept.is_null() { fresh } else { unsafe { state(kept.cast(), const { seal(stringify!($warm_start)) })? } };
                Ok(query.warm_start(kept))
            }

            /// The query with the largest workspace that the memory has room for.
            ///
            /// # Safety
            /// If it is neither null nor misaligned, there are `bytes` bytes at `memory`, which nobody else touches for
            /// `'w`.
            unsafe fn place<'w, 's>(
                query: Placed<'_, 's, $Vector>,
                memory: *mut c_void,
                bytes: usize,
            ) -> Result<Placed<'w, 's, $Vector>, gjk_error> {
                aligned(memory)?;
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

        impl From<Proximity<$Vector>> for $result {
            fn from(found: Proximity<$Vector>) -> Self {
                match found {
                    Proximity::Separated(separation) => separation.into(),
                    Proximity::Overlapping(penetration) => penetration.into(),
                }
            }
        }

        /// A ray in the world: the points origin + t * direction for t from zero to max_time. A ray far from the
        /// world's origin loses no digits.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $ray {
            /// Where it starts.
            pub origin: $vector,
            /// Where it goes in one unit of time. It need not be of unit length: times are multiples of it.
            pub direction: $vector,
            /// When it ends.
            pub max_time: $raw,
        }

        /// How a body moves, in the world, from where its pose puts it: at constant velocities.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $motion {
            /// The velocity of its local origin.
            pub velocity: $vector,
            /// Radians per unit of time, about its local origin: a vector along the axis in space, a number in the
            /// plane, counter-clockwise.
            pub angular: $angular,
        }

        impl $motion {
            /// The motion as the core has it; none for null.
            ///
            /// # Safety
            /// The pointer is null, misaligned or good.
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
        /// units of the velocities given.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $impact {
            /// The time of first contact, as far as it is known: to move for so long is safe. Zero if there is contact
            /// at the start.
            pub time: $raw,
            /// Before this the bodies are proven farther apart than the target. It is time.
            pub lower_bound: $raw,
            /// At this time they are as near as the target. It is time, or a few rounding steps later, if the search
            /// converged; else the largest number: no contact is known.
            pub upper_bound: $raw,
            /// Unit vector from A to B at the contact; of a ray, the outward normal of the body.
            pub normal: $unit_vector,
            /// The point of A that is met.
            pub on_a: $vector,
            /// The point of B that meets it; of a ray, its point.
            pub on_b: $vector,
            /// How the search ended. A cap or rounding never makes a miss of a contact.
            pub status: gjk_status,
            /// Poses looked at on the way, after the first.
            pub iterations: u32,
            /// Are the bodies proven apart all the time? Everything else is zero then.
            pub is_clear: bool,
            /// Do the bodies overlap at the start, or are they nearer than the target? For a ray: does it start inside
            /// the body or on it?
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

        /// A pair of points, one on each body, that touch or nearly do.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $contact {
            /// The point of A.
            pub on_a: $vector,
            /// The point of B across from it, depth away against the normal.
            pub on_b: $vector,
            /// How deep the bodies overlap here, along the normal; negative: the gap between them.
            pub depth: $raw,
            /// What of A it lies on.
            pub feature_a: gjk_feature_id,
            /// What of B it lies on.
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

        /// Where two bodies touch. In space the points go counter-clockwise about the normal.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $contacts {
            /// Distance or depth, with bounds, normal and status.
            pub proximity: $result,
            /// The area that the facing facets have in common; zero if they meet in a line or a point.
            pub patch_area: $area,
            /// How many points there are; none if the bodies are proven farther apart than the limit.
            pub count: u32,
            /// The points. Those after the last are zero.
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

        /// How the signed distance (the distance, or minus the depth) changes as B moves. For the same motion of A it
        /// is the negative.
        #[repr(C)]
        #[derive(Clone, Copy)]
        pub struct $derivative {
            /// By a translation of B, length per length: the unit vector from A to B.
            pub translation: $unit_vector,
            /// By a rotation of B about the centre, length per radian: a vector along the axis in space, a number in
            /// the plane.
            pub rotation: $angular,
        }

        $(
            #[doc = concat!(
                " Memory for a hull of up to ", stringify!($hull_points), " points with ", stringify!($hull_vertices),
                " vertices."
            )]
            #[repr(C)]
            #[derive(Clone, Copy)]
            pub struct $hull_memory {
                /// The hull lies in it; what there was before means nothing.
                pub words: [u64; $hull_words],
            }

            const _: () = {
                assert!(size_of::<$Builder<$Scalar, $hull_points, $hull_vertices>>() <= size_of::<$hull_memory>());
                assert!(align_of::<$Builder<$Scalar, $hull_points, $hull_vertices>>() <= GJK_WORKSPACE_ALIGNMENT);
            };
        )+

        /// The bytes of the smallest memory for a hull of so many points with so many vertices; zero if there is none.
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

        /// Builds the convex hull of points in any order. It lies in the memory given, which has to stay as it is for
        /// as long as the hull is used: aligned to 8 bytes, of at least the size of the smallest struct for it; the
        /// largest struct that fits in is used. The largest ones take a while to set up; give no more than needed.
        ///
        /// If max_vertices is not zero, the hull has no more than so many: those that lie farthest out. It lies inside
        /// the hull of all points, none of which is farther outside than *error. With *error as margin of its shape it
        /// holds them all. The pointer to it may be null.
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
                // SAFETY: what this function asks of its caller.
                let points = unsafe { $points { points, count }.get()? };
                aligned(memory)?;
                $(
                    if memory_size >= size_of::<$hull_memory>() {
                        let memory = memory.cast::<$Builder<$Scalar, $hull_points, $hull_vertices>>();
                        // SAFETY: what this function asks of its caller, with what was checked, here and where the
                        // sizes are defined. All bits of a new builder are zero.
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
                        // SAFETY: what this function asks of its caller, with what was checked.
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

        /// Says what every query would say of this shape. Of a polyhedron it looks at all numbers as well, which takes
        /// a time that grows with the square of the number of vertices; queries take them as they are, and wrong ones
        /// give wrong answers, but nothing worse.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $check_shape(shape: *const $shape) -> gjk_error {
            // SAFETY: what this function asks of its caller.
            code(unsafe { borrow(shape).and_then(|shape| shape.body().and_then(|body| shape.core()?.check().map(|()| _ = body))) })
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
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) = $shape::pair(a, pose_a, b, pose_b, options, fresh)?;
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
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) = $shape::pair(a, pose_a, b, pose_b, options, fresh)?;
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

        /// Where does a ray first meet a body?
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
                // SAFETY: what this function asks of its caller.
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

        /// When do two bodies first meet, if A stands still and B moves by t * *velocity for t from zero to max_time?
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
                // SAFETY: what this function asks of its caller.
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

        /// When do two bodies first meet that move and turn, from zero to max_time? A null pointer in place of a motion
        /// means that the body stands still.
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
                // SAFETY: what this function asks of its caller.
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

        /// Are two bodies proven farther apart than a margin? It ends as soon as either is known. False says that they
        /// are not, or that no proof was found.
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
                // SAFETY: what this function asks of its caller.
                unsafe {
                    let fresh = &mut WarmStart::new();
                    let (a, b, mut query) = $shape::pair(a, pose_a, b, pose_b, options, fresh)?;
                    // What the core answers with false is an error here.
                    let swept = a.rounded(<$Scalar>::from_raw(margin))?;
                    result.write(!query.intersects(&swept, &b));
                }
                Ok(())
            };
            code(answer())
        }

        /// Where do two bodies touch, and how deep at each of these points?
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
                // SAFETY: what this function asks of its caller.
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

        /// Distance or depth, and how they change as B moves: translates, or turns about *center, a point in the world.
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
                // SAFETY: what this function asks of its caller.
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
    pose: gjk_pose3f, angular: gjk_vec3f [gjk_vec3f::get, gjk_vec3f::new], area: f32 [identity],
    segment: gjk_segment3f, capsule: gjk_capsule3f, triangle: gjk_triangle3f,
    points: gjk_points3f, support: gjk_support3f as gjk_support_function3f,
    own: <'c> Solid<'c, f32> {
        /// GJK_CYLINDER.
        GJK_CYLINDER: cylinder, of: gjk_revolvedf =>
            Solid::Cylinder(Cylinder::new(<f32>::from_raw(of.half_height), <f32>::from_raw(of.radius))?);
        /// GJK_CONE.
        GJK_CONE: cone, of: gjk_revolvedf =>
            Solid::Cone(Cone::new(<f32>::from_raw(of.half_height), <f32>::from_raw(of.radius))?);
        /// GJK_POLYHEDRON.
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
    pose: gjk_pose3q, angular: gjk_vec3q [gjk_vec3q::get, gjk_vec3q::new], area: gjk_q32 [area_to_raw],
    segment: gjk_segment3q, capsule: gjk_capsule3q, triangle: gjk_triangle3q,
    points: gjk_points3q, support: gjk_support3q as gjk_support_function3q,
    own: <'c> Solid<'c, I16F16> {
        /// GJK_CYLINDER.
        GJK_CYLINDER: cylinder, of: gjk_revolvedq =>
            Solid::Cylinder(Cylinder::new(<I16F16>::from_raw(of.half_height), <I16F16>::from_raw(of.radius))?);
        /// GJK_CONE.
        GJK_CONE: cone, of: gjk_revolvedq =>
            Solid::Cone(Cone::new(<I16F16>::from_raw(of.half_height), <I16F16>::from_raw(of.radius))?);
        /// GJK_POLYHEDRON.
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
        /// A rotation as the cosine and the sine of its angle, or any positive multiple of them; counter-clockwise. The
        /// identity is 1, 0.
        gjk_rotation2f {
            /// The cosine.
            cos,
            /// The sine.
            sin
        } = Rotation2::<f32>::from_cos_sin,
    pose: gjk_pose2f, angular: f32 [f32::from_raw, f32::to_raw], area: f32 [identity],
    segment: gjk_segment2f, capsule: gjk_capsule2f, triangle: gjk_triangle2f,
    points: gjk_points2f, support: gjk_support2f as gjk_support_function2f,
    own: <'c> Polygon<'c, f32> {
        /// GJK_POLYGON.
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
        /// A rotation as the cosine and the sine of its angle, or any positive multiple of them; counter-clockwise. The
        /// identity is 1073741824, 0.
        gjk_rotation2q {
            /// The cosine.
            cos,
            /// The sine.
            sin
        } = Rotation2::<I16F16>::from_cos_sin,
    pose: gjk_pose2q, angular: gjk_q16 [I16F16::from_raw, I16F16::to_raw], area: gjk_q32 [area_to_raw],
    segment: gjk_segment2q, capsule: gjk_capsule2q, triangle: gjk_triangle2q,
    points: gjk_points2q, support: gjk_support2q as gjk_support_function2q,
    own: <'c> Polygon<'c, I16F16> {
        /// GJK_POLYGON.
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
