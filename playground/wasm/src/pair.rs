//! Turns a question into two bodies.

use crate::case::{Case, Meshes, Pose as CasePose, Shape};
use crate::refusal::Refusal;
use crate::space::{self, Space};
use gjk::{Affine, Pose, Support, Transformed};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;

/// The number systems.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase", expecting = "a scalar")]
pub enum Arithmetic {
    F32,
    F64,
    I16F16,
}

/// A case in the format of `examples/solve`, and the options of the query.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a question")]
struct Question {
    case: Value,
    #[serde(flatten)]
    options: Options,
}

/// The settings of a query.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Options {
    pub scalar: Arithmetic,
    /// The capacity of the workspace of EPA, in vertices.
    pub capacity: usize,
    /// `None` is the library's default, here and for the iterations.
    pub tolerance: Option<f64>,
    pub max_iterations: Option<u32>,
}

/// A case and the options to solve it with.
#[derive(Debug)]
pub struct Request {
    pub case: Case,
    pub options: Options,
}

impl Request {
    /// Reads a question.
    pub fn read(bytes: &[u8]) -> Result<Self, Refusal> {
        let refusal = |error: serde_json::Error| Refusal::new(format!("the question cannot be read: {error}"));
        let Question { case, options } = serde_json::from_slice(bytes).map_err(refusal)?;
        // The module has no files: the page replaces meshes by hulls.
        let case = Case::read_with(&case.to_string(), 1, &mut Meshes::new(Path::new("")))?;
        Ok(Self { case, options })
    }

    /// Calls a closure with the bodies and their poses; they borrow from locals of this call and cannot be returned.
    pub fn with_bodies<V: Space, T>(&self, job: impl FnOnce(Posed<'_, V>, Posed<'_, V>) -> T) -> Result<T, Refusal> {
        let Self { case, .. } = self;
        Side::new(&case.a, &case.pose_a, ["a", "pose_a"])?
            .with_body(|a| Side::new(&case.b, &case.pose_b, ["b", "pose_b"])?.with_body(|b| Ok(job(a, b)))?)?
    }
}

/// A body and its pose.
#[derive(Clone, Copy)]
pub struct Posed<'b, V: Space> {
    pub body: &'b dyn Support<Vector = V>,
    pub pose: Pose<V>,
    /// The body before the affine map, if its pose is one.
    pub unmapped: &'b dyn Support<Vector = V>,
    /// The shape of the case, unless the body is rounded.
    pub shape: Option<&'b Shape>,
}

/// The parts of a body.
struct Side<'c, V: Space> {
    shape: &'c Shape,
    points: Vec<V>,
    radius: f64,
    map: Option<Affine<V>>,
    pose: Pose<V>,
    key: &'static str,
}

impl<'c, V: Space> Side<'c, V> {
    fn new(shape: &'c Shape, pose: &CasePose, [key, pose_key]: [&'static str; 2]) -> Result<Self, Refusal> {
        let (shape, radius) = shape.core();
        let points = space::points(shape).map_err(Refusal::within(key))?;
        let map = space::affine(pose).map_err(Refusal::within(pose_key))?;
        let pose = space::pose(pose).map_err(Refusal::within(pose_key))?;
        Ok(Self { shape, points, radius, map, pose, key })
    }

    fn with_body<T>(&self, job: impl FnOnce(Posed<'_, V>) -> T) -> Result<T, Refusal> {
        let within = Refusal::within(self.key);
        let core = space::body(self.shape, &self.points).map_err(&within)?;
        let rounded = space::rounded(&*core, self.radius).map_err(within)?;
        let whole: &dyn Support<Vector = V> = rounded.as_ref().map_or(&*core, |rounded| rounded);
        let mapped = self.map.map(|map| Transformed::new(whole, map));
        let body: &dyn Support<Vector = V> = mapped.as_ref().map_or(whole, |mapped| mapped);
        let shape = rounded.is_none().then_some(self.shape);
        Ok(job(Posed { body, pose: self.pose, unmapped: whole, shape }))
    }
}
