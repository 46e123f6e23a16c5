//! The simplex of GJK: at most four points of the CSO, and the part of them nearest to the origin.
//!
//! Symbols: a is the newest point, b c d the kept ones, ab = b − a and so on, n a normal, axis the direction from the
//! origin to the nearest point, height = axis·a, norm = axis·axis; the distance is height/√norm. Axes come from cross
//! products, each taken back to a direction by one exact power of two, so that no expression exceeds degree two, and
//! an axis is at right angles to its feature to the last bit even where the distance is a few rounding steps.
//!
//! The newest point lies beyond the plane through the previous nearest point, so the nearest feature contains it:
//! only features with a are tested (Cameron 1997; van den Bergen 1999). The reduction knows no tolerance; what rounding
//! spoils is caught by the progress rules of the driver. Only the choice of a first facet for EPA allows for noise.

use crate::kernel::difference::CsoPoint;
use crate::number::rounding::{step_at, steps};
use crate::number::scalar::{Area, Scalar, saturating_sum};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, by_dimension};
use heapless::Vec;

mod planar;
mod spatial;
#[cfg(test)]
mod tests;

/// Squared heights below this many rounding steps of a squared length are noise.
const SQUARED_NOISE_STEPS: u32 = 64;

/// A point at given weights may be this many rounding steps of the largest coordinate off the nearest one.
const WEIGHT_STEPS: u32 = 16;
/// Rounds of polishing.
const POLISH_ROUNDS: u32 = 8;

/// Barycentric weights of up to four points; they sum to one.
pub type Weights<V> = [UnitOfVector<V>; 4];

/// A part of the simplex that contains the newest point; numbers count the kept points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The newest point alone.
    Vertex,
    /// The edge to a kept point.
    Edge(usize),
    /// The triangle with two kept points.
    Triangle(usize, usize),
    /// All points.
    All,
}

/// The nearest feature, not through the origin.
#[derive(Clone, Copy, Debug)]
pub struct Nearest<V: Vector> {
    /// The feature.
    pub feature: Feature,
    /// From the origin to its nearest point; the magnitude has no meaning.
    pub axis: V,
    /// axis·a, positive.
    pub height: AreaOfVector<V>,
    /// axis·axis.
    pub norm: AreaOfVector<V>,
    /// The squared distance.
    pub squared: AreaOfVector<V>,
}

impl<V: Vector> Nearest<V> {
    /// The feature with the given axis and height.
    #[inline]
    pub fn new(feature: Feature, axis: V, height: AreaOfVector<V>) -> Self {
        let norm = axis.dot(axis);
        Self { feature, axis, height, norm, squared: height.squared_per(norm) }
    }

    /// The distance.
    pub fn distance(&self) -> V::Scalar {
        self.height.per(self.norm.sqrt())
    }
}

/// The shares of up to three points in the foot of the origin, unclamped.
#[derive(Clone, Debug)]
pub struct Shares<V: Vector> {
    /// One for each point.
    pub shares: [AreaOfVector<V>; 3],
    /// Their sum.
    pub whole: AreaOfVector<V>,
    /// The point that gets what the others leave: in a triangle that between the two shortest edges, so that what
    /// rounding moves from one weight to another goes along short edges.
    pub rest: usize,
    /// The normal of a triangle along which they are seen; zero if the points are on a line, and in the plane.
    pub normal: V,
}

impl<V: Vector> Shares<V> {
    /// The shares as weights.
    fn weights(&self) -> Weights<V> {
        let &Self { shares: [a, b, c], whole, rest, .. } = self;
        let (p, q) = match rest {
            0 => (b, c),
            1 => (a, c),
            _ => (a, b),
        };
        let (whole, none) = (whole.max(AreaOfVector::<V>::ZERO), UnitOfVector::<V>::NIL);
        let ([p, q], left) = partition::<V, 2>([fraction::<V>(p, whole), fraction::<V>(q, whole)]);
        match rest {
            0 => [left, p, q, none],
            1 => [p, left, q, none],
            _ => [p, q, left, none],
        }
    }

    /// The least share, as a fraction of all: negative if the foot lies outside.
    pub fn least(&self) -> UnitOfVector<V> {
        let &Self { shares: [a, b, c], whole, .. } = self;
        if whole < AreaOfVector::<V>::ZERO {
            return -UnitOfVector::<V>::ONE;
        }
        a.min(b).min(c).max(-whole).fraction(whole)
    }
}

