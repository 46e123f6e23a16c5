//! Arbitrary bits as numbers, every shape and combinator, queries and casts with every option: no panic, every loop
//! ends, and the bounds are in order.
//!
//! Constructors may refuse their numbers. A support function that returns arbitrary points, a different one each time,
//! must end with a status.

use crate::number::{Number, length};
use crate::{Bytes, Fuzzed, Manner, Plan, Wild, pose, vector};
use gjk::{
    DepthStep, DistanceStep, Error, Faceted, Impact, Observer, Penetration, Proximity, Query, Ray, Scalar, Separation,
    Status, SupportFn, Vector, Workspace,
};
use std::cell::Cell;
use std::fmt::Debug;
use std::hint::black_box;
use std::sync::LazyLock;

/// Asks some of the questions about the two bodies that the bytes stand for.
///
/// # Errors
///
/// The error of a constructor that refuses its numbers: then there is no scene or no question.
pub fn run<V: Fuzzed>(bytes: &mut Bytes<'_>) -> Result<(), Error>
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
        show(&(&answers, &other));
        return match bytes.below(3) {
            0 => ask(bytes, &liar, &liar, None),
            1 => ask(bytes, &liar, &other.build()?, None),
            _ => ask(bytes, &other.build()?, &liar, None),
        };
    }
    let (a, b) = (Plan::<V>::draw::<Wild>(bytes, 2)?, Plan::<V>::draw::<Wild>(bytes, 2)?);
    show(&(&a, &b));
    // Shapes are valid at all poses; combinators of them may leave the range.
    let reach = if a.is_shape() && b.is_shape() { 0.0 } else { a.reach().max(b.reach()) };
    ask(bytes, &a.build()?, &b.build()?, Some(reach))
}

/// Asks questions about two bodies. With a `reach` they are valid at all poses of a legal length.
///
/// One byte has a bit for each question, and all of them are asked if no bit is set. Several for one scene, because the
/// fuzzer spends more time between two executions than a question takes.
fn ask<V: Fuzzed>(
    bytes: &mut Bytes<'_>,
    a: &dyn Faceted<Vector = V>,
    b: &dyn Faceted<Vector = V>,
    reach: Option<f64>,
) -> Result<(), Error>
where
    Wild: Manner<V::Scalar>,
{
    // A sum in `f64` rounds away the last steps of 64-bit numbers.
    let limit = V::Scalar::LIMIT.value() * (1.0 - 8.0 * f64::EPSILON);
    let is_valid = |apart: f64| reach.is_some_and(|reach| reach == 0.0 || reach + apart <= limit);
    let (questions, options) = (bytes.byte(), bytes.byte());
    let asks = |question: u8| questions == 0 || questions & (1 << question) != 0;
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
    show(&query);
    let (mut least, mut few, mut some) =
        (Workspace::<V, 4, 4>::new(), Workspace::<V, 5, 6>::new(), Workspace::<V, 16, 28>::new());
    if has(5) {
        query = match bytes.below(3) {
            0 => query.workspace(&mut least),
            1 => query.workspace(&mut few),
            _ => query.workspace(&mut some),
        };
    }
    if has(6) {
        query = query.max_cast_iterations(bytes.byte().into()).target_distance(Wild::size(bytes))?;
    }
    let (at, to) = if has(7) { (pose::<V, Wild>(bytes)?, pose::<V, Wild>(bytes)?) } else { Default::default() };
    show(&(at, to));
    // One type of query, with poses and an observer: each is compiled for every vector, and after every input the
    // fuzzer looks through all code there is.
    let valid = is_valid(length(at.position().value()) + length(to.position().value()));
    let mut query = query.poses(at, to).observer(Watch);
    if asks(0) {
        _ = black_box(query.intersects(a, b));
    }
    if asks(1) {
        separation(query.distance(a, b), valid);
    }
    if asks(2) {
        query.penetration(a, b).into_iter().for_each(|answer| penetration(answer, valid));
    }
    if asks(3) {
        proximity(query.proximity(a, b), valid);
    }
    if asks(4) {
        proximity(query.manifold(a, b).proximity(), valid);
    }
    if asks(5) {
        _ = black_box(query.has_clearance(a, b, Wild::size(bytes)));
        let ray = Ray::new(vector::<V, Wild>(bytes), vector::<V, Wild>(bytes), Wild::size(bytes))?;
        show(&ray);
        query.ray_cast(a, &ray).into_iter().for_each(impact);
    }
    if asks(6) {
        let (velocity, time) = (vector::<V, Wild>(bytes), Wild::size(bytes));
        show(&(velocity, time));
        query.shape_cast(a, b, velocity, time)?.into_iter().for_each(impact);
    }
    if asks(7) {
        // Each of its poses is a query, so few of them: with 255 this question takes most of the time.
        let mut query = query.max_cast_iterations(bytes.below(16).into());
        let (of_a, of_b) = (V::draw_motion::<Wild>(bytes)?, V::draw_motion::<Wild>(bytes)?);
        let time = Wild::size(bytes);
        show(&(of_a, of_b, time));
        query.time_of_impact(a, b, &of_a, &of_b, time)?.into_iter().for_each(impact);
    }
    Ok(())
}

/// Prints a part of the scene if the environment has a variable `SHOW`: a panic of the library names no scene.
fn show(part: &dyn Debug) {
    static IS_WANTED: LazyLock<bool> = LazyLock::new(|| std::env::var_os("SHOW").is_some());
    if *IS_WANTED {
        println!("{part:?}");
    }
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
