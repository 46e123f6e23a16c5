//! The hulls of point sets as static polyhedra, for every scalar.

use crate::source::{self, Literal};
use fixed::types::{I16F16, I32F32};
use gjk::{PolyhedronBuilder, vec3};

/// The number of points of a set, all of which are vertices of its hull.
const COUNT: usize = 64;

/// The source of an array of statics for each scalar. Points are in units of 1/256.
pub fn source(sets: &[Vec<[i16; 3]>]) -> String {
    let f32s = statics("F32", "f32", sets, |x| f32::from(x) / 256.0);
    let f64s = statics("F64", "f64", sets, |x| f64::from(x) / 256.0);
    let narrow = statics("I16F16", "fixed::types::I16F16", sets, |x| I16F16::from_num(x) / 256);
    let wide = statics("I32F32", "fixed::types::I32F32", sets, |x| I32F32::from_num(x) / 256);
    f32s + &f64s + &narrow + &wide
}

fn statics<S: Literal>(name: &str, scalar: &str, sets: &[Vec<[i16; 3]>], length: impl Fn(i16) -> S) -> String {
    let mut builder = PolyhedronBuilder::<S, COUNT, COUNT>::new();
    let (mut out, mut names) = (String::new(), String::new());
    for (number, set) in sets.iter().enumerate() {
        let points: Vec<_> = set.iter().map(|&[x, y, z]| vec3(length(x), length(y), length(z))).collect();
        let hull = builder.build(&points).expect("there is room for all points");
        assert_eq!(hull.len(), COUNT, "a point is no vertex");
        out += &source::of(&hull, &format!("{name}_{number}"));
        names += &format!("&{name}_{number}, ");
    }
    let count = sets.len();
    out + &format!("pub static POLYHEDRA_{name}: [&gjk::Polyhedron<'static, {scalar}>; {count}] = [{names}];\n")
}