by_dimension! {
    /// The part of the simplex {newest, kept…} nearest to the origin. Called with two kept points or more. The axis,
    /// from the origin to the nearest of the kept ones, only tells where to look first.
    fn reduce['s](newest: V, kept: &'s [CsoPoint<V>], axis: V) -> Reduction<V> = planar::reduce, spatial::reduce
}

by_dimension! {
    /// The shares of three points in the foot of the origin on their plane. Or in the origin, all seen along a normal:
    /// in the plane that takes only the first two.
    pub fn triangle_shares[](points: [V; 3], normal: Option<V>) -> Shares<V>
        = planar::triangle_shares, spatial::triangle_shares
}

/// Where the origin lies.
#[derive(Clone, Copy, Debug)]
pub enum Reduction<V: Vector> {
    /// Outside the simplex.
    Outside(Nearest<V>),
    /// On or in a feature.
    Contains(Feature),
    /// Where no feature with the newest point can have it: rounding misled a side test.
    Lost,
}

impl<V: Vector> Reduction<V> {
    /// The verdict for a feature whose plane has the given normal through `a`; the normal is turned away from the
    /// origin.
    #[inline]
    fn on_plane(feature: Feature, normal: V, a: V) -> Self {
        let height = normal.dot(a);
        if height < AreaOfVector::<V>::ZERO {
            Self::along(feature, -normal, -height)
        } else {
            Self::along(feature, normal, height)
        }
    }

    /// The verdict for a feature with the given axis and height.
    #[inline]
    fn along(feature: Feature, axis: V, height: AreaOfVector<V>) -> Self {
        if height > AreaOfVector::<V>::ZERO {
            Self::Outside(Nearest::new(feature, axis, height))
        } else {
            Self::Contains(feature)
        }
    }

    /// The nearest point is the newest point.
    #[inline]
    pub fn vertex(a: V) -> Self {
        let axis = a.direction();
        Self::along(Feature::Vertex, axis, axis.dot(a))
    }

    /// The nearest point is on the edge to the kept point b. It cannot be beyond b, since the nearest of the kept
    /// points is no nearer than that: unless rounding took a for a point ahead, which on a line of points is one far
    /// off.
    #[inline]
    fn edge(index: usize, a: V, b: V) -> Self {
        let ab = b - a;
        if !is_ahead(b, -ab) {
            return Self::Lost;
        }
        let axis = edge_axis(a, ab);
        Self::along(Feature::Edge(index), axis, axis.dot(a))
    }

    /// The squared distance, zero if the origin is contained; the largest if it is lost.
    fn squared(&self) -> AreaOfVector<V> {
        match self {
            Self::Outside(nearest) => nearest.squared,
            Self::Contains(_) => AreaOfVector::<V>::ZERO,
            Self::Lost => AreaOfVector::<V>::MAX,
        }
    }

    /// The nearer of two candidates.
    fn nearer(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if other.squared() <= self.squared() => other,
            _ => self,
        }
    }
}

/// As [`Vector::edge_axis`]: there are many edges, so it may be a call.
#[inline]
fn edge_axis<V: Vector>(a: V, ab: V) -> V {
    V::edge_axis(a, ab)
}

/// Does the foot of the origin on the line through a and b lie on b's side of a?
#[cfg_attr(target_pointer_width = "64", inline(always))]
#[cfg_attr(not(target_pointer_width = "64"), inline)]
fn is_ahead<V: Vector>(a: V, ab: V) -> bool {
    a.dot(ab) < AreaOfVector::<V>::ZERO
}

/// The points that carry the nearest point, newest last.
#[derive(Clone, Debug, Default)]
pub struct Simplex<V> {
    points: Vec<CsoPoint<V>, 4>,
}

impl<V: Vector> Simplex<V> {
    /// The points, newest last.
    #[inline]
    pub fn points(&self) -> &[CsoPoint<V>] {
        &self.points
    }

    /// Is this point of the CSO a vertex already?
    #[inline]
    pub fn contains(&self, w: V) -> bool {
        self.points.iter().any(|point| point.w == w)
    }

