// The tests of one vector type. test.c includes this file once for each type, with these macros:
//
// SUFFIX       3f, 2f, 3q or 2q
// DIMENSION    3 or 2
// IS_FIXED     1 for fixed point
// STEP         a few rounding steps at the size of the numbers in the tests
// IDENTITY     initialiser of the identity pose

#define JOIN_AS_IS(a, b) a##b
#define JOIN(a, b) JOIN_AS_IS(a, b)
#define GJK(name) JOIN(gjk_##name, SUFFIX)
#define MY(name) JOIN(name##_, SUFFIX)

#if IS_FIXED
#define FROM(x) GJK_Q16(x)
#define FROM_UNIT(x) GJK_Q30(x)
#define REAL(x) ((x) / 65536.0)
#define REAL_UNIT(x) ((x) / 1073741824.0)
#define SCALAR gjk_q16
#define UNIT_VECTOR JOIN(gjk_unit, SUFFIX)
#define LIMIT GJK_LIMITQ
#define BEYOND (GJK_LIMITQ + 1)
#define LEAST 1
#else
#define FROM(x) ((float)(x))
#define FROM_UNIT(x) ((float)(x))
#define REAL(x) ((double)(x))
#define REAL_UNIT(x) ((double)(x))
#define SCALAR float
#define UNIT_VECTOR JOIN(gjk_vec, SUFFIX)
#define LIMIT GJK_LIMITF
#define BEYOND (GJK_LIMITF * 1.0000002f)
#define LEAST 1.17549435e-38f
#endif

#define VECTOR GJK(vec)
#define SHAPE GJK(shape)
#define POSE GJK(pose)
#define OPTIONS GJK(options)
#define RESULT GJK(result)
#define WARM_START GJK(warm_start)

// The identity pose: the frame of the body is the world.
static const POSE MY(home) = IDENTITY;

// Makes a vector. In the plane, z is ignored.
static VECTOR MY(vec)(double x, double y, double z) {
    VECTOR vector;
    vector.x = FROM(x);
    vector.y = FROM(y);
#if DIMENSION == 3
    vector.z = FROM(z);
#else
    (void)z;
#endif
    return vector;
}

static double MY(product)(double x, double y, double z, UNIT_VECTOR unit) {
#if DIMENSION == 3
    return x * REAL_UNIT(unit.x) + y * REAL_UNIT(unit.y) + z * REAL_UNIT(unit.z);
#else
    (void)z;
    return x * REAL_UNIT(unit.x) + y * REAL_UNIT(unit.y);
#endif
}

// Makes a pose with a rotation about the z axis, by twice the angle with this cosine and sine.
static POSE MY(at)(double x, double y, double z, double half_cos, double half_sin) {
    POSE pose;
#if DIMENSION == 3
    pose.rotation.x = pose.rotation.y = 0;
    pose.rotation.z = FROM_UNIT(half_sin);
    pose.rotation.w = FROM_UNIT(half_cos);
#else
    pose.rotation.cos = FROM_UNIT(half_cos * half_cos - half_sin * half_sin);
    pose.rotation.sin = FROM_UNIT(2 * half_cos * half_sin);
#endif
    pose.position = MY(vec)(x, y, z);
    return pose;
}

static POSE MY(moved)(double x, double y, double z) {
    return MY(at)(x, y, z, 1, 0);
}

// Zeroed, because they are static.
static SHAPE MY(no_shape);
static OPTIONS MY(defaults);
static RESULT MY(no_result);

static SHAPE MY(shape)(int32_t kind) {
    SHAPE shape = MY(no_shape);
    shape.kind = kind;
    return shape;
}

static SHAPE MY(point)(double x, double y, double z) {
    SHAPE shape = MY(shape)(GJK_POINT);
    shape.of.position = MY(vec)(x, y, z);
    return shape;
}

static SHAPE MY(ball)(double radius) {
    SHAPE shape = MY(shape)(GJK_BALL);
    shape.of.radius = FROM(radius);
    return shape;
}

static SHAPE MY(segment)(void) {
    SHAPE shape = MY(shape)(GJK_SEGMENT);
    shape.of.segment.a = MY(vec)(-2, 0, 0);
    shape.of.segment.b = MY(vec)(2, 0, 0);
    return shape;
}

static SHAPE MY(capsule)(double radius) {
    SHAPE shape = MY(shape)(GJK_CAPSULE);
    shape.of.capsule.a = MY(vec)(-2, 0, 0);
    shape.of.capsule.b = MY(vec)(2, 0, 0);
    shape.of.capsule.radius = FROM(radius);
    return shape;
}

static SHAPE MY(triangle)(void) {
    SHAPE shape = MY(shape)(GJK_TRIANGLE);
    shape.of.triangle.a = MY(vec)(0, 0, 0);
    shape.of.triangle.b = MY(vec)(4, 0, 0);
    shape.of.triangle.c = MY(vec)(0, 4, 0);
    return shape;
}

static SHAPE MY(cuboid)(double x, double y, double z) {
    SHAPE shape = MY(shape)(GJK_CUBOID);
    shape.of.half_extents = MY(vec)(x, y, z);
    return shape;
}

static SHAPE MY(ellipsoid)(double x, double y, double z) {
    SHAPE shape = MY(shape)(GJK_ELLIPSOID);
    shape.of.radii = MY(vec)(x, y, z);
    return shape;
}

// The corners of a square; in space also the apex of a pyramid over it, and a point inside.
#define CORNERS (DIMENSION == 3 ? 6 : 4)
static VECTOR MY(corners)[6];

static SHAPE MY(hull)(void) {
    SHAPE shape = MY(shape)(GJK_HULL);
    MY(corners)[0] = MY(vec)(-1, -1, 0);
    MY(corners)[1] = MY(vec)(1, -1, 0);
    MY(corners)[2] = MY(vec)(1, 1, 0);
    MY(corners)[3] = MY(vec)(-1, 1, 0);
    MY(corners)[4] = MY(vec)(0, 0, 2);
    MY(corners)[5] = MY(vec)(0, 0, 1);
    shape.of.hull.points = MY(corners);
    shape.of.hull.count = CORNERS;
    return shape;
}

// The data that the user pointer of a support function points to.
struct MY(user) {
    double reach;
    unsigned calls;
};

static double MY(magnitude)(double x) {
    return x < 0 ? -x : x;
}

// A support function: the hull of the points at `reach` and -`reach` on the axes. Each call also makes another query,
// to test that the library can be called from a support function.
static void MY(diamond)(const void *user, const VECTOR *direction, VECTOR *point) {
    struct MY(user) *reached = (struct MY(user) *)(uintptr_t)user;
    double x = REAL(direction->x), y = REAL(direction->y), reach = reached->reach;
    SHAPE ball = MY(ball)(1);
    bool inner = false;
    if (GJK(intersects)(&ball, NULL, &ball, NULL, NULL, &inner) == GJK_OK && inner) {
        reached->calls += 1;
    }
#if DIMENSION == 3
    double z = REAL(direction->z);
    if (MY(magnitude)(z) > MY(magnitude)(x) && MY(magnitude)(z) > MY(magnitude)(y)) {
        *point = MY(vec)(0, 0, z < 0 ? -reach : reach);
        return;
    }
#endif
    if (MY(magnitude)(x) > MY(magnitude)(y)) {
        *point = MY(vec)(x < 0 ? -reach : reach, 0, 0);
    } else {
        *point = MY(vec)(0, y < 0 ? -reach : reach, 0);
    }
}

static void MY(silent)(const void *user, const VECTOR *direction, VECTOR *point) {
    (void)user;
    (void)direction;
    (void)point;
}

static SHAPE MY(support)(GJK(support_function) function, const void *user, int32_t is_polytope) {
    SHAPE shape = MY(shape)(GJK_SUPPORT);
    shape.of.support.function = function;
    shape.of.support.user = user;
    shape.of.support.is_polytope = is_polytope;
    return shape;
}

static bool MY(is_near)(double a, double b, double tolerance) {
    return MY(magnitude)(a - b) <= tolerance;
}

