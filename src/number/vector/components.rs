//! Operators and inherent methods of `Vec2` and `Vec3`.

use crate::number::scalar::{Area, Scalar};
use crate::number::vector::{Vec2, Vec3, Vector, vec2, vec3};
use core::fmt::{self, Display};
use core::iter::Sum;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// Implements the operators and methods that work component by component.
macro_rules! components {
    ($vector:ident { $($c:ident)+ }, $n:literal, ($($field:ty),+)) => {
        impl<S> $vector<S> {
            /// A vector from its components.
            #[must_use]
            pub const fn new($($c: S),+) -> Self {
                Self { $($c),+ }
            }

            /// A vector from an array of its components.
            #[must_use]
            pub fn from_array(array: [S; $n]) -> Self {
                let [$($c),+] = array;
                Self { $($c),+ }
            }

            /// The components as an array.
            #[must_use]
            pub fn to_array(self) -> [S; $n] {
                [$(self.$c),+]
            }

            /// The vector of the results of a function for every component.
            #[must_use]
            pub fn map<T>(self, mut f: impl FnMut(S) -> T) -> $vector<T> {
                $vector { $($c: f(self.$c)),+ }
            }
        }

        impl<S: Scalar> $vector<S> {
            /// The scalar product with a row of a rotation, as a sum that fixed point has not rounded yet.
            #[inline]
            pub(crate) fn shares(self, row: &$vector<S::Unit>) -> S::Sum {
                S::ZERO_SUM $(+ self.$c.share(row.$c))+
            }

            /// The origin.
            pub const ZERO: Self = Self::splat(S::NIL);
            /// One in every component.
            pub const ONE: Self = Self::splat(S::ONE);

            /// The vector whose components all are `value`.
            #[must_use]
            pub const fn splat(value: S) -> Self {
                Self { $($c: value),+ }
            }

            /// The scalar product, an area.
            #[must_use]
            pub fn dot(self, rhs: Self) -> S::Area {
                Vector::dot(self, rhs)
            }

            /// The length. Fixed point rounds to the nearest; the square has to fit, as it does within
            /// [`Scalar::LIMIT`].
            #[must_use]
            pub fn length(self) -> S {
                Vector::length(self)
            }

            /// The square of the length, an area.
            #[must_use]
            pub fn length_squared(self) -> S::Area {
                self.dot(self)
            }

            /// The distance to another point.
            #[must_use]
            pub fn distance(self, rhs: Self) -> S {
                (self - rhs).length()
            }

            /// The square of the distance to another point, an area.
            #[must_use]
            pub fn distance_squared(self, rhs: Self) -> S::Area {
                (self - rhs).length_squared()
            }

            /// The unit vector along this one, or `None` for a vector without a direction (zero, infinite or NaN).
            #[must_use]
            pub fn try_normalize(self) -> Option<$vector<S::Unit>> {
                let direction = self.direction();
                let length = direction.length();
                (length > S::zero() && self.is_within(S::MAX)).then(|| direction.unit(length))
            }

            /// The unit vector along this one, or zero for a vector without a direction (zero, infinite or NaN).
            #[must_use]
            pub fn normalize_or_zero(self) -> $vector<S::Unit> {
                self.try_normalize().unwrap_or_default()
            }

            /// The magnitude of every component.
            #[must_use]
            pub fn abs(self) -> Self {
                self.map(S::abs)
            }

            /// The smaller of each pair of components; that of `rhs` if one of them is NaN.
            #[must_use]
            pub fn min(self, rhs: Self) -> Self {
                Self { $($c: self.$c.min(rhs.$c)),+ }
            }

            /// The larger of each pair of components; that of `rhs` if one of them is NaN.
            #[must_use]
            pub fn max(self, rhs: Self) -> Self {
                Self { $($c: self.$c.max(rhs.$c)),+ }
            }

            /// The linear interpolation from this point (`t` = 0) to `rhs` (`t` = 1), for `t` in [0, 1].
            #[must_use]
            pub fn lerp(self, rhs: Self, t: S::Unit) -> Self {
                Vector::blend(Self::default(), [self, rhs], [S::Unit::ONE - t, t])
            }
        }

        /// Writes the vector as an array: `[1, 2]`. Width and precision apply to each component.
        impl<S: Display> Display for $vector<S> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                for (separator, component) in ["[", ", ", ", "].iter().zip([$(&self.$c),+]) {
                    f.write_str(separator)?;
                    component.fmt(f)?;
                }
                f.write_str("]")
            }
        }

        impl<S: Scalar> Sum for $vector<S> {
            fn sum<I: Iterator<Item = Self>>(vectors: I) -> Self {
                vectors.fold(Self::ZERO, Add::add)
            }
        }

        impl<'v, S: Scalar> Sum<&'v Self> for $vector<S> {
            fn sum<I: Iterator<Item = &'v Self>>(vectors: I) -> Self {
                vectors.copied().sum()
            }
        }

        impl<S: Add> Add for $vector<S> {
            type Output = $vector<S::Output>;
            fn add(self, rhs: Self) -> Self::Output {
                $vector { $($c: self.$c + rhs.$c),+ }
            }
        }

        impl<S: Sub> Sub for $vector<S> {
            type Output = $vector<S::Output>;
            fn sub(self, rhs: Self) -> Self::Output {
                $vector { $($c: self.$c - rhs.$c),+ }
            }
        }

        impl<S: Neg> Neg for $vector<S> {
            type Output = $vector<S::Output>;
            fn neg(self) -> Self::Output {
                $vector { $($c: -self.$c),+ }
            }
        }

        impl<S: Scalar> Mul<S> for $vector<S> {
            type Output = Self;
            /// Multiplies every component by a plain number. Fixed point rounds and saturates.
            fn mul(self, factor: S) -> Self {
                self.map(|component| component.times(factor).over_one())
            }
        }

        impl<S: Scalar> Div<S> for $vector<S> {
            type Output = Self;
            /// Divides every component by a plain number. Fixed point rounds, saturates, and gives zero for a division
            /// by zero.
            fn div(self, divisor: S) -> Self {
                self.map(|component| component.times(S::ONE).per(divisor))
            }
        }

        impl<S: Add<Output = S> + Copy> AddAssign for $vector<S> {
            fn add_assign(&mut self, rhs: Self) {
                *self = *self + rhs;
            }
        }

        impl<S: Sub<Output = S> + Copy> SubAssign for $vector<S> {
            fn sub_assign(&mut self, rhs: Self) {
                *self = *self - rhs;
            }
        }

        impl<S: Scalar> MulAssign<S> for $vector<S> {
            fn mul_assign(&mut self, factor: S) {
                *self = *self * factor;
            }
        }

        impl<S: Scalar> DivAssign<S> for $vector<S> {
            fn div_assign(&mut self, divisor: S) {
                *self = *self / divisor;
            }
        }

        impl Mul<$vector<f32>> for f32 {
            type Output = $vector<f32>;
            fn mul(self, rhs: $vector<f32>) -> $vector<f32> {
                rhs * self
            }
        }

        impl Mul<$vector<f64>> for f64 {
            type Output = $vector<f64>;
            fn mul(self, rhs: $vector<f64>) -> $vector<f64> {
                rhs * self
            }
        }

        impl<S> From<[S; $n]> for $vector<S> {
            fn from(array: [S; $n]) -> Self {
                Self::from_array(array)
            }
        }

        impl<S> From<$vector<S>> for [S; $n] {
            fn from(vector: $vector<S>) -> Self {
                vector.to_array()
            }
        }

        impl<S> From<($($field),+)> for $vector<S> {
            fn from(($($c),+): ($($field),+)) -> Self {
                Self { $($c),+ }
            }
        }
    };
}

