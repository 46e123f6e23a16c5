//! All pairs in `f64`.

#![no_std]
#![no_main]

firmware::program!(f64);
