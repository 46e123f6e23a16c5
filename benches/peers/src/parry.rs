//! Parry: its queries on any shapes, its GJK and EPA on support maps called directly, and its GJK on arrays of points.

/// Implements the contestants for one of parry's four crates, each of which has one dimension and one scalar.
macro_rules! parry {
    (
        $module:ident, $parry:ident, $n:literal, $real:ty,
        names $query:literal $gjk:literal $proxy:literal,
        pose |$pose:ident, $shape:ident| $made:expr,
        shapes { $($pattern:pat => $kind:ty = $body:expr;)+ }
        pairs { $($pair:tt)+ }
    ) => {
        pub mod $module {
            use crate::library::{Contestants, Library, MISS, Pair, Prepared, Question, by_kind};
            use crate::scene::{Pose, Shape, Shapes};
            use $parry::math;
            use $parry::query::details::{
                closest_points_support_map_support_map_with_params, contact_support_map_support_map,
                distance_support_map_support_map, intersection_test_support_map_support_map,
            };
            use $parry::query::gjk::{GJKResult, VoronoiSimplex};
            use $parry::query::sweep_toi::{SimplexCache, ToiProxy, proxy_distance};
            use $parry::query::{
                self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, Ray, ShapeCastOptions,
            };
            use $parry::shape::{self, SharedShape, SupportMap};
            use std::cell::RefCell;
            use std::hint::black_box;
            use std::marker::PhantomData;

            /// A shape of parry that can be made from a shape of a scene.
            trait Body: SupportMap + shape::Shape + Clone {
                fn of(shape: &Shape<$n>) -> Self;
            }

            $(impl Body for $kind {
                fn of(shape: &Shape<$n>) -> Self {
                    let $pattern = shape else { unreachable!("a workload has one kind of shape on a side") };
                    $body
                }
            })+

            fn shared(shape: &Shape<$n>) -> SharedShape {
                #[allow(unreachable_patterns)]
                match shape {
                    $($pattern => SharedShape::new($body),)+
                    _ => unreachable!("not in this dimension"),
                }
            }

            fn vector(vector: [f64; $n]) -> math::Vector {
                vector.map(|x| x as $real).into()
            }

            fn pose($pose: &Pose<$n>, $shape: &Shape<$n>) -> math::Pose {
                $made
            }

            thread_local! {
                /// The list for manifolds, reused so that no list is allocated for each pair.
                static MANIFOLDS: RefCell<Vec<ContactManifold<(), ()>>> = const { RefCell::new(Vec::new()) };
            }

            /// The functions that a user calls: `query::*` on shapes of any kind.
            struct Queries;

            impl Library<$n> for Queries {
                const NAME: &'static str = $query;
                const QUESTIONS: &'static [Question] = &[
                    Question::Intersect,
                    Question::Distance,
                    Question::Penetration,
                    Question::Manifold,
                    Question::Cast,
                    Question::Ray,
                ];
                type A = SharedShape;
                type B = SharedShape;
                type Pose = math::Pose;
                type Vector = math::Vector;
                type Warm = ();

                fn a(shape: &Shape<$n>) -> SharedShape {
                    shared(shape)
                }
                fn b(shape: &Shape<$n>) -> SharedShape {
                    shared(shape)
                }
                fn pose(at: &Pose<$n>, shape: &Shape<$n>) -> math::Pose {
                    pose(at, shape)
                }
                fn vector(v: [f64; $n]) -> math::Vector {
                    vector(v)
                }

                fn intersect(pair: Pair<'_, $n, Self>) -> bool {
                    let found = query::intersection_test(pair.pose_a, &**pair.a, pair.pose_b, &**pair.b);
                    black_box(&found).as_ref().expect("supported").intersecting
                }
                fn distance(pair: Pair<'_, $n, Self>) -> f64 {
                    let found = query::distance(pair.pose_a, &**pair.a, pair.pose_b, &**pair.b);
                    black_box(&found).as_ref().expect("supported").distance.into()
                }
                fn penetration(pair: Pair<'_, $n, Self>) -> f64 {
                    let found = query::contact(pair.pose_a, &**pair.a, pair.pose_b, &**pair.b, 0.0);
                    black_box(&found).as_ref().expect("supported").as_ref().map_or(-1.0, |contact| (-contact.dist).into())
                }
                fn manifold(pair: Pair<'_, $n, Self>) -> f64 {
                    let pose = pair.pose_a.inv_mul(pair.pose_b);
                    let (a, b, mut memory) = (&**pair.a, &**pair.b, None);
                    MANIFOLDS.with_borrow_mut(|found| {
                        // Manifolds of the pair before must not be matched with those of this pair.
                        found.clear();
                        let asked = DefaultQueryDispatcher.contact_manifolds(&pose, a, b, 0.0, found, &mut memory);
                        asked.expect("supported");
                        let points = black_box(&*found).iter().flat_map(|manifold| &manifold.points);
                        points.map(|point| f64::from(-point.dist)).fold(-1.0, f64::max)
                    })
                }
                fn cast(pair: Pair<'_, $n, Self>) -> f64 {
                    let (still, options) = (math::Vector::ZERO, ShapeCastOptions::with_max_time_of_impact(1.0));
                    let (a, b) = (&**pair.a, &**pair.b);
                    let found = query::cast_shapes(pair.pose_a, still, a, pair.pose_b, *pair.velocity, b, options);
                    black_box(&found).as_ref().expect("supported").as_ref().map_or(MISS, |hit| hit.time_of_impact.into())
                }
                fn ray(pair: Pair<'_, $n, Self>) -> f64 {
                    let ray = Ray::new(*pair.origin, *pair.velocity);
                    let found = pair.a.cast_ray_and_get_normal(pair.pose_a, &ray, 1.0, true);
                    black_box(&found).as_ref().map_or(MISS, |hit| hit.time_of_impact.into())
                }
            }

            /// GJK and EPA on two types of shapes, without the faster special cases of `query::*`.
            struct Direct<A, B>(PhantomData<(A, B)>);

            impl<A: Body, B: Body> Library<$n> for Direct<A, B> {
                const NAME: &'static str = $gjk;
                const QUESTIONS: &'static [Question] =
                    &[Question::Intersect, Question::Distance, Question::Warm, Question::Penetration];
                type A = A;
                type B = B;
                type Pose = math::Pose;
                type Vector = ();
                /// The last direction, in A's frame.
                type Warm = Option<math::Vector>;

                fn a(shape: &Shape<$n>) -> A {
                    A::of(shape)
                }
                fn b(shape: &Shape<$n>) -> B {
                    B::of(shape)
                }
                fn pose(at: &Pose<$n>, shape: &Shape<$n>) -> math::Pose {
                    pose(at, shape)
                }
                fn vector(_: [f64; $n]) {}

                fn intersect(pair: Pair<'_, $n, Self>) -> bool {
                    let pose = pair.pose_a.inv_mul(pair.pose_b);
                    black_box(intersection_test_support_map_support_map(&pose, pair.a, pair.b))
                }
                fn distance(pair: Pair<'_, $n, Self>) -> f64 {
                    let pose = pair.pose_a.inv_mul(pair.pose_b);
                    black_box(distance_support_map_support_map(&pose, pair.a, pair.b)).into()
                }
                fn warm(pair: Pair<'_, $n, Self>, last: &mut Self::Warm) -> f64 {
                    let pose = pair.pose_a.inv_mul(pair.pose_b);
                    let mut simplex = VoronoiSimplex::new();
                    let found = closest_points_support_map_support_map_with_params(
                        &pose,
                        pair.a,
                        pair.b,
                        <$real>::MAX,
                        &mut simplex,
                        *last,
                    );
                    match *black_box(&found) {
                        GJKResult::ClosestPoints(a, b, direction) => {
                            *last = Some(direction);
                            (a - b).length().into()
                        }
                        _ => 0.0,
                    }
                }
                fn penetration(pair: Pair<'_, $n, Self>) -> f64 {
                    let pose = pair.pose_a.inv_mul(pair.pose_b);
                    let found = contact_support_map_support_map(&pose, pair.a, pair.b, 0.0);
                    black_box(&found).as_ref().map_or(-1.0, |contact| (-contact.dist).into())
                }
            }

            /// GJK on the points of a polytope, or on those of a core and a radius.
            struct Proxies;

            impl Library<$n> for Proxies {
                const NAME: &'static str = $proxy;
                const QUESTIONS: &'static [Question] = &[Question::Intersect, Question::Distance, Question::Warm];
                type A = ToiProxy<'static>;
                type B = ToiProxy<'static>;
                type Pose = math::Pose;
                type Vector = ();
                type Warm = SimplexCache;

                fn a(shape: &Shape<$n>) -> Self::A {
                    // The shape is leaked, so the proxy may borrow from it.
                    ToiProxy::from_shape(&**Box::leak(Box::new(shared(shape)))).expect("points and a radius")
                }
                fn b(shape: &Shape<$n>) -> Self::B {
                    Self::a(shape)
                }
                fn pose(at: &Pose<$n>, shape: &Shape<$n>) -> math::Pose {
                    pose(at, shape)
                }
                fn vector(_: [f64; $n]) {}

                fn intersect(pair: Pair<'_, $n, Self>) -> bool {
                    Self::warm(pair, &mut SimplexCache::default()) <= 0.0
                }
                fn distance(pair: Pair<'_, $n, Self>) -> f64 {
                    Self::warm(pair, &mut SimplexCache::default())
                }
                fn warm(pair: Pair<'_, $n, Self>, cache: &mut SimplexCache) -> f64 {
                    let pose = pair.pose_a.inv_mul(pair.pose_b);
                    black_box(&proxy_distance(&pose, pair.a, pair.b, true, cache)).distance.into()
                }
            }

            /// Parry, called in all three ways.
            pub fn contestants(shapes: &Shapes<$n>) -> Contestants<$n> {
                let direct = by_kind!(shapes, Direct { $($pair)+ });
                let is_points = |side: &Vec<Shape<$n>>| !matches!(side[0], Shape::Cylinder { .. } | Shape::Cone { .. });
                let proxies =
                    shapes.iter().all(is_points).then(|| Prepared::<$n, Proxies>::contestant(shapes));
                [Some(Prepared::<$n, Queries>::contestant(shapes)), direct, proxies].into_iter().flatten().collect()
            }
        }
    };
}

