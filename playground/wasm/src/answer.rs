//! Solves a case and returns the answer and the steps. An answer has the fields of `solve --json`.

use crate::case::Question;
use crate::number::Convert;
use crate::pair::{Arithmetic, Posed, Request};
use crate::refusal::Refusal;
use crate::space::{self, Space};
use crate::steps::{Steps, known};
use fixed::types::I16F16;
use gjk::{Impact, Observer, Poses, Proximity, Query, Ray, Status, Support, Vec2, Vec3, Workspace};
use serde_json::{Value, json};

/// The largest number of poses of a cast that the page shows.
const CAST_STEPS: u32 = 60;

/// Solves a case with the scalar and the other options of the request.
pub fn solve(request: &Request) -> Result<Value, Refusal> {
    match (request.case.is_spatial, request.options.scalar) {
        (false, Arithmetic::F32) => solve_in::<Vec2<f32>>(request),
        (false, Arithmetic::F64) => solve_in::<Vec2<f64>>(request),
        (false, Arithmetic::I16F16) => solve_in::<Vec2<I16F16>>(request),
        (true, Arithmetic::F32) => solve_in::<Vec3<f32>>(request),
        (true, Arithmetic::F64) => solve_in::<Vec3<f64>>(request),
        (true, Arithmetic::I16F16) => solve_in::<Vec3<I16F16>>(request),
    }
}

type Bodies<'b, V> = (&'b dyn Support<Vector = V>, &'b dyn Support<Vector = V>);

fn solve_in<V: Space>(request: &Request) -> Result<Value, Refusal> {
    request.with_bodies(|a: Posed<'_, V>, b: Posed<'_, V>| {
        let options = &request.options;
        let query = || -> Result<_, Refusal> {
            let mut query = Query::new().poses(a.pose, b.pose);
            if let Some(tolerance) = options.tolerance {
                query = query.tolerance(Convert::from_f64(tolerance)?)?;
            }
            if let Some(rounds) = options.max_iterations {
                query = query.max_iterations(rounds).max_epa_iterations(rounds);
            }
            Ok(query)
        };
        let margins = [a.body.margin().to_f64(), b.body.margin().to_f64()];
        let (answer, search, steps) = match &request.case.question {
            Question::Proximity => {
                // The page shows the search, even where a shortcut answers without searching.
                let (mut steps, bodies) = (Steps::new(), (a.body, b.body));
                let searched = proximity(query()?.observer(&mut steps).search_only(), bodies, options.capacity);
                (measured(proximity(query()?, bodies, options.capacity)), measured(searched), json!(steps))
            }
            Question::RayCast { direction, max_time } => {
                let ray = Ray::new(V::ZERO, space::vector(direction)?, Convert::from_f64(*max_time)?)?;
                cast(query()?, |query| Ok(query.ray_cast(a.body, &ray)))?
            }
            Question::ShapeCast { velocity, max_time, target_distance } => {
                let (velocity, max_time) = (space::vector(velocity)?, Convert::from_f64(*max_time)?);
                let query = query()?.target_distance(Convert::from_f64(*target_distance)?)?;
                cast(query, |query| Ok(query.shape_cast(a.body, b.body, velocity, max_time)?))?
            }
            Question::TimeOfImpact { motion_a, motion_b, max_time, target_distance } => {
                let (motion_a, motion_b) = (space::motion(motion_a)?, space::motion(motion_b)?);
                let max_time = Convert::from_f64(*max_time)?;
                let query = query()?.target_distance(Convert::from_f64(*target_distance)?)?;
                cast(query, |query| Ok(query.time_of_impact(a.body, b.body, &motion_a, &motion_b, max_time)?))?
            }
        };
        Ok(json!({ "answer": answer, "search": search, "steps": steps, "margins": margins }))
    })?
}