// Checks the result of a query with a known signed distance and normal (x, y, z). A zero normal is not checked.
static void MY(check_answer)(int line, const RESULT *r, double distance, double x, double y, double z, double off) {
    check_at(line, MY(is_near)(REAL(r->distance), distance, off));
    check_at(line, REAL(r->lower_bound) <= distance + off && REAL(r->upper_bound) >= distance - off);
    check_at(line, r->lower_bound <= r->distance && r->distance <= r->upper_bound);
    check_at(line, r->is_separated == (distance > 0));
    check_at(line, r->is_separated ? r->lower_bound > 0 : r->lower_bound <= 0);
    if (x != 0 || y != 0 || z != 0) {
        check_at(line, MY(product)(x, y, z, r->normal) > 0.9999);
    }
    // The displacement between the points is the distance along the normal.
    double d = REAL(r->distance);
    check_at(line, MY(is_near)(REAL(r->on_b.x) - REAL(r->on_a.x), d * REAL_UNIT(r->normal.x), off));
    check_at(line, MY(is_near)(REAL(r->on_b.y) - REAL(r->on_a.y), d * REAL_UNIT(r->normal.y), off));
#if DIMENSION == 3
    check_at(line, MY(is_near)(REAL(r->on_b.z) - REAL(r->on_a.z), d * REAL_UNIT(r->normal.z), off));
#endif
}

// Runs all queries on a pair with known signed distance and normal, with every size of workspace.
static void MY(ask)(int line, const SHAPE *a, const POSE *at, const SHAPE *b, const POSE *bt, double distance, double x,
                    double y, double z, double off) {
    RESULT r = MY(no_result);
    bool intersecting = distance > 0;
    check_at(line, GJK(check_shape)(a) == GJK_OK && GJK(check_shape)(b) == GJK_OK);
    check_at(line, GJK(intersects)(a, at, b, bt, NULL, &intersecting) == GJK_OK);
    check_at(line, intersecting == (distance <= 0));
    check_at(line, GJK(distance)(a, at, b, bt, NULL, &r) == GJK_OK);
    if (distance > 0) {
        MY(check_answer)(line, &r, distance, x, y, z, off);
        check_at(line, r.status == GJK_CONVERGED && r.epa_iterations == 0);
    } else {
        check_at(line, r.distance == 0 && r.lower_bound == 0 && r.upper_bound == 0 && !r.is_separated);
    }
    static const uint32_t vertices[3] = {64, 32, 16};
    for (int i = 0; i < 3; i++) {
        size_t size = GJK(workspace_size)(vertices[i]);
        r = MY(no_result);
        check_at(line, GJK(proximity)(a, at, b, bt, NULL, memory(size), size, &r) == GJK_OK);
        check_at(line, is_untouched_beyond(size));
        MY(check_answer)(line, &r, distance, x, y, z, off);
        r = MY(no_result);
        check_at(line, GJK(penetration)(a, at, b, bt, NULL, memory(size), size, &r) == GJK_OK);
        check_at(line, is_untouched_beyond(size));
        check_at(line, r.is_separated == (distance > 0));
        if (distance > 0) {
            // The search may end before the distance is known.
            check_at(line, REAL(r.lower_bound) <= distance + off && REAL(r.distance) >= distance - off);
        } else {
            MY(check_answer)(line, &r, distance, x, y, z, off);
        }
    }
}

// Checks a pair in both orders. The arguments are copies, which shows that shapes and poses may lie anywhere.
static void MY(pair)(int line, SHAPE a, POSE at, SHAPE b, POSE bt, double distance, double x, double y, double z,
                     double off) {
    MY(ask)(line, &a, &at, &b, &bt, distance, x, y, z, off);
    MY(ask)(line, &b, &bt, &a, &at, distance, -x, -y, -z, off);
}

#define PAIR(a, at, b, bt, distance, x, y, z) MY(pair)(__LINE__, a, at, b, bt, distance, x, y, z, STEP)
#define CURVED(a, at, b, bt, distance, x, y, z) MY(pair)(__LINE__, a, at, b, bt, distance, x, y, z, 20 * STEP)

static void MY(polytopes)(void) {
    const POSE home = MY(home);
    const double half = 0.70710678118654752, eighth_cos = 0.92387953251128676, eighth_sin = 0.38268343236508977;
    SHAPE soft = MY(cuboid)(1, 1, 1);
    soft.margin = FROM(0.5);

    PAIR(MY(point)(0, 0, 0), home, MY(point)(3, 4, 0), home, 5, 0.6, 0.8, 0);
    PAIR(MY(ball)(1), MY(moved)(3, 0, 0), MY(point)(0, 0, 0), home, 2, -1, 0, 0);
    PAIR(MY(ball)(1), home, MY(ball)(1), MY(moved)(0, 1.5, 0), -0.5, 0, 1, 0);
    PAIR(MY(segment)(), home, MY(point)(1, 3, 0), home, 3, 0, 1, 0);
    PAIR(MY(capsule)(0.5), home, MY(point)(1, 3, 0), home, 2.5, 0, 1, 0);
    PAIR(MY(capsule)(0.5), home, MY(ball)(0.25), MY(moved)(1, 0.625, 0), -0.125, 0, 1, 0);
    PAIR(MY(triangle)(), home, MY(point)(3, 3, 0), home, 2 * half, half, half, 0);
    PAIR(MY(triangle)(), home, MY(ball)(1), MY(moved)(2, -0.5, 0), -0.5, 0, -1, 0);
    PAIR(MY(cuboid)(1, 2, 3), home, MY(point)(0, 5, 0), home, 3, 0, 1, 0);
    PAIR(MY(cuboid)(1, 4, 4), home, MY(cuboid)(0.5, 0.5, 0.5), MY(moved)(1.25, 0, 0), -0.25, 1, 0, 0);
    PAIR(MY(cuboid)(1, 2, 3), home, MY(cuboid)(1, 2, 3), home, -2, 0, 0, 0);
    PAIR(soft, home, MY(point)(4, 5, 0), home, 4.5, 0.6, 0.8, 0);
    PAIR(soft, home, MY(cuboid)(1, 2, 3), MY(moved)(2.25, 0, 0), -0.25, 1, 0, 0);
    PAIR(MY(hull)(), home, MY(point)(3, 0.5, 0), home, 2, 1, 0, 0);
    PAIR(MY(hull)(), home, MY(cuboid)(1, 2, 3), MY(moved)(0, 2.5, 0), -0.5, 0, 1, 0);

    // Rotations by a quarter and by an eighth of a turn.
    PAIR(MY(cuboid)(1, 2, 3), MY(at)(0, 0, 0, half, half), MY(point)(5, 0, 0), home, 3, 1, 0, 0);
    PAIR(MY(cuboid)(1, 1, 1), MY(at)(1, 0, 0, eighth_cos, eighth_sin), MY(point)(5, 0, 0), home, 4 - 2 * half, 1, 0, 0);
    // Far from the origin of the world. Fixed point loses nothing, float only the rounding of its coordinates.
    PAIR(MY(cuboid)(1, 1, 1), MY(moved)(2000, 0, 0), MY(ball)(1), MY(moved)(2003, 0, 0), 1, 1, 0, 0);

#if DIMENSION == 3
    PAIR(MY(triangle)(), home, MY(point)(1, 1, 3), home, 3, 0, 0, 1);
    PAIR(MY(hull)(), home, MY(point)(0, 0, 5), home, 3, 0, 0, 1);
    SHAPE wrong = MY(hull)();
    wrong.kind = GJK_POLYGON;
    check(GJK(check_shape)(&wrong) == GJK_ERROR_KIND);
#else
    SHAPE polygon = MY(hull)();
    polygon.kind = GJK_POLYGON;
    polygon.of.polygon = MY(hull)().of.hull;
    PAIR(polygon, home, MY(point)(3, 0.5, 0), home, 2, 1, 0, 0);
    PAIR(polygon, home, MY(cuboid)(1, 2, 3), MY(moved)(0, 2.5, 0), -0.5, 0, 1, 0);
    VECTOR clockwise[3];
    clockwise[0] = MY(vec)(0, 0, 0);
    clockwise[1] = MY(vec)(0, 3, 0);
    clockwise[2] = MY(vec)(4, 0, 0);
    polygon.of.polygon.points = clockwise;
    polygon.of.polygon.count = 3;
    check(GJK(check_shape)(&polygon) == GJK_ERROR_NOT_CONVEX);
    polygon.of.polygon.count = 0;
    check(GJK(check_shape)(&polygon) == GJK_ERROR_NO_POINTS);
    polygon = MY(shape)(GJK_CYLINDER);
    check(GJK(check_shape)(&polygon) == GJK_ERROR_KIND);
    polygon.kind = GJK_CONE;
    check(GJK(check_shape)(&polygon) == GJK_ERROR_KIND);
    polygon.kind = GJK_POLYHEDRON;
    check(GJK(check_shape)(&polygon) == GJK_ERROR_KIND);
#endif
}