macro_rules! spatial {
    ($module:ident, $parry:ident, $real:ident, $quat:ident, $mat:ident, names $($name:literal)+) => {
        parry! {
            $module, $parry, 3, $real,
            names $($name)+,
            pose |pose, shape| {
                // Parry's cylinders and cones lie along y.
                let rows = match shape {
                    Shape::Cylinder { .. } | Shape::Cone { .. } => pose.rows.map(|[x, y, z]| [x, z, -y]),
                    _ => pose.rows,
                };
                let rows = $parry::math::Mat3::from_cols_array_2d(&rows.map(|row| row.map(|x| x as $real))).transpose();
                math::Pose::from_parts(vector(pose.position), math::Rotation::from_mat3(&rows))
            },
            shapes {
                Shape::Ball { radius } => shape::Ball = shape::Ball::new(*radius as $real);
                Shape::Cuboid { half_extents } => shape::Cuboid = shape::Cuboid::new(vector(*half_extents));
                Shape::Capsule { half_height, radius } => shape::Capsule =
                    shape::Capsule::new_z(*half_height as $real, *radius as $real);
                Shape::Cylinder { half_height, radius } => shape::Cylinder =
                    shape::Cylinder::new(*half_height as $real, *radius as $real);
                Shape::Cone { half_height, radius } => shape::Cone =
                    shape::Cone::new(*half_height as $real, *radius as $real);
                Shape::Hull { points } => shape::ConvexPolyhedron = {
                    let points: Vec<_> = points.iter().map(|point| vector(*point)).collect();
                    shape::ConvexPolyhedron::from_convex_hull(&points).expect("a hull")
                };
            }
            pairs {
                Cuboid, Cuboid: shape::Cuboid, shape::Cuboid;
                Ball, Cuboid: shape::Ball, shape::Cuboid;
                Capsule, Capsule: shape::Capsule, shape::Capsule;
                Cylinder, Cylinder: shape::Cylinder, shape::Cylinder;
                Cone, Cuboid: shape::Cone, shape::Cuboid;
                Hull, Hull: shape::ConvexPolyhedron, shape::ConvexPolyhedron;
            }
        }
    };
}

