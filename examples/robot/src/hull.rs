//! How the points of a mesh become a convex body. All that depends on the kind of hull is here.

use crate::real::Real;
use gjk::{Error, Polyhedron, PolyhedronBuilder, PolyhedronParts, Vec3};
use std::sync::PoisonError;

/// Points that are looked at together, and vertices of a hull: as many as a builder can number.
const POINTS: usize = 65_535;
const VERTICES: usize = 10_924;

/// The memory that hulls are built in, one after the other.
pub type Builder<S> = PolyhedronBuilder<S, POINTS, VERTICES>;

/// What a hull borrows from.
#[derive(Clone, Debug)]
struct Arrays<S> {
    vertices: Vec<S>,
    ends: Vec<u16>,
    neighbors: Vec<u16>,
    starts: [u16; 8],
    cells: Vec<u16>,
    center: Vec3<S>,
    noise: S,
}

/// The hull of a mesh, or why it has none.
#[derive(Clone, Debug)]
pub struct HullData<S: Real>(Result<Arrays<S>, Error>);

impl<S: Real> HullData<S> {
    pub fn new(points: &[[f64; 3]]) -> Self {
        // The sum makes a plain zero of its negative.
        let real = |point: &[f64; 3]| Vec3::from_array(point.map(|x| S::from_f64(x + 0.0)));
        Self(hull(points.iter().map(real).collect()))
    }

    pub fn hull(&self) -> Result<Polyhedron<'_, S>, Error> {
        let arrays = self.0.as_ref().map_err(|&error| error)?;
        Ok(Polyhedron::from_parts(PolyhedronParts {
            vertices: &arrays.vertices,
            ends: &arrays.ends,
            neighbors: &arrays.neighbors,
            starts: arrays.starts,
            cells: &arrays.cells,
            center: arrays.center,
            noise: arrays.noise,
        }))
    }
}

fn hull<S: Real>(mut points: Vec<Vec3<S>>) -> Result<Arrays<S>, Error> {
    let mut builder = S::builder().lock().unwrap_or_else(PoisonError::into_inner);
    // A vertex of the whole is one of its part.
    while points.len() > POINTS {
        let mut fewer = Vec::new();
        for part in points.chunks(POINTS) {
            fewer.extend(builder.build(part)?.vertices());
        }
        if fewer.len() == points.len() {
            return Err(Error::TooManyPoints { needed: fewer.len() });
        }
        points = fewer;
    }
    let hull = builder.build(&points)?;
    let PolyhedronParts { vertices, ends, neighbors, starts, cells, center, noise } = *hull.parts();
    Ok(Arrays {
        vertices: vertices.into(),
        ends: ends.into(),
        neighbors: neighbors.into(),
        starts,
        cells: cells.into(),
        center,
        noise,
    })
}
