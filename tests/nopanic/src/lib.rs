//! Proof that no function of the library that a firmware may call can panic.
//!
//! The panic handler calls a function that does not exist, so a binary of this package links only if the compiler has
//! proven every panic unreachable. It has to do so for all arguments, because all of them come from outside through
//! `_start`. Each binary contains all entry points for one vector type; `must_fail` shows that a panic is detected.
//!
//! To find a panic, link with `-C link-arg=--defsym=a_panic_is_reachable=0` and look for the calls in the disassembly.
//!
//! `Debug` and `Display` are not covered, because the formatting of floats in `core` can panic, and neither are the
//! optional features.

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
        // This function is not defined anywhere.
        safe fn a_panic_is_reachable() -> !;
    }
    a_panic_is_reachable()
}

/// The data from the caller of `_start`. Every method returns a value about which the compiler knows nothing.
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

/// Calls an entry point out of line, and passes its result out of the program. The name is in the binary only if the
/// call is, so removed calls are not counted.
#[inline(never)]
pub fn call<T>(name: &'static str, entry_point: impl FnOnce() -> T) {
    black_box(name);
    black_box(entry_point());
}

/// Calls expressions. The name of each is a prefix and the text of the expression.
#[macro_export]
macro_rules! calls {
    ($prefix:expr => $($expression:expr;)+) => {
        $($crate::call(concat!("entry point: ", $prefix, ": ", stringify!($expression), "\n"), || $expression);)+
    };
}

/// A vector type, with the entry points that exist only in its dimension.
pub trait Space: Vector {
    /// An arbitrary rotation.
    fn rotation(input: &Input<'_, Self>) -> Result<Rotation<Self>, Error>;

    /// An arbitrary angular velocity.
    fn angular(input: &Input<'_, Self>) -> AngularOf<Self>;

    /// The memory of a hull builder.
    type Builder;

    /// Calls the entry points that exist only in this dimension.
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

/// Calls all entry points for one vector type. The builder may lie in a static variable with any content. Queries run
/// on bodies behind `dyn Support`, and if `TYPED` also on each type of body, which takes long to compile, because each
/// type has its own copy of the search.
pub fn call_all<V: Space, const TYPED: bool>(input: &Input<'_, V>, builder: &mut V::Builder) {
    geometry::numbers(input);
    black_box(geometry::poses(input).is_ok());
    black_box(bodies::common::<V, TYPED>(input).is_ok());
    black_box(V::call_own::<TYPED>(input, builder).is_ok());
}

/// Defines the entry of a binary that contains all entry points for one vector type, and those of its scalar.
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
