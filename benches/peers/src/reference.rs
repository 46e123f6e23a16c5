//! The correct answers, with bounds: those of this crate in `f64`, with a workspace that no pair fills.

use crate::library::{MISS, Question};
use crate::ours::{Body, Space};
use crate::scene::{Scene, Shape, Shapes};
use crate::vector::{Vector, dot};
use gjk::{
    Ball, Capsule, Circle, Cone, Cuboid, Cylinder, Impact, Point, Polygon, Polyhedron, Pose, Proximity, Query,
    Rectangle, Support, Vec2, Vec3, Workspace,
};

/// The error up to which an answer counts as correct.
const TOLERANCE: f64 = 1e-3;
/// A cast that comes as near as this without contact counts neither as a hit nor as a miss.
const NEAR: f64 = 0.02;

/// Bounds of the correct answer, and the permitted error.
#[derive(Clone, Copy, Debug)]
pub struct Truth {
    lower: f64,
    upper: f64,
    tolerance: f64,
}

impl Truth {
    /// Whether an answer is wrong. NaN is.
    pub fn refutes(&self, answer: f64) -> bool {
        let is_right = self.lower - self.tolerance <= answer && answer <= self.upper + self.tolerance;
        !is_right
    }

    /// Whether the bounds are too far apart to decide.
    pub fn is_open(&self) -> bool {
        self.upper - self.lower > TOLERANCE
    }
}

/// The outcome of a cast.
pub enum Touch {
    Hit {
        time: f64,
        /// The speed along the normal.
        closing: f64,
    },
    /// The bodies come near each other, but need not touch.
    Near,
    Miss,
}

/// The queries by which scenes are made and answers are checked, in one dimension.
pub trait Reference<const N: usize> {
    /// The distance of bodies apart, and the unit vector from A to B.
    fn gap(&self, scene: &Scene<N>) -> (f64, Vector<N>);
    /// The distance of A and the origin of the ray, and the unit vector from A to the origin.
    fn point_gap(&self, scene: &Scene<N>) -> (f64, Vector<N>);
    fn cast(&self, scene: &Scene<N>) -> Touch;
    fn ray(&self, scene: &Scene<N>) -> Touch;
    fn truth(&self, question: Question, scene: &Scene<N>) -> Truth;
}

/// The bodies of a workload, of any kind.
pub struct Bodies<V: gjk::Vector> {
    bodies: [Vec<Box<dyn Support<Vector = V>>>; 2],
}

fn boxed<const N: usize, T: Body<N>>(shape: &Shape<N>) -> Box<dyn Support<Vector = T::Vector>> {
    Box::new(T::of(shape))
}

/// The bodies of a workload in space.
pub fn spatial(shapes: &Shapes<3>) -> Bodies<Vec3<f64>> {
    let body = |shape: &Shape<3>| match shape {
        Shape::Ball { .. } => boxed::<3, Ball<f64>>(shape),
        Shape::Cuboid { .. } => boxed::<3, Cuboid<f64>>(shape),
        Shape::Capsule { .. } => boxed::<3, Capsule<Vec3<f64>>>(shape),
        Shape::Cylinder { .. } => boxed::<3, Cylinder<f64>>(shape),
        Shape::Cone { .. } => boxed::<3, Cone<f64>>(shape),
        Shape::Hull { .. } => boxed::<3, Polyhedron<'static, f64>>(shape),
    };
    Bodies { bodies: shapes.each_ref().map(|side| side.iter().map(body).collect()) }
}

/// The bodies of a workload in the plane.
pub fn planar(shapes: &Shapes<2>) -> Bodies<Vec2<f64>> {
    let body = |shape: &Shape<2>| match shape {
        Shape::Ball { .. } => boxed::<2, Circle<f64>>(shape),
        Shape::Cuboid { .. } => boxed::<2, Rectangle<f64>>(shape),
        Shape::Capsule { .. } => boxed::<2, Capsule<Vec2<f64>>>(shape),
        Shape::Hull { .. } => boxed::<2, Polygon<'static, f64>>(shape),
        Shape::Cylinder { .. } | Shape::Cone { .. } => unreachable!("these are in space"),
    };
    Bodies { bodies: shapes.each_ref().map(|side| side.iter().map(body).collect()) }
}

