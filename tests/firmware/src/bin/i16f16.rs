//! All pairs in `I16F16`.

#![no_std]
#![no_main]

firmware::program!(fixed::types::I16F16);
