//! The steps of one query, in words.

use crate::answer::{Answer, Measured, Met};
use crate::case::Case;
use crate::number::Convert;
use crate::report::{Digits, between, bounds, tuple, words};
use crate::space::Space;
use gjk::{CsoPoint, DepthStep, DistanceStep, Observer};
use std::fmt::Write;

/// Significant digits of coordinates and bounds.
const DIGITS: usize = 9;

/// The text of the steps seen so far, and what they look like.
#[derive(Debug, Default)]
pub struct Trace {
    text: String,
    distance_steps: usize,
    depth_steps: usize,
    steps: Vec<Step>,
}

/// A step as a figure: points of the Minkowski difference of the cores, in A's frame.
#[derive(Clone, Debug)]
pub struct Step {
    pub name: String,
    /// The vertices before the step.
    pub points: Vec<Vec<f64>>,
    /// The facets between them, by number; of a simplex all its edges.
    pub facets: Vec<Vec<usize>>,
    /// The facet nearest to the origin; none in GJK.
    pub nearest: Option<Vec<usize>>,
    /// The support point, and along which direction it was sought.
    pub newest: Vec<f64>,
    pub direction: Vec<f64>,
    /// Bounds of the distance or depth.
    pub lower: f64,
    pub upper: Option<f64>,
}

impl Trace {
    /// What the steps look like.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps, between the question and the answer.
    pub fn report(&self, case: &Case, answer: &Answer) -> String {
        format!(
            "{}: A {}, B {}, by the search alone. Points and bounds below are those of the cores, without margins, in \
             A's frame.\n\
             {}{}",
            case.id,
            case.a.name(),
            case.b.name(),
            self.text,
            self::answer(answer),
        )
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn distance_step<V: Space>(&mut self, step: &DistanceStep<'_, V>) {
        let simplex: Vec<String> = step.simplex().map(|point| place(point.w)).collect();
        if simplex.is_empty() {
            (self.distance_steps, self.depth_steps) = (0, 0);
            self.steps.clear();
        }
        let upper = step.upper_bound.map_or("?".into(), |bound| number(bound).to_string());
        self.line(&format!("GJK {}: simplex {}", self.distance_steps, listed(&simplex)));
        self.line(&format!("     against {} the farthest is {}", direction(step.axis), support(step.newest)));
        self.line(&format!("     distance {} .. {upper}", number(step.lower_bound)));
        let points: Vec<_> = step.simplex().map(|point| point.w.components()).collect();
        self.steps.push(Step {
            name: format!("GJK {}", self.distance_steps),
            facets: (1..points.len()).flat_map(|end| (0..end).map(move |start| vec![start, end])).collect(),
            points,
            nearest: None,
            newest: step.newest.w.components(),
            direction: (-step.axis).components(),
            lower: step.lower_bound.to_f64(),
            upper: step.upper_bound.map(Convert::to_f64),
        });
        self.distance_steps += 1;
    }

    fn depth_step<V: Space>(&mut self, step: &DepthStep<'_, V>) {
        let (vertices, facets) = (step.vertices().count(), step.facets().count());
        let mut corners = String::new();
        if let Some((_, nearest, _)) = step.facets().find(|(facet, ..)| *facet == step.nearest) {
            nearest.as_ref().iter().for_each(|corner| _ = write!(corners, " {corner}"));
        }
        let nearest = step.nearest;
        self.line(&format!(
            "EPA {}: {vertices} vertices, {facets} facets; nearest is facet {nearest} of vertices{corners}",
            self.depth_steps
        ));
        self.line(&format!("     along {} the farthest is {}", direction(step.normal), support(step.newest)));
        self.line(&format!("     depth {} .. {}", number(step.lower_bound), number(step.upper_bound)));
        let corners = |facet: &dyn AsRef<[usize]>| facet.as_ref().to_vec();
        self.steps.push(Step {
            name: format!("EPA {}", self.depth_steps),
            points: step.vertices().map(|point| point.w.components()).collect(),
            facets: step.facets().map(|(_, facet, _)| corners(&facet)).collect(),
            nearest: step.facets().find(|(facet, ..)| *facet == step.nearest).map(|(_, facet, _)| corners(&facet)),
            newest: step.newest.w.components(),
            direction: step.normal.components(),
            lower: step.lower_bound.to_f64(),
            upper: Some(step.upper_bound.to_f64()),
        });
        self.depth_steps += 1;
    }
}

fn listed(points: &[String]) -> String {
    if points.is_empty() { "empty".into() } else { points.join(" ") }
}

fn number<S: Convert>(value: S) -> Digits {
    Digits(value.to_f64(), DIGITS)
}

fn place<V: Space>(point: V) -> String {
    tuple(&point.components(), DIGITS)
}

/// A direction, whose own length says nothing.
fn direction<V: Space>(direction: V) -> String {
    let components = direction.components();
    let length = components.iter().fold(0.0, |length: f64, x| length.hypot(*x));
    tuple(&components.iter().map(|x| x / length).collect::<Vec<_>>(), DIGITS)
}

fn support<V: Space>(point: CsoPoint<V>) -> String {
    format!("{} = A {} - B {}", place(point.w), place(point.on_a), place(point.on_a - point.w))
}

/// Watches a query.
#[derive(Debug)]
pub struct Watch<'t>(pub &'t mut Trace);

impl<V: Space> Observer<V> for Watch<'_> {
    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        self.0.distance_step(step);
    }

    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        self.0.depth_step(step);
    }
}

/// The answer, in words.
pub fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Proximity(measured) => proximity(measured),
        Answer::Motion(met) => motion(met),
    }
}

/// A distance or depth, in words.
fn proximity(measured: &Measured) -> String {
    let (kind, size) = if measured.is_separated { ("separated", "distance") } else { ("overlapping", "depth") };
    format!(
        "{kind}: {size} {}, bounds {}, normal {}\n     \
         point on A {}, on B {}, in the world\n     \
         {} after {} rounds of GJK and {} of EPA\n",
        Digits(measured.signed_distance.abs(), DIGITS),
        bounds(measured),
        tuple(&measured.normal, DIGITS),
        tuple(&measured.point_a, DIGITS),
        tuple(&measured.point_b, DIGITS),
        words(measured.end, ' '),
        measured.iterations,
        measured.epa_iterations,
    )
}

/// A time of contact, in words.
fn motion(met: &Met) -> String {
    let Some(time) = met.time else { return "miss: proven apart all the time\n".into() };
    format!(
        "hit: time {}, bounds {}, normal {}\n     \
         point on A {}, on B {}, in the world\n     \
         {} after {} poses\n",
        Digits(time, DIGITS),
        between(met.lower, met.upper),
        tuple(&met.normal, DIGITS),
        tuple(&met.point_a, DIGITS),
        tuple(&met.point_b, DIGITS),
        words(met.end, ' '),
        met.iterations.unwrap_or_default(),
    )
}
