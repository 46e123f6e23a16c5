/*
 * gjk: distance, intersection, penetration, contact points and times of contact of convex bodies (GJK and EPA).
 *
 * Made by cbindgen from the sources in capi/src; change those.
 *
 * NAMES. Everything is there four times: 3f in space and 2f in the plane over float, 3q and 2q over fixed point.
 *
 * NUMBERS. Lengths are in any unit, the same for all that one call gets and answers. Fixed point is int32_t in one of
 * two formats. Lengths, coordinates, times and angular velocities are gjk_q16: 16 fractional bits, 1.0 is 65536. Components of unit vectors,
 * entries of rotations and tolerances are gjk_q30: 30 fractional bits, 1.0 is 1073741824. GJK_Q16(2.5) and GJK_Q30(0.6)
 * write constants. No coordinate and no size may be beyond GJK_LIMITF or GJK_LIMITQ.
 *
 * FRAMES. A shape is given in its own frame, its pose puts it into the world, and answers are in the world. A null
 * pointer in place of a pose means that the body's frame is the world. The search works in the frame of A, so bodies far
 * from the world's origin lose no digits. Normals lead from A to B, in overlap as well.
 *
 * SHAPES are plain data. They may be const, in flash, and shared. Set kind, the member of the union that it names, and
 * the margin if the edges are to be round:
 *
 *     static const gjk_shape3f link = { .kind = GJK_CUBOID, .margin = 0.01f, .of.half_extents = { 0.1f, 0.1f, 0.4f } };
 *
 * CHECKS. Every call checks all that it gets, points of hulls included, and returns a gjk_error. Unless that is GJK_OK,
 * nothing was written to the result. Only the numbers in a polyhedron are left to check_shape, for that takes longer than
 * a query; wrong ones give wrong answers, but nothing worse. No input other than a pointer that leads astray, or a warm
 * start changed behind its seal, is undefined behaviour: neither NaN, nor numbers out of range, nor unknown kinds.
 *
 * POINTERS that are not null must be good for the size of their type, those to points for all of them, workspaces for
 * the size given with them. The library keeps no pointer after a call. During a call nothing may change what it reads,
 * support functions included. A result, a workspace and a warm start may lie anywhere, but apart.
 *
 * HULLS. A shape of kind GJK_HULL looks at all its points whenever it is asked. build_hull makes a polyhedron of them
 * once (in the plane a polygon), in memory of yours: without the points inside, and where there are many vertices with
 * the edges along which a query finds its way. It is plain data, and may as well be written down as a constant.
 *
 * TIMES are in the unit in which velocities are given. A contact is found from the left: before it the bodies are proven
 * apart. Nothing tunnels, and no cap turns a contact into a miss.
 *
 * MEMORY. Nothing is allocated. Penetration, proximity, gradient and manifold, and casts of bodies that touch at the
 * start, need a workspace: any memory, aligned to 8 bytes, of at least
 * the size of the smallest workspace struct; the largest struct that fits in is used. 64 vertices suffice but for deep
 * pairs of hulls with hundreds of vertices and for curved pairs at small tolerances; a full workspace ends the query with
 * GJK_BUFFER_FULL and bounds that hold. Nothing in it has to be set, and nothing in it lasts.
 *
 * WARM STARTS. Bodies that move a little from one query to the next mostly have the same nearest features. A state keeps
 * these: put a pointer to one into the options, one state for each pair of bodies, and the next query takes a part of the
 * rounds. It changes no answer beyond rounding and tolerance. A new state is zeroed. One that is stale, or comes from
 * another pair, costs time at most. Whatever the library did not leave there counts as new, for it lacks the seal in the
 * first 8 bytes. Copy a state as a whole, and change nothing behind the seal.
 *
 * THREADS. There is no global state. Calls may run at the same time, in interrupts as well, if no two of them share a
 * workspace, a warm start or a result.
 *
 * ANSWERS carry their proof: lower_bound <= distance <= upper_bound, up to a few rounding steps. Bodies are reported as
 * apart only if a plane that separates them was found, whatever the rounds, the workspace or the tolerance.
 */


#ifndef GJK_H
#define GJK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Constants in fixed point: x is rounded to the nearest step. Not for numbers out of range.
#define GJK_Q16(x) ((gjk_q16)((x) * 65536.0 + ((x) < 0 ? -0.5 : 0.5)))
#define GJK_Q30(x) ((gjk_q30)((x) * 1073741824.0 + ((x) < 0 ? -0.5 : 0.5)))

// The largest coordinate or size: 2^60, and in fixed point a twelfth of the largest number (2730.66).
#define GJK_LIMITF 1152921504606846976.0f
#define GJK_LIMITQ 178956970

// Initialisers for poses where the body is at home in the world.
#define GJK_IDENTITY3F { { 0.0f, 0.0f, 0.0f, 1.0f }, { 0.0f, 0.0f, 0.0f } }
#define GJK_IDENTITY2F { { 1.0f, 0.0f }, { 0.0f, 0.0f } }
#define GJK_IDENTITY3Q { { 0, 0, 0, GJK_Q30(1) }, { 0, 0, 0 } }
#define GJK_IDENTITY2Q { { GJK_Q30(1), 0 }, { 0, 0 } }


// A point: of.position.
#define GJK_POINT 1

// A ball about the origin, a disc in the plane: of.radius.
#define GJK_BALL 2

// The segment between two points: of.segment.
#define GJK_SEGMENT 3

// A segment swept by a ball: of.capsule.
#define GJK_CAPSULE 4

// The triangle of three points: of.triangle.
#define GJK_TRIANGLE 5

// A box about the origin with edges along the axes, a rectangle in the plane: of.half_extents.
#define GJK_CUBOID 6

// An ellipsoid about the origin with its axes along the coordinate axes, an ellipse in the plane: of.radii.
#define GJK_ELLIPSOID 7

// The convex hull of a point set: of.hull.
#define GJK_HULL 8

// A shape of your own: of.support.
#define GJK_SUPPORT 9

// In space only: a cylinder about the origin, its axis along z: of.cylinder.
#define GJK_CYLINDER 10

// In space only: a cone about the origin, its axis along z: of.cone.
#define GJK_CONE 11

// In the plane only: a strictly convex polygon, its vertices in counter-clockwise order: of.polygon. For points in any
// order take GJK_HULL.
#define GJK_POLYGON 12

// In space only: a convex polyhedron, its vertices with the edges between them: of.polyhedron.
#define GJK_POLYHEDRON 13

// A contact point lies on a vertex.
#define GJK_VERTEX 0

// A contact point lies on an edge.
#define GJK_EDGE 1

// A contact point lies within a facet.
#define GJK_FACET 2

// The alignment of a workspace and of the memory of a hull, in bytes.
#define GJK_WORKSPACE_ALIGNMENT 8

// What every function returns that can fail. Unless it is GJK_OK, nothing was written to the result.
enum gjk_error
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // All went well: the result was written, the shape is good.
    GJK_OK = 0,
    // A pointer that must not be null is null: a shape, a ray, a velocity, a result, a workspace, the points of a hull
    // or a support function.
    GJK_ERROR_NULL = 1,
    // A pointer is not aligned as its type demands; a workspace or the memory of a hull, to 8 bytes.
    GJK_ERROR_ALIGNMENT = 2,
    // The kind of a shape is none of the GJK_... kinds, or none of this dimension.
    GJK_ERROR_KIND = 3,
    // The workspace, or the memory of a hull, is smaller than the smallest one.
    GJK_ERROR_WORKSPACE = 4,
    // A point set is empty.
    GJK_ERROR_NO_POINTS = 5,
    // A number is NaN or infinite.
    GJK_ERROR_NOT_FINITE = 6,
    // A coordinate or a size is beyond GJK_LIMITF or GJK_LIMITQ, or a point set is larger than the address space.
    GJK_ERROR_OUT_OF_RANGE = 7,
    // A size, a margin, a tolerance, a limit or a time is negative.
    GJK_ERROR_NEGATIVE = 8,
    // The vertices of a polygon do not go once round a strictly convex outline, counter-clockwise.
    GJK_ERROR_NOT_CONVEX = 9,
    // All numbers of a rotation are zero.
    GJK_ERROR_ZERO_ROTATION = 10,
    // The input is refused for a reason that has no code yet.
    GJK_ERROR_OTHER = 11,
    // The direction of a ray is zero.
    GJK_ERROR_ZERO_DIRECTION = 12,
    // There are more points than the memory of a hull holds.
    GJK_ERROR_TOO_MANY_POINTS = 13,
    // The hull has more vertices than its memory holds.
    GJK_ERROR_TOO_MANY_VERTICES = 14,
    // The numbers of a polyhedron are not those of a closed convex surface. Only check_shape looks at them.
    GJK_ERROR_POLYHEDRON = 15,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gjk_error gjk_error;
#else
typedef int32_t gjk_error;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// How a query ended. The bounds of the answer hold whatever the status.
enum gjk_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    // The bounds met within the tolerance, or within rounding.
    GJK_CONVERGED = 0,
    // Contact within rounding: neither separation nor overlap could be proven.
    GJK_UNDECIDED = 1,
    // The bodies are proven farther apart than the limit: lower_bound is beyond it.
    GJK_DISTANCE_LIMIT = 2,
    // Rounding stopped the search before the tolerance was met. The answer is the best known.
    GJK_STALLED = 3,
    // The rounds were used up. The answer is the best known.
    GJK_ITERATION_LIMIT = 4,
    // The workspace has no room for another vertex. For curved bodies the depth has then been refined, mostly to
    // rounding, and only the bound on how deep they are at least is left behind.
    GJK_BUFFER_FULL = 5,
    // A support function returned NaN, infinity or a point out of range. What was known before it is the answer.
    GJK_BAD_SUPPORT = 6,
    // It ended for a reason that has no name yet.
    GJK_OTHER = 7,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum gjk_status gjk_status;
#else
typedef int32_t gjk_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

// A point or a direction in space.
typedef struct gjk_vec3f {
    // Along the x axis.
    float x;
    // Along the y axis.
    float y;
    // Along the z axis.
    float z;
} gjk_vec3f;