    /// Where the origin lies with respect to this simplex, whose nearest point is along the axis, and one point more.
    #[inline(always)]
    pub fn reduce(&self, newest: V, axis: V) -> Reduction<V> {
        match self.points.as_slice() {
            [b] if is_ahead(newest, b.w - newest) => Reduction::edge(0, newest, b.w),
            [] | [_] => Reduction::vertex(newest),
            kept => reduce(newest, kept, axis),
        }
    }

    /// The nearest point of this simplex and one point more, if it takes all of them to carry it.
    pub fn carried_with(&self, newest: V) -> Option<Nearest<V>> {
        let Reduction::Outside(found) = self.reduce(newest, V::ZERO) else { return None };
        let is_carried_by_all = matches!(
            (self.points.as_slice(), found.feature),
            ([], Feature::Vertex) | ([_], Feature::Edge(_)) | ([_, _], Feature::Triangle(..))
        );
        is_carried_by_all.then_some(found)
    }

    /// The nearest of all features of this simplex and one point more that contain the new point and the foot of the
    /// origin. Slower than [`Simplex::reduce`], but no side test can mislead it.
    #[cold]
    pub fn nearest_of_all(&self, point: CsoPoint<V>) -> Option<Nearest<V>> {
        let newest = point.w;
        let mut best = None;
        let mut offer = |candidate: Reduction<V>| {
            if let Reduction::Outside(found) = candidate
                && best.is_none_or(|best: Nearest<V>| found.squared < best.squared)
            {
                best = Some(found);
            }
        };
        offer(Reduction::vertex(newest));
        for (i, b) in self.points.iter().enumerate() {
            if is_ahead(newest, b.w - newest) {
                offer(Reduction::edge(i, newest, b.w));
            }
            for (j, c) in self.points.iter().enumerate().skip(i + 1) {
                let Shares { shares, normal, .. } = triangle_shares([newest, b.w, c.w], None);
                if normal != V::ZERO && shares.iter().all(|&share| share > AreaOfVector::<V>::ZERO) {
                    let triangle = Self::from_points(&[point, *b, *c]);
                    offer(Reduction::on_plane(Feature::Triangle(i, j), triangle.straightened(normal), newest));
                }
            }
        }
        best
    }

    /// The feature of this simplex and one point more becomes the simplex.
    #[inline]
    pub fn keep(&mut self, feature: Feature, newest: CsoPoint<V>) {
        // The kept points move to the front, in the order of their places: none is overwritten before it is read.
        match feature {
            Feature::Vertex => self.points.clear(),
            Feature::Edge(b) => {
                self.replace(0, b);
                self.points.truncate(1);
            }
            Feature::Triangle(b, c) => {
                self.replace(0, b.min(c));
                self.replace(1, b.max(c));
                self.points.truncate(2);
            }
            Feature::All => {}
        }
        self.push(newest);
    }

    /// Adds a point. There is room for four; a fifth is not taken.
    pub fn push(&mut self, point: CsoPoint<V>) {
        let _ = self.points.push(point);
    }

    /// The largest coordinate of its points.
    pub fn extent(&self) -> V::Scalar {
        self.points.iter().fold(V::Scalar::NIL, |extent, point| extent.max(point.w.max_abs()))
    }

    /// A simplex of given points, at most four.
    pub fn from_points(points: &[CsoPoint<V>]) -> Self {
        let mut simplex = Self::default();
        for &point in points {
            simplex.push(point);
        }
        simplex
    }

    /// Puts a point in the place of another, the first for which the simplex is better then, if there is one.
    pub fn exchange(&mut self, mut point: CsoPoint<V>, is_better: impl Fn(&Self) -> bool) -> bool {
        for place in 0..self.points.len() {
            self.swap(place, &mut point);
            if is_better(self) {
                return true;
            }
            self.swap(place, &mut point);
        }
        false
    }

    fn swap(&mut self, place: usize, point: &mut CsoPoint<V>) {
        if let Some(slot) = self.points.get_mut(place) {
            core::mem::swap(slot, point);
        }
    }

