//! A polyhedron as a constant of Rust.

use crate::body::shape::polyhedron::Polyhedron;
use crate::body::shape::polyhedron::parts::PolyhedronParts;
use crate::number::lanes::LANES;
use crate::number::scalar::Scalar;
use core::fmt::{self, Display};

impl<'p, S: Scalar> Polyhedron<'p, S> {
    /// The data as Rust source: a `static` of the given name with the same data to the last bit. It refers to types
    /// through `gjk::`, and to fixed-point types through `fixed::`.
    ///
    /// ```
    /// use gjk::{PolyhedronBuilder, vec3};
    ///
    /// let mut builder = PolyhedronBuilder::<f32, 3, 3>::new();
    /// let hull = builder.build(&[vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.5, 0.0)])?;
    /// let source = hull.source("BLADE").to_string();
    /// assert!(source.starts_with("pub static BLADE: gjk::Polyhedron<'static, f32> = gjk::Polyhedron::from_parts("));
    /// # Ok::<(), gjk::Error>(())
    /// ```
    #[must_use]
    pub fn source<'s>(&'s self, name: &'s str) -> impl Display + 's {
        Source { parts: &self.parts, name }
    }
}

/// Prints the data of a polyhedron as Rust source.
struct Source<'s, S> {
    parts: &'s PolyhedronParts<'s, S>,
    name: &'s str,
}

/// A number as Rust source.
struct Literal<S>(Option<S>);

impl<S: Scalar> Display for Literal<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        S::write_source(self.0, f)
    }
}

/// Numbers separated by commas, eight to a line.
fn write_list<T: Display>(f: &mut fmt::Formatter<'_>, name: &str, numbers: impl Iterator<Item = T>) -> fmt::Result {
    write!(f, "    {name}: &[")?;
    let mut end = "],\n";
    for (place, number) in numbers.enumerate() {
        f.write_str(if place % LANES == 0 { "\n        " } else { " " })?;
        write!(f, "{number},")?;
        end = "\n    ],\n";
    }
    f.write_str(end)
}

impl<S: Scalar> Display for Source<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PolyhedronParts { vertices, ends, neighbors, starts, cells, center, noise } = *self.parts;
        let (name, scalar) = (self.name, Literal::<S>(None));
        let head = "gjk::Polyhedron::from_parts(gjk::PolyhedronParts";
        writeln!(f, "pub static {name}: gjk::Polyhedron<'static, {scalar}> = {head} {{")?;
        write_list(f, "vertices", vertices.iter().map(|&number| Literal(Some(number))))?;
        write_list(f, "ends", ends.iter())?;
        write_list(f, "neighbors", neighbors.iter())?;
        writeln!(f, "    starts: {starts:?},")?;
        write_list(f, "cells", cells.iter())?;
        let [x, y, z] = center.to_array().map(|coordinate| Literal(Some(coordinate)));
        writeln!(f, "    center: gjk::vec3({x}, {y}, {z}),")?;
        writeln!(f, "    noise: {},", Literal(Some(noise)))?;
        writeln!(f, "}});")
    }
}
