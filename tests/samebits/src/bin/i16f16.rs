//! The corpus in `I16F16`.

#![cfg_attr(any(target_os = "none", target_family = "wasm"), no_std, no_main)]

samebits::program!(fixed::types::I16F16);
