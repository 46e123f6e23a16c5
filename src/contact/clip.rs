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

/// A corner of an outline: its place, the spots where it lies on the side that is clipped and on the polygon that
/// clips, and the line of the edge after it.
#[derive(Clone, Copy, Debug)]
pub struct Vertex<V: Vector> {
    pub flat: Flat<V>,
    pub spots: (Spot, Spot),
    pub next: EdgeSource,
}

/// A convex outline: first that of the side, then what is left of it.
pub type ClippedOutline<V> = List<Vertex<V>, MAX_MEETINGS>;

/// Writes to `clipped` the part of `outline` on the inner side of an edge of the polygon `by`. Corners that are outside
/// by no more than rounding stay. If all stay, `clipped` is not touched, and the function returns false.
#[inline(never)]
pub fn clip_by_edge<V: Vector>(
    view: &View<V>,
    outline: &ClippedOutline<V>,
    by: &Side<V>,
    edge: u8,
    clipped: &mut ClippedOutline<V>,
) -> bool {
    let (from, to) = (by.flat(edge), by.flat(by.after(edge)));
    let edge_vector = to - from;
    let slack = view.resolution.times(edge_vector.length());
    let inward = |vertex: &Vertex<V>| {
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
            let _ = clipped.push(*vertex);
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
            let _ = clipped.push(Vertex { flat, spots, next });
        }
        (vertex, here) = (next, there);
    }
    true
}

/// The corner in which two edges of a polygon meet, if they do.
fn corner_between<V: Vector>(polygon: &Side<V>, one: u8, other: u8) -> Option<u8> {
    if polygon.after(one) == other { Some(other) } else { (polygon.after(other) == one).then_some(one) }
}
