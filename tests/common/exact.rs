//! The exact signed distance of two hulls of integer points, which is the reference for the kernel.
//!
//! The hulls are examined through their difference B − A, the sum of B and the mirrored A: the signed distance is that
//! of the origin from it.
//!
//! - Apart: the point of the difference nearest to the origin lies on a vertex, or inside an edge, a triangle or a
//!   parallelogram between two edges, made of the points of the two bodies. All of these are tried, whether or not they
//!   lie on the surface: each is part of the difference, so none is nearer than the true nearest point. The hulls are
//!   apart if and only if the plane across the nearest point separates them.
//! - Not apart: the depth is the least reach of the difference along a normal of its facets. Each normal is that of
//!   three points of one body, or of two edges, one of each body. All of these are tried: along any direction the reach
//!   is an upper bound of the depth.
//!
//! Nothing rounds. A difference of coordinates is at most 2^18, a product of two, as in a normal, at most 2^38, and the
//! foot of the origin on an edge, times the square of the edge, at most 2^57: `i64` holds them. The squares of all
//! except the last stay below 2^120: `i128` holds them. A comparison of two fractions divides rather than multiplies,
//! so it cannot overflow.

use num_bigint::BigInt;
use num_rational::Ratio;
use std::cmp::Ordering;

/// A point; in the plane the third coordinate is zero.
pub type Point = [i64; 3];

/// An exact fraction.
pub type Fraction = Ratio<i128>;

/// The largest magnitude of a coordinate.
pub const LIMIT: i64 = 1 << 17;

/// The relation of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Apart,
    Touching,
    Overlapping,
}

/// The exact answer for two hulls swept by balls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Are the hulls apart, without the balls?
    pub cores_apart: bool,
    /// The squared distance of the hulls if they are apart, else their squared depth.
    pub squared: Fraction,
    /// The normal from A to B in lowest terms; `None` if it is not unique.
    pub normal: Option<Point>,
    /// For hulls that overlap, the least squared reach along any other normal of a facet.
    pub second: Option<Fraction>,
    /// The sum of the balls' radii.
    pub margin: i64,
}

impl Truth {
    /// The answer for the hulls of two point sets.
    ///
    /// # Panics
    /// If there are no points, or one is beyond [`LIMIT`].
    pub fn new(a: &[Point], b: &[Point], dimension: usize) -> Self {
        assert!(a.iter().chain(b).flatten().all(|x| x.abs() <= LIMIT), "beyond the range of exact arithmetic");
        let (squared, away) = nearest(a, b, dimension);
        if -reach(a, b, away) > 0 {
            return Self {
                cores_apart: true,
                squared: squared.reduced(),
                normal: Some(primitive(away)),
                second: None,
                margin: 0,
            };
        }
        let (squared, normal, second) = depth(a, b, dimension);
        Self { cores_apart: false, squared: squared.reduced(), normal, second, margin: 0 }
    }

    /// The answer for the same hulls swept by balls, whose radii have the given sum.
    pub fn rounded(self, margin: i64) -> Self {
        Self { margin, ..self }
    }

    /// The answer for bodies that are larger by a factor.
    pub fn scaled(self, by: i64) -> Self {
        let square = Fraction::from_integer(i128::from(by).pow(2));
        let (squared, second) = (self.squared * square, self.second.map(|second| second * square));
        Self { squared, second, margin: self.margin * by, ..self }
    }

    pub fn relation(&self) -> Relation {
        let margin = i128::from(self.margin);
        match self.squared.cmp(&Fraction::from_integer(margin * margin)) {
            Ordering::Greater if self.cores_apart => Relation::Apart,
            Ordering::Equal if self.cores_apart || margin == 0 => Relation::Touching,
            _ => Relation::Overlapping,
        }
    }

    /// The signed distance of the hulls without the balls, right to two roundings.
    fn core(&self) -> f64 {
        let length = root(&self.squared);
        if self.cores_apart { length } else { -length }
    }

    /// The signed distance, right to a few roundings of its largest part.
    pub fn signed(&self) -> f64 {
        -self.error(0.0)
    }

