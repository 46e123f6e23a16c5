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

/// The text of the steps seen so far.
#[derive(Debug, Default)]
pub struct Trace {
    text: String,
    distance_steps: usize,
    depth_steps: usize,
}

impl Trace {
    /// The steps, between the question and the answer.
    pub fn report(self, case: &Case, answer: &Answer) -> String {
        let result = match answer {
            Answer::Proximity(measured) => proximity(measured),
            Answer::Motion(met) => motion(met),
        };
        format!(
            "{}: A {}, B {}. Points and bounds below are those of the cores, without margins, in A's frame.\n\
             {}{result}",
            case.id,
            case.a.name(),
            case.b.name(),
            self.text,
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
        }
        let upper = step.upper_bound.map_or("?".into(), |bound| number(bound).to_string());
        self.line(&format!("GJK {}: simplex {}", self.distance_steps, listed(&simplex)));
        self.line(&format!("     against {} the farthest is {}", direction(step.axis), support(step.newest)));
        self.line(&format!("     distance {} .. {upper}", number(step.lower_bound)));
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

/// Watches a query, or does not.
#[derive(Debug)]
pub struct Watch<'t>(pub Option<&'t mut Trace>);

impl<V: Space> Observer<V> for Watch<'_> {
    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        if let Self(Some(trace)) = self {
            trace.distance_step(step);
        }
    }

    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        if let Self(Some(trace)) = self {
            trace.depth_step(step);
        }
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
