//! Cases with certified answers that may lie beside the checkout, in `../shared/oracle`: shapes of all kinds, at any
//! pose, with the signed distance to far below the rounding of `f64`. Its README tells the format and the allowances,
//! which are the ones used here.

use crate::case::{Case, Pose, Shape};
use crate::common::number::{Number, P, Space as Values, dot, length, max_abs, scale, sub, unit};
use crate::common::scene::{normal, planes, signed, witnesses};
use crate::judge::bar;
use crate::number::Convert;
use crate::space::{Space, body, points, pose};
use gjk::{Error, Proximity, Query, Scalar, ScalarOfVector, Status, Support};
use serde::Deserialize;
use std::fs;
use std::path::Path;

const FILES: [&str; 4] = ["planar", "spatial", "more_planar", "more_spatial"];

/// Radians by which a unique normal in `f64` may be off. Rounding moves that of a thousandth of the size by 1e-12, and
/// that of a sliver by more.
const FLAT_ANGLE: f64 = 1e-7;

/// Radians by which a unique normal of a curved body in `f64` may be off: four times the root of twice the default
/// tolerance, as the gap along a normal that is off by an angle is shorter by half its square.
const CURVED_ANGLE: f64 = 6e-4;

/// The certified answer of a case.
#[derive(Deserialize)]
struct Expectation {
    signed_distance: f64,
    normal: Option<Vec<f64>>,
    abs_err: f64,
}

#[derive(Deserialize)]
struct Known {
    category: String,
    expect: Expectation,
}

/// A case and its answer.
pub struct Certified {
    case: Case,
    known: Known,
}

/// All cases of a dimension.
pub fn read(dimension: usize) -> Vec<Certified> {
    let directory = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/oracle"));
    let text = |name| fs::read_to_string(directory.join(name).with_extension("jsonl")).expect("a file of cases");
    let read = |line: &str| {
        let case = Case::read(line, 0, directory).unwrap_or_else(|refusal| panic!("{refusal}: {line}"));
        Certified { case, known: serde_json::from_str(line).expect("an expectation") }
    };
    let all: Vec<Certified> = FILES.iter().flat_map(|name| text(name).lines().map(read).collect::<Vec<_>>()).collect();
    all.into_iter().filter(|certified| certified.case.is_spatial == (dimension == 3)).collect()
}

fn is_curved(shape: &Shape) -> bool {
    use Shape::{Cone, Cylinder, Ellipse, Ellipsoid};
    matches!(shape.core().0, Cylinder { .. } | Cone { .. } | Ellipse { .. } | Ellipsoid { .. })
}

/// The largest distance of a point of a shape from its own origin.
fn extent(shape: &Shape) -> f64 {
    let norm = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    match shape {
        Shape::Point | Shape::Mesh { .. } => 0.0,
        Shape::Segment { half_length } => *half_length,
        Shape::Sphere { radius } | Shape::Circle { radius } => *radius,
        Shape::Box { half } => norm(half),
        Shape::Capsule { radius, half_height } => radius + half_height,
        Shape::Cylinder { radius, half_height } | Shape::Cone { radius, half_height } => radius.hypot(*half_height),
        Shape::Ellipsoid { radii } | Shape::Ellipse { radii } => radii.iter().copied().fold(0.0, f64::max),
        Shape::Hull { points } => points.iter().map(|point| norm(point)).fold(0.0, f64::max),
        Shape::Rounded { radius, of } => radius + extent(of),
    }
}

/// By how much numbers move when they are rounded to the scalar.
fn rounding<S: Convert>(numbers: &[f64]) -> Result<f64, Error> {
    let off = |&x: &f64| Ok::<f64, Error>((S::from_f64(x)?.to_f64() - x).powi(2));
    Ok(numbers.iter().map(off).sum::<Result<f64, Error>>()?.sqrt())
}

