//! This crate, with any of its scalars.

use crate::library::{Contestant, Contestants, Library, MISS, Pair, Question, by_kind};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector::Vector;
use fixed::types::I16F16;
use gjk::{
    Ball, Capsule, Circle, Cone, Cuboid, Cylinder, Faceted, NBall, NCuboid, Polygon, PolygonBuilder, Polyhedron,
    PolyhedronBuilder, PolyhedronParts, Query, Ray, Rotation2, Rotation3, Scalar, ScalarOfVector, Support, UnitOf,
    Vec2, Vec3, WarmStart,
};
use std::hint::black_box;
use std::marker::PhantomData;

/// A scalar that can be converted from `f64` and back.
pub trait Number: Scalar {
    const NAME: &'static str;
    fn of(value: f64) -> Self;
    fn unit(value: f64) -> Self::Unit;
    fn of_unit(unit: Self::Unit) -> Self;
    fn number(self) -> f64;
}

macro_rules! float {
    ($($name:literal $scalar:ty),*) => {$(
        impl Number for $scalar {
            const NAME: &'static str = $name;
            fn of(value: f64) -> Self {
                value as Self
            }
            fn unit(value: f64) -> Self {
                value as Self
            }
            fn of_unit(unit: Self) -> Self {
                unit
            }
            fn number(self) -> f64 {
                self.into()
            }
        }
    )*};
}

float!("gjk f32" f32, "gjk f64" f64);

impl Number for I16F16 {
    const NAME: &'static str = "gjk I16F16";
    fn of(value: f64) -> Self {
        Self::from_num(value)
    }
    fn unit(value: f64) -> UnitOf<Self> {
        UnitOf::<Self>::from_num(value)
    }
    fn of_unit(unit: UnitOf<Self>) -> Self {
        Self::from_num(unit)
    }
    fn number(self) -> f64 {
        self.to_num()
    }
}

/// The vectors of either dimension.
pub trait Space<const N: usize>: gjk::Vector<Scalar: Number> + 'static {
    fn of(vector: Vector<N>) -> Self;
    fn of_unit(unit: Self::UnitVector) -> Self;
    fn numbers(self) -> Vector<N>;
    fn pose(pose: &Pose<N>) -> gjk::Pose<Self>;
}

macro_rules! space {
    ($($n:literal $vector:ident $rotation:ident),*) => {$(
        impl<S: Number> Space<$n> for $vector<S> {
            fn of(vector: Vector<$n>) -> Self {
                Self::from_array(vector.map(S::of))
            }
            fn of_unit(unit: $vector<UnitOf<S>>) -> Self {
                unit.map(S::of_unit)
            }
            fn numbers(self) -> Vector<$n> {
                self.to_array().map(S::number)
            }
            fn pose(pose: &Pose<$n>) -> gjk::Pose<Self> {
                let rotation = $rotation::from_matrix(pose.rows.map(|row| row.map(S::unit))).expect("a rotation");
                gjk::Pose::new(rotation, Self::of(pose.position)).expect("in range")
            }
        }
    )*};
}

space!(2 Vec2 Rotation2, 3 Vec3 Rotation3);

/// A body of this crate that can be made from a shape of a scene.
pub trait Body<const N: usize>: Support<Vector: Space<N>> + 'static {
    fn of(shape: &Shape<N>) -> Self;
}

/// Implements `Body` for a type, from the parts of the kind of shape that it stands for.
macro_rules! body {
    ([$($generic:tt)*] $body:ty, $n:tt, $pattern:pat => $made:expr) => {
        impl<$($generic)*> Body<$n> for $body {
            fn of(shape: &Shape<$n>) -> Self {
                let $pattern = shape else { unreachable!("a workload has one kind of shape on a side") };
                $made.expect("a legal shape")
            }
        }
    };
}

fn number<S: Number>(value: &f64) -> S {
    S::of(*value)
}

body!([const N: usize, V: Space<N>] NBall<V>, N, Shape::Ball { radius } => Self::new(number(radius)));
body!([const N: usize, V: Space<N>] NCuboid<V>, N, Shape::Cuboid { half_extents } => Self::new(V::of(*half_extents)));
body!([const N: usize, V: Space<N>] Capsule<V>, N, Shape::Capsule { half_height, radius } => {
    let mut end = [0.0; N];
    end[N - 1] = *half_height;
    Self::new(V::of(end.map(|x| -x)), V::of(end), number(radius))
});
body!([S: Number] Cylinder<S>, 3, Shape::Cylinder { half_height, radius } => Self::new(number(half_height), number(radius)));
body!([S: Number] Cone<S>, 3, Shape::Cone { half_height, radius } => Self::new(number(half_height), number(radius)));
// The memory of a hull is leaked, so the hull may borrow from it.
body!([S: Number] Polyhedron<'static, S>, 3, Shape::Hull { points } => {
    let points: Vec<Vec3<S>> = points.iter().map(|point| Space::of(*point)).collect();
    let mut builder = Box::new(PolyhedronBuilder::<S, 2000, 2000>::new());
    builder.build(&points).map(|hull| {
        let PolyhedronParts { vertices, ends, neighbors, cells, .. } = *hull.parts();
        Self::from_parts(PolyhedronParts {
            vertices: vertices.to_vec().leak(),
            ends: ends.to_vec().leak(),
            neighbors: neighbors.to_vec().leak(),
            cells: cells.to_vec().leak(),
            ..*hull.parts()
        })
    })
});
body!([S: Number] Polygon<'static, S>, 2, Shape::Hull { points } => {
    let points: Vec<Vec2<S>> = points.iter().map(|point| Space::of(*point)).collect();
    let mut builder = PolygonBuilder::<S, 32, 32>::new();
    builder.build(&points).and_then(|hull| Polygon::new(hull.vertices().to_vec().leak()))
});

