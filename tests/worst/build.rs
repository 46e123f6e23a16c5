//! Writes the linker script with the memory of the board.

#[path = "../firmware/build/board.rs"]
mod board;

use std::env;
use std::path::Path;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../firmware/build/board.rs");
    let [target, out] = ["TARGET", "OUT_DIR"].map(|name| env::var(name).expect("cargo sets it"));
    if target.contains("-none-") {
        board::describe(&target, Path::new(&out));
    }
}
