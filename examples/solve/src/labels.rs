//! Places for letters in a picture, where they cover neither each other nor arrows.

use crate::outline::Flat;
use std::f64::consts::TAU;

/// Half of the room that a letter takes, in pixels.
const HALF: f64 = 8.0;

/// The number of directions around a point that a letter may stand in, and the multiples of its distance.
const DIRECTIONS: usize = 16;
const DISTANCES: [f64; 4] = [1.0, 1.5, 2.0, 3.0];

/// The costs of a letter that covers another letter or leaves the picture, an arrow or a point, and an outline. A
/// sixteenth of a turn from the preferred direction costs one.
const LETTER: f64 = 1000.0;
const ARROW: f64 = 100.0;
const OUTLINE: f64 = 3.0;

/// A picture as far as letters have to keep off it.
#[derive(Clone, Debug)]
pub struct Labels {
    size: Flat,
    /// Lines, and the cost of a letter on them.
    lines: Vec<(Vec<Flat>, f64)>,
    /// The middles of the letters placed so far.
    letters: Vec<Flat>,
}

impl Labels {
    /// An empty picture of a size.
    pub fn new(size: Flat) -> Self {
        Self { size, lines: Vec::new(), letters: Vec::new() }
    }

    /// Keeps letters off an arrow or, if both ends are the same, a point.
    pub fn arrow(&mut self, from: Flat, to: Flat) {
        self.lines.push((vec![from, to], ARROW));
    }

    /// Keeps letters off an outline, unless the place is needed.
    pub fn outline(&mut self, places: &[Flat]) {
        let closed = places.iter().chain(places.first()).copied().collect();
        self.lines.push((closed, OUTLINE));
    }

    /// The middle of a letter beside a place: at a distance in a direction, or as near to that as there is room.
    pub fn place(&mut self, at: Flat, (x, y): Flat, distance: f64) -> Flat {
        let start = y.atan2(x);
        let candidates = DISTANCES.iter().enumerate().flat_map(|(ring, factor)| {
            (0..DIRECTIONS).map(move |turn| {
                // Alternately to both sides of the direction.
                let side = if turn % 2 == 0 { turn / 2 } else { DIRECTIONS - turn.div_ceil(2) };
                let (sin, cos) = (start + TAU * side as f64 / DIRECTIONS as f64).sin_cos();
                let place = (at.0 + factor * distance * cos, at.1 + factor * distance * sin);
                (place, (turn + ring * DIRECTIONS / 4) as f64 / 2.0)
            })
        });
        let best =
            candidates.min_by(|one, other| (self.cost(one.0) + one.1).total_cmp(&(self.cost(other.0) + other.1)));
        let (place, _) = best.unwrap_or((at, 0.0));
        self.letters.push(place);
        place
    }

    fn cost(&self, (x, y): Flat) -> f64 {
        let is_off = |at: f64, size: f64| at < HALF || at > size - HALF;
        let off = if is_off(x, self.size.0) || is_off(y, self.size.1) { LETTER } else { 0.0 };
        let is_covered = |letter: &&Flat| (letter.0 - x).abs() < 2.0 * HALF && (letter.1 - y).abs() < 2.0 * HALF;
        let letters = self.letters.iter().filter(is_covered).count() as f64;
        let is_near = |ends: &[Flat]| distance((x, y), ends[0], ends[1]) < HALF;
        let crossed = self.lines.iter().filter(|(line, _)| line.windows(2).any(is_near));
        off + LETTER * letters + crossed.map(|(_, cost)| cost).sum::<f64>()
    }
}

/// The distance of a point from a line between two ends.
fn distance((x, y): Flat, from: Flat, to: Flat) -> f64 {
    let (along, start) = ((to.0 - from.0, to.1 - from.1), (x - from.0, y - from.1));
    let square = along.0 * along.0 + along.1 * along.1;
    let part = if square > 0.0 { ((start.0 * along.0 + start.1 * along.1) / square).clamp(0.0, 1.0) } else { 0.0 };
    (start.0 - part * along.0).hypot(start.1 - part * along.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_keep_off_each_other_and_off_arrows() {
        let mut labels = Labels::new((100.0, 100.0));
        let at = (50.0, 50.0);
        assert_eq!(labels.place(at, (1.0, 0.0), 10.0), (60.0, 50.0));
        let (x, y) = labels.place(at, (1.0, 0.0), 10.0);
        assert!((x - 60.0).abs() >= 2.0 * HALF || (y - 50.0).abs() >= 2.0 * HALF, "{x}, {y}");
        labels.arrow(at, (50.0, 0.0));
        let place = labels.place(at, (0.0, -1.0), 12.0);
        assert!(distance(place, at, (50.0, 0.0)) >= HALF, "{place:?}");
        assert!(labels.place((99.0, 50.0), (1.0, 0.0), 10.0).0 <= 100.0 - HALF);
    }
}
