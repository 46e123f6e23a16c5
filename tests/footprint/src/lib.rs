//! The smallest programs that make one query, to see what it costs in flash and on the stack.
//!
//! No runtime, and all arguments come from outside through `_start`: a program holds its query, what that pulls in, and
//! nothing else. The panic handler calls a function that does not exist, so no program links that could panic.
//!
//! `figures` builds the programs, reads their sizes, and writes or checks the table of FIGURES.md.

#![no_std]

use core::panic::PanicInfo;
use gjk::{Capsule, ConvexHull, Cuboid, Penetration, Pose, Poses, Query, Separation, Support, Vec3, Workspace};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        // Defined nowhere.
        safe fn a_panic_is_reachable() -> !;
    }
    a_panic_is_reachable()
}

/// Two bodies, each at a pose.
pub struct Pair<A: Support, B: Support = A> {
    pub a: A,
    pub b: B,
    pub poses: [Pose<A::Vector>; 2],
}

impl<A: Support, B: Support<Vector = A::Vector>> Pair<A, B> {
    /// A query with the two poses.
    pub fn query(&self) -> Query<'static, A::Vector, Poses<A::Vector>> {
        let [a, b] = self.poses;
        Query::new().poses(a, b)
    }
}

/// Pairs of three shapes.
pub type ThreePairs<'p> = (
    Pair<Cuboid<f32>, Capsule<Vec3<f32>>>,
    Pair<Cuboid<f32>, ConvexHull<'p, Vec3<f32>>>,
    Pair<Capsule<Vec3<f32>>, ConvexHull<'p, Vec3<f32>>>,
);

/// Three pairs of the same shape.
pub type SamePairs<'p> = (Pair<Cuboid<f32>>, Pair<Capsule<Vec3<f32>>>, Pair<ConvexHull<'p, Vec3<f32>>>);

/// What `intersects`, `distance` and `penetration` say.
pub type Answers<V> = (bool, Separation<V>, Option<Penetration<V>>);

/// Asks `intersects`, `distance` and `penetration`, with the workspace of the caller.
pub fn all<A, B>(pair: &Pair<A, B>, memory: &mut Workspace<A::Vector>) -> Answers<A::Vector>
where
    A: Support,
    B: Support<Vector = A::Vector>,
{
    let mut query = pair.query().workspace(memory);
    (query.intersects(&pair.a, &pair.b), query.distance(&pair.a, &pair.b), query.penetration(&pair.a, &pair.b))
}
