//! The steps of one query, in words.

use crate::answer::{Answer, MAX_STOPS, Measured, Met};
use crate::case::Case;
use crate::number::Convert;
use crate::refusal::Refusal;
use crate::report::{Digits, between, bounds, counted, title, tuple, words};
use crate::space::Space;
use crate::stop::stops;
use gjk::{CsoPoint, DepthStep, DistanceStep, Observer, Shortcut};
use std::fmt::Write;

/// Significant digits of coordinates and bounds.
pub const DIGITS: usize = 9;

/// The steps seen so far.
#[derive(Debug, Default)]
pub struct Trace {
    text: String,
    distance_steps: usize,
    depth_steps: usize,
    steps: Vec<Step>,
    shortcut: Option<Shortcut>,
    /// The answer that the steps lead to, where a shortcut gave the answer of the query.
    pub searched: Option<Measured>,
    /// The times until which the bodies of a cast are proven apart: after no pose but the first, after one more, …
    pub stops: Vec<f64>,
}

/// A step as a figure: points of the Minkowski difference of the cores, in A's frame.
#[derive(Clone, Debug)]
pub struct Step {
    pub name: String,
    /// The vertices before the step.
    pub points: Vec<Vec<f64>>,
    /// The facets, as numbers of their vertices. In GJK they are all edges of the simplex.
    pub facets: Vec<Vec<usize>>,
    /// The facet nearest to the origin; `None` in GJK.
    pub nearest: Option<Vec<usize>>,
    /// The support point of this step.
    pub newest: Vec<f64>,
    /// The direction in which it is the farthest.
    pub direction: Vec<f64>,
    /// Bounds of the distance or depth.
    pub lower: f64,
    pub upper: Option<f64>,
}

impl Trace {
    /// Whether a shortcut answered without a step.
    pub fn is_by_shortcut(&self) -> bool {
        self.shortcut.is_some() && self.steps.is_empty()
    }

    /// The steps as figures.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The question, the steps and the answer, in words.
    pub fn report(&self, case: &Case, answer: &Answer) -> Result<String, Refusal> {
        let mut report = title(case) + "\n";
        if let Answer::Proximity(_) = answer {
            report += "Points and bounds of the steps are those of the cores, without margins, in A's frame.\n";
        }
        report += &self.text;
        if let (Some(searched), Some(shortcut)) = (&self.searched, self.shortcut) {
            report += &proximity(searched);
            report += &format!("A query takes a shortcut ({}) instead of these steps:\n", words(shortcut, ' '));
        }
        for stop in stops(case, &self.stops)? {
            report += &stop.to_string();
        }
        if self.stops.len() == MAX_STOPS as usize {
            report += "More poses are not listed.\n";
        }
        Ok(report + &self::answer(answer))
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

/// A direction, made a unit vector.
fn direction<V: Space>(direction: V) -> String {
    let components = direction.components();
    let length = components.iter().fold(0.0, |length: f64, x| length.hypot(*x));
    tuple(&components.iter().map(|x| x / length).collect::<Vec<_>>(), DIGITS)
}

fn support<V: Space>(point: CsoPoint<V>) -> String {
    format!("{} = A {} - B {}", place(point.w), place(point.on_a), place(point.on_a - point.w))
}

/// An observer that writes down the steps of a query.
#[derive(Debug)]
pub struct Watch<'t>(pub &'t mut Trace);

impl<V: Space> Observer<V> for Watch<'_> {
    fn shortcut(&mut self, shortcut: Shortcut) {
        self.0.shortcut = Some(shortcut);
    }

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
    let rounds = match (measured.iterations, measured.epa_iterations) {
        (0, 0) => "without a search".into(),
        (gjk, 0) => format!("after {} of GJK", counted(gjk, "round")),
        (gjk, epa) => format!("after {} of GJK and {epa} of EPA", counted(gjk, "round")),
    };
    format!(
        "{kind}: {size} {}, bounds {}\n     \
         normal {}, from A to B\n     \
         point on A {}, on B {}, in the world\n     \
         {} {rounds}\n",
        Digits(measured.signed_distance.abs(), DIGITS),
        bounds(measured),
        tuple(&measured.normal, DIGITS),
        tuple(&measured.point_a, DIGITS),
        tuple(&measured.point_b, DIGITS),
        words(measured.end, ' '),
    )
}

/// A time of contact, in words.
fn motion(met: &Met) -> String {
    let Some(time) = met.time else { return "miss: proven apart all the time\n".into() };
    format!(
        "hit: time {}, bounds {}\n     \
         normal {}, from A to B\n     \
         point on A {}, on B {}, in the world\n     \
         {} after {}\n",
        Digits(time, DIGITS),
        between(met.lower, met.upper),
        tuple(&met.normal, DIGITS),
        tuple(&met.point_a, DIGITS),
        tuple(&met.point_b, DIGITS),
        words(met.end, ' '),
        counted(met.iterations.unwrap_or_default(), "pose"),
    )
}
