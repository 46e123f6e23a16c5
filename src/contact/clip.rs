//! Clipping the outline of one side by an edge of the other (Sutherland, Hodgman 1974). `patch.rs` does that with every
//! edge.

use crate::body::feature::MAX_CORNERS;
use crate::contact::side::{Flat, Side, Spot, View, share};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector as AreaOf, Vec2, Vector};
use core::mem::swap;
use heapless::Vec as List;

/// The largest number of corners of a patch: convex polygons of m and n corners have a patch of at most m + n.
const MAX_PATCH_CORNERS: usize = 2 * MAX_CORNERS;

/// The line that an edge of an outline lies on.
#[derive(Clone, Copy, Debug)]
pub enum EdgeSource {
    /// The line of an edge of the side that is clipped, by the edge's number.
    OfSide(u8),
    /// The line of an edge of the polygon that clips, by the edge's number.
    OfPolygon(u8),
}

/// A corner of an outline and, in the end, of the patch: its place, the spots where it lies on the side that is clipped
/// and on the polygon that clips, and the line of the edge after it. Outline and patch share their memory.
#[derive(Clone, Copy, Debug)]
pub struct Corner<V: Vector> {
    pub flat: Flat<V>,
    /// In the order of the side and the polygon; those of the patch in the order of A and B.
    pub spots: (Spot, Spot),
    pub next: EdgeSource,
    /// The depth of the cores there; zero before it is measured.
    pub depth: V::Scalar,
    /// Have the witness points of the query taken the place of this corner?
    pub is_witness: bool,
}

impl<V: Vector> Corner<V> {
    pub fn new(flat: Flat<V>, spots: (Spot, Spot), next: EdgeSource) -> Self {
        Self { flat, spots, next, depth: V::Scalar::NIL, is_witness: false }
    }
}

/// A convex outline: first that of the side, then what is left of it.
pub type Outline<V> = List<Corner<V>, MAX_PATCH_CORNERS>;

/// Cuts off the part of an outline beyond an edge of the polygon `by`. Corners that are outside by no more than
/// rounding stay.
#[inline(never)]
pub fn clip_by_edge<V: Vector>(view: &View<V>, outline: &mut Outline<V>, by: &Side<V>, edge: u8) {
    let (from, to) = (by.flat(edge), by.flat(by.after(edge)));
    let edge_vector = to - from;
    let slack = view.resolution.times(edge_vector.length());
    let inward = |corner: &Corner<V>| {
        let area = edge_vector.perp_dot(corner.flat - from);
        if by.is_clockwise { -area } else { area }
    };
    let Some(outside) = outline.iter().position(|corner| inward(corner) < -slack) else { return };
    // The rest is written over the outline. Corners before the first one outside stay where they are.
    let (count, mut kept) = (outline.len(), outside.saturating_sub(1));
    let (Some(&first), Some(&last)) = (outline.first(), outline.get(kept)) else { return };
    let (mut corner, mut here) = (last, inward(&last));
    // Corners that are still to be read have moved back by so many places.
    let mut moved = 0;
    for i in kept + 1..=count {
        let next = if i < count { outline.get(moved + i).copied().unwrap_or(first) } else { first };
        let there = inward(&next);
        let (is_inside, is_next) = (here >= -slack, there >= -slack);
        let mut keep = |corner| {
            if let Some(place) = outline.get_mut(kept).filter(|_| kept <= moved + i) {
                *place = corner;
            } else if insert(outline, kept, corner) {
                moved += 1;
            } else {
                // There is no room, which only rounding can cause.
                return;
            }
            kept += 1;
        };
        if is_inside {
            keep(corner);
        }
        if is_inside != is_next {
            let (from, height, to, outer) =
                if is_inside { (corner.flat, here, next.flat, there) } else { (next.flat, there, corner.flat, here) };
            let height = height.max(AreaOf::<V>::ZERO);
            let flat = Vec2::blend(from, [to - from], [share::<V>(height, height - outer)]);
            let (flat, spots) = match corner.next {
                EdgeSource::OfSide(i) => (flat, (Spot::Edge(i), Spot::Edge(edge))),
                EdgeSource::OfPolygon(other) => match corner_between(by, other, edge) {
                    Some(i) => (by.flat(i), (Spot::Inside, Spot::Corner(i))),
                    // Any spots will do: another edge removes this corner.
                    None => (flat, (Spot::Inside, Spot::Edge(edge))),
                },
            };
            keep(Corner::new(flat, spots, if is_inside { EdgeSource::OfPolygon(edge) } else { corner.next }));
        }
        (corner, here) = (next, there);
    }
    outline.truncate(kept);
}

/// Puts a corner before the one at an index. Returns false if there is no room. Needed where the outline leaves the
/// inner side at its end or, by rounding, twice. Corners are swapped because `insert` of the list would link `memmove`,
/// which takes 1.6 kB of flash on a Cortex-M4F.
fn insert<V: Vector>(outline: &mut Outline<V>, index: usize, corner: Corner<V>) -> bool {
    let has_room = outline.push(corner).is_ok();
    if has_room {
        for i in (index + 1..outline.len()).rev() {
            if let Some([before, after]) = outline.get_mut(i - 1..=i) {
                swap(before, after);
            }
        }
    }
    has_room
}

/// The corner in which two edges of a polygon meet, if they do.
fn corner_between<V: Vector>(polygon: &Side<V>, one: u8, other: u8) -> Option<u8> {
    if polygon.after(one) == other { Some(other) } else { (polygon.after(other) == one).then_some(one) }
}
