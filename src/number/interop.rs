//! Conversions to the types of `mint` and comparison with the traits of `approx`, each behind the feature of that name.

#[cfg(feature = "mint")]
mod mint_vectors {
    //! Conversions from and into the vectors and points of `mint`.

    use crate::number::vector::{Vec2, Vec3};

    macro_rules! conversions {
        ($vector:ident, $($foreign:ty),+) => {
            $(
                impl<S> From<$foreign> for $vector<S> {
                    fn from(foreign: $foreign) -> Self {
                        Self::from_array(foreign.into())
                    }
                }

                impl<S> From<$vector<S>> for $foreign {
                    fn from(vector: $vector<S>) -> Self {
                        vector.to_array().into()
                    }
                }
            )+

            impl<S> mint::IntoMint for $vector<S> {
                type MintType = conversions!(@first $($foreign),+);
            }
        };
        (@first $first:ty, $($rest:ty),+) => { $first };
    }

    conversions!(Vec2, mint::Vector2<S>, mint::Point2<S>);
    conversions!(Vec3, mint::Vector3<S>, mint::Point3<S>);
}

#[cfg(feature = "approx")]
mod approximate {
    //! Approximate comparison of vectors, rotations, poses and affine maps, component by component. The scalar must
    //! implement the traits of `approx`, as floats do.

    use crate::number::pose::{Affine, Pose};
    use crate::number::rotation::Rotation;
    use crate::number::vector::{Vec2, Vec3, Vector};
    use approx::{AbsDiffEq, RelativeEq, UlpsEq};

    /// Implements `AbsDiffEq`, `RelativeEq` and `UlpsEq` for a type, given the arrays that it consists of.
    macro_rules! compare {
        ([$($generics:tt)*] $type:ty, $part:ty, [$($also:tt)*], |$it:ident| $($parts:expr),+) => {
            impl<$($generics)*> AbsDiffEq for $type
            where
                $part: AbsDiffEq<Epsilon: Clone>,
                $($also)*
            {
                type Epsilon = <$part as AbsDiffEq>::Epsilon;

                fn default_epsilon() -> Self::Epsilon {
                    <$part>::default_epsilon()
                }

                fn abs_diff_eq(&self, other: &Self, epsilon: Self::Epsilon) -> bool {
                    true $(&& {
                        let parts = |$it: &Self| $parts;
                        parts(self).as_ref().abs_diff_eq(parts(other).as_ref(), epsilon.clone())
                    })+
                }
            }

            impl<$($generics)*> RelativeEq for $type
            where
                $part: RelativeEq<Epsilon: Clone>,
                $($also)*
            {
                fn default_max_relative() -> Self::Epsilon {
                    <$part>::default_max_relative()
                }

                fn relative_eq(&self, other: &Self, epsilon: Self::Epsilon, max_relative: Self::Epsilon) -> bool {
                    true $(&& {
                        let parts = |$it: &Self| $parts;
                        parts(self).as_ref().relative_eq(parts(other).as_ref(), epsilon.clone(), max_relative.clone())
                    })+
                }
            }

            impl<$($generics)*> UlpsEq for $type
            where
                $part: UlpsEq<Epsilon: Clone>,
                $($also)*
            {
                fn default_max_ulps() -> u32 {
                    <$part>::default_max_ulps()
                }

                fn ulps_eq(&self, other: &Self, epsilon: Self::Epsilon, max_ulps: u32) -> bool {
                    true $(&& {
                        let parts = |$it: &Self| $parts;
                        parts(self).as_ref().ulps_eq(parts(other).as_ref(), epsilon.clone(), max_ulps)
                    })+
                }
            }
        };
    }

    compare!([S: Copy] Vec2<S>, S, [], |it| it.to_array());
    compare!([S: Copy] Vec3<S>, S, [], |it| it.to_array());
    compare!([V: Vector] Affine<V>, V, [], |it| it.rows(), [it.translation()]);
    compare!([V: Vector] Rotation<V>, V::UnitVector, [], |it| it.to_rows());
    compare!(
        [V: Vector] Pose<V>, V,
        [V::UnitVector: RelativeEq<Epsilon = V::Epsilon> + UlpsEq<Epsilon = V::Epsilon>],
        |it| it.rotation().to_rows(), [it.position()]
    );
}
