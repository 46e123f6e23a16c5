//! All pairs in `f32`.

#![no_std]
#![no_main]

firmware::program!(f32);
