//! A polyhedron as the source of a Rust `static`.

use fixed::types::{I16F16, I32F32};
use gjk::{Polyhedron, PolyhedronParts, Scalar};

/// A scalar that can be written as a constant expression.
pub trait Literal: Scalar {
    const TYPE: &'static str;

    /// The source of the number. `Debug` of a float writes the shortest decimals that read back as the same bits.
    fn literal(self) -> String {
        format!("{self:?}")
    }
}

impl Literal for f32 {
    const TYPE: &'static str = "f32";
}

impl Literal for f64 {
    const TYPE: &'static str = "f64";
}

impl Literal for I16F16 {
    const TYPE: &'static str = "fixed::FixedI32<fixed::types::extra::U16>";

    fn literal(self) -> String {
        format!("fixed::FixedI32::from_bits({})", self.to_bits())
    }
}

impl Literal for I32F32 {
    const TYPE: &'static str = "fixed::FixedI64<fixed::types::extra::U32>";

    fn literal(self) -> String {
        format!("fixed::FixedI64::from_bits({})", self.to_bits())
    }
}

/// The source of a `static` of the given name with the data of a polyhedron, exact to the last bit. It names types as
/// `gjk::…`, and fixed-point types as `fixed::…`.
pub fn of<S: Literal>(hull: &Polyhedron<'_, S>, name: &str) -> String {
    let PolyhedronParts { vertices, ends, neighbors, starts, cells, center, noise } = *hull.parts();
    let (scalar, vertices, noise) = (S::TYPE, list(vertices, S::literal), noise.literal());
    let [ends, neighbors, cells] = [ends, neighbors, cells].map(|numbers| list(numbers, |number| number.to_string()));
    let [x, y, z] = center.to_array().map(S::literal);
    format!(
        "pub static {name}: gjk::Polyhedron<'static, {scalar}> = gjk::Polyhedron::from_parts(gjk::PolyhedronParts {{
    vertices: {vertices},
    ends: {ends},
    neighbors: {neighbors},
    starts: {starts:?},
    cells: {cells},
    center: gjk::vec3({x}, {y}, {z}),
    noise: {noise},
}});
"
    )
}

/// A slice, four numbers to a line.
fn list<T: Copy>(numbers: &[T], literal: impl Fn(T) -> String) -> String {
    let line = |four: &[T]| {
        let literals: Vec<_> = four.iter().map(|&number| literal(number)).collect();
        format!("\n        {},", literals.join(", "))
    };
    let lines: String = numbers.chunks(4).map(line).collect();
    if lines.is_empty() { "&[]".into() } else { format!("&[{lines}\n    ]") }
}
