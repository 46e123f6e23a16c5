//! Where a moving polygon enters another, without a search.
//!
//! The Minkowski difference of two polygons is a polygon whose edges are those of both. B passes A by if their
//! projections across the direction of motion v do not overlap. Otherwise, of the edges that it comes nearer to, it
//! enters through the one that it comes to last (Cyrus, Beck 1978, for a line and one polygon): to an edge through p
//! with the outward normal n it comes at the time n·(q − p)/(−n·v), with q the corner of the other that reaches
//! farthest in.
//!
//! All this only chooses a plane; support points tell what it proves.

use crate::body::support::Support;
use crate::number::lanes::LANES;
use crate::number::scalar::{Area as _, Scalar};
use crate::number::vector::{AreaOfVector, ScalarOfVector, Vector, along, as_direction};
use crate::pair::place::Placement;
use crate::shortcut::polygons::{CornerList, first_of_most, is_workable, outward_of};
use crate::shortcut::tuning::FEW_CORNERS;

/// A plane of the difference that B comes to, or that keeps it out.
pub struct EntryEdge<V> {
    /// The outward normal of A, as a direction.
    pub normal: V,
    /// The edge in the plane, in A's frame; `None` for a plane along the motion.
    pub edge: Option<EntrySide<V>>,
}

/// An edge of a polygon.
pub struct EntrySide<V> {
    /// Is it an edge of A, or of B?
    pub is_of_a: bool,
    /// Where it begins and ends.
    pub ends: [V; 2],
}

/// Are both bodies polygons in the plane of so few corners that no search is faster? False in fixed point, where a
/// search is. A constant for most pairs of types.
#[inline]
pub fn are_small<A, B>(a: &A, b: &B) -> bool
where
    A: Support + ?Sized,
    B: Support<Vector = A::Vector> + ?Sized,
{
    let has_few = |second: Option<A::Vector>, most: Option<A::Vector>| second.is_some() && most.is_none();
    A::Vector::DIM == 2
        && ScalarOfVector::<A::Vector>::IS_FLOAT
        && has_few(a.corner(1), a.corner(FEW_CORNERS))
        && has_few(b.corner(1), b.corner(FEW_CORNERS))
}

/// The plane through which B enters, or one that keeps it out; `None` if it is inside from the start, or where numbers
/// may leave their range.
#[inline(never)]
pub fn entry_edge<A, B, V, P>(a: &A, b: &B, placement: &P, direction: V::UnitVector) -> Option<EntryEdge<V>>
where
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    V: Vector,
    P: Placement<V>,
{
    let (mut outline_a, mut outline_b) = (CornerList::new(), CornerList::new());
    let size = outline_a.draw(a, |corner| corner)?.max(outline_b.draw(b, |corner| placement.to_a(corner))?);
    if !is_workable(size.max(placement.extent(V::ZERO))) {
        return None;
    }
    let ray = as_direction::<V>(direction);
    let [across, _] = ray.around();
    let is_beside = |normal: V| Some(outline_a.reach(normal)? + outline_b.reach(-normal)? < AreaOfVector::<V>::ZERO);
    for normal in [across, -across] {
        if is_beside(normal)? {
            return Some(EntryEdge { normal, edge: None });
        }
    }
    let nil = V::Scalar::NIL;
    let of_a = outline_a.last_edge_met(outline_b.own()?, -direction, nil);
    let time = of_a.map_or(nil, |(_, time)| time);
    let of_b = outline_b.last_edge_met(outline_a.own()?, direction, time);
    let is_of_a = of_b.is_none();
    let (from, to) = if is_of_a { outline_a.edge(of_a?.0)? } else { outline_b.edge(of_b?.0)? };
    let outward = outward_of(from, to).direction();
    let normal = if is_of_a { outward } else { -outward };
    Some(EntryEdge { normal, edge: Some(EntrySide { is_of_a, ends: [from, to] }) })
}

impl<V: Vector> CornerList<V> {
    /// The number of the edge that the polygon with the given corners comes to last, of the edges that face along
    /// `direction`, and how far that is along `direction`, if it is more than `least`.
    #[inline(never)]
    fn last_edge_met(&self, corners: &[V], direction: V::UnitVector, least: V::Scalar) -> Option<(usize, V::Scalar)> {
        let (_, others) = self.corners.split_first()?;
        let ((froms, _), (tos, _)) = (self.corners.as_chunks::<LANES>(), others.as_chunks::<LANES>());
        let (mut best, mut found) = (least, None);
        for (block, (from, to)) in froms.iter().zip(tos).enumerate() {
            let mut normals = [V::ZERO; LANES];
            let mut heights = [AreaOfVector::<V>::MAX; LANES];
            for lane in 0..LANES {
                normals[lane] = outward_of(from[lane], to[lane]);
            }
            for &corner in corners {
                for lane in 0..LANES {
                    heights[lane] = normals[lane].dot(corner - from[lane]).min(heights[lane]);
                }
            }
            let mut aheads = [-V::Scalar::MAX; LANES];
            for lane in 0..LANES {
                let pace = along(direction, normals[lane]);
                let ahead = heights[lane].per(pace);
                aheads[lane] = if pace > V::Scalar::NIL { ahead } else { -V::Scalar::MAX };
            }
            let (lane, most) = first_of_most(aheads);
            if most > best {
                (best, found) = (most, Some(LANES * block + lane));
            }
        }
        Some((found?, best))
    }
}
