//! Arbitrary bits as numbers, every shape and combinator, queries and casts with every option: no panic, every loop
//! ends, and the bounds are in order.
//!
//! Constructors may refuse their numbers. A support function that returns arbitrary points, a different one each time,
//! must end with a status.

#![no_main]

use gjk::{
    DepthStep, DistanceStep, Error, Impact, Observer, Penetration, Proximity, Query, Ray, Scalar, Separation, Status,
    Support, SupportFn, Vector, Workspace,
};
use gjk_fuzz::number::{Number, length};
use gjk_fuzz::{Bytes, Fuzzed, Manner, Plan, Wild, for_any_vector, pose, vector};
use libfuzzer_sys::fuzz_target;
use std::cell::Cell;
use std::hint::black_box;

fuzz_target!(|data: &[u8]| {
    let bytes = &mut Bytes::new(data);
    let _ = for_any_vector!(bytes, run);
});

fn run<V: Fuzzed>(bytes: &mut Bytes<'_>) -> Result<(), Error>
where
    Wild: Manner<V::Scalar>,
{
    if bytes.below(4) == 0 {
        let answers: Vec<V> = (0..=bytes.below(16)).map(|_| vector::<V, Wild>(bytes)).collect();
        let count = Cell::new(0);
        let liar = SupportFn::new(|_: V| {
            count.set(count.get() + 1);
            answers[count.get() % answers.len()]
        });
        let other = Plan::<V>::draw::<Wild>(bytes, 1)?;
        return match bytes.below(3) {
            0 => ask(bytes, &liar, &liar, None),
            1 => ask(bytes, &liar, &other.build()?, None),
            _ => ask(bytes, &other.build()?, &liar, None),
        };
    }
    let (a, b) = (Plan::<V>::draw::<Wild>(bytes, 2)?, Plan::<V>::draw::<Wild>(bytes, 2)?);
    // Shapes are valid at all poses; combinators of them may leave the range.
    let reach = if a.is_shape() && b.is_shape() { 0.0 } else { a.reach().max(b.reach()) };
    ask(bytes, &a.build()?, &b.build()?, Some(reach))
}

/// Runs every query on two bodies. Bodies with a reach are valid at all poses that keep them within the range, and must
/// Asks one question of two bodies. With a `reach` they are valid at all poses of a legal length.
fn ask<V: Fuzzed>(
    bytes: &mut Bytes<'_>,
    a: &dyn Support<Vector = V>,
    b: &dyn Support<Vector = V>,
    reach: Option<f64>,
) -> Result<(), Error>
where
    Wild: Manner<V::Scalar>,
{
    // A sum in `f64` rounds away the last steps of 64-bit numbers.
    let limit = V::Scalar::LIMIT.value() * (1.0 - 8.0 * f64::EPSILON);
    let is_valid = |apart: f64| reach.is_some_and(|reach| reach == 0.0 || reach + apart <= limit);
    let valid = is_valid(0.0);
    // One question an input: the fuzzer then sees what it leads to, and asks more of them in a second.
    let question = bytes.below(11);
    match question {
        0 => _ = black_box(gjk::intersects(a, b)),
        1 => separation(gjk::distance(a, b), valid),
        2 => gjk::penetration(a, b).into_iter().for_each(|answer| penetration(answer, valid)),
        3 => proximity(gjk::proximity(a, b), valid),
        _ => return ask_with_options(bytes, question, (a, b), is_valid),
    }
    Ok(())
}

/// Asks a query with options.
fn ask_with_options<V: Fuzzed>(
    bytes: &mut Bytes<'_>,
    question: u8,
    (a, b): (&dyn Support<Vector = V>, &dyn Support<Vector = V>),
    is_valid: impl Fn(f64) -> bool,
) -> Result<(), Error>
where
    Wild: Manner<V::Scalar>,
{
    let options = bytes.byte();
    let has = |option: u8| options & (1 << option) != 0;
    let mut query = Query::new();
    if has(0) {
        query = query.tolerance(Wild::unit(bytes))?;
    }
    if has(1) {
        query = query.max_iterations(bytes.byte().into());
    }
    if has(2) {
        query = query.max_epa_iterations(bytes.byte().into());
    }
    if has(3) {
        query = query.limit(Wild::size(bytes))?;
    }
    if has(4) {
        query = query.direction(vector::<V, Wild>(bytes))?;
    }
    let (mut least, mut few, mut some) =
        (Workspace::<V, 4, 4>::new(), Workspace::<V, 5, 6>::new(), Workspace::<V, 16, 28>::new());
    if has(5) {
        query = match bytes.below(3) {
            0 => query.workspace(&mut least),
            1 => query.workspace(&mut few),
            _ => query.workspace(&mut some),
        };
    }
    macro_rules! questions {
        ($query:expr, $valid:expr) => {{
            let (query, valid) = ($query, $valid);
            let mut query = query.max_cast_iterations(bytes.byte().into());
            let (velocity, time) = (vector::<V, Wild>(bytes), Wild::size(bytes));
            match question {
                4 => _ = black_box(query.intersects(a, b)),
                5 => separation(query.distance(a, b), valid),
                6 => query.penetration(a, b).into_iter().for_each(|answer| penetration(answer, valid)),
                7 => proximity(query.proximity(a, b), valid),
                8 => _ = black_box(query.has_clearance(a, b, time)),
                9 => query.shape_cast(a, b, velocity, time).ok().flatten().into_iter().for_each(impact),
                _ => {
                    let ray = Ray::new(vector::<V, Wild>(bytes), velocity, time)?;
                    query.ray_cast(a, &ray).into_iter().for_each(impact);
                }
            }
        }};
    }
    if has(6) {
        let (at, to) = (pose::<V, Wild>(bytes)?, pose::<V, Wild>(bytes)?);
        let apart = length(at.position().value()) + length(to.position().value());
        if has(7) {
            questions!(query.poses(at, to).observer(Watch), is_valid(apart));
        } else {
            questions!(query.poses(at, to), is_valid(apart));
        }
    } else if has(7) {
        questions!(query.observer(Watch), is_valid(0.0));
    } else {
        questions!(query, is_valid(0.0));
    }
    Ok(())
}

/// Checks every step.
struct Watch;

impl<V: Vector> Observer<V> for Watch {
    fn distance_step(&mut self, step: &DistanceStep<'_, V>) {
        assert!(step.simplex().count() <= 4, "{step:?}");
    }

    fn depth_step(&mut self, step: &DepthStep<'_, V>) {
        let vertices = step.vertices().count();
        for (_, corners, _) in step.facets() {
            assert!(corners.as_ref().iter().all(|&corner| corner < vertices), "{step:?}");
        }
    }
}

fn proximity<V: Vector>(answer: Proximity<V>, valid: bool) {
    match answer {
        Proximity::Separated(answer) => {
            assert!(answer.lower_bound > V::Scalar::NIL, "{answer:?}");
            separation(answer, valid);
        }
        Proximity::Overlapping(answer) => penetration(answer, valid),
    }
}

fn separation<V: Vector>(answer: Separation<V>, valid: bool) {
    assert!(V::Scalar::NIL <= answer.lower_bound && answer.lower_bound <= answer.distance, "{answer:?}");
    assert!(answer.distance.is_finite(), "{answer:?}");
    assert!(answer.on_a.is_finite() && answer.on_b.is_finite() && answer.normal.is_finite(), "{answer:?}");
    assert!(!valid || answer.status != Status::BadSupport, "{answer:?}");
}

fn impact<V: Vector>(answer: Impact<V>) {
    assert!(V::Scalar::NIL <= answer.lower_bound && answer.lower_bound <= answer.time, "{answer:?}");
    assert!(answer.time <= answer.upper_bound && answer.normal.is_finite(), "{answer:?}");
}

/// An unknown upper bound is the largest value of the scalar, an unknown lower bound its negative; both are finite.
fn penetration<V: Vector>(answer: Penetration<V>, valid: bool) {
    assert!(answer.lower_bound <= answer.depth && answer.depth <= answer.upper_bound, "{answer:?}");
    assert!(answer.depth >= V::Scalar::NIL, "{answer:?}");
    assert!(answer.lower_bound.is_finite() && answer.upper_bound.is_finite(), "{answer:?}");
    assert!(answer.on_a.is_finite() && answer.on_b.is_finite() && answer.normal.is_finite(), "{answer:?}");
    assert!(!valid || answer.status != Status::BadSupport, "{answer:?}");
    assert!(answer.mtv().is_finite(), "{answer:?}");
}
