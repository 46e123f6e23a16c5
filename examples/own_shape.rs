//! A shape that the library does not have: a superellipsoid, by its support function.
//!
//! cargo run --example own_shape

use gjk::{Cuboid, Pose, Query, Support, Vec3, check_support, vec3};

/// The points with (x/a)⁴ + (y/b)⁴ + (z/c)⁴ ≤ 1: a box with rounded edges and bulging faces.
struct Superellipsoid {
    radii: Vec3<f64>,
}

impl Support for Superellipsoid {
    type Vector = Vec3<f64>;

    /// The point of the surface whose normal is `dir`. With u = (a·dx, b·dy, c·dz) it is at (a·∛ux, b·∛uy, c·∛uz) / n,
    /// where n is the fourth root of the sum of the fourth powers of the cube roots.
    fn support(&self, dir: Vec3<f64>) -> Vec3<f64> {
        let Vec3 { x: a, y: b, z: c } = self.radii;
        let roots = [(a * dir.x).cbrt(), (b * dir.y).cbrt(), (c * dir.z).cbrt()];
        let n = roots.iter().map(|root| root.powi(4)).sum::<f64>().powf(0.25);
        vec3(a * roots[0] / n, b * roots[1] / n, c * roots[2] / n)
    }
}

fn main() -> Result<(), gjk::Error> {
    let soap = Superellipsoid { radii: vec3(0.05, 0.03, 0.015) };
    // For tests: asks in many directions whether the promises of `Support` are kept.
    println!("check: {:?}", check_support(&soap));

    let dish = Cuboid::new(vec3(0.1, 0.08, 0.01))?;
    let above = Pose::translation(vec3(0.0, 0.0, 0.04))?;
    let gap = Query::new().poses(Pose::IDENTITY, above).distance(&dish, &soap);
    println!("{:.6} m apart after {} rounds: {:?}", gap.distance, gap.iterations, gap.status);
    assert!((gap.distance - 0.015).abs() < 1e-9);
    Ok(())
}
