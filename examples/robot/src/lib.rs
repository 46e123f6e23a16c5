//! Checks a robot for self-collision.
//!
//! [`input`] reads a robot into a [`model`], [`motion`] says where its joints go, [`check`] finds the closest pair of
//! links at each step, [`check::gradient`] how that changes with the joints, [`check::swept`] proves what lies between
//! the steps free, [`report`] prints what was found. [`hull`] is how meshes become convex bodies, [`real`] what is
//! asked of a scalar.

pub mod check;
pub mod hull;
pub mod input;
pub mod model;
pub mod motion;
pub mod real;
pub mod refusal;
pub mod report;
