//! Tests of the walk itself. Where a walk proves less than it might, only the status of a depth tells.

use super::{narrow, skew};
use crate::body::shape::{Ball, Cone, Cylinder, Ellipsoid, Segment};
use crate::body::support::Support;
use crate::kernel::epa::outcome::DepthBounds;
use crate::number::rotation::Rotation3;
use crate::number::scalar::Scalar;
use crate::number::vector::{Vec3, Vector, vec3};
use crate::pair::place::{Placement, Relative};
use crate::{Pose, Posed};
use core::cell::Cell;

#[test]
fn skew_bounds_how_far_a_matrix_is_from_a_rotation() {
    let turn = Rotation3::<f32>::from_quaternion(0.1, 0.2, 0.3, 0.4).expect("not zero");
    assert_eq!(skew::<Vec3<f32>>(&turn.rows), 0.0);
    // Stretched along one axis, and sheared: both are 2^−8 from the identity, which counts twice, and once more.
    let off = 1.0 / 256.0;
    let stretched = [vec3(1.0 + off, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];
    let sheared = [vec3(1.0, off, off), vec3(off, 1.0, off), vec3(off, off, 1.0)];
    for (rows, distance) in [(stretched, off), (sheared, 2.0 * off)] {
        assert!(skew::<Vec3<f32>>(&rows) >= 3.0 * distance);
    }
    // Up to eight rounding steps are rounding. The square of a row is off by twice as much as the row.
    for (count, is_rounding) in [(3.0, true), (4.0, true), (5.0, false)] {
        let row = vec3(1.0 + count * f32::EPSILON, 0.0, 0.0);
        let rows = [row, vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];
        assert_eq!(skew::<Vec3<f32>>(&rows) == 0.0, is_rounding, "{count} steps");
    }
}

type Shape<'b> = &'b dyn Support<Vector = Vec3<f64>>;

/// The support value of the difference along a unit vector.
fn height(a: Shape<'_>, b: Shape<'_>, placement: &Relative<Vec3<f64>>, m: Vec3<f64>) -> f64 {
    let on_b = placement.to_a(b.support(placement.direction_to_b(-m)));
    m.dot(a.support(m)) - m.dot(on_b)
}

/// The least support value of all directions in a half-plane that ends at an axis.
fn least(a: Shape<'_>, b: Shape<'_>, placement: &Relative<Vec3<f64>>, [across, along]: [Vec3<f64>; 2]) -> f64 {
    let samples = 256;
    // With k from −1 to 1 the points (1 − k², 2k)/(1 + k²) go round half of the circle.
    let at = |k: f64| {
        let m = across.with_length(1.0 - k * k) + along.with_length(2.0 * k);
        height(a, b, placement, m.with_length(1.0))
    };
    let step = 1.0 / f64::from(samples);
    let all = (-samples..=samples).map(|number| step * f64::from(number));
    let best = all.fold((f64::MAX, 0.0), |best, k| if at(k) < best.0 { (at(k), k) } else { best });
    // Between the neighbors of the best sample there is one minimum: a third of the interval without it is left out.
    let (mut from, mut to) = (best.1 - step, best.1 + step);
    for _ in 0..80 {
        let third = (to - from) / 3.0;
        (from, to) = if at(from + third) < at(to - third) { (from, to - third) } else { (from + third, to) };
    }
    at(from).min(best.0)
}

/// Asks about two bodies whose axes are z, in frames of their own that are turned, moved and perhaps upside down.
/// `beside` is how far the axis of B is beside that of A.
fn check(a: Shape<'_>, b: Shape<'_>, is_upside_down: bool, beside: f64) {
    let turn = Rotation3::<f64>::from_quaternion(0.2, -0.4, 0.1, 0.6).expect("a rotation");
    let flip = Rotation3::from_quaternion(1.0, 0.0, 0.0, if is_upside_down { 0.0 } else { 1e300 }).expect("a rotation");
    let spin = Rotation3::from_quaternion(0.0, 0.0, 0.3, 0.7).expect("a rotation");
    let to_a = Pose::new(turn, vec3(1.0, 2.0, -1.0)).expect("in range");
    let placed_a = Posed::new(a, to_a);
    let in_b = Pose::new(spin.compose(flip), vec3(beside, 0.0, 0.375)).expect("in range");
    let there = to_a.compose(in_b);
    let placement = Relative { a: Pose::IDENTITY, rows: there.rotation.rows, translation: there.position };
    let axes = [vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, 1.0)].map(|axis| Vec3::ZERO.turn(&turn.rows, axis));
    // With an offset the least support value is that of one of the two half-planes through both axes.
    let truth = least(&placed_a, b, &placement, axes).min(least(&placed_a, b, &placement, [-axes[0], axes[1]]));
    // A segment or a point beside a body without extent.
    if truth <= 0.0 {
        return;
    }
    let ask = |lower, upper, allowed| {
        let mut known = DepthBounds { zoom: f64::NO_ZOOM, lower, upper, allowed, better: None };
        let supports: [&dyn Fn(Vec3<f64>) -> Vec3<f64>; 2] = [&|dir| placed_a.support(dir), &|dir| b.support(dir)];
        narrow([&placed_a.form(), &b.form()], supports, &placement, &mut known);
        known
    };
    // A walk that would take too many steps is tried with a wider gap.
    for (allowed, open) in [(1e-3, 1e-3), (1e-5, 4e-5)] {
        let known = ask(0.0, truth, allowed);
        assert!(known.lower <= truth + 1e-12, "{} of {truth} is proven", known.lower);
        assert!(known.lower >= truth - open - 4.0 * beside - 1e-9, "only {} of {truth} is proven", known.lower);
        let known = ask(0.0, 1.25 * truth, allowed);
        assert!(known.lower <= truth + 1e-12);
        let better = known.better.expect("there is a lesser support value");
        let value = height(&placed_a, b, &placement, better.with_length(1.0));
        assert!(value < 1.25 * truth - 0.25 * allowed, "{value} is not less");
        // A bound that is known already stays.
        let known = ask(truth - 0.125 * allowed, truth, allowed);
        assert!(known.lower >= truth - 0.125 * allowed && known.lower <= truth + 1e-12 && known.better.is_none());
    }
}

