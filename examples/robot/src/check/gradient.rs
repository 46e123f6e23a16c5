//! How the signed distance of a pair of bodies changes with each joint.
//!
//! The library gives the derivative of the signed distance by a motion of the second body, a linear and an angular
//! velocity at a point of choice ([`gjk::Gradient::rate`]); if the first body moves so instead, the derivative is the
//! negative. The rest is the chain rule. At a unit velocity of one joint, all links that it carries turn about its axis
//! or slide along it: with a point of the axis as the centre, a turn has no linear velocity, and a slide no angular
//! one. A joint that carries both bodies or neither changes nothing.

use super::{Checker, Scratch};
use crate::real::Real;
use crate::refusal::Refusal;
use gjk::{Query, Vec3};

/// The signed distance of two bodies, and its derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct Slope {
    pub signed_distance: f64,
    /// The derivatives by the robot's variables, in their order: metres per radian, or per metre.
    pub by_variable: Vec<f64>,
}

impl<S: Real> Checker<'_, S> {
    /// The slope of a pair of bodies, as [`Closest::bodies`](super::Closest::bodies) names it, at one configuration.
    pub fn slope(&self, bodies: usize, values: &[f64], scratch: &mut Scratch<S>) -> Result<Slope, Refusal> {
        self.place(values, scratch)?;
        let Scratch { workspace, poses, links, .. } = scratch;
        let pair = self.body_pairs[bodies];
        let (a, b) = (&self.bodies[pair.a], &self.bodies[pair.b]);
        // The tighter the bounds, the better the normals of curved bodies.
        let query = Query::new().poses(poses[pair.a], poses[pair.b]).workspace(workspace);
        let query = query.tolerance(S::from_f64(0.0));
        let mut query = query.map_err(|error| Refusal::new(error.to_string()))?;
        let found = query.proximity(&*a.shape, &*b.shape);
        let mut by_variable = vec![0.0; self.robot.variables.len()];
        for crossing in &self.ways[pair.link_pair] {
            let joint = &self.robot.joints[crossing.joint];
            let Some(drive) = joint.drive else { continue };
            // Neither turning about the axis nor sliding along it moves the axis, so the frame of the child has it,
            // too.
            let frame = links[joint.child];
            let axis = frame.rotation().apply(Vec3::from_array(joint.axis).normalize_or_zero());
            let (point, axis) = (frame.position().map(S::from_f64), axis.map(S::from_f64));
            let still = Vec3::splat(S::from_f64(0.0));
            let gradient = found.gradient(point);
            let rate = if joint.turns() { gradient.rate(still, axis) } else { gradient.rate(axis, still) };
            let carries_b = crossing.to == joint.child;
            by_variable[drive.variable] += drive.multiplier * if carries_b { rate } else { -rate }.to_f64();
        }
        Ok(Slope { signed_distance: found.signed_distance().to_f64(), by_variable })
    }
}
