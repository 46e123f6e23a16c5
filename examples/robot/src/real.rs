//! The scalars of queries.

use crate::hull::Builder;
use gjk::{Error, Pose, Pose3, Rotation3, Scalar, vec3};
use std::sync::Mutex;

/// A scalar of queries: `f32` or `f64`.
pub trait Real: Scalar<Unit = Self> {
    /// The relative rounding step.
    const EPSILON: f64;

    fn from_f64(value: f64) -> Self;
    fn to_f64(self) -> f64;

    /// The nearest pose in this scalar. Fails if a number is out of range.
    fn pose(pose: Pose3<f64>) -> Result<Pose3<Self>, Error>;

    /// The builder of hulls, which is too large for a stack.
    fn builder() -> &'static Mutex<Builder<Self>>;
}

impl Real for f64 {
    const EPSILON: f64 = f64::EPSILON;

    fn from_f64(value: f64) -> Self {
        value
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn pose(pose: Pose3<f64>) -> Result<Pose3<Self>, Error> {
        Pose::new(pose.rotation(), pose.position())
    }

    fn builder() -> &'static Mutex<Builder<Self>> {
        static BUILDER: Mutex<Builder<f64>> = Mutex::new(Builder::new());
        &BUILDER
    }
}

impl Real for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;

    fn from_f64(value: f64) -> Self {
        value as Self
    }

    fn to_f64(self) -> f64 {
        self.into()
    }

    fn pose(pose: Pose3<f64>) -> Result<Pose3<Self>, Error> {
        let rotation = Rotation3::from_matrix(pose.rotation().to_matrix().map(|row| row.map(Self::from_f64)))?;
        let position = pose.position();
        Pose::new(rotation, vec3(position.x, position.y, position.z).map(Self::from_f64))
    }

    fn builder() -> &'static Mutex<Builder<Self>> {
        static BUILDER: Mutex<Builder<f32>> = Mutex::new(Builder::new());
        &BUILDER
    }
}
