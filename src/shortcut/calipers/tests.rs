//! Tests of the walk itself. Where it gives up, other methods answer, so that a wrong turn only makes a query slower.

use super::by_calipers;
use crate::body::shape::Polygon;
use crate::number::draw::Draw;
use crate::number::vector::{Vec2, Vector, vec2};
use crate::pair::place::{Relative, SameFrame};
use crate::{Pose, Rotation2};

/// Sizes are at most 16, and rounding of `f64` at this size leaves far more digits than these.
const CLOSE: f64 = 1e-9;

impl Draw {
    fn below(&mut self, count: u32) -> u32 {
        self.bits(31) as u32 % count
    }

    /// Up to eight corners on a circle about a drawn center, counter-clockwise. With rising k the points
    /// (1 − k², 2k)/(1 + k²) go round the unit circle.
    fn corners(&mut self) -> heapless::Vec<Vec2<f64>, 8> {
        let center = vec2(f64::from(self.below(17)) - 8.0, f64::from(self.below(17)) - 8.0);
        let radius = f64::from(1 + self.below(4));
        let all = [-4.0, -1.5, -0.75, -0.25, 0.125, 0.5, 1.0, 3.0];
        let first = self.below(3) as usize;
        let step = 1 + self.below(2) as usize;
        let on_circle = |k: &f64| vec2(1.0 - k * k, 2.0 * k).unit((1.0 + k * k).abs());
        all.iter().skip(first).step_by(step).map(|k| center.advance(radius, on_circle(k))).collect()
    }
}

/// The vector from the origin to the nearest point of a segment.
fn foot(from: Vec2<f64>, to: Vec2<f64>) -> Vec2<f64> {
    let edge = to - from;
    let (whole, part) = (edge.dot(edge), -from.dot(edge));
    if whole <= 0.0 { from } else { from.blend([edge], [(part / whole).clamp(0.0, 1.0)]) }
}

/// The least distance of a corner of one polygon from an edge of the other: the distance of polygons that are apart.
fn distance(a: &[Vec2<f64>], b: &[Vec2<f64>]) -> f64 {
    let edges = |corners: &[Vec2<f64>], number: usize| (corners[number], corners[(number + 1) % corners.len()]);
    let from = |corners: &[Vec2<f64>], others: &[Vec2<f64>]| {
        let of = |&corner: &Vec2<f64>| {
            let to = |number| edges(others, number);
            (0..others.len())
                .map(|number| foot(to(number).0 - corner, to(number).1 - corner).length())
                .fold(f64::MAX, f64::min)
        };
        corners.iter().map(of).fold(f64::MAX, f64::min)
    };
    from(a, b).min(from(b, a))
}

/// The walk finds the distance of all polygons that are apart, from any pair of corners or none, and the feature of the
/// nearest points; from that feature it finds the same. It finds none for polygons that overlap.
#[test]
fn the_walk_ends_at_the_nearest_feature() {
    let draw = &mut Draw(1);
    let turn = Rotation2::<f64>::from_cos_sin(0.8, 0.6).expect("a rotation");
    let turned = Relative { a: Pose::IDENTITY, rows: turn.rows, translation: vec2(1.0, -2.0) };
    let (mut apart, mut missed, mut flat, mut overlap) = (0, 0, 0, 0);
    for _ in 0..2000 {
        let (own, other) = (draw.corners(), draw.corners());
        let (a, b) = (Polygon::new(&own).expect("convex"), Polygon::new(&other).expect("convex"));
        let placed: heapless::Vec<_, 8> = other.iter().map(|&p| turned.translation.turn(&turn.rows, p)).collect();
        for (there, is_turned) in [(&other, false), (&placed, true)] {
            let ask = |start| {
                if is_turned { by_calipers((&a, &b), &turned, start) } else { by_calipers((&a, &b), &SameFrame, start) }
            };
            let truth = distance(&own, there);
            let is_in = crate::intersects(&a, &Polygon::new(there).expect("convex"));
            let found = ask(None);
            if is_in {
                overlap += 1;
                assert!(found.is_none(), "{own:?} and {there:?} overlap");
                continue;
            }
            if truth < CLOSE {
                continue;
            }
            apart += 1;
            let Some((gap, at, to)) = found else {
                missed += 1;
                continue;
            };
            assert!((gap.upper - truth).abs() < CLOSE && (gap.lower - truth).abs() < CLOSE, "{own:?} {there:?}");
            let corner =
                |(on_a, on_b): (crate::Hint, crate::Hint)| there[on_b.number() as usize] - own[on_a.number() as usize];
            let (from, end) = (corner(at), corner(to.unwrap_or(at)));
            assert!((foot(from, end).length() - truth).abs() < CLOSE, "{own:?} {there:?} {at:?} {to:?}");
            // Where the foot is inside an edge, both of its ends are given.
            assert!(to.is_some() || from.length() < truth + CLOSE);
            flat += u32::from(to.is_some());
            let (again, ..) = ask(Some(at)).expect("it is there already");
            assert!((again.upper - truth).abs() < CLOSE, "{own:?} {there:?} from {at:?}");
        }
    }
    assert!(apart > 1000 && flat > 300 && apart - flat > 300 && overlap > 300, "{apart} {flat} {overlap}");
    assert!(100 * missed < apart, "{missed} of {apart} missed");
}
