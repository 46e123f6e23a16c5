//! The signed distance of two convex bodies from their support functions alone, by branch and bound in `f64`.
//!
//! With h the support function of the difference A − B, the signed distance is −min h(n) over unit vectors n, whether
//! the bodies are apart or not. The directions are cut into cells, cones over arcs or triangles. A point w of the
//! difference has h(n) ≥ w·n everywhere, so in a cone over the corners n₁, n₂, n₃ no value is below min w·nᵢ, up to the
//! length of a mean of unit vectors. Each cell takes the best w of those it knows: the support points of its corners,
//! their mean, and what lies between two of them, which follows the creases of h. Cells that cannot beat the best value
//! known are dropped, others are halved. The result is an interval that contains the true distance.

use crate::common::number::{P, add, dot, length, scale, sub};

/// Cells looked at before the search ends with what it has: directions in a ring tie, and so do all of near-balls.
const CELLS: usize = 12_000;

/// A unit vector, and the point of the difference that lies farthest along it.
#[derive(Clone, Copy)]
struct Corner {
    n: P,
    w: P,
}

/// An interval that holds the signed distance, from the support function of A − B. It is narrower than `enough`, or two
/// roundings of `f64`, unless directions tie.
pub fn signed_distance(support: impl Fn(P) -> P, dimension: usize, enough: f64) -> (f64, f64) {
    let corner = |direction: P| {
        let n = scale(direction, 1.0 / length(direction));
        Corner { n, w: support(n) }
    };
    let axis = |i: usize, sign: f64| {
        let mut axis = [0.0; 3];
        axis[i] = sign;
        corner(axis)
    };
    let signs = [1.0, -1.0];
    let (least, most) = if dimension == 2 {
        let cells = signs.iter().flat_map(|&x| signs.map(|y| [axis(0, x), axis(1, y)])).collect();
        search(cells, &corner, enough)
    } else {
        let squares = signs.iter().flat_map(|&x| signs.map(|y| [axis(0, x), axis(1, y)]));
        let cells = squares.flat_map(|[x, y]| signs.map(|z| [x, y, axis(2, z)])).collect();
        search(cells, &corner, enough)
    };
    (-most, -least)
}

/// An interval that holds the least support value.
fn search<const N: usize>(mut cells: Vec<[Corner; N]>, corner: &impl Fn(P) -> Corner, enough: f64) -> (f64, f64) {
    let corners = cells.iter().flatten();
    let value = |corner: &Corner| dot(corner.n, corner.w);
    let mut best = corners.clone().map(value).fold(f64::INFINITY, f64::min);
    // The rounding of a support value.
    let noise = 8.0 * f64::EPSILON * corners.map(|corner| length(corner.w)).fold(0.0, f64::max);
    let (mut least, mut looked_at) = (f64::INFINITY, 0);
    while !cells.is_empty() {
        let mut next = Vec::new();
        for cell in cells {
            let bound = lower_bound(&cell);
            if bound >= best - enough.max(noise) || looked_at > CELLS {
                least = least.min(bound);
                continue;
            }
            looked_at += 1;
            let (i, j) = longest_edge(&cell);
            let middle = corner(add(cell[i].n, cell[j].n));
            best = best.min(value(&middle));
            let (mut one, mut other) = (cell, cell);
            (one[i], other[j]) = (middle, middle);
            next.extend([one, other]);
        }
        cells = next;
    }
    (least.min(best) - noise, best + noise)
}

/// The edges of a cell, by their ends; the first is that of an arc.
const PAIRS: [(usize, usize); 3] = [(1, 0), (2, 0), (2, 1)];

/// The square of an edge.
fn edge<const N: usize>(cell: &[Corner; N], i: usize, j: usize) -> f64 {
    let edge = sub(cell[i].n, cell[j].n);
    dot(edge, edge)
}

fn longest_edge<const N: usize>(cell: &[Corner; N]) -> (usize, usize) {
    let edges = PAIRS.into_iter().filter(|&(i, _)| i < N);
    edges.max_by(|&(i, j), &(k, l)| edge(cell, i, j).total_cmp(&edge(cell, k, l))).expect("edges")
}

/// No unit vector in the cone over the cell has a lower support value.
fn lower_bound<const N: usize>(cell: &[Corner; N]) -> f64 {
    // The heights of the corners' support points over the planes of all corners.
    let known: [[f64; N]; N] = cell.map(|corner| cell.map(|at| dot(corner.w, at.n)));
    let mut best = least(&mean(&known));
    for (k, one) in known.iter().enumerate() {
        best = best.max(least(one));
        for other in &known[..k] {
            // Between the two, the least height is greatest where two heights cross.
            for (i, j) in PAIRS.into_iter().filter(|&(i, _)| i < N) {
                let (before, after) = (one[i] - one[j], other[i] - other[j]);
                if before * after < 0.0 {
                    let share = before / (before - after);
                    let mut between = *one;
                    for i in 0..N {
                        between[i] += (other[i] - one[i]) * share;
                    }
                    best = best.max(least(&between));
                }
            }
        }
    }
    // A unit vector is a mean of the corners over the length of that mean, which is at most one.
    let (i, j) = longest_edge(cell);
    if best < 0.0 { best / (1.0 - edge(cell, i, j) / 3.0).sqrt() } else { best }
}

fn least<const N: usize>(heights: &[f64; N]) -> f64 {
    let mut least = heights[0];
    for &height in heights {
        least = least.min(height);
    }
    least
}

fn mean<const N: usize>(known: &[[f64; N]; N]) -> [f64; N] {
    let mut mean = [0.0; N];
    for heights in known {
        for i in 0..N {
            mean[i] += heights[i] / N as f64;
        }
    }
    mean
}
