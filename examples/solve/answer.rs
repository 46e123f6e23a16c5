//! Solves a case in one of the number systems, and keeps the answer as plain `f64` numbers.

use crate::case::{Case, Pose as CasePose};
use crate::number::Number;
use crate::options::{Options, ScalarName};
use crate::space::{self, Refusal, Space};
use crate::trace::{Trace, Watch};
use fixed::types::{I16F16, I32F32};
use gjk::{Pose, Proximity, Query, Scalar, ScalarOfVector, Status, Support, Transformed, Vec2, Vec3, Workspace};

/// What the library says of a case, its numbers as the nearest `f64`.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Are the bodies proven apart?
    pub is_separated: bool,
    /// The distance, or minus the depth.
    pub signed_distance: f64,
    /// What bounds the signed distance, as far as that is known.
    pub lower: Option<f64>,
    pub upper: Option<f64>,
    /// From A to B.
    pub normal: Vec<f64>,
    pub point_a: Vec<f64>,
    pub point_b: Vec<f64>,
    /// Rounds of GJK.
    pub iterations: u32,
    pub epa_iterations: u32,
    pub end: Status,
}

/// Solves a case as the options want it.
pub fn solve(case: &Case, options: &Options, trace: Option<&mut Trace>) -> Result<Answer, Refusal> {
    match (case.dim, options.scalar) {
        (2, ScalarName::F32) => solve_in::<Vec2<f32>>(case, options, trace),
        (2, ScalarName::F64) => solve_in::<Vec2<f64>>(case, options, trace),
        (2, ScalarName::I16F16) => solve_in::<Vec2<I16F16>>(case, options, trace),
        (2, ScalarName::I32F32) => solve_in::<Vec2<I32F32>>(case, options, trace),
        (3, ScalarName::F32) => solve_in::<Vec3<f32>>(case, options, trace),
        (3, ScalarName::F64) => solve_in::<Vec3<f64>>(case, options, trace),
        (3, ScalarName::I16F16) => solve_in::<Vec3<I16F16>>(case, options, trace),
        (3, ScalarName::I32F32) => solve_in::<Vec3<I32F32>>(case, options, trace),
        (dim, _) => Err(Refusal::Case(format!("dim must be 2 or 3, not {dim}"))),
    }
}

fn solve_in<V: Space>(case: &Case, options: &Options, trace: Option<&mut Trace>) -> Result<Answer, Refusal> {
    let (points_a, points_b) = (space::points::<V>(&case.a)?, space::points::<V>(&case.b)?);
    let identity = CasePose::default();
    let (at_a, at_b) = (case.pose_a.as_ref().unwrap_or(&identity), case.pose_b.as_ref().unwrap_or(&identity));
    let (a, b) = (space::body(&case.a, &points_a)?, space::body(&case.b, &points_b)?);
    let mapped_a = space::affine(at_a)?.map(|map| Transformed::new(&*a, map));
    let mapped_b = space::affine(at_b)?.map(|map| Transformed::new(&*b, map));
    let a: &dyn Support<Vector = V> = mapped_a.as_ref().map_or(&*a, |mapped| mapped);
    let b: &dyn Support<Vector = V> = mapped_b.as_ref().map_or(&*b, |mapped| mapped);
    let mut query = Query::new().poses(pose(at_a)?, pose(at_b)?);
    if let Some(tolerance) = options.tolerance {
        query = query.tolerance(V::Scalar::unit_from_f64(tolerance)?)?;
    }
    if let Some(rounds) = options.max_iterations {
        query = query.max_iterations(rounds).max_epa_iterations(rounds);
    }
    macro_rules! with_capacity {
        ($($vertices:literal)+) => {
            match options.capacity {
                $($vertices => {
                    let mut workspace = Box::new(Workspace::<V, $vertices, { 2 * $vertices - 4 }>::new());
                    query.workspace(&mut workspace).observer(Watch(trace)).proximity(a, b)
                })+
                other => return Err(Refusal::Case(format!("no workspace of {other} vertices"))),
            }
        };
    }
    Ok(Answer::new(with_capacity!(8 16 32 64 128 256)))
}

fn pose<V: Space>(pose: &CasePose) -> Result<Pose<V>, Refusal> {
    Ok(Pose::new(V::rotation(pose)?, space::translation(pose)?)?)
}

impl Answer {
    fn new<V: Space>(proximity: Proximity<V>) -> Self {
        let (normal, end) = (V::unit_components(proximity.normal()), proximity.status());
        let signed_distance = proximity.signed_distance().to_f64();
        match proximity {
            Proximity::Separated(gap) => Self {
                is_separated: true,
                signed_distance,
                lower: known::<V>(gap.lower_bound),
                upper: known::<V>(gap.distance),
                normal,
                point_a: gap.on_a.components(),
                point_b: gap.on_b.components(),
                iterations: gap.iterations,
                epa_iterations: 0,
                end,
            },
            Proximity::Overlapping(overlap) => Self {
                is_separated: false,
                signed_distance,
                lower: known::<V>(overlap.upper_bound).map(|bound| -bound),
                upper: known::<V>(overlap.lower_bound).map(|bound| -bound),
                normal,
                point_a: overlap.on_a.components(),
                point_b: overlap.on_b.components(),
                iterations: overlap.iterations,
                epa_iterations: overlap.epa_iterations,
                end,
            },
        }
    }
}

/// A bound that says something.
fn known<V: Space>(bound: ScalarOfVector<V>) -> Option<f64> {
    let most = V::Scalar::MAX;
    (-most < bound && bound < most).then(|| bound.to_f64())
}