// A convex polyhedron: its vertices, and the edges between them. gjk_build_hull3f makes it. It may be const. What
// it points to has to stay as it is during every call that gets the shape.
typedef struct gjk_polyhedron3f {
    // The vertices, three numbers each. In each block of four vertices stand four first coordinates, four
    // second, four third; those left over follow as points.
    const float *vertices;
    // For each vertex the end of its row in `neighbors`, which begins where the one before ends.
    const uint16_t *ends;
    // For each vertex those that share an edge with it, counter-clockwise seen from outside.
    const uint16_t *neighbors;
    // The vertex to start from in each of smaller cells of directions, for climbs.
    const uint16_t *cells;
    // How many vertices there are.
    uint32_t vertex_count;
    // How many numbers there are in `neighbors`.
    uint32_t neighbor_count;
    // How many there are in `cells`: none, 32, or four times as many, and so on.
    uint32_t cell_count;
    // The vertex to start from in each octant of directions; bits 0, 1 and 2 of its number are set for a
    // negative first, second and third coordinate.
    uint16_t starts[8];
    // A point inside.
    struct gjk_vec3f center;
    // The rounding of products: 12 relative steps of the largest coordinate for floats, else zero.
    float noise;
} gjk_polyhedron3f;

// The segment between two points, which may coincide.
typedef struct gjk_segment3f {
    // One end.
    struct gjk_vec3f a;
    // The other end.
    struct gjk_vec3f b;
} gjk_segment3f;

// A segment swept by a ball.
typedef struct gjk_capsule3f {
    // One end of the segment.
    struct gjk_vec3f a;
    // The other end.
    struct gjk_vec3f b;
    // The radius of the ball.
    float radius;
} gjk_capsule3f;

// The triangle of three points, in any order; they may be collinear or coincide.
typedef struct gjk_triangle3f {
    // One corner.
    struct gjk_vec3f a;
    // The next.
    struct gjk_vec3f b;
    // The last.
    struct gjk_vec3f c;
} gjk_triangle3f;

// Borrowed points. They have to stay as they are during every call that gets the shape.
typedef struct gjk_points3f {
    // The first point.
    const struct gjk_vec3f *points;
    // How many there are.
    size_t count;
} gjk_points3f;

// Writes to *point a point of the body that lies farthest along *direction; any one if there are several.
// Both are in the frame of the body. The direction is not zero, and its length has no meaning: compare points
// by the products of their coordinates and its components. In fixed point those need 64 bits, and fit in
// them. It must return; longjmp and exceptions must not leave it.
typedef void (*gjk_support_function3f)(const void *user, const struct gjk_vec3f *direction, struct gjk_vec3f *point);

// A shape of your own, given by its support function.
typedef struct gjk_support3f {
    // The support function.
    gjk_support_function3f function;
    // Handed to it at every call; may be null.
    const void *user;
    // A point somewhere inside. It only chooses the first direction of a query.
    struct gjk_vec3f center;
    // Not zero if the body is the hull of finitely many points, which are all that the function returns. A
    // query then runs until a point repeats instead of stopping at a tolerance.
    int32_t is_polytope;
} gjk_support3f;

// The sizes of a cylinder or a cone.
typedef struct gjk_revolvedf {
    // Half of the height: it goes from z = -half_height to half_height.
    float half_height;
    // The radius; that of its base for a cone, whose base is at z = -half_height.
    float radius;
} gjk_revolvedf;

// The sizes of a shape: the member that its kind names. Sizes may be zero.
typedef union gjk_geometry3f {
    // GJK_POINT: where it is.
    struct gjk_vec3f position;
    // GJK_BALL: its radius.
    float radius;
    // GJK_SEGMENT.
    struct gjk_segment3f segment;
    // GJK_CAPSULE.
    struct gjk_capsule3f capsule;
    // GJK_TRIANGLE.
    struct gjk_triangle3f triangle;
    // GJK_CUBOID: half of the lengths of its edges.
    struct gjk_vec3f half_extents;
    // GJK_ELLIPSOID: its radii along the coordinate axes.
    struct gjk_vec3f radii;
    // GJK_HULL: interior, repeated and collinear points are allowed.
    struct gjk_points3f hull;
    // GJK_SUPPORT.
    struct gjk_support3f support;
    // GJK_CYLINDER.
    struct gjk_revolvedf cylinder;
    // GJK_CONE.
    struct gjk_revolvedf cone;
    // GJK_POLYHEDRON.
    struct gjk_polyhedron3f polyhedron;
} gjk_geometry3f;

// A shape in its own frame. It may be const. All of it is checked by every call that gets it.
typedef struct gjk_shape3f {
    // What it is: GJK_POINT, GJK_BALL and so on. Zero is no kind.
    int32_t kind;
    // The radius of a ball that is swept around the shape: a cuboid gets round edges and grows by it on all
    // sides. Zero leaves the shape as it is.
    float margin;
    // Its sizes.
    union gjk_geometry3f of;
} gjk_shape3f;

// A rotation as a quaternion x i + y j + z k + w, or any multiple of it. The identity is 0, 0, 0, 1.
typedef struct gjk_rotation3f {
    // The x component of the axis, times the sine of half of the angle.
    float x;
    // The y component of the axis, times the sine of half of the angle.
    float y;
    // The z component of the axis, times the sine of half of the angle.
    float z;
    // The cosine of half of the angle.
    float w;
} gjk_rotation3f;

// Where a body is: first the rotation, then the translation. World point = rotation * local point + position.
typedef struct gjk_pose3f {
    // How the body is turned.
    struct gjk_rotation3f rotation;
    // Where its origin is.
    struct gjk_vec3f position;
} gjk_pose3f;

// What a query leaves behind for the next one of the same pair of bodies. Keep one for each pair, zeroed at
// first.
typedef struct gjk_warm_start3f {
    // The library's own. Only all of them together may be copied, or set to zero.
    uint64_t words[17];
} gjk_warm_start3f;

// What may be asked for beyond the defaults. A field that is zero stays at its default, so start from a zeroed
// struct; a null pointer in its place means all defaults.
typedef struct gjk_options3f {
    // The gap between the bounds at which a query is content, relative to the depth or to the distance of the
    // cores (the shapes without margins and radii). Default: all that rounding allows; where a curved core
    // takes part (ellipsoid, cylinder, cone, GJK_SUPPORT) 1e-6 in float. For all that rounding allows there as
    // well, give the least positive number (FLT_MIN).
    float tolerance;
    // A distance beyond which the answer does not matter: the query ends with GJK_DISTANCE_LIMIT once the
    // bodies are proven farther apart. Default: none. For no more than whether they are apart, give the least
    // positive number. No part in intersects and penetration. The points of a manifold may be as far apart as
    // this; by default they touch.
    float limit;
    // The first direction to try, from A to B in the world: the normal of the last answer, say. Its length has
    // no meaning. Default: the one between the centres.
    struct gjk_vec3f direction;
    // The most rounds of GJK. Default: 64.
    uint32_t max_iterations;
    // The most rounds of EPA, those of the refinement of curved pairs included. Default: as many as the
    // workspace has room for.
    uint32_t max_epa_iterations;
    // How near the bodies have to come for a cast or a time of impact to end. Default: until they touch.
    float target_distance;
    // The most poses that a cast or a time of impact looks at after the first. Default: 4096.
    uint32_t max_cast_iterations;
    // What the last query of the same pair left behind, to begin with, and to be left behind for the next one.
    // Default: none. No part in casts and times of impact.
    struct gjk_warm_start3f *warm_start;
} gjk_options3f;

// An answer. Points and normal are in the world, lengths in the unit of the input.
typedef struct gjk_result3f {
    // The distance, or minus the depth: the length of the shortest translation that separates the bodies. It
    // lies between the bounds, up to a few rounding steps. The distance function answers zero for bodies that
    // overlap.
    float distance;
    // No two points of the bodies are nearer than this, if it is positive; it then proves them apart. If it is
    // negative, a translation of B by this length along the normal separates the bodies for certain, up to
    // rounding; minus the largest number if none is known.
    float lower_bound;
    // The bodies are no farther apart than this. If it is negative, no shorter translation separates them: it
    // proves that they overlap. The largest number if nothing is known.
    float upper_bound;
    // Unit vector from A to B; for bodies that overlap the direction in which B has to move.
    struct gjk_vec3f normal;
    // The point of A nearest to B, or deepest inside it.
    struct gjk_vec3f on_a;
    // The point of B nearest to A, or deepest inside it. For bodies that overlap on_a - on_b is the shortest
    // translation of B that separates them.
    struct gjk_vec3f on_b;
    // How the query ended.
    gjk_status status;
    // Rounds of GJK.
    uint32_t iterations;
    // Rounds of EPA and of the refinement of curved pairs.
    uint32_t epa_iterations;
    // Are the bodies proven apart? Else they overlap or touch, or nothing was proven, which the bounds tell.
    bool is_separated;
} gjk_result3f;

// A ray in the world: the points origin + t * direction for t from zero to max_time. A ray far from the
// world's origin loses no digits.
typedef struct gjk_ray3f {
    // Where it starts.
    struct gjk_vec3f origin;
    // Where it goes in one unit of time. It need not be of unit length: times are multiples of it.
    struct gjk_vec3f direction;
    // When it ends.
    float max_time;
} gjk_ray3f;

// The first contact of a ray and a body, or of two moving bodies. Points and normal are in the world, times in
// units of the velocities given.
typedef struct gjk_impact3f {
    // The time of first contact, as far as it is known: to move for so long is safe. Zero if there is contact
    // at the start.
    float time;
    // Before this the bodies are proven farther apart than the target. It is time.
    float lower_bound;
    // At this time they are as near as the target. It is time, or a few rounding steps later, if the search
    // converged; else the largest number: no contact is known.
    float upper_bound;
    // Unit vector from A to B at the contact; of a ray, the outward normal of the body.
    struct gjk_vec3f normal;
    // The point of A that is met.
    struct gjk_vec3f on_a;
    // The point of B that meets it; of a ray, its point.
    struct gjk_vec3f on_b;
    // How the search ended. A cap or rounding never makes a miss of a contact.
    gjk_status status;
    // Poses looked at on the way, after the first.
    uint32_t iterations;
    // Are the bodies proven apart all the time? Everything else is zero then.
    bool is_clear;
    // Do the bodies overlap at the start, or are they nearer than the target? For a ray: does it start inside
    // the body or on it?
    bool initially_overlapping;
} gjk_impact3f;

// How a body moves, in the world, from where its pose puts it: at constant velocities.
typedef struct gjk_motion3f {
    // The velocity of its local origin.
    struct gjk_vec3f velocity;
    // Radians per unit of time, about its local origin: a vector along the axis in space, a number in the
    // plane, counter-clockwise.
    struct gjk_vec3f angular;
} gjk_motion3f;

// Where on the core of a body a contact point lies, by the numbers of its vertices and facets. They stay with the
// body: equal numbers name the same feature in the next frame.
typedef struct gjk_feature_id {
    // GJK_VERTEX, GJK_EDGE or GJK_FACET.
    int32_t kind;
    // The vertex, the lesser vertex of the edge, or the facet.
    uint32_t number;
    // The other vertex of the edge, else zero.
    uint32_t other;
} gjk_feature_id;

