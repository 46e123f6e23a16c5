//! When a bullet meets a thin plate: no step size, so nothing can slip through between two steps.
//!
//! cargo run --example cast

use gjk::{Ball, Cuboid, Motion, Pose, Query, Status, vec3};

fn main() -> Result<(), gjk::Error> {
    let plate = Cuboid::new(vec3(1.0, 1.0, 0.001))?; // 2 mm thick
    let bullet = Ball::new(0.005)?;
    let muzzle = Pose::translation(vec3(0.2, 0.1, 50.0))?;
    let mut query = Query::new().poses(Pose::IDENTITY, muzzle);

    // Both bodies keep their orientation. 49.994 m at 900 m/s.
    let hit = query.shape_cast(&plate, &bullet, vec3(0.0, 0.0, -900.0), 1.0)?.expect("it is aimed at the plate");
    println!("hits after {:.9} s at {}, normal {}: {:?}", hit.time, hit.on_a, hit.normal, hit.status);
    assert!((hit.time - 49.994 / 900.0_f64).abs() < 1e-12);

    // `None` is a proof for the whole second: a bullet that goes up does not meet the plate.
    let miss = query.shape_cast(&plate, &bullet, vec3(0.0, 0.0, 900.0), 1.0)?;
    println!("aimed away: {miss:?}");

    // The plate tumbles at 20 rad/s about x: metres and radians a second, about the origin of each body.
    let (shot, tumble) = (
        Motion::new(vec3(0.0, 0.0, -900.0), vec3(0.0, 0.0, 0.0))?,
        Motion::new(vec3(0.0, 0.0, 0.0), vec3(20.0, 0.0, 0.0))?,
    );
    match query.time_of_impact(&plate, &bullet, &tumble, &shot, 1.0)? {
        Some(hit) if hit.status == Status::Converged => {
            println!("tumbling plate: after {:.9} s at {}", hit.time, hit.on_a)
        }
        Some(cut_off) => println!("no contact before {:.9} s, more is not known: {:?}", cut_off.time, cut_off.status),
        None => println!("tumbling plate: proven to miss"),
    }
    Ok(())
}