    /// Takes out the two most distant points; only one if all coincide, which is the origin if there are none.
    pub fn take_longest_edge(&mut self) -> (CsoPoint<V>, Option<CsoPoint<V>>) {
        let mut best = AreaOfVector::<V>::ZERO;
        let (mut at, mut to) = (0, 0);
        for (i, p) in self.points.iter().enumerate() {
            for (j, q) in self.points.iter().enumerate().skip(i + 1) {
                let edge = q.w - p.w;
                if edge.dot(edge) > best {
                    (best, at, to) = (edge.dot(edge), i, j);
                }
            }
        }
        // The later one first: the earlier keeps its place.
        let second = if at < to { self.take(to) } else { None };
        (self.take(at).unwrap_or_default(), second)
    }

    /// Takes out the point farthest from the line through `a` along `ab`, unless all lie on it within rounding.
    pub fn take_farthest_from_line(&mut self, a: V, ab: V) -> Option<CsoPoint<V>> {
        let length_squared = ab.dot(ab);
        // The squared height is a difference of squares, good to a few rounding steps of the larger one.
        let noise = length_squared.portion(V::Scalar::ROUNDING);
        let mut best = (0..SQUARED_NOISE_STEPS.ilog2()).fold(noise, |sum, _| sum + sum);
        let mut found = None;
        for (i, p) in self.points.iter().enumerate() {
            let ap = p.w - a;
            let height_squared = ap.dot(ap) - ap.dot(ab).squared_per(length_squared);
            if height_squared > best {
                (best, found) = (height_squared, Some(i));
            }
        }
        self.take(found?)
    }

    /// Takes out a point; the last one gets its place.
    fn take(&mut self, index: usize) -> Option<CsoPoint<V>> {
        let taken = *self.points.get(index)?;
        self.replace(index, self.points.len() - 1);
        self.points.truncate(self.points.len() - 1);
        Some(taken)
    }

    /// Puts a point of an equal or later place into one.
    #[inline]
    fn replace(&mut self, place: usize, by: usize) {
        if let Some([slot, .., point]) = self.points.get_mut(place..=by) {
            slot.assign(point);
        }
    }

    /// The shares of two or three points in the foot of the origin on the line or plane through them.
    pub fn shares(&self) -> Shares<V> {
        match self.points.as_slice() {
            [a, b] => {
                // From the end nearer to the origin: −p·(q − p) keeps its digits there.
                let ab = b.w - a.w;
                let whole = ab.dot(ab);
                let at_b = if a.w.dot(a.w) <= b.w.dot(b.w) { -a.w.dot(ab) } else { whole - b.w.dot(ab) };
                let shares = [whole - at_b, at_b, AreaOfVector::<V>::ZERO];
                Shares { shares, whole, rest: 0, normal: V::ZERO }
            }
            [a, b, c] => triangle_shares([a.w, b.w, c.w], None),
            _ => {
                let zero = AreaOfVector::<V>::ZERO;
                Shares { shares: [zero; 3], whole: zero, rest: 0, normal: V::ZERO }
            }
        }
    }

    /// Is it a facet that the foot of the origin lies in?
    pub fn has_foot(&self) -> bool {
        self.points.len() == V::DIM && self.least_share() >= UnitOfVector::<V>::NIL
    }

    /// The weights of the point nearest to the origin.
    ///
    /// The shares of a sliver, which an edge never is, are quotients of noise, so they are put to the test: p is the
    /// nearest point if and only if no point of the simplex is lower along p than p itself; four points contain the
    /// origin, and p is there. If the test fails, the weights are polished. Four points for which that is not enough
    /// are all but flat: then their weights are found with more care, or else the origin lies on three of them.
    #[inline(never)]
    pub fn weights(&self) -> Weights<V> {
        if self.points.len() < 3 {
            return self.weights_of_foot(false);
        }
        let mut best = self.polished(self.weights_of_foot(false));
        if self.points.len() == 4 && !self.is_nearest(best) {
            best = self.polished(self.weights_of_foot(true));
            for omitted in 0..4 {
                let mut face = self.clone();
                face.take(omitted);
                let mut weights = face.polished(face.weights_of_foot(false));
                // The last point took the place of the omitted one.
                if let Some([place, .., last]) = weights.get_mut(omitted..) {
                    core::mem::swap(place, last);
                }
                let (p, q) = (self.point(weights), self.point(best));
                if p.dot(p) < q.dot(q) {
                    best = weights;
                }
            }
        }
        best
    }

