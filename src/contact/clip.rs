//! Clipping the outline of one side by an edge of the other (Sutherland, Hodgman 1974). `patch.rs` does that with every
//! edge.

use crate::body::feature::MAX_CORNERS;
use crate::contact::side::{Flat, Side, Spot, View, share};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector as AreaOf, Vec2, Vector};
use heapless::Vec as List;

/// The largest number of corners of a patch: convex polygons of m and n corners have a patch of at most m + n.
pub const MAX_MEETINGS: usize = 2 * MAX_CORNERS;

/// The line that an edge of an outline lies on.
#[derive(Clone, Copy, Debug)]
pub enum EdgeSource {
    /// The line of an edge of the side that is clipped, by the edge's number.
    OfSide(u8),
    /// The line of an edge of the polygon that clips, by the edge's number.
    OfPolygon(u8),
}

/// A corner of an outline: its place across the normal, and the spots where it lies on both sides. While an outline is
/// clipped, these are the side that is clipped and the polygon that clips; in the patch they are A and B.
///
/// One type serves for outlines and patches, so that a patch can lend its memory to the clipping.
#[derive(Clone, Copy, Debug)]
pub struct Corner<V: Vector> {
    pub flat: Flat<V>,
    pub spots: (Spot, Spot),
    /// The line of the edge after the corner, while the outline is clipped.
    pub next: EdgeSource,
    /// In a patch, have the witness points of the query taken the place of this corner?
    pub is_witness: bool,
    /// In a patch, the depth of the cores, once it is measured.
    pub depth: V::Scalar,
}

impl<V: Vector> Corner<V> {
    /// A corner whose depth is not known.
    pub fn new(flat: Flat<V>, spots: (Spot, Spot), next: EdgeSource) -> Self {
        Self { flat, spots, next, is_witness: false, depth: V::Scalar::NIL }
    }
}

/// A convex outline: first that of the side, then what is left of it, in the end the patch.
pub type Outline<V> = List<Corner<V>, MAX_MEETINGS>;

/// Writes to `clipped` the part of `outline` on the inner side of an edge of the polygon `by`. Corners that are outside
/// by no more than rounding stay. If all stay, `clipped` is not touched, and the function returns false.
#[inline(never)]
pub fn clip_by_edge<V: Vector>(
    view: &View<V>,
    outline: &Outline<V>,
    by: &Side<V>,
    edge: u8,
    clipped: &mut Outline<V>,
) -> bool {
    let (from, to) = (by.flat(edge), by.flat(by.after(edge)));
    let edge_vector = to - from;
    let slack = view.resolution.times(edge_vector.length());
    let inward = |vertex: &Corner<V>| {
        let area = edge_vector.perp_dot(vertex.flat - from);
        if by.is_clockwise { -area } else { area }
    };
    let Some(first) = outline.first().filter(|_| outline.iter().any(|vertex| inward(vertex) < -slack)) else {
        return false;
    };
    clipped.clear();
    let at_first = inward(first);
    let (mut vertex, mut here) = (first, at_first);
    for i in 1..=outline.len() {
        let (next, there) = outline.get(i).map_or((first, at_first), |next| (next, inward(next)));
        let (is_inside, is_next) = (here >= -slack, there >= -slack);
        if is_inside {
            // Component by component: a copy of the whole would link the copying of any number of bytes.
            let _ = clipped.push(Corner::new(vertex.flat, vertex.spots, vertex.next));
        }
        if is_inside != is_next {
            let (from, height, to, outer) =
                if is_inside { (vertex.flat, here, next.flat, there) } else { (next.flat, there, vertex.flat, here) };
            let height = height.max(AreaOf::<V>::ZERO);
            let flat = Vec2::blend(from, [to - from], [share::<V>(height, height - outer)]);
            let (flat, spots) = match vertex.next {
                EdgeSource::OfSide(i) => (flat, (Spot::Edge(i), Spot::Edge(edge))),
                EdgeSource::OfPolygon(other) => match corner_between(by, other, edge) {
                    Some(i) => (by.flat(i), (Spot::Inside, Spot::Corner(i))),
                    // Any spots will do: another edge removes this vertex.
                    None => (flat, (Spot::Inside, Spot::Edge(edge))),
                },
            };
            let next = if is_inside { EdgeSource::OfPolygon(edge) } else { vertex.next };
            let _ = clipped.push(Corner::new(flat, spots, next));
        }
        (vertex, here) = (next, there);
    }
    true
}

/// The corner in which two edges of a polygon meet, if they do.
fn corner_between<V: Vector>(polygon: &Side<V>, one: u8, other: u8) -> Option<u8> {
    if polygon.after(one) == other { Some(other) } else { (polygon.after(other) == one).then_some(one) }
}