// A pair of points, one on each body, that touch or nearly do.
typedef struct gjk_contact3f {
    // The point of A.
    struct gjk_vec3f on_a;
    // The point of B across from it, depth away against the normal.
    struct gjk_vec3f on_b;
    // How deep the bodies overlap here, along the normal; negative: the gap between them.
    float depth;
    // What of A it lies on.
    struct gjk_feature_id feature_a;
    // What of B it lies on.
    struct gjk_feature_id feature_b;
} gjk_contact3f;

// Where two bodies touch. In space the points go counter-clockwise about the normal.
typedef struct gjk_contacts3f {
    // Distance or depth, with bounds, normal and status.
    struct gjk_result3f proximity;
    // The area that the facing facets have in common; zero if they meet in a line or a point.
    float patch_area;
    // How many points there are; none if the bodies are proven farther apart than the limit.
    uint32_t count;
    // The points. Those after the last are zero.
    struct gjk_contact3f points[4];
} gjk_contacts3f;

// How the signed distance (the distance, or minus the depth) changes as B moves. For the same motion of A it
// is the negative.
typedef struct gjk_derivative3f {
    // By a translation of B, length per length: the unit vector from A to B.
    struct gjk_vec3f translation;
    // By a rotation of B about the centre, length per radian: a vector along the axis in space, a number in
    // the plane.
    struct gjk_vec3f rotation;
} gjk_derivative3f;

// A fixed-point number with 16 fractional bits (Q16.16): a coordinate, a size, a distance. 65536 is one unit of
// length.
typedef int32_t gjk_q16;

// A point or a direction in space, in fixed point.
typedef struct gjk_vec3q {
    // Along the x axis.
    gjk_q16 x;
    // Along the y axis.
    gjk_q16 y;
    // Along the z axis.
    gjk_q16 z;
} gjk_vec3q;

// A convex polyhedron in fixed point: its vertices, and the edges between them. gjk_build_hull3q makes it. It may
// be const. What it points to has to stay as it is during every call that gets the shape.
typedef struct gjk_polyhedron3q {
    // The vertices, three numbers each. In each block of four vertices stand four first coordinates, four
    // second, four third; those left over follow as points.
    const gjk_q16 *vertices;
    // For each vertex the end of its row in `neighbors`, which begins where the one before ends.
    const uint16_t *ends;
    // For each vertex those that share an edge with it, counter-clockwise seen from outside.
    const uint16_t *neighbors;
    // The vertex to start from in each of smaller cells of directions, for climbs.
    const uint16_t *cells;
    // How many vertices there are.
    uint32_t vertex_count;
    // How many numbers there are in `neighbors`.
    uint32_t neighbor_count;
    // How many there are in `cells`: none, 32, or four times as many, and so on.
    uint32_t cell_count;
    // The vertex to start from in each octant of directions; bits 0, 1 and 2 of its number are set for a
    // negative first, second and third coordinate.
    uint16_t starts[8];
    // A point inside.
    struct gjk_vec3q center;
    // The rounding of products: 12 relative steps of the largest coordinate for floats, else zero.
    gjk_q16 noise;
} gjk_polyhedron3q;

// The segment between two points, which may coincide.
typedef struct gjk_segment3q {
    // One end.
    struct gjk_vec3q a;
    // The other end.
    struct gjk_vec3q b;
} gjk_segment3q;

// A segment swept by a ball.
typedef struct gjk_capsule3q {
    // One end of the segment.
    struct gjk_vec3q a;
    // The other end.
    struct gjk_vec3q b;
    // The radius of the ball.
    gjk_q16 radius;
} gjk_capsule3q;

// The triangle of three points, in any order; they may be collinear or coincide.
typedef struct gjk_triangle3q {
    // One corner.
    struct gjk_vec3q a;
    // The next.
    struct gjk_vec3q b;
    // The last.
    struct gjk_vec3q c;
} gjk_triangle3q;

// Borrowed points. They have to stay as they are during every call that gets the shape.
typedef struct gjk_points3q {
    // The first point.
    const struct gjk_vec3q *points;
    // How many there are.
    size_t count;
} gjk_points3q;

// Writes to *point a point of the body that lies farthest along *direction; any one if there are several.
// Both are in the frame of the body. The direction is not zero, and its length has no meaning: compare points
// by the products of their coordinates and its components. In fixed point those need 64 bits, and fit in
// them. It must return; longjmp and exceptions must not leave it.
typedef void (*gjk_support_function3q)(const void *user, const struct gjk_vec3q *direction, struct gjk_vec3q *point);

// A shape of your own, given by its support function.
typedef struct gjk_support3q {
    // The support function.
    gjk_support_function3q function;
    // Handed to it at every call; may be null.
    const void *user;
    // A point somewhere inside. It only chooses the first direction of a query.
    struct gjk_vec3q center;
    // Not zero if the body is the hull of finitely many points, which are all that the function returns. A
    // query then runs until a point repeats instead of stopping at a tolerance.
    int32_t is_polytope;
} gjk_support3q;

// The sizes of a cylinder or a cone, in fixed point.
typedef struct gjk_revolvedq {
    // Half of the height: it goes from z = -half_height to half_height.
    gjk_q16 half_height;
    // The radius; that of its base for a cone, whose base is at z = -half_height.
    gjk_q16 radius;
} gjk_revolvedq;

// The sizes of a shape: the member that its kind names. Sizes may be zero.
typedef union gjk_geometry3q {
    // GJK_POINT: where it is.
    struct gjk_vec3q position;
    // GJK_BALL: its radius.
    gjk_q16 radius;
    // GJK_SEGMENT.
    struct gjk_segment3q segment;
    // GJK_CAPSULE.
    struct gjk_capsule3q capsule;
    // GJK_TRIANGLE.
    struct gjk_triangle3q triangle;
    // GJK_CUBOID: half of the lengths of its edges.
    struct gjk_vec3q half_extents;
    // GJK_ELLIPSOID: its radii along the coordinate axes.
    struct gjk_vec3q radii;
    // GJK_HULL: interior, repeated and collinear points are allowed.
    struct gjk_points3q hull;
    // GJK_SUPPORT.
    struct gjk_support3q support;
    // GJK_CYLINDER.
    struct gjk_revolvedq cylinder;
    // GJK_CONE.
    struct gjk_revolvedq cone;
    // GJK_POLYHEDRON.
    struct gjk_polyhedron3q polyhedron;
} gjk_geometry3q;

// A shape in its own frame. It may be const. All of it is checked by every call that gets it.
typedef struct gjk_shape3q {
    // What it is: GJK_POINT, GJK_BALL and so on. Zero is no kind.
    int32_t kind;
    // The radius of a ball that is swept around the shape: a cuboid gets round edges and grows by it on all
    // sides. Zero leaves the shape as it is.
    gjk_q16 margin;
    // Its sizes.
    union gjk_geometry3q of;
} gjk_shape3q;

// A fixed-point number with 30 fractional bits (Q2.30): a component of a unit vector, an entry of a rotation, a
// tolerance. 1073741824 is one.
typedef int32_t gjk_q30;

// A rotation as a quaternion x i + y j + z k + w, or any multiple of it. The identity is 0, 0, 0, 1073741824.
typedef struct gjk_rotation3q {
    // The x component of the axis, times the sine of half of the angle.
    gjk_q30 x;
    // The y component of the axis, times the sine of half of the angle.
    gjk_q30 y;
    // The z component of the axis, times the sine of half of the angle.
    gjk_q30 z;
    // The cosine of half of the angle.
    gjk_q30 w;
} gjk_rotation3q;

// Where a body is: first the rotation, then the translation. World point = rotation * local point + position.
typedef struct gjk_pose3q {
    // How the body is turned.
    struct gjk_rotation3q rotation;
    // Where its origin is.
    struct gjk_vec3q position;
} gjk_pose3q;

// A unit vector in space, in fixed point.
typedef struct gjk_unit3q {
    // Along the x axis.
    gjk_q30 x;
    // Along the y axis.
    gjk_q30 y;
    // Along the z axis.
    gjk_q30 z;
} gjk_unit3q;

// What a query leaves behind for the next one of the same pair of bodies. Keep one for each pair, zeroed at
// first.
typedef struct gjk_warm_start3q {
    // The library's own. Only all of them together may be copied, or set to zero.
    uint64_t words[17];
} gjk_warm_start3q;

// What may be asked for beyond the defaults. A field that is zero stays at its default, so start from a zeroed
// struct; a null pointer in its place means all defaults.
typedef struct gjk_options3q {
    // The gap between the bounds at which a query is content, relative to the depth or to the distance of the
    // cores (the shapes without margins and radii). Default: all that rounding allows; where a curved core
    // takes part (ellipsoid, cylinder, cone, GJK_SUPPORT) 1e-6 in float. For all that rounding allows there as
    // well, give the least positive number (FLT_MIN).
    gjk_q30 tolerance;
    // A distance beyond which the answer does not matter: the query ends with GJK_DISTANCE_LIMIT once the
    // bodies are proven farther apart. Default: none. For no more than whether they are apart, give the least
    // positive number. No part in intersects and penetration. The points of a manifold may be as far apart as
    // this; by default they touch.
    gjk_q16 limit;
    // The first direction to try, from A to B in the world: the normal of the last answer, say. Its length has
    // no meaning. Default: the one between the centres.
    struct gjk_unit3q direction;
    // The most rounds of GJK. Default: 64.
    uint32_t max_iterations;
    // The most rounds of EPA, those of the refinement of curved pairs included. Default: as many as the
    // workspace has room for.
    uint32_t max_epa_iterations;
    // How near the bodies have to come for a cast or a time of impact to end. Default: until they touch.
    gjk_q16 target_distance;
    // The most poses that a cast or a time of impact looks at after the first. Default: 4096.
    uint32_t max_cast_iterations;
    // What the last query of the same pair left behind, to begin with, and to be left behind for the next one.
    // Default: none. No part in casts and times of impact.
    struct gjk_warm_start3q *warm_start;
} gjk_options3q;

