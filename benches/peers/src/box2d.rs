//! Box2D version 3: its GJK on up to eight points and a radius, its manifolds, casts and rays. All of them work in a
//! frame that the caller chooses; here, as in Box2D itself, it is that of A.

use crate::library::{Contestant, Library, MISS, Pair, Prepared, Question};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector::Vector;
use boxdd_sys::ffi;
use parry2d::math::{Pose2, Rot2, Vec2};
use std::hint::black_box;
use std::ptr;

/// A body in the form for manifolds and rays.
enum Outline {
    Circle(ffi::b2Circle),
    Capsule(ffi::b2Capsule),
    Polygon(ffi::b2Polygon),
}

/// A body in the forms for manifolds and rays, and for distances and casts.
struct Body {
    outline: Outline,
    proxy: ffi::b2ShapeProxy,
}

struct Box2d;

fn vector(Vec2 { x, y }: Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x, y }
}

fn point([x, y]: Vector<2>) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x: x as f32, y: y as f32 }
}

fn body(shape: &Shape<2>) -> Body {
    let (outline, points, radius) = match shape {
        Shape::Ball { radius } => {
            let (center, radius) = (point([0.0, 0.0]), *radius as f32);
            (Outline::Circle(ffi::b2Circle { center, radius }), vec![center], radius)
        }
        Shape::Capsule { half_height, radius } => {
            let (low, high, radius) = (point([0.0, -half_height]), point([0.0, *half_height]), *radius as f32);
            (Outline::Capsule(ffi::b2Capsule { center1: low, center2: high, radius }), vec![low, high], radius)
        }
        Shape::Hull { points } => {
            let points: Vec<_> = points.iter().copied().map(point).collect();
            // SAFETY: the points and the hull outlive the calls.
            let polygon = unsafe {
                let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
                assert_eq!(hull.count as usize, points.len(), "all points are corners");
                ffi::b2MakePolygon(&raw const hull, 0.0)
            };
            (Outline::Polygon(polygon), points, 0.0)
        }
        _ => unreachable!("not in the plane"),
    };
    // SAFETY: the points outlive the call, which copies them.
    let proxy = unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, radius) };
    Body { outline, proxy }
}

/// The pose of B in A's frame.
fn relative(a: &Pose2, b: &Pose2) -> ffi::b2Transform {
    let Pose2 { rotation: Rot2 { re, im }, translation } = a.inv_mul(b);
    ffi::b2Transform { p: vector(translation), q: ffi::b2Rot { c: re, s: im } }
}

fn time(found: ffi::b2CastOutput) -> f64 {
    let found = black_box(&found);
    if found.hit { found.fraction.into() } else { MISS }
}

impl Library<2> for Box2d {
    const NAME: &'static str = "Box2D";
    const QUESTIONS: &'static [Question] = &[
        Question::Intersect,
        Question::Distance,
        Question::Warm,
        Question::Penetration,
        Question::Manifold,
        Question::Cast,
        Question::Ray,
    ];
    type A = Body;
    type B = Body;
    type Pose = Pose2;
    type Vector = Vec2;
    type Warm = Option<ffi::b2SimplexCache>;

    fn a(shape: &Shape<2>) -> Body {
        body(shape)
    }

    fn b(shape: &Shape<2>) -> Body {
        body(shape)
    }

    fn pose(pose: &Pose<2>, _: &Shape<2>) -> Pose2 {
        let [[cos, _], [sin, _]] = pose.rows.map(|row| row.map(|x| x as f32));
        Pose2::from_parts(Self::vector(pose.position), Rot2::from_cos_sin_unchecked(cos, sin))
    }

    fn vector(vector: Vector<2>) -> Vec2 {
        vector.map(|x| x as f32).into()
    }

    fn intersect(pair: Pair<'_, 2, Self>) -> bool {
        Self::distance(pair) <= 0.0
    }

    fn distance(pair: Pair<'_, 2, Self>) -> f64 {
        Self::warm(pair, &mut None)
    }

    fn warm(pair: Pair<'_, 2, Self>, last: &mut Self::Warm) -> f64 {
        let input = ffi::b2DistanceInput {
            proxyA: pair.a.proxy,
            proxyB: pair.b.proxy,
            transform: relative(pair.pose_a, pair.pose_b),
            useRadii: true,
        };
        let cache = last.get_or_insert(ffi::b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] });
        // SAFETY: input and cache outlive the call; no simplexes are requested.
        black_box(&unsafe { ffi::b2ShapeDistance(&raw const input, cache, ptr::null_mut(), 0) }).distance.into()
    }

    fn penetration(pair: Pair<'_, 2, Self>) -> f64 {
        Self::manifold(pair)
    }

    fn manifold(pair: Pair<'_, 2, Self>) -> f64 {
        let (a, b) = (pair.pose_a, pair.pose_b);
        // SAFETY: the shapes outlive the calls.
        let found = unsafe {
            match (&pair.a.outline, &pair.b.outline) {
                (Outline::Polygon(p), Outline::Polygon(q)) => ffi::b2CollidePolygons(p, q, relative(a, b)),
                (Outline::Circle(p), Outline::Polygon(q)) => ffi::b2CollidePolygonAndCircle(q, p, relative(b, a)),
                (Outline::Capsule(p), Outline::Capsule(q)) => ffi::b2CollideCapsules(p, q, relative(a, b)),
                _ => unreachable!("no workload has this pair"),
            }
        };
        let found = black_box(&found);
        let points = found.points.iter().take(found.pointCount as usize);
        points.map(|point| f64::from(-point.separation)).fold(-1.0, f64::max)
    }

    fn cast(pair: Pair<'_, 2, Self>) -> f64 {
        let input = ffi::b2ShapeCastPairInput {
            proxyA: pair.a.proxy,
            proxyB: pair.b.proxy,
            transform: relative(pair.pose_a, pair.pose_b),
            translationB: vector(pair.pose_a.rotation.inverse().transform_vector(*pair.velocity)),
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the input outlives the call.
        time(unsafe { ffi::b2ShapeCast(&raw const input) })
    }

    fn ray(pair: Pair<'_, 2, Self>) -> f64 {
        let input = ffi::b2RayCastInput {
            origin: vector(pair.pose_a.inverse_transform_point(*pair.origin)),
            translation: vector(pair.pose_a.rotation.inverse().transform_vector(*pair.velocity)),
            maxFraction: 1.0,
        };
        // SAFETY: shape and input outlive the call.
        time(unsafe {
            match &pair.a.outline {
                Outline::Circle(circle) => ffi::b2RayCastCircle(circle, &raw const input),
                Outline::Capsule(capsule) => ffi::b2RayCastCapsule(capsule, &raw const input),
                Outline::Polygon(polygon) => ffi::b2RayCastPolygon(polygon, &raw const input),
            }
        })
    }
}

/// Box2D, if its polygons have room for the corners of these shapes.
pub fn contestant(shapes: &Shapes<2>) -> Option<Box<dyn Contestant<2>>> {
    let fits = |shape: &Shape<2>| !matches!(shape, Shape::Hull { points } if points.len() > 8);
    shapes.iter().flatten().all(fits).then(|| Prepared::<2, Box2d>::contestant(shapes))
}