static void MY(curved)(void) {
    const POSE home = MY(home);
    CURVED(MY(ellipsoid)(1, 2, 3), home, MY(point)(4, 0, 0), home, 3, 1, 0, 0);
    CURVED(MY(ellipsoid)(1, 2, 3), home, MY(point)(0, 4, 0), home, 2, 0, 1, 0);
    CURVED(MY(ellipsoid)(1, 2, 3), home, MY(cuboid)(1, 4, 4), MY(moved)(1.75, 0, 0), -0.25, 1, 0, 0);
#if DIMENSION == 3
    SHAPE drum = MY(shape)(GJK_CYLINDER), hat = MY(shape)(GJK_CONE);
    drum.of.cylinder.half_height = FROM(2);
    drum.of.cylinder.radius = FROM(1);
    hat.of.cone = drum.of.cylinder;
    CURVED(drum, home, MY(point)(0.5, 0, 5), home, 3, 0, 0, 1);
    CURVED(drum, home, MY(point)(3, 4, 0), home, 4, 0.6, 0.8, 0);
    CURVED(drum, home, MY(cuboid)(1, 1, 1), MY(moved)(0, 0, 2.75), -0.25, 0, 0, 1);
    CURVED(hat, home, MY(point)(0, 0, 5), home, 3, 0, 0, 1);
    CURVED(hat, home, MY(point)(0.5, 0, -5), home, 3, 0, 0, -1);
    CURVED(hat, home, MY(cuboid)(1, 1, 1), MY(moved)(0, 0, -2.75), -0.25, 0, 0, -1);
#endif
}

static void MY(support_functions)(void) {
    const POSE home = MY(home);
    struct MY(user) user = {2, 0};
    // The body is a polytope in any case; with is_polytope 0 it is solved to the tolerance, which gives the same
    // answers.
    for (int32_t is_polytope = -1; is_polytope <= 1; is_polytope++) {
        SHAPE diamond = MY(support)(MY(diamond), &user, is_polytope);
        diamond.of.support.center = MY(vec)(0, 0.5, 0);
        PAIR(diamond, home, MY(point)(5, 0, 0), home, 3, 1, 0, 0);
        PAIR(diamond, MY(moved)(5, 0, 0), MY(cuboid)(1, 4, 4), MY(moved)(2.25, 0, 0), -0.25, -1, 0, 0);
    }
    check(user.calls > 0);

    // A function that writes no point, a null function, and a center that is NaN.
    SHAPE silent = MY(support)(MY(silent), NULL, 1), ball = MY(ball)(1);
    RESULT r = MY(no_result);
    check(GJK(check_shape)(&silent) == GJK_OK);
    check(GJK(distance)(&silent, NULL, &ball, NULL, NULL, &r) == GJK_OK);
    check(r.status == GJK_BAD_SUPPORT && !r.is_separated && r.distance == 0);
    size_t size = GJK(workspace_size)(16);
    check(GJK(proximity)(&ball, NULL, &silent, NULL, NULL, memory(size), size, &r) == GJK_OK);
    check(r.status == GJK_BAD_SUPPORT && !r.is_separated && r.distance == 0);
    check(r.lower_bound <= -LIMIT && r.upper_bound >= LIMIT);
    silent.of.support.function = NULL;
    check(GJK(check_shape)(&silent) == GJK_ERROR_NULL);
#if !IS_FIXED
    silent = MY(support)(MY(silent), NULL, 1);
    silent.of.support.center.y = not_a_number();
    check(GJK(check_shape)(&silent) == GJK_ERROR_NOT_FINITE);
#endif
}

static void MY(settings)(void) {
    SHAPE hull = MY(hull)(), egg = MY(ellipsoid)(1, 2, 3);
    POSE far = MY(moved)(4, 3, 0.5), near = MY(moved)(0.5, 0.25, 0.125);
    OPTIONS options = MY(defaults);
    RESULT plain = MY(no_result), r = MY(no_result);
    size_t size = GJK(workspace_size)(64);
    check(GJK(distance)(&hull, NULL, &hull, &far, NULL, &plain) == GJK_OK);

    // Zeros stand for the defaults.
    check(GJK(distance)(&hull, NULL, &hull, &far, &options, &r) == GJK_OK);
    check(r.distance == plain.distance && r.iterations == plain.iterations && r.status == plain.status);

    // As first direction the normal of the result.
    options.direction = plain.normal;
    check(GJK(distance)(&hull, NULL, &hull, &far, &options, &r) == GJK_OK);
    check(MY(is_near)(REAL(r.distance), REAL(plain.distance), STEP) && r.iterations <= plain.iterations);

    // A distance limit, and the smallest one.
    options = MY(defaults);
    options.limit = FROM(1.5);
    check(GJK(distance)(&hull, NULL, &hull, &far, &options, &r) == GJK_OK);
    check(r.status == GJK_DISTANCE_LIMIT && r.lower_bound > options.limit && r.is_separated);
    check(GJK(proximity)(&hull, NULL, &hull, &far, &options, memory(size), size, &r) == GJK_OK);
    check(r.status == GJK_DISTANCE_LIMIT && r.lower_bound > options.limit && r.is_separated);
    options.limit = LEAST;
    check(GJK(distance)(&hull, NULL, &hull, &far, &options, &r) == GJK_OK);
    check(r.status == GJK_DISTANCE_LIMIT && r.is_separated);
    options.limit = FROM(5);
    check(GJK(distance)(&hull, NULL, &hull, &far, &options, &r) == GJK_OK);
    check(r.status == GJK_CONVERGED && r.distance == plain.distance);

    // Iteration limits: the bounds hold.
    options = MY(defaults);
    options.max_iterations = 1;
    check(GJK(distance)(&egg, NULL, &egg, &far, NULL, &plain) == GJK_OK);
    check(GJK(distance)(&egg, NULL, &egg, &far, &options, &r) == GJK_OK);
    check(r.status == GJK_ITERATION_LIMIT && r.iterations <= 1 && plain.iterations > 1);
    check(REAL(r.lower_bound) <= REAL(plain.upper_bound) + STEP && REAL(r.upper_bound) >= REAL(plain.lower_bound) - STEP);
    options = MY(defaults);
    options.max_epa_iterations = 1;
    check(GJK(proximity)(&egg, NULL, &egg, &near, NULL, memory(size), size, &plain) == GJK_OK);
    check(GJK(proximity)(&egg, NULL, &egg, &near, &options, memory(size), size, &r) == GJK_OK);
    check(r.status == GJK_ITERATION_LIMIT && r.epa_iterations <= 1 && plain.epa_iterations > 1);
    check(REAL(r.lower_bound) <= REAL(plain.upper_bound) + STEP && REAL(r.upper_bound) >= REAL(plain.lower_bound) - STEP);

    // A tolerance.
    options = MY(defaults);
    options.tolerance = FROM_UNIT(0.125);
    check(GJK(distance)(&egg, NULL, &egg, &far, NULL, &plain) == GJK_OK);
    check(GJK(distance)(&egg, NULL, &egg, &far, &options, &r) == GJK_OK);
    check(r.status == GJK_CONVERGED && r.iterations < plain.iterations);
    // It is relative to the distance of the cores; the margin inside an ellipsoid is at most its smallest radius.
    check(REAL(r.upper_bound) - REAL(r.lower_bound) <= 0.125 * (REAL(r.distance) + 2));
    check(REAL(r.upper_bound) - REAL(r.lower_bound) > REAL(plain.upper_bound) - REAL(plain.lower_bound));

#if DIMENSION == 3
    // A workspace with too little room for the tolerance. Bodies on one axis would need none.
    options.tolerance = LEAST;
    SHAPE drum = MY(shape)(GJK_CYLINDER), hat = MY(shape)(GJK_CONE);
    drum.of.cylinder.half_height = hat.of.cone.half_height = FROM(5);
    drum.of.cylinder.radius = FROM(0.5);
    hat.of.cone.radius = FROM(0.6);
    size = GJK(workspace_size)(16);
    POSE aside = MY(moved)(0.02, 0, 0);
    check(GJK(proximity)(&drum, NULL, &hat, &aside, &options, memory(size), size, &r) == GJK_OK);
    check(r.status == GJK_BUFFER_FULL && r.lower_bound <= r.distance && r.distance <= r.upper_bound);
    check(r.upper_bound < 0);
#endif
}

