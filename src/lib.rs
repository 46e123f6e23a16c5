//! Distance, intersection and penetration of convex bodies.
#![no_std]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[cfg(feature = "std")]
extern crate std;

mod combine;
mod cso;
mod dimension;
mod epa;
mod error;
mod gjk;
mod observer;
mod pose;
mod query;
mod result;
mod scalar;
mod shape;
mod simplex;
mod support;
mod vector;

pub use combine::{HullOfTwo, MinkowskiSum, Rounded, SupportExt, SupportFn};
pub use epa::Workspace;
pub use error::Error;
pub use observer::{DepthStep, DistanceStep, Observer};
pub use pose::{Affine, Affine2, Affine3, Pose, Pose2, Pose3, Posed, Poses, Rotation, Rotation2, Rotation3, SameFrame, Transformed};
pub use query::{Query, distance, intersects, penetration, proximity};
pub use result::{Penetration, Proximity, Separation, Status};
#[cfg(feature = "fixed")]
pub use scalar::FixedArea;
pub use scalar::{Area, AreaOf, Scalar, UnitOf};
pub use shape::{
    Ball, Capsule, Circle, Cone, ConvexHull, Cuboid, Cylinder, Ellipse, Ellipsoid, NBall, NCuboid, NEllipsoid, Point,
    Polygon, Rectangle, Segment, Triangle,
};
pub use support::{AreaOfSupport, CsoPoint, Hint, ScalarOf, Support};
pub use vector::{AreaOfVector, ScalarOfVector, UnitOfVector, Vec2, Vec3, Vector, vec2, vec3};
