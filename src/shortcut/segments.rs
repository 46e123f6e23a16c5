//! Pairs of segments, in floats: their nearest points, a lower bound of their distance, and how deep they cross.

use crate::body::support::{Body, form_of};
use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{AreaOfVector, UnitOfVector, Vector, displacement};
use crate::pair::place::Stand;

/// Two segments in one frame: from `a` along `d`, and from `p` along `e`.
#[derive(Clone, Copy)]
pub struct Segments<V> {
    pub a: V,
    pub d: V,
    pub p: V,
    pub e: V,
}

impl<V: Vector> Segments<V> {
    /// `None` if a core is not a segment. Also `None` in fixed point, where a search knows more of two segments: it
    /// scales them before it places them.
    #[inline(always)]
    pub fn of<A: Body<V> + ?Sized, B: Body<V> + ?Sized>(
        (a, b): (&A, &B),
        (stand_a, stand_b): (&impl Stand<V>, &impl Stand<V>),
    ) -> Option<Self> {
        let ((a, to), (p, end)) = (form_of(a).as_segment()?, form_of(b).as_segment()?);
        if !V::Scalar::IS_FLOAT {
            return None;
        }
        // Not in a closure, which would read all of this from memory.
        let (d, e) = (stand_a.turn(displacement(a, to)), stand_b.turn(displacement(p, end)));
        Some(Self { a: stand_a.place(a), d, p: stand_b.place(p), e })
    }

    /// The largest magnitude of the coordinates.
    #[inline(always)]
    pub fn size(&self) -> V::Scalar {
        let (one, other) = (self.a.max_abs().max(self.d.max_abs()), self.p.max_abs().max(self.e.max_abs()));
        one.max(other)
    }

    /// The shares of `d` and `e` at which the nearest points lie.
    ///
    /// Let r be the displacement from the start of the second segment to that of the first. Points at the shares s and
    /// t are r + s·d − t·e apart. On the line of the second, the nearest to a point of the first is at t = f + s·k,
    /// with f = e·r/e² and k = d·e/e², and on that of the first at s = t·l − g, with g = d·r/d² and l = d·e/d². Where
    /// both hold, the lines are nearest: s = (f·l − g)/(1 − k·l). That share is clamped to the first segment, t follows
    /// from it and is clamped, and s follows from that: a third round would change nothing (Ericson 2005). For lines
    /// that are parallel within rounding any point will do to begin with; NaN is clamped to the start.
    #[inline(always)]
    fn shares(d: V, e: V, r: V) -> (UnitOfVector<V>, UnitOfVector<V>) {
        let (nil, one) = (UnitOfVector::<V>::NIL, UnitOfVector::<V>::ONE);
        let clamp = |share: UnitOfVector<V>| share.max(nil).min(one);
        let product = |one: UnitOfVector<V>, other: UnitOfVector<V>| UnitOfVector::<V>::from_sum(one.share(other));
        let quotient = |part: AreaOfVector<V>, whole: AreaOfVector<V>| part.over_one().fraction(whole.over_one());
        let (dd, ee, de, dr, er) = (d.dot(d), e.dot(e), d.dot(e), d.dot(r), e.dot(r));
        let (f, k, g, l) = (quotient(er, ee), quotient(de, ee), quotient(dr, dd), quotient(de, dd));
        let s = clamp((product(f, l) - g).fraction(one - product(k, l)));
        let t = clamp(f + product(k, s));
        (clamp(product(l, t) - g), t)
    }

    /// [`shares`](Self::shares) of segments of the given size.
    #[inline(always)]
    pub fn nearest_shares(&self, size: V::Scalar) -> (UnitOfVector<V>, UnitOfVector<V>) {
        let Self { a, d, p, e } = *self;
        let r = displacement(p, a);
        let zoom = V::Scalar::zoom_for(size);
        if zoom == V::Scalar::NO_ZOOM {
            Self::shares(d, e, r)
        } else {
            Self::scaled_shares(d.each(), e.each(), r.each(), zoom)
        }
    }

    /// The points at the given shares.
    #[inline(always)]
    pub fn at(&self, (s, t): (UnitOfVector<V>, UnitOfVector<V>)) -> (V, V) {
        (self.a.blend([self.d], [s]), self.p.blend([self.e], [t]))
    }

