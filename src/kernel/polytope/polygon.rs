//! The polytope in the plane: a set of edges in no order.
//!
//! Usually a support point sees no edge except the nearest, which it was sought for. But a start from known points may
//! have vertices inside the CSO, and later ones may see several edges: then the edges before and after the nearest are
//! removed as far as the new vertex sees them. `polyhedron.rs` is the counterpart in space.

use crate::kernel::polytope::{Facet, Polytope, Stop, plane_at};
use crate::kernel::simplex::Simplex;
use crate::number::scalar::Scalar;
use crate::number::vector::{Vec2, Vector};

/// An edge by its vertices, with the outside on the right of the way from `from` to `to`.
#[derive(Clone, Copy, Debug)]
pub struct Edges {
    from: u16,
    to: u16,
}

impl Edges {
    /// Adds an edge between two vertices, in a free slot or at the end.
    fn push<S: Scalar>(polytope: &mut Polytope<'_, Vec2<S>>, from: u16, to: u16) -> Result<(), Stop> {
        let (p, q) = (polytope.point(from.into()), polytope.point(to.into()));
        let normal = (p - q).perp().direction();
        let length = normal.length();
        let (plane, distance) = plane_at(normal, p, length, length.times(polytope.resolution(1)));
        let links = Self { from, to };
        let Some(slot) = polytope.free.pop() else { return polytope.add_slot(Facet { plane, links }, distance) };
        if let Some(facet) = polytope.facets.get_mut(usize::from(slot)) {
            facet.links = links;
        }
        polytope.set_plane(slot.into(), &plane, distance);
        Ok(())
    }

    /// Removes an edge and frees its slot.
    fn give_up<S: Scalar>(polytope: &mut Polytope<'_, Vec2<S>>, slot: usize) -> Result<(), Stop> {
        if let Some(distance) = polytope.distances.get_mut(slot) {
            *distance = S::MAX;
        }
        polytope.free.push(slot as u16).map_err(|_| Stop::Full)
    }

    /// Removes edges that w sees, one after the other from the edge that meets the vertex `end`, up to the first that w
    /// does not see, and returns the vertex reached. `ends` gives the vertices at which this walk enters and leaves an
    /// edge.
    fn give_up_along<S: Scalar>(
        polytope: &mut Polytope<'_, Vec2<S>>,
        mut end: u16,
        w: Vec2<S>,
        ends: impl Fn(&Self) -> (u16, u16),
    ) -> Result<u16, Stop> {
        // Each round removes an edge.
        for _ in 0..polytope.facets.len() {
            let meets = |slot: &usize| polytope.facets.get(*slot).is_some_and(|edge| ends(&edge.links).0 == end);
            let next = (0..polytope.facets.len()).find(|slot| polytope.is_live(*slot) && meets(slot));
            let Some(next) = next.filter(|&slot| polytope.is_visible(slot, w)) else { break };
            end = polytope.facets.get(next).map_or(end, |edge| ends(&edge.links).1);
            Self::give_up(polytope, next)?;
        }
        Ok(end)
    }
}

/// The vertex numbers of an edge, the second one twice.
pub fn corners(&Edges { from, to }: &Edges) -> [usize; 3] {
    [from.into(), to.into(), to.into()]
}

pub fn start<S: Scalar>(polytope: &mut Polytope<'_, Vec2<S>>) -> Result<(), Stop> {
    Edges::push(polytope, 0, 1)?;
    Edges::push(polytope, 1, 0)
}

/// Adds nothing: a triangle has only a few edges, and nothing is gained by adding them at once.
pub fn enclose<S: Scalar>(_: &mut Polytope<'_, Vec2<S>>, _: &Simplex<Vec2<S>>) -> Result<bool, Stop> {
    Ok(false)
}

/// Edges have corners in common only.
pub fn flip<S: Scalar>(_: &mut Polytope<'_, Vec2<S>>, _: usize) -> bool {
    false
}

/// Replaces the edges that the newest vertex sees by an edge to it and one from it.
pub fn insert<S: Scalar>(polytope: &mut Polytope<'_, Vec2<S>>, seed: usize) -> Result<(), Stop> {
    let newest = u16::try_from(polytope.vertices.len().saturating_sub(1)).map_err(|_| Stop::Full)?;
    let Some(&Facet { links: Edges { from, to }, .. }) = polytope.facets.get(seed) else { return Err(Stop::Broken) };
    let w = polytope.point(newest.into());
    // Two edges replace one or more: one slot beyond those of the removed edges is enough.
    if polytope.free.is_empty() && polytope.facets.len() == polytope.facets.capacity() {
        return Err(Stop::Full);
    }
    Edges::give_up(polytope, seed)?;
    let from = Edges::give_up_along(polytope, from, w, |edge| (edge.to, edge.from))?;
    let to = Edges::give_up_along(polytope, to, w, |edge| (edge.from, edge.to))?;
    Edges::push(polytope, from, newest)?;
    Edges::push(polytope, newest, to)
}

/// Does nothing: in the plane a few dozen vertices are enough for every pair of curved bodies.
pub fn make_room<S: Scalar>(_: &mut Polytope<'_, Vec2<S>>, _: S, _: S) {}