// An answer. Points and normal are in the world, lengths in the unit of the input.
typedef struct gjk_result3q {
    // The distance, or minus the depth: the length of the shortest translation that separates the bodies. It
    // lies between the bounds, up to a few rounding steps. The distance function answers zero for bodies that
    // overlap.
    gjk_q16 distance;
    // No two points of the bodies are nearer than this, if it is positive; it then proves them apart. If it is
    // negative, a translation of B by this length along the normal separates the bodies for certain, up to
    // rounding; minus the largest number if none is known.
    gjk_q16 lower_bound;
    // The bodies are no farther apart than this. If it is negative, no shorter translation separates them: it
    // proves that they overlap. The largest number if nothing is known.
    gjk_q16 upper_bound;
    // Unit vector from A to B; for bodies that overlap the direction in which B has to move.
    struct gjk_unit3q normal;
    // The point of A nearest to B, or deepest inside it.
    struct gjk_vec3q on_a;
    // The point of B nearest to A, or deepest inside it. For bodies that overlap on_a - on_b is the shortest
    // translation of B that separates them.
    struct gjk_vec3q on_b;
    // How the query ended.
    gjk_status status;
    // Rounds of GJK.
    uint32_t iterations;
    // Rounds of EPA and of the refinement of curved pairs.
    uint32_t epa_iterations;
    // Are the bodies proven apart? Else they overlap or touch, or nothing was proven, which the bounds tell.
    bool is_separated;
} gjk_result3q;

// A ray in the world: the points origin + t * direction for t from zero to max_time. A ray far from the
// world's origin loses no digits.
typedef struct gjk_ray3q {
    // Where it starts.
    struct gjk_vec3q origin;
    // Where it goes in one unit of time. It need not be of unit length: times are multiples of it.
    struct gjk_vec3q direction;
    // When it ends.
    gjk_q16 max_time;
} gjk_ray3q;

// The first contact of a ray and a body, or of two moving bodies. Points and normal are in the world, times in
// units of the velocities given.
typedef struct gjk_impact3q {
    // The time of first contact, as far as it is known: to move for so long is safe. Zero if there is contact
    // at the start.
    gjk_q16 time;
    // Before this the bodies are proven farther apart than the target. It is time.
    gjk_q16 lower_bound;
    // At this time they are as near as the target. It is time, or a few rounding steps later, if the search
    // converged; else the largest number: no contact is known.
    gjk_q16 upper_bound;
    // Unit vector from A to B at the contact; of a ray, the outward normal of the body.
    struct gjk_unit3q normal;
    // The point of A that is met.
    struct gjk_vec3q on_a;
    // The point of B that meets it; of a ray, its point.
    struct gjk_vec3q on_b;
    // How the search ended. A cap or rounding never makes a miss of a contact.
    gjk_status status;
    // Poses looked at on the way, after the first.
    uint32_t iterations;
    // Are the bodies proven apart all the time? Everything else is zero then.
    bool is_clear;
    // Do the bodies overlap at the start, or are they nearer than the target? For a ray: does it start inside
    // the body or on it?
    bool initially_overlapping;
} gjk_impact3q;

// How a body moves, in the world, from where its pose puts it: at constant velocities.
typedef struct gjk_motion3q {
    // The velocity of its local origin.
    struct gjk_vec3q velocity;
    // Radians per unit of time, about its local origin: a vector along the axis in space, a number in the
    // plane, counter-clockwise.
    struct gjk_vec3q angular;
} gjk_motion3q;

// An area in fixed point, with 32 fractional bits (Q32.32). 4294967296 is one unit of length squared.
typedef int64_t gjk_q32;

// A pair of points, one on each body, that touch or nearly do.
typedef struct gjk_contact3q {
    // The point of A.
    struct gjk_vec3q on_a;
    // The point of B across from it, depth away against the normal.
    struct gjk_vec3q on_b;
    // How deep the bodies overlap here, along the normal; negative: the gap between them.
    gjk_q16 depth;
    // What of A it lies on.
    struct gjk_feature_id feature_a;
    // What of B it lies on.
    struct gjk_feature_id feature_b;
} gjk_contact3q;

// Where two bodies touch. In space the points go counter-clockwise about the normal.
typedef struct gjk_contacts3q {
    // Distance or depth, with bounds, normal and status.
    struct gjk_result3q proximity;
    // The area that the facing facets have in common; zero if they meet in a line or a point.
    gjk_q32 patch_area;
    // How many points there are; none if the bodies are proven farther apart than the limit.
    uint32_t count;
    // The points. Those after the last are zero.
    struct gjk_contact3q points[4];
} gjk_contacts3q;

// How the signed distance (the distance, or minus the depth) changes as B moves. For the same motion of A it
// is the negative.
typedef struct gjk_derivative3q {
    // By a translation of B, length per length: the unit vector from A to B.
    struct gjk_unit3q translation;
    // By a rotation of B about the centre, length per radian: a vector along the axis in space, a number in
    // the plane.
    struct gjk_vec3q rotation;
} gjk_derivative3q;

// A point or a direction in the plane.
typedef struct gjk_vec2f {
    // Along the x axis.
    float x;
    // Along the y axis.
    float y;
} gjk_vec2f;

// Borrowed points. They have to stay as they are during every call that gets the shape.
typedef struct gjk_points2f {
    // The first point.
    const struct gjk_vec2f *points;
    // How many there are.
    size_t count;
} gjk_points2f;

// The segment between two points, which may coincide.
typedef struct gjk_segment2f {
    // One end.
    struct gjk_vec2f a;
    // The other end.
    struct gjk_vec2f b;
} gjk_segment2f;

// A segment swept by a ball.
typedef struct gjk_capsule2f {
    // One end of the segment.
    struct gjk_vec2f a;
    // The other end.
    struct gjk_vec2f b;
    // The radius of the ball.
    float radius;
} gjk_capsule2f;

// The triangle of three points, in any order; they may be collinear or coincide.
typedef struct gjk_triangle2f {
    // One corner.
    struct gjk_vec2f a;
    // The next.
    struct gjk_vec2f b;
    // The last.
    struct gjk_vec2f c;
} gjk_triangle2f;

// Writes to *point a point of the body that lies farthest along *direction; any one if there are several.
// Both are in the frame of the body. The direction is not zero, and its length has no meaning: compare points
// by the products of their coordinates and its components. In fixed point those need 64 bits, and fit in
// them. It must return; longjmp and exceptions must not leave it.
typedef void (*gjk_support_function2f)(const void *user, const struct gjk_vec2f *direction, struct gjk_vec2f *point);

// A shape of your own, given by its support function.
typedef struct gjk_support2f {
    // The support function.
    gjk_support_function2f function;
    // Handed to it at every call; may be null.
    const void *user;
    // A point somewhere inside. It only chooses the first direction of a query.
    struct gjk_vec2f center;
    // Not zero if the body is the hull of finitely many points, which are all that the function returns. A
    // query then runs until a point repeats instead of stopping at a tolerance.
    int32_t is_polytope;
} gjk_support2f;

// The sizes of a shape: the member that its kind names. Sizes may be zero.
typedef union gjk_geometry2f {
    // GJK_POINT: where it is.
    struct gjk_vec2f position;
    // GJK_BALL: its radius.
    float radius;
    // GJK_SEGMENT.
    struct gjk_segment2f segment;
    // GJK_CAPSULE.
    struct gjk_capsule2f capsule;
    // GJK_TRIANGLE.
    struct gjk_triangle2f triangle;
    // GJK_CUBOID: half of the lengths of its edges.
    struct gjk_vec2f half_extents;
    // GJK_ELLIPSOID: its radii along the coordinate axes.
    struct gjk_vec2f radii;
    // GJK_HULL: interior, repeated and collinear points are allowed.
    struct gjk_points2f hull;
    // GJK_SUPPORT.
    struct gjk_support2f support;
    // GJK_POLYGON.
    struct gjk_points2f polygon;
} gjk_geometry2f;

// A shape in its own frame. It may be const. All of it is checked by every call that gets it.
typedef struct gjk_shape2f {
    // What it is: GJK_POINT, GJK_BALL and so on. Zero is no kind.
    int32_t kind;
    // The radius of a ball that is swept around the shape: a cuboid gets round edges and grows by it on all
    // sides. Zero leaves the shape as it is.
    float margin;
    // Its sizes.
    union gjk_geometry2f of;
} gjk_shape2f;

// A rotation as the cosine and the sine of its angle, or any positive multiple of them; counter-clockwise. The
// identity is 1, 0.
typedef struct gjk_rotation2f {
    // The cosine.
    float cos;
    // The sine.
    float sin;
} gjk_rotation2f;

// Where a body is: first the rotation, then the translation. World point = rotation * local point + position.
typedef struct gjk_pose2f {
    // How the body is turned.
    struct gjk_rotation2f rotation;
    // Where its origin is.
    struct gjk_vec2f position;
} gjk_pose2f;

// What a query leaves behind for the next one of the same pair of bodies. Keep one for each pair, zeroed at
// first.
typedef struct gjk_warm_start2f {
    // The library's own. Only all of them together may be copied, or set to zero.
    uint64_t words[16];
} gjk_warm_start2f;

// What may be asked for beyond the defaults. A field that is zero stays at its default, so start from a zeroed
// struct; a null pointer in its place means all defaults.
typedef struct gjk_options2f {
    // The gap between the bounds at which a query is content, relative to the depth or to the distance of the
    // cores (the shapes without margins and radii). Default: all that rounding allows; where a curved core
    // takes part (ellipsoid, cylinder, cone, GJK_SUPPORT) 1e-6 in float. For all that rounding allows there as
    // well, give the least positive number (FLT_MIN).
    float tolerance;
    // A distance beyond which the answer does not matter: the query ends with GJK_DISTANCE_LIMIT once the
    // bodies are proven farther apart. Default: none. For no more than whether they are apart, give the least
    // positive number. No part in intersects and penetration. The points of a manifold may be as far apart as
    // this; by default they touch.
    float limit;
    // The first direction to try, from A to B in the world: the normal of the last answer, say. Its length has
    // no meaning. Default: the one between the centres.
    struct gjk_vec2f direction;
    // The most rounds of GJK. Default: 64.
    uint32_t max_iterations;
    // The most rounds of EPA, those of the refinement of curved pairs included. Default: as many as the
    // workspace has room for.
    uint32_t max_epa_iterations;
    // How near the bodies have to come for a cast or a time of impact to end. Default: until they touch.
    float target_distance;
    // The most poses that a cast or a time of impact looks at after the first. Default: 4096.
    uint32_t max_cast_iterations;
    // What the last query of the same pair left behind, to begin with, and to be left behind for the next one.
    // Default: none. No part in casts and times of impact.
    struct gjk_warm_start2f *warm_start;
} gjk_options2f;

