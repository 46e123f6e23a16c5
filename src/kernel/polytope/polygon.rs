//! The polytope in the plane: a bag of edges.
//!
//! A support point of the nearest edge is mostly seen by that edge alone. But a start from known points may have
//! vertices that lie inside the CSO, and later ones swallow them: the edges before and after are given up as far as
//! they see the new vertex, and one edge to it and one from it take the place of all.

use crate::kernel::polytope::{Facet, Polytope, Stop};
use crate::kernel::simplex::Simplex;
use crate::number::scalar::Scalar;
use crate::number::vector::{Vec2, Vector};

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
        polytope.push_facet(Self { from, to }, normal, p, [])
    }

    /// Gives up an edge.
    fn give_up<S: Scalar>(polytope: &mut Polytope<'_, Vec2<S>>, slot: usize) -> Result<(), Stop> {
        if let Some(distance) = polytope.distances.get_mut(slot) {
            *distance = S::MAX;
        }
        polytope.free.push(slot as u16).map_err(|_| Stop::Full)
    }

    /// Gives up the edges that see a point, one after the other, from the one that meets an end of an edge given up.
    /// Answers where that ends.
    fn give_up_along<S: Scalar>(
        polytope: &mut Polytope<'_, Vec2<S>>,
        mut end: u16,
        w: Vec2<S>,
        ends: impl Fn(&Self) -> (u16, u16),
    ) -> Result<u16, Stop> {
        // Each round gives up an edge.
        for _ in 0..polytope.facets.len() {
            let slots = 0..polytope.facets.len();
            let meets = |slot: &usize| polytope.facets.get(*slot).is_some_and(|edge| ends(&edge.links).0 == end);
            let next = slots.filter(|&slot| polytope.is_live(slot)).find(meets);
            let Some(next) = next.filter(|&slot| polytope.is_visible(slot, w)) else { break };
            end = polytope.facets.get(next).map_or(end, |edge| ends(&edge.links).1);
            Self::give_up(polytope, next)?;
        }
        Ok(end)
    }
}

/// The numbers of the vertices of an edge, the second twice.
pub fn corners(&Edges { from, to }: &Edges) -> [usize; 3] {
    [from.into(), to.into(), to.into()]
}

/// Both sides of an edge.
pub fn start<S: Scalar>(polytope: &mut Polytope<'_, Vec2<S>>) -> Result<(), Stop> {
    Edges::push(polytope, 0, 1)?;
    Edges::push(polytope, 1, 0)
}

/// A triangle is a few edges: nothing is gained by making them at once.
pub fn enclose<S: Scalar>(_: &mut Polytope<'_, Vec2<S>>, _: &Simplex<Vec2<S>>) -> Result<bool, Stop> {
    Ok(false)
}

/// The edges that see the newest vertex give way to one to it and one from it.
pub fn insert<S: Scalar>(polytope: &mut Polytope<'_, Vec2<S>>, seed: usize) -> Result<(), Stop> {
    let newest = u16::try_from(polytope.vertices.len().saturating_sub(1)).map_err(|_| Stop::Full)?;
    let Some(&Facet { links: Edges { from, to }, .. }) = polytope.facets.get(seed) else { return Err(Stop::Broken) };
    let w = polytope.point(newest.into());
    // Two edges come for one, or for more.
    if polytope.free.is_empty() && polytope.facets.len() == polytope.facets.capacity() {
        return Err(Stop::Full);
    }
    Edges::give_up(polytope, seed)?;
    let from = Edges::give_up_along(polytope, from, w, |edge| (edge.to, edge.from))?;
    let to = Edges::give_up_along(polytope, to, w, |edge| (edge.from, edge.to))?;
    Edges::push(polytope, from, newest)?;
    Edges::push(polytope, newest, to)
}
