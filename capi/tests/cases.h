// The cases of one vector type. test.c includes this file once for each, with these macros:
//
// SUFFIX       3f, 2f, 3q or 2q
// DIMENSION    3 or 2
// IS_FIXED     1 for fixed point
// STEP         a few rounding steps of the numbers below
// IDENTITY     initialiser of the pose that leaves everything in place

#define JOIN_AS_IS(a, b) a##b
#define JOIN(a, b) JOIN_AS_IS(a, b)
#define GJK(name) JOIN(gjk_##name, SUFFIX)
#define MY(name) JOIN(name##_, SUFFIX)

#if IS_FIXED
#define FROM(x) GJK_Q16(x)
#define FROM_UNIT(x) GJK_Q30(x)
#define REAL(x) ((x) / 65536.0)
#define REAL_UNIT(x) ((x) / 1073741824.0)
#define UNIT_VECTOR JOIN(gjk_unit, SUFFIX)
#define LIMIT GJK_LIMITQ
#define BEYOND (GJK_LIMITQ + 1)
#define LEAST 1
#else
#define FROM(x) ((float)(x))
#define FROM_UNIT(x) ((float)(x))
#define REAL(x) ((double)(x))
#define REAL_UNIT(x) ((double)(x))
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

// The pose of bodies that are modelled where they are.
static const POSE MY(home) = IDENTITY;

// A vector; in the plane without z.
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

// A pose turned about the z axis, by twice the angle with this cosine and sine.
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


// Static objects start as zeros.
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

// The corners of a square, and in space a top above it and a point inside.
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

// What a support function is handed.
struct MY(user) {
    double reach;
    unsigned calls;
};

static double MY(magnitude)(double x) {
    return x < 0 ? -x : x;
}

// The hull of the points at `reach` on the axes, both ways. Each call asks the library something else.
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

// The answer of a query whose distance is known. The normal is not looked at if it is zero.
static void MY(check_answer)(int line, const RESULT *r, double distance, double x, double y, double z, double off) {
    check_at(line, MY(is_near)(REAL(r->distance), distance, off));
    check_at(line, REAL(r->lower_bound) <= distance + off && REAL(r->upper_bound) >= distance - off);
    check_at(line, r->lower_bound <= r->distance && r->distance <= r->upper_bound);
    check_at(line, r->is_separated == (distance > 0));
    check_at(line, r->is_separated ? r->lower_bound > 0 : r->lower_bound <= 0);
    if (x != 0 || y != 0 || z != 0) {
        check_at(line, MY(product)(x, y, z, r->normal) > 0.9999);
    }
    // The way between the witness points.
    double d = REAL(r->distance);
    check_at(line, MY(is_near)(REAL(r->on_b.x) - REAL(r->on_a.x), d * REAL_UNIT(r->normal.x), off));
    check_at(line, MY(is_near)(REAL(r->on_b.y) - REAL(r->on_a.y), d * REAL_UNIT(r->normal.y), off));
#if DIMENSION == 3
    check_at(line, MY(is_near)(REAL(r->on_b.z) - REAL(r->on_a.z), d * REAL_UNIT(r->normal.z), off));
#endif
}

// Asks everything of a pair whose signed distance and normal are known, with each workspace.
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
            // It need not be known how far.
            check_at(line, REAL(r.lower_bound) <= distance + off && REAL(r.distance) >= distance - off);
        } else {
            MY(check_answer)(line, &r, distance, x, y, z, off);
        }
    }
}

