//! WebAssembly modules without imports. A caller writes numbers to a buffer in the memory of the module, calls an
//! export, and reads the answer from the buffer.
//!
//! The panic handler calls an imported function, so in a module without imports no panic is reachable.

#![no_std]

use core::panic::PanicInfo;
use core::sync::atomic::{AtomicU32, Ordering};
use gjk::{
    Cuboid, Error, Impact, Manifold, Motion, Penetration, Pose, Proximity, Rotation3, Separation, Vec3, Workspace, vec3,
};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        safe fn a_panic_is_reachable() -> !;
    }
    a_panic_is_reachable()
}

/// The workspace of a module for depths.
pub type Memory = Workspace<Vec3<f32>, 16, 28>;

/// The bits of `f32` numbers. It is a `static` that the module exports.
pub struct Buffer<const LENGTH: usize>([AtomicU32; LENGTH]);

impl<const LENGTH: usize> Buffer<LENGTH> {
    /// A buffer of zeros.
    #[expect(clippy::new_without_default, reason = "a default is no constant")]
    pub const fn new() -> Self {
        Self([const { AtomicU32::new(0) }; LENGTH])
    }

    /// Returns a reader that starts at the first number.
    pub fn read(&self) -> Reader<'_> {
        Reader(&self.0)
    }

    /// Writes numbers from the start of the buffer on.
    fn write(&self, numbers: &[f32]) {
        for (place, number) in self.0.iter().zip(numbers) {
            place.store(number.to_bits(), Ordering::Relaxed);
        }
    }

    /// Writes the distance and its bounds, the normal, the witness points, and the rounds.
    pub fn write_separation(&self, answer: &Separation<Vec3<f32>>) {
        let Separation { distance, lower_bound, normal: n, on_a: a, on_b: b, iterations, .. } = answer;
        let rounds = *iterations as f32;
        self.write(&[*distance, *lower_bound, *distance, n.x, n.y, n.z, a.x, a.y, a.z, b.x, b.y, b.z, rounds]);
    }

    /// Writes the depth and its bounds, the normal, and the witness points.
    pub fn write_penetration(&self, answer: &Penetration<Vec3<f32>>) {
        let Penetration { depth, lower_bound, upper_bound, normal: n, on_a: a, on_b: b, .. } = answer;
        self.write(&[*depth, *lower_bound, *upper_bound, n.x, n.y, n.z, a.x, a.y, a.z, b.x, b.y, b.z]);
    }

    /// Writes the time of a contact and its bounds, the normal, and the points of contact.
    pub fn write_impact(&self, answer: &Impact<Vec3<f32>>) {
        let Impact { time, lower_bound, upper_bound, normal: n, on_a: a, on_b: b, .. } = answer;
        self.write(&[*time, *lower_bound, *upper_bound, n.x, n.y, n.z, a.x, a.y, a.z, b.x, b.y, b.z]);
    }

    /// Writes the depth of every contact, and its points on A and B.
    pub fn write_manifold(&self, answer: &Manifold<Vec3<f32>>) {
        let mut places = self.0.iter();
        for point in answer.points() {
            let numbers = [point.depth].into_iter().chain(point.on_a.to_array()).chain(point.on_b.to_array());
            numbers.zip(&mut places).for_each(|(number, place)| place.store(number.to_bits(), Ordering::Relaxed));
        }
    }

    /// Writes the separation or the penetration.
    pub fn write_proximity(&self, answer: &Proximity<Vec3<f32>>) {
        match answer {
            Proximity::Separated(separation) => self.write_separation(separation),
            Proximity::Overlapping(penetration) => self.write_penetration(penetration),
        }
    }
}

/// Reads numbers one by one. After the last number it returns zeros.
pub struct Reader<'b>(&'b [AtomicU32]);

impl Reader<'_> {
    /// Reads a number.
    pub fn number(&mut self) -> f32 {
        match self.0 {
            [next, others @ ..] => {
                self.0 = others;
                f32::from_bits(next.load(Ordering::Relaxed))
            }
            [] => 0.0,
        }
    }

    /// Reads three numbers.
    pub fn vector(&mut self) -> Vec3<f32> {
        vec3(self.number(), self.number(), self.number())
    }

    /// Reads a position and a quaternion x i + y j + z k + w.
    pub fn pose(&mut self) -> Result<Pose<Vec3<f32>>, Error> {
        let position = self.vector();
        let Vec3 { x, y, z } = self.vector();
        Pose::new(Rotation3::from_quaternion(x, y, z, self.number())?, position)
    }

    /// Reads a velocity and an angular velocity.
    pub fn motion(&mut self) -> Result<Motion<Vec3<f32>>, Error> {
        Motion::new(self.vector(), self.vector())
    }

    /// Reads half extents.
    pub fn cuboid(&mut self) -> Result<Cuboid<f32>, Error> {
        Cuboid::new(self.vector())
    }
}
