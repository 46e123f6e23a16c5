//! A body's feature as the other body sees it: in A's frame, across and along the normal.

use crate::body::feature::{Feature, FeatureId, Heights, MAX_CORNERS};
use crate::number::rounding::steps;
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector as AreaOf, UnitOfVector as UnitOf, Vec2, Vector, vec2};
use heapless::Vec as List;

/// A polygon counts as a segment if its area is at most this many times its length times [`View::resolution`].
const THIN_STEPS: u32 = 4;

/// A point as it is seen along the normal: its two coordinates across the normal.
pub type Flat<V> = Vec2<<V as Vector>::Scalar>;

/// The frame in which two features are seen: the normal and two directions at right angles to it.
pub struct View<V: Vector> {
    /// Along the normal, of any length.
    pub axis: V,
    pub along: Heights<V>,
    pub across: [Heights<V>; 2],
    /// Lengths up to this may be zero except for rounding.
    pub resolution: V::Scalar,
}

impl<V: Vector> View<V> {
    /// The frame before it is computed: only the normal.
    pub fn along(axis: V) -> Self {
        let along = || Heights { direction: axis };
        Self { axis, along: along(), across: [along(), along()], resolution: V::Scalar::NIL }
    }

    /// The frame of a normal; lengths up to `resolution` may be zero except for rounding.
    pub fn new(axis: V, resolution: V::Scalar) -> Self {
        // The coordinate axis along which the normal has its smallest component.
        let (mut start, mut least) = (V::first_axis(), V::Scalar::MAX);
        for (&candidate, &along) in V::AXES.as_ref().iter().zip(axis.component_abs().by_axis().as_ref()) {
            if along < least {
                (start, least) = (candidate, along);
            }
        }
        let first = V::edge_axis(start.direction(), axis);
        // In the plane it is zero.
        let second = V::triangle_axis(V::ZERO, axis, first);
        Self { axis, along: Heights::new(axis), across: [first, second].map(Heights::new), resolution }
    }

    /// The coordinates of a point across the normal.
    pub fn flat(&self, point: V) -> Flat<V> {
        let [s, t] = &self.across;
        vec2(s.of(point), t.of(point))
    }

    /// May two points be equal except for rounding?
    pub fn is_same(&self, p: Flat<V>, q: Flat<V>) -> bool {
        (p - q).is_within(self.resolution)
    }
}

/// A point of a side: a corner plus shares of the displacements from it to two others. A coordinate that is equal in
/// all three stays exactly that.
#[derive(Clone, Copy, Debug)]
pub struct Mix<V: Vector> {
    pub corners: [u8; 3],
    pub shares: [UnitOf<V>; 2],
}

impl<V: Vector> Mix<V> {
    /// The point at a corner.
    pub fn of_corner(i: u8) -> Self {
        Self { corners: [i; 3], shares: [UnitOf::<V>::NIL; 2] }
    }
}

/// A corner of a feature of a core.
#[derive(Clone, Copy, Debug)]
pub struct SideCorner<V: Vector> {
    /// The number of the corner among the vertices of its body.
    pub number: u32,
    /// The corner in A's frame, scaled, without the margin.
    pub point: V,
    /// The coordinates across the normal.
    pub flat: Flat<V>,
}

/// The part of a body's feature that faces the other body: a point, a segment, or a convex polygon with an area.
pub struct Side<V: Vector> {
    pub corners: List<SideCorner<V>, MAX_CORNERS>,
    /// The number of the feature among the facets of its body.
    pub number: u32,
    /// Do the corners go clockwise about the normal?
    pub is_clockwise: bool,
}

impl<V: Vector> Side<V> {
    /// A side without corners.
    pub fn new() -> Self {
        Self { corners: List::new(), number: 0, is_clockwise: false }
    }

    /// Takes a feature as it is seen along the normal; `placed` puts its corners into A's frame.
    pub fn take(&mut self, view: &View<V>, feature: &Feature<V>, placed: impl Fn(V) -> V) {
        self.number = feature.number();
        for (number, point) in feature.corners() {
            let point = placed(point);
            let _ = self.corners.push(SideCorner { number, point, flat: view.flat(point) });
        }
        self.merge(view);
        self.settle(view);
    }

    /// Removes each corner that coincides with the corner before it, and all except one if they all coincide.
    fn merge(&mut self, view: &View<V>) {
        let first = self.flat(0);
        let mut before = self.flat(self.count().saturating_sub(1));
        let is_point = self.corners.iter().all(|corner| view.is_same(first, corner.flat));
        if is_point {
            self.corners.truncate(1);
            return;
        }
        self.corners.retain(|corner| {
            let is_new = !view.is_same(before, corner.flat);
            if is_new {
                before = corner.flat;
            }
            is_new
        });
    }

    /// Finds the orientation of a polygon. A polygon whose area may be zero except for rounding becomes the segment
    /// between its two corners that are farthest apart.
    fn settle(&mut self, view: &View<V>) {
        if self.count() < 3 {
            return;
        }
        let area = area(self.corners.iter().map(|corner| corner.flat));
        let thin = |span: AreaOf<V>| steps(THIN_STEPS, view.resolution).times(span.sqrt());
        self.is_clockwise = area < AreaOf::<V>::ZERO;
        // No two corners are farther apart than twice the largest distance from the first: often this bound
        // decides.
        let first = self.flat(0);
        let away = |corner: &SideCorner<V>| (corner.flat - first).length_squared();
        let farthest = thin(self.corners.iter().map(away).fold(AreaOf::<V>::ZERO, Area::max));
        if area.max(-area) > farthest + farthest {
            return;
        }
        let (mut ends, mut span) = ([0, 0], AreaOf::<V>::ZERO);
        for (i, p) in self.corners.iter().enumerate() {
            for (j, q) in self.corners.iter().enumerate().skip(i + 1) {
                let square = (q.flat - p.flat).length_squared();
                if square > span {
                    (ends, span) = ([i, j], square);
                }
            }
        }
        let thin = thin(span);
        self.is_clockwise = area < -thin;
        if area <= thin && !self.is_clockwise {
            keep(&mut self.corners, &ends);
        }
    }

