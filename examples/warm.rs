//! A loop that asks about the same pair in every frame, with a warm start, and what that saves.
//!
//! cargo run --example warm

use gjk::{ConvexHull, Pose, Query, Vec3, WarmStart, vec3};

fn main() -> Result<(), gjk::Error> {
    // 60 points on a sphere, along a spiral.
    let points: Vec<Vec3<f32>> = (0..60)
        .map(|i| {
            let (z, angle) = (1.0 - (i as f32 + 0.5) / 30.0, i as f32 * 2.4);
            let radius = (1.0 - z * z).sqrt();
            vec3(radius * angle.cos(), radius * angle.sin(), z)
        })
        .collect();
    let rock = ConvexHull::new(&points)?;

    let mut state = WarmStart::<Vec3<f32>>::new(); // one for each pair, kept from frame to frame
    let (mut cold_rounds, mut warm_rounds) = (0, 0);
    for frame in 0..100 {
        let pose = Pose::translation(vec3(2.5, 0.01 * frame as f32, 0.3))?;
        let cold = Query::new().poses(Pose::IDENTITY, pose).distance(&rock, &rock);
        let warm = Query::new().poses(Pose::IDENTITY, pose).warm_start(&mut state).distance(&rock, &rock);
        cold_rounds += cold.iterations;
        warm_rounds += warm.iterations;
        assert!((warm.distance - cold.distance).abs() < 1e-6);
        if frame % 25 == 0 {
            println!("frame {frame}: {} apart", warm.distance);
        }
    }
    println!("rounds of GJK in 100 frames: {cold_rounds} cold, {warm_rounds} warm");
    Ok(())
}
