//! Writes the linker script with the memory of the board, and the table of pairs of bodies with their answers.

#[path = "build/board.rs"]
mod board;
#[path = "build/pairs.rs"]
mod pairs;
#[path = "build/polyhedra.rs"]
mod polyhedra;
#[path = "build/reference.rs"]
mod reference;
#[path = "../../examples/hull/source.rs"]
mod source;

use std::path::PathBuf;
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let target = env::var("TARGET").expect("cargo sets it");
    board::describe(&target, &out);
    // The flash of this machine, twice that of the board, does not hold all 17 pairs of each kind and regime.
    let left_out = if target == "thumbv6m-none-eabi" { 3 } else { 0 };
    fs::write(out.join("pairs.rs"), pairs::source(left_out)).expect("the directory is there");
}
