//! Tests of the plane through which a ray enters a hull, against all planes through its points.

use super::supporting_plane;
use crate::kernel::difference::{CsoPoint, Difference, Given, hull_of};
use crate::number::draw::Draw;
use crate::number::vector::{Vec2, Vec3, Vector, vec2, vec3};

/// Coordinates are at most 8, and rounding of `f64` at this size leaves far more digits than these.
const CLOSE: f64 = 1e-9;

/// Rays from the origin at hulls around a point at the distance 4 along x. `normals` gives the normals of the planes
/// through all points. Returns how many support points a search takes in the mean.
fn rays_enter<V: Vector<Scalar = f64>>(
    mut draw: impl FnMut() -> V,
    ahead: V,
    normals: impl Fn(&[V; 12], &mut dyn FnMut(V, V)),
) -> f64 {
    let (mut calls, mut hits, mut misses) = (0, 0, 0);
    for _ in 0..400 {
        let points = [0; 12].map(|_| ahead + draw() + draw());
        let ray = ahead + draw() + draw();
        // The ray is inside all facets from `first` to `last`, in lengths of the ray.
        let (mut first, mut last) = (-f64::MAX, f64::MAX);
        normals(&points, &mut |normal, through| {
            for normal in [normal, -normal] {
                let height = normal.dot(through);
                if points.iter().all(|point| normal.dot(*point) <= height + CLOSE) {
                    let pace = normal.dot(ray);
                    let time = height / pace;
                    (first, last) = if pace < 0.0 { (first.max(time), last) } else { (first, last.min(time)) };
                }
            }
        });
        if (first - last).abs() < CLOSE {
            continue;
        }
        let corners = points.map(|w| CsoPoint { w, on_a: w });
        let mut hull = hull_of(&corners);
        let support = |dir: V, point: &mut CsoPoint<V>| {
            calls += 1;
            hull.support(dir, point)
        };
        let mut counted = Given { is_curved: false, support };
        let mut start = CsoPoint::default();
        counted.support(-ray, &mut start).expect("it is in range");
        let plane = supporting_plane(&mut counted, ray, start, 0.0, None).expect("the origin is outside");
        let (reach, pace) = (plane.axis.dot(plane.point.w), plane.axis.dot(ray));
        assert!(points.iter().all(|point| plane.axis.dot(*point) <= reach + CLOSE * plane.axis.length()));
        assert!(reach < 0.0, "the ray begins on the other side");
        if first < last {
            assert!(pace < 0.0 && (reach / pace - first).abs() < CLOSE, "{} instead of {first}", reach / pace);
            hits += 1;
        } else {
            assert!(pace >= -CLOSE * plane.axis.length(), "the plane keeps a ray out that passes by");
            misses += 1;
        }
    }
    assert!(hits > 100 && misses > 20, "{hits} {misses}");
    f64::from(calls) / f64::from(hits + misses)
}

#[test]
fn rays_enter_hulls_through_the_plane_that_is_found() {
    let draw = &mut Draw(1);
    let planar = |points: &[Vec2<f64>; 12], each: &mut dyn FnMut(Vec2<f64>, Vec2<f64>)| {
        for (number, &a) in points.iter().enumerate() {
            points.iter().skip(number + 1).for_each(|&b| each((b - a).perp(), a));
        }
    };
    let in_plane = rays_enter(|| vec2(draw.next(), draw.next()), vec2(4.0, 0.0), planar);
    let spatial = |points: &[Vec3<f64>; 12], each: &mut dyn FnMut(Vec3<f64>, Vec3<f64>)| {
        for (number, &a) in points.iter().enumerate() {
            for (other, &b) in points.iter().enumerate().skip(number + 1) {
                points.iter().skip(other + 1).for_each(|&c| each((b - a).cross(c - a), a));
            }
        }
    };
    let in_space = rays_enter(|| vec3(draw.next(), draw.next(), draw.next()), vec3(4.0, 0.0, 0.0), spatial);
    assert!(in_plane < 3.5 && in_space < 4.2, "{in_plane} {in_space}");
}
