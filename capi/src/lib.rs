//! The C interface of `gjk` (here called the core). cbindgen generates `include/gjk.h`, which documents its use, from
//! this package.
//!
//! Shapes, poses and options are plain C structs. Every call checks them, builds the values of the core on the stack,
//! runs the query of the core, and writes a result struct. `body.rs` has one type for all shapes, so there is only one
//! copy of the core for each vector type.
//!
//! One macro in `interface.rs` makes the types and functions of all vector types. They have the names of the header.
//!
//! The panic handler calls a function that does not exist, so a C program links only if the compiler has proven every
//! panic unreachable. It does so in the profiles `release` and `size`.

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