// A misaligned pointer.
#define ASKEW(type) ((type *)(uintptr_t)(memory_start() + 1))

// Returns the number of iterations of all queries while a hull rotates in small steps beside a cuboid or in it. Checks
// that the results with a warm start are those without.
static uint32_t MY(rounds_of_turning)(double away, WARM_START *state) {
    SHAPE link = MY(hull)(), block = MY(cuboid)(2, 1, 1);
    OPTIONS options = MY(defaults);
    double half_cos = 1, half_sin = 0;
    size_t size = GJK(workspace_size)(32);
    uint32_t rounds = 0;
    options.warm_start = state;
    for (int i = 0; i < 50; i++) {
        POSE pose = MY(at)(away, 0.25, 0.125, half_cos, half_sin);
        RESULT cold = MY(no_result), r = MY(no_result);
        bool intersecting = away > 2;
        check(GJK(proximity)(&link, NULL, &block, &pose, NULL, memory(size), size, &cold) == GJK_OK);
        check(GJK(proximity)(&link, NULL, &block, &pose, &options, memory(size), size, &r) == GJK_OK);
        check(is_untouched_beyond(size));
        check(r.status == GJK_CONVERGED && r.is_separated == (away > 2));
        check(MY(is_near)(REAL(r.distance), REAL(cold.distance), 2 * STEP));
        rounds += r.iterations + r.epa_iterations;
        if (away > 2) {
            check(GJK(distance)(&link, NULL, &block, &pose, &options, &r) == GJK_OK);
            check(MY(is_near)(REAL(r.distance), REAL(cold.distance), 2 * STEP));
        } else {
            check(GJK(penetration)(&link, NULL, &block, &pose, &options, memory(size), size, &r) == GJK_OK);
            check(MY(is_near)(REAL(r.distance), REAL(cold.distance), 2 * STEP));
        }
        rounds += r.iterations + r.epa_iterations;
        check(GJK(intersects)(&link, NULL, &block, &pose, &options, &intersecting) == GJK_OK);
        check(intersecting == (away < 2));
        double cos = half_cos;
        half_cos = 0.9999 * cos - 0.0141 * half_sin;
        half_sin = 0.9999 * half_sin + 0.0141 * cos;
    }
    return rounds;
}

// Checks pairs of several shapes with known results, with a warm start that holds the state of something else.
static void MY(known_with)(WARM_START *state) {
    static const double distances[4] = {4, 0.5, -0.25, -0.75};
    SHAPE shapes[4];
    shapes[0] = MY(cuboid)(1, 1, 1);
    shapes[1] = MY(hull)();
    shapes[2] = MY(ball)(1);
    shapes[3] = MY(ellipsoid)(1, 1, 1);
    OPTIONS options = MY(defaults);
    size_t size = GJK(workspace_size)(64);
    options.warm_start = state;
    for (int i = 0; i < 16; i++) {
        RESULT r = MY(no_result);
        POSE beside = MY(moved)(2 + distances[i % 4], 0, 0);
        check(GJK(proximity)(&shapes[i / 4], NULL, &shapes[0], &beside, &options, memory(size), size, &r) == GJK_OK);
        MY(check_answer)(__LINE__, &r, distances[i % 4], 1, 0, 0, 20 * STEP);
    }
}

static void MY(warm_starts)(void) {
    static WARM_START state;
    const WARM_START fresh = state;
    static const double ways[2] = {4, 1};
    for (int i = 0; i < 2; i++) {
        state = fresh;
        uint32_t cold = MY(rounds_of_turning)(ways[i], NULL), warm = MY(rounds_of_turning)(ways[i], &state);
        check(warm > 0 && 2 * warm <= cold);
        // A warm start can be copied, and may hold the state of other pairs.
        WARM_START copy = state;
        check(MY(rounds_of_turning)(ways[1 - i], &copy) > 0);
        MY(known_with)(&copy);
        MY(known_with)(&state);
    }

    // A zeroed warm start is new: its first query takes the same path as one without.
    SHAPE hull = MY(hull)();
    POSE far = MY(moved)(4, 3, 0.5);
    OPTIONS options = MY(defaults);
    RESULT plain = MY(no_result), r = MY(no_result);
    state = fresh;
    options.warm_start = &state;
    check(GJK(distance)(&hull, NULL, &hull, &far, NULL, &plain) == GJK_OK);
    check(GJK(distance)(&hull, NULL, &hull, &far, &options, &r) == GJK_OK);
    check(r.distance == plain.distance && r.iterations == plain.iterations && plain.iterations > 0);
    check(GJK(distance)(&hull, NULL, &hull, &far, &options, &r) == GJK_OK);
    check(MY(is_near)(REAL(r.distance), REAL(plain.distance), STEP) && r.iterations < plain.iterations);

    // Bytes that no query wrote count as a new warm start, because the seal is missing.
    uint32_t noise = 1;
    for (int i = 0; i < 20; i++) {
        uint8_t *bytes = (uint8_t *)&state;
        for (size_t k = 0; k < sizeof state; k++) {
            noise = noise * 1664525 + 1013904223;
            bytes[k] = i == 0 ? 0xff : (uint8_t)(noise >> 24);
        }
        check(GJK(distance)(&hull, NULL, &hull, &far, &options, &r) == GJK_OK);
        check(r.distance == plain.distance && r.iterations == plain.iterations);
        MY(known_with)(&state);
    }

    options.warm_start = ASKEW(WARM_START);
    r.iterations = 12345;
    check(GJK(distance)(&hull, NULL, &hull, &far, &options, &r) == GJK_ERROR_ALIGNMENT && r.iterations == 12345);
}

// Checks that every query returns this error for the pair, and writes no result.
static void MY(refused)(int line, const SHAPE *a, const POSE *at, const SHAPE *b, const POSE *bt, const OPTIONS *options,
                        int32_t error) {
    size_t size = GJK(workspace_size)(16);
    RESULT r = MY(no_result);
    r.iterations = 12345;
    bool intersecting = true;
    check_at(line, GJK(intersects)(a, at, b, bt, options, &intersecting) == error && intersecting);
    intersecting = false;
    check_at(line, GJK(intersects)(a, at, b, bt, options, &intersecting) == error && !intersecting);
    check_at(line, GJK(distance)(a, at, b, bt, options, &r) == error && r.iterations == 12345);
    check_at(line, GJK(penetration)(a, at, b, bt, options, memory(size), size, &r) == error && r.iterations == 12345);
    check_at(line, GJK(proximity)(a, at, b, bt, options, memory(size), size, &r) == error && r.iterations == 12345);
}

// Checks that every query returns this error for a shape, as A and as B.
static void MY(bad)(int line, SHAPE shape, int32_t error) {
    SHAPE ball = MY(ball)(1);
    check_at(line, GJK(check_shape)(&shape) == error);
    MY(refused)(line, &shape, NULL, &ball, NULL, NULL, error);
    MY(refused)(line, &ball, NULL, &shape, NULL, NULL, error);
}

// Checks the error for the shape `made` with `number` in `field`.
#define BAD(made, field, number, error)                                                                                \
    do {                                                                                                               \
        SHAPE shape = made;                                                                                            \
        shape.field = number;                                                                                          \
        MY(bad)(__LINE__, shape, error);                                                                               \
    } while (0)

// Checks the error for shapes of every kind with `number` in one field.
#define BAD_NUMBER(number, error)                                                                                      \
    do {                                                                                                               \
        BAD(MY(point)(1, 2, 3), of.position.y, number, error);                                                         \
        BAD(MY(segment)(), of.segment.a.x, number, error);                                                             \
        BAD(MY(segment)(), of.segment.b.y, number, error);                                                             \
        BAD(MY(capsule)(1), of.capsule.a.x, number, error);                                                            \
        BAD(MY(capsule)(1), of.capsule.b.y, number, error);                                                            \
        BAD(MY(triangle)(), of.triangle.a.x, number, error);                                                           \
        BAD(MY(triangle)(), of.triangle.b.y, number, error);                                                           \
        BAD(MY(triangle)(), of.triangle.c.x, number, error);                                                           \
        SHAPE hull = MY(hull)();                                                                                       \
        MY(corners)[3].y = number;                                                                                     \
        MY(bad)(__LINE__, hull, error);                                                                                \
        BAD_SIZE(number, error);                                                                                       \
    } while (0)