/// This crate on bodies of two types.
pub struct Ours<A, B>(PhantomData<(A, B)>);

impl<const N: usize, V, A, B> Library<N> for Ours<A, B>
where
    V: Space<N>,
    A: Body<N> + Faceted<Vector = V>,
    B: Body<N> + Faceted<Vector = V>,
{
    const NAME: &'static str = <ScalarOfVector<V> as Number>::NAME;
    const QUESTIONS: &'static [Question] = &[
        Question::Intersect,
        Question::Distance,
        Question::Warm,
        Question::Penetration,
        Question::Manifold,
        Question::Cast,
        Question::Ray,
    ];
    type A = A;
    type B = B;
    type Pose = gjk::Pose<V>;
    type Vector = V;
    type Warm = WarmStart<V>;

    fn a(shape: &Shape<N>) -> A {
        A::of(shape)
    }

    fn b(shape: &Shape<N>) -> B {
        B::of(shape)
    }

    fn pose(pose: &Pose<N>, _: &Shape<N>) -> Self::Pose {
        V::pose(pose)
    }

    fn vector(vector: Vector<N>) -> V {
        V::of(vector)
    }

    #[inline]
    fn intersect(pair: Pair<'_, N, Self>) -> bool {
        black_box(Query::new().poses(*pair.pose_a, *pair.pose_b).intersects(pair.a, pair.b))
    }

    #[inline]
    fn distance(pair: Pair<'_, N, Self>) -> f64 {
        black_box(&Query::new().poses(*pair.pose_a, *pair.pose_b).distance(pair.a, pair.b)).distance.number()
    }

    #[inline]
    fn warm(pair: Pair<'_, N, Self>, state: &mut WarmStart<V>) -> f64 {
        let mut query = Query::new().poses(*pair.pose_a, *pair.pose_b).warm_start(state);
        black_box(&query.distance(pair.a, pair.b)).distance.number()
    }

    #[inline]
    fn penetration(pair: Pair<'_, N, Self>) -> f64 {
        let found = Query::new().poses(*pair.pose_a, *pair.pose_b).penetration(pair.a, pair.b);
        black_box(&found).as_ref().map_or(-1.0, |overlap| overlap.depth.number())
    }

    #[inline]
    fn manifold(pair: Pair<'_, N, Self>) -> f64 {
        let found = Query::new().poses(*pair.pose_a, *pair.pose_b).manifold(pair.a, pair.b);
        black_box(&found).points().iter().map(|point| point.depth.number()).fold(-1.0, f64::max)
    }

    #[inline]
    fn cast(pair: Pair<'_, N, Self>) -> f64 {
        let mut query = Query::new().poses(*pair.pose_a, *pair.pose_b);
        let one = ScalarOfVector::<V>::of(1.0);
        let found = query.shape_cast(pair.a, pair.b, *pair.velocity, one);
        black_box(&found).as_ref().expect("a legal velocity").as_ref().map_or(MISS, |impact| impact.time.number())
    }

    #[inline]
    fn ray(pair: Pair<'_, N, Self>) -> f64 {
        let ray = Ray::new(*pair.origin, *pair.velocity, ScalarOfVector::<V>::of(1.0)).expect("a legal ray");
        let found = Query::new().pose_of_a(*pair.pose_a).ray_cast(pair.a, &ray);
        black_box(&found).as_ref().map_or(MISS, |impact| impact.time.number())
    }
}

/// This crate with one scalar, on bodies in space.
fn spatial_at<S: Number>(shapes: &Shapes<3>) -> Option<Box<dyn Contestant<3>>> {
    by_kind!(shapes, Ours {
        Cuboid, Cuboid: Cuboid<S>, Cuboid<S>;
        Ball, Cuboid: Ball<S>, Cuboid<S>;
        Capsule, Capsule: Capsule<Vec3<S>>, Capsule<Vec3<S>>;
        Cylinder, Cylinder: Cylinder<S>, Cylinder<S>;
        Cone, Cuboid: Cone<S>, Cuboid<S>;
        Hull, Hull: Polyhedron<'static, S>, Polyhedron<'static, S>;
    })
}

/// This crate with one scalar, on bodies in the plane.
fn planar_at<S: Number>(shapes: &Shapes<2>) -> Option<Box<dyn Contestant<2>>> {
    by_kind!(shapes, Ours {
        Hull, Hull: Polygon<'static, S>, Polygon<'static, S>;
        Ball, Hull: Circle<S>, Polygon<'static, S>;
        Capsule, Capsule: Capsule<Vec2<S>>, Capsule<Vec2<S>>;
    })
}

/// This crate on bodies in space, with fixed point only on boxes, which is enough to show its cost.
pub fn spatial(shapes: &Shapes<3>) -> Contestants<3> {
    let fixed = by_kind!(shapes, Ours { Cuboid, Cuboid: Cuboid<I16F16>, Cuboid<I16F16>; });
    [spatial_at::<f32>(shapes), spatial_at::<f64>(shapes), fixed].into_iter().flatten().collect()
}

/// This crate on bodies in the plane.
pub fn planar(shapes: &Shapes<2>) -> Contestants<2> {
    [planar_at::<f32>(shapes), planar_at::<f64>(shapes)].into_iter().flatten().collect()
}
