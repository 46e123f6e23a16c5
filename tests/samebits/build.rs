//! Writes the memory maps of the machines for the linker scripts of the runtime crates.

use std::path::Path;
use std::{env, fs};

/// The memory of QEMU's `microbit`, larger than on the board, because `i32f32` in both dimensions needs more.
const CORTEX_M0: &str = "MEMORY { FLASH : ORIGIN = 0, LENGTH = 3M RAM : ORIGIN = 0x20000000, LENGTH = 256K }";

/// The memory of QEMU's `mps2-an386`.
const CORTEX_M4F: &str = "MEMORY { FLASH : ORIGIN = 0, LENGTH = 4M RAM : ORIGIN = 0x20000000, LENGTH = 256K }";

/// The memory of QEMU's `virt`.
const RISC_V: &str = r#"
MEMORY { RAM : ORIGIN = 0x80000000, LENGTH = 4M }
REGION_ALIAS("REGION_TEXT", RAM);
REGION_ALIAS("REGION_RODATA", RAM);
REGION_ALIAS("REGION_DATA", RAM);
REGION_ALIAS("REGION_BSS", RAM);
REGION_ALIAS("REGION_HEAP", RAM);
REGION_ALIAS("REGION_STACK", RAM);
"#;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = env::var("TARGET").expect("cargo sets it");
    let memory = match target.as_str() {
        "thumbv6m-none-eabi" => CORTEX_M0,
        "thumbv7em-none-eabihf" => CORTEX_M4F,
        "riscv32imac-unknown-none-elf" => RISC_V,
        _ => return,
    };
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("memory.x"), memory).expect("the output directory is writable");
    println!("cargo:rustc-link-search={out}");
    if memory == RISC_V {
        // The linker script of the runtime for Arm includes memory.x by itself.
        println!("cargo:rustc-link-arg-bins=-Tmemory.x");
    }
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
}
