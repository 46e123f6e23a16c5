// Bullet's queries on two shapes. Margins that are not radii are zero, so that bodies have the size that they have in
// other libraries.

#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

// The caller passes rows and origin with four numbers each.
static_assert(sizeof(btTransform) == 16 * sizeof(btScalar));
static_assert(sizeof(btVector3) == 4 * sizeof(btScalar));

/// A shape, with the object that sweeps and rays need. It is never freed.
struct Body {
    btConvexShape *shape;
    btCollisionObject object;
};

namespace {

Body *body(btConvexShape *shape) {
    shape->setMargin(0);
    auto *body = new Body{shape, {}};
    body->object.setCollisionShape(shape);
    return body;
}

/// The distance if it is less than `limit`, or minus the depth; otherwise a large number.
btScalar closest(const Body &a, const Body &b, const btTransform &pose_a, const btTransform &pose_b, btScalar limit) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector(a.shape, b.shape, &simplex, &depth);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = pose_a;
    input.m_transformB = pose_b;
    input.m_maximumDistanceSquared = limit * limit;
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    return found.m_distance;
}

} // namespace

extern "C" {

Body *bullet_sphere(btScalar radius) noexcept { return body(new btSphereShape(radius)); }

Body *bullet_box(btScalar x, btScalar y, btScalar z) noexcept { return body(new btBoxShape({x, y, z})); }

Body *bullet_capsule(btScalar radius, btScalar height) noexcept { return body(new btCapsuleShapeZ(radius, height)); }

Body *bullet_cylinder(btScalar radius, btScalar half_height) noexcept {
    return body(new btCylinderShapeZ({radius, radius, half_height}));
}

Body *bullet_cone(btScalar radius, btScalar height) noexcept { return body(new btConeShapeZ(radius, height)); }

Body *bullet_hull(const btScalar *points, int count) noexcept {
    return body(new btConvexHullShape(points, count, 3 * sizeof(btScalar)));
}

double bullet_distance(const Body *a, const Body *b, const btTransform *pose_a, const btTransform *pose_b) noexcept {
    return closest(*a, *b, *pose_a, *pose_b, btScalar(1e9));
}

/// The distance, or minus the depth, if the bodies touch; otherwise a large number. The limit applies to the distance
/// of cores, which touching bodies may have apart by their margins.
double bullet_contact(const Body *a, const Body *b, const btTransform *pose_a, const btTransform *pose_b) noexcept {
    return closest(*a, *b, *pose_a, *pose_b, a->shape->getMargin() + b->shape->getMargin());
}

/// The fraction of the displacement that B can move, 1 if it meets nothing.
double bullet_sweep(Body *a, const Body *b, const btTransform *pose_a, const btTransform *pose_b,
                    const btVector3 *way) noexcept {
    btTransform end(pose_b->getBasis(), pose_b->getOrigin() + *way);
    btCollisionWorld::ClosestConvexResultCallback found(pose_b->getOrigin(), end.getOrigin());
    btCollisionWorld::objectQuerySingle(b->shape, *pose_b, end, &a->object, a->shape, *pose_a, found, 0);
    return found.m_closestHitFraction;
}

double bullet_ray(Body *a, const btTransform *pose_a, const btVector3 *origin, const btVector3 *way) noexcept {
    btTransform start(btMatrix3x3::getIdentity(), *origin), end(btMatrix3x3::getIdentity(), *origin + *way);
    btCollisionWorld::ClosestRayResultCallback found(start.getOrigin(), end.getOrigin());
    btCollisionWorld::rayTestSingle(start, end, &a->object, a->shape, *pose_a, found);
    return found.m_closestHitFraction;
}
}
