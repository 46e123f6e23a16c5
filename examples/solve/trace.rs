//! Prints the steps of a query.

use crate::space::Space;
use gjk::{DepthStep, DistanceStep, Observer};

/// The steps seen so far.
#[derive(Debug, Default)]
pub struct Trace {
    lines: Vec<String>,
}

/// Watches, or does not.
pub struct Watch<'t>(pub Option<&'t mut Trace>);

impl<V: Space> Observer<V> for Watch<'_> {
    fn distance_step(&mut self, _step: &DistanceStep<'_, V>) {}

    fn depth_step(&mut self, _step: &DepthStep<'_, V>) {}
}
