//! Solves a case in one of the number systems, and keeps the answer as plain numbers.

use crate::case::{Case, Pose as CasePose, Question, Shape};
use crate::number::Convert;
use crate::options::{Arithmetic, Options};
use crate::refusal::Refusal;
use crate::space::{self, Body, Space};
use crate::trace::{Trace, Watch};
use fixed::types::{I16F16, I32F32};
use gjk::{
    Affine, Error, Impact, Observer, Pose, Poses, Proximity, Query, Ray, Rounded, Scalar, ScalarOfVector, Status,
    Support, Transformed, Vec2, Vec3, Workspace,
};

/// The largest number of poses of a cast that a trace shows.
pub const MAX_STOPS: u32 = 100;

/// The answer of the library to a case; its numbers are the nearest `f64`.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Proximity(Measured),
    Motion(Met),
}

impl Answer {
    /// How the query ended.
    pub fn end(&self) -> Status {
        match self {
            Self::Proximity(measured) => measured.end,
            Self::Motion(met) => met.end,
        }
    }
}

/// The time at which two bodies meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Met {
    /// `None` if the bodies are proven not to meet.
    pub time: Option<f64>,
    /// Bounds of the time, where any are known.
    pub lower: Option<f64>,
    pub upper: Option<f64>,
    pub initially_overlapping: bool,
    /// From A to B, at the contact.
    pub normal: Vec<f64>,
    /// The points of the contact.
    pub point_a: Vec<f64>,
    pub point_b: Vec<f64>,
    /// The number of poses examined after the first.
    pub iterations: Option<u32>,
    pub end: Status,
}

/// A distance or depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// Whether the bodies are proven apart.
    pub is_separated: bool,
    /// The distance, or minus the depth.
    pub signed_distance: f64,
    /// Bounds of the signed distance, where any are known.
    pub lower: Option<f64>,
    pub upper: Option<f64>,
    /// From A to B.
    pub normal: Vec<f64>,
    pub point_a: Vec<f64>,
    pub point_b: Vec<f64>,
    /// Rounds of GJK.
    pub iterations: u32,
    /// Rounds of EPA.
    pub epa_iterations: u32,
    pub end: Status,
}

/// Solves a case with the settings that the options ask for.
pub fn solve(case: &Case, options: &Options, trace: Option<&mut Trace>) -> Result<Answer, Refusal> {
    if case.is_spatial {
        check::<Vec3<f64>>(case)?;
        match options.arithmetic {
            Arithmetic::F32 => solve_in::<Vec3<f32>>(case, options, trace),
            Arithmetic::F64 => solve_in::<Vec3<f64>>(case, options, trace),
            Arithmetic::I16F16 => solve_in::<Vec3<I16F16>>(case, options, trace),
            Arithmetic::I32F32 => solve_in::<Vec3<I32F32>>(case, options, trace),
        }
    } else {
        check::<Vec2<f64>>(case)?;
        match options.arithmetic {
            Arithmetic::F32 => solve_in::<Vec2<f32>>(case, options, trace),
            Arithmetic::F64 => solve_in::<Vec2<f64>>(case, options, trace),
            Arithmetic::I16F16 => solve_in::<Vec2<I16F16>>(case, options, trace),
            Arithmetic::I32F32 => solve_in::<Vec2<I32F32>>(case, options, trace),
        }
    }
}

/// The parts of one of the two bodies. The body itself borrows from them.
struct Side<'c, V: Space> {
    key: &'static str,
    shape: &'c Shape,
    radius: f64,
    points: Vec<V>,
    map: Option<Affine<V>>,
    pose: Pose<V>,
}

impl<'c, V: Space> Side<'c, V> {
    fn both(case: &'c Case) -> Result<(Self, Self), Refusal> {
        Ok((Self::new(("a", &case.a), ("pose_a", &case.pose_a))?, Self::new(("b", &case.b), ("pose_b", &case.pose_b))?))
    }

    fn new((key, shape): (&'static str, &'c Shape), (pose_key, pose): (&str, &CasePose)) -> Result<Self, Refusal> {
        let (shape, radius) = shape.core();
        let points = space::points(shape).map_err(Refusal::within(key))?;
        let map = space::affine(pose).map_err(Refusal::within(pose_key))?;
        let pose = space::pose(pose).map_err(Refusal::within(pose_key))?;
        Ok(Self { key, shape, radius, points, map, pose })
    }