fn proximity<V: Space>(
    query: Query<'_, V, Poses<V>, impl Observer<V>>,
    (a, b): Bodies<'_, V>,
    capacity: usize,
) -> Proximity<V> {
    macro_rules! with_workspace {
        ($vertices:literal) => {
            query.workspace(&mut Box::new(Workspace::<V, $vertices, { 2 * $vertices - 4 }>::new())).proximity(a, b)
        };
    }
    match capacity {
        8 => with_workspace!(8),
        16 => with_workspace!(16),
        32 => with_workspace!(32),
        64 => with_workspace!(64),
        128 => with_workspace!(128),
        _ => with_workspace!(256),
    }
}

/// Runs a cast; returns its answer, a copy of that for the search, and the steps. A step is the result of the cast with
/// a lower limit on poses, because each further pose advances the cast by one step. A miss is the last step.
fn cast<'q, V: Space>(
    mut query: Query<'q, V, Poses<V>>,
    ask: impl Fn(&mut Query<'q, V, Poses<V>>) -> Result<Option<Impact<V>>, Refusal>,
) -> Result<(Value, Value, Value), Refusal> {
    let answer = met(ask(&mut query)?);
    let mut steps = Vec::new();
    for poses in 0..CAST_STEPS {
        query = query.max_cast_iterations(poses);
        let found = ask(&mut query)?;
        let is_cut_off =
            found.is_some_and(|impact| impact.status == Status::IterationLimit && impact.iterations == poses);
        if is_cut_off || found.is_none() {
            steps.push(met(found));
        }
        if !is_cut_off {
            break;
        }
    }
    Ok((answer.clone(), answer, json!(steps)))
}

fn met<V: Space>(impact: Option<Impact<V>>) -> Value {
    match impact {
        Some(impact) => json!({
            "status": word(impact.status),
            "hit": true,
            "time": impact.time.to_f64(),
            "initially_overlapping": impact.initially_overlapping,
            "normal": V::unit_components(impact.normal),
            "point_a": impact.on_a.components(),
            "point_b": impact.on_b.components(),
            "lower": known::<V>(impact.lower_bound),
            "upper": known::<V>(impact.upper_bound),
            "iterations": impact.iterations,
            "end": snake_case(impact.status),
        }),
        None => json!({
            "status": "ok",
            "hit": false,
            "time": null,
            "initially_overlapping": false,
            "normal": null,
            "point_a": null,
            "point_b": null,
            "lower": null,
            "upper": null,
            "iterations": null,
            "end": snake_case(Status::Converged),
        }),
    }
}

fn measured<V: Space>(proximity: Proximity<V>) -> Value {
    let (on_a, on_b, lower, upper, iterations, epa_iterations) = match proximity {
        Proximity::Separated(gap) => (gap.on_a, gap.on_b, gap.lower_bound, gap.distance, gap.iterations, 0),
        Proximity::Overlapping(overlap) => (
            overlap.on_a,
            overlap.on_b,
            -overlap.upper_bound,
            -overlap.lower_bound,
            overlap.iterations,
            overlap.epa_iterations,
        ),
    };
    json!({
        "status": word(proximity.status()),
        "separated": matches!(proximity, Proximity::Separated(_)),
        // A sum with zero makes a plain zero of its negative.
        "signed_distance": proximity.signed_distance().to_f64() + 0.0,
        "normal": V::unit_components(proximity.normal()),
        "point_a": on_a.components(),
        "point_b": on_b.components(),
        "lower": known::<V>(lower),
        "upper": known::<V>(upper),
        "iterations": iterations,
        "epa_iterations": epa_iterations,
        "end": snake_case(proximity.status()),
    })
}

fn word(status: Status) -> String {
    if status == Status::BadSupport { snake_case(status) } else { "ok".into() }
}

/// The name of a status in snake case.
fn snake_case(status: Status) -> String {
    let mut text = String::new();
    for letter in format!("{status:?}").chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.extend(letter.to_lowercase());
    }
    text
}