#[test]
fn walks_prove_the_depth_of_coaxial_bodies() {
    let cylinder = Cylinder::new(1.5, 1.0).expect("sizes");
    let cone = Cone::new(1.0, 1.25).expect("sizes");
    let along_z = Ellipsoid::new(vec3(1.0, 1.0, 1.5)).expect("sizes");
    let ball = Ellipsoid::new(vec3(1.25, 1.25, 1.25)).expect("sizes");
    let segment = Segment::new(vec3(0.0, 0.0, -1.0), vec3(0.0, 0.0, 1.0)).expect("in range");
    let point = Ball::new(1.0).expect("a size");
    let quarter = |axis: Vec3<f64>| {
        let turn = Rotation3::from_quaternion(axis.x, axis.y, 0.0, 1.0).expect("a rotation");
        Pose::new(turn, Vec3::ZERO).expect("in range")
    };
    let along_x = Ellipsoid::new(vec3(1.5, 1.0, 1.0)).expect("sizes").at(quarter(vec3(0.0, -1.0, 0.0)));
    let along_y = Ellipsoid::new(vec3(1.0, 1.5, 1.0)).expect("sizes").at(quarter(vec3(1.0, 0.0, 0.0)));
    let bodies: [Shape<'_>; 6] = [&cylinder, &cone, &along_z, &along_x, &along_y, &ball];
    for (number, a) in bodies.into_iter().enumerate() {
        for b in bodies {
            check(a, b, false, 0.0);
            check(a, b, true, 0.0);
            // For a ball beside the axis the bound is lost in the axis that is taken.
            if number < 5 {
                check(a, b, false, 1e-4);
            }
        }
        check(a, &segment, true, 0.0);
        check(&segment, a, false, 0.0);
        check(a, &point, false, 0.0);
    }
}

#[test]
fn bodies_that_are_not_coaxial_prove_nothing() {
    let (one, other) = (Cylinder::new(1.5, 1.0).expect("sizes"), Ellipsoid::new(vec3(1.0, 1.5, 2.0)).expect("sizes"));
    let beside =
        Relative { a: Pose::IDENTITY, rows: Rotation3::<f64>::IDENTITY.rows, translation: vec3(0.5, 0.0, 0.0) };
    let ask = |b: Shape<'_>| {
        let mut known = DepthBounds { zoom: f64::NO_ZOOM, lower: 0.25, upper: 0.5, allowed: 1e-8, better: None };
        let supports: [&dyn Fn(Vec3<f64>) -> Vec3<f64>; 2] = [&|dir| one.support(dir), &|dir| b.support(dir)];
        narrow([&one.form(), &b.form()], supports, &beside, &mut known);
        (known.lower, known.better)
    };
    assert_eq!([ask(&one), ask(&other)], [(0.25, None); 2]);
}

/// A walk to more than the least support value stands still where it would come there, and is given up at once; and a
/// bound that is known already is not sought again.
#[test]
fn walks_that_prove_nothing_are_short() {
    let (cylinder, cone) = (Cylinder::new(1.5, 1.0).expect("sizes"), Cone::new(1.0, 1.25).expect("sizes"));
    let placement = Relative { a: Pose::IDENTITY, rows: Rotation3::<f64>::IDENTITY.rows, translation: Vec3::ZERO };
    let axes = [vec3(1.0, 0.0, 0.0), vec3(0.0, 0.0, 1.0)];
    let truth = least(&cylinder, &cone, &placement, axes);
    let calls = |lower, upper| {
        let count = Cell::new(0);
        let counted = |body: &dyn Support<Vector = Vec3<f64>>, dir| {
            count.set(count.get() + 1);
            body.support(dir)
        };
        let supports: [&dyn Fn(Vec3<f64>) -> Vec3<f64>; 2] =
            [&|dir| counted(&cylinder, dir), &|dir| counted(&cone, dir)];
        let mut known = DepthBounds { zoom: f64::NO_ZOOM, lower, upper, allowed: 1e-3, better: None };
        narrow([&cylinder.form(), &cone.form()], supports, &placement, &mut known);
        count.get()
    };
    // Two calls tell how far the bodies reach; then each step takes two.
    assert_eq!(calls(truth - 1e-4, truth), 2);
    let [proven, in_vain] = [calls(0.0, truth), calls(0.0, 1.25 * truth)];
    assert!(proven <= 12 && in_vain <= 36, "{proven} and {in_vain} calls");
}