    /// Does at most one point of the body face the other?
    pub fn is_point(&self) -> bool {
        self.corners.len() <= 1
    }

    /// The name of the vertex, edge or facet of the body that a spot lies on.
    pub fn id_of(&self, spot: Spot) -> FeatureId {
        let number = |i| self.corner(i).map_or(0, |corner| corner.number);
        match spot {
            Spot::Corner(i) => FeatureId::Vertex(number(i)),
            Spot::Edge(i) => FeatureId::of_edge(number(i), number(self.after(i))),
            Spot::Inside => FeatureId::Facet(self.number),
        }
    }

    pub fn corner(&self, i: u8) -> Option<&SideCorner<V>> {
        self.corners.get(usize::from(i))
    }

    pub fn flat(&self, i: u8) -> Flat<V> {
        self.corner(i).map_or(Vec2::ZERO, |corner| corner.flat)
    }

    pub fn count(&self) -> u8 {
        self.corners.len() as u8
    }

    /// The corner after another, cyclically.
    pub fn after(&self, i: u8) -> u8 {
        if i + 1 < self.count() { i + 1 } else { 0 }
    }

    /// The point of the side on a spot, nearest to the point `flat` across the normal.
    pub fn at(&self, spot: Spot, flat: Flat<V>) -> Mix<V> {
        match spot {
            Spot::Corner(i) => Mix::of_corner(i),
            Spot::Edge(i) => {
                let (from, to) = (self.flat(i), self.flat(self.after(i)));
                let edge = to - from;
                let share = share::<V>((flat - from).dot(edge), edge.dot(edge));
                Mix { corners: [i, self.after(i), i], shares: [share, UnitOf::<V>::NIL] }
            }
            Spot::Inside => self.inside(flat),
        }
    }

    /// The point of a polygon seen at `flat`, in barycentric coordinates of the triangle of its fan that contains
    /// `flat` best.
    fn inside(&self, flat: Flat<V>) -> Mix<V> {
        let (apex, nil) = (self.flat(0), AreaOf::<V>::ZERO);
        let signed = |from: Flat<V>, to: Flat<V>| {
            let area = (from - flat).perp_dot(to - flat);
            if self.is_clockwise { -area } else { area }
        };
        let (mut best, mut least) = (None, -AreaOf::<V>::MAX);
        for i in 1..self.count().saturating_sub(1) {
            let (p, q) = (self.flat(i), self.flat(i + 1));
            let areas = [signed(p, q), signed(q, apex), signed(apex, p)];
            let smallest = areas.into_iter().fold(AreaOf::<V>::MAX, Area::min);
            let [at_apex, at_p, at_q] = areas.map(|area| area.max(nil));
            let whole = at_apex + at_p + at_q;
            if whole > nil && smallest > least {
                (best, least) = (Some((i, [at_p, at_q], whole)), smallest);
            }
            if smallest > nil {
                break;
            }
        }
        best.map_or(Mix::of_corner(0), |(i, areas, whole)| Mix {
            corners: [0, i, i + 1],
            shares: areas.map(|area| share::<V>(area, whole)),
        })
    }

    /// The coordinate of a point of the side along the normal.
    pub fn height(&self, view: &View<V>, mix: &Mix<V>) -> V::Scalar {
        let height = |i| self.corner(i).map_or(V::Scalar::NIL, |corner| view.along.of(corner.point));
        let [start, one, other] = mix.corners;
        if start == one {
            return height(start);
        }
        let at_start = height(start);
        let rest = |corner| if corner == start { V::Scalar::NIL } else { height(corner) - at_start };
        V::Scalar::blend(at_start, [rest(one), rest(other)], mix.shares)
    }

    /// A point of the side in A's frame.
    pub fn point(&self, mix: &Mix<V>) -> V {
        let [start, one, other] = mix.corners.map(|i| self.corner(i).map_or(V::ZERO, |corner| corner.point));
        start.blend([one - start, other - start], mix.shares)
    }
}

/// A place on a side: a corner, the edge from a corner to the next, or anywhere inside.
#[derive(Clone, Copy, Debug)]
pub enum Spot {
    Corner(u8),
    Edge(u8),
    Inside,
}

/// The fraction `part / whole`, clamped to [0, 1].
pub fn share<V: Vector>(part: AreaOf<V>, whole: AreaOf<V>) -> UnitOf<V> {
    if part <= AreaOf::<V>::ZERO {
        UnitOf::<V>::NIL
    } else if part >= whole {
        UnitOf::<V>::ONE
    } else {
        part.fraction(whole)
    }
}

/// Keeps the items at the given indices.
pub fn keep<T, const N: usize>(items: &mut List<T, N>, kept: &[usize]) {
    let mut number = 0;
    items.retain(|_| {
        number += 1;
        kept.contains(&(number - 1))
    });
}

/// The area of a polygon, negative if it goes clockwise.
pub fn area<S: Scalar>(corners: impl Iterator<Item = Vec2<S>> + Clone) -> S::Area {
    let first = corners.clone().next().unwrap_or(Vec2::ZERO);
    let half = |x: S| x.scaled(S::halved(1));
    let from_first = corners.map(|corner| corner - first);
    from_first
        .clone()
        .zip(from_first.skip(1))
        .fold(S::Area::ZERO, |sum, (p, q)| sum + vec2(half(p.x), half(p.y)).perp_dot(q))
}