// Checks the error for shapes with `number` as one of their sizes.
#define BAD_SIZE(number, error)                                                                                        \
    do {                                                                                                               \
        BAD(MY(ball)(1), of.radius, number, error);                                                                    \
        BAD(MY(capsule)(1), of.capsule.radius, number, error);                                                         \
        BAD(MY(cuboid)(1, 2, 3), of.half_extents.y, number, error);                                                    \
        BAD(MY(ellipsoid)(1, 2, 3), of.radii.x, number, error);                                                        \
        BAD(MY(cuboid)(1, 2, 3), margin, number, error);                                                               \
        BAD_REVOLVED(number, error);                                                                                   \
    } while (0)

#if DIMENSION == 3
#define BAD_REVOLVED(number, error)                                                                                    \
    do {                                                                                                               \
        BAD(MY(shape)(GJK_CYLINDER), of.cylinder.half_height, number, error);                                          \
        BAD(MY(shape)(GJK_CYLINDER), of.cylinder.radius, number, error);                                               \
        BAD(MY(shape)(GJK_CONE), of.cone.half_height, number, error);                                                  \
        BAD(MY(shape)(GJK_CONE), of.cone.radius, number, error);                                                       \
    } while (0)
#else
#define BAD_REVOLVED(number, error) (void)0
#endif

static void MY(refusals)(void) {
    SHAPE ball = MY(ball)(1), hull = MY(hull)();
    POSE pose = MY(home);
    OPTIONS options = MY(defaults);
    RESULT r = MY(no_result);
    bool intersecting = false;

    // Numbers that are not kinds.
    static const int32_t kinds[5] = {0, -1, 14, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 5; i++) {
        MY(bad)(__LINE__, MY(shape)(kinds[i]), GJK_ERROR_KIND);
    }

    // Numbers. The limit itself is valid.
    BAD_SIZE(-LEAST, GJK_ERROR_NEGATIVE);
    BAD_NUMBER(BEYOND, GJK_ERROR_OUT_OF_RANGE);
    BAD_NUMBER(-BEYOND, GJK_ERROR_OUT_OF_RANGE);
#if !IS_FIXED
    BAD_NUMBER(not_a_number(), GJK_ERROR_NOT_FINITE);
    BAD_NUMBER(infinity(), GJK_ERROR_NOT_FINITE);
    BAD_NUMBER(-infinity(), GJK_ERROR_NOT_FINITE);
#else
    BAD_NUMBER(INT32_MIN, GJK_ERROR_OUT_OF_RANGE);
#endif
    SHAPE huge = MY(shape)(GJK_BALL);
    huge.of.radius = LIMIT;
    check(GJK(check_shape)(&huge) == GJK_OK);
    huge.margin = LIMIT;
    MY(bad)(__LINE__, huge, GJK_ERROR_OUT_OF_RANGE);

    // Point sets.
    hull = MY(hull)();
    BAD(hull, of.hull.points, NULL, GJK_ERROR_NULL);
    BAD(hull, of.hull.points, ASKEW(VECTOR), GJK_ERROR_ALIGNMENT);
    BAD(hull, of.hull.count, 0, GJK_ERROR_NO_POINTS);
    BAD(hull, of.hull.count, SIZE_MAX, GJK_ERROR_OUT_OF_RANGE);
    BAD(hull, of.hull.count, SIZE_MAX / sizeof(VECTOR), GJK_ERROR_OUT_OF_RANGE);

    // Shapes.
    check(GJK(check_shape)(NULL) == GJK_ERROR_NULL);
    check(GJK(check_shape)(ASKEW(SHAPE)) == GJK_ERROR_ALIGNMENT);
    MY(refused)(__LINE__, NULL, NULL, &ball, NULL, NULL, GJK_ERROR_NULL);
    MY(refused)(__LINE__, &ball, NULL, NULL, NULL, NULL, GJK_ERROR_NULL);
    MY(refused)(__LINE__, ASKEW(SHAPE), NULL, &ball, NULL, NULL, GJK_ERROR_ALIGNMENT);
    MY(refused)(__LINE__, &ball, NULL, ASKEW(SHAPE), NULL, NULL, GJK_ERROR_ALIGNMENT);

    // Poses.
    MY(refused)(__LINE__, &ball, ASKEW(POSE), &ball, NULL, NULL, GJK_ERROR_ALIGNMENT);
    MY(refused)(__LINE__, &ball, NULL, &ball, ASKEW(POSE), NULL, GJK_ERROR_ALIGNMENT);
    pose = MY(at)(0, 0, 0, 0, 0);
    MY(refused)(__LINE__, &ball, &pose, &ball, NULL, NULL, GJK_ERROR_ZERO_ROTATION);
    MY(refused)(__LINE__, &ball, NULL, &ball, &pose, NULL, GJK_ERROR_ZERO_ROTATION);
    pose = MY(home);
    pose.position.y = BEYOND;
    MY(refused)(__LINE__, &ball, &pose, &ball, NULL, NULL, GJK_ERROR_OUT_OF_RANGE);
    MY(refused)(__LINE__, &ball, NULL, &ball, &pose, NULL, GJK_ERROR_OUT_OF_RANGE);
#if !IS_FIXED
    pose.position.y = not_a_number();
    MY(refused)(__LINE__, &ball, &pose, &ball, NULL, NULL, GJK_ERROR_NOT_FINITE);
    pose = MY(at)(0, 0, 0, 1, not_a_number());
    MY(refused)(__LINE__, &ball, NULL, &ball, &pose, NULL, GJK_ERROR_NOT_FINITE);
#endif

    // Options.
    MY(refused)(__LINE__, &ball, NULL, &ball, NULL, ASKEW(OPTIONS), GJK_ERROR_ALIGNMENT);
    options.tolerance = -LEAST;
    MY(refused)(__LINE__, &ball, NULL, &ball, NULL, &options, GJK_ERROR_NEGATIVE);
    options = MY(defaults);
    options.limit = -LEAST;
    MY(refused)(__LINE__, &ball, NULL, &ball, NULL, &options, GJK_ERROR_NEGATIVE);
    options.limit = BEYOND;
    MY(refused)(__LINE__, &ball, NULL, &ball, NULL, &options, GJK_ERROR_OUT_OF_RANGE);
#if !IS_FIXED
    options.limit = not_a_number();
    MY(refused)(__LINE__, &ball, NULL, &ball, NULL, &options, GJK_ERROR_NOT_FINITE);
    options = MY(defaults);
    options.tolerance = not_a_number();
    MY(refused)(__LINE__, &ball, NULL, &ball, NULL, &options, GJK_ERROR_NOT_FINITE);
    options = MY(defaults);
    options.direction.y = infinity();
    MY(refused)(__LINE__, &ball, NULL, &ball, NULL, &options, GJK_ERROR_NOT_FINITE);
#endif

    // Results.
    size_t size = GJK(workspace_size)(16);
    check(GJK(intersects)(&ball, NULL, &ball, NULL, NULL, NULL) == GJK_ERROR_NULL);
    check(GJK(distance)(&ball, NULL, &ball, NULL, NULL, NULL) == GJK_ERROR_NULL);
    check(GJK(distance)(&ball, NULL, &ball, NULL, NULL, ASKEW(RESULT)) == GJK_ERROR_ALIGNMENT);
    check(GJK(penetration)(&ball, NULL, &ball, NULL, NULL, memory(size), size, NULL) == GJK_ERROR_NULL);
    check(GJK(proximity)(&ball, NULL, &ball, NULL, NULL, memory(size), size, NULL) == GJK_ERROR_NULL);
    check(GJK(proximity)(&ball, NULL, &ball, NULL, NULL, memory(size), size, ASKEW(RESULT)) == GJK_ERROR_ALIGNMENT);

    // Workspaces. They are checked also where the query would not use one.
    POSE far = MY(moved)(9, 0, 0);
    uint8_t *start = (uint8_t *)memory(size);
    r.iterations = 12345;
    for (int i = 0; i < 2; i++) {
        const POSE *pose_b = i == 0 ? NULL : &far;
        check(GJK(penetration)(&ball, NULL, &ball, pose_b, NULL, NULL, size, &r) == GJK_ERROR_NULL);
        check(GJK(proximity)(&ball, NULL, &ball, pose_b, NULL, NULL, size, &r) == GJK_ERROR_NULL);
        for (int off = 1; off < GJK_WORKSPACE_ALIGNMENT; off++) {
            check(GJK(penetration)(&ball, NULL, &ball, pose_b, NULL, start + off, size, &r) == GJK_ERROR_ALIGNMENT);
            check(GJK(proximity)(&ball, NULL, &ball, pose_b, NULL, start + off, size, &r) == GJK_ERROR_ALIGNMENT);
        }
        check(GJK(penetration)(&ball, NULL, &ball, pose_b, NULL, start, 0, &r) == GJK_ERROR_WORKSPACE);
        check(GJK(proximity)(&ball, NULL, &ball, pose_b, NULL, start, size - 1, &r) == GJK_ERROR_WORKSPACE);
    }
    check(r.iterations == 12345 && is_untouched_beyond(0));
    check(GJK(workspace_size)(0) == sizeof(JOIN(JOIN(gjk_workspace, SUFFIX), _16)));
    check(GJK(workspace_size)(16) == sizeof(JOIN(JOIN(gjk_workspace, SUFFIX), _16)));
    check(GJK(workspace_size)(17) == sizeof(JOIN(JOIN(gjk_workspace, SUFFIX), _32)));
    check(GJK(workspace_size)(32) == sizeof(JOIN(JOIN(gjk_workspace, SUFFIX), _32)));
    check(GJK(workspace_size)(33) == sizeof(JOIN(JOIN(gjk_workspace, SUFFIX), _64)));
    check(GJK(workspace_size)(64) == sizeof(JOIN(JOIN(gjk_workspace, SUFFIX), _64)));
    check(GJK(workspace_size)(65) == 0 && GJK(workspace_size)(UINT32_MAX) == 0);

    // Touching counts.
    POSE beside = MY(moved)(2, 0, 0);
    check(GJK(intersects)(&ball, NULL, &ball, &beside, NULL, &intersecting) == GJK_OK && intersecting);
}

