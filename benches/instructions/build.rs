//! Passes the version of the compiler to the program, because its figures are valid only for that compiler.

use std::process::Command;

fn main() {
    let rustc = std::env::var_os("RUSTC").expect("cargo names the compiler");
    let output = Command::new(rustc).arg("--version").output().expect("the compiler runs");
    let version = String::from_utf8(output.stdout).expect("its version is text");
    println!("cargo::rustc-env=COMPILER={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");
}