/// By how much the signed distance may move when a shape and its pose are rounded to the scalar.
fn input_error<S: Number + Convert>(shape: &Shape, pose: &Pose) -> Result<f64, Error> {
    let shape_error = match shape {
        Shape::Point | Shape::Mesh { .. } => 0.0,
        Shape::Segment { half_length: x } | Shape::Sphere { radius: x } | Shape::Circle { radius: x } => {
            rounding::<S>(&[*x])?
        }
        Shape::Box { half: row } | Shape::Ellipsoid { radii: row } | Shape::Ellipse { radii: row } => {
            rounding::<S>(row)?
        }
        Shape::Capsule { radius, half_height }
        | Shape::Cylinder { radius, half_height }
        | Shape::Cone { radius, half_height } => rounding::<S>(&[*radius])? + rounding::<S>(&[*half_height])?,
        Shape::Hull { points } => {
            points.iter().try_fold(0.0, |most: f64, point| Ok::<_, Error>(most.max(rounding::<S>(point)?)))?
        }
        Shape::Rounded { radius, of } => rounding::<S>(&[*radius])? + input_error::<S>(of, &Pose::default())?,
    };
    let turn: &[f64] = match (&pose.q, &pose.cs) {
        (Some(q), _) => q,
        (_, Some(cs)) => cs,
        _ => &[],
    };
    let turn_error = rounding::<S>(turn)?;
    // Fixed point rounds the entries of the matrix as well, unless they are whole.
    let matrix = if turn_error > 0.0 { 2.0 * S::ABSOLUTE_STEP } else { 0.0 };
    let position = rounding::<S>(pose.t.as_deref().unwrap_or_default())?;
    Ok(shape_error + position + (4.0 * turn_error + matrix) * extent(shape))
}

