//! The methods of `Vector` that differ from those in the plane, for `Vec3`.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{ByDimension, Vec3, Vector, vec3};
use core::fmt::Debug;

impl<S: Scalar> Vector for Vec3<S> {
    type Scalar = S;
    type UnitVector = Vec3<S::Unit>;
    type Rows = [Self; 3];
    type UnitRows = [Vec3<S::Unit>; 3];
    type Turning = Self;
    type Choice<P: Copy + Debug, T: Copy + Debug> = T;

    const DIM: usize = 3;
    const AXES: [Self; 3] = [Self::X, Self::Y, Self::Z];
    const IDENTITY: Self::UnitRows = Self::UnitVector::AXES;

    componentwise!(Vec3 { x y z });

    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn max_abs(self) -> S {
        self.x.abs().max(self.y.abs()).max(self.z.abs())
    }

    #[inline(always)]
    fn by_dimension<W: ByDimension>(input: W::Input<Self>) -> W::Output<Self> {
        W::spatial(input)
    }

    /// The first direction is the cross product with the coordinate axis along which this vector has its smallest
    /// component.
    fn around(self) -> [Self; 2] {
        let (x, y, z) = (self.x.abs(), self.y.abs(), self.z.abs());
        let [ex, ey, ez] = Self::AXES;
        let axis = if x <= y && x <= z {
            ex
        } else if y <= z {
            ey
        } else {
            ez
        };
        let p = self.cross_direction(axis);
        let q = self.cross_direction(p);
        [p, q]
    }

    /// Three tangents at about 120 degrees to each other: t and −t/2 ± 7/8·s, for s at right angles to t and as long
    /// (√3/2 ≈ 7/8).
    fn tangents(self) -> [Self; 3] {
        let length = self.length();
        let [t, s] = self.around().map(|tangent| tangent.with_length(length));
        let (half, one) = (S::Unit::HALF, S::Unit::ONE);
        let eighth = S::Unit::halved(3);
        let side = |s: Vec3<S>| Vec3::ZERO.blend([t, s, s], [-half, one, -eighth]);
        [t, side(s), side(-s)]
    }

    /// Computes ab × (a × ab), which is the part of a at right angles to ab, times |ab|².
    #[inline(always)]
    fn edge_axis(a: Self, ab: Self) -> Self {
        ab.cross_direction(a.cross_direction(ab))
    }

    /// The cross product of the two shortest edges is the most accurate normal: ab × ac = ab × bc = ac × bc.
    #[cfg_attr(feature = "speed", inline)]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    fn triangle_axis(a: Self, b: Self, c: Self) -> Self {
        let (ab, ac, bc) = (b - a, c - a, c - b);
        let (ab2, ac2, bc2) = (ab.dot(ab), ac.dot(ac), bc.dot(bc));
        let (first, second) = if bc2 >= ab2 && bc2 >= ac2 {
            (ab, ac)
        } else if ac2 >= ab2 {
            (ab, bc)
        } else {
            (ac, bc)
        };
        first.cross_direction(second)
    }

    fn across(self, rhs: Self) -> Self {
        self.cross_direction(rhs)
    }

    #[inline(always)]
    fn moment(self, rhs: Self) -> Self {
        let [x, y, z] = self.cross(rhs).to_array();
        vec3(x.over_one(), y.over_one(), z.over_one())
    }

    fn axes_cross(self) -> impl AsRef<[Self]> {
        let (Self { x, y, z }, nil) = (self, S::NIL);
        [vec3(nil, -z, y), vec3(z, nil, -x), vec3(-y, x, nil)]
    }

    /// With n = e × b for an axis e of A and b of B, n·c = e·(b × c) for any vector c: for another axis b′ of B, n·b′ =
    /// e·(b × b′). In fixed point the third axis of B replaces b × b′; a length cannot resolve the difference.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn gaps_of_edges(apart: Self, [half_a, half_b]: [Self; 2], axes_b: [&Self::UnitRows; 2]) -> impl AsRef<[Self]> {
        let [&[p, q, r], &[a, b, c]] = axes_b;
        let [qr, rp, pq] =
            if S::IS_FLOAT { [q.moment(r), r.moment(p), p.moment(q)].map(Vec3::component_abs) } else { [a, b, c] };
        let size = |sum: S::Sum| if sum < S::ZERO_SUM { S::ZERO_SUM - sum } else { sum };
        // One component of a vector of gaps, for one axis of A. The digits 1 and 2 stand for the two axes of A that
        // follow that axis in cyclic order.
        let gap = |along: [S; 2], half: [S; 2], axis: [S::Unit; 2], abs: [S::Unit; 2], of_b: S::Sum| {
            let ([c1, c2], [h1, h2], [b1, b2], [a1, a2]) = (along, half, axis, abs);
            S::from_sum_unchecked(size(c2.share(b1) - c1.share(b2)) - h2.share(a1) - h1.share(a2) - of_b)
        };
        let gaps = |axis: Vec3<S::Unit>, abs: Vec3<S::Unit>, others: [(S, Vec3<S::Unit>); 2]| {
            let [(one, across), (two, other)] = others;
            let (t, h) = (apart, half_a);
            vec3(
                gap([t.y, t.z], [h.y, h.z], [axis.y, axis.z], [abs.y, abs.z], one.share(across.x) + two.share(other.x)),
                gap([t.z, t.x], [h.z, h.x], [axis.z, axis.x], [abs.z, abs.x], one.share(across.y) + two.share(other.y)),
                gap([t.x, t.y], [h.x, h.y], [axis.x, axis.y], [abs.x, abs.y], one.share(across.z) + two.share(other.z)),
            )
        };
        let Self { x, y, z } = half_b;
        [gaps(p, a, [(y, pq), (z, rp)]), gaps(q, b, [(z, qr), (x, pq)]), gaps(r, c, [(x, rp), (y, qr)])]
    }

    fn is_mirror([rx, ry, rz]: &Self::UnitRows) -> bool {
        rx.cross_direction(*ry).dot(*rz) < Area::ZERO
    }
}