#define IMPACT GJK(impact)
#define MOTION GJK(motion)
#define CONTACTS GJK(contacts)
#define HULL_MEMORY(points) JOIN(JOIN(JOIN(gjk_hull_memory, SUFFIX), _), points)

// An angular velocity about the z axis.
static MOTION MY(turning)(double x, double y, double rate) {
    MOTION motion;
    motion.velocity = MY(vec)(x, y, 0);
#if DIMENSION == 3
    motion.angular = MY(vec)(0, 0, rate);
#else
    motion.angular = FROM(rate);
#endif
    return motion;
}

static GJK(ray) MY(ray)(double from, double velocity, double max_time) {
    GJK(ray) ray;
    ray.origin = MY(vec)(from, 0.5, 0.25);
    ray.direction = MY(vec)(velocity, 0, 0);
    ray.max_time = FROM(max_time);
    return ray;
}

// Checks a contact at a known time; the x component of the normal is known, unless it is zero.
static void MY(check_impact)(int line, const IMPACT *r, double time, double x, double off) {
    check_at(line, !r->is_clear && r->status == GJK_CONVERGED);
    check_at(line, MY(is_near)(REAL(r->time), time, off) && r->lower_bound == r->time);
    check_at(line, r->upper_bound >= r->time && MY(is_near)(REAL(r->upper_bound), time, 2 * off));
    check_at(line, x == 0 || MY(product)(x, 0, 0, r->normal) > 0.999);
}

static void MY(rays)(void) {
    SHAPE cuboid = MY(cuboid)(1, 2, 3);
    POSE beside = MY(moved)(10, 0, 0), far = MY(moved)(2000, 0, 0);
    GJK(ray) ray = MY(ray)(5, -2, 10);
    OPTIONS options = MY(defaults);
    IMPACT r;

    check(GJK(ray_cast)(&cuboid, NULL, &ray, NULL, &r) == GJK_OK);
    MY(check_impact)(__LINE__, &r, 2, 1, STEP);
    check(!r.initially_overlapping && MY(is_near)(REAL(r.on_b.x), 1, STEP) && MY(is_near)(REAL(r.on_b.y), 0.5, STEP));
    check(GJK(ray_cast)(&cuboid, &beside, &ray, NULL, &r) == GJK_OK);
    check(r.is_clear && r.time == 0 && r.upper_bound == 0 && r.normal.x == 0 && r.on_a.x == 0);
    ray = MY(ray)(5, 2, 10);
    check(GJK(ray_cast)(&cuboid, &beside, &ray, NULL, &r) == GJK_OK);
    MY(check_impact)(__LINE__, &r, 2, -1, STEP);
    ray.max_time = FROM(1.5);
    check(GJK(ray_cast)(&cuboid, &beside, &ray, NULL, &r) == GJK_OK && r.is_clear);
    options.target_distance = FROM(1);
    check(GJK(ray_cast)(&cuboid, &beside, &ray, &options, &r) == GJK_OK);
    MY(check_impact)(__LINE__, &r, 1.5, -1, STEP);
    // A ray far from the origin of the world loses no digits.
    ray = MY(ray)(2005, -2, 10);
    check(GJK(ray_cast)(&cuboid, &far, &ray, NULL, &r) == GJK_OK);
    MY(check_impact)(__LINE__, &r, 2, 1, STEP);
    ray = MY(ray)(0.5, 1, 10);
    check(GJK(ray_cast)(&cuboid, NULL, &ray, NULL, &r) == GJK_OK && r.initially_overlapping && r.time == 0);

    r.iterations = 12345;
    check(GJK(ray_cast)(NULL, NULL, &ray, NULL, &r) == GJK_ERROR_NULL);
    check(GJK(ray_cast)(&cuboid, NULL, NULL, NULL, &r) == GJK_ERROR_NULL);
    check(GJK(ray_cast)(&cuboid, NULL, &ray, NULL, NULL) == GJK_ERROR_NULL);
    check(GJK(ray_cast)(&cuboid, NULL, &ray, NULL, ASKEW(IMPACT)) == GJK_ERROR_ALIGNMENT);
    check(GJK(ray_cast)(&cuboid, NULL, ASKEW(GJK(ray)), NULL, &r) == GJK_ERROR_ALIGNMENT);
    ray.max_time = -LEAST;
    check(GJK(ray_cast)(&cuboid, NULL, &ray, NULL, &r) == GJK_ERROR_NEGATIVE);
    ray = MY(ray)(5, 0, 10);
    check(GJK(ray_cast)(&cuboid, NULL, &ray, NULL, &r) == GJK_ERROR_ZERO_DIRECTION);
    ray = MY(ray)(5, -2, 10);
    ray.origin.y = BEYOND;
    check(GJK(ray_cast)(&cuboid, NULL, &ray, NULL, &r) == GJK_ERROR_OUT_OF_RANGE);
#if !IS_FIXED
    ray.origin.y = not_a_number();
    check(GJK(ray_cast)(&cuboid, NULL, &ray, NULL, &r) == GJK_ERROR_NOT_FINITE);
#endif
    options.target_distance = -LEAST;
    ray = MY(ray)(5, -2, 10);
    check(GJK(ray_cast)(&cuboid, NULL, &ray, &options, &r) == GJK_ERROR_NEGATIVE && r.iterations == 12345);
}

