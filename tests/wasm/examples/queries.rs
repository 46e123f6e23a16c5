//! Every query, on cuboids at poses and on convex hulls.
//!
//! Cuboids: the buffer holds the half extents of A and of B, then the pose of A and that of B, each a position and a
//! quaternion. Hulls: the buffer holds the points of A, then those of B.
//!
//! Each export returns what it is named after, and NaN where a constructor refuses the numbers: one for bodies that
//! intersect, −1 for the penetration of bodies that are apart, the distance or minus the depth for their proximity. The
//! answer is in the buffer.

#![no_std]

use gjk::{ConvexHull, Error, Pose, Query, Support, Vec3};
use wasm::{Buffer, Memory, Reader};

/// The numbers of the bodies before a call, and of the answer after it.
#[unsafe(no_mangle)]
pub static BUFFER: Buffer<256> = Buffer::new();

/// Points of a hull, at most.
const POINTS: usize = 32;

type V = Vec3<f32>;

/// A question about two bodies at their poses.
#[derive(Clone, Copy)]
enum Question {
    Intersects,
    Distance,
    Penetration,
    Proximity,
}

impl Question {
    fn ask(self, [a, b]: [&dyn Support<Vector = V>; 2], [pose_a, pose_b]: [Pose<V>; 2]) -> f32 {
        let mut memory = Memory::new();
        let mut query = Query::new().poses(pose_a, pose_b).workspace(&mut memory);
        match self {
            Self::Intersects => u8::from(query.intersects(a, b)).into(),
            Self::Distance => {
                let separation = query.distance(a, b);
                BUFFER.write_separation(&separation);
                separation.distance
            }
            Self::Penetration => query.penetration(a, b).map_or(-1.0, |penetration| {
                BUFFER.write_penetration(&penetration);
                penetration.depth
            }),
            Self::Proximity => {
                let proximity = query.proximity(a, b);
                BUFFER.write_proximity(&proximity);
                proximity.signed_distance()
            }
        }
    }

    fn of_cuboids(self) -> f32 {
        let answer = || {
            let mut reader = BUFFER.read();
            let (a, b) = (reader.cuboid()?, reader.cuboid()?);
            Ok::<_, Error>(self.ask([&a, &b], [reader.pose()?, reader.pose()?]))
        };
        answer().unwrap_or(f32::NAN)
    }

    fn of_hulls(self, count_a: usize, count_b: usize) -> f32 {
        let mut reader = BUFFER.read();
        let (points_a, points_b) = (points(&mut reader, count_a), points(&mut reader, count_b));
        let answer = || {
            let (a, b) = (hull(&points_a, count_a)?, hull(&points_b, count_b)?);
            Ok::<_, Error>(self.ask([&a, &b], [Pose::IDENTITY; 2]))
        };
        answer().unwrap_or(f32::NAN)
    }
}

/// Reads points.
fn points(reader: &mut Reader<'_>, count: usize) -> [V; POINTS] {
    let mut points = [V::ZERO; POINTS];
    points.iter_mut().take(count).for_each(|point| *point = reader.vector());
    points
}

/// The hull of the first points. More than there are is none.
fn hull(points: &[V; POINTS], count: usize) -> Result<ConvexHull<'_, V>, Error> {
    ConvexHull::new(points.get(..count).unwrap_or_default())
}

macro_rules! exports {
    ($($question:ident: $of_cuboids:ident, $of_hulls:ident;)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $of_cuboids() -> f32 {
            Question::$question.of_cuboids()
        }

        #[unsafe(no_mangle)]
        extern "C" fn $of_hulls(points_a: usize, points_b: usize) -> f32 {
            Question::$question.of_hulls(points_a, points_b)
        }
    )+};
}

exports! {
    Intersects: cuboids_intersect, hulls_intersect;
    Distance: cuboids_distance, hulls_distance;
    Penetration: cuboids_penetration, hulls_penetration;
    Proximity: cuboids_proximity, hulls_proximity;
}
