//! The C interface of `gjk`: `include/gjk.h` is made from this package and tells how to use it.
//!
//! A shape, a pose and the options are plain C structs. Every call checks them, builds the core's own values on the
//! stack, asks the core, and writes one struct. There is one copy of the core for each vector type, whatever the
//! shapes are: `body.rs` has one type for all of them.
//!
//! Types and functions of all vector types come from one macro, in `interface.rs`. They bear the names of the header.
//!
//! The panic handler calls a function that does not exist: a C program links only if the compiler has shown every
//! panic unreachable. That holds for the release profile and for the one for size.

#![no_std]
#![allow(non_camel_case_types)]
#![warn(missing_docs)]
#![deny(clippy::undocumented_unsafe_blocks)]

mod body;
mod error;
mod interface;
mod panic;
mod pointer;
mod vector;

pub use error::*;
pub use interface::*;
pub use vector::*;
