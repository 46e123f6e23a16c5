//! Every query, on cuboids at poses and on convex hulls.
//!
//! Input for cuboids: the buffer holds the half extents of A and of B, the pose of A and the pose of B, each a position
//! and a quaternion. For queries about motion the largest time follows, and then: for a ray its origin and direction in
//! the frame of B; for a cast the velocity of B; for a time of impact velocity and angular velocity of A, and of B.
//! Input for hulls: the buffer holds the points of A, then those of B. The warm distance starts from the state that its
//! last call has left.
//!
//! Each export returns a number, which is NaN if a constructor rejects the input: 1 or 0 for `intersect`; the distance;
//! the depth for `penetration`, −1 if the bodies are apart; the distance or minus the depth for `proximity`; the number
//! of points for `manifold`; the time of contact for queries about motion, −1 if there is no contact. The other parts
//! of the answer are in the buffer.

#![no_std]

use gjk::{ConvexHull, Cuboid, Error, Faceted, Impact, Pose, Poses, Query, Ray, Vec3, WarmStart};
use wasm::{Buffer, Memory, Reader};

/// The input before a call, and the answer after it.
#[unsafe(no_mangle)]
pub static BUFFER: Buffer<256> = Buffer::new();

/// The largest number of points of a hull.
const POINTS: usize = 32;

type V = Vec3<f32>;

/// A query on two bodies at their poses.
#[derive(Clone, Copy)]
enum Question {
    Intersects,
    Distance,
    Penetration,
    Proximity,
    Manifold,
}

impl Question {
    fn ask(self, [a, b]: [&dyn Faceted<Vector = V>; 2], [pose_a, pose_b]: [Pose<V>; 2]) -> f32 {
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
            Self::Manifold => {
                let manifold = query.manifold(a, b);
                BUFFER.write_manifold(&manifold);
                manifold.points().len() as f32
            }
        }
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

/// Runs a query on cuboids at their poses.
fn of_cuboids(ask: impl FnOnce([&dyn Faceted<Vector = V>; 2], [Pose<V>; 2]) -> f32) -> f32 {
    let answer = || {
        let mut reader = BUFFER.read();
        let (a, b) = (reader.cuboid()?, reader.cuboid()?);
        Ok::<_, Error>(ask([&a, &b], [reader.pose()?, reader.pose()?]))
    };
    answer().unwrap_or(f32::NAN)
}

/// Reads the points of a hull.
fn points(reader: &mut Reader<'_>, count: usize) -> [V; POINTS] {
    let mut points = [V::ZERO; POINTS];
    points.iter_mut().take(count).for_each(|point| *point = reader.vector());
    points
}

/// The hull of the first `count` points. It is an error if `count` is larger than the array.
fn hull(points: &[V; POINTS], count: usize) -> Result<ConvexHull<'_, V>, Error> {
    ConvexHull::new(points.get(..count).unwrap_or_default())
}

/// Runs a query on moving cuboids. The reader is at the largest time.
fn of_moving(
    ask: impl FnOnce(
        &mut Query<'_, V, Poses<V>>,
        [&dyn Faceted<Vector = V>; 2],
        &mut Reader<'_>,
    ) -> Result<Option<Impact<V>>, Error>,
) -> f32 {
    let answer = || {
        let mut reader = BUFFER.read();
        let bodies: [Cuboid<f32>; 2] = [reader.cuboid()?, reader.cuboid()?];
        let mut memory = Memory::new();
        let mut query = Query::new().poses(reader.pose()?, reader.pose()?).workspace(&mut memory);
        let [a, b] = &bodies;
        let found = ask(&mut query, [a, b], &mut reader)?;
        Ok::<_, Error>(found.map_or(-1.0, |impact| {
            BUFFER.write_impact(&impact);
            impact.time
        }))
    };
    answer().unwrap_or(f32::NAN)
}

#[unsafe(no_mangle)]
extern "C" fn cuboids_warm_distance() -> f32 {
    static mut STATE: WarmStart<V> = WarmStart::new();
    let state = &raw mut STATE;
    // SAFETY: a module without shared memory runs in one thread, and no code below calls this function.
    let state = unsafe { &mut *state };
    of_cuboids(|[a, b], [pose_a, pose_b]| {
        let separation = Query::new().poses(pose_a, pose_b).warm_start(state).distance(a, b);
        BUFFER.write_separation(&separation);
        separation.distance
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuboids_ray_cast() -> f32 {
    of_moving(|query, [a, _], reader| {
        let max_time = reader.number();
        Ok(query.ray_cast(a, &Ray::new(reader.vector(), reader.vector(), max_time)?))
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuboids_shape_cast() -> f32 {
    of_moving(|query, [a, b], reader| {
        let max_time = reader.number();
        query.shape_cast(a, b, reader.vector(), max_time)
    })
}

#[unsafe(no_mangle)]
extern "C" fn cuboids_time_of_impact() -> f32 {
    of_moving(|query, [a, b], reader| {
        let max_time = reader.number();
        query.time_of_impact(a, b, &reader.motion()?, &reader.motion()?, max_time)
    })
}

macro_rules! exports {
    ($($question:ident: $of_cuboids:ident, $of_hulls:ident;)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $of_cuboids() -> f32 {
            of_cuboids(|bodies, poses| Question::$question.ask(bodies, poses))
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
    Manifold: cuboids_manifold, hulls_manifold;
}
