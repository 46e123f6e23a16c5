//! Builds the C++ code of the adapters to libraries without a C interface.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "bullet")]
    shim("bullet", if cfg!(feature = "bullet-f64") { "bullet-float64" } else { "bullet" });
    #[cfg(feature = "fcl")]
    shim("fcl", "fcl");
}

/// Builds `src/name.cpp` and links it with an installed package.
#[cfg(any(feature = "bullet", feature = "fcl"))]
fn shim(name: &str, package: &str) {
    let file = format!("src/{name}.cpp");
    println!("cargo::rerun-if-changed={file}");
    let library = pkg_config::Config::new().cargo_metadata(false).probe(package).expect("an installed package");
    let mut build = cc::Build::new();
    // Warnings are off, because the headers of the packages cause many.
    build.cpp(true).std("c++17").warnings(false).includes(&library.include_paths).file(file);
    for (name, value) in &library.defines {
        build.define(name, value.as_deref());
    }
    build.compile(&format!("{name}_shim"));
    // The libraries come after the code that needs them, as linkers require.
    for path in &library.link_paths {
        println!("cargo::rustc-link-search=native={}", path.display());
    }
    for library in &library.libs {
        println!("cargo::rustc-link-lib={library}");
    }
}