impl<V> Bodies<V>
where
    V: gjk::Vector<Scalar = f64>,
{
    /// The bodies of a scene.
    fn pair<const N: usize>(&self, scene: &Scene<N>) -> (&dyn Support<Vector = V>, &dyn Support<Vector = V>) {
        let [a, b] = &self.bodies;
        (&*a[scene.a], &*b[scene.b])
    }
}

/// The outcome of a cast with a velocity. `cast` runs it with a given target distance.
fn touch<const N: usize, V>(mut cast: impl FnMut(f64) -> Option<Impact<V>>, velocity: Vector<N>) -> Touch
where
    V: Space<N> + gjk::Vector<Scalar = f64>,
{
    if let Some(impact) = cast(0.0) {
        let closing = -dot(velocity, V::of_unit(impact.normal).numbers());
        Touch::Hit { time: impact.time, closing }
    } else if cast(NEAR).is_some() {
        Touch::Near
    } else {
        Touch::Miss
    }
}

impl<const N: usize, V> Reference<N> for Bodies<V>
where
    V: Space<N> + gjk::Vector<Scalar = f64>,
{
    fn gap(&self, scene: &Scene<N>) -> (f64, Vector<N>) {
        let (a, b) = self.pair(scene);
        let found = Query::new().poses(V::pose(&scene.pose_a), V::pose(&scene.pose_b)).distance(a, b);
        (found.distance, V::of_unit(found.normal).numbers())
    }

    fn point_gap(&self, scene: &Scene<N>) -> (f64, Vector<N>) {
        let (a, _) = self.pair(scene);
        let at = Pose::translation(V::of(scene.origin)).expect("in range");
        let found = Query::new().poses(V::pose(&scene.pose_a), at).distance(a, &Point::ORIGIN);
        (found.distance, V::of_unit(found.normal).numbers())
    }

    fn cast(&self, scene: &Scene<N>) -> Touch {
        let (a, b) = self.pair(scene);
        let query = |target| {
            let query = Query::new().poses(V::pose(&scene.pose_a), V::pose(&scene.pose_b));
            query.target_distance(target).expect("positive").shape_cast(a, b, V::of(scene.velocity), 1.0)
        };
        touch(|target| query(target).expect("a legal velocity"), scene.velocity)
    }

    fn ray(&self, scene: &Scene<N>) -> Touch {
        let (a, _) = self.pair(scene);
        let at = Pose::translation(V::of(scene.origin)).expect("in range");
        let query = |target| {
            let query = Query::new().poses(V::pose(&scene.pose_a), at);
            query.target_distance(target).expect("positive").shape_cast(a, &Point::ORIGIN, V::of(scene.velocity), 1.0)
        };
        touch(|target| query(target).expect("a legal velocity"), scene.velocity)
    }

    fn truth(&self, question: Question, scene: &Scene<N>) -> Truth {
        let touched = match question {
            Question::Cast => self.cast(scene),
            Question::Ray => self.ray(scene),
            _ => {
                let (a, b) = self.pair(scene);
                let mut workspace = Workspace::<V, 512, 1020>::new();
                let query = Query::new().poses(V::pose(&scene.pose_a), V::pose(&scene.pose_b));
                let found = query.workspace(&mut workspace).proximity(a, b);
                return near(question, &found);
            }
        };
        match touched {
            // The permitted error of a time is that of a length, divided by the speed along the normal.
            Touch::Hit { time, closing } => Truth { lower: time, upper: time, tolerance: TOLERANCE / closing },
            Touch::Near | Touch::Miss => Truth { lower: MISS, upper: MISS, tolerance: 0.0 },
        }
    }
}

/// The correct answer about bodies at rest.
fn near<V: gjk::Vector<Scalar = f64>>(question: Question, found: &Proximity<V>) -> Truth {
    let (lower, upper) = match (question, found) {
        (Question::Intersect, Proximity::Separated(_)) => (0.0, 0.0),
        (Question::Intersect, Proximity::Overlapping(_)) => (1.0, 1.0),
        (Question::Penetration | Question::Manifold, Proximity::Separated(_)) => (-1.0, -1.0),
        (Question::Penetration | Question::Manifold, Proximity::Overlapping(overlap)) => {
            (overlap.lower_bound, overlap.upper_bound)
        }
        (_, Proximity::Separated(gap)) => (gap.lower_bound, gap.distance),
        (_, Proximity::Overlapping(_)) => (0.0, 0.0),
    };
    let tolerance = if question == Question::Intersect { 0.0 } else { TOLERANCE };
    Truth { lower, upper, tolerance }
}
