//! The corpus in `f32`.

#![cfg_attr(any(target_os = "none", target_family = "wasm"), no_std, no_main)]

samebits::program!(f32);
