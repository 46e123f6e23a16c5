//! The clearance between a parcel and a roller in fixed point: integers only, and the same bits on every machine.
//!
//! cargo run --example fixed_point

use fixed::types::{I2F30, I16F16};
use gjk::{Circle, Pose, Query, Rectangle, Rotation2, vec2};

/// Millimetres, given in tenths. `I16F16` has steps of 15 nanometres then, and bodies may extend to 2 730 mm.
fn mm(tenths: i32) -> I16F16 {
    I16F16::from_num(tenths) / 10
}

fn main() -> Result<(), gjk::Error> {
    let parcel = Rectangle::new(vec2(mm(2000), mm(1500)))?; // half extents of 200.0 mm and 150.0 mm
    let roller = Circle::new(mm(255))?;

    // Cosines and sines have 30 fractional bits. `lit` is evaluated by the compiler.
    let turned = Rotation2::from_cos_sin(I2F30::lit("0.8"), I2F30::lit("0.6"))?;
    let pose = Pose::new(turned, vec2(mm(0), mm(3000)))?;
    let mut query = Query::new().poses(Pose::IDENTITY, pose);
    let gap = query.distance(&roller, &parcel);
    println!("{} mm, bounds {} to {}: {:?}", gap.distance, gap.lower_bound, gap.distance, gap.status);
    println!("in steps of 2^-16 mm: {}", gap.distance.to_bits());
    Ok(())
}
