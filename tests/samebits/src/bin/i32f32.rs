//! The corpus in `I32F32`.

#![cfg_attr(any(target_os = "none", target_family = "wasm"), no_std, no_main)]

samebits::program!(fixed::types::I32F32);