    /// The same of a facet, whose shares are known.
    pub fn weights_by(&self, shares: &Shares<V>) -> Weights<V> {
        let weights = shares.weights();
        if self.points.len() < 3 { weights } else { self.polished(weights) }
    }

    /// Weights that lead to the nearest point, if a few rounds of [`Simplex::shifted`] bring them there.
    fn polished(&self, mut weights: Weights<V>) -> Weights<V> {
        for _ in 0..POLISH_ROUNDS {
            if self.is_nearest(weights) {
                break;
            }
            weights = self.shifted(weights);
        }
        weights
    }

    /// Does it contain a point that is the origin, within rounding?
    pub fn is_at_origin(&self) -> bool {
        self.nearest_point().is_within(self.weight_slack())
    }

    /// How far a point at given weights may be off the nearest one.
    fn weight_slack(&self) -> V::Scalar {
        let step = step_at(self.extent());
        steps(WEIGHT_STEPS, step)
    }

    /// Do the weights lead to the nearest point, within rounding?
    fn is_nearest(&self, weights: Weights<V>) -> bool {
        let p = self.point(weights);
        let slack = self.weight_slack();
        let lowest = p.dot(p) - self.extent().times(slack);
        let is_lowest = self.points.len() < 4 && self.points.iter().all(|point| p.dot(point.w) >= lowest);
        is_lowest || p.is_within(slack)
    }

    /// Weights that lead nearer to the origin: for every edge e in turn, as much weight goes from one end to the other
    /// as brings p nearest, t = −p·e/(e·e). A needle needs no more than its longest edge.
    fn shifted(&self, mut weights: Weights<V>) -> Weights<V> {
        let nil = UnitOfVector::<V>::NIL;
        for (i, one) in self.points.iter().enumerate() {
            for (j, other) in self.points.iter().enumerate().skip(i + 1) {
                let edge = other.w - one.w;
                let (along, whole) = (-self.point(weights).dot(edge), edge.dot(edge));
                let moved = along.max(-whole).min(whole).fraction(whole);
                let mut ends = weights.iter_mut().skip(i);
                if let (Some(at_one), Some(at_other)) = (ends.next(), ends.nth(j - i - 1)) {
                    let moved = moved.min(*at_one).max(-*at_other);
                    (*at_one, *at_other) = ((*at_one - moved).max(nil), (*at_other + moved).max(nil));
                }
            }
        }
        weights
    }

    /// The weights of the foot of the origin on the line, plane or space through the points, clamped to the simplex.
    fn weights_of_foot(&self, is_careful: bool) -> Weights<V> {
        let Some(&newest) = self.points.get(3) else { return self.shares().weights() };
        let (none, all) = (UnitOfVector::<V>::NIL, UnitOfVector::<V>::ONE);
        self.mended([none, none, none, all], newest.w, is_careful)
    }

    /// Weights of four points that lead to the origin, from such as lead to w; of fewer points they are what they were.
    /// A point gains by the way from w to the origin what that rises over the opposite face, as a fraction of its own
    /// height.
    fn mended(&self, weights: Weights<V>, w: V, is_careful: bool) -> Weights<V> {
        let Some(&newest) = self.points.get(3) else { return weights };
        let [mut a, mut b, mut c, _] = weights;
        for (number, (weight, point)) in [&mut a, &mut b, &mut c].into_iter().zip(&self.points).enumerate() {
            let mut face = self.clone();
            face.take(number);
            let mut normal = face.normal();
            if is_careful {
                normal = face.straightened(face.straightened(normal));
            }
            let (rise, whole) = (normal.dot(-w), normal.dot(point.w - newest.w));
            let is_behind = whole < AreaOfVector::<V>::ZERO;
            let gain = if is_behind { (-rise).ratio(-whole) } else { rise.ratio(whole) };
            *weight = saturating_sum(*weight, gain);
        }
        let ([a, b, c], d) = partition::<V, 3>([a, b, c]);
        [a, b, c, d]
    }

    /// A normal of the plane of the first three points.
    #[inline(never)]
    pub fn normal(&self) -> V {
        match self.points.as_slice() {
            [a, b, c, ..] => triangle_shares([a.w, b.w, c.w], None).normal,
            _ => V::ZERO,
        }
    }

    /// The least share of a point in the foot of the origin: negative if the foot lies outside.
    pub fn least_share(&self) -> UnitOfVector<V> {
        self.shares().least()
    }