// An answer. Points and normal are in the world, lengths in the unit of the input.
typedef struct gjk_result2f {
    // The distance, or minus the depth: the length of the shortest translation that separates the bodies. It
    // lies between the bounds, up to a few rounding steps. The distance function answers zero for bodies that
    // overlap.
    float distance;
    // No two points of the bodies are nearer than this, if it is positive; it then proves them apart. If it is
    // negative, a translation of B by this length along the normal separates the bodies for certain, up to
    // rounding; minus the largest number if none is known.
    float lower_bound;
    // The bodies are no farther apart than this. If it is negative, no shorter translation separates them: it
    // proves that they overlap. The largest number if nothing is known.
    float upper_bound;
    // Unit vector from A to B; for bodies that overlap the direction in which B has to move.
    struct gjk_vec2f normal;
    // The point of A nearest to B, or deepest inside it.
    struct gjk_vec2f on_a;
    // The point of B nearest to A, or deepest inside it. For bodies that overlap on_a - on_b is the shortest
    // translation of B that separates them.
    struct gjk_vec2f on_b;
    // How the query ended.
    gjk_status status;
    // Rounds of GJK.
    uint32_t iterations;
    // Rounds of EPA and of the refinement of curved pairs.
    uint32_t epa_iterations;
    // Are the bodies proven apart? Else they overlap or touch, or nothing was proven, which the bounds tell.
    bool is_separated;
} gjk_result2f;

// A ray in the world: the points origin + t * direction for t from zero to max_time. A ray far from the
// world's origin loses no digits.
typedef struct gjk_ray2f {
    // Where it starts.
    struct gjk_vec2f origin;
    // Where it goes in one unit of time. It need not be of unit length: times are multiples of it.
    struct gjk_vec2f direction;
    // When it ends.
    float max_time;
} gjk_ray2f;

// The first contact of a ray and a body, or of two moving bodies. Points and normal are in the world, times in
// units of the velocities given.
typedef struct gjk_impact2f {
    // The time of first contact, as far as it is known: to move for so long is safe. Zero if there is contact
    // at the start.
    float time;
    // Before this the bodies are proven farther apart than the target. It is time.
    float lower_bound;
    // At this time they are as near as the target. It is time, or a few rounding steps later, if the search
    // converged; else the largest number: no contact is known.
    float upper_bound;
    // Unit vector from A to B at the contact; of a ray, the outward normal of the body.
    struct gjk_vec2f normal;
    // The point of A that is met.
    struct gjk_vec2f on_a;
    // The point of B that meets it; of a ray, its point.
    struct gjk_vec2f on_b;
    // How the search ended. A cap or rounding never makes a miss of a contact.
    gjk_status status;
    // Poses looked at on the way, after the first.
    uint32_t iterations;
    // Are the bodies proven apart all the time? Everything else is zero then.
    bool is_clear;
    // Do the bodies overlap at the start, or are they nearer than the target? For a ray: does it start inside
    // the body or on it?
    bool initially_overlapping;
} gjk_impact2f;

// How a body moves, in the world, from where its pose puts it: at constant velocities.
typedef struct gjk_motion2f {
    // The velocity of its local origin.
    struct gjk_vec2f velocity;
    // Radians per unit of time, about its local origin: a vector along the axis in space, a number in the
    // plane, counter-clockwise.
    float angular;
} gjk_motion2f;

// A pair of points, one on each body, that touch or nearly do.
typedef struct gjk_contact2f {
    // The point of A.
    struct gjk_vec2f on_a;
    // The point of B across from it, depth away against the normal.
    struct gjk_vec2f on_b;
    // How deep the bodies overlap here, along the normal; negative: the gap between them.
    float depth;
    // What of A it lies on.
    struct gjk_feature_id feature_a;
    // What of B it lies on.
    struct gjk_feature_id feature_b;
} gjk_contact2f;

// Where two bodies touch. In space the points go counter-clockwise about the normal.
typedef struct gjk_contacts2f {
    // Distance or depth, with bounds, normal and status.
    struct gjk_result2f proximity;
    // The area that the facing facets have in common; zero if they meet in a line or a point.
    float patch_area;
    // How many points there are; none if the bodies are proven farther apart than the limit.
    uint32_t count;
    // The points. Those after the last are zero.
    struct gjk_contact2f points[2];
} gjk_contacts2f;

// How the signed distance (the distance, or minus the depth) changes as B moves. For the same motion of A it
// is the negative.
typedef struct gjk_derivative2f {
    // By a translation of B, length per length: the unit vector from A to B.
    struct gjk_vec2f translation;
    // By a rotation of B about the centre, length per radian: a vector along the axis in space, a number in
    // the plane.
    float rotation;
} gjk_derivative2f;

// A point or a direction in the plane, in fixed point.
typedef struct gjk_vec2q {
    // Along the x axis.
    gjk_q16 x;
    // Along the y axis.
    gjk_q16 y;
} gjk_vec2q;

// Borrowed points. They have to stay as they are during every call that gets the shape.
typedef struct gjk_points2q {
    // The first point.
    const struct gjk_vec2q *points;
    // How many there are.
    size_t count;
} gjk_points2q;

// The segment between two points, which may coincide.
typedef struct gjk_segment2q {
    // One end.
    struct gjk_vec2q a;
    // The other end.
    struct gjk_vec2q b;
} gjk_segment2q;

// A segment swept by a ball.
typedef struct gjk_capsule2q {
    // One end of the segment.
    struct gjk_vec2q a;
    // The other end.
    struct gjk_vec2q b;
    // The radius of the ball.
    gjk_q16 radius;
} gjk_capsule2q;

// The triangle of three points, in any order; they may be collinear or coincide.
typedef struct gjk_triangle2q {
    // One corner.
    struct gjk_vec2q a;
    // The next.
    struct gjk_vec2q b;
    // The last.
    struct gjk_vec2q c;
} gjk_triangle2q;

// Writes to *point a point of the body that lies farthest along *direction; any one if there are several.
// Both are in the frame of the body. The direction is not zero, and its length has no meaning: compare points
// by the products of their coordinates and its components. In fixed point those need 64 bits, and fit in
// them. It must return; longjmp and exceptions must not leave it.
typedef void (*gjk_support_function2q)(const void *user, const struct gjk_vec2q *direction, struct gjk_vec2q *point);

// A shape of your own, given by its support function.
typedef struct gjk_support2q {
    // The support function.
    gjk_support_function2q function;
    // Handed to it at every call; may be null.
    const void *user;
    // A point somewhere inside. It only chooses the first direction of a query.
    struct gjk_vec2q center;
    // Not zero if the body is the hull of finitely many points, which are all that the function returns. A
    // query then runs until a point repeats instead of stopping at a tolerance.
    int32_t is_polytope;
} gjk_support2q;

// The sizes of a shape: the member that its kind names. Sizes may be zero.
typedef union gjk_geometry2q {
    // GJK_POINT: where it is.
    struct gjk_vec2q position;
    // GJK_BALL: its radius.
    gjk_q16 radius;
    // GJK_SEGMENT.
    struct gjk_segment2q segment;
    // GJK_CAPSULE.
    struct gjk_capsule2q capsule;
    // GJK_TRIANGLE.
    struct gjk_triangle2q triangle;
    // GJK_CUBOID: half of the lengths of its edges.
    struct gjk_vec2q half_extents;
    // GJK_ELLIPSOID: its radii along the coordinate axes.
    struct gjk_vec2q radii;
    // GJK_HULL: interior, repeated and collinear points are allowed.
    struct gjk_points2q hull;
    // GJK_SUPPORT.
    struct gjk_support2q support;
    // GJK_POLYGON.
    struct gjk_points2q polygon;
} gjk_geometry2q;

// A shape in its own frame. It may be const. All of it is checked by every call that gets it.
typedef struct gjk_shape2q {
    // What it is: GJK_POINT, GJK_BALL and so on. Zero is no kind.
    int32_t kind;
    // The radius of a ball that is swept around the shape: a cuboid gets round edges and grows by it on all
    // sides. Zero leaves the shape as it is.
    gjk_q16 margin;
    // Its sizes.
    union gjk_geometry2q of;
} gjk_shape2q;

// A rotation as the cosine and the sine of its angle, or any positive multiple of them; counter-clockwise. The
// identity is 1073741824, 0.
typedef struct gjk_rotation2q {
    // The cosine.
    gjk_q30 cos;
    // The sine.
    gjk_q30 sin;
} gjk_rotation2q;

// Where a body is: first the rotation, then the translation. World point = rotation * local point + position.
typedef struct gjk_pose2q {
    // How the body is turned.
    struct gjk_rotation2q rotation;
    // Where its origin is.
    struct gjk_vec2q position;
} gjk_pose2q;

// A unit vector in the plane, in fixed point.
typedef struct gjk_unit2q {
    // Along the x axis.
    gjk_q30 x;
    // Along the y axis.
    gjk_q30 y;
} gjk_unit2q;

// What a query leaves behind for the next one of the same pair of bodies. Keep one for each pair, zeroed at
// first.
typedef struct gjk_warm_start2q {
    // The library's own. Only all of them together may be copied, or set to zero.
    uint64_t words[16];
} gjk_warm_start2q;

// What may be asked for beyond the defaults. A field that is zero stays at its default, so start from a zeroed
// struct; a null pointer in its place means all defaults.
typedef struct gjk_options2q {
    // The gap between the bounds at which a query is content, relative to the depth or to the distance of the
    // cores (the shapes without margins and radii). Default: all that rounding allows; where a curved core
    // takes part (ellipsoid, cylinder, cone, GJK_SUPPORT) 1e-6 in float. For all that rounding allows there as
    // well, give the least positive number (FLT_MIN).
    gjk_q30 tolerance;
    // A distance beyond which the answer does not matter: the query ends with GJK_DISTANCE_LIMIT once the
    // bodies are proven farther apart. Default: none. For no more than whether they are apart, give the least
    // positive number. No part in intersects and penetration. The points of a manifold may be as far apart as
    // this; by default they touch.
    gjk_q16 limit;
    // The first direction to try, from A to B in the world: the normal of the last answer, say. Its length has
    // no meaning. Default: the one between the centres.
    struct gjk_unit2q direction;
    // The most rounds of GJK. Default: 64.
    uint32_t max_iterations;
    // The most rounds of EPA, those of the refinement of curved pairs included. Default: as many as the
    // workspace has room for.
    uint32_t max_epa_iterations;
    // How near the bodies have to come for a cast or a time of impact to end. Default: until they touch.
    gjk_q16 target_distance;
    // The most poses that a cast or a time of impact looks at after the first. Default: 4096.
    uint32_t max_cast_iterations;
    // What the last query of the same pair left behind, to begin with, and to be left behind for the next one.
    // Default: none. No part in casts and times of impact.
    struct gjk_warm_start2q *warm_start;
} gjk_options2q;

