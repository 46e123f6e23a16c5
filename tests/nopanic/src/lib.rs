//! Everything of the library that a firmware may call, linked for a microcontroller without one panic.
//!
//! The panic handler calls a function that does not exist. A binary of this package links only if the compiler has
//! shown every panic unreachable, whatever the arguments are: all of them come from outside through `_start`. Each
//! binary holds all entry points for one vector type; `must_fail` shows that the check notices a panic.
//!
//! To find a panic, link with `-C link-arg=--defsym=a_panic_is_reachable=0` and look for the calls in the disassembly.
//!
//! Left out: `Debug` and `Display` (the formatting of floats in `core` panics), and the optional features.

#![no_std]

mod bodies;
mod geometry;

use core::hint::black_box;
use core::panic::PanicInfo;
use gjk::{
    AngularOf, Error, PolygonBuilder, PolyhedronBuilder, Rotation, Rotation2, Rotation3, Scalar, UnitOf, Vec2, Vec3,
    Vector,
};

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        // Defined nowhere.
        safe fn a_panic_is_reachable() -> !;
    }
    a_panic_is_reachable()
}

/// What the caller of `_start` brings. Every method gives a value that the compiler knows nothing about.
pub struct Input<'i, V: Vector> {
    number: u32,
    length: V::Scalar,
    unit: UnitOf<V::Scalar>,
    vector: V,
    rows: V::Rows,
    points: &'i [V],
    lengths: &'i [V::Scalar],
    numbers: &'i [u16],
}

impl<'i, V: Vector> Input<'i, V> {
    pub fn number(&self) -> u32 {
        black_box(self.number)
    }

    pub fn length(&self) -> V::Scalar {
        black_box(self.length)
    }

    pub fn unit(&self) -> UnitOf<V::Scalar> {
        black_box(self.unit)
    }

    pub fn vector(&self) -> V {
        black_box(self.vector)
    }

    pub fn rows(&self) -> V::Rows {
        black_box(self.rows)
    }

    pub fn points(&self) -> &'i [V] {
        black_box(self.points)
    }

    pub fn lengths(&self) -> &'i [V::Scalar] {
        black_box(self.lengths)
    }

    pub fn numbers(&self) -> &'i [u16] {
        black_box(self.numbers)
    }
}

/// Calls an entry point out of line and hands its answer out. The name stays in the binary with the call: what the
/// compiler left out is not counted.
#[inline(never)]
pub fn call<T>(name: &'static str, entry_point: impl FnOnce() -> T) {
    black_box(name);
    black_box(entry_point());
}

/// Calls expressions under their own text as name, after a prefix.
#[macro_export]
macro_rules! calls {
    ($prefix:expr => $($expression:expr;)+) => {
        $($crate::call(concat!("entry point: ", $prefix, ": ", stringify!($expression), "\n"), || $expression);)+
    };
}

/// A vector type, with the entry points of its dimension.
pub trait Space: Vector {
    /// Any rotation.
    fn rotation(input: &Input<'_, Self>) -> Result<Rotation<Self>, Error>;

    /// Any angular velocity.
    fn angular(input: &Input<'_, Self>) -> AngularOf<Self>;

    /// The memory of a hull builder.
    type Builder;

    /// Calls what is there in this dimension alone.
    fn call_own<const TYPED: bool>(input: &Input<'_, Self>, builder: &mut Self::Builder) -> Result<(), Error>;
}

impl<S: Scalar> Space for Vec2<S> {
    fn rotation(input: &Input<'_, Self>) -> Result<Rotation<Self>, Error> {
        Rotation2::from_cos_sin(input.unit(), input.unit())
    }

    fn angular(input: &Input<'_, Self>) -> S {
        input.length()
    }

    type Builder = PolygonBuilder<S, 64, 16>;

    fn call_own<const TYPED: bool>(input: &Input<'_, Self>, builder: &mut Self::Builder) -> Result<(), Error> {
        geometry::planar(input)?;
        bodies::planar::<S, TYPED>(input, builder)
    }
}

impl<S: Scalar> Space for Vec3<S> {
    fn rotation(input: &Input<'_, Self>) -> Result<Rotation<Self>, Error> {
        Rotation3::from_quaternion(input.unit(), input.unit(), input.unit(), input.unit())
    }

    fn angular(input: &Input<'_, Self>) -> Self {
        input.vector()
    }

    type Builder = PolyhedronBuilder<S, 64, 16>;

    fn call_own<const TYPED: bool>(input: &Input<'_, Self>, builder: &mut Self::Builder) -> Result<(), Error> {
        geometry::spatial(input)?;
        bodies::spatial::<S, TYPED>(input, builder)
    }
}

/// Calls everything for one vector type. The builder may lie in a static variable, with anything in it. The queries are
/// asked of bodies behind `dyn Support`, and if `TYPED` also of each type of body: one copy of the kernel for each,
/// which takes its time to compile.
pub fn call_all<V: Space, const TYPED: bool>(input: &Input<'_, V>, builder: &mut V::Builder) {
    geometry::numbers(input);
    black_box(geometry::poses(input).is_ok());
    black_box(bodies::common::<V, TYPED>(input).is_ok());
    black_box(V::call_own::<TYPED>(input, builder).is_ok());
}

/// The entry of a binary that holds everything for one vector type, and calls of its scalar alone.
#[macro_export]
macro_rules! start {
    ($vector:ty, typed: $typed:literal, |$input:ident| $own:expr) => {
        #[unsafe(no_mangle)]
        extern "C" fn _start(
            $input: &nopanic::Input<'_, $vector>,
            builder: &mut <$vector as nopanic::Space>::Builder,
        ) {
            nopanic::call_all::<$vector, $typed>($input, builder);
            nopanic::calls!("own" => $own;);
        }
    };
}
