//! The source of arguments and the destination of output of a program, by target.

#[cfg(target_os = "none")]
mod device;
#[cfg(not(any(target_os = "none", target_family = "wasm")))]
mod host;
#[cfg(target_family = "wasm")]
mod wasm;

#[cfg(target_os = "none")]
pub use device::main;
#[cfg(not(any(target_os = "none", target_family = "wasm")))]
pub use host::main;
#[cfg(target_family = "wasm")]
pub use wasm::main;