// An answer. Points and normal are in the world, lengths in the unit of the input.
typedef struct gjk_result2q {
    // The distance, or minus the depth: the length of the shortest translation that separates the bodies. It
    // lies between the bounds, up to a few rounding steps. The distance function answers zero for bodies that
    // overlap.
    gjk_q16 distance;
    // No two points of the bodies are nearer than this, if it is positive; it then proves them apart. If it is
    // negative, a translation of B by this length along the normal separates the bodies for certain, up to
    // rounding; minus the largest number if none is known.
    gjk_q16 lower_bound;
    // The bodies are no farther apart than this. If it is negative, no shorter translation separates them: it
    // proves that they overlap. The largest number if nothing is known.
    gjk_q16 upper_bound;
    // Unit vector from A to B; for bodies that overlap the direction in which B has to move.
    struct gjk_unit2q normal;
    // The point of A nearest to B, or deepest inside it.
    struct gjk_vec2q on_a;
    // The point of B nearest to A, or deepest inside it. For bodies that overlap on_a - on_b is the shortest
    // translation of B that separates them.
    struct gjk_vec2q on_b;
    // How the query ended.
    gjk_status status;
    // Rounds of GJK.
    uint32_t iterations;
    // Rounds of EPA and of the refinement of curved pairs.
    uint32_t epa_iterations;
    // Are the bodies proven apart? Else they overlap or touch, or nothing was proven, which the bounds tell.
    bool is_separated;
} gjk_result2q;

// A ray in the world: the points origin + t * direction for t from zero to max_time. A ray far from the
// world's origin loses no digits.
typedef struct gjk_ray2q {
    // Where it starts.
    struct gjk_vec2q origin;
    // Where it goes in one unit of time. It need not be of unit length: times are multiples of it.
    struct gjk_vec2q direction;
    // When it ends.
    gjk_q16 max_time;
} gjk_ray2q;

// The first contact of a ray and a body, or of two moving bodies. Points and normal are in the world, times in
// units of the velocities given.
typedef struct gjk_impact2q {
    // The time of first contact, as far as it is known: to move for so long is safe. Zero if there is contact
    // at the start.
    gjk_q16 time;
    // Before this the bodies are proven farther apart than the target. It is time.
    gjk_q16 lower_bound;
    // At this time they are as near as the target. It is time, or a few rounding steps later, if the search
    // converged; else the largest number: no contact is known.
    gjk_q16 upper_bound;
    // Unit vector from A to B at the contact; of a ray, the outward normal of the body.
    struct gjk_unit2q normal;
    // The point of A that is met.
    struct gjk_vec2q on_a;
    // The point of B that meets it; of a ray, its point.
    struct gjk_vec2q on_b;
    // How the search ended. A cap or rounding never makes a miss of a contact.
    gjk_status status;
    // Poses looked at on the way, after the first.
    uint32_t iterations;
    // Are the bodies proven apart all the time? Everything else is zero then.
    bool is_clear;
    // Do the bodies overlap at the start, or are they nearer than the target? For a ray: does it start inside
    // the body or on it?
    bool initially_overlapping;
} gjk_impact2q;

// How a body moves, in the world, from where its pose puts it: at constant velocities.
typedef struct gjk_motion2q {
    // The velocity of its local origin.
    struct gjk_vec2q velocity;
    // Radians per unit of time, about its local origin: a vector along the axis in space, a number in the
    // plane, counter-clockwise.
    gjk_q16 angular;
} gjk_motion2q;

// A pair of points, one on each body, that touch or nearly do.
typedef struct gjk_contact2q {
    // The point of A.
    struct gjk_vec2q on_a;
    // The point of B across from it, depth away against the normal.
    struct gjk_vec2q on_b;
    // How deep the bodies overlap here, along the normal; negative: the gap between them.
    gjk_q16 depth;
    // What of A it lies on.
    struct gjk_feature_id feature_a;
    // What of B it lies on.
    struct gjk_feature_id feature_b;
} gjk_contact2q;

// Where two bodies touch. In space the points go counter-clockwise about the normal.
typedef struct gjk_contacts2q {
    // Distance or depth, with bounds, normal and status.
    struct gjk_result2q proximity;
    // The area that the facing facets have in common; zero if they meet in a line or a point.
    gjk_q32 patch_area;
    // How many points there are; none if the bodies are proven farther apart than the limit.
    uint32_t count;
    // The points. Those after the last are zero.
    struct gjk_contact2q points[2];
} gjk_contacts2q;

// How the signed distance (the distance, or minus the depth) changes as B moves. For the same motion of A it
// is the negative.
typedef struct gjk_derivative2q {
    // By a translation of B, length per length: the unit vector from A to B.
    struct gjk_unit2q translation;
    // By a rotation of B about the centre, length per radian: a vector along the axis in space, a number in
    // the plane.
    gjk_q16 rotation;
} gjk_derivative2q;

// Memory for a polytope of 64 vertices.
typedef struct gjk_workspace3f_64 {
    // What is in it means nothing between calls.
    uint64_t words[817];
} gjk_workspace3f_64;

// Memory for a polytope of 32 vertices.
typedef struct gjk_workspace3f_32 {
    // What is in it means nothing between calls.
    uint64_t words[401];
} gjk_workspace3f_32;

// Memory for a polytope of 16 vertices.
typedef struct gjk_workspace3f_16 {
    // What is in it means nothing between calls.
    uint64_t words[193];
} gjk_workspace3f_16;

// Memory for a polytope of 64 vertices.
typedef struct gjk_workspace3q_64 {
    // What is in it means nothing between calls.
    uint64_t words[941];
} gjk_workspace3q_64;

// Memory for a polytope of 32 vertices.
typedef struct gjk_workspace3q_32 {
    // What is in it means nothing between calls.
    uint64_t words[461];
} gjk_workspace3q_32;

// Memory for a polytope of 16 vertices.
typedef struct gjk_workspace3q_16 {
    // What is in it means nothing between calls.
    uint64_t words[221];
} gjk_workspace3q_16;

// Memory for a polytope of 64 vertices.
typedef struct gjk_workspace2f_64 {
    // What is in it means nothing between calls.
    uint64_t words[325];
} gjk_workspace2f_64;

// Memory for a polytope of 32 vertices.
typedef struct gjk_workspace2f_32 {
    // What is in it means nothing between calls.
    uint64_t words[165];
} gjk_workspace2f_32;

// Memory for a polytope of 16 vertices.
typedef struct gjk_workspace2f_16 {
    // What is in it means nothing between calls.
    uint64_t words[85];
} gjk_workspace2f_16;

// Memory for a polytope of 64 vertices.
typedef struct gjk_workspace2q_64 {
    // What is in it means nothing between calls.
    uint64_t words[389];
} gjk_workspace2q_64;

// Memory for a polytope of 32 vertices.
typedef struct gjk_workspace2q_32 {
    // What is in it means nothing between calls.
    uint64_t words[197];
} gjk_workspace2q_32;

// Memory for a polytope of 16 vertices.
typedef struct gjk_workspace2q_16 {
    // What is in it means nothing between calls.
    uint64_t words[101];
} gjk_workspace2q_16;

// Memory for a hull of up to 4096 points with 512 vertices.
typedef struct gjk_hull_memory3f_4096 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[15488];
} gjk_hull_memory3f_4096;

// Memory for a hull of up to 512 points with 128 vertices.
typedef struct gjk_hull_memory3f_512 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[2976];
} gjk_hull_memory3f_512;

// Memory for a hull of up to 64 points with 64 vertices.
typedef struct gjk_hull_memory3f_64 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[1152];
} gjk_hull_memory3f_64;

// Memory for a hull of up to 4096 points with 512 vertices.
typedef struct gjk_hull_memory3q_4096 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[15488];
} gjk_hull_memory3q_4096;

// Memory for a hull of up to 512 points with 128 vertices.
typedef struct gjk_hull_memory3q_512 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[2976];
} gjk_hull_memory3q_512;

// Memory for a hull of up to 64 points with 64 vertices.
typedef struct gjk_hull_memory3q_64 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[1152];
} gjk_hull_memory3q_64;

// Memory for a hull of up to 4096 points with 512 vertices.
typedef struct gjk_hull_memory2f_4096 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[8064];
} gjk_hull_memory2f_4096;

// Memory for a hull of up to 512 points with 128 vertices.
typedef struct gjk_hull_memory2f_512 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[1120];
} gjk_hull_memory2f_512;

// Memory for a hull of up to 64 points with 64 vertices.
typedef struct gjk_hull_memory2f_64 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[224];
} gjk_hull_memory2f_64;

// Memory for a hull of up to 4096 points with 512 vertices.
typedef struct gjk_hull_memory2q_4096 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[8064];
} gjk_hull_memory2q_4096;

// Memory for a hull of up to 512 points with 128 vertices.
typedef struct gjk_hull_memory2q_512 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[1120];
} gjk_hull_memory2q_512;

// Memory for a hull of up to 64 points with 64 vertices.
typedef struct gjk_hull_memory2q_64 {
    // The hull lies in it; what there was before means nothing.
    uint64_t words[224];
} gjk_hull_memory2q_64;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The bytes of the smallest memory for a hull of so many points with so many vertices; zero if there is none.
size_t gjk_hull_memory_size3f(uint32_t points, uint32_t vertices);

// Builds the convex hull of points in any order. It lies in the memory given, which has to stay as it is for
// as long as the hull is used: aligned to 8 bytes, of at least the size of the smallest struct for it; the
// largest struct that fits in is used. The largest ones take a while to set up; give no more than needed.
//
// If max_vertices is not zero, the hull has no more than so many: those that lie farthest out. It lies inside
// the hull of all points, none of which is farther outside than *error. With *error as margin of its shape it
// holds them all. The pointer to it may be null.
gjk_error gjk_build_hull3f(const struct gjk_vec3f *points,
                           size_t count,
                           uint32_t max_vertices,
                           void *memory,
                           size_t memory_size,
                           struct gjk_polyhedron3f *hull,
                           float *error);

// The bytes of the smallest workspace with room for so many vertices; zero if there is none.
size_t gjk_workspace_size3f(uint32_t vertices);

// Says what every query would say of this shape. Of a polyhedron it looks at all numbers as well, which takes
// a time that grows with the square of the number of vertices; queries take them as they are, and wrong ones
// give wrong answers, but nothing worse.
gjk_error gjk_check_shape3f(const struct gjk_shape3f *shape);

// Do two bodies intersect? Touching counts, and so does what could not be proven apart: false is proven.
gjk_error gjk_intersects3f(const struct gjk_shape3f *a,
                           const struct gjk_pose3f *pose_a,
                           const struct gjk_shape3f *b,
                           const struct gjk_pose3f *pose_b,
                           const struct gjk_options3f *options,
                           bool *result);

