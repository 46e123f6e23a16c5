//! The steps of a query as plain numbers. Points and bounds belong to the cores, without margins, in A's frame.

use crate::number::Convert;
use crate::space::Space;
use gjk::{CsoPoint, DepthStep, DistanceStep, Observer, Scalar, ScalarOfVector, Vector};
use serde::Serialize;

/// A point of the Minkowski difference and the point of A that it comes from.
#[derive(Clone, Debug, Serialize)]
struct Place {
    w: Vec<f64>,
    a: Vec<f64>,
}

impl Place {
    fn new<V: Space>(point: CsoPoint<V>) -> Self {
        Self { w: point.w.components(), a: point.on_a.components() }
    }
}

/// A round of GJK or EPA.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Step {
    Gjk {
        /// The simplex before this round, the newest point first.
        simplex: Vec<Place>,
        axis: Vec<f64>,
        newest: Place,
        lower: f64,
        upper: Option<f64>,
    },
    Epa {
        /// The number of leading vertices that are the same as in the previous round.
        kept: usize,
        /// The vertices after those.
        vertices: Vec<Place>,
        /// The indices of the vertices of each facet.
        facets: Vec<Vec<usize>>,
        /// The index of the facet nearest to the origin.
        nearest: Option<usize>,
        normal: Vec<f64>,
        newest: Place,
        lower: Option<f64>,
        upper: Option<f64>,
    },
}

/// The steps seen so far.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Steps<V: Vector> {
    steps: Vec<Step>,
    /// The vertices of the polytope in the latest round.
    #[serde(skip)]
    known: Vec<CsoPoint<V>>,
}

impl<V: Vector> Steps<V> {
    pub fn new() -> Self {
        Self { steps: Vec::new(), known: Vec::new() }
    }
}

impl<V: Space> Observer<V> for Steps<V> {
    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        if step.simplex().next().is_none() {
            // An empty simplex: the query has started over at another scale.
            *self = Self::new();
        }
        self.steps.push(Step::Gjk {
            simplex: step.simplex().map(Place::new).collect(),
            axis: step.axis.components(),
            newest: Place::new(step.newest),
            lower: step.lower_bound.to_f64(),
            upper: step.upper_bound.map(Convert::to_f64),
        });
    }

    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        let kept = self.known.iter().zip(step.vertices()).take_while(|(known, vertex)| *known == vertex).count();
        self.known.truncate(kept);
        self.known.extend(step.vertices().skip(kept));
        self.steps.push(Step::Epa {
            kept,
            vertices: step.vertices().skip(kept).map(Place::new).collect(),
            facets: step.facets().map(|(_, corners, _)| corners.as_ref().to_vec()).collect(),
            nearest: step.facets().position(|(slot, ..)| slot == step.nearest),
            normal: step.normal.components(),
            newest: Place::new(step.newest),
            lower: known::<V>(step.lower_bound),
            upper: known::<V>(step.upper_bound),
        });
    }
}

/// The bound, or `None` if it is the limit of the scalar and so says nothing.
pub fn known<V: Space>(bound: ScalarOfVector<V>) -> Option<f64> {
    let most = V::Scalar::MAX;
    // A sum with zero makes a plain zero of its negative.
    (-most < bound && bound < most).then(|| bound.to_f64() + 0.0)
}