macro_rules! planar {
    ($module:ident, $parry:ident, $real:ident, names $($name:literal)+) => {
        parry! {
            $module, $parry, 2, $real,
            names $($name)+,
            pose |pose, _shape| {
                let [[cos, _], [sin, _]] = pose.rows.map(|row| row.map(|x| x as $real));
                math::Pose::from_parts(vector(pose.position), math::Rotation::from_cos_sin_unchecked(cos, sin))
            },
            shapes {
                Shape::Ball { radius } => shape::Ball = shape::Ball::new(*radius as $real);
                Shape::Capsule { half_height, radius } => shape::Capsule =
                    shape::Capsule::new_y(*half_height as $real, *radius as $real);
                Shape::Hull { points } => shape::ConvexPolygon = {
                    let points: Vec<_> = points.iter().map(|point| vector(*point)).collect();
                    shape::ConvexPolygon::from_convex_hull(&points).expect("a polygon")
                };
            }
            pairs {
                Hull, Hull: shape::ConvexPolygon, shape::ConvexPolygon;
                Ball, Hull: shape::Ball, shape::ConvexPolygon;
                Capsule, Capsule: shape::Capsule, shape::Capsule;
            }
        }
    };
}

spatial!(spatial_f32, parry3d, f32, Quat, Mat3, names "parry f32" "parry GJK f32" "parry proxy f32");
spatial!(spatial_f64, parry3d_f64, f64, DQuat, DMat3, names "parry f64" "parry GJK f64" "parry proxy f64");
planar!(planar_f32, parry2d, f32, names "parry f32" "parry GJK f32" "parry proxy f32");
planar!(planar_f64, parry2d_f64, f64, names "parry f64" "parry GJK f64" "parry proxy f64");
