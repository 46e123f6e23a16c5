//! Programs on an operating system.

extern crate std;

use crate::number::Number;
use crate::{Request, run};
use std::string::String;
use std::vec::Vec;
use std::{env, print};

pub fn main<S: Number>() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let request = Request::parse(arguments.iter().map(String::as_str))
        .expect("usage: [--show CASE] [--spoil CASE] [--repeat COUNT]");
    let mut text = String::new();
    run::<S>(request, &mut text).expect("a string takes everything");
    print!("{text}");
}
