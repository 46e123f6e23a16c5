//! The points of a cloud on the grid, and the lists of those still outside the hull that is being built.
//!
//! A list is a chain of point numbers through `next`, given by the number of its first point. Each point is on at
//! most one list: that of a facet, an edge or a face, that it lies strictly beyond. The first point of a facet's list
//! is the farthest one.

use crate::hull::Grid;

/// Stands for no point and no facet, and ends a list.
pub const NONE: u16 = u16::MAX;

/// The points of a cloud on the grid, and the links of their lists.
pub struct Cloud<'w, G> {
    pub grid: &'w [[G; 3]],
    pub next: &'w mut [u16],
}

impl<G: Grid> Cloud<'_, G> {
    /// A point by its number.
    pub fn at(&self, point: u16) -> [G; 3] {
        self.grid.get(usize::from(point)).copied().unwrap_or([G::ZERO; 3])
    }

    /// The point after one on its list.
    pub fn after(&self, point: u16) -> u16 {
        self.next.get(usize::from(point)).copied().unwrap_or(NONE)
    }

    /// Puts a point in front of a list, and returns the longer list.
    pub fn push(&mut self, point: u16, list: u16) -> u16 {
        let Some(slot) = self.next.get_mut(usize::from(point)) else { return list };
        *slot = list;
        point
    }

    /// Takes the first point off a list, if there is one.
    fn pop(&self, list: &mut u16) -> Option<u16> {
        let point = *list;
        *list = self.after(point);
        (point != NONE).then_some(point)
    }

    /// The list of all points.
    pub fn all(&mut self) -> u16 {
        (0..self.grid.len() as u16).rev().fold(NONE, |list, point| self.push(point, list))
    }

    /// Joins two lists, in time proportional to the length of the first.
    pub fn joined(&mut self, mut list: u16, mut other: u16) -> u16 {
        for _ in 0..self.grid.len() {
            let Some(point) = self.pop(&mut list) else { break };
            other = self.push(point, other);
        }
        other
    }

    /// Splits a list into the points strictly beyond the plane through `from`, the farthest first, and the others. Of
    /// equally far points the first in lexicographic order counts as the farthest: it is extreme among them.
    pub fn split(&mut self, mut list: u16, normal: [G::Wide; 3], from: [G; 3]) -> (u16, u16) {
        let (mut beyond, mut others) = (NONE, NONE);
        let (mut reach, mut farthest) = (G::FLUSH, from);
        for _ in 0..self.grid.len() {
            let Some(number) = self.pop(&mut list) else { break };
            let point = self.at(number);
            let height = G::height(normal, from, point);
            if height <= G::FLUSH {
                others = self.push(number, others);
            } else if height > reach || (height == reach && point < farthest) {
                (reach, farthest) = (height, point);
                beyond = self.push(number, beyond);
            } else {
                let second = self.after(beyond);
                self.push(number, second);
                self.push(beyond, number);
            }
        }
        (beyond, others)
    }

    /// The point of the whole cloud that lies farthest along a normal; of several, the first in lexicographic order.
    pub fn extreme(&self, normal: [G::Wide; 3]) -> u16 {
        let (mut found, mut farthest) = (0, self.at(0));
        for (number, &point) in self.grid.iter().enumerate().skip(1) {
            let height = G::height(normal, farthest, point);
            if height > G::FLUSH || (height == G::FLUSH && point < farthest) {
                (found, farthest) = (number as u16, point);
            }
        }
        found
    }

    /// The first and the last point in lexicographic order: two extreme points, unless all coincide.
    pub fn ends(&self) -> (u16, u16) {
        let at = |&point: &u16| self.at(point);
        let points = 0..self.grid.len() as u16;
        // Of equal points the first counts: the last in reverse order.
        (points.clone().min_by_key(at).unwrap_or(0), points.rev().max_by_key(at).unwrap_or(0))
    }

    /// An extreme point off the line of two others, far from it; `None` if all points lie on the line.
    pub fn off_line(&self, a: u16, b: u16) -> Option<u16> {
        let (a, b) = (self.at(a), self.at(b));
        let (mut largest, mut found) = (G::NONE, None);
        for &point in self.grid {
            let (axis, size, is_negative) = Self::largest(G::normal(a, b, point));
            if size > largest {
                (largest, found) = (size, Some((axis, is_negative)));
            }
        }
        // The component of (b − a) × (p − a) along the axis is n · (p − a) with a fixed n: the point farthest along
        // ±n is extreme.
        let (axis, is_negative) = found?;
        let normal = Self::along_area(G::difference(a, b), axis);
        Some(self.extreme(if is_negative { G::flipped(normal) } else { normal }))
    }

    /// The axis of the largest component of a normal, of several the first; its magnitude; and whether it is negative.
    pub fn largest(normal: [G::Wide; 3]) -> (usize, G::Wide, bool) {
        let mut found = (0, G::NONE, false);
        for (axis, (part, negated)) in normal.into_iter().zip(G::flipped(normal)).enumerate() {
            let size = part.max(negated);
            if size > found.1 {
                found = (axis, size, part < negated);
            }
        }
        found
    }

    /// The direction n with `n · v` equal to the component of `u × v` along an axis, for every v.
    pub fn along_area(u: [G::Wide; 3], axis: usize) -> [G::Wide; 3] {
        let ([ux, uy, uz], [mx, my, mz]) = (u, G::flipped(u));
        match axis {
            0 => [G::NONE, mz, uy],
            1 => [uz, G::NONE, mx],
            _ => [my, ux, G::NONE],
        }
    }

    /// How many points a list has.
    pub fn count(&self, mut list: u16) -> usize {
        (0..self.grid.len()).take_while(|_| self.pop(&mut list).is_some()).count()
    }
}
