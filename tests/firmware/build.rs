//! The memory of the board, and the pairs of bodies with their answers.

#[path = "build/pairs.rs"]
mod pairs;
#[path = "build/polyhedra.rs"]
mod polyhedra;
#[path = "build/reference.rs"]
mod reference;
#[path = "../../examples/hull/source.rs"]
mod source;

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=build");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let target = env::var("TARGET").expect("cargo sets it");
    board(&target, &out);
    // All 17 do not fit into its flash, although that is twice what the board has.
    let left_out = if target == "thumbv6m-none-eabi" { 3 } else { 0 };
    fs::write(out.join("pairs.rs"), pairs::source(left_out)).expect("the directory is there");
}

/// What the linker and the program have to know of the board that QEMU emulates.
fn board(target: &str, out: &Path) {
    let arm = |flash: &str, ram: &str| {
        format!("MEMORY {{ FLASH : ORIGIN = 0, LENGTH = {flash} RAM : ORIGIN = 0x20000000, LENGTH = {ram} }}\n")
    };
    let memory = match target {
        "thumbv7em-none-eabihf" => arm("4M", "4M"),
        "thumbv6m-none-eabi" => arm("512K", "16K"),
        "riscv32imac-unknown-none-elf" => {
            let regions = ["TEXT", "RODATA", "DATA", "BSS", "HEAP", "STACK"];
            let aliases: String =
                regions.iter().map(|name| format!("REGION_ALIAS(\"REGION_{name}\", RAM);\n")).collect();
            format!("MEMORY {{ RAM : ORIGIN = 0x80000000, LENGTH = 4M }}\n{aliases}")
        }
        _ => panic!("no board for {target}"),
    };
    fs::write(out.join("memory.x"), memory).expect("the directory is there");
    println!("cargo:rustc-link-search={}", out.display());
    if target.starts_with("riscv") {
        // The link.x for Arm includes it by itself.
        println!("cargo:rustc-link-arg=-Tmemory.x");
    }
    println!("cargo:rustc-link-arg=-Tlink.x");
    println!("cargo:rustc-check-cfg=cfg(typed, little_flash, little_ram)");
    match target {
        // One copy of the library per shape, as a user of static types gets it: this board has the flash for it.
        "thumbv7em-none-eabihf" => println!("cargo:rustc-cfg=typed"),
        "thumbv6m-none-eabi" => println!("cargo:rustc-cfg=little_flash\ncargo:rustc-cfg=little_ram"),
        _ => (),
    }
}
