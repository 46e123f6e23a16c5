//! Tests of what bounds prove.

use super::{Certificate, Margins, direction_and_lengths, sure_part};
use crate::body::shape::Ball;
use crate::number::scalar::Scalar;
use crate::number::vector::{Vec3, vec3};
use crate::pair::place::SameFrame;
use crate::pair::result::Status;

/// A certificate without margins.
fn bounds([lower, upper]: [f64; 2], slack: f64, has_point: bool) -> Certificate<Vec3<f64>> {
    let (witness, toward_b) = (vec3(1.0, 2.0, 3.0), vec3(1.0, 0.0, 0.0));
    let (is_of_b, has_direction, allowed_gap) = (false, true, 0.0);
    let margins = Margins { a: 0.0, b: 0.0, sum: 0.0 };
    Certificate { margins, witness, is_of_b, toward_b, has_direction, has_point, upper, lower, slack, allowed_gap }
}

#[test]
fn lengths_keep_their_digits_at_every_scale() {
    for scale in [-1000, -400, 0, 400] {
        let factor = 2.0_f64.powi(scale);
        let (dir, length, distance) = direction_and_lengths(vec3(2.0 * factor, 3.0 * factor, -6.0 * factor));
        assert_eq!(distance, 7.0 * factor);
        assert!((dir.length() - length).abs() <= 1e-15 * length && length.is_normal());
        assert!((dir.x * 3.0 - dir.y * 2.0).abs() <= 1e-15 * length && (dir.x * 3.0 + dir.z).abs() <= 1e-15 * length);
    }
}

#[test]
fn closed_forms_demand_a_part_of_the_slack() {
    assert_eq!(sure_part(8.0_f32), 4.0);
    #[cfg(feature = "fixed")]
    assert_eq!(sure_part(fixed::types::I16F16::from_num(8)), fixed::types::I16F16::from_num(2));
}

#[test]
fn a_distance_is_known_if_half_of_it_is_proven_or_if_it_is_near() {
    let is_known = |range, near, has_point| bounds(range, 1e-3, has_point).is_conclusive(near);
    // Half of the distance is proven, or less, for a point and for bodies without one.
    assert!(is_known([0.5, 1.0], 0.0, true) && is_known([0.75, 1.0], 0.0, true));
    assert!(!is_known([0.25, 1.0], 0.0, true) && !is_known([0.0, 1.0], 0.0, true) && !is_known([-0.5, 1.0], 0.5, true));
    assert!(is_known([0.25, 1.0], 1.0, true) && is_known([-0.5, 0.5], 0.75, true));
    assert!(!is_known([0.5, 1.0], 2.0, false) && is_known([1.0, 1.0], 0.0, false));
    // Bounds that are not proven to that extent are none.
    let lower = |range| bounds(range, 1e-3, true).bounds().1;
    assert_eq!([lower([0.5, 1.0]), lower([0.25, 1.0]), lower([-1.0, -0.5])], [0.5, 0.0, 0.0]);
}

#[test]
fn bounds_have_met_within_the_slack_and_its_halves() {
    for (gap, halvings) in [(8.0, Some(0)), (4.0, Some(1)), (2.0, Some(2)), (8.5, None)] {
        let certificate = bounds([64.0, 64.0 + gap], 8.0, false);
        assert_eq!(certificate.have_met(), halvings.is_some());
        for number in 0..4 {
            assert_eq!(certificate.have_met_within(number), halvings.is_some_and(|most| number <= most));
        }
    }
    let allowed = Certificate { allowed_gap: 16.0, ..bounds([64.0, 80.0], 8.0, false) };
    assert!(allowed.have_met() && allowed.have_met_within(2));
}

#[test]
fn planes_between_bodies_without_a_point_prove_a_distance_where_their_bounds_have_met() {
    let margins = Margins { a: 0.0, b: 0.0, sum: 0.0 };
    let is_known = |bounds| {
        let direction = (vec3(2.0, 0.0, 0.0), 2.0);
        Certificate::between_planes(margins, direction, vec3(1.0, 0.0, 0.0), bounds, 4.0_f64).is_conclusive(0.0)
    };
    assert!(is_known([2.0, 2.0]) && !is_known([2.0, 1.75]));
}

#[test]
fn margins_are_legal_up_to_the_limit() {
    let half = f64::LIMIT / 2.0;
    let are_legal = |a, b| {
        let [a, b] = [a, b].map(|radius| Ball::<f64>::new(radius).expect("in range"));
        Margins::of(&a, &b).are_legal()
    };
    assert!(are_legal(half, half) && are_legal(f64::LIMIT, 0.0) && !are_legal(f64::LIMIT, half));
}

#[test]
fn a_separation_in_any_case_says_what_is_known() {
    let status = |range, limit| bounds(range, 0.25, false).separation_in_any_case(&SameFrame, limit).status;
    for limit in [1.0, 2.0, 4.0] {
        assert_eq!(status([2.0, 2.125], limit), Status::Converged);
        // A bound that is the limit is not beyond it.
        assert_eq!(status([2.0, 3.0], limit), if limit < 2.0 { Status::DistanceLimit } else { Status::Stalled });
    }
}