// How far apart are two bodies, and where? Bodies that overlap have distance zero, both bounds zero, one
// common point, and as normal the best axis known.
gjk_error gjk_distance3f(const struct gjk_shape3f *a,
                         const struct gjk_pose3f *pose_a,
                         const struct gjk_shape3f *b,
                         const struct gjk_pose3f *pose_b,
                         const struct gjk_options3f *options,
                         struct gjk_result3f *result);

// How deep do two bodies overlap, and which way out? For bodies apart it ends as soon as that is proven,
// mostly with GJK_DISTANCE_LIMIT.
gjk_error gjk_penetration3f(const struct gjk_shape3f *a,
                            const struct gjk_pose3f *pose_a,
                            const struct gjk_shape3f *b,
                            const struct gjk_pose3f *pose_b,
                            const struct gjk_options3f *options,
                            void *workspace,
                            size_t workspace_size,
                            struct gjk_result3f *result);

// Distance or depth, whichever applies.
gjk_error gjk_proximity3f(const struct gjk_shape3f *a,
                          const struct gjk_pose3f *pose_a,
                          const struct gjk_shape3f *b,
                          const struct gjk_pose3f *pose_b,
                          const struct gjk_options3f *options,
                          void *workspace,
                          size_t workspace_size,
                          struct gjk_result3f *result);

// Where does a ray first meet a body?
gjk_error gjk_ray_cast3f(const struct gjk_shape3f *shape,
                         const struct gjk_pose3f *pose,
                         const struct gjk_ray3f *ray,
                         const struct gjk_options3f *options,
                         struct gjk_impact3f *result);

// When do two bodies first meet, if A stands still and B moves by t * *velocity for t from zero to max_time?
gjk_error gjk_shape_cast3f(const struct gjk_shape3f *a,
                           const struct gjk_pose3f *pose_a,
                           const struct gjk_shape3f *b,
                           const struct gjk_pose3f *pose_b,
                           const struct gjk_vec3f *velocity,
                           float max_time,
                           const struct gjk_options3f *options,
                           void *workspace,
                           size_t workspace_size,
                           struct gjk_impact3f *result);

// When do two bodies first meet that move and turn, from zero to max_time? A null pointer in place of a motion
// means that the body stands still.
gjk_error gjk_time_of_impact3f(const struct gjk_shape3f *a,
                               const struct gjk_pose3f *pose_a,
                               const struct gjk_motion3f *motion_a,
                               const struct gjk_shape3f *b,
                               const struct gjk_pose3f *pose_b,
                               const struct gjk_motion3f *motion_b,
                               float max_time,
                               const struct gjk_options3f *options,
                               void *workspace,
                               size_t workspace_size,
                               struct gjk_impact3f *result);

// Are two bodies proven farther apart than a margin? It ends as soon as either is known. False says that they
// are not, or that no proof was found.
gjk_error gjk_has_clearance3f(const struct gjk_shape3f *a,
                              const struct gjk_pose3f *pose_a,
                              const struct gjk_shape3f *b,
                              const struct gjk_pose3f *pose_b,
                              float margin,
                              const struct gjk_options3f *options,
                              bool *result);

// Where do two bodies touch, and how deep at each of these points?
gjk_error gjk_manifold3f(const struct gjk_shape3f *a,
                         const struct gjk_pose3f *pose_a,
                         const struct gjk_shape3f *b,
                         const struct gjk_pose3f *pose_b,
                         const struct gjk_options3f *options,
                         void *workspace,
                         size_t workspace_size,
                         struct gjk_contacts3f *result);

// Distance or depth, and how they change as B moves: translates, or turns about *center, a point in the world.
gjk_error gjk_gradient3f(const struct gjk_shape3f *a,
                         const struct gjk_pose3f *pose_a,
                         const struct gjk_shape3f *b,
                         const struct gjk_pose3f *pose_b,
                         const struct gjk_vec3f *center,
                         const struct gjk_options3f *options,
                         void *workspace,
                         size_t workspace_size,
                         struct gjk_result3f *result,
                         struct gjk_derivative3f *derivative);

// The bytes of the smallest memory for a hull of so many points with so many vertices; zero if there is none.
size_t gjk_hull_memory_size3q(uint32_t points, uint32_t vertices);

// Builds the convex hull of points in any order. It lies in the memory given, which has to stay as it is for
// as long as the hull is used: aligned to 8 bytes, of at least the size of the smallest struct for it; the
// largest struct that fits in is used. The largest ones take a while to set up; give no more than needed.
//
// If max_vertices is not zero, the hull has no more than so many: those that lie farthest out. It lies inside
// the hull of all points, none of which is farther outside than *error. With *error as margin of its shape it
// holds them all. The pointer to it may be null.
gjk_error gjk_build_hull3q(const struct gjk_vec3q *points,
                           size_t count,
                           uint32_t max_vertices,
                           void *memory,
                           size_t memory_size,
                           struct gjk_polyhedron3q *hull,
                           gjk_q16 *error);

// The bytes of the smallest workspace with room for so many vertices; zero if there is none.
size_t gjk_workspace_size3q(uint32_t vertices);

// Says what every query would say of this shape. Of a polyhedron it looks at all numbers as well, which takes
// a time that grows with the square of the number of vertices; queries take them as they are, and wrong ones
// give wrong answers, but nothing worse.
gjk_error gjk_check_shape3q(const struct gjk_shape3q *shape);

// Do two bodies intersect? Touching counts, and so does what could not be proven apart: false is proven.
gjk_error gjk_intersects3q(const struct gjk_shape3q *a,
                           const struct gjk_pose3q *pose_a,
                           const struct gjk_shape3q *b,
                           const struct gjk_pose3q *pose_b,
                           const struct gjk_options3q *options,
                           bool *result);

// How far apart are two bodies, and where? Bodies that overlap have distance zero, both bounds zero, one
// common point, and as normal the best axis known.
gjk_error gjk_distance3q(const struct gjk_shape3q *a,
                         const struct gjk_pose3q *pose_a,
                         const struct gjk_shape3q *b,
                         const struct gjk_pose3q *pose_b,
                         const struct gjk_options3q *options,
                         struct gjk_result3q *result);

// How deep do two bodies overlap, and which way out? For bodies apart it ends as soon as that is proven,
// mostly with GJK_DISTANCE_LIMIT.
gjk_error gjk_penetration3q(const struct gjk_shape3q *a,
                            const struct gjk_pose3q *pose_a,
                            const struct gjk_shape3q *b,
                            const struct gjk_pose3q *pose_b,
                            const struct gjk_options3q *options,
                            void *workspace,
                            size_t workspace_size,
                            struct gjk_result3q *result);

// Distance or depth, whichever applies.
gjk_error gjk_proximity3q(const struct gjk_shape3q *a,
                          const struct gjk_pose3q *pose_a,
                          const struct gjk_shape3q *b,
                          const struct gjk_pose3q *pose_b,
                          const struct gjk_options3q *options,
                          void *workspace,
                          size_t workspace_size,
                          struct gjk_result3q *result);

// Where does a ray first meet a body?
gjk_error gjk_ray_cast3q(const struct gjk_shape3q *shape,
                         const struct gjk_pose3q *pose,
                         const struct gjk_ray3q *ray,
                         const struct gjk_options3q *options,
                         struct gjk_impact3q *result);

// When do two bodies first meet, if A stands still and B moves by t * *velocity for t from zero to max_time?
gjk_error gjk_shape_cast3q(const struct gjk_shape3q *a,
                           const struct gjk_pose3q *pose_a,
                           const struct gjk_shape3q *b,
                           const struct gjk_pose3q *pose_b,
                           const struct gjk_vec3q *velocity,
                           gjk_q16 max_time,
                           const struct gjk_options3q *options,
                           void *workspace,
                           size_t workspace_size,
                           struct gjk_impact3q *result);

// When do two bodies first meet that move and turn, from zero to max_time? A null pointer in place of a motion
// means that the body stands still.
gjk_error gjk_time_of_impact3q(const struct gjk_shape3q *a,
                               const struct gjk_pose3q *pose_a,
                               const struct gjk_motion3q *motion_a,
                               const struct gjk_shape3q *b,
                               const struct gjk_pose3q *pose_b,
                               const struct gjk_motion3q *motion_b,
                               gjk_q16 max_time,
                               const struct gjk_options3q *options,
                               void *workspace,
                               size_t workspace_size,
                               struct gjk_impact3q *result);

// Are two bodies proven farther apart than a margin? It ends as soon as either is known. False says that they
// are not, or that no proof was found.
gjk_error gjk_has_clearance3q(const struct gjk_shape3q *a,
                              const struct gjk_pose3q *pose_a,
                              const struct gjk_shape3q *b,
                              const struct gjk_pose3q *pose_b,
                              gjk_q16 margin,
                              const struct gjk_options3q *options,
                              bool *result);

// Where do two bodies touch, and how deep at each of these points?
gjk_error gjk_manifold3q(const struct gjk_shape3q *a,
                         const struct gjk_pose3q *pose_a,
                         const struct gjk_shape3q *b,
                         const struct gjk_pose3q *pose_b,
                         const struct gjk_options3q *options,
                         void *workspace,
                         size_t workspace_size,
                         struct gjk_contacts3q *result);

// Distance or depth, and how they change as B moves: translates, or turns about *center, a point in the world.
gjk_error gjk_gradient3q(const struct gjk_shape3q *a,
                         const struct gjk_pose3q *pose_a,
                         const struct gjk_shape3q *b,
                         const struct gjk_pose3q *pose_b,
                         const struct gjk_vec3q *center,
                         const struct gjk_options3q *options,
                         void *workspace,
                         size_t workspace_size,
                         struct gjk_result3q *result,
                         struct gjk_derivative3q *derivative);

// The bytes of the smallest memory for a hull of so many points with so many vertices; zero if there is none.
size_t gjk_hull_memory_size2f(uint32_t points, uint32_t vertices);

// Builds the convex hull of points in any order. It lies in the memory given, which has to stay as it is for
// as long as the hull is used: aligned to 8 bytes, of at least the size of the smallest struct for it; the
// largest struct that fits in is used. The largest ones take a while to set up; give no more than needed.
//
// If max_vertices is not zero, the hull has no more than so many: those that lie farthest out. It lies inside
// the hull of all points, none of which is farther outside than *error. With *error as margin of its shape it
// holds them all. The pointer to it may be null.
gjk_error gjk_build_hull2f(const struct gjk_vec2f *points,
                           size_t count,
                           uint32_t max_vertices,
                           void *memory,
                           size_t memory_size,
                           struct gjk_points2f *hull,
                           float *error);