/// The error of the answer in steps, zero if the tolerance of curved shapes decides it; `None` if the case does not fit
/// the scalar.
pub fn judge<V>(certified: &Certified) -> Result<Option<f64>, String>
where
    V: Space + Values<Scalar: Number + Convert>,
{
    let Certified { case, known } = certified;
    let in_range = || -> Result<_, crate::refusal::Refusal> {
        let points = (points::<V>(&case.a)?, points::<V>(&case.b)?);
        let poses = (pose::<V>(&case.pose_a)?, pose::<V>(&case.pose_b)?);
        let _ = (body(&case.a, &points.0)?, body(&case.b, &points.1)?);
        let rounding = input_error::<ScalarOfVector<V>>(&case.a, &case.pose_a)?
            + input_error::<ScalarOfVector<V>>(&case.b, &case.pose_b)?;
        Ok((points, poses, rounding))
    };
    let is_float = ScalarOfVector::<V>::is_float();
    // Elsewhere sizes may be beyond the range of fixed point or below its step.
    if !is_float && !known.category.ends_with("fixed_range") {
        return Ok(None);
    }
    let Ok((points, poses, rounding)) = in_range() else { return Ok(None) };
    let (a, b) = (body(&case.a, &points.0), body(&case.b, &points.1));
    let (Ok(a), Ok(b)) = (a, b) else { return Ok(None) };
    let answer = Query::new().poses(poses.0, poses.1).proximity(&*a, &*b);
    let fail = |reason: String| Err(format!("{} in {}: {reason}, {answer:?}", case.id, V::Scalar::NAME));

    let (truth, value) = (known.expect.signed_distance, signed(&answer));
    // The format speaks of rounding in narrow formats only: `f64` holds the numbers of a file.
    let slack = known.expect.abs_err + if V::Scalar::RELATIVE_STEP == f64::EPSILON { 0.0 } else { rounding };
    let size = extent(&case.a).max(extent(&case.b));
    let (step, size_step) = (V::Scalar::steps(1, size.max(truth.abs())), V::Scalar::steps(1, size));

    if truth.abs() > 64.0 * size_step + slack && (value > 0.0) != (truth > 0.0) {
        return fail(format!("the sign is wrong, truth {truth:e}"));
    }
    let curved = is_curved(&case.a) || is_curved(&case.b);
    let off = ((value - truth).abs() - slack).max(0.0);
    let error = if off > 0.0 { off / step } else { 0.0 };
    let is_narrow = V::Scalar::RELATIVE_STEP > 1e-12;
    let most = match (curved && is_float, is_narrow) {
        // Four times the default tolerance.
        (true, true) => 4e-6 / V::Scalar::RELATIVE_STEP,
        (true, false) => 4e-8 / V::Scalar::RELATIVE_STEP,
        (false, _) => bar::<V::Scalar>().into(),
    };
    // Polytopes with many vertices may need a larger workspace; their bounds hold nevertheless.
    let is_open = answer.status() == Status::BufferFull && !curved;
    if !is_open && error > most {
        return fail(format!("off by {error} steps, truth {truth:e}"));
    }
    let (lower, upper) = match &answer {
        Proximity::Separated(gap) => (gap.lower_bound.value(), gap.distance.value()),
        Proximity::Overlapping(overlap) => (-overlap.upper_bound.value(), -overlap.lower_bound.value()),
    };
    if truth < lower - 4.0 * step - slack || upper + 4.0 * step + slack < truth {
        return fail(format!("the bounds miss {truth:e}"));
    }
    if let Some(expected) = known.expect.normal.as_ref().filter(|_| truth.abs() > 1e-3 * size) {
        let relative = if size > 0.0 { slack / size } else { 0.0 };
        let most = match (is_float, is_narrow) {
            (true, true) => 1e-3 + 8.0 * V::Scalar::RELATIVE_STEP.max(relative).sqrt(),
            (true, false) if curved => CURVED_ANGLE,
            (true, false) => FLAT_ANGLE,
            (false, _) => 1e-3 + 8.0 * ((V::Scalar::ABSOLUTE_STEP + slack) / size).sqrt(),
        };
        let mut truth = [0.0; 3];
        truth[..expected.len()].copy_from_slice(expected);
        let (truth, given) = (unit(truth).unwrap_or_default(), unit(normal(&answer)).unwrap_or_default());
        let angle = 2.0 * (length(sub(truth, given)) / 2.0).min(1.0).asin();
        if angle > most && !is_open {
            return fail(format!("the normal is off by {angle}, is {truth:?}"));
        }
    }
    let (on_a, on_b) = witnesses(&answer);
    let far = max_abs(on_a).max(max_abs(on_b));
    let close = 64.0 * V::Scalar::steps(1, size.max(value.abs())) + 4.0 * V::Scalar::RELATIVE_STEP * far;
    let apart = length(sub(on_a, on_b));
    if (apart - value.abs()).abs() > close {
        return fail(format!("witness points are {apart} apart"));
    }
    // Points of a search that was cut short need not be on the bodies.
    if answer.status() == Status::Converged {
        let close = close + if curved { 4.0 * V::Scalar::unit_value(V::Scalar::CURVED_TOLERANCE) * size } else { 0.0 };
        let toward_b = normal(&answer);
        let off = outside(&*a, poses.0, on_a, toward_b).max(outside(&*b, poses.1, on_b, scale(toward_b, -1.0)));
        if off > close {
            return fail(format!("a witness point is {off:e} off its body or the plane along the normal"));
        }
    }
    Ok(Some(if curved || is_open { 0.0 } else { error }))
}

/// How far a point is outside a body, or off the plane along an outward normal that supports the body.
fn outside<V: Values>(body: &dyn Support<Vector = V>, pose: gjk::Pose<V>, point: P, outward: P) -> f64 {
    let beyond = |along: P| {
        let highest = pose.apply(body.support(pose.rotation().inverse().apply(V::of(along)))).value();
        dot(along, sub(point, highest)) - body.margin().value() * length(along)
    };
    let planes = planes(V::DIMENSION).map(beyond);
    planes.fold(beyond(outward).abs(), f64::max)
}