    /// A normal of the simplex, taken nearer to the right angle with its edges: the cross product that gave it loses
    /// digits on a sliver, its products with the edges do not. From n goes its part along every edge e, n·e/(e·e).
    pub fn straightened(&self, normal: V) -> V {
        let mut normal = normal.direction();
        for (i, one) in self.points.iter().enumerate() {
            for other in self.points.iter().skip(i + 1) {
                let edge = (other.w - one.w).direction();
                let (along, whole) = (normal.dot(edge), edge.dot(edge));
                normal = normal.blend([edge], [-along.ratio(whole)]);
            }
        }
        normal
    }

    /// The point of the CSO nearest to the origin, which is known to be no farther than `distance`. The weights of the
    /// foot mostly lead there, and being as near is the test.
    #[inline]
    pub fn nearest_within(&self, distance: V::Scalar) -> CsoPoint<V> {
        let is_within = |near: &CsoPoint<V>| near.w.dot(near.w) <= distance.times(distance);
        let near = self.at(self.weights_of_foot(false));
        // What that takes of the stack is given back before the rest.
        if is_within(&near) { near } else { self.pulled_within(self.weights(), is_within) }
    }

    /// The same, with more care: weights that do not lead there are mended by what they miss, as long as that brings
    /// them nearer.
    #[cold]
    #[inline(never)]
    fn pulled_within(&self, mut weights: Weights<V>, is_within: impl Fn(&CsoPoint<V>) -> bool) -> CsoPoint<V> {
        for _ in 0..POLISH_ROUNDS {
            let point = self.at(weights);
            if is_within(&point) {
                break;
            }
            let mended = self.mended(weights, point.w, true);
            let w = self.point(mended);
            weights = if w.dot(w) < point.w.dot(point.w) { mended } else { self.shifted(weights) };
        }
        self.at(weights)
    }

    /// The point nearest to the origin.
    pub fn nearest_point(&self) -> V {
        self.point(self.weights())
    }

    /// The least and the largest product of a point with a direction.
    pub fn range(&self, direction: V) -> (AreaOfVector<V>, AreaOfVector<V>) {
        let products = self.points.iter().map(|point| direction.dot(point.w));
        products.fold((AreaOfVector::<V>::MAX, -AreaOfVector::<V>::MAX), |(least, most), product| {
            (least.min(product), most.max(product))
        })
    }

    /// The point of the CSO at the given weights.
    fn point(&self, weights: Weights<V>) -> V {
        self.at(weights).w
    }

    /// The point at the given weights. Points that are not there are the first one, without weight: one piece of code
    /// serves all.
    pub fn at(&self, weights: Weights<V>) -> CsoPoint<V> {
        let ([at_a, at_b, at_c, at_d], none) = (weights, UnitOfVector::<V>::NIL);
        let (points, weights) = match self.points.as_slice() {
            [a] => return *a,
            [a, b] => ([a, b, a, a], [at_a, at_b, none, none]),
            [a, b, c] => ([a, b, c, a], [at_a, at_b, at_c, none]),
            [a, b, c, d] => ([a, b, c, d], [at_a, at_b, at_c, at_d]),
            _ => return CsoPoint::default(),
        };
        let sum = |part: fn(&CsoPoint<V>) -> V| V::ZERO.blend(points.map(part), weights);
        CsoPoint { w: sum(|point| point.w), on_a: sum(|point| point.on_a) }
    }
}

/// A share of a whole, within [0, 1].
fn fraction<V: Vector>(share: AreaOfVector<V>, whole: AreaOfVector<V>) -> UnitOfVector<V> {
    share.max(AreaOfVector::<V>::ZERO).min(whole).fraction(whole)
}

/// Weights from the fractions of all points but one, and what is left for that. Fractions outside [0, 1] are the work
/// of rounding and are clamped, so the weights always describe a point of the simplex.
fn partition<V: Vector, const N: usize>(fractions: [UnitOfVector<V>; N]) -> ([UnitOfVector<V>; N], UnitOfVector<V>) {
    let mut left = UnitOfVector::<V>::ONE;
    let weights = fractions.map(|fraction| {
        let weight = fraction.max(UnitOfVector::<V>::NIL).min(left);
        left = left - weight;
        weight
    });
    (weights, left)
}
