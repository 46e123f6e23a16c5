//! The memory of the board that QEMU emulates, for the linker.

use std::path::PathBuf;
use std::{env, fs};

const MEMORY: &str = "MEMORY { FLASH : ORIGIN = 0, LENGTH = 256K RAM : ORIGIN = 0x20000000, LENGTH = 64K }\n";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("memory.x"), MEMORY).expect("the directory is there");
    println!("cargo:rustc-link-search={}", out.display());
    println!("cargo:rustc-link-arg=-Tlink.x");
}
