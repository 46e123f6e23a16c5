//! All pairs in `I32F32`.

#![no_std]
#![no_main]

firmware::program!(fixed::types::I32F32);