    /// The value minus the signed distance, right to a few roundings of this difference, however small it is.
    pub fn error(&self, value: f64) -> f64 {
        let core = self.core();
        let sum = value + self.margin as f64;
        // Two numbers that differ by more than a factor of two, or in sign, cancel no digits.
        if !(0.5 * core.abs() <= sum.abs() && sum.abs() <= 2.0 * core.abs() && sum * core > 0.0) {
            return sum - core;
        }
        // s − c = (s² − c²) / (s + c), with s = top / 2^down.
        let (mantissa, down) = decode(value);
        let top = mantissa + (BigInt::from(self.margin) << down);
        let squares = &top * &top * self.squared.denom() - (BigInt::from(*self.squared.numer()) << (2 * down));
        quotient(&squares, 2 * down, *self.squared.denom() as f64 * (sum + core))
    }
}

/// A finite number as mantissa / 2^down.
fn decode(value: f64) -> (BigInt, u32) {
    let (bits, sign) = (value.abs().to_bits(), if value < 0.0 { -1 } else { 1 });
    let (exponent, fraction) = ((bits >> 52) as u32, bits & ((1 << 52) - 1));
    let mantissa = if exponent == 0 { fraction } else { fraction | 1 << 52 };
    let (mantissa, exponent) = (BigInt::from(mantissa) * sign, exponent.max(1));
    // The last bit of the mantissa weighs 2^(exponent − 1075).
    if exponent > 1075 { (mantissa << (exponent - 1075), 0) } else { (mantissa, 1075 - exponent) }
}

/// value / 2^down / by, right to two roundings.
fn quotient(value: &BigInt, down: u32, by: f64) -> f64 {
    let surplus = value.bits().saturating_sub(64);
    let (sign, digits) = (value >> surplus).to_u64_digits();
    let leading = digits.first().map_or(0.0, |&digit| digit as f64);
    let quotient = leading / by * 2.0_f64.powi(surplus as i32 - down as i32);
    if sign == num_bigint::Sign::Minus { -quotient } else { quotient }
}

/// The root of a fraction, right to two roundings.
pub fn root(fraction: &Fraction) -> f64 {
    (*fraction.numer() as f64 / *fraction.denom() as f64).sqrt()
}

pub fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn scale(a: Point, factor: i64) -> Point {
    a.map(|x| x * factor)
}

pub fn dot(a: Point, b: Point) -> i128 {
    (0..3).map(|i| i128::from(a[i]) * i128::from(b[i])).sum()
}

