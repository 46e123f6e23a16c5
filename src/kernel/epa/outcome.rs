//! The goal of EPA and its result. `epa.rs` fills the result in, `epa/foot.rs` completes its facet.

use crate::kernel::difference::CsoPoint;
use crate::kernel::polytope::Polytope;
use crate::kernel::simplex::Simplex;
use crate::kernel::simplex::shares::Weights;
use crate::number::scalar::Scalar;
use crate::number::vector::{UnitOfVector, Vector};

/// When EPA stops, with all lengths at the scale of the CSO.
#[derive(Clone, Copy, Debug)]
pub struct DepthGoal<V: Vector> {
    /// The gap between the bounds that is good enough, relative to the whole depth, which includes the margins.
    pub tolerance: UnitOfVector<V>,
    pub max_iterations: u32,
    /// The sum of the margins, part of the whole depth.
    pub margin: V::Scalar,
}

impl<V: Vector> DepthGoal<V> {
    /// Are the bounds close enough to each other, relative to the whole depth?
    pub fn is_met(&self, lower: V::Scalar, upper: V::Scalar, resolution: V::Scalar) -> bool {
        upper - lower <= self.allowed_gap(upper, resolution)
    }

    /// The gap between the bounds that is close enough.
    pub fn allowed_gap(&self, upper: V::Scalar, resolution: V::Scalar) -> V::Scalar {
        let whole = (upper + self.margin).max(V::Scalar::NIL);
        whole.scaled(self.tolerance).max(resolution)
    }
}

/// The bounds of a depth, with all lengths at the scale of the CSO.
#[derive(Clone, Copy, Debug)]
pub struct DepthBounds<V: Vector> {
    pub zoom: <V::Scalar as Scalar>::Zoom,
    pub lower: V::Scalar,
    pub upper: V::Scalar,
    /// The gap between the bounds that is close enough.
    pub allowed: V::Scalar,
    /// A normal whose support value is less than the upper bound.
    pub better: Option<V>,
}

/// Raises the lower bound of a depth and finds a better normal, if more is known of the bodies than their support
/// functions tell.
pub type Narrow<'n, V> = &'n dyn Fn(&mut DepthBounds<V>);

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthEnd {
    /// The bounds met, the normal of a facet separates the bodies, or the CSO is a point or segment without facets.
    Converged,
    /// No room for another vertex.
    Full,
    /// Rounding broke the polytope, or keeps the bounds from meeting.
    Stalled,
    /// The rounds are used up.
    Iterations,
    /// A support point was NaN or out of range.
    Support,
}

/// The result of EPA, with all lengths at the scale of the CSO. Depths may be negative: then the origin is outside.
#[derive(Debug)]
pub struct Outcome<V: Vector> {
    pub end: DepthEnd,
    /// The support value along `normal`; the largest value of the scalar if no normal was tried.
    pub upper: V::Scalar,
    /// The lower bound of the depth, from the distances of nearest facets; minus the largest value of the scalar if
    /// there was no facet.
    pub lower: V::Scalar,
    /// The outward normal with the least support value, as a direction.
    pub normal: V,
    /// Corners of a facet in the plane of `normal`, or only the support point along `normal`.
    pub facet: Simplex<V>,
    /// The weights of the point of `facet` nearest to the foot, if they are known already.
    pub weights: Option<Weights<V>>,
    /// The largest coordinate of the polytope.
    pub extent: V::Scalar,
    pub iterations: u32,
}

impl<V: Vector> Outcome<V> {
    /// The outcome before the search: nothing is known.
    pub fn unknown() -> Self {
        let (end, normal, facet) = (DepthEnd::Converged, V::first_axis(), Simplex::default());
        let (upper, lower) = (V::Scalar::MAX, -V::Scalar::MAX);
        Self { end, upper, lower, normal, facet, weights: None, extent: V::Scalar::NIL, iterations: 0 }
    }

    /// Was a normal tried?
    pub fn is_known(&self) -> bool {
        self.upper < V::Scalar::MAX
    }

    /// Takes a facet as the answer, with its normal and the support value `upper` along it.
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub fn take(&mut self, polytope: &Polytope<'_, V>, facet: usize, upper: V::Scalar) {
        (self.normal, self.upper) = (polytope.normal(facet), upper);
        polytope.copy_corners(facet, &mut self.facet);
    }

    /// Takes a normal as the answer so far if its support value is the least. Its support point stands for the facet of
    /// the answer until a facet is known to be in that plane.
    pub fn improve(&mut self, upper: V::Scalar, normal: V, point: &CsoPoint<V>) {
        if upper < self.upper {
            (self.normal, self.upper) = (normal, upper);
            self.facet.clear();
            self.facet.push(point);
        }
    }
}
