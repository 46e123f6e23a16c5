//! Checks a robot for self-collision.
//!
//! [`input`] reads a robot into a [`model`], [`motion`] says where its joints go, [`check`] finds the closest pair of
//! links at each step, [`check::gradient`] finds how its distance changes with the joints, [`check::swept`] proves the
//! segments between the steps free, and [`report`] prints the findings. [`hull`] turns meshes into convex bodies, and
//! [`real`] is the trait of the scalars.

pub mod check;
pub mod hull;
pub mod input;
pub mod model;
pub mod motion;
pub mod real;
pub mod refusal;
pub mod report;
