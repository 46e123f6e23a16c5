//! A small module: distance and penetration of cuboids, with a workspace of its own.
//!
//! The buffer holds the half extents of A and of B, then the pose of A and the pose of B, each a position and a
//! quaternion. The exports return the numbers that they return in `queries`.

#![no_std]

use gjk::{Cuboid, Error, Pose, Query, Vec3};
use wasm::{Buffer, Memory};

/// The input before a call, and the answer after it.
#[unsafe(no_mangle)]
pub static BUFFER: Buffer<20> = Buffer::new();

/// Two bodies and their poses.
type Bodies = ([Cuboid<f32>; 2], [Pose<Vec3<f32>>; 2]);

fn bodies() -> Result<Bodies, Error> {
    let mut reader = BUFFER.read();
    Ok(([reader.cuboid()?, reader.cuboid()?], [reader.pose()?, reader.pose()?]))
}

#[unsafe(no_mangle)]
extern "C" fn cuboids_distance() -> f32 {
    let Ok(([a, b], [pose_a, pose_b])) = bodies() else { return f32::NAN };
    let separation = Query::new().poses(pose_a, pose_b).distance(&a, &b);
    BUFFER.write_separation(&separation);
    separation.distance
}

#[unsafe(no_mangle)]
extern "C" fn cuboids_penetration() -> f32 {
    let Ok(([a, b], [pose_a, pose_b])) = bodies() else { return f32::NAN };
    let mut memory = Memory::new();
    let found = Query::new().poses(pose_a, pose_b).workspace(&mut memory).penetration(&a, &b);
    found.map_or(-1.0, |penetration| {
        BUFFER.write_penetration(&penetration);
        penetration.depth
    })
}