    fn body(&self) -> Result<Body<'_, V>, Refusal> {
        space::body(self.shape, &self.points).map_err(Refusal::within(self.key))
    }

    /// The rounded body, if the case rounds it.
    fn rounded<'b>(&self, body: &'b Body<'_, V>) -> Result<Option<Rounded<&'b dyn Support<Vector = V>>>, Refusal> {
        space::rounded(&**body, self.radius).map_err(Refusal::within(self.key))
    }
}

/// Refuses bodies that cannot be built in `f64`, so that every number system refuses them alike. A body that is out of
/// range is left to the number system of the options.
fn check<V: Space>(case: &Case) -> Result<(), Refusal> {
    match with_bodies::<V, _>(case, |_| ()) {
        Err(refusal) if refusal.error != Some(Error::OutOfRange) => Err(refusal),
        _ => Ok(()),
    }
}

/// A body and its pose.
pub type Placed<'b, V> = (&'b dyn Support<Vector = V>, Pose<V>);

/// Builds the bodies of a case and passes them to `see`: they borrow, so they cannot be returned.
pub fn with_bodies<V: Space, T>(case: &Case, see: impl FnOnce([Placed<'_, V>; 2]) -> T) -> Result<T, Refusal> {
    let (side_a, side_b) = Side::<V>::both(case)?;
    let (body_a, body_b) = (side_a.body()?, side_b.body()?);
    let (rounded_a, rounded_b) = (side_a.rounded(&body_a)?, side_b.rounded(&body_b)?);
    let a: &dyn Support<Vector = V> = rounded_a.as_ref().map_or(&*body_a, |rounded| rounded);
    let b: &dyn Support<Vector = V> = rounded_b.as_ref().map_or(&*body_b, |rounded| rounded);
    let mapped_a = side_a.map.map(|map| Transformed::new(a, map));
    let mapped_b = side_b.map.map(|map| Transformed::new(b, map));
    let a: &dyn Support<Vector = V> = mapped_a.as_ref().map_or(a, |mapped| mapped);
    let b: &dyn Support<Vector = V> = mapped_b.as_ref().map_or(b, |mapped| mapped);
    Ok(see([(a, side_a.pose), (b, side_b.pose)]))
}

fn solve_in<V: Space>(case: &Case, options: &Options, mut trace: Option<&mut Trace>) -> Result<Answer, Refusal> {
    with_bodies::<V, _>(case, |bodies| {
        let [(a, pose_a), (b, pose_b)] = bodies;
        let poses = (pose_a, pose_b);
        match &case.question {
            Question::Proximity => {
                let answer =
                    proximity(query(options, poses, trace.as_deref_mut().map(Watch))?, (a, b), options.capacity);
                // A shortcut has no steps. The trace shows the steps of the search instead, and its answer.
                if let Some(trace) = trace.filter(|trace| trace.is_by_shortcut()) {
                    let searched = query(options, poses, Some(Watch(&mut *trace)))?.search_only();
                    let searched = proximity(searched, (a, b), options.capacity);
                    trace.searched = Some(searched);
                }
                Ok(Answer::Proximity(answer))
            }
            Question::RayCast { direction, max_time } => {
                let ray = Ray::new(V::ZERO, space::vector(direction)?, Convert::from_f64(*max_time)?)?;
                cast(query(options, poses, None)?, |query| Ok(query.ray_cast(a, &ray)), trace)
            }
            Question::ShapeCast { velocity, max_time, target_distance } => {
                let (velocity, max_time) = (space::vector(velocity)?, Convert::from_f64(*max_time)?);
                let query = query(options, poses, None)?.target_distance(Convert::from_f64(*target_distance)?)?;
                cast(query, |query| Ok(query.shape_cast(a, b, velocity, max_time)?), trace)
            }
            Question::TimeOfImpact { motion_a, motion_b, max_time, target_distance } => {
                let (motion_a, motion_b) = (space::motion(motion_a)?, space::motion(motion_b)?);
                let max_time = Convert::from_f64(*max_time)?;
                let query = query(options, poses, None)?.target_distance(Convert::from_f64(*target_distance)?)?;
                cast(query, |query| Ok(query.time_of_impact(a, b, &motion_a, &motion_b, max_time)?), trace)
            }
        }
    })?
}

/// A query with the settings that the options ask for.
fn query<'q, V: Space, O: Observer<V>>(
    options: &Options,
    (pose_a, pose_b): (Pose<V>, Pose<V>),
    observer: O,
) -> Result<Query<'q, V, Poses<V>, O>, Refusal> {
    let mut query = Query::new().observer(observer).poses(pose_a, pose_b);
    if let Some(tolerance) = options.tolerance {
        query = query.tolerance(Convert::from_f64(tolerance)?)?;
    }
    if let Some(rounds) = options.max_iterations {
        query = query.max_iterations(rounds).max_epa_iterations(rounds);
    }
    Ok(query)
}

