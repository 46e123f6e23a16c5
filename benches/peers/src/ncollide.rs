//! Ncollide, the predecessor of parry.

use crate::library::{Contestant, Library, MISS, Pair, Prepared, Question};
use crate::scene::{Pose, Shape, Shapes};
use crate::vector::Vector;
use ncollide3d::na::{Isometry3, Matrix3, Point3, Rotation3, Translation3, UnitQuaternion, Vector3};
use ncollide3d::query::{self, DefaultTOIDispatcher, Proximity, Ray};
use ncollide3d::shape::{Ball, Capsule, ConvexHull, Cuboid, ShapeHandle};
use std::hint::black_box;

struct Ncollide;

/// The shape in ncollide; `None` for kinds that it lacks, and for points of which it cannot make a hull.
fn body(shape: &Shape<3>) -> Option<ShapeHandle<f32>> {
    match shape {
        Shape::Ball { radius } => Some(ShapeHandle::new(Ball::new(*radius as f32))),
        Shape::Cuboid { half_extents } => Some(ShapeHandle::new(Cuboid::new(Ncollide::vector(*half_extents)))),
        Shape::Capsule { half_height, radius } => {
            Some(ShapeHandle::new(Capsule::new(*half_height as f32, *radius as f32)))
        }
        Shape::Hull { points } => {
            let points: Vec<_> = points.iter().map(|point| Point3::from(Ncollide::vector(*point))).collect();
            ConvexHull::try_from_points(&points).map(ShapeHandle::new)
        }
        Shape::Cylinder { .. } | Shape::Cone { .. } => None,
    }
}

impl Library<3> for Ncollide {
    const NAME: &'static str = "ncollide";
    const QUESTIONS: &'static [Question] =
        &[Question::Intersect, Question::Distance, Question::Penetration, Question::Cast, Question::Ray];
    type A = ShapeHandle<f32>;
    type B = ShapeHandle<f32>;
    type Pose = Isometry3<f32>;
    type Vector = Vector3<f32>;
    type Warm = ();

    fn a(shape: &Shape<3>) -> Self::A {
        body(shape).expect("a shape that it has")
    }

    fn b(shape: &Shape<3>) -> Self::B {
        body(shape).expect("a shape that it has")
    }

    fn pose(pose: &Pose<3>, shape: &Shape<3>) -> Self::Pose {
        // Capsules of ncollide lie along y.
        let rows = if let Shape::Capsule { .. } = shape { pose.rows.map(|[x, y, z]| [x, z, -y]) } else { pose.rows };
        let rows = Matrix3::from_fn(|i, j| rows[i][j] as f32);
        let rotation = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(rows));
        Isometry3::from_parts(Translation3::from(Self::vector(pose.position)), rotation)
    }

    fn vector(vector: Vector<3>) -> Self::Vector {
        vector.map(|x| x as f32).into()
    }

    fn intersect(pair: Pair<'_, 3, Self>) -> bool {
        let found = query::proximity(pair.pose_a, &**pair.a, pair.pose_b, &**pair.b, 0.0);
        black_box(found) == Proximity::Intersecting
    }

    fn distance(pair: Pair<'_, 3, Self>) -> f64 {
        black_box(query::distance(pair.pose_a, &**pair.a, pair.pose_b, &**pair.b)).into()
    }

    fn penetration(pair: Pair<'_, 3, Self>) -> f64 {
        let found = query::contact(pair.pose_a, &**pair.a, pair.pose_b, &**pair.b, 0.0);
        black_box(&found).as_ref().map_or(-1.0, |contact| contact.depth.into())
    }

    fn cast(pair: Pair<'_, 3, Self>) -> f64 {
        let found = query::time_of_impact(
            &DefaultTOIDispatcher,
            pair.pose_a,
            &Vector3::zeros(),
            &**pair.a,
            pair.pose_b,
            pair.velocity,
            &**pair.b,
            1.0,
            0.0,
        );
        black_box(&found).as_ref().expect("supported").as_ref().map_or(MISS, |hit| hit.toi.into())
    }

    fn ray(pair: Pair<'_, 3, Self>) -> f64 {
        let ray = Ray::new(Point3::from(*pair.origin), *pair.velocity);
        let caster = pair.a.as_ray_cast().expect("rays meet it");
        black_box(&caster.toi_and_normal_with_ray(pair.pose_a, &ray, 1.0, true))
            .as_ref()
            .map_or(MISS, |hit| hit.toi.into())
    }
}

/// Ncollide, if it can make all these shapes.
pub fn contestant(shapes: &Shapes<3>) -> Option<Box<dyn Contestant<3>>> {
    let has_all = shapes.iter().flatten().all(|shape| body(shape).is_some());
    has_all.then(|| Prepared::<3, Ncollide>::contestant(shapes))
}
