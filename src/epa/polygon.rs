//! The polytope in the plane: a bag of edges.
//!
//! Every vertex is a support point and lies on the outline of the CSO, so only the nearest edge sees its own support
//! point: the edge is replaced by one to the new vertex, and one from it is added.

use super::star::{self, Probe};
use super::{Facets, Polytope, Stop};
use crate::scalar::{Area, Scalar};
use crate::vector::{Vec2, Vector};

/// An edge, with the outside on its right.
#[derive(Clone, Copy, Debug)]
pub struct Edges {
    from: u16,
    to: u16,
}

impl Edges {
    /// Adds an edge between two vertices.
    fn push<S: Scalar>(polytope: &mut Polytope<'_, Vec2<S>>, from: u16, to: u16) -> Result<(), Stop> {
        let (p, q) = (polytope.point(from.into()), polytope.point(to.into()));
        let normal = (p - q).perp().direction();
        polytope.push_facet(Self { from, to }, normal, p, []).map(|_| ())
    }
}

impl<S: Scalar> Facets<Vec2<S>> for Edges {
    const BASE: usize = 2;
    type Corners = [usize; 2];

    fn corners(&self) -> [usize; 2] {
        [self.from.into(), self.to.into()]
    }

    type Candidates = [Vec2<S>; 3];

    fn around(ab: Vec2<S>) -> [Vec2<S>; 2] {
        [ab.perp(), ab]
    }

    fn tangents(normal: Vec2<S>) -> [Vec2<S>; 3] {
        [normal.perp(), -normal.perp(), Vec2::ZERO]
    }

    /// Smooth, flat and corner. Along the tangent t the origin divides the eroded points e₁ e₂ by t·e₂ : −t·e₁.
    fn candidates(at: &Probe<Vec2<S>>, star: &[Probe<Vec2<S>>; 3]) -> [Vec2<S>; 3] {
        let [one, other, _] = star;
        let tangent = at.normal.perp();
        let [x_one, x_other] = [one, other].map(|arm| tangent.dot(arm.eroded(at.height)));
        let normals = [one.normal, other.normal, Vec2::ZERO];
        let smooth = star::combined(normals, [x_other, -x_one, S::Area::ZERO]);
        let flat = (one.point.w - other.point.w).perp();
        let flat = if flat.dot(at.normal) < S::Area::ZERO { -flat } else { flat };
        [smooth, flat, at.descent()]
    }

    fn start(polytope: &mut Polytope<'_, Vec2<S>>) -> Result<(), Stop> {
        Self::push(polytope, 0, 1)?;
        Self::push(polytope, 1, 0)
    }

    fn insert(polytope: &mut Polytope<'_, Vec2<S>>, seed: usize) -> Result<(), Stop> {
        let newest = u16::try_from(polytope.vertices.len().saturating_sub(1)).map_err(|_| Stop::Full)?;
        let Some(&Self { from, to }) = polytope.links.get(seed) else { return Err(Stop::Broken) };
        polytope.free.push(seed as u16).map_err(|_| Stop::Full)?;
        Self::push(polytope, from, newest)?;
        Self::push(polytope, newest, to)
    }
}