static void MY(casts)(void) {
    SHAPE ball = MY(ball)(1), small = MY(ball)(0.5), hand = MY(segment)();
    POSE away = MY(moved)(6, 0, 0), aside = MY(moved)(4, 1, 0), above = MY(moved)(0, 1, 0), near = MY(moved)(1.5, 0, 0);
    VECTOR there = MY(vec)(-1, 0, 0), back = MY(vec)(1, 0, 0);
    MOTION coming = MY(turning)(-1, 0, 3), clock = MY(turning)(0, 0, 1);
    OPTIONS options = MY(defaults);
    IMPACT r;
    size_t size = GJK(workspace_size)(16);

    check(GJK(shape_cast)(&ball, NULL, &ball, &away, &there, FROM(10), NULL, memory(size), size, &r) == GJK_OK);
    MY(check_impact)(__LINE__, &r, 4, 1, STEP);
    check(GJK(shape_cast)(&ball, NULL, &ball, &away, &back, FROM(10), NULL, memory(size), size, &r) == GJK_OK && r.is_clear);
    check(GJK(shape_cast)(&ball, NULL, &ball, &away, &there, FROM(3.5), NULL, memory(size), size, &r) == GJK_OK);
    check(r.is_clear && r.time == 0);
    options.target_distance = FROM(0.5);
    check(GJK(shape_cast)(&ball, NULL, &ball, &away, &there, FROM(10), &options, memory(size), size, &r) == GJK_OK);
    MY(check_impact)(__LINE__, &r, 3.5, 1, STEP);
    check(GJK(shape_cast)(&ball, NULL, &ball, &near, &there, FROM(10), NULL, memory(size), size, &r) == GJK_OK);
    check(r.initially_overlapping && r.time == 0 && is_untouched_beyond(size));
    // Off centre: the time is 4 - sqrt(3).
    check(GJK(shape_cast)(&ball, NULL, &ball, &aside, &there, FROM(10), NULL, memory(size), size, &r) == GJK_OK);
    MY(check_impact)(__LINE__, &r, 2.2679491924311227, 0, STEP);

    // A rotation does not change a ball. Two bodies at rest never meet.
    check(GJK(time_of_impact)(&ball, NULL, NULL, &ball, &away, &coming, FROM(10), NULL, memory(size), size, &r) == GJK_OK);
    MY(check_impact)(__LINE__, &r, 4, 1, 20 * STEP);
    check(GJK(time_of_impact)(&ball, NULL, NULL, &ball, &away, NULL, FROM(10), NULL, memory(size), size, &r) == GJK_OK);
    check(r.is_clear);
    // The hand of a clock rotates towards a ball, which extends 30 degrees to either side as seen from the axis.
    check(GJK(time_of_impact)(&hand, NULL, &clock, &small, &above, NULL, FROM(3), NULL, memory(size), size, &r) == GJK_OK);
    MY(check_impact)(__LINE__, &r, 1.0471975511965976, 0, 20 * STEP);
    options = MY(defaults);
    options.max_cast_iterations = 1;
    check(GJK(time_of_impact)(&hand, NULL, &clock, &small, &above, NULL, FROM(3), &options, memory(size), size, &r) == GJK_OK);
    check(r.status == GJK_ITERATION_LIMIT && !r.is_clear && REAL(r.time) < 1.0471975 && r.upper_bound >= LIMIT);

    r.iterations = 12345;
    check(GJK(shape_cast)(&ball, NULL, &ball, &away, NULL, FROM(1), NULL, memory(size), size, &r) == GJK_ERROR_NULL);
    check(GJK(shape_cast)(&ball, NULL, &ball, &away, &there, -LEAST, NULL, memory(size), size, &r) == GJK_ERROR_NEGATIVE);
    check(GJK(shape_cast)(&ball, NULL, &ball, &away, &there, FROM(1), NULL, NULL, size, &r) == GJK_ERROR_NULL);
    check(GJK(shape_cast)(&ball, NULL, &ball, &away, &there, FROM(1), NULL, memory(size), 0, &r) == GJK_ERROR_WORKSPACE);
    check(GJK(shape_cast)(&ball, NULL, &ball, &away, &there, FROM(1), NULL, memory(size), size, NULL) == GJK_ERROR_NULL);
    there.y = BEYOND;
    check(GJK(shape_cast)(&ball, NULL, &ball, &away, &there, FROM(1), NULL, memory(size), size, &r) ==
          GJK_ERROR_OUT_OF_RANGE);
    coming.velocity.y = BEYOND;
    check(GJK(time_of_impact)(&ball, NULL, &coming, &ball, &away, NULL, FROM(1), NULL, memory(size), size, &r) ==
          GJK_ERROR_OUT_OF_RANGE);
    check(GJK(time_of_impact)(&ball, NULL, NULL, &ball, &away, ASKEW(MOTION), FROM(1), NULL, memory(size), size, &r) ==
          GJK_ERROR_ALIGNMENT);
    check(GJK(time_of_impact)(&ball, NULL, NULL, &ball, &away, NULL, -LEAST, NULL, memory(size), size, &r) ==
          GJK_ERROR_NEGATIVE);
#if !IS_FIXED
    clock = MY(turning)(0, 0, not_a_number());
    check(GJK(time_of_impact)(&ball, NULL, &clock, &ball, &away, NULL, FROM(1), NULL, memory(size), size, &r) ==
          GJK_ERROR_NOT_FINITE);
#endif
    check(r.iterations == 12345);
}

static void MY(contacts)(void) {
    SHAPE wall = MY(cuboid)(1, 4, 4), floor = MY(cuboid)(9, 1, 9), crate = MY(cuboid)(0.5, 0.5, 0.5), ball = MY(ball)(1);
    POSE away = MY(moved)(2.5, 0, 0), on = MY(moved)(2, 1.25, 0), over = MY(moved)(2, 1.75, 0), shifted = MY(moved)(2.25, 1.25, 0);
    POSE apart = MY(moved)(3, 0, 0), deep = MY(moved)(1.5, 0, 0);
    VECTOR center = MY(vec)(0, 1, 0);
    OPTIONS options = MY(defaults);
    CONTACTS r, later;
    RESULT gap;
    GJK(derivative) change;
    bool is_clear = false;
    size_t size = GJK(workspace_size)(16);

    // A gap of one.
    check(GJK(has_clearance)(&wall, NULL, &crate, &away, FROM(0.75), NULL, &is_clear) == GJK_OK && is_clear);
    check(GJK(has_clearance)(&wall, NULL, &crate, &away, FROM(1.25), NULL, &is_clear) == GJK_OK && !is_clear);
    check(GJK(has_clearance)(&wall, NULL, &crate, &away, -LEAST, NULL, &is_clear) == GJK_ERROR_NEGATIVE);
    check(GJK(has_clearance)(&wall, NULL, &crate, &away, BEYOND, NULL, &is_clear) == GJK_ERROR_OUT_OF_RANGE);
    check(GJK(has_clearance)(&wall, NULL, &crate, &away, FROM(1), NULL, NULL) == GJK_ERROR_NULL);

    check(GJK(manifold)(&floor, NULL, &crate, &on, NULL, memory(size), size, &r) == GJK_OK && is_untouched_beyond(size));
    check(r.count == (DIMENSION == 3 ? 4 : 2) && !r.proximity.is_separated);
    check(MY(is_near)(r.patch_area / (IS_FIXED ? 4294967296.0 : 1.0), DIMENSION == 3 ? 1 : 0, 4 * STEP));
    check(GJK(manifold)(&floor, NULL, &crate, &shifted, NULL, memory(size), size, &later) == GJK_OK && later.count == r.count);
    for (uint32_t i = 0; i < r.count; i++) {
        check(MY(is_near)(REAL(r.points[i].depth), 0.25, STEP) && MY(is_near)(REAL(r.points[i].on_a.y), 1, STEP));
        check(r.points[i].feature_b.kind == GJK_VERTEX && r.points[i].feature_a.kind != GJK_VERTEX);
        check(r.points[i].feature_b.number == later.points[i].feature_b.number);
        check(r.points[i].feature_a.kind == later.points[i].feature_a.kind);
        check(r.points[i].feature_a.number == later.points[i].feature_a.number);
        check(r.points[i].feature_a.other == later.points[i].feature_a.other);
    }
    check(GJK(manifold)(&floor, NULL, &crate, &over, NULL, memory(size), size, &r) == GJK_OK);
    check(r.count == 0 && r.proximity.is_separated && r.points[0].depth == 0);
    options.limit = FROM(0.5);
    check(GJK(manifold)(&floor, NULL, &crate, &over, &options, memory(size), size, &r) == GJK_OK);
    check(r.count > 1 && MY(is_near)(REAL(r.points[0].depth), -0.25, STEP));
    check(GJK(manifold)(&ball, NULL, &ball, &deep, NULL, memory(size), size, &r) == GJK_OK);
    check(r.count == 1 && MY(is_near)(REAL(r.points[0].depth), 0.5, STEP) && r.points[1].depth == 0);
    check(GJK(manifold)(&ball, NULL, NULL, NULL, NULL, memory(size), size, &r) == GJK_ERROR_NULL);
    check(GJK(manifold)(&ball, NULL, &ball, NULL, NULL, memory(size), size - 1, &r) == GJK_ERROR_WORKSPACE);
    check(GJK(manifold)(&ball, NULL, &ball, NULL, NULL, memory(size), size, NULL) == GJK_ERROR_NULL);
    check(r.count == 1);

    for (int i = 0; i < 2; i++) {
        const POSE *pose = i == 0 ? &apart : &deep;
        check(GJK(gradient)(&ball, NULL, &ball, pose, &center, NULL, memory(size), size, &gap, &change) == GJK_OK);
        MY(check_answer)(__LINE__, &gap, i == 0 ? 1 : -0.5, 1, 0, 0, STEP);
        check(MY(product)(1, 0, 0, change.translation) > 0.9999);
#if DIMENSION == 3
        check(MY(is_near)(REAL(change.rotation.z), 1, STEP) && MY(is_near)(REAL(change.rotation.x), 0, STEP));
#else
        check(MY(is_near)(REAL(change.rotation), 1, STEP));
#endif
    }
    gap.iterations = 12345;
    check(GJK(gradient)(&ball, NULL, &ball, NULL, NULL, NULL, memory(size), size, &gap, &change) == GJK_ERROR_NULL);
    check(GJK(gradient)(&ball, NULL, &ball, NULL, &center, NULL, memory(size), size, &gap, NULL) == GJK_ERROR_NULL);
    center.x = BEYOND;
    check(GJK(gradient)(&ball, NULL, &ball, NULL, &center, NULL, memory(size), size, &gap, &change) ==
          GJK_ERROR_OUT_OF_RANGE);
    check(gap.iterations == 12345);
}

