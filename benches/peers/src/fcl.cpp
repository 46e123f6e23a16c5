// FCL's queries on two shapes, in double precision.

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>
#include <cmath>
#include <exception>
#include <limits>

using Body = fcl::CollisionGeometryd;
using Pose = fcl::Transform3d;

// The caller passes the columns of a matrix.
static_assert(sizeof(Pose) == 16 * sizeof(double));

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// Prepares a body, which is never freed.
const Body *ready(Body *body) {
    body->computeLocalAABB();
    return body;
}

fcl::GJKSolverType solver(bool indep) { return indep ? fcl::GST_INDEP : fcl::GST_LIBCCD; }

/// The answer to a question, or NaN if it throws.
template <typename Question> double answer(Question question) noexcept {
    try {
        return question();
    } catch (const std::exception &) {
        return nothing;
    }
}

} // namespace

extern "C" {

const Body *fcl_sphere(double radius) noexcept { return ready(new fcl::Sphered(radius)); }

const Body *fcl_box(double x, double y, double z) noexcept { return ready(new fcl::Boxd(x, y, z)); }

const Body *fcl_capsule(double radius, double height) noexcept { return ready(new fcl::Capsuled(radius, height)); }

const Body *fcl_cylinder(double radius, double height) noexcept { return ready(new fcl::Cylinderd(radius, height)); }

const Body *fcl_cone(double radius, double height) noexcept { return ready(new fcl::Coned(radius, height)); }

/// Makes a hull. Each face is its number of corners, followed by their indices.
const Body *fcl_hull(const double *points, int count, const int *faces, int face_count, int length) noexcept {
    auto corners = std::make_shared<std::vector<fcl::Vector3d>>();
    for (int i = 0; i < count; ++i) {
        corners->emplace_back(points + 3 * i);
    }
    auto numbers = std::make_shared<std::vector<int>>(faces, faces + length);
    return ready(new fcl::Convexd(corners, face_count, numbers));
}

/// The distance, negative if the bodies touch.
double fcl_distance(const Body *a, const Body *b, const Pose *pose_a, const Pose *pose_b, bool indep) noexcept {
    return answer([&] {
        fcl::DistanceRequestd request;
        request.gjk_solver_type = solver(indep);
        fcl::DistanceResultd result;
        return fcl::distance(a, *pose_a, b, *pose_b, request, result);
    });
}

/// 1 if the bodies touch, otherwise 0.
double fcl_touch(const Body *a, const Body *b, const Pose *pose_a, const Pose *pose_b, bool indep) noexcept {
    return answer([&] {
        fcl::CollisionRequestd request;
        request.gjk_solver_type = solver(indep);
        fcl::CollisionResultd result;
        fcl::collide(a, *pose_a, b, *pose_b, request, result);
        return result.isCollision() ? 1.0 : 0.0;
    });
}

/// The depth of the deepest contact, or -1 if the bodies are apart. The absolute value, because FCL's own solver
/// returns negative depths.
double fcl_depth(const Body *a, const Body *b, const Pose *pose_a, const Pose *pose_b, bool indep) noexcept {
    return answer([&] {
        fcl::CollisionRequestd request(1, true);
        request.gjk_solver_type = solver(indep);
        fcl::CollisionResultd result;
        fcl::collide(a, *pose_a, b, *pose_b, request, result);
        return result.isCollision() ? std::abs(result.getContact(0).penetration_depth) : -1.0;
    });
}

/// The fraction of the displacement that B can move, 2 if it meets nothing.
double fcl_cast(const Body *a, const Body *b, const Pose *pose_a, const Pose *pose_b, const double *way,
                bool indep) noexcept {
    return answer([&] {
        Pose end = *pose_b;
        end.translation() += Eigen::Map<const fcl::Vector3d>(way);
        fcl::ContinuousCollisionRequestd request;
        request.gjk_solver_type = solver(indep);
        request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
        fcl::ContinuousCollisionResultd result;
        fcl::continuousCollide(a, *pose_a, *pose_a, b, *pose_b, end, request, result);
        return result.is_collide ? result.time_of_contact : 2.0;
    });
}
}
