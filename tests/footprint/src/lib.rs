//! The smallest programs that run a query, to measure its cost in flash and on the stack.
//!
//! There is no runtime, and all arguments come from outside through `_start`, so a program contains only its query and
//! the code that the query needs. The panic handler calls a function that does not exist, so a program that could panic
//! does not link.
//!
//! `figures` builds the programs, reads their sizes, and writes or checks the tables of FIGURES.md.

#![no_std]

use core::panic::PanicInfo;
use gjk::{Capsule, ConvexHull, Cuboid, Penetration, Pose, Poses, Query, Separation, Support, Vec3, Workspace};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        // This function is not defined anywhere.
        safe fn a_panic_is_reachable() -> !;
    }
    a_panic_is_reachable()
}

/// Two bodies and their poses.
pub struct Pair<A: Support, B: Support = A> {
    pub a: A,
    pub b: B,
    pub poses: [Pose<A::Vector>; 2],
}

impl<A: Support, B: Support<Vector = A::Vector>> Pair<A, B> {
    /// A query with both poses.
    pub fn query(&self) -> Query<'static, A::Vector, Poses<A::Vector>> {
        let [a, b] = self.poses;
        Query::new().poses(a, b)
    }
}

/// Three pairs of different shapes.
pub type ThreePairs<'p> = (
    Pair<Cuboid<f32>, Capsule<Vec3<f32>>>,
    Pair<Cuboid<f32>, ConvexHull<'p, Vec3<f32>>>,
    Pair<Capsule<Vec3<f32>>, ConvexHull<'p, Vec3<f32>>>,
);

/// Three pairs, each of two bodies of one shape.
pub type SamePairs<'p> = (Pair<Cuboid<f32>>, Pair<Capsule<Vec3<f32>>>, Pair<ConvexHull<'p, Vec3<f32>>>);

/// The answers of `intersects`, `distance` and `penetration`.
pub type Answers<V> = (bool, Separation<V>, Option<Penetration<V>>);

/// Runs `intersects`, `distance` and `penetration`, with the workspace of the caller.
pub fn all<A, B>(pair: &Pair<A, B>, memory: &mut Workspace<A::Vector>) -> Answers<A::Vector>
where
    A: Support,
    B: Support<Vector = A::Vector>,
{
    let mut query = pair.query().workspace(memory);
    (query.intersects(&pair.a, &pair.b), query.distance(&pair.a, &pair.b), query.penetration(&pair.a, &pair.b))
}
