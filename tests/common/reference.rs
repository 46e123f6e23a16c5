//! The signed distance of two convex bodies by brute force in `f64`, as a reference for the kernel.
//!
//! A body is the hull of a few points, swept by a ball. For cores that are apart, every vertex is tried against every
//! triangle and every segment against every segment, whether they lie on the surface or inside. All of them are parts
//! of the bodies, so the nearest pair bounds the distance from above, and the plane across it bounds the distance from
//! below. For cores that overlap, every normal that a facet of the difference can have is tried (normals of triangles,
//! products of edges). Each bounds the depth from above, and the deciding facet is among them. A normal that rounding
//! has tilted is still a valid direction, so slivers can only cost accuracy.

use super::number::{P, add, cross, dot, length, scale, sub, unit};

/// The hull of some points, swept by a ball.
#[derive(Clone, Debug)]
pub struct Swept {
    pub core: Vec<P>,
    pub radius: f64,
}

impl Swept {
    /// How far the body reaches along a unit vector.
    pub fn reach(&self, along: P) -> f64 {
        self.core.iter().map(|&p| dot(along, p)).fold(f64::NEG_INFINITY, f64::max) + self.radius
    }

    /// The largest distance of a point of the body from the origin.
    pub fn extent(&self) -> f64 {
        self.core.iter().map(|&p| length(p)).fold(0.0, f64::max) + self.radius
    }
}

/// An interval that holds the signed distance; a few rounding steps of `f64` wide unless the bodies hardly touch.
pub fn signed_distance(a: &Swept, b: &Swept, dimension: usize) -> (f64, f64) {
    let (low, high) = core_distance(&a.core, &b.core, dimension);
    let margin = a.radius + b.radius;
    (low - margin, high - margin)
}

fn core_distance(a: &[P], b: &[P], dimension: usize) -> (f64, f64) {
    let (on_a, on_b) = nearest_pair(a, b, dimension);
    let apart = length(sub(on_b, on_a));
    if let Some(normal) = unit(sub(on_b, on_a)) {
        let gap = gap(a, b, normal);
        if gap > 0.0 {
            return (gap.min(apart), gap.max(apart));
        }
    }
    let depth = depth(a, b, dimension);
    // If no direction separates the bodies, the depth is exact. If one does, they are so near to contact that the
    // nearest pair gave no accurate plane.
    if depth >= 0.0 { (-depth, -depth) } else { (-depth, apart.max(-depth)) }
}

/// How far the plane across a unit vector keeps A below B; negative where they overlap along it.
fn gap(a: &[P], b: &[P], normal: P) -> f64 {
    // Measured from a point of A, which keeps rounding relative to the size of the bodies.
    let origin = a[0];
    let top = a.iter().map(|&p| dot(normal, sub(p, origin))).fold(f64::NEG_INFINITY, f64::max);
    let bottom = b.iter().map(|&p| dot(normal, sub(p, origin))).fold(f64::INFINITY, f64::min);
    bottom - top
}

fn nearest_pair(a: &[P], b: &[P], dimension: usize) -> (P, P) {
    let mut best = (a[0], b[0], f64::INFINITY);
    let mut offer = |on_a: P, on_b: P| {
        let apart = sub(on_a, on_b);
        let square = dot(apart, apart);
        if square < best.2 {
            best = (on_a, on_b, square);
        }
    };
    for (points, others, swapped) in [(a, b, false), (b, a, true)] {
        for &p in points {
            for (i, &q) in others.iter().enumerate() {
                for (j, &r) in others.iter().enumerate().skip(i) {
                    let mut nearest = vec![on_segment(p, q, r)];
                    if dimension == 3 {
                        nearest.extend(others.iter().skip(j + 1).filter_map(|&s| on_triangle(p, [q, r, s])));
                    }
                    for q in nearest {
                        if swapped { offer(q, p) } else { offer(p, q) }
                    }
                }
            }
        }
    }
    if dimension == 3 {
        for (p, q) in edges(a) {
            for (r, s) in edges(b) {
                if let Some((on_a, on_b)) = between_segments(p, q, r, s) {
                    offer(on_a, on_b);
                }
            }
        }
    }
    (best.0, best.1)
}