// The same for both orders of the pair. A copy by value: shapes and poses may lie anywhere.
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

    // Turned by a quarter and by an eighth.
    PAIR(MY(cuboid)(1, 2, 3), MY(at)(0, 0, 0, half, half), MY(point)(5, 0, 0), home, 3, 1, 0, 0);
    PAIR(MY(cuboid)(1, 1, 1), MY(at)(1, 0, 0, eighth_cos, eighth_sin), MY(point)(5, 0, 0), home, 4 - 2 * half, 1, 0, 0);
    // Far from the origin of the world: fixed point loses nothing, float no more than its coordinates do.
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
    // What is no polytope is solved to a tolerance as well; this one is, whatever it says.
    for (int32_t is_polytope = -1; is_polytope <= 1; is_polytope++) {
        SHAPE diamond = MY(support)(MY(diamond), &user, is_polytope);
        diamond.of.support.center = MY(vec)(0, 0.5, 0);
        PAIR(diamond, home, MY(point)(5, 0, 0), home, 3, 1, 0, 0);
        PAIR(diamond, MY(moved)(5, 0, 0), MY(cuboid)(1, 4, 4), MY(moved)(2.25, 0, 0), -0.25, -1, 0, 0);
    }
    check(user.calls > 0);

    // A function that writes nothing, and one that writes nonsense.
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
    SHAPE cuboid = MY(cuboid)(1, 1, 1), egg = MY(ellipsoid)(1, 2, 3);
    POSE far = MY(moved)(4, 3, 0.5), near = MY(moved)(0.5, 0.25, 0.125);
    OPTIONS options = MY(defaults);
    RESULT plain = MY(no_result), r = MY(no_result);
    size_t size = GJK(workspace_size)(64);
    check(GJK(distance)(&cuboid, NULL, &cuboid, &far, NULL, &plain) == GJK_OK);

    // Zeros are the defaults.
    check(GJK(distance)(&cuboid, NULL, &cuboid, &far, &options, &r) == GJK_OK);
    check(r.distance == plain.distance && r.iterations == plain.iterations && r.status == plain.status);

    // A first direction: the answer that was there before.
    options.direction = plain.normal;
    check(GJK(distance)(&cuboid, NULL, &cuboid, &far, &options, &r) == GJK_OK);
    check(MY(is_near)(REAL(r.distance), REAL(plain.distance), STEP) && r.iterations <= plain.iterations);

    // A distance limit, and the least one.
    options = MY(defaults);
    options.limit = FROM(1.5);
    check(GJK(distance)(&cuboid, NULL, &cuboid, &far, &options, &r) == GJK_OK);
    check(r.status == GJK_DISTANCE_LIMIT && r.lower_bound > options.limit && r.is_separated);
    check(GJK(proximity)(&cuboid, NULL, &cuboid, &far, &options, memory(size), size, &r) == GJK_OK);
    check(r.status == GJK_DISTANCE_LIMIT && r.lower_bound > options.limit && r.is_separated);
    options.limit = LEAST;
    check(GJK(distance)(&cuboid, NULL, &cuboid, &far, &options, &r) == GJK_OK);
    check(r.status == GJK_DISTANCE_LIMIT && r.is_separated);
    options.limit = FROM(5);
    check(GJK(distance)(&cuboid, NULL, &cuboid, &far, &options, &r) == GJK_OK);
    check(r.status == GJK_CONVERGED && r.distance == plain.distance);

    // Caps: the bounds hold.
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
    // It is relative to the distance of the cores: an ellipsoid's margin is at most its least radius.
    check(REAL(r.upper_bound) - REAL(r.lower_bound) <= 0.125 * (REAL(r.distance) + 2));
    check(REAL(r.upper_bound) - REAL(r.lower_bound) > REAL(plain.upper_bound) - REAL(plain.lower_bound));

#if DIMENSION == 3
    // A workspace that is too small for the tolerance.
    options.tolerance = LEAST;
    SHAPE drum = MY(shape)(GJK_CYLINDER), hat = MY(shape)(GJK_CONE);
    drum.of.cylinder.half_height = hat.of.cone.half_height = FROM(5);
    drum.of.cylinder.radius = FROM(0.5);
    hat.of.cone.radius = FROM(0.6);
    size = GJK(workspace_size)(16);
    check(GJK(proximity)(&drum, NULL, &hat, NULL, &options, memory(size), size, &r) == GJK_OK);
    check(r.status == GJK_BUFFER_FULL && r.lower_bound <= r.distance && r.distance <= r.upper_bound);
    check(r.upper_bound < 0);
#endif
}

// Every function refuses the pair with this code, and writes nothing.
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

// A shape that is no good, as either body.
static void MY(bad)(int line, SHAPE shape, int32_t error) {
    SHAPE ball = MY(ball)(1);
    check_at(line, GJK(check_shape)(&shape) == error);
    MY(refused)(line, &shape, NULL, &ball, NULL, NULL, error);
    MY(refused)(line, &ball, NULL, &shape, NULL, NULL, error);
}

// A shape whose `field` is `number`.
#define BAD(made, field, number, error)                                                                                \
    do {                                                                                                               \
        SHAPE shape = made;                                                                                            \
        shape.field = number;                                                                                          \
        MY(bad)(__LINE__, shape, error);                                                                               \
    } while (0)

// A shape of every kind with one number wrong.
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

// The same for what must not be negative.
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

// A pointer to nothing aligned.
#define ASKEW(type) ((type *)(uintptr_t)(memory_start() + 1))

static void MY(refusals)(void) {
    SHAPE ball = MY(ball)(1), hull = MY(hull)();
    POSE pose = MY(home);
    OPTIONS options = MY(defaults);
    RESULT r = MY(no_result);
    bool intersecting = false;

    // Kinds that there are not, whatever a C enum makes of them.
    static const int32_t kinds[5] = {0, -1, 13, INT32_MAX, INT32_MIN};
    for (int i = 0; i < 5; i++) {
        MY(bad)(__LINE__, MY(shape)(kinds[i]), GJK_ERROR_KIND);
    }

    // Numbers. The limit itself is legal.
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

    // Workspaces, also where none would be used.
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

static void MY(test)(void) {
    MY(polytopes)();
    MY(curved)();
    MY(support_functions)();
    MY(settings)();
    MY(refusals)();
}

#undef JOIN_AS_IS
#undef JOIN
#undef GJK
#undef MY
#undef FROM
#undef FROM_UNIT
#undef REAL
#undef REAL_UNIT
#undef UNIT_VECTOR
#undef LIMIT
#undef BEYOND
#undef LEAST
#undef VECTOR
#undef SHAPE
#undef POSE
#undef OPTIONS
#undef RESULT
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