pub fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A direction in lowest terms.
pub fn primitive(direction: Point) -> Point {
    let divisor = direction.iter().fold(0, |divisor, x| gcd(divisor, x.abs()));
    if divisor == 0 { direction } else { direction.map(|x| x / divisor) }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The reach of A beyond the lowest point of B along a direction, times the length of the direction. If it is negative,
/// a plane across the direction separates them.
pub fn reach(a: &[Point], b: &[Point], direction: Point) -> i128 {
    let along = |points: &[Point]| points.iter().map(|&p| dot(direction, p)).collect::<Vec<_>>();
    along(a).into_iter().max().expect("points") - along(b).into_iter().min().expect("points")
}

/// All pairs of points: the start of an edge, and the vector to its end.
fn edges(points: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    points.iter().enumerate().flat_map(move |(i, &p)| points[i + 1..].iter().map(move |&q| (p, sub(q, p))))
}

/// All triples of points: a corner of a triangle, and the vectors to the other two.
fn triangles(points: &[Point]) -> impl Iterator<Item = (Point, Point, Point)> {
    let from = move |(i, &p)| edges(&points[i + 1..]).map(move |(q, along)| (p, sub(q, p), add(sub(q, p), along)));
    points.iter().enumerate().flat_map(from)
}

/// The squared distance of the origin from the nearest feature of the difference, and the vector to the nearest point,
/// up to a positive factor.
fn nearest(a: &[Point], b: &[Point], dimension: usize) -> (Fraction, Point) {
    let mirrored: Vec<Point> = a.iter().map(|&p| scale(p, -1)).collect();
    let mut best = on_vertex(add(mirrored[0], b[0]));
    let mut offer = |found: Option<(Fraction, Point)>| {
        if let Some(found) = found.filter(|found| found.0 < best.0) {
            best = found;
        }
    };
    for (points, others) in [(&mirrored[..], b), (b, &mirrored[..])] {
        for &p in points {
            others.iter().for_each(|&q| offer(Some(on_vertex(add(p, q)))));
            edges(others).for_each(|(q, u)| offer(on_edge(add(p, q), u)));
            if dimension == 3 {
                triangles(others).for_each(|(q, u, v)| offer(on_patch(add(p, q), u, v, true)));
            }
        }
    }
    if dimension == 3 {
        for (p, u) in edges(&mirrored) {
            edges(b).for_each(|(q, v)| offer(on_patch(add(p, q), u, v, false)));
        }
    }
    best
}

fn on_vertex(w: Point) -> (Fraction, Point) {
    (Fraction::from_integer(dot(w, w)), w)
}

/// The foot of the origin on the line from w along u, if it lies inside the edge.
fn on_edge(w: Point, u: Point) -> Option<(Fraction, Point)> {
    // The foot is w + u share / whole. Its distance is the height of the parallelogram of w and u over u.
    let (share, whole) = (-dot(w, u), dot(u, u));
    let area = cross(w, u);
    let foot = || add(scale(w, whole as i64), scale(u, share as i64));
    (0 < share && share < whole).then(|| (Fraction::new_raw(dot(area, area), whole), foot()))
}

/// The foot of the origin on the plane through w along u and v, if it lies in the triangle or the parallelogram.
fn on_patch(w: Point, u: Point, v: Point, is_triangle: bool) -> Option<(Fraction, Point)> {
    let normal = cross(u, v);
    // The foot is w + (u s + v t) / whole. Its distance is the height of the parallelepiped of w, u and v over u and v.
    let whole = dot(normal, normal);
    let (s, t) = (dot(cross(v, w), normal), dot(cross(w, u), normal));
    let is_inside = s >= 0 && t >= 0 && if is_triangle { s + t <= whole } else { s <= whole && t <= whole };
    let height = dot(normal, w);
    let foot = scale(normal, height.signum() as i64);
    (whole > 0 && is_inside).then(|| (Fraction::new_raw(height * height, whole), foot))
}

/// The squared depth of hulls that are not apart, its normal if that is unique, and the second least squared reach.
fn depth(a: &[Point], b: &[Point], dimension: usize) -> (Fraction, Option<Point>, Option<Fraction>) {
    let normals = normals(a, b, dimension);
    let both = |normal: Point| [normal, scale(normal, -1)];
    // A difference without interior has no facets, and both normals of its plane give a depth of zero.
    let is_flat = normals.first().is_none_or(|&n| both(n).iter().map(|&n| reach(a, b, n)).sum::<i128>() == 0);
    if is_flat {
        return (Fraction::from_integer(0), None, None);
    }
    let mut reaches = normals.into_iter().flat_map(both).map(|normal| {
        let reach = reach(a, b, normal);
        (Fraction::new_raw(reach * reach, dot(normal, normal)), normal)
    });
    let mut best = reaches.next().expect("a facet");
    let mut second: Option<Fraction> = None;
    for found in reaches {
        let is_less = |than: Option<&Fraction>| than.is_none_or(|than| found.0 < *than);
        if is_less(Some(&best.0)) {
            second = Some(best.0);
            best = found;
        } else if found.1 != best.1 && is_less(second.as_ref()) {
            second = Some(found.0);
        }
    }
    let is_alone = second.as_ref().is_none_or(|second| best.0 < *second);
    (best.0, is_alone.then_some(best.1), second)
}

/// All normals that a facet of the difference can have, each once and with one of its two signs.
fn normals(a: &[Point], b: &[Point], dimension: usize) -> Vec<Point> {
    let mut normals = Vec::new();
    let mut add = |normal: Point| {
        if normal != [0; 3] {
            let normal = primitive(normal);
            normals.push(if normal < [0; 3] { scale(normal, -1) } else { normal });
        }
    };
    if dimension == 2 {
        edges(a).chain(edges(b)).for_each(|(_, u)| add(cross(u, [0, 0, 1])));
    } else {
        triangles(a).chain(triangles(b)).for_each(|(_, u, v)| add(cross(u, v)));
        for (_, u) in edges(a) {
            edges(b).for_each(|(_, v)| add(cross(u, v)));
        }
    }
    normals.sort_unstable();
    normals.dedup();
    normals
}
