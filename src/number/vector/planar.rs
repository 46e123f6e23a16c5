//! The methods of `Vector` that differ from those in space, for `Vec2`.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{ByDimension, Vec2, Vector, vec2};
use core::fmt::Debug;

impl<S: Scalar> Vector for Vec2<S> {
    type Scalar = S;
    type UnitVector = Vec2<S::Unit>;
    type Rows = [Self; 2];
    type UnitRows = [Vec2<S::Unit>; 2];
    type Turning = Self;
    type Choice<P: Copy + Debug, T: Copy + Debug> = P;

    const DIM: usize = 2;
    const AXES: [Self; 2] = [Self::X, Self::Y];
    const IDENTITY: Self::UnitRows = Self::UnitVector::AXES;

    componentwise!(Vec2 { x y });

    fn max_abs(self) -> S {
        self.x.abs().max(self.y.abs())
    }

    #[inline(always)]
    fn by_dimension<W: ByDimension>(input: W::Input<Self>) -> W::Output<Self> {
        W::planar(input)
    }

    fn around(self) -> [Self; 2] {
        [self.perp(), self]
    }

    fn tangents(self) -> [Self; 3] {
        [self.perp(), -self.perp(), Self::ZERO]
    }

    #[inline]
    fn edge_axis(a: Self, ab: Self) -> Self {
        let normal = ab.perp().direction();
        if normal.dot(a) < S::Area::ZERO { -normal } else { normal }
    }

    fn triangle_axis(_: Self, _: Self, _: Self) -> Self {
        Self::ZERO
    }

    fn across(self, _: Self) -> Self {
        Self::ZERO
    }

    #[inline(always)]
    fn moment(self, rhs: Self) -> Self {
        vec2(self.perp_dot(rhs).over_one(), S::NIL)
    }

    fn axes_cross(self) -> impl AsRef<[Self]> {
        []
    }

    fn gaps_of_edges(_: Self, _: [Self; 2], _: [&Self::UnitRows; 2]) -> impl AsRef<[Self]> {
        []
    }

    fn is_mirror([rx, ry]: &Self::UnitRows) -> bool {
        rx.perp_dot(*ry) < Area::ZERO
    }
}