/// The distance or depth of two bodies. EPA has room for `capacity` vertices.
pub fn proximity<V: Space>(
    query: Query<'_, V, Poses<V>, impl Observer<V>>,
    (a, b): (&dyn Support<Vector = V>, &dyn Support<Vector = V>),
    capacity: usize,
) -> Measured {
    macro_rules! with_workspace {
        ($vertices:literal) => {
            query.workspace(&mut Box::new(Workspace::<V, $vertices, { 2 * $vertices - 4 }>::new())).proximity(a, b)
        };
    }
    Measured::new(match capacity {
        8 => with_workspace!(8),
        16 => with_workspace!(16),
        32 => with_workspace!(32),
        64 => with_workspace!(64),
        128 => with_workspace!(128),
        _ => with_workspace!(256),
    })
}

/// An unwatched query. It has the type of a watched one, so that the library is not compiled for both.
pub type Unwatched<V> = Query<'static, V, Poses<V>, Option<Watch<'static>>>;

/// The answer of a cast. For a trace the cast is repeated with fewer poses: each pose more proves the bodies apart for
/// a longer time.
fn cast<V: Space>(
    mut query: Unwatched<V>,
    ask: impl Fn(&mut Unwatched<V>) -> Result<Option<Impact<V>>, Refusal>,
    trace: Option<&mut Trace>,
) -> Result<Answer, Refusal> {
    let answer = Met::new(ask(&mut query)?);
    if let Some(trace) = trace {
        for poses in 0..MAX_STOPS {
            query = query.max_cast_iterations(poses);
            match ask(&mut query)? {
                Some(cut) if cut.status == Status::IterationLimit && cut.iterations == poses => {
                    trace.stops.push(cut.time.to_f64());
                }
                _ => break,
            }
        }
    }
    Ok(Answer::Motion(answer))
}

impl Met {
    fn new<V: Space>(impact: Option<Impact<V>>) -> Self {
        match impact {
            Some(impact) => Self {
                time: Some(impact.time.to_f64()),
                lower: known::<V>(impact.lower_bound),
                upper: known::<V>(impact.upper_bound),
                initially_overlapping: impact.initially_overlapping,
                normal: V::unit_components(impact.normal),
                point_a: impact.on_a.components(),
                point_b: impact.on_b.components(),
                iterations: Some(impact.iterations),
                end: impact.status,
            },
            None => Self {
                time: None,
                lower: None,
                upper: None,
                initially_overlapping: false,
                normal: Vec::new(),
                point_a: Vec::new(),
                point_b: Vec::new(),
                iterations: None,
                end: Status::Converged,
            },
        }
    }
}

impl Measured {
    fn new<V: Space>(proximity: Proximity<V>) -> Self {
        let (normal, end) = (V::unit_components(proximity.normal()), proximity.status());
        // A sum with zero makes a plain zero of its negative.
        let signed_distance = proximity.signed_distance().to_f64() + 0.0;
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
                lower: known::<V>(-overlap.upper_bound),
                upper: known::<V>(-overlap.lower_bound),
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

/// A bound, unless it is the end of the range, which bounds nothing.
fn known<V: Space>(bound: ScalarOfVector<V>) -> Option<f64> {
    let most = V::Scalar::MAX;
    (-most < bound && bound < most).then(|| bound.to_f64() + 0.0)
}
