//! opts
use std::path::PathBuf;
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScalarName {
    F32,
    F64,
    I16F16,
    I32F32,
}
pub struct Options {
    pub file: PathBuf,
    pub scalar: ScalarName,
    pub tolerance: Option<f64>,
    pub max_iterations: Option<u32>,
    pub capacity: usize,
}
pub fn snake(s: &str) -> String {
    let mut o = String::new();
    for c in s.chars() {
        if c.is_uppercase() && !o.is_empty() {
            o.push('_')
        }
        o.extend(c.to_lowercase())
    }
    o
}
impl Options {
    pub fn parse() -> Self {
        let mut o = Options {
            file: PathBuf::new(),
            scalar: ScalarName::F64,
            tolerance: None,
            max_iterations: None,
            capacity: 256,
        };
        let mut it = std::env::args().skip(1);
        while let Some(a) = it.next() {
            match a.as_str() {
                "--scalar" => {
                    o.scalar = match it.next().unwrap().as_str() {
                        "f32" => ScalarName::F32,
                        "f64" => ScalarName::F64,
                        "i16f16" => ScalarName::I16F16,
                        "i32f32" => ScalarName::I32F32,
                        _ => panic!(),
                    }
                }
                "--tolerance" => o.tolerance = it.next().unwrap().parse().ok(),
                "--max-iterations" => o.max_iterations = it.next().unwrap().parse().ok(),
                "--capacity" => o.capacity = it.next().unwrap().parse().unwrap(),
                "--json" => {}
                _ => o.file = a.into(),
            }
        }
        o
    }
}
