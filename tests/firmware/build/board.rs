//! The boards that QEMU emulates.

use std::fs;
use std::path::Path;

/// Writes the memory map for the linker, and sets the flags by which the program adapts to the board.
pub fn describe(target: &str, out: &Path) {
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
        // The link.x for Arm includes memory.x by itself.
        println!("cargo:rustc-link-arg=-Tmemory.x");
    }
    println!("cargo:rustc-link-arg=-Tlink.x");
    println!("cargo:rustc-check-cfg=cfg(typed, little_flash, little_ram)");
    match target {
        // This board has enough flash for one copy of the library per shape, as users of static types get it.
        "thumbv7em-none-eabihf" => println!("cargo:rustc-cfg=typed"),
        "thumbv6m-none-eabi" => println!("cargo:rustc-cfg=little_flash\ncargo:rustc-cfg=little_ram"),
        _ => (),
    }
}