/// The least reach of the difference along any direction that one of its facets can have.
fn depth(a: &[P], b: &[P], dimension: usize) -> f64 {
    let mut least = f64::INFINITY;
    let mut try_direction = |direction: P| {
        if let Some(normal) = unit(direction) {
            least = least.min(-gap(a, b, normal)).min(-gap(a, b, scale(normal, -1.0)));
        }
    };
    // Directions across single edges and the axes decide only for differences without extent.
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for axis in &axes[..dimension] {
        try_direction(*axis);
    }
    for (p, q) in edges(a).chain(edges(b)) {
        for axis in if dimension == 2 { &axes[2..] } else { &axes[..] } {
            try_direction(cross(sub(q, p), *axis));
        }
    }
    if dimension == 3 {
        for points in [a, b] {
            for (i, &p) in points.iter().enumerate() {
                for (j, &q) in points.iter().enumerate().skip(i + 1) {
                    for &r in &points[j + 1..] {
                        try_direction(cross(sub(q, p), sub(r, p)));
                    }
                }
            }
        }
        for (p, q) in edges(a) {
            for (r, s) in edges(b) {
                try_direction(cross(sub(q, p), sub(s, r)));
            }
        }
    }
    least
}

/// All pairs of points.
fn edges(points: &[P]) -> impl Iterator<Item = (P, P)> {
    points.iter().enumerate().flat_map(move |(i, &p)| points[i + 1..].iter().map(move |&q| (p, q)))
}

/// The point of the segment qr nearest to p.
pub fn on_segment(p: P, q: P, r: P) -> P {
    let along = sub(r, q);
    let square = dot(along, along);
    let share = if square > 0.0 { (dot(sub(p, q), along) / square).clamp(0.0, 1.0) } else { 0.0 };
    // Computed from the nearer end, which is more accurate.
    if share > 0.5 { add(r, scale(along, share - 1.0)) } else { add(q, scale(along, share)) }
}

/// The foot of p on a triangle, if it lies inside.
fn on_triangle(p: P, [a, b, c]: [P; 3]) -> Option<P> {
    let (ab, ac, ap) = (sub(b, a), sub(c, a), sub(p, a));
    let normal = cross(ab, ac);
    let square = dot(normal, normal);
    let v = dot(cross(ap, ac), normal);
    let w = dot(cross(ab, ap), normal);
    let inside = square > 0.0 && v >= 0.0 && w >= 0.0 && v + w <= square;
    inside.then(|| add(a, add(scale(ab, v / square), scale(ac, w / square))))
}

/// The nearest points of two segments, if both lie inside; otherwise an end takes part.
fn between_segments(p: P, q: P, r: P, s: P) -> Option<(P, P)> {
    let (u, v, w) = (sub(q, p), sub(s, r), sub(p, r));
    let normal = cross(u, v);
    let square = dot(normal, normal);
    let share_u = dot(cross(v, w), normal) / square;
    let share_v = dot(cross(u, w), normal) / square;
    let inside = |share: f64| (0.0..=1.0).contains(&share);
    (square > 0.0 && inside(share_u) && inside(share_v)).then(|| (add(p, scale(u, share_u)), add(r, scale(v, share_v))))
}

/// The distance of two segments by the ends of each, the inside of both.
pub fn segment_distance([p, q]: [P; 2], [r, s]: [P; 2]) -> f64 {
    let to = |point: P, a: P, b: P| length(sub(point, on_segment(point, a, b)));
    let ends = to(p, r, s).min(to(q, r, s)).min(to(r, p, q)).min(to(s, p, q));
    between_segments(p, q, r, s).map_or(ends, |(a, b)| ends.min(length(sub(a, b))))
}

#[test]
fn the_reference_knows_simple_answers() {
    let cube = |x: f64| -> Vec<P> {
        (0..8).map(|i| [x + f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)]).collect()
    };
    let body = |core: Vec<P>, radius: f64| Swept { core, radius };
    assert_eq!(signed_distance(&body(cube(0.0), 0.0), &body(cube(3.0), 0.5), 3), (1.5, 1.5));
    assert_eq!(signed_distance(&body(cube(0.0), 0.0), &body(cube(0.75), 0.0), 3), (-0.25, -0.25));
    let crossing =
        [body(vec![[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], 0.5), body(vec![[0.0, -1.0, 2.0], [0.0, 1.0, 2.0]], 0.5)];
    assert_eq!(signed_distance(&crossing[0], &crossing[1], 3), (1.0, 1.0));
    let square = |x: f64| -> Vec<P> { (0..4).map(|i| [x + f64::from(i & 1), f64::from(i >> 1), 0.0]).collect() };
    assert_eq!(signed_distance(&body(square(0.0), 0.0), &body(square(0.5), 0.0), 2), (-0.5, -0.5));
    assert_eq!(signed_distance(&body(square(0.0), 0.0), &body(vec![[2.0, 2.0, 0.0]], 0.0), 2).1, 2.0_f64.sqrt());
    assert_eq!(signed_distance(&body(square(0.0), 0.0), &body(square(0.5), 0.0), 3), (0.0, 0.0));
}