// The bytes of the smallest workspace with room for so many vertices; zero if there is none.
size_t gjk_workspace_size2f(uint32_t vertices);

// Says what every query would say of this shape. Of a polyhedron it looks at all numbers as well, which takes
// a time that grows with the square of the number of vertices; queries take them as they are, and wrong ones
// give wrong answers, but nothing worse.
gjk_error gjk_check_shape2f(const struct gjk_shape2f *shape);

// Do two bodies intersect? Touching counts, and so does what could not be proven apart: false is proven.
gjk_error gjk_intersects2f(const struct gjk_shape2f *a,
                           const struct gjk_pose2f *pose_a,
                           const struct gjk_shape2f *b,
                           const struct gjk_pose2f *pose_b,
                           const struct gjk_options2f *options,
                           bool *result);

// How far apart are two bodies, and where? Bodies that overlap have distance zero, both bounds zero, one
// common point, and as normal the best axis known.
gjk_error gjk_distance2f(const struct gjk_shape2f *a,
                         const struct gjk_pose2f *pose_a,
                         const struct gjk_shape2f *b,
                         const struct gjk_pose2f *pose_b,
                         const struct gjk_options2f *options,
                         struct gjk_result2f *result);

// How deep do two bodies overlap, and which way out? For bodies apart it ends as soon as that is proven,
// mostly with GJK_DISTANCE_LIMIT.
gjk_error gjk_penetration2f(const struct gjk_shape2f *a,
                            const struct gjk_pose2f *pose_a,
                            const struct gjk_shape2f *b,
                            const struct gjk_pose2f *pose_b,
                            const struct gjk_options2f *options,
                            void *workspace,
                            size_t workspace_size,
                            struct gjk_result2f *result);

// Distance or depth, whichever applies.
gjk_error gjk_proximity2f(const struct gjk_shape2f *a,
                          const struct gjk_pose2f *pose_a,
                          const struct gjk_shape2f *b,
                          const struct gjk_pose2f *pose_b,
                          const struct gjk_options2f *options,
                          void *workspace,
                          size_t workspace_size,
                          struct gjk_result2f *result);

// Where does a ray first meet a body?
gjk_error gjk_ray_cast2f(const struct gjk_shape2f *shape,
                         const struct gjk_pose2f *pose,
                         const struct gjk_ray2f *ray,
                         const struct gjk_options2f *options,
                         struct gjk_impact2f *result);

// When do two bodies first meet, if A stands still and B moves by t * *velocity for t from zero to max_time?
gjk_error gjk_shape_cast2f(const struct gjk_shape2f *a,
                           const struct gjk_pose2f *pose_a,
                           const struct gjk_shape2f *b,
                           const struct gjk_pose2f *pose_b,
                           const struct gjk_vec2f *velocity,
                           float max_time,
                           const struct gjk_options2f *options,
                           void *workspace,
                           size_t workspace_size,
                           struct gjk_impact2f *result);

// When do two bodies first meet that move and turn, from zero to max_time? A null pointer in place of a motion
// means that the body stands still.
gjk_error gjk_time_of_impact2f(const struct gjk_shape2f *a,
                               const struct gjk_pose2f *pose_a,
                               const struct gjk_motion2f *motion_a,
                               const struct gjk_shape2f *b,
                               const struct gjk_pose2f *pose_b,
                               const struct gjk_motion2f *motion_b,
                               float max_time,
                               const struct gjk_options2f *options,
                               void *workspace,
                               size_t workspace_size,
                               struct gjk_impact2f *result);

// Are two bodies proven farther apart than a margin? It ends as soon as either is known. False says that they
// are not, or that no proof was found.
gjk_error gjk_has_clearance2f(const struct gjk_shape2f *a,
                              const struct gjk_pose2f *pose_a,
                              const struct gjk_shape2f *b,
                              const struct gjk_pose2f *pose_b,
                              float margin,
                              const struct gjk_options2f *options,
                              bool *result);

// Where do two bodies touch, and how deep at each of these points?
gjk_error gjk_manifold2f(const struct gjk_shape2f *a,
                         const struct gjk_pose2f *pose_a,
                         const struct gjk_shape2f *b,
                         const struct gjk_pose2f *pose_b,
                         const struct gjk_options2f *options,
                         void *workspace,
                         size_t workspace_size,
                         struct gjk_contacts2f *result);

// Distance or depth, and how they change as B moves: translates, or turns about *center, a point in the world.
gjk_error gjk_gradient2f(const struct gjk_shape2f *a,
                         const struct gjk_pose2f *pose_a,
                         const struct gjk_shape2f *b,
                         const struct gjk_pose2f *pose_b,
                         const struct gjk_vec2f *center,
                         const struct gjk_options2f *options,
                         void *workspace,
                         size_t workspace_size,
                         struct gjk_result2f *result,
                         struct gjk_derivative2f *derivative);

// The bytes of the smallest memory for a hull of so many points with so many vertices; zero if there is none.
size_t gjk_hull_memory_size2q(uint32_t points, uint32_t vertices);

// Builds the convex hull of points in any order. It lies in the memory given, which has to stay as it is for
// as long as the hull is used: aligned to 8 bytes, of at least the size of the smallest struct for it; the
// largest struct that fits in is used. The largest ones take a while to set up; give no more than needed.
//
// If max_vertices is not zero, the hull has no more than so many: those that lie farthest out. It lies inside
// the hull of all points, none of which is farther outside than *error. With *error as margin of its shape it
// holds them all. The pointer to it may be null.
gjk_error gjk_build_hull2q(const struct gjk_vec2q *points,
                           size_t count,
                           uint32_t max_vertices,
                           void *memory,
                           size_t memory_size,
                           struct gjk_points2q *hull,
                           gjk_q16 *error);

// The bytes of the smallest workspace with room for so many vertices; zero if there is none.
size_t gjk_workspace_size2q(uint32_t vertices);

// Says what every query would say of this shape. Of a polyhedron it looks at all numbers as well, which takes
// a time that grows with the square of the number of vertices; queries take them as they are, and wrong ones
// give wrong answers, but nothing worse.
gjk_error gjk_check_shape2q(const struct gjk_shape2q *shape);

// Do two bodies intersect? Touching counts, and so does what could not be proven apart: false is proven.
gjk_error gjk_intersects2q(const struct gjk_shape2q *a,
                           const struct gjk_pose2q *pose_a,
                           const struct gjk_shape2q *b,
                           const struct gjk_pose2q *pose_b,
                           const struct gjk_options2q *options,
                           bool *result);

// How far apart are two bodies, and where? Bodies that overlap have distance zero, both bounds zero, one
// common point, and as normal the best axis known.
gjk_error gjk_distance2q(const struct gjk_shape2q *a,
                         const struct gjk_pose2q *pose_a,
                         const struct gjk_shape2q *b,
                         const struct gjk_pose2q *pose_b,
                         const struct gjk_options2q *options,
                         struct gjk_result2q *result);

// How deep do two bodies overlap, and which way out? For bodies apart it ends as soon as that is proven,
// mostly with GJK_DISTANCE_LIMIT.
gjk_error gjk_penetration2q(const struct gjk_shape2q *a,
                            const struct gjk_pose2q *pose_a,
                            const struct gjk_shape2q *b,
                            const struct gjk_pose2q *pose_b,
                            const struct gjk_options2q *options,
                            void *workspace,
                            size_t workspace_size,
                            struct gjk_result2q *result);

// Distance or depth, whichever applies.
gjk_error gjk_proximity2q(const struct gjk_shape2q *a,
                          const struct gjk_pose2q *pose_a,
                          const struct gjk_shape2q *b,
                          const struct gjk_pose2q *pose_b,
                          const struct gjk_options2q *options,
                          void *workspace,
                          size_t workspace_size,
                          struct gjk_result2q *result);

// Where does a ray first meet a body?
gjk_error gjk_ray_cast2q(const struct gjk_shape2q *shape,
                         const struct gjk_pose2q *pose,
                         const struct gjk_ray2q *ray,
                         const struct gjk_options2q *options,
                         struct gjk_impact2q *result);

// When do two bodies first meet, if A stands still and B moves by t * *velocity for t from zero to max_time?
gjk_error gjk_shape_cast2q(const struct gjk_shape2q *a,
                           const struct gjk_pose2q *pose_a,
                           const struct gjk_shape2q *b,
                           const struct gjk_pose2q *pose_b,
                           const struct gjk_vec2q *velocity,
                           gjk_q16 max_time,
                           const struct gjk_options2q *options,
                           void *workspace,
                           size_t workspace_size,
                           struct gjk_impact2q *result);

// When do two bodies first meet that move and turn, from zero to max_time? A null pointer in place of a motion
// means that the body stands still.
gjk_error gjk_time_of_impact2q(const struct gjk_shape2q *a,
                               const struct gjk_pose2q *pose_a,
                               const struct gjk_motion2q *motion_a,
                               const struct gjk_shape2q *b,
                               const struct gjk_pose2q *pose_b,
                               const struct gjk_motion2q *motion_b,
                               gjk_q16 max_time,
                               const struct gjk_options2q *options,
                               void *workspace,
                               size_t workspace_size,
                               struct gjk_impact2q *result);

// Are two bodies proven farther apart than a margin? It ends as soon as either is known. False says that they
// are not, or that no proof was found.
gjk_error gjk_has_clearance2q(const struct gjk_shape2q *a,
                              const struct gjk_pose2q *pose_a,
                              const struct gjk_shape2q *b,
                              const struct gjk_pose2q *pose_b,
                              gjk_q16 margin,
                              const struct gjk_options2q *options,
                              bool *result);

// Where do two bodies touch, and how deep at each of these points?
gjk_error gjk_manifold2q(const struct gjk_shape2q *a,
                         const struct gjk_pose2q *pose_a,
                         const struct gjk_shape2q *b,
                         const struct gjk_pose2q *pose_b,
                         const struct gjk_options2q *options,
                         void *workspace,
                         size_t workspace_size,
                         struct gjk_contacts2q *result);

// Distance or depth, and how they change as B moves: translates, or turns about *center, a point in the world.
gjk_error gjk_gradient2q(const struct gjk_shape2q *a,
                         const struct gjk_pose2q *pose_a,
                         const struct gjk_shape2q *b,
                         const struct gjk_pose2q *pose_b,
                         const struct gjk_vec2q *center,
                         const struct gjk_options2q *options,
                         void *workspace,
                         size_t workspace_size,
                         struct gjk_result2q *result,
                         struct gjk_derivative2q *derivative);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GJK_H */