    /// How far the second segment lies beyond the first along a direction, times the length of the direction; `r` leads
    /// from the start of the first to that of the second.
    #[inline(always)]
    pub fn reach(dir: V, r: V, d: V, e: V) -> AreaOfVector<V> {
        let zero = AreaOfVector::<V>::ZERO;
        dir.dot(r) + (dir.dot(e).min(zero) - dir.dot(d).max(zero))
    }

    /// For segments in the plane that cross: the depth, the direction from the first to the second along which the
    /// second moves out, and the point of the first that then touches the second. `None` in space, and where they do
    /// not cross.
    ///
    /// Their Minkowski difference has the edges d and e. Of the ends of each segment, one is nearest to the line of the
    /// other, and the smaller of these two distances is the depth. The foot of that end is on the other segment:
    /// otherwise the end of that segment beside it would be nearer still.
    #[inline(always)]
    pub fn crossing(&self, size: V::Scalar) -> Option<(V::Scalar, V::UnitVector, V)> {
        if V::DIM != 2 {
            return None;
        }
        let zoom = V::Scalar::zoom_for(size);
        let Self { a, d, p, e } = *self;
        let [r, long, other] = [displacement(a, p), d, e].map(|vector| vector.zoom(zoom));
        let ([across_a, _], [across_b, _]) = (long.around(), other.around());
        let (start_b, start_a) = (across_a.dot(r), -across_b.dot(r));
        let (end_b, end_a) = (start_b + across_a.dot(other), start_a + across_b.dot(long));
        let zero = AreaOfVector::<V>::ZERO;
        let nearer = |one: AreaOfVector<V>, other: AreaOfVector<V>| {
            let is_other = other.max(-other) < one.max(-one);
            (is_other, if is_other { other } else { one }, (one < zero) != (other < zero))
        };
        let ((is_end_b, height_b, is_across_a), (is_end_a, height_a, is_across_b)) =
            (nearer(start_b, end_b), nearer(start_a, end_a));
        let (length_a, length_b) = (across_a.length(), across_b.length());
        let (depth_b, depth_a) = (height_b.max(-height_b).per(length_a), height_a.max(-height_a).per(length_b));
        let is_of_b = depth_b < depth_a;
        // Either the end of B goes back to the line of A, or the line of B out to the end of A.
        let depth = if is_of_b { depth_b } else { depth_a };
        let is_turned = if is_of_b { height_b > zero } else { height_a < zero };
        let direction = across_b.select(is_of_b, across_a).unit(if is_of_b { length_a } else { length_b });
        let (depth, direction) = (depth.unzoom(zoom), direction.select(is_turned, -direction));
        let foot_of_b = p.select(is_end_b, p + e).advance(depth, direction);
        let on_a = a.select(is_end_a, a + d).select(is_of_b, foot_of_b);
        (is_across_a && is_across_b).then_some((depth, direction, on_a))
    }

    /// A lower bound of the distance, and the direction along which it was found: at right angles to both segments.
    /// Where the nearest points are so near that the displacement between them is largely rounding, planes at right
    /// angles to this direction support the segments farther apart. In the plane and for parallel segments the bound is
    /// −MAX.
    #[cold]
    #[inline(never)]
    pub fn across(r: V, d: V, e: V, apart: V) -> (V::Scalar, V::UnitVector) {
        let dir = d.direction().across(e.direction());
        let dir = if dir.dot(apart) < AreaOfVector::<V>::ZERO { -dir } else { dir };
        let length = dir.length();
        let lower = if length > V::Scalar::NIL { Self::reach(dir, r, d, e).per(length) } else { -V::Scalar::MAX };
        (lower, dir.unit(length))
    }

    /// `shares` for vectors of any size. Not inlined, so that vectors that need no scaling stay in registers.
    #[inline(never)]
    fn scaled_shares(d: V, e: V, r: V, zoom: <V::Scalar as Scalar>::Zoom) -> (UnitOfVector<V>, UnitOfVector<V>) {
        Self::shares(d.zoom(zoom), e.zoom(zoom), r.zoom(zoom))
    }
}