#if DIMENSION == 3
#define HULL GJK(polyhedron)
#define HULL_FIELD polyhedron
#define HULL_KIND GJK_POLYHEDRON
#define HULL_COUNT vertex_count
#else
#define HULL GJK(points)
#define HULL_FIELD polygon
#define HULL_KIND GJK_POLYGON
#define HULL_COUNT count
#endif

static void MY(hulls)(void) {
    static HULL_MEMORY(64) own;
    const POSE home = MY(home);
    VECTOR points[65];
    HULL hull;
    SCALAR outside = FROM(3);
    size_t count = 0;
    // A grid: the corners of a cube (in the plane, of a square), and points between them.
    for (int i = -1; i <= 1; i++) {
        for (int j = -1; j <= 1; j++) {
            for (int k = -1; k <= (DIMENSION == 3 ? 1 : -1); k++) {
                points[count++] = MY(vec)(i, j, k);
            }
        }
    }
    check(GJK(build_hull)(points, count, 0, &own, sizeof own, &hull, &outside) == GJK_OK);
    check(hull.HULL_COUNT == (DIMENSION == 3 ? 8 : 4) && outside == 0);
    SHAPE built = MY(shape)(HULL_KIND);
    built.of.HULL_FIELD = hull;
    PAIR(built, home, MY(point)(3, 0.5, 0), home, 2, 1, 0, 0);
    PAIR(built, home, MY(cuboid)(1, 2, 3), MY(moved)(0, 2.5, 0), -0.5, 0, 1, 0);
    PAIR(built, MY(moved)(1, 1, 0), MY(point)(5, 5, 0), home, 4.2426407, 0.70710678, 0.70710678, 0);

    while (count < 65) {
        points[count++] = MY(vec)(0, 0, 0);
    }
    // At most three vertices, and the error of this hull.
    check(GJK(build_hull)(points, 27, 3, memory(sizeof own), sizeof own, &hull, &outside) == GJK_OK);
    check(hull.HULL_COUNT == 3 && REAL(outside) > 0.5 && is_untouched_beyond(sizeof own));
    check(GJK(build_hull)(points, 1, 0, memory(sizeof own), sizeof own, &hull, NULL) == GJK_OK && hull.HULL_COUNT == 1);

    SHAPE again = built;
#if DIMENSION == 3
    // Wrong numbers in a polyhedron: only check_shape finds them, but every query ends.
    RESULT r;
    uint16_t neighbors[64];
    check(built.of.polyhedron.neighbor_count <= 64);
    for (uint32_t i = 0; i < built.of.polyhedron.neighbor_count; i++) {
        neighbors[i] = (uint16_t)(built.of.polyhedron.neighbors[i] + 77);
    }
    again.of.polyhedron.neighbors = neighbors;
    check(GJK(check_shape)(&again) == GJK_ERROR_POLYHEDRON);
    check(GJK(distance)(&again, NULL, &again, &home, NULL, &r) == GJK_OK);
    BAD(built, of.polyhedron.vertices, NULL, GJK_ERROR_NULL);
    BAD(built, of.polyhedron.ends, NULL, GJK_ERROR_NULL);
    BAD(built, of.polyhedron.neighbors, ASKEW(uint16_t), GJK_ERROR_ALIGNMENT);
    BAD(built, of.polyhedron.vertex_count, 0, GJK_ERROR_NO_POINTS);
#endif
    again = built;
    check(GJK(check_shape)(&again) == GJK_OK);

    hull.HULL_COUNT = 12345;
    check(GJK(build_hull)(points, 65, 0, &own, sizeof own, &hull, NULL) == GJK_ERROR_TOO_MANY_POINTS);
    check(GJK(build_hull)(points, 0, 0, &own, sizeof own, &hull, NULL) == GJK_ERROR_NO_POINTS);
    check(GJK(build_hull)(NULL, 8, 0, &own, sizeof own, &hull, NULL) == GJK_ERROR_NULL);
    check(GJK(build_hull)(points, 8, 0, NULL, sizeof own, &hull, NULL) == GJK_ERROR_NULL);
    check(GJK(build_hull)(points, 8, 0, memory_start() + 4, sizeof own, &hull, NULL) == GJK_ERROR_ALIGNMENT);
    check(GJK(build_hull)(points, 8, 0, &own, sizeof own - 1, &hull, NULL) == GJK_ERROR_WORKSPACE);
    check(GJK(build_hull)(points, 8, 0, &own, sizeof own, NULL, NULL) == GJK_ERROR_NULL);
    check(GJK(build_hull)(points, 8, 0, &own, sizeof own, &hull, ASKEW(SCALAR)) == GJK_ERROR_ALIGNMENT);
    points[3].x = BEYOND;
    check(GJK(build_hull)(points, 8, 0, &own, sizeof own, &hull, NULL) == GJK_ERROR_OUT_OF_RANGE);
    check(hull.HULL_COUNT == 12345);
    check(GJK(hull_memory_size)(0, 0) == sizeof own && GJK(hull_memory_size)(64, 64) == sizeof own);
    check(GJK(hull_memory_size)(65, 3) == sizeof(HULL_MEMORY(512)) && GJK(hull_memory_size)(3, 65) == sizeof(HULL_MEMORY(512)));
    check(GJK(hull_memory_size)(513, 512) == sizeof(HULL_MEMORY(4096)));
    check(GJK(hull_memory_size)(4097, 4) == 0 && GJK(hull_memory_size)(4, 513) == 0);
}

static void MY(test)(void) {
    MY(polytopes)();
    MY(curved)();
    MY(support_functions)();
    MY(settings)();
    MY(warm_starts)();
    MY(refusals)();
    MY(rays)();
    MY(casts)();
    MY(contacts)();
    MY(hulls)();
}

#undef JOIN_AS_IS
#undef JOIN
#undef GJK
#undef MY
#undef FROM
#undef FROM_UNIT
#undef REAL
#undef REAL_UNIT
#undef SCALAR
#undef UNIT_VECTOR
#undef LIMIT
#undef BEYOND
#undef LEAST
#undef VECTOR
#undef SHAPE
#undef POSE
#undef OPTIONS
#undef RESULT
#undef WARM_START
#undef IMPACT
#undef MOTION
#undef CONTACTS
#undef HULL_MEMORY
#undef HULL
#undef HULL_FIELD
#undef HULL_KIND
#undef HULL_COUNT
#undef CORNERS
#undef PAIR
#undef CURVED
#undef BAD
#undef BAD_NUMBER
#undef BAD_SIZE
#undef BAD_REVOLVED
#undef ASKEW
#undef SUFFIX
#undef DIMENSION
#undef IS_FIXED
#undef STEP
#undef IDENTITY