components!(Vec2 { x y }, 2, (S, S));
components!(Vec3 { x y z }, 3, (S, S, S));

impl<S: Scalar> Vec2<S> {
    /// The first coordinate axis.
    pub const X: Self = vec2(S::ONE, S::NIL);
    /// The second coordinate axis.
    pub const Y: Self = vec2(S::NIL, S::ONE);

    /// The columns of the matrix with the given rows.
    pub(crate) fn columns([a, b]: &[Self; 2]) -> [Self; 2] {
        [vec2(a.x, b.x), vec2(a.y, b.y)]
    }

    /// The vector rotated counter-clockwise by a quarter turn.
    #[must_use]
    pub fn perp(self) -> Self {
        vec2(-self.y, self.x)
    }

    /// The signed area of the parallelogram that two vectors span, x₁·y₂ − y₁·x₂: positive if `rhs` lies to the left of
    /// `self`.
    #[must_use]
    pub fn perp_dot(self, rhs: Self) -> S::Area {
        self.x.times(rhs.y) - self.y.times(rhs.x)
    }

    /// The vector in space with the given third coordinate.
    #[must_use]
    pub fn extend(self, z: S) -> Vec3<S> {
        vec3(self.x, self.y, z)
    }
}

impl<S: Scalar> Vec3<S> {
    /// The first coordinate axis.
    pub const X: Self = vec3(S::ONE, S::NIL, S::NIL);
    /// The second coordinate axis.
    pub const Y: Self = vec3(S::NIL, S::ONE, S::NIL);
    /// The third coordinate axis.
    pub const Z: Self = vec3(S::NIL, S::NIL, S::ONE);

    /// The columns of the matrix with the given rows.
    pub(crate) fn columns([a, b, c]: &[Self; 3]) -> [Self; 3] {
        [vec3(a.x, b.x, c.x), vec3(a.y, b.y, c.y), vec3(a.z, b.z, c.z)]
    }

    /// The cross product: a vector of areas.
    #[inline]
    #[must_use]
    pub fn cross(self, rhs: Self) -> Vec3<S::Area> {
        vec3(
            self.y.times(rhs.z) - self.z.times(rhs.y),
            self.z.times(rhs.x) - self.x.times(rhs.z),
            self.x.times(rhs.y) - self.y.times(rhs.x),
        )
    }

    /// The direction of the cross product, scaled by an exact power of two.
    #[cfg_attr(feature = "speed", inline)]
    #[must_use]
    #[cfg_attr(not(feature = "speed"), inline(never))]
    pub(crate) fn cross_direction(self, rhs: Self) -> Self {
        Self::from_array(S::Area::normalize(self.cross(rhs).to_array()))
    }

    /// The cross product as a factor of a further product of which only the sign counts.
    #[inline]
    #[must_use]
    pub(crate) fn cross_factor(self, rhs: Self) -> Self {
        Self::from_array(S::Area::factors(self.cross(rhs).to_array()))
    }

    /// The vector in the plane without the third coordinate.
    #[must_use]
    pub fn truncate(self) -> Vec2<S> {
        vec2(self.x, self.y)
    }
}
