//! From the points of a mesh to a convex body. Only this file depends on the kind of hull.

use crate::real::Real;
use gjk::{Error, Polyhedron, PolyhedronBuilder, PolyhedronParts, Vec3};
use std::sync::PoisonError;

/// The points that are built into a hull at a time, and the vertices of a hull: the most that a builder can number.
const POINTS: usize = 65_535;
const VERTICES: usize = 10_924;

/// The memory in which hulls are built, one after the other.
pub type Builder<S> = PolyhedronBuilder<S, POINTS, VERTICES>;

/// The numbers of a hull, from which a [`Polyhedron`] borrows.
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

/// The hull of a mesh, or the error of building it.
#[derive(Clone, Debug)]
pub struct HullData<S: Real>(Result<Arrays<S>, Error>);

impl<S: Real> HullData<S> {
    pub fn new(points: &[[f64; 3]]) -> Self {
        // Adding zero turns −0 into 0.
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
    // A vertex of the hull of all points is a vertex of the hull of its chunk.
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
