//! How far a robot's gripper is from a crate, and what to do where they overlap.
//!
//! cargo run --example distance

use gjk::{Capsule, Cuboid, Pose, Proximity, Query, Rotation3, vec3};

fn main() -> Result<(), gjk::Error> {
    // Metres. Constructors check their arguments, queries cannot fail.
    let crate_ = Cuboid::new(vec3(0.4, 0.3, 0.2))?; // half extents
    let finger = Capsule::new(vec3(0.0, 0.0, -0.05), vec3(0.0, 0.0, 0.05), 0.02)?;
    let tilted = Rotation3::from_axis_cos_sin(vec3(0.0, 1.0, 0.0), 0.8, 0.6)?;

    for height in [0.5, 0.3, 0.25, 0.2] {
        let pose = Pose::new(tilted, vec3(0.1, 0.0, height))?;
        let mut query = Query::new().poses(Pose::IDENTITY, pose);
        match query.proximity(&crate_, &finger) {
            Proximity::Separated(gap) => println!(
                "height {height}: {:.6} m apart, never less than {:.6}, nearest point of the finger {}",
                gap.distance, gap.lower_bound, gap.on_b
            ),
            Proximity::Overlapping(overlap) => println!(
                "height {height}: {:.6} m deep, move the finger by {} to part them",
                overlap.depth,
                overlap.mtv()
            ),
        }
    }

    // The tip of the finger is 0.05 · 0.8 + 0.02 = 0.06 m below its centre, the top of the crate at 0.2 m.
    let pose = Pose::new(tilted, vec3(0.1, 0.0, 0.5))?;
    let gap = Query::new().poses(Pose::IDENTITY, pose).distance(&crate_, &finger);
    assert!((gap.distance - 0.24_f64).abs() < 1e-12);
    Ok(())
}
